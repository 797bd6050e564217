"""Solving every puzzle with OR-Tools' CP-SAT, the optional engine, for comparison: the models are the games' own.

What is not here: OR-Tools is imported when an engine is built and not before; without it, `MissingEngine` says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter
from typing import Any

from solver import games
from solver.errors import MissingEngine, SearchTimeout
from solver.verdicts import VERDICTS, Classification, check_limit, check_time_limit


def first(puzzle: Any, *, time_limit: float | None = None) -> Any:
    """One solution, a Solution of its game, or None.

    Raises `MissingEngine`, or `SearchTimeout` after `time_limit` seconds.
    """
    return next(every(puzzle, time_limit=time_limit), None)


def every(puzzle: Any, *, time_limit: float | None = None) -> Iterator[Any]:
    """Every solution once, found as they are asked for: after each, the model is told not to find it again.

    Raises `MissingEngine`, or `SearchTimeout` after `time_limit` seconds in all.
    """
    check_time_limit(time_limit)
    return _one_by_one(puzzle, _import(), time_limit)


def _one_by_one(puzzle: Any, cp_model: Any, time_limit: float | None) -> Iterator[Any]:
    deadline = None if time_limit is None else perf_counter() + time_limit
    asked = games.of_puzzle(puzzle).model(puzzle, cp_model)
    while True:
        solver = _solver(cp_model, None if deadline is None else max(deadline - perf_counter(), 0.0))
        status = solver.solve(asked.model)
        if status == cp_model.INFEASIBLE:
            return
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            raise SearchTimeout("the time limit passed before CP-SAT was done")
        yield asked.read(solver)
        asked.model.add_bool_or([x.negated() if solver.boolean_value(x) else x for x in asked.choices])


def count(puzzle: Any, limit: int | None = None, *, time_limit: float | None = None) -> int:
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


def classify(puzzle: Any, *, time_limit: float | None = None) -> Classification[Any]:
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


def verdict(puzzle: Any, *, time_limit: float | None = None) -> str:
    """`"unique"`, `"multiple"` or `"none"`."""
    return classify(puzzle, time_limit=time_limit).verdict


def _list(puzzle: Any, another: Callable[[Any], bool], time_limit: float | None) -> None:
    """Give every solution to `another`, in one run of CP-SAT, until it says that no more are wanted."""
    check_time_limit(time_limit)
    cp_model = _import()
    asked = games.of_puzzle(puzzle).model(puzzle, cp_model)
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
