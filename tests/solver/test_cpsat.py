"""CP-SAT, the independent judge, and our own search: they must say the same of any board."""

from __future__ import annotations

import sys
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import solver
from solver import cpsat, errors
from solver.binary import search
from solver.binary.puzzle import EMPTY, BinaryPuzzle
from tests.benchmarks.bench_solver import minimal_boards
from tests.solver.boards import keeps_rules, puzzles


@pytest.fixture
def _ortools() -> None:
    pytest.importorskip("ortools", reason="OR-Tools is optional and not installed")


pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")
needs_ortools = pytest.mark.usefixtures("_ortools")


def agree(puzzle: BinaryPuzzle) -> str:
    ours, theirs = search.classify(puzzle), cpsat.classify(puzzle)
    assert ours.verdict == theirs.verdict
    assert len(ours.witnesses) == len(theirs.witnesses)
    assert all(keeps_rules(puzzle, witness.cells) for witness in ours.witnesses + theirs.witnesses)
    if ours.verdict == "unique":
        assert ours.witnesses == theirs.witnesses
    return ours.verdict


@pytest.mark.slow
@needs_ortools
@given(puzzles(st.sampled_from([4, 6, 8]), cells=0.25, markers=0.1))
@settings(max_examples=60, deadline=None)
def test_agreement_on_random_boards(puzzle: BinaryPuzzle) -> None:
    agree(puzzle)


@needs_ortools
@given(st.randoms(use_true_random=False), st.booleans())
@settings(max_examples=12, deadline=None)
def test_agreement_while_clues_are_taken_away(random: object, unique_lines: bool) -> None:
    """From a full board, which is unique, to one with several solutions; and the same with a clue turned round."""
    shuffle = random.shuffle  # type: ignore[attr-defined]
    puzzle = BinaryPuzzle("takuzu", 6, ["0....1", "......", "..1...", "......", ".0....", "......"])
    puzzle = puzzle.variant(unique_lines=unique_lines)
    full = solver.solve(puzzle)
    assert full is not None
    puzzle = puzzle.with_cells(full.cells)
    cells = sorted(puzzle.filled())
    shuffle(cells)
    verdicts = set()
    for number, (r, c) in enumerate(cells[:32]):
        if number % 4 == 3:
            verdicts.add(agree(puzzle))
            turned = puzzle.with_cell(r, c, "1" if puzzle.cells[r][c] == "0" else "0")
            verdicts.add(agree(turned))
        puzzle = puzzle.with_cell(r, c, EMPTY)
    assert verdicts == {"none", "unique", "multiple"}


@needs_ortools
def test_agreement_on_large_boards_without_a_clue_to_spare() -> None:
    for puzzle in minimal_boards()[5:6]:
        assert agree(puzzle) == "unique"


@needs_ortools
@pytest.mark.parametrize("unique_lines", [False, True])
def test_both_list_the_same_solutions(unique_lines: bool) -> None:
    puzzle = BinaryPuzzle("tango", 4, ["S...", "....", "....", "...M"], ["..=", "...", "...", "..."])
    puzzle = puzzle.variant(unique_lines=unique_lines)
    ours = {solution.cells for solution in solver.solutions(puzzle)}
    assert ours == {solution.cells for solution in solver.solutions(puzzle, engine="cp-sat")}
    assert len(ours) == solver.count(puzzle, engine="cp-sat") > 2
    assert solver.count(puzzle, limit=2, engine="cp-sat") == 2
    solution = solver.solve(puzzle, engine="cp-sat")
    assert solution is not None
    assert solution.cells in ours


@needs_ortools
def test_no_solution() -> None:
    puzzle = BinaryPuzzle("tango", 4, ["SSS.", "....", "....", "...."])
    assert solver.solve(puzzle, engine="cp-sat") is None
    assert solver.classify(puzzle, engine="cp-sat") == "none"
    assert solver.count(puzzle, engine="cp-sat") == 0
    assert list(solver.solutions(puzzle, engine="cp-sat")) == []


@needs_ortools
def test_solutions_come_as_they_are_asked_for() -> None:
    puzzle = BinaryPuzzle("takuzu", 10, [EMPTY * 10] * 10)
    assert len(set(islice(solver.solutions(puzzle, engine="cp-sat"), 3))) == 3


@needs_ortools
def test_time_limit() -> None:
    puzzle = BinaryPuzzle("takuzu", 14, [EMPTY * 14] * 14)
    with pytest.raises(errors.SearchTimeout) as caught:
        solver.count(puzzle, engine="cp-sat", time_limit=0.5)
    assert isinstance(caught.value.found, int)
    with pytest.raises(errors.SearchTimeout):
        solver.solve(puzzle, engine="cp-sat", time_limit=1e-9)
    for bad in (0, "1"):
        with pytest.raises(errors.BadOption):
            solver.solve(puzzle, engine="cp-sat", time_limit=bad)  # type: ignore[arg-type]


def test_without_ortools_one_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("ortools")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "ortools", None)
    for verb in (solver.solve, solver.solutions, solver.count, solver.classify):
        with pytest.raises(errors.MissingEngine, match=r"pip install '\.\[cpsat\]'") as caught:
            verb(BinaryPuzzle("tango", 4, ["...."] * 4), engine="cp-sat")
        assert "\n" not in str(caught.value)
        assert isinstance(caught.value, (ImportError, ValueError))
