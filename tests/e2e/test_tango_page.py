"""The sample page plays as the real game does, in a real browser: other tests and the mouse player rely on it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlencode

import pytest

import solver
from samples import render

PUZZLE: dict[str, Any] = {
    "game": "tango",
    "size": 4,
    "cells": ["S...", "....", "...M", "...."],
    "h": ["=..", "...", "...", "..x"],
    "v": ["....", "x...", "...."],
}
SOLUTION = ["SSMM", "MMSS", "SMSM", "MSMS"]

Opener = Callable[..., Any]


@pytest.fixture
def open_page(browser: Any, address: str) -> Iterator[Opener]:
    contexts = []

    def opener(puzzle: dict[str, Any] | None = None, **query: str) -> Any:
        context = browser.new_context(viewport={"width": 1280, "height": 900})
        contexts.append(context)
        page = context.new_page()
        page.errors = []
        page.on("pageerror", lambda error: page.errors.append(str(error)))
        query = {"puzzle": json.dumps(puzzle or PUZZLE), "delay": "100"} | query
        page.goto(f"{address}/tango.html?{urlencode(query)}")
        page.wait_for_selector("body[data-ready]")
        return page

    yield opener
    for context in contexts:
        for page in context.pages:
            assert page.errors == []
        context.close()


def cells(page: Any) -> list[str]:
    return list(page.evaluate("game.cells()"))


def press(page: Any, r: int, c: int, button: str = "left") -> None:
    x, y = page.evaluate(f"game.geometry().cells['{r},{c}']")
    page.mouse.click(x, y, button=button)


def test_a_click_goes_round_sun_moon_empty_and_the_right_button_the_other_way(open_page: Opener) -> None:
    page = open_page()
    seen = []
    for button in ("left", "left", "left", "right", "right", "right"):
        press(page, 1, 1, button)
        seen.append(cells(page)[1][1])
    assert seen == ["S", "M", ".", "M", "S", "."]


def test_clues_stay(open_page: Opener) -> None:
    page = open_page()
    press(page, 0, 0)
    press(page, 2, 3, "right")
    assert cells(page) == PUZZLE["cells"]
    assert [click["target"] for click in page.evaluate("game.clicks")] == ["clue", "clue"]


def test_undo_and_clear(open_page: Opener) -> None:
    page = open_page()
    assert page.locator("[data-action=undo]").is_disabled()
    press(page, 1, 1)
    press(page, 1, 1)
    press(page, 3, 0)
    page.click("[data-action=undo]")
    assert cells(page) == ["S...", ".M..", "...M", "...."]
    page.click("[data-action=undo]")
    assert cells(page) == ["S...", ".S..", "...M", "...."]
    page.click("[data-action=clear]")
    assert cells(page) == PUZZLE["cells"]
    assert page.locator("[data-action=undo]").is_disabled()


@pytest.mark.parametrize(
    ("entries", "wrong"),
    [
        ("SSS.,....,...M,....", {"0,0", "0,1", "0,2"}),
        ("S...,S...,S..M,....", {"0,0", "1,0", "2,0"}),
        ("SM..,....,...M,....", {"0,0", "0,1"}),
        ("S...,M...,M..M,....", {"1,0", "2,0"}),
        ("S...,....,...M,..SS", {"3,2", "3,3"}),
        ("SS..,....,...M,....", set()),
    ],
    ids=["three in a row", "three in a column", "= broken", "x broken", "x broken below", "nothing"],
)
def test_rules_broken_are_striped(open_page: Opener, entries: str, wrong: set[str]) -> None:
    page = open_page(state=entries)
    assert wrong <= set(page.evaluate("game.wrong()"))
    assert page.locator(".cell .stripes").count() == len(page.evaluate("game.wrong()"))
    if not wrong:
        assert page.evaluate("game.wrong()") == []


def test_stripes_come_late_and_go_at_once(open_page: Opener) -> None:
    page = open_page(delay="400")
    press(page, 0, 1, "right")
    assert page.evaluate("game.wrong()") == []
    page.wait_for_function("game.wrong().length === 2")
    press(page, 0, 1, "right")
    assert page.evaluate("game.wrong()") == []


def fill(page: Any, r: int, c: int) -> None:
    press(page, r, c, "left" if SOLUTION[r][c] == "S" else "right")


def test_the_puzzle_of_these_tests_has_one_solution() -> None:
    assert [solution.to_json() for solution in solver.solutions(solver.load(PUZZLE))] == [SOLUTION]


def test_hints_lead_to_the_end(open_page: Opener) -> None:
    page = open_page()
    for _ in range(14):
        assert not page.evaluate("game.solved")
        page.click("[data-action=hint]")
        r, c = map(int, page.evaluate("game.hinted()").split(","))
        assert cells(page)[r][c] == "."
        assert page.locator(".message").inner_text()
        fill(page, r, c)
        assert page.evaluate("game.hinted()") is None
    assert page.evaluate("game.solved")


def test_a_hint_first_shows_what_is_wrong(open_page: Opener) -> None:
    page = open_page(delay="60000")
    press(page, 0, 1, "right")
    page.click("[data-action=hint]")
    assert page.evaluate("game.hinted()") is None
    assert set(page.evaluate("game.wrong()")) == {"0,0", "0,1"}


def test_the_solution_wins_and_locks_the_board(open_page: Opener) -> None:
    page = open_page()
    for r, row in enumerate(PUZZLE["cells"]):
        for c, symbol in enumerate(row):
            if symbol == ".":
                assert not page.evaluate("game.solved")
                fill(page, r, c)
    assert page.evaluate("game.solved")
    assert page.locator(".board.won.animate").count() == 1
    press(page, 1, 1)
    assert cells(page) == SOLUTION
    assert page.locator("[data-action=undo]").is_disabled()


def test_presses_outside_the_board_are_logged(open_page: Opener) -> None:
    page = open_page()
    page.mouse.click(20, 600)
    page.click("[data-action=hint]")
    press(page, 1, 2)
    log = page.evaluate("game.clicks")
    assert [click["target"] for click in log] == ["outside", "hint", "cell"]
    assert (log[0]["x"], log[0]["y"]) == (20, 600)
    assert (log[2]["r"], log[2]["c"], log[2]["button"]) == (1, 2, 0)


def test_lost_presses(open_page: Opener) -> None:
    page = open_page(lose="2")
    press(page, 1, 1)
    press(page, 1, 1)
    press(page, 1, 1)
    assert cells(page)[1][1] == "M"


def test_geometry_is_where_things_are(open_page: Opener) -> None:
    page = open_page(cell="50")
    geometry = page.evaluate("game.geometry()")
    x0, y0, x1, y1 = geometry["bbox"]
    frame = page.evaluate("game.look.frame.width")
    assert x1 - x0 == y1 - y0 == 4 * 50 + 2 * frame
    assert geometry["cells"]["0,0"] == [x0 + frame + 25, y0 + frame + 25]
    assert len(geometry["cells"]) == 16


@pytest.mark.parametrize("name", sorted({shot.look for shot in render.SHOTS if isinstance(shot.look, str)}))
def test_every_look_opens_and_plays(open_page: Opener, name: str) -> None:
    page = open_page(look=name)
    press(page, 1, 1)
    assert cells(page)[1][1] == "S"
    assert page.evaluate("game.look") != {}


def test_the_dialog_covers_the_board_until_it_is_closed(open_page: Opener) -> None:
    page = open_page(dialog="1")
    press(page, 1, 1)
    assert cells(page) == PUZZLE["cells"]
    page.click(".dialog button")
    press(page, 1, 1)
    assert cells(page)[1][1] == "S"


@pytest.mark.parametrize("name", ["classic-crop", "classic-stripes", "bolt-10x10", "none-zip"])
def test_a_sample_taken_again_has_the_same_label(browser: Any, address: str, name: str) -> None:
    shot = next(shot for shot in render.SHOTS if shot.name == name)
    taken = render.Camera(browser, address).take(shot)
    assert taken is not None
    committed = json.loads((render.HERE / "tango" / f"{name}.json").read_text("utf-8"))
    assert taken[1] | {"image": f"{name}.png"} == committed


def test_the_fragment_is_read_too(browser: Any) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{(render.PAGES / 'tango.html').as_uri()}#{urlencode({'puzzle': json.dumps(PUZZLE), 'theme': 'dark'})}")
    page.wait_for_selector("body[data-ready]")
    assert cells(page) == PUZZLE["cells"]
    context.close()
