"""The real command on pages as other people might build them: other symbols, click orders, events, drag rules.

The pages are in `pages/`, each with a list of what it can do. Where a person could win by the mouse on board and tray,
the command must; where not, it must stop and say so.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import parse_qsl, urlencode

import pytest

import solver
from samples import render
from samples.boards import make_board
from samples.queens_boards import make_board as make_queens
from tests.benchmarks import strangers
from tests.e2e import playing
from tests.e2e.landed import assert_landed
from tests.e2e.playing import Desk, Played, go

pytestmark = pytest.mark.thorough  # test_play.py has the usual ways

PAGES = Path(__file__).parent / "pages"


@pytest.fixture(scope="module")
def screen() -> Iterator[Desk]:
    with playing.desk() as opened:
        yield opened


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with render.serving(PAGES) as served:
        yield served


@pytest.fixture(scope="module")
def page(screen: Desk, address: str) -> Iterator[Any]:
    with (
        playing.playwright() as driver,
        playing.window(driver, screen, f"{address}/grid.html?{urlencode({'puzzle': takuzu(1)})}") as opened,
    ):
        yield opened


def takuzu(seed: int) -> str:
    return json.dumps(solver.generate("takuzu", size=6, seed=seed).to_json())


def tango(seed: int) -> str:
    board = make_board(6, Random(seed))
    return json.dumps(board.with_cells(board.clues))


def played(page: Any, screen: Desk, address: str, **query: str) -> Played:
    """The command on the page of this query, with every press on the board, or on the dominoes."""
    go(page, address + "?" + urlencode(query))
    found = playing.play(screen)
    assert [click for click in page.evaluate("game.clicks") if click["target"] == "outside"] == []
    assert_landed(page, screen, found)
    return found


@pytest.mark.parametrize(
    "ways",
    [
        {"way": "reverse", "symbols": "xo", "theme": "dark", "event": "pointerdown"},
        {"way": "buttons", "symbols": "tiles", "hover": "1", "draw": "canvas"},
        {"way": "flip", "symbols": "digits", "outline": "1", "fade": "400", "shake": "1", "toast": "1"},
        {"way": "select", "symbols": "tiles", "draw": "svg"},
        {"way": "double", "symbols": "digits"},
        {"way": "keys", "symbols": "digits"},
        {"way": "quick", "symbols": "xo"},
        {"way": "both", "symbols": "discs"},
        {"way": "halves", "symbols": "digits"},
        {"way": "popup", "symbols": "discs"},
        {"way": "halves", "symbols": "sky", "event": "pointerdown"},
        {"event": "mouseup", "symbols": "sky", "errors": "1", "dim": "1", "veil": "1"},
        {"event": "capture", "symbols": "sky", "theme": "dark", "hover": "1", "turn": "400"},
        {"way": "notes", "symbols": "digits"},
        {"way": "notes", "symbols": "sky", "event": "pointerup"},
        {"next": "1", "symbols": "sky"},
        {"deaf": "150", "symbols": "xo", "cheer": "confetti"},
        {"press": "30", "symbols": "discs", "cheer": "wave"},
        {"slow": "300", "symbols": "digits", "outline": "1"},
        {"work": "60", "symbols": "xo", "errors": "mark"},
    ],
    ids=lambda ways: "-".join(f"{name}={value}" for name, value in ways.items() if name not in ("symbols", "theme")),
)
def test_a_grid_is_won(page: Any, screen: Desk, address: str, ways: dict[str, str]) -> None:
    puzzle = tango(3) if ways["symbols"] == "sky" else takuzu(4)
    found = played(page, screen, f"{address}/grid.html", puzzle=puzzle, **ways)
    assert page.evaluate("game.solved"), found.end
    assert (found.code, found.end["event"], found.errors) == (0, "won", "")


@pytest.mark.parametrize(
    ("way", "seed"),
    [
        ("one kind of symbol", 0),
        ("one kind of 0 and 1", 7),
        ("one kind of 0 and 1", 5),
        ("one kind, several solutions", 1),
        ("one kind, pencil marks", 2),
        ("single specimen", 0),
    ],
)
def test_a_symbol_that_is_nowhere_at_first_is_learnt(
    page: Any, screen: Desk, address: str, way: str, seed: int
) -> None:
    """Also with markers, and where the clues lie on another ground than what is clicked."""
    query = next(strangers.games(way, 1, seed))
    found = played(page, screen, f"{address}/{query.split('?')[0]}", **dict(parse_qsl(query.split("?")[1])))
    assert page.evaluate("game.solved"), found.end
    assert (found.code, found.end["event"], found.errors) == (0, "won", "")


def test_what_a_page_says_of_a_solved_board_may_stay(page: Any, screen: Desk, address: str) -> None:
    """It goes on taking clicks; the board that it has taken is left, though there are other solutions."""
    query = next(strangers.games("says that it is solved and goes on", 1, 1))
    asked = dict(parse_qsl(query.split("?")[1]))
    found = played(page, screen, f"{address}/{query.split('?')[0]}", **asked)
    assert (found.code, found.end["event"], found.errors) == (0, "won", "")
    assert page.evaluate("game.cells()") == asked["answer"].split(",")


@pytest.mark.parametrize("way", ["palette", "brush"])
@pytest.mark.parametrize(("symbols", "icons"), [("sky", "0.6"), ("xo", "1.1")])
def test_symbols_beside_the_board_are_used(
    page: Any, screen: Desk, address: str, way: str, symbols: str, icons: str
) -> None:
    """Cells are filled by buttons that show the symbols: chosen before the cells are clicked, or after each."""
    found = played(page, screen, f"{address}/grid.html", puzzle=takuzu(4), way=way, symbols=symbols, icons=icons)
    assert page.evaluate("game.solved"), found.end
    assert (found.code, found.end["event"], found.errors) == (0, "won", "")


@pytest.mark.parametrize(
    "ways",
    [
        {"way": "put", "order": "x.Q", "place": "right", "undo": "1", "theme": "dark"},
        {"way": "put", "words": "1", "lines": "1", "crown": "letter", "veil": "1"},
        {"way": "pick", "order": ".xQ", "undo": "1"},
    ],
    ids=["signs", "words, lines", "chosen"],
)
def test_crowns_are_put_by_a_button_that_nothing_tells(
    page: Any, screen: Desk, address: str, ways: dict[str, str]
) -> None:
    """No crown is on the board: each of the signs beside it is tried, and no word."""
    one = make_queens(7, Random(3))
    found = played(page, screen, f"{address}/regions.html", puzzle=json.dumps(one.with_cells(one.empty)), **ways)
    assert (found.code, found.end["event"], found.errors) == (0, "won", "")
    assert page.evaluate("game.cells()") == list(one.solution)


@pytest.mark.parametrize("way", ["palette", "brush"])
def test_letters_beside_a_board_of_other_symbols_are_tried(page: Any, screen: Desk, address: str, way: str) -> None:
    """After all kinds of clicks, and only they; the menu that these have opened is closed."""
    found = played(page, screen, f"{address}/grid.html", puzzle=takuzu(4), way=way, symbols="xo")
    assert (found.code, found.end["event"], found.errors) == (0, "won", "")


def test_no_button_is_pressed_where_clicks_do_nothing(page: Any, screen: Desk, address: str) -> None:
    """As beside a picture of a board."""
    found = played(page, screen, f"{address}/grid.html", puzzle=takuzu(4), way="palette", press="9000", symbols="xo")
    assert (found.code, found.end["kind"]) == (1, "cannot_play")
    assert "by hand" in found.end["message"]
    assert not [click for click in page.evaluate("game.clicks") if click["target"] == "symbol"]


def test_a_board_half_out_of_the_window_is_left(page: Any, screen: Desk, address: str) -> None:
    found = played(page, screen, f"{address}/grid.html", puzzle=takuzu(4), top="-170", symbols="xo")
    assert (found.code, found.end["event"]) == (1, "stopped")
    assert "cut off" in found.end["message"]
    assert page.evaluate("game.clicks") == []


def pips(sample: str = "classic-app-easy") -> str:
    """Five dominoes, of which some have to be turned; or the puzzle of another sample."""
    label = json.loads((playing.ROOT / f"samples/pips/{sample}.json").read_text())
    return json.dumps(label["puzzle"])


WRONG = "[[2, [1, 1], [1, 2]]]"
"""Its third domino lies where the solution has another."""


@pytest.mark.parametrize(
    "ways",
    [
        {"drag": "capture", "snap": "half", "turn": "double", "ease": "120"},
        {"drag": "mouse", "snap": "first", "turn": "select", "tray": "stays"},
        {"drag": "html5", "snap": "first", "fresh": "1", "cheer": "1"},
        {"snap": "centred", "turn": "right", "spin": "-1", "hover": "1"},
        {"back": "click", "tray": "grows", "slow": "250", "theme": "dark"},
        {"drag": "picks", "turn": "right", "whirl": "250"},
        {"drag": "picks", "turn": "select"},
        {"drag": "picks", "turn": "right", "snap": "first"},
        {"hold": "250", "turn": "select", "tray": "stays"},
        {"lag": "100", "spin": "-1", "side": "left"},
        {"turn": "select", "lift": "1", "tint": "1", "tray": "stays"},
        {"turn": "wheel"},
        {"turn": "badge"},
        {"turn": "bar"},
        {"turn": "badge", "unselect": "1", "drag": "cells", "theme": "dark"},
        {"turn": "button", "shows": "1"},
        {"turn": "button", "pale": "1"},
        {"turn": "edge", "stick": "90"},
        {"turn": "hand", "snap": "half"},
        {"turn": "hand", "spin": "-1", "tray": "stays", "wait": "110"},
        {"drag": "mouse", "turn": "press", "snap": "half"},
        {"drag": "hands", "turn": "none", "fresh": "1"},
        {"drag": "hands", "turn": "none", "by": "press"},
        {"turn": "select", "tray": "stays", "copies": "1"},
        {"turn": "each", "tray": "stays"},
        {"drag": "traces", "turn": "none", "back": "click"},
        {"drag": "pairs", "turn": "none", "back": "click", "theme": "dark"},
        {"drag": "pairs", "turn": "none", "half": "1", "first": "upright"},
        {"drag": "sides", "turn": "none", "back": "click"},
        {"drag": "sides", "turn": "none", "half": "1", "theme": "dark"},
        {"back": "right", "state": WRONG},
        {"back": "double", "state": WRONG, "turn": "select"},
    ],
    ids=lambda ways: "-".join(f"{name}={value}" for name, value in ways.items() if name != "state"),
)
def test_dominoes_are_won(page: Any, screen: Desk, address: str, ways: dict[str, str]) -> None:
    found = played(page, screen, f"{address}/dominoes.html", puzzle=pips(), **ways)
    assert page.evaluate("game.solved"), found.end
    assert (found.code, found.end["event"], found.errors) == (0, "won", "")


def test_dominoes_that_lie_over_others_when_turned_are_dragged_at_once(page: Any, screen: Desk, address: str) -> None:
    query = {"puzzle": pips("classic-wide"), "tray": "tight", "cell": "36"}
    found = played(page, screen, f"{address}/dominoes.html", **query)
    assert page.evaluate("game.solved"), found.end
    assert (found.code, found.end["event"], found.errors) == (0, "won", "")


def test_dominoes_that_clicks_do_not_turn_are_left(page: Any, screen: Desk, address: str) -> None:
    found = played(page, screen, f"{address}/dominoes.html", puzzle=pips(), turn="board")
    assert (found.code, found.end["event"]) == (1, "stopped")
    assert "turn" in found.end["message"]
