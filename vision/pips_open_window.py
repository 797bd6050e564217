"""Where cells begin on a lattice of Pips in unknown looks: the window, straightened, in which a board is looked for.

What runs along all cells, laid over one another, tells how far the lines between them lie off the lattice of the tags,
and, where tags are few, how long its steps are. Which squares of a window are cells is the business of
`pips_open_cells`.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.imgproc import median
from vision.pips_lattice import Colours, Diamond, Grid, channels, usual_width, widest
from vision.pips_shape import TagShape
from vision.pips_straight import UNIT, cells_of, straighten

Mask = NDArray[np.bool_]

# Cells around those with tags in which more of the board is looked for.
BEYOND = 7
# A bare cell's middle is of one colour if nine tenths of it vary less (0..255).
UNIFORM = 12.0


@dataclass(frozen=True, slots=True, eq=False)
class Window:
    """A part of a lattice: `grid` begins at its upper left cell, `size`: rows and columns; `pixels`: straightened, with
    a margin of one cell; `free`: what no tag covers; `blocks`, `open`: the same cell by cell."""

    grid: Grid
    size: tuple[int, int]
    pixels: Colours
    free: Mask

    @property
    def blocks(self) -> Colours:
        """The pixels cell by cell: (R, C, UNIT, UNIT, 3)."""
        return np.asarray(cells_of(self.pixels, *self.size), np.uint8)

    @property
    def open(self) -> Mask:
        """What no tag covers, cell by cell: (R, C, UNIT, UNIT)."""
        return np.asarray(cells_of(self.free, *self.size), np.bool_)


def window_on(bgr: Colours, grid: Grid, diamonds: list[Diamond], shape: TagShape) -> Window | None:
    """The lattice moved to where cells begin, and what lies there; None where that does not show."""
    first = _cut(bgr, grid, diamonds, shape, 2)
    if first is None:
        return None
    best, place = 0.0, (0.0, 0.0)
    for across, down in product(_phases(first, 1), _phases(first, 0)):
        if (plain := _plain(first, diamonds, across, down)) > BETTER * best:
            best, place = plain, (across, down)
    moved = Grid(grid.x + place[0] * grid.step, grid.y + place[1] * grid.step, grid.step)
    return _cut(bgr, moved, diamonds, shape, BEYOND) if best else None


# Steps that are tried where few tags tell it, or such that lie close together: parts of what they tell.
STEPS = (0.99, 0.994, 0.997, 1.0, 1.003, 1.006, 1.01)
MANY_TAGS = 8


def in_step(bgr: Colours, grid: Grid, diamonds: list[Diamond], shape: TagShape) -> Grid:
    """The lattice, a little wider or narrower where that lays the lines between cells better over one another."""
    if len(diamonds) >= MANY_TAGS:
        return grid
    middle = [float(median([one[k] for one in diamonds])) for k in (0, 1)]
    best, found = 0.0, grid
    for factor in STEPS:
        moved = Grid(
            middle[0] + (grid.x - middle[0]) * factor, middle[1] + (grid.y - middle[1]) * factor, grid.step * factor
        )
        window = _cut(bgr, moved, diamonds, shape, 2)
        if window is None:
            continue
        sharp = 0.0
        for axis in (0, 1):
            folded = _folded(window, axis)
            sharp += float((folded**2).sum() / max(folded.sum(), 1.0) ** 2)
        if sharp > best * (1.0 if factor != 1.0 else 0.97):
            best, found = sharp, moved
    return found


def _plain(window: Window, diamonds: list[Diamond], across: float, down: float) -> float:
    """How much of the squares around tags is of one colour each, were they moved by so many cells: most where squares
    are cells."""
    n, grid = UNIT, window.grid
    total = 0.0
    asked = set()
    for one in diamonds:
        x, y = (one.x - grid.x) / grid.step - across, (one.y - grid.y) / grid.step - down
        asked |= {(r, c) for r in (round(y) - 1, round(y)) for c in (round(x) - 1, round(x))}
    dx, dy = round(across * n), round(down * n)
    for r, c in asked:
        if not (0 <= r < window.size[0] and 0 <= c < window.size[1]):
            continue
        top, left = (r + 1) * n + dy, (c + 1) * n + dx
        where = slice(top + 6, top + n - 6, 3), slice(left + 6, left + n - 6, 3)
        some = window.pixels[where][window.free[where]].astype(np.float32)
        if len(some) > 8:
            total += float((widest(some - median(some, axis=0)) < UNIFORM).mean()) ** 2
    return total


def _cut(bgr: Colours, grid: Grid, diamonds: list[Diamond], shape: TagShape, beyond: int) -> Window | None:
    height, width = bgr.shape[:2]
    xs, ys = [one.x for one in diamonds], [one.y for one in diamonds]
    left, right = _range(min(xs), max(xs), grid.x, grid.step, width, beyond)
    top, bottom = _range(min(ys), max(ys), grid.y, grid.step, height, beyond)
    if right <= left or bottom <= top or (right - left) * (bottom - top) > 2000:
        return None
    moved = Grid(grid.x + left * grid.step, grid.y + top * grid.step, grid.step)
    size = bottom - top, right - left
    pixels = straighten(bgr, moved, *size)
    usual = usual_width(diamonds)
    return Window(
        moved, size, pixels, free_of_tags(pixels.shape[:2], [(d.x, d.y) for d in diamonds], usual, shape, moved)
    )


def _range(least: float, most: float, origin: float, step: float, length: int, beyond: int) -> tuple[int, int]:
    """The cells from `beyond` before the first tag to as many after the last, as far as most of them are there."""
    first = max(int(np.floor((least - origin) / step)) - beyond, int(np.ceil(-origin / step - 0.35)))
    last = min(int(np.ceil((most - origin) / step)) + beyond, int(np.floor((length - origin) / step + 0.35)))
    return first, last


# Around a tag there may be a ring or a shadow, in cells.
RIM = 0.06


def free_of_tags(
    shape: tuple[int, ...], places: list[tuple[float, float]], width: float, outline: TagShape, grid: Grid
) -> Mask:
    """What of a straightened picture of some `shape` no tag covers. `places`: their middles, `width`: theirs, in pixels
    of the image; `grid`: the lattice from which the picture was straightened."""
    mask = np.ones(shape, np.uint8)
    half = (width / grid.step / 2 + RIM) * UNIT
    for x, y in places:
        middle = ((x - grid.x) / grid.step * UNIT + UNIT, (y - grid.y) / grid.step * UNIT + UNIT)
        corners = 2 * half * np.array(outline.outline) + middle
        cv2.fillConvexPoly(mask, np.rint(corners).astype(np.int32), 0)
    return np.asarray(mask > 0, np.bool_)


# Colours that differ by less are no edge; those that differ by more are no stronger one.
LEAST_EDGE, MOST_EDGE = 5.0, 40.0
# What runs along cells lies within this of the line between them, in pixels of `UNIT`.
ALONG_LINE = 5
# Two places for the lines are so far apart, in cells; the less likely one must make squares so much plainer.
APART, BETTER = 0.2, 1.08


def _phases(window: Window, axis: int) -> list[float]:
    """How far the lines between cells lie off the lattice across (`axis` 1) or down (0), in cells, -0.5 to 0.5.

    Edges are summed up along the lines and all lines laid over one another: most of what runs along cells lies close to
    the line between two, and as far on one side of it as on the other. The three likeliest.
    """
    folded = _folded(window, axis)
    around = sum(np.roll(folded, k) for k in range(-ALONG_LINE, ALONG_LINE + 1))
    found: list[float] = []
    order = [int(k) for k in np.argsort(-np.asarray(around))]
    for middle in (order[0], 0, *order):  # tags stand at corners in most looks
        one = _centred(folded, middle)
        if all(abs(one - other - round(one - other)) > APART for other in found):
            found.append(one)
        if len(found) == 3:
            break
    return [off - round(off) for off in found]


def _folded(window: Window, axis: int) -> NDArray[np.float64]:
    """How strong edges across (`axis` 1) or down are, all cells laid over one another: (UNIT,)."""
    pixels, free = window.pixels, window.free
    if axis == 0:
        pixels, free = np.asarray(cv2.transpose(pixels), np.uint8), free.T
    blue, green, red = channels(np.asarray(cv2.absdiff(pixels[:, 1:], pixels[:, :-1]), np.uint8))
    apart = np.minimum(cv2.max(cv2.max(blue, green), red), np.uint8(MOST_EDGE))
    apart *= (apart >= LEAST_EDGE) & free[:, 1:] & free[:, :-1]
    # Runs along the line count, specks do not.
    runs = cv2.blur(apart.astype(np.float32), (1, 9))
    runs *= runs >= LEAST_EDGE
    inner = runs[UNIT:-UNIT]
    sums = inner.sum(axis=0)
    return np.asarray(np.pad(sums, (1, 0))[: len(sums) // UNIT * UNIT].reshape(-1, UNIT).sum(axis=0), np.float64)


def _centred(folded: NDArray[np.float64], middle: int) -> float:
    """The place near another from which edges lie as far on one side as on the other, in cells."""
    best, place = -1.0, float(middle)
    root = np.sqrt(folded + 1e-6)
    for twice in range(2 * middle - 8, 2 * middle + 9):
        pairs = [(k, twice - k) for k in range(twice // 2 - ALONG_LINE - 2, twice // 2 + 1)]
        score = sum(
            float(root[a % UNIT] * root[b % UNIT]) * (1 if a == b else 2) * (1 - (b - a) / (2 * ALONG_LINE + 8))
            for a, b in pairs
        )
        if score > best:
            best, place = score, twice / 2
    return place / UNIT
