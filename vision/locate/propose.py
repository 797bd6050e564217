"""Proposals of lattices in a picture, the cheapest and likeliest first.

First the best window of each scan, then the other windows of those scans, then what is found at more cost: cells that
are not square, boards in colour, signs without lines, pages at an angle. What was proposed does not come again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

import cv2
import numpy as np

from vision.imgproc import Colours
from vision.lattice import BEYOND_DOUBT, PLAIN, Lattice
from vision.locate.edges import SMALLEST_STEP, Page, whole_factor
from vision.locate.frames import Flat, flattened, framed, frames
from vision.locate.scans import COARSE_PIXELS, Scan, in_pixels, refined, scans, stretched
from vision.locate.signs import boards_of_signs

# No more proposals are made of a picture, nor of the windows of one scan beside its best.
MOST, MOST_OTHERS = 8, 2


@dataclass(frozen=True, slots=True, eq=False)
class Proposal:
    """A lattice where a board may be, `how` it was found, and the `flat` page it lies in, where it is not level."""

    lattice: Lattice
    how: str
    flat: Flat | None = None

    def picture(self, bgr: Colours) -> Colours:
        """The picture in which the lattice lies, of the one it was found in."""
        return bgr if self.flat is None else self.flat.colours(bgr)

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
            if proposal.flat is None and proposal.how not in ("frame", "bold"):
                proposal = replace(proposal, lattice=refined(page, proposal.lattice))
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
    return [refined(page, in_pixels(scan.first, factor)) for scan in found if scan.first.presence > PLAIN]


def _bold(page: Page) -> Page:
    """A page without what is faint beside its darkest lines, or its brightest, as squared paper under a grid is."""
    low, middle, high = np.percentile(page.grey[::4, ::4], (1, 50, 99))
    cut, end = (np.minimum, low) if middle - low > high - middle else (np.maximum, high)
    return Page(cut(page.grey, np.uint8((middle + end) / 2)))


def _every(bgr: Colours, page: Page) -> Iterator[list[Proposal]]:
    """All proposals, those that come again as well."""
    found: list[Scan] = []
    for some in scans(page):
        fresh = [scan for scan in some if not any(scan.first.is_about(other.first) for other in found)][:MOST_OTHERS]
        found += fresh
        yield [Proposal(scan.first, scan.how) for scan in fresh]
    level, askew = frames(page)
    for flat in flattened(page, askew):
        for some in islice(scans(Page(flat.grey)), 2):
            yield [Proposal(scan.first, "angle", flat) for scan in some[:1]]
    if found:
        best = max(found, key=lambda scan: scan.first.likelihood)
        for one in islice(best.others, MOST_OTHERS):
            yield [Proposal(one, best.how + "+")]
    bold = _bold(page)
    yield [Proposal(refined(bold, scan.first), "bold") for some in islice(scans(bold), 1) for scan in some[:1]]
    for lattice in framed(page, level):
        yield [Proposal(one, "frame") for one in (refined(page, lattice), lattice)]  # there need not be lines in it
    for lattice in islice(boards_of_signs(bgr, page), MOST_OTHERS):
        yield [Proposal(lattice, "signs")]
    if not any(scan.first.presence > BEYOND_DOUBT for scan in found):
        for scan in stretched(page):
            yield [Proposal(scan.first, scan.how)]
    for one in (scan.first for scan in found[:MOST_OTHERS]):  # stones and discs may lie where lines cross
        yield [Proposal(shrink(one, -0.5, -0.5, one.rows + 1), "frame")]
    if found:
        return
    # Where boards differ from the page in colour alone, that shows in the channel that differs most.
    channel = np.ascontiguousarray(bgr[:, :, int(cv2.meanStdDev(bgr)[1].argmax())])
    for some in scans(Page(channel)):
        yield [Proposal(scan.first, "colour") for scan in some]
