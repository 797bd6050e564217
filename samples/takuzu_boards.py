"""Takuzu boards for the samples: a random full board, perhaps signs, and clues until one solution is left.

The same seed gives the same board for ever, whatever the order in which the solver searches. `boards.py` does this for
Tango; here sizes go to 20, and a board may need the rule that no two lines are alike. Clues are scattered.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import solver
from solver import BinaryPuzzle

Grid = tuple[str, ...]
"""The cells of a board: `size` strings of `0`, `1` or `.`."""

TRIES = 3
"""Symbols tried, for each cell of the board, before it is begun anew: dead ends are cheaper to leave than to search."""


@dataclass(frozen=True)
class Board:
    """A puzzle with exactly one solution under its own rules, and that solution."""

    size: int
    clues: Grid
    h: Grid
    v: Grid
    solution: Grid
    unique_lines: bool

    def with_cells(self, cells: Grid) -> dict[str, Any]:
        """The puzzle JSON of this board with other symbols on it."""
        return _json(self.size, cells, self.h, self.v, self.unique_lines)

    def clue_cells(self) -> list[list[int]]:
        """Where the clues are."""
        return [[r, c] for r, row in enumerate(self.clues) for c, symbol in enumerate(row) if symbol != "."]


def _json(size: int, cells: Grid, h: Grid, v: Grid, unique_lines: bool) -> dict[str, Any]:
    rules = {"game": "takuzu", "size": size, "cells": list(cells), "h": list(h), "v": list(v)}
    return rules | {"unique_lines": unique_lines}


def full_board(size: int, rng: Random, unique_lines: bool = True) -> Grid:
    """A random board that keeps the rules: row under row, and begun anew where that leads nowhere soon."""
    while True:
        rows: list[str] = []
        if _fill(rows, size, rng, unique_lines, [TRIES * size * size]):
            columns = {"".join(column) for column in zip(*rows, strict=True)}
            if not unique_lines or len(columns) == size:
                return _turned(tuple(rows), rng)


def _fill(rows: list[str], size: int, rng: Random, unique_lines: bool, tries: list[int]) -> bool:
    if len(rows) == size:
        return True
    columns = ["".join(column) for column in zip(*rows, strict=True)] if rows else [""] * size
    for row in _rows("", columns, size, rng, tries):
        if unique_lines and row in rows:
            continue
        rows.append(row)
        if _fill(rows, size, rng, unique_lines, tries):
            return True
        rows.pop()
        if tries[0] < 0:
            return False
    return False


def _rows(row: str, columns: list[str], size: int, rng: Random, tries: list[int]) -> Iterator[str]:
    """The rows that begin with `row` and fit under the `columns`, by chance, what a column needs more first."""
    tries[0] -= 1
    if tries[0] < 0:
        return
    if len(row) == size:
        yield row
        return
    column = columns[len(row)]
    half = size // 2
    needs = {s: half - column.count(s) for s in "01"}
    fits = [s for s in "01" if needs[s] and row.count(s) < half and not row.endswith(s * 2)]
    fits = [s for s in fits if not column.endswith(s * 2)]
    if len(fits) == 2 and rng.random() * (needs["0"] + needs["1"]) >= needs["0"]:
        fits.reverse()
    for symbol in fits:
        yield from _rows(row + symbol, columns, size, rng, tries)


def _turned(grid: Grid, rng: Random) -> Grid:
    """The board turned and mirrored by chance, so that the solver's part is not always below."""
    for _ in range(rng.randrange(4)):
        grid = tuple("".join(column) for column in zip(*grid[::-1], strict=True))
    return grid[::-1] if rng.random() < 0.5 else grid


def breaks_a_rule(puzzle: dict[str, Any]) -> bool:
    """Whether a player can see that the symbols are wrong."""
    size, cells = puzzle["size"], puzzle["cells"]
    columns = ["".join(column) for column in zip(*cells, strict=True)]
    for line in [*cells, *columns]:
        if any(s * 3 in line or line.count(s) * 2 > size for s in "01"):
            return True
    for lines in (cells, columns):
        full = [line for line in lines if "." not in line]
        if puzzle["unique_lines"] and len(set(full)) < len(full):
            return True
    pairs = [(puzzle["h"][r][c], cells[r][c], cells[r][c + 1]) for r in range(size) for c in range(size - 1)]
    pairs += [(puzzle["v"][r][c], cells[r][c], cells[r + 1][c]) for r in range(size - 1) for c in range(size)]
    return any(sign != "." and "." not in (a, b) and (a == b) != (sign == "=") for sign, a, b in pairs)


def make_board(size: int, rng: Random, unique_lines: bool = True, signs: int = 0, clues: float | None = None) -> Board:
    """A board with exactly one solution and `signs` of `=` and `×`. Clues are taken away while the solution stays the
    only one, until the share `clues` of the cells is left (by chance, if not given: few published boards are minimal),
    or none can go."""
    solution = full_board(size, rng, unique_lines)
    everywhere = [(r, c) for r in range(size) for c in range(size)]
    edges = [("h", r, c) for r, c in everywhere if c < size - 1] + [("v", r, c) for r, c in everywhere if r < size - 1]
    h = [["."] * (size - 1) for _ in range(size)]
    v = [["."] * size for _ in range(size - 1)]
    for kind, r, c in rng.sample(edges, signs):
        r2, c2 = (r, c + 1) if kind == "h" else (r + 1, c)
        (h if kind == "h" else v)[r][c] = "=" if solution[r][c] == solution[r2][c2] else "x"

    def with_clues(shown: set[tuple[int, int]]) -> Board:
        rows = tuple("".join(solution[r][c] if (r, c) in shown else "." for c in range(size)) for r in range(size))
        return Board(size, rows, tuple(map("".join, h)), tuple(map("".join, v)), solution, unique_lines)

    wanted = round((rng.uniform(0.18, 0.36) if clues is None else clues) * size * size)
    shown = set(everywhere)
    for cells in _groups(rng.sample(everywhere, len(everywhere))):
        fewer = shown.difference(cells)
        if len(fewer) >= wanted and has_one_solution(with_clues(fewer)):
            shown = fewer
    return with_clues(shown)


def has_one_solution(board: Board) -> bool:
    """Whether the clues leave exactly one solution."""
    return solver.count(BinaryPuzzle.from_json(board.with_cells(board.clues)), limit=2) == 1


def _groups(cells: list[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    """The cells in the order in which they are tried: half of them together, then the rest one by one."""
    half = len(cells) // 2
    yield cells[:half]
    for cell in cells:
        yield [cell]
