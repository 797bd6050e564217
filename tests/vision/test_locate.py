"""Proposals of lattices: few, none twice, none where nothing is, and the right one first where a board is plain."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.image import load
from vision.lattice import SAME, Lattice
from vision.locate import Proposal, proposals, shrink
from vision.locate.edges import Page, steps_of
from vision.locate.propose import MOST
from vision.reading import read
from vision.types import GridReading

SAMPLES = Path(__file__).parents[2] / "samples"


def _proposed(bgr: NDArray[np.uint8]) -> list[Proposal]:
    page = Page(np.asarray(cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY), np.uint8))
    return [one for some in proposals(bgr, page) for one in some]


@pytest.mark.parametrize(
    "name", ["tango/classic-desktop", "tango/classic-8x8-dark", "tango/blocks", "takuzu/digits-10x10"]
)
def test_plain_boards_come_first(name: str) -> None:
    label = json.loads((SAMPLES / f"{name}.json").read_text())
    first = _proposed(load(str(SAMPLES / f"{name}.png")).bgr)[0].placed
    x, y, pitch = (label["lattice"][key] for key in ("x0", "y0", "pitch"))
    assert (first.rows, first.columns) == (label["puzzle"]["size"],) * 2
    assert max(abs(first.x - x), abs(first.y - y)) < 0.05 * pitch
    assert first.bbox[2] == pytest.approx(x + pitch * first.columns, abs=0.05 * pitch)


@pytest.mark.parametrize("shape", [(1, 1, 3), (3, 900, 3), (37, 37, 3), (36, 4000, 3), (600, 800, 3)])
def test_nothing_is_proposed_of_an_empty_picture(shape: tuple[int, int, int]) -> None:
    assert _proposed(np.full(shape, 200, np.uint8)) == []


def test_proposals_are_few_and_come_once() -> None:
    noise = np.random.default_rng(1).integers(0, 256, (700, 900, 3), np.uint8)
    for bgr in (noise, load(str(SAMPLES / "takuzu/pieces-8x8.png")).bgr):
        placed = [one.placed for one in _proposed(bgr)]
        assert len(placed) <= MOST
        for number, one in enumerate(placed):
            for other in placed[:number]:
                off = max(abs(a - b) for a, b in zip(one.bbox, other.bbox, strict=True))
                assert one.rows != other.rows or off >= SAME * min(one.step_x, one.step_y)


def test_counters_along_two_sides_are_cut_off() -> None:
    """They stand in the step of the cells, two rows and two columns of them."""
    label = json.loads((SAMPLES / "takuzu/blocks-6x6.json").read_text())
    reading = read(str(SAMPLES / "takuzu/blocks-6x6.png"))
    assert isinstance(reading, GridReading)
    assert reading.puzzle.to_json()["cells"] == label["puzzle"]["cells"]
    assert reading.lattice.bbox == pytest.approx(label["board_bbox"], abs=2)


def test_corners_that_are_empty_by_chance_take_no_row_away() -> None:
    bgr = np.full((480, 480, 3), 235, np.uint8)
    for row, column in np.ndindex(8, 8):
        if (row in (0, 7)) + (column in (0, 7)) < 2:  # as plain as the other cells, but at the corners
            x, y = 40 + 50 * column, 40 + 50 * row
            cv2.rectangle(bgr, (x + 2, y + 2), (x + 47, y + 47), (90, 60, 40), -1)
    assert 8 in [one.placed.rows for one in _proposed(bgr)[:2]]


def test_cells_of_which_only_multiples_come_again_are_seen() -> None:
    peaks = np.zeros(200, np.float32)
    for step, strength in ((0, 100), (51, 25), (34, 24), (17, 7), (16, 8), (68, 20)):
        peaks[step] = strength
    assert [round(step) for step in steps_of(peaks, peaks)] == [51, 34, 68, 17]


def test_four_cells_by_four_need_no_frame() -> None:
    label = json.loads((SAMPLES / "tango/mint-fresh-4x4.json").read_text())
    first = _proposed(load(str(SAMPLES / "tango/mint-fresh-4x4.png")).bgr)[0].placed
    assert first.rows == 4
    assert first.bbox == pytest.approx(label["board_bbox"], abs=5)


@pytest.mark.parametrize("name", ["bevel-dark-16x16", "terminal-text-8x8-dark", "terminal-ascii-8x8"])
def test_boards_of_hidden_steps_and_of_characters_are_found(name: str) -> None:
    label = json.loads((SAMPLES / f"takuzu/{name}.json").read_text())
    size, box = label["puzzle"]["size"], label["board_bbox"]
    found = [one.placed for one in _proposed(load(str(SAMPLES / f"takuzu/{name}.png")).bgr)]
    near = 0.15 * (box[2] - box[0]) / size
    assert any(one.rows == size and one.bbox == pytest.approx(box, abs=near) for one in found[:3])


@pytest.mark.parametrize("taller", [0.9, 1.05, 1.1])
@pytest.mark.parametrize(
    "name", ["takuzu/dusk-6x6", "takuzu/news-10x10", "tango/classic-desktop", "tango/classic-stripes"]
)
def test_cells_that_are_a_little_higher_than_wide_are_found(name: str, taller: float) -> None:
    label = json.loads((SAMPLES / f"{name}.json").read_text())
    size, (x0, y0, x1, y1) = label["puzzle"]["size"], label["board_bbox"]
    bgr = cv2.resize(load(str(SAMPLES / f"{name}.png")).bgr, None, fx=1.0, fy=taller)
    box = x0, y0 * taller, x1, y1 * taller
    assert any(
        one.placed.rows == size and one.placed.bbox == pytest.approx(box, abs=0.1 * (x1 - x0) / size)
        for one in _proposed(np.asarray(bgr, np.uint8))[:3]
    )


def test_shrink() -> None:
    part = shrink(Lattice(10, 20, 5, 4, 8, 8), 1, 2, 6)
    assert (part.x, part.y, part.rows, part.columns) == (20, 24, 6, 6)
