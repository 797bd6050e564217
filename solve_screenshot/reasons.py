"""One `Answer` -> what the rules say about its board: the next step, all steps, and how hard its puzzle is.

The rules and their sentences are `solver`'s. Here is which board they are asked about (a screenshot may hold entries,
right or wrong). What is not here: how what they say looks as JSON (`result`), as text (`reasons_text`), in pictures.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import solver
from solve_screenshot import games
from solve_screenshot.result import Answer, Clock, Graded, Question, Reasons
from solver.errors import SearchTimeout
from solver.steps import Step

if TYPE_CHECKING:
    from solver import Puzzle


DIFFICULTY_SECONDS = 1.0
"""No result waits longer for its difficulty. Published puzzles take 1 to 50 ms; this is for boards made to be hard."""
LEAST_SECONDS = 0.05
"""So long the difficulty may take even where the time limit is over; most take less."""


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


