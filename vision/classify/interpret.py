"""Probabilities of cells and edges -> the most probable board.

Which cells are of one kind is asked of all pairs at once: the leading eigenvector of the centred products of their
vectors parts them. Balance of lines and "no three in a row" weigh in where cells are uncertain; entries may be wrong,
so a broken rule makes a board less probable, not impossible. What the two kinds are called is asked of all cells of a
kind together.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from vision.chance import broken_rules
from vision.classify.network import NAMES, Floats, Probabilities

Labels = NDArray[np.int8]

# A cell's logit of being of the first kind is the mean of what the other cells say of it, times this: they mostly
# repeat each other, so that their sum would be too sure.
AGREEMENT = 1.6
# What a broken rule costs, in the logarithm of the probability.
BROKEN = 1.5
# What the cells say of a kind's name is added up and divided by so many cells at most: they repeat each other, too.
VOTES = 3.0
# Cells whose probability is less than this may be changed for the rules' sake, at most so many of them.
OPEN, MOST_OPEN = 0.97, 24
# The names that two kinds may have together.
PAIRS = ((0, 1), (1, 0), (2, 3), (3, 2), (4, 4))
# No probability is less than this: logarithms stay finite, and a weight of nothing divides nothing.
_TINY = 1e-6


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """The most probable board of n x n cells.

    `kinds`: (n, n) int8, 0 empty, 1 or 2; `sure`: (n, n) float32, 0..1, how probable each cell's kind is; `second`:
    (n, n) int8, the next probable kind; `names`: of kinds 1 and 2, words of `NAMES`; `named`: how probable it is that
    the two names are not exchanged; `h`: (n, n-1) int8 and `v`: (n-1, n), 0 nothing, 1 `=`, 2 `x`; `given`: (n, n)
    bool, which filled cells look like clues; `probability`: of all cells and edges, as if they were independent.
    """

    kinds: Labels
    sure: Floats
    second: Labels
    names: tuple[str, str]
    named: float
    h: Labels
    v: Labels
    given: NDArray[np.bool_]
    probability: float


def interpret(found: Probabilities) -> Board:
    """The most probable board."""
    size = found.size
    empty = found.empty.ravel().clip(_TINY, 1 - _TINY)
    logits = found.pair_logits()
    names = np.log(found.names.reshape(-1, len(NAMES)).clip(_TINY, 1))
    best: tuple[float, NDArray[np.float32]] | None = None
    for side in _ways(logits, 1 - empty, names):
        settled = _settled(logits, 1 - empty, side)
        chances = _chances(empty, _first_kind(logits, 1 - empty, settled))
        score = _score(chances, logits, 1 - empty, settled, size)
        if best is None or score > best[0] + 1e-6:
            best = score, chances
    assert best is not None
    chances = best[1]
    kinds = _by_rules(chances, size)
    order = np.argsort(-chances, axis=1)
    second = np.where(order[:, 0] == kinds, order[:, 1], order[:, 0])
    pair, named = _named(names, kinds)
    if pair in ((1, 0), (3, 2)):
        kinds, second = _exchanged(kinds), _exchanged(second)
        chances = chances[:, [0, 2, 1]]
        pair = pair[1], pair[0]
    sure = chances[np.arange(size * size), kinds]
    h, v = (edges.argmax(axis=2).astype(np.int8) for edges in (found.h, found.v))
    probability = float(np.prod(sure) * found.h.max(axis=2).prod() * found.v.max(axis=2).prod())
    return Board(
        kinds=kinds.reshape(size, size).astype(np.int8),
        sure=sure.reshape(size, size).astype(np.float32),
        second=second.reshape(size, size).astype(np.int8),
        names=(NAMES[pair[0]], NAMES[pair[1]]),
        named=named,
        h=h,
        v=v,
        given=(found.given > 0.5) & (kinds.reshape(size, size) > 0),
        probability=probability,
    )


def _ways(logits: Floats, filled: Floats, names: Floats) -> list[Floats]:
    """Ways to part the cells into two kinds, (N,) float32 of -1..1: by the products, centred and not, by the names, and
    as one kind alone."""
    weights = filled / max(float(filled.sum()), _TINY)
    by_row = logits - (logits @ weights)[:, None]
    centred = np.asarray(by_row - weights @ by_row, np.float32)
    spread = np.sqrt(filled)
    ways: list[Floats] = []
    for matrix in (logits, centred):
        weighted = np.asarray(matrix * spread[:, None] * spread, np.float32)
        ways.append(np.asarray(np.linalg.eigh((weighted + weighted.T) / 2)[1][:, -1], np.float32))
    first, second = np.logaddexp(names[:, 0], names[:, 2]), np.logaddexp(names[:, 1], names[:, 3])
    ways.append(np.asarray(first - second, np.float32))
    ways.append(np.ones(len(filled), np.float32))
    return [np.sign(way + _TINY).astype(np.float32) for way in ways]


def _settled(logits: Floats, filled: Floats, side: Floats) -> Floats:
    """The sides of cells, after each has followed what the others say of it a few times."""
    for _ in range(4):
        side = np.tanh(_first_kind(logits, filled, side) / 2)
    return side


def _first_kind(logits: Floats, filled: Floats, side: Floats) -> Floats:
    """The logit of each cell being of the kind of those whose `side` is 1: the mean of what the others say."""
    others = logits - np.diag(np.diag(logits))
    weights = filled * np.abs(side)
    said = others @ (filled * side)
    alone = max(float(weights.sum()), _TINY)
    return np.asarray(AGREEMENT * said / np.maximum(alone - weights, 0.5), np.float32)


def _chances(empty: Floats, first: Floats) -> Floats:
    """The probability of each cell to be empty, of the first and of the second kind: (N, 3)."""
    of_first = 1 / (1 + np.exp(-first.clip(-20, 20)))
    return np.stack((empty, (1 - empty) * of_first, (1 - empty) * (1 - of_first)), axis=1).astype(np.float32)


def _score(chances: Floats, logits: Floats, filled: Floats, side: Floats, size: int) -> float:
    """How good a way to part the cells is: what pairs say of it, a cell's share each, less what rules it breaks."""
    pairs = -np.logaddexp(0, -logits * np.sign(side)[:, None] * np.sign(side)) * filled[:, None] * filled
    said = (pairs.sum() - np.trace(pairs)) / max(float(filled.sum()) - 1, 1.0)
    return float(said - BROKEN * min(broken_rules(chances.argmax(axis=1), size), 8))


def _by_rules(chances: Floats, size: int) -> NDArray[np.intp]:
    """The kinds of cells, (N,): the most probable ones, uncertain ones changed where fewer rules are broken then."""
    kinds = chances.argmax(axis=1)
    sure = chances.max(axis=1)
    uncertain = np.flatnonzero(sure < OPEN)
    uncertain = uncertain[np.argsort(sure[uncertain])][:MOST_OPEN]
    costs = -np.log(chances.clip(_TINY, 1))
    broken = broken_rules(kinds, size)
    for _ in range(len(uncertain)):
        if broken == 0:
            break
        gains = []
        for cell, kind in product(uncertain.tolist(), range(3)):
            if kind == kinds[cell]:
                continue
            other = kinds.copy()
            other[cell] = kind
            fewer = broken - broken_rules(other, size)
            gains.append((BROKEN * fewer - float(costs[cell, kind] - costs[cell, kinds[cell]]), cell, kind))
        gain, cell, kind = max(gains, default=(0.0, 0, 0))
        if gain <= 0:
            break
        kinds[cell] = kind
        broken = broken_rules(kinds, size)
    return np.asarray(kinds, np.intp)


def _named(names: Floats, kinds: NDArray[np.intp]) -> tuple[tuple[int, int], float]:
    """The names of both kinds, and how probable it is that they are not exchanged."""
    totals = []
    for pair in PAIRS:
        said = [names[kinds == kind, name] for kind, name in zip((1, 2), pair, strict=True)]
        count = sum(map(len, said))
        totals.append(sum(float(one.sum()) for one in said) * min(1.0, VOTES / max(count, 1)))
    best = int(np.argmax(totals))
    if PAIRS[best] == (4, 4):
        return PAIRS[best], 0.5
    exchanged = PAIRS.index((PAIRS[best][1], PAIRS[best][0]))
    return PAIRS[best], float(1 / (1 + np.exp(totals[exchanged] - totals[best])))


def _exchanged(kinds: NDArray[np.intp]) -> NDArray[np.intp]:
    return np.array([0, 2, 1], np.intp)[kinds]
