"""What the player asks of a game: a `Table` turns what is seen into the next gestures, and learns from what they did.

`grid.py` is the table of Tango and Takuzu, `dominoes.py` that of Pips. Tables know nothing of time or the screen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from actuator.moves import Cell, Gesture, Point, Rect
from actuator.sight import Lying, Sight

# What `Table.give_up_solution` says where every other solution was played as well.
LIKELIEST = "the page takes none of the solutions; putting the likeliest back"


class CannotPlayError(Exception):
    """The board was read, and there is no playing it; the message says why."""


def could_not_play(error: CannotPlayError) -> str:
    """A sentence for people."""
    return f"The board was read, but {str(error).rstrip('.?')}{'?' if str(error).endswith('?') else '.'}"


@dataclass(frozen=True, slots=True)
class Batch:
    """Gestures to make one after the other before looking again.

    `last`: the board is solved after these, so it may well be covered by what the page says then; these cells are to
    show this (the pips of a domino as digits), which can be seen for as long as nothing covers them. None of any other
    batch. `trial`: what is being tried out to learn what it does, for the events; `known`: whether there is
    anything else in the batch. `lays`: the dominoes that are to lie on the board then; `told`: what empty cells are
    to show, however it looks, since the page was asked for it by its name. `rest`: where the pointer rests
    then, since something may hang on it that covers nothing there; else off the board.
    """

    gestures: tuple[Gesture, ...]
    last: Mapping[Cell, str] | None = None
    trial: str = ""
    known: bool = True
    lays: tuple[Lying, ...] = ()
    told: Mapping[Cell, str] = field(default_factory=dict)
    rest: Point | None = None


class Table(Protocol):
    """One game being played."""

    hung: int = 0
    """How often a domino hung on the pointer after a drag; the player counts."""

    @property
    def trying(self) -> bool:
        """Whether the last batch tried out something of which it is not known what it does."""

    @property
    def hopeful(self) -> bool:
        """Whether what was last taken in leads on, though the board is no nearer to being solved: something was seen to
        work, or is tried for the first time."""

    def reach(self, sight: Sight) -> Rect:
        """What may be clicked on, and changes while playing: the board, and its tray where it has one."""

    def same_board(self, sight: Sight) -> bool:
        """Whether what is seen now is the board this table was made for, however far it is played."""

    def covered(self, sight: Sight, last: bool) -> bool:
        """Whether it is this board, but something lies over a part of it and was read as a part of the board. `last`:
        the last move was made, or cells are hidden that were emptied. Not told where a board of which something is
        hidden is not read."""
        return False

    def emptied(self, sight: Sight) -> set[Cell]:
        """The cells that are empty now, and were not, and that nobody clicked. Not told where pieces move."""
        return set()

    def late(self, sight: Sight) -> bool:
        """Whether something has changed that the last batch did not touch: the page was busy with what was before. Not
        told where everything may change with every gesture."""
        return False

    def opened(self, cell: Cell, items: int) -> None:
        """A click on this cell has opened a menu of so many items, and the first of them was chosen instead of what
        else was planned. Never where no menu is looked for."""
        return None

    def learn(self, sight: Sight) -> str:
        """Take in what the last batch did; what is news, for the events."""

    def fulfilled(self, sight: Sight) -> float:
        """How much of what the last batch was to do is done, 0..1; at 1 there is nothing to wait for."""

    def left(self, sight: Sight) -> int:
        """How far the board is from solved; 0 when it is."""

    @property
    def several(self) -> bool:
        """Whether the board has more than one solution, so that a full board need not be what the page wants."""

    def probe(self, sight: Sight) -> Batch | None:
        """A gesture that changes a full board, where the page still takes any; None where none is known."""

    def give_up_solution(self) -> str:
        """Go for another solution, since the page did not take this one; news for the events.

        Where there is none left, go for the first one again (`LIKELIEST`); raises `CannotPlayError` where that lies.
        """
        raise CannotPlayError("the page goes on as if its only solution were none")

    @property
    def likely(self) -> bool:
        """Whether the solution that is played is much likelier to be what the page wants than any other."""
        return True

    def is_open(self, sight: Sight) -> bool:
        """Whether something is missing on the board."""

    def empty(self, sight: Sight) -> bool:
        """Go for the board with a cell empty that was just changed; False where no way is known. Until `mend`."""
        return False

    def spoil(self, sight: Sight) -> bool:
        """Go for a board that is full and breaks the rules for certain, near to this one, of which a probe has just
        changed something, and each time in more or fewer places; False where there is none. Until `mend`."""

    def mend(self) -> None:
        """Go for the solution again."""

    def plan(self, sight: Sight) -> Batch:
        """What to do next; raises `CannotPlayError` where nothing helps. Asked only when `left` is not 0."""

    def skip(self, gestures: Sequence[Gesture]) -> None:
        """These of the last batch were not made."""

    def rehearse(self, sight: Sight) -> tuple[Gesture, ...]:
        """All gestures it would take on a page of the commonest kind, for who wants to see them before."""

    def differences(self, sight: Sight) -> str:
        """What is still missing or wrong, for people."""

    def to_json(self) -> dict[str, Any]:
        """What was learnt about the page."""
