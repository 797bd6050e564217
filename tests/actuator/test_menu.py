"""Menus beside a cell: where their items are, and what is none."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from actuator.clicks import Clicks
from actuator.menu import found, opened
from actuator.moves import MENU, Point

STEP, ORIGIN, CELLS = 50, 100, 6
CELL = (ORIGIN + STEP, ORIGIN + STEP, ORIGIN + 2 * STEP, ORIGIN + 2 * STEP)


def board(shade: int = 250) -> NDArray[np.uint8]:
    """A board of lines with some symbols."""
    picture = np.full((500, 500, 3), 232, np.uint8)
    end = ORIGIN + CELLS * STEP
    picture[ORIGIN:end, ORIGIN:end] = shade
    for number in range(CELLS + 1):
        at = ORIGIN + number * STEP
        cv2.line(picture, (at, ORIGIN), (at, end), (90, 90, 90), 2)
        cv2.line(picture, (ORIGIN, at), (end, at), (90, 90, 90), 2)
    for row, column in ((0, 0), (2, 1), (2, 3), (4, 4), (5, 1)):
        middle = ORIGIN + column * STEP + STEP // 2, ORIGIN + row * STEP + STEP // 2
        cv2.circle(picture, middle, 15, (40, 60, 200), -1, cv2.LINE_AA)
    return picture


def with_menu(picture: NDArray[np.uint8], x: int, y: int, framed: bool, down: bool = False) -> NDArray[np.uint8]:
    """A menu of a disc, a ring and a word, side by side or one below the other, its corner at a point."""
    picture = picture.copy()
    wide, high = (74, 160) if down else (180, 56)
    cv2.rectangle(picture, (x, y), (x + wide, y + high), (255, 255, 255), -1)
    cv2.rectangle(picture, (x, y), (x + wide, y + high), (120, 70, 60), 2)
    for number, (at_x, at_y) in enumerate(places(down)):
        middle = x + at_x, y + at_y
        if framed:
            cv2.rectangle(
                picture, (middle[0] - 25, middle[1] - 23), (middle[0] + 25, middle[1] + 23), (150, 150, 150), 1
            )
        if number < 2:
            cv2.circle(picture, middle, 12, (40, 60, 200), -1 if number else 3, cv2.LINE_AA)
        else:
            cv2.putText(picture, "no", (middle[0] - 14, middle[1] + 6), cv2.FONT_HERSHEY_SIMPLEX, 0.7, (30, 30, 30), 2)
    return picture


def places(down: bool) -> list[tuple[int, int]]:
    return [(37, 29 + 50 * k) if down else (32 + 58 * k, 28) for k in range(3)]


@pytest.mark.parametrize("down", [False, True])
@pytest.mark.parametrize("framed", [False, True])
@pytest.mark.parametrize("corner", [(85, 204), (85, 90), (205, 110)])
def test_the_items_of_a_menu_are_found_over_the_board_and_beside_it(
    corner: tuple[int, int], framed: bool, down: bool
) -> None:
    if down and corner == (85, 90):
        corner = (62, 110)  # on the left of the cell
    before = board()
    after = with_menu(before, *corner, framed, down)
    menu = opened(before, after, CELL, STEP)
    assert menu is not None
    assert len(menu.items) == 3
    at = found(menu, after)
    assert at is not None
    for (x, y), (wanted_x, wanted_y) in zip(menu.items, places(down), strict=True):
        assert abs(at[0] + x - corner[0] - wanted_x) < 8
        assert abs(at[1] + y - corner[1] - wanted_y) < 8
    elsewhere = with_menu(before, 300, 330, framed, down)
    moved = found(menu, elsewhere)
    assert moved is not None
    assert abs(moved[0] - at[0] - (300 - corner[0])) <= 3
    assert abs(moved[1] - at[1] - (330 - corner[1])) <= 3
    assert found(menu, before) is None


def test_what_is_not_in_line_with_the_buttons_of_a_menu_is_no_item_of_it() -> None:
    """A letter of a cell that the menu leaves free, or a corner of the frame about the clicked one."""
    before = board()
    after = with_menu(before, 85, 204, framed=True)
    cv2.circle(after, (130, 269), 4, (20, 20, 20), -1)
    menu = opened(before, after, CELL, STEP)
    assert menu is not None
    assert len(menu.items) == 3


def with_wheel(picture: NDArray[np.uint8], x: int, y: int) -> NDArray[np.uint8]:
    """A wheel around a point, of a disc, a ring, three spokes and a word."""
    picture = picture.copy()
    cv2.circle(picture, (x, y), 70, (255, 255, 255), -1, cv2.LINE_AA)
    cv2.circle(picture, (x, y), 70, (120, 70, 60), 2, cv2.LINE_AA)
    for end in ((0, -70), (-61, 35), (61, 35)):
        cv2.line(picture, (x, y), (x + end[0], y + end[1]), (120, 70, 60), 3)
    cv2.circle(picture, (x - 38, y - 22), 12, (40, 60, 200), -1, cv2.LINE_AA)
    cv2.circle(picture, (x + 38, y - 22), 12, (40, 60, 200), 3, cv2.LINE_AA)
    cv2.putText(picture, "none", (x - 24, y + 50), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (30, 30, 30), 2)
    return picture


def test_of_a_wheel_around_the_cell_the_symbols_are_the_items() -> None:
    """In its corners is what was there, so that it is known again by what is between its symbols."""
    before, (x, y) = board(), (ORIGIN + STEP * 3 // 2, ORIGIN + STEP * 3 // 2)
    after = with_wheel(before, x, y)

    def symbols(part: NDArray[np.uint8]) -> tuple[Point, ...]:
        disc, ring = part.shape[1] / 2 - 38, part.shape[1] / 2 + 38
        return (disc, part.shape[0] / 2 - 22), (ring, part.shape[0] / 2 - 22)

    menu = opened(before, after, CELL, STEP, symbols)
    assert menu is not None
    for number, picture in enumerate((after, with_wheel(before, x + 2 * STEP, y + STEP))):
        at = found(menu, picture)
        assert at is not None
        for (item_x, item_y), aside in zip(menu.items, (-38, 38), strict=True):
            assert abs(at[0] + item_x - x - 2 * STEP * number - aside) < 4
            assert abs(at[1] + item_y - y - STEP * number + 22) < 4


def test_a_row_that_is_lit_up_is_no_menu() -> None:
    before = board()
    after = before.copy()
    row = np.s_[ORIGIN + STEP : ORIGIN + 2 * STEP, ORIGIN : ORIGIN + CELLS * STEP]
    column = np.s_[ORIGIN : ORIGIN + CELLS * STEP, ORIGIN + STEP : ORIGIN + 2 * STEP]
    for part in (row, column):
        after[part] = (0.8 * before[part] + 0.2 * np.array((255, 200, 80))).astype(np.uint8)
    assert opened(before, after, CELL, STEP) is None


def test_nor_is_a_symbol_in_the_cell_or_a_counter_that_goes_on() -> None:
    before = board()
    after = before.copy()
    cv2.circle(after, (ORIGIN + STEP * 3 // 2, ORIGIN + STEP * 3 // 2), 16, (200, 90, 40), -1)
    cv2.putText(after, "Moves: 12", (300, 460), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (20, 20, 20), 2)
    assert opened(before, after, CELL, STEP) is None


def test_an_item_of_a_menu_does_the_same_to_every_symbol() -> None:
    clicks = Clicks(".SM")
    clicks.may_try((MENU + "0", MENU + "1"))
    assert clicks.trial(".") == [MENU + "0"]
    assert clicks.saw(MENU + "0", ".", "M")
    assert clicks.way("S", "M") == [MENU + "0"]
    assert clicks.after(MENU + "0", "M") is None
