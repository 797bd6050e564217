"""Buttons beside the board that may fill its cells, whatever is drawn on them: where they are.

For boards that show nothing to know a palette by (`palette.py`), as an empty one of Queens, and for buttons that show
something else; asked for only where cells were seen to respond to clicks, and these lead nowhere. A button of these is
one of a few frames of one size, side by side or one above the other, each with a sign that stands alone, as letters of
a word do not. What it does is not known.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import dist

import cv2
import numpy as np

from actuator.moves import Point
from actuator.palette import FAINT, INK, Picture, ink_of, outlines, palettes, parts_of, stands_alone, surroundings
from actuator.sight import Sight

Box = Sequence[int]

# So many cells around the board are looked at. A button has an outline as strong as one of these, and is so many cells
# wide and high; within so many cells of the board it may be wider. On eight pages of other hands: 0.67 to 3.66 wide,
# on one 7.16, 0.6 from the board; 0.67 to 1.12 high. On a side of the board it ends no further above it than so many.
AROUND, OUTLINES, WIDE, HIGH, BESIDE, WIDEST = 10.0, (FAINT, 10.0), (0.5, 4.0), (0.5, 2.2), 1.0, 10.0
HIGHER = 0.5
# Those of one palette stand in line and are as high, or in a column as wide, but for so much, in cells: the chosen one
# may have a frame. From one to the next it is at most so many times its size. So many are one palette; so many are
# tried at most.
SAME, APART, TOGETHER, MOST = 0.1, 1.6, range(2, 7), 6
# A sign has so many pixels at least, as the least dot for a cross has on pages of other hands. It is at most so many
# times as wide as it is high, or as high as it is wide. Its parts lie no further apart than this, in cells.
LEAST, LONG, TALL, JOINED = 5, 1.8, 3.0, 0.06


class Palettes:
    """What is beside a board that may fill its cells, one palette after the other."""

    def __init__(self) -> None:
        self._left: list[Mapping[str, Point]] | None = None
        self._buttons = False  # whether buttons were looked for

    def another(self, sight: Sight, first: Sight, lost: bool) -> Mapping[str, Point] | None:
        """One that was not asked for yet: places in points from the board's corner, by the symbol that is there, or by
        any name. `sight`, `first`: see `palettes`; `lost`: any buttons are one, after all others."""
        if self._left is None:
            self._left = palettes(sight, first)
        if lost and not self._left and not self._buttons:
            self._buttons, found = True, buttons(first)
            self._left = [{f"button {number}": at for number, at in enumerate(found, 1)}] if found else []
        return self._left.pop(0) if self._left else None


def buttons(first: Sight) -> list[Point]:
    """The middles of the buttons in points from the board's upper left corner, those of the nearest palette first, of
    palettes as near that on the left or above.

    `first`: shows the board with all that is beside it, before anything was clicked.
    """
    if first.shot is None:
        return []
    step, board = first.step * first.shot.scale[0], first.shot.box(first.board)
    rows: list[tuple[int, list[Point]]] = []
    for corner, picture in surroundings(first, first.shot, AROUND):
        (left, top), outline = map(round, corner), outlines(picture)
        for level in OUTLINES:
            parts = parts_of((outline <= level).astype(np.uint8))
            faces = [face for x, y, *size in parts if _is_button(face := (left + x, top + y, *size), step, board)]
            for row in _rows([face for face in faces if _has_sign(first.shot.bgr, face, step)], SAME * step):
                points = [first.shot.point(x + wide / 2, y + high / 2) for x, y, wide, high in row]
                rows.append((round(2 * min(_away(face, board) for face in row) / step), points))
    found: list[Point] = []
    for point in (point for _, points in sorted(rows) for point in points):
        if all(dist(point, other) > first.step / 2 for other in found):
            found.append(point)
    return [(x - first.board.left, y - first.board.top) for x, y in found[:MOST]]


def _is_button(face: Box, step: float, board: Box) -> bool:
    """Whether it is as large as a button, where a cell has so many pixels, and lies below the board or on a side of it:
    above are the browser's own."""
    x, y, wide, high = face
    on_side = y + high >= board[1] - HIGHER * step and (x + wide <= board[0] or x >= board[2])
    widest = WIDEST if _away(face, board) < BESIDE * step else WIDE[1]
    sizes = WIDE[0] * step <= wide <= widest * step and HIGH[0] * step <= high <= HIGH[1] * step
    return sizes and (on_side or y >= board[3])


def _away(face: Box, board: Box) -> float:
    """How many pixels a box is away from the board, which goes from (0, 1) to (2, 3)."""
    x, y, wide, high = face
    return max(board[0] - x - wide, x - board[2], board[1] - y - high, y - board[3])


def _has_sign(picture: Picture, box: Box, step: float) -> bool:
    """Whether something is drawn on it that stands alone and is no word."""
    left, top, wide, high = box
    drawn = (ink_of(picture[top : top + high, left : left + wide]) > INK).astype(np.uint8)
    near = np.ones((max(1, round(JOINED * step)),) * 2, np.uint8)
    for x, y, *size in parts_of(cv2.morphologyEx(drawn, cv2.MORPH_CLOSE, near)):
        sign = np.array([left + x, top + y, *size], np.float32)
        across, down = size
        if max(size) >= LEAST and across <= LONG * down and down <= TALL * across and stands_alone(picture, sign):
            return True
    return False


def _rows(boxes: list[Box], same: float) -> list[list[Box]]:
    """Those that stand in a row or a column, but for so many pixels, where there are as many as one palette has."""
    found = []
    for along in (0, 1):
        across = 1 - along
        left = sorted(boxes, key=lambda box: box[along])
        while left:
            row = [left.pop(0)]
            for box in list(left):
                alike = all(abs(box[k] - row[-1][k]) <= same for k in (across, 2 + across))
                if alike and box[along] - row[-1][along] <= APART * row[-1][2 + along]:
                    row.append(box)
                    left.remove(box)
            if len(row) in TOGETHER:
                found.append(row)
    return found
