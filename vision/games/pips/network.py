"""The networks of Pips, run by OpenCV: the finder, two readers of a window of places, the reader of patches.

How they were made is in `training/pips`, from pictures that `cut` made, too. They are loaded when they are asked first.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.imgproc import reduced, sigmoid, softmax

Colours = NDArray[np.uint8]
Floats = NDArray[np.float32]

FOLDER = Path(__file__).parents[2] / "classify"
# Pixels of a place in a window, the side of a patch (one place around a tag), half a domino in a patch.
PLACE, PATCH, HALF = 32, 64, 26
# What is beyond a picture is grey for the networks.
OUTSIDE = 128
# What a tag may say: nothing, for there is no tag; a number alone is a sum.
SIGNS = ("", "=", "≠", "<", ">", "number")
# From a half to the other one of its domino: right, below, left, above.
WAYS = ((0, 1), (1, 0), (0, -1), (-1, 0))
STRIDE = 4


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """What the finder sees at each fourth pixel, float32. `board`, `tray`: (H, W) probabilities; `at`: (H, W, 2), x and
    y to the middle of the place or half, in steps; `step`: (H, W), in pixels of the finder's picture; `domino`:
    (H, W, 2), to the middle of a domino of the tray, in halves."""

    board: Floats
    tray: Floats
    at: Floats
    step: Floats
    domino: Floats


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


class Patches(NamedTuple):
    """Of N patches, probabilities: `sign` (N, 6), `tens` (N, 11), the last for none, `ones` (N, 10), `domino` (N,),
    `first` and `second` (N, 7), `covered` (N,): that something lies over the tag."""

    sign: Floats
    tens: Floats
    ones: Floats
    domino: Floats
    first: Floats
    second: Floats
    covered: Floats


@cache
def _network(name: str) -> tuple[cv2.dnn.Net, threading.Lock]:
    data = (FOLDER / f"pips_{name}.onnx").read_bytes()
    return cv2.dnn.readNetFromONNX(np.frombuffer(data, np.uint8)), threading.Lock()


def _run(name: str, images: list[Colours], input_name: str, outputs: list[str]) -> list[Floats]:
    batch = np.stack(images).transpose(0, 3, 1, 2).astype(np.float32) / np.float32(255)
    network, one_at_a_time = _network(name)
    with one_at_a_time:
        network.setInput(np.ascontiguousarray(batch), input_name)
        return [np.array(one, np.float32) for one in network.forward(outputs)]


def cut(picture: Colours, x: float, y: float, scale: float, width: int, height: int) -> Colours:
    """The part of a picture that begins at a place, enlarged by `scale`: (height, width, 3); grey outside of it."""
    scale_x = scale_y = scale
    if scale < 0.75:  # means of pixels, then a small change of scale
        left, top = int(np.floor(x)) - 1, int(np.floor(y)) - 1
        wide, high = int(np.ceil(width / scale)) + 3, int(np.ceil(height / scale)) + 3
        x0, y0 = max(0, left), max(0, top)
        part = picture[y0 : max(y0 + 1, top + high), x0 : max(x0 + 1, left + wide)]
        if not part.size:
            return np.full((height, width, 3), OUTSIDE, np.uint8)
        picture, sx, sy = reduced(part, scale)
        x, y, scale_x, scale_y = (x - x0) * sx, (y - y0) * sy, scale / sx, scale / sy
    move = np.array(((scale_x, 0, (0.5 - x) * scale_x - 0.5), (0, scale_y, (0.5 - y) * scale_y - 0.5)), np.float64)
    moved = cv2.warpAffine(picture, move, (width, height), flags=cv2.INTER_LINEAR, borderValue=(OUTSIDE,) * 3)
    return np.asarray(moved, np.uint8)


def find(picture: Colours) -> Sight:
    """The finder's result of a picture whose sides are multiples of 16."""
    (maps,) = _run("finder", [picture], "picture", ["maps"])
    out = maps[0].transpose(1, 2, 0)
    kinds = softmax(out[..., :3])
    step = np.float32(16) * np.exp2(out[..., 5].clip(-3, 3))
    return Sight(kinds[..., 1], kinds[..., 2], out[..., 3:5], step, out[..., 6:8])


def window(picture: Colours, x: float, y: float, step: float, rows: int, columns: int, reader: str) -> Window:
    """What is on the places of a lattice that begins at a place of the picture. `reader`: "board" or "board2"."""
    image = cut(picture, x, y, PLACE / step, columns * PLACE, rows * PLACE)
    maps, whole = _run(reader, [image], "window", ["maps", "whole"])
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


def patches(images: list[Colours]) -> Patches:
    out = _run("patches", images, "patches", ["columns"])[0] if images else np.zeros((0, 43), np.float32)
    return Patches(
        softmax(out[:, :6]),
        softmax(out[:, 6:17]),
        softmax(out[:, 17:27]),
        sigmoid(out[:, 27]),
        softmax(out[:, 28:35]),
        softmax(out[:, 35:42]),
        sigmoid(out[:, 42]),
    )


def tag_patch(picture: Colours, x: float, y: float, step: float) -> Colours:
    return cut(picture, x - step / 2, y - step / 2, PATCH / step, PATCH, PATCH)


def domino_patch(picture: Colours, x: float, y: float, side: float, upright: bool) -> Colours:
    """A domino, lying: its left or upper half on the left. `side`: of a half, in pixels."""
    reach = PATCH / 2 / HALF * side
    image = cut(picture, x - reach, y - reach, HALF / side, PATCH, PATCH)
    return np.ascontiguousarray(image.swapaxes(0, 1)) if upright else image
