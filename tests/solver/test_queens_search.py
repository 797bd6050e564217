"""The search of Queens, judged by the rules in their plainest form and by CP-SAT."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import solver
from solver import errors
from solver.queens import search
from solver.queens.puzzle import QueensPuzzle
from solver.verdicts import WrongEntries
from tests.solver.queens_boards import all_solutions, made_up, needs_shared, puzzles, real

UNIQUE = QueensPuzzle.from_notation("queens AAABBBBB/ACAAABBB/DCCABBBB/DCCBBBBB/DCCCEBBB/FBBBBBGB/FFBBBBHH/FFBBBBHH")
SEVERAL = QueensPuzzle.from_notation("queens AABBB/AAACC/AAADC/AADDD/EEEED")


@given(puzzles(st.integers(4, 7)))
@settings(max_examples=150, deadline=None)
def test_it_finds_what_the_rules_allow(puzzle: QueensPuzzle) -> None:
    wanted = set(all_solutions(puzzle))
    found = [solution.crowns for solution in solver.solutions(puzzle)]
    assert set(found) == wanted
    assert len(found) == len(wanted) == solver.count(puzzle)
    judged = search.classify(puzzle)
    assert solver.classify(puzzle) == judged.verdict == ("none", "unique", "multiple")[min(len(wanted), 2)]
    assert len(set(judged.witnesses)) == len(judged.witnesses) == min(len(wanted), 2)
    assert {witness.crowns for witness in judged.witnesses} <= wanted
    solution = solver.solve(puzzle)
    assert (solution.crowns in wanted) if solution else not wanted


@given(puzzles(st.integers(8, 14), entries=0.03))
@settings(max_examples=15, deadline=None)
def test_cpsat_agrees(puzzle: QueensPuzzle) -> None:
    pytest.importorskip("ortools", reason="OR-Tools is optional and not installed")
    verdict = solver.classify(puzzle)
    assert solver.classify(puzzle, engine="cp-sat") == verdict
    if verdict == "unique":
        assert solver.solve(puzzle, engine="cp-sat") == solver.solve(puzzle)
    if solver.count(puzzle, 50) < 50:
        assert solver.count(puzzle, engine="cp-sat") == solver.count(puzzle)


@needs_shared
def test_every_real_board_has_one_solution() -> None:
    for puzzle in real():
        judged = search.classify(puzzle)
        assert judged.verdict == "unique"
        solved = puzzle.with_cells(judged.witnesses[0].cells)
        assert len(solved.crowns) == puzzle.size
        assert not solved.conflicts()


@pytest.mark.parametrize("seed", range(3))
def test_boards_of_twenty_rows(seed: int) -> None:
    puzzle = made_up(Random(seed), 20)
    solution = solver.solve(puzzle, time_limit=20)
    verdict = solver.classify(puzzle, time_limit=20)
    assert (solution is None) == (verdict == "none")
    if solution is not None:
        assert not puzzle.with_cells(solution.cells).conflicts()


def test_solutions_are_found_as_they_are_asked_for() -> None:
    empty = QueensPuzzle([letter * 20 for letter in "ABCDEFGHIJKLMNOPQRST"])
    some = list(islice(solver.solutions(empty), 5))
    assert len(set(some)) == 5
    assert solver.count(empty, 1000) == 1000


def test_a_count_that_takes_too_long_says_how_many_there_are_at_least() -> None:
    empty = QueensPuzzle([letter * 12 for letter in "ABCDEFGHIJKL"])
    with pytest.raises(errors.SearchTimeout) as late:
        solver.count(empty, time_limit=0.05)
    assert late.value.found > 0


@pytest.mark.parametrize("limit", [0, -1, 1.5, True])
def test_limits_that_are_none(limit: object) -> None:
    with pytest.raises(errors.BadOption):
        solver.count(UNIQUE, limit)  # type: ignore[arg-type]
    with pytest.raises(errors.BadOption):
        solver.solutions(UNIQUE, time_limit=-1)
    with pytest.raises(errors.UnknownEngine):
        solver.solve(UNIQUE, engine="magic")


# --- wrong entries ---------------------------------------------------------------------------------------------------


def test_wrong_entries_of_a_board_with_one_solution() -> None:
    solution = solver.solve(UNIQUE)
    assert solution is not None
    full = UNIQUE.with_cells([row.replace(".", "x") for row in solution.cells])
    assert solver.wrong_entries(full) == WrongEntries("unique", (), ())
    (r, c), (s, d) = solution.crowns[:2]
    wrong = full.with_cell(r, c, "x").with_cell(s, (d + 2) % 8, "Q")
    assert solver.wrong_entries(wrong) == WrongEntries("unique", ((r, c), (s, (d + 2) % 8)), ())


@given(puzzles(st.integers(5, 6), entries=0.4))
@settings(max_examples=80, deadline=None)
def test_an_entry_is_wrong_exactly_if_no_solution_has_it(puzzle: QueensPuzzle) -> None:
    bare = list(all_solutions(puzzle.only()))
    said = solver.wrong_entries(puzzle)
    assert said.clues == ("none", "unique", "multiple")[min(len(bare), 2)]
    if not bare:
        assert said == WrongEntries("none", (), ())
        return
    wrong = {
        cell for cell in puzzle.filled() if not any((cell in crowns) == (cell in puzzle.crowns) for crowns in bare)
    }
    assert set(said.wrong) == wrong
    sound = puzzle.filled() - wrong
    assert bool(said.conflict) == (next(all_solutions(puzzle.only(frozenset(sound))), None) is None)
    assert next(all_solutions(puzzle.only(frozenset(said.conflict))), None) is None or not said.conflict


def test_given_crowns_are_not_blamed() -> None:
    crowns = next(all_solutions(SEVERAL))
    given_one = SEVERAL.with_cell(*crowns[0], "Q")
    assert solver.wrong_entries(given_one, {crowns[0]}).wrong == ()
    with pytest.raises(errors.BadCoordinate, match="is empty"):
        solver.wrong_entries(given_one, {crowns[1]})
    with pytest.raises(errors.BadCoordinate):
        solver.wrong_entries(given_one, {(9, 9)})


def test_pips_has_no_entries() -> None:
    with pytest.raises(errors.BadOption):
        solver.wrong_entries(solver.load("pips 15,03 AB/CD A1 B0 C5 D3"))  # type: ignore[arg-type]


def test_steps_are_counted_not_timed() -> None:
    """A board with several solutions is not told in no step."""
    puzzle = QueensPuzzle.from_notation("queens AABB/AABB/CCDD/CCDD")
    assert search.verdict(puzzle, most_steps=100) == search.verdict(puzzle) == "multiple"
    with pytest.raises(errors.SearchTimeout):
        search.verdict(puzzle, most_steps=0)
