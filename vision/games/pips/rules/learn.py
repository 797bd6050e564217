"""How a look of Pips is learnt: one picture and the puzzle it shows say where cells, tags and dominoes are, so that
their shapes and colours need only be looked up.

What a look is, and how boards are read by it, is the business of `looks`. A look that does not read the very
picture it was learnt from is none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from solver.pips.puzzle import PipsPuzzle
from vision.errors import UnreadableError
from vision.games.pips.read import second_opinion
from vision.games.pips.rules.lattice import LEAST_TAGS, Colours, Grid, find_diamonds, off_colour, usual_width, widest
from vision.games.pips.rules.looks import NEAR, OF_RIM, Colour, PipsLook, families_by, tag_shape
from vision.games.pips.rules.read import PipsDraft, read_pips, read_pips_by
from vision.games.pips.rules.spots import TEXT, TagSpot, free_of_tags
from vision.games.pips.rules.straight import UNIT, straighten
from vision.games.pips.rules.tags import SIDE, SIGNS, signs_on
from vision.games.pips.rules.tiles import Box, cut_halves, find_tiles, halves_beyond, read_halves
from vision.imgproc import median, percentile
from vision.learnt import LookError, check_name

Cell = tuple[int, int]
Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]
Pair = tuple[Cell, Cell]

# Around the corner of a cell at which its tag may sit, so much is looked at, in cells; a tag is so wide at least.
AROUND, LEAST_WIDTH = 0.75, 0.25
# What is of a tag differs from cells and page by so much (0..255), in so many of the tags.
OFF, MOSTLY = 26.0, 0.7
# Lines up to so wide, in cells, are borders and no tags: thin ones are looked for first, with thick ones corners go.
# A tag fills so much of its hull: some are bitten by the round corner of their cell.
BORDERS, SOLID = (0.13, 0.25), 0.72
# So many colours of what is around the board, of so much of it each.
MOST_PAGES, LEAST_PAGE = 4, 0.06
# Colours that may be those of dominoes: so many, of what is not the board.
FACES = 24
# Along the sides of cells, as far within as this in pixels of the straightened board, so many colours are looked for,
# of so much of it each.
BESIDE, MOST_RIMS, LEAST_RIM = 4, 6, 0.02
# Of one sign so many pictures are kept.
MOST_OF_A_SIGN = 6


def learn(
    bgr: Colours,
    puzzle: PipsPuzzle,
    name: str,
    bbox: Sequence[float] | None = None,
    placed: Iterable[Pair] = (),
) -> PipsLook:
    """The look of a picture that shows this puzzle.

    `bgr`: (H, W, 3) uint8. `bbox`: `(x_min, y_min, x_max, y_max)` of the cells in pixels; where it is None the board
    must be one that can be read. `placed`: the cells under each domino that lies on the board. Raises `LookError`.
    """
    top, left = min(r for r, _ in puzzle.cells), min(c for _, c in puzzle.cells)
    tagged = [tuple((r - top, c - left) for r, c in region.cells) for region in puzzle.regions if region.tag]
    plain = [(r - top, c - left) for region in puzzle.regions if not region.tag for r, c in region.cells]
    texts = [region.tag for region in puzzle.regions if region.tag]
    covered = {(r - top, c - left) for pair in placed for r, c in pair}
    if len(texts) < LEAST_TAGS:
        raise LookError("the label has fewer than two tags; take the picture of a board with some.")
    grid = _grid(bgr, puzzle, bbox)
    cells = {cell for cells in tagged for cell in cells} | set(plain)
    rows, columns = 1 + max(r for r, _ in cells), 1 + max(c for _, c in cells)
    pixels = straighten(bgr, grid, rows, columns, around=True)
    bare = [[cell for cell in cells if cell not in covered] for cells in tagged]
    fills = [_fill(pixels, some) for some in bare if some]
    plains = [_fill(pixels, [cell]) for cell in plain if cell not in covered]
    pages = _pages(bgr, pixels, cells, rows, columns)
    known = _distinct(fills)
    free = _distinct(plains)
    bare_cells = [cell for cell in cells if cell not in covered]
    fill_of = {cell: _nearest(_fill(pixels, [cell]), (*known, *free)) for cell in bare_cells}
    own = [_fill(pixels, some) if some else None for some in bare]
    outline, width, place, tags, ink, spots = _tags(bgr, grid, tagged, own, pages)
    free_of = free_of_tags(pixels.shape[:2], {(k, 0): spot for k, spot in enumerate(spots)}, grid)
    tag_of = [
        next(tag for tag, fill in zip(tags, own, strict=True) if fill and _nearest(fill, known) == kind)
        for kind in known
    ]
    face, pip = _domino(bgr, grid, (rows, columns), puzzle, len(covered) // 2)
    look = PipsLook(
        name=check_name(name),
        game="pips",
        outline=outline,
        width=width,
        place=place,
        tags=tuple(tag_of),
        ink=ink,
        fills=known,
        plain=free,
        rims=_rims(pixels, free_of, [[cell for cell in bare_cells if fill_of[cell] == k] for k in (*known, *free)]),
        pages=pages,
        face=face,
        pip=pip,
        bordered=True,
        signs="",
        glyphs=np.zeros((0, SIDE, SIDE), np.uint8),
    )
    look = _calibrated(bgr, grid, look)
    aside = [(a - b) * grid.step for a, b in zip(look.place, place, strict=True)]
    spots = [
        replace(spot, center=(spot.center[0] + aside[0], spot.center[1] + aside[1]), width=look.width * grid.step)
        for spot in spots
    ]
    glyphs = _glyphs(bgr, spots, texts)
    if not glyphs:
        raise LookError("what its tags say could not be made out; take a larger picture.")
    look = replace(
        look,
        signs="".join(SIGNS[sign] for sign, _ in glyphs),
        glyphs=np.array([glyph for _, glyph in glyphs], np.uint8),
    )
    for one in (look, replace(look, bordered=False)):
        draft = read_pips_by(bgr, one)
        if draft is not None and same_board(draft.puzzle, puzzle):
            return one
    raise LookError(
        "what was learnt does not read the picture it was learnt from; check that the label is the picture's, and its "
        "board_bbox, or take the picture of a board on which nothing lies yet."
    )


def _calibrated(bgr: Colours, grid: Grid, look: PipsLook) -> PipsLook:
    """The look with where what has its tags' colours is found in the picture it is learnt from."""
    best: tuple[float, tuple[float, float], float] | None = None
    for family in families_by(look, bgr):
        for lattice in family.grids:
            off = abs(lattice.step / grid.step - 1)
            if off > 0.02:
                continue
            x, y = ((a - b) / grid.step for a, b in ((lattice.x, grid.x), (lattice.y, grid.y)))
            x, y = x - round(x - look.place[0]), y - round(y - look.place[1])
            aside = max(abs(x - look.place[0]), abs(y - look.place[1]))
            if aside < 0.15 and (best is None or aside + off < best[0]):
                best = aside + off, (x, y), usual_width(family.diamonds) / grid.step
    if best is None:
        raise LookError("its tags do not differ enough from what is around them to be found by their colours.")
    return replace(look, place=best[1], width=best[2])


def same_board(one: PipsPuzzle, other: PipsPuzzle) -> bool:
    """Whether two puzzles are one: wherever their cells are counted from, and in whatever order all is given."""
    return bool(_parts(one) == _parts(other))


def _parts(puzzle: PipsPuzzle) -> Any:
    top, left = min(r for r, _ in puzzle.cells), min(c for _, c in puzzle.cells)
    regions: set[tuple[str, frozenset[Cell]]] = set()
    free: set[Cell] = set()
    for region in puzzle.regions:
        moved = frozenset((r - top, c - left) for r, c in region.cells)
        if region.tag:
            regions.add((region.tag, moved))
        else:
            free |= moved
    return Counter(tuple(sorted(domino)) for domino in puzzle.dominoes), regions, free


def _grid(bgr: Colours, puzzle: PipsPuzzle, bbox: Sequence[float] | None) -> Grid:
    """Where the cells are, the upper left one of the rectangle around them being the first."""
    rows = 1 + max(r for r, _ in puzzle.cells) - min(r for r, _ in puzzle.cells)
    columns = 1 + max(c for _, c in puzzle.cells) - min(c for _, c in puzzle.cells)
    if bbox is not None:
        x0, y0, x1, y1 = bbox
        across, down = (x1 - x0) / columns, (y1 - y0) / rows
        if min(across, down) < 12 or abs(across - down) > 0.06 * max(across, down):
            raise LookError(
                f"board_bbox {list(bbox)} of the label is not that of {columns} by {rows} square cells, from the first "
                "to the last of each."
            )
        return Grid(x0, y0, (across + down) / 2)
    for draft in _drafts(bgr):
        if same_board(draft.puzzle, puzzle):
            return Grid(*draft.origin, draft.step)
    raise LookError("where the board is was not found; add its board_bbox to the label.")


def _drafts(bgr: Colours) -> Iterable[PipsDraft]:
    """What is read without any look."""
    ways: tuple[Callable[[], PipsDraft | None], ...] = (
        lambda: read_pips(bgr, find_diamonds(bgr)),
        lambda: second_opinion(bgr),
    )
    for way in ways:
        try:
            draft = way()
        except UnreadableError:
            continue
        if draft is not None:
            yield draft


# --- colours ----------------------------------------------------------------------------------------------------------


def _fill(pixels: Colours, cells: Sequence[Cell]) -> Colour:
    """The colour of some bare cells of a straightened board."""
    n = UNIT
    parts = [pixels[(r + 1) * n + 9 : (r + 2) * n - 9, (c + 1) * n + 9 : (c + 2) * n - 9] for r, c in cells]
    return _colour(np.concatenate([part.reshape(-1, 3) for part in parts]))


def _nearest(colour: Colour, others: Sequence[Colour]) -> Colour:
    return min(others, key=lambda other: max(abs(a - b) for a, b in zip(colour, other, strict=True)))


def _rims(pixels: Colours, free: Mask, kinds: list[list[Cell]]) -> tuple[tuple[Colour, ...], ...]:
    """Of some kinds of cells, the colours along their sides that only they have."""
    n = UNIT
    rim = np.ones((n, n), np.bool_)
    rim[BESIDE:-BESIDE, BESIDE:-BESIDE] = False
    found = []
    for cells in kinds:
        parts = []
        for r, c in cells:
            where = slice((r + 1) * n, (r + 2) * n), slice((c + 1) * n, (c + 2) * n)
            parts.append(pixels[where][rim & free[where]])
        found.append(_commonest(np.concatenate(parts), MOST_RIMS, LEAST_RIM) if parts else ())

    def apart(one: Colour, others: Iterable[Colour]) -> bool:
        return all(max(abs(a - b) for a, b in zip(one, other, strict=True)) > 2 * OF_RIM for other in others)

    return tuple(
        tuple(one for one in mine if all(apart(one, theirs) for k, theirs in enumerate(found) if k != kind))
        for kind, mine in enumerate(found)
    )


def _colour(pixels: Any) -> Colour:
    blue, green, red = (round(float(value)) for value in median(pixels, axis=0))
    return blue, green, red


def _pages(bgr: Colours, pixels: Colours, cells: set[Cell], rows: int, columns: int) -> tuple[Colour, ...]:
    """The commonest colours of places beside the cells, and of the picture's rim where there are none."""
    n = UNIT
    parts = [
        pixels[(r + 1) * n + 12 : (r + 2) * n - 12, (c + 1) * n + 12 : (c + 2) * n - 12].reshape(-1, 3)
        for r in range(-1, rows + 1)
        for c in range(-1, columns + 1)
        if not any((r + dr, c + dc) in cells for dr in (-1, 0, 1) for dc in (-1, 0, 1))
    ]
    rim = np.concatenate([bgr[0, ::4], bgr[-1, ::4], bgr[::4, 0], bgr[::4, -1]])
    return _commonest(np.concatenate(parts) if parts else rim, MOST_PAGES, LEAST_PAGE)


def _commonest(pixels: Colours, most: int, least: float = 0.0) -> tuple[Colour, ...]:
    """The colours that most of some pixels (N, 3) have, the commonest first; each of at least this part of them."""
    keys = (pixels // 8).astype(np.int64) @ np.array((1, 64, 4096))
    kinds, counts = np.unique(keys, return_counts=True)
    found: list[Colour] = []
    for kind in kinds[np.argsort(-counts, kind="stable")]:
        some = pixels[keys == kind]
        colour = _colour(some)
        if all(max(abs(a - b) for a, b in zip(colour, other, strict=True)) > NEAR for other in found):
            near = float((off_colour(pixels[None], colour) <= NEAR).mean())
            if near < least and found:
                break
            found.append(colour)
        if len(found) == most:
            break
    return tuple(found)


def _distinct(colours: Iterable[Colour]) -> tuple[Colour, ...]:
    """Those that differ by more than pictures of one colour do."""
    found: list[Colour] = []
    for colour in colours:
        if all(max(abs(a - b) for a, b in zip(colour, other, strict=True)) > 3 for other in found):
            found.append(colour)
    return tuple(found)


# --- tags -------------------------------------------------------------------------------------------------------------

FINE = 48
"""Pixels per cell in which tags are laid over one another."""

_Tags = tuple[tuple[tuple[float, float], ...], float, tuple[float, float], list[Colour], Colour, list[TagSpot]]


def _tags(
    bgr: Colours,
    grid: Grid,
    regions: list[tuple[Cell, ...]],
    fills: Sequence[Colour | None],
    pages: Sequence[Colour],
) -> _Tags:
    """Outline, width and place of the tags, their colours, what is written on them, and where they are, by region.

    `fills`: the colours of the regions' cells, where they are known. Raises `LookError`.
    """
    best: tuple[float, Any, list[Cell], tuple[int, int]] | None = None
    mine = [[*pages, *([fill] if fill else [])] for fill in fills]
    every = [[*pages, *(fill for fill in fills if fill)]] * len(fills)
    for choose, corner in ((max, (1, 1)), (min, (0, 0))):
        for key in (None, lambda cell: cell[::-1]):
            owners = [choose(cells, key=key) for cells in regions]
            for others in (every, mine):
                found = _silhouette(bgr, grid, owners, corner, others)
                if found is not None and (best is None or found[0] > best[0] + 0.02):
                    best = found[0], found[1], owners, corner
    if best is None:
        raise LookError(
            "no tags were found where the label has regions; check that the label is the picture's, and its board_bbox."
        )
    _, hull, owners, corner = best
    points = hull / FINE - AROUND
    low, high = points.min(axis=0), points.max(axis=0)
    width = float(high[0] - low[0])
    middle = (low + high) / 2
    outline = tuple((float(x), float(y)) for x, y in (points - middle) / width)
    place = float(corner[0] + middle[0]), float(corner[1] + middle[1])
    half = np.array(outline)
    # Text is in the middle, a rim at the outline; between the two there is nothing but the tag's colour.
    between = np.concatenate([half * 0.72, half * 0.8])
    colours, inks, spots = [], [], []
    for r, c in owners:
        x, y = grid.x + (c + place[0]) * grid.step, grid.y + (r + place[1]) * grid.step
        colour = _colour(_at(bgr, between * width * grid.step + np.array((x, y))))
        text = _at(bgr, TEXT * width * grid.step + np.array((x, y))).astype(np.float32)
        far = widest(text - np.array(colour, np.float32))
        inks.append(median(text[far >= percentile(far, 88)], axis=0))
        colours.append(colour)
        spots.append((x, y, colour))
    ink = _colour(np.array(inks))
    shape = tag_shape(half)
    return (
        outline,
        width,
        place,
        colours,
        ink,
        [
            TagSpot((x, y), width * grid.step, (float(colour[0]), float(colour[1]), float(colour[2])), shape)
            for x, y, colour in spots
        ],
    )


def _at(bgr: Colours, places: NDArray[np.float64]) -> Colours:
    x = np.clip(np.rint(places[:, 0]), 0, bgr.shape[1] - 1).astype(np.intp)
    y = np.clip(np.rint(places[:, 1]), 0, bgr.shape[0] - 1).astype(np.intp)
    return np.asarray(bgr[y, x], np.uint8)


def _silhouette(
    bgr: Colours, grid: Grid, owners: Sequence[Cell], corner: tuple[int, int], others: Sequence[Sequence[Colour]]
) -> tuple[float, NDArray[np.float64]] | None:
    """What most pictures of the corners of some cells have there that is neither cell nor page, if it may be a tag: how
    many of them have it, and its convex outline (N, 2) in pixels, `FINE` to a cell; None where there is none."""
    side = round(2 * AROUND * FINE)
    total = np.zeros((side, side), np.float32)
    scale = grid.step / FINE
    for (r, c), around in zip(owners, others, strict=True):
        x = grid.x + (c + corner[0] - AROUND) * grid.step
        y = grid.y + (r + corner[1] - AROUND) * grid.step
        matrix = np.array([[scale, 0, x + 0.5 * scale - 0.5], [0, scale, y + 0.5 * scale - 0.5]])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        patch = np.asarray(
            cv2.warpAffine(bgr, matrix, (side, side), flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8
        )
        nearest: Any = np.full((side, side), 255, np.uint8)
        for other in around:
            nearest = cv2.min(nearest, off_colour(patch, other))
        total += nearest > OFF
    share = np.asarray(total / len(owners), np.float32)
    mask = (share > MOSTLY).astype(np.uint8)
    contours = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]
    filled = np.zeros_like(mask)
    cv2.drawContours(filled, contours, -1, 1, cv2.FILLED)
    for border in BORDERS:
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (round(border * FINE) | 1,) * 2)
        best = _tag_in(np.asarray(cv2.morphologyEx(filled, cv2.MORPH_OPEN, kernel), np.uint8), share)
        if best is not None:
            return best
    return None


def _tag_in(mask: NDArray[np.uint8], share: Floats) -> tuple[float, NDArray[np.float64]] | None:
    """Of the things in a mask (0 and 1) that may be a tag the surest, see `_silhouette`."""
    best: tuple[float, NDArray[np.float64]] | None = None
    for contour in cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]:
        x, y, w, h = cv2.boundingRect(contour)
        if min(w, h) < LEAST_WIDTH * FINE or min(x, y) <= 0 or max(x + w, y + h) >= len(mask):
            continue
        hull = cv2.convexHull(contour)
        if cv2.contourArea(contour) < SOLID * cv2.contourArea(hull):
            continue
        inside = np.zeros_like(mask)
        cv2.drawContours(inside, [contour], 0, 1, cv2.FILLED)
        sure = float(share[inside > 0].mean())
        if best is None or sure > best[0]:
            best = sure, hull[:, 0].astype(np.float64) + 0.5
    return best


def _glyphs(bgr: Colours, spots: list[TagSpot], texts: list[str]) -> list[tuple[int, NDArray[np.uint8]]]:
    """How signs are drawn on the tags, at most so many of each."""
    found: list[tuple[int, NDArray[np.uint8]]] = []
    kept: Counter[int] = Counter()
    for spot, text in zip(spots, texts, strict=True):
        for sign, glyph in signs_on(bgr, spot, text):
            if kept[sign] < MOST_OF_A_SIGN and glyph.any():
                kept[sign] += 1
                found.append((sign, glyph))
    return sorted(found, key=lambda item: item[0])


# --- dominoes ---------------------------------------------------------------------------------------------------------


def _domino(
    bgr: Colours, grid: Grid, size: tuple[int, int], puzzle: PipsPuzzle, on_board: int
) -> tuple[Colour, Colour]:
    """The colours of dominoes and of pips, by the tray: as many tiles as the label has, with its pips."""
    height, width = bgr.shape[:2]
    wanted = len(puzzle.dominoes) - on_board
    beyond = bgr[::2, ::2].copy()
    y0, x0 = (max(0, round(v)) for v in (grid.y / 2, grid.x / 2))
    y1, x1 = round((grid.y + size[0] * grid.step) / 2), round((grid.x + size[1] * grid.step) / 2)
    mask = np.ones(beyond.shape[:2], np.bool_)
    mask[y0:y1, x0:x1] = False
    values = Counter(tuple(sorted(domino)) for domino in puzzle.dominoes)
    for face in _commonest(beyond[mask], FACES):
        off = off_colour(bgr, face)
        like = np.where(off <= NEAR, np.uint8(255), np.uint8(0))
        boxes = find_tiles(np.asarray(cv2.merge([like, like, like]), np.uint8), (0, 0, width, height), 255, 0.9, True)
        if len(boxes) != wanted or not boxes:
            continue
        pip = _pip(bgr, boxes, face)
        reach = max(24.0, max(abs(a - b) for a, b in zip(face, pip, strict=True)))
        grey = (255 - np.minimum(off.astype(np.float32) * (255 / reach), 255)).astype(np.uint8)
        white = np.asarray(cv2.merge([grey, grey, grey]), np.uint8)
        halves = [half.value for half in read_halves(cut_halves(white, boxes)[0], halves_beyond(white, boxes))]
        seen = Counter(tuple(sorted(halves[k : k + 2])) for k in range(0, len(halves), 2))
        if not seen - values:
            return face, pip
    raise LookError(
        f"the {wanted} dominoes of the label were not found beside the board; check that the label is the picture's, "
        'and which dominoes lie on the board ("placed").'
    )


def _pip(bgr: Colours, boxes: Sequence[Box], face: Colour) -> Colour:
    """The colour of pips; where they have several, that which is nearest to the dominoes'."""
    best: tuple[float, Colour] = (256.0, (0, 0, 0))
    for x0, y0, x1, y1 in boxes:
        dx, dy = round(0.1 * (x1 - x0)), round(0.1 * (y1 - y0))
        part = bgr[max(0, y0 + dy) : y1 - dy, max(0, x0 + dx) : x1 - dx].reshape(-1, 3)
        off = off_colour(part[None], face)[0]
        far = percentile(off.astype(np.float32), 97)
        if 40 < far < best[0]:
            best = far, _colour(part[off >= 0.9 * far])
    return best[1]
