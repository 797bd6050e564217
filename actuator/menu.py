"""Menus that a click on a cell opens beside it, on some pages: what the cell is to show is chosen there.

Where both symbols of the board are seen in one, as in a wheel around the cell, these are its items. Else nothing is
known of what is in it. Each item is clicked once, and what that does to the cell is learnt as with any click
(`clicks.py`). A menu hides what was there; a row or a column that is lit up shows it still, and is none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from actuator.eyes import Eyes
from actuator.motion import Motion
from actuator.moves import Click, Hand, Point, Rect
from actuator.palette import outlines, symbols_in
from actuator.pixels import largest
from actuator.scene import Scene

Frame = NDArray[np.uint8]
Box = tuple[int, int, int, int]  # left, top, width, height

# A menu lies within so many cells of the cell that was clicked, and begins within so many of it.
AROUND, NEAR = 4.5, 0.8
# A page that opens one has begun to do so within this time.
OPENS_SECONDS = 0.3
# What differs by more than this, of 255, has changed; parts of a menu lie no further apart than this, in cells, and it
# is at least so large.
CHANGED, APART, LEAST_MENU = 16, 0.35, 0.5
# Where so much of the outlines that were there is seen through it, as a correlation, nothing hides them.
SEEN_THROUGH = 0.5
# What changes within so much of the clicked cell, its own size being 1, is the cell's, as a frame about it may be.
CELL = 1.1
# What differs so much from its ground is one of its items: what is as large as a button, in cells, or parts so near to
# each other. Each is at least so large, and there are so many: more may be another page.
INK, BUTTON, ONE_ITEM, LEAST_ITEM, ITEMS = 40, 0.45, 0.1, 0.12, (2, 9)
# So far around a symbol in it nothing may be seen through.
SYMBOL = 0.3
# What is so much of a menu's width and of its height is its frame.
FRAME = 0.6
CHOSEN = "chosen from the menu"
# It is the same menu where it correlates so with how it looked at first: one of its items may be marked.
SAME_MENU = 0.6


@dataclass(frozen=True, slots=True, eq=False)
class Menu:
    """How it looks, `(H, W, 3)` uint8, and the middles of its items in it, in pixels: the symbols of the board, or all
    of them, row by row."""

    picture: Frame
    items: tuple[Point, ...]


def opened(
    before: Frame,
    after: Frame,
    cell: tuple[float, float, float, float],
    step: float,
    symbols: Callable[[Frame], tuple[Point, ...]] = lambda _: (),
) -> Menu | None:
    """The menu that a click on a cell has opened; None where there is none.

    `before`, `after`: `(H, W, 3)` uint8, the same part of the screen; `cell`: left, top, right, bottom, in their
    pixels; `step`: pixels from cell to cell; `symbols`: where those of the board are in a picture, in its pixels.
    """
    if before.shape != after.shape:
        return None
    left, top, right, bottom = (round(side) for side in cell)
    changed = (largest(cv2.absdiff(before, after)) > CHANGED).astype(np.uint8)
    changed[max(0, top) : bottom, max(0, left) : right] = 0
    whole = cv2.morphologyEx(changed, cv2.MORPH_CLOSE, np.ones((max(1, round(APART * step)),) * 2, np.uint8))
    best: tuple[int, Menu] | None = None
    for x, y, wide, high, _ in cv2.connectedComponentsWithStats(whole)[2][1:].tolist():
        away = max(x - right, left - x - wide, y - bottom, top - y - high)
        if away > NEAR * step or min(wide, high) < LEAST_MENU * step:
            continue
        part = np.s_[y : y + high, x : x + wide]
        points = [(x + at[0], y + at[1]) for at in symbols(after[part])]
        near = [_around([at], SYMBOL * step) for at in points]
        if points and not any(_shows_through(before[one], after[one]) for one in near):
            part = _around(points, SYMBOL * step)  # a wheel leaves free what was in its corners
            items = tuple((at[0] - part[1].start, at[1] - part[0].start) for at in points)
        else:
            items = () if _shows_through(before[part], after[part]) else _items(after[part], step)
        if ITEMS[0] <= len(items) <= ITEMS[1] and (best is None or wide * high > best[0]):
            best = wide * high, Menu(after[part].copy(), items)
    return best[1] if best is not None else None


def _around(points: Sequence[Point], reach: float) -> tuple[slice, slice]:
    """The part of a picture that goes so far around points in it."""
    (left, top), (right, bottom) = np.min(points, axis=0) - reach, np.max(points, axis=0) + reach
    return np.s_[max(0, round(top)) : round(bottom), max(0, round(left)) : round(right)]


def found(menu: Menu, picture: Frame) -> Point | None:
    """Where in a picture, `(H, W, 3)` uint8, the upper left corner of the menu is; None where it is not there."""
    if any(have < asked for have, asked in zip(picture.shape[:2], menu.picture.shape[:2], strict=True)):
        return None
    _, most, _, (x, y) = cv2.minMaxLoc(cv2.matchTemplate(picture, menu.picture, cv2.TM_CCOEFF_NORMED))
    return (x, y) if most >= SAME_MENU else None


def _shows_through(before: Frame, after: Frame) -> bool:
    """Whether the outlines that were there are there still."""
    one, other = (outlines(frame) for frame in (before, after))
    if min(one.std(), other.std()) < 1:
        return False
    return float(np.corrcoef(one.ravel(), other.ravel())[0, 1]) >= SEEN_THROUGH


def _items(frame: Frame, step: float) -> tuple[Point, ...]:
    """The middles of what stands apart on the ground of a menu, row by row; its own frame is none of them."""
    ink = (largest(np.abs(frame - np.median(frame, axis=(0, 1)))) > INK).astype(np.uint8)
    height, width = ink.shape
    boxes = [
        (x, y, wide, high)
        for x, y, wide, high, _ in cv2.connectedComponentsWithStats(ink)[2][1:].tolist()
        if wide <= FRAME * width or high <= FRAME * height
    ]
    small, large = np.zeros_like(ink), [box for box in boxes if min(box[2:]) >= BUTTON * step]
    for x, y, wide, high in boxes:
        small[y : y + high, x : x + wide] = 1
    for x, y, wide, high in large:
        small[y : y + high, x : x + wide] = 0
    large = [one for one in large if not any(one != other and _within(one, other) for other in large)]
    joined = cv2.morphologyEx(small, cv2.MORPH_CLOSE, np.ones((max(1, round(ONE_ITEM * step)),) * 2, np.uint8))
    parts = cv2.connectedComponentsWithStats(joined)[2][1:, :4].tolist()
    parts = [box for box in parts if max(box[2:]) >= LEAST_ITEM * step]
    if len(large) >= ITEMS[0]:  # beside these only what is in line with them is another
        parts = [box for box in parts if any(_in_line(box, one, LEAST_ITEM * step) for one in large)]
    middles = [(x + wide / 2, y + high / 2) for x, y, wide, high in large + parts]
    return tuple(sorted(middles, key=lambda at: (round(at[1] / (LEAST_MENU * step)), at[0])))


def _in_line(one: Box, other: Box, least: float) -> bool:
    """Whether two boxes stand in one row or column, to within so much."""
    return min(abs(one[k] + one[k + 2] / 2 - other[k] - other[k + 2] / 2) for k in (0, 1)) <= least


def _within(one: Box, other: Box) -> bool:
    return all(other[k] <= one[k] and one[k] + one[k + 2] <= other[k] + other[k + 2] for k in (0, 1))


class Menus:
    """Opens the menus of the page that is being played, and chooses from them."""

    def __init__(self, eyes: Eyes, hand: Hand, motion: Motion, desktop: Rect) -> None:
        self._eyes, self._hand, self._motion, self._desktop = eyes, hand, motion, desktop
        self._menu: Menu | None = None
        self._before: Frame | None = None
        self._where, self._reach = desktop, 0.0
        self.asked = False  # whether a click was looked at for whether it opens one

    def opens(self, click: Click, scene: Scene, send: Callable[[Click], None]) -> int:
        """Make a click, and look whether it opens a menu: then its first item is clicked. How many it has, or 0."""
        self._where = scene.sight.board.grown(AROUND * scene.sight.step).within(self._desktop)
        self._before, self._menu, self.asked = self._eyes.frame(self._where), None, True
        send(click)
        if self._motion.changes(self._where, self._motion.now() + OPENS_SECONDS, self._before):
            self._motion.rest(self._where)  # it may fade in
            self._menu = self._seen(click, scene)
        if self._menu is None:
            return 0
        self.choose(click, 0, send)
        return len(self._menu.items)

    def _seen(self, click: Click, scene: Scene) -> Menu | None:
        """The menu that is there now and was not before the click."""
        after, step = self._eyes.frame(self._where), scene.sight.step
        scale, half = after.shape[1] / self._where.width, CELL * step / 2
        x, y = click.at[0] - self._where.left, click.at[1] - self._where.top
        cell = (scale * (x - half), scale * (y - half), scale * (x + half), scale * (y + half))
        if self._before is None:
            return None
        menu = opened(self._before, after, cell, scale * step, lambda part: symbols_in(part, scene.sight))
        if menu is not None:
            self._reach = (0.5 + NEAR) * step + max(menu.picture.shape[:2]) / scale
        return menu

    def choose(self, click: Click, item: int, send: Callable[[Click], None]) -> None:
        """Click on one of its items when it is open beside what was clicked; where it does not open, press Escape."""
        where = Rect(*click.at, 0, 0).grown(self._reach).within(self._where)
        end = self._motion.now() + OPENS_SECONDS
        while self._menu is not None:
            self._motion.rest(self._where)
            frame = self._eyes.frame(where)
            if (at := found(self._menu, frame)) is not None:
                scale, (x, y) = frame.shape[1] / where.width, self._menu.items[item]
                send(Click((where.left + (at[0] + x) / scale, where.top + (at[1] + y) / scale), why=CHOSEN))
                return
            if not self._motion.changes(where, end, frame):
                break
        self._hand.close_menu()
