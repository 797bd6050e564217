"""How sure a reading is: the probability that all of a board is right, from what the network says of its parts."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, log

# The logarithm of the odds that a whole board is right grows by so much with that of what the network says. Fitted to
# 1,012 drawn boards and 291 of random looks by logistic regression.
SLOPE = 0.7
# Of readings with less confidence a warning says so.
SURE = 0.9
# Cells beyond a board are counters, or the rest of a board that an edge cuts: a reading is worth so much of what it
# would be worth without them.
OF_A_PART = 0.7
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
