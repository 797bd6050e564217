"""Every Takuzu sample has a label, and the label fits the picture, as far as that can be told without reading it."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

import solver
from samples.takuzu_boards import Board, breaks_a_rule, full_board, has_one_solution, make_board

FOLDER = Path(__file__).parents[2] / "samples" / "takuzu"
LABELS = sorted(FOLDER.glob("*.json"))
TOLD = {"none", "dot", "bevel", "lock", "shade", "weight", "background", "colour", "corner", "ring", "under", "hand"}
FOLDER_LIMIT = 4_000_000
"""Bytes. Samples are cloned with the code, so they stay small."""


def label_of(path: Path) -> dict[str, Any]:
    label = json.loads(path.read_text("utf-8"))
    assert isinstance(label, dict)
    return label


def picture_of(label: dict[str, Any]) -> NDArray[np.uint8]:
    picture = cv2.imread(str(FOLDER / label["image"]))
    assert picture is not None, f"{label['image']} cannot be decoded"
    return np.asarray(picture, np.uint8)


def test_there_are_enough_of_every_kind() -> None:
    labels = [label_of(path) for path in LABELS]
    assert len(labels) >= 60
    assert {label["puzzle"]["size"] for label in labels} == {4, 6, 8, 10, 12, 14, 16, 20}
    assert {label["look"]["state"] for label in labels} >= {"fresh", "partial", "wrong", "solved", "fade"}
    assert {label["look"]["theme"] for label in labels} == {"light", "dark"}
    assert {label["look"]["density"] for label in labels} >= {1, 1.25, 1.5, 2, 3}
    assert {label["look"]["clue"] for label in labels} == TOLD
    assert len({label["look"]["name"] for label in labels}) >= 30
    kinds = [label["look"]["kind"] for label in labels]
    assert kinds.count("terminal") >= 6
    assert kinds.count("phone-photo") >= 4
    assert {label["swap_ok"] for label in labels} == {True, False}
    assert {label["puzzle"]["unique_lines"] for label in labels} == {True, False}


def test_every_picture_has_a_label_and_stays_small() -> None:
    pictures = sorted([*FOLDER.glob("*.png"), *FOLDER.glob("*.jpg")], key=lambda path: path.stem)
    assert [path.name for path in pictures] == [label_of(path)["image"] for path in LABELS]
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < FOLDER_LIMIT


@pytest.mark.parametrize("path", LABELS, ids=lambda path: path.stem)
def test_the_puzzle_is_what_the_label_says(path: Path) -> None:
    label = label_of(path)
    puzzle, cells = label["puzzle"], label["puzzle"]["cells"]
    assert label["game"] == puzzle["game"] == "takuzu"
    for name, unique_lines in (("solutions", False), ("solutions_unique_lines", True)):
        assert label[name] == solver.count(solver.load(puzzle | {"unique_lines": unique_lines}), limit=2)
    clues = {(r, c) for r, c in label["clues"]}
    assert all(cells[r][c] in "01" for r, c in clues), "a clue cell is never empty"
    fresh = tuple("".join(s if (r, c) in clues else "." for c, s in enumerate(row)) for r, row in enumerate(cells))
    board = Board(puzzle["size"], fresh, tuple(puzzle["h"]), tuple(puzzle["v"]), fresh, puzzle["unique_lines"])
    assert has_one_solution(board)
    state = label["look"]["state"]
    assert breaks_a_rule(puzzle) == (state == "wrong")
    assert all("." not in row for row in cells) == (state == "solved")
    assert (tuple(cells) == fresh) == (state == "fresh")
    assert label["solutions_unique_lines" if puzzle["unique_lines"] else "solutions"] == (state != "wrong")


def straightened(label: dict[str, Any]) -> NDArray[np.uint8]:
    """The board with 40 pixels a cell."""
    side = label["puzzle"]["size"] * 40
    x0, y0, x1, y1 = label["board_bbox"]
    corners = label.get("corners") or [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]
    target = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
    warp = cv2.getPerspectiveTransform(np.array(corners, np.float32), target)
    return np.asarray(cv2.warpPerspective(picture_of(label), warp, (side, side), flags=cv2.INTER_AREA), np.uint8)


@pytest.mark.parametrize("path", LABELS, ids=lambda path: path.stem)
def test_the_board_is_where_the_label_says(path: Path) -> None:
    label = label_of(path)
    height, width = picture_of(label).shape[:2]
    x0, y0, x1, y1 = label["board_bbox"]
    assert 0 <= x0 < x1 <= width
    assert 0 <= y0 < y1 <= height
    # the cell that looks most like another is of its kind: a bbox off by a cell would mix them up
    size, cells = label["puzzle"]["size"], label["puzzle"]["cells"]
    board = cv2.GaussianBlur(straightened(label), (0, 0), 1.5).astype(np.float32)
    patches = board.reshape(size, 40, size, 40, 3)[:, 7:33:2, :, 7:33:2].swapaxes(1, 2).reshape(size * size, -1)
    squares = (patches**2).sum(axis=1)
    apart = squares[:, None] + squares - 2 * patches @ patches.T
    np.fill_diagonal(apart, np.inf)
    kinds = np.array(list("".join(cells)))
    twin = kinds[apart.argmin(axis=1)] == kinds
    several = np.array([(kinds == kind).sum() > 1 for kind in kinds])
    assert twin[several].mean() > 0.9


@pytest.mark.parametrize("size", [4, 6, 8, 12])
@pytest.mark.parametrize("unique_lines", [True, False])
def test_made_boards_are_fair_and_repeatable(size: int, unique_lines: bool) -> None:
    board = make_board(size, Random(size), unique_lines, signs=size)
    assert board == make_board(size, Random(size), unique_lines, signs=size)
    puzzle = solver.load(board.with_cells(board.clues))
    assert [tuple(found.to_json()) for found in solver.solutions(puzzle)] == [board.solution]
    assert not breaks_a_rule(board.with_cells(board.solution))
    assert sum(sign != "." for row in (*board.h, *board.v) for sign in row) == size


def test_full_boards_reach_twenty() -> None:
    grid = full_board(20, Random(2))
    assert len(set(grid)) == len(set(zip(*grid, strict=True))) == 20
    assert all(row.count("0") == 10 and "000" not in row and "111" not in row for row in grid)


def test_a_broken_rule_is_seen() -> None:
    board = make_board(4, Random(1))
    for cells in (("000.", "....", "....", "...."), ("1...", "1...", "1...", "...."), ("0110", "0110", "....", "....")):
        assert breaks_a_rule(board.with_cells(cells))
    equal = ("0110", "0110", "....", "....")
    assert not breaks_a_rule(board.with_cells(equal) | {"unique_lines": False})
