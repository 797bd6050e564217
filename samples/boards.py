"""Tango boards for the samples: a random full board, signs between its cells, and clues until one solution is left.

Everything comes from a seeded `random.Random`, so the same seed gives the same board for ever. The published boards
are far from minimal and often show a pattern (a block, a diagonal, a frame), so these do as well.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any

import solver
from solver import BinaryPuzzle
from solver.errors import NotGenerated

Grid = tuple[str, ...]
"""The cells of a board: `size` strings of `S`, `M` or `.`."""

RESTART_AFTER = 3000
"""Rows tried before a full board is begun anew: a dead end near the bottom is cheaper to leave than to search out."""

CLUE_STYLES = ("scatter", "block", "diagonal", "frame", "few")


@dataclass(frozen=True)
class Board:
    """A puzzle with exactly one solution, and that solution."""

    size: int
    clues: Grid
    h: Grid
    v: Grid
    solution: Grid

    def with_cells(self, cells: Grid) -> dict[str, Any]:
        """The puzzle JSON of this board with other symbols on it."""
        return {"game": "tango", "size": self.size, "cells": list(cells), "h": list(self.h), "v": list(self.v)}

    def clue_cells(self) -> list[list[int]]:
        """Where the clues are."""
        return [[r, c] for r, row in enumerate(self.clues) for c, symbol in enumerate(row) if symbol != "."]


def full_board(size: int, rng: Random) -> Grid:
    """A random board that keeps the rules: rows put below each other while no column breaks one."""
    lines = _lines(size)
    while True:
        rows: list[str] = []
        if _fill(rows, lines, size, rng, [RESTART_AFTER]):
            return tuple(rows)


def _lines(size: int) -> list[str]:
    """Every line with as many suns as moons and never three of a kind together."""
    lines = [""]
    for _ in range(size):
        lines = [line + symbol for line in lines for symbol in "SM" if not line.endswith(symbol * 2)]
    return [line for line in lines if line.count("S") * 2 == size]


def _fill(rows: list[str], lines: list[str], size: int, rng: Random, tries: list[int]) -> bool:
    if len(rows) == size:
        return True
    columns = ["".join(column) for column in zip(*rows, strict=True)] if rows else [""] * size
    banned = [_banned(column, size) for column in columns]
    fitting = [line for line in lines if all(symbol not in ban for symbol, ban in zip(line, banned, strict=True))]
    rng.shuffle(fitting)
    for line in fitting:
        tries[0] -= 1
        if tries[0] < 0:
            return False
        rows.append(line)
        if _fill(rows, lines, size, rng, tries):
            return True
        rows.pop()
    return False


def _banned(column: str, size: int) -> str:
    """The symbols that may not follow in a column."""
    return "".join(s for s in "SM" if column.endswith(s * 2) or column.count(s) * 2 == size)


def breaks_a_rule(puzzle: dict[str, Any]) -> bool:
    """Whether a player can see that the symbols are wrong: three of a kind together, too many in a line, a sign."""
    size, cells = puzzle["size"], puzzle["cells"]
    for line in [*cells, *map("".join, zip(*cells, strict=True))]:
        if any(s * 3 in line or line.count(s) * 2 > size for s in "SM"):
            return True
    pairs = [(puzzle["h"][r][c], cells[r][c], cells[r][c + 1]) for r in range(size) for c in range(size - 1)]
    pairs += [(puzzle["v"][r][c], cells[r][c], cells[r + 1][c]) for r in range(size - 1) for c in range(size)]
    return any(sign != "." and "." not in (a, b) and (a == b) != (sign == "=") for sign, a, b in pairs)


def make_board(size: int, rng: Random, style: str | None = None, signs: int | None = None) -> Board:
    """A board with exactly one solution.

    `style` is where clues are put first (one of `CLUE_STYLES`), `signs` how many `=` and `×` it gets; both random if
    not given. Clues are added where two solutions differ until one is left, so the style bends but the board is fair.
    """
    style = style or rng.choice(CLUE_STYLES)
    solution = full_board(size, rng)
    edges = [("h", r, c) for r in range(size) for c in range(size - 1)]
    edges += [("v", r, c) for r in range(size - 1) for c in range(size)]
    if signs is None:
        signs = rng.choice((0, 4, 6, 8, 8, 10, 12)) * size * size // 36
    h = [["."] * (size - 1) for _ in range(size)]
    v = [["."] * size for _ in range(size - 1)]
    for kind, r, c in rng.sample(edges, min(signs, len(edges))):
        r2, c2 = (r, c + 1) if kind == "h" else (r + 1, c)
        (h if kind == "h" else v)[r][c] = "=" if solution[r][c] == solution[r2][c2] else "x"
    sign_rows = tuple(map("".join, h)), tuple(map("".join, v))

    shown = _first_clues(size, style, rng)
    while True:
        clues = tuple("".join(solution[r][c] if (r, c) in shown else "." for c in range(size)) for r in range(size))
        board = Board(size, clues, *sign_rows, solution)
        differing = _where_two_solutions_differ(board)
        if not differing:
            return board
        shown.add(rng.choice(differing))


def _first_clues(size: int, style: str, rng: Random) -> set[tuple[int, int]]:
    everywhere = [(r, c) for r in range(size) for c in range(size)]
    if style == "block":
        r0, c0 = rng.randrange(size - 1), rng.randrange(size - 1)
        return {(r, c) for r, c in everywhere if r0 <= r <= r0 + 1 and c0 <= c <= c0 + 1}
    if style == "diagonal":
        return {(r, c) for r, c in everywhere if r == c or r + c == size - 1}
    if style == "frame":
        return {(r, c) for r, c in everywhere if (r in (0, size - 1) or c in (0, size - 1)) and (r + c) % 2}
    if style == "few":
        return set()
    return set(rng.sample(everywhere, size * size // 6))


LEVELS = ("easy", "medium", "hard")


def generated(game: str, size: int, seed: int, level: str, **rules: Any) -> tuple[BinaryPuzzle, Grid, str]:
    """A puzzle of the solver's generator, its solution and its level: the one asked for, or, where there is no such
    board of that size, the next easier one. Raises `NotGenerated` where there is none at all."""
    for easier in LEVELS[LEVELS.index(level) :: -1]:
        try:
            puzzle = solver.generate(game, size, seed, difficulty=easier, **rules)
        except NotGenerated:
            continue
        solution = solver.solve(puzzle)
        assert isinstance(puzzle, BinaryPuzzle)
        assert isinstance(solution, solver.Solution)
        return puzzle, solution.cells, easier
    raise NotGenerated(f"no {game} of size {size} was found")


def _where_two_solutions_differ(board: Board) -> list[tuple[int, int]]:
    puzzle = solver.load(board.with_cells(board.clues))
    assert isinstance(puzzle, solver.BinaryPuzzle)
    grids = [solution.cells for solution in islice(solver.solutions(puzzle), 2)]
    if len(grids) < 2:
        return []
    first, second = grids
    span = range(board.size)
    return [(r, c) for r in span for c in span if first[r][c] != second[r][c]]
