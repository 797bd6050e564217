"""Boards nobody took a template from: crescents beside any disc, and markers on plates and in rings."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

import solver
from tests.vision.labelled import read_grid as read

Colours = NDArray[np.uint8]
Colour = tuple[int, int, int]

DARK: Colour = (30, 28, 28)
LINE: Colour = (150, 148, 146)
COOL: Colour = (224, 150, 140)
WARM: Colour = (60, 170, 205)


def board(
    puzzle: solver.BinaryPuzzle,
    step: int,
    ring: float,
    reach: float = 0.5,
    sun: Colour = COOL,
    moon: Colour = WARM,
    plate: Colour = DARK,
    ink: Colour = LINE,
    rim: Colour = LINE,
) -> Colours:
    """A board drawn with OpenCV alone: outlined discs, crescents, and markers in rings of `ring` cells' radius, of
    which they reach a part."""
    size, margin = puzzle.size, step // 2
    side = size * step + 2 * margin
    scale = 4  # drawn larger, for soft edges
    picture = np.full((side * scale, side * scale, 3), DARK, np.uint8)

    def at(value: float) -> int:
        return round(value * scale)

    def line(x0: float, y0: float, x1: float, y1: float, width: float, colour: Colour) -> None:
        cv2.line(picture, (at(x0), at(y0)), (at(x1), at(y1)), colour, max(1, at(width)))

    for k in range(size + 1):
        place = margin + k * step
        line(margin, place, side - margin, place, 0.03 * step, LINE)
        line(place, margin, place, side - margin, 0.03 * step, LINE)
    for r, row in enumerate(puzzle.cells):
        for c, symbol in enumerate(row):
            x, y = margin + (c + 0.5) * step, margin + (r + 0.5) * step
            if symbol == "S":
                cv2.circle(picture, (at(x), at(y)), at(0.22 * step), sun, -1)
                cv2.circle(picture, (at(x), at(y)), at(0.22 * step), (190, 215, 235), at(0.035 * step))
            elif symbol == "M":
                cv2.circle(picture, (at(x), at(y)), at(0.22 * step), moon, -1)
                cv2.circle(picture, (at(x - 0.1 * step), at(y - 0.07 * step)), at(0.19 * step), DARK, -1)
    for upright, marks in ((True, puzzle.h), (False, puzzle.v)):
        for r, row in enumerate(marks):
            for c, mark in enumerate(row):
                if mark != ".":
                    x = margin + (c + (1.0 if upright else 0.5)) * step
                    y = margin + (r + (0.5 if upright else 1.0)) * step
                    cv2.circle(picture, (at(x), at(y)), at(ring * step), plate, -1)
                    cv2.circle(picture, (at(x), at(y)), at(ring * step), rim, at(0.018 * step))
                    half, width = reach * ring * step, 0.024 * step
                    if mark == "x":
                        line(x - half, y - half, x + half, y + half, width, ink)
                        line(x - half, y + half, x + half, y - half, width, ink)
                    else:
                        for off in (-0.5 * half, 0.5 * half):
                            line(x - half, y + off, x + half, y + off, width, ink)
    return np.asarray(cv2.resize(picture, (side, side), interpolation=cv2.INTER_AREA), np.uint8)


@pytest.mark.parametrize("step", [56, 80, 106])
@pytest.mark.parametrize("seed", range(3))
def test_markers_in_rings_of_the_colour_of_the_lines(step: int, seed: int) -> None:
    puzzle = solver.generate("tango", 6, seed)
    assert isinstance(puzzle, solver.BinaryPuzzle)
    reading = read(board(puzzle, step, 0.115, 0.7))
    assert reading.puzzle.h == puzzle.h
    assert reading.puzzle.v == puzzle.v


@pytest.mark.parametrize(("plate", "ink"), [((60, 190, 180), (50, 90, 40)), ((170, 60, 140), (200, 120, 180))])
@pytest.mark.parametrize("step", [56, 80, 106])
def test_markers_on_discs_with_little_contrast(step: int, plate: Colour, ink: Colour) -> None:
    puzzle = solver.generate("tango", 6, 4)
    assert isinstance(puzzle, solver.BinaryPuzzle)
    reading = read(board(puzzle, step, 0.12, 0.7, plate=plate, ink=ink, rim=plate))
    assert reading.puzzle.h == puzzle.h
    assert reading.puzzle.v == puzzle.v


@pytest.mark.parametrize(("sun", "moon"), [(COOL, WARM), (WARM, COOL), ((200, 200, 200), (120, 120, 120))])
def test_a_crescent_is_a_moon_whatever_its_colour(sun: Colour, moon: Colour) -> None:
    puzzle = solver.generate("tango", 8, 5, difficulty="easy")
    assert isinstance(puzzle, solver.BinaryPuzzle)
    reading = read(board(puzzle, 70, 0.12, 0.6, sun, moon))
    assert reading.puzzle == puzzle
    assert not any("exchanged" in warning for warning in reading.warnings)
