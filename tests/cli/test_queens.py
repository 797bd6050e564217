"""Queens at the command line, from puzzles as text: boards and solutions, hints, wrong entries, counts, sheets."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import solver
from solve_screenshot.answer import of_puzzle
from solve_screenshot.text import Style, report
from solver import QueensPuzzle
from tests.cli.test_hint import step_schema
from tests.cli.test_solve import schema

UNIQUE = QueensPuzzle.from_notation("queens ABCC/ABBB/DDDB/DDDB")
SOLUTION = ["..Q.", "Q...", "...Q", ".Q.."]
SEVERAL = QueensPuzzle.from_notation("queens ABBBC/ACCCC/CCCCC/DECDC/DDDDD")
NONE = QueensPuzzle.from_notation("queens AAAB/AACB/DDCB/DDBB")
WRONG = UNIQUE.with_cells(["Q..x", "....", "....", "...."])


def written(path: Path, puzzle: QueensPuzzle, kind: str = "notation") -> Path:
    texts = {"notation": puzzle.notation(), "drawing": str(puzzle), "json": json.dumps(puzzle.to_json())}
    path = path / f"board.{'json' if kind == 'json' else 'txt'}"
    path.write_text(texts[kind], encoding="utf-8")
    return path


@pytest.mark.parametrize("kind", ["notation", "drawing", "json"])
def test_the_solution_stands_beside_the_board(run: Any, tmp_path: Path, kind: str) -> None:
    done = run(written(tmp_path, UNIQUE, kind))
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    assert lines[0].startswith("queens 4x4: one solution, ")
    assert lines[1].split() == ["board", "solution"]
    assert lines[3] in ("│ · │ · │ ·   · │      │ · │ · │ Q   · │", "| . | . | .   . |      | . | . | Q   . |")
    assert lines[-1].startswith("difficulty: ")


def test_json(run: Any, tmp_path: Path) -> None:
    result = schema(json.loads(run(written(tmp_path, UNIQUE), "--json").stdout))
    assert result["puzzle"] == UNIQUE.to_json()
    assert (result["solutions"], result["solution"]) == ("unique", SOLUTION)
    assert result["difficulty"]["of"] == "clues"


def test_standard_input(process: Any) -> None:
    done = process("-", "--json", input=UNIQUE.notation().encode())
    assert json.loads(done.stdout)["solution"] == SOLUTION


def test_several_solutions(run: Any, tmp_path: Path) -> None:
    path = written(tmp_path, SEVERAL)
    done = run(path)
    assert done.exit_code == 1
    assert "The solutions differ in " in done.stdout
    assert run(path, "--count").stdout.startswith("queens 5x5: 2 solutions, ")
    listed = json.loads(run(path, "--all", "--json").stdout)["all"]
    assert sorted(listed) == sorted(solution.to_json() for solution in solver.solutions(SEVERAL))


def test_no_solution(run: Any, tmp_path: Path) -> None:
    done = run(written(tmp_path, NONE), "--hint")
    assert done.exit_code == 1
    assert "queens 4x4: no solution" in done.stdout
    assert "(contradiction)" in done.stdout


def test_wrong_entries_are_named_and_the_solution_is_that_of_the_regions(run: Any, tmp_path: Path) -> None:
    path = written(tmp_path, WRONG)
    done = run(path)
    assert done.exit_code == 1
    assert "warning: the entry in r1 c1 (Q) is wrong; the solution shown is that of the regions" in done.stdout
    result = schema(json.loads(run(path, "--json").stdout))
    assert result["wrong_entries"] == [[0, 0]]
    assert (result["solutions"], result["solution"], result["clues_solution"]) == ("none", None, SOLUTION)
    assert "r1 c1 is wrong: no solution has a crown there (wrong entry)" in run(path, "--hint").stdout
    steps = json.loads(run(path, "--explain", "--json").stdout)["steps"]
    assert steps[0]["rule"] == "wrong entry"
    assert sum(fill[2] == "Q" for step in steps for fill in step["fills"]) == 4


def test_crowns_in_conflict_are_named(run: Any, tmp_path: Path) -> None:
    done = run(written(tmp_path, UNIQUE.with_cells(["Q.Q.", "....", "....", "...."])))
    assert "warning: the crowns r1 c1 and r1 c3 are both in row 1" in done.stdout


def test_hint_and_all_steps(run: Any, tmp_path: Path) -> None:
    path = written(tmp_path, UNIQUE)
    hint = step_schema(json.loads(run(path, "--hint", "--json").stdout)["hint"])
    assert hint["fills"]
    shown = run(path, "--hint").stdout
    assert shown.splitlines()[1].split() == ["board", "next", "step"]
    assert hint["sentence"] in shown
    steps = json.loads(run(path, "--explain", "--json").stdout)["steps"]
    crowns = {(r, c) for step in steps for r, c, symbol in step["fills"] if symbol == "Q"}
    assert crowns == {(r, row.index("Q")) for r, row in enumerate(SOLUTION)}
    solved = run(written(tmp_path, UNIQUE.with_cells(SOLUTION)), "--hint")
    assert "solved already" in solved.stdout
    assert "The board is solved: there is no next step." in solved.stdout


def test_a_way_on_where_nothing_follows(run: Any, tmp_path: Path) -> None:
    board = SEVERAL
    for step in solver.explain(SEVERAL)[:-1]:
        for (r, c), symbol in step.filled:
            board = board.with_cell(r, c, symbol)
    hint = json.loads(run(written(tmp_path, board), "--hint", "--json").stdout)["hint"]
    assert hint["rule"] == "several solutions"
    assert "one of the solutions has a crown on r" in hint["sentence"]
    assert hint["fills"][0][2] == "Q"


def test_regions_have_colours_on_a_terminal() -> None:
    style = Style(colour=True, pretty=True)
    said = report(of_puzzle("", UNIQUE), style)
    assert "♛" in said
    assert len({part.split("m")[0] for part in said.split("\x1b[48;5;")[1:]}) >= 4
    red = report(of_puzzle("", WRONG), style)
    assert "\x1b[97;41m ♛ " in red


@pytest.mark.parametrize("engine", ["backtracking", "cp-sat"])
def test_engines(run: Any, tmp_path: Path, engine: str) -> None:
    if engine == "cp-sat":
        pytest.importorskip("ortools", reason="OR-Tools is optional and not installed")
    done = run(written(tmp_path, UNIQUE), "--engine", engine, "--json")
    assert json.loads(done.stdout)["solution"] == SOLUTION


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("queens AABB/AACB/DCCB/DDD", "row 3 of regions has 3 cells, not 4"),
        ("queens AAAA/BBBB/CCCC/CCCC", "there are 3 regions; a board of size 4 has 4"),
        ("queens AABB/AACB/DCCB/DAAB", "region A is in parts"),
    ],
)
def test_a_malformed_puzzle_is_one_line(run: Any, tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "board.txt"
    path.write_text(text)
    done = run(path)
    assert (done.exit_code, done.stdout) == (3, "")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_sheets(run: Any, tmp_path: Path) -> None:
    out = tmp_path / "sheet.svg"
    done = run("generate", "--game", "queens", "--size", 5, "--count", 2, "--seed", 1, "--solutions", "-o", out)
    assert done.exit_code == 0
    board, solution = out.read_text(), (tmp_path / "sheet-solutions.svg").read_text()
    assert "Queens 5x5, medium" in board
    assert "each region with a bold border" in board
    assert solution.count("<polygon") - board.count("<polygon") == 10


@pytest.mark.parametrize("options", [("--size", "4"), ("--size", "13"), ("--symmetry", "mirror")])
def test_boards_there_are_none_of(run: Any, options: tuple[str, ...]) -> None:
    done = run("generate", "--game", "queens", *options)
    assert done.exit_code == 2
    assert "Queens has" in done.stderr
