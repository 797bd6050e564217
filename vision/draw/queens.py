"""A solution or a hint of Queens, drawn over the screenshot: crowns as the game has them. Draws and never reads."""

from __future__ import annotations

import cv2
import numpy as np

from solver.queens.puzzle import CROSS, CROWN
from vision.draw.shapes import ADDED, BGR, DARK, FINE, LIGHT, STROKE, Canvas, background
from vision.draw.squares import SquareDrawing
from vision.types import Cell, QueensReading

# Outlines around the middle of a cell, in hundredths of it, as in SVG. LinkedIn's crown is as wide, and as low.
_SHAPES = {CROWN: ["0,-22 14,3 30,-12 26,24 -26,24 -30,-12 -14,3"], CROSS: ["-10,-10 10,10", "-10,10 10,-10"]}


class QueensDrawing(SquareDrawing[QueensReading]):
    """As `vision.draw.Drawing` says. Where a crown belongs, it is drawn over a cross as well."""

    def _press(self, out: BGR, cell: Cell, symbol: str, opacity: float) -> None:
        """A crown or a cross, dark or light, whichever is seen better there."""
        grid, (x, y) = self._reading.lattice, self._reading.cells[cell]
        box = self._box(cell)
        canvas = Canvas(out, box)
        mask = canvas.mask()
        for shape in _SHAPES[symbol]:
            places = (tuple(map(float, place.split(","))) for place in shape.split())
            points = [canvas.at(x + px / 100 * grid.step_x, y + py / 100 * grid.step_y) for px, py in places]
            if symbol == CROWN:
                cv2.fillPoly(mask, [np.array(points, np.int32)], 255)
            else:
                width = max(1, round(STROKE * FINE * (box[2] - box[0])))
                cv2.line(mask, points[0], points[1], 255, width)
        canvas.paint(mask, LIGHT if float(background(self._bgr, box).mean()) < 110 else DARK, opacity)

    def _add(self, out: BGR, cell: Cell, right: str, opacity: float) -> None:
        if right == CROWN != self._reading.puzzle.cells[cell[0]][cell[1]]:
            self._press(out, cell, CROWN, opacity)

    def _correct(self, out: BGR, cell: Cell, right: str) -> None:
        self._add(out, cell, right, ADDED)

    def _uncover(self, out: BGR) -> None:
        """Nothing lies over crowns."""
