"""How sure a reading is: the probability that all of a board is right, from what the network says of its parts."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, log

import numpy as np
from numpy.typing import NDArray

from vision.types import Cell, Patch

Floats = NDArray[np.floating]
# The logarithm of the odds that a whole board is right grows by so much with that of what the network says. Fitted to
# 1,012 drawn boards and 291 of random looks by logistic regression.
SLOPE = 0.7
# Of less confident readings a warning says so: of 22 with 0.90 to 0.93 two were wrong, of 25 with 0.93 to 0.95 none.
SURE = 0.93
# Cells beyond a board are counters, or the rest of one that an edge cuts: such a reading is worth this part as much.
OF_A_PART = 0.7
# A reading is worth this at most of which something was changed for the puzzle's sake.
OF_CHANGED = 0.6
MAY_BE_CUT = "cells like the board's own go on beyond it: see whether a part of it is cut off"
COMPARE = "this board is hard to read: compare what was read with the picture"


def calibrated(said: float, verdict: str, verdicts: Mapping[str, float]) -> float:
    """The probability (0..1) that a board is right of which the network says this one (0..1), by the puzzle's verdict:
    by so much the logarithm of the odds is larger for a board that has one solution, several, or none."""
    right = min(max(said, 1e-9), 1 - 1e-6)
    odds = exp(SLOPE * log(right / (1 - right)) + verdicts[verdict])
    return odds / (1 + odds)


def apart(probability: float) -> float:
    """How far the most probable value lies from the next, 0..1: 0 where it is even."""
    return max(0.0, min(1.0, 2 * probability - 1))


def doubts(is_part: bool, confidence: float) -> tuple[str, ...]:
    """What is to be said of a reading of this confidence, of a board beside which there are more cells or none."""
    return tuple(text for text, so in ((MAY_BE_CUT, is_part), (COMPARE, confidence < SURE)) if so)


def patches(said: Floats, covered: Floats, letters: str, seen: Floats | None = None) -> dict[Cell, Patch]:
    """What each place of a grid was taken for. `said`: (R, C, N) how probable each of N `letters` is; `seen`: the same
    by its look alone, if not only that; `covered`: (R, C) how probably something hides it, however plain it looks."""
    order, seen = np.argsort(-said, axis=2), said if seen is None else seen
    return {
        (r, c): Patch(letters[best], letters[order[r, c, 1]], apart(float(seen[r, c, best])) * float(1 - covered[r, c]))
        for (r, c), best in np.ndenumerate(order[..., 0])
    }
