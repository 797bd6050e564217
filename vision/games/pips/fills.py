"""The colours of a board's cells: whether cells without constraint look like such, and what the rims of cells under
dominoes say of where regions end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from vision.games.pips.network import WAYS, Colours
from vision.games.pips.verify import PLAIN, Labels
from vision.imgproc import median

Cell = tuple[int, int]
Edges = tuple[tuple[int, int, float], ...]

# Cells without constraint have one fill; of the largest difference between any two fills, and least levels.
ONE_GROUND, ONE_FILL = (0.15, 14.0), (0.05, 4.0)
# Strips so far from the middle of a cell, and so long on both sides, in cells, are what dominoes leave free.
RIM, REACH = (0.455, 0.485), 0.3
# The log odds that two cells, of which a domino hides one, are of one region: so many times the network's, so much
# more, and so much less for each level by which their rims differ, up to so many. Fitted to 1,560 pairs of 120 random
# looks (seeds 112304, 112305), of which 26 are wrong then and 39 by the network alone.
OF_NETWORK, MORE, LESS, MOST = 1.29, 0.8, 0.148, 30.0


def with_rims(
    picture: Colours,
    middles: Mapping[Cell, tuple[float, float]],
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


def _rims(
    picture: Colours, middle: tuple[float, float], step: float, cell: Cell, other: Cell | None
) -> NDArray[np.float64]:
    """The colours along the sides of a cell, (3 or 4, 3), but for the one across which a domino lies to `other`."""
    along, out = np.meshgrid(np.linspace(-REACH, REACH, 13), np.linspace(*RIM, 3))
    colours = []
    for down, across in WAYS:
        if other == (cell[0] + down, cell[1] + across):
            continue
        xs = middle[0] + step * (across * out + (along if down else 0.0))
        ys = middle[1] + step * (down * out + (along if across else 0.0))
        strip = picture[
            np.floor(ys).astype(int).clip(0, len(picture) - 1), np.floor(xs).astype(int).clip(0, picture.shape[1] - 1)
        ]
        colours.append(median(strip.reshape(-1, 3), axis=0))
    return np.array(colours)


class Fills:
    """The colours of cells. `colours`: blue, green, red of each; `bare`: whether no domino lies there."""

    def __init__(self, colours: Sequence[tuple[int, int, int]], bare: Sequence[bool]) -> None:
        self.colours = np.array(colours, float)
        self.bare = np.array(bare)

    def of(self, cells: list[int]) -> tuple[int, int, int]:
        """The colour of these cells: of those that are bare, or of the halves on them."""
        bare = [k for k in cells if self.bare[k]] or cells
        b, g, r = median(self.colours[bare], axis=0).round().astype(int).tolist()
        return b, g, r

    def untagged(self, labels: Labels) -> int | None:
        """A cell without constraint that is bare and does not look like one: all of those are of one colour, which no
        region with a tag has. None where all do."""
        by_region = np.array(labels)
        plain = np.flatnonzero((by_region == PLAIN) & self.bare)
        tagged = [
            median(self.colours[some], axis=0)
            for number in range(by_region.max() + 1)
            if len(some := np.flatnonzero((by_region == number) & self.bare))
        ]
        if not len(plain) or len({tuple((one / 12).round()) for one in tagged}) <= 2:
            return None
        contrast = max(float(np.ptp(tagged, axis=0).max()), 20.0)
        apart = float(np.ptp(self.colours[plain], axis=0).max())
        nearest = np.abs(self.colours[plain][:, None] - np.array(tagged)[None]).max(axis=2).min(axis=1)
        one_ground = apart <= max(ONE_GROUND[0] * contrast, ONE_GROUND[1])
        unlike = nearest.min() >= min(ONE_FILL[0] * contrast, ONE_FILL[1])
        return None if one_ground and unlike else int(plain[nearest.argmin()])
