"""What is believed of a page that says something of a full board that was hard to read."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from actuator.moves import Rect
from actuator.verdict import Frame, Verdict

SCREEN = Rect(0, 0, 400, 300)
SIGHT: Any = SimpleNamespace(game="pips", board=Rect(20, 20, 120, 120), step=40.0, tray=(), badges=())
NOTHING, WRONG, RIGHT = 0, 90, 200


class Page:
    """Shows one of these beside its board, and says whether a domino is missing."""

    likely, several = True, False

    def __init__(self) -> None:
        self.says, self.open = NOTHING, True

    def frame(self, rect: Rect) -> Frame:
        picture: Frame = np.full((300, 400, 3), 240, np.uint8)
        if self.says:
            picture[200:240, 180:380] = self.says
        return picture

    def spoil(self, sight: Any) -> bool:
        return True

    def mend(self) -> None: ...

    def empty(self, sight: Any) -> bool:
        return False

    def is_open(self, sight: Any) -> bool:
        return self.open


@pytest.mark.parametrize(("of_the_last", "taken"), [(RIGHT, True), (WRONG, False)])
def test_what_it_said_of_a_wrong_board_before_is_no_sign(of_the_last: int, taken: bool) -> None:
    """It stays while a domino is taken back, as what many pages say of a board that is solved."""
    page: Any = Page()
    still: Any = SimpleNamespace(changes=lambda *_: False, rest=lambda *_: None, now=lambda: 0.0)
    verdict = Verdict(page.frame, still, SCREEN)
    verdict.open(page, SIGHT)
    assert verdict.begins_wrong(page, SIGHT)
    page.says, page.open = WRONG, False
    assert not verdict.takes(page, SIGHT, doubted=True)
    page.says, page.open = NOTHING, True
    verdict.mend(page, SIGHT)
    page.says, page.open = of_the_last, False
    assert not verdict.takes(page, SIGHT, doubted=True)
    page.open = True
    verdict.goes_on(page, SIGHT)
    page.open = False
    assert (not verdict.spoiled and verdict.takes(page, SIGHT, doubted=True)) == taken
