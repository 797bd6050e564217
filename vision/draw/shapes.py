"""Colours, frames, words and tables of patches that are drawn into a picture, with soft edges."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

BGR = NDArray[np.uint8]
Mask = NDArray[np.uint8]
Colour = tuple[int, int, int]


def colour_of(code: str) -> Colour:
    """`#rrggbb`, as a page has it."""
    red, green, blue = bytes.fromhex(code[1:])
    return blue, green, red


RED, AMBER, GREEN, BLUE = map(colour_of, ("#d62830", "#f09600", "#28a03c", "#2882dc"))
LINE, LIGHT, DARK = map(colour_of, ("#c828c8", "#f7f7f7", "#1e1e1e"))
ADDED = 0.66
"""How solid an added symbol is: enough to read, little enough to see that it was not on the screen."""
UNSURE = 0.4
STROKE, CORNER = 0.06, 0.15
"""Of a frame: the width of its line and the radius of its corners, in parts of its shorter side."""
FINE = 4
"""Shapes are drawn this many times too large and shrunk, for soft edges and places between the pixels."""

Box = tuple[float, float, float, float]
"""`(x_min, y_min, x_max, y_max)` in pixels, the maxima excluded."""


def box_about(center: tuple[float, float], half_x: float, half_y: float) -> Box:
    """The box that reaches so far on both sides of its center."""
    return center[0] - half_x, center[1] - half_y, center[0] + half_x, center[1] + half_y


def shrunk(box: Box, by: float) -> Box:
    """A box that is smaller on all sides."""
    return box[0] + by, box[1] + by, box[2] - by, box[3] - by


def overlap(bgr: BGR, x: int, y: int, shape: tuple[int, ...]) -> tuple[tuple[slice, slice], tuple[slice, slice]]:
    """Of a patch of that shape at `(x, y)`: rows and columns of the picture under it, and of its own that lie there."""
    rows = slice(max(y, 0), max(min(y + shape[0], bgr.shape[0]), 0))
    columns = slice(max(x, 0), max(min(x + shape[1], bgr.shape[1]), 0))
    return (rows, columns), (slice(rows.start - y, rows.stop - y), slice(columns.start - x, columns.stop - x))


def blend(out: BGR, x: int, y: int, paint: Any, weight: NDArray[np.float32]) -> None:
    """Lay a colour, or a patch `(h, w, 3)`, over a picture in place, as solid as `weight` says, `(h, w)` 0..1."""
    there, own = overlap(out, x, y, weight.shape)
    target = out[there]
    if target.size:
        paint = np.asarray(paint, np.float32)
        share = weight[own][..., None]
        target[:] = (target * (1 - share) + (paint[own] if paint.ndim == 3 else paint) * share + 0.5).astype(np.uint8)


def background(bgr: BGR, box: Box) -> NDArray[np.float32]:
    """The median colour in a box, (3,); white where it lies outside."""
    x0, y0, x1, y1 = map(round, box)
    part = bgr[overlap(bgr, x0, y0, (y1 - y0, x1 - x0))[0]].reshape(-1, 3)
    return np.asarray(np.median(part, axis=0) if len(part) else np.full(3, 255), np.float32)


class Canvas:
    """The part of a picture around a box, painted on by masks `FINE` times as large."""

    def __init__(self, out: BGR, box: Box) -> None:
        self._out = out
        self._left, self._top = math.floor(box[0]) - 1, math.floor(box[1]) - 1
        self._size = math.ceil(box[2]) + 1 - self._left, math.ceil(box[3]) + 1 - self._top

    def mask(self) -> Mask:
        """An empty one."""
        return np.zeros((self._size[1] * FINE, self._size[0] * FINE), np.uint8)

    def at(self, x: float, y: float) -> tuple[int, int]:
        """Where a point of the picture is in a mask."""
        return round((x - self._left) * FINE), round((y - self._top) * FINE)

    def rounded(self, box: Box, radius: float, mask: Mask | None = None) -> Mask:
        """A box with round corners, in a new mask or that one. A disc where the radius is half its side."""
        mask = self.mask() if mask is None else mask
        (x0, y0), (x1, y1) = self.at(box[0], box[1]), self.at(box[2], box[3])
        r = max(0, min(round(radius * FINE), (x1 - x0) // 2, (y1 - y0) // 2))
        cv2.rectangle(mask, (x0 + r, y0), (x1 - r, y1), 255, -1)
        cv2.rectangle(mask, (x0, y0 + r), (x1, y1 - r), 255, -1)
        for x in (x0 + r, x1 - r):
            for y in (y0 + r, y1 - r):
                cv2.circle(mask, (x, y), r, 255, -1)
        return mask

    def paint(self, mask: Mask, colour: Any, opacity: float = 1.0) -> None:
        """Blend the colour into the picture where the mask is."""
        small = np.asarray(cv2.resize(mask, self._size, interpolation=cv2.INTER_AREA), np.float32)
        blend(self._out, self._left, self._top, colour, small * np.float32(opacity / 255))


def frame(out: BGR, box: Box, colour: Colour, tint: float = 0.0, inside: Any = None) -> None:
    """A rounded frame, with a little of its colour inside, or all of another one."""
    side = min(box[2] - box[0], box[3] - box[1])
    width = max(2.0, STROKE * side)
    canvas = Canvas(out, box)
    outer = canvas.rounded(box, CORNER * side)
    inner = canvas.rounded(shrunk(box, width), CORNER * side - width)
    canvas.paint(outer, colour if inside is None else inside, tint)
    canvas.paint(outer - inner, colour, 0.95)


def confidence_colour(confidence: float) -> Colour:
    """Red for 0, green for 1."""
    sure = min(max(confidence, 0.0), 1.0)
    return 20, round(150 * sure), round(210 * (1 - sure))


def caption(out: BGR, at: tuple[int, int], words: str, confidence: float) -> None:
    """Words on white, in the colour of how sure they are, from a point at their lower left."""
    (width, height), _ = cv2.getTextSize(words, cv2.FONT_HERSHEY_SIMPLEX, 0.36, 1)
    cv2.rectangle(out, (at[0] - 2, at[1] - height - 2), (at[0] + width + 2, at[1] + 3), LIGHT, -1)
    write(out, at, words, confidence_colour(confidence))


def write(out: BGR, at: tuple[int, int], words: str, colour: Colour) -> None:
    """Words, from a point at their lower left."""
    cv2.putText(out, words, at, cv2.FONT_HERSHEY_SIMPLEX, 0.36, colour, 1, cv2.LINE_AA)


class Sample(NamedTuple):
    """A patch of the picture and two lines of text below; the first in the colour of its confidence, if it has one."""

    center: tuple[float, float]
    size: tuple[float, float]
    first: str
    second: str
    confidence: float | None


def table(bgr: BGR, samples: Sequence[Sample]) -> BGR:
    """Patches of the picture, each fitted into a square, with what is said of them."""
    tile, text = 96, 34
    columns = max(1, min(12, len(samples)))
    out: BGR = np.full((max(1, -(-len(samples) // columns)) * (tile + text), columns * tile, 3), LIGHT, np.uint8)
    for index, sample in enumerate(samples):
        x, y = index % columns * tile, index // columns * (tile + text)
        width, height = (max(3, round(side)) for side in sample.size)
        part = cv2.getRectSubPix(bgr, (width, height), sample.center)
        scale = (tile - 6) / max(width, height)
        size = max(1, round(width * scale)), max(1, round(height * scale))
        fitted = cv2.resize(part, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC)
        out[y + 3 : y + 3 + size[1], x + 3 : x + 3 + size[0]] = fitted
        colour = DARK if sample.confidence is None else confidence_colour(sample.confidence)
        write(out, (x + 4, y + tile + 10), sample.first, colour)
        write(out, (x + 4, y + tile + 25), sample.second, DARK)
    return out


def enlarged(
    bgr: BGR, box: Box, step: tuple[float, float], margin: float
) -> tuple[BGR, Callable[[float, float], tuple[int, int]], tuple[int, int]]:
    """A board in the box with cells of that step, and `margin` cells about it, large enough to be written on; where a
    point of the picture is on it; and the size of its cells."""
    zoom_x, zoom_y = (max(1.0, 84 / side) for side in step)
    x0, y0 = box[0] - margin * step[0], box[1] - margin * step[1]
    size = round((box[2] + margin * step[0] - x0) * zoom_x), round((box[3] + margin * step[1] - y0) * zoom_y)
    matrix = np.array([[zoom_x, 0, -x0 * zoom_x], [0, zoom_y, -y0 * zoom_y]], np.float64)
    warped = cv2.warpAffine(bgr, matrix, size, flags=cv2.INTER_LINEAR, borderValue=(128, 128, 128))

    def place(x: float, y: float) -> tuple[int, int]:
        return round((x - x0) * zoom_x), round((y - y0) * zoom_y)

    return np.asarray(warped, np.uint8), place, (round(step[0] * zoom_x), round(step[1] * zoom_y))
