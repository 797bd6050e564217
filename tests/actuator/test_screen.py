"""What is asked of a screen before anything is looked at, and how its pixels become points."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from actuator import screen
from actuator.errors import NoDisplayError, NoMonitorError, NoPermissionError
from actuator.moves import Rect
from actuator.screen import Monitor, Screen, Shot


@pytest.mark.parametrize(
    ("environment", "words"),
    [
        ({}, "DISPLAY is not set"),
        ({"DISPLAY": ""}, "DISPLAY is not set"),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "Wayland"),
        ({"WAYLAND_DISPLAY": "wayland-0", "XDG_SESSION_TYPE": "wayland", "DISPLAY": ":0"}, "Wayland"),
    ],
)
def test_where_no_screen_can_be_seen_one_sentence_says_why(environment: dict[str, str], words: str) -> None:
    with pytest.raises(NoDisplayError, match=words) as caught:
        screen.check_display("linux", environment)
    assert "solve-screenshot IMAGE" in caught.value.message


def test_an_x11_screen_is_fine() -> None:
    screen.check_display("linux", {"DISPLAY": ":1"})
    screen.check_display("win32", {})


@pytest.mark.parametrize(
    ("refused", "words"),
    [("CGPreflightScreenCaptureAccess", "Screen Recording"), ("AXIsProcessTrusted", "Accessibility")],
)
def test_what_macos_has_not_been_asked_to_allow(refused: str, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screen, "_mac_says_no", lambda framework, question: question == refused)
    with pytest.raises(NoPermissionError, match=words):
        screen.check_display("darwin", {})


def test_a_system_without_these_questions_says_no_no() -> None:
    screen.check_display("darwin", {})


@pytest.fixture
def two_monitors() -> Screen:
    """A large monitor with a small one to its left, further down."""
    found = object.__new__(Screen)
    found.monitors = (Monitor(1, Rect(0, 0, 1920, 1080)), Monitor(2, Rect(-800, 200, 800, 600)))
    return found


def test_monitors_and_regions(two_monitors: Screen) -> None:
    assert two_monitors.desktop == Rect(-800, 0, 2720, 1080)
    assert two_monitors.areas() == (Rect(0, 0, 1920, 1080), Rect(-800, 200, 800, 600))
    assert two_monitors.areas(monitor=2) == (Rect(-800, 200, 800, 600),)
    assert two_monitors.areas(region=Rect(1900, 900, 100, 400)) == (Rect(1900, 900, 20, 180),)


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        ({"monitor": 3}, "no monitor 3; there are 2 monitors"),
        ({"monitor": 0}, "no monitor 0"),
        ({"region": Rect(5000, 0, 10, 10)}, "outside the screen, which goes from -800,0 to 1920,1080"),
    ],
)
def test_a_monitor_that_is_not_there(two_monitors: Screen, wanted: dict[str, Any], words: str) -> None:
    with pytest.raises(NoMonitorError, match=words):
        two_monitors.areas(**wanted)


@pytest.mark.parametrize("scale", [1, 1.25, 1.5, 2])
def test_pixels_per_point_are_measured(scale: float) -> None:
    shot = Shot(np.zeros((int(600 * scale), int(800 * scale), 3), np.uint8), Rect(-800, 200, 800, 600))
    assert shot.scale == (scale, scale)
    assert shot.point(400 * scale, 300 * scale) == (-400, 500)
