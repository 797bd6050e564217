"""What is true of labels of Tango and Takuzu; a module as `games.py` says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from samples.labels import unlike_counts
from solver import BinaryPuzzle


def unlike(label: dict[str, Any], puzzle: BinaryPuzzle) -> Iterator[str]:
    """Where markers and clues are not those of the puzzle."""
    if "markers" in label:
        grids = {"h": puzzle.h, "v": puzzle.v}
        wanted = {(k, r, c, s) for k, g in grids.items() for r, row in enumerate(g) for c, s in enumerate(row)}
        wanted = {one for one in wanted if one[3] != "."}
        if {(*marker["at"], marker["text"]) for marker in label["markers"]} != wanted:
            yield "the markers are not those of the puzzle"
    lost = [(r, c) for r, c in label.get("clues", ()) if max(r, c) >= puzzle.size or puzzle.cells[r][c] == "."]
    if lost:
        yield f"clue {lost[0]} is no cell with a symbol"


def unsolved(label: dict[str, Any], puzzle: BinaryPuzzle) -> Iterator[str]:
    """Where the puzzle has another number of solutions, with and without the rule of unlike lines."""
    both = dict.fromkeys(("solutions", "solutions_unique_lines"), puzzle)
    if puzzle.game == "takuzu":
        rules = {"solutions": False, "solutions_unique_lines": True}
        both = {key: puzzle.variant(unique_lines=said) for key, said in rules.items() if key in label}
    yield from unlike_counts(label, both)
