"""Tango and Takuzu as a model of CP-SAT.

One Boolean per cell; each row and column sums to half its length; no window of `max_run + 1` cells is all true or all
false; a marker makes two cells equal or different; and, with `unique_lines`, any two rows differ somewhere, and any two
columns. It shares nothing with the search but the puzzle, and so can judge it.

What is not here: OR-Tools, which is handed in, and the solving (`solver.cpsat`).
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

from solver.binary.puzzle import EMPTY, BinaryPuzzle, Solution
from solver.model import Model


def model(puzzle: BinaryPuzzle, cp_model: Any) -> Model:
    """The model of a board."""
    n = puzzle.size
    built = cp_model.CpModel()
    cells = [[built.new_bool_var("") for _ in range(n)] for _ in range(n)]
    columns = [list(column) for column in zip(*cells, strict=True)]
    for r, row in enumerate(puzzle.cells):
        for c, symbol in enumerate(row):
            if symbol != EMPTY:
                built.add(cells[r][c] == puzzle.symbols.index(symbol))
    for line in cells + columns:
        built.add(sum(line) == n // 2)
        for start in range(n - puzzle.max_run):
            window = line[start : start + puzzle.max_run + 1]
            built.add_bool_or(window)
            built.add_bool_or([x.negated() for x in window])
    right = [(m, cells[r][c], cells[r][c + 1]) for r, row in enumerate(puzzle.h) for c, m in enumerate(row)]
    below = [(m, cells[r][c], cells[r + 1][c]) for r, row in enumerate(puzzle.v) for c, m in enumerate(row)]
    for marker, a, b in right + below:
        if marker == "=":
            built.add(a == b)
        elif marker == "x":
            built.add(a != b)
    if puzzle.unique_lines:
        for lines in (cells, columns):
            for one, other in combinations(lines, 2):
                built.add_bool_or([_differ(built, a, b) for a, b in zip(one, other, strict=True)])

    def read(values: Any) -> Solution:
        return Solution(tuple("".join(puzzle.symbols[int(values.boolean_value(x))] for x in row) for row in cells))

    return Model(built, [x for row in cells for x in row], read)


def _differ(model: Any, a: Any, b: Any) -> Any:
    """A Boolean that is true where `a` and `b` differ and only there; were it free, one board would be listed often."""
    differ = model.new_bool_var("")
    model.add(a != b).only_enforce_if(differ)
    model.add(a == b).only_enforce_if(differ.negated())
    return differ
