"""Probabilities of cells and edges -> the most probable board.

Which cells are of one kind is asked of all pairs at once; empty cells are a kind, too. Beginning from several ways to
part the cells into three kinds, each cell follows what the members of each kind say of it, until nothing changes; the
most probable end is taken. Balance of lines and "no three in a row" weigh in; entries may be wrong, so a broken rule
makes a board less probable, not impossible. What the kinds are called is asked of all cells of a kind together.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from vision.classify.network import NAMES, Probabilities
from vision.imgproc import Floats, softmax

Labels = NDArray[np.int8]
Kinds = NDArray[np.intp]

# What the members of a kind say of a cell is the mean of their logits, times this: they mostly repeat each other.
AGREEMENT = 2.0
# Whether a cell is empty the network says of each by itself; that repeats itself as well, and counts so much beside the
# others, and of each kind no more than so many cells.
ALONE, VOTES = 0.4, 3.0
# Turns in which cells follow each other.
TURNS = 5
# What a broken rule costs, in the logarithm of the probability, and at most so many of them count.
BROKEN, MOST_COUNTED = 2.5, 12
# Cells of one kind are right or wrong together: of each kind no more than so many count in a board's probability.
# Measured on 1,303 boards, with `grid.SLOPE`: with 1 or 20 the probabilities say less of what is right.
TOGETHER = 6.0
# Cells whose probability is less than this may be changed for the rules' sake, at most so many of them. Where none is,
# the empty kind is not questioned either.
OPEN, MOST_OPEN = 0.97, 24
# Boards that are less probable than the most probable one by more than this, in the logarithm, are not named.
NEAR = 12.0
# The names that two kinds may have together, by their places in `NAMES`.
PAIRS = tuple(
    (NAMES.index(one), NAMES.index(other))
    for one, other in (("sun", "moon"), ("moon", "sun"), ("zero", "one"), ("one", "zero"))
) + tuple((NAMES.index(one), NAMES.index(one)) for one in ("other", "picture"))
# Kinds without a name are put the way round that is nearer to one where the logarithm of the odds is at least this.
LEAST_NEARER = 1.0
# No probability is less than this: logarithms stay finite, and a weight of nothing divides nothing.
TINY = 1e-6


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """The most probable board of n x n cells.

    `kinds`: (n, n) int8, 0 empty, 1 or 2; `sure`: (n, n) float32, 0..1, how probable each cell's kind is; `second`:
    (n, n) int8, the next probable kind; `names`: of kinds 1 and 2, words of `NAMES`; `named`: how probable it is that
    the two names are not exchanged; `nearest`: `sun` or `zero` where kind 1 comes nearest to it, and kind 2 to a moon
    or 1, "" where it would as well the other way round, and how `near`, 0..1; `h`: (n, n-1) int8 and `v`: (n-1, n), 0
    nothing, 1 `=`, 2 `x`; `given`: (n, n) bool, which filled cells look like clues; `probability`: that all cells and
    edges are right.
    """

    kinds: Labels
    sure: Floats
    second: Labels
    names: tuple[str, str]
    named: float
    nearest: str
    near: float
    h: Labels
    v: Labels
    given: NDArray[np.bool_]
    probability: float


def interpretations(found: Probabilities) -> list[Board]:
    """The most probable board, and others that are nearly as probable: other ways to part the cells into kinds."""
    size = found.size
    empty = found.empty.ravel().clip(TINY, 1 - TINY)
    vectors = found.vectors.reshape(size * size, -1)
    logits = found.pair_logits()
    np.fill_diagonal(logits, 0)
    names = np.log(found.names.reshape(-1, len(NAMES)).clip(TINY, 1))
    prior = np.log(np.stack((empty, 1 - empty, 1 - empty), axis=1))
    called = _called(names)
    ends: dict[bytes, tuple[float, Floats]] = {}
    for chances in _settled(logits, prior, names, called, np.stack(list(_starts(vectors, empty, names)))):
        kinds = chances.argmax(axis=1)
        same = _in_order(kinds).tobytes()  # whichever kind is called which
        # Symbols that are all of one kind may end as either of two.
        if same not in ends or chances.max(axis=1).sum() > ends[same][1].max(axis=1).sum():
            alone = prior + called[_best_pairs(names, chances)]
            ends[same] = _score(kinds, logits, alone, size), chances
    order = sorted(ends.values(), key=lambda end: -end[0])
    return [_board(found, chances, names) for score, chances in order if score > order[0][0] - NEAR]


def _in_order(kinds: Kinds) -> Kinds:
    """The kinds of cells with that of the first symbol first."""
    symbols = kinds[kinds > 0]
    return kinds if not len(symbols) or symbols[0] == 1 else _exchanged(kinds)


def _board(found: Probabilities, chances: Floats, names: Floats) -> Board:
    """The board of cells with these chances to be of each kind, (N, 3)."""
    size = found.size
    kinds = _by_rules(chances, size)
    order = np.argsort(-chances, axis=1)
    second = np.where(order[:, 0] == kinds, order[:, 1], order[:, 0])
    pair, named = _named(names, kinds)
    nearest, near = _nearest(names, kinds) if pair[0] == pair[1] else (pair, 1.0)
    if nearest in ((1, 0), (3, 2)):
        kinds, second = _exchanged(kinds), _exchanged(second)
        chances = chances[:, [0, 2, 1]]
        pair = pair[1], pair[0]
    sure = chances[np.arange(size * size), kinds]
    h, v = (edges.argmax(axis=2).astype(np.int8) for edges in (found.h, found.v))
    cells = sum(_limited(np.log(sure[kinds == kind].clip(TINY, 1)), TOGETHER) for kind in range(3))
    probability = float(np.exp(cells) * found.h.max(axis=2).prod() * found.v.max(axis=2).prod())
    return Board(
        kinds=kinds.reshape(size, size).astype(np.int8),
        sure=sure.reshape(size, size).astype(np.float32),
        second=second.reshape(size, size).astype(np.int8),
        names=(NAMES[pair[0]], NAMES[pair[1]]),
        named=named,
        nearest=NAMES[min(nearest)] if nearest else "",
        near=near,
        h=h,
        v=v,
        given=(found.given > 0.5) & (kinds.reshape(size, size) > 0),
        probability=probability,
    )


def _starts(vectors: Floats, empty: Floats, names: Floats) -> Iterator[Floats]:
    """Ways to part the cells into three kinds, (N, 3) each: 0 or 1, as a few that may be empty would be a kind."""
    bare = empty > (filled := 1 - empty)
    for centre in (vectors.T @ filled / max(float(filled.sum()), TINY), np.zeros(vectors.shape[1], np.float32)):
        moved = (vectors - centre) * filled[:, None]
        leading = np.linalg.eigh(moved.T @ moved)[1][:, -1]  # far quicker than the singular vectors of all cells
        yield _parted(bare, moved @ leading > 0)
    first, second = (np.logaddexp.reduce(names[:, columns], axis=1) for columns in ([0, 2], [1, 3]))
    yield _parted(bare, first > second)
    yield _parted(bare, np.ones(len(empty), np.bool_))
    if np.abs(2 * empty - 1).min() < 2 * OPEN - 1:
        # Which of three kinds is the empty one is asked of each.
        clusters = np.eye(3, dtype=np.float32)[_three_clusters(vectors)]
        for order in permutations(range(3)):
            if order[1] < order[2]:
                yield clusters[:, order]


def _parted(bare: NDArray[np.bool_], first: NDArray[np.bool_]) -> Floats:
    return np.stack((bare, ~bare & first, ~bare & ~first), axis=1).astype(np.float32)


def _three_clusters(vectors: Floats) -> Kinds:
    """Each cell's of three clusters, (N,): k-means, from the cells that are the farthest apart."""
    middles = [vectors[int(((vectors - vectors.mean(axis=0)) ** 2).sum(axis=1).argmax())]]
    for _ in range(2):
        off = np.stack([((vectors - middle) ** 2).sum(axis=1) for middle in middles])
        middles.append(vectors[int(off.min(axis=0).argmax())])
    labels = np.zeros(len(vectors), np.intp)
    for _ in range(8):
        labels = np.stack([((vectors - middle) ** 2).sum(axis=1) for middle in middles]).argmin(axis=0)
        middles = [
            vectors[labels == k].mean(axis=0) if (labels == k).any() else middle for k, middle in enumerate(middles)
        ]
    return labels


def _settled(logits: Floats, prior: Floats, names: Floats, called: Floats, chances: Floats) -> Floats:
    """(S, N, 3): from S starts, the probability of each cell to be of each kind when it has followed the others."""
    there = chances.sum(axis=1, keepdims=True) > 0  # where a start has no cell of a kind, there may be none
    for _ in range(TURNS):
        alone = np.float32(ALONE) * (prior + called[_best_pairs(names, chances)])
        chances = softmax(alone + _said(logits, there * chances))
    return chances


def _called(names: Floats) -> Floats:
    """What the name of each cell alone says of its kind where the two kinds have the names of a pair, 0 where both fit
    as well: (P, N, 3), for all of `PAIRS`. `names`: (N, 6), logarithms."""
    both = names.T[np.array(PAIRS)]
    answer = np.zeros((len(PAIRS), len(names), 3), np.float32)
    answer[..., 1:] = (both - np.logaddexp(both[:, :1], both[:, 1:]) + np.float32(np.log(2))).swapaxes(1, 2)
    return answer


def _best_pairs(names: Floats, chances: Floats) -> Kinds:
    """Which of `PAIRS` fits kinds best: (...), of chances (..., N, 3)."""
    ones, others = zip(*PAIRS, strict=True)
    totals = chances[..., 1] @ names[:, ones] + chances[..., 2] @ names[:, others]
    return np.asarray(totals.argmax(axis=-1), np.intp)


def _said(logits: Floats, chances: Floats) -> Floats:
    """What the members of each kind say of each cell, as a logit: (S, N, 3)."""
    members = chances.sum(axis=1, keepdims=True) - chances
    return np.asarray(AGREEMENT * (logits @ chances) / np.maximum(members, 0.5), np.float32)


def _score(kinds: Kinds, logits: Floats, prior: Floats, size: int) -> float:
    """How probable a way to part the cells is: what each is taken for alone and beside others, less broken rules."""
    alone = 0.0
    for kind in range(3):
        said = prior[kinds == kind, kind]
        alone += _limited(said, VOTES)
    pairs = -np.logaddexp(0, np.where(kinds[:, None] == kinds, -logits, logits))
    np.fill_diagonal(pairs, 0)
    together = float(pairs.sum()) / max(len(kinds) - 1, 1)
    return alone + together - BROKEN * min(int(broken_rules(kinds, size)), MOST_COUNTED)


def _limited(values: Floats, most: float) -> float:
    """The sum of some values, as if there were at most so many of them."""
    return float(values.sum()) * min(1.0, most / max(len(values), 1))


def _by_rules(chances: Floats, size: int) -> Kinds:
    """The kinds of cells, (N,): the most probable ones, uncertain ones changed where fewer rules are broken then."""
    kinds = chances.argmax(axis=1)
    sure = chances.max(axis=1)
    uncertain = np.flatnonzero(sure < OPEN)
    uncertain = uncertain[np.argsort(sure[uncertain])][:MOST_OPEN]
    costs = -np.log(chances.clip(TINY, 1))
    broken = broken_rules(kinds, size)
    for _ in range(len(uncertain)):
        if broken == 0:
            break
        cells = np.repeat(uncertain, 2)
        others = (kinds[cells] + np.tile([1, 2], len(uncertain))) % 3
        boards = np.repeat(kinds[None], len(cells), axis=0)
        boards[np.arange(len(cells)), cells] = others
        gains = BROKEN * (broken - broken_rules(boards, size)) - (costs[cells, others] - costs[cells, kinds[cells]])
        gain, cell, kind = max(zip(gains.tolist(), cells.tolist(), others.tolist(), strict=True))
        if gain <= 0:
            break
        kinds[cell] = kind
        broken = broken_rules(kinds, size)
    return np.asarray(kinds, np.intp)


def broken_rules(kinds: Kinds, size: int) -> NDArray[np.intp]:
    """How many rules boards break, (...): cells too many of a kind in a line, and runs of three alike.

    `kinds`: (..., size * size) of 0 (empty), 1 and 2.
    """
    board = kinds.reshape(-1, 1, size, size) == np.array([1, 2])[:, None, None]
    too_many = sum(np.maximum(board.sum(axis=axis) - size // 2, 0).sum(axis=(1, 2)) for axis in (2, 3))
    across = board[..., :-2] & board[..., 1:-1] & board[..., 2:]
    down = board[..., :-2, :] & board[..., 1:-1, :] & board[..., 2:, :]
    return np.asarray(too_many + across.sum((1, 2, 3)) + down.sum((1, 2, 3)), np.intp).reshape(kinds.shape[:-1])


def _named(names: Floats, kinds: Kinds) -> tuple[tuple[int, int], float]:
    """The names of both kinds, and how probable it is that they are not exchanged. All cells count as one: what is said
    of the name of one is said of the others again."""
    totals = np.array([_fit(names, kinds, pair) for pair in PAIRS]) / min(VOTES, max(np.count_nonzero(kinds), 1))
    best = int(np.argmax(totals))
    chances = np.exp(totals - totals[best])
    named = (1 + chances[4:].sum() / 2) / chances.sum() if best < 4 else 0.5
    return PAIRS[best], float(named)


def _nearest(names: Floats, kinds: Kinds) -> tuple[tuple[int, int] | None, float]:
    """The names that two kinds come nearest to, None where they are as near the other way round; and how near, 0..1."""
    totals = {pair: _fit(names, kinds, pair) for pair in PAIRS[:4]}
    best = max(totals, key=totals.__getitem__)
    near = float(np.exp(totals[best] / min(VOTES, max(int(np.count_nonzero(kinds)), 1))))
    return (best, near) if totals[best] - totals[best[::-1]] > LEAST_NEARER else (None, 0.0)


def _fit(names: Floats, kinds: Kinds, pair: tuple[int, int]) -> float:
    """How well two names fit two kinds, as a logarithm."""
    said = [names[kinds == kind, name] for kind, name in zip((1, 2), pair, strict=True)]
    return sum(float(one.sum()) for one in said) * min(1.0, VOTES / max(sum(map(len, said)), 1))


def _exchanged(kinds: Kinds) -> Kinds:
    return np.array([0, 2, 1], np.intp)[kinds]
