"""How the screen looked when gestures were planned, and whether it has changed since: in places, pixel by pixel."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from actuator.moves import Cell, Point, Rect
from actuator.sight import MARGIN, Sight

# What is about to be dragged is where it was when this part of a cell around it differs by at most so much, of 255.
PLACE_PART, PLACE_LEVEL = 0.3, 10.0
# A cell has changed when its middle, this part of it, differs by so much on average, of 255.
CHANGED_PART, CHANGED_LEVEL = 0.4, 4.0
# The board is held to be there still when this part of what should not have changed differs by at most so much.
STILL_SHARE, STILL_LEVEL = 0.7, 24


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """What a batch was planned on: the sight, what may be touched, and how that looked."""

    sight: Sight
    reach: Rect
    frame: NDArray[np.uint8]

    @property
    def surroundings(self) -> Rect:
        """Where the board is looked for next."""
        return self.reach.grown(MARGIN * self.sight.step)

    def part(self, point: Point) -> tuple[float, float]:
        """Where in the frame a point lies, `(x, y)` in 0..1."""
        return (point[0] - self.reach.left) / self.reach.width, (point[1] - self.reach.top) / self.reach.height


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """Clicks that were sent one after the other: how the board looked before them, and where they went."""

    before: NDArray[np.uint8]
    points: Sequence[Point]


def corners(scene: Scene, cells: Collection[Cell] | None = None) -> NDArray[np.float64]:
    """`(N, 2)` places in the scene, `(x, y)` in 0..1: the corners of these cells, or all, which no entry changes."""
    half, every = scene.sight.step / 2, scene.sight.cells
    middles = every.values() if cells is None else [every[cell] for cell in cells]
    return np.array([scene.part((x + d * half, y + d * half)) for x, y in middles for d in (-1, 1)])


def hides(scene: Scene, now: NDArray[np.uint8], cells: Collection[Cell]) -> bool:
    """Whether something lies over these cells that was not there: their corners look otherwise."""
    return bool(cells) and not still_there(scene, now, corners(scene, cells))


def still_there(scene: Scene, now: NDArray[np.uint8], places: NDArray[np.float64]) -> bool:
    """Whether the screen is as it was at most of these places."""
    if scene.frame.shape != now.shape:
        return False
    height, width = now.shape[:2]
    x = np.clip((places[:, 0] * width).astype(int), 0, width - 1)
    y = np.clip((places[:, 1] * height).astype(int), 0, height - 1)
    differ = np.abs(scene.frame[y, x].astype(int) - now[y, x].astype(int)).max(axis=1)
    return bool(np.mean(differ <= STILL_LEVEL) >= STILL_SHARE)


def unmoved(scene: Scene, now: NDArray[np.uint8], at: Point) -> bool:
    """Whether the screen is as it was around a point."""
    if scene.frame.shape != now.shape:
        return False
    (height, width), (x, y) = now.shape[:2], scene.part(at)
    by = max(2, round(PLACE_PART * scene.sight.step * width / scene.reach.width))
    rows = slice(max(0, round(y * height) - by), round(y * height) + by)
    columns = slice(max(0, round(x * width) - by), round(x * width) + by)
    differ = np.abs(scene.frame[rows, columns].astype(int) - now[rows, columns].astype(int))
    return bool(differ.size and differ.mean() <= PLACE_LEVEL)


def has_changed(scene: Scene, group: Group, now: NDArray[np.uint8]) -> bool:
    """Whether at least half of the places of a group no longer look as they did before it; a few clicks may be lost."""
    if group.before.shape != now.shape:
        return True
    (height, width), changed = now.shape[:2], 0
    by = max(1, round(CHANGED_PART * scene.sight.step * width / scene.reach.width / 2))
    for point in group.points:
        x, y = scene.part(point)
        x, y = round(x * width), round(y * height)
        part = np.s_[max(0, y - by) : y + by, max(0, x - by) : x + by]
        changed += bool(cv2.absdiff(group.before[part], now[part]).mean() >= CHANGED_LEVEL)
    return 2 * changed >= len(group.points)
