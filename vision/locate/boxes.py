"""How much is seen of the sides of cells, and of all windows of so many cells at once, by integrals over them."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.locate.edges import Floats, Grey

Sums = NDArray[np.float64]

# A side counts for the window when more than this part of it is an edge, and against it when less. Lines between two
# clue cells vanish in video, so a third of a real board's sides may be missing.
SIDE_PRESENT = 0.4
# Where along a cell's side an edge is looked for, in cells: between crossing lines and rounded corners.
_SIDE = np.array([[0.12], [0.88]], np.float32)


def gains(side: Floats) -> Sums:
    """The integral of by how much each side is more present than not; `side`: 0..1, NaN where it is not seen."""
    gain = np.where(np.isnan(side), np.float32(0), side - np.float32(SIDE_PRESENT))
    return np.asarray(cv2.integral(gain, sdepth=cv2.CV_64F), np.float64)


def boxes(total: Sums, rows: int, columns: int) -> Sums:
    """The sums over all boxes of so many rows and columns, from the integral."""
    down = total[rows:] - total[:-rows]
    return np.asarray(down[:, columns:] - down[:, :-columns], np.float64)


def weakest_outside(total_v: Sums, total_h: Sums, size: int, less: float = 0.0) -> Sums:
    """Of the outermost rows and columns of each window of so many cells, the mean gain of the weakest.

    Frames and panels around a board look like a few more sides; a real outer row has sides all along. `less`: by how
    much less the ends of lines count.
    """
    tall, wide = total_v.shape[0] - size, total_h.shape[1] - size
    last = size - 1
    row_ends, column_ends = boxes(total_v, 1, size + 1), boxes(total_h, size + 1, 1)
    row_sides, column_sides = boxes(total_h, 1, size), boxes(total_v, size, 1)
    ends = np.minimum(
        np.minimum(row_ends[:tall], row_ends[last : last + tall]),
        np.minimum(column_ends[:, :wide], column_ends[:, last : last + wide]),
    )
    sides = np.minimum(
        np.minimum(row_sides[1 : tall + 1], row_sides[last : last + tall]),
        np.minimum(column_sides[:, 1 : wide + 1], column_sides[:, last : last + wide]),
    )
    return np.asarray(np.minimum(ends / (size + 1) - less, sides / size), np.float64)


def presence(lines_of: Grey, lines: Floats, cells: Floats, step: float, half_gap: float) -> tuple[Floats, Grey]:
    """How much of each side can be seen: (len(cells), len(lines)) float32 of 0..1, NaN outside the picture.

    And where along each line an edge is beside it: (len(lines), A) uint8 of 0 and 255.

    `lines_of`: (B, A) the edges, a row for each position across the lines. `lines`: positions across; `cells`: where
    each cell begins along the line.
    """
    width, height = lines_of.shape
    reach = max(2, int(half_gap + 1.5))
    beside = np.rint(lines).astype(np.intp)[:, None] + np.arange(-reach, reach + 1)
    seen = lines_of.take(beside, axis=0, mode="clip").max(axis=1)
    ends = np.rint(cells + step * _SIDE).astype(np.intp)
    np.minimum(np.maximum(ends, 0, out=ends), height, out=ends)
    length = ends[1] - ends[0]
    # The sums of all lines before each one, between the ends of each side.
    sums = cv2.integral(seen).take(ends, axis=1)
    sums = sums[:, 1] - sums[:, 0]
    part = (sums[1:] - sums[:-1]) / np.where(length < 0.5 * 0.76 * step, np.nan, 255 * length)
    part[(lines < reach) | (lines > width - 1 - reach)] = np.nan
    return np.asarray(part.T, np.float32), seen
