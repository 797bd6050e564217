"""The board of Queens: what comes in, what goes out, and every way in which it can be malformed."""

from __future__ import annotations

import contextlib
import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import solver
from solver import errors
from solver.queens.puzzle import QueensPuzzle, QueensSolution
from tests.solver.queens_boards import made_up, needs_shared, puzzles, real

ROWS = ["AABB", "AACB", "DCCB", "DDDB"]
CELLS = [".Qx.", "....", "....", "..x."]
BOARD = QueensPuzzle(ROWS, CELLS)


# --- in and out ------------------------------------------------------------------------------------------------------


@given(puzzles(st.integers(4, 20)))
@settings(max_examples=60, deadline=None)
def test_whatever_goes_out_comes_in_again(puzzle: QueensPuzzle) -> None:
    assert solver.load(puzzle.to_json()) == puzzle
    assert solver.load(json.dumps(puzzle.to_json()).encode()) == puzzle
    assert solver.load(puzzle.notation()) == puzzle
    assert solver.load(str(puzzle)) == puzzle
    assert solver.load(str(puzzle).split("\n", 1)[1]) == puzzle
    assert eval(repr(puzzle), {"QueensPuzzle": QueensPuzzle}) == puzzle
    assert solver.load({"image": "x.png", "puzzle": puzzle.to_json()}) == puzzle


def test_the_json_is_the_fixed_format() -> None:
    assert BOARD.to_json() == {"game": "queens", "size": 4, "regions": ROWS, "cells": CELLS}
    assert BOARD.notation() == "queens AABB/AACB/DCCB/DDDB .Qx./4/4/2x."
    assert QueensPuzzle(ROWS).notation() == "queens AABB/AACB/DCCB/DDDB"


def test_the_drawing() -> None:
    assert str(BOARD).splitlines() == [
        "queens",
        "┌───────┬───────┐",
        "│ ·   Q │ x   · │",
        "│       ├───┐   │",
        "│ ·   · │ · │ · │",
        "├───┬───┘   │   │",
        "│ · │ ·   · │ · │",
        "│   └───────┤   │",
        "│ ·   ·   x │ · │",
        "└───────────┴───┘",
    ]


def test_what_is_taken_beside_the_fixed_format() -> None:
    assert solver.load({"regions": ROWS}) == QueensPuzzle(ROWS)
    assert solver.load("queens\n" + "\n".join(ROWS)) == QueensPuzzle(ROWS)
    assert solver.load("queens\n" + "\n".join(ROWS + CELLS)) == BOARD
    shuffled = [row.translate(str.maketrans("ABCD", "zDBa")) for row in ROWS]
    assert QueensPuzzle(shuffled).regions == tuple(ROWS)


def test_what_is_on_the_board() -> None:
    assert BOARD.crowns == ((0, 1),)
    assert BOARD.crosses == ((0, 2), (3, 2))
    assert BOARD.filled() == {(0, 1), (0, 2), (3, 2)}
    assert BOARD.only().cells == ("....",) * 4
    assert BOARD.only(frozenset({(0, 1)})) == BOARD.with_cell(0, 2, ".").with_cell(3, 2, ".")
    assert QueensSolution((".Q..", "...Q", "Q...", "..Q.")).crowns == ((0, 1), (1, 3), (2, 0), (3, 2))


# --- what is malformed -----------------------------------------------------------------------------------------------


def changed(**fields: Any) -> dict[str, Any]:
    return BOARD.to_json() | fields


@pytest.mark.parametrize(
    ("data", "error", "words"),
    [
        (changed(regions=["AABB", "AACB", "DCCB"]), errors.BadRowCount, "3 rows"),
        (changed(regions=["AABB", "AACB", "DCCB", "DDD"]), errors.BadRowLength, "row 3 of regions has 3 cells"),
        (changed(regions=["AAAA", "BBBB", "CCCC", "CCCC"]), errors.WrongNumberOfRegions, "there are 3 regions"),
        (changed(regions=["AABB", "AACB", "DCCE", "DDDE"]), errors.WrongNumberOfRegions, "there are 5 regions"),
        (changed(regions=["AABB", "AACB", "DCCB", "DAAB"]), errors.DisconnectedRegion, "region A"),
        (changed(regions=["AABB", "AA.B", "DCCB", "DDDB"]), errors.UnknownRegion, "row 1"),
        (changed(regions="AABB"), errors.BadType, "not a list"),
        (changed(regions=[1, 2, 3, 4]), errors.BadType, "regions[0] is 1"),
        (changed(size=5), errors.BadRowCount, "a board of size 5"),
        (changed(size="4"), errors.BadType, "size"),
        (changed(size=True), errors.BadType, "size"),
        (changed(size=None), errors.BadType, "null"),
        (changed(cells=None), errors.BadType, "null"),
        (changed(cells=["...."] * 3), errors.BadRowCount, "cells has 3 rows"),
        (changed(cells=["....", "...", "....", "...."]), errors.BadRowLength, "row 1 of cells"),
        (changed(cells=["....", "..X.", "....", "...."]), errors.UnknownSymbol, "'X'"),
        ({"game": "queens", "size": 4}, errors.MissingField, "regions"),
        ({"game": "queens", "regions": ["ABC"] * 3}, errors.BadSize, "size is 3"),
        ({"game": "queens", "regions": ["A" * 21] * 21}, errors.BadRowCount, "21 rows"),
        ({"game": "chess", "regions": ROWS}, errors.UnknownGame, "tango, takuzu, pips and queens"),
        ("queens", errors.BadNotation, "0 fields"),
        ("queens AABB/AACB/DCCB/DDDB 4/4/4/4 4", errors.BadNotation, "3 fields"),
        ("queens AABB/AACB/DCCB/DDDB 4/4/4/5", errors.BadRowLength, "row 3 of cells"),
        ("queens AABB/AACB/DCCB/DDDB " + "9" * 30, errors.BadNotation, "too long"),
        ("queens\nAABB\nAACB\nDCCB", errors.BadRowCount, "not 3"),
        ("queens\n\n", errors.BadNotation, ""),
        ("queens\n┌───┐\n│ · │", errors.BadNotation, ""),
        (str(BOARD).replace("┌", "┬"), errors.BadRowCount, ""),
        (str(BOARD).replace("│ ·   Q │", "│ ·   Q  "), errors.WrongNumberOfRegions, "there are 3 regions"),
        (str(BOARD).replace("Q", "K"), errors.UnknownSymbol, "'K'"),
    ],
)
def test_each_malformed_puzzle_has_its_error(data: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=f"(?s).*{words.replace('[', '.')}"):
        solver.load(data)


@given(st.text(alphabet="ABab┌─│· Q x.23/\n", max_size=80))
@settings(max_examples=100, deadline=None)
def test_no_text_raises_anything_else(text: str) -> None:
    with contextlib.suppress(errors.PuzzleError):
        solver.load("queens " + text)


@pytest.mark.parametrize(
    ("crowns", "reason", "said"),
    [
        (["Q..Q", "....", "....", "...."], "row", "the crowns r1 c1 and r1 c4 are both in row 1"),
        (["Q...", "....", "....", "Q..."], "column", "the crowns r1 c1 and r4 c1 are both in column 1"),
        (["Q...", ".Q..", "....", "...."], "region", "the crowns r1 c1 and r2 c2 are in the same region"),
        ([".Q..", "..Q.", "....", "...."], "touching", "the crowns r1 c2 and r2 c3 touch"),
    ],
)
def test_crowns_in_conflict_are_a_board_without_solution(crowns: list[str], reason: str, said: str) -> None:
    puzzle = solver.load(changed(cells=crowns))
    assert isinstance(puzzle, QueensPuzzle)
    assert [(conflict.reason, str(conflict)) for conflict in puzzle.conflicts()] == [(reason, said)]
    assert solver.classify(puzzle) == "none"
    assert solver.solve(puzzle) is None
    step = solver.hint(puzzle)
    assert step is not None


@pytest.mark.parametrize("cell", [(0, 4), (-1, 0), (0,), "a", (True, 0)])
def test_cells_that_are_none(cell: Any) -> None:
    with pytest.raises(errors.BadCoordinate):
        BOARD.check_cell(cell)


def test_a_puzzle_is_not_changed() -> None:
    with pytest.raises(AttributeError):
        BOARD.size = 5  # type: ignore[misc]
    assert hash(made_up(Random(1), 6)) == hash(made_up(Random(1), 6))


@needs_shared
def test_real_boards_are_read_as_they_are() -> None:
    for puzzle in real():
        assert solver.load(puzzle.notation()) == solver.load(str(puzzle)) == puzzle
