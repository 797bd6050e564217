"""One `Answer` -> what the rules say about its board: the next step, all steps, and how hard its puzzle is.

The rules and their sentences are `solver`'s. Here is which board they are asked about (a screenshot may hold entries,
right or wrong), and how what they say looks as JSON. What is not here: its text (`reasons_text`) and the pictures.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import solver
from solve_screenshot.answer import Answer, Clock, Question, only
from solver import BinaryPuzzle, PipsPuzzle
from solver.errors import BadPlaces, SearchTimeout
from solver.steps import Step

if TYPE_CHECKING:
    from solver import Puzzle
    from solver.steps import Placed


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
            steps = _hint(answer, answer.puzzle, clock)
        elif question.explain:
            steps = _explanation(answer, answer.puzzle, clock)
    except SearchTimeout as timeout:
        late = question.time_limit
        found = timeout.found if question.explain and isinstance(timeout.found, tuple) else ()
        steps = tuple(step for step in found if isinstance(step, Step))
    graded = _graded(answer, answer.puzzle, Clock(min(max(clock.left, LEAST_SECONDS), DIFFICULTY_SECONDS)))
    return Reasons(graded, what, steps, late)


# --- steps -----------------------------------------------------------------------------------------------------------


def _hint(answer: Answer, puzzle: Puzzle, clock: Clock) -> tuple[Step, ...]:
    """The next step, or none on a board that is solved."""
    if isinstance(puzzle, PipsPuzzle):
        placed = _placed(answer)
        try:
            step = solver.hint(puzzle, placed=placed, time_limit=clock.left)
        except BadPlaces as error:
            return (_misread(error),)
        if step is not None and step.rule == SEVERAL:
            step = _one_way(step, answer)
        return (step,) if step is not None else ()
    wrong = _wrong(answer, puzzle, clock)
    if wrong is not None:
        return (wrong,)
    step = solver.hint(puzzle, time_limit=clock.left)
    if step is None and len(puzzle.filled()) < puzzle.size**2:
        step = _one_way(_several(puzzle, puzzle.filled()), answer)
    return (step,) if step is not None else ()


def _explanation(answer: Answer, puzzle: Puzzle, clock: Clock) -> tuple[Step, ...]:
    """All steps from the board as it stands; where entries are wrong, that, and the steps without those."""
    if isinstance(puzzle, PipsPuzzle):
        return _explained_pips(answer, puzzle, clock)
    wrong = _wrong(answer, puzzle, clock)
    if wrong is None:
        steps = solver.explain(puzzle, time_limit=clock.left)
    elif answer.clues_solution is None:
        return (wrong,)
    else:
        sound = puzzle.filled() - {*answer.wrong_entries, *answer.conflict}
        puzzle = only(puzzle, sound)
        steps = (wrong, *solver.explain(puzzle, time_limit=clock.left))
    filled = puzzle.filled() | {cell for step in steps for cell, _ in step.filled}
    return steps if len(filled) == puzzle.size**2 else (*steps, _several(puzzle, filled))


def _explained_pips(answer: Answer, puzzle: PipsPuzzle, clock: Clock) -> tuple[Step, ...]:
    placed = _placed(answer)
    try:
        steps = solver.explain(puzzle, placed=placed, time_limit=clock.left)
    except BadPlaces as error:
        return (_misread(error),)
    if not steps or steps[0].rule != WRONG:
        return steps
    sound = [one for one in placed if one[1] not in answer.wrong_places]
    return (*steps, *solver.explain(puzzle, placed=sound, time_limit=clock.left))


def _wrong(answer: Answer, puzzle: BinaryPuzzle, clock: Clock) -> Step | None:
    """What is wrong with a board that has no solution; None where it has one, or nobody knows.

    Where entries can be told from clues, that is the entries the clues contradict. Else it is symbols that no solution
    has together.
    """
    if answer.solutions != "none":
        return None
    clues = _clues(answer, puzzle)
    for given in (clues, frozenset[tuple[int, int]]()):
        step = None if given is None else solver.hint(puzzle, given, time_limit=clock.left)
        if step is not None and step.rule == WRONG:
            return step
    return Step(CONTRADICTION, "the puzzle has no solution, whatever is put into it")


def _several(puzzle: BinaryPuzzle, filled: frozenset[tuple[int, int]]) -> Step:
    """Said of a grid whose other cells follow from nothing; of Pips the solver says so itself."""
    cells = tuple((r, c) for r in range(puzzle.size) for c in range(puzzle.size) if (r, c) not in filled)
    names = ", ".join(f"r{r + 1} c{c + 1}" for r, c in cells[:6]) + (", ..." if len(cells) > 6 else "")
    return Step(SEVERAL, f"nothing more follows: {names} can be either, in one solution or another", cells)


def _one_way(step: Step, answer: Answer) -> Step:
    """Where nothing follows any more: what comes next in one of the solutions."""
    shown, left = answer.shown, set(step.because)
    if isinstance(shown, solver.Solution) and left:
        r, c = min(left)
        symbol = shown.cells[r][c]
        word = {"S": "a sun", "M": "a moon"}.get(symbol, symbol)
        said = f"{step.sentence}; one of the solutions has {word} at r{r + 1} c{c + 1}"
        return replace(step, sentence=said, filled=(((r, c), symbol),))
    if isinstance(shown, solver.PipsSolution):
        lying = [one for one in zip(shown.puzzle.dominoes, shown.places, strict=True) if set(one[1]) <= left]
        if lying:
            (a, b), place = domino = min(lying, key=lambda one: min(one[1]))
            where = " and ".join(f"r{r + 1} c{c + 1}" for r, c in place)
            said = f"{step.sentence}; one of the solutions has the {a}-{b} on {where}"
            filled = tuple(zip(place, (str(a), str(b)), strict=True))
            return replace(step, sentence=said, filled=filled, placed=(domino,))
    return step


def _misread(error: BadPlaces) -> Step:
    return Step(CONTRADICTION, f"the dominoes on the board cannot lie as they were read: {error}")


def _placed(answer: Answer) -> list[Placed]:
    return [(one.domino, one.cells) for one in answer.placed]


def _clues(answer: Answer, puzzle: BinaryPuzzle) -> frozenset[tuple[int, int]] | None:
    """The cells the puzzle gave, where the look tells them from entries."""
    clues = answer.clues
    return None if clues is None else frozenset(clues & puzzle.filled())


# --- difficulty ------------------------------------------------------------------------------------------------------


def _graded(answer: Answer, puzzle: Puzzle, clock: Clock) -> Graded | None:
    """The difficulty of the puzzle as it was given, or else of the board as it stands; None where no rule is needed or
    there is nothing to be found.

    Clues without entries that have several solutions where the board has one were not told rightly from entries.
    """
    if answer.undecided:
        return None
    best = None
    for of, board in _boards(answer, puzzle):
        graded = grade(board, of, clock)
        if graded is not None and graded.stopped is None:
            return graded
        if board is puzzle or (graded and graded.stopped == "time"):
            best = best or graded
    return best


def _boards(answer: Answer, puzzle: Puzzle) -> Iterator[tuple[str, Puzzle]]:
    if isinstance(puzzle, PipsPuzzle):
        if answer.solutions != "none":
            yield "clues", puzzle
        return
    clues = _clues(answer, puzzle)
    if clues and (answer.solutions != "none" or answer.clues_solution):
        yield "clues", only(puzzle, clues)
    if answer.solutions != "none" and (clues is None or clues != puzzle.filled()):
        yield "clues" if answer.reading is None and answer.told is None else "board", puzzle


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
    if isinstance(board, PipsPuzzle):
        from solver.pips.deduce import LEVEL_OF, NAMES
    else:
        from solver.binary.deduce import LEVEL_OF, NAMES
    rules = tuple((name, counted[name]) for name in NAMES if counted[name])
    if not rules:
        return None
    name, times = rules[-1]
    return Graded(LEVEL_OF[name], name, times, rules, of, stopped)


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
