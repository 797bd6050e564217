"""Dominoes are seen where they lie, and nowhere else: what the dear search for Pips in unknown looks waits for."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.labelled import SAMPLES, Colours
from vision.games.pips.rules.detect import detect_tiles
from vision.image import load


def seen(bgr: Colours) -> bool:
    return detect_tiles(np.asarray(cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY), np.uint8)).width > 0


@pytest.mark.parametrize(
    "name", ["classic-desktop", "classic-app-dark", "cream-desktop", "candy", "felt", "paper", "candy-crop"]
)
def test_dominoes_of_any_look_are_seen(name: str) -> None:
    assert seen(load(SAMPLES.parent / "pips" / f"{name}.png").bgr)


def test_boards_of_other_games_show_no_dominoes() -> None:
    pictures = sorted(SAMPLES.glob("*.png"))[::4] + sorted((SAMPLES.parent / "takuzu").glob("*.png"))[::4]
    assert not [path.name for path in pictures if seen(load(path).bgr)]


@pytest.mark.parametrize("dark", [False, True])
def test_tiles_without_pips_are_no_dominoes(dark: bool) -> None:
    """Eight buttons of a domino's shape, blank."""
    page = np.full((400, 700, 3), 150, np.uint8)
    for number in range(8):
        x, y = 40 + 160 * (number % 4), 60 + 120 * (number // 4)
        cv2.rectangle(page, (x, y), (x + 100, y + 50), (250, 250, 250), -1)
    assert not seen(255 - page if dark else page)


def test_a_tiny_picture_shows_none() -> None:
    assert not seen(np.zeros((1, 1, 3), np.uint8))
