"""What one attempt reads of a picture of Pips."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from vision.types import PipsReading

# A reading of less confidence has a warning, and one beside which others have so much of the probability: 458 readings
# without any were all right.
SURE, MOST_OTHERS = 0.99, 0.05
# Two of at least this confidence that say the same, from the picture at two scales, are so sure together: of 215 pairs
# 213 were right, of the two others one has another warning.
AGREED = 0.9


@dataclass(frozen=True, slots=True, eq=False)
class PipsDraft:
    """`read`: what was read, with the warnings that stay; `doubts`: those that are gone when the same is read again."""

    read: PipsReading
    doubts: tuple[str, ...]

    @property
    def confidence(self) -> float:
        """The probability that all of it is right."""
        return self.read.confidence

    @property
    def warnings(self) -> tuple[str, ...]:
        """A sentence for each thing that is doubtful."""
        return (*self.read.warnings, *self.doubts)

    def agreed(self, other: PipsDraft) -> PipsDraft | None:
        """What this and another reading of the picture say together; None where they differ or are no surer so."""
        alike = self.read.puzzle == other.read.puzzle and self.read.placed == other.read.placed
        if not alike or min(self.confidence, other.confidence) < AGREED:
            return None
        return PipsDraft(replace(self.read, confidence=max(self.confidence, other.confidence, SURE)), ())

    def reading(self, milliseconds: Mapping[str, float]) -> PipsReading:
        """What is said of the picture."""
        return replace(
            self.read,
            confidence=round(self.confidence, 3),
            warnings=self.warnings,
            milliseconds=milliseconds,
        )
