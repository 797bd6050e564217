"""Which solution of a board of Pips is played: of several the one that asks least of the page (`solutions.py`)."""

from __future__ import annotations

from collections.abc import Sequence

from actuator.domino_places import Place, lying_on
from actuator.sight import Sight
from actuator.solutions import exchanged, pips_solution, pips_solution_with
from solver.pips.puzzle import PipsPuzzle


class DominoGoal:
    """The places of all dominoes."""

    def __init__(self, sight: Sight) -> None:
        """Raises `CannotPlayError` where the board has no solution."""
        self._puzzle: PipsPuzzle = sight.puzzle
        self._solution = pips_solution(self._puzzle, sight.lying, sight.tray)
        self._spoilt: frozenset[Place] | None = None
        self._broken: set[int] = set()  # how many tags were broken on boards that were laid to be wrong

    @property
    def places(self) -> frozenset[Place]:
        """Where they are to lie now."""
        return self._solution if self._spoilt is None else self._spoilt

    def adopt(self, sight: Sight) -> None:
        """Where all that lies on the board does so in another solution, that one is played."""
        if self._spoilt is None and not self._solution.issuperset(lying_on(sight)):
            self._solution = pips_solution_with(self._puzzle, sight.lying, sight.tray) or self._solution

    def spoil(self, missing: Sequence[Place], lying: Sequence[Place]) -> bool:
        """Two dominoes that lie the same way are exchanged, one of them the first that is missing: of such pairs the
        one that breaks most tags, and not as many as were broken before. Whether there is one."""
        wrong = exchanged(self._puzzle, self.places, missing[0], lying) if missing else {}
        broken = max(wrong.keys() - self._broken, default=0)
        self._broken.add(broken)
        self._spoilt = wrong.get(broken)
        return self._spoilt is not None

    def mend(self) -> None:
        """Every domino goes to its place again."""
        self._spoilt = None
