"""A picture in which the colours differ and not the brightness: the one of its three channels in which that shows best.

In: the picture, and its `Page` in grey. Where boards are in it is `lattice.py`'s business.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.locate.edges import Page, whole_factor
from vision.locate.scans import COARSE_PIXELS

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
    factor = whole_factor(page.grey, COARSE_PIXELS)  # of so many rows one is looked at
    rows = slice(factor // 2, None, factor)
    some = np.ascontiguousarray(bgr[rows])
    level = cv2.threshold(_off(np.ascontiguousarray(page.grey[rows])), GREY, 255, cv2.THRESH_BINARY_INV)[1]
    off = cv2.threshold(_off(some), COLOURED, 255, cv2.THRESH_BINARY)[1]
    alone = np.asarray(cv2.bitwise_and(off, cv2.cvtColor(level, cv2.COLOR_GRAY2BGR)), np.uint8)
    if cv2.countNonZero(alone.reshape(-1)) <= LEAST_SHARE * level.size:
        return None  # not even in all three together
    counts = [cv2.countNonZero(channel) for channel in cv2.split(alone)]
    best = int(np.argmax(counts))
    return Page(np.ascontiguousarray(bgr[:, :, best])) if counts[best] > LEAST_SHARE * level.size else None


def _off(picture: Colours) -> Colours:
    """How far pixels, (H, W) or (H, W, 3), are from those to their right."""
    return np.asarray(cv2.absdiff(picture[:, APART:], picture[:, :-APART]), np.uint8)
