"""How many games are won on our pages, and how fast: the real command, a real browser, a virtual screen.

    python -m tests.benchmarks.bench_play            20 games on each page
    python -m tests.benchmarks.bench_play --games 5 --seed 7
    python -m tests.benchmarks.bench_play --page takuzu --size 14
    python -m tests.benchmarks.bench_play --way "error marks" --way "60 ms a click"
    python -m tests.benchmarks.bench_play --games 1 --log events.jsonl

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
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlencode

import solver
from samples import queens_boards, queens_looks, queens_shots, render
from samples.boards import make_board
from tests.benchmarks import strangers
from tests.e2e import playing
from tests.e2e.landed import elsewhere, sent

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


def queens(games: int, seed: int) -> Iterator[tuple[str, str]]:
    """Boards fresh, half played and wrongly played, with crosses that come by themselves or not, in the page's looks;
    with a seed every second one in a look that no site has."""
    for number in range(games):
        rng = Random(f"{seed}/{number}")
        size = (8, 7, 9, 10, 11)[number % 5]
        board = queens_boards.make_board(size, rng)
        cells, _ = queens_shots.played(board, ("fresh", "partial", "wrong", "crosses")[number % 4], rng)
        look: Any = (*queens_shots.KNOWN, "classic", "classic")[number % (len(queens_shots.KNOWN) + 2)]
        if seed and number % 2:
            look = json.dumps(queens_looks.random_queens_look(rng))
        query = {"puzzle": json.dumps(board.with_cells(board.empty)), "state": ",".join(cells), "look": look}
        query |= {"theme": rng.choice(("light", "dark")), "auto": rng.choice("01"), "seed": str(number)}
        query |= rng.choice(({}, {}, {"buttons": "two"}, {"order": ".Qx"}, {"result": "300"}, {"patterns": "1"}))
        yield f"queens {size}x{size}", "queens.html?" + urlencode(query)


def sized(game: str, size: int, games: int, seed: int) -> Iterator[tuple[str, str]]:
    """Fresh boards of one size."""
    for number in range(games):
        puzzle = solver.generate(game, size=size, seed=1000 * seed + number).to_json()
        yield f"{game} {size}x{size}", f"{game}.html?" + urlencode({"puzzle": json.dumps(puzzle)})


def games_of(page: str, games: int, seed: int, size: int | None) -> Iterator[tuple[str, str]]:
    """The games on one of the pages."""
    if size is not None and page != "pips":
        return sized(page, size, games, seed)
    ours = {"tango": tango, "queens": queens}
    return ours[page](games, seed) if page in ours else labelled(page, games, seed)


def computed() -> float:
    """CPU seconds of all processes that were started and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


@dataclass(frozen=True)
class Game:
    """One game and how it went. `right`: it was won, or ended with the right message where it could not be."""

    title: str
    right: bool
    played: playing.Played
    cpu: float
    outside: int


def played_on(page: Any, screen: playing.Desk, title: str, address: str, word: str = "") -> Game:
    """Play one game. `word`: see `strangers.Way`."""
    page.goto(address)
    page.wait_for_selector("body[data-ready]")
    page.wait_for_timeout(200)
    dialogs: list[Any] = []

    def keep(dialog: Any) -> None:  # and leave it open
        dialogs.append(dialog)

    page.once("dialog", keep)
    before = computed()
    found = playing.play(screen)
    cpu = computed() - before
    page.wait_for_timeout(20)
    for dialog in dialogs:
        dialog.accept()
    page.remove_listener("dialog", keep)
    solved = bool(page.evaluate("game.solved"))
    end = found.end
    if word:
        right = end["event"] == "stopped" and end["kind"] in strangers.STOPPED and word in end["message"] and not solved
    else:
        right = solved and end["event"] == "won"
    if end["event"] == "won" and not solved:
        title += " FALSELY WON"
    # A press that opens a menu, or a dialog, may keep its release from the page.
    outside = elsewhere(sent(found.named("gesture")), page.evaluate("pointerLog"))
    clicks = [click for click in page.evaluate("game.clicks") if click["target"] == "outside"]
    return Game(title, right, found, cpu, len(clicks) + len(outside))


def show(games: list[Game]) -> None:
    """A table, one row for each title."""
    print(f"\n{'':30} {'right':>7} {'outside':>8} {'seconds: median':>16} {'worst':>6} {'mouse':>6} {'computed':>9}")
    for title in dict.fromkeys(game.title for game in games):
        some = [game for game in games if game.title == title]
        seconds = [game.played.seconds for game in some]
        mouse = statistics.median(game.played.end.get("mouse_seconds", 0.0) for game in some)
        cpu = statistics.median(game.cpu for game in some)
        score = f"{sum(game.right for game in some)}/{len(some)}"
        median, worst, outside = statistics.median(seconds), max(seconds), sum(game.outside for game in some)
        print(f"{title:30} {score:>7} {outside:8} {median:16.1f} {worst:6.1f} {mouse:6.2f} {cpu:9.1f}")
    ends = Counter(game.played.end.get("kind", "?") for game in games)
    print(f"right: {sum(game.right for game in games)} of {len(games)};", "ended:", end=" ")
    print(", ".join(f"{kind} {number}" for kind, number in ends.items()))


def main() -> None:
    """Play, and print one line per game and a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--page", choices=["tango", "takuzu", "pips", "queens", "strangers"], action="append")
    parser.add_argument("--way", choices=list(strangers.WAYS), action="append", help="of strangers: these only")
    parser.add_argument("--seed", type=int, default=0, help="other boards, and labelled ones in each other's looks")
    parser.add_argument("--size", type=int, help="of Tango, Takuzu or Queens boards: all of this size, freshly made")
    parser.add_argument("--manager", choices=["openbox", "xfwm4", "none"], default="openbox", help="of windows")
    parser.add_argument("--log", type=Path, help="a file for the events of all games, one a line")
    options = parser.parse_args()
    games: list[Game] = []
    log: list[dict[str, Any]] = []
    with (
        playing.desk(*SCREEN, manager=options.manager.replace("none", "")) as screen,
        render.serving() as ours,
        render.serving(Path(playing.__file__).parent / "pages") as theirs,
        playing.playwright() as driver,
    ):
        left = list(addresses(options, ours, theirs))
        while left:  # what a lost game leaves open, such as a menu, goes with its window
            with playing.window(driver, screen, left[0][1]) as page:
                right = True
                while left and right:
                    title, address, word = left.pop(0)
                    games.append(game := played_on(page, screen, title, address, word))
                    right = game.right
                    log += [{"title": title, "address": address}, *game.played.events]
                    told = "" if right else f"  {game.played.end.get('message', '')}  {address}"
                    score = f"{'right' if right else 'WRONG'} {game.played.seconds:5.1f} s, computed {game.cpu:4.1f} s"
                    told += f" {game.outside} OUTSIDE" * (game.outside > 0)
                    print(f"{game.title:30} {score}{told}", flush=True)
    show(games)
    if options.log:
        options.log.write_text("".join(json.dumps(event) + "\n" for event in log))


def addresses(options: argparse.Namespace, ours: str, theirs: str) -> Iterator[tuple[str, str, str]]:
    """Title, address and the word that its end must have, of each game that was asked for."""
    pages = ["strangers"] if options.way else options.page or ["tango", "takuzu", "pips", "queens", "strangers"]
    for name in pages:
        if name == "strangers":
            for way in options.way or strangers.WAYS:
                for query in strangers.games(way, options.games, options.seed):
                    yield way, f"{theirs}/{query}", strangers.WAYS[way].word
        else:
            for title, query in games_of(name, options.games, options.seed, options.size):
                yield title, f"{ours}/{query}", ""


if __name__ == "__main__":
    main()
