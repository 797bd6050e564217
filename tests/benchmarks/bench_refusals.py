"""How long `play` goes on in vain: the real command, a real browser, pages that stop taking moves.

    python -m tests.benchmarks.bench_refusals
    python -m tests.benchmarks.bench_refusals --only dialog --games 3 --log events.jsonl

Printed are the seconds from what made winning impossible (the start of playing, or what was done to the page in the
middle) to the message, the gestures in them, and the message.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlencode

import solver
from samples import render
from samples.boards import make_board
from tests.benchmarks.bench_play import SCREEN
from tests.e2e import playing

COVER = """document.body.insertAdjacentHTML('beforeend', `<div style="position:fixed;inset:PLACE;background:#222;
color:#fff;z-index:99;font:30px serif;padding:20px">Are you still there?</div>`)"""
WHOLE, PART = COVER.replace("PLACE", "0"), COVER.replace("PLACE", "60px 30% auto 30%")
DEAD_CELL = "{ const [r, c] = lines().flat().reverse().find(([r, c]) => cells[r][c] === '.'); given[r][c] = true; }"
NO_PLACE = "has.clear(); for (const t of tiles) if (t.at) t.at.forEach(p => has.add(String(p)));"
NO_CELL = "has.delete(String(all.find(p => !tiles.some(t => t.at && t.at.map(String).includes(String(p))))));"


PRESSES = "pointerLog.filter(one => one.name === 'pointerdown').length"


@dataclass(frozen=True)
class Refusal:
    """A page that cannot be won. `does`: what is done to it after so many presses; where that is empty, it is so from
    the start. `asks`: the page's parameters; `board`: which it shows."""

    board: str
    asks: dict[str, str]
    does: str = ""
    presses: int = 8


REFUSALS = {
    "no board": Refusal("rules", {}),
    "no solution": Refusal("wrong", {}),
    "clicks do nothing": Refusal("takuzu", {"way": "none"}),
    "none of several solutions": Refusal("loose", {"answer": "-"}),
    "dialog": Refusal("takuzu", {}, WHOLE),
    "note over a part": Refusal("takuzu", {}, PART),
    "page gone": Refusal("takuzu", {}, "document.body.innerHTML = ''"),
    "clicks stop": Refusal("takuzu", {}, "solved = true"),
    "clicks stop, 300 ms slow": Refusal("takuzu", {"slow": "300"}, "solved = true"),
    "clicks stop at the end": Refusal("takuzu", {}, "solved = true", 25),
    "a dead cell": Refusal("takuzu", {}, DEAD_CELL, 2),
    "nothing turns dominoes": Refusal("pips", {"turn": "none"}),
    "a button far off turns them": Refusal("pips", {"turn": "button"}),
    "only on the board they turn": Refusal("pips", {"turn": "board"}),
    "dominoes, no drags": Refusal("pips", {}, "put = () => {}", 0),
    "dominoes, drags stop": Refusal("pips", {}, "solved = true", 14),
    "dominoes, no such place": Refusal("pips", {}, NO_CELL, 14),
    "dominoes, all sent back": Refusal("pips", {}, NO_PLACE, 14),
    "dominoes, dialog": Refusal("pips", {}, WHOLE, 14),
}


def address(refusal: Refusal, seed: int) -> str:
    """The page, below `tests/e2e/pages`."""
    rng = Random(seed)
    if refusal.board == "rules":
        return "data:text/html,<body data-ready=1><h1>How to play</h1><p>Fill the board with suns and moons."
    if refusal.board == "pips":
        samples = Path(__file__).resolve().parents[2] / "samples/pips"
        label = json.loads((samples / ("classic-desktop.json", "classic-wide.json")[seed % 2]).read_text())
        return "dominoes.html?" + urlencode({"puzzle": json.dumps(label["puzzle"]), "cell": "48"} | refusal.asks)
    if refusal.board == "loose":
        puzzle: Any = {"game": "takuzu", "size": 4, "cells": ["0.1.", "....", ".1..", "...0"]}
    elif refusal.board == "wrong":
        board = make_board(6, rng)
        puzzle = board.with_cells(("SSS...", *board.clues[1:]))
    else:
        puzzle = solver.generate("takuzu", size=6, seed=seed).to_json()
    look = {"symbols": rng.choice(("digits", "xo")), "cell": "52"}
    return "grid.html?" + urlencode({"puzzle": json.dumps(puzzle)} | look | refusal.asks)


def played(page: Any, screen: playing.Desk, at: str, refusal: Refusal) -> tuple[float, int, playing.Played]:
    """Seconds in vain, the presses in them, and all there is to know about the game."""
    page.goto(at)
    page.wait_for_selector("body[data-ready]")
    page.wait_for_timeout(200)
    began = time.perf_counter()
    if not refusal.does:
        found = playing.play(screen)
        return found.end["seconds"], len(found.named("gesture")), found
    with playing.start(screen, "--delay", "0.03") as process:
        page.wait_for_function(f"({PRESSES}) >= {refusal.presses}", timeout=30_000, polling=10)
        before = page.evaluate(f"() => {{ {refusal.does}; return {PRESSES} }}")
        done = time.perf_counter()
        found = playing.finish(process, began)
        seconds = time.perf_counter() - done
    return seconds, len(found.named("gesture")) - before, found


def games(options: argparse.Namespace) -> Iterator[tuple[str, Refusal, int]]:
    for name, refusal in REFUSALS.items():
        if not options.only or any(word in name for word in options.only):
            yield from ((name, refusal, seed) for seed in range(options.seed, options.seed + options.games))


def main() -> None:
    """Play, and print one line per game, and the median and the worst of all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", action="append", help="those with this in their name")
    parser.add_argument("--log", type=Path, help="a file for the events of all games, one a line")
    options = parser.parse_args()
    times: dict[str, list[float]] = {}
    log: list[dict[str, Any]] = []
    with (
        playing.desk(*SCREEN) as screen,
        render.serving(Path(playing.__file__).parent / "pages") as served,
        playing.playwright() as driver,
    ):
        for name, refusal, seed in games(options):
            at = address(refusal, seed)
            at = at if at.startswith("data:") else f"{served}/{at}"
            with playing.window(driver, screen, at) as page:
                seconds, presses, found = played(page, screen, at, refusal)
            times.setdefault(name, []).append(seconds)
            log += [{"title": name, "address": at}, *found.events]
            end = found.end
            print(f"{name:28} {seconds:5.1f} s {presses:3}  {end['kind']}: {end['message'][:110]}", flush=True)
    print(f"\n{'':28} {'median':>7} {'worst':>6}")
    for name, seconds_ in times.items():
        print(f"{name:28} {statistics.median(seconds_):7.1f} {max(seconds_):6.1f}")
    if options.log:
        options.log.write_text("".join(json.dumps(event) + "\n" for event in log))


if __name__ == "__main__":
    main()
