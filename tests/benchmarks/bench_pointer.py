"""Do presses and releases land where they are meant? Thousands of gestures on our pages in a real browser.

    python -m tests.benchmarks.bench_pointer                     5,000 clicks, 500 drags on each of six desktops
    python -m tests.benchmarks.bench_pointer --clicks 500 --drags 50 --manager openbox

The desktops: openbox, xfwm4 and no window manager, each on an idle machine and on one with two busy loops. Clicks go to
random cells of a Tango board, drags from random dominoes of a Pips board to random cells, and back; after every few the
pointer is parked as the player does it. What the page heard is compared with what was sent, event by event.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any, TypeAlias
from urllib.parse import urlencode

import mss
import numpy as np
from numpy.typing import NDArray

from actuator.moves import Click, Drag, Gesture, Point, Rect
from actuator.parking import Parking
from actuator.pointer import Pointer
from samples import render
from samples.boards import make_board
from tests.e2e import playing
from tests.e2e.landed import elsewhere, sent

SCREEN = (1280, 900)
# The player sends its gestures in batches, and looks after each.
BATCH = 8
# A point of the window.
MIDDLE = (600.0, 500.0)

Place: TypeAlias = Callable[[float, float], Point]  # where a point of the page is on the screen
Maker: TypeAlias = Callable[[dict[str, Any], Place, Random], Gesture]


class Grabs:
    """How the screen looks, for `Parking`."""

    def __init__(self, display: str) -> None:
        self._mss = mss.MSS(display=display)

    def frame(self, rect: Rect) -> NDArray[np.uint8]:
        """The pixels there."""
        box = {"left": int(rect.left), "top": int(rect.top), "width": int(rect.width), "height": int(rect.height)}
        taken = self._mss.grab(box)
        return np.frombuffer(taken.raw, np.uint8).reshape(taken.height, taken.width, 4)[:, :, :3]


@contextmanager
def busy(loops: int) -> Iterator[None]:
    """So many processes that do nothing but take time."""
    running = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(loops)]
    try:
        yield
    finally:
        for one in running:
            one.kill()
            one.wait()


def open_page(page: Any, address: str, pointer: Pointer) -> Point:
    """Go there; where the page's corner is on the screen, as a movement of the pointer over it tells."""
    playing.go(page, address)
    page.wait_for_timeout(500)  # a window manager may still be putting the window in its place
    page.evaluate("() => { onmousemove = e => { window.corner = [e.screenX - e.clientX, e.screenY - e.clientY]; }; }")
    pointer.take(MIDDLE)
    for by in (0, 3):
        pointer.park((MIDDLE[0] + by, MIDDLE[1]))
    page.wait_for_function("window.corner")
    x, y = page.evaluate("corner")
    return float(x), float(y)


def tango(address: str) -> str:
    """A Tango board of 8x8."""
    one = make_board(8, Random(1))
    return f"{address}/tango.html?{urlencode({'puzzle': json.dumps(one.with_cells(one.clues)), 'buttons': 'two'})}"


def pips(address: str) -> str:
    """The Pips board of a sample."""
    puzzle = json.loads((playing.ROOT / "samples/pips/classic-desktop.json").read_text())["puzzle"]
    return f"{address}/pips.html?{urlencode({'puzzle': json.dumps(puzzle), 'cell': '44', 'look': 'classic'})}"


def click(shown: dict[str, Any], place: Place, random: Random) -> Gesture:
    """A click somewhere on a cell, seldom with the right button, which this page takes."""
    x, y = random.choice(list(shown["cells"].values()))
    at = place(x + random.uniform(-8, 8), y + random.uniform(-8, 8))
    return Click(at, random.choice(["left"] * 4 + ["right"]))


def drag(shown: dict[str, Any], place: Place, random: Random) -> Gesture:
    """A domino from where it is to a random place of the board."""
    x0, y0, x1, y1 = shown["bbox"]
    middle = random.choice(shown["tray"] + shown["placed"])["middle"]
    return Drag(place(*middle), place(random.uniform(x0, x1), random.uniform(y0, y1)))


def trial(
    page: Any, address: str, count: int, make: Maker, pointer: Pointer, parking: Parking
) -> tuple[int, list[str]]:
    """So many gestures on a page: how many presses and releases it heard, and what went elsewhere."""
    offset = open_page(page, address, pointer)
    shown = page.evaluate("game.geometry()")
    x0, y0, x1, y1 = shown["bbox"]
    reach = Rect(x0 + offset[0], y0 + offset[1], x1 - x0, y1 - y0)
    random, wrong, heard = Random(count), list[str](), 0
    made: list[dict[str, Any]] = []
    pointer.take((reach.left + 5, reach.top + 5))
    for number in range(1, count + 1):
        shown = page.evaluate("game.geometry()") if make is drag else shown  # cells stay where they are
        gesture = make(shown, lambda x, y: (round(x + offset[0]), round(y + offset[1])), random)
        pointer.send(gesture)
        made.append(gesture.to_json())
        if number % BATCH == 0 or number == count:
            pointer.park(parking.place(reach, 44))
        if number % 200 == 0 or number == count:
            time.sleep(0.5)  # until the page has heard all
            events = page.evaluate("pointerLog.splice(0)")
            heard += len(events)
            wrong += elsewhere(sent(made), events)
            made = []
    return heard, wrong


def main() -> None:
    """Measure, and print a line for each desktop."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clicks", type=int, default=5000)
    parser.add_argument("--drags", type=int, default=500)
    parser.add_argument("--manager", choices=["openbox", "xfwm4", "none"], action="append")
    options = parser.parse_args()
    head = ("desktop", "machine", "events", "elsewhere", "s", "handed on: median", "worst, ms")
    print("{:9} {:8} {:>8} {:>10} {:>7} {:>18} {:>10}".format(*head))
    failed = 0
    for manager in options.manager or ["openbox", "xfwm4", "none"]:
        for loops in (0, 2):
            with (
                playing.desk(*SCREEN, manager=manager.replace("none", "")) as screen,
                render.serving() as address,
                playing.playwright() as driver,
                playing.window(driver, screen, tango(address), position=(40, 30), size=(1100, 840)) as page,
                busy(loops),
            ):
                os.environ["DISPLAY"] = screen.display
                sys.modules.pop("pyautogui._pyautogui_x11", None), sys.modules.pop("pyautogui", None)  # a new display
                pointer = Pointer()
                parking = Parking(Grabs(screen.display), pointer, [Rect(0, 0, *SCREEN)])
                began, waits = time.perf_counter(), []
                heard, wrong = trial(page, tango(address), options.clicks, click, pointer, parking)
                waits += pointer.handed_on
                more, worse = trial(page, pips(address), options.drags, drag, pointer, parking)
                waits = sorted(waits + pointer.handed_on)
                took = time.perf_counter() - began
            failed += len(wrong + worse)
            middle, worst = 1000 * waits[len(waits) // 2], 1000 * waits[-1]
            print(
                f"{manager:9} {'busy' if loops else 'idle':8} {heard + more:8} {len(wrong + worse):10} {took:7.0f} "
                f"{middle:18.2f} {worst:10.1f}",
                flush=True,
            )
            for line in (wrong + worse)[:5]:
                print("   ", line)
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
