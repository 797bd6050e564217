"""What a player is told and what it tells: how long it may take, what happened, how it ended."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened: `name`, seconds since the player began, and what there is to say about it."""

    name: str
    seconds: float
    data: dict[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """One line of the `--json` output."""
        return {"event": self.name, "seconds": round(self.seconds, 3), **self.data}


@dataclass(frozen=True, slots=True)
class Outcome:
    """How it ended. `kind`: `won`, `already_solved`, `no_board`, `covered`, `cannot_play`, `no_progress`,
    `timeout`, or `doubtful`: the board is solved as it was read, but it was hard to read, and the page does not show
    that it has taken it."""

    kind: str
    message: str

    @property
    def won(self) -> bool:
        """Whether the board on the screen is solved."""
        return self.kind in ("won", "already_solved")


@dataclass(frozen=True, slots=True)
class Patience:
    """`timeout`: seconds for one game. `board`: seconds a board that cannot be read is waited for. `delay`: extra
    seconds between two gestures."""

    timeout: float = 60.0
    board: float = 8.0
    delay: float = 0.0


class Ended(Exception):  # noqa: N818 - not an error
    """The game is over; raised where that is found out."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.outcome = Outcome(kind, message)
