"""The page of `dataset evaluate --report` in a real browser: it needs nothing else, and shows what was read where."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click.testing
import pytest

from solve_screenshot.cli import cli
from tests import needs

SAMPLES = Path(__file__).resolve().parents[2] / "samples"


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three samples, of which two get labels that are wrong on purpose: a cell, a marker and a tag."""
    folder = tmp_path_factory.mktemp("measured")
    for name in ("tango/classic-crop", "pips/classic-crop-small", "tango/none-prose"):
        label = json.loads((SAMPLES / f"{name}.json").read_text("utf-8"))
        shutil.copy(SAMPLES / f"{name}.png", folder)
        if label["game"] == "tango":
            label["puzzle"]["cells"][0] = label["puzzle"]["cells"][0].replace(".", "M", 1)
            assert label["puzzle"]["h"][0][1] == "x"
            label["puzzle"]["h"][0] = ".=.x."
        if label["game"] == "pips":
            region = next(region for region in label["puzzle"]["regions"] if region["type"] == "sum")
            region["target"] += 1
        (folder / f"{Path(name).name}.json").write_text(json.dumps(label))
    done = click.testing.CliRunner().invoke(
        cli, ["dataset", "evaluate", str(folder), "--report", str(folder / "report.html")]
    )
    assert done.exit_code in (0, 1), done.output
    return folder / "report.html"


@pytest.fixture(scope="module")
def page(report: Path) -> Iterator[Any]:
    with needs.browser() as browser:
        opened: Any = browser.new_page(viewport={"width": 1200, "height": 900})
        opened.asked = []
        opened.said = []
        opened.on("request", lambda request: opened.asked.append(request.url))
        opened.on("console", lambda message: opened.said.append(message.text))
        opened.on("pageerror", lambda error: opened.said.append(str(error)))
        opened.goto(report.as_uri())
        yield opened


def test_nothing_is_fetched_and_nothing_fails(page: Any, report: Path) -> None:
    assert [url for url in page.asked if not url.startswith("data:")] == [report.as_uri()]
    assert page.said == []
    assert page.evaluate("document.images.length + document.querySelectorAll('image').length") >= 2


def test_the_figures_are_there(page: Any) -> None:
    tiles = page.locator(".tile").all_inner_texts()
    assert any("exact" in tile and "\n1\n" in tile for tile in tiles)
    assert page.locator("#by-game tbody tr").count() == 3
    assert page.locator("#reliability circle").count() >= 1
    assert page.locator("#times tbody tr").count() == 3


def test_what_was_read_wrong_lies_on_its_place(page: Any) -> None:
    """The marks are in the picture's own pixels, so they are where the cells are, however the picture is shown."""
    card = page.locator("article", has_text="classic-crop.png")
    label = json.loads((SAMPLES / "tango/classic-crop.json").read_text("utf-8"))
    picture = card.locator("image").bounding_box()
    mark = card.locator("[data-what=cell] rect").bounding_box()
    width = float(card.locator("image").get_attribute("width"))
    column = label["puzzle"]["cells"][0].index(".")
    x, y = label["cells"][f"0,{column}"]
    scale = picture["width"] / width
    assert mark["x"] + mark["width"] / 2 == pytest.approx(picture["x"] + x * scale, abs=2)
    assert mark["y"] + mark["height"] / 2 == pytest.approx(picture["y"] + y * scale, abs=2)
    assert card.locator("[data-what=cell] text").text_content() == "∅"
    assert card.locator("[data-what=marker] text").text_content() == "×"
    assert card.locator("rect.truth").count() == card.locator("rect.board").count() == 1
    tags = page.locator("article", has_text="classic-crop-small.png").locator("[data-what=tag] text")
    assert tags.count() == 1


def test_the_filters(page: Any) -> None:
    shown = page.locator("article:visible")
    everything = shown.count()
    assert everything == 2
    for button in page.locator(".filters button").all():
        button.click()
        wanted = button.get_attribute("data-show")
        outcomes = {card.get_attribute("data-outcome") for card in shown.all()}
        assert shown.count() == int(button.inner_text().split()[-1])
        assert wanted == "all" or outcomes == {wanted}
    page.locator(".filters button").first.click()


def test_no_line_is_wider_than_the_page(page: Any) -> None:
    for width in (1200, 390):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
