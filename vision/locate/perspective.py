"""A photo of a printed page, taken at an angle: the page's plane is laid flat before a board is looked for.

A board's frame, or its outermost lines, is the largest shape with four straight sides; its corners say how the plane
lies. After this a photo is a picture like any other, with a matrix that leads back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lattice import SAME, Lattice
from vision.locate.edges import WORK_PIXELS, Page

Colours = NDArray[np.uint8]
Matrix = NDArray[np.float64]

# A frame takes at least this part of the picture, and its sides are at most by this factor of different length.
LEAST_AREA, MOST_UNEVEN = 0.04, 1.6
# What a frame is taken for after being laid flat, in pixels, and what is left around it, in parts of that.
SIDE, AROUND = 960, 0.06
# The foreground is darker than the mean around it by more than so much (0..255).
DARKER = 6
# Corners of frames that lie less than this part of their side off a level rectangle need no laying flat.
LEVEL = 0.006
# ... nor do those about plain cells, mostly, of which the corners lie less than `SAME` of a cell off.
MOSTLY = 0.8
# Frames with a corner so near (pixels) to the side of the picture are cut off by it.
AT_SIDE = 2
# So many frames are tried, the largest first; those whose corners lie nearer than this part of a diagonal are one.
MOST_FRAMES, ONE_FRAME = 3, 0.06


@dataclass(frozen=True, eq=False, slots=True)
class Flat:
    """A part of a picture laid flat: `grey` (H, W) uint8; `forth`, `back`: (3, 3), from the pixels of the picture to
    its own, and from these to those."""

    grey: NDArray[np.uint8]
    forth: Matrix
    back: Matrix

    def colours(self, bgr: Colours) -> Colours:
        """The same part of the picture in its colours."""
        return np.asarray(_laid(bgr, self.forth), np.uint8)

    def in_picture(self, lattice: Lattice) -> Lattice:
        """A lattice of this part as one of the picture, its steps about as many pixels as the cells have there."""
        corners = np.array([[[0, 0], [SIDE, 0], [SIDE, SIDE], [0, SIDE]]], np.float64) + AROUND * SIDE
        seen = cv2.perspectiveTransform(corners, self.back)[0]
        scale = float(np.sqrt(cv2.contourArea(seen.astype(np.float32)))) / SIDE
        plane = self.back @ np.diag([1 / scale, 1 / scale, 1.0])
        return replace(
            lattice,
            x=lattice.x * scale,
            y=lattice.y * scale,
            step_x=lattice.step_x * scale,
            step_y=lattice.step_y * scale,
            plane=tuple(float(value) for value in (plane / plane[2, 2]).ravel()),
        )


def flattened(page: Page, level: Sequence[Lattice]) -> Iterator[Flat]:
    """The planes of frames that are seen at an angle, largest first; nothing where all is level.

    `page`: the whole picture; `level`: lattices that are plain to see in it as it is. A frame about their cells that is
    no more askew than those need not be laid flat.
    """
    factor = page.work_factor
    frames = _frames(page.reduced(factor))
    if frames and factor > 1:
        scale = max(1.0, float(np.sqrt(page.grey.size / WORK_PIXELS)))
        small = cv2.resize(page.grey, None, fx=1 / scale, fy=1 / scale, interpolation=cv2.INTER_AREA)
        frames = [corners * scale for corners in _frames(np.asarray(small, np.uint8))]
    apart: list[Matrix] = []
    for corners in frames:
        # Both edges of one line are one frame.
        side = float(np.linalg.norm(corners[0] - corners[2]))
        if all(float(np.abs(corners - other).max()) > ONE_FRAME * side for other in apart):
            apart.append(corners)
    for corners in apart[:MOST_FRAMES]:
        margin = AROUND * SIDE
        low, high = margin, margin + SIDE
        flat = np.array([[low, low], [high, low], [high, high], [low, high]], np.float32)
        if any(_askew(corners) < SAME * one.step_x and _is_about(corners, one) for one in level):
            continue
        forth = np.asarray(cv2.getPerspectiveTransform(corners.astype(np.float32), flat), np.float64)
        yield Flat(_laid(page.grey, forth), forth, np.asarray(np.linalg.inv(forth), np.float64))


def _laid(picture: NDArray[np.uint8], forth: Matrix) -> NDArray[np.uint8]:
    size = round(SIDE * (1 + 2 * AROUND))
    laid = cv2.warpPerspective(picture, forth, (size, size), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(laid, np.uint8)


def _is_about(corners: Matrix, lattice: Lattice) -> bool:
    """Whether most of a lattice lies within a frame, or most of the frame within the lattice."""
    (x0, y0), (x1, y1) = corners.min(axis=0), corners.max(axis=0)
    left, top, right, bottom = lattice.bbox
    common = max(0.0, min(x1, right) - max(x0, left)) * max(0.0, min(y1, bottom) - max(y0, top))
    return bool(common > MOSTLY * min((x1 - x0) * (y1 - y0), (right - left) * (bottom - top)))


def _frames(small: NDArray[np.uint8]) -> list[Matrix]:
    """Corners (4, 2), from the top left clockwise, of tilted shapes with four sides in a grey picture, the largest
    first."""
    # The foreground against its surroundings, whatever the light on the page.
    block = max(11, round(min(small.shape) / 40) | 1)
    around = cv2.blur(small, (block, block), borderType=cv2.BORDER_REPLICATE)
    foreground = cv2.threshold(cv2.subtract(around, small), DARKER, 255, cv2.THRESH_BINARY)[1]
    foreground = cv2.morphologyEx(foreground, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    contours, _ = cv2.findContours(foreground, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    least, last = LEAST_AREA * small.size, np.array([small.shape[1] - 1, small.shape[0] - 1])
    found: list[tuple[float, Matrix]] = []
    for contour in contours:
        _, _, width, height = cv2.boundingRect(contour)
        if width * height < least:
            continue  # most are letters
        hull = cv2.convexHull(contour)
        area = float(cv2.contourArea(hull))
        if area < least:
            continue
        shape = cv2.approxPolyDP(hull, 0.02 * cv2.arcLength(hull, True), True).reshape(-1, 2)
        if len(shape) != 4 or cv2.contourArea(shape) < 0.93 * area:
            continue
        corners = _in_order(shape.astype(np.float64))
        if corners.min() < AT_SIDE or (corners > last - AT_SIDE).any():
            continue  # cut off: its corners are not those of the frame
        if _may_be_square(corners) and not _is_level(corners):
            found.append((area, corners))
    found.sort(key=lambda one: -one[0])
    return [corners for _, corners in found]


def _in_order(corners: Matrix) -> Matrix:
    """Corners from the one nearest to the top left, clockwise."""
    middle = corners.mean(axis=0)
    turned = np.arctan2(*(corners - middle).T[::-1])
    corners = corners[np.argsort(turned)]
    return np.roll(corners, -int(corners.sum(axis=1).argmin()), axis=0)


def _may_be_square(corners: Matrix) -> bool:
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    return bool(sides.max() < MOST_UNEVEN * sides.min())


def _is_level(corners: Matrix) -> bool:
    """Whether a shape is a rectangle with level sides, as all boards on screens have."""
    return _askew(corners) < LEVEL * float(np.linalg.norm(corners[0] - corners[2])) / 2**0.5


def _askew(corners: Matrix) -> float:
    """By how many pixels the ends of a shape's sides lie off a level rectangle."""
    off_x = max(abs(corners[0, 0] - corners[3, 0]), abs(corners[1, 0] - corners[2, 0]))
    off_y = max(abs(corners[0, 1] - corners[1, 1]), abs(corners[3, 1] - corners[2, 1]))
    return float(max(off_x, off_y))
