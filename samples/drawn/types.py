"""What a drawn board is: its pictures and its labels. How it is drawn is in the modules beside this one."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
"""`(height, width, 3)`, BGR."""
Labels = NDArray[np.int8]

NAMES = ("empty", "sun", "moon", "zero", "one", "other", "picture")
EMPTY, SUN, MOON, ZERO, ONE, OTHER, PICTURE = range(7)
UNKNOWN = -1
CELL = 32
"""Pixels per cell of `image`; the side of an edge patch, too, which is half a cell."""
FINE = 2 * CELL
"""Pixels per cell at which edge patches are cut."""


@dataclass(frozen=True, slots=True, eq=False)
class DrawnBoard:
    """A board straightened to one scale, and what is in its cells and on its edges. All pictures are BGR.

    Where `whole` is 0, every label of a cell and of an edge is -1, but for `inside`.
    """

    image: Pixels
    """`((size + 1) * 32, (size + 1) * 32, 3)`: 32 px a cell, half a cell of margin all round."""
    edges_h: Pixels
    """`(size, size - 1, 32, 32, 3)`: centred on the edge between `(r, c)` and `(r, c + 1)`, at 64 px a cell."""
    edges_v: Pixels
    """`(size - 1, size, 32, 32, 3)`: between `(r, c)` and `(r + 1, c)`, not turned."""
    kinds: Labels
    """`(size, size)`: 0 empty, 1 the first kind (sun, zero, white where that can be told), 2 the second."""
    names: Labels
    """`(size, size)`: index into `NAMES`; -1 where the look does not tell."""
    given: Labels
    """`(size, size)`: 1 the puzzle's clue, 0 an entry, -1 unknown or empty."""
    h: Labels
    """`(size, size - 1)`: 0 no marker, 1 `=`, 2 `x`; -1 not told, since something lies over the edge."""
    v: Labels
    """`(size - 1, size)`."""
    inside: Labels
    """`(size, size)`: 1 a whole cell of the board that can be seen; 0 none (page, counters, cut off, covered); -1 not
    told."""
    covered: Labels
    """`(size, size)`: 1 something lies over the middle of the cell, 0 nothing does, -1 a little or not told."""
    covered_h: Labels
    """The same of the edges, as `h`."""
    covered_v: Labels
    whole: int
    """1: a whole board of Tango or Takuzu; 0: not."""
    look: str
    """A short kind of look, for figures by kind: `lines/disc`, `cut`, `other/sudoku`."""
    marks: Labels
    """`(size, size)`: of a board of Queens, 0 nothing, 1 a crown, 2 a cross; -1 of every other picture."""
    regions: Labels
    """`(size, size)`: of a board of Queens, the number of each cell's region; -1 of every other picture."""
    queens: int
    """1: a whole board of Queens; 0: not."""
