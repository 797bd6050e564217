"""The board of Pips straightened: `UNIT` pixels a cell, with room for one more cell all around."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.games.pips.rules.lattice import Colours, Grid
from vision.imgproc import averaged

# Pixels per cell of the straightened board.
UNIT = 32


def straighten(bgr: Colours, grid: Grid, rows: int, columns: int, around: bool = False, quick: bool = False) -> Colours:
    """The board at `UNIT` pixels per cell, with a margin of one cell around it: ((rows + 2) * UNIT,
    (columns + 2) * UNIT, 3) uint8. Outside the picture it goes on as it ends; in the margin too, unless what lies
    `around` the board is wanted. `quick`: of large cells, to look at four pixels for each and not at the means of all,
    which takes three times as long and shows what is thinner."""
    beyond = 1 if around else 0
    height, width = bgr.shape[:2]
    factor = 1
    while not quick and 2 * factor * UNIT <= grid.step:  # halving is the quickest
        factor *= 2
    x0, y0 = grid.x + 0.5 - beyond * grid.step, grid.y + 0.5 - beyond * grid.step
    left, top = max(0, int(x0)), max(0, int(y0))
    right = min(width, int(x0 + (columns + 2 * beyond) * grid.step) + 1 + factor)
    bottom = min(height, int(y0 + (rows + 2 * beyond) * grid.step) + 1 + factor)
    part = bgr[top:bottom, left:right]
    part = averaged(part, factor)
    scale = grid.step / factor / UNIT
    matrix = np.array(
        [
            [scale, 0, (x0 - left) / factor - 0.5 + 0.5 * scale],
            [0, scale, (y0 - top) / factor - 0.5 + 0.5 * scale],
        ]
    )
    size = ((columns + 2 * beyond) * UNIT, (rows + 2 * beyond) * UNIT)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    board = cv2.warpAffine(part, matrix, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    if not around:
        board = cv2.copyMakeBorder(board, *(UNIT,) * 4, cv2.BORDER_REPLICATE)
    return np.asarray(board, np.uint8)


def cells_of(picture: NDArray[Any], rows: int, columns: int) -> NDArray[Any]:
    """The cells of a straightened board, without its margin: (rows, columns, UNIT, UNIT, ...)."""
    shape = (rows + 2, UNIT, columns + 2, UNIT, *picture.shape[2:])
    return picture.reshape(shape).swapaxes(1, 2)[1:-1, 1:-1]
