"""Boards of Pips in looks that nobody knows: cells wherever they lie about their tags, whatever the tags stand beside.

Tags that lie on one lattice tell how large cells are. Where cells begin is told by what runs along them all (fills
that end, borders, gaps, the outlines of dominoes), and where a tag stands in its cell by all tags alike. Then it is
tried which of the cells around its tags each is of: a board is one only if every region has one tag or, all of one
fill, none. What tags say, and which dominoes there are, is not this room's business.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.order import median
from vision.pips_board import Board
from vision.pips_lattice import LEAST_TAGS, Colours, Diamond, Grid, off_colour, usual_width, widest
from vision.pips_regions import Area, Areas
from vision.pips_shape import TagShape
from vision.pips_sides import find_borders
from vision.pips_spots import TagSpot
from vision.pips_straight import UNIT, cells_of, straighten
from vision.pips_tags import read_tags

Cell = tuple[int, int]
Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]

# Cells around those with tags in which more of the board is looked for.
BEYOND = 7
# A bare cell's middle is of one colour if nine tenths of it vary less (0..255).
UNIFORM = 12.0
# Cells whose colours differ by less than this from the page's are no cells; from each other, of one region; by more
# than the last, of two.
PAGE, ONE_FILL, TWO_FILLS = 7.0, 5.0, 8.0
# The page begins this near to the line where a cell ends, in cells.
NEAR_LINE = 0.22
# A tag this near to a corner of its cell, in cells, may be of any of the four around it.
AT_CORNER = 0.3


@dataclass(frozen=True, slots=True, eq=False)
class _Window:
    """A part of a lattice: `first` is its upper left cell, `size` rows and columns; `pixels`: straightened, with a
    margin of one cell; `free`: what no tag covers; `blocks`, `open`: the same cell by cell."""

    grid: Grid
    size: tuple[int, int]
    pixels: Colours
    free: Mask

    @property
    def blocks(self) -> Colours:
        return np.asarray(cells_of(self.pixels, *self.size), np.uint8)

    @property
    def open(self) -> Mask:
        return np.asarray(cells_of(self.free, *self.size), np.bool_)


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """A board and its regions, as one way to look at a picture has them."""

    board: Board
    areas: Areas


def open_boards(bgr: Colours, diamonds: list[Diamond], shape: TagShape, grids: list[Grid]) -> Iterator[Sight]:
    """The boards that some things like tags may be of, the likeliest first."""
    for grid in grids:
        window = _window(bgr, _in_step(bgr, grid, diamonds, shape), diamonds, shape)
        if window is None:
            continue
        found = _cells_and_tags(bgr, window, diamonds, shape)
        if found is not None:
            yield from _sights(bgr, *found)


def _cells_and_tags(
    bgr: Colours, window: _Window, diamonds: list[Diamond], shape: TagShape
) -> tuple[_Window, _Cells, list[_Spot]] | None:
    """The cells on a lattice and its tags; None where there are none. Cells are looked at twice: the second time, all
    tags are known that cover some of them."""
    whole = _Cells.of(window)
    spots = _tags(bgr, window, whole, diamonds, shape) if whole is not None else []
    if not spots:
        return None
    if len(spots) > len(diamonds):
        centres = [one.spot.center for one in spots]
        free = _free(window.free.shape, centres, usual_width(diamonds), shape, window.grid)
        window = _Window(window.grid, window.size, window.pixels, window.free & free)
        whole = _Cells.of(window)
        spots = _tags(bgr, window, whole, diamonds, shape) if whole is not None else []
    cells = whole.at(spots, window.grid) if whole is not None and spots else None
    return (window, cells, spots) if cells is not None else None


# --- where cells begin ----------------------------------------------------------------------------------------------


def _window(bgr: Colours, grid: Grid, diamonds: list[Diamond], shape: TagShape) -> _Window | None:
    """The lattice moved to where cells begin, and what lies there."""
    first = _cut(bgr, grid, diamonds, shape, 2)
    if first is None:
        return None
    best, place = 0.0, (0.0, 0.0)
    for across, down in product(_phases(first, 1), _phases(first, 0)):
        if (plain := _plain(first, diamonds, across, down)) > BETTER * best:
            best, place = plain, (across, down)
    moved = Grid(grid.x + place[0] * grid.step, grid.y + place[1] * grid.step, grid.step)
    return _cut(bgr, moved, diamonds, shape, BEYOND) if best else None


# Steps that are tried where few tags tell it, or such that lie close together: parts of what they tell.
STEPS = (0.99, 0.994, 0.997, 1.0, 1.003, 1.006, 1.01)
MANY_TAGS = 8


def _in_step(bgr: Colours, grid: Grid, diamonds: list[Diamond], shape: TagShape) -> Grid:
    """The lattice, a little wider or narrower where that lays the lines between cells better over one another."""
    if len(diamonds) >= MANY_TAGS:
        return grid
    middle = [float(median([one[k] for one in diamonds])) for k in (0, 1)]
    best, found = 0.0, grid
    for factor in STEPS:
        moved = Grid(
            middle[0] + (grid.x - middle[0]) * factor, middle[1] + (grid.y - middle[1]) * factor, grid.step * factor
        )
        window = _cut(bgr, moved, diamonds, shape, 2)
        if window is None:
            continue
        sharp = 0.0
        for axis in (0, 1):
            folded = _folded(window, axis)
            sharp += float((folded**2).sum() / max(folded.sum(), 1.0) ** 2)
        if sharp > best * (1.0 if factor != 1.0 else 0.97):
            best, found = sharp, moved
    return found


def _plain(window: _Window, diamonds: list[Diamond], across: float, down: float) -> float:
    """How much of the squares around tags is of one colour each, were they moved by so many cells: most where squares
    are cells."""
    n, grid = UNIT, window.grid
    total = 0.0
    asked = set()
    for one in diamonds:
        x, y = (one.x - grid.x) / grid.step - across, (one.y - grid.y) / grid.step - down
        asked |= {(r, c) for r in (round(y) - 1, round(y)) for c in (round(x) - 1, round(x))}
    dx, dy = round(across * n), round(down * n)
    for r, c in asked:
        if not (0 <= r < window.size[0] and 0 <= c < window.size[1]):
            continue
        top, left = (r + 1) * n + dy, (c + 1) * n + dx
        where = slice(top + 6, top + n - 6, 3), slice(left + 6, left + n - 6, 3)
        some = window.pixels[where][window.free[where]].astype(np.float32)
        if len(some) > 8:
            total += float((widest(some - median(some, axis=0)) < UNIFORM).mean()) ** 2
    return total


def _cut(bgr: Colours, grid: Grid, diamonds: list[Diamond], shape: TagShape, beyond: int) -> _Window | None:
    height, width = bgr.shape[:2]
    xs, ys = [one.x for one in diamonds], [one.y for one in diamonds]
    left, right = _range(min(xs), max(xs), grid.x, grid.step, width, beyond)
    top, bottom = _range(min(ys), max(ys), grid.y, grid.step, height, beyond)
    if right <= left or bottom <= top or (right - left) * (bottom - top) > 2000:
        return None
    moved = Grid(grid.x + left * grid.step, grid.y + top * grid.step, grid.step)
    size = bottom - top, right - left
    pixels = straighten(bgr, moved, *size)
    usual = usual_width(diamonds)
    return _Window(moved, size, pixels, _free(pixels.shape[:2], [(d.x, d.y) for d in diamonds], usual, shape, moved))


def _range(least: float, most: float, origin: float, step: float, length: int, beyond: int) -> tuple[int, int]:
    """The cells from `beyond` before the first tag to as many after the last, as far as most of them are there."""
    first = max(int(np.floor((least - origin) / step)) - beyond, int(np.ceil(-origin / step - 0.35)))
    last = min(int(np.ceil((most - origin) / step)) + beyond, int(np.floor((length - origin) / step + 0.35)))
    return first, last


# Around a tag there may be a ring or a shadow, in cells.
RIM = 0.06


def _free(
    shape: tuple[int, ...], places: list[tuple[float, float]], width: float, outline: TagShape, grid: Grid
) -> Mask:
    """What of a straightened picture no tag covers."""
    mask = np.ones(shape, np.uint8)
    half = (width / grid.step / 2 + RIM) * UNIT
    for x, y in places:
        middle = ((x - grid.x) / grid.step * UNIT + UNIT, (y - grid.y) / grid.step * UNIT + UNIT)
        corners = 2 * half * np.array(outline.outline) + middle
        cv2.fillConvexPoly(mask, np.rint(corners).astype(np.int32), 0)
    return np.asarray(mask > 0, np.bool_)


# Colours that differ by less are no edge; those that differ by more are no stronger one.
LEAST_EDGE, MOST_EDGE = 5.0, 40.0
# What runs along cells lies within this of the line between them, in pixels of `UNIT`.
ALONG_LINE = 5
# Two places for the lines are so far apart, in cells; the less likely one must make squares so much plainer.
APART, BETTER = 0.2, 1.08


def _phases(window: _Window, axis: int) -> list[float]:
    """How far the lines between cells lie off the lattice across (`axis` 1) or down (0), in cells, -0.5 to 0.5.

    Edges are summed up along the lines and all lines laid over one another: most of what runs along cells lies close to
    the line between two, and as far on one side of it as on the other. The three likeliest.
    """
    folded = _folded(window, axis)
    around = sum(np.roll(folded, k) for k in range(-ALONG_LINE, ALONG_LINE + 1))
    found: list[float] = []
    order = [int(k) for k in np.argsort(-np.asarray(around))]
    for middle in (order[0], 0, *order):  # tags stand at corners in most looks
        one = _centred(folded, middle)
        if all(abs(one - other - round(one - other)) > APART for other in found):
            found.append(one)
        if len(found) == 3:
            break
    return [off - round(off) for off in found]


def _folded(window: _Window, axis: int) -> NDArray[np.float64]:
    """How strong edges across (`axis` 1) or down are, all cells laid over one another: (UNIT,)."""
    pixels, free = window.pixels.astype(np.int16), window.free
    if axis == 0:
        pixels, free = pixels.swapaxes(0, 1), free.T
    apart = widest(pixels[:, 1:] - pixels[:, :-1]).astype(np.float32)
    apart[apart < LEAST_EDGE] = 0
    apart = np.minimum(apart, MOST_EDGE) * (free[:, 1:] & free[:, :-1])
    # Runs along the line count, specks do not.
    runs = cv2.blur(apart, (1, 9))
    runs[runs < LEAST_EDGE] = 0
    inner = runs[UNIT:-UNIT]
    sums = inner.sum(axis=0)
    return np.asarray(np.pad(sums, (1, 0))[: len(sums) // UNIT * UNIT].reshape(-1, UNIT).sum(axis=0), np.float64)


def _centred(folded: NDArray[np.float64], middle: int) -> float:
    """The place near another from which edges lie as far on one side as on the other, in cells."""
    best, place = -1.0, float(middle)
    root = np.sqrt(folded + 1e-6)
    for twice in range(2 * middle - 8, 2 * middle + 9):
        pairs = [(k, twice - k) for k in range(twice // 2 - ALONG_LINE - 2, twice // 2 + 1)]
        score = sum(
            float(root[a % UNIT] * root[b % UNIT]) * (1 if a == b else 2) * (1 - (b - a) / (2 * ALONG_LINE + 8))
            for a, b in pairs
        )
        if score > best:
            best, place = score, twice / 2
    return place / UNIT


# --- cells -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class _Cells:
    """Which squares of a window are bare cells, and the colours of all squares; the two under each domino; the page's
    colour; `hollow`: pairs of squares that are holes, or blank dominoes of the page's colour; `odd`: squares that have
    another colour than the page at their upper, lower, left, right side."""

    bare: Mask
    colour: Floats
    page: Floats
    pairs: tuple[tuple[Cell, Cell], ...]
    hollow: tuple[tuple[Cell, Cell], ...]
    odd: Mask

    @property
    def there(self) -> Mask:
        found = self.bare.copy()
        for pair in self.pairs:
            for cell in pair:
                found[cell] = True
        return found

    @staticmethod
    def of(window: _Window) -> _Cells | None:
        colour, even = _faces(window, 0.25)
        face, _ = _faces(window, 0.14)
        page = _page(colour, even > EVEN)
        if page is None:
            return None
        pairs, hollow = _pairs(window, face, page)
        under = np.zeros_like(even, np.bool_)
        for pair in pairs:
            for cell in pair:
                under[cell] = True
        bare = (even > EVEN) & (widest(colour - page) > PAGE) & ~under
        if bare.any():  # a pointer, a finger's mark
            known = widest(colour[:, :, None] - colour[bare][None, None]).min(axis=2) < SAME_FILL
            bare |= (even > MOSTLY_EVEN) & known & ~under & (widest(colour - page) > PAGE)
        bare = _ending(window, bare, under, colour, page)
        if not bare.any() and not pairs:
            return None
        odd = _odd(window, page)
        return _Cells(bare, np.where(under[:, :, None], face, colour), page, pairs, hollow, odd)

    def at(self, spots: list[_Spot], grid: Grid) -> _Cells | None:
        """The cells that hang together with some at a tag; None where there are others that nothing explains."""
        there = self.there
        labels = cv2.connectedComponents(there.astype(np.uint8), connectivity=8)[1]
        kept = np.zeros_like(there)
        for one in spots:
            x, y = ((one.spot.center[k] - (grid.x, grid.y)[k]) / grid.step for k in (0, 1))
            for r, c in product(
                {int(np.floor(y + k)) for k in (-0.3, 0, 0.3)}, {int(np.floor(x + k)) for k in (-0.3, 0, 0.3)}
            ):
                if one.sure and 0 <= r < there.shape[0] and 0 <= c < there.shape[1] and there[r, c]:
                    kept |= labels == labels[r, c]
        around = np.pad(kept, 1)
        towards = (around[:-2, 1:-1], around[2:, 1:-1], around[1:-1, :-2], around[1:-1, 2:])
        if any((there & ~kept & self.odd[:, :, side]).any() for side, there in enumerate(towards)):
            return None
        pairs = tuple(pair for pair in self.pairs if kept[pair[0]] or kept[pair[1]])
        return _Cells(self.bare & kept, self.colour, self.page, pairs, self.hollow, self.odd)


# Beyond the board, and a frame around it, the page is seen on so much of what no tag hides, and on so little where
# something lies that nobody knows.
BESIDE, MOST_ELSE = slice(6, 12), 0.5


def _from_side(blocks: NDArray[Any], side: int) -> NDArray[Any]:
    """Squares turned so that their upper, lower, left or right side (0 to 3) is the first row: (R, C, UNIT, UNIT)."""
    turned = blocks.swapaxes(2, 3) if side > 1 else blocks
    return turned[:, :, ::-1] if side % 2 else turned


def _odd(window: _Window, page: Floats) -> Mask:
    """Whether there is something else than the page at the upper, lower, left, right side of squares: (R, C, 4)."""
    rows, columns = window.size
    else_ = cells_of(np.asarray(off_colour(window.pixels, page) > PAGE), rows, columns)
    found = []
    for side in range(4):
        strip, there = (_from_side(picture, side)[:, :, BESIDE, 8:24] for picture in (else_, window.open))
        found.append((strip & there).sum(axis=(2, 3)) > MOST_ELSE * np.maximum(there.sum(axis=(2, 3)), 8))
    return np.stack(found, axis=2)


# So much of a bare cell has its colour; so much where something small lies on it, and its colour is that of another.
EVEN, MOSTLY_EVEN, SAME_FILL = 0.9, 0.72, 3.0


def _faces(window: _Window, inset: float) -> tuple[Floats, NDArray[np.float64]]:
    """The colour most of each square has, but for its rim, and how much of it has it (0 where tags hide it)."""
    rows, columns = window.size
    part = slice(round(inset * UNIT), UNIT - round(inset * UNIT))
    middles = window.blocks[:, :, part, part].reshape(rows, columns, -1, 3).astype(np.float32)
    shown = window.open[:, :, part, part].reshape(rows, columns, -1)
    colour = np.zeros((rows, columns, 3), np.float32)
    even = np.zeros((rows, columns))
    for r in range(rows):
        for c in range(columns):
            some = middles[r, c][shown[r, c]]
            if len(some) >= LEAST_SHOWN:
                colour[r, c] = median(some, axis=0)
                even[r, c] = float((widest(some - colour[r, c]) < UNIFORM).mean())
    return colour, even


LEAST_SHOWN = 24
# What closes a side of a domino is this far (0..255) off its face, on so much of the side (an open one has at most the
# second), within so many pixels of `UNIT` of the line between cells; of a side so many pixels must be free of tags.
OFF_FACE, CLOSED, OPEN = 18.0, 0.85, 0.5
DEPTH, ALONG, LEAST_ALONG = slice(1, 5), slice(9, 23), 4
# Pips take at least this part of a half's middle, and are this far off its face.
LEAST_PIPS, PIP = 0.012, 45.0
# Of the six outer sides of a domino so many must be seen.
LEAST_SIDES = 4
# Faces of the dominoes of one board that are of one colour differ by less.
ONE_FACE = 8.0


def _pairs(
    window: _Window, face: Floats, page: Floats
) -> tuple[tuple[tuple[Cell, Cell], ...], tuple[tuple[Cell, Cell], ...]]:
    """The squares under dominoes, by twos: closed all around, open to each other, with pips on one of them or of the
    colour of dominoes that have some. And those that would be such, had they not the page's colour."""
    rows, columns = window.size
    off = widest(window.blocks.astype(np.float32) - face[:, :, None, None]).astype(np.float32)
    seen = window.open
    part = slice(round(0.17 * UNIT), UNIT - round(0.17 * UNIT))
    clear = cv2.erode(window.free.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
    free = cells_of(np.asarray(clear), rows, columns)[:, :, part, part]
    pips = ((off[:, :, part, part] > PIP) & free).sum(axis=(2, 3)) >= LEAST_PIPS * np.maximum(
        free.sum(axis=(2, 3)), 200
    )
    shares = np.zeros((rows, columns, 4))
    hidden = np.zeros((rows, columns, 4), np.bool_)
    for side in range(4):
        strip = _from_side(off, side)[:, :, DEPTH, ALONG]
        there = _from_side(seen, side)[:, :, DEPTH, ALONG].all(axis=2)
        barred = (strip > OFF_FACE).any(axis=2) & there
        amount = there.sum(axis=2)
        shares[:, :, side] = barred.sum(axis=2) / np.maximum(amount, 1)
        hidden[:, :, side] = amount < LEAST_ALONG
    scored = []
    for r in range(rows):
        for c in range(columns):
            for near, far, other in ((3, 2, (r, c + 1)), (1, 0, (r + 1, c))):
                if other[0] >= rows or other[1] >= columns or not (face[r, c].any() and face[other].any()):
                    continue
                between = (shares[r, c, near], shares[other][far])
                if hidden[r, c, near] or hidden[other][far] or max(between) > OPEN:
                    continue
                outer = [*np.delete(shares[r, c], near), *np.delete(shares[other], far)]
                veiled = [*np.delete(hidden[r, c], near), *np.delete(hidden[other], far)]
                shown = [share for share, veil in zip(outer, veiled, strict=True) if not veil]
                if len(shown) >= LEAST_SIDES and min(shown) >= CLOSED:
                    scored.append((float(np.mean(shown)) - float(np.mean(between)), (r, c), other))
    found: list[tuple[Cell, Cell]] = []
    taken: set[Cell] = set()
    plain = []
    for _, one, other in sorted(scored, key=lambda item: -item[0]):
        if not (pips[one] or pips[other]):
            plain.append((one, other))
        elif not taken & {one, other}:
            taken |= {one, other}
            found.append((one, other))
    faces = np.array([face[cell] for pair in found for cell in pair], np.float32).reshape(-1, 3)
    hollow = []
    for one, other in plain:
        if taken & {one, other}:
            continue
        if all(float(widest(face[cell] - page)) <= PAGE for cell in (one, other)):
            hollow.append((one, other))
        elif len(faces) and all(float(widest(faces - face[cell]).min()) < ONE_FACE for cell in (one, other)):
            taken |= {one, other}
            found.append((one, other))
    return tuple(sorted(found)), tuple(hollow)


def _page(colour: Floats, uniform: Mask) -> Floats | None:
    """The colour around a board: what most of the squares along the rim of a window have, or most of all."""
    rim = np.ones_like(uniform)
    rim[1:-1, 1:-1] = False
    for where in (uniform & rim, uniform):
        found = colour[where]
        if len(found) >= 4:
            near = (widest(found[:, None] - found[None]) < PAGE).sum(axis=1)
            one = found[int(near.argmax())]
            return np.asarray(median(found[widest(found - one) < PAGE], axis=0), np.float32)
    return None


def _ending(window: _Window, bare: Mask, under: Mask, colour: Floats, page: Floats) -> Mask:
    """Those of the bare squares that may be cells: whose colour ends where cells end."""
    fits = np.zeros_like(bare)
    left = bare.copy()
    while left.any():
        start = tuple(int(value) for value in np.argwhere(left)[0])
        group = _of_one_colour(left, colour, (start[0], start[1]))
        left &= ~group
        if _ends_at_lines(window, group, bare | under, page):
            fits |= group
    return fits


def _of_one_colour(left: Mask, colour: Floats, start: Cell) -> Mask:
    """The squares that hang together with one and have its colour."""
    alike = left & (widest(colour - colour[start]) < TWO_FILLS)
    _, labels = cv2.connectedComponents(alike.astype(np.uint8), connectivity=4)
    return np.asarray(labels == labels[start], np.bool_)


def _ends_at_lines(window: _Window, group: Mask, bare: Mask, page: Floats) -> bool:
    """Whether the page begins where the cells of a group end, wherever it is beside them."""
    n = UNIT
    rows, columns = group.shape
    offs = []
    pixels = window.pixels
    for r, c in np.argwhere(group):
        for dr, dc in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            a, b = r + dr, c + dc
            outside = not (0 <= a < rows and 0 <= b < columns)
            if not outside and bare[a, b]:
                continue
            # Strips from the middle of the cell to that of the next, at several places along the side.
            found = []
            for along in (0.3, 0.4, 0.5, 0.6, 0.7):
                y = (r + 1) * n + (n // 2 + dr * np.arange(n) if dr else np.full(n, int(along * n)))
                x = (c + 1) * n + (n // 2 + dc * np.arange(n) if dc else np.full(n, int(along * n)))
                there = window.free[y, x]
                is_page = widest(pixels[y, x].astype(np.float32) - page) <= PAGE
                if not there[n // 4 :].all() or not is_page[-4:].all():
                    continue
                found.append((n - int((~is_page[::-1]).argmax()) - n / 2) / n if not is_page.all() else -0.5)
            if len(found) >= 2:
                offs.append(float(median(found)))
    if not offs:
        return True
    return float(np.mean(np.abs(offs) < NEAR_LINE)) >= 0.8


# --- tags ------------------------------------------------------------------------------------------------------------


# A thing where tags are is one beyond doubt if it says something with this confidence.
SAID = 0.15


@dataclass(frozen=True, slots=True, eq=False)
class _Spot:
    """A tag, or what may be one or else a shadow, a frame, the crossing of lines (not `sure`)."""

    spot: TagSpot
    sure: bool


def _tags(bgr: Colours, window: _Window, cells: _Cells, diamonds: list[Diamond], shape: TagShape) -> list[_Spot]:
    """The tags of a board: those that were seen, and others where tags are that differ from what is around them."""
    grid, width = window.grid, usual_width(diamonds)
    places = np.array([((d.x - grid.x) / grid.step, (d.y - grid.y) / grid.step) for d in diamonds])
    # Where in a cell tags stand: around the circle, since 0.98 and 0.02 are near to each other.
    turn = np.exp(2j * np.pi * places)
    off = np.angle(np.median(turn.real, axis=0) + 1j * np.median(turn.imag, axis=0)) / (2 * np.pi)
    here = np.abs((places - off) - np.rint(places - off)).max(axis=1) < 0.1
    kept = {
        tuple(np.rint(place - off).astype(int)): d for place, d, ok in zip(places, diamonds, here, strict=True) if ok
    }
    spots = [
        TagSpot((d.x, d.y), width, (float(d.colour[0]), float(d.colour[1]), float(d.colour[2])), shape)
        for d in kept.values()
    ]
    taken = np.array(list(kept), np.intp).reshape(-1, 2)
    others = [
        TagSpot(center, width, own, shape) for center, own in _spots(bgr, window, cells, off, width, shape, taken)
    ]
    others = [spot for spot in others if _has_text(bgr, spot)]
    read = [text.confidence > SAID for text in read_tags(bgr, others)] if others else []
    found = [_Spot(spot, True) for spot in spots]
    found += [_Spot(spot, sure) for spot, sure in zip(others, read, strict=True)]
    if sum(one.sure for one in found) >= LEAST_TAGS:
        return sorted(found, key=lambda one: (one.spot.center[1], one.spot.center[0]))
    return []


# On a tag its own colour is on so much of where there is nothing else, and this far (0..255) from what is under it.
LEAST_OWN, OFF_GROUND, OWN = 0.7, 18.0, 26.0
# So many of the places where it has its own colour must be in the picture, and on something of another colour.
LEAST_THERE, LEAST_OFF = 3, 2


def _spots(
    bgr: Colours,
    window: _Window,
    cells: _Cells,
    off: NDArray[np.float64],
    width: float,
    shape: TagShape,
    taken: NDArray[np.intp],
) -> list[tuple[tuple[float, float], tuple[float, float, float]]]:
    """Where, `off` so much in their cells, something is of one colour that is not the one of the cells, or the page,
    under it: the middle and the colour. `taken`: `(column, row)` where tags are known already."""
    rows, columns = window.size
    grid = window.grid
    height, across = bgr.shape[:2]
    row, column = (part.ravel() for part in np.mgrid[-1 : rows + 1, -1 : columns + 1])
    free = np.ones((rows + 2, columns + 2), np.bool_)
    inside = ((taken >= -1) & (taken < (columns + 1, rows + 1))).all(axis=1)
    free[taken[inside, 1] + 1, taken[inside, 0] + 1] = False
    row, column = row[free.ravel()], column[free.ravel()]
    x, y = grid.x + (column + off[0]) * grid.step, grid.y + (row + off[1]) * grid.step
    places = np.array(shape.inside) * width
    px, py = x[:, None] + places[:, 0], y[:, None] + places[:, 1]
    r = np.clip(np.floor((py - grid.y) / grid.step).astype(np.intp) + 1, 0, rows + 1)
    c = np.clip(np.floor((px - grid.x) / grid.step).astype(np.intp) + 1, 0, columns + 1)
    there = np.pad(cells.there, 1)[r, c]
    near = there.any(axis=1)
    x, y, px, py, r, c, there = (part[near] for part in (x, y, px, py, r, c, there))
    ix, iy = np.rint(px).astype(np.intp), np.rint(py).astype(np.intp)
    seen = (ix >= 0) & (ix < across) & (iy >= 0) & (iy < height)
    colours = bgr[np.clip(iy, 0, height - 1), np.clip(ix, 0, across - 1)].astype(np.float32)
    colours = np.where(seen[:, :, None], colours, np.float32(np.nan))
    grounds = np.where(there[:, :, None], np.pad(cells.colour, ((1, 1), (1, 1), (0, 0)))[r, c], cells.page)
    found = []
    for k in np.flatnonzero(seen.sum(axis=1) >= LEAST_THERE):
        some = colours[k][seen[k]]
        own = np.asarray(median(some, axis=0), np.float32)
        same = widest(some - own) < OWN
        if float(same.mean()) < LEAST_OWN:
            continue
        if (same & (widest(grounds[k][seen[k]] - own) > OFF_GROUND)).sum() >= LEAST_OFF:
            found.append(((float(x[k]), float(y[k])), (float(own[0]), float(own[1]), float(own[2]))))
    return found


# Text takes at least this part of the middle of a tag, and is this far off its colour (0..255).
LEAST_TEXT, OFF_TAG = 0.04, 45.0


def _has_text(bgr: Colours, spot: TagSpot) -> bool:
    """Whether anything stands on a tag: else it is a part of a frame, or a shadow."""
    places = _MIDDLE * spot.width + spot.center
    px = np.clip(np.rint(places[:, 0]), 0, bgr.shape[1] - 1).astype(np.intp)
    py = np.clip(np.rint(places[:, 1]), 0, bgr.shape[0] - 1).astype(np.intp)
    off = widest(bgr[py, px].astype(np.float32) - np.array(spot.colour, np.float32))
    return float((off > OFF_TAG).mean()) >= LEAST_TEXT


_MIDDLE = np.array([(x / 40, y / 40) for y in range(-7, 8) for x in range(-9, 10)])


# --- regions ---------------------------------------------------------------------------------------------------------


def _sights(bgr: Colours, window: _Window, cells: _Cells, spots: list[_Spot]) -> Iterator[Sight]:
    """The boards of some cells and tags: for every corner at which tags may stand."""
    grid, there = window.grid, cells.there
    places = np.array(
        [((s.center[0] - grid.x) / grid.step, (s.center[1] - grid.y) / grid.step) for s in (one.spot for one in spots)]
    )
    usual = (places - np.floor(places))[[one.sure for one in spots]]
    off = [float(median(usual[:, k])) if not _wraps(usual[:, k]) else 0.0 for k in (0, 1)]
    ways = []
    for value in off:
        near = min(value, 1 - value) < AT_CORNER
        ways.append((-1, 0) if near else (0,))
    for dy, dx in product(ways[1], ways[0]):
        owners = []
        for x, y in places:
            c = int(np.rint(x)) + dx if len(ways[0]) == 2 else int(np.floor(x))
            r = int(np.rint(y)) + dy if len(ways[1]) == 2 else int(np.floor(y))
            owners.append((r, c))
        if not all(_is_cell(there, cell) or not one.sure for one, cell in zip(spots, owners, strict=True)):
            continue
        tags = {cell: one for one, cell in zip(spots, owners, strict=True) if _is_cell(there, cell)}
        if sum(one.sure for one in tags.values()) < sum(one.sure for one in spots):
            continue
        yield from _parted(
            bgr, window, cells, tags, (dy if len(ways[1]) == 2 else None, dx if len(ways[0]) == 2 else None)
        )


def _wraps(values: NDArray[np.float64]) -> bool:
    """Whether parts of cells lie about 0 and 1 alike."""
    return bool(np.mean(np.minimum(values, 1 - values) < 0.25) > 0.6)


def _is_cell(there: Mask, cell: Cell) -> bool:
    rows, columns = there.shape
    return 0 <= cell[0] < rows and 0 <= cell[1] < columns and bool(there[cell])


def _parted(
    bgr: Colours,
    window: _Window,
    cells: _Cells,
    spots: dict[Cell, _Spot],
    side: tuple[int | None, int | None],
) -> Iterator[Sight]:
    """The regions of cells, without borders drawn between cells of one fill and with them."""
    fills = {(int(r), int(c)): cells.colour[r, c] for r, c in np.argwhere(cells.bare)}
    tags = {cell: one.spot for cell, one in spots.items() if one.sure}
    unsure = frozenset(cell for cell, one in spots.items() if not one.sure)
    some = next(iter(tags.values()))
    centres = [one.spot.center for one in spots.values()]
    free = _free(window.pixels.shape[:2], centres, some.width, some.shape, window.grid)
    apart = [float(np.abs(fills[cell] - np.array(tag.colour)).max()) for cell, tag in tags.items() if cell in fills]
    contrast = float(median(apart)) if apart else 100.0
    kinds = _kinds(bgr, window, cells, fills, free)
    if kinds is None:
        return
    drawn = find_borders(window.pixels, fills, contrast, free)
    for borders in dict.fromkeys((frozenset[tuple[Cell, Cell]](), drawn)):
        areas = _areas(kinds, fills, cells.colour, borders, tags, unsure, side)
        if areas is None:
            continue
        bare = _without_tags(window, areas, fills, tags, side, cells.page)
        if bare is None:
            continue
        areas = Areas(areas.areas, (*areas.doubts, *bare))
        board = Board(
            window.grid, *window.size, cells.page, fills, cells.pairs, borders, tags, (), free, window.pixels, contrast
        )
        yield Sight(board, areas)


# Places just inside a cell where its fill or border looks out from under a domino: how far in, and along a side.
OUTSIDE = (0.008, 0.02, 0.032)
DEEPER = (0.045, 0.06, 0.075)
ALONG_SIDE = np.linspace(0.12, 0.88, 24)
# Of these so many must have the fill of one kind, and so many times as many as of the next.
LEAST_FILL, MANY_TIMES, LEAST_RIM = 0.025, 2.5, 0.08
# A pixel is of a fill if it is nearer than this (0..255).
NEAR_FILL = 12.0
# Faces of tinted halves are of one tint if they differ by less; a board is tinted if they differ by more.
ONE_TINT = 7.0


def _kinds(
    bgr: Colours, window: _Window, cells: _Cells, fills: dict[Cell, Floats], free: Mask
) -> dict[Cell, int] | None:
    """Which kind of fill each cell has: bare cells their own, those under dominoes the one that looks out around them,
    or else the one their tint goes with. None where that does not show."""
    kinds: dict[Cell, int] = {}
    known: list[Floats] = []
    for cell, fill in fills.items():
        near = [float(np.abs(fill - other).max()) for other in known]
        if near and min(near) <= ONE_FILL:
            kinds[cell] = int(np.argmin(near))
        else:
            kinds[cell] = len(known)
            known.append(fill)
    if not cells.pairs:
        return kinds
    under = [cell for pair in cells.pairs for cell in pair]
    tints: list[list[Cell]] = []
    for cell in under:
        for tint in tints:
            if float(np.abs(cells.colour[tint[0]] - cells.colour[cell]).max()) < ONE_TINT:
                tint.append(cell)
                break
        else:
            tints.append([cell])
    groups = tints if len(tints) > 1 else [[cell] for cell in under]
    votes, rims = _looking_out(bgr, window, cells, under, known, free)
    new: list[Floats] = []
    for group in groups:
        share = np.mean([votes[cell] for cell in group], axis=0) if known else np.zeros(1)
        order = np.argsort(share)[::-1]
        second = float(share[order[1]]) if len(order) > 1 else 0.0
        if known and share[order[0]] >= LEAST_FILL and share[order[0]] >= MANY_TIMES * second:
            kind = int(order[0])
        elif len(tints) > 1:
            kind = len(known) + len(new)
            new.append(cells.colour[group[0]])
        else:
            rim = rims[group[0]]
            if rim is None:
                return None
            near = [float(np.abs(rim - other).max()) for other in new]
            if near and min(near) <= NEAR_FILL:
                kind = len(known) + int(np.argmin(near))
            else:
                kind = len(known) + len(new)
                new.append(rim)
        kinds |= dict.fromkeys(group, kind)
    return kinds


def _looking_out(
    bgr: Colours, window: _Window, cells: _Cells, under: list[Cell], known: list[Floats], free: Mask
) -> tuple[dict[Cell, Floats], dict[Cell, Floats | None]]:
    """For each cell under a domino, how much of what looks out around that has each known fill, (K,); and the colour
    most of it has that is neither the page's, nor the domino's."""
    grid = window.grid
    partner = {cell: other for pair in cells.pairs for cell, other in (pair, pair[::-1])}
    votes: dict[Cell, Floats] = {}
    rims: dict[Cell, Floats | None] = {}
    fills = np.array(known, np.float32).reshape(-1, 3)
    for r, c in under:
        points, outer = [], []
        for dr, dc in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            if partner[r, c] == (r + dr, c + dc):
                continue
            for depth in (*OUTSIDE, *DEEPER):
                across = np.full(len(ALONG_SIDE), depth if (dr or dc) < 0 else 1 - depth)
                outer.append(np.full(len(ALONG_SIDE), depth <= OUTSIDE[-1]))
                points.append(np.stack((ALONG_SIDE, across) if dr else (across, ALONG_SIDE), axis=1))
        places = np.concatenate(points) + np.array((c, r))
        shown = free[((places[:, 1] + 1) * UNIT).astype(np.intp), ((places[:, 0] + 1) * UNIT).astype(np.intp)]
        x = np.clip(np.rint(grid.x + places[shown, 0] * grid.step), 0, bgr.shape[1] - 1).astype(np.intp)
        y = np.clip(np.rint(grid.y + places[shown, 1] * grid.step), 0, bgr.shape[0] - 1).astype(np.intp)
        pixels = bgr[y, x].astype(np.float32)
        own = (widest(pixels - cells.page) <= PAGE) | (widest(pixels - cells.colour[r, c]) <= ONE_FACE)
        if len(fills):
            apart = widest(pixels[:, None] - fills[None])
            nearest = apart.argmin(axis=1)
            good = (apart.min(axis=1) < NEAR_FILL) & ~own
            votes[r, c] = np.array(
                [float((good & (nearest == k)).mean()) if len(pixels) else 0.0 for k in range(len(fills))], np.float32
            )
        rest = pixels[~own & np.concatenate(outer)[shown]]
        rims[r, c] = None
        if len(rest) >= 8:
            near = (widest(rest[:, None] - rest[None]) < NEAR_FILL).sum(axis=1)
            one = rest[int(near.argmax())]
            if near.max() >= LEAST_RIM * len(pixels):
                rims[r, c] = np.asarray(median(rest[widest(rest - one) < NEAR_FILL], axis=0), np.float32)
    return votes, rims


def _areas(
    kinds: dict[Cell, int],
    fills: dict[Cell, Floats],
    colour: Floats,
    borders: frozenset[tuple[Cell, Cell]],
    tags: dict[Cell, TagSpot],
    unsure: frozenset[Cell],
    side: tuple[int | None, int | None],
) -> Areas | None:
    """Cells joined to regions; None where a region has two tags, or cells without one are not of one kind, or have what
    may be one (`unsure`)."""
    doubts: list[str] = []
    group = {cell: cell for cell in kinds}

    def first(cell: Cell) -> Cell:
        while group[cell] != cell:
            cell = group[cell]
        return cell

    for r, c in kinds:
        for other in ((r, c + 1), (r + 1, c)):
            if other not in kinds or ((r, c), other) in borders:
                continue
            if (r, c) in fills and other in fills:
                apart = float(np.abs(fills[r, c] - fills[other]).max())
                if apart > TWO_FILLS:
                    continue
                if apart > ONE_FILL:
                    doubts.append("whether neighbouring cells of much the same colour are of one region")
            elif kinds[r, c] != kinds[other]:
                continue
            a, b = sorted((first((r, c)), first(other)))
            group[b] = a
    parts: dict[Cell, list[Cell]] = {}
    for cell in sorted(kinds):
        parts.setdefault(first(cell), []).append(cell)
    areas = []
    with_tag: set[int] = set()
    plain: set[int] = set()
    for members in parts.values():
        tagged = [cell for cell in members if cell in tags]
        if len(tagged) > 1 or (not tagged and unsure & set(members)):
            return None
        if tagged and not _is_at_end(tagged[0], members, side):
            return None
        (with_tag if tagged else plain).update(kinds[cell] for cell in members)
        some = [fills[cell] for cell in members if cell in fills] or [colour[cell] for cell in members]
        blue, green, red = (round(float(value)) for value in median(some, axis=0))
        areas.append(Area(tuple(members), tagged[0] if tagged else None, (blue, green, red), bool(tagged)))
    if len(plain) > 1 or plain & with_tag:
        return None
    return Areas(tuple(sorted(areas, key=lambda area: area.cells[0])), tuple(dict.fromkeys(doubts)))


# Where a tag would be, cells and the page beside them are off their colour (0..255) on at most so much; lines, frames
# along cells do not reach farther than this, in cells, and where less than so many pixels lie farther off, nothing is
# to be told.
OFF_BARE, MOST_OFF, LINES, LEAST_INNER = 16.0, 0.08, 0.13, 12


def _without_tags(
    window: _Window,
    areas: Areas,
    fills: dict[Cell, Floats],
    tags: dict[Cell, TagSpot],
    side: tuple[int | None, int | None],
    page: Floats,
) -> list[str] | None:
    """What is doubtful of the regions without tags; None where something lies where their tag would be.

    A tag that is hidden is hidden by something: where there is nothing but fills and the page, there is none.
    """
    grid, n = window.grid, UNIT
    places = [
        ((spot.center[0] - grid.x) / grid.step - c, (spot.center[1] - grid.y) / grid.step - r)
        for (r, c), spot in tags.items()
    ]
    x, y = median(places, axis=0)
    under = {cell for area in areas.areas for cell in area.cells if cell not in fills}
    some = next(iter(tags.values()))
    doubts = []
    for area in areas.areas:
        if area.tag is not None:
            continue
        for r, c in area.cells:
            if not _is_at_end((r, c), list(area.cells), side):
                continue
            place = (grid.x + (c + x) * grid.step, grid.y + (r + y) * grid.step)
            tag = ~_free(window.free.shape, [place], some.width, some.shape, grid) & window.free
            looked = 0
            for a, b in product((r - 1, r, r + 1), (c - 1, c, c + 1)):
                if not (-1 <= a <= window.size[0] and -1 <= b <= window.size[1]):
                    continue
                inner = np.zeros_like(tag)
                edge = round(LINES * n)
                inner[(a + 1) * n + edge : (a + 2) * n - edge, (b + 1) * n + edge : (b + 2) * n - edge] = True
                inner &= tag
                ground = fills.get((a, b), None if (a, b) in under else page)
                if ground is None or int(inner.sum()) < LEAST_INNER:
                    continue
                looked += int(inner.sum())
                if float((widest(window.pixels[inner].astype(np.float32) - ground) > OFF_BARE).mean()) > MOST_OFF:
                    return None
            if not looked:
                doubts.append("whether a region without a tag has none or it is hidden")
    return list(dict.fromkeys(doubts))


def _is_at_end(cell: Cell, members: list[Cell], side: tuple[int | None, int | None]) -> bool:
    """Whether a tag at a corner of its cell is at that end of its region, row by row or column by column."""
    down, across = side
    if down is None and across is None:
        return True
    v = 1 if down == -1 else -1
    h = 1 if across == -1 else -1
    if down is None:
        v = 1
    by_row = max(members, key=lambda one: (v * one[0], h * one[1]))
    by_column = max(members, key=lambda one: (h * one[1], v * one[0]))
    return cell in (by_row, by_column)
