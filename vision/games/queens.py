"""What the network says of a lattice -> the board of Queens on it: n connected regions that have exactly one solution.

Cells of one region are joined along the edges that are rather no border, the surest first, until n regions are left.
Where these have not exactly one solution, the least certain cells are given to a neighbouring region, the cheapest
change first; what was changed is said. People play wrong crowns and crosses, but seldom: those of which the network is
not sure are read as the solution has them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from math import exp
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from solver.errors import SearchTimeout
from solver.queens.puzzle import CROSS, CROWN, EMPTY, LETTERS, SIZES, QueensPuzzle
from solver.queens.search import first
from solver.queens.search import verdict as exact_verdict
from vision.classify.interpret import TINY
from vision.confidence import OF_A_PART, OF_CHANGED, SURE, calibrated, doubts, patches
from vision.errors import NoBoardError, UnreadableError
from vision.games.board import LEAST, LEAST_OF_A_PUZZLE, LEAST_WHOLE, SquareBoard
from vision.imgproc import Doubles
from vision.lattice import Lattice
from vision.types import HARD, Cell, Patch, QueensReading
from vision.verify import MOST_STEPS, settled_by

Labels = NDArray[np.intp]

MARKS = EMPTY + CROWN + CROSS
# By how much the logarithm of the odds is larger that regions are right which have one solution, several, none: printed
# boards have one, others hardly ever. Of 245 random looks whose regions have one solution as they look, 243 are right,
# those of a probability of 0.003 among them; fitted, it would be 7.
VERDICTS = {"unique": 4.0, "multiple": -2.0, "none": -2.5}
# The same for crowns and crosses, of which no puzzle tells: of those 249 boards, where the product of all cells is 0.1
# to 0.3 half are right, to 0.6 three in four, from 0.8 on all.
CELLS = {"told": 1.25}
# By how much less probable a crown is where the solution has none, and a cross where it has one, than elsewhere.
MISPLACED = 0.1
# Cells are given to another region where that is less probable by no more than this, as a logarithm of odds.
MOST_COST = 6.0


class Checked(NamedTuple):
    """A puzzle that passed the checksum as well as it could. `verdict`: of its regions, whatever is on the board;
    `confidence`: 0..1, that all of it is right; `likely`: all but the crowns and crosses, which mislead nobody long."""

    puzzle: QueensPuzzle
    verdict: str
    confidence: float
    likely: float
    warnings: tuple[str, ...]


class _Move(NamedTuple):
    """A cell given to a neighbouring region, and by how much less probable that is (a logarithm)."""

    cost: float
    cell: Cell
    region: int


class _AsSeen(NamedTuple):
    """Regions, what the solver says of them, how probable they are (0..1), what else cells may belong to, and the cell
    that is held to look unlike its region for being lit, under the mouse or selected."""

    regions: Labels
    verdict: str
    right: float
    moves: list[_Move]
    lit: tuple[Cell, ...] = ()


class QueensBoard(SquareBoard):
    """A board of Queens."""

    TITLES = ("Queens",)
    SIZES = SIZES

    @property
    def chance(self) -> float:
        return self.seen.probabilities.queens

    @cached_property
    def whole(self) -> float:
        """How probable it is, 0..1, that this is a whole board, now that one knows if its regions have one solution."""
        said = self.seen.probabilities
        some = said.queens + said.whole  # the network may have taken it for another game's
        asked = said.queens < LEAST_WHOLE and some > LEAST_OF_A_PUZZLE and not self.lattice.goes_on and self.keeps_rules
        clear = some * self._as_seen.right if asked else 0.0
        return max(said.queens, min(OF_CHANGED, calibrated(clear, "unique", VERDICTS)) * (clear > LEAST_OF_A_PUZZLE))

    @cached_property
    def is_board(self) -> bool:
        return self.whole >= LEAST_WHOLE

    @property
    def probability(self) -> float:
        return self._as_seen.right * float(self._on_each.max(axis=2).prod())

    @property
    def keeps_rules(self) -> bool:
        return self._as_seen.verdict == "unique"

    @property
    def is_readable(self) -> bool:
        """See `SquareBoard`. Nobody is misled by wrong crowns and crosses for long: they are said to be doubtful."""
        return self.checked.likely >= LEAST

    def why_not(self) -> UnreadableError | None:
        """Patches parts a square into rectangles; one with one solution may be Queens all the same."""
        regions = self._as_seen.regions
        if self._as_seen.verdict == "unique":
            return None
        boxes = [np.ptp(np.argwhere(regions == region), axis=0) + 1 for region in np.unique(regions)]
        if sum(int(box.prod()) for box in boxes) > regions.size:
            return None
        return NoBoardError(
            f"A grid of {len(regions)}x{len(regions)} cells is there, but all of its regions are rectangles: that is "
            "another game than Queens."
        )

    def reading(self, lattice: Lattice, warnings: tuple[str, ...], milliseconds: Mapping[str, float]) -> QueensReading:
        said = self.seen.probabilities
        h, v = (patches(np.stack((1 - b, b), axis=2), 0 * b, ".|") for b in (said.border_h, said.border_v))
        return QueensReading(
            game=self.checked.puzzle.game,
            puzzle=self.checked.puzzle,
            confidence=round(self.checked.confidence, 3),
            warnings=warnings,
            lattice=lattice,
            cell_patches=self._marks,
            h_patches=h,
            v_patches=v,
            milliseconds=milliseconds,
        )

    @cached_property
    def _marks(self) -> dict[Cell, Patch]:
        """What each cell was read as; how surely, by its look alone: a crown may only be one where crowns belong."""
        return patches(self._on_each, self.seen.probabilities.covered, MARKS, self.seen.probabilities.marks)

    @cached_property
    def _on_each(self) -> Doubles:
        """What is on each cell, (n, n, 3) probabilities in the order of `MARKS`, once one knows where crowns belong."""
        marks = self.seen.probabilities.marks.astype(np.float64)
        regions = self._settled[0]
        if _verdict(regions) != "unique" or (solution := first(_puzzle(regions, None))) is None:
            return marks
        crowns = np.array([list(row) for row in solution.cells])[..., None] == CROWN
        weighed = marks * np.where(crowns, (1, 1, MISPLACED), (1, MISPLACED, 1))
        return np.asarray(weighed / weighed.sum(axis=2, keepdims=True), np.float64)

    @cached_property
    def _as_seen(self) -> _AsSeen:
        """The regions as they look, or, where that is likelier, with a cell lit that seems to be a region alone."""
        h, v = _logits(self.seen.probabilities.border_h), _logits(self.seen.probabilities.border_v)
        plain, any_cell = self._of(h, v), len(h) ** 2
        if (plain.verdict == "unique" and plain.right >= 1 / any_cell) or self.chance <= SURE:
            return plain
        alone = (at for at in np.ndindex(len(h), len(h)) if all((some < 0).all() for some in _around(h, v, *at)))
        found = [plain, *(self._of(*_unlit(h, v, cell), (cell,)) for cell in alone)]
        odds = [one.right * exp(VERDICTS[one.verdict]) / (any_cell if one.lit else 1) for one in found]
        best = found[odds.index(max(odds))]
        return best._replace(right=best.right * max(odds) / sum(odds)) if best.lit else plain

    def _of(self, h: Doubles, v: Doubles, lit: tuple[Cell, ...] = ()) -> _AsSeen:
        """The regions by these logits."""
        said, regions = self.seen.probabilities, _regions(h, v)
        verdict = _verdict(regions)
        if verdict == "multiple" and _verdict(regions, _cells(said.marks)) == "unique":
            verdict = "unique"  # with the crowns that some pages give
        moves = _moves(regions, h, v)
        is_puzzle = verdict == "unique" and self.chance > SURE  # swatches of colours are seldom surely a board
        return _AsSeen(regions, verdict, _probability(regions, h, v, moves, is_puzzle), moves, lit)

    @cached_property
    def _settled(self) -> tuple[Labels, str, tuple[Cell, ...]]:
        """The regions, what the solver says of them, and the cells that were given to another region for its sake."""
        regions, verdict, _, moves, lit = self._as_seen
        if verdict != "unique" and (repair := _repaired(regions, moves)) is not None:
            return repair[0], "unique", tuple(sorted({*lit, *repair[1]}))
        return regions, verdict, lit

    @cached_property
    def checked(self) -> Checked:
        said, right = self.seen.probabilities, self._as_seen.right
        regions, verdict, changed = self._settled
        visible = float(said.inside.min()) * float((1 - 0.5 * said.covered).min())
        likely = self.whole * visible * calibrated(right, verdict, VERDICTS)
        confidence = likely * calibrated(float(self._on_each.max(axis=2).prod()), "told", CELLS)
        if changed:
            confidence = min(confidence, OF_CHANGED)
        if self.seen.among:
            likely, confidence = OF_A_PART * likely, OF_A_PART * confidence
        puzzle = _puzzle(regions, _cells(self._on_each))
        return Checked(puzzle, verdict, confidence, likely, self._said(verdict, confidence, changed))

    def _said(self, verdict: str, confidence: float, changed: Sequence[Cell]) -> tuple[str, ...]:
        """What is to be said of a reading."""
        warnings = list(doubts(self.seen.among, confidence))
        if changed:
            named = ", ".join(f"r{r + 1} c{c + 1}" for r, c in changed)
            told = " and is the one with which the puzzle has one solution" if verdict == "unique" else ""
            warnings.append(f"the region of {named} was hard to see{told}")
        if hard := [cell for cell, patch in self._marks.items() if patch.confidence < HARD]:
            named = ", ".join(f"r{r + 1} c{c + 1}" for r, c in hard[:6]) + ("..." if len(hard) > 6 else "")
            warnings.append(f"hard to read: {named}")
        if verdict == "multiple":
            warnings.append("the regions as read have several solutions: a border may have been missed")
        elif verdict == "none":
            warnings.append("the regions as read have no solution: a border may have been misread")
        return tuple(warnings)


def _logits(border: NDArray[np.float32]) -> Doubles:
    """The logits that two cells are of one region: positive where there is rather no border."""
    some = border.astype(np.float64).clip(TINY, 1 - TINY)
    return np.asarray(np.log(1 - some) - np.log(some), np.float64)


def _around(h: Doubles, v: Doubles, row: int, column: int) -> tuple[Doubles, Doubles]:
    """Views of the logits of a cell's edges."""
    return h[row, max(column - 1, 0) : column + 1], v[max(row - 1, 0) : row + 1, column]


def _unlit(h: Doubles, v: Doubles, cell: Cell) -> tuple[Doubles, Doubles]:
    """The logits where the look of a cell says little of its region: it is rather that of which it looks the most."""
    h, v = h.copy(), v.copy()
    for logits in _around(h, v, *cell):
        logits /= len(h)
    return h, v


def _edges(h: Doubles, v: Doubles) -> Iterator[tuple[int, int, float]]:
    """Each edge: its two cells, counted row by row, and its logit."""
    size = len(h)
    for (row, column), logit in np.ndenumerate(h):
        yield row * size + column, row * size + column + 1, float(logit)
    for (row, column), logit in np.ndenumerate(v):
        yield row * size + column, (row + 1) * size + column, float(logit)


def _regions(h: Doubles, v: Doubles) -> Labels:
    """As many regions as rows: cells and then groups of them are joined, those first whose common edges are together
    the most probably no border (greedy additive edge contraction, a usual start of correlation clustering)."""
    size = len(h)
    between: list[dict[int, float]] = [{} for _ in range(size * size)]
    for one, other, logit in _edges(h, v):
        between[one][other] = between[other][one] = logit
    group = list(range(size * size))
    left = set(group)
    while len(left) > size:
        _, one, other = max((logit, a, b) for a in left for b, logit in between[a].items() if a < b)
        for third, logit in between[other].items():
            if third != one:
                total = between[one].get(third, 0.0) + logit
                between[one][third] = between[third][one] = total
                del between[third][other]
        del between[one][other]
        left.remove(other)
        group = [one if name == other else name for name in group]
    return np.unique(group, return_inverse=True)[1].reshape(size, size)


def _verdict(regions: Labels, cells: Sequence[str] | None = None) -> str:
    """`unique`, `multiple` or `none`, of regions and of what is on them; `multiple` where that takes too long."""
    try:
        return exact_verdict(_puzzle(regions, cells), most_steps=MOST_STEPS)
    except SearchTimeout:
        return "multiple"


def _puzzle(regions: Labels, cells: Sequence[str] | None) -> QueensPuzzle:
    """Regions are lettered in the order of their first cells."""
    _, first, back = np.unique(regions, return_index=True, return_inverse=True)
    order = np.asarray(np.argsort(np.argsort(first))[back].reshape(regions.shape), np.intp)
    return QueensPuzzle(["".join(LETTERS[number] for number in row) for row in order.tolist()], cells)


def _moves(regions: Labels, h: Doubles, v: Doubles) -> list[_Move]:
    """Every cell given to each region beside it, the most probable first; not the only cell of a region."""
    region_of, found = regions.ravel().tolist(), []
    # Of each cell, the logits towards each region beside it.
    near: list[dict[int, float]] = [{own: 0.0} for own in region_of]
    for one, other, logit in _edges(h, v):
        for cell, region in ((one, region_of[other]), (other, region_of[one])):
            near[cell][region] = near[cell].get(region, 0.0) + logit
    for cell, own in enumerate(region_of):
        for region in near[cell].keys() - {own} if region_of.count(own) > 1 else ():
            found.append(_Move(near[cell][own] - near[cell][region], divmod(cell, len(regions)), region))
    return sorted(found)


def _probability(regions: Labels, h: Doubles, v: Doubles, moves: Sequence[_Move], is_puzzle: bool) -> float:
    """That these regions are right, 0..1, beside those in which one cell is another region's; less where the network
    sees borders within regions, or none between them. That goes together, and counts a quarter of a puzzle: of drawn
    boards that are one as they look 22 of 24 are right where it sums up to 3 to 6, 23 of 26 to 10, 8 of 12 to 15."""
    beside = 1.0 + sum(exp(-min(max(move.cost, -30.0), 30.0)) for move in moves)
    region_of = regions.ravel()
    against = (-logit if region_of[one] == region_of[other] else logit for one, other, logit in _edges(h, v))
    return exp(-sum(max(0.0, logit) for logit in against) * (0.25 if is_puzzle else 1)) / beside


def _repaired(regions: Labels, moves: Sequence[_Move]) -> tuple[Labels, tuple[Cell, ...]] | None:
    """The most probable regions that have one solution, a few cells from these, and the cells; None if none."""

    def moved(some: tuple[int, ...]) -> Labels:
        others = regions.copy()
        for number in some:
            others[moves[number].cell] = moves[number].region
        return others

    def is_puzzle(some: tuple[int, ...]) -> bool:
        others = moved(some)
        parts = (cv2.connectedComponents((others == k).astype(np.uint8), connectivity=4)[0] for k in range(len(others)))
        return set(parts) == {2} and _verdict(others) == "unique"  # of each region it and all the rest

    found = settled_by([move.cost for move in moves], is_puzzle, MOST_COST)
    return None if found is None else (moved(found.board), tuple(moves[number].cell for number in found.board))


def _cells(marks: NDArray[np.floating]) -> list[str]:
    """What is most probably on each cell, row by row."""
    return ["".join(MARKS[k] for k in row) for row in marks.argmax(axis=2)]
