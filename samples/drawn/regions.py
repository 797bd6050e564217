"""Boards of Queens: n connected regions, crowns and crosses in a random state of play. How they look is not told."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp
from random import Random

import numpy as np

from samples.drawn.types import Labels

NOTHING, CROWN, CROSS = range(3)
STATES = {"fresh": 26, "given": 5, "crosses": 16, "half": 28, "solved": 13, "wrong": 22}
"""How often each state of play is drawn."""


@dataclass(slots=True)
class Regions:
    """`regions`: (n, n), 0 to n - 1; `marks`: (n, n), `NOTHING`, `CROWN` or `CROSS`; `wrong`: lines or regions that
    break a rule, as masks of cells."""

    regions: Labels
    marks: Labels
    wrong: list[np.ndarray[tuple[int, int], np.dtype[np.bool_]]]
    state: str

    @property
    def size(self) -> int:
        return len(self.regions)


def _solution(rng: Random, size: int) -> list[int]:
    """The column of the crown in each row: all different, none touching."""
    while True:
        columns: list[int] = []
        left = list(range(size))
        while left:
            fit = [column for column in left if not columns or abs(column - columns[-1]) > 1]
            if not fit:
                break
            columns.append(rng.choice(fit))
            left.remove(columns[-1])
        if len(columns) == size:
            return columns


def _grown(rng: Random, size: int, crowns: list[int]) -> Labels:
    """Regions that grow from the crowns, some much faster than others."""
    regions = np.full((size, size), -1, np.int8)
    spread = rng.choice((0.3, 0.8, 1.2, 1.8))
    speed = [exp(rng.gauss(0, spread)) for _ in range(size)]
    edge: list[list[tuple[int, int]]] = [[] for _ in range(size)]

    def take(row: int, column: int, region: int) -> None:
        regions[row, column] = region
        near = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
        edge[region] += [(r, c) for r, c in near if 0 <= r < size and 0 <= c < size and regions[r, c] < 0]

    for row, column in enumerate(crowns):
        take(row, column, row)
    order = list(range(size))
    rng.shuffle(order)  # regions are numbered in no order
    while order:
        region = rng.choices(order, [speed[k] for k in order])[0]
        places = edge[region]
        while places:
            k = rng.randrange(len(places))
            places[k], places[-1] = places[-1], places[k]
            row, column = places.pop()
            if regions[row, column] < 0:
                take(row, column, region)
                break
        else:
            order.remove(region)
    return regions


def rectangles(rng: Random, size: int) -> Regions:
    """A square that is parted into at most as many rectangles as it has rows: the board of another game."""
    boxes = [(0, 0, size, size)]
    while len(boxes) < size and (len(boxes) < 2 or rng.random() < 0.97):
        top, left, bottom, right = boxes.pop(max(range(len(boxes)), key=lambda k: _area(boxes[k]) * rng.random()))
        if bottom - top < 2 and right - left < 2:
            boxes.append((top, left, bottom, right))
            break
        if bottom - top > 1 and (right - left < 2 or rng.random() < 0.5):
            cut = rng.randrange(top + 1, bottom)
            boxes += [(top, left, cut, right), (cut, left, bottom, right)]
        else:
            cut = rng.randrange(left + 1, right)
            boxes += [(top, left, bottom, cut), (top, cut, bottom, right)]
    regions = np.zeros((size, size), np.int8)
    for number, (top, left, bottom, right) in enumerate(boxes):
        regions[top:bottom, left:right] = number
    return Regions(regions, np.zeros((size, size), np.int8), [], "fresh")


def _area(box: tuple[int, int, int, int]) -> int:
    top, left, bottom, right = box
    return (bottom - top) * (right - left)


def _around(size: int, row: int, column: int, regions: Labels) -> Labels:
    """Where a crown excludes others: its row, column, region and neighbours."""
    rows, columns = np.mgrid[0:size, 0:size]
    near = (abs(rows - row) <= 1) & (abs(columns - column) <= 1)
    found = near | (rows == row) | (columns == column) | (regions == regions[row, column])
    found[row, column] = False
    return np.asarray(found, np.int8)


def random_regions(rng: Random, size: int) -> Regions:
    """A board in a random state of play."""
    crowns = _solution(rng, size)
    regions = _grown(rng, size, crowns)
    state = rng.choices(list(STATES), list(STATES.values()))[0]
    marks = np.zeros((size, size), np.int8)
    wrong = []
    placed: list[tuple[int, int]] = []
    if state in ("given", "half", "wrong"):
        many = rng.randint(1, 3) if state == "given" else rng.randint(1, size - 1)
        placed = [(row, crowns[row]) for row in rng.sample(range(size), many)]
    elif state == "solved":
        placed = list(enumerate(crowns))
    if state == "wrong":
        for _ in range(rng.randint(1, 3)):
            placed[rng.randrange(len(placed))] = rng.randrange(size), rng.randrange(size)
    # The page crosses out by itself; seldom here on boards with errors, since what is striped need not be crossed out.
    if rng.random() < {"half": 0.65, "wrong": 0.25}.get(state, 0.0):
        for row, column in placed:
            if rng.random() < 0.9:
                marks[_around(size, row, column, regions) == 1] = CROSS
    if state == "crosses" or (state in ("half", "wrong", "solved") and rng.random() < 0.6):
        share = rng.choice((0.05, 0.2, rng.uniform(0.1, 0.8)))
        for row in range(size):
            for column in range(size):
                if rng.random() < share:
                    marks[row, column] = CROSS
    if state == "solved" and rng.random() < 0.35:
        marks[:] = CROSS
    for row, column in placed:
        marks[row, column] = CROWN
    if state == "wrong":
        row, column = rng.choice(placed)
        ways = (regions == regions[row, column], np.arange(size)[:, None] == row, np.arange(size)[None] == column)
        for way in rng.sample(ways, rng.choice((1, 1, 2, 3))):
            wrong.append(np.broadcast_to(way, (size, size)).copy())
    return Regions(regions, marks, wrong, state)
