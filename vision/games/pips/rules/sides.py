"""What runs along the sides of cells of a Pips board: the outlines of dominoes, the dashes of borders.

Two cells with an outline around both are under one domino; between bare cells of like fills, dashes tell where one
region ends.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.games.pips.rules.lattice import Colours, Grid, widest
from vision.games.pips.rules.straight import UNIT, cells_of

Cell = tuple[int, int]
Floats = NDArray[np.float32]

# Where along a side an outline is looked for, in cells: clear of round corners, and farther than a dash is long.
ALONG = np.linspace(0.28, 0.72, 15)
# How far inside its cell an outline lies, and from where on the page of a dark theme (0..255) is not seen for one.
ACROSS = np.linspace(-0.06, 0.16, 15)
DARK_PAGE, WITHIN = 90.0, 0.02
# So many samples of a side must be free of tags to tell.
LEAST_FREE = 5
# So much of them is dark where there is an outline.
SOLID = 0.85
# An outline is darker than this part of the half it is around.
DARK = 0.55
NO, YES, HIDDEN = 0, 1, 2
UP, DOWN, LEFT, RIGHT = range(4)
# Of the six outer sides and the two inner ones of a domino so many must be seen.
LEAST_SIDES = 4


def outlines(
    bgr: Colours, grid: Grid, pixels: Colours, page: Floats, free: NDArray[np.bool_], within: float = WITHIN
) -> NDArray[np.uint8]:
    """Which sides of the cells (upper, lower, left, right) have a solid dark line just inside: `YES`, `NO`, or
    `HIDDEN` by tags: (rows, columns, 4). Sampled in the picture itself: outlines may be one pixel wide.

    `within`: on a dark page, and wherever it is not the usual, no line farther out than this (in cells) counts.
    """
    n = UNIT
    rows, columns = pixels.shape[0] // n - 2, pixels.shape[1] // n - 2
    middle = _brightest(cells_of(pixels, rows, columns)[:, :, n // 4 : -n // 4 : 2, n // 4 : -n // 4 : 2])
    middle = middle.reshape(rows, columns, -1)
    place = round(0.7 * middle.shape[2])
    light = np.partition(middle, place, axis=2)[:, :, place].astype(np.float32)
    depths = ACROSS[within < ACROSS] if page.max() < DARK_PAGE or within != WITHIN else ACROSS
    lines = []
    for x, y in ((ALONG, depths), (ALONG, 1 - depths), (depths, ALONG), (1 - depths, ALONG)):
        # (rows, samples down, columns, samples across)
        shape = (rows, len(y), columns, len(x))
        down, across = (np.arange(rows)[:, None] + y).ravel(), (np.arange(columns)[:, None] + x).ravel()
        px = np.clip(np.rint(grid.x + across * grid.step), 0, bgr.shape[1] - 1).astype(np.intp)
        py = np.clip(np.rint(grid.y + down * grid.step), 0, bgr.shape[0] - 1).astype(np.intp)
        bright = _brightest(_crossings(bgr, py, px)).reshape(shape)
        seen = _crossings(free, ((down + 1) * n).astype(np.intp), ((across + 1) * n).astype(np.intp)).reshape(shape)
        dark = (bright < DARK * light[:, None, :, None]) & seen
        along, deep = (3, 1) if x is ALONG else (1, 2)
        free_of = seen.sum(axis=along)
        solid = (dark.sum(axis=along) >= SOLID * free_of) & (free_of >= LEAST_FREE)
        hidden = free_of.min(axis=deep) < LEAST_FREE
        lines.append(np.where(solid.any(axis=deep), YES, np.where(hidden, HIDDEN, NO)))
    return np.stack(lines, axis=2).astype(np.uint8)


def _brightest(pixels: Colours) -> NDArray[np.uint8]:
    """The brightest of blue, green and red: (..., 3) -> (...)."""
    return np.asarray(np.maximum(np.maximum(pixels[..., 0], pixels[..., 1]), pixels[..., 2]))


def _crossings(picture: NDArray[Any], rows: NDArray[np.intp], columns: NDArray[np.intp]) -> NDArray[Any]:
    """The pixels of a picture (H, W, ...) where some rows and columns cross, both in any order: (R, C, ...). The rows
    first, from one column to another: picking pixel by pixel takes five times as long."""
    left = int(columns.min())
    return picture[rows, left : int(columns.max()) + 1].take(columns - left, axis=1)


def _next_to(r: int, c: int, rows: int, columns: int) -> Iterator[tuple[int, int, Cell]]:
    """The cells right of a cell and below it, where there are any, each after the sides of both that lie between."""
    if c + 1 < columns:
        yield RIGHT, LEFT, (r, c + 1)
    if r + 1 < rows:
        yield DOWN, UP, (r + 1, c)


def pairs_within(lines: NDArray[np.uint8], bare: NDArray[np.bool_]) -> tuple[tuple[Cell, Cell], ...]:
    """Two cells with an outline around both and none between them are under one domino; the surest first, since tags
    hide some sides. Where they hide most of them, the two must be what is left over, and only each other's."""
    rows, columns = lines.shape[:2]
    scored: list[tuple[int, Cell, Cell]] = []
    sides = lines.tolist()
    for r, c in zip(*(part.tolist() for part in np.nonzero((lines == YES).any(axis=2))), strict=True):
        own = sides[r][c]
        for near, far, other in _next_to(r, c, rows, columns):
            theirs = sides[other[0]][other[1]]
            between = own[near], theirs[far]
            around = own[:near] + own[near + 1 :] + theirs[:far] + theirs[far + 1 :]
            if YES not in between and NO not in around:
                scored.append((between.count(NO) + around.count(YES), (r, c), other))
    found: list[tuple[Cell, Cell]] = []
    taken: set[Cell] = set()
    for score, one, other in sorted(scored, key=lambda item: -item[0]):
        if score >= LEAST_SIDES and not taken & {one, other}:
            taken |= {one, other}
            found.append((one, other))
    left = [(one, other) for _, one, other in scored if not taken & {one, other} and not bare[one] and not bare[other]]
    chances = Counter(cell for pair in left for cell in pair)
    found += [pair for pair in left if chances[pair[0]] == chances[pair[1]] == 1]
    return tuple(sorted(found))


def torn_pairs(lines: NDArray[np.uint8], marked: NDArray[np.bool_], there: set[Cell]) -> tuple[tuple[Cell, Cell], ...]:
    """Two cells that are none of the board's (`there`), around which most of a domino's outline runs, with pips on at
    least one of them: a domino that something lies over. `marked`: where anything is in the middle of a cell."""
    yes = lines == YES
    rows, columns = marked.shape
    found = []
    for r, c in zip(*(part.tolist() for part in np.nonzero(yes.any(axis=2))), strict=True):
        for near, far, other in _next_to(r, c, rows, columns):
            if {(r, c), other} & there:
                continue
            around = int(yes[r, c].sum() + yes[other].sum())
            if around >= LEAST_SIDES and not (yes[r, c, near] or yes[other][far]) and (marked[r, c] or marked[other]):
                found.append(((r, c), other))
    return tuple(found)


# A border's dashes are so much (in parts of the contrast) off both cells, on so much of the strip between them.
OFF_FILL = 0.35
DASHES = 0.06
# They are on each of the stretches of it that end here, in cells: no gap between dashes is as long, and a pointer is
# shorter than them all. Stretches that tags hide to more than this do not count.
STRETCHES = (0.1, 0.3, 0.5, 0.7, 0.9)
LEAST_SHOWN, FEW_DASHES = 0.6, 0.02


def find_borders(
    pixels: Colours, fills: dict[Cell, Floats], contrast: float, free: NDArray[np.bool_]
) -> frozenset[tuple[Cell, Cell]]:
    """Between which neighbouring bare cells of like fills a border is drawn."""
    ways = [((r, c), other) for r, c in fills for other in ((r, c + 1), (r + 1, c)) if other in fills]
    if not ways:
        return frozenset()
    near, far = (np.array([fills[way[k]] for way in ways]) for k in (0, 1))
    alike = widest(far - near) <= 0.2 * contrast
    ways, near = [way for way, like in zip(ways, alike, strict=True) if like], near[alike]
    if not ways:
        return frozenset()
    strips, shown = (
        np.array([_strip(picture, one, other[0] == one[0]) for one, other in ways]) for picture in (pixels, free)
    )
    off = (widest(strips - near[:, None, None]) > OFF_FILL * contrast) & shown
    return frozenset(way for way, border in zip(ways, _are_borders(off, shown), strict=True) if border)


def _strip(picture: NDArray[Any], cell: Cell, beside: bool) -> NDArray[Any]:
    """What lies between a cell and the next (`beside` it, or below) of a straightened board, along it and across."""
    n, reach = UNIT, round(0.14 * UNIT)
    y, x = (cell[0] + 1) * n, (cell[1] + 1) * n
    if beside:
        return picture[y : y + n, x + n - reach : x + n + reach]
    return picture[y + n - reach : y + n + reach, x : x + n].swapaxes(0, 1)


def _are_borders(off: NDArray[np.bool_], shown: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which of some strips between cells are borders: (N,). `off`: what on them is unlike their cells, `shown`: what no
    tag hides, (N, along, across)."""
    # (2, N, along)
    along = np.array([off.sum(axis=2), shown.sum(axis=2)])
    dashes, there = along[:, :, round(0.25 * UNIT) : round(0.75 * UNIT) + 1].sum(axis=2)
    found = (there > 0) & (dashes > DASHES * there)
    ends = [round(end * UNIT) for end in STRETCHES]
    dashes, there = np.add.reduceat(along[:, :, : ends[-1]], ends[:-1], axis=2)
    whole = np.diff(ends) * off.shape[2]
    plain = (there <= LEAST_SHOWN * whole) | (dashes >= FEW_DASHES * there)
    return np.asarray(found & plain.all(axis=1), np.bool_)
