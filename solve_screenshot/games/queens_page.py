"""Queens on the web page; a module of the form of `games.Page`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from solve_screenshot.games.square_page import check_size, grid, patched, read_there, rgb
from solve_screenshot.games.square_page import label as label
from solve_screenshot.games.square_page import told as told

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from solve_screenshot.result import Told
    from solver import QueensPuzzle
    from vision.image import Image
    from vision.types import QueensReading

CORNER = 0.3
"""So far from the middle of a cell, in cells, its ground is seen beside a crown."""


def layout(picture: Image, reading: QueensReading) -> dict[str, Any]:
    """As `square_page.grid`; `fills`: the colours of the regions."""
    return grid(reading) | {"fills": _fills(picture.bgr, reading)}


def _fills(bgr: NDArray[np.uint8], reading: QueensReading) -> dict[str, str]:
    """The colour that each region has in the picture (H, W, 3), by its letter: what is around crowns and crosses."""
    import numpy as np

    reach = max(1, round(0.05 * reading.lattice.step_x))
    beside: dict[str, list[Any]] = {}
    for (r, c), letter in reading.puzzle.region_of.items():
        for dr, dc in ((-CORNER, -CORNER), (-CORNER, CORNER), (CORNER, -CORNER), (CORNER, CORNER)):
            x, y = map(round, reading.lattice.center(r + dr, c + dc))
            part = bgr[max(0, y - reach) : max(0, y + reach), max(0, x - reach) : max(0, x + reach)]
            beside.setdefault(letter, []).append(part.reshape(-1, 3))
    pixels = {letter: np.concatenate(parts) for letter, parts in beside.items()}
    return {letter: rgb(np.median(some, axis=0)) for letter, some in pixels.items() if len(some)}


def marked(
    picture: Image, corners: Sequence[tuple[float, float]], asked: Mapping[str, Any], puzzle: QueensPuzzle, told: Told
) -> QueensReading:
    """The reading of a board whose corners were marked, with this puzzle on it."""
    reading: Any = read_there(picture, corners, asked)
    return mended(reading, puzzle, told)


def mended(reading: QueensReading, puzzle: QueensPuzzle, told: Told) -> QueensReading:
    """The reading with another puzzle, on the same cells."""
    check_size(reading, puzzle)
    rows = puzzle.regions
    return replace(
        reading,
        puzzle=puzzle,
        cell_patches=patched(reading.cell_patches, puzzle.cells),
        h_patches=patched(reading.h_patches, [_borders(row, row[1:]) for row in rows]),
        v_patches=patched(reading.v_patches, [_borders(*two) for two in pairwise(rows)]),
    )


def _borders(one: str, other: str) -> str:
    """`|` where two rows of cells are of different regions, `.` elsewhere."""
    return "".join("|" if a != b else "." for a, b in zip(one, other, strict=False))
