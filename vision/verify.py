"""The puzzle as checksum: of all boards near to what was read, the most probable one that is a puzzle.

What was read has alternatives. Each costs what it is less probable, as a logarithm of odds, and boards are tried in the
order of their cost. What may be otherwise, what that costs, and which boards are puzzles is said by the games.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from heapq import heappop, heappush
from itertools import count
from math import exp
from typing import Generic, NamedTuple, TypeVar

# So many boards are tried; those that cost so much more than the best say nothing.
MOST_TRIED, CLEAR = 200, 5.0
# Steps of the solver for one verdict on a board of squares, about 15 microseconds each; counted, not timed, so that a
# reading is the same on a busy machine. Measured: printed puzzles of two symbols 0 to 10, boards read wrong or with
# several solutions mostly up to 70, once 2800; 300 real boards of Queens at most 20, random regions of 20x20 100.
MOST_STEPS = 4000

Board = TypeVar("Board", bound=Hashable)


class Settled(NamedTuple, Generic[Board]):
    """A board that is a puzzle. `share`: its probability among all puzzles that were found, 0..1; `cost`: its cost."""

    board: Board
    share: float
    cost: float


def settled(
    start: Board,
    changes: Callable[[Board, bool], Iterable[tuple[float, Board]]],
    is_puzzle: Callable[[Board], bool],
    most_cost: float,
) -> Settled[Board] | None:
    """The most probable board that is a puzzle; None where none is found that costs at most `most_cost`.

    `changes`: of a board, and whether that is a puzzle, the boards next to it and by how much more each costs.
    """
    numbers = count()  # of equal costs, what came first
    waiting: list[tuple[float, int, Board]] = [(0.0, next(numbers), start)]
    known = {start}
    found: list[tuple[float, Board]] = []
    for _ in range(MOST_TRIED):
        if not waiting or waiting[0][0] > most_cost:
            break
        cost, _, board = heappop(waiting)
        right = is_puzzle(board)
        if right:
            found.append((cost, board))
            most_cost = min(most_cost, found[0][0] + CLEAR)
        for more, other in changes(board, right):
            if cost + more <= most_cost and other not in known:
                known.add(other)
                heappush(waiting, (cost + more, next(numbers), other))
    if not found:
        return None
    cost, board = found[0]
    return Settled(board, 1 / sum(exp(cost - other) for other, _ in found), cost)


def settled_by(
    costs: Sequence[float], is_puzzle: Callable[[tuple[int, ...]], bool], most_cost: float
) -> Settled[tuple[int, ...]] | None:
    """The same where any of some changes may be made to a board: their numbers in `costs`, from the cheapest on."""

    def more(some: tuple[int, ...], right: bool) -> Iterator[tuple[float, tuple[int, ...]]]:
        following = some[-1] + 1 if some else 0
        if following < len(costs) and not right:  # made as well
            yield costs[following], (*some, following)
        if 0 < following < len(costs):  # made in place of the last
            yield costs[following] - costs[following - 1], (*some[:-1], following)

    return settled((), more, is_puzzle, most_cost)
