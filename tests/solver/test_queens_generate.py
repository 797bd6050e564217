"""New boards of Queens: one solution, of the level that was asked for, regions like those of printed boards."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import solver
from solver import errors
from solver.queens.puzzle import QueensPuzzle


def made(size: int, seed: int, **options: Any) -> QueensPuzzle:
    puzzle = solver.generate("queens", size, seed, **options)
    assert isinstance(puzzle, QueensPuzzle)
    return puzzle


@pytest.mark.parametrize(
    ("size", "level"),
    [(5, "easy"), (6, "easy"), (7, "hard"), (7, "expert"), (8, "medium"), (9, "hard"), (12, "medium")],
)
def test_size_and_level_are_those_asked_for(size: int, level: str) -> None:
    puzzle = made(size, 4, difficulty=level)
    assert (puzzle.size, puzzle.filled()) == (size, frozenset())
    assert solver.classify(puzzle) == "unique"
    assert solver.difficulty(puzzle).level == level


def test_the_same_seed_makes_the_same_board() -> None:
    assert made(6, 1) == made(6, 1) != made(6, 2)
    assert solver.generate("queens", 5) is not None


def test_regions_are_like_those_of_printed_boards() -> None:
    """Of real boards of 8 rows the largest region has a third of the cells, and the smallest two or three."""
    sizes = [sorted(Counter("".join(made(8, seed).regions)).values()) for seed in range(8)]
    assert 15 <= sum(one[-1] for one in sizes) / 8 <= 30
    assert sum(one[0] for one in sizes) / 8 <= 4
    assert sum(one[2] for one in sizes) / 8 >= 3


@pytest.mark.parametrize("size", [4, 13, 8.0, True, "8"])
def test_sizes_there_are_none_of(size: Any) -> None:
    with pytest.raises(errors.BadSize):
        solver.generate("queens", size)


@pytest.mark.parametrize(
    "options", [{"symmetry": "mirror"}, {"difficulty": "magic"}, {"seed": 1.5}, {"islands": 2}, {"time_limit": -1}]
)
def test_wishes_that_cannot_be(options: dict[str, Any]) -> None:
    with pytest.raises(errors.BadOption):
        solver.generate("queens", 6, **options)


def test_a_time_limit_that_passes() -> None:
    with pytest.raises(errors.NotGenerated, match="time limit"):
        made(12, 1, difficulty="expert", time_limit=0.01)
