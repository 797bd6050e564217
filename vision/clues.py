"""Cells that a small mark sets apart from others with the same symbol: a dot, a corner, a line below, a bolder stroke.

Which of the sets are the clues, if any, is told by the puzzle (`checksum.py`); grounds are `binary.py`'s business.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
from numpy.typing import NDArray

from vision.patches import CELL_UNIT, Colours

Labels = NDArray[np.intp]

# A pixel is another one where it differs by more than this (0..255) from the usual cell with the same symbol, each less
# its own ground. Measured: soft edges that fall a little differently in each cell up to 18.
OTHER = 22
# Pixels of a cell's rim that are left out, and the fewest pixels of a mark.
RIM, LEAST = 1, 2
# So many ways in which pixels part the cells are looked at.
MOST_WAYS = 3
# Cells of which the usual one is the middle: it may have the mark or not.
EXEMPLARS = 5

Halves = tuple[bytes, bytes]


def marked_sets(small: Colours, ground: NDArray[np.float32], labels: Labels, size: int) -> tuple[frozenset[int], ...]:
    """Sets of filled cells (flat indices) of which one may be the clues; () where nothing parts them.

    `small`: the straightened board at `CELL_UNIT` pixels per cell; `ground`: (N, 3); `labels`: (N,) 0, 1, 2.
    """
    members = [np.flatnonzero(labels == k) for k in (1, 2)]
    if min(map(len, members)) < 2:
        return ()
    cells = small.reshape(size, CELL_UNIT, size, CELL_UNIT, 3).swapaxes(1, 2)[:, :, RIM:-RIM, RIM:-RIM]
    halves = [_halves(cells[np.divmod(some, size)].reshape(len(some), -1, 3), ground[some]) for some in members]
    ways = Counter(zip(*halves, strict=True))
    bare = (bytes(len(members[0])), bytes(len(members[1])))
    ways.pop(bare, None)
    found: list[frozenset[int]] = []
    both = [way for way, count in ways.most_common() if count >= LEAST and way[0] != bare[0] and way[1] != bare[1]]
    for way in both[:MOST_WAYS] or _apart(halves, bare):
        found += _sets(way, members)
    return tuple(dict.fromkeys(found))


def _halves(cells: Colours, ground: NDArray[np.float32]) -> list[bytes]:
    """For each pixel, which cells differ there from the usual one: (K, P, 3) -> P strings of K bytes, 1 or 0.

    All 0 where none does, or where all differ but for what the usual one was made of.
    """
    pixels = cells.astype(np.int16) - ground.astype(np.int16)[:, None]
    some = pixels[np.linspace(0, len(pixels) - 1, min(len(pixels), EXEMPLARS)).astype(np.intp)]
    off = np.abs(pixels - np.sort(some, axis=0)[len(some) // 2])
    other = np.maximum(np.maximum(off[..., 0], off[..., 1]), off[..., 2]) > OTHER
    other ^= other[0]
    return [column.tobytes() for column in np.ascontiguousarray(other.T)]


def _apart(halves: list[list[bytes]], bare: Halves) -> list[Halves]:
    """The commonest way of each kind by itself, where no pixel parts both: strokes that are bolder."""
    best = []
    for some, none in zip(halves, bare, strict=True):
        counts = Counter(half for half in some if half != none)
        top = counts.most_common(1)
        best.append(top[0][0] if top and top[0][1] >= LEAST else none)
    return [] if tuple(best) == bare else [(best[0], best[1])]


def _sets(way: Halves, members: list[Labels]) -> list[frozenset[int]]:
    sides = [np.frombuffer(half, np.bool_) for half in way]
    total = sum(map(len, members))
    sets = [
        frozenset(int(i) for some, side, keep in zip(members, sides, (a, b), strict=True) for i in some[side == keep])
        for a in (True, False)
        for b in (True, False)
    ]
    kinds = {frozenset(int(i) for i in some) for some in members}
    return [some for some in sets if 0 < len(some) < total and some not in kinds]
