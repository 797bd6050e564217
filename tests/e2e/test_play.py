"""The real command plays our pages with the real pointer, in a real browser on a virtual screen.

What counts is the page's own word: that it is solved, and where every press of a button went.
"""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from random import Random
from typing import Any
from urllib.parse import urlencode

import pytest

import solver
from samples.boards import Board, make_board
from samples.queens_boards import make_board as make_queens
from solver.pips.puzzle import PipsSolution
from tests.e2e import playing
from tests.e2e.landed import assert_landed
from tests.e2e.playing import Desk, Played, go, server

SAMPLES = playing.ROOT / "samples"


@pytest.fixture(scope="module")
def screen() -> Iterator[Desk]:
    with playing.desk() as opened:
        yield opened


@pytest.fixture(scope="module")
def page(driver: Any, screen: Desk, address: str) -> Iterator[Any]:
    """One window for all tests that need no other; each goes to an address of its own."""
    with playing.window(driver, screen, f"{address}/tango.html") as opened:
        yield opened


def tango(address: str, board: Board, **query: str) -> str:
    return f"{address}/tango.html?{urlencode({'puzzle': json.dumps(board.with_cells(board.clues))} | query)}"


def board(size: int = 6, seed: int = 1) -> Board:
    return make_board(size, Random(seed))


def assert_won(page: Any, screen: Desk, played: Played) -> None:
    assert page.evaluate("game.solved"), (played.end, played.errors)
    assert (played.code, played.end["event"], played.errors) == (0, "won", "")
    assert_clean(page)
    assert_landed(page, screen, played)


def assert_clean(page: Any) -> None:
    """No press of a button went anywhere but onto cells that take one."""
    assert [click for click in page.evaluate("game.clicks") if click["target"] != "cell"] == []


@pytest.mark.parametrize(
    ("size", "query"),
    [
        (6, {}),
        (4, {"theme": "dark"}),
        pytest.param(8, {"theme": "dark", "order": ".MS"}, marks=pytest.mark.thorough),
        pytest.param(10, {"buttons": "two"}, marks=pytest.mark.thorough),
        pytest.param(6, {"symbols": "pumpkin", "quick": "60"}, marks=pytest.mark.thorough),
    ],
    ids=["classic", "small-dark", "other order", "two buttons", "seasonal"],
)
def test_a_board_is_won(page: Any, screen: Desk, address: str, size: int, query: dict[str, str]) -> None:
    go(page, tango(address, board(size, seed=size), **query))
    assert_won(page, screen, playing.play(screen))


def labelled(name: str) -> dict[str, Any]:
    """The label of a sample."""
    found: dict[str, Any] = json.loads((SAMPLES / f"{name}.json").read_text())
    return found


def fresh(name: str) -> dict[str, Any]:
    """The puzzle of a Takuzu sample without its entries."""
    label = labelled(name)
    given = {tuple(cell) for cell in label["clues"]}
    rows = [
        "".join(symbol if (r, c) in given else "." for c, symbol in enumerate(row))
        for r, row in enumerate(label["puzzle"]["cells"])
    ]
    return {**label["puzzle"], "cells": rows}


@pytest.mark.parametrize(
    ("name", "query"),
    [
        ("takuzu/tiles-6x6-desktop", {"buttons": "two"}),
        pytest.param("takuzu/bookman-8x8", {"cycle": ".10"}, marks=pytest.mark.thorough),
        pytest.param("takuzu/xo-dark-10x10", {"lose": "0.1"}, marks=pytest.mark.thorough),
    ],
    ids=["tiles, two buttons", "digits, other order", "X and O, a tenth of the clicks lost"],
)
def test_takuzu_is_won(page: Any, screen: Desk, address: str, name: str, query: dict[str, str]) -> None:
    look = labelled(name)["look"]
    about = {"puzzle": json.dumps(fresh(name)), "look": look["name"], "theme": look.get("theme") or "light"}
    go(page, f"{address}/takuzu.html?{urlencode(about | query)}")
    assert_won(page, screen, playing.play(screen))


@pytest.mark.parametrize(
    ("name", "query"),
    [
        pytest.param("pips/classic-desktop", {}, marks=pytest.mark.thorough),
        pytest.param("pips/classic-app-easy", {"gaps": "1", "spin": "-1"}, marks=pytest.mark.thorough),
        ("pips/classic-app-easy", {"select": "1", "theme": "dark"}),
        pytest.param("pips/classic-app-easy", {"lose": "0.15"}, marks=pytest.mark.thorough),
    ],
    ids=["closing tray", "open tray, anticlockwise", "first click selects", "presses lost"],
)
def test_pips_is_won(page: Any, screen: Desk, address: str, name: str, query: dict[str, str]) -> None:
    about = {"puzzle": json.dumps(labelled(name)["puzzle"]), "cell": "44", "look": "classic"}
    go(page, f"{address}/pips.html?{urlencode(about | query)}")
    played = playing.play(screen)
    assert page.evaluate("game.solved"), (played.end, played.errors)
    assert (played.code, played.end["event"], played.errors) == (0, "won", "")
    assert_landed(page, screen, played)


@pytest.mark.thorough
def test_dominoes_that_lie_wrong_go_back(page: Any, screen: Desk, address: str) -> None:
    puzzle = labelled("pips/classic-app-easy")["puzzle"]
    found = solver.solve(solver.load(puzzle))
    assert isinstance(found, PipsSolution)
    (a, b), (c, d) = puzzle["dominoes"][:2]
    one, other = found.places[:2]
    lying = [[*map(list, other), [a, b]], [*map(list, one), [c, d]]]
    about = {"puzzle": json.dumps(puzzle), "state": json.dumps(lying), "cell": "44"}
    go(page, f"{address}/pips.html?{urlencode(about)}")
    played = playing.play(screen)
    assert page.evaluate("game.solved"), (played.end, played.errors)


@pytest.mark.parametrize(
    ("size", "rows", "query"),
    [
        (8, {}, {"auto": "1", "theme": "dark", "result": "150"}),
        pytest.param(7, {0: "x.Qx", 4: "Q"}, {"auto": "1"}, marks=pytest.mark.thorough),
        pytest.param(7, {1: "x.x.x.x", 3: "xxxxxxx"}, {"order": ".Qx", "look": "archive"}, marks=pytest.mark.thorough),
        pytest.param(9, {}, {"buttons": "two", "look": "vivid"}, marks=pytest.mark.thorough),
        pytest.param(7, {}, {"lose": "4", "slow": "100"}, marks=pytest.mark.thorough),
    ],
    ids=["crosses by themselves, gone when won", "wrong crowns", "crosses", "two buttons", "presses lost, a slow page"],
)
def test_queens_is_won(
    page: Any, screen: Desk, address: str, size: int, rows: dict[int, str], query: dict[str, str]
) -> None:
    one = make_queens(size, Random(size))
    state = [rows.get(r, "").ljust(size, ".") for r in range(size)]
    about = {"puzzle": json.dumps(one.with_cells(one.empty))} | ({"state": ",".join(state)} if rows else {})
    go(page, f"{address}/queens.html?{urlencode(about | query)}")
    assert_won(page, screen, playing.play(screen))
    shown = page.evaluate("game.cells()")
    assert [row.replace("x", ".") for row in shown] == list(one.solution)
    crosses = [(r, c) for r, row in rows.items() for c, symbol in enumerate(row) if symbol == "x"]
    assert [(r, c) for r, c in crosses if shown[r][c] != "x" and (r, c) not in one.crowns] == []


def test_what_is_right_stays_and_what_is_wrong_is_mended(page: Any, screen: Desk, address: str) -> None:
    one = board(seed=5)
    rows = [list(row) for row in one.clues]
    open_cells = [(r, c) for r in range(6) for c in range(6) if one.clues[r][c] == "."]
    wrong = set(open_cells[::4])
    for r, c in open_cells[::2]:
        rows[r][c] = one.solution[r][c] if (r, c) not in wrong else "SM"[one.solution[r][c] == "S"]
    go(page, tango(address, one, state=",".join("".join(row) for row in rows)))
    played = playing.play(screen)
    assert_won(page, screen, played)
    right = {(r, c) for r, c in open_cells[::2]} - wrong
    assert not right & {(click["r"], click["c"]) for click in page.evaluate("game.clicks")}


def test_a_solved_board_is_left_alone(page: Any, screen: Desk, address: str) -> None:
    one = board(seed=6)
    go(page, tango(address, one, state=",".join(one.solution)))
    played = playing.play(screen)
    assert (played.code, played.end["kind"]) == (0, "already_solved")
    assert page.evaluate("game.clicks") == []


@pytest.mark.thorough
@pytest.mark.parametrize("query", [{"lose": "5"}, {"slow": "300"}], ids=["a fifth of the clicks lost", "300 ms slow"])
def test_bad_pages_are_won_as_well(page: Any, screen: Desk, address: str, query: dict[str, str]) -> None:
    go(page, tango(address, board(seed=7), **query))
    assert_won(page, screen, playing.play(screen))


COVER = """seconds => {
  const cover = document.createElement('div');
  cover.style.cssText = 'position:fixed;inset:0;background:#222;color:#fff;z-index:99;font:40px serif;padding:80px';
  cover.textContent = 'Are you still there?';
  document.body.append(cover);
  if (seconds) setTimeout(() => cover.remove(), seconds * 1000);
}"""


def once_clicked(page: Any, clicks: int = 3) -> None:
    """Wait until the player is in the middle of its work."""
    page.wait_for_function(f"game.clicks.length >= {clicks}", timeout=30_000, polling=10)


@pytest.mark.thorough
def test_a_dialog_in_the_middle_is_waited_for(page: Any, screen: Desk, address: str) -> None:
    go(page, tango(address, board(8, seed=8)))
    began = time.perf_counter()
    with playing.start(screen, "--delay", "0.08") as process:
        once_clicked(page)
        page.evaluate(COVER, 2)
        played = playing.finish(process, began)
    assert page.evaluate("game.solved"), played.end
    assert played.named("waiting")


def test_a_cover_that_stays_ends_the_game(page: Any, screen: Desk, address: str) -> None:
    go(page, tango(address, board(8, seed=9)))
    began = time.perf_counter()
    with playing.start(screen, "--timeout", "6", "--delay", "0.03") as process:
        once_clicked(page)
        page.evaluate(COVER, 0)
        played = playing.finish(process, began)
    assert (played.code, played.end["event"]) == (1, "stopped")
    assert played.end["message"]
    covered = [click for click in page.evaluate("game.clicks") if click["target"] == "outside"]
    assert len(covered) <= 8  # those that were under way before it was looked again


@pytest.mark.thorough
def test_the_window_may_be_moved(page: Any, screen: Desk, address: str, driver: Any) -> None:
    one = board(8, seed=10)
    with playing.window(driver, screen, tango(address, one, slow="60"), size=(820, 760)) as moving:
        began = time.perf_counter()
        with playing.start(screen, "--delay", "0.03") as process:
            once_clicked(moving, 6)
            session = moving.context.new_cdp_session(moving)
            window = session.send("Browser.getWindowForTarget")["windowId"]
            session.send("Browser.setWindowBounds", {"windowId": window, "bounds": {"left": 240, "top": 90}})
            played = playing.finish(process, began)
        assert moving.evaluate("game.solved"), played.end


def test_control_c_stops_at_once(page: Any, screen: Desk, address: str) -> None:
    go(page, tango(address, board(10, seed=11)))
    began = time.perf_counter()
    with playing.start(screen, "--delay", "0.1") as process:
        once_clicked(page, 5)
        stopped = time.perf_counter()
        process.send_signal(signal.SIGINT)
        played = playing.finish(process, began)
    assert time.perf_counter() - stopped < 2
    assert (played.code, played.end["event"], played.end["kind"]) == (130, "stopped", "interrupted")
    assert not page.evaluate("game.solved")
    assert "Traceback" not in played.errors


def test_the_corner_stops_at_once(page: Any, screen: Desk, address: str) -> None:
    go(page, tango(address, board(10, seed=13)))
    began = time.perf_counter()
    with playing.start(screen, "--delay", "0.3") as process:
        once_clicked(page, 5)
        display = server(screen)
        while process.poll() is None:  # held there: what moves the pointer once may do so between a look and a click
            display.screen().root.warp_pointer(0, 0)
            display.sync()
            time.sleep(0.01)
        played = playing.finish(process, began)
    assert (played.code, played.end["kind"]) == (1, "failsafe")
    assert not page.evaluate("game.solved")


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("density", "desktop", "size"),
    [
        (1.25, (1600, 1200), (1400, 1100)),
        (1.5, (1920, 1200), (1800, 1140)),
        (2, (3840, 2160), (2400, 2000)),
    ],
)
def test_every_scale(
    driver: Any, address: str, density: float, desktop: tuple[int, int], size: tuple[int, int]
) -> None:
    one = board(seed=int(density * 100))
    with (
        playing.desk(*desktop) as screen,
        playing.window(driver, screen, tango(address, one), position=(90, 60), size=size, density=density) as page,
    ):
        assert_won(page, screen, playing.play(screen))


@pytest.mark.thorough
def test_two_monitors(driver: Any, address: str) -> None:
    """The board is on the right one, at places that no single monitor has."""
    one = board(seed=14)
    with (
        playing.desk(2000, 900, monitors=[(0, 1000), (1000, 1000)]) as screen,
        playing.window(driver, screen, tango(address, one), position=(1000, 0), size=(1000, 880)) as page,
    ):
        left = playing.play(screen, "--monitor", "1", "--timeout", "1")
        assert (left.code, left.end["kind"], page.evaluate("game.clicks")) == (1, "no_board", [])
        neither = playing.play(screen, "--monitor", "3")
        assert (neither.code, neither.end["kind"]) == (3, "no_monitor")
        assert_won(page, screen, playing.play(screen, "--monitor", "2"))
        page.reload()
        page.wait_for_selector("body[data-ready]")
        assert_won(page, screen, playing.play(screen, "--monitor", "all"))


def test_nothing_is_moved_without_leave(page: Any, screen: Desk, address: str, tmp_path: Any) -> None:
    go(page, tango(address, board(seed=12)))
    drawn = tmp_path / "plan.png"
    played = playing.play(screen, "--dry-run", "-o", str(drawn))
    assert played.code == 0
    assert len(played.named("gesture")) == played.end["gestures"] > 0
    assert drawn.stat().st_size > 0
    assert page.evaluate("game.clicks") == []


def test_a_screen_without_a_board(page: Any, screen: Desk, address: str) -> None:
    go(page, f"{address}/tango.html?view=rules")
    played = playing.play(screen, "--timeout", "1")
    assert (played.code, played.end["kind"]) == (1, "no_board")


def test_the_screen_is_read_without_a_file_and_without_the_mouse(
    page: Any, screen: Desk, address: str, tmp_path: Any
) -> None:
    """Where the mouse could not be moved, either."""
    given = board(seed=3)
    go(page, tango(address, given))
    (tmp_path / "pyautogui.py").write_text("raise ImportError('no mouse here')")
    environment = screen.environment | {"PYTHONPATH": f"{tmp_path}:{playing.ROOT}"}
    command = [sys.executable, "-m", "solve_screenshot", "--screen", "--json"]
    done = subprocess.run(command, env=environment, capture_output=True, timeout=60, check=False)
    result = json.loads(done.stdout)
    assert (done.returncode, result["image"], result["solutions"]) == (0, "screen", "unique")
    assert result["solution"] == solver.solve(solver.load(given.with_cells(given.clues))).to_json()  # type: ignore[union-attr]
