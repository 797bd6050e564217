"""What a symbol is by its shape: a digit, a letter, a ring or a disc. For naming classes, and for folding classes that
show one symbol in several colours.

A shape is told by what every typeface keeps: a zero is taller than wide and has a hole, a one is narrower and has
none. No template is needed for that. Suns and moons are `naming.py`'s business.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.glyphs import LEAST_INK, SIDE, bank, label_type, near_middle

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


class _Shape(NamedTuple):
    """Strokes in a square, and where in it the box around them is."""

    strokes: Mask
    box: tuple[slice, slice]


def signs_of(inks: NDArray[np.uint8], core: float, may_touch: bool = False) -> list[Sign | None]:
    """The signs in the middles of squares of ink (N, E, E) uint8 0..255; None for each that has none.

    `core`: radius in pixels around the middle which every stroke reaches; unlike in `glyphs.cut_glyph`, a ring around
    something is kept, for that may be a zero with a dot. `may_touch`: whether strokes may come up to the border of the
    square, as careless ones do; not along it, as lines do.
    """
    inside = near_middle(inks.shape[1], core)
    peaks = inks.reshape(len(inks), inks.shape[1] * inks.shape[2]).take(inside, axis=1).max(axis=1)
    asked = np.flatnonzero(peaks >= LEAST_INK).tolist()
    plain = _boxed(inks, STROKE * peaks, asked, inside, may_touch)
    found: list[Sign | None] = [None] * len(inks)
    holed: set[int] = set()
    broad = {at: shape.strokes.shape[1] for at, shape in plain.items()}
    asked = list(plain)
    for level in THIN_STROKES:
        shapes = plain if level == STROKE else _boxed(inks, level * peaks, asked, inside, may_touch)
        asked = []
        closed = level == THIN_STROKES[-1]
        thin = {at: _closed(shape.strokes) if closed else shape.strokes for at, shape in shapes.items()}
        for (at, strokes), hole in zip(thin.items(), _holes(list(thin.values())), strict=True):
            if not closed:
                broad[at] = strokes.shape[1]
            if np.count_nonzero(hole) >= LEAST_HOLE * hole.size:
                holed.add(at)
                if _is_ring(strokes, hole):
                    height, width = strokes.shape
                    aspect = width / height
                    name = "ring" if _within(aspect, ROUND) else "zero" if _within(aspect, ZERO_WIDTH) else ""
                    found[at] = Sign(name, width, height)
                    continue
            asked.append(at)
    rest = {at: shape for at, shape in plain.items() if found[at] is None}
    for at, name in _names({at: shape for at, shape in rest.items() if at not in holed}, inks, peaks).items():
        height, width = rest[at].strokes.shape
        # One side of a ring that is written more strongly than the rest is no one.
        half = name == "narrow" and width > STRAIGHT * height and broad[at] > MOST_BROADER * width + 2
        found[at] = Sign("" if half else name, width, height)
    several = [at for at in rest if at in holed]
    for at, hole in zip(several, _holes([rest[at].strokes for at in several]), strict=True):
        strokes = rest[at].strokes
        filled = 0 < _part(hole) < MOST_DOT and _is_disc(strokes | hole)
        found[at] = Sign("disc" if filled else "", strokes.shape[1], strokes.shape[0])
    return found


def _boxed(
    inks: NDArray[np.uint8], levels: NDArray[np.float64], some: list[int], inside: NDArray[np.intp], may_touch: bool
) -> dict[int, _Shape]:
    """Of some squares of ink, the connected strokes that come near the middle; none of those that go on outside.

    `levels`: (N,) how much ink a stroke has more than; `inside`: the pixels near the middle, flat.
    """
    if not some:
        return {}
    side, count = inks.shape[1], len(some)
    # All squares in one picture, with a gap between them: the strokes of all are told apart at once.
    pitch = side + 1
    strip = np.zeros((count, pitch, side), np.uint8)
    least = levels[some].astype(np.uint8)
    np.greater(inks[some], least[:, None, None], out=strip[:, :side], casting="unsafe")
    picture = strip.reshape(count * pitch, side)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(picture, connectivity=8, ltype=label_type(strip.size // 3))
    parts: NDArray[Any] = np.asarray(labels)
    touches: Mask = np.zeros(len(stats), np.bool_)
    touches[parts.reshape(count, pitch * side).take(inside, axis=1)] = True
    touches[0] = False
    boxes: dict[int, tuple[int, int, int, int]] = {}
    for left, top, width, height, _ in stats[touches].tolist():
        square = top // pitch
        right, bottom = left + width, top + height
        if square in boxes:
            x0, y0, x1, y1 = boxes[square]
            left, top = left if left < x0 else x0, top if top < y0 else y0
            right, bottom = right if right > x1 else x1, bottom if bottom > y1 else y1
        boxes[square] = left, top, right, bottom
    shapes: dict[int, _Shape] = {}
    for square, at in enumerate(some):
        left, top, right, bottom = boxes[square]
        begin = square * pitch
        if left == 0 or top == begin or right == side or bottom == begin + side:
            own = parts[begin : begin + side]
            sides = (touches.take(line) for line in (own[0], own[-1], own[:, 0], own[:, -1]))
            if max(map(np.count_nonzero, sides)) > (MOST_ALONG if may_touch else 0) * side:
                continue
        strokes = np.asarray(touches.take(parts[top:bottom, left:right]), np.bool_)
        shapes[at] = _Shape(strokes, (slice(top - begin, bottom - begin), slice(left, right)))
    return shapes


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


def _names(shapes: dict[int, _Shape], inks: NDArray[np.uint8], peaks: NDArray[np.uint8]) -> dict[int, str]:
    """The names of shapes without a hole, by the squares of ink they are in."""
    broad = {at: shape for at, shape in shapes.items() if shape.strokes.shape[1] > BAR * shape.strokes.shape[0]}
    glyphs = np.empty((len(broad), SIDE, SIDE), np.float32)
    for glyph, (at, (strokes, box)) in zip(glyphs, broad.items(), strict=True):
        soft = np.where(strokes, np.minimum(inks[at][box] / float(peaks[at]), 1), 0).astype(np.float32)
        cv2.resize(soft, (SIDE, SIDE), dst=glyph, interpolation=cv2.INTER_AREA)
    matches = bank("markers").match(glyphs) if broad else []
    crosses = {at for at, match in zip(broad, matches, strict=True) if match.name == "cross" and match.score > CROSS}
    return {at: "cross" if at in crosses else _named(shape.strokes) for at, shape in shapes.items()}


def _named(strokes: Mask) -> str:
    """The name of a shape without a hole that is no cross."""
    height, width = strokes.shape
    aspect = width / height
    if _within(aspect, ZERO_WIDTH) and _has_two_sides(strokes):
        return "zero"
    if aspect < NARROW:
        whole = _part(strokes.any(axis=1)) > LEAST_SIDE and (
            aspect > BAR or _part(strokes) > LEAST_BAR or height > 2 * width
        )
        return "narrow" if whole else ""
    return "disc" if _is_disc(strokes) else ""


def _has_two_sides(strokes: Mask) -> bool:
    """Whether strokes go up and down on the left and on the right with nothing between, and across above and below:
    a zero whose outline has gaps, as on displays of segments."""
    height, width = strokes.shape
    if height < 5:
        return False
    third = height // 3
    first, last = (width + 2) // 3, (width + 2) // 3 + (width + 1) // 3
    left, middle, right = strokes[:, :first], strokes[:, first:last], strokes[:, last:]
    if _part(middle[third : height - third]) >= EMPTY_MIDDLE:
        return False
    sides = (side[third // 2 : -third // 2 or None].any(axis=1) for side in (left, right))
    ends = (end.any(axis=0) for end in (middle[: height // 5], middle[-(height // 5) :]))
    return all(_part(line) > LEAST_SIDE for lines in (sides, ends) for line in lines)


def _part(mask: Mask | np.bool) -> float:
    """How much of something is so."""
    return int(np.count_nonzero(mask)) / max(1, mask.size)


def _is_disc(strokes: Mask) -> bool:
    """Whether strokes fill a circle, or a square with round corners."""
    height, width = strokes.shape
    corners = strokes[0, 0] or strokes[0, -1] or strokes[-1, 0] or strokes[-1, -1]
    if corners or not _within(width / height, ROUND) or (full := _part(strokes)) < DISC:
        return False
    if width < COARSE or full > SQUARE:
        return True
    y, x = np.ogrid[:height, :width]
    disc = np.hypot((2 * y + 1) / height - 1, (2 * x + 1) / width - 1) <= 1
    return _part(disc != strokes) < UNLIKE_CIRCLE


def _within(value: float, bounds: tuple[float, float]) -> bool:
    return bounds[0] <= value <= bounds[1]


def _holes(shapes: list[Mask]) -> list[Mask]:
    """The ground that strokes enclose, of several shapes."""
    if not shapes:
        return []
    # All shapes in one picture, with ground between them.
    height, width = max(len(strokes) for strokes in shapes), sum(strokes.shape[1] + 1 for strokes in shapes)
    ground = np.ones((height + 2, width + 1), np.uint8)
    boxes, left = [], 1
    for strokes in shapes:
        box = slice(1, 1 + strokes.shape[0]), slice(left, left + strokes.shape[1])
        np.logical_not(strokes, out=ground[box])
        boxes.append(box)
        left = box[1].stop + 1
    _, labels = cv2.connectedComponents(ground, connectivity=4, ltype=label_type(ground.size))
    # The first part begins in the corner: it is what lies around all strokes, which are 0.
    enclosed = np.asarray(labels > 1, np.bool_)
    return [enclosed[box] for box in boxes]


def _is_ring(strokes: Mask, hole: Mask) -> bool:
    """Whether a shape with a hole is a zero or a ring, and no 4, 6, 8, 9 or A.

    Its stroke runs all around, and its hole, whatever is in it (a dot, a slash), reaches far and is in the middle.
    """
    height, width = strokes.shape
    rows: Mask = np.asarray(hole.any(axis=1), np.bool_)
    reach = height - int(rows.argmax()) - int(rows[::-1].argmax())
    if reach <= LEAST_REACH * height or (strokes[0, 0] and strokes[0, -1] and strokes[-1, 0] and strokes[-1, -1]):
        return False
    middle = rows[height * 2 // 5 : height - height * 2 // 5]
    if np.count_nonzero(middle) <= MOSTLY * len(middle):
        return False
    # Each way from the middle must meet the stroke, if only one pixel of it.
    met: Mask = np.zeros(WAYS + 1, np.bool_)
    met[_ways(height, width)[strokes]] = True
    return int(np.count_nonzero(met[:WAYS])) > MOSTLY * WAYS


@lru_cache(maxsize=512)
def _ways(height: int, width: int) -> NDArray[np.uint8]:
    """Which of the `WAYS` from the middle of a box leads to each of its pixels; `WAYS` for those about the middle."""
    y = ((2 * np.arange(height) - height + 1) / max(1, height - 1))[:, None]
    x = (2 * np.arange(width) - width + 1) / max(1, width - 1)
    ways = ((np.arctan2(y, x) / (2 * np.pi) * WAYS + 0.5) % WAYS).astype(np.uint8)
    return np.where(np.hypot(y, x) > 0.5, ways, np.uint8(WAYS))
