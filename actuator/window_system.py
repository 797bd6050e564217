"""What the window system can be asked: where the pointer is, whether a button is down, which window lies where.

One class for each platform. Nothing here moves the pointer or presses a button (`pointer.py`); a release that moves
nothing is made here, where pyautogui cannot make one. Nothing touches a display on import. What a platform cannot tell
is None, and `pointer.py` falls back on a margin of time there.
"""

from __future__ import annotations

import contextlib
import ctypes
import io
import os
import sys
from dataclasses import dataclass
from typing import Any, Protocol

from actuator.errors import NoDisplayError
from actuator.moves import Point

# The numbers of buttons that X has for them.
BUTTONS = {"left": 1, "right": 3}


@dataclass(frozen=True, slots=True)
class PointerState:
    """What the window system says of the pointer at one moment.

    `at`: where it is, in points. `pressed`: whether a button is down, None where that cannot be known. `window`: the
    outermost window under it, 0 for the desktop itself, None where that cannot be known.
    """

    at: Point
    pressed: bool | None
    window: int | None


class WindowSystem(Protocol):
    """One connection to the window system of this desktop."""

    name: str

    def pointer(self) -> PointerState:
        """The pointer as it is now."""

    def window_at(self, at: Point) -> int | None:
        """The outermost window at a point, 0 for the desktop itself; None where that cannot be known."""

    def active(self) -> int | None:
        """The outermost window that has the keyboard; None where there is none, or that cannot be known."""

    def held(self) -> bool:
        """Whether a program holds the pointer, for a menu or a drag of its own; False where that cannot be known."""

    def dragging(self) -> bool:
        """Whether a drag that a program made its own (drag and drop) still goes on; False where it cannot be known."""

    def release(self, button: str) -> bool:
        """Release a button where the pointer is, "left" or "right"; whether that was done: pyautogui does it else."""


def connect() -> WindowSystem:
    """The window system that this process is connected to. Raises `NoDisplayError` where there is none."""
    if sys.platform == "win32":
        return Windows()
    if sys.platform == "darwin":
        return Mac()
    return X11()


class X11:
    """The X server. It answers requests in order, so that an answer tells of everything that was sent before.

    A window manager may take hold of a press before the window under it gets it (a passive grab with the pointer
    frozen, Xlib manual 12.2). Until it hands the press on, the server keeps back what follows: the pointer's place and
    the buttons that it reports are those of before. So a release that the server reports has been handed to its window.
    """

    name = "x11"

    def __init__(self) -> None:
        """Raises `NoDisplayError` where the display cannot be opened."""
        need_no_authority()
        from Xlib import X
        from Xlib.display import Display
        from Xlib.error import DisplayError, XError

        try:
            with contextlib.redirect_stdout(io.StringIO()):  # it prints warnings
                self._display: Any = Display()
        except (DisplayError, OSError) as error:
            raise NoDisplayError(f"The display cannot be opened ({error}).") from None
        self._root = self._display.screen().root
        self._active_atom = self._display.intern_atom("_NET_ACTIVE_WINDOW")
        self._drag_atom = self._display.intern_atom("XdndSelection")
        self._buttons = X.Button1Mask | X.Button2Mask | X.Button3Mask
        self._any_type, self._error = X.AnyPropertyType, XError
        self._client, self._frame = 0, 0  # the window that was active last, and the window manager's frame around it

    def pointer(self) -> PointerState:
        """One round trip."""
        told = self._root.query_pointer()
        window = told.child.id if told.child else 0
        return PointerState((float(told.root_x), float(told.root_y)), bool(told.mask & self._buttons), window)

    def window_at(self, at: Point) -> int | None:
        """One round trip."""
        child = self._root.translate_coords(self._root, round(at[0]), round(at[1])).child
        return child.id if child else 0

    def active(self) -> int | None:
        """The frame of the window that the window manager calls active (Extended Window Manager Hints 1.5)."""
        told = self._root.get_full_property(self._active_atom, self._any_type)
        if told is None or not len(told.value) or not told.value[0]:
            return None
        client = int(told.value[0])
        if client != self._client:
            window = self._display.create_resource_object("window", client)
            try:
                while (parent := window.query_tree().parent) and parent.id != self._root.id:
                    window = parent
            except self._error:  # it has just been closed
                return None
            self._client, self._frame = client, int(window.id)
        return self._frame

    def dragging(self) -> bool:
        """Whether somebody has the selection of drag and drop (XDND 5), and holds the pointer.

        Chromium goes on with such a drag for some time after the release, and asks for the pointer's place at its end.
        """
        return bool(self._display.get_selection_owner(self._drag_atom)) and self.held()

    def release(self, button: str) -> bool:
        """By XTEST. pyautogui moves the pointer to where it is before that: a page that draws something anew under the
        pointer whenever that moves has then lost what was pressed, and Chromium makes no click of it."""
        from Xlib import X
        from Xlib.ext.xtest import fake_input

        fake_input(self._display, X.ButtonRelease, BUTTONS[button])
        self._display.sync()
        return True

    def held(self) -> bool:
        """Whether the pointer cannot be grabbed, since another program has done so (Xlib manual 12.1)."""
        from Xlib import X

        grabbed = self._root.grab_pointer(False, 0, X.GrabModeAsync, X.GrabModeAsync, X.NONE, X.NONE, X.CurrentTime)
        if grabbed == X.GrabSuccess:
            self._display.ungrab_pointer(X.CurrentTime)
            self._display.sync()
        return bool(grabbed != X.GrabSuccess)


class Windows:
    """Windows. The place of a click is part of the event, and events are handed on in order."""

    name = "windows"

    def __init__(self) -> None:
        self._user: Any = ctypes.windll.user32  # type: ignore[attr-defined, unused-ignore]  # only Windows has it
        for question in (self._user.WindowFromPoint, self._user.GetAncestor, self._user.GetForegroundWindow):
            question.restype = ctypes.c_void_p
        self._user.GetShellWindow.restype = self._user.GetAncestor.restype
        self._user.GetAncestor.argtypes = [ctypes.c_void_p, ctypes.c_uint]

    def pointer(self) -> PointerState:
        """`GetCursorPos`, `GetAsyncKeyState` of the three buttons, and `WindowFromPoint`."""
        place = (ctypes.c_long * 2)()
        self._user.GetCursorPos(place)
        at = float(place[0]), float(place[1])
        pressed = any(self._user.GetAsyncKeyState(button) & 0x8000 for button in (1, 2, 4))
        return PointerState(at, pressed, self.window_at(at))

    def window_at(self, at: Point) -> int | None:
        """The root window (`GA_ROOT`) of the one at a point; the shell's window is the desktop itself."""
        packed = ctypes.c_longlong((round(at[1]) & 0xFFFFFFFF) << 32 | (round(at[0]) & 0xFFFFFFFF))
        window = self._user.GetAncestor(self._user.WindowFromPoint(packed), 2) or 0
        return 0 if window == self._user.GetShellWindow() else int(window)

    def active(self) -> int | None:
        """`GetForegroundWindow`."""
        return int(self._user.GetForegroundWindow() or 0) or None

    def held(self) -> bool:
        """Not known."""
        return False

    def dragging(self) -> bool:
        """Not known."""
        return False

    def release(self, button: str) -> bool:
        """Not needed."""
        return False


class _Place(ctypes.Structure):
    """`CGPoint`."""

    _fields_ = (("x", ctypes.c_double), ("y", ctypes.c_double))


class Mac:
    """macOS. The place of a click is part of the event. Which window lies where is not asked."""

    name = "macos"

    def __init__(self) -> None:
        library: Any = ctypes.CDLL("/System/Library/Frameworks/ApplicationServices.framework/ApplicationServices")
        library.CGEventSourceButtonState.restype = ctypes.c_bool
        library.CGEventCreate.restype, library.CGEventCreate.argtypes = ctypes.c_void_p, [ctypes.c_void_p]
        library.CGEventGetLocation.restype, library.CGEventGetLocation.argtypes = _Place, [ctypes.c_void_p]
        library.CFRelease.argtypes = [ctypes.c_void_p]
        self._library: Any = library

    def pointer(self) -> PointerState:
        """The location of a new event, and `CGEventSourceButtonState` of the combined session, for left and right."""
        event = self._library.CGEventCreate(None)
        place = self._library.CGEventGetLocation(event)
        self._library.CFRelease(event)
        pressed = any(self._library.CGEventSourceButtonState(0, button) for button in (0, 1))
        return PointerState((place.x, place.y), pressed, None)

    def window_at(self, at: Point) -> int | None:
        """Not known."""
        return None

    def active(self) -> int | None:
        """Not known."""
        return None

    def held(self) -> bool:
        """Not known."""
        return False

    def dragging(self) -> bool:
        """Not known."""
        return False

    def release(self, button: str) -> bool:
        """Not needed."""
        return False


def need_no_authority() -> None:
    """python-xlib fails where there is no authority file, though many X servers ask for none."""
    file = os.environ.get("XAUTHORITY") or os.path.expanduser("~/.Xauthority")
    if sys.platform.startswith("linux") and not os.path.exists(file):
        os.environ["XAUTHORITY"] = os.devnull
