"""One source -> one `Answer`: what vision read, what the solver says to it, and how that looks as a Result object.

An `Answer` is complete: the text, the JSON and the pictures are made from it and from nothing else.
What is not here: how anything is printed or drawn.
"""

from __future__ import annotations

import dataclasses
import itertools
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import solver
from solver import BinaryPuzzle, PuzzleError, Solution
from solver.errors import SearchTimeout, UnknownGame

if TYPE_CHECKING:
    from vision.image import Image
    from vision.reading import Reading

Cell = tuple[int, int]

PUZZLE_SUFFIXES = (".json", ".txt")
TIME_LIMIT = 60.0
"""Seconds. Every printed puzzle is solved in milliseconds; this is for those made to be hard."""

ENGINES = {"backtracking": "search", "cp-sat": "cp-sat"}
"""The names of the engines on the command line, and what `solver` calls them."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Why there is no puzzle. `kind`: `no_board`, `occluded`, `ambiguous`, `unsupported` or `unreadable_file`."""

    kind: str
    message: str


@dataclass(frozen=True, slots=True, eq=False)
class Answer:
    """Everything there is to say about one source.

    `source`: as the user named it. `picture`, `reading`: None for a puzzle file and where reading failed.
    `witnesses`: none, one or two different solutions. `wrong_entries`, `clues_solution`: only where the board as it
    stands has no solution, but has one without its entries. `conflict`: entries that are possible one by one, but not
    together. `total`: the number of solutions where it was asked for.
    """

    source: str
    picture: Image | None = None
    reading: Reading | None = None
    puzzle: BinaryPuzzle | None = None
    witnesses: tuple[Solution, ...] = ()
    wrong_entries: tuple[Cell, ...] = ()
    conflict: tuple[Cell, ...] = ()
    clues_solution: Solution | None = None
    warnings: tuple[str, ...] = ()
    milliseconds: dict[str, float] = field(default_factory=lambda: {"decode": 0.0, "read": 0.0, "solve": 0.0})
    error: Failure | None = None
    total: int | None = None

    @property
    def solutions(self) -> str | None:
        """`unique`, `multiple` or `none`; None where nothing could be read."""
        return None if self.puzzle is None else ("none", "unique", "multiple")[len(self.witnesses)]

    @property
    def shown(self) -> Solution | None:
        """The solution to show: the board's own, or else the one its clues have without the wrong entries."""
        return self.witnesses[0] if self.witnesses else self.clues_solution

    @property
    def unsure(self) -> frozenset[Cell]:
        """The cells to mark as doubtful: filled differently by two solutions, or contradicting one another."""
        return self.differing | frozenset(self.conflict)

    @property
    def differing(self) -> frozenset[Cell]:
        """The cells in which the two witnesses differ."""
        if len(self.witnesses) < 2:
            return frozenset()
        first, second = (witness.cells for witness in self.witnesses)
        return frozenset(
            (r, c)
            for r, (row, other) in enumerate(zip(first, second, strict=True))
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
        """0 solved, 1 none or several solutions, 3 not read."""
        return 3 if self.error else 0 if self.solutions == "unique" else 1

    def to_json(self) -> dict[str, Any]:
        """The Result object, its keys always all there and in the same order."""
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
        }
        if self.wrong_entries or self.clues_solution:
            result["wrong_entries"] = [list(cell) for cell in self.wrong_entries]
            result["clues_solution"] = self.clues_solution.to_json() if self.clues_solution else None
        if self.total is not None:
            result["count"] = self.total
        return result


_STAGES = ("decode", "read", "solve")


def _board(reading: Reading) -> dict[str, Any]:
    return {
        "bbox": [round(float(value), 2) for value in reading.bbox],
        "cells": {f"{r},{c}": [round(float(x), 2), round(float(y), 2)] for (r, c), (x, y) in reading.cells.items()},
    }


# --- asking ----------------------------------------------------------------------------------------------------------


def of_source(source: str, engine: str = "backtracking", clipboard: bool = False) -> Answer:
    """The answer to a picture (`clipboard`: the one there), or to a puzzle file, told by its name."""
    if not clipboard and source.lower().endswith(PUZZLE_SUFFIXES):
        return _of_puzzle_file(source, engine)
    return _of_picture(source, engine, clipboard)


def _of_picture(source: str, engine: str, clipboard: bool) -> Answer:
    import vision
    import vision.image
    from vision.errors import UnreadableError

    picture = None
    milliseconds = {"decode": 0.0, "read": 0.0, "solve": 0.0}
    started = time.perf_counter()
    try:
        picture = vision.image.from_clipboard() if clipboard else vision.image.load(source)
        milliseconds["decode"] = picture.milliseconds
        started = time.perf_counter()
        reading = vision.read(picture)
    except UnreadableError as error:
        milliseconds["decode" if picture is None else "read"] = (time.perf_counter() - started) * 1000
        failure = Failure(error.kind, error.message)
        return Answer(source, picture=picture, milliseconds=milliseconds, error=failure)
    milliseconds["read"] = (time.perf_counter() - started) * 1000
    if not isinstance(reading, vision.GridReading):
        failure = Failure("unsupported", "Pips cannot be answered here yet")
        return Answer(source, picture=picture, milliseconds=milliseconds, error=failure)
    return _solved(
        source, reading.puzzle, engine, milliseconds, picture, reading, reading.clues, tuple(reading.warnings)
    )


def _of_puzzle_file(source: str, engine: str) -> Answer:
    started = time.perf_counter()
    try:
        puzzle = load_puzzle(source)
    except OSError as error:
        what = "is a folder" if isinstance(error, IsADirectoryError) else f"could not be opened ({error.strerror})"
        return Answer(source, error=Failure("unreadable_file", f"{source} {what}; check its name."))
    except PuzzleError as error:
        return Answer(source, error=Failure("unreadable_file", f"{source} is not a puzzle: {error}."))
    milliseconds = {"decode": (time.perf_counter() - started) * 1000, "read": 0.0, "solve": 0.0}
    return _solved(source, puzzle, engine, milliseconds)


def load_puzzle(path: str) -> BinaryPuzzle:
    """The puzzle in a file: puzzle JSON, the label of a sample (its `puzzle` is meant), notation or drawing."""
    with open(path, "rb") as file:
        data = file.read(solver.TEXT_LIMIT + 1)
    if data.lstrip().startswith(b"{"):
        import json

        try:
            found = json.loads(data)
        except (ValueError, RecursionError):
            found = None  # solver.load says what is wrong with it
        if isinstance(found, dict) and isinstance(found.get("puzzle"), dict):
            data = found["puzzle"]
    puzzle = solver.load(data)
    if not isinstance(puzzle, BinaryPuzzle):
        raise UnknownGame("Pips cannot be answered here yet")
    return puzzle


def _solved(
    source: str,
    puzzle: BinaryPuzzle,
    engine: str,
    milliseconds: dict[str, float],
    picture: Image | None = None,
    reading: Reading | None = None,
    clues: frozenset[Cell] | None = None,
    warnings: tuple[str, ...] = (),
) -> Answer:
    answer = Answer(source, picture, reading, puzzle, warnings=warnings, milliseconds=milliseconds)
    started = time.perf_counter()
    try:
        answer = dataclasses.replace(answer, witnesses=two_solutions(puzzle, engine))
        if not answer.witnesses and clues:
            answer = _blaming_entries(answer, puzzle, clues & puzzle.filled())
    except SearchTimeout:
        message = f"the board was read, but {TIME_LIMIT:.0f} seconds were not enough to solve it."
        return dataclasses.replace(answer, puzzle=None, witnesses=(), error=Failure("unsupported", message))
    milliseconds["solve"] = (time.perf_counter() - started) * 1000
    return answer


def _blaming_entries(answer: Answer, puzzle: BinaryPuzzle, clues: frozenset[Cell]) -> Answer:
    """The answer to a board without a solution, completed by what its clues say, if they have one."""
    from solver.binary.search import wrong_entries

    found = wrong_entries(puzzle, clues, time_limit=TIME_LIMIT)
    if found.clues == "none":
        return answer
    sound = puzzle.filled() - {*found.wrong, *found.conflict}
    return dataclasses.replace(
        answer,
        wrong_entries=found.wrong,
        conflict=found.conflict,
        clues_solution=solver.solve(_only(puzzle, sound)) or solver.solve(_only(puzzle, clues)),
        warnings=(*answer.warnings, _blame(puzzle, found.wrong, found.conflict)),
    )


def two_solutions(puzzle: BinaryPuzzle, engine: str) -> tuple[Solution, ...]:
    """None, the only one, or two different ones: enough to tell which of the three it is."""
    every = solver.solutions(puzzle, engine=ENGINES[engine], time_limit=TIME_LIMIT)
    return tuple(itertools.islice(every, 2))


def _only(puzzle: BinaryPuzzle, cells: frozenset[Cell]) -> BinaryPuzzle:
    """The puzzle with all other cells emptied."""
    rows = [
        "".join(symbol if (r, c) in cells else "." for c, symbol in enumerate(row))
        for r, row in enumerate(puzzle.cells)
    ]
    return puzzle.with_cells(rows)


def _blame(puzzle: BinaryPuzzle, wrong: Sequence[Cell], conflict: Sequence[Cell]) -> str:
    def places(cells: Sequence[Cell]) -> str:
        return ", ".join(f"r{r + 1} c{c + 1} ({puzzle.cells[r][c]})" for r, c in cells)

    sentences = []
    if wrong:
        noun, verb = ("entry", "is") if len(wrong) == 1 else ("entries", "are")
        sentences.append(f"the {noun} in {places(wrong)} {verb} wrong")
    if conflict:
        sentences.append(f"the entries in {places(conflict)} cannot all be right")
    return "; ".join([*sentences, "the solution shown is that of the clues"])
