"""The puzzle as checksum of Pips: the most probable board, of what was read, that has a solution.

What was read has alternatives: a cell may be of another region, a tag or a half may say something else. Each costs what
it is less probable, as a logarithm of odds. Boards are tried in order of their cost, so many of them at most, until one
has a solution and others cost clearly more. Dominoes that lie on the board mostly lie as in a solution, so that one in
which they do not costs more, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf

import numpy as np
from numpy.typing import NDArray

from solver.errors import SearchTimeout
from solver.pips.puzzle import MOST_PIPS, PipsPuzzle, Region
from solver.pips.search import first
from solver.steps import Placed
from vision.games.pips.parts import Cell
from vision.verify import settled

Labels = tuple[int, ...]
Options = tuple[tuple[str, float], ...]
"""What something may say, each with its cost; the first costs nothing."""

Borders = tuple[tuple[int, int, float], ...]
"""Neighbours, by their numbers, and the log odds that they are of one region."""

PLAIN = -1
"""The region of all cells without constraint."""
TYPES = {"<": "less", ">": "greater", "=": "equals", "≠": "unequal"}

# A board that is so much less probable than what was read, as a logarithm of odds, is not taken.
MOST_COST = 12.0
# So many steps the search for a solution of what was read may take, for each domino, and half as many that of another
# board. Printed puzzles take five at most, one of our samples over 40; of 2,433 boards tried that had one 4 took more.
MOST_STEPS = 100
# What it costs that dominoes lie on the board as in no solution; that a tag says nothing; that two cells without
# constraint touch: of 57 such regions on others' pages 55 have one cell.
LAID_WRONG, SAYS_NOTHING, TWO_PLAIN = 2.5, 4.0, 1.5


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """What was read of a board. `edges`: two numbers of cells and the log odds that they are of one region; `start`:
    the region of each cell, the number of its tag or `PLAIN`; `owners`: the cell of each tag; `texts`: what each tag
    may say; `halves`: the same of the halves of dominoes, two by two; `laid`: the number of a half and the cells of it
    and of the next; `unlike`: (N, N), what it costs that two cells are both without constraint, by their colours."""

    cells: tuple[Cell, ...]
    edges: Borders
    start: Labels
    owners: tuple[int, ...]
    texts: tuple[Options, ...]
    halves: tuple[Options, ...]
    laid: tuple[tuple[int, int, int], ...]
    unlike: NDArray[np.float64]

    def odd(self, labels: Labels) -> dict[int, float]:
        """What it costs that cells without constraint have other colours than one of these, at least."""
        plain = sorted(_of(labels, PLAIN))
        among = self.unlike[np.ix_(plain, plain)]
        costs = among[among.sum(axis=1).argmin()].tolist() if plain else []
        return {k: cost for k, cost in zip(plain, costs, strict=True) if cost}


@dataclass(frozen=True, slots=True, eq=False)
class Checked:
    """A board. `labels`: the region of each cell; `texts`: what its tags say; `pips`: of each half; `share`: its
    probability among all that were found to have a solution; `cost`: what it costs, infinite where none was found."""

    puzzle: PipsPuzzle
    labels: Labels
    texts: tuple[str, ...]
    pips: tuple[int, ...]
    share: float
    cost: float

    @property
    def solvable(self) -> bool:
        """Whether a solution was found."""
        return self.cost < inf


def region_of(text: str, cells: tuple[Cell, ...]) -> Region:
    """The region with this tag; "" for none.

    >>> region_of(">10", ((0, 0), (0, 1)))
    Region(type='greater', target=10, cells=((0, 0), (0, 1)))
    """
    if not text:
        return Region("empty", None, cells)
    if text in ("=", "≠"):
        return Region(TYPES[text], None, cells)
    if text[0] in "<>":
        return Region(TYPES[text[0]], int(text[1:]), cells)
    return Region("sum", int(text), cells)


def says_nothing(text: str, size: int) -> bool:
    """Whether a tag allows whatever may lie on a region of so many cells, as none of 571 printed ones does.

    >>> says_nothing("=", 1), says_nothing("<13", 2), says_nothing("<12", 2)
    (True, True, False)
    """
    return size == 1 if text in ("=", "≠") else text[0] == "<" and int(text[1:]) > MOST_PIPS * size


def checked(evidence: Evidence, most: float = MOST_COST) -> Checked:
    """The most probable board of what was read that has a solution and costs `most` at most; else what was read."""
    return _Search(evidence).best(most)


State = tuple[Labels, tuple[int, ...], bool]
"""The region of each cell; which of its options each tag and each half has; whether dominoes lie as in a solution."""


Move = tuple[float, tuple[tuple[int, int, int], ...], Labels]
"""What it costs more, which regions with how many cells get how many more, and the region of each cell then."""


class _Search:
    """Boards in the order of what they cost."""

    def __init__(self, evidence: Evidence) -> None:
        self.evidence = evidence
        self.options = (*evidence.texts, *evidence.halves)
        self.near: list[list[tuple[int, float]]] = [[] for _ in evidence.cells]
        for a, b, odds in evidence.edges:
            self.near[a].append((b, odds))
            self.near[b].append((a, odds))
        self.moves: dict[Labels, list[Move]] = {}
        self.start = self._settled((evidence.start, (0,) * len(self.options), True))

    def best(self, most: float) -> Checked:
        """See `checked`."""
        state, share, cost = settled(self.start, self._neighbours, self._is_solvable, most) or (self.start, 0.0, inf)
        return Checked(self._puzzle(state), state[0], self._texts(state), self._pips(state), share, cost)

    def _settled(self, state: State) -> State:
        """With cells in other regions as long as that is more probable."""
        while True:
            more, other = min(self._moved(state), default=(0.0, state), key=lambda one: one[0])
            if more >= -1e-6:
                return state
            state = other

    def _neighbours(self, state: State, solvable: bool) -> Iterator[tuple[float, State]]:
        """All boards with one thing otherwise, and what they cost more."""
        labels, chosen, as_laid = state
        if not as_laid:
            return
        if self.evidence.laid and not solvable:
            yield LAID_WRONG, (labels, chosen, False)
        for number, options in enumerate(self.options):
            now = chosen[number]
            if now + 1 < len(options):
                more = options[now + 1][1] - options[now][1]
                if number < len(self.evidence.texts):
                    said, size = (options[now][0], options[now + 1][0]), labels.count(number)
                    more += SAYS_NOTHING * (says_nothing(said[1], size) - says_nothing(said[0], size))
                yield more, (labels, (*chosen[:number], now + 1, *chosen[number + 1 :]), True)
        yield from self._moved(state)

    def _moved(self, state: State) -> Iterator[tuple[float, State]]:
        """The same with a cell, or cells that hold together, in another region."""
        labels, chosen, _ = state
        texts = self._texts(state)
        if labels not in self.moves:  # most boards differ in what tags and halves say alone
            self.moves[labels] = list(self._moves(labels))
        for more, changes, moved in self.moves[labels]:
            for region, size, by in changes:  # one that gets, or loses, so many cells
                more += SAYS_NOTHING * (says_nothing(texts[region], size + by) - says_nothing(texts[region], size))
            yield more, (moved, chosen, True)

    def _moves(self, labels: Labels) -> Iterator[Move]:
        odd = sum(self.evidence.odd(labels).values())
        for some in self._groups(labels):
            mine = labels[next(iter(some))]
            if mine != PLAIN:
                owner, rest = self.evidence.owners[mine], _of(labels, mine) - some
                if owner not in rest or self._connected(owner, rest) != rest:
                    continue
            beside = [(labels[b], odds) for a in some for b, odds in self.near[a] if b not in some]
            edges = sum(b in some for a in some for b, _ in self.near[a]) // 2 + sum(one == PLAIN for one, _ in beside)
            for other in ({one for one, _ in beside} | {PLAIN}) - {mine}:
                moved = tuple(other if k in some else one for k, one in enumerate(labels))
                more = sum(odds * ((one == mine) - (one == other)) for one, odds in beside)
                if PLAIN in (mine, other):
                    more += sum(self.evidence.odd(moved).values()) - odd + TWO_PLAIN * edges * (-1) ** (mine == PLAIN)
                sizes = ((region, labels.count(region), by * len(some)) for region, by in ((mine, -1), (other, 1)))
                yield more, tuple(one for one in sizes if one[0] != PLAIN), moved

    def _groups(self, labels: Labels) -> Iterator[frozenset[int]]:
        """Every cell, and every group of cells of a region that rather belong together than not."""
        for cell in range(len(labels)):
            yield frozenset((cell,))
            some = self._connected(cell, _of(labels, labels[cell]), 0.0)
            if len(some) > 1 and cell == min(some):
                yield some

    def _connected(self, cell: int, among: frozenset[int], least: float = -inf) -> frozenset[int]:
        """A cell, and those of others that can be reached from it over edges of more log odds than `least`."""
        some, left = {cell}, [cell]
        while left:
            new = {b for b, odds in self.near[left.pop()] if b in among and odds > least} - some
            some |= new
            left += new
        return frozenset(some)

    def _is_solvable(self, state: State) -> bool:
        """Whether a solution of a board is found, in which what lies on the board lies as it does where that is so."""
        pips, cells = self._pips(state), self.evidence.cells
        there = self.evidence.laid if state[2] else ()
        laid: list[Placed] = [((pips[k], pips[k + 1]), (cells[a], cells[b])) for k, a, b in there]
        puzzle, steps = self._puzzle(state), MOST_STEPS // (1 + (state != self.start))
        try:
            return first(puzzle, placed=laid, most_steps=steps * len(puzzle.dominoes)) is not None
        except SearchTimeout:
            return False

    def _pips(self, state: State) -> tuple[int, ...]:
        chosen = state[1][len(self.evidence.texts) :]
        return tuple(int(options[k][0]) for options, k in zip(self.evidence.halves, chosen, strict=True))

    def _texts(self, state: State) -> tuple[str, ...]:
        return tuple(options[k][0] for options, k in zip(self.evidence.texts, state[1], strict=False))

    def _regions(self, state: State) -> list[Region]:
        """The regions of the tags, then those without, which are connected."""
        labels, cells = state[0], self.evidence.cells
        tagged = [(text, sorted(_of(labels, number))) for number, text in enumerate(self._texts(state))]
        every = tagged + [("", some) for some in self._plain(labels)]
        return [region_of(text, tuple(cells[k] for k in some)) for text, some in every]

    def _plain(self, labels: Labels) -> Iterator[list[int]]:
        """The numbers of the cells without constraint, those together that touch."""
        plain = _of(labels, PLAIN)
        for cell in sorted(plain):
            some = sorted(self._connected(cell, plain))
            if cell == some[0]:
                yield some

    def _puzzle(self, state: State) -> PipsPuzzle:
        pips = self._pips(state)
        return PipsPuzzle([(pips[k], pips[k + 1]) for k in range(0, len(pips), 2)], self._regions(state))


def _of(labels: Labels, region: int) -> frozenset[int]:
    """The cells of a region."""
    return frozenset(k for k, one in enumerate(labels) if one == region)
