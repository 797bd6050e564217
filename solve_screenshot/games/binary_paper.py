"""Tango and Takuzu on paper. What is not here: the sheet around them (`solve_screenshot.printable`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import acos, cos, pi, sin

from solve_screenshot.sheet import FAINT, INK, PAPER, Box, Disc, Outline, Point, Shape, Stroke, Words
from solver import BinaryPuzzle, Solution

GIVEN = "#efece6"
SUN, SUN_EDGE, MOON, MOON_EDGE, MARK = "#ffb31e", "#c8692a", "#4a86d8", "#1d53a4", "#6b563a"


def rules(puzzle: BinaryPuzzle) -> str:
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
    return said


def cell(puzzle: BinaryPuzzle, width: float, height: float) -> float:
    return min(width, height) / puzzle.size


def shapes(puzzle: BinaryPuzzle, solution: Solution | None, middle: float, y: float, cell: float) -> Iterator[Shape]:
    cells = puzzle.cells if solution is None else solution.cells
    return _grid(puzzle, cells, middle - puzzle.size * cell / 2, y, cell)


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
