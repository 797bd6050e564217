"""Pips in looks that nobody has shown the networks: read, or said to be doubtful, or refused."""

from __future__ import annotations

from functools import cache
from itertools import product

import cv2
import numpy as np
import pytest

import solver
from solver import PipsPuzzle
from tests.vision.drawn_pips_look import Colours, Words, bbox_of, flat_site, pips_site
from vision import PipsReading, UnreadableError, read

BOARDS = ((9, 4), (9, 8), (10, 3), (7, 4))


@cache
def puzzle(number: int) -> PipsPuzzle:
    size, seed = BOARDS[number]
    made = solver.generate("pips", size=size, seed=seed)
    assert isinstance(made, PipsPuzzle)
    return made


def said(one: PipsPuzzle) -> tuple[object, ...]:
    """What is on a board: its regions in any order, and its dominoes."""
    regions = frozenset((region.type, region.target, frozenset(region.cells)) for region in one.regions)
    return regions, sorted(tuple(sorted(domino)) for domino in one.dominoes)


def is_silent(picture: Colours, there: PipsPuzzle, laid: int = 0) -> bool:
    """Whether a picture is read wrong without a word."""
    try:
        reading = read(picture)
    except UnreadableError:
        return False
    assert isinstance(reading, PipsReading)
    return not reading.warnings and (said(reading.puzzle) != said(there) or len(reading.placed) != laid)


@pytest.mark.parametrize("number", range(len(BOARDS)))
@pytest.mark.parametrize("scale", [0.8, 1.0, 1.5])
def test_boards_of_a_site_of_nobodys_are_read(number: int, scale: float) -> None:
    reading = read(pips_site(puzzle(number), scale))
    assert isinstance(reading, PipsReading)
    assert said(reading.puzzle) == said(puzzle(number))
    x0, y0, x1, _ = (value * scale for value in bbox_of(puzzle(number)))
    assert np.abs(np.subtract(reading.bbox[:3], (x0, y0, x1))).max() < 0.06 * reading.step


WORDS: tuple[Words, ...] = (
    {"": "sum", "=": "all same", "≠": "all different", "<": "under", ">": "over"},
    {"": "SUM", "=": "SAME", "≠": "DIFFER", "<": "BELOW", ">": "ABOVE"},
)


def test_most_tags_of_words_are_read() -> None:
    exact = 0
    for number, words in product(range(len(BOARDS)), WORDS):
        try:
            reading = read(pips_site(puzzle(number), words=words))
        except UnreadableError:
            continue
        right = isinstance(reading, PipsReading) and said(reading.puzzle) == said(puzzle(number))
        assert right or reading.warnings
        exact += right
    assert exact >= 6


@pytest.mark.parametrize(("bitten", "laid"), [(False, 0), (False, 3), (True, 3)])
def test_boards_with_flat_tags_are_never_read_wrong_in_silence(bitten: bool, laid: int) -> None:
    """Tags as dark as their cells, partly under them."""
    solution = solver.solve(puzzle(3))
    assert solution is not None
    assert not is_silent(flat_site(puzzle(3), bitten, solution.places[:laid]), puzzle(3), laid)


@pytest.mark.slow
def test_a_board_that_is_covered_is_never_read_wrong_in_silence() -> None:
    """A tag under something is not a region without one."""
    silent = []
    for r, c in puzzle(1).cells:
        picture = pips_site(puzzle(1))
        x, y = 50 + round((c + 0.95) * 66), 50 + round((r + 0.95) * 66)
        cv2.circle(picture, (x, y), 24, (120, 120, 240), -1)
        if is_silent(picture, puzzle(1)):
            silent.append((r, c))
    assert silent == []
