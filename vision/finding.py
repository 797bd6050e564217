"""Which of a picture's lattices is the board's: the network is asked of each, the likeliest first.

In: the picture and its `Page`. Out: the largest board, and the smaller ones. The lattices come from `lattice.py`, what
is on one from `grid.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from vision.edges import Page
from vision.errors import AmbiguousError, CutError, NoBoardError, UnreadableError
from vision.grid import Found, Judged, judge
from vision.lattice import Lattice, find_beside, find_lattices, find_stretched, find_strip

if TYPE_CHECKING:
    from vision.learnt import Look

# What is not rather a whole board of two symbols is none.
LEAST_WHOLE = 0.5
# A reading of so much confidence is taken, whatever else may be in the picture; one of less than the second is none.
ENOUGH, LEAST = 0.9, 0.2
# A board whose look is known is taken as the look has it, unless it is so much less sure that way.
AS_GOOD = 0.5
# A square of so many cells a side that is so plain to see is some game's board: of 455 pictures of Pips, which has no
# such board, none shows one even of a presence of 0.9. Many things look like four cells by four.
WHOLE, BEYOND_DOUBT = 6, 0.95
# Lattices of the same size whose corners lie within this part of a step are one.
SAME = 0.06
MOST_LATTICES = 3


def find_board(bgr: NDArray[np.uint8], page: Page, looks: Sequence[Look]) -> tuple[Found, list[Found]]:
    """The largest board in the picture, and the smaller ones.

    `bgr`: (H, W, 3) uint8; `page`: the same in grey. Raises a child of `UnreadableError` where there is none, with
    what was taken for cells in `lattices`.
    """
    tried: list[Judged] = []
    best: Judged | None = None
    for lattice in proposals(page):
        if any(_same(lattice, one.lattice) for one in tried):
            continue
        one = judge(bgr, lattice)
        tried.append(one)
        if one.whole < LEAST_WHOLE:
            continue
        if best is None or one.found.checked.confidence > best.found.checked.confidence:
            best = one
        if best.found.checked.confidence > ENOUGH:
            break
    if looks:
        best = _by_looks(bgr, looks, tried, best)
    if best is None or best.found.checked.confidence < LEAST:
        raise _refusal(tried, page)
    others = [judge(bgr, lattice) for lattice in find_beside(page, best.lattice)]
    found = [best.found, *(one.found for one in others if one.whole > ENOUGH and one.found.checked.confidence > ENOUGH)]
    found.sort(key=lambda one: -one.draft.lattice.step_x * one.draft.lattice.columns)
    return found[0], found[1:]


def _by_looks(bgr: NDArray[np.uint8], looks: Sequence[Look], tried: list[Judged], best: Judged | None) -> Judged | None:
    """The best board as learnt looks have it, where one has its look and knows better."""
    from vision.looks import read_by

    if best is not None and _is_plain(best):
        # Only what its symbols are called may be otherwise.
        known = read_by(bgr, [best], looks)
        return known if known and known.found.checked.puzzle != best.found.checked.puzzle else best
    confidence = 0.0 if best is None else best.found.checked.confidence
    known = read_by(bgr, tried, looks, propose=confidence < LEAST)
    return known if known and known.found.checked.confidence > max(LEAST, AS_GOOD * confidence) else best


def _is_plain(best: Judged) -> bool:
    """Whether a board is read without any doubt."""
    draft, checked = best.found
    plain = checked.verdict == "unique" and not checked.warnings and not draft.swap
    return plain and checked.confidence > ENOUGH


def proposals(page: Page) -> Iterator[Lattice]:
    """Where a board may be, the likeliest first."""
    for some in find_lattices(page):
        yield from some[:MOST_LATTICES]
    yield from find_stretched(page)[:MOST_LATTICES]


def is_whole(lattice: Lattice) -> bool:
    """Whether a lattice is a square of many cells all of whose sides are seen, which no accident is."""
    return lattice.rows >= WHOLE and lattice.presence > BEYOND_DOUBT


def _same(one: Lattice, other: Lattice) -> bool:
    off = max(abs(a - b) for a, b in zip(one.bbox, other.bbox, strict=True))
    return one.rows == other.rows and off < SAME * one.step_x


def _refusal(tried: list[Judged], page: Page) -> UnreadableError:
    """Why there is no board."""
    if not tried:
        if (strip := find_strip(page)) is not None:
            cut = CutError(
                "Some rows of cells are there, but no square of 4 to 20 cells a side: if they are a board's, it is cut "
                "off or covered. Take a picture of the whole board."
            )
            cut.lattices = (strip,)
            return cut
        return NoBoardError(
            "No board was found: no square grid of 4 to 20 cells a side is in the picture. "
            "Show the whole board, not smaller than 20 pixels a cell."
        )
    likeliest = max(tried, key=lambda one: (one.whole >= LEAST_WHOLE, one.lattice.likelihood))
    size = f"{likeliest.lattice.rows}x{likeliest.lattice.columns}"
    if likeliest.whole >= LEAST_WHOLE:
        error: UnreadableError = AmbiguousError(
            f"Something like a board of {size} cells is there, but neither its symbols nor the puzzle they would make "
            "are clear. Take a sharper picture, or one of the whole board."
        )
    else:
        error = NoBoardError(
            f"A grid of {size} cells is there, but it is no whole board of Tango or Takuzu. Is it another game, or is "
            "a part of it cut off or covered?"
        )
    error.lattices = tuple(one.lattice for one in tried)
    return error
