"""Every sample has a label, and the label fits the picture, as far as that can be told without reading it."""

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
from samples.boards import CLUE_STYLES, breaks_a_rule, make_board
from samples.looks import READABLE, distance, random_look

FOLDER = Path(__file__).parents[2] / "samples" / "tango"
LABELS = sorted(FOLDER.glob("*.json"))
REFUSALS = {"no_board", "occluded", "ambiguous", "unsupported"}
PICTURE_LIMIT = 300_000
"""Bytes. Samples are cloned with the code, so they stay small."""
FOLDER_LIMIT = 8_000_000


def label_of(path: Path) -> dict[str, Any]:
    label = json.loads(path.read_text("utf-8"))
    assert isinstance(label, dict)
    return label


def picture_of(label: dict[str, Any]) -> NDArray[np.uint8]:
    picture = cv2.imread(str(FOLDER / label["image"]))
    assert picture is not None, f"{label['image']} cannot be decoded"
    return np.asarray(picture, np.uint8)


BOARDS = [path for path in LABELS if label_of(path)["puzzle"]]


def test_there_are_enough_of_every_kind() -> None:
    labels = [label_of(path) for path in LABELS]
    boards = [label for label in labels if label["puzzle"]]
    assert len(boards) >= 48
    assert sum(label["look"]["name"] == "classic" for label in boards) >= 20
    assert len({label["look"]["name"] for label in boards}) >= 13
    assert {label["puzzle"]["size"] for label in boards} >= {4, 6, 8, 10, 14}
    assert {label["expect"] for label in labels if not label["puzzle"]} == {"no_board", "occluded"}
    assert sum(label["look"]["seasonal"] for label in boards) >= 6


def test_every_picture_has_a_label_and_stays_small() -> None:
    pictures = sorted(FOLDER.glob("*.png"))
    assert [path.stem for path in pictures] == [path.stem for path in LABELS]
    assert max(path.stat().st_size for path in pictures) < PICTURE_LIMIT
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < FOLDER_LIMIT


@pytest.mark.parametrize("path", LABELS, ids=lambda path: path.stem)
def test_form(path: Path) -> None:
    label = label_of(path)
    assert label["image"] == f"{path.stem}.png"
    assert isinstance(label["notes"], str)
    assert {"kind", "name", "theme", "density", "state"} <= label["look"].keys()
    picture_of(label)
    if label["puzzle"] is None:
        assert label["game"] is None
        assert label["expect"] in REFUSALS
    else:
        assert label["game"] == "tango"
        assert "expect" not in label
        assert isinstance(label["swap_ok"], bool)


@pytest.mark.parametrize("path", BOARDS, ids=lambda path: path.stem)
def test_the_puzzle_is_one_and_has_as_many_solutions_as_it_says(path: Path) -> None:
    label = label_of(path)
    puzzle = solver.load(label["puzzle"])
    assert label["solutions"] == solver.count(puzzle, limit=2)
    cells = label["puzzle"]["cells"]
    assert all(cells[r][c] in "SM" for r, c in label["clues"]), "a clue cell is never empty"
    if label["look"]["state"] != "wrong":
        assert label["solutions"] == 1
        assert not breaks_a_rule(label["puzzle"])
    shown = {(r, c) for r, c in map(tuple, label["clues"])}
    clues_only = ["".join(s if (r, c) in shown else "." for c, s in enumerate(row)) for r, row in enumerate(cells)]
    assert solver.count(solver.load(label["puzzle"] | {"cells": clues_only}), limit=2) == 1


@pytest.mark.parametrize("path", BOARDS, ids=lambda path: path.stem)
def test_the_board_is_where_the_label_says(path: Path) -> None:
    label = label_of(path)
    picture = picture_of(label)
    height, width = picture.shape[:2]
    x0, y0, x1, y1 = label["board_bbox"]
    assert 0 <= x0 < x1 <= width
    assert 0 <= y0 < y1 <= height
    assert abs((x1 - x0) - (y1 - y0)) <= 2, "boards are square"
    # symbols stand out from their cell and empty cells do not: a bbox off by a cell would mix them up
    size, cells = label["puzzle"]["size"], label["puzzle"]["cells"]
    step = (x1 - x0) / size
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32)
    spread: dict[bool, list[float]] = {True: [], False: []}
    for r in range(size):
        for c in range(size):
            x, y, reach = x0 + (c + 0.5) * step, y0 + (r + 0.5) * step, 0.22 * step
            patch = grey[round(y - reach) : round(y + reach), round(x - reach) : round(x + reach)]
            spread[cells[r][c] != "."].append(float(patch.std()))
    filled = float(np.median(spread[True]))
    empty = float(np.median(spread[False] or [0.0]))
    assert filled > 2 * empty, f"symbols {filled:.1f}, empty cells {empty:.1f}"


@pytest.mark.parametrize("size", [4, 6, 8, 10])
@pytest.mark.parametrize("style", CLUE_STYLES)
def test_made_boards_are_fair_and_repeatable(size: int, style: str) -> None:
    board = make_board(size, Random(size), style)
    assert board == make_board(size, Random(size), style)
    puzzle = solver.load(board.with_cells(board.clues))
    solution = solver.solve(puzzle)
    assert solver.count(puzzle, limit=2) == 1
    assert solution is not None
    assert tuple(solution.to_json()) == board.solution
    assert not breaks_a_rule(board.with_cells(board.solution))


def test_a_broken_rule_is_seen() -> None:
    board = {"size": 4, "cells": ["SSS.", "....", "....", "...."], "h": ["..."] * 4, "v": ["...."] * 3}
    assert breaks_a_rule(board)
    assert breaks_a_rule(board | {"cells": ["SS.S", "....", "....", "...."]})
    assert not breaks_a_rule(board | {"cells": ["SS..", "....", "....", "...."]})
    assert breaks_a_rule(board | {"cells": ["SM..", "....", "....", "...."], "h": ["=..", "...", "...", "..."]})
    assert breaks_a_rule(board | {"cells": ["S...", "S...", "....", "...."], "v": ["x...", "....", "...."]})


@pytest.mark.parametrize("seed", range(60))
def test_random_looks_are_repeatable_and_readable(seed: int) -> None:
    look = random_look(Random(seed))
    assert look == random_look(Random(seed))
    json.dumps(look)
    if look["symbols"] in ("classic", "flat", "letters") and "filled" not in look:
        for ink in (look["palette"]["a"], look["palette"]["b"]):
            # a hard background may leave no colour far enough; then the best one is used
            assert distance(ink, look["cell"]) > READABLE / 2
