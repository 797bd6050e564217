"""What the networks say of a board -> its cells, regions, tags and dominoes, each with how sure that is.

Of the puzzle's rules, only that a domino has two halves and a region at most one tag is used here.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np

from vision.classify.interpret import TINY
from vision.games.pips.network import SIGNS, WAYS, SeenTag, Window
from vision.games.pips.parts import Cell
from vision.games.pips.verify import PLAIN, Borders

# Two tags nearer than this, in places, are one.
ONE_TAG = 0.45
# What is less probable than this is not thought of.
HARDLY = 0.004
# A place is taken for what it looks less like with at least this probability.
LEAST_CHANGED = 0.03


@dataclass(frozen=True, slots=True)
class Option:
    """What something may be, and the probability of that."""

    value: str
    probability: float


@dataclass(frozen=True, slots=True)
class ReadTag:
    """`x`, `y`: its middle in places; `texts`: what it may say; `present`: the probability that a tag is there at all;
    `cell`: whose it is, with the probability `owner`; `clear`: whether nothing lies over it."""

    x: float
    y: float
    texts: tuple[Option, ...]
    present: float
    cell: Cell
    owner: float
    clear: bool


Halves = tuple[tuple[Option, ...], tuple[Option, ...]]
"""What the halves of a domino may be, the upper or left one first."""


@dataclass(frozen=True, slots=True)
class Laid:
    """What may be a domino on the board. `sure`: the probability that these two halves are one; `odds`: the log odds of
    that, rather than of two bare cells; `rather`: whether it is one as far as it alone is seen; `halves`: once they
    were looked at."""

    cells: tuple[Cell, Cell]
    sure: float
    odds: float
    rather: bool
    halves: Halves = ((), ())


def options_of(probabilities: np.ndarray, names: list[str]) -> tuple[Option, ...]:
    """What something may be, the most probable first, without what is hardly possible. They need not sum up to 1."""
    probabilities = probabilities / probabilities.sum()
    order = np.argsort(-probabilities)
    likely = [k for k in order if probabilities[k] >= HARDLY] or [order[0]]
    return tuple(Option(names[k], float(probabilities[k])) for k in likely)


def tag_places(window: Window) -> list[tuple[float, float, float, int, int]]:
    """Where tags may be: x and y in places, the probability, and the half place (row, column) that says so."""
    found = []
    for ky, kx in np.argwhere(window.tag > HARDLY).tolist():
        dx, dy = window.tag_at[ky, kx].clip(-0.6, 0.6).tolist()
        found.append((kx / 2 + dx, ky / 2 + dy, float(window.tag[ky, kx]), ky, kx))
    kept: list[tuple[float, float, float, int, int]] = []
    for one in sorted(found, key=lambda one: -one[2]):
        if all(abs(one[0] - other[0]) + abs(one[1] - other[1]) > ONE_TAG for other in kept):
            kept.append(one)
    return kept


def texts_of(tag: SeenTag) -> tuple[tuple[Option, ...], float]:
    """What a tag may say, the most probable first, and the probability that it says anything."""
    sign, tens, ones, _ = tag
    something = float(1 - sign[0])
    chances: dict[str, float] = {}
    for k, name in enumerate(SIGNS):
        if name in ("=", "≠"):
            chances[name] = float(sign[k])
        elif name:
            before = "" if name == "number" else name
            # No number begins with 0.
            first = [t for t in np.argsort(-tens)[:3].tolist() if t]
            for t, o in product(first, np.argsort(-ones)[:3].tolist()):
                text = before + ("" if t == 10 else str(t)) + str(o)
                chances[text] = chances.get(text, 0.0) + float(sign[k] * tens[t] * ones[o])
    total = max(TINY, sum(chances.values()))
    ordered = sorted(((p / total, text) for text, p in chances.items()), reverse=True)
    return tuple(Option(text, p) for p, text in ordered if p >= HARDLY or p == ordered[0][0]), something


def owners_of(window: Window, ky: int, kx: int, cells: set[Cell]) -> list[tuple[float, Cell]]:
    """The cells that the tag at a half place may belong to, of those that are there, the most probable first."""
    found = []
    for dy, dx in product((-1, 0, 1), repeat=2):
        y, x = ky + dy, kx + dx
        cell = (y - 1) // 2, (x - 1) // 2
        if y % 2 and x % 2 and cell in cells:
            found.append((float(window.owner[ky, kx, 3 * (dy + 1) + dx + 1]) + TINY, cell))
    total = sum(p for p, _ in found)
    return sorted(((p / total, cell) for p, cell in found), reverse=True)


def owned(owners: list[list[tuple[float, Cell]]]) -> list[tuple[float, Cell]]:
    """A cell for each of some tags, of those that it may belong to, and the probability of that: the surest ones first,
    no two the same as far as that can be."""
    every = sorted(((one, number) for number, some in enumerate(owners) for one in some), reverse=True)
    found: dict[int, tuple[float, Cell]] = {}
    for one, number in every:
        if number not in found and all(one[1] != cell for _, cell in found.values()):
            found[number] = one
    return [found.get(number, some[0]) for number, some in enumerate(owners)]


def laid_dominoes(window: Window, cells: set[Cell]) -> tuple[list[Laid], set[Cell]]:
    """What may be dominoes on the board, none two of one cell, the surest pairs of neighbours first, and rather those
    that are; and the halves that are surely single."""
    half = window.place[..., 2] / (window.place[..., 1:].sum(axis=2) + TINY)
    pairs = []
    for cell in cells:
        for way, (down, across) in enumerate(WAYS[:2]):
            other = cell[0] + down, cell[1] + across
            if other in cells:
                both = half[cell] * window.way[cell][way] * half[other] * window.way[other][way + 2]
                bare = (1 - half[cell]) * (1 - half[other])
                rather = float(both) ** 0.5 > 1 - max(half[cell], half[other])
                odds = float(np.log(both + TINY) - np.log(bare + TINY)) / 2
                pairs.append((bool(rather), float(both) ** 0.5, odds, cell, other))
    found: list[Laid] = []
    left = set(cells)
    for rather, sure, odds, cell, other in sorted(pairs, reverse=True):
        if {cell, other} <= left and sure > LEAST_CHANGED:
            found.append(Laid((cell, other), sure, odds, rather))
            left -= {cell, other}
    return sorted(found, key=lambda one: one.cells), {cell for cell in left if 1 - half[cell] < LEAST_CHANGED}


def borders_of(window: Window, cells: list[Cell]) -> Borders:
    """Neighbours, by their numbers, and the log odds that they are of one region."""
    numbers = {cell: number for number, cell in enumerate(cells)}
    found = []
    for (r, c), number in numbers.items():
        for other, same in (((r, c + 1), window.right), ((r + 1, c), window.down)):
            if other in numbers:
                found.append((number, numbers[other], odds_of(same[r, c])))
    return tuple(found)


def odds_of(probability: float) -> float:
    """The logarithm of the odds."""
    p = float(np.clip(probability, TINY, 1 - TINY))
    return float(np.log(p / (1 - p)))


def regions_of(count: int, borders: Borders, owners: list[int]) -> tuple[int, ...]:
    """The region of each of `count` cells: the number of its tag, or `PLAIN`. Those that belong together most surely
    are joined first, as long as anything speaks for it. `owners`: the cell of each tag; no two tags share a region."""
    weights: dict[frozenset[int], float] = {frozenset((a, b)): odds for a, b, odds in borders}
    region = list(range(count))
    tagged = set(owners)
    # Two tags are never of one region.
    while surest := max((pair for pair in weights if not pair <= tagged), key=lambda pair: weights[pair], default=None):
        if weights.pop(surest) <= 0:
            break
        keep, gone = sorted(surest, key=lambda one: (one not in tagged, one))
        region = [keep if one == gone else one for one in region]
        for pair in [pair for pair in weights if gone in pair]:
            new = frozenset((keep, *(pair - {gone})))
            weights[new] = weights.get(new, 0.0) + weights.pop(pair)
    tags = {region[cell]: number for number, cell in enumerate(owners)}
    return tuple(tags.get(one, PLAIN) for one in region)
