"""Drawing: what is added, in whose look, and that nothing else changes."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from solver import BinaryPuzzle
from vision.draw import shapes, squares
from vision.draw.binary import BinaryDrawing
from vision.lattice import Lattice
from vision.types import GridReading, Patch

PUZZLE = BinaryPuzzle(
    "tango", 4, ["S..M", ".M..", "....", "S..."], h=["=..", "...", "...", "..."], v=["....", "..x.", "...."]
)
SOLUTION = ["SSMM", "MMSS", "SMSM", "SMMS"]
STEP = 50.0
X, Y = 20.0, 30.0

SUN, MOON = (20, 200, 120), (200, 30, 160)
"""Colours no look of ours has: what is drawn with them was cut from the picture."""


def reading_of(puzzle: BinaryPuzzle, x: float = X, y: float = Y, step: float = STEP) -> GridReading:
    n = puzzle.size
    return GridReading(
        game=puzzle.game,
        puzzle=puzzle,
        lattice=Lattice(x, y, step, step, n, n),
        confidence=0.9,
        warnings=(),
        clues=frozenset({(0, 0)}),
        cell_patches={(r, c): Patch(s, "S", 0.9) for r, row in enumerate(puzzle.cells) for c, s in enumerate(row)},
        h_patches={(r, c): Patch(s, "x", 0.9) for r, row in enumerate(puzzle.h) for c, s in enumerate(row)},
        v_patches={(r, c): Patch(s, "=", 0.1) for r, row in enumerate(puzzle.v) for c, s in enumerate(row)},
        milliseconds={},
    )


def board(
    puzzle: BinaryPuzzle, ground: tuple[int, int, int] = (255, 255, 255), tiles: bool = False
) -> NDArray[np.uint8]:
    """Symbols as discs on cells with lines, or as whole tiles with gaps. The first cell has a clue's darker ground."""
    picture = np.full((300, 280, 3), ground, np.uint8)
    for r, row in enumerate(puzzle.cells):
        for c, symbol in enumerate(row):
            x0, y0 = int(X + c * STEP), int(Y + r * STEP)
            x1, y1 = int(x0 + STEP), int(y0 + STEP)
            colour = {"S": SUN, "M": MOON}.get(symbol)
            if tiles:
                cv2.rectangle(picture, (x0 + 3, y0 + 3), (x1 - 4, y1 - 4), colour or (120, 120, 120), -1)
                continue
            if (r, c) == (0, 0) and colour:
                cv2.rectangle(picture, (x0, y0), (x1, y1), (235, 235, 235), -1)
            cv2.rectangle(picture, (x0, y0), (x1, y1), (200, 200, 200), 1)
            if colour:
                cv2.circle(picture, ((x0 + x1) // 2, (y0 + y1) // 2), 12, colour, -1)
    return picture


def center(picture: NDArray[np.uint8], r: int, c: int) -> NDArray[np.int64]:
    return np.asarray(picture[round(Y + (r + 0.5) * STEP), round(X + (c + 0.5) * STEP)], np.int64)


def near(colour: NDArray[Any], other: tuple[int, int, int], tolerance: int = 12) -> bool:
    return bool(np.abs(colour - np.array(other)).max() <= tolerance)


def mixed(colour: tuple[int, int, int], ground: tuple[int, int, int], share: float) -> tuple[int, int, int]:
    blue, green, red = (round(a * share + b * (1 - share)) for a, b in zip(colour, ground, strict=True))
    return blue, green, red


@pytest.mark.parametrize("tiles", [False, True])
def test_symbols_are_cut_from_the_picture(tiles: bool) -> None:
    picture = board(PUZZLE, tiles=tiles)
    before = picture.copy()
    out = BinaryDrawing(picture, reading_of(PUZZLE)).solution(SOLUTION)
    assert (picture == before).all()
    for r in range(4):
        for c in range(4):
            colour = SUN if SOLUTION[r][c] == "S" else MOON
            if PUZZLE.cells[r][c] != ".":
                assert near(center(out, r, c), colour, 0)
            else:
                ground = (120, 120, 120) if tiles else (255, 255, 255)
                assert near(center(out, r, c), mixed(colour, ground, shapes.ADDED))
    outside = np.ones(out.shape[:2], bool)
    outside[int(Y) : int(Y + 4 * STEP), int(X) : int(X + 4 * STEP)] = False
    assert (out[outside] == before[outside]).all()


def test_the_ground_of_a_clue_is_not_copied() -> None:
    puzzle = PUZZLE.with_cells(["S..M", ".M..", "....", "...."])  # the only sun stands on a clue's ground
    out = BinaryDrawing(board(puzzle), reading_of(puzzle)).solution(SOLUTION)
    corner = out[int(Y + 6), int(X + STEP + 6)]
    assert corner.tolist() == [255, 255, 255]
    assert near(center(out, 0, 1), mixed(SUN, (255, 255, 255), shapes.ADDED))


@pytest.mark.parametrize("game", ["tango", "takuzu"])
@pytest.mark.parametrize("ground", [(255, 255, 255), (30, 30, 30)])
def test_without_an_example_the_symbols_are_our_own(game: str, ground: tuple[int, int, int]) -> None:
    puzzle = BinaryPuzzle(game, 4, ["...."] * 4)
    solution = SOLUTION if game == "tango" else ["0011", "1100", "0101", "1010"]
    out = BinaryDrawing(board(puzzle, ground), reading_of(puzzle)).solution(solution)
    for r in range(4):
        for c in range(4):
            cell = out[int(Y + r * STEP) + 8 : int(Y + (r + 1) * STEP) - 8, int(X + c * STEP) + 8 :][
                :, : int(STEP) - 16
            ]
            assert cell.astype(int).std() > 5


def test_an_odd_example_is_not_chosen() -> None:
    puzzle = BinaryPuzzle("tango", 4, ["SS.M", "SM.S", "....", "SMM."])
    picture = board(puzzle)
    cv2.rectangle(picture, (int(X) + 10, int(Y) + 10), (int(X) + 40, int(Y) + 40), (0, 0, 0), -1)  # on one sun
    out = BinaryDrawing(picture, reading_of(puzzle)).solution(["SSMM", "SMMS", "MSSM", "SMMS"])
    assert near(center(out, 3, 3), mixed(SUN, (255, 255, 255), shapes.ADDED))


def test_large_symbols_are_whole_and_grid_lines_no_part_of_them() -> None:
    puzzle = BinaryPuzzle("takuzu", 4, ["01..", ".01.", "....", "0..."])
    picture = board(puzzle.with_cells(["...."] * 4))
    for r, row in enumerate(puzzle.cells):
        for c, symbol in enumerate(row):
            if symbol != ".":
                middle = (int(X + (c + 0.5) * STEP), int(Y + (r + 0.5) * STEP))
                cv2.circle(picture, middle, 23, (90, 20, 20), -1 if symbol == "1" else 1)
    out = BinaryDrawing(picture, reading_of(puzzle)).solution(["0101", "1010", "0110", "1001"])
    for r, c in ((2, 0), (3, 1), (3, 2)):  # 0, 0, 0: rings that nearly touch the lines
        x, y = int(X + (c + 0.5) * STEP), int(Y + (r + 0.5) * STEP)
        for dx, dy in ((-23, 0), (23, 0), (0, -23), (0, 23)):
            part = out[y + dy - 1 : y + dy + 2, x + dx - 1 : x + dx + 2].reshape(-1, 3)
            added = mixed((90, 20, 20), (255, 255, 255), shapes.ADDED)
            assert any(near(pixel.astype(int), added, 40) for pixel in part)
        line = out[y - int(STEP / 2), x - 10 : x + 10]
        assert (line == picture[y - int(STEP / 2), x - 10 : x + 10]).all()


def test_what_is_added_is_an_entry_and_not_a_clue() -> None:
    puzzle = PUZZLE.with_cells(["S..M", ".MSS", "S...", "S..."])
    picture = board(puzzle)
    middle = (int(X + STEP / 2), int(Y + STEP / 2))
    cv2.circle(picture, middle, 4, (0, 0, 0), -1)  # the sign of a clue, on the only one
    out = BinaryDrawing(picture, reading_of(puzzle)).solution(SOLUTION)
    assert near(center(out, 0, 1), mixed(SUN, (255, 255, 255), shapes.ADDED))


def test_wrong_entries_are_red_and_show_the_right_symbol() -> None:
    picture = board(PUZZLE)
    out = BinaryDrawing(picture, reading_of(PUZZLE)).solution(["M" + SOLUTION[0][1:], *SOLUTION[1:]], [(0, 0)])
    cell = out[int(Y) : int(Y + STEP), int(X) : int(X + STEP)].reshape(-1, 3).astype(int)
    assert (np.abs(cell - shapes.RED).max(axis=1) < 25).sum() > 100
    assert near(out[int(Y + 0.74 * STEP), int(X + 0.74 * STEP)].astype(int), MOON)


def test_cells_in_doubt_are_framed() -> None:
    out = BinaryDrawing(board(PUZZLE), reading_of(PUZZLE)).solution(SOLUTION, unsure=[(2, 2)])
    cell = out[int(Y + 2 * STEP) : int(Y + 3 * STEP), int(X + 2 * STEP) : int(X + 3 * STEP)].reshape(-1, 3).astype(int)
    assert (np.abs(cell - shapes.AMBER).max(axis=1) < 25).sum() > 100
    assert near(center(out, 2, 2), mixed(SUN, (255, 255, 255), shapes.UNSURE), 16)


def test_discs_stay_on_top_of_tiles() -> None:
    picture = board(PUZZLE, tiles=True)
    edge = (int(X + STEP), int(Y + STEP / 2))
    cv2.circle(picture, edge, 10, (250, 250, 250), -1)
    out = BinaryDrawing(picture, reading_of(PUZZLE)).solution(SOLUTION)
    assert out[edge[1], edge[0] + 8].tolist() == [250, 250, 250]


@pytest.mark.parametrize(("x", "y"), [(-20.0, -14.0), (90.0, 120.0), (-400.0, 30.0)])
def test_a_board_cut_off_by_the_picture(x: float, y: float) -> None:
    reading = reading_of(PUZZLE, x, y)
    picture = board(PUZZLE)
    out = BinaryDrawing(picture, reading).solution(SOLUTION, [(0, 0), (3, 0)], [(0, 3), (3, 3)])
    assert out.shape == picture.shape
    for _, stage in BinaryDrawing(picture, reading).stages():
        assert stage.dtype == np.uint8


@pytest.mark.slow
def test_the_pictures_for_debugging() -> None:
    picture, reading = board(PUZZLE), reading_of(PUZZLE)
    stages = dict(BinaryDrawing(picture, reading).stages())
    assert list(stages) == ["lattice", "cells", "markers", "reading"]
    assert stages["lattice"].shape == picture.shape
    assert stages["reading"].shape[0] == round(4.8 * 84)
    for stage in stages.values():
        assert len(np.unique(stage.reshape(-1, 3), axis=0)) > 5


def test_lattices_that_were_no_boards() -> None:
    picture = board(PUZZLE)
    lattices = [Lattice(X, Y, STEP, STEP, 4, 4), Lattice(-30.0, 200.0, 20.0, 20.0, 6, 9)]
    out = squares.draw_lattices(picture, lattices)
    changed = (out != picture).any(axis=2)
    middle = slice(int(X + 2 * STEP) - 1, int(X + 2 * STEP) + 2)
    assert changed[int(Y) : int(Y + 4 * STEP), middle].any(axis=1).mean() > 0.9
    assert changed[200:260].any()
    assert (squares.draw_lattices(picture, []) == picture).all()


def test_tiny_cells() -> None:
    puzzle = BinaryPuzzle("takuzu", 4, ["01..", "....", "....", "...."])
    reading = reading_of(puzzle, 2.0, 2.0, 11.0)
    out = BinaryDrawing(np.full((50, 50, 3), 255, np.uint8), reading).solution(
        ["0110", "1001", "0110", "1001"], [(0, 0)]
    )
    assert out.shape == (50, 50, 3)


# --- hints -----------------------------------------------------------------------------------------------------------


def framed(picture: NDArray[np.uint8], r: int, c: int, colour: tuple[int, int, int]) -> bool:
    """Whether there is a line of that colour at the left side of a cell, in its middle."""
    y, x = round(Y + (r + 0.5) * STEP), round(X + c * STEP)
    return any(near(pixel, colour, 30) for pixel in picture[y, x + 2 : x + 9])


@pytest.mark.parametrize("tiles", [False, True])
def test_a_hint_fills_one_cell_and_frames_its_reasons(tiles: bool) -> None:
    picture = board(PUZZLE, tiles=tiles)
    before = picture.copy()
    out = BinaryDrawing(picture, reading_of(PUZZLE)).hint({(2, 2): "S"}, [(0, 0), (1, 1)])
    assert (picture == before).all()
    assert framed(out, 2, 2, shapes.GREEN)
    assert framed(out, 0, 0, shapes.BLUE)
    assert framed(out, 1, 1, shapes.BLUE)
    middle = out[int(Y + 2.5 * STEP), int(X + 2.5 * STEP)]
    assert near(middle, SUN), "as solid as a symbol of the game"
    changed = (out != before).any(axis=2)
    for r in range(4):
        for c in range(4):
            part = changed[int(Y + r * STEP) + 3 : int(Y + (r + 1) * STEP) - 3, int(X + c * STEP) + 3 :][
                :, : int(STEP) - 6
            ]
            assert part.any() == ((r, c) in {(2, 2), (0, 0), (1, 1)}), (r, c)


def test_a_hint_about_wrong_entries() -> None:
    picture = board(PUZZLE)
    out = BinaryDrawing(picture, reading_of(PUZZLE)).hint({}, [], wrong=[(1, 1)], unsure=[(3, 0)])
    assert framed(out, 1, 1, shapes.RED)
    assert framed(out, 3, 0, shapes.AMBER)
    middle = out[int(Y + 1.5 * STEP), int(X + 1.5 * STEP)]
    assert not near(middle, SUN, 100), "what is right is not said"
