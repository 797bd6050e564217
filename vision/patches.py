"""The board cut out of the image, straightened to one size, and cut into the patches of its cells and of its edges.

Everything behind this room works on patches of fixed size, whatever the image's. What they show is not decided here.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lattice import Lattice

Colours = NDArray[np.uint8]
Floats = NDArray[np.float32]

# Pixels per cell of the straightened board: the smallest real markers are 0.12 of a cell, 8 px then.
UNIT = 64
# Pixels per cell for a first look at the edges.
EDGE_UNIT = 32
# Pixels per cell for the symbols, which are 0.4 of a cell and more.
CELL_UNIT = 16
# Cells whose middle colours (0..255) differ by at most this have one ground.
SAME_TONE = 8.0
# By how much large symbols are blurred, in pixels of a cell of `CELL_UNIT`.
SOFTER = 1.0


class CellPatches(NamedTuple):
    """The middles of all cells, row by row.

    `at`: (P,) which pixels of a cell they have; `ground`: (N, 3) float32, the colour around each symbol. `both`:
    (N, 2, 3, P) float32, first `relief` (N, 3, P), colours less ground: what stands on the cell; then `colours`
    (N, 3, P), blue, green and red of those pixels.
    """

    both: Floats
    ground: Floats
    at: NDArray[np.intp]

    @property
    def relief(self) -> Floats:
        return self.both[:, 0]

    @property
    def colours(self) -> Floats:
        return self.both[:, 1]

    def offsets(self) -> tuple[Floats, Floats]:
        """Where the pixels lie: `(x, y)` from the middle, in cells, (P,) each."""
        return (
            ((self.at % CELL_UNIT + 0.5) / CELL_UNIT - 0.5).astype(np.float32),
            ((self.at // CELL_UNIT + 0.5) / CELL_UNIT - 0.5).astype(np.float32),
        )


class EdgePatches(NamedTuple):
    """The places of all possible markers: first between horizontal neighbours, row by row, then between vertical ones.

    `upright`: how many of the N edges are of the first kind. `relief`: (N,) float32, how much stands there that is no
    line, 0..255. `standing`: (S,) the indices where that is enough for a marker. `inks`: (V, S, 2 REACH, 2 REACH)
    uint8 of those, how far a pixel is from the ground at the marker's place, in `V` ways: with the ground of
    the whole window or of its middle, which is another one where the marker stands on a disc, each with the line taken
    out (a marker drawn over its line) and with it left in (a marker on a disc, whose ink may have the line's colour).
    `windows`: (3, S, 2 REACH, 2 REACH) uint8, blue, green and red of the board there. `off_line`: (S, 2 REACH, 2
    REACH) uint8, how far its pixels are from the line.
    """

    upright: int
    standing: NDArray[np.intp]
    inks: NDArray[np.uint8]
    relief: Floats
    windows: Colours
    off_line: NDArray[np.uint8]

    def close_inks(self, places: list[int], radius: float) -> Colours:
        """Ink of K standing edges, by number, within a circle around their middles, by the ground in that circle.

        For markers on small plates: the circle leaves the plate's rim outside. (K, 2 REACH, 2 REACH) uint8.
        """
        inside = circle(2 * REACH, radius)
        pixels = self.windows[:, places][..., inside]
        ground = middle_of(pixels)
        inks = np.zeros((len(places), 2 * REACH, 2 * REACH), np.uint8)
        inks[:, inside] = np.minimum(colour_distance(pixels, ground[..., None]), self.off_line[places][:, inside])
        return inks


class Likely(NamedTuple):
    """Which edges may carry a marker: `edges`, (N,) bool; where no more than `few` stand out, all of those may."""

    edges: NDArray[np.bool_]
    few: int


@cache
def circle(side: int, radius: float) -> NDArray[np.bool_]:
    """Which pixels of a square lie within a circle around its middle: (side, side) bool."""
    offset = np.arange(side) - (side - 1) / 2
    return np.asarray(np.hypot(offset[:, None], offset) <= radius, np.bool_)


def straighten(bgr: Colours, lattice: Lattice) -> Colours:
    """The board with `UNIT` pixels per cell: (rows * UNIT, columns * UNIT, 3) uint8."""
    across = _stretch(lattice.x, lattice.step_x, lattice.columns, bgr.shape[1])
    down = _stretch(lattice.y, lattice.step_y, lattice.rows, bgr.shape[0])
    region = bgr[down.first : down.last, across.first : across.last]
    # Halving is many times faster than averaging by other factors; what is left is a change of scale by less than two.
    factor = 1
    while min(lattice.step_x, lattice.step_y) >= 2 * factor * UNIT and min(region.shape[:2]) > 1:
        factor *= 2
        size = region.shape[1] // 2, region.shape[0] // 2
        whole = region[: 2 * size[1], : 2 * size[0]]
        region = np.asarray(cv2.resize(whole, size, interpolation=cv2.INTER_AREA), np.uint8)
    size = (
        max(1, round(region.shape[1] * factor * UNIT / lattice.step_x)),
        max(1, round(region.shape[0] * factor * UNIT / lattice.step_y)),
    )
    board = np.asarray(cv2.resize(region, size, interpolation=cv2.INTER_LINEAR), np.uint8)
    height, width = lattice.rows * UNIT, lattice.columns * UNIT
    after_x = max(0, width - board.shape[1] + across.skip)
    after_y = max(0, height - board.shape[0] + down.skip)
    if min(across.skip, down.skip) < 0 or max(after_x, after_y) > 0:
        # Cells cut by the border of the image go on as they end.
        before = max(0, -down.skip), after_y, max(0, -across.skip), after_x
        board = np.asarray(cv2.copyMakeBorder(board, *before, cv2.BORDER_REPLICATE), np.uint8)
    top, left = max(0, down.skip), max(0, across.skip)
    return board[top : top + height, left : left + width]


class _Stretch(NamedTuple):
    """Pixels `first` to `last` of the image along one axis, and how many of them, at `UNIT`, come before the board."""

    first: int
    last: int
    skip: int


def _stretch(origin: float, step: float, cells: int, length: int) -> _Stretch:
    # A lattice line at x lies in the middle of pixel x, so the board begins at x + 0.5 counted in pixels.
    begin, end = origin + 0.5, origin + 0.5 + step * cells
    first, last = max(0, int(begin)), min(length, int(np.ceil(end)) + 1)
    return _Stretch(first, max(last, first + 1), round((begin - first) * UNIT / step))


def _off_centre() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Distance of each pixel of a cell from its middle, and from the middle of its nearest side, in cells."""
    offset = (np.arange(CELL_UNIT) + 0.5) / CELL_UNIT - 0.5
    to_side = np.hypot(np.abs(offset)[:, None] - 0.5, offset[None, :])
    return np.hypot(offset[:, None], offset), np.minimum(to_side, to_side.T)


def _beside_symbol() -> NDArray[np.bool_]:
    """Where the ground shows: a ring around the symbol, within round cells too, without what markers on discs cover."""
    middle, side = _off_centre()
    return np.asarray((middle > 0.29) & (middle < 0.4) & (side > 0.2), np.bool_)


def _middle() -> NDArray[np.bool_]:
    """Where the symbol shows, without what markers in discs, up to 0.25 of a cell from an edge, cover."""
    middle, side = _off_centre()
    return np.asarray((middle < 0.38) & (side > 0.25), np.bool_)


def _inside() -> NDArray[np.bool_]:
    """Where symbols as large as their cell show, without lines, gaps and the markers on them."""
    middle, side = _off_centre()
    return np.asarray((middle < 0.46) & (side > 0.16), np.bool_)


def _corners() -> NDArray[np.bool_]:
    """Where the ground shows around symbols as large as their cells, beside the lines."""
    offset = np.abs((np.arange(CELL_UNIT) + 0.5) / CELL_UNIT - 0.5)
    between = (offset > 0.33) & (offset < 0.42)
    return np.asarray(between[:, None] & between, np.bool_)


_CORNERS = np.flatnonzero(_corners().ravel())
_INSIDE = np.flatnonzero(_inside().ravel())
_AROUND = np.flatnonzero(_beside_symbol().ravel())
_MIDDLE = np.flatnonzero(_middle().ravel())


def shrunk(board: Colours, factor: int) -> Colours:
    """A straightened board reduced by a whole factor."""
    height, width = board.shape[:2]
    return np.asarray(cv2.resize(board, (width // factor, height // factor), interpolation=cv2.INTER_AREA), np.uint8)


def cell_patches(small: Colours, rows: int, columns: int) -> CellPatches:
    """The middles of all cells of a straightened board at `CELL_UNIT` pixels per cell."""
    unit = CELL_UNIT
    cells = small.reshape(rows, unit, columns, unit, 3).swapaxes(1, 2).reshape(rows * columns, unit, unit, 3)
    pixels = cells.reshape(rows * columns, unit * unit, 3)
    ground = middle_of(pixels.take(_AROUND, axis=1).swapaxes(1, 2)).astype(np.float32)
    return CellPatches(_both(pixels, _MIDDLE, ground), ground, _MIDDLE)


def _both(pixels: Colours, at: NDArray[np.intp], ground: Floats) -> Floats:
    """Relief and colours of cells (N, pixels, 3), as `CellPatches` has them."""
    colours = pixels.take(at, axis=1).swapaxes(1, 2)
    both = np.empty((len(colours), 2, *colours.shape[1:]), np.float32)
    both[:, 1] = colours
    np.subtract(both[:, 1], ground[:, :, None], out=both[:, 0])
    return both


def whole_patches(small: Colours, rows: int, columns: int) -> CellPatches:
    """As `cell_patches`, for symbols so large that no ground shows around them: all cells have the board's ground.

    That is the colour most cells have in their corners.
    """
    unit = CELL_UNIT
    # Thin rings lie a fraction of a pixel farther left or right in each cell.
    small = np.asarray(cv2.GaussianBlur(small, (0, 0), SOFTER), np.uint8)
    pixels = small.reshape(rows, unit, columns, unit, 3).swapaxes(1, 2).reshape(rows * columns, unit * unit, 3)
    corners = middle_of(pixels.take(_CORNERS, axis=1).swapaxes(1, 2)).astype(np.float32)
    near = np.logical_and.reduce([np.abs(tone[:, None] - tone) <= SAME_TONE for tone in corners.T])
    ground = np.sort(corners[near[int(near.sum(axis=1).argmax())]], axis=0)
    everywhere = np.tile(ground[len(ground) // 2], (len(pixels), 1))
    return CellPatches(_both(pixels, _INSIDE, everywhere), everywhere, _INSIDE)


# Half the window in which a marker is looked for: 0.2 of a cell to each side of the middle of an edge.
REACH = 13
# Half the square in the middle in which `relief` is measured, 0.125 of a cell.
CORE = 8
# Where along an edge its line is learnt, in pixels from the middle: beyond any marker, before the crossing lines.
LINE_SAMPLES = np.array([-24, -21, -18, 18, 21, 24])
# Relief of less is no marker but noise: real boards have 0 to 3 on bare edges, 10 and more on markers.
LEAST_RELIEF = 4.5
# At most so many edges are looked at closely, those that stand out most: more than any board has markers, fewer than
# the edges of a large board whose tiles stand out themselves.
MOST_STANDING = 120
# Exchanges that begin to sort six things: pairs of places of which the first gets the smaller one. Left to do are those
# of 0 and 1, 2 and 3, 4 and 5, then of 1 and 2, 3 and 4.
SORTING_SIX = ((0, 5), (1, 3), (2, 4), (1, 2), (3, 4), (0, 3), (2, 5))


def edge_patches(board: Colours, small: Colours, rows: int, columns: int, likely: Likely | None = None) -> EdgePatches:
    """The places of all possible markers of a straightened board; `small` is the board at `EDGE_UNIT`.

    Most edges are bare, which the small board tells; only the others are looked at closely, and of these only the
    `likely` ones, where that is said.
    """
    upright = rows * (columns - 1)
    shrink = UNIT // EDGE_UNIT
    planes: Colours = np.empty((3, *small.shape[:2]), np.uint8)
    cv2.split(small, list(planes))
    views = _edge_strips(planes, rows, columns, CORE // shrink)
    strips = np.concatenate([_picked(view) for view in views], axis=1)
    relief = _mean(_off_line(strips, CORE // shrink, LINE_SAMPLES // shrink))
    stands = relief > LEAST_RELIEF
    standing = np.flatnonzero(stands)
    if likely is not None and len(standing) > likely.few:
        standing = standing[likely.edges[standing]]
    if len(standing) > MOST_STANDING:
        standing = np.sort(standing[np.argsort(-relief[standing])][:MOST_STANDING])
    views = _edge_strips(board.transpose(2, 0, 1), rows, columns, REACH)
    lying = slice(int(np.searchsorted(standing, upright)), None)
    some = standing[: lying.start], standing[lying] - upright
    # Each colour by itself, unlike in the board: what follows takes half the time so.
    strips = np.empty((3, len(standing), UNIT, 2 * REACH), np.uint8)
    np.concatenate([_picked(view, numbers) for view, numbers in zip(views, some, strict=True)], axis=1, out=strips)
    off_line = _off_line(strips, REACH, LINE_SAMPLES)
    windows = strips[:, :, UNIT // 2 - REACH : UNIT // 2 + REACH].copy()
    # Lying edges were turned over the diagonal.
    off_line[lying] = off_line[lying].swapaxes(1, 2).copy()
    windows[:, lying] = windows[:, lying].swapaxes(2, 3).copy()
    middles = windows[:, :, REACH - CORE : REACH + CORE, REACH - CORE : REACH + CORE]
    ways = np.empty((4, *off_line.shape), np.uint8)
    for with_line, without, part in ((3, 0, windows), (2, 1, middles)):
        ways[with_line] = colour_distance(windows, _ground(part))
        # What is the same all along the edge, the line, is no ink.
        np.minimum(ways[with_line], off_line, out=ways[without])
    return EdgePatches(upright, standing, ways, relief, windows, off_line)


def _edge_strips(planes: Colours, rows: int, columns: int, reach: int) -> tuple[Colours, Colours]:
    """Strips along all edges between cells, a cell long and `reach` wide to each side, as views of a board.

    `planes`: blue, green and red of the board, (3, H, W). First upright edges, (3, rows, columns - 1, unit, 2 reach),
    then lying ones, (3, rows - 1, columns, unit, 2 reach), these turned over the diagonal.
    """
    unit = planes.shape[1] // rows
    half = unit // 2
    near = slice(half - reach, half + reach)
    upright = planes[:, :, half : columns * unit - half].reshape(3, rows, unit, columns - 1, unit)
    lying = planes[:, half : rows * unit - half].reshape(3, rows - 1, unit, columns, unit)
    return upright[..., near].transpose(0, 1, 3, 2, 4), lying[:, :, near].transpose(0, 1, 3, 4, 2)


def _picked(strips: Colours, some: NDArray[np.intp] | None = None) -> Colours:
    """All strips, or some by their numbers: (3, N, unit, 2 reach)."""
    down, across, unit, width = strips.shape[1:]
    if some is None:
        return strips.reshape(3, down * across, unit, width)
    row, column = np.divmod(some, across)
    return strips[:, row, column]


def _off_line(strips: Colours, reach: int, samples: NDArray[np.intp]) -> NDArray[np.uint8]:
    """How far the pixels around edges are from what is the same all along the edge: the line, the two cells' grounds.

    `samples`: the distances along the edge, from its middle, at which that is learnt, six of them.
    Returns (N, 2 reach, 2 reach) uint8.
    """
    middle = strips.shape[2] // 2
    # Each of the six lies together, (6, 3, N, 2 reach), so that numpy runs along all edges at once.
    six = list(strips.transpose(2, 0, 1, 3)[middle + samples])
    for low, high in SORTING_SIX:
        six[low], six[high] = np.minimum(six[low], six[high]), np.maximum(six[low], six[high])
    # Between the middle two of six, so that a pointer or a symbol on a third of them does no harm.
    lower = np.maximum(np.maximum(six[0], six[1]), np.minimum(six[2], six[3]))
    upper = np.minimum(np.maximum(six[2], six[3]), np.minimum(six[4], six[5]))
    line = (lower | upper) - ((lower ^ upper) >> 1)
    near = strips[:, :, middle - reach : middle + reach]
    return colour_distance(near, line[:, :, None].repeat(2 * reach, axis=2))


def _mean(squares: NDArray[np.uint8]) -> Floats:
    """The mean of each of N squares: (N,) float32."""
    flat = np.ascontiguousarray(squares).reshape(len(squares), squares.shape[1] * squares.shape[2])
    return np.asarray(cv2.reduce(flat, 1, cv2.REDUCE_AVG, dtype=cv2.CV_32F), np.float32)[:, 0]


def _ground(windows: Colours) -> Colours:
    """The middle colour of each window: (3, N, side, side) -> (3, N, 1, 1)."""
    count, pixels = windows.shape[1], windows.shape[2] * windows.shape[3]
    return middle_of(windows.reshape(3, count, pixels))[:, :, None, None]


def middle_of(pixels: Colours) -> Colours:
    """The middle one of values 0..255 along the last axis, which goes: uint8.

    In 32 bits numpy finds it six times as fast as in 8.
    """
    half = pixels.shape[-1] // 2
    wide = np.array(pixels, np.int32, order="C")
    wide.partition(half)
    return np.asarray(wide[..., half], np.uint8)


def colour_distance(one: Colours, other: Colours) -> NDArray[np.uint8]:
    """The largest difference over the three colours, which the first axis tells apart: (3, ...) -> (...), 0..255."""
    # The first axis, so that numpy runs along rows of pixels and not of three colours each.
    off = np.maximum(one, other)
    off -= np.minimum(one, other)
    return np.asarray(np.maximum(np.maximum(off[0], off[1]), off[2]), np.uint8)
