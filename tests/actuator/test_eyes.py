"""Eyes: what is read of a board that is known already."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from numpy.typing import NDArray

import vision
from actuator.eyes import ScreenEyes
from actuator.moves import Rect
from actuator.screen import Screen, Shot
from vision.errors import OccludedError
from vision.image import load

SAMPLES = Path(__file__).parents[2] / "samples"


@dataclass
class Shown:
    """A screen that shows a picture."""

    picture: NDArray[np.uint8]

    @property
    def desktop(self) -> Rect:
        height, width = self.picture.shape[:2]
        return Rect(0, 0, width, height)

    def grab(self, rect: Rect) -> Shot:
        left, top, right, bottom = int(rect.left), int(rect.top), int(rect.right), int(rect.bottom)
        part = self.picture[top:bottom, left:right].copy()
        return Shot(part, Rect(left, top, part.shape[1], part.shape[0]))


@pytest.mark.parametrize(
    ("first", "other"),
    [
        ("pips/classic-desktop.png", "pips/classic-app-easy.png"),
        ("tango/classic-crop.png", "takuzu/xo-dark-10x10.png"),
    ],
)
def test_a_known_board_is_not_taken_for_another(first: str, other: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Something lies over a part of it, and what is read is another board; where another one is shown, it is that."""
    screen = Shown(load(SAMPLES / first).bgr)
    eyes = ScreenEyes(cast(Screen, screen), (screen.desktop,))
    known = eyes.look()
    eyes.remember(known)
    wrong: Any = vision.read(SAMPLES / other)
    monkeypatch.setattr(vision, "read", lambda *args, **kwargs: wrong)
    with pytest.raises(OccludedError):
        eyes.look(screen.desktop, anew=True)
    screen.picture = np.full_like(screen.picture, 90)
    assert eyes.look(screen.desktop, anew=True).cells.keys() == wrong.cells.keys()
