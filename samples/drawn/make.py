"""From a seed to a drawn board: chooses a look and a state, draws, wears, straightens, labels."""

from __future__ import annotations

from math import exp, log
from random import Random

import cv2
import numpy as np

from samples.drawn import others
from samples.drawn.board import draw_scene
from samples.drawn.grids import Grid, random_grid
from samples.drawn.look import Look, random_look
from samples.drawn.pointers import cover
from samples.drawn.types import UNKNOWN, DrawnBoard, Labels
from samples.drawn.wear import cut_up, resized, straightened, worn

SIZES = {4: 10, 5: 1, 6: 56, 7: 1, 8: 18, 10: 9, 12: 3, 14: 2}
"""How often each size is drawn."""
NO_BOARD = 0.12
"""Share of pictures without a whole board."""
LARGE = {10: 44, 12: 36, 14: 32}
"""Most pixels per cell of large boards, which cost much."""


def _cell_sizes(rng: Random, size: int) -> tuple[int, float]:
    """Pixels of a cell as drawn, and in the finished picture."""
    low, high = (30, 70) if rng.random() < 0.75 else (12, 90)
    final = exp(rng.uniform(log(low), log(min(high, LARGE.get(size, 90)))))
    if rng.random() < 0.45:
        return max(12, round(final)), float(max(12, round(final)))
    drawn = final * rng.choice((rng.uniform(1.0, 1.7), rng.uniform(0.75, 1.3)))
    return max(14, min(round(drawn), 84, round(LARGE.get(size, 100) * 1.3))), final


def _names(look: Look, grid: Grid) -> Labels:
    names = np.array([0, *look.pair.names], np.int8)
    if look.bare:
        names[1:] = 5
    return np.asarray(names[grid.kinds], np.int8)


def draw(seed: int, index: int, size: int | None = None) -> DrawnBoard:
    """Picture `index` of a seed."""
    rng = Random(f"drawn/{seed}/{index}/{size}")
    noise = np.random.default_rng(rng.getrandbits(48))
    size = size or rng.choices(list(SIZES), list(SIZES.values()))[0]
    cell, final = _cell_sizes(rng, size)
    shown = min(final, cell)
    look = random_look(rng, cell, shown)
    grid = random_grid(rng, noise, size, look.marked)
    scene = draw_scene(rng, look, grid, cell, shown)
    picture, lattice, name, whole = scene.picture, (float(scene.origin), float(scene.origin), float(cell), float(cell)), look.name, 1
    if rng.random() < NO_BOARD:
        picture, lattice, name = others.spoilt(rng, picture, lattice, size)
        whole = 0
    if abs(final / cell - 1) > 0.01:
        side = round(len(picture) * final / cell)
        way = cv2.INTER_AREA if final < cell and rng.random() < 0.6 else rng.choice((cv2.INTER_LINEAR, cv2.INTER_CUBIC))
        factor = side / len(picture)
        picture = resized(picture, side, side, way)
        lattice = lattice[0] * factor, lattice[1] * factor, lattice[2] * factor, lattice[3] * factor
    cover(rng, picture, lattice, size)
    picture = worn(rng, picture, lattice[2])
    image, edges_h, edges_v = cut_up(straightened(rng, picture, lattice, size), size)
    if not whole:
        nothing = np.full((size, size), UNKNOWN, np.int8)
        return DrawnBoard(image, edges_h, edges_v, nothing, nothing, nothing, nothing[:, 1:].copy(), nothing[1:].copy(), 0, name)
    given = grid.given if look.shows_given else np.full_like(grid.given, UNKNOWN)
    return DrawnBoard(image, edges_h, edges_v, grid.kinds, _names(look, grid), given, grid.h, grid.v, 1, name)
