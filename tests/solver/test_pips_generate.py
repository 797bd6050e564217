"""New Pips: one solution, by two judges; of the level asked for; shaped as asked; the same from the same seed."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

import solver
from solver import PipsPuzzle, errors
from solver.pips import deduce, shapes
from solver.steps import LEVELS

BOARDS = [
    (2, "easy", "none", 1),
    (6, "easy", "rotation", 1),
    (5, "medium", "mirror", 1),
    (9, "medium", "none", 2),
    (8, "hard", "mirror", 1),
    (7, "hard", "none", 1),
    (6, "expert", "rotation", 2),
    (14, "expert", "none", 1),
]


@pytest.mark.parametrize(("size", "level", "symmetry", "islands"), BOARDS)
def test_a_board_is_what_was_asked_for(size: int, level: str, symmetry: str, islands: int) -> None:
    puzzle = solver.generate("pips", size, 7, difficulty=level, symmetry=symmetry, islands=islands)
    assert isinstance(puzzle, PipsPuzzle)
    assert len(puzzle.dominoes) == len({frozenset(domino) for domino in puzzle.dominoes}) == size
    assert solver.load(puzzle.notation()) == puzzle
    assert solver.load(json.dumps(puzzle.to_json())) == puzzle
    assert solver.classify(puzzle) == "unique"
    judged = solver.difficulty(puzzle)
    assert judged.solved
    assert judged.level == level

    height = 1 + max(r for r, _ in puzzle.cells)
    width = 1 + max(c for _, c in puzzle.cells)
    assert min(r for r, _ in puzzle.cells) == min(c for _, c in puzzle.cells) == 0
    if symmetry == "rotation":
        assert {(height - 1 - r, width - 1 - c) for r, c in puzzle.cells} == set(puzzle.cells)
    if symmetry == "mirror":
        assert {(r, width - 1 - c) for r, c in puzzle.cells} == set(puzzle.cells)
    assert shapes.count_islands(puzzle.cells) == islands
    for region in puzzle.regions:
        assert shapes.count_islands(region.cells) == 1, "a region of several parts cannot be told by its colour"


@pytest.mark.parametrize("level", LEVELS)
def test_another_judge_finds_one_solution_too(level: str) -> None:
    pytest.importorskip("ortools")
    for seed in range(3):
        assert solver.classify(solver.generate("pips", 7, seed, difficulty=level), engine="cp-sat") == "unique"


def test_the_rules_of_the_level_below_get_stuck() -> None:
    for below, level in pairwise(LEVELS):
        puzzle = solver.generate("pips", 6, 3, difficulty=level)
        assert isinstance(puzzle, PipsPuzzle)
        assert deduce.stuck_at(puzzle, below)
        assert level == "expert" or not deduce.stuck_at(puzzle, level)


def test_the_same_seed_makes_the_same_board() -> None:
    assert solver.generate("pips", 5, 1) == solver.generate("pips", size=5, seed=1)
    assert solver.generate("pips", 5, 1) != solver.generate("pips", 5, 2)
    assert solver.generate("pips", 5) != solver.generate("pips", 5)


def test_errors() -> None:
    for size in (0, 29, "6", 6.0, True):
        with pytest.raises(errors.BadSize, match="1 to 28 dominoes"):
            solver.generate("pips", size)  # type: ignore[arg-type]
    for bad in (
        {"difficulty": "insane"},
        {"symmetry": "round"},
        {"max_run": 2},
        {"islands": 0},
        {"islands": 7},
        {"islands": "2"},
        {"time_limit": 0},
        {"seed": 1.5},
    ):
        with pytest.raises(errors.BadOption):
            solver.generate("pips", 6, **bad)
    with pytest.raises(errors.BadOption, match="'islands' is no option of 'tango'"):
        solver.generate("tango", islands=2)
    with pytest.raises(errors.NotGenerated, match="time limit"):
        solver.generate("pips", 14, time_limit=1e-6)
    with pytest.raises(errors.NotGenerated, match="no expert board of 1 domino "):
        solver.generate("pips", 1, difficulty="expert")


def test_shapes_can_be_covered() -> None:
    from random import Random

    for size in range(1, 29):
        rng = Random(size)
        symmetry = rng.choice(("none", "rotation", "mirror"))
        cells = shapes.shape(rng, size, symmetry)
        assert cells is not None
        places = shapes.tiling(rng, cells)
        assert places is not None
        assert sorted(cell for place in places for cell in place) == sorted(cells)
