"""Every Queens sample has a label, and the label fits the picture, as far as that can be told without reading it."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

import solver
from samples.looks import distance
from samples.queens_boards import conflicts, excluded, make_board, solutions
from samples.queens_looks import TELL_APART, random_queens_look
from samples.queens_shots import SHOTS, played

FOLDER = Path(__file__).parents[2] / "samples" / "queens"
LABELS = sorted(FOLDER.glob("*.json"))
FOLDER_LIMIT = 4_000_000
"""Bytes. Samples are cloned with the code, so they stay small."""


def label_of(path: Path) -> dict[str, Any]:
    label = json.loads(path.read_text("utf-8"))
    assert isinstance(label, dict)
    return label


BOARDS = [path for path in LABELS if label_of(path)["puzzle"]]


def picture_of(label: dict[str, Any]) -> NDArray[np.uint8]:
    picture = cv2.imread(str(FOLDER / label["image"]))
    assert picture is not None, f"{label['image']} cannot be decoded"
    return np.asarray(picture, np.uint8)


def test_there_are_enough_of_every_kind() -> None:
    labels = [label_of(path) for path in BOARDS]
    looks = [label["look"] for label in labels]
    assert len(labels) >= 25
    assert {label["puzzle"]["size"] for label in labels} >= {5, 7, 8, 9, 10, 11}
    wanted = {"fresh", "partial", "crosses", "auto", "wrong", "unmarked", "hover", "fade", "solved", "win"}
    assert {look["state"] for look in looks} == wanted
    assert {look["theme"] for look in looks} == {"light", "dark"}
    assert {look["density"] for look in looks} >= {1, 1.5, 2, 3}
    assert {look["kind"] for look in looks} == {"crop", "desktop-web", "phone-web", "phone-photo"}
    assert {look["lines"] for look in looks} == {"two", "alike", "none"}
    assert {look["colours"] for look in looks} == {"each", "one"}
    assert any(look.get("patterns") for look in looks)
    assert {label_of(path)["expect"] for path in LABELS if path not in BOARDS} == {"occluded", "no_board"}


def test_every_picture_has_a_label_and_stays_small() -> None:
    pictures = [*FOLDER.glob("*.png"), *FOLDER.glob("*.jpg")]
    assert {path.name for path in pictures} == {label_of(path)["image"] for path in LABELS}
    assert {path.stem for path in LABELS} == {shot.name for shot in SHOTS}
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < FOLDER_LIMIT


@pytest.mark.parametrize("path", BOARDS, ids=lambda path: path.stem)
def test_the_puzzle_is_what_the_label_says(path: Path) -> None:
    label = label_of(path)
    puzzle, regions, cells = label["puzzle"], tuple(label["puzzle"]["regions"]), tuple(label["puzzle"]["cells"])
    assert label["game"] == puzzle["game"] == "queens"
    loaded = solver.load(puzzle)
    assert isinstance(loaded, solver.QueensPuzzle)
    assert (loaded.regions, loaded.cells) == (regions, cells)
    assert solver.count(loaded.only()) == 1
    assert solver.count(loaded, limit=2) == label["solutions"]
    state = label["look"]["state"]
    crowns = sum(row.count("Q") for row in cells)
    assert (set("".join(cells)) == {"."}) >= (state == "fresh")
    assert (crowns == loaded.size) == (state in ("solved", "win"))
    assert conflicts(regions, cells) >= (state == "wrong")
    assert label["solutions"] == (state not in ("wrong", "unmarked"))


def straightened(label: dict[str, Any]) -> NDArray[np.float32]:
    """The middles of the cells, each with what is within 0.4 of a cell around it: `(cells, 16, 16, 3)`."""
    picture, size = picture_of(label), label["puzzle"]["size"]
    step = np.hypot(*np.subtract(label["cells"]["0,0"], label["cells"][f"0,{size - 1}"])) / (size - 1)
    patches = [
        cv2.getRectSubPix(picture, (max(3, round(0.8 * step)),) * 2, tuple(place)) for place in label["cells"].values()
    ]
    return np.array([cv2.resize(patch, (16, 16), interpolation=cv2.INTER_AREA) for patch in patches], np.float32)


@pytest.mark.parametrize("path", BOARDS, ids=lambda path: path.stem)
def test_the_board_is_where_the_label_says(path: Path) -> None:
    label = label_of(path)
    height, width = picture_of(label).shape[:2]
    x0, y0, x1, y1 = label["board_bbox"]
    assert 0 <= x0 < x1 <= width
    assert 0 <= y0 < y1 <= height
    # what is drawn in the middle of a cell: nothing, little or much, as the label says of it; a board off by half a
    # cell would have lines there
    symbols = np.array(list("".join(label["puzzle"]["cells"])))
    whole = straightened(label)
    patches = whole[:, 2:14, 2:14].reshape(len(symbols), -1, 3)
    ink = (np.abs(patches - np.median(patches, axis=1, keepdims=True)).max(axis=2) > 40).mean(axis=1)
    plain = not label["look"].get("patterns") and label["look"]["state"] not in ("wrong", "fade")
    if plain and "." in symbols:
        assert np.median(ink[symbols == "."]) <= (0.06 if "corners" in label else 0.04)
    if plain and "Q" in symbols:
        assert ink[symbols == "Q"].min() > 0.05
        assert np.median(ink[symbols == "Q"]) > np.median(ink[symbols != "Q"])
    # cells of a region look more alike than others
    if plain and label["look"]["colours"] == "each" and label["look"]["name"] != "ember":  # there in two shades
        colours = np.median(whole[:, :3, :3].reshape(len(symbols), -1, 3), axis=1)
        letters = np.array(list("".join(label["puzzle"]["regions"])))
        apart = np.abs(colours[:, None] - colours).sum(axis=2)
        np.fill_diagonal(apart, np.inf)
        several = np.array([(letters == letter).sum() > 1 for letter in letters])
        assert (letters[apart.argmin(axis=1)] == letters)[several].mean() > 0.95


@pytest.mark.parametrize("size", range(5, 13))
def test_made_boards_are_fair_and_repeatable(size: int) -> None:
    board = make_board(size, Random(size))
    assert board == make_board(size, Random(size))
    puzzle = solver.load(board.with_cells(board.empty))
    assert [tuple(found.to_json()) for found in solver.solutions(puzzle)] == [board.solution]
    assert list(solutions(board.regions)) == [board.crowns]
    assert not conflicts(board.regions, board.solution)


def test_the_entries_on_a_board_count() -> None:
    board = make_board(6, Random(1))
    (r, c), *_ = board.crowns
    crossed = tuple("".join("x" if (y, x) == (r, c) else "." for x in range(6)) for y in range(6))
    crowned = tuple(row.replace("x", "Q") for row in crossed)
    assert list(solutions(board.regions, crossed)) == []
    assert list(islice(solutions(board.regions, crowned), 2)) == [board.crowns]
    y, x = min(excluded(board.regions, (r, c)))
    both = tuple("".join("Q" if (i, j) in ((r, c), (y, x)) else "." for j in range(6)) for i in range(6))
    assert list(solutions(board.regions, both)) == []
    assert conflicts(board.regions, both)


@pytest.mark.parametrize("seed", range(12))
def test_states_are_what_they_are_called(seed: int) -> None:
    board = make_board(7, Random(seed))
    for state in ("partial", "crosses", "auto", "solved", "wrong", "unmarked"):
        cells, wrong = played(board, state, Random(seed))
        entries = {(r, c): s for r, row in enumerate(cells) for c, s in enumerate(row) if s != "."}
        right = {cell for cell, s in entries.items() if (s == "Q") == (cell in board.crowns)}
        assert set(entries) - right == set(wrong)
        assert bool(wrong) == (state in ("wrong", "unmarked"))
        assert state != "wrong" or conflicts(board.regions, cells)


@pytest.mark.parametrize("seed", range(30))
def test_random_looks_can_be_read(seed: int) -> None:
    look = random_queens_look(Random(seed))
    palette = look["palette"]
    nearest = min((distance(a, b) for i, a in enumerate(palette) for b in palette[:i]), default=100.0)
    assert nearest >= TELL_APART - 5 or len(palette) == 1
    assert len(palette) > 1 or look["thick"]["width"] > look["thin"]["width"]
    assert random_queens_look(Random(seed)) == look
