"""The pictures a run leaves behind: solutions drawn over screenshots (`-o`) and the stages of a reading (`--debug`).

What is not here: the drawing itself (`vision.draw`). OpenCV is imported when the first picture is written.
"""

from __future__ import annotations

import os
from typing import Any

from solve_screenshot.answer import Answer

SUFFIXES = (".png", ".jpg", ".jpeg", ".webp", ".bmp", ".tif", ".tiff")


def solved_picture(answer: Answer) -> Any:
    """The screenshot with the solution in it, as a BGR array, or None where there is no solution or no screenshot."""
    if answer.reading is None or answer.picture is None or answer.shown is None:
        return None
    from vision.draw import draw_solution
    from vision.reading import GridReading

    if not isinstance(answer.reading, GridReading):
        return None
    return draw_solution(answer.picture.bgr, answer.reading, answer.shown.cells, answer.wrong_entries, answer.unsure)


def write_stages(answer: Answer, folder: str) -> None:
    """Write what each stage saw, numbered in the order of the work, and the result beside it."""
    import json

    os.makedirs(folder, exist_ok=True)
    if answer.picture is not None:
        write(os.path.join(folder, "1-picture.png"), answer.picture.bgr)
    if answer.picture is not None and answer.reading is not None:
        from vision import draw
        from vision.reading import GridReading

        bgr, reading = answer.picture.bgr, answer.reading
        if isinstance(reading, GridReading):
            write(os.path.join(folder, "2-lattice.png"), draw.draw_lattice(bgr, reading))
            write(os.path.join(folder, "3-cells.png"), draw.draw_cells(bgr, reading))
            write(os.path.join(folder, "4-markers.png"), draw.draw_markers(bgr, reading))
            write(os.path.join(folder, "5-reading.png"), draw.draw_reading(bgr, reading))
        solved = solved_picture(answer)
        if solved is not None:
            write(os.path.join(folder, "6-solution.png"), solved)
    with open(os.path.join(folder, "result.json"), "w", encoding="utf-8") as file:
        file.write(json.dumps(answer.to_json(), indent=1) + "\n")


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
