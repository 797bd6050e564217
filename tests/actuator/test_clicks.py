"""What cells are to show after clicks, as far as it is known, or asked for by name."""

from __future__ import annotations

import pytest

from actuator.clicks import DEAD_AFTER, Clicks
from actuator.moves import ERASE, KEY, PICK, PUT


def test_of_clicks_that_follow_each_other_nothing_is_told() -> None:
    """One may be lost, and the page marks what is wrong then: that looks like nothing known, but is not meant."""
    clicks = Clicks(".SMabc")
    clicks.saw("left", ".", "S")
    clicks.saw("left", "S", "M")
    sent = {(0, 0): (".", ["left"]), (0, 1): (".", ["left", "left"]), (0, 2): ("S", [PUT + "M"])}
    sent |= {(0, 3): (".", [PUT + "S", PUT + "M"])}
    assert clicks.told(sent, digits=False) == {}


@pytest.mark.parametrize("digits", [False, True])
def test_what_is_asked_for_by_its_name(digits: bool) -> None:
    clicks = Clicks(".01abc")
    sent = {(0, k): (".", [way]) for k, way in enumerate((PUT + "1", PICK + "0", KEY + "0", ERASE, "left"))}
    assert clicks.told(sent, digits) == {(0, 0): "1", (0, 1): "0"} | ({(0, 2): "0"} if digits else {})


def test_what_was_seen_counts_more_than_the_name() -> None:
    clicks = Clicks(".01abc")
    clicks.saw(PUT + "1", ".", "0")
    clicks.saw(PUT + "0", ".", "0")
    sent = {(0, 0): (".", [PUT + "1"]), (0, 1): (".", [PUT + "0"])}
    assert clicks.told(sent, digits=True) == {(0, 1): "0"}


def test_buttons_of_which_nothing_is_known_are_all_tried_on_one_symbol() -> None:
    """One of them may do what a plain click does; another may make that do nothing more."""
    clicks = Clicks(".xQ")
    clicks.saw("left", ".", "x")
    clicks.saw("left", "x", ".")
    names = [f"{PICK}button {number}" for number in (1, 2, 3)]
    clicks.may_try(tuple(names))
    assert clicks.trial(".") == [names[0]]
    clicks.saw(names[0], ".", "x")
    assert clicks.trial(".") == [names[1]]
    clicks.saw(names[1], ".", ".", DEAD_AFTER)
    assert clicks.trial(".") == [names[2]]
    clicks.saw(names[2], ".", "Q")
    assert clicks.way(".", "Q") == [names[2]]


def test_a_palette_that_does_what_a_plain_click_does_is_none() -> None:
    """It may be an example of the rules; another one is asked for then."""
    clicks = Clicks(".SMabc")
    clicks.saw("left", ".", "M")
    clicks.may_try((PICK + "S", PICK + "M"))
    assert clicks.trial(".") == [PICK + "S"]
    clicks.saw(PICK + "S", ".", "M")
    assert not clicks.keys
    assert not clicks.keys_work
    clicks.may_try((PICK + "S", PICK + "M"))
    assert clicks.trial(".") == [PICK + "S"]
    clicks.saw(PICK + "S", ".", "S")
    assert clicks.way(".", "S") == [PICK + "S"]


def test_where_the_middle_of_empty_cells_does_now_this_now_that_their_halves_are_tried() -> None:
    """On a board that is hard to read a symbol may be taken for the other once."""
    clicks = Clicks(".SMabc")
    clicks.saw("left", ".", "S")
    for after in ("S", "S", "M"):
        clicks.compare(["left"], ".", after, unsure=True)
    assert clicks.trial(".") == ["left", "left"]
    clicks.compare(["left"], ".", "M", unsure=True)
    assert clicks.trial(".") == ["upper left"]
