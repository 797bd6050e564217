"""Buttons beside a board that shows nothing to know a palette by: rows and columns of signs, and no words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

import vision
from actuator.buttons import MOST, buttons
from actuator.moves import Point, Rect
from actuator.screen import Shot
from actuator.sight import Sight, sight
from vision.types import QueensReading

BOARD = Path(__file__).resolve().parents[2] / "samples/queens/classic-desktop.png"
INK, FRAME = (40, 40, 40), (150, 150, 150)


def sign(picture: NDArray[np.uint8], x: int, y: int, side: int) -> None:
    """A cross."""
    for over in (-1, 1):
        cv2.line(picture, (x - side // 2, y - over * side // 2), (x + side // 2, y + over * side // 2), INK, 3)


def word(picture: NDArray[np.uint8], x: int, y: int, side: int) -> None:
    cv2.putText(picture, "Undo", (x - side, y + side // 3), cv2.FONT_HERSHEY_SIMPLEX, side / 34, INK, 1, cv2.LINE_AA)


def with_buttons(places: Sequence[Point], signs: Sequence[object], size: tuple[float, float] = (1.2, 0.9)) -> Sight:
    """A board with buttons of so many cells under it, their middles so many cells from its lower left corner."""
    bgr = np.asarray(cv2.imread(str(BOARD)), np.uint8)
    reading = vision.read(bgr)
    assert isinstance(reading, QueensReading)
    step, (left, _, _, bottom) = reading.lattice.step_x, reading.lattice.bbox
    below = np.full((round(5 * step), bgr.shape[1], 3), bgr[2, 2], np.uint8)
    bgr = np.concatenate((bgr[: round(bottom) + 6], below))
    for (across, down), draw in zip(places, signs, strict=True):
        x, y = round(left + across * step), round(bottom + down * step)
        half = round(size[0] * step / 2), round(size[1] * step / 2)
        corners = (x - half[0], y - half[1]), (x + half[0], y + half[1])
        cv2.rectangle(bgr, *corners, (252, 252, 252), -1)
        cv2.rectangle(bgr, *corners, FRAME, 1)
        draw(bgr, x, y, round(0.45 * step))  # type: ignore[operator]
    return sight(reading, Shot(bgr, Rect(30, 20, bgr.shape[1], bgr.shape[0])))


def cells(seen: Sight) -> list[Point]:
    """The buttons, in cells from the lower left corner of the board."""
    return [(x / seen.step, (y - seen.board.height) / seen.step) for x, y in buttons(seen)]


ROW = [(1.0, 1.2), (2.6, 1.2), (4.2, 1.2)]
COLUMN = [(2.0, 1.0), (2.0, 2.1), (2.0, 3.2)]


@pytest.mark.parametrize("places", [ROW, COLUMN], ids=["row", "column"])
def test_those_of_one_palette_are_found(places: list[Point]) -> None:
    found = cells(with_buttons(places, [sign] * 3))
    assert len(found) == 3
    for at, place in zip(sorted(found), sorted(places), strict=True):
        assert at == pytest.approx(place, abs=0.15)


def test_words_are_no_signs_and_one_button_is_no_palette() -> None:
    assert buttons(with_buttons(ROW, [word] * 3)) == []
    assert buttons(with_buttons(ROW[:1], [sign])) == []
    assert len(cells(with_buttons([*ROW, *((x, 2.4) for x, _ in ROW)], [sign] * 3 + [word] * 3))) == 3


def test_what_is_no_row_and_what_is_too_much_of_one_is_left() -> None:
    assert buttons(with_buttons([(1.0, 1.0), (3.4, 2.2)], [sign] * 2)) == []
    keyboard = [(0.4 + 0.8 * k, 1.2) for k in range(8)]
    assert buttons(with_buttons(keyboard, [sign] * 8, (0.7, 0.7))) == []


def test_what_is_above_the_board_is_left() -> None:
    """There are the browser's own buttons."""
    seen = with_buttons(ROW, [sign] * 3)
    assert seen.shot is not None
    turned = seen.shot.bgr[::-1].copy()
    cells_there = {cell: (x, 20 + len(turned) - (y - 20)) for cell, (x, y) in seen.cells.items()}
    assert buttons(replace(seen, cells=cells_there, shot=Shot(turned, seen.shot.rect))) == []


def test_no_more_than_a_few_are_tried() -> None:
    rows = [(0.8 + 1.4 * k, 1.0 + 1.3 * row) for row in range(3) for k in range(4)]
    assert len(cells(with_buttons(rows, [sign] * 12, (1.2, 0.9)))) == MOST
