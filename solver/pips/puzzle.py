"""The board of Pips: an immutable `PipsPuzzle`, its picture in text, its JSON, its one-line notation; and a solution.

The rules, in a player's words. Lay all dominoes on the board so that each covers two neighbouring cells and every
cell is covered. Cells of one colour are a region, and the tag of a region says what must be true of the pips on it:
a number is their sum, `<7` and `>7` bound it, `=` wants all of them equal, `≠` all of them different. A region without
a tag may hold anything. The board may have holes, and may be several islands.

Glossary
    pips        the dots on one half of a domino, 0 to 6
    domino      two numbers of pips, in the order the puzzle gives them; the same domino may be there several times
    cell        `(row, column)` from the top left, from 0; the cells of a board are those of its regions
    region      a type, a target where the type has one, and cells, not always connected
    type        sum, less, greater (these have a target), equals, unequal, empty (no constraint)
    tag         what the board shows of type and target: `7`, `<7`, `>7`, `=`, `≠`, or nothing
    edge        two neighbouring cells: a place where a domino can lie

The JSON is the newspaper's own; of a puzzle as published, the fields that are no part of it (`id`, `backendId`,
`constructors`, `solution`, ...) are passed over.

The notation, one line: the game; the dominoes; the rows of the board, joined by `/`, each cell the letter of its region
and `.` where there is none (a digit from 2 to 9 stands for that many dots, and what is missing at the end of a row is
no cell); then for each letter its tag, and `*` for a region without constraint. Letters go by the order of the
regions: `A` to `Z`, `a` to `z`, then `À` and those that follow it in Unicode. `≠` may be typed as `!=`.

    pips 65,34,66,32,33 A2B/CCCC/DDDE A* B>3 C= D= E*

What is not here: anything that solves (`search`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

from solver.drawing import drawing
from solver.errors import (
    BadCoordinate,
    BadDomino,
    BadNotation,
    BadPlaces,
    BadTarget,
    BadType,
    BoardTooLarge,
    EmptyBoard,
    EmptyRegion,
    MissingField,
    OverlappingRegions,
    PipsOutOfRange,
    UncoveredCell,
    UnknownGame,
    UnknownRegionType,
    WrongNumberOfCells,
    shown,
)

Cell = tuple[int, int]
"""`(row, column)` from the top left, from 0."""

Domino = tuple[int, int]

TYPES = {"sum": "", "less": "<", "greater": ">", "equals": "=", "unequal": "≠", "empty": ""}
"""The types of regions, each with what its tag begins with."""

WITH_TARGET = ("sum", "less", "greater")

MOST_PIPS = 6
MOST_DOMINOES = 100
"""The newspaper's boards have up to 16; a whole double-six set is 28."""

LONGEST_SIDE = 100
"""Rows and columns are from 0 to 99. The newspaper's boards have up to 10."""

HIGHEST_TARGET = MOST_PIPS * 2 * MOST_DOMINOES
"""No region can hold more. A target its own region cannot reach is no mistake of form: that puzzle has no solution."""


@dataclass(frozen=True, slots=True)
class Region:
    """Cells with a common constraint, checked when it is made. Cells may be given in any order, also as lists.

    `type`: sum, less, greater, equals, unequal or empty. `target`: from 0, and None for the last three.
    `cells`: in reading order.

    Raises, all children of `PuzzleError`: `UnknownRegionType`, `BadTarget`, `EmptyRegion`, `BadCoordinate`,
    `OverlappingRegions` (a cell twice), `BoardTooLarge`, `BadType`.

    >>> Region("less", 5, ((1, 0), (0, 0)))
    Region(type='less', target=5, cells=((0, 0), (1, 0)))
    """

    type: str
    target: int | None
    cells: tuple[Cell, ...]

    def __post_init__(self) -> None:
        if not isinstance(self.type, str):
            raise BadType(f"the type of a region is {shown(self.type)}, not text")
        if self.type not in TYPES:
            raise UnknownRegionType(f"the type of a region is {shown(self.type)}; known are {', '.join(TYPES)}")
        _check_target(self.type, self.target)
        object.__setattr__(self, "cells", _checked_cells(self.cells))

    @property
    def tag(self) -> str:
        """What the board shows: `7`, `<7`, `>7`, `=`, `≠`, or nothing for a region without constraint."""
        return TYPES[self.type] + ("" if self.target is None else str(self.target))

    def allows(self, pips: Iterable[int]) -> bool:
        """Whether these pips, one for each of its cells, are what the region wants.

        >>> Region("sum", 5, ((0, 0), (0, 1))).allows([2, 3])
        True
        """
        pips = list(pips)
        total, kinds = sum(pips), len(set(pips))
        if self.target is not None:
            return {"sum": total == self.target, "less": total < self.target, "greater": total > self.target}[self.type]
        return self.type == "empty" or kinds == (1 if self.type == "equals" else len(pips))

    def to_json(self) -> dict[str, Any]:
        """The region as the newspaper writes it; `target` is left out where there is none."""
        target = {} if self.target is None else {"target": self.target}
        return {"indices": [list(cell) for cell in self.cells], "type": self.type, **target}


@dataclass(frozen=True, init=False, repr=False)
class PipsPuzzle:
    """One board of Pips with its dominoes, checked when it is made and never changed after.

    `dominoes` and `regions` keep the order they are given in, and a domino its first number; `cells`, where given, must
    be what the regions cover. Raises, all children of `PuzzleError`: `EmptyBoard`, `BadDomino`, `PipsOutOfRange`,
    `OverlappingRegions`, `UncoveredCell`, `WrongNumberOfCells`, `BoardTooLarge`, and `BadType` for a value of a type
    that does not belong there.

    >>> print(PipsPuzzle([(1, 5), (0, 3)], [Region("sum", 6, ((0, 0), (1, 0))), Region("less", 4, ((0, 1), (1, 1)))]))
    pips 1|5 0|3
    ┌───┬───┐
    │ · │ · │
    │   │   │
    │ 6 │<4 │
    └───┴───┘
    """

    game: ClassVar[str] = "pips"
    dominoes: tuple[Domino, ...]
    regions: tuple[Region, ...]

    def __init__(
        self, dominoes: Iterable[Sequence[int]], regions: Iterable[Region], cells: Iterable[Sequence[int]] | None = None
    ) -> None:
        object.__setattr__(self, "dominoes", _checked_dominoes(dominoes))
        object.__setattr__(self, "regions", _checked_regions(regions))
        if cells is not None:
            _check_covered(_checked_cells(cells), self.region_of)
        if len(self.cells) != 2 * len(self.dominoes):
            raise WrongNumberOfCells(
                f"{len(self.dominoes)} dominoes cover {2 * len(self.dominoes)} cells; the board has {len(self.cells)}"
            )

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """All cells of the board, in reading order."""
        return tuple(sorted(self.region_of))

    @cached_property
    def region_of(self) -> Mapping[Cell, Region]:
        """The region each cell is in."""
        return {cell: region for region in self.regions for cell in region.cells}

    @cached_property
    def edges(self) -> tuple[tuple[Cell, Cell], ...]:
        """All places where a domino can lie, as two cells in reading order; in the order of their cells."""
        on_board = self.region_of
        edges = []
        for cell in self.cells:
            r, c = cell
            for other in ((r, c + 1), (r + 1, c)):
                if other in on_board:
                    edges.append((cell, other))
        return tuple(edges)

    # -- in and out -------------------------------------------------------------------------------------------------

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> PipsPuzzle:
        """The puzzle of a decoded JSON object in the newspaper's format; one puzzle, not a day of them.

        Raises `MissingField` without `dominoes` or `regions`, and whatever making a `PipsPuzzle` raises.
        """
        if not isinstance(data, dict):
            raise BadType(f"a puzzle is a JSON object, not {shown(data)}")
        if data.get("game", cls.game) != cls.game:
            raise UnknownGame(f"game is {shown(data['game'])}, not 'pips'")
        for name in ("dominoes", "regions"):
            if name not in data:
                raise MissingField(f"the puzzle has no {name!r}")
        regions = data["regions"]
        if not isinstance(regions, (list, tuple)):
            raise BadType(f"regions is {shown(regions)}, not a list")
        if len(regions) > 2 * MOST_DOMINOES:
            raise BoardTooLarge(f"{len(regions)} regions are too many; at most {2 * MOST_DOMINOES} are taken")
        return cls(data["dominoes"], [_region_from_json(region) for region in regions])

    def to_json(self) -> dict[str, Any]:
        """The puzzle as a JSON object in the newspaper's format, with `game`."""
        return {
            "game": self.game,
            "dominoes": [list(domino) for domino in self.dominoes],
            "regions": [region.to_json() for region in self.regions],
        }

    @classmethod
    def from_notation(cls, text: str) -> PipsPuzzle:
        """The puzzle of one line of notation (see the top of this module).

        Raises `BadNotation` when the line has no such form, `UncoveredCell` when a letter on the board has no tag,
        `EmptyRegion` when a tag has no letter on the board, and whatever making a `PipsPuzzle` raises.

        >>> PipsPuzzle.from_notation("pips 15,03 AB/AB A6 B<4").regions[1]
        Region(type='less', target=4, cells=((0, 1), (1, 1)))
        """
        if not isinstance(text, str):
            raise BadType(f"a notation is text, not {shown(text)}")
        game, *words = text.split() or [""]
        if game != cls.game:
            raise UnknownGame(f"the notation begins with {shown(game)}, not 'pips'")
        if len(words) < 2:
            raise BadNotation("expected the dominoes, the rows and the tags")
        dominoes, rows, *tags = words
        if len(tags) > len(LETTERS):
            raise BadNotation(f"{len(tags)} tags are more than there are letters")
        cells = _read_rows(rows)
        regions = {}
        for word in tags:
            letter = word[0]
            if letter in regions:
                raise BadNotation(f"{shown(word)}: the tag of {letter} is said twice")
            if letter not in cells:
                raise EmptyRegion(f"{shown(word)}: there is no {shown(letter)} on the board")
            regions[letter] = Region(*_read_tag(word), tuple(cells[letter]))
        for letter, covered in cells.items():
            if letter not in regions:
                raise UncoveredCell(
                    f"the cell {covered[0]} is in {letter}, which has no tag; {letter}* has no constraint"
                )
        in_order = sorted(regions, key=LETTERS.index)
        return cls(_read_dominoes(dominoes), [regions[letter] for letter in in_order])

    def notation(self) -> str:
        """The puzzle as one line, read back by `from_notation`.

        >>> PipsPuzzle([(1, 5)], [Region("equals", None, ((0, 3),)), Region("empty", None, ((1, 3),))]).notation()
        'pips 15 3A/3B A= B*'
        """
        letter_of = {cell: LETTERS[i] for i, region in enumerate(self.regions) for cell in region.cells}
        height = self.cells[-1][0] + 1
        width = max(column for _, column in self.cells) + 1
        rows = ["".join(letter_of.get((r, c), ".") for c in range(width)).rstrip(".") for r in range(height)]
        board = "/".join(rows)
        for length in range(9, 1, -1):
            board = board.replace("." * length, str(length))
        dominoes = ",".join(f"{a}{b}" for a, b in self.dominoes)
        return " ".join(
            [self.game, dominoes, board, *[LETTERS[i] + (r.tag or "*") for i, r in enumerate(self.regions)]]
        )

    def __str__(self) -> str:
        tags = {region.cells[-1]: region.tag for region in self.regions}
        texts = {cell: tags.get(cell) or "·" for cell in self.cells}
        letters = {cell: i for i, region in enumerate(self.regions) for cell in region.cells}
        return f"pips {' '.join(f'{a}|{b}' for a, b in self.dominoes)}\n" + drawing(letters, texts)

    def __repr__(self) -> str:
        return f"PipsPuzzle.from_notation({self.notation()!r})"


@dataclass(frozen=True)
class PipsSolution:
    """Where each domino lies: `places[i]` are the two cells of `puzzle.dominoes[i]`, the first under its first number.

    Exchanging two equal dominoes, or the halves of a double, makes no other solution: such are brought into reading
    order when a solution is made, so that equal solutions compare equal. Raises `BadPlaces` unless every domino lies on
    an edge and every cell is covered; whether the regions are content is asked with `broken`.

    `str()` draws the outlines of the dominoes and their pips, `to_json()` lists the places as the newspaper does.
    """

    puzzle: PipsPuzzle = field(repr=False)
    places: tuple[tuple[Cell, Cell], ...]

    def __post_init__(self) -> None:
        dominoes, places = self.puzzle.dominoes, self.places
        if len(places) != len(dominoes):
            raise BadPlaces(f"there are places for {len(places)} of {len(dominoes)} dominoes")
        if {cell for place in places for cell in place} != self.puzzle.region_of.keys():
            raise BadPlaces("the dominoes do not cover the board")
        for (a, b), (c, d) in places:
            if abs(a - c) + abs(b - d) != 1:
                raise BadPlaces(f"the cells {(a, b)} and {(c, d)} are no neighbours")
        object.__setattr__(self, "places", _in_reading_order(dominoes, places))

    @classmethod
    def unchecked(cls, puzzle: PipsPuzzle, places: tuple[tuple[Cell, Cell], ...]) -> PipsSolution:
        """The fast way for those who know that the places are right, and in reading order where that is to be."""
        new: PipsSolution = object.__new__(cls)
        object.__setattr__(new, "puzzle", puzzle)
        object.__setattr__(new, "places", places)
        return new

    @cached_property
    def values(self) -> Mapping[Cell, int]:
        """The pips on each cell."""
        both = zip(self.puzzle.dominoes, self.places, strict=True)
        return {cell: pips for domino, place in both for pips, cell in zip(domino, place, strict=True)}

    def broken(self) -> tuple[Region, ...]:
        """The regions that are not content with the pips on them; none, if it solves the puzzle."""
        return tuple(r for r in self.puzzle.regions if not r.allows(self.values[cell] for cell in r.cells))

    def unlike(self, other: PipsSolution) -> frozenset[Cell]:
        """None: hardly a cell of two solutions is the same, so that those that are not tell nothing."""
        return frozenset()

    def to_json(self) -> list[list[list[int]]]:
        return [[list(a), list(b)] for a, b in self.places]

    def __str__(self) -> str:
        owners = {cell: i for i, place in enumerate(self.places) for cell in place}
        return drawing(owners, {cell: str(pips) for cell, pips in self.values.items()})


# -- checks ---------------------------------------------------------------------------------------------------------


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _check_target(type_: str, target: object) -> None:
    if type_ not in WITH_TARGET:
        if target is not None:
            raise BadTarget(f"a region of type {type_} has no target; this one has {shown(target)}")
        return
    if target is None:
        raise BadTarget(f"a region of type {type_} needs a target")
    if not isinstance(target, int) or isinstance(target, bool):
        raise BadTarget(f"the target of a region is {shown(target)}, not a whole number")
    if not 0 <= target <= HIGHEST_TARGET:
        raise BadTarget(f"the target of a region is {shown(target)}; it must be from 0 to {HIGHEST_TARGET}")


def _checked_cells(cells: object) -> tuple[Cell, ...]:
    if not isinstance(cells, (list, tuple)):
        raise BadType(f"the cells are {shown(cells)}, not a list")
    if not cells:
        raise EmptyRegion("a region has no cells")
    if len(cells) > 2 * MOST_DOMINOES:  # before looking at every one of a million
        raise BoardTooLarge(f"{len(cells)} cells are too many; at most {2 * MOST_DOMINOES} are taken")
    for cell in cells:
        if not isinstance(cell, (list, tuple)) or len(cell) != 2 or not all(map(_is_number, cell)):
            raise BadCoordinate(f"a cell is {_shown_pair(cell)}, not a row and a column")
        if min(cell) < 0:
            raise BadCoordinate(f"a cell is {_shown_pair(cell)}; rows and columns count from 0")
        if max(cell) >= LONGEST_SIDE:
            raise BoardTooLarge(
                f"a cell is {_shown_pair(cell)}; boards are taken up to {LONGEST_SIDE} rows and columns"
            )
    unique = {(row, column) for row, column in cells}
    if len(unique) != len(cells):
        twice = next(cell for cell, times in Counter((r, c) for r, c in cells).items() if times > 1)
        raise OverlappingRegions(f"the cell {twice} is in a region twice")
    return tuple(sorted(unique))


def _shown_pair(value: object) -> str:
    """A bad cell or domino, as an error message shows it."""
    if isinstance(value, (list, tuple)) and len(value) <= 4:
        return f"[{', '.join(map(shown, value))}]"
    return shown(value)


def _checked_dominoes(dominoes: object) -> tuple[Domino, ...]:
    if not isinstance(dominoes, (list, tuple)):
        raise BadType(f"dominoes is {shown(dominoes)}, not a list")
    if not dominoes:
        raise EmptyBoard("there are no dominoes")
    if len(dominoes) > MOST_DOMINOES:
        raise BoardTooLarge(f"{len(dominoes)} dominoes are too many; at most {MOST_DOMINOES} are taken")
    for domino in dominoes:
        if not isinstance(domino, (list, tuple)) or len(domino) != 2 or not all(map(_is_number, domino)):
            raise BadDomino(f"a domino is {_shown_pair(domino)}, not two numbers of pips")
        if not all(0 <= pips <= MOST_PIPS for pips in domino):
            raise PipsOutOfRange(f"a domino is {_shown_pair(domino)}; pips are from 0 to {MOST_PIPS}")
    return tuple((a, b) for a, b in dominoes)


def _checked_regions(regions: Iterable[Region]) -> tuple[Region, ...]:
    if not isinstance(regions, (list, tuple)):
        raise BadType(f"regions is {shown(regions)}, not a list")
    if not regions:
        raise EmptyBoard("there are no regions, and so no cells")
    seen: set[Cell] = set()
    for region in regions:
        if not isinstance(region, Region):
            raise BadType(f"a region is {shown(region)}, not a Region")
        for cell in region.cells:
            if cell in seen:
                raise OverlappingRegions(f"the cell {cell} is in two regions")
            seen.add(cell)
    return tuple(regions)


def _check_covered(cells: tuple[Cell, ...], region_of: Mapping[Cell, Region]) -> None:
    for cell in cells:
        if cell not in region_of:
            raise UncoveredCell(f"the cell {cell} is in no region")
    for cell in region_of:
        if cell not in cells:
            raise UncoveredCell(f"the cell {cell} of a region is none of the board's cells")


def _region_from_json(data: object) -> Region:
    if not isinstance(data, dict):
        raise BadType(f"a region is {shown(data)}, not a JSON object")
    for name in ("type", "indices"):
        if name not in data:
            raise MissingField(f"a region has no {name!r}")
    return Region(data["type"], data.get("target"), data["indices"])


def _in_reading_order(
    dominoes: tuple[Domino, ...], places: tuple[tuple[Cell, Cell], ...]
) -> tuple[tuple[Cell, Cell], ...]:
    """The same places, with equal dominoes and the halves of doubles in reading order."""
    alike: dict[Domino, list[int]] = {}
    for i, (a, b) in enumerate(dominoes):
        alike.setdefault((min(a, b), max(a, b)), []).append(i)
    ordered = list(places)
    for (low, high), group in alike.items():
        if low == high:
            for i in group:
                ordered[i] = (min(places[i]), max(places[i]))
        if len(group) > 1:
            # Each as (the cell under the lower number, the other one), then turned as its new domino is.
            upright = [ordered[i] if dominoes[i] == (low, high) else ordered[i][::-1] for i in group]
            for i, place in zip(group, sorted(upright, key=sorted), strict=True):
                ordered[i] = place if dominoes[i] == (low, high) else (place[1], place[0])
    return tuple(ordered)


# -- the notation ---------------------------------------------------------------------------------------------------

LETTERS = "".join(
    chr(code) for first, last in ("AZ", "az", "Àƿ") for code in range(ord(first), ord(last) + 1) if chr(code).isalpha()
)
"""The names of regions, in their order: as many as a board may have cells."""


def _read_dominoes(word: str) -> list[Domino]:
    if len(word) > 3 * MOST_DOMINOES:
        raise BoardTooLarge(f"more than {MOST_DOMINOES} dominoes are too many")
    halves = word.split(",")
    for half in halves:
        if len(half) != 2 or not half.isascii() or not half.isdecimal():
            raise BadNotation(f"{shown(half)} is no domino; one is two digits, as in 65,34")
    return [(int(half[0]), int(half[1])) for half in halves]


def _read_rows(word: str) -> dict[str, list[Cell]]:
    """letter -> its cells; letters in the order in which they come on the board."""
    cells: dict[str, list[Cell]] = {}
    rows = word.split("/", LONGEST_SIDE)
    if len(rows) > LONGEST_SIDE:
        raise BoardTooLarge(f"more than {LONGEST_SIDE} rows are too many")
    for r, row in enumerate(rows):
        column = 0
        for symbol in row:
            if symbol in "23456789":
                column += int(symbol)
                continue
            if symbol in LETTERS:
                cells.setdefault(symbol, []).append((r, column))
            elif symbol != ".":
                raise BadNotation(f"{shown(symbol)} in row {r} is no letter of a region")
            column += 1
    return cells


def _read_tag(word: str) -> tuple[str, int | None]:
    """A word such as `A<7`, as type and target."""
    tag = word[1:].replace("!=", "≠")
    simple = {"=": "equals", "≠": "unequal", "*": "empty"}
    if tag in simple:
        return simple[tag], None
    type_ = {"<": "less", ">": "greater"}.get(tag[:1], "sum")
    number = tag if type_ == "sum" else tag[1:]
    if not number.isascii() or not number.isdecimal() or len(number) > 6:
        raise BadNotation(f"{shown(word)} is no tag; tags are A7, A<7, A>7, A=, A≠ and A*")
    return type_, int(number)
