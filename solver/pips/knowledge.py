"""What is known of a board of Pips while it is explained, and the form in which rules say what they add to it.

    Tables   what of a puzzle never changes: cells, edges, kinds and regions, and the sets of placements they stand for
    Board    what is known at one moment: ONE set of placements that are still possible, and what has been laid
    Found    what a rule says
    Told     what a rule said and what that gave to others, so that steps on which nothing rests can be left out
    Supposition    what a what if supposes

What is not here: the rules (`cell_rules`, `number_rules`), and in which order they are asked (`deduce`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from solver.pips.puzzle import MOST_PIPS, Cell, PipsPuzzle, PipsSolution, Region
from solver.pips.words import cell_name, cell_names
from solver.steps import Placed

ALL_PIPS = (2 << MOST_PIPS) - 1
"""Sets of numbers are bits: all of 0 to 6."""

NUMBERS = range(MOST_PIPS + 1)
EVERYTHING = -1
"""All placements, for what a rule looked at."""


@dataclass(frozen=True, slots=True)
class Area:
    """A region as the rules see it: the numbers of its cells, what they must have together, and its name.

    `low` and `high` are for all of its cells; `high` is None for a region that is no sum.
    """

    type: str
    tag: str
    cells: tuple[int, ...]
    low: int
    high: int | None
    name: str
    covers: int
    inner: tuple[int, ...]
    number: int


class Tables:
    """What of a puzzle never changes. Cells, edges and kinds are numbers here; all sets are of placements.

    A slot is an edge with a direction, `2 * edge` or `2 * edge + 1`: which of its cells has the first number. Bit
    `kind * slots + slot` stands for a placement; a double has one for each edge.
    """

    def __init__(self, puzzle: PipsPuzzle) -> None:
        self.puzzle = puzzle
        self.cells = puzzle.cells
        counted = Counter((min(domino), max(domino)) for domino in puzzle.dominoes)
        self.kinds = sorted(counted)
        self.counts = [counted[kind] for kind in self.kinds]
        number = {cell: i for i, cell in enumerate(self.cells)}
        self.number = number
        self.edges = [(number[c], number[d]) for c, d in puzzle.edges]
        self.slots = max(1, 2 * len(self.edges))
        starts = sum(1 << k * self.slots for k in range(len(self.kinds)))
        firsts, seconds = [0] * len(NUMBERS), [0] * len(NUMBERS)
        doubles = 0
        for k, (a, b) in enumerate(self.kinds):
            firsts[a] |= 1 << k * self.slots
            seconds[b] |= 1 << k * self.slots
            if a == b:
                doubles |= 1 << k * self.slots
        head, tail = [0] * len(self.cells), [0] * len(self.cells)
        self.neighbours: list[list[tuple[int, int]]] = [[] for _ in self.cells]
        for e, (c, d) in enumerate(self.edges):
            head[c] |= 1 << 2 * e
            tail[d] |= 1 << 2 * e
            head[d] |= 2 << 2 * e
            tail[c] |= 2 << 2 * e
            self.neighbours[c].append((d, e))
            self.neighbours[d].append((c, e))
        every_slot = (1 << self.slots) - 1
        turned = sum(2 << 2 * e for e in range(len(self.edges)))
        self.everything = every_slot * starts & ~(turned * doubles) if self.edges else 0
        self.cover = [(h | t) * starts for h, t in zip(head, tail, strict=True)]
        self.put = [[h * firsts[v] | t * seconds[v] for v in NUMBERS] for h, t in zip(head, tail, strict=True)]
        self.on = [(3 << 2 * e) * starts for e in range(len(self.edges))]
        self.of_kind = [every_slot << k * self.slots for k in range(len(self.kinds))]
        self.doubles = every_slot * doubles
        self.areas = [self._area(region, i) for i, region in enumerate(puzzle.regions)]
        self.area_of = {c: area for area in self.areas for c in area.cells}
        self.rest = self._rest()
        self.stride = max(c for _, c in self.cells) + 2
        self.spot = [1 << r * self.stride + c for r, c in self.cells]
        self.dark = sum(b for b, (r, c) in zip(self.spot, self.cells, strict=True) if (r + c) % 2)

    def _area(self, region: Region, i: int) -> Area:
        n, target = len(region.cells), region.target or 0
        low, high = {
            "sum": (target, target),
            "less": (0, target - 1),
            "greater": (target + 1, max(MOST_PIPS * n, target + 1)),
        }.get(region.type, (0, None))
        cells = tuple(self.number[cell] for cell in region.cells)
        name = f"the {region.tag} region at {cell_name(region.cells[0])}"
        return Area(region.type, region.tag, cells, low, high, name, self.covers_of(cells), self._inner(cells), i)

    def _rest(self) -> Area | None:
        """All cells that are in no sum, which must have what the sums leave."""
        cells = tuple(sorted(c for area in self.areas if area.type != "sum" for c in area.cells))
        left = sum(map(sum, self.puzzle.dominoes)) - sum(area.low for area in self.areas if area.type == "sum")
        if not cells or len(cells) == len(self.cells):
            return None
        name = "the board outside the sums"
        return Area("rest", str(left), cells, left, left, name, EVERYTHING, self._inner(cells), 0)

    def covers_of(self, cells: Sequence[int]) -> int:
        covers = 0
        for c in cells:
            covers |= self.cover[c]
        return covers

    def _inner(self, cells: Sequence[int]) -> tuple[int, ...]:
        """The edges with both cells among these."""
        return tuple(e for e, (c, d) in enumerate(self.edges) if c in cells and d in cells)

    def placement(self, bit: int) -> tuple[int, int, int]:
        """`(kind, cell of its first number, cell of its second)`."""
        k, slot = divmod(bit.bit_length() - 1, self.slots)
        c, d = self.edges[slot // 2]
        return (k, d, c) if slot & 1 else (k, c, d)

    def placed(self, bit: int) -> Placed:
        """The placement for others: numbers and cells, the cells in reading order."""
        k, c, d = self.placement(bit)
        a, b = self.kinds[k]
        if c > d:
            a, b, c, d = b, a, d, c
        return (a, b), (self.cells[c], self.cells[d])

    def bit_of(self, domino: tuple[int, int], place: tuple[Cell, Cell]) -> int:
        (a, b), (c, d) = domino, (self.number[place[0]], self.number[place[1]])
        if a > b or (a == b and c > d):
            a, b, c, d = b, a, d, c
        slot = 2 * self.edges.index((c, d)) if c < d else 2 * self.edges.index((d, c)) + 1
        return 1 << self.kinds.index((a, b)) * self.slots + slot

    def set_of(self, solution: PipsSolution) -> int:
        """The placements of a solution."""
        both = zip(self.puzzle.dominoes, solution.places, strict=True)
        return sum({self.bit_of(domino, place) for domino, place in both})


class Board:
    """What is known at one moment.

    live     the placements that are still possible, laid ones included
    laid     the placements that are made
    left     how many dominoes of each kind are in hand
    hand     how many halves in hand have each number
    halves   the halves in hand, in rising order
    bare     the cells without a domino, in order
    allowed  for each cell what was left of its numbers when a step last was about them; for the sentences

    Once a what if is needed: `solutions`, the placements that some solution is known to have; `agreed`, those that all
    of these have, and `confirmed`, those that all solutions have; whether there is only one; and whether there is none,
    as on a board made by a supposition (`doomed`).
    `fruitless` has where suppositions led that were not refuted when they were tried last.
    """

    __slots__ = (
        "_gone",
        "_values",
        "agreed",
        "allowed",
        "bare",
        "confirmed",
        "doomed",
        "fruitless",
        "halves",
        "hand",
        "laid",
        "left",
        "live",
        "solutions",
        "t",
        "unique",
    )

    def __init__(self, t: Tables) -> None:
        self.t = t
        self.live = t.everything
        self.laid = 0
        self.left = t.counts[:]
        self.hand = [0] * len(NUMBERS)
        for (a, b), count in zip(t.kinds, t.counts, strict=True):
            self.hand[a] += count
            self.hand[b] += count
        self.bare = list(range(len(t.cells)))
        self.allowed = [ALL_PIPS] * len(t.cells)
        self.halves = sorted(pips for domino in t.puzzle.dominoes for pips in domino)
        self._values: list[int] = []
        self._gone = EVERYTHING
        self.fruitless: dict[tuple[int, int, int, int], Board] = {}
        self.doomed = False
        self.solutions: int | None = None
        self.unique = True
        self.agreed = self.confirmed = 0

    @classmethod
    def begun(cls, puzzle: PipsPuzzle, placed: Sequence[Placed]) -> Board:
        board = cls(Tables(puzzle))
        for domino, place in placed:
            board.lay(board.t.bit_of(domino, place))
        return board

    def copy(self) -> Board:
        """The same without solutions, and so `doomed`. What has been found out of its cells goes with it."""
        assert self.values is not None
        new: Board = object.__new__(Board)
        new.t, new.live, new.laid = self.t, self.live, self.laid
        new.left, new.hand, new.bare, new.allowed = self.left[:], self.hand[:], self.bare[:], self.allowed[:]
        new.halves = self.halves[:]
        new._values, new._gone = self._values[:], self._gone
        new.fruitless = {}
        new.doomed, new.solutions, new.unique, new.agreed, new.confirmed = True, 0, True, 0, 0
        return new

    def bare_at(self, at: int | None) -> Sequence[int]:
        """The bare cells; only the one with that number, where one is given."""
        return self.bare if at is None else (at,) if at in self.bare else ()

    def areas_at(self, at: int | None) -> Sequence[Area]:
        """The regions; only the one with that number, where one is given."""
        return self.t.areas if at is None else (self.t.areas[at],)

    def lay(self, bit: int) -> None:
        before = self.live
        k, c, d = self.t.placement(bit)
        self.live = self.live & ~(self.t.cover[c] | self.t.cover[d]) | bit
        self.laid |= bit
        self.left[k] -= 1
        if not self.left[k]:
            self.live &= ~self.t.of_kind[k] | self.laid
        for pips in self.t.kinds[k]:
            self.hand[pips] -= 1
            self.halves.remove(pips)
        self.bare.remove(c)
        self.bare.remove(d)
        a, b = self.t.kinds[k]
        self.allowed[c], self.allowed[d] = 1 << a, 1 << b
        self._gone |= before & ~self.live

    def strike(self, struck: int) -> None:
        self.live &= ~struck
        self._gone |= struck

    @property
    def values(self) -> list[int]:
        """For each cell the set of numbers that live placements put there."""
        if self._gone:
            self.values_of(range(len(self.t.cells)))
            self._gone = 0
        return self._values

    def values_of(self, cells: Iterable[int]) -> list[int]:
        """The same where only that of these cells is asked for: of the others it may be too many."""
        gone = self._gone
        if gone:
            live, t = self.live, self.t
            if not self._values:
                self._values = [ALL_PIPS] * len(t.cells)
            for c in cells:
                if gone & t.cover[c]:
                    numbers = self._values[c]
                    for v, those in enumerate(t.put[c]):
                        if numbers >> v & 1 and not live & those:
                            numbers ^= 1 << v
                    self._values[c] = numbers
        return self._values

    def values_at(self, at: int | None) -> list[int]:
        """The same for the cells of the region with that number, or for all."""
        return self.values if at is None else self.values_of(self.t.areas[at].cells)

    def without(self, gone: Mapping[int, int]) -> int:
        """The live placements that put one of the numbers `gone` on its cell."""
        struck = 0
        for c, numbers in gone.items():
            put = self.t.put[c]
            for v in NUMBERS:
                if numbers >> v & 1:
                    struck |= put[v]
        return struck & self.live

    def names(self, cells: Sequence[int]) -> str:
        return cell_names([self.t.cells[c] for c in cells])

    def bare_of(self, area: Area) -> tuple[list[int], int, int]:
        """The bare cells of a sum, and what they must have at least and at most."""
        assert area.high is not None
        bare = self.bare
        cells = [c for c in area.cells if c in bare]
        laid = 0
        if len(cells) < len(area.cells):
            laid = sum([self.allowed[c].bit_length() - 1 for c in area.cells if c not in bare])
        return cells, area.low - laid, area.high - laid


@dataclass(slots=True)
class Found:
    """What a rule says: what it strikes, or the domino it lays.

    said      the sentence, or what makes it while the board is unchanged: most of what is found is never told
    reads     the placements it looked at: those struck among them may be its reason
    because   the cells that justify it
    gone      where it is about numbers of cells: which it takes from which
    dead      it is no deduction but a contradiction
    rule      the name of the rule, and
    at        the place on the board to which it came to say so: asked there again, it says the same
    what      for a what if: what is supposed, and
    chain     the steps from there to a contradiction
    """

    said: str | Callable[[], str]
    struck: int = 0
    reads: int = EVERYTHING
    because: Sequence[int] = ()
    lays: int = 0
    gone: Mapping[int, int] = field(default_factory=dict)
    dead: bool = False
    rule: str = ""
    at: int = 0
    what: Supposition | None = None
    chain: tuple[Told, ...] = ()

    @property
    def sentence(self) -> str:
        return self.said if isinstance(self.said, str) else self.said()


@dataclass(frozen=True, slots=True)
class Told:
    """What a rule said and has been made on a board; and what that gives to others, as a set of placements."""

    found: Found
    gives: int

    @property
    def reads(self) -> int:
        return self.found.reads


@dataclass(frozen=True, slots=True)
class Supposition:
    """`one` of these placements is made, which have in common a number on a cell, an edge, or that it is one; `other`
    than these would be struck for it."""

    one: int
    other: int
    cell: int = -1
    number: int = -1
    edge: int = -1

    @property
    def key(self) -> tuple[int, int, int, int]:
        """What tells it from others, also where less is live."""
        return self.cell, self.number, self.edge, 0 if self.cell >= 0 or self.edge >= 0 else self.one

    @property
    def gone(self) -> dict[int, int]:
        """The number it takes from a cell when it is refuted."""
        return {self.cell: 1 << self.number} if self.number >= 0 else {}

    def on(self, b: Board) -> Supposition:
        """The same on another board."""
        t = b.t
        if self.cell >= 0:
            one = b.live & t.put[self.cell][self.number]
            return replace(self, one=one, other=b.live & t.cover[self.cell] & ~one)
        if self.edge >= 0:
            c, d = t.edges[self.edge]
            one = b.live & t.on[self.edge] & ~b.laid
            return replace(self, one=one, other=b.live & (t.cover[c] | t.cover[d]) & ~one)
        return replace(self, one=self.one & b.live)

    def made(self, b: Board) -> Board:
        """A board like this on which it is made."""
        supposed = b.copy()
        if self.other:
            supposed.strike(self.other)
            if self.number >= 0:
                supposed.allowed[self.cell] &= 1 << self.number
        elif self.cell < 0 and self.edge < 0:
            supposed.lay(self.one)
        return supposed


def dead(said: str, because: Sequence[int], reads: int = EVERYTHING, at: int = 0) -> Found:
    return Found(said, reads=reads, because=because, dead=True, at=at)


def needed(told: Sequence[Told], wanted: Sequence[Told]) -> list[Told]:
    """The steps on which those `wanted` rest, and these, in order."""
    reads = 0
    kept = []
    for one in reversed(told):
        if one.gives & reads or any(one is other for other in wanted):
            reads |= one.reads
            kept.append(one)
    return kept[::-1]


def each_bit(placements: int) -> Iterator[int]:
    while placements:
        bit = placements & -placements
        placements ^= bit
        yield bit
