"""Rules of Pips about the numbers on cells: tags, sums, equal and unequal cells, and the halves in hand.

A rule is asked with the board as it is known, and yields what follows, place by place: a place is a region or a number
of pips, by its number. Asked `at` one place it looks at no other. None of them guesses.

What is not here: rules about where dominoes can lie (`cell_rules`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from solver.pips.knowledge import ALL_PIPS, EVERYTHING, NUMBERS, Area, Board, Found, Tables, dead
from solver.pips.puzzle import MOST_PIPS
from solver.pips.words import listed, numbers_said


def tag(b: Board, at: int | None = None) -> Iterator[Found]:
    """What the tag tells with numbers from 0 to 6 alone."""
    values = b.values_at(at)
    for area in b.areas_at(at):
        if area.high is None:
            continue
        cells, low, high = b.bare_of(area)
        m = len(cells)
        if high < 0 or low > MOST_PIPS * m:
            yield dead(_impossible_sum(b, area, cells, low, high), area.cells, area.covers, area.number)
            return
        least, most = max(low - MOST_PIPS * (m - 1), 0), min(high, MOST_PIPS)
        outside = ~_range(least, most)
        if [c for c in cells if values[c] & outside]:
            reason = _tag_reason(area, cells, low, high, least > 0)
            yield from _between(b, area, dict.fromkeys(cells, (least, most)), reason, area.covers)


def _tag_reason(area: Area, cells: Sequence[int], low: int, high: int, at_least: bool) -> str:
    if len(area.cells) == 1:
        return f"the tag says {area.tag}"
    if not at_least or len(cells) == 1:
        return _wish(area, cells, low, high)
    return f"{_wish(area, cells, low, high)}, and no cell has more than {MOST_PIPS}"


def _impossible_sum(b: Board, area: Area, cells: Sequence[int], low: int, high: int) -> str:
    if cells:
        return f"{_wish(area, cells, low, high)}, which cannot be"
    return f"{area.name} would have {sum([b.allowed[c].bit_length() - 1 for c in area.cells])}"


def _wish(area: Area, cells: Sequence[int], low: int, high: int) -> str:
    """`the 10 region at r1 c4 wants 10`; `... wants 4 from 2 more cells` where some have their domino."""
    more = "" if len(cells) == len(area.cells) else f" from {len(cells)} more {'cell' if len(cells) == 1 else 'cells'}"
    if high < 0:
        return f"{area.name} has too much already"
    wants = _wants(area, low, high)
    if area.type == "rest":
        return f"{area.name} gets what the sums leave of all pips, which is {low}{more}"
    return f"{area.name} {wants}{more}"


def _wants(area: Area, low: int, high: int) -> str:
    if area.type == "less":
        return f"wants at most {high}"
    return f"wants at least {low}" if area.type == "greater" else f"wants {low}"


def _between(b: Board, area: Area, ranges: Mapping[int, tuple[int, int]], reason: str, reads: int) -> Iterator[Found]:
    """Cells that have numbers in their range only, if that is news."""
    values = b.values_of(ranges)
    gone = {c: values[c] & ~_range(*between) for c, between in ranges.items() if values[c] & ~_range(*between)}
    if gone:
        yield _without(b, gone, reason, reads, area.cells, area.number)


def bounds(b: Board, at: int | None = None) -> Iterator[Found]:
    for area in b.areas_at(at):
        if area.high is not None:
            yield from _bounded(b, area)


def left_over(b: Board, at: int | None = None) -> Iterator[Found]:
    if b.t.rest:
        yield from _bounded(b, b.t.rest)


def _bounded(b: Board, area: Area) -> Iterator[Found]:
    """The least and the most that the other cells can have, by what they can be and by what is in hand."""
    cells, low, high = b.bare_of(area)
    m = len(cells)
    if not m:
        if low > 0 or high < 0:
            yield dead(_impossible_sum(b, area, cells, low, high), area.cells, at=area.number)
        return
    values = b.values_of(cells)
    least = [(values[c] & -values[c]).bit_length() - 1 for c in cells]
    most = [values[c].bit_length() - 1 for c in cells]
    hand = b.halves
    all_least, all_most = max(sum(least), sum(hand[:m])), min(sum(most), sum(hand[-m:]))
    if all_least > high or all_most < low:
        few = f"at most {all_most}" if all_most < low else f"at least {all_least}"
        yield dead(f"{_wish(area, cells, low, high)}, and can have {few}", cells, at=area.number)
        return
    if all_least >= low and all_most <= high:
        return
    few_hand, most_hand = sum(hand[: m - 1]), sum(hand[len(hand) - m + 1 :])
    lowest, highest = sum(least), sum(most)
    for lo, hi in zip(least, most, strict=True):  # most of the time there is nothing new, which is seen at less cost
        others_least, others_most = lowest - lo, highest - hi
        if hi > high - others_least or hi > high - few_hand or lo < low - others_most or lo < low - most_hand:
            yield from _cell_bounds(b, area, cells, low, high, least, most, hand)
            break
    if m > 1:
        yield from _inner_bounds(b, area, cells, low, high, least, most, hand)


def _cell_bounds(
    b: Board, area: Area, cells: list[int], low: int, high: int, least: list[int], most: list[int], hand: list[int]
) -> Iterator[Found]:
    """The same for each cell of the region, together for those of which the others have the same bounds."""
    m, values, lowest, highest = len(cells), b.values_of(cells), sum(least), sum(most)
    few_hand, most_hand = sum(hand[: m - 1]), sum(hand[len(hand) - m + 1 :])
    ranges: dict[tuple[int, int], dict[int, tuple[int, int]]] = {}
    by_hand = False
    for c, lo, hi in zip(cells, least, most, strict=True):
        others_least = max(lowest - lo, few_hand)
        others_most = min(highest - hi, most_hand)
        between = max(low - others_most, 0), min(high - others_least, MOST_PIPS)
        by_hand = by_hand or few_hand > lowest - lo or most_hand < highest - hi
        if values[c] & ~_range(*between):
            ranges.setdefault((others_least, others_most), {})[c] = between
    reads = EVERYTHING if by_hand else area.covers
    for (others_least, others_most), alike in ranges.items():
        c, (at_least, at_most) = next(iter(alike.items()))
        too_low, too_high = values[c] & ~_range(at_least, MOST_PIPS), values[c] & ~_range(0, at_most)
        others = _others(m - 1, others_least if too_high else 0, others_most if too_low else None)
        yield from _between(b, area, alike, _wish(area, cells, low, high) + others, reads)


def _inner_bounds(
    b: Board, area: Area, cells: list[int], low: int, high: int, least: list[int], most: list[int], hand: list[int]
) -> Iterator[Found]:
    """The same for a domino on two cells of the region."""
    m, t, live = len(cells), b.t, b.live
    at = {c: i for i, c in enumerate(cells)}
    few_hand, most_hand = sum(hand[: m - 2]), sum(hand[len(hand) - m + 2 :])
    for e in area.inner:
        c, d = t.edges[e]
        if c not in at or d not in at or not live & t.on[e]:
            continue
        i, j = at[c], at[d]
        others_least = max(sum(least) - least[i] - least[j], few_hand)
        others_most = min(sum(most) - most[i] - most[j], most_hand)
        lowest, highest = low - others_most, high - others_least
        struck = 0
        for k, (p, q) in enumerate(t.kinds):
            if not lowest <= p + q <= highest:
                struck |= t.of_kind[k]
        struck &= live & t.on[e]
        if struck:
            rest = _others(m - 2, others_least if highest < 2 * MOST_PIPS else 0, others_most if lowest > 0 else None)
            if lowest == highest:
                span = str(lowest)
            elif lowest > 0:
                span = f"at least {lowest}" if highest >= 2 * MOST_PIPS else f"from {lowest} to {highest}"
            else:
                span = f"at most {highest}"
            said = f"a domino on {b.names([c, d])} must have {span} pips: {_wish(area, cells, low, high)}{rest}"
            yield Found(said, struck, because=area.cells, at=area.number)


def _others(number: int, least: int, most: int | None) -> str:
    """`, and the other 2 have at most 8`; nothing of a least that is 0."""
    parts = ([] if most is None else [f"at most {most}"]) + ([f"at least {least}"] if least else [])
    if not number or not parts:
        return ""
    return f", and the other {'one has' if number == 1 else f'{number} have'} {' and '.join(parts)}"


def _range(least: int, most: int) -> int:
    return (2 << most) - (1 << least) if least <= most else 0


def ways(b: Board, at: int | None = None) -> Iterator[Found]:
    """Numbers for which the other cells of a sum have no numbers that fit."""
    values = b.values_at(at)
    for area in b.areas_at(at):
        if area.high is None:
            continue
        cells, low, high = b.bare_of(area)
        if len(cells) < 2:
            continue
        gone: dict[int, int] = {}
        for c in cells:
            sums = 1
            for d in cells:
                if d != c:
                    before, sums = sums, 0
                    for v in NUMBERS:
                        if values[d] >> v & 1:
                            sums |= before << v
            for v in NUMBERS:
                if values[c] >> v & 1 and not sums & _range(max(low - v, 0), high - v):
                    gone[c] = gone.get(c, 0) | 1 << v
        if gone:
            c = next(iter(gone))
            others = ", ".join(f"{b.names([d])} is {numbers_said(values[d])}" for d in cells if d != c)
            reason = f"{_wish(area, cells, low, high)}, and {others}"
            yield _without(b, gone, reason, area.covers, area.cells, area.number)


def equal_cells(b: Board, at: int | None = None) -> Iterator[Found]:
    t, values = b.t, b.values_at(at)
    for area in b.areas_at(at):
        if area.type != "equals" or len(area.cells) < 2:
            continue
        common = ALL_PIPS
        for c in area.cells:
            common &= values[c]
        if not common:
            yield dead(f"no number can be on all cells of {area.name}", area.cells, area.covers, area.number)
            return
        gone = {c: values[c] & ~common for c in area.cells if values[c] & ~common}
        if gone:
            known = [c for c in area.cells if values[c] == common]
            reason = f"all cells of {area.name} are equal, and not each of them can be that"
            if known:
                one = "can only be" if common & (common - 1) else "is"
                that = f"{b.names(known[:1])} {one} {numbers_said(common)}"
                reason = f"{that}, and all cells of {area.name} are equal"
            yield _without(b, gone, reason, area.covers, area.cells, area.number)
        struck = b.live & _on(t, area.inner) & ~t.doubles
        if struck:
            said = f"inside {area.name} only a double can lie: all of its cells are equal"
            yield Found(said, struck, 0, area.cells, at=area.number)


def unequal_cells(b: Board, at: int | None = None) -> Iterator[Found]:
    t, values = b.t, b.values_at(at)
    for area in b.areas_at(at):
        if area.type != "unequal":
            continue
        for c in area.cells:
            if values[c] & (values[c] - 1):
                continue
            gone = {d: values[c] for d in area.cells if d != c and values[d] & values[c]}
            if gone:
                if any(not values[d] & ~values[c] for d in gone):
                    both = [c, next(d for d in gone if not values[d] & ~values[c])]
                    what = (
                        f"{b.names(both)} would both be {numbers_said(values[c])}, and all cells of {area.name} differ"
                    )
                    yield dead(what, both, area.covers, area.number)
                    return
                reason = f"{b.names([c])} is {numbers_said(values[c])}, and all cells of {area.name} differ"
                yield _without(b, gone, reason, t.cover[c], area.cells, area.number)
        struck = b.live & _on(t, area.inner) & t.doubles
        if struck:
            says = f"inside {area.name} no double can lie: all of its cells differ"
            yield Found(says, struck, 0, area.cells, at=area.number)


def _on(t: Tables, edges: Sequence[int]) -> int:
    on = 0
    for e in edges:
        on |= t.on[e]
    return on


def shared_numbers(b: Board, at: int | None = None) -> Iterator[Found]:
    """So many cells of an unequal region with so many numbers among them take these from the others."""
    values = b.values_at(at)
    for area in b.areas_at(at):
        if area.type != "unequal":
            continue
        n = len(area.cells)
        if n > len(NUMBERS):
            yield dead(f"{area.name} has more cells than there are numbers", area.cells, 0, area.number)
            return
        for chosen in range(1, 1 << n):
            some = [c for i, c in enumerate(area.cells) if chosen >> i & 1]
            numbers = 0
            for c in some:
                numbers |= values[c]
            if numbers.bit_count() > len(some):
                continue
            says = f"{b.names(some)} have {numbers_said(numbers, joined='and')} among them"
            if numbers.bit_count() < len(some):
                yield dead(f"{says}, and {area.name} wants all different", some, area.covers, area.number)
                return
            gone = {c: values[c] & numbers for c in area.cells if c not in some and values[c] & numbers}
            if gone:
                reason = f"{says}, and all cells of {area.name} differ"
                yield _without(b, gone, reason, area.covers, area.cells, area.number)


def enough_pips(b: Board, at: int | None = None) -> Iterator[Found]:
    values = b.values_at(at)
    for area in b.areas_at(at):
        if area.type != "equals":
            continue
        cells = [c for c in area.cells if c in b.bare]
        m = len(cells)
        if m < 2:
            continue
        scarce = sum([1 << v for v in NUMBERS if b.hand[v] < m])
        gone = {c: values[c] & scarce for c in cells if values[c] & scarce}
        if gone:
            enough = [str(v) for v in NUMBERS if b.hand[v] >= m]
            have = f"only {listed(enough)} {'is' if len(enough) == 1 else 'are'}" if enough else "no number is"
            reason = f"{area.name} wants {m} equal halves, and in hand {have} on so many"
            yield _without(b, gone, reason, EVERYTHING, area.cells, area.number)


def used_up(b: Board, at: int | None = None) -> Iterator[Found]:
    """Cells that must have a number, and those that can, against the halves in hand with it.

    Equals count as well: such a region takes its number as often as it has bare cells, or not at all.
    """
    values = b.values
    for v in NUMBERS if at is None else (at,):
        bit, halves = 1 << v, b.hand[v]
        must = [c for c in b.bare if values[c] == bit]
        can = [c for c in b.bare if values[c] & bit]
        count = f"{halves} {'half' if halves == 1 else 'halves'} with {v}"
        if len(must) > halves:
            yield dead(f"{b.names(must)} must all be {v}, and in hand are only {count}", must, at=v)
            return
        if len(can) < halves:
            yield dead(f"{count} are in hand, and only {len(can)} cells can have {v}", can, at=v)
            return
        gone = {}
        if len(must) == halves < len(can):
            gone = {c: bit for c in can if c not in must}
            reason = f"{b.names(must)} take all {v}s in hand" if must else f"no {v} is in hand"
        elif len(can) == halves > len(must):
            gone = {c: values[c] & ~bit for c in can if values[c] != bit}
            reason = f"in hand are {count}, and no other cell can have {v}"
        if gone:
            yield _without(b, gone, reason, EVERYTHING, must or can, v)


def _without(
    b: Board, gone: Mapping[int, int], reason: str, reads: int, because: Sequence[int], at: int
) -> Found:
    """That the cells do not have the numbers `gone` from them."""
    return Found(partial(_conclusion, b, gone, reason), b.without(gone), reads, because, gone=gone, at=at)


def _conclusion(b: Board, gone: Mapping[int, int], reason: str) -> str:
    """What is left, and why. `r1 c1 must be 5`; `r1 c1 and r1 c2 must be 4 or 5`; `r1 c1 cannot be 0 or 1`."""
    groups: dict[tuple[bool, int], list[int]] = {}
    for c, numbers in gone.items():
        left = b.values[c] & ~numbers
        if left and left.bit_count() <= numbers.bit_count():
            groups.setdefault((True, left), []).append(c)
        else:
            groups.setdefault((False, numbers), []).append(c)
    parts = [
        f"{b.names(sorted(cells))} {'must' if must else 'cannot'} be {numbers_said(numbers)}"
        for (must, numbers), cells in groups.items()
    ]
    return f"{listed(parts)}: {reason}"
