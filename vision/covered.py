"""Dialogs that lie over a page, in pictures in which no board was found: what to say of them.

In: the grey picture. Out: the panel that covers most of a board, or of a page that is dimmed behind it. What covers a
few cells of a board whose lattice is found is told by the cells (`refusals.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import cv2
import numpy as np

from vision.errors import OccludedError
from vision.locate.edges import EDGE_RUN, Grey, Page, whole_factor
from vision.locate.scans import COARSE_PIXELS

Box = tuple[float, float, float, float]
Panel = tuple[int, int, int, int]
"""A flat rectangle: `left`, `top`, `right`, `bottom` in pixels of a picture, the latter two past it."""

# Neighbours in a panel differ by at most this in brightness; it is no smaller a part of the picture than this, and so
# much of its box is its own or in its holes: panels have round corners, and writing near to their sides takes these
# with it (down to 0.898 of dialogs drawn over boards).
FLAT, LEAST_PART, LEAST_FILLED = 2, 0.03, 0.85
# What lies behind a panel is at most so bright as the brightest on it, where a page is dimmed. Usual scrims are black
# with 40 to 75 % of opacity. Where the backgrounds of both differ by no more than the second, they are one page's, and
# the panel a bar or a card on it; where all that is around it does, nothing is there. Measured on our samples: those of
# bars and cards differ by 0 to 3, of dialogs and what is dimmed behind them by 23 and more.
DIMMED, ONE_BACKGROUND = 0.65, 8
# Of a strip beside a panel, so much of its height is crossed by a line that runs under the panel; distances between
# the lines of a board differ by no more than the second part of one.
LEAST_ROWS, UNEQUAL = 0.85, 0.04
# What is around a panel keeps so many pixels of the reduced picture away from it, whose corners are round.
APART = 2


def covering(page: Page, found: Sequence[Box] = (), goes_on: bool = False) -> OccludedError | None:
    """What to say of a picture without a board in which a panel lies over something; None where none does.

    `found`: `(x_min, y_min, x_max, y_max)` in pixels of the picture, of what was taken for cells; where there is such,
    a panel must lie over a part of it: not beside it, nor under all of it. `goes_on`: whether they were seen to go on;
    then a panel that reaches to the picture's edge is rather what stands beside a window that cuts the board.
    """
    cut = ", or the board is cut off" if goes_on else ""
    # Panels are large: a much reduced picture shows them. What is around them is looked at in a finer one.
    factor = whole_factor(page.grey, COARSE_PIXELS)
    height, width = page.grey.shape
    for coarse in _panels(page.reduced(factor)):
        left, top, right, bottom = (factor * value for value in coarse)
        panel = left, top, right, bottom
        if goes_on and min(left, top, width - right, height - bottom) <= factor * APART:
            continue
        if found and not any(_lies_over(panel, box) for box in found):
            continue
        if _runs_under(page, factor * APART, panel):
            return OccludedError(
                "Cells as of a board are there, but a panel covers most of them, or the board is cut off. "
                "Close what lies over them and take the picture again."
            )
        if _is_dimmed(page, factor * APART, panel):
            return OccludedError(
                f"No whole board is to be seen, but a dialog lies over a dimmed page{cut}. "
                "Close it and take the picture again."
            )
    return None


def _lies_over(panel: Panel, box: Box) -> bool:
    left, top, right, bottom = panel
    wide, tall = min(right, box[2]) - max(left, box[0]), min(bottom, box[3]) - max(top, box[1])
    return wide > 0 and tall > 0 and wide * tall < 0.95 * (box[2] - box[0]) * (box[3] - box[1])


def _panels(small: Grey) -> Iterator[Panel]:
    """The large flat rectangles of a picture, the largest first."""
    flat = cv2.morphologyEx(small, cv2.MORPH_GRADIENT, np.ones((2, 2), np.uint8)) <= FLAT
    contours, _ = cv2.findContours(flat.astype(np.uint8), cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    for contour in sorted(contours, key=cv2.contourArea, reverse=True):
        left, top, wide, tall = cv2.boundingRect(contour)
        if wide * tall < LEAST_PART * small.size:
            return
        # A page's own background begins at its upper edge; a sheet at a phone's lower edge covers what is above it.
        if top > 1 and cv2.contourArea(contour) >= LEAST_FILLED * wide * tall:
            yield left, top, left + wide, top + tall


def _is_dimmed(page: Page, apart: int, panel: Panel) -> bool:
    """Whether what is around a panel is darker than what is on it, as a page behind a scrim is."""
    factor = page.work_factor
    small = page.reduced(factor)
    left, top, right, bottom = (value // factor for value in panel)
    apart = -(-apart // factor)
    wide, tall = (right - left) // 2, (bottom - top) // 2
    ring = np.zeros(small.shape, np.bool_)
    ring[max(0, top - tall) : bottom + tall, max(0, left - wide) : right + wide] = True
    ring[max(0, top - apart) : bottom + apart, max(0, left - apart) : right + apart] = False
    inside, around = small[top:bottom, left:right], small[ring]
    if around.size < 0.2 * inside.size:
        return False
    grounds = [int(np.bincount(values).argmax()) for values in (inside.ravel(), around)]
    darkest, brightest = np.quantile(around, (0.002, 0.998))
    one_page = abs(grounds[0] - grounds[1]) <= ONE_BACKGROUND or brightest - darkest <= ONE_BACKGROUND
    return bool(not one_page and brightest <= DIMMED * float(inside.max()))


def _runs_under(page: Page, apart: int, panel: Panel) -> bool:
    """Whether lines at equal distances run under a side of a panel, as those between the cells of a board do."""
    factor = page.work_factor
    left, top, right, bottom = (value // factor for value in panel)
    apart, reach = -(-apart // factor), (right - left + bottom - top) // 4
    across, down = page.edges(factor)
    for edges, first, last, begin, end in ((across, top, bottom, left, right), (down, left, right, top, bottom)):
        lines = edges.either[:, max(0, begin - reach) : end + reach]
        for tall in (EDGE_RUN, 2 * EDGE_RUN, 4 * EDGE_RUN, 8 * EDGE_RUN):
            strips = lines[max(0, first - apart - tall) : max(0, first - apart)], lines[last + apart :][:tall]
            if any(len(strip) == tall and _has_lines(strip) for strip in strips):
                return True
    return False


def _has_lines(strip: Grey) -> bool:
    """Whether lines at equal distances cross a strip (H, W) from above to below, those of cells not much larger."""
    at = np.flatnonzero((strip > 0).mean(axis=0) >= LEAST_ROWS)
    if not at.size:
        return False
    # The two sides of a line, and of a gap between tiles, are one.
    gaps = np.diff(at)
    lines = [
        float(group.mean()) for group in np.split(at, np.flatnonzero(gaps > max(4, 0.2 * gaps.max(initial=0))) + 1)
    ]
    steps = np.diff(lines)
    tall, later = len(strip), steps[1:]
    alike = (abs(np.diff(steps)) <= np.maximum(1.5, UNEQUAL * later)) & (later >= 1.2 * tall) & (later <= 8 * tall)
    # Five lines in a row.
    return bool((alike[:-2] & alike[1:-1] & alike[2:]).any())
