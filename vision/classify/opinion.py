"""A second opinion: what the network says of a lattice on which the rules see no board, or doubt what they see.

Its board is taken only where it is surely a whole board of two symbols, and a puzzle, or nearly the only one near.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.binary import Cell, Draft, Patch
from vision.boards import Found
from vision.chance import broken_rules
from vision.checksum import HARD, Checked, check
from vision.classes import Classified
from vision.classify.interpret import Board, interpret
from vision.classify.network import Probabilities, classify, straight
from vision.clues import clues_by_ground, marked_sets
from vision.lattice import Lattice
from vision.patches import CELL_UNIT, UNIT, cell_patches, shrunk, straighten
from vision.refusals import MOST_BROKEN

# What is not surely a whole board of two symbols is none.
LEAST_WHOLE = 0.9
# A board that is a puzzle is taken if it is right with this probability, as if cells and edges were independent; one
# without a solution or with several, of which a warning says so, with the second.
LEAST_OF_PUZZLE, LEAST_OF_OTHERS = 0.25, 0.5
# Symbols are named where it is so probable that they are not exchanged.
LEAST_NAMED = 0.97
# Boards of Tango have at most so many cells a side, where nothing but markers says that they are Tango's.
TANGO_SIZE = 6
# A board without a solution that is so sure has clues that make a puzzle: an entry is wrong.
LEAST_SOUND = 0.6
# Of the lattices that were refused, so many are looked at.
MOST_LOOKED_AT = 2
COMPARE = "this board is drawn in an unusual way: compare what was read with the picture"
LETTERS = {"tango": ".SM", "takuzu": ".01"}
MARKERS = ".=x"


def opinion_of_refused(bgr: NDArray[np.uint8], lattices: Sequence[Lattice]) -> Found | None:
    """The board on one of the lattices that were refused; None where it is none beyond doubt."""
    tried = [one for one in lattices if not one.goes_on and one.plane is None and one.rows == one.columns]
    found = [one for lattice in tried[:MOST_LOOKED_AT] if (one := _opinion(bgr, lattice)) is not None]
    return max(found, key=lambda one: (one[1].verdict == "unique", one[1].confidence), default=None)


def opinion_of_doubtful(bgr: NDArray[np.uint8], found: Found) -> Found:
    """The board that was found, or the one that the network sees there, if that one is a puzzle and the other none."""
    draft, checked = found
    if draft.lattice.plane is not None or draft.look:
        return found
    other = _opinion(bgr, draft.lattice, draft.game)
    if other is None or (other[1].verdict != "unique" and other[1].confidence < LEAST_SOUND):
        return found
    old, new = (_patches(one) for one in (checked, other[1]))
    changed = [
        before.confidence for before, one, two in zip(old, _values(old), _values(new), strict=True) if one != two
    ]
    if not changed or (checked.verdict == "unique" and max(changed) >= HARD):
        return found  # a puzzle is not changed where it was plain: something may lie over the board
    return found if checked.verdict == "unique" and checked.confidence >= other[1].confidence else other


def _patches(checked: Checked) -> list[Patch]:
    return [patch for places in (checked.cells, checked.h, checked.v) for patch in places.values()]


def _values(patches: list[Patch]) -> list[str]:
    """What is read in each place, whichever symbol is called which."""
    values = [patch.value for patch in patches]
    first = next((value for value in values if value not in MARKERS), "")
    return [{first: "first"}.get(value, value if value in MARKERS else "second") for value in values]


def _opinion(bgr: NDArray[np.uint8], lattice: Lattice, game: str | None = None) -> Found | None:
    """The network's board on a lattice; None where it is none beyond doubt. `game`: of symbols without a known name."""
    probabilities = classify(straight(bgr, lattice))
    if probabilities.whole < LEAST_WHOLE:
        return None
    board = interpret(probabilities)
    if broken_rules(board.kinds.ravel().astype(np.intp), lattice.rows) > MOST_BROKEN:
        return None
    draft = draft_of(board, probabilities, lattice, game)
    if draft.kinds < 2 and not any(patch.value != "." for patch in (*draft.h.values(), *draft.v.values())):
        return None  # no puzzle of two symbols starts so
    if board.probability < LEAST_OF_PUZZLE:
        return None
    checked = check(_with_clues(bgr, draft, board))
    if checked.verdict != "unique" and board.probability < LEAST_OF_OTHERS:
        return None
    return draft, _rated(board, checked)


def _with_clues(bgr: NDArray[np.uint8], draft: Draft, board: Board) -> Draft:
    """A draft whose clues are told by the ground or by marks as well as by the network."""
    size = draft.lattice.rows
    fine = straighten(bgr, draft.lattice)
    coarse = shrunk(fine, UNIT // CELL_UNIT)
    ground = cell_patches(coarse, size, size).ground
    labels = board.kinds.ravel().astype(np.intp)
    plain = Classified(labels, np.zeros((size * size, 3), np.float32), (), ())
    by_ground = clues_by_ground(plain, ground, fine, size, draft.game == "takuzu")
    by_mark = marked_sets(coarse, ground, labels, size) if (labels == 0).any() else ()
    marked = tuple(frozenset(divmod(cell, size) for cell in some) for some in by_mark)
    if draft.game == "tango":
        return draft._replace(clues=by_ground, marked=lambda: marked)
    # Grounds have more meanings in Takuzu: a disc's own colour, a line that is being looked at.
    may_be = draft.may_be_clues if by_ground is None else (*draft.may_be_clues, by_ground)
    return draft._replace(may_be_clues=may_be, marked=lambda: marked)


def _rated(board: Board, checked: Checked) -> Checked:
    """With a confidence that is the network's, and the warning that this is no usual reading."""
    confidence = min(checked.confidence, board.probability)
    return checked._replace(confidence=confidence, warnings=(COMPARE, *checked.warnings))


def draft_of(board: Board, probabilities: Probabilities, lattice: Lattice, game: str | None = None) -> Draft:
    """A board as the rules' own reading gives it to the checksum. `game`: of symbols without a known name."""
    marked = bool(board.h.any() or board.v.any())
    known = "other" not in board.names
    if known:
        game = "tango" if board.names == ("sun", "moon") else "takuzu"
    elif game is None:
        game = "tango" if marked and lattice.rows <= TANGO_SIZE else "takuzu"
    letters = LETTERS[game]
    cells = {
        cell: Patch(letters[kind], letters[board.second[cell]], _apart(float(board.sure[cell])))
        for cell, kind in _items(board.kinds)
    }
    given = frozenset((int(r), int(c)) for r, c in np.argwhere(board.given))
    return Draft(
        game=game,
        lattice=lattice,
        cells=cells,
        h=_edges(probabilities.h),
        v=_edges(probabilities.v),
        clues=None,
        swap=not known or board.named < LEAST_NAMED,
        kinds=len(set(board.kinds.ravel().tolist()) - {0}),
        may_be_clues=(given,) if given else (),
        kept={},
    )


def _edges(probabilities: NDArray[np.float32]) -> dict[Cell, Patch]:
    order = np.argsort(-probabilities, axis=2)
    return {
        cell: Patch(MARKERS[value], MARKERS[order[(*cell, 1)]], _apart(float(probabilities[(*cell, value)])))
        for cell, value in _items(order[..., 0])
    }


def _items(labels: NDArray[np.integer]) -> list[tuple[Cell, int]]:
    """Each place of a grid and what it holds, row by row."""
    return [((r, c), int(labels[r, c])) for r in range(labels.shape[0]) for c in range(labels.shape[1])]


def _apart(probability: float) -> float:
    """How far the most probable value lies from the next, 0..1, as rules give it: 0 where it is even."""
    return max(0.0, min(1.0, 2 * probability - 1))
