"""What a board offers, of whichever game.

A game whose boards are squares of cells is a child of `SquareBoard`, entered in `GAMES`; any other is a function of the
type `Attempts`, entered in `OTHERS`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from solver import Puzzle
from vision.confidence import SURE
from vision.errors import UnreadableError
from vision.lattice import Lattice
from vision.seen import Seen
from vision.types import Reading, SquareReading

# What is not rather a whole board is none; so much is enough of what is clearly a puzzle with one solution.
LEAST_WHOLE, LEAST_OF_A_PUZZLE = 0.45, 0.1
# A reading of less confidence is none; one of less than the second may be a part of a board of another kind.
LEAST, DOUBTED = 0.2, 0.7
# What is certainly a board, and so read, is not read twice, nor is said to be doubtful.
CERTAIN = 0.99


class Checked(Protocol):
    """A puzzle that passed its checksum as well as it could.

    `verdict`: `unique`, `multiple` or `none`; `confidence`: 0..1, that all of it is right; `likely`: 0..1, that it is
    the picture's board and that all of it is read right, whatever is missing or played wrong on it; `warnings`: a
    sentence each.
    """

    @property
    def puzzle(self) -> Puzzle: ...
    @property
    def verdict(self) -> str: ...
    @property
    def confidence(self) -> float: ...
    @property
    def likely(self) -> float: ...
    @property
    def warnings(self) -> tuple[str, ...]: ...


class SquareBoard(ABC):
    """What is on a lattice, taken for a board of one game; nothing is computed before it is asked for.

    `TITLES`: the names of the game, as people say them; `SIZES`: how many cells a side its boards have.
    """

    TITLES: ClassVar[tuple[str, ...]]
    SIZES: ClassVar[range]

    def __init__(self, seen: Seen) -> None:
        self.seen = seen

    @property
    def lattice(self) -> Lattice:
        """Where the cells are."""
        return self.seen.lattice

    @property
    @abstractmethod
    def chance(self) -> float:
        """How probable it is, 0..1, that this is a whole board of the game."""

    @property
    @abstractmethod
    def probability(self) -> float:
        """How probable it is, 0..1, that cells and edges are read right, as the network says."""

    @property
    @abstractmethod
    def keeps_rules(self) -> bool:
        """Whether nothing on the board breaks a rule that is seen at once."""

    @property
    @abstractmethod
    def checked(self) -> Checked:
        """The puzzle, with what its checksum says."""

    @property
    def is_named(self) -> bool:
        """Whether it is known what each kind of symbol is called."""
        return True

    @property
    def may_be_part(self) -> bool:
        """Whether this may be a part of a board of another kind, whose cells are no square."""
        return False

    @property
    def warnings(self) -> tuple[str, ...]:
        """What is said of the reading, the most important first."""
        return self.checked.warnings

    def why_not(self) -> UnreadableError | None:
        """Why what is on this whole board is no puzzle of the game; None where it is one."""
        return None

    @abstractmethod
    def reading(self, lattice: Lattice, warnings: tuple[str, ...], milliseconds: Mapping[str, float]) -> SquareReading:
        """What is said of a picture in which the board lies on this lattice."""

    @cached_property
    def is_board(self) -> bool:
        """Whether this is a whole board: the network says so, or is sure of all cells and edges, a puzzle's."""
        if self.chance >= LEAST_WHOLE or self.lattice.goes_on or self.chance < LEAST_OF_A_PUZZLE:
            return self.chance >= LEAST_WHOLE
        return self.why_not() is None and self.probability > SURE and self.checked.verdict == "unique"

    @property
    def is_readable(self) -> bool:
        """Whether it is sure enough to be shown."""
        return self.checked.confidence >= LEAST

    @property
    def is_plain(self) -> bool:
        """Whether it is read without any doubt."""
        checked = self.checked
        plain = checked.verdict == "unique" and not checked.warnings and self.is_named
        return plain and checked.confidence > SURE


class OtherBoard(Protocol):
    """What was read of a board that is no square of cells. `confidence`: 0..1, that all of it is right; `warnings`: a
    sentence each, none where nothing is doubtful."""

    @property
    def confidence(self) -> float: ...
    @property
    def warnings(self) -> tuple[str, ...]: ...

    def reading(self, milliseconds: Mapping[str, float]) -> Reading:
        """What is said of the picture."""
        ...


Attempts = Callable[[NDArray[np.uint8]], Iterator[OtherBoard | UnreadableError | None]]
"""What is read of a picture (H, W, 3), by one attempt after another: a board, why one cannot be read (`certain` where
it is surely the game's), or None where there is nothing. The first attempt is quick: it is made of every picture."""
