"""Pips on paper. What is not here: the sheet around it (`solve_screenshot.printable`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from solve_screenshot.pips_text import turns
from solve_screenshot.sheet import FAINT, PAPER, Box, Disc, Outline, Point, Shape, Stroke, Words
from solver import PipsPuzzle, PipsSolution
from solver.pips.dots import dots
from solver.steps import Cell

FILLS = ("#bfa4be", "#e0a5af", "#b1bfc1", "#e3bf9c", "#a5a1ad", "#b7b194")
TAGS = ("#8954c4", "#c93079", "#388091", "#c25e27", "#203f72", "#5b7521")
PLAIN, FRAME = "#ddccc6", "#d7c3bb"
"""The colours of regions and their tags, in turn; of cells without a tag, and of what lies around cells: as in the
game."""

SMALL_TAG = 0.66
"""Of its size is left of a tag where dominoes lie, for their pips to be seen."""
TILE, TILE_STEP, TILE_ROW = 1.24, 1.6, 0.95
"""Of a domino beside the board, in cells: its length, and from one to the next across and down."""


def rules(puzzle: PipsPuzzle) -> str:
    return (
        "Lay all dominoes on the board, each on two cells. A number is the sum of its region; with < or > the sum "
        "is less or more than that. With = all numbers of the region are equal, with it crossed out all differ."
    )


def cell(puzzle: PipsPuzzle, width: float, height: float) -> float:
    rows, columns = _extent(puzzle)
    tray = -(-len(puzzle.dominoes) // _per_row(puzzle))
    return min(width / max(columns + 0.5, _per_row(puzzle) * TILE_STEP), height / (rows + 0.8 + tray * TILE_ROW))


def _extent(puzzle: PipsPuzzle) -> tuple[int, int]:
    """Rows and columns of the board."""
    rows, columns = zip(*puzzle.cells, strict=True)
    return max(rows) - min(rows) + 1, max(columns) - min(columns) + 1


def _per_row(puzzle: PipsPuzzle) -> int:
    """Dominoes in a row of the tray."""
    count = len(puzzle.dominoes)
    return count if count <= 5 else -(-count // -(-count // 5))


def shapes(puzzle: PipsPuzzle, solution: PipsSolution | None, middle: float, y: float, cell: float) -> Iterator[Shape]:
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
        for dx, dy in dots(number, upright):
            yield Disc(cx + dx * 0.25 * half, cy + dy * 0.25 * half, 0.09 * half, "#444444")
