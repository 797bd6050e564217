"""A solution or a hint of Tango and Takuzu, drawn over the screenshot. Draws and never reads.

Symbols have the look of the game: each that is added is cut out of a cell of the same picture that shows
it already, lifted off that cell's background, and laid into the empty cell. Only where the board shows no example
are the symbols our own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.draw.shapes import AMBER, BGR, BLUE, DARK, FINE, LIGHT, RED, background, blend, box_about, frame, overlap
from vision.draw.squares import SquareDrawing, edge_of
from vision.types import Cell, GridReading


class BinaryDrawing(SquareDrawing[GridReading]):
    """As `vision.draw.Drawing` says. A wrong entry gets the right symbol beside it, small."""

    def __init__(self, bgr: BGR, reading: GridReading) -> None:
        super().__init__(bgr, reading)
        self._stamps = _stamps(bgr, reading)

    def _press(self, out: BGR, cell: Cell, symbol: str, opacity: float) -> None:
        self._stamps[symbol].press(out, self._reading.cells[cell], opacity)

    def _add(self, out: BGR, cell: Cell, right: str, opacity: float) -> None:
        if self._reading.puzzle.cells[cell[0]][cell[1]] == ".":
            self._press(out, cell, right, opacity)

    def _correct(self, out: BGR, cell: Cell, right: str) -> None:
        (x, y), grid = self._reading.cells[cell], self._reading.lattice
        corner = (x + 0.24 * grid.step_x, y + 0.24 * grid.step_y)
        badge = box_about(corner, 0.25 * grid.step_x, 0.25 * grid.step_x)
        frame(out, badge, RED, tint=1.0, inside=background(self._bgr, self._box(cell)))
        self._stamps[right].press(out, corner, 1.0, 0.5)

    def _uncover(self, out: BGR) -> None:
        """Whole tiles cover the discs that lie over their edges, and bring halves of other discs along."""
        if all(stamp.alpha is not None for stamp in self._stamps.values()):
            return
        radius = round(0.24 * self._reading.lattice.step_x)
        mask = np.zeros(out.shape[:2], np.uint8)
        for vertical, rows in ((False, self._reading.puzzle.h), (True, self._reading.puzzle.v)):
            for r, row in enumerate(rows):
                for c, marker in enumerate(row):
                    if marker != ".":
                        x, y = edge_of(self._reading, (r, c), vertical)
                        cv2.circle(mask, (round(x), round(y)), radius, 255, -1)
        np.copyto(out, self._bgr, where=mask[..., None] > 0)


@dataclass(frozen=True, slots=True, eq=False)
class _Stamp:
    """A symbol to press into cells. `paint`: `(n, n, 3)` BGR; `alpha`: `(n, n)` 0..1, or None for "wherever the paint
    differs from what it is pressed on" (looks whose whole tile has the colour of the symbol)."""

    paint: BGR
    alpha: NDArray[np.float32] | None

    def press(self, out: BGR, center: tuple[float, float], opacity: float, scale: float = 1.0) -> None:
        """Blend into `out`, in place, around `center`; what lies outside the picture is cut off."""
        paint, alpha = self.paint, self.alpha
        if scale != 1.0:
            size = max(3, round(len(paint) * scale))
            paint = np.asarray(cv2.resize(paint, (size, size), interpolation=cv2.INTER_AREA), np.uint8)
            if alpha is not None:
                alpha = np.asarray(cv2.resize(alpha, (size, size), interpolation=cv2.INTER_AREA), np.float32)
        x, y = (round(center[i] - len(paint) / 2) for i in (0, 1))
        if alpha is None:
            there, own = overlap(out, x, y, paint.shape)
            alpha = np.zeros(paint.shape[:2], np.float32)
            alpha[own] = _ramp(_distance(paint[own], out[there]), 8, 28)
        blend(out, x, y, paint, alpha * np.float32(opacity))


def _stamps(bgr: BGR, reading: GridReading) -> dict[str, _Stamp]:
    """One stamp per symbol: from the picture, or our own where the picture has none."""
    symbols = reading.puzzle.symbols
    cut = {symbol: _exemplar(bgr, reading, symbol) for symbol in (*symbols, ".")}
    around = {symbol: _around_symbol(patch) for symbol, patch in cut.items() if patch is not None}
    # Where the two symbols have different backgrounds (or the only one another than empty cells), the tile itself
    # is the symbol. Clues are a shade off entries too, but far less than that.
    compared = [around[s] for s in symbols if s in around] if all(s in around for s in symbols) else [*around.values()]
    tiles = len(compared) > 1 and float(np.abs(compared[0] - compared[1]).max()) > 70
    own = {symbol: _own_stamp(symbol, reading, bgr) for symbol in symbols if cut[symbol] is None}
    return own | {
        symbol: _Stamp(patch, None if tiles else _matte(patch, cut["."]))
        for symbol in symbols
        if (patch := cut[symbol]) is not None
    }


def _exemplar(bgr: BGR, reading: GridReading, value: str) -> BGR | None:
    """The cell that shows `value` best: among the surest ones, the one most like the others.

    A mouse pointer or an error stripe on a cell makes it unlike its fellows, so it is not chosen. What is added is an
    entry: where there are some, no clue is taken, which may carry a sign of its own (a dot, a lock).
    """
    cells = [cell for cell, patch in reading.cell_patches.items() if patch.value == value]
    entries = [cell for cell in cells if reading.clues is not None and cell not in reading.clues]
    enough = entries if len(entries) >= 3 else cells
    surest = sorted(enough, key=lambda cell: -reading.cell_patches[cell].confidence)[:9]
    patches = [patch for cell in surest if (patch := _cut(bgr, reading, reading.cells[cell])) is not None]
    if len(patches) < 3:
        return patches[0] if patches else None
    small = np.array([cv2.resize(patch, (24, 24), interpolation=cv2.INTER_AREA) for patch in patches], np.float32)
    differences = np.abs(small[:, None] - small[None]).mean(axis=(2, 3, 4))
    return patches[int(differences.sum(axis=1).argmin())]


def _cut(bgr: BGR, reading: GridReading, center: tuple[float, float]) -> BGR | None:
    """The square patch of one cell, or None where the picture cuts the cell off."""
    side = _side(reading)
    x, y = round(center[0] - side / 2), round(center[1] - side / 2)
    if x < 0 or y < 0 or x + side > bgr.shape[1] or y + side > bgr.shape[0]:
        return None
    return bgr[y : y + side, x : x + side]


def _around_symbol(patch: BGR) -> NDArray[np.float32]:
    """The colour a cell has around its symbol: the median of a thin ring inside the border."""
    n = len(patch)
    a, b = round(n * 0.1), max(round(n * 0.16), round(n * 0.1) + 1)
    ring = np.concatenate(
        [part.reshape(-1, 3) for part in (patch[a:b, a:-a], patch[-b:-a, a:-a], patch[a:-a, a:b], patch[a:-a, -b:-a])]
    )
    return np.asarray(np.median(ring, axis=0), np.float32)


def _distance(a: NDArray[Any], b: NDArray[Any]) -> NDArray[np.float32]:
    return np.asarray(np.abs(a.astype(np.float32) - b).max(axis=2), np.float32)


def _ramp(values: NDArray[np.float32], low: float, high: float) -> NDArray[np.float32]:
    return np.asarray(np.clip((values - low) / (high - low), 0, 1), np.float32)


def _matte(patch: BGR, empty: BGR | None) -> NDArray[np.float32]:
    """How much of each pixel is symbol and not background, `(n, n)` 0..1.

    A symbol is what differs from the background, and from an `empty` cell, where there is one: so grid lines are
    none of it, even where it reaches as far as they. Only shapes whose middle is near the middle of the cell count:
    what else reaches in from the edges is markers.
    """
    n = len(patch)
    distance = _distance(patch, _around_symbol(patch))
    if empty is not None:
        wide = cv2.copyMakeBorder(empty, 1, 1, 1, 1, cv2.BORDER_REPLICATE)  # cells lie between the pixels
        shifts = [_distance(patch, wide[dy : dy + n, dx : dx + n]) for dy in range(3) for dx in range(3)]
        distance = np.asarray(np.minimum(distance, np.min(shifts, axis=0)), np.float32)
    alpha = _ramp(distance, 14, 44)
    edge = max(1, round(n * (0.09 if empty is None else 0.02)))
    alpha[:edge] = alpha[-edge:] = 0
    alpha[:, :edge] = alpha[:, -edge:] = 0
    count, labels, _, centroids = cv2.connectedComponentsWithStats((alpha > 0.15).astype(np.uint8), connectivity=8)
    for label in range(1, count):
        if np.abs(centroids[label] / n - 0.5).max() > 0.32:
            alpha[labels == label] = 0
    return alpha


def _side(reading: GridReading) -> int:
    """The shorter side of a cell, in whole pixels."""
    return max(5, int(min(reading.lattice.step_x, reading.lattice.step_y)))


def _own_stamp(symbol: str, reading: GridReading, bgr: BGR) -> _Stamp:
    """A sun, a moon, a ring for 0 or a bar for 1, drawn too large and shrunk for soft edges."""
    side = _side(reading)
    n = side * FINE
    mask = np.zeros((n, n), np.uint8)
    middle = (n // 2, n // 2)
    if symbol == "S":
        cv2.circle(mask, middle, round(n * 0.23), 255, -1)
    elif symbol == "M":
        cv2.circle(mask, middle, round(n * 0.21), 255, -1)
        cv2.circle(mask, (round(n * 0.6), round(n * 0.42)), round(n * 0.16), 0, -1)
    elif symbol == "0":
        cv2.ellipse(mask, middle, (round(n * 0.15), round(n * 0.21)), 0, 0, 360, 255, round(n * 0.07))
    else:
        cv2.line(mask, (n // 2, round(n * 0.29)), (n // 2, round(n * 0.71)), 255, round(n * 0.08))
    alpha = np.asarray(cv2.resize(mask, (side, side), interpolation=cv2.INTER_AREA), np.float32) / np.float32(255)
    dark = float(background(bgr, reading.lattice.bbox).mean()) < 110
    colour = {"S": AMBER, "M": BLUE}.get(symbol, LIGHT if dark else DARK)
    return _Stamp(np.full((side, side, 3), colour, np.uint8), np.asarray(alpha, np.float32))
