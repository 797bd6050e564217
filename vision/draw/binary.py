"""A solution or a hint of Tango and Takuzu, drawn over the screenshot. Draws and never reads.

`draw_solution` paints in the look of the game: each symbol it adds is cut out of a cell of the same picture that shows
it already, lifted off that cell's background, and laid into the empty cell. Only where the board shows no example
are the symbols our own.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.draw.shapes import ADDED, AMBER, BGR, RED, UNSURE, Colour, background, disc, frame
from vision.draw.squares import box_of, edge_of, frame_step, side_of
from vision.types import Cell, GridReading

SUN: Colour = (30, 179, 255)
MOON: Colour = (216, 134, 74)


def draw_solution(
    bgr: BGR,
    reading: GridReading,
    solution: Sequence[str],
    wrong_entries: Collection[Cell] = (),
    unsure: Collection[Cell] = (),
) -> BGR:
    """The screenshot with the missing symbols in it.

    `bgr`: `(height, width, 3)`, the picture the reading is of. `solution`: full rows, as `Solution.cells`.
    `wrong_entries`: cells whose symbol is wrong; they get a red frame and, small, the right one. `unsure`: cells
    that another solution fills differently; they get an amber frame.
    """
    out: BGR = bgr.copy()
    stamps = _stamps(bgr, reading)
    for (r, c), center in reading.cells.items():
        here, right = reading.puzzle.cells[r][c], solution[r][c]
        box = box_of(center, reading)
        if (r, c) in wrong_entries:
            frame(out, box, RED, tint=0.22)
            corner = (center[0] + 0.24 * reading.lattice.step_x, center[1] + 0.24 * reading.lattice.step_y)
            disc(out, corner, 0.25 * reading.lattice.step_x, background(bgr, box), RED)
            stamps[right].press(out, corner, 1.0, 0.5)
        elif (r, c) in unsure:
            frame(out, box, AMBER, tint=0.1)
            if here == ".":
                stamps[right].press(out, center, UNSURE)
        elif here == ".":
            stamps[right].press(out, center, ADDED)
    if any(stamp.alpha is None for stamp in stamps.values()):
        _put_markers_back(out, bgr, reading)
    return out


def draw_hint(
    bgr: BGR,
    reading: GridReading,
    filled: Mapping[Cell, str],
    because: Collection[Cell],
    wrong: Collection[Cell] = (),
    unsure: Collection[Cell] = (),
) -> BGR:
    """The screenshot with one step in it.

    `bgr`: `(height, width, 3)`, the picture the reading is of. `filled`: the cells that the step fills, each with its
    symbol, which is drawn as solid as those that are there, in a green frame. `because`: the cells that justify it, in
    blue frames. `wrong`: entries that are wrong, in red; `unsure`: cells that contradict one another, or that may be
    either, in amber.
    """
    out: BGR = bgr.copy()
    stamps = _stamps(bgr, reading)
    for cell, symbol in filled.items():
        stamps[symbol].press(out, reading.cells[cell], 1.0)
    if filled and any(stamp.alpha is None for stamp in stamps.values()):
        _put_markers_back(out, bgr, reading)
    frame_step(out, reading, filled, because, wrong, unsure)
    return out


def _put_markers_back(out: BGR, bgr: BGR, reading: GridReading) -> None:
    """Whole tiles cover the discs that lie over their edges, and bring halves of other discs along."""
    radius = round(0.24 * reading.lattice.step_x)
    mask = np.zeros(out.shape[:2], np.uint8)
    for vertical, rows in ((False, reading.puzzle.h), (True, reading.puzzle.v)):
        for r, row in enumerate(rows):
            for c, marker in enumerate(row):
                if marker != ".":
                    x, y = edge_of(reading, (r, c), vertical)
                    cv2.circle(mask, (round(x), round(y)), radius, 255, -1)
    np.copyto(out, bgr, where=mask[..., None] > 0)


# --- symbols cut from the picture ------------------------------------------------------------------------------------


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
        x0, y0 = (round(center[i] - len(paint) / 2) for i in (0, 1))
        x1, y1 = min(x0 + len(paint), out.shape[1]), min(y0 + len(paint), out.shape[0])
        left, top = max(x0, 0), max(y0, 0)
        if x1 <= left or y1 <= top:
            return
        target = out[top:y1, left:x1]
        paint = paint[top - y0 : y1 - y0, left - x0 : x1 - x0]
        if alpha is None:
            weight = _ramp(_distance(paint, target), 8, 28)
        else:
            weight = alpha[top - y0 : y1 - y0, left - x0 : x1 - x0]
        weight = weight[..., None] * np.float32(opacity)
        target[:] = (target * (1 - weight) + paint * weight + 0.5).astype(np.uint8)


def _stamps(bgr: BGR, reading: GridReading) -> dict[str, _Stamp]:
    """One stamp per symbol: from the picture, or our own where the picture has none."""
    symbols = reading.puzzle.symbols
    cut = {symbol: _exemplar(bgr, reading, symbol) for symbol in (*symbols, ".")}
    around = {symbol: _around_symbol(patch) for symbol, patch in cut.items() if patch is not None}
    # Where the two symbols have different backgrounds (or the only one another than empty cells), the tile itself
    # is the symbol. Clues are a shade off entries too, but far less than that.
    compared = (
        [around[s] for s in symbols if s in around] if all(s in around for s in symbols) else [*around.values()]
    )
    tiles = len(compared) > 1 and float(np.abs(compared[0] - compared[1]).max()) > 70
    stamps = {}
    for symbol in symbols:
        patch = cut[symbol]
        if patch is None:
            stamps[symbol] = _own_stamp(symbol, reading, bgr)
        else:
            stamps[symbol] = _Stamp(patch, None if tiles else _matte(patch, cut["."]))
    return stamps


def _exemplar(bgr: BGR, reading: GridReading, value: str) -> BGR | None:
    """The cell that shows `value` best: among the surest ones, the one most like the others.

    A mouse pointer or an error stripe on a cell makes it unlike its fellows, so it is not chosen. What is added is an
    entry: where there are some, no clue is taken, which may carry a sign of its own (a dot, a lock).
    """
    cells = [cell for cell, patch in reading.cell_patches.items() if patch.value == value]
    entries = [cell for cell in cells if reading.clues is not None and cell not in reading.clues]
    surest = sorted(
        entries if len(entries) >= 3 else cells,
        key=lambda cell: -reading.cell_patches[cell].confidence,
    )[:9]
    patches = [patch for cell in surest if (patch := _cut(bgr, reading, reading.cells[cell])) is not None]
    if len(patches) < 3:
        return patches[0] if patches else None
    small = np.stack([cv2.resize(patch, (24, 24), interpolation=cv2.INTER_AREA) for patch in patches]).astype(
        np.float32
    )
    differences = np.abs(small[:, None] - small[None]).mean(axis=(2, 3, 4))
    return patches[int(differences.sum(axis=1).argmin())]


def _cut(bgr: BGR, reading: GridReading, center: tuple[float, float]) -> BGR | None:
    """The square patch of one cell, or None where the picture cuts the cell off."""
    side = side_of(reading)
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


def _own_stamp(symbol: str, reading: GridReading, bgr: BGR) -> _Stamp:
    """A sun, a moon, a ring for 0 or a bar for 1, drawn four times too large and shrunk for soft edges."""
    side = side_of(reading)
    n = side * 4
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
    dark = float(background(bgr, tuple(round(v) for v in reading.lattice.bbox)).mean()) < 110
    colours = {"S": SUN, "M": MOON}
    colour = colours.get(symbol, (230, 230, 230) if dark else (60, 60, 60))
    paint = np.empty((side, side, 3), np.uint8)
    paint[:] = colour
    return _Stamp(paint, np.asarray(alpha, np.float32))
