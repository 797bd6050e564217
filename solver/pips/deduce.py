"""Why: the next domino of Pips and the reason for it, the whole way to the solution, and how hard it is.

Nothing here guesses. The rules are tried from simple to hard, and the simplest that has something to say is the next
step: it lays a domino, or strikes places where a domino could lie.

    only fit         one domino, one way round, is left for a cell
    one home         a domino has one place left
    one neighbour    a cell with one bare neighbour shares its domino with it
    tag              the numbers a tag leaves for its cells, as the one cell of a sum
    no fit           the same as one neighbour, where no domino fits on a cell and its other neighbours
    equal cells      what one cell of an equals region cannot be, none can; on two of them lies a double
    unequal cells    what one cell of an unequal region is, no other can be; on two of them lies no double
    only domino      one domino fits on a cell, this way or that: it lies nowhere else
    bounds           the least and the most that the rest of a region can have, from what is in hand
    enough pips      equals want a number that enough halves in hand have
    pips used up     cells that must have a number take all halves with it, or it takes all halves for those that can
    cut off          a domino that would leave an island that no dominoes can cover
    overlap          all places of a domino cover a cell: no other domino does
    shared numbers   so many cells of an unequal region have so few numbers among them that no other cell has those
    ways             no way to fill a region has that number there
    left over        bounds, for all cells outside the sums: they get what the sums leave of all pips
    what if          something cannot be, since by the rules above it leads to a contradiction: `chain` tells how
    nested what if   the same, with a what if, or a nested one, in its chain

A puzzle with one solution is always explained to the end; with several, as far as they agree. Since a board shows
dominoes and nothing of what was ruled out, a hint goes on to the next domino; the steps it rests on are in `chain`.

What is known is ONE set of placements that are still possible, as bits of an integer (as in `search`): a rule takes
some away. Beside what it takes away a rule tells what it looked at, so that steps on which nothing rests can be left
out of an explanation.

What is not here: how many solutions there are (`search`). It is asked which of the dominoes on the board are wrong,
what a what if need not try, and whether there is a domino left on which all solutions agree.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from time import perf_counter
from typing import TypeAlias

from solver.binary.search import check_time_limit
from solver.errors import SearchTimeout
from solver.pips import search
from solver.pips.puzzle import MOST_PIPS, Cell, PipsPuzzle, PipsSolution, Region
from solver.pips.search import Placed
from solver.steps import LEVELS, Difficulty, Step

ALL_PIPS = (2 << MOST_PIPS) - 1
"""Sets of numbers are bits: all of 0 to 6."""

NUMBERS = range(MOST_PIPS + 1)
EVERYTHING = -1
"""All placements, for what a rule looked at."""

# -- the verbs ------------------------------------------------------------------------------------------------------


def hint(puzzle: PipsPuzzle, placed: Sequence[Placed] = (), *, time_limit: float | None = None) -> Step | None:
    """The next domino on the board as it stands, with the steps that lead to it in `chain`; None on a full board.

    Where dominoes are `placed` wrongly, the step says which first (`.rule == "wrong entry"`). Where nothing more
    follows, it says so (`"several solutions"`), and where there is no solution, why (`"contradiction"`).

    Raises `BadPlaces` where `placed` are not the puzzle's dominoes lying as dominoes do, `SearchTimeout` when it takes
    longer than `time_limit` seconds.
    """
    deadline = _deadline(time_limit)
    solvable = search.first(puzzle, placed=placed, time_limit=time_limit) is not None
    wrong = None if solvable else _wrong_entry(puzzle, placed, deadline)
    if wrong is not None:
        return wrong
    told: list[_Told] = []
    for one in _steps(_Board.begun(puzzle, placed), deadline):
        told.append(one)
        if solvable and not one.step.struck:
            break
    if not told:
        return None
    *chain, last = _needed(told, told[-1:])
    return replace(last.step, chain=tuple(one.step for one in chain)) if chain else last.step


def explain(puzzle: PipsPuzzle, placed: Sequence[Placed] = (), *, time_limit: float | None = None) -> tuple[Step, ...]:
    """All steps to the full board, from the dominoes that are `placed` already, or as far as all solutions agree.

    If there is no solution the last step is a `"wrong entry"`, or a `"contradiction"` with what it rests on before it;
    if there are several it is `"several solutions"`. Raises as `hint` does; a `SearchTimeout` has the steps so far.
    """
    deadline = _deadline(time_limit)
    solvable = not placed or search.first(puzzle, placed=placed, time_limit=time_limit) is not None
    wrong = None if solvable else _wrong_entry(puzzle, placed, deadline)
    if wrong is not None:
        return (wrong,)
    told: list[_Told] = []
    try:
        told.extend(_steps(_Board.begun(puzzle, placed), deadline))
    except SearchTimeout as late:
        raise SearchTimeout(str(late), tuple(one.step for one in told)) from None
    is_dead = told and told[-1].step.rule == "contradiction"
    wanted = told[-1:] if is_dead else [one for one in told if not one.step.struck]
    return tuple(one.step for one in _needed(told, wanted))


def difficulty(puzzle: PipsPuzzle, placed: Sequence[Placed] = (), *, time_limit: float | None = None) -> Difficulty:
    """The hardest rule it takes to solve the board, and how often. Raises as `hint` does."""
    steps = explain(puzzle, placed, time_limit=time_limit)
    counted = Counter(step.rule for step in steps)
    rules = tuple((name, counted[name]) for name in NAMES if counted[name])
    solved = not steps or steps[-1].rule not in ("wrong entry", "contradiction", "several solutions")
    if not solved or not rules:
        return Difficulty(None, None, 0, rules, solved)
    name, times = rules[-1]
    return Difficulty(LEVEL_OF[name], name, times, rules, True)


def stuck_at(puzzle: PipsPuzzle, level: str) -> set[Cell]:
    """The cells that the rules up to that level leave bare: none, if they solve the puzzle.

    `level` is `"easy"`, `"medium"` or `"hard"`: what ifs are not tried. Cells that break a rule count as bare.
    """
    b = _Board(_Tables(puzzle))
    hardest = LEVELS.index(level)
    _pursue(b, [rule for _, rule, of in BOARD_RULES if LEVELS.index(of) <= hardest], inf)
    return {puzzle.cells[c] for c in b.bare}


def _deadline(time_limit: float | None) -> float:
    check_time_limit(time_limit)
    return inf if time_limit is None else perf_counter() + time_limit


def _left(deadline: float) -> float | None:
    """The time limit that is left, in seconds."""
    return None if deadline == inf else max(deadline - perf_counter(), 1e-6)


def _wrong_entry(puzzle: PipsPuzzle, placed: Sequence[Placed], deadline: float) -> Step | None:
    """What is wrong with dominoes that no solution has, as a step; None if without them there is no solution either.

    A domino is wrong if no solution has it where it lies. Where each could be right and all together not, those that
    cannot be together are named, as few as are needed.
    """

    def possible(some: Sequence[Placed]) -> bool:
        return search.first(puzzle, placed=some, time_limit=_left(deadline)) is not None

    if not placed or not possible(()):
        return None
    wrong = [one for one in placed if not possible([one])]
    if wrong:
        more = len(wrong) - 1
        others = f"; {more} more {'domino is' if more == 1 else 'dominoes are'} wrong" if more else ""
        (a, b), cells = wrong[0]
        said = f"the {a}-{b} on {_names(cells)} is wrong: no solution has it there{others}"
        return Step("wrong entry", said, tuple(cell for _, place in wrong for cell in place))
    needed = list(placed)
    for one in placed:
        fewer = [other for other in needed if other != one]
        if not possible(fewer):
            needed = fewer
    named = _list([f"the {a}-{b} on {_names(cells)}" for (a, b), cells in needed])
    said = f"at least one of {named} is wrong: no solution has all of them"
    return Step("wrong entry", said, tuple(cell for _, place in needed for cell in place))


# -- the board as sets ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Area:
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


class _Tables:
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
        self.areas = [self._area(region) for region in puzzle.regions]
        self.area_of = {c: area for area in self.areas for c in area.cells}
        self.rest = self._rest()
        self.stride = max(c for _, c in self.cells) + 2
        self.spot = [1 << r * self.stride + c for r, c in self.cells]
        self.dark = sum(b for b, (r, c) in zip(self.spot, self.cells, strict=True) if (r + c) % 2)

    def _area(self, region: Region) -> _Area:
        n, target = len(region.cells), region.target or 0
        low, high = {
            "sum": (target, target),
            "less": (0, target - 1),
            "greater": (target + 1, max(MOST_PIPS * n, target + 1)),
        }.get(region.type, (0, None))
        cells = tuple(self.number[cell] for cell in region.cells)
        name = f"the {region.tag} region at {_name(region.cells[0])}"
        return _Area(region.type, region.tag, cells, low, high, name, self._covers(cells), self._inner(cells))

    def _rest(self) -> _Area | None:
        """All cells that are in no sum, which must have what the sums leave."""
        cells = tuple(sorted(c for area in self.areas if area.type != "sum" for c in area.cells))
        left = sum(map(sum, self.puzzle.dominoes)) - sum(area.low for area in self.areas if area.type == "sum")
        if not cells or len(cells) == len(self.cells):
            return None
        return _Area("rest", str(left), cells, left, left, "the board outside the sums", EVERYTHING, self._inner(cells))

    def _covers(self, cells: Sequence[int]) -> int:
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


class _Board:
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

    def __init__(self, t: _Tables) -> None:
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
        self.fruitless: dict[tuple[int, int, int, int], _Board] = {}
        self.doomed = False
        self.solutions: int | None = None
        self.unique = True
        self.agreed = self.confirmed = 0

    @classmethod
    def begun(cls, puzzle: PipsPuzzle, placed: Sequence[Placed]) -> _Board:
        board = cls(_Tables(puzzle))
        for domino, place in placed:
            board.lay(board.t.bit_of(domino, place))
        return board

    def copy(self) -> _Board:
        new: _Board = object.__new__(_Board)
        new.t, new.live, new.laid = self.t, self.live, self.laid
        new.left, new.hand, new.bare, new.allowed = self.left[:], self.hand[:], self.bare[:], self.allowed[:]
        new.halves = self.halves[:]
        new._values, new._gone = self._values[:], self._gone
        new.fruitless = {}
        new.doomed, new.solutions, new.unique, new.agreed, new.confirmed = True, 0, True, 0, 0
        return new

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
        gone = self._gone
        if gone:
            live, t = self.live, self.t
            self._gone = 0
            if not self._values:
                self._values = [ALL_PIPS] * len(t.cells)
            for c, cover in enumerate(t.cover):
                if gone & cover:
                    numbers = self._values[c]
                    for v, those in enumerate(t.put[c]):
                        if numbers >> v & 1 and not live & those:
                            numbers ^= 1 << v
                    self._values[c] = numbers
        return self._values

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
        return _names([self.t.cells[c] for c in cells])

    def bare_of(self, area: _Area) -> tuple[list[int], int, int]:
        """The bare cells of a sum, and what they must have at least and at most."""
        assert area.high is not None
        bare = self.bare
        cells = [c for c in area.cells if c in bare]
        laid = 0
        if len(cells) < len(area.cells):
            laid = sum([self.allowed[c].bit_length() - 1 for c in area.cells if c not in bare])
        return cells, area.low - laid, area.high - laid


@dataclass(slots=True)
class _Found:
    """What a rule says: what it strikes, or the domino it lays.

    reads     the placements it looked at: those struck among them may be its reason
    because   the cells that justify it
    gone      where it is about numbers of cells: which it takes from which
    dead      it is no deduction but a contradiction
    """

    said: str
    struck: int = 0
    reads: int = EVERYTHING
    because: Sequence[int] = ()
    lays: int = 0
    gone: Mapping[int, int] = field(default_factory=dict)
    dead: bool = False
    supposed: tuple[Cell, str] | None = None
    suppositions: int = 0
    chain: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class _Told:
    """A step with what it gives to others, and what it may rest on, as sets of placements."""

    step: Step
    gives: int
    reads: int


def _dead(said: str, because: Sequence[int], reads: int = EVERYTHING) -> _Found:
    return _Found(said, reads=reads, because=because, dead=True)


def _needed(told: Sequence[_Told], wanted: Sequence[_Told]) -> list[_Told]:
    """The steps on which those `wanted` rest, and these, in order."""
    reads = 0
    kept = []
    for one in reversed(told):
        if one.gives & reads or any(one is other for other in wanted):
            reads |= one.reads
            kept.append(one)
    return kept[::-1]


# -- rules about cells and dominoes ---------------------------------------------------------------------------------


def _nothing_fits(b: _Board) -> _Found | None:
    """A contradiction: a cell, or a domino, without a place."""
    t, live = b.t, b.live
    for c in b.bare:
        if not live & t.cover[c]:
            return _dead(f"nothing fits on {b.names([c])} any more", [c], t.cover[c])
    open_ = live & ~b.laid
    for k, left in enumerate(b.left):
        if left and (open_ & t.of_kind[k]).bit_count() < left:
            said = _domino(t.kinds[k])
            many = "has no place" if left == 1 else "have too few places"
            return _dead(f"the {said} {many} any more", (), t.of_kind[k])
    return None


def _only_fit(b: _Board) -> _Found | None:
    t, live = b.t, b.live
    for c in b.bare:
        bit = live & t.cover[c]
        if not bit & (bit - 1):
            return _Found(_why_only(b, c, bit), reads=t.cover[c], because=_around(b, bit), lays=bit)
    return None


def _why_only(b: _Board, c: int, bit: int) -> str:
    t = b.t
    (one, other), (here, there) = t.placed(bit)
    x, y = t.number[here], t.number[there]
    if x != c:
        one, other, x, y = other, one, y, x
    must = f"{_names((here, there))} must be the {_said(t.placed(bit))}"
    hand = {pair for k, (a, d) in enumerate(t.kinds) if b.left[k] for pair in ((a, d), (d, a))}
    at_x = {(p, q) for p, q in hand if b.allowed[x] >> p & 1}
    at_y = {(p, q) for p, q in hand if b.allowed[y] >> q & 1}
    if sum(b.left) == 1:
        return f"{must}: it is the last one"
    for fits, z in sorted(((at_x, x), (at_y, y)), key=lambda one: b.allowed[one[1]].bit_count()):
        if len(fits) == 1:
            return f"{must}: no other domino in hand has {_numbers(b.allowed[z], 'a ')}, which {b.names([z])} needs"
    if len(at_x & at_y) == 1:
        wanted = f"{_numbers(b.allowed[x])} on {b.names([x])} and {_numbers(b.allowed[y])} on {b.names([y])}"
        return f"{must}: no other domino in hand can put {wanted}"
    return f"{must}: no other domino fits on {b.names([c])} any more"


def _around(b: _Board, bit: int) -> list[int]:
    """The cells that justify where a domino lies: the other cells of the regions under it, and its neighbours."""
    _, c, d = b.t.placement(bit)
    cells = [*b.t.area_of[c].cells, *b.t.area_of[d].cells]
    cells += [other for cell in (c, d) for other, _ in b.t.neighbours[cell] if other not in b.bare]
    return [cell for cell in dict.fromkeys(cells) if cell not in (c, d)]


def _one_home(b: _Board) -> _Found | None:
    t = b.t
    open_ = b.live & ~b.laid
    for k, left in enumerate(b.left):
        if left:
            those = open_ & t.of_kind[k]
            if those.bit_count() == left:
                bit = those & -those
                place = t.placed(bit)
                which = f"the {_domino(t.kinds[k])}"
                nowhere = f"{which} fits nowhere else" if left == 1 else f"there are as many {which[4:]} left as places"
                said = f"{_names(place[1])} must be the {_said(place)}: {nowhere}"
                return _Found(said, reads=t.of_kind[k], because=_around(b, bit), lays=bit)
    return None


def _one_neighbour(b: _Board) -> _Found | None:
    return _joined(b, by_fit=False)


def _no_fit(b: _Board) -> _Found | None:
    return _joined(b, by_fit=True)


def _joined(b: _Board, by_fit: bool) -> _Found | None:
    """A cell whose domino can go to one side only, as nothing else is bare there, or as nothing else fits."""
    t, live = b.t, b.live
    bare = set(b.bare)
    for c in b.bare:
        near = [(d, e) for d, e in t.neighbours[c] if d in bare]
        if (len(near) > 1) != by_fit:
            continue
        fitting = [(d, e) for d, e in near if live & t.on[e]] if by_fit else near
        if len(fitting) == 1:
            d, e = fitting[0]
            struck = live & t.cover[d] & ~t.on[e]
            if struck:
                others = [other for other, _ in near if other != d]
                reason = f"none fits across to {_or(b, others)}" if by_fit else "it has no other bare neighbour"
                said = f"the domino on {b.names([c])} must also cover {b.names([d])}: {reason}"
                return _Found(said, struck, t.cover[c], [c, *others])
    return None


def _or(b: _Board, cells: Sequence[int]) -> str:
    return _list([b.names([c]) for c in sorted(cells)], "or")


def _only_domino(b: _Board) -> _Found | None:
    """All that fits on a cell is one domino: it lies nowhere else."""
    t, live = b.t, b.live
    for c in b.bare:
        here = live & t.cover[c]
        k = (here.bit_length() - 1) // t.slots
        if b.left[k] == 1 and not here & ~t.of_kind[k]:
            struck = live & t.of_kind[k] & ~here & ~b.laid
            if struck:
                said = f"only the {_domino(t.kinds[k])} fits on {b.names([c])}, so it lies nowhere else"
                reads = t.cover[c] | (t.of_kind[k] if t.counts[k] > 1 else 0)  # where the others of its kind lie
                return _Found(said, struck, reads, t.area_of[c].cells)
    return None


MOST_HOMES = 8
"""A domino with more places than this, in both directions, is not looked at: they never have a cell in common."""


def _overlap(b: _Board) -> _Found | None:
    """All places of a domino have a cell in common: no other domino lies there."""
    t = b.t
    open_ = b.live & ~b.laid
    for k, left in enumerate(b.left):
        those = open_ & t.of_kind[k]
        if left != 1 or those.bit_count() > MOST_HOMES:
            continue
        common: set[int] | None = None
        for bit in _bits(those):
            cells = set(t.placement(bit)[1:])
            common = cells if common is None else common & cells
        for c in sorted(common or ()):
            struck = open_ & t.cover[c] & ~those
            if struck:
                which = _domino(t.kinds[k])
                said = f"the {which} must cover {b.names([c])}, wherever it lies: no other domino lies there"
                return _Found(said, struck, t.of_kind[k], [c])
    return None


def _cut_off(b: _Board) -> _Found | None:
    """Islands of bare cells: coloured like a chessboard, each must have as many dark cells as light ones."""
    t, live = b.t, b.live
    right = down = bare = 0
    open_edges = []
    for c in b.bare:
        bare |= t.spot[c]
    for e, (c, d) in enumerate(t.edges):
        if live & t.on[e] and bare & t.spot[c] and bare & t.spot[d]:
            open_edges.append(e)
            if t.spot[d] == t.spot[c] << 1:
                right |= t.spot[c]
            else:
                down |= t.spot[c]
    lopsided = _lopsided(t, bare, bare, right, down)
    if lopsided:
        cells, said = _island(b, lopsided)
        return _dead(f"{said}, which no dominoes can cover", cells, t._covers(cells))
    for e in open_edges:
        c, d = t.edges[e]
        near = 0
        for cell in (c, d):
            for other, _ in t.neighbours[cell]:
                near |= t.spot[other]
        rest = bare & ~t.spot[c] & ~t.spot[d]
        lopsided = _lopsided(t, rest, near & rest, right, down)
        if lopsided:
            cells, said = _island(b, lopsided)
            says = f"no domino can lie on {b.names([c, d])}: {said} would be cut off, which no dominoes can cover"
            return _Found(says, live & t.on[e], t._covers(cells), cells)
    return None


def _lopsided(t: _Tables, bare: int, seeds: int, right: int, down: int) -> int:
    """An island of these bare cells, as spots, that no dominoes can cover; 0 if those with a seed on them are well."""
    stride = t.stride
    while seeds:
        island, grown = 0, seeds & -seeds
        while grown != island:
            island = grown
            grown |= (
                (grown & right) << 1 | (grown >> 1) & right | (grown & down) << stride | (grown >> stride) & down
            ) & bare
        if 2 * (island & t.dark).bit_count() != island.bit_count():
            return island
        seeds &= ~island
    return 0


def _island(b: _Board, spots: int) -> tuple[list[int], str]:
    cells = [c for c in b.bare if spots & b.t.spot[c]]
    n = len(cells)
    if n == 1:
        return cells, f"{b.names(cells)} alone"
    dark = (spots & b.t.dark).bit_count()
    what = f"{n} cells" if n % 2 else f"{n} cells, {dark} and {n - dark} like the squares of a chessboard"
    if n <= 6:
        return cells, f"{b.names(cells)} ({what})"
    return cells, f"the island of {b.names(cells[:1])} ({what})"


# -- rules about numbers --------------------------------------------------------------------------------------------


def _tag(b: _Board) -> _Found | None:
    """What the tag tells with numbers from 0 to 6 alone."""
    values = b.values
    for area in b.t.areas:
        if area.high is None:
            continue
        cells, low, high = b.bare_of(area)
        m = len(cells)
        if high < 0 or low > MOST_PIPS * m:
            return _dead(_impossible_sum(b, area, cells, low, high), area.cells, area.covers)
        least, most = max(low - MOST_PIPS * (m - 1), 0), min(high, MOST_PIPS)
        outside = ~_range(least, most)
        if [c for c in cells if values[c] & outside]:
            reason = _tag_reason(area, cells, low, high, least > 0)
            return _between(b, area, dict.fromkeys(cells, (least, most)), reason, area.covers)
    return None


def _tag_reason(area: _Area, cells: Sequence[int], low: int, high: int, at_least: bool) -> str:
    if len(area.cells) == 1:
        return f"the tag says {area.tag}"
    if not at_least or len(cells) == 1:
        return _wish(area, cells, low, high)
    return f"{_wish(area, cells, low, high)}, and no cell has more than {MOST_PIPS}"


def _impossible_sum(b: _Board, area: _Area, cells: Sequence[int], low: int, high: int) -> str:
    if cells:
        return f"{_wish(area, cells, low, high)}, which cannot be"
    return f"{area.name} would have {sum([b.allowed[c].bit_length() - 1 for c in area.cells])}"


def _wish(area: _Area, cells: Sequence[int], low: int, high: int) -> str:
    """`the 10 region at r1 c4 wants 10`; `... wants 4 from 2 more cells` where some have their domino."""
    more = "" if len(cells) == len(area.cells) else f" from {len(cells)} more {'cell' if len(cells) == 1 else 'cells'}"
    if high < 0:
        return f"{area.name} has too much already"
    wants = _wants(area, low, high)
    if area.type == "rest":
        return f"{area.name} gets what the sums leave of all pips, which is {low}{more}"
    return f"{area.name} {wants}{more}"


def _wants(area: _Area, low: int, high: int) -> str:
    if area.type == "less":
        return f"wants at most {high}"
    return f"wants at least {low}" if area.type == "greater" else f"wants {low}"


def _between(b: _Board, area: _Area, ranges: Mapping[int, tuple[int, int]], reason: str, reads: int) -> _Found | None:
    """Cells that have numbers in their range only, if that is news."""
    gone = {c: b.values[c] & ~_range(*between) for c, between in ranges.items() if b.values[c] & ~_range(*between)}
    if not gone:
        return None
    return _Found(f"{_conclusion(b, gone)}: {reason}", b.without(gone), reads, area.cells, gone=gone)


def _bounds(b: _Board) -> _Found | None:
    for area in b.t.areas:
        if area.high is not None:
            found = _bounded(b, area)
            if found:
                return found
    return None


def _left_over(b: _Board) -> _Found | None:
    return _bounded(b, b.t.rest) if b.t.rest else None


def _bounded(b: _Board, area: _Area) -> _Found | None:
    """The least and the most that the other cells can have, by what they can be and by what is in hand."""
    cells, low, high = b.bare_of(area)
    m = len(cells)
    if not m:
        return _dead(_impossible_sum(b, area, cells, low, high), area.cells) if low > 0 or high < 0 else None
    values = b.values
    least = [(values[c] & -values[c]).bit_length() - 1 for c in cells]
    most = [values[c].bit_length() - 1 for c in cells]
    hand = b.halves
    all_least, all_most = max(sum(least), sum(hand[:m])), min(sum(most), sum(hand[-m:]))
    if all_least > high or all_most < low:
        few = f"at most {all_most}" if all_most < low else f"at least {all_least}"
        return _dead(f"{_wish(area, cells, low, high)}, and can have {few}", cells)
    if all_least >= low and all_most <= high:
        return None
    few_hand, most_hand = sum(hand[: m - 1]), sum(hand[len(hand) - m + 1 :])
    lowest, highest = sum(least), sum(most)
    for lo, hi in zip(least, most, strict=True):  # most of the time there is nothing new, which is seen at less cost
        others_least, others_most = lowest - lo, highest - hi
        if hi > high - others_least or hi > high - few_hand or lo < low - others_most or lo < low - most_hand:
            break
    else:
        return _inner_bounds(b, area, cells, low, high, least, most, hand) if m > 1 else None
    ranges, by_hand, told = {}, False, {}
    for c, lo, hi in zip(cells, least, most, strict=True):
        others_least = max(lowest - lo, few_hand)
        others_most = min(highest - hi, most_hand)
        ranges[c] = max(low - others_most, 0), min(high - others_least, MOST_PIPS)
        told[c] = others_least, others_most
        by_hand = by_hand or few_hand > lowest - lo or most_hand < highest - hi
    reads = EVERYTHING if by_hand else area.covers

    changed = [c for c in cells if values[c] & ~_range(*ranges[c])]
    c = changed[0]
    too_low, too_high = values[c] & ~_range(ranges[c][0], MOST_PIPS), values[c] & ~_range(0, ranges[c][1])
    others = _others(m - 1, told[c][0] if too_high else 0, told[c][1] if too_low else None)
    reason = _wish(area, cells, low, high) + others
    return _between(b, area, {c: ranges[c] for c in changed if told[c] == told[changed[0]]}, reason, reads)


def _inner_bounds(
    b: _Board, area: _Area, cells: list[int], low: int, high: int, least: list[int], most: list[int], hand: list[int]
) -> _Found | None:
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
            return _Found(said, struck, because=area.cells)
    return None


def _others(number: int, least: int, most: int | None) -> str:
    """`, and the other 2 have at most 8`; nothing of a least that is 0."""
    parts = ([] if most is None else [f"at most {most}"]) + ([f"at least {least}"] if least else [])
    if not number or not parts:
        return ""
    return f", and the other {'one has' if number == 1 else f'{number} have'} {' and '.join(parts)}"


def _range(least: int, most: int) -> int:
    return (2 << most) - (1 << least) if least <= most else 0


def _ways(b: _Board) -> _Found | None:
    """Numbers for which the other cells of a sum have no numbers that fit."""
    values = b.values
    for area in b.t.areas:
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
            others = ", ".join(f"{b.names([d])} is {_numbers(values[d])}" for d in cells if d != c)
            said = f"{_conclusion(b, gone)}: {_wish(area, cells, low, high)}, and {others}"
            return _Found(said, b.without(gone), area.covers, area.cells, gone=gone)
    return None


def _equal_cells(b: _Board) -> _Found | None:
    t, values = b.t, b.values
    for area in t.areas:
        if area.type != "equals" or len(area.cells) < 2:
            continue
        common = ALL_PIPS
        for c in area.cells:
            common &= values[c]
        if not common:
            return _dead(f"no number can be on all cells of {area.name}", area.cells, area.covers)
        gone = {c: values[c] & ~common for c in area.cells if values[c] & ~common}
        if gone:
            known = [c for c in area.cells if values[c] == common]
            reason = f"all cells of {area.name} are equal, and not each of them can be that"
            if known:
                one = "can only be" if common & (common - 1) else "is"
                that = f"{b.names(known[:1])} {one} {_numbers(common)}"
                reason = f"{that}, and all cells of {area.name} are equal"
            return _Found(f"{_conclusion(b, gone)}: {reason}", b.without(gone), area.covers, area.cells, gone=gone)
        struck = b.live & _on(t, area.inner) & ~t.doubles
        if struck:
            said = f"inside {area.name} only a double can lie: all of its cells are equal"
            return _Found(said, struck, 0, area.cells)
    return None


def _unequal_cells(b: _Board) -> _Found | None:
    t, values = b.t, b.values
    for area in t.areas:
        if area.type != "unequal":
            continue
        for c in area.cells:
            if values[c] & (values[c] - 1):
                continue
            gone = {d: values[c] for d in area.cells if d != c and values[d] & values[c]}
            if gone:
                if any(not values[d] & ~values[c] for d in gone):
                    both = [c, next(d for d in gone if not values[d] & ~values[c])]
                    what = f"{b.names(both)} would both be {_numbers(values[c])}, and all cells of {area.name} differ"
                    return _dead(what, both, area.covers)
                said = f"{b.names([c])} is {_numbers(values[c])}, and all cells of {area.name} differ"
                return _Found(f"{_conclusion(b, gone)}: {said}", b.without(gone), t.cover[c], area.cells, gone=gone)
        struck = b.live & _on(t, area.inner) & t.doubles
        if struck:
            says = f"inside {area.name} no double can lie: all of its cells differ"
            return _Found(says, struck, 0, area.cells)
    return None


def _on(t: _Tables, edges: Sequence[int]) -> int:
    on = 0
    for e in edges:
        on |= t.on[e]
    return on


def _shared_numbers(b: _Board) -> _Found | None:
    """So many cells of an unequal region with so many numbers among them take these from the others."""
    values = b.values
    for area in b.t.areas:
        if area.type != "unequal":
            continue
        n = len(area.cells)
        if n > len(NUMBERS):
            return _dead(f"{area.name} has more cells than there are numbers", area.cells, 0)
        for chosen in range(1, 1 << n):
            some = [c for i, c in enumerate(area.cells) if chosen >> i & 1]
            numbers = 0
            for c in some:
                numbers |= values[c]
            if numbers.bit_count() > len(some):
                continue
            says = f"{b.names(some)} have {_numbers(numbers, joined='and')} among them"
            if numbers.bit_count() < len(some):
                return _dead(f"{says}, and {area.name} wants all different", some, area.covers)
            gone = {c: values[c] & numbers for c in area.cells if c not in some and values[c] & numbers}
            if gone:
                return _Found(
                    f"{_conclusion(b, gone)}: {says}, and all cells of {area.name} differ",
                    b.without(gone),
                    area.covers,
                    area.cells,
                    gone=gone,
                )
    return None


def _enough_pips(b: _Board) -> _Found | None:
    values = b.values
    for area in b.t.areas:
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
            have = f"only {_list(enough)} {'is' if len(enough) == 1 else 'are'}" if enough else "no number is"
            said = f"{_conclusion(b, gone)}: {area.name} wants {m} equal halves, and in hand {have} on so many"
            return _Found(said, b.without(gone), EVERYTHING, area.cells, gone=gone)
    return None


def _used_up(b: _Board) -> _Found | None:
    """Cells that must have a number, and those that can, against the halves in hand with it.

    Equals count as well: such a region takes its number as often as it has bare cells, or not at all.
    """
    values = b.values
    for v in NUMBERS:
        bit, halves = 1 << v, b.hand[v]
        must = [c for c in b.bare if values[c] == bit]
        can = [c for c in b.bare if values[c] & bit]
        count = f"{halves} {'half' if halves == 1 else 'halves'} with {v}"
        if len(must) > halves:
            return _dead(f"{b.names(must)} must all be {v}, and in hand are only {count}", must)
        if len(can) < halves:
            return _dead(f"{count} are in hand, and only {len(can)} cells can have {v}", can)
        gone = {}
        if len(must) == halves < len(can):
            gone = {c: bit for c in can if c not in must}
            said = f"{b.names(must)} take all {v}s in hand" if must else f"no {v} is in hand"
        elif len(can) == halves > len(must):
            gone = {c: values[c] & ~bit for c in can if values[c] != bit}
            said = f"in hand are {count}, and no other cell can have {v}"
        if gone:
            return _Found(f"{_conclusion(b, gone)}: {said}", b.without(gone), because=must or can, gone=gone)
    return None


# -- the rules in their order ---------------------------------------------------------------------------------------

_Rule: TypeAlias = Callable[[_Board], "_Found | None"]

BOARD_RULES: tuple[tuple[str, _Rule, str], ...] = (
    ("only fit", _only_fit, "easy"),
    ("one home", _one_home, "easy"),
    ("one neighbour", _one_neighbour, "easy"),
    ("tag", _tag, "easy"),
    ("no fit", _no_fit, "easy"),
    ("equal cells", _equal_cells, "easy"),
    ("unequal cells", _unequal_cells, "easy"),
    ("only domino", _only_domino, "medium"),
    ("bounds", _bounds, "medium"),
    ("enough pips", _enough_pips, "medium"),
    ("pips used up", _used_up, "medium"),
    ("cut off", _cut_off, "medium"),
    ("overlap", _overlap, "hard"),
    ("shared numbers", _shared_numbers, "hard"),
    ("ways", _ways, "hard"),
    ("left over", _left_over, "hard"),
)
"""The rules from simple to hard: name, function, the level of boards that need it."""

RULES = (*((name, level) for name, _, level in BOARD_RULES), ("what if", "expert"), ("nested what if", "expert"))
"""All rules from simple to hard, each with the level of boards that need it."""

NAMES = tuple(name for name, _ in RULES)
LEVEL_OF = dict(RULES)


def _by_rule(b: _Board) -> tuple[str, _Found] | None:
    """What the simplest rule that has something to say says; a contradiction comes before all."""
    found = _nothing_fits(b)
    if found:
        return "contradiction", found
    for name, rule, _ in BOARD_RULES:
        found = rule(b)
        if found:
            return ("contradiction" if found.dead else name), found
    return None


def _pursue(b: _Board, rules: Sequence[_Rule], deadline: float) -> bool:
    """Make all that these rules say on the board; whether that ends in a contradiction.

    Rules find no less where more is known, so their order makes no difference to the end: each is asked until it has
    nothing more to say, which is much quicker than to begin with the simplest after every step.
    """
    at = quiet = 0
    if b.bare and _nothing_fits(b):
        return True
    while b.bare and quiet < len(rules):
        found = rules[at](b)
        if found is None:
            quiet += 1
            at = (at + 1) % len(rules)
            continue
        if found.dead:
            return True
        _check(deadline)
        _make(b, found)
        if b.bare and _nothing_fits(b):
            return True
        quiet = 0
    return False


# -- step by step ---------------------------------------------------------------------------------------------------


def _steps(b: _Board, deadline: float) -> Iterator[_Told]:
    """All steps, made on the board as they are told; the last may be one that says why there are no more."""
    while b.bare:
        _check(deadline)
        named = _by_rule(b)
        if named is None and not _is_open(b, deadline):
            yield _Told(_several(b), 0, 0)
            return
        depth = 1
        while named is None:
            named = _what_if(b, depth, deadline)
            depth += 1
        yield _apply(b, *named)
        if named[1].dead:
            return
    for area in b.t.areas:
        pips = [b.allowed[c].bit_length() - 1 for c in area.cells]
        if not Region(area.type, _target(b, area), tuple(b.t.cells[c] for c in area.cells)).allows(pips):
            said = f"{area.name} is not content with {_list([str(v) for v in pips])}"
            yield _Told(Step("contradiction", said, tuple(b.t.cells[c] for c in area.cells)), 0, EVERYTHING)
            return


def _target(b: _Board, area: _Area) -> int | None:
    return b.t.puzzle.region_of[b.t.cells[area.cells[0]]].target


def _check(deadline: float) -> None:
    if perf_counter() > deadline:
        raise SearchTimeout("the time limit passed before the board was explained")


def _apply(b: _Board, name: str, found: _Found) -> _Told:
    """Make a step on the board; the step as it is told."""
    t = b.t
    cells = tuple(t.cells[c] for c in found.because)
    placed: tuple[Placed, ...] = ()
    filled: tuple[tuple[Cell, str], ...] = ()
    if found.lays:
        place = t.placed(found.lays)
        placed = (place,)
        filled = ((place[1][0], str(place[0][0])), (place[1][1], str(place[0][1])))
    struck, laid = _listed(t, found.struck), _listed(t, found.suppositions)
    step = Step(name, found.said, cells, filled, found.supposed, found.chain, placed, struck, laid)
    before = b.live
    _make(b, found)
    return _Told(step, before & ~b.live | found.lays, found.reads)


def _make(b: _Board, found: _Found) -> None:
    for c, numbers in found.gone.items():
        b.allowed[c] = b.values[c] & ~numbers
    if found.lays:
        b.lay(found.lays)
    elif found.struck:
        b.strike(found.struck)


def _listed(t: _Tables, placements: int) -> tuple[Placed, ...]:
    return tuple(t.placed(bit) for bit in _bits(placements))


def _several(b: _Board) -> Step:
    cells = b.bare
    where = f"on {b.names(cells)}" if len(cells) <= 8 else f"on the {len(cells)} bare cells"
    said = f"nothing more follows: the dominoes {where} can lie in more than one way"
    return Step("several solutions", said, tuple(b.t.cells[c] for c in cells))


# -- what if --------------------------------------------------------------------------------------------------------


def _laid(b: _Board) -> list[Placed]:
    return list(_listed(b.t, b.laid))


def _is_open(b: _Board, deadline: float) -> bool:
    """Whether a domino is still to be found that lies in the same place in all solutions, or that there are none.

    Of those that may be such a domino only one is made sure of: the next one when it has been laid.
    """
    if b.solutions is None:
        _ask(b, deadline)
    if not b.solutions or b.unique or b.confirmed & ~b.laid:
        return True
    t, begun, board = b.t, _laid(b), search.Board(b.t.puzzle)
    for bit in _bits(b.agreed & ~b.laid):
        if not b.agreed & bit:
            continue
        # Does a solution have something else on its first cell?
        for other in _bits(b.live & t.cover[t.placement(bit)[1]] & ~bit):
            placed = [*begun, t.placed(other)]
            another = search.first(t.puzzle, placed=placed, time_limit=_left(deadline), board=board)
            if another is not None:
                b.solutions |= t.set_of(another)
                b.agreed &= t.set_of(another)
                break
        else:
            b.confirmed |= bit
            return True
    return False


def _ask(b: _Board, deadline: float) -> None:
    """Some solutions: what they have need not be tried, and beyond what they all have no domino can be laid."""
    found = search.classify(b.t.puzzle, placed=_laid(b), time_limit=_left(deadline))
    b.solutions, b.agreed, b.unique = 0, EVERYTHING, found.verdict != "multiple"
    for solution in found.witnesses:
        b.solutions |= b.t.set_of(solution)
        b.agreed &= b.t.set_of(solution)


def _complete(b: _Board, deadline: float) -> None:
    """Of all that is live, find out what some solution has."""
    assert b.solutions is not None
    if b.unique:
        return
    begun, board = _laid(b), search.Board(b.t.puzzle)
    for bit in _bits(b.live & ~b.solutions):
        if not b.solutions & bit:
            placed = [*begun, b.t.placed(bit)]
            solution = search.first(b.t.puzzle, placed=placed, time_limit=_left(deadline), board=board)
            if solution is not None:
                b.solutions |= b.t.set_of(solution)


def _bits(placements: int) -> Iterator[int]:
    while placements:
        bit = placements & -placements
        placements ^= bit
        yield bit


@dataclass(frozen=True, slots=True)
class _Supposition:
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


def _suppositions(b: _Board) -> Iterator[_Supposition]:
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
                yield _Supposition(one, live & cover & ~one, cell=c, number=v)
    for e, (c, d) in enumerate(t.edges):
        one = live & t.on[e] & ~b.laid
        if one and not one & known:
            yield _Supposition(one, live & (t.cover[c] | t.cover[d]) & ~one, edge=e)
    for bit in _bits(live & ~b.laid & ~known):
        yield _Supposition(bit, 0)


def _supposing(b: _Board, what: _Supposition) -> _Board:
    supposed = b.copy()
    if what.other:
        supposed.strike(what.other)
        if what.number >= 0:
            supposed.allowed[what.cell] &= 1 << what.number
    elif what.cell < 0 and what.edge < 0:
        supposed.lay(what.one)
    return supposed


def _refutes(b: _Board, depth: int, deadline: float) -> bool:
    """Whether the rules, and what-ifs up to a depth, lead to a contradiction; the board is changed."""
    while b.bare:
        if _pursue(b, [rule for _, rule, _ in BOARD_RULES], deadline):
            return True
        named = None
        for shallower in range(1, depth):
            named = named or _what_if(b, shallower, deadline, tell=False)
        if not b.bare:
            break
        if named is None:
            return False
        _make(b, named[1])
    return next(_steps(b, inf), None) is not None


def _retraced(b: _Board, depth: int, deadline: float) -> list[_Told]:
    """The same step by step, from simple rules to hard ones, each told."""
    told: list[_Told] = []
    while b.bare:
        _check(deadline)
        named = _by_rule(b)
        for shallower in range(1, depth):
            named = named or _what_if(b, shallower, deadline)
        assert named is not None  # for it is refuted
        told.append(_apply(b, *named))
        if named[1].dead:
            return told
    return [*told, *_steps(b, inf)]


def _what_if(b: _Board, depth: int, deadline: float, tell: bool = True) -> tuple[str, _Found] | None:
    """The first supposition that the rules refute; not how, unless to `tell` it.

    To compare two for the shorter chain took hints half as long again, and left 38 what-ifs of 40 on the published
    puzzles.
    """
    if depth > 1 and not b.doomed:
        _complete(b, deadline)
    name = "what if" if depth == 1 else "nested what if"
    candidates = _suppositions(b)
    for what in candidates if depth == 1 else _most_narrowed(b, candidates, deadline):
        if _refutes(_supposing(b, what), depth, deadline) if depth > 1 else _fails(b, what, deadline):
            return name, _refuted(b, what, depth, deadline) if tell else _Found("", what.one, gone=_gone(what))
    return None


def _fails(b: _Board, what: _Supposition, deadline: float) -> bool:
    """Whether the rules refute a supposition. Where they did not before, they go on from where they had to stop."""
    supposed = b.fruitless.get(what.key)
    if supposed is None:
        supposed = _supposing(b, what)
    else:
        news = supposed.live & ~b.live
        if not news:
            return False
        if news & supposed.laid:
            return True
        supposed.strike(news)
    if _refutes(supposed, 1, deadline):
        return True
    b.fruitless[what.key] = supposed
    return False


def _most_narrowed(b: _Board, candidates: Iterator[_Supposition], deadline: float) -> list[_Supposition]:
    """Those first that the rules leave least of."""
    rated: list[tuple[int, int, _Supposition]] = []
    for what in candidates:
        supposed = _supposing(b, what)
        _refutes(supposed, 1, deadline)
        rated.append((supposed.live.bit_count(), len(rated), what))
    return [what for _, _, what in sorted(rated, key=lambda one: one[:2])]


def _gone(what: _Supposition) -> dict[int, int]:
    return {what.cell: 1 << what.number} if what.number >= 0 else {}


def _refuted(b: _Board, what: _Supposition, depth: int, deadline: float) -> _Found:
    """The deduction from a supposition that is refuted, with its chain."""
    t = b.t
    told = _retraced(_supposing(b, what), depth, deadline)
    told = _needed(told, told[-1:])
    reads = 0
    for one in told:
        reads |= one.reads
    chain = tuple(one.step for one in told)
    more = len(chain) - 1
    after = f"after {more} more {'step' if more == 1 else 'steps'} " if more else ""
    if what.number >= 0:
        cell = b.names([what.cell])
        supposition = f"{cell} cannot be {what.number}: were it {what.number}"
    elif what.edge >= 0:
        supposition = f"no domino can lie across {b.names(t.edges[what.edge])}: were one there"
    else:
        place = t.placed(what.one)
        supposition = f"the {_said(place)} cannot lie on {_names(place[1])}: were it there"
    said = f"{supposition}, then {after}{chain[-1].sentence}"
    return _Found(
        said,
        what.one,
        reads,
        tuple(dict.fromkeys(t.number[cell] for step in chain for cell in step.because)),
        gone=_gone(what),
        supposed=(t.cells[what.cell], str(what.number)) if what.number >= 0 else None,
        suppositions=0 if what.number >= 0 else what.one,
        chain=chain,
    )


# -- words ----------------------------------------------------------------------------------------------------------


def _conclusion(b: _Board, gone: Mapping[int, int]) -> str:
    """`r1 c1 must be 5`; `r1 c1 and r1 c2 must be 4 or 5`; `r1 c1 cannot be 0 or 1`."""
    groups: dict[tuple[bool, int], list[int]] = {}
    for c, numbers in gone.items():
        left = b.values[c] & ~numbers
        if left and left.bit_count() <= numbers.bit_count():
            groups.setdefault((True, left), []).append(c)
        else:
            groups.setdefault((False, numbers), []).append(c)
    parts = [
        f"{b.names(sorted(cells))} {'must' if must else 'cannot'} be {_numbers(numbers)}"
        for (must, numbers), cells in groups.items()
    ]
    return _list(parts)


def _numbers(numbers: int, article: str = "", joined: str = "or") -> str:
    return _list([f"{article}{v}" for v in NUMBERS if numbers >> v & 1], joined)


def _domino(kind: tuple[int, int]) -> str:
    """A domino by its name, the higher number first: `5-3`."""
    return f"{max(kind)}-{min(kind)}"


def _said(placed: Placed) -> str:
    """A domino as it lies, in the order of its cells."""
    return f"{placed[0][0]}-{placed[0][1]}"


def _name(cell: Cell) -> str:
    return f"r{cell[0] + 1} c{cell[1] + 1}"


def _names(cells: Sequence[Cell]) -> str:
    return _list([_name(cell) for cell in cells])


def _list(words: Sequence[str], joined: str = "and") -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {joined} {words[-1]}"
