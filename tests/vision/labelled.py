"""Labelled pictures, and what a reading of one got wrong.

`Labelled` is a picture with its label; `outcome` says what became of it, in the words of `solve-screenshot evaluate`,
but stricter: a warning that only says that the two symbols may be exchanged warns of nothing else.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

import solver
from vision import GridReading, UnreadableError, read
from vision.image import load
from vision.learnt import Look

Colours = NDArray[np.uint8]
Box = tuple[float, float, float, float]
Cell = tuple[int, int]

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "samples" / "tango"
REAL = ROOT.parent / "shared" / "real"
WRONG_LABELS = frozenset({"bulk-022", "bulk-025", "bulk-049"})
"""These labels claim a marker where there is only a mouse pointer: two sources agreed on the same mistake."""

EXCHANGED = "exchanged"
"""The word by which the warning is known that nothing tells which symbol is the sun."""
OTHER = str.maketrans("SM01", "MS10")
OUTCOMES = ("exact", "flagged", "refused", "exchange only", "silent")


@dataclass(frozen=True, slots=True)
class Labelled:
    """A picture and its label. `puzzle`: None where there is nothing to read, and `expect` is the right refusal."""

    picture: Path
    puzzle: dict[str, Any] | None
    expect: str
    swap_ok: bool
    clues: frozenset[Cell] | None
    bbox: Box | None

    @property
    def name(self) -> str:
        return self.picture.stem

    @property
    def size(self) -> int:
        assert self.puzzle is not None
        return int(self.puzzle["size"])

    def pixels(self) -> Colours:
        return load(self.picture).bgr


def labelled(*folders: Path) -> list[Labelled]:
    """All labelled pictures of some folders, by name; labels known to be wrong are left out."""
    paths = sorted(path for folder in folders for path in folder.glob("*.json"))
    return [_labelled(path) for path in paths if path.stem not in WRONG_LABELS]


def _labelled(path: Path) -> Labelled:
    label = json.loads(path.read_text("utf-8"))
    clues, bbox = label.get("clues"), label.get("board_bbox")
    return Labelled(
        path.parent / label["image"],
        label.get("puzzle"),
        label.get("expect") or "puzzle",
        bool(label.get("swap_ok")),
        None if clues is None else frozenset((r, c) for r, c in clues),
        tuple(bbox) if bbox else None,
    )


def encoded(pixels: NDArray[Any], suffix: str = ".png") -> bytes:
    """The picture as a file's bytes."""
    good, data = cv2.imencode(suffix, pixels)
    assert good
    return data.tobytes()


def read_grid(image: Any, looks: Sequence[Look] = ()) -> GridReading:
    """`vision.read` of what is a board of Tango or Takuzu, or none at all."""
    reading = read(image, looks=looks)
    assert isinstance(reading, GridReading), f"{reading.game} was read"
    return reading


# --- comparing -------------------------------------------------------------------------------------------------------


def differences(label: Labelled, reading: GridReading) -> list[str]:
    """Where a reading is not as the label says; an exchange of the two symbols is none where the label allows it."""
    if label.puzzle is None:
        return [f"a board was read where {label.expect} was right"]
    truth, found = label.puzzle, reading.puzzle.to_json()
    if truth["size"] != found["size"]:
        return [f"size: {truth['size']}, read {found['size']}"]
    none = {"h": ["." * (truth["size"] - 1)] * truth["size"], "v": ["." * truth["size"]] * (truth["size"] - 1)}
    markers = [
        difference
        for name in ("h", "v")
        for difference in _compared(f"{name} ", truth.get(name) or none[name], found.get(name) or none[name])
    ]
    rows = truth["cells"]
    if truth["game"] != found["game"]:
        # Where the symbols do not tell, nobody can say which of the two games it is: both have markers and none.
        if not label.swap_ok:
            return [f"game: {truth['game']}, read {found['game']}", *markers]
        rows = [row.translate(str.maketrans("SM01", "01SM")) for row in rows]
    cells = _compared("", rows, found["cells"])
    if label.swap_ok:
        cells = min(cells, _compared("", [row.translate(OTHER) for row in rows], found["cells"]), key=len)
    return cells + markers


def _compared(name: str, truth: Sequence[str], found: Sequence[str]) -> list[str]:
    return [
        f"{name}({r},{c}): {a}, read {b}"
        for r, (row, other) in enumerate(zip(truth, found, strict=True))
        for c, (a, b) in enumerate(zip(row, other, strict=True))
        if a not in (b, "?")
    ]


def misplaced(reading: GridReading, bbox: Box) -> list[Cell]:
    """The cells whose centre, as read, lies elsewhere: farther than 0.35 of a cell from where the box has it.

    The box may have a frame around the cells, of up to a fifth of a cell.
    """
    size = reading.puzzle.size
    step_x, step_y = (bbox[2] - bbox[0]) / size, (bbox[3] - bbox[1]) / size
    return [
        (r, c)
        for (r, c), (x, y) in reading.cells.items()
        if abs((x - bbox[0]) / step_x - c - 0.5) > 0.35 or abs((y - bbox[1]) / step_y - r - 0.5) > 0.35
    ]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one picture: one of `OUTCOMES`, and why.

    `exchange only`: wrong, and the only warning is that the symbols may be exchanged, which is not what is wrong.
    """

    word: str
    differences: tuple[str, ...]
    warnings: tuple[str, ...]
    reading: GridReading | None


def outcome(label: Labelled, image: Colours | Path, bbox: Box | None = None, looks: Sequence[Look] = ()) -> Outcome:
    """Read the picture of a label (or what was made of it, with the board at `bbox`) and compare."""
    try:
        reading = read_grid(image, looks)
    except UnreadableError as error:
        right = label.puzzle is None and error.kind == label.expect
        return Outcome("exact" if right else "refused", (f"{error.kind}: {error.message}",), (), None)
    wrong = differences(label, reading)
    if not wrong and bbox is not None:
        wrong = [f"centre of {cell} is off" for cell in misplaced(reading, bbox)[:3]]
    word = _word(reading, wrong)
    if word == "exchange only" and not differences(replace(label, swap_ok=True), reading):
        word = "flagged"  # it is what the warning says
    return Outcome(word, tuple(wrong), reading.warnings, reading)


def _word(reading: GridReading, wrong: list[str]) -> str:
    if not wrong:
        return "exact"
    if solver.classify(reading.puzzle) != "unique" or any(EXCHANGED not in warning for warning in reading.warnings):
        return "flagged"
    return "exchange only" if reading.warnings else "silent"
