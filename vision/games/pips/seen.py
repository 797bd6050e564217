"""What the networks see of a board of Pips: its window of places, and all that is on it and beside it. Values alone."""

from __future__ import annotations

from dataclasses import dataclass

from vision.games.pips.interpret import Laid, Option, ReadTag
from vision.games.pips.locate import Domino
from vision.games.pips.network import Window
from vision.games.pips.parts import RATHER, Cell, Point


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """A window of places on the picture; places outside of the board lie all around it. `x`, `y`: of its corner."""

    x: float
    y: float
    step: float
    window: Window

    def corner(self, row: float, column: float) -> Point:
        """The upper left corner of a place, in pixels."""
        return self.x + column * self.step, self.y + row * self.step

    def middle(self, row: float, column: float) -> Point:
        """The middle of a place, in pixels."""
        return self.corner(row + 0.5, column + 0.5)


@dataclass(frozen=True, slots=True)
class InTray:
    """A domino beside the board, with the probability that it is one, and what its halves may be."""

    domino: Domino
    sure: float
    halves: tuple[tuple[Option, ...], tuple[Option, ...]]


@dataclass(frozen=True, slots=True, eq=False)
class Parts:
    """What is on a board and beside it. `pairs`: the dominoes on it, `on_board`: what their halves may be, the upper or
    left one first; `single`: halves without another; `tray`: all that may be dominoes."""

    cells: set[Cell]
    tags: list[ReadTag]
    pairs: list[Laid]
    single: set[Cell]
    on_board: list[tuple[tuple[Option, ...], tuple[Option, ...]]]
    tray: list[InTray]

    @property
    def likely(self) -> list[InTray]:
        """What rather is a domino beside the board."""
        return [one for one in self.tray if one.sure >= RATHER]

    @property
    def needed(self) -> int:
        """How many cells there are too few for these dominoes."""
        return 2 * (len(self.pairs) + len(self.likely)) - len(self.cells)
