"""What a reading of Pips is made of: tiles of the tray, dominoes on the board, tags. Values, and nothing that reads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from solver.pips.puzzle import PipsPuzzle

Cell = tuple[int, int]
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Tile:
    """A domino in the tray, as it is drawn.

    `values`: pips of the left half and the right half, or of the upper and the lower one of an upright tile; 0..6.
    `center`: `(x, y)` and `size`: `(width, height)`, in pixels of the image as given.
    """

    values: tuple[int, int]
    center: Point
    size: Point
    upright: bool


@dataclass(frozen=True, slots=True)
class Placed:
    """A domino on the board: `domino[0]` pips lie on `cells[0]`, `domino[1]` on `cells[1]`."""

    domino: tuple[int, int]
    cells: tuple[Cell, Cell]


@dataclass(frozen=True, slots=True)
class Tag:
    """The diamond of a region and what was read in it.

    `text` and `runner_up`: `7`, `>10`, `<3`, `=`, `≠`; the runner-up is empty where nothing else comes near.
    `confidence`: 0..1, how far the two lie apart. `center`: `(x, y)` in pixels of the image as given.
    """

    center: Point
    text: str
    runner_up: str
    confidence: float


@dataclass(frozen=True, slots=True, eq=False)
class PipsDraft:
    """All that was read; the fields are those of `vision.types.PipsReading`."""

    puzzle: PipsPuzzle
    confidence: float
    warnings: tuple[str, ...]
    step: float
    origin: Point
    placed: tuple[Placed, ...]
    tray: tuple[Tile, ...]
    tags: Mapping[int, Tag]
    fills: Mapping[int, tuple[int, int, int]]
    look: str = ""

    def says_as(self, other: PipsDraft) -> bool:
        """Whether cells, dominoes and what tags say are the same, wherever the board begins in its lattice."""
        return _said(self.puzzle) == _said(other.puzzle)


def _said(puzzle: PipsPuzzle) -> tuple[object, ...]:
    """What two readings of one board have in common."""
    top, left = min(r for r, _ in puzzle.cells), min(c for _, c in puzzle.cells)
    moved = {(r, c): (r - top, c - left) for r, c in puzzle.cells}
    tags = sorted(region.tag for region in puzzle.regions if region.tag)
    return frozenset(moved.values()), tags, sorted(tuple(sorted(domino)) for domino in puzzle.dominoes)
