"""What a player does about a board that it cannot see any more."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from actuator.events import Ended
from actuator.moves import Click, Drag, Gesture, Rect
from actuator.scene import Scene
from actuator.table import Batch
from actuator.watch import Watch
from vision.errors import NoBoardError

REACH = Rect(0, 0, 100, 100)
TAKEN, CELL = (80.0, 10.0), (20.0, 60.0)


class Page:
    """A domino was taken by a click and refused on a cell: it is shown over the board until it is put back, or Escape
    is pressed, if the page `listens`; or a dialog lies over board and tray."""

    def __init__(self, listens: bool, dialog: bool) -> None:
        self.covered, self.listens, self.dialog = True, listens, dialog
        self.sent: list[Gesture] = []

    def look(self, near: Rect | None) -> Any:
        if self.covered:
            raise NoBoardError("hidden")
        return SimpleNamespace(board=REACH)

    def frame(self, rect: Rect) -> Any:
        frame = np.zeros((100, 100, 3), np.uint8)
        frame[0 if self.dialog else 30 :] = 255 * self.covered
        return frame

    def press_escape(self) -> None:
        self.covered = not self.listens

    def send(self, gesture: Gesture) -> None:
        self.sent.append(gesture)
        self.covered = self.covered and gesture.points != (TAKEN,)


@pytest.mark.parametrize(
    ("listens", "dialog", "batch", "clicks", "seen"),
    [
        (False, False, Batch((Drag(TAKEN, CELL, "", "clicks"),)), [TAKEN], True),
        (True, False, Batch((Drag(TAKEN, CELL, "", "clicks"),)), [], True),
        (False, True, Batch((Drag(TAKEN, CELL, "", "clicks"),)), [], False),
        (False, False, Batch((Drag(TAKEN, CELL),)), [], False),
        (False, False, Batch((Drag(TAKEN, CELL, "", "clicks"),), {(0, 0): "1"}), [], False),
    ],
    ids=["put back", "escaped", "a dialog", "dragged", "the last move"],
)
def test_a_domino_that_was_taken_and_covers_the_board_is_put_back(
    listens: bool, dialog: bool, batch: Batch, clicks: list[Any], seen: bool
) -> None:
    """Not where a dialog lies over the tray as well, nor with the last move: what covers the board then may say that it
    is solved."""
    page, clock = Page(listens, dialog), [0.0]
    page.covered = False
    scene = Scene(SimpleNamespace(step=20.0), REACH, page.frame(REACH))  # type: ignore[arg-type]
    page.covered = True

    def sleep(seconds: float) -> None:
        clock[0] += seconds

    def changes(rect: Rect, end: float, before: Any, least: int = 1) -> bool:
        sleep(max(0.0, end - clock[0]))
        return not np.array_equal(before, page.frame(rect))

    motion: Any = SimpleNamespace(changes=changes, moved_at=0.0)
    pace: Any = SimpleNamespace(patience=0.3)
    watch = Watch(page, motion, pace, REACH, 9.0, lambda *_, **__: None, lambda: clock[0], sleep)  # type: ignore[arg-type]
    watch.deadline = 60.0
    watch.expect(batch, scene, page.press_escape, page.send)
    if seen:
        watch.see(scene)
    else:
        with pytest.raises(Ended, match="hidden"):
            watch.see(scene)
    assert [one.at for one in page.sent if isinstance(one, Click)] == clicks


@pytest.mark.parametrize(("goes_at", "looks"), [(None, 0), (0.3, 1)], ids=["it stays", "it goes"])
def test_what_covers_the_board_is_looked_at_once_more_only_where_something_changes(
    goes_at: float | None, looks: int
) -> None:
    """What could not be read is still the same while nothing changes, and reading it takes a second."""
    clock, looked = [0.0], list[Any]()
    sight: Any = SimpleNamespace(board=REACH)

    def frame(_: Rect | None = None) -> Any:
        gone = goes_at is not None and clock[0] >= goes_at
        return np.full((100, 100, 3), 0 if gone else 255, np.uint8)

    def changes(rect: Rect, end: float, before: Any, least: int = 1) -> bool:
        while clock[0] < end and np.array_equal(before, frame()):
            clock[0] += 0.1
        return not np.array_equal(before, frame())

    def look(near: Rect | None) -> Any:
        looked.append(near)
        return sight

    screen: Any = SimpleNamespace(frame=frame, look=look)
    motion: Any = SimpleNamespace(changes=changes, moved_at=0.0)
    pace: Any = SimpleNamespace(patience=0.3)
    watch = Watch(screen, motion, pace, REACH, 9.0, lambda *_, **__: None, lambda: clock[0], lambda _: None)
    scene = Scene(SimpleNamespace(step=20.0), REACH, frame())  # type: ignore[arg-type]
    assert watch.see_or_gone(scene, frame()) is (sight if looks else None)
    assert len(looked) == looks
