"""What was read of boards of square cells, compared with their labels, place by place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from solve_screenshot.labelled import Difference, Label
from solve_screenshot.result import Answer

SOUND = ("unique",)
"""A printed board has one solution."""
OTHER = {"S": "M", "M": "S", "0": "1", "1": "0", ".": "."}


def differences(label: Label, truth: dict[str, Any], answer: Answer, read: dict[str, Any]) -> Iterator[Difference]:
    """Where the puzzle that was read is not that of the label."""
    if truth.get("size") != read["size"]:
        yield Difference("size", str(truth.get("size")), str(read["size"]), "")
        return
    cells = _compared("cell", "", truth["cells"], read["cells"])
    if label.swap_ok and cells:
        swapped = ["".join(OTHER.get(symbol, symbol) for symbol in row) for row in truth["cells"]]
        cells = min(cells, _compared("cell", "", swapped, read["cells"]), key=len)
    yield from cells
    if "regions" in read:
        yield from _compared("region", "", _lettered(truth["regions"]), read["regions"])
    for name in [name for name in ("h", "v") if name in read]:
        none = ["." * len(row) for row in read[name]]
        yield from _compared("marker", name, truth.get(name) or none, read[name])


def _lettered(rows: Sequence[str]) -> list[str]:
    """Regions with letters in the order in which they come, as a reading has them."""
    letters: dict[str, str] = {}
    return ["".join(letters.setdefault(letter, chr(ord("A") + len(letters))) for letter in row) for row in rows]


def _compared(what: str, name: str, truth: Sequence[str], read: Sequence[str]) -> list[Difference]:
    """Place by place; `?` in a label is a place that nobody can see."""
    return [
        Difference(what, a, b, f"{name}{r},{c}")
        for r, (row, other) in enumerate(zip(truth, read, strict=True))
        for c, (a, b) in enumerate(zip(row, other, strict=True))
        if a not in (b, "?")
    ]
