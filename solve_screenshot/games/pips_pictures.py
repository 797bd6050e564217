"""Pictures of Pips: solution, step, and the stages of a reading, over the screenshot.

What is not here: the drawing itself (`vision.draw.pips`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from solve_screenshot.games import blames, justifying
from solve_screenshot.result import Answer
from solver.steps import Step
from vision.draw.pips import PipsDrawing


class PipsPictures:
    """What is added is dominoes."""

    def solution(self, bgr: Any, reading: Any, answer: Answer) -> Any:
        shown: Any = answer.shown
        return PipsDrawing(bgr, reading).solution(shown.places, answer.wrong_places)

    def hint(self, bgr: Any, reading: Any, answer: Answer, step: Step) -> Any:
        wrong = [one.cells for one in reading.placed if blames(step) and set(one.cells) <= set(step.because)]
        unsure = [] if step.filled or blames(step) else step.because
        return PipsDrawing(bgr, reading).hint(step.placed, justifying(step), wrong, unsure)

    def stages(self, bgr: Any, reading: Any) -> Iterator[tuple[str, Any]]:
        return PipsDrawing(bgr, reading).stages()
