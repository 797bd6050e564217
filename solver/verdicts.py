"""What every search says about a puzzle, and the limits it takes: `Classification`, `WrongEntries`, and their checks.

What is not here: any search.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf
from time import perf_counter
from typing import Generic, TypeVar

from solver.errors import BadOption, SearchTimeout, shown

VERDICTS = ("none", "unique", "multiple")
"""By the number of solutions, where two are as good as more."""

Cell = tuple[int, int]
"""`(row, column)` from the top left, from 0."""

Found = TypeVar("Found", covariant=True)
"""The solution type of a game."""


@dataclass(frozen=True, slots=True)
class Classification(Generic[Found]):
    """How many solutions there are, and proof: `witnesses` holds none, the only one, or two different ones."""

    verdict: str
    witnesses: tuple[Found, ...]


@dataclass(frozen=True, slots=True)
class SquareSolution:
    """A solved square board: a string of symbols for each row. `str()` draws it, `to_json()` lists its rows."""

    cells: tuple[str, ...]

    def __str__(self) -> str:
        return "\n".join(" ".join(row) for row in self.cells)

    def to_json(self) -> list[str]:
        return list(self.cells)

    def unlike(self, other: SquareSolution) -> frozenset[Cell]:
        """The cells that another solution fills differently."""
        return frozenset(
            (r, c)
            for r, (row, others) in enumerate(zip(self.cells, other.cells, strict=True))
            for c, (a, b) in enumerate(zip(row, others, strict=True))
            if a != b
        )


@dataclass(frozen=True, slots=True)
class WrongEntries:
    """What is wrong with the entries of a board, cells as `(row, column)` in reading order.

    clues     the verdict on the clues alone: `"unique"`, `"multiple"`, or `"none"` (then no entry can be blamed, and
              the other two are empty)
    wrong     the entries that no solution of the clues has
    conflict  where there are several solutions: entries each of which some solution has, but none has all of them,
              and of which none could be left out. Empty where the entries that are not wrong fit together
    """

    clues: str
    wrong: tuple[Cell, ...]
    conflict: tuple[Cell, ...]


def classified(solutions: Iterable[Found]) -> Classification[Found]:
    """Whether there is one solution, of which no more than two are asked for. Raises `SearchTimeout` as they do, with
    the solutions found so far."""
    witnesses: list[Found] = []
    try:
        for solution in solutions:
            witnesses.append(solution)
            if len(witnesses) == 2:
                break
    except SearchTimeout as late:
        raise SearchTimeout(str(late), tuple(witnesses)) from None
    return Classification(VERDICTS[len(witnesses)], tuple(witnesses))


def check_time_limit(time_limit: object) -> None:
    """Raises `BadOption` unless it is None or a number of seconds above 0."""
    if time_limit is None:
        return
    if isinstance(time_limit, bool) or not isinstance(time_limit, (int, float)) or not time_limit > 0:
        raise BadOption(f"time_limit is {shown(time_limit)}, not a number of seconds above 0")


def check_limit(limit: object) -> None:
    """Raises `BadOption` unless it is None or a whole number above 0."""
    if limit is not None and (isinstance(limit, bool) or not isinstance(limit, int) or limit < 1):
        raise BadOption(f"limit is {shown(limit)}, not a whole number above 0")


def deadline_of(time_limit: float | None) -> float:
    """The time of `perf_counter` at which a time limit passes. Raises `BadOption` for what is no limit."""
    check_time_limit(time_limit)
    return inf if time_limit is None else perf_counter() + time_limit


def time_left(deadline: float) -> float | None:
    """The time limit that is left until a deadline, in seconds."""
    return None if deadline == inf else max(deadline - perf_counter(), 1e-6)
