"""What shows dominoes on a page of Pips that are none of the puzzle's: an example in the rules, and a logo."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from samples.drawn.glyphs import some_font, text_mask
from samples.drawn.margin import stamp
from samples.drawn.pips.boards import Board, random_board
from samples.drawn.pips.furniture import Zone, furnish
from samples.drawn.pips.layout import Layout
from samples.drawn.pips.look import Look
from samples.drawn.pips.painted import draw_board
from samples.drawn.pips.tiles import draw_tile
from samples.drawn.types import Pixels

EXAMPLE, LOGO = 0.2, 0.08
"""How often pages have them."""
SOLVED = 0.7
"""How often all dominoes lie on an example."""


@dataclass(frozen=True, slots=True)
class Example:
    """`origin`: of cell (0, 0), and `cell`, in pixels; `words`: where its text may be."""

    board: Board
    origin: tuple[float, float]
    cell: float
    words: tuple[Zone, ...]


def with_example(rng: Random, layout: Layout) -> tuple[Layout, Example | None]:
    """Now and then a larger page, with an example of the rules to the right of all else, or below."""
    if rng.random() > EXAMPLE:
        return layout, None
    board = random_board(rng, rng.randint(2, 3), rng.randint(2, 4))
    if rng.random() < SOLVED:
        board = replace(board, laid=tuple(range(len(board.dominoes))))
    cell = layout.cell * rng.uniform(0.4, 1.05)
    before, after = (cell * rng.uniform(0.5, 2.0) for _ in range(2))
    wide, high = board.columns * cell + before + after, board.rows * cell + before + after
    if rng.random() < 0.5:
        y = rng.uniform(0.0, max(0.0, layout.height - high))
        x: float = layout.width
        width, height = round(layout.width + wide), max(layout.height, round(high))
        words: tuple[Zone, ...] = (x, 0.0, width, y), (x, y + high, width, height)
    else:
        x = rng.uniform(0.0, max(0.0, layout.width - wide))
        y, width, height = layout.height, max(layout.width, round(wide)), round(layout.height + high)
        words = (0.0, y, x, height), (x + wide, y, width, height)
    return replace(layout, width=width, height=height), Example(board, (x + before, y + before), cell, words)


def draw_example(rng: Random, page: Pixels, look: Look, example: Example) -> None:
    """Its board, and its words."""
    for zone in example.words:
        if zone[2] - zone[0] > 2 * example.cell and zone[3] - zone[1] > example.cell:
            furnish(rng, page, look.page, look.text, example.cell, [zone])
    draw_board(rng, page, look, example.board, example.origin, example.cell)


def draw_logo(rng: Random, page: Pixels, look: Look, layout: Layout) -> None:
    """Now and then a small domino, with a name beside it, at the top of a page."""
    side = layout.cell * rng.uniform(0.25, 0.6)
    top = min((zone[3] for zone in layout.free[:1]), default=0.0)
    if rng.random() > LOGO or top < 2.2 * side:
        return
    upright, x, y = rng.random() < 0.4, side * rng.uniform(1.5, 3.0), rng.uniform(1.1 * side, top - 1.1 * side)
    away = (0.0, side / 2) if upright else (side / 2, 0.0)
    values = rng.randint(0, 6), rng.randint(0, 6)
    draw_tile(page, look.tile, (x - away[0], y - away[1]), (x + away[0], y + away[1]), values, side)
    name = text_mask(rng.choice(("Pips", "Dominoes", "Halves")), some_font(rng, 60), max(6, round(1.2 * side)), "A")
    stamp(page, name, x + 1.5 * side + name.shape[1] / 2, y, look.text)
