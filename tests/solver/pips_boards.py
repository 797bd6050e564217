"""Boards of Pips for the tests: made up, solved by trying everything, and checked against the rules, cell by cell."""

from __future__ import annotations

import random
from collections.abc import Iterator

from hypothesis import strategies as st

from solver.pips.puzzle import Cell, Domino, PipsPuzzle, PipsSolution, Region


def keeps_rules(solution: PipsSolution) -> bool:
    """Whether it solves its puzzle, by the rules as the newspaper puts them and nothing of the solver's."""
    puzzle = solution.puzzle
    pips: dict[Cell, int] = {}
    for (a, b), (first, second) in zip(puzzle.dominoes, solution.places, strict=True):
        if abs(first[0] - second[0]) + abs(first[1] - second[1]) != 1 or first in pips or second in pips:
            return False
        pips[first], pips[second] = a, b
    return pips.keys() == puzzle.region_of.keys() and all(
        content(region, [pips[cell] for cell in region.cells]) for region in puzzle.regions
    )


def content(region: Region, pips: list[int]) -> bool:
    if region.type == "sum":
        return sum(pips) == region.target
    if region.type == "less":
        return region.target is not None and sum(pips) < region.target
    if region.type == "greater":
        return region.target is not None and sum(pips) > region.target
    if region.type == "equals":
        return len(set(pips)) == 1
    if region.type == "unequal":
        return len(set(pips)) == len(pips)
    return True


def by_trying(puzzle: PipsPuzzle) -> set[PipsSolution]:
    """Every solution: each way to lay all dominoes, each looked at only when it is complete."""
    laid = (
        PipsSolution(puzzle, tuple(places[i] for i in range(len(puzzle.dominoes))))
        for places in _lay(frozenset(puzzle.cells), frozenset(range(len(puzzle.dominoes))))
    )
    return {solution for solution in laid if keeps_rules(solution)}


def _lay(free: frozenset[Cell], hand: frozenset[int]) -> Iterator[dict[int, tuple[Cell, Cell]]]:
    if not free:
        yield {}
        return
    r, c = min(free)
    for other in ((r, c + 1), (r + 1, c)):
        if other in free:
            for i in hand:
                for rest in _lay(free - {(r, c), other}, hand - {i}):
                    yield {i: ((r, c), other), **rest}
                    yield {i: (other, (r, c)), **rest}


def made_up(rng: random.Random, dominoes: int, tightness: float = 1.0, high: int = 6) -> PipsPuzzle:
    """A puzzle with at least one solution: dominoes laid at random, often as islands and around holes, then regions of
    cells that touch, then constraints that are true of what lies there. The tighter, the fewer solutions."""
    board: dict[Cell, int] = {}
    hand: list[Domino] = []
    side = 2 + dominoes // 2
    while len(hand) < dominoes:
        r, c = rng.randrange(side), rng.randrange(side)
        other = (r, c + 1) if rng.random() < 0.5 else (r + 1, c)
        if (r, c) in board or other in board:
            continue
        a, b = rng.randint(0, high), rng.randint(0, high)
        board[r, c], board[other] = a, b
        hand.append((a, b))
    rng.shuffle(hand)
    regions = []
    free = sorted(board)
    while free:
        cells = [rng.choice(free)]
        size = rng.choice((1, 1, 2, 2, 3, 4, 6))
        while len(cells) < size:
            near = [cell for cell in free if cell not in cells and any(_touch(cell, old) for old in cells)]
            if not near:
                break
            cells.append(rng.choice(near))
        free = [cell for cell in free if cell not in cells]
        regions.append(_region(rng, cells, [board[cell] for cell in cells], tightness))
    rng.shuffle(regions)
    return PipsPuzzle(hand, regions)


def _touch(a: Cell, b: Cell) -> bool:
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1


def _region(rng: random.Random, cells: list[Cell], pips: list[int], tightness: float) -> Region:
    total = sum(pips)
    true: list[tuple[str, int | None]] = [
        ("sum", total),
        ("sum", total),
        ("sum", total),
        ("less", total + rng.randint(1, 3)),
    ]
    if total:
        true.append(("greater", max(0, total - rng.randint(1, 3))))
    if len(pips) > 1 and len(set(pips)) == 1:
        true += [("equals", None)] * 3
    if len(pips) > 1 and len(set(pips)) == len(pips):
        true.append(("unequal", None))
    type_, target = rng.choice(true) if rng.random() < tightness else ("empty", None)
    return Region(type_, target, tuple(cells))


@st.composite
def puzzles(draw: st.DrawFn, dominoes: st.SearchStrategy[int] | None = None, spoil: bool = True) -> PipsPuzzle:
    """Puzzles with none, one or several solutions."""
    rng = random.Random(draw(st.integers(0, 10**9)))
    number = draw(st.integers(1, 5) if dominoes is None else dominoes)
    puzzle = made_up(rng, number, draw(st.sampled_from([0.3, 0.7, 1.0])), draw(st.sampled_from([1, 3, 6])))
    if spoil and draw(st.booleans()):
        return spoilt(rng, puzzle)
    return puzzle


def spoilt(rng: random.Random, puzzle: PipsPuzzle) -> PipsPuzzle:
    """The same with another type or target for one region, or other pips on one domino: it may still be solvable."""
    if rng.random() < 0.5:
        dominoes = list(puzzle.dominoes)
        dominoes[rng.randrange(len(dominoes))] = (rng.randint(0, 6), rng.randint(0, 6))
        return PipsPuzzle(dominoes, puzzle.regions)
    regions = list(puzzle.regions)
    i = rng.randrange(len(regions))
    new: tuple[str, int | None] = rng.choice(
        [
            ("sum", rng.randint(0, 12)),
            ("less", rng.randint(0, 8)),
            ("greater", rng.randint(0, 8)),
            ("equals", None),
            ("unequal", None),
        ]
    )
    regions[i] = Region(*new, regions[i].cells)
    return PipsPuzzle(puzzle.dominoes, regions)
