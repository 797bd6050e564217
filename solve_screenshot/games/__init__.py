"""The games as the command line shows them: for each name of a game the module that draws and asks it, and its sizes.

A module has what `Shown` says: boards as text, what its entries mean for an answer, steps, and a module that draws it
on paper. What is not here: anything that knows one game from another, but for the table of names.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, cast

if TYPE_CHECKING:
    from solve_screenshot.result import Answer, Clock
    from solve_screenshot.sheet import Shape
    from solve_screenshot.style import Style
    from solver import Puzzle
    from solver.steps import Step


class Entry(NamedTuple):
    """`module`: of this package. `size`: of a new puzzle where none is asked for, cells on a side or dominoes;
    `largest`: of one that the web page makes."""

    module: str
    size: int
    largest: int


GAMES = {
    "tango": Entry("binary", 6, 14),
    "takuzu": Entry("binary", 8, 14),
    "pips": Entry("pips", 8, 16),
    "queens": Entry("queens", 8, 11),
}


class Paper(Protocol):
    """How a game is drawn on paper; a module of this form. Lengths are millimetres."""

    def rules(self, puzzle: Any) -> str:
        """What a player has to know."""

    def cell(self, puzzle: Any, width: float, height: float) -> float:
        """The side of a cell where a puzzle fills so much."""

    def shapes(self, puzzle: Any, solution: Any, middle: float, y: float, cell: float) -> Iterator[Shape]:
        """The puzzle, or its solution where there is one, below `y` on both sides of `middle`."""


class Shown(Protocol):
    """How a game is shown and asked; a module of this form.

    HAS_ENTRIES   whether what was played stands in the puzzle's own cells
    """

    @property
    def HAS_ENTRIES(self) -> bool: ...  # noqa: N802  (a constant of the module)

    def size_said(self, puzzle: Any) -> str:
        """`6x6`, or `8 dominoes`."""

    def is_full(self, answer: Answer, puzzle: Any) -> bool:
        """Whether everything is on the board already; where there is a solution, that is one."""

    def boards(self, answer: Answer, puzzle: Any, style: Style) -> list[str]:
        """The board and, beside it, what is asked for: its solution, or the next step."""

    def checked(self, answer: Answer, puzzle: Any, clock: Clock) -> Answer:
        """The answer with what is wrong with the entries on the board."""

    def hint(self, answer: Answer, puzzle: Any, clock: Clock) -> tuple[Step, ...]:
        """The next step, or none on a board that is solved."""

    def explanation(self, answer: Answer, puzzle: Any, clock: Clock) -> tuple[Step, ...]:
        """All steps from the board as it stands; where entries are wrong, that, and the steps without those."""

    def graded_boards(self, answer: Answer, puzzle: Any) -> Iterator[tuple[str, Puzzle]]:
        """The boards whose difficulty is that of the puzzle, best first: `clues`, as it was given, or `board`, as it
        stands."""

    def paper(self) -> Paper:
        """The module that draws it on paper."""


def of(puzzle: Puzzle) -> Shown:
    """The module of a puzzle's game."""
    return cast(Shown, import_module(f"solve_screenshot.games.{GAMES[puzzle.game].module}"))
