"""Every way a request to the solver can be wrong, each by its own name.

All are children of `PuzzleError`, and that one of `ValueError`: `except PuzzleError` catches whatever a bad file,
a bad drawing or a bad option can cause, and nothing else. The checks themselves live where the data is read
(`binary/puzzle.py`, `pips/puzzle.py` and the `load` verb); this module only names what they find.
"""

# ruff: noqa: N818 - `BadSize` says what is wrong; `BadSizeError` says it twice

from __future__ import annotations

from typing import Any


class PuzzleError(ValueError):
    """Base of all errors of the solver."""


# -- what was handed in could not even be taken for a puzzle --------------------------------------------------------


class BadType(PuzzleError):
    """A field, or the whole input, is of a type no puzzle is made of (a list for a size, a number for a row)."""


class BadJSON(PuzzleError):
    """The text looks like JSON and is not."""


class BadEncoding(PuzzleError):
    """The bytes are not UTF-8 text."""


class InputTooLarge(PuzzleError):
    """The text is far longer than any puzzle."""


class MissingField(PuzzleError):
    """A field without a default is missing (`game`, `size`, `cells`, `dominoes`, `regions`)."""


class UnknownGame(PuzzleError):
    """`game` is none of the games known here."""


class BadNotation(PuzzleError):
    """The text is neither the one-line notation nor a drawing of a board."""


# -- a board, but a malformed one -----------------------------------------------------------------------------------


class BadSize(PuzzleError):
    """The size is odd, or below 4, or above 20."""


class BadRowCount(PuzzleError):
    """`cells` does not have `size` rows."""


class BadRowLength(PuzzleError):
    """A row of `cells` does not have `size` symbols."""


class UnknownSymbol(PuzzleError):
    """A cell holds something other than the two symbols of the game or `.`."""


class BadMarkerShape(PuzzleError):
    """`h` or `v` has the wrong number of rows, or a row of the wrong length."""


class UnknownMarker(PuzzleError):
    """A marker is something other than `=`, `x` or `.`."""


class BadMaxRun(PuzzleError):
    """`max_run` is not 2, 3 or 4."""


class BadOption(PuzzleError):
    """An option of the puzzle or of a verb is of the wrong type, unknown, or out of range."""


class BadCoordinate(PuzzleError):
    """A cell was named that is not a `(row, column)` of the board, or that is empty where a symbol is needed."""


# -- a board of Pips, but a malformed one ---------------------------------------------------------------------------


class EmptyBoard(PuzzleError):
    """There are no dominoes, or no cells."""


class BadDomino(PuzzleError):
    """A domino is not two whole numbers."""


class PipsOutOfRange(PuzzleError):
    """A domino has fewer pips than 0 or more than 6 on a half."""


class UnknownRegionType(PuzzleError):
    """The type of a region is none of those there are."""


class BadTarget(PuzzleError):
    """A region has no target where it needs one, one where it needs none, or one that is no possible sum."""


class EmptyRegion(PuzzleError):
    """A region has no cells."""


class OverlappingRegions(PuzzleError):
    """A cell is in two regions, or twice in one."""


class UncoveredCell(PuzzleError):
    """A cell of the board is in no region."""


class WrongNumberOfCells(PuzzleError):
    """There are not twice as many cells as dominoes."""


class BoardTooLarge(PuzzleError):
    """There are far more dominoes, cells, rows or columns than any board has."""


class BadPlaces(PuzzleError):
    """Dominoes do not lie on the board as dominoes do: each on two neighbouring cells, none on another."""


# -- a board of Queens, but a malformed one -------------------------------------------------------------------------


class UnknownRegion(PuzzleError):
    """A cell of `regions` is no letter."""


class WrongNumberOfRegions(PuzzleError):
    """There are not as many regions as rows."""


class DisconnectedRegion(PuzzleError):
    """A region is in parts that share no edge."""


class LevelNeeded(PuzzleError):
    """This is a whole day of puzzles, and `level` does not say which of them is wanted.

    `levels` are those that are there: of `"easy"`, `"medium"` and `"hard"`.
    """

    def __init__(self, message: str, levels: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.levels = levels


# -- the search -----------------------------------------------------------------------------------------------------


class UnknownEngine(PuzzleError):
    """`engine` is none of the engines known here."""


class MissingEngine(PuzzleError, ImportError):
    """The engine asked for is optional and not installed."""


class NotGenerated(PuzzleError):
    """No board of the kind asked for was found."""


class SearchTimeout(PuzzleError):
    """The time limit passed before the search was over.

    `found` holds what it had by then: the solutions as a tuple, in the order found, or for a count the number so far.
    """

    def __init__(self, message: str, found: Any = ()) -> None:
        super().__init__(message)
        self.found = found


def shown(value: object) -> str:
    """A bad value as an error message shows it: short, and safe for values whose own `repr` would fail or never end."""
    if isinstance(value, str):
        return repr(str(value[:24])) + ("…" if len(value) > 24 else "")
    if value is None or isinstance(value, bool):
        return repr(value)
    if isinstance(value, int):
        return int.__repr__(value) if -(10**9) < value < 10**9 else "a huge number"
    name = type(value).__name__
    return f"a value of type {name}"
