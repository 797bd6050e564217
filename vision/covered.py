"""Dialogs that lie over a page, in pictures in which no board was found: what to say of them.

In: the grey picture. Out: the panel that covers most of a board, or of a page that is dimmed behind it. What covers a
few cells of a board whose lattice is found is told by the cells (`refusals.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import OccludedError
from vision.imgproc import label_type
from vision.locate.edges import Page, whole_factor
from vision.locate.scans import COARSE_PIXELS

Grey = NDArray[np.uint8]
Box = tuple[float, float, float, float]

# Neighbours in a panel differ by at most this in brightness; it is no smaller and no larger a part of the
# picture than this, and so much of its box is its own or in its holes: panels have round corners, and writing near to
# their sides takes these with it (down to 0.898 of dialogs drawn over boards).
FLAT, LEAST_PART, MOST_PART, LEAST_FILLED = 2, 0.03, 0.9, 0.85
# What lies behind a panel is at most so bright as the brightest on it, where a page is dimmed. Usual scrims are black
# with 40 to 75 % of opacity. So much of the surroundings must differ from the most common background.
# Where the backgrounds of both differ by no more than this, they are one page's, and the panel a bar or a card on it.
# Measured on our samples: those of bars and cards differ by 0 to 3, of dialogs and what is dimmed behind them by 23
# and more.
DIMMED, LEAST_SHOWN, ONE_BACKGROUND = 0.65, 0.01, 8
# Lines that run under a panel: over so many pixels they must be there, as tall strips next to it ...
STRIPS = (16, 32, 64, 128)
# ... in so many of the rows, with so much contrast, and so many of them at equal distances (within this part of one).
LEAST_ROWS, LEAST_CONTRAST, LEAST_LINES, UNEQUAL = 0.85, 3, 5, 0.04
SMALLEST_CELL = 20
# What is around a panel keeps so many pixels of the reduced picture away from it: its corners are round, its edge is
# blurred.
APART = 2


class Panel(NamedTuple):
    """A flat rectangle: `left`, `top`, `right`, `bottom` in pixels of a picture, the latter two past it."""

    left: int
    top: int
    right: int
    bottom: int


def covering(page: Page, found: Sequence[Box] = (), goes_on: bool = False) -> OccludedError | None:
    """What to say of a picture without a board in which a panel lies over something; None where none does.

    `found`: `(x_min, y_min, x_max, y_max)` in pixels of the picture, of what was taken for cells; where there is such,
    a panel must lie over a part of it: not beside it, nor under all of it. `goes_on`: whether they were seen to go on;
    then a panel that reaches to the picture's edge is rather what stands beside a window that cuts the board.
    """
    cut = ", or the board is cut off" if goes_on else ""
    # Panels are large: a much reduced picture shows them. What is around them is looked at in a finer one.
    factor = whole_factor(page.grey, COARSE_PIXELS)
    for coarse in _panels(page.reduced(factor)):
        panel = Panel(*(factor * value for value in coarse))
        if goes_on and not _is_inside(panel, factor * APART, page.grey):
            continue
        if found and not any(_lies_over(panel, box) for box in found):
            continue
        if _runs_under(page.grey, factor * APART, panel):
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


def _is_inside(panel: Panel, apart: int, grey: Grey) -> bool:
    height, width = grey.shape
    return bool(min(panel.left, panel.top, width - panel.right, height - panel.bottom) > apart)


def _lies_over(panel: Panel, box: Box) -> bool:
    left, top, right, bottom = panel
    wide, tall = min(right, box[2]) - max(left, box[0]), min(bottom, box[3]) - max(top, box[1])
    return wide > 0 and tall > 0 and wide * tall < 0.95 * (box[2] - box[0]) * (box[3] - box[1])


def _panels(small: Grey) -> Iterator[Panel]:
    """The large flat rectangles of a picture, the largest first."""
    flat = np.zeros(small.shape, np.uint8)
    across = cv2.absdiff(small[1:-1, 1:-1], small[1:-1, 2:])
    down = cv2.absdiff(small[1:-1, 1:-1], small[2:, 1:-1])
    flat[1:-1, 1:-1] = (across <= FLAT) & (down <= FLAT)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(flat, connectivity=4, ltype=label_type(flat.size // 2))
    for index in 1 + np.argsort(-stats[1:, cv2.CC_STAT_AREA], kind="stable"):
        left, top, wide, tall, area = (int(value) for value in stats[index])
        if area < 0.5 * LEAST_PART * small.size:
            return
        # A page's own background begins at its upper edge; a sheet at a phone's lower edge covers what is above it.
        if top <= 1 or not LEAST_PART <= wide * tall / small.size <= MOST_PART:
            continue
        own = np.pad(np.asarray(labels[top : top + tall, left : left + wide] == index, np.uint8), 1)
        outside = 1 - own
        cv2.floodFill(outside, None, (0, 0), 2)
        if np.count_nonzero(outside != 2) >= LEAST_FILLED * wide * tall:
            yield Panel(left, top, left + wide, top + tall)


def _is_dimmed(page: Page, apart: int, panel: Panel) -> bool:
    """Whether what is around a panel is darker than what is on it, as a page behind a scrim is."""
    factor = page.work_factor
    small = page.reduced(factor)
    height, width = small.shape
    left, top, right, bottom = (value // factor for value in panel)
    apart = -(-apart // factor)
    wide, tall = (right - left) // 2, (bottom - top) // 2
    rows = slice(max(0, top - tall), min(height, bottom + tall))
    columns = slice(max(0, left - wide), min(width, right + wide))
    inside = small[top:bottom, left:right]
    around = np.ones((rows.stop - rows.start, columns.stop - columns.start), np.bool_)
    around[
        max(0, top - rows.start - apart) : bottom - rows.start + apart,
        max(0, left - columns.start - apart) : right - columns.start + apart,
    ] = False
    values = small[rows, columns][around]
    if values.size < 0.2 * inside.size:
        return False
    counts = np.bincount(values, minlength=256)
    background = int(counts.argmax())
    if abs(background - int(np.bincount(inside.ravel()).argmax())) <= ONE_BACKGROUND:
        return False
    shown = counts.sum() - counts[max(0, background - 12) : background + 13].sum()
    brightest = int(np.searchsorted(counts.cumsum(), 0.998 * values.size))
    return bool(shown >= LEAST_SHOWN * values.size and brightest <= DIMMED * float(inside.max()))


def _runs_under(grey: Grey, apart: int, panel: Panel) -> bool:
    """Whether lines at equal distances run under a side of a panel, as those between the cells of a board do."""
    left, top, right, bottom = panel
    height, width = grey.shape
    reach = (right - left + bottom - top) // 4
    columns = slice(max(0, left - reach), min(width, right + reach))
    rows = slice(max(0, top - reach), min(height, bottom + reach))
    for strip in STRIPS:
        beside = (
            (top - apart, grey[max(0, top - apart - strip) : top - apart, columns]),
            (height - bottom - apart, grey[bottom + apart :][:strip, columns]),
            (left - apart, grey[rows, max(0, left - apart - strip) : left - apart].T),
            (width - right - apart, grey[rows, right + apart :][:, :strip].T),
        )
        if any(room >= strip and _has_lines(part, strip) for room, part in beside):
            return True
    return False


def _has_lines(strip: Grey, tall: int) -> bool:
    """Whether lines at equal distances cross a strip (H, W) from above to below, those of cells not much larger."""
    strip = np.ascontiguousarray(strip)
    rise = cv2.absdiff(strip[:, 2:], strip[:, :-2])
    steep = cv2.threshold(rise, LEAST_CONTRAST - 1, 1, cv2.THRESH_BINARY)[1]
    at = np.flatnonzero(cv2.reduce(steep, 0, cv2.REDUCE_AVG, dtype=cv2.CV_32F)[0] >= LEAST_ROWS)
    if at.size < LEAST_LINES:
        return False
    # The two sides of a line, and of a gap between tiles, are one.
    gaps = np.diff(at)
    lines = [float(group.mean()) for group in np.split(at, np.flatnonzero(gaps > max(4, 0.2 * gaps.max())) + 1)]
    steps = np.diff(lines)
    run = 0
    for before, step in zip(np.append(0.0, steps), steps, strict=False):
        alike = abs(step - before) <= max(1.5, UNEQUAL * step)
        run = run + 1 if alike else 1
        if run >= LEAST_LINES - 1 and step >= max(SMALLEST_CELL, 1.2 * tall) and step <= 8 * tall:
            return True
    return False
