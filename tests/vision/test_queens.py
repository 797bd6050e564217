"""Boards of Queens: from what the network says of edges and cells to a puzzle, and from pictures of our own."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest

from samples.drawn.regions import random_regions
from solver.queens.puzzle import LETTERS, QueensPuzzle
from solver.queens.search import first
from vision import QueensReading, UnreadableError, read
from vision.classify.network import Probabilities, straight
from vision.confidence import patches
from vision.games.queens import QueensBoard
from vision.image import load
from vision.lattice import Lattice
from vision.seen import Seen
from vision.types import Patch

# One solution; several where r1 c4 is the second region's.
PUZZLE = QueensPuzzle.from_notation("queens AAAAB/ACDDD/AADEE/AADEE/ADDDD")
SEVERAL = QueensPuzzle.from_notation("queens AAABB/ACDDD/AADEE/AADEE/ADDDD")


SAMPLES = Path(__file__).parents[2] / "samples" / "queens"
LABELS = {path.stem: json.loads(path.read_text()) for path in sorted(SAMPLES.glob("*.json"))}
BOARDS = [name for name, label in LABELS.items() if label["puzzle"]]
# Under stripes, or in colours that are nearly alike: these are refused, or read with a warning.
HARD = {"toys", "classic-stripes", "ember-stripes"}


def said(puzzle: QueensPuzzle, sure: float = 0.999) -> Probabilities:
    """What a network says that is so sure of this board."""
    size = puzzle.size
    regions = np.array([[LETTERS.index(letter) for letter in row] for row in puzzle.regions])
    across, down = regions[:, 1:] != regions[:, :-1], regions[1:] != regions[:-1]
    marks = np.full((size, size, 3), (1 - sure) / 2, np.float32)
    for row, column in np.ndindex(size, size):
        marks[row, column, ".Qx".index(puzzle.cells[row][column])] = sure
    nothing = np.zeros((size, size), np.float32)
    edges = 2 * size * (size - 1)
    return Probabilities(
        empty=nothing,
        names=np.full((size, size, 6), 1 / 6, np.float32),
        given=nothing,
        vectors=np.zeros((size, size, 16), np.float32),
        h=np.full((size, size - 1, 3), 1 / 3, np.float32),
        v=np.full((size - 1, size, 3), 1 / 3, np.float32),
        inside=np.full((size, size), sure, np.float32),
        covered=nothing,
        covered_h=nothing[:, 1:],
        covered_v=nothing[1:],
        whole=1 - sure,
        queens=sure,
        marks=marks,
        border_h=np.where(across, sure, 1 - sure).astype(np.float32),
        border_v=np.where(down, sure, 1 - sure).astype(np.float32),
        features=np.zeros((size * size, 96), np.float32),
        edge_features=np.zeros((edges, 96), np.float32),
    )


def board_of(said: Probabilities, among: bool = False) -> QueensBoard:
    """What is read where the network says this; no picture is asked."""
    lattice = Lattice(0, 0, 32, 32, said.size, said.size)
    return QueensBoard(Seen(lattice, straight(np.zeros((64, 64, 3), np.uint8), lattice), said, among))


def board(size: int, seed: int) -> QueensPuzzle:
    """Regions with crowns and crosses, with any number of solutions."""
    drawn = random_regions(Random(seed), size)
    regions = ["".join(LETTERS[number] for number in row) for row in drawn.regions.tolist()]
    return QueensPuzzle(regions, ["".join(".Qx"[mark] for mark in row) for row in drawn.marks.tolist()])


@pytest.mark.parametrize("size", range(4, 13))
def test_what_is_said_surely_is_read(size: int) -> None:
    for seed in range(6):
        puzzle = board(size, seed)
        found = board_of(said(puzzle))
        if found.checked.verdict == "unique":
            assert found.checked.confidence > 0.9
        assert found.checked.puzzle == puzzle


@pytest.mark.parametrize("seed", range(6))
def test_a_border_that_is_missed_or_made_up_does_no_harm(seed: int) -> None:
    """Cells of a region hang together by other edges as well."""
    puzzle = board(8, seed)
    sure = said(puzzle)
    rng = np.random.default_rng(seed)
    for border in (sure.border_h, sure.border_v):
        row, column = (int(rng.integers(length)) for length in border.shape)
        border[row, column] = 0.55 if border[row, column] < 0.5 else 0.45
    found = board_of(sure)
    assert found.checked.puzzle == puzzle or found.checked.warnings


def test_of_a_doubtful_cell_the_region_with_one_solution_is_taken_and_said() -> None:
    sure = said(SEVERAL)
    assert board_of(sure).checked.verdict == "multiple"
    # r1 c4 looks rather like the second region's, but not surely.
    sure.border_h[0, 2], sure.border_h[0, 3] = 0.6, 0.4
    found = board_of(sure).checked
    assert found.puzzle == PUZZLE
    assert found.confidence <= 0.6
    assert "r1 c4" in " ".join(found.warnings)


@pytest.mark.parametrize(("queens", "whole"), [(0.15, 0.0), (0.01, 0.95), (0.15, 0.8)])
def test_clear_regions_with_one_solution_are_a_board_where_the_network_doubts_it(queens: float, whole: float) -> None:
    """It may have taken it for another game's; that is read with a warning, and never surely."""
    found = board_of(replace(said(PUZZLE), queens=queens, whole=whole))
    assert found.is_board
    assert found.checked.puzzle == PUZZLE
    assert 0.4 < found.checked.confidence <= 0.6
    assert found.checked.warnings
    several = board_of(replace(said(SEVERAL), queens=queens, whole=whole))
    assert not several.is_board
    assert not board_of(replace(said(PUZZLE), queens=0.01, whole=0.01)).is_board


def test_regions_that_surely_have_no_one_solution_are_doubted_and_said() -> None:
    rows = ["AABB", "AABB", "CCDD", "CCDD"]
    found = board_of(said(QueensPuzzle(rows))).checked
    assert found.verdict != "unique"
    assert found.warnings
    assert found.puzzle.regions == tuple(rows)


def test_crowns_that_a_page_gives_count() -> None:
    """Regions with several solutions, of which the crowns on the board leave one."""
    rows = ["AABB", "AABB", "CCDD", "CCDD"]
    puzzle = QueensPuzzle(rows, [".Q..", "....", "....", "...."])
    found = board_of(said(puzzle)).checked
    assert found.verdict == "unique"


def test_marks_that_are_hard_to_see_are_read_as_the_solution_has_them_and_plain_ones_as_they_are() -> None:
    solution = first(PUZZLE)
    assert solution is not None
    (row, column), *_ = solution.crowns
    sure = said(PUZZLE)
    sure.marks[row, column] = (0.04, 0.26, 0.7)  # where a crown belongs
    sure.marks[row, (column + 1) % 5] = (0.04, 0.7, 0.26)  # beside it, where none does
    read = board_of(sure).checked.puzzle
    assert (read.cells[row][column], read.cells[row][(column + 1) % 5]) == ("Q", "x")
    sure.marks[row, column], sure.marks[row, (column + 1) % 5] = (0.005, 0.005, 0.99), (0.005, 0.99, 0.005)
    read = board_of(sure).checked.puzzle
    assert (read.cells[row][column], read.cells[row][(column + 1) % 5]) == ("x", "Q")


def test_what_is_covered_or_unsure_is_said() -> None:
    sure = said(PUZZLE.with_cell(0, 0, "Q"))
    sure.marks[2, 2] = (0.4, 0.35, 0.25)
    found = board_of(sure).checked
    assert "r3 c3" in " ".join(found.warnings)
    assert found.confidence < 0.9
    cut = board_of(said(PUZZLE), among=True).checked
    assert "cut off" in " ".join(cut.warnings)


@pytest.mark.parametrize("name", [name for name in BOARDS if name not in HARD])
def test_samples_are_read_as_their_labels_say(name: str) -> None:
    label = LABELS[name]
    reading = read(SAMPLES / label["image"])
    assert isinstance(reading, QueensReading)
    assert reading.puzzle == QueensPuzzle.from_json(label["puzzle"]), reading.warnings
    if name.endswith("photo"):
        return  # at an angle
    x0, y0, x1, _ = label["board_bbox"]
    step = (x1 - x0) / reading.puzzle.size
    for (r, c), (x, y) in reading.cells.items():
        assert abs((x - x0) / step - c - 0.5) < 0.35
        assert abs((y - y0) / step - r - 0.5) < 0.35


@pytest.mark.parametrize("name", sorted(LABELS))
def test_no_sample_is_wrong_without_a_word(name: str) -> None:
    label = LABELS[name]
    try:
        reading = read(SAMPLES / label["image"])
    except UnreadableError:
        return
    right = label["puzzle"] is not None and reading.puzzle == QueensPuzzle.from_json(label["puzzle"])
    assert right or reading.warnings


@pytest.mark.parametrize("side", range(4))
def test_a_board_of_which_a_part_is_cut_off_is_never_another_board_without_a_word(side: int) -> None:
    label = LABELS["classic-desktop"]
    bgr = load(str(SAMPLES / label["image"])).bgr
    puzzle = QueensPuzzle.from_json(label["puzzle"])
    x0, y0, x1, y1 = label["board_bbox"]
    step = (x1 - x0) / puzzle.size
    for lost in (0.6, 1.0, 1.5, 2.0, 2.4, 3.0):
        at = lost * step
        cut = (bgr[int(y0 + at) :], bgr[: int(y1 - at)], bgr[:, int(x0 + at) :], bgr[:, : int(x1 - at)])[side]
        try:
            reading = read(np.ascontiguousarray(cut))
        except UnreadableError:
            continue
        assert reading.puzzle == puzzle or reading.warnings, lost


@pytest.mark.parametrize(
    ("name", "cell", "share"),
    [
        ("court-phone", (1, 0), 0.35),
        ("widgets", (5, 7), 0.27),
        ("widgets", (2, 1), 0.39),
        ("ember", (1, 2), 0.2),
        ("chess-solved", (3, 0), 0.36),
    ],
)
def test_a_lit_cell_is_of_the_region_around_it(name: str, cell: tuple[int, int], share: float) -> None:
    """A cell under the mouse, or selected, is lighter: no region of its own. Without that no n regions are left."""
    picture = load(SAMPLES / LABELS[name]["image"]).bgr.copy()
    plain = read(picture)
    assert isinstance(plain, QueensReading)
    lattice = plain.lattice
    (x, y), half = lattice.center(*cell), lattice.step_x / 2 - 2
    part = picture[round(y - half) : round(y + half), round(x - half) : round(x + half)]
    part[:] = part + share * (255.0 - part)
    found = read(picture)
    assert isinstance(found, QueensReading)
    assert list(found.puzzle.regions) == LABELS[name]["puzzle"]["regions"]
    assert any(f"the region of r{cell[0] + 1} c{cell[1] + 1} was hard to see" in said for said in found.warnings)


def test_how_surely_a_mark_is_read_is_told_by_its_look_alone() -> None:
    """A crown that is one for the solution's sake alone is doubtful."""
    said, seen = np.array([[[0.0, 0.8, 0.2]]]), np.array([[[0.0, 0.3, 0.7]]])
    covered = np.zeros((1, 1))
    assert patches(said, covered, ".Qx", seen) == {(0, 0): Patch("Q", "x", 0.0)}
    assert patches(said, covered, ".Qx")[0, 0].confidence == pytest.approx(0.6)
