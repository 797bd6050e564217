"""How many pages made by other people are read, and played: pages that nobody who works on the reader has seen.

    python -m tests.benchmarks.bench_pages render PAGE... --boards FILE... --out FOLDER    labelled pictures of them
    python -m tests.benchmarks.bench_pages play PAGE... --boards FILE...                   a game of each board on each

The pictures are for `solve-screenshot evaluate FOLDER`. Games are played by the real command, with the real mouse.

A page is one HTML file. What it shows is in its address: `JSON.parse(decodeURIComponent(location.hash.slice(1)))` is
`{"board": puzzle, "entries": [[row, column, symbol], ...], "laid": [[index, cell, cell], ...], "theme": "light"}`, with
`entries` on boards of the grid games and `laid` dominoes of Pips. It sets `document.body.dataset.ready` once it is
drawn, and `window.isSolved()` says whether the puzzle is solved. How it looks and how it is played is its own affair.
Such pages are not part of the project: who wrote the reader would write pages that it reads.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote

import numpy as np
from PIL import Image

import solver
from samples.browser import browsing
from samples.labels import write
from solver.binary.puzzle import BinaryPuzzle
from solver.pips.puzzle import PipsPuzzle
from tests.e2e import playing

STATES = ("fresh", "fresh", "half", "most", "wrong", "solved")
VIEWS = ((1280, 850, 1.0), (1440, 900, 1.0), (1920, 1080, 1.0), (1280, 850, 1.5), (1280, 850, 2.0), (1360, 850, 0.9))
SCREEN = (1280, 1000)  # of games: the window's own bars leave the page 850 px and more


@dataclass(frozen=True)
class Shown:
    """What a page is to show, and the label of a picture of it."""

    state: dict[str, Any]
    label: dict[str, Any]

    def address(self, page: Path, theme: str) -> str:
        """Of that page, showing this."""
        return f"{page.resolve().as_uri()}#{quote(json.dumps(self.state | {'theme': theme}))}"


def shown(board: Path, state: str = "fresh", rng: Random | None = None) -> Shown:
    """A board in one of `STATES`; what is played on it is of the solution, where it is `wrong` but for one or two."""
    said = json.loads(board.read_bytes())
    puzzle = solver.load(said)
    rng = rng or Random(0)
    share = {"fresh": 0.0, "half": rng.uniform(0.2, 0.6), "most": rng.uniform(0.7, 0.95), "solved": 1.0}
    filled = share.get(state, rng.uniform(0.3, 0.8))
    if isinstance(puzzle, PipsPuzzle):
        return _dominoes(said, puzzle, filled, state == "wrong", rng)
    return _entries(said, puzzle, filled, state == "wrong", rng)


def _dominoes(said: dict[str, Any], puzzle: PipsPuzzle, filled: float, wrong: bool, rng: Random) -> Shown:
    found = solver.solve(puzzle)
    assert found is not None
    places = [list(map(list, place)) for place in found.places]
    laid = rng.sample(range(len(places)), round(filled * len(places)))
    for index in laid[: rng.randint(1, 2) * wrong]:
        places[index].reverse()
    placed = [[*places[index], list(puzzle.dominoes[index])] for index in laid]
    label = {"image": "", "game": "pips", "puzzle": {"game": "pips", **said}, "placed": placed}
    return Shown({"board": said, "laid": [[index, *places[index]] for index in laid], "entries": []}, label)


def _entries(said: dict[str, Any], puzzle: Any, filled: float, wrong: bool, rng: Random) -> Shown:
    found = solver.solve(puzzle)
    assert found is not None
    symbols = [list(row) for row in found.cells]
    cells = [list(row) for row in said.get("cells", ["." * len(symbols)] * len(symbols))]
    if binary := isinstance(puzzle, BinaryPuzzle):
        free = [(r, c) for r, row in enumerate(cells) for c, symbol in enumerate(row) if symbol == "."]
    else:  # crowns, and crosses on some of the cells beside them
        free = [(r, c) for r, row in enumerate(symbols) for c, symbol in enumerate(row) if symbol == "Q"]
    entries = [[r, c, symbols[r][c]] for r, c in rng.sample(free, round(filled * len(free)))]
    if binary:
        other = dict(zip(puzzle.symbols, reversed(puzzle.symbols), strict=True))
        for entry in entries[: rng.randint(1, 2) * wrong]:
            entry[2] = other[entry[2]]
    elif entries and filled < 1:
        entries += [[r, c, "x"] for r in range(len(cells)) for c in range(len(cells)) if _crossed(r, c, entries, rng)]
    for r, c, symbol in entries:
        cells[r][c] = symbol
    puzzle_said = {**said, "size": len(cells), "cells": ["".join(row) for row in cells]}
    label = {"image": "", "game": said["game"], "puzzle": puzzle_said, "swap_ok": binary}
    return Shown({"board": said, "entries": entries, "laid": []}, label)


def _crossed(r: int, c: int, crowns: list[list[Any]], rng: Random) -> bool:
    seen = any((r == row or c == column) and (r, c) != (row, column) for row, column, _ in crowns)
    return seen and [r, c, "Q"] not in crowns and rng.random() < 0.6


def pictures(pages: list[Path], boards: list[Path], each: int, seed: int, out: Path) -> None:
    """Labelled pictures of each page, `each` of them, into `out`."""
    out.mkdir(parents=True, exist_ok=True)
    with browsing() as browser:
        for page in pages:
            for number in range(each):
                rng = Random(f"{seed}/{page.stem}/{number}")
                state, theme = STATES[number % len(STATES)], rng.choice(("light", "dark"))
                width, height, density = rng.choice(VIEWS)
                board = boards[number % len(boards)]
                made = shown(board, state, rng)
                window = browser.new_page(viewport={"width": width, "height": height}, device_scale_factor=density)
                playing.go(window, made.address(page, theme))
                window.wait_for_timeout(500)
                picture = np.asarray(Image.open(BytesIO(window.screenshot())).convert("RGB"))[..., ::-1]
                window.close()
                look = {"name": page.stem, "theme": theme, "state": state, "density": density}
                write(picture, made.label | {"look": look, "notes": board.stem}, out / f"{page.stem}_{number:02}")


def games(
    pages: list[Path], boards: list[Path], theme: str, out: Path | None
) -> Iterator[tuple[str, playing.Played, bool]]:
    """Title, how it went, and whether the page says that it is solved, of a game of each board on each page."""
    with playing.desk(*SCREEN) as screen, playing.playwright() as driver:
        for page in pages:
            for board in boards:
                title = f"{page.stem} {board.stem}"
                with playing.window(driver, screen, shown(board).address(page, theme)) as window:
                    dialogs: list[Any] = []
                    window.once("dialog", lambda dialog, kept=dialogs: kept.append(dialog))  # and leave it open
                    window.wait_for_timeout(500)
                    played = playing.play(screen, timeout=200)
                    for dialog in dialogs:
                        dialog.accept()
                    won = bool(window.evaluate("window.isSolved()"))
                    if out:
                        out.mkdir(parents=True, exist_ok=True)
                        window.screenshot(path=out / f"{title.replace(' ', '-')}.png")
                        lines = "".join(json.dumps(event) + "\n" for event in played.events)
                        (out / f"{title.replace(' ', '-')}.jsonl").write_text(lines)
                yield title, played, won


def main() -> None:
    """The command line; see the top of this file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["render", "play"])
    parser.add_argument("pages", type=Path, nargs="+")
    parser.add_argument("--boards", type=Path, nargs="+", required=True, help="puzzles, one in each file")
    parser.add_argument("--out", type=Path, help="folder for the pictures, or for the events of each game")
    parser.add_argument("--each", type=int, default=18, help="pictures of each page")
    parser.add_argument("--seed", type=int, default=0, help="of the pictures' states")
    parser.add_argument("--theme", choices=["light", "dark"], default="light", help="of the games")
    options = parser.parse_args()
    if options.what == "render":
        pictures(options.pages, options.boards, options.each, options.seed, options.out or Path("pages"))
        return
    right = total = 0
    for title, played, won in games(options.pages, options.boards, options.theme, options.out):
        end = played.end
        right, total = right + (won and end["event"] == "won"), total + 1
        told = "won" if end["event"] == "won" else f"{end.get('kind')}: {end.get('message')}"
        odd = "" if won == (end["event"] == "won") else "  THE PAGE SAYS OTHERWISE"
        print(f"{title:24} {played.seconds:5.1f} s  {told}{odd}", flush=True)
    print(f"won: {right} of {total}")


if __name__ == "__main__":
    main()
