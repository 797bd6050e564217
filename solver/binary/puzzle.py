"""The board of Tango and Takuzu: an immutable `BinaryPuzzle`, its picture in text, its JSON, its one-line notation.

The rules, in a player's words. Fill every cell with one of two symbols so that each row and each column holds as many
of one as of the other, and nowhere more than two of the same stand side by side (`max_run`, two unless said
otherwise). `=` between two cells says they are the same, `x` that they differ. Many Takuzu add that no two rows are
alike and no two columns (`unique_lines`). Tango (LinkedIn) draws suns and moons; Takuzu is also known as Binairo,
Unruly and 0h h1, and is the same game without markers.

Glossary
    size        cells along one side: even, 4 to 20
    symbols     `S` and `M` in Tango, `0` and `1` in Takuzu; `.` is an empty cell
    cells       the rows, from the top, as strings
    h[r][c]     the marker between (r, c) and (r, c+1): `=`, `x`, or `.` for none; `size` strings of `size - 1`
    v[r][c]     the marker between (r, c) and (r+1, c); `size - 1` strings of `size`

The notation, one line, after chess's FEN: the game, the rows, and where there are any, `h`, `v` and the options.
Rows are joined by `/`; a digit from 2 to 9 stands for that many dots; `-` for an `h` or a `v` without markers.
Options are `run=3` and `run=4`, and `unique` or `repeats` where that is not the habit of the game (Tango repeats,
Takuzu does not).

    tango S.M3/6/6/6/6/6
    tango S.M3/6/6/6/6/6 2=2/5/5/5/5/x3= 5x/6/6/6/6
    takuzu 4/1.0./4/4 run=3 repeats

The drawing is what `str()` prints and `BinaryPuzzle.from_drawing` reads back: one line for the game and its options,
then the rows, with the markers where they stand on the board.

    tango
    S . M=. . .
        x
    . . . . . .

What is not here: anything that solves (`search`) or reasons (`deduce`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from solver.errors import (
    BadCoordinate,
    BadMarkerShape,
    BadMaxRun,
    BadNotation,
    BadOption,
    BadRowCount,
    BadRowLength,
    BadSize,
    BadType,
    MissingField,
    UnknownGame,
    UnknownMarker,
    UnknownSymbol,
    shown,
)
from solver.verdicts import SquareSolution

SYMBOLS = {"tango": "SM", "takuzu": "01"}
"""The two symbols of each game. The first is the one a first click puts down."""

UNIQUE_LINES = {"tango": False, "takuzu": True}
"""Whether the game, unless a puzzle says otherwise, forbids two equal rows or columns."""

SIZES = range(4, 21, 2)
MAX_RUNS = range(2, 5)
MARKERS = "=x"
EMPTY = "."

Cell = tuple[int, int]
"""`(row, column)` from the top left, from 0."""


@dataclass(frozen=True, slots=True, init=False, repr=False)
class BinaryPuzzle:
    """One Tango or Takuzu board, checked when it is made and never changed after.

    `h` and `v` may be left out for a board without markers, `unique_lines` for the habit of the game. Lists are taken
    for the tuples. Raises, all children of `PuzzleError`: `UnknownGame`, `BadSize`, `BadRowCount`, `BadRowLength`,
    `UnknownSymbol`, `BadMarkerShape`, `UnknownMarker`, `BadMaxRun`, `BadOption`, and `BadType` for a value of a type
    that does not belong there.

    >>> print(BinaryPuzzle("tango", 4, ("S...", "....", "..M.", "...."), h=("=..", "...", "...", "...")))
    tango
    S=. . .
    . . . .
    . . M .
    . . . .
    """

    game: str
    size: int
    cells: tuple[str, ...]
    h: tuple[str, ...]
    v: tuple[str, ...]
    max_run: int
    unique_lines: bool

    def __init__(
        self,
        game: str,
        size: int,
        cells: Sequence[str],
        h: Sequence[str] | None = None,
        v: Sequence[str] | None = None,
        max_run: int = 2,
        unique_lines: bool | None = None,
    ) -> None:
        if not isinstance(game, str) or game not in SYMBOLS:
            raise UnknownGame(f"game is {shown(game)}; known here are {' and '.join(SYMBOLS)}")
        if isinstance(size, bool) or not isinstance(size, int):
            raise BadType(f"size is {shown(size)}, not a whole number")
        if size not in SIZES:
            raise BadSize(f"size is {shown(size)}; it must be even, from {SIZES[0]} to {SIZES[-1]}")
        if isinstance(max_run, bool) or not isinstance(max_run, int):
            raise BadOption(f"max_run is {shown(max_run)}, not a whole number")
        if max_run not in MAX_RUNS:
            raise BadMaxRun(f"max_run is {shown(max_run)}; it must be 2, 3 or 4")
        if unique_lines is None:
            unique_lines = UNIQUE_LINES[game]
        if not isinstance(unique_lines, bool):
            raise BadOption(f"unique_lines is {shown(unique_lines)}, not true or false")
        no_h, no_v = no_markers(size)
        _set(
            self,
            game,
            size,
            _checked_cells(cells, size, game),
            no_h if h is None else _checked_markers("h", h, size, size - 1),
            no_v if v is None else _checked_markers("v", v, size - 1, size),
            max_run,
            unique_lines,
        )

    # -- in and out -------------------------------------------------------------------------------------------------

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> BinaryPuzzle:
        """The puzzle of a decoded JSON object; fields that are no part of a puzzle are passed over.

        Raises `MissingField` without `game`, `size` or `cells`, and whatever making a `BinaryPuzzle` raises.
        """
        if not isinstance(data, dict):
            raise BadType(f"a puzzle is a JSON object, not {shown(data)}")
        for name in ("game", "size", "cells"):
            if name not in data:
                raise MissingField(f"the puzzle has no {name!r}")
        for name in ("h", "v"):
            if name in data and data[name] is None:
                raise BadType(f"{name} is null; leave it out where there are no markers")
        if "unique_lines" in data and data["unique_lines"] is None:
            raise BadOption("unique_lines is null, not true or false")
        options = {name: data[name] for name in ("h", "v", "max_run", "unique_lines") if name in data}
        return cls(data["game"], data["size"], data["cells"], **options)

    def to_json(self) -> dict[str, Any]:
        """The puzzle as a JSON object, with `max_run` and `unique_lines` only where they are out of the ordinary."""
        data: dict[str, Any] = {
            "game": self.game,
            "size": self.size,
            "cells": list(self.cells),
            "h": list(self.h),
            "v": list(self.v),
        }
        if self.max_run != 2:
            data["max_run"] = self.max_run
        if self.unique_lines != UNIQUE_LINES[self.game]:
            data["unique_lines"] = self.unique_lines
        return data

    @classmethod
    def from_notation(cls, text: str) -> BinaryPuzzle:
        """The puzzle of one line of notation (see the top of this module).

        Raises `BadNotation` when the line has no such form, and whatever making a `BinaryPuzzle` raises.

        >>> BinaryPuzzle.from_notation("takuzu 1..0/4/.0.1/0.1.").cells
        ('1..0', '....', '.0.1', '0.1.')
        """
        if not isinstance(text, str):
            raise BadType(f"a notation is text, not {shown(text)}")
        game, *words = text.split() or [""]
        if game not in SYMBOLS:
            raise UnknownGame(f"the notation begins with {shown(game)}; known here are {' and '.join(SYMBOLS)}")
        boards, options = _split_options(words)
        if len(boards) not in (1, 3):
            raise BadNotation(f"expected the rows, or the rows, h and v; found {len(boards)} fields")
        cells, h, v = ([_unpack(row) for row in field.split("/")] if field != "-" else None for field in _three(boards))
        if cells is None:
            raise BadNotation("the rows may not be '-'")
        return cls(game, len(cells), cells, h, v, **options)

    def notation(self) -> str:
        """The puzzle as one line, read back by `from_notation`.

        >>> BinaryPuzzle("takuzu", 4, ("1..0", "....", ".0.1", "0.1."), max_run=3).notation()
        'takuzu 120/4/.0.1/0.1. run=3'
        """
        words = [self.game, _pack(self.cells)]
        none = no_markers(self.size)
        if (self.h, self.v) != none:
            words += ["-" if self.h == none[0] else _pack(self.h), "-" if self.v == none[1] else _pack(self.v)]
        return " ".join(words + self._options())

    @classmethod
    def from_drawing(cls, text: str) -> BinaryPuzzle:
        """The puzzle of a drawing as `str()` makes it, or of plain rows such as `S.M...` one below the other.

        The first line may be left out where a symbol on the board tells the game; the whole may be indented.
        Raises `BadNotation` when the lines make no board, `UnknownMarker` for a strange character between two cells,
        and whatever making a `BinaryPuzzle` raises.
        """
        if not isinstance(text, str):
            raise BadType(f"a drawing is text, not {shown(text)}")
        lines = [line.rstrip() for line in text.replace("×", "x").split("\n")]
        lines = [line for line in lines if line]
        header = lines[0].split() if lines else []
        options: dict[str, Any] = {}
        if header and header[0] in SYMBOLS:
            lines.pop(0)
            strange, options = _split_options(header[1:])
            if strange:
                raise BadNotation(f"{shown(strange[0])} after the game is no option")
        is_gap = [line.lstrip(" ")[0] in MARKERS for line in lines]
        rows = [line for line, gap in zip(lines, is_gap, strict=True) if not gap]
        if not rows:
            raise BadNotation("there are no rows in the drawing")
        margin = min(len(row) - len(row.lstrip(" ")) for row in rows)
        size = len(rows)
        if size not in SIZES:  # before the work below, which has the size of the text
            raise BadSize(f"the drawing has {size} rows; a board has an even number, from {SIZES[0]} to {SIZES[-1]}")
        cells: list[str] = []
        h: list[str] = []
        v = [EMPTY * size] * (size - 1)
        gap_seen = True
        for line, gap in zip(lines, is_gap, strict=True):
            if gap:
                if gap_seen or len(cells) == size:
                    raise BadNotation("a line of markers does not stand between two rows of cells")
                v[len(cells) - 1] = _read_gap(line, margin, size)
            else:
                row, markers = _read_row(line[margin:])
                cells.append(row)
                h.append(markers)
            gap_seen = gap
        if header and header[0] in SYMBOLS:
            game = header[0]
        else:
            game = next((game for game, pair in SYMBOLS.items() if any(s in row for row in cells for s in pair)), "")
        if not game:
            raise BadNotation("an empty board needs its game on the first line")
        return cls(game, size, cells, h, v, **options)

    def drawing(self) -> str:
        """The board alone, without the line for the game: `2 * size - 1` wide, markers between the cells."""
        lines = []
        for r, row in enumerate(self.cells):
            between = [EMPTY, *self.h[r]]
            lines.append("".join((" " if m == EMPTY else m) + s for m, s in zip(between, row, strict=True))[1:])
            if r + 1 < self.size and self.v[r].strip(EMPTY):
                lines.append(" ".join(self.v[r].replace(EMPTY, " ")).rstrip())
        return "\n".join(lines)

    def __str__(self) -> str:
        return " ".join([self.game, *self._options()]) + "\n" + self.drawing()

    def __repr__(self) -> str:
        return f"BinaryPuzzle.from_notation({self.notation()!r})"

    # -- looking and varying ----------------------------------------------------------------------------------------

    @property
    def symbols(self) -> str:
        """The two symbols of the game, `"SM"` or `"01"`."""
        return SYMBOLS[self.game]

    def filled(self) -> frozenset[Cell]:
        """The cells that hold a symbol, clues and entries alike."""
        return frozenset((r, c) for r, row in enumerate(self.cells) for c, s in enumerate(row) if s != EMPTY)

    def with_cells(self, cells: Sequence[str]) -> BinaryPuzzle:
        """The same board with other symbols on it; they are checked, as everywhere."""
        return self.variant(cells=_checked_cells(cells, self.size, self.game))

    def with_cell(self, row: int, column: int, symbol: str) -> BinaryPuzzle:
        """The same board with one cell changed. Raises `BadCoordinate` or `UnknownSymbol`."""
        self.check_cell((row, column))
        if not isinstance(symbol, str) or len(symbol) != 1 or symbol not in self.symbols + EMPTY:
            raise UnknownSymbol(f"{shown(symbol)} is none of {', '.join(self.symbols)} and {EMPTY}")
        old = self.cells[row]
        new = old[:column] + symbol + old[column + 1 :]
        return self.variant(cells=(*self.cells[:row], new, *self.cells[row + 1 :]))

    def variant(
        self,
        cells: tuple[str, ...] | None = None,
        h: tuple[str, ...] | None = None,
        v: tuple[str, ...] | None = None,
        unique_lines: bool | None = None,
    ) -> BinaryPuzzle:
        """The same board with parts exchanged, WITHOUT checking them: the fast way for those who try many boards.

        The parts must be what a checked puzzle of this game and size could hold.
        """
        new: BinaryPuzzle = object.__new__(BinaryPuzzle)
        _set(
            new,
            self.game,
            self.size,
            self.cells if cells is None else cells,
            self.h if h is None else h,
            self.v if v is None else v,
            self.max_run,
            self.unique_lines if unique_lines is None else unique_lines,
        )
        return new

    def check_cell(self, cell: Cell) -> None:
        """Raises `BadCoordinate` unless `cell` is a `(row, column)` of this board."""
        if not isinstance(cell, tuple) or len(cell) != 2:
            raise BadCoordinate(f"{shown(cell)} is not a (row, column)")
        for name, number in zip(("row", "column"), cell, strict=True):
            if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < self.size:
                raise BadCoordinate(f"{name} {shown(number)} is not on a board of size {self.size}")

    def _options(self) -> list[str]:
        words = [] if self.max_run == 2 else [f"run={self.max_run}"]
        if self.unique_lines != UNIQUE_LINES[self.game]:
            words.append("unique" if self.unique_lines else "repeats")
        return words


class Solution(SquareSolution):
    """A full board: `size` strings of `size` symbols."""

    __slots__ = ()


def no_markers(size: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The `h` and `v` of a board of that size without markers: `size` strings of `size - 1`, and the reverse."""
    return _NO_MARKERS[size]


_NO_MARKERS = {n: ((EMPTY * (n - 1),) * n, (EMPTY * n,) * (n - 1)) for n in SIZES}


# -- checks ---------------------------------------------------------------------------------------------------------


def _set(
    puzzle: BinaryPuzzle,
    game: str,
    size: int,
    cells: tuple[str, ...],
    h: tuple[str, ...],
    v: tuple[str, ...],
    max_run: int,
    unique_lines: bool,
) -> None:
    """Fill a new puzzle; a frozen class lets nobody else do it."""
    put = object.__setattr__
    put(puzzle, "game", game)
    put(puzzle, "size", size)
    put(puzzle, "cells", cells)
    put(puzzle, "h", h)
    put(puzzle, "v", v)
    put(puzzle, "max_run", max_run)
    put(puzzle, "unique_lines", unique_lines)


def _checked_cells(cells: Sequence[str], size: int, game: str) -> tuple[str, ...]:
    rows = _rows("cells", cells)
    if len(rows) != size:
        raise BadRowCount(f"a board of size {size} has {size} rows, not {len(rows)}")
    known = SYMBOLS[game] + EMPTY
    for r, row in enumerate(rows):
        if len(row) != size:
            raise BadRowLength(f"row {r} has {len(row)} cells, not {size}")
        if row.strip(known):  # what is left begins with a strange symbol
            raise UnknownSymbol(f"row {r} holds {shown(row.strip(known)[0])}; {game} has {', '.join(known)}")
    return rows


def _checked_markers(name: str, markers: Sequence[str], height: int, width: int) -> tuple[str, ...]:
    rows = _rows(name, markers)
    if len(rows) != height:
        raise BadMarkerShape(f"{name} has {len(rows)} rows, not {height}")
    for r, row in enumerate(rows):
        if len(row) != width:
            raise BadMarkerShape(f"{name}[{r}] has {len(row)} markers, not {width}")
        if row.strip(MARKERS + EMPTY):
            raise UnknownMarker(f"{name}[{r}] holds {shown(row.strip(MARKERS + EMPTY)[0])}; markers are =, x and .")
    return rows


def _rows(name: str, rows: object) -> tuple[str, ...]:
    if not isinstance(rows, (list, tuple)):
        raise BadType(f"{name} is {shown(rows)}, not a list of rows")
    if len(rows) > SIZES[-1]:  # before looking at every one of a million
        raise (BadRowCount if name == "cells" else BadMarkerShape)(f"{name} has {len(rows)} rows")
    for r, row in enumerate(rows):
        if not isinstance(row, str):
            raise BadType(f"{name}[{r}] is {shown(row)}, not text")
    return tuple(rows)


# -- the parts of notation and drawing ------------------------------------------------------------------------------


def _pack(rows: tuple[str, ...]) -> str:
    """Rows as the notation writes them: `S.M...` is `S.M3`."""
    text = "/".join(rows)
    for length in range(9, 1, -1):
        text = text.replace(EMPTY * length, str(length))
    return text


def _unpack(row: str) -> str:
    if len(row) > SIZES[-1]:
        raise BadNotation(f"{shown(row)} is too long for a row")
    return "".join(EMPTY * int(s) if s in "23456789" else s for s in row)


def _three(boards: list[str]) -> list[str]:
    return boards if len(boards) == 3 else [boards[0], "-", "-"]


def _split_options(words: list[str]) -> tuple[list[str], dict[str, Any]]:
    """The words that are no options, and the options as arguments of `BinaryPuzzle`."""
    others: list[str] = []
    options: dict[str, Any] = {}
    value: bool | int
    for word in words:
        if word in ("unique", "repeats"):
            name = "unique_lines"
            value = word == "unique"
        elif word.startswith("run="):
            if word[4:] not in ("2", "3", "4"):
                raise BadMaxRun(f"{shown(word)}: a run is 2, 3 or 4")
            name = "max_run"
            value = int(word[4:])
        else:
            if options:
                raise BadNotation(f"{shown(word)} stands after the options")
            others.append(word)
            continue
        if name in options:
            raise BadNotation(f"{shown(word)}: said twice")
        options[name] = value
    return others, options


def _read_row(line: str) -> tuple[str, str]:
    """A line of a drawing, as its cells and the markers between them."""
    if " " not in line and not any(m in line for m in MARKERS):
        return line, EMPTY * (len(line) - 1)
    cells, between = line[::2], line[1::2]
    if len(line) % 2 == 0:
        raise BadNotation(f"{shown(line)} does not end with a cell")
    if between.strip(MARKERS + " "):
        raise UnknownMarker(f"{shown(between.strip(MARKERS + ' ')[0])} between two cells; markers are = and x")
    return cells, between.replace(" ", EMPTY)


def _read_gap(line: str, margin: int, size: int) -> str:
    """A line of a drawing that stands between two rows, as the markers below each cell."""
    markers, between = line[margin::2], line[margin + 1 :: 2]
    if line[:margin].strip() or between.strip():
        raise BadNotation(f"{shown(line)}: a marker stands below no cell")
    if markers.strip(MARKERS + " "):
        raise UnknownMarker(f"{shown(markers.strip(MARKERS + ' ')[0])} between two rows; markers are = and x")
    if len(markers) > size:
        raise BadNotation(f"{shown(line)} is wider than the board")
    return markers.replace(" ", EMPTY).ljust(size, EMPTY)
