"""Which dominoes lie on covered cells, and in the tray: what is read of them, against those that must be there."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from actuator.domino_halves import Half, Seen
from actuator.domino_looks import Found
from actuator.domino_places import pair_of
from actuator.moves import Cell, Point
from actuator.sight import Lying, TrayTile

# A domino of which tags hide all that could tell agrees as much as this, which is less than any half that is seen.
LEAST_AGREEMENT = 0.01
# Halves on the board read with less confidence say nothing: tags hide them.
HIDDEN = 0.5
# Halves in the tray read with less confidence may also be what they look like next, in so many of them at most, if then
# only the dominoes of the puzzle are there.
LEAST_CONFIDENCE, MOST_EXCHANGED = 0.35, 2

# A domino that is lifted lies so far aside from its cells at most, in cells.
ASTRAY = 0.4
# So many dominoes are laid at most until the surest way is known: where something hides half of the board, most fit
# everywhere. Of 200 boards of 15 and 16 of which a fifth of the halves is hidden each took 783 at most, of 200 with a
# third 199 took 1,977 at most. What is as sure as the surest way but for the second is not looked for.
MOST_LAID, AS_SURE = 4_000, 1e-6

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


def turned_as(tray: tuple[TrayTile, ...], copy: Seen, at: Point | None = None) -> tuple[TrayTile, ...]:
    """These tiles, the one that is shown a second time, `copy`, as it lies there, and `at` that place, if that is the
    place of what is in the hand: on some pages what is selected turns there alone."""
    kinds = [kind_of(tile.values) for tile in tray]
    if not (known := values_of([*copy.halves], Counter(kinds))):
        return tray
    number = kinds.index(kind_of(known[0]))
    one = replace(tray[number], values=known[0], upright=copy.domino.upright, at=at or tray[number].at)
    return (*tray[:number], one, *tray[number + 1 :])


def laid_out(covered: list[Cell], halves: dict[Pair, tuple[Half, Half]], dominoes: Counter[str]) -> list[Lying] | None:
    """These dominoes on these cells as they look, the surest way of all; None where there is none, or too much is
    hidden to tell."""
    tried = itertools.count()
    best: tuple[float, list[Lying]] | None = None
    fitting: dict[Cell, list[tuple[Pair, Lying, str, float]]] = {}
    most: dict[Cell, float] = {}  # what each cell adds to that at most
    for pair, read in halves.items():
        for cell, half in zip(pair, read, strict=True):
            seen = half.confidence if half.confidence >= HIDDEN else 0.0
            most[cell] = max(most.get(cell, 0.0), LEAST_AGREEMENT / 2 + seen)
        for name in dominoes:
            a, b = map(int, name.split("-"))
            for values in {(a, b), (b, a)}:
                sure = agreement(values, read)
                for cell in pair if sure else ():
                    fitting.setdefault(cell, []).append((pair, Lying(values, pair), name, sure))

    for some in fitting.values():
        some.sort(key=lambda one: -one[3])

    def lay(left: frozenset[Cell], hand: Counter[str], laid: list[Lying], sure: float) -> None:
        nonlocal best
        if next(tried) >= MOST_LAID or not left <= fitting.keys():
            return
        if best is not None and sure + sum(most[cell] for cell in left) <= best[0] + AS_SURE:
            return
        if not left:
            best = sure, laid
            return
        ways = [[one for one in fitting[cell] if left.issuperset(one[0]) and hand[one[2]]] for cell in sorted(left)]
        for pair, lying, name, confidence in min(ways, key=len):
            lay(left - set(pair), hand - Counter([name]), [*laid, lying], sure + confidence)

    lay(frozenset(covered), dominoes, [], 0.0)
    return None if best is None or next(tried) > MOST_LAID else best[1]


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


def laid_at(found: Found, cells: Mapping[Cell, Point], step: float) -> Lying | None:
    """A domino that was found, on the cells it lies on; None where it is too far aside from any. `cells`: the middle of
    each, in points, `step` apart."""
    half = (0.0, step / 2) if found.upright else (step / 2, 0.0)
    ends = [(found.at[0] + sign * half[0], found.at[1] + sign * half[1]) for sign in (-1, 1)]
    nearest = [min(cells.items(), key=lambda item: math.dist(item[1], end)) for end in ends]
    if any(math.dist(middle, end) > ASTRAY * step for (_, middle), end in zip(nearest, ends, strict=True)):
        return None
    return Lying(found.values, (nearest[0][0], nearest[1][0]))


def as_it_lay(one: Lying, rests: Mapping[Pair, Lying]) -> Lying:
    """A domino as it lay, where it has not been touched since: nothing turns it there. `rests`: those of which that
    holds."""
    lay = rests.get(pair_of(one), one)
    return lay if kind_of(lay.values) == kind_of(one.values) else one


def exchanged(before: Sequence[Lying], now: Sequence[Lying]) -> bool:
    """Whether others lie now on the cells of several of those before: no move does that, but what is seen through
    something that lies over the board looks so."""
    kinds = {pair_of(one): kind_of(one.values) for one in now}
    there = {cell for pair in kinds for cell in pair}
    return sum({*one.cells} <= there and kinds.get(pair_of(one)) != kind_of(one.values) for one in before) > 1
