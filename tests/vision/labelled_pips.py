"""Labelled pictures of Pips, and what a reading of one got wrong.

The words for what became of a picture are those of `labelled`; here a wrong reading without any warning is `silent`,
however many solutions it has: many a printed Pips has several.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.vision.labelled import REAL, ROOT, Box, Colours
from vision import PipsReading, UnreadableError, read
from vision.image import load
from vision.learnt import Look

SAMPLES_PIPS = ROOT / "samples" / "pips"
REAL_PIPS = REAL / "pips"

Cell = tuple[int, int]
Label = dict[str, Any]
Region = tuple[str, int | None, frozenset[Cell]]


@dataclass(frozen=True, slots=True, eq=False)
class LabelledPips:
    """A picture and its label, of a board that can be read."""

    picture: Path
    label: Label

    @property
    def name(self) -> str:
        return self.picture.stem

    @property
    def puzzle(self) -> Label:
        return dict(self.label["puzzle"])

    @property
    def size(self) -> Cell:
        """Rows and columns."""
        cells = cells_of(self.puzzle)
        return max(r for r, _ in cells) + 1, max(c for _, c in cells) + 1

    def pixels(self) -> Colours:
        return load(self.picture).bgr

    def where(self) -> tuple[Box, Box] | None:
        """Where in the picture the cells are, and where cells and tray; None where neither the label nor an exact
        reading of the picture says."""
        label, (rows, columns) = self.label, self.size
        if (lattice := label.get("lattice")) and label.get("tiles"):
            cells = [cell for region in label["puzzle"]["regions"] for cell in region["indices"]]
            step = lattice["pitch"]
            left, top = lattice["x0"], lattice["y0"]
            left += min(c for _, c in cells) * step
            top += min(r for r, _ in cells) * step
            board = (left, top, left + columns * step, top + rows * step)
            return board, _around(board, *label["tiles"])
        try:
            reading = read(self.picture)
        except UnreadableError:
            return None
        if not isinstance(reading, PipsReading) or differences(label, reading):
            return None
        tiles = [
            [middle + side * size / 2 for side in (-1, 1) for middle, size in zip(tile.center, tile.size, strict=True)]
            for tile in reading.tray
        ]
        return reading.bbox, _around(reading.bbox, *tiles)


def _around(*boxes: Any) -> Box:
    pick: tuple[Callable[[Any], float], ...] = (min, min, max, max)
    x0, y0, x1, y1 = (float(choose(box[k] for box in boxes)) for k, choose in enumerate(pick))
    return x0, y0, x1, y1


def labelled_pips(*folders: Path) -> list[LabelledPips]:
    """The labelled boards of Pips in some folders, by name."""
    found = []
    for path in sorted(path for folder in folders for path in folder.glob("*.json")):
        label = json.loads(path.read_text("utf-8"))
        puzzle = label.get("puzzle") if label.get("image") and label.get("game") == "pips" else None
        if puzzle and puzzle["regions"] and (label.get("expect") or "puzzle") == "puzzle":
            found.append(LabelledPips(path.parent / label["image"], label))
    return found


# --- comparing -------------------------------------------------------------------------------------------------------


def differences(label: Label, reading: object) -> list[str]:
    """Where a reading is not as the label says. Cells may be counted from anywhere; those without constraint are one
    set, however they are cut into regions."""
    if not isinstance(reading, PipsReading):
        return ["another game was read"]
    truth, found = label["puzzle"], reading.puzzle.to_json()
    wrong = []
    if _dominoes(truth) != _dominoes(found):
        wrong.append(f"dominoes {_dominoes(truth) - _dominoes(found)} read as {_dominoes(found) - _dominoes(truth)}")
    if _regions(truth) != _regions(found):
        wrong.append(f"regions {_regions(truth) - _regions(found)} read as {_regions(found) - _regions(truth)}")
    return wrong


def misplaced(label: Label, reading: PipsReading, board: Box) -> list[str]:
    """Cells read elsewhere than they lie, farther than a third of a cell, and dominoes that lie elsewhere."""
    step = reading.step
    wrong = [
        f"centre of {(r, c)} is off"
        for (r, c), (x, y) in reading.cells.items()
        if abs((x - board[0]) / step - c - 0.5) > 0.34 or abs((y - board[1]) / step - r - 0.5) > 0.34
    ]
    if label.get("placed") is not None and placed(label) != sorted(
        sorted(zip(one.cells, one.domino, strict=True)) for one in reading.placed
    ):
        wrong.append("dominoes on the board are read elsewhere")
    return wrong


def placed(label: Label) -> list[list[tuple[Cell, int]]]:
    """The dominoes on the board: for each the cell of each half and its pips."""
    cells = [cell for region in label["puzzle"]["regions"] for cell in region["indices"]]
    top, left = min(r for r, _ in cells), min(c for _, c in cells)
    return sorted(
        sorted([((r - top, c - left), pips[0]), ((r2 - top, c2 - left), pips[1])])
        for (r, c), (r2, c2), pips in label.get("placed", ())
    )


def cells_of(puzzle: Label) -> set[Cell]:
    """All cells, the upper left one of the rectangle around them being (0, 0)."""
    return {cell for _, _, cells in _regions(puzzle) for cell in cells}


def _dominoes(puzzle: Label) -> Counter[tuple[int, ...]]:
    return Counter(tuple(sorted(domino)) for domino in puzzle["dominoes"])


def _regions(puzzle: Label) -> set[Region]:
    cells = [cell for region in puzzle["regions"] for cell in region["indices"]]
    top, left = min(r for r, _ in cells), min(c for _, c in cells)
    found: set[Region] = set()
    free: set[Cell] = set()
    for region in puzzle["regions"]:
        moved = frozenset((r - top, c - left) for r, c in region["indices"])
        if region["type"] == "empty":
            free |= moved
        else:
            found.add((region["type"], region.get("target"), moved))
    return found | {("empty", None, frozenset(free))}


def outcome(
    label: LabelledPips, image: Colours | Path, board: Box | None = None, looks: Sequence[Look] = ()
) -> tuple[str, tuple[str, ...], tuple[str, ...], Any]:
    """Read the picture of a label, or what was made of it, with the board's cells at `board`: what became of it, what
    is wrong, the warnings, and the puzzle read or None."""
    try:
        reading = read(image, looks=looks)
    except UnreadableError as error:
        return "refused", (f"{error.kind}: {error.message}",), (), None
    wrong = differences(label.label, reading)
    if not wrong and board is not None and isinstance(reading, PipsReading):
        wrong = misplaced(label.label, reading, board)[:3]
    word = "exact" if not wrong else "flagged" if reading.warnings else "silent"
    return word, tuple(wrong), reading.warnings, reading.puzzle.to_json()
