"""Pips: the search against trying everything, the published counts, and what it says when time runs out."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import solver
from solver import errors
from solver.pips import search
from solver.pips.puzzle import Cell, PipsPuzzle, PipsSolution
from solver.steps import Placed
from solver.verdicts import Classification
from tests.solver.pips_boards import by_trying, keeps_rules, made_up, puzzles, spoilt

SHARED = Path(__file__).parents[2].parent / "shared"
needs_shared = pytest.mark.skipif(not SHARED.exists(), reason="the developers' puzzles (../shared) are not here")

VERDICTS = ("none", "unique", "multiple")


def pips(text: str) -> PipsPuzzle:
    return PipsPuzzle.from_notation(f"pips {text}")


# -- agreement with trying everything -------------------------------------------------------------------------------


def check_against_trying(puzzle: PipsPuzzle) -> str:
    expected = by_trying(puzzle)
    found = list(solver.solutions(puzzle))
    assert len(found) == len(set(found))
    assert set(found) == expected
    first = solver.solve(puzzle)
    assert first in expected if expected else first is None
    assert solver.count(puzzle) == len(expected)
    assert solver.count(puzzle, limit=2) == min(2, len(expected))
    classified = search.classify(puzzle)
    verdict = VERDICTS[min(2, len(expected))]
    assert solver.classify(puzzle) == classified.verdict == verdict
    assert len(set(classified.witnesses)) == min(2, len(expected))
    assert expected.issuperset(classified.witnesses)
    return verdict


@given(puzzles(st.integers(1, 4)))
@settings(max_examples=200, deadline=None)
def test_every_small_board(puzzle: PipsPuzzle) -> None:
    check_against_trying(puzzle)


@pytest.mark.slow
@given(puzzles(st.just(5)))
@settings(max_examples=8, deadline=None)
def test_some_boards_of_five_dominoes(puzzle: PipsPuzzle) -> None:
    check_against_trying(puzzle)


@pytest.mark.parametrize(
    ("verdict", "text"),
    [
        ("unique", "15 A/B A1 B5"),
        ("none", "15 A/B A1 B4"),
        ("unique", "55 AA A*"),  # a double has no two ways round
        ("multiple", "15 AA A*"),
        ("unique", "00,00,00 AA/2AA//AA A="),  # islands, and dominoes all alike
        ("multiple", "00,00 AA/AA A0"),
        ("none", "01,23 A2B/2BB A* B*"),  # islands of one cell and of three
        ("none", "12,34,56 AAAA/A2B A21 B0"),  # a pip that nothing has
        ("unique", "01,23,45 ABCDEF A0 B1 C2 D3 E4 F5"),
        ("multiple", "01,12,23,30 ABC/A.C/ADD A≠ B* C≠ D*"),  # a ring around a hole
        ("none", "00,12 AAA/A A≠"),  # two alike in one region
        ("none", "01,02 AA/AA A="),
        ("none", "66,66 AA/AA A>24"),
        ("unique", "66,55 AA//BB A>11 B<11"),
        ("none", "66,55 AA//BB A>12 B*"),
        ("none", "12,34 AA/AA A999"),
        ("none", "12 AA A<0"),
        ("multiple", "00,06,12,34 ABCDEFGH A≠ B≠ C≠ D0 E1 F2 G3 H4"),
    ],
)
def test_boards_with_a_known_verdict(verdict: str, text: str) -> None:
    assert check_against_trying(pips(text)) == verdict


def test_verdicts_of_all_kinds_come_up_when_boards_are_made_up() -> None:
    """So that the properties above are not about one of them."""
    boards = [made_up(Random(seed), 4) for seed in range(100)]
    assert {solver.classify(board) for board in boards} == {"unique", "multiple"}
    assert "none" in {solver.classify(spoilt(Random(1), board)) for board in boards}


# -- the newspaper's ------------------------------------------------------------------------------------------------


@needs_shared
@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_every_published_puzzle(level: str) -> None:
    counts = json.loads((SHARED / "pips_daily" / "counts.json").read_text())
    assert len(counts) == 88
    for date, by_level in counts.items():
        puzzle = solver.load((SHARED / "pips_daily" / f"{date}.json").read_bytes(), level=level)
        assert isinstance(puzzle, PipsPuzzle)
        solution = solver.solve(puzzle)
        assert solution is not None, date
        assert keeps_rules(solution), date
        number = solver.count(puzzle)
        assert number == (by_level[level] or number), date
        assert solver.classify(puzzle) == VERDICTS[min(2, number)], date
        if number < 2000:
            assert len(set(solver.solutions(puzzle))) == number, date


@needs_shared
def test_boards_with_very_many_solutions() -> None:
    for data in json.loads((SHARED / "boards" / "pips_loose.json").read_text()):
        puzzle = PipsPuzzle.from_json(data)
        found = list(islice(search.every(puzzle), 3))
        assert len(set(found)) == 3
        assert all(keeps_rules(solution) for solution in found)


def test_islands_that_no_dominoes_can_cover() -> None:
    """Six by six without two opposite corners, which have one colour on a chessboard; and nothing else wrong."""
    rows = "/".join(["AAAAA"] + ["A" * 6] * 4 + [".AAAAA"])
    seventeen = [(a, b) for a in range(7) for b in range(a, 7)][:17]
    dominoes = ",".join(f"{a}{b}" for a, b in seventeen)
    puzzle = pips(f"{dominoes} {rows} A*")
    assert solver.solve(puzzle, time_limit=60) is None
    assert solver.count(puzzle, time_limit=60) == 0


# -- large numbers --------------------------------------------------------------------------------------------------


def test_a_board_without_constraints_is_counted_by_the_tilings() -> None:
    """A board of 4 by 4 has 36 tilings; eight dominoes lie in any order and either way round, save doubles."""
    dominoes = "01,02,03,04,05,06,12,13"
    eight = 8 * 7 * 6 * 5 * 4 * 3 * 2
    assert solver.count(pips(f"{dominoes} AAAA/AAAA/AAAA/AAAA A*")) == 36 * eight * 2**8
    assert solver.count(pips("00,11,22,33,44,55,66,01 AAAA/AAAA/AAAA/AAAA A*")) == 36 * eight * 2
    assert solver.count(pips("01,01,01,01,01,01,01,10 AAAA/AAAA/AAAA/AAAA A*")) == 36 * 2**8
    assert solver.count(pips("00,00,00,00,11,11,11,11 AAAA/AAAA/AAAA/AAAA A*")) == 36 * 70


def test_islands_multiply() -> None:
    assert solver.count(pips("06,15 AA//BB A6 B6")) == 8
    assert solver.count(pips("06,15,24 AA//BB//CC A6 B6 C6")) == 6 * 8


@pytest.mark.parametrize("limit", [1, 2, 100, 5000, 10**30])
def test_a_limit_is_never_exceeded(limit: int) -> None:
    puzzle = pips("01,02,03,04,05,06,12,13 AAAA/AAAA/AAAA/AAAA A*")
    assert solver.count(puzzle, limit) == min(limit, solver.count(puzzle))


# -- boards somebody has begun --------------------------------------------------------------------------------------


@given(puzzles(st.integers(1, 4), spoil=False), st.data())
@settings(max_examples=80, deadline=None)
def test_a_begun_board_has_the_solutions_that_agree_with_it(puzzle: PipsPuzzle, data: st.DataObject) -> None:
    everything = by_trying(puzzle)
    start = data.draw(st.sampled_from(sorted(everything, key=lambda solution: solution.places)))
    laid = list(zip(puzzle.dominoes, start.places, strict=True))
    placed = data.draw(st.lists(st.sampled_from(laid), unique_by=id))
    turned = data.draw(st.booleans())
    if turned:
        placed = [((b, a), (there, here)) for (a, b), (here, there) in placed]
    expected = {solution for solution in everything if all(lies(solution, domino, place) for domino, place in placed)}
    if len(set(map(frozenset, puzzle.dominoes))) == len(puzzle.dominoes):
        assert set(search.every(puzzle, placed=placed)) == expected
        assert search.count(puzzle, placed=placed) == len(expected)
    assert start in set(search.every(puzzle, placed=placed))
    assert search.first(puzzle, placed=laid) == start
    assert search.verdict(puzzle, placed=laid) == "unique"


def lies(solution: PipsSolution, domino: tuple[int, int], place: tuple[Cell, Cell]) -> bool:
    edges = [set(edge) for edge in solution.places]
    return set(place) in edges and [solution.values[cell] for cell in place] == list(domino)


def test_a_begun_board_without_a_solution() -> None:
    puzzle = pips("15,03 AB/AB A6 B<4")
    wrong = [((1, 5), ((0, 0), (0, 1)))]
    assert search.first(puzzle, placed=wrong) is None
    assert search.count(puzzle, placed=wrong) == 0
    assert search.classify(puzzle, placed=wrong) == Classification("none", ())


@pytest.mark.parametrize(
    "placed",
    [
        [((1, 4), ((0, 0), (0, 1)))],
        [((1, 5), ((0, 0), (0, 1))), ((5, 1), ((1, 0), (1, 1)))],
        [((1, 5), ((0, 0), (0, 1))), ((0, 3), ((0, 1), (1, 1)))],
        [((1, 5), ((0, 0), (1, 1)))],
        [((1, 5), ((0, 0), (0, 0)))],
        [((1, 5), ((0, 1), (0, 2)))],
    ],
)
def test_what_cannot_be_on_the_board(placed: list[Placed]) -> None:
    for verb in (search.first, search.every, search.count, search.classify, search.verdict):
        with pytest.raises(errors.BadPlaces):
            verb(pips("15,03 AB/AB A6 B<4"), placed=placed)


# -- time -----------------------------------------------------------------------------------------------------------

HARD_TO_COUNT = made_up(Random(5), 40, tightness=0.6)


def test_a_count_that_takes_too_long_says_how_many_there_are_at_least() -> None:
    with pytest.raises(errors.SearchTimeout) as caught:
        solver.count(HARD_TO_COUNT, time_limit=1.0)
    assert isinstance(caught.value.found, int)
    assert caught.value.found > 0
    assert solver.count(HARD_TO_COUNT, limit=1000) == 1000


def test_every_verb_stops_in_time() -> None:
    started = perf_counter()
    for verb in (search.first, search.count, search.classify, search.verdict):
        with pytest.raises(errors.SearchTimeout):
            verb(HARD_TO_COUNT, time_limit=1e-9)
    with pytest.raises(errors.SearchTimeout):
        list(search.every(HARD_TO_COUNT, time_limit=1e-9))
    assert perf_counter() - started < 20  # not how fast it is, but that it ends


@pytest.mark.parametrize("bad", [0, -1, "1", True, float("nan")])
def test_bad_options(bad: Any) -> None:
    puzzle = pips("15 AA A*")
    for verb in (solver.solve, solver.solutions, solver.count, solver.classify):
        with pytest.raises(errors.BadOption):
            verb(puzzle, time_limit=bad)
    with pytest.raises(errors.BadOption):
        solver.count(puzzle, limit=bad)
    with pytest.raises(errors.UnknownEngine):
        solver.solve(puzzle, engine="guess")


@pytest.mark.parametrize("seed", range(6))
def test_counting_agrees_with_listing_on_larger_boards(seed: int) -> None:
    """Also with dominoes that are there several times, which the memory of the count has to tell apart."""
    puzzle = made_up(Random(seed), 9, high=3)
    listed = len(list(islice(search.every(puzzle), 3000)))
    if listed < 3000:
        assert search.count(puzzle) == listed
    else:
        assert search.count(puzzle, 3000) == 3000
