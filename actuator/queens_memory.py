"""What the cells of a board of Queens looked like: crosses are small, and every region has a ground of its own.

As `memory.py`, but a cell is compared at its most different place, for a cross is a few pixels; and what is new in a
cell is told by its shape alone, since a crown on one ground and a cross on another may differ less in colour than two
crowns do. A shape is how a cell differs from itself when it was empty, so that no pattern under it matters.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from actuator.memory import KEPT, PART, SIZE, STILL, STILL_SHARE, Memory, Patch
from actuator.moves import Cell
from actuator.pixels import largest
from actuator.screen import Shot
from actuator.sight import DOUBTFUL, Sight
from actuator.solutions import queens_solutions
from solver.queens.puzzle import CROSS, CROWN, EMPTY, QueensPuzzle
from vision.classify.network import Probabilities, classify, straight
from vision.errors import OccludedError
from vision.games.queens import MARKS
from vision.lattice import Lattice
from vision.types import QueensReading

# The largest difference between two looks of a cell, slightly smoothed, of 255. The same cell in two grabs: 0, or up to
# 6 where the page drew it anew; the palest cross of our pages, white at 45 % on a dark ground: 25 and more.
CHANGED = 14.0
# Two shapes are alike from this correlation on, and one must be so much more alike than the next. Crowns of two colours
# on other grounds: 0.59 and more.
ALIKE, MORE_ALIKE = 0.5, 0.2
# A shape has this much of the area of another at least, and not more than the inverse.
AREA = 0.4
# Pixels that differ from the ground by so much belong to a shape, of 255.
INK = 20.0
# What lies on more of the corners of what is compared, each so wide, is no crown or cross but stripes: they lie on 0.12
# and more of them in 39 of 42 looks, crowns on 0.05 at most but for discs and emoji of three quarters of a cell.
CORNERS, CORNER = 0.1, SIZE // 5
# What came into a clicked cell, and is like nothing seen before, is a cross if it takes no larger part of the cell; a
# crown takes so many times as much as a cross of its page, or more. On our pages crosses take 0.005 to 0.055, crowns
# 0.07 to 0.36 and 3.6 times as much or more. What is between is `vision`'s to tell, and so is a first crown: no cross
# is to be taken for one.
CROSS_MOST, LARGER = 0.06, 2.5

# A cell that is read as a region of its own makes two others be read as one: of 300 daily puzzles that changes at most
# 0.153 of all neighbours; of all pairs of them that are as large four differ in less than this.
MERGED = 0.16

# A crown where the solution has none, and a cross where it has one, count so much less: where neither is rather seen
# (`DOUBTFUL`) the solution tells.
EVEN = 1 / DOUBTFUL - 1

Shape = NDArray[np.float32]
"""`(SIZE, SIZE)`: how much each pixel differs from what is under it, in the channel in which it differs most."""


class QueensMemory(Memory):
    """How the cells of one board of Queens looked."""

    def __init__(self, sight: Sight) -> None:
        """See `Memory`."""
        self._shapes: dict[str, list[Shape]] = {}
        self._doubted = sight.unsure  # whether no reading of its regions was sure
        super().__init__(sight)

    def learn(self, sight: Sight) -> bool:
        """See `Memory`; the shapes of crowns and crosses as well. Empty cells may have been striped before."""
        if not super().learn(sight):
            return False
        self._first |= {cell: patch for cell, (symbol, patch) in self._last.items() if symbol == EMPTY}
        for cell, (symbol, patch) in self._last.items():
            shapes = self._shapes.setdefault(symbol, [])
            if symbol != EMPTY and len(shapes) < KEPT and _whole(shape := self._shape(cell, patch)):
                shapes.append(shape)
        return True

    def named(self, sight: Sight) -> Sight:
        """The same with each mark called what it looks like, and what it was called before: clicks go where crowns
        belong, and there a reading holds a cross to be one. With doubt where it is called otherwise than it was read.
        One that is hard to tell is compared with those beside it where none was seen before. Its regions are known: a
        cell that is selected may look like one of its own. They are as sure as they ever were.

        Raises `OccludedError` where marks are hard to tell on a board that is dimmed.
        """
        known = self._sight.puzzle
        if sight.shot is not None and _unlike(known, sight.puzzle) <= MERGED and self.has_its_colours(sight.shot):
            self._doubted &= sight.unsure
            sight = replace(sight, puzzle=known.with_cells(sight.puzzle.cells), unsure=self._doubted)
        read = sight.reading.cell_patches if isinstance(sight.reading, QueensReading) else {}
        before = {cell: self._shown.get(cell, last)[0] for cell, last in self._last.items()}
        doubtful = {cell: one for cell, one in read.items() if one.value != EMPTY and not one.confidence}
        names = {cell: one.runner_up for cell, one in doubtful.items() if one.value != before[cell]}
        if names and sight.shot is not None and self._is_dimmed(sight.shot, sight):
            raise OccludedError("The board is there, but something lies over it.")
        marked = [cell for cell in sight.cells if sight.puzzle.cells[cell[0]][cell[1]] != EMPTY]
        if sight.shot is not None and marked:
            looks = self._looks(sight.shot, sight, marked)
            shapes = {cell: self._shape(cell, look) for cell, look in looks.items()}
            read_as = {(r, c): names.get((r, c), sight.puzzle.cells[r][c]) for r, c in marked}
            surely = [cell for cell in marked if cell not in names]
            here = {mark: [shapes[cell] for cell in surely if read_as[cell] == mark] for mark in (CROWN, CROSS)}
            drawn = {mark: self._shapes.get(mark) or here[mark] for mark in here}
            likest = {cell: _likest(shape, drawn if cell in names else self._shapes) for cell, shape in shapes.items()}
            crowns = self._shapes.get(CROWN)
            if crowns and not self._shapes.get(CROSS) and [*before.values()].count(CROWN) == 1:
                new = [shapes[cell] for cell in marked if (read_as[cell], likest[cell]) == (CROWN, None)]
                sight = replace(sight, unsure=sight.unsure or bool(new))
                if any(_part(shape) >= LARGER * max(map(_part, crowns)) for shape in new):
                    self._call_crosses()
            names |= {cell: name for cell, name in likest.items() if name is not None and name != read_as[cell]}
        rows = [list(row) for row in sight.puzzle.cells]
        for (r, c), name in names.items():
            rows[r][c] = name
        puzzle = sight.puzzle.with_cells(["".join(row) for row in rows])
        return sight if puzzle == sight.puzzle else replace(sight, puzzle=puzzle, unsure=True)

    def _call_crosses(self) -> None:
        """What was held to be a crown, as nothing else was seen, is a cross."""
        self._shapes[CROSS] = self._shapes.pop(CROWN)
        for seen in (self._last, self._shown):
            seen.update({cell: (CROSS, patch) for cell, (name, patch) in seen.items() if name == CROWN})

    def _is_dimmed(self, shot: Shot, sight: Sight) -> bool:
        """Whether most cells have another colour than they had."""
        looks = self._looks(shot, sight).items()
        off = [np.median(look - self._last[cell][1], axis=(0, 1)) for cell, look in looks]
        return bool(np.mean(np.abs(off).max(axis=1) > STILL) > STILL_SHARE)

    def read(self, shot: Shot) -> Sight | None:
        """The board at its place as it is read where its regions are known: a selected cell, its row and column may
        look like other regions. None where it is not there, dimmed, or what is on a cell is hard to see."""
        if not self.in_place(shot) or self._is_dimmed(shot, self._sight):
            return None
        known, size = self._sight, len(self._sight.puzzle.regions)
        left, top, right, bottom = shot.box(known.board)
        lattice = Lattice(left, top, (right - left) / size, (bottom - top) / size, size, size)
        seen = classify(straight(shot.bgr, lattice))
        empty = seen.marks[..., MARKS.index(EMPTY)]
        clear = min(1 - seen.covered.max(), seen.inside.min(), np.maximum(empty, 1 - empty).min())
        if clear < DOUBTFUL or _borders_unlike(known.puzzle, seen) > MERGED:
            return None
        marks = seen.marks * np.where(self._to_be_crowned[..., None], (1, 1, EVEN), (1, EVEN, 1))
        rows = ["".join(MARKS[mark] for mark in row) for row in marks.argmax(axis=2)]
        return replace(known, puzzle=known.puzzle.with_cells(rows), shot=shot, reading=None)

    @cached_property
    def _to_be_crowned(self) -> NDArray[np.bool_]:
        """(n, n): where a solution has a crown."""
        found = [[list(row) for row in rows] for rows in queens_solutions(self._sight.puzzle, doubtful=False)]
        return np.asarray((np.array(found) == CROWN).any(axis=0))

    def _as_told(self, cell: Cell, patch: Patch, symbol: str | None) -> str | None:
        """What a cell shows, whatever it was told to: shapes tell crowns from crosses on any ground."""
        return symbol

    def _at_rest(self, cell: Cell, patch: Patch, touched: bool) -> str | None:
        """A crown where one was, if it is rather like one: pages mark those that break a rule."""
        shape, before = self._shape(cell, patch), self._shown.get(cell, self._last[cell])[0]
        alike = any(_likeness(shape, one) >= ALIKE for one in self._shapes.get(CROWN, ()))
        return CROWN if alike and before == CROWN and not touched else None

    @property
    def lacks_symbol(self) -> bool:
        """Whether no crown, or no cross, has been seen yet: what comes into a clicked cell may be told by its size."""
        return not (self._shapes.get(CROWN) and self._shapes.get(CROSS))

    def _new_name(self, cell: Cell, patch: Patch) -> str | None:
        """A cross, or a crown on a board of which the crosses are known, by its size, where none was seen until now."""
        if cell not in self._first:
            return None
        shape = self._shape(cell, patch)
        if not _whole(shape):
            return None
        crowns, crosses = self._shapes.get(CROWN), self._shapes.get(CROSS)
        cross_most = CROSS_MOST if not crowns else min(map(_part, crowns)) / LARGER
        if crosses and not crowns and _part(shape) >= LARGER * max(map(_part, crosses)):
            name = CROWN
        elif not crosses and _part(shape) <= cross_most:
            name = CROSS
        else:
            return None
        self._shapes[name] = [shape]
        return name

    def _symbol(self, cell: Cell, patch: Patch) -> str | None:
        """What a cell shows; None where it is like nothing seen before."""
        symbol, last = self._last[cell]
        if not _changed(patch, last):
            return symbol
        if cell in self._first and not _changed(patch, self._first[cell]):
            return EMPTY
        return _likest(self._shape(cell, patch), self._shapes)

    def _shape(self, cell: Cell, patch: Patch) -> Shape:
        """What lies on a cell: all that is not as in the empty cell, or, if it was never seen so, not of its colour."""
        ring = np.concatenate([patch[0], patch[-1], patch[:, 0], patch[:, -1]])
        under = self._first.get(cell, np.median(ring, axis=0))
        return np.asarray(largest(np.abs(patch - under)), np.float32)


def _unlike(known: QueensPuzzle, read: QueensPuzzle) -> float:
    """The part of all neighbours that are of one region in one of two puzzles and not in the other, but for those of
    cells that were read as a region of their own."""
    size = range(len(known.regions))
    pairs = [((r, c), other) for r in size for c in size for other in ((r, c + 1), (r + 1, c)) if max(other) in size]
    alone = {cell for cell, region in read.region_of.items() if "".join(read.regions).count(region) == 1}
    one, two = ([on.region_of[a] == on.region_of[b] for a, b in pairs] for on in (known, read))
    return sum(x != y for x, y, pair in zip(one, two, pairs, strict=True) if alone.isdisjoint(pair)) / len(pairs)


def _likest(shape: Shape, known: Mapping[str, Sequence[Shape]]) -> str | None:
    """What was seen of which a shape clearly is."""
    found = ((max(_likeness(shape, one) for one in shapes), name) for name, shapes in known.items() if shapes)
    likely = sorted(found, reverse=True)
    if not likely or likely[0][0] < ALIKE or not _whole(shape):
        return None
    return likely[0][1] if len(likely) == 1 or likely[0][0] >= likely[1][0] + MORE_ALIKE else None


def _borders_unlike(known: QueensPuzzle, seen: Probabilities) -> float:
    """The part of the edges between cells that are seen as a border where none is known to be, or the other way."""
    regions = np.array([list(row) for row in known.regions])
    across, down = regions[:, 1:] != regions[:, :-1], regions[1:] != regions[:-1]
    return float(np.mean([across != (seen.border_h > 0.5), (down != (seen.border_v > 0.5)).T]))


def _part(shape: Shape) -> float:
    """The part of its cell that a shape takes."""
    return float((shape > INK).mean()) * PART**2


def _whole(shape: Shape) -> bool:
    """Whether a shape lies in the middle of what is compared."""
    ends = np.concatenate([shape[:CORNER], shape[-CORNER:]])
    return bool((np.concatenate([ends[:, :CORNER], ends[:, -CORNER:]]) > INK).mean() <= CORNERS)


def _changed(one: Patch, other: Patch) -> bool:
    """Whether two looks of a cell differ anywhere."""
    difference = np.asarray(largest(np.abs(one - other)), np.float32)
    return bool(cv2.blur(difference, (2, 2)).max() > CHANGED)


def _likeness(one: Shape, other: Shape) -> float:
    """The correlation of two shapes, -1..1; -1 where one is much larger."""
    areas = int((one > INK).sum()), int((other > INK).sum())
    if not min(areas) or min(areas) < AREA * max(areas):
        return -1.0
    a, b = one - one.mean(), other - other.mean()
    length = float(np.linalg.norm(a) * np.linalg.norm(b))
    return float((a * b).sum()) / length if length else -1.0
