"""Which dominoes lie on covered cells, and in the tray: what is read of them, against those that must be there."""

from __future__ import annotations

import itertools
from collections import Counter

from actuator.domino_halves import Half
from actuator.moves import Cell
from actuator.sight import Lying

# A domino of which tags hide all that could tell agrees as much as this, which is less than any half that is seen.
LEAST_AGREEMENT = 0.01
# Halves on the board read with less confidence say nothing: tags hide them.
HIDDEN = 0.5
# Halves in the tray read with less confidence may also be what they look like next, in so many of them at most, if then
# only the dominoes of the puzzle are there.
LEAST_CONFIDENCE, MOST_EXCHANGED = 0.35, 2

Pair = tuple[Cell, Cell]


def kind_of(values: tuple[int, int]) -> str:
    """A domino, whichever way it lies."""
    return f"{min(values)}-{max(values)}"


def values_of(halves: list[Half], dominoes: Counter[str]) -> list[tuple[int, int]] | None:
    """The values of tiles such that they are some of these dominoes, as few doubtful ones exchanged as possible."""
    weak = [k for k, half in enumerate(halves) if half.confidence < LEAST_CONFIDENCE]
    for count in range(min(len(weak), MOST_EXCHANGED) + 1):
        for other in itertools.combinations(weak, count):
            pips = [half.runner_up if k in other else half.value for k, half in enumerate(halves)]
            values = list(zip(pips[::2], pips[1::2], strict=True))
            if Counter(map(kind_of, values)) <= dominoes:
                return values
    return None


def laid_out(covered: list[Cell], halves: dict[Pair, tuple[Half, Half]], dominoes: Counter[str]) -> list[Lying] | None:
    """These dominoes on these cells as they look, the surest way of all; None where there is none."""
    best: tuple[float, list[Lying]] | None = None
    fitting: dict[Cell, list[tuple[Pair, Lying, float]]] = {}
    for pair, read in halves.items():
        for name in dominoes:
            a, b = map(int, name.split("-"))
            for values in {(a, b), (b, a)}:
                sure = agreement(values, read)
                for cell in pair if sure else ():
                    fitting.setdefault(cell, []).append((pair, Lying(values, pair), sure))

    def lay(left: frozenset[Cell], hand: Counter[str], laid: list[Lying], sure: float) -> None:
        nonlocal best
        if not left:
            if best is None or sure > best[0]:
                best = sure, laid
            return
        cell = min(left, key=lambda cell: (len(fitting.get(cell, ())), cell))
        for pair, lying, confidence in fitting.get(cell, ()):
            name = kind_of(lying.values)
            if left.issuperset(pair) and hand[name]:
                lay(left - set(pair), hand - Counter([name]), [*laid, lying], sure + confidence)

    lay(frozenset(covered), dominoes, [], 0.0)
    return None if best is None else best[1]


def agreement(values: tuple[int, int], read: tuple[Half, Half]) -> float:
    """How well a domino agrees with what is to be seen, above 0, or 0 where it can't be this one.

    A half that tags hide so far that it says nothing may be any; which dominoes have left the tray is known.
    """
    total = LEAST_AGREEMENT
    for value, half in zip(values, read, strict=True):
        if half.confidence >= HIDDEN:
            if half.value != value:
                return 0.0
            total += half.confidence
    return total


def likeness(values: tuple[int, int], read: tuple[Half, Half]) -> float:
    """How surely halves are read as this domino's, less how surely they are read as others: one that is read otherwise,
    with this as its runner-up, counts as neither."""
    return sum(
        half.confidence * ((value == half.value) - (value not in half[:2]))
        for value, half in zip(values, read, strict=True)
    )
