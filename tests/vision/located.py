"""How often, how early and how exactly the right lattice is proposed: `python tests/vision/located.py FOLDER...`.

Labels `NAME.json` beside the pictures say the size of the puzzle and `board_bbox`, or `lattice`, which is exact. Prints
for each folder the pictures with a board of two symbols, how many of them have the right lattice among the first 1, 2,
4, 8 proposals, the median rank, proposals and milliseconds per picture in one thread, and how far off the first and the
last line lie, in cells, where that is known. Boards of other games, and pictures without any, should have few
proposals. `--reader` measures what `vision.read` reads instead.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.image import load
from vision.lattice import Lattice
from vision.locate.edges import Page

# A lattice is the labelled one where its sides lie this near to the label's, in cells: labels may leave out half a gap.
NEAR = 0.25
FIRST = (1, 2, 4, 8)


def proposed(path: Path) -> Iterator[tuple[Lattice, str, float]]:
    """The lattices proposed in a picture, how each was found, and the seconds it took."""
    from vision.locate.propose import proposals

    bgr = load(str(path)).bgr
    begun = time.process_time()
    page = Page(np.asarray(cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY), np.uint8))
    for proposal in (one for some in proposals(bgr, page) for one in some):
        yield proposal.placed, proposal.how, time.process_time() - begun
    yield Lattice(0, 0, 1, 1, 0, 0), "end", time.process_time() - begun


def read(path: Path) -> Iterator[tuple[Lattice, str, float]]:
    """The lattice that the reader settled on."""
    import vision

    begun = time.process_time()
    try:
        reading = vision.read(str(path))
    except vision.UnreadableError:
        pass
    else:
        if isinstance(reading, vision.GridReading):
            yield reading.lattice, "read", time.process_time() - begun
    yield Lattice(0, 0, 1, 1, 0, 0), "end", time.process_time() - begun


def is_right(lattice: Lattice, label: dict[str, Any]) -> bool:
    """Whether a lattice is the labelled board's."""
    size, box = label["puzzle"]["size"], label["board_bbox"]
    if true := label.get("lattice"):  # without the frame
        box = true["x0"], true["y0"], true["x0"] + size * true["pitch"], true["y0"] + size * true["pitch"]
    step = (box[2] - box[0]) / size, (box[3] - box[1]) / size
    off = max(abs(a - b) / step[k % 2] for k, (a, b) in enumerate(zip(lattice.bbox, box, strict=True)))
    return bool(lattice.rows == lattice.columns == size and off < NEAR)


def off_by(lattice: Lattice, label: dict[str, Any]) -> tuple[float, float] | None:
    """How far the first and the last line lie off, in cells, where the label says exactly where they are."""
    true = label.get("lattice")
    if true is None or lattice.plane is not None:
        return None
    x, y, pitch = true["x0"], true["y0"], true["pitch"]
    first = max(abs(lattice.x - x), abs(lattice.y - y)) / pitch
    last = max(abs(a - b - pitch * lattice.rows) for a, b in zip(lattice.bbox[2:], (x, y), strict=True))
    return first, last / pitch


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--reader", action="store_true", help="measure what vision.read reads")
    parser.add_argument("--every", type=int, default=1, help="only every so many pictures")
    parser.add_argument("--missed", action="store_true", help="name the pictures missed, or found late")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    by_how: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for folder in options.folders:
        ranks: list[int] = []
        missed: list[str] = []
        counts: dict[bool, list[int]] = {True: [], False: []}
        seconds: dict[bool, list[float]] = {True: [], False: []}
        until: list[float] = []
        off: list[tuple[float, float]] = []
        for path in sorted(folder.glob("*.json"))[:: options.every]:
            label = json.loads(path.read_text())
            if "image" not in label:
                continue
            puzzle = label.get("puzzle")
            board = puzzle is not None and puzzle["game"] in ("tango", "takuzu")
            rank, hows, spent = 0, [], 0.0
            for number, (lattice, how, spent) in enumerate(
                (read if options.reader else proposed)(folder / label["image"]), 1
            ):
                if how == "end":
                    break
                hows.append(f"{how}:{lattice.rows}")
                by_how[how][1] += 1
                if board and not rank and is_right(lattice, label):
                    rank = number
                    by_how[how][0] += 1
                    until.append(spent)
                    exact = off_by(lattice, label)
                    off += [exact] if exact else []
            counts[board].append(len(hows))
            seconds[board].append(spent)
            if board:
                ranks.append(rank)
                if rank != 1:
                    missed.append(f"  {label['image']} rank {rank or '-'} of size {puzzle['size']}: {' '.join(hows)}")
            elif len(hows) > 4:
                missed.append(f"  {label['image']} no board, {len(hows)}: {' '.join(hows)}")
        print(folder, flush=True)
        if ranks:
            among = " ".join(f"{sum(0 < rank <= k for rank in ranks)}" for k in FIRST)
            found = [rank for rank in ranks if rank]
            print(
                f"  {len(ranks)} boards, right among first {FIRST}: {among}; median rank {np.median(found or [0]):.0f};"
                f" proposals {np.mean(counts[True]):.1f}; ms until right {1000 * np.median(until or [0]):.1f}"
                f" (mean {1000 * np.mean(until or [0]):.1f}), all {1000 * np.mean(seconds[True]):.1f}"
            )
        if counts[False]:
            print(
                f"  {len(counts[False])} others: proposals {np.mean(counts[False]):.1f}, most {max(counts[False])};"
                f" ms {1000 * np.median(seconds[False]):.1f}, most {1000 * max(seconds[False]):.1f}"
            )
        if off:
            quantiles = np.quantile(np.array(off), (0.5, 0.9, 0.98), axis=0)
            wide = float((np.array(off) > (0.04, 0.05)).any(axis=1).mean())
            print(
                f"  off by, half, 90 %, 98 %: first line {' '.join(f'{q:.3f}' for q in quantiles[:, 0])},"
                f" last {' '.join(f'{q:.3f}' for q in quantiles[:, 1])}; too far {100 * wide:.0f} %"
            )
        if options.missed:
            print("\n".join(missed))
    print("first right / all:", ", ".join(f"{how} {right}/{every}" for how, (right, every) in sorted(by_how.items())))


if __name__ == "__main__":
    main()
