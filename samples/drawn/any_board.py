"""From a seed to a drawn picture: a board of two symbols or of Queens, what the locator proposes, or no board."""

from __future__ import annotations

from random import Random

import numpy as np

from samples.drawn.board import draw_scene
from samples.drawn.grids import Grid
from samples.drawn.look import Look
from samples.drawn.make import SIZES, aged, cell_sizes, choose, cropped, labels_of, no_whole_board, whole_board
from samples.drawn.others import random_other
from samples.drawn.proposed import draw_proposed
from samples.drawn.queens import draw_queens
from samples.drawn.types import DrawnBoard
from samples.drawn.wear import cut_up, straightened

QUEENS, QUEENS_ELSE = {4: 0.0, 5: 0.8, 6: 0.1, 7: 0.85, 8: 0.3, 9: 0.85, 10: 0.2, 11: 0.85, 12: 0.1, 14: 0.03}, 0.35
"""Share of boards of Queens among those of a size."""
NO_BOARD = 0.27
"""Share of pictures without a whole board."""
CROPPED = 0.22
"""Share of boards whose picture, or whose page, ends at the board or near it."""
PROPOSED, PROPOSED_LARGE = 0.11, 0.04
"""Share of pictures that are what the locator proposes on a page, and that of boards of 12 cells and more."""


def draw(seed: int, index: int, size: int | None = None) -> DrawnBoard:
    """Picture `index` of a seed."""
    rng = Random(f"drawn/{seed}/{index}/{size}")
    noise = np.random.default_rng(rng.getrandbits(48))
    size = size or rng.choices(list(SIZES), list(SIZES.values()))[0]
    if (proposed := _proposed(seed, index, size)) is not None:
        return proposed
    if (queens := _of_queens(rng, noise, size)) is not None:
        return queens
    cell, final = cell_sizes(rng, size)
    shown = min(final, cell)
    look: Look | None = None
    on_board: Grid | None = None
    if rng.random() < NO_BOARD:
        other = random_other(rng, noise, size, cell, shown)
        picture, lattice, name, inside = other.picture, other.lattice, other.look, other.inside
    else:
        look, grid = choose(rng, noise, size, cell, shown)
        scene = draw_scene(rng, look, grid, cell, shown)
        on_board = grid
        picture, name = scene.picture, look.name
        lattice = (float(scene.origin), float(scene.origin), float(cell), float(cell))
        if rng.random() < CROPPED:
            picture, lattice = cropped(rng, picture, lattice, size)
    picture, lattice = aged(rng, picture, lattice, size, final / cell, look, on_board)
    image, edges_h, edges_v = cut_up(straightened(rng, picture, lattice, size), size)
    if look is None:
        return no_whole_board(image, edges_h, edges_v, inside, name)
    names, given = labels_of(look, grid)
    return whole_board(image, edges_h, edges_v, grid, names, given, name)


def _proposed(seed: int, index: int, size: int) -> DrawnBoard | None:
    """What the locator proposes on a page, if it is this picture's turn and something is proposed."""
    rng = Random(f"proposed/{seed}/{index}/{size}")
    share = PROPOSED if size < 12 else PROPOSED_LARGE
    return draw_proposed(rng, size) if rng.random() < share else None


def _of_queens(rng: Random, noise: np.random.Generator, size: int) -> DrawnBoard | None:
    """A board of Queens, if it is its turn."""
    return draw_queens(rng, noise, size) if rng.random() < QUEENS.get(size, QUEENS_ELSE) else None
