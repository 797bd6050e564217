"""The registry of the solver: every game offers what is asked of one, and nothing outside its folder knows it."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import solver
from solver import errors, games

SOLVER = Path(__file__).parents[2] / "solver"
PUZZLES = {
    "tango": "tango S.M./4/2M./4",
    "takuzu": "takuzu 1..0/4/4/.0.1",
    "pips": "pips 15,03 AB/CD A1 B0 C5 D3",
    "queens": "queens ABCC/ABBB/DDDB/DDDB",
}


def test_every_name_has_a_puzzle_here() -> None:
    assert tuple(PUZZLES) == games.NAMES


@pytest.mark.parametrize("name", PUZZLES)
def test_every_verb_answers_for_every_game(name: str) -> None:
    puzzle = solver.load(PUZZLES[name])
    assert puzzle.game == name
    assert games.of_puzzle(puzzle) is games.of_name(name) is games.of_json(puzzle.to_json())
    assert solver.load(puzzle.to_json()) == solver.load(puzzle.notation()) == puzzle
    found = list(solver.solutions(puzzle))
    assert len(found) == solver.count(puzzle)
    assert solver.classify(puzzle) == ("none", "unique", "multiple")[min(len(found), 2)]
    assert (solver.solve(puzzle) is None) == (not found)
    rules = games.of_puzzle(puzzle).rules()
    assert {step.rule for step in solver.explain(puzzle)} <= {*rules, "several solutions", "contradiction"}
    assert {rule for rule, _ in solver.difficulty(puzzle).rules} <= set(rules)
    made = solver.generate(name, 6, 1, difficulty="easy")
    assert made.game == name
    assert solver.classify(made) == "unique"
    assert solver.hint(made) is not None


@pytest.mark.parametrize("name", PUZZLES)
def test_options_of_other_games_are_none(name: str) -> None:
    with pytest.raises(errors.BadOption, match="'magic' is no option of"):
        solver.generate(name, 6, magic=1)


def test_what_is_of_no_game() -> None:
    for nothing in (None, 3, object()):
        with pytest.raises(errors.BadType):
            games.of_puzzle(nothing)
    with pytest.raises(errors.UnknownGame, match="tango, takuzu, pips and queens"):
        solver.generate("chess")
    with pytest.raises(errors.UnknownGame, match="tango, takuzu, pips and queens"):
        solver.load("chess e4")


def test_only_the_registry_and_the_front_know_the_games() -> None:
    """Of the modules beside the games' folders only `games` imports these, and `__init__` their types."""
    folders = {path.parent.name for path in SOLVER.glob("*/puzzle.py")}
    assert folders == {"binary", "pips", "queens"}
    for path in SOLVER.glob("*.py"):
        if path.name in ("games.py", "__init__.py"):
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            imported = node.module or "" if isinstance(node, ast.ImportFrom) else ""
            assert not any(imported.startswith(f"solver.{folder}") for folder in folders), path
            if isinstance(node, ast.Constant):
                assert node.value not in PUZZLES, path


def test_searches_and_rules_are_loaded_when_they_are_asked_for() -> None:
    code = "import solver, sys; solver.load('queens ABCC/ABBB/DDDB/DDDB'); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=SOLVER.parent)
    loaded = [name for name in done.stdout.split() if name.startswith("solver.")]
    assert "solver.queens.puzzle" in loaded
    assert not any(name.endswith((".search", ".deduce", ".generate", ".model", "cpsat")) for name in loaded)
