"""Pips as the command line shows it: dominoes that lie wrongly, steps.

What is not here: boards as text (`pips_text`) and on paper (`pips_paper`).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import solver
from solve_screenshot import pips_text
from solve_screenshot.games import Compared, Page, Paper, Pictures
from solve_screenshot.result import CONTRADICTION, SEVERAL, WRONG, Answer, Clock
from solve_screenshot.style import Style
from solver import PipsPuzzle, PipsSolution, Puzzle
from solver.errors import BadPlaces
from solver.steps import Placed, Step

if TYPE_CHECKING:
    from vision.image import Image
    from vision.learnt import Look

HAS_ENTRIES = False


def size_said(puzzle: PipsPuzzle) -> str:
    return f"{len(puzzle.dominoes)} {'domino' if len(puzzle.dominoes) == 1 else 'dominoes'}"


def is_full(answer: Answer, puzzle: PipsPuzzle) -> bool:
    return len(answer.placed) == len(puzzle.dominoes) and not answer.wrong_places


def boards(answer: Answer, puzzle: PipsPuzzle, style: Style) -> list[str]:
    return pips_text.boards(answer, puzzle, style)


def paper() -> Paper:
    from solve_screenshot.games import pips_paper

    return pips_paper


def pictures() -> Pictures:
    from solve_screenshot.games.pips_pictures import PipsPictures

    return PipsPictures()


def page() -> Page:
    from solve_screenshot.games import pips_page

    return pips_page


def compared() -> Compared:
    from solve_screenshot.games import pips_compared

    return pips_compared


def learnt(picture: Image, puzzle: PipsPuzzle, name: str, bbox: list[float] | None) -> Look:
    from vision.learnt import LookError

    raise LookError(f"looks of {puzzle.game} are not learnt; its boards are read in any look")


# --- dominoes on the board -------------------------------------------------------------------------------------------


def checked(answer: Answer, puzzle: PipsPuzzle, clock: Clock) -> Answer:
    """The answer with a solution in which the dominoes on the board stay where they are, as many as can."""
    if not answer.witnesses or not answer.placed:
        return answer
    from solver.pips import search

    placed = [(one.domino, one.cells) for one in answer.placed]

    def solution(kept: list[Any]) -> PipsSolution | None:
        return search.first(puzzle, time_limit=clock.left, placed=kept)

    try:
        best = solution(placed)
    except BadPlaces:  # as they were read they lie on one another: nothing can be said of them
        return answer
    wrong: list[Any] = []
    conflict: list[Any] = []
    if best is None:
        wrong = [one for one in placed if solution([one]) is None]
        kept: list[Any] = []
        for one in placed:
            found = None if one in wrong else solution([*kept, one])
            if found is not None:
                best, kept = found, [*kept, one]
            elif one not in wrong:
                conflict.append(one)
    others = [witness for witness in answer.witnesses if witness != best]
    witnesses: Any = [*([best] if best else []), *others][: len(answer.witnesses)]
    warnings = answer.warnings
    if wrong or conflict:
        warnings = (*warnings, _blame_dominoes(wrong, conflict))
    places = tuple(place for _, place in wrong + conflict)
    return dataclasses.replace(answer, witnesses=tuple(witnesses), wrong_places=places, warnings=warnings)


def _blame_dominoes(wrong: list[Any], conflict: list[Any]) -> str:
    def named(placed: list[Any]) -> str:
        words = (f"{a}|{b} at r{r + 1} c{c + 1}" for (a, b), ((r, c), _) in placed)
        return ", ".join(words)

    sentences = []
    if wrong:
        what = "a domino lies" if len(wrong) == 1 else "dominoes lie"
        sentences.append(f"{what} where no solution has one like it: {named(wrong)}")
    if conflict:
        sentences.append(f"not all dominoes on the board can stay: with the others, {named(conflict)} cannot")
    return "; ".join(sentences)


# --- steps -----------------------------------------------------------------------------------------------------------


def hint(answer: Answer, puzzle: PipsPuzzle, clock: Clock) -> tuple[Step, ...]:
    placed = _placed(answer)
    try:
        step = solver.hint(puzzle, placed=placed, time_limit=clock.left)
    except BadPlaces as error:
        return (_misread(error),)
    if step is not None and step.rule == SEVERAL:
        step = _one_way(step, answer)
    return (step,) if step is not None else ()


def explanation(answer: Answer, puzzle: PipsPuzzle, clock: Clock) -> tuple[Step, ...]:
    placed = _placed(answer)
    try:
        steps = solver.explain(puzzle, placed=placed, time_limit=clock.left)
    except BadPlaces as error:
        return (_misread(error),)
    if not steps or steps[0].rule != WRONG:
        return steps
    sound = [one for one in placed if one[1] not in answer.wrong_places]
    return (*steps, *solver.explain(puzzle, placed=sound, time_limit=clock.left))


def _one_way(step: Step, answer: Answer) -> Step:
    """Where nothing follows any more: what comes next in one of the solutions."""
    shown, left = answer.shown, set(step.because)
    if isinstance(shown, PipsSolution):
        lying = [one for one in zip(shown.puzzle.dominoes, shown.places, strict=True) if set(one[1]) <= left]
        if lying:
            (a, b), place = domino = min(lying, key=lambda one: min(one[1]))
            where = " and ".join(f"r{r + 1} c{c + 1}" for r, c in place)
            said = f"{step.sentence}; one of the solutions has the {a}-{b} on {where}"
            filled = tuple(zip(place, (str(a), str(b)), strict=True))
            return dataclasses.replace(step, sentence=said, filled=filled, placed=(domino,))
    return step


def _misread(error: BadPlaces) -> Step:
    return Step(CONTRADICTION, f"the dominoes on the board cannot lie as they were read: {error}")


def _placed(answer: Answer) -> list[Placed]:
    return [(one.domino, one.cells) for one in answer.placed]


# --- difficulty ------------------------------------------------------------------------------------------------------


def graded_boards(answer: Answer, puzzle: PipsPuzzle) -> Iterator[tuple[str, Puzzle]]:
    if answer.solutions != "none":
        yield "clues", puzzle
