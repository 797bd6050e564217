"""When the pointer presses and when it leaves, on window systems that answer late, wrongly or not at all.

The real ones are in tests/e2e/test_pointer.py.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from actuator import pointer as module
from actuator.errors import PointerMovedError, PointerStoppedError, PointerStuckError, WindowChangedError
from actuator.moves import Click, Drag, Gesture, Point
from actuator.pointer import Pointer
from actuator.window_system import PointerState

BOARD, OTHER = 7, 8


class FailSafe(Exception):  # noqa: N818 - pyautogui's own name for it
    pass


class Desktop:
    """pyautogui and a window system in one. `late`: so many questions go by until a window manager hands a press on."""

    name = "test"
    FAILSAFE = True
    FailSafeException = FailSafe

    def __init__(self, late: int = 0) -> None:
        self.late = late
        self.at: Point = (500.0, 500.0)
        self.down = False
        self.window: Callable[[Point], int | None] = lambda at: BOARD
        self.front: int | None = None
        self.drag_left = 0
        self.menu: Callable[[], bool] = lambda: False
        self.keys: list[str] = []
        self.landed: list[tuple[str, Point]] = []
        self.waiting: list[tuple[str, Point]] = []  # what the window manager holds back
        self.asked = 0
        self.moved_pressed = False  # whether the pointer was moved, if nowhere else, while a button was down
        self.before_answer: Callable[[], None] = lambda: None

    # what the window system is asked

    def pointer(self) -> PointerState:
        self.before_answer()
        if self.waiting:
            self.asked += 1
            if self.asked > self.late:
                self._hand_on()
        return PointerState(self.at, self.down, self.window(self.at))

    def window_at(self, at: Point) -> int | None:
        return self.window(at)

    def active(self) -> int | None:
        return self.front

    def held(self) -> bool:
        return self.menu()

    def dragging(self) -> bool:
        self.drag_left = max(0, self.drag_left - 1)
        return self.drag_left > 0

    def release(self, button: str) -> bool:
        self._send("up", self.at)
        return True

    # what pyautogui does

    def failSafeCheck(self) -> None:  # noqa: N802 - pyautogui's name
        if self.FAILSAFE and self.at == (0, 0):
            raise FailSafe

    def moveTo(self, x: int, y: int, **_: Any) -> None:  # noqa: N802 - pyautogui's name
        self._send("move", (x, y))

    def dragTo(self, x: int, y: int, **_: Any) -> None:  # noqa: N802 - pyautogui's name
        self._send("move", (x, y))

    def mouseDown(self, x: int, y: int, **_: Any) -> None:  # noqa: N802 - pyautogui's name
        self.down = True  # a server says so at once
        self.waiting.append(("down", (x, y)))
        self.asked = 0

    def mouseUp(self, x: int, y: int, **_: Any) -> None:  # noqa: N802 - pyautogui's name
        self._send("move", (x, y))
        self._send("up", (x, y))

    def press(self, key: str, **_: Any) -> None:
        self.keys.append(key)

    def _send(self, what: str, at: Point) -> None:
        self.moved_pressed |= what == "move" and self.down
        self.waiting.append((what, at))
        if self.waiting[0][0] != "down":
            self._hand_on()

    def _hand_on(self) -> None:
        """What this test is about: events that are handed on late carry the place where the pointer went meanwhile."""
        last = next((at for what, at in reversed(self.waiting) if what == "move"), None)
        for what, at in self.waiting:
            if what == "move":
                self.at = at
            else:
                self.landed.append((what, last or at))
                self.at, self.down = at, what == "down"
        self.at = last or self.at
        self.waiting = []


def pointer_on(desktop: Desktop) -> Pointer:
    made = object.__new__(Pointer)
    made._gui, made._system = desktop, desktop
    made._at, made._window, made._active, made._menus = None, None, None, True
    made.handed_on = []
    made.take((100, 100))
    return made


@pytest.fixture(autouse=True)
def little_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "STUCK_SECONDS", 0.1)
    monkeypatch.setattr(module, "MENU_SECONDS", 0.05)
    monkeypatch.setattr(module, "AGAIN_SECONDS", 0.0)


@pytest.mark.parametrize("late", [0, 1, 5, 40])
def test_clicks_land_however_late_they_are_handed_on(late: int) -> None:
    desktop = Desktop(late)
    pointer = pointer_on(desktop)
    for k in range(5):
        pointer.send(Click((100.0 + 10 * k, 50.0)))
        pointer.park((900, 700))
    assert desktop.landed == [(what, (100 + 10 * k, 50)) for k in range(5) for what in ("down", "up")]
    assert len(pointer.handed_on) == 5


def test_nothing_moves_between_the_press_and_the_release_of_a_click() -> None:
    """A page that draws a domino under the pointer whenever that moves would have lost what was pressed."""
    desktop = Desktop()
    pointer_on(desktop).send(Click((100.0, 50.0), count=2))
    assert [what for what, _ in desktop.landed] == ["down", "up"] * 2
    assert not desktop.moved_pressed


@pytest.mark.parametrize("late", [0, 3])
def test_drags_land_however_late_they_are_handed_on(late: int) -> None:
    desktop = Desktop(late)
    pointer_on(desktop).send(Drag((100, 50), (300, 250)))
    (down, at), (up, to) = desktop.landed
    assert (down, up, to) == ("down", "up", (300, 250))
    assert max(abs(at[0] - 100), abs(at[1] - 50)) <= 2  # the first 2 pixels tell that it was handed on


def test_the_pointer_stays_until_drag_and_drop_has_ended() -> None:
    desktop = Desktop()
    desktop.drag_left = 4
    pointer = pointer_on(desktop)
    pointer.send(Drag((100, 50), (300, 250)))
    assert desktop.drag_left == 0
    assert desktop.at == (300, 250)


def test_a_desktop_that_hands_nothing_on_ends_it() -> None:
    desktop = Desktop(late=10**9)
    pointer = pointer_on(desktop)
    with pytest.raises(PointerStuckError, match="has not taken"):
        pointer.send(Click((100, 50)))
    assert [what for what, _ in desktop.waiting] == ["down", "up"]  # nothing was moved after it


def test_a_mouse_moved_by_hand_ends_it_before_anything_is_pressed() -> None:
    desktop = Desktop()
    pointer = pointer_on(desktop)
    pointer.send(Click((100, 50)))
    desktop.at = (104, 50)
    with pytest.raises(PointerMovedError, match="moved by hand"):
        pointer.send(Click((200, 50)))
    with pytest.raises(PointerMovedError, match="moved by hand"):
        pointer.park((900, 700))
    assert len(desktop.landed) == 2


def test_a_hand_on_the_mouse_during_a_drag_sends_the_domino_back() -> None:
    desktop = Desktop()
    desktop.at = (90, 40)
    pointer = pointer_on(desktop)

    def push() -> None:
        if desktop.at[0] > 150:
            desktop.at = (desktop.at[0] + 40, desktop.at[1])

    desktop.before_answer = push
    with pytest.raises(PointerMovedError):
        pointer.send(Drag((100, 50), (300, 50)))
    assert desktop.landed == [("down", (100, 50)), ("up", (100, 50))]
    assert desktop.pointer().pressed is False


def test_a_button_held_by_hand_ends_it() -> None:
    desktop = Desktop()
    pointer = pointer_on(desktop)
    desktop.down = True
    with pytest.raises(PointerMovedError, match="button of the mouse"):
        pointer.send(Click((100, 50)))
    assert desktop.landed == []


def test_the_corner_ends_it_first() -> None:
    desktop = Desktop()
    pointer = pointer_on(desktop)
    desktop.at = (0, 0)
    with pytest.raises(PointerStoppedError, match="corner") as caught:
        pointer.send(Click((100, 50)))
    assert caught.value.kind == "failsafe"


def test_a_hand_on_the_mouse_during_a_click_ends_it() -> None:
    desktop = Desktop()
    pointer = pointer_on(desktop)

    def push() -> None:
        if desktop.landed == [("down", (100, 50))]:
            desktop.at = (0, 0)

    desktop.before_answer = push
    with pytest.raises(PointerStoppedError):
        pointer.send(Click((100, 50)))
    assert [what for what, _ in desktop.landed] == ["down", "up"]
    assert desktop.pointer().pressed is False


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Ctrl-C raises, also where a shell has started the tests in the background, which ignores it then."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize(
    "gesture",
    [Click((100, 50)), Click((100, 50), "right"), Click((100, 50), count=2), Drag((100, 50), (200, 150))],
    ids=["click", "right", "double", "drag"],
)
def test_an_interrupt_breaks_no_call_and_leaves_no_button_down(gesture: Gesture) -> None:
    """python-xlib waits for ever once an exception has come in the middle of one of its calls."""
    stopped = 0
    while True:
        desktop = Desktop(late=2)
        pointer = pointer_on(desktop)
        left = stopped

        def interrupt(desktop: Desktop = desktop) -> None:
            nonlocal left
            left -= 1
            if left != -1:
                return
            try:
                signal.raise_signal(signal.SIGINT)
            except KeyboardInterrupt:
                pytest.fail("a call was broken")

        desktop.before_answer = interrupt
        try:
            pointer.send(gesture)
        except KeyboardInterrupt:
            assert left < 0
        else:
            assert left >= 0  # every question of the gesture has been interrupted once
            break
        assert desktop.pointer().pressed is False
        assert [what for what, _ in desktop.landed] in ([], ["down", "up"], ["down", "up"] * 2)
        stopped += 1
    assert stopped > 5
    with pytest.raises(KeyboardInterrupt):  # as before: at once
        signal.raise_signal(signal.SIGINT)


def test_what_lies_over_the_board_is_not_pressed() -> None:
    desktop = Desktop()
    pointer = pointer_on(desktop)
    desktop.window = lambda at: OTHER if at[0] > 150 else BOARD
    pointer.send(Click((100, 50)))
    with pytest.raises(WindowChangedError, match="lies over the board"):
        pointer.send(Click((200, 50)))
    assert (len(desktop.landed), desktop.keys) == (2, [])


def test_the_menu_of_our_own_right_click_is_closed() -> None:
    desktop = Desktop()
    pointer = pointer_on(desktop)
    desktop.menu = lambda: len(desktop.landed) // 2 > len(desktop.keys)
    for k in range(3):
        pointer.send(Click((100 + 10 * k, 50), "right"))
    assert desktop.keys == ["escape"] * 3
    assert len(desktop.landed) == 6


def test_a_menu_is_closed_also_where_the_first_right_click_opened_none() -> None:
    desktop = Desktop()
    pointer = pointer_on(desktop)
    pointer.send(Click((100, 50), "right"))
    assert desktop.keys == []
    desktop.menu = lambda: not desktop.keys
    pointer.send(Click((110, 60), "right"))
    assert desktop.keys == ["escape"]


def test_what_holds_the_pointer_for_a_moment_is_no_menu() -> None:
    """Desktops and browsers do so after a click; nothing is typed then, and no menu is waited for the next time."""
    desktop = Desktop()
    pointer = pointer_on(desktop)
    for number in range(2):
        held = iter([True])
        desktop.menu = lambda held=held: next(held, False)  # type: ignore[misc]
        pointer.send(Click((100 + 10 * number, 50), "right"))
    assert (desktop.keys, pointer._menus) == ([], False)


def test_the_terminal_may_be_in_front_until_the_board_is() -> None:
    desktop = Desktop()
    desktop.front = OTHER
    pointer = pointer_on(desktop)
    pointer.send(Click((100, 50)))
    desktop.front = BOARD
    pointer.send(Click((200, 50)))
    desktop.front = OTHER
    with pytest.raises(WindowChangedError, match="came to the front"):
        pointer.send(Click((100, 50)))
    with pytest.raises(WindowChangedError, match="came to the front"):
        pointer.close_menu()
    assert (len(desktop.landed), desktop.keys) == (4, [])


def test_a_new_game_begins_with_the_mouse_where_it_is() -> None:
    desktop = Desktop()
    pointer = pointer_on(desktop)
    pointer.send(Click((100, 50)))
    desktop.at = (700, 300)
    pointer.take((100, 100))
    pointer.send(Click((200, 50)))
    assert pointer.learnt()["presses"] == 1
