"""Parts of pages as the finder of square boards sees them, and what it is to say at each place of them.

A page with a board of two symbols or of Queens somewhere on it, another game's, or none, is drawn, worn, and reduced.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import exp, log
from random import Random

import cv2
import numpy as np

from samples.drawn.board import draw_scene
from samples.drawn.colours import hsl, lightness, shifted
from samples.drawn.games import GAMES
from samples.drawn.grids import Grid
from samples.drawn.inside import Lattice
from samples.drawn.look import Look, random_look
from samples.drawn.make import SIZES, aged, choose, cropped
from samples.drawn.others import page as plain_page
from samples.drawn.others import trimmed
from samples.drawn.pages import furnish
from samples.drawn.pips.cuts import FINDER, Part, from_edge
from samples.drawn.pips.page import draw_page as pips_page
from samples.drawn.presets import goban, terminal
from samples.drawn.queens import draw_board, worn_board
from samples.drawn.regions import random_regions
from samples.drawn.types import UNKNOWN, Labels, Pixels
from samples.drawn.wear import resized
from vision.locate.votes import STRIDE, cut

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
OBLONG, MOST_OBLONG = 0.14, 2.2
"""How often cells are not square, and how many times as long as wide at most."""
BESIDE = 0.3
"""How often cells, counters or numbers lie beside a board in its own step."""
UNUSUAL = {"": 66, "bare": 12, "stones": 7, "terminal": 8, "colour": 7}
"""How often boards of two symbols have no lines, stones on crossings, characters as lines, or a page that its colour
alone tells from cells."""
PAPER = 0.07
"""How often a page is squared paper, or a sheet of cells like the board's."""
ENDED, CUT = 0.3, 0.25
"""How often a page ends near the sides of its board, and how often it is cut off then."""
MOST_PAGE = 1000
"""Pixels of the side of a page."""


@dataclass(frozen=True, slots=True, eq=False)
class DrawnPage:
    """A page; `lattice` and `size` of its board, in pixels and cells; `kind`: what its cells are labelled."""

    picture: Pixels
    lattice: Lattice = (0.0, 0.0, 16.0, 16.0)
    size: int = 0
    kind: int = 0


def _page(rng: Random, seed: int, index: int) -> tuple[DrawnPage, float]:
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
        page = pips_page(seed, index)
        return DrawnPage(page.picture, (*page.origin, page.step, page.step)), wanted
    if name == "page":
        other = plain_page(rng, noise, rng.randint(6, 14), cell, cell)
        return DrawnPage(aged(rng, other.picture, other.lattice, size, 1.0, None)[0], (0.0, 0.0, cell, cell)), wanted
    if name == "queens":
        board = random_regions(rng, size)
        picture, origin, queens = draw_board(rng, board, cell, cell, beside, furnished=rng.random() < 0.5)
        picture, lattice = worn_board(rng, picture, (origin, origin, cell, cell), board, queens)
        return DrawnPage(picture, lattice, size, 1), wanted
    tints, kind = None, 1
    if name == "game":
        look, kind = random_look(rng, cell, cell), UNKNOWN
        ((draw, _),) = rng.choices(list(GAMES.values()), [weight for _, weight in GAMES.values()])
        other_board = draw(rng, noise, look, size)
        grid, tints = other_board.grid(), other_board.tints
    else:
        look, even = choose(rng, noise, size + size % 2, cell, cell)
        _unusual(rng, look, cell)
        grid = trimmed(even, size)
    return DrawnPage(*_scene(rng, look, grid, cell, beside, tints), size, kind), wanted


def _unusual(rng: Random, look: Look, cell: int) -> None:
    """Makes some looks what lines and brightness do not tell."""
    kind = rng.choices(list(UNUSUAL), list(UNUSUAL.values()))[0]
    if kind == "stones":
        goban(rng, look, cell)
        look.grid.line_style = "crossings"
    elif kind == "terminal":
        terminal(rng, look, cell)
    elif kind == "bare" and not look.bare:
        look.grid.kind, look.grid.frame = "none", None
    elif kind == "colour" and look.grid.kind == "tiles":
        level = lightness(look.grid.cell)
        look.grid.page = look.grid.under = hsl(rng.uniform(0, 360), rng.uniform(20, 100), level)


def _squared(rng: Random, picture: Pixels, look: Look, origin: int, cell: int) -> None:
    """Fine lines all over the page, as on squared paper; as far apart as the board's only where a frame tells it."""
    framed = look.grid.frame is not None and look.grid.frame_width >= 2 and look.grid.kind == "lines"
    alike = framed and rng.random() < 0.4
    step = float(cell) if alike else cell / rng.choice((2, 3, 4, 5, rng.uniform(1.6, 5)))
    ink = np.asarray(shifted(look.grid.cell, look.grid.step * rng.uniform(6, 40)), np.float32)
    share = np.float32(rng.uniform(0.4, 1.0))
    first = (origin if alike or rng.random() < 0.5 else rng.uniform(0, step)) % step
    lines = np.rint(np.arange(first, len(picture), step)).astype(int)
    lines = lines[lines < len(picture)]
    picture[lines] = (picture[lines] + share * (ink - picture[lines])).astype(np.uint8)
    picture[:, lines] = (picture[:, lines] + share * (ink - picture[:, lines])).astype(np.uint8)


def _scene(
    rng: Random, look: Look, grid: Grid, cell: int, beside: float, tints: Labels | None
) -> tuple[Pixels, Lattice]:
    """A page with a board on it, worn, and where the board is."""
    furnished = (lambda page: furnish(rng, page, look.grid, cell)) if rng.random() < 0.6 else None
    scene = draw_scene(rng, look, grid, cell, cell, tints, margin=beside, furnish=furnished, crowded=BESIDE)
    if rng.random() < PAPER:
        _squared(rng, scene.picture, look, scene.origin, cell)
    lattice = float(scene.origin), float(scene.origin), float(cell), float(cell)
    return aged(rng, scene.picture, lattice, grid.size, 1.0, look, grid)


def _ended(rng: Random, drawn: DrawnPage) -> DrawnPage:
    """A page that ends at its board, or within it."""
    if not drawn.size or rng.random() > ENDED:
        return drawn
    if rng.random() > CUT:
        picture, lattice = cropped(rng, drawn.picture, drawn.lattice, drawn.size)
        return replace(drawn, picture=picture, lattice=lattice)
    x, y, across, down = drawn.lattice
    height, width = drawn.picture.shape[:2]
    ends = [0, 0, width, height]
    for side in rng.sample(range(4), rng.choice((1, 1, 2))):
        lost = rng.uniform(0.2, min(3.0, drawn.size / 2)) * (across, down)[side % 2]
        first = (x, y)[side % 2]
        ends[side] = round(first + lost if side < 2 else first + drawn.size * (across, down)[side % 2] - lost)
    left, top, right, bottom = (max(0, end) for end in ends)
    part = np.ascontiguousarray(drawn.picture[top:bottom, left:right])
    return replace(drawn, picture=part, lattice=(x - left, y - top, across, down))


def _stretched(rng: Random, drawn: DrawnPage) -> DrawnPage:
    """A page whose cells are higher than wide, or wider than high, as terminals and tables have them."""
    if rng.random() > OBLONG:
        return drawn
    height, width = drawn.picture.shape[:2]
    by = exp(rng.uniform(-1, 1) * log(MOST_OBLONG))
    wide, high = round(width * by**-0.5), round(height * by**0.5)
    x, y, across, down = drawn.lattice
    fx, fy = wide / width, high / height
    return replace(
        drawn,
        picture=resized(drawn.picture, wide, high, cv2.INTER_LINEAR),
        lattice=(x * fx, y * fy, across * fx, down * fy),
    )


def draw_page(rng: Random, seed: int, index: int) -> tuple[DrawnPage, float]:
    """A page, and how many pixels a cell of it is to have; `seed`, `index`: of a page of Pips."""
    drawn, wanted = _page(rng, seed, index)
    return _stretched(rng, _ended(rng, drawn)), wanted


def draw_part(seed: int, index: int, parts: int) -> list[Part]:
    """So many parts of page `index` of a seed."""
    rng = Random(f"finding/{seed}/{index}")
    drawn, wanted = draw_page(rng, seed, index)
    return [_part(rng, drawn, wanted * rng.uniform(0.8, 1.25)) for _ in range(parts)]


def _part(rng: Random, drawn: DrawnPage, wanted: float) -> Part:
    """A part of a page in which a cell has so many pixels."""
    height, width = drawn.picture.shape[:2]
    left, top, across, down = drawn.lattice
    scale = min(wanted / (across * down) ** 0.5, 1.5)
    wide, high = width * scale, height * scale
    x, y = (rng.uniform(min(0.0, side - FINDER), max(0.0, side - FINDER)) for side in (wide, high))
    if drawn.size and rng.random() < 0.8:  # with a part of the board in it
        at_x = (left + rng.uniform(0, drawn.size) * across) * scale - rng.uniform(0.1, 0.9) * FINDER
        at_y = (top + rng.uniform(0, drawn.size) * down) * scale - rng.uniform(0.1, 0.9) * FINDER
        x, y = from_edge(at_x, wide), from_edge(at_y, high)
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
    values[..., 3] = np.where(on, np.log2(step_y / step_x), 0)
    return Part(image, np.where(on, drawn.kind, 0).astype(np.int8), values)
