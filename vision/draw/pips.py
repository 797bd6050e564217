"""Dominoes, a hint, or the reading of a Pips board itself, drawn over the screenshot. Draws and never reads.

`draw_solution` lays the dominoes on the board as the game does: as large as two cells, the halves in a light tint of
their regions, the pips turned with the domino, the tags on top. Faces and pips take their colours from the dominoes
in the picture's tray. Every function returns a new picture and leaves the one it was given alone.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.draw.shapes import AMBER, BGR, BLUE, GREEN, LINE, RED, Box, Colour, caption, confidence_colour, frame, write

if TYPE_CHECKING:
    from vision.games.pips.parts import Point
    from vision.types import Cell, PipsReading

Place = tuple["Cell", "Cell"]
"""The two cells of a domino, the first under its first number."""

FACE: Colour = (247, 247, 247)
INK: Colour = (68, 68, 68)
"""Of dominoes where the picture has none to take the colours from: those of the newspaper's page."""

# Parts of a cell, measured on dominoes that lie on boards.
MARGIN, CORNER, OUTLINE, DIVIDER = 0.045, 0.15, 0.03, 0.018
PIP, SPREAD = 0.074, 0.22
BEVEL = 0.05
FINE = 4
"""Shapes are drawn this many times too large and shrunk, for soft edges and places between the pixels."""

PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    0: (),
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (0, -1), (1, -1), (-1, 1), (0, 1), (1, 1)),
}
"""Where the pips of a lying domino are, `(x, y)` from the middle of the half; those of an upright one are turned."""


def draw_solution(bgr: BGR, reading: PipsReading, places: Sequence[Place], wrong: Collection[Place] = ()) -> BGR:
    """The screenshot with every domino on the board.

    `bgr`: `(height, width, 3)`, the picture the reading is of. `places`: one per domino, in the order of
    `reading.puzzle.dominoes`. Dominoes that lie where they belong stay as they are. `wrong`: places of dominoes on the
    board that are not in this solution; they get a red frame.
    """
    out: BGR = bgr.copy()
    face, ink = _tile_colours(bgr, reading)
    there = {frozenset(zip(placed.cells, placed.domino, strict=True)) for placed in reading.placed}
    tints = _tints(reading, face)
    right = {
        frozenset(zip(place, pips, strict=True)) for place, pips in zip(places, reading.puzzle.dominoes, strict=True)
    }
    for placed in reading.placed:
        if frozenset(zip(placed.cells, placed.domino, strict=True)) not in right:
            _part(out, reading, placed.cells)
    for place, domino in zip(places, reading.puzzle.dominoes, strict=True):
        if frozenset(zip(place, domino, strict=True)) not in there:
            _domino(out, reading, place, domino, (tints[place[0]], tints[place[1]]), ink)
    for place in wrong:
        frame(out, _whole(_place_box(reading, place, 0.0)), RED, tint=0.0, width=max(2, round(0.07 * reading.step)))
    _put_tags_back(out, bgr, reading)
    return out


def draw_hint(
    bgr: BGR,
    reading: PipsReading,
    placed: Sequence[tuple[tuple[int, int], Place]],
    because: Collection[Cell],
    wrong: Collection[Place] = (),
    unsure: Collection[Cell] = (),
) -> BGR:
    """The screenshot with one step in it.

    `bgr`: `(height, width, 3)`, the picture the reading is of. `placed`: the dominoes that the step lays, each as its
    numbers and its cells, drawn in a green frame. `because`: the cells that justify it, in blue frames. `wrong`: the
    places of dominoes on the board that are wrong, in red; `unsure`: cells that contradict one another, in amber.
    """
    out: BGR = bgr.copy()
    face, ink = _tile_colours(bgr, reading)
    tints = _tints(reading, face)
    for domino, place in placed:
        _domino(out, reading, place, domino, (tints[place[0]], tints[place[1]]), ink)
    width = max(2, round(0.06 * reading.step))
    inset = 0.05 * reading.step
    for cells, colour in ((unsure, AMBER), (because, BLUE)):
        for cell in cells:
            frame(out, _whole(_place_box(reading, (cell, cell), inset)), colour, tint=0.0, width=width)
    for places, colour in (([place for _, place in placed], GREEN), (wrong, RED)):
        for place in places:
            frame(out, _whole(_place_box(reading, place, 0.0)), colour, tint=0.0, width=width)
    _put_tags_back(out, bgr, reading)
    return out


def _part(out: BGR, reading: PipsReading, place: Place) -> None:
    """Take off the board, in place, what holds the halves of a domino together; new ones cover the rest of it."""
    (x0, y0), (x1, y1) = (reading.cells[cell] for cell in place)
    reach = 3 * MARGIN * reading.step
    half = reading.step / 2 - 2 * MARGIN * reading.step
    for index, region in enumerate(reading.puzzle.regions):
        for cell in set(region.cells) & set(place):
            x, y = (x0 + x1) / 2, (y0 + y1) / 2
            toward = (reading.cells[cell][0] - x) / reading.step * 2, (reading.cells[cell][1] - y) / reading.step * 2
            across, down = (reach, half) if toward[0] else (half, reach)
            middle = x + toward[0] * reach / 2, y + toward[1] * reach / 2
            width, height = (across, 2 * down) if toward[0] else (2 * across, down)
            if index in reading.fills:
                box = middle[0] - width / 2, middle[1] - height / 2, middle[0] + width / 2, middle[1] + height / 2
                canvas = _Canvas(out, _whole(box))
                mask = canvas.mask()
                canvas.rounded(mask, box, 0)
                canvas.paint(mask, reading.fills[index])


# --- one domino ------------------------------------------------------------------------------------------------------


def _domino(
    out: BGR,
    reading: PipsReading,
    place: Place,
    domino: tuple[int, int],
    tints: tuple[Colour, Colour],
    ink: Colour,
) -> None:
    """Lay one domino on the board, in place."""
    step = reading.step
    box = _place_box(reading, place, MARGIN * step)
    canvas = _Canvas(out, _whole(box))
    corner, line = CORNER * step, OUTLINE * step
    body = canvas.mask()
    canvas.rounded(body, box, corner)
    inner = canvas.mask()
    face_box = (box[0] + line, box[1] + line, box[2] - line, box[3] - line)
    canvas.rounded(inner, face_box, corner - line)
    canvas.paint(body, ink)
    upright = place[0][1] == place[1][1]
    centers = [reading.cells[cell] for cell in place]
    middle = ((centers[0][0] + centers[1][0]) / 2, (centers[0][1] + centers[1][1]) / 2)
    first = canvas.mask()
    canvas.half(first, centers[0], middle, upright)
    raised = canvas.mask()
    bevelled = (face_box[0], face_box[1], face_box[2], face_box[3] - BEVEL * step)
    canvas.rounded(raised, bevelled, corner - line)
    for half, tint in ((first, tints[0]), (255 - first, tints[1])):
        canvas.paint(np.minimum(inner, half), _shade(tint, 0.78))
        canvas.paint(np.minimum(raised, half), tint)
    divider = canvas.mask()
    thin, long = DIVIDER * step, 0.8 * step
    canvas.bar(divider, middle, *((long, thin) if upright else (thin, long)))
    canvas.paint(divider, _mixed(tints[0], ink, 0.25))
    dots = canvas.mask()
    for (x, y), number in zip(centers, domino, strict=True):
        for dx, dy in PIPS[number]:
            if upright:
                dx, dy = -dy, dx
            canvas.disc(dots, (x + dx * SPREAD * step, y + (dy * SPREAD - BEVEL / 2) * step), PIP * step)
    canvas.paint(dots, ink)


class _Canvas:
    """The part of a picture around a shape, painted on by masks `FINE` times as large."""

    def __init__(self, out: BGR, box: Box) -> None:
        self._left, self._top = box[0] - 1, box[1] - 1
        self._width, self._height = box[2] - box[0] + 2, box[3] - box[1] + 2
        self._rows = slice(max(self._top, 0), max(min(self._top + self._height, out.shape[0]), 0))
        self._columns = slice(max(self._left, 0), max(min(self._left + self._width, out.shape[1]), 0))
        self._part = out[self._rows, self._columns]

    def mask(self) -> BGR:
        return np.zeros((self._height * FINE, self._width * FINE), np.uint8)

    def _at(self, x: float, y: float) -> tuple[int, int]:
        return round((x - self._left) * FINE), round((y - self._top) * FINE)

    def rounded(self, mask: BGR, box: tuple[float, float, float, float], radius: float) -> None:
        (x0, y0), (x1, y1) = self._at(box[0], box[1]), self._at(box[2], box[3])
        r = max(0, min(round(radius * FINE), (x1 - x0) // 2, (y1 - y0) // 2))
        cv2.rectangle(mask, (x0 + r, y0), (x1 - r, y1), 255, -1)
        cv2.rectangle(mask, (x0, y0 + r), (x1, y1 - r), 255, -1)
        for x in (x0 + r, x1 - r):
            for y in (y0 + r, y1 - r):
                cv2.circle(mask, (x, y), r, 255, -1)

    def half(self, mask: BGR, center: Point, middle: Point, upright: bool) -> None:
        """All on the side of `middle` on which `center` is."""
        x, y = self._at(*middle)
        if upright:
            mask[(slice(0, max(y, 0)) if center[1] < middle[1] else slice(max(y, 0), None))] = 255
        else:
            mask[:, (slice(0, max(x, 0)) if center[0] < middle[0] else slice(max(x, 0), None))] = 255

    def bar(self, mask: BGR, center: Point, width: float, height: float) -> None:
        a = self._at(center[0] - width / 2, center[1] - height / 2)
        b = self._at(center[0] + width / 2, center[1] + height / 2)
        cv2.rectangle(mask, a, b, 255, -1)

    def disc(self, mask: BGR, center: Point, radius: float) -> None:
        cv2.circle(mask, self._at(*center), max(1, round(radius * FINE)), 255, -1)

    def paint(self, mask: BGR, colour: Colour) -> None:
        """Blend the colour into the picture where the mask is."""
        if not self._part.size:
            return
        small = cv2.resize(mask, (self._width, self._height), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
        weight = small[
            self._rows.start - self._top : self._rows.stop - self._top,
            self._columns.start - self._left : self._columns.stop - self._left,
            None,
        ]
        self._part[:] = (self._part * (1 - weight) + np.asarray(colour, np.float32) * weight + 0.5).astype(np.uint8)


# --- geometry --------------------------------------------------------------------------------------------------------


def _place_box(reading: PipsReading, place: Place, margin: float) -> tuple[float, float, float, float]:
    """The two cells together, `(x_min, y_min, x_max, y_max)`, less a margin."""
    (ax, ay), (bx, by) = (reading.cells[cell] for cell in place)
    half = reading.step / 2 - margin
    return min(ax, bx) - half, min(ay, by) - half, max(ax, bx) + half, max(ay, by) + half


def _whole(box: tuple[float, float, float, float]) -> Box:
    return math.floor(box[0]), math.floor(box[1]), math.ceil(box[2]), math.ceil(box[3])


# --- colours ---------------------------------------------------------------------------------------------------------


def _tile_colours(bgr: BGR, reading: PipsReading) -> tuple[Colour, Colour]:
    """Face and pips of the dominoes in the tray: what most of a tile is, and what differs most from that."""
    for tile in sorted(reading.tray, key=lambda tile: -sum(tile.values)):
        width, height = (max(3, round(side * 0.86)) for side in tile.size)
        pixels = cv2.getRectSubPix(bgr, (width, height), tile.center).reshape(-1, 3).astype(np.float32)
        face = np.median(pixels, axis=0)
        distance = np.abs(pixels - face).max(axis=1)
        if sum(tile.values) == 0 or distance.max() < 60:
            continue
        ink = np.median(pixels[distance > 0.85 * distance.max()], axis=0)
        return _colour(face), _colour(ink)
    return FACE, INK


def _tints(reading: PipsReading, face: Colour) -> dict[Cell, Colour]:
    """What colour a half has on each cell: a light tint of the region's; plain where nothing is asked of the cell."""
    tints: dict[Cell, Colour] = {}
    dark_tiles = max(face) < 128
    for index, region in enumerate(reading.puzzle.regions):
        plain = dark_tiles or region.type == "empty" or index not in reading.fills
        tint = face if plain else _tint(reading.fills[index])
        tints.update(dict.fromkeys(region.cells, tint))
    return tints


def _tint(fill: Colour) -> Colour:
    """A region's fill in the lightness that halves have on it, whatever the theme (measured: saturation of the tints
    0.13 to 0.26 where fills have 0.07 to 0.31; value 0.80 to 0.96)."""
    pixel = np.array([[[channel / 255 for channel in fill]]], np.float32)
    hue, saturation, _ = cv2.cvtColor(pixel, cv2.COLOR_BGR2HSV)[0, 0]
    lively = 0.0 if saturation < 0.03 else min(0.08 + 0.45 * saturation, 0.3)
    light = np.array([[[hue, lively, 0.92]]], np.float32)
    return _colour(cv2.cvtColor(light, cv2.COLOR_HSV2BGR)[0, 0] * 255)


def _shade(colour: Colour, share: float) -> Colour:
    return _colour([channel * share for channel in colour])


def _mixed(colour: Colour, other: Colour, share: float) -> Colour:
    return _colour([a * (1 - share) + b * share for a, b in zip(colour, other, strict=True)])


def _colour(channels: Any) -> Colour:
    blue, green, red = (min(255, max(0, round(float(channel)))) for channel in channels)
    return blue, green, red


# The area of a tag in cells; the newspaper's diamonds have 0.27 to 0.3.
LEAST_TAG, LARGEST_TAG = 0.08, 0.5


# --- tags ------------------------------------------------------------------------------------------------------------


def _put_tags_back(out: BGR, bgr: BGR, reading: PipsReading) -> None:
    """In the game tags lie over the dominoes: their pixels are taken from the picture as it was."""
    for tag in reading.tags.values():
        side = max(3, round(reading.step * 0.84)) | 1
        x0, y0 = round(tag.center[0]) - side // 2, round(tag.center[1]) - side // 2
        rows = slice(max(y0, 0), max(min(y0 + side, out.shape[0]), 0))
        columns = slice(max(x0, 0), max(min(x0 + side, out.shape[1]), 0))
        part = bgr[rows, columns]
        if part.size:
            mask = _tag_mask(part, (tag.center[0] - columns.start, tag.center[1] - rows.start), reading.step)
            weight = mask[..., None]
            out[rows, columns] = (out[rows, columns] * (1 - weight) + part * weight + 0.5).astype(np.uint8)


def _tag_mask(part: BGR, center: Point, step: float) -> NDArray[np.float32]:
    """How much of each pixel around a tag is the tag, `(h, w)` 0..1: its colour and what that encloses, the text."""
    rows, columns = np.mgrid[: part.shape[0], : part.shape[1]]
    down, across = np.abs(rows - center[1]), np.abs(columns - center[0])
    middle = (down < 0.2 * step) & (across < 0.2 * step)
    plain = np.asarray((down + across < 0.38 * step) * 1.0, np.float32)  # for a tag that cannot be told from its ground
    if not middle.any():
        return plain
    ground = np.median(part[middle], axis=0)
    like = (np.abs(part.astype(np.float32) - ground).max(axis=2) < 40).astype(np.uint8)
    contours, _ = cv2.findContours(like, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    filled = np.zeros(part.shape[:2], np.uint8)
    if contours:
        cv2.drawContours(filled, [max(contours, key=cv2.contourArea)], -1, 255, -1)
    area = np.count_nonzero(filled) / step**2
    if not LEAST_TAG < area < LARGEST_TAG:
        return plain
    return np.asarray(cv2.GaussianBlur(filled, (3, 3), 0), np.float32) / np.float32(255)


# --- the reading, for those who want to know why ---------------------------------------------------------------------


def draw_lattice(bgr: BGR, reading: PipsReading) -> BGR:
    """The whole picture with the board's cells framed, the dominoes on it, and the tray's."""
    out = bgr.copy()
    thickness = max(1, round(reading.step / 40))
    for cell in reading.cells:
        x0, y0, x1, y1 = _whole(_place_box(reading, (cell, cell), 0.0))
        cv2.rectangle(out, (x0, y0), (x1, y1), LINE, thickness, cv2.LINE_AA)
    for placed in reading.placed:
        x0, y0, x1, y1 = _whole(_place_box(reading, placed.cells, 0.1 * reading.step))
        cv2.rectangle(out, (x0, y0), (x1, y1), AMBER, 2 * thickness, cv2.LINE_AA)
    for tile in reading.tray:
        (x, y), (width, height) = tile.center, tile.size
        corners = (round(x - width / 2), round(y - height / 2)), (round(x + width / 2), round(y + height / 2))
        cv2.rectangle(out, *corners, LINE, thickness, cv2.LINE_AA)
    return out


def draw_regions(bgr: BGR, reading: PipsReading, cell_pixels: int = 110) -> BGR:
    """The board alone, in one size: each region outlined, with its number and what its tag was taken for."""
    zoom = cell_pixels / reading.step
    margin = 0.6 * reading.step
    x0, y0, x1, y1 = reading.bbox
    left, top = x0 - margin, y0 - margin
    size = round((x1 - x0 + 2 * margin) * zoom), round((y1 - y0 + 2 * margin) * zoom)
    matrix = np.array([[zoom, 0, -left * zoom], [0, zoom, -top * zoom]], np.float64)
    warped = cv2.warpAffine(bgr, matrix, size, flags=cv2.INTER_LINEAR, borderValue=(128, 128, 128))
    out: BGR = np.asarray(warped, np.uint8)
    step = reading.step * zoom
    region_of = {cell: index for index, region in enumerate(reading.puzzle.regions) for cell in region.cells}
    for (r, c), index in region_of.items():
        x, y = (reading.cells[r, c][0] - left) * zoom, (reading.cells[r, c][1] - top) * zoom
        sides = {(-1, 0): (-1, -1, 1, -1), (1, 0): (-1, 1, 1, 1), (0, -1): (-1, -1, -1, 1), (0, 1): (1, -1, 1, 1)}
        for (dr, dc), (ax, ay, bx, by) in sides.items():
            if region_of.get((r + dr, c + dc)) != index:
                half = 0.47 * step
                ends = (round(x + ax * half), round(y + ay * half)), (round(x + bx * half), round(y + by * half))
                cv2.line(out, *ends, LINE, 2, cv2.LINE_AA)
        write(out, (round(x - 0.4 * step), round(y - 0.3 * step)), str(index), LINE)
    for index, tag in reading.tags.items():
        at = round((tag.center[0] - left) * zoom - 0.3 * step), round((tag.center[1] - top) * zoom + 0.5 * step)
        caption(out, at, f"{index}: {_ascii(tag.text)} {tag.confidence:.2f}", tag.confidence)
    return out


def draw_tags(bgr: BGR, reading: PipsReading) -> BGR:
    """Every tag as it is in the picture, with its text, how sure that is, the region's number and the runner-up."""
    tags = sorted(reading.tags.items(), key=lambda item: item[1].confidence)
    side = reading.step * 0.9
    return _table(
        bgr,
        [(tag.center, (side, side)) for _, tag in tags],
        [
            (
                f"{_ascii(tag.text)} {tag.confidence:.2f}",
                f"{index} ({_ascii(tag.runner_up)})",
                confidence_colour(tag.confidence),
            )
            for index, tag in tags
        ],
    )


def draw_tray(bgr: BGR, reading: PipsReading) -> BGR:
    """Every domino, those of the tray and then those on the board, with the pips it was read with."""
    boxes = [(tile.center, tile.size) for tile in reading.tray]
    texts = ["{}|{}".format(*tile.values) for tile in reading.tray]
    for placed in reading.placed:
        x0, y0, x1, y1 = _place_box(reading, placed.cells, 0.0)
        boxes.append((((x0 + x1) / 2, (y0 + y1) / 2), (x1 - x0, y1 - y0)))
        texts.append("{}|{} on board".format(*placed.domino))
    return _table(bgr, boxes, [(text, "", (90, 90, 90)) for text in texts])


def _table(bgr: BGR, boxes: Sequence[tuple[Point, Point]], texts: Sequence[tuple[str, str, Colour]]) -> BGR:
    """Patches of the picture, each fitted into a square, with two lines of text below."""
    tile, text = 96, 34
    columns = max(1, min(10, len(boxes)))
    out: BGR = np.full((max(1, -(-len(boxes) // columns)) * (tile + text), columns * tile, 3), 245, np.uint8)
    for index, ((center, (width, height)), (first, second, colour)) in enumerate(zip(boxes, texts, strict=True)):
        x, y = index % columns * tile, index // columns * (tile + text)
        part = cv2.getRectSubPix(bgr, (max(3, round(width)), max(3, round(height))), center)
        scale = (tile - 6) / max(part.shape[:2])
        size = max(1, round(part.shape[1] * scale)), max(1, round(part.shape[0] * scale))
        fitted = cv2.resize(part, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC)
        out[y + 3 : y + 3 + size[1], x + 3 : x + 3 + size[0]] = fitted
        write(out, (x + 4, y + tile + 10), first, colour)
        write(out, (x + 4, y + tile + 25), second, (90, 90, 90))
    return out


def _ascii(text: str) -> str:
    """OpenCV's letters know no `≠`."""
    return text.replace("≠", "!=")
