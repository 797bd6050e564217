"""The page in a real Chromium, at a desktop's size and a phone's: what people do with it."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import solver
from tests.web.conftest import SAMPLES, Served

pytestmark = pytest.mark.slow

TANGO = "tango/classic-desktop-partial.png"
QUEENS = "queens/classic-desktop.png"
DESKTOP = {"viewport": {"width": 1280, "height": 860}}
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True, "device_scale_factor": 2}
Opened = Callable[..., Any]


def label(name: str) -> Any:
    return json.loads((SAMPLES / name).with_suffix(".json").read_bytes())


@contextmanager
def page_of(browser: Any, served: Served, **options: Any) -> Iterator[Any]:
    """A page on which nothing may go wrong: no error, nothing that the policy forbids, no request elsewhere."""
    context = browser.new_context(**{**DESKTOP, **options}, permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    page.on("request", lambda asked: None if is_own(asked.url, served) else wrong.append(asked.url))
    page.set_default_timeout(20_000)
    page.goto(served.address)
    try:
        yield page
        assert wrong == []
    finally:
        context.close()


def is_own(url: str, served: Served) -> bool:
    return url.startswith((f"{served.address}/", "blob:", "data:"))


@pytest.fixture(scope="module")
def opened(browser: Any, served: Served) -> Opened:
    return lambda **options: page_of(browser, served, **options)


def choose(page: Any, *names: str) -> None:
    """Pictures from files, and wait for what comes of the first."""
    page.set_input_files("#files", [str(SAMPLES / name) for name in names])
    page.wait_for_selector("#verdict, #mark")


def verdict(page: Any, words: str) -> None:
    page.wait_for_function("words => document.querySelector('#verdict')?.textContent === words", arg=words)


def counted(page: Any, selector: str, number: int) -> None:
    """Wait until there are so many."""
    from playwright.sync_api import expect

    expect(page.locator(selector)).to_have_count(number, timeout=20_000)


def look(page: Any, view: str) -> None:
    """Choose what is drawn over the picture."""
    page.locator(f"label:has(#view-{view})").click()


def press(page: Any, key: str) -> None:
    """A press in the middle of a spot, as by a finger."""
    page.locator(f'[data-key="{key}"]:visible').click()


def drop(page: Any, *names: str) -> None:
    """Files from the desktop, let go over the page."""
    files = [[Path(name).name, base64.b64encode((SAMPLES / name).read_bytes()).decode()] for name in names]
    page.evaluate(
        """files => {
            const data = new DataTransfer();
            for (const [name, text] of files) {
                const bytes = Uint8Array.from(atob(text), one => one.charCodeAt(0));
                data.items.add(new File([bytes], name, {type: 'image/png'}));
            }
            for (const type of ['dragenter', 'dragover', 'drop']) {
                document.body.dispatchEvent(new DragEvent(type, {bubbles: true, cancelable: true, dataTransfer: data}));
            }
        }""",
        files,
    )
    page.wait_for_selector("#verdict, #mark")


def hold_the_first(page: Any, name: str) -> list[Any]:
    """The first request of that name from now on waits, in the list that is returned, for `continue_()`."""
    held: list[Any] = []

    def hold(route: Any) -> None:
        if held:
            route.continue_()
        else:
            held.append(route)

    page.route(f"**/api/{name}", hold)
    return held


def added(page: Any) -> list[str]:
    """What is drawn into each cell that is empty in the picture: the classes of symbols, in reading order."""
    return list(page.eval_on_selector_all(".overlay .added > .symbol", "all => all.map(one => one.classList[1])"))


def tab_to(page: Any, there: str) -> None:
    """Press Tab until the focus is where it should be."""
    for _ in range(40):
        if page.evaluate(there):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"not reached by Tab: {there}")


def missing(name: str) -> list[str]:
    """The symbols that are to be added to a sample, in reading order."""
    said = label(name)
    solution = solver.solve(solver.load(said["puzzle"]))
    words = {"S": "sun", "M": "moon", "0": "digit0", "1": "digit1"}
    rows = zip(said["puzzle"]["cells"], solution.cells, strict=True)  # type: ignore[union-attr]
    return [words[right] for row, full in rows for was, right in zip(row, full, strict=True) if was == "."]


# --- a picture comes in ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_dropped_picture_shows_its_solution_where_the_cells_are(opened: Opened, device: dict[str, Any]) -> None:
    with opened(**device) as page:
        drop(page, TANGO)
        verdict(page, "One solution")
        counted(page, ".added > .symbol", len(missing(TANGO)))
        assert added(page) == missing(TANGO)
        # The first cell of the picture is empty: its symbol lies over it on the screen.
        box = page.locator(".sheet img").bounding_box()
        symbol = page.locator(".added > .symbol").first.bounding_box()
        x, y = label(TANGO)["cells"]["0,0"] if "cells" in label(TANGO) else (475, 182.5)
        width = page.evaluate("document.querySelector('.sheet img').naturalWidth")
        scale = box["width"] / width
        assert symbol["x"] + symbol["width"] / 2 == pytest.approx(box["x"] + x * scale, abs=12 * scale)
        assert symbol["y"] + symbol["height"] / 2 == pytest.approx(box["y"] + y * scale, abs=12 * scale)
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_a_pasted_picture_and_several_files_make_a_strip(opened: Opened) -> None:
    with opened() as page:
        page.evaluate(
            """async ([name, text]) => {
                const data = new DataTransfer();
                const bytes = Uint8Array.from(atob(text), one => one.charCodeAt(0));
                data.items.add(new File([bytes], name, {type: 'image/png'}));
                document.body.dispatchEvent(new ClipboardEvent('paste', {bubbles: true, clipboardData: data}));
            }""",
            ["pasted.png", base64.b64encode((SAMPLES / TANGO).read_bytes()).decode()],
        )
        verdict(page, "One solution")
        assert page.locator(".thumb:visible").count() == 0
        choose(page, "pips/classic-desktop.png", "takuzu/circles-8x8.png", "tango/none-prose.png")
        counted(page, ".thumb:not(.reading)", 4)
        names = [one.get_attribute("aria-label") for one in page.locator(".thumb").all()]
        expected = ["One solution", "Several solutions", "One solution", "Not read"]
        assert [name.split(": ")[1] for name in names] == expected
        page.locator(".thumb").nth(2).click()
        page.get_by_role("heading", name="Takuzu 8×8").wait_for()
        page.locator(".thumb").nth(3).click()
        page.get_by_text("No board was found").wait_for()


def test_more_pictures_than_are_shown_are_said_to_be(opened: Opened) -> None:
    import cv2
    import numpy as np

    dot = base64.b64encode(cv2.imencode(".png", np.full((8, 8, 3), 255, np.uint8))[1].tobytes()).decode()
    with opened() as page:
        page.evaluate(
            """text => {
                const data = new DataTransfer(), bytes = Uint8Array.from(atob(text), one => one.charCodeAt(0));
                for (let i = 0; i < 70; i++) data.items.add(new File([bytes], `${i}.png`, {type: 'image/png'}));
                document.body.dispatchEvent(new DragEvent('drop', {bubbles: true, dataTransfer: data}));
            }""",
            dot,
        )
        page.get_by_text("The first 60 of 70 pictures are shown").wait_for()
        counted(page, ".thumb", 60)
        counted(page, ".thumb.refused", 60)


def test_takuzu_and_pips_are_drawn_as_they_are_solved(opened: Opened) -> None:
    with opened() as page:
        choose(page, "takuzu/digits-10x10.png")
        verdict(page, "One solution")
        assert added(page) == missing("takuzu/digits-10x10.png")
        choose(page, "pips/classic-desktop.png")
        counted(page, ".added > .domino", len(label("pips/classic-desktop.png")["puzzle"]["dominoes"]))
        for view, what in [("read", ".read .region"), ("nothing", "svg.overlay:empty"), ("hint", "#reason")]:
            look(page, view)
            page.locator(what).first.wait_for(state="attached")


# --- mending ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_cell_is_mended_and_the_answer_is_another(opened: Opened, device: dict[str, Any]) -> None:
    """A cell that was read as empty gets the wrong symbol, then the right one, and is as it was after two Undos."""
    wrong, right = ("M", "S") if missing(TANGO)[0] == "sun" else ("S", "M")
    with opened(**device) as page:
        choose(page, TANGO)
        presses = ".SM".index(wrong)
        for _ in range(presses):
            press(page, "cell 0 0")
        verdict(page, "An entry is wrong")
        for _ in range((".SM".index(right) - presses) % 3):
            press(page, "cell 0 0")
        verdict(page, "One solution")
        counted(page, ".added > .symbol", len(missing(TANGO)) - 1)
        page.locator("#reset").click()
        counted(page, ".added > .symbol", len(missing(TANGO)))
        page.locator("#copy-puzzle").click()
        copied = json.loads(page.evaluate("navigator.clipboard.readText()"))
        assert copied["cells"] == label(TANGO)["puzzle"]["cells"]


def test_a_marker_is_mended(opened: Opened) -> None:
    with opened() as page:
        choose(page, TANGO)
        place = next(
            (r, c) for r, row in enumerate(label(TANGO)["puzzle"]["h"]) for c, what in enumerate(row) if what == "x"
        )
        key = f"h {place[0]} {place[1]}"
        press(page, key)  # a cross becomes nothing
        page.locator("#undo").wait_for()
        assert "nothing" in page.locator(f'[data-key="{key}"]').get_attribute("aria-label")
        press(page, key)  # ... and then an equals sign, which the clues contradict, or do not
        page.get_by_text("There is an equals sign now").wait_for()
        with page.expect_response("**/api/solve") as answer:
            page.locator(".toast button").last.click()
        sent = json.loads(answer.value.request.post_data)
        assert sent["puzzle"]["h"][place[0]][place[1]] == "."


def test_a_board_is_mended_by_keyboard_alone(opened: Opened) -> None:
    with opened() as page:
        choose(page, TANGO)
        tab_to(page, "document.activeElement.dataset.key === 'cell 0 0'")
        page.keyboard.press("s" if missing(TANGO)[0] == "moon" else "m")
        verdict(page, "An entry is wrong")
        page.keyboard.press("Backspace")  # a step back in the order of symbols, or two
        page.keyboard.press("m" if missing(TANGO)[0] == "moon" else "s")
        verdict(page, "One solution")
        page.keyboard.press("ArrowRight")
        assert page.evaluate("document.activeElement.dataset.key") == "h 0 0"
        page.keyboard.press("=")
        page.get_by_text("There is an equals sign now").wait_for()
        tab_to(page, "document.activeElement.id === 'undo'")
        page.keyboard.press("Enter")
        verdict(page, "One solution")
        tab_to(page, "document.activeElement.id === 'mark'")
        page.keyboard.press("Enter")
        before = page.locator('[data-corner="0"]').get_attribute("aria-valuetext")
        page.keyboard.press("Shift+ArrowRight")
        page.keyboard.press("Shift+ArrowLeft")
        assert page.locator('[data-corner="0"]').get_attribute("aria-valuetext") == before
        tab_to(page, "document.activeElement.id === 'read-there'")
        page.keyboard.press("Enter")
        page.get_by_text("The board was marked by hand").wait_for()
        verdict(page, "One solution")


def test_the_last_of_two_quick_changes_is_what_is_said(opened: Opened) -> None:
    with opened() as page:
        choose(page, TANGO)
        held = hold_the_first(page, "solve")
        tab_to(page, "document.activeElement.dataset.key === 'cell 0 0'")
        page.keyboard.press("s")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("=")
        page.get_by_text("There is an equals sign now").wait_for()
        with page.expect_response("**/api/solve"):
            held[0].continue_()
        page.wait_for_timeout(200)  # for what would come of the late answer
        assert page.locator(".toast").all_inner_texts() == [
            "There is an equals sign now between columns 1 and 2 of row 1.\nUndo"
        ]


def test_reasons_that_come_while_the_board_is_read_again_change_nothing(opened: Opened) -> None:
    with opened() as page:
        reasons = hold_the_first(page, "explain")
        choose(page, TANGO)
        page.locator("#mark").click()
        reading = hold_the_first(page, "read")
        page.locator("#read-there").click()
        page.get_by_text("Reading …").wait_for()
        with page.expect_response("**/api/explain"):
            reasons[0].continue_()
        page.wait_for_timeout(200)  # for what would come of the late answer
        reading[0].continue_()
        page.get_by_text("The board was marked by hand").wait_for()
        verdict(page, "One solution")


def test_dominoes_tags_and_cells_of_pips_are_mended(opened: Opened) -> None:
    with opened() as page:
        choose(page, "pips/classic-desktop.png")

        def mended(key: str, act: Callable[[], None]) -> Any:
            press(page, key)
            act()
            with page.expect_response("**/api/solve") as answer:
                page.locator("#dialog-done").click()
            return json.loads(answer.value.request.post_data)["puzzle"]

        read = label("pips/classic-desktop.png")["puzzle"]
        other = mended("tray 0", lambda: page.select_option("#pips-first", "0"))
        assert other["dominoes"][0][0] == 0
        assert len(other["dominoes"]) == len(read["dominoes"])
        tag = page.locator('[data-key^="tag "]').first.get_attribute("data-key")
        index = int(tag.split()[1])
        changed = mended(tag, lambda: page.fill("#tag", "<9"))
        assert (changed["regions"][index]["type"], changed["regions"][index]["target"]) == ("less", 9)
        press(page, tag)
        page.fill("#tag", "seven")
        page.locator("#dialog-done").click()
        page.get_by_text("A tag is a number").wait_for()
        page.keyboard.press("Escape")
        r, c = changed["regions"][-1]["indices"][0]
        alone = mended(f"cell {r} {c}", lambda: page.select_option("#region", "new"))
        assert [[r, c]] in [region["indices"] for region in alone["regions"]]


def test_what_is_typed_while_an_answer_comes_is_a_change(opened: Opened) -> None:
    with opened() as page:
        choose(page, "pips/classic-desktop.png")
        held: list[Any] = []
        page.route("**/api/solve", lambda route: held.append(route))
        press(page, "tray 0")
        page.select_option("#pips-first", "0")
        with page.expect_request("**/api/solve"):
            page.locator("#dialog-done").click()
        page.fill("#dominoes", "9-1")
        with page.expect_response("**/api/solve"):
            held[0].continue_()
        page.wait_for_timeout(200)  # the answer draws the list anew
        page.locator("#panel h1").click()
        page.get_by_text("9-1 is no domino").wait_for()


@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_queens_are_drawn_and_crowns_and_crosses_mended(opened: Opened, device: dict[str, Any]) -> None:
    puzzle = solver.QueensPuzzle.from_json(label(QUEENS)["puzzle"])
    crowns = solver.solve(puzzle).crowns  # type: ignore[union-attr]
    (r, c), wrong = crowns[0], next(cell for cell in puzzle.region_of if cell not in crowns)
    with opened(**device) as page:
        choose(page, QUEENS)
        verdict(page, "One solution")
        assert added(page) == ["crown"] * len(crowns)
        x0, y0, x1, _ = label(QUEENS)["grid"]
        box, step = page.locator(".sheet img").bounding_box(), (x1 - x0) / puzzle.size
        scale = box["width"] / page.evaluate("document.querySelector('.sheet img').naturalWidth")
        drawn = page.locator(".added > .symbol").first.bounding_box()
        assert drawn["x"] + drawn["width"] / 2 == pytest.approx(box["x"] + (x0 + (c + 0.5) * step) * scale, abs=4)
        assert drawn["y"] + drawn["height"] / 2 == pytest.approx(box["y"] + (y0 + (r + 0.5) * step) * scale, abs=9)
        for _ in "xQ":
            press(page, f"cell {r} {c}")
        counted(page, ".added > .crown", len(crowns) - 1)
        verdict(page, "One solution")
        press(page, f"cell {wrong[0]} {wrong[1]}")
        page.get_by_text("is a cross now").wait_for()
        press(page, f"cell {wrong[0]} {wrong[1]}")
        verdict(page, "An entry is wrong")
        counted(page, ".added > .frame.wrong", 1)
        page.locator("#reset").click()
        counted(page, ".added > .crown", len(crowns))
        # All crowns, by keys: it is solved.
        for r, c in crowns:
            page.locator(f'[data-key="cell {r} {c}"]').press("q")
        verdict(page, "Solved")


def test_regions_of_queens_are_painted(opened: Opened) -> None:
    read = label(QUEENS)["puzzle"]
    assert read["regions"][4:8] == ["EEEFFGFB", "EEHFFFFF", "EHHFFFFF", "EHHHFFFF"]

    def copied(page: Any) -> Any:
        page.locator("#copy-puzzle").click()
        page.get_by_text("The puzzle is copied").last.wait_for()
        return json.loads(page.evaluate("navigator.clipboard.readText()"))

    with opened() as page:
        choose(page, QUEENS)
        page.locator("label:has(#mend-regions)").click()
        assert page.locator("#view-read").is_checked(), "regions are shown where they are painted"
        page.locator("#brush-A").press("ArrowLeft")  # and around to the last one
        page.locator("#brush-H:focus").press("ArrowLeft")
        assert page.locator("#brush-G").is_checked()
        with page.expect_response("**/api/solve") as answer:
            press(page, "cell 4 4")
        assert answer.value.json()["puzzle"]["regions"][4] == "EEEFGGFB"
        verdict(page, "One solution")
        page.locator("#undo").click()
        page.locator("#reset").wait_for(state="detached")
        # In two parts: said, framed, and nothing can be done with it but to go on.
        page.locator("label:has(#brush-A)").click()
        press(page, "cell 7 7")
        verdict(page, "No puzzle")
        page.get_by_text("Region A is in parts: row 8, column 8 is not connected with row 1, column 1").wait_for()
        assert page.locator(".overlay > .frame.wrong").count() == 1
        assert page.locator("#play-it").is_disabled()
        page.locator('[data-key="cell 7 7"]').press("f")
        verdict(page, "One solution")
        assert page.locator(".overlay > .frame.wrong").count() == 0
        # A region of one cell is lost, and there again: its letter is then the last one's.
        page.locator('[data-key="cell 4 5"]').press("f")
        page.get_by_text("A board of 8×8 has 8 regions: choose H, which has no cells").wait_for()
        page.locator("label:has(#brush-H)").click()
        page.locator('[data-key="cell 4 5"]').press("Enter")
        verdict(page, "One solution")
        assert copied(page)["regions"] == read["regions"]
        page.locator('[data-key="cell 0 0"]').press("Backspace")
        assert page.locator("#brush-A").is_checked(), "the region of a cell is chosen"
        page.locator("#mark").click()
        assert page.locator("#cells").input_value() == "8"
        assert page.locator("#cells option").all_text_contents()[1] == "5 × 5"


def test_a_refused_picture_is_read_where_its_corners_are_marked(opened: Opened, tmp_path: Path) -> None:
    """A board that was turned, so that nothing finds it."""
    import cv2
    import numpy as np

    name = "tango/classic-8x8.png"
    picture = cv2.imread(str(SAMPLES / name))
    assert picture is not None
    height, width = picture.shape[:2]
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), 30, 0.7)
    path = tmp_path / "turned.png"
    cv2.imwrite(str(path), cv2.warpAffine(picture, turn, (width, height), borderValue=(200, 200, 200)))
    x0, y0, x1, y1 = label(name)["board_bbox"]
    corners = cv2.transform(np.array([[(x0, y0), (x1, y0), (x1, y1), (x0, y1)]], np.float64), turn)[0]
    with opened() as page:
        page.set_input_files("#files", str(path))
        page.get_by_role("button", name="Mark the corners").click()
        page.select_option("#cells", "8")
        for i, (x, y) in enumerate(corners):
            handle = page.locator(f'[data-corner="{i}"]').bounding_box()
            sheet = page.locator(".sheet").bounding_box()
            page.mouse.move(handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2)
            page.mouse.down()
            page.mouse.move(sheet["x"] + x * sheet["width"] / width, sheet["y"] + y * sheet["height"] / height, steps=3)
            page.mouse.up()
        page.locator("#read-there").click()
        verdict(page, "One solution")
        page.locator("#copy-puzzle").click()
        assert json.loads(page.evaluate("navigator.clipboard.readText()"))["cells"] == label(name)["puzzle"]["cells"]


def test_a_finger_marks_corners_and_sees_them(opened: Opened) -> None:
    """Handles are as large as a finger, however large the picture; a corner moves by as much as the finger does."""
    with opened(**PHONE) as page:
        choose(page, "tango/none-prose.png")
        assert page.locator("#show-board").is_hidden(), "there is none"
        page.locator("#mark").tap()
        for zoomed in ("zoom-in", "zoom-in", "zoom-fit"):
            page.locator(f'[data-do="{zoomed}"]').tap()
            # A browser draws handles anew, at their size on the screen, in the frame after the picture's.
            page.evaluate("new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
            handle = page.locator('[data-corner="2"]').bounding_box()
            assert handle["width"] == pytest.approx(48, abs=4)
        x, y = handle["x"] + 40, handle["y"] + 40  # at its rim
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 20, y + 12, steps=3)
        page.mouse.up()
        moved = page.locator('[data-corner="2"]').bounding_box()
        assert [moved["x"] - handle["x"], moved["y"] - handle["y"]] == pytest.approx([20, 12], abs=1.5)


@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_board_of_pips_that_was_not_read_is_filled_in_by_hand(opened: Opened, device: dict[str, Any]) -> None:
    """Corners, rows and columns, regions by clicks, tags, dominoes as a list: then it is solved like any other."""
    with opened(**device) as page:
        choose(page, "tango/none-prose.png")
        page.locator("#mark").click()
        page.select_option("#marked", label="Pips")
        page.select_option("#rows", "2")
        page.select_option("#columns", "4")
        page.locator("#read-there").click()
        verdict(page, "No puzzle")
        page.get_by_text("The board has 8 cells, for 4 dominoes, and there are 0.").wait_for()
        for cell in ("0 0", "1 0"):
            press(page, f"cell {cell}")
        page.fill("#brush-tag", "=")
        page.keyboard.press("Enter")
        page.locator("label:has(#brush-none)").click()
        for cell in ("0 3", "1 3"):
            press(page, f"cell {cell}")
        page.locator("label:has(#brush-0)").click()
        page.fill("#brush-tag", "<4")
        page.locator("label:has(#mend-symbols)").click()
        page.fill("#dominoes", "6-6 9-1")
        page.locator("#panel h1").click()
        page.get_by_text("9-1 is no domino").wait_for()
        page.fill("#dominoes", "66 1|0, 0-1")
        page.locator("#panel h1").click()
        verdict(page, "Several solutions")
        page.locator("#copy-puzzle").click()
        made = json.loads(page.evaluate("navigator.clipboard.readText()"))
        assert made["dominoes"] == [[6, 6], [1, 0], [0, 1]]
        regions = [(one["type"], one.get("target"), sorted(one["indices"])) for one in made["regions"]]
        right = [[0, 1], [0, 2], [1, 1], [1, 2]]
        assert sorted(regions, key=str) == [("equals", None, [[0, 0], [1, 0]]), ("less", 4, right)]
        look(page, "solution")
        counted(page, ".added > .domino", 3)
        page.locator("#sample").click()
        page.get_by_text("Saved as pips-").wait_for()
        with page.expect_download():
            page.locator("#download").click()


# --- reasons, and taking it along ------------------------------------------------------------------------------------


def test_hint_by_hint_to_the_end_and_back(opened: Opened) -> None:
    with opened() as page:
        choose(page, TANGO)
        look(page, "hint")
        page.locator("#reason").wait_for()
        steps = int(page.locator("#steps").get_attribute("max"))
        assert steps == len(solver.explain(solver.load(label(TANGO)["puzzle"])))
        seen = []
        for _ in range(steps - 1):
            seen.append(page.locator("#reason").text_content())
            assert page.locator(".frame.fills").count() > 0
            page.locator("#next").click()
        assert page.locator("#next").is_disabled()
        assert page.locator(".overlay .symbol").count() == len(missing(TANGO))
        assert len(set(seen)) == len(seen)
        page.locator("#first").click()
        assert page.locator("#reason").text_content() == seen[0]
        assert page.get_by_text("Rules it takes").count() == 1


def test_on_a_phone_board_and_reason_are_seen_together(opened: Opened) -> None:
    with opened(**PHONE) as page:
        choose(page, TANGO, QUEENS)
        look(page, "hint")
        page.locator("#reason").wait_for()
        for _ in range(3):
            page.locator("#next").tap()
        height = PHONE["viewport"]["height"]  # type: ignore[index]
        stage, walk = page.locator("#stage").bounding_box(), page.locator(".walk").bounding_box()
        reason = page.locator("#reason").bounding_box()
        board = [page.locator(f'[data-key="cell {r} {c}"]').bounding_box() for r, c in ((0, 0), (5, 5))]
        assert stage["y"] >= -1
        assert board[0]["y"] >= stage["y"]
        assert board[1]["y"] + board[1]["height"] <= stage["y"] + stage["height"] <= reason["y"]
        assert walk["y"] + walk["height"] <= height


def test_queens_are_explained_to_the_end(opened: Opened) -> None:
    puzzle = solver.QueensPuzzle.from_json(label(QUEENS)["puzzle"])
    expected = solver.explain(puzzle)
    with opened() as page:
        choose(page, QUEENS)
        look(page, "hint")
        page.locator("#reason").wait_for()
        assert int(page.locator("#steps").get_attribute("max")) == len(expected)
        first = page.locator(".overlay .now > .symbol").count()
        assert first == len(expected[0].filled) == page.locator(".overlay .frame.fills").count()
        page.locator("#last").click()
        assert page.locator(".overlay .crown").count() == puzzle.size
        page.locator("#first").click()
        with page.expect_download() as download:
            page.locator("#download").click()
        assert download.value.suggested_filename == "classic-desktop-hint.png"


def test_the_answer_is_taken_along(opened: Opened) -> None:
    import cv2

    with opened() as page:
        choose(page, TANGO)
        page.locator("#copy-solution").click()
        page.get_by_text("The solution is copied").wait_for()
        solution = solver.solve(solver.load(label(TANGO)["puzzle"]))
        assert page.evaluate("navigator.clipboard.readText()") == str(solution)
        with page.expect_download() as download:
            page.locator("#download").click()
        assert download.value.suggested_filename == "classic-desktop-partial-solved.png"
        drawn = cv2.imread(str(download.value.path()))
        original = cv2.imread(str(SAMPLES / TANGO))
        assert drawn is not None
        assert original is not None
        assert drawn.shape == original.shape
        page.locator("#sample").click()
        page.get_by_text("Saved as tango-").wait_for()


def test_back_in_the_browser_is_the_section_before(opened: Opened) -> None:
    with opened() as page:
        choose(page, TANGO)
        verdict(page, "One solution")
        page.locator("#play-it").click()
        page.locator("#play-title").wait_for()
        page.go_back()
        page.locator("#work").wait_for()
        verdict(page, "One solution")
        page.go_forward()
        page.locator("#play-title").wait_for()
        assert page.locator("#work").is_hidden()
        page.go_back()
        page.go_back()
        page.locator("#welcome").wait_for()
        assert page.locator("#work").is_hidden()
        page.go_forward()
        assert page.locator(".overlay .added > .symbol").count() == len(missing(TANGO))
        # Loaded anew, the page knows of no picture, also where the browser knows that there was one.
        page.go_back()
        page.reload()
        page.go_forward()
        page.locator("#welcome").wait_for()


# --- playing ---------------------------------------------------------------------------------------------------------


def test_a_new_tango_is_played_to_its_end_by_keyboard_alone(opened: Opened) -> None:
    with opened() as page:
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
        tab_to(page, "document.activeElement.textContent === 'New puzzle'")
        page.keyboard.press("Enter")
        page.locator("#new-game").wait_for()
        page.select_option("#new-size", "4")
        tab_to(page, "document.activeElement.id === 'dialog-done'")
        with page.expect_response("**/api/generate") as made:
            page.keyboard.press("Enter")
        puzzle = made.value.json()
        page.locator(".playing .spot").first.wait_for(state="attached")
        tab_to(page, "document.activeElement.dataset.key === 'cell 0 0'")
        for r in range(4):
            for c in range(4):
                if puzzle["cells"][r][c] == ".":
                    page.keyboard.press(puzzle["solution"][r][c].lower())
                if c < 3:
                    page.keyboard.press("ArrowRight")
            for _ in range(3):
                page.keyboard.press("ArrowLeft")
            page.keyboard.press("ArrowDown")
        page.get_by_text("Solved. Well done!").wait_for()


def test_a_new_queens_is_played_with_a_wrong_crown_in_between(opened: Opened) -> None:
    with opened() as page:
        page.get_by_role("button", name="New puzzle").first.click()
        page.select_option("#new-game", "queens")
        assert page.locator("#new-size").input_value() == "8"
        page.select_option("#new-size", "5")
        page.select_option("#new-level", "easy")
        with page.expect_response("**/api/generate") as made:
            page.locator("#dialog-done").click()
        solution = made.value.json()["solution"]
        page.get_by_role("heading", name="Queens 5×5").wait_for()
        crowns = [(r, row.index("Q")) for r, row in enumerate(solution)]
        r, c = crowns[0]
        wrong = (r, (c + 2) % 5)
        page.locator(f'[data-key="cell {wrong[0]} {wrong[1]}"]').press("q")
        page.locator("#play-check").click()
        page.get_by_text("Not right").wait_for()
        counted(page, ".playing .frame.wrong", 1)
        page.locator(f'[data-key="cell {wrong[0]} {wrong[1]}"]').press("Backspace")
        page.locator("#play-hint").click()
        page.locator(".playing .frame.fills").first.wait_for()
        for r, c in crowns:
            for _ in "xQ":
                press(page, f"cell {r} {c}")
        page.get_by_text("Solved. Well done!").wait_for()


def test_pips_is_played_by_drag_and_click_with_hint_and_check(opened: Opened) -> None:
    with opened() as page:
        choose(page, "pips/classic-desktop.png")
        page.locator("#play-it").click()
        page.locator("#play-hint").click()
        page.locator(".playing .frame.fills").first.wait_for()
        with page.expect_response("**/api/hint") as answer:
            page.locator("#play-hint").click()
        a, b, values = answer.value.json()["hint"]["placed"][0]
        count = page.locator(".playing [data-key^=domino]").count()
        puzzle = json.loads(answer.value.request.post_data)["puzzle"]
        index = next(i for i, one in enumerate(puzzle["dominoes"]) if sorted(one) == sorted(values))
        # Clicked into place, and taken back.
        first, second = (a, b) if puzzle["dominoes"][index] == values else (b, a)
        press(page, f"domino {index}")
        way = [[0, 1], [1, 0], [0, -1], [-1, 0]].index([second[0] - first[0], second[1] - first[1]])
        for _ in range(way):
            page.locator(f'[data-key="domino {index}"]').press("r")
        press(page, f"cell {first[0]} {first[1]}")
        assert page.locator(".playing [data-key^=domino]").count() == count - 1
        page.locator("#play-check").click()
        page.get_by_text("All is right so far.").wait_for()
        page.locator("#play-undo").click()
        assert page.locator(".playing [data-key^=domino]").count() == count
        # Dragged: onto two cells, one beside the other.
        cells = [tuple(cell) for region in puzzle["regions"] for cell in region["indices"]]
        r, c = next((r, c) for r, c in cells if (r, c + 1) in cells)
        from_box = page.locator('[data-key="domino 0"]').bounding_box()
        left, right = (page.locator(f'.playing [data-key="cell {r} {k}"]').bounding_box() for k in (c, c + 1))
        page.mouse.move(from_box["x"] + from_box["width"] / 2, from_box["y"] + from_box["height"] / 2)
        page.mouse.down()
        page.mouse.move((left["x"] + right["x"] + right["width"]) / 2, left["y"] + left["height"] / 2, steps=5)
        page.mouse.up()
        assert page.locator(".playing [data-key^=domino]").count() == count - 1


# --- for everybody ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.thorough)])
def test_axe_finds_nothing(opened: Opened, scheme: str) -> None:
    from axe_playwright_python.sync_playwright import Axe

    def sound(page: Any, where: str) -> None:
        page.wait_for_timeout(250)  # what fades in is there
        found = Axe().run(page).response["violations"]
        assert [(where, one["id"], [node["html"][:120] for node in one["nodes"]]) for one in found] == []

    with opened(color_scheme=scheme) as page:
        dark = page.evaluate("getComputedStyle(document.body).backgroundColor.match(/\\d+/g).every(one => one < 90)")
        assert dark is (scheme == "dark")
        sound(page, "welcome")
        choose(page, "takuzu/xo-6x6.png", TANGO)
        sound(page, "solution")
        look(page, "hint")
        page.locator("#reason").wait_for()
        sound(page, "hint")
        page.locator("#mark").click()
        page.select_option("#marked", label="Pips")
        sound(page, "corners")
        page.locator("#read-there").click()
        verdict(page, "No puzzle")
        sound(page, "filled in by hand")
        page.locator(".thumb").nth(1).click()
        verdict(page, "One solution")
        page.locator("#play-it").click()
        sound(page, "playing")
        page.locator("#play-new").click()
        sound(page, "dialog")
        page.keyboard.press("Escape")
        choose(page, QUEENS)
        verdict(page, "One solution")
        sound(page, "queens")
        page.locator("label:has(#mend-regions)").click()
        page.locator("label:has(#brush-A)").click()
        press(page, "cell 7 7")
        verdict(page, "No puzzle")
        sound(page, "regions")
        page.locator("#undo").click()
        verdict(page, "One solution")
        page.locator("#play-it").click()
        sound(page, "playing queens")
