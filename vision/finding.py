"""Which of a picture's lattices is the board's: the network is asked of each, the likeliest first.

In: the picture and its `Page`. Out: the largest board, and the smaller ones. The lattices come from `lattice.py`, what
is on one from `grid.py`. Where a lattice has more cells than the board or fewer, the network says which of them are
the board's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from vision.edges import Page
from vision.grid import LEAST_WHOLE, Found, Judged, judge
from vision.lattice import Lattice, find_beside, find_lattices, find_stretched, find_strip
from vision.refusals import LEAST_INSIDE, refusal, why_not

if TYPE_CHECKING:
    from vision.learnt import Look

# A reading of so much confidence is taken, whatever else may be in the picture; one of less than the second is none.
ENOUGH, LEAST = 0.9, 0.2
# A square of so many cells a side that is so plain to see is some game's board: of 455 pictures of Pips, which has no
# such board, none shows one even of a presence of 0.9. Many things look like four cells by four.
WHOLE, BEYOND_DOUBT = 6, 0.95
# Lattices of the same size whose corners lie within this part of a step are one.
SAME = 0.06
MOST_LATTICES = 3
# By how many cells a lattice is made larger on each side where a board goes on beyond it.
AROUND = 2
SMALLEST = 4


def find_board(bgr: NDArray[np.uint8], page: Page, looks: Sequence[Look]) -> tuple[Found, list[Found]]:
    """The largest board in the picture, and the smaller ones.

    `bgr`: (H, W, 3) uint8; `page`: the same in grey. Raises a child of `UnreadableError` where there is none, with
    what was taken for cells in `lattices`.
    """
    tried: list[Judged] = []
    best: Judged | None = None
    for lattice in _lattices(page):
        for one in _judged(bgr, lattice, tried):
            if why_not(one) is not None:
                continue
            if best is None or one.found.checked.confidence > best.found.checked.confidence:
                best = one
        if best is not None and best.found.checked.confidence > ENOUGH:
            break
    if best is None or best.found.checked.confidence < LEAST:
        raise refusal(tried, find_strip(page) if not tried else None)
    others = [judge(bgr, lattice) for lattice in find_beside(page, best.lattice)]
    found = [best.found, *(one.found for one in others if one.whole > ENOUGH and one.found.checked.confidence > ENOUGH)]
    found.sort(key=lambda one: -one.draft.lattice.step_x * one.draft.lattice.columns)
    return found[0], found[1:]


def _lattices(page: Page) -> Iterator[Lattice]:
    for some in find_lattices(page):
        yield from some[:MOST_LATTICES]
    yield from find_stretched(page)[:MOST_LATTICES]


def _judged(bgr: NDArray[np.uint8], lattice: Lattice, tried: list[Judged]) -> Iterator[Judged]:
    """What the network says of a lattice; where that is no whole board, of the one that it says the board has.

    `tried`: what was judged already, to which these are added; none is judged twice.
    """
    for trial in range(3):
        if any(_same(lattice, one.lattice) for one in tried):
            return
        one = judge(bgr, lattice)
        tried.append(one)
        yield one
        if one.whole >= LEAST_WHOLE:
            return
        board = _square_of(one)
        if board is None or trial == 2:
            return
        if _same(board, lattice):  # all of it is the board's, which goes on
            if trial:
                return
            board = _part(lattice, -AROUND, -AROUND, lattice.rows + 2 * AROUND)
        lattice = board


def _square_of(judged: Judged) -> Lattice | None:
    """The largest square of cells that are the board's, of an even number a side where such a one is as good; None
    where there is none, or where hardly any more cells than in it are."""
    inside = judged.probabilities.inside >= LEAST_INSIDE
    size = len(inside)
    total = np.zeros((size + 1, size + 1), np.intp)
    total[1:, 1:] = inside.cumsum(axis=0).cumsum(axis=1)
    for side in range(size - size % 2, SMALLEST - 1, -2):
        sums = total[side:, side:] - total[:-side, side:] - total[side:, :-side] + total[:-side, :-side]
        row, column = divmod(int(sums.argmax()), sums.shape[1])
        if sums[row, column] == side * side:
            return _part(judged.lattice, row, column, side)
    return None


def _part(lattice: Lattice, row: int, column: int, size: int) -> Lattice:
    """So many cells of a lattice, or beyond it, from a row and a column on."""
    x, y = lattice.x + column * lattice.step_x, lattice.y + row * lattice.step_y
    return replace(lattice, x=x, y=y, rows=size, columns=size, goes_on=False, hidden=())


def is_whole(lattice: Lattice) -> bool:
    """Whether a lattice is a square of many cells all of whose sides are seen, which no accident is."""
    return lattice.rows >= WHOLE and lattice.presence > BEYOND_DOUBT


def _same(one: Lattice, other: Lattice) -> bool:
    off = max(abs(a - b) for a, b in zip(one.bbox, other.bbox, strict=True))
    return one.rows == other.rows and off < SAME * one.step_x
