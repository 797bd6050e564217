"""Steps as a proof: what of them a conclusion needs, and how they are told when the others are not.

The conclusion is the last step: a domino that is laid, or a contradiction. A step is made again on a board on which
less is known by asking its rule at its place: what it says then may be less, or nothing.

What is not here: how steps are found (`shortest` for hints, `deduce` for explanations, `what_if`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import inf

from solver.pips import rules
from solver.pips.cell_rules import nothing_fits
from solver.pips.knowledge import Board, Found, Supposition, Told
from solver.pips.rules import told, unmet
from solver.pips.words import cell_names, placed_name


def shortened(base: Board, steps: Sequence[Told]) -> list[Told]:
    """Those of the steps that the last one needs, each told as it is without the others: none can be left out."""
    return thinned(base, traced(base, steps) or steps, steps)


def thinned(base: Board, some: Sequence[Told], steps: Sequence[Told]) -> list[Told]:
    """What is needed of `some` of the steps, or of all if these do not suffice after all; the last one goes first."""
    kept = remade(base.copy(), some) or remade(base.copy(), some, True) or remade(base.copy(), steps, True)
    assert kept is not None  # where as much is known as when they were found, they follow
    longer: list[Told] = []
    while len(longer) != len(kept):
        longer = kept
        before = [base]
        for at, one in enumerate(kept[:-1]):
            board = before[at].copy()
            what = one.found.what
            if what is not None:
                chain = shortened(what.made(board), one.found.chain)
                kept[at] = one = Told(refutation(board, what, chain), one.gives)
            rules.make(board, one.found)
            before.append(board)
        for at in range(len(kept) - 2, -1, -1):
            fewer = remade(before[at].copy(), kept[at + 1 :])
            if fewer is not None:
                kept = [*kept[:at], *fewer]
    return kept


def remade(b: Board, steps: Sequence[Told], in_parts: bool = False) -> list[Told] | None:
    """The same steps made on this board, without those that say nothing new there; None if the last does not follow.

    A rule may say at once what it says in two sentences where more is known: of these the one that gives most is taken,
    or `in_parts` both.
    """
    made = []
    *others, last = steps
    for one in others:
        if last.found.dead and b.bare and nothing_fits(b):
            break
        found = _again(b, one, in_parts)
        while found is not None:
            made.append(told(b, found))
            if found.dead:
                return made
            found = _again(b, one, in_parts) if in_parts and found.struck and not found.what else None
    found = _concluded(b, last.found)
    return None if found is None else [*made, told(b, found)]


def _again(b: Board, one: Told, in_parts: bool) -> Found | None:
    """What its rule says at its place: of several things the one that gives most of what it gave."""
    found = one.found
    if found.what is not None:
        what = found.what.on(b)
        chain = remade(what.made(b), found.chain, in_parts) if what.one else None
        return None if chain is None else refutation(b, what, chain)
    best, most = None, 0
    for other in _asked(b, found):
        if other.dead:
            return other
        if other.lays or found.lays:
            gives = int(other.lays == found.lays)
        else:
            gives = (other.struck & one.gives & b.live).bit_count()
        if gives > most:
            best, most = other, gives
    return best


def _asked(b: Board, found: Found) -> list[Found]:
    return list(rules.asked(b, found.rule, found.at)) if found.rule else []


def _concluded(b: Board, last: Found) -> Found | None:
    """The conclusion on this board: the same domino; any cell or domino without a place, or the same contradiction."""
    if last.dead:
        if not b.bare:
            return unmet(b)
        return nothing_fits(b) or next((found for found in _asked(b, last) if found.dead), None)
    if last.lays:
        kind, c, d = b.t.placement(last.lays)
        for name, at in ((last.rule, last.at), ("only fit", min(c, d)), ("only fit", max(c, d)), ("one home", kind)):
            for found in rules.asked(b, name, at):
                if found.lays == last.lays:
                    return found
    return None


def refutation(b: Board, what: Supposition, chain: Sequence[Told]) -> Found:
    """What follows from a supposition that leads to a contradiction, which is the last step of the chain."""
    t = b.t
    reads = 0
    for one in chain:
        reads |= one.reads
    more = len(chain) - 1
    after = f"after {more} more {'step' if more == 1 else 'steps'} " if more else ""
    if what.number >= 0:
        cell = b.names([what.cell])
        supposition = f"{cell} cannot be {what.number}: were it {what.number}"
    elif what.edge >= 0:
        supposition = f"no domino can lie across {b.names(t.edges[what.edge])}: were one there"
    else:
        place = t.placed(what.one)
        supposition = f"the {placed_name(place)} cannot lie on {cell_names(place[1])}: were it there"
    is_nested = any(one.found.what for one in chain)
    return Found(
        f"{supposition}, then {after}{chain[-1].found.sentence}",
        what.one,
        reads,
        tuple(dict.fromkeys(cell for one in chain for cell in one.found.because)),
        gone=what.gone,
        rule="nested what if" if is_nested else "what if",
        what=what,
        chain=tuple(chain),
    )


# -- which steps a conclusion rests on --------------------------------------------------------------------------------


def traced(base: Board, steps: Sequence[Told], most: float = inf) -> list[Told] | None:
    """The last step, and those before it on which it rests, and on which these rest; None if they are over `most`."""
    wanted = _wanted(base, steps, 0, most)
    return None if wanted is None else [Told(steps[i].found, wanted[i]) for i in sorted(wanted)]


def _wanted(base: Board, steps: Sequence[Told], first: int, most: float = inf) -> dict[int, int] | None:
    """What is wanted of the steps for the last; what those before the `first` rest on in their turn is left out."""
    wanted = {len(steps) - 1: steps[-1].gives}
    for i in range(len(steps) - 1, first - 1, -1):
        if i not in wanted:
            continue
        for j, share in _premises(base, steps, i, wanted).items():
            wanted[j] = wanted.get(j, 0) | share
        if len(wanted) > most:
            return None
    return wanted


def _premises(base: Board, steps: Sequence[Told], i: int, wanted: Mapping[int, int]) -> dict[int, int]:
    """The steps on which step `i` rests, and what of each; those that are wanted already rather than others."""
    one, want = steps[i], wanted[i]
    what = one.found.what
    if what is not None:
        within = _wanted(what.on(base).made(base), [*steps[:i], *one.found.chain], i) or {}
        return {j: share for j, share in within.items() if j < i}
    earlier = sorted((j for j in range(i) if steps[j].gives & one.reads), key=lambda j: (j not in wanted, j))
    chosen = _fewest(earlier, lambda some: _follows(_after(base, steps, some), one, want))
    shares = {}
    left = one.reads | want
    for j in chosen:
        shares[j] = steps[j].gives & left
        left &= ~shares[j]
    return shares


def _after(base: Board, steps: Sequence[Told], chosen: Sequence[int]) -> Board:
    b = base.copy()
    for i in sorted(chosen):
        if steps[i].found.lays:
            b.lay(steps[i].found.lays)
        else:
            b.strike(steps[i].gives)
    return b


def _follows(b: Board, one: Told, want: int) -> bool:
    """Whether the rule of a step says on this board what is wanted of it."""
    found = one.found
    if found.dead:
        return _concluded(b, found) is not None
    if not found.lays and not want & b.live:
        return True
    for other in _asked(b, found):
        if not other.dead and (other.lays == found.lays if found.lays else not want & b.live & ~other.struck):
            return True
    return False


def _fewest(candidates: Sequence[int], suffice: Callable[[list[int]], bool]) -> list[int]:
    """Candidates that suffice, of which none can be left out; the first ones rather than the last.

    All together suffice. By halves, as in QuickXplain (Junker 2004): few of many are found with few questions.
    """

    def of(some: Sequence[int], given: list[int], are_new: bool) -> list[int]:
        if are_new and suffice(given):
            return []
        if len(some) <= 1:
            return list(some)
        half = len(some) // 2
        later = of(some[half:], [*given, *some[:half]], True)
        return of(some[:half], [*given, *later], bool(later)) + later

    return of(candidates, [], True)
