"""Pips: the board in JSON, notation and drawing, and every way it can be malformed."""

from __future__ import annotations

import copy
import json
import pickle
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import solver
from solver import errors
from solver.pips.puzzle import HIGHEST_TARGET, LETTERS, MOST_DOMINOES, Domino, PipsPuzzle, PipsSolution, Region
from tests.solver.pips_boards import by_trying, puzzles

SHARED = Path(__file__).parents[2].parent / "shared"

SMALL: dict[str, Any] = {
    "dominoes": [[1, 5], [0, 3]],
    "regions": [
        {"type": "sum", "target": 6, "indices": [[0, 0], [1, 0]]},
        {"type": "less", "target": 4, "indices": [[1, 1], [0, 1]]},
    ],
}
BESIDES = {"id": 7, "backendId": "x", "constructors": "x", "solution": [[[0, 0], [9, 9]]], "startingPips": None}


def small(**changes: object) -> dict[str, Any]:
    return {**copy.deepcopy(SMALL), **changes}


def with_region(**changes: object) -> dict[str, Any]:
    """The small board with its first region changed; a change to `...` leaves the field out."""
    data = small()
    data["regions"][0].update(changes)
    data["regions"][0] = {key: value for key, value in data["regions"][0].items() if value is not ...}
    return data


# -- the same puzzle in every form ----------------------------------------------------------------------------------


@given(puzzles(st.integers(1, 12)))
@settings(deadline=None)
def test_every_form_leads_back(puzzle: PipsPuzzle) -> None:
    for form in (puzzle, puzzle.to_json(), json.dumps(puzzle.to_json()), puzzle.notation()):
        assert solver.load(form) == puzzle
    assert solver.load(f"\ufeff {puzzle.notation()}\n".encode()) == puzzle
    assert PipsPuzzle.from_notation(puzzle.notation().replace("≠", "!=").replace(" ", "\n")) == puzzle
    assert eval(repr(puzzle)) == puzzle == pickle.loads(pickle.dumps(puzzle))
    assert hash(puzzle) == hash(solver.load(puzzle.to_json()))
    assert "\n" not in puzzle.notation()


@given(puzzles())
@settings(deadline=None)
def test_cells_are_in_reading_order(puzzle: PipsPuzzle) -> None:
    assert list(puzzle.cells) == sorted(puzzle.cells)
    for region in puzzle.regions:
        assert list(region.cells) == sorted(region.cells)
        assert all(puzzle.region_of[cell] is region for cell in region.cells)
    assert len(puzzle.cells) == len(puzzle.region_of) == 2 * len(puzzle.dominoes)


def test_the_newspapers_format() -> None:
    puzzle = solver.load(small(**BESIDES))
    assert isinstance(puzzle, PipsPuzzle)
    assert puzzle.dominoes == ((1, 5), (0, 3))
    assert puzzle.regions[1] == Region("less", 4, ((0, 1), (1, 1)))
    assert puzzle.notation() == "pips 15,03 AB/AB A6 B<4"
    assert (
        puzzle == solver.load(small(game="pips")) == solver.load({"game": "pips", "puzzle": small(), "image": "x.png"})
    )
    none = {"type": "empty", "indices": [[0, 0], [1, 0]], "target": None}
    assert solver.load(small(regions=[none, SMALL["regions"][1]])).notation() == "pips 15,03 AB/AB A* B<4"


def test_the_notation_has_holes_islands_and_many_regions() -> None:
    puzzle = PipsPuzzle.from_notation("pips 00,66,12 .A2B/.A2B././/D..C A= B12 C1 D2")
    assert puzzle.cells == ((0, 1), (0, 4), (1, 1), (1, 4), (4, 0), (4, 3))
    assert puzzle.notation() == "pips 00,66,12 .A2B/.A2B///D2C A= B12 C1 D2"
    each = PipsPuzzle([(0, 0)] * MOST_DOMINOES, [Region("less", i, ((i // 20, i % 20),)) for i in range(200)])
    assert PipsPuzzle.from_notation(each.notation()) == each
    assert len(set(LETTERS)) == len(LETTERS) >= 2 * MOST_DOMINOES
    assert not set(LETTERS) & set("0123456789./,<>=≠*")


def test_the_drawing() -> None:
    puzzle = PipsPuzzle.from_notation("pips 15,03,66 AB/AB/3CD A6 B<4 C≠ D>10")
    assert str(puzzle) == "\n".join(
        [
            "pips 1|5 0|3 6|6",
            "┌───┬───┐",
            "│ · │ · │",
            "│   │   │",
            "│ 6 │<4 │",
            "└───┴───┘   ┌───┬───┐",
            "            │ ≠ │>10│",
            "            └───┴───┘",
        ]
    )
    places = ((0, 0), (1, 0)), ((0, 1), (1, 1)), ((2, 3), (2, 4))
    assert str(PipsSolution(puzzle, places)) == "\n".join(
        [
            "┌───┬───┐",
            "│ 1 │ 0 │",
            "│   │   │",
            "│ 5 │ 3 │",
            "└───┴───┘   ┌───────┐",
            "            │ 6   6 │",
            "            └───────┘",
        ]
    )


@given(puzzles(st.integers(1, 10)))
@settings(deadline=None)
def test_a_drawing_shows_every_domino_and_tag(puzzle: PipsPuzzle) -> None:
    header, *board = str(puzzle).split("\n")
    assert header == "pips " + " ".join(f"{a}|{b}" for a, b in puzzle.dominoes)
    words = " ".join(board).replace("│", " ").split()
    assert sorted(w for w in words if w[0] in "0123456789<>=≠") == sorted(r.tag for r in puzzle.regions if r.tag)
    assert words.count("·") == len(puzzle.cells) - sum(1 for r in puzzle.regions if r.tag)


# -- solutions ------------------------------------------------------------------------------------------------------


def test_a_solution_in_the_newspapers_format() -> None:
    puzzle = PipsPuzzle.from_json(SMALL)
    solution = PipsSolution(puzzle, (((1, 0), (0, 0)), ((0, 1), (1, 1))))
    assert solution.to_json() == [[[1, 0], [0, 0]], [[0, 1], [1, 1]]]
    assert solution.values == {(1, 0): 1, (0, 0): 5, (0, 1): 0, (1, 1): 3}
    assert solution.broken() == ()
    other = PipsSolution(puzzle, (((0, 0), (0, 1)), ((1, 0), (1, 1))))
    assert other.broken() == (puzzle.regions[0], puzzle.regions[1])


def test_equal_dominoes_and_halves_of_doubles_are_in_reading_order() -> None:
    puzzle = PipsPuzzle.from_notation("pips 66,13,31 AAAAAA A*")
    a, b, c, d, e, f = puzzle.cells
    one = PipsSolution(puzzle, ((b, a), (e, f), (d, c)))
    same = PipsSolution(puzzle, ((a, b), (c, d), (f, e)))
    assert one == same
    assert one.places == ((a, b), (c, d), (f, e))
    assert one.values == {a: 6, b: 6, c: 1, d: 3, e: 1, f: 3}
    assert one != PipsSolution(puzzle, ((a, b), (d, c), (f, e)))


@pytest.mark.parametrize(
    "places",
    [
        (),
        (((0, 0), (0, 1)),),
        (((0, 0), (1, 1)), ((0, 1), (1, 0))),
        (((0, 0), (0, 1)), ((0, 0), (0, 1))),
        (((0, 0), (0, 1)), ((1, 1), (1, 2))),
    ],
)
def test_dominoes_must_lie_on_the_board(places: Any) -> None:
    with pytest.raises(errors.BadPlaces):
        PipsSolution(PipsPuzzle.from_json(SMALL), places)


@pytest.mark.parametrize(
    ("region", "right", "wrong"),
    [
        (Region("sum", 5, ((0, 0), (0, 1))), [2, 3], [2, 2]),
        (Region("less", 5, ((0, 0), (0, 1))), [2, 2], [2, 3]),
        (Region("greater", 5, ((0, 0), (0, 1))), [3, 3], [2, 3]),
        (Region("equals", None, ((0, 0), (0, 1))), [3, 3], [2, 3]),
        (Region("unequal", None, ((0, 0), (0, 1), (0, 2))), [3, 2, 0], [2, 3, 2]),
    ],
)
def test_what_regions_allow(region: Region, right: list[int], wrong: list[int]) -> None:
    assert region.allows(right)
    assert not region.allows(wrong)
    assert Region("empty", None, region.cells).allows(wrong)


# -- days -----------------------------------------------------------------------------------------------------------


def test_a_day_is_asked_for_by_level() -> None:
    day = {"printDate": "2026-01-01", "editor": "x", "easy": small(**BESIDES), "hard": small(dominoes=[[1, 1], [2, 2]])}
    assert solver.load(day, level="easy") == solver.load(SMALL)
    assert solver.load(json.dumps(day), level="hard") == solver.load(day["hard"])
    with pytest.raises(errors.LevelNeeded, match="easy and hard") as caught:
        solver.load(day)
    assert caught.value.levels == ("easy", "hard")
    with pytest.raises(errors.MissingField, match=r"medium.*easy and hard"):
        solver.load(day, level="medium")
    for bad in ("simple", 3, ""):
        with pytest.raises(errors.BadOption):
            solver.load(day, level=bad)  # type: ignore[arg-type]
    assert solver.load({"printDate": "2026-01-01", "medium": small()}) == solver.load(SMALL)
    for single in (SMALL, "pips 15,03 AB/AB A6 B<4", {"puzzle": SMALL}, "takuzu 4/4/4/4"):
        with pytest.raises(errors.BadOption):
            solver.load(single, level="hard")


@pytest.mark.skipif(not SHARED.exists(), reason="the developers' puzzles (../shared) are not here")
def test_every_published_puzzle_and_its_published_solution() -> None:
    days = sorted((SHARED / "pips_daily").glob("2*.json"))
    assert days
    for day in days:
        data = json.loads(day.read_text())
        for level in solver.LEVELS:
            puzzle = solver.load(data, level=level)
            assert isinstance(puzzle, PipsPuzzle)
            assert PipsPuzzle.from_notation(puzzle.notation()) == solver.load(puzzle.to_json()) == puzzle
            places = tuple((tuple(a), tuple(b)) for a, b in data[level]["solution"])
            assert PipsSolution(puzzle, places).broken() == ()


# -- malformed ------------------------------------------------------------------------------------------------------

HUGE = 10**5000

MALFORMED: list[tuple[type[errors.PuzzleError], Any]] = [
    (errors.EmptyBoard, small(dominoes=[])),
    (errors.EmptyBoard, small(regions=[])),
    (errors.EmptyBoard, small(dominoes=[], regions=[])),
    (errors.MissingField, {"game": "pips", "dominoes": [[1, 2]]}),
    (errors.MissingField, {"dominoes": [[1, 2]]}),
    (errors.MissingField, {"regions": SMALL["regions"]}),
    (errors.MissingField, {"game": "pips"}),
    (errors.UnknownGame, small(game="domino")),
    (errors.UnknownGame, small(game=None)),
    (errors.UnknownGame, small(game=["pips"])),
    (errors.BadType, small(dominoes=None)),
    (errors.BadType, small(dominoes={"0": [1, 2]})),
    (errors.BadType, small(dominoes="1503")),
    (errors.BadType, small(regions={})),
    (errors.BadType, small(regions=[[], []])),
    (errors.BadType, small(regions=[None])),
    (errors.BadDomino, small(dominoes=[[1, 5], [0]])),
    (errors.BadDomino, small(dominoes=[[1, 5], [0, 3, 3]])),
    (errors.BadDomino, small(dominoes=[[1, 5], 3])),
    (errors.BadDomino, small(dominoes=[[1, 5], "03"])),
    (errors.BadDomino, small(dominoes=[[1, 5], [0, True]])),
    (errors.BadDomino, small(dominoes=[[1, 5], [0, 3.0]])),
    (errors.BadDomino, small(dominoes=[[1, 5], [0, [3]]])),
    (errors.BadDomino, small(dominoes=[[1, 5], [None, 3]])),
    (errors.PipsOutOfRange, small(dominoes=[[1, 5], [0, 7]])),
    (errors.PipsOutOfRange, small(dominoes=[[1, 5], [-1, 3]])),
    (errors.PipsOutOfRange, small(dominoes=[[1, 5], [0, HUGE]])),
    (errors.BoardTooLarge, small(dominoes=[[1, 5]] * 101)),
    (errors.BoardTooLarge, small(regions=SMALL["regions"] * 1000)),
    (errors.WrongNumberOfCells, small(dominoes=[[1, 5]])),
    (errors.WrongNumberOfCells, small(dominoes=[[1, 5]] * 3)),
    (errors.WrongNumberOfCells, with_region(indices=[[0, 0]])),
    (errors.MissingField, with_region(type=...)),
    (errors.MissingField, with_region(indices=...)),
    (errors.UnknownRegionType, with_region(type="product")),
    (errors.UnknownRegionType, with_region(type="Sum")),
    (errors.UnknownRegionType, with_region(type="")),
    (errors.BadType, with_region(type=None)),
    (errors.BadType, with_region(type=["sum"])),
    (errors.BadTarget, with_region(target=...)),
    (errors.BadTarget, with_region(target=None)),
    (errors.BadTarget, with_region(target=-1)),
    (errors.BadTarget, with_region(target=True)),
    (errors.BadTarget, with_region(target=6.0)),
    (errors.BadTarget, with_region(target="6")),
    (errors.BadTarget, with_region(target=[6])),
    (errors.BadTarget, with_region(target=HUGE)),
    (errors.BadTarget, with_region(target=HIGHEST_TARGET + 1)),
    (errors.BadTarget, with_region(type="equals")),
    (errors.BadTarget, with_region(type="unequal")),
    (errors.BadTarget, with_region(type="empty", target=0)),
    (errors.EmptyRegion, with_region(indices=[])),
    (errors.BadType, with_region(indices=None)),
    (errors.BadType, with_region(indices="00")),
    (errors.BadCoordinate, with_region(indices=[0, 0])),
    (errors.BadCoordinate, with_region(indices=[[0, 0], [1]])),
    (errors.BadCoordinate, with_region(indices=[[0, 0], [1, 0, 0]])),
    (errors.BadCoordinate, with_region(indices=[[0, 0], [-1, 0]])),
    (errors.BadCoordinate, with_region(indices=[[0, 0], [1, False]])),
    (errors.BadCoordinate, with_region(indices=[[0, 0], [1, 0.0]])),
    (errors.BadCoordinate, with_region(indices=[[0, 0], ["1", "0"]])),
    (errors.BadCoordinate, with_region(indices=[[0, 0], [[1], [0]]])),
    (errors.BadCoordinate, with_region(indices=[[0, 0], {"0": 1, "1": 0}])),
    (errors.BoardTooLarge, with_region(indices=[[0, 0], [100, 0]])),
    (errors.BoardTooLarge, with_region(indices=[[0, 0], [0, HUGE]])),
    (errors.BoardTooLarge, with_region(indices=[[0, 0]] * 201)),
    (errors.OverlappingRegions, with_region(indices=[[0, 0], [0, 0]])),
    (errors.OverlappingRegions, with_region(indices=[[0, 0], [0, 1]])),
]


@pytest.mark.parametrize(("error", "data"), MALFORMED)
def test_malformed_json_has_its_own_error(error: type[errors.PuzzleError], data: Any) -> None:
    with pytest.raises(errors.PuzzleError) as caught:
        solver.load(data)
    assert type(caught.value) is error
    assert 0 < len(str(caught.value)) < 200
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (errors.BadNotation, "pips"),
        (errors.BadNotation, "pips 15,03"),
        (errors.BadNotation, "pips 15,3 AB/AB A6 B<4"),
        (errors.BadNotation, "pips 15,٣٣ AB/AB A6 B<4"),
        (errors.BadNotation, "pips , AB/AB A6 B<4"),
        (errors.BadNotation, "pips 15,03 A?/AB A6 B<4"),
        (errors.BadNotation, "pips 15,03 AB/AB A6 B<"),
        (errors.BadNotation, "pips 15,03 AB/AB A6 B<x"),
        (errors.BadNotation, "pips 15,03 AB/AB A6 B"),
        (errors.BadNotation, "pips 15,03 AB/AB A6 B==" + "9" * 5000),
        (errors.BadNotation, "pips 15,03 AB/AB A6 B" + "9" * 5000),
        (errors.BadNotation, "pips 15,03 AB/AB A6 A7 B<4"),
        (errors.UncoveredCell, "pips 15,03 AB/AB A6"),
        (errors.EmptyRegion, "pips 15,03 AB/AB A6 B<4 C*"),
        (errors.WrongNumberOfCells, "pips 15,03 AB/A A6 B<4"),
        (errors.PipsOutOfRange, "pips 15,09 AB/AB A6 B<4"),
        (errors.BadTarget, "pips 15,03 AB/AB A9999 B<4"),
        (errors.BoardTooLarge, "pips 15,03 AB/" + "9" * 40 + "AB A6 B<4"),
        (errors.BoardTooLarge, "pips 15,03 AB" + "/" * 200 + "AB A6 B<4"),
        (errors.BoardTooLarge, "pips " + "15," * 5000 + "15 AB/AB A6 B<4"),
        (errors.BadNotation, "pips 1|5 0|3\n┌───┬───┐\n│ · │ · │"),
    ],
)
def test_malformed_notation_has_its_own_error(error: type[errors.PuzzleError], text: str) -> None:
    with pytest.raises(errors.PuzzleError) as caught:
        solver.load(text)
    assert type(caught.value) is error
    assert len(str(caught.value)) < 200


def test_cells_given_beside_the_regions_must_be_theirs() -> None:
    regions = PipsPuzzle.from_json(SMALL).regions
    board = [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert PipsPuzzle([(1, 5), (0, 3)], regions, board).cells == tuple(board)
    for cells in ([*board, (1, 2)], board[:3]):
        with pytest.raises(errors.UncoveredCell):
            PipsPuzzle([(1, 5), (0, 3)], regions, cells)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
        max_leaves=6,
    ),
    st.data(),
)
@settings(max_examples=300, deadline=None)
def test_whatever_stands_in_a_field_a_puzzle_or_a_named_error_comes_of_it(value: Any, data: st.DataObject) -> None:
    where = data.draw(
        st.sampled_from(
            ["dominoes", "regions", "domino", "pips", "region", "type", "target", "indices", "index", "row"]
        )
    )
    board = small()
    if where in ("dominoes", "regions"):
        board[where] = value
    elif where == "domino":
        board["dominoes"][0] = value
    elif where == "pips":
        board["dominoes"][0][0] = value
    elif where == "region":
        board["regions"][0] = value
    elif where == "index":
        board["regions"][0]["indices"][0] = value
    elif where == "row":
        board["regions"][0]["indices"][0][0] = value
    else:
        board["regions"][0][where] = value
    try:
        puzzle = solver.load(board)
    except errors.PuzzleError:
        pass
    else:
        assert solver.load(puzzle.to_json()) == puzzle


@given(st.text("pis 0123456789AB./,<>=≠*!É\n", max_size=30))
@settings(max_examples=300, deadline=None)
def test_whatever_the_text_a_puzzle_or_a_named_error_comes_of_it(text: str) -> None:
    try:
        puzzle = solver.load("pips " + text)
    except errors.PuzzleError:
        pass
    else:
        assert isinstance(puzzle, PipsPuzzle)
        assert solver.load(puzzle.notation()) == puzzle


def test_a_domino_may_be_there_several_times() -> None:
    dominoes: list[Domino] = [(2, 3), (3, 2), (2, 3)]
    puzzle = PipsPuzzle(dominoes, [Region("empty", None, tuple((0, c) for c in range(6)))])
    assert puzzle.dominoes == tuple(dominoes)
    assert len(by_trying(puzzle)) == 2**3
