"""What Pips offers the registry (`solver.games`)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from solver.errors import BadOption, LevelNeeded, MissingField
from solver.game import Game
from solver.pips.puzzle import Cell, PipsPuzzle

if TYPE_CHECKING:
    from solver.steps import Difficulty, Placed, Step
    from solver.verdicts import WrongEntries

LEVELS = ("easy", "medium", "hard")
"""The puzzles of one day."""


class Pips(Game):
    """Dominoes on regions with tags."""

    NAMES = (PipsPuzzle.game,)
    PUZZLE = PipsPuzzle
    OPTIONS = ("islands",)

    def claims_json(self, data: Mapping[str, Any]) -> bool:
        """Regions that are objects are of this game, also where the dominoes were forgotten."""
        regions = data.get("regions")
        rows = isinstance(regions, (list, tuple)) and any(isinstance(region, str) for region in regions)
        return "dominoes" in data or ("regions" in data and not rows)

    def from_text(self, text: str) -> PipsPuzzle:
        """Of a notation; drawings are not read."""
        return PipsPuzzle.from_notation(text.strip())

    def is_day(self, data: Mapping[str, Any]) -> bool:
        return any(name in data for name in LEVELS) or "printDate" in data

    def of_day(self, data: Mapping[str, Any], level: str | None) -> PipsPuzzle:
        there = tuple(name for name in LEVELS if isinstance(data.get(name), dict))
        listed = " and ".join(there) or "none of them"
        if level is None:
            if len(there) != 1:
                raise LevelNeeded(f"this is a day of puzzles; say which level is meant: it has {listed}", there)
            level = there[0]
        if level not in there:
            raise MissingField(f"the day has no puzzle of level {level}, it has {listed}")
        return PipsPuzzle.from_json(data[level])

    def wrong_entries(self, puzzle: PipsPuzzle, clues: Collection[Cell], time_limit: float | None) -> WrongEntries:
        raise BadOption("a Pips puzzle has no entries; hint says which dominoes are placed wrongly")

    def hint(
        self, puzzle: PipsPuzzle, clues: Collection[Cell] | None, placed: Sequence[Placed], time_limit: float | None
    ) -> Step | None:
        if clues is not None:
            raise BadOption("a Pips puzzle has no clues; placed says which dominoes are on the board")
        from solver.pips import deduce

        return deduce.hint(puzzle, placed, time_limit=time_limit)

    def explain(self, puzzle: PipsPuzzle, placed: Sequence[Placed], time_limit: float | None) -> tuple[Step, ...]:
        from solver.pips import deduce

        return deduce.explain(puzzle, placed, time_limit=time_limit)

    def difficulty(self, puzzle: PipsPuzzle, placed: Sequence[Placed], time_limit: float | None) -> Difficulty:
        from solver.pips import deduce

        return deduce.difficulty(puzzle, placed, time_limit=time_limit)

    def rules(self) -> Mapping[str, str]:
        from solver.pips.rules import LEVEL_OF, NAMES

        return {name: LEVEL_OF[name] for name in NAMES}


GAME = Pips()
