"""The games as the command line shows them: for each name of a game the module that draws and asks it, and its sizes.

A module has what `Shown` says: boards as text, what its entries mean for an answer, steps, and a module that draws it
on paper. What is not here: anything that knows one game from another, but for the table of names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, cast

if TYPE_CHECKING:
    from solve_screenshot.labelled import Difference, Label
    from solve_screenshot.result import Answer, Clock, Told
    from solve_screenshot.sheet import Shape
    from solve_screenshot.style import Style
    from solver import Puzzle
    from solver.steps import Cell, Step
    from vision.image import Image
    from vision.learnt import Look
    from vision.types import Reading


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


class Pictures(Protocol):
    """How a game is drawn over a screenshot. `bgr`: the picture, `reading`: what was read in it; all give copies."""

    def solution(self, bgr: Any, reading: Any, answer: Answer) -> Any:
        """With the solution that `answer` shows."""

    def hint(self, bgr: Any, reading: Any, answer: Answer, step: Step) -> Any:
        """With one step: what it fills, and the cells that justify it or are at fault."""

    def stages(self, bgr: Any, reading: Any) -> Iterator[tuple[str, Any]]:
        """The name and the picture of each stage of the reading."""


class Page(Protocol):
    """What the web page asks of a game; a module of this form. Raises `BadRequestError` where a request is at fault.

    `asked`: the request, as decoded from JSON. `puzzle`: what somebody says the picture shows.
    """

    def layout(self, picture: Image, reading: Any) -> dict[str, Any]:
        """Where everything is in the picture, as docs/api.md says."""

    def told(self, puzzle: Any, asked: Mapping[str, Any]) -> Told:
        """What the request says of the board beside its puzzle."""

    def mended(self, reading: Any, puzzle: Any, told: Told) -> Reading:
        """The reading with another puzzle, on the same cells."""

    def marked(
        self,
        picture: Image,
        corners: Sequence[tuple[float, float]],
        asked: Mapping[str, Any],
        puzzle: Any,
        told: Told,
    ) -> Reading:
        """The reading of a board whose corners were marked by hand, with this puzzle on it."""

    def label(self, answer: Answer) -> dict[str, Any]:
        """What a label has of this game beside the puzzle and its place."""


class Compared(Protocol):
    """What was read against a label; a module of this form. `SOUND`: how many solutions a printed board may have."""

    @property
    def SOUND(self) -> tuple[str, ...]: ...  # noqa: N802  (a constant of the module)

    def differences(
        self, label: Label, truth: dict[str, Any], answer: Answer, read: dict[str, Any]
    ) -> Iterator[Difference]:
        """Where the puzzle that was `read` is not that of the label, the `truth`; both as JSON."""


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

    def pictures(self) -> Pictures:
        """What draws it over a screenshot."""

    def page(self) -> Page:
        """The module that the web page asks."""

    def compared(self) -> Compared:
        """The module that compares readings with labels."""

    def learnt(self, picture: Image, puzzle: Any, name: str, bbox: list[float] | None) -> Look:
        """The look of a picture of this puzzle. Raises `LookError`, also where looks of the game are not learnt."""


def of(puzzle: Puzzle) -> Shown:
    """The module of a puzzle's game."""
    return cast(Shown, import_module(f"solve_screenshot.games.{GAMES[puzzle.game].module}"))


def blames(step: Step) -> bool:
    """Whether a step says of entries that they are wrong."""
    from solve_screenshot.result import WRONG

    return step.rule == WRONG


def justifying(step: Step) -> list[Cell]:
    """The cells that justify what a step fills; none where it fills nothing, or only shows one of several ways."""
    from solve_screenshot.result import SEVERAL

    if not step.filled or step.rule == SEVERAL:
        return []
    filled = dict(step.filled)
    return [cell for cell in step.because if cell not in filled]
