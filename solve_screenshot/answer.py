"""One source -> its `Answer`: what vision read, and what the solver says to it.

A source has one answer, but for a file with a whole day of Pips, which has one for each of its puzzles.
What is not here: what an `Answer` is (`result`), what the rules say (`reasons`), how anything is printed or drawn.
"""

from __future__ import annotations

import dataclasses
import os
import sys
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import solver
from solve_screenshot import games
from solve_screenshot.result import SOLVE, Answer, Clock, Failure, Question, Told, Total
from solver import PuzzleError
from solver.errors import BadOption, LevelNeeded, SearchTimeout

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from solver import Puzzle
    from vision.image import Image
    from vision.types import Reading

PUZZLE_SUFFIXES = (".json", ".txt")
TEXT_BEGINS = (b"{", *[name.encode() for name in games.GAMES])
"""What no picture begins with."""
MOST_LISTED = 1000
"""How many solutions `--all` lists, if no other number is given."""

ENGINES = {"backtracking": "search", "cp-sat": "cp-sat"}
"""The names of the engines on the command line, and what `solver` calls them."""


# --- asking ----------------------------------------------------------------------------------------------------------


def of_source(source: str, question: Question = SOLVE, clipboard: bool = False) -> Iterator[Answer]:
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
    source: str, question: Question = SOLVE, clipboard: bool = False, data: bytes | NDArray[np.uint8] | None = None
) -> Answer:
    """The answer to a picture, to the one on the clipboard, or to a file's bytes or pixels: `source` names those."""
    import vision
    import vision.image
    from solve_screenshot.clipboard import from_clipboard
    from vision.errors import UnreadableError

    picture = None
    milliseconds = {"decode": 0.0, "read": 0.0, "solve": 0.0}
    started = time.perf_counter()
    try:
        picture = from_clipboard() if clipboard else vision.image.load(source if data is None else data, source)
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


def of_puzzle(source: str, puzzle: Puzzle, question: Question = SOLVE, told: Told | None = None) -> Answer:
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
