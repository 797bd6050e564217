"""Queens at the command line, from pictures: the pictures it writes, and boards on the screen."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

import actuator.screen
from solver import QueensPuzzle
from tests.cli.test_screen import BLANK, screen_of
from tests.vision.drawn_queens import MARGIN, STEP
from vision.draw.shapes import GREEN, RED

ROOT = Path(__file__).parents[2]
PUZZLE = QueensPuzzle.from_notation("queens AAAAAA/AABBAA/ACCCCD/ACECDD/ECEFDD/EEEFDD")
CROWNS = [(0, 4), (1, 2), (2, 5), (3, 1), (4, 3), (5, 0)]


def difference(path: Path, drawn: Path) -> Any:
    """How far each pixel was changed: (H, W)."""
    before, after = cv2.imread(str(path)), cv2.imread(str(drawn))
    assert before is not None
    assert after is not None
    return np.abs(after.astype(int) - before).max(axis=2)


def cells(changed: Any) -> list[tuple[int, int]]:
    """The cells within which more than a pixel was changed."""
    at = [(r, c) for r in range(6) for c in range(6)]
    inside = {(r, c): changed[MARGIN + r * STEP + 4 :, MARGIN + c * STEP + 4 :][: STEP - 8, : STEP - 8] for r, c in at}
    return [cell for cell, part in inside.items() if (part > 8).sum() > 1]


def has(path: Path, cell: tuple[int, int], colour: tuple[int, int, int]) -> bool:
    """Whether there is that colour in a cell."""
    r, c = cell
    picture = cv2.imread(str(path))
    assert picture is not None
    part = picture[MARGIN + r * STEP :, MARGIN + c * STEP :][:STEP, :STEP].astype(int)
    return bool((np.abs(part - colour).max(axis=2) < 30).sum() > 30)


def test_the_solution_is_drawn_into_the_picture(fake: Any, run: Any, tmp_path: Path) -> None:
    path = fake(PUZZLE)
    assert run(path, "-o", tmp_path / "solved.png").exit_code == 0
    assert cells(difference(path, tmp_path / "solved.png")) == CROWNS


def test_a_hint_is_drawn_into_the_picture(fake: Any, run: Any, tmp_path: Path) -> None:
    path = fake(PUZZLE)
    done = run(path, "--hint", "--json", "-o", tmp_path / "hint.png")
    hint = json.loads(done.stdout)["hint"]
    told = {(r, c) for r, c, _ in hint["fills"]} | {(r, c) for r, c in hint["cells"]}
    assert set(cells(difference(path, tmp_path / "hint.png"))) == told
    assert all(has(tmp_path / "hint.png", (r, c), GREEN) for r, c, _ in hint["fills"])


def test_wrong_entries_are_red(fake: Any, run: Any, tmp_path: Path) -> None:
    wrong = PUZZLE.with_cells(["Q...x.", "......", "......", "......", "......", "......"])
    for options in ([], ["--hint"]):
        assert run(fake(wrong), *options, "-o", tmp_path / "wrong.png").exit_code == 1
        assert has(tmp_path / "wrong.png", (0, 0), RED)
        assert has(tmp_path / "wrong.png", (0, 4), RED)
        assert not has(tmp_path / "wrong.png", (3, 3), RED)


def test_debug_writes_every_stage(fake: Any, run: Any, tmp_path: Path) -> None:
    folder = tmp_path / "debug"
    assert run(fake(PUZZLE), "--debug", folder).exit_code == 0
    names = sorted(path.name for path in folder.iterdir())
    stages = ["picture", "lattice", "cells", "markers", "reading", "solution"]
    assert names == [*(f"{number}-{name}.png" for number, name in enumerate(stages, 1)), "result.json"]
    assert json.loads((folder / "result.json").read_bytes())["game"] == "queens"


def test_a_board_on_the_screen_is_solved(run: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = ROOT / "samples/queens/classic-crop.png"
    monkeypatch.setattr(actuator.screen, "Screen", screen_of(BLANK, cv2.imread(str(path))))
    done = run("--screen", "--json", "--hint", "-o", tmp_path / "hint.png")
    result = json.loads(done.stdout)
    assert (done.exit_code, result["image"], result["error"]) == (0, "screen", None)
    assert result["puzzle"] == json.loads(path.with_suffix(".json").read_bytes())["puzzle"]
    assert result["hint"]["sentence"]
    assert (difference(path, tmp_path / "hint.png") > 8).sum() > 100
