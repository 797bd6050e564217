"""Gestures, and the plainest things one can say of them: where they go, and whether that is allowed.

Everything here is in points of the virtual desktop, the unit the pointer moves in, `(x, y)` from its top left. What a
gesture does to a board is not known here (`clicks.py`, `grid.py`, `dominoes.py`), and nothing here sends any: that is a
`Hand` (`pointer.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeAlias

Point: TypeAlias = tuple[float, float]
Cell: TypeAlias = tuple[int, int]

# For so many seconds a button is held down for pages that look at it once a frame or think shorter ones a bounce, and
# for those that tell a long press from a click: after 0.3 to 0.6 s.
FIRM, LONG = 0.06, 0.7
# What a "button" begins with that is a key.
KEY = "key "
# What empties a cell on most pages where keys fill them.
ERASE = KEY + "backspace"
# Ways of clicking: a symbol beside the board and then a cell, or a cell and then the symbol.
PICK, PUT = "pick ", "put "
# ... or a cell, and then the item with this number of the menu that it opens.
MENU = "menu "


@dataclass(frozen=True, slots=True)
class Rect:
    """An upright rectangle, in points. The right and bottom edges are outside."""

    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The first x right of it."""
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """The first y below it."""
        return self.top + self.height

    @property
    def middle(self) -> Point:
        """The point in its middle."""
        return self.left + self.width / 2, self.top + self.height / 2

    def __contains__(self, point: Point) -> bool:
        return self.left <= point[0] < self.right and self.top <= point[1] < self.bottom

    def grown(self, by: float) -> Rect:
        """With `by` points more on each side."""
        return Rect(self.left - by, self.top - by, self.width + 2 * by, self.height + 2 * by)

    def within(self, other: Rect) -> Rect:
        """The part of it that lies in `other`; of no size where there is none."""
        left, top = max(self.left, other.left), max(self.top, other.top)
        right, bottom = min(self.right, other.right), min(self.bottom, other.bottom)
        return Rect(left, top, max(0.0, right - left), max(0.0, bottom - top))

    def union(self, other: Rect) -> Rect:
        """The smallest rectangle around both."""
        left, top = min(self.left, other.left), min(self.top, other.top)
        right, bottom = max(self.right, other.right), max(self.bottom, other.bottom)
        return Rect(left, top, right - left, bottom - top)


@dataclass(frozen=True, slots=True)
class Click:
    """Press and release at one place, `count` times close together, the button down for `hold` seconds.

    `cell`: what it is meant for; two clicks for one are kept apart in time, and so far that no double click is made of
    left ones where it is `alone`. `button`: "left" or "right"; "wheel" turns the wheel one notch towards the user,
    "key r" presses the key R with the pointer there.
    """

    at: Point
    button: str = "left"
    cell: Cell | None = None
    why: str = ""
    count: int = 1
    hold: float = 0.0
    alone: bool = False

    @property
    def points(self) -> tuple[Point, ...]:
        """Where it touches the screen."""
        return (self.at,)

    @property
    def choice(self) -> int | None:
        """Which item of the menu that it opens is clicked then, from 0; None where it opens none."""
        return int(self.why.removeprefix(MENU)) if self.why.startswith(MENU) else None

    def to_json(self) -> dict[str, Any]:
        """As it stands in the events."""
        found: dict[str, Any] = {"kind": "click", "x": round(self.at[0], 1), "y": round(self.at[1], 1)}
        found["button"] = self.button
        if self.cell is not None:
            found["cell"] = list(self.cell)
        if self.count > 1:
            found["count"] = self.count
        if self.hold:
            found["hold"] = self.hold
        return found | ({"why": self.why} if self.why else {})


@dataclass(frozen=True, slots=True)
class Drag:
    """Press at one place, move with the button down, release at another.

    `manner`: "slow" as a hesitant person does it; "held" as well, after pressing for a while; "clicks" for pages that
    do not drag: a click at either place. `notches`: by how many the wheel is turned before it is let go;
    `right_clicks`: how many are made before.
    """

    at: Point
    to: Point
    why: str = ""
    manner: Literal["quick", "slow", "held", "clicks"] = "quick"
    notches: int = 0
    right_clicks: int = 0

    @property
    def points(self) -> tuple[Point, ...]:
        """Where it touches the screen: where it is picked up, and where it is let go."""
        return self.at, self.to

    def to_json(self) -> dict[str, Any]:
        """As it stands in the events."""
        x, y = self.at
        found: dict[str, Any] = {"kind": "drag", "x": round(x, 1), "y": round(y, 1)}
        found["to"] = [round(self.to[0], 1), round(self.to[1], 1)]
        if self.manner != "quick":
            found["manner"] = self.manner
        found |= {name: n for name in ("notches", "right_clicks") if (n := getattr(self, name))}
        return found | ({"why": self.why} if self.why else {})


Gesture: TypeAlias = Click | Drag


def in_passes(sequences: list[list[Click]]) -> tuple[Click, ...]:
    """All first clicks, then all second ones, and so on, so that two clicks for one cell lie far apart in time.

    >>> a, b = Click((1, 1), cell=(0, 0)), Click((9, 9), cell=(0, 1))
    >>> [click.cell for click in in_passes([[a, a], [b]])]
    [(0, 0), (0, 1), (0, 0)]
    """
    longest = max((len(sequence) for sequence in sequences), default=0)
    return tuple(sequence[k] for k in range(longest) for sequence in sequences if k < len(sequence))


class Hand(Protocol):
    """What makes gestures."""

    def send(self, gesture: Gesture) -> None:
        """Make it."""

    def close_menu(self) -> None:
        """Close the menu that a click with the right button has opened, where there is one."""

    def park(self, at: Point) -> None:
        """Move the pointer there without pressing."""

    def position(self) -> Point:
        """Where the pointer is."""

    def take(self, board: Point) -> None:
        """A game begins on the window at this point of its board."""

    def window_at(self, at: Point) -> int | None:
        """The outermost window at a point, 0 for the desktop itself, None where that cannot be known."""

    def learnt(self) -> dict[str, Any]:
        """How long this desktop has taken to hand on what was sent in this game, for the events."""
