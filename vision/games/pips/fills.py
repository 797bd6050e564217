"""The colours of a board's cells, and what they tell."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.imgproc import Colours, Floats, median

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
    """What places (N, 3: no cell, bare, half a domino) are, told by their colours `fills`, (N, 3), too: how often other
    places of a colour are none, and how often they are cells; of one that no other has, how often such are."""
    same = np.abs(fills[:, None] - fills).max(axis=2) < ALIKE
    alone = same.sum(axis=1) == 1
    same |= np.logical_and.outer(alone, alone)
    np.fill_diagonal(same, False)
    shares = np.hstack((place[:, :1], 1 - place[:, :1]))
    told = place * ((same @ shares + 1) / (shares.sum(axis=0) - shares + 2))[:, (0, 1, 1)]
    return np.asarray(told / told.sum(axis=1, keepdims=True), np.float32)
