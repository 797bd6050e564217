"""Why a picture could not be read. One exception per kind of the result's `error.kind`; all are `UnreadableError`.

The message is one sentence for a person: what was seen, and what to do about it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from vision.lattice import Lattice


class UnreadableError(ValueError):
    """The picture could not be turned into a puzzle. `kind` is the machine's word for why, `message` the person's.

    `lattices`: what looked like boards and was none that could be read; for those who look into it (`--debug`).
    `certain`: whether it is known beyond doubt which game is there, so that no other needs to be looked for.
    """

    kind: ClassVar[str] = "unsupported"

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message
        self.lattices: tuple[Lattice, ...] = ()
        self.certain = False


class NoBoardError(UnreadableError):
    """Nothing in the picture is a board of one of the games."""

    kind = "no_board"


class CutError(NoBoardError):
    """A grid was found that is no whole square: the board is cut off, if it is one."""


class OccludedError(UnreadableError):
    """A board is there, but something (a dialog, a menu) covers part of it."""

    kind = "occluded"


class AmbiguousError(UnreadableError):
    """A board is there, but two readings of it are equally good."""

    kind = "ambiguous"


class UnsupportedError(UnreadableError):
    """A board or file of a kind this program does not read (another game, an animated picture)."""

    kind = "unsupported"


class UnreadableFileError(UnreadableError):
    """The file is missing, empty, broken, too large, or no picture at all."""

    kind = "unreadable_file"
