"""New Queens boards: crowns at random, regions around them, changed cell by cell until no other solution is left.

A board of a level is solved by the rules up to that level (see `deduce`) and not by those of the level below; it has
one solution, since rules that do not guess find it. Regions look like those of printed boards: one is large, a few are
small, all are connected. The same arguments and seed give the same board.

What is not here: how a board looks on paper or on a page.
"""

from __future__ import annotations

from functools import cache
from itertools import islice, pairwise
from random import Random
from time import perf_counter

from solver.errors import BadOption, BadSize, NotGenerated, SearchTimeout, shown
from solver.queens import deduce, search
from solver.queens.puzzle import CROWN, LETTERS, QueensPuzzle
from solver.steps import LEVELS
from solver.verdicts import deadline_of, time_left
from solver.wishes import check_wishes

SIZES = range(5, 13)
"""On boards of four rows there is hardly anything to find out; LinkedIn's have 7 to 11."""

TRIES = 200
"""So many boards are begun before it is said that none of that level was found."""
MOVES = 300
"""So many cells are moved from one region to another before a board is given up."""
AIMED = 120
"""So many moves are tried to bring a board to a level."""
OTHERS = 10
"""So many other solutions are looked at for a move."""
ANY = 0.1
"""How likely a cell is moved that no other solution has a crown on, to one on which one of these has."""
SMALL, SPARED = 3, 0.1
"""Regions of so many cells and fewer lose one so much less often than others."""

EAGERNESS, LARGEST = 0.4, 4.0
"""How much regions differ in how fast they grow, and how much faster the largest does."""

LATE = "the time limit passed before a board was found"


def generate(
    size: int = 8,
    seed: int | str | None = None,
    *,
    difficulty: str = "medium",
    symmetry: str = "none",
    time_limit: float | None = None,
) -> QueensPuzzle:
    """A new board of `size` rows, 5 to 12. Without a `seed`, another one each time.

    `difficulty` is `"easy"`, `"medium"`, `"hard"` or `"expert"`; `symmetry` can only be `"none"`. Raises `BadSize`,
    `BadOption` for any other argument that cannot be, and `NotGenerated` when no board of that level was found (the
    smallest are hardly ever hard) or `time_limit` seconds have passed.
    """
    if isinstance(size, bool) or not isinstance(size, int) or size not in SIZES:
        raise BadSize(f"size is {shown(size)}; a new board of Queens has {SIZES[0]} to {SIZES[-1]} rows")
    check_wishes(difficulty, symmetry, seed)
    if symmetry != "none":
        raise BadOption(f"symmetry is {shown(symmetry)}; a board of Queens has none")
    deadline = deadline_of(time_limit)
    words = (QueensPuzzle.game, size, difficulty, seed)
    rng = Random() if seed is None else Random(" ".join(str(word) for word in words))
    try:
        for _ in range(TRIES):
            draft = _Draft(rng, size, deadline)
            if draft.settle() and draft.aim(difficulty):
                return draft.puzzle()
    except SearchTimeout:
        raise NotGenerated(LATE) from None
    raise NotGenerated(f"no {difficulty} board of size {size} was found in {TRIES} tries")


class _Draft:
    """A board on its way. Sets of cells are integers, as in `search`.

    crowns    the solution, a set
    regions   one for each crown, a set
    beside    cell -> the cells that share an edge with it
    plain     how likely each cell is moved where no other solution is known
    """

    def __init__(self, rng: Random, n: int, deadline: float) -> None:
        self.rng, self.n, self.deadline = rng, n, deadline
        self.beside = _beside(n)
        crowns = _crowns(rng, n)
        self.crowns = sum(crowns)
        self.plain = [0 if cell & self.crowns else ANY for cell in self.beside]
        self.regions = self._grown(crowns)

    def puzzle(self) -> QueensPuzzle:
        n = self.n
        letters = {cell: LETTERS[i] for i, region in enumerate(self.regions) for cell in deduce.bits(region)}
        return QueensPuzzle(["".join(letters[1 << n * r + c] for c in range(n)) for r in range(n)])

    def _grown(self, crowns: list[int]) -> list[int]:
        """Regions around the crowns: each takes free cells beside it, some more eagerly and one most of all."""
        rng = self.rng
        eager = [rng.lognormvariate(0, EAGERNESS) for _ in crowns]
        eager[rng.randrange(self.n)] *= LARGEST
        regions = list(crowns)
        free = (1 << self.n * self.n) - 1 & ~self.crowns
        border = [self.beside[crown] & free for crown in crowns]
        while free:
            weights = [e if around & free else 0 for e, around in zip(eager, border, strict=True)]
            i = rng.choices(range(self.n), weights)[0]
            cell = rng.choice(list(deduce.bits(border[i] & free)))
            regions[i] |= cell
            free ^= cell
            border[i] |= self.beside[cell]
        return regions

    def settle(self) -> bool:
        """Move cells until the crowns are the only solution; False where that takes too many moves.

        A move gives a cell to a region beside it: mostly one on which another solution has a crown, so that two are in
        one region. Only solutions with a crown on that cell go or come with it, and a move with which more come than
        go is not made.
        """
        others = self._others(self.regions)
        for _ in range(MOVES):
            if not others:
                return True
            if perf_counter() > self.deadline:
                raise SearchTimeout(LATE)
            cell, regions = self._moved(others)
            if not cell:
                continue
            come = self._others(regions, cell)
            if len(come) <= len(self._others(self.regions, cell)):
                self.regions = regions
                others = [other for other in others if not other & cell] + come or self._others(regions)
        return False

    def aim(self, difficulty: str) -> bool:
        """Go on moving cells, as long as there is no other solution, towards a level; False where it is not reached."""
        away = self._away(difficulty)
        for _ in range(AIMED):
            if not away:
                return True
            cell, regions = self._moved([])
            if cell and not self._others(regions, cell):
                before, self.regions = self.regions, regions
                now = self._away(difficulty)
                if now <= away:
                    away = now
                else:
                    self.regions = before
        return False

    def _away(self, difficulty: str) -> int:
        """How many rules lie between the hardest that the board needs and those of a level. What the rules below the
        hardest level leave open is of that level: nobody need see how it goes on."""
        hardest = max(i for i, name in enumerate(deduce.NAMES) if deduce.LEVEL_OF[name] != LEVELS[-1])
        left = time_left(self.deadline)
        steps = deduce.explain(self.puzzle(), hardest=deduce.NAMES[hardest], time_limit=left)
        crowns = sum([symbol == CROWN for step in steps for _, symbol in step.filled])
        rule = max(deduce.NAMES.index(step.rule) for step in steps) if crowns == self.n else hardest + 1
        return min(abs(rule - i) for i, name in enumerate(deduce.NAMES) if deduce.LEVEL_OF[name] == difficulty)

    def _others(self, regions: list[int], cell: int = 0) -> list[int]:
        """Solutions beside the crowns, with a crown on that cell if there is one; at most so many."""
        live, units, strikes = search.empty(self.n, regions)
        if cell:
            live &= ~strikes[cell]
        found = islice(search.crowns_of(live, units, strikes, self.deadline), OTHERS + 1)
        return [other for other in found if other != self.crowns][:OTHERS]

    def _moved(self, others: list[int]) -> tuple[int, list[int]]:
        """A cell, and the regions with it moved; or 0, where none was found that can be."""
        rng = self.rng
        cells = list(self.beside)
        weights = self.plain
        if others:
            more = [sum([1 for other in others if other & cell]) for cell in cells]
            weights = [weight and weight + by for weight, by in zip(weights, more, strict=True)]
        for cell in rng.choices(cells, weights, k=self.n):
            i = next(i for i, region in enumerate(self.regions) if region & cell)
            if self.regions[i].bit_count() <= SMALL and rng.random() > SPARED:
                continue
            into = [j for j, region in enumerate(self.regions) if j != i and region & self.beside[cell]]
            if into and self._is_connected(self.regions[i] ^ cell):
                regions = list(self.regions)
                regions[i] ^= cell
                regions[rng.choice(into)] |= cell
                return cell, regions
        return 0, self.regions

    def _is_connected(self, region: int) -> bool:
        reached = todo = region & -region
        while todo:
            cell = todo & -todo
            new = self.beside[cell] & region & ~reached
            reached |= new
            todo = todo ^ cell | new
        return reached == region


def _crowns(rng: Random, n: int) -> list[int]:
    """One in each row and column, none touching."""
    while True:
        columns = list(range(n))
        rng.shuffle(columns)
        if all(abs(a - b) > 1 for a, b in pairwise(columns)):
            return [1 << n * r + c for r, c in enumerate(columns)]


@cache
def _beside(n: int) -> dict[int, int]:
    """cell -> the cells that share an edge with it."""
    steps = ((-1, 0), (0, -1), (0, 1), (1, 0))
    return {
        1 << n * r + c: sum(1 << n * (r + a) + c + b for a, b in steps if 0 <= r + a < n and 0 <= c + b < n)
        for r in range(n)
        for c in range(n)
    }
