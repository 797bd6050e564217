"""The colours of a board's cells, and what they tell."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.imgproc import Colours, Floats, median
from vision.locate.votes import RATHER

# How far the inner part of a cell reaches from its middle, in cells.
INNER = 0.3
# Bare cells of one colour differ by so many levels; each more, up to so many, tells so much, as log odds.
ALIKE, MOST, TELLS = 5.4, 30.0, 0.14


def fills_of(picture: Colours, xs: Floats, ys: Floats, step: float) -> NDArray[np.float64]:
    """The colours (blue, green, red) of places, (rows, columns, 3): each the median of its inner part. `xs`, `ys`: of
    their middles, in pixels."""
    near = step * np.linspace(-INNER, INNER, 9)
    rows = np.add.outer(ys, near).astype(int).clip(0, picture.shape[0] - 1)
    columns = np.add.outer(xs, near).astype(int).clip(0, picture.shape[1] - 1)
    return median(picture[rows[:, None, :, None], columns[:, None]].reshape(len(ys), len(xs), -1, 3), axis=2)


def unlike(fills: NDArray[np.float64], laid: Sequence[bool]) -> NDArray[np.float64]:
    """What it costs, as log odds, that two cells have no constraint, (N, N): such have one colour. On 99 of 104
    boards they differed by 3 levels at most; five others (11 and more) were read wrong. `laid`: hidden, no cost."""
    apart = np.abs(fills[:, None] - fills[None]).max(axis=2).clip(max=MOST)
    return np.where(np.logical_or.outer(laid, laid), 0, (TELLS * (apart - ALIKE)).clip(0))


def by_colour(place: Floats, fills: NDArray[np.float64]) -> Floats:
    """What places (N, 3: no cell, bare, half a domino) are, told by their colours `fills`, (N, 3), too: how often those
    that are none have the colour of most of these, and how often cells have."""
    none = place[:, :1]
    page = median(fills[none[:, 0] >= min(RATHER, none.max())], axis=0)
    alike = np.abs(fills - page).max(axis=1, keepdims=True) < ALIKE
    outside, cell = (((alike * share).sum() + 1) / (share.sum() + 2) for share in (none, 1 - none))
    both = place * np.where(alike, (outside, cell, cell), (1 - outside, 1 - cell, 1 - cell))
    return np.asarray(both / both.sum(axis=1, keepdims=True), np.float32)
