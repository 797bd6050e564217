"""A solution or a hint of Queens, drawn over the screenshot: crowns as the game has them. Draws and never reads."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from solver.queens.puzzle import CROSS, CROWN, EMPTY
from vision.draw.shapes import ADDED, AMBER, BGR, RED, UNSURE, Colour, background, frame, soft
from vision.draw.squares import box_of, frame_step
from vision.types import Cell, QueensReading

# The outline of a crown in cells, from the middle of its cell: LinkedIn's is as wide, and as low.
_CROWN = (
    (-0.26, 0.24), (-0.3, -0.12), (-0.14, 0.03), (0.0, -0.22), (0.14, 0.03), (0.3, -0.12), (0.26, 0.24),
)  # fmt: skip
_ARM, _STROKE = 0.1, 0.04
DARK, LIGHT = (25, 25, 25), (245, 245, 245)


def draw_solution(
    bgr: BGR,
    reading: QueensReading,
    solution: Sequence[str],
    wrong_entries: Collection[Cell] = (),
    unsure: Collection[Cell] = (),
) -> BGR:
    """The screenshot with the missing crowns in it.

    `bgr`: `(height, width, 3)`, the picture the reading is of. `solution`: full rows of `Q` and `.`. `wrong_entries`:
    cells with a wrong crown or cross, in red frames; where a crown belongs there it is drawn as well. `unsure`: cells
    that another solution fills differently, in amber frames.
    """
    out: BGR = bgr.copy()
    for cell, center in reading.cells.items():
        crowned = solution[cell[0]][cell[1]] == CROWN
        if cell in wrong_entries:
            frame(out, box_of(center, reading), RED, tint=0.22)
        elif cell in unsure:
            frame(out, box_of(center, reading), AMBER, tint=0.1)
        if crowned and reading.puzzle.cells[cell[0]][cell[1]] != CROWN:
            _press(out, bgr, reading, cell, CROWN, UNSURE if cell in unsure else ADDED)
    return out


def draw_hint(
    bgr: BGR,
    reading: QueensReading,
    filled: Mapping[Cell, str],
    because: Collection[Cell],
    wrong: Collection[Cell] = (),
    unsure: Collection[Cell] = (),
) -> BGR:
    """The screenshot with one step in it.

    `bgr`: `(height, width, 3)`, the picture the reading is of. `filled`: the cells that the step fills, each with its
    crown or cross, in green frames. `because`: the cells that justify it, in blue frames. `wrong`: entries that are
    wrong, in red; `unsure`: cells that contradict one another, in amber.
    """
    out: BGR = bgr.copy()
    for cell, symbol in filled.items():
        if symbol != EMPTY:
            _press(out, bgr, reading, cell, symbol, 1.0)
    frame_step(out, reading, filled, because, wrong, unsure)
    return out


def _press(out: BGR, bgr: BGR, reading: QueensReading, cell: Cell, symbol: str, opacity: float) -> None:
    """Draws a crown or a cross into a cell, dark or light, whichever is seen better there."""
    grid, (x, y) = reading.lattice, reading.cells[cell]
    half_x, half_y = grid.step_x / 2, grid.step_y / 2
    box = (round(x - half_x), round(y - half_y), round(x + half_x), round(y + half_y))
    colour: Colour = LIGHT if float(background(bgr, box_of((x, y), reading)).mean()) < 110 else DARK

    def shape(mask: NDArray[np.uint8], _: int) -> None:
        high, wide = mask.shape

        def points(of: Sequence[tuple[float, float]]) -> NDArray[np.int32]:
            return np.rint([((px + 0.5) * wide, (py + 0.5) * high) for px, py in of]).astype(np.int32)

        if symbol == CROSS:
            for way in (1, -1):
                line = points(((-_ARM, -way * _ARM), (_ARM, way * _ARM)))
                cv2.polylines(mask, [line], False, 255, max(1, round(_STROKE * wide)))
        else:
            cv2.fillPoly(mask, [points(_CROWN)], 255)

    soft(out, box, shape, colour, opacity)
