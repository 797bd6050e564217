"""The colours of a board's cells, and what they say of cells without constraint: are their tags only hidden?"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.games.pips.verify import PLAIN, Labels

# Cells without constraint have one fill; of the largest difference between any two fills, and least levels.
ONE_GROUND, ONE_FILL = (0.15, 14.0), (0.05, 4.0)
# Cells are free that are lighter than all regions with tags, by more than this part of what these differ among
# themselves, if those are so many. Measured: of the newspaper's free cells 0.25 and more, of its regions up to 0.05.
LEAST_TAGGED, OF_RANGE = 3, 0.2


class Fills:
    """The colours of cells. `colours`: blue, green, red of each; `bare`: whether no domino lies there."""

    def __init__(self, colours: Sequence[tuple[int, int, int]], bare: Sequence[bool]) -> None:
        self.colours = np.array(colours, float)
        self.bare = np.array(bare)

    def of(self, cells: list[int]) -> tuple[int, int, int]:
        """The colour of these cells: of those that are bare, or of the halves on them."""
        bare = [k for k in cells if self.bare[k]] or cells
        b, g, r = np.median(self.colours[bare], axis=0).round().astype(int).tolist()
        return b, g, r

    def untagged(self, labels: Labels) -> int | None:
        """A cell without constraint that is bare and does not look like one: all of those are of one colour, which no
        region with a tag has. None where all do."""
        by_region = np.array(labels)
        plain = np.flatnonzero((by_region == PLAIN) & self.bare)
        tagged = [
            np.median(self.colours[some], axis=0)
            for number in range(by_region.max() + 1)
            if len(some := np.flatnonzero((by_region == number) & self.bare))
        ]
        if not len(plain) or len({tuple((one / 12).round()) for one in tagged}) <= 2:
            return None
        contrast = max(float(np.ptp(tagged, axis=0).max()), 20.0)
        apart = float(np.ptp(self.colours[plain], axis=0).max())
        nearest = np.abs(self.colours[plain][:, None] - np.array(tagged)[None]).max(axis=2).min(axis=1)
        one_ground = apart <= max(ONE_GROUND[0] * contrast, ONE_GROUND[1])
        unlike = nearest.min() >= min(ONE_FILL[0] * contrast, ONE_FILL[1])
        return None if one_ground and unlike else int(plain[nearest.argmin()])

    def maybe_hidden(self, labels: Labels) -> list[int]:
        """The cells without constraint, unless their colour says that they are free: they are bare, of one colour, and
        lighter than all regions with tags."""
        by_region = np.array(labels)
        plain = by_region == PLAIN
        lightness = self.colours.mean(axis=1)
        tagged = [
            float(np.median(lightness[some]))
            for number in range(by_region.max() + 1)
            if (some := (by_region == number) & self.bare).any()
        ]
        free = lightness[plain]
        if not plain.any() or len(tagged) < LEAST_TAGGED or not self.bare[plain].all():
            return np.flatnonzero(plain).tolist()
        apart = float(free.min()) - max(tagged)
        is_free = apart > OF_RANGE * (max(tagged) - min(tagged)) and np.ptp(free) < apart
        return [] if is_free else np.flatnonzero(plain).tolist()
