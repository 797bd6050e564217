"""Puzzles, or their solutions, laid out on sheets of A4 paper: large enough for a pencil, told apart without colours.

What is not here: how a sheet becomes a file (`sheet`), and where the puzzles come from (`generate`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import acos, cos, pi, sin
from textwrap import wrap

from solve_screenshot.pips_text import turns
from solve_screenshot.sheet import Box, Disc, Outline, Point, Shape, Sheet, Stroke, Words
from solver import BinaryPuzzle, PipsPuzzle, PipsSolution, Puzzle, Solution
from solver.pips.puzzle import Cell

WIDTH, HEIGHT, MARGIN = 210.0, 297.0, 15.0
HEAD, FOOT, CAPTION, GUTTER = 16.0, 14.0, 7.0, 10.0
"""Millimetres: the sheet; the title, the rules below, the line above a puzzle, the space between two."""

ARRANGEMENTS = ((1, 1), (1, 2), (2, 2), (2, 3))
"""Columns and rows of puzzles on a sheet."""
LEAST_CELL, LARGEST_CELL = 7.0, 22.0
"""Millimetres: what a pencil can fill, and what still looks like a puzzle."""

INK, GREY, FAINT, GIVEN, PAPER = "#222222", "#777777", "#b9b4ac", "#efece6", "#ffffff"
SUN, SUN_EDGE, MOON, MOON_EDGE, MARK = "#ffb31e", "#c8692a", "#4a86d8", "#1d53a4", "#6b563a"

FILLS = ("#bfa4be", "#e0a5af", "#b1bfc1", "#e3bf9c", "#a5a1ad", "#b7b194")
TAGS = ("#8954c4", "#c93079", "#388091", "#c25e27", "#203f72", "#5b7521")
PLAIN, FRAME = "#ddccc6", "#d7c3bb"
"""The colours of regions and their tags, in turn; of cells without a tag, and of what lies around cells: as in the
game."""

PIPS: dict[int, tuple[Point, ...]] = {
    0: (),
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (0, -1), (1, -1), (-1, 1), (0, 1), (1, 1)),
}
"""Where the pips of a lying domino are on a half; on an upright one they are turned."""


@dataclass(frozen=True, slots=True)
class Printed:
    """One puzzle to be printed, and the words above it; with a `solution` that is what is drawn."""

    puzzle: Puzzle
    caption: str
    solution: Solution | PipsSolution | None = None


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
        if all(min(_cell(one.puzzle, width, height), LARGEST_CELL) >= LEAST_CELL for one in printed):
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
    for line, words in enumerate(_rules(page[0].puzzle)):
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
    cell = min(_cell(one.puzzle, width, height), LARGEST_CELL)
    yield Words(x + width / 2, y + 2.5, one.caption, 3.6, GREY)
    if isinstance(one.puzzle, BinaryPuzzle):
        left = x + (width - one.puzzle.size * cell) / 2
        cells = one.solution.cells if isinstance(one.solution, Solution) else one.puzzle.cells
        yield from _grid(one.puzzle, cells, left, y + CAPTION, cell)
    else:
        solution = one.solution if isinstance(one.solution, PipsSolution) else None
        yield from _pips(one.puzzle, solution, x + width / 2, y + CAPTION, cell)


def _cell(puzzle: Puzzle, width: float, height: float) -> float:
    """The side of a cell where a puzzle fills the room."""
    if isinstance(puzzle, BinaryPuzzle):
        return min(width, height) / puzzle.size
    rows, columns = _extent(puzzle)
    tray = -(-len(puzzle.dominoes) // _per_row(puzzle))
    return min(width / max(columns + 0.5, _per_row(puzzle) * TILE_STEP), height / (rows + 0.8 + tray * TILE_ROW))


def _rules(puzzle: Puzzle) -> list[str]:
    """What a player has to know, in lines."""
    if isinstance(puzzle, PipsPuzzle):
        said = (
            "Lay all dominoes on the board, each on two cells. A number is the sum of its region; with < or > the sum "
            "is less or more than that. With = all numbers of the region are equal, with it crossed out all differ."
        )
    else:
        kinds = "a sun or a moon" if puzzle.game == "tango" else "0 or 1"
        run = {2: "two", 3: "three"}.get(puzzle.max_run, str(puzzle.max_run))
        said = (
            f"Put {kinds} into each cell. No more than {run} of a kind side by side, across or down; "
            "as many of one kind as of the other in every row and column."
        )
        if puzzle.unique_lines:
            said += " No two rows and no two columns are the same."
        if any(mark != "." for row in (*puzzle.h, *puzzle.v) for mark in row):
            said += " Cells with = between them are alike, those with a cross are not."
    return wrap(said, 112)


# --- Tango and Takuzu ------------------------------------------------------------------------------------------------


def _grid(puzzle: BinaryPuzzle, cells: Sequence[str], x: float, y: float, cell: float) -> Iterator[Shape]:
    n = puzzle.size
    side = n * cell
    yield Box(x, y, side, side, PAPER)
    for r, c in sorted(puzzle.filled()):
        yield Box(x + c * cell, y + r * cell, cell, cell, GIVEN)
    for i in range(1, n):
        yield Stroke((x + i * cell, y), (x + i * cell, y + side), FAINT, 0.25)
        yield Stroke((x, y + i * cell), (x + side, y + i * cell), FAINT, 0.25)
    yield Box(x, y, side, side, None, INK, 0.5, 0.8)
    for r, row in enumerate(cells):
        for c, symbol in enumerate(row):
            yield from _symbol(symbol, x + (c + 0.5) * cell, y + (r + 0.5) * cell, cell)
    for r, row in enumerate(puzzle.h):
        for c, mark in enumerate(row):
            yield from _mark(mark, x + (c + 1) * cell, y + (r + 0.5) * cell, cell)
    for r, row in enumerate(puzzle.v):
        for c, mark in enumerate(row):
            yield from _mark(mark, x + (c + 0.5) * cell, y + (r + 1) * cell, cell)


def _symbol(symbol: str, x: float, y: float, cell: float) -> Iterator[Shape]:
    if symbol == "S":
        yield Disc(x, y, 0.22 * cell, SUN, SUN_EDGE, 0.035 * cell)
    elif symbol == "M":
        yield Outline(_crescent(x, y, 0.22 * cell), MOON, MOON_EDGE, 0.03 * cell)
    elif symbol != ".":
        yield Words(x, y, symbol, 0.62 * cell, INK, bold=True)


def _crescent(x: float, y: float, radius: float) -> tuple[Point, ...]:
    """A disc without another that lies up and to the right of it."""
    away, bite, turn = 0.5 * radius, 0.85 * radius, -pi / 5
    outer = acos((away**2 + radius**2 - bite**2) / (2 * away * radius))
    inner = acos((radius**2 - away**2 - bite**2) / (2 * away * bite))
    steps = 40
    points = []
    for i in range(steps + 1):
        angle = turn + outer + (2 * pi - 2 * outer) * i / steps
        points.append((x + radius * cos(angle), y + radius * sin(angle)))
    for i in range(steps + 1):
        angle = turn - inner - (2 * pi - 2 * inner) * i / steps
        points.append((x + away * cos(turn) + bite * cos(angle), y + away * sin(turn) + bite * sin(angle)))
    return tuple(points)


def _mark(mark: str, x: float, y: float, cell: float) -> Iterator[Shape]:
    """A marker on the edge between two cells, on a plate that interrupts the line."""
    if mark == ".":
        return
    yield Disc(x, y, 0.155 * cell, PAPER)
    half, thick = 0.09 * cell, 0.034 * cell
    if mark == "=":
        for dy in (-0.55 * half, 0.55 * half):
            yield Stroke((x - half, y + dy), (x + half, y + dy), MARK, thick)
    else:
        yield Stroke((x - half, y - half), (x + half, y + half), MARK, thick)
        yield Stroke((x - half, y + half), (x + half, y - half), MARK, thick)


# --- Pips ------------------------------------------------------------------------------------------------------------

SMALL_TAG = 0.66
"""Of its size is left of a tag where dominoes lie, for their pips to be seen."""
TILE, TILE_STEP, TILE_ROW = 1.24, 1.6, 0.95
"""Of a domino beside the board, in cells: its length, and from one to the next across and down."""


def _extent(puzzle: PipsPuzzle) -> tuple[int, int]:
    """Rows and columns of the board."""
    rows, columns = zip(*puzzle.cells, strict=True)
    return max(rows) - min(rows) + 1, max(columns) - min(columns) + 1


def _per_row(puzzle: PipsPuzzle) -> int:
    """Dominoes in a row of the tray."""
    count = len(puzzle.dominoes)
    return count if count <= 5 else -(-count // -(-count // 5))


def _pips(puzzle: PipsPuzzle, solution: PipsSolution | None, middle: float, y: float, cell: float) -> Iterator[Shape]:
    rows, columns = _extent(puzzle)
    top, first = min(r for r, _ in puzzle.cells), min(c for _, c in puzzle.cells)
    left = middle - columns * cell / 2
    at = {(r, c): (left + (c - first) * cell, y + (r - top) * cell + 0.1 * cell) for r, c in puzzle.cells}
    colours = turns(puzzle, len(FILLS))
    grow = 0.06 * cell
    for x0, y0 in at.values():
        yield Box(x0 - grow, y0 - grow, cell + 2 * grow, cell + 2 * grow, FRAME, radius=0.16 * cell)
    for index, region in enumerate(puzzle.regions):
        fill = FILLS[colours[index]] if index in colours else PLAIN
        for place in region.cells:
            x0, y0 = at[place]
            yield Box(x0, y0, cell, cell, fill)
        for place in region.cells:
            x0, y0 = at[place]
            yield from _sides(
                place, set(region.cells), x0, y0, cell, TAGS[colours[index]] if index in colours else None
            )
    if solution is not None:
        for domino, places in zip(puzzle.dominoes, solution.places, strict=True):
            yield from _laid(domino, [at[place] for place in places], cell)
    for index, region in enumerate(puzzle.regions):
        if region.tag:
            x0, y0 = at[region.cells[-1]]
            size = cell if solution is None else SMALL_TAG * cell
            yield from _tag(region.tag, x0 + cell, y0 + cell, size, TAGS[colours[index]])
    if solution is None:
        yield from _tray(puzzle, middle, y + (rows + 0.9) * cell, cell)


def _sides(place: Cell, region: set[Cell], x: float, y: float, cell: float, colour: str | None) -> Iterator[Shape]:
    """Dashes along the sides of a cell where its region ends, faint ones within it."""
    r, c = place
    for dr, dc, (ax, ay, bx, by) in (
        (-1, 0, (0, 0, 1, 0)),
        (1, 0, (0, 1, 1, 1)),
        (0, -1, (0, 0, 0, 1)),
        (0, 1, (1, 0, 1, 1)),
    ):
        if (r + dr, c + dc) in region:
            start, end = (x + ax * cell, y + ay * cell), (x + bx * cell, y + by * cell)
            if dr + dc > 0:
                yield Stroke(start, end, PAPER, 0.15)
        elif colour is not None:
            inset = 0.045 * cell
            start = (x + ax * cell - dc * inset, y + ay * cell - dr * inset)
            end = (x + bx * cell - dc * inset, y + by * cell - dr * inset)
            yield Stroke(start, end, colour, 0.028 * cell, 0.13 * cell, 0.12 * cell)


def _tag(text: str, x: float, y: float, cell: float, colour: str) -> Iterator[Shape]:
    """A diamond on the corner of a region, with what its cells must have."""
    half = 0.38 * cell
    yield Outline(((x, y - half), (x + half, y), (x, y + half), (x - half, y)), colour)
    if text in ("=", "≠"):
        wide, apart, thick = 0.13 * cell, 0.06 * cell, 0.05 * cell
        for dy in (-apart, apart):
            yield Stroke((x - wide, y + dy), (x + wide, y + dy), PAPER, thick)
        if text == "≠":
            yield Stroke((x - 0.07 * cell, y + 0.14 * cell), (x + 0.07 * cell, y - 0.14 * cell), PAPER, thick)
    else:
        yield Words(x, y, text, (0.32 if len(text) < 3 else 0.25) * cell, PAPER, bold=True)


def _tray(puzzle: PipsPuzzle, middle: float, y: float, cell: float) -> Iterator[Shape]:
    """The dominoes below the board."""
    each = _per_row(puzzle)
    for start in range(0, len(puzzle.dominoes), each):
        row = puzzle.dominoes[start : start + each]
        x = middle - len(row) * TILE_STEP * cell / 2 + (TILE_STEP - TILE) * cell / 2
        for domino in row:
            yield from _domino(domino, x, y, TILE * cell / 2, False)
            x += TILE_STEP * cell
        y += TILE_ROW * cell


def _laid(domino: tuple[int, int], at: Sequence[Point], cell: float) -> Iterator[Shape]:
    """A domino on the board; `at`: the upper left corners of the cells under its numbers."""
    (ax, ay), (bx, by) = at
    upright = ax == bx
    inset = 0.05 * cell
    if (bx, by) < (ax, ay) if not upright else by < ay:
        domino, (ax, ay) = domino[::-1], (bx, by)
    yield from _domino(domino, ax + inset, ay + inset, cell - inset, upright, cell - 2 * inset)


def _domino(
    domino: tuple[int, int], x: float, y: float, half: float, upright: bool, across: float | None = None
) -> Iterator[Shape]:
    """A domino with its upper left corner at `(x, y)`; `half` as long as one of its halves, and `across` as wide."""
    across = across or half * 1.02
    width, height = (across, 2 * half) if upright else (2 * half, across)
    yield Box(x, y, width, height, "#f7f7f7", "#444444", 0.05 * half, 0.15 * half)
    if upright:
        yield Stroke((x + 0.1 * across, y + half), (x + 0.9 * across, y + half), FAINT, 0.03 * half)
    else:
        yield Stroke((x + half, y + 0.1 * across), (x + half, y + 0.9 * across), FAINT, 0.03 * half)
    for i, number in enumerate(domino):
        cx = x + (across / 2 if upright else half * (i + 0.5))
        cy = y + (half * (i + 0.5) if upright else across / 2)
        for dx, dy in PIPS[number]:
            if upright:
                dx, dy = -dy, dx
            yield Disc(cx + dx * 0.25 * half, cy + dy * 0.25 * half, 0.09 * half, "#444444")
