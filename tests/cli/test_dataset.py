"""`solve-screenshot dataset`: checking, exporting and measuring; rendering is in tests/e2e, for it needs a browser."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from solve_screenshot.dataset_figures import Bin, Share, calibration_error, parts_of, scale_of
from solve_screenshot.labelled import Difference, Label
from solver import BinaryPuzzle
from vision.errors import NoBoardError

SAMPLES = Path(__file__).parents[2] / "samples"
TRUTH = BinaryPuzzle.from_notation("tango S5/.MS3/M3M./2S3/S.S.S./5M")
MISREAD = TRUTH.with_cell(0, 3, "S")
"""An empty cell taken for a sun, as luck will have it the right one: still one solution."""
VAGUE = TRUTH.with_cell(0, 0, ".").with_cell(1, 1, ".").with_cell(1, 2, ".").with_cell(2, 0, ".")

Change = Callable[[dict[str, Any]], Any]


# --- check -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def sample(tmp_path: Path) -> Callable[[str], Path]:
    """`sample("tango/classic-crop")` copies a picture and its label; the label's path."""

    def copy(name: str) -> Path:
        label = SAMPLES / f"{name}.json"
        shutil.copy(label, tmp_path)
        shutil.copy(label.parent / json.loads(label.read_text("utf-8"))["image"], tmp_path)
        return tmp_path / label.name

    return copy


def changed(path: Path, change: Change) -> None:
    label = json.loads(path.read_text("utf-8"))
    change(label)
    path.write_text(json.dumps(label), "utf-8")


@pytest.mark.slow
def test_our_samples_have_no_defect(run: Any) -> None:
    done = run("dataset", "check", SAMPLES)
    assert done.exit_code == 0, done.stdout
    assert re.fullmatch(r"\d+ labels, no defects\.", done.stdout.strip())


GRID, PIPS = "tango/classic-crop", "pips/classic-crop"
DEFECTS: list[tuple[str, Change, str]] = [
    (GRID, lambda s: s.pop("game"), "'game' is a required property"),
    (GRID, lambda s: s.update(board_bbox=[1, 2, 3]), "board_bbox: "),
    (GRID, lambda s: s.update(board_bbox=[0, 0, 10_000, 10_000]), "not inside the picture"),
    (GRID, lambda s: s.update(board_bbox=[300, 300, 100, 100]), "is no box"),
    (GRID, lambda s: s["cells"].update({"0,0": [-4, 10]}), "cell (0, 0) is not inside the picture"),
    (GRID, lambda s: s["cells"].update({"2,3": s["cells"]["2,4"]}), "cell (2, 3) is"),
    (GRID, lambda s: s["cells"].pop("5,5"), "other places than the puzzle's, such as (5, 5)"),
    (GRID, lambda s: s["lattice"].update(pitch=1.3 * s["lattice"]["pitch"]), "where the lattice has no cell"),
    (GRID, lambda s: s["markers"].pop(), "the markers are not those of the puzzle"),
    (GRID, lambda s: s["markers"][0].update(box=s["markers"][-1]["box"]), "is not on its edge"),
    (GRID, lambda s: s["clues"].append(empty_cell(s)), "is no cell with a symbol"),
    (GRID, lambda s: s.update(solutions=2), "solutions is 2, but there are 1"),
    (GRID, lambda s: s["puzzle"].update(size=7), "the puzzle cannot be loaded: "),
    (GRID, lambda s: s.update(width=5), "not 5 x "),
    (GRID, lambda s: s.update(image="gone.png"), "the picture gone.png is not there"),
    (GRID, lambda s: s.update(image="../up.png"), "image: "),
    (GRID, lambda s: s.update(puzzle=None), "neither a puzzle nor in `expect`"),
    (GRID, lambda s: s.update(game="takuzu"), "the game is takuzu, but the puzzle is one of tango"),
    (PIPS, lambda s: s["tags"].pop(), "the tags are not those of the puzzle"),
    (PIPS, lambda s: s["tiles"].pop(), "tiles for "),
    (PIPS, lambda s: s["tray"].__setitem__(0, [6, 6]), "in the tray and held are not those of the puzzle"),
    (PIPS, lambda s: s["solution"].reverse(), "the solution breaks a rule"),
    (PIPS, lambda s: s["puzzle"]["dominoes"].pop(), "the puzzle cannot be loaded: "),
]


def empty_cell(label: dict[str, Any]) -> list[int]:
    rows = label["puzzle"]["cells"]
    return next([r, c] for r, row in enumerate(rows) for c, symbol in enumerate(row) if symbol == ".")


@pytest.mark.parametrize(("name", "change", "said"), DEFECTS, ids=[said for *_, said in DEFECTS])
def test_what_is_wrong_is_said_in_a_line(run: Any, sample: Any, name: str, change: Change, said: str) -> None:
    path = sample(name)
    assert run("dataset", "check", path.parent).exit_code == 0
    changed(path, change)
    done = run("dataset", "check", path.parent)
    assert done.exit_code == 1
    assert any(line.startswith(f"{path}: ") and said in line for line in done.stdout.splitlines()), done.stdout
    assert all(len(line) < 400 for line in done.stdout.splitlines())


def test_files_that_do_not_belong_together(run: Any, sample: Any, tmp_path: Path) -> None:
    path = sample(GRID)
    shutil.copy(path.with_suffix(".png"), tmp_path / "orphan.png")
    (tmp_path / "twin.json").write_text(path.read_text("utf-8"), "utf-8")
    (tmp_path / "orphan.txt").write_text("no picture")
    (tmp_path / "broken.json").write_text("{")
    (tmp_path / "dataset.json").write_text('{"seed": 1}')
    done = run("dataset", "check", tmp_path)
    assert done.exit_code == 1
    assert f"{tmp_path / 'orphan.png'}: no label speaks of this picture" in done.stdout
    assert "is already classic-crop.json's" in done.stdout
    assert f"{tmp_path / 'broken.json'}: no JSON" in done.stdout
    assert "dataset.json" not in done.stdout
    assert "2 labels" in done.stderr or "3 labels" in done.stderr


def test_a_picture_cut_short(run: Any, sample: Any) -> None:
    picture = sample(GRID).with_suffix(".png")
    picture.write_bytes(picture.read_bytes()[:3000])
    done = run("dataset", "check", picture.parent)
    assert done.exit_code == 1
    assert "cannot be decoded" in done.stdout


@pytest.mark.parametrize("command", [["check"], ["coco", "-o", "out.json"], ["evaluate"]])
def test_a_folder_without_labels(run: Any, tmp_path: Path, command: list[str]) -> None:
    done = run("dataset", command[0], tmp_path, *command[1:])
    assert done.exit_code == 2
    assert "There is no label" in done.stderr


# --- coco ------------------------------------------------------------------------------------------------------------


def test_coco(run: Any, sample: Any, tmp_path: Path) -> None:
    names = (GRID, "pips/candy-crop", "takuzu/photo-exam-8x8", "queens/classic-5x5")
    labels = [json.loads(sample(name).read_text("utf-8")) for name in names]
    assert run("dataset", "coco", tmp_path, "-o", tmp_path / "out" / "coco.json").exit_code == 2  # no such folder
    done = run("dataset", "coco", tmp_path, "-o", tmp_path / "coco.json")
    assert done.exit_code == 0, done.stderr
    data = json.loads((tmp_path / "coco.json").read_text("utf-8"))
    assert_is_coco(data, tmp_path)
    categories = {one["id"]: one["name"] for one in data["categories"]}
    images = {one["file_name"]: one["id"] for one in data["images"]}
    assert set(images) == {label["image"] for label in labels}

    def of(label: dict[str, Any], *wanted: str) -> list[dict[str, Any]]:
        boxes = [one for one in data["annotations"] if one["image_id"] == images[label["image"]]]
        return [one for one in boxes if categories[one["category_id"]] in wanted]

    grid, pips, photo, queens = labels
    for symbol, name in (("S", "sun"), ("M", "moon"), (".", "empty")):
        assert len(of(grid, name)) == "".join(grid["puzzle"]["cells"]).count(symbol)
    assert len(of(grid, "equal", "cross")) == len(grid["markers"])
    assert sorted(one["text"] for one in of(pips, "tag")) == sorted(tag["text"] for tag in pips["tags"])
    assert len(of(pips, "domino")) == len(pips["tray"])
    assert len(of(pips, "region-cell", "bare-cell")) == 2 * len(pips["puzzle"]["dominoes"])
    assert [len(of(photo, name)) for name in ("board", "zero", "one")] == [1, 0, 0]
    for symbol, name in (("Q", "crown"), ("x", "crossed"), (".", "empty")):
        assert len(of(queens, name)) == "".join(queens["puzzle"]["cells"]).count(symbol)
    assert {one["region"] for one in of(queens, "crown", "crossed", "empty")} == set(range(5))
    for one in of(grid, "sun"):  # the middle of the box is that of the cell
        r, c = one["cell"]
        x, y, w, h = one["bbox"]
        assert [x + w / 2, y + h / 2] == pytest.approx(grid["cells"][f"{r},{c}"], abs=1)


def assert_is_coco(data: dict[str, Any], folder: Path) -> None:
    """What readers of COCO files rely on."""
    for key in ("images", "annotations", "categories"):
        numbers = [one["id"] for one in data[key]]
        assert len(set(numbers)) == len(numbers)
    sizes = {one["id"]: (one["width"], one["height"]) for one in data["images"]}
    categories = {one["id"] for one in data["categories"]}
    for one in data["annotations"]:
        assert one["category_id"] in categories
        width, height = sizes[one["image_id"]]
        x, y, w, h = one["bbox"]
        assert min(w, h) > 0
        assert min(x, y) >= 0
        assert x + w <= width + 0.02
        assert y + h <= height + 0.02
        assert one["area"] == pytest.approx(w * h, rel=0.01)
        assert one["iscrowd"] == 0
    assert all((folder / one["file_name"]).is_file() for one in data["images"])


# --- evaluate --------------------------------------------------------------------------------------------------------


def labelled(path: Path, puzzle: BinaryPuzzle = TRUTH, **more: Any) -> None:
    label = {"image": path.name, "game": puzzle.game, "board_bbox": [10, 10, 250, 250], "puzzle": puzzle.to_json()}
    path.with_suffix(".json").write_text(json.dumps(label | more))


@pytest.fixture
def measured(fake: Any, run: Any, tmp_path: Path) -> Callable[..., Any]:
    """The command on five pictures: two exact, one silently wrong, one flagged, one refused."""
    labelled(fake(TRUTH, "exact.png", confidence=0.97), look={"name": "plain", "state": "fresh"})
    labelled(fake(TRUTH, "sure.png", confidence=0.99), look={"name": "plain", "state": "solved"}, made={"wear": ["x"]})
    labelled(fake(MISREAD, "silent.png", confidence=0.99), look={"name": "<b>&'odd", "state": "fresh"})
    labelled(fake(VAGUE, "vague.png", confidence=0.4), look="told in a word")
    labelled(fake(TRUTH, "refused.bmp", error=NoBoardError("<i>nothing</i> there.")))
    return lambda *arguments: run("dataset", "evaluate", *arguments, tmp_path)


def test_figures(measured: Any) -> None:
    done = measured("--json")
    assert done.exit_code == 1, "one was silently wrong"
    figures = json.loads(done.stdout)
    assert [figures[key] for key in ("pictures", "exact", "refused", "flagged", "silently_wrong")] == [5, 2, 1, 1, 1]
    cells = figures["parts"]["cells"]
    # of 36 cells a board: none of the refused one, one wrong in the silent one, four not seen in the vague one
    assert cells == {"total": 180, "right": 139, "wrong": 5, "unread": 36, "extra": 0, "share": 0.77222}
    assert set(figures["by"]) == {"game", "look", "kind", "state", "scale", "wear"}
    assert {name: one["pictures"] for name, one in figures["by"]["look"].items()} == {
        "plain": 2,
        "<b>&'odd": 1,
        "told in a word": 1,
        "not said": 1,
    }
    assert figures["by"]["scale"]["30 to 45 px"]["pictures"] == 5
    assert figures["by"]["wear"]["worn"]["exact"] == 1
    for axis in figures["by"].values():
        assert sum(one["pictures"] for one in axis.values()) == 5
    bins = {one["high"]: (one["boards"], one["exact"]) for one in figures["reliability"]}
    assert bins == {0.5: (1, 0.0), 0.98: (1, 1.0), 1.0: (2, 0.5)}
    assert figures["calibration_error"] == pytest.approx((0.4 + 0.03 + 2 * 0.49) / 4, abs=1e-3)
    assert set(figures["milliseconds"]) == {"decode", "read", "solve"}
    assert len(figures["results"]) == 5


def test_labels_that_say_nothing_are_left_out_aloud(measured: Any, run: Any, tmp_path: Path) -> None:
    unsound: list[dict[str, Any]] = [
        {"puzzle": 5},
        {"puzzle": {"game": "tango"}},
        {"puzzle": TRUTH.to_json(), "board_bbox": [1, 2]},
        {"game": 7},
        {"placed": 3},
        {"image": "gone.png"},
        {"image": "a\0.png"},
    ]
    for number, more in enumerate(unsound):
        (tmp_path / f"unsound{number}.json").write_text(json.dumps({"image": "exact.png"} | more))
    done = measured("--json")
    assert json.loads(done.stdout)["pictures"] == 5
    assert done.stderr.startswith(f"Left out: {tmp_path / 'unsound0.json'}: its puzzle cannot be loaded (")
    assert "and 6 more" in done.stderr
    done = run("dataset", "coco", tmp_path, "-o", tmp_path / "coco.json")
    assert done.exit_code == 1
    assert f"{tmp_path / 'unsound2.json'} is no sound label" in done.stderr


def test_tables(measured: Any) -> None:
    text = measured().stdout
    assert re.search(r"^all +5 +2 +40\.0% +1 +1 +1 +77\.22%", text, re.MULTILINE)
    assert re.search(r"^0\.98 to 1\.00 +2 +0\.990 +0\.500$", text, re.MULTILINE)
    assert re.search(r"^read ( +\d+\.\d){4}$", text, re.MULTILINE)


def test_several_processes_find_the_same(run: Any, sample: Any, tmp_path: Path) -> None:
    for name in ("tango/classic-crop", "tango/classic-4x4", "tango/none-prose"):
        sample(name)
    alone, together = (json.loads(run("dataset", "evaluate", "--json", "--jobs", n, tmp_path).stdout) for n in (1, 2))
    for figures in (alone, together):
        del figures["milliseconds"]
        for result in figures["results"]:
            del result["milliseconds"]
    assert alone == together
    assert alone["pictures"] == alone["exact"] == 3


def test_one_game_only(measured: Any) -> None:
    assert json.loads(measured("--json", "--game", "tango").stdout)["pictures"] == 5
    done = measured("--game", "pips")
    assert done.exit_code == 2
    assert "no labelled picture of pips" in done.stderr


def test_the_report_stands_alone(measured: Any, tmp_path: Path) -> None:
    done = measured("--report", tmp_path / "report.html")
    assert "report.html" in done.stderr
    page = (tmp_path / "report.html").read_text("utf-8")
    assert not re.search(r"""(?:src|href)=['"](?!data:)""", page), "nothing is fetched"
    assert "url(" not in page
    assert "@import" not in page
    assert page.count("<article") == 3
    assert "&lt;i&gt;nothing&lt;/i&gt;" in page
    assert "<b>&'odd" not in page
    assert page.index("silent.png") < page.index("vague.png") < page.index("refused.bmp"), "the worst first"
    measured("--report", tmp_path / "report.html", "--most-shown", 1)
    short = (tmp_path / "report.html").read_text("utf-8")
    assert short.count("<article") == 1
    assert "The first 1 are shown" in short


def test_a_report_that_cannot_be_written(measured: Any, tmp_path: Path) -> None:
    done = measured("--report", tmp_path / "missing" / "report.html")
    assert done.exit_code == 2
    assert "could not be written" in done.stderr


def test_parts_of_pips() -> None:
    puzzle = {
        "game": "pips",
        "dominoes": [[1, 2], [3, 4], [5, 6]],
        "regions": [
            {"type": "sum", "target": 3, "indices": [[0, 0], [0, 1]]},
            {"type": "equals", "indices": [[1, 0], [1, 1]]},
            {"type": "empty", "indices": [[2, 0], [2, 1]]},
        ],
    }
    label = Label(Path("a.png"), "pips", puzzle, "puzzle", False, None)
    differences = (
        Difference("tag", "3", "8", "0,1"),
        Difference("region", "=", "-", "1,0 1,1"),
        Difference("domino", "5|6", "5|5", ""),
        Difference("domino", "-", "1|1", ""),
        Difference("cell", "there", "-", "2,1"),
    )
    assert parts_of(label, differences, refused=False) == {
        "cells": Share(6, right=5),
        "tags": Share(2, right=0, wrong=1),
        "dominoes": Share(3, right=2, wrong=1, extra=1),
    }
    assert parts_of(label, (), refused=True)["tags"] == Share(2)


def test_groups_by_size_and_calibration() -> None:
    assert [scale_of(step) for step in (12, 20, 44.9, 45, 300)] == [
        "below 20 px",
        "20 to 30 px",
        "30 to 45 px",
        "45 to 70 px",
        "from 110 px",
    ]
    assert calibration_error([]) is None
    assert calibration_error([Bin(0, 0.5, 1, 0.3, 0.0), Bin(0.9, 1, 3, 0.9, 1.0)]) == pytest.approx(0.15)


# --- where something is missing --------------------------------------------------------------------------------------


def test_without_a_browser(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("playwright")
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    done = run("dataset", "render", "--count", 1, tmp_path / "out")
    assert done.exit_code == 3
    assert done.stderr == (
        "solve-screenshot: There is no Chromium on the path; install one, or name it with --browser PATH.\n"
    )
    done = run("dataset", "render", "--count", 1, "--browser", "/no/such", tmp_path / "out")
    assert done.exit_code == 3
    assert "/no/such is no program" in done.stderr


@pytest.mark.parametrize(
    ("module", "command"),
    [("playwright", ["render", "--count", "1", "out"]), ("jsonschema", ["check", str(SAMPLES / "tango")])],
)
def test_without_the_extra(process: Any, tmp_path: Path, module: str, command: list[str]) -> None:
    """A module of the name that cannot be found, as where it is not installed."""
    (tmp_path / "sitecustomize.py").write_text(
        "import sys\n"
        "class Hidden:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        f"        if name.split('.')[0] == {module!r}: raise ModuleNotFoundError(name, name={module!r})\n"
        "sys.meta_path.insert(0, Hidden())\n"
    )
    root = Path(__file__).parents[2]
    done = process("dataset", *command, env={"PYTHONPATH": f"{tmp_path}:{root}"})
    assert done.returncode == 3, done.stderr
    assert done.stderr.decode().count("\n") == 1
    assert module in done.stderr.decode()
    assert "pip install '.[dataset]'" in done.stderr.decode()
