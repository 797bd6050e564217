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
Which rooms answer is decided here and nowhere else: by the puzzle's type, and for the search by the `engine`,
`"search"` (our own, standard library only) or `"cp-sat"` (OR-Tools, `pip install '.[cpsat]'`).

What is not here: the puzzles (`binary/puzzle.py`), the searches (`binary/search.py`, `cpsat.py`), the names of all
errors (`errors.py`). Nothing in this package knows of pixels.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol, TypeAlias

from solver.binary.puzzle import BinaryPuzzle, Solution
from solver.errors import (
    BadEncoding,
    BadJSON,
    BadNotation,
    BadType,
    InputTooLarge,
    PuzzleError,
    UnknownEngine,
    UnknownGame,
    shown,
)

__all__ = ["BinaryPuzzle", "PuzzleError", "Solution", "classify", "count", "load", "solutions", "solve"]

Puzzle: TypeAlias = BinaryPuzzle
"""Any puzzle of any game."""

ENGINES = ("search", "cp-sat")
TEXT_LIMIT = 1_000_000
"""Longer texts are no puzzles: a board of 20x20 has under two thousand characters, a day of Pips some thousands."""


def load(data: object) -> Puzzle:
    """The puzzle in `data`: a dict as decoded from JSON, JSON text, the one-line notation, or a drawing; UTF-8 bytes
    of any of these; a puzzle as it is.

    Raises a child of `PuzzleError`, and so of `ValueError`, each named for what is wrong (see `solver.errors`).

    >>> load('{"game": "takuzu", "size": 4, "cells": ["1..0", "....", "....", ".0.1"]}').notation()
    'takuzu 120/4/4/.0.1'
    """
    if isinstance(data, BinaryPuzzle):
        return data
    if isinstance(data, (bytes, bytearray)):
        data = _decoded(bytes(data))
    if isinstance(data, str):
        text = data.strip("\ufeff \t\r\n")
        if len(text) > TEXT_LIMIT:
            raise InputTooLarge(f"{len(text)} characters are too many for a puzzle")
        if not text.startswith(("{", "[")):
            return _from_text(data, text)
        data = _decoded_json(text)
    if not isinstance(data, dict):
        raise BadType(f"a puzzle is a JSON object or a text, not {shown(data)}")
    game = data.get("game")
    if game == "pips":
        raise UnknownGame("Pips cannot be loaded yet")
    if "game" not in data and ("printDate" in data or "dominoes" in data):
        raise UnknownGame("this looks like Pips, which cannot be loaded yet")
    return BinaryPuzzle.from_json(data)


def solve(puzzle: Puzzle, *, engine: str = "search", time_limit: float | None = None) -> Solution | None:
    """One solution, or None if there is none.

    Raises `SearchTimeout` after `time_limit` seconds, `UnknownEngine`, or `MissingEngine` (as all verbs below).
    """
    return _engine(puzzle, engine).first(puzzle, time_limit=time_limit)


def solutions(puzzle: Puzzle, *, engine: str = "search", time_limit: float | None = None) -> Iterator[Solution]:
    """Every solution once, each found when it is asked for."""
    return _engine(puzzle, engine).every(puzzle, time_limit=time_limit)


def count(puzzle: Puzzle, limit: int | None = None, *, engine: str = "search", time_limit: float | None = None) -> int:
    """How many solutions there are; with a `limit`, no more than that are looked for."""
    return _engine(puzzle, engine).count(puzzle, limit, time_limit=time_limit)


def classify(puzzle: Puzzle, *, engine: str = "search", time_limit: float | None = None) -> str:
    """`"unique"`, `"multiple"` or `"none"`."""
    return _engine(puzzle, engine).verdict(puzzle, time_limit=time_limit)


class _Engine(Protocol):
    """What a search offers; our own and CP-SAT are modules of this form."""

    def first(self, puzzle: BinaryPuzzle, *, time_limit: float | None = None) -> Solution | None: ...

    def every(self, puzzle: BinaryPuzzle, *, time_limit: float | None = None) -> Iterator[Solution]: ...

    def count(self, puzzle: BinaryPuzzle, limit: int | None = None, *, time_limit: float | None = None) -> int: ...

    def verdict(self, puzzle: BinaryPuzzle, *, time_limit: float | None = None) -> str: ...


def _engine(puzzle: object, engine: object) -> _Engine:
    if not isinstance(puzzle, BinaryPuzzle):
        raise BadType(f"expected a puzzle, not {shown(puzzle)}; solver.load makes one")
    if engine == "search":
        from solver.binary import search

        return search
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


def _from_text(whole: str, text: str) -> BinaryPuzzle:
    """A puzzle of text that is not JSON: `text` is `whole` without the space around it."""
    if not text:
        raise BadNotation("the text is empty")
    if "\n" in text:
        return BinaryPuzzle.from_drawing(whole.lstrip("\ufeff"))
    return BinaryPuzzle.from_notation(text)
