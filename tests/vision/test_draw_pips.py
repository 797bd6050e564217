"""Drawing dominoes: where they lie, how they look, and that nothing else changes."""

from __future__ import annotations

import dataclasses

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from solver import PipsPuzzle
from tests.vision.drawn_pips import FILLS, MARGIN, STEP, pips_picture_of, pips_reading_of
from vision.draw import pips as draw_pips
from vision.draw.pips import PipsDrawing
from vision.draw.shapes import AMBER, BLUE, GREEN, LIGHT, RED
from vision.games.pips.parts import Placed, Tile

INK = (40, 50, 60)
"""Of the pips in the tray: what is drawn with it took its colour from the picture."""

BOARD = PipsPuzzle.from_notation("pips 26,35,41,62 AB/CB/DE/FF A* B8 C* D4 E* F*")
PLACES = (((0, 0), (1, 0)), ((1, 1), (0, 1)), ((2, 0), (2, 1)), ((3, 0), (3, 1)))
"""Two dominoes stand, one of them with its first number below, and two lie."""

Picture = NDArray[np.uint8]


def cell(picture: Picture, r: int, c: int) -> Picture:
    x, y = MARGIN + c * STEP, MARGIN + r * STEP
    return picture[y : y + STEP, x : x + STEP]


def pips_on(picture: Picture, r: int, c: int) -> set[tuple[int, int]]:
    """Where on a cell there are pips, of the nine places `(x, y)` from -1 to 1."""
    part = cell(picture, r, c).astype(int)
    places = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)]
    at = {(x, y): part[round(STEP * (0.475 + 0.22 * y)), round(STEP * (0.5 + 0.22 * x))] for x, y in places}
    return {place for place, colour in at.items() if np.abs(colour - INK).max() < 60}


def distance(colour: NDArray[np.uint8], other: tuple[int, int, int]) -> int:
    return int(np.abs(colour.astype(int) - other).max())


def test_every_half_has_its_pips_turned_with_the_domino() -> None:
    reading = dataclasses.replace(pips_reading_of(BOARD), tags={})
    out = PipsDrawing(pips_picture_of(BOARD), reading).solution(PLACES)
    assert pips_on(out, 0, 0) == {(1, -1), (-1, 1)}  # 2, standing
    assert pips_on(out, 1, 0) == {(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)}  # 6: two columns
    assert pips_on(out, 1, 1) == {(1, -1), (0, 0), (-1, 1)}  # 3, standing, below its 5
    assert pips_on(out, 0, 1) == {(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)}
    assert pips_on(out, 2, 0) == {(-1, -1), (1, -1), (-1, 1), (1, 1)}  # 4 and 1, lying
    assert pips_on(out, 2, 1) == {(0, 0)}
    assert pips_on(out, 3, 0) == {(-1, -1), (0, -1), (1, -1), (-1, 1), (0, 1), (1, 1)}  # 6: two rows
    assert pips_on(out, 3, 1) == {(-1, -1), (1, 1)}  # 2, lying


def test_nothing_but_the_board_changes() -> None:
    picture = pips_picture_of(BOARD)
    before = picture.copy()
    out = PipsDrawing(picture, pips_reading_of(BOARD)).solution(PLACES)
    assert (picture == before).all()
    board = (slice(MARGIN, MARGIN + 4 * STEP), slice(MARGIN, MARGIN + 2 * STEP))
    assert (out[board] != before[board]).any(axis=2).mean() > 0.7
    out[board] = before[board]
    assert (out == before).all()


def test_halves_have_a_light_tint_of_their_region() -> None:
    out = PipsDrawing(pips_picture_of(BOARD), pips_reading_of(BOARD)).solution(PLACES)
    spot = (STEP // 4, round(0.5 * STEP))
    plain, tinted = cell(out, 0, 0)[spot], cell(out, 0, 1)[spot]
    assert distance(plain, (240, 245, 250)) < 6  # the face of the dominoes in the tray
    hue, saturation, value = cv2.cvtColor(tinted[None, None], cv2.COLOR_BGR2HSV)[0, 0].astype(int)
    fill = cv2.cvtColor(np.array([[FILLS[1]]], np.uint8), cv2.COLOR_BGR2HSV)[0, 0].astype(int)
    assert abs(hue - fill[0]) < 6
    assert 15 < saturation < 80
    assert value > fill[2]


def test_tags_stay_on_top() -> None:
    picture, reading = pips_picture_of(BOARD), pips_reading_of(BOARD)
    out = PipsDrawing(picture, reading).solution(PLACES)
    assert len(reading.tags) == 2
    for tag in reading.tags.values():
        x, y = map(round, tag.center)
        for dx, dy in ((0, 0), (-9, 0), (9, 0), (0, -9), (0, 9)):
            assert out[y + dy, x + dx].tolist() == picture[y + dy, x + dx].tolist()
        assert distance(out[y - 12, x - 12], (90, 30, 60)) > 40  # beside it the domino is seen


def test_dominoes_that_lie_right_are_left_alone() -> None:
    picture = pips_picture_of(BOARD)
    cell(picture, 2, 0)[:] = cell(picture, 2, 1)[:] = (1, 2, 3)  # what the page drew
    reading = dataclasses.replace(pips_reading_of(BOARD, (Placed((1, 4), ((2, 1), (2, 0))),)), tags={})
    out = PipsDrawing(picture, reading).solution(PLACES)
    assert (cell(out, 2, 0) == (1, 2, 3)).all()
    assert (cell(out, 2, 1) == (1, 2, 3)).all()
    assert len(pips_on(out, 3, 1)) == 2


def test_dominoes_that_lie_wrong_are_covered_and_framed() -> None:
    picture = pips_picture_of(BOARD)
    picture[MARGIN + STEP + 6 : MARGIN + 3 * STEP - 6, MARGIN + 6 : MARGIN + STEP - 6] = (1, 2, 3)  # as it was drawn
    place = ((1, 0), (2, 0))
    reading = dataclasses.replace(pips_reading_of(BOARD, (Placed((3, 5), place),)), tags={})
    out = PipsDrawing(picture, reading).solution(PLACES, [place])
    assert not (out == (1, 2, 3)).all(axis=2).any()
    red = (np.abs(out.astype(int) - RED).max(axis=2) < 25).nonzero()
    assert len(red[0]) > 200
    assert red[0].min() >= MARGIN + STEP - 2
    assert red[0].max() <= MARGIN + 3 * STEP + 2


def test_without_a_tray_the_dominoes_are_light() -> None:
    reading = dataclasses.replace(pips_reading_of(BOARD), tray=(), fills={})
    out = PipsDrawing(pips_picture_of(BOARD), reading).solution(PLACES)
    assert distance(cell(out, 0, 0)[10, 20], LIGHT) < 4


def test_dark_dominoes_are_not_tinted() -> None:
    picture, reading = pips_picture_of(BOARD), pips_reading_of(BOARD)
    for tile in reading.tray:
        x, y = map(round, tile.center)
        picture[y - 15 : y + 15, x - 30 : x + 30] = (20, 20, 20)
        cv2.circle(picture, (x - 15, y), 4, (250, 250, 250), -1)
    out = PipsDrawing(picture, reading).solution(PLACES)
    assert distance(cell(out, 0, 1)[10, 20], (20, 20, 20)) < 6


@pytest.mark.parametrize("origin", [(-30.0, -50.0), (60.0, 200.0), (-900.0, 20.0)])
def test_a_board_cut_off_by_the_picture(origin: tuple[float, float]) -> None:
    picture = pips_picture_of(BOARD)
    reading = dataclasses.replace(
        pips_reading_of(BOARD, (Placed((3, 5), ((1, 0), (2, 0))),)),
        origin=origin,
        tray=(Tile((6, 5), (origin[0], 5.0), (60.0, 30.0), False),),
    )
    assert PipsDrawing(picture, reading).solution(PLACES, [((1, 0), (2, 0))]).shape == picture.shape
    for function in FOR_DEBUGGING:
        assert function(picture, reading).dtype == np.uint8


@pytest.mark.parametrize("step", [5.0, 11.3, 200.0])
def test_any_size(step: float) -> None:
    reading = dataclasses.replace(pips_reading_of(BOARD), step=step)
    out = PipsDrawing(np.full((900, 500, 3), 128, np.uint8), reading).solution(PLACES)
    changed = (out != 128).any(axis=2).nonzero()
    assert abs(changed[0].max() - (MARGIN + 4 * step)) <= 1 + 0.06 * step
    assert abs(changed[1].max() - (MARGIN + 2 * step)) <= 1 + 0.06 * step


FOR_DEBUGGING = (draw_pips.draw_lattice, draw_pips.draw_regions, draw_pips.draw_tags, draw_pips.draw_tray)


def test_the_pictures_for_debugging() -> None:
    picture = pips_picture_of(BOARD)
    reading = pips_reading_of(BOARD, (Placed((3, 5), ((1, 0), (2, 0))),))
    assert draw_pips.draw_lattice(picture, reading).shape == picture.shape
    for function in FOR_DEBUGGING:
        assert len(np.unique(function(picture, reading).reshape(-1, 3), axis=0)) > 5
    bare = dataclasses.replace(reading, tags={}, tray=(), placed=())
    for function in FOR_DEBUGGING:
        assert function(picture, bare).size


# --- hints -----------------------------------------------------------------------------------------------------------


def test_a_hint_lays_one_domino_and_frames_its_reasons() -> None:
    picture = pips_picture_of(BOARD)
    before = picture.copy()
    reading = dataclasses.replace(pips_reading_of(BOARD), tags={})
    out = PipsDrawing(picture, reading).hint([(BOARD.dominoes[1], PLACES[1])], [(0, 0)])
    assert (picture == before).all()
    assert pips_on(out, 1, 1) == {(1, -1), (0, 0), (-1, 1)}
    assert pips_on(out, 0, 1) == {(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)}
    assert distance(cell(out, 0, 1)[STEP // 2, STEP - 2], GREEN) < 40
    edge = round(0.05 * STEP) + 1
    assert distance(cell(out, 0, 0)[STEP // 2, edge], BLUE) < 40
    for r, c in ((1, 0), (2, 0), (2, 1), (3, 0), (3, 1)):
        inner = (slice(3, STEP - 3), slice(3, STEP - 3))
        assert (cell(out, r, c)[inner] == cell(before, r, c)[inner]).all()


def test_a_hint_frames_a_wrong_domino() -> None:
    placed = Placed((2, 6), ((2, 0), (3, 0)))
    reading = dataclasses.replace(pips_reading_of(BOARD, placed=(placed,)), tags={})
    out = PipsDrawing(pips_picture_of(BOARD), reading).hint([], [], wrong=[placed.cells], unsure=[(0, 0)])
    assert distance(cell(out, 2, 0)[STEP // 2, 1], RED) < 40
    assert distance(cell(out, 3, 0)[STEP // 2, 1], RED) < 40
    assert distance(cell(out, 0, 0)[STEP // 2, round(0.05 * STEP) + 1], AMBER) < 40
