"""Which solutions of a board are played, the likeliest first; or why none is.

Solving itself is `solver`'s business.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Sequence

import solver
from actuator.domino_places import Place, place_of, same_domino
from actuator.moves import Cell
from actuator.sight import Lying
from actuator.table import CannotPlayError
from solver.binary.puzzle import EMPTY, BinaryPuzzle
from solver.pips.puzzle import PipsPuzzle
from solver.queens.puzzle import QueensPuzzle

SOLVE_SECONDS = 10.0
# Of a board with several solutions so many are played at most.
MOST_PLAYED = 8
# Of several solutions the one that keeps most of what lies on the board is taken; so many, and so long, are looked at.
MOST_SOLUTIONS, CHOOSE_SECONDS = 3000, 1.0


def grid_solutions(puzzle: BinaryPuzzle, clues: frozenset[Cell] | None, doubtful: bool) -> list[tuple[str, ...]]:
    """The solutions to play, the likeliest first: those of the clues, or, where they have none, of the board as it
    stands. `doubtful`: parts of it were hard to read, so that it is to have one solution only."""
    for one in [puzzle] if clues is None else [_only(puzzle, clues), puzzle]:
        found = _solutions(one.variant(unique_lines=False))
        unlike = _solutions(one.variant(unique_lines=True)) if puzzle.game == "takuzu" and len(found) > 1 else found
        if found and doubtful and len(unlike) != 1:
            raise CannotPlayError(
                "it has several solutions as it was read, and parts of it are hard to read, hidden or cut off"
            )
        if found:
            # Takuzu's look does not say whether lines must be unlike; most pages want it.
            goals = unlike + [rows for rows in found if rows not in unlike]
            there = [(r, c) for r, c in puzzle.filled()]
            goals.sort(key=lambda rows: sum(rows[r][c] != puzzle.cells[r][c] for r, c in there))
            return goals[:MOST_PLAYED]
    if clues is None:
        raise CannotPlayError(
            "what is on the board contradicts itself, and its look does not tell clues from entries; "
            "clear the board and start again"
        )
    raise CannotPlayError("the board has no solution; is a clue or marker hidden, or another game on the screen?")


def _solutions(puzzle: BinaryPuzzle) -> list[tuple[str, ...]]:
    found = itertools.islice(solver.solutions(puzzle, time_limit=SOLVE_SECONDS), MOST_PLAYED)
    return [tuple(one.cells) for one in found]


def _only(puzzle: BinaryPuzzle, cells: frozenset[Cell]) -> BinaryPuzzle:
    """The puzzle with all other cells emptied."""
    rows = [
        "".join(symbol if (r, c) in cells else EMPTY for c, symbol in enumerate(row))
        for r, row in enumerate(puzzle.cells)
    ]
    return puzzle.with_cells(rows)


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


def pips_solution(puzzle: PipsPuzzle, lying: Sequence[Lying]) -> frozenset[Place]:
    """The solution that keeps most of what lies on the board, of those that are quickly found."""
    there = {place_of(one) for one in lying}
    best: frozenset[Place] | None = None
    end = time.perf_counter() + CHOOSE_SECONDS
    for found in itertools.islice(solver.solutions(puzzle, time_limit=SOLVE_SECONDS), MOST_SOLUTIONS):
        places = frozenset(
            place_of(Lying(domino, cells)) for domino, cells in zip(puzzle.dominoes, found.places, strict=True)
        )
        if best is None or len(places & there) > len(best & there):
            best = places
        if len(best & there) == len(there) or time.perf_counter() > end:
            break
    if best is None:
        raise CannotPlayError("the board has no solution; is a tag or a domino hidden?")
    return best


def exchanged(
    puzzle: PipsPuzzle, goal: frozenset[Place], one: Place, others: Sequence[Place]
) -> frozenset[Place] | None:
    """A solution in which `one` and another that lies the same way have changed places, so that most tags are broken;
    None where no change breaks any."""

    def broken(wrong: frozenset[Place]) -> int:
        pips = {cell: value for place in wrong for cell, value in zip(place.cells, place.values, strict=True)}
        return sum(not region.allows(pips[cell] for cell in region.cells) for region in puzzle.regions)

    wrong = [
        goal - {one, other} | {Place(one.cells, other.values), Place(other.cells, one.values)}
        for other in others
        if one.upright == other.upright and not same_domino(one, other)
    ]
    worst = max(wrong, key=broken, default=None)
    return worst if worst is not None and broken(worst) else None
