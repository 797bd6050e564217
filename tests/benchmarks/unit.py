"""The yardstick of all benchmarks: u, the time this process takes for one million turns of `x = x * 5 & 0xFFFF`.

A speed in things per u, or a time in u, holds on any machine; milliseconds beside it are for the reader. Times are
of the processor, not of the clock on the wall, and the yardstick is taken by turns with what it measures: a machine
that others use too is not always as fast.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from time import process_time


def unit(turns: int = 1_000_000) -> float:
    """u in seconds, from so many turns."""
    x = 1
    start = process_time()
    for _ in range(turns):
        x = x * 5 & 0xFFFF
    return (process_time() - start) * 1_000_000 / turns


@dataclass(frozen=True, slots=True)
class Measured:
    """The quickest of some rounds in seconds, the quickest u among them in seconds, and from the two, rounds per u."""

    seconds: float
    unit: float

    @property
    def per_unit(self) -> float:
        return self.unit / self.seconds


def per_unit(work: Callable[[], object], rounds: int = 25, prepare: Callable[[], object] | None = None) -> Measured:
    """How long `work` takes, by turns with u; `prepare` runs untimed before each round.

    The quickest of many rounds, for both: what others do on the machine can only make either of them slower.
    """
    seconds, units = inf, inf
    for _ in range(rounds):
        units = min(units, unit(100_000))
        if prepare is not None:
            prepare()
        start = process_time()
        work()
        seconds = min(seconds, process_time() - start)
    return Measured(seconds, units)
