"""The puzzle as checksum of Pips: a published board has a solution, so a reading without one is wrong somewhere.

Where what was read has no solution, the least certain tag or half is read anew, by its runner-up, the cheapest change
first; what was changed is said. Where nothing doubtful is left to change, that is said.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from itertools import combinations

import solver
from solver.errors import SearchTimeout
from solver.pips.puzzle import PipsPuzzle
from vision.games.pips.verify import region_of

Cell = tuple[int, int]

# Seconds for one search, and for all together; a board of 16 dominoes takes 0.002.
LONGEST_SEARCH, LONGEST_REPAIR = 0.3, 0.6
# What was read with less confidence than this may be read anew; so many are tried, alone and in twos.
DOUBTFUL, MOST_DOUBTS = 0.9, 10


@dataclass(frozen=True, slots=True)
class Doubt:
    """One thing that was read: `kind` is `tag` or `half`, `number` which of the regions or halves it is."""

    kind: str
    number: int
    value: str
    runner_up: str
    confidence: float

    def where(self, in_tray: int) -> str:
        """For people. `in_tray`: how many halves lie in the tray; the others are on the board."""
        if self.kind == "tag":
            return f"the tag {self.value} (or {self.runner_up or 'something else'})"
        place, number = (
            ("in the tray", self.number) if self.number < in_tray else ("on the board", self.number - in_tray)
        )
        return f"half {number % 2 + 1} of domino {number // 2 + 1} {place}"


@dataclass(frozen=True, slots=True)
class Checked:
    """A puzzle, and what had to be changed for it. `texts`: of the tags, by region; `halves`: all pips."""

    puzzle: PipsPuzzle
    texts: dict[int, str]
    halves: list[int]
    confidence: float
    warnings: tuple[str, ...]


def checked(cells: list[tuple[Cell, ...]], doubts: list[Doubt], halves: int) -> Checked:
    """The puzzle of what was read, repaired where it has no solution. `cells`: of each region."""
    puzzle = _puzzle(cells, doubts, halves)
    found = _answer(puzzle)
    if found is None:
        return _result(puzzle, doubts, 0.7, ("whether the board has a solution was not found out in time",))
    if found:
        return _result(puzzle, doubts, 1.0, ())
    until = time.monotonic() + LONGEST_REPAIR
    weak = sorted((d for d in doubts if d.confidence < DOUBTFUL and d.runner_up), key=lambda d: d.confidence)
    weak = weak[:MOST_DOUBTS]
    trials = [some for count in (1, 2) for some in combinations(weak, count)]
    for trial in sorted(trials, key=lambda some: sum(d.confidence + 0.1 for d in some)):
        if time.monotonic() > until:
            break
        changed = [_exchanged(d) if d in trial else d for d in doubts]
        repaired = _puzzle(cells, changed, halves)
        if _answer(repaired):
            said = tuple(
                f"{d.where(halves)} looked like {d.value} and was read as {d.runner_up}: otherwise there is no solution"
                for d in trial
            )
            return _result(repaired, changed, 0.5, said)
    return _result(
        puzzle, doubts, 0.3, ("the board as read has no solution: a tag or a domino was misread, or is covered",)
    )


def _exchanged(doubt: Doubt) -> Doubt:
    return Doubt(doubt.kind, doubt.number, doubt.runner_up, doubt.value, 0.0)


def _puzzle(cells: list[tuple[Cell, ...]], doubts: list[Doubt], halves: int) -> PipsPuzzle:
    texts = {d.number: d.value for d in doubts if d.kind == "tag"}
    pips = {d.number: int(d.value) for d in doubts if d.kind == "half"}
    dominoes = [(pips[k], pips[k + 1]) for k in range(0, halves, 2)]
    return PipsPuzzle(dominoes, [region_of(texts.get(number, ""), part) for number, part in enumerate(cells)])


def _answer(puzzle: PipsPuzzle) -> bool | None:
    """Whether there is a solution; None where that takes too long to say."""
    try:
        return solver.solve(puzzle, time_limit=LONGEST_SEARCH) is not None
    except SearchTimeout:
        return None


def _result(puzzle: PipsPuzzle, doubts: list[Doubt], confidence: float, warnings: tuple[str, ...]) -> Checked:
    return Checked(
        puzzle,
        {d.number: d.value for d in doubts if d.kind == "tag"},
        [int(d.value) for d in sorted((d for d in doubts if d.kind == "half"), key=lambda d: d.number)],
        confidence,
        warnings,
    )
