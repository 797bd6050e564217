"""The colours of a board's cells."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.games.pips.parts import Point
from vision.imgproc import Colours, median

# How far the inner part of a cell reaches from its middle, in cells.
INNER = 0.3
# Bare cells of one colour differ by so many levels; each more, up to so many, tells so much, as log odds.
ALIKE, MOST, TELLS = 5.4, 30.0, 0.14


def fills_of(picture: Colours, middles: Sequence[Point], step: float) -> NDArray[np.float64]:
    """The colours (blue, green, red) of cells, (N, 3): each the median of its inner part. `middles`: in pixels."""
    xs, ys = np.meshgrid(*2 * [np.linspace(-INNER, INNER, 9)])
    found = []
    for x, y in middles:
        rows, columns = (y + step * ys).astype(int), (x + step * xs).astype(int)
        there = picture[rows.clip(0, len(picture) - 1), columns.clip(0, picture.shape[1] - 1)]
        found.append(median(there.reshape(-1, 3), axis=0))
    return np.array(found)


def unlike(fills: NDArray[np.float64], laid: Sequence[bool]) -> NDArray[np.float64]:
    """What it costs, as log odds, that two cells have no constraint, (N, N): such have one colour. On 99 of 104
    boards they differed by 3 levels at most; five others (11 and more) were read wrong. `laid`: hidden, no cost."""
    apart = np.abs(fills[:, None] - fills[None]).max(axis=2).clip(max=MOST)
    return np.where(np.logical_or.outer(laid, laid), 0, (TELLS * (apart - ALIKE)).clip(0))
