"""The pictures a run leaves behind: solutions and hints over screenshots (`-o`), stages of a reading (`--debug`).

What is not here: the drawing itself (`vision.draw`). OpenCV is imported when the first picture is written.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

from solve_screenshot.result import Answer, Cell

if TYPE_CHECKING:
    from solver.steps import Step

SUFFIXES = (".png", ".jpg", ".jpeg", ".webp", ".bmp", ".tif", ".tiff")


class _Drawer(Protocol):
    """How the boards of a game are drawn on. `bgr`: the picture, `reading`: what was read in it."""

    def solution(self, bgr: Any, reading: Any, answer: Answer) -> Any:
        """A copy with the solution that `answer` shows."""

    def hint(self, bgr: Any, reading: Any, answer: Answer, step: Step) -> Any:
        """A copy with one step: what it fills, and the cells that justify it or are at fault."""

    def stages(self, bgr: Any, reading: Any) -> Iterator[tuple[str, Any]]:
        """The name and the picture of each stage of the reading."""


class _Squares:
    """Boards of square cells. `module` draws solutions and hints, in the game's look."""

    def __init__(self, module: str) -> None:
        self._module = module

    def solution(self, bgr: Any, reading: Any, answer: Answer) -> Any:
        shown: Any = answer.shown
        draw = import_module(self._module)
        return draw.draw_solution(bgr, reading, shown.cells, answer.wrong_entries, answer.unsure)

    def hint(self, bgr: Any, reading: Any, answer: Answer, step: Step) -> Any:
        draw = import_module(self._module)
        wrong = [cell for cell in step.because if _blames(step) and cell in answer.wrong_entries]
        unsure = [] if step.filled else [cell for cell in step.because if cell not in wrong]
        return draw.draw_hint(bgr, reading, dict(step.filled), _justifying(step), wrong, unsure)

    def stages(self, bgr: Any, reading: Any) -> Iterator[tuple[str, Any]]:
        from vision import draw

        yield "lattice", draw.draw_lattice(bgr, reading)
        yield "cells", draw.draw_cells(bgr, reading)
        yield "markers", draw.draw_markers(bgr, reading)
        yield "reading", draw.draw_reading(bgr, reading)


class _Dominoes:
    """Boards of Pips."""

    def solution(self, bgr: Any, reading: Any, answer: Answer) -> Any:
        from vision import draw_pips

        shown: Any = answer.shown
        return draw_pips.draw_solution(bgr, reading, shown.places, answer.wrong_places)

    def hint(self, bgr: Any, reading: Any, answer: Answer, step: Step) -> Any:
        from vision import draw_pips

        wrong = [one.cells for one in reading.placed if _blames(step) and set(one.cells) <= set(step.because)]
        unsure = [] if step.filled or _blames(step) else step.because
        return draw_pips.draw_hint(bgr, reading, step.placed, _justifying(step), wrong, unsure)

    def stages(self, bgr: Any, reading: Any) -> Iterator[tuple[str, Any]]:
        from vision import draw_pips

        yield "lattice", draw_pips.draw_lattice(bgr, reading)
        yield "regions", draw_pips.draw_regions(bgr, reading)
        yield "tags", draw_pips.draw_tags(bgr, reading)
        yield "dominoes", draw_pips.draw_tray(bgr, reading)


DRAWERS: Mapping[str, _Drawer] = {
    "tango": _Squares("vision.draw"),
    "takuzu": _Squares("vision.draw"),
    "queens": _Squares("vision.draw_queens"),
    "pips": _Dominoes(),
}


def solved_picture(answer: Answer) -> Any:
    """The screenshot with the solution in it, as a BGR array, or None where there is no solution or no screenshot."""
    reading = answer.reading
    if reading is None or answer.picture is None or answer.shown is None:
        return None
    return DRAWERS[reading.game].solution(answer.picture.bgr, reading, answer)


def hint_picture(answer: Answer) -> Any:
    """The screenshot with the next step in it, as a BGR array, or None where there is no step or no screenshot."""
    reading, step = answer.reading, answer.reasons.hint if answer.reasons else None
    if reading is None or answer.picture is None or step is None:
        return None
    return DRAWERS[reading.game].hint(answer.picture.bgr, reading, answer, step)


def _blames(step: Step) -> bool:
    """Whether a step says of entries that they are wrong."""
    from solve_screenshot.result import WRONG

    return step.rule == WRONG


def _justifying(step: Step) -> list[Cell]:
    """The cells that justify what a step fills; none where it fills nothing, or only shows one of several ways."""
    from solve_screenshot.result import SEVERAL

    if not step.filled or step.rule == SEVERAL:
        return []
    return [cell for cell in step.because if cell not in dict(step.filled)]


def write_stages(answer: Answer, folder: str) -> None:
    """Write what each stage saw, numbered in the order of the work, and the result beside it."""
    import json

    os.makedirs(folder, exist_ok=True)
    for number, (name, picture) in enumerate(_stages(answer), 1):
        write(os.path.join(folder, f"{number}-{name}.png"), picture)
    with open(os.path.join(folder, "result.json"), "w", encoding="utf-8") as file:
        file.write(json.dumps(answer.to_json(), indent=1) + "\n")


def _stages(answer: Answer) -> Iterator[tuple[str, Any]]:
    """The name and the picture of every stage that was reached."""
    if answer.picture is None:
        return
    bgr, reading = answer.picture.bgr, answer.reading
    yield "picture", bgr
    if reading is None:
        if answer.unread:
            from vision.draw import draw_lattices

            yield "seen", draw_lattices(bgr, answer.unread)
        return
    yield from DRAWERS[reading.game].stages(bgr, reading)
    solved = solved_picture(answer)
    if solved is not None:
        yield "solution", solved


def write(path: str, bgr: Any) -> None:
    """Encode by the suffix and write. Raises OSError."""
    import cv2

    encoded = cv2.imencode(os.path.splitext(path)[1], bgr)[1]
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path, "wb") as file:
        file.write(encoded.tobytes())


class Names:
    """A free file name for every source: pictures from different folders may be named alike."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def name(self, source: str) -> str:
        """The source's own name without its suffix, with a number where that has been given out."""
        stem = os.path.splitext(os.path.basename(source))[0] if source != "-" else "stdin"
        name, number = stem, 1
        while name.lower() in self._taken:
            number += 1
            name = f"{stem}-{number}"
        self._taken.add(name.lower())
        return name
