"""What a game offers (`Game`), with what most games do alike: searches and rules are the modules beside its own.

A game is a folder `solver/NAME/`: `puzzle.py`, `search.py` (of the form of `engine.Search`), `model.py`, `deduce.py`,
`generate.py`, and `game.py`, which has a `Game`. These modules are imported when something is first asked of them.
What is not here: the games (`games.py` lists them).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from solver.errors import BadOption

if TYPE_CHECKING:
    from solver.engine import Search
    from solver.model import Model
    from solver.steps import Cell, Difficulty, Placed, Step
    from solver.verdicts import WrongEntries


class Game:
    """What a game offers.

    NAMES     its names, as `game` in JSON and the first word of a text say them
    PUZZLE    the class of its puzzles: frozen, with `game`, `to_json()`, `notation()` and `str()`
    OPTIONS   what `generate` takes beside size, seed, difficulty and symmetry
    """

    NAMES: tuple[str, ...]
    PUZZLE: type[Any]
    OPTIONS: tuple[str, ...] = ()

    def _module(self, name: str) -> Any:
        """A module of the game's folder."""
        return import_module(f"{type(self).__module__.rpartition('.')[0]}.{name}")

    # --- which game it is, and its puzzles ---------------------------------------------------------------------------

    def claims_json(self, data: Mapping[str, Any]) -> bool:
        """Whether an object that does not name its game is a puzzle of this one."""
        return False

    def claims_text(self, text: str) -> bool:
        """Whether a text that does not begin with the name of a game is a puzzle of this one."""
        return False

    def from_json(self, data: dict[str, Any]) -> Any:
        """The puzzle of a decoded JSON object."""
        return self.PUZZLE.from_json(data)

    def from_text(self, text: str) -> Any:
        """The puzzle of a notation or a drawing."""
        return self.PUZZLE.from_drawing(text) if "\n" in text.strip() else self.PUZZLE.from_notation(text.strip())

    def is_day(self, data: Mapping[str, Any]) -> bool:
        """Whether an object is a collection of puzzles of which one has to be chosen by its level."""
        return False

    def of_day(self, data: Mapping[str, Any], level: str | None) -> Any:
        """The puzzle of that level; asked only where `is_day`."""
        raise NotImplementedError

    # --- what is asked of a puzzle -----------------------------------------------------------------------------------

    def search(self) -> Search:
        """The module that solves it."""
        found: Search = self._module("search")
        return found

    def model(self, puzzle: Any, cp_model: Any) -> Model:
        """The puzzle as a model of CP-SAT."""
        made: Model = self._module("model").model(puzzle, cp_model)
        return made

    def wrong_entries(self, puzzle: Any, clues: Collection[Cell], time_limit: float | None) -> WrongEntries:
        """Which of the entries that are not `clues` cannot stand."""
        found: WrongEntries = self._module("search").wrong_entries(puzzle, clues, time_limit=time_limit)
        return found

    def hint(
        self, puzzle: Any, clues: Collection[Cell] | None, placed: Sequence[Placed], time_limit: float | None
    ) -> Step | None:
        """The next step, and why."""
        _check_none(puzzle, placed)
        step: Step | None = self._module("deduce").hint(puzzle, clues, time_limit=time_limit)
        return step

    def explain(self, puzzle: Any, placed: Sequence[Placed], time_limit: float | None) -> tuple[Step, ...]:
        """All steps, each with its reason."""
        _check_none(puzzle, placed)
        steps: tuple[Step, ...] = self._module("deduce").explain(puzzle, time_limit=time_limit)
        return steps

    def difficulty(self, puzzle: Any, placed: Sequence[Placed], time_limit: float | None) -> Difficulty:
        """The hardest rule it takes, and how often."""
        _check_none(puzzle, placed)
        found: Difficulty = self._module("deduce").difficulty(puzzle, time_limit=time_limit)
        return found

    def rules(self) -> Mapping[str, str]:
        """The names of the rules, from simple to hard, each with its level."""
        rules = self._module("deduce")
        return {name: rules.LEVEL_OF[name] for name in rules.NAMES}

    def generate(
        self,
        name: str,
        size: int,
        seed: int | str | None,
        difficulty: str,
        symmetry: str,
        time_limit: float | None,
        options: Mapping[str, Any],
    ) -> Any:
        """A new puzzle."""
        asked = {"difficulty": difficulty, "symmetry": symmetry, "time_limit": time_limit, **options}
        which = (name,) if len(self.NAMES) > 1 else ()
        return self._module("generate").generate(*which, size, seed, **asked)


def _check_none(puzzle: Any, placed: Sequence[Placed]) -> None:
    if placed:
        raise BadOption(f"no dominoes are placed on a board of {puzzle.game}; its entries are in its cells")
