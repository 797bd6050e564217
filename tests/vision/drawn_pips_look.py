"""A site of nobody's that draws Pips: pale round tags with dark signs, dark dominoes with rings for pips."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from solver import PipsPuzzle

Colours = NDArray[np.uint8]

STEP, EDGE = 66, 50
PAGE, TAG, INK = (236, 240, 232), (205, 215, 205), (70, 30, 20)
FILLS = ((160, 120, 90), (110, 150, 80), (90, 110, 170), (150, 100, 150), (170, 160, 90), (100, 100, 110))
PLAIN = (205, 200, 196)
FACE, PIP = (96, 52, 24), (120, 220, 255)
PLACES = {
    0: (),
    1: ((1, 1),),
    2: ((0, 0), (2, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (0, 2), (2, 0), (2, 2)),
    5: ((0, 0), (0, 2), (1, 1), (2, 0), (2, 2)),
    6: ((0, 0), (0, 2), (1, 0), (1, 2), (2, 0), (2, 2)),
}


def pips_site(puzzle: PipsPuzzle, scale: float = 1.0) -> Colours:
    """A picture of a board on which nothing lies, and its tray. The cells begin at `(EDGE, EDGE)`, times the scale."""
    rows, columns = 1 + max(r for r, _ in puzzle.cells), 1 + max(c for _, c in puzzle.cells)
    across = max(columns * STEP, 4 * 130)
    down = rows * STEP + 70 * (2 + len(puzzle.dominoes) // 4)
    picture: Any = np.full((down + 2 * EDGE, across + 2 * EDGE, 3), PAGE, np.uint8)
    colour_of = _colours(puzzle)
    for number, region in enumerate(puzzle.regions):
        for r, c in region.cells:
            x, y = EDGE + c * STEP, EDGE + r * STEP
            cv2.rectangle(picture, (x + 3, y + 3), (x + STEP - 4, y + STEP - 4), colour_of[number], -1)
    for region in puzzle.regions:
        if region.tag:
            r, c = region.cells[-1]
            _tag(picture, EDGE + (c + 1) * STEP - 5, EDGE + (r + 1) * STEP - 5, region.tag)
    for number, domino in enumerate(puzzle.dominoes):
        x, y = EDGE + number % 4 * 130, EDGE + rows * STEP + 60 + number // 4 * 70
        cv2.rectangle(picture, (x, y), (x + 99, y + 49), FACE, -1)
        for half, pips in enumerate(domino):
            for i, j in PLACES[pips]:
                cv2.circle(picture, (x + half * 50 + 12 + 13 * j, y + 12 + 13 * i), 4, PIP, -1, cv2.LINE_AA)
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    if scale != 1:
        picture = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=way)
    return np.asarray(picture, np.uint8)


def bbox_of(puzzle: PipsPuzzle) -> list[float]:
    """Where the cells are, at scale 1."""
    rows, columns = 1 + max(r for r, _ in puzzle.cells), 1 + max(c for _, c in puzzle.cells)
    return [EDGE, EDGE, EDGE + columns * STEP, EDGE + rows * STEP]


def _colours(puzzle: PipsPuzzle) -> list[tuple[int, int, int]]:
    """Colours by region, so that no neighbours have one."""
    found: list[tuple[int, int, int]] = []
    for number, region in enumerate(puzzle.regions):
        around = {(r + dr, c + dc) for r, c in region.cells for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))}
        taken = {found[k] for k in range(number) if around & set(puzzle.regions[k].cells)}
        found.append(next(one for one in FILLS if one not in taken) if region.tag else PLAIN)
    return found


def _tag(picture: Any, x: int, y: int, text: str) -> None:
    cv2.circle(picture, (x, y), 19, TAG, -1, cv2.LINE_AA)
    if text in ("=", "≠"):
        for dy in (-4, 4):
            cv2.line(picture, (x - 7, y + dy), (x + 7, y + dy), INK, 3)
        if text == "≠":
            cv2.line(picture, (x - 4, y + 10), (x + 4, y - 10), INK, 2, cv2.LINE_AA)
        return
    size = 0.62 if len(text) < 3 else 0.5
    (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, 2)
    cv2.putText(picture, text, (x - wide // 2, y + high // 2), cv2.FONT_HERSHEY_SIMPLEX, size, INK, 2, cv2.LINE_AA)
