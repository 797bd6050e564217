"""`solve-screenshot dataset render` with a real browser: the same pictures for the same seed, whole, and none twice."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import click.testing
import cv2
import numpy as np
import pytest

from samples import dataset, dataset_shots, games
from samples.browser import browsing, serving
from samples.camera import Camera, Scene
from samples.check import check
from samples.wear import View, aged
from solve_screenshot.cli import cli
from tests import needs

ROOT = Path(__file__).resolve().parents[2]
ORDER = dataset.Order(("tango", "takuzu", "pips", "queens"), 9, 5, wear=True)


@pytest.fixture(scope="module", autouse=True)
def program() -> str:
    return needs.need_browser()


@pytest.fixture(scope="module")
def rendered(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("rendered")
    assert list(dataset.render(ORDER, folder)) == list(range(10))
    return folder


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_labels_are_true_of_their_pictures(rendered: Path) -> None:
    results = list(check(rendered))
    assert len(results) == 9
    assert [str(defect) for _, defects in results for defect in defects] == []
    labels = [json.loads(path.read_bytes()) for path, _ in results]
    assert {label["game"] for label in labels} == {"tango", "takuzu", "pips", "queens"}
    for label in labels:
        picture = cv2.imread(str(rendered / label["image"]))
        assert picture is not None
        assert picture.shape[:2] == (label["height"], label["width"])
        assert set(label["cells"]) == {key for key in label["cells"] if key.count(",") == 1}
        assert label["made"]["seed"] == 5


def test_the_same_seed_gives_the_same_files(rendered: Path, tmp_path: Path) -> None:
    """Whatever was taken before: here others, with two browsers, in another order."""
    before = contents(rendered)
    for name in ("tango-000004", "queens-000007"):  # what is lost is made again, and nothing else
        for path in rendered.glob(f"{name}.*"):
            path.unlink()
    (rendered / "takuzu-000005.json").unlink()
    assert list(dataset.render(ORDER, rendered)) == [6, 7, 8, 9]
    assert contents(rendered) == before
    few = dataset.Order(ORDER.games, 5, ORDER.seed, ORDER.wear)
    assert list(dataset.render(few, tmp_path, jobs=2)) == [0, 1, 2, 3, 4, 5]
    again = contents(tmp_path)
    assert {name: before[name] for name in again} == again
    other = dataset.Order(ORDER.games, 3, 6, ORDER.wear)
    with pytest.raises(dataset.OtherOrderError, match="another order"):
        next(dataset.render(other, tmp_path))


@pytest.mark.thorough
def test_a_killed_run_goes_on(rendered: Path, tmp_path: Path, program: str) -> None:
    command = [sys.executable, "-m", "solve_screenshot", "dataset", "render", "--count", "9", "--seed", "5", "--wear"]
    command += ["--browser", program, str(tmp_path / "out")]
    run = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, start_new_session=True)
    try:
        end = time.monotonic() + 120
        while len(list((tmp_path / "out").glob("*-*.json"))) < 2 and time.monotonic() < end:
            assert run.poll() is None, "it ended before it could be killed"
            time.sleep(0.02)
    finally:
        os.killpg(run.pid, signal.SIGKILL)
        run.wait()
    done = click.testing.CliRunner().invoke(cli, command[3:])
    assert done.exit_code == 0, done.output
    assert "9 pictures in" in done.output
    found = contents(tmp_path / "out")
    assert {name: data for name, data in found.items() if not name.endswith(".part")} == contents(rendered)


def test_a_browser_that_breaks_down_is_replaced(
    rendered: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[Any] = []

    @contextmanager
    def watched(path: str | None = None) -> Iterator[Any]:
        with browsing(path) as browser:
            opened.append(browser)
            yield browser

    monkeypatch.setattr(dataset, "browsing", watched)
    for there in dataset.render(replace(ORDER, count=6), tmp_path):
        if there == 2:
            opened[0].close()
    assert len(opened) == 2
    again = contents(tmp_path)
    assert len(again) == 13
    assert {name: contents(rendered)[name] for name in again} == again


def test_where_no_picture_can_be_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from playwright.sync_api import Error

    def closed(*_: object) -> None:
        raise Error("it is gone\nCall log: ...")

    monkeypatch.setattr(Camera, "begin", closed)
    done = click.testing.CliRunner().invoke(cli, ["dataset", "render", "--count", "2", str(tmp_path)])
    assert done.exit_code == 1
    assert done.stderr == "Error: tango-000000 could not be taken: it is gone\n"


def test_a_program_that_is_no_browser(tmp_path: Path) -> None:
    done = click.testing.CliRunner().invoke(
        cli, ["dataset", "render", "--count", "1", "--browser", "/bin/true", str(tmp_path / "out")]
    )
    assert done.exit_code == 3
    assert "/bin/true did not start as a browser" in done.stderr


def test_what_is_seen_is_where_the_label_says(tmp_path: Path) -> None:
    """A scrolled, zoomed page on a desktop: a cell is put in by hand, and the pixels that change are in that cell."""
    scene = Scene("desktop", 3, (1280, 800))
    shot: Any = replace(
        dataset_shots.random_shot("tango", 1, 0), look="classic", theme="light", state="fresh", window=(900, 560),
        scene=scene, symbols=None, size=6, density=1.5, zoom=0.8, scroll=0.7, crop=None, level="easy",
        extra={"lang": "en"},
    )  # fmt: skip
    with serving() as address, browsing() as browser:
        camera = games.shots_of("tango").CAMERA(browser, address)
        taken = [camera.take(replace(shot, state=state)) for state in ("fresh", "solved")]
    assert taken[0] is not None
    assert taken[1] is not None
    (fresh, label), (solved, after) = taken
    changed = np.abs(fresh.astype(int) - solved).max(axis=2) > 40
    pitch = label["lattice"]["pitch"]
    filled = 0
    for key, (x, y) in label["cells"].items():
        r, c = map(int, key.split(","))
        half = 0.3 * pitch
        share = changed[round(y - half) : round(y + half), round(x - half) : round(x + half)].mean()
        assert (share > 0.2) == (label["puzzle"]["cells"][r][c] != after["puzzle"]["cells"][r][c]), key
        filled += share > 0.2
    assert filled > 10


@pytest.mark.parametrize("seed", range(40))
def test_wear_keeps_the_board_whole(seed: int) -> None:
    random = Random(seed)
    bgr = np.full((300, 400, 3), 200, np.uint8)
    bgr[100:220, 150:330] = 60
    view, done, kept = aged(random, View(bgr, (150, 100, 330, 220), 2, 3, keep=(140, 90, 340, 260)), 20, 200)
    height, width = view.bgr.shape[:2]
    x0, y0, x1, y1 = view.bbox
    assert -0.01 <= x0 < x1 <= width + 0.51
    assert -0.01 <= y0 < y1 <= height + 0.51
    assert (x1 - x0) / (y1 - y0) == pytest.approx(1.5)
    assert 20 - 0.01 <= view.step <= 200
    middle = view.bgr[round((y0 + y1) / 2 - 3) : round((y0 + y1) / 2 + 3), round(x0 + 3) : round(x1 - 3)]
    assert np.median(middle) < 150, done
    assert (kept.suffix == ".png") == (kept.quality is None)
