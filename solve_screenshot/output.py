"""The pictures a run leaves behind: solutions and hints over screenshots (`-o`), stages of a reading (`--debug`).

What is not here: the drawing itself (`vision.draw`). OpenCV is imported when the first picture is written.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from solve_screenshot.result import Answer
from solver import PipsSolution, Solution

SUFFIXES = (".png", ".jpg", ".jpeg", ".webp", ".bmp", ".tif", ".tiff")


def solved_picture(answer: Answer) -> Any:
    """The screenshot with the solution in it, as a BGR array, or None where there is no solution or no screenshot."""
    reading, shown = answer.reading, answer.shown
    if reading is None or answer.picture is None or shown is None:
        return None
    from vision.readings import GridReading, PipsReading

    bgr = answer.picture.bgr
    if isinstance(shown, Solution):
        from vision import draw

        assert isinstance(reading, GridReading)
        return draw.draw_solution(bgr, reading, shown.cells, answer.wrong_entries, answer.unsure)
    from vision import draw_pips

    assert isinstance(reading, PipsReading)
    assert isinstance(shown, PipsSolution)
    return draw_pips.draw_solution(bgr, reading, shown.places, answer.wrong_places)


def hint_picture(answer: Answer) -> Any:
    """The screenshot with the next step in it, as a BGR array, or None where there is no step or no screenshot."""
    from solve_screenshot.result import SEVERAL, WRONG
    from vision.readings import GridReading, PipsReading

    reading, step = answer.reading, answer.reasons.hint if answer.reasons else None
    if reading is None or answer.picture is None or step is None:
        return None
    bgr, blamed = answer.picture.bgr, step.rule == WRONG
    follows = bool(step.filled) and step.rule != SEVERAL
    because = [cell for cell in step.because if follows and cell not in dict(step.filled)]
    if isinstance(reading, GridReading):
        from vision import draw

        wrong = [cell for cell in step.because if blamed and cell in answer.wrong_entries]
        unsure = [] if step.filled else [cell for cell in step.because if cell not in wrong]
        return draw.draw_hint(bgr, reading, dict(step.filled), because, wrong, unsure)
    from vision import draw_pips

    assert isinstance(reading, PipsReading)
    places = [one.cells for one in reading.placed if blamed and set(one.cells) <= set(step.because)]
    doubtful = [] if step.filled or blamed else step.because
    return draw_pips.draw_hint(bgr, reading, step.placed, because, places, doubtful)


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
    from vision.readings import GridReading, PipsReading

    if isinstance(reading, PipsReading):
        from vision import draw_pips

        yield "lattice", draw_pips.draw_lattice(bgr, reading)
        yield "regions", draw_pips.draw_regions(bgr, reading)
        yield "tags", draw_pips.draw_tags(bgr, reading)
        yield "dominoes", draw_pips.draw_tray(bgr, reading)
    elif isinstance(reading, GridReading):
        from vision import draw

        yield "lattice", draw.draw_lattice(bgr, reading)
        yield "cells", draw.draw_cells(bgr, reading)
        yield "markers", draw.draw_markers(bgr, reading)
        yield "reading", draw.draw_reading(bgr, reading)
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
