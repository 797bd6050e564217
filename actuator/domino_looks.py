"""Dominoes found again by how each of them looked at rest: turned, larger, lit, or half under another.

Knows pictures only: what lies where, and what that means for the board, is `domino_memory.py`'s business.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from actuator.moves import Point, Rect
from actuator.screen import Shot
from actuator.sight import TrayTile

# Looks are kept in grey, so many pixels long and so much of that wide, with so much of the ground around.
LONG, WIDE, GROUND = 48, 0.53, 0.06
# A selected or dragged domino is so many times as large as at rest.
SCALES = (0.92, 1.0, 1.08, 1.16, 1.24, 1.32, 1.42)
# It is found where it correlates like this, and so much better than turned otherwise: itself turned and grown 0.93 and
# more, in front of a glow 0.74; another turned otherwise 0.66.
# 3-2 upside down is nearly 2-3: 0.02 less.
ALIKE, CLEARLY = 0.7, 0.012


@dataclass(frozen=True, slots=True)
class Found:
    """A domino as it lies now, its middle in points; `length` in points. `score`: how much it looks like it, 0..1."""

    values: tuple[int, int]
    upright: bool
    at: Point
    length: float
    score: float

    @property
    def box(self) -> Rect:
        """What it covers."""
        return box(self.at, self.length, self.upright)


class DominoLooks:
    """How the dominoes of one game look, lying flat."""

    def __init__(self) -> None:
        self._looks: dict[tuple[int, int], NDArray[np.uint8]] = {}

    def learn(self, shot: Shot, tray: Iterable[TrayTile]) -> None:
        """Remember those that were not seen before."""
        for tile in tray:
            if key(tile.values) not in self._looks:
                around = box(tile.at, tile.length, tile.upright).grown(GROUND * tile.length)
                look = np.rot90(_grey(shot, around), 1 if tile.upright else 0)
                look = np.rot90(look, 0 if tile.values == key(tile.values) else 2)
                size = round(LONG * (1 + 2 * GROUND)), round(LONG * (WIDE + 2 * GROUND))
                resized = cv2.resize(np.ascontiguousarray(look), size, interpolation=cv2.INTER_AREA)
                self._looks[key(tile.values)] = np.asarray(resized, np.uint8)

    def find(
        self, shot: Shot, values: tuple[int, int], around: Rect, length: float, others: Sequence[Rect] = ()
    ) -> Found | None:
        """This domino, its middle anywhere in a part of the screen but where others lie; None if it is not clearly
        there. `length`: how long it is about, in points."""
        look = self._looks.get(key(values))
        if look is None:
            return None
        reach = around.grown((0.5 + GROUND) * SCALES[-1] * length).within(shot.rect)
        points = length / LONG  # for each pixel of a look
        factor = 1 / (points * shot.scale[0])  # from pixels of the grab to those of looks
        grey = cv2.resize(_grey(shot, reach), None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        best: dict[int, tuple[float, Found]] = {}
        for turns in range(2 if values[0] == values[1] else 4):
            turned = np.ascontiguousarray(np.rot90(look, -turns))
            for scale in SCALES:
                small = cv2.resize(turned, None, fx=scale, fy=scale, interpolation=cv2.INTER_LINEAR)
                if small.shape[0] > grey.shape[0] or small.shape[1] > grey.shape[1]:
                    continue
                left, top = reach.left + small.shape[1] / 2 * points, reach.top + small.shape[0] / 2 * points
                found = cv2.matchTemplate(grey, small, cv2.TM_CCOEFF_NORMED)
                for other in others:
                    x0, y0 = round((other.left - left) / points), round((other.top - top) / points)
                    x1, y1 = round((other.right - left) / points), round((other.bottom - top) / points)
                    found[max(0, y0) : max(0, y1), max(0, x0) : max(0, x1)] = -1
                x0, y0 = max(0, round((around.left - left) / points)), max(0, round((around.top - top) / points))
                x1, y1 = round((around.right - left) / points) + 1, round((around.bottom - top) / points) + 1
                within = found[y0 : max(0, y1), x0 : max(0, x1)]
                if not within.size:
                    continue
                _, score, _, (x, y) = cv2.minMaxLoc(within)
                if turns not in best or score > best[turns][0]:
                    at = left + (x0 + x) * points, top + (y0 + y) * points
                    a, b = key(values) if turns < 2 else key(values)[::-1]
                    best[turns] = score, Found((a, b), bool(turns % 2), at, length * scale, score)
        ordered = sorted(best.values(), key=lambda one: -one[0])
        if not ordered or ordered[0][0] < ALIKE or (ordered[1:] and ordered[0][0] - ordered[1][0] < CLEARLY):
            return None
        return ordered[0][1]


def key(values: tuple[int, int]) -> tuple[int, int]:
    """A domino, whichever way it lies."""
    return min(values), max(values)


def box(at: Point, length: float, upright: bool) -> Rect:
    """What a domino covers that lies so about its middle."""
    across, down = (WIDE * length, length) if upright else (length, WIDE * length)
    return Rect(at[0] - across / 2, at[1] - down / 2, across, down)


def _grey(shot: Shot, rect: Rect) -> NDArray[np.uint8]:
    """A part of the grab, `(height, width)`."""
    (across, down), (height, width) = shot.scale, shot.bgr.shape[:2]
    left, top = (rect.left - shot.rect.left) * across, (rect.top - shot.rect.top) * down
    rows = slice(max(0, round(top)), min(height, max(1, round(top + rect.height * down))))
    columns = slice(max(0, round(left)), min(width, max(1, round(left + rect.width * across))))
    return np.asarray(cv2.cvtColor(shot.bgr[rows, columns], cv2.COLOR_BGR2GRAY), np.uint8)
