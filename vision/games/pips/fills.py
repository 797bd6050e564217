"""The colours of a board's cells, and what the rims of cells under dominoes say of where regions end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from vision.games.pips.network import WAYS
from vision.games.pips.parts import Cell, Point
from vision.imgproc import Colours, median

Edges = tuple[tuple[int, int, float], ...]

# How far the inner part of a cell reaches from its middle, in cells. Strips so long on both sides, and so far from the
# middle, are what dominoes leave free.
INNER, RIM = 0.3, (0.455, 0.485)
# The log odds that two cells, of which a domino hides one, are of one region: the network's, so much more, and so much
# less for each level by which their rims differ, up to so many. Fitted to 5,493 pairs of our looks and of other hands'.
MORE, LESS, MOST = 0.5, 0.07, 30.0
# Bare cells of one colour differ by so many levels; each more tells twice as much.
ALIKE = 5.4


def with_rims(
    picture: Colours, middles: Mapping[Cell, Point], step: float, partner: Mapping[Cell, Cell], edges: Edges
) -> Edges:
    """The log odds that neighbours are of one region (cells by their numbers in `middles`), where a domino hides one of
    them by the colours of their rims as well. `middles`: in pixels; `partner`: the other cell under a domino."""
    cells = list(middles)
    rim = cache(lambda k: _rims(picture, middles[cells[k]], step, cells[k], partner.get(cells[k])))
    found = []
    for one, other, odds in edges:
        if cells[one] in partner or cells[other] in partner:
            apart = float(np.abs(rim(one)[:, None] - rim(other)[None]).max(axis=2).min())
            odds += MORE - LESS * min(apart, MOST)
        found.append((one, other, odds))
    return tuple(found)


def _rims(picture: Colours, middle: Point, step: float, cell: Cell, other: Cell | None) -> NDArray[np.float64]:
    """The colours along the sides of a cell, (3 or 4, 3), but for the one across which a domino lies to `other`."""
    along, out = np.meshgrid(np.linspace(-INNER, INNER, 13), np.linspace(*RIM, 3))
    ways = [way for way in WAYS if other != (cell[0] + way[0], cell[1] + way[1])]
    places = [(out * x + along * abs(y), out * y + along * abs(x)) for y, x in ways]
    return np.array([_median(picture, middle, step, *both) for both in places])


def fills_of(picture: Colours, middles: Sequence[Point], step: float) -> NDArray[np.float64]:
    """The colours (blue, green, red) of cells, (N, 3): each the median of its inner part. `middles`: in pixels."""
    xs, ys = np.meshgrid(*2 * [np.linspace(-INNER, INNER, 9)])
    return np.array([_median(picture, middle, step, xs, ys) for middle in middles])


def _median(
    picture: Colours, middle: Point, step: float, xs: NDArray[np.float64], ys: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The median colour at places about the middle of a cell, in cells."""
    rows, columns = (middle[1] + step * ys).astype(int), (middle[0] + step * xs).astype(int)
    there = picture[rows.clip(0, len(picture) - 1), columns.clip(0, picture.shape[1] - 1)]
    return median(there.reshape(-1, 3), axis=0)


def unlike(fills: NDArray[np.float64], laid: Sequence[bool]) -> NDArray[np.float64]:
    """What it costs, as log odds, that two cells have no constraint, (N, N): such have one colour. On 99 of 104
    boards they differed by 3 levels at most; five others (11 and more) were read wrong. `laid`: hidden, no cost."""
    apart = np.abs(fills[:, None] - fills[None]).max(axis=2).clip(max=MOST)
    return np.where(np.logical_or.outer(laid, laid), 0, (2 * LESS * (apart - ALIKE)).clip(0))
