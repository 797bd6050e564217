"""The Pips page under a real mouse in a real browser: samples and the player rely on how it behaves."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlencode

import pytest

import solver
from samples import pips_shots, render
from solver.pips.puzzle import PipsPuzzle, PipsSolution

PUZZLE: dict[str, Any] = {
    "game": "pips",
    "dominoes": [[1, 2], [3, 3], [0, 5], [6, 4]],
    "regions": [
        {"type": "sum", "target": 3, "indices": [[0, 0], [1, 0]]},
        {"type": "equals", "indices": [[0, 1], [0, 2]]},
        {"type": "sum", "target": 5, "indices": [[1, 1]]},
        {"type": "empty", "indices": [[1, 2]]},
        {"type": "greater", "target": 9, "indices": [[3, 0], [3, 1]]},
    ],
}
"""Six cells in two rows, and an island of two below."""
Edge = tuple[tuple[int, int], tuple[int, int]]
ISLAND: Edge = ((3, 0), (3, 1))
TALL: Edge = ((0, 0), (1, 0))
WIDE: Edge = ((0, 1), (0, 2))
FLIPPED: Edge = ((1, 2), (1, 1))
SOLVED = [[[0, 0], [1, 0], [1, 2]], [[0, 1], [0, 2], [3, 3]], [[1, 1], [1, 2], [5, 0]], [[3, 0], [3, 1], [6, 4]]]

Point = tuple[float, float]
Opener = Callable[..., Any]


@pytest.fixture(scope="module")
def context(browser: Any) -> Iterator[Any]:
    with browser.new_context(viewport={"width": 1100, "height": 800}) as opened:
        yield opened


@pytest.fixture
def open_page(context: Any, address: str) -> Iterator[Opener]:
    pages = []

    def opener(day: Any = None, **query: str) -> Any:
        page = context.new_page()
        pages.append(page)
        page.errors = []
        page.on("pageerror", lambda error: page.errors.append(str(error)))
        if day is not None:
            page.route("**/day.json", lambda route: route.fulfill(json=day))
            query = {"day": "day.json"} | query
        elif "puzzle" not in query:
            query = {"puzzle": json.dumps(PUZZLE)} | query
        page.goto(f"{address}/pips.html?{urlencode({'ease': '0'} | query)}")
        page.wait_for_selector("body[data-ready]")
        return page

    yield opener
    for page in pages:
        page.close()
        assert page.errors == []


def geometry(page: Any) -> dict[str, Any]:
    return dict(page.evaluate("game.geometry()"))


def domino(page: Any, index: int) -> dict[str, Any]:
    """Where a domino is: in the tray or on the board."""
    where = geometry(page)
    return next(d for d in where["tray"] + where["placed"] if d["index"] == index)


def middle(page: Any, edge: Edge) -> Point:
    """The middle of an edge of two cells."""
    cells = geometry(page)["cells"]
    (ax, ay), (bx, by) = (cells[f"{r},{c}"] for r, c in edge)
    return (ax + bx) / 2, (ay + by) / 2


def drag(page: Any, start: Point, end: Point) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=5)
    page.mouse.up()


def put(page: Any, index: int, edge: Edge, turns: int = 0) -> None:
    for _ in range(turns):
        page.mouse.click(*domino(page, index)["middle"])
    drag(page, domino(page, index)["middle"], middle(page, edge))


def placed(page: Any) -> list[Any]:
    return list(page.evaluate("game.placed()"))


def tray(page: Any) -> list[Any]:
    return list(page.evaluate("game.tray()"))


def finish(page: Any) -> None:
    put(page, 0, TALL, 1)
    put(page, 1, WIDE)
    put(page, 2, FLIPPED, 2)
    put(page, 3, ISLAND)


def test_the_puzzle_of_these_tests_has_this_solution() -> None:
    puzzle = solver.load(PUZZLE)
    assert isinstance(puzzle, PipsPuzzle)
    assert PipsSolution(puzzle, (TALL, WIDE, FLIPPED, ISLAND)).broken() == ()


def test_a_click_turns_a_quarter_clockwise(open_page: Opener) -> None:
    page = open_page()
    seen = []
    for _ in range(4):
        page.mouse.click(*domino(page, 0)["middle"])
        x0, y0, x1, y1 = domino(page, 0)["box"]
        seen.append((tray(page)[0], x1 - x0 > y1 - y0))
    # the left number comes to stand on top, then on the right, then below
    assert seen == [([1, 2], False), ([2, 1], True), ([2, 1], False), ([1, 2], True)]


def test_a_press_that_wavers_is_still_a_click(open_page: Opener) -> None:
    page = open_page()
    x, y = domino(page, 0)["middle"]
    drag(page, (x, y), (x + 2, y + 2))
    assert domino(page, 0)["turns"] == 1


def test_a_drag_by_the_middle_lays_the_domino_there(open_page: Opener) -> None:
    page = open_page()
    put(page, 3, ISLAND)
    assert placed(page) == [[[3, 0], [3, 1], [6, 4]]]
    assert tray(page) == [[1, 2], [3, 3], [0, 5]]
    put(page, 0, TALL, 1)
    assert placed(page)[0] == [[0, 0], [1, 0], [1, 2]]


def test_a_domino_turned_round_lies_the_other_way_round(open_page: Opener) -> None:
    page = open_page()
    put(page, 2, FLIPPED, 2)
    assert placed(page) == [[[1, 1], [1, 2], [5, 0]]]
    put(page, 0, TALL, 3)
    assert placed(page)[0] == [[0, 0], [1, 0], [2, 1]]


def test_a_drag_by_a_half_moves_the_middle_as_far_as_the_pointer(open_page: Opener) -> None:
    page = open_page()
    held = domino(page, 3)
    (mx, my), (hx, hy) = held["middle"], held["halves"][1]
    x, y = middle(page, ISLAND)
    drag(page, (hx, hy), (x + hx - mx, y + hy - my))
    assert placed(page) == [[[3, 0], [3, 1], [6, 4]]]


@pytest.mark.parametrize(("dx", "dy"), [(0.45, 0.0), (-0.45, 0.45), (0.0, -0.45), (0.4, 0.4)])
def test_the_nearest_edge_counts(open_page: Opener, dx: float, dy: float) -> None:
    page = open_page()
    pitch = geometry(page)["pitch"]
    x, y = middle(page, WIDE)
    drag(page, domino(page, 1)["middle"], (x + dx * pitch, y + dy * pitch))
    assert placed(page) == [[[0, 1], [0, 2], [3, 3]]]


@pytest.mark.parametrize("where", [((0, 2), (0, 3)), ((2, 0), (2, 1)), ((3, 1), (3, 2)), ((-1, 0), (-1, 1))], ids=str)
def test_a_drop_that_is_not_on_two_cells_goes_back_to_the_tray(open_page: Opener, where: Any) -> None:
    page = open_page()
    lattice = geometry(page)["lattice"]
    (r, c), _ = where
    spot = lattice["x0"] + (c + 1) * lattice["pitch"], lattice["y0"] + (r + 0.5) * lattice["pitch"]
    drag(page, domino(page, 1)["middle"], spot)
    assert placed(page) == []
    assert tray(page) == PUZZLE["dominoes"]
    assert page.evaluate("game.drops.map(d => d.at)") == [None]


def test_a_drop_on_another_domino_goes_back_to_the_tray(open_page: Opener) -> None:
    page = open_page()
    put(page, 1, WIDE)
    put(page, 3, ((0, 0), (0, 1)))
    assert placed(page) == [[[0, 1], [0, 2], [3, 3]]]
    assert [6, 4] in tray(page)


def test_the_tray_closes_up(open_page: Opener) -> None:
    page = open_page()
    before = [tile["middle"] for tile in geometry(page)["tray"]]
    put(page, 0, TALL, 1)
    after = {tile["index"]: tile["middle"] for tile in geometry(page)["tray"]}
    assert sorted(after) == [1, 2, 3]
    step = before[1][0] - before[0][0]
    assert [after[k][0] for k in (1, 2, 3)] == pytest.approx([before[k][0] - step / 2 for k in (1, 2, 3)])
    put(page, 3, ISLAND)
    assert [tile["index"] for tile in geometry(page)["tray"]] == [1, 2]


@pytest.mark.parametrize("query", [{"gaps": "1"}, {"look": "cream"}], ids=str)
def test_or_it_does_not(open_page: Opener, query: dict[str, str]) -> None:
    page = open_page(**query)
    before = {tile["index"]: tile["middle"] for tile in geometry(page)["tray"]}
    put(page, 1, WIDE)
    after = {tile["index"]: tile["middle"] for tile in geometry(page)["tray"]}
    assert after == {k: before[k] for k in (0, 2, 3)}


def test_a_domino_on_the_board_can_be_moved_and_dragged_back(open_page: Opener) -> None:
    page = open_page()
    home = domino(page, 3)["middle"]
    put(page, 3, ISLAND)
    put(page, 3, WIDE)
    assert placed(page) == [[[0, 1], [0, 2], [6, 4]]]
    drag(page, domino(page, 3)["middle"], tuple(home))
    assert placed(page) == []
    assert tray(page) == PUZZLE["dominoes"]


def test_half_a_cell_aside_onto_its_own_place_is_allowed(open_page: Opener) -> None:
    page = open_page()
    put(page, 3, ((0, 0), (0, 1)))
    put(page, 3, WIDE)
    assert placed(page) == [[[0, 1], [0, 2], [6, 4]]]


def test_a_click_on_the_board_turns_nothing(open_page: Opener) -> None:
    page = open_page()
    put(page, 3, ISLAND)
    page.mouse.click(*domino(page, 3)["middle"])
    assert placed(page) == [[[3, 0], [3, 1], [6, 4]]]


def test_the_right_button_does_nothing(open_page: Opener) -> None:
    page = open_page()
    page.mouse.click(*domino(page, 0)["middle"], button="right")
    assert domino(page, 0)["turns"] == 0


def test_undo_and_clear(open_page: Opener) -> None:
    page = open_page()
    assert page.locator("[data-action=undo]").is_disabled()
    put(page, 0, TALL, 1)
    put(page, 3, ISLAND)
    page.click("[data-action=undo]")
    assert placed(page) == [[[0, 0], [1, 0], [1, 2]]]
    page.click("[data-action=undo]")
    assert domino(page, 0)["turns"] == 1
    page.click("[data-action=undo]")
    assert domino(page, 0)["turns"] == 0
    assert page.locator("[data-action=undo]").is_disabled()
    put(page, 1, WIDE)
    put(page, 3, ISLAND)
    page.click("[data-action=clear]")
    assert placed(page) == []
    assert len(tray(page)) == 4


def test_the_solution_is_told_and_locks_the_board(open_page: Opener) -> None:
    page = open_page()
    assert page.locator(".banner").count() == 0
    finish(page)
    assert page.evaluate("game.solved")
    assert placed(page) == SOLVED
    assert page.locator(".banner").inner_text() == "All rules kept!"
    drag(page, domino(page, 3)["middle"], (20, 700))
    assert placed(page) == SOLVED
    assert page.locator("[data-action=clear]").is_disabled()
    assert page.evaluate("window.state.solved")


def test_a_full_board_that_breaks_a_rule_is_not_solved(open_page: Opener) -> None:
    page = open_page()
    put(page, 0, TALL, 3)
    put(page, 1, ISLAND)
    put(page, 2, FLIPPED, 2)
    put(page, 3, WIDE)
    assert not page.evaluate("game.solved")
    assert page.evaluate("game.broken()") == [1, 4]
    assert "not kept" in page.locator(".banner").inner_text()
    drag(page, domino(page, 3)["middle"], (30, 700))
    assert page.locator(".banner").count() == 0


def test_the_notice_may_be_a_dialog(open_page: Opener) -> None:
    page = open_page(notice="dialog", state=json.dumps(SOLVED))
    assert page.locator(".dialog").count() == 1
    page.click(".dialog button")
    assert page.locator(".dialog").count() == 0


def test_a_state_is_shown(open_page: Opener) -> None:
    page = open_page(state=json.dumps(SOLVED[:3]), turns="3:3")
    assert placed(page) == SOLVED[:3]
    assert tray(page) == [[4, 6]]


def test_a_domino_in_the_air_is_neither_here_nor_there(open_page: Opener) -> None:
    page = open_page(drag="2,3.5,2.5,1")
    assert page.evaluate("[game.held(), game.tray().length, game.placed()]") == [[[0, 5]], 3, []]
    lattice, held = geometry(page)["lattice"], geometry(page)["held"][0]
    at = [lattice["x0"] + 3.5 * lattice["pitch"], lattice["y0"] + 2.5 * lattice["pitch"]]
    assert held["middle"] == pytest.approx(at)


@pytest.mark.parametrize("level", ["easy", "hard"])
def test_day_files_by_address(open_page: Opener, level: str) -> None:
    other = PUZZLE | {"dominoes": [[1, 2], [3, 3], [0, 5], [5, 5]], "id": 7, "solution": [], "constructors": "us"}
    page = open_page(day={"printDate": "2030-01-01", "easy": other, "hard": PUZZLE}, level=level)
    assert tray(page)[3] == ([5, 5] if level == "easy" else [6, 4])


def test_a_level_that_is_not_there_is_told(open_page: Opener) -> None:
    page = open_page(day={"easy": PUZZLE}, level="medium")
    assert page.locator(".failed").inner_text() == "This puzzle cannot be shown: no puzzle of level medium"


def test_a_puzzle_in_base64(open_page: Opener) -> None:
    page = open_page(puzzle=base64.urlsafe_b64encode(json.dumps(PUZZLE).encode()).decode())
    assert tray(page) == PUZZLE["dominoes"]


def test_every_second_press_is_lost(open_page: Opener) -> None:
    page = open_page(lose="2")
    for _ in range(3):
        page.mouse.click(*domino(page, 0)["middle"])
    assert domino(page, 0)["turns"] == 2
    put(page, 3, ISLAND)
    assert placed(page) == []
    put(page, 3, ISLAND)
    assert placed(page) == [[[3, 0], [3, 1], [6, 4]]]


def test_a_share_of_presses_is_lost_always_the_same_ones(open_page: Opener) -> None:
    runs = []
    for _ in range(2):
        page = open_page(lose="0.2", seed="3")
        turns = []
        for _ in range(15):
            page.mouse.click(*domino(page, 0)["middle"])
            turns.append(domino(page, 0)["turns"])
        runs.append(turns)
    assert runs[0] == runs[1]
    lost = sum(a == b for a, b in zip([0, *runs[0]], runs[0], strict=False))
    assert 1 <= lost <= 6


def test_a_slow_page_acts_later(open_page: Opener) -> None:
    page = open_page(slow="400")
    page.mouse.click(*domino(page, 0)["middle"])
    assert domino(page, 0)["turns"] == 0
    page.wait_for_function("game.geometry().tray[0].turns === 1")


def test_first_select_then_turn(open_page: Opener) -> None:
    page = open_page(select="1")
    page.mouse.click(*domino(page, 0)["middle"])
    assert (page.evaluate("game.selected"), domino(page, 0)["turns"]) == (0, 0)
    page.mouse.click(*domino(page, 0)["middle"])
    assert domino(page, 0)["turns"] == 1
    put(page, 3, ISLAND)
    assert len(placed(page)) == 1


def test_the_dialog_covers_everything_until_it_is_closed(open_page: Opener) -> None:
    page = open_page(dialog="1")
    page.mouse.click(*domino(page, 0)["middle"])
    assert domino(page, 0)["turns"] == 0
    page.click(".dialog button")
    page.mouse.click(*domino(page, 0)["middle"])
    assert domino(page, 0)["turns"] == 1


def test_a_dialog_may_come_later(open_page: Opener) -> None:
    page = open_page(dialog="after:2")
    put(page, 3, ISLAND)
    assert page.locator(".dialog").count() == 0
    put(page, 1, WIDE)
    assert page.locator(".dialog").count() == 1


def test_everything_may_be_pushed_down(open_page: Opener) -> None:
    page = open_page(shift="after:1")
    before = geometry(page)["lattice"]["y0"]
    put(page, 3, ISLAND)
    assert geometry(page)["lattice"]["y0"] == before + 64
    put(page, 1, WIDE)
    assert len(placed(page)) == 2


def test_the_window_may_change_its_size(open_page: Opener) -> None:
    page = open_page()
    put(page, 3, ISLAND)
    page.set_viewport_size({"width": 420, "height": 760})
    page.wait_for_function("game.geometry().bbox[2] < 420")
    put(page, 1, WIDE)
    assert placed(page) == [[[0, 1], [0, 2], [3, 3]], [[3, 0], [3, 1], [6, 4]]]
    assert tray(page) == [[1, 2], [0, 5]]


def test_presses_are_logged_with_what_lay_under_them(open_page: Opener) -> None:
    page = open_page()
    put(page, 3, ISLAND)
    page.mouse.click(*domino(page, 3)["middle"])
    page.mouse.click(*geometry(page)["cells"]["0,0"])
    page.mouse.click(30, 500)
    page.click("[data-action=clear]")
    assert [click["target"] for click in page.evaluate("game.clicks")] == [
        "tray",
        "placed",
        "board",
        "outside",
        "clear",
    ]


def test_geometry_is_where_things_are(open_page: Opener) -> None:
    page = open_page(cell="50", state=json.dumps(SOLVED[:1]), turns="2:1")
    where = geometry(page)
    x0, y0, x1, y1 = where["bbox"]
    assert (x1 - x0, y1 - y0) == (150, 200)
    assert where["cells"]["3,1"] == [x0 + 75, y0 + 175]
    assert len(where["cells"]) == 8
    for one in where["tray"] + where["placed"]:
        found = page.evaluate(
            "([x, y]) => document.elementFromPoint(x, y).closest('.domino').dataset.index", one["halves"][0]
        )
        assert int(found) == one["index"]
        rect = page.locator(f".domino[data-index='{one['index']}']").bounding_box()
        assert [rect["x"], rect["y"]] == pytest.approx(one["box"][:2], abs=0.05)
        assert [rect["width"], rect["height"]] == pytest.approx(
            [one["box"][2] - one["box"][0], one["box"][3] - one["box"][1]], abs=0.05
        )
    assert {tag["text"]: tag["middle"] for tag in where["tags"]} == {
        "3": [x0 + 50, y0 + 100],
        "=": [x0 + 150, y0 + 50],
        "5": [x0 + 100, y0 + 100],
        ">9": [x0 + 100, y0 + 200],
    }


def test_turned_tiles_make_room_or_overlap(open_page: Opener) -> None:
    heights = []
    for query in ({}, {"overlap": "1"}):
        page = open_page(perrow="2", turns="0:1", **query)
        boxes = {tile["index"]: tile["box"] for tile in geometry(page)["tray"]}
        heights.append(boxes[2][1] - boxes[0][3])
    assert heights[0] > 0 > heights[1]


@pytest.mark.parametrize(
    ("name", "theme"), [(name, "light") for name in pips_shots.KNOWN] + [("classic", "dark"), ("felt", "dark")]
)
def test_every_look_opens_and_plays(open_page: Opener, name: str, theme: str) -> None:
    page = open_page(look=name, theme=theme)
    assert page.evaluate("game.look.name") == name
    put(page, 0, TALL, 1)
    assert placed(page) == [[[0, 0], [1, 0], [1, 2]]]


@pytest.mark.parametrize("name", ["classic-crop", "classic-app-wrong", "cream-retina", "classic-held", "none-tray"])
def test_a_sample_taken_again_has_the_same_label(browser: Any, address: str, name: str) -> None:
    shot = next(shot for shot in pips_shots.SHOTS if shot.name == name)
    taken = pips_shots.CAMERA(browser, address).take(shot)
    assert taken is not None
    committed = json.loads((render.HERE / "pips" / f"{name}.json").read_text("utf-8"))
    assert json.loads(json.dumps(taken[1] | {"image": f"{name}.png"})) == committed


def test_random_pictures_are_labelled_and_repeatable(browser: Any, address: str) -> None:
    camera = pips_shots.CAMERA(browser, address)
    for shot, again, _ in zip(pips_shots.wild_shots(5), pips_shots.wild_shots(5), range(2), strict=False):
        assert shot == again
        taken = camera.take(shot)
        if taken is not None:
            label = taken[1]
            solver.load(label["puzzle"])
            assert len(label["placed"]) + len(label["tray"]) == len(label["puzzle"]["dominoes"])
            assert label["lattice"]["pitch"] >= 39.9
