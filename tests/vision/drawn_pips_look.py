"""Sites of nobody's that draw Pips: one with pale round tags with dark signs and dark dominoes with rings for pips, and
one with flat diamonds, no lighter or darker than what is around them, on cells with a rim.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from solver import PipsPuzzle

Colours = NDArray[np.uint8]
Cell = tuple[int, int]
Words = dict[str, str]
"""By what is before a tag's number: "", "=", "≠", "<" or ">"."""

STEP, EDGE = 66, 50
PAGE, TAG, INK = (236, 240, 232), (205, 215, 205), (70, 30, 20)
FILLS = ((160, 120, 90), (110, 150, 80), (90, 110, 170), (150, 100, 150), (170, 160, 90), (100, 100, 110))
PLAIN = (205, 200, 196)
LETTERS = 0.36
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


def pips_site(puzzle: PipsPuzzle, scale: float = 1.0, words: Words | None = None) -> Colours:
    """A picture of a board on which nothing lies, and its tray. The cells begin at `(EDGE, EDGE)`, times the scale.
    `words`: tags are labels that say this."""
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
        if region.tag and words:
            (r, c), word = region.cells[0], words[region.tag.rstrip("0123456789")]
            _label(picture, EDGE + c * STEP + 3, EDGE + r * STEP + 1, word, region.target)
        elif region.tag:
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


DARK, DARK_TAG, RED_TAG, WHITE = (48, 44, 46), (100, 72, 60), (60, 40, 150), (248, 248, 248)
WHOLE = ((0, -22), (22, 0), (0, 22), (-22, 0))
BITTEN = (*WHOLE, (-18, -4), (-4, -4), (-4, -18))


def flat_site(puzzle: PipsPuzzle, bitten: bool, laid: Sequence[tuple[Cell, Cell]] = ()) -> Colours:
    """A picture of a board with flat diamonds: on a dark page, or, `bitten`, on a light one with their upper left under
    the cell. `laid`: where the first of the puzzle's dominoes lie on it."""
    rows, columns = 1 + max(r for r, _ in puzzle.cells), 1 + max(c for _, c in puzzle.cells)
    tray = EDGE + rows * STEP + 60
    size = tray + 70 * (1 + len(puzzle.dominoes) // 4) + EDGE, max(columns * STEP, 4 * 130) + 2 * EDGE
    picture: Any = np.full((*size, 3), PAGE if bitten else DARK, np.uint8)
    for region, colour in zip(puzzle.regions, _colours(puzzle), strict=True):
        for r, c in region.cells:
            x, y = EDGE + c * STEP, EDGE + r * STEP
            rim = tuple(value - 10 for value in colour)
            cv2.rectangle(picture, (x, y), (x + STEP - 1, y + STEP - 1), rim, -1)
            cv2.rectangle(picture, (x + 5, y + 5), (x + STEP - 6, y + STEP - 6), colour, -1)
    for place, domino in zip(laid, puzzle.dominoes, strict=False):
        (top, left), (bottom, _) = sorted(place)
        x, y = EDGE + left * STEP + 4, EDGE + top * STEP + 4
        _domino(picture, x, y, STEP, domino if place[0] < place[1] else domino[::-1], bottom > top)
    for region in puzzle.regions:
        if region.tag:
            x, y = (EDGE + (value + 1) * STEP for value in region.cells[-1][::-1])
            corners = np.add(BITTEN if bitten else WHOLE, (x, y))
            cv2.fillPoly(picture, [corners], RED_TAG if bitten else DARK_TAG, cv2.LINE_AA)
            _sign(picture, x, y, region.tag, WHITE, 6)
    for number, domino in enumerate(puzzle.dominoes[len(laid) :]):
        _domino(picture, EDGE + number % 4 * 130, tray + number // 4 * 70, 54, domino, False)
    return np.asarray(picture, np.uint8)


def _domino(picture: Any, x: int, y: int, half: int, domino: tuple[int, int], upright: bool) -> None:
    """A light domino of which the halves are so large, less a margin."""
    across, down = (half - 9, 2 * half - 9) if upright else (2 * half - 9, half - 9)
    cv2.rectangle(picture, (x, y), (x + across, y + down), (30, 30, 30), -1)
    cv2.rectangle(picture, (x + 1, y + 1), (x + across - 1, y + down - 1), (244, 244, 244), -1)
    for number, pips in enumerate(domino):
        a, b = (x, y + number * half) if upright else (x + number * half, y)
        for i, j in PLACES[pips]:
            i, j = (j, 2 - i) if upright else (i, j)
            apart = (half - 9) / 3.6
            middle = round(a + (half - 9) / 2 + (j - 1) * apart), round(b + (half - 9) / 2 + (i - 1) * apart)
            cv2.circle(picture, middle, round(half / 14), (40, 40, 40), -1, cv2.LINE_AA)


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


def _label(picture: Any, x: int, y: int, word: str, target: int | None) -> None:
    """From a corner on, as wide as what it says."""
    text = word if target is None else f"{word} {target}"
    (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, LETTERS, 1)
    cv2.rectangle(picture, (x, y), (x + wide + 6, y + high + 8), INK, -1)
    cv2.putText(picture, text, (x + 3, y + high + 4), cv2.FONT_HERSHEY_SIMPLEX, LETTERS, WHITE, 1, cv2.LINE_AA)


def _tag(picture: Any, x: int, y: int, text: str) -> None:
    cv2.circle(picture, (x, y), 19, TAG, -1, cv2.LINE_AA)
    _sign(picture, x, y, text, INK, 4)


def _sign(picture: Any, x: int, y: int, text: str, ink: tuple[int, int, int], apart: int) -> None:
    if text in ("=", "≠"):
        for dy in (-apart, apart):
            cv2.line(picture, (x - 7, y + dy), (x + 7, y + dy), ink, 3)
        if text == "≠":
            cv2.line(picture, (x - 4, y + 10), (x + 4, y - 10), ink, 2, cv2.LINE_AA)
        return
    size = 0.62 if len(text) < 3 else 0.5
    (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, 2)
    cv2.putText(picture, text, (x - wide // 2, y + high // 2), cv2.FONT_HERSHEY_SIMPLEX, size, ink, 2, cv2.LINE_AA)
