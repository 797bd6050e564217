"""What is drawn of all boards of squares: solutions and hints, but for their symbols, and how the board was read."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Generic, TypeVar

import cv2

from vision.draw.shapes import (
    ADDED,
    AMBER,
    BGR,
    BLUE,
    GREEN,
    LINE,
    RED,
    UNSURE,
    Box,
    Sample,
    box_about,
    caption,
    enlarged,
    frame,
    table,
    write,
)
from vision.lattice import Lattice
from vision.types import Cell, Patch, SquareReading

AnyReading = TypeVar("AnyReading", bound=SquareReading)


class SquareDrawing(ABC, Generic[AnyReading]):
    """A `Drawing` of a board of squares; what its symbols look like is the game's."""

    def __init__(self, bgr: BGR, reading: AnyReading) -> None:
        self._bgr = bgr
        self._reading = reading

    def solution(self, solution: Sequence[str], wrong: Collection[Cell] = (), unsure: Collection[Cell] = ()) -> BGR:
        """`solution`: full rows, as `Solution.cells`."""
        out: BGR = self._bgr.copy()
        for r, c in self._reading.cells:
            if (r, c) in wrong:
                frame(out, self._box((r, c)), RED, tint=0.22)
                self._correct(out, (r, c), solution[r][c])
            else:
                if (r, c) in unsure:
                    frame(out, self._box((r, c)), AMBER, tint=0.1)
                self._add(out, (r, c), solution[r][c], UNSURE if (r, c) in unsure else ADDED)
        self._uncover(out)
        return out

    def hint(
        self,
        filled: Mapping[Cell, str],
        because: Collection[Cell],
        wrong: Collection[Cell] = (),
        unsure: Collection[Cell] = (),
    ) -> BGR:
        """`filled`: cells, each with its symbol."""
        out: BGR = self._bgr.copy()
        for cell, symbol in filled.items():
            self._press(out, cell, symbol, 1.0)
        self._uncover(out)
        for cells, colour, tint in (
            (filled, GREEN, 0.1),
            (wrong, RED, 0.22),
            (unsure, AMBER, 0.1),
            (because, BLUE, 0.0),
        ):
            for cell in cells:
                frame(out, self._box(cell), colour, tint)
        return out

    def stages(self) -> Iterator[tuple[str, BGR]]:
        board, step = self._reading, self._reading.lattice.step_x
        yield "lattice", draw_lattices(self._bgr, [board.lattice])
        cells = ((board.cells[r, c], f"{r},{c}", patch) for (r, c), patch in board.cell_patches.items())
        yield "cells", _sorted_table(self._bgr, cells, step)
        edges = (
            (edge_of(board, (r, c), vertical), f"{'v' if vertical else 'h'}{r},{c}", patch)
            for vertical, (r, c), patch in _edges(board)
        )
        yield "markers", _sorted_table(self._bgr, edges, step / 2)
        yield "reading", draw_reading(self._bgr, board)

    def _box(self, cell: Cell) -> Box:
        """The box of a frame in a cell."""
        grid = self._reading.lattice
        return box_about(self._reading.cells[cell], 0.42 * grid.step_x, 0.42 * grid.step_y)

    @abstractmethod
    def _press(self, out: BGR, cell: Cell, symbol: str, opacity: float) -> None:
        """Draw a symbol into a cell."""

    @abstractmethod
    def _add(self, out: BGR, cell: Cell, right: str, opacity: float) -> None:
        """Draw what a solution has in a cell, where that is not there yet."""

    @abstractmethod
    def _correct(self, out: BGR, cell: Cell, right: str) -> None:
        """Show what belongs into a cell with a wrong entry."""

    @abstractmethod
    def _uncover(self, out: BGR) -> None:
        """Put back what symbols cover that lies over them."""


def draw_lattices(bgr: BGR, lattices: Sequence[Lattice]) -> BGR:
    """The whole picture with every lattice that was thought to be a board, and its size."""
    out = bgr.copy()
    for lattice in lattices:
        x0, y0, x1, _ = lattice.bbox
        _grid(out, lattice.bbox, lattice.rows, lattice.columns, max(1, round((x1 - x0) / 400)))
        write(out, (round(x0), max(12, round(y0) - 4)), f"{lattice.rows}x{lattice.columns}", LINE)
    return out


def draw_reading(bgr: BGR, reading: SquareReading) -> BGR:
    """The board alone, large enough to read: each cell and marker with its value and how sure it is."""
    grid = reading.lattice
    out, place, (width, height) = enlarged(bgr, grid.bbox, (grid.step_x, grid.step_y), 0.4)
    _grid(out, (*place(*grid.bbox[:2]), *place(*grid.bbox[2:])), grid.rows, grid.columns, 1)
    for cell, patch in reading.cell_patches.items():
        x, y = place(*reading.cells[cell])
        words = _words(patch) + (" clue" if cell in (reading.clues or ()) else "")
        caption(out, (x - width // 2 + 4, y + height // 2 - 6), words, patch.confidence)
    for vertical, cell, patch in _edges(reading):
        if patch.value != "." or patch.confidence < 0.5:
            x, y = place(*edge_of(reading, cell, vertical))
            caption(out, (x - 18, y + round(0.22 * height)), _words(patch), patch.confidence)
    return out


def edge_of(reading: SquareReading, cell: Cell, vertical: bool) -> tuple[float, float]:
    """The middle of the edge between a cell and the one below (`vertical`) or to the right of it."""
    x, y = reading.lattice.center(*cell)
    return (x, y + reading.lattice.step_y / 2) if vertical else (x + reading.lattice.step_x / 2, y)


def _edges(reading: SquareReading) -> Iterator[tuple[bool, Cell, Patch]]:
    """Every edge: whether the cells lie one above the other, the first of them, and what was read there."""
    for vertical, patches in ((False, reading.h_patches), (True, reading.v_patches)):
        for cell, patch in patches.items():
            yield vertical, cell, patch


def _words(patch: Patch) -> str:
    value = patch.value if patch.value != "." else "-"
    return f"{value} {patch.confidence:.2f}"


def _sorted_table(bgr: BGR, items: Iterable[tuple[tuple[float, float], str, Patch]], side: float) -> BGR:
    """Patches with their middles and names, sorted by what they were taken for, the least sure first."""
    samples = [
        Sample(center, (side, side), _words(patch), f"{where} ({patch.runner_up})", patch.confidence)
        for center, where, patch in sorted(items, key=lambda item: (item[2].value, item[2].confidence))
    ]
    return table(bgr, samples)


def _grid(out: BGR, bbox: tuple[float, ...], rows: int, columns: int, thickness: int) -> None:
    x0, y0, x1, y1 = bbox
    for i in range(columns + 1):
        x = round(x0 + (x1 - x0) * i / columns)
        cv2.line(out, (x, round(y0)), (x, round(y1)), LINE, thickness, cv2.LINE_AA)
    for i in range(rows + 1):
        y = round(y0 + (y1 - y0) * i / rows)
        cv2.line(out, (round(x0), y), (round(x1), y), LINE, thickness, cv2.LINE_AA)
