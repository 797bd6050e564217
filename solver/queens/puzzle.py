"""The board of Queens: an immutable `QueensPuzzle`, its picture in text, its JSON, its one-line notation; a solution.

The rules, in a player's words. Put one crown into each row, each column and each coloured region, so that no two
crowns touch, not even at a corner. Players mark cells that can hold none with a cross. LinkedIn calls it Queens; the
same game with stars is Star Battle, with one star.

Glossary
    size        cells along one side, 4 to 20; as many as there are regions and crowns
    regions     the rows, from the top, as strings of letters; cells of a region share its letter and are connected
    cells       the same with what is on the board: `Q` a crown, `x` a cross, `.` nothing
    conflict    two crowns that the rules keep apart

Letters name the regions in the order in which they come when the board is read row by row: A, B, C, ... Other letters
are taken too, also small ones, and replaced by these.

Crowns and crosses are what a player has put down, and may be wrong: a board with two crowns in a row has no solution as
it stands, and is no malformed puzzle. `conflicts` names them.

The notation, one line: the game, the rows of regions joined by `/`, and, where anything is on the board, its rows, in
which a digit from 2 to 9 stands for that many dots.

    queens AABB/AACB/DCCB/DDDB
    queens AABB/AACB/DCCB/DDDB .Qx./4/4/2x.

The drawing is what `str()` prints and `QueensPuzzle.from_drawing` reads back; plain rows of letters, one below the
other, are read as well.

    queens
    ┌───────┬───────┐
    │ ·   Q │ x   · │
    │       ├───┐   │
    │ ·   · │ · │ · │
    ├───┬───┘   │   │
    │ · │ ·   · │ · │
    │   └───────┤   │
    │ ·   ·   x │ · │
    └───────────┴───┘

What is not here: anything that solves (`search`) or reasons (`deduce`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any, ClassVar, NamedTuple

from solver.drawing import drawing
from solver.errors import (
    BadCoordinate,
    BadNotation,
    BadRowCount,
    BadRowLength,
    BadSize,
    BadType,
    DisconnectedRegion,
    MissingField,
    UnknownGame,
    UnknownRegion,
    UnknownSymbol,
    WrongNumberOfRegions,
    shown,
)
from solver.verdicts import SquareSolution

SIZES = range(4, 21)
"""On fewer than four rows, crowns that do not touch have no place."""

LETTERS = "ABCDEFGHIJKLMNOPQRST"
"""The names of regions, in their order."""

CROWN, CROSS, EMPTY = "Q", "x", "."

Cell = tuple[int, int]
"""`(row, column)` from the top left, from 0."""


class Conflict(NamedTuple):
    """Two crowns that the rules keep apart, in reading order. `reason` is `row`, `column`, `region` or `touching`: the
    first of these that holds."""

    reason: str
    one: Cell
    other: Cell

    def __str__(self) -> str:
        (r, c), (s, d) = self.one, self.other
        both = f"the crowns r{r + 1} c{c + 1} and r{s + 1} c{d + 1}"
        if self.reason == "row":
            return f"{both} are both in row {r + 1}"
        if self.reason == "column":
            return f"{both} are both in column {c + 1}"
        return f"{both} are in the same region" if self.reason == "region" else f"{both} touch"


@dataclass(frozen=True, init=False, repr=False)
class QueensPuzzle:
    """One board of Queens, checked when it is made and never changed after.

    `size`: the number of rows, columns and regions. `regions`: `size` strings of `size` letters, in the order of first
    appearance, whatever letters were given. `cells`: `size` strings of `Q`, `x` and `.`; may be left out for an empty
    board. Lists are taken for the tuples. Raises, all children of `PuzzleError`: `BadSize`, `BadRowCount`,
    `BadRowLength` (a board is square), `UnknownRegion`, `WrongNumberOfRegions`, `DisconnectedRegion`, `UnknownSymbol`,
    and `BadType` for a value of a type that does not belong there.

    >>> print(QueensPuzzle(("AABB", "AACB", "DCCB", "DDDB"), (".Qx.", "....", "....", "..x.")).notation())
    queens AABB/AACB/DCCB/DDDB .Qx./4/4/2x.
    """

    game: ClassVar[str] = "queens"
    size: int
    regions: tuple[str, ...]
    cells: tuple[str, ...]

    def __init__(self, regions: Sequence[str], cells: Sequence[str] | None = None, size: int | None = None) -> None:
        rows = _rows("regions", regions)
        if size is None:
            size = len(rows)
        if isinstance(size, bool) or not isinstance(size, int):
            raise BadType(f"size is {shown(size)}, not a whole number")
        if size not in SIZES:
            raise BadSize(f"size is {shown(size)}; it must be from {SIZES[0]} to {SIZES[-1]}")
        _check_square("regions", rows, size)
        put = object.__setattr__
        put(self, "size", size)
        put(self, "regions", _checked_regions(rows, size))
        put(self, "cells", (EMPTY * size,) * size if cells is None else _checked_cells(cells, size))

    # -- in and out -------------------------------------------------------------------------------------------------

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> QueensPuzzle:
        """The puzzle of a decoded JSON object; fields that are no part of a puzzle are passed over.

        `size`, and `cells` of an empty board, may be left out. Raises `MissingField` without `regions`, and whatever
        making a `QueensPuzzle` raises.
        """
        if not isinstance(data, dict):
            raise BadType(f"a puzzle is a JSON object, not {shown(data)}")
        if data.get("game", cls.game) != cls.game:
            raise UnknownGame(f"game is {shown(data['game'])}, not 'queens'")
        if "regions" not in data:
            raise MissingField("the puzzle has no 'regions'")
        for name in ("size", "cells"):
            if name in data and data[name] is None:
                raise BadType(f"{name} is null; it may be left out")
        return cls(data["regions"], data.get("cells"), data.get("size"))

    def to_json(self) -> dict[str, Any]:
        """The puzzle as a JSON object."""
        return {"game": self.game, "size": self.size, "regions": list(self.regions), "cells": list(self.cells)}

    @classmethod
    def from_notation(cls, text: str) -> QueensPuzzle:
        """The puzzle of one line of notation (see the top of this module).

        Raises `BadNotation` when the line has no such form, and whatever making a `QueensPuzzle` raises.

        >>> QueensPuzzle.from_notation("queens AABB/AACB/DCCB/DDDB .Q2/4/4/4").crowns
        ((0, 1),)
        """
        if not isinstance(text, str):
            raise BadType(f"a notation is text, not {shown(text)}")
        game, *words = text.split() or [""]
        if game != cls.game:
            raise UnknownGame(f"the notation begins with {shown(game)}, not 'queens'")
        if len(words) not in (1, 2):
            raise BadNotation(f"expected the rows of regions, or these and those of cells; found {len(words)} fields")
        return cls(words[0].split("/"), [_unpack(row) for row in words[1].split("/")] if len(words) == 2 else None)

    def notation(self) -> str:
        """The puzzle as one line, read back by `from_notation`."""
        words = [self.game, "/".join(self.regions)]
        if self.crowns or self.crosses:
            cells = "/".join(self.cells)
            for length in range(9, 1, -1):
                cells = cells.replace(EMPTY * length, str(length))
            words.append(cells)
        return " ".join(words)

    @classmethod
    def from_drawing(cls, text: str) -> QueensPuzzle:
        """The puzzle of a drawing as `str()` makes it, or of plain rows of letters one below the other, which the rows
        of cells may follow. The first line, `queens`, may be left out.

        Raises `BadNotation` when the lines make no board, and whatever making a `QueensPuzzle` raises.
        """
        if not isinstance(text, str):
            raise BadType(f"a drawing is text, not {shown(text)}")
        lines = [line.rstrip() for line in text.split("\n")]
        lines = [line for line in lines if line]
        if lines and lines[0].strip() == cls.game:
            lines.pop(0)
        if len(lines) > 2 * SIZES[-1] + 1:
            raise BadNotation(f"{len(lines)} lines are too many for a board")
        if not lines:
            raise BadNotation("there are no rows in the drawing")
        if lines[0].lstrip().startswith("┌"):
            return _read_drawing(lines)
        rows = [line.replace(" ", "") for line in lines]
        size = len(rows[0])
        if len(rows) not in (size, 2 * size):
            raise BadRowCount(f"a board with rows of {size} cells has {size} rows, not {len(rows)}")
        return cls(rows[:size], rows[size:] or None)

    def __str__(self) -> str:
        texts = {cell: symbol.replace(EMPTY, "·") for cell, symbol in self.symbols.items()}
        return f"{self.game}\n{drawing(self.region_of, texts)}"

    def __repr__(self) -> str:
        return f"QueensPuzzle.from_notation({self.notation()!r})"

    # -- looking and varying ----------------------------------------------------------------------------------------

    @cached_property
    def region_of(self) -> Mapping[Cell, str]:
        """cell -> the letter of its region, in reading order."""
        return {(r, c): letter for r, row in enumerate(self.regions) for c, letter in enumerate(row)}

    @cached_property
    def symbols(self) -> Mapping[Cell, str]:
        """cell -> what is on it: `Q`, `x` or `.`; in reading order."""
        return {(r, c): symbol for r, row in enumerate(self.cells) for c, symbol in enumerate(row)}

    @property
    def crowns(self) -> tuple[Cell, ...]:
        """The cells with a crown, in reading order."""
        return tuple(cell for cell, symbol in self.symbols.items() if symbol == CROWN)

    @property
    def crosses(self) -> tuple[Cell, ...]:
        """The cells with a cross, in reading order."""
        return tuple(cell for cell, symbol in self.symbols.items() if symbol == CROSS)

    def filled(self) -> frozenset[Cell]:
        """The cells that hold a crown or a cross."""
        return frozenset(cell for cell, symbol in self.symbols.items() if symbol != EMPTY)

    def conflicts(self) -> tuple[Conflict, ...]:
        """All pairs of crowns that are in one row, column or region, or touch; none on a board that may be right.

        >>> puzzle = QueensPuzzle.from_notation("queens AABB/AACB/DCCB/DDDB Q.Q./4/4/4")
        >>> [str(conflict) for conflict in puzzle.conflicts()]
        ['the crowns r1 c1 and r1 c3 are both in row 1']
        """
        found = []
        for one, other in combinations(self.crowns, 2):
            (r, c), (s, d) = one, other
            for reason, holds in (
                ("row", r == s),
                ("column", c == d),
                ("region", self.region_of[one] == self.region_of[other]),
                ("touching", abs(r - s) <= 1 and abs(c - d) <= 1),
            ):
                if holds:
                    found.append(Conflict(reason, one, other))
                    break
        return tuple(found)

    def with_cells(self, cells: Sequence[str]) -> QueensPuzzle:
        """The same regions with other crowns and crosses; they are checked, as everywhere."""
        new: QueensPuzzle = object.__new__(QueensPuzzle)
        put = object.__setattr__
        put(new, "size", self.size)
        put(new, "regions", self.regions)
        put(new, "cells", _checked_cells(cells, self.size))
        return new

    def with_cell(self, row: int, column: int, symbol: str) -> QueensPuzzle:
        """The same board with one cell changed. Raises `BadCoordinate` or `UnknownSymbol`."""
        self.check_cell((row, column))
        if not isinstance(symbol, str) or len(symbol) != 1 or symbol not in CROWN + CROSS + EMPTY:
            raise UnknownSymbol(f"{shown(symbol)} is none of {CROWN}, {CROSS} and {EMPTY}")
        old = self.cells[row]
        return self.with_cells((*self.cells[:row], old[:column] + symbol + old[column + 1 :], *self.cells[row + 1 :]))

    def only(self, kept: frozenset[Cell] = frozenset()) -> QueensPuzzle:
        """The same board with nothing on it but what is on the cells that are `kept`."""
        rows = [
            "".join(symbol if (r, c) in kept else EMPTY for c, symbol in enumerate(row))
            for r, row in enumerate(self.cells)
        ]
        return self if tuple(rows) == self.cells else self.with_cells(rows)

    def check_cell(self, cell: Cell) -> None:
        """Raises `BadCoordinate` unless `cell` is a `(row, column)` of this board."""
        if not isinstance(cell, tuple) or len(cell) != 2:
            raise BadCoordinate(f"{shown(cell)} is not a (row, column)")
        for name, number in zip(("row", "column"), cell, strict=True):
            if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < self.size:
                raise BadCoordinate(f"{name} {shown(number)} is not on a board of size {self.size}")


class QueensSolution(SquareSolution):
    """A solved board: `size` strings of `Q` and `.`."""

    __slots__ = ()

    @property
    def crowns(self) -> tuple[Cell, ...]:
        """The cells with a crown, one in each row, from the top."""
        return tuple((r, row.index(CROWN)) for r, row in enumerate(self.cells))


# -- checks ---------------------------------------------------------------------------------------------------------


def _rows(name: str, rows: object) -> tuple[str, ...]:
    if not isinstance(rows, (list, tuple)):
        raise BadType(f"{name} is {shown(rows)}, not a list of rows")
    if len(rows) > SIZES[-1]:  # before looking at every one of a million
        raise BadRowCount(f"{name} has {len(rows)} rows; a board has at most {SIZES[-1]}")
    for r, row in enumerate(rows):
        if not isinstance(row, str):
            raise BadType(f"{name}[{r}] is {shown(row)}, not text")
    return tuple(rows)


def _check_square(name: str, rows: tuple[str, ...], size: int) -> None:
    if len(rows) != size:
        raise BadRowCount(f"{name} has {len(rows)} rows; a board of size {size} has {size}")
    for r, row in enumerate(rows):
        if len(row) != size:
            raise BadRowLength(f"row {r} of {name} has {len(row)} cells, not {size}")


def _checked_cells(cells: Sequence[str], size: int) -> tuple[str, ...]:
    rows = _rows("cells", cells)
    _check_square("cells", rows, size)
    for r, row in enumerate(rows):
        strange = row.strip(CROWN + CROSS + EMPTY)  # what is left begins with a strange symbol
        if strange:
            raise UnknownSymbol(f"row {r} holds {shown(strange[0])}; queens has {CROWN}, {CROSS} and {EMPTY}")
    return rows


def _checked_regions(rows: tuple[str, ...], size: int) -> tuple[str, ...]:
    """The rows in letters that go by first appearance."""
    order = dict.fromkeys("".join(rows))
    for letter in order:
        if not (letter.isascii() and letter.isalpha()):
            r = next(r for r, row in enumerate(rows) if letter in row)
            raise UnknownRegion(f"row {r} of regions holds {shown(letter)}; a region is named by a letter")
    if len(order) != size:
        raise WrongNumberOfRegions(f"there are {len(order)} regions; a board of size {size} has {size}")
    for letter in order:
        first, apart = _parted(rows, letter)
        if apart is not None:
            raise DisconnectedRegion(f"region {letter} is in parts: {first} and {apart} are not connected")
    return tuple([row.translate(str.maketrans("".join(order), LETTERS[:size])) for row in rows])


def _parted(rows: tuple[str, ...], letter: str) -> tuple[Cell, Cell | None]:
    """The first cell of a region, and the first that is not connected with it."""
    cells = [(r, c) for r, row in enumerate(rows) for c, other in enumerate(row) if other == letter]
    unseen = set(cells)
    todo = [cells[0]]
    unseen.remove(cells[0])
    while todo:
        r, c = todo.pop()
        for neighbour in ((r, c + 1), (r + 1, c), (r, c - 1), (r - 1, c)):
            if neighbour in unseen:
                unseen.remove(neighbour)
                todo.append(neighbour)
    return cells[0], min(unseen, default=None)


# -- the parts of notation and drawing ------------------------------------------------------------------------------


def _unpack(row: str) -> str:
    if len(row) > SIZES[-1]:
        raise BadNotation(f"{shown(row)} is too long for a row")
    return "".join(EMPTY * int(s) if s in "23456789" else s for s in row)


def _read_drawing(lines: list[str]) -> QueensPuzzle:
    """The puzzle of a drawing with lines between the regions, `4 * size + 1` wide and `2 * size + 1` high."""
    margin = len(lines[0]) - len(lines[0].lstrip())
    lines = [line[margin:] for line in lines]
    size = len(lines) // 2
    if len(lines) != 2 * size + 1 or any(len(line) != 4 * size + 1 for line in lines):
        raise BadNotation(f"a drawing of {len(lines)} lines has lines of {2 * len(lines) - 1} characters, all as long")
    if size not in SIZES:
        raise BadSize(f"the drawing has {size} rows; it must be from {SIZES[0]} to {SIZES[-1]}")
    part: dict[Cell, int] = {}
    number = 0
    for cell in ((r, c) for r in range(size) for c in range(size)):
        if cell in part:
            continue
        part[cell] = number
        todo = [cell]
        while todo:
            r, c = todo.pop()
            for other, y, x in (
                ((r, c + 1), 2 * r + 1, 4 * c + 4),
                ((r + 1, c), 2 * r + 2, 4 * c + 2),
                ((r, c - 1), 2 * r + 1, 4 * c),
                ((r - 1, c), 2 * r, 4 * c + 2),
            ):
                if lines[y][x] == " " and max(other) < size and min(other) >= 0 and other not in part:
                    part[other] = number
                    todo.append(other)
        number += 1
    if number != size:
        raise WrongNumberOfRegions(f"there are {number} regions; a board of size {size} has {size}")
    regions = ["".join(LETTERS[part[r, c]] for c in range(size)) for r in range(size)]
    return QueensPuzzle(regions, [line[2::4].replace("·", EMPTY) for line in lines[1::2]])
