"""Whether dominoes in the tray are seen to be selected, on drawn grabs of the screen."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from actuator.domino_rest import AtRest
from actuator.moves import Rect
from actuator.screen import Shot
from actuator.sight import Sight, TrayTile

UPPER, LOWER = TrayTile((0, 1), (100, 60), False, 100), TrayTile((2, 3), (100, 116), False, 100)
DARK, EDGE, LIT = (40, 20, 30), (230, 220, 60), (0, 90, 120)


def grab(*tiles: TrayTile, lit: TrayTile | None = None) -> Shot:
    """A dark page with glowing dominoes, one of which is selected."""
    page: NDArray[np.uint8] = np.full((180, 200, 3), DARK, np.uint8)
    for tile in tiles:
        x, y = map(round, tile.at)
        page[y - 34 : y + 34, x - 59 : x + 59] += np.uint8(60)  # its glow
    for tile in tiles:
        x, y = map(round, tile.at)
        cv2.rectangle(page, (x - 50, y - 25), (x + 50, y + 25), LIT if tile == lit else DARK, -1)
        cv2.rectangle(page, (x - 50, y - 25), (x + 50, y + 25), EDGE, 2)
    return Shot(page, Rect(0, 0, 200, 180))


def seen(*tiles: TrayTile) -> Sight:
    return Sight("pips", None, {(0, 0): (150.0, 170.0), (0, 1): (170.0, 170.0)}, 20.0, tray=tiles)


def test_one_that_is_selected_is_lit_and_one_that_is_selected_no_more_is_not() -> None:
    rest, sight = AtRest(), seen(UPPER, LOWER)
    rest.learn(sight, before := grab(UPPER, LOWER))
    assert rest.is_lit(UPPER, now := grab(UPPER, LOWER, lit=UPPER), sight, before)
    assert not rest.is_lit(UPPER, before, seen(replace(UPPER, lit=True), LOWER), now)


def test_a_domino_is_not_lit_for_the_glow_of_another_that_is_gone() -> None:
    rest, sight = AtRest(), seen(UPPER, LOWER)
    rest.learn(sight, before := grab(UPPER, LOWER))
    assert not rest.is_lit(UPPER, grab(UPPER), sight, before)
    assert rest.is_lit(UPPER, grab(UPPER, lit=UPPER), sight, before)
