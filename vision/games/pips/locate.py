"""Where the board of Pips and the dominoes beside it are: the finder's votes, made a lattice and a list of dominoes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.classify.interpret import TINY
from vision.games.pips.network import OUTSIDE, STRIDE, Colours, Floats, Sight, cut, find
from vision.games.pips.parts import RATHER
from vision.imgproc import median, reduced

Doubles = NDArray[np.float64]

# Pixels of the reduced pictures in which a board is looked for, one after another. With at most as many as the last it
# is looked at again, so large that cells and halves of dominoes have so many, where the scale was not nearly that.
SCALES, CELL, HALF_DOMINO, LIKE_THIS = (30_000, 125_000), 17.0, 12.0, (0.6, 1.2)
VOTES = 700
LEAST_PLACES = 2.0
# The logarithms of sizes that are one differ by less than this.
ONE_SIZE = 0.15
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
    def width(self) -> float:
        return self.side if self.upright else 2 * self.side

    @property
    def height(self) -> float:
        return 2 * self.side if self.upright else self.side

    @property
    def box(self) -> tuple[float, float, float, float]:
        """`(x_min, y_min, x_max, y_max)`."""
        across, down = self.width / 2, self.height / 2
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

    def also(self, dominoes: Sequence[Domino]) -> Found:
        """With dominoes that were seen elsewhere or at another scale, where none lies that was seen here."""
        return replace(self, dominoes=_apart([*self.dominoes, *(replace(one, share=TINY) for one in dominoes)]))


@dataclass(frozen=True, slots=True, eq=False)
class _View:
    """A part of the picture as the finder saw it: pixel p of it is at `x + p / scale`."""

    sight: Sight
    x: float
    y: float
    scale: float


def located(bgr: Colours, pixels: int) -> Found | None:
    """The board in a picture (H, W, 3) and the dominoes beside it, as the finder sees them in a picture reduced to so
    many pixels; None where it sees neither."""
    height, width = bgr.shape[:2]
    scale = min(1.0, (pixels / (height * width)) ** 0.5)
    found = _found(_look(bgr, 0.0, 0.0, width, height, scale))
    for _ in range(2):  # dominoes may be seen then that are smaller still
        if found is None or not found.rows:
            return found
        x0, y0, x1, y1 = _around(found, width, height)
        wanted = max([CELL / found.step, *(HALF_DOMINO / one.side for one in found.dominoes)])
        better = min(wanted, (SCALES[-1] / ((x1 - x0) * (y1 - y0))) ** 0.5)
        if LIKE_THIS[0] < better / scale < LIKE_THIS[1]:
            return found
        if width * height * better * better <= SCALES[-1]:  # dominoes that were too small to be seen may lie anywhere
            x0, y0, x1, y1 = 0.0, 0.0, float(width), float(height)
        again = _found(_look(bgr, x0, y0, x1 - x0, y1 - y0, better))
        if again is None or not again.rows:
            return found
        found, scale = again.also(found.dominoes), better
    return found


def dominoes_in(bgr: Colours, within: tuple[float, float, float, float], side: float) -> tuple[Domino, ...]:
    """The dominoes in a part of a picture, (x_min, y_min, x_max, y_max). `side`: of a half, about, in pixels."""
    x0, y0, x1, y1 = within
    if not (x1 > x0 and y1 > y0):
        return ()
    return _dominoes(_look(bgr, x0, y0, x1 - x0, y1 - y0, CELL / side))


def _look(bgr: Colours, x: float, y: float, width: float, height: float, scale: float) -> _View:
    wide, high = (max(2, -(-round(side * scale) // 16)) * 16 for side in (width, height))
    if x == 0 and y == 0 and scale < 1 and width == bgr.shape[1] and height == bgr.shape[0]:
        small, scale, _ = reduced(bgr, scale)
        part = small[:high, :wide]
        picture = np.full((high, wide, 3), OUTSIDE, np.uint8)
        picture[: len(part), : part.shape[1]] = part
        return _View(find(picture), 0.0, 0.0, scale)
    return _View(find(cut(bgr, x, y, scale, wide, high)), x, y, scale)


def _around(found: Found, width: int, height: int) -> tuple[float, float, float, float]:
    """The part of the picture with board and dominoes, and more."""
    xs = [found.x, found.x + found.columns * found.step, *(d.x for d in found.dominoes)]
    ys = [found.y, found.y + found.rows * found.step, *(d.y for d in found.dominoes)]
    far = 2.5 * max(found.step, *(d.side for d in found.dominoes), 0.0)
    return (
        max(0.0, min(xs) - far),
        max(0.0, min(ys) - far),
        min(float(width), max(xs) + far),
        min(float(height), max(ys) + far),
    )


def _found(view: _View) -> Found | None:
    lattice, dominoes = _lattice(view), _dominoes(view)
    return Found(*(lattice or (0.0, 0.0, 1.0, 0, 0)), dominoes) if lattice or dominoes else None


def _commonest(sizes: Floats) -> float:
    """The size of which most are, not their mean: there may be other things."""
    logs = np.log(sizes)
    ordered = np.sort(logs)
    like = np.searchsorted(ordered, logs + ONE_SIZE) - np.searchsorted(ordered, logs - ONE_SIZE)
    return float(np.exp(median(logs[np.abs(logs - logs[like.argmax()]) < ONE_SIZE])))


def _pixels(view: _View) -> tuple[Doubles, Doubles]:
    """Where the features are, in pixels of the picture: x and y, (H, W) each."""
    high, wide = view.sight.board.shape
    across = (np.arange(wide) * STRIDE + STRIDE / 2) / view.scale + view.x
    down = (np.arange(high) * STRIDE + STRIDE / 2) / view.scale + view.y
    return np.meshgrid(across, down)


def _lattice(view: _View) -> tuple[float, float, float, int, int] | None:
    """Corner, step, rows and columns of the board: the lattice on which most votes agree."""
    sight = view.sight
    on = sight.board > RATHER
    if not on.any():
        return None
    steps = sight.step / view.scale
    step = _commonest(steps[on])
    xs, ys = _pixels(view)
    agreeing = on & (np.abs(np.log(steps / step)) < 0.25)
    if agreeing.sum() * (STRIDE / view.scale) ** 2 < LEAST_PLACES * step * step:
        return None
    centre_x = xs[agreeing] + sight.at[agreeing][:, 0] * steps[agreeing]
    centre_y = ys[agreeing] + sight.at[agreeing][:, 1] * steps[agreeing]
    if len(centre_x) > VOTES:
        some = np.linspace(0, len(centre_x) - 1, VOTES).astype(int)
        centre_x, centre_y = centre_x[some], centre_y[some]
    step, x, y = _agreed(centre_x, centre_y, step)
    # Places by the mean of their pixels.
    columns, rows = np.floor((xs - x) / step).astype(int), np.floor((ys - y) / step).astype(int)
    left, top = int(columns.min()), int(rows.min())
    shape = int(rows.max()) - top + 1, int(columns.max()) - left + 1
    flat = ((rows - top) * shape[1] + (columns - left)).ravel()
    size = shape[0] * shape[1]
    means = np.bincount(flat, sight.board.ravel(), size) / np.maximum(1, np.bincount(flat, minlength=size))
    first_column, first_row, columns_there, rows_there = _largest(means.reshape(shape))
    if not rows_there:
        return None
    return x + (left + first_column) * step, y + (top + first_row) * step, step, rows_there, columns_there


def _largest(means: Doubles) -> Sequence[int]:
    """The largest group of places that are a board's, islands not far from each other counted together: the first
    column and row, and how many of both; none where there is no such place."""
    mask = (means > ON_BOARD).astype(np.uint8)
    _, labels = cv2.connectedComponents(cv2.dilate(mask, np.ones((5, 5), np.uint8)))
    largest = np.bincount(labels.ravel(), weights=(means * mask).ravel()).argmax()
    return cv2.boundingRect(mask * (labels == largest).astype(np.uint8))


def _agreed(centre_x: Doubles, centre_y: Doubles, step: float) -> tuple[float, float, float]:
    """The step and the corner of a place on which middles of places agree best."""
    mx, my = float(median(centre_x)), float(median(centre_y))
    tried = step * np.linspace(0.93, 1.07, 57)
    turns_x = np.exp(2j * np.pi * (centre_x - mx)[None] / tried[:, None]).mean(axis=1)
    turns_y = np.exp(2j * np.pi * (centre_y - my)[None] / tried[:, None]).mean(axis=1)
    # Far from the first guess a step must agree clearly better.
    score = np.abs(turns_x) + np.abs(turns_y) - 0.4 * np.abs(np.log(tried / step))
    k = int(score.argmax())
    step = float(tried[k])
    x = mx + float(np.angle(turns_x[k])) / (2 * np.pi) * step
    y = my + float(np.angle(turns_y[k])) / (2 * np.pi) * step
    none = np.zeros(len(centre_x))
    for _ in range(2):  # least squares, of votes that agree
        columns, rows = np.rint((centre_x - x) / step), np.rint((centre_y - y) / step)
        places = np.concatenate((np.stack((columns, none + 1, none), 1), np.stack((rows, none, none + 1), 1)))
        votes = np.concatenate((centre_x, centre_y))
        near = np.abs(places @ (step, x, y) - votes) < 0.25 * step
        best, _, rank, _ = np.linalg.lstsq(places[near], votes[near], rcond=None)
        if rank < 3:
            break
        step, x, y = best.tolist()
    return step, x - step / 2, y - step / 2


def _dominoes(view: _View) -> tuple[Domino, ...]:
    """The dominoes on whose middles votes agree, in no order."""
    sight = view.sight
    on = sight.tray > 0.4
    xs, ys = _pixels(view)
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
    kept = _apart(found)
    # Those of a tray are all of one size.
    logs = np.log([one.side for one in kept])
    return tuple(
        replace(one, side=float(np.exp(median(logs[np.abs(logs - size) < ONE_SIZE]))))
        for one, size in zip(kept, logs, strict=True)
    )


def _apart(dominoes: Sequence[Domino]) -> tuple[Domino, ...]:
    """Without those that lie where a surer one does (non-maximum suppression); the surest first."""
    boxes = [(*d.box[:2], d.width, d.height) for d in dominoes]
    kept = cv2.dnn.NMSBoxes(boxes, [d.share for d in dominoes], 0.0, MOST_COMMON)
    return tuple(dominoes[int(k)] for k in np.ravel(kept))
