"""Dominoes in a grab of the screen, as the networks of `vision.games.pips` see them: where they are, and their pips."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from vision.games.pips.locate import Domino, dominoes_in
from vision.games.pips.network import Lying, dominoes
from vision.imgproc import Colours, Floats

Box = tuple[int, int, int, int]

# A domino is one with at least this probability.
LEAST = 0.5


class Half(NamedTuple):
    """How many pips lie on half a domino. `value` and `runner_up`: 0..6; `confidence`: 0..1, how far they lie apart."""

    value: int
    runner_up: int
    confidence: float


class Seen(NamedTuple):
    """A domino in a grab, in its pixels, and its halves: left and right, or upper and lower."""

    domino: Domino
    halves: tuple[Half, Half]


def seen_in(bgr: Colours, within: Box, length: float) -> list[Seen]:
    """The dominoes in a part of a grab (H, W, 3). `within`: (x_min, y_min, x_max, y_max); `length`: of one, about."""
    there = dominoes_in(bgr, within, length / 2)
    found = dominoes(bgr, [(one.x, one.y, one.side, one.upright) for one in there])
    return [
        Seen(one, (_half(first), _half(second)))
        for one, (sure, first, second) in zip(there, found, strict=True)
        if sure >= LEAST
    ]


def halves_at(bgr: Colours, places: Sequence[Lying]) -> list[tuple[Half, Half]]:
    """The halves of the dominoes that would lie at these places."""
    return [(_half(first), _half(second)) for _, first, second in dominoes(bgr, places)]


def _half(probabilities: Floats) -> Half:
    first, second = np.argsort(-probabilities)[:2].tolist()
    return Half(first, second, float(probabilities[first] - probabilities[second]))
