"""What a symbol is by its shape: a digit, a letter, a ring or a disc. For naming classes, and for folding classes that
show one symbol in several colours.

A shape is told by what every typeface keeps: a zero is taller than wide and has a hole, a one is narrower and has
none. No template is needed for that. Suns and moons are `naming.py`'s business.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.glyphs import LEAST_INK, SIDE, bank
from vision.patches import circle

Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]

# Ink of this part of the strongest ink belongs to the sign; the thin parts of small digits have less, so that the
# stroke around a hole is looked for at lower levels as well.
STROKE, THIN_STROKES = 0.5, (0.5, 0.35, 0.25)
# Width over height. Measured on 130 typefaces at 8 to 40 pixels: zeros 0.38 (condensed) to 0.93, ones 0.12 (a bar) to
# 0.78 (with serifs).
ZERO_WIDTH, NARROW, BAR = (0.34, 0.96), 0.84, 0.42
# A one is at most by this factor as wide as the zero beside it, and about as high.
NARROWER, AS_HIGH = 1.08, (0.78, 1.28)
# Round things are about as wide as high.
ROUND = (0.86, 1.16)
# A hole is at least this part of the box of its sign, and a disc covers at least this part of it (a full one 0.785).
LEAST_HOLE, DISC = 0.03, 0.7
# How much of its box is ink where a circle has none, or the other way: discs to 0.11, hearts and bears from 0.12. Of
# what is less than so many pixels wide that cannot be said. A square with round corners covers so much of its box.
UNLIKE_CIRCLE, COARSE, SQUARE = 0.115, 12, 0.9
# A dot on a disc takes up to this part of its box.
MOST_DOT = 0.2
# How far up and down the hole of a zero goes, in parts of its height (an 8 has two of 0.3, a 6 one of 0.4), how much of
# the way its stroke must run around, and how full the box of a bar is.
LEAST_REACH, MOSTLY, LEAST_BAR = 0.45, 0.9, 0.6
# So many ways lead from the middle of a ring to its stroke.
WAYS = 48
# By how much broader a one may become where fainter ink is counted.
MOST_BROADER = 1.5
# What is narrower than this part of its height is straight, and no side of a ring.
STRAIGHT = 0.25
# Of its height and width, how much of a zero with gaps has strokes, and how much of its middle.
LEAST_SIDE, EMPTY_MIDDLE = 0.75, 0.1
# How much of the border a careless stroke may take.
MOST_ALONG = 0.3
# Correlation from which a shape is a cross.
CROSS = 0.72


@dataclass(frozen=True, slots=True)
class Sign:
    """A shape: `name` is `zero`, `narrow` (a one, a bar, an I), `ring`, `disc`, `cross` or "" for anything else;
    `width` and `height` in pixels of the ink."""

    name: str
    width: int
    height: int


def sign_of(ink: NDArray[np.uint8], core: float, may_touch: bool = False) -> Sign | None:
    """The sign in the middle of a square of ink (E, E) uint8 0..255; None if there is none.

    `core`: radius in pixels around the middle which every stroke reaches; unlike in `glyphs.cut_glyph`, a ring around
    something is kept, for that may be a zero with a dot. `may_touch`: whether strokes may come up to the border of the
    square, as careless ones do; not along it, as lines do.
    """
    inside = _middle(ink.shape[0], core)
    peak = float(ink.ravel().take(inside).max())
    if peak < LEAST_INK:
        return None
    strokes, box = _boxed(ink > STROKE * peak, inside, may_touch)
    if strokes is None:
        return None
    height, width = strokes.shape
    holed, broad = False, width
    for level in THIN_STROKES:
        thin, _ = (strokes, box) if level == STROKE else _boxed(ink > level * peak, inside, may_touch)
        if thin is None:
            break
        if level == THIN_STROKES[-1]:
            thin = _closed(thin)
        elif level != STROKE:
            broad = thin.shape[1]
        hole = _hole(thin)
        if np.count_nonzero(hole) < LEAST_HOLE * hole.size:
            continue
        holed = True
        if _is_ring(thin, hole):
            aspect = thin.shape[1] / thin.shape[0]
            name = "ring" if _within(aspect, ROUND) else "zero" if _within(aspect, ZERO_WIDTH) else ""
            return Sign(name, thin.shape[1], thin.shape[0])
    if holed:
        hole = _hole(strokes)
        filled = 0 < hole.mean() < MOST_DOT and _is_disc(strokes | hole)
        return Sign("disc" if filled else "", width, height)
    soft = np.where(strokes, np.minimum(ink[box] / peak, 1), 0).astype(np.float32)
    name = _named(strokes, soft)
    # One side of a ring that is written more strongly than the rest is no one.
    half = name == "narrow" and width > STRAIGHT * height and broad > MOST_BROADER * width + 2
    return Sign("" if half else name, width, height)


@cache
def _middle(side: int, radius: float) -> NDArray[np.intp]:
    """Which pixels of a square lie within a circle around its middle, as flat indices."""
    return np.flatnonzero(circle(side, radius))


def _boxed(ink: Mask, inside: NDArray[np.intp], may_touch: bool) -> tuple[Mask | None, tuple[slice, slice]]:
    """The connected strokes that come near the middle, and their box; None if they go on outside."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(ink.view(np.uint8), connectivity=8)
    parts = np.asarray(labels, np.int32)
    touches: Mask = np.zeros(count, np.bool_)
    touches[parts.ravel().take(inside)] = True
    touches[0] = False
    corners = [(x, y, x + w, y + h) for x, y, w, h, _ in stats[touches].tolist()]
    left, top, right, bottom = corners[0]
    for x, y, x1, y1 in corners[1:]:
        left, top, right, bottom = min(left, x), min(top, y), max(right, x1), max(bottom, y1)
    box = slice(top, bottom), slice(left, right)
    if min(left, top) == 0 or max(right, bottom) == len(ink):
        sides = (touches.take(side) for side in (parts[0], parts[-1], parts[:, 0], parts[:, -1]))
        along = max(map(np.count_nonzero, sides)) / len(ink)
        if along > (MOST_ALONG if may_touch else 0):
            return None, box
    return np.asarray(touches.take(parts[box]), np.bool_), box


def are_zero_and_one(one: Sign | None, other: Sign | None) -> bool:
    """Whether two signs are a zero and a one, in this order, of one typeface."""
    if one is None or other is None or other.name != "narrow" or one.name not in ("zero", "ring"):
        return False
    # A ring is a letter O or a round zero; beside a narrow stroke it is the latter.
    return other.width < NARROWER * one.width and _within(other.height / one.height, AS_HIGH)


def _closed(strokes: Mask) -> Mask:
    """Strokes without the small gaps between the segments of a display."""
    reach = max(2, len(strokes) // 9)
    padded = cv2.copyMakeBorder(strokes.view(np.uint8), reach, reach, reach, reach, cv2.BORDER_CONSTANT, value=0)
    closed = cv2.morphologyEx(padded, cv2.MORPH_CLOSE, np.ones((reach, reach), np.uint8))
    return np.asarray(closed[reach:-reach, reach:-reach] > 0, np.bool_)


def _named(strokes: Mask, soft: Floats) -> str:
    """The name of a shape without a hole."""
    height, width = strokes.shape
    aspect = width / height
    if aspect > BAR:
        glyph = np.asarray(cv2.resize(soft, (SIDE, SIDE), interpolation=cv2.INTER_AREA), np.float32)
        crossing = bank("markers").match(glyph[None])[0]
        if crossing.name == "cross" and crossing.score > CROSS:
            return "cross"
    if _within(aspect, ZERO_WIDTH) and _has_two_sides(strokes):
        return "zero"
    if aspect < NARROW:
        whole = strokes.any(axis=1).mean() > LEAST_SIDE and (
            aspect > BAR or strokes.mean() > LEAST_BAR or height > 2 * width
        )
        return "narrow" if whole else ""
    return "disc" if _is_disc(strokes) else ""


def _has_two_sides(strokes: Mask) -> bool:
    """Whether strokes go up and down on the left and on the right with nothing between, and across above and below:
    a zero whose outline has gaps, as on displays of segments."""
    height, width = strokes.shape
    third = height // 3
    first, last = (width + 2) // 3, (width + 2) // 3 + (width + 1) // 3
    left, middle, right = strokes[:, :first], strokes[:, first:last], strokes[:, last:]
    sides = min(float(side[third // 2 : -third // 2 or None].any(axis=1).mean()) for side in (left, right))
    ends = min(float(end.any(axis=0).mean()) for end in (middle[: height // 5], middle[-(height // 5) :]))
    return sides > LEAST_SIDE and ends > LEAST_SIDE and float(middle[third : height - third].mean()) < EMPTY_MIDDLE


def _is_disc(strokes: Mask) -> bool:
    """Whether strokes fill a circle, or a square with round corners."""
    height, width = strokes.shape
    corners = strokes[[0, 0, -1, -1], [0, -1, 0, -1]].any()
    if corners or not _within(width / height, ROUND) or strokes.mean() < DISC:
        return False
    y, x = np.ogrid[:height, :width]
    disc = np.hypot((2 * y + 1) / height - 1, (2 * x + 1) / width - 1) <= 1
    return width < COARSE or bool(strokes.mean() > SQUARE or (disc != strokes).mean() < UNLIKE_CIRCLE)


def _within(value: float, bounds: tuple[float, float]) -> bool:
    return bounds[0] <= value <= bounds[1]


def _hole(strokes: Mask) -> Mask:
    """The ground that strokes enclose."""
    outside = cv2.copyMakeBorder((~strokes).view(np.uint8), 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=1)
    _, parts = cv2.connectedComponents(outside, connectivity=4)
    # The first part begins in the corner: it is what lies around the strokes, which are 0.
    return np.asarray(parts[1:-1, 1:-1] > 1, np.bool_)


def _is_ring(strokes: Mask, hole: Mask) -> bool:
    """Whether a shape with a hole is a zero or a ring, and no 4, 6, 8, 9 or A.

    Its stroke runs all around, and its hole, whatever is in it (a dot, a slash), reaches far and is in the middle.
    """
    height, width = strokes.shape
    # Each way from the middle must meet the stroke, if only one pixel of it.
    y, x = np.nonzero(strokes)
    y, x = (2 * y - height + 1) / max(1, height - 1), (2 * x - width + 1) / max(1, width - 1)
    ways = ((np.arctan2(y, x) / (2 * np.pi) * WAYS + 0.5) % WAYS).astype(np.intp)
    met: Mask = np.zeros(WAYS, np.bool_)
    met[ways[np.hypot(y, x) > 0.5]] = True
    around = met.mean() > MOSTLY
    rows = np.flatnonzero(hole.any(axis=1))
    far = rows[-1] - rows[0] + 1 > LEAST_REACH * height
    middle = hole[height * 2 // 5 : height - height * 2 // 5].any(axis=1).mean() > MOSTLY
    corners = strokes[[0, 0, -1, -1], [0, -1, 0, -1]].all()
    return bool(around and far and middle and not corners)
