"""A solution or a hint of Queens, drawn over the screenshot: crowns as the game has them. Draws and never reads."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from solver.queens.puzzle import CROSS, CROWN
from vision.draw.shapes import ADDED, BGR, DARK, FINE, LIGHT, STROKE, Canvas, background
from vision.draw.squares import SquareDrawing
from vision.types import Cell, QueensReading

# Half of the outline of a crown in cells, from the middle of its cell: LinkedIn's is as wide, and as low.
_CROWN = ((0.0, -0.22), (0.14, 0.03), (0.3, -0.12), (0.26, 0.24))
_ARM = 0.1


class QueensDrawing(SquareDrawing):
    """As `vision.draw.Drawing` says. Where a crown belongs, it is drawn over a cross as well."""

    def __init__(self, bgr: BGR, reading: QueensReading) -> None:
        super().__init__(bgr, reading)
        self._reading = reading

    def _press(self, out: BGR, cell: Cell, symbol: str, opacity: float) -> None:
        """A crown or a cross, dark or light, whichever is seen better there."""
        grid, (x, y) = self._reading.lattice, self._reading.cells[cell]
        box = self._box(cell)
        canvas = Canvas(out, box)
        mask = canvas.mask()

        def shape(points: Sequence[tuple[float, float]]) -> list[NDArray[np.int32]]:
            return [np.array([canvas.at(x + px * grid.step_x, y + py * grid.step_y) for px, py in points], np.int32)]

        if symbol == CROSS:
            for end in (-_ARM, _ARM):
                width = max(1, round(STROKE * FINE * (box[2] - box[0])))
                cv2.polylines(mask, shape(((-_ARM, -end), (_ARM, end))), False, 255, width)
        elif symbol == CROWN:
            cv2.fillPoly(mask, shape([*((-px, py) for px, py in _CROWN[:0:-1]), *_CROWN]), 255)
        canvas.paint(mask, LIGHT if float(background(self._bgr, box).mean()) < 110 else DARK, opacity)

    def _add(self, out: BGR, cell: Cell, right: str, opacity: float) -> None:
        if right == CROWN != self._reading.puzzle.cells[cell[0]][cell[1]]:
            self._press(out, cell, CROWN, opacity)

    def _correct(self, out: BGR, cell: Cell, right: str) -> None:
        self._add(out, cell, right, ADDED)

    def _uncover(self, out: BGR) -> None:
        """Nothing lies over crowns."""
