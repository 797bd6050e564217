"""The tray of a board of Pips: the dominoes that do not lie on it, and the one that is held in the air.

In: the picture and its board. Out: the boxes of tiles. What tiles are is `tiles`' business, what of it makes a
puzzle `pips.py`'s.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.games.pips.rules.board import Board
from vision.games.pips.rules.lattice import Colours
from vision.games.pips.rules.tiles import LIGHT, QUICK_PIXELS, Box, cut_halves, find_tiles, lightest, read_halves

# Halves that are read with this confidence are halves of dominoes.
PLAIN_HALF = 0.6
# Of the lightest in the picture, tiles may be this light where the page is little darker.
LIGHTS = (LIGHT, 0.75, 0.85, 0.92, 0.96)
# A domino that is held has the size of those on the board: its length, in cells.
HELD = (1.5, 2.05)


def find_tray(bgr: Colours, board: Board, anyhow: bool) -> tuple[list[Box], bool]:
    """The tiles of the tray: below the board, or else wherever they are; and whether they are dark, with light pips.
    `anyhow`: whether to look for tiles that hardly differ from the page, and for halves that a line parts."""
    needed = len(board.cells) // 2 - len(board.pairs)
    found = [] if board.dark else _tiles(bgr, board)
    if len(found) == needed or not (anyhow or board.dark):
        return found, board.dark
    for dark in (False, True):
        if board.pairs and dark != board.dark:
            continue
        picture = inverted(bgr) if dark else bgr
        for light in LIGHTS:
            other = _tiles(picture, board, light, True)
            if len(other) == needed:
                return other, dark
    return found, board.dark


def find_held(bgr: Colours, board: Board, boxes: list[Box]) -> list[Box]:
    """The domino that is being moved, where just one is missing and one lies beside the board, as large as there."""
    if len(board.cells) != 2 * (len(boxes) + len(board.pairs) + 1) or not boxes:
        return []
    level = lightest(bgr)
    step = board.grid.step
    found = [
        box
        for side in _beside(bgr, board)
        for box in find_tiles(bgr, side, level)
        if HELD[0] * step < max(box[2] - box[0], box[3] - box[1]) < HELD[1] * step and box not in boxes
    ]
    return found if len(found) == 1 else []


def _beside(bgr: Colours, board: Board) -> tuple[Box, Box, Box]:
    """The parts of the picture right and left of a board, and above it."""
    height, width = bgr.shape[:2]
    top, left = board.corner
    step = board.grid.step
    x0, y0 = board.grid.x + left * step, board.grid.y + top * step
    x1 = board.grid.x + (max(c for _, c in board.cells) + 1) * step
    return (
        (min(width, round(x1 + 0.2 * step)), 0, width, height),
        (0, 0, max(0, round(x0 - 0.2 * step)), height),
        (0, 0, width, max(0, round(y0 - 0.1 * step))),
    )


def inverted(bgr: Colours) -> Colours:
    """A picture, (H, W, 3) uint8, with dark for light: dark dominoes are read as light ones."""
    return np.asarray(cv2.bitwise_not(bgr), np.uint8)


def _tiles(bgr: Colours, board: Board, light: float = LIGHT, apart: bool = False) -> list[Box]:
    """The light tiles: below the board, or else wherever they are. `light`, `apart`: see `find_tiles`."""
    height, width = bgr.shape[:2]
    level = lightest(bgr)
    step = board.grid.step
    bottom = board.grid.y + (max(r for r, _ in board.cells) + 1) * step
    needed = len(board.cells) // 2 - len(board.pairs)
    below = (0, min(height, round(bottom + 0.1 * step)), width, height)
    # Of large pictures some of the pixels are looked at first: what is thin may be lost so, and then tiles are missing.
    for quick in (True, False) if height * width > 4 * QUICK_PIXELS else (False,):
        found = find_tiles(bgr, below, level, light, apart, quick)
        if len(found) == needed:
            return found
    if not needed and found and have_plain_pips(bgr, found):
        return found  # dominoes that are left over where all cells are covered: a part of the board is not to be seen
    for side in _beside(bgr, board):
        other = find_tiles(bgr, side, level, light, apart)
        if len(other) == needed or (not found and other):
            return other
    return found


def have_plain_pips(bgr: Colours, boxes: list[Box]) -> bool:
    """Whether some tiles are dominoes beyond doubt, and no buttons."""
    halves = read_halves(cut_halves(bgr, boxes)[0])
    return all(half.confidence > PLAIN_HALF for half in halves) and any(half.value for half in halves)
