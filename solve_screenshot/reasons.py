"""One `Answer` -> what the rules say about its board: the next step, all steps, and how hard its puzzle is.

The rules and their sentences are `solver`'s. Here is which board they are asked about (a screenshot may hold entries,
right or wrong), and how what they say looks as JSON. What is not here: its text (`reasons_text`) and the pictures.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import solver
from solve_screenshot import games
from solve_screenshot.answer import Answer, Clock, Question
from solver.errors import SearchTimeout
from solver.steps import Step

if TYPE_CHECKING:
    from solver import Puzzle


DIFFICULTY_SECONDS = 1.0
"""No result waits longer for its difficulty. Published puzzles take 1 to 50 ms; this is for boards made to be hard."""
LEAST_SECONDS = 0.05
"""So long the difficulty may take even where the time limit is over; most take less."""

WRONG = "wrong entry"
SEVERAL = "several solutions"
CONTRADICTION = "contradiction"
"""Rules of steps that fill nothing."""


# Named tuples, since every run pays for these classes: a frozen dataclass takes five times as long to make.
class Graded(NamedTuple):
    """How hard a puzzle is: the hardest rule it takes, and how often.

    `rules`: every rule that is needed with its number, from simple to hard. `of`: `clues`, the puzzle as it was given,
    or `board`, what was on the screen, where the two cannot be told apart. `stopped`: None where the rules fill the
    board; `several` where they lead only as far as all solutions agree, `time` where there was no time for more.
    """

    level: str
    rule: str
    times: int
    rules: tuple[tuple[str, int], ...]
    of: str
    stopped: str | None = None

    def to_json(self) -> dict[str, Any]:
        return {
            "level": self.level,
            "rule": self.rule,
            "times": self.times,
            "rules": dict(self.rules),
            "of": self.of,
            "complete": self.stopped is None,
        }


class Reasons(NamedTuple):
    """What was asked about the reasons of a board.

    `asked`: `hint`, `steps`, or None for the difficulty alone. `steps`: the next step alone, or all there are. `late`:
    the time limit, in seconds, if it passed before all steps were found.
    """

    difficulty: Graded | None = None
    asked: str | None = None
    steps: tuple[Step, ...] = ()
    late: float | None = None

    @property
    def hint(self) -> Step | None:
        return self.steps[0] if self.asked == "hint" and self.steps else None


def asked(answer: Answer, question: Question, clock: Clock) -> Reasons:
    """What the rules say to a solved answer, while the clock runs. Raises the solver's errors."""
    if answer.puzzle is None:
        return Reasons()
    steps: tuple[Step, ...] = ()
    late = None
    what = "hint" if question.hint else "steps" if question.explain else None
    try:
        if question.hint:
            steps = games.of(answer.puzzle).hint(answer, answer.puzzle, clock)
        elif question.explain:
            steps = games.of(answer.puzzle).explanation(answer, answer.puzzle, clock)
    except SearchTimeout as timeout:
        late = question.time_limit
        found = timeout.found if question.explain and isinstance(timeout.found, tuple) else ()
        steps = tuple(step for step in found if isinstance(step, Step))
    graded = _graded(answer, answer.puzzle, Clock(min(max(clock.left, LEAST_SECONDS), DIFFICULTY_SECONDS)))
    return Reasons(graded, what, steps, late)


# --- difficulty ------------------------------------------------------------------------------------------------------


def _graded(answer: Answer, puzzle: Puzzle, clock: Clock) -> Graded | None:
    """The difficulty of the puzzle as it was given, or else of the board as it stands; None where no rule is needed or
    there is nothing to be found.

    Clues without entries that have several solutions where the board has one were not told rightly from entries.
    """
    if answer.undecided:
        return None
    best = None
    for of, board in games.of(puzzle).graded_boards(answer, puzzle):
        graded = grade(board, of, clock)
        if graded is not None and graded.stopped is None:
            return graded
        if board is puzzle or (graded and graded.stopped == "time"):
            best = best or graded
    return best


def grade(board: Puzzle, of: str, clock: Clock) -> Graded | None:
    """The difficulty of a board, as far as there is time; None where no rule fills a cell of it."""
    try:
        found = solver.difficulty(board, time_limit=clock.left)
    except SearchTimeout as late:
        return _hardest(board, Counter(step.rule for step in late.found), of, "time")
    if found.solved and found.level is not None and found.rule is not None:
        return Graded(found.level, found.rule, found.times, found.rules, of)
    return _hardest(board, Counter(dict(found.rules)), of, "several")


def _hardest(board: Puzzle, counted: Counter[str], of: str, stopped: str) -> Graded | None:
    """The difficulty as far as it is known."""
    level_of = solver.games.of_puzzle(board).rules()
    rules = tuple((name, counted[name]) for name in level_of if counted[name])
    if not rules:
        return None
    name, times = rules[-1]
    return Graded(level_of[name], name, times, rules, of, stopped)


# --- JSON ------------------------------------------------------------------------------------------------------------


def step_json(step: Step) -> dict[str, Any]:
    """A step as an object: `cells` justify it, `fills` are `[r, c, symbol]`; of Pips `placed` are its dominoes, as
    `[[r, c], [r, c], [a, b]]`. The steps of the `chain` have the same form."""
    return {
        "rule": step.rule,
        "sentence": step.sentence,
        "cells": [list(cell) for cell in step.because],
        "fills": [[*cell, symbol] for cell, symbol in step.filled],
        "placed": [[*map(list, cells), list(domino)] for domino, cells in step.placed],
        "supposed": None if step.supposed is None else [*step.supposed[0], step.supposed[1]],
        "chain": [step_json(link) for link in step.chain],
    }


def to_json(reasons: Reasons) -> dict[str, Any]:
    """The keys of a Result that come from here."""
    result: dict[str, Any] = {"difficulty": reasons.difficulty.to_json() if reasons.difficulty else None}
    if reasons.asked == "hint":
        result["hint"] = step_json(reasons.hint) if reasons.hint else None
    elif reasons.asked == "steps":
        result["steps"] = _steps_json(reasons.steps)
    return result


def _steps_json(steps: Sequence[Step]) -> list[dict[str, Any]]:
    return [step_json(step) for step in steps]
