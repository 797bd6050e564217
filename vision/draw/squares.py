"""What is drawn of all boards of squares: the frames of a hint, and the reading for those who want to know why."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence

import cv2
import numpy as np

from vision.draw.shapes import AMBER, BGR, BLUE, GREEN, LINE, RED, Box, caption, confidence_colour, frame, write
from vision.lattice import Lattice
from vision.types import Cell, Patch, SquareReading


def box_of(center: tuple[float, float], reading: SquareReading) -> Box:
    """The box of a frame within the cell about a center."""
    (x, y), half_x, half_y = center, 0.42 * reading.lattice.step_x, 0.42 * reading.lattice.step_y
    return round(x - half_x), round(y - half_y), round(x + half_x), round(y + half_y)


def side_of(reading: SquareReading) -> int:
    """The shorter side of a cell, in whole pixels."""
    return max(5, math.floor(min(reading.lattice.step_x, reading.lattice.step_y)))


def frame_step(
    out: BGR,
    reading: SquareReading,
    filled: Collection[Cell],
    because: Collection[Cell],
    wrong: Collection[Cell],
    unsure: Collection[Cell],
) -> None:
    """The frames of `draw_hint`, drawn into a picture."""
    for cells, colour, tint in ((filled, GREEN, 0.1), (wrong, RED, 0.22), (unsure, AMBER, 0.1), (because, BLUE, 0.0)):
        for cell in cells:
            frame(out, box_of(reading.cells[cell], reading), colour, tint)


def draw_lattice(bgr: BGR, reading: SquareReading) -> BGR:
    """The whole picture with the lattice that was found on it."""
    out = bgr.copy()
    _grid(out, reading.lattice.bbox, reading.lattice.rows, reading.lattice.columns, max(1, side_of(reading) // 40))
    return out


def draw_lattices(bgr: BGR, lattices: Sequence[Lattice]) -> BGR:
    """The whole picture with every lattice that was thought to be a board, and its size."""
    out = bgr.copy()
    for lattice in lattices:
        x0, y0, x1, _ = lattice.bbox
        _grid(out, lattice.bbox, lattice.rows, lattice.columns, max(1, round((x1 - x0) / 400)))
        write(out, (round(x0), max(12, round(y0) - 4)), f"{lattice.rows}x{lattice.columns}", LINE)
    return out


def draw_reading(bgr: BGR, reading: SquareReading, cell_pixels: int = 84) -> BGR:
    """The board alone, large enough to read: each cell and marker with its value and how sure it is."""
    grid = reading.lattice
    margin = 0.4
    zoom_x = max(1.0, cell_pixels / grid.step_x)
    zoom_y = max(1.0, cell_pixels / grid.step_y)
    x0, y0 = grid.x - margin * grid.step_x, grid.y - margin * grid.step_y
    width = round((grid.columns + 2 * margin) * grid.step_x * zoom_x)
    height = round((grid.rows + 2 * margin) * grid.step_y * zoom_y)
    matrix = np.array([[zoom_x, 0, -x0 * zoom_x], [0, zoom_y, -y0 * zoom_y]], np.float64)
    warped = cv2.warpAffine(bgr, matrix, (width, height), flags=cv2.INTER_LINEAR, borderValue=(128, 128, 128))
    out: BGR = np.asarray(warped, np.uint8)

    def place(x: float, y: float) -> tuple[int, int]:
        return round((x - x0) * zoom_x), round((y - y0) * zoom_y)

    left, top = place(grid.x, grid.y)
    right, bottom = place(grid.bbox[2], grid.bbox[3])
    _grid(out, (left, top, right, bottom), grid.rows, grid.columns, 1)
    for (r, c), patch in reading.cell_patches.items():
        x, y = place(*grid.center(r, c))
        given = (r, c) in (reading.clues or ())
        step = round(grid.step_x * zoom_x)
        caption(
            out, (x - step // 2 + 4, y + step // 2 - 6), _words(patch) + (" clue" if given else ""), patch.confidence
        )
    for vertical, patches in ((False, reading.h_patches), (True, reading.v_patches)):
        for cell, patch in patches.items():
            if patch.value != "." or patch.confidence < 0.5:
                x, y = place(*edge_of(reading, cell, vertical))
                caption(out, (x - 18, y + round(0.22 * grid.step_y * zoom_y)), _words(patch), patch.confidence)
    return out


def draw_cells(bgr: BGR, reading: SquareReading) -> BGR:
    """Every cell's patch, sorted by what it was taken for, the least sure first."""
    items = [(reading.cells[cell], f"{cell[0]},{cell[1]}", patch) for cell, patch in reading.cell_patches.items()]
    return _sheet(bgr, reading, items, 1.0)


def draw_markers(bgr: BGR, reading: SquareReading) -> BGR:
    """Every edge's patch, sorted by what it was taken for, the least sure first."""
    items = [
        (edge_of(reading, cell, vertical), f"{'v' if vertical else 'h'}{cell[0]},{cell[1]}", patch)
        for vertical, patches in ((False, reading.h_patches), (True, reading.v_patches))
        for cell, patch in patches.items()
    ]
    return _sheet(bgr, reading, items, 0.5)


def edge_of(reading: SquareReading, cell: Cell, vertical: bool) -> tuple[float, float]:
    """The middle of the edge between a cell and the one below (`vertical`) or to the right of it."""
    x, y = reading.lattice.center(*cell)
    return (x, y + reading.lattice.step_y / 2) if vertical else (x + reading.lattice.step_x / 2, y)


def _words(patch: Patch) -> str:
    value = patch.value if patch.value != "." else "-"
    return f"{value} {patch.confidence:.2f}"


def _sheet(bgr: BGR, reading: SquareReading, items: list[tuple[tuple[float, float], str, Patch]], share: float) -> BGR:
    """Patches in a table, `share` of a cell wide each, with value, runner-up, score and place below."""
    items = sorted(items, key=lambda item: (item[2].value, item[2].confidence))
    tile, text = 76, 32
    columns = max(1, min(14, len(items)))
    out: BGR = np.full((max(1, -(-len(items) // columns)) * (tile + text), columns * tile, 3), 245, np.uint8)
    side = max(3, round(reading.lattice.step_x * share))
    for index, (center, where, patch) in enumerate(items):
        x, y = index % columns * tile, index // columns * (tile + text)
        part = cv2.getRectSubPix(bgr, (side, side), center)
        out[y + 2 : y + tile - 2, x + 2 : x + tile - 2] = cv2.resize(
            part, (tile - 4, tile - 4), interpolation=cv2.INTER_AREA if side > tile else cv2.INTER_CUBIC
        )
        write(out, (x + 4, y + tile + 10), f"{patch.value} {patch.confidence:.2f}", confidence_colour(patch.confidence))
        write(out, (x + 4, y + tile + 24), f"{where} ({patch.runner_up})", (90, 90, 90))
    return out


def _grid(out: BGR, bbox: tuple[float, ...], rows: int, columns: int, thickness: int) -> None:
    x0, y0, x1, y1 = bbox
    for i in range(columns + 1):
        x = round(x0 + (x1 - x0) * i / columns)
        cv2.line(out, (x, round(y0)), (x, round(y1)), LINE, thickness, cv2.LINE_AA)
    for i in range(rows + 1):
        y = round(y0 + (y1 - y0) * i / rows)
        cv2.line(out, (round(x0), y), (round(x1), y), LINE, thickness, cv2.LINE_AA)
