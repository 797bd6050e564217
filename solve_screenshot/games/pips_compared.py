"""What was read of boards of Pips, compared with their labels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

from solve_screenshot.labelled import Difference, Label
from solve_screenshot.result import Answer

Place = tuple[int, int]

SOUND = ("unique", "multiple")
"""Many a printed board has several solutions."""


def differences(label: Label, truth: dict[str, Any], answer: Answer, read: dict[str, Any]) -> Iterator[Difference]:
    """Dominoes in any order and either way round; regions by their cells, wherever the board begins; the cells without
    a constraint as one region."""
    labelled, found = _regions(truth), _regions(read)
    yield from _unlike("cell", *({place for cells in regions for place in cells} for regions in (labelled, found)))
    for cells in sorted(labelled.keys() & found.keys(), key=sorted):
        if labelled[cells] != found[cells]:
            yield Difference("tag", labelled[cells], found[cells], _place(max(cells)))
    for cells in sorted(labelled.keys() - found.keys(), key=sorted):
        yield Difference("region", labelled[cells], "-", " ".join(map(_place, sorted(cells))))
    for cells in sorted(found.keys() - labelled.keys(), key=sorted):
        yield Difference("region", "-", found[cells], " ".join(map(_place, sorted(cells))))
    dominoes = [
        Counter("|".join(map(str, sorted(domino))) for domino in puzzle["dominoes"]) for puzzle in (truth, read)
    ]
    missing, extra = (sorted((one - other).elements()) for one, other in (dominoes, dominoes[::-1]))
    for a, b in zip_longest(missing, extra, fillvalue="-"):
        yield Difference("domino", a, b, "")
    if label.placed is not None:
        yield from _unlike("placed", _placed(label.placed, truth), _placed(answer.to_json().get("placed", []), read))


def _regions(puzzle: dict[str, Any]) -> dict[frozenset[Place], str]:
    """The cells of each region -> its tag, `-` for those without a constraint; the board begins at (0, 0)."""
    top, left = _corner(puzzle)
    tags: dict[frozenset[Place], str] = {}
    without: set[Place] = set()
    for region in puzzle["regions"]:
        cells = frozenset((r - top, c - left) for r, c in region["indices"])
        if region["type"] == "empty":
            without |= cells
        else:
            sign = {"sum": "", "less": "<", "greater": ">", "equals": "=", "unequal": "≠"}[region["type"]]
            tags[cells] = f"{sign}{region['target']}" if region.get("target") is not None else sign
    if without:
        tags[frozenset(without)] = "-"
    return tags


def _corner(puzzle: dict[str, Any]) -> Place:
    cells = [cell for region in puzzle["regions"] for cell in region["indices"]]
    return min(r for r, _ in cells), min(c for _, c in cells)


def _placed(placed: list[Any], puzzle: dict[str, Any]) -> set[str]:
    """Each placed domino as text that does not depend on which of its halves comes first."""
    top, left = _corner(puzzle)
    halves = [sorted(zip(((r - top, c - left) for r, c in cells), pips, strict=True)) for *cells, pips in placed]
    return {" ".join(f"{_place(cell)}:{pips}" for cell, pips in pair) for pair in halves}


def _unlike(what: str, labelled: set[Any], read: set[Any]) -> Iterator[Difference]:
    """What is in one of the two and not in the other."""
    for missing in sorted(labelled - read):
        yield Difference(what, "there", "-", _place(missing))
    for extra in sorted(read - labelled):
        yield Difference(what, "-", "there", _place(extra))


def _place(cell: Place | str) -> str:
    return cell if isinstance(cell, str) else f"{cell[0]},{cell[1]}"
