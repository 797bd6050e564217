"""Whether anything moves on a part of the screen, and waiting until it does, or does no more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from actuator.eyes import Eyes
from actuator.moves import Rect
from actuator.pace import Pace
from actuator.pixels import largest

# What never rests is looked at after this; on a page a part of which did not rest so often in a row something always
# moves, and it is looked at after the third, in which most slides come to their end.
REST_AT_MOST, RESTLESS, RESTLESS_AT_MOST = 0.7, 3, 0.35
# Dominoes slide: they lie where they are when nothing has moved for so long.
SETTLED_SECONDS = 0.04
# Between two glances at a screen on which nothing happens.
POLL_SECONDS = 0.015


class Motion:
    """Compares frames of the screen with each other."""

    def __init__(self, eyes: Eyes, pace: Pace, now: Callable[[], float], sleep: Callable[[float], None]) -> None:
        self._eyes, self._pace, self.now, self._sleep = eyes, pace, now, sleep
        self.moved_at = now()  # when something was last seen to change
        self._restless: Counter[Rect] = Counter()  # how often in a row each part did not rest

    def changes(self, rect: Rect, end: float, before: NDArray[np.uint8] | None = None, least: int = 1) -> bool:
        """Whether something changes there before `end`, or has since the frame `before`; at
        `least` so many rows and columns of pixels."""
        before = self._eyes.frame(rect) if before is None else before
        while self.now() < end:
            self._sleep(POLL_SECONDS)
            if _changed(before, self._eyes.frame(rect)) >= least:
                self.moved_at = self.now()
                return True
        return False

    def rest(self, rect: Rect) -> None:
        """Wait until the board is at rest, nothing fading in or moving any more, but not for ever."""
        self._still(rect, self._pace.rest)

    def settle(self, rect: Rect) -> None:
        """Wait until what slides lies still."""
        self._still(rect, SETTLED_SECONDS)

    def _still(self, rect: Rect, seconds: float) -> None:
        """Wait until nothing has changed there for so long."""
        restless = max(self._restless.values(), default=0) >= RESTLESS
        end = self.now() + (RESTLESS_AT_MOST if restless else REST_AT_MOST)
        while self.changes(rect, self.now() + seconds):
            if self.now() >= end:
                self._restless[rect] += 1
                return
        self._restless.pop(rect, None)


def _changed(before: NDArray[np.uint8], now: NDArray[np.uint8]) -> int:
    """The number of rows, or of columns, that have changed, whichever is less."""
    if before.shape != now.shape or np.array_equal(before, now):
        return 0 if before.shape == now.shape else max(now.shape)
    differ = largest(before != now)
    return int(min(differ.any(axis=0).sum(), differ.any(axis=1).sum()))
