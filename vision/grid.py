"""One lattice of a picture -> the board of Tango or Takuzu on it, and how sure that is.

The network says what cells and edges hold (`classify/`), the puzzle is the checksum of it (`checksum.py`). Which
lattice of a picture is the board's is `finding.py`'s business.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.checksum import Checked, Draft, check
from vision.classify.interpret import Board, interpret
from vision.classify.network import Probabilities, classify, straight
from vision.lattice import Lattice
from vision.readings import Cell, Patch

Colours = NDArray[np.uint8]

LETTERS = {"tango": ".SM", "takuzu": ".01"}
MARKERS = ".=x"
# Names of symbols that tell the game.
GAMES = {"sun": "tango", "moon": "tango", "picture": "tango", "zero": "takuzu", "one": "takuzu"}
# Boards of Tango have at most so many cells a side, where nothing but markers says that they are Tango's.
TANGO_SIZE = 6
# Symbols are named where it is so probable that they are not exchanged.
LEAST_NAMED = 0.97
# Clues are known where the network is so sure of each symbol that it is one, or is none.
LEAST_GIVEN = 0.9
# How often a board that is read rightly has the one solution, several, or none, to one that is read wrongly.
ODDS = {"unique": 3.0, "multiple": 0.3, "none": 0.3}
# Of readings with less confidence a warning says so.
SURE = 0.9
COMPARE = "this board is hard to read: compare what was read with the picture"


class Found(NamedTuple):
    """A board as it looks, and with what the puzzle says of it."""

    draft: Draft
    checked: Checked


@dataclass(frozen=True)
class Judged:
    """A lattice, and what the network says of it; `look`: the name of the look that was learnt and says so, too."""

    lattice: Lattice
    probabilities: Probabilities
    look: str = ""

    @property
    def whole(self) -> float:
        """The probability that this is a whole board, 0..1."""
        return self.probabilities.whole

    @cached_property
    def board(self) -> Board:
        """The most probable board."""
        return interpret(self.probabilities)

    @cached_property
    def found(self) -> Found:
        """The board, checked by the puzzle."""
        draft = _draft(self.board, self.probabilities, self.lattice)._replace(look=self.look)
        checked = check(draft)
        right = min(1 - 1e-6, self.board.probability * self.whole)
        odds = right / (1 - right) * ODDS[checked.verdict]
        confidence = min(checked.confidence, odds / (1 + odds))
        warnings = checked.warnings if confidence >= SURE else (COMPARE, *checked.warnings)
        return Found(draft, checked._replace(confidence=confidence, warnings=warnings))


def judge(bgr: Colours, lattice: Lattice) -> Judged:
    """What the network says of a lattice of a picture (H, W, 3)."""
    return Judged(lattice, classify(straight(bgr, lattice)))


def _draft(board: Board, probabilities: Probabilities, lattice: Lattice) -> Draft:
    """A board in the letters of its game."""
    marked = bool(board.h.any() or board.v.any())
    game = GAMES.get(board.names[0]) or ("tango" if marked and lattice.rows <= TANGO_SIZE else "takuzu")
    named = board.names[0] not in ("other", "picture") and board.named >= LEAST_NAMED
    if board.names[0] in ("other", "picture"):
        board = _in_order(board)
    letters = LETTERS[game]
    cells = {
        cell: Patch(letters[kind], letters[board.second[cell]], _apart(float(board.sure[cell])))
        for cell, kind in _items(board.kinds)
    }
    given = frozenset((int(r), int(c)) for r, c in np.argwhere(board.given))
    filled = frozenset(cell for cell, patch in cells.items() if patch.value != ".")
    told = probabilities.given[board.kinds > 0]
    sure = bool(len(told)) and float(np.abs(2 * told - 1).min()) > 2 * LEAST_GIVEN - 1
    return Draft(
        game=game,
        lattice=lattice,
        cells=cells,
        h=_edges(probabilities.h),
        v=_edges(probabilities.v),
        clues=given if sure and given else None,
        swap=not named,
        kinds=len(set(board.kinds.ravel().tolist()) - {0}),
        may_be_clues=tuple(some for some in (given, filled - given) if some),
    )


def _in_order(board: Board) -> Board:
    """The board with the kind first that comes first, row by row."""
    kinds = board.kinds.ravel()
    if not (kinds > 0).any() or kinds[int((kinds > 0).argmax())] == 1:
        return board
    exchange = np.array([0, 2, 1], np.int8)
    return replace(board, kinds=exchange[board.kinds], second=exchange[board.second])


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
    """How far the most probable value lies from the next, 0..1: 0 where it is even."""
    return max(0.0, min(1.0, 2 * probability - 1))
