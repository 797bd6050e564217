"""What a deduction says, whatever the game: one `Step` and its reason, and the `Difficulty` of a whole board.

The rules that make steps are in the `deduce.py` of each game. What is not here: any of their logic.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

Cell: TypeAlias = tuple[int, int]
"""`(row, column)` from the top left, from 0."""

Placed: TypeAlias = tuple[tuple[int, int], tuple[Cell, Cell]]
"""A domino on the board: its two numbers, and the cells they lie on in the same order."""

LEVELS = ("easy", "medium", "hard", "expert")


@dataclass(frozen=True, slots=True)
class Step:
    """One deduction, or what keeps one from being made.

    rule      the name of the rule, or `"wrong entry"`, `"contradiction"`, `"several solutions"` (no more follows)
    sentence  for people: `"r3 c4 must be a moon: row 3 already has three suns"`; cells are named from 1
    because   the cells that justify it; those at fault for a wrong entry or a contradiction
    filled    the cells it fills, each with its symbol (for Pips the pips, as a digit)
    supposed  for a what if: the cell, and the symbol it cannot hold
    chain     for a what if: the steps from there to a contradiction, which is the last of them; for a hint of Pips:
              the steps it rests on
    placed    Pips: the dominoes it lays
    struck    Pips: the places of dominoes it rules out
    laid      Pips, for a what if about dominoes: those of which none can lie there
    """

    rule: str
    sentence: str
    because: tuple[Cell, ...] = ()
    filled: tuple[tuple[Cell, str], ...] = ()
    supposed: tuple[Cell, str] | None = None
    chain: tuple[Step, ...] = ()
    placed: tuple[Placed, ...] = ()
    struck: tuple[Placed, ...] = ()
    laid: tuple[Placed, ...] = ()

    def __str__(self) -> str:
        return f"{self.sentence} ({self.rule})"


@dataclass(frozen=True, slots=True)
class Difficulty:
    """How hard a board is: the hardest rule it needs and how often, and how often each.

    `level` is one of `LEVELS`; it, `rule` and `times` are None, None and 0 on a board that is full, or that the rules
    do not fill because it has no solution or several (`solved` is false).
    """

    level: str | None
    rule: str | None
    times: int
    rules: tuple[tuple[str, int], ...]
    solved: bool

    def __str__(self) -> str:
        times = "once" if self.times == 1 else f"{self.times} times"
        return f"{self.level}: {self.rule}, {times}" if self.level else "not solved by the rules"
