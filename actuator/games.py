"""The games that can be played: for each name its table, and what remembers how its boards look.

They are imported when a board of theirs is seen. What is not here: anything that knows one game from another, but for
the names.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple, Protocol, cast

if TYPE_CHECKING:
    from collections.abc import Mapping

    from actuator.moves import Cell, Point, Rect
    from actuator.screen import Shot
    from actuator.sight import Sight
    from actuator.table import Batch, Table


class Entry(NamedTuple):
    """Two classes, as `module:name`; both are made of the first sight of a board."""

    table: str
    memory: str


GAMES = {
    "tango": Entry("grid:GridTable", "memory:Memory"),
    "takuzu": Entry("grid:GridTable", "memory:Memory"),
    "pips": Entry("domino_pointed:PointedTable", "domino_memory:DominoMemory"),
    "queens": Entry("queens:QueensTable", "queens_memory:QueensMemory"),
}


class BoardMemory(Protocol):
    """How a board looked that is being played."""

    def learn(self, sight: Sight) -> bool:
        """Remember how it looks in a sight that `vision` has read; False where that is of another board."""

    def is_of(self, sight: Sight) -> bool:
        """Whether a sight is of this board, however far it is played."""

    def in_place(self, shot: Shot) -> bool:
        """Whether the board is still where it was, though something may lie over a part of it."""

    def expect(self, batch: Batch) -> None:
        """What these gestures are to do, where a look does not tell."""

    def look(self, shot: Shot) -> Sight | None:
        """The board in a new grab; None where comparing does not tell."""

    def shows(self, shot: Shot, wanted: Mapping[Cell, str]) -> bool:
        """Whether these cells clearly show this."""

    @property
    def cells(self) -> Mapping[Cell, Point]:
        """The middle of each cell, in points."""

    @property
    def place(self) -> Rect:
        """What has to be grabbed for a look."""


def table_for(sight: Sight) -> Table:
    """The table of the game that was seen. Raises `CannotPlayError`."""
    return cast("Table", _made(GAMES[sight.game].table, sight))


def memory_for(sight: Sight) -> BoardMemory:
    """What remembers the board that was seen, with the grab it was read from."""
    return cast(BoardMemory, _made(GAMES[sight.game].memory, sight))


def _made(entry: str, sight: Sight) -> object:
    module, name = entry.split(":")
    return getattr(import_module(f"actuator.{module}"), name)(sight)
