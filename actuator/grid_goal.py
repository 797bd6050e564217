"""Which solution of a board of cells is played, and boards near to it that are laid to see what the page says of them.

Which solutions there are is `solutions.py`'s; what is missing on the board is the table's (`grid.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from actuator.events import Ended
from actuator.moves import Cell
from actuator.solutions import MOST_PLAYED
from actuator.table import LIKELIEST, CannotPlayError
from solver.binary.puzzle import EMPTY

Rows = tuple[str, ...]

UNSAID = "The page says nothing of any solution; the only one without equal lines is on the board: taken to be won."


class GridGoal:
    """What every cell is to show. `rows`: now; `several`: whether there is more than one solution; `likely`: whether
    the first is the only one, or, of Takuzu, the only one of unlike lines, as most pages want them, or all others that
    there are were played."""

    def __init__(self, solutions: Sequence[Rows], game: str, sure: bool = True) -> None:
        """`solutions`: those to play, the likeliest first. `sure`: the board was read without doubt."""
        self._likeliest, *self._others = solutions
        self.rows = self._solution = self._likeliest
        self._played = 1  # solutions, this one among them
        self._spoils = 0  # how often rows were to be wrong
        self.several = bool(self._others)
        unlike = [rows for rows in solutions if len({*rows}) == len({*zip(*rows, strict=True)}) == len(rows)]
        self.likely = not self.several or (game == "takuzu" and unlike == [self._likeliest])
        self._is_it = sure and self.likely  # whatever the page says

    def next(self) -> str:
        """Go for the next solution, after the last one for the likeliest, to leave that on the board; news. Raises
        `CannotPlayError` where that lies, or `Ended` where it is the solution, of which many pages say little."""
        if not self._others and self.rows == self._likeliest:
            if self._is_it:
                raise Ended("won", UNSAID)
            tried = "it was" if self._played == 1 else f"{self._played} were"
            raise CannotPlayError(
                f"it has several solutions; {tried} played, and the page goes on as if it were not solved; "
                "is a clue or marker hidden?"
            )
        self.likely = not self._others and self._played < MOST_PLAYED
        if not self._others:
            self.rows = self._solution = self._likeliest
            return LIKELIEST
        self.rows = self._solution = min(self._others, key=self._changes)
        self._others.remove(self.rows)
        self._played += 1
        return "the page does not take this solution; playing another one"

    def _changes(self, other: Rows) -> int:
        return sum(a != b for a, b in zip("".join(other), "".join(self.rows), strict=True))

    def empty(self, cell: Cell) -> None:
        """This cell is to be empty."""
        r, c = cell
        self._replace(r, self.rows[r][:c] + EMPTY + self.rows[r][c + 1 :])

    def spoil(self, wrong: Mapping[int, str]) -> bool:
        """The last of these rows is to be wrong, the next time the last two, until `mend`; no where there are fewer."""
        self._spoils += 1
        rows = sorted(wrong)[-self._spoils :]
        if len(rows) < self._spoils:
            return False
        for row in rows:
            self._replace(row, wrong[row])
        return True

    def _replace(self, row: int, by: str) -> None:
        self.rows = (*self.rows[:row], by, *self.rows[row + 1 :])

    def mend(self) -> None:
        """The solution again."""
        self.rows = self._solution
