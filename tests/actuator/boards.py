"""Boards that tests of playing share."""

from __future__ import annotations

import solver
from solver.binary.puzzle import BinaryPuzzle


def only_with_unlike_lines() -> BinaryPuzzle:
    """Takuzu with several solutions, of which one has no two lines alike."""
    for seed in range(50):
        puzzle = solver.generate("takuzu", size=6, seed=seed)
        assert isinstance(puzzle, BinaryPuzzle)
        for r, c in puzzle.filled():
            rows = [row[:c] + "." + row[c + 1 :] if k == r else row for k, row in enumerate(puzzle.cells)]
            fewer = puzzle.with_cells(rows).variant(unique_lines=True)
            if solver.count(fewer, limit=2) == 1 and solver.count(fewer.variant(unique_lines=False), limit=9) < 9:
                puzzle = fewer
        if solver.count(puzzle.variant(unique_lines=False), limit=2) == 2:
            return puzzle.variant(unique_lines=True)
    raise AssertionError
