"""Queens boards for the samples: crowns that do not touch, regions grown over them until one solution is left.

The same seed gives the same board for ever, so there is a small search of its own here: the order in which the solver
finds solutions may change, and boards depend on it. Some regions stay small, some grow large, as on published boards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, pairwise
from random import Random
from typing import Any

import solver

Grid = tuple[str, ...]
"""The cells of a board: `size` strings of `Q`, `x` or `.`; or its regions: of letters."""
Cell = tuple[int, int]

LETTERS = "ABCDEFGHIJKLMNOPQRST"
REPAIRS = 6
"""Cells given to another region, for each row of the board, before it is begun anew."""


@dataclass(frozen=True)
class Board:
    """Regions with exactly one solution, and that solution: `Q` and `.`."""

    size: int
    regions: Grid
    solution: Grid

    def with_cells(self, cells: Grid) -> dict[str, Any]:
        """The puzzle JSON of this board with crowns and crosses on it."""
        return {"game": "queens", "size": self.size, "regions": list(self.regions), "cells": list(cells)}

    @property
    def empty(self) -> Grid:
        """The cells of the board with nothing on them."""
        return ("." * self.size,) * self.size

    @property
    def crowns(self) -> list[Cell]:
        """Where the crowns of the solution are, from the top."""
        return [(r, row.index("Q")) for r, row in enumerate(self.solution)]


def excluded(regions: Grid, crown: Cell) -> set[Cell]:
    """The other cells that can hold no crown where there is one at `crown`."""
    r, c = crown
    return {
        (r2, c2)
        for r2, row in enumerate(regions)
        for c2, letter in enumerate(row)
        if (r2 == r or c2 == c or letter == regions[r][c] or max(abs(r2 - r), abs(c2 - c)) == 1) and (r2, c2) != crown
    }


def conflicts(regions: Grid, cells: Grid) -> bool:
    """Whether a player can see that two crowns break a rule."""
    crowns = {(r, c) for r, row in enumerate(cells) for c, symbol in enumerate(row) if symbol == "Q"}
    return any(crowns & excluded(regions, crown) for crown in crowns)


def solutions(regions: Grid, cells: Grid | None = None) -> Iterator[list[Cell]]:
    """Every way to put the crowns, with those on `cells` kept and none on a cross. Sets of cells are integers."""
    size = len(regions)
    places = [(r, c) for r in range(size) for c in range(size)]

    def bits(wanted: Iterator[Cell] | set[Cell] | list[Cell]) -> int:
        return sum(1 << (r * size + c) for r, c in wanted)

    away = [bits(excluded(regions, place)) | 1 << k for k, place in enumerate(places)]
    groups = [bits([place for place in places if place[way] == k]) for way in (0, 1) for k in range(size)]
    groups += [bits([(r, c) for r, c in places if regions[r][c] == letter]) for letter in sorted(set("".join(regions)))]

    def search(free: int, left: list[int], crowns: list[Cell]) -> Iterator[list[Cell]]:
        if not left:
            yield crowns
            return
        group = free & min(left, key=lambda one: (free & one).bit_count())
        while group:
            k = (group & -group).bit_length() - 1
            group &= group - 1
            yield from search(free & ~away[k], [one for one in left if not one >> k & 1], [*crowns, places[k]])

    free, left = (1 << size * size) - 1, groups
    crowns: list[Cell] = []
    if cells:
        free &= ~bits([(r, c) for r, c in places if cells[r][c] == "x"])
        for k, (r, c) in enumerate(places):
            if cells[r][c] == "Q":
                if not free >> k & 1:
                    return
                free, left = free & ~away[k], [one for one in left if not one >> k & 1]
                crowns = [*crowns, (r, c)]
    yield from (sorted(found) for found in search(free, left, crowns))


def make_board(size: int, rng: Random) -> Board:
    """A board with exactly one solution."""
    while True:
        crowns = _crowns(size, rng)
        of = _grown(size, crowns, rng)
        for _ in range(REPAIRS * size):
            rows = tuple("".join(LETTERS[of[r, c]] for c in range(size)) for r in range(size))
            other = next((found for found in islice(solutions(rows), 2) if found != crowns), None)
            if other is None:
                solution = tuple("".join("Q" if (r, c) in crowns else "." for c in range(size)) for r in range(size))
                return Board(size, _named(rows), solution)
            if not _give_away(of, [cell for cell in other if cell not in crowns], rng):
                break


def generated(size: int, seed: int, level: str) -> Board:
    """A board of the solver's generator. Raises `NotGenerated` where none of the level is found."""
    puzzle = solver.generate("queens", size, seed, difficulty=level)
    solution = solver.solve(puzzle)
    assert isinstance(puzzle, solver.QueensPuzzle)
    assert isinstance(solution, solver.QueensSolution)
    return Board(size, puzzle.regions, solution.cells)


def _crowns(size: int, rng: Random) -> list[Cell]:
    """One crown in each row and column, none touching the one above."""
    while True:
        columns = rng.sample(range(size), size)
        if all(abs(a - b) > 1 for a, b in pairwise(columns)):
            return list(enumerate(columns))


def _next_to(cell: Cell, size: int) -> list[Cell]:
    r, c = cell
    around = ((r, c + 1), (r + 1, c), (r, c - 1), (r - 1, c))
    return [(y, x) for y, x in around if 0 <= y < size and 0 <= x < size]


def _grown(size: int, crowns: list[Cell], rng: Random) -> dict[Cell, int]:
    """Cell -> the number of its region, each grown from its crown; how eagerly differs much."""
    of = {crown: k for k, crown in enumerate(crowns)}
    eager = [rng.choice((0.1, 0.4, 1.0, 1.0, 2.2)) ** (size / 8) for _ in crowns]
    while len(of) < size * size:
        bare = [cell for cell in _everywhere(size) if cell not in of]
        edge = [(cell, of[near]) for cell in bare for near in _next_to(cell, size) if near in of]
        cell, k = rng.choices(edge, [eager[k] for _, k in edge])[0]
        of[cell] = k
    return of


def _everywhere(size: int) -> list[Cell]:
    return [(r, c) for r in range(size) for c in range(size)]


def _give_away(of: dict[Cell, int], cells: list[Cell], rng: Random) -> bool:
    """Gives one of the cells to a region beside it, so that its own stays connected: those of large regions first. The
    crowns on `cells` are no solution then."""
    size = round(len(of) ** 0.5)
    large = Counter(of.values())
    for cell in sorted(cells, key=lambda cell: -large[of[cell]] * rng.uniform(0.4, 1)):
        own = of[cell]
        others = [of[near] for near in _next_to(cell, size) if of[near] != own]
        if others and _connected({place for place, k in of.items() if k == own and place != cell}, size):
            of[cell] = rng.choice(others)
            return True
    return False


def _connected(cells: set[Cell], size: int) -> bool:
    if not cells:
        return False
    todo, left = [next(iter(cells))], set(cells)
    left.discard(todo[0])
    while todo:
        for near in _next_to(todo.pop(), size):
            if near in left:
                left.discard(near)
                todo.append(near)
    return not left


def _named(rows: Grid) -> Grid:
    """The regions by letters in the order of first appearance."""
    order = dict.fromkeys("".join(rows))
    return tuple(row.translate(str.maketrans("".join(order), LETTERS[: len(order)])) for row in rows)
