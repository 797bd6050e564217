"""What is asked about a source, and the `Answer`: all there is to say about one puzzle, and how it looks as JSON.

The text, the JSON and the pictures are made from an `Answer` and from nothing else. What is not here: how it comes
about (`answer`, `reasons`), and how anything is printed or drawn.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from solver import AnySolution, Puzzle
    from solver.steps import Step
    from vision.games.pips.parts import Placed
    from vision.image import Image
    from vision.lattice import Lattice
    from vision.learnt import Look
    from vision.types import Reading

Cell = tuple[int, int]
Place = tuple[Cell, Cell]

TIME_LIMIT = 60.0
"""Seconds, if no other limit is given. Every printed puzzle is solved in milliseconds; this is for those made to be
hard."""

@dataclass(frozen=True, slots=True)
class Question:
    """What is asked about every source.

    `level`: of a day of Pips; None for all of them. `count`: how many solutions there are, up to `limit`, where there
    is one. `most_listed`: how many solutions to list, or None for no list. `time_limit`: seconds for everything that is
    asked about one puzzle. `difficulty`: how hard it is; `hint`, `explain`: the next step to the solution, or all.
    `looks`: learnt ones, to read by.
    """

    engine: str = "backtracking"
    level: str | None = None
    count: bool = False
    limit: int | None = None
    most_listed: int | None = None
    time_limit: float = TIME_LIMIT
    difficulty: bool = False
    hint: bool = False
    explain: bool = False
    looks: Sequence[Look] = ()


SOLVE = Question()
"""Nothing but the solution is asked."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Why there is no puzzle. `kind`: `no_board`, `occluded`, `ambiguous`, `unsupported` or `unreadable_file`."""

    kind: str
    message: str


@dataclass(frozen=True, slots=True)
class Told:
    """What is known of a board beside its puzzle, where somebody says it and no picture: the cells that are `clues`,
    None where that is not known; of Pips the dominoes that are `placed`."""

    clues: frozenset[Cell] | None = None
    placed: tuple[Placed, ...] = ()


@dataclass(frozen=True, slots=True)
class Total:
    """A number of solutions; not `exact`: there are at least so many."""

    number: int
    exact: bool

    def __str__(self) -> str:
        noun = "solution" if self.number == 1 else "solutions"
        return f"{'' if self.exact else 'at least '}{self.number} {noun}"


class Clock:
    """What is left of the time limit."""

    def __init__(self, limit: float) -> None:
        self._end = time.perf_counter() + limit

    @property
    def left(self) -> float:
        """Seconds; never quite none, since a limit of none at all is not taken."""
        return max(self._end - time.perf_counter(), 1e-6)


# --- what the rules say -----------------------------------------------------------------------------------------------

WRONG = "wrong entry"
SEVERAL = "several solutions"
CONTRADICTION = "contradiction"
"""Rules of steps that fill nothing."""


# Named tuples, since every run pays for these classes: a frozen dataclass takes five times as long to make.
class Graded(NamedTuple):
    """How hard a puzzle is: the hardest rule it takes, and how often.

    `rules`: every rule that is needed with its number, from simple to hard. `of`: `clues`, the puzzle as it was given,
    or `board`, what was on the screen, where the two cannot be told apart. `stopped`: None where the rules fill the
    board; `several` where they lead only as far as all solutions agree, `time` where there was no time for more.
    """

    level: str
    rule: str
    times: int
    rules: tuple[tuple[str, int], ...]
    of: str
    stopped: str | None = None

    def to_json(self) -> dict[str, Any]:
        return {
            "level": self.level,
            "rule": self.rule,
            "times": self.times,
            "rules": dict(self.rules),
            "of": self.of,
            "complete": self.stopped is None,
        }


class Reasons(NamedTuple):
    """What was asked about the reasons of a board.

    `asked`: `hint`, `steps`, or None for the difficulty alone. `steps`: the next step alone, or all there are. `late`:
    the time limit, in seconds, if it passed before all steps were found.
    """

    difficulty: Graded | None = None
    asked: str | None = None
    steps: tuple[Step, ...] = ()
    late: float | None = None

    @property
    def hint(self) -> Step | None:
        return self.steps[0] if self.asked == "hint" and self.steps else None

    def to_json(self) -> dict[str, Any]:
        """The keys of a Result that come from here."""
        result: dict[str, Any] = {"difficulty": self.difficulty.to_json() if self.difficulty else None}
        if self.asked == "hint":
            result["hint"] = step_json(self.hint) if self.hint else None
        elif self.asked == "steps":
            result["steps"] = [step_json(step) for step in self.steps]
        return result


def step_json(step: Step) -> dict[str, Any]:
    """A step as an object: `cells` justify it, `fills` are `[r, c, symbol]`; of Pips `placed` are its dominoes, as
    `[[r, c], [r, c], [a, b]]`. The steps of the `chain` have the same form."""
    return {
        "rule": step.rule,
        "sentence": step.sentence,
        "cells": [list(cell) for cell in step.because],
        "fills": [[*cell, symbol] for cell, symbol in step.filled],
        "placed": [[*map(list, cells), list(domino)] for domino, cells in step.placed],
        "supposed": None if step.supposed is None else [*step.supposed[0], step.supposed[1]],
        "chain": [step_json(link) for link in step.chain],
    }


# --- the answer -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Answer:
    """Everything there is to say about one puzzle.

    `source`: as the user named it. `level`: which puzzle of a day of Pips. `picture`, `reading`: None for a puzzle file
    and where reading failed; `unread`: then, what looked like a board. `told`: what was said of a board instead.
    `witnesses`: none, one or two different solutions. `wrong_entries`, `clues_solution`: only where the board as it
    stands has no solution, but has one without its entries. `conflict`: entries that are possible one by one, but not
    together. `wrong_places`: dominoes on the board that are not where the solution has them. `total`: the number of
    solutions, and `listed`: solutions, where they were asked for. `late`: the time limit, in seconds, if it passed
    before all that was asked was known. `reasons`: what the rules say, where that was asked.
    """

    source: str
    level: str | None = None
    picture: Image | None = None
    reading: Reading | None = None
    puzzle: Puzzle | None = None
    witnesses: tuple[AnySolution, ...] = ()
    wrong_entries: tuple[Cell, ...] = ()
    conflict: tuple[Cell, ...] = ()
    clues_solution: AnySolution | None = None
    wrong_places: tuple[Place, ...] = ()
    warnings: tuple[str, ...] = ()
    milliseconds: dict[str, float] = field(default_factory=lambda: {"decode": 0.0, "read": 0.0, "solve": 0.0})
    error: Failure | None = None
    unread: tuple[Lattice, ...] = ()
    total: Total | None = None
    listed: tuple[AnySolution, ...] | None = None
    late: float | None = None
    reasons: Reasons | None = None
    told: Told | None = None

    @property
    def clues(self) -> frozenset[Cell] | None:
        """Of a grid, the cells the puzzle gave, where they can be told from entries."""
        return getattr(self.reading or self.told, "clues", None)

    @property
    def placed(self) -> tuple[Placed, ...]:
        """Of Pips, the dominoes on the board."""
        return getattr(self.reading or self.told, "placed", ())

    @property
    def solutions(self) -> str | None:
        """`unique`, `multiple` or `none`; None where nothing could be read, or time did not suffice to tell."""
        if self.puzzle is None or self.undecided:
            return None
        known = max(len(self.witnesses), self.total.number if self.total else 0)
        return ("none", "unique", "multiple")[min(known, 2)]

    @property
    def undecided(self) -> bool:
        """Whether the time limit passed before it was known how many of one, several or no solutions there are."""
        known = max(len(self.witnesses), self.total.number if self.total else 0)
        return self.late is not None and known < 2 and not (self.total and self.total.exact)

    @property
    def shown(self) -> AnySolution | None:
        """The solution to show: the board's own, or else the one its clues have without the wrong entries."""
        return self.witnesses[0] if self.witnesses else self.clues_solution

    @property
    def unsure(self) -> frozenset[Cell]:
        """The cells to mark as doubtful: filled differently by two solutions, or contradicting one another."""
        return self.differing | frozenset(self.conflict)

    @property
    def differing(self) -> frozenset[Cell]:
        """The cells of a grid in which the two witnesses differ. Pips has none: there hardly one would be the same."""
        if len(self.witnesses) < 2:
            return frozenset()
        first: Any = self.witnesses[0]
        return frozenset(first.unlike(self.witnesses[1]))

    @property
    def confidence(self) -> float:
        """The reading's; 1 for a puzzle file, of which nothing had to be read; 0 where there is no puzzle."""
        if self.puzzle is None:
            return 0.0
        return round(float(self.reading.confidence), 4) if self.reading else 1.0

    @property
    def exit_code(self) -> int:
        """0 solved, 1 none or several solutions or not known, 3 not read."""
        return 3 if self.error else 0 if self.solutions == "unique" else 1

    def to_json(self) -> dict[str, Any]:
        """The Result object, its keys always all there and in the same order; what was asked for more, after them."""
        result: dict[str, Any] = {
            "image": self.source,
            "game": self.puzzle.game if self.puzzle else None,
            "puzzle": self.puzzle.to_json() if self.puzzle else None,
            "solutions": self.solutions,
            "solution": self.witnesses[0].to_json() if self.witnesses else None,
            "board": _board(self.reading) if self.reading and self.puzzle else None,
            "confidence": self.confidence,
            "milliseconds": {stage: round(self.milliseconds.get(stage, 0.0), 3) for stage in _STAGES},
            "warnings": list(self.warnings),
            "error": {"kind": self.error.kind, "message": self.error.message} if self.error else None,
            "difficulty": None,
        }
        if self.level is not None:
            result["level"] = self.level
        if self.wrong_entries or self.clues_solution:
            result["wrong_entries"] = [list(cell) for cell in self.wrong_entries]
            result["clues_solution"] = self.clues_solution.to_json() if self.clues_solution else None
        if self.placed or hasattr(self.reading, "placed"):
            result["placed"] = [[*map(list, one.cells), list(one.domino)] for one in self.placed]
        if getattr(self.reading, "look", ""):
            result["look"] = getattr(self.reading, "look", "")
        if self.wrong_places:
            result["wrong_places"] = [[list(a), list(b)] for a, b in self.wrong_places]
        if self.total is not None:
            result["count"] = self.total.number
            result["count_is_exact"] = self.total.exact
        if self.listed is not None:
            result["all"] = [solution.to_json() for solution in self.listed]
        if self.reasons is not None:
            result |= self.reasons.to_json()
        if self.late is not None or (self.reasons and self.reasons.late is not None):
            result["timed_out"] = True
        return result


_STAGES = ("decode", "read", "solve")


def _board(reading: Reading) -> dict[str, Any]:
    return {
        "bbox": [round(float(value), 2) for value in reading.bbox],
        "cells": {f"{r},{c}": [round(float(x), 2), round(float(y), 2)] for (r, c), (x, y) in reading.cells.items()},
    }
