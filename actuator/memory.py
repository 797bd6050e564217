"""What the cells of a grid game looked like: a look at a known board compares pixels instead of reading it anew.

`vision` reads a board from nothing, and may refuse where only a few cells differ from all others in an unusual look.
While a board is played its place and its cells are known: a cell that looks as it did is what it was, and one that has
changed looks like one of the kinds seen before. Where it does not clearly, `vision` is asked after all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from actuator.moves import Cell, Point, Rect
from actuator.screen import Shot
from actuator.sight import Sight

Patch: TypeAlias = NDArray[np.float32]

# The part of a cell that is compared, and the size it is brought to.
PART, SIZE = 0.74, 20
# Mean differences per pixel and channel, of 255. The same cell in two grabs: 0 (a grab is exact), 2 to 3 where the page
# drew it anew at another place between pixels. A symbol against an empty cell: 12 and more for the thinnest.
SAME, EMPTY_AGAIN = 1.5, 3.0
# The nearest kind must be this much nearer than the next.
CLEARLY = 0.62
# Two shapes are alike from this correlation on, and one must be so much more alike than the next. Below this mean sum
# of channels there is no shape: tiles told by colour alone.
ALIKE, MORE_ALIKE, LEAST_INK = 0.6, 0.15, 8.0
# The board is at its place when so many of its cells' corners differ by at most so much.
STILL_SHARE, STILL = 0.7, 24
KEPT = 8


class Memory:
    """The kinds of cells seen on one board, and how each cell looked last."""

    def __init__(self, sight: Sight) -> None:
        """`sight`: a look that `vision` has read, with the grab it was read from."""
        self._sight = sight
        self._kinds: dict[str, list[Patch]] = {}
        self._last: dict[Cell, tuple[str, Patch]] = {}
        self._first: dict[Cell, Patch] = {}
        self._corners: Patch
        known = self.learn(sight)
        assert known

    def learn(self, sight: Sight) -> bool:
        """Remember how the cells look in a sight that `vision` has read; False where it is of a board of other cells.

        The board may have moved; how its cells looked at its old place is kept.
        """
        if sight.shot is None or sight.cells.keys() != self._sight.cells.keys() or sight.game != self._sight.game:
            return False
        self._corners = _corners(sight.shot, sight)
        self._sight = sight
        looks = patches(sight.shot, list(sight.cells.values()), sight.step)
        for (r, c), patch in zip(sight.cells, looks, strict=True):
            symbol = sight.puzzle.cells[r][c]
            self._last[r, c] = symbol, patch
            if symbol == ".":
                self._first.setdefault((r, c), patch)
            kind = self._kinds.setdefault(symbol, [])
            if len(kind) < KEPT and all(difference(patch, known) > SAME for known in kind):
                kind.append(patch)
        return True

    def look(self, shot: Shot) -> Sight | None:
        """The board in a new grab; None where it is not at its place, or a cell is like nothing seen before."""
        if not self._in_place(shot):
            return None
        rows = self._rows(shot)
        if rows is None:
            return None
        return replace(self._sight, puzzle=self._sight.puzzle.with_cells(rows), shot=shot, reading=None)

    def shows(self, shot: Shot, wanted: Mapping[Cell, str]) -> bool:
        """Whether these cells show these symbols, in a grab of a board that is at its place."""
        points = [self._sight.cells[cell] for cell in wanted]
        looks = patches(shot, points, self._sight.step)
        return self._in_place(shot) and all(
            self._symbol(cell, look) == wanted[cell] for cell, look in zip(wanted, looks, strict=True)
        )

    @property
    def place(self) -> Rect:
        """What has to be grabbed for a look."""
        return self._sight.board.grown(1)

    def _in_place(self, shot: Shot) -> bool:
        now = _corners(shot, self._sight)
        return bool(np.mean(np.abs(now - self._corners).max(axis=1) <= STILL) >= STILL_SHARE)

    def _rows(self, shot: Shot) -> tuple[str, ...] | None:
        cells = self._sight.cells
        found = {}
        for cell, patch in zip(cells, patches(shot, list(cells.values()), self._sight.step), strict=True):
            symbol = self._symbol(cell, patch)
            if symbol is None:
                return None
            found[cell] = symbol
        size = self._sight.puzzle.size
        return tuple("".join(found[r, c] for c in range(size)) for r in range(size))

    def _symbol(self, cell: Cell, patch: Patch) -> str | None:
        symbol, last = self._last[cell]
        if difference(patch, last) <= SAME:
            return symbol
        if cell in self._first and difference(patch, self._first[cell]) <= EMPTY_AGAIN:
            return "."
        kinds = self._kinds
        if cell in self._first:  # it does not look as it did when it was empty
            kinds = {name: kind for name, kind in kinds.items() if name != "."}
        return _by_colour(patch, kinds) or _by_shape(patch, kinds)


def _by_colour(patch: Patch, kinds: Mapping[str, Sequence[Patch]]) -> str | None:
    """The kind that looks most like it as it is, if it is clearly nearer than the next."""
    distances = sorted((min(difference(patch, one) for one in kind), name) for name, kind in kinds.items())
    if len(distances) < 2 or distances[0][0] > CLEARLY * distances[1][0]:
        return None
    return distances[0][1]


def _by_shape(patch: Patch, kinds: Mapping[str, Sequence[Patch]]) -> str | None:
    """The kind with most alike a shape on whatever ground, if it is clearly more alike than the next."""
    shape = _shape(patch)
    if shape is None:
        return None
    found = []
    for name, kind in kinds.items():
        shapes = [other for one in kind if (other := _shape(one)) is not None]
        found.append((max((float((shape * other).sum()) for other in shapes), default=-1.0), name))
    found.sort(reverse=True)
    if len(found) < 2 or found[0][0] < ALIKE or found[0][0] < found[1][0] + MORE_ALIKE:
        return None
    return found[0][1]


def _shape(patch: Patch) -> NDArray[np.float32] | None:
    """How much each pixel differs from the ground, `(SIZE, SIZE)`, of mean 0 and length 1; None of a bare cell."""
    ring = np.concatenate([patch[0], patch[-1], patch[:, 0], patch[:, -1]])
    ink = np.abs(patch - np.median(ring, axis=0)).sum(axis=2)
    if ink.mean() < LEAST_INK:
        return None
    ink -= ink.mean()
    return np.asarray(ink / np.linalg.norm(ink), np.float32)


def patches(shot: Shot, points: Sequence[Point], step: float) -> list[Patch]:
    """The middle part of each cell, `(SIZE, SIZE, 3)` float32."""
    across, down = shot.scale
    half_x, half_y = PART * step * across / 2, PART * step * down / 2
    found = []
    for x, y in points:
        px, py = (x - shot.rect.left) * across, (y - shot.rect.top) * down
        part = shot.bgr[
            max(0, round(py - half_y)) : max(1, round(py + half_y)),
            max(0, round(px - half_x)) : max(1, round(px + half_x)),
        ]
        found.append(cv2.resize(part, (SIZE, SIZE), interpolation=cv2.INTER_AREA).astype(np.float32))
    return found


def _corners(shot: Shot, sight: Sight) -> Patch:
    """`(N, 3)` float32: the pixels at the corners of the cells, which no entry changes."""
    (across, down), half = shot.scale, sight.step / 2
    height, width = shot.bgr.shape[:2]
    points = np.array([(x + d * half, y + d * half) for x, y in sight.cells.values() for d in (-1, 1)])
    x = np.clip(((points[:, 0] - shot.rect.left) * across).astype(int), 0, width - 1)
    y = np.clip(((points[:, 1] - shot.rect.top) * down).astype(int), 0, height - 1)
    return np.asarray(shot.bgr[y, x], np.float32)


def difference(one: Patch, other: Patch) -> float:
    """Mean difference per pixel and channel, 0..255."""
    return float(np.abs(one - other).mean())
