"""How many solutions a board of Pips has, without finding them one by one.

Glossary
    covered    cells that have a domino, as ONE integer: bit i stands for the i-th cell along the board
    step       from `covered` to more of it, by a domino on its first bare cell and a neighbour of that: `(before,
               here, there, after)`, two cells by number in the middle. The ways to tile the board are paths of steps
    layer      what has the same number of dominoes on it
    hand       how many of each kind of domino are left, as one integer: a field of bits for each kind
    held       what the regions that are covered in part hold, as one integer: a field for each region. It is the pips
               of a sum, the number of an equal region and one more, the set of numbers of an unequal region
    front      covered -> held -> hand -> in how many ways this comes about

Two fronts go along the board, one from either end, a domino at a time, and it is always the smaller one that goes. The
one from the far end walks the same steps backwards, so that when both are at the same layer, what the one has covered
is what the other has left bare: then the pairs are solutions of which one has in hand what the other has laid, and that
together hold what each region wants. So neither is ever far into the board, where most of what has been begun well can
no longer be ended well, and that is why they need not look ahead.

A region that is full is checked, and forgotten. A region with a range, `<` or `>`, that can no longer fail holds always
the same, and boards that differ in nothing else become one.

A front with more in it than there is memory is cut to pieces, which then go on one after the other, a sample first: so
there is soon some number of which there are at least so many.

What is not here: the solutions themselves (`search`).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from time import perf_counter
from typing import TYPE_CHECKING, TypeAlias

from solver.errors import SearchTimeout
from solver.pips.puzzle import MOST_PIPS, Cell, Domino, PipsPuzzle, Region

if TYPE_CHECKING:
    from solver.pips.board import Board
    from solver.steps import Placed

Front: TypeAlias = dict[int, dict[int, dict[int, int]]]
"""covered -> held -> hand -> ways."""

Step: TypeAlias = tuple[int, int, int, int]
"""`(before, here, there, after)`: covered, two cells by number, covered."""

Moves: TypeAlias = list[tuple[int, list[tuple[int, int]]]]
"""What is added to `held`, and the kinds with which that comes about: the field of the kind in a hand, and its unit."""

ROOM = 1_800_000
"""So many hands, of about 130 bytes each, may be in all fronts together."""

SHARE = 4
"""A front goes on while it has less than this part of the room, for the next may have a few times as much."""

LEAST_PIECE = 2_000
"""No front is cut smaller, however little room there is."""


def solutions(board: Board, live: int, placed: Sequence[Placed], deadline: float, enough: float) -> int:
    """The number of solutions with these dominoes `placed`; `live` are the placements that are possible beside them.

    From `enough` on it may be any number that is not too high. Raises `SearchTimeout` at the deadline, with the number
    of those that were met till then.
    """
    return _Meeting(board, live, placed, deadline).count(enough)


@dataclass(frozen=True, slots=True)
class _Watched:
    """A region whose content matters: its field in `held`, its cells as bits, and from what to what its pips may be."""

    type: str
    low: int
    high: int
    shift: int
    mask: int
    cells: int

    def put(self, held: int, pips: int, bare: int) -> int | None:
        """What it holds after one more cell got these pips, with so many still bare; None if it cannot be content."""
        if self.type == "equals":
            return None if held and held != pips + 1 else pips + 1 if bare else 0
        if self.type == "unequal":
            return None if held >> pips & 1 else held | 1 << pips if bare else 0
        total, most = held + pips, MOST_PIPS * bare
        if total > self.high or total + most < self.low:
            return None
        if not bare:
            return 0
        if self.type == "less":
            return max(total, self.high - most)
        return min(total, self.low)

    def meets(self, held: int, other: int) -> bool:
        """Whether two parts that make up the whole region hold together what it wants."""
        if self.type == "equals":
            return held == other
        if self.type == "unequal":
            return not held & other
        return self.low <= held + other <= self.high


def _watched(puzzle: PipsPuzzle, number_of: Mapping[Cell, int]) -> Iterator[_Watched]:
    """Regions of one cell are left out: which placements are live says enough of them."""
    shift = 0
    for region in puzzle.regions:
        low, high = _range(region)
        most = MOST_PIPS * len(region.cells)
        if len(region.cells) == 1 or region.type == "empty" or (low <= 0 and high >= most):
            continue
        bits = {"equals": 3, "unequal": MOST_PIPS + 1}.get(region.type, most.bit_length())
        yield _Watched(
            region.type, low, high, shift, (1 << bits) - 1, sum([1 << number_of[cell] for cell in region.cells])
        )
        shift += bits


def _range(region: Region) -> tuple[int, int]:
    """From what to what the pips of a region may be; for one without a target, what no one can keep."""
    most, target = MOST_PIPS * len(region.cells), region.target or 0
    ranges = {"sum": (target, target), "less": (0, target - 1), "greater": (target + 1, most)}
    return ranges.get(region.type, (most, 0))


class _Meeting:
    """One count: the board as cells by number, the steps along it, and the two fronts."""

    def __init__(self, board: Board, live: int, placed: Sequence[Placed], deadline: float) -> None:
        cells = list(board.cover)
        number_of = {cell: i for i, cell in enumerate(cells)}
        self.deadline = deadline
        self.whole = (1 << len(cells)) - 1
        self.regions = list(_watched(board.puzzle, number_of))
        self.region_of = {
            i: r for r, region in enumerate(self.regions) for i in range(len(cells)) if region.cells >> i & 1
        }

        self.hand = shift = 0
        fields: dict[Domino, tuple[int, int]] = {}
        left = Counter([(min(domino), max(domino)) for domino in board.puzzle.dominoes])
        left.subtract([(min(domino), max(domino)) for domino, _ in placed])
        for kind, number in left.items():
            bits = number.bit_length()
            fields[kind] = (1 << bits) - 1 << shift, 1 << shift
            self.hand += number << shift
            shift += bits

        self.placements: dict[tuple[int, int], list[tuple[int, int, int, int]]] = {}
        while live:
            bit = live & -live
            live ^= bit
            k, slot = divmod(bit.bit_length() - 1, board.slots)
            a, b = board.kinds[k]
            here, there = (number_of[cell] for cell in board.places[slot])
            if here > there:
                a, b, here, there = b, a, there, here
            self.placements.setdefault((here, there), []).append((a, b, *fields[board.kinds[k]]))

        self.moves_known: dict[tuple[int, int, int, int, int, int], Moves] = {}
        self.put_known: dict[tuple[int, int, int], list[tuple[int, int]]] = {}
        self.begun = 0
        self.held: int | None = 0
        for (a, b), edge in placed:
            for pips, cell in zip((a, b), edge, strict=True):
                self._begin(number_of[cell], pips)

    def _begin(self, cell: int, pips: int) -> None:
        """One half of a domino that lies already."""
        self.begun |= 1 << cell
        r = self.region_of.get(cell)
        if r is not None and self.held is not None:
            region = self.regions[r]
            held = self.held >> region.shift & region.mask
            new = region.put(held, pips, (region.cells & ~self.begun).bit_count())
            self.held = None if new is None else self.held + (new - held << region.shift)

    def count(self, enough: float) -> int:
        layers = self._steps()
        if layers is None or self.held is None:
            return 0
        near: Front = {self.begun: {self.held: {self.hand: 1}}}
        far: Front = {self.whole: {0: {self.hand: 1}}}
        at, to, size, far_size = 0, len(layers), 1, 1
        found = 0
        try:
            while at < to and min(size, far_size) < ROOM // SHARE:
                if size <= far_size:
                    near, size = self._advance(near, layers[at])
                    at += 1
                else:
                    to -= 1
                    far, far_size = self._retreat(far, layers[to])
            probe, probe_size = _sample(near, 1 + size // LEAST_PIECE) if at < to else ({}, 0)
            pieces = [(at, near, size - probe_size), (at, probe, probe_size)]  # the last one goes first
            room = ROOM - far_size - size
            del near
            while pieces and found < enough:
                at, near, size = pieces.pop()
                if at == to:
                    found += self._met(near, far)
                elif size > max(LEAST_PIECE, room // SHARE):
                    pieces += [(at, *piece) for piece in _cut(near, max(LEAST_PIECE, room // SHARE))]
                    continue
                else:
                    near, new_size = self._advance(near, layers[at])
                    pieces.append((at + 1, near, new_size))
                    room -= new_size
                room += size
        except SearchTimeout as late:
            late.found = found
            raise
        return found

    # -- the ways to tile the board ---------------------------------------------------------------------------------

    def _steps(self) -> list[list[Step]] | None:
        """The steps of each layer with which the whole board can be covered; None if it cannot."""
        onward: dict[int, list[int]] = {}
        for here, there in self.placements:
            onward.setdefault(here, []).append(there)
        reached = {self.begun}
        layers: list[list[Step]] = []
        for _ in range((self.whole & ~self.begun).bit_count() // 2):
            steps = []
            for before in reached:
                first = ~before & (before + 1)
                here = first.bit_length() - 1
                for there in onward.get(here, ()):
                    if not before >> there & 1:
                        steps.append((before, here, there, before | first | 1 << there))
            self._check_time()
            layers.append(steps)
            reached = {step[3] for step in steps}
        if self.whole not in reached:
            return None
        for k in range(len(layers) - 1, -1, -1):
            layers[k] = [step for step in layers[k] if step[3] in reached]
            reached = {step[0] for step in layers[k]}
        return layers

    # -- the fronts -------------------------------------------------------------------------------------------------

    def _advance(self, front: Front, steps: list[Step]) -> tuple[Front, int]:
        """The near front one domino further, and its size."""
        return self._go(front, [(before, here, there, after, after) for before, here, there, after in steps])

    def _retreat(self, front: Front, steps: list[Step]) -> tuple[Front, int]:
        """The far front, which has covered what is bare for the near one, one domino nearer; and its size."""
        whole = self.whole
        return self._go(front, [(after, here, there, before, whole ^ before) for before, here, there, after in steps])

    def _go(self, front: Front, steps: list[tuple[int, int, int, int, int]]) -> tuple[Front, int]:
        """A front over `(from, here, there, to, what it has covered then)`."""
        new: Front = {}
        for start, here, there, end, covered in steps:
            groups = front.get(start)
            if not groups:
                continue
            arrived = new.setdefault(end, {})
            for held, hands in groups.items():
                for more, kinds in self._moves(here, there, held, covered):
                    self._check_time()
                    ways = arrived.get(held + more)
                    if ways is None:
                        ways = arrived[held + more] = defaultdict(int)
                    for kind, one in kinds:
                        for hand, number in hands.items():
                            if hand & kind:
                                ways[hand - one] += number
        return new, sum([len(hands) for groups in new.values() for hands in groups.values()])

    def _met(self, near: Front, far: Front) -> int:
        """How many solutions two fronts at the same layer make."""
        found = 0
        for covered, groups in near.items():
            apart = [region for region in self.regions if region.cells & covered and region.cells & ~covered]
            exact = [region for region in apart if region.type in ("sum", "equals")]
            ranges = [region for region in apart if region not in exact]
            fields = sum([region.mask << region.shift for region in exact])
            wanting: dict[int, list[tuple[int, dict[int, int]]]] = {}
            for held, hands in far.get(covered, {}).items():
                wanted = 0
                for region in exact:
                    content = held >> region.shift & region.mask
                    wanted += (region.high - content if region.type == "sum" else content) << region.shift
                wanting.setdefault(wanted, []).append((held, hands))
            for held, hands in groups.items():
                self._check_time()
                for other, others in wanting.get(held & fields, ()):
                    if all(g.meets(held >> g.shift & g.mask, other >> g.shift & g.mask) for g in ranges):
                        found += self._pairs(hands, others)
        return found

    def _pairs(self, hands: dict[int, int], others: dict[int, int]) -> int:
        """How often a hand of the one is what the other has laid."""
        if len(hands) > len(others):
            hands, others = others, hands
        everything, get = self.hand, others.get
        return sum([number * get(everything - hand, 0) for hand, number in hands.items()])

    # -- one domino -------------------------------------------------------------------------------------------------

    def _moves(self, here: int, there: int, held: int, covered: int) -> Moves:
        """What may be laid on two cells: with it `covered` is covered, and before it the regions hold `held`."""
        r, s = self.region_of.get(here), self.region_of.get(there)
        mine = bare = others = others_bare = 0
        if r is not None:
            region = self.regions[r]
            mine, bare = held >> region.shift & region.mask, (region.cells & ~covered).bit_count()
        if s is not None:
            region = self.regions[s]
            others, others_bare = held >> region.shift & region.mask, (region.cells & ~covered).bit_count()
        key = here, there, mine, bare, others, others_bare
        moves = self.moves_known.get(key)
        if moves is None:
            more: dict[tuple[int, int], int] = {}
            for a, gained in self._put(r, mine, bare + (r == s)):
                if r is not None and r == s:
                    others = mine + (gained >> self.regions[r].shift)
                for b, other in self._put(s, others, others_bare):
                    more[a, b] = gained + other
            kinds: dict[int, list[tuple[int, int]]] = {}
            for a, b, field, one in self.placements[here, there]:
                if (a, b) in more:
                    kinds.setdefault(more[a, b], []).append((field, one))
            self.moves_known[key] = moves = list(kinds.items())
        return moves

    def _put(self, r: int | None, held: int, bare: int) -> list[tuple[int, int]]:
        """The pips that a cell of a region may get, each with what that adds to `held`."""
        if r is None:
            return ANYTHING
        known = self.put_known.get((r, held, bare))
        if known is None:
            region = self.regions[r]
            known = []
            for pips in range(MOST_PIPS + 1):
                new = region.put(held, pips, bare)
                if new is not None:
                    known.append((pips, new - held << region.shift))
            self.put_known[r, held, bare] = known
        return known

    def _check_time(self) -> None:
        if perf_counter() > self.deadline:
            raise SearchTimeout("the time limit passed before the solutions were counted", 0)


ANYTHING = [(pips, 0) for pips in range(MOST_PIPS + 1)]
"""What `_put` says of a cell in no region."""


def _sample(front: Front, step: int) -> tuple[Front, int]:
    """One hand of every `step`, from everywhere in a front, as a front of its own, and its size. They are gone from it.

    It is soon through, so that a count that is not done in time has met many solutions nevertheless.
    """
    everything = (
        (covered, held, hand) for covered, groups in front.items() for held, hands in groups.items() for hand in hands
    )
    some = list(islice(everything, 0, None, step))
    sample: Front = {}
    for covered, held, hand in some:
        sample.setdefault(covered, {}).setdefault(held, {})[hand] = front[covered][held].pop(hand)
    return sample, len(some)


def _cut(front: Front, size: int) -> Iterator[tuple[Front, int]]:
    """A front as pieces of up to so many hands, each with its size. What has been handed out is gone from the front."""
    piece: Front = {}
    number = 0
    while front:
        covered, groups = front.popitem()
        while groups:
            held, hands = groups.popitem()
            while hands:
                if len(hands) <= size - number:
                    part, hands = hands, {}
                else:
                    part = dict([hands.popitem() for _ in range(size - number)])
                piece.setdefault(covered, {})[held] = part
                number += len(part)
                if number == size:
                    yield piece, number
                    piece, number = {}, 0
    if piece:
        yield piece, number
