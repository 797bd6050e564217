"""Boards without lines: signs in equal steps on a page of one colour, as in terminals and in text, or stones.

The connected components of what differs from the page are signs. The page has one of the two commonest colours: a
window may lie on a desktop. Signs of about one height whose middles lie in equal steps across and down fill places, and
the squares of places that are filled, with less about them, are proposed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.imgproc import Colours, Doubles, averaged, median
from vision.lattice import Lattice
from vision.locate.edges import MOST_STEPS, Page
from vision.locate.fit import line_through
from vision.locate.scans import in_pixels
from vision.locate.windows import SIZES, box, integral

# What differs from the page by more than this (0..255) is a sign.
FOREGROUND = 30
# Fewer signs are no board, more are a photo.
LEAST_SIGNS, MOST_SIGNS = 8, 3000
# Signs are at least so many pixels high, and of one kind where their heights differ by no more than this factor.
LEAST_HEIGHT, TALLER = 3, 1.35
# Signs lie off their place by at most this part of a step.
OFF = 0.16
# Steps are this much larger than signs are high, at least and at most (dots are an eighth of a step).
LEAST_STEP, MOST_STEP = 0.9, 12.0
# Squares that are filled by no more than this part more than what is about them are parts of others.
LEAST_DIFFERENT = 0.15


def boards_of_signs(bgr: Colours, page: Page) -> Iterator[Lattice]:
    """Squares of signs in equal steps, the likeliest first. `page`: the picture (H, W, 3) in grey."""
    factor = page.work_factor
    small = averaged(bgr, factor)
    found = [one for background in _usual(small) for one in _on(small, background)]
    for _, one in sorted(found, key=lambda one: -one[0]):
        yield in_pixels(one, factor)


def _on(small: Colours, background: Doubles) -> Iterator[tuple[float, Lattice]]:
    """Squares of signs on a background of this colour, each with what speaks for it."""
    near = cv2.inRange(small, *(np.clip(background + off, 0, 255) for off in (-FOREGROUND, FOREGROUND)))
    foreground = np.asarray(cv2.bitwise_not(near), np.uint8)
    count, _, stats, middles = cv2.connectedComponentsWithStats(foreground, connectivity=8)
    if not LEAST_SIGNS < count < MOST_SIGNS:
        return
    width, height = stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT]
    signs = (height >= LEAST_HEIGHT) & (np.maximum(width, height) < min(foreground.shape) / 3)
    signs[0] = False  # the page
    corners = stats[:, (cv2.CC_STAT_LEFT, cv2.CC_STAT_TOP)]
    middles = corners + (np.stack((width, height), axis=1) - 1) / 2
    for usual in _heights(height[signs]):
        group = signs & (height < usual * TALLER) & (height > usual / TALLER)
        taller = middles[signs & (height >= usual * TALLER)]
        for score, one in _squares(middles[group], usual):
            yield score, _centred(one, taller)


def _usual(small: Colours) -> list[Doubles]:
    """The two commonest colours of a picture, blue, green, red."""
    some = np.ascontiguousarray(small[::4, ::4]).reshape(-1, 3)
    coarse = (some >> 3).astype(np.intp) @ (1, 32, 1024)
    counts = np.bincount(coarse, minlength=2)
    return [median(some[coarse == one], axis=0) for one in np.argsort(-counts)[:2] if counts[one]]


def _heights(heights: NDArray[np.int32]) -> list[int]:
    """The commonest heights of signs, two kinds of them."""
    counts = np.convolve(np.bincount(heights, minlength=3), (1, 1, 1), "same")
    first = int(counts.argmax())
    others = counts.copy()
    others[int(first / TALLER) : int(first * TALLER) + 1] = 0
    return [height for height in (first, int(others.argmax())) if counts[height] >= LEAST_SIGNS]


def _squares(middles: Doubles, usual: float) -> Iterator[tuple[float, Lattice]]:
    """Squares of places in equal steps where signs of one height stand, each with what speaks for it."""
    for step_x, step_y in product(_steps(middles, usual), _steps(middles[:, ::-1], usual)):
        if not 0.4 < step_x / step_y < 2.5:
            continue
        x, step_x, columns, on_x = _places(middles[:, 0], step_x)
        y, step_y, rows, on_y = _places(middles[:, 1], step_y)
        on = on_x & on_y
        if np.count_nonzero(on) < LEAST_SIGNS:
            continue
        first, begin = int(rows[on].min()), int(columns[on].min())
        filled = np.zeros((int(rows[on].max()) - first + 3, int(columns[on].max()) - begin + 3), np.float32)
        filled[rows[on] - first + 1, columns[on] - begin + 1] = 1
        total = integral(filled)
        for size in SIZES:
            if size + 2 > min(filled.shape):
                continue
            about, inside = box(total, size + 2, size + 2), box(total, size, size)[1:-1, 1:-1]
            differs = inside / size**2 - (about - inside) / (4 * size + 4)
            for row, column in np.argwhere(differs > LEAST_DIFFERENT).tolist():
                part = filled[row + 1 : row + 1 + size, column + 1 : column + 1 + size]
                if part.any(axis=0).all() and part.any(axis=1).all():
                    left, top = x + (begin + column - 0.5) * step_x, y + (first + row - 0.5) * step_y
                    score = float(inside[row, column] * differs[row, column])
                    yield score, Lattice(left, top, step_x, step_y, size, size, float(part.mean()))


def _centred(lattice: Lattice, taller: Doubles) -> Lattice:
    """A lattice of dots on the lines of a text, moved up or down to the middles of taller signs between them."""
    x, y = ((taller - (lattice.x, lattice.y)) / (lattice.step_x, lattice.step_y)).T
    within = (np.minimum(x, y) > 0) & (np.maximum(x, y) < lattice.rows) & (np.abs(x % 1 - 0.5) < OFF)
    if np.count_nonzero(within) < LEAST_SIGNS:
        return lattice
    return replace(lattice, y=lattice.y + float(median(y[within] % 1 - 0.5)) * lattice.step_y)


def _steps(middles: Doubles, usual: float) -> list[float]:
    """Distances along the first axis that come again between neighbours in one line, the commonest first."""
    line = np.rint(middles[:, 1] / usual)
    ordered = middles[np.lexsort((middles[:, 0], line))]
    apart = np.diff(ordered, axis=0)
    halves = np.rint(2 * apart[(np.abs(apart[:, 1]) < usual / 2) & (apart[:, 0] > 0), 0]).astype(np.intp)
    counts = np.convolve(np.bincount(halves, minlength=3), (1, 1.01, 1), "same")
    # Of a board with few signs, neighbours are mostly two or three places apart.
    steps: list[float] = []
    for part in (1, 2, 3):
        left = counts.copy()
        for _ in range(MOST_STEPS):
            half = int(left.argmax())
            if left[half] < 2:
                break
            left[max(0, half - 2) : half + 3] = 0
            if LEAST_STEP * usual < half / 2 / part < MOST_STEP * usual:
                steps.append(half / 2 / part)
    return steps[:MOST_STEPS]


def _places(values: Doubles, step: float) -> tuple[float, float, NDArray[np.intp], NDArray[np.bool_]]:
    """Where places in equal steps begin, the step, the number of the place next to each value, and which lie on one."""
    phases = np.bincount(np.rint(values % step * 8 / step).astype(np.intp) % 8, minlength=8)
    # Twice the middle one: where all lie in one of the eight, its neighbours would win else.
    origin = float((2 * phases + np.roll(phases, -1) + np.roll(phases, 1)).argmax()) * step / 8
    for _ in range(3):
        number = np.rint((values - origin) / step).astype(np.intp)
        on = np.abs(values - origin - number * step) < OFF * step
        if len(np.unique(number[on])) < 2:
            break
        step, origin = line_through(list(zip(number[on].tolist(), values[on].tolist(), strict=True)))
    number = np.rint((values - origin) / step).astype(np.intp)
    return origin, step, number, np.abs(values - origin - number * step) < OFF * step
