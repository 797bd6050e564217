"""The board of Pips: which places of the lattice are cells, bare or under a domino, their colours, and its tags.

The lead: a *survey* (`survey`) samples the lattice, the board is straightened (`straight`), tags are found
at the corners of cells (`spots`), dominoes by their outlines and borders by their dashes (`sides`). What the
tags say and how many pips lie where is not this room's business.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.games.pips.rules.lattice import Colours, Diamond, Grid, usual_width, widest
from vision.games.pips.rules.shape import DIAMOND, TagShape
from vision.games.pips.rules.sides import DOWN, LEFT, RIGHT, UP, YES, find_borders, outlines, pairs_within, torn_pairs
from vision.games.pips.rules.spots import TagSpot, free_of_tags, is_on, is_stray, lost_tags, seen_tags, tags_at_corners
from vision.games.pips.rules.straight import cells_of, straighten
from vision.games.pips.rules.survey import LAST, PAGE, UNIFORM, connected, linings_of, owners_of, shift, survey_of
from vision.imgproc import median

Cell = tuple[int, int]
Floats = NDArray[np.float32]

# An outline this far inside is its own cell's, and not that of a domino on the next cell.
OWN_LINE = 0.025
# So many cells under something may be no domino's; the halves of dark dominoes differ by less in colour.
MOST_LEFT = 2
ONE_FACE = 60.0
# A pointer leaves this much of a cell's middle free; and there the cell has the very fill of another.
MOSTLY, SAME_FILL = 0.6, 4.0


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """The cells of a board, counted from the upper left cell of the rectangle that was looked at.

    `fills`: the colour of each bare cell; `pairs`: the two cells under each domino, left or upper one first.
    `borders`: pairs of neighbouring bare cells between which a border is drawn. `tags`: by the cell at whose lower
    right corner they sit; `strays`: the same of tags at places that are no cells. `pixels`: the straightened board with
    a margin of one cell around, in which nothing is to be seen, `(rows + 2) * UNIT` by `(columns + 2) * UNIT`; `free`:
    where no tag covers it. `contrast`: how far a tag's colour lies from its cell's (0..255), the measure for the rest.
    `dark`: whether its dominoes are dark and their pips light. `lost`: what is like the board's tags and lies where
    they do, at cells that are not to be seen. `torn`: the cells of what may be dominoes with something over them.
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
    lost: tuple[TagSpot, ...] = ()
    torn: tuple[tuple[Cell, Cell], ...] = ()

    @property
    def cells(self) -> set[Cell]:
        return {*self.fills, *(cell for pair in self.pairs for cell in pair)}

    @property
    def corner(self) -> Cell:
        """The first row and the first column that have cells."""
        cells = self.cells
        return min(r for r, _ in cells), min(c for _, c in cells)


def find_board(
    bgr: Colours, grids: list[Grid], diamonds: list[Diamond], shape: TagShape = DIAMOND, anchor: Cell = LAST
) -> Board | None:
    """The board on the likeliest of some lattices; None where there are no cells. `anchor`: `LAST` or `FIRST`."""
    surveys = []
    linings = linings_of(bgr) if grids else []
    for grid in grids:
        if (survey := survey_of(bgr, grid, owners_of(grid, diamonds, anchor), linings)) is not None:
            surveys.append((grid, survey))
    if not surveys:
        return None
    tag_grid, survey = max(surveys, key=lambda item: item[1].score)
    owners = owners_of(tag_grid, [d for d in diamonds if is_on(tag_grid, d)], anchor)
    seen = connected(survey, owners)
    if not seen.any():
        return None
    shift_x, shift_y = shift(survey, seen)
    step = tag_grid.step
    top, left = survey.first
    rows, columns = np.flatnonzero(seen.any(axis=1)), np.flatnonzero(seen.any(axis=0))
    # The blank half of a domino may look like the page: it is beyond what was seen.
    rim = int((seen & ~survey.bare).any())
    first = (top + int(rows[0]) - rim, left + int(columns[0]) - rim)
    size = (int(rows[-1] - rows[0]) + 1 + 2 * rim, int(columns[-1] - columns[0]) + 1 + 2 * rim)
    grid = Grid(tag_grid.x + (first[1] + shift_x) * step, tag_grid.y + (first[0] + shift_y) * step, step)
    pixels = straighten(bgr, grid, size[0], size[1], quick=shape is DIAMOND)
    width = usual_width(diamonds)
    # Tags lie a little off the corners of their cells, all alike.
    corner = Grid(grid.x - (shift_x + 1 + anchor[1]) * step, grid.y - (shift_y + 1 + anchor[0]) * step, step)
    tags = tags_at_corners(bgr, corner, size, width, shape)
    if shape is not DIAMOND:
        tags = seen_tags(diamonds, corner, size, width, shape) | tags
    board = _sorted(bgr, grid, size, pixels, survey.page, tags, bool(rim))
    if board is None or shape is not DIAMOND:
        return board
    # A pointer on a tag that a coarse scan shows may hide that it is one: then two regions of one colour would be one.
    shown = seen_tags(diamonds, corner, size, width, shape)
    covered = {cell: tag for cell, tag in shown.items() if cell in board.cells and cell not in board.tags}
    if covered:
        board = _sorted(bgr, grid, size, pixels, survey.page, tags | covered, bool(rim))
        if board is None:
            return None
    lost = tuple(lost_tags(diamonds, corner, board.cells, width, shape))
    return replace(board, lost=lost)


def own_sides(bgr: Colours, board: Board) -> list[int]:
    """For each domino on the board, along how many of its six outer sides an outline lies within its own cells: what
    lies between dominoes has only theirs around it, beyond its own cells."""
    if not board.pairs:
        return []
    inverted = (255 - part if board.dark else part for part in (bgr, board.pixels))
    picture, pixels = (np.asarray(part, np.uint8) for part in inverted)
    lines = outlines(picture, board.grid, pixels, board.page, board.free, OWN_LINE) == YES
    found = []
    for (r, c), other in board.pairs:
        near, far = (RIGHT, LEFT) if other[0] == r else (DOWN, UP)
        found.append(int(lines[r, c].sum() - lines[r, c, near]) + int(lines[other].sum() - lines[other][far]))
    return found


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
    # Colour by colour: (3, rows, columns, 14, 14), of which two by two are one sample.
    fine = cells_of(pixels, rows, columns)[:, :, 9:23, 9:23].transpose(4, 0, 1, 2, 3).astype(np.float32)
    fine = fine[..., ::2, :] + fine[..., 1::2, :]
    inner = np.asarray((fine[..., ::2] + fine[..., 1::2]) / 4, np.float32).reshape(3, rows, columns, 49)
    colours = np.sort(inner, axis=3)[..., 24]
    apart = np.abs(inner - colours[..., None]).max(axis=0)
    colour: Floats = np.ascontiguousarray(colours.transpose(1, 2, 0), np.float32)
    spread = np.sort(apart, axis=2)[..., -3]
    bare = (spread < UNIFORM) & (widest(colour - page) > PAGE)
    bare |= _partly_covered(apart, colour, bare)
    free = free_of_tags(pixels.shape[:2], tags, grid)
    # Where nothing but cells of one colour is to be seen, nothing lies on the board.
    lines = outlines(bgr, grid, pixels, page, free) if covered else None
    pairs = pairs_within(lines, bare) if lines is not None else ()
    dark = False
    left = (spread >= UNIFORM) & ~bare & (widest(colour - page) > PAGE)
    if covered and int(left.sum()) > MOST_LEFT + 2 * len(pairs):  # hardly any of what is covered is explained
        other = pairs_within(outlines(255 - bgr, grid, 255 - pixels, 255 - page, free), bare)
        face = median(colour[left], axis=0)
        other = tuple(pair for pair in other if all(widest(colour[cell] - face) < ONE_FACE for cell in pair))
        if len(other) > len(pairs):
            pairs, dark, lines = other, True, None
    under = {cell for pair in pairs for cell in pair}
    fills = {
        (int(r), int(c)): colour[r, c].astype(np.float32)
        for r, c in zip(*np.nonzero(bare), strict=True)
        if (r, c) not in under
    }
    if not fills and not pairs:
        return None
    there = {*fills, *under}
    strays = tuple(cell for cell in tags if cell not in there and is_stray(cell, tags[cell], there))
    tags = {cell: tag for cell, tag in tags.items() if cell in there}
    off = [float(np.abs(fills[cell] - tag.colour).max()) for cell, tag in tags.items() if cell in fills]
    contrast = float(median(off)) if off else 100.0
    borders = find_borders(pixels, fills, contrast, free)
    torn = torn_pairs(lines, spread >= UNIFORM, there) if lines is not None else ()
    return Board(
        grid, rows, columns, page, fills, pairs, borders, tags, strays, free, pixels, contrast, dark, torn=torn
    )


def _partly_covered(apart: Floats, colour: Floats, bare: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Cells on which a small thing lies, as a pointer: the rest has the fill of a bare cell that is not white, as the
    dominoes are. `apart`: how far samples of the cells' middles lie from their `colour`, (rows, columns, samples)."""
    fills = colour[bare]
    fills = fills[widest(fills - fills.max()) > UNIFORM] if len(fills) else fills
    if not len(fills):
        return np.zeros_like(bare)
    partly = np.asarray(~bare & ((apart < UNIFORM).mean(axis=2) > MOSTLY), np.bool_)
    if partly.any():
        partly[partly] = widest(colour[partly][:, None] - fills).min(axis=1) < SAME_FILL
    return partly
