"""Where the pointer rests: never over the board, a button or a link, off the windows where it can be known."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from actuator.moves import Point, Rect
from actuator.parking import FAR_OFF, FREE, LEAST_OFF, Parking, find_place

MONITOR = Rect(0, 0, 1280, 800)
STEP = 50.0
REACH = Rect(300, 200, 300, 300)


def page(seed: int, scale: int = 1, boxes: int = 12) -> tuple[NDArray[np.uint8], list[Rect]]:
    """A page with buttons and lines of words on it, and where they are, in points."""
    random = np.random.default_rng(seed)
    picture = np.full((int(MONITOR.height) * scale, int(MONITOR.width) * scale, 3), 245, np.uint8)
    found: list[Rect] = []
    for _ in range(boxes):
        width, height = int(random.integers(60, 260)), int(random.integers(24, 57))
        left, top = int(random.integers(0, 1280 - width)), int(random.integers(0, 800 - height))
        box = Rect(left, top, width, height)
        common = [box.within(other) for other in found]
        if any(one.width > 0 and one.height > 0 for one in common):  # together they may be as flat as the page
            continue
        corners = (left * scale, top * scale), ((left + width) * scale - 1, (top + height) * scale - 1)
        cv2.rectangle(picture, *corners, (200, 120, 40), -1)
        cv2.putText(picture, "Undo", (left * scale + 6, (top + 18) * scale), 0, 0.5 * scale, (255, 255, 255), scale)
        found.append(box)
    return picture, found


def beside(reach: Rect, at: Point) -> float:
    return math.hypot(max(0, reach.left - at[0], at[0] - reach.right), max(0, reach.top - at[1], at[1] - reach.bottom))


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10_000), st.sampled_from([1, 2]))
def test_it_is_far_from_the_board_and_over_nothing(seed: int, scale: int) -> None:
    picture, boxes = page(seed, scale)
    at = find_place(MONITOR, picture, REACH, STEP)
    assert at in MONITOR
    assert beside(REACH, at) >= FAR_OFF * STEP - 1
    assert all(beside(box, at) >= FREE - 8 for box in boxes)


def test_a_free_desktop_is_taken_before_the_page() -> None:
    picture, _ = page(1, boxes=0)
    window = Rect(0, 0, 1000, 800)
    at = find_place(MONITOR, picture, REACH, STEP, lambda point: 7 if point in window else 0)
    assert at not in window


def test_another_window_is_never_taken_where_the_boards_has_space() -> None:
    picture, _ = page(1, boxes=0)
    near = REACH.grown(300)  # the board's own window, with little space
    at = find_place(MONITOR, picture, REACH, STEP, lambda point: 7 if point in near else 8)
    assert at in near


@pytest.mark.parametrize("reach", [Rect(20, 20, 1240, 760), Rect(0, 0, 1280, 800), Rect(-40, -40, 1400, 900)])
def test_without_space_it_is_somewhere_on_the_monitor(reach: Rect) -> None:
    random = np.random.default_rng(1)
    picture = random.integers(0, 255, (800, 1280, 3), dtype=np.uint8)
    assert find_place(MONITOR, picture, reach, STEP) in MONITOR


class Shown:
    """A screen with one picture on it, which says how often it was looked at whole."""

    def __init__(self, picture: NDArray[np.uint8]) -> None:
        self.picture, self.whole = picture, 0

    def frame(self, rect: Rect) -> NDArray[np.uint8]:
        self.whole += rect == MONITOR
        return self.picture[int(rect.top) : int(rect.bottom), int(rect.left) : int(rect.right)].copy()

    def window_at(self, at: Point) -> int | None:
        return None


def test_the_place_is_kept_until_something_comes_to_lie_there() -> None:
    picture, _ = page(2)
    screen = Shown(picture)
    parking = Parking(screen, screen, [MONITOR])
    first = parking.place(REACH, STEP)
    assert parking.place(REACH, STEP) == first
    assert screen.whole == 1
    cv2.putText(picture, "Next", (round(first[0]) - 15, round(first[1])), 0, 0.6, (0, 0, 0), 1)
    second = parking.place(REACH, STEP)
    assert math.dist(first, second) > FREE / 2
    moved = Rect(second[0] - 150, second[1] - 150, 300, 300)  # the board has come to lie there
    assert beside(moved, parking.place(moved, STEP)) >= LEAST_OFF * STEP


def test_what_was_where_the_pointer_rests_does_not_hang_on_it() -> None:
    """Where nothing is flat it rests on something, and only what comes there since tells of a domino in the hand."""
    screen = Shown(np.random.default_rng(1).integers(0, 255, (800, 1280, 3), dtype=np.uint8))
    parking = Parking(screen, screen, [MONITOR])
    x, y = map(round, parking.place(REACH, STEP))
    assert parking.is_free()
    screen.picture[y - 10 : y + 10, x - 10 : x + 10] = 255
    assert not parking.is_free()
