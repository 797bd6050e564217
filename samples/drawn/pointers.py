"""What lies over a board: mouse pointers, touches, veils, sparkles, what reaches into it from outside."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.drawn.colours import BLACK, Colour, grey, hsl, ink_on, mix
from samples.drawn.grids import Grid
from samples.drawn.paint import rounded
from samples.drawn.types import UNKNOWN, Labels, Pixels

PALE, DARK = grey(250), grey(20)
SHAPES: dict[str, tuple[tuple[float, float], ...]] = {
    "arrow": ((0, 0), (0, 0.83), (0.19, 0.66), (0.31, 0.95), (0.44, 0.89), (0.32, 0.61), (0.57, 0.59)),
    "mac": ((0, 0), (0, 0.9), (0.2, 0.72), (0.34, 1.04), (0.48, 0.98), (0.35, 0.67), (0.63, 0.66)),
    "plain": ((0, 0), (0, 0.95), (0.26, 0.7), (0.62, 0.7)),
    "hand": (
        (0.0, 0.0), (0.09, 0.02), (0.12, 0.1), (0.13, 0.4), (0.3, 0.42), (0.34, 0.47), (0.5, 0.5), (0.52, 0.78),
        (0.42, 1.0), (0.02, 1.0), (-0.06, 0.86), (-0.24, 0.64), (-0.22, 0.55), (-0.1, 0.6), (-0.07, 0.66),
        (-0.05, 0.1),
    ),
    "grab": (
        (-0.3, 0.2), (-0.1, 0.05), (0.1, 0.0), (0.3, 0.08), (0.4, 0.3), (0.35, 0.6), (0.2, 0.8), (-0.15, 0.8),
        (-0.35, 0.5),
    ),
    "beam": (
        (-0.14, -0.5), (0.14, -0.5), (0.14, -0.44), (0.03, -0.42), (0.03, 0.42), (0.14, 0.44), (0.14, 0.5),
        (-0.14, 0.5), (-0.14, 0.44), (-0.03, 0.42), (-0.03, -0.42), (-0.14, -0.44),
    ),
    "cross": (
        (-0.04, -0.4), (0.04, -0.4), (0.04, -0.04), (0.4, -0.04), (0.4, 0.04), (0.04, 0.04), (0.04, 0.4), (-0.04, 0.4),
        (-0.04, 0.04), (-0.4, 0.04), (-0.4, -0.04), (-0.04, -0.04),
    ),
    "dot": tuple((0.25 * sin(k * pi / 8), 0.25 - 0.25 * cos(k * pi / 8)) for k in range(16)),
}  # fmt: skip
"""Outlines in units of the pointer's height, from its hot spot."""
REAL = 12.0, 34.0
"""Pixels of pointers on screens."""
ON_EMPTY = 0.45
"""How often a pointer is on an empty cell, of which there the most is known: that nothing is in it."""

NEAR, HIDDEN = 0.1, 0.12
"""A pointer that comes so near to the middle of an edge, in cells, may hide a marker, about as often as boards have one
there: what it hides cannot be told. With 0.4, pointers on bare edges were taken for markers."""
MIDDLE, EDGE, LEAST_COVERED = 0.6, 0.34, 0.12
"""A cell or an edge counts as covered where so much of the square about its middle is, whose side is given in cells."""
_FINE = 20
"""Places a cell at which that is looked at."""
INTRUDED = 0.05
"""How often a card, a bar or a button beside the board covers the outer part of some cells."""


def _height(rng: Random, cell: float, free: bool) -> float:
    """Pixels of a pointer: as screens show them, or in proportion to a cell; `free`: nothing under it can be lost."""
    if rng.random() < 0.6:
        return min(rng.uniform(*REAL), cell * (1.1 if free else 0.75))
    return max(min(10.0, 0.7 * cell), cell * rng.choice((rng.uniform(0.22, 0.5), rng.uniform(0.3, 0.75))))


def _pointer(rng: Random, picture: Pixels, x: float, y: float, cell: float, free: bool) -> NDArray[np.float32]:
    """Draws a pointer whose hot spot lies at a place; returns its outline, (N, 2), in pixels."""
    kind = rng.choices(list(SHAPES), (32, 14, 8, 28, 5, 7, 6, 7))[0]
    height = _height(rng, cell, free)
    turn = rng.uniform(-0.15, 0.15) if rng.random() < 0.2 else 0.0
    c, s = cos(turn), sin(turn)
    points = [(x + height * (c * px - s * py), y + height * (s * px + c * py)) for px, py in SHAPES[kind]]
    where = np.rint(np.array(points) * 16).astype(np.int32)
    fill, rim = rng.choice(((PALE, DARK), (PALE, DARK), (DARK, PALE), (BLACK, BLACK)))
    if rng.random() < 0.1:
        fill = hsl(rng.uniform(0, 360), 80, 50)
    if rng.random() < 0.25:
        shadow = picture.copy()
        cv2.fillPoly(shadow, [where + round(height * 0.8)], (0, 0, 0), cv2.LINE_AA, 4)
        cv2.addWeighted(shadow, 0.25, picture, 0.75, 0, picture)
    cv2.fillPoly(picture, [where], fill, cv2.LINE_AA, 4)
    cv2.polylines(picture, [where], True, rim, max(1, round(height / 14)), cv2.LINE_AA, 4)
    return np.array(points, np.float32)


def _edges(grid: Grid, lattice: tuple[float, float, float, float]) -> Iterator[tuple[Labels, int, int, float, float]]:
    """Every edge: the labels it is in, its place in them, and its middle in pixels."""
    x, y, across, down = lattice
    for labels, below in ((grid.h, 0.5), (grid.v, 1.0)):
        for row, column in np.ndindex(*labels.shape):
            yield labels, row, column, x + (column + 1.5 - below) * across, y + (row + below) * down


def _hide(rng: Random, outline: NDArray[np.float32], grid: Grid, lattice: tuple[float, float, float, float]) -> None:
    """Markers that a pointer may hide wholly: the labels are changed, the picture shows none."""
    for labels, row, column, x, y in _edges(grid, lattice):
        if labels[row, column] == 0 and cv2.pointPolygonTest(outline, (x, y), True) > -NEAR * lattice[2]:
            labels[row, column] = rng.choice((1, 2)) if rng.random() < HIDDEN else 0


def _cover(outline: NDArray[np.float32], grid: Grid, lattice: tuple[float, float, float, float]) -> None:
    """Which cells and edges something with this outline, (N, 2) in pixels, lies over: the labels are changed."""
    x, y, across, down = lattice
    margin, size = _FINE, grid.size
    shape = np.zeros(((size + 2) * _FINE, (size + 2) * _FINE), np.float32)
    where = (outline - (x, y)) / (across, down) * _FINE + margin
    cv2.fillPoly(shape, [np.rint(where).astype(np.int32)], 1.0)
    for labels, side, right, below in (
        (grid.covered, MIDDLE, 0.5, 0.5),
        (grid.covered_h, EDGE, 1.0, 0.5),
        (grid.covered_v, EDGE, 0.5, 1.0),
    ):
        pixels = round(side * _FINE)
        means = cv2.blur(shape, (pixels, pixels))
        rows, columns = labels.shape
        at_y = np.rint(margin + (np.arange(rows) + below) * _FINE).astype(int)
        at_x = np.rint(margin + (np.arange(columns) + right) * _FINE).astype(int)
        share = means[at_y[:, None], at_x[None]]
        labels[share >= LEAST_COVERED] = 1
        labels[(share > 0) & (share < LEAST_COVERED) & (labels == 0)] = UNKNOWN


def _intrude(
    rng: Random, picture: Pixels, lattice: tuple[float, float, float, float], size: int, grid: Grid | None
) -> None:
    """A card, a bar or a button that reaches over the board's side, seldom farther than to the middles of cells."""
    x, y, across, down = lattice
    depth = rng.uniform(0.1, 0.42) if rng.random() < 0.7 else rng.uniform(0.4, 0.62)
    length = rng.choice((rng.uniform(0.4, 1.5), rng.uniform(0.5, 3.5)))
    first = rng.uniform(-0.5 * length, size - 0.5 * length)
    out = rng.uniform(0.2, 3.0)
    low, high = (-out, depth) if rng.random() < 0.5 else (size - depth, size + out)
    box = [low, first, high, first + length] if rng.random() < 0.5 else [first, low, first + length, high]
    x0, y0, x1, y1 = (round(a + b * step) for a, b, step in zip((x, y, x, y), box, (across, down) * 2, strict=True))
    ground = hsl(rng.uniform(0, 360), rng.choice((0, 0, 30, 80)), rng.choice((98, 15, rng.uniform(5, 97))))
    radius = rng.choice((0.0, rng.uniform(0.1, 0.3), 0.5)) * min(x1 - x0, y1 - y0)
    where = np.rint(np.array(rounded(x0, y0, x1, y1, radius)) * 16).astype(np.int32)
    cv2.fillPoly(picture, [where], ground, cv2.LINE_AA, 4)
    if rng.random() < 0.5:
        cv2.polylines(picture, [where], True, mix(ground, ink_on(ground), 0.3), 1, cv2.LINE_AA, 4)
    if rng.random() < 0.6:  # some sign in it
        at = round((x0 + x1) / 2), round((y0 + y1) / 2)
        radius = max(2.0, rng.uniform(0.1, 0.35) * min(x1 - x0, y1 - y0))
        cv2.circle(picture, at, round(radius), ink_on(ground), rng.choice((-1, 1, 2)), cv2.LINE_AA)
    if grid is None:
        return
    _cover(np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], np.float32), grid, lattice)
    for labels, row, column, middle_x, middle_y in _edges(grid, lattice):
        if x0 - 0.1 * across <= middle_x <= x1 + 0.1 * across and y0 - 0.1 * down <= middle_y <= y1 + 0.1 * down:
            labels[row, column] = UNKNOWN


def _touch(rng: Random, picture: Pixels, x: float, y: float, cell: float) -> None:
    radius = round(cell * rng.uniform(0.15, 0.4))
    colour: Colour = rng.choice(((255.0, 255.0, 255.0), (128.0, 128.0, 128.0), (230.0, 160.0, 60.0)))
    shown = picture.copy()
    cv2.circle(shown, (round(x), round(y)), radius, colour, -1, cv2.LINE_AA)
    share = rng.uniform(0.25, 0.5)
    cv2.addWeighted(shown, share, picture, 1 - share, 0, picture)


def _empty(rng: Random, kinds: Labels | None) -> tuple[float, float] | None:
    """The upper left half of an empty cell's middle, in cells, from where a pointer lies mostly on that cell."""
    if kinds is None or rng.random() > ON_EMPTY:
        return None
    places = np.argwhere(kinds == 0)
    if not len(places):
        return None
    row, column = places[rng.randrange(len(places))].tolist()
    return row + rng.uniform(0.05, 0.5), column + rng.uniform(0.15, 0.55)


def _place(rng: Random, size: int, grid: Grid | None) -> tuple[float, float]:
    """Row and column somewhere on the board, in cells; often where a marker would be, of these some where one is."""
    if rng.random() < 0.45:
        marked = [] if grid is None else [(r + 0.5, c + 1.0) for r, c in np.argwhere(grid.h).tolist()]
        marked += [] if grid is None else [(r + 1.0, c + 0.5) for r, c in np.argwhere(grid.v).tolist()]
        a, b = rng.randrange(size) + 0.5, float(rng.randrange(1, size))
        row, column = (a, b) if rng.random() < 0.5 else (b, a)
        if marked and rng.random() < 0.25:
            row, column = rng.choice(marked)
        return row + rng.uniform(-0.25, 0.1), column + rng.uniform(-0.25, 0.1)
    return rng.uniform(-0.4, size + 0.2), rng.uniform(-0.4, size + 0.2)


def _sparkles(rng: Random, picture: Pixels, cell: float) -> None:
    side = len(picture)
    for _ in range(rng.randint(4, 16)):
        x, y, r = rng.uniform(0, side), rng.uniform(0, side), cell * rng.uniform(0.04, 0.14)
        colour = rng.choice(((255.0, 255.0, 255.0), hsl(48, 95, 65), hsl(rng.uniform(0, 360), 80, 60)))
        points = [
            (
                x + (r if k % 2 == 0 else r * 0.35) * cos(pi * k / 4),
                y + (r if k % 2 == 0 else r * 0.35) * sin(pi * k / 4),
            )
            for k in range(8)
        ]
        cv2.fillPoly(picture, [np.rint(np.array(points) * 16).astype(np.int32)], colour, cv2.LINE_AA, 4)


def _celebration(rng: Random, picture: Pixels, cell: float) -> None:
    """Large pale shapes float over the board after it is won."""
    shown = picture.copy()
    colour = rng.choice((grey(255), hsl(215, 70, 80), hsl(45, 90, 70), hsl(rng.uniform(0, 360), 60, 70)))
    side = len(picture)
    for _ in range(rng.randint(2, 8)):
        x, y, radius = round(rng.uniform(0, side)), round(rng.uniform(0, side)), round(cell * rng.uniform(0.2, 0.6))
        cv2.circle(shown, (x, y), radius, colour, -1 if rng.random() < 0.7 else max(1, radius // 5), cv2.LINE_AA)
    share = rng.uniform(0.15, 0.35)
    cv2.addWeighted(shown, share, picture, 1 - share, 0, picture)


def cover(
    rng: Random,
    picture: Pixels,
    lattice: tuple[float, float, float, float],
    size: int,
    least: float = 0.5,
    grid: Grid | None = None,
) -> float:
    """Lays something over the board, or nothing; the picture is changed, and the labels of edges that are hidden.

    `least`: the share of its contrast that must be left; `grid`: what is on the board, where that is told.
    Returns what a later loss of contrast must leave.
    """
    x, y, across, down = lattice
    if rng.random() < 0.06 and least < 0.9:
        veil = rng.choice((0.0, 255.0, 128.0))
        share = rng.uniform(0.1, min(0.6, 1 - least))
        least /= 1 - share
        picture[...] = (picture * np.float32(1 - share) + np.float32(veil * share)).astype(np.uint8)
    if rng.random() < 0.015 and least < 0.7:  # all but a part of the board is dimmed
        top, left = (round(rng.randrange(size) * step) for step in (down, across))
        dimmed = (picture * np.float32(rng.uniform(max(0.5, least), 0.85))).astype(np.uint8)
        part = slice(round(y) + top, round(y) + top + round(down * rng.randint(1, size)))
        where = part, slice(round(x) + left, round(x) + left + round(across * rng.randint(1, size)))
        if rng.random() < 0.6:
            where = part, slice(None)
        dimmed[where] = picture[where]
        picture[...] = dimmed
    if rng.random() < 0.035:
        _sparkles(rng, picture, across)
    if rng.random() < 0.012:
        _celebration(rng, picture, across)
    if rng.random() < INTRUDED:
        _intrude(rng, picture, lattice, size, grid)
    empty = _empty(rng, None if grid is None else grid.kinds)
    row, column = empty or _place(rng, size, grid)
    if rng.random() < 0.42:
        outline = _pointer(rng, picture, x + column * across, y + row * down, across, empty is not None)
        if grid is not None:
            _cover(outline, grid, lattice)
            if grid.h.any() or grid.v.any():
                _hide(rng, outline, grid, lattice)
    elif rng.random() < 0.07:
        _touch(rng, picture, x + column * across, y + row * down, across)
    return least
