"""Pips as a model of CP-SAT.

One Boolean for each way to lay a domino, equal dominoes taken as one with a number; each cell is covered once, each
domino laid as often as it is there; the number on a cell is an integer, and the regions speak of these. It shares
nothing with the search but the puzzle, and so can judge it.

What is not here: OR-Tools, which is handed in, and the solving (`solver.cpsat`).
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

from solver.model import Model
from solver.pips.puzzle import MOST_PIPS, Cell, PipsPuzzle, PipsSolution


def model(puzzle: PipsPuzzle, cp_model: Any) -> Model:
    """The model of a board."""
    built = cp_model.CpModel()
    kinds = Counter((min(domino), max(domino)) for domino in puzzle.dominoes)
    ways: dict[tuple[tuple[int, int], tuple[Cell, Cell]], Any] = {}
    for kind in kinds:
        for here, there in puzzle.edges:
            ways[kind, (here, there)] = built.new_bool_var("")
            if kind[0] != kind[1]:
                ways[kind, (there, here)] = built.new_bool_var("")
    for kind, number in kinds.items():
        built.add(sum(x for (laid, _), x in ways.items() if laid == kind) == number)
    pips = {}
    for cell in puzzle.cells:
        built.add(sum(x for (_, place), x in ways.items() if cell in place) == 1)
        pips[cell] = built.new_int_var(0, MOST_PIPS, "")
        built.add(sum(kind[place.index(cell)] * x for (kind, place), x in ways.items() if cell in place) == pips[cell])
    for region in puzzle.regions:
        numbers = [pips[cell] for cell in region.cells]
        target = region.target or 0
        if region.type == "sum":
            built.add(sum(numbers) == target)
        elif region.type == "less":
            built.add(sum(numbers) < target)
        elif region.type == "greater":
            built.add(sum(numbers) > target)
        elif region.type == "unequal":
            built.add_all_different(numbers)
        elif region.type == "equals":
            for one, other in pairwise(numbers):
                built.add(one == other)

    def read(values: Any) -> PipsSolution:
        where: dict[tuple[int, int], list[tuple[Cell, Cell]]] = {kind: [] for kind in kinds}
        for (kind, place), x in ways.items():
            if values.boolean_value(x):
                where[kind].append(place)
        laid = [(a, b, where[min(a, b), max(a, b)].pop()) for a, b in puzzle.dominoes]
        return PipsSolution(puzzle, tuple(place if a <= b else (place[1], place[0]) for a, b, place in laid))

    return Model(built, list(ways.values()), read)
