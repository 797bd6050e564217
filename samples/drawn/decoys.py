"""Things near edges and crossings that are no markers: dots, ticks, single dashes, studs, scratches, specks."""

from __future__ import annotations

from math import cos, sin
from random import Random

import cv2
import numpy as np

from samples.drawn.colours import Colour, away, mix
from samples.drawn.grids import Grid
from samples.drawn.paint import FINE_BITS
from samples.drawn.types import Pixels

SHARE = 0.15
"""Share of boards with any of these."""
KINDS = {
    "crossing dots": 20,
    "crossing marks": 12,
    "edge dots": 10,
    "edge dash": 12,
    "along dash": 10,
    "corner ticks": 12,
    "scratches": 14,
    "specks": 10,
}


def _line(picture: Pixels, first: tuple[float, float], last: tuple[float, float], ink: Colour, width: int) -> None:
    where = [(round(x * (1 << FINE_BITS)), round(y * (1 << FINE_BITS))) for x, y in (first, last)]
    cv2.line(picture, where[0], where[1], ink, width, cv2.LINE_AA, FINE_BITS)


def _spot(picture: Pixels, x: float, y: float, radius: float, ink: Colour, square: bool) -> None:
    if square:
        first, last = (round(x - radius), round(y - radius)), (round(x + radius), round(y + radius))
        cv2.rectangle(picture, first, last, ink, -1)
    else:
        fine = 1 << FINE_BITS
        centre = round(x * fine), round(y * fine)
        cv2.circle(picture, centre, max(fine // 2, round(radius * fine)), ink, -1, cv2.LINE_AA, FINE_BITS)


def _crossings(rng: Random, picture: Pixels, size: int, cell: int, origin: int, ink: Colour, marks: bool) -> None:
    """Dots, or small crosses, where four cells meet; here and there or everywhere."""
    radius, share = max(0.8, cell * rng.uniform(0.025, 0.09)), rng.choice((1.0, 1.0, rng.uniform(0.05, 0.5)))
    square, width = rng.random() < 0.3, max(1, round(cell * 0.03))
    for row in range(1, size):
        for column in range(1, size):
            if rng.random() > share:
                continue
            x, y = origin + column * cell, origin + row * cell
            if marks:
                _line(picture, (x - 2 * radius, y), (x + 2 * radius, y), ink, width)
                _line(picture, (x, y - 2 * radius), (x, y + 2 * radius), ink, width)
            else:
                _spot(picture, x, y, radius, ink, square)


def _edges(rng: Random, picture: Pixels, grid: Grid, cell: int, origin: int, ink: Colour, kind: str) -> None:
    """A dot or a single dash on edges without a marker; here and there or on all."""
    share = rng.choice((1.0, rng.uniform(0.03, 0.4)))
    length, width = cell * rng.uniform(0.05, 0.12), max(1, round(cell * rng.uniform(0.02, 0.05)))
    radius, square = max(0.8, cell * rng.uniform(0.02, 0.06)), rng.random() < 0.3
    for edges, upright in ((grid.h, False), (grid.v, True)):
        for row, column in np.argwhere(edges == 0).tolist():
            if rng.random() > share:
                continue
            x = origin + (column + (0.5 if upright else 1.0)) * cell
            y = origin + (row + (1.0 if upright else 0.5)) * cell
            if kind == "edge dots":
                _spot(picture, x, y, radius, ink, square)
            elif upright == (kind == "along dash"):  # a dash that lies
                _line(picture, (x - length, y), (x + length, y), ink, width)
            else:
                _line(picture, (x, y - length), (x, y + length), ink, width)


def _corners(rng: Random, picture: Pixels, size: int, cell: int, origin: int, ink: Colour) -> None:
    """Small angles in corners of cells."""
    right, down = rng.choice(((1, 1), (1, -1), (-1, 1), (-1, -1)))
    inset, length = cell * rng.uniform(0.04, 0.14), cell * rng.uniform(0.06, 0.16)
    share = rng.choice((1.0, rng.uniform(0.1, 0.6)))
    for row in range(size):
        for column in range(size):
            if rng.random() < share:
                x = origin + (column + 0.5) * cell + right * (cell / 2 - inset)
                y = origin + (row + 0.5) * cell + down * (cell / 2 - inset)
                _line(picture, (x, y), (x - right * length, y), ink, max(1, cell // 40))
                _line(picture, (x, y), (x, y - down * length), ink, max(1, cell // 40))


def _strewn(rng: Random, picture: Pixels, size: int, cell: int, origin: int, ink: Colour, kind: str) -> None:
    """Scratches or specks anywhere on the board."""
    for _ in range(rng.randint(3, 10) if kind == "scratches" else rng.randint(5, 30)):
        x, y = (origin + rng.uniform(0, size) * cell for _ in range(2))
        if kind == "specks":
            _spot(picture, x, y, max(0.7, cell * rng.uniform(0.01, 0.035)), ink, False)
            continue
        turn, length = rng.uniform(0, 6.28), cell * rng.uniform(0.3, 2.5)
        _line(picture, (x, y), (x + length * cos(turn), y + length * sin(turn)), ink, 1)


def lay_decoys(rng: Random, picture: Pixels, grounds: list[Colour], grid: Grid, cell: int, origin: int) -> None:
    """One sort of such things on a share of boards. `grounds`: colours of cells and lines."""
    if rng.random() > SHARE:
        return
    kind = rng.choices(list(KINDS), list(KINDS.values()))[0]
    ink = away(rng, grounds, rng.uniform(0, 360), rng.choice((0, 0, 60)), 25, 8)
    if kind in ("scratches", "specks"):
        ink = mix(ink, grounds[0], rng.uniform(0.3, 0.7))
    if kind.startswith("crossing"):
        _crossings(rng, picture, grid.size, cell, origin, ink, kind == "crossing marks")
    elif kind == "corner ticks":
        _corners(rng, picture, grid.size, cell, origin, ink)
    elif kind in ("scratches", "specks"):
        _strewn(rng, picture, grid.size, cell, origin, ink, kind)
    else:
        _edges(rng, picture, grid, cell, origin, ink, kind)
