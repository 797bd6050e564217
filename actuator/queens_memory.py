"""What the cells of a board of Queens looked like: crosses are small, and every region has a ground of its own.

As `memory.py`, but a cell is compared at its most different place, for a cross is a few pixels; and what is new in a
cell is told by its shape alone, since a crown on one ground and a cross on another may differ less in colour than two
crowns do.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from actuator.memory import Memory, Patch

# The largest difference between two looks of a cell, slightly smoothed, of 255. The same cell in two grabs: 0, or up to
# 6 where the page drew it anew; the palest cross of our pages, white at 45 % on a dark ground: 25 and more.
CHANGED = 14.0
# Two shapes are alike from this correlation on, and one must be so much more alike than the next.
ALIKE, MORE_ALIKE = 0.7, 0.2
# A shape has this much of the area of another at least, and not more than the inverse.
AREA = 0.4
# Pixels that differ from the ground by so much belong to a shape, of 255.
INK = 20.0


class QueensMemory(Memory):
    """How the cells of one board of Queens looked."""

    @property
    def lacks_symbol(self) -> bool:
        """False: a crown or cross never seen before is `vision`'s to tell."""
        return False

    def _new_name(self, cell: tuple[int, int], patch: Patch) -> str | None:
        """None: no marks but crosses are known on boards of Queens."""
        return None

    def _symbol(self, cell: tuple[int, int], patch: Patch) -> str | None:
        """What a cell shows; None where it is like nothing seen before."""
        symbol, last = self._last[cell]
        if not _changed(patch, last):
            return symbol
        if cell in self._first and not _changed(patch, self._first[cell]):
            return "."
        shape = _ink(patch)
        kinds = {name: kind for name, kind in self._kinds.items() if name != "."}
        likely = sorted(
            ((max(_likeness(shape, _ink(one)) for one in kind), name) for name, kind in kinds.items()), reverse=True
        )
        if not likely or likely[0][0] < ALIKE:
            return None
        return likely[0][1] if len(likely) == 1 or likely[0][0] >= likely[1][0] + MORE_ALIKE else None


def _changed(one: Patch, other: Patch) -> bool:
    """Whether two looks of a cell differ anywhere."""
    difference = np.asarray(np.abs(one - other).max(axis=2), np.float32)
    return bool(cv2.blur(difference, (2, 2)).max() > CHANGED)


def _ink(patch: Patch) -> NDArray[np.float32]:
    """How much each pixel differs from the ground, `(SIZE, SIZE)`, in the channel in which it differs most."""
    ring = np.concatenate([patch[0], patch[-1], patch[:, 0], patch[:, -1]])
    return np.asarray(np.abs(patch - np.median(ring, axis=0)).max(axis=2), np.float32)


def _likeness(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    """The correlation of two shapes, -1..1; -1 where one is much larger."""
    areas = int((one > INK).sum()), int((other > INK).sum())
    if not min(areas) or min(areas) < AREA * max(areas):
        return -1.0
    a, b = one - one.mean(), other - other.mean()
    return float((a * b).sum() / (np.linalg.norm(a) * np.linalg.norm(b)))
