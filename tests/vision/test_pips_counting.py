"""As many cells as halves of dominoes, on which dominoes can lie: what of all that was seen is taken otherwise."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from vision.errors import OccludedError, UnsupportedError
from vision.games.pips.counting import ALL, APART, counted
from vision.games.pips.interpret import Halves, Laid, Option, ReadTag
from vision.games.pips.locate import Domino
from vision.games.pips.network import Window
from vision.games.pips.parts import Cell
from vision.games.pips.seen import WHOLE, InTray, Parts, Seen

NONE = np.zeros(0, np.float32)
HALVES = ((Option("1", 1.0),), (Option("2", 1.0),))


def seen(rows: str) -> tuple[Seen, set[Cell]]:
    """A window of places, each with its certainty as a board's cell: `.` surely none, `#` surely one, `8` 0.8."""
    sure = {".": 0.001, "#": 0.999}
    there = np.array([[sure.get(one) or int(one) / 10 for one in row] for row in rows.split()], np.float32)
    place = np.stack((1 - there, there, 0 * there), axis=2)
    window = Window(place, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, 1.0)
    cells = {(int(r), int(c)) for r, c in np.argwhere(there > 0.5)}
    return Seen(0.0, 0.0, 40.0, window, np.zeros((*there.shape, 3))), cells


def first(board: Seen, parts: Parts) -> Parts:
    """The most probable way in which that comes out."""
    return next(counted(board, parts))


def tray(*sure: float) -> list[InTray]:
    return [InTray(Domino(100.0 * k, 400.0, 30.0, False, 1.0), p, HALVES) for k, p in enumerate(sure)]


def test_what_comes_out_is_taken_as_it_is() -> None:
    board, cells = seen("## #8")
    found = first(board, Parts(cells, [], [], set(), tray(0.99, 0.98, 0.9)))
    assert (found.cost, found.cells, len(found.tray)) == (0, cells, 2)
    assert found.there == pytest.approx(0.99 * 0.98 * 0.8, rel=0.01)


def test_the_least_sure_place_is_no_cell_where_dominoes_can_cover_the_rest() -> None:
    board, cells = seen("##7 #9# ###")
    assert first(board, Parts(cells, [], [], set(), tray(1, 1, 1, 1))).cells == cells - {(0, 2)}
    board, cells = seen("#7# #9# ###")  # without (0, 1) five light cells and three dark ones are left
    assert first(board, Parts(cells, [], [], set(), tray(1, 1, 1, 1))).cells == cells - {(1, 1)}


def test_a_count_that_comes_out_by_accident_is_not_taken() -> None:
    """A cell in the tray, and one of the board that is not seen: the groups have three cells and one."""
    board, cells = seen("##.. #4.. .... ..6.")
    parts = first(board, Parts(cells, [], [], set(), tray(1, 1)))
    assert parts.cells == {(0, 0), (0, 1), (1, 0), (1, 1)}


def tag(cell: Cell) -> ReadTag:
    return ReadTag(cell[1] + 1, cell[0] + 1, (Option("7", 1.0),), 1.0, cell, 1.0, True)


def test_a_picture_beside_the_board_that_looks_like_cells_with_a_tag_is_left_out_as_a_whole() -> None:
    board, cells = seen("##... ##.99 ##.9#")
    parts = Parts(cells, [tag((0, 1)), tag((2, 4))], [], set(), tray(1, 1, 1))
    found = first(board, parts)
    assert (found.cells, found.tags) == ({(r, c) for r in range(3) for c in range(2)}, parts.tags[:1])
    assert found.cost == pytest.approx(np.log(0.925 / 0.075), abs=0.02)  # that of one place, not of four


def test_a_domino_that_is_hardly_one_may_be_one() -> None:
    board, cells = seen("## ##")
    found = first(board, Parts(cells, [], [], set(), tray(1, 0.3)))
    assert (found.cells, len(found.tray)) == (cells, 2)
    assert found.cost == pytest.approx(np.log(0.7 / 0.3) + np.log(WHOLE / (1 - WHOLE)), abs=0.01)
    assert found.there == pytest.approx(0.3**0.5, abs=0.01)  # nothing else comes out, but one may not have been seen


def test_where_the_most_probable_way_is_no_puzzle_the_next_one_is_asked_for() -> None:
    board, cells = seen("##..9 ##..9")
    parts = Parts(cells, [tag((0, 1))], [], set(), tray(1, 1, 0.9, 0.8))
    ways = list(counted(board, parts))
    assert [(len(one.cells), len(one.tray)) for one in ways[:3]] == [(6, 3), (6, 3), (4, 2)]
    assert [one.cost for one in ways] == sorted(one.cost for one in ways)
    # All that is more probable was ruled out: it is the most probable of the others.
    assert ways[0].there < ways[2].there > 0.6


def test_cells_under_dominoes_stay_cells() -> None:
    board, cells = seen("67 ##")
    parts = first(board, Parts(cells, [], [laid(0, 4.0)], set(), []))
    assert parts.cells == {(0, 0), (0, 1)}


def test_dominoes_may_lie_so_that_no_others_fit_beside_them() -> None:
    """The player's mistake, not the reader's: two cells are left that are no neighbours."""
    board, cells = seen("### #..")
    parts = first(board, Parts(cells, [], [laid(0, 5.0)], set(), tray(1)))
    assert (parts.cells, parts.cost) == (cells, 0)


def laid(row: int, odds: float) -> Laid:
    """What may be a domino on the first two places of a row."""
    return Laid(((row, 0), (row, 1)), float(1 / (1 + np.exp(-odds))), odds, odds > 0)


@pytest.mark.parametrize(("all_odds", "others"), [((5.0, 2.0), ALL - 2.0), ((-2.0, -5.0), np.inf)])
def test_of_what_may_lie_on_the_board_as_many_do_as_come_out(all_odds: tuple[float, float], others: float) -> None:
    """Bare cells that look like halves, and dominoes that look like bare cells: the surest one is taken. Where dominoes
    seem to lie on all cells, the one beside the board may be an example's, too: `others` less probable, as log odds."""
    board, cells = seen("## ##")
    every = [laid(row, odds) for row, odds in enumerate(all_odds)]
    found = first(board, Parts(cells, [], every, set(), tray(1)))
    assert (found.pairs, found.cells) == (every[:1], cells)
    assert found.there == pytest.approx(1 / (1 + np.exp(-3) + np.exp(-others)), rel=0.02)


@settings(max_examples=200, deadline=None)
@given(
    places=st.lists(st.sampled_from(".3579#"), min_size=12, max_size=12),
    laid_odds=st.lists(st.sampled_from((-4.0, -1.0, 2.0, 5.0)), min_size=1, max_size=4),
    beside=st.lists(st.sampled_from((0.2, 0.9, 0.98, 1.0)), max_size=5),
)
@example(list("#7333.97995#"), [-1.0, 2.0, 5.0], [0.98])
def test_whatever_is_taken_otherwise_there_are_as_many_cells_as_halves(
    places: list[str], laid_odds: list[float], beside: list[float]
) -> None:
    """Islands that are left out have dominoes on them, too, of which some may be taken otherwise by themselves."""
    board, cells = seen(" ".join("".join(places[3 * row : 3 * row + 3]) for row in range(4)))
    assume(cells)
    pairs = [laid(row, odds) for row, odds in enumerate(laid_odds)]
    pairs = [replace(pair, rather=pair.rather and cells.issuperset(pair.cells)) for pair in pairs]
    try:
        ways = list(counted(board, Parts(cells, [], pairs, set(), tray(*beside))))
    except (OccludedError, UnsupportedError):
        return
    for way in ways:
        assert 2 * len(way.dominoes) == len(way.cells)


def test_empty_slots_of_a_tray_that_look_like_dominoes_are_left_out() -> None:
    """All say the same, and together they are as improbable as one. One that is sure, and says so too, stays."""
    board, cells = seen("## ## ##")
    said = [replace(one, halves=numbers("0", "0")) for one in tray(0.999, 0.98, 0.985, 0.975, 0.99, 0.98)]
    beside = [*said, *tray(1, 1)]
    found = first(board, Parts(cells, [], [], set(), beside))
    assert (found.cells, found.tray) == (cells, [beside[0], *beside[6:]])
    assert found.cost == pytest.approx(np.log(0.982 / 0.018), abs=0.01)
    assert found.there == pytest.approx(0.999, abs=0.01)


def test_one_of_two_that_say_the_same_is_left_out_where_it_lies_apart() -> None:
    """Pages show the domino in the hand once more; where the count comes out both are there."""
    board, cells = seen("## ## ##")
    beside = [replace(one, halves=numbers(str(k), str(k + 1))) for k, one in enumerate(tray(1, 1, 1))]
    hand = replace(beside[1], domino=replace(beside[1].domino, y=beside[1].domino.y - 3.2 * beside[1].domino.side))
    found = first(board, Parts(cells, [], [], set(), [hand, *beside]))
    assert found.tray == beside
    assert found.cost > 0
    board, cells = seen("## ## ## ##")
    assert first(board, Parts(cells, [], [], set(), [hand, *beside])).cost == 0


def test_copies_that_a_tray_keeps_of_what_was_laid_are_left_out() -> None:
    """Read otherwise than on the board, they are those that are most like it; others stay."""
    board, cells = seen("## ## ## ##")
    pairs = [replace(laid(0, 5.0), halves=numbers("1", "2")), replace(laid(1, 5.0), halves=numbers("36", "4"))]
    said = ("2", "1"), ("6", "4"), ("5", "5"), ("3", "0")
    beside = [replace(one, halves=numbers(*two)) for one, two in zip(tray(1, 1, 1, 1), said, strict=True)]
    found = first(board, Parts(cells, [], pairs, set(), beside))
    assert (found.cells, found.pairs, found.tray) == (cells, pairs, beside[2:])
    assert found.cost == pytest.approx(APART + np.log(2))


def numbers(*halves: str) -> Halves:
    """What each half may be, as probably."""
    first, second = (tuple(Option(one, 1 / len(half)) for one in half) for half in halves)
    return first, second


def test_what_cannot_come_out_is_said() -> None:
    board, cells = seen("### ###")
    beside = [replace(one, halves=numbers(str(k % 7), str(k // 7))) for k, one in enumerate(tray(*10 * [1.0]))]
    with pytest.raises(OccludedError, match="6 cells and 10 dominoes do not go together"):
        first(board, Parts(cells, [], [], set(), beside))


def test_without_dominoes_there_is_no_board() -> None:
    board, cells = seen("88 88")
    with pytest.raises(UnsupportedError, match="dominoes to lay on it are not in the picture"):
        first(board, Parts(cells, [], [], set(), tray(0.3, 0.3)))


def test_a_domino_of_another_size_may_be_the_puzzles_but_rather_is_not() -> None:
    """One that is held in the air is larger than those in the tray; so may be a logo."""
    board, cells = seen("## ##")
    some = tray(1, 1)
    other = replace(some[1], domino=replace(some[1].domino, side=50.0))
    found = first(board, Parts(cells, [], [], set(), [some[0], other]))
    assert (found.tray, found.cost) == ([some[0], other], ALL / 2)
    assert first(board, Parts(cells, [], [], set(), some)).cost == 0
