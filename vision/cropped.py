"""How much of a row or a column at a lattice's side an edge of the picture or of a window cuts away.

In: the grey picture and a lattice. What the cells hold does not matter here.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lattice import Lattice

Grey = NDArray[np.uint8]
Floats = NDArray[np.float64]

# Places along a cell's side at which it is seen whether the line is there.
PLACES = 16
# A line, or a gap between tiles, is looked for so near to where it should be, in cells.
NEAR = 0.12
# What is usual is told by all rows but the outermost, of so many at least.
LEAST_ROWS = 6
# How much it differs from the cells there (0..255), at least; it is there where it does so by half of the usual, and a
# row ends where half of the lines do.
LEAST_DIFFERENCE, HALF = 6, 0.5
# What most lines have, which are not all equally plain. Markers stand on most lines at a few places, and round cells
# have sides at a few: so much of the others tells.
WEAK, COMMON = 0.2, 0.6
# Lines end with the cells where it is by no more of one. Measured: on 334 whole boards by 0.14 at most, but for rows
# in which no line shows at all, where they end by 0.97 and more. What is missing for less of a cell is there.
EXACT, INTERRUPTED = 0.16, 0.2


def cropped_part(grey: Grey, lattice: Lattice) -> float:
    """How much of its outermost row or column the lines of a lattice end too early, on any side: 0..1, 0 where none is
    cut."""
    across, down = (lattice.x, lattice.step_x, lattice.columns), (lattice.y, lattice.step_y, lattice.rows)
    return max(_missing(grey, *across, *down), _missing(grey.T, *down, *across))


def _missing(grey: Grey, x: float, step_x: float, columns: int, y: float, step_y: float, rows: int) -> float:
    """How much of the first row or the last one the upright lines between columns end too early."""
    if rows < LEAST_ROWS:
        return 0.0
    places = y + step_y * (np.arange(rows * PLACES, dtype=np.float64) + 0.5) / PLACES
    lines = x + step_x * np.arange(1, columns, dtype=np.float64)
    seen = _differences(grey, lines, places, int(max(2, NEAR * step_x)))
    if len(seen) < 2:
        return 0.0
    weak, middle = (seen[int(part * len(seen))].reshape(rows, PLACES) for part in (WEAK, HALF))
    usual = np.median(weak[1:-1], axis=0)
    common, plainest = np.sort(usual)[[int(COMMON * PLACES), -1]]
    line = common if common > HALF * plainest else plainest
    if line < LEAST_DIFFERENCE:
        return 0.0
    there, drawn = middle > HALF * usual, usual > HALF * line
    return max(_missing_of(there[0, ::-1], drawn[::-1]), _missing_of(there[-1], drawn))


def _missing_of(there: NDArray[np.bool_], drawn: NDArray[np.bool_]) -> float:
    """How much too early lines that come from the board end within a row, of which these are the places from there on.

    `drawn`: where there are lines in the other rows.
    """
    places = np.flatnonzero(drawn)
    # After the row nothing is seen.
    seen = np.append(there[places], [False] * len(places)).tobytes()
    last = seen.find(bytes(1 + int(INTERRUPTED * len(places)))) - 1
    part = float(places[-1] - places[last]) / PLACES if last >= 0 else 0.0
    return part if EXACT < part < 1 - EXACT else 0.0


def _differences(grey: Grey, lines: Floats, places: Floats, reach: int) -> Grey:
    """How much brightness differs near each line, at each place along it: (L, P) uint8, the least first.

    Lines that are not in the picture are left out; beyond it there is no difference.
    """
    height, width = grey.shape
    middles, at = np.rint(lines).astype(np.intp), np.rint(places).astype(np.intp)
    middles = middles[(middles >= reach) & (middles < width - reach)]
    near = (middles[:, None] + np.arange(-reach, reach + 1)).ravel()
    # Whole rows are taken first, which lie together.
    if grey.flags.c_contiguous:
        some = cv2.transpose(grey.take(at, axis=0, mode="clip").take(near, axis=1))
    else:
        some = grey.T.take(near, axis=0).take(at, axis=1, mode="clip")
    bands = np.asarray(some, np.uint8).reshape(len(middles), 2 * reach + 1, len(at))
    seen = np.asarray(bands.max(axis=1) - bands.min(axis=1), np.uint8)
    seen[:, (at < 0) | (at >= height)] = 0
    seen.sort(axis=0)
    return seen
