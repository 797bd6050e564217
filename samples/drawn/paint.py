"""Shapes painted on transparent layers: what all drawing here is made of. What is drawn is not decided here.

Places are in cells from the middle of the cell, x to the right, y down; a layer shows one cell, -0.5 to 0.5.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import cos, pi, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.drawn.colours import Colour
from samples.drawn.types import Pixels

Mask = NDArray[np.uint8]
Layer = NDArray[np.float32]
"""`(side, side, 4)`: blue, green, red times alpha, 0..255, then alpha 0..1."""
Points = Sequence[tuple[float, float]]

FINE_BITS = 4


def layer(side: int) -> Layer:
    return np.zeros((side, side, 4), np.float32)


def mask(side: int) -> Mask:
    return np.zeros((side, side), np.uint8)


def fixed(points: Iterable[tuple[float, float]], side: int) -> NDArray[np.int32]:
    """Points as OpenCV takes them, with `FINE_BITS` of fraction."""
    array = np.array(list(points), np.float64)
    return np.asarray(np.rint(((array + 0.5) * side - 0.5) * (1 << FINE_BITS)), np.int32)


def polygon(on: Mask, points: Points, value: int = 255) -> Mask:
    cv2.fillPoly(on, [fixed(points, len(on))], value, cv2.LINE_AA, FINE_BITS)
    return on


def polygons(on: Mask, many: Iterable[Points], value: int = 255) -> Mask:
    for points in many:
        polygon(on, points, value)
    return on


def stroke(on: Mask, points: Points, width: float, closed: bool = False, value: int = 255) -> Mask:
    """A line through points, `width` cells wide, with round ends."""
    thick = max(1, round(width * len(on)))
    cv2.polylines(on, [fixed(points, len(on))], closed, value, thick, cv2.LINE_AA, FINE_BITS)
    return on


def disc(on: Mask, x: float, y: float, radius: float, value: int = 255) -> Mask:
    centre = fixed([(x, y)], len(on))[0]
    size = max(1, round(radius * len(on) * (1 << FINE_BITS)))
    cv2.circle(on, (int(centre[0]), int(centre[1])), size, value, -1, cv2.LINE_AA, FINE_BITS)
    return on


def ellipse(on: Mask, x: float, y: float, a: float, b: float, turn: float = 0.0, value: int = 255) -> Mask:
    return polygon(on, oval(x, y, a, b, turn), value)


def oval(x: float, y: float, a: float, b: float, turn: float = 0.0) -> list[tuple[float, float]]:
    """28 points of an ellipse."""
    c, s = cos(turn), sin(turn)
    angles = [2 * pi * k / 28 for k in range(28)]
    return [(x + c * a * cos(t) - s * b * sin(t), y + s * a * cos(t) + c * b * sin(t)) for t in angles]


def rounded(x0: float, y0: float, x1: float, y1: float, radius: float) -> list[tuple[float, float]]:
    """A rectangle with rounded corners."""
    radius = min(radius, (x1 - x0) / 2, (y1 - y0) / 2)
    if radius <= 0.002:
        return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
    points = []
    middles = (
        (x1 - radius, y1 - radius),
        (x0 + radius, y1 - radius),
        (x0 + radius, y0 + radius),
        (x1 - radius, y0 + radius),
    )
    for k, (x, y) in enumerate(middles):
        for j in range(7):
            t = pi / 2 * (k + j / 6)
            points.append((x + radius * cos(t), y + radius * sin(t)))
    return points


def star(
    x: float, y: float, outer: float, inner: float, points: int, turn: float = -pi / 2
) -> list[tuple[float, float]]:
    answer = []
    for k in range(2 * points):
        r = outer if k % 2 == 0 else inner
        t = turn + pi * k / points
        answer.append((x + r * cos(t), y + r * sin(t)))
    return answer


def turned(points: Points, angle: float) -> list[tuple[float, float]]:
    c, s = cos(angle), sin(angle)
    return [(c * x - s * y, s * x + c * y) for x, y in points]


def plain(side: int, colour: Colour, channels: int = 4) -> Layer:
    """One colour everywhere, opaque: (side, side, channels) float32."""
    return filled(side, side, colour, channels)


def filled(height: int, width: int, colour: Colour, channels: int = 4) -> Layer:
    """One opaque colour: (height, width, channels) float32."""
    answer = np.empty((height, width, channels), np.float32)
    cv2.rectangle(answer, (0, 0), (width, height), (*colour, 1.0), -1)
    return answer


def over(on: Layer, shape: Mask, colour: Colour | NDArray[np.float32], opacity: float = 1.0) -> Layer:
    """Paints a shape with a colour, or with a picture of colours `(side, side, 3)`."""
    x, y, width, height = cv2.boundingRect(shape)
    if not width:
        return on
    part = slice(y, y + height), slice(x, x + width)
    if isinstance(colour, tuple):
        paint = filled(height, width, colour)
    else:
        paint = np.empty((height, width, 4), np.float32)
        paint[..., :3] = colour[part]
        paint[..., 3] = 1
    share = shape[part] * np.float32(opacity / 255)
    here = np.ascontiguousarray(on[part])
    on[part] = cv2.blendLinear(here, paint, 1 - share, share)
    return on


def stack(under: Layer, top: Layer) -> Layer:
    """A layer with another one laid over it."""
    left = 1 - top[..., 3]
    return np.asarray(cv2.add(cv2.multiply(under, cv2.merge((left, left, left, left))), top), np.float32)


def blend(picture: Pixels, sprite: Layer, left: int, top: int) -> None:
    """Lays a layer over a part of a picture; what lies outside is cut."""
    height, width = sprite.shape[:2]
    y0, x0 = max(0, -top), max(0, -left)
    y1, x1 = min(height, picture.shape[0] - top), min(width, picture.shape[1] - left)
    if y1 <= y0 or x1 <= x0:
        return
    part = sprite[y0:y1, x0:x1]
    here = picture[top + y0 : top + y1, left + x0 : left + x1]
    here[...] = (here * (1 - part[..., 3:]) + part[..., :3] + 0.5).astype(np.uint8)


def reduced(on: Layer, side: int) -> Layer:
    """The layer at another size."""
    if side == len(on):
        return on
    way = cv2.INTER_AREA if side < len(on) else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(on, (side, side), interpolation=way), np.float32)


def slope(side: int, first: Colour, second: Colour, angle: float) -> NDArray[np.float32]:
    """A gradient from one colour to another: (side, side, 3)."""
    along = np.linspace(-0.5, 0.5, side, dtype=np.float32)
    share = np.clip(along[None] * np.float32(cos(angle)) + along[:, None] * np.float32(sin(angle)) + 0.5, 0, 1)
    a, b = np.asarray(first, np.float32), np.asarray(second, np.float32)
    return np.asarray(a + share[..., None] * (b - a), np.float32)


def glow(
    side: int, middle: Colour, rim: Colour, x: float = 0.0, y: float = 0.0, radius: float = 0.5
) -> NDArray[np.float32]:
    """A radial gradient: (side, side, 3)."""
    along = np.linspace(-0.5, 0.5, side, dtype=np.float32)
    share = np.clip(np.hypot(along[None] - x, along[:, None] - y) / radius, 0, 1)
    a, b = np.asarray(middle, np.float32), np.asarray(rim, np.float32)
    return np.asarray(a + share[..., None] * (b - a), np.float32)
