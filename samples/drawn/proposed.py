"""What the locator proposes on drawn pages, right and wrong: the lattices that a reader has to judge.

A page with a board, or without one, is drawn and worn; the locator looks for boards on it; one of its proposals is
labelled by where the board truly is.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import chain
from math import exp, log
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.drawn.board import draw_scene
from samples.drawn.grids import Grid
from samples.drawn.inside import SEEN, Box, Lattice, shares, untold
from samples.drawn.look import Look
from samples.drawn.make import aged, choose, labels_of, no_whole_board, whole_board
from samples.drawn.others import LEAST_BOARD, game, page, trimmed
from samples.drawn.pages import furnish
from samples.drawn.types import UNKNOWN, DrawnBoard, Labels, Pixels
from samples.drawn.wear import cut_up, straightened
from vision.lattice import Lattice as Found
from vision.locate.edges import Page
from vision.locate.propose import proposals

TRIES = 2
"""Pages on which a proposal of the size asked for is looked for."""
WRONG = 0.7
"""How often a wrong proposal is taken where there is a right one as well."""
ENOUGH = 0.6
"""How often no more is looked for when a wrong proposal is there that was wanted; what comes later takes its time."""
RIGHT, OFF = 0.12, 0.3
"""Cells by which the corners of a right lattice are off at most, and those of a wrong one at least."""
ON_CELL = 0.2
"""Cells by which the corners of a lattice cell that lies on one of the board's are off at most."""
SAME_STEP = 0.08
"""The part of the board's step by which the step of such a cell differs at most."""
BESIDE = 1 / 3
"""A lattice cell of which no more than this lies on the board is none of its cells."""
MOST_BOARD = 14
"""Cells across the largest board drawn, if the lattice asked for is not larger."""
SIZES_OFF, DOUBLE = {0: 40, -1: 12, 1: 16, -2: 5, 2: 11}, 6
"""How often boards are drawn that have so many cells more across than the lattice asked for, or twice as many; those of
two more or less seldom give a lattice of that size, so they cost most."""
CUT, CUT_LARGER = 0.05, 0.22
"""How often a board is cut off by the side of the picture, and one that is larger than the lattice asked for."""
PAGES = ("text", "keys", "photo", "plain", "cards")
"""What `others.page` draws."""
BOARDLESS = {"game": 11, "page": 4}
"""Pages without a board, of a hundred."""


@dataclass(slots=True)
class Drawn:
    """A picture, and the board on it, if there is one.

    `size`: cells across the board, 0 without one; `lattice`: the board's, in pixels; `whole`: whether all of the board
    is in the picture.
    """

    picture: Pixels
    name: str
    size: int = 0
    lattice: Lattice = (0.0, 0.0, 1.0, 1.0)
    whole: bool = False
    look: Look | None = None
    grid: Grid | None = None


def _board_size(rng: Random, size: int) -> int:
    """Cells across a board on which lattices of `size` cells may be proposed."""
    fit = {size + by: weight for by, weight in SIZES_OFF.items()} | {2 * size: DOUBLE}
    fit = {n: weight for n, weight in fit.items() if LEAST_BOARD <= n <= max(MOST_BOARD, size)}
    return rng.choices(list(fit), list(fit.values()))[0]


def _cell_sizes(rng: Random, size: int) -> tuple[int, float]:
    """Pixels of a cell as drawn, and in the finished picture; small, for the locator's time is that of the pixels."""
    low, high = (16, 38) if size <= 6 else (15, 30) if size <= 8 else (14, 22)
    final = exp(rng.uniform(log(low), log(high)))
    cell = round(final)
    if rng.random() < 0.55:
        return cell, float(cell)
    return max(14, round(final * rng.uniform(0.8, 1.5))), final


def _with_board(rng: Random, noise: np.random.Generator, size: int, cut: float) -> Drawn:
    """A page with a board of `size` cells; `cut`: how often it goes on beyond the picture."""
    cell, final = _cell_sizes(rng, size)
    shown = min(final, cell)
    look, grid = choose(rng, noise, size + size % 2, cell, shown)
    grid = trimmed(grid, size)
    margin = rng.choice((rng.uniform(0.6, 1.2), rng.uniform(1, 2), rng.uniform(1.5, 3)))
    on_page = rng.random() < 0.4
    scene = draw_scene(
        rng,
        look,
        grid,
        cell,
        shown,
        margin=margin,
        furnish=(lambda picture: furnish(rng, picture, look.grid, cell)) if on_page else None,
        crowded=0.55,
    )
    side, origin = len(scene.picture), scene.origin
    cuts = [round(max(0.0, rng.uniform(-0.6, 0.9)) * origin) for _ in range(4)]  # left, top, right, bottom
    whole = rng.random() >= cut
    if not whole:  # cells that are cut through show that there were more
        for k in rng.sample(range(4), rng.choice((1, 1, 2))):
            lost = rng.randrange(max(1, min(3, size // 2)))
            cuts[k] = origin + round((lost + rng.uniform(0.15 if lost else 0.5, 0.85)) * cell)
    left, top, right, bottom = cuts
    picture = np.ascontiguousarray(scene.picture[top : side - bottom, left : side - right])
    lattice = float(origin - left), float(origin - top), float(cell), float(cell)
    picture, lattice = aged(rng, picture, lattice, size, final / cell, look, grid)
    return Drawn(picture, look.name, size, lattice, whole, look, grid)


def _drawn(rng: Random, noise: np.random.Generator, size: int) -> Drawn:
    """A page on which a lattice of `size` cells may be proposed."""
    kind = rng.randrange(100)
    if kind >= sum(BOARDLESS.values()):
        board = _board_size(rng, size)
        return _with_board(rng, noise, board, CUT_LARGER if board > size else CUT)
    cell, final = _cell_sizes(rng, size)
    draw = game if kind < BOARDLESS["game"] else page
    other = draw(rng, noise, size, cell, min(final, cell))
    picture, _ = aged(rng, other.picture, other.lattice, size, final / cell, None)
    return Drawn(picture, other.look)


def _corners_off(found: Found, drawn: Drawn) -> float:
    """How far the corners of a lattice of the board's size lie off the board's, in cells."""
    x, y, across, down = drawn.lattice
    x1, y1 = x + drawn.size * across, y + drawn.size * down
    steps = across, down, across, down
    return max(abs(a - b) / step for a, b, step in zip(found.bbox, (x, y, x1, y1), steps, strict=True))


def rightness(found: Found, drawn: Drawn) -> int:
    """1: the whole board's lattice; 0: another; -1: neither right nor plainly wrong."""
    if not drawn.whole or found.rows != drawn.size:
        return 0
    off = _corners_off(found, drawn)
    return 1 if off <= RIGHT else 0 if off >= OFF else UNKNOWN


def _on_cells(begin: float, step: float, count: int, board: float, pitch: float, size: int) -> NDArray[np.bool_]:
    """Along one axis, which of `count` lattice cells lie on one of the board's cells, side upon side."""
    first = (begin + step * np.arange(count) - board) / pitch
    last = first + step / pitch
    if abs(step / pitch - 1) > SAME_STEP:
        return np.zeros(count, np.bool_)
    near = np.rint((first + last - 1) / 2)
    off = np.maximum(np.abs(first - near), np.abs(last - near - 1))
    return np.asarray((off <= ON_CELL) & (near >= 0) & (near < size), np.bool_)


def inside_of(found: Found, drawn: Drawn) -> Labels:
    """`inside` as in `DrawnBoard`, of a lattice somewhere on a page."""
    size = found.rows
    if not drawn.size:
        # Whether another game's cells are a board's is not asked; letters, keys and photos are page.
        return np.zeros((size, size), np.int8) if drawn.name.split("/")[-1] in PAGES else untold(size)
    x, y, across, down = drawn.lattice
    height, width = drawn.picture.shape[:2]
    whole: Box = (x, y, x + drawn.size * across, y + drawn.size * down)
    seen: Box = (max(0.0, whole[0]), max(0.0, whole[1]), min(float(width), whole[2]), min(float(height), whole[3]))
    lattice: Lattice = (found.x, found.y, found.step_x, found.step_y)
    columns = _on_cells(found.x, found.step_x, size, x, across, drawn.size)
    rows = _on_cells(found.y, found.step_y, size, y, down, drawn.size)
    on_board, in_sight = shares(lattice, size, whole), shares(lattice, size, seen)
    inside = np.where(in_sight <= BESIDE, 0, UNKNOWN).astype(np.int8)
    # Where a cell lies on the board's, what is cut off is what is not in the picture.
    fits = rows[:, None] & columns & (in_sight >= SEEN * on_board)
    inside[fits] = 1
    return inside


def _board(rng: Random, found: Found, right: bool, drawn: Drawn) -> DrawnBoard:
    """The picture straightened on a proposal, and its labels."""
    size = found.rows
    lattice = found.x, found.y, found.step_x, found.step_y
    image, edges_h, edges_v = cut_up(straightened(rng, drawn.picture, lattice, size, error=0.0), size)
    if right and drawn.look and (grid := drawn.grid):
        names, given = labels_of(drawn.look, grid)
        return whole_board(image, edges_h, edges_v, grid, names, given, "proposed/right")
    inside = inside_of(found, drawn)
    look = "proposed/part" if (inside == 1).any() else "proposed/none"
    return no_whole_board(image, edges_h, edges_v, inside, look)


def _taken(rng: Random, drawn: Drawn, size: int) -> tuple[Found, bool] | None:
    """A proposal of `size` cells on a page, and whether it is the board's lattice."""
    grey = np.asarray(cv2.cvtColor(drawn.picture, cv2.COLOR_BGR2GRAY), np.uint8)
    wanted = int(rng.random() >= WRONG)
    found: dict[int, list[Found]] = {0: [], 1: [], UNKNOWN: []}
    for proposal in chain.from_iterable(proposals(drawn.picture, Page(grey))):
        lattice = proposal.lattice
        if proposal.flat is not None or lattice.plane or not lattice.rows == lattice.columns == size:
            continue
        # The locator counts from the middle of the first pixel, who draws from its side.
        lattice = replace(lattice, x=float(lattice.x) + 0.5, y=float(lattice.y) + 0.5)
        right = rightness(lattice, drawn)
        found[right].append(lattice)
        if right == wanted and (right or rng.random() < ENOUGH):
            break
    for right in (wanted, 1 - wanted):
        if found[right]:
            return rng.choice(found[right]), bool(right)
    return None


def draw_proposed(rng: Random, size: int) -> DrawnBoard | None:
    """A proposal of `size` cells on one of a few pages, if any is made."""
    noise = np.random.default_rng(rng.getrandbits(48))
    for _ in range(TRIES):
        drawn = _drawn(rng, noise, size)
        if taken := _taken(rng, drawn, size):
            return _board(rng, *taken, drawn)
    return None
