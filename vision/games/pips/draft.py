"""What is read of a picture of Pips before it is a `PipsReading`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from solver.pips.puzzle import PipsPuzzle
from vision.games.pips.parts import Placed, Point, Tag, Tile
from vision.types import PipsReading


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

    def reading(self, milliseconds: Mapping[str, float]) -> PipsReading:
        """What is said of the picture."""
        return PipsReading(
            game="pips",
            puzzle=self.puzzle,
            confidence=round(self.confidence, 3),
            warnings=self.warnings,
            milliseconds=milliseconds,
            step=self.step,
            origin=self.origin,
            placed=self.placed,
            tray=self.tray,
            tags=self.tags,
            fills=self.fills,
        )
