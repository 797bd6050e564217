"""Where the board of Pips and the dominoes beside it are: the finder's votes, made a lattice and a list of dominoes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.games.pips.parts import Cell
from vision.imgproc import Colours, median
from vision.locate.finder import CELL, SCALES
from vision.locate.votes import ONE_SIZE, STRIDE, View, look, pixels, voted

FINDER = "pips_finder.onnx"

# A board is looked at again where the scale was not so nearly right. Halves of small dominoes are so wide, in cells.
LIKE_THIS, SMALL = (0.6, 1.2), 0.35
# Boxes of one domino have at least this intersection over union.
MOST_COMMON = 0.15
# A place is the board's where the mean probability of its pixels is this.
ON_BOARD = 0.4


@dataclass(frozen=True, slots=True)
class Domino:
    """Beside the board: its middle and the side of a half, in pixels; `share`: of its area, how much voted for it."""

    x: float
    y: float
    side: float
    upright: bool
    share: float

    @property
    def size(self) -> tuple[float, float]:
        """Width and height."""
        return (self.side, 2 * self.side) if self.upright else (2 * self.side, self.side)

    @property
    def box(self) -> tuple[float, float, float, float]:
        """`(x_min, y_min, x_max, y_max)`."""
        across, down = (side / 2 for side in self.size)
        return self.x - across, self.y - down, self.x + across, self.y + down


@dataclass(frozen=True, slots=True)
class Found:
    """`x`, `y`: of the corner of place (0, 0), the board's first row and column; `rows`, `columns`: of the board, 0
    where there are dominoes without one."""

    x: float
    y: float
    step: float
    rows: int
    columns: int
    dominoes: tuple[Domino, ...]


def located(bgr: Colours, pixels: int) -> Found:
    """The board in a picture (H, W, 3) and the dominoes beside it, as the finder sees them in a picture reduced to so
    many pixels."""
    height, width = bgr.shape[:2]
    scale = min(1.0, (pixels / (height * width)) ** 0.5)
    found = _found(look(FINDER, bgr, 0.0, 0.0, width, height, scale))
    if not found.rows:
        return found
    x0, y0, x1, y1 = _around(found, width, height)
    better = min(CELL / found.step, (SCALES[-1] / ((x1 - x0) * (y1 - y0))) ** 0.5)
    right = LIKE_THIS[0] < better / scale < LIKE_THIS[1]
    again = found if right else _found(look(FINDER, bgr, x0, y0, x1 - x0, y1 - y0, better))
    return again if again.rows else found


def dominoes_in(bgr: Colours, within: tuple[float, float, float, float], side: float) -> tuple[Domino, ...]:
    """The dominoes in a part of a picture, (x_min, y_min, x_max, y_max). `side`: of a half, about, in pixels."""
    x0, y0, x1, y1 = within
    return _dominoes(look(FINDER, bgr, x0, y0, x1 - x0, y1 - y0, CELL / side)) if x1 > x0 and y1 > y0 else ()


def small_dominoes(bgr: Colours, step: float) -> tuple[Domino, ...]:
    """The dominoes in a picture (H, W, 3) that are much smaller than two cells of its board, of `step` pixels."""
    height, width = bgr.shape[:2]
    return dominoes_in(bgr, (0, 0, width, height), max(SMALL * step, CELL * (width * height / SCALES[-1]) ** 0.5 / 2))


def _around(found: Found, width: int, height: int) -> tuple[float, float, float, float]:
    """The part of the picture with board and dominoes, and more."""
    xs = [found.x, found.x + found.columns * found.step, *(d.x for d in found.dominoes)]
    ys = [found.y, found.y + found.rows * found.step, *(d.y for d in found.dominoes)]
    far = 2.5 * max(found.step, *(d.side for d in found.dominoes), 0.0)
    x0, y0 = max(0.0, min(xs) - far), max(0.0, min(ys) - far)
    return x0, y0, min(float(width), max(xs) + far), min(float(height), max(ys) + far)


def _found(view: View) -> Found:
    places, dominoes = voted(view), _dominoes(view)
    if places is None or not (board := largest(places.means * (places.means > ON_BOARD))).any():
        return Found(0.0, 0.0, 1.0, 0, 0, dominoes)
    column, row, columns, rows = cv2.boundingRect(board.astype(np.uint8))
    step = places.step_x
    return Found(places.x + column * step, places.y + row * step, step, rows, columns, dominoes)


def largest(sure: NDArray[Any]) -> NDArray[np.bool_]:
    """Of places (R, C), 0 where there is nothing, the largest group, islands counted to what they are near: on 264
    printed boards one place is between these and other cells; further away there is an example of the rules."""
    near = cv2.dilate((sure > 0).astype(np.uint8), np.ones((3, 3), np.uint8))  # over two places between them they touch
    labels = cv2.connectedComponents(near)[1]
    return np.asarray((sure > 0) & (labels == np.bincount(labels.ravel(), weights=sure.ravel()).argmax()))


def cells_of(there: NDArray[np.bool_]) -> set[Cell]:
    """The places, of (R, C), where there is something."""
    return {(int(r), int(c)) for r, c in np.argwhere(there)}


def _dominoes(view: View) -> tuple[Domino, ...]:
    """The dominoes on whose middles votes agree, in no order."""
    sight = view.sight
    on = sight.tray > 0.4
    xs, ys = pixels(view)
    steps = (sight.step / view.scale)[on]
    ux, uy = xs[on] + sight.domino[on][:, 0] * steps, ys[on] + sight.domino[on][:, 1] * steps
    hx, hy = xs[on] + sight.at[on][:, 0] * steps, ys[on] + sight.at[on][:, 1] * steps
    sure = sight.tray[on]
    left = np.ones(len(ux), bool)
    found: list[Domino] = []
    each = (STRIDE / view.scale) ** 2
    for k in np.argsort(-sure):
        if not left[k]:
            continue
        near = left & (np.abs(ux - ux[k]) < 0.55 * steps[k]) & (np.abs(uy - uy[k]) < 0.55 * steps[k])
        x, y, side = median(ux[near]), median(uy[near]), median(steps[near])
        left &= ~near
        share = float(near.sum() * each / (2 * side * side))
        if share < 0.3:
            continue
        upright = bool(np.abs(hy[near] - y).mean() > np.abs(hx[near] - x).mean())
        found.append(Domino(float(x), float(y), float(side), upright, share))
    boxes = [(*one.box[:2], *one.size) for one in found]
    surest = cv2.dnn.NMSBoxes(boxes, [one.share for one in found], 0.0, MOST_COMMON)  # of those that lie on each other
    kept = [found[int(k)] for k in np.ravel(surest)]
    # Those of a tray are all of one size.
    logs = np.log([one.side for one in kept])
    return tuple(
        replace(one, side=float(np.exp(median(logs[np.abs(logs - size) < ONE_SIZE]))))
        for one, size in zip(kept, logs, strict=True)
    )
