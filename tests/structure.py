"""How large the packages are: lines, the longest module and function, constants tuned by hand.

    python -m tests.structure

prints a line for each package, with the most that `budget.toml` allows. `test_structure.py` fails where one is larger.
A tuned constant is a number with a name in capitals at the top level of a module, or one number of several so named.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGES = ("solver", "vision", "actuator", "solve_screenshot", "samples", "training")


@dataclass(frozen=True, slots=True)
class Size:
    """Of one package. `module`, `function`: lines of the longest; `constants`: numbers that were tuned by hand."""

    lines: int
    module: int
    function: int
    constants: int


def budget() -> dict[str, dict[str, int]]:
    """What each package may have at most, by the names of `Size`; what is not said has no bound."""
    return tomllib.loads((ROOT / "tests/budget.toml").read_text("utf-8"))


def size_of(package: str) -> Size:
    """The size of a package as it is."""
    paths = sorted((ROOT / package).rglob("*.py"))
    texts = [path.read_text("utf-8") for path in paths]
    trees = [ast.parse(text) for text in texts]
    lines = [text.count("\n") for text in texts]
    functions = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return Size(
        sum(lines),
        max(lines),
        max((node.end_lineno or node.lineno) - node.lineno + 1 for node in functions),
        sum(1 for tree in trees for _ in tuned(tree)),
    )


def tuned(tree: ast.Module) -> Iterator[float]:
    """The numbers that stand under names in capitals."""
    for node in tree.body:
        if not isinstance(node, (ast.Assign, ast.AnnAssign)):
            continue
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        names = [name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)]
        if all(name.isupper() for name in names):
            yield from _numbers(node.value)


def _numbers(node: ast.expr | None) -> Iterator[float]:
    """A number, or those of a tuple; a table of something else is none."""
    if isinstance(node, ast.Tuple):
        for one in node.elts:
            yield from _numbers(one)
    elif isinstance(node, ast.UnaryOp):
        yield from _numbers(node.operand)
    elif isinstance(node, ast.BinOp):
        yield from _numbers(node.left)
    elif isinstance(node, ast.Constant) and isinstance(node.value, (int, float)) and not isinstance(node.value, bool):
        yield node.value


def main() -> None:
    """Print the table."""
    most = budget()
    print(f"{'':<18}{'lines':>14}{'longest module':>18}{'longest function':>18}{'constants':>14}")
    for package in PACKAGES:
        said = [
            f"{value}" + (f" of {most[package][name]}" if name in most.get(package, {}) else "")
            for name, value in asdict(size_of(package)).items()
        ]
        print(f"{package:<18}{said[0]:>14}{said[1]:>18}{said[2]:>18}{said[3]:>14}")


if __name__ == "__main__":
    main()
