"""What Tango and Takuzu offer the registry (`solver.games`): a module of the form of its `Game`.

What is not here: the work, which is in the modules beside this one, imported when they are first asked for.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from solver.binary.puzzle import SYMBOLS, BinaryPuzzle, Cell
from solver.errors import BadOption

if TYPE_CHECKING:
    from solver.engine import Search
    from solver.model import Model
    from solver.steps import Difficulty, Placed, Step
    from solver.verdicts import WrongEntries

NAMES = tuple(SYMBOLS)
PUZZLE = BinaryPuzzle
OPTIONS = ("max_run", "unique_lines")


def claims_json(data: Mapping[str, Any]) -> bool:
    return "cells" in data and "regions" not in data


def claims_text(text: str) -> bool:
    """A drawing, which has no frame, may do without the name of the game."""
    return "\n" in text.strip() and not text.lstrip().startswith("┌")


def from_json(data: dict[str, Any]) -> BinaryPuzzle:
    return BinaryPuzzle.from_json(data)


def from_text(text: str) -> BinaryPuzzle:
    if "\n" in text.strip():
        return BinaryPuzzle.from_drawing(text)
    return BinaryPuzzle.from_notation(text.strip())


def is_day(data: Mapping[str, Any]) -> bool:
    return False


def of_day(data: Mapping[str, Any], level: str | None) -> BinaryPuzzle:
    raise AssertionError("there are no days of these")


def search() -> Search:
    from solver.binary import search

    return search


def model(puzzle: BinaryPuzzle, cp_model: Any) -> Model:
    from solver.binary import model

    return model.model(puzzle, cp_model)


def wrong_entries(puzzle: BinaryPuzzle, clues: Collection[Cell], time_limit: float | None) -> WrongEntries:
    from solver.binary import search

    return search.wrong_entries(puzzle, clues, time_limit=time_limit)


def hint(
    puzzle: BinaryPuzzle, clues: Collection[Cell] | None, placed: Sequence[Placed], time_limit: float | None
) -> Step | None:
    _check_placed(puzzle, placed)
    from solver.binary import deduce

    return deduce.hint(puzzle, clues, time_limit=time_limit)


def explain(puzzle: BinaryPuzzle, placed: Sequence[Placed], time_limit: float | None) -> tuple[Step, ...]:
    _check_placed(puzzle, placed)
    from solver.binary import deduce

    return deduce.explain(puzzle, time_limit=time_limit)


def difficulty(puzzle: BinaryPuzzle, placed: Sequence[Placed], time_limit: float | None) -> Difficulty:
    _check_placed(puzzle, placed)
    from solver.binary import deduce

    return deduce.difficulty(puzzle, time_limit=time_limit)


def rules() -> Mapping[str, str]:
    from solver.binary.deduce import LEVEL_OF, NAMES

    return {name: LEVEL_OF[name] for name in NAMES}


def generate(
    name: str,
    size: int,
    seed: int | str | None,
    difficulty: str,
    symmetry: str,
    time_limit: float | None,
    options: Mapping[str, Any],
) -> BinaryPuzzle:
    from solver.binary import generate

    return generate.generate(
        name, size, seed, difficulty=difficulty, symmetry=symmetry, time_limit=time_limit, **options
    )


def _check_placed(puzzle: BinaryPuzzle, placed: Sequence[Placed]) -> None:
    if placed:
        raise BadOption(f"no dominoes are placed on a {puzzle.game}; its entries are in its cells")
