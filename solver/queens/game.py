"""What Queens offers the registry (`solver.games`): a module of the form of its `Game`.

What is not here: the work, which is in the modules beside this one, imported when they are first asked for.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from solver.errors import BadOption
from solver.queens.puzzle import Cell, QueensPuzzle

if TYPE_CHECKING:
    from solver.engine import Search
    from solver.model import Model
    from solver.steps import Difficulty, Placed, Step
    from solver.verdicts import WrongEntries

NAMES = (QueensPuzzle.game,)
PUZZLE = QueensPuzzle
OPTIONS: tuple[str, ...] = ()


def claims_json(data: Mapping[str, Any]) -> bool:
    """Its regions are rows of letters."""
    regions = data.get("regions")
    return isinstance(regions, (list, tuple)) and any(isinstance(row, str) for row in regions)


def claims_text(text: str) -> bool:
    """Of drawings, only those with lines between regions tell that they are of this game."""
    return text.lstrip().startswith("┌")


def from_json(data: dict[str, Any]) -> QueensPuzzle:
    return QueensPuzzle.from_json(data)


def from_text(text: str) -> QueensPuzzle:
    if "\n" in text.strip():
        return QueensPuzzle.from_drawing(text)
    return QueensPuzzle.from_notation(text.strip())


def is_day(data: Mapping[str, Any]) -> bool:
    return False


def of_day(data: Mapping[str, Any], level: str | None) -> QueensPuzzle:
    raise AssertionError("there are no days of Queens")


def search() -> Search:
    from solver.queens import search

    return search


def model(puzzle: QueensPuzzle, cp_model: Any) -> Model:
    from solver.queens import model

    return model.model(puzzle, cp_model)


def wrong_entries(puzzle: QueensPuzzle, clues: Collection[Cell], time_limit: float | None) -> WrongEntries:
    from solver.queens import search

    return search.wrong_entries(puzzle, clues, time_limit=time_limit)


def hint(
    puzzle: QueensPuzzle, clues: Collection[Cell] | None, placed: Sequence[Placed], time_limit: float | None
) -> Step | None:
    _check_placed(puzzle, placed)
    from solver.queens import deduce

    return deduce.hint(puzzle, clues, time_limit=time_limit)


def explain(puzzle: QueensPuzzle, placed: Sequence[Placed], time_limit: float | None) -> tuple[Step, ...]:
    _check_placed(puzzle, placed)
    from solver.queens import deduce

    return deduce.explain(puzzle, time_limit=time_limit)


def difficulty(puzzle: QueensPuzzle, placed: Sequence[Placed], time_limit: float | None) -> Difficulty:
    _check_placed(puzzle, placed)
    from solver.queens import deduce

    return deduce.difficulty(puzzle, time_limit=time_limit)


def rules() -> Mapping[str, str]:
    from solver.queens.deduce import LEVEL_OF, NAMES

    return {name: LEVEL_OF[name] for name in NAMES}


def generate(
    name: str,
    size: int,
    seed: int | str | None,
    difficulty: str,
    symmetry: str,
    time_limit: float | None,
    options: Mapping[str, Any],
) -> QueensPuzzle:
    from solver.queens import generate

    return generate.generate(size, seed, difficulty=difficulty, symmetry=symmetry, time_limit=time_limit)


def _check_placed(puzzle: QueensPuzzle, placed: Sequence[Placed]) -> None:
    if placed:
        raise BadOption(f"no dominoes are placed on a board of {puzzle.game}; its entries are in its cells")
