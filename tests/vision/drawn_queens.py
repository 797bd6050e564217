"""Boards of Queens drawn plainly, and what a perfect reader would say of them."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from solver import QueensPuzzle
from vision.lattice import Lattice
from vision.types import Patch, QueensReading

MARGIN, STEP = 20, 44
COLOURS = ((160, 223, 179), (223, 223, 223), (191, 160, 223), (146, 201, 255), (255, 190, 150), (60, 60, 50))
"""Of regions A to F, blue, green, red; the last is dark."""


def queens_reading_of(puzzle: QueensPuzzle, **changes: Any) -> QueensReading:
    """What a perfect reader would say of `queens_picture_of(puzzle)`."""
    rows = puzzle.regions
    h = {(r, c): a != b for r, row in enumerate(rows) for c, (a, b) in enumerate(pairwise(row))}
    v = {(r, c): a != b for r, two in enumerate(pairwise(rows)) for c, (a, b) in enumerate(zip(*two, strict=True))}
    said: dict[str, Any] = {
        "game": "queens",
        "puzzle": puzzle,
        "confidence": 0.97,
        "warnings": (),
        "milliseconds": {},
        "lattice": Lattice(MARGIN, MARGIN, STEP, STEP, puzzle.size, puzzle.size),
        "cell_patches": {cell: Patch(symbol, ".", 0.9) for cell, symbol in puzzle.symbols.items()},
        "h_patches": {cell: Patch("|" if border else ".", ".", 0.9) for cell, border in h.items()},
        "v_patches": {cell: Patch("|" if border else ".", ".", 0.9) for cell, border in v.items()},
    }
    return QueensReading(**said | changes)


def queens_picture_of(puzzle: QueensPuzzle) -> NDArray[np.uint8]:
    """Regions in their colours with thin lines between cells; crowns are black discs, crosses thin."""
    side = puzzle.size * STEP + 2 * MARGIN
    picture = np.full((side, side, 3), 255, np.uint8)
    for (r, c), letter in puzzle.region_of.items():
        x, y = MARGIN + c * STEP, MARGIN + r * STEP
        cv2.rectangle(picture, (x, y), (x + STEP, y + STEP), COLOURS[ord(letter) - ord("A")], -1)
        cv2.rectangle(picture, (x, y), (x + STEP, y + STEP), (90, 90, 90), 1)
        middle = (x + STEP // 2, y + STEP // 2)
        if puzzle.symbols[r, c] == "Q":
            cv2.circle(picture, middle, 11, (0, 0, 0), -1)
        elif puzzle.symbols[r, c] == "x":
            cv2.drawMarker(picture, middle, (0, 0, 0), cv2.MARKER_TILTED_CROSS, 8, 1)
    return picture
