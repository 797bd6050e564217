"""A board with more cells around it that are not its own: counters beside it, a second grid that goes on in its step,
a page that is lined like it.

`lattice.py` finds the square with the most sides; which of its cells are the board's is told here by what they hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cached_property, lru_cache
from heapq import heapify, heappop, heappush
from itertools import islice
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.chance import broken_rules
from vision.classes import classify_cells
from vision.lattice import Lattice
from vision.likeness import Alike, alike_cells
from vision.order import median
from vision.patches import CELL_UNIT, EDGE_UNIT, UNIT, CellPatches, Colours, cell_patches, shrunk, straighten
from vision.tiles import classify_tiles

Floats = NDArray[np.float32]

# Boards cut out are at most this many cells smaller than the square they were found in, and no smaller than LEAST.
MOST_LESS, LEAST = 4, 6
# Rows and columns before and behind the square that may belong to the board.
BEYOND = 1
# Cells up to this unlike an empty one or a symbol are such; of a board's, this part may be something else.
CLEAR, FEW = 0.5, 0.04
# The outermost lines of a board have at least this part of the ink of its others.
LEAST_LINE = 0.5
# So much of a square is cells of the picture.
WHOLE = 0.96
# A board goes on where more than this part of the next row holds what its cells hold.
GOES_ON = 0.5
# Where more of the cells than this are like hardly any other, no board is among them.
MOST_LONELY = 0.6
# Of a board's cells so many may be like no other one: the only clue of a colour, cells with half a shadow.
SINGLE = 0.25
# A frame has so much more ink than the usual line, and at least so much more than LEAST_BOLD (mean of 0..255 over a
# quarter of a cell).
BOLD, LEAST_BOLD = 1.7, 6.0
# By how many broken rules it counts where all that is left out has its like on the board.
LOST = 20.0
# ... and how many it counts that cells are not plainly empty or of two kinds.
UNCLEAR_COST = 6.0
# Of squares of one size, so many are looked at closely.
MOST_WAYS = 2
# What changes less than this part of the usual is quiet; a gap takes at least this part of a step, and a lattice is
# moved into it if it lies off by this part.
QUIET, GAP, MOVED = 0.25, 0.05, 0.08


def boards_within(
    bgr: Colours,
    grey: NDArray[np.uint8],
    lattice: Lattice,
    most: int | None = None,
    refused: Callable[[Lattice], bool] = lambda _: False,
) -> Iterator[Lattice]:
    """Squares of cells in and about a lattice that hold what a board holds, the largest and the likeliest first; of at
    most so many rows, where that is said. `refused`: which ones need not be named, since they were read in vain."""
    if min(lattice.rows, most or lattice.rows) < LEAST:
        return
    first = _Around(bgr, lattice)
    yield from (board for board in _framed(lattice, first) if board.rows <= (most or board.rows) and not refused(board))
    views = [first]
    # Where cells were read as a board's, or go on beyond the square, they lie in their places.
    for corner in () if most or lattice.goes_on else _corners(lattice):
        moved = _between_gaps(grey, corner)
        if moved is not None:
            views.append(_Around(bgr, replace(moved, rows=lattice.rows, columns=lattice.columns)))
            break
    for size in range(min(lattice.rows, most or lattice.rows), max(LEAST, lattice.rows - MOST_LESS) - 1, -2):
        ways = [way for view in views for way in _ways(view, size)]
        left = [way for way in ways if not refused(way.board)]
        if len(left) < 2 and len(ways) <= MOST_WAYS:
            yield from (way.board for way in left)
        else:
            yield from (board for board in islice(_likeliest(ways), MOST_WAYS) if not refused(board))


def _likeliest(ways: list[_Way]) -> Iterator[Lattice]:
    """The boards of some squares, the likeliest first; what is in their cells is asked only where it decides."""
    order = [(way.apart, number, False) for number, way in enumerate(ways)]
    heapify(order)
    while order:
        against, number, known = heappop(order)
        if known:
            yield ways[number].board
        else:
            heappush(order, (against + ways[number].cost(), number, True))


def _framed(lattice: Lattice, view: _Around) -> Iterator[Lattice]:
    """The square of cells that a bolder line runs around, as around a puzzle in a spreadsheet; `view`: of all."""
    rows, columns = lattice.rows, lattice.columns
    inner = slice(BEYOND, -BEYOND)
    upright, lying = view.upright[inner, inner], view.lying[inner, inner]
    usual = float(median(np.concatenate([upright.ravel(), lying.ravel()])))
    best, found = BOLD * max(usual, LEAST_BOLD), None
    bold = 2 * (LEAST - LEAST // 5)
    if min(int((ink > best).sum()) for ink in (upright, lying)) < bold:
        return  # not enough for two sides of the smallest board
    for size in range(min(rows, columns) - min(rows, columns) % 2, LEAST - 1, -2):
        if size == rows == columns:
            continue  # all of it is what was looked at already
        enough = size - size // 5
        left = _in_a_row(upright > best, size) >= enough
        above = (_in_a_row((lying > best).T, size) >= enough).T
        framed = left[:, :-size] & left[:, size:] & above[:-size] & above[size:]
        for row, column in np.argwhere(framed).tolist():
            down, across = slice(row, row + size), slice(column, column + size)
            sides = (upright[down, column], upright[down, column + size], lying[row, across], lying[row + size, across])
            weakest = min(float(np.sort(side)[size // 5]) for side in sides)
            if weakest > best:
                best, found = weakest, (row, column, size)
    if found is not None:
        row, column, size = found
        x, y = lattice.x + column * lattice.step_x, lattice.y + row * lattice.step_y
        yield replace(lattice, x=x, y=y, rows=size, columns=size, goes_on=False, hidden=())


def _in_a_row(mask: NDArray[np.bool_], length: int) -> NDArray[np.intp]:
    """How many of so many places, from each one on down the columns, are set: (H - length + 1, W)."""
    total = np.zeros((len(mask) + 1, mask.shape[1]), np.intp)
    np.cumsum(mask, axis=0, out=total[1:])
    return total[length:] - total[:-length]


def _line_ink(board: Floats) -> tuple[Floats, Floats]:
    """How much ink the lines of a grey board, at `EDGE_UNIT` pixels per cell, have beside each cell: of upright ones
    (rows, columns + 1), of lying ones (rows + 1, columns)."""
    upright, lying = (_upright_ink(way) for way in (board, board.T))
    return upright, lying.T


def _upright_ink(board: Floats) -> Floats:
    unit, reach = EDGE_UNIT, EDGE_UNIT // 8
    board = board[::2]  # lines are longer than one pixel
    high, columns = unit // 2, board.shape[1] // unit
    rows = board.shape[0] // high
    padded = np.asarray(cv2.copyMakeBorder(board, 0, 0, reach, reach, cv2.BORDER_REPLICATE), np.float32)
    bands = padded.take(np.arange(columns + 1)[:, None] * unit + np.arange(2 * reach), axis=1)
    bands = bands.reshape(rows, high, columns + 1, 2 * reach)[:, high // 8 : -high // 8]
    # Whole numbers, which numpy puts in order in a sixth of the time.
    sides = bands[..., [0, -1]].swapaxes(1, 2).reshape(rows, columns + 1, -1).astype(np.int32)
    ground = median(sides, axis=2)
    return np.asarray(np.abs(bands - ground[:, None, :, None]).mean(axis=(1, 3)), np.float32)


def _corners(lattice: Lattice) -> Iterator[Lattice]:
    """The lattice, and the four smaller ones in its corners, without what stands on its other sides."""
    yield lattice
    for row, column in ((0, 0), (0, 2), (2, 0), (2, 2)):
        x, y = lattice.x + column * lattice.step_x, lattice.y + row * lattice.step_y
        yield replace(lattice, x=x, y=y, rows=lattice.rows - 2, columns=lattice.columns - 2)


class _Around:
    """A lattice with `BEYOND` more rows and columns on every side, N cells in all: where they are and what they hold.

    `lattice`: the larger one. `upright`, `lying`: the ink of all lines, as from `_line_ink`. What is asked of the cells
    themselves is found out when it is asked: mostly the lines tell enough.
    """

    def __init__(self, bgr: Colours, lattice: Lattice) -> None:
        self.lattice = wide = replace(
            lattice,
            x=lattice.x - BEYOND * lattice.step_x,
            y=lattice.y - BEYOND * lattice.step_y,
            rows=lattice.rows + 2 * BEYOND,
            columns=lattice.columns + 2 * BEYOND,
            goes_on=False,
            hidden=(),
        )
        coarse = shrunk(straighten(bgr, wide), UNIT // EDGE_UNIT)
        self.upright, self.lying = _line_ink(np.asarray(cv2.cvtColor(coarse, cv2.COLOR_BGR2GRAY), np.float32))
        self._small = shrunk(coarse, EDGE_UNIT // CELL_UNIT)
        self._in_picture = _inside(bgr, wide)

    @cached_property
    def inside(self) -> NDArray[np.bool_]:
        """(N,) which cells lie in the picture, and are no part of the page beside the board."""
        usual = float(median(self.upright[BEYOND:-BEYOND, BEYOND:-BEYOND]))
        # What has no line beyond it is no cell but the page.
        inside, least = self._in_picture.copy(), LEAST_LINE * usual
        inside[0] &= self.lying[0] > least
        inside[-1] &= self.lying[-1] > least
        inside[:, 0] &= self.upright[:, 0] > least
        inside[:, -1] &= self.upright[:, -1] > least
        return inside.ravel()

    @cached_property
    def alike(self) -> Alike:
        """(N, N) which cells look alike."""
        return alike_cells(self._small, self.lattice.rows, self.lattice.rows)

    @cached_property
    def fitting(self) -> Alike:
        """(N, N) which cells do so with their borders."""
        return alike_cells(self._small, self.lattice.rows, self.lattice.rows, rim=0)

    @cached_property
    def patches(self) -> CellPatches:
        """What the cells hold."""
        return cell_patches(self._small, self.lattice.rows, self.lattice.rows)


class _Squares(NamedTuple):
    """All W squares of one size within a larger one of N cells: `corners`, the row and column at which each begins;
    `within`: (W, N) float32 of 0 and 1, the cells in it; `beside`: (4, W, N) the row above it, that below, the columns
    before it and behind."""

    corners: tuple[tuple[int, int], ...]
    within: Floats
    beside: Floats


@lru_cache(maxsize=16)
def _squares(side: int, size: int) -> _Squares:
    corners = tuple((row, column) for row, column in np.ndindex(side - size + 1, side - size + 1))
    within = np.zeros((len(corners), side, side), np.float32)
    beside = np.zeros((4, len(corners), side, side), np.float32)
    for k, (row, column) in enumerate(corners):
        down, across = slice(row, row + size), slice(column, column + size)
        within[k, down, across] = 1
        for way, line in enumerate((row - 1, row + size)):
            if 0 <= line < side:
                beside[way, k, line, across] = 1
        for way, line in enumerate((column - 1, column + size)):
            if 0 <= line < side:
                beside[2 + way, k, down, line] = 1
    return _Squares(corners, within.reshape(len(corners), -1), beside.reshape(4, len(corners), -1))


class _Way(NamedTuple):
    """A square of cells that may be a board: what speaks against it but for what is in its `cells`, of a `view`."""

    board: Lattice
    apart: float
    view: _Around
    cells: NDArray[np.intp]

    def cost(self) -> float:
        """How many rules its cells break, 0 to `UNCLEAR_COST`."""
        cost = _cost(self.view.patches, self.cells, self.board.rows)
        return UNCLEAR_COST if cost is None else min(cost, UNCLEAR_COST)


def _ways(view: _Around, size: int) -> Iterator[_Way]:
    """The squares of one size in and about a lattice."""
    wide, side = view.lattice, view.lattice.rows
    if float((view.alike.sum(axis=1) < 3).mean()) > MOST_LONELY:
        return
    squares = _squares(side, size)
    # How many cells of each square each cell is like, itself included.
    among = squares.within @ view.alike.astype(np.float32)
    lonely = ((among < 2) * squares.within).sum(axis=1)
    likely = (squares.within @ view.inside.astype(np.float32) >= WHOLE * size * size) & (lonely <= SINGLE * size * size)
    if not likely.any():
        return
    likely &= ~_are_parts(view, squares, among > 0, size)
    for number in np.flatnonzero(likely).tolist():
        (row, column), square, likes = squares.corners[number], squares.within[number] > 0, among[number]
        # What is left out must be something else, and what is kept of a few kinds.
        others = likes[~square & view.inside]
        lost = float((others > 0).mean()) if len(others) else 1.0
        # Of two squares with the same cells in them, the one whose cells are more alike, borders and all, fits.
        loose = 1 - float(view.fitting[np.ix_(square, square)].sum()) / size**4
        x, y = wide.x + column * wide.step_x, wide.y + row * wide.step_y
        board = replace(wide, x=x, y=y, rows=size, columns=size)
        yield _Way(board, loose + LOST * lost, view, np.flatnonzero(square))


def _are_parts(view: _Around, squares: _Squares, held: NDArray[np.bool_], size: int) -> NDArray[np.bool_]:
    """Whether a row or column just outside of each square holds what its cells hold, so that the board goes on there:
    (W,). `held`: (W, N) which cells are like one of the square."""
    inside = squares.beside @ view.inside.astype(np.float32) == size
    like = (squares.beside * held).sum(axis=2) > GOES_ON * size
    return np.asarray((inside & like).any(axis=0), np.bool_)


def _between_gaps(grey: NDArray[np.uint8], lattice: Lattice) -> Lattice | None:
    """The lattice moved to where its lines lie in the gaps between the cells; None where they do, or there are none.

    Cells beside a board may have its step, but not its place; round cells show no sides that tell.
    """
    x0, y0, x1, y1 = (max(0, round(value)) for value in lattice.bbox)
    part = grey[y0:y1, x0:x1]
    if min(part.shape) < 4 * lattice.step_x:
        return None
    # Where gaps are, large cells tell as well when they are reduced.
    factor = max(1, int(min(lattice.step_x, lattice.step_y) / UNIT))
    if factor > 1:
        size = part.shape[1] // factor, part.shape[0] // factor
        part = np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), np.uint8)
    by_x = _quiet(_slope(part), lattice.step_x / factor)
    by_y = None if by_x is None else _quiet(_slope(np.asarray(cv2.transpose(part), np.uint8)), lattice.step_y / factor)
    if by_x is None or by_y is None:
        return None
    x = x0 + (by_x + 0.5) * factor - lattice.x
    y = y0 + (by_y + 0.5) * factor - lattice.y
    off_x = (x + lattice.step_x / 2) % lattice.step_x - lattice.step_x / 2
    off_y = (y + lattice.step_y / 2) % lattice.step_y - lattice.step_y / 2
    if max(abs(off_x) / lattice.step_x, abs(off_y) / lattice.step_y) < MOVED:
        return None
    return replace(lattice, x=lattice.x + off_x, y=lattice.y + off_y)


def _slope(grey: NDArray[np.uint8]) -> Floats:
    """How much a picture changes from each column to the next one, in the mean."""
    off = cv2.absdiff(grey[:, 1:], grey[:, :-1])
    return np.asarray(cv2.reduce(off, 0, cv2.REDUCE_AVG, dtype=cv2.CV_32F)[0], np.float32)


def _quiet(slope: Floats, step: float) -> float | None:
    """The middle of the longest stretch, modulo the step, where next to nothing changes; None if there is none."""
    bins = max(8, round(step))
    index = (np.arange(len(slope)) % step / step * bins).astype(np.intp) % bins
    folded = np.bincount(index, weights=slope, minlength=bins) / np.maximum(np.bincount(index, minlength=bins), 1)
    quiet = np.tile(folded < QUIET * folded.mean(), 2)
    best, begin = (0, 0), None
    for k, still in enumerate([*quiet.tolist(), False]):
        if still and begin is None:
            begin = k
        elif not still and begin is not None:
            best = max(best, (k - begin, begin))
            begin = None
    length, start = best
    if not GAP * bins <= length <= bins / 2:
        return None
    return (start + length / 2) % bins / bins * step


def _inside(bgr: Colours, lattice: Lattice) -> NDArray[np.bool_]:
    """Which cells lie in the picture."""
    x = lattice.x + np.arange(lattice.columns) * lattice.step_x
    y = lattice.y + np.arange(lattice.rows) * lattice.step_y
    height, width = bgr.shape[:2]
    across = (x > -0.3 * lattice.step_x) & (x + 0.7 * lattice.step_x < width)
    down = (y > -0.3 * lattice.step_y) & (y + 0.7 * lattice.step_y < height)
    return np.asarray(down[:, None] & across, np.bool_)


def _cost(patches: CellPatches, cells: NDArray[np.intp], size: int) -> float | None:
    """How many rules some cells break as a board; None if they are no board's."""
    part = patches._replace(both=patches.both[cells], ground=patches.ground[cells])
    tiles = classify_tiles(part, size)
    if tiles is not None and not tiles.rivals:
        return broken_rules(tiles.classified.labels, size)
    classified = classify_cells(part)
    unclear = int((classified.distances.min(axis=1) > CLEAR).sum())
    if len(classified.classes) < 2 or unclear > FEW * size * size:
        return None
    return broken_rules(classified.labels, size)
