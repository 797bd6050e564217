"""Proposals of lattices in a picture, the cheapest and likeliest first.

First squares of cells whose sides are plain to see, and what the learned finder sees; then that of pages at an angle.
What was proposed does not come again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain, islice

import cv2
import numpy as np

from vision.imgproc import Colours, margin
from vision.lattice import BEYOND_DOUBT, Lattice
from vision.locate.edges import SMALLEST_STEP, Page, whole_factor
from vision.locate.finder import boards_found
from vision.locate.frames import Flat, flattened
from vision.locate.scans import COARSE_PIXELS, in_pixels, refined, scans
from vision.locate.signs import boards_of_signs

# No more proposals are made of a picture, nor of one scan or look.
MOST, MOST_OTHERS = 12, 2


@dataclass(frozen=True, slots=True, eq=False)
class Proposal:
    """A lattice where a board may be, `how` it was found, and the `flat` page it lies in, where it is not level."""

    lattice: Lattice
    how: str
    flat: Flat | None = None

    def picture(self, bgr: Colours) -> Colours:
        """The picture in which the lattice lies, of the one it was found in."""
        return bgr if self.flat is None else self.flat.colours

    @property
    def placed(self) -> Lattice:
        """The lattice in pixels of the picture it was found in."""
        return self.lattice if self.flat is None else self.flat.in_picture(self.lattice)


def shrink(lattice: Lattice, top: float, left: float, size: int) -> Lattice:
    """The square of so many cells of a lattice that begins at a row and a column; the others go on beyond it."""
    x, y = lattice.x + left * lattice.step_x, lattice.y + top * lattice.step_y
    return replace(lattice, x=x, y=y, rows=size, columns=size, goes_on=True)


def proposals(bgr: Colours, page: Page) -> Iterator[list[Proposal]]:
    """Lattices where a board may be in a picture (H, W, 3), a list for each scan of it, the cheapest and likeliest
    first; `page`: it in grey. Who has found a board need not ask for the next list."""
    if min(page.grey.shape) < 4 * SMALLEST_STEP:
        return  # no board fits there
    seen: list[Lattice] = []
    for some in _every(bgr, page):
        new: list[Proposal] = []
        for proposal in some:
            if len(seen) < MOST and not any(proposal.placed.is_about(other) for other in seen):
                seen.append(proposal.placed)
                new.append(proposal)
        if new:
            yield new
        if len(seen) == MOST:
            return


def beside(page: Page, board: Lattice) -> list[Lattice]:
    """Lattices that a coarse scan sees beside a board that was found."""
    (x0, y0, x1, y1), (height, width) = board.bbox, page.grey.shape
    factor = whole_factor(page.grey, COARSE_PIXELS)
    if max(x0, y0, width - x1, height - y1) < 4 * SMALLEST_STEP * factor:
        return []  # no board fits there
    small = page.reduced(factor).copy()
    margin = board.step_x / 4
    left, top = (max(0, int((value - margin) / factor)) for value in (x0, y0))
    right, bottom = (round((value + margin) / factor) for value in (x1, y1))
    small[top:bottom, left:right] = small[min(bottom, len(small) - 1), min(right, small.shape[1] - 1)]
    found = next(scans(Page(small)), [])
    return [refined(page, in_pixels(one, factor)) for one in found]


def _bold(page: Page) -> Page:
    """A page without what is faint beside its darkest lines, or its brightest, as squared paper under a grid is."""
    low, middle, high = np.percentile(page.grey[::4, ::4], (1, 50, 99))
    cut, end = (np.minimum, low) if middle - low > high - middle else (np.maximum, high)
    return Page(cut(page.grey, np.uint8((middle + end) / 2)))


def _every(bgr: Colours, page: Page) -> Iterator[list[Proposal]]:
    """All proposals, those that come again as well, likely ones first."""
    found: list[Proposal] = []
    learned = boards_found(bgr)
    level = False  # where cells are beyond doubt the page rather is
    for some in scans(page):
        level |= any(one.presence > BEYOND_DOUBT for one in some)
        plain = [Proposal(refined(page, one), "plain") for one in some[:MOST_OTHERS]]
        yield plain
        raw = [Proposal(one.lattice, "ends" if one.ends else "finder") for one in islice(learned, MOST_OTHERS)]
        seen = [replace(one, lattice=refined(page, one.lattice)) for one in raw]
        yield seen
        yield raw  # edges of symbols may have pulled at the lines
        found += plain + seen
    for flat in flattened(bgr, page):
        grey = Page(np.asarray(cv2.cvtColor(flat.colours, cv2.COLOR_BGR2GRAY), np.uint8))
        learned_there = (one.lattice for one in ([] if level else boards_found(flat.colours)))
        there = chain(chain.from_iterable(scans(grey)), learned_there)
        at_angle = (Proposal(one, "angle", flat) for one in islice(there, MOST_OTHERS))
        # Beyond the picture a flat page goes on as it ends: the middles of all cells are to be in the picture.
        yield [one for one in at_angle if margin(bgr, *one.placed.bbox) > -one.placed.step_x / 2]
    bold = _bold(page)
    yield [Proposal(refined(bold, one), "bold") for one in islice(chain.from_iterable(scans(bold)), 1)]
    for one in islice(boards_of_signs(bgr, page), MOST_OTHERS):
        yield [Proposal(refined(page, one), "signs")]
    # Stones and discs may lie where lines cross.
    yield [Proposal(shrink(one.lattice, -0.5, -0.5, one.lattice.rows + 1), "crossings") for one in found]
