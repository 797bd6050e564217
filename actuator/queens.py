"""Queens on the screen: crowns go where the solution has them, and nothing else matters.

What clicks do is learnt as on other boards of cells (`grid.py`). Here a cell of the solution is to show a crown, and
any other may be empty or crossed out: crosses are left where they are, those of the player and those that come and go
by themselves beside crowns. Crowns that are wrong go first, for the crosses they have made may go with them, and a
cell of which that is seen only after it was clicked would be clicked wrongly. Where clicks have put what looks like a
crown and no cross was seen yet, it is clicked once more: what comes then may be the crown, and this a cross.
"""

from __future__ import annotations

from actuator.grid import GridTable
from actuator.moves import Cell
from actuator.sight import Sight
from actuator.solutions import queens_solutions
from solver.queens.puzzle import CROSS, CROWN, EMPTY, QueensPuzzle


class QueensTable(GridTable):
    """A board of Queens being played."""

    order = EMPTY + CROSS + CROWN

    def __init__(self, sight: Sight) -> None:
        """See `GridTable`."""
        super().__init__(sight)
        self._asked = False  # whether a crown was clicked once more, or need not be, since crosses were seen

    def same_board(self, sight: Sight) -> bool:
        """Whether the regions are still what they were."""
        return isinstance(sight.puzzle, QueensPuzzle) and sight.puzzle.regions == self.first.regions

    def covered(self, sight: Sight, last: bool) -> bool:
        """Not told: crowns and crosses come and go."""
        return False

    def late(self, sight: Sight) -> bool:
        """Whether a crown has come or gone in a cell that was not clicked, or a cross on a cell of the solution, where
        none comes by itself; one may go with a wrong crown."""
        freed = any(before == CROWN for before, _ in self._sent.values())
        now = self._rows(sight)
        for cell in sight.cells:
            before, after = self._before[cell[0]][cell[1]], now[cell[0]][cell[1]]
            if cell in self._sent or before == after:
                continue
            if CROWN in (before, after) or (self._aims(cell) == CROWN and not freed):
                return True
        return False

    def is_open(self, sight: Sight) -> bool:
        """Whether a crown is missing, whatever is in its place."""
        return bool(self._wrong(self._rows(sight)))

    def _taken_for_given(self, sight: Sight) -> frozenset[Cell]:
        """None: crowns that the page gives look like any others, and are right."""
        return frozenset()

    def _solutions(self, sight: Sight) -> list[tuple[str, ...]]:
        return queens_solutions(sight.puzzle, sight.doubtful)

    def _aims(self, cell: Cell) -> str:
        return CROWN if self._goal.rows[cell[0]][cell[1]] == CROWN else EMPTY + CROSS

    def _spoilt(self, row: str, column: int) -> str:
        """The row with its crown in the column of another row's."""
        return next(other for other in self._goal.rows if other != row)

    def _next(self, wrong: list[Cell], rows: tuple[str, ...]) -> list[Cell]:
        return [(r, c) for r, c in wrong if rows[r][c] == CROWN] or wrong

    def _ways(self, rows: tuple[str, ...], wrong: list[Cell]) -> tuple[dict[Cell, list[str]], dict[Cell, list[str]]]:
        """See `GridTable`; before anything else, once, a click on a crown that clicks have put."""
        known, trials = super()._ways(rows, wrong)
        put = [(r, c) for r, c in self._seen.cells if rows[r][c] == CROWN and self.first.cells[r][c] == EMPTY]
        way = self.clicks.trial(CROWN)
        self._asked |= any(CROSS in row for row in (*rows, *self.first.cells))
        if self._asked or not put or not way or not known:
            return known, trials
        self._asked = True
        return {}, {put[0]: way[:1]}

    def _as_first(self, rows: tuple[str, ...]) -> tuple[str, ...]:
        return rows
