"""The games, each entered by one line: those whose boards are squares of cells in `GAMES`, all others in `OTHERS`.

A game reads what the network says of a lattice (`Seen`) into a puzzle, and says how sure that is; one of `OTHERS` finds
its boards itself (`board.py`). What is not here: anything that knows one game from another.
"""

from __future__ import annotations

from vision.games.binary import SymbolsBoard
from vision.games.board import Attempts, SquareBoard
from vision.games.pips.read import attempts as attempts_of_pips
from vision.games.queens import QueensBoard
from vision.seen import Seen

GAMES: tuple[type[SquareBoard], ...] = (SymbolsBoard, QueensBoard)
OTHERS: tuple[Attempts, ...] = (attempts_of_pips,)


def boards_of(seen: Seen, size: int | None = None) -> list[SquareBoard]:
    """What is on a lattice, as each game has it, the most probable first; `size`: of games with such boards alone."""
    games = [game for game in GAMES if size is None or size in game.SIZES]
    return sorted((game(seen) for game in games), key=lambda board: -board.chance)
