"""A Pips board in plain squares, and what a perfect reader would say of it: to test what is done with a reading."""

from __future__ import annotations

import dataclasses
from typing import Any

import cv2
import numpy as np

from solver import PipsPuzzle
from vision.games.pips.parts import Placed, Tag, Tile
from vision.types import PipsReading

STEP = 40
MARGIN = 10
FILLS = [(190, 164, 191), (175, 165, 224), (193, 191, 177), (156, 191, 227), (173, 161, 165), (148, 177, 183)]


def pips_reading_of(puzzle: PipsPuzzle, placed: tuple[Placed, ...] = (), **changes: Any) -> PipsReading:
    """What a perfect reader would say of `picture_of(puzzle)`, with dominoes put on it."""
    bottom = MARGIN + (puzzle.cells[-1][0] + 2) * STEP
    inhand = list(puzzle.dominoes)
    for one in placed:
        inhand.remove(one.domino if one.domino in inhand else one.domino[::-1])
    reading = PipsReading(
        game="pips",
        puzzle=puzzle,
        confidence=0.97,
        warnings=(),
        milliseconds={"decode": 1.0, "read": 2.0},
        step=STEP,
        origin=(MARGIN, MARGIN),
        placed=placed,
        tray=tuple(Tile(domino, (40.0, bottom + 40.0 * i), (60.0, 30.0), False) for i, domino in enumerate(inhand)),
        tags={
            i: Tag((MARGIN + (c + 1) * STEP, MARGIN + (r + 1) * STEP), region.tag, "", 0.9)
            for i, region in enumerate(puzzle.regions)
            for r, c in region.cells[-1:]
            if region.tag
        },
        fills={i: FILLS[i % len(FILLS)] for i in range(len(puzzle.regions))},
    )
    return dataclasses.replace(reading, **changes)


def pips_picture_of(puzzle: PipsPuzzle) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """Cells in the colours of their regions, dark tags at their corners, and a tray of tiles, all with one pip."""
    rows, columns = puzzle.cells[-1][0] + 1, max(c for _, c in puzzle.cells) + 1
    tray = 40 * len(puzzle.dominoes) + 2 * STEP
    picture = np.full((rows * STEP + tray, max(columns * STEP, 80) + 2 * MARGIN, 3), 255, np.uint8)
    for i, region in enumerate(puzzle.regions):
        for r, c in region.cells:
            x, y = MARGIN + c * STEP, MARGIN + r * STEP
            cv2.rectangle(picture, (x, y), (x + STEP - 1, y + STEP - 1), FILLS[i % len(FILLS)], -1)
    reading = pips_reading_of(puzzle)
    for tag in reading.tags.values():
        (x, y), size = map(round, tag.center), 14
        corners = np.array([(x, y - size), (x + size, y), (x, y + size), (x - size, y)])
        cv2.fillPoly(picture, [corners], (90, 30, 60))
    for tile in reading.tray:
        x, y = map(round, tile.center)
        cv2.rectangle(picture, (x - 30, y - 15), (x + 29, y + 14), (240, 245, 250), -1)
        cv2.circle(picture, (x - 15, y), 4, (40, 50, 60), -1)
    return picture
