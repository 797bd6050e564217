"""Colours, frames, discs and words that are drawn into a picture, with soft edges."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

BGR = NDArray[np.uint8]
Colour = tuple[int, int, int]

RED: Colour = (48, 40, 214)
AMBER: Colour = (0, 150, 240)
GREEN: Colour = (60, 160, 40)
BLUE: Colour = (220, 130, 40)
LINE: Colour = (200, 40, 200)
ADDED = 0.66
"""How solid an added symbol is: enough to read, little enough to see that it was not on the screen."""
UNSURE = 0.4

Box = tuple[int, ...]
"""`(x_min, y_min, x_max, y_max)` in whole pixels, the maxima excluded."""


def inside(box: Box, bgr: BGR) -> tuple[slice, slice]:
    """The rows and columns of a picture that lie in a box."""
    x0, y0, x1, y1 = box
    return slice(max(y0, 0), max(min(y1, bgr.shape[0]), 0)), slice(max(x0, 0), max(min(x1, bgr.shape[1]), 0))


def background(bgr: BGR, box: Box) -> NDArray[np.float32]:
    """The median colour in a box, (3,); white where it lies outside."""
    part = bgr[inside(box, bgr)].reshape(-1, 3)
    return np.asarray(np.median(part, axis=0) if len(part) else np.full(3, 255), np.float32)


def soft(out: BGR, box: Box, draw: Callable[[NDArray[np.uint8], int], None], colour: Any, opacity: float) -> None:
    """Blend a shape into `out`: `draw(mask, scale)` paints it in 255 on a mask `scale` times the box."""
    x0, y0, x1, y1 = box
    scale = 4
    mask = np.zeros(((y1 - y0) * scale, (x1 - x0) * scale), np.uint8)
    if mask.size == 0:
        return
    draw(mask, scale)
    soft = cv2.resize(mask, (x1 - x0, y1 - y0), interpolation=cv2.INTER_AREA).astype(np.float32) / 255 * opacity
    rows, columns = inside(box, out)
    weight = soft[rows.start - y0 : rows.stop - y0, columns.start - x0 : columns.stop - x0, None]
    part = out[rows, columns]
    if part.size:
        part[:] = (part * (1 - weight) + np.asarray(colour, np.float32) * weight + 0.5).astype(np.uint8)


def frame(out: BGR, box: Box, colour: Colour, tint: float, width: int | None = None) -> None:
    """A rounded frame, `width` pixels wide, with a little of its colour inside."""
    width = width or max(2, round((box[2] - box[0]) * 0.055))

    def shape(mask: NDArray[np.uint8], scale: int, thickness: int) -> None:
        h, w = mask.shape
        radius, inset = round(min(w, h) * 0.12), width * scale // 2 + 1
        points: list[list[float]] = []
        for x, y, start in (
            (w - inset - radius, inset + radius, -90),
            (w - inset - radius, h - inset - radius, 0),
            (inset + radius, h - inset - radius, 90),
            (inset + radius, inset + radius, 180),
        ):
            for degree in range(start, start + 91, 10):
                angle = math.radians(degree)
                points.append([x + radius * math.cos(angle), y + radius * math.sin(angle)])
        outline = np.round(np.array(points)).astype(np.int32)
        if thickness < 0:
            cv2.fillPoly(mask, [outline], 255)
        else:
            cv2.polylines(mask, [outline], True, 255, thickness)

    soft(out, box, lambda mask, scale: shape(mask, scale, -1), colour, tint)
    soft(out, box, lambda mask, scale: shape(mask, scale, width * scale), colour, 0.95)


def disc(out: BGR, center: tuple[float, float], radius: float, fill: Any, rim: Colour) -> None:
    """A disc with a rim."""
    n = math.ceil(radius) + 1
    box = (round(center[0]) - n, round(center[1]) - n, round(center[0]) + n, round(center[1]) + n)

    def filled(of: float) -> Callable[[NDArray[np.uint8], int], None]:
        def draw(mask: NDArray[np.uint8], scale: int) -> None:
            cv2.circle(mask, (mask.shape[1] // 2, mask.shape[0] // 2), round(of * scale), 255, -1)

        return draw

    soft(out, box, filled(radius), rim, 1.0)
    soft(out, box, filled(radius - max(1.0, radius * 0.12)), fill, 1.0)


def confidence_colour(confidence: float) -> Colour:
    """Red for 0, green for 1."""
    sure = min(max(confidence, 0.0), 1.0)
    return 20, round(150 * sure), round(210 * (1 - sure))


def caption(out: BGR, at: tuple[int, int], words: str, confidence: float) -> None:
    """Words on white, in the colour of how sure they are, from a point at their lower left."""
    (width, height), _ = cv2.getTextSize(words, cv2.FONT_HERSHEY_SIMPLEX, 0.36, 1)
    cv2.rectangle(out, (at[0] - 2, at[1] - height - 2), (at[0] + width + 2, at[1] + 3), (250, 250, 250), -1)
    write(out, at, words, confidence_colour(confidence))


def write(out: BGR, at: tuple[int, int], words: str, colour: Colour) -> None:
    """Words, from a point at their lower left."""
    cv2.putText(out, words, at, cv2.FONT_HERSHEY_SIMPLEX, 0.36, colour, 1, cv2.LINE_AA)
