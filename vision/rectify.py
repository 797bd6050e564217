"""A lattice of a picture -> the board at one scale, whatever the picture's. What it shows is not decided here."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np

from vision.imgproc import Colours
from vision.lattice import Lattice

# Pixels per cell of the straightened board: the smallest real markers are 0.12 of a cell, 8 px then.
UNIT = 64


def straighten(bgr: Colours, lattice: Lattice) -> Colours:
    """The board with `UNIT` pixels per cell: (rows * UNIT, columns * UNIT, 3) uint8."""
    across = _stretch(lattice.x, lattice.step_x, lattice.columns, bgr.shape[1])
    down = _stretch(lattice.y, lattice.step_y, lattice.rows, bgr.shape[0])
    region = bgr[down.first : down.last, across.first : across.last]
    # Halving is many times faster than averaging by other factors; what is left is a change of scale by less than two.
    factor = 1
    while min(lattice.step_x, lattice.step_y) >= 2 * factor * UNIT and min(region.shape[:2]) > 1:
        factor *= 2
        size = region.shape[1] // 2, region.shape[0] // 2
        whole = region[: 2 * size[1], : 2 * size[0]]
        region = np.asarray(cv2.resize(whole, size, interpolation=cv2.INTER_AREA), np.uint8)
    size = (
        max(1, round(region.shape[1] * factor * UNIT / lattice.step_x)),
        max(1, round(region.shape[0] * factor * UNIT / lattice.step_y)),
    )
    board = np.asarray(cv2.resize(region, size, interpolation=cv2.INTER_LINEAR), np.uint8)
    height, width = lattice.rows * UNIT, lattice.columns * UNIT
    after_x = max(0, width - board.shape[1] + across.skip)
    after_y = max(0, height - board.shape[0] + down.skip)
    if min(across.skip, down.skip) < 0 or max(after_x, after_y) > 0:
        # Cells cut by the border of the image go on as they end.
        before = max(0, -down.skip), after_y, max(0, -across.skip), after_x
        board = np.asarray(cv2.copyMakeBorder(board, *before, cv2.BORDER_REPLICATE), np.uint8)
    top, left = max(0, down.skip), max(0, across.skip)
    return board[top : top + height, left : left + width]


class _Stretch(NamedTuple):
    """Pixels `first` to `last` of the image along one axis, and how many of them, at `UNIT`, come before the board."""

    first: int
    last: int
    skip: int


def _stretch(origin: float, step: float, cells: int, length: int) -> _Stretch:
    # A lattice line at x lies in the middle of pixel x, so the board begins at x + 0.5 counted in pixels.
    begin, end = origin + 0.5, origin + 0.5 + step * cells
    first, last = max(0, int(begin)), min(length, int(np.ceil(end)) + 1)
    return _Stretch(first, max(last, first + 1), round((begin - first) * UNIT / step))
