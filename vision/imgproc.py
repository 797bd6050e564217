"""The few operations on arrays that OpenCV and numpy lack, or have several times as slow, and nothing else.

Numpy's median says the same as the one here, but its first call imports numpy's masked arrays, which costs more than
reading a board.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

Colours = NDArray[np.uint8]
"""A picture, (H, W, 3), blue, green, red."""
Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]


def averaged(picture: NDArray[np.uint8], factor: int) -> NDArray[np.uint8]:
    """The means of squares of `factor` by `factor` pixels of a picture, (H, W) or (H, W, 3) uint8; what is left at its
    right and lower edge is dropped.

    As `cv2.resize` gives them, several times as fast where the factor is odd.
    """
    rows, columns = picture.shape[0] // factor, picture.shape[1] // factor
    small = picture[: rows * factor, : columns * factor]
    while factor % 2 == 0:  # halving is the quickest
        factor //= 2
        size = (columns * factor, rows * factor)
        small = np.asarray(cv2.resize(small, size, interpolation=cv2.INTER_AREA), np.uint8)
    if factor > 1:
        # The means around all pixels, of which few are kept, cost a fifth of those of the squares alone.
        means = cv2.blur(small, (factor, factor))[factor // 2 :, factor // 2 :]
        # `[::factor, ::factor]`, but faster.
        step = 1 / factor
        small = np.asarray(cv2.resize(means, None, fx=step, fy=step, interpolation=cv2.INTER_NEAREST), np.uint8)
    return small


def reduced(picture: NDArray[np.uint8], scale: float) -> tuple[NDArray[np.uint8], float, float]:
    """A picture made smaller, to about `scale` (below 1) times its size, and by how much exactly, across and down.

    Means of squares first, and then means as `cv2.resize` gives them: several times as fast as these alone.
    """
    factor = 1
    while 2 * factor * scale <= 1 and 2 * factor <= min(picture.shape[:2]):
        factor *= 2
    small = averaged(picture, factor)
    rows, columns = small.shape[:2]
    size = max(1, round(columns * factor * scale)), max(1, round(rows * factor * scale))
    small = np.asarray(cv2.resize(small, size, interpolation=cv2.INTER_AREA), np.uint8)
    return small, size[0] / (columns * factor), size[1] / (rows * factor)


def median(values: ArrayLike, axis: int | None = None) -> NDArray[Any]:
    """The median of values along an axis, of all without one: as `numpy.median` gives it, for values that are numbers.

    Integers give float64, floats their own kind. Raises `ValueError` where there are no values.
    """
    array = np.asarray(values)
    if axis is None:
        array, axis = array.ravel(), 0
    count = array.shape[axis]
    if count == 0:
        raise ValueError("no values to take the median of")
    middle = (count - 1) // 2, count // 2
    return np.asarray(np.partition(array, middle, axis=axis).take(middle, axis=axis).mean(axis=axis))


def sigmoid(logits: NDArray[np.floating[Any]]) -> NDArray[np.float32]:
    """Probabilities of logits."""
    return np.asarray(1 / (1 + np.exp(-logits.clip(-60, 60))), np.float32)


def softmax(logits: NDArray[np.floating[Any]]) -> NDArray[np.float32]:
    """Probabilities along the last axis, which add up to 1, of logits."""
    powers = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=-1, keepdims=True), np.float32)


def margin(picture: Colours, x0: float, y0: float, x1: float, y1: float) -> float:
    """How far a box lies from the edges of the picture, in pixels; less than 0 where it reaches beyond."""
    return float(min(x0, y0, picture.shape[1] - x1, picture.shape[0] - y1))


def parts_at_edges(picture: Colours, box: Sequence[float], size: float) -> bool:
    """Whether a board goes on beyond its box, perhaps after a gap, up to an edge of the picture that is nearer than two
    cells of `size` pixels: half as much of it is more like a colour in the box, (x0, y0, x1, y1), than its median."""
    x0, y0, x1, y1 = (max(0, round(value)) for value in box)
    (height, width), rows, columns = picture.shape[:2], picture[y0:y1], picture[:, x0:x1].transpose(1, 0, 2)
    few = cv2.resize(picture[y0:y1, x0:x1], (48, 48), interpolation=cv2.INTER_NEAREST).reshape(-1, 3).astype("f4")
    sides = (x0, rows[:, :2]), (y0, columns[:, :2]), (width - x1, rows[:, -2:]), (height - y1, columns[:, -2:])
    for line in (strip.mean(axis=1, dtype=np.float32) for distance, strip in sides if distance < 2 * size):
        apart = np.linalg.norm(line - median(line, axis=0), axis=1)
        line, apart = line[apart > 0], apart[apart > 0]
        if 2 * len(line) > size < 2 * (cv2.batchDistance(line, few, cv2.CV_32F, K=1)[0][:, 0] < apart).sum():
            return True
    return False
