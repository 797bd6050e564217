"""Gestures drawn over the grab they were planned on: numbered rings for clicks, arrows for drags."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from actuator.moves import Click, Gesture, Point
from actuator.screen import Shot

LEFT, RIGHT, DRAG = (60, 60, 230), (220, 120, 30), (150, 40, 170)  # blue, green, red


def sketch(shot: Shot, gestures: Sequence[Gesture]) -> NDArray[np.uint8]:
    """`(height, width, 3)` uint8, blue green red: the grab with the gestures on it. The grab stays as it is."""
    picture = shot.bgr.copy()
    height, width = picture.shape[:2]
    size = max(5, min(height, width) // 110)

    def pixel(point: Point) -> tuple[int, int]:
        across, down = shot.scale
        return round((point[0] - shot.rect.left) * across), round((point[1] - shot.rect.top) * down)

    seen: dict[tuple[int, int], int] = {}
    for number, gesture in enumerate(gestures, 1):
        at = pixel(gesture.at)
        if isinstance(gesture, Click):
            ring = seen[at] = seen.get(at, 0) + 1
            colour = LEFT if gesture.button == "left" else RIGHT
            cv2.circle(picture, at, size * (1 + ring) // 2, colour, 2, cv2.LINE_AA)
        else:
            cv2.arrowedLine(picture, at, pixel(gesture.to), DRAG, 2, cv2.LINE_AA, tipLength=0.06)
            cv2.circle(picture, at, size // 2, DRAG, -1, cv2.LINE_AA)
            spot = at[0] + size, at[1] - size
            cv2.putText(picture, str(number), spot, cv2.FONT_HERSHEY_SIMPLEX, size / 18, DRAG, 1, cv2.LINE_AA)
    return picture
