"""The board of Pips: which places of the lattice are cells, bare or under a domino, their colours, and its tags.

A *survey* samples the lattice: a bare cell is of one colour that is not the page's. The board is then straightened to
`UNIT` pixels a cell, where dominoes show by their outlines, and borders between like cells by their dashes. What the
tags say and how many pips lie where is not this room's business.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.order import median
from vision.pips_lattice import LEAST_CHROMA, ROUNDED, Colours, Diamond, Grid, off_colour, usual_width, widest
from vision.pips_shape import DIAMOND, TagShape

Cell = tuple[int, int]
Floats = NDArray[np.float32]

# Samples per cell of the survey, and cells beyond the outermost tags in which more of the board is looked for.
SAMPLES = 16
BEYOND = 7
# A window of so few cells shows little but the board.
TIGHT = 36
# Pixels per cell of the straightened board.
UNIT = 32
# The middle of a cell is of one colour if it varies less (0..255): measured 0 to 3, under noise and JPEG up to 7;
# whatever else lies on a cell 30 and more.
UNIFORM = 11.0
# A colour nearer to the page's than this is the page's. White dominoes on a cream page are 10 away, beige cells 40.
PAGE = 9.0
# Around a cell under a domino, at most so much is of the page's colour; around words on the page there is more.
MOST_PAGE = 0.72


@dataclass(frozen=True, slots=True)
class TagSpot:
    """Where a tag sits: centre `(x, y)` in pixels of the image, width in pixels, colour `(b, g, r)`."""

    center: tuple[float, float]
    width: float
    colour: tuple[float, float, float]
    shape: TagShape = DIAMOND


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """The cells of a board, counted from the upper left cell of the rectangle that was looked at.

    `fills`: the colour of each bare cell; `pairs`: the two cells under each domino, left or upper one first.
    `borders`: pairs of neighbouring bare cells between which a border is drawn. `tags`: by the cell at whose lower
    right corner they sit; `strays`: the same of tags at places that are no cells. `pixels`: the straightened board with
    a margin of one cell around, `(rows + 2) * UNIT` by `(columns + 2) * UNIT`; `free`: where no tag covers it.
    `contrast`: how far a tag's colour lies from its cell's (0..255), the measure for the rest. `dark`: whether its
    dominoes are dark and their pips light.
    """

    grid: Grid
    rows: int
    columns: int
    page: Floats
    fills: dict[Cell, Floats]
    pairs: tuple[tuple[Cell, Cell], ...]
    borders: frozenset[tuple[Cell, Cell]]
    tags: dict[Cell, TagSpot]
    strays: tuple[Cell, ...]
    free: NDArray[np.bool_]
    pixels: Colours
    contrast: float
    dark: bool = False

    @property
    def cells(self) -> set[Cell]:
        return {*self.fills, *(cell for pair in self.pairs for cell in pair)}


@dataclass(frozen=True, slots=True, eq=False)
class _Survey:
    """A window of the lattice: `first` is the cell of its corner; arrays are (rows, columns, ...).

    `colour`: of the cells' middles; `bare`: those of one colour that is not the page's; `odd`: those of several colours
    with little of the page around, as under dominoes. `paper`: which samples have the page's colour, (rows * SAMPLES,
    columns * SAMPLES). `score`: how well the lattice fits what is there.
    """

    first: Cell
    paper: NDArray[np.bool_]
    colour: Floats
    page: Floats
    bare: NDArray[np.bool_]
    odd: NDArray[np.bool_]
    score: float


LAST: Cell = (-1, -1)
FIRST: Cell = (0, 0)
"""Which of the four cells around it a tag is of, counted from the one at its lower right: where tags stand at the lower
right corner of their regions' last cells, and at the upper left corner of their first ones."""


def _owners(grid: Grid, diamonds: list[Diamond], anchor: Cell) -> list[Cell]:
    """The cells that some tags are of."""
    return [
        (round((d.y - grid.y) / grid.step) + anchor[0], round((d.x - grid.x) / grid.step) + anchor[1]) for d in diamonds
    ]


def _survey(bgr: Colours, grid: Grid, owners: list[Cell]) -> _Survey | None:
    """What lies on the lattice around the cells with tags."""
    height, width = bgr.shape[:2]
    top, bottom = _window([r for r, _ in owners], grid.y, grid.step, height)
    left, right = _window([c for _, c in owners], grid.x, grid.step, width)
    rows, columns = bottom - top, right - left
    if rows < 1 or columns < 1:
        return None
    scale = grid.step / SAMPLES
    matrix = np.array(
        [
            [scale, 0, grid.x + left * grid.step + 0.5 * scale],
            [0, scale, grid.y + top * grid.step + 0.5 * scale],
        ]
    )
    size = (columns * SAMPLES, rows * SAMPLES)
    flags = cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP
    samples = np.asarray(cv2.warpAffine(bgr, matrix, size, flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8)
    # Four by four means of the middle of each cell.
    n = SAMPLES // 2
    means = np.asarray(cv2.resize(samples, (columns * n, rows * n), interpolation=cv2.INTER_AREA), np.uint8)
    middles = means.reshape(rows, n, columns, n, 3).swapaxes(1, 2)[:, :, n // 4 : -n // 4, n // 4 : -n // 4]
    middles = middles.reshape(rows, columns, -1, 3).astype(np.int16)
    colour = np.sort(middles, axis=2)[:, :, middles.shape[2] // 2].astype(np.float32)
    spread = np.sort(widest(middles - colour.astype(np.int16)[:, :, None]), axis=2)[:, :, -2]
    uniform = spread < UNIFORM
    page = _commonest(colour[uniform])
    if rows * columns <= TIGHT:  # cropped to the board: what is all around is the page
        rim = np.concatenate([bgr[0, ::4], bgr[-1, ::4], bgr[::4, 0], bgr[::4, -1]]).astype(np.float32)
        page = _commonest(rim)
    if page is None:
        return None
    bare = uniform & (widest(colour - page) > PAGE)
    for beyond in (*_linings(bgr), *_bands(colour, bare, [(r - top, c - left) for r, c in owners])):
        bare &= widest(colour - beyond) > PAGE
    # The right lattice has its seams between the cells, a wrong one in their middles.
    here = slice(max(0, min(r for r, _ in owners) - top - 1), max(r for r, _ in owners) - top + 2)
    there = slice(max(0, min(c for _, c in owners) - left - 1), max(c for _, c in owners) - left + 2)
    score = float(bare[here, there].sum() - (~uniform[here, there]).sum()) * grid.step**2
    page_there = off_colour(samples, page) <= PAGE
    around = page_there.reshape(rows, SAMPLES, columns, SAMPLES).swapaxes(1, 2)
    rim = np.ones((SAMPLES, SAMPLES), np.bool_)
    rim[1:-1, 1:-1] = False
    odd = ~uniform & (around[:, :, rim].mean(axis=2) < MOST_PAGE)
    return _Survey((top, left), page_there, colour, page, bare, odd, score)


# A colour on this much of a side of the picture lines it.
LINED = 0.95


def _linings(bgr: Colours) -> list[Floats]:
    """The colours that line sides of the picture, and are no cells': bars around it, as of a window or a film."""
    found: list[Floats] = []
    for side in (bgr[0], bgr[-1], bgr[:, 0], bgr[:, -1]):
        some = side[:: max(1, len(side) // 128)].astype(np.float32)
        colour = median(some, axis=0).astype(np.float32)
        if float((widest(some - colour) <= PAGE).mean()) >= LINED:
            found.append(colour)
    return found


def _bands(colour: Floats, bare: NDArray[np.bool_], owners: list[Cell]) -> list[Floats]:
    """The colours of bands that go all across a window of the lattice: `colour` of its cells, those that are `bare`,
    those that have tags."""
    if bare.size <= TIGHT:
        return []
    found: list[Floats] = []
    with_tags = [{cell[k] for cell in owners} for k in (0, 1)]
    for k, (lines, there) in enumerate(((colour, bare), (colour.swapaxes(0, 1), bare.T))):
        for number in np.flatnonzero(there.all(axis=1)):
            middle = median(lines[number], axis=0).astype(np.float32)
            if number not in with_tags[k] and float(widest(lines[number] - middle).max()) <= PAGE:
                found.append(middle)
    return found


def _window(owners: list[int], origin: float, step: float, length: int) -> tuple[int, int]:
    """The cells to look at in one direction: around those that have tags, as far as the picture goes."""
    first = max(min(owners) - BEYOND, int(np.ceil(-origin / step - 0.35)))
    last = min(max(owners) + BEYOND + 1, int(np.floor((length - origin) / step + 0.35)))
    return first, last


def _commonest(colours: Floats) -> Floats | None:
    """The colour most others are near to, of (N, 3)."""
    if len(colours) == 0:
        return None
    kinds, counts = np.unique((colours / PAGE).astype(np.int64) @ (1, 1000, 1_000_000), return_counts=True)
    found = colours[(colours / PAGE).astype(np.int64) @ (1, 1000, 1_000_000) == kinds[counts.argmax()]]
    return np.asarray(median(found, axis=0), np.float32)


def find_board(
    bgr: Colours, grids: list[Grid], diamonds: list[Diamond], shape: TagShape = DIAMOND, anchor: Cell = LAST
) -> Board | None:
    """The board on the likeliest of some lattices; None where there are no cells. `anchor`: `LAST` or `FIRST`."""
    surveys = []
    for grid in grids:
        if (survey := _survey(bgr, grid, _owners(grid, diamonds, anchor))) is not None:
            surveys.append((grid, survey))
    if not surveys:
        return None
    tag_grid, survey = max(surveys, key=lambda item: item[1].score)
    owners = _owners(tag_grid, [d for d in diamonds if _is_on(tag_grid, d)], anchor)
    seen = _connected(survey, owners)
    if not seen.any():
        return None
    shift_x, shift_y = _shift(survey, seen)
    step = tag_grid.step
    top, left = survey.first
    rows, columns = np.flatnonzero(seen.any(axis=1)), np.flatnonzero(seen.any(axis=0))
    # The blank half of a domino may look like the page: it is beyond what was seen.
    rim = int((seen & ~survey.bare).any())
    first = (top + int(rows[0]) - rim, left + int(columns[0]) - rim)
    size = (int(rows[-1] - rows[0]) + 1 + 2 * rim, int(columns[-1] - columns[0]) + 1 + 2 * rim)
    grid = Grid(tag_grid.x + (first[1] + shift_x) * step, tag_grid.y + (first[0] + shift_y) * step, step)
    pixels = straighten(bgr, grid, size[0], size[1])
    width = usual_width(diamonds)
    # Tags lie a little off the corners of their cells, all alike.
    corner = Grid(grid.x - (shift_x + 1 + anchor[1]) * step, grid.y - (shift_y + 1 + anchor[0]) * step, step)
    tags = _tags(bgr, corner, size, width, shape)
    if shape is not DIAMOND:
        tags = _seen_tags(diamonds, corner, size, width, shape) | tags
    return _sorted(bgr, grid, size, pixels, survey.page, tags, bool(rim))


def _is_on(grid: Grid, diamond: Diamond) -> bool:
    x, y = (diamond.x - grid.x) / grid.step, (diamond.y - grid.y) / grid.step
    return max(abs(x - round(x)), abs(y - round(y))) < 0.15


def _connected(survey: _Survey, owners: list[Cell]) -> NDArray[np.bool_]:
    """The cells of the survey that are the board's: (rows, columns) bool.

    Those with tags, and what hangs together with them; other groups of bare cells that have a known fill or an edge
    where cells have theirs.
    """
    top, left = survey.first
    there = (survey.bare | survey.odd).astype(np.uint8)
    seeds = np.zeros_like(there)
    for r, c in owners:
        if 0 <= r - top < there.shape[0] and 0 <= c - left < there.shape[1]:
            seeds[r - top, c - left] = there[r - top, c - left] = 1
    count, labels = cv2.connectedComponents(there, connectivity=8)
    seen = np.zeros(there.shape, np.bool_)
    for label in range(1, count):
        group = labels == label
        if (group & (seeds > 0)).any() or (survey.bare[group].all() and _fits(survey, group)):
            seen |= group
    return seen


def _fits(survey: _Survey, group: NDArray[np.bool_]) -> bool:
    """Whether the page begins where the cells of a group end, on all sides: an island."""
    padded = np.pad(group, 1)
    rows, columns = group.shape
    n = SAMPLES
    page = survey.paper
    for r, c in zip(*np.nonzero(group), strict=True):
        for dr, dc in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            if padded[r + 1 + dr, c + 1 + dc]:
                continue
            if not (0 <= r + dr < rows and 0 <= c + dc < columns):
                return False
            # A strip of the neighbour beyond any frame, and one of the cell itself.
            y = (r * n + n // 2) if dr == 0 else (r * n - 4 if dr < 0 else (r + 1) * n + 3)
            x = (c * n + n // 2) if dc == 0 else (c * n - 4 if dc < 0 else (c + 1) * n + 3)
            y_in, x_in = (r * n + n // 2 + dr * 5), (c * n + n // 2 + dc * 5)
            if not page[y, x] or page[y_in, x_in]:
                return False
    return True


def _shift(survey: _Survey, seen: NDArray[np.bool_]) -> tuple[float, float]:
    """How far the cells lie off the tags' lattice, in cells: `(x, y)`. The frame is as wide on both sides of them."""
    return _shift_along(survey.paper, seen), _shift_along(survey.paper.T, seen.T)


def _shift_along(page: NDArray[np.bool_], seen: NDArray[np.bool_]) -> float:
    """The shift across columns. For rows, give the transposed."""
    n = SAMPLES
    found: dict[int, list[float]] = {-1: [], 1: []}
    for r, c in zip(*np.nonzero(seen), strict=True):
        line = page[r * n + n // 2]
        for side, beyond in ((-1, c - 1), (1, c + 1)):
            if not 0 <= beyond < seen.shape[1] or seen[r, beyond]:
                continue
            middle, outside = (c * n + n // 2, beyond * n + n // 2)
            way = line[middle : outside + side : side]
            if len(way) and not way[0] and way[-1]:
                # The page begins at the near side of the sample that first shows it; edges of pips may seem to.
                first = len(way) - int((~way[::-1]).argmax())
                found[side].append((first - n / 2 - (side < 0)) / n)
    if not found[-1] or not found[1]:
        return 0.0
    return float(np.clip((median(found[1]) - median(found[-1])) / 2, -0.15, 0.15))


def straighten(bgr: Colours, grid: Grid, rows: int, columns: int) -> Colours:
    """The board with a margin of one cell around it at `UNIT` pixels per cell; what lies outside the picture goes on
    as it ends: ((rows + 2) * UNIT, (columns + 2) * UNIT, 3) uint8."""
    height, width = bgr.shape[:2]
    factor = max(1, int(grid.step / UNIT))
    x0, y0 = grid.x + 0.5 - grid.step, grid.y + 0.5 - grid.step
    left, top = max(0, int(x0)), max(0, int(y0))
    right = min(width, int(x0 + (columns + 2) * grid.step) + 1 + factor)
    bottom = min(height, int(y0 + (rows + 2) * grid.step) + 1 + factor)
    part = bgr[top:bottom, left:right]
    if factor > 1:  # averaging by whole factors is several times faster than by fractions
        size = (part.shape[1] // factor, part.shape[0] // factor)
        whole = part[: size[1] * factor, : size[0] * factor]
        part = np.asarray(cv2.resize(whole, size, interpolation=cv2.INTER_AREA), np.uint8)
    scale = grid.step / factor / UNIT
    matrix = np.array(
        [
            [scale, 0, (x0 - left) / factor - 0.5 + 0.5 * scale],
            [0, scale, (y0 - top) / factor - 0.5 + 0.5 * scale],
        ]
    )
    size = ((columns + 2) * UNIT, (rows + 2) * UNIT)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(part, matrix, size, flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8)


# The colours inside a tag differ by less, and from those outside by more.
WITHIN_TAG, OFF_TAG = 24.0, 30.0
# Where text may be, and how much lighter than the tag it is, on how much of that.
TEXT = np.array([(x / 30, y / 30) for y in range(-4, 6) for x in range(-6, 7)])
LIGHTER, LEAST_TEXT = 35.0, 0.04


def _tags(bgr: Colours, corner: Grid, size: tuple[int, int], width: float, shape: TagShape) -> dict[Cell, TagSpot]:
    """The tags of the cells, of whatever colour. `corner`: the lattice of which they are at the lower right corners."""
    rows, columns = size
    height, across = bgr.shape[:2]
    x = corner.x + (np.arange(columns) + 1) * corner.step
    y = corner.y + (np.arange(rows) + 1) * corner.step
    places = np.array([*shape.inside, *shape.outside]) * width
    count = len(shape.inside)
    jitter = np.array([(dx, dy) for dx in (-1, 1) for dy in (-1, 1)]) * max(0.7, width / 70)
    px = np.rint(x[None, :, None, None] + places[:, 0, None] + jitter[:, 0]).astype(np.intp)
    py = np.rint(y[:, None, None, None] + places[:, 1, None] + jitter[:, 1]).astype(np.intp)
    px, py = np.broadcast_arrays(px, py)
    there = ((px >= 0) & (px < across) & (py >= 0) & (py < height)).all(axis=3)
    colours = bgr[np.clip(py, 0, height - 1), np.clip(px, 0, across - 1)].astype(np.float32).mean(axis=3)
    inside, outside = colours[:, :, :count], colours[:, :, count:]
    seen = there[:, :, :count]
    # Tags at the border of the picture are cut off: what is left must do.
    middle = np.sort(inside, axis=2)[:, :, count // 2]
    even = np.where(seen, widest(inside - middle[:, :, None]), 0).max(axis=2) < WITHIN_TAG
    off = np.where(there[:, :, count:], widest(outside - middle[:, :, None]), 255).min(axis=2) > OFF_TAG
    found = {}
    for r, c in zip(*np.nonzero(even & off & (seen.sum(axis=2) >= 3)), strict=True):
        text_x = np.clip(np.rint(x[c] + TEXT[:, 0] * width), 0, across - 1).astype(np.intp)
        text_y = np.clip(np.rint(y[r] + TEXT[:, 1] * width), 0, height - 1).astype(np.intp)
        lighter = bgr[text_y, text_x].mean(axis=1) > middle[r, c].mean() + LIGHTER
        if lighter.mean() >= LEAST_TEXT:
            blue, green, red = (float(value) for value in middle[r, c])
            found[int(r), int(c)] = TagSpot((float(x[c]), float(y[r])), width, (blue, green, red), shape)
    return found


def _seen_tags(
    diamonds: list[Diamond], corner: Grid, size: tuple[int, int], width: float, shape: TagShape
) -> dict[Cell, TagSpot]:
    """Those of the things that look like tags that lie where tags do."""
    found = {}
    for one in diamonds:
        r, c = round((one.y - corner.y) / corner.step) - 1, round((one.x - corner.x) / corner.step) - 1
        if _is_on(corner, one) and 0 <= r < size[0] and 0 <= c < size[1]:
            blue, green, red = (float(value) for value in one.colour)
            found[r, c] = TagSpot((one.x, one.y), width, (blue, green, red), shape)
    return found


# Around a tag there may be a rim, in cells.
RIM = 0.07
# Where along a side an outline is looked for, in cells: clear of round corners, and farther than a dash is long.
ALONG = np.linspace(0.28, 0.72, 15)
# How far inside its cell an outline lies, and from where on the page of a dark theme (0..255) is not seen for one.
ACROSS = np.linspace(-0.06, 0.16, 15)
DARK_PAGE, WITHIN = 90.0, 0.02
# An outline this far inside is its own cell's, and not that of a domino on the next cell.
OWN_LINE = 0.025
# So many samples of a side must be free of tags to tell.
LEAST_FREE = 5
# So much of them is dark where there is an outline.
SOLID = 0.85
# An outline is darker than this part of the half it is around.
DARK = 0.55
NO, YES, HIDDEN = 0, 1, 2


def _outlines(
    bgr: Colours, grid: Grid, pixels: Colours, page: Floats, free: NDArray[np.bool_], within: float = WITHIN
) -> NDArray[np.uint8]:
    """Which sides of the cells (upper, lower, left, right) have a solid dark line just inside: `YES`, `NO`, or
    `HIDDEN` by tags: (rows, columns, 4). Sampled in the picture itself: outlines may be one pixel wide.

    `within`: on a dark page, and wherever it is not the usual, no line farther out than this (in cells) counts.
    """
    n = UNIT
    rows, columns = pixels.shape[0] // n - 2, pixels.shape[1] // n - 2
    bright = np.maximum(np.maximum(pixels[:, :, 0], pixels[:, :, 1]), pixels[:, :, 2])
    middle = _cells(bright, rows, columns)[:, :, n // 4 : -n // 4 : 2, n // 4 : -n // 4 : 2]
    middle = middle.reshape(rows, columns, -1)
    place = round(0.7 * middle.shape[2])
    light = np.partition(middle, place, axis=2)[:, :, place].astype(np.float32)
    depths = ACROSS[within < ACROSS] if page.max() < DARK_PAGE or within != WITHIN else ACROSS
    across, along = (part.ravel() for part in np.meshgrid(depths, ALONG, indexing="ij"))
    lines = []
    for x, y in ((along, across), (along, 1 - across), (across, along), (1 - across, along)):
        x = np.arange(columns)[None, :, None] + x
        y = np.arange(rows)[:, None, None] + y
        px = np.clip(np.rint(grid.x + x * grid.step), 0, bgr.shape[1] - 1).astype(np.intp)
        py = np.clip(np.rint(grid.y + y * grid.step), 0, bgr.shape[0] - 1).astype(np.intp)
        seen = free[((y + 1) * n).astype(np.intp), ((x + 1) * n).astype(np.intp)]
        dark = (widest(bgr[py, px]) < DARK * light[:, :, None]) & seen
        shape = (rows, columns, len(depths), len(ALONG))
        free_of = seen.reshape(shape).sum(axis=3)
        solid = (dark.reshape(shape).sum(axis=3) >= SOLID * free_of) & (free_of >= LEAST_FREE)
        hidden = free_of.min(axis=2) < LEAST_FREE
        lines.append(np.where(solid.any(axis=2), YES, np.where(hidden, HIDDEN, NO)))
    return np.stack(lines, axis=2).astype(np.uint8)


def own_sides(bgr: Colours, board: Board) -> list[int]:
    """For each domino on the board, along how many of its six outer sides an outline lies within its own cells: what
    lies between dominoes has only theirs around it, beyond its own cells."""
    if not board.pairs:
        return []
    inverted = (255 - part if board.dark else part for part in (bgr, board.pixels))
    picture, pixels = (np.asarray(part, np.uint8) for part in inverted)
    lines = _outlines(picture, board.grid, pixels, board.page, board.free, OWN_LINE) == YES
    found = []
    for (r, c), other in board.pairs:
        near, far = (RIGHT, LEFT) if other[0] == r else (DOWN, UP)
        found.append(int(lines[r, c].sum() - lines[r, c, near]) + int(lines[other].sum() - lines[other][far]))
    return found


def _cells(picture: NDArray[Any], rows: int, columns: int) -> NDArray[Any]:
    """The cells of a straightened board, without its margin: (rows, columns, UNIT, UNIT, ...)."""
    shape = (rows + 2, UNIT, columns + 2, UNIT, *picture.shape[2:])
    return picture.reshape(shape).swapaxes(1, 2)[1:-1, 1:-1]


def _sorted(
    bgr: Colours,
    grid: Grid,
    size: tuple[int, int],
    pixels: Colours,
    page: Floats,
    tags: dict[Cell, TagSpot],
    covered: bool,
) -> Board | None:
    """Cells told apart: bare, under a domino (where any is `covered`), none."""
    rows, columns = size
    inner = (
        _cells(pixels, rows, columns)[:, :, 9:23, 9:23]
        .astype(np.float32)
        .reshape(rows, columns, 7, 2, 7, 2, 3)
        .mean(axis=(3, 5))
    )
    inner = inner.reshape(rows, columns, 49, 3)
    colour = median(inner, axis=2)
    spread = np.sort(widest(inner - colour[:, :, None]), axis=2)[:, :, -3]
    bare = (spread < UNIFORM) & (widest(colour - page) > PAGE)
    bare |= _partly_covered(inner, colour, bare)
    free = _free_of_tags(pixels.shape[:2], tags, grid)
    # Where nothing but cells of one colour is to be seen, nothing lies on the board.
    pairs = _pairs(_outlines(bgr, grid, pixels, page, free), bare) if covered else ()
    dark = False
    left = (spread >= UNIFORM) & ~bare & (widest(colour - page) > PAGE)
    if covered and int(left.sum()) > MOST_LEFT + 2 * len(pairs):  # hardly any of what is covered is explained
        other = _pairs(_outlines(255 - bgr, grid, 255 - pixels, 255 - page, free), bare)
        face = median(colour[left], axis=0)
        other = tuple(pair for pair in other if all(widest(colour[cell] - face) < ONE_FACE for cell in pair))
        if len(other) > len(pairs):
            pairs, dark = other, True
    under = {cell for pair in pairs for cell in pair}
    fills = {
        (int(r), int(c)): colour[r, c].astype(np.float32)
        for r, c in zip(*np.nonzero(bare), strict=True)
        if (r, c) not in under
    }
    if not fills and not pairs:
        return None
    there = {*fills, *under}
    strays = tuple(cell for cell in tags if cell not in there and _is_stray(cell, tags[cell], there))
    tags = {cell: tag for cell, tag in tags.items() if cell in there}
    apart = [float(np.abs(fills[cell] - tag.colour).max()) for cell, tag in tags.items() if cell in fills]
    contrast = float(median(apart)) if apart else 100.0
    borders = _borders(pixels, fills, contrast, free)
    return Board(grid, rows, columns, page, fills, pairs, borders, tags, strays, free, pixels, contrast, dark)


# So many cells under something may be no domino's; the halves of dark dominoes differ by less in colour.
MOST_LEFT = 2
ONE_FACE = 60.0
# A pointer leaves this much of a cell's middle free; and there the cell has the very fill of another.
MOSTLY, SAME_FILL = 0.6, 4.0


def _partly_covered(inner: Floats, colour: Floats, bare: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Cells on which a small thing lies, as a pointer: the rest has the fill of a bare cell that is not white, as the
    dominoes are. `inner`: samples of the cells' middles, (rows, columns, samples, 3)."""
    fills = colour[bare]
    fills = fills[widest(fills - fills.max()) > UNIFORM] if len(fills) else fills
    if not len(fills):
        return np.zeros_like(bare)
    mostly = (widest(inner - colour[:, :, None]) < UNIFORM).mean(axis=2) > MOSTLY
    known = widest(colour[:, :, None] - fills).min(axis=2) < SAME_FILL
    return np.asarray(mostly & known & ~bare)


def _is_stray(cell: Cell, tag: TagSpot, there: set[Cell]) -> bool:
    """Whether what looks like a tag beside the board is one whose cell is not to be seen."""
    r, c = cell
    beside = {(r + dr, c + dc) for dr in (-1, 0, 1) for dc in (-1, 0, 1)}
    return bool(beside & there) and max(tag.colour) - min(tag.colour) > LEAST_CHROMA


UP, DOWN, LEFT, RIGHT = range(4)
# Of the six outer sides and the two inner ones of a domino so many must be seen.
LEAST_SIDES = 4


def _pairs(lines: NDArray[np.uint8], bare: NDArray[np.bool_]) -> tuple[tuple[Cell, Cell], ...]:
    """Two cells with an outline around both and none between them are under one domino; the surest first, since tags
    hide some sides. Where they hide most of them, the two must be what is left over, and only each other's."""
    rows, columns = lines.shape[:2]
    scored: list[tuple[int, Cell, Cell]] = []
    for r, c in zip(*np.nonzero((lines == YES).sum(axis=2) >= 1), strict=True):
        for near, far, other in ((RIGHT, LEFT, (r, c + 1)), (DOWN, UP, (r + 1, c))):
            if other[0] >= rows or other[1] >= columns:
                continue
            between = (lines[r, c, near], lines[other][far])
            around = [*np.delete(lines[r, c], near), *np.delete(lines[other], far)]
            score = sum(side == NO for side in between) + sum(side == YES for side in around)
            if YES not in between and NO not in around:
                scored.append((score, (int(r), int(c)), (int(other[0]), int(other[1]))))
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


# A border's dashes are so much (in parts of the contrast) off both cells, on so much of the strip between them.
OFF_FILL = 0.35
DASHES = 0.06
# They are on each of these stretches of it, in cells: no gap between dashes is as long, and a pointer is shorter than
# them all. Stretches that tags hide to more than this do not count.
STRETCHES = ((0.1, 0.3), (0.3, 0.5), (0.5, 0.7), (0.7, 0.9))
LEAST_SHOWN, FEW_DASHES = 0.6, 0.02


def _borders(
    pixels: Colours, fills: dict[Cell, Floats], contrast: float, free: NDArray[np.bool_]
) -> frozenset[tuple[Cell, Cell]]:
    """Between which neighbouring bare cells of like fills a border is drawn."""
    found = set()
    for (r, c), fill in fills.items():
        for other in ((r, c + 1), (r + 1, c)):
            if other not in fills or np.abs(fills[other] - fill).max() > 0.2 * contrast:
                continue
            strip, shown = (_strip(picture, (r, c), other[0] == r) for picture in (pixels, free))
            off = (widest(strip.astype(np.float32) - fill) > OFF_FILL * contrast) & shown
            if _is_border(off, shown):
                found.add(((r, c), other))
    return frozenset(found)


def _strip(picture: NDArray[Any], cell: Cell, beside: bool) -> NDArray[Any]:
    """What lies between a cell and the next (`beside` it, or below) of a straightened board, along it and across."""
    n, reach = UNIT, round(0.14 * UNIT)
    y, x = (cell[0] + 1) * n, (cell[1] + 1) * n
    if beside:
        return picture[y : y + n, x + n - reach : x + n + reach]
    return picture[y + n - reach : y + n + reach, x : x + n].swapaxes(0, 1)


def _is_border(off: NDArray[np.bool_], shown: NDArray[np.bool_]) -> bool:
    """Whether what is unlike its cells on a strip between them, along and across, is a border."""
    middle = slice(round(0.25 * UNIT), round(0.75 * UNIT) + 1)
    if not shown[middle].any() or off[middle].sum() <= DASHES * shown[middle].sum():
        return False
    for first, last in STRETCHES:
        where = slice(round(first * UNIT), round(last * UNIT))
        there = int(shown[where].sum())
        if there > LEAST_SHOWN * shown[where].size and off[where].sum() < FEW_DASHES * there:
            return False
    return True


def _free_of_tags(shape: tuple[int, ...], tags: dict[Cell, TagSpot], grid: Grid) -> NDArray[np.bool_]:
    """Which pixels of the straightened board no tag covers, nor its rim."""
    mask = np.ones(shape, np.uint8)
    for tag in tags.values():
        middle = [(tag.center[k] - (grid.x, grid.y)[k]) / grid.step * UNIT + UNIT for k in (0, 1)]
        half = (tag.width / ROUNDED / grid.step / 2 + RIM) * UNIT
        corners = 2 * half * np.array(tag.shape.outline) + middle
        cv2.fillConvexPoly(mask, np.rint(corners).astype(np.int32), 0)
    return np.asarray(mask > 0, np.bool_)
