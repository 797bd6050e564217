"""Plates: the discs, rings and small tiles on which some pages draw the markers between two cells.

In: the window around the middle of an edge. Out: what is drawn on the plate there, the plate's own colour being the
ground. A plate is a patch of one colour that ends all around within the window, whatever is drawn across it.
What the ink shows is `markers.py`'s business.
"""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.patches import REACH, Colours, colour_distance, middle_of

Ink = NDArray[np.uint8]

SIDE = 2 * REACH
# Colours (0..255) that differ by less are one plate's.
ONE_PLATE = 24
# Where the plate's colour is looked for: in the middle, and at these distances from it, in pixels of the straightened
# board; marks leave one of these places bare.
SAMPLES = (0.0, 2.5, 4.5)
# How long and wide plates are, in pixels of the straightened board; how much longer than wide; and how far off the
# middle of the edge. Measured on 40 random looks: 9 to 21 px, square to a pixel, up to 5 px off.
LEAST_SIDE, MOST_SIDE, LONGER, OFF = 7, 24, 1.3, 6.0
# How much of the box around it a plate covers at least: a circle 0.785.
FULL = 0.68
# Pieces of a plate between the strokes of a mark have so many pixels, and are at least this part of the plate.
LEAST_PIECE, BARE = 2, 0.3
# So many rims of one pixel are left out, one after the other.
RIMS = 2
THREE = np.ones((3, 3), np.uint8)


def inks_on_plates(window: Colours) -> list[Ink]:
    """What is drawn on the plates that may be in a window, its middle moved to the window's middle.

    `window`: (3, SIDE, SIDE) blue, green and red around the middle of an edge. Returns inks, (SIDE, SIDE) uint8
    0..255, how far each pixel of a plate is from the plate's colour; none where there is no plate.
    """
    inks = []
    for colour in _colours(window):
        distance = colour_distance(window, colour[:, None, None])
        plate = _plate(distance < ONE_PLATE)
        if plate is not None:
            shape, (off_x, off_y) = plate
            bare = window[:, (shape > 0) & (distance < ONE_PLATE)]
            distance = colour_distance(window, middle_of(bare)[:, None, None])
            # The rim's soft edge is left out, and of long bars the ends, which rims bend.
            for _ in range(RIMS):
                shape = np.asarray(cv2.erode(shape, THREE), np.uint8)
                inks.append(np.roll(distance * shape, (-off_y, -off_x), axis=(0, 1)))
    return inks


def _colours(window: Colours) -> list[Colours]:
    """The different colours at the places where a plate may be bare, (3,) each."""
    y, x = _samples()
    different: list[tuple[int, int, int]] = []
    for blue, green, red in window[:, y, x].T.tolist():
        for b, g, r in different:
            if abs(blue - b) < ONE_PLATE and abs(green - g) < ONE_PLATE and abs(red - r) < ONE_PLATE:
                break
        else:
            different.append((blue, green, red))
    return [np.array(one, np.uint8) for one in different]


@cache
def _samples() -> tuple[list[int], list[int]]:
    angles = np.linspace(0, 2 * np.pi, 8, endpoint=False)
    middle = (SIDE - 1) / 2
    places = {(round(middle + r * np.sin(a)), round(middle + r * np.cos(a))): None for r in SAMPLES for a in angles}
    return [int(y) for y, _ in places], [int(x) for _, x in places]


def _plate(bare: NDArray[np.bool_]) -> tuple[Ink, tuple[int, int]] | None:
    """The plate whose bare pixels are given, with what is drawn on it, as 0 and 1; and how far right and down of the
    middle it is."""
    _, parts, stats, _ = cv2.connectedComponentsWithStats(bare.view(np.uint8), connectivity=4)
    pieces = [
        (part, x, y, x + width, y + height)
        for part, (x, y, width, height, area) in enumerate(stats.tolist())
        if part and area >= LEAST_PIECE and min(x, y) > 0 and max(x + width, y + height) < SIDE
    ]
    if not pieces:
        return None
    numbers, lefts, tops, rights, bottoms = zip(*pieces, strict=True)
    left, top, right, bottom = min(lefts), min(tops), max(rights), max(bottoms)
    shorter, longer = sorted((right - left, bottom - top))
    off_x, off_y = (left + right - SIDE) / 2, (top + bottom - SIDE) / 2
    if shorter < LEAST_SIDE or longer > min(MOST_SIDE, LONGER * shorter) or max(abs(off_x), abs(off_y)) > OFF:
        return None
    belongs = np.zeros(len(stats), np.bool_)
    belongs[list(numbers)] = True
    own = belongs[parts]
    y, x = np.nonzero(own)
    hull = cv2.convexHull(np.stack([x, y], axis=1).astype(np.int32))
    shape = np.zeros((SIDE, SIDE), np.uint8)
    cv2.fillConvexPoly(shape, hull, 1)
    area = int(shape.sum())
    if area < FULL * shorter * longer or own.sum() < BARE * area:
        return None
    return shape, (round(off_x), round(off_y))
