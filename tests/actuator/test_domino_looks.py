"""Dominoes found again by how they looked at rest, on a tray drawn for that."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from actuator.domino_looks import DominoLooks
from actuator.moves import Rect
from actuator.screen import Shot
from actuator.sight import TrayTile

SIDE, AT = 42, (100.0, 100.0)
PIPS = {0: (), 2: ((-1, 1), (1, -1)), 3: ((-1, 1), (0, 0), (1, -1)), 5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1))}
EVERY_WAY = pytest.mark.parametrize(
    ("quarters", "values", "upright"),
    [(0, (5, 0), False), (1, (5, 0), True), (2, (0, 5), False), (3, (0, 5), True)],
)


def tray(values: tuple[int, int], quarters: int, outline: int) -> Shot:
    """A white tray with a white domino in the middle, so many quarter turns clockwise from lying flat."""
    picture: NDArray[np.uint8] = np.full((200, 200, 3), 255, np.uint8)
    x, y = round(AT[0]), round(AT[1])
    cv2.rectangle(picture, (x - SIDE, y - SIDE // 2), (x + SIDE, y + SIDE // 2), (outline,) * 3, 2)
    cv2.line(picture, (x, y - SIDE // 3), (x, y + SIDE // 3), (outline,) * 3, 2)
    for half, number in zip((-1, 1), values, strict=True):
        for across, down in PIPS[number]:
            middle = x + half * SIDE // 2 + 10 * across, y + 10 * down
            cv2.circle(picture, middle, 4, (40, 20, 20), -1, cv2.LINE_AA)
    turned = np.ascontiguousarray(np.rot90(picture[1:, 1:], -quarters))  # about the middle of an odd number of pixels
    framed = np.asarray(cv2.copyMakeBorder(turned, 1, 0, 1, 0, cv2.BORDER_REPLICATE), np.uint8)
    return Shot(framed, Rect(0, 0, 200, 200))


def looks(values: tuple[int, int], outline: int) -> DominoLooks:
    """What is remembered of that domino as it lies flat."""
    remembered = DominoLooks()
    remembered.learn(tray(values, 0, outline), [TrayTile(values, AT, False, 2.0 * SIDE)])
    return remembered


@EVERY_WAY
def test_a_half_without_pips_is_not_taken_for_the_ground_beside(
    quarters: int, values: tuple[int, int], upright: bool
) -> None:
    """White on white, hardly more than one half of it is seen: that may be either half of one that lies elsewhere."""
    shot = tray((5, 0), quarters, 215)
    found = looks((5, 0), 215).find(shot, (5, 0), Rect(*AT, 0, 0).grown(0.45 * 2 * SIDE), 2.0 * SIDE)
    assert found is not None
    assert (found.values, found.upright) == (values, upright)
    assert np.hypot(found.at[0] - AT[0], found.at[1] - AT[1]) < 0.05 * SIDE


@pytest.mark.parametrize("outline", [0, 150, 240])
@pytest.mark.parametrize("quarters", range(4))
def test_which_of_two_similar_halves_is_first(quarters: int, outline: int) -> None:
    """2-3 and 3-2 the other way round differ by one pip."""
    found = looks((2, 3), outline).find(tray((2, 3), quarters, outline), (2, 3), Rect(*AT, 0, 0).grown(20), 2.0 * SIDE)
    assert found is not None
    assert (found.values, found.upright) == ((2, 3) if quarters < 2 else (3, 2), quarters % 2 == 1)
