"""Pictures of games on square boards: solution, step, and the stages of a reading, over the screenshot.

What is not here: the drawing itself (`vision.draw`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from solve_screenshot.games import blames, justifying
from solve_screenshot.result import Answer
from solver.steps import Step
from vision.draw import Drawing


class SquarePictures:
    """`drawing`: the class that draws solutions and hints in the game's look."""

    def __init__(self, drawing: Callable[[Any, Any], Drawing]) -> None:
        self._drawing = drawing

    def solution(self, bgr: Any, reading: Any, answer: Answer) -> Any:
        shown: Any = answer.shown
        return self._drawing(bgr, reading).solution(shown.cells, answer.wrong_entries, answer.unsure)

    def hint(self, bgr: Any, reading: Any, answer: Answer, step: Step) -> Any:
        wrong = [cell for cell in step.because if blames(step) and cell in answer.wrong_entries]
        unsure = [] if step.filled else [cell for cell in step.because if cell not in wrong]
        return self._drawing(bgr, reading).hint(dict(step.filled), justifying(step), wrong, unsure)

    def stages(self, bgr: Any, reading: Any) -> Iterator[tuple[str, Any]]:
        return self._drawing(bgr, reading).stages()
