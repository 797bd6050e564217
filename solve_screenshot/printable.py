"""Puzzles, or their solutions, laid out on sheets of A4 paper: large enough for a pencil, told apart without colours.

What is not here: how a game looks on paper (`games`), how a sheet becomes a file (`sheet`), and where the puzzles come
from (`generate`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from textwrap import wrap

from solve_screenshot import games
from solve_screenshot.sheet import FAINT, Shape, Sheet, Stroke, Words
from solver import AnySolution, Puzzle

WIDTH, HEIGHT, MARGIN = 210.0, 297.0, 15.0
HEAD, FOOT, CAPTION, GUTTER = 16.0, 14.0, 7.0, 10.0
"""Millimetres: the sheet; the title, the rules below, the line above a puzzle, the space between two."""

ARRANGEMENTS = ((1, 1), (1, 2), (2, 2), (2, 3))
"""Columns and rows of puzzles on a sheet."""
LEAST_CELL, LARGEST_CELL = 7.0, 22.0
"""Millimetres: what a pencil can fill, and what still looks like a puzzle."""

GREY = "#777777"

@dataclass(frozen=True, slots=True)
class Printed:
    """One puzzle to be printed, and the words above it; with a `solution` that is what is drawn."""

    puzzle: Puzzle
    caption: str
    solution: AnySolution | None = None


def sheets(title: str, printed: Sequence[Printed]) -> list[Sheet]:
    """Sheets of A4 with all these puzzles, which are of one game, as few as can be while cells stay large enough."""
    columns, rows = _arrangement(printed)
    each = columns * rows
    pages = [printed[i : i + each] for i in range(0, len(printed), each)]
    return [
        Sheet(WIDTH, HEIGHT, tuple(_page(title, page, columns, rows, f"{number} / {len(pages)}")))
        for number, page in enumerate(pages, 1)
    ]


def _arrangement(printed: Sequence[Printed]) -> tuple[int, int]:
    """The least arrangement that takes all, or else the one that takes most with cells that are large enough."""
    fitting = [ARRANGEMENTS[0]]
    for columns, rows in ARRANGEMENTS[1:]:
        width, height = _room(columns, rows)
        if all(_cell(one.puzzle, width, height) >= LEAST_CELL for one in printed):
            fitting.append((columns, rows))
    return next((a for a in fitting if a[0] * a[1] >= len(printed)), fitting[-1])


def _room(columns: int, rows: int) -> tuple[float, float]:
    """Width and height there is for a puzzle without its caption."""
    width = (WIDTH - 2 * MARGIN - (columns - 1) * GUTTER) / columns
    height = (HEIGHT - 2 * MARGIN - HEAD - FOOT - (rows - 1) * GUTTER) / rows - CAPTION
    return width, height


def _page(title: str, page: Sequence[Printed], columns: int, rows: int, number: str) -> Iterator[Shape]:
    yield Words(MARGIN, MARGIN + 4, title, 7, anchor="start", bold=True)
    rule = HEIGHT - MARGIN - FOOT + 4
    yield Stroke((MARGIN, rule), (WIDTH - MARGIN, rule), FAINT)
    for line, words in enumerate(wrap(games.of(page[0].puzzle).paper().rules(page[0].puzzle), 112)):
        yield Words(MARGIN, rule + 4 + 4.2 * line, words, 3.2, GREY, "start")
    if not number.endswith("/ 1"):
        yield Words(WIDTH - MARGIN, MARGIN + 4, number, 3.6, GREY, "end")
    width, height = _room(columns, rows)
    for index, one in enumerate(page):
        column, row = index % columns, index // columns
        x = MARGIN + column * (width + GUTTER)
        y = MARGIN + HEAD + row * (height + CAPTION + GUTTER)
        yield from _block(one, x, y, width, height)


def _block(one: Printed, x: float, y: float, width: float, height: float) -> Iterator[Shape]:
    """The caption, and the puzzle in the middle of the room below it."""
    cell = _cell(one.puzzle, width, height)
    yield Words(x + width / 2, y + 2.5, one.caption, 3.6, GREY)
    yield from games.of(one.puzzle).paper().shapes(one.puzzle, one.solution, x + width / 2, y + CAPTION, cell)


def _cell(puzzle: Puzzle, width: float, height: float) -> float:
    """The side of a cell where a puzzle fills the space, or as large as looks like a puzzle."""
    return min(games.of(puzzle).paper().cell(puzzle, width, height), LARGEST_CELL)
