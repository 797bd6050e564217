"""Generated puzzles open in the sample pages, in a real browser, and can be played there to the end."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import click.testing
import pytest

import solver
import vision
from samples import render
from solve_screenshot.cli import cli
from solver import BinaryPuzzle, PipsPuzzle, QueensPuzzle

KINDS = [
    ("tango", 6, "easy", 1),
    ("tango", 8, "hard", 2),
    ("takuzu", 6, "medium", 3),
    ("takuzu", 10, "expert", 4),
    ("pips", 5, "easy", 5),
    ("pips", 12, "medium", 6),
    ("queens", 8, "medium", 7),
]

EXAMPLES = {
    "tango": '{"size": 4, "cells": ["S...", "....", "...M", "...."]}',
    "takuzu": '{"size": 4, "cells": ["0.0.", "....", "..1.", ".11."]}',
    "queens": '{"size": 4, "regions": ["AABB", "AACB", "DCCB", "DDDB"]}',
    "pips": '{"dominoes": [[1, 2]], "regions": [{"type": "empty", "indices": [[0, 0], [0, 1]]}]}',
}

Opener = Callable[[str], Any]


@pytest.fixture
def open_link(browser: Any) -> Iterator[Opener]:
    with browser.new_context(viewport={"width": 1100, "height": 950}) as context:

        def opener(link: str) -> Any:
            page = context.new_page()
            page.errors = []
            page.on("pageerror", lambda error: page.errors.append(str(error)))
            page.goto(link)
            page.wait_for_selector("body[data-ready]")
            return page

        yield opener
        for page in context.pages:
            assert page.errors == []


def generated(game: str, size: int, difficulty: str, seed: int, pages: object) -> dict[str, Any]:
    arguments = ["generate", "--game", game, "--size", str(size), "--difficulty", difficulty, "--seed", str(seed)]
    done = click.testing.CliRunner().invoke(cli, [*arguments, "--json", "--solutions", "--links", str(pages)])
    assert done.exit_code == 0, done.output
    return dict(json.loads(done.stdout))


def play_grid(page: Any, made: dict[str, Any]) -> None:
    """A first press puts the first symbol, or a cross, a second one the other, or a crown."""
    presses = {"S": 1, "M": 2, "0": 1, "1": 2, "Q": 2, ".": 0}
    for r, (row, wanted) in enumerate(zip(made["cells"], made["solution"], strict=True)):
        for c, (here, symbol) in enumerate(zip(row, wanted, strict=True)):
            if here == ".":
                x, y = page.evaluate(f"game.geometry().cells['{r},{c}']")
                for _ in range(presses[symbol]):
                    page.mouse.click(x, y)


def play_pips(page: Any, made: dict[str, Any]) -> None:
    """Turn each domino in the tray until its first number is where it belongs, and drag it there."""
    for index, (first, second) in enumerate(made["solution"]):
        turns = {(0, 1): 0, (1, 0): 1, (0, -1): 2, (-1, 0): 3}[second[0] - first[0], second[1] - first[1]]
        for _ in range(turns):
            page.mouse.click(*tile(page, index))
        cells = page.evaluate("game.geometry().cells")
        (ax, ay), (bx, by) = (cells[f"{r},{c}"] for r, c in (first, second))
        page.mouse.move(*tile(page, index))
        page.mouse.down()
        page.mouse.move((ax + bx) / 2, (ay + by) / 2, steps=4)
        page.mouse.up()


def tile(page: Any, index: int) -> tuple[float, float]:
    x, y = next(one["middle"] for one in page.evaluate("game.geometry().tray") if one["index"] == index)
    return x, y


@pytest.mark.parametrize(("game", "size", "difficulty", "seed"), KINDS)
def test_a_generated_puzzle_is_played_on_its_page(
    open_link: Opener, tmp_path: Path, game: str, size: int, difficulty: str, seed: int
) -> None:
    made = generated(game, size, difficulty, seed, render.PAGES)
    assert made["link"].startswith("file://")
    page = open_link(made["link"] + ("&ease=0&notice=none" if game == "pips" else ""))
    puzzle = solver.load(made)
    assert solver.load({"game": game, **page.evaluate("game.puzzle")}) == puzzle
    page.screenshot(path=tmp_path / "page.png")
    read = vision.read(tmp_path / "page.png").puzzle
    if isinstance(puzzle, BinaryPuzzle):
        assert isinstance(read, BinaryPuzzle)
        assert (read.cells, read.h, read.v) == (puzzle.cells, puzzle.h, puzzle.v)
    elif isinstance(puzzle, QueensPuzzle):
        assert read == puzzle
    else:
        assert isinstance(read, PipsPuzzle)
        assert solver.classify(read) == "unique"
    assert not page.evaluate("game.solved")
    (play_pips if game == "pips" else play_grid)(page, made)
    assert page.evaluate("game.solved")


DROP = """text => {
  const data = new DataTransfer();
  data.items.add(new File([text], 'puzzle.json'));
  document.dispatchEvent(new DragEvent('drop', {dataTransfer: data, cancelable: true}));
}"""


@pytest.mark.parametrize("game", list(EXAMPLES))
def test_a_file_dropped_on_the_page(open_link: Opener, tmp_path: Path, game: str) -> None:
    """The first puzzle of it is played; what is none changes nothing, and is said."""
    name = tmp_path / "puzzles.json"
    arguments = ["generate", "--game", game, "--seed", "8", "--count", "2", "-o", str(name)]
    assert click.testing.CliRunner().invoke(cli, arguments).exit_code == 0
    text = name.read_text()
    page = open_link((render.PAGES / f"{game}.html").as_uri() + "#puzzle=" + quote(EXAMPLES[game]))
    said: list[str] = []

    def hear(dialog: Any) -> None:
        said.append(dialog.message)
        dialog.dismiss()

    page.on("dialog", hear)
    for bad in ("", "a letter", '{"game": "chess", "cells": ["S"], "dominoes": [[1, 2]]}'):
        page.evaluate(DROP, bad)
    page.wait_for_timeout(100)
    assert said == [f"There is no {game.capitalize()} puzzle in this file."] * 3
    with page.expect_navigation():
        page.evaluate(DROP, text)
    page.wait_for_selector("body[data-ready]")
    assert solver.load({"game": game, **page.evaluate("game.puzzle")}) == solver.load(json.loads(text.splitlines()[0]))


def test_a_link_to_a_server(open_link: Opener) -> None:
    """Behind the # everything stays with the browser: the server is asked for nothing but the page."""
    with render.serving() as address:
        made = generated("takuzu", 8, "easy", 1, address)
        page = open_link(made["link"])
        assert page.evaluate("game.cells()") == made["cells"]
        assert (
            page.evaluate("performance.getEntriesByType('navigation')[0].name").split("#")[0]
            == f"{address}/takuzu.html"
        )
