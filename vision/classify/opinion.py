"""A second opinion: what the network says of a picture in which the rules see no board, or doubt what they see.

The network is asked of each lattice that `locate/` proposes. Where a lattice has more cells than the board or fewer, it
says which of them are the board's. Its board is taken only where it is surely enough a whole board of two symbols and
right, and always with a warning.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.binary import Patch
from vision.boards import Found
from vision.chance import broken_rules
from vision.checksum import HARD, Checked
from vision.errors import NoBoardError
from vision.grid import LEAST_WHOLE, MARKERS, Judged, judge
from vision.lattice import Lattice
from vision.locate.edges import Page
from vision.locate.propose import Proposal, proposals, shrink
from vision.refusals import MOST_BROKEN, no_puzzle

Colours = NDArray[np.uint8]

# A board that the rules refuse is one where the network is so sure of it: they may see what lies over it.
SURELY_WHOLE = 0.9
# A cell is a board's where the network says that it is rather one than none.
LEAST_INSIDE = 0.5
# A board of so much confidence is taken, whatever else may be in the picture; one of less than the second is none, nor
# one of less than the third that is no puzzle with one solution.
ENOUGH, LEAST, LEAST_OF_OTHERS = 0.9, 0.3, 0.5
# Where the rules see cells that go on, a board must be a puzzle and of this confidence.
LEAST_OF_CUT = 0.6
# A board without a solution that is so sure has clues that make a puzzle: an entry is wrong.
LEAST_SOUND = 0.6
# Boards, whatever was played on them, break no more rules than `MOST_BROKEN`, or than this part of their symbols.
MOST_BROKEN_PART = 0.3
# Lattices of the same size whose corners lie within this part of a step are one.
SAME = 0.06
# A board ends where the cells of the next row or column are its own with a mean probability of less than this.
# Measured: of 26 whole boards with counters or lines that run on 0.89 and less, one 0.97; of parts of boards 0.97 and
# more.
MOST_BEYOND = 0.9
# By how many cells a lattice is made larger on each side where a board goes on beyond it.
AROUND = 2
SMALLEST, LARGEST = 4, 20
# Where nothing was found in lattices of so many cells together, the network is asked no more: it takes about 0.2 ms of
# a cell.
MOST_CELLS = 250


def opinion_of_refused(bgr: Colours, page: Page, cut: bool) -> Found | None:
    """The board in a picture (H, W, 3) in which the rules see none; None where it is none beyond doubt.

    `page`: the picture in grey; `cut`: whether the rules see a board that is cut off, so that a part of it must not be
    taken for one.
    """
    found = _boards(bgr, page)
    if cut:
        checked = [(one, one.found.checked) for one in found]
        found = [one for one, said in checked if said.verdict == "unique" and said.confidence > LEAST_OF_CUT]
    best = _surest(found)
    return None if best is None else (best.found.draft, best.found.checked)


def _boards(bgr: Colours, page: Page) -> list[Judged]:
    """What the network takes for boards in a picture, until one of them is beyond doubt."""
    tried: list[Judged] = []
    found: list[Judged] = []
    for some in proposals(bgr, page):
        for proposal in some:
            found += [one for one in _judged(bgr, proposal, tried) if _is_board(one)]
        if any(one.found.checked.confidence > ENOUGH for one in found):
            break
        if not found and sum(one.lattice.rows**2 for one in tried) > MOST_CELLS:
            break
    return found


def _surest(found: list[Judged]) -> Judged | None:
    return max(
        found, key=lambda one: (one.found.checked.verdict == "unique", one.found.checked.confidence), default=None
    )


def opinion_of_doubtful(bgr: Colours, page: Page, found: Found) -> Found:
    """The board that was found, or the one that the network sees there, if that one is a puzzle and the other none.

    `page`: the picture (H, W, 3) in grey. Raises `NoBoardError` where symbols that nothing names make no puzzle, and
    the network sees no whole board either: pieces of another game do so.
    """
    draft, checked = found
    if draft.lattice.plane is not None or draft.look:
        return found
    here = judge(bgr, draft.lattice)
    boards = [here] if _is_board(here) else []
    if not boards and checked.verdict != "unique":
        # The lattice may be a little off, or another one.
        boards = _boards(bgr, page)
    judged = _surest(boards)
    if judged is None:
        if draft.swap and checked.verdict == "none" and here.whole < LEAST_WHOLE:
            raise NoBoardError(no_puzzle(draft.lattice.rows))
        return found
    other = judged.found.draft, judged.found.checked
    if other[1].verdict != "unique" and other[1].confidence < LEAST_SOUND:
        return found
    if not _is_at(judged.lattice, draft.lattice):
        return found if checked.verdict == "unique" or other[1].confidence <= ENOUGH else other
    old, new = (_patches(one) for one in (checked, other[1]))
    changed = [
        before.confidence for before, one, two in zip(old, _values(old), _values(new), strict=True) if one != two
    ]
    if not changed or (checked.verdict == "unique" and max(changed) >= HARD and not draft.swap):
        return found  # a puzzle of known symbols is not changed where it was plain: something may lie over the board
    return found if checked.verdict == "unique" and checked.confidence >= other[1].confidence else other


def _is_at(one: Lattice, other: Lattice) -> bool:
    """Whether two lattices have the same cells."""
    off = max(abs(a - b) for a, b in zip(one.bbox, other.bbox, strict=True))
    return one.rows == other.rows and off < one.step_x / 2


def _is_board(judged: Judged) -> bool:
    """Whether what is on a lattice is surely enough a whole board that is read rightly."""
    if judged.whole < SURELY_WHOLE or judged.lattice.rows % 2 or (judged.lattice.goes_on and not judged.among):
        return False
    if (judged.probabilities.inside < LEAST_INSIDE).any():
        return False  # a menu or a dialog lies over it
    draft, checked, board = judged.found
    marked = bool(board.h.any() or board.v.any())
    symbols = int((board.kinds > 0).sum())
    if draft.kinds < 2 and not marked:
        return False  # no puzzle of two symbols starts so
    broken = broken_rules(board.kinds.ravel().astype(np.intp), judged.lattice.rows)
    if broken > max(MOST_BROKEN, MOST_BROKEN_PART * symbols):
        return False
    return checked.confidence >= (LEAST if checked.verdict == "unique" else LEAST_OF_OTHERS)


def _patches(checked: Checked) -> list[Patch]:
    return [patch for places in (checked.cells, checked.h, checked.v) for patch in places.values()]


def _values(patches: list[Patch]) -> list[str]:
    """What is read in each place, whichever symbol is called which."""
    values = [patch.value for patch in patches]
    first = next((value for value in values if value not in MARKERS), "")
    return [{first: "first"}.get(value, value if value in MARKERS else "second") for value in values]


def _judged(bgr: Colours, proposal: Proposal, tried: list[Judged]) -> Iterator[Judged]:
    """What the network says of a lattice; where that is no whole board, of the one that it says the board has.

    `tried`: what was judged already, to which these are added; none is judged twice.
    """
    lattice = proposal.lattice
    for trial in range(3):
        placed = replace(proposal, lattice=lattice).placed
        if lattice.rows > LARGEST or any(_same(placed, one.lattice) for one in tried):
            return
        picture = proposal.picture(bgr)
        one = replace(judge(picture, lattice), lattice=placed, among=trial > 0 or proposal.how == "frame")
        if one.whole >= LEAST_WHOLE and lattice.goes_on and not one.among:
            one = replace(one, among=_ends_there(picture, lattice))
        tried.append(one)
        yield one
        if one.whole >= LEAST_WHOLE and (one.among or not lattice.goes_on):
            return
        board = _square_of(one.probabilities.inside >= LEAST_INSIDE, lattice)
        if board is None:
            return
        if _same(board, lattice):  # all of it is the board's, which goes on
            if trial:
                return
            board = shrink(lattice, -AROUND, -AROUND, lattice.rows + 2 * AROUND)
        lattice = board


def _ends_there(picture: Colours, lattice: Lattice) -> bool:
    """Whether the network says that the cells about a lattice, whose lines run on, are not the board's."""
    inside = judge(picture, shrink(lattice, -1, -1, lattice.rows + 2)).probabilities.inside
    sides = (inside[0, 1:-1], inside[-1, 1:-1], inside[1:-1, 0], inside[1:-1, -1])
    return max(float(side.mean()) for side in sides) < MOST_BEYOND


def _square_of(inside: NDArray[np.bool_], lattice: Lattice) -> Lattice | None:
    """The largest square of an even number of cells a side that are the board's; None where there is none, or where so
    many more are the board's that it has another row: it is cut, then."""
    size = len(inside)
    total = np.zeros((size + 1, size + 1), np.intp)
    total[1:, 1:] = inside.cumsum(axis=0).cumsum(axis=1)
    for side in range(size - size % 2, SMALLEST - 1, -2):
        sums = total[side:, side:] - total[:-side, side:] - total[side:, :-side] + total[:-side, :-side]
        row, column = divmod(int(sums.argmax()), sums.shape[1])
        if sums[row, column] == side * side:
            return shrink(lattice, row, column, side) if inside.sum() < side * (side + 1) else None
    return None


def _same(one: Lattice, other: Lattice) -> bool:
    off = max(abs(a - b) for a, b in zip(one.bbox, other.bbox, strict=True))
    return one.rows == other.rows and off < SAME * one.step_x
