"""Straight edges of a grey picture, and the steps at which they repeat themselves.

In: one grey image. Out: masks of edges at the scales asked for (`Page`), their autocorrelations, and the `Step`s at
which those peak. Which of them are a board's is `lattice.py`'s business.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, sqrt
from typing import Any, NamedTuple, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.imgproc import Floats, averaged

Grey = NDArray[np.uint8]
T = TypeVar("T")

# Brightness steps per pixel of at most this are noise: video frames and JPEG vary by 2 to 3 on flat background, while
# the faintest grid lines of the real boards (a line between two clue cells) differ by 4 and more.
EDGE_THRESHOLD = 3
# Pixels over which an edge must run straight: longer than the strokes of body text, shorter than the smallest cell.
EDGE_RUN = 9
# Of the rows, so many tell where edges repeat themselves: edges run over EDGE_RUN rows at least, so a row out of twice
# as many meets half of the shortest and all others.
_SOME = slice(EDGE_RUN // 2, None, 2 * EDGE_RUN)
# Work is done on a picture reduced to at most this many pixels by a whole factor; boards keep cells of 10 px and more.
WORK_PIXELS = 600_000
SMALLEST_STEP, LARGEST_STEP = EDGE_RUN, 420  # pixels of the reduced picture
# Steps at which the picture repeats itself this much less than at its strongest are not looked at, nor more than that.
FAINT_STEP, MOST_STEPS = 0.2, 3


class Edges(NamedTuple):
    """Straight edges of the reduced picture, along one axis; rows run across the lines that are looked for.

    `either`: (A, B) uint8 of 0 and 255; a line lies at one position of the second axis. `some`: (R, B) uint8 of 0 and
    1, the rising ones in the `_SOME` rows, then the falling ones, which may not match the former.
    """

    some: Grey
    either: Grey


class Page:
    """A grey picture (H, W) uint8 in which boards are looked for, and its straight edges at the scales asked for.

    Each is worked out once, whichever scans need it.
    """

    __slots__ = ("_kept", "_reduced", "grey")

    def __init__(self, grey: Grey) -> None:
        self.grey = grey
        self._reduced: dict[int, Grey] = {1: grey}
        self._kept: dict[object, Any] = {}

    @property
    def work_factor(self) -> int:
        """The factor by which the picture is reduced for all scans but the first."""
        return whole_factor(self.grey, WORK_PIXELS)

    def reduced(self, factor: int) -> Grey:
        """The picture reduced by a whole factor."""
        if factor not in self._reduced:
            # Of the smaller ones that are there, the smallest that can be reduced on.
            finer = max(other for other in self._reduced if factor % other == 0)
            self._reduced[factor] = averaged(self._reduced[finer], factor // finer)
        return self._reduced[factor]

    def once(self, key: object, make: Callable[[], T]) -> T:
        """What is made of the page, named by a key; made at the first call."""
        if key not in self._kept:
            self._kept[key] = make()
        kept: T = self._kept[key]
        return kept

    def edges(self, factor: int) -> tuple[Edges, Edges]:
        """Vertical and horizontal edges of the picture reduced by a whole factor."""
        return self.once(("edges", factor), lambda: both_ways(self.reduced(factor)))

    def repeats(self, factor: int) -> tuple[Floats, Floats]:
        """How well those edges match themselves when moved, across and down, as from `autocorrelation`."""
        upright, level = self.edges(factor)
        return self.once(("repeats", factor), lambda: (autocorrelation(upright), autocorrelation(level)))


def whole_factor(grey: Grey, pixels: int) -> int:
    """The whole factor that reduces a picture to at most so many pixels, or to a third more by halving first.

    A large picture is reduced by 6 in less than half of the time that 7 takes; of 3 and 5 the next smaller factor
    leaves so many pixels that all that comes after is dearer.
    """
    factor = max(1, ceil(sqrt(grey.size / pixels) - 1e-9))
    return factor - 1 if factor > 5 and factor % 2 else factor


def both_ways(grey: Grey) -> tuple[Edges, Edges]:
    """The vertical and the horizontal edges of a picture that run straight for `EDGE_RUN` pixels; lines of the latter
    are columns of the masks as well: the picture is turned over its diagonal for them."""
    return _straight_edges(grey), _straight_edges(np.asarray(cv2.transpose(grey), np.uint8))


def _straight_edges(grey: Grey) -> Edges:
    """Vertical edges of at least `EDGE_RUN` pixels, with index x + 1 of the image at index x + 1 of the masks."""
    left, right = grey[:, :-2], grey[:, 2:]
    rising, falling = _brighter(left, right), _brighter(right, left)
    some = np.concatenate((rising[_SOME], falling[_SOME])) & np.uint8(1)
    return Edges(some, rising | falling)


def _brighter(one: Grey, other: Grey) -> Grey:
    """Where another picture is brighter for `EDGE_RUN` pixels down the columns, with a column more at both sides."""
    steep = cv2.threshold(cv2.subtract(other, one), EDGE_THRESHOLD, 255, cv2.THRESH_BINARY)[1]
    return _runs(np.asarray(cv2.copyMakeBorder(steep, 0, 0, 1, 1, cv2.BORDER_CONSTANT), np.uint8), EDGE_RUN)


def _runs(mask: Grey, run: int) -> Grey:
    """What of a mask runs on for at least so many pixels down the columns; beyond the picture nothing does."""
    column = np.ones((run, 1), np.uint8)
    return np.asarray(
        cv2.morphologyEx(mask, cv2.MORPH_OPEN, column, borderType=cv2.BORDER_CONSTANT, borderValue=0), np.uint8
    )


def long_edges(edges: Edges, run: float) -> Grey:
    """Only the edges as long as those of cells: symbols have straight edges too, but of less than half a cell."""
    if round(run) <= EDGE_RUN:
        return edges.either  # as all of these are
    return _runs(edges.either, round(run))


def autocorrelation(edges: Edges) -> Floats:
    """How well the edges match themselves when moved by 0, 1, 2, ... pixels across the lines; (lags,) float32."""
    width = edges.some.shape[1]
    lags = min(width, LARGEST_STEP + 2)
    # Of an even length, where OpenCV packs a spectrum so that its square goes the same way back.
    padded = 2 * cv2.getOptimalDFTSize((width + lags + 1) // 2)
    some = edges.some[edges.some.any(axis=1)]
    if not len(some):
        return np.zeros(lags, np.float32)
    signal = np.zeros((len(some), padded), np.float32)
    signal[:, :width] = some
    spectrum = cv2.dft(signal, flags=cv2.DFT_ROWS)
    # A row is one real number, then the real and the imaginary part of each frequency, then one real number again.
    power = np.square(spectrum).sum(axis=0)
    power[1:-1:2] += power[2::2]
    power[2::2] = 0
    # Counts of pixels, but for rounding.
    return np.rint(np.asarray(cv2.idft(power[None], flags=cv2.DFT_ROWS | cv2.DFT_SCALE)[0, :lags], np.float32))


def steps_of(across: Floats, down: Floats) -> list[float]:
    """Steps in pixels at which the picture repeats itself both ways, the strongest first.

    `across`, `down`: the autocorrelations of the vertical and of the horizontal edges.
    """
    lags = min(len(across), len(down))
    lower = np.minimum(across[:lags], down[:lags])
    both = np.zeros(lags, np.float32)
    both[1:-1] = (lower[1:-1] + 0.5 * (lower[:-2] + lower[2:])) / 2
    both[:SMALLEST_STEP] = 0
    every = (np.flatnonzero((both[1:-1] >= both[:-2]) & (both[1:-1] > both[2:])) + 1).tolist()
    # A few numbers are quicker in a list than in an array.
    strengths = both.tolist()
    every.sort(key=lambda peak: -strengths[peak])
    every = [peak for peak in every if strengths[peak] > FAINT_STEP * strengths[every[0]]]
    strong, others = every[:MOST_STEPS], every[MOST_STEPS:]
    # A pattern on the board can make two or three cells repeat themselves more strongly than one, ...
    parts = [other for other in others if any(is_multiple(peak, other) for peak in strong)]
    # ... and what lies beside hides the peak of one: then those are multiples of how far apart they are.
    apart = abs(strong[0] - strong[1]) if len(strong) > 1 else 0
    if not parts and apart >= SMALLEST_STEP and all(is_multiple(peak, apart) for peak in strong):
        parts = [apart]
    return [refined_step(peak, strengths) for peak in (*strong, *parts[:1])]


def is_multiple(step: float, of: float) -> bool:
    """Whether a step is twice another one, three times, ..., or nearly so."""
    return round(step / of) >= 2 and abs(step / of - round(step / of)) < 0.05


def refined_step(step: float, correlation: Sequence[float]) -> float:
    """The step to a fraction of a pixel, from the peaks at its multiples."""
    for multiple in range(2, 9):
        at = round(step * multiple)
        reach = 2
        near = correlation[at - reach : at + reach + 1]
        if at + reach + 1 > len(correlation) or max(near) < 0.3 * correlation[round(step)]:
            break
        top = near.index(max(near))
        if 0 < top < len(near) - 1:
            step = (at - reach + top) / multiple
    return step
