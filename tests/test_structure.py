"""The house: in which direction packages import each other, and that no modules import each other in a circle.

Every import counts, also one within a function or for types alone: it is what somebody who reads a module has to know.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

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
    frozenset({"vision.learnt", "vision.looks", "vision.pips_looks"}): (
        "the file of a look says of which game it is, and the looks of all games are kept in the same way"
    ),
}
"""Those still there, each with the reason."""


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
