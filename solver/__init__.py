"""The puzzles and their logic: one verb for each thing to be done, whatever the game.

    >>> import solver
    >>> puzzle = solver.load("tango S2./4/2M./4 =2/3/3/3 -")
    >>> solver.classify(puzzle)
    'multiple'
    >>> print(solver.solve(solver.load("takuzu 0.0./4/2.1/.11.")))
    0 1 0 1
    1 0 1 0
    1 0 0 1
    0 1 1 0

`load` makes a puzzle of whatever it comes as; `solve`, `solutions`, `count` and `classify` are the questions about it.
Whether two lines of a Takuzu may be equal is part of the puzzle; where nobody knows, `decide` says. `hint` is
the next step and its reason, `explain` all of them, `difficulty` the hardest; `generate` makes
a new puzzle.
Which game answers is decided by the registry (`games.py`), and which search by the `engine`, `"search"` (our own,
standard library only) or `"cp-sat"` (OR-Tools, `pip install '.[cpsat]'`).

What is not here: the games (a folder each; `binary/` is Tango and Takuzu), `cpsat.py`, and the names of all errors
(`errors.py`). Nothing in this package knows of pixels.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias, cast, overload

from solver import games
from solver.binary.puzzle import BinaryPuzzle, Cell, Solution
from solver.errors import (
    BadEncoding,
    BadJSON,
    BadOption,
    BadType,
    InputTooLarge,
    PuzzleError,
    UnknownEngine,
    shown,
)
from solver.pips.game import LEVELS
from solver.pips.puzzle import PipsPuzzle, PipsSolution
from solver.queens.puzzle import QueensPuzzle, QueensSolution

if TYPE_CHECKING:
    from solver.binary.search import Decided
    from solver.engine import Search
    from solver.steps import Difficulty, Placed, Step
    from solver.verdicts import WrongEntries

__all__ = [
    "LEVELS",
    "BinaryPuzzle",
    "PipsPuzzle",
    "PipsSolution",
    "Puzzle",
    "PuzzleError",
    "QueensPuzzle",
    "QueensSolution",
    "Solution",
    "classify",
    "count",
    "decide",
    "difficulty",
    "explain",
    "generate",
    "hint",
    "load",
    "solutions",
    "solve",
    "wrong_entries",
]

Puzzle: TypeAlias = BinaryPuzzle | PipsPuzzle | QueensPuzzle
"""Any puzzle of any game."""

AnySolution: TypeAlias = Solution | PipsSolution | QueensSolution
"""The solution of a puzzle of any game."""

ENGINES = ("search", "cp-sat")
TEXT_LIMIT = 1_000_000
"""Longer texts are no puzzles: a board of 20x20 has under two thousand characters, a day of Pips some thousands."""


def load(data: object, level: str | None = None) -> Puzzle:
    """The puzzle in `data`: a dict as decoded from JSON, JSON text, the one-line notation, or a drawing; UTF-8 bytes
    of any of these; a puzzle as it is.

    The JSON may be a puzzle, an object with one under `puzzle` (the label of a sample, or a Result), or a whole day of
    Pips as the newspaper publishes it, with `level` to say which: `"easy"`, `"medium"` or `"hard"`. A day with only one
    puzzle needs no level, and what is no day takes none.

    Raises a child of `PuzzleError`, and so of `ValueError`, each named for what is wrong (see `solver.errors`).
    `LevelNeeded`, where a day comes without a level, has in `levels` those that are there.

    >>> load('{"game": "takuzu", "size": 4, "cells": ["1..0", "....", "....", ".0.1"]}').notation()
    'takuzu 120/4/4/.0.1'
    """
    if level is not None and (not isinstance(level, str) or level not in LEVELS):
        raise BadOption(f"level is {shown(level)}; known are {', '.join(LEVELS)}")
    if isinstance(data, (bytes, bytearray)):
        data = _decoded(bytes(data))
    if isinstance(data, str):
        text = data.strip("\ufeff \t\r\n")
        if len(text) > TEXT_LIMIT:
            raise InputTooLarge(f"{len(text)} characters are too many for a puzzle")
        data = _decoded_json(text) if text.startswith(("{", "[")) else _from_text(data.lstrip("\ufeff"))
    if isinstance(data, dict) and not _BOARD & data.keys():
        for game in games.GAMES:
            if game.is_day(data):
                return cast(Puzzle, game.of_day(data, level))
        if isinstance(data.get("puzzle"), dict):
            data = data["puzzle"]
    if level is not None:
        raise BadOption(f"this is one puzzle, not a day of them, and takes no level such as {level}")
    if isinstance(data, tuple(game.PUZZLE for game in games.GAMES)):
        return cast(Puzzle, data)
    if not isinstance(data, dict):
        raise BadType(f"a puzzle is a JSON object or a text, not {shown(data)}")
    return cast(Puzzle, games.of_json(data).from_json(data))


_BOARD = {"cells", "dominoes", "regions"}
"""What has one of these is a puzzle, whatever else is in it."""


@overload
def solve(puzzle: BinaryPuzzle, *, engine: str = "search", time_limit: float | None = None) -> Solution | None: ...
@overload
def solve(puzzle: PipsPuzzle, *, engine: str = "search", time_limit: float | None = None) -> PipsSolution | None: ...
@overload
def solve(
    puzzle: QueensPuzzle, *, engine: str = "search", time_limit: float | None = None
) -> QueensSolution | None: ...
def solve(puzzle: Puzzle, *, engine: str = "search", time_limit: float | None = None) -> AnySolution | None:
    """One solution, or None if there is none.

    Raises `SearchTimeout` after `time_limit` seconds, `UnknownEngine`, or `MissingEngine` (as all verbs below).
    """
    found: AnySolution | None = _engine(puzzle, engine).first(puzzle, time_limit=time_limit)
    return found


@overload
def solutions(
    puzzle: BinaryPuzzle, *, engine: str = "search", time_limit: float | None = None
) -> Iterator[Solution]: ...
@overload
def solutions(
    puzzle: PipsPuzzle, *, engine: str = "search", time_limit: float | None = None
) -> Iterator[PipsSolution]: ...
@overload
def solutions(
    puzzle: QueensPuzzle, *, engine: str = "search", time_limit: float | None = None
) -> Iterator[QueensSolution]: ...
def solutions(puzzle: Puzzle, *, engine: str = "search", time_limit: float | None = None) -> Iterator[Any]:
    """Every solution once, each found when it is asked for.

    Two solutions of Pips differ in which domino lies on which edge, or which way round: a double has no two ways, and
    two equal dominoes may be exchanged.
    """
    return _engine(puzzle, engine).every(puzzle, time_limit=time_limit)


def count(puzzle: Puzzle, limit: int | None = None, *, engine: str = "search", time_limit: float | None = None) -> int:
    """How many solutions there are; with a `limit`, no more than that are looked for.

    A `SearchTimeout` holds in `found` how many there are at least.
    """
    return _engine(puzzle, engine).count(puzzle, limit, time_limit=time_limit)


def classify(puzzle: Puzzle, *, engine: str = "search", time_limit: float | None = None) -> str:
    """`"unique"`, `"multiple"` or `"none"`."""
    return _engine(puzzle, engine).verdict(puzzle, time_limit=time_limit)


def decide(puzzle: BinaryPuzzle, *, time_limit: float | None = None) -> Decided:
    """A grid puzzle of which nobody said whether two of its lines may be equal, with that decided.

    They may; only if several solutions remain, they may not. `.puzzle` is the one to go on with, `.verdict` the
    verdict on it, `.needed` whether the rule made the difference, and `.said` a sentence about it.

    >>> decide(load("takuzu 0.0./4/2.1/.11.")).puzzle.unique_lines
    False
    """
    if not isinstance(puzzle, BinaryPuzzle):
        raise BadType(f"expected a Tango or Takuzu, not {shown(puzzle)}")
    from solver.binary import search

    return search.decide(puzzle, time_limit=time_limit)


def hint(
    puzzle: Puzzle,
    clues: Collection[Cell] | None = None,
    *,
    placed: Sequence[Placed] = (),
    time_limit: float | None = None,
) -> Step | None:
    """The next step on the board as it stands, and why; None where nothing follows any more.

    Of a grid puzzle `clues` are the cells the puzzle gave, None for all that are filled, of Queens for none. Of Pips
    `placed` are the dominoes on the board, each as its numbers and their cells: `((5, 3), ((0, 0), (0, 1)))`, and the
    step lays the next one, with what leads to it in `.chain`. Where an entry is wrong, the step says so first
    (`.rule == "wrong entry"`). See `hint` in the `deduce` of the game for what it raises.
    """
    return games.of_puzzle(puzzle).hint(puzzle, clues, placed, time_limit)


def explain(puzzle: Puzzle, *, placed: Sequence[Placed] = (), time_limit: float | None = None) -> tuple[Step, ...]:
    """All steps to the full board, each with its reason; of Pips from the dominoes that are `placed` already.

    Raises `SearchTimeout` after `time_limit` seconds, with the steps found so far.
    """
    return games.of_puzzle(puzzle).explain(puzzle, placed, time_limit)


def difficulty(puzzle: Puzzle, *, placed: Sequence[Placed] = (), time_limit: float | None = None) -> Difficulty:
    """The hardest rule it takes to solve the board, and how often; of Pips with dominoes `placed` already."""
    return games.of_puzzle(puzzle).difficulty(puzzle, placed, time_limit)


def wrong_entries(
    puzzle: BinaryPuzzle | QueensPuzzle, clues: Collection[Cell] = (), *, time_limit: float | None = None
) -> WrongEntries:
    """Which entries on a board, other than those in the cells of `clues`, cannot stand; of a Pips use `hint`.

    See `wrong_entries` in the `search` of the game for what it raises.
    """
    return games.of_puzzle(puzzle).wrong_entries(puzzle, clues, time_limit)


def generate(
    game: str,
    size: int = 6,
    seed: int | str | None = None,
    *,
    difficulty: str = "medium",
    symmetry: str = "none",
    time_limit: float | None = None,
    **options: Any,
) -> Puzzle:
    """A new puzzle with one solution, the same for the same arguments and seed.

    `size` is the length of a side (4 to 20, even; of Queens 5 to 12), of Pips the number of dominoes (1 to 28).
    `difficulty` is `"easy"`, `"medium"`, `"hard"` or `"expert"`: it is solved by the rules of that level, and not by
    those below. `symmetry`, of the clues or of the shape of the board, is `"none"`, `"rotation"` or `"mirror"`; Queens
    has only the first. `options` are `max_run` and `unique_lines`; of Pips `islands`; Queens has none. Raises
    `NotGenerated` where no such puzzle was found in time, and the errors of bad puzzles and options.
    """
    made_by = games.of_name(game)
    strange = options.keys() - set(made_by.OPTIONS)
    if strange:
        raise BadOption(f"{shown(min(strange))} is no option of {shown(game)}; {_listed(made_by.OPTIONS)}")
    made = made_by.generate(game, size, seed, difficulty, symmetry, time_limit, options)
    return cast(Puzzle, made)


def _listed(options: tuple[str, ...]) -> str:
    if not options:
        return "it has none"
    return f"{'there is' if len(options) == 1 else 'there are'} {' and '.join(options)}"


def _engine(puzzle: Puzzle, engine: object) -> Search:
    game = games.of_puzzle(puzzle)
    if engine == "search":
        return game.search()
    if engine == "cp-sat":
        from solver import cpsat

        return cpsat
    raise UnknownEngine(f"engine is {shown(engine)}; known are {' and '.join(ENGINES)}")


def _decoded(data: bytes) -> str:
    if len(data) > TEXT_LIMIT:
        raise InputTooLarge(f"{len(data)} bytes are too many for a puzzle")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadEncoding(f"the bytes are not UTF-8 text (byte {error.start})") from None


def _decoded_json(text: str) -> Any:
    import json  # here, because a notation needs none of it

    try:
        return json.loads(text)
    except RecursionError:
        raise BadJSON("the JSON is nested too deeply for a puzzle") from None
    except ValueError as error:  # also of a number too long to convert
        raise BadJSON(f"the JSON cannot be read: {error}") from None


def _from_text(text: str) -> Puzzle:
    """A puzzle of text that is not JSON."""
    return cast(Puzzle, games.of_text(text).from_text(text))
