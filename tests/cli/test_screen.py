"""`--screen`: what is on the screen now, as a picture from anywhere else."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

import actuator.screen
from actuator.errors import NoDisplayError
from actuator.moves import Rect
from actuator.screen import Shot

ROOT = Path(__file__).parents[2]
BOARD = ROOT / "samples/tango/classic-crop.png"
BLANK = np.full((300, 300, 3), 240, np.uint8)


def screen_of(*pictures: Any) -> type:
    """A screen whose monitors show these pictures, side by side."""

    class Shown(actuator.screen.Screen):
        def __init__(self, to_play: bool = True) -> None:
            assert not to_play  # a picture alone needs no leave to move the pointer
            self.monitors = tuple(
                actuator.screen.Monitor(n, Rect(1000 * n, 0, one.shape[1], one.shape[0]))
                for n, one in enumerate(pictures, 1)
            )

        def grab(self, rect: Rect) -> Shot:
            return Shot(pictures[int(rect.left) // 1000 - 1], rect)

        def close(self) -> None:
            pass

    return Shown


@pytest.fixture
def board() -> Any:
    return cv2.imread(str(BOARD))


def test_the_monitor_with_a_board_is_found(
    run: Callable[..., Any], board: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(actuator.screen, "Screen", screen_of(BLANK, board))
    done = run("--screen", "--json", "--hint", "-o", tmp_path / "hint.png")
    result = json.loads(done.stdout)
    assert (done.exit_code, result["image"]) == (0, "screen")
    assert result["puzzle"]["cells"] == json.loads(BOARD.with_suffix(".json").read_bytes())["puzzle"]["cells"]
    assert result["hint"]["sentence"]
    drawn = cv2.imread(str(tmp_path / "hint.png"))
    assert drawn is not None
    assert drawn.shape == board.shape


def test_one_monitor_alone(run: Callable[..., Any], board: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(actuator.screen, "Screen", screen_of(BLANK, board))
    assert run("--screen", "--monitor", "2").exit_code == 0
    done = run("--screen", "--monitor", "1")
    assert done.exit_code == 3
    assert "screen: No board was found" in done.stderr
    done = run("--screen", "--monitor", "3")
    assert done.exit_code == 2
    assert "There is no monitor 3; there are 2 monitors here." in done.stderr


def test_without_a_display_one_line_says_so(run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    def none(to_play: bool = True) -> None:
        raise NoDisplayError("There is no display (DISPLAY is not set); run this in a desktop session.")

    monkeypatch.setattr(actuator.screen, "Screen", none)
    done = run("--screen")
    assert done.exit_code == 3
    assert done.stderr == "solve-screenshot: There is no display (DISPLAY is not set); run this in a desktop session.\n"


def test_a_monitor_is_one_of_a_screen(run: Callable[..., Any]) -> None:
    done = run("board.png", "--monitor", "1")
    assert done.exit_code == 2
    assert "--monitor says which one --screen looks at" in done.stderr
