"""The registry of the solver: every game offers what is asked of one, and nothing outside its folder knows it."""

from __future__ import annotations

import ast
import importlib
import subprocess
import sys
from pathlib import Path
from typing import Any

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


NEW_GAME = {
    "puzzle": """
from dataclasses import dataclass

@dataclass(frozen=True)
class Pair:
    "Two numbers, of which one is given."
    sum: int
    game = "pair"
    @classmethod
    def from_json(cls, data): return cls(data["sum"])
    @classmethod
    def from_notation(cls, text): return cls(int(text.split()[1]))
    def to_json(self): return {"game": "pair", "sum": self.sum}
    def notation(self): return f"pair {self.sum}"
""",
    "game": """
from newgame.puzzle import Pair
from solver.game import Game

class PairGame(Game):
    NAMES, PUZZLE = ("pair",), Pair

GAME = PairGame()
""",
    "search": """
def every(puzzle, *, time_limit=None): return iter([(a, puzzle.sum - a) for a in range(puzzle.sum + 1)])
def first(puzzle, *, time_limit=None): return next(every(puzzle), None)
def count(puzzle, limit=None, *, time_limit=None): return puzzle.sum + 1
def verdict(puzzle, *, time_limit=None): return "unique" if puzzle.sum == 0 else "multiple"
""",
    "deduce": """
from solver.steps import Step
NAMES, LEVEL_OF = ("zero",), {"zero": "easy"}
def hint(puzzle, clues=None, *, time_limit=None): return Step("zero", "both are 0", (), (((0, 0), "0"),))
""",
}


def test_a_new_game_is_a_folder_and_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As ARCHITECTURE.md says how to add one."""
    (tmp_path / "newgame").mkdir()
    for name, text in NEW_GAME.items():
        (tmp_path / "newgame" / f"{name}.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    game = importlib.import_module("newgame.game").GAME
    monkeypatch.setattr(games, "GAMES", (*games.GAMES, game))
    puzzle: Any = solver.load("pair 3")
    assert solver.load(puzzle) is puzzle
    assert solver.load(puzzle.to_json()) == puzzle
    solution: Any = solver.solve(puzzle)
    assert (solution, solver.count(puzzle), solver.classify(puzzle)) == ((0, 3), 4, "multiple")
    assert len(list(solver.solutions(puzzle))) == 4
    assert solver.hint(puzzle).sentence == "both are 0"  # type: ignore[union-attr]
    assert game.rules() == {"zero": "easy"}
    with pytest.raises(errors.BadOption, match="no dominoes"):
        solver.hint(puzzle, placed=[((0, 0), ((0, 0), (0, 1)))])
    with pytest.raises(errors.BadOption, match="'magic' is no option"):
        solver.generate("pair", 6, magic=1)
