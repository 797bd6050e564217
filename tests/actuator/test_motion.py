"""Waiting until nothing moves."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from actuator.motion import REST_AT_MOST, RESTLESS, RESTLESS_AT_MOST, Motion
from actuator.moves import Rect
from actuator.pace import Pace

WHOLE, CORNER = Rect(0, 0, 40, 40), Rect(0, 0, 10, 10)


class Spinning:
    """A screen on which something turns for ever, but not in its corner; a clock that goes on as it is waited for."""

    seconds = 0.0

    def now(self) -> float:
        return self.seconds

    def sleep(self, seconds: float) -> None:
        self.seconds += seconds

    def frame(self, rect: Rect) -> NDArray[np.uint8]:
        picture = np.zeros((40, 40, 3), np.uint8)
        picture[20:] = round(self.seconds * 1000) % 251
        return picture[: round(rect.height), : round(rect.width)]


def test_where_something_always_moves_it_is_waited_for_less() -> None:
    """Nor does a part that rests change that."""
    screen = Spinning()
    motion = Motion(cast(Any, screen), Pace(screen.now, screen.sleep), screen.now, screen.sleep)
    waited = []
    for _ in range(RESTLESS + 2):
        began = screen.seconds
        motion.rest(WHOLE)
        waited.append(screen.seconds - began)
        motion.settle(CORNER)
    assert min(waited[:RESTLESS]) >= REST_AT_MOST
    assert RESTLESS_AT_MOST <= max(waited[RESTLESS:]) < REST_AT_MOST
