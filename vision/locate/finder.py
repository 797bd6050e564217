"""Square boards as a learned finder sees them, whatever their look: `training/pips` makes it with `--only squares`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from vision.imgproc import Colours, Doubles
from vision.lattice import Lattice
from vision.locate.votes import RATHER, Places, look, voted
from vision.locate.windows import SIZES, best_squares

FINDER = "finder.onnx"
# Pixels of the reduced pictures in which boards are looked for, and of a cell in the part that is looked at again.
SCALES, CELL = (30_000, 125_000), 17.0
# First the square of what surely are its cells, then of what rather are: cells of a sheet or counters may be beside it.
SURELY = 0.93
# How much of the sides of cells is there is not seen here; it is not plain to see.
PRESENCE = 0.5
# How far around what was found is looked at again, in cells: a board may go on there.
AROUND = 2


class Board(NamedTuple):
    """A square of cells; `ends`: whether on all sides of it something is seen that is rather none of its cells."""

    lattice: Lattice
    ends: bool


def boards_found(bgr: Colours) -> Iterator[Board]:
    """Squares of cells in a picture (H, W, 3), the likeliest first."""
    height, width = bgr.shape[:2]
    for pixels in SCALES:
        scale = min(1.0, (pixels / (height * width)) ** 0.5)
        found = voted(look(FINDER, bgr, 0.0, 0.0, width, height, scale), square=False)
        if found is None or (square := _square(_within(found, width, height), RATHER)) is None:
            continue
        (x0, y0, x1, y1), step_x, step_y = square.lattice.bbox, found.step_x, found.step_y
        x0, y0 = max(0.0, x0 - AROUND * step_x), max(0.0, y0 - AROUND * step_y)
        x1, y1 = min(width, x1 + AROUND * step_x), min(height, y1 + AROUND * step_y)
        scale = min(CELL / (step_x * step_y) ** 0.5, (SCALES[-1] / ((x1 - x0) * (y1 - y0))) ** 0.5)
        again = look(FINDER, bgr, x0, y0, x1 - x0, y1 - y0, scale)
        places = _within(voted(again, square=False) or found, width, height)
        yield from filter(None, (_square(places, least) for least in (SURELY, RATHER)))


def _within(places: Places, width: int, height: int) -> Places:
    """The same without the places whose middle lies outside of the picture."""
    rows, columns = places.means.shape
    x = places.x + (np.arange(columns) + 0.5) * places.step_x
    y = places.y + (np.arange(rows) + 0.5) * places.step_y
    return places._replace(means=places.means * ((y > 0) & (y < height))[:, None] * ((x > 0) & (x < width)))


def _square(places: Places, least: float) -> Board | None:
    """The square of places that are more than this the board's, by the sum of how much more; None where none is."""
    squares = best_squares((places.means - least).astype(np.float32), SIZES)
    total, size, row, column = max(squares, default=(0.0, 0, 0, 0))
    if total <= 0:
        return None
    # A lattice counts from the middle of the first pixel.
    x, y = places.x + column * places.step_x - 0.5, places.y + row * places.step_y - 0.5
    return Board(
        Lattice(x, y, places.step_x, places.step_y, size, size, PRESENCE),
        _ends(places.means[max(0, row - 1) : row + size + 1, max(0, column - 1) : column + size + 1], size),
    )


def _ends(means: Doubles, size: int) -> bool:
    """Whether what is around a square of so many places is rather none of the board's, by the mean of each side."""
    around = means[0, 1:-1], means[-1, 1:-1], means[1:-1, 0], means[1:-1, -1]
    return means.shape == (size + 2, size + 2) and all(side.mean() < RATHER for side in around)
