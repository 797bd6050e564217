"""What is beside a domino, such as a button that turns it: one or several that come up beside a selected one, or one
that each of them has."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from actuator.domino_looks import box
from actuator.moves import Point, Rect
from actuator.pixels import largest
from actuator.screen import Shot
from actuator.sight import Sight, TrayTile
from vision.imgproc import median

Box = tuple[int, int, int, int]

# It differs by so much from what was there, of 255, is so wide and high at most, in lengths of a domino, and so wide at
# least; it is no glow about a selected one, nor the frame of a slot in which that can turn: these reach so far, and are
# the same on opposite sides.
LEVEL, LARGEST, LEAST, GLOW = 40, (1.6, 0.8), 0.06, 0.25
# Places of dominoes are right within two pixels, or so much of their length.
PIXELS, OFF = 2, 0.025
# A button that each has is no larger than this, in lengths of a domino, and at least `LEAST`; it is looked for so far
# from the middle of a domino, or half as far as the next one is.
SMALL, ABOUT = 0.45, 0.75
# So large a part of all have it: beside some it may be hidden.
EACH = 0.7
# What is so much of its width and of its height is its rim. The corners of a bar with round ends are less of its box.
RIM, CORNERS = 0.9, 0.22
# It is known again by so much of it about its middle, at this correlation.
MIDDLE, ALIKE = 0.7, 0.8


class Badge:
    """Finds it, and knows it again."""

    def __init__(self) -> None:
        self._look: NDArray[np.uint8] | None = None
        self._items: tuple[Point, ...] = ()  # their middles in that picture

    @property
    def is_known(self) -> bool:
        """Whether something was found, ever."""
        return self._look is not None

    def find(self, now: Sight, rest: Sight, tray: Rect, shot: Shot) -> tuple[Point, ...]:
        """The middle of what was not there when the board was at `rest` and is no domino, nor the glow about one; the
        one nearest to a domino that is lit, or to any, of what reaches into the tray. Where several things stand on it
        in a row, those of each. What was found before is looked for as it looked."""
        before = rest.shot
        if before is None or not now.tray:
            return ()
        length = now.tray[0].length
        both = tray.grown(length).within(before.rect).within(shot.rect)
        (x0, y0, x1, y1), (u0, v0, u1, v1) = shot.box(both), before.box(both)
        wide, high = min(x1 - x0, u1 - u0), min(y1 - y0, v1 - v0)  # rounded, one may be a pixel less than the other
        if wide <= 0 or high <= 0:
            return ()
        part, was = shot.bgr[y0 : y0 + high, x0 : x0 + wide], before.bgr[v0 : v0 + high, u0 : u0 + wide]
        if (again := self._again(part)) is not None:
            return tuple(shot.point(x0 + again[0] + x, y0 + again[1] + y) for x, y in self._items)
        new = np.asarray(largest(cv2.absdiff(part, was)) > LEVEL, np.uint8)
        dominoes = [box(tile.at, tile.length, tile.upright) for tile in (*rest.tray, *now.tray)]
        for known in (now.board, *dominoes):
            a0, b0, a1, b1 = shot.box(known)
            new[max(0, b0 - y0) : max(0, b1 - y0), max(0, a0 - x0) : max(0, a1 - x0)] = 0
        pixels = length * shot.scale[0]
        nearly = np.ones((1 + 2 * max(PIXELS, round(OFF * pixels)),) * 2, np.uint8)
        for tile in now.tray:
            slot = box(tile.at, tile.length, True).union(box(tile.at, tile.length, False))
            a0, b0, a1, b1 = shot.box(slot.grown(GLOW * tile.length))
            about = new[max(0, b0 - y0) : max(0, b1 - y0), max(0, a0 - x0) : max(0, a1 - x0)]
            if not about.size:
                continue
            opposite = np.minimum(cv2.dilate(about[::-1], nearly), cv2.dilate(about[:, ::-1], nearly))
            about[opposite > 0] = 0
        around = np.ones((max(3, round(LEAST * pixels)),) * 2, np.uint8)
        filled = cv2.morphologyEx(new, cv2.MORPH_CLOSE, around)  # of a pale button only words and edges are seen
        _, _, boxes, _ = cv2.connectedComponentsWithStats(cv2.morphologyEx(filled, cv2.MORPH_OPEN, around))
        lit = [tile for tile in now.tray if tile.lit] or now.tray
        likely = []
        for left, top, across, down, _ in boxes[1:].tolist():
            at = shot.point(x0 + left + across / 2, y0 + top + down / 2)
            (x, y), scale = shot.point(x0 + left, y0 + top), shot.scale[0]
            inside = Rect(x, y, across / scale, down / scale).within(tray)
            if min(inside.width, inside.height) > 0 and max(across / LARGEST[0], down / LARGEST[1]) <= pixels:
                likely.append((min(math.dist(at, tile.at) for tile in lit), at, (left, top, across, down)))
        if not likely:
            return ()
        left, top, across, down = _row([found for *_, found in sorted(likely)], LARGEST[0] * pixels)
        aside, above = round((1 - MIDDLE) / 2 * across), round((1 - MIDDLE) / 2 * down)
        self._look = part[top + above : top + down - above, left + aside : left + across - aside].copy()
        here = np.s_[top : top + down, left : left + across]
        items = _in_row(part[here], new[here] > 0, LEAST * pixels)
        self._items = tuple((x - aside, y - above) for x, y in items)
        return tuple(shot.point(x0 + left + aside + x, y0 + top + above + y) for x, y in self._items)

    def _again(self, part: NDArray[np.uint8]) -> Point | None:
        """Where in a part of the screen it is seen that was found before, its corner, in pixels."""
        look = self._look
        if look is None or any(look.shape[k] > part.shape[k] for k in (0, 1)):
            return None
        _, alike, _, (x, y) = cv2.minMaxLoc(cv2.matchTemplate(part, look, cv2.TM_CCOEFF_NORMED))
        return (x, y) if alike >= ALIKE else None


def _row(boxes: Sequence[Box], longest: float) -> Box:
    """The box of the first of these and of all that stand in its row or column, not longer than so much: of a pale
    button only what is drawn on it may be seen. Left, top, width and height, in pixels."""
    left, top, across, down = boxes[0]
    for x, y, wide, high in boxes[1:]:
        in_row = top <= y + high / 2 <= top + down or left <= x + wide / 2 <= left + across
        right, bottom = max(left + across, x + wide), max(top + down, y + high)
        if in_row and max(right - min(left, x), bottom - min(top, y)) <= longest:
            left, top = min(left, x), min(top, y)
            across, down = right - left, bottom - top
    return left, top, across, down


def _in_row(picture: NDArray[np.uint8], new: NDArray[np.bool_], least: float) -> list[Point]:
    """The middles of what stands side by side, or one below the other, in a picture, and is at least so large; where
    that is not of one size, or alone, the middle of the picture. `new`: (H, W), what is seen to have come; the rest is
    the ground, but for what may be left beside the corners of a bar. All in pixels."""
    height, width = picture.shape[:2]
    bare = picture[~new] if new.mean() < 1 - CORNERS else picture.reshape(-1, 3)
    ink = new & (largest(np.abs(picture.astype(np.int16) - median(bare, axis=0))) > LEVEL)
    joined = cv2.morphologyEx(ink.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((round(least / 2) | 1,) * 2, np.uint8))
    _, _, boxes, _ = cv2.connectedComponentsWithStats(joined)
    parts = [(x, y, w, h) for x, y, w, h, _ in boxes[1:].tolist() if w < RIM * width or h < RIM * height]
    items = sorted((x + w / 2, y + h / 2, max(w, h)) for x, y, w, h in parts if max(w, h) > 2 * least)
    apart = np.ptp([item[:2] for item in items], axis=0) if items else np.zeros(2)
    alike = len(items) > 1 and max(one[2] for one in items) < 2 * min(one[2] for one in items)
    if not alike or apart.min() > least:
        return [(width / 2, height / 2)]
    return [(x, y) for x, y, _ in items]


def beside_each(sight: Sight) -> Point | None:
    """From the middle of a domino in the tray to that of something small beside it, the same beside all of them; None
    where there is nothing, or fewer than two dominoes."""
    if sight.shot is None or len(sight.tray) < 2:
        return None
    near = min(math.dist(one.at, other.at) for one in sight.tray for other in sight.tray if one is not other)
    far = round(min(ABOUT * sight.tray[0].length, near / 2) * sight.shot.scale[0])
    seen = [part for tile in sight.tray if (part := _about(tile, sight.shot, far)) is not None]
    if len(seen) < 2:
        return None
    pixels = sight.tray[0].length * sight.shot.scale[0]
    around = np.ones((max(3, round(LEAST * pixels)),) * 2, np.uint8)  # places of dominoes are not right to the pixel
    every = np.asarray(np.mean([cv2.dilate(part, around) for part in seen], axis=0) > EACH, np.uint8)
    _, _, boxes, middles = cv2.connectedComponentsWithStats(every)
    small = [
        (math.dist(middle, (far, far)), middle)
        for (_, _, across, down, _), middle in zip(boxes[1:].tolist(), middles[1:].tolist(), strict=True)
        if LEAST * pixels <= min(across, down) and max(across, down) <= SMALL * pixels
    ]
    if not small:
        return None
    x, y = min(small)[1]
    return (x - far) / sight.shot.scale[0], (y - far) / sight.shot.scale[1]


def _about(tile: TrayTile, shot: Shot, far: int) -> NDArray[np.uint8] | None:
    """What stands out so far around a domino, itself left out: `(2 far, 2 far)`, 1 where it does; None where that is
    not on the grab."""
    x0, y0, x1, y1 = shot.box(box(tile.at, tile.length, tile.upright).grown(0.04 * tile.length))
    x, y = (x0 + x1) // 2, (y0 + y1) // 2
    part = shot.bgr[max(0, y - far) : y + far, max(0, x - far) : x + far]
    if part.shape[:2] != (2 * far, 2 * far):
        return None
    ground = median(part.reshape(-1, 3), axis=0)
    out = np.asarray(largest(np.abs(part.astype(np.int16) - ground)) > LEVEL, np.uint8)
    out[max(0, y0 - y + far) : y1 - y + far, max(0, x0 - x + far) : x1 - x + far] = 0
    return out
