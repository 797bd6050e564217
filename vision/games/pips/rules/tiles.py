"""Dominoes of Pips: the tiles in the tray, and how many pips lie on a half, there or on the board.

A tile is a light rectangle, 1.9 times as long as wide, and the tiles of a tray are alike. The pips of a half lie on
three rows and columns; which of these nine places are dark tells how many they are, so pips that touch, or lie partly
under a tag, are counted all the same. Where on the picture the board is, others say.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.games.pips.rules.lattice import Colours, first_of_each
from vision.imgproc import averaged, label_type, median, percentile

Floats = NDArray[np.float32]
Box = tuple[int, int, int, int]

# Pixels of the picture in which tiles are looked for: outlines are 1 pixel wide there, and more.
SEARCH_PIXELS = 1_200_000
# In so many, each one of the picture's, those are found whose outlines are of 2 pixels and more in one of 3 million.
QUICK_PIXELS = 600_000
# The lightest of a picture is looked for in every 16th row and column, or in so many of them where these are fewer.
SAMPLED, SAMPLES = 16, 64
# A tile is lighter than this part of the lightest in the picture; outlines and pips of 0.16 to 0.3 are darker.
LIGHT = 0.62
# Length by width; measured 1.83 to 2.1 with and without bevels.
ASPECT = (1.55, 2.4)
LEAST_TILE = 9
# A tile fills its box but for round corners.
LEAST_FULL = 0.87
# A half is at most so much longer than wide, and the line that parts it from the other is at most so wide, in halves.
SQUARE, MOST_GAP = 1.25, 0.15
# Tiles of one tray differ by less in length and width.
ALIKE = 0.09

# Pixels of a half as it is read, and how many of them along its sides are left out: outlines, dividers.
HALF = 32
RIM = 3
_FRAME = np.zeros((HALF, HALF), np.bool_)
_FRAME[RIM : HALF - RIM, RIM : HALF - RIM] = True
# A half read with less confidence is looked at again, from so many pixels aside.
CLEAR = 0.7
ASIDE = [(dx, dy) for dx in (-1.4, 0.0, 1.4) for dy in (-1.4, 0.0, 1.4) if dx or dy]
# Pips are this much darker than their half (0..255), or there are none.
LEAST_PIP = 30.0


@dataclass(frozen=True, slots=True)
class Half:
    """How many pips lie on half a domino. `value` and `runner_up`: 0..6; `confidence`: 0..1."""

    value: int
    runner_up: int
    confidence: float


# --- the tray --------------------------------------------------------------------------------------------------------


def find_tiles(
    bgr: Colours, within: Box, level: float, light: float = LIGHT, apart: bool = False, quick: bool = False
) -> list[Box]:
    """The largest group of alike tiles in a part of the picture, as boxes `(x_min, y_min, x_max, y_max)` in pixels of
    the picture, the maxima excluded, row by row. `level`: the lightest grey of the picture; `light`: how much of that
    a tile has; `apart`: whether a line all across may part its halves; `quick`: whether to look at no more than some of
    the pixels, of a picture in colours. `bgr`: in colours or in grey, (H, W, 3) or (H, W) uint8."""
    factor = max(1, int((bgr.shape[0] * bgr.shape[1] / (QUICK_PIXELS if quick else SEARCH_PIXELS)) ** 0.5))
    left, top, right, bottom = around = _enclosed(bgr, within, light * level, factor)
    if right - left < 2 * LEAST_TILE or bottom - top < LEAST_TILE:
        return []
    part = bgr[top:bottom, left:right]
    # Single pixels in green take a third of the time of the means in grey.
    part = np.ascontiguousarray(part[::factor, ::factor, 1]) if quick else averaged(_grey(part), factor)
    unseen = factor - 1 if quick else 0
    contours, tree = cv2.findContours(_calmed(part, light * level), cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
    parents = tree[0, :, 3].tolist() if tree is not None else []
    found: list[Box] = []
    halves: list[Box] = []
    for contour, parent in zip(contours, parents, strict=True):
        if parent >= 0 or len(contour) < 4:
            continue
        x, y, w, h = cv2.boundingRect(contour)
        if min(w, h) < LEAST_TILE or not (apart or ASPECT[0] < max(w, h) / min(w, h) < ASPECT[1]):
            continue
        if cv2.contourArea(contour) <= LEAST_FULL * (w - 1) * (h - 1):
            continue
        box = left + x * factor, top + y * factor, left + (x + w) * factor, top + (y + h) * factor
        if any(box[k] == around[k] != within[k] for k in range(4)):
            continue  # it is what lies around the tiles, and larger
        box = box[0], box[1], box[2] - unseen, box[3] - unseen
        if ASPECT[0] < max(w, h) / min(w, h) < ASPECT[1]:
            found.append(box)
        elif apart and max(w, h) < SQUARE * min(w, h):
            halves.append(box)
    if apart and len(halves) > 2 * len(found):
        found = joined(_alike(halves, 2.0 * factor))
    return _rows(_completed(_alike(found, 2.0 * factor), bgr.shape))


# A mask that changes more often than this along its rows is noise: those of labelled pictures do 6,000 times at most.
# The outlines of so many specks take OpenCV up to 9 seconds, and 0.014 where they are smoothed over so many pixels.
NOISE, ROWS_LOOKED_AT, SMOOTHED = 15_000, 8, 5


def _calmed(grey: NDArray[np.uint8], light: float) -> NDArray[np.uint8]:
    """Where a grey picture is lighter than this, 0 and 255, without specks where these are noise."""
    mask = cv2.threshold(grey, light, 255, cv2.THRESH_BINARY)[1]
    some = mask[::ROWS_LOOKED_AT]
    changes = ROWS_LOOKED_AT * cv2.countNonZero(cv2.absdiff(some[:, 1:], some[:, :-1]))
    return np.asarray(cv2.medianBlur(mask, SMOOTHED) if changes > NOISE else mask, np.uint8)


def lightest(picture: NDArray[np.uint8]) -> float:
    """The lightest grey of a picture, as `find_tiles` wants it. `picture`: in colours or in grey, (H, W, 3) or (H, W)
    uint8."""
    rows, columns = (max(SAMPLED, length // SAMPLES) for length in picture.shape[:2])
    some = picture[::rows, ::columns]
    return percentile(some if some.ndim == 2 else some[..., 1], 99)


def _grey(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Pixels in colours, (H, W, 3), or in grey already, in grey: (H, W)."""
    return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8) if pixels.ndim == 3 else pixels


# Of so many rows one is looked at, in pixels of the reduced picture: the sides of tiles are longer.
ROWS_APART = LEAST_TILE - 3


def _enclosed(bgr: NDArray[np.uint8], within: Box, least: float, factor: int) -> Box:
    """The part of a part of the picture beyond which there are no tiles, since all is lighter than a grey there, or all
    is darker. It begins at a multiple of the factor from where the whole part does."""
    left, top, right, bottom = within
    apart = ROWS_APART * factor
    if bottom - top < 4 * apart or right <= left:
        return within
    rows = _grey(bgr[top + apart // 2 : bottom : apart, left:right])
    light = cv2.threshold(rows, least, 255, cv2.THRESH_BINARY)[1]
    x, y, w, h = cv2.boundingRect(light)
    x_dark, y_dark, w_dark, h_dark = cv2.boundingRect(cv2.bitwise_not(light))
    y0, y1 = max(y, y_dark), min(y + h, y_dark + h_dark)
    # A tile that a side of the part cuts has an end of its outline there, which may lie between two of the rows.
    ends = (_grey(bgr[top:bottom:factor, left : right : max(1, right - left - 1)]).min(axis=0) <= least).tolist()
    x0, x1 = x if ends[0] else max(x, x_dark), x + w if ends[-1] else min(x + w, x_dark + w_dark)
    x0, x1 = max(0, x0 // factor - 2) * factor, x1 + 2 * factor
    y0, y1 = max(0, y0 - 1) * apart, (y1 + 1) * apart
    return left + x0, top + y0, min(right, left + x1), min(bottom, top + y1)


# A tile at the picture's edge of which so many pixels are left, counted off the edge, is cut.
AT_EDGE = 3


def _completed(boxes: list[Box], shape: tuple[int, ...]) -> list[Box]:
    """Tiles; those cut by the picture's edge as they would be if they went on beyond."""
    if not boxes:
        return []
    height, width = shape[:2]
    if not any(
        x0 < AT_EDGE or y0 < AT_EDGE or x1 > width - AT_EDGE or y1 > height - AT_EDGE for x0, y0, x1, y1 in boxes
    ):
        return boxes
    length = round(float(median([max(x1 - x0, y1 - y0) for x0, y0, x1, y1 in boxes])))
    across = round(float(median([min(x1 - x0, y1 - y0) for x0, y0, x1, y1 in boxes])))
    whole = []
    for x0, y0, x1, y1 in boxes:
        wide, high = (length, across) if x1 - x0 > y1 - y0 else (across, length)
        left, top = (min(x0, x1 - wide) if x0 < AT_EDGE else x0), (min(y0, y1 - high) if y0 < AT_EDGE else y0)
        right = max(x1, x0 + wide) if x1 > width - AT_EDGE else x1
        bottom = max(y1, y0 + high) if y1 > height - AT_EDGE else y1
        whole.append((left, top, right, bottom))
    return whole


def joined(halves: list[Box]) -> list[Box]:
    """The tiles of some halves, each with the nearest one that is close beside or below it."""
    if not halves:
        return []
    boxes = np.array(halves)
    pairs = []
    for k in (0, 1):  # beside, below
        low, high, aside = boxes[:, k], boxes[:, k + 2], boxes[:, 1 - k]
        gap, most = low[None] - high[:, None], (MOST_GAP * (high - low))[:, None]
        near = (np.abs(aside[None] - aside[:, None]) < most) & (gap >= -1) & (gap < most)
        pairs += [(int(gap[i, j]), halves[i], halves[j]) for i, j in np.argwhere(near).tolist()]
    found: list[Box] = []
    taken: set[Box] = set()
    for _, one, other in sorted(pairs):
        if one not in taken and other not in taken:
            taken |= {one, other}
            found.append((one[0], one[1], other[2], other[3]))
    return found


def _alike(boxes: list[Box], slack: float) -> list[Box]:
    """The largest group of boxes of one length and width."""
    if not boxes:
        return []
    sizes = np.sort([(x1 - x0, y1 - y0) for x0, y0, x1, y1 in boxes], axis=1)
    near = (np.abs(sizes[:, None] - sizes[None]) <= ALIKE * sizes[None] + slack).all(axis=2)
    group = near[near.sum(axis=1).argmax()]
    return [box for box, there in zip(boxes, group, strict=True) if there]


def _rows(boxes: list[Box]) -> list[Box]:
    """In reading order: row by row, a row being what overlaps in height."""
    ordered: list[Box] = []
    rest = sorted(boxes, key=lambda box: box[1] + box[3])
    while rest:
        middle = (rest[0][1] + rest[0][3]) / 2
        row = [box for box in rest if box[1] < middle < box[3]]
        ordered += sorted(row)
        rest = [box for box in rest if box not in row]
    return ordered


def cut_halves(bgr: Colours, boxes: list[Box]) -> tuple[Floats, list[bool]]:
    """The halves of tiles, two for each: left and right, or upper and lower: (2 N, HALF, HALF) grey, those of upright
    tiles turned as if they lay. And which tiles are upright. Beyond the picture it goes on as it ends.

    `bgr`: the picture in colours or in grey, (H, W, 3) or (H, W) uint8.
    """
    halves, upright = [], []
    for box in boxes:
        x0, y0, x1, y1 = box
        tile = _grey(bgr[max(0, y0) : y1, max(0, x0) : x1])
        if any(around := _beyond(box, bgr.shape)):
            tile = np.asarray(cv2.copyMakeBorder(tile, *around, cv2.BORDER_REPLICATE), np.uint8)
        stands = y1 - y0 > x1 - x0
        if stands:
            tile = np.ascontiguousarray(tile.T)
        while tile.shape[0] >= 4 * HALF:  # halving costs a tenth of averaging by fractions
            tile = averaged(tile, 2)
        if tile.shape[0] > 2 * HALF:
            tile = np.asarray(cv2.resize(tile, (4 * HALF, 2 * HALF), interpolation=cv2.INTER_LINEAR), np.uint8)
        whole = cv2.resize(tile, (2 * HALF, HALF), interpolation=cv2.INTER_AREA)
        halves += [whole[:, :HALF], whole[:, HALF:]]
        upright.append(stands)
    return np.array(halves, np.float32).reshape(-1, HALF, HALF), upright


def halves_beyond(bgr: Colours, boxes: list[Box]) -> NDArray[np.bool_]:
    """What of the halves of tiles lies beyond the picture: (2 N, HALF, HALF), as `cut_halves` gives them."""
    hidden = np.zeros((2 * len(boxes), HALF, HALF), np.bool_)
    for number, box in enumerate(boxes):
        x0, y0, x1, y1 = box
        if any(around := _beyond(box, bgr.shape)):
            mask = np.zeros((min(y1, bgr.shape[0]) - max(0, y0), min(x1, bgr.shape[1]) - max(0, x0)), np.uint8)
            mask = np.asarray(cv2.copyMakeBorder(mask, *around, cv2.BORDER_CONSTANT, value=255), np.uint8)
            lying = np.ascontiguousarray(mask.T) if y1 - y0 > x1 - x0 else mask
            whole = cv2.resize(lying, (2 * HALF, HALF), interpolation=cv2.INTER_AREA) > 0
            hidden[2 * number], hidden[2 * number + 1] = whole[:, :HALF], whole[:, HALF:]
    return hidden


def _beyond(box: Box, shape: tuple[int, ...]) -> tuple[int, int, int, int]:
    """By how many pixels a tile goes beyond the picture: above, below, left, right."""
    x0, y0, x1, y1 = box
    return max(0, -y0), max(0, y1 - shape[0]), max(0, -x0), max(0, x1 - shape[1])


# --- pips ------------------------------------------------------------------------------------------------------------

# The nine places, row by row.
PATTERNS = (
    (0, "... ... ..."),
    (1, "... .o. ..."),
    (2, "o.. ... ..o"),
    (2, "..o ... o.."),
    (3, "o.. .o. ..o"),
    (3, "..o .o. o.."),
    (4, "o.o ... o.o"),
    (5, "o.o .o. o.o"),
    (6, "o.o o.o o.o"),
    (6, "ooo ... ooo"),
)
_VALUES = np.array([value for value, _ in PATTERNS])
_PLACES = np.array([[mark == "o" for mark in drawn.replace(" ", "")] for _, drawn in PATTERNS], np.float32)


def read_halves(halves: Floats, hidden: NDArray[np.bool_] | None = None, closely: bool = True) -> list[Half]:
    """How many pips lie on each of some halves of one look: (N, HALF, HALF) grey.

    `hidden`: (N, HALF, HALF), where something covers them. `closely`: whether those not plain are looked at again, from
    aside. All must be drawn alike, as those of one tray are.
    """
    count = len(halves)
    if count == 0:
        return []
    seen = np.tile(_FRAME, (count, 1, 1))
    if hidden is not None:
        seen &= ~hidden
    # Hidden pixels sort below all others.
    some = np.where(seen[:, ::2, ::2], halves[:, ::2, ::2], np.float32(-1)).reshape(count, -1)
    place = round(0.88 * some.shape[1])
    some.partition(place, axis=1)
    face = some[:, place]
    drop = face[:, None, None] - halves
    drop *= seen
    # What is darkest anywhere are pips, if it is dark at all.
    depth = drop.max(axis=(1, 2))
    if (depth < LEAST_PIP).all():
        return [Half(0, 1, 1.0)] * count
    level = float(median((face - depth)[depth > 0.6 * depth.max()]))
    drop /= np.maximum(face - level, LEAST_PIP)[:, None, None]
    ink = np.clip(drop, 0, 1, out=drop)
    layout = _layout(ink, seen)
    if layout is None:
        return [Half(0, 1, 0.0)] * count
    found = _matched(ink, seen, layout)
    weak = [number for number, half in enumerate(found) if half.confidence < CLEAR]
    if closely and weak:
        # What lies partly under something, or was laid down a little askew, is looked at from a pixel or two aside.
        middles = layout.middles[weak] + np.array(ASIDE, np.float32)[:, None]
        moved = _Layout(middles.reshape(-1, 2), layout.apart, layout.radius)
        again = weak * len(ASIDE)
        for number, half in zip(again, _matched(ink[again], seen[again], moved), strict=True):
            if half.confidence > found[number].confidence:
                found[number] = half
    return found


@dataclass(frozen=True, slots=True, eq=False)
class _Layout:
    """Where pips can be on some halves. `middles`: (N, 2) the `(x, y)` of each half's middle pip, from its centre;
    `apart`: how far the outer ones lie from it, across and down; `radius` of a pip. In pixels of a half."""

    middles: Floats
    apart: tuple[float, float]
    radius: float


# The middle of the pips lies at most so far off the middle of all halves.
OFF_MIDDLE = 2.2


def _layout(ink: Floats, seen: NDArray[np.bool_]) -> _Layout | None:
    """Found from the blobs: whatever number it is, its pips lie evenly around a middle."""
    number = len(ink)
    mosaic = (ink.reshape(number * HALF, HALF) > 0.5).view(np.uint8)
    kind = label_type(mosaic.size // 4)
    # Where blobs touch at corners hardly matters, and without them it would take twice as long.
    count, _, stats, _ = cv2.connectedComponentsWithStats(mosaic, connectivity=8, ltype=kind)
    if count < 2:
        return None
    stats = stats[1:]
    area = stats[:, cv2.CC_STAT_AREA]
    stats = stats[area > 0.3 * percentile(area, 70)]
    radius = float(median(stats[:, [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT]].min(axis=1))) / 2
    x, y, wide, high = stats[:, :4].T
    halves = y // HALF
    order = np.argsort(halves, kind="stable")
    first = first_of_each(halves[order])
    numbers = halves[order][first]
    # The boxes around all pips of a half: where they begin and end, `(x, y)`.
    near, far = np.stack([x, y - HALF * halves]), np.stack([x + wide, y + high - HALF * halves])
    near, far = np.minimum.reduceat(near[:, order], first, axis=1), np.maximum.reduceat(far[:, order], first, axis=1)
    whole = (seen.reshape(number, -1).sum(axis=1) > 0.97 * (HALF - 2 * RIM) ** 2)[numbers]
    if whole.any():
        numbers, near, far = numbers[whole], near[:, whole], far[:, whole]
    mids = (near + far - HALF).T / 2
    middle = median(mids, axis=0)
    usual = np.abs(mids - middle).max(axis=1) < OFF_MIDDLE
    middles = np.tile(middle, (number, 1))
    middles[numbers[usual]] = mids[usual]
    across, down = (far - near) / 2 - radius
    if max(across.max(), down.max()) < 0.6 * radius:  # nothing but ones and blanks
        return _Layout(middles.astype(np.float32), (0.27 * HALF, 0.27 * HALF), radius)
    a, b = (float(median(part[part > 0.6 * part.max()])) if part.max() > 0 else 0.27 * HALF for part in (across, down))
    return _Layout(middles.astype(np.float32), (a, b), radius)


def _matched(ink: Floats, seen: NDArray[np.bool_], layout: _Layout) -> list[Half]:
    """The pattern of each half."""
    count, radius = len(ink), layout.radius
    pixels = np.where(seen, ink, 0).astype(np.float32)
    # How far the columns and rows of a half's pixels lie from those of its pips: (N, 3, HALF).
    along = np.arange(HALF, dtype=np.float32) - np.float32((HALF - 1) / 2)
    steps = np.array([-1, 0, 1], np.float32)
    middles = [(layout.middles[:, k, None] + steps * layout.apart[k])[:, :, None] for k in (0, 1)]
    across, down = (np.abs(along - middle) for middle in middles)
    # Which pixels are of each pip: a small window around its middle is all that is looked at. (N, 9, window, window)
    reach = max(1.0, 0.6 * radius)
    size = min(HALF, 2 * int(reach) + 2)
    x, y = (
        np.minimum((away > reach).argmin(axis=2), HALF - size)[:, :, None] + np.arange(size) for away in (across, down)
    )
    number = np.arange(count)[:, None, None]
    near_x, near_y = ((along[places] - middle) ** 2 for places, middle in zip((x, y), middles, strict=True))
    spots = near_y[:, :, None, :, None] + near_x[:, None, :, None, :] <= reach**2
    where = (number[..., None, None], y[:, :, None, :, None], x[:, None, :, None, :])
    there = spots & seen[where]
    amounts = there.sum(axis=(3, 4)).reshape(count, 9)
    levels = (there * pixels[where]).sum(axis=(3, 4)).reshape(count, 9) / np.maximum(amounts, 1)
    visible = amounts > 0.4 * spots.sum(axis=(3, 4)).reshape(count, 9)
    costs = (np.abs(levels[:, None] - _PLACES) * visible[:, None]).sum(axis=2)
    # What is dark elsewhere, in pips.
    nearest = down.min(axis=1)[:, :, None] ** 2 + across.min(axis=1)[:, None, :] ** 2
    stray = np.where(nearest <= (1.45 * radius + 1) ** 2, 0, pixels).sum(axis=(1, 2)) / max(1.0, np.pi * radius**2)
    best = costs.argmin(axis=1)
    least = costs.min(axis=1)
    others = np.where(_VALUES[best][:, None] != _VALUES, costs, np.inf)
    second = others.argmin(axis=1)
    confidence = np.clip(others.min(axis=1) - 2.2 * least - 1.2 * stray, 0, 1)
    return [
        Half(*read) for read in zip(_VALUES[best].tolist(), _VALUES[second].tolist(), confidence.tolist(), strict=True)
    ]
