"""A reading -> where its cells, markers, tags and dominoes are in the picture, as JSON for the page to draw over it.

All places are `[x, y]` in pixels of the picture. What a game has is in its own module (`games/*_page.py`), what is
drawn there is the page's business.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from solve_screenshot import games

if TYPE_CHECKING:
    from solve_screenshot.result import Answer
    from vision.lattice import Lattice


def layout(answer: Answer) -> dict[str, Any] | None:
    """Where the board is, or, of a refused picture, what looked like one; None where there is no picture."""
    if answer.picture is None:
        return None
    size = {"width": answer.picture.size[0], "height": answer.picture.size[1]}
    if answer.reading is not None:
        return size | games.of(answer.reading.puzzle).page().layout(answer.picture, answer.reading)
    seen = [{"corners": corners_of(one), "rows": one.rows, "columns": one.columns} for one in answer.unread[:3]]
    return size | {"kind": "none", "seen": seen}


def corners_of(lattice: Lattice) -> list[list[float]]:
    """Of the board, clockwise from its top left."""
    top, left, bottom, right = -0.5, -0.5, lattice.rows - 0.5, lattice.columns - 0.5
    return [place(lattice.center(r, c)) for r, c in ((top, left), (top, right), (bottom, right), (bottom, left))]


def place(point: tuple[float, float]) -> list[float]:
    return [round(float(point[0]), 2), round(float(point[1]), 2)]
