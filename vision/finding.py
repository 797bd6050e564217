"""Which of a picture's lattices is the board's: the network is asked of each, the likeliest first.

In: the picture and its `Page`. Out: the largest board, and the smaller ones. The lattices come from `locate/`, what is
on one from `judging.py`. Where a lattice has more cells than the board or fewer, the network says which of them are
the board's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from vision.confidence import SURE
from vision.games import boards_of
from vision.games.board import CERTAIN, LEAST, SquareBoard
from vision.imgproc import Colours, margin
from vision.judging import judge
from vision.lattice import BEYOND_DOUBT, WHOLE, Lattice
from vision.locate import Proposal, beside, proposals, shrink
from vision.locate.edges import Page
from vision.locate.finder import AROUND, boards_found
from vision.locate.scans import refined, scans
from vision.locate.votes import RATHER
from vision.locate.windows import SIZES, best_squares
from vision.refusals import refusal, why_not

if TYPE_CHECKING:
    from vision.learnt import Look


# A board whose look is known is taken as the look has it, unless it is so much less sure that way.
AS_GOOD = 0.5
# What is beside a board in its own step makes a lattice no larger than this: else a part of the board would be taken.
LEAST_PART = 2 / 3
# Beside a board that is a smaller part of the picture a larger one is looked for. Of 1,182 pictures that are read one
# has such a board, and the finder sees it; it sees none elsewhere.
SMALL = 0.07


def find_board(bgr: Colours, page: Page, looks: Sequence[Look]) -> tuple[SquareBoard, list[SquareBoard]]:
    """The largest board in the picture, and the others that are sure.

    `bgr`: (H, W, 3) uint8; `page`: the same in grey. Raises a child of `UnreadableError` where there is none, with
    what was taken for cells in `lattices`.
    """
    tried: list[SquareBoard] = []
    found: list[SquareBoard] = []
    for some in proposals(bgr, page):
        for proposal in some:
            found += [one for one in _judged(bgr, page, proposal, tried) if why_not(one) is None]
        # A board so likely is taken, whatever else may be in the picture, and one so plain, whatever is wrong on it: of
        # 102 of these 101 were the picture's board; the other lay beside a larger one.
        likely = any(one.checked.likely > SURE and one.checked.verdict == "unique" for one in found)
        if likely or any(one.chance > CERTAIN and is_whole(one.lattice) and not one.lattice.goes_on for one in found):
            break
    if not found:  # a grid whose symbols are no puzzle may yet be another game's, which has one
        found = [other for one in tried for other in boards_of(one.seen)[1:] if why_not(other) is None]
    found.sort(key=lambda one: -one.checked.likely)
    if looks:
        found = _by_looks(bgr, looks, tried, found)
    if not found or not found[0].is_readable:
        raise refusal(tried)
    # Of several boards that can be read the largest is: a small one beside it may be yesterday's.
    boards = [found[0]]
    others = [judge(bgr, lattice) for lattice in beside(page, found[0].lattice) if not lattice.goes_on]
    for one in (*found[1:], *(one for one in others if why_not(one) is None)):
        if one.checked.likely > LEAST and not any(_overlap(one.lattice, other.lattice) for other in boards):
            boards.append(one)
    board = max(boards, key=lambda one: one.lattice.step_x * one.lattice.columns)
    return board, [one for one in boards if one is not board and one.checked.confidence > SURE]


def is_larger_beside(bgr: Colours, board: Lattice) -> bool:
    """Whether beside a small board the finder sees another one, larger: it may be an example in the rules."""
    x0, y0, x1, y1 = board.bbox
    if (x1 - x0) * (y1 - y0) > SMALL * bgr.shape[0] * bgr.shape[1]:
        return False
    seen = next((one.lattice for one in boards_found(bgr)), board)
    return seen.step_x > board.step_x and not _overlap(seen, board)


def _by_looks(
    bgr: Colours, looks: Sequence[Look], tried: list[SquareBoard], found: list[SquareBoard]
) -> list[SquareBoard]:
    """The boards that were found, the best one as learnt looks have it, where one has its look and knows better."""
    from vision.looks import read_by

    if found and found[0].is_plain:
        # Only what its symbols are called may be otherwise.
        known = read_by(bgr, found[:1], looks)
        return [known, *found[1:]] if known and known.checked.puzzle != found[0].checked.puzzle else found
    confidence = found[0].checked.confidence if found else 0.0
    known = read_by(bgr, tried, looks, propose=confidence < LEAST)
    if known is None or known.checked.confidence <= max(LEAST, AS_GOOD * confidence):
        return found
    return [known, *(one for one in found if not _overlap(one.lattice, known.lattice))]


def _judged(bgr: Colours, page: Page, proposal: Proposal, tried: list[SquareBoard]) -> Iterator[SquareBoard]:
    """What the network says of a lattice; where that is no whole board, of the one that it says the board has.

    `tried`: what was judged already, to which these are added; none is judged twice.
    """
    lattice = proposal.lattice
    for trial in range(3):
        placed = replace(proposal, lattice=lattice).placed
        if lattice.rows > max(SIZES) or any(placed.is_about(one.lattice) for one in tried):
            return
        picture = proposal.picture(bgr)
        one, among = judge(picture, lattice), trial > 0 or proposal.how == "ends"
        if among or placed is not lattice:
            one = type(one)(replace(one.seen, lattice=placed, among=among))
        seen = one.seen
        if one.is_board and (lattice.goes_on or seen.among or proposal.how == "signs"):
            around = shrink(lattice, -1, -1, lattice.rows + 2)
            beyond = _beyond(picture, around)
            # Of 270 parts of boards the least is 0.88; at least a third of a cell would be seen of what goes on.
            is_seen = margin(picture, *around.bbox) > -2 * lattice.step_x / 3
            if beyond < RATHER and is_seen and one.why_not() is None and one.checked.verdict != "none":
                seen = replace(seen, among=False, lattice=replace(placed, goes_on=False))
            elif not seen.among and (lattice.goes_on or beyond >= RATHER):
                seen = replace(seen, among=beyond < SURE, lattice=replace(placed, goes_on=True))
            one = boards_of(seen)[0]
        tried.append(one)
        yield one
        if one.is_board and (seen.among or not seen.lattice.goes_on):
            return
        board = _square_of(seen.probabilities.inside, lattice)
        if board is None or board.rows < LEAST_PART * lattice.rows or (trial and board.is_about(lattice)):
            return
        if board.is_about(lattice):  # all of it is the board's, which goes on
            board = shrink(lattice, -AROUND, -AROUND, lattice.rows + 2 * AROUND)
        # The lines of what is not the board's may have pulled at the lattice.
        lattice = board if proposal.flat else refined(page, board)


def _beyond(picture: Colours, around: Lattice) -> float:
    """How probably the outermost cells of a lattice are its board's, 0..1: the mean of the likeliest side.

    Measured: of 26 whole boards with counters or lines that run on 0.89 and less, one 0.97; of parts 0.97 and more."""
    inside = judge(picture, around).seen.probabilities.inside
    sides = (inside[0, 1:-1], inside[-1, 1:-1], inside[1:-1, 0], inside[1:-1, -1])
    return max(float(side.mean()) for side in sides)


def _square_of(inside: NDArray[np.float32], lattice: Lattice) -> Lattice | None:
    """The most probable square of cells that are the board's; None where one of them is none, or where the row or
    column beside them is the board's as well: it is cut, then.

    `inside`: how probably each cell is, 0..1.
    """
    # Most boards have an even number of cells a side, and counters beside one may look like cells.
    _, size, top, left = max(
        (total, size, top, left)
        for total, size, top, left in best_squares(inside - RATHER, range(min(SIZES), len(inside) + 1))
        if size % 2 == 0 or inside[top : top + size, left : left + size].min() > SURE
    )
    rows, columns = slice(top, top + size), slice(left, left + size)
    beside = (
        inside[max(0, top - 1) : top, columns],
        inside[top + size : top + size + 1, columns],
        inside[rows, max(0, left - 1) : left],
        inside[rows, left + size : left + size + 1],
    )
    if inside[rows, columns].min() < RATHER or any(some.size and some.mean() >= SURE for some in beside):
        return None
    return shrink(lattice, top, left, size)


def is_whole(lattice: Lattice) -> bool:
    """Whether a lattice is a square of many cells all of whose sides are seen, which no accident is."""
    return lattice.rows >= WHOLE and lattice.presence > BEYOND_DOUBT


def is_plain(page: Page) -> bool:
    """Whether the first scan of a picture sees such a lattice at once."""
    return any(map(is_whole, next(scans(page), [])))


def _overlap(one: Lattice, other: Lattice) -> bool:
    a, b = one.bbox, other.bbox
    return min(a[2], b[2]) > max(a[0], b[0]) and min(a[3], b[3]) > max(a[1], b[1])
