"""A real Chromium window on a virtual screen, and the real command playing in it.

Needs Xvfb and Chromium. Where they are missing, tests skip, but not where REQUIRE_BROWSER is set.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from samples import render
from tests.needs import need, need_browser

if TYPE_CHECKING:
    from playwright.sync_api import Playwright

ROOT = Path(__file__).resolve().parents[2]
RECORDER = Path(__file__).with_name("recorder.js")
SECONDS_TO_START = 20.0


@dataclass(frozen=True)
class Desk:
    """A virtual screen. `manager`: the window manager that runs on it; empty where none does."""

    display: str
    size: tuple[int, int]
    manager: str = ""

    @property
    def environment(self) -> dict[str, str]:
        """What a program is started with to run on it."""
        kept = {key: value for key, value in os.environ.items() if not key.startswith(("WAYLAND", "XDG_SESSION"))}
        return kept | {"DISPLAY": self.display, "PYTHONPATH": str(ROOT), "XAUTHORITY": os.devnull}


@contextmanager
def desk(
    width: int = 1280, height: int = 900, monitors: Sequence[tuple[int, int]] = (), manager: str = "openbox"
) -> Iterator[Desk]:
    """A virtual screen of this size while the context lasts; parted into monitors side by side, `(x, width)` each.

    `manager`: the window manager that runs on it, `openbox` or `xfwm4`; empty for none. Every desktop that people use
    has one, and it stands between the pointer and the page.
    """
    need(shutil.which("Xvfb") is not None, "Xvfb on the path")
    reader, writer = os.pipe()
    command = [
        "Xvfb",
        "-displayfd",
        str(writer),
        "-screen",
        "0",
        f"{width}x{height}x24",
        "-nolisten",
        "tcp",
        "-noreset",
    ]
    server = subprocess.Popen(command, pass_fds=[writer], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(writer)
    try:
        with os.fdopen(reader) as told:
            number = told.readline().strip()
        assert number, "Xvfb did not start"
        for index, (x, across) in enumerate(monitors):
            need(shutil.which("xrandr") is not None, "xrandr on the path")
            where = f"{across}/{across}x{height}/{height}+{x}+0"
            split = ["xrandr", "--setmonitor", f"part{index}", where, "none" if index else "screen"]
            subprocess.run(split, env=os.environ | {"DISPLAY": f":{number}"}, check=True, stdout=subprocess.DEVNULL)
        with managed(f":{number}", manager) if manager else nullcontext():
            yield Desk(f":{number}", (width, height), manager)
    finally:
        server.terminate()
        server.wait(10)


# xfwm4 takes its settings from a service of the session's bus.
MANAGERS = {"openbox": ("openbox", "--sm-disable"), "xfwm4": ("dbus-run-session", "--", "xfwm4", "--sm-client-disable")}


@contextmanager
def managed(display: str, manager: str) -> Iterator[None]:
    """A window manager on that display while the context lasts."""
    from Xlib import X
    from Xlib.display import Display

    for program in (MANAGERS[manager][0], manager):
        need(shutil.which(program) is not None, f"{program} on the path")
    running = subprocess.Popen(
        MANAGERS[manager],
        env=os.environ | {"DISPLAY": display, "XAUTHORITY": os.devnull},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        os.environ.setdefault("XAUTHORITY", os.devnull)
        server = Display(display)
        says_it_is_there = server.intern_atom("_NET_SUPPORTING_WM_CHECK")
        end = time.monotonic() + SECONDS_TO_START
        while server.screen().root.get_full_property(says_it_is_there, X.AnyPropertyType) is None:
            assert running.poll() is None, f"{manager} ended at once"
            assert time.monotonic() < end, f"{manager} did not start"
            time.sleep(0.02)
        server.close()
        yield
    finally:
        with suppress(ProcessLookupError):
            os.killpg(running.pid, signal.SIGTERM)
        running.wait(10)


@contextmanager
def window(
    playwright: Playwright,
    on: Desk,
    address: str,
    *,
    position: tuple[int, int] = (0, 0),
    size: tuple[int, int] | None = None,
    density: float = 1.0,
) -> Iterator[Any]:
    """A page in a real window of Chromium on that screen; closed at the end."""
    width, height = size or on.size
    arguments = [
        *(argument for argument in render.BROWSER_ARGUMENTS if argument != "--hide-scrollbars"),
        f"--window-size={width},{height}",
        f"--window-position={position[0]},{position[1]}",
        f"--force-device-scale-factor={density}",
    ]
    with tempfile.TemporaryDirectory() as profile:
        context = playwright.chromium.launch_persistent_context(
            profile,
            headless=False,
            executable_path=need_browser(),
            args=arguments,
            env=dict(on.environment),
            no_viewport=True,
            ignore_default_args=["--enable-automation"],
        )
        try:
            context.add_init_script(path=RECORDER)
            page = context.pages[0]
            go(page, address)
            yield page
        finally:
            context.close()


def go(page: Any, address: str) -> None:
    """Open a page of ours, and wait until it is drawn."""
    page.goto(address)
    page.wait_for_selector("body[data-ready]", timeout=SECONDS_TO_START * 1000)
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


@dataclass(frozen=True)
class Played:
    """What the command said and how it ended."""

    code: int
    events: list[dict[str, Any]]
    errors: str
    seconds: float

    def named(self, name: str) -> list[dict[str, Any]]:
        """The events of this name."""
        return [event for event in self.events if event["event"] == name]

    @property
    def end(self) -> dict[str, Any]:
        """The last event."""
        return self.events[-1]


@contextmanager
def start(on: Desk, *options: str) -> Iterator[subprocess.Popen[str]]:
    """The real command in a process of its own, playing on that screen; ended with the context at the latest."""
    command = [sys.executable, "-m", "solve_screenshot", "play", "--json", *options]
    process = subprocess.Popen(
        command, env=on.environment, cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    try:
        yield process
    finally:
        process.kill()


def finish(process: subprocess.Popen[str], began: float, timeout: float = 90.0) -> Played:
    """Wait until it ends."""
    out, errors = process.communicate(timeout=timeout)
    events = [json.loads(line) for line in out.splitlines()]
    return Played(process.returncode, events, errors, time.perf_counter() - began)


def play(on: Desk, *options: str, timeout: float = 90.0) -> Played:
    """Start it and wait until it ends."""
    began = time.perf_counter()
    with start(on, *options) as process:
        return finish(process, began, timeout)


def server(on: Desk) -> Any:
    """A connection of our own to the screen's X server."""
    os.environ.setdefault("XAUTHORITY", os.devnull)
    from Xlib.display import Display

    return Display(on.display)


@contextmanager
def playwright() -> Iterator[Playwright]:
    """Playwright, while the context lasts."""
    need_browser()
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        yield driver
