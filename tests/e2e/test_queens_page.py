"""The Queens page plays as the real game does, in a real browser: other tests and the mouse player rely on it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlencode

import pytest

import solver
from samples import render

PUZZLE: dict[str, Any] = {"game": "queens", "size": 5, "regions": ["AABBB", "CCBBB", "CCCCB", "DCCEE", "EEEEE"]}
SOLUTION = [".Q...", "....Q", "..Q..", "Q....", "...Q."]
CROWNS = [(0, 1), (1, 4), (2, 2), (3, 0), (4, 3)]

Opener = Callable[..., Any]


@pytest.fixture(scope="module")
def open_page(browser: Any) -> Iterator[Opener]:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    with render.serving() as address:

        def opener(**query: str) -> Any:
            page.goto(f"{address}/queens.html?{urlencode({'puzzle': json.dumps(PUZZLE), 'delay': '100'} | query)}")
            page.wait_for_selector("body[data-ready]")
            return page

        yield opener
    assert errors == []
    context.close()


def cells(page: Any) -> list[str]:
    return list(page.evaluate("game.cells()"))


def place(page: Any, r: int, c: int) -> tuple[float, float]:
    x, y = page.evaluate(f"game.geometry().cells['{r},{c}']")
    return x, y


def press(page: Any, r: int, c: int, times: int = 1, button: str = "left") -> None:
    for _ in range(times):
        page.mouse.click(*place(page, r, c), button=button)


def test_the_puzzle_of_these_tests_has_one_solution() -> None:
    assert [found.to_json() for found in solver.solutions(solver.load(PUZZLE))] == [SOLUTION]


def test_a_click_goes_round_cross_crown_nothing_and_the_right_button_the_other_way(open_page: Opener) -> None:
    page = open_page()
    seen = []
    for button in ("left", "left", "left", "right", "right", "right"):
        press(page, 2, 0, button=button)
        seen.append(cells(page)[2][0])
    assert seen == ["x", "Q", ".", "Q", "x", "."]
    assert {click["target"] for click in page.evaluate("game.clicks")} == {"cell"}


def test_dragging_crosses_out_what_is_empty(open_page: Opener) -> None:
    page = open_page(state=".....,..Q..,.....,.....,.....")
    page.mouse.move(*place(page, 1, 0))
    page.mouse.down()
    for c in (1, 2, 3):
        page.mouse.move(*place(page, 1, c), steps=3)
    page.mouse.up()
    assert cells(page)[1] == "xxQx."
    press(page, 1, 4)
    assert cells(page)[1] == "xxQxx"
    page.click("[data-action=undo]")
    page.click("[data-action=undo]")
    assert cells(page)[1] == "..Q.."  # the drag was one step
    page.click("[data-action=clear]")
    assert cells(page) == ["....."] * 5


def test_crosses_that_a_crown_makes_go_with_it(open_page: Opener) -> None:
    page = open_page(auto="1")
    press(page, 4, 0)  # a cross by hand stays
    press(page, 0, 1, times=2)
    assert cells(page) == ["xQxxx", "xxx..", ".x...", ".x...", "xx..."]
    press(page, 3, 0, times=2)
    assert cells(page) == ["xQxxx", "xxx..", "xx...", "Qxxxx", "xx..."]
    press(page, 0, 1)
    assert cells(page) == ["x....", "x....", "xx...", "Qxxxx", "xx..."]
    press(page, 3, 0)
    assert cells(page) == ["....."] * 4 + ["x...."]


@pytest.mark.parametrize(
    ("state", "wrong", "striped"),
    [
        ("Q...Q,.....,.....,.....,.....", {"0,0", "0,4"}, {f"0,{c}" for c in range(5)}),
        ("....Q,.....,.....,.....,....Q", {"0,4", "4,4"}, {f"{r},4" for r in range(5)}),
        (".....,.....,.Q...,...xx,.....", set(), set()),
        ("..Q..,....Q,.....,.....,.....", {"0,2", "1,4"}, {"0,2", "0,3", "0,4", "1,2", "1,3", "1,4", "2,4"}),
        (".....,.....,..Q..,...Q.,.....", {"2,2", "3,3"}, {"2,2", "3,3"}),
    ],
    ids=["row", "column", "nothing", "region", "touching"],
)
def test_rules_broken_are_striped(open_page: Opener, state: str, wrong: set[str], striped: set[str]) -> None:
    page = open_page(state=state)
    assert set(page.evaluate("game.wrong()")) == wrong
    assert set(page.evaluate("game.striped()")) == striped
    assert page.locator(".cell .stripes").count() == len(striped)


def test_stripes_come_late_and_go_at_once(open_page: Opener) -> None:
    page = open_page(delay="300")
    press(page, 0, 0, times=2)
    press(page, 0, 4, times=2)
    assert page.evaluate("game.striped()") == []
    page.wait_for_function("game.striped().length === 5")
    press(page, 0, 4)
    assert page.evaluate("game.striped()") == []


def test_the_last_right_crown_wins_and_turns_all_to_gold(open_page: Opener) -> None:
    page = open_page(result="2000")
    for r, c in CROWNS:
        assert not page.evaluate("game.solved")
        press(page, r, c, times=2)
    assert page.evaluate("game.solved")
    assert cells(page) == SOLUTION
    gold = page.evaluate("game.look.crown.gold")
    assert page.locator(f".cell .q [fill='{gold}']").count() >= 5
    assert page.locator("[data-action=hint]").is_disabled()
    press(page, 0, 0)
    assert cells(page) == SOLUTION
    page.wait_for_function("game.geometry() === null")  # then a page without a board


def test_a_hint_is_a_crown_of_the_solution_or_none(open_page: Opener) -> None:
    page = open_page(state=".Q...,.....,.....,.....,.....")
    page.click("[data-action=hint]")
    hinted = page.evaluate("game.hinted()")
    assert hinted is None or tuple(map(int, hinted.split(","))) in CROWNS


def test_ways_for_those_who_play_by_machine(open_page: Opener) -> None:
    page = open_page(buttons="two")
    press(page, 0, 0)
    press(page, 1, 0, button="right")
    assert [row[0] for row in cells(page)][:2] == ["Q", "x"]
    page = open_page(order=".Qx", lose="2")
    press(page, 0, 0, times=3)
    assert cells(page)[0][0] == "x"
    page = open_page(given="1", puzzle=json.dumps(PUZZLE | {"cells": [".Q..."] + ["....."] * 4}))
    press(page, 0, 1)
    press(page, 0, 0)
    assert cells(page)[0] == "xQ..."


@pytest.mark.parametrize("look", ["classic", "ember", "widgets", "print", "toys"])
def test_regions_can_be_told_and_cells_are_where_the_page_says(open_page: Opener, look: str) -> None:
    page = open_page(look=look, patterns="1")
    colours = page.evaluate("game.colours")
    assert set(colours) == set("ABCDE")
    assert len(set(colours.values())) == (1 if look == "print" else 5)
    for cell in ("0,0", "2,3", "4,4"):
        x, y = page.evaluate(f"game.geometry().cells['{cell}']")
        under = f"document.elementFromPoint({x}, {y}).closest('.cell').dataset"
        assert page.evaluate(f"`${{{under}.r}},${{{under}.c}}`") == cell
