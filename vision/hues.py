"""A picture in which the colours differ and not the brightness: the one of its three channels in which that shows best.

In: the picture, and its `Page` in grey. Where boards are in it is `lattice.py`'s business.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.edges import Page, whole_factor
from vision.lattice import GLANCE_PIXELS

Colours = NDArray[np.uint8]

# How far apart, in pixels, neighbours are: an edge that is not sharp has its height in so many.
APART = 2
# They differ in colour alone where a channel differs by more than the first (0..255) and the brightness by no more than
# the second; of all, this part must. Measured: 0.006 to 0.05 where boards were not seen in grey, pages 0 to 0.0004,
# photos up to 0.01.
COLOURED, GREY, LEAST_SHARE = 20, 7, 0.004


def in_colour(bgr: Colours, page: Page) -> Page | None:
    """The channel, blue, green or red, of a picture (H, W, 3) that shows most of what `page`, the same in grey, does
    not; None where grey shows about all there is."""
    factor = whole_factor(page.grey, GLANCE_PIXELS)  # of so many rows one is looked at
    rows = slice(factor // 2, None, factor)
    level = _differing(np.ascontiguousarray(page.grey[rows]), GREY) == 0
    counts = []
    for channel in cv2.split(np.ascontiguousarray(bgr[rows])):
        off = _differing(np.asarray(channel, np.uint8), COLOURED)
        counts.append(cv2.countNonZero(cv2.bitwise_and(off, off, mask=level.view(np.uint8))))
    best = int(np.argmax(counts))
    return Page(np.ascontiguousarray(bgr[:, :, best])) if counts[best] > LEAST_SHARE * level.size else None


def _differing(picture: Colours, most: int) -> Colours:
    """Where pixels (H, W) differ by more than so much from those to their right: 0 and 255."""
    off = cv2.absdiff(picture[:, APART:], picture[:, :-APART])
    return np.asarray(cv2.threshold(off, most, 255, cv2.THRESH_BINARY)[1], np.uint8)
