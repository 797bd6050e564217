"""Boards of Pips in looks that nobody knows: cells wherever they lie about their tags, whatever the tags stand beside.

The lead: tags that lie on one lattice tell how large cells are. Where cells begin is told by what runs along them all
(`pips_open_window`: fills that end, borders, gaps, the outlines of dominoes), then which of the squares are cells
(`pips_open_cells`), and where a tag stands in its cell by all tags alike (`pips_open_tags`). Then it is tried which of
the cells around its tags each is of: a board is one only if every region has one tag or, all of one fill, none
(`pips_open_regions`). What tags say, and which dominoes there are, is not this room's business.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from vision.imgproc import median
from vision.pips_board import Board
from vision.pips_lattice import Colours, Diamond, Grid, usual_width
from vision.pips_open_cells import Cells, Spot
from vision.pips_open_regions import areas_of, doubts_without_tags, kinds_of_fill
from vision.pips_open_tags import find_tags
from vision.pips_open_window import Window, free_of_tags, in_step, window_on
from vision.pips_regions import Areas
from vision.pips_shape import TagShape
from vision.pips_sides import find_borders

Cell = tuple[int, int]
Mask = NDArray[np.bool_]

# A tag this near to a corner of its cell, in cells, may be of any of the four around it.
AT_CORNER = 0.3


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """A board and its regions, as one way to look at a picture has them."""

    board: Board
    areas: Areas


def open_boards(bgr: Colours, diamonds: list[Diamond], shape: TagShape, grids: list[Grid]) -> Iterator[Sight]:
    """The boards that some things like tags may be of, the likeliest first."""
    for grid in grids:
        window = window_on(bgr, in_step(bgr, grid, diamonds, shape), diamonds, shape)
        if window is None:
            continue
        found = _cells_and_tags(bgr, window, diamonds, shape)
        if found is not None:
            yield from _sights(bgr, *found)


def _cells_and_tags(
    bgr: Colours, window: Window, diamonds: list[Diamond], shape: TagShape
) -> tuple[Window, Cells, list[Spot]] | None:
    """The cells on a lattice and its tags; None where there are none. Cells are looked at twice: the second time, all
    tags are known that cover some of them."""
    whole = Cells.of(window)
    spots = find_tags(bgr, window, whole, diamonds, shape) if whole is not None else []
    if not spots:
        return None
    if len(spots) > len(diamonds):
        centres = [one.spot.center for one in spots]
        free = free_of_tags(window.free.shape, centres, usual_width(diamonds), shape, window.grid)
        window = Window(window.grid, window.size, window.pixels, window.free & free)
        whole = Cells.of(window)
        spots = find_tags(bgr, window, whole, diamonds, shape) if whole is not None else []
    cells = whole.at(spots, window.grid) if whole is not None and spots else None
    return (window, cells, spots) if cells is not None else None


def _sights(bgr: Colours, window: Window, cells: Cells, spots: list[Spot]) -> Iterator[Sight]:
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
    window: Window,
    cells: Cells,
    spots: dict[Cell, Spot],
    side: tuple[int | None, int | None],
) -> Iterator[Sight]:
    """The regions of cells, without borders drawn between cells of one fill and with them."""
    fills = {(int(r), int(c)): cells.colour[r, c] for r, c in np.argwhere(cells.bare)}
    tags = {cell: one.spot for cell, one in spots.items() if one.sure}
    unsure = frozenset(cell for cell, one in spots.items() if not one.sure)
    some = next(iter(tags.values()))
    centres = [one.spot.center for one in spots.values()]
    free = free_of_tags(window.pixels.shape[:2], centres, some.width, some.shape, window.grid)
    apart = [float(np.abs(fills[cell] - np.array(tag.colour)).max()) for cell, tag in tags.items() if cell in fills]
    contrast = float(median(apart)) if apart else 100.0
    kinds = kinds_of_fill(bgr, window, cells, fills, free)
    if kinds is None:
        return
    drawn = find_borders(window.pixels, fills, contrast, free)
    for borders in dict.fromkeys((frozenset[tuple[Cell, Cell]](), drawn)):
        areas = areas_of(kinds, fills, cells.colour, borders, tags, unsure, side)
        if areas is None:
            continue
        bare = doubts_without_tags(window, areas, fills, tags, side, cells.page)
        if bare is None:
            continue
        areas = Areas(areas.areas, (*areas.doubts, *bare))
        board = Board(
            window.grid, *window.size, cells.page, fills, cells.pairs, borders, tags, (), free, window.pixels, contrast
        )
        yield Sight(board, areas)
