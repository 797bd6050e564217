"""Queens as a model of CP-SAT.

One Boolean per cell; each row, column and region has exactly one crown, and of two cells that touch at a corner at most
one has (those that share an edge share a line as well). It shares nothing with the search but the puzzle, and so can
judge it.

What is not here: OR-Tools, which is handed in, and the solving (`solver.cpsat`).
"""

from __future__ import annotations

from typing import Any

from solver.model import Model
from solver.queens.puzzle import CROWN, EMPTY, LETTERS, QueensPuzzle, QueensSolution


def model(puzzle: QueensPuzzle, cp_model: Any) -> Model:
    """The model of a board as it stands: with its crowns, and none on its crosses."""
    n = puzzle.size
    built = cp_model.CpModel()
    cells = {cell: built.new_bool_var("") for cell in puzzle.symbols}
    for i in range(n):
        built.add_exactly_one(cells[i, c] for c in range(n))
        built.add_exactly_one(cells[r, i] for r in range(n))
        built.add_exactly_one(x for cell, x in cells.items() if puzzle.region_of[cell] == LETTERS[i])
    for (r, c), x in cells.items():
        for touching in ((r + 1, c - 1), (r + 1, c + 1)):
            if touching in cells:
                built.add_at_most_one(x, cells[touching])
    for cell, symbol in puzzle.symbols.items():
        if symbol != EMPTY:
            built.add(cells[cell] == (symbol == CROWN))

    def read(values: Any) -> QueensSolution:
        rows = ["".join(CROWN if values.boolean_value(cells[r, c]) else EMPTY for c in range(n)) for r in range(n)]
        return QueensSolution(tuple(rows))

    return Model(built, list(cells.values()), read)
