"""What is read of a picture of Pips before it is a `PipsReading`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from solver.pips.puzzle import PipsPuzzle
from vision.games.pips.parts import Placed, Point, Tag, Tile
from vision.types import PipsReading

# A reading of less confidence has a warning, and one beside which others have so much of the probability: of 393
# without either all were right, of 208 others of 0.9 and more 202.
SURE, MOST_OTHERS = 0.99, 0.05
# Two of at least this confidence that say the same, from the picture at two scales, are so sure together: of 215 pairs
# 213 were right, of the two others one has another warning.
AGREED = 0.9


@dataclass(frozen=True, slots=True, eq=False)
class PipsDraft:
    """All that was read; the fields are those of `vision.types.PipsReading`, but for its warnings: what there is to
    `say`, and `doubts`, which are gone when the same is read again."""

    puzzle: PipsPuzzle
    confidence: float
    say: tuple[str, ...]
    doubts: tuple[str, ...]
    step: float
    origin: Point
    placed: tuple[Placed, ...]
    tray: tuple[Tile, ...]
    tags: Mapping[int, Tag]
    fills: Mapping[int, tuple[int, int, int]]

    @property
    def warnings(self) -> tuple[str, ...]:
        """A sentence for each thing that is doubtful."""
        return (*self.say, *self.doubts)

    def agreed(self, other: PipsDraft) -> PipsDraft | None:
        """What this and another reading of the picture say together; None where they differ or are no surer so."""
        alike = self.puzzle == other.puzzle and self.placed == other.placed
        if not alike or min(self.confidence, other.confidence) < AGREED:
            return None
        return replace(self, confidence=max(self.confidence, other.confidence, SURE), doubts=())

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
