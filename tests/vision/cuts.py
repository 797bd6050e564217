"""Pictures of boards that an edge cuts: the picture's own, or that of a window with something else beyond it.

    python -m tests.vision.cuts --offsets 8 --seed 1           our samples, so many places of each side
    python -m tests.vision.cuts --offsets 8 --seed 1 FOLDER    the boards of a folder with labels

Prints how many were read right, said to be cut off, refused for another reason, or read wrong; and each of the latter
two kinds.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import cv2
import numpy as np

from tests.vision.labelled import SAMPLES, Colours, Labelled, labelled, outcome

SIDES = ("top", "bottom", "left", "right")
EDGES = ("picture", "window")
LEFT = 2.2
"""So many rows of a board are left at least; of fewer nobody could say that they are a board's."""


class Cut(NamedTuple):
    """Where a board is cut: so many pixels from one of its sides; negative where the cut lies outside of it."""

    side: str
    edge: str
    depth: int


class Found(NamedTuple):
    """What was said of a cut board. `word`: right, cut off, other (refused for another reason), wrong, or silent."""

    label: Labelled
    cut: Cut
    cells: float
    word: str
    said: str


def cut_board(bgr: Colours, bbox: tuple[float, float, float, float], cut: Cut) -> Colours:
    """The picture of a board without what lies beyond a cut."""
    turns = SIDES.index(cut.side)
    upright = _turned(bgr, turns)
    height, width = upright.shape[:2]
    begin = (bbox[1], bgr.shape[0] - bbox[3], bbox[0], bgr.shape[1] - bbox[2])[turns]
    whole = upright[max(0, round(begin) + cut.depth) :]
    if cut.edge == "window":
        whole = np.concatenate([_frame(width, height), whole])
    return np.ascontiguousarray(_turned(whole, turns))


def _turned(bgr: Colours, side: int) -> Colours:
    """The picture with one of the `SIDES` at its top; turned again, it is as it was."""
    return (bgr, bgr[::-1], bgr.transpose(1, 0, 2), bgr[::-1, ::-1].transpose(1, 0, 2))[side]


def _frame(width: int, height: int) -> Colours:
    """What stands beyond a window's edge: a bar with a field and some buttons in it."""
    tall = max(24, min(height // 12, 60))
    bar = np.full((tall, width, 3), (226, 222, 218), np.uint8)
    middle, small = tall // 2, max(5, tall // 5)
    for x in range(tall, width // 3, tall):
        cv2.circle(bar, (x, middle), small, (90, 80, 80), 2)
    cv2.rectangle(bar, (width // 2, middle - 2 * small), (width - tall, middle + 2 * small), (255, 255, 255), -1)
    cv2.putText(bar, "a page", (width // 2 + small, middle + small), cv2.FONT_HERSHEY_SIMPLEX, tall / 80, (60, 60, 60))
    bar[-1] = 170
    return bar


def judged(label: Labelled, cut: Cut) -> Found:
    """What is said of a board that is cut."""
    assert label.bbox is not None
    long = label.bbox[3] - label.bbox[1] if cut.side in ("top", "bottom") else label.bbox[2] - label.bbox[0]
    found = outcome(label, cut_board(label.pixels(), label.bbox, cut))
    cells = cut.depth / long * label.size
    if found.reading is None:
        message = found.differences[0]
        return Found(label, cut, cells, "cut off" if "cut off" in message else "other", message)
    if found.word == "exact":
        return Found(label, cut, cells, "right", "")
    word = "silent" if found.word in ("silent", "exchange only") else "wrong"
    return Found(label, cut, cells, word, "; ".join([*found.differences[:3], *found.warnings]))


def some_cuts(label: Labelled, random: Random, count: int) -> Iterator[Cut]:
    """So many cuts of each side of a board at every edge, a few of them beside it."""
    assert label.bbox is not None
    for side in SIDES:
        down = side in ("top", "bottom")
        long = label.bbox[3] - label.bbox[1] if down else label.bbox[2] - label.bbox[0]
        for edge in EDGES:
            for part in range(count):
                low, high = -0.5 / label.size, 1 - LEFT / label.size
                yield Cut(side, edge, round(long * (low + (high - low) * (part + random.random()) / count)))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--offsets", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    boards = labelled(*(options.folders or (SAMPLES, SAMPLES.parent / "takuzu")))
    counts: Counter[str] = Counter()
    for label in boards:
        if label.puzzle is None or label.bbox is None or options.only not in label.name:
            continue
        for cut in some_cuts(label, Random(f"{options.seed} {label.name}"), options.offsets):
            found = judged(label, cut)
            counts[found.word] += 1
            if found.word not in ("right", "cut off"):
                print(found.word, label.name, *cut, f"{found.cells:.2f}", found.said, sep="\t", flush=True)
    print(dict(counts))
    return int(counts["silent"] > 0)


if __name__ == "__main__":
    sys.exit(main())
