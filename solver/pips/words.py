"""The words in which steps of Pips speak of cells, numbers and dominoes.

What is not here: the sentences, which stand with the rules that say them.
"""

from __future__ import annotations

from collections.abc import Sequence

from solver.pips.puzzle import MOST_PIPS, Cell
from solver.steps import Placed


def numbers_said(numbers: int, article: str = "", joined: str = "or") -> str:
    """A set of numbers, as bits: `2 or 3`, and with an article `a 2 or a 3`."""
    return listed([f"{article}{v}" for v in range(MOST_PIPS + 1) if numbers >> v & 1], joined)


def domino_name(kind: tuple[int, int]) -> str:
    """A domino by its name, the higher number first: `5-3`."""
    return f"{max(kind)}-{min(kind)}"


def placed_name(placed: Placed) -> str:
    """A domino as it lies, in the order of its cells."""
    return f"{placed[0][0]}-{placed[0][1]}"


def cell_name(cell: Cell) -> str:
    return f"r{cell[0] + 1} c{cell[1] + 1}"


def cell_names(cells: Sequence[Cell]) -> str:
    return listed([cell_name(cell) for cell in cells])


def listed(words: Sequence[str], joined: str = "and") -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {joined} {words[-1]}"
