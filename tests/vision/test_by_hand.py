"""Boards whose corners are marked by hand: read as they are where they are found, and what is no board is said."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision import GridReading
from vision.by_hand import MARKED, read_by_hand
from vision.image import Image, load

SAMPLES = Path(__file__).parents[2] / "samples"


@pytest.mark.parametrize("name", ["tango/classic-8x8", "takuzu/digits-10x10", "tango/classic-desktop-partial"])
@pytest.mark.parametrize("angle", [0.0, 35.0])
def test_a_marked_board_is_read_where_it_is(name: str, angle: float) -> None:
    picture, label = load(SAMPLES / f"{name}.png"), json.loads((SAMPLES / f"{name}.json").read_bytes())
    width, height = picture.size
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), angle, 0.8)
    turned = cv2.warpAffine(picture.bgr, turn, (width, height), borderValue=(200, 200, 200))
    x0, y0, x1, y1 = label["board_bbox"]
    places = np.array([[(x0, y0), (x1, y0), (x1, y1), (x0, y1)]], np.float64)
    corners = [(float(x), float(y)) for x, y in cv2.transform(places, turn)[0]]
    size = label["puzzle"]["size"]
    reading = read_by_hand(Image(np.asarray(turned, np.uint8), "turned"), corners, size)
    assert isinstance(reading, GridReading)
    assert reading.puzzle.cells == tuple(label["puzzle"]["cells"])
    assert reading.puzzle.h == tuple(label["puzzle"]["h"])
    assert reading.warnings[0] == MARKED
    (x, y), (u, v) = reading.cells[0, 0], reading.cells[size - 1, size - 1]
    side = (x1 - x0) / size
    first, last = (x0 + side / 2, y0 + side / 2), (x1 - side / 2, y1 - side / 2)
    expected = cv2.transform(np.array([[first, last]], np.float64), turn)[0]
    assert np.abs(np.array([(x, y), (u, v)]) - expected).max() < 0.1 * side


@pytest.mark.parametrize(
    ("corners", "size", "words"),
    [
        ([(0, 0), (90, 0), (90, 90), (0, 90)], 3, "4 to 20 cells"),
        ([(0, 0), (90, 0), (90, 90), (0, 90)], 22, "4 to 20 cells"),
        ([(0, 0), (90, 0), (90, 90)], 6, "four corners, not 3"),
        ([(0, 0), (0, 90), (90, 90), (90, 0)], 6, "clockwise"),
        ([(0, 0), (90, 90), (90, 0), (0, 90)], 6, "clockwise"),
        ([(0, 0), (20, 0), (20, 20), (0, 20)], 6, "too small"),
        ([(0, 0), (float("nan"), 0), (20, 20), (0, 20)], 6, "no place in the picture"),
    ],
)
def test_what_is_no_board_is_said(corners: list[tuple[float, float]], size: int, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        read_by_hand(Image(np.zeros((100, 100, 3), np.uint8), "black"), corners, size)
