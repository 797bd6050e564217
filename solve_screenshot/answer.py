"""One source -> its `Answer`: what vision read, what the solver says to it, and how that looks as a Result object.

An `Answer` is complete: the text, the JSON and the pictures are made from it and from nothing else. A source has one,
but for a file with a whole day of Pips, which has one for each of its puzzles.
What is not here: how anything is printed or drawn.
"""

from __future__ import annotations

import dataclasses
import os
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import solver
from solve_screenshot import games
from solver import PuzzleError
from solver.errors import BadOption, LevelNeeded, SearchTimeout

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from solve_screenshot.reasons import Reasons
    from solver import AnySolution, Puzzle
    from vision.image import Image
    from vision.lattice import Lattice
    from vision.learnt import Look
    from vision.pips_parts import Placed
    from vision.readings import Reading

Cell = tuple[int, int]
Place = tuple[Cell, Cell]

PUZZLE_SUFFIXES = (".json", ".txt")
TEXT_BEGINS = (b"{", *[name.encode() for name in games.GAMES])
"""What no picture begins with."""
TIME_LIMIT = 60.0
"""Seconds, if no other limit is given. Every printed puzzle is solved in milliseconds; this is for those made to be
hard."""
MOST_LISTED = 1000
"""How many solutions `--all` lists, if no other number is given."""

ENGINES = {"backtracking": "search", "cp-sat": "cp-sat"}
"""The names of the engines on the command line, and what `solver` calls them."""


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
        first, second = self.witnesses
        if isinstance(first, solver.PipsSolution) or isinstance(second, solver.PipsSolution):
            return frozenset()
        return frozenset(
            (r, c)
            for r, (row, other) in enumerate(zip(first.cells, second.cells, strict=True))
            for c, (a, b) in enumerate(zip(row, other, strict=True))
            if a != b
        )

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
            from solve_screenshot import reasons

            result |= reasons.to_json(self.reasons)
        if self.late is not None or (self.reasons and self.reasons.late is not None):
            result["timed_out"] = True
        return result


_STAGES = ("decode", "read", "solve")


def _board(reading: Reading) -> dict[str, Any]:
    return {
        "bbox": [round(float(value), 2) for value in reading.bbox],
        "cells": {f"{r},{c}": [round(float(x), 2), round(float(y), 2)] for (r, c), (x, y) in reading.cells.items()},
    }


# --- asking ----------------------------------------------------------------------------------------------------------


def of_source(source: str, question: Question = Question(), clipboard: bool = False) -> Iterator[Answer]:
    """The answer to a picture (`clipboard`: the one there), or to the puzzles of a text."""
    if not clipboard and is_text(source):
        yield from _of_puzzle_file(source, question)
    else:
        yield of_picture(source, question, clipboard)


def is_text(source: str) -> bool:
    """Whether a source is no picture but puzzles as text: by its name; of standard input, by how it begins."""
    if source != "-" or sys.stdin is None or sys.stdin.closed or sys.stdin.isatty():
        return source.lower().endswith(PUZZLE_SUFFIXES)
    peek = getattr(sys.stdin.buffer, "peek", None)
    return peek is not None and bytes(peek(64)).lstrip().lower().startswith(TEXT_BEGINS)


def of_picture(
    source: str, question: Question = Question(), clipboard: bool = False, data: bytes | NDArray[np.uint8] | None = None
) -> Answer:
    """The answer to a picture, to the one on the clipboard, or to a file's bytes or pixels: `source` names those."""
    import vision
    import vision.image
    from vision.errors import UnreadableError

    picture = None
    milliseconds = {"decode": 0.0, "read": 0.0, "solve": 0.0}
    started = time.perf_counter()
    try:
        picture = (
            vision.image.from_clipboard() if clipboard else vision.image.load(source if data is None else data, source)
        )
        milliseconds["decode"] = picture.milliseconds
        started = time.perf_counter()
        reading = vision.read(picture, looks=question.looks)
    except UnreadableError as error:
        milliseconds["decode" if picture is None else "read"] = (time.perf_counter() - started) * 1000
        failure = Failure(error.kind, error.message)
        return Answer(source, picture=picture, milliseconds=milliseconds, error=failure, unread=error.lattices)
    except Exception as error:  # one picture must not end the run of a hundred
        if picture is None or os.environ.get("SOLVE_SCREENSHOT_DEBUG"):
            raise
        milliseconds["read"] = (time.perf_counter() - started) * 1000
        what = " ".join(f"{type(error).__name__}: {error}".split())
        failure = Failure("unsupported", f"Reading it failed by a mistake of this program ({what}). Please report it.")
        return Answer(source, picture=picture, milliseconds=milliseconds, error=failure)
    milliseconds["read"] = (time.perf_counter() - started) * 1000
    return of_reading(source, picture, reading, question, milliseconds)


def of_reading(
    source: str, picture: Image, reading: Reading, question: Question, milliseconds: dict[str, float]
) -> Answer:
    """The answer to what a picture was read as."""
    answer = Answer(
        source,
        picture=picture,
        reading=reading,
        puzzle=reading.puzzle,
        warnings=tuple(reading.warnings),
        milliseconds=milliseconds,
    )
    return _solved(answer, reading.puzzle, question)


def of_puzzle(source: str, puzzle: Puzzle, question: Question = Question(), told: Told | None = None) -> Answer:
    """The answer to a puzzle, and what is told of its board."""
    return _solved(Answer(source, puzzle=puzzle, told=told), puzzle, question)


def _of_puzzle_file(source: str, question: Question) -> Iterator[Answer]:
    """One answer, or one for each puzzle of a day."""
    name = "standard input" if source == "-" else source
    started = time.perf_counter()
    try:
        puzzles = load_puzzles(source, question.level)
    except OSError as error:
        what = "is a folder" if isinstance(error, IsADirectoryError) else f"could not be opened ({error.strerror})"
        yield Answer(source, error=Failure("unreadable_file", f"{name} {what}; check its name."))
        return
    except LevelNeeded:
        message = f"{name} is a day of Pips with none of its puzzles, {', '.join(solver.LEVELS)}, in it."
        yield Answer(source, error=Failure("unreadable_file", message))
        return
    except PuzzleError as error:
        what = ":" if isinstance(error, BadOption) else " is not a puzzle:"
        yield Answer(source, error=Failure("unreadable_file", f"{name}{what} {error}."))
        return
    spent = (time.perf_counter() - started) * 1000 / len(puzzles)
    for level, puzzle in puzzles:
        milliseconds = {"decode": spent, "read": 0.0, "solve": 0.0}
        if isinstance(puzzle, PuzzleError):
            failure = Failure("unreadable_file", f"{name}, level {level}, is not a puzzle: {puzzle}.")
            yield Answer(source, level, milliseconds=milliseconds, error=failure)
        else:
            yield _solved(Answer(source, level, puzzle=puzzle, milliseconds=milliseconds), puzzle, question)


def load_puzzles(path: str, level: str | None = None) -> list[tuple[str | None, Puzzle | PuzzleError]]:
    """The puzzles in a file, each with its level, which is None but for a day of Pips.

    The file holds puzzle JSON, the label of a sample (its `puzzle` is meant), a notation, a drawing, or a day of Pips:
    of that the `level`, or all there are; a malformed one among several comes as its error.
    Raises OSError and PuzzleError.
    """
    with sys.stdin.buffer if path == "-" else open(path, "rb") as file:
        data = file.read(solver.TEXT_LIMIT + 1)
    try:
        return [(level, solver.load(data, level))]
    except LevelNeeded as day:
        if not day.levels:
            raise
        return [(level, _loaded(data, level)) for level in day.levels]


def _loaded(data: bytes, level: str) -> Puzzle | PuzzleError:
    try:
        return solver.load(data, level)
    except PuzzleError as error:
        return error


# --- solving ---------------------------------------------------------------------------------------------------------


class Clock:
    """What is left of the time limit."""

    def __init__(self, limit: float) -> None:
        self._end = time.perf_counter() + limit

    @property
    def left(self) -> float:
        """Seconds; never quite none, since a limit of none at all is not taken."""
        return max(self._end - time.perf_counter(), 1e-6)


def _solved(answer: Answer, puzzle: Puzzle, question: Question) -> Answer:
    started = time.perf_counter()
    clock = Clock(question.time_limit)
    try:
        answer = _with_solutions(answer, puzzle, question, clock)
        warnings = answer.warnings
        answer = games.of(puzzle).checked(answer, puzzle, clock)
        if question.hint or question.explain:  # the first step says what is wrong with the entries
            answer = dataclasses.replace(answer, warnings=warnings)
        if question.count:
            answer = _counted(answer, puzzle, question, clock)
    except SearchTimeout:
        answer = dataclasses.replace(answer, late=question.time_limit)
    except PuzzleError as error:  # what this engine does not solve
        failure = Failure("unsupported", f"the {puzzle.game} board was read, but not solved: {error}.")
        return dataclasses.replace(answer, puzzle=None, error=failure)
    answer.milliseconds["solve"] = (time.perf_counter() - started) * 1000
    if question.difficulty or question.hint or question.explain:
        from solve_screenshot import reasons

        answer = dataclasses.replace(answer, reasons=reasons.asked(answer, question, clock))
    return answer


def _with_solutions(answer: Answer, puzzle: Puzzle, question: Question, clock: Clock) -> Answer:
    """The answer with its witnesses, and the list where one is wanted: two solutions tell which of the three it is."""
    most = question.most_listed
    wanted = max(2, most + 1 if most else 0)
    found: list[Any] = []
    late = None
    try:
        for solution in solver.solutions(puzzle, engine=ENGINES[question.engine], time_limit=clock.left):
            found.append(solution)
            if len(found) == wanted:
                break
    except SearchTimeout:
        late = question.time_limit
    warnings = answer.warnings
    if most and len(found) > most:
        warnings = (*warnings, f"there are more solutions than the {most} listed; --all N lists N of them")
    return dataclasses.replace(
        answer,
        witnesses=tuple(found[:2]),
        listed=tuple(found[:most]) if most else None,
        late=late,
        warnings=warnings,
    )


def _counted(answer: Answer, puzzle: Puzzle, question: Question, clock: Clock) -> Answer:
    """The answer with the number of solutions, or with what is known of it by the end of the time."""
    known = max(len(answer.witnesses), len(answer.listed or ()))
    if known < 2 and answer.late is None:
        return dataclasses.replace(answer, total=Total(known, True))
    limit = question.limit
    try:
        number = solver.count(
            puzzle, None if limit is None else limit + 1, engine=ENGINES[question.engine], time_limit=clock.left
        )
    except SearchTimeout as error:
        return dataclasses.replace(answer, total=Total(max(known, error.found), False), late=question.time_limit)
    total = Total(number, True) if limit is None or number <= limit else Total(limit, False)
    return dataclasses.replace(answer, total=total)
