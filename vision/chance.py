"""How likely an arrangement of cells is a puzzle's, and no accident: the rules of the puzzle broken less often than by
the same cells anywhere.

For boards with no solution (people play wrong entries) and with several. Only counting, no search.
"""

from __future__ import annotations

from functools import lru_cache

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
    return int(broken_by_each(labels[None], size)[0])


def broken_by_each(boards: Labels, size: int) -> Labels:
    """The same for several boards at once: (K, size * size) -> (K,)."""
    kinds = boards.reshape(-1, 1, size, size) == np.array([1, 2])[:, None, None]
    too_many = [np.maximum(kinds.sum(axis=axis) - size // 2, 0).sum(axis=(1, 2)) for axis in (2, 3)]
    across = (kinds[..., :-2] & kinds[..., 1:-1] & kinds[..., 2:]).sum(axis=(1, 2, 3))
    down = (kinds[..., :-2, :] & kinds[..., 1:-1, :] & kinds[..., 2:, :]).sum(axis=(1, 2, 3))
    return np.asarray(sum(too_many) + across + down, np.intp)


def chance(labels: Labels, size: int) -> float:
    """The share of random arrangements of the same cells that break no more rules: small for a puzzle's board, about
    a half for an accident, 1 where the two kinds are too uneven to be a puzzle's."""
    counts = sorted((int((labels == 1).sum()), int((labels == 2).sum())))
    if counts[0] < EVEN * counts[1]:
        return 1.0
    return _share(np.asarray(labels, np.int8).tobytes(), size)


@lru_cache(maxsize=4)
def _share(cells: bytes, size: int) -> float:
    """The same of labels as bytes: what is asked twice of a board is found out once."""
    labels = np.frombuffer(cells, np.int8).astype(np.intp)
    random = np.random.default_rng(size)
    boards = np.stack([random.permutation(labels) for _ in range(TRIALS)])
    return float((broken_by_each(boards, size) <= broken_rules(labels, size)).mean())
