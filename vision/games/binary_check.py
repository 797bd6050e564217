"""The checksum of Tango and Takuzu: a printed puzzle has exactly one solution, so a reading without one is wrong.

Where the draft of a board has no solution, or several, some of its places are read anew, by their runners-up, the most
probable change first, until the puzzle has one solution. What was changed is said. Where no such change is probable
enough, the board stays as it looks: people play wrong entries, and not every board is a daily one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import log
from typing import NamedTuple

from solver.binary.puzzle import BinaryPuzzle
from solver.binary.search import Decided, decide
from solver.binary.search import verdict as exact_verdict
from solver.errors import SearchTimeout
from vision.classify.interpret import TINY
from vision.confidence import OF_CHANGED
from vision.lattice import Lattice
from vision.types import HARD, Cell, Patch
from vision.verify import MOST_STEPS, settled_by

# A board is left as it is where any other is less probable by these log odds: entries may be wrong, solutions several.
LEFT_AS_IT_IS = 2.5
# A repair is taken that has this part of the probability of all that are as good as others.
LEAST_SHARE = 0.55
# A board with several solutions is worth at most this, however plain each part of it is: a marker that is not seen
# leaves a plain edge. More than a part of a board is worth (`confidence.py`), which may well have one solution.
OF_SEVERAL = 0.8
# Clues are told that are so probable: of 801 boards of random looks and samples 348 are told, 7 of them wrongly.
TOLD = 0.7


class Draft(NamedTuple):
    """A board as it looks, before the puzzle had its say; cells and edges are kept row by row.

    `swap`: whether nothing tells which kind is which, so that the two symbols may be exchanged throughout. `clues`:
    sets of cells that may be the clues, each with its odds by its look, against none of them, likeliest first.
    """

    game: str
    lattice: Lattice
    cells: Mapping[Cell, Patch]
    h: Mapping[Cell, Patch]
    v: Mapping[Cell, Patch]
    clues: Mapping[frozenset[Cell], float]
    swap: bool


class Checked(NamedTuple):
    """A puzzle that passed the checksum as well as it could.

    `verdict`: `unique`, `multiple` or `none`, of the board as it stands. `confidence`: 0..1; `worst`: that of the least
    certain patch, 0..1. `clues`: None where nothing tells them. `likely`:
    see `board.py`.
    """

    puzzle: BinaryPuzzle
    verdict: str
    confidence: float
    warnings: tuple[str, ...]
    clues: frozenset[Cell] | None
    cells: dict[Cell, Patch]
    h: dict[Cell, Patch]
    v: dict[Cell, Patch]
    worst: float
    likely: float = 0.0


class _Place(NamedTuple):
    """A patch and where it is: `kind` is `cells`, `h` or `v`."""

    kind: str
    cell: Cell
    patch: Patch


def check(draft: Draft) -> Checked:
    """The puzzle of a draft, repaired where its checksum demands it and its doubts allow it."""
    size = draft.lattice.rows
    parts: dict[str, dict[Cell, Patch]] = {"cells": dict(draft.cells), "h": dict(draft.h), "v": dict(draft.v)}
    warnings: list[str] = []
    puzzle = _puzzle(draft.game, size, parts)
    puzzle, answer = _with_unique_lines(puzzle, warnings)
    clues = _told_clues(draft, puzzle)
    sound = _sound(puzzle, answer, clues)
    repair = () if sound else _repair(parts, puzzle, answer, clues)
    confidence = 1.0
    if not sound:
        if repair:
            for place in repair:
                old = place.patch
                new = Patch(old.runner_up, old.value, min(old.confidence, 0.3))
                parts[place.kind][place.cell] = new
                warnings.append(_said(place, answer != "none"))
            puzzle = _puzzle(draft.game, size, parts, puzzle.unique_lines)
            answer = verdict(puzzle)
            confidence = OF_CHANGED
        elif answer == "unique":
            warnings.append("without the entries the puzzle has several solutions: a marker or a clue may be missing")
            confidence = OF_CHANGED
        elif answer == "multiple":
            confidence = OF_SEVERAL
    worst = min((patch.confidence for patches in parts.values() for patch in patches.values()), default=1.0)
    anew = {(place.kind, place.cell) for place in repair}
    if doubts := [one for one in _places(parts) if one.patch.confidence < HARD and (one.kind, one.cell) not in anew]:
        warnings.append(
            "hard to read: " + ", ".join(_where(place) for place in doubts[:6]) + ("..." if len(doubts) > 6 else "")
        )
    if answer == "multiple":
        warnings.append("the board as read has several solutions: something may be missing in the picture")
    if answer == "none" and (clues is None or verdict(_clues_only(puzzle, clues)) != "unique"):
        warnings.append("the board as read has no solution: an entry is wrong, or something was misread")
    return Checked(puzzle, answer, confidence, tuple(warnings), clues, parts["cells"], parts["h"], parts["v"], worst)


def verdict(puzzle: BinaryPuzzle) -> str:
    """`unique`, `multiple` or `none`; `multiple` too where that takes too long to say, as on no printed puzzle."""
    try:
        return exact_verdict(puzzle, most_steps=MOST_STEPS)
    except SearchTimeout:
        return "multiple"


def _puzzle(game: str, size: int, parts: dict[str, dict[Cell, Patch]], unique_lines: bool = False) -> BinaryPuzzle:
    rows = []
    for kind, width in (("cells", size), ("h", size - 1), ("v", size)):
        values = "".join([patch.value for patch in parts[kind].values()])  # which are kept row by row
        rows.append([values[begin : begin + width] for begin in range(0, len(values), width)])
    return BinaryPuzzle(game, size, rows[0], rows[1], rows[2], unique_lines=unique_lines)


def _with_unique_lines(puzzle: BinaryPuzzle, warnings: list[str]) -> tuple[BinaryPuzzle, str]:
    """Some games forbid equal lines and their look does not say so: asked only where it makes the solution one."""
    if puzzle.game == "tango":
        return puzzle, verdict(puzzle)
    try:
        decided = decide(puzzle, most_steps=MOST_STEPS)
    except SearchTimeout:
        # The rule makes the search short.
        decided = Decided(puzzle.variant(unique_lines=True), verdict(puzzle.variant(unique_lines=True)), True)
    if not decided.needed or decided.verdict != "unique":
        return puzzle, decided.verdict
    warnings.append("solved with the rule that no two rows and no two columns are equal; without it there are several")
    return decided.puzzle, decided.verdict


def _clues_only(puzzle: BinaryPuzzle, clues: frozenset[Cell]) -> BinaryPuzzle:
    cells = tuple(
        "".join(symbol if (r, c) in clues else "." for c, symbol in enumerate(row))
        for r, row in enumerate(puzzle.cells)
    )
    return puzzle.variant(cells=cells)


def _sound(puzzle: BinaryPuzzle, answer: str, clues: frozenset[Cell] | None) -> bool:
    """Whether the puzzle is as a printed one: one solution, and one already without what the player put in.

    A wrong entry takes the solution away, but not from the clues alone.
    """
    if clues is None or len(clues) == sum(symbol != "." for row in puzzle.cells for symbol in row):
        return answer == "unique"
    return answer != "multiple" and verdict(_clues_only(puzzle, clues)) == "unique"


def _told_clues(draft: Draft, puzzle: BinaryPuzzle) -> frozenset[Cell] | None:
    """The likeliest of what may be the clues and makes a puzzle by itself; None where others are nearly as likely."""
    filled = frozenset((r, c) for r, row in enumerate(puzzle.cells) for c, value in enumerate(row) if value != ".")
    sets = {some & filled: odds for some, odds in draft.clues.items()}
    if len(filled) < puzzle.size**2:  # any part of a solved board that is large enough makes a puzzle
        sets = {some: sets[some] for some in sets if _makes_a_puzzle(_clues_only(puzzle, some))}
    likeliest = max(sets, key=sets.__getitem__, default=None)
    return likeliest if likeliest and sets[likeliest] > TOLD * (1 + sum(sets.values())) else None


def _makes_a_puzzle(puzzle: BinaryPuzzle) -> bool:
    """Whether it has one solution, under the rule against equal lines or without it."""
    try:
        return decide(puzzle, most_steps=MOST_STEPS).verdict == "unique"
    except SearchTimeout:
        return False


def _places(parts: dict[str, dict[Cell, Patch]]) -> list[_Place]:
    return [_Place(kind, cell, patch) for kind, patches in parts.items() for cell, patch in patches.items()]


def _otherwise(puzzle: BinaryPuzzle, places: tuple[_Place, ...]) -> BinaryPuzzle:
    """A puzzle with the runners-up of some of its patches."""
    rows = {"cells": list(puzzle.cells), "h": list(puzzle.h), "v": list(puzzle.v)}
    for kind, (row, column), patch in places:
        old = rows[kind][row]
        rows[kind][row] = old[:column] + patch.runner_up + old[column + 1 :]
    return puzzle.variant(tuple(rows["cells"]), tuple(rows["h"]), tuple(rows["v"]))


def _repair(
    parts: dict[str, dict[Cell, Patch]], puzzle: BinaryPuzzle, answer: str, clues: frozenset[Cell] | None
) -> tuple[_Place, ...]:
    """The most probable change of places to their runners-up that makes the puzzle sound; () if there is none, or
    others are as probable.

    `answer`: what the puzzle has as it is, `unique`, `multiple` or `none`.
    """
    doubts = sorted((place for place in _places(parts) if _cost(place) < LEFT_AS_IT_IS), key=_cost)
    if answer == "none":
        nothing = [place._replace(patch=replace(place.patch, runner_up=".")) for place in doubts]
        if verdict(_otherwise(puzzle, tuple(nothing))) == "none":
            return ()  # it is not for what is doubtful

    def is_sound(some: tuple[int, ...]) -> bool:
        places = tuple(doubts[number] for number in some)
        # Where there is no solution, more will not bring one; of several, less will not leave one.
        if answer == "none" and all(place.patch.value == "." for place in places):
            return False
        if answer == "multiple" and all(place.patch.runner_up == "." for place in places):
            return False
        other = _otherwise(puzzle, places)
        return verdict(other) == "unique" and _sound(other, "unique", clues)

    found = settled_by([_cost(place) for place in doubts], is_sound, LEFT_AS_IT_IS)
    if found is None or found.share < LEAST_SHARE:
        return ()
    return tuple(doubts[number] for number in found.board)


def _cost(place: _Place) -> float:
    """By how much a place is less probably its runner-up, as a logarithm of odds."""
    sure = min(place.patch.confidence, 1 - TINY)
    return log((1 + sure) / (1 - sure))


_KINDS = {"cells": "", "h": "the edge to the right of ", "v": "the edge below "}


def _where(place: _Place) -> str:
    return f"{_KINDS[place.kind]}r{place.cell[0] + 1} c{place.cell[1] + 1}"


def _said(place: _Place, several: bool) -> str:
    was, now = (value.replace(".", "nothing") for value in (place.patch.value, place.patch.runner_up))
    why = "several solutions" if several else "no solution"
    return f"{_where(place)} looked like {was} and was read as {now}: otherwise the puzzle has {why}"
