"""Queens on paper. What is not here: the sheet around it (`solve_screenshot.printable`)."""

from __future__ import annotations

from collections.abc import Iterator

from solve_screenshot.sheet import FAINT, INK, PAPER, Box, Outline, Shape, Stroke
from solver import QueensPuzzle, QueensSolution

FILLS = ("#e2d9f2", "#ffe6cc", "#d3e2ff", "#def1d5", "#efefef", "#ffc9bf", "#f3f9c9", "#e0dccf", "#f2dfe9", "#d9eef0")
"""Backgrounds of regions, in turn: pale, for pencil and crosses to be seen; borders tell regions without them."""

CROWN = ((-1, 0.7), (-1, -0.5), (-0.5, 0.1), (0, -0.8), (0.5, 0.1), (1, -0.5), (1, 0.7))
"""The outline of a crown around its middle, `(x, y)` in halves of its width."""


def rules(puzzle: QueensPuzzle) -> str:
    return (
        "Put a crown into each row, each column and each region with a bold border: one, and no more. "
        "No two crowns touch, not even at a corner."
    )


def cell(puzzle: QueensPuzzle, width: float, height: float) -> float:
    return min(width, height) / puzzle.size


def shapes(
    puzzle: QueensPuzzle, solution: QueensSolution | None, middle: float, y: float, cell: float
) -> Iterator[Shape]:
    n = puzzle.size
    left, side = middle - n * cell / 2, n * cell
    yield Box(left, y, side, side, PAPER)
    for (r, c), region in puzzle.region_of.items():
        yield Box(left + c * cell, y + r * cell, cell, cell, FILLS[(ord(region) - ord("A")) % len(FILLS)])
    borders: list[Shape] = []
    for r, c in puzzle.region_of:
        x0, y0 = left + c * cell, y + r * cell
        for other, start in (((r, c - 1), (x0, y0 + cell)), ((r - 1, c), (x0 + cell, y0))):
            if other in puzzle.region_of:
                if puzzle.region_of[other] == puzzle.region_of[r, c]:
                    yield Stroke((x0, y0), start, FAINT, 0.2)
                else:
                    borders.append(Stroke((x0, y0), start, INK, 0.06 * cell))
    yield from borders
    yield Box(left, y, side, side, None, INK, 0.08 * cell)
    for r, row in enumerate(puzzle.cells if solution is None else solution.cells):
        for c, symbol in enumerate(row):
            yield from _symbol(symbol, left + (c + 0.5) * cell, y + (r + 0.5) * cell, cell)


def _symbol(symbol: str, x: float, y: float, cell: float) -> Iterator[Shape]:
    if symbol == "Q":
        half = 0.27 * cell
        yield Outline(tuple([(x + dx * half, y + dy * half) for dx, dy in CROWN]), INK)
    elif symbol == "x":
        half = 0.1 * cell
        yield Stroke((x - half, y - half), (x + half, y + half), INK, 0.03 * cell)
        yield Stroke((x - half, y + half), (x + half, y - half), INK, 0.03 * cell)
