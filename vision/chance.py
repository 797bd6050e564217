"""How likely an arrangement of cells is a puzzle's, and no accident: the rules of the puzzle broken less often than by
the same cells anywhere.

For boards with no solution (people play wrong entries) and with several. Only counting, no search.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Labels = NDArray[np.intp]

# Arrangements that are tried.
TRIALS = 200
# Of the two kinds, the rarer one is at least this part of the other: players fill in both.
EVEN = 0.4


def broken_rules(labels: Labels, size: int) -> int:
    """How many rules a board breaks: cells too many of a kind in a line, and runs of three alike.

    `labels`: (size * size,) of 0 (empty), 1 and 2.
    """
    board = labels.reshape(size, size)
    count = 0
    for kind in (1, 2):
        here = board == kind
        count += int(np.maximum(here.sum(axis=0) - size // 2, 0).sum())
        count += int(np.maximum(here.sum(axis=1) - size // 2, 0).sum())
        count += int((here[:, :-2] & here[:, 1:-1] & here[:, 2:]).sum())
        count += int((here[:-2] & here[1:-1] & here[2:]).sum())
    return count


def chance(labels: Labels, size: int) -> float:
    """The share of random arrangements of the same cells that break no more rules: small for a puzzle's board, about
    a half for an accident, 1 where the two kinds are too uneven to be a puzzle's."""
    counts = sorted((int((labels == 1).sum()), int((labels == 2).sum())))
    if counts[0] < EVEN * counts[1]:
        return 1.0
    random = np.random.default_rng(size)
    least = broken_rules(labels, size)
    return sum(broken_rules(random.permutation(labels), size) <= least for _ in range(TRIALS)) / TRIALS
