"""New boards: one solution, of the level asked for, with nothing to spare, and the same from the same seed."""

from __future__ import annotations

import pytest

import solver
from solver import errors
from solver.binary import deduce, search
from solver.binary.puzzle import EMPTY, BinaryPuzzle

BOARDS = [
    ("tango", 6, "easy", "none"),
    ("tango", 6, "medium", "rotation"),
    ("tango", 8, "hard", "mirror"),
    ("tango", 6, "expert", "none"),
    ("takuzu", 6, "easy", "rotation"),
    ("takuzu", 8, "medium", "none"),
    ("takuzu", 10, "hard", "none"),
    ("takuzu", 8, "expert", "mirror"),
]


def solved_by(puzzle: BinaryPuzzle, level: str) -> bool:
    """By the steps for people, which the generator itself goes through in another way."""
    hardest = [name for name, its in deduce.RULES if its == level][-1]
    steps = deduce.explain(puzzle, hardest=hardest)
    return len(puzzle.filled()) + sum(len(step.filled) for step in steps) == puzzle.size**2


@pytest.mark.parametrize(("game", "size", "level", "symmetry"), BOARDS)
def test_a_board_is_what_was_asked_for(game: str, size: int, level: str, symmetry: str) -> None:
    puzzle = solver.generate(game, size, 7, difficulty=level, symmetry=symmetry)
    assert isinstance(puzzle, BinaryPuzzle)
    assert (puzzle.game, puzzle.size) == (game, size)
    assert solver.load(puzzle.notation()) == puzzle
    assert solver.classify(puzzle) == "unique"
    judged = solver.difficulty(puzzle)
    assert judged.solved
    assert judged.level == level

    def turn(r: int, c: int) -> tuple[int, int]:
        if symmetry == "none":
            return r, c
        return (size - 1 - r, size - 1 - c) if symmetry == "rotation" else (r, size - 1 - c)

    assert {turn(r, c) for r, c in puzzle.filled()} == puzzle.filled()
    for r, c in puzzle.filled():
        other = turn(r, c)
        without = puzzle.with_cell(r, c, EMPTY).with_cell(*other, EMPTY)
        assert not solved_by(without, level), "a clue is to spare"
    for r, row in enumerate(puzzle.h):
        for c, mark in enumerate(row):
            if mark != EMPTY:
                rows = [*puzzle.h[:r], row[:c] + EMPTY + row[c + 1 :], *puzzle.h[r + 1 :]]
                assert not solved_by(puzzle.variant(h=tuple(rows)), level), "a marker is to spare"


def test_the_same_seed_makes_the_same_board() -> None:
    boards = {solver.generate("tango", size=6, seed=seed) for seed in (1, 1, 2, "1")}
    assert len(boards) in (2, 3)
    assert solver.generate("tango", 6, 1) == solver.generate("tango", 6, 1)
    assert solver.generate("tango") != solver.generate("tango")


def test_rules_of_the_board_are_kept() -> None:
    puzzle = solver.generate("takuzu", 8, 1, max_run=3, unique_lines=False, difficulty="easy")
    assert isinstance(puzzle, BinaryPuzzle)
    assert (puzzle.max_run, puzzle.unique_lines) == (3, False)
    assert search.verdict(puzzle) == "unique"


def test_errors() -> None:
    with pytest.raises(errors.UnknownGame):
        solver.generate("sudoku")
    with pytest.raises(errors.BadSize):
        solver.generate("tango", 7)
    for bad in ({"difficulty": "insane"}, {"symmetry": "round"}, {"colour": 1}, {"time_limit": 0}, {"seed": 1.5}):
        with pytest.raises(errors.BadOption):
            solver.generate("tango", **bad)
    with pytest.raises(errors.NotGenerated):
        solver.generate("takuzu", 14, time_limit=1e-6)
    with pytest.raises(errors.NotGenerated, match="no hard board of size 8"):
        solver.generate("takuzu", 8, 1, max_run=3, unique_lines=False, difficulty="hard")
