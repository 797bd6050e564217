"""Pictures of games on square boards: solution, step, and the stages of a reading, over the screenshot.

What is not here: the drawing itself (`vision.draw`).
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any

from solve_screenshot.games import blames, justifying
from solve_screenshot.result import Answer
from solver.steps import Step


class SquarePictures:
    """`module`: the one that draws solutions and hints in the game's look."""

    def __init__(self, module: str) -> None:
        self._module = module

    def solution(self, bgr: Any, reading: Any, answer: Answer) -> Any:
        shown: Any = answer.shown
        draw = import_module(self._module)
        return draw.draw_solution(bgr, reading, shown.cells, answer.wrong_entries, answer.unsure)

    def hint(self, bgr: Any, reading: Any, answer: Answer, step: Step) -> Any:
        draw = import_module(self._module)
        wrong = [cell for cell in step.because if blames(step) and cell in answer.wrong_entries]
        unsure = [] if step.filled else [cell for cell in step.because if cell not in wrong]
        return draw.draw_hint(bgr, reading, dict(step.filled), justifying(step), wrong, unsure)

    def stages(self, bgr: Any, reading: Any) -> Iterator[tuple[str, Any]]:
        from vision.draw import squares

        yield "lattice", squares.draw_lattice(bgr, reading)
        yield "cells", squares.draw_cells(bgr, reading)
        yield "markers", squares.draw_markers(bgr, reading)
        yield "reading", squares.draw_reading(bgr, reading)
