"""A board of Pips as sets of placements, and the rules as masks for them: what the search works with.

Glossary
    edge       two neighbouring cells
    slot       an edge with a direction: which of its cells lies under the first number
    kind       dominoes with the same two numbers, the lower one first; most kinds have one domino, twins have more
    placement  a kind in a slot. A double has one slot per edge, since turning it changes nothing
    set        of placements, as ONE integer: bit `kind * slots + slot` stands for a placement
    live       the placements that are still possible
    unit       a set of which a solution has exactly one placement: those that cover a cell, those of a kind, and where
               an unequal region has as many cells as there are numbers, those that put a number into it
    pinned     a cell whose number its region alone tells, such as the one cell of a sum, or all cells of a sum of 0
    hand       the pips of the halves that are left for cells that are not pinned: bytes, in rising order
    sums       (region, n, low, high): the n cells of it still bare must get between low and high pips together
    equals     (region, n): the n cells of it still bare must get the same

A placement strikes what shares a unit with it; that is exact cover, and `live` ANDed with a mask. The regions do the
same: from the hand follows the least and the most that the other bare cells of a region can hold, so what is left for
each of them, and for a domino on two of them, is a range, and whatever is outside is struck. Equals want a number of
which enough is in hand. That less, greater and sum are one thing, a range, gives one region more for free: all cells
that are in no sum region must hold what the sums leave over.

Sets over all kinds are made from sets of slots by multiplication: `slots * kinds`, where `kinds` has a bit at the start
of each kind wanted, copies the slots to each of them. So nothing is ever done placement by placement.

What is not here: in which order placements are tried (`search`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from operator import itemgetter
from typing import TYPE_CHECKING, TypeAlias

from solver.pips.puzzle import LONGEST_SIDE, MOST_PIPS, Cell, Domino, PipsPuzzle, PipsSolution, Region
from solver.steps import Placed

if TYPE_CHECKING:
    from random import Random

State: TypeAlias = tuple[
    int, list[int], list[tuple[int, int]], list[tuple[int, int, int, int]], list[tuple[int, int]], bytes
]
"""`(live, units, twins, sums, equals, hand)` of a board on which some dominoes lie. `units` are those without a
placement yet; `twins` has the set of each kind with more dominoes than one, and how many of them are not yet laid."""

ALL_PIPS = (2 << MOST_PIPS) - 1
"""Sets of numbers are bits as well: all of 0 to 6."""

MISSING = [[v for v in range(MOST_PIPS + 1) if not numbers >> v & 1] for numbers in range(ALL_PIPS + 1)]
"""The numbers that are not in a set."""

STRIDE = LONGEST_SIDE + 1
"""Cells as bits: cell (r, c) is bit `r * STRIDE + c`, so that no row touches the next one's begin."""

BYTES = [bytes([pips]) for pips in range(MOST_PIPS + 1)]

NUMBERED = [(1 << number, pips) for number, pips in enumerate(BYTES)]

LOOSE = 0
"""The number of the region of all cells that are not pinned."""

UNBOUNDED = 1 << 20
"""More than the pips of any board."""


CONTENT = -1

_Hand: TypeAlias = tuple[int, dict[tuple[int, int, int, int], int], list[int], list[int]]


class Board:
    """A puzzle as sets of placements, and the rules as masks for them.

    head, tail     cell -> the slots in which it lies under the first number, under the second
    firsts         firsts[v]: a bit at the start of each kind whose first number is v; `seconds` likewise
    totals         for each kind its two numbers together, and a bit at its start
    slots_of       region -> the slots with the first cell in the region, with the second
    inner          region -> the slots with both; regions without such are left out
    regions_of     cell -> the regions it is in: its own unless that is `empty`, and perhaps that of what is left over
    equal          the regions of type equals
    unequal        the regions of type unequal
    root           the state of the bare board

    What depends on the hand or the state is worked out when it is first met; the names of such caches end in `_known`.
    """

    def __init__(self, puzzle: PipsPuzzle, shuffle: Random | None = None) -> None:
        self.puzzle = puzzle
        edges = puzzle.edges
        if shuffle:
            edges = tuple(shuffle.sample(edges, len(edges)))
        self.slots = slots = 2 * len(edges)
        self.places = edges + tuple([(there, here) for here, there in edges])
        begins = dict.fromkeys(puzzle.cells, 0)
        ends = begins.copy()
        slot = 1
        for here, there in edges:
            begins[here] |= slot
            ends[there] |= slot
            slot <<= 1
        turn = len(edges)
        self.head = head = {cell: those | ends[cell] << turn for cell, those in begins.items()}
        self.tail = tail = {cell: those | begins[cell] << turn for cell, those in ends.items()}

        alike: dict[Domino, int] = {}
        for a, b in puzzle.dominoes:
            kind = (a, b) if a < b else (b, a)
            alike[kind] = alike.get(kind, 0) + 1
        self.kinds = sorted(alike)
        if shuffle:
            shuffle.shuffle(self.kinds)
        self.firsts = firsts = [0] * (MOST_PIPS + 1)
        self.seconds = seconds = firsts.copy()
        every_slot = (1 << slots) - 1
        starts = doubles = 0
        self.of_kind: list[int] = []
        self.totals: list[tuple[int, int]] = []
        for k, (a, b) in enumerate(self.kinds):
            start = 1 << k * slots
            starts |= start
            self.totals.append((a + b, start))
            firsts[a] |= start
            seconds[b] |= start
            self.of_kind.append(every_slot << k * slots)
            if a == b:
                doubles |= start
        self.everything = every_slot * starts
        live = self.everything ^ (every_slot >> len(edges) << len(edges)) * doubles  # these lie one way only
        both_ways = starts << turn | starts
        self.cover = {cell: (begins[cell] | ends[cell]) * both_ways for cell in _along_the_board(puzzle)}
        self.repeated = {k for k, kind in enumerate(self.kinds) if alike[kind] > 1}
        twins = [(self.of_kind[k], alike[self.kinds[k]]) for k in self.repeated]
        units = [unit for k, unit in enumerate(self.of_kind) if k not in self.repeated]

        self._only_known: dict[tuple[int, int], int] = {}
        self._outside_known: dict[int, tuple[int, int]] = {}
        self._within_known: dict[tuple[int, int, int], int] = {}
        self._laying_known: dict[int, tuple[int, dict[int, tuple[int, int]], list[bytes]]] = {}
        self._hands: dict[bytes, _Hand] = {}
        self._plenty_known: dict[tuple[bytes, int], int] = {}

        self.slots_of: list[tuple[int, int]] = []
        self.inner: dict[int, int] = {}
        self.regions_of: dict[Cell, list[int]] = {cell: [] for cell in head}
        self.equal: set[int] = set()
        self.unequal: set[int] = set()
        sums: list[tuple[int, int, int, int]] = []
        equals: list[tuple[int, int]] = []
        elsewhere: list[Cell] = []
        self.pinned: dict[Cell, int] = {}
        alike_cells: dict[int, list[Cell]] = {}
        self.root: State | None = None
        hand = bytes(sorted([pips for domino in puzzle.dominoes for pips in domino]))
        left_over = sum(hand)
        for region in puzzle.regions:
            number = _number_of_each(region)
            if number is not None:
                self.pinned.update(dict.fromkeys(region.cells, number))
                left_over -= number * len(region.cells)
                if number > MOST_PIPS or hand.count(number) < len(region.cells):
                    return
                hand = hand.replace(BYTES[number], b"", len(region.cells))
                alike_cells.setdefault(number, []).extend(region.cells)
        first = second = every_slot
        for cell in self.pinned:
            first &= ~head[cell]
            second &= ~tail[cell]
        self.slots_of.append((first, second))  # these are of LOOSE
        for number, cells in alike_cells.items():
            live &= self._only(self._add(cells, watched=False), 1 << number)
        for region in puzzle.regions:
            n = len(region.cells)
            target = region.target or 0
            if region.cells[0] in self.pinned:
                continue
            if region.type == "sum":
                sums.append((self._add(region.cells), n, target, target))
                left_over -= target
                continue
            elsewhere += region.cells
            if region.type == "less":
                sums.append((self._add(region.cells), n, 0, target - 1))
            elif region.type == "greater":
                sums.append((self._add(region.cells), n, target + 1, UNBOUNDED))
            elif n > 1 and region.type != "empty":
                r = self._add(region.cells)
                first, second = self.slots_of[r]
                if region.type == "equals":
                    self.equal.add(r)
                    equals.append((r, n))
                    live &= ~((first & second) * (starts ^ doubles))
                else:
                    self.unequal.add(r)
                    live &= ~((first & second) * doubles)
                    numbers = set(hand)
                    if n > len(numbers):
                        live = 0
                    elif n == len(numbers):
                        units += [first * firsts[v] | second * seconds[v] for v in numbers]
        if elsewhere:
            sums.append((self._add(elsewhere), len(elsewhere), left_over, left_over))
        elif left_over:
            live = 0
        units += self.cover.values()
        if shuffle:
            shuffle.shuffle(units)
        self.root = self._narrow(live, units, twins, sums, equals, hand, {})

    def _add(self, cells: Sequence[Cell], watched: bool = True) -> int:
        """A new region; its number. What is laid on its cells is told to `_narrow` if it is `watched`."""
        number = len(self.slots_of)
        first = second = 0
        head, tail, regions_of = self.head, self.tail, self.regions_of
        for cell in cells:
            first |= head[cell]
            second |= tail[cell]
            if watched:
                regions_of[cell].append(number)
        self.slots_of.append((first, second))
        if first & second:
            self.inner[number] = first & second
        return number

    # -- a placement, and what follows from it ----------------------------------------------------------------------

    def begin(self, bits: Sequence[int]) -> State | None:
        """The state after these placements, or None if they break a rule or leave no way on."""
        state = self.root
        for bit in bits:
            if state is None or not state[0] & bit:
                return None
            state = self.lay(state, bit)
        return state

    def lay(self, state: State, bit: int) -> State | None:
        """The state after one more placement, which must be live, or None if a region cannot be content any more."""
        live, units, twins, sums, equals, hand = state
        kept, shares, taken = self._laying_known.get(bit.bit_length()) or self._laying(bit.bit_length())
        live &= kept
        for pips in taken:
            if pips not in hand:
                return None
            hand = hand.replace(pips, b"", 1)
        units = [unit for unit in units if not unit & bit]
        if twins:
            live, twins = self._fewer_twins(live, twins, bit)
        return self._narrow(live, units, twins, sums, equals, hand, shares)

    def lay_all(self, state: State, bits: int) -> State | None:
        """The same of several placements, with the regions asked once; None also where they exclude one another."""
        if not bits & (bits - 1):
            return self.lay(state, bits)
        live, units, twins, sums, equals, hand = state
        all_shares: dict[int, tuple[int, int]] = {}
        for bit in each(bits):
            if not live & bit:
                return None
            kept, shares, taken = self._laying_known.get(bit.bit_length()) or self._laying(bit.bit_length())
            live &= kept
            for pips in taken:
                if pips not in hand:
                    return None
                hand = hand.replace(pips, b"", 1)
            if twins:
                live, twins = self._fewer_twins(live, twins, bit)
            for r, share in shares.items():
                if r in all_shares:
                    share = share[0] + all_shares[r][0], share[1] + all_shares[r][1]
                all_shares[r] = share
        units = [unit for unit in units if not unit & bits]
        return self._narrow(live, units, twins, sums, equals, hand, all_shares)

    def _fewer_twins(self, live: int, twins: list[tuple[int, int]], bit: int) -> tuple[int, list[tuple[int, int]]]:
        """What is live, and the twins, after a placement that may be one of theirs."""
        left = []
        for kind, number in twins:
            if not kind & bit:
                left.append((kind, number))
            elif number > 1:
                left.append((kind, number - 1))
            else:
                live &= ~kind
        return live, left

    def _narrow(
        self,
        live: int,
        units: list[int],
        twins: list[tuple[int, int]],
        sums: list[tuple[int, int, int, int]],
        equals: list[tuple[int, int]],
        hand: bytes,
        shares: dict[int, tuple[int, int]],
    ) -> State | None:
        """The state with all struck that the regions cannot have; `shares` is what they just got: (cells, pips)."""
        numbers, ranges, _, _ = self._hands.get(hand) or self._hand(hand)
        only = self._only_known
        if numbers != ALL_PIPS:
            live &= only.get((LOOSE, numbers)) or self._only(LOOSE, numbers)
        open_sums = []
        for wanted in sums:
            r = wanted[0]
            if r in shares:
                r, n, low, high = wanted
                cells, pips = shares[r]
                n -= cells
                low -= pips
                high -= pips
                if not n:
                    if low > 0 or high < 0:
                        return None
                    continue
                wanted = r, n, low, high
            mask = ranges.get(wanted)
            if mask is None:
                mask = self._range(hand, wanted)
            if not mask:
                return None
            if mask != CONTENT:
                live &= mask
                if wanted[1] > 1:  # else its last cell can have nothing else any more
                    open_sums.append(wanted)
        if equals:
            equals = [(r, n - shares[r][0] if r in shares else n) for r, n in equals]
            for r, n in equals:
                if n > 1:
                    numbers = self._plenty_known.get((hand, n)) or self._plenty(hand, n)
                    live &= only.get((r, numbers)) or self._only(r, numbers)
        return live, units, twins, open_sums, equals, hand

    # -- masks, each worked out once --------------------------------------------------------------------------------

    def _laying(self, length: int) -> tuple[int, dict[int, tuple[int, int]], list[bytes]]:
        """What a placement leaves live, how many cells and pips each region gets, and what goes from the hand.

        `length` is that of its bit: of such small numbers the hash is had much sooner.
        """
        k, slot = divmod(length - 1, self.slots)
        here, there = self.places[slot]
        a, b = self.kinds[k]
        kept = ~(self.cover[here] | self.cover[there] | (0 if k in self.repeated else self.of_kind[k]))
        shares: dict[int, tuple[int, int]] = {}
        taken = []
        for cell, pips in ((here, a), (there, b)):
            if cell in self.pinned:
                continue
            taken.append(BYTES[pips])
            for r in self.regions_of[cell]:
                if r in self.unequal:
                    kept &= self._only(r, ALL_PIPS ^ 1 << pips)
                    continue
                if r in self.equal:
                    kept &= self._only(r, 1 << pips)
                shares[r] = (2, a + b) if r in shares else (1, pips)
        self._laying_known[length] = laying = kept, shares, taken
        return laying

    def _only(self, r: int, numbers: int) -> int:
        """All placements except those that put a number on region r that is not among `numbers`."""
        outside = self._outside_known.get(numbers)
        if outside is None:
            firsts = seconds = 0
            for pips in MISSING[numbers]:
                firsts |= self.firsts[pips]
                seconds |= self.seconds[pips]
            self._outside_known[numbers] = outside = firsts, seconds
        first, second = self.slots_of[r]
        self._only_known[r, numbers] = mask = ~(first * outside[0] | second * outside[1])
        return mask

    def _within(self, r: int, low: int, high: int) -> int:
        """All placements except dominoes with both halves on region r and not `low` to `high` pips together."""
        strange = sum([start for total, start in self.totals if not low <= total <= high])
        self._within_known[r, low, high] = mask = ~(self.inner[r] * strange)
        return mask

    def _hand(self, hand: bytes) -> _Hand:
        """What is known of a hand: the set of its numbers; its ranges, see below, empty as yet; and the pips that n of
        its halves have at least, and at most, for every n."""
        numbers = 0
        for number, pips in NUMBERED:
            if pips in hand:
                numbers |= number
        known: _Hand = numbers, {}, list(accumulate(hand, initial=0)), list(accumulate(hand[::-1], initial=0))
        self._hands[hand] = known
        return known

    def _range(self, hand: bytes, wanted: tuple[int, int, int, int]) -> int:
        """What may stay live with n cells of region r bare that must get `low` to `high` pips of this hand.

        0 if they cannot, `CONTENT` if they will get them whatever is laid there.
        """
        r, n, low, high = wanted
        _, ranges, least, most = self._hands[hand]
        mask = self.everything
        a, b = low - most[n - 1], high - least[n - 1]
        if a > hand[0] or b < hand[-1]:
            if a < 0:
                a = 0
            if b > MOST_PIPS:
                b = MOST_PIPS
            if a > b:
                mask = 0
            else:
                numbers = (2 << b) - (1 << a)
                mask &= self._only_known.get((r, numbers)) or self._only(r, numbers)
        elif low <= least[n] and high >= most[n]:
            ranges[wanted] = CONTENT
            return CONTENT
        if n > 1 and r in self.inner:
            a, b = low - most[n - 2], high - least[n - 2]
            if a > least[2] or b < most[2]:
                mask &= self._within_known.get((r, a, b)) or self._within(r, a, b)
        ranges[wanted] = mask
        return mask

    def _plenty(self, hand: bytes, n: int) -> int:
        """The set of numbers that n halves of the hand have."""
        numbers = 0
        for number, pips in NUMBERED:
            if hand.count(pips) >= n:
                numbers |= number
        self._plenty_known[hand, n] = numbers
        return numbers

    # -- from and to dominoes ---------------------------------------------------------------------------------------

    def bits_of(self, placed: Sequence[Placed]) -> list[int]:
        """Dominoes on the board as placements; they have been checked."""
        bits = []
        for (a, b), (here, there) in placed:
            if a > b or (a == b and (here, there) not in self.puzzle.edges):
                a, b, here, there = b, a, there, here
            bits.append(1 << self.kinds.index((a, b)) * self.slots + self.places.index((here, there)))
        return bits

    def is_balanced(self, bits: Sequence[int]) -> bool:
        """Whether, coloured like a chessboard, each island of bare cells has as many black cells as white ones."""
        bare, black = self._grid
        for bit in bits:
            (r, c), (s, d) = self.places[(bit.bit_length() - 1) % self.slots]
            bare ^= 1 << r * STRIDE + c | 1 << s * STRIDE + d
        while bare:
            island, grown = 0, bare & -bare
            while grown != island:
                island = grown
                grown |= (grown << 1 | grown >> 1 | grown << STRIDE | grown >> STRIDE) & bare
            if 2 * (island & black).bit_count() != island.bit_count():
                return False
            bare ^= island
        return True

    @cached_property
    def _grid(self) -> tuple[int, int]:
        """The cells, and the black cells among them."""
        cells = self.puzzle.cells
        black = sum([1 << r * STRIDE + c for r, c in cells if (r + c) % 2])
        return sum([1 << r * STRIDE + c for r, c in cells]), black

    def solution(self, bits: Sequence[int]) -> PipsSolution:
        """The solution that these placements are."""
        laid = [divmod(bit.bit_length() - 1, self.slots) for bit in bits]
        if not self.repeated:
            places_of = {self.kinds[k]: self.places[slot] for k, slot in laid}
            return PipsSolution.unchecked(
                self.puzzle,
                tuple([places_of[a, b] if a <= b else places_of[b, a][::-1] for a, b in self.puzzle.dominoes]),
            )
        where: dict[Domino, list[tuple[Cell, Cell]]] = {}
        for k, slot in laid:
            where.setdefault(self.kinds[k], []).append(self.places[slot])
        places = [where[a, b].pop() if a <= b else where[b, a].pop()[::-1] for a, b in self.puzzle.dominoes]
        return PipsSolution(self.puzzle, tuple(places))


def _along_the_board(puzzle: PipsPuzzle) -> list[Cell]:
    """The cells along the longer side of the board, the last one first: what is covered has a short border."""
    rows, columns = zip(*puzzle.cells, strict=True)
    cells = list(puzzle.cells[::-1])
    if max(columns) - min(columns) > rows[-1] - rows[0]:
        cells.sort(key=itemgetter(1), reverse=True)
    return cells


def _number_of_each(region: Region) -> int | None:
    """The number that each cell of a region must have, where type and target alone tell; it may be above 6."""
    type_, target, n = region.type, region.target, len(region.cells)
    if n == 1 and type_ == "sum":
        return target
    if (target == 0 and type_ == "sum") or (target == 1 and type_ == "less"):
        return 0
    if (target == MOST_PIPS * n and type_ == "sum") or (target == MOST_PIPS * n - 1 and type_ == "greater"):
        return MOST_PIPS
    return None


def each(placements: int) -> Iterator[int]:
    while placements:
        bit = placements & -placements
        placements ^= bit
        yield bit
