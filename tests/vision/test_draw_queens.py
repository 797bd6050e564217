"""Drawing on boards of Queens: crowns where they belong, frames where something is wrong, and nothing else."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from solver import QueensPuzzle
from tests.vision.drawn_queens import COLOURS, MARGIN, STEP, queens_picture_of, queens_reading_of
from vision.draw import shapes, squares
from vision.draw.queens import QueensDrawing
from vision.lattice import Lattice

PUZZLE = QueensPuzzle.from_notation("queens AAAAAA/AABBAA/ACCCCD/ACECDD/ECEFDD/EEEFDD ..x3/..Q3/6/6/6/6")
SOLUTION = ["....Q.", "..Q...", ".....Q", ".Q....", "...Q..", "Q....."]

Picture = NDArray[np.uint8]


def cell(picture: Picture, r: int, c: int, inset: int = 3) -> NDArray[np.int64]:
    """The pixels of a cell without its lines."""
    y, x = MARGIN + r * STEP, MARGIN + c * STEP
    return np.asarray(picture[y + inset : y + STEP - inset, x + inset : x + STEP - inset], np.int64)


def changed(picture: Picture, before: Picture) -> set[tuple[int, int]]:
    """The cells that are not what they were."""
    n = PUZZLE.size
    return {(r, c) for r in range(n) for c in range(n) if (cell(picture, r, c) != cell(before, r, c)).any()}


def has_frame(picture: Picture, r: int, c: int, colour: tuple[int, int, int]) -> bool:
    """Whether there is a line of that colour at the left of a cell, in its middle."""
    left = cell(picture, r, c, 1)[STEP // 2 - 1, :9]
    return bool((np.abs(left - colour).max(axis=1) < 45).any())


def test_the_missing_crowns_are_added_and_nothing_else() -> None:
    picture = queens_picture_of(PUZZLE)
    before = picture.copy()
    out = QueensDrawing(picture, queens_reading_of(PUZZLE)).solution(SOLUTION)
    assert (picture == before).all()
    wanted = {(r, row.index("Q")) for r, row in enumerate(SOLUTION)} - {(1, 2)}
    assert changed(out, before) == wanted
    outside = np.ones(out.shape[:2], bool)
    outside[MARGIN:-MARGIN, MARGIN:-MARGIN] = False
    assert (out[outside] == before[outside]).all()


def test_crowns_are_dark_on_light_regions_and_light_on_dark_ones() -> None:
    picture = queens_picture_of(PUZZLE)
    out = QueensDrawing(picture, queens_reading_of(PUZZLE)).solution(SOLUTION)
    middle = STEP // 2
    for (r, c), letter in (((4, 3), "F"), ((5, 0), "E")):
        assert PUZZLE.regions[r][c] == letter
        ground = np.array(COLOURS[ord(letter) - ord("A")])
        crown = cell(out, r, c, 0)[middle + 4, middle]
        assert (crown.mean() > ground.mean() + 60) if letter == "F" else (crown.mean() < ground.mean() - 60)


def test_wrong_entries_have_red_frames_and_show_the_crown_that_belongs_there() -> None:
    puzzle = PUZZLE.with_cells(["....x.", "......", "......", "......", "......", "..Q..."])
    before = queens_picture_of(puzzle)
    out = QueensDrawing(before, queens_reading_of(puzzle)).solution(SOLUTION, [(0, 4), (5, 2)], [(2, 5)])
    assert has_frame(out, 0, 4, shapes.RED)
    assert has_frame(out, 5, 2, shapes.RED)
    assert has_frame(out, 2, 5, shapes.AMBER)
    assert not has_frame(out, 3, 1, shapes.RED)
    middle = slice(STEP // 2 - 6, STEP // 2 + 6)
    dark = (cell(out, 0, 4, 0)[middle, middle].max(axis=2) < 130).mean()
    assert dark > 0.4, "a crown covers the cross"


def test_a_hint_fills_cells_and_frames_its_reasons() -> None:
    before = queens_picture_of(PUZZLE)
    reading = queens_reading_of(PUZZLE)
    out = QueensDrawing(before, reading).hint({(4, 3): "Q", (0, 1): "x"}, [(5, 3)])
    assert changed(out, before) == {(4, 3), (0, 1), (5, 3)}
    assert has_frame(out, 4, 3, shapes.GREEN)
    assert has_frame(out, 0, 1, shapes.GREEN)
    assert has_frame(out, 5, 3, shapes.BLUE)
    light, dark = cell(out, 4, 3, 12), cell(out, 0, 1, 12)
    assert (light > 200).all(axis=2).any(), "a crown on a dark region"
    assert (dark < 80).all(axis=2).any(), "a cross on a light one"
    out = QueensDrawing(before, reading).hint({}, [], wrong=[(1, 2)], unsure=[(3, 3)])
    assert has_frame(out, 1, 2, shapes.RED)
    assert has_frame(out, 3, 3, shapes.AMBER)


@pytest.mark.parametrize(("x", "y"), [(-30.0, -20.0), (150.0, 190.0), (-900.0, 10.0)])
def test_a_board_cut_off_by_the_picture(x: float, y: float) -> None:
    picture = queens_picture_of(PUZZLE)
    reading = queens_reading_of(PUZZLE, lattice=Lattice(x, y, STEP, STEP, 6, 6))
    assert QueensDrawing(picture, reading).solution(SOLUTION, [(0, 0)], [(5, 5)]).shape == picture.shape
    assert QueensDrawing(picture, reading).hint({(0, 0): "Q"}, [(5, 5)]).shape == picture.shape


def test_the_pictures_for_debugging_are_those_of_any_square_board() -> None:
    picture, reading = queens_picture_of(PUZZLE), queens_reading_of(PUZZLE)
    assert squares.draw_lattices(picture, [reading.lattice]).shape == picture.shape
    shown = squares.draw_reading(picture, reading)
    assert shown.shape[0] == round(6.8 * 84)
    silent = squares.draw_reading(picture, queens_reading_of(PUZZLE, h_patches={}, v_patches={}))
    assert (shown != silent).any(), "borders are captioned"
    stages = dict(QueensDrawing(picture, reading).stages())
    assert list(stages) == ["lattice", "cells", "markers", "reading"]
    for name in ("cells", "markers"):
        assert len(np.unique(stages[name].reshape(-1, 3), axis=0)) > 5
