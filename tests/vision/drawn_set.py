"""A small fixed set of drawn boards, and what the shipped model reads of it: the figures of docs/model.md.

    python -m tests.vision.drawn_set                          print the figures
    python -m tests.vision.drawn_set --draw --seed S          draw the set anew, with samples/drawn as it is now
    python -m tests.vision.drawn_set --fresh N --seed S       of N new boards: how often right, by how probable

It is kept as JPEG pictures in drawn_boards.npz, so that no typeface has to be installed and no change of the generator
moves it. What a network was trained on has another seed.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.classify.interpret import Board, interpretations
from vision.classify.network import CELL, Straight, classify
from vision.games.board import LEAST_WHOLE

KEPT = Path(__file__).parent / "drawn_boards.npz"
# Boards of each size.
COUNTS = {4: 6, 6: 24, 8: 5, 10: 3}
QUALITY = 82
BINS = (0.0, 0.1, 0.25, 0.5, 0.8, 0.9, 0.95, 0.98, 1.01)
Labels = NDArray[np.int8]


@dataclass(frozen=True, slots=True, eq=False)
class Labelled:
    """`kinds`: (n, n), 0 empty, 1 or 2; `h`, `v`: 0 nothing, 1 `=`, 2 `x`; all -1 where `whole` is 0."""

    board: Straight
    kinds: Labels
    h: Labels
    v: Labels
    whole: int


def mosaic(edges: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Patches (rows, columns, 32, 32, 3) as one picture."""
    rows, columns = edges.shape[:2]
    return edges.swapaxes(1, 2).reshape(rows * CELL, columns * CELL, 3)


def patches(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    rows, columns = picture.shape[0] // CELL, picture.shape[1] // CELL
    return picture.reshape(rows, CELL, columns, CELL, 3).swapaxes(1, 2)


def draw_set(seed: int) -> None:
    """Draws the set and keeps it."""
    from samples.drawn import draw

    kept: dict[str, NDArray[np.generic]] = {}
    number = 0
    for size, count in COUNTS.items():
        for _ in range(count):
            one = draw(seed, number, size)
            for name, picture in (("image", one.image), ("h", mosaic(one.edges_h)), ("v", mosaic(one.edges_v))):
                data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1]
                kept[f"{number}_{name}_jpeg"] = np.asarray(data, np.uint8).ravel()
            labels = np.concatenate([[one.whole], one.kinds.ravel(), one.h.ravel(), one.v.ravel()])
            kept[f"{number}_labels"] = labels.astype(np.int8)
            number += 1
    np.savez_compressed(KEPT, **kept)  # type: ignore[arg-type]


def load_set() -> list[Labelled]:
    found = []
    with np.load(KEPT) as kept:
        for number in range(sum(COUNTS.values())):
            pictures = [
                np.asarray(cv2.imdecode(kept[f"{number}_{name}_jpeg"], cv2.IMREAD_COLOR), np.uint8)
                for name in ("image", "h", "v")
            ]
            size = len(pictures[0]) // CELL - 1
            labels, edges = kept[f"{number}_labels"], size * (size - 1)
            found.append(
                Labelled(
                    Straight(pictures[0], patches(pictures[1]), patches(pictures[2])),
                    labels[1 : 1 + size**2].reshape(size, size),
                    labels[1 + size**2 : 1 + size**2 + edges].reshape(size, size - 1),
                    labels[1 + size**2 + edges :].reshape(size - 1, size),
                    int(labels[0]),
                )
            )
    return found


def figures() -> dict[str, tuple[int, int]]:
    """Of the set, how many are right of how many: the cells of whole boards (the two kinds may be exchanged), their
    markers, and whether it is a whole board at all."""
    right = {"cells": 0, "markers": 0, "whole": 0}
    boards = load_set()
    for one in boards:
        found = classify(one.board)
        right["whole"] += (found.whole > 0.5) == bool(one.whole)
        if one.whole:
            board = interpretations(found)[0]
            cells, markers = is_right(one, board)
            right["cells"] += cells
            right["markers"] += markers
    whole = sum(one.whole for one in boards)
    asked = {"cells": whole, "markers": whole, "whole": len(boards)}
    return {name: (right[name], count) for name, count in asked.items()}


def is_right(one: Labelled, board: Board) -> tuple[bool, bool]:
    """Whether all cells of a whole board are right, the two kinds exchanged or not, and all markers that are told."""
    exchanged = np.array([0, 2, 1])[one.kinds]
    cells = bool((board.kinds == one.kinds).all() or (board.kinds == exchanged).all())
    pairs = (board.h, one.h), (board.v, one.v)
    return cells, all(bool((read[told >= 0] == told[told >= 0]).all()) for read, told in pairs)


def reliability(seed: int, count: int) -> None:
    """Prints how many of so many fresh boards are right, by how probable the network says they are."""
    from samples.drawn import draw

    sure = []
    for number in range(count):
        drawn = draw(seed, number)
        found = classify(Straight(drawn.image, drawn.edges_h, drawn.edges_v))
        one = Labelled(Straight(drawn.image, drawn.edges_h, drawn.edges_v), drawn.kinds, drawn.h, drawn.v, drawn.whole)
        board = interpretations(found)[0]
        sure.append((found.whole, board.probability, bool(one.whole), one.whole and all(is_right(one, board))))
    for least, most in pairwise(BINS):
        some = [one for one in sure if least <= one[1] < most and one[0] >= LEAST_WHOLE]
        print(f"{least:.2f} to {min(most, 1):.2f}: {sum(one[3] for one in some):4} of {len(some):4} right")
    wholes = [(one[0] >= LEAST_WHOLE, one[2]) for one in sure]
    print(f"whole boards taken for such: {wholes.count((True, True))} of {sum(whole for _, whole in wholes)}; others: "
          f"{wholes.count((True, False))} of {sum(not whole for _, whole in wholes)}")  # fmt: skip


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--draw", action="store_true")
    parser.add_argument("--fresh", type=int, default=0)
    parser.add_argument("--seed", type=int, default=20261122)
    asked = parser.parse_args()
    if asked.draw:
        draw_set(asked.seed)
    if asked.fresh:
        reliability(asked.seed, asked.fresh)
    else:
        for name, (right, count) in figures().items():
            print(f"{name:8} {right:3} of {count:3} boards")
