"""The next domino of Pips for which the fewest steps are needed, and these.

All rules are asked at all places; what they say is made on the board, and they are asked again: round by round, until
dominoes follow. A domino that follows first in a later round needs a step of each round before, and rarely so few as
the one that is taken: the shortest of those that follow together, the simplest rules first.

What is not here: what of the steps a domino needs (`proof`).
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from solver.pips import rules
from solver.pips.knowledge import Board, Found, Told
from solver.pips.proof import thinned, traced
from solver.pips.what_if import is_open, what_if

LAYING = ("only fit", "one home")
"""The rules that lay dominoes."""


def shortest(b: Board, deadline: float) -> list[Told] | None:
    """The steps to the next domino, which is laid by the last of them; None if none follows. The board is changed.

    The board must have a solution. Raises `SearchTimeout` at the deadline.
    """
    base = b.copy()
    known: list[Told] = []
    while True:
        best: list[Told] | None = None
        for last in _dominoes(b):
            steps = traced(base, [*known, Told(last, last.lays)], len(best) - 1 if best else inf)
            best = best if steps is None else steps
        if best is not None:
            return thinned(base, best, [*known, best[-1]])
        rules.check_time(deadline)
        news = _news(b)
        if not news:
            if not is_open(b, deadline):
                return None
            news = [_supposed(b, deadline)]
        for found in news:
            rules.make(b, found)
            known.append(Told(found, found.struck))


def _dominoes(b: Board) -> Iterator[Found]:
    for name in LAYING:
        yield from rules.asked(b, name)


def _news(b: Board) -> list[Found]:
    """What the other rules say, from simple to hard, but for what a simpler one says as well."""
    news: list[Found] = []
    for name, _, _ in rules.BOARD_RULES:
        if name not in LAYING:
            news += [
                found for found in rules.asked(b, name) if all(found.struck & ~other.struck for other in news)
            ]
    return news


def _supposed(b: Board, deadline: float) -> Found:
    depth = 1
    while True:
        found = what_if(b, depth, deadline)
        if found is not None:
            return found
        depth += 1
