"""CP-SAT, the independent judge of Pips: it must find what our own search finds, on any board."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import solver
from solver import errors
from solver.pips.puzzle import PipsPuzzle
from tests.solver.pips_boards import keeps_rules, made_up, puzzles

pytest.importorskip("ortools", reason="OR-Tools is optional and not installed")
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")

SHARED = Path(__file__).parents[2].parent / "shared"


@given(puzzles(st.integers(3, 8)))
@settings(max_examples=40, deadline=None)
def test_agreement_on_boards_made_up(puzzle: PipsPuzzle) -> None:
    verdict = solver.classify(puzzle)
    assert solver.classify(puzzle, engine="cp-sat") == verdict
    solution = solver.solve(puzzle, engine="cp-sat")
    assert (solution is None) == (verdict == "none")
    assert solution is None or keeps_rules(solution)
    if verdict == "unique":
        assert solution == solver.solve(puzzle)
    if solver.count(puzzle, 200) < 200:
        assert solver.count(puzzle, engine="cp-sat") == solver.count(puzzle)


@pytest.mark.parametrize("seed", range(4))
def test_both_list_the_same_solutions(seed: int) -> None:
    puzzle = made_up(Random(seed), 5, high=3)
    ours = set(solver.solutions(puzzle))
    if len(ours) < 60:
        assert set(solver.solutions(puzzle, engine="cp-sat")) == ours
    assert solver.count(puzzle, limit=2, engine="cp-sat") == min(2, len(ours))


@pytest.mark.skipif(not SHARED.exists(), reason="the developers' puzzles (../shared) are not here")
def test_agreement_on_published_puzzles() -> None:
    counts = json.loads((SHARED / "pips_daily" / "counts.json").read_text())
    for date in sorted(counts)[::11]:
        puzzle = solver.load((SHARED / "pips_daily" / f"{date}.json").read_bytes(), level="hard")
        assert solver.count(puzzle, limit=20, engine="cp-sat") == solver.count(puzzle, limit=20)


def test_time_limit() -> None:
    with pytest.raises(errors.SearchTimeout):
        solver.count(made_up(Random(5), 30, tightness=0.5), engine="cp-sat", time_limit=0.3)
