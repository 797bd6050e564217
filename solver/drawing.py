"""Boards drawn in text, with lines between their parts: the parts are regions or dominoes.

What is not here: what stands in the cells, which the games say.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

Cell: TypeAlias = tuple[int, int]
"""`(row, column)` from the top left, from 0."""


def drawing(owners: Mapping[Cell, object], texts: Mapping[Cell, str]) -> str:
    """A board with lines between cells of different owners, and around all of them; a text in each cell.

    The drawing begins at the top left cell's row and the leftmost column, wherever they lie.

    >>> print(drawing({(0, 0): 1, (0, 1): 2, (1, 1): 2}, {(0, 0): "a", (0, 1): "b", (1, 1): "c"}))
    ┌───┬───┐
    │ a │ b │
    └───┤   │
        │ c │
        └───┘
    """
    rows = range(min(r for r, _ in owners), max(r for r, _ in owners) + 2)
    columns = range(min(c for _, c in owners), max(c for _, c in owners) + 2)
    width = max(3, *map(len, texts.values()))

    def above(r: int, c: int) -> bool:
        return owners.get((r - 1, c)) != owners.get((r, c))

    def left(r: int, c: int) -> bool:
        return owners.get((r, c - 1)) != owners.get((r, c))

    lines = []
    for r in rows:
        border, middle = "", ""
        for c in columns:
            meeting = above(r, c - 1), above(r, c), left(r - 1, c), left(r, c)
            border += _JOINTS[meeting] + ("─" if above(r, c) else " ") * width
            middle += ("│" if left(r, c) else " ") + f"{texts.get((r, c), ''):^{width}}"
        lines += [border.rstrip(), middle.rstrip()]
    return "\n".join(lines[:-1])


_JOINTS = {
    (joint & 1 > 0, joint & 2 > 0, joint & 4 > 0, joint & 8 > 0): symbol
    for joint, symbol in enumerate(" ╴╶─╵┘└┴╷┐┌┬│┤├┼")
}
"""Whether lines come from the left, the right, above and below -> the symbol where they meet."""
