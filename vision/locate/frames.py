"""Boards at an angle, as on a photo of a printed page, by their frame or outermost lines: four straight sides.

Such a shape says how the page's plane lies. Laid flat, with a matrix that leads back, that is a picture like any other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.imgproc import Colours, Doubles, Floats
from vision.lattice import Lattice
from vision.locate.edges import Page

# A frame is darker than the mean around it by more than so much (0..255).
DIFFERS = 4
# A frame takes at least this part of the picture, its sides are at most by this factor of different length, and it is
# nearly all of the shape of its four corners.
LEAST_AREA, MOST_UNEVEN, FULL = 0.04, 1.6, 0.93
# So many frames are tried, the largest first; those whose corners lie nearer than this part of a diagonal are one.
MOST_FRAMES, ONE_FRAME = 3, 0.06
# Frames with corners that lie less than this part of a diagonal off a level rectangle are level.
LEVEL = 0.004
# What a frame is taken for after being laid flat, in pixels, and what is left around it, in parts of that.
SIDE, AROUND = 960, 0.06


@dataclass(frozen=True, eq=False, slots=True)
class Flat:
    """A part of a picture laid flat: `colours` (H, W, 3) uint8; `back`: (3, 3), from its pixels to the picture's."""

    colours: Colours
    back: Doubles

    def in_picture(self, lattice: Lattice) -> Lattice:
        """A lattice of this part as one of the picture, its steps about as many pixels as the cells have there."""
        seen = cv2.perspectiveTransform(_square().astype(np.float64)[None], self.back)[0]
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


def _frames(page: Page) -> list[Doubles]:
    """Corners (4, 2) of dark frames at an angle, in pixels of the reduced picture, clockwise from the top left, the
    largest first."""
    small = page.reduced(page.work_factor)
    block = max(11, round(min(small.shape) / 40) | 1)
    around = cv2.blur(small, (block, block), borderType=cv2.BORDER_REPLICATE)
    found: list[Doubles] = []
    for _, corners in sorted(_shapes(np.asarray(cv2.subtract(around, small) > DIFFERS)), key=lambda one: -one[0]):
        across = float(np.linalg.norm(corners[0] - corners[2]))
        # Both edges of one line are one frame.
        apart = all(np.abs(corners - other).max() > ONE_FRAME * across for other in found)
        if _askew(corners) >= LEVEL * across and apart and len(found) < MOST_FRAMES:
            found.append(corners)
    return found


def _shapes(mask: NDArray[np.bool_]) -> list[tuple[float, Doubles]]:
    """The large shapes with four straight sides in a mask: the area and the corners of each."""
    closed = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    found: list[tuple[float, Doubles]] = []
    for contour in cv2.findContours(closed, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)[0]:
        _, _, width, height = cv2.boundingRect(contour)
        if width * height < LEAST_AREA * mask.size:
            continue  # most are letters
        hull = cv2.convexHull(contour)
        shape = cv2.approxPolyDP(hull, 0.02 * cv2.arcLength(hull, True), True).reshape(-1, 2).astype(np.float64)
        area = cv2.contourArea(hull)
        sides = np.linalg.norm(shape - np.roll(shape, -1, axis=0), axis=1)
        four = len(shape) == 4 and cv2.contourArea(shape.astype(np.float32)) > max(FULL * area, LEAST_AREA * mask.size)
        if four and sides.max() < MOST_UNEVEN * sides.min():
            found.append((area, _in_order(shape)))
    return found


def flattened(bgr: Colours, page: Page) -> Iterator[Flat]:
    """The planes of frames that are seen at an angle. `page`: the picture (H, W, 3) in grey."""
    for corners in _frames(page):
        fine = ((corners + 0.5) * page.work_factor - 0.5).astype(np.float32)
        if page.work_factor > 1:
            near, until = (2 * page.work_factor,) * 2, (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_COUNT, 20, 0.05)
            fine = np.asarray(cv2.cornerSubPix(page.grey, fine, near, (-1, -1), until), np.float32)
        forth = np.asarray(cv2.getPerspectiveTransform(fine, _square()), np.float64)
        size = (round(SIDE * (1 + 2 * AROUND)),) * 2
        laid = cv2.warpPerspective(bgr, forth, size, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
        yield Flat(np.asarray(laid, np.uint8), np.asarray(np.linalg.inv(forth), np.float64))


def _square() -> Floats:
    """The corners of a frame that is laid flat."""
    return np.array([[0, 0], [SIDE, 0], [SIDE, SIDE], [0, SIDE]], np.float32) + AROUND * SIDE


def _in_order(corners: Doubles) -> Doubles:
    """Corners from the one nearest to the top left, clockwise."""
    turned = np.arctan2(*(corners - corners.mean(axis=0)).T[::-1])
    corners = corners[np.argsort(turned)]
    return np.roll(corners, -int(corners.sum(axis=1).argmin()), axis=0)


def _askew(corners: Doubles) -> float:
    """By how many pixels the ends of a shape's sides lie off a level rectangle."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners.tolist()
    return float(max(abs(ax - dx), abs(bx - cx), abs(ay - by), abs(dy - cy)))
