"""Which solution is played, and which is likely."""

from __future__ import annotations

import pytest

from actuator.events import Ended
from actuator.grid_goal import GridGoal
from actuator.table import LIKELIEST, CannotPlayError

UNLIKE = ("0110", "1001", "0011", "1100")
ALIKE = ("0110", "1001", "0110", "1001")
ALSO_UNLIKE = ("0101", "1010", "0011", "1100")


def test_one_solution_is_likely_and_of_several_the_only_one_of_unlike_lines() -> None:
    assert GridGoal([ALIKE], "tango").likely
    assert GridGoal([UNLIKE, ALIKE], "takuzu").likely
    assert not GridGoal([UNLIKE, ALSO_UNLIKE], "takuzu").likely
    assert not GridGoal([ALIKE, UNLIKE], "takuzu").likely
    assert not GridGoal([UNLIKE, ALIKE], "tango").likely  # its lines may be alike


def test_after_the_last_solution_the_likeliest_is_laid_again() -> None:
    goal = GridGoal([UNLIKE, ALIKE, ALSO_UNLIKE], "takuzu")
    played = []
    for _ in range(2):
        goal.next()
        played.append(goal.rows)
        assert not goal.likely
    assert set(played) == {ALIKE, ALSO_UNLIKE}
    assert goal.next() == LIKELIEST
    assert goal.rows == UNLIKE
    with pytest.raises(CannotPlayError, match="3 were played"):
        goal.next()


@pytest.mark.parametrize(("solutions", "sure", "won"), [((UNLIKE, ALIKE), True, True), ((UNLIKE, ALIKE), False, False)])
def test_the_one_of_unlike_lines_is_won_where_the_page_says_nothing_of_any(
    solutions: tuple[tuple[str, ...], ...], sure: bool, won: bool
) -> None:
    """Not where the board was hard to read."""
    goal = GridGoal(solutions, "takuzu", sure)
    assert goal.next() != LIKELIEST
    assert goal.next() == LIKELIEST
    with pytest.raises(Ended if won else CannotPlayError):
        goal.next()
    assert goal.rows == UNLIKE


def test_what_is_laid_to_ask_the_page_lasts_until_it_is_mended() -> None:
    goal = GridGoal([UNLIKE], "takuzu")
    goal.empty((1, 2))
    assert goal.rows == ("0110", "10.1", "0011", "1100")
    assert goal.spoil({0: "1111", 3: "1010"})
    assert goal.rows == ("0110", "10.1", "0011", "1010")
    goal.mend()
    assert goal.rows == UNLIKE
    assert goal.spoil({0: "1111", 3: "1010"})
    assert goal.rows == ("1111", *UNLIKE[1:3], "1010")
    goal.mend()
    assert not goal.spoil({0: "1111", 3: "1010"})
    assert goal.rows == UNLIKE
