"""Eyes: what is read of a board that is known already."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from numpy.typing import NDArray

import vision
from actuator.eyes import ScreenEyes
from actuator.moves import Rect
from actuator.screen import Screen, Shot
from actuator.sight import SURE_ENOUGH, sight
from actuator.table import Batch
from vision.errors import OccludedError
from vision.image import load
from vision.types import PipsReading

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


@pytest.mark.parametrize("other", [False, True])
def test_what_shows_through_a_stamp_over_a_full_board_is_not_believed(
    other: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A domino is read as another one, or the other way round, though nothing has touched it."""
    screen = Shown(load(SAMPLES / "pips/classic-desktop-solved.png").bgr)
    reader = ScreenEyes(cast(Screen, screen), (screen.desktop,))
    reader.remember(known := reader.look())
    reader.expect(Batch(()))
    reading = known.reading
    assert isinstance(reading, PipsReading)
    one = next(placed for placed in reading.placed if placed.domino[0] != placed.domino[1])
    (a, b), rest = one.domino, [placed for placed in reading.placed if placed is not one]
    domino = ((a + 1) % 7, b) if other else (b, a)
    dominoes = (domino, *(placed.domino for placed in rest))
    wrong = replace(
        reading, placed=(replace(one, domino=domino), *rest), puzzle=replace(reading.puzzle, dominoes=dominoes)
    )
    monkeypatch.setattr(vision, "read", lambda *args, **kwargs: wrong)
    screen.picture = np.full_like(screen.picture, 90)
    if other:
        with pytest.raises(OccludedError):
            reader.look(screen.desktop, anew=True)
    else:
        assert Counter(reader.look(screen.desktop, anew=True).lying) == Counter(known.lying)


@pytest.mark.parametrize(("confidence", "unsure"), [(SURE_ENOUGH - 0.001, True), (SURE_ENOUGH, False)])
def test_a_warning_counts_where_the_board_is_not_as_good_as_sure(confidence: float, unsure: bool) -> None:
    bgr = load(SAMPLES / "pips/classic-desktop.png").bgr
    reading = vision.read(bgr)
    assert isinstance(reading, PipsReading)
    shot = Shot(bgr, Rect(0, 0, bgr.shape[1], bgr.shape[0]))
    assert sight(replace(reading, warnings=("hard to read",), confidence=confidence), shot).unsure == unsure
    assert not sight(replace(reading, warnings=()), shot).unsure
