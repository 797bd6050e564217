"""Which cells of a board look alike, to their borders, whatever is on them: counters beside a board look otherwise."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from vision.patches import CELL_UNIT, Colours, shrunk

Alike = NDArray[np.bool_]

# Cells differ by less than this (root mean square, 0..255) where they hold the same.
ALIKE = 10.0
# Of a board's cells, nearly all have their like elsewhere on it; of a row of counters beside it, hardly any.
MOSTLY, HARDLY = 0.8, 0.25
# Smaller squares of cells are no boards.
LEAST = 4


def alike_cells(small: Colours, rows: int, columns: int, rim: int = 1) -> Alike:
    """(N, N) bool; `small`: a straightened board at `CELL_UNIT` pixels per cell.

    `rim`: how many eighths of a cell are left out at each side, where frames and lines are.
    """
    unit = CELL_UNIT // 2
    half = (
        shrunk(small, 2).reshape(rows, unit, columns, unit, 3).swapaxes(1, 2)[:, :, rim : unit - rim, rim : unit - rim]
    )
    pixels = half.reshape(rows * columns, -1).astype(np.float32)
    squares = (pixels * pixels).sum(axis=1)
    off = np.maximum(squares[:, None] + squares[None] - 2 * pixels @ pixels.T, 0) / pixels.shape[1]
    return np.asarray(np.sqrt(off) < ALIKE, np.bool_)


@cache
def _squares_within(size: int) -> Alike:
    """The squares of cells that leave out two or four rows and columns at the sides: (K, size * size)."""
    inner = [
        np.pad(np.ones((size - less, size - less), np.bool_), ((row, less - row), (column, less - column))).ravel()
        for less in (2, 4)
        if size - less >= LEAST
        for row, column in np.ndindex(less + 1, less + 1)
    ]
    return np.array(inner, np.bool_)


def outsiders(small: Colours, size: int) -> bool:
    """Whether rows and columns at the sides of a square of cells hold other things than the rest; `small` as above."""
    inner = _squares_within(size)
    if not len(inner):
        return False
    # How many cells of each square each cell is like, itself included.
    among = inner.astype(np.float32) @ alike_cells(small, size, size).astype(np.float32)
    kept = ((among > 1) & inner).sum(axis=1) / inner.sum(axis=1)
    lost = ((among > 0) & ~inner).sum(axis=1) / (~inner).sum(axis=1)
    return bool(((lost < HARDLY) & (kept > MOSTLY)).any())
