"""What the colours of places tell of a board of Pips."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.games.pips.fills import by_colour

PAGE, PLAIN, CARD = (40.0, 40.0, 40.0), (60.0, 60.0, 60.0), (80.0, 80.0, 80.0)
MIDDLE = 12
"""The number of the place in the middle of `board`."""


def places(none: list[float]) -> NDArray[np.float32]:
    """Places that are none with these probabilities, else bare or half a domino, three times as often bare."""
    share = np.array(none, np.float32)[:, None]
    return np.concatenate((share, 0.75 * (1 - share), 0.25 * (1 - share)), axis=1)


def board(hole: float) -> NDArray[np.float32]:
    """A frame of places around 3x3 cells, whose middle is none with this probability."""
    full = [0.99, 0.01, 0.01, 0.01, 0.99]
    return places([*[0.99] * 5, *full, 0.99, 0.01, hole, 0.01, 0.99, *full, *[0.99] * 5])


def test_a_place_within_the_board_that_has_the_colour_of_the_page_is_a_hole() -> None:
    fills = np.full((5, 5, 3), PAGE)
    fills[1:4, 1:4] = PLAIN
    fills[2, 2] = PAGE
    told = by_colour(board(0.2), fills.reshape(-1, 3)).reshape(5, 5, 3)
    assert told[2, 2, 0] > 0.5
    assert told[1:4, 1:4, 0].sum() - told[2, 2, 0] < 0.05
    assert told.sum(axis=2) == pytest.approx(np.ones((5, 5)), abs=1e-5)
    assert told[2, 2, 1] == pytest.approx(3 * told[2, 2, 2], rel=1e-3)  # what it is, if it is any


def test_one_that_has_the_colour_of_cells_is_rather_a_cell() -> None:
    fills = np.full((5, 5, 3), PAGE)
    fills[1:4, 1:4] = PLAIN
    assert by_colour(board(0.6), fills.reshape(-1, 3))[MIDDLE, 0] < 0.4


def test_one_that_has_the_colour_of_others_that_are_none_is_a_hole_too() -> None:
    """As on a card in another colour than the page: what lies within the board has the colour of the card."""
    fills = np.full((5, 5, 3), PAGE)
    fills[1:4, 1:4] = PLAIN
    fills[2, 2] = fills[0, 1:4] = fills[4, 1:4] = CARD
    assert by_colour(board(0.3), fills.reshape(-1, 3))[MIDDLE, 0] > 0.5


def test_where_cells_have_the_colour_of_the_page_it_tells_next_to_nothing() -> None:
    """As on boards that are lines alone."""
    told = by_colour(board(0.2), np.full((25, 3), PAGE))
    assert told[MIDDLE, 0] == pytest.approx(0.2, abs=0.03)


def test_a_window_without_any_place_that_is_none_stays_as_it_is() -> None:
    told = by_colour(places([0.01] * 9), np.full((9, 3), PLAIN))
    assert told[:, 0] == pytest.approx(np.full(9, 0.01), abs=0.01)
