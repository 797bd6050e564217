"""The registry of games of the command line: the same games as the solver's, each with all that is asked of one."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import solver
from solve_screenshot import games
from solve_screenshot.answer import of_puzzle
from solve_screenshot.printable import Printed, sheets
from solve_screenshot.text import Style, report

FOLDER = Path(games.__file__).parent


def test_the_games_are_the_solvers() -> None:
    assert tuple(games.GAMES) == solver.games.NAMES


@pytest.mark.parametrize("name", games.GAMES)
def test_every_game_is_shown_and_printed(name: str) -> None:
    puzzle = solver.generate(name, 6, 2, difficulty="easy")
    shown = games.of(puzzle)
    answer = of_puzzle("", puzzle)
    said = report(answer, Style(colour=False, pretty=False))
    assert said.startswith(f"{name} {shown.size_said(puzzle)}: one solution")
    assert not shown.is_full(answer, puzzle)
    board, solved = (sheets("", [Printed(puzzle, "", solution)])[0] for solution in (None, answer.shown))
    assert board.shapes != solved.shapes
    assert puzzle.game in FOLDER.joinpath("__init__.py").read_text()


def test_nothing_beside_a_games_module_imports_it() -> None:
    """`games.of` finds the module of a game; nobody else names one."""
    modules = {entry.module for entry in games.GAMES.values()}
    for path in FOLDER.parent.rglob("*.py"):
        if path.parent == FOLDER:
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and node.module == "solve_screenshot.games":
                assert not modules & {alias.name for alias in node.names}, path
