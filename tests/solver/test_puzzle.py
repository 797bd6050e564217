"""The board, in and out of every form it has, and every way it can be malformed by its name."""

from __future__ import annotations

import dataclasses
import json
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import solver
from solver import errors
from solver.binary.puzzle import SYMBOLS, BinaryPuzzle, Solution, no_markers
from tests.solver.boards import puzzles

FOUR = {"game": "takuzu", "size": 4, "cells": ["1..0", "....", ".0.1", "0.1."]}
TANGO = BinaryPuzzle(
    "tango",
    4,
    ("S...", "....", "..M.", "...."),
    h=("=.x", "...", "...", "..."),
    v=("..x.", "....", "=..."),
    max_run=3,
    unique_lines=True,
)


# -- in and out -----------------------------------------------------------------------------------------------------


@given(puzzles())
def test_every_form_is_read_back(puzzle: BinaryPuzzle) -> None:
    assert solver.load(puzzle) is puzzle
    assert solver.load(puzzle.to_json()) == puzzle
    assert solver.load(json.dumps(puzzle.to_json())) == puzzle
    assert solver.load(json.dumps(puzzle.to_json(), indent=1).encode()) == puzzle
    assert solver.load(puzzle.notation()) == puzzle
    assert solver.load(str(puzzle)) == puzzle
    assert solver.load(str(puzzle).replace("\n", "\r\n")) == puzzle
    assert eval(repr(puzzle)) == puzzle
    assert pickle.loads(pickle.dumps(puzzle)) == puzzle
    assert dataclasses.replace(puzzle) == puzzle
    assert len({puzzle, solver.load(puzzle.to_json())}) == 1


@given(puzzles(), st.integers(1, 7))
def test_a_drawing_may_be_indented(puzzle: BinaryPuzzle, margin: int) -> None:
    indented = "\n".join(" " * margin + line for line in str(puzzle).split("\n"))
    assert solver.load(f"\n{indented}\n") == puzzle


@given(puzzles(cells=1.0))
def test_a_drawing_needs_no_first_line_where_a_symbol_tells_the_game(puzzle: BinaryPuzzle) -> None:
    plain = BinaryPuzzle(puzzle.game, puzzle.size, puzzle.cells, puzzle.h, puzzle.v)
    if plain.filled():
        assert solver.load(plain.drawing()) == plain
    else:
        with pytest.raises(errors.BadNotation):
            solver.load(plain.drawing())


def test_drawing() -> None:
    assert str(TANGO) == "tango run=3 unique\nS=. .x.\n    x\n. . . .\n. . M .\n=\n. . . ."
    assert str(BinaryPuzzle.from_json(FOUR)) == "takuzu\n1 . . 0\n. . . .\n. 0 . 1\n0 . 1 ."


def test_notation() -> None:
    assert TANGO.notation() == "tango S3/4/2M./4 =.x/3/3/3 2x./4/=3 run=3 unique"
    assert repr(BinaryPuzzle.from_json(FOUR)) == "BinaryPuzzle.from_notation('takuzu 120/4/.0.1/0.1.')"
    assert BinaryPuzzle("tango", 14, ["." * 14] * 14).notation() == "tango " + "/".join(["95"] * 14)


def test_plain_rows_and_the_multiplication_sign_are_read() -> None:
    assert solver.load("1..0\n....\n.0.1\n0.1.") == BinaryPuzzle.from_json(FOUR)
    assert solver.load(str(TANGO).replace("x", "×")) == TANGO


def test_json_is_the_agreed_format() -> None:
    no_h, no_v = no_markers(4)
    assert BinaryPuzzle.from_json(FOUR).to_json() == {**FOUR, "h": list(no_h), "v": list(no_v)}
    assert TANGO.to_json() == {
        "game": "tango",
        "size": 4,
        "cells": ["S...", "....", "..M.", "...."],
        "h": ["=.x", "...", "...", "..."],
        "v": ["..x.", "....", "=..."],
        "max_run": 3,
        "unique_lines": True,
    }


def test_habits_of_the_games() -> None:
    assert BinaryPuzzle("tango", 4, ["...."] * 4).unique_lines is False
    assert BinaryPuzzle("takuzu", 4, ["...."] * 4).unique_lines is True
    assert BinaryPuzzle("takuzu", 4, ["...."] * 4).max_run == 2


def test_a_puzzle_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        TANGO.size = 6  # type: ignore[misc]
    with pytest.raises(dataclasses.FrozenInstanceError):
        Solution(("SM",)).cells = ()  # type: ignore[misc]


def test_variants() -> None:
    changed = TANGO.with_cell(1, 2, "M")
    assert changed.cells == ("S...", "..M.", "..M.", "....")
    assert changed == TANGO.with_cells(changed.cells) == TANGO.variant(cells=changed.cells)
    assert changed.with_cell(1, 2, ".") == TANGO
    assert TANGO.variant(unique_lines=False) == dataclasses.replace(TANGO, unique_lines=False)
    assert TANGO.filled() == {(0, 0), (2, 2)}
    with pytest.raises(errors.UnknownSymbol):
        TANGO.with_cell(0, 0, "0")
    with pytest.raises(errors.BadRowLength):
        TANGO.with_cells(["S"] * 4)
    for cell in [(4, 0), (0, -1), (True, 0), (0.0, 0)]:
        with pytest.raises(errors.BadCoordinate):
            TANGO.with_cell(*cell, "S")  # type: ignore[arg-type]


def test_a_solution_shows_itself() -> None:
    solution = Solution(("SM", "MS"))
    assert str(solution) == "S M\nM S"
    assert solution.to_json() == ["SM", "MS"]


# -- malformed ------------------------------------------------------------------------------------------------------

MALFORMED: list[tuple[type[errors.PuzzleError], Any]] = [
    (errors.UnknownGame, {"game": "sudoku"}),
    (errors.UnknownGame, {"game": ["tango"]}),
    (errors.UnknownGame, {"game": None}),
    (errors.BadSize, {"size": 5}),
    (errors.BadSize, {"size": 2}),
    (errors.BadSize, {"size": 22}),
    (errors.BadSize, {"size": -4}),
    (errors.BadSize, {"size": 10**5000}),
    (errors.BadType, {"size": True}),
    (errors.BadType, {"size": 4.0}),
    (errors.BadType, {"size": "4"}),
    (errors.BadType, {"size": None}),
    (errors.BadType, {"size": []}),
    (errors.BadRowCount, {"size": 6}),
    (errors.BadRowCount, {"cells": []}),
    (errors.BadRowCount, {"cells": ["...."] * 100_000}),
    (errors.BadRowLength, {"cells": ["....", "...", "....", "...."]}),
    (errors.BadRowLength, {"cells": ["....", "." * 100_000, "....", "...."]}),
    (errors.UnknownSymbol, {"cells": ["....", ".2..", "....", "...."]}),
    (errors.UnknownSymbol, {"cells": ["....", ".S..", "....", "...."]}),
    (errors.UnknownSymbol, {"cells": ["....", ". ..", "....", "...."]}),
    (errors.UnknownSymbol, {"cells": ["....", ".\ud800..", "....", "...."]}),
    (errors.UnknownSymbol, {"game": "tango", "cells": ["....", ".s..", "....", "...."]}),
    (errors.BadType, {"cells": "...."}),
    (errors.BadType, {"cells": None}),
    (errors.BadType, {"cells": {"0": "...."}}),
    (errors.BadType, {"cells": [["."] * 4] * 4}),
    (errors.BadType, {"cells": ["....", 1, "....", "...."]}),
    (errors.BadType, {"cells": ["....", None, "....", "...."]}),
    (errors.BadMarkerShape, {"h": []}),
    (errors.BadMarkerShape, {"h": ["..."] * 3}),
    (errors.BadMarkerShape, {"h": ["...", "..", "...", "..."]}),
    (errors.BadMarkerShape, {"v": ["...."] * 4}),
    (errors.BadMarkerShape, {"v": ["..."] * 3}),
    (errors.UnknownMarker, {"h": ["...", "..*", "...", "..."]}),
    (errors.UnknownMarker, {"v": ["....", "..X.", "...."]}),
    (errors.BadType, {"h": None}),
    (errors.BadType, {"v": 3}),
    (errors.BadType, {"v": [[], [], []]}),
    (errors.BadMaxRun, {"max_run": 1}),
    (errors.BadMaxRun, {"max_run": 5}),
    (errors.BadOption, {"max_run": 2.0}),
    (errors.BadOption, {"max_run": True}),
    (errors.BadOption, {"max_run": None}),
    (errors.BadOption, {"max_run": "2"}),
    (errors.BadOption, {"unique_lines": 1}),
    (errors.BadOption, {"unique_lines": None}),
    (errors.BadOption, {"unique_lines": "yes"}),
]


@pytest.mark.parametrize(("error", "change"), MALFORMED)
def test_malformed_json_has_its_own_error(error: type[errors.PuzzleError], change: dict[str, Any]) -> None:
    assert solver.load(FOUR)
    with pytest.raises(errors.PuzzleError) as caught:
        solver.load({**FOUR, **change})
    assert type(caught.value) is error
    assert len(str(caught.value)) < 160


@pytest.mark.parametrize("name", ["game", "size", "cells"])
def test_a_missing_field(name: str) -> None:
    with pytest.raises(errors.MissingField, match=name):
        solver.load({key: value for key, value in FOUR.items() if key != name})


@pytest.mark.parametrize(
    ("error", "data"),
    [
        (errors.BadType, None),
        (errors.BadType, 7),
        (errors.BadType, [FOUR]),
        (errors.BadType, json.dumps([FOUR])),
        (errors.BadNotation, ""),
        (errors.BadNotation, " \n\t "),
        (errors.BadJSON, "{"),
        (errors.BadJSON, '{"size": 4,}'),
        (errors.BadJSON, "[" * 100_000),
        (errors.BadJSON, '{"size": ' + "9" * 100_000 + "}"),
        (errors.BadEncoding, b"\xff\xfe{"),
        (errors.InputTooLarge, " " + "." * 2_000_000),
        (errors.InputTooLarge, b"{" * 2_000_000),
        (errors.UnknownGame, "sudoku 4/4/4/4"),
        (errors.MissingField, '{"printDate": "2025-01-01", "easy": {}}'),
        (errors.BadNotation, "tango"),
        (errors.BadNotation, "tango -"),
        (errors.BadNotation, "tango 4/4/4/4 3/3/3/3"),
        (errors.BadNotation, "tango 4/4/4/4 - - -"),
        (errors.BadNotation, "tango 4/4/4/4 run=3 - -"),
        (errors.BadNotation, "tango 4/4/4/4 unique repeats"),
        (errors.BadNotation, "tango 4/4/4/" + "9" * 100_000),
        (errors.BadMaxRun, "tango 4/4/4/4 run=5"),
        (errors.BadSize, "tango 3/3/3"),
        (errors.BadSize, "tango " + "/" * 1000),
        (errors.BadRowLength, "tango 4/4/5/4"),
        (errors.UnknownSymbol, "tango 4/4/3q/4"),
        (errors.BadMarkerShape, "tango 4/4/4/4 3/3/3 4/4/4"),
        (errors.UnknownMarker, "tango 4/4/4/4 3/3/3/3 4/4/3S"),
        (errors.BadNotation, "tango\n  \n"),
        (errors.BadNotation, "tango\n=\n"),
        (errors.BadNotation, ". . . .\n" * 4),
        (errors.BadNotation, "tango\n=\n" + ". . . .\n" * 4),
        (errors.BadNotation, "tango\n. . . .\n=\nx\n" + ". . . .\n" * 3),
        (errors.BadNotation, "tango\n" + ". . . .\n" * 4 + "="),
        (errors.BadNotation, "tango\n. . . .\n =\n" + ". . . .\n" * 3),
        (errors.BadNotation, "tango\n. . . .\n        =\n" + ". . . .\n" * 3),
        (errors.BadNotation, "tango\n. . . .=\n" + ". . . .\n" * 3),
        (errors.BadNotation, "tango maybe\n" + ". . . .\n" * 4),
        (errors.BadSize, "tango\n" + ". . . .\n" * 1000),
        (errors.BadRowLength, "tango\n. . .\n" + ". . . .\n" * 3),
        (errors.UnknownSymbol, "tango\n. q . .\n" + ". . . .\n" * 3),
        (errors.UnknownMarker, "tango\n.-. . .\n" + ". . . .\n" * 3),
        (errors.UnknownMarker, "tango\n. . . .\n= -\n" + ". . . .\n" * 3),
        (errors.UnknownSymbol, "S 0 . .\n" + ". . . .\n" * 3),
    ],
    ids=lambda value: repr(value)[:40],
)
def test_malformed_input_has_its_own_error(error: type[errors.PuzzleError], data: object) -> None:
    with pytest.raises(errors.PuzzleError) as caught:
        solver.load(data)
    assert type(caught.value) is error
    assert len(str(caught.value)) < 200


def test_a_day_nested_too_deeply_for_python() -> None:
    nested: list[Any] = []
    for _ in range(100_000):
        nested = [nested]
    for name in ("game", "size", "cells", "h", "v", "max_run", "unique_lines"):
        with pytest.raises(errors.PuzzleError):
            solver.load({**FOUR, name: nested})
    with pytest.raises(errors.BadType):
        solver.load(nested)


JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.text(alphabet="SM01.=x", max_size=6)
    | st.binary(max_size=8),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)


def load_or_name(data: object) -> None:
    """Load it; any error other than a named one fails the test."""
    try:
        puzzle = solver.load(data)
    except errors.PuzzleError as error:
        assert str(error)  # noqa: PT017  (a named error is one of two good endings)
    else:
        assert solver.load(puzzle.notation()) == puzzle


@given(JUNK)
def test_junk_is_refused_by_name(data: object) -> None:
    load_or_name(data)


@given(st.sampled_from([FOUR, TANGO.to_json()]), st.dictionaries(st.sampled_from(sorted(TANGO.to_json())), JUNK))
def test_a_puzzle_with_junk_in_it_is_refused_by_name(puzzle: dict[str, Any], junk: dict[str, object]) -> None:
    load_or_name({**puzzle, **junk})


@pytest.mark.slow
@given(puzzles(), st.data())
def test_garbled_texts_are_refused_by_name(puzzle: BinaryPuzzle, data: st.DataObject) -> None:
    text = data.draw(st.sampled_from([puzzle.notation(), str(puzzle), json.dumps(puzzle.to_json())]))
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 5)))
    middle = data.draw(st.text(max_size=3) | st.text(alphabet="SM01.=x/ \n-29", max_size=3))
    load_or_name(text[:start] + middle + text[end:])


@given(st.text() | st.binary())
def test_any_text_is_refused_by_name(data: object) -> None:
    load_or_name(data)


# -- the room -------------------------------------------------------------------------------------------------------


def test_every_error_is_a_value_error_with_one_base() -> None:
    named = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, BaseException)]
    assert len(named) > 15
    assert all(issubclass(kind, errors.PuzzleError) and issubclass(kind, ValueError) for kind in named)


def test_the_solver_takes_nothing_but_the_standard_library() -> None:
    code = (
        "import sys, solver; solver.classify(solver.load('takuzu 4/4/4/4'));"
        "print(' '.join(m for m in sys.modules if m.split('.')[0] in ('numpy', 'cv2', 'ortools', 'PIL', 'click')))"
    )
    root = Path(__file__).parents[2]
    out = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True).stdout
    assert out.strip() == ""


def test_symbols_of_the_games_differ() -> None:
    assert len(set("".join(SYMBOLS.values()))) == 4
