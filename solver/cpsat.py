"""Solving Tango and Takuzu with OR-Tools' CP-SAT, the optional engine: the model of the field, for comparison.

One Boolean per cell; each row and column sums to half its length; no window of `max_run + 1` cells is all true or all
false; a marker makes two cells equal or different; and, with `unique_lines`, any two rows differ somewhere, and any
two columns.
It shares nothing with `binary/search.py` but the puzzle, and so can judge it.

What is not here: OR-Tools is imported when an engine is built and not before; without it, `MissingEngine` says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from time import perf_counter
from typing import Any

from solver.binary.puzzle import EMPTY, BinaryPuzzle, Solution
from solver.binary.search import VERDICTS, Classification, check_limit, check_time_limit
from solver.errors import MissingEngine, SearchTimeout


def first(puzzle: BinaryPuzzle, *, time_limit: float | None = None) -> Solution | None:
    """One solution, or None. Raises `MissingEngine`, or `SearchTimeout` after `time_limit` seconds."""
    return next(every(puzzle, time_limit=time_limit), None)


def every(puzzle: BinaryPuzzle, *, time_limit: float | None = None) -> Iterator[Solution]:
    """Every solution once, found as they are asked for: after each, the model is told not to find it again.

    Raises `MissingEngine`, or `SearchTimeout` after `time_limit` seconds in all.
    """
    check_time_limit(time_limit)
    deadline = None if time_limit is None else perf_counter() + time_limit
    cp_model = _import()
    model, cells = _model(puzzle, cp_model)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1  # for these small models more workers cost more than they bring
    n = puzzle.size
    while True:
        if deadline is not None:
            solver.parameters.max_time_in_seconds = max(deadline - perf_counter(), 0.0)
        status = solver.solve(model)
        if status == cp_model.INFEASIBLE:
            return
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            raise SearchTimeout("the time limit passed before CP-SAT was done")
        values = [[int(solver.boolean_value(x)) for x in row] for row in cells]
        yield Solution(tuple("".join(puzzle.symbols[value] for value in row) for row in values))
        model.add_bool_or([x.negated() if values[r][c] else x for r in range(n) for c, x in enumerate(cells[r])])


def count(puzzle: BinaryPuzzle, limit: int | None = None, *, time_limit: float | None = None) -> int:
    """How many solutions there are, or `limit` if there are at least that many; they are listed one by one."""
    check_limit(limit)
    found = 0
    try:
        for _ in every(puzzle, time_limit=time_limit):
            found += 1
            if found == limit:
                break
    except SearchTimeout as late:
        raise SearchTimeout(str(late), found) from None
    return found


def classify(puzzle: BinaryPuzzle, *, time_limit: float | None = None) -> Classification:
    """The verdict with its witnesses, as `search.classify`."""
    witnesses: list[Solution] = []
    try:
        for solution in every(puzzle, time_limit=time_limit):
            witnesses.append(solution)
            if len(witnesses) == 2:
                break
    except SearchTimeout as late:
        raise SearchTimeout(str(late), tuple(witnesses)) from None
    return Classification(VERDICTS[len(witnesses)], tuple(witnesses))


def verdict(puzzle: BinaryPuzzle, *, time_limit: float | None = None) -> str:
    """`"unique"`, `"multiple"` or `"none"`."""
    return classify(puzzle, time_limit=time_limit).verdict


def _import() -> Any:
    try:
        from ortools.sat.python import cp_model
    except ImportError:
        raise MissingEngine("the engine cp-sat needs OR-Tools: pip install '.[cpsat]'") from None
    return cp_model


def _model(puzzle: BinaryPuzzle, cp_model: Any) -> tuple[Any, list[list[Any]]]:
    """The model, and its Booleans as rows of cells; true is the game's second symbol."""
    n = puzzle.size
    model = cp_model.CpModel()
    cells = [[model.new_bool_var("") for _ in range(n)] for _ in range(n)]
    columns = [list(column) for column in zip(*cells, strict=True)]
    for r, row in enumerate(puzzle.cells):
        for c, symbol in enumerate(row):
            if symbol != EMPTY:
                model.add(cells[r][c] == puzzle.symbols.index(symbol))
    for line in cells + columns:
        model.add(sum(line) == n // 2)
        for start in range(n - puzzle.max_run):
            window = line[start : start + puzzle.max_run + 1]
            model.add_bool_or(window)
            model.add_bool_or([x.negated() for x in window])
    right = [(m, cells[r][c], cells[r][c + 1]) for r, row in enumerate(puzzle.h) for c, m in enumerate(row)]
    below = [(m, cells[r][c], cells[r + 1][c]) for r, row in enumerate(puzzle.v) for c, m in enumerate(row)]
    for marker, a, b in right + below:
        if marker == "=":
            model.add(a == b)
        elif marker == "x":
            model.add(a != b)
    if puzzle.unique_lines:
        for lines in (cells, columns):
            for one, other in combinations(lines, 2):
                model.add_bool_or([_differ(model, a, b) for a, b in zip(one, other, strict=True)])
    return model, cells


def _differ(model: Any, a: Any, b: Any) -> Any:
    """A Boolean that may be true only where `a` and `b` differ."""
    differ = model.new_bool_var("")
    model.add(a != b).only_enforce_if(differ)
    return differ
