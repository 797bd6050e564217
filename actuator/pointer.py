"""The real pointer: click, drag, park. The only place that calls pyautogui, which is imported when one is made.

A press is made only when the window system says that the pointer is where it should be, that it has not been moved by
hand, and that the window there is the board's. The pointer stays until the release is known to have been handed on.
What that rests on, by platform (`window_system.py` asks):

* X11: only answers of the X server, no margin. A window manager may hold a press back, and all that follows it, for as
  long as it likes: measured under openbox and xfwm4, 0.1 ms at the median, 136 ms at most on an idle machine, 3.0 s on
  a busy one. While it does, the server reports the pointer and the buttons of before. So: a press is sent when the
  pointer is reported in its place; it is waited for until the button is reported down, and the pointer leaves when it
  is reported up. A drag moves by 2 pixels first, and goes on when that is reported: its press has been handed on then.
  Of a drag that the program makes its own (drag and drop), the end is waited for as well, up to 1.5 s.
* Windows and macOS: a click carries its place with it, so nothing that comes later can move it. The same questions are
  asked there, of the system's own state of pointer and buttons. Not measured.

Ctrl-C ends a gesture where the next movement or press would be, and the button is released: python-xlib, which
pyautogui sends by, waits for ever after an exception in the middle of a call. So an interrupt is only noted there.

pyautogui's failsafe stays on: whoever pushes the pointer into a corner of the screen stops everything. Its pause after
each call is what makes it slow, so it is 0 here; what a page needs between two clicks is measured by `player.py`.
"""

from __future__ import annotations

import contextlib
import io
import math
import signal
import sys
import time
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

from actuator.errors import (
    NoDisplayError,
    PointerMovedError,
    PointerStoppedError,
    PointerStuckError,
    WindowChangedError,
)
from actuator.moves import KEY, Click, Drag, Gesture, Point
from actuator.window_system import PointerState, WindowSystem, connect, need_no_authority

# Between pressing and releasing, where a click does not say how long. Chromium takes clicks of no length.
PRESS_SECONDS = 0.002
# Between the two clicks of a double click: what counts as one goes up to 0.5 s, and pages that take two quick clicks
# for one do so up to 0.06 s.
AGAIN_SECONDS = 0.1
# A drag is at least so many movements, this far apart, since pages begin one only after the pointer has moved a little
# with the button down, and then three frames (16 ms each) of rest over the place, for pages that look at the pointer
# once a frame, or do not take a release for one that comes too soon after a movement. Of 120 drags each on three pages
# (pointer events, capture, mouse events) all arrived, also with one movement and 4 ms.
DRAG_STEPS, DRAG_STEP_SECONDS, DRAG_REST_SECONDS = 3, 0.006, 0.05
# The last movement is so short, in points, and comes so long after the one before. Where a browser has made the drag
# its own (HTML5), a movement is answered with what the page said of the one before: nothing is dropped where that was
# not over its target.
LAST_MOVE, BEFORE_LAST_SECONDS = 3.0, 0.03
# A slow one is for pages whose browser takes a while to begin a drag of its own, and to see what it is over.
# Pages that look at the pointer seldom while it drags (every 50 to 100 ms, to spare work) must see where it came to.
SLOW_STEPS, SLOW_STEP_SECONDS, SLOW_REST_SECONDS = 14, 0.025, 0.12
# After a notch of the wheel: touch pads send many for one turn, and a page of others ignores what follows for 0.11 s.
NOTCH_SECONDS = 0.14
# So long a domino is held where a drag only begins after that: libraries for touch screens wait 0.15 to 0.3 s.
HOLD_SECONDS = 0.5
# Between two questions to the window system, and how long it may keep back what was sent: three times the longest wait
# that was seen on a busy machine.
ASK_SECONDS, STUCK_SECONDS = 0.0003, 10.0
# Drag and drop ends within this time, or hangs (Chromium gives it up after 1 s). A menu opens, and closes, within this
# time: on a busy machine Chromium's may take more than 0.4 s. Both are looked for so often.
DROP_SECONDS, MENU_SECONDS, LOOK_SECONDS = 1.5, 1.0, 0.02
# A menu is closed with so many keystrokes at most.
MENU_ESCAPES = 2
# Where the first right click opened none, they are looked for so long, or so many times what a click took to arrive.
LEAST_MENU_SECONDS, MENU_FACTOR = 0.04, 5.0
# The pointer is where it was sent within so many points: systems with scaled screens round. A hand moves it further;
# so does the first movement of a drag, which is to be seen.
NEAR, LEAST_MOVE = 1.5, 2.0


class Pointer:
    """The pointer of the screen that the process is connected to. For the main thread, which is the one that Ctrl-C
    interrupts.

    `handed_on`: for each release of this game, the seconds until it was handed on.
    """

    def __init__(self) -> None:
        """Raises `NoDisplayError` where there is no pointer to move."""
        # MouseInfo, a tool that comes with pyautogui and isn't used here, ends the process where there is no tkinter.
        sys.modules.setdefault("mouseinfo", ModuleType("mouseinfo"))
        need_no_authority()
        try:
            with contextlib.redirect_stdout(io.StringIO()):  # python-xlib prints warnings
                import pyautogui
        except Exception as error:
            what = (str(error).strip().splitlines() or [type(error).__name__])[0].rstrip(".")
            raise NoDisplayError(f"The pointer of this screen cannot be moved ({what}).") from None
        pyautogui.PAUSE = 0
        pyautogui.FAILSAFE = True
        self._gui: Any = pyautogui
        self._system: WindowSystem = connect()
        self._at: Point | None = None
        self._window: int | None = None
        self._active: int | None = None
        self._menus: bool | None = None  # whether right clicks open menus, where that was seen
        self._interrupted = False
        self.handed_on: list[float] = []

    def learnt(self) -> dict[str, Any]:
        """For the events: the window system, the presses of this game, and the ms until each release was handed on."""
        waits = sorted(1000 * seconds for seconds in self.handed_on) or [0.0]
        return {
            "system": self._system.name,
            "presses": len(self.handed_on),
            "handed_on_ms": {"median": round(waits[len(waits) // 2], 2), "worst": round(waits[-1], 2)},
        }

    def take(self, board: Point) -> None:
        """Begin a game on the window at this point: what is moved, or comes to the front, from now on ends it."""
        self._at = self.position()
        self.handed_on.clear()
        self._menus = None
        self._window, self._active = self._system.window_at(board), self._system.active()

    def send(self, gesture: Gesture) -> None:
        """Make a gesture.

        Raises a `PointerStoppedError` where the pointer was found in a corner, was moved by hand, where another window
        is there, or where the window system does not hand on what is sent, and `KeyboardInterrupt` after Ctrl-C. No
        button is down then.
        """
        with self._stopping():
            if isinstance(gesture, Click):
                self._click(gesture)
            elif gesture.manner == "clicks":
                self._click(Click(gesture.at))
                time.sleep(AGAIN_SECONDS)
                if gesture.notches:
                    self._go_to(gesture.to)
                    self._turn_wheel(gesture.notches)
                self._click(Click(gesture.to, "right", count=gesture.right_clicks))
                self._click(Click(gesture.to))
            else:
                self._drag(gesture)

    def close_menu(self) -> None:
        """Press Escape. Raises as `send` does."""
        with self._stopping():
            self._check_front()
            self._gui.press("escape", _pause=False)

    def park(self, at: Point) -> None:
        """Move the pointer there without pressing anything; a little, where it is there: a page that was told of a
        notch of the wheel after the pointer had gone on shows what is held where the wheel was. Raises as `send`
        does."""
        with self._stopping():
            if math.dist(self.position(), at) <= NEAR:
                self._move((at[0] + LEAST_MOVE, at[1]))
            self._move(at)

    def position(self) -> Point:
        """Where the pointer is now."""
        return self._system.pointer().at

    def window_at(self, at: Point) -> int | None:
        """The outermost window at a point, 0 for the desktop itself, None where that cannot be known."""
        return self._system.window_at(at)

    # -- gestures -----------------------------------------------------------------------------------------------------

    def _click(self, click: Click) -> None:
        if click.button == "wheel" or click.button.startswith(KEY):
            self._go_to(click.at)
            if click.button == "wheel":
                self._turn_wheel(1)
            else:
                self._gui.press(click.button.removeprefix(KEY), _pause=False)
            return
        for number in range(click.count):
            time.sleep(AGAIN_SECONDS if number else 0)
            self._press(click.at, click.button)
            try:
                time.sleep(max(PRESS_SECONDS, click.hold))
                self._check_hand(pressed=True)  # the release would take back what a hand did meanwhile
            finally:
                self._release(click.at, click.button, still=True)
            if click.button == "right":
                self._close_menu()

    def _close_menu(self) -> None:
        """Close the menu that a right click opens: the next press would choose from it.

        The last right click tells whether they open menus. If not, menus are still waited for, but for as long as the
        desktop has just taken to hand on the click, since one may open all the same, beside a cell or when it is won.
        """
        soon = max(LEAST_MENU_SECONDS, MENU_FACTOR * self.handed_on[-1])
        opened = self._in_time(self._menu_stays, min(soon, MENU_SECONDS) if self._menus is False else MENU_SECONDS)
        if opened:
            self._escape()
        self._menus = opened

    def _escape(self) -> None:
        """Press Escape, until the menu is gone: one that is just opening does not hear it."""
        for _ in range(MENU_ESCAPES):
            self._check_front()
            self._gui.press("escape", _pause=False)
            if self._in_time(lambda: not self._menu_is_open(), MENU_SECONDS):
                return

    def _menu_stays(self) -> bool:
        """Whether a menu is open, and still is a little later: the desktop holds the pointer for a moment after each
        click (1 ms of 9 in 14 on an idle machine)."""
        if not self._menu_is_open():
            return False
        time.sleep(LOOK_SECONDS)
        return self._menu_is_open()

    def _menu_is_open(self) -> bool:
        return self._system.pointer().window != self._window or self._system.held()

    def _drag(self, drag: Drag) -> None:
        (x, y), (to_x, to_y) = drag.at, drag.to
        steps, seconds, rest = DRAG_STEPS, DRAG_STEP_SECONDS, DRAG_REST_SECONDS
        if drag.manner != "quick":
            steps, seconds, rest = SLOW_STEPS, SLOW_STEP_SECONDS, SLOW_REST_SECONDS
        self._press(drag.at, "left")
        let_go = drag.at  # what hangs on the pointer goes back where it was taken, if anything comes between
        try:
            if drag.manner == "held":
                time.sleep(HOLD_SECONDS)
            before = self._system.pointer().at
            least = min(1.0, LEAST_MOVE / max(1.0, math.dist(drag.at, drag.to)))
            short = 1 - LAST_MOVE / max(LAST_MOVE, math.dist(drag.at, drag.to))
            for part in (least, *(short * step / steps for step in range(1, steps + 1))):
                time.sleep(0 if part == least else seconds)
                self._move((x + (to_x - x) * part, y + (to_y - y) * part), pressed=True)
                if part == least:  # the press has been handed on when this is reported
                    self._need(lambda state: state.at != before)
            self._turn_wheel(drag.notches)
            self._click_meanwhile(drag)
            time.sleep(BEFORE_LAST_SECONDS)
            self._move(drag.to, pressed=True)
            time.sleep(rest)
            self._check_hand(pressed=True)
            let_go = drag.to
        finally:
            self._release(let_go, "left")
        if drag.right_clicks:
            self._close_menu()
        # The pointer stays until a drag that the program under it made its own has come to its end.
        self._in_time(lambda: not self._system.dragging(), DROP_SECONDS)

    def _turn_wheel(self, notches: int) -> None:
        """Turn the wheel towards the user, one notch after another: browsers make one event of those of one frame, and
        pages one of more."""
        for _ in range(notches):
            self._gui.scroll(-1, _pause=False)
            time.sleep(NOTCH_SECONDS)

    def _click_meanwhile(self, drag: Drag) -> None:
        """Right clicks with the left button down, just before the end of a drag."""
        at = self._system.pointer().at
        for _ in range(drag.right_clicks):
            try:
                self._gui.mouseDown(round(at[0]), round(at[1]), button="right", _pause=False)
            finally:
                self._up(at, "right")
            time.sleep(NOTCH_SECONDS)

    def _in_time(self, done: Callable[[], bool], seconds: float) -> bool:
        """Whether this comes true within so many seconds."""
        end = time.perf_counter() + seconds
        while not (found := done()) and time.perf_counter() < end:
            time.sleep(LOOK_SECONDS)
        return found

    # -- what they are made of ----------------------------------------------------------------------------------------

    def _move(self, to: Point, pressed: bool = False) -> PointerState:
        """Move the pointer, and wait until it is reported there. `pressed`: with the button down."""
        before = self._check_hand(pressed)
        target = x, y = round(to[0]), round(to[1])
        if pressed:  # macOS has an event of its own for that
            self._gui.dragTo(x, y, button="left", mouseDownUp=False, _pause=False)
        else:
            self._gui.moveTo(x, y, _pause=False)

        def there(state: PointerState) -> bool:
            if math.dist(state.at, target) > NEAR and math.dist(state.at, before.at) > NEAR:
                raise _moved()
            return math.dist(state.at, target) <= NEAR

        arrived = self._need(there)
        self._at = target
        return arrived

    def _go_to(self, at: Point) -> None:
        """Move the pointer to a place of the board's window, which is to have the keyboard."""
        arrived = self._move(at)
        self._check_front()
        if arrived.window != self._window and self._menus is not None:  # one that opened late
            self._escape()
            arrived = self._system.pointer()
        if arrived.window != self._window:
            raise WindowChangedError(
                "Stopped: another window lies over the board; bring the board to the front and start again."
            )

    def _press(self, at: Point, button: str) -> None:
        """Press a button at a place of the board's window."""
        self._go_to(at)
        try:
            self._gui.mouseDown(round(at[0]), round(at[1]), button=button, _pause=False)
            self._need(lambda state: state.pressed is not False)
        except BaseException:
            self._release(at, button)
            raise

    def _release(self, at: Point, button: str, still: bool = False) -> None:
        """Release a button at a place, also where the failsafe has just struck; wait until that has been handed on.
        `still`: without a movement, if the pointer is there; browsers want one at the end of a drag of their own."""
        if not still or math.dist(self._system.pointer().at, at) > NEAR or not self._system.release(button):
            self._up(at, button)
        self._at = at
        began = time.perf_counter()
        self._need(lambda state: not state.pressed)
        self.handed_on.append(time.perf_counter() - began)

    def _up(self, at: Point, button: str) -> None:
        """Release a button at a place, whatever the failsafe says."""
        self._gui.FAILSAFE = False
        try:
            self._gui.mouseUp(round(at[0]), round(at[1]), button=button, _pause=False)
        finally:
            self._gui.FAILSAFE = True

    def _need(self, done: Callable[[PointerState], bool]) -> PointerState:
        """The first state of the pointer that will do. Raises `PointerStuckError` where none comes."""
        end = time.perf_counter() + STUCK_SECONDS
        while not done(state := self._system.pointer()):
            if time.perf_counter() > end:
                raise PointerStuckError(
                    f"Stopped: the desktop has not taken what was sent to it for {STUCK_SECONDS:g} s; "
                    "start again when it answers."
                )
            time.sleep(ASK_SECONDS)
        return state

    def _check_hand(self, pressed: bool) -> PointerState:
        """The pointer's state, where nobody has interrupted, moved it or holds a button of the mouse."""
        if self._interrupted:
            raise KeyboardInterrupt
        self._gui.failSafeCheck()
        state = self._system.pointer()
        if self._at is not None and math.dist(state.at, self._at) > NEAR:
            raise _moved()
        if state.pressed and not pressed:
            raise PointerMovedError("Stopped: a button of the mouse is held down; release it and start again.")
        return state

    def _check_front(self) -> None:
        """The window that has the keyboard is the board's, or still the one that had it when the game began."""
        active = self._system.active()
        if active is None or self._window is None:
            return
        if active == self._window:
            self._active = active  # from now on no other
        elif active != self._active:
            raise WindowChangedError(
                "Stopped: another window came to the front; bring the board to the front and start again."
            )

    @contextlib.contextmanager
    def _stopping(self) -> Iterator[None]:
        """pyautogui's failsafe as our own error; an interrupt waits until it can be raised."""

        def note(*_: object) -> None:
            self._interrupted = True

        self._interrupted = False
        before = signal.signal(signal.SIGINT, note)
        try:
            yield
        except self._gui.FailSafeException:
            raise PointerStoppedError("Stopped: the pointer was pushed into a corner of the screen.") from None
        finally:
            signal.signal(signal.SIGINT, before)
        if self._interrupted:  # after the last movement
            raise KeyboardInterrupt


def _moved() -> PointerMovedError:
    return PointerMovedError("Stopped: the mouse was moved by hand; leave it alone while the board is played.")
