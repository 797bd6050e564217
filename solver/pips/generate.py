"""New Pips: a shape, dominoes on it, regions and tags around what they show, refined until the rules find just that.

    shape      connected or islands, at random, a little symmetric where that is wanted (`shapes`)
    layout     a way to cover it, and dominoes of one double-six set, none twice, equal numbers often side by side
    regions    cells of equal numbers first, then few cells at a time, sizes and types as often as in the newspaper
    sharpen    while the rules of the level do not finish: a region they are stuck at says more, or falls into two
    blur       then, while they still finish: tags go, sums become bounds, neighbouring sums become one

A puzzle of a level is solved by the rules up to that level (see `deduce`) and not by those of the level below. It has
one solution, since rules that do not guess find it; for the hardest level the search says so. The same arguments and
seed give the same puzzle.

What is not here: how a board looks on paper or on a page.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import inf
from random import Random
from time import perf_counter
from typing import TypeAlias

from solver.errors import BadOption, BadSize, NotGenerated, SearchTimeout, shown
from solver.pips import deduce, search, shapes
from solver.pips.puzzle import MOST_PIPS, Cell, Domino, PipsPuzzle, Region
from solver.steps import LEVELS
from solver.verdicts import check_time_limit
from solver.wishes import check_wishes

DOUBLE_SIX = tuple((a, b) for a in range(MOST_PIPS + 1) for b in range(a, MOST_PIPS + 1))
"""The 28 dominoes of a set."""

TRIES = 250
"""So many boards are begun before it is said that none of that level was found."""

ALIKE = 0.6
"""How often a domino is laid where most of its numbers lie beside equal ones."""

SIZES = (1, 2, 3, 4, 5)
OFTEN = (0.5, 0.32, 0.09, 0.06, 0.03)
"""How many cells a region has that is neither equals nor unequal, and how often."""

EQUALS = (0.0, 0.0, 0.35, 0.6, 0.8)
"""How often so many equal numbers side by side become a region, 4 and more alike."""

UNEQUAL = 0.12
"""The part of the other regions that begin as unequal, with as many cells as differ; a third of them stay it."""

LONGEST_UNEQUAL = 6
LONGEST_EQUALS = 8
LONGEST_SUM = 5
"""Cells of a region; the newspaper's sums have more than five once in a hundred."""

BLANK = {"easy": 0.28, "medium": 0.25, "hard": 0.2, "expert": 0.2}
"""At most this part of the regions is without a tag. The newspaper's easy, medium and hard: 0.27, 0.24, 0.17."""

BOUNDS = 0.2
"""At most this part of the regions is less or greater (0.10 to 0.14)."""

MOST_SEARCHED = 16
"""Of boards with more dominoes no other solution is looked for to tell what to sharpen: that takes too long."""

LATE = "the time limit passed before a board was found"

Numbers: TypeAlias = Mapping[Cell, int]


def generate(
    size: int = 6,
    seed: int | str | None = None,
    *,
    difficulty: str = "medium",
    symmetry: str = "none",
    islands: int = 1,
    time_limit: float | None = None,
) -> PipsPuzzle:
    """A new puzzle of `size` dominoes, 1 to 28. Without a `seed`, another one each time.

    `difficulty` is `"easy"`, `"medium"`, `"hard"` or `"expert"`; `symmetry` of the shape `"none"`, `"rotation"` (a half
    turn) or `"mirror"` (left and right); `islands` is of how many parts the board is.

    Raises `BadSize`, `BadOption` for any other argument that cannot be, and `NotGenerated` when no puzzle of that level
    was found (the smallest are always easy) or `time_limit` seconds have passed.
    """
    if isinstance(size, bool) or not isinstance(size, int) or not 1 <= size <= len(DOUBLE_SIX):
        raise BadSize(f"size is {shown(size)}; a Pips has 1 to {len(DOUBLE_SIX)} dominoes, a whole double-six set")
    check_wishes(difficulty, symmetry, seed)
    if isinstance(islands, bool) or not isinstance(islands, int) or not 1 <= islands <= size:
        raise BadOption(f"islands is {shown(islands)}; {size} dominoes make 1 to {size} islands")
    check_time_limit(time_limit)
    deadline = inf if time_limit is None else perf_counter() + time_limit
    words = (PipsPuzzle.game, size, difficulty, symmetry, islands, seed)
    rng = Random() if seed is None else Random(" ".join(str(word) for word in words))
    for _ in range(TRIES):
        cells = shapes.shape(rng, size, symmetry, islands)
        if cells is None:
            continue
        draft = _Draft(rng, cells, difficulty, deadline)
        if draft.sharpen() and draft.blur():
            return draft.puzzle()
    dominoes = "domino" if size == 1 else "dominoes"
    raise NotGenerated(f"no {difficulty} board of {size} {dominoes} was found in {TRIES} tries")


class _Draft:
    """A board on its way: what lies on it, and its regions, which change."""

    def __init__(self, rng: Random, cells: Collection[Cell], difficulty: str, deadline: float) -> None:
        self.rng = rng
        self.difficulty = difficulty
        self.deadline = deadline
        self.dominoes, self.numbers = _laid(rng, cells)
        self.regions = _regions(rng, self.numbers)

    def puzzle(self) -> PipsPuzzle:
        dominoes = list(self.dominoes)
        self.rng.shuffle(dominoes)
        turned = [domino if self.rng.random() < 0.5 else domino[::-1] for domino in dominoes]
        return PipsPuzzle(turned, sorted(self.regions, key=lambda region: region.cells))

    def _bare(self, regions: Sequence[Region], difficulty: str) -> set[Cell]:
        """The cells that the rules of the level leave bare; of the hardest, those on which another solution differs."""
        left = self.deadline - perf_counter()
        if left <= 0:
            raise NotGenerated(LATE)
        puzzle = PipsPuzzle(self.dominoes, regions)
        if difficulty != "expert":
            return deduce.stuck_at(puzzle, difficulty)
        return {cell for cell, number in self._other(puzzle).items() if number != self.numbers[cell]}

    def _other(self, puzzle: PipsPuzzle) -> Numbers:
        """The numbers of another solution; none, if there is none."""
        try:
            found = search.classify(puzzle, time_limit=None if self.deadline == inf else self.deadline - perf_counter())
        except (SearchTimeout, BadOption):
            raise NotGenerated(LATE) from None
        return next((one.values for one in found.witnesses if one.values != self.numbers), {})

    def sharpen(self) -> bool:
        """Have regions say more until the rules finish; False where they never do."""
        told = [self._tagged([cell], "sum") for cell in self.numbers]
        if self._bare(told, self.difficulty) or search.verdict(PipsPuzzle(self.dominoes, told)) == "multiple":
            return False  # not even with a tag for each cell
        while bare := self._bare(self.regions, self.difficulty):
            there = [i for i, region in enumerate(self.regions) if bare.intersection(region.cells)]
            self.rng.shuffle(there)
            ways = [(i, sharper) for i in there if (sharper := self._sharper(self.regions[i]))]
            if not ways:
                return False
            if len(self.dominoes) <= MOST_SEARCHED:
                other = self._other(PipsPuzzle(self.dominoes, self.regions))
                ways.sort(key=lambda way: bool(other) and _true_of(other, way[1]))
            i, sharper = ways[0]
            self.regions[i : i + 1] = sharper
        return True

    def _sharper(self, region: Region) -> list[Region]:
        """Regions in place of this one that say more; none where it says all."""
        n = len(region.cells)
        if region.type == "empty" or region.type in ("less", "greater"):
            return [self._tagged(region.cells, "sum")]
        if n == 1:
            return []
        if region.type == "equals" and n > 2:
            one = self.rng.choice(region.cells)
            rest = [cell for cell in region.cells if cell != one]
            return [
                self._tagged([one], "sum"),
                *[self._tagged(c, "equals" if len(c) > 1 else "sum") for c in _parts(self.rng, rest)],
            ]
        return [self._tagged(cells, "sum") for cells in _split(self.rng, region.cells)]

    def _tagged(self, cells: Collection[Cell], type_: str) -> Region:
        return _region(self.rng, type_, cells, self.numbers)

    def blur(self) -> bool:
        """Have regions say less while the rules still finish; whether the level below does not finish then."""
        self._blur_once()
        return self._is_hard_enough()

    def _blur_once(self) -> None:
        order = list(self.regions)
        self.rng.shuffle(order)
        for region in order:
            if region not in self.regions:
                continue
            for fewer in self._blurred(region):
                if not self._bare(fewer, self.difficulty):
                    self.regions = fewer
                    break

    def _blurred(self, region: Region) -> list[list[Region]]:
        """The regions, with this one saying less, or one with a neighbour."""
        others = [other for other in self.regions if other is not region]
        number = len(self.regions)
        ways: list[list[Region]] = []
        if region.type not in ("sum", "less", "greater"):
            return ways
        blank = sum(other.type == "empty" for other in others)
        bounds = sum(other.type in ("less", "greater") for other in others)
        if len(region.cells) == 1 and (blank + 1) <= BLANK[self.difficulty] * number:
            ways.append([*others, self._tagged(region.cells, "empty")])
        if region.type != "sum":
            return ways
        near = [other for other in others if other.type == "sum" and _touch(other, region)]
        near = [other for other in near if len(other.cells) + len(region.cells) <= LONGEST_SUM]
        if near:
            other = self.rng.choice(near)
            rest = [one for one in others if one is not other]
            ways.append([*rest, self._tagged([*region.cells, *other.cells], "sum")])
        if len(region.cells) < 4 and bounds + 1 <= BOUNDS * number:
            bound = self._tagged(region.cells, self.rng.choice(("less", "greater")))
            if bound.type != "sum":
                ways.append([*others, bound])
        return ways

    def _is_hard_enough(self) -> bool:
        level = LEVELS.index(self.difficulty)
        return level == 0 or bool(self._bare(self.regions, LEVELS[level - 1]))


def _laid(rng: Random, cells: Collection[Cell]) -> tuple[list[Domino], dict[Cell, int]]:
    """Dominoes at random, each once, on the cells; and what lies on each of them."""
    places = shapes.tiling(rng, cells)
    assert places is not None  # shapes are made of dominoes
    hand = list(DOUBLE_SIX)
    rng.shuffle(hand)
    numbers: dict[Cell, int] = {}
    dominoes = []
    for place in sorted(places):
        beside = [{numbers[c] for c in shapes.neighbours(cell) if c in numbers} for cell in place]
        ways = [way for domino in hand for way in {domino, domino[::-1]}]
        way = ways[rng.randrange(len(ways))]
        if rng.random() < ALIKE:
            rng.shuffle(ways)
            way = max(ways, key=lambda way: (way[0] in beside[0]) + (way[1] in beside[1]))
        domino = (min(way), max(way))
        hand.remove(domino)
        dominoes.append(domino)
        numbers.update(zip(place, way, strict=True))
    return dominoes, numbers


def _regions(rng: Random, numbers: Numbers) -> list[Region]:
    """Regions as the newspaper has them, true of the numbers."""
    free = set(numbers)
    regions = []
    for cell in rng.sample(sorted(numbers), len(numbers)):
        if cell not in free:
            continue
        like = {other for other in free if numbers[other] == numbers[cell]}
        same = _grow(rng, cell, like, LONGEST_EQUALS)
        if rng.random() < EQUALS[min(len(same), len(EQUALS) - 1)]:
            regions.append(_region(rng, "equals", same, numbers))
            free.difference_update(same)
    for cell in rng.sample(sorted(free), len(free)):
        if cell not in free:
            continue
        if rng.random() < UNEQUAL:
            cells = _grow(rng, cell, free, rng.randrange(2, LONGEST_UNEQUAL + 1))
            while len({numbers[c] for c in cells}) < len(cells):
                cells.pop()
            type_ = "unequal" if len(cells) > 1 else "sum"
        else:
            cells = _grow(rng, cell, free, rng.choices(SIZES, OFTEN)[0])
            type_ = "sum"
        if len(cells) == 1:
            type_ = rng.choice(("sum", "sum", "sum", "less", "greater", "empty", "empty"))
        regions.append(_region(rng, type_, cells, numbers))
        free.difference_update(cells)
    return regions


def _grow(rng: Random, cell: Cell, free: Collection[Cell], size: int) -> list[Cell]:
    """Up to so many connected cells of those that are free, from this one."""
    cells = [cell]
    while len(cells) < size:
        near = {other for one in cells for other in shapes.neighbours(one) if other in free}.difference(cells)
        if not near:
            break
        cells.append(rng.choice(sorted(near)))
    return cells


def _split(rng: Random, cells: Sequence[Cell]) -> list[list[Cell]]:
    """Two or more connected parts."""
    part = _grow(rng, rng.choice(cells), cells, rng.randrange(1, len(cells)))
    return [part, *_parts(rng, set(cells).difference(part))]


def _parts(rng: Random, cells: Collection[Cell]) -> list[list[Cell]]:
    """The connected parts of these cells."""
    left = set(cells)
    parts = []
    while left:
        part = _grow(rng, min(left), left, len(left))
        left.difference_update(part)
        parts.append(part)
    return parts


def _true_of(numbers: Numbers, regions: Sequence[Region]) -> bool:
    return all(region.allows(numbers[cell] for cell in region.cells) for region in regions)


def _touch(region: Region, other: Region) -> bool:
    return any(cell in other.cells for one in region.cells for cell in shapes.neighbours(one))


def _region(rng: Random, type_: str, cells: Collection[Cell], numbers: Numbers) -> Region:
    """A region of that type that is true of the numbers; a sum where no such bound says anything."""
    total = sum(numbers[cell] for cell in cells)
    target: int | None = None
    if type_ == "sum":
        target = total
    elif type_ == "less":
        target = total + rng.randrange(1, 4)
        if target > MOST_PIPS * len(cells):
            type_, target = "sum", total
    elif type_ == "greater":
        target = total - rng.randrange(1, 4)
        if target < 0:
            type_, target = "sum", total
    return Region(type_, target, tuple(cells))
