"""What a learned finder votes for in a reduced picture, made a lattice of places.

At every fourth pixel it says whether there is a board, where from there the middle of the place is, and how large a
place is; the lattice is the one on which most of these votes agree. Finders differ in what they hold to be a board.
What lies beside a board of Pips is not here (`games/pips/locate.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np

from vision.imgproc import Colours, Doubles, Floats, median, reduced, softmax
from vision.onnx import run

# A finder says something of each square of so many pixels a side. What is beyond a picture is grey for it.
STRIDE, OUTSIDE = 4, 128
VOTES = 700
LEAST_PLACES = 2.0
# The logarithms of sizes that are one differ by less than this.
ONE_SIZE = 0.15
# Places whose sides differ by no more, as logarithms, are squares.
LEAST_OBLONG = 0.02
# What is rather so than not, as that a pixel is the board's. What counts for a place is the mean of its pixels; where
# fewer of them than this part are in the picture, of so many.
RATHER, LEAST_OF_PLACE = 0.5, 0.7


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """What a finder sees at each fourth pixel, float32. `board`: (H, W) probabilities, and `tray`, that half a domino
    lies there beside a board of Pips; `at`: (H, W, 2), x and y to the middle of the place or half, in steps; `step`:
    (H, W), in pixels of the finder's picture; `domino`: (H, W, 2), to the middle of a domino of the tray, in halves; of
    the finder of square boards, log2 of how many times as high as wide the place is, and 0."""

    board: Floats
    tray: Floats
    at: Floats
    step: Floats
    domino: Floats


class Places(NamedTuple):
    """A lattice over all of a view: the corner of its first place, the steps across and down, in pixels, and how
    probably each place is the board's, (rows, columns)."""

    x: float
    y: float
    step_x: float
    step_y: float
    means: Doubles


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A part of the picture as the finder saw it: pixel p of it is at `x + p / scale`."""

    sight: Sight
    x: float
    y: float
    scale: float


def cut(picture: Colours, x: float, y: float, scale: float, width: int, height: int) -> Colours:
    """The part of a picture that begins at a place, enlarged by `scale`: (height, width, 3); grey outside of it."""
    scale_x = scale_y = scale
    if scale < 0.75:  # means of pixels, then a small change of scale
        left, top = int(np.floor(x)) - 1, int(np.floor(y)) - 1
        wide, high = int(np.ceil(width / scale)) + 3, int(np.ceil(height / scale)) + 3
        x0, y0 = max(0, left), max(0, top)
        part = picture[y0 : max(y0 + 1, top + high), x0 : max(x0 + 1, left + wide)]
        if not part.size:
            return np.full((height, width, 3), OUTSIDE, np.uint8)
        picture, sx, sy = reduced(part, scale)
        x, y, scale_x, scale_y = (x - x0) * sx, (y - y0) * sy, scale / sx, scale / sy
    move = np.array(((scale_x, 0, (0.5 - x) * scale_x - 0.5), (0, scale_y, (0.5 - y) * scale_y - 0.5)), np.float64)
    moved = cv2.warpAffine(picture, move, (width, height), flags=cv2.INTER_LINEAR, borderValue=(OUTSIDE,) * 3)
    return np.asarray(moved, np.uint8)


def look(finder: str, bgr: Colours, x: float, y: float, width: float, height: float, scale: float) -> View:
    """A part of a picture (H, W, 3), from (x, y) on so wide and high, at a scale. `finder`: the network's file."""
    wide, high = (max(2, -(-round(side * scale) // 16)) * 16 for side in (width, height))
    if x == 0 and y == 0 and scale < 1 and width == bgr.shape[1] and height == bgr.shape[0]:
        small, scale, _ = reduced(bgr, scale)
        part = small[:high, :wide]
        picture = np.full((high, wide, 3), OUTSIDE, np.uint8)
        picture[: len(part), : part.shape[1]] = part
        return View(_find(finder, picture), 0.0, 0.0, scale)
    return View(_find(finder, cut(bgr, x, y, scale, wide, high)), x, y, scale)


def _find(finder: str, picture: Colours) -> Sight:
    """A finder's result of a picture whose sides are multiples of 16."""
    (maps,) = run(finder, {"picture": picture[None]}, ["maps"])
    out = maps[0].transpose(1, 2, 0)
    kinds = softmax(out[..., :3])
    step = np.float32(16) * np.exp2(out[..., 5].clip(-3, 3))
    return Sight(kinds[..., 1], kinds[..., 2], out[..., 3:5], step, out[..., 6:8])


def _commonest(sizes: Floats) -> float:
    """The size of which most are, not their mean: there may be other things."""
    logs = np.log(sizes)
    ordered = np.sort(logs)
    like = np.searchsorted(ordered, logs + ONE_SIZE) - np.searchsorted(ordered, logs - ONE_SIZE)
    return float(np.exp(median(logs[np.abs(logs - logs[like.argmax()]) < ONE_SIZE])))


def pixels(view: View) -> tuple[Doubles, Doubles]:
    """Where the features are, in pixels of the picture: x and y, (H, W) each."""
    high, wide = view.sight.board.shape
    across = (np.arange(wide) * STRIDE + STRIDE / 2) / view.scale + view.x
    down = (np.arange(high) * STRIDE + STRIDE / 2) / view.scale + view.y
    return np.meshgrid(across, down)


def voted(view: View, square: bool = True) -> Places | None:
    """The lattice on which most votes agree; None where there is no board. `square`: whether all places are."""
    sight = view.sight
    on = sight.board > RATHER
    if not on.any():
        return None
    steps = sight.step / view.scale
    step = _commonest(steps[on])
    agreeing = on & (np.abs(np.log(steps / step)) < 0.25)
    if agreeing.sum() * (STRIDE / view.scale) ** 2 < LEAST_PLACES * step * step:
        return None
    taller = 1.0 if square else float(np.exp2(median(sight.domino[agreeing][:, 0]) / 2))
    xs, ys = pixels(view)
    centre_x = xs[agreeing] + sight.at[agreeing][:, 0] * steps[agreeing] / taller
    centre_y = ys[agreeing] + sight.at[agreeing][:, 1] * steps[agreeing] * taller
    if len(centre_x) > VOTES:
        some = np.linspace(0, len(centre_x) - 1, VOTES).astype(int)
        centre_x, centre_y = centre_x[some], centre_y[some]
    step_x, x, y = _agreed((centre_x, centre_y), step)
    step_y = step_x
    if not square:
        across, down = _agreed((centre_x,), step / taller), _agreed((centre_y,), step * taller)
        if abs(np.log(down[0] / across[0])) > LEAST_OBLONG:
            (step_x, x), (step_y, y) = across, down
    # Places by the mean of their pixels.
    columns, rows = np.floor((xs - x) / step_x).astype(int), np.floor((ys - y) / step_y).astype(int)
    left, top = int(columns.min()), int(rows.min())
    shape = int(rows.max()) - top + 1, int(columns.max()) - left + 1
    flat = ((rows - top) * shape[1] + (columns - left)).ravel()
    size = shape[0] * shape[1]
    # Of a place that the picture's edge cuts, much of what is beyond is none.
    least = LEAST_OF_PLACE * step_x * step_y * (view.scale / STRIDE) ** 2
    means = np.bincount(flat, sight.board.ravel(), size) / np.maximum(least, np.bincount(flat, minlength=size))
    return Places(x + left * step_x, y + top * step_y, step_x, step_y, means.reshape(shape))


def _agreed(ways: tuple[Doubles, ...], step: float) -> tuple[float, ...]:
    """The step, and of each way where a place begins, on which middles of places agree best."""
    middles = [float(median(centres)) for centres in ways]
    tried = step * np.linspace(0.93, 1.07, 57)
    far = [2 * np.pi * (centres - middle) / tried[:, None] for centres, middle in zip(ways, middles, strict=True)]
    turns = [np.cos(angles).mean(axis=1) + 1j * np.sin(angles).mean(axis=1) for angles in np.asarray(far, np.float32)]
    # Far from the first guess a step must agree clearly better.
    score = np.mean(np.abs(turns), axis=0) - 0.2 * np.abs(np.log(tried / step))
    k = int(score.argmax())
    step = float(tried[k])
    at = [middle + float(np.angle(turn[k])) / (2 * np.pi) * step for turn, middle in zip(turns, middles, strict=True)]
    votes, way = np.concatenate(ways), np.repeat(np.arange(len(ways)), len(ways[0]))
    for _ in range(2):  # least squares, of votes that agree
        numbers = np.rint((votes - np.array(at)[way]) / step)
        places = np.column_stack((numbers, way[:, None] == np.arange(len(ways))))
        near = np.abs(places @ (step, *at) - votes) < 0.25 * step
        best, _, rank, _ = np.linalg.lstsq(places[near], votes[near], rcond=None)
        if rank <= len(ways):
            break
        step, *at = best.tolist()
    return step, *(one - step / 2 for one in at)
