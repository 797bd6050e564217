"""`--hint`, `--explain` and the difficulty in every result: what is said, of which board, and what is drawn."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import pytest

import solver
from solver import BinaryPuzzle, PipsPuzzle
from solver.errors import SearchTimeout
from tests.cli.test_pips import SEVERAL
from tests.cli.test_solve import FULL, SOLUTION, UNIQUE, WRONG, WRONG_CELL, schema
from tests.vision.drawn_pips import MARGIN, STEP
from vision.games.pips.parts import Placed

CLUES = UNIQUE.filled()
NO_SOLUTION = BinaryPuzzle("tango", 4, ["SSS.", "....", "....", "...."])
LOOSE = BinaryPuzzle.from_notation("tango SS4/6/6/6/6/6")
"""Few cells follow, and then there are many solutions."""
PIPS = PipsPuzzle.from_notation("pips 12,33,05,64 ABB/GCD/.../EF. A1 G2 B= C5 D* E6 F4")
STEP_KEYS = ["rule", "sentence", "cells", "fills", "placed", "supposed", "chain"]


def result(done: Any) -> dict[str, Any]:
    return schema(json.loads(done.stdout))


def step_schema(step: dict[str, Any]) -> dict[str, Any]:
    assert list(step) == STEP_KEYS
    for link in step["chain"]:
        step_schema(link)
    return step


# --- hints of grids --------------------------------------------------------------------------------------------------


def test_the_next_step_in_text(fake: Any, run: Any) -> None:
    done = run(fake(UNIQUE, clues=CLUES), "--hint")
    step = solver.hint(UNIQUE, CLUES)
    assert done.exit_code == 0
    assert str(step) in done.stdout.splitlines()
    assert "solution\n" not in done.stdout
    assert "next step" in done.stdout
    assert " ".join(SOLUTION[1]) not in done.stdout, "the hint gives more away than the next step"


def test_the_next_step_in_json(fake: Any, run: Any) -> None:
    said = result(run(fake(UNIQUE, clues=CLUES), "--hint", "--json"))
    step = step_schema(said["hint"])
    (r, c, symbol) = step["fills"][0]
    assert SOLUTION[r][c] == symbol
    assert UNIQUE.cells[r][c] == "."
    assert f"r{r + 1} c{c + 1} must be" in step["sentence"]
    assert step["cells"]
    assert "steps" not in said


def test_hint_after_hint_leads_to_the_solution(fake: Any, run: Any) -> None:
    """Each drawn from the board as it stands, entries included; the last one says that it is solved."""
    board = UNIQUE
    for _ in range(40):
        step = result(run(fake(board, clues=CLUES), "--hint", "--json"))["hint"]
        if step is None:
            break
        for r, c, symbol in step["fills"]:
            board = board.with_cell(r, c, symbol)
    assert list(board.cells) == SOLUTION
    done = run(fake(FULL, clues=CLUES), "--hint")
    assert done.exit_code == 0
    assert "The board is solved: there is no next step." in done.stdout


def test_a_wrong_entry_is_named_first(fake: Any, run: Any) -> None:
    path = fake(WRONG, clues=CLUES)
    done = run(path, "--hint")
    assert done.exit_code == 1
    assert any(line.startswith("r1 c2 is wrong: ") for line in done.stdout.splitlines())
    assert "the solution shown" not in done.stdout
    said = result(run(path, "--hint", "--json"))
    assert said["hint"]["rule"] == "wrong entry"
    assert said["hint"]["cells"] == [list(WRONG_CELL)]
    assert said["hint"]["fills"] == []


@pytest.mark.parametrize("clues", [None, NO_SOLUTION.filled(), frozenset()])
def test_a_board_without_solution(fake: Any, run: Any, clues: Any) -> None:
    """Whatever is known of its clues: the symbols that cannot be together are named, and nothing is to be filled."""
    path = fake(NO_SOLUTION, clues=clues)
    done = run(path, "--hint")
    assert done.exit_code == 1
    assert "at least one of r1 c1, r1 c2 and r1 c3 is wrong" in done.stdout
    said = result(run(path, "--hint", "--json"))
    assert sorted(said["hint"]["cells"]) == [[0, 0], [0, 1], [0, 2]]
    assert said["hint"]["fills"] == []
    assert said["difficulty"] is None


def test_markers_that_contradict_one_another(run: Any, tmp_path: Path) -> None:
    (tmp_path / "p.json").write_text(
        json.dumps({"game": "tango", "size": 4, "cells": ["...."] * 4, "h": ["===", "...", "...", "..."]})
    )
    done = run(tmp_path / "p.json", "--hint")
    assert done.exit_code == 1
    assert "the puzzle has no solution, whatever is put into it" in done.stdout


def test_several_solutions(fake: Any, run: Any) -> None:
    """What follows is still said; then, which cells can be either."""
    done = run(fake(BinaryPuzzle("tango", 4, ["...."] * 4)), "--hint")
    assert done.exit_code == 1
    assert "nothing more follows: r1 c1, r1 c2, " in done.stdout
    assert "; one of the solutions has a " in done.stdout
    said = result(run(fake(LOOSE), "--hint", "--json"))
    assert said["hint"]["rule"] == "pair"


def test_a_way_on_where_nothing_follows(fake: Any, run: Any) -> None:
    """Of several solutions one is gone after, step by step, until it is on the board."""
    board = BinaryPuzzle("tango", 4, ["...."] * 4)
    for _ in range(17):
        step = result(run(fake(board), "--hint", "--json"))["hint"]
        if step is None:
            break
        assert step["fills"]
        for r, c, symbol in step["fills"]:
            board = board.with_cell(r, c, symbol)
    assert len(board.filled()) == 16
    assert solver.classify(board) == "unique"


def test_a_way_on_for_dominoes(fake: Any, run: Any) -> None:
    placed: tuple[Placed, ...] = ()
    for _ in SEVERAL.dominoes:
        step = result(run(fake(SEVERAL, placed=placed), "--hint", "--json"))["hint"]
        assert step["rule"] == "several solutions" or placed
        (a, b, domino) = step["placed"][0]
        placed += (Placed(tuple(domino), (tuple(a), tuple(b))),)
    assert "The board is solved" in run(fake(SEVERAL, placed=placed), "--hint").stdout


def test_a_what_if_tells_its_chain(run: Any, tmp_path: Path) -> None:
    puzzle = solver.generate("tango", 6, seed=1, difficulty="expert")
    (tmp_path / "p.json").write_text(json.dumps(puzzle.to_json()))
    said = result(run(tmp_path / "p.json", "--explain", "--json"))
    what_if = next(step for step in said["steps"] if step["rule"] == "what if")
    assert what_if["supposed"][:2] == what_if["fills"][0][:2]
    assert what_if["chain"][-1]["rule"] == "contradiction"
    text = run(tmp_path / "p.json", "--explain").stdout
    assert f"{len(what_if['chain'])}. {what_if['chain'][-1]['sentence']} (contradiction)" in text
    assert said["difficulty"]["level"] == "expert"


# --- Pips ------------------------------------------------------------------------------------------------------------


def test_the_next_domino(fake: Any, run: Any) -> None:
    puzzle = PIPS
    placed: tuple[Placed, ...] = ()
    for _ in puzzle.dominoes:
        step = solver.hint(puzzle, placed=[(one.domino, one.cells) for one in placed])
        assert step is not None
        said = result(run(fake(puzzle, placed=placed), "--hint", "--json"))
        hint = step_schema(said["hint"])
        assert hint["sentence"] == step.sentence
        assert hint["placed"] == [[*map(list, cells), list(domino)] for domino, cells in step.placed]
        assert len(hint["chain"]) == len(step.chain)
        text = run(fake(puzzle, placed=placed), "--hint").stdout
        assert str(step) in text.splitlines()
        placed += tuple(Placed(*one) for one in step.placed)
    assert "The board is solved" in run(fake(puzzle, placed=placed), "--hint").stdout


def test_a_domino_that_lies_wrong(fake: Any, run: Any) -> None:
    puzzle = PIPS
    solution = solver.solve(puzzle)
    assert solution is not None
    (a, b), (c, d) = puzzle.dominoes[0], solution.places[0]
    assert a != b
    path = fake(puzzle, placed=(Placed((b, a), (c, d)),))
    done = run(path, "--hint")
    assert f"the {b}-{a} on r{c[0] + 1} c{c[1] + 1}" in done.stdout
    assert "is wrong" in done.stdout
    steps = result(run(path, "--explain", "--json"))["steps"]
    assert steps[0]["rule"] == "wrong entry"
    laid = [one for step in steps for one in step["placed"]]
    assert len(laid) == len(puzzle.dominoes), "after the wrong one all are explained, as if it were not there"


# --- drawn -----------------------------------------------------------------------------------------------------------


def painted(before: Any, after: Any, puzzle: Any) -> set[tuple[int, int]]:
    """The cells inside which anything was drawn."""
    cells = puzzle.cells if isinstance(puzzle, PipsPuzzle) else [(r, c) for r in range(6) for c in range(6)]
    found = set()
    for r, c in cells:
        x, y = MARGIN + c * STEP, MARGIN + r * STEP
        part = (slice(y + 2, y + STEP - 2), slice(x + 2, x + STEP - 2))
        if (before[part] != after[part]).any():
            found.add((r, c))
    return found


def test_a_hint_is_drawn_at_the_cells_it_names(fake: Any, run: Any, tmp_path: Path) -> None:
    path = fake(UNIQUE, clues=CLUES)
    out = tmp_path / "hint.png"
    said = result(run(path, "--hint", "--json", "-o", out))["hint"]
    named = {tuple(cell) for cell in said["cells"]} | {(r, c) for r, c, _ in said["fills"]}
    assert painted(cv2.imread(str(path)), cv2.imread(str(out)), UNIQUE) == named


def test_a_domino_is_drawn_where_the_hint_lays_it(fake: Any, run: Any, tmp_path: Path) -> None:
    path = fake(PIPS)
    out = tmp_path / "hint.png"
    said = result(run(path, "--hint", "--json", "-o", out))["hint"]
    named = {tuple(cell) for cell in said["cells"]} | {(r, c) for r, c, _ in said["fills"]}
    assert named <= painted(cv2.imread(str(path)), cv2.imread(str(out)), PIPS)


def test_a_wrong_entry_is_framed_in_red(fake: Any, run: Any, tmp_path: Path) -> None:
    path, out = fake(WRONG, clues=CLUES), tmp_path / "hint.png"
    assert run(path, "--hint", "-o", out).exit_code == 1
    picture = cv2.imread(str(out))
    assert picture is not None
    assert painted(cv2.imread(str(path)), picture, UNIQUE) == {WRONG_CELL}
    r, c = WRONG_CELL
    frame = picture[MARGIN + round((r + 0.5) * STEP), MARGIN + round((c + 0.08) * STEP) + 1]
    assert int(frame[2]) > 180
    assert int(frame[1]) < 110


def test_no_hint_no_drawing(fake: Any, run: Any, tmp_path: Path) -> None:
    done = run(fake(FULL, clues=CLUES), "--hint", "-o", tmp_path / "hint.png")
    assert "there is no next step to draw" in done.stderr
    assert not (tmp_path / "hint.png").exists()


def test_an_explanation_draws_the_solution(fake: Any, run: Any, tmp_path: Path) -> None:
    path = fake(UNIQUE, clues=CLUES)
    run(path, "--explain", "-o", tmp_path / "explained.png")
    run(path, "-o", tmp_path / "solved.png")
    assert (tmp_path / "explained.png").read_bytes() == (tmp_path / "solved.png").read_bytes()


# --- explanations ----------------------------------------------------------------------------------------------------


def test_all_steps_are_numbered(fake: Any, run: Any) -> None:
    done = run(fake(UNIQUE, clues=CLUES), "--explain")
    steps = solver.explain(UNIQUE)
    lines = done.stdout.splitlines()
    assert done.exit_code == 0
    for number, step in enumerate(steps, 1):
        assert f"{number}. {step}" in [line.strip() for line in lines]
    assert lines[-1] == "difficulty: medium (last one, once)"


def test_all_steps_in_json_lead_to_the_solution(fake: Any, run: Any) -> None:
    said = result(run(fake(UNIQUE, clues=CLUES), "--explain", "--json"))
    board = UNIQUE
    for step in said["steps"]:
        for r, c, symbol in step_schema(step)["fills"]:
            board = board.with_cell(r, c, symbol)
    assert list(board.cells) == said["solution"]


def test_an_explanation_goes_on_after_a_wrong_entry(fake: Any, run: Any) -> None:
    said = result(run(fake(WRONG, clues=CLUES), "--explain", "--json"))
    assert said["steps"][0]["sentence"].startswith("r1 c2 is wrong")
    board = UNIQUE
    for step in said["steps"]:
        for r, c, symbol in step["fills"]:
            board = board.with_cell(r, c, symbol)
    assert list(board.cells) == SOLUTION


def test_an_explanation_ends_where_the_solutions_part(fake: Any, run: Any) -> None:
    said = result(run(fake(LOOSE), "--explain", "--json"))
    assert said["steps"][-1]["rule"] == "several solutions"
    filled = {(r, c) for step in said["steps"] for r, c, _ in step["fills"]} | LOOSE.filled()
    assert {tuple(cell) for cell in said["steps"][-1]["cells"]} == {(r, c) for r in range(6) for c in range(6)} - filled


def test_nothing_to_explain(fake: Any, run: Any) -> None:
    assert "The board is solved: there are no steps left." in run(fake(FULL), "--explain").stdout


# --- difficulty ------------------------------------------------------------------------------------------------------


def test_every_result_has_its_difficulty(fake: Any, run: Any) -> None:
    said = result(run(fake(UNIQUE, clues=CLUES), "--json"))
    expected = solver.difficulty(UNIQUE)
    assert said["difficulty"] == {
        "level": expected.level,
        "rule": expected.rule,
        "times": expected.times,
        "rules": dict(expected.rules),
        "of": "clues",
        "complete": True,
    }
    assert run(fake(UNIQUE, clues=CLUES)).stdout.splitlines()[-1] == f"difficulty: {expected.level} (last one, once)"


def test_the_difficulty_is_that_of_the_clues(fake: Any, run: Any) -> None:
    """A board half or wholly played is as hard as it was; where clues are not known, it is said what it is of."""
    fresh = result(run(fake(UNIQUE, clues=CLUES), "--json"))["difficulty"]
    for board in (UNIQUE.with_cell(0, 1, "M"), FULL, WRONG):
        assert result(run(fake(board, clues=CLUES), "--json"))["difficulty"] == fresh
    half = UNIQUE.with_cells([SOLUTION[0], SOLUTION[1], *UNIQUE.cells[2:]])
    said = result(run(fake(half), "--json"))["difficulty"]
    assert said["of"] == "board"
    assert said["level"] == solver.difficulty(half).level
    assert "from the board as it stands" in run(fake(half)).stdout
    assert result(run(fake(FULL), "--json"))["difficulty"] is None
    few = frozenset(list(CLUES)[:3])
    assert result(run(fake(FULL, clues=few), "--json"))["difficulty"] is None, "no clues of a printed puzzle"
    assert result(run(fake(half, clues=few), "--json"))["difficulty"]["of"] == "board"


def test_difficulty_of_several_solutions(fake: Any, run: Any) -> None:
    said = result(run(fake(LOOSE), "--json"))["difficulty"]
    assert (said["level"], said["rule"], said["complete"]) == ("medium", "last one", False)
    assert "difficulty: medium (last one, once) as far as all solutions agree" in run(fake(LOOSE)).stdout


def test_a_difficulty_there_was_no_time_for(fake: Any, run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is known by then is said, as the least it can be; the solution waits for nothing."""
    steps = solver.explain(UNIQUE)[:6]

    def difficulty(*_: Any, **__: Any) -> Any:
        raise SearchTimeout("late", steps)

    monkeypatch.setattr(solver, "difficulty", difficulty)
    done = run(fake(UNIQUE, clues=CLUES), "--json")
    assert done.exit_code == 0
    said = result(done)
    assert (said["difficulty"]["level"], said["difficulty"]["complete"]) == ("easy", False)
    assert "timed_out" not in said
    text = run(fake(UNIQUE, clues=CLUES)).stdout
    assert "difficulty: at least easy (gap, 5 times); there was no time to tell exactly" in text


def test_difficulty_of_pips(fake: Any, run: Any) -> None:
    puzzle = PIPS
    solution = solver.solve(puzzle)
    assert solution is not None
    expected = solver.difficulty(puzzle)
    placed = (Placed(puzzle.dominoes[0], solution.places[0]),)
    for path in (fake(puzzle), fake(puzzle, placed=placed)):
        assert result(run(path, "--json"))["difficulty"]["rule"] == expected.rule


def test_an_error_has_no_difficulty(run: Any) -> None:
    assert result(run("missing.png", "--json"))["difficulty"] is None


# --- limits and mistakes ---------------------------------------------------------------------------------------------


def test_a_time_limit_that_passes(run: Any, tmp_path: Path) -> None:
    (tmp_path / "p.txt").write_text("takuzu " + "/".join(["93"] * 12))
    for option in ("--hint", "--explain"):
        done = run(tmp_path / "p.txt", option, "--time-limit", "0.000001")
        assert done.exit_code == 1
        assert "the time limit passed before" in done.stdout
        said = json.loads(run(tmp_path / "p.txt", option, "--time-limit", "0.000001", "--json").stdout)
        assert said["timed_out"] is True


def test_hint_or_explain(run: Any) -> None:
    done = run("p.png", "--hint", "--explain")
    assert done.exit_code == 2
    assert "use one of them" in done.stderr


def test_a_day_of_pips_has_a_hint_for_each_puzzle(run: Any, tmp_path: Path) -> None:
    day = {level: PIPS.to_json() for level in ("easy", "hard")}
    (tmp_path / "day.json").write_text(json.dumps(day))
    done = run(tmp_path / "day.json", "--hint", "--json")
    assert [step_schema(json.loads(line)["hint"])["rule"] != "" for line in done.stdout.splitlines()] == [True, True]
