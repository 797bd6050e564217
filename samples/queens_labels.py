"""What is true of labels of Queens; a module as `games.py` says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from samples.labels import unlike_counts
from solver import QueensPuzzle


def unlike(label: dict[str, Any], puzzle: QueensPuzzle) -> Iterator[str]:
    """Where regions have other names than the puzzle gives them."""
    if list(puzzle.regions) != label["puzzle"]["regions"]:
        yield "the regions are not named in the order of their first appearance"


def unsolved(label: dict[str, Any], puzzle: QueensPuzzle) -> Iterator[str]:
    """Where the puzzle has another number of solutions."""
    yield from unlike_counts(label, {"solutions": puzzle})
