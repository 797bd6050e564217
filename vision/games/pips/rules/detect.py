"""Whether dominoes lie in a picture: a cheap question, by which a picture without them is told from one of Pips.

What is asked is only whether there are tiles of one size with pips on them. Which dominoes they are is told by
`tiles.py`, where the board is by the networks.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.games.pips.rules.tiles import ASPECT, HALF, Box, cut_halves, joined, read_halves
from vision.imgproc import averaged, percentile

Stats = NDArray[np.int32]

# Pixels of the reduced picture in which tiles are looked for; they have at least so many across there.
PIXELS, LEAST_ACROSS = 300_000, 8
# Of the lightest in the picture (of its negative, for dark dominoes), tiles have at least one of these parts. Measured
# on 361 boards: of 15 tried, these four show as many as any five but one.
LIGHTS = (0.62, 0.75, 0.85, 0.94)
# Masks that differ by less of their pixels are taken for the same (on 260 boards of Pips nothing was missed; with twice
# as much, one board was), and tiles whose boxes do by so many pixels. Tiles without a plain half, or with the same on
# all, are not asked again with others of which they are this part (of 316 boards with dominoes in 719 pictures none was
# missed, with 0.3 neither).
SAME, SAME_BOX, SAME_TILES = 0.002, 1, 0.4
# Tiles fill their boxes but for pips and round corners.
LEAST_FULL = 0.6
# Tiles of one tray differ by less in length and width: by a part, or by so many pixels.
ALIKE, SLACK = 0.09, 2
# So many tiles of one size, at most so many of them looked at, and this part of their halves read with this confidence
# as at least so many different numbers: measured 0.5 to 1 on 40 of 41 boards in random looks, 0 on all of 140 boards
# of Tango and Takuzu and pictures without one.
LEAST_TILES, LOOKED_AT, LEAST_PLAIN, CONFIDENCE, LEAST_NUMBERS = 4, 14, 0.4, 0.5, 3
# So many are worth to be told of (`pips.dominoes_without_board`, which asks for tiles as light as the first of LIGHTS).
# Measured on 879 pictures: none in which those are found is without.
FEW = 3
# Halves that a line parts are squares, at most so many.
SQUARE, MOST_HALVES = 1.25, 80
_FOUR: NDArray[np.uint8] = np.ones((2, 2), np.uint8)


class Tiles(NamedTuple):
    """What a coarse scan sees: the width across of tiles of one size with pips on them, in pixels of the picture, 0
    where there are none; `some`: whether there are these, or so many light tiles as are worth to be told of."""

    width: float
    some: bool


def detect_tiles(grey: NDArray[np.uint8], reduced: NDArray[np.uint8] | None = None) -> Tiles:
    """Whether tiles with pips lie in a grey picture (H, W) uint8, light or dark ones on a light or a dark
    background. `reduced`: the same picture, smaller, where it is there already."""
    factor = max(1.0, (grey.size / PIXELS) ** 0.5)
    small = averaged(grey, int(factor)) if reduced is None or reduced.size < PIXELS else reduced
    if factor > 1:
        # What is left is a change of scale by less than two, as a rule by a half more.
        size = (round(grey.shape[1] / factor), round(grey.shape[0] / factor))
        small = np.asarray(cv2.resize(small, size, interpolation=cv2.INTER_LINEAR), np.uint8)
    some = False
    for dark in (False, True):
        asked: list[_Asked] = []
        picture = 255 - small if dark else small
        level = percentile(picture[::4, ::4], 99)
        before = -1
        for light in LIGHTS:
            mask = cv2.threshold(picture, light * level, 1, cv2.THRESH_BINARY)[1]
            # Flat colours: a higher threshold that takes hardly anything away shows nothing new.
            inked = cv2.countNonZero(mask)
            if abs(before - inked) <= SAME * mask.size:
                continue
            before = inked
            for tiles in _tiles(np.asarray(mask, np.uint8)):
                some |= not dark and light == LIGHTS[0]
                if len(tiles) < LEAST_TILES:
                    continue
                boxes = np.array(tiles[:LOOKED_AT], np.intp)
                if any(other.tells_of(boxes) for other in asked):
                    continue
                plain = _plain_halves(small, grey, tiles[:LOOKED_AT], dark)
                most = len(plain) >= LEAST_PLAIN * 2 * len(boxes)
                numbers = len(set(plain))
                if most and numbers >= LEAST_NUMBERS:
                    width = min(min(x1 - x0, y1 - y0) for x0, y0, x1, y1 in tiles)
                    return Tiles(grey.shape[1] / small.shape[1] * width, True)
                asked.append(_Asked(boxes, not plain or (most and numbers == 1)))
    return Tiles(0.0, some)


class _Asked(NamedTuple):
    """Tiles that were no dominoes: their `boxes` (N, 4); `hopeless`: none of their halves was plain, or all showed the
    same."""

    boxes: NDArray[np.intp]
    hopeless: bool

    def tells_of(self, boxes: NDArray[np.intp]) -> bool:
        """Whether other tiles are none either: nearly the same ones, or where these were hopeless, many of them."""
        if self.hopeless:
            off = np.abs(boxes[:, None] - self.boxes).max(axis=2)
            return int((off <= SAME_BOX).any(axis=1).sum()) >= SAME_TILES * len(boxes)
        return self.boxes.shape == boxes.shape and int(np.abs(self.boxes - boxes).max()) <= SAME_BOX


def _tiles(mask: NDArray[np.uint8]) -> Iterator[list[Box]]:
    """The largest group of tiles of one size, also if they are few, and that of tiles in two parts, as boxes in the
    mask."""
    stats = _pieces(mask)
    if len(stats) < FEW:
        return
    width, height = stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT]
    across, along = np.minimum(width, height), np.maximum(width, height)
    full = (across >= LEAST_ACROSS) & (stats[:, cv2.CC_STAT_AREA] >= LEAST_FULL * width * height)
    long = full & (along > ASPECT[0] * across) & (along < ASPECT[1] * across)
    tiles = _alike(stats[long])
    if len(tiles) >= FEW:
        yield tiles
    halves = _alike(stats[full & (along < SQUARE * across)])
    if 2 * LEAST_TILES <= len(halves) <= MOST_HALVES:
        tiles = joined(halves)
        if len(tiles) >= LEAST_TILES:
            yield tiles


def _pieces(mask: NDArray[np.uint8]) -> Stats:
    """The pieces of a mask of 0 and 1, connected across their sides, that are large enough for half a tile: left, top,
    width, height and area of each, (N, 5), as of `cv2.connectedComponentsWithStats`, which takes twice as long."""
    # Contours run through corners as well; what is left of squares of four pixels meets there no more. Most of what is
    # written is thinner and goes at once.
    thick = cv2.erode(mask, _FOUR, anchor=(0, 0), borderType=cv2.BORDER_CONSTANT, borderValue=0)
    contours, tree = cv2.findContours(thick, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
    parents = tree[0, :, 3].tolist() if tree is not None else []
    found: list[tuple[int, int, int, int, int]] = []
    for contour, parent in zip(contours, parents, strict=True):
        if parent < 0 and len(contour) >= 4:
            x, y, width, height = cv2.boundingRect(contour)
            width, height = width + 1, height + 1
            if _may_be_tile(width, height):
                # What else lies in the box of a tile, in its pips or beside its round corners, is next to nothing.
                found.append((x, y, width, height, cv2.countNonZero(mask[y : y + height, x : x + width])))
    return np.array(found, np.int32).reshape(-1, 5)


def _may_be_tile(width: int, height: int) -> bool:
    """Whether a box has the size and the shape of a tile or of half of one."""
    across, along = min(width, height), max(width, height)
    return across >= LEAST_ACROSS and (along < SQUARE * across or ASPECT[0] * across < along < ASPECT[1] * across)


def _alike(stats: Stats) -> list[Box]:
    """The largest group of boxes of one length and width."""
    if len(stats) < FEW:
        return []
    # Of what there are hundreds, letters are the most: the larger ones will do.
    stats = stats[np.argsort(-stats[:, cv2.CC_STAT_AREA], kind="stable")[:200]]
    sizes = np.sort(stats[:, [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT]], axis=1).astype(np.float32)
    near = (np.abs(sizes[:, None] - sizes[None]) <= ALIKE * sizes[None] + SLACK).all(axis=2)
    group = stats[near[near.sum(axis=1).argmax()]]
    return [(int(x), int(y), int(x + w), int(y + h)) for x, y, w, h, *_ in group]


def _scaled(box: Box, factor: float) -> Box:
    x0, y0, x1, y1 = (round(value * factor) for value in box)
    return x0, y0, x1, y1


def _plain_halves(small: NDArray[np.uint8], grey: NDArray[np.uint8], boxes: list[Box], dark: bool) -> list[int]:
    """The numbers on those halves of tiles, boxes in the reduced picture, that plainly have one."""
    factor = grey.shape[1] / small.shape[1]
    if min(min(x1 - x0, y1 - y0) for x0, y0, x1, y1 in boxes) < HALF:
        small, boxes = grey, [_scaled(box, factor) for box in boxes]
    cut = cut_halves(small, boxes)[0]
    cut = 255 - cut if dark else cut
    plain: list[int] = []
    # Of no board that is one, no half was plain at first sight, nor most of them with too few numbers.
    for closely in (False, True):
        plain = [half.value for half in read_halves(cut, closely=closely) if half.confidence > CONFIDENCE]
        if not plain or len(plain) >= LEAST_PLAIN * len(cut):
            break
    return plain
