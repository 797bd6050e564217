"""The games: which there are, and which of them a puzzle, a JSON object or a text belongs to.

A game is a folder, and its module `game` is entered here by one line; a folder may hold several names (Tango and Takuzu
are one). Every verb of the package asks `of_puzzle`, `of_name`, `of_json` or `of_text` which game it is, and then the
game. What a game offers is in `game.py`.

What is not here: anything that knows one game from another.
"""

from __future__ import annotations

from typing import Any

import solver.binary.game
import solver.pips.game
import solver.queens.game
from solver.errors import BadNotation, BadType, UnknownGame, shown
from solver.game import Game

GAMES: tuple[Game, ...] = (
    solver.binary.game.GAME,
    solver.pips.game.GAME,
    solver.queens.game.GAME,
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
