"""What is on the screen: monitors, and grabs of them, with the pixels per point as measured.

Grabs are taken with mss. A grab of a Retina screen or a scaled one has more pixels than the pointer has points; how
many is measured at each grab (its size in pixels against the size asked for in points), never assumed.
What the picture shows is `vision`'s business; nothing here moves the pointer. Nothing touches a display on import.
"""

from __future__ import annotations

import ctypes
import math
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from actuator.errors import NoDisplayError, NoMonitorError, NoPermissionError
from actuator.moves import Point, Rect


@dataclass(frozen=True, slots=True)
class Monitor:
    """One monitor: its number as people count (from 1), and where it lies on the virtual desktop, in points."""

    number: int
    rect: Rect


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """A grab. `bgr`: `(height, width, 3)` uint8. `rect`: what was grabbed, in points."""

    bgr: NDArray[np.uint8]
    rect: Rect

    @property
    def scale(self) -> tuple[float, float]:
        """Pixels per point across and down."""
        height, width = self.bgr.shape[:2]
        return width / self.rect.width, height / self.rect.height

    def point(self, x: float, y: float) -> Point:
        """The point of the desktop that is shown by the pixel `(x, y)` of the grab."""
        across, down = self.scale
        return self.rect.left + x / across, self.rect.top + y / down

    def box(self, part: Rect) -> tuple[int, int, int, int]:
        """The pixels of a part of the desktop, `(x_min, y_min, x_max, y_max)`, the maxima excluded, as far as they are
        in the grab. Halves are rounded up, not to even numbers: two grabs of one place have the same pixels of it."""
        (across, down), (height, width) = self.scale, self.bgr.shape[:2]
        left, top = (part.left - self.rect.left) * across, (part.top - self.rect.top) * down
        right, bottom = left + part.width * across, top + part.height * down
        x0, y0, x1, y1 = (math.floor(value + 0.5) for value in (left, top, right, bottom))
        return max(0, x0), max(0, y0), min(width, x1), min(height, y1)

    def part(self, part: Rect) -> NDArray[np.uint8]:
        """The pixels there, `(height, width, 3)`, none where it is not in the grab; a view."""
        x0, y0, x1, y1 = self.box(part)
        return self.bgr[y0:y1, x0:x1]


class Screen:
    """The monitors of this machine, and grabs of them."""

    def __init__(self, to_play: bool = True) -> None:
        """Raises `NoDisplayError` or `NoPermissionError` where the screen cannot be seen, or not be played on."""
        check_display(sys.platform, os.environ, to_play)
        import mss
        from mss.exception import ScreenShotError

        self._failure = ScreenShotError
        try:
            self._mss = mss.MSS()
            found = self._mss.monitors[1:]
        except ScreenShotError as error:
            raise NoDisplayError(f"The screen cannot be opened ({_first_line(error)}); is DISPLAY right?") from None
        self.monitors = tuple(
            Monitor(number, Rect(one["left"], one["top"], one["width"], one["height"]))
            for number, one in enumerate(found, 1)
        )
        if not self.monitors:
            raise NoDisplayError("No monitor is connected.")

    @property
    def desktop(self) -> Rect:
        """All monitors together."""
        whole = self.monitors[0].rect
        for monitor in self.monitors[1:]:
            whole = whole.union(monitor.rect)
        return whole

    def areas(self, monitor: int | None = None, region: Rect | None = None) -> tuple[Rect, ...]:
        """What to look at: a region, one monitor, or (None) all monitors one by one. Raises `NoMonitorError`."""
        if region is not None:
            seen = region.within(self.desktop)
            if not (seen.width > 0 and seen.height > 0):
                whole = self.desktop
                raise NoMonitorError(
                    f"The region lies outside the screen, which goes from {whole.left:.0f},{whole.top:.0f} "
                    f"to {whole.right:.0f},{whole.bottom:.0f}."
                )
            return (seen,)
        if monitor is None:
            return tuple(one.rect for one in self.monitors)
        if not 1 <= monitor <= len(self.monitors):
            count = len(self.monitors)
            there = "is one monitor" if count == 1 else f"are {count} monitors"
            raise NoMonitorError(f"There is no monitor {monitor}; there {there} here.")
        return (self.monitors[monitor - 1].rect,)

    def grab(self, rect: Rect) -> Shot:
        """A picture of a part of the desktop as it is now, without the pointer."""
        left, top = int(rect.left), int(rect.top)
        width, height = max(1, int(np.ceil(rect.right)) - left), max(1, int(np.ceil(rect.bottom)) - top)
        try:
            taken = self._mss.grab({"left": left, "top": top, "width": width, "height": height})
        except self._failure as error:
            raise NoDisplayError(f"The screen cannot be looked at ({_first_line(error)}).") from None
        bgra = np.frombuffer(taken.raw, np.uint8).reshape(taken.height, taken.width, 4)
        return Shot(np.asarray(cv2.cvtColor(bgra, cv2.COLOR_BGRA2BGR), np.uint8), Rect(left, top, width, height))

    def close(self) -> None:
        """Let go of the display."""
        self._mss.close()


def check_display(platform: str, environment: Mapping[str, str], to_play: bool = True) -> None:
    """Raise the error that says why a program can't look at this screen, where that is known beforehand; or, if that is
    wanted, why it can't play on it."""
    if platform == "darwin":
        _check_mac(to_play)
    elif platform != "win32":
        wayland = environment.get("XDG_SESSION_TYPE") == "wayland" or not environment.get("DISPLAY")
        if environment.get("WAYLAND_DISPLAY") and wayland:
            raise NoDisplayError(
                "This is a Wayland session, which lets no program look at the screen or move the pointer; "
                "log in to an X11 session (often called Xorg), or solve a screenshot: solve-screenshot IMAGE."
            )
        if not environment.get("DISPLAY"):
            raise NoDisplayError(
                "There is no display (DISPLAY is not set); run this in a desktop session, "
                "or solve a screenshot: solve-screenshot IMAGE."
            )


def _check_mac(to_play: bool) -> None:
    """macOS shows other windows, and takes clicks, only from programs its user has allowed to (10.15 and later)."""
    where = "in System Settings > Privacy & Security, allow your terminal {}, and start it again."
    if _mac_says_no("CoreGraphics", "CGPreflightScreenCaptureAccess"):
        raise NoPermissionError("macOS does not show this program the screen: " + where.format("Screen Recording"))
    if to_play and _mac_says_no("ApplicationServices", "AXIsProcessTrusted"):
        raise NoPermissionError("macOS does not let this program move the pointer: " + where.format("Accessibility"))


def _mac_says_no(framework: str, question: str) -> bool:
    """Whether one of the system's yes-or-no questions is answered no. Where it can't be asked, that is no no."""
    try:
        library: Any = ctypes.CDLL(f"/System/Library/Frameworks/{framework}.framework/{framework}")
        ask = getattr(library, question)
    except (OSError, AttributeError):
        return False
    ask.restype = ctypes.c_bool
    return not ask()


def _first_line(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0].rstrip(".")
