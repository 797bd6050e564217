"""Dominoes, a hint, or the reading of a Pips board itself, drawn over the screenshot. Draws and never reads.

Dominoes are laid on the board as the game does: as large as two cells, the halves in a light tint of
their regions, the pips turned with the domino, the tags on top. Faces and pips take their colours from the dominoes
in the picture's tray.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
from numpy.typing import NDArray

from solver.pips.dots import dots
from vision.draw.shapes import (
    AMBER,
    BGR,
    BLUE,
    CORNER,
    DARK,
    GREEN,
    LIGHT,
    LINE,
    RED,
    Box,
    Canvas,
    Colour,
    Mask,
    Sample,
    blend,
    box_about,
    caption,
    enlarged,
    frame,
    overlap,
    shrunk,
    table,
    write,
)

if TYPE_CHECKING:
    from vision.games.pips.parts import Placed, Point
    from vision.types import Cell, PipsReading

Place = tuple["Cell", "Cell"]
"""The two cells of a domino, the first under its first number."""

# Parts of a cell, measured on dominoes that lie on boards.
MARGIN, OUTLINE = 0.045, 0.03
PIP, SPREAD = 0.074, 0.22


class PipsDrawing:
    """As `vision.draw.Drawing` says."""

    def __init__(self, bgr: BGR, reading: PipsReading) -> None:
        self._bgr = bgr
        self._reading = reading
        self._face, self._ink = _tile_colours(bgr, reading)
        regions = [(region, reading.fills.get(index)) for index, region in enumerate(reading.puzzle.regions)]
        self._fills = {cell: fill for region, fill in regions if fill for cell in region.cells}
        plain = {cell for region, _ in regions if region.type == "empty" for cell in region.cells}
        tinted = self._fills.keys() - plain if max(self._face) >= 128 else ()
        self._tints = {cell: _tint(self._fills[cell]) if cell in tinted else self._face for cell in reading.cells}

    def solution(self, solution: Sequence[Place], wrong: Collection[Place] = (), unsure: Collection[Cell] = ()) -> BGR:
        """`solution`: a place for each domino, in the order of `puzzle.dominoes`; those that lie there stay as they
        are. `wrong`: places of dominoes on the board that are not in it."""
        out: BGR = self._bgr.copy()
        laid = [(domino, place) for domino, place in zip(self._reading.puzzle.dominoes, solution, strict=True)]
        there = {_halves(placed.domino, placed.cells) for placed in self._reading.placed}
        right = {_halves(*one) for one in laid}
        for placed in self._reading.placed:
            if _halves(placed.domino, placed.cells) not in right:
                self._part(out, placed)
        for one in laid:
            if _halves(*one) not in there:
                self._domino(out, *one)
        self._frame(out, ((wrong, RED), ([(cell, cell) for cell in unsure], AMBER)))
        return out

    def hint(
        self,
        filled: Sequence[tuple[tuple[int, int], Place]],
        because: Collection[Cell],
        wrong: Collection[Place] = (),
        unsure: Collection[Cell] = (),
    ) -> BGR:
        """`filled`: dominoes, each with the cells on which it is laid. `wrong`: places of dominoes on the board."""
        out: BGR = self._bgr.copy()
        for domino, place in filled:
            self._domino(out, domino, place)
        cells = (([(cell, cell) for cell in unsure], AMBER), ([(cell, cell) for cell in because], BLUE))
        self._frame(out, (*cells, ([place for _, place in filled], GREEN), (wrong, RED)))
        return out

    def stages(self) -> Iterator[tuple[str, BGR]]:
        yield "lattice", draw_lattice(self._bgr, self._reading)
        yield "regions", draw_regions(self._bgr, self._reading)
        yield "tags", draw_tags(self._bgr, self._reading)
        yield "dominoes", draw_tray(self._bgr, self._reading)

    def _part(self, out: BGR, placed: Placed) -> None:
        """Take a domino off the board, in place, but for its rim, which new ones cover."""
        box = _box(self._reading, placed.cells, 2 * MARGIN)
        canvas = Canvas(out, box)
        for cell, half in self._halves_of(canvas, canvas.rounded(box, 0), placed.cells):
            if cell in self._fills:
                canvas.paint(half, self._fills[cell])

    def _halves_of(self, canvas: Canvas, whole: Mask, place: Place) -> Iterator[tuple[Cell, Mask]]:
        """The part of a mask on each cell."""
        for cell in place:
            box = box_about(self._reading.cells[cell], self._reading.step / 2, self._reading.step / 2)
            yield cell, np.minimum(whole, canvas.rounded(box, 0))

    def _domino(self, out: BGR, domino: tuple[int, int], place: Place) -> None:
        """Lay one domino on the board, in place."""
        step, cells = self._reading.step, self._reading.cells
        box = _box(self._reading, place, MARGIN)
        canvas = Canvas(out, box)
        canvas.paint(canvas.rounded(box, CORNER * step), self._ink)
        face = shrunk(box, OUTLINE * step)
        raised = face[0], face[1], face[2], face[3] - MARGIN * step
        inner = canvas.rounded(face, (CORNER - OUTLINE) * step)
        (ax, ay), (bx, by) = (cells[cell] for cell in place)
        upright = ax == bx
        middle = (ax + bx) / 2, (ay + by) / 2
        for cell, half in self._halves_of(canvas, inner, place):
            canvas.paint(half, self._tints[cell])
        bevel = inner - canvas.rounded(raised, (CORNER - OUTLINE) * step)
        canvas.paint(bevel, self._ink, 0.25)
        thin, long = OUTLINE * step / 3, 0.4 * step
        canvas.paint(
            canvas.rounded(box_about(middle, *((long, thin) if upright else (thin, long))), 0), self._ink, 0.25
        )
        pips = canvas.mask()
        for cell, number in zip(place, domino, strict=True):
            x, y = cells[cell]
            for dx, dy in dots(number, upright):
                at = x + dx * SPREAD * step, y + (dy * SPREAD - MARGIN / 2) * step
                canvas.rounded(box_about(at, PIP * step, PIP * step), PIP * step, pips)
        canvas.paint(pips, self._ink)

    def _frame(self, out: BGR, framed: Sequence[tuple[Collection[Place], Colour]]) -> None:
        """Frame places in their colours, in place; those of single cells are smaller. Tags lie over all of it: their
        pixels are taken from the picture as it was."""
        for places, colour in framed:
            for place in places:
                frame(out, _box(self._reading, place, MARGIN if place[0] == place[1] else 0.0), colour)
        step = self._reading.step
        for tag in self._reading.tags.values():
            side = max(3, round(step * 0.84)) | 1
            x0, y0 = round(tag.center[0]) - side // 2, round(tag.center[1]) - side // 2
            there, _ = overlap(self._bgr, x0, y0, (side, side))
            part = self._bgr[there]
            if part.size:
                x, y = there[1].start, there[0].start
                blend(out, x, y, part, _tag_mask(part, (tag.center[0] - x, tag.center[1] - y), step))


def _halves(domino: tuple[int, int], place: Place) -> frozenset[tuple[Cell, int]]:
    """What lies on which cell."""
    return frozenset(zip(place, domino, strict=True))


def _box(reading: PipsReading, place: Place, margin: float) -> Box:
    """The two cells together, less a margin in cells."""
    (ax, ay), (bx, by) = (reading.cells[cell] for cell in place)
    half = (0.5 - margin) * reading.step
    return min(ax, bx) - half, min(ay, by) - half, max(ax, bx) + half, max(ay, by) + half


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
    return LIGHT, DARK


def _tint(fill: Colour) -> Colour:
    """A region's fill in the lightness that halves have on it, whatever the theme (measured: saturation of the tints
    0.13 to 0.26 where fills have 0.07 to 0.31; value 0.80 to 0.96)."""
    pixel = np.array([[[channel / 255 for channel in fill]]], np.float32)
    hue, saturation, _ = cv2.cvtColor(pixel, cv2.COLOR_BGR2HSV)[0, 0]
    lively = 0.0 if saturation < 0.03 else min(0.08 + 0.45 * saturation, 0.3)
    light = np.array([[[hue, lively, 0.92]]], np.float32)
    return _colour(cv2.cvtColor(light, cv2.COLOR_HSV2BGR)[0, 0] * 255)


def _colour(channels: Any) -> Colour:
    blue, green, red = (min(255, max(0, round(float(channel)))) for channel in channels)
    return blue, green, red


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
    rim = np.concatenate((filled[0], filled[-1], filled[:, 0], filled[:, -1]))
    if rim.any() or not filled[middle].all():
        return plain
    return np.asarray(cv2.GaussianBlur(filled, (3, 3), 0), np.float32) / np.float32(255)


def draw_lattice(bgr: BGR, reading: PipsReading) -> BGR:
    """The whole picture with the board's cells framed, the dominoes on it, and the tray's."""
    out = bgr.copy()
    tray = [box_about(tile.center, tile.size[0] / 2, tile.size[1] / 2) for tile in reading.tray]
    for box in [*(_box(reading, (cell, cell), 0.0) for cell in reading.cells), *tray]:
        _outline(out, box, LINE, max(1, round(reading.step / 40)))
    for placed in reading.placed:
        _outline(out, _box(reading, placed.cells, 2 * MARGIN), AMBER, max(2, round(reading.step / 20)))
    return out


def _outline(out: BGR, box: Box, colour: Colour, thickness: int) -> None:
    x0, y0, x1, y1 = map(round, box)
    cv2.rectangle(out, (x0, y0), (x1, y1), colour, thickness, cv2.LINE_AA)


def draw_regions(bgr: BGR, reading: PipsReading) -> BGR:
    """The board alone, in one size: each region outlined, with its number and what its tag was taken for."""
    out, place, (step, _) = enlarged(bgr, reading.bbox, (reading.step, reading.step), 0.6)
    region_of = {cell: index for index, region in enumerate(reading.puzzle.regions) for cell in region.cells}
    half = round(0.47 * step)
    for (r, c), index in region_of.items():
        x, y = place(*reading.cells[r, c])
        for dr, dc in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            if region_of.get((r + dr, c + dc)) != index:
                start = x + (dc or -1) * half, y + (dr or -1) * half
                end = x + (dc or 1) * half, y + (dr or 1) * half
                cv2.line(out, start, end, LINE, 2, cv2.LINE_AA)
        write(out, (x - round(0.4 * step), y - round(0.3 * step)), str(index), LINE)
    for index, tag in reading.tags.items():
        x, y = place(*tag.center)
        at = x - round(0.3 * step), y + round(0.5 * step)
        caption(out, at, f"{index}: {_ascii(tag.text)} {tag.confidence:.2f}", tag.confidence)
    return out


def draw_tags(bgr: BGR, reading: PipsReading) -> BGR:
    """Every tag as it is in the picture, with its text, how sure that is, the region's number and the runner-up."""
    size = (0.9 * reading.step, 0.9 * reading.step)
    samples = []
    for index, tag in sorted(reading.tags.items(), key=lambda item: item[1].confidence):
        said, other = f"{_ascii(tag.text)} {tag.confidence:.2f}", f"{index} ({_ascii(tag.runner_up)})"
        samples.append(Sample(tag.center, size, said, other, tag.confidence))
    return table(bgr, samples)


def draw_tray(bgr: BGR, reading: PipsReading) -> BGR:
    """Every domino, those of the tray and then those on the board, with the pips it was read with."""
    samples = [Sample(tile.center, tile.size, "{}|{}".format(*tile.values), "", None) for tile in reading.tray]
    for placed in reading.placed:
        x0, y0, x1, y1 = _box(reading, placed.cells, 0.0)
        middle, size = ((x0 + x1) / 2, (y0 + y1) / 2), (x1 - x0, y1 - y0)
        samples.append(Sample(middle, size, "{}|{}".format(*placed.domino), "on board", None))
    return table(bgr, samples)


def _ascii(text: str) -> str:
    """OpenCV's letters know no `≠`."""
    return text.replace("≠", "!=")
