"""How far apart gestures are sent."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from actuator.moves import Click, Drag, Gesture
from actuator.pace import DOUBLE_GAP, Pace
from actuator.table import Batch


def times_of(gestures: Sequence[Gesture]) -> list[float]:
    """When each of these is made, in seconds, where none takes any time."""
    clock = [0.0]

    def sleep(seconds: float) -> None:
        clock[0] += seconds

    pace, times = Pace(lambda: clock[0], sleep), []
    for gesture in gestures:
        pace.keep_apart(gesture)
        times.append(clock[0])
        pace.sent(gesture, clock[0])
    return times


@pytest.mark.parametrize("at", [(101.0, 98.0), (300.0, 200.0)])
def test_a_click_where_something_was_just_dragged_makes_no_double_click(at: tuple[float, float]) -> None:
    """Browsers count the press that a drag begins with, and that of a click at its end."""
    first, second = times_of([Drag((100, 100), (300, 200)), Click(at)])
    assert second - first >= DOUBLE_GAP


def test_a_click_elsewhere_follows_a_drag_at_once() -> None:
    first, second = times_of([Drag((100, 100), (300, 200)), Click((100, 140))])
    assert second == first


@pytest.mark.parametrize(("button", "waits"), [("left", True), ("right", False), ("wheel", False), ("key r", False)])
def test_only_left_clicks_can_make_a_double_click(button: str, waits: bool) -> None:
    first, second = times_of(2 * [Click((100, 100), button, alone=True)])
    assert second > first
    assert (second - first >= DOUBLE_GAP) == waits


def test_manners_of_laying_that_are_only_tried_make_no_page_slower() -> None:
    """Two cells are clicked, or a line is drawn from one to the other, after a click on a domino: nothing came yet."""
    tried = Batch((Click((0, 0)), Click((50, 0)), Drag((9, 9), (9, 49))))
    clock = [0.0]
    pace = Pace(lambda: clock[0], lambda seconds: clock.__setitem__(0, clock[0] + seconds))
    for _ in range(4):
        pace.slow_down(tried, 0.0)
    pace.sent(tried.gestures[-1], clock[0])
    pace.keep_apart(Drag((90, 9), (90, 49)))
    assert clock[0] == 0.0
