"""A solution, a hint or the reading itself, drawn over the screenshot: a module for each kind of board.

They draw and never read: everything comes in a `Reading`. Every function returns a new picture and leaves the one it
was given alone. `shapes.py` is what all draw with; `squares.py` what all boards of squares share.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, Protocol


class Drawing(Protocol):
    """How a game is drawn, made of `bgr`, `(height, width, 3)` uint8, and the reading of that picture.

    `wrong`: what is wrong on the board, in red frames; `unsure`: cells that another solution fills differently, or
    that contradict one another, in amber ones. What `wrong`, `solution` and `filled` hold is the game's own: of Pips
    dominoes and the cells on which they lie, else cells and symbols.
    """

    def solution(self, solution: Any, wrong: Collection[Any] = (), unsure: Collection[Any] = ()) -> Any:
        """The picture with what is missing in it. What is wrong is shown with what is right."""

    def hint(
        self, filled: Any, because: Collection[Any], wrong: Collection[Any] = (), unsure: Collection[Any] = ()
    ) -> Any:
        """The picture with one step in it: what it fills, as solid as what is there, in green frames, and the cells
        that justify it, in blue ones."""

    def stages(self) -> Iterator[tuple[str, Any]]:
        """The name and the picture of each stage of the reading, for those who want to know why."""
