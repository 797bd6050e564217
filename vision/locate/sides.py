"""Edges and a step -> where the lines of cells may be, and how much of each cell's sides is there."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np

from vision.locate.boxes import presence
from vision.locate.edges import Edges, Floats, Grey, long_edges
from vision.locate.fit import origin_of
from vision.locate.profiles import profiles


class Sides(NamedTuple):
    """Where lines at one step may be, across and down, and how much of each cell's sides is there.

    `step`: in pixels of the edges. `xs`, `ys`: the lines, with gaps of `gap_x`, `gap_y`. `upright` (rows, columns + 1),
    `level` (rows + 1, columns): 0..1, NaN outside the picture. `along_x`, `along_y`: edges along the lines. `long_v`,
    `long_h`: the edges that tell where lines are.
    """

    step: float
    xs: Floats
    ys: Floats
    gap_x: float
    gap_y: float
    upright: Floats
    level: Floats
    along_x: Grey
    along_y: Grey
    long_v: Grey
    long_h: Grey


def sides_of(vertical: Edges, horizontal: Edges, step: float, run: float) -> Sides:
    """`run`: the part of a side through which the edges run that tell where the lines are."""
    long_v, long_h = long_edges(vertical, run * step), long_edges(horizontal, run * step)
    columns, rows = profiles(long_v, long_h, step)
    origin_x, gap_x = origin_of(columns, step)
    origin_y, gap_y = origin_of(rows, step)
    height, width = vertical.either.shape
    xs = np.arange(origin_x - step, width + 0.45 * step, step, dtype=np.float32)
    ys = np.arange(origin_y - step, height + 0.45 * step, step, dtype=np.float32)
    xs, ys = xs[xs > -0.45 * step], ys[ys > -0.45 * step]
    by_x = np.asarray(cv2.transpose(vertical.either), np.uint8)
    by_y = np.asarray(cv2.transpose(horizontal.either), np.uint8)
    side_v, along_x = presence(by_x, xs, ys[:-1], step, gap_x)
    side_h, along_y = presence(by_y, ys, xs[:-1], step, gap_y)
    return Sides(step, xs, ys, gap_x, gap_y, side_v, side_h.T, along_x, along_y, long_v, long_h)
