"""Markers on edges that are never bare: between discs that touch, over gaps, on bevels and frames.

There `markers.py` sees something on every edge. What most edges of a board have is learnt here from all of them, the
half of an edge at a time, since that depends on what the cell there holds; what an edge has beside that is its own.
"""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.glyphs import NOTHING, Match, bank, cut_glyphs
from vision.markers import ALIKE, BARE, DOUBT, MARKER_CORE, MEANING, Mark
from vision.order import median
from vision.patches import CORE, REACH, UNIT, Colours

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
    grid = labels.reshape(size, size)
    upright, lying = _windows(board, size)
    own: list[NDArray[np.uint8]] = []
    for windows, before, after in (
        (upright, grid[:, :-1].ravel(), grid[:, 1:].ravel()),
        (lying.swapaxes(1, 2), grid[:-1].ravel(), grid[1:].ravel()),
    ):
        both = _own_ink(windows, before, after)
        own.append(both if windows is upright else both.swapaxes(2, 3))
    ink = np.concatenate(own, axis=1)
    middle = slice(REACH - CORE, REACH + CORE)
    strength = ink[0, :, middle, middle].astype(np.float32).mean(axis=(1, 2))
    usual = float(median(strength))
    standing = np.flatnonzero(strength > max(LEAST_OWN, STANDS_OUT * usual))
    marks = [BARE] * len(strength)
    matches = _matches(ink[:, standing])
    for edge, match in zip(standing.tolist(), matches, strict=True):
        marks[edge] = _mark(match)
    # A board's markers are drawn alike: what has much less ink of its own than those that are plain is none.
    plain = sorted(float(strength[edge]) for edge in standing if marks[edge].match.score > PLAIN)
    if plain:
        for edge in standing.tolist():
            if marks[edge].value == "." and strength[edge] < HALF * plain[len(plain) // 2]:
                marks[edge] = BARE
    return Edges(marks, usual <= TOO_UNEVEN and not _in_rows(marks, size))


def _in_rows(marks: list[Mark], size: int) -> bool:
    """Whether most edges along one line of the lattice carry the same: that is how the line looks, and no marker."""
    values = np.array([".=x".index(mark.value) for mark in marks])
    upright = values[: size * (size - 1)].reshape(size, size - 1).T
    lying = values[size * (size - 1) :].reshape(size - 1, size)
    return size > 4 and any(
        float((line == value).mean()) > MOST_OF_LINE for lines in (upright, lying) for line in lines for value in (1, 2)
    )


def _windows(board: Colours, size: int) -> tuple[Colours, Colours]:
    """The middles of all edges, `REACH` to each side: upright ones and lying ones, (N, 2 REACH, 2 REACH, 3) each."""
    half = UNIT // 2
    near = slice(half - REACH, half + REACH)
    inner = board[:, half : size * UNIT - half].reshape(size, UNIT, size - 1, UNIT, 3)
    upright = inner[:, near, :, near].transpose(0, 2, 1, 3, 4)
    inner = board[half : size * UNIT - half].reshape(size - 1, UNIT, size, UNIT, 3)
    lying = inner[:, near, :, near].transpose(0, 2, 1, 3, 4)
    side = 2 * REACH
    return upright.reshape(-1, side, side, 3), lying.reshape(-1, side, side, 3)


def _own_ink(windows: Colours, before: Labels, after: Labels) -> Ink:
    """What each edge has of its own, (2, N, side, side): beyond what the usual edge has thereabouts, and all of it.

    `windows`: (N, side, side, 3), the cells that the edges part to the left and to the right. `before`, `after`: what
    those hold, (N,).
    """
    side = windows.shape[1]
    own = np.zeros((2, *windows.shape[:3]), np.uint8)
    for labels, half in ((before, slice(0, side // 2)), (after, slice(side // 2, side))):
        for label in np.unique(labels):
            some = np.flatnonzero(labels == label)
            alike = some if len(some) >= LEAST_HALVES else np.arange(len(labels))
            alike = alike[np.linspace(0, len(alike) - 1, min(len(alike), EXEMPLARS)).astype(np.intp)]
            # A pixel more, so that what is about the middle of the edge is known on both sides.
            wide = slice(max(0, half.start - 1), min(side, half.stop + 1))
            part = windows[:, :, wide]
            usual = np.asarray(np.partition(part[alike], len(alike) // 2, axis=0)[len(alike) // 2], np.uint8)
            inner = slice(half.start - wide.start, half.start - wide.start + side // 2)
            kernel = np.ones((3, 3), np.uint8)
            low, high = (np.asarray(way(usual, kernel), np.uint8)[:, inner] for way in (cv2.erode, cv2.dilate))
            here = windows[some][:, :, half]
            beyond = here - np.minimum(here, high) + np.maximum(here, low) - here
            exact = usual[:, inner]
            off = np.maximum(here, exact) - np.minimum(here, exact)
            for way, ink in enumerate((beyond, off)):
                # Over so short an axis numpy's `max` takes several times as long.
                own[way][some, :, half] = np.maximum(np.maximum(ink[..., 0], ink[..., 1]), ink[..., 2])
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
