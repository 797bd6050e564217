"""Labelled cells and edges -> how likely each class is for others: nearest neighbours in the network's feature space.

A template is a vector of the network's features and a small picture. The features say what a thing is, whatever its
colours; the picture, that it looks the same. Which looks there are is `looks.py`' business.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from vision.classify.network import CELL, Straight
from vision.imgproc import Floats

# The side of a small picture in pixels, and the margin of an edge's patch that is left out.
SMALL, APART = 8, 4
# Differences of colours (0..255) above this count as this much.
CAP = 90.0
# The logarithm of a likelihood falls by so much for each within-class variance per feature, and for each step of
# colours; no likelihood is less than that of an outlier, and a class without a template has one of its own. Fitted
# together, to 87 boards of 29 random looks: -log p of 0.016 a
# cell and 0.02 an edge, 17 and 52 wrong; of the network alone 573 and 95 are.
PER_VARIANCE, PER_COLOUR, OUTLIER, UNSEEN = 2.5, 0.1, 18.0, 12.0
# The within-class covariance is shrunk by so much towards the same variance of every feature, which is this at least:
# on one picture templates are more alike than on the next. Without it -log p of a board is 0.15 more.
SHRINKAGE, LEAST_VARIANCE = 0.9, 0.04


@dataclass(frozen=True, eq=False)
class Templates:
    """Labelled cells, or labelled edges.

    `features`: (N, 96) float32, of the network. `tiles`: (N, 8, 8, 3) float32, BGR 0..255. `classes`: (N,) int, 0
    nothing, 1 and 2 the two symbols, or the two markers.
    """

    features: Floats
    tiles: Floats
    classes: NDArray[np.intp]

    @cached_property
    def whitening(self) -> Floats:
        """(96, 96): a product with it has the within-class covariance 1, up to `SHRINKAGE`."""
        off = [self.features[self.classes == k] for k in range(3)]
        off = [some - some.mean(axis=0) for some in off if len(some) > 1]
        inside = np.concatenate(off) if off else self.features - self.features.mean(axis=0)
        covariance = inside.T @ inside / max(1, len(inside) - len(off))
        size = len(covariance)
        even = max(float(np.trace(covariance)) / size, LEAST_VARIANCE)
        shrunk = (1 - SHRINKAGE) * covariance + SHRINKAGE * even * np.eye(size)
        return np.asarray(np.linalg.cholesky(np.linalg.inv(shrunk)), np.float32)

    def costs(self, features: Floats, tiles: Floats) -> Floats:
        """How much less likely others are than each template: (M, N), a negative logarithm."""
        some, mine = features @ self.whitening, self.features @ self.whitening
        squared = (some**2).sum(axis=1)[:, None] + (mine**2).sum(axis=1) - 2 * some @ mine.T
        return np.asarray(
            PER_VARIANCE * squared.clip(0) / some.shape[1] + PER_COLOUR * off_colours(tiles, self.tiles), np.float32
        )

    def log_likelihoods(self, costs: Floats) -> Floats:
        """Of the three classes, by the nearest template of each: (M, 3)."""
        nearest = np.stack([costs[:, self.classes == k].min(axis=1, initial=np.inf) for k in range(3)], axis=1)
        nearest[np.isinf(nearest)] = UNSEEN
        return np.asarray(np.logaddexp(-nearest, -OUTLIER), np.float32)


def off_colours(some: Floats, others: Floats) -> Floats:
    """How much small pictures differ: (M, N), 0..CAP, the mean of the largest difference of a colour in each pixel."""
    off = [np.minimum(np.abs(some - other).max(axis=3), CAP).mean(axis=(1, 2)) for other in others]
    return np.asarray(np.stack(off, axis=1), np.float32)


def cell_tiles(board: Straight) -> Floats:
    """(n * n, 8, 8, 3), each a whole cell."""
    size, margin, part = len(board.h), CELL // 2, CELL // SMALL
    inner = board.image[margin:-margin, margin:-margin].reshape(size, SMALL, part, size, SMALL, part, 3)
    return np.asarray(inner.mean(axis=(2, 5)).swapaxes(1, 2).reshape(-1, SMALL, SMALL, 3), np.float32)


def edge_tiles(board: Straight) -> Floats:
    """(2 n (n-1), 8, 8, 3), each 3/8 of a cell around the middle of an edge."""
    patches = np.concatenate([some.reshape(-1, CELL, CELL, 3) for some in (board.h, board.v)])
    inner = patches[:, APART:-APART, APART:-APART]
    part = inner.shape[1] // SMALL
    return np.asarray(inner.reshape(-1, SMALL, part, SMALL, part, 3).mean(axis=(2, 4)), np.float32)
