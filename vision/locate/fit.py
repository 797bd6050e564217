"""Where lines in equal steps lie: by what edges pile up, folded modulo the step, and by least squares.

In: how much edge there is per column, or a mask of edges and about where the lines are. Which lines are a board's is
`lattice.py`'s business.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np

from vision.imgproc import Floats
from vision.locate.edges import Grey


class Fit(NamedTuple):
    """Where the first of some lines is, how far apart they are, and whether that was seen or only assumed."""

    origin: float
    step: float
    seen: bool


def per_line(mask: Grey) -> Floats:
    """How much of each line across the rows of a mask is set."""
    return np.asarray(cv2.reduce(mask, 0, cv2.REDUCE_SUM, dtype=cv2.CV_32F)[0], np.float32)


def origin_of(profile: Floats, step: float) -> tuple[float, float]:
    """Where the lines lie modulo the step, and how far apart the two edges of a line or of a gap are (half of it)."""
    bins = max(8, round(step))
    at = profile.nonzero()[0]
    counts = np.bincount((at * (bins / step) + 0.5).astype(np.intp) % bins, weights=profile[at], minlength=bins)
    around = np.concatenate((counts[-1:], counts, counts[:1]))
    folded = counts + (around[:-2] + around[2:]) / 2
    # Lines have two edges 1 to 4 px apart, bordered tiles a gap between them: either way the edges lie in pairs around
    # the line, within a fifth of the step. Edges of one side only (of a symbol, of a button) have no partner.
    half_steps, apart = np.arange(2 * bins)[:, None], np.arange(max(2, round(bins * 0.2)))
    left, right = half_steps // 2 - apart, (half_steps + 1) // 2 + apart
    pairs = np.minimum(folded.take(left, mode="wrap"), folded.take(right, mode="wrap"))
    pairs[::2, 0] /= 2  # one edge, not two
    best = int(pairs.sum(axis=1).argmax())
    own = pairs[best].tolist()
    least = 0.25 * max(own)
    reach = len(own) - 1
    while reach > 0 and own[reach] <= least:
        reach -= 1
    return best / 2 / bins * step % step, reach * step / bins


def line_through(points: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Slope and origin of the least squares line through points `(x, y)`, of which two at least differ in x."""
    mean_x = sum(x for x, _ in points) / len(points)
    mean_y = sum(y for _, y in points) / len(points)
    slope = sum((x - mean_x) * y for x, y in points) / sum((x - mean_x) ** 2 for x, _ in points)
    return slope, mean_y - slope * mean_x


def fitted(mask: Grey, lines: Floats, begin: float, end: float) -> Fit:
    """The lines as they lie, by least squares over where each line's edges are; `mask`: as of `long_edges`."""
    width = mask.shape[1]
    profile = per_line(mask[max(0, round(begin)) : round(end)])
    step = float(lines[1] - lines[0])
    # Within the board's own rows nothing else pulls the origin aside.
    profile[: max(0, round(float(lines[0]) - 0.3 * step))] = 0
    profile[max(0, round(float(lines[-1]) + 0.3 * step)) :] = 0
    origin, half_gap = origin_of(profile, step)
    lines = lines + ((origin - lines[0] + step / 2) % step - step / 2)
    reach = max(2, int(half_gap + 1.5))
    # Halves are all rounded up: to even numbers, as rint does, lines in equal steps would no longer be.
    columns = np.floor(lines + 0.5).astype(np.intp)[:, None] + np.arange(-reach, reach + 1)
    weights = np.where((columns >= 0) & (columns < width), profile.take(columns, mode="clip"), 0)
    mass = weights.sum(axis=1).tolist()
    least = 0.2 * max(mass)
    # The outer lines of a board of tiles show one edge of two, so they say nothing of where the middle is.
    inner = [index for index in range(1, len(mass) - 1) if mass[index] > least]
    if len(inner) < 3:
        return Fit(float(lines[0]), step, False)
    strong = weights > 0.25 * weights.max(axis=1, keepdims=True)
    first = strong.argmax(axis=1)
    last = strong.shape[1] - 1 - strong[:, ::-1].argmax(axis=1)
    middle = (columns[:, 0] + (first + last) / 2).tolist()
    points = [(index, middle[index]) for index in inner]
    while True:
        slope, start = line_through(points)
        off = [abs(index * slope + start - at) for index, at in points]
        if max(off) < 1 or len(points) <= max(3, len(inner) // 2):
            break
        del points[off.index(max(off))]  # an edge of something else beside the line
    if max(off) >= 1 or abs(slope - step) > 0.04 * step:
        return Fit(float(lines[0]), step, False)
    return Fit(start, slope, True)
