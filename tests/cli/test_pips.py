"""Pips at the command line: pictures, puzzle files, days of three puzzles, several solutions, dominoes on the board."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import solver
from solve_screenshot.answer import of_picture
from solve_screenshot.text import Style, report
from solver import PipsPuzzle
from tests.cli.test_solve import read as picture
from tests.cli.test_solve import schema
from tests.vision.drawn_pips import MARGIN, STEP
from vision.games.pips.parts import Placed

UNIQUE = PipsPuzzle.from_notation("pips 15,03 AB/CD A1 B0 C5 D3")
SOLUTION = [[[0, 0], [1, 0]], [[0, 1], [1, 1]]]
SEVERAL = PipsPuzzle.from_notation("pips 15,03 AB/AB A6 B<4")
"""Each of the two dominoes stands in its column, and either way up: four solutions."""
NONE = PipsPuzzle.from_notation("pips 15,03 AB/AB A7 B<4")
UPSIDE_DOWN = Placed((1, 5), ((1, 0), (0, 0)))
TWISTED = Placed((0, 3), ((1, 0), (1, 1)))
"""A domino that lies across both columns, as in no solution."""

DAY = {
    "printDate": "2030-02-03",
    "editor": "Nobody",
    "easy": {"id": 1, "constructors": "Nobody", **UNIQUE.to_json(), "solution": SOLUTION},
    "medium": SEVERAL.to_json(),
    "hard": NONE.to_json(),
}


def written(path: Path, data: Any) -> Path:
    path.write_text(data if isinstance(data, str) else json.dumps(data), encoding="utf-8")
    return path


# --- pictures --------------------------------------------------------------------------------------------------------


def test_json_of_a_picture(fake: Any, run: Any) -> None:
    done = run(fake(UNIQUE), "--json")
    result = schema(json.loads(done.stdout))
    assert done.exit_code == 0
    assert result["game"] == "pips"
    assert result["puzzle"] == UNIQUE.to_json()
    assert result["solutions"] == "unique"
    assert result["solution"] == SOLUTION
    assert result["placed"] == []
    assert result["board"]["cells"]["1,0"] == [MARGIN + 0.5 * STEP, MARGIN + 1.5 * STEP]


def test_several_solutions(fake: Any, run: Any) -> None:
    path = fake(SEVERAL)
    done = run(path, "--json", "--count", "--all")
    result = schema(json.loads(done.stdout))
    assert done.exit_code == 1
    assert result["solutions"] == "multiple"
    assert (result["count"], result["count_is_exact"]) == (4, True)
    assert len({json.dumps(places) for places in result["all"]}) == 4
    assert result["solution"] in result["all"]
    text = run(path)
    assert text.exit_code == 1
    assert "pips 2 dominoes: several solutions" in text.stdout
    assert "One of them is shown" in text.stdout
    assert "4 solutions" in run(path, "--count").stdout
    assert "One of them is shown" not in run(path, "--count").stdout


def test_no_solution(fake: Any, run: Any) -> None:
    done = run(fake(NONE), "--json", "--count")
    result = schema(json.loads(done.stdout))
    assert done.exit_code == 1
    assert (result["solutions"], result["solution"], result["count"]) == ("none", None, 0)
    assert "no solution" in run(fake(NONE)).stdout


def test_engines_agree(fake: Any, run: Any) -> None:
    pytest.importorskip("ortools")
    for puzzle in (UNIQUE, SEVERAL, NONE):
        ours, theirs = (
            json.loads(run(fake(puzzle), "--json", "--count", "--engine", engine).stdout)
            for engine in ("backtracking", "cp-sat")
        )
        assert ours["solutions"] == theirs["solutions"]
        assert ours["count"] == theirs["count"]


def test_the_time_limit(run: Any, tmp_path: Path) -> None:
    """A board on which nothing is asked: more solutions than can be counted one by one, found out in no time at all."""
    halves = [(a, b) for a in range(7) for b in range(a, 7)]
    cells = [[r, c] for r in range(7) for c in range(8)]
    puzzle = {"game": "pips", "dominoes": halves, "regions": [{"type": "unequal", "indices": [cell]} for cell in cells]}
    path = written(tmp_path / "p.json", puzzle)
    done = run(path, "--count", "--time-limit", "0.3", "--json")
    result = schema(json.loads(done.stdout))
    assert done.exit_code == 1
    assert result["timed_out"] is True
    assert result["count_is_exact"] is False
    assert "at least" in run(path, "--count", "--time-limit", "0.3").stdout


# --- dominoes on the board -------------------------------------------------------------------------------------------


def test_dominoes_on_the_board_stay_where_they_can(fake: Any, run: Any) -> None:
    done = run(fake(SEVERAL, placed=(UPSIDE_DOWN,)), "--json")
    result = schema(json.loads(done.stdout))
    assert result["placed"] == [[[1, 0], [0, 0], [1, 5]]]
    assert result["solution"][0] == [[1, 0], [0, 0]]
    assert result["solutions"] == "multiple"  # of the puzzle, whatever lies on it
    assert result["warnings"] == []
    assert "wrong_places" not in result


def test_dominoes_that_lie_wrong_are_named(fake: Any, run: Any) -> None:
    puzzle = PipsPuzzle.from_notation("pips 15,03,44 ABC/ABC A6 B<4 C8")
    path = fake(puzzle, placed=(Placed((4, 4), ((0, 1), (1, 1))), UPSIDE_DOWN))
    result = schema(json.loads(run(path, "--json").stdout))
    assert result["wrong_places"] == [[[0, 1], [1, 1]]]
    assert result["solution"][0] == [[1, 0], [0, 0]]
    assert result["solution"][2] == [[0, 2], [1, 2]]
    assert result["warnings"] == ["a domino lies where no solution has one like it: 4|4 at r1 c2"]
    text = run(path).stdout
    assert "on the board already: 4|4 1|5" in text
    assert "warning: a domino lies where" in text


def test_dominoes_that_are_possible_only_one_by_one(fake: Any, run: Any) -> None:
    puzzle = PipsPuzzle.from_notation("pips 11,11,22,22 ABCD/ABCD A* B* C* D*")
    # Two rows of four with ones and twos anywhere: but a lying domino below a standing one leaves a single cell.
    placed = (Placed((1, 1), ((0, 0), (0, 1))), Placed((2, 2), ((1, 1), (1, 2))))
    result = schema(json.loads(run(fake(puzzle, placed=placed), "--json").stdout))
    assert len(result["wrong_places"]) == 1
    assert any(
        word in result["warnings"][0] for word in ("not all dominoes on the board can stay", "where no solution has")
    )


def test_dominoes_that_lie_on_one_another_are_no_obstacle(fake: Any, run: Any) -> None:
    done = run(fake(SEVERAL, placed=(TWISTED, UPSIDE_DOWN)), "--json")
    result = schema(json.loads(done.stdout))
    assert done.exit_code == 1
    assert result["solutions"] == "multiple"
    assert len(result["placed"]) == 2


def test_a_solved_board(fake: Any, run: Any) -> None:
    beside = Placed((0, 3), ((0, 1), (1, 1)))
    assert "solved already, in one of several ways" in run(fake(SEVERAL, placed=(UPSIDE_DOWN, beside))).stdout
    done = run(fake(UNIQUE, placed=(Placed((5, 1), ((1, 0), (0, 0))), beside)))
    assert done.exit_code == 0
    assert "pips 2 dominoes: solved already" in done.stdout
    assert "solved already" not in run(fake(SEVERAL, placed=(TWISTED,))).stdout


def test_a_board_without_a_solution_blames_no_domino(fake: Any, run: Any) -> None:
    result = schema(json.loads(run(fake(NONE, placed=(TWISTED,)), "--json").stdout))
    assert "wrong_places" not in result


# --- text ------------------------------------------------------------------------------------------------------------


def test_board_and_solution_side_by_side(run: Any, tmp_path: Path) -> None:
    path = written(tmp_path / "p.txt", "pips 15,03 AB/AC A6 B0 C3")
    done = run(path)
    assert done.exit_code == 1
    assert done.stdout.splitlines()[1:7] == [
        "dominoes 1|5 0|3",
        "board          solution",
        "┌───┬───┐      ┌───┬───┐",
        "│ · │ 0 │      │ 1 │ 0 │",
        "│   ├───┤      │   │   │",
        "│ 6 │ 3 │      │ 5 │ 3 │",
    ]
    assert "\x1b" not in done.stdout


def test_islands_holes_and_long_tags(run: Any, tmp_path: Path) -> None:
    regions = [
        {"type": "greater", "target": 10, "indices": [[3, 4], [3, 5]]},
        {"type": "unequal", "indices": [[5, 4], [5, 5]]},
    ]
    puzzle = {"dominoes": [[6, 5], [0, 1]], "regions": regions}
    lines = run(written(tmp_path / "p.json", puzzle)).stdout.splitlines()
    assert [line[:9] for line in lines[2:9]] == [
        "board    ",
        "┌───────┐",
        "│ ·  >10│",
        "└───────┘",
        "",
        "┌───────┐",
        "│ ·   ≠ │",
    ]
    assert lines[4][9:] in ("      │ 6   5 │", "      │ 5   6 │")


def test_where_no_lines_can_be_shown(fake: Any) -> None:
    text = report(of_picture(str(fake(SEVERAL))), Style(colour=False, pretty=False, boxes=False))
    text.encode("ascii")
    assert "+---+---+" in text


def test_colour_tints_the_regions(fake: Any) -> None:
    answer = of_picture(str(fake(SEVERAL)))
    text = report(answer, Style(colour=True, pretty=True))
    assert "48;5;182" in text
    assert "48;5;218" in text
    plain = report(answer, Style(colour=False, pretty=False))
    unpainted = text.split("\x1b[")
    letters = unpainted[0] + "".join(part.split("m", 1)[1] for part in unpainted[1:])
    assert [line.rstrip() for line in letters.splitlines()] == plain.splitlines()


def test_a_wide_board_is_not_beside_its_solution(run: Any, tmp_path: Path) -> None:
    cells = [[0, c] for c in range(30)]
    puzzle = {"dominoes": [[1, 1]] * 15, "regions": [{"type": "equals", "indices": cells}]}
    lines = run(written(tmp_path / "p.json", puzzle)).stdout.splitlines()
    assert "board" in lines
    assert "solution" in lines


# --- pictures that are written ---------------------------------------------------------------------------------------


def test_output_has_the_dominoes_on_it(fake: Any, run: Any, tmp_path: Path) -> None:
    path, out = fake(UNIQUE), tmp_path / "out.png"
    assert run(path, "-o", out).exit_code == 0
    before, after = picture(path), picture(out)
    changed = np.abs(before.astype(int) - after).max(axis=2) > 8
    board = changed[MARGIN : MARGIN + 2 * STEP, MARGIN : MARGIN + 2 * STEP]
    assert board.mean() > 0.6
    assert changed.sum() == board.sum()


def test_debug_writes_every_stage(fake: Any, run: Any, tmp_path: Path) -> None:
    folder = tmp_path / "debug"
    run(fake(UNIQUE, placed=(UPSIDE_DOWN,)), "--debug", folder)
    assert sorted(path.name for path in folder.iterdir()) == [
        "1-picture.png",
        "2-lattice.png",
        "3-regions.png",
        "4-tags.png",
        "5-dominoes.png",
        "6-solution.png",
        "result.json",
    ]
    schema(json.loads((folder / "result.json").read_text()))


# --- puzzle files and days -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["p.json", "p.txt"])
@pytest.mark.parametrize("form", ["json", "newspaper", "label", "notation"])
def test_puzzle_files(run: Any, tmp_path: Path, name: str, form: str) -> None:
    data = UNIQUE.to_json()
    newspaper = {key: value for key, value in data.items() if key != "game"}
    forms = {"json": data, "newspaper": newspaper, "label": {"image": "p.png", "puzzle": data}}
    path = written(tmp_path / name, forms.get(form, UNIQUE.notation()))
    result = schema(json.loads(run(path, "--json").stdout))
    assert result["solution"] == SOLUTION
    assert "placed" not in result
    assert "level" not in result


def test_a_day_has_three_answers(run: Any, tmp_path: Path) -> None:
    path = written(tmp_path / "day.json", DAY)
    done = run(path, "--json")
    results = [schema(json.loads(line)) for line in done.stdout.splitlines()]
    assert [(result["image"], result["level"]) for result in results] == [
        (str(path), level) for level in ("easy", "medium", "hard")
    ]
    assert [result["solutions"] for result in results] == ["unique", "multiple", "none"]
    assert done.exit_code == 1
    text = run(path).stdout
    assert all(f"{path} {level}\n" in text for level in solver.LEVELS)


@pytest.mark.parametrize(("level", "code"), [("easy", 0), ("medium", 1), ("HARD", 1)])
def test_one_level_of_a_day(run: Any, tmp_path: Path, level: str, code: int) -> None:
    done = run(written(tmp_path / "day.json", DAY), "--level", level, "--json")
    assert done.exit_code == code
    assert schema(json.loads(done.stdout))["level"] == level.lower()


def test_a_day_from_standard_input(process: Any) -> None:
    done = process("-", "--level", "medium", "--json", input=json.dumps(DAY).encode())
    result = schema(json.loads(done.stdout))
    assert (result["image"], result["level"], result["puzzle"]) == ("-", "medium", SEVERAL.to_json())
    assert process("-", "--json", input=UNIQUE.notation().encode()).returncode == 0
    assert process("-", input=b"{}").stderr.startswith(b"solve-screenshot: standard input is not a puzzle: ")


def test_debug_of_a_day_is_a_folder_for_each_puzzle(run: Any, tmp_path: Path) -> None:
    run(written(tmp_path / "day.json", DAY), "--debug", tmp_path / "debug")
    assert sorted(path.name for path in (tmp_path / "debug").iterdir()) == ["day-easy", "day-hard", "day-medium"]


def test_a_day_with_a_malformed_puzzle_still_has_the_others(run: Any, tmp_path: Path) -> None:
    path = written(tmp_path / "day.json", {**DAY, "medium": {"dominoes": [[1, 2]], "regions": []}})
    done = run(path, "--json")
    results = [json.loads(line) for line in done.stdout.splitlines()]
    assert [result["error"] is None for result in results] == [True, False, True]
    assert results[1]["level"] == "medium"
    assert done.exit_code == 3
    assert f"{path}, level medium, is not a puzzle: " in run(path).stderr


@pytest.mark.parametrize(
    ("data", "level", "says"),
    [
        ({"printDate": "2030-02-03"}, None, "day"),
        ({"printDate": "2030-02-03", "easy": UNIQUE.to_json()}, "hard", "no puzzle of level hard"),
        ({"printDate": "2030-02-03", "easy": 7}, None, "day"),
        ({"easy": None, "medium": [], "hard": "x"}, None, "day"),
        (UNIQUE.to_json(), "easy", "takes no level"),
        ("tango S.M3/6/6/6/6/6", "easy", "takes no level"),
        ({**UNIQUE.to_json(), "dominoes": [[1, 7], [0, 3]]}, None, "pips are from 0 to 6"),
        ({**UNIQUE.to_json(), "dominoes": [[1, 5]]}, None, "cells"),
        ({**UNIQUE.to_json(), "dominoes": {"1": 5}}, None, "dominoes"),
        ({**UNIQUE.to_json(), "regions": []}, None, "no regions"),
        ({**UNIQUE.to_json(), "regions": [{"type": "odd", "indices": [[0, 0]]}]}, None, "odd"),
        ({**UNIQUE.to_json(), "regions": [{"type": "sum", "indices": [[0, 0]]}]}, None, "target"),
        ({"dominoes": [[1, 5]]}, None, "no 'regions'"),
        ({"regions": []}, None, "no 'dominoes'"),
        ("pips 15,03 AB/AB A6", None, "B"),
        ("pips", None, "dominoes"),
    ],
)
def test_files_that_are_no_puzzle(run: Any, tmp_path: Path, data: Any, level: str | None, says: str) -> None:
    path = written(tmp_path / "p.json", data)
    done = run(path, *(["--level", level] if level else []))
    assert done.exit_code == 3
    assert done.stdout == ""
    assert done.stderr.startswith(f"solve-screenshot: {path}")
    assert done.stderr.count("\n") == 1
    assert says in done.stderr


def test_a_level_without_a_day(fake: Any, run: Any) -> None:
    done = run(fake(UNIQUE), "--level", "easy")
    assert done.exit_code == 2
    assert "--level" in done.stderr


# --- evaluate --------------------------------------------------------------------------------------------------------


def labelled(path: Path, puzzle: PipsPuzzle | dict[str, Any], **more: Any) -> None:
    data = puzzle if isinstance(puzzle, dict) else puzzle.to_json()
    path.with_suffix(".json").write_text(json.dumps({"image": path.name, "game": "pips", "puzzle": data, **more}))


TRUTH = PipsPuzzle.from_notation("pips 15,03,22 AB.E/CD.F A1 B0 C5 D3 E* F*")


def results(run: Any, folder: Path) -> tuple[dict[str, str], dict[str, Any]]:
    summary = json.loads(run("evaluate", "--json", folder).stdout)
    return {Path(result["image"]).name: result["outcome"] for result in summary["results"]}, summary


def test_what_counts_as_the_same_board(fake: Any, run: Any, tmp_path: Path) -> None:
    labelled(fake(TRUTH, "same.png"), TRUTH)
    labelled(fake(TRUTH, "turned.png"), PipsPuzzle.from_notation("pips 30,22,51 AB.E/CD.F A1 B0 C5 D3 E* F*"))
    labelled(fake(TRUTH, "empty-joined.png"), PipsPuzzle.from_notation("pips 15,03,22 AB.E/CD.E A1 B0 C5 D3 E*"))
    moved = [
        {**region, "indices": [[r + 2, c + 3] for r, c in region["indices"]]} for region in TRUTH.to_json()["regions"]
    ]
    labelled(fake(TRUTH, "moved.png"), {**TRUTH.to_json(), "regions": moved[::-1]})
    placed = [[[2, 3], [3, 3], [1, 5]]]
    labelled(
        fake(TRUTH, "placed.png", placed=(Placed((5, 1), ((1, 0), (0, 0))),)),
        {**TRUTH.to_json(), "regions": moved},
        placed=placed,
    )
    outcomes, _ = results(run, tmp_path)
    assert set(outcomes.values()) == {"exact"}
    assert len(outcomes) == 5


def test_what_was_taken_for_what(fake: Any, run: Any, tmp_path: Path) -> None:
    others = {
        "tag.png": "pips 15,03,22 AB.E/CD.F A1 B0 C5 D<4 E* F*",
        "domino.png": "pips 15,03,12 AB.E/CD.F A1 B0 C5 D3 E* F*",
        "region.png": "pips 15,03,22 AB.E/CB.F A1 B3 C5 E* F*",
        "cell.png": "pips 15,03,22 AB.2E/CD.F A1 B0 C5 D3 E* F*",
    }
    for name, notation in others.items():
        labelled(fake(PipsPuzzle.from_notation(notation), name), TRUTH)
    labelled(fake(TRUTH, "warned.png", warnings=("unsure",)), PipsPuzzle.from_notation(others["tag.png"]))
    labelled(fake(TRUTH, "placed.png"), TRUTH, placed=[[[0, 0], [1, 0], [1, 5]]])
    outcomes, summary = results(run, tmp_path)
    assert outcomes["tag.png"] == "silently_wrong"
    assert outcomes["cell.png"] == "flagged"  # it has no solution
    assert outcomes["warned.png"] == "flagged"
    found = {(c["what"], c["label"], c["read"]) for c in summary["confusions"]}
    assert {("tag", "3", "<4"), ("tag", "<4", "3"), ("domino", "2|2", "1|2")} <= found
    assert {("region", "0", "-"), ("region", "3", "-"), ("region", "-", "3")} <= found
    assert {("cell", "there", "-"), ("cell", "-", "there"), ("placed", "there", "-")} <= found
    assert run("evaluate", tmp_path).exit_code == 1
    assert summary["games"]["pips"]["pictures"] == 6


def test_games_are_summed_up_apart(fake: Any, run: Any, tmp_path: Path) -> None:
    from solver import BinaryPuzzle

    tango = BinaryPuzzle.from_notation("tango S5/.MS3/M3M./2S3/S.S.S./5M")
    labelled(fake(TRUTH, "one/a.png"), TRUTH)
    labelled(fake(SEVERAL, "two/b.png"), SEVERAL)
    path = fake(tango, "one/c.png")
    path.with_suffix(".json").write_text(json.dumps({"image": "c.png", "game": "tango", "puzzle": tango.to_json()}))
    text = run("evaluate", tmp_path).stdout
    assert "all pips" in text
    assert "all tango" in text
    assert results(run, tmp_path)[0]["b.png"] == "exact"


def test_the_board_as_read_is_compared_by_its_place(fake: Any, run: Any, tmp_path: Path) -> None:
    labelled(fake(TRUTH, "a.png"), TRUTH, board_bbox=[10, 10, 170, 90])
    summary = results(run, tmp_path)[1]
    assert summary["results"][0]["bbox_overlap"] == 1
