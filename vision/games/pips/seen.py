"""What the networks see of a board of Pips: its window of places, and all that is on it and beside it. Values alone."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.games.pips.interpret import Halves, Laid, ReadTag, odds_of
from vision.games.pips.locate import Domino
from vision.games.pips.network import Window
from vision.games.pips.parts import Cell, Point

# Of 5,840 places that may be a domino beside a board, 9 of 302 were that have 0.5 to this, and 5,367 of 5,538 others.
WHOLE = 0.97


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """A window of places on the picture; places outside of the board lie all around it. `x`, `y`: of its corner;
    `fills`: the colours (blue, green, red) of all places, (rows, columns, 3)."""

    x: float
    y: float
    step: float
    window: Window
    fills: NDArray[np.float64]

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
    halves: Halves

    @property
    def odds(self) -> float:
        """The log odds that it is one."""
        return odds_of(self.sure) - (0 if self.rather else odds_of(WHOLE))

    @property
    def rather(self) -> bool:
        """Whether it rather is one."""
        return self.sure >= WHOLE


@dataclass(frozen=True, slots=True, eq=False)
class Parts:
    """What is on a board and beside it. `pairs`: all that may be dominoes on it; `single`: halves without another;
    `tray`: all that may be dominoes beside it; once counted: `there`: the probability that these are what is there;
    `cost`: what it costs that some were taken otherwise than they look, as log odds."""

    cells: set[Cell]
    tags: list[ReadTag]
    pairs: list[Laid]
    single: set[Cell]
    tray: list[InTray]
    there: float = 1.0
    cost: float = 0.0

    @property
    def dominoes(self) -> list[Laid | InTray]:
        """All that may be dominoes."""
        return [*self.pairs, *self.tray]

    @property
    def likely(self) -> list[Laid | InTray]:
        """What rather is one."""
        return [one for one in self.dominoes if one.rather]

    @property
    def needed(self) -> int:
        """How many cells there are too few for them."""
        return 2 * len(self.likely) - len(self.cells)
