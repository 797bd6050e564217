"""Solving Pips by search: the first solution, every one, how many, whether exactly one.

Then take the unit with the fewest live placements, and try each. The newspaper's hard puzzles are done in one to two
steps for each of their dominoes, and never in more than five. Where no solution comes in eight, the search begins anew
in another order, and again: boards with many solutions hold traps that swallow one order and not the next.

Counting begins like the search, for most puzzles have one solution or a few; whatever has more is counted another way
(`counting`).

What is not here: the board as sets, with a glossary (`board`); and reasons a person would give for a step. The search
guesses, and does not explain.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf
from time import perf_counter
from typing import TYPE_CHECKING

from solver.errors import BadPlaces, SearchTimeout
from solver.pips import counting
from solver.pips.board import Board, State, each
from solver.pips.puzzle import PipsPuzzle, PipsSolution
from solver.steps import Placed
from solver.verdicts import Classification, check_limit, check_time_limit, classified

if TYPE_CHECKING:
    pass

# -- the verbs ------------------------------------------------------------------------------------------------------
# All of them take dominoes that are `placed` already, and then ask about the rest. These must be the puzzle's and lie
# on its board as dominoes do, or `BadPlaces` is raised; that no solution has them there is no error.


def first(
    puzzle: PipsPuzzle,
    *,
    time_limit: float | None = None,
    placed: Sequence[Placed] = (),
    board: Board | None = None,
    most_steps: int | None = None,
) -> PipsSolution | None:
    """One solution, or None. Raises `SearchTimeout` after `time_limit` seconds, or where that takes more than
    `most_steps` steps: the same on any machine.

    Who asks many questions about one puzzle may make its `board` beforehand.
    """
    deadline = _deadline(time_limit)
    _check_placed(puzzle, placed)
    return next((board.solution(laid) for board, laid in _search(puzzle, placed, deadline, board, most_steps)), None)


def every(
    puzzle: PipsPuzzle, *, time_limit: float | None = None, placed: Sequence[Placed] = ()
) -> Iterator[PipsSolution]:
    """Every solution once, found as they are asked for. Raises `SearchTimeout` after `time_limit` seconds in all."""
    deadline = _deadline(time_limit)  # what is wrong is said now, not when the first solution is asked for
    _check_placed(puzzle, placed)
    return (board.solution(laid) for board, laid in _search(puzzle, placed, deadline))


def classify(
    puzzle: PipsPuzzle, *, time_limit: float | None = None, placed: Sequence[Placed] = ()
) -> Classification[PipsSolution]:
    """Whether there is exactly one solution: `"unique"`, `"multiple"` or `"none"`, with the solutions that prove it.

    Raises `SearchTimeout` after `time_limit` seconds, with the solutions found so far.
    """
    return classified(every(puzzle, time_limit=time_limit, placed=placed))


def verdict(puzzle: PipsPuzzle, *, time_limit: float | None = None, placed: Sequence[Placed] = ()) -> str:
    """The verdict of `classify` without its witnesses."""
    return classify(puzzle, time_limit=time_limit, placed=placed).verdict


def count(
    puzzle: PipsPuzzle,
    limit: int | None = None,
    *,
    time_limit: float | None = None,
    placed: Sequence[Placed] = (),
) -> int:
    """How many solutions there are, exactly, or `limit` if there are at least that many.

    Raises `SearchTimeout` after `time_limit` seconds; its `found` is how many there are at least.
    """
    check_limit(limit)
    deadline = _deadline(time_limit)
    _check_placed(puzzle, placed)
    enough = inf if limit is None else limit
    to_list = enough if enough <= LISTED_FOR_A_LIMIT else LISTED
    found = 0
    try:
        for _ in _search(puzzle, placed, deadline):
            found += 1
            if found >= to_list:
                break
        else:
            return found
        if found >= enough:
            return found
        board = Board(puzzle)
        state = board.begin(board.bits_of(placed))
        assert state is not None  # as there are solutions
        return int(min(enough, counting.solutions(board, state[0], placed, deadline, enough)))
    except SearchTimeout as late:
        raise SearchTimeout(
            "the time limit passed before the solutions were counted", max(found, late.found or 0)
        ) from None


LISTED = 16
"""Up to so many solutions are counted by listing them, and beyond that by two fronts that meet (`counting`)."""

LISTED_FOR_A_LIMIT = 10_000
"""With a limit up to this, listing is always the shorter way."""


def _check_placed(puzzle: PipsPuzzle, placed: Sequence[Placed]) -> None:
    if not placed:
        return
    hand = [frozenset(domino) for domino in puzzle.dominoes]
    bare = set(puzzle.cells)
    for (a, b), (here, there) in placed:
        if frozenset((a, b)) not in hand:
            raise BadPlaces(f"the domino {a}|{b} lies on the board more often than the puzzle has it")
        if here not in bare or there not in bare:
            raise BadPlaces(f"the domino {a}|{b} lies where no cell is free")
        if abs(here[0] - there[0]) + abs(here[1] - there[1]) != 1:
            raise BadPlaces(f"the domino {a}|{b} does not lie on two neighbouring cells")
        hand.remove(frozenset((a, b)))
        bare -= {here, there}


def _deadline(time_limit: float | None) -> float:
    check_time_limit(time_limit)
    return inf if time_limit is None else perf_counter() + time_limit


# -- the search -----------------------------------------------------------------------------------------------------

PATIENCE = 8
"""So many steps for each domino the first attempt may take. The newspaper needs 1 to 2, and 5 at most."""


def _search(
    puzzle: PipsPuzzle,
    placed: Sequence[Placed],
    deadline: float,
    board: Board | None = None,
    most_steps: int | None = None,
) -> Iterator[tuple[Board, list[int]]]:
    """Every solution, as a board and its placements.

    An attempt that has found none for long is given up, and begun anew in another order with a few steps more: a
    search may spend ages on the consequences of one early mistake, and seldom makes it again. From the second attempt
    on, bare islands that no dominoes can cover are looked for as well, which costs about as much as it saves elsewhere.
    """
    steps = PATIENCE * len(puzzle.dominoes)
    shuffle, spent = None, 0
    while True:
        if board is None:
            board = Board(puzzle, shuffle)
        if most_steps is not None:
            if spent >= most_steps:
                raise SearchTimeout(f"the search was not over after {most_steps} steps")
            steps = min(steps, most_steps - spent)
        for laid in _attempt(board, board.bits_of(placed), steps, shuffle is not None, deadline):
            if laid is None:
                break
            yield board, laid
        else:
            return
        spent += steps
        steps += steps // 6
        board = None
        if shuffle is None:
            from random import Random  # here, since it is slow to import and seldom needed

            shuffle = Random(0)


def _attempt(
    board: Board, begun: Sequence[int], steps: int, careful: bool, deadline: float
) -> Iterator[list[int] | None]:
    """The placements of every solution, as single bits; or None, once, if there was no solution in so many steps."""
    state = board.begin(begun)
    if state is None or (careful and not board.is_balanced(begun)):
        return
    stack = [(*_fewest(state), state, list(begun))]
    if not state[1]:
        yield stack.pop()[3]
    while stack:
        steps -= 1
        if not steps:
            yield None
        options, is_forced, state, laid = stack.pop()
        if is_forced:
            after = board.lay_all(state, options)
            laid = [*laid, *each(options)]
        else:
            bit = options & -options
            if not bit:
                continue
            if options != bit:
                stack.append((options ^ bit, False, state, laid))
            after = board.lay(state, bit)
            laid = [*laid, bit]
        if after is not None:
            if after[1]:
                if not careful or board.is_balanced(laid):
                    stack.append((*_fewest(after), after, laid))
            else:
                steps = -1
                yield laid
        if perf_counter() > deadline:
            raise SearchTimeout("the time limit passed before the search was over")


def _fewest(state: State) -> tuple[int, bool]:
    """The live placements of the unit with the fewest; 0 at a dead end, and where there is no unit left.

    Where units have only one, the placements of all of these, and True: they are all forced.
    """
    live, units = state[:2]
    fewest, options, forced = inf, 0, 0
    for unit in units:
        those = live & unit
        number = those.bit_count()
        if number < fewest:
            if number > 1:
                fewest, options = number, those
            elif number:
                fewest = 2
                forced |= those
            else:
                return 0, False
    return (forced, True) if forced else (options, False)
