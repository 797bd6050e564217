"""Parts of pages as the finder of square boards sees them, and what it is to say at each place of them.

A page with a board of two symbols or of Queens somewhere on it, another game's, or none, is drawn, worn, and reduced.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import numpy as np

from samples.drawn.board import draw_scene
from samples.drawn.games import GAMES
from samples.drawn.grids import Grid
from samples.drawn.inside import Lattice
from samples.drawn.look import random_look
from samples.drawn.make import SIZES, aged, choose
from samples.drawn.others import page as plain_page
from samples.drawn.others import trimmed
from samples.drawn.pages import furnish
from samples.drawn.pips.cuts import FINDER, Part
from samples.drawn.queens import draw_board, worn_board
from samples.drawn.regions import random_regions
from samples.drawn.types import UNKNOWN, Pixels
from vision.games.pips.network import STRIDE, cut

KINDS = {"symbols": 48, "queens": 32, "game": 6, "page": 6, "pips": 8}
"""How often a page has which board; `page` and `pips` have none that is a square of cells."""
QUEENS = {5: 2, 6: 5, 7: 6, 8: 8, 9: 6, 10: 4, 11: 3, 12: 1}
"""How often each size of Queens is drawn."""
CELLS, USUAL = (5.5, 40.0), (8.0, 22.0)
"""Pixels of a cell in a part, and those of half of all parts."""
DRAWN, LARGE = (14, 44), 26
"""Pixels of a cell as drawn, and most of boards of ten cells and more."""
FILLED = 0.5
"""How often a page is about as large as a part, or larger."""
MOST_PAGE = 1000
"""Pixels of the side of a page."""


@dataclass(frozen=True, slots=True, eq=False)
class _Drawn:
    """A page; `lattice` and `size` of its board, in pixels and cells; `kind`: what its cells are labelled."""

    picture: Pixels
    lattice: Lattice = (0.0, 0.0, 16.0, 16.0)
    size: int = 0
    kind: int = 0


def _page(rng: Random, seed: int, index: int) -> tuple[_Drawn, float]:
    """A page, and how many pixels a cell is to have."""
    name = rng.choices(list(KINDS), list(KINDS.values()))[0]
    noise = np.random.default_rng(rng.getrandbits(48))
    low, high = CELLS if rng.random() < 0.5 else USUAL
    wanted = low * (high / low) ** rng.random()
    sizes = QUEENS if name == "queens" else SIZES
    size = rng.choices(list(sizes), list(sizes.values()))[0]
    cell = round(min(LARGE if size >= 10 else DRAWN[1], max(DRAWN[0], wanted * rng.uniform(1.2, 2.6))))
    beside = rng.choice((0.3, rng.uniform(0.5, 2), rng.uniform(1, 5), rng.uniform(2, 8)))
    if rng.random() < FILLED:
        beside = (FINDER * rng.uniform(0.7, 1.8) / wanted - size) / 2
    beside = max(0.3, min(beside, (MOST_PAGE / cell - size) / 2))
    if name == "pips":
        from samples.drawn.pips.page import draw_page

        page = draw_page(seed, index)
        return _Drawn(page.picture, (*page.origin, page.step, page.step)), wanted
    if name == "page":
        other = plain_page(rng, noise, rng.randint(6, 14), cell, cell)
        return _Drawn(aged(rng, other.picture, other.lattice, size, 1.0, None)[0], (0.0, 0.0, cell, cell)), wanted
    if name == "queens":
        board = random_regions(rng, size)
        picture, origin, queens = draw_board(rng, board, cell, cell, beside, furnished=rng.random() < 0.5)
        picture, lattice = worn_board(rng, picture, (origin, origin, cell, cell), board, queens)
        return _Drawn(picture, lattice, size, 1), wanted
    tints, kind = None, 1
    if name == "game":
        look, kind = random_look(rng, cell, cell), UNKNOWN
        other_board = GAMES[rng.choices(list(GAMES), [weight for _, weight in GAMES.values()])[0]][0](
            rng, noise, look, size
        )
        grid, tints = other_board.grid(), other_board.tints
    else:
        look, even = choose(rng, noise, size + size % 2, cell, cell)
        grid = trimmed(even, size)
    return _Drawn(*_scene(rng, look, grid, cell, beside, tints), size, kind), wanted


def _scene(rng, look, grid: Grid, cell: int, beside: float, tints) -> tuple[Pixels, Lattice]:  # type: ignore[no-untyped-def]
    on_page = rng.random() < 0.6
    scene = draw_scene(
        rng,
        look,
        grid,
        cell,
        cell,
        tints,
        margin=beside,
        furnish=(lambda picture: furnish(rng, picture, look.grid, cell)) if on_page else None,
    )
    lattice = float(scene.origin), float(scene.origin), float(cell), float(cell)
    return aged(rng, scene.picture, lattice, grid.size, 1.0, look, grid)


def draw_part(seed: int, index: int, parts: int) -> list[Part]:
    """So many parts of page `index` of a seed."""
    rng = Random(f"finding/{seed}/{index}")
    drawn, wanted = _page(rng, seed, index)
    return [_part(rng, drawn, wanted * rng.uniform(0.8, 1.25)) for _ in range(parts)]


def _part(rng: Random, drawn: _Drawn, wanted: float) -> Part:
    """A part of a page in which a cell has so many pixels."""
    height, width = drawn.picture.shape[:2]
    left, top, across, down = drawn.lattice
    scale = min(wanted / across, 1.5)
    wide, high = width * scale, height * scale
    x, y = (rng.uniform(min(0.0, side - FINDER), max(0.0, side - FINDER)) for side in (wide, high))
    if drawn.size and rng.random() < 0.8:  # with a part of the board in it
        at_x = (left + rng.uniform(0, drawn.size) * across) * scale - rng.uniform(0.1, 0.9) * FINDER
        at_y = (top + rng.uniform(0, drawn.size) * down) * scale - rng.uniform(0.1, 0.9) * FINDER
        x, y = (
            at if side <= FINDER else min(max(at, -8.0), side - FINDER + 8) for at, side in ((at_x, wide), (at_y, high))
        )
    image = cut(drawn.picture, x / scale, y / scale, scale, FINDER, FINDER)
    count = FINDER // STRIDE
    # The middle of feature k is at pixel 4k + 2 of the part.
    at = np.arange(count) * STRIDE + STRIDE / 2
    step_x, step_y = across * scale, down * scale
    from_left, from_top = (at - left * scale + x) / step_x, (at - top * scale + y) / step_y
    seen_x = (from_left >= 0) & (from_left < drawn.size) & (at + x >= 0) & (at + x < wide)
    seen_y = (from_top >= 0) & (from_top < drawn.size) & (at + y >= 0) & (at + y < high)
    on = seen_y[:, None] & seen_x[None]
    values = np.zeros((count, count, 5), np.float32)
    values[..., 0] = np.where(on, 0.5 - (from_left % 1)[None], 0)
    values[..., 1] = np.where(on, 0.5 - (from_top % 1)[:, None], 0)
    values[..., 2] = np.where(on, np.log2((step_x * step_y) ** 0.5 / 16), 0)
    return Part(image, np.where(on, drawn.kind, 0).astype(np.int8), values)
