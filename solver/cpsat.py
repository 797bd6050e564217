"""Solving every puzzle with OR-Tools' CP-SAT, the optional engine: the models of the field, for comparison.

Tango and Takuzu: one Boolean per cell; each row and column sums to half its length; no window of `max_run + 1` cells is
all true or all false; a marker makes two cells equal or different; and, with `unique_lines`, any two rows differ
somewhere, and any two columns.

Pips: one Boolean for each way to lay a domino, equal dominoes taken as one with a number; each cell is covered once,
each domino laid as often as it is there; the number on a cell is an integer, and the regions speak of these.

It shares nothing with the searches but the puzzles, and so can judge them.

What is not here: OR-Tools is imported when an engine is built and not before; without it, `MissingEngine` says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise
from time import perf_counter
from typing import Any, Generic, TypeAlias, TypeVar

from solver.binary.puzzle import EMPTY, BinaryPuzzle, Solution
from solver.errors import MissingEngine, SearchTimeout
from solver.pips.puzzle import MOST_PIPS, Cell, PipsPuzzle, PipsSolution
from solver.verdicts import VERDICTS, Classification, check_limit, check_time_limit

Puzzle: TypeAlias = BinaryPuzzle | PipsPuzzle
Found = TypeVar("Found", Solution, PipsSolution)


def first(puzzle: Puzzle, *, time_limit: float | None = None) -> Any:
    """One solution, a `Solution` or `PipsSolution`, or None.

    Raises `MissingEngine`, or `SearchTimeout` after `time_limit` seconds.
    """
    return next(every(puzzle, time_limit=time_limit), None)


def every(puzzle: Puzzle, *, time_limit: float | None = None) -> Iterator[Any]:
    """Every solution once, found as they are asked for: after each, the model is told not to find it again.

    Raises `MissingEngine`, or `SearchTimeout` after `time_limit` seconds in all.
    """
    check_time_limit(time_limit)
    return _one_by_one(puzzle, _import(), time_limit)


def _one_by_one(puzzle: Puzzle, cp_model: Any, time_limit: float | None) -> Iterator[Any]:
    deadline = None if time_limit is None else perf_counter() + time_limit
    asked = _model(puzzle, cp_model)
    while True:
        solver = _solver(cp_model, None if deadline is None else max(deadline - perf_counter(), 0.0))
        status = solver.solve(asked.model)
        if status == cp_model.INFEASIBLE:
            return
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            raise SearchTimeout("the time limit passed before CP-SAT was done")
        yield asked.read(solver)
        asked.model.add_bool_or([x.negated() if solver.boolean_value(x) else x for x in asked.choices])


def count(puzzle: Puzzle, limit: int | None = None, *, time_limit: float | None = None) -> int:
    """How many solutions there are, or `limit` if there are at least that many; CP-SAT lists them."""
    check_limit(limit)
    found = 0

    def another(_: Any) -> bool:
        nonlocal found
        found += 1
        return found != limit

    try:
        _list(puzzle, another, time_limit)
    except SearchTimeout as late:
        raise SearchTimeout(str(late), found) from None
    return found


def classify(puzzle: Puzzle, *, time_limit: float | None = None) -> Classification[Any]:
    """The verdict with its witnesses, as `search.classify`."""
    witnesses: list[Any] = []

    def another(solution: Any) -> bool:
        witnesses.append(solution)
        return len(witnesses) < 2

    try:
        _list(puzzle, another, time_limit)
    except SearchTimeout as late:
        raise SearchTimeout(str(late), tuple(witnesses)) from None
    return Classification(VERDICTS[len(witnesses)], tuple(witnesses))


def verdict(puzzle: Puzzle, *, time_limit: float | None = None) -> str:
    """`"unique"`, `"multiple"` or `"none"`."""
    return classify(puzzle, time_limit=time_limit).verdict


def _list(puzzle: Puzzle, another: Callable[[Any], bool], time_limit: float | None) -> None:
    """Give every solution to `another`, in one run of CP-SAT, until it says that no more are wanted."""
    check_time_limit(time_limit)
    cp_model = _import()
    asked = _model(puzzle, cp_model)
    wanted = True

    callback: Any = cp_model.CpSolverSolutionCallback

    class Listener(callback):  # type: ignore[misc]  # its base is known only now
        """Called by CP-SAT with each solution."""

        def on_solution_callback(self) -> None:
            nonlocal wanted
            if wanted:  # it may come once more after it was stopped
                wanted = another(asked.read(self))
                if not wanted:
                    self.stop_search()

    solver = _solver(cp_model, time_limit)
    solver.parameters.enumerate_all_solutions = True
    status = solver.solve(asked.model, Listener())
    if wanted and status not in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
        raise SearchTimeout("the time limit passed before CP-SAT was done")


def _solver(cp_model: Any, time_limit: float | None) -> Any:
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1  # on models as small as these more workers cost more than they bring
    if time_limit is not None:
        solver.parameters.max_time_in_seconds = time_limit
    return solver


def _import() -> Any:
    try:
        from ortools.sat.python import cp_model
    except ImportError:
        raise MissingEngine("the engine cp-sat needs OR-Tools: pip install '.[cpsat]'") from None
    return cp_model


@dataclass(frozen=True, slots=True)
class _Model(Generic[Found]):
    """A puzzle as CP-SAT takes it: `choices` are the Booleans that make a solution, `read` what their values mean."""

    model: Any
    choices: list[Any]
    read: Callable[[Any], Found]


def _model(puzzle: Puzzle, cp_model: Any) -> _Model[Any]:
    return _pips_model(puzzle, cp_model) if isinstance(puzzle, PipsPuzzle) else _binary_model(puzzle, cp_model)


def _binary_model(puzzle: BinaryPuzzle, cp_model: Any) -> _Model[Solution]:
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

    def read(values: Any) -> Solution:
        return Solution(tuple("".join(puzzle.symbols[int(values.boolean_value(x))] for x in row) for row in cells))

    return _Model(model, [x for row in cells for x in row], read)


def _pips_model(puzzle: PipsPuzzle, cp_model: Any) -> _Model[PipsSolution]:
    model = cp_model.CpModel()
    kinds = Counter((min(domino), max(domino)) for domino in puzzle.dominoes)
    ways: dict[tuple[tuple[int, int], tuple[Cell, Cell]], Any] = {}
    for kind in kinds:
        for here, there in puzzle.edges:
            ways[kind, (here, there)] = model.new_bool_var("")
            if kind[0] != kind[1]:
                ways[kind, (there, here)] = model.new_bool_var("")
    for kind, number in kinds.items():
        model.add(sum(x for (laid, _), x in ways.items() if laid == kind) == number)
    pips = {}
    for cell in puzzle.cells:
        model.add(sum(x for (_, place), x in ways.items() if cell in place) == 1)
        pips[cell] = model.new_int_var(0, MOST_PIPS, "")
        model.add(sum(kind[place.index(cell)] * x for (kind, place), x in ways.items() if cell in place) == pips[cell])
    for region in puzzle.regions:
        numbers = [pips[cell] for cell in region.cells]
        target = region.target or 0
        if region.type == "sum":
            model.add(sum(numbers) == target)
        elif region.type == "less":
            model.add(sum(numbers) < target)
        elif region.type == "greater":
            model.add(sum(numbers) > target)
        elif region.type == "unequal":
            model.add_all_different(numbers)
        elif region.type == "equals":
            for one, other in pairwise(numbers):
                model.add(one == other)

    def read(values: Any) -> PipsSolution:
        where: dict[tuple[int, int], list[tuple[Cell, Cell]]] = {kind: [] for kind in kinds}
        for (kind, place), x in ways.items():
            if values.boolean_value(x):
                where[kind].append(place)
        laid = [(a, b, where[min(a, b), max(a, b)].pop()) for a, b in puzzle.dominoes]
        return PipsSolution(puzzle, tuple(place if a <= b else (place[1], place[0]) for a, b, place in laid))

    return _Model(model, list(ways.values()), read)


def _differ(model: Any, a: Any, b: Any) -> Any:
    """A Boolean that is true where `a` and `b` differ and only there; were it free, one board would be listed often."""
    differ = model.new_bool_var("")
    model.add(a != b).only_enforce_if(differ)
    model.add(a == b).only_enforce_if(differ.negated())
    return differ
