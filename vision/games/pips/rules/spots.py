"""Where the tags of a Pips board sit: at the corners of its cells, a diamond of one colour with text on it.

What they say is the business of `tags.py`.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.games.pips.rules.lattice import LEAST_CHROMA, ROUNDED, Colours, Diamond, Grid, widest
from vision.games.pips.rules.shape import DIAMOND, TagShape
from vision.games.pips.rules.straight import UNIT

Cell = tuple[int, int]

# The colours inside a tag differ by less, and from those outside by more.
WITHIN_TAG, OFF_TAG = 24.0, 30.0
# Where text may be, and how much lighter than the tag it is, on how much of that.
TEXT = np.array([(x / 30, y / 30) for y in range(-4, 6) for x in range(-6, 7)])
LIGHTER, LEAST_TEXT = 35.0, 0.04
# Around a tag there may be a rim, in cells.
RIM = 0.07
# What lies so many cells beside the board and is no more than this part wider or narrower than its tags may be one of
# an island of it.
ISLANDS, SAME_WIDTH = 4, 0.15


@dataclass(frozen=True, slots=True)
class TagSpot:
    """Where a tag sits: centre `(x, y)` in pixels of the image, width in pixels, colour `(b, g, r)`."""

    center: tuple[float, float]
    width: float
    colour: tuple[float, float, float]
    shape: TagShape = DIAMOND


def tags_at_corners(
    bgr: Colours, corner: Grid, size: tuple[int, int], width: float, shape: TagShape
) -> dict[Cell, TagSpot]:
    """The tags of the cells, of whatever colour. `corner`: the lattice of which they are at the lower right corners."""
    rows, columns = size
    height, across = bgr.shape[:2]
    x = corner.x + (np.arange(columns) + 1) * corner.step
    y = corner.y + (np.arange(rows) + 1) * corner.step
    places = np.array([*shape.inside, *shape.outside]) * width
    count = len(shape.inside)
    jitter = np.array([(dx, dy) for dx in (-1, 1) for dy in (-1, 1)]) * max(0.7, width / 70)
    # (4, 1, columns, places) and (4, rows, 1, places): one of four each is a pixel or so aside.
    px = np.rint(x[:, None] + places[:, 0] + jitter[:, None, None, :1]).astype(np.intp)
    py = np.rint(y[:, None, None] + places[:, 1] + jitter[:, None, None, 1:]).astype(np.intp)
    there = (((px >= 0) & (px < across)) & ((py >= 0) & (py < height))).all(axis=0)
    pixels = bgr[np.clip(py, 0, height - 1), np.clip(px, 0, across - 1)]
    colours = pixels.sum(axis=0, dtype=np.uint16).astype(np.float32) / 4
    inside, outside = colours[:, :, :count], colours[:, :, count:]
    seen = there[:, :, :count]
    # Tags at the border of the picture are cut off: what is left must do.
    middle = np.sort(inside, axis=2)[:, :, count // 2]
    even = np.where(seen, widest(inside - middle[:, :, None]), 0).max(axis=2) < WITHIN_TAG
    off = np.where(there[:, :, count:], widest(outside - middle[:, :, None]), 255).min(axis=2) > OFF_TAG
    r, c = np.nonzero(even & off & (seen.sum(axis=2) >= 3))
    text_x = np.clip(np.rint(x[c, None] + TEXT[:, 0] * width), 0, across - 1).astype(np.intp)
    text_y = np.clip(np.rint(y[r, None] + TEXT[:, 1] * width), 0, height - 1).astype(np.intp)
    ground = middle[r, c]
    lighter = bgr[text_y, text_x].sum(axis=2) > (ground.sum(axis=1) + 3 * LIGHTER)[:, None]
    written = lighter.mean(axis=1) >= LEAST_TEXT
    return {
        (row, column): TagSpot((float(x[column]), float(y[row])), width, (blue, green, red), shape)
        for row, column, (blue, green, red) in zip(
            r[written].tolist(), c[written].tolist(), ground[written].tolist(), strict=True
        )
    }


def seen_tags(
    diamonds: list[Diamond], corner: Grid, size: tuple[int, int], width: float, shape: TagShape
) -> dict[Cell, TagSpot]:
    """Those of the things that look like tags that lie where tags do."""
    found = {}
    for one in diamonds:
        r, c = round((one.y - corner.y) / corner.step) - 1, round((one.x - corner.x) / corner.step) - 1
        if is_on(corner, one) and 0 <= r < size[0] and 0 <= c < size[1]:
            blue, green, red = (float(value) for value in one.colour)
            found[r, c] = TagSpot((one.x, one.y), width, (blue, green, red), shape)
    return found


def lost_tags(diamonds: list[Diamond], corner: Grid, there: set[Cell], width: float, shape: TagShape) -> list[TagSpot]:
    """What is like the board's tags and lies where they do, but without a cell: of an island that is cut off by the
    edge of the picture, or covered."""
    top, bottom = min(r for r, _ in there) - ISLANDS, max(r for r, _ in there) + ISLANDS
    left, right = min(c for _, c in there) - ISLANDS, max(c for _, c in there) + ISLANDS
    lost: list[TagSpot] = []
    for one in diamonds:
        r, c = round((one.y - corner.y) / corner.step) - 1, round((one.x - corner.x) / corner.step) - 1
        alike = abs(one.width / width - 1) < SAME_WIDTH and max(one.colour) - min(one.colour) > LEAST_CHROMA
        if alike and (r, c) not in there and top <= r <= bottom and left <= c <= right and is_on(corner, one):
            blue, green, red = (float(value) for value in one.colour)
            lost.append(TagSpot((one.x, one.y), width, (blue, green, red), shape))
    return lost


def is_on(grid: Grid, diamond: Diamond) -> bool:
    x, y = (diamond.x - grid.x) / grid.step, (diamond.y - grid.y) / grid.step
    return max(abs(x - round(x)), abs(y - round(y))) < 0.15


def is_stray(cell: Cell, tag: TagSpot, there: set[Cell]) -> bool:
    """Whether what looks like a tag beside the board is one whose cell is not to be seen."""
    r, c = cell
    beside = {(r + dr, c + dc) for dr in (-1, 0, 1) for dc in (-1, 0, 1)}
    return bool(beside & there) and max(tag.colour) - min(tag.colour) > LEAST_CHROMA


def free_of_tags(shape: tuple[int, ...], tags: dict[Cell, TagSpot], grid: Grid) -> NDArray[np.bool_]:
    """Which pixels of the straightened board no tag covers, nor its rim."""
    mask = np.ones(shape, np.uint8)
    for tag in tags.values():
        x, y = ((tag.center[k] - (grid.x, grid.y)[k]) / grid.step * UNIT + UNIT for k in (0, 1))
        whole = 2 * (tag.width / ROUNDED / grid.step / 2 + RIM) * UNIT
        corners = [(round(x + whole * right), round(y + whole * down)) for right, down in tag.shape.outline]
        cv2.fillConvexPoly(mask, np.array(corners, np.int32), 0)
    return mask.view(np.bool_)
