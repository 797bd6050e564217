"""One lattice of a picture -> the board of Tango or Takuzu on it, and how sure that is.

The network says what cells and edges hold (`classify/`), the puzzle is the checksum of it (`checksum.py`). Which
lattice of a picture is the board's is `finding.py`'s business.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.checksum import Checked, Draft, check
from vision.classify.interpret import Board, broken_rules, interpretations
from vision.classify.network import (
    CELL,
    Probabilities,
    Straight,
    classify,
    classify_queens,
    classify_twice,
    straight,
)
from vision.confidence import COMPARE, MAY_BE_CUT, OF_A_PART, SURE, apart, calibrated
from vision.games.queens import QueensFound, found_queens
from vision.lattice import Lattice
from vision.readings import Cell, GridReading, Patch

Colours = NDArray[np.uint8]

LETTERS = {"tango": ".SM", "takuzu": ".01"}
MARKERS = ".=x"
# Names of symbols that tell the game.
GAMES = {"sun": "tango", "moon": "tango", "zero": "takuzu", "one": "takuzu"}
# Boards with markers whose symbols nothing names are Tango's up to this size (larger ones exist of suns and moons
# alone), but for those of Binairo+, whose symbols are black and white: their colours (0..255) differ from grey by this
# at most.
TANGO_SIZE, GREY = 8, 24
# Nameless ones that come at least so near to suns and moons are Tango's, of whatever size.
LEAST_NEAR = 0.1
# Of two kinds in Takuzu that nothing names the one that is lighter by this (0..255) is 0, as white mostly is.
LIGHTER = 60
# Symbols are named where it is so probable that they are not exchanged.
LEAST_NAMED = 0.97
# The symbols are of two sorts, of which one is the clues, where what the network says of them leaves such a gap (0..1);
# which one is known where that is wide, or where all are the same and on one side of it. Where these make no puzzle,
# smaller ones may part the clues from the rest, of so much in the logarithm of the odds: under error stripes all look
# rather like entries.
GAP, WIDE_GAP, SMALL_STEP = 0.25, (0.35, 0.65), 0.3
_TINY = 1e-6
# By how much the logarithm of the odds is larger that a board is right which is a puzzle, or has several solutions or
# none. Fitted as `confidence.SLOPE`; drawn boards are not puzzles: the random looks count.
VERDICTS = {"unique": 0.9, "multiple": -1.0, "none": -0.2}
# What is not rather a whole board of two symbols is none; one that is surely one, and surely read, is not read twice.
LEAST_WHOLE, CERTAIN = 0.3, 0.99
# ... so much is enough of one that is surely read, and a puzzle with one solution.
LEAST_OF_A_PUZZLE = 0.1


class Found(NamedTuple):
    """A board as it looks, and with what the puzzle says of it.

    `likely`: 0..1, how probable it is that this is the picture's board and that all of it is read right, whatever is
    missing or played wrong on it.
    """

    draft: Draft
    checked: Checked
    board: Board
    likely: float

    def reading(self, lattice: Lattice, warnings: tuple[str, ...], milliseconds: Mapping[str, float]) -> GridReading:
        """What is said of a picture in which the board lies on this lattice."""
        return GridReading(
            game=self.draft.game,
            puzzle=self.checked.puzzle,
            look=self.draft.look,
            lattice=lattice,
            confidence=round(self.checked.confidence, 3),
            warnings=warnings,
            clues=self.checked.clues,
            cell_patches=self.checked.cells,
            h_patches=self.checked.h,
            v_patches=self.checked.v,
            milliseconds=milliseconds,
        )


@dataclass(frozen=True)
class Judged:
    """A lattice, and what the network says of it.

    `among`: whether it was taken out of more cells, because the network or a frame says that the others are not the
    board's; `look`: the name of the look that was learnt and says so, too.
    """

    lattice: Lattice
    straight: Straight
    probabilities: Probabilities
    among: bool = False
    look: str = ""

    @property
    def whole(self) -> float:
        """The probability that this is a whole board, 0..1."""
        return self.probabilities.whole

    @property
    def is_whole(self) -> bool:
        """Whether this is taken for a whole board: the network says so, or it is not sure of that, but of all cells and
        edges, and these are a puzzle."""
        if self.whole >= LEAST_WHOLE or self.lattice.goes_on or self.whole < LEAST_OF_A_PUZZLE:
            return self.whole >= LEAST_WHOLE
        return self.boards[0].probability > SURE and self.found.checked.verdict == "unique"

    @cached_property
    def boards(self) -> list[Board]:
        """The most probable board, and others that are nearly as probable."""
        return interpretations(self.probabilities)

    @property
    def is_queens(self) -> bool:
        """Whether this is taken for a whole board of Queens."""
        return self.probabilities.queens >= max(LEAST_WHOLE, self.whole)

    @cached_property
    def queens(self) -> QueensFound:
        """The board of Queens."""
        return found_queens(self.probabilities, self.lattice, self.among)

    @property
    def answer(self) -> Found | QueensFound:
        """The board of the game that this is taken for."""
        return self.queens if self.is_queens else self.found

    @property
    def is_board(self) -> bool:
        """Whether this is taken for a whole board of any game."""
        return self.is_queens or self.is_whole

    @cached_property
    def found(self) -> Found:
        """The most probable board that is a puzzle; the most probable one where none is."""
        found = [self._checked(self.boards[0])]
        if found[0].checked.verdict != "unique":
            found += [self._checked(board) for board in self.boards[1:]]
        return next((one for one in found if one.checked.verdict == "unique"), found[0])

    def _checked(self, board: Board) -> Found:
        draft = self._draft(board, self._game(board))
        checked = check(draft)
        if board.names[0] == "other" and draft.game == "tango" and checked.verdict == "multiple":
            # Only Takuzu has the rule against equal lines, so a board that needs it is Takuzu's.
            other = self._draft(board, "takuzu")
            again = check(other)
            draft, checked = (other, again) if again.verdict == "unique" else (draft, checked)
        # Whether all cells can be seen is no matter of each by itself: one thing lies over some of them.
        seen = float(self.probabilities.inside.min())
        likely = calibrated(board.probability * self.whole * seen, checked.verdict, VERDICTS)
        # No board is surer than its least certain place.
        confidence = min(checked.confidence, likely, (1 + checked.worst) / 2)
        if self.among:
            confidence, likely = OF_A_PART * confidence, OF_A_PART * likely
        doubts = [said for said, so in ((MAY_BE_CUT, self.among), (COMPARE, confidence < SURE)) if so]
        warnings = (*doubts, *checked.warnings)
        return Found(draft, checked._replace(confidence=confidence, warnings=warnings), board, likely)

    def _game(self, board: Board) -> str:
        """The game that symbols and markers tell."""
        name = board.names[0]
        marked = bool(board.h.any() or board.v.any())
        if name in GAMES:
            return GAMES[name]
        if marked and board.nearest == "sun" and board.near >= LEAST_NEAR:
            return "tango"
        if name == "other" and (self.lattice.rows > TANGO_SIZE or _is_grey(self.straight.image, board.kinds)):
            return "takuzu"
        return "tango" if marked else "takuzu"

    def _draft(self, board: Board, game: str) -> Draft:
        """A board in the letters of a game."""
        named = board.names[0] not in ("other", "picture") and board.named >= LEAST_NAMED
        if board.names[0] in ("other", "picture") and not (game == "tango" and board.nearest == "sun"):
            board = _by_convention(board, self.straight.image if game == "takuzu" else None)
        letters = LETTERS[game]
        found = self.probabilities
        sure = board.sure * found.inside
        certain = {cell: apart(float(sure[cell])) * _seen(found.covered, cell) for cell, _ in _items(board.kinds)}
        cells = {
            cell: Patch(letters[kind], letters[board.second[cell]], certain[cell])
            for cell, kind in _items(board.kinds)
        }
        clues, may_be = _clues(found.given, board.kinds > 0)
        return Draft(
            game=game,
            lattice=self.lattice,
            cells=cells,
            h=_edges(found.h, found.covered_h),
            v=_edges(found.v, found.covered_v),
            clues=clues,
            swap=not named,
            kinds=len(set(board.kinds.ravel().tolist()) - {0}),
            may_be_clues=may_be,
            look=self.look,
        )


def judge(bgr: Colours, lattice: Lattice) -> Judged:
    """What the network says of a lattice of a picture (H, W, 3)."""
    board = straight(bgr, lattice)
    once = Judged(lattice, board, classify(board))
    if _is_certain(once):
        return once
    once = Judged(lattice, board, classify_queens(board, once.probabilities))
    if once.is_queens and once.probabilities.queens > CERTAIN and once.queens.likely > CERTAIN:
        return once
    if max(once.whole, once.probabilities.queens) < LEAST_OF_A_PUZZLE:
        return once
    return Judged(lattice, board, classify_twice(board, once.probabilities))


def _is_certain(judged: Judged) -> bool:
    """Whether a lattice is surely a whole board of two symbols that obey the rules, and surely read."""
    if judged.whole <= CERTAIN or judged.boards[0].probability <= CERTAIN:
        return False
    kinds = judged.boards[0].kinds
    return broken_rules(kinds.ravel().astype(np.intp), len(kinds)) == 0


def _is_grey(image: Colours, kinds: NDArray[np.int8]) -> bool:
    """Whether the middles of all symbols are black, white or grey in the mean; `image`: as in `Straight`."""
    return bool((np.ptp(_middles(image, kinds > 0), axis=1) <= GREY).all())


def _middles(image: Colours, some: NDArray[np.bool_]) -> NDArray[np.float64]:
    """The mean colours of the middles of some cells, (N, 3) BGR; `image`: as in `Straight`."""
    size, half = len(some), CELL // 2
    cells = image[half:-half, half:-half].reshape(size, CELL, size, CELL, 3).swapaxes(1, 2)[some]
    return np.asarray(cells[:, half // 2 : -half // 2, half // 2 : -half // 2].mean(axis=(1, 2)), np.float64)


def _clues(
    given: NDArray[np.float32], filled: NDArray[np.bool_]
) -> tuple[frozenset[Cell] | None, tuple[frozenset[Cell], ...]]:
    """The clues, None where they are not known; then sets of symbols of which one may be the clues, likeliest first."""
    said = np.sort(given[filled])
    if not len(said):
        return None, ()
    low, high = WIDE_GAP
    gaps, steps = np.diff(said), np.diff(np.log(said.clip(_TINY, 1)) - np.log((1 - said).clip(_TINY, 1)))
    parted = [(float(gaps[k]), float(said[k] + said[k + 1]) / 2) for k in np.argsort(-steps) if steps[k] >= SMALL_STEP]
    wide = [limit for gap, limit in parted if gap >= GAP]
    if said[0] >= SURE:
        told = _where(filled)
    elif len(wide) == 1 and said[said < wide[0]].max() <= low and said[said > wide[0]].min() >= high:
        told = _where(filled & (given > wide[0]))
    else:
        others = [given <= limit for limit in wide] if said[-1] < high else []
        return None, tuple(_where(filled & some) for some in [*(given > limit for limit in wide), *others])
    return told, tuple(_where(filled & (given > limit)) for _, limit in parted)


def _where(some: NDArray[np.bool_]) -> frozenset[Cell]:
    return frozenset((int(r), int(c)) for r, c in np.argwhere(some))


def _by_convention(board: Board, image: Colours | None) -> Board:
    """The board with the lighter kind first, as it looks in an `image` as in `Straight`; where none is given, or
    neither is much lighter, with the kind that comes first row by row."""
    kinds = board.kinds.ravel()
    if not (kinds > 0).any():
        return board
    exchanged = kinds[int((kinds > 0).argmax())] == 2
    if image is not None and {1, 2} <= set(kinds.tolist()):
        one, other = (float(_middles(image, board.kinds == kind).mean()) for kind in (1, 2))
        exchanged = other > one if abs(one - other) > LIGHTER else exchanged
    if not exchanged:
        return board
    exchange = np.array([0, 2, 1], np.int8)
    return replace(board, kinds=exchange[board.kinds], second=exchange[board.second])


def _edges(probabilities: NDArray[np.float32], covered: NDArray[np.float32]) -> dict[Cell, Patch]:
    order = np.argsort(-probabilities, axis=2)
    certain = {cell: apart(float(probabilities[(*cell, value)])) for cell, value in _items(order[..., 0])}
    return {
        cell: Patch(MARKERS[order[(*cell, 0)]], MARKERS[order[(*cell, 1)]], plain * _seen(covered, cell))
        for cell, plain in certain.items()
    }


def _seen(covered: NDArray[np.float32], place: Cell) -> float:
    """How certain it is that nothing lies over a place: what does may hide what is there, however plain it looks."""
    return float(1 - covered[place])


def _items(labels: NDArray[np.integer]) -> list[tuple[Cell, int]]:
    """Each place of a grid and what it holds, row by row."""
    return [((r, c), int(labels[r, c])) for r in range(labels.shape[0]) for c in range(labels.shape[1])]
