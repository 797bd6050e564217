"""What is on a board: symbols, clues, entries, markers, some of them wrong. How any of it looks is not decided here."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from random import Random

import numpy as np
from numpy.typing import NDArray

from samples.drawn.types import Labels

STATES = {
    "fresh": 24,
    "partial": 38,
    "nearly full": 13,
    "full": 12,
    "empty": 3,
    "one kind": 5,
    "single": 5,
}
"""How far a board is played. `single`: one kind and a single specimen of the other."""
KEPT = 500
"""How many boards of each large size there are; each is turned and mirrored, too."""
WRONG = 0.4
"""Share of boards with entries that are not the solution's."""


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """`kinds`: 0 empty, 1, 2. `given`: 1 clue, 0 entry, -1 empty. `h`, `v`: markers as in `DrawnBoard`.

    `wrong`: the cells whose symbol is not the solution's. `covered`, `covered_h`, `covered_v`: as in `DrawnBoard`; who
    lays something over the board writes them."""

    kinds: Labels
    given: Labels
    h: Labels
    v: Labels
    wrong: NDArray[np.bool_]
    state: str
    covered: Labels = field(init=False)
    covered_h: Labels = field(init=False)
    covered_v: Labels = field(init=False)

    def __post_init__(self) -> None:
        for name, like in (("covered", self.kinds), ("covered_h", self.h), ("covered_v", self.v)):
            object.__setattr__(self, name, np.zeros_like(like))

    @property
    def size(self) -> int:
        return len(self.kinds)


@cache
def _lines(size: int) -> tuple[NDArray[np.int8], NDArray[np.int64]]:
    """Every balanced line of 0 and 1 without three in a row, and as numbers; of odd length, either may be one more."""
    numbers = np.arange(1 << size, dtype=np.int64)
    bits = ((numbers[:, None] >> np.arange(size)) & 1).astype(np.int8)
    count = bits.sum(axis=1)
    runs = bits[:, :-2] + bits[:, 1:-1] + bits[:, 2:]
    good = (np.abs(2 * count - size) <= size % 2) & ((runs % 3) != 0).all(axis=1)
    return np.asarray(bits[good], np.int8), numbers[good]


def _search(rng: Random, size: int) -> NDArray[np.int8]:
    """A board of 0 and 1 that obeys the rules: balanced lines, no three in a row; found line by line."""
    lines, numbers = _lines(size)
    bits = 1 << np.arange(size)
    most = (size + 1) // 2
    rows: list[NDArray[np.int8]] = []
    left: list[list[int]] = []
    for _ in range(4000):
        done = len(rows)
        if done == size:
            break
        if len(left) == done:
            ones = np.sum(rows, axis=0, dtype=np.int64) if rows else np.zeros(size, np.int64)
            # a line must have a one where zeros have run out, and a zero where ones have
            one, none = done - ones >= most, ones >= most
            if done > 1:
                one, none = one | (rows[-1] + rows[-2] == 0), none | (rows[-1] + rows[-2] == 2)
            must, never = int(bits[one].sum()), int(bits[none].sum())
            candidates = np.flatnonzero(((numbers & must) == must) & ((numbers & never) == 0)).tolist()
            some = rng.sample(candidates, min(len(candidates), 12))
            if size > 6:  # those first that even out the columns
                uneven = ((2 * (ones + lines[some]) - done - 1) ** 2).sum(axis=1)
                some = [some[k] for k in np.argsort(-uneven, kind="stable")[-6:]]
            left.append(some)
        if left[done]:
            rows.append(lines[left[done].pop()])
        elif rows:
            left.pop()
            rows.pop()
        else:
            left.pop()
    while len(rows) < size:  # a few lines that break a rule do no harm
        rows.append(lines[rng.randrange(len(lines))])
    return np.stack(rows)


@cache
def _known(size: int, number: int) -> NDArray[np.int8]:
    """One of the boards kept of large sizes, which take long to find."""
    return _search(Random(f"board/{size}/{number}"), size)


def solution(rng: Random, size: int) -> NDArray[np.int8]:
    """A random board of 0 and 1 that obeys the rules."""
    board = _search(rng, size) if size <= 6 else _known(size, rng.randrange(KEPT))
    board = board.T if rng.random() < 0.5 else board
    board = board[::-1] if rng.random() < 0.5 else board
    board = board[:, ::-1] if rng.random() < 0.5 else board
    return np.ascontiguousarray(1 - board if rng.random() < 0.5 else board)


def _filled(rng: Random, noise: np.random.Generator, size: int, state: str) -> NDArray[np.bool_]:
    """Which cells have a symbol."""
    cells = size * size
    shares = {"fresh": (0.03, 0.5), "partial": (0.3, 0.92), "one kind": (0.05, 0.9), "single": (0.1, 0.8)}
    if state == "empty":
        return np.zeros((size, size), np.bool_)
    if state in ("full", "nearly full"):
        order = noise.permutation(cells)
        return np.asarray(order >= (rng.randint(1, 3) if state == "nearly full" else 0)).reshape(size, size)
    low, high = shares[state]
    share = rng.uniform(low, high)
    filled = noise.random((size, size)) < share
    if rng.random() < 0.2:  # symmetric, as many puzzles are
        filled |= filled[::-1, ::-1] if rng.random() < 0.5 else filled[:, ::-1]
    if rng.random() < 0.1:  # in blocks
        rows, columns = noise.random(size) < share, noise.random(size) < share
        filled = rows[:, None] | columns if rng.random() < 0.5 else rows[:, None] & columns
    return np.asarray(filled, np.bool_)


def _markers(noise: np.random.Generator, values: NDArray[np.int8], share: float, odd: float) -> tuple[Labels, Labels]:
    """Markers on a share of the edges, right but for an `odd` share of them."""
    answer: list[Labels] = []
    for same in (values[:, 1:] == values[:, :-1], values[1:] == values[:-1]):
        flip = noise.random(same.shape) < odd
        here = noise.random(same.shape) < share
        answer.append(np.where(here, np.where(same ^ flip, 1, 2), 0).astype(np.int8))
    return answer[0], answer[1]


def random_grid(rng: Random, noise: np.random.Generator, size: int, marked: bool, state: str | None = None) -> Grid:
    """A board in a random state of play; `marked`: with markers between cells."""
    state = state or rng.choices(list(STATES), list(STATES.values()))[0]
    values = solution(rng, size)
    filled = _filled(rng, noise, size, state)
    if state in ("one kind", "single"):
        kept = rng.randrange(2)
        others = filled & (values != kept)
        filled &= values == kept
        if state == "single" and others.any():
            places = np.argwhere(others)
            row, column = places[rng.randrange(len(places))]
            filled[row, column] = True
    clues = filled.copy() if state == "fresh" else filled & (noise.random((size, size)) < rng.uniform(0.0, 0.75))
    wrong = np.zeros((size, size), np.bool_)
    if rng.random() < WRONG and state not in ("empty", "fresh", "one kind", "single"):
        places = np.argwhere(filled & ~clues)
        for _ in range(min(len(places), rng.randint(1, 3))):
            row, column = places[rng.randrange(len(places))]
            wrong[row, column] = True
    share = 0.0
    if marked:
        share = rng.choice((rng.uniform(0.02, 0.12), rng.uniform(0.08, 0.3), rng.uniform(0.1, 0.2)))
        share = 0.5 if rng.random() < 0.03 else share
    h, v = _markers(noise, values, share, 0.3 if rng.random() < 0.06 else 0.0)
    kinds = np.where(filled, (values ^ wrong) + 1, 0).astype(np.int8)
    given = np.where(filled, clues, -1).astype(np.int8)
    return Grid(kinds, given, h, v, wrong, state)


def breaking(kinds: Labels) -> NDArray[np.bool_]:
    """The cells that break a rule of Takuzu: three alike in a row, or a kind that has too many in a line."""
    answer = np.zeros(kinds.shape, np.bool_)
    for kind in (1, 2):
        for board, marked in ((kinds == kind, answer), ((kinds == kind).T, answer.T)):
            three = board[:, :-2] & board[:, 1:-1] & board[:, 2:]
            for k in range(3):
                marked[:, k : k + three.shape[1]] |= three
            marked |= board & (board.sum(axis=1, keepdims=True) > (len(kinds) + 1) // 2)
    return answer
