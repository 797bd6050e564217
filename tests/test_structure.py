"""The house: in which direction packages import each other, that no modules import each other in a circle, that no
package grows beyond its budget, and that nothing outside a game's own modules names it or asks for its types.

Every import counts, also one within a function or for types alone: it is what somebody who reads a module has to know.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import actuator.games
import samples.games
import solve_screenshot.games
import solver.games
from tests.structure import budget, size_of

ROOT = Path(__file__).parents[1]

MAY_IMPORT = {
    "solver": set(),
    "vision": {"solver"},
    "samples": {"solver", "vision"},
    "actuator": {"solver", "vision"},
    "training": {"samples", "solver", "vision"},
    "solve_screenshot": {"actuator", "samples", "solver", "vision"},
}
"""The packages, and which others each may import."""

CIRCLES = {
    frozenset({"vision.learnt", "vision.looks"}): (
        "the file of a look says of which game it is, and the looks of all games are kept in the same way"
    ),
}
"""Those still there, each with the reason."""


HOMES = {
    "solver": r"(binary|pips|queens)/|(games|__init__)\.py",
    "solve_screenshot": r"games/|pips_text\.py",
    "samples": r"(binary|tango|takuzu|pips|queens)_|(games|boards|terminals|coco)\.py|drawn/",
}
"""Of each package the files that know the games: those of one game, and the list of all. `samples/boards.py` and
`terminals.py` are Tango's and Takuzu's, `coco.py` has `pips` as a key, and `drawn/` draws all games."""

TYPES = {
    *("BinaryPuzzle", "PipsPuzzle", "QueensPuzzle", "Solution", "PipsSolution", "QueensSolution"),
    *("GridReading", "PipsReading", "QueensReading"),
}


def modules() -> dict[str, Path]:
    """All modules of the packages by their full name."""
    paths = [path for package in MAY_IMPORT for path in (ROOT / package).rglob("*.py")]
    return {_name(path.relative_to(ROOT)): path for path in sorted(paths)}


def _name(path: Path) -> str:
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


def imports(name: str, known: dict[str, Path]) -> Iterator[str]:
    """The modules of ours that a module imports: of `from a.b import c` it is `a.b.c`, if that is one, else `a.b`."""
    for node in ast.walk(ast.parse(known[name].read_text())):
        if isinstance(node, ast.Import):
            targets = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{name} has a relative import"
            targets = [f"{node.module}.{alias.name}" for alias in node.names]
            targets = [target if target in known else str(node.module) for target in targets]
        else:
            continue
        yield from (target for target in targets if target in known and target != name)


@cache
def graph() -> dict[str, set[str]]:
    known = modules()
    return {name: set(imports(name, known)) for name in known}


def circles(of: dict[str, set[str]]) -> list[frozenset[str]]:
    """Groups of modules each of which leads to every other."""

    def reached(start: str) -> set[str]:
        seen: set[str] = set()
        todo = [start]
        while todo:
            for other in of[todo.pop()] - seen:
                seen.add(other)
                todo.append(other)
        return seen

    leads_to = {name: reached(name) for name in of}
    groups = {frozenset(other for other in leads_to[name] if name in leads_to[other]) for name in of}
    return sorted((group for group in groups if group), key=sorted)


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_packages_import_in_one_direction(package: str) -> None:
    for name, others in graph().items():
        if name.split(".")[0] == package:
            strange = {other for other in others if other.split(".")[0] not in MAY_IMPORT[package] | {package}}
            assert not strange, f"{name} imports {sorted(strange)}"


def test_no_modules_import_each_other_in_a_circle() -> None:
    found = circles(graph())
    assert [sorted(group) for group in found if group not in CIRCLES] == []
    assert [sorted(group) for group in CIRCLES if group not in found] == [], "no circle any more"


def test_circles_are_found() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"d"}, "e": set()}) == [{"b", "c"}, {"d"}]


def games_named(tree: ast.AST) -> Iterator[str]:
    """Where a module names a game, or asks whether something is of the type of one."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and node.value in solver.games.NAMES:
            yield f"line {node.lineno}: {node.value!r}"
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "isinstance":
            names = {name.id for name in ast.walk(node.args[1]) if isinstance(name, ast.Name)}
            names |= {name.attr for name in ast.walk(node.args[1]) if isinstance(name, ast.Attribute)}
            if names & TYPES:
                yield f"line {node.lineno}: isinstance of {', '.join(sorted(names & TYPES))}"


@pytest.mark.parametrize("package", HOMES)
def test_only_its_own_modules_know_a_game(package: str) -> None:
    found = {
        str(path.relative_to(ROOT)): said
        for path in sorted((ROOT / package).rglob("*.py"))
        if not re.match(HOMES[package], path.relative_to(ROOT / package).as_posix())
        and (said := list(games_named(ast.parse(path.read_text()))))
    }
    assert found == {}


def test_the_pipeline_of_reading_names_no_game() -> None:
    text = (ROOT / "vision/reading.py").read_text().lower()
    assert [name for name in solver.games.NAMES if name in text] == []


def test_a_named_game_is_found() -> None:
    said = ["x = y == 'tango'", "isinstance(a, solver.PipsPuzzle)", "isinstance(a, (int, GridReading))"]
    assert [len(list(games_named(ast.parse(line)))) for line in [*said, "isinstance(a, Puzzle)"]] == [1, 1, 1, 0]


def test_all_lists_of_games_are_of_the_same_games() -> None:
    games = set(solver.games.NAMES)
    assert set(actuator.games.GAMES) == set(samples.games.GAMES) == set(solve_screenshot.games.GAMES) == games
    schema = json.loads((ROOT / "samples/label.schema.json").read_bytes())
    assert set(schema["properties"]["game"]["enum"]) == games | {None}
    scripts = [path.read_text() for path in (ROOT / "solve_screenshot/web/static").glob("*.js")]
    said = [found[1] for text in scripts if (found := re.search(r"^export const SIZES = {(.*)};$", text, re.MULTILINE))]
    assert {name for text in said for name in re.findall(r"(\w+):", text)} == games


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_no_package_is_larger_than_its_budget(package: str) -> None:
    size = size_of(package)
    over = {name: (getattr(size, name), most) for name, most in budget()[package].items() if getattr(size, name) > most}
    assert over == {}, f"{package} has grown: make it smaller"
