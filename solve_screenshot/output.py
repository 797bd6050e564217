"""The pictures a run leaves behind: solutions and hints over screenshots (`-o`), stages of a reading (`--debug`).

What is not here: what a game draws (`games`), and the drawing itself (`vision.draw`). OpenCV is imported when the first
picture is written.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from solve_screenshot import games
from solve_screenshot.result import Answer

SUFFIXES = (".png", ".jpg", ".jpeg", ".webp", ".bmp", ".tif", ".tiff")


def solved_picture(answer: Answer) -> Any:
    """The screenshot with the solution in it, as a BGR array, or None where there is no solution or no screenshot."""
    reading = answer.reading
    if reading is None or answer.picture is None or answer.shown is None:
        return None
    return games.of(reading.puzzle).pictures().solution(answer.picture.bgr, reading, answer)


def hint_picture(answer: Answer) -> Any:
    """The screenshot with the next step in it, as a BGR array, or None where there is no step or no screenshot."""
    reading, step = answer.reading, answer.reasons.hint if answer.reasons else None
    if reading is None or answer.picture is None or step is None:
        return None
    return games.of(reading.puzzle).pictures().hint(answer.picture.bgr, reading, answer, step)


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
            from vision.draw.squares import draw_lattices

            yield "seen", draw_lattices(bgr, answer.unread)
        return
    yield from games.of(reading.puzzle).pictures().stages(bgr, reading)
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
