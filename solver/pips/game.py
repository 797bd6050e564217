"""What Pips offers the registry (`solver.games`): a module of the form of its `Game`.

What is not here: the work, which is in the modules beside this one, imported when they are first asked for.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from solver.errors import BadOption, LevelNeeded, MissingField
from solver.pips.puzzle import Cell, PipsPuzzle

if TYPE_CHECKING:
    from solver.engine import Search
    from solver.model import Model
    from solver.steps import Difficulty, Placed, Step
    from solver.verdicts import WrongEntries

NAMES = (PipsPuzzle.game,)
PUZZLE = PipsPuzzle
OPTIONS = ("islands",)

LEVELS = ("easy", "medium", "hard")
"""The puzzles of one day."""


def claims_json(data: Mapping[str, Any]) -> bool:
    """Regions that are objects are of this game, also where the dominoes were forgotten."""
    regions = data.get("regions")
    rows = isinstance(regions, (list, tuple)) and any(isinstance(region, str) for region in regions)
    return "dominoes" in data or ("regions" in data and not rows)


def claims_text(text: str) -> bool:
    return False


def from_json(data: dict[str, Any]) -> PipsPuzzle:
    return PipsPuzzle.from_json(data)


def from_text(text: str) -> PipsPuzzle:
    return PipsPuzzle.from_notation(text.strip())


def is_day(data: Mapping[str, Any]) -> bool:
    return any(name in data for name in LEVELS) or "printDate" in data


def of_day(data: Mapping[str, Any], level: str | None) -> PipsPuzzle:
    there = tuple(name for name in LEVELS if isinstance(data.get(name), dict))
    listed = " and ".join(there) or "none of them"
    if level is None:
        if len(there) != 1:
            raise LevelNeeded(f"this is a day of puzzles; say which level is meant: it has {listed}", there)
        level = there[0]
    if level not in there:
        raise MissingField(f"the day has no puzzle of level {level}, it has {listed}")
    return PipsPuzzle.from_json(data[level])


def search() -> Search:
    from solver.pips import search

    return search


def model(puzzle: PipsPuzzle, cp_model: Any) -> Model:
    from solver.pips import model

    return model.model(puzzle, cp_model)


def wrong_entries(puzzle: PipsPuzzle, clues: Collection[Cell], time_limit: float | None) -> WrongEntries:
    raise BadOption("a Pips puzzle has no entries; hint says which dominoes are placed wrongly")


def hint(
    puzzle: PipsPuzzle, clues: Collection[Cell] | None, placed: Sequence[Placed], time_limit: float | None
) -> Step | None:
    if clues is not None:
        raise BadOption("a Pips puzzle has no clues; placed says which dominoes are on the board")
    from solver.pips import deduce

    return deduce.hint(puzzle, placed, time_limit=time_limit)


def explain(puzzle: PipsPuzzle, placed: Sequence[Placed], time_limit: float | None) -> tuple[Step, ...]:
    from solver.pips import deduce

    return deduce.explain(puzzle, placed, time_limit=time_limit)


def difficulty(puzzle: PipsPuzzle, placed: Sequence[Placed], time_limit: float | None) -> Difficulty:
    from solver.pips import deduce

    return deduce.difficulty(puzzle, placed, time_limit=time_limit)


def rules() -> Mapping[str, str]:
    from solver.pips.rules import LEVEL_OF, NAMES

    return {name: LEVEL_OF[name] for name in NAMES}


def generate(
    name: str,
    size: int,
    seed: int | str | None,
    difficulty: str,
    symmetry: str,
    time_limit: float | None,
    options: Mapping[str, Any],
) -> PipsPuzzle:
    from solver.pips import generate

    return generate.generate(size, seed, difficulty=difficulty, symmetry=symmetry, time_limit=time_limit, **options)
