"""Where the screen changes with a click on a domino in the tray, away from it: there the domino may be shown once more,
as it is in the hand, or a button may be that can be used now.

The one in the tray may stay where it is, only marked; how it is turned is then seen in the other place alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import dist
from typing import NamedTuple

import cv2
import numpy as np

from actuator.domino_halves import seen_in
from actuator.domino_layout import kind_of, turned_as
from actuator.domino_places import AROUND
from actuator.moves import Point, Rect
from actuator.pixels import largest
from actuator.screen import Shot
from actuator.sight import TrayTile

# It differs by so much from what was there, of 255; what has changed has at least so much of its length, and its parts
# are no further apart than that. What else has changed no further away than so many lengths may be a button for it.
LEVEL, PART, NEAR = 25, 0.25, 4.0
# Where none is shown, what has changed anywhere and is so wide and high at most, in lengths, may be such a button; so
# many of these are.
BUTTON, MOST_BUTTONS = (2.0, 0.8), 3
# One that is so many times as long as the smallest one in the tray is in the hand, however near: a selected one is 1.42
# times as long at most.
LARGER = 1.5


class Area(NamedTuple):
    """A part of the screen in which the middle of a domino may be, and how long that is there, in points."""

    around: Rect
    length: float


def area_of(at: Point, length: float) -> Area:
    """The surroundings of a domino with its middle there."""
    return Area(Rect(*at, 0, 0).grown(AROUND * length), length)


def large_in(tray: Sequence[TrayTile]) -> list[TrayTile]:
    """Those of these that are drawn as dominoes on the board are, not as the others in the tray."""
    return [one for one in tray if one.length > LARGER * min(other.length for other in tray)]


def shown_aside(
    before: Shot, now: Shot, values: tuple[int, int], length: float, but: Sequence[Rect]
) -> tuple[list[Area], tuple[Point, ...]]:
    """The surroundings of a domino with these values in what is new on the screen, and the middles of what else has
    changed near it, the nearest first. Where none is there the middles of what has changed and may be a button, line by
    line. `length`: of those in the tray, about, in points; `but`: what is not looked at, such as the board and the
    tray."""
    if before.bgr.shape != now.bgr.shape:
        return [], ()
    new = np.asarray(largest(cv2.absdiff(before.bgr, now.bgr)) > LEVEL, np.uint8)
    for part in but:
        x0, y0, x1, y1 = now.box(part)
        new[y0:y1, x0:x1] = 0
    side = max(1, round(PART * length * now.scale[0]))
    whole = cv2.morphologyEx(new, cv2.MORPH_CLOSE, np.ones((side, side), np.uint8))
    changed: list[Rect] = []
    for x, y, wide, high, _ in cv2.connectedComponentsWithStats(whole)[2][1:].tolist():
        corner, end = now.point(x, y), now.point(x + wide, y + high)
        changed += [Rect(*corner, end[0] - corner[0], end[1] - corner[1])] * (max(wide, high) >= side)
    for part in changed:
        for one in seen_in(now.bgr, now.box(part.grown(length)), length * now.scale[0]):
            middle = now.point(one.domino.x, one.domino.y)
            pips = one.halves[0].value, one.halves[1].value
            if kind_of(pips) == kind_of(values) and not any(middle in part for part in but):
                far = sorted((dist(other.middle, middle) / length, other.middle) for other in changed)
                buttons = tuple(at for away, at in far if AROUND < away < NEAR)
                return [area_of(middle, 2 * one.domino.side / now.scale[0])], buttons
    small = [one for one in changed if one.width <= BUTTON[0] * length and one.height <= BUTTON[1] * length]
    in_lines = sorted(small, key=lambda one: (round(one.middle[1] / length), one.left))
    return [], tuple(one.middle for one in in_lines[:MOST_BUTTONS])


def with_shown(tray: tuple[TrayTile, ...], shot: Shot, places: Sequence[Area]) -> tuple[TrayTile, ...]:
    """These, the one that is shown once more at one of these places as it lies there, and there."""
    for around, length in places:
        for one in seen_in(shot.bgr, shot.box(around), length * shot.scale[0]):
            tray = turned_as(tray, one, shot.point(one.domino.x, one.domino.y))
    return tray
