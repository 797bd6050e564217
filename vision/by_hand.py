"""A board of square cells whose corners somebody marked: it is read there, and looked for nowhere else."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.confidence import COMPARE
from vision.games import GAMES, boards_of
from vision.image import Image
from vision.judging import judge
from vision.lattice import Lattice
from vision.rectify import UNIT
from vision.types import SquareReading

# Pixels of a cell at least.
SMALLEST = 5.0
MARKED = "the board was marked by hand: compare what was read with the picture"
EXCHANGED = "nothing says which of the two symbols is which: the two may be exchanged throughout"


def read_by_hand(picture: Image, corners: Sequence[tuple[float, float]], size: int) -> SquareReading:
    """What the network reads in a board of `size` x `size` cells.

    `corners`: `(x, y)` of the board's, clockwise from its top left, in pixels of the picture. Raises `ValueError` where
    they are no corners of a board.
    """
    started = time.perf_counter()
    _check(corners, size)
    side = float(UNIT * size)
    # Half a cell about the board is seen, too, and a bit more.
    frame = np.array([(UNIT, UNIT), (UNIT + side, UNIT), (UNIT + side, UNIT + side), (UNIT, UNIT + side)], np.float32)
    back = cv2.getPerspectiveTransform(frame, np.array(corners, np.float32))
    length = UNIT * (size + 2)
    flags = cv2.INTER_AREA | cv2.WARP_INVERSE_MAP
    flat = cv2.warpPerspective(picture.bgr, back, (length, length), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    level = Lattice(UNIT - 0.5, UNIT - 0.5, UNIT, UNIT, size, size)
    board = boards_of(judge(np.asarray(flat, np.uint8), level).seen, size)[0]
    seen, spent = _seen(back, corners, size), {"decode": picture.milliseconds, "read": 0.0}
    exchanged = () if board.is_named else (EXCHANGED,)
    warnings = tuple(said for said in (MARKED, *exchanged, *board.checked.warnings) if said != COMPARE)
    reading = board.reading(seen, warnings, spent)
    spent["read"] = (time.perf_counter() - started) * 1000
    return reading


def _check(corners: Sequence[tuple[float, float]], size: int) -> None:
    """Raises `ValueError` where these are no corners of a board of so many cells."""
    if not any(size in game.SIZES for game in GAMES):
        some = [number for game in GAMES for number in game.SIZES]
        raise ValueError(f"a board has {min(some)} to {max(some)} cells on a side, not {size}")
    if len(corners) != 4:
        raise ValueError(f"a board has four corners, not {len(corners)}")
    points = np.array(corners, np.float64)
    if not np.isfinite(points).all():
        raise ValueError("a corner is no place in the picture")
    sides = np.roll(points, -1, axis=0) - points
    turns = sides[:, 0] * np.roll(sides, -1, axis=0)[:, 1] - sides[:, 1] * np.roll(sides, -1, axis=0)[:, 0]
    if not (turns > 0).all():
        raise ValueError("the corners must go clockwise from the top left one, and no side may cross another")
    if np.hypot(sides[:, 0], sides[:, 1]).min() < SMALLEST * size:
        raise ValueError(f"the board is too small for {size}x{size} cells; mark it again, or take a larger picture")


def _seen(back: NDArray[Any], corners: Sequence[tuple[float, float]], size: int) -> Lattice:
    """The lattice in the picture; level where the corners are."""
    points = np.array(corners, np.float64)
    (x0, y0), (x1, y1) = points.min(axis=0), points.max(axis=0)
    level = np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
    if np.abs(points - level).max() < 0.5:
        return Lattice(float(x0), float(y0), float(x1 - x0) / size, float(y1 - y0) / size, size, size)
    # The steps of the plane are about as many pixels as those of the picture: half the perimeter over four sides.
    step = float(np.hypot(*(np.roll(points, -1, axis=0) - points).T).mean()) / size
    plane = back @ np.diag([UNIT / step, UNIT / step, 1.0])
    return Lattice(step, step, step, step, size, size, plane=tuple(float(value) for value in plane.ravel()))
