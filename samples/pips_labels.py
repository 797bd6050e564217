"""What is true of labels of Pips; a module as `games.py` says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import solver
from samples.labels import PATIENCE
from solver import PipsPuzzle
from solver.errors import PuzzleError


def unlike(label: dict[str, Any], puzzle: PipsPuzzle) -> Iterator[str]:
    """Where tags and dominoes are not those of the puzzle."""
    tags = [region.tag for region in puzzle.regions if region.tag]
    if "tags" in label and Counter(tag["text"] for tag in label["tags"]) != Counter(tags):
        yield "the tags are not those of the puzzle"
    tiles, tray = label.get("tiles", ()), label.get("tray", ())
    if tiles and len(tiles) != len(tray):
        yield f"there are {len(tiles)} tiles for {len(tray)} dominoes in the tray"
    if "placed" in label and "tray" in label:
        lie = [pips for *_, pips in label["placed"]] + label["tray"] + label.get("held", [])
        if Counter(tuple(sorted(d)) for d in lie) != Counter(tuple(sorted(d)) for d in puzzle.dominoes):
            yield "the dominoes placed, in the tray and held are not those of the puzzle"


def unsolved(label: dict[str, Any], puzzle: PipsPuzzle) -> Iterator[str]:
    """Where the solution is none, or there is none."""
    if "solution" in label:
        places = tuple((tuple(a), tuple(b)) for a, b in label["solution"])
        try:
            broken = solver.PipsSolution(puzzle, places).broken()
        except PuzzleError as error:
            yield f"the solution is none: {error}"
            return
        if broken:
            yield "the solution breaks a rule"
    elif solver.solve(puzzle, time_limit=PATIENCE) is None:
        yield "the puzzle has no solution"
