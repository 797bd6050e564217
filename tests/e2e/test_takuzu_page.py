"""The Takuzu page plays as the games it stands for do, in a real browser; the players' tests rely on it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlencode

import pytest

import solver
from samples import render, takuzu_shots

PUZZLE: dict[str, Any] = {"game": "takuzu", "size": 4, "cells": ["0.0.", "....", "..1.", ".11."]}
SOLUTION = ["0101", "1001", "1010", "0110"]
EMPTY: dict[str, Any] = {"game": "takuzu", "size": 4, "cells": ["...."] * 4}
Opener = Callable[..., Any]


@pytest.fixture(scope="module")
def context(browser: Any) -> Iterator[Any]:
    context = browser.new_context(viewport={"width": 1000, "height": 800})
    yield context
    context.close()


@pytest.fixture
def open_page(context: Any, address: str) -> Iterator[Opener]:
    pages = []

    def opener(puzzle: dict[str, Any] | None = None, **query: str) -> Any:
        page = context.new_page()
        pages.append(page)
        page.errors = []
        page.on("pageerror", lambda error: page.errors.append(str(error)))
        show(page, address, puzzle, **query)
        return page

    yield opener
    for page in pages:
        assert page.errors == []
        page.close()


def show(page: Any, address: str, puzzle: dict[str, Any] | None = None, **query: str) -> None:
    """Show a puzzle on a page that is open."""
    query = {"puzzle": json.dumps(puzzle or PUZZLE), "delay": "50"} | query
    page.goto(f"{address}/takuzu.html?{urlencode(query)}")
    page.wait_for_selector("body[data-ready]")


def cells(page: Any) -> list[str]:
    return list(page.evaluate("game.cells()"))


def press(page: Any, r: int, c: int, button: str = "left") -> None:
    x, y = page.evaluate(f"game.geometry().cells['{r},{c}']")
    page.mouse.click(x, y, button=button)


def seen(page: Any, buttons: str) -> str:
    """What one cell shows after each press: l left, r right."""
    shown = ""
    for button in buttons:
        press(page, 1, 1, "left" if button == "l" else "right")
        shown += cells(page)[1][1]
    return shown


def test_the_puzzle_of_these_tests_has_one_solution() -> None:
    assert [solution.to_json() for solution in solver.solutions(solver.load(PUZZLE))] == [SOLUTION]


@pytest.mark.parametrize(
    ("query", "buttons", "shown"),
    [
        ({}, "lllrrr", "01.10."),
        ({"cycle": ".10"}, "lllr", "10.0"),
        ({"cycle": "01"}, "lllr", "0101"),
        ({"buttons": "two"}, "lrrll", "01.0."),
        ({"buttons": "swapped"}, "lrrl", "10.1"),
    ],
    ids=["the usual way", "1 first", "never empty again", "a button for each", "the other way round"],
)
def test_how_a_click_changes_a_cell(open_page: Opener, query: dict[str, str], buttons: str, shown: str) -> None:
    assert seen(open_page(**query), buttons) == shown


def test_clues_stay_and_may_show_a_lock(open_page: Opener) -> None:
    page = open_page(look="tiles", theme="dark")
    assert page.locator(".cell .badge").count() == 0
    press(page, 0, 0)
    assert page.locator(".cell .badge").count() == len("".join(PUZZLE["cells"]).replace(".", ""))
    assert cells(page) == PUZZLE["cells"]
    assert [click["target"] for click in page.evaluate("game.clicks")] == ["clue"]


def test_undo_and_clear(open_page: Opener) -> None:
    page = open_page()
    assert page.locator("[data-action=undo]").is_disabled()
    assert seen(page, "ll") == "01"
    press(page, 3, 0)
    page.click("[data-action=undo]")
    assert cells(page) == ["0.0.", ".1..", "..1.", ".11."]
    page.click("[data-action=undo]")
    assert cells(page)[1][1] == "0"
    page.click("[data-action=clear]")
    assert cells(page) == PUZZLE["cells"]
    assert page.locator("[data-action=undo]").is_disabled()


MARKED = PUZZLE | {"h": ["=..", "...", "...", "..."], "v": ["....", "x...", "...."]}


@pytest.mark.parametrize(
    ("puzzle", "state", "wrong"),
    [
        (PUZZLE, "000.,....,..1.,.11.", {"0,0", "0,1", "0,2"}),
        (PUZZLE, "0.0.,0...,0.1.,.11.", {"0,0", "1,0", "2,0"}),
        (EMPTY, "0101,0101,....,....", {f"{r},{c}" for r in (0, 1) for c in range(4)}),
        (EMPTY | {"unique_lines": False}, "0101,0101,....,....", set()),
        (PUZZLE, "0.0.,.1..,..1.,.11.", set()),
        (MARKED, "010.,....,..1.,.11.", {"0,0", "0,1"}),
        (MARKED, "0.0.,1...,1.1.,.11.", {"1,0", "2,0"}),
        (PUZZLE | {"max_run": 3}, "0.0.,0...,0.1.,.11.", {"0,0", "1,0", "2,0"}),
    ],
    ids=["three in a row", "three in a column", "equal rows", "equal rows allowed", "nothing", "=", "x", "too many"],
)
def test_broken_rules_are_marked(open_page: Opener, puzzle: dict[str, Any], state: str, wrong: set[str]) -> None:
    page = open_page(puzzle, state=state, look="tiles")
    assert set(page.evaluate("game.wrong()")) == wrong
    assert page.locator(".mistake").count() == len(wrong)


def test_the_solution_wins_and_locks_the_board(open_page: Opener) -> None:
    page = open_page(buttons="two")
    for r, row in enumerate(PUZZLE["cells"]):
        for c, symbol in enumerate(row):
            if symbol == ".":
                assert not page.evaluate("game.solved")
                press(page, r, c, "left" if SOLUTION[r][c] == "0" else "right")
    assert page.evaluate("game.solved")
    assert page.locator(".message").inner_text() == "Well done!"
    press(page, 1, 1)
    assert cells(page) == SOLUTION


def test_presses_outside_the_board_are_logged(open_page: Opener) -> None:
    page = open_page()
    page.mouse.click(20, 600)
    press(page, 1, 2)
    log = page.evaluate("game.clicks")
    assert [click["target"] for click in log] == ["outside", "cell"]
    assert (log[0]["x"], log[0]["y"]) == (20, 600)
    assert (log[1]["r"], log[1]["c"], log[1]["button"]) == (1, 2, 0)


def test_every_second_press_is_lost(open_page: Opener) -> None:
    assert seen(open_page(lose="2"), "llll") == "0011"


def test_a_share_of_the_presses_is_lost_the_same_ones_each_time(open_page: Opener) -> None:
    first, second = (seen(open_page(lose="0.4", seed="5"), "l" * 20) for _ in range(2))
    assert first == second
    lost = sum(a == b for a, b in zip("." + first, first, strict=False))
    assert 2 <= lost <= 14


def test_a_slow_page_changes_late(open_page: Opener) -> None:
    page = open_page(slow="300")
    press(page, 1, 1)
    assert cells(page)[1][1] == "."
    page.wait_for_function("game.cells()[1][1] === '0'")


def test_the_board_moves_and_the_geometry_follows(open_page: Opener) -> None:
    page = open_page(jump="2")
    before = page.evaluate("game.geometry()")
    seen(page, "ll")
    after = page.evaluate("game.geometry()")
    pitch = before["pitch"]
    moved = [b - a for a, b in zip(before["bbox"], after["bbox"], strict=True)]
    assert moved == pytest.approx([-pitch, pitch * 2 / 3] * 2, abs=0.1)
    assert seen(page, "l") == "."


def test_an_entry_is_lost_again(open_page: Opener) -> None:
    page = open_page(reset="2")
    press(page, 0, 1)
    press(page, 1, 1)
    assert cells(page) == ["0.0.", ".0..", "..1.", ".11."]


@pytest.mark.parametrize("after", [1, 2])
def test_a_dialog_covers_the_board_until_it_is_closed(open_page: Opener, after: int) -> None:
    page = open_page(dialog=str(after))
    if after > 1:
        seen(page, "l" * after)
    before = cells(page)
    press(page, 1, 1)
    assert cells(page) == before
    page.click(".dialog button")
    press(page, 1, 1)
    assert cells(page) != before


def test_geometry_is_where_things_are(open_page: Opener) -> None:
    page = open_page(cell="50", look="digits")
    geometry = page.evaluate("game.geometry()")
    x0, y0, x1, y1 = geometry["bbox"]
    frame = page.evaluate("game.look.frame.width")
    assert x1 - x0 == y1 - y0 == 4 * 50 + 2 * frame
    assert geometry["origin"] == [x0 + frame, y0 + frame]
    assert geometry["cells"]["0,0"] == [x0 + frame + 25, y0 + frame + 25]
    assert len(geometry["cells"]) == 16


@pytest.mark.thorough
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_look_opens_and_plays(open_page: Opener, address: str, theme: str) -> None:
    page = open_page()
    names = page.evaluate("game.looks")
    assert {shot.look for shot in takuzu_shots.SHOTS} <= set(names)
    for name in names:
        show(page, address, look=name, theme=theme)
        assert seen(page, "l") == "0", name


@pytest.mark.parametrize("name", ["plus-6x6", "flatblocks-6x6", "dusk-8x8-wrong", "photo-exam-8x8"])
def test_a_sample_taken_again_has_the_same_label(browser: Any, address: str, name: str) -> None:
    shot = next(shot for shot in takuzu_shots.SHOTS if shot.name == name)
    taken = takuzu_shots.CAMERA(browser, address).take(shot)
    assert taken is not None
    committed = json.loads((render.HERE / "takuzu" / f"{name}.json").read_text("utf-8"))
    assert taken[1] | {"image": committed["image"]} == committed
