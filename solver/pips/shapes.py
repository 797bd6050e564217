"""Boards of Pips without anything on them: cells that dominoes can cover, and the ways to cover them.

A shape is grown domino by domino, so it can be covered; that is one way, and `tiling` finds another at random. It is
connected or of as many islands as are wanted, with holes now and then, and a half turn or a mirror may bring it to
itself. About two thirds of the rectangle around it are cells, as on the newspaper's boards.

What is not here: numbers, regions, tags (`generate`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import sqrt
from random import Random
from typing import TypeAlias

from solver.pips.puzzle import Cell

Place: TypeAlias = tuple[Cell, Cell]
"""Two neighbouring cells in reading order."""

FILLED = (0.5, 0.85)
"""The part of the rectangle that becomes cells; 0.64 is the mean of the newspaper's."""

OBLONG = (0.6, 1.5)
"""How much wider than high the rectangle may be."""

TRIES = 40
"""So many shapes are begun before it is said that there is none."""


def shape(rng: Random, dominoes: int, symmetry: str = "none", islands: int = 1) -> frozenset[Cell] | None:
    """Cells for so many dominoes, from row and column 0 on; None where no shape was found.

    `symmetry` is `"none"`, `"rotation"` (a half turn) or `"mirror"` (left and right exchanged).
    """
    for _ in range(TRIES):
        cells = _grown(rng, dominoes, symmetry, islands)
        if cells is not None:
            top, left = min(r for r, _ in cells), min(c for _, c in cells)
            return frozenset((r - top, c - left) for r, c in cells)
    return None


def _grown(rng: Random, dominoes: int, symmetry: str, islands: int) -> set[Cell] | None:
    area = 2 * dominoes / rng.uniform(*FILLED) + 3 * (islands - 1)
    wide = rng.uniform(*OBLONG)
    height = max(2, round(sqrt(area / wide)))
    width = max(2, round(sqrt(area * wide)))
    if symmetry == "rotation" and dominoes % 2 and (height + width) % 2 == 0:
        width += 1  # the middle of the board is the middle of a domino
    groups = list(_groups(height, width, symmetry))
    cells: set[Cell] = set()
    left, there = dominoes, 0
    while left:
        rng.shuffle(groups)
        odd = left % 2 == 1 and symmetry != "none"  # then one domino has to be its own image
        best: tuple[Place, ...] | None = None
        for group in groups:
            new = {cell for place in group for cell in place}
            if len(group) > left or (odd and len(group) > 1) or new & cells:
                continue
            number = count_islands(cells | new)
            if not (there < number <= islands if there < islands else number == islands):
                continue
            if best is None or _touching(new, cells) > _touching({cell for place in best for cell in place}, cells):
                compact = best is not None
                best = group
                if compact or there < islands or rng.random() < 0.6:
                    break
        if best is None:
            return None
        cells.update(cell for place in best for cell in place)
        left -= len(best)
        there = count_islands(cells)
    return cells if there == islands else None


def _groups(height: int, width: int, symmetry: str) -> Iterator[tuple[Place, ...]]:
    """The dominoes of the rectangle, those together that the symmetry brings onto each other."""

    def image(cell: Cell) -> Cell:
        r, c = cell
        return (height - 1 - r, width - 1 - c) if symmetry == "rotation" else (r, width - 1 - c)

    for r in range(height):
        for c in range(width):
            for other in ((r, c + 1), (r + 1, c)):
                if other[0] == height or other[1] == width:
                    continue
                place = (r, c), other
                if symmetry == "none":
                    yield (place,)
                    continue
                first, second = sorted((image((r, c)), image(other)))
                if (first, second) == place:
                    yield (place,)
                elif place < (first, second) and not {first, second} & set(place):
                    yield place, (first, second)


def _touching(new: set[Cell], cells: set[Cell]) -> int:
    return sum(other in cells for cell in new for other in neighbours(cell))


def neighbours(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    """The four cells beside a cell, on the board or not."""
    r, c = cell
    return (r, c + 1), (r + 1, c), (r, c - 1), (r - 1, c)


def count_islands(cells: Iterable[Cell]) -> int:
    """How many parts the cells fall into."""
    left = set(cells)
    number = 0
    while left:
        number += 1
        todo = [left.pop()]
        while todo:
            near = left.intersection(neighbours(todo.pop()))
            left -= near
            todo += near
    return number


def tiling(rng: Random, cells: Iterable[Cell]) -> list[Place] | None:
    """The cells covered with dominoes at random; None if they cannot be."""
    return _covered(rng, set(cells))


def _covered(rng: Random, bare: set[Cell]) -> list[Place] | None:
    if not bare:
        return []
    ways = {cell: bare.intersection(neighbours(cell)) for cell in sorted(bare)}
    fewest = min(map(len, ways.values()))
    cell = rng.choice([cell for cell, near in ways.items() if len(near) == fewest])
    others = sorted(ways[cell])
    rng.shuffle(others)
    for other in others:
        rest = _covered(rng, bare - {cell, other})
        if rest is not None:
            return [(min(cell, other), max(cell, other)), *rest]
    return None
