"""Dominoes found again by how each of them looked at rest: turned, larger, lit, or half under another.

Knows pictures only: what lies where, and what that means for the board, is `domino_memory.py`'s business.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from actuator.moves import Point, Rect
from actuator.screen import Shot
from actuator.sight import TrayTile

# Looks are kept in grey, so many pixels long and so much of that wide, without their outlines, which are so much of the
# length: grounds change, and a domino with few pips looks more like its outline than like itself: on another ground
# 1-1 correlates with itself by 0.92, and by 0.68 with the outline.
LONG, WIDE, OUTLINE = 48, 0.53, 0.05
# The outline alone counts so much as well in the tray: of a white 5-0 on white, which was turned, the half with pips
# looked like another 5-0 beside it by 0.96, all of it like itself by 0.93; the outlines by 0.2 and 0.9.
BY_OUTLINE = 0.2
# A selected or dragged domino is so many times as large as at rest, and one on the board so many times as long, being
# as wide: dominoes there are 2.0 to 2.2 times as long as wide, in trays 1.9 to 2.0 times.
SCALES, STRETCHES = (0.92, 1.0, 1.08, 1.16, 1.24, 1.32, 1.42), (1.0, 1.06, 1.12)
# Less than this part of a domino says nothing about it, nor do pixels of less variance, of 0 to 1.
LEAST_SEEN, FLAT = 0.4, 0.0005
# It is found where it correlates like this, and so much better than turned otherwise: itself turned and grown 0.93 and
# more, in front of a glow 0.74; another turned otherwise 0.66.
# 3-2 upside down is nearly 2-3: 0.02 less.
ALIKE, CLEARLY = 0.7, 0.012
# It has so many times the contrast that it had: less under a tint. The outline of another, which looks like the line
# across 0-0, has 3 times that line's.
CONTRAST = 0.4, 1.7
# Tags reach so far from their middle, in cells: diamonds measure 0.38.
TAG_REACH = 0.42


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
        self._outlined: dict[tuple[int, int], NDArray[np.uint8]] = {}  # with outlines, and as much again around these

    def learn(self, shot: Shot, tray: Iterable[TrayTile]) -> None:
        """Remember those that were not seen before."""
        for tile in tray:
            if key(tile.values) not in self._looks:
                self._looks[key(tile.values)] = _look_of(tile, shot, -OUTLINE)
                self._outlined[key(tile.values)] = _look_of(tile, shot, OUTLINE)

    def find(
        self, shot: Shot, values: tuple[int, int], around: Rect, length: float, others: Sequence[Rect] = ()
    ) -> Found | None:
        """This domino, its middle anywhere in a part of the screen but where others lie; None if it is not clearly
        there. `length`: how long it is about, in points."""
        return self._found(shot, values, around, length, others, None, (1.0,))

    def find_on_board(
        self,
        shot: Shot,
        values: tuple[int, int],
        around: Rect,
        length: float,
        others: Sequence[Rect],
        tags: NDArray[np.uint8],
    ) -> Found | None:
        """The same on the board. `tags`: `(height, width)` uint8, 255 where the grab shows what hides dominoes."""
        return self._found(shot, values, around, length, others, tags, STRETCHES)

    def _found(
        self,
        shot: Shot,
        values: tuple[int, int],
        around: Rect,
        length: float,
        others: Sequence[Rect],
        tags: NDArray[np.uint8] | None,
        stretches: Sequence[float],
    ) -> Found | None:
        look = self._looks.get(key(values))
        if look is None:
            return None
        reach = around.grown((0.5 + OUTLINE) * SCALES[-1] * length).within(shot.rect)
        points = length / LONG  # for each pixel of a look
        factor = 1 / (points * shot.scale[0])  # from pixels of the grab to those of looks
        resized = cv2.resize(_grey(shot, reach), None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        grey = np.asarray(resized, np.uint8)
        seen = None
        if tags is not None:
            covered = cv2.resize(_part(tags, shot, reach), grey.shape[::-1], interpolation=cv2.INTER_NEAREST)
            seen = np.asarray(covered == 0, np.float32)
        best: dict[int, tuple[float, Found]] = {}
        for turns, scale, stretch in itertools.product(range(2 if values[0] == values[1] else 4), SCALES, stretches):
            turned = _turned(look, scale * stretch, scale, turns)
            if turned.shape[0] > grey.shape[0] or turned.shape[1] > grey.shape[1]:
                continue
            left, top = reach.left + turned.shape[1] / 2 * points, reach.top + turned.shape[0] / 2 * points
            alike = _alike(grey, turned, seen)
            for other in others:
                x0, y0 = round((other.left - left) / points), round((other.top - top) / points)
                x1, y1 = round((other.right - left) / points), round((other.bottom - top) / points)
                alike[max(0, y0) : max(0, y1), max(0, x0) : max(0, x1)] = -1
            x0, y0 = max(0, round((around.left - left) / points)), max(0, round((around.top - top) / points))
            x1, y1 = round((around.right - left) / points) + 1, round((around.bottom - top) / points) + 1
            within = alike[y0 : max(0, y1), x0 : max(0, x1)]
            if not within.size:
                continue
            _, score, _, (x, y) = cv2.minMaxLoc(within)
            told = score
            if seen is None:  # on the board other dominoes hide outlines
                outlined = _turned(self._outlined[key(values)], scale, scale, turns)
                told += BY_OUTLINE * _alike_around(grey, outlined, (x0 + x, y0 + y), turned)
            if turns not in best or told > best[turns][0]:
                at = left + (x0 + x) * points, top + (y0 + y) * points
                a, b = key(values) if turns < 2 else key(values)[::-1]
                best[turns] = told, Found((a, b), bool(turns % 2), at, length * scale * stretch, score)
        ordered = sorted(best.values(), key=lambda one: -one[0])
        if not ordered or ordered[0][1].score < ALIKE or (ordered[1:] and ordered[0][0] - ordered[1][0] < CLEARLY):
            return None
        return ordered[0][1]


def _look_of(tile: TrayTile, shot: Shot, more: float) -> NDArray[np.uint8]:
    """A domino of the tray as it lies flat, the half with fewer pips first, and so much more on each side, in
    lengths."""
    look = np.rot90(_grey(shot, box(tile.at, tile.length, tile.upright).grown(more * tile.length)), int(tile.upright))
    look = np.rot90(look, 0 if tile.values == key(tile.values) else 2)
    size = round(LONG * (1 + 2 * more)), round(LONG * (WIDE + 2 * more))
    return np.asarray(cv2.resize(np.ascontiguousarray(look), size, interpolation=cv2.INTER_AREA), np.uint8)


def _turned(look: NDArray[np.uint8], wider: float, higher: float, turns: int) -> NDArray[np.uint8]:
    """A look made larger, and turned by so many quarter turns clockwise."""
    larger = np.asarray(cv2.resize(look, None, fx=wider, fy=higher), np.uint8)
    return np.ascontiguousarray(np.rot90(larger, -turns))


def _alike_around(
    grey: NDArray[np.uint8], outlined: NDArray[np.uint8], at: tuple[int, int], look: NDArray[np.uint8]
) -> float:
    """The correlation of the outline of a larger look, whichever way round it lies, with a picture where a look has its
    corner `at` (x, y), or a pixel beside that; 0 where it would reach beyond the picture."""
    (high, wide), (within_high, within_wide) = outlined.shape, look.shape
    x, y = (wide - within_wide) // 2, (high - within_high) // 2
    left, top = at[0] - x - 1, at[1] - y - 1
    part = grey[max(0, top) : top + high + 2, max(0, left) : left + wide + 2]
    if part.shape[0] < high or part.shape[1] < wide:
        return 0.0
    mask = np.ones(outlined.shape, np.uint8)
    mask[y : y + within_high, x : x + within_wide] = 0
    ways = (outlined, np.ascontiguousarray(np.rot90(outlined, 2)))
    found = np.array([cv2.matchTemplate(part, way, cv2.TM_CCOEFF_NORMED, mask=mask) for way in ways])
    return float(np.clip(np.nan_to_num(found, posinf=0.0, neginf=0.0), -1, 1).max())


def _alike(
    grey: NDArray[np.uint8], look: NDArray[np.uint8], seen: NDArray[np.float32] | None
) -> NDArray[np.float32]:
    """The correlation of a look with each place of a picture, -1..1, by the pixels that are `seen` (1, others 0)."""
    if seen is None:
        found = np.asarray(cv2.matchTemplate(grey, look, cv2.TM_CCOEFF_NORMED), np.float32)
        return np.where(_has_contrast(_spread(grey, look.shape), look.size * float(look.var())), found, np.float32(-1))
    one = np.ones(look.shape, np.float32)
    picture = (grey.astype(np.float32) - np.float32(grey.mean())) / 255  # small numbers, for exact sums
    template = (look.astype(np.float32) - np.float32(look.mean())) / 255

    def sums(image: NDArray[Any], weights: NDArray[Any]) -> NDArray[np.float32]:
        return np.asarray(cv2.matchTemplate(image, weights, cv2.TM_CCORR), np.float32)

    count = np.maximum(sums(seen, one), 1)
    of_picture, of_look = sums(picture * seen, one), sums(seen, template)
    common = sums(picture * seen, template) - of_picture * of_look / count
    spread = sums(picture**2 * seen, one) - of_picture**2 / count
    spread_look = sums(seen, template**2) - of_look**2 / count
    clear = (count >= LEAST_SEEN * template.size) & (spread > FLAT * count) & (spread_look > FLAT * count)
    clear = clear & _has_contrast(spread, spread_look)
    alike = common / np.sqrt(np.maximum(spread * spread_look, (FLAT * count) ** 2))
    return np.where(clear, alike, np.float32(-1))


def _spread(grey: NDArray[np.uint8], shape: tuple[int, ...]) -> NDArray[np.float64]:
    """The sum of squared differences from the mean within a window of that shape at each place of a picture."""
    high, wide = shape

    def within(sums: NDArray[np.float64]) -> NDArray[np.float64]:
        return sums[high:, wide:] - sums[:-high, wide:] - sums[high:, :-wide] + sums[:-high, :-wide]

    sums, squares = cv2.integral2(grey)
    return within(np.asarray(squares, np.float64)) - within(np.asarray(sums, np.float64)) ** 2 / (high * wide)


def _has_contrast(spread: NDArray[Any], spread_look: NDArray[Any] | float) -> NDArray[np.bool_]:
    """Whether what is seen has about as much contrast as the look."""
    least, most = CONTRAST
    return np.asarray((spread >= least**2 * spread_look) & (spread <= most**2 * spread_look), np.bool_)


def key(values: tuple[int, int]) -> tuple[int, int]:
    """A domino, whichever way it lies."""
    return min(values), max(values)


def box(at: Point, length: float, upright: bool) -> Rect:
    """What a domino covers that lies so about its middle."""
    across, down = (WIDE * length, length) if upright else (length, WIDE * length)
    return Rect(at[0] - across / 2, at[1] - down / 2, across, down)


def _grey(shot: Shot, rect: Rect) -> NDArray[np.uint8]:
    """A part of the grab, `(height, width)`."""
    return np.asarray(cv2.cvtColor(_part(shot.bgr, shot, rect), cv2.COLOR_BGR2GRAY), np.uint8)


def _part(picture: NDArray[np.uint8], shot: Shot, rect: Rect) -> NDArray[np.uint8]:
    """A part of a picture that is as large as the grab."""
    x0, y0, x1, y1 = shot.box(rect)
    return picture[y0 : max(1, y1), x0 : max(1, x1)]


def under_tags(shot: Shot, tags: Sequence[Point], step: float) -> NDArray[np.uint8]:
    """`(height, width)` uint8: 255 where tags lie over the board, of cells of `step`. `tags`: their middles."""
    mask = np.zeros(shot.bgr.shape[:2], np.uint8)
    across, down = shot.scale
    reach = TAG_REACH * step
    for x, y in tags:
        px, py = (x - shot.rect.left) * across, (y - shot.rect.top) * down
        corners = [(px - reach * across, py), (px, py - reach * down), (px + reach * across, py)]
        corners.append((px, py + reach * down))
        cv2.fillConvexPoly(mask, np.round(np.array(corners)).astype(np.int32), 255)
    return mask
