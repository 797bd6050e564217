"""Entries that are wrong, of games whose entries stand in the cells of the puzzle.

What is not here: what a game takes for its clues.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import TypeVar

import solver
from solve_screenshot.result import Answer, Clock
from solver import BinaryPuzzle, QueensPuzzle
from solver.steps import Cell
from solver.verdicts import WrongEntries

Board = TypeVar("Board", BinaryPuzzle, QueensPuzzle)


def blaming(answer: Answer, puzzle: Board, clues: frozenset[Cell], clock: Clock, given: str = "clues") -> Answer:
    """The answer to a board without a solution, completed by what its clues say, if they have one; `given` is what
    people call these."""
    found: WrongEntries = solver.wrong_entries(puzzle, clues, time_limit=clock.left)
    if found.clues == "none":
        return answer
    sound = puzzle.filled() - {*found.wrong, *found.conflict}
    return dataclasses.replace(
        answer,
        wrong_entries=found.wrong,
        conflict=found.conflict,
        clues_solution=solver.solve(only(puzzle, sound), time_limit=clock.left)
        or solver.solve(only(puzzle, clues), time_limit=clock.left),
        warnings=(*answer.warnings, _blame(puzzle, found.wrong, found.conflict, given)),
    )


def only(puzzle: Board, cells: frozenset[Cell]) -> Board:
    """The puzzle with all other cells emptied."""
    rows = [
        "".join(symbol if (r, c) in cells else "." for c, symbol in enumerate(row))
        for r, row in enumerate(puzzle.cells)
    ]
    return puzzle.with_cells(rows)


def _blame(puzzle: BinaryPuzzle | QueensPuzzle, wrong: Sequence[Cell], conflict: Sequence[Cell], given: str) -> str:
    def places(cells: Sequence[Cell]) -> str:
        return ", ".join(f"r{r + 1} c{c + 1} ({puzzle.cells[r][c]})" for r, c in cells)

    sentences = []
    if wrong:
        noun, verb = ("entry", "is") if len(wrong) == 1 else ("entries", "are")
        sentences.append(f"the {noun} in {places(wrong)} {verb} wrong")
    if conflict:
        sentences.append(f"the entries in {places(conflict)} cannot all be right")
    return "; ".join([*sentences, f"the solution shown is that of the {given}"])
