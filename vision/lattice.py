"""A lattice: where the cells of a board are in a picture. How one is found is the business of `locate/`."""

from __future__ import annotations

from dataclasses import dataclass

# Lattices of one size whose corners lie within this part of a cell of each other are one.
SAME = 0.055
# A lattice is that of cells which are there where its presence is more than this; a board, and not at an angle, where
# it is more than the second.
PLAIN, BEYOND_DOUBT = 0.7, 0.95
# A square of so many cells a side that is so plain to see is some game's board: of 455 pictures of Pips, which has no
# such board, none shows one even of a presence of 0.9. Many things look like four cells by four, parts of boards, too.
WHOLE = 6


@dataclass(frozen=True, slots=True)
class Lattice:
    """Origin, step and size of a board of square cells, in pixels of the image as given.

    `x`, `y`: the top left corner of cell (0, 0) (middle of the grid line), may lie outside a cropped image.
    `step_x`, `step_y`: width and height of one cell including half a grid line or half a gap on each side.
    `rows`, `columns`: number of cells.
    `presence`: 0..1, the part of all cells' sides that could be seen. `goes_on`: whether their lines run on for another
    cell on some side, so that it is a part of a larger one.
    `plane`: where the board is seen at an angle, x, y and steps are those of a plane in which it is level, and these
    are the nine numbers, row by row, of the matrix from there to the pixels of the image; None for all others.
    """

    x: float
    y: float
    step_x: float
    step_y: float
    rows: int
    columns: int
    presence: float = 1.0
    goes_on: bool = False
    plane: tuple[float, ...] | None = None

    def center(self, row: float, column: float) -> tuple[float, float]:
        """The middle `(x, y)` of a cell, in pixels; half a cell on, or back, are its sides."""
        return self._seen(self.x + (column + 0.5) * self.step_x, self.y + (row + 0.5) * self.step_y)

    def _seen(self, x: float, y: float) -> tuple[float, float]:
        """Where a point of the plane is in the image."""
        if self.plane is None:
            return x, y
        a, b, c, d, e, f, g, h, i = self.plane
        scale = g * x + h * y + i
        return (a * x + b * y + c) / scale, (d * x + e * y + f) / scale

    def is_about(self, other: Lattice) -> bool:
        """Whether another has as many cells, and about the same corners."""
        off = max(abs(a - b) for a, b in zip(self.bbox, other.bbox, strict=True))
        return self.rows == other.rows and off < SAME * min(self.step_x, self.step_y)

    @property
    def likelihood(self) -> float:
        """What candidates are ranked by: large boards before thumbnails, single cells before squares of several,
        complete boards before accidental ones."""
        return self.rows * self.columns * self.step_x * self.presence**4

    @property
    def bbox(self) -> tuple[float, float, float, float]:
        """`(x_min, y_min, x_max, y_max)` of the board, in pixels."""
        right, bottom = self.x + self.columns * self.step_x, self.y + self.rows * self.step_y
        if self.plane is None:
            return self.x, self.y, right, bottom
        corners = [self._seen(x, y) for x in (self.x, right) for y in (self.y, bottom)]
        across, down = [x for x, _ in corners], [y for _, y in corners]
        return min(across), min(down), max(across), max(down)
