"""The colours of a board's cells, and what the rims of cells under dominoes say of where regions end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from vision.games.pips.network import WAYS, Colours
from vision.games.pips.parts import Cell, Point
from vision.imgproc import median

Edges = tuple[tuple[int, int, float], ...]

# How far the inner part of a cell reaches from its middle, in cells. Strips so long on both sides, and so far from the
# middle, are what dominoes leave free.
INNER, RIM = 0.3, (0.455, 0.485)
# The log odds that two cells, of which a domino hides one, are of one region: so many times the network's, so much
# more, and so much less for each level by which their rims differ, up to so many. Fitted to 1,560 pairs of 120 random
# looks (seeds 112304, 112305), of which 26 are wrong then and 39 by the network alone.
OF_NETWORK, MORE, LESS, MOST = 1.29, 0.8, 0.148, 30.0


def with_rims(
    picture: Colours,
    middles: Mapping[Cell, Point],
    step: float,
    partner: Mapping[Cell, Cell],
    edges: Edges,
) -> Edges:
    """The log odds that neighbours are of one region (cells by their numbers in `middles`), where a domino hides one of
    them by the colours of their rims as well. `middles`: in pixels; `partner`: the other cell under a domino."""
    cells = list(middles)
    rim = cache(lambda k: _rims(picture, middles[cells[k]], step, cells[k], partner.get(cells[k])))
    found = []
    for one, other, odds in edges:
        if cells[one] in partner or cells[other] in partner:
            apart = float(np.abs(rim(one)[:, None] - rim(other)[None]).max(axis=2).min())
            odds = OF_NETWORK * odds + MORE - LESS * min(apart, MOST)
        found.append((one, other, odds))
    return tuple(found)


def _rims(picture: Colours, middle: Point, step: float, cell: Cell, other: Cell | None) -> NDArray[np.float64]:
    """The colours along the sides of a cell, (3 or 4, 3), but for the one across which a domino lies to `other`."""
    along, out = np.meshgrid(np.linspace(-INNER, INNER, 13), np.linspace(*RIM, 3))
    colours = []
    for down, across in WAYS:
        if other == (cell[0] + down, cell[1] + across):
            continue
        xs = middle[0] + step * (out * across + along * abs(down))
        ys = middle[1] + step * (out * down + along * abs(across))
        strip = picture[ys.astype(int).clip(0, len(picture) - 1), xs.astype(int).clip(0, picture.shape[1] - 1)]
        colours.append(median(strip.reshape(-1, 3), axis=0))
    return np.array(colours)


def fill_of(picture: Colours, middles: Sequence[Point], step: float) -> tuple[int, int, int]:
    """The colour (blue, green, red) of cells: the median of those of their inner parts. `middles`: in pixels."""
    reach = round(INNER * step)
    inner = []
    for x, y in middles:
        column, row = min(max(0, round(x)), picture.shape[1] - 1), min(max(0, round(y)), len(picture) - 1)
        part = picture[max(0, row - reach) : row + reach + 1, max(0, column - reach) : column + reach + 1]
        inner.append(median(part.reshape(-1, 3), axis=0))
    b, g, r = median(inner, axis=0).round().astype(int).tolist()
    return b, g, r
