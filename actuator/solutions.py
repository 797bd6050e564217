"""Which solutions of a board are played, the likeliest first, and how its symbols are named; or why none is.

Solving itself is `solver`'s business.
"""

from __future__ import annotations

import contextlib
import itertools
import time
from collections.abc import Sequence

import solver
from actuator.domino_places import Place, place_of, places_for, same_domino, turns_to
from actuator.moves import Cell
from actuator.sight import Lying, TrayTile
from actuator.table import CannotPlayError
from solver.binary.puzzle import EMPTY, SYMBOLS, BinaryPuzzle
from solver.errors import BadPlaces, SearchTimeout
from solver.pips.puzzle import PipsPuzzle, PipsSolution
from solver.pips.search import first
from solver.queens.puzzle import QueensPuzzle

SOLVE_SECONDS = 10.0
# Of a board with several solutions so many are played at most.
MOST_PLAYED = 8
# Of several solutions the one that asks least of the page is taken; so many, and so long, are looked at.
MOST_SOLUTIONS, CHOOSE_SECONDS = 3000, 0.5


def grid_solutions(puzzle: BinaryPuzzle, clues: frozenset[Cell] | None, doubtful: bool) -> list[tuple[str, ...]]:
    """The solutions to play, the likeliest first: those of the clues that keep most of what is there, or, where they
    have none, of the board as it stands. `doubtful`: parts of it were hard to read, so that it is to have one solution
    only."""
    # Takuzu's look does not say whether lines must be unlike; most pages want it.
    rules = (True, False) if puzzle.game == "takuzu" else (False,)
    for one in [puzzle] if clues is None else [_only(puzzle, clues), puzzle]:
        found = _solutions(one, False)
        unlike = _solutions(one, rules[0]) if len(found) > 1 else found
        if found and doubtful and len(unlike) != 1:
            raise CannotPlayError(
                "it has several solutions as it was read, and parts of it are hard to read, hidden or cut off"
            )
        if found:
            more = rules if len(found) == MOST_PLAYED else ()
            as_it_stands = [rows for unique_lines in more for rows in _solutions(puzzle, unique_lines)]
            goals = list(dict.fromkeys([*unlike, *as_it_stands, *found]))
            there = [(r, c) for r, c in puzzle.filled()]
            goals.sort(key=lambda rows: sum(rows[r][c] != puzzle.cells[r][c] for r, c in there))
            return goals[:MOST_PLAYED]
    if clues is None:
        raise CannotPlayError(
            "what is on the board contradicts itself, and its look does not tell clues from entries; "
            "clear the board and start again"
        )
    raise CannotPlayError("the board has no solution; is a clue or marker hidden, or another game on the screen?")


def _solutions(puzzle: BinaryPuzzle, unique_lines: bool) -> list[tuple[str, ...]]:
    puzzle = puzzle.variant(unique_lines=unique_lines)
    found = itertools.islice(solver.solutions(puzzle, time_limit=SOLVE_SECONDS), MOST_PLAYED)
    return [tuple(one.cells) for one in found]


def _only(puzzle: BinaryPuzzle, cells: frozenset[Cell]) -> BinaryPuzzle:
    """The puzzle with all other cells emptied."""
    rows = [
        "".join(symbol if (r, c) in cells else EMPTY for c, symbol in enumerate(row))
        for r, row in enumerate(puzzle.cells)
    ]
    return puzzle.with_cells(rows)


def named_alike(rows: tuple[str, ...], first: BinaryPuzzle, clues: frozenset[Cell]) -> tuple[str, ...]:
    """A board with its symbols named as in that first one.

    Where nothing tells which of two symbols is which, the next look may name them the other way round; the cells that
    were there from the start show it.
    """
    symbols = SYMBOLS[first.game]
    exchanged = tuple(row.translate(str.maketrans(symbols, symbols[::-1])) for row in rows)

    def agree(now: tuple[str, ...]) -> int:
        return sum(now[r][c] == first.cells[r][c] for r, c in clues)

    return exchanged if agree(exchanged) > agree(rows) else rows


def queens_solutions(puzzle: QueensPuzzle, doubtful: bool) -> list[tuple[str, ...]]:
    """The solutions to play, those first that keep most of the crowns on the board. `doubtful`: parts of the board were
    hard to read, so that it is to have one solution only."""
    found = itertools.islice(solver.solutions(puzzle.only(), time_limit=SOLVE_SECONDS), MOST_PLAYED)
    goals = [one.cells for one in found]
    if not goals:
        raise CannotPlayError("the board has no solution; is a part of it hidden, or another game on the screen?")
    if doubtful and len(goals) > 1:
        raise CannotPlayError(
            "it has several solutions as it was read, and parts of it are hard to read, hidden or cut off"
        )
    return sorted(goals, key=lambda rows: sum(rows[r][c] != "Q" for r, c in puzzle.crowns))


def pips_solution(puzzle: PipsPuzzle, lying: Sequence[Lying], tray: Sequence[TrayTile]) -> frozenset[Place]:
    """The solution that keeps most of what lies on the board, and for which what is in the tray is turned least, of
    those that are quickly found."""
    there = {place_of(one) for one in lying}
    best: tuple[int, int, frozenset[Place]] | None = None
    end = time.perf_counter() + CHOOSE_SECONDS
    for found in itertools.islice(solver.solutions(puzzle, time_limit=SOLVE_SECONDS), MOST_SOLUTIONS):
        places = _places(puzzle, found)
        lost, (turns, places) = len(there - places), _least_turned(puzzle, places, there, tray)
        if best is None or (lost, turns) < best[:2]:
            best = lost, turns, places
        if best[:2] == (0, 0) or time.perf_counter() > end:
            break
    if best is None:
        raise CannotPlayError("the board has no solution; is a tag or a domino hidden?")
    return best[2]


def pips_solution_with(puzzle: PipsPuzzle, lying: Sequence[Lying], tray: Sequence[TrayTile]) -> frozenset[Place] | None:
    """A solution in which all of these lie as they do; None where none is soon found."""
    with contextlib.suppress(SearchTimeout, BadPlaces):
        found = first(puzzle, time_limit=CHOOSE_SECONDS, placed=[(one.values, one.cells) for one in lying])
        if found is not None:
            return _least_turned(puzzle, _places(puzzle, found), {place_of(one) for one in lying}, tray)[1]
    return None


def _places(puzzle: PipsPuzzle, found: PipsSolution) -> frozenset[Place]:
    pairs = zip(puzzle.dominoes, found.places, strict=True)
    return frozenset(place_of(Lying(domino, cells)) for domino, cells in pairs)


def _least_turned(
    puzzle: PipsPuzzle, places: frozenset[Place], there: set[Place], tray: Sequence[TrayTile]
) -> tuple[int, frozenset[Place]]:
    """The same with halves exchanged that lie within one region, where it takes fewer turns; and how many it takes."""
    turned, all_turns = set(places), 0
    for tile, place in places_for(tray, [one for one in places if one not in there]):
        regions = {puzzle.region_of[cell] for cell in place.cells}
        others = [Place(place.cells, place.values[::-1])] if len(regions) == 1 else []
        # Either way round: which way clicks turn is not known yet.
        turns, best = min(((-abs(turns_to(tile, one) - 2), one) for one in (place, *others)), key=lambda one: one[0])
        turned, all_turns = turned - {place} | {best}, all_turns + 2 + turns
    return all_turns, frozenset(turned)


def exchanged(
    puzzle: PipsPuzzle, goal: frozenset[Place], one: Place, others: Sequence[Place]
) -> dict[int, frozenset[Place]]:
    """Boards in which `one` and another that lies the same way have changed places, by the number of tags that are
    broken then, 1 and more."""

    def broken(wrong: frozenset[Place]) -> int:
        pips = {cell: value for place in wrong for cell, value in zip(place.cells, place.values, strict=True)}
        return sum(not region.allows(pips[cell] for cell in region.cells) for region in puzzle.regions)

    wrong = [
        goal - {one, other} | {Place(one.cells, other.values), Place(other.cells, one.values)}
        for other in others
        if one.upright == other.upright and not same_domino(one, other)
    ]
    return {number: places for places in wrong if (number := broken(places))}
