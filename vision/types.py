"""What vision answers: a `Reading` of one picture, a `GridReading`, a `QueensReading` or a `PipsReading`.

How that is found is `reading.py`'s business.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from solver.binary.puzzle import BinaryPuzzle
from vision.lattice import Lattice

if TYPE_CHECKING:
    from solver import Puzzle
    from solver.pips.puzzle import PipsPuzzle
    from solver.queens.puzzle import QueensPuzzle
    from vision.games.pips.parts import Placed, Tag, Tile

Cell = tuple[int, int]

# Patches of less confidence are said to be hard to read.
HARD = 0.5


@dataclass(frozen=True, slots=True)
class Patch:
    """One small place of the board and what it was taken for.

    `value` and `runner_up`: `S`/`M`/`.` (Takuzu: `0`/`1`/`.`) for a cell, `=`/`x`/`.` for a marker. `confidence`:
    0..1, how far the two lie apart (0: could be either).
    """

    value: str
    runner_up: str
    confidence: float


@dataclass(frozen=True, eq=False, kw_only=True)
class Reading(ABC):
    """What vision says an image shows, whatever the game; a `SquareReading` or a `PipsReading`.

    `puzzle`: all that is on the board, whoever put it there. `confidence`: 0..1, of the whole reading. `warnings`: a
    sentence each. `milliseconds`: time spent per stage, `decode` and `read`.
    """

    game: str
    puzzle: Puzzle
    confidence: float
    warnings: tuple[str, ...]
    milliseconds: Mapping[str, float]

    @property
    @abstractmethod
    def cells(self) -> Mapping[Cell, tuple[float, float]]:
        """Centre `(x, y)` of every cell, in pixels of the image as given."""

    @property
    @abstractmethod
    def bbox(self) -> tuple[float, float, float, float]:
        """`(x_min, y_min, x_max, y_max)` of the cells, in pixels of the image as given."""


@dataclass(frozen=True, eq=False, kw_only=True)
class SquareReading(Reading):
    """A board of square cells, as many rows as columns: a `GridReading` or a `QueensReading`.

    `clues`: the cells the puzzle gave, where the look tells them apart; None where it does not, or has none.
    `cell_patches[(r, c)]`, `h_patches[(r, c)]` (between (r, c) and (r, c+1)), `v_patches[(r, c)]` (between (r, c) and
    (r+1, c)): how each place was read.
    """

    lattice: Lattice
    clues: frozenset[Cell] | None = None
    cell_patches: Mapping[Cell, Patch]
    h_patches: Mapping[Cell, Patch]
    v_patches: Mapping[Cell, Patch]

    @cached_property
    def cells(self) -> dict[Cell, tuple[float, float]]:
        """Centre `(x, y)` of every cell, row by row."""
        grid = self.lattice
        return {(r, c): grid.center(r, c) for r in range(grid.rows) for c in range(grid.columns)}

    @property
    def bbox(self) -> tuple[float, float, float, float]:
        return self.lattice.bbox


@dataclass(frozen=True, eq=False, kw_only=True)
class QueensReading(SquareReading):
    """A board of Queens: its regions, and every crown and cross on it.

    Cells were read as `Q`, `x` or `.`, edges as `|`, where two regions meet, or `.`.
    """

    puzzle: QueensPuzzle


@dataclass(frozen=True, eq=False, kw_only=True)
class GridReading(SquareReading):
    """A board of Tango or Takuzu.

    `puzzle`: every symbol on the board, clues and entries alike. `look`: the name of the learnt look that read it; ""
    where none was needed.
    """

    look: str = ""
    puzzle: BinaryPuzzle


@dataclass(frozen=True, eq=False, kw_only=True)
class PipsReading(Reading):
    """A board of Pips and its tray.

    `puzzle.dominoes`: those in the tray, then those on the board. `step`: pixels per cell; `origin`: `(x, y)` of the
    upper left corner of cell (0, 0), which need not be on the board. `placed`: the dominoes on the board, `tray`: the
    others, in reading order as drawn. `tags`: by the index of the region in `puzzle.regions`; regions of type `empty`
    have none. `fills`: the colour `(blue, green, red)` of each region's bare cells, or of the halves on it where it is
    all covered.
    """

    puzzle: PipsPuzzle
    step: float
    origin: tuple[float, float]
    placed: tuple[Placed, ...]
    tray: tuple[Tile, ...]
    tags: Mapping[int, Tag]
    fills: Mapping[int, tuple[int, int, int]]

    @cached_property
    def cells(self) -> dict[Cell, tuple[float, float]]:
        """Centre `(x, y)` of every cell of the board, region by region."""
        (x, y), step = self.origin, self.step
        return {
            (r, c): (x + (c + 0.5) * step, y + (r + 0.5) * step)
            for region in self.puzzle.regions
            for r, c in region.cells
        }

    @cached_property
    def bbox(self) -> tuple[float, float, float, float]:
        centers, half = list(self.cells.values()), self.step / 2
        across, down = [x for x, _ in centers], [y for _, y in centers]
        return min(across) - half, min(down) - half, max(across) + half, max(down) + half
