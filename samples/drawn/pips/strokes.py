"""Shapes in pixels of a page, anti-aliased: rectangles with round corners, lines, dashes, polygons.

Places are floats; a pixel's middle lies at whole numbers and half.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, hypot, pi, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.drawn.colours import Colour
from samples.drawn.types import Pixels

BITS = 4
_ARC = np.array([(cos(pi / 2 * k / 5), sin(pi / 2 * k / 5)) for k in range(6)])
_CORNERS = np.concatenate([_ARC @ np.array(((c, s), (-s, c))) for c, s in ((1, 0), (0, 1), (-1, 0), (0, -1))])
_SIDES = np.repeat(np.array(((1, 1), (-1, 1), (-1, -1), (1, -1))), 6, axis=0)


def fixed(points: NDArray[np.float64]) -> NDArray[np.int32]:
    return np.asarray(np.rint((points - 0.5) * (1 << BITS)), np.int32)


def round_corners(x0: float, y0: float, x1: float, y1: float, radius: float) -> NDArray[np.float64]:
    """A rectangle's outline with round corners: (N, 2)."""
    radius = max(0.0, min(radius, (x1 - x0) / 2, (y1 - y0) / 2))
    if radius < 0.6:
        return np.array(((x0, y0), (x1, y0), (x1, y1), (x0, y1)))
    middle = np.array(((x0 + x1) / 2, (y0 + y1) / 2))
    half = np.array(((x1 - x0) / 2 - radius, (y1 - y0) / 2 - radius))
    return np.asarray(middle + _SIDES * half + radius * _CORNERS, np.float64)


def box(
    picture: Pixels, x0: float, y0: float, x1: float, y1: float, colour: Colour, radius: float = 0.0, rim: float = 0.0
) -> None:
    """A rectangle; with `rim`, only its outline, so many pixels wide, inside."""
    if rim:
        inset = rim / 2
        points = round_corners(x0 + inset, y0 + inset, x1 - inset, y1 - inset, radius - inset)
        cv2.polylines(picture, [fixed(points)], True, colour, max(1, round(rim)), cv2.LINE_AA, BITS)
    elif radius < 0.6:  # as screens do: sharp, on whole pixels
        cv2.rectangle(picture, (round(x0), round(y0)), (round(x1) - 1, round(y1) - 1), colour, -1)
    else:
        cv2.fillPoly(picture, [fixed(round_corners(x0, y0, x1, y1, radius))], colour, cv2.LINE_AA, BITS)


def sides(x0: float, y0: float, x1: float, y1: float) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """The ends of a rectangle's sides, from the upper left corner on, clockwise."""
    corners = (x0, y0), (x1, y0), (x1, y1), (x0, y1)
    return list(zip(corners, (*corners[1:], corners[0]), strict=True))


def shape(picture: Pixels, points: Sequence[tuple[float, float]] | NDArray[np.float64], colour: Colour) -> None:
    cv2.fillPoly(picture, [fixed(np.asarray(points, np.float64))], colour, cv2.LINE_AA, BITS)


def outline(
    picture: Pixels, points: Sequence[tuple[float, float]] | NDArray[np.float64], colour: Colour, width: float
) -> None:
    where = [fixed(np.asarray(points, np.float64))]
    cv2.polylines(picture, where, True, colour, max(1, round(width)), cv2.LINE_AA, BITS)


def disc(picture: Pixels, x: float, y: float, radius: float, colour: Colour) -> None:
    where = round((x - 0.5) * 16), round((y - 0.5) * 16)
    cv2.circle(picture, where, max(1, round(radius * 16)), colour, -1, cv2.LINE_AA, BITS)


def ring(picture: Pixels, x: float, y: float, radius: float, colour: Colour, width: float) -> None:
    where = round((x - 0.5) * 16), round((y - 0.5) * 16)
    cv2.circle(picture, where, max(1, round(radius * 16)), colour, max(1, round(width)), cv2.LINE_AA, BITS)


def line(picture: Pixels, a: tuple[float, float], b: tuple[float, float], colour: Colour, width: float) -> None:
    """A straight line; upright and lying ones end sharply, as on screens."""
    half = width / 2
    if abs(a[0] - b[0]) < 0.01 or abs(a[1] - b[1]) < 0.01:
        x0, x1 = sorted((a[0], b[0]))
        y0, y1 = sorted((a[1], b[1]))
        if x1 - x0 < y1 - y0:
            x0, x1 = x0 - half, max(x0 + half, round(x0 - half) + 1)
        else:
            y0, y1 = y0 - half, max(y0 + half, round(y0 - half) + 1)
        if width < 2.2:
            cv2.rectangle(picture, (round(x0), round(y0)), (round(x1) - 1, round(y1) - 1), colour, -1)
        else:
            shape(picture, ((x0, y0), (x1, y0), (x1, y1), (x0, y1)), colour)
        return
    first, last = (tuple(fixed(np.array(point)).tolist()) for point in (a, b))
    cv2.line(picture, first, last, colour, max(1, round(width)), cv2.LINE_AA, BITS)


def dashes(
    picture: Pixels,
    a: tuple[float, float],
    b: tuple[float, float],
    colour: Colour,
    width: float,
    dash: float,
    gap: float,
) -> None:
    """A line of dashes that begins and ends with one."""
    length = hypot(b[0] - a[0], b[1] - a[1])
    if length <= dash:
        line(picture, a, b, colour, width)
        return
    count = max(1, round((length - dash) / (dash + gap)))
    stride = (length - dash) / count
    ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    for k in range(count + 1):
        begin = k * stride
        first = a[0] + ux * begin, a[1] + uy * begin
        last = a[0] + ux * (begin + dash), a[1] + uy * (begin + dash)
        line(picture, first, last, colour, width)


def dots(
    picture: Pixels, a: tuple[float, float], b: tuple[float, float], colour: Colour, width: float, stride: float
) -> None:
    length = hypot(b[0] - a[0], b[1] - a[1])
    count = max(1, round(length / stride))
    for k in range(count + 1):
        x, y = a[0] + (b[0] - a[0]) * k / count, a[1] + (b[1] - a[1]) * k / count
        disc(picture, x, y, width / 2, colour)


def veil(picture: Pixels, x0: float, y0: float, x1: float, y1: float, colour: Colour, share: float) -> None:
    """A translucent rectangle."""
    top, left = max(0, round(y0)), max(0, round(x0))
    part = picture[top : max(top, round(y1)), left : max(left, round(x1))]
    if part.size:
        part[...] = np.rint(part * (1 - share) + np.asarray(colour) * share).astype(np.uint8)
