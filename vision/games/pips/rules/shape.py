"""What tags look like: the outline of a diamond, or of another shape, and where within it what is to be seen.

All places are in parts of the tag's width, from its middle. Which shape a picture's tags have, others find out.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Place = tuple[float, float]


@dataclass(frozen=True, slots=True, eq=False)
class Blob:
    """Something like a tag in a picture: its box, and its hull `(x, y)`, (N, 2), both in pixels."""

    x: int
    y: int
    width: int
    height: int
    outline: NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class TagShape:
    """The shape of a picture's tags.

    `outline`: a polygon `(x, y)`. `inside`: where there is nothing but the tag's colour; `outside`: where, beyond its
    outline, there is anything else. `bitten`: whether its upper left may be cut by a rounded corner of its cell.
    """

    outline: tuple[Place, ...]
    inside: tuple[Place, ...]
    outside: tuple[Place, ...]
    bitten: bool = False

    def core(self, size: int, reach: float) -> NDArray[np.bool_]:
        """Where text can be in a picture of the tag of `size` by `size` pixels: (size, size). `reach`: how far, where
        the outline is at 0.5."""
        fine = 16
        points = np.array(self.outline) * 2 * reach * size + (size - 1) / 2
        mask = np.zeros((size, size), np.uint8)
        cv2.fillPoly(mask, [np.rint(points * fine).astype(np.int32)], 1, shift=4)
        return np.asarray(mask > 0, np.bool_)


DIAMOND = TagShape(
    outline=((-0.5, 0.0), (0.0, -0.5), (0.5, 0.0), (0.0, 0.5)),
    inside=((-0.38, 0.0), (0.38, 0.0), (0.0, 0.38), (-0.2, 0.25), (0.2, 0.25)),
    outside=((0.44, 0.44), (-0.44, 0.44), (0.44, -0.44)),
    bitten=True,
)
"""The newspaper's."""
