"""Boards by the frame or panel around them: a level square, parted into the cells in which its contents come again.

Cells need no sides here: what stands in them, or between them, comes again in their step.
"""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lattice import Lattice
from vision.locate.edges import EDGE_THRESHOLD, Floats, Grey, Page
from vision.locate.perspective import LEAST_AREA, MOST_FRAMES, ONE_FRAME
from vision.locate.scans import in_pixels
from vision.locate.windows import SIZES

# A frame differs from the mean around it by more than so much (0..255); one that is bolder than lines about it by more
# than the second.
DIFFERS = (EDGE_THRESHOLD, 40)
# A frame is nearly all of its own box, whose sides differ by no more than so much.
FULL, UNEVEN = 0.93, 0.06
# So many sizes of each are tried.
MOST_SIZES = 2
# The cells take this part of a frame's side at least.
LEAST_FILLED = 0.9
# Contents must come again so strongly, of 1.
LEAST_AGAIN = 0.15


def framed(page: Page) -> Iterator[Lattice]:
    """Lattices in the middle of level frames, the largest frames first, in each the size that tells most first."""
    factor = page.work_factor
    small = page.reduced(factor)
    boxes: list[NDArray[np.float64]] = []
    for box in _frames(small):
        if all(np.abs(box - other).max() > ONE_FRAME * (box[2] - box[0]) for other in boxes):
            boxes.append(box)
    for x0, y0, x1, y1 in boxes[:MOST_FRAMES]:
        across, down = _again(small[round(y0) : round(y1), round(x0) : round(x1)])
        side = (x1 - x0 + y1 - y0) / 2
        ranked: list[tuple[float, int, float]] = []
        lags = np.arange(min(len(across), len(down)))
        both = across[: len(lags)] + down[: len(lags)]
        for size in (size for size in SIZES if size % 2 == 0):
            near = (lags <= side / size + 0.5) & (lags >= LEAST_FILLED * side / size)
            if near.any() and side / size >= 8:
                lag = int(lags[near][both[near].argmax()])
                ranked.append((float(both[lag]) / 2, size, min(side / size, _refined(both, lag))))
        ranked.sort(reverse=True)
        for strength, size, step in ranked[:MOST_SIZES]:
            if strength > LEAST_AGAIN:
                x, y = (x0 + x1 - size * step) / 2, (y0 + y1 - size * step) / 2
                yield in_pixels(Lattice(x - 0.5, y - 0.5, step, step, size, size, strength), factor)


def _frames(grey: Grey) -> list[NDArray[np.float64]]:
    """Boxes (left, top, right, bottom) of level squares in a grey picture, the largest first."""
    block = max(11, round(min(grey.shape) / 40) | 1)
    around = cv2.blur(grey, (block, block), borderType=cv2.BORDER_REPLICATE)
    off = cv2.absdiff(around, grey)
    found: list[tuple[float, NDArray[np.float64]]] = []
    masks = (cv2.threshold(off, differs, 255, cv2.THRESH_BINARY)[1] for differs in DIFFERS)
    for contour in (one for mask in masks for one in cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)[0]):
        x, y, width, height = cv2.boundingRect(contour)
        if width * height < LEAST_AREA * grey.size or abs(width / height - 1) > UNEVEN:
            continue
        area = float(cv2.contourArea(cv2.convexHull(contour)))
        if area > FULL * width * height:
            found.append((area, np.array([x, y, x + width, y + height], np.float64)))
    found.sort(key=lambda one: -one[0])
    return [box for _, box in found]


def _again(part: Grey) -> tuple[Floats, Floats]:
    """How much the contents of a square come again, across and down, by how far they are moved: 1 for not at all."""
    margin = max(2, len(part) // 40)
    inner = part[margin:-margin, margin:-margin]
    across = cv2.absdiff(inner[:, 1:], inner[:, :-1])
    down = cv2.absdiff(inner[1:], inner[:-1])
    profiles = (
        cv2.reduce(across, 0, cv2.REDUCE_AVG, dtype=cv2.CV_32F),
        cv2.reduce(down, 1, cv2.REDUCE_AVG, dtype=cv2.CV_32F),
    )
    one, other = (_correlation(np.asarray(profile, np.float32).ravel()) for profile in profiles)
    return one, other


def _correlation(profile: Floats) -> Floats:
    """The autocorrelation of a profile, for lags of up to a third of it."""
    level = cv2.blur(profile[None], (len(profile) // 4 | 1, 1))[0]
    off = profile - level
    power = max(float(off @ off), 1e-6)
    lags = range(len(off) // 3)
    return np.array(
        [float(off[lag:] @ off[: len(off) - lag]) * len(off) / (len(off) - lag) / power for lag in lags], np.float32
    )


def _refined(both: Floats, lag: int) -> float:
    """The lag of a peak to a fraction of a pixel, from the farthest of its multiples."""
    step = float(lag)
    for multiple in (2, 3, 4, 5, 6, 7):
        at = round(step * multiple)
        near = both[at - 1 : at + 2]
        if len(near) < 3 or near.max() < 0.3 * both[lag]:
            break
        step = (at - 1 + int(near.argmax())) / multiple
    return step
