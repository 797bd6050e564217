"""What is believed of a page that says something of a full board that was hard to read."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

from actuator.moves import Rect
from actuator.verdict import Frame, Verdict, says

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


def shot(text: str, digit: int, framed: bool = False, bold: bool = False) -> Frame:
    """A board on which a digit is wrong, or right, words below it, and a frame around it, maybe."""
    picture: Frame = np.full((300, 400, 3), 240, np.uint8)
    cv2.putText(picture, str(digit), (60, 110), cv2.FONT_HERSHEY_DUPLEX, 2.5, (0, 0, 0), 6, cv2.LINE_AA)
    cv2.putText(picture, text, (20, 172), cv2.FONT_HERSHEY_DUPLEX, 0.6, (0, 0, 0), 3 if bold else 1, cv2.LINE_AA)
    if framed:
        cv2.rectangle(picture, (14, 14), (380, 180), (0, 0, 0), 2)
    return picture


def test_what_is_the_same_of_every_wrong_board_is_looked_at_alone() -> None:
    """How many errors there are is not, nor what lies on the board; a frame that comes may be around all of that."""
    right = 2 * [shot("All laid, all conditions hold", 1, framed=True, bold=True)]
    wrong = [shot("All laid, but 4 conditions fail", 7), shot("All laid, but 3 conditions fail", 8)]
    assert says(right, [wrong, [shot("Laid: 12 of 13", 7)]], [SIGHT.board], SCREEN, SIGHT.step)


def test_a_count_of_moves_says_nothing() -> None:
    full, others = 2 * [shot("Moves: 31", 1)], [shot("Moves: 27", 7), shot("Moves: 29", 8)]
    assert not says(full, [others], [SIGHT.board], SCREEN, SIGHT.step)


@pytest.mark.parametrize(("top", "high", "taken"), [(145, 40, True), (145, 14, False), (165, 40, True)])
def test_what_reaches_farther_from_the_board_than_numbers_beside_rows_is_said_of_all_of_it(
    top: int, high: int, taken: bool
) -> None:
    """A plate with a word, one and a half cells wide."""
    full, others = shot("", 1), [shot("", 7), shot("", 8)]
    full[top : top + high, 30:90] = (40, 160, 40)
    assert says(2 * [full], [others], [SIGHT.board], SCREEN, SIGHT.step) == taken
