"""Boards of Queens for the tests of the solver: made up, and judged by the rules in their plainest form."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import strategies as st

from solver.queens.puzzle import LETTERS, Cell, QueensPuzzle

SHARED = Path(__file__).parents[2].parent / "shared"
REAL = SHARED / "boards" / "queens.json"
needs_shared = pytest.mark.skipif(not REAL.exists(), reason="the developers' boards (../shared) are not here")


def real() -> list[QueensPuzzle]:
    """The developers' real boards, each with one solution."""
    return [QueensPuzzle.from_json(data) for data in json.loads(REAL.read_text())]


def made_up(rng: Random, size: int, entries: float = 0.0) -> QueensPuzzle:
    """Any board: regions grown at random from cells at random, entries on so many of its cells."""
    cells = [(r, c) for r in range(size) for c in range(size)]
    region = {cell: LETTERS[i] for i, cell in enumerate(rng.sample(cells, size))}
    while len(region) < size * size:
        r, c = rng.choice(list(region))
        beside = rng.choice([(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)])
        if beside in cells:
            region.setdefault(beside, region[r, c])
    rows = ["".join(region[r, c] for c in range(size)) for r in range(size)]
    entered = ["".join(rng.choice("Qxxx") if rng.random() < entries else "." for _ in row) for row in rows]
    return QueensPuzzle(rows, entered)


@st.composite
def puzzles(draw: st.DrawFn, sizes: st.SearchStrategy[int], entries: float = 0.15) -> QueensPuzzle:
    """Any board; hypothesis chooses size and seed, so that a failing one is small."""
    seed = draw(st.integers(0, 2**32))
    return made_up(Random(seed), draw(sizes), draw(st.floats(0, entries)))


def all_solutions(puzzle: QueensPuzzle) -> Iterator[tuple[Cell, ...]]:
    """The crowns of every solution, row by row, by nothing but the rules: for small boards."""

    def rows(placed: tuple[Cell, ...]) -> Iterator[tuple[Cell, ...]]:
        r = len(placed)
        if r == puzzle.size:
            if set(puzzle.crowns) <= set(placed):
                yield placed
            return
        for c in range(puzzle.size):
            alone = all(
                c != d and puzzle.region_of[r, c] != puzzle.region_of[s, d] and not (r - s == 1 and abs(c - d) == 1)
                for s, d in placed
            )
            if alone and (r, c) not in puzzle.crosses:
                yield from rows((*placed, (r, c)))

    return rows(())
