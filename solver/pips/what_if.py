"""What ifs: something on a board of Pips that cannot be, since by the rules it leads to a contradiction.

What is not here: the rules (`rules`), and how the chain of a what if is made short (`proof`).
"""
from __future__ import annotations

from collections.abc import Iterator
from math import inf
from time import perf_counter

from solver.pips import board as search_board
from solver.pips import search
from solver.pips.knowledge import EVERYTHING, NUMBERS, Board, Found, Supposition, Told, each_bit, needed
from solver.pips.proof import refutation
from solver.pips.rules import by_rule, check_time, make, placements, pursue, told, unmet
from solver.steps import Placed


def time_left(deadline: float) -> float | None:
    """The time limit that is left, in seconds."""
    return None if deadline == inf else max(deadline - perf_counter(), 1e-6)


def _laid(b: Board) -> list[Placed]:
    return list(placements(b.t, b.laid))


def is_open(b: Board, deadline: float) -> bool:
    """Whether a domino is still to be found that lies in the same place in all solutions, or that there are none.

    Of those that may be such a domino only one is made sure of: the next one when it has been laid.
    """
    if b.solutions is None:
        _ask(b, deadline)
    if not b.solutions or b.unique or b.confirmed & ~b.laid:
        return True
    t, begun, board = b.t, _laid(b), search_board.Board(b.t.puzzle)
    for bit in each_bit(b.agreed & ~b.laid):
        if not b.agreed & bit:
            continue
        # Does a solution have something else on its first cell?
        for other in each_bit(b.live & t.cover[t.placement(bit)[1]] & ~bit):
            placed = [*begun, t.placed(other)]
            another = search.first(t.puzzle, placed=placed, time_limit=time_left(deadline), board=board)
            if another is not None:
                b.solutions |= t.set_of(another)
                b.agreed &= t.set_of(another)
                break
        else:
            b.confirmed |= bit
            return True
    return False


def _ask(b: Board, deadline: float) -> None:
    """Some solutions: what they have need not be tried, and beyond what they all have no domino can be laid."""
    found = search.classify(b.t.puzzle, placed=_laid(b), time_limit=time_left(deadline))
    b.solutions, b.agreed, b.unique = 0, EVERYTHING, found.verdict != "multiple"
    for solution in found.witnesses:
        b.solutions |= b.t.set_of(solution)
        b.agreed &= b.t.set_of(solution)


def _complete(b: Board, deadline: float) -> None:
    """Of all that is live, find out what some solution has."""
    assert b.solutions is not None
    if b.unique:
        return
    begun, board = _laid(b), search_board.Board(b.t.puzzle)
    for bit in each_bit(b.live & ~b.solutions):
        if not b.solutions & bit:
            placed = [*begun, b.t.placed(bit)]
            solution = search.first(b.t.puzzle, placed=placed, time_limit=time_left(deadline), board=board)
            if solution is not None:
                b.solutions |= b.t.set_of(solution)


def _suppositions(b: Board) -> Iterator[Supposition]:
    """What may turn out to be impossible: numbers of cells, then dominoes across edges, then placements.

    Where there are several solutions, first the cells on which all have the same domino.
    """
    t, live, values = b.t, b.live, b.values
    known = b.solutions or 0
    agreed = 0 if b.unique else b.agreed
    for c in sorted(b.bare, key=lambda c: (not agreed & t.cover[c], values[c].bit_count())):
        if not values[c] & (values[c] - 1):
            continue
        cover = t.cover[c]
        for v in NUMBERS:
            one = live & t.put[c][v]
            if one and not one & known:
                yield Supposition(one, live & cover & ~one, cell=c, number=v)
    for e, (c, d) in enumerate(t.edges):
        one = live & t.on[e] & ~b.laid
        if one and not one & known:
            yield Supposition(one, live & (t.cover[c] | t.cover[d]) & ~one, edge=e)
    for bit in each_bit(live & ~b.laid & ~known):
        yield Supposition(bit, 0)


def refutes(b: Board, depth: int, deadline: float) -> bool:
    """Whether the rules, and what-ifs up to a depth, lead to a contradiction; the board is changed."""
    while b.bare:
        if pursue(b, deadline):
            return True
        found = _shallower(b, depth, deadline, tell=False)
        if not b.bare:
            break
        if found is None:
            return False
        make(b, found)
    return unmet(b) is not None


def _shallower(b: Board, depth: int, deadline: float, tell: bool) -> Found | None:
    for shallower in range(1, depth):
        found = what_if(b, shallower, deadline, tell)
        if found:
            return found
    return None


def _retraced(b: Board, depth: int, deadline: float) -> list[Told]:
    """The same step by step, from simple rules to hard ones, each told."""
    steps: list[Told] = []
    while b.bare:
        check_time(deadline)
        found = by_rule(b) or _shallower(b, depth, deadline, tell=True)
        assert found is not None  # for it is refuted
        steps.append(told(b, found))
        if found.dead:
            return steps
    found = unmet(b)
    assert found is not None
    return [*steps, told(b, found)]


def what_if(b: Board, depth: int, deadline: float, tell: bool = True) -> Found | None:
    """The first supposition that the rules refute; not how, unless to `tell` it.

    To compare two for the shorter chain took hints half as long again, and left 38 what-ifs of 40 on the published
    puzzles.
    """
    if depth > 1 and not b.doomed:
        _complete(b, deadline)
    candidates = _suppositions(b)
    for what in candidates if depth == 1 else _most_narrowed(b, candidates, deadline):
        if refutes(what.made(b), depth, deadline) if depth > 1 else _fails(b, what, deadline):
            if not tell:
                return Found("", what.one, gone=what.gone)
            steps = _retraced(what.made(b), depth, deadline)
            return refutation(b, what, needed(steps, steps[-1:]))
    return None


def _fails(b: Board, what: Supposition, deadline: float) -> bool:
    """Whether the rules refute a supposition. Where they did not before, they go on from where they had to stop."""
    supposed = b.fruitless.get(what.key)
    if supposed is None:
        supposed = what.made(b)
    else:
        news = supposed.live & ~b.live
        if not news:
            return False
        if news & supposed.laid:
            return True
        supposed.strike(news)
    if refutes(supposed, 1, deadline):
        return True
    b.fruitless[what.key] = supposed
    return False


def _most_narrowed(b: Board, candidates: Iterator[Supposition], deadline: float) -> list[Supposition]:
    """Those first that the rules leave least of."""
    rated: list[tuple[int, int, Supposition]] = []
    for what in candidates:
        supposed = what.made(b)
        refutes(supposed, 1, deadline)
        rated.append((supposed.live.bit_count(), len(rated), what))
    return [what for _, _, what in sorted(rated, key=lambda one: one[:2])]


