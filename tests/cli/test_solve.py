"""`solve-screenshot IMAGE`: text, JSON, pictures and exit codes for everything that can be read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from solve_screenshot.text import Style, report, style_of
from solver import BinaryPuzzle
from tests.vision.drawn_pips import MARGIN, STEP
from vision.errors import NoBoardError
from vision.lattice import Lattice

UNIQUE = BinaryPuzzle.from_notation("tango S5/.MS3/M3M./2S3/S.S.S./5M")
SOLUTION = ["SMMSMS", "SMSMSM", "MSMSMS", "MSSMMS", "SMSMSM", "MSMSSM"]
MULTIPLE = BinaryPuzzle.from_notation("tango S.M3/6/6/6/6/6")
FULL = UNIQUE.with_cells(SOLUTION)
WRONG_CELL = (0, 1)
WRONG = UNIQUE.with_cell(0, 1, "S")
"""Its clues have one solution; the entry at (0, 1) is not in it."""

KEYS = ["image", "game", "puzzle", "solutions", "solution", "board", "confidence", "milliseconds", "warnings", "error"]

MORE_KEYS = {"level", "wrong_entries", "clues_solution", "placed", "wrong_places"}
MORE_KEYS |= {"count", "count_is_exact", "all", "timed_out", "difficulty", "hint", "steps"}


def schema(result: dict[str, Any]) -> dict[str, Any]:
    """Checks a Result object against the documented form, and hands it on."""
    assert list(result)[: len(KEYS)] == KEYS
    assert set(result) - set(KEYS) <= MORE_KEYS
    assert isinstance(result["image"], str)
    assert set(result["milliseconds"]) == {"decode", "read", "solve"}
    assert all(isinstance(value, float) and value >= 0 for value in result["milliseconds"].values())
    assert 0 <= result["confidence"] <= 1
    assert all(isinstance(warning, str) for warning in result["warnings"])
    if result["error"] is not None:
        kinds = ("no_board", "occluded", "ambiguous", "unsupported", "unreadable_file")
        assert result["error"]["kind"] in kinds
        assert result["error"]["message"]
        assert (
            result["puzzle"] is result["solution"] is result["solutions"] is result["game"] is result["board"] is None
        )
        return result
    assert result["game"] == result["puzzle"]["game"]
    assert result["solutions"] in ("unique", "multiple", "none")
    assert (result["solution"] is None) == (result["solutions"] == "none")
    if result["board"] is not None:
        assert len(result["board"]["bbox"]) == 4
        puzzle = result["puzzle"]
        size = puzzle["size"] ** 2 if "size" in puzzle else 2 * len(puzzle["dominoes"])
        assert len(result["board"]["cells"]) == size
        assert all(len(center) == 2 for center in result["board"]["cells"].values())
    return result


# --- JSON and exit codes ---------------------------------------------------------------------------------------------


def test_json_of_a_solved_puzzle(fake: Any, run: Any) -> None:
    path = fake(UNIQUE)
    done = run(path, "--json")
    result = schema(json.loads(done.stdout))
    assert done.exit_code == 0
    assert result["image"] == str(path)
    assert result["puzzle"] == UNIQUE.to_json()
    assert result["solutions"] == "unique"
    assert result["solution"] == SOLUTION
    assert result["board"]["bbox"] == [10, 10, 250, 250]
    assert result["board"]["cells"]["1,2"] == [110, 70]
    assert result["confidence"] == 0.97
    assert result["error"] is None


def test_several_solutions(fake: Any, run: Any) -> None:
    done = run(fake(MULTIPLE), "--json")
    assert done.exit_code == 1
    assert schema(json.loads(done.stdout))["solutions"] == "multiple"
    text = run(fake(MULTIPLE))
    assert text.exit_code == 1
    assert "several solutions" in text.stdout
    assert "The solutions differ in" in text.stdout


def test_wrong_entries_are_named_and_the_clues_solved(fake: Any, run: Any) -> None:
    path = fake(WRONG, clues=UNIQUE.filled())
    done = run(path, "--json")
    result = schema(json.loads(done.stdout))
    assert done.exit_code == 1
    assert result["solutions"] == "none"
    assert result["wrong_entries"] == [list(WRONG_CELL)]
    assert result["clues_solution"] == SOLUTION
    assert any("r1 c2 (S)" in warning for warning in result["warnings"])
    text = run(path)
    assert text.exit_code == 1
    assert "no solution" in text.stdout
    assert "S M M S M S" in text.stdout
    assert "warning: the entry in r1 c2 (S) is wrong" in text.stdout


def test_entries_that_contradict_one_another(fake: Any, run: Any) -> None:
    clues = BinaryPuzzle("tango", 4, ["...."] * 4)
    board = clues.with_cells(["SSS.", "....", "....", "...."])
    done = run(fake(board.with_cell(3, 3, "S"), clues=frozenset({(3, 3)})), "--json")
    result = schema(json.loads(done.stdout))
    assert done.exit_code == 1
    assert result["wrong_entries"] == []
    assert len(result["clues_solution"]) == 4
    assert "cannot all be right" in result["warnings"][0]


@pytest.mark.parametrize("clues", [None, WRONG.filled()])
def test_no_solution_and_nothing_to_blame(fake: Any, run: Any, clues: Any) -> None:
    done = run(fake(WRONG, clues=clues), "--json")
    result = schema(json.loads(done.stdout))
    assert done.exit_code == 1
    assert result["solutions"] == "none"
    assert "clues_solution" not in result
    text = run(fake(WRONG, clues=clues))
    assert "no solution" in text.stdout
    assert "solution\n" not in text.stdout.split("board", 1)[1].split("\n")[0]


def test_a_solved_board(fake: Any, run: Any) -> None:
    done = run(fake(FULL))
    assert done.exit_code == 0
    assert "solved already" in done.stdout


def test_warnings_are_handed_on(fake: Any, run: Any) -> None:
    path = fake(UNIQUE, warnings=("two boards: the larger was taken",))
    assert "warning: two boards: the larger was taken" in run(path).stdout
    assert json.loads(run(path, "--json").stdout)["warnings"] == ["two boards: the larger was taken"]


def test_a_refusal(fake: Any, run: Any) -> None:
    path = fake(UNIQUE, error=NoBoardError("no board was found; give a picture of one."))
    done = run(path, "--json")
    assert done.exit_code == 3
    assert schema(json.loads(done.stdout))["error"] == {
        "kind": "no_board",
        "message": "no board was found; give a picture of one.",
    }
    text = run(path)
    assert text.exit_code == 3
    assert text.stdout == ""
    assert text.stderr == f"solve-screenshot: {path}: no board was found; give a picture of one.\n"


def test_a_mistake_of_ours_in_one_picture_does_not_end_the_run(fake: Any, run: Any, monkeypatch: Any) -> None:
    monkeypatch.delenv("SOLVE_SCREENSHOT_DEBUG", raising=False)
    broken, good = fake(UNIQUE, "broken.png", error=ZeroDivisionError("by\nzero")), fake(UNIQUE, "good.png")
    done = run(broken, good, "--json")
    first, second = (schema(json.loads(line)) for line in done.stdout.splitlines())
    assert done.exit_code == 3
    assert "mistake of this program (ZeroDivisionError: by zero)" in first["error"]["message"]
    assert second["solutions"] == "unique"
    monkeypatch.setenv("SOLVE_SCREENSHOT_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        run(broken)


def test_several_images_are_one_line_each_and_the_worst_exit_code(fake: Any, run: Any, tmp_path: Path) -> None:
    good, vague, bad = fake(UNIQUE, "a.png"), fake(MULTIPLE, "b.png"), tmp_path / "missing.png"
    done = run(good, vague, bad, "--json")
    results = [schema(json.loads(line)) for line in done.stdout.splitlines()]
    assert [result["image"] for result in results] == [str(good), str(vague), str(bad)]
    assert done.exit_code == 3
    assert run(vague, good).exit_code == 1
    assert run(good, good).exit_code == 0
    assert str(good) in run(good, vague).stdout


def test_a_folder_is_its_pictures(fake: Any, run: Any, tmp_path: Path) -> None:
    fake(UNIQUE, "folder/b.png")
    fake(FULL, "folder/a.bmp")
    (tmp_path / "folder" / "a.json").write_text("{}")
    results = [json.loads(line) for line in run(tmp_path / "folder", "--json").stdout.splitlines()]
    assert [Path(result["image"]).name for result in results] == ["a.bmp", "b.png"]


# --- puzzle files ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("p.txt", UNIQUE.notation()),
        ("p.txt", str(UNIQUE)),
        ("p.json", json.dumps(UNIQUE.to_json())),
        ("p.JSON", json.dumps({"image": "p.png", "game": "tango", "puzzle": UNIQUE.to_json()})),
    ],
)
def test_puzzle_files(run: Any, tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_text(text)
    done = run(path, "--json")
    result = schema(json.loads(done.stdout))
    assert done.exit_code == 0
    assert result["solution"] == SOLUTION
    assert result["board"] is None
    assert result["confidence"] == 1


@pytest.mark.parametrize("text", ["", "hello", "{", '{"game": "chess"}', "[1]", "tango S.M", "\x00\xff", "{" * 9999])
@pytest.mark.parametrize("name", ["p.txt", "p.json"])
def test_files_that_are_no_puzzle(run: Any, tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_bytes(text.encode("latin-1"))
    done = run(path, "--json")
    assert done.exit_code == 3
    error = schema(json.loads(done.stdout))["error"]
    assert error["kind"] == "unreadable_file"
    assert error["message"].startswith(str(path))
    assert "\n" not in error["message"]


def test_a_puzzle_without_a_solution(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "p.txt"
    path.write_text("tango SSS1/4/4/4".replace("1", "."))
    done = run(path)
    assert done.exit_code == 1
    assert "no solution" in done.stdout


def test_missing_and_misnamed_puzzle_files(run: Any, tmp_path: Path) -> None:
    (tmp_path / "folder.json").mkdir()
    for name in ("missing.json", "folder.json"):
        done = run(tmp_path / name)
        assert done.exit_code == 3
        assert name in done.stderr


# --- counting, listing, engines --------------------------------------------------------------------------------------


def test_count(fake: Any, run: Any) -> None:
    assert "3124 solutions" in run(fake(MULTIPLE), "--count").stdout
    assert json.loads(run(fake(MULTIPLE), "--count", "--json", "--limit", "7").stdout)["count"] == 7
    assert "1 solution," in run(fake(UNIQUE), "--count").stdout


def test_all(fake: Any, run: Any) -> None:
    text = run(fake(MULTIPLE), "--all", "--limit", "3").stdout
    assert text.count("\n1\n") == text.count("\n3\n") == 1
    assert "\n4\n" not in text
    result = schema(json.loads(run(fake(MULTIPLE), "--json", "--all", "5").stdout))
    assert len({tuple(rows) for rows in result["all"]}) == 5
    assert any("more solutions than the 5" in warning for warning in result["warnings"])
    assert "all" not in json.loads(run(fake(MULTIPLE), "--json").stdout)


@pytest.mark.parametrize(
    ("arguments", "listed"),
    [
        (("IMAGE", "--all"), 1000),
        (("--all", "IMAGE"), 1000),
        (("--all", "2", "IMAGE"), 2),
        (("IMAGE", "--all=2"), 2),
        (("IMAGE", "--all", "--count"), 1000),
        (("IMAGE", "--all", "9999"), 3124),
    ],
)
def test_all_with_and_without_a_number(fake: Any, run: Any, arguments: tuple[str, ...], listed: int) -> None:
    path = fake(MULTIPLE)
    done = run(*(path if argument == "IMAGE" else argument for argument in arguments), "--json")
    result = json.loads(done.stdout)
    assert len(result["all"]) == listed
    assert result["solution"] == result["all"][0]
    assert bool(result["warnings"]) == (listed < 3124)


def test_a_list_of_the_only_solution(fake: Any, run: Any) -> None:
    assert json.loads(run(fake(UNIQUE), "--all", "--json").stdout)["all"] == [SOLUTION]
    none = json.loads(run(fake(WRONG), "--all", "--json", "--count").stdout)
    assert none["all"] == []
    assert none["count"] == 0


def test_engines_agree(fake: Any, run: Any) -> None:
    pytest.importorskip("ortools")
    done = run(fake(UNIQUE), "--json", "--engine", "cp-sat")
    assert json.loads(done.stdout)["solution"] == SOLUTION


def test_an_engine_that_is_not_installed(fake: Any, run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    done = run(fake(UNIQUE), "--engine", "cp-sat")
    assert done.exit_code == 2
    assert "pip install" in done.stderr


EMPTY = BinaryPuzzle("takuzu", 12, ["." * 12] * 12)
"""A board whose solutions nobody has counted."""


def test_the_time_limit(fake: Any, run: Any) -> None:
    """What was found so far is shown, and said to be no more than that."""
    path = fake(EMPTY)
    done = run(path, "--count", "--time-limit", "0.5", "--json")
    result = schema(json.loads(done.stdout))
    assert done.exit_code == 1
    assert result["timed_out"] is True
    assert result["solutions"] == "multiple"
    assert result["count"] >= 2
    assert result["count_is_exact"] is False
    text = run(path, "--count", "--time-limit", "0.5")
    assert "at least" in text.stdout.splitlines()[0]
    assert "in 0.5 s" in text.stdout.splitlines()[0]


def test_no_time_at_all(fake: Any, run: Any) -> None:
    puzzle = BinaryPuzzle("takuzu", 20, ["." * 20] * 20)
    path = fake(puzzle)
    done = run(path, "--time-limit", "1e-9", "--json")
    result = json.loads(done.stdout)
    assert done.exit_code == 1
    assert result["puzzle"] == puzzle.to_json()
    assert result["solutions"] is result["solution"] is result["error"] is None
    assert result["timed_out"] is True
    assert "no solution found in 1e-09 s" in run(path, "--time-limit", "1e-9").stdout


def test_a_count_with_a_limit_is_exact_below_it(fake: Any, run: Any) -> None:
    path = fake(MULTIPLE)
    for limit, exact in (("3124", True), ("3123", False), ("9999", True)):
        result = json.loads(run(path, "--count", "--limit", limit, "--json").stdout)
        assert (result["count"], result["count_is_exact"]) == (min(3124, int(limit)), exact)
    assert "at least 7 solutions" in run(path, "--count", "--limit", "7").stdout


# --- the text --------------------------------------------------------------------------------------------------------


def test_piped_text_is_plain(fake: Any, run: Any) -> None:
    text = run(fake(UNIQUE)).stdout
    assert "\x1b" not in text
    assert "S . . . . .      S M M S M S" in text
    assert "tango 6x6: one solution" in text
    assert "decode" in text


def test_markers_stand_between_the_cells(run: Any, tmp_path: Path) -> None:
    marked = BinaryPuzzle("tango", 6, UNIQUE.cells, h=["x....", *["....."] * 5], v=["=....x", *["......"] * 4])
    path = tmp_path / "p.txt"
    path.write_text(marked.notation())
    lines = run(path).stdout.splitlines()
    assert lines[1:5] == [
        "board            solution",
        "Sx. . . . .      SxM M S M S",
        "=         x      =         x",
        ". M S . . .      S M S M S M",
    ]


def test_colour(fake: Any) -> None:
    from solve_screenshot.answer import of_picture

    answer = of_picture(str(fake(WRONG, clues=UNIQUE.filled())))
    pretty = report(answer, Style(colour=True, pretty=True))
    assert "☀" in pretty
    assert "☾" in pretty
    assert "\x1b[97;41m☀" in pretty  # the wrong entry
    assert "\x1b[97;41m☾" in pretty  # what belongs there
    letters = report(answer, Style(colour=True, pretty=False))
    assert "☀" not in letters
    assert "\x1b[97;41mS" in letters


class Terminal:
    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def test_when_there_is_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert style_of(Terminal()) == Style(True, True)
    assert style_of(object()) == Style(False, False, boxes=False)
    monkeypatch.setattr(Terminal, "encoding", "ascii")
    assert style_of(Terminal()) == Style(True, False, boxes=False)
    monkeypatch.setenv("TERM", "dumb")
    assert not style_of(Terminal()).colour
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert style_of(object()).colour
    monkeypatch.setenv("NO_COLOR", "1")
    assert not style_of(Terminal()).colour


# --- pictures --------------------------------------------------------------------------------------------------------


def read(path: Path) -> np.ndarray[Any, Any]:
    picture = cv2.imdecode(np.fromfile(path, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    return np.asarray(picture)


def test_output_has_the_solution_in_it(fake: Any, run: Any, tmp_path: Path) -> None:
    path, out = fake(UNIQUE), tmp_path / "new" / "ä.png"
    done = run(path, "-o", out)
    assert done.exit_code == 0
    before, after = read(path), read(out)
    assert before.shape == after.shape
    changed = np.abs(before.astype(int) - after).max(axis=2) > 20
    for r in range(6):
        for c in range(6):
            cell = changed[10 + 40 * r : 50 + 40 * r, 10 + 40 * c : 50 + 40 * c]
            assert cell.any() == (UNIQUE.cells[r][c] == ".")
            assert not cell[:8].any()  # clear of the grid lines


def test_output_marks_wrong_entries_red(fake: Any, run: Any, tmp_path: Path) -> None:
    out = tmp_path / "out.png"
    run(fake(WRONG, clues=UNIQUE.filled()), "-o", out)
    cell = read(out)[10:50, 50:90].reshape(-1, 3).astype(int)
    assert ((cell[:, 2] > 180) & (cell[:, 1] < 80)).sum() > 50


def test_a_folder_without_pictures_says_so(run: Any, tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    result = run(tmp_path / "notes")
    assert result.exit_code == 3
    assert "there is no picture in it" in result.stderr


def test_output_of_several_images_is_a_folder(fake: Any, run: Any, tmp_path: Path) -> None:
    out = tmp_path / "solved"
    paths = [fake(UNIQUE, "a/x.png"), fake(MULTIPLE, "b/x.bmp"), tmp_path / "missing.png"]
    assert run(*paths, "-o", out).exit_code == 3
    assert sorted(path.name for path in out.iterdir()) == ["x-2.png", "x.png"]
    assert run(paths[0], "-o", out).exit_code == 0


def test_nothing_is_drawn_without_a_solution(fake: Any, run: Any, tmp_path: Path) -> None:
    out = tmp_path / "out.png"
    done = run(fake(WRONG), "-o", out)
    assert done.exit_code == 1
    assert "was not written" in done.stderr
    assert not out.exists()


def test_output_that_cannot_be(fake: Any, run: Any, tmp_path: Path) -> None:
    path = fake(UNIQUE)
    (tmp_path / "file").touch()
    for arguments, says in (
        ((path, "-o", tmp_path / "x.doc"), "must end in"),
        ((path, "-o", path), "overwritten"),
        ((path, path, "-o", tmp_path / "file"), "must be a folder"),
        ((path, "-o", tmp_path / "file" / "x.png"), "could not be written"),
    ):
        done = run(*arguments)
        assert done.exit_code == 2
        assert says in done.stderr.replace("\n", " ")


def test_debug_writes_every_stage(fake: Any, run: Any, tmp_path: Path) -> None:
    folder = tmp_path / "debug"
    assert run(fake(UNIQUE), "--debug", folder).exit_code == 0
    assert sorted(path.name for path in folder.iterdir()) == [
        "1-picture.png",
        "2-lattice.png",
        "3-cells.png",
        "4-markers.png",
        "5-reading.png",
        "6-solution.png",
        "result.json",
    ]
    schema(json.loads((folder / "result.json").read_text()))


def test_debug_of_a_refusal_shows_what_looked_like_a_board(fake: Any, run: Any, tmp_path: Path) -> None:
    nothing, something = NoBoardError("none."), NoBoardError("another game.")
    something.lattices = (Lattice(MARGIN, MARGIN, STEP, STEP, 6, 6),)
    for error, files in (
        (nothing, ["1-picture.png", "result.json"]),
        (something, ["1-picture.png", "2-seen.png", "result.json"]),
    ):
        folder = tmp_path / error.message
        assert run(fake(UNIQUE, "x.png", error=error), "--debug", folder).exit_code == 3
        assert sorted(path.name for path in folder.iterdir()) == files
        assert schema(json.loads((folder / "result.json").read_text()))["error"]["message"] == error.message
    assert (read(tmp_path / "another game." / "2-seen.png") != read(tmp_path / "x.png")).any()


# --- usage -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        ("--json",),
        ("--nonsense", "x.png"),
        ("x.png", "--engine", "magic"),
        ("x.png", "--limit", "0"),
        ("x.png", "--all", "0"),
        ("x.png", "--all", "-1"),
        ("x.png", "--all=x"),
        ("x.png", "--time-limit", "0"),
        ("x.png", "--time-limit", "nan"),
        ("x.png", "--time-limit", "soon"),
        ("x.png", "--level", "easier"),
        ("evaluate",),
    ],
)
def test_wrong_usage(run: Any, arguments: tuple[str, ...]) -> None:
    done = run(*arguments)
    assert done.exit_code == 2
    assert "Usage" in done.stderr


def test_help_without_arguments_and_by_name(run: Any) -> None:
    for arguments in (("--help",), ("-h",)):
        done = run(*arguments)
        assert done.exit_code == 0
        for word in ("IMAGE...", "--json", "Exit codes", "evaluate", "--version", "Examples"):
            assert word in done.stdout
    assert "silently wrong" in run("evaluate", "--help").stdout
    assert run("solve", "--help").exit_code == 0
    assert run("--version").stdout.startswith("solve-screenshot ")
