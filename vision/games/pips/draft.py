"""What one attempt reads of a picture of Pips."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from vision.confidence import SURE
from vision.games.board import CERTAIN
from vision.types import PipsReading

# A reading that is less than certain has a warning, and one beside which others have so much of the probability: with
# 0.015 one of 440 worn pictures was silently wrong; one of 249 has a warning for it. Two sure ones of two networks that
# say the same are certain together, not those of one network at two scales: both took what was none for a cell.
MOST_OTHERS = 0.007
COUNTED = "hard to tell which places are cells of the board, or where its tags and dominoes are"
LITTLE_DOUBTFUL = "hard to tell what is a cell, a tag or a domino: many things on the board are a little doubtful"


@dataclass(frozen=True, slots=True, eq=False)
class PipsDraft:
    """`read`: what was read, with the warnings that stay; `certain`: whether it need not be read again; `cost`: what it
    costs that parts were taken otherwise than they look, so that the count comes out, which two that agree settle."""

    read: PipsReading
    certain: bool
    cost: float = 0.0

    @property
    def confidence(self) -> float:
        """The probability that all of it is right."""
        return self.read.confidence

    @property
    def warnings(self) -> tuple[str, ...]:
        """A sentence for each thing that is doubtful."""
        said = (COUNTED, self.cost > 0), (LITTLE_DOUBTFUL, not self.certain)
        return (*self.read.warnings, *(what for what, is_so in said if is_so))

    def agreed(self, other: PipsDraft) -> PipsDraft | None:
        """What this and another reading of the picture say together; None where they differ or are no surer so."""
        alike = self.read.puzzle == other.read.puzzle and self.read.placed == other.read.placed
        if not alike or min(self.confidence, other.confidence) < SURE:
            return None
        confidence = max(self.confidence, other.confidence, CERTAIN)
        warnings = tuple(dict.fromkeys((*other.read.warnings, *self.read.warnings)))
        return PipsDraft(replace(self.read, confidence=confidence, warnings=warnings), True)

    def reading(self, milliseconds: Mapping[str, float]) -> PipsReading:
        """What is said of the picture."""
        return replace(
            self.read, confidence=round(self.confidence, 3), warnings=self.warnings, milliseconds=milliseconds
        )
