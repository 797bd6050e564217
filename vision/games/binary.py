"""What the network says of a lattice -> the board of Tango or Takuzu on it, and how sure that is.

The network says what cells and edges hold (`classify/`), the puzzle is the checksum of it (`binary_check.py`). Which
lattice of a picture is the board's is `finding.py`'s business.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.binary.puzzle import SIZES, BinaryPuzzle
from vision.classify.interpret import TINY, Board, broken_rules, interpretations
from vision.classify.network import CELL
from vision.confidence import OF_A_PART, apart, calibrated, doubts, patches
from vision.errors import CutError, NoBoardError, UnreadableError
from vision.games.binary_check import TOLD, Checked, Draft, check
from vision.games.board import DOUBTED, SquareBoard
from vision.imgproc import Colours
from vision.lattice import Lattice
from vision.types import HARD, Cell, GridReading, Patch

LETTERS = {"tango": ".SM", "takuzu": ".01"}
MARKERS = ".=x"
# Names of symbols that tell the game; of boards without markers, but those of 6x6 cells, only where they are sure.
GAMES = {"sun": "tango", "moon": "tango", "zero": "takuzu", "one": "takuzu"}
# Boards with markers whose symbols nothing names are Tango's, but for those of Binairo+, which are black and white:
# their colours (0..255) differ so much from grey at most.
GREY = 24
# Nameless ones so near to suns and moons are Tango's, of whatever size; those so near to 0 and 1 are named after them.
LEAST_NEAR = 0.1
# Of two kinds in Takuzu that nothing names the one that is lighter by this (0..255) is 0, as white mostly is.
LIGHTER = 60
# Symbols are named where it is so probable that they are not exchanged.
LEAST_NAMED = 0.95
# The clues are all symbols, or those that the network takes for clues more than the others. The logarithm of the odds
# of that, against that no such set is the clues, grows with what is said of all symbols, and by so much with the gap
# below the clues; it is so much larger where all are clues. Fitted to 803 boards of random looks and samples.
GAP, ALL_CLUES = 1.5, 2.5
# By how much the logarithm of the odds is larger that a board is right which is a puzzle, or has several solutions or
# none. Fitted as `confidence.SLOPE`; drawn boards are not puzzles: the random looks count.
VERDICTS = {"unique": 0.9, "multiple": -1.0, "none": -0.2}
# Boards of nameless symbols that are doubted, or whose edges cannot be read, may be a part of a board of Pips,
# where dominoes lie beside it; not those with so many markers that are clear.
MARKED = 3
# Boards, whatever was played on them, break no more rules than this, or than this part of their symbols.
MOST_BROKEN, MOST_BROKEN_PART = 4, 0.3


class Found(NamedTuple):
    """A board as it looks, and with what the puzzle says of it."""

    draft: Draft
    checked: Checked
    board: Board


class SymbolsBoard(SquareBoard):
    """A board of Tango or Takuzu."""

    TITLES = ("Tango", "Takuzu")
    SIZES = SIZES

    @property
    def chance(self) -> float:
        return self.seen.probabilities.whole

    @cached_property
    def _boards(self) -> list[Board]:
        """The most probable board, and others that are nearly as probable."""
        return interpretations(self.seen.probabilities)

    @property
    def probability(self) -> float:
        return self._boards[0].probability

    @property
    def keeps_rules(self) -> bool:
        return _broken(self._boards[0]) == 0

    @cached_property
    def found(self) -> Found:
        """The most probable board that is a puzzle; the most probable one where none is."""
        found = [self._checked(self._boards[0])]
        if found[0].checked.verdict != "unique":
            found += [self._checked(board) for board in self._boards[1:]]
        return next((one for one in found if one.checked.verdict == "unique"), found[0])

    @property
    def checked(self) -> Checked:
        return self.found.checked

    @property
    def is_named(self) -> bool:
        return not self.found.draft.swap

    @property
    def may_be_part(self) -> bool:
        """Doubtful symbols without names may be a part of a board of Pips; not those with so many clear markers."""
        # One without a solution, or with several, says itself that it is none.
        doubted = not self.is_named and self.checked.verdict == "unique" and self.checked.confidence < DOUBTED
        return doubted and sum(patch.confidence > HARD for patch in self._markers()) < MARKED

    @property
    def warnings(self) -> tuple[str, ...]:
        draft, said = self.found.draft, self.checked.warnings
        other = _other_game(self.checked.puzzle, bool(self._markers()), draft.swap)
        return (_swap_warning(draft), *said, *other) if draft.swap else (*said, *other)

    def _markers(self) -> list[Patch]:
        return [patch for patch in (*self.checked.h.values(), *self.checked.v.values()) if patch.value != "."]

    def why_not(self) -> UnreadableError | None:
        rows = self.lattice.rows
        size = f"{rows}x{rows}"
        if rows not in SIZES:
            return CutError(
                f"A grid of {size} cells is there; boards have an even number of cells a side, 4 to 20. If it is one, "
                "a part of it is cut off or covered: take a picture of the whole board."
            )
        board = self.found.board
        symbols, kinds = int((board.kinds > 0).sum()), len(set(board.kinds[board.kinds > 0].tolist()))
        marked = bool(board.h.any() or board.v.any())
        if not symbols and not marked:
            return NoBoardError(
                f"A grid of {size} cells is there, but no symbols are in it. Take the picture when the puzzle is shown."
            )
        # Mines and flags look like that: of 25 such boards none was a puzzle with one solution.
        if kinds < 2 and not marked and (self.checked.verdict != "unique" or self.checked.confidence < DOUBTED):
            return NoBoardError(
                f"A grid of {size} cells is there, but it holds only one kind of symbol and no markers: no puzzle of "
                "two symbols with one solution starts like that. Is it another game?"
            )
        if _broken(board) > max(MOST_BROKEN, MOST_BROKEN_PART * symbols):
            return NoBoardError(
                f"A grid of {size} cells with two kinds of things in it is there, but they make no puzzle: there is no "
                "solution. Is it another game?"
            )
        return None

    def reading(self, lattice: Lattice, warnings: tuple[str, ...], milliseconds: Mapping[str, float]) -> GridReading:
        draft, checked = self.found.draft, self.checked
        return GridReading(
            game=draft.game,
            puzzle=checked.puzzle,
            look=self.seen.look,
            lattice=lattice,
            confidence=round(checked.confidence, 3),
            warnings=warnings,
            clues=checked.clues,
            cell_patches=checked.cells,
            h_patches=checked.h,
            v_patches=checked.v,
            milliseconds=milliseconds,
        )

    def _checked(self, board: Board) -> Found:
        draft = self._draft(board, self._game(board))
        checked = check(draft)
        named = board.names[0] != "other" and (not draft.swap or board.h.any() or board.v.any())
        if draft.game == "tango" and not named and checked.verdict == "multiple":
            # Only Takuzu has the rule against equal lines, so a board that needs it is Takuzu's.
            again = check(other := self._draft(board, "takuzu"))
            draft, checked = (other, again) if again.verdict == "unique" else (draft, checked)
        # Whether all cells can be seen is no matter of each by itself: one thing lies over some of them.
        seen = float(self.seen.probabilities.inside.min())
        likely = calibrated(board.probability * self.chance * seen, checked.verdict, VERDICTS)
        # No board is surer than its least certain place.
        confidence = min(checked.confidence, likely, (1 + checked.worst) / 2)
        if self.seen.among:
            confidence, likely = OF_A_PART * confidence, OF_A_PART * likely
        warnings = (*doubts(self.seen.among, confidence), *checked.warnings)
        return Found(draft, checked._replace(confidence=confidence, likely=likely, warnings=warnings), board)

    def _game(self, board: Board) -> str:
        """The game that symbols and markers tell."""
        name = board.names[0]
        marked = bool(board.h.any() or board.v.any())
        if name in GAMES and (marked or len(board.kinds) == 6 or board.named >= LEAST_NAMED):
            return GAMES[name]
        if marked and board.nearest == "sun" and board.near >= LEAST_NEAR:
            return "tango"
        if name == "other" and _is_black_and_white(self.seen.straight.image, board.kinds):
            return "takuzu"
        return "tango" if marked else "takuzu"

    def _draft(self, board: Board, game: str) -> Draft:
        """A board in the letters of a game."""
        nameless = board.names[0] in ("other", "picture")
        near = board.nearest == "sun" if game == "tango" else board.nearest == "zero" and board.near >= LEAST_NEAR
        if nameless and not near:
            board = _by_convention(board, self.seen.straight.image if game == "takuzu" else None)
        letters, said = LETTERS[game], self.seen.probabilities
        sure, seen = board.sure * said.inside, 1 - said.covered
        cells = {
            (r, c): Patch(letters[kind], letters[board.second[r, c]], apart(float(sure[r, c])) * float(seen[r, c]))
            for (r, c), kind in np.ndenumerate(board.kinds)
        }
        return Draft(
            game=game,
            lattice=self.lattice,
            cells=cells,
            h=patches(said.h, said.covered_h, MARKERS),
            v=patches(said.v, said.covered_v, MARKERS),
            clues=_clues(said.given, board.kinds > 0),
            swap=nameless or board.named < LEAST_NAMED,
        )


def _broken(board: Board) -> int:
    """How many rules a board breaks."""
    return int(broken_rules(board.kinds.ravel().astype(np.intp), len(board.kinds)))


def _is_black_and_white(image: Colours, kinds: NDArray[np.int8]) -> bool:
    """Whether the middles of all symbols are grey in the mean, one kind much lighter; `image`: as in `Straight`."""
    one, other = (_middles(image, kinds == kind) for kind in (1, 2))
    grey = (np.ptp(np.concatenate((one, other)), axis=1) <= GREY).all()
    return bool(len(one) and len(other) and grey and abs(one.mean() - other.mean()) > LIGHTER)


def _middles(image: Colours, some: NDArray[np.bool_]) -> NDArray[np.float64]:
    """The mean colours of the middles of some cells, (N, 3) BGR; `image`: as in `Straight`."""
    size, half = len(some), CELL // 2
    cells = image[half:-half, half:-half].reshape(size, CELL, size, CELL, 3).swapaxes(1, 2)[some]
    return np.asarray(cells[:, half // 2 : -half // 2, half // 2 : -half // 2].mean(axis=(1, 2)), np.float64)


def _clues(given: NDArray[np.float32], filled: NDArray[np.bool_]) -> dict[frozenset[Cell], float]:
    """What may be the clues, and its odds by its look, likeliest first."""
    cells = np.argwhere(filled)[np.argsort(given[filled], kind="stable")]
    said = given[tuple(cells.T)].clip(TINY, 1 - TINY).astype(np.float64)
    if not len(said):
        return {}
    entries = np.concatenate(([0.0], np.log(1 - said[:-1]).cumsum()))  # of the first few; all others are clues
    scores = entries + np.log(said[::-1]).cumsum()[::-1]
    scores[0] += ALL_CLUES
    scores[1:] = scores[1:] / len(said) ** 0.5 + GAP * np.diff(np.log(said / (1 - said)))
    odds = np.exp(scores)
    order = [k for k in np.argsort(-odds) if odds[k] > 1 - TOLD]
    return {frozenset((int(r), int(c)) for r, c in cells[k:]): float(odds[k]) for k in order}


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


def _swap_warning(draft: Draft) -> str:
    """What nothing but a convention says of symbols we do not know."""
    first = next(((cell, patch.value) for cell, patch in draft.cells.items() if patch.value != "."), None)
    if first is None:
        return "the two symbols may be exchanged"
    (row, column), value = first
    if draft.game == "tango":
        names = {"S": "S (sun)", "M": "M (moon)"}
        return (
            f"the symbols are no sun and moon we know: {names.get(value, value)} stands for the one at "
            f"r{row + 1} c{column + 1}, and the two may be exchanged throughout"
        )
    return (
        f"nothing says which symbol is 0 and which is 1; {value} stands for the one at "
        f"r{row + 1} c{column + 1}, and the two may be exchanged throughout"
    )


def _other_game(puzzle: BinaryPuzzle, marked: bool, nameless: bool) -> tuple[str, ...]:
    """Which other game a board may be; `marked`: whether there are markers on it; `nameless`: its symbols are none that
    we know. Boards of Tango have markers, or are of 6x6 cells."""
    takuzu = puzzle.game == "takuzu"
    if (takuzu and not marked and (puzzle.size != 6 or puzzle.unique_lines)) if nameless else (takuzu or marked):
        return ()
    other = "Tango" if takuzu else "Takuzu"
    return (f"these symbols {'with' if marked else 'without'} markers may be {other} as well: the rules are the same",)
