"""Boards that an edge cuts, at any place and on any side: never another board than the true one, and it is said.

The pictures are made by `cuts.py`. Each sample is cut at a few places, always the same; `CUTS=20 pytest ...` takes 20
places of each side at every edge.
"""

from __future__ import annotations

import os
from functools import cache
from random import Random
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import solver
from solver.binary.puzzle import BinaryPuzzle
from tests.vision.cuts import EDGES, LEFT, SIDES, Cut, cut_board, judged, some_cuts
from tests.vision.drawn import Grid, _text, drawn
from tests.vision.labelled import SAMPLES, Colours, labelled, outcome, read_grid
from vision import GridReading, UnreadableError
from vision.confidence import COMPARE, MAY_BE_CUT

pytestmark = pytest.mark.slow

OFFSETS = int(os.environ.get("CUTS", "0"))
BOARDS = {
    label.name: label
    for label in labelled(SAMPLES, SAMPLES.parent / "takuzu")
    if label.puzzle is not None and label.bbox is not None
}
TOLD = 0.05
"""A board of which so much of a cell is missing may be refused."""
MISSING = 0.5
"""... and where so much is missing, it must be."""
# Cells of these have no lines between them, or none that are seen: what is cut off there is refused, for other reasons.
LINELESS = ("terminal", "gothic", "marbles", "pieces", "grid-11px", "mint")


@cache
def puzzle_of(size: int) -> BinaryPuzzle:
    puzzle = solver.generate("takuzu", size=size, seed=size)
    assert isinstance(puzzle, BinaryPuzzle)
    return puzzle


def played(grid: Grid, symbols: str) -> Colours:
    """A drawn board with a puzzle on it, of digits, or of discs and rings."""
    picture = drawn(grid)
    blue, green, red = (255 - value for value in grid.ground)
    ink = (blue, green, red)
    for row, line in enumerate(puzzle_of(grid.size).cells):
        for column, value in enumerate(line):
            middle = round(grid.x + (column + 0.5) * grid.step), round(grid.y + (row + 0.5) * grid.step)
            if value in "01" and symbols == "discs":
                cv2.circle(picture, middle, round(0.28 * grid.step), ink, -1 if value == "1" else 3, cv2.LINE_AA)
            elif value in "01":
                _text(picture, value, *middle, height=0.45 * grid.step, colour=ink)
    return picture


LOOKS: tuple[dict[str, Any], ...] = (
    {},
    {"ground": (40, 36, 34), "ink": (90, 84, 80), "page": (24, 20, 18)},
    {"tiles": True, "line": 4.0, "ground": (250, 250, 250), "page": (205, 200, 196)},
    {"line": 1.0, "ink": (120, 120, 120)},
)


@settings(max_examples=50 * OFFSETS or 60, derandomize=True, deadline=None)
@given(
    size=st.sampled_from((6, 8, 10)),
    step=st.floats(26, 64),
    look=st.sampled_from(LOOKS),
    symbols=st.sampled_from(("digits", "discs")),
    side=st.sampled_from(SIDES),
    edge=st.sampled_from(EDGES),
    part=st.floats(-0.05, 1),
)
@example(size=6, step=26.0, look={}, symbols="discs", side="left", edge="window", part=1.0)
@example(size=6, step=26.0, look={}, symbols="digits", side="bottom", edge="picture", part=0.125)
@example(size=6, step=26.0, look={}, symbols="digits", side="top", edge="picture", part=0.125)
def test_a_drawn_board_is_said_to_be_cut_off(
    size: int, step: float, look: dict[str, Any], symbols: str, side: str, edge: str, part: float
) -> None:
    part = min(part, 1 - LEFT / size)
    grid = Grid(size, step, x=31.5, y=27.25, margin=40, **look)
    box = (grid.x, grid.y, grid.x + size * step, grid.y + size * step)
    cut = cut_board(played(grid, symbols), box, Cut(side, edge, round(part * size * step)))
    found = said_of(cut)
    if isinstance(found, str):
        assert "cut off" in found
        assert part * size > TOLD, f"refused: {found}"
    elif MAY_BE_CUT not in found.warnings:  # which says it as well
        assert_same(puzzle_of(size), found)
        assert part * size < MISSING


def said_of(picture: Colours) -> GridReading | str:
    """The reading, or why there is none."""
    try:
        return read_grid(picture)
    except UnreadableError as error:
        return error.message


def assert_same(puzzle: BinaryPuzzle, reading: GridReading) -> None:
    """The board that was read is the true one, its symbols exchanged at most."""
    cells = [row.translate(str.maketrans("SM", "01")) for row in reading.puzzle.cells]
    assert list(puzzle.cells) in (cells, [row.translate(str.maketrans("01", "10")) for row in cells])


WITH_LINES = [name for name in BOARDS if not name.startswith(LINELESS)]


@pytest.mark.parametrize(
    "name",
    [name if not k % 3 else pytest.param(name, marks=pytest.mark.thorough) for k, name in enumerate(WITH_LINES)],
)
def test_a_sample_is_said_to_be_cut_off(name: str) -> None:
    label, random = BOARDS[name], Random(f"cut {name}")
    cuts = list(some_cuts(label, random, OFFSETS or 1))
    for cut in cuts if OFFSETS else random.sample(cuts, 1):
        found = judged(label, cut)
        assert found.word != "silent", (cut, found.said)
        if found.cells > MISSING:
            # What is seen of its outermost cells may be enough, but then it is said to be doubtful.
            assert found.word in ("cut off", "right") or COMPARE in found.said, (cut, found.cells, found.said)


def test_a_square_among_the_tiles_of_a_board_is_no_board() -> None:
    """Six by six of ten, which equal things in a row tell: they go on beside it."""
    found = judged(BOARDS["bolt-10x10"], Cut("bottom", "picture", 170))
    assert found.word == "cut off"


@pytest.mark.parametrize("name", ["marbles-6x6", "notebook-8x8", "terminal-ascii-8x8", "mint", "wood", "bolt-10x10"])
def test_a_whole_board_at_the_edge_of_the_picture_is_not_said_to_be_cut(name: str) -> None:
    """Of more cells a part would be seen."""
    label = BOARDS[name]
    assert label.bbox is not None
    far = 0.45 * (label.bbox[2] - label.bbox[0]) / label.size
    left, top, right, bottom = label.bbox[0] - far, label.bbox[1] - far, label.bbox[2] + far, label.bbox[3] + far
    picture = label.pixels()[max(0, round(top)) : round(bottom), max(0, round(left)) : round(right)]
    assert MAY_BE_CUT not in read_grid(np.ascontiguousarray(picture)).warnings


@pytest.mark.parametrize("depth", [98, 259, 382])
def test_a_square_of_an_odd_number_of_its_cells_is_no_puzzle(depth: int) -> None:
    """Nor is one looked for in it."""
    assert judged(BOARDS["bevel-dark-16x16"], Cut("right", "window", depth)).word != "silent"


@pytest.mark.parametrize(
    "name",
    [
        "wood",
        "mint",
        "notebook-8x8",
        pytest.param(
            "blocks-6x6", marks=pytest.mark.xfail(strict=True, reason="the network rather takes its counters for cells")
        ),
    ],
)
def test_a_whole_board_beside_things_like_its_cells_is_not_said_to_be_cut(name: str) -> None:
    """Lines, counters, or a page of squared paper go on beside these; that no cells do is plain to see."""
    found = outcome(BOARDS[name], BOARDS[name].pixels())
    assert found.word == "exact"
    assert MAY_BE_CUT not in found.warnings


def test_a_board_among_counters_that_is_cut_is_doubted() -> None:
    """What is left of it holds a smaller square that is a puzzle by accident."""
    found = judged(BOARDS["pieces-8x8"], Cut("bottom", "window", 70))
    assert found.word in ("cut off", "wrong")
    assert "cut off" in found.said
