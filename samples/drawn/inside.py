"""Which cells of a lattice are cells of the board and can be seen: the labels `inside` of what is no whole board."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from samples.drawn.types import UNKNOWN, Labels

Lattice = tuple[float, float, float, float]
"""x, y of the corner, steps across and down, in pixels."""
Box = tuple[float, float, float, float]
"""x0, y0, x1, y1 in pixels."""

SEEN, LOST = 0.9, 0.65
"""A cell of which at least this share is seen counts as seen; of which less than this, as lost; between, not told."""
HALF = 0.52
"""A lattice cell of another place or step of which no more than this lies on the board is no cell of it."""
UNTOUCHED, COVERED = 0.05, 0.5
"""A cell of which no more than this is covered counts as seen; of which more than this, as lost."""


def untold(size: int) -> Labels:
    return np.full((size, size), UNKNOWN, np.int8)


def shares(lattice: Lattice, size: int, box: Box) -> NDArray[np.float64]:
    """The share of each cell of the lattice that lies in a box: (size, size), 0..1."""
    x, y, across, down = lattice
    along = []
    for begin, step, low, high in ((x, across, box[0], box[2]), (y, down, box[1], box[3])):
        starts = begin + step * np.arange(size)
        common = np.minimum(starts + step, high) - np.maximum(starts, low)
        along.append(np.clip(common / step, 0, 1))
    return np.asarray(along[1][:, None] * along[0][None], np.float64)


def seen(share: NDArray[np.float64]) -> Labels:
    """`inside` by the share of each cell that is the board's and can be seen."""
    return np.where(share >= SEEN, 1, np.where(share < LOST, 0, UNKNOWN)).astype(np.int8)


def beyond_only(share: NDArray[np.float64]) -> Labels:
    """`inside` of a lattice that does not fit: only what lies beyond the board is told."""
    return np.where(share <= HALF, 0, UNKNOWN).astype(np.int8)


def uncovered(share: NDArray[np.float64]) -> Labels:
    """`inside` by the share of each of a board's cells that is covered."""
    return np.where(share > COVERED, 0, np.where(share <= UNTOUCHED, 1, UNKNOWN)).astype(np.int8)
