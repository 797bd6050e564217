"""Every Pips sample has a label that fits the picture, and boards and looks are what their makers promise."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

import solver
from samples.looks import distance
from samples.pips_boards import broken, make_board, placements, played
from samples.pips_looks import COLOURS_LEAST, INK, TELL_APART, random_pips_look
from solver.pips.puzzle import PipsPuzzle, PipsSolution

FOLDER = Path(__file__).parents[2] / "samples" / "pips"
LABELS = sorted(FOLDER.glob("*.json"))
REFUSALS = {"no_board", "occluded", "ambiguous", "unsupported"}
PICTURE_LIMIT = 250_000
FOLDER_LIMIT = 4_000_000
"""Bytes. Samples are cloned with the code, so they stay small."""


def label_of(path: Path) -> dict[str, Any]:
    label = json.loads(path.read_text("utf-8"))
    assert isinstance(label, dict)
    return label


@cache
def picture_of(name: str) -> NDArray[np.uint8]:
    picture = cv2.imread(str(FOLDER / name))
    assert picture is not None, f"{name} cannot be decoded"
    return np.asarray(picture, np.uint8)


def lab(patch: NDArray[np.uint8]) -> NDArray[np.float32]:
    """The patch in CIE L*a*b*."""
    return np.asarray(cv2.cvtColor(patch.astype(np.float32) / 255, cv2.COLOR_BGR2LAB), np.float32)


BOARDS = [path for path in LABELS if label_of(path)["puzzle"]]
every_board = pytest.mark.parametrize("path", BOARDS, ids=lambda path: path.stem)


def test_there_are_enough_of_every_kind() -> None:
    boards = [label_of(path) for path in BOARDS]
    looks = [label["look"] for label in boards]
    assert len(boards) >= 46
    assert sum(look["name"] in ("classic", "vivid", "before") for look in looks) >= 25
    assert {look["name"] for look in looks} >= {"cream", "harbour", "felt", "candy", "paper"}
    assert {look["state"] for look in looks} == {"fresh", "partial", "wrong", "solved", "held"}
    assert {look["density"] for look in looks} >= {1, 1.25, 1.5, 2, 3}
    assert sum(look["theme"] == "dark" for look in looks) >= 9
    assert {look["kind"] for look in looks} == {"crop", "phone-web", "desktop-web", "picture of a picture"}
    types = Counter(region["type"] for label in boards for region in label["puzzle"]["regions"])
    assert min(types[kind] for kind in ("sum", "equals", "unequal", "less", "greater", "empty")) >= 15
    assert {len(label["puzzle"]["dominoes"]) for label in boards} >= set(range(4, 17)) - {14}
    assert {label_of(path)["expect"] for path in LABELS if path not in BOARDS} == {"unsupported", "occluded"}


def test_every_picture_has_a_label_and_stays_small() -> None:
    pictures = sorted(FOLDER.glob("*.png"))
    assert [path.stem for path in pictures] == [path.stem for path in LABELS]
    assert max(path.stat().st_size for path in pictures) < PICTURE_LIMIT
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < FOLDER_LIMIT


@pytest.mark.parametrize("path", LABELS, ids=lambda path: path.stem)
def test_form(path: Path) -> None:
    label = label_of(path)
    assert label["image"] == f"{path.stem}.png"
    assert label["notes"] or label["expect"]
    assert {"kind", "name", "theme", "density", "state"} <= label["look"].keys()
    height, width = picture_of(label["image"]).shape[:2]
    if label["puzzle"] is None:
        assert label["game"] is None
        assert label["expect"] in REFUSALS
        return
    assert label["game"] == "pips"
    x0, y0, x1, y1 = label["board_bbox"]
    assert 0 <= x0 < x1 <= width
    assert 0 <= y0 < y1 <= height
    lattice = label["lattice"]
    puzzle = solver.load(label["puzzle"])
    assert isinstance(puzzle, PipsPuzzle)
    rows, columns = 1 + max(r for r, _ in puzzle.cells), 1 + max(c for _, c in puzzle.cells)
    far = [lattice["x0"] + columns * lattice["pitch"], lattice["y0"] + rows * lattice["pitch"]]
    assert [x0, y0, x1, y1] == pytest.approx([lattice["x0"], lattice["y0"], *far], abs=1.1)
    assert lattice["pitch"] >= 40, "cells are of the sizes that real pictures have"
    assert [tag["text"] for tag in label["tags"]] == [region.tag for region in puzzle.regions if region.tag]


@every_board
def test_the_solution_claimed_is_one(path: Path) -> None:
    label = label_of(path)
    puzzle = solver.load(label["puzzle"])
    assert isinstance(puzzle, PipsPuzzle)
    places = tuple((tuple(a), tuple(b)) for a, b in label["solution"])
    assert PipsSolution(puzzle, places).broken() == ()


@every_board
def test_what_is_placed_and_what_is_in_the_tray_are_the_dominoes(path: Path) -> None:
    label = label_of(path)
    puzzle = solver.load(label["puzzle"])
    assert isinstance(puzzle, PipsPuzzle)
    placed = [(tuple(a), tuple(b), tuple(pips)) for a, b, pips in label["placed"]]
    lie = [pips for _, _, pips in placed] + [tuple(pips) for pips in label["tray"] + label.get("held", [])]
    assert Counter(tuple(sorted(d)) for d in lie) == Counter(tuple(sorted(d)) for d in puzzle.dominoes)
    assert all((a, b) in puzzle.edges for a, b, _ in placed)
    covered = [cell for a, b, _ in placed for cell in (a, b)]
    assert len(set(covered)) == len(covered)
    values = {cell: value for a, b, pips in placed for cell, value in zip((a, b), pips, strict=True)}
    full = [region for region in puzzle.regions if values.keys() >= set(region.cells)]
    wrong = [region for region in full if not region.allows(values[cell] for cell in region.cells)]
    state = label["look"]["state"]
    assert bool(wrong) == (state == "wrong")
    assert bool(label.get("held")) == (state == "held")
    if state in ("fresh", "solved"):
        assert len(placed) == (len(puzzle.dominoes) if state == "solved" else 0)
    if state == "partial":
        assert 0 < len(placed) < len(puzzle.dominoes)


@every_board
def test_bare_cells_have_one_colour_in_a_region_and_another_beside_it(path: Path) -> None:
    label = label_of(path)
    picture, lattice = picture_of(label["image"]), label["lattice"]
    puzzle = solver.load(label["puzzle"])
    assert isinstance(puzzle, PipsPuzzle)
    covered = {tuple(cell) for a, b, _ in label["placed"] for cell in (a, b)}
    colour = {}
    for r, c in set(puzzle.cells) - covered:
        # right of and above the middle: pointers and tags reach into the other corners
        x, y = lattice["x0"] + (c + 0.62) * lattice["pitch"], lattice["y0"] + (r + 0.38) * lattice["pitch"]
        colour[r, c] = lab(picture[round(y) :, round(x) :][:1, :1])[0, 0]
    for a, b in puzzle.edges:
        if a in colour and b in colour:
            apart = float(np.linalg.norm(colour[a] - colour[b]))
            first, second = puzzle.region_of[a], puzzle.region_of[b]
            same = first is second or first.type == second.type == "empty"
            assert (apart < 2) if same else (apart > 6), (a, b, apart)


@every_board
def test_tiles_show_the_pips_of_the_label(path: Path) -> None:
    """How much ink lies on a half tells how many pips, whatever their shape: they are all of one size."""
    label = label_of(path)
    picture = picture_of(label["image"])
    inked: list[tuple[int, float]] = []
    for (x0, y0, x1, y1), pips in zip(label["tiles"], label["tray"], strict=True):
        across = x1 - x0 > y1 - y0
        unit = max(x1 - x0, y1 - y0) / 2
        for k, value in enumerate(pips):
            x, y = (x0 + (k + 0.5) * unit, (y0 + y1) / 2) if across else ((x0 + x1) / 2, y0 + (k + 0.5) * unit)
            reach = 0.4 * min(unit, x1 - x0, y1 - y0)
            patch = lab(picture[round(y - reach) : round(y + reach), round(x - reach) : round(x + reach)])
            ground = patch[1, patch.shape[1] // 2]
            inked.append((value, float((np.linalg.norm(patch - ground, axis=2) > 25).mean())))
    assert len(inked) == 2 * len(label["tray"])
    ones = [share / value for value, share in inked if value]
    if ones:
        assert [value for value, _ in inked] == [round(share / float(np.median(ones))) for _, share in inked]


@pytest.mark.parametrize("count", [4, 7, 10, 13, 16])
@pytest.mark.parametrize("islands", [None, 1, 3])
def test_made_boards_are_what_they_should_be(count: int, islands: int | None) -> None:
    for seed in range(8):
        board = make_board(count, Random(seed), islands)
        assert board == make_board(count, Random(seed), islands)
        assert board.broken() == ()
        puzzle = board.puzzle
        assert len(puzzle.dominoes) == count
        assert max(r for r, _ in puzzle.cells) < 10
        assert max(c for _, c in puzzle.cells) < 9
        assert min(r for r, _ in puzzle.cells) == min(c for _, c in puzzle.cells) == 0
        assert [region.cells[0] for region in puzzle.regions] == sorted(region.cells[0] for region in puzzle.regions)
        assert all(parts(set(region.cells)) == 1 for region in puzzle.regions)
        assert 1 <= parts(set(puzzle.cells)) <= (islands or 3)


def parts(cells: set[tuple[int, int]]) -> int:
    """How many connected parts the cells fall into."""
    found = 0
    while cells:
        found += 1
        ends = [cells.pop()]
        while ends:
            r, c = ends.pop()
            near = {(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)} & cells
            cells -= near
            ends += near
    return found


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.integers(4, 16))
def test_states_of_play(seed: int, count: int) -> None:
    board = make_board(count, Random(seed))
    every = placements(board)
    assert played(board, "fresh", Random(seed)) == []
    assert played(board, "solved", Random(seed)) == every
    some = played(board, "partial", Random(seed))
    assert 0 < len(some) < count
    assert set(some) < set(every)
    assert broken(board, played(board, "wrong", Random(seed)))


@pytest.mark.parametrize("seed", range(60))
def test_random_looks_are_repeatable_and_readable(seed: int) -> None:
    look = random_pips_look(Random(seed))
    assert look == random_pips_look(Random(seed))
    json.dumps(look)
    fills = [shade["fill"] for shade in look["palette"]] + [look["empty"]["fill"], look["page"]]
    assert len(look["palette"]) >= COLOURS_LEAST
    assert min(distance(a, b) for i, a in enumerate(fills) for b in fills[:i]) >= TELL_APART
    assert distance(look["tile"]["ink"], look["tile"]["fill"]) >= INK
    assert min(distance(look["tag"]["ink"], shade["tag"]) for shade in look["palette"]) >= INK
