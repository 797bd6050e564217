"""Pictures of boards of Queens and of lattices that lie on them, whole and not, with their labels."""

from __future__ import annotations

from random import Random

import numpy as np

from samples.drawn.beside import Place, lay_beside
from samples.drawn.board import furnish_around, page_ground
from samples.drawn.grids import Grid
from samples.drawn.inside import Box, Lattice, beyond_only, seen, shares, untold
from samples.drawn.look import random_look
from samples.drawn.make import cell_sizes, cropped, no_whole_board, scaled
from samples.drawn.margin import surround
from samples.drawn.pages import furnish
from samples.drawn.pointers import cover
from samples.drawn.queens_look import QueensLook
from samples.drawn.queens_look import random_look as queens_look
from samples.drawn.queens_paint import paint_frame, paint_grounds, paint_hints, paint_lines, paint_marks, paint_signs
from samples.drawn.regions import Regions, random_regions, rectangles
from samples.drawn.types import DrawnBoard, Pixels
from samples.drawn.wear import cut_up, straightened, worn

KINDS = {"whole": 72, "part": 8, "beyond": 11, "shift": 4, "cut": 5, "rectangles": 5}
LEAST_BOARD = 4
CROPPED = 0.3
"""Share of boards whose picture ends at the board or within its outer cells."""


def draw_board(
    rng: Random, board: Regions, cell: int, shown: float, margin: float, furnished: bool = False
) -> tuple[Pixels, int, QueensLook]:
    """A page with a board, where the board begins, and its look. `furnished`: with text, buttons and cards on it."""
    size = board.size
    look = queens_look(rng, board, cell, shown)
    origin = int(np.ceil(margin * cell))
    page = page_ground(rng, look.page, size * cell + 2 * origin)
    if furnished:
        furnish_around(page, origin, size, cell, lambda page: furnish(rng, page, look.page, cell))
    if rng.random() < 0.08:
        lay_beside(rng, page, random_look(rng, cell, shown), Place(size, cell, origin, 0.1))
    else:
        surround(rng, page, look.page, size, cell, origin)
    picture = page.copy()
    paint_grounds(rng, picture, look, board, cell, origin)
    below = rng.random() < 0.6
    if below:
        paint_signs(rng, picture, look, board, cell, origin)
    paint_lines(rng, picture, look, board, cell, origin)
    if not below:
        paint_signs(rng, picture, look, board, cell, origin)
    paint_hints(rng, picture, look, board, cell, origin)
    paint_marks(rng, picture, look, board, cell, origin)
    paint_frame(picture, page, look, size, cell, origin)
    return picture, origin, look


def _grid(board: Regions) -> Grid:
    """The board as what is laid over it wants it."""
    size = board.size
    none = np.zeros((size, size), np.bool_)
    h, v = np.zeros((size, size - 1), np.int8), np.zeros((size - 1, size), np.int8)
    return Grid((board.marks > 0).astype(np.int8), untold(size), h, v, none, board.state)


def worn_board(
    rng: Random, picture: Pixels, lattice: Lattice, board: Regions, look: QueensLook
) -> tuple[Pixels, Lattice]:
    """The page covered and worn, and the lattice of its board."""
    return _worn(rng, picture, lattice, board.size, 1.0, look, _grid(board))


def _worn(
    rng: Random, picture: Pixels, lattice: Lattice, size: int, factor: float, look: QueensLook, grid: Grid | None
) -> tuple[Pixels, Lattice]:
    picture, lattice = scaled(rng, picture, lattice, factor)
    least = cover(rng, picture, lattice, size, 0.6, grid)
    return worn(rng, picture, lattice[2], max(least, 0.6), look.tells), lattice


def draw_queens(rng: Random, noise: np.random.Generator, size: int) -> DrawnBoard:
    """A lattice of so many cells on a page with a board of Queens, mostly the board's own."""
    kind = rng.choices(list(KINDS), list(KINDS.values()))[0]
    cell, final = cell_sizes(rng, size)
    shown = min(final, cell)
    if kind in ("whole", "rectangles"):
        board = random_regions(rng, size) if kind == "whole" else rectangles(rng, size)
        picture, origin, look = draw_board(rng, board, cell, shown, rng.choice((0.6, 0.85, 1.2)))
        lattice = float(origin), float(origin), float(cell), float(cell)
        if rng.random() < CROPPED:
            picture, lattice = cropped(rng, picture, lattice, size)
        grid = _grid(board)
        picture, lattice = _worn(rng, picture, lattice, size, final / cell, look, grid)
        image, edges_h, edges_v = cut_up(straightened(rng, picture, lattice, size), size)
        if kind == "rectangles":
            return no_whole_board(image, edges_h, edges_v, untold(size), "other/rectangles")
        return _whole(image, edges_h, edges_v, board, grid)
    more = {"part": rng.randint(1, 3), "beyond": -rng.choice((1, 1, 2, 2, 3)), "shift": rng.choice((0, 0, 1))}.get(
        kind, 0
    )
    if size + more < LEAST_BOARD:
        more = 0
    across = size + more
    board = random_regions(rng, across)
    margin = abs(min(more, 0)) + rng.choice((0.6, 1.0))
    picture, origin, look = draw_board(rng, board, cell, shown, margin)
    x, y = float(origin), float(origin)
    fits = True
    if more:
        x, y = (origin + (1 if more > 0 else -1) * rng.randint(0, abs(more)) * cell for _ in range(2))
    elif kind in ("shift", "beyond", "part"):
        kind = "shift"
        dx, dy = 0.0, 0.0
        while dx == dy == 0:
            dx, dy = (rng.choice((0.0, 0.0, 0.5, -0.5, 1.0, -1.0)) for _ in range(2))
        x, y, fits = x + dx * cell, y + dy * cell, dx == round(dx) and dy == round(dy)
    lattice = float(x), float(y), float(cell), float(cell)
    box: list[float] = [float(origin), float(origin), float(origin + across * cell), float(origin + across * cell)]
    if kind == "cut":
        lost = round(rng.uniform(0.5, min(3.0, size / 2)) * cell)
        side = rng.randrange(4)
        if side < 2:
            cut = picture[origin + lost :] if side == 0 else picture[: origin + size * cell - lost]
        else:
            cut = picture[:, origin + lost :] if side == 2 else picture[:, : origin + size * cell - lost]
        picture = np.ascontiguousarray(cut)
        if side in (0, 2):
            k = 1 if side == 0 else 0
            moved = list(lattice)
            moved[k] -= origin + lost
            lattice = moved[0], moved[1], moved[2], moved[3]
            box[k] -= origin + lost
            box[k + 2] -= origin + lost
        box = [
            max(0.0, box[0]),
            max(0.0, box[1]),
            min(float(picture.shape[1]), box[2]),
            min(float(picture.shape[0]), box[3]),
        ]
    whole: Box = (box[0], box[1], box[2], box[3])
    share = shares(lattice, size, whole)
    inside = seen(share) if fits else beyond_only(share)
    picture, lattice = _worn(rng, picture, lattice, size, final / cell, look, None)
    image, edges_h, edges_v = cut_up(straightened(rng, picture, lattice, size), size)
    nothing = untold(size)
    h, v = nothing[:, 1:], nothing[1:]
    return DrawnBoard(
        image, edges_h, edges_v, nothing, nothing, nothing, h, v, inside, nothing, h, v, 0, f"queens/{kind}",
        nothing, nothing, 0,
    )  # fmt: skip


def _whole(image: Pixels, edges_h: Pixels, edges_v: Pixels, board: Regions, grid: Grid) -> DrawnBoard:
    size = board.size
    nothing, inside = untold(size), np.ones((size, size), np.int8)
    h, v = nothing[:, 1:], nothing[1:]
    covered = grid.covered, grid.covered_h, grid.covered_v
    return DrawnBoard(
        image, edges_h, edges_v, nothing, nothing, nothing, h, v, inside, *covered, 0, f"queens/{board.state}",
        board.marks, board.regions, 1,
    )  # fmt: skip
