"""What a player does about a board that it cannot see any more."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from actuator.events import Ended
from actuator.moves import Click, Drag, Gesture, Rect
from actuator.table import Batch
from actuator.watch import Watch
from vision.errors import NoBoardError

SCENE: Any = SimpleNamespace(reach=Rect(0, 0, 100, 100), surroundings=Rect(0, 0, 100, 100))
TAKEN, CELL = (80.0, 10.0), (20.0, 60.0)


class Page:
    """A domino was taken by a click and refused on a cell: it is shown over the board until it is put back, or Escape
    is pressed, if the page `listens`."""

    def __init__(self, listens: bool) -> None:
        self.covered, self.listens = True, listens
        self.sent: list[Gesture] = []

    def look(self, near: Rect | None) -> Any:
        if self.covered:
            raise NoBoardError("hidden")
        return SimpleNamespace(board=Rect(0, 0, 100, 100))

    def frame(self, rect: Rect) -> Any:
        return np.full((10, 10, 3), 255 * self.covered, np.uint8)

    def press_escape(self) -> None:
        self.covered = not self.listens

    def send(self, gesture: Gesture) -> None:
        self.sent.append(gesture)
        self.covered = self.covered and gesture.points != (TAKEN,)


@pytest.mark.parametrize(
    ("listens", "batch", "clicks", "seen"),
    [
        (False, Batch((Drag(TAKEN, CELL, "", "clicks"),)), [TAKEN], True),
        (True, Batch((Drag(TAKEN, CELL, "", "clicks"),)), [], True),
        (False, Batch((Drag(TAKEN, CELL),)), [], False),
        (False, Batch((Drag(TAKEN, CELL, "", "clicks"),), {(0, 0): "1"}), [], False),
    ],
    ids=["put back", "escaped", "dragged", "the last move"],
)
def test_a_domino_that_was_taken_and_covers_the_board_is_put_back(
    listens: bool, batch: Batch, clicks: list[Any], seen: bool
) -> None:
    """Not with the last move: what covers the board then may say that it is solved."""
    page, clock = Page(listens), [0.0]

    def sleep(seconds: float) -> None:
        clock[0] += seconds

    def changes(rect: Rect, end: float, before: Any, least: int = 1) -> bool:
        sleep(max(0.0, end - clock[0]))
        return not np.array_equal(before, page.frame(rect))

    motion: Any = SimpleNamespace(changes=changes, moved_at=0.0)
    pace: Any = SimpleNamespace(patience=0.3)
    watch = Watch(page, motion, pace, SCENE.reach, 9.0, lambda *_, **__: None, lambda: clock[0], sleep)  # type: ignore[arg-type]
    watch.deadline = 60.0
    watch.expect(batch, page.press_escape, page.send)
    if seen:
        watch.see(SCENE)
    else:
        with pytest.raises(Ended, match="hidden"):
            watch.see(SCENE)
    assert [one.at for one in page.sent if isinstance(one, Click)] == clicks
