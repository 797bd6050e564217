"""A solution, a hint, or the reading itself, drawn over the screenshot. Draws and never reads: everything comes in a
`SquareReading`. Solutions and hints are those of Tango and Takuzu; those of other games have modules of their own.

`draw_solution` paints in the look of the game: each symbol it adds is cut out of a cell of the same picture that shows
it already, lifted off that cell's background, and laid into the empty cell. Only where the board shows no example
are the symbols our own. Every function returns a new picture and leaves the one it was given alone.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lattice import Lattice
from vision.readings import Cell, GridReading, Patch, SquareReading

BGR = NDArray[np.uint8]
Colour = tuple[int, int, int]

RED: Colour = (48, 40, 214)
AMBER: Colour = (0, 150, 240)
GREEN: Colour = (60, 160, 40)
BLUE: Colour = (220, 130, 40)
LINE: Colour = (200, 40, 200)
SUN: Colour = (30, 179, 255)
MOON: Colour = (216, 134, 74)
ADDED = 0.66
"""How solid an added symbol is: enough to read, little enough to see that it was not on the screen."""
UNSURE = 0.4


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
        box = _box(center, reading)
        if (r, c) in wrong_entries:
            _frame(out, box, RED, tint=0.22)
            corner = (center[0] + 0.24 * reading.lattice.step_x, center[1] + 0.24 * reading.lattice.step_y)
            _disc(out, corner, 0.25 * reading.lattice.step_x, _background(bgr, box), RED)
            stamps[right].press(out, corner, 1.0, 0.5)
        elif (r, c) in unsure:
            _frame(out, box, AMBER, tint=0.1)
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
            _frame(out, _box(reading.cells[cell], reading), colour, tint)


def _put_markers_back(out: BGR, bgr: BGR, reading: GridReading) -> None:
    """Whole tiles cover the discs that lie over their edges, and bring halves of other discs along."""
    radius = round(0.24 * reading.lattice.step_x)
    mask = np.zeros(out.shape[:2], np.uint8)
    for vertical, rows in ((False, reading.puzzle.h), (True, reading.puzzle.v)):
        for r, row in enumerate(rows):
            for c, marker in enumerate(row):
                if marker != ".":
                    x, y = _edge(reading, (r, c), vertical)
                    cv2.circle(mask, (round(x), round(y)), radius, 255, -1)
    np.copyto(out, bgr, where=mask[..., None] > 0)


# --- symbols cut from the picture ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class _Stamp:
    """A symbol to press into cells. `ink`: `(n, n, 3)` BGR; `alpha`: `(n, n)` 0..1, or None for "wherever the ink
    differs from what it is pressed on" (looks whose whole tile has the colour of the symbol)."""

    ink: BGR
    alpha: NDArray[np.float32] | None

    def press(self, out: BGR, center: tuple[float, float], opacity: float, scale: float = 1.0) -> None:
        """Blend into `out`, in place, around `center`; what lies outside the picture is cut off."""
        ink, alpha = self.ink, self.alpha
        if scale != 1.0:
            size = max(3, round(len(ink) * scale))
            ink = np.asarray(cv2.resize(ink, (size, size), interpolation=cv2.INTER_AREA), np.uint8)
            if alpha is not None:
                alpha = np.asarray(cv2.resize(alpha, (size, size), interpolation=cv2.INTER_AREA), np.float32)
        x0, y0 = (round(center[i] - len(ink) / 2) for i in (0, 1))
        x1, y1 = min(x0 + len(ink), out.shape[1]), min(y0 + len(ink), out.shape[0])
        left, top = max(x0, 0), max(y0, 0)
        if x1 <= left or y1 <= top:
            return
        target = out[top:y1, left:x1]
        ink = ink[top - y0 : y1 - y0, left - x0 : x1 - x0]
        if alpha is None:
            weight = _ramp(_distance(ink, target), 8, 28)
        else:
            weight = alpha[top - y0 : y1 - y0, left - x0 : x1 - x0]
        weight = weight[..., None] * np.float32(opacity)
        target[:] = (target * (1 - weight) + ink * weight + 0.5).astype(np.uint8)


def _stamps(bgr: BGR, reading: GridReading) -> dict[str, _Stamp]:
    """One stamp per symbol: from the picture, or our own where the picture has none."""
    symbols = reading.puzzle.symbols
    cut = {symbol: _exemplar(bgr, reading, symbol) for symbol in (*symbols, ".")}
    grounds = {symbol: _ground(patch) for symbol, patch in cut.items() if patch is not None}
    # Where the two symbols stand on different grounds (or the only one on another than empty cells), the tile itself
    # is the symbol. Clues are a shade off entries too, but far less than that.
    compared = (
        [grounds[s] for s in symbols if s in grounds] if all(s in grounds for s in symbols) else [*grounds.values()]
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


def _side(reading: SquareReading) -> int:
    return max(5, math.floor(min(reading.lattice.step_x, reading.lattice.step_y)))


def _cut(bgr: BGR, reading: GridReading, center: tuple[float, float]) -> BGR | None:
    """The square patch of one cell, or None where the picture cuts the cell off."""
    side = _side(reading)
    x, y = round(center[0] - side / 2), round(center[1] - side / 2)
    if x < 0 or y < 0 or x + side > bgr.shape[1] or y + side > bgr.shape[0]:
        return None
    return bgr[y : y + side, x : x + side]


def _ground(patch: BGR) -> NDArray[np.float32]:
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
    """How much of each pixel is symbol and not ground, `(n, n)` 0..1.

    A symbol is what differs from the ground around it, and from an `empty` cell, where there is one: so grid lines are
    none of it, even where it reaches as far as they. Only shapes whose middle is near the middle of the cell count:
    what else reaches in from the edges is markers.
    """
    n = len(patch)
    distance = _distance(patch, _ground(patch))
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
    side = _side(reading)
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
    dark = float(_background(bgr, tuple(round(v) for v in reading.lattice.bbox)).mean()) < 110
    colours = {"S": SUN, "M": MOON}
    colour = colours.get(symbol, (230, 230, 230) if dark else (60, 60, 60))
    ink = np.empty((side, side, 3), np.uint8)
    ink[:] = colour
    return _Stamp(ink, np.asarray(alpha, np.float32))


# --- frames and discs ------------------------------------------------------------------------------------------------

Box = tuple[int, ...]
"""`(x_min, y_min, x_max, y_max)` in whole pixels, the maxima excluded."""


def _box(center: tuple[float, float], reading: SquareReading) -> Box:
    half_x, half_y = 0.42 * reading.lattice.step_x, 0.42 * reading.lattice.step_y
    return (
        round(center[0] - half_x),
        round(center[1] - half_y),
        round(center[0] + half_x),
        round(center[1] + half_y),
    )


def _inside(box: Box, bgr: BGR) -> tuple[slice, slice]:
    x0, y0, x1, y1 = box
    return slice(max(y0, 0), max(min(y1, bgr.shape[0]), 0)), slice(max(x0, 0), max(min(x1, bgr.shape[1]), 0))


def _background(bgr: BGR, box: Box) -> NDArray[np.float32]:
    part = bgr[_inside(box, bgr)].reshape(-1, 3)
    return np.asarray(np.median(part, axis=0) if len(part) else np.full(3, 255), np.float32)


def _soft(out: BGR, box: Box, draw: Callable[[NDArray[np.uint8], int], None], colour: Any, opacity: float) -> None:
    """Blend a shape into `out`: `draw(mask, scale)` paints it in 255 on a mask `scale` times the box."""
    x0, y0, x1, y1 = box
    scale = 4
    mask = np.zeros(((y1 - y0) * scale, (x1 - x0) * scale), np.uint8)
    if mask.size == 0:
        return
    draw(mask, scale)
    soft = cv2.resize(mask, (x1 - x0, y1 - y0), interpolation=cv2.INTER_AREA).astype(np.float32) / 255 * opacity
    rows, columns = _inside(box, out)
    weight = soft[rows.start - y0 : rows.stop - y0, columns.start - x0 : columns.stop - x0, None]
    part = out[rows, columns]
    if part.size:
        part[:] = (part * (1 - weight) + np.asarray(colour, np.float32) * weight + 0.5).astype(np.uint8)


def _frame(out: BGR, box: Box, colour: Colour, tint: float, width: int | None = None) -> None:
    """A rounded frame, `width` pixels wide, with a breath of its colour inside."""
    width = width or max(2, round((box[2] - box[0]) * 0.055))

    def shape(mask: NDArray[np.uint8], scale: int, thickness: int) -> None:
        h, w = mask.shape
        radius, inset = round(min(w, h) * 0.12), width * scale // 2 + 1
        points: list[list[float]] = []
        for x, y, start in (
            (w - inset - radius, inset + radius, -90),
            (w - inset - radius, h - inset - radius, 0),
            (inset + radius, h - inset - radius, 90),
            (inset + radius, inset + radius, 180),
        ):
            for degree in range(start, start + 91, 10):
                angle = math.radians(degree)
                points.append([x + radius * math.cos(angle), y + radius * math.sin(angle)])
        outline = np.round(np.array(points)).astype(np.int32)
        if thickness < 0:
            cv2.fillPoly(mask, [outline], 255)
        else:
            cv2.polylines(mask, [outline], True, 255, thickness)

    _soft(out, box, lambda mask, scale: shape(mask, scale, -1), colour, tint)
    _soft(out, box, lambda mask, scale: shape(mask, scale, width * scale), colour, 0.95)


def _disc(out: BGR, center: tuple[float, float], radius: float, fill: Any, rim: Colour) -> None:
    n = math.ceil(radius) + 1
    box = (round(center[0]) - n, round(center[1]) - n, round(center[0]) + n, round(center[1]) + n)

    def disc(of: float) -> Callable[[NDArray[np.uint8], int], None]:
        def draw(mask: NDArray[np.uint8], scale: int) -> None:
            cv2.circle(mask, (mask.shape[1] // 2, mask.shape[0] // 2), round(of * scale), 255, -1)

        return draw

    _soft(out, box, disc(radius), rim, 1.0)
    _soft(out, box, disc(radius - max(1.0, radius * 0.12)), fill, 1.0)


# --- the reading, for those who want to know why ---------------------------------------------------------------------


def draw_lattice(bgr: BGR, reading: SquareReading) -> BGR:
    """The whole picture with the lattice that was found on it."""
    out = bgr.copy()
    _grid(out, reading.lattice.bbox, reading.lattice.rows, reading.lattice.columns, max(1, _side(reading) // 40))
    return out


def draw_lattices(bgr: BGR, lattices: Sequence[Lattice]) -> BGR:
    """The whole picture with every lattice that was thought to be a board, and its size."""
    out = bgr.copy()
    for lattice in lattices:
        x0, y0, x1, _ = lattice.bbox
        _grid(out, lattice.bbox, lattice.rows, lattice.columns, max(1, round((x1 - x0) / 400)))
        _text(out, (round(x0), max(12, round(y0) - 4)), f"{lattice.rows}x{lattice.columns}", LINE)
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
        _caption(
            out, (x - step // 2 + 4, y + step // 2 - 6), _words(patch) + (" clue" if given else ""), patch.confidence
        )
    for vertical, patches in ((False, reading.h_patches), (True, reading.v_patches)):
        for cell, patch in patches.items():
            if patch.value != "." or patch.confidence < 0.5:
                x, y = place(*_edge(reading, cell, vertical))
                _caption(out, (x - 18, y + round(0.22 * grid.step_y * zoom_y)), _words(patch), patch.confidence)
    return out


def draw_cells(bgr: BGR, reading: SquareReading) -> BGR:
    """Every cell's patch, sorted by what it was taken for, the least sure first."""
    items = [(reading.cells[cell], f"{cell[0]},{cell[1]}", patch) for cell, patch in reading.cell_patches.items()]
    return _sheet(bgr, reading, items, 1.0)


def draw_markers(bgr: BGR, reading: SquareReading) -> BGR:
    """Every edge's patch, sorted by what it was taken for, the least sure first."""
    items = [
        (_edge(reading, cell, vertical), f"{'v' if vertical else 'h'}{cell[0]},{cell[1]}", patch)
        for vertical, patches in ((False, reading.h_patches), (True, reading.v_patches))
        for cell, patch in patches.items()
    ]
    return _sheet(bgr, reading, items, 0.5)


def _edge(reading: SquareReading, cell: Cell, vertical: bool) -> tuple[float, float]:
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
        _text(out, (x + 4, y + tile + 10), f"{patch.value} {patch.confidence:.2f}", _traffic_light(patch.confidence))
        _text(out, (x + 4, y + tile + 24), f"{where} ({patch.runner_up})", (90, 90, 90))
    return out


def _grid(out: BGR, bbox: tuple[float, ...], rows: int, columns: int, thickness: int) -> None:
    x0, y0, x1, y1 = bbox
    for i in range(columns + 1):
        x = round(x0 + (x1 - x0) * i / columns)
        cv2.line(out, (x, round(y0)), (x, round(y1)), LINE, thickness, cv2.LINE_AA)
    for i in range(rows + 1):
        y = round(y0 + (y1 - y0) * i / rows)
        cv2.line(out, (round(x0), y), (round(x1), y), LINE, thickness, cv2.LINE_AA)


def _traffic_light(confidence: float) -> Colour:
    """Red for 0, green for 1."""
    sure = min(max(confidence, 0.0), 1.0)
    return 20, round(150 * sure), round(210 * (1 - sure))


def _caption(out: BGR, at: tuple[int, int], words: str, confidence: float) -> None:
    (width, height), _ = cv2.getTextSize(words, cv2.FONT_HERSHEY_SIMPLEX, 0.36, 1)
    cv2.rectangle(out, (at[0] - 2, at[1] - height - 2), (at[0] + width + 2, at[1] + 3), (250, 250, 250), -1)
    _text(out, at, words, _traffic_light(confidence))


def _text(out: BGR, at: tuple[int, int], words: str, colour: Colour) -> None:
    cv2.putText(out, words, at, cv2.FONT_HERSHEY_SIMPLEX, 0.36, colour, 1, cv2.LINE_AA)
