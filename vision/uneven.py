"""Markers on edges that are never bare: between discs that touch, over gaps, on bevels and frames.

There `markers.py` sees something on every edge. What most edges of a board have is learnt here from all of them, the
half of an edge at a time, since that depends on what the cell there holds; what an edge has beside that is its own.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.glyphs import NOTHING, Match, bank, cut_glyphs
from vision.markers import ALIKE, BARE, DOUBT, MARKER_CORE, MEANING, Mark
from vision.order import median
from vision.patches import CORE, EDGE_UNIT, REACH, UNIT, Colours, middle_of

Floats = NDArray[np.float32]
Labels = NDArray[np.intp]
Ink = NDArray[np.uint8]

# Halves of edges are compared where so many of one kind are there; else with all. The usual one is the middle of at
# most so many, of which markers are a quarter at most.
LEAST_HALVES, EXEMPLARS = 4, 31
# What an edge has of its own (mean of its ink, 0..255): nothing, up to LEAST; more than so many times the middle one of
# all edges stands out. Measured: markers 9 and more, soft edges and compressed ones up to 2.
LEAST_OWN, STANDS_OUT = 3.0, 3.0
HALF = 0.6
# ... and of a board at `EDGE_UNIT` no edge carries anything where none has more than this, beside the middle of so few.
# Measured on 230 boards of other symbols than suns and moons: the strongest edge of those with markers 4.3 and more, of
# a third of the others 0 to 0.2.
NOTHING_OWN, FEW_EXEMPLARS = 1.0, 7
# Where the middle one of all edges has more, markers would not stand out: photos of drawn lines have 8 and more.
TOO_UNEVEN = 5.0
# No line of the lattice has more markers of one kind than this part of its edges. Measured: real boards up to 0.5.
MOST_OF_LINE = 0.6
# Confidence of a marker that is as like one as this (correlation), and of one that is hardly.
PLAIN = 0.8
# Ink of one pixel (0..255) up to this is noise.
NOISE = 14


class Edges(NamedTuple):
    """What the edges carry, in the order of `markers.read_markers`; `judged`: whether markers would have been seen."""

    marks: list[Mark]
    judged: bool


def read_uneven(board: Colours, labels: Labels, size: int) -> Edges:
    """The markers of a straightened board whose edges are uneven; `labels`: (N,) 0, 1, 2, what its cells hold."""
    kinds = _both_kinds(board, labels, size, UNIT)
    usual_halves = [_usual_halves(kind) for kind in kinds]
    strength = np.concatenate([_strength(kind, halves, UNIT) for kind, halves in zip(kinds, usual_halves, strict=True)])
    usual = float(median(strength))
    standing = np.flatnonzero(strength > max(LEAST_OWN, STANDS_OUT * usual))
    # Only what stands out is looked at as a whole, and in either way.
    split = int(np.searchsorted(standing, len(kinds[0].before)))
    some = standing[:split], standing[split:] - len(kinds[0].before)
    inks = [
        np.stack([way(kind, halves, places, slice(None)) for way in (_beyond, _off)])
        for kind, halves, places in zip(kinds, usual_halves, some, strict=True)
    ]
    ink = np.concatenate([inks[0], inks[1].swapaxes(2, 3)], axis=1)
    marks = [BARE] * len(strength)
    matches = _matches(ink)
    for edge, match in zip(standing.tolist(), matches, strict=True):
        marks[edge] = _mark(match)
    # A board's markers are drawn alike: what has much less ink of its own than those that are plain is none.
    plain = sorted(float(strength[edge]) for edge in standing if marks[edge].match.score > PLAIN)
    if plain:
        for edge in standing.tolist():
            if marks[edge].value == "." and strength[edge] < HALF * plain[len(plain) // 2]:
                marks[edge] = BARE
    return Edges(marks, usual <= TOO_UNEVEN and not _in_rows(marks, size))


def are_bare(small: Colours, labels: Labels, size: int) -> bool:
    """Whether no edge has anything that the others have not, whatever it is that all have: the cheap question before
    edges are looked at. `small`: the straightened board at `EDGE_UNIT`; `labels` as for `read_uneven`."""
    return all(
        float(_strength(kind, _usual_halves(kind, FEW_EXEMPLARS), EDGE_UNIT).max()) <= NOTHING_OWN
        for kind in _both_kinds(small, labels, size, EDGE_UNIT)
    )


def _strength(kind: _Edged, usual: list[dict[int, _Half]], unit: int) -> Floats:
    """How much each edge has of its own in its middle: (N,) float32, 0..255. `unit`: pixels of a cell."""
    reach, core = REACH * unit // UNIT, CORE * unit // UNIT
    own = _beyond(kind, usual, np.arange(len(kind.before)), slice(reach - core, reach + core))
    return np.asarray(own.mean(axis=(1, 2), dtype=np.float32), np.float32)


def _in_rows(marks: list[Mark], size: int) -> bool:
    """Whether most edges along one line of the lattice carry the same: that is how the line looks, and no marker."""
    values = np.array([".=x".index(mark.value) for mark in marks])
    upright = values[: size * (size - 1)].reshape(size, size - 1).T
    lying = values[size * (size - 1) :].reshape(size - 1, size)
    return size > 4 and any(
        float((line == value).mean()) > MOST_OF_LINE for lines in (upright, lying) for line in lines for value in (1, 2)
    )


def _both_kinds(board: Colours, labels: Labels, size: int, unit: int) -> tuple[_Edged, _Edged]:
    """The middles of all edges of a board of `unit` pixels a cell, `REACH` to each side: upright ones, lying ones."""
    reach, half = REACH * unit // UNIT, unit // 2
    side, near = 2 * reach, slice(half - reach, half + reach)
    planes, grid = board.transpose(2, 0, 1), labels.reshape(size, size)
    upright = planes[:, :, half : size * unit - half].reshape(3, size, unit, size - 1, unit)[:, :, near, :, near]
    lying = planes[:, half : size * unit - half].reshape(3, size - 1, unit, size, unit)[:, :, near, :, near]
    return (
        _Edged(upright.transpose(0, 1, 3, 2, 4).reshape(3, -1, side, side), grid[:, :-1].ravel(), grid[:, 1:].ravel()),
        _Edged(lying.transpose(0, 1, 3, 4, 2).reshape(3, -1, side, side), grid[:-1].ravel(), grid[1:].ravel()),
    )


class _Edged(NamedTuple):
    """Edges of one kind: `windows` (3, N, side, side), so turned that the cells they part lie to the left and right;
    `before`, `after`: what those cells hold, (N,)."""

    windows: Colours
    before: Labels
    after: Labels

    def halves(self) -> tuple[tuple[Labels, slice], tuple[Labels, slice]]:
        """The left and the right half: what the cell there holds, and the columns of the windows."""
        side = self.windows.shape[3]
        return (self.before, slice(0, side // 2)), (self.after, slice(side // 2, side))


class _Half(NamedTuple):
    """What half of an edge usually looks like: `low`, `high` and exactly, (3, 1, side, side / 2) each."""

    low: Colours
    high: Colours
    exact: Colours


def _usual_halves(edged: _Edged, exemplars: int = EXEMPLARS) -> list[dict[int, _Half]]:
    """By what the cells hold, the usual left halves and the usual right ones, of so many at most."""
    kernel = np.ones((3, 3), np.uint8)
    side = edged.windows.shape[3]
    found: list[dict[int, _Half]] = []
    for labels, half in edged.halves():
        # A pixel more, so that what is about the middle of the edge is known on both sides.
        wide = slice(max(0, half.start - 1), min(side, half.stop + 1))
        inner = slice(half.start - wide.start, half.start - wide.start + side // 2)
        usual: dict[int, _Half] = {}
        for label in sorted(set(labels.tolist())):
            some = np.flatnonzero(labels == label)
            alike = some if len(some) >= LEAST_HALVES else np.arange(len(labels))
            alike = alike[_spread(len(alike), exemplars)]
            part = edged.windows[:, alike, :, wide]
            middle = middle_of(np.ascontiguousarray(part.transpose(2, 3, 0, 1), np.int32))
            exact, low, high = (
                np.asarray(look.transpose(2, 0, 1)[:, None, :, inner], np.uint8)
                for look in (middle, cv2.erode(middle, kernel), cv2.dilate(middle, kernel))
            )
            usual[label] = _Half(low, high, exact)
        found.append(usual)
    return found


@lru_cache(maxsize=64)
def _spread(count: int, most: int) -> Labels:
    """Of so many things, which are looked at where at most so many are: in equal steps."""
    return np.linspace(0, count - 1, min(count, most)).astype(np.intp)


def _beyond(edged: _Edged, usual: list[dict[int, _Half]], some: Labels, near: slice) -> NDArray[np.uint8]:
    """What some edges have of their own, beyond what the usual edge has thereabouts: (K, side, side); `near`: only the
    middle of the windows."""
    return _own_ink(edged, usual, some, near, lambda half: (half.low, half.high))


def _off(edged: _Edged, usual: list[dict[int, _Half]], some: Labels, near: slice) -> NDArray[np.uint8]:
    """The same for how far they are off the usual edge, pixel by pixel."""
    return _own_ink(edged, usual, some, near, lambda half: (half.exact, half.exact))


def _own_ink(
    edged: _Edged,
    usual: list[dict[int, _Half]],
    some: Labels,
    near: slice,
    bounds: Callable[[_Half], tuple[Colours, Colours]],
) -> NDArray[np.uint8]:
    side = edged.windows.shape[3]
    first, last, _ = near.indices(side)
    own = np.zeros((len(some), last - first, last - first), np.uint8)
    for (labels, half), by_label in zip(edged.halves(), usual, strict=True):
        begin, end = max(first, half.start), min(last, half.stop)
        inner = slice(begin - half.start, end - half.start)
        for label, looks in by_label.items():
            places = np.flatnonzero(labels[some] == label)
            if not len(places):
                continue
            here = edged.windows[:, some[places], near, begin:end]
            low, high = (bound[:, :, near, inner] for bound in bounds(looks))
            blue, green, red = here - np.minimum(here, high) + np.maximum(here, low) - here
            own[places, :, begin - first : end - first] = np.maximum(np.maximum(blue, green), red)
    own[own < NOISE] = 0
    return own


def _matches(ink: Ink) -> list[Match]:
    """The likest shapes of some edges, seen in either way: (2, K, side, side) -> K matches."""
    best = [NOTHING] * ink.shape[1]
    if not best:
        return best
    for way in ink:
        cut, glyphs = cut_glyphs(way, MARKER_CORE)
        if cut:
            for place, match in zip(cut, bank("markers").match(glyphs), strict=True):
                best[place] = max(best[place], match, key=lambda one: one.score)
    return best


def _mark(match: Match) -> Mark:
    value = MEANING.get(match.name, ".")
    if match.score < ALIKE:
        return Mark(".", value if value != "." else "=", DOUBT, match)
    other = MEANING.get(match.runner_up, ".")
    lead = match.score - match.runner_up_score if other != value else 0.3
    if match.score < PLAIN:
        return Mark(value, ".", DOUBT, match)
    return Mark(value, ".", min(1.0, (match.score - 0.6) / 0.25) * min(1.0, max(0.0, lead / 0.2)), match)
