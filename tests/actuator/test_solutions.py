"""Which solutions are played: what lies on the board and is right stays."""

from __future__ import annotations

import itertools

import pytest

import solver
from actuator.solutions import grid_solutions
from solver.binary.puzzle import BinaryPuzzle


@pytest.mark.parametrize("game", ["tango", "takuzu"])
def test_entries_that_are_right_stay_though_the_clues_have_very_many_solutions(game: str) -> None:
    """Entries of a solution that comes late among those of two clues; one of them may be a clue that looks like one."""
    first, second = "SM" if game == "tango" else "01"
    rows = [f"{first}.....", "......", "......", f"..{second}...", "......", "......"]
    bare = solver.load({"game": game, "size": 6, "cells": rows, "h": ["....."] * 6, "v": ["......"] * 5})
    assert isinstance(bare, BinaryPuzzle)
    late = list(itertools.islice(solver.solutions(bare), 400))[-1].cells
    entries = [(r, c) for r in range(6) for c in range(6) if (r + c) % 3 == 0]
    cells = ["".join(late[r][c] if (r, c) in entries else rows[r][c] for c in range(6)) for r in range(6)]
    board = bare.with_cells(cells)
    goals = grid_solutions(board, frozenset(bare.filled()), False)
    assert all(goals[0][r][c] == cells[r][c] for r, c in board.filled())
    assert len(set(goals)) == len(goals) == 8
