"""The networks of Pips: two readers of a window of places, the readers of tags, of dominoes and of edges.

How they were made is in `training/pips`, from pictures that `cut` made, too. The finder is asked in `locate.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from vision.imgproc import Colours, Floats, sigmoid, softmax
from vision.locate.votes import cut
from vision.onnx import run

# Pixels of a place in a window, the side of a patch, how wide one of a tag is, half a domino in a patch; how much of a
# place is shown above and below a tag: of 4,739, most of other hands', 0.969 are read where it is 1, 0.989 with 0.85,
# 0.997 so; less cuts large ones.
PLACE, PATCH, WIDE, HALF, AROUND_TAG = 32, 64, 96, 26, 0.7
# Pixels of a place where two are looked at closely.
CLOSE = 56
# What a tag may say: nothing, for there is no tag; a number alone is a sum.
SIGNS = ("", "=", "≠", "<", ">", "number")
# From a half to the other one of its domino: right, below, left, above.
WAYS = ((0, 1), (1, 0), (0, -1), (-1, 0))

Spot = tuple[float, float, float]
"""Where a tag may be: its middle in pixels, and the side of a place."""
Lying = tuple[float, float, float, bool]
"""Where a domino may be: its middle in pixels, the side of a half, whether it is upright."""


@dataclass(frozen=True, slots=True, eq=False)
class Window:
    """What is on R x C places, float32 probabilities. `place`: (R, C, 3) no cell, bare, half a domino; `pips`:
    (R, C, 7); `way`: (R, C, 4); `right`: (R, C-1) and `down`: (R-1, C), that two neighbours are of one region; at half
    places, (r, c) at (2r + 1, 2c + 1): `tag`: (2R, 2C), `tag_at`: (2R, 2C, 2) x and y from there in places, `owner`:
    (2R, 2C, 9) where from there the tag's cell is, row by row, `covered`: (2R, 2C), that something lies over the board
    around there; `whole`: that it is a board of Pips."""

    place: Floats
    pips: Floats
    way: Floats
    right: Floats
    down: Floats
    tag: Floats
    tag_at: Floats
    owner: Floats
    covered: Floats
    whole: float


class SeenTag(NamedTuple):
    """Of a place, probabilities: `sign` (6,), `tens` (11,), the last for none, `ones` (10,), `covered`: that something
    lies over the tag."""

    sign: Floats
    tens: Floats
    ones: Floats
    covered: float


class SeenDomino(NamedTuple):
    """Of a place, probabilities: `domino`: that one is there, `first` and `second` (7,)."""

    domino: float
    first: Floats
    second: Floats


def window(picture: Colours, x: float, y: float, step: float, rows: int, columns: int, reader: str) -> Window:
    """What is on the places of a lattice that begins at a place of the picture. `reader`: "board" or "board2"."""
    image = cut(picture, x, y, PLACE / step, columns * PLACE, rows * PLACE)
    maps, whole = run(f"pips_{reader}.onnx", {"window": image[None]}, ["maps", "whole"])
    out = maps[0].transpose(1, 2, 0)
    places = out[1::2, 1::2]
    return Window(
        place=softmax(places[..., :3]),
        pips=softmax(places[..., 3:10]),
        way=softmax(places[..., 10:14]),
        right=sigmoid(out[1::2, 2::2, 14]),
        down=sigmoid(out[2::2, 1::2, 14]),
        tag=sigmoid(out[..., 15]),
        tag_at=out[..., 16:18],
        owner=softmax(out[..., 18:27]),
        covered=sigmoid(out[..., 27]),
        whole=float(sigmoid(whole)[0, 0]),
    )


def tags(picture: Colours, spots: Sequence[Spot]) -> list[SeenTag]:
    """What is at some places where tags may be."""
    if not spots:
        return []
    (out,) = run("pips_tags.onnx", {"tags": np.stack([tag_patch(picture, *spot) for spot in spots])}, ["columns"])
    parts = softmax(out[:, :6]), softmax(out[:, 6:17]), softmax(out[:, 17:27]), sigmoid(out[:, 27]).tolist()
    return [SeenTag(*one) for one in zip(*parts, strict=True)]


def dominoes(picture: Colours, places: Sequence[Lying]) -> list[SeenDomino]:
    """What is at some places where dominoes may be."""
    if not places:
        return []
    images = np.stack([domino_patch(picture, *place) for place in places])
    (out,) = run("pips_dominoes.onnx", {"dominoes": images}, ["columns"])
    parts = sigmoid(out[:, 0]).tolist(), softmax(out[:, 1:8]), softmax(out[:, 8:])
    return [SeenDomino(*one) for one in zip(*parts, strict=True)]


def edges(images: list[Colours]) -> Floats:
    """The log odds that two neighbours are of one region, of N of `edge_patch`: (N,)."""
    if not images:
        return np.zeros(0, np.float32)
    return run("pips_edges.onnx", {"edges": np.stack(images)}, ["same"])[0][:, 0]


def tag_patch(picture: Colours, x: float, y: float, step: float) -> Colours:
    scale = PATCH / AROUND_TAG / step
    return cut(picture, x - WIDE / 2 / scale, y - PATCH / 2 / scale, scale, WIDE, PATCH)


def edge_patch(picture: Colours, x: float, y: float, step: float, down: bool) -> Colours:
    """Two neighbours side by side, (80, 128, 3), the upper one on the left. `x`, `y`: the middle between them, in
    pixels; `down`: whether one is above the other."""
    size = 2 * CLOSE + 16, CLOSE + 24  # both, and a little around them
    (wide, high), scale = size[::-1] if down else size, CLOSE / step
    image = cut(picture, x - wide / 2 / scale, y - high / 2 / scale, scale, wide, high)
    return np.ascontiguousarray(image.swapaxes(0, 1)) if down else image


def domino_patch(picture: Colours, x: float, y: float, side: float, upright: bool) -> Colours:
    """A domino, lying: its left or upper half on the left. `side`: of a half, in pixels."""
    reach = PATCH / 2 / HALF * side
    image = cut(picture, x - reach, y - reach, HALF / side, PATCH, PATCH)
    return np.ascontiguousarray(image.swapaxes(0, 1)) if upright else image
