"""Where the pointer may rest between two looks: off the board, and where even a stray click would do the least harm.

That is the desktop itself, where no window is; else a wide flat part of the board's own window. A button, a link or the
frame of a window is never wide and flat: each has an edge or words near. Which window lies where is asked of the
pointer, which may not know; the rest is seen. A place on the page may be asked for instead, to see what hangs there.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from actuator.moves import Point, Rect
from actuator.pixels import largest

# A place is flat when nothing within so many points differs. The widest plain part of a button is half its height:
# large ones have 56 points (Material Design's), title bars 40.
FREE = 32.0
# Pixels of one colour differ by at most so many levels of 255: a gradient over a page is flat, faint words are not.
FLAT_LEVEL = 6
# Squares of so many pixels are looked at as one, and so far off the edges of the screen, where desktops have corners
# and edges that react to the pointer (20 points are enough for those of GNOME, KDE, Windows and macOS).
SQUARE, EDGE = 8, 24.0
# Board and tray are kept off by so many cells, since a domino may hang on the pointer; where space does not suffice,
# by so many: what is near the pointer may be lit up.
FAR_OFF, LEAST_OFF = 2.5, 0.8
# About so many places, all over the monitor, are asked for their window: 0.1 ms each.
ASKED = 48


class Screen(Protocol):
    """What shows how the screen looks."""

    def frame(self, rect: Rect) -> NDArray[np.uint8]:
        """The pixels there, `(height, width, 3)` BGR."""


class Windows(Protocol):
    """What knows which window lies where."""

    def window_at(self, at: Point) -> int | None:
        """The outermost window at a point, 0 for the desktop itself, None where that cannot be known."""


class Rest(NamedTuple):
    """A place where the pointer rests, and how it looked around it before."""

    at: Point
    look: NDArray[np.uint8]


class Parking:
    """The place where the pointer rests during a game. It is looked for again when something has come to lie there."""

    def __init__(self, screen: Screen, windows: Windows, monitors: Sequence[Rect]) -> None:
        """`monitors`: where the pointer can be, in points."""
        self._screen, self._windows, self._monitors = screen, windows, monitors
        self._found: Rest | None = None
        self._asked: Rest | None = None

    def ask(self, at: Point | None) -> None:
        """Where to rest instead, from now on; None: as was found."""
        self._asked = None if at is None else Rest(at, self._around(at))

    def place(self, reach: Rect, step: float) -> Point:
        """Where to rest beside board and tray (`reach`) of cells of this size; all in points."""
        if self._asked is not None:
            return self._asked.at
        if self._found is None or self._found.at in reach.grown(LEAST_OFF * step) or not self.is_free():
            board = (reach.left + reach.right) / 2, (reach.top + reach.bottom) / 2
            monitor = next((one for one in self._monitors if board in one), self._monitors[0])
            at = find_place(monitor, self._screen.frame(monitor), reach, step, self._windows.window_at)
            self._found = Rest(at, self._around(at))
        return self._found.at

    def is_free(self) -> bool:
        """Whether nothing has come to where the pointer rests, such as a domino that hangs on it."""
        rest = self._asked or self._found
        if rest is None:
            return True
        around = self._around(rest.at)
        flat = np.ptp(around.reshape(-1, around.shape[-1]), axis=0).max() <= FLAT_LEVEL
        return bool(flat) or np.array_equal(around, rest.look)  # where no place is flat, one is taken that is not

    def _around(self, at: Point) -> NDArray[np.uint8]:
        return self._screen.frame(Rect(at[0] - FREE / 2, at[1] - FREE / 2, FREE, FREE))


def find_place(
    monitor: Rect,
    frame: NDArray[np.uint8],
    reach: Rect,
    step: float,
    window_at: Callable[[Point], int | None] = lambda at: None,
) -> Point:
    """A place to rest on a monitor beside board and tray (`reach`), whose cells have the size `step`; all in points.

    `frame`: `(height, width, 3)` BGR uint8, how the monitor looks. `window_at`: the window at a point, 0 for the
    desktop, None where it cannot be told.
    """
    clear, points = clearance(monitor, frame)
    x, y = points[..., 0], points[..., 1]
    beside = np.hypot(
        np.maximum(0, np.maximum(reach.left - x, x - reach.right)),
        np.maximum(0, np.maximum(reach.top - y, y - reach.bottom)),
    )
    off = next(by for by in (FAR_OFF * step, LEAST_OFF * step, 0.0) if by < beside.max() or not by)
    score = np.where(beside > off, np.minimum(clear, FREE) - beside / (1 + beside.max()), -np.inf)  # the nearest free
    block = max(math.ceil(2 * FREE * clear.shape[1] / monitor.width), math.ceil(math.sqrt(clear.size / ASKED)))
    best: list[tuple[float, Point]] = []
    for top in range(0, score.shape[0], block):
        for left in range(0, score.shape[1], block):
            part = score[top : top + block, left : left + block]
            row, column = np.unravel_index(int(part.argmax()), part.shape)
            at = float(x[top + row, left + column]), float(y[top + row, left + column])
            best.append((float(part[row, column]), at))
    best.sort(reverse=True)
    free = [at for value, at in best if value >= FREE - 1] or [best[0][1]]
    windows = [window_at(at) for at in free]
    for wanted in (0, window_at(((reach.left + reach.right) / 2, (reach.top + reach.bottom) / 2))):
        if wanted in windows:
            return free[windows.index(wanted)]
    return free[0]


def clearance(monitor: Rect, frame: NDArray[np.uint8]) -> tuple[NDArray[np.float32], NDArray[np.float64]]:
    """How far it is from each square of the monitor to whatever is not flat, or to the edge, in points.

    `(rows, columns)`, and `(rows, columns, 2)` with the middle of each square, `(x, y)` in points.
    """
    height, width = (max(1, side // SQUARE) for side in frame.shape[:2])
    around = np.ones((3 * SQUARE, 3 * SQUARE), np.uint8)
    reduced = np.s_[SQUARE // 2 : height * SQUARE : SQUARE, SQUARE // 2 : width * SQUARE : SQUARE]
    differ = cv2.dilate(frame, around)[reduced] - cv2.erode(frame, around)[reduced]
    flat = np.asarray(largest(differ) <= FLAT_LEVEL, np.uint8)
    scale = monitor.width / width  # points a square
    edge = math.ceil(EDGE / scale)
    flat[:edge], flat[-edge:], flat[:, :edge], flat[:, -edge:] = 0, 0, 0, 0
    squares: NDArray[np.float32] = np.asarray(cv2.distanceTransform(flat, cv2.DIST_L2, 3), np.float32)
    y, x = np.mgrid[: flat.shape[0], : flat.shape[1]]
    points = np.stack([monitor.left + (x + 0.5) * scale, monitor.top + (y + 0.5) * scale], axis=-1)
    return squares * np.float32(scale), points
