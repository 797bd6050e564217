"""Where is a board of Pips? Its tags give it away: diamonds of one size, full of colour, in equal steps.

A coarse scan of a reduced picture finds most of them, for next to nothing where there are none. Where they lie on one
lattice, that is the board's: each is centred on the lower right corner of a cell. What the cells hold, and the tags
that the scan missed, is not asked here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.imgproc import median

Colours = NDArray[np.uint8]
Box = tuple[int, int, int, int]

# Pixels of the picture in which the coarse scan looks for tags: those of the smallest boards are 7 pixels wide there.
# It is reduced to no less, but for pictures of more than the latter, which are halved at least.
COARSE_PIXELS, HALVED_PIXELS = 250_000, 500_000
# A tag's colours differ by more than this (0..255), and by half of the brightest; fills and symbols differ by less.
LEAST_CHROMA = 45
# |x| + |y| of a diamond's outermost points, where its corners are at 1: measured up to 1.25; circles have 1.41.
DIAMOND = 1.3
# Part of its box that a diamond takes at most: 0.5 of a large one, 0.64 of the smallest; discs take 0.79.
MOST_OF_BOX = 0.7
LEAST_TAG = 6
# Half as large, where it is asked whether there are any at all, they are no smaller than this, and their outlines reach
# at most so many pixels beyond a diamond's: of 2,400 pictures with tags of 12 to 17 pixels, moved by a few pixels each,
# one had no such diamond; 3 of 4 pictures of other games have none.
LEAST_SEEN, TOLERANCE = 3, 0.55
# So many of at least this width there are enough of them. Tags may have run together with a frame as large as this, of
# whose box less than this part is within its outline: in pictures of Tango nothing is like that.
ENOUGH, LARGE = 4, 10
FRAME, FULL = 20, 0.6
# A board has at least so many tags.
LEAST_TAGS = 2
# A tag is 0.76 of a cell wide in the newspaper, 0.67 elsewhere.
NARROWEST, WIDEST = 0.45, 0.95
USUAL = 0.74
# Tags next to each other in a row or column of the lattice are at most so many cells apart.
MOST_APART = 9
MOST_GRIDS = 4
# Steps that differ by less are of the same lattice, and only the first is fitted: that moves them by less.
SAME_STEP = 0.012
# So many tags do not lie on every second place of a lattice by chance: each does so one time in four.
NO_CHANCE = 5
# Tags lie this near to their lattice points, in cells: measured 0.02.
OFF_LATTICE = 0.09


class Diamond(NamedTuple):
    """Something like a tag: centre `(x, y)` and width in pixels, and its colour `(blue, green, red)`."""

    x: float
    y: float
    width: float
    colour: tuple[int, int, int]


class Outline(NamedTuple):
    """The outline of something: its points `(x, y)`, (N, 1, 2), and its box `(x, y, width, height)`."""

    points: NDArray[np.int32]
    box: Sequence[int]


class Grid(NamedTuple):
    """A lattice of cells: cell `(r, c)` begins at `(x + c * step, y + r * step)`; rows and columns may be negative."""

    x: float
    y: float
    step: float


def off_colour(pixels: Colours, colour: Sequence[float] | NDArray[Any]) -> NDArray[np.uint8]:
    """How far pixels are from a colour, the channel that differs most, 0..255. `pixels`: (H, W, 3) uint8; (H, W)."""
    scalar = np.array([*(round(float(value)) for value in colour), 0], np.float64)
    blue, green, red = channels(np.asarray(cv2.absdiff(pixels, scalar), np.uint8))
    cv2.max(blue, green, dst=blue)
    return np.asarray(cv2.max(blue, red, dst=blue), np.uint8)


def near_colour(pixels: Colours, colour: Sequence[float] | NDArray[Any], reach: float) -> NDArray[np.bool_]:
    """Which pixels are no farther than this from a colour, as `off_colour` says it, in half the time. `pixels`:
    (H, W, 3) uint8; (H, W)."""
    whole = np.rint(np.array(colour, np.float64))
    return np.asarray(cv2.inRange(pixels, whole - int(reach), whole + int(reach))) > 0


def channels(pixels: Colours) -> NDArray[np.uint8]:
    """What is blue, green and red of pixels: (H, W, 3) -> (3, H, W). OpenCV's `split` takes three times as long where
    it is not told where to put them."""
    planes = np.empty((3, *pixels.shape[:2]), np.uint8)
    cv2.split(pixels, list(planes))
    return planes


def widest(differences: NDArray[Any]) -> NDArray[Any]:
    """The largest of the absolute differences in blue, green and red: (..., 3) -> (...)."""
    apart = np.abs(differences)
    return np.asarray(np.maximum(np.maximum(apart[..., 0], apart[..., 1]), apart[..., 2]))


def find_diamonds(bgr: Colours) -> list[Diamond]:
    """The diamonds of about one size in a picture; most of a board's tags, and next to nothing elsewhere."""
    height, width = bgr.shape[:2]
    factor = max(2 if height * width > HALVED_PIXELS else 1, int((height * width / COARSE_PIXELS) ** 0.5))
    # Half as large, most pictures of other games show that they have none.
    coarse, rows, columns = 2 * factor, height // factor // 2, width // factor // 2
    if min(rows, columns) < LEAST_TAG:
        return []
    mask = _full_of_colour(_every(bgr, columns, rows))
    outlines = _outlines(mask)
    boxes = list(_diamonds(outlines, LEAST_SEEN, TOLERANCE))
    large = [box for box in boxes if min(box[2:]) >= LARGE]
    if len(large) >= ENOUGH and len(found := _measured_all(bgr, large, coarse)) >= ENOUGH:
        return found
    if not any(_diamonds_within(bgr, box, coarse) for box in boxes) and not any(map(_may_hide, outlines)):
        return []
    return _measured_all(bgr, _diamonds_within(bgr, cv2.boundingRect(mask), coarse), factor)


def _diamonds_within(bgr: Colours, box: Sequence[int], factor: int) -> list[Box]:
    """The boxes of the diamonds in a part of a picture, and a pixel beyond it, as half of a factor reduces it. `box`:
    `(x, y, width, height)` in the picture reduced by the whole factor."""
    left, top = max(0, box[0] - 1), max(0, box[1] - 1)
    right = min(bgr.shape[1] // factor, box[0] + box[2] + 1)
    bottom = min(bgr.shape[0] // factor, box[1] + box[3] + 1)
    part = bgr[top * factor : bottom * factor, left * factor : right * factor]
    mask = _full_of_colour(_every(part, 2 * (right - left), 2 * (bottom - top)))
    return [(2 * left + x, 2 * top + y, w, h) for x, y, w, h in _diamonds(_outlines(mask))]


def _measured_all(bgr: Colours, boxes: list[Box], factor: int) -> list[Diamond]:
    """The diamonds of about one size in some boxes `(x, y, width, height)` of the picture reduced by a factor."""
    reach = factor + 2
    parts = [
        (max(0, x * factor - reach), max(0, y * factor - reach), (x + w) * factor + reach, (y + h) * factor + reach)
        for x, y, w, h in boxes
    ]
    crops = [bgr[top:bottom, left:right] for left, top, right, bottom in parts]
    found = []
    largest, pitch = _largest(crops)
    for number, ((left, top, *_), (_, _, w, h), crop) in enumerate(zip(parts, boxes, crops, strict=True)):
        outline = largest.get(number)
        if outline and (one := _measured(crop, outline, number * pitch, (w + h) / 2 * factor)) is not None:
            found.append(Diamond(left + one.x, top + one.y, one.width, one.colour))
    return _alike(found)


def _largest(crops: list[Colours]) -> tuple[dict[int, Outline], int]:
    """The largest outline in each of some parts of a picture that has one, as it lies where they lie one above the
    other; and how far each begins below the one before."""
    if not crops:
        return {}, 0
    # All in one picture, with a gap between them: a dozen calls for one part cost more than what they do.
    pitch = max(len(crop) for crop in crops) + 1
    column = np.zeros((len(crops), pitch, max(crop.shape[1] for crop in crops), 3), np.uint8)
    for room, crop in zip(column, crops, strict=True):
        room[: crop.shape[0], : crop.shape[1]] = crop
    largest: dict[int, tuple[float, Outline]] = {}
    for outline in _outlines(_full_of_colour(column.reshape(-1, *column.shape[2:]))):
        number, area = outline.box[1] // pitch, cv2.contourArea(outline.points)
        # Of two as large the upper one, which comes last.
        if number not in largest or area >= largest[number][0]:
            largest[number] = area, outline
    return {number: outline for number, (_, outline) in largest.items()}, pitch


def _every(bgr: Colours, width: int, height: int) -> Colours:
    """A picture of which only so many rows and columns are left: `bgr[::k, ::k]`, six times as fast."""
    return np.asarray(cv2.resize(bgr, (width, height), interpolation=cv2.INTER_NEAREST), np.uint8)


def _full_of_colour(bgr: Colours) -> NDArray[np.uint8]:
    """Where a picture is full of colour: (H, W) uint8 of 0 and 255."""
    blue, green, red = channels(bgr)
    most = cv2.max(blue, green)
    cv2.max(most, red, dst=most)
    least = cv2.min(blue, green)
    cv2.min(least, red, dst=least)
    # More than half of the brightest is more than the darkest.
    chroma = cv2.subtract(most, least)
    cv2.compare(chroma, least, cv2.CMP_GT, dst=least)
    cv2.threshold(chroma, LEAST_CHROMA, 255, cv2.THRESH_BINARY, dst=chroma)
    return np.asarray(cv2.bitwise_and(chroma, least, dst=chroma), np.uint8)


def _outlines(mask: NDArray[np.uint8]) -> list[Outline]:
    """The outlines of what is full of colour, and their boxes."""
    contours = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]
    return [Outline(np.asarray(one, np.int32), cv2.boundingRect(one)) for one in contours if len(one) >= 4]


def _may_hide(outline: Outline) -> bool:
    """Whether something large and full of gaps may be a frame, or borders, from which tags cannot be told."""
    _, _, w, h = outline.box
    return w >= FRAME and h >= FRAME and cv2.contourArea(outline.points) < FULL * w * h


def _diamonds(outlines: list[Outline], least: int = LEAST_TAG, tolerance: float = 0.0) -> Iterator[Box]:
    """The boxes `(x, y, width, height)` of the diamonds among some outlines. `least`: their width and height;
    `tolerance`: so many pixels may they reach farther than diamonds do."""
    for points, (x, y, w, h) in outlines:
        if w < least or h < least or max(w, h) > 1.25 * min(w, h) + 1 + 2 * tolerance:
            continue
        if cv2.contourArea(points) > MOST_OF_BOX * (w - 1) * (h - 1):
            continue
        # Point by point: what is no diamond mostly shows so at the first few.
        half_x, half_y = (w - 1) / 2, (h - 1) / 2
        x_mid, y_mid = x + half_x, y + half_y
        most = DIAMOND + tolerance / min(half_x, half_y)
        if all(abs(a - x_mid) / half_x + abs(b - y_mid) / half_y <= most for ((a, b),) in points.tolist()):
            yield x, y, w, h


# The row, counted from those that reach farthest, that shows where a side of a diamond lies: half of all rows end at a
# side, dashes that touch the diamond are less than a quarter.
SIDE_ROW = 0.36
# Corners are rounded: a tag is this much narrower than its sides, drawn out, would make it. Measured 0.89 to 0.94.
ROUNDED = 0.9


def _measured(crop: Colours, outline: Outline, down: int, about: float) -> Diamond | None:
    """The diamond of an outline in a part of the picture, about so wide, by its sides: dashes of a border may touch its
    corners, and the newspaper's are bitten at the upper left. `down`: how far below it the outline is given."""
    points, (x, y, w, h) = outline
    mask: NDArray[np.uint8] = np.zeros((h, w), np.uint8)
    cv2.drawContours(mask, [points], -1, 1, cv2.FILLED, offset=(-x, -y))
    y -= down
    row = np.arange(h)
    first = mask.view(np.bool_).argmax(axis=1)
    last = w - 1 - np.asarray(cv2.flip(mask, 1)).view(np.bool_).argmax(axis=1)
    # One row each: how far the lower right, the upper right and the lower left side lies in each row of the picture.
    sides = np.sort([last + row, last - row, row - first], axis=1)[:, h - 1 - int(SIDE_ROW * h)].tolist()
    lower_right, upper_right, lower_left = sides[0] + x + y, sides[1] + x - y, sides[2] + y - x
    half = (upper_right + lower_left) / 2
    if not 0.7 * about < 2 * half < 1.25 * about:
        return None
    x_mid = (lower_right - half + (upper_right - lower_left) / 2) / 2
    y_mid = (lower_right - half - (upper_right - lower_left) / 2) / 2
    # Between its text and its corners a tag has nothing but its own colour.
    places = [(x_mid - 0.74 * half, y_mid), (x_mid + 0.74 * half, y_mid), (x_mid, y_mid + 0.74 * half)]
    height, width = crop.shape[:2]
    if any(not (0 <= round(a) < width and 0 <= round(b) < height) for a, b in places):
        return None
    pixels = [crop[round(b), round(a)].tolist() for a, b in places]
    blue, green, red = (sorted(channel)[1] for channel in zip(*pixels, strict=True))
    return Diamond(x_mid, y_mid, ROUNDED * 2 * half, (blue, green, red))


def _alike(diamonds: list[Diamond]) -> list[Diamond]:
    """The largest group of about one width."""
    groups = ([d for d in diamonds if 0.86 < d.width / one.width < 1.16] for one in diamonds)
    return max(groups, key=len, default=[])


def usual_width(diamonds: list[Diamond]) -> float:
    """The width of the tags."""
    return float(median([d.width for d in diamonds]))


def _distinct(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """The values once each, the smallest first; `numpy.unique` imports numpy's masked arrays for that."""
    ordered = np.sort(values)
    return np.asarray(ordered[first_of_each(ordered)], np.float64)


def first_of_each(ordered: NDArray[Any]) -> NDArray[np.intp]:
    """Where each of the different values in an ordered array is first: `numpy.diff` takes three times as long."""
    changes = np.empty(len(ordered), np.bool_)
    changes[:1] = True
    np.not_equal(ordered[1:], ordered[:-1], out=changes[1:])
    return np.flatnonzero(changes)


def find_grids(diamonds: list[Diamond], widths: tuple[float, float] = (NARROWEST, WIDEST)) -> list[Grid]:
    """The lattices on which most of the diamonds lie, the likeliest first. `widths`: of tags, in cells."""
    if len(diamonds) < 2:
        return []
    width = usual_width(diamonds)
    centres = np.array([(d.x, d.y) for d in diamonds])
    apart = _distinct(np.rint(2 * np.abs(centres[:, None] - centres[None]).reshape(-1)) / 2)
    steps = apart[apart > width / widths[1] - 1][:, None] / np.arange(1, MOST_APART + 1)
    steps = _distinct(np.rint(8 * steps[(steps >= width / widths[1]) & (steps <= width / widths[0])]) / 8)
    if len(steps) == 0:
        return []
    # (steps, anchors, others, 2): where each would lie, counted in steps from each.
    places = (centres[None, None] - centres[None, :, None]) / steps[:, None, None, None]
    on = (np.abs(places - np.rint(places)) < OFF_LATTICE).all(axis=3)
    many = on.sum(axis=2).max(axis=1)
    scores = many - np.abs(np.log(width / steps / USUAL))
    grids: list[Grid] = []
    tags_on: list[int] = []
    least = max(2, many.max() - 1)
    for number in np.argsort(-scores).tolist():
        if many[number] < least or any(abs(steps[number] / other.step - 1) < SAME_STEP for other in grids):
            continue
        grid = _fitted(centres, float(steps[number]), on[number, on[number].sum(axis=1).argmax()])
        if all(abs(grid.step / other.step - 1) > 0.03 for other in grids):
            grids.append(grid)
            tags_on.append(int(many[number]))
    # Where many tags lie on every second place alone, those between are none: it would be chance.
    return [
        grid
        for grid, tags in zip(grids, tags_on, strict=True)
        if tags < NO_CHANCE
        or not any(
            abs(other.step / grid.step - 2) < 0.03 and there >= tags
            for other, there in zip(grids, tags_on, strict=True)
        )
    ][:MOST_GRIDS]


def _fitted(centres: NDArray[np.float64], step: float, on: NDArray[np.bool_]) -> Grid:
    """The lattice of about this step through these centres."""
    first = centres[on][0]
    places = np.rint((centres[on] - first) / step)
    # One step for both directions: x = x0 + step * column, y = y0 + step * row.
    mean, mid = places.mean(axis=0), centres[on].mean(axis=0)
    spread = ((places - mean) ** 2).sum()
    fine = float(((places - mean) * (centres[on] - mid)).sum() / spread) if spread > 0 else step
    x, y = mid - mean * fine
    return Grid(float(x), float(y), fine)
