"""How many games are won on our pages, and how fast: the real command, a real browser, a virtual screen.

    python -m tests.benchmarks.bench_play            20 games on each page
    python -m tests.benchmarks.bench_play --games 5 --seed 7
    python -m tests.benchmarks.bench_play --page takuzu --size 14

Times are from the start of the process to its end, and, of that, what the gestures took, and what the process computed.
They depend on the machine and on what else runs on it; what must hold everywhere is the first column.
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from urllib.parse import urlencode

import solver
from samples import render
from samples.boards import make_board
from tests.e2e import playing

SCREEN = (1600, 1100)
SAMPLES = Path(__file__).resolve().parents[2] / "samples"


def tango(games: int, seed: int) -> Iterator[tuple[str, str]]:
    """Name and query of each game: sizes, themes, symbols, states."""
    for number in range(games):
        rng = Random(1000 * seed + number)
        size = (6, 6, 8, 4, 10)[number % 5]
        board = make_board(size, rng)
        query = {"puzzle": json.dumps(board.with_cells(board.clues)), "theme": ("light", "dark")[number % 2]}
        if number % 3 == 2:
            query["symbols"] = "pumpkin"
        yield f"tango {size}x{size}", "tango.html?" + urlencode(query)


def labelled(game: str, games: int, seed: int) -> Iterator[tuple[str, str]]:
    """Games whose puzzles are those of our labelled pictures of that game; with a seed in each other's looks."""
    seen: set[str] = set()
    labels = [json.loads(path.read_text()) for path in sorted((SAMPLES / game).glob("*.json"))]
    labels = [label for label in labels if label.get("look", {}).get("kind") != "terminal"]  # none of the page's looks
    looks = [label["look"] for label in labels]
    if seed:
        Random(seed).shuffle(labels)
        Random(-seed).shuffle(looks)
    for label, look in zip(labels, looks, strict=True):
        puzzle = label.get("puzzle")
        clues = label.get("clues")
        if not puzzle or len(seen) >= games:
            continue
        if game == "takuzu":
            if not clues:
                continue
            given = {tuple(cell) for cell in clues}
            rows = [
                "".join(symbol if (r, c) in given else "." for c, symbol in enumerate(row))
                for r, row in enumerate(puzzle["cells"])
            ]
            puzzle = {**puzzle, "cells": rows}
        text = json.dumps(puzzle)
        if text not in seen:
            seen.add(text)
            size = f"{puzzle['size']}x{puzzle['size']}" if game == "takuzu" else f"{len(puzzle['dominoes'])} dominoes"
            query = {"puzzle": text, "look": look["name"], "theme": look.get("theme") or "light"}
            if game == "pips":
                query["cell"] = "40"  # the largest boards and their trays fit on the screen
            yield f"{game} {size}", f"{game}.html?" + urlencode(query)


def sized(game: str, size: int, games: int, seed: int) -> Iterator[tuple[str, str]]:
    """Fresh boards of one size."""
    for number in range(games):
        puzzle = solver.generate(game, size=size, seed=1000 * seed + number).to_json()
        yield f"{game} {size}x{size}", f"{game}.html?" + urlencode({"puzzle": json.dumps(puzzle)})


def games_of(page: str, games: int, seed: int, size: int | None) -> Iterator[tuple[str, str]]:
    """The games on one of the pages."""
    if size is not None and page != "pips":
        return sized(page, size, games, seed)
    return tango(games, seed) if page == "tango" else labelled(page, games, seed)


def computed() -> float:
    """CPU seconds of all processes that were started and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    """Play, and print one line per game and a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--page", choices=["tango", "takuzu", "pips"], action="append")
    parser.add_argument("--seed", type=int, default=0, help="other boards, and labelled ones in each other's looks")
    parser.add_argument("--size", type=int, help="of Tango or Takuzu boards: all of this size, freshly made")
    parser.add_argument("--manager", choices=["openbox", "xfwm4", "none"], default="openbox", help="of windows")
    options = parser.parse_args()
    rows: dict[str, list[tuple[bool, playing.Played, float]]] = {}
    with (
        playing.desk(*SCREEN, manager=options.manager.replace("none", "")) as screen,
        render.serving() as address,
        playing.playwright() as driver,
        playing.window(driver, screen, f"{address}/tango.html") as page,
    ):
        for name in options.page or ["tango", "takuzu", "pips"]:
            for title, query in games_of(name, options.games, options.seed, options.size):
                page.goto(f"{address}/{query}")
                page.wait_for_selector("body[data-ready]")
                page.wait_for_timeout(200)
                before = computed()
                played = playing.play(screen)
                cpu = computed() - before
                won = bool(page.evaluate("game.solved"))
                rows.setdefault(title, []).append((won, played, cpu))
                told = "" if won else played.end.get("message", "")
                score = f"{'won' if won else 'NOT':3} {played.seconds:5.1f} s, computed {cpu:4.1f} s"
                print(f"{title:20} {score}  {told}" + ("" if won else f"  {query}"), flush=True)
    print(f"\n{'':20} {'won':>7} {'seconds: median':>16} {'worst':>6} {'mouse':>6} {'computed':>9}")
    ends: Counter[str] = Counter()
    for title, results in rows.items():
        seconds = [played.seconds for _, played, _ in results]
        mouse = statistics.median(played.end.get("mouse_seconds", 0.0) for _, played, _ in results)
        ends.update(played.end.get("kind", "?") for _, played, _ in results)
        score = f"{sum(won for won, _, _ in results)}/{len(results)}"
        median, worst, cpu = statistics.median(seconds), max(seconds), statistics.median(row[2] for row in results)
        print(f"{title:20} {score:>7} {median:16.1f} {worst:6.1f} {mouse:6.2f} {cpu:9.1f}")
    print("ended:", ", ".join(f"{kind} {number}" for kind, number in ends.items()))


if __name__ == "__main__":
    main()
