"""The real pointer: click, drag, park. The only place that calls pyautogui, which is imported when one is made.

pyautogui's failsafe stays on: whoever pushes the pointer into a corner of the screen stops everything. Its pause after
each call is what makes it slow, so it is 0 here; what a page needs between two clicks is measured by `player.py`.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
import time
from types import ModuleType
from typing import Any

from actuator.errors import NoDisplayError, PointerStoppedError
from actuator.moves import Click, Drag, Gesture, Point

# Between pressing and releasing, where a click does not say how long. Chromium takes clicks of no length.
PRESS_SECONDS = 0.002
# Between the two clicks of a double click: what counts as one goes up to 0.5 s, and pages that take two quick clicks
# for one do so up to 0.06 s.
AGAIN_SECONDS = 0.1
# A drag is at least so many movements, this far apart, since pages begin one only after the pointer has moved a little
# with the button down, and then a frame (16 ms) of rest over the place, for pages that look at the pointer once a
# frame. Of 120 drags each on three pages (pointer events, capture, mouse events) all arrived, also with one movement
# and 4 ms.
DRAG_STEPS, DRAG_STEP_SECONDS, DRAG_REST_SECONDS = 3, 0.006, 0.017
# A slow one is for pages whose browser takes a while to begin a drag of its own, and to see what it is over.
# Pages that look at the pointer seldom while it drags (every 50 to 100 ms, to spare work) must see where it came to.
SLOW_STEPS, SLOW_STEP_SECONDS, SLOW_REST_SECONDS = 14, 0.025, 0.12
# So long a domino is held where a drag only begins after that: libraries for touch screens wait 0.15 to 0.3 s.
HOLD_SECONDS = 0.5


class Pointer:
    """The pointer of the screen that the process is connected to. `sent`: every gesture so far."""

    def __init__(self) -> None:
        """Raises `NoDisplayError` where there is no pointer to move."""
        # MouseInfo, a tool that comes with pyautogui and isn't used here, ends the process where there is no tkinter.
        sys.modules.setdefault("mouseinfo", ModuleType("mouseinfo"))
        _need_no_authority()
        try:
            with contextlib.redirect_stdout(io.StringIO()):  # python-xlib prints warnings
                import pyautogui
        except Exception as error:
            what = (str(error).strip().splitlines() or [type(error).__name__])[0].rstrip(".")
            raise NoDisplayError(f"The pointer of this screen cannot be moved ({what}).") from None
        pyautogui.PAUSE = 0
        pyautogui.FAILSAFE = True
        self._gui: Any = pyautogui
        self.sent: list[Gesture] = []

    def send(self, gesture: Gesture) -> None:
        """Make a gesture. Raises `PointerStoppedError` where the pointer was found in a corner."""
        try:
            if isinstance(gesture, Click):
                self._click(gesture)
            else:
                self._drag(gesture)
        except self._gui.FailSafeException:
            raise _stopped() from None
        self.sent.append(gesture)

    def close_menu(self) -> None:
        """Press Escape."""
        try:
            self._gui.press("escape", _pause=False)
        except self._gui.FailSafeException:
            raise _stopped() from None

    def park(self, at: Point) -> None:
        """Move the pointer there without pressing anything."""
        try:
            self._gui.moveTo(round(at[0]), round(at[1]), _pause=False)
        except self._gui.FailSafeException:
            raise _stopped() from None

    def position(self) -> Point:
        """Where the pointer is now."""
        x, y = self._gui.position()
        return float(x), float(y)

    def _click(self, click: Click) -> None:
        x, y = round(click.at[0]), round(click.at[1])
        self._gui.moveTo(x, y, _pause=False)
        for number in range(click.count):
            time.sleep(AGAIN_SECONDS if number else 0)
            self._gui.mouseDown(x, y, button=click.button, _pause=False)
            try:
                time.sleep(max(PRESS_SECONDS, click.hold))
            finally:  # Ctrl-C must not leave a button down
                self._release(x, y, click.button)

    def _drag(self, drag: Drag) -> None:
        (x, y), (to_x, to_y) = drag.at, drag.to
        if drag.manner == "clicks":
            self._click(Click(drag.at))
            time.sleep(AGAIN_SECONDS)
            self._click(Click(drag.to))
            return
        self._gui.moveTo(round(x), round(y), _pause=False)
        self._gui.mouseDown(round(x), round(y), button="left", _pause=False)
        at = drag.at
        steps, seconds, rest = DRAG_STEPS, DRAG_STEP_SECONDS, DRAG_REST_SECONDS
        if drag.manner != "quick":
            steps, seconds, rest = SLOW_STEPS, SLOW_STEP_SECONDS, SLOW_REST_SECONDS
        try:
            if drag.manner == "held":
                time.sleep(HOLD_SECONDS)
            for step in range(1, steps + 1):
                time.sleep(seconds)
                part = step / steps
                at = x + (to_x - x) * part, y + (to_y - y) * part
                self._gui.moveTo(round(at[0]), round(at[1]), _pause=False)
            time.sleep(rest)
        finally:
            self._release(round(at[0]), round(at[1]), "left")

    def _release(self, x: int, y: int, button: str) -> None:
        """Release a button, also where the failsafe has just struck."""
        failsafe, self._gui.FAILSAFE = self._gui.FAILSAFE, False
        try:
            self._gui.mouseUp(x, y, button=button, _pause=False)
        finally:
            self._gui.FAILSAFE = failsafe


def _need_no_authority() -> None:
    """python-xlib, which pyautogui uses, fails where there is no authority file, though many X servers ask for none."""
    if sys.platform.startswith("linux"):
        file = os.environ.get("XAUTHORITY") or os.path.expanduser("~/.Xauthority")
        if not os.path.exists(file):
            os.environ["XAUTHORITY"] = os.devnull


def _stopped() -> PointerStoppedError:
    return PointerStoppedError("Stopped: the pointer was pushed into a corner of the screen.")
