"""Takuzu boards for the samples: a random full board, perhaps signs, and clues until one solution is left.

The same seed gives the same board for ever. `boards.py` does this for Tango; here sizes go to 20, and a board may need
the rule that no two lines are alike. Clues are scattered, and added where two solutions differ.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any

import solver
from solver import BinaryPuzzle

Grid = tuple[str, ...]
"""The cells of a board: `size` strings of `0`, `1` or `.`."""

PLACED_BY_CHANCE = 0.55
"""The share of rows put down at random; the solver finds the rest, which is never much work."""


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
    """A random board that keeps the rules."""
    no_h, no_v = ("." * (size - 1),) * size, ("." * size,) * (size - 1)
    while True:
        rows: list[str] = []
        for _ in range(max(2, round(PLACED_BY_CHANCE * size))):
            row = _random_row(rows, size, rng)
            if row is None or (unique_lines and row in rows):
                break
            rows.append(row)
        else:
            begun = (*rows, *["." * size] * (size - len(rows)))
            solution = solver.solve(BinaryPuzzle.from_json(_json(size, begun, no_h, no_v, unique_lines)))
            if solution is not None:
                return _turned(tuple(solution.to_json()), rng)


def _random_row(rows: list[str], size: int, rng: Random) -> str | None:
    """A row that fits under the others, or None after a dead end."""
    row = ""
    for c in range(size):
        column = "".join(above[c] for above in rows)
        open_to = [s for s in "01" if row.count(s) * 2 < size and column.count(s) * 2 < size]
        fits = [s for s in open_to if not row.endswith(s * 2) and not column.endswith(s * 2)]
        if not fits:
            return None
        row += rng.choice(fits)
    return row


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


def make_board(size: int, rng: Random, unique_lines: bool = True, signs: int = 0, more: float | None = None) -> Board:
    """A board with exactly one solution. `signs` of `=` and `×`; `more`: the share of cells that are clues at the
    least (by chance, if not given), since published boards are far from minimal."""
    solution = full_board(size, rng, unique_lines)
    everywhere = [(r, c) for r in range(size) for c in range(size)]
    edges = [("h", r, c) for r, c in everywhere if c < size - 1] + [("v", r, c) for r, c in everywhere if r < size - 1]
    h = [["."] * (size - 1) for _ in range(size)]
    v = [["."] * size for _ in range(size - 1)]
    for kind, r, c in rng.sample(edges, signs):
        r2, c2 = (r, c + 1) if kind == "h" else (r + 1, c)
        (h if kind == "h" else v)[r][c] = "=" if solution[r][c] == solution[r2][c2] else "x"
    sign_rows = tuple(map("".join, h)), tuple(map("".join, v))
    share = rng.uniform(0.15, 0.35) if more is None else more
    shown = set(rng.sample(everywhere, round(share * size * size)))
    while True:
        clues = tuple("".join(solution[r][c] if (r, c) in shown else "." for c in range(size)) for r in range(size))
        board = Board(size, clues, *sign_rows, solution, unique_lines)
        grids = [found.cells for found in islice(solver.solutions(BinaryPuzzle.from_json(board.with_cells(clues))), 2)]
        if len(grids) == 1:
            return board
        differing = [(r, c) for r, c in everywhere if grids[0][r][c] != grids[1][r][c]]
        shown.update(rng.sample(differing, 1 + len(differing) // 8))
