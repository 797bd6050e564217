"""What the rules say about a board (`reasons`) as text for a terminal: the next step, all steps, the difficulty.

What is not here: boards (`games`).
"""

from __future__ import annotations

from collections.abc import Sequence

from solve_screenshot import games
from solve_screenshot.result import Answer, Graded, Reasons
from solver import Puzzle
from solver.steps import Step


def lines(answer: Answer) -> list[str]:
    """The sentences below the board."""
    reasons = answer.reasons
    if reasons is None:
        return []
    said = []
    if reasons.asked == "hint":
        said = _hint(reasons)
    elif reasons.asked == "steps":
        said = _steps(reasons)
    if reasons.difficulty is not None:
        said.append(f"difficulty: {graded(reasons.difficulty, answer.puzzle)}")
    return said


def _hint(reasons: Reasons) -> list[str]:
    step = reasons.hint
    if step is None:
        late = "the time limit passed before a next step was found"
        return [late if reasons.late is not None else "The board is solved: there is no next step."]
    if not step.chain:
        return [str(step)]
    return [str(step), *_numbered(step.chain, "  ")]


def _steps(reasons: Reasons) -> list[str]:
    said = _numbered(reasons.steps, "") if reasons.steps else []
    if reasons.late is not None:
        said.append("... the time limit passed before the other steps were found")
    elif not said:
        said.append("The board is solved: there are no steps left.")
    return said


def _numbered(steps: Sequence[Step], before: str) -> list[str]:
    """Every step on a line, numbered; the steps of a chain are indented below it."""
    width = len(str(len(steps)))
    said = []
    for number, step in enumerate(steps, 1):
        said.append(f"{before}{number:{width}}. {step}")
        said += _numbered(step.chain, before + " " * (width + 2))
    return said


def graded(difficulty: Graded, puzzle: Puzzle | None) -> str:
    """`medium (last one, once)`, and what that is of where it is not the whole puzzle."""
    times = "once" if difficulty.times == 1 else f"{difficulty.times} times"
    said = f"{difficulty.level} ({difficulty.rule}, {times})"
    if difficulty.stopped == "time":
        said = f"at least {said}; there was no time to tell exactly"
    elif difficulty.stopped == "several":
        said += " as far as all solutions agree"
    if difficulty.of == "board" and puzzle is not None and games.of(puzzle).HAS_ENTRIES:
        said += ", from the board as it stands"
    return said
