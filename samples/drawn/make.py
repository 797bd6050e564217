"""What all drawn pictures are made with: sizes, looks and states that go together, wear, labels."""

from __future__ import annotations

from math import exp, log
from random import Random

import cv2
import numpy as np

from samples.drawn.bare import harden
from samples.drawn.grids import Grid, random_grid
from samples.drawn.inside import Lattice, untold
from samples.drawn.look import Look, random_look
from samples.drawn.margin import hide
from samples.drawn.pointers import cover
from samples.drawn.presets import settle
from samples.drawn.types import OTHER, UNKNOWN, DrawnBoard, Labels, Pixels
from samples.drawn.wear import resized, worn

SIZES = {4: 9, 5: 3, 6: 49, 7: 8, 8: 22, 9: 8, 10: 11, 11: 3, 12: 4, 14: 3}
"""How often each size is drawn."""
KNOWN = 0.3
"""Share of boards that look nearly as on a known site."""
LEAST_MARKED_CELL = 17
"""Pixels of a cell below which markers would be too small to be told apart."""
LARGE = {10: 44, 12: 36, 14: 32}
"""Most pixels per cell of large boards, which cost much."""
READABLE_STILL = 19.0
"""Contrast in CIE L*a*b* that symbols keep when a veil lies over them and the light is poor."""
HEADED = 0.5
"""Share of pictures that end near the board, in which only one side does and something else may begin there."""
LEAST_FILLED, LEAST_MARKED = 2, 3
"""Symbols, or markers where there are fewer symbols, by which a board is known for what it is."""


def cell_sizes(rng: Random, size: int) -> tuple[int, float]:
    """Pixels of a cell as drawn, and in the finished picture."""
    low, high = rng.choices(((30, 70), (12, 90), (60, 96)), (66, 22, 12))[0]
    low = min(low, LARGE.get(size, low))
    final = exp(rng.uniform(log(low), log(min(high, LARGE.get(size, 90)))))
    if rng.random() < 0.45:
        return max(12, round(final)), float(max(12, round(final)))
    drawn = final * rng.choice((rng.uniform(1.0, 1.7), rng.uniform(0.75, 1.3)))
    return max(14, min(round(drawn), 84, round(LARGE.get(size, 100) * 1.3))), final


def _grid(rng: Random, noise: np.random.Generator, look: Look, size: int) -> Grid:
    """A state of play in which a person sees what game it is."""
    state = None
    if look.bare:  # which of three colours is the empty one?
        harden(rng, look)
        if rng.random() < 0.2:
            state = rng.choice(("nearly full", "nearly full", "full"))
    for _ in range(20):
        grid = random_grid(rng, noise, size, look.marked, state)
        filled, marked = int((grid.kinds > 0).sum()), int((grid.h > 0).sum() + (grid.v > 0).sum())
        alike = look.bare or look.blank == "same"
        told = not alike or grid.state not in ("one kind", "single", "fresh") or filled <= 0.45 * size * size
        if told and (filled >= LEAST_FILLED or marked >= LEAST_MARKED):
            break
    return grid


def _names(look: Look, grid: Grid) -> Labels:
    names = np.array([0, *(look.pair.names if not look.bare else (OTHER, OTHER))], np.int8)
    return np.asarray(names[grid.kinds], np.int8)


def scaled(rng: Random, picture: Pixels, lattice: Lattice, factor: float) -> tuple[Pixels, Lattice]:
    """The picture at another size, by one of the usual ways."""
    if abs(factor - 1) < 0.01:
        return picture, lattice
    height, width = picture.shape[:2]
    wide, high = max(1, round(width * factor)), max(1, round(height * factor))
    way = cv2.INTER_AREA if factor < 1 and rng.random() < 0.6 else rng.choice((cv2.INTER_LINEAR, cv2.INTER_CUBIC))
    if factor > 1 and rng.random() < 0.12:
        way = cv2.INTER_NEAREST
    fx, fy = wide / width, high / height
    x, y, across, down = lattice
    return resized(picture, wide, high, way), (x * fx, y * fy, across * fx, down * fy)


def _headed(rng: Random, picture: Pixels, lattice: Lattice, size: int) -> tuple[Pixels, Lattice]:
    """The page ends on one side of the board, at it or nearly."""
    side = rng.randrange(4)
    x, y, across, down = lattice
    begin, step = (y, down) if side < 2 else (x, across)
    away = rng.choice((0.0, rng.uniform(-0.05, 0.05), rng.uniform(0, 0.5))) * step
    kept = hide(rng, picture, side, round(begin - away if side % 2 == 0 else begin + size * step + away))
    x -= picture.shape[1] - kept.shape[1] if side == 2 else 0
    y -= picture.shape[0] - kept.shape[0] if side == 0 else 0
    return kept, (x, y, across, down)


def cropped(rng: Random, picture: Pixels, lattice: Lattice, size: int) -> tuple[Pixels, Lattice]:
    """The picture ends near the board on some sides, never so far that a symbol is lost; or the page ends on one, and a
    window's frame, a header or another page begins."""
    if rng.random() < HEADED:
        return _headed(rng, picture, lattice, size)
    x, y, across, down = lattice
    cuts = []
    for begin, length, step in ((x, picture.shape[1], across), (y, picture.shape[0], down)):
        near = (
            rng.choice((0.0, rng.uniform(-0.05, 0.05), rng.uniform(-0.25, 0.5))),
            rng.choice((0.0, rng.uniform(-0.25, 0.5))),
        )
        first = max(0, round(begin - near[0] * step)) if rng.random() < 0.7 else 0
        last = min(length, round(begin + (size + near[1]) * step)) if rng.random() < 0.7 else length
        cuts.append((first, last))
    (left, right), (top, bottom) = cuts
    return np.ascontiguousarray(picture[top:bottom, left:right]), (x - left, y - top, across, down)


def choose(rng: Random, noise: np.random.Generator, size: int, cell: int, shown: float) -> tuple[Look, Grid]:
    """A look and a state of play that go together."""
    look = random_look(rng, cell, shown)
    if rng.random() < KNOWN:
        settle(rng, look, cell)
    look.marked = look.marked and shown >= LEAST_MARKED_CELL
    return look, _grid(rng, noise, look, size)


def aged(
    rng: Random,
    picture: Pixels,
    lattice: Lattice,
    size: int,
    factor: float,
    look: Look | None,
    grid: Grid | None = None,
) -> tuple[Pixels, Lattice]:
    """Scaled, covered and worn; a board of this look can still be read. `grid`: what is on it."""
    picture, lattice = scaled(rng, picture, lattice, factor)
    least = 0.4 if look is None else max(0.6 if look.marked else 0.3, min(1.0, READABLE_STILL / look.contrast))
    least = cover(rng, picture, lattice, size, least, grid)
    return worn(rng, picture, lattice[2], least, look is None or look.grey_tells), lattice


def labels_of(look: Look, grid: Grid) -> tuple[Labels, Labels]:
    """`names` and `given` of `DrawnBoard`."""
    mixed = {0, 1} <= set(np.unique(grid.given).tolist())
    told = look.shows_given_alone or (look.shows_given and mixed)
    return _names(look, grid), grid.given if told else np.full_like(grid.given, UNKNOWN)


def whole_board(
    image: Pixels, edges_h: Pixels, edges_v: Pixels, grid: Grid, names: Labels, given: Labels, look: str
) -> DrawnBoard:
    """A whole board and its labels."""
    inside = np.ones_like(grid.kinds)
    covered = grid.covered, grid.covered_h, grid.covered_v
    cells = untold(grid.size)
    return DrawnBoard(
        image, edges_h, edges_v, grid.kinds, names, given, grid.h, grid.v, inside, *covered, 1, look, cells, cells, 0
    )


def no_whole_board(image: Pixels, edges_h: Pixels, edges_v: Pixels, inside: Labels, look: str) -> DrawnBoard:
    """A picture of no whole board, of which nothing but `inside` is told."""
    cells = untold(len(inside))
    h, v = cells[:, 1:], cells[1:]
    return DrawnBoard(
        image, edges_h, edges_v, cells, cells, cells, h, v, inside, cells, h, v, 0, look, cells, cells, 0
    )
