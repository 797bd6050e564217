"""Markers on edges that are never bare: between discs that touch, over gaps, on bevels and frames.

There `markers.py` sees something on every edge. What most edges of a board have is learnt here from all of them, the
half of an edge at a time, since that depends on what the cell there holds; what an edge has beside that is its own.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.glyphs import NOTHING, Match, bank, cut_glyphs
from vision.markers import ALIKE, BARE, DOUBT, MARKER_CORE, MEANING, Mark
from vision.order import median, middle_picture
from vision.patches import CORE, EDGE_UNIT, REACH, UNIT, Colours

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
# Of the usual edges of a board at `EDGE_UNIT` so few are looked at.
FEW_EXEMPLARS = 7
# Where the middle one of all edges has more, markers would not stand out: photos of drawn lines have 8 and more.
TOO_UNEVEN = 5.0
# ... and so they would not where `own_of_edges` says this of the middle one. Measured: where the latter says more than
# 4.8, the former is 5.1 and more.
FAR_TOO_UNEVEN = 6.5
# No line of the lattice has more markers of one kind than this part of its edges. Measured: real boards up to 0.5.
MOST_OF_LINE = 0.6
# Confidence of a marker that is as like one as this (correlation), and of one that is hardly.
PLAIN = 0.8
# Ink of one pixel (0..255) up to this is noise.
NOISE = 14
THREE = np.ones((3, 3), np.uint8)


class Edges(NamedTuple):
    """What the edges carry, in the order of `markers.read_markers`; `judged`: whether markers would have been seen."""

    marks: list[Mark]
    judged: bool


def read_uneven(board: Colours, labels: Labels, size: int, usual_own: float = 0.0) -> Edges:
    """The markers of a straightened board whose edges are uneven; `labels`: (N,) 0, 1, 2, what its cells hold.

    `usual_own`: the middle one of `own_of_edges`, where that was asked.
    """
    if usual_own > FAR_TOO_UNEVEN:
        return Edges([BARE] * (2 * size * (size - 1)), False)
    edges = _edges_of(board, labels, size, UNIT)
    usual_edges = _usual_edges(edges)
    strength = _strength(edges, usual_edges, UNIT)
    usual = float(median(strength))
    standing = np.flatnonzero(strength > max(LEAST_OWN, STANDS_OUT * usual))
    if not len(standing):
        return Edges([BARE] * len(strength), usual <= TOO_UNEVEN)
    # Only what stands out is looked at as a whole, and in either way: beyond what the usual edge has thereabouts, and
    # how far it is off that, pixel by pixel.
    windows, kind = edges.windows[standing], edges.kind[standing]
    low, high, exact = usual_edges
    ink = np.stack([_own_ink(windows, low[kind], high[kind]), _own_ink(windows, exact[kind], exact[kind])])
    lying = standing >= len(strength) // 2
    ink[:, lying] = ink[:, lying].swapaxes(2, 3)
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


def own_of_edges(small: Colours, labels: Labels, size: int) -> Floats:
    """How much each edge has that the others have not, whatever it is that all have: (N,) float32, 0..255.

    The cheap question before edges are looked at. `small`: the straightened board at `EDGE_UNIT`; `labels` as for
    `read_uneven`.
    """
    edges = _edges_of(small, labels, size, EDGE_UNIT)
    return _strength(edges, _usual_edges(edges, FEW_EXEMPLARS), EDGE_UNIT)


def _strength(edges: _Middles, usual: Colours, unit: int) -> Floats:
    """How much each edge has of its own in its middle: (N,) float32, 0..255. `unit`: pixels of a cell."""
    reach, core = REACH * unit // UNIT, CORE * unit // UNIT
    near = slice(reach - core, reach + core)
    low, high, _ = np.ascontiguousarray(usual[..., near, near])
    # In one piece, since numpy is slow along many short rows.
    own = _own_ink(np.ascontiguousarray(edges.windows[:-2, :, near, near]), low[edges.kind], high[edges.kind])
    return np.asarray(own.sum(axis=(1, 2), dtype=np.uint32) / np.float32(4 * core * core), np.float32)


def _in_rows(marks: list[Mark], size: int) -> bool:
    """Whether most edges along one line of the lattice carry the same: that is how the line looks, and no marker."""
    values = np.array([".=x".index(mark.value) for mark in marks])
    upright = values[: size * (size - 1)].reshape(size, size - 1).T
    lying = values[size * (size - 1) :].reshape(size - 1, size)
    most = max(int((lines == value).sum(axis=1).max()) for lines in (upright, lying) for value in (1, 2))
    return size > 4 and most > MOST_OF_LINE * size


class _Middles(NamedTuple):
    """The middles of all N edges of a board, `REACH` to each side, first the upright ones, then the lying ones.

    `windows`: (N + 2, 3, side, side), so turned that the cells they part lie to the left and right; after those of the
    edges one all black and one all white. `cells`: (2, N), 0, 1 or 2, what those cells hold. `kind`: (N,) which of the
    18 ways they make: lying or not, the left one, the right one.
    """

    windows: Colours
    cells: Labels
    kind: Labels


def _edges_of(board: Colours, labels: Labels, size: int, unit: int) -> _Middles:
    """The edges of a board of `unit` pixels a cell."""
    reach, half = REACH * unit // UNIT, unit // 2
    side, near, each = 2 * reach, slice(half - reach, half + reach), size * (size - 1)
    windows = np.empty((2 * each + 2, 3, side, side), np.uint8)
    windows[-2], windows[-1] = 0, 255
    upright = windows[:each].reshape(size, size - 1, 3, side, side)
    lying = windows[each:-2].reshape(size - 1, size, 3, side, side)
    # OpenCV parts colours three times as fast where it is told where to put them.
    planes = np.empty((3, *board.shape[:2]), np.uint8)
    cv2.split(board, list(planes))
    for colour, plane in enumerate(planes):
        upright[:, :, colour] = _between(plane, size, unit)[:, near, :, near].transpose(0, 2, 1, 3)
        # Lying edges are upright ones of the board turned over its diagonal.
        lying[:, :, colour] = _between(cv2.transpose(plane), size, unit)[:, near, :, near].transpose(2, 0, 1, 3)
    grid = labels.reshape(size, size)
    before = np.concatenate([grid[:, :-1].ravel(), grid[:-1].ravel()])
    after = np.concatenate([grid[:, 1:].ravel(), grid[1:].ravel()])
    kind = 3 * before + after
    kind[each:] += 9
    return _Middles(windows, np.stack([before, after]), kind)


def _between(plane: cv2.typing.MatLike, size: int, unit: int) -> NDArray[np.uint8]:
    """One colour of a board, by rows of cells and columns of the edges between them: (size, unit, size - 1, unit)."""
    inner = np.asarray(plane, np.uint8)[:, unit // 2 : size * unit - unit // 2]
    return inner.reshape(size, unit, size - 1, unit)


def _usual_edges(edges: _Middles, exemplars: int = EXEMPLARS) -> Colours:
    """What each of the 18 kinds of edges usually looks like: (3, 18, 3, side, side), the lowest and the highest colours
    thereabouts, and exactly. By halves, since there are more of each kind of those; of so many at most."""
    side, each = edges.windows.shape[3], len(edges.kind) // 2
    half, wide = side // 2, side // 2 + 1
    alike: list[Labels] = []
    for which, turned, label in np.ndindex(2, 2, 3):
        same = np.flatnonzero(edges.cells[which, turned * each : turned * each + each] == label)
        few = len(same) < LEAST_HALVES
        picked = _spread(each if few else len(same), exemplars if len(same) else 1)
        alike.append((picked if few else same.take(picked)) + turned * each)
    # All sets get as many as the largest has, of which as many lie below the middle as above it.
    count = max(map(len, alike))
    some = np.full((12, count), -1, np.intp)
    for places, picked in zip(some, alike, strict=True):
        below = count // 2 - len(picked) // 2
        places[:below] = -2
        places[below : below + len(picked)] = picked
    # A pixel more, so that what is about the middle of the edge is known on both sides.
    left, right = (
        part[places.T]
        for part, places in ((edges.windows[..., :wide], some[:6]), (edges.windows[..., -wide:], some[6:]))
    )
    middle = middle_picture(list(np.concatenate([left, right], axis=1)))
    # All halves as the colours of one picture, so that none comes near another.
    picture = middle.transpose(2, 3, 0, 1).reshape(side, wide, 36)
    looks = np.empty((3, 2, 3, 3, 3, side, side), np.uint8)
    for look, seen in zip(looks, (cv2.erode(picture, THREE), cv2.dilate(picture, THREE), picture), strict=True):
        before, after = seen.reshape(side, wide, 2, 2, 3, 3).transpose(2, 3, 4, 5, 0, 1)
        look[..., :half] = before[:, :, None, ..., :half]
        look[..., half:] = after[:, None, ..., 1:]
    return looks.reshape(3, 18, 3, side, side)


@lru_cache(maxsize=64)
def _spread(count: int, most: int) -> Labels:
    """Of so many things, which are looked at where at most so many are: in equal steps."""
    return np.linspace(0, count - 1, min(count, most)).astype(np.intp)


def _own_ink(windows: Colours, low: Colours, high: Colours) -> Ink:
    """What edges have of their own, beyond the lowest and highest colours of usual ones: (K, 3, side, side) each to
    (K, side, side)."""
    usual = np.minimum(np.maximum(windows, low), high)
    off = np.maximum(windows, usual)
    off -= np.minimum(windows, usual, out=usual)
    own = np.maximum(np.maximum(off[:, 0], off[:, 1]), off[:, 2])
    return np.asarray(own * (own >= NOISE), np.uint8)


def _matches(ink: Ink) -> list[Match]:
    """The likest shapes of some edges, seen in either way: (2, K, side, side) -> K matches."""
    count = ink.shape[1]
    best = [NOTHING] * count
    cut, glyphs = cut_glyphs(ink.reshape(2 * count, *ink.shape[2:]), MARKER_CORE)
    for number, match in zip(cut, bank("markers").match(glyphs) if cut else [], strict=True):
        place = number % count
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
