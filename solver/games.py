"""The games: what each offers, and which of them a puzzle, a JSON object or a text belongs to.

A game is a folder, and its module `game` is entered here by one line; a folder may hold several names (Tango and Takuzu
are one). Every verb of the package asks `of_puzzle`, `of_name`, `of_json` or `of_text` which game it is, and then the
game. Searches and rules are imported by a game when they are first asked for.

What is not here: anything that knows one game from another.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

import solver.binary.game
import solver.pips.game
import solver.queens.game
from solver.errors import BadNotation, BadType, UnknownGame, shown

if TYPE_CHECKING:
    from solver.engine import Search
    from solver.model import Model
    from solver.steps import Cell, Difficulty, Placed, Step
    from solver.verdicts import WrongEntries


class Game(Protocol):
    """What a game offers; a module of this form.

    NAMES     its names, as `game` in JSON and the first word of a text say them
    PUZZLE    the class of its puzzles: frozen, with `game`, `to_json()`, `notation()` and `str()`
    OPTIONS   what `generate` takes beside size, seed, difficulty and symmetry
    """

    @property
    def NAMES(self) -> tuple[str, ...]: ...  # noqa: N802  (a constant of the module)

    @property
    def PUZZLE(self) -> type: ...  # noqa: N802

    @property
    def OPTIONS(self) -> tuple[str, ...]: ...  # noqa: N802

    def claims_json(self, data: Mapping[str, Any]) -> bool:
        """Whether an object that does not name its game is a puzzle of this one."""

    def claims_text(self, text: str) -> bool:
        """Whether a text that does not begin with the name of a game is a puzzle of this one."""

    def from_json(self, data: dict[str, Any]) -> Any:
        """The puzzle of a decoded JSON object."""

    def from_text(self, text: str) -> Any:
        """The puzzle of a notation or a drawing."""

    def is_day(self, data: Mapping[str, Any]) -> bool:
        """Whether an object is a collection of puzzles of which one has to be chosen by its level."""

    def of_day(self, data: Mapping[str, Any], level: str | None) -> Any:
        """The puzzle of that level."""

    def search(self) -> Search:
        """The module that solves it."""

    def model(self, puzzle: Any, cp_model: Any) -> Model:
        """The puzzle as a model of CP-SAT."""

    def wrong_entries(self, puzzle: Any, clues: Collection[Cell], time_limit: float | None) -> WrongEntries:
        """Which of the entries that are not `clues` cannot stand."""

    def hint(
        self, puzzle: Any, clues: Collection[Cell] | None, placed: Sequence[Placed], time_limit: float | None
    ) -> Step | None:
        """The next step, and why."""

    def explain(self, puzzle: Any, placed: Sequence[Placed], time_limit: float | None) -> tuple[Step, ...]:
        """All steps, each with its reason."""

    def difficulty(self, puzzle: Any, placed: Sequence[Placed], time_limit: float | None) -> Difficulty:
        """The hardest rule it takes, and how often."""

    def rules(self) -> Mapping[str, str]:
        """The names of the rules, from simple to hard, each with its level."""

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


GAMES: tuple[Game, ...] = (
    solver.binary.game,
    solver.pips.game,
    solver.queens.game,
)

NAMES: tuple[str, ...] = tuple([name for game in GAMES for name in game.NAMES])
"""Of all games."""


def of_puzzle(puzzle: object) -> Game:
    """The game of a puzzle. Raises `BadType` for anything else."""
    for game in GAMES:
        if isinstance(puzzle, game.PUZZLE):
            return game
    raise BadType(f"expected a puzzle, not {shown(puzzle)}; solver.load makes one")


def of_name(name: object) -> Game:
    """The game of that name. Raises `UnknownGame`."""
    for game in GAMES:
        if name in game.NAMES:
            return game
    raise UnknownGame(f"game is {shown(name)}; known are {', '.join(NAMES[:-1])} and {NAMES[-1]}")


def of_json(data: dict[str, Any]) -> Game:
    """The game of a JSON object, which may not say it. Raises `UnknownGame`."""
    if "game" in data:
        return of_name(data["game"])
    return next((game for game in GAMES if game.claims_json(data)), GAMES[0])


def of_text(text: str) -> Game:
    """The game of a notation or a drawing. Raises `BadNotation` for an empty text, `UnknownGame`."""
    words = text.split(maxsplit=1)
    if not words:
        raise BadNotation("the text is empty")
    for game in GAMES:
        if words[0] in game.NAMES:
            return game
    claiming = next((game for game in GAMES if game.claims_text(text)), None)
    if claiming is None:
        known = f"{', '.join(NAMES[:-1])} and {NAMES[-1]}"
        raise UnknownGame(f"the notation begins with {shown(words[0])}; known are {known}")
    return claiming
