"""Square windows of cells in equal steps: which of the lines in equal steps are a board's.

Each side of each lattice cell is present to a degree (0..1); a board is the square window in which the most sides are
present and outside of which they are not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.imgproc import Floats
from vision.lattice import Lattice
from vision.locate.edges import EDGE_RUN, Edges, Grey, long_edges
from vision.locate.fit import fitted, origin_of, per_line

Sums = NDArray[np.float64]
# Rows enough to tell where edges repeat themselves: each of EDGE_RUN rows at least is met by one.
_SAMPLED = slice(EDGE_RUN // 2, None, EDGE_RUN)

SIZES = (*range(4, 13), *range(14, 21, 2))
# An edge is looked for along a cell's side but for so much at both ends, in cells: crossing lines, rounded corners.
AT_ENDS = 0.12
# A side counts for the window when more than this part of it is an edge, and against it when less. Lines between two
# clue cells vanish in video, so a third of a real board's sides may be missing.
SIDE_PRESENT = 0.4
# Windows with less than this mean presence are no board.
LEAST_PRESENCE = 0.6


class Sides(NamedTuple):
    """Where lines in equal steps may be, across and down, and how much of each cell's sides is there.

    `xs`, `ys`: the lines. `upright` (rows, columns + 1), `level` (rows + 1, columns): 0..1, NaN outside the picture.
    `long_v`, `long_h`: the edges that tell where lines are.
    """

    xs: Floats
    ys: Floats
    upright: Floats
    level: Floats
    long_v: Grey
    long_h: Grey


def sides_of(edges: tuple[Edges, Edges], step: float, run: float) -> Sides:
    """`run`: the part of a side through which the edges run that tell where the lines are."""
    vertical, horizontal = edges
    long_v, long_h = long_edges(vertical, run * step), long_edges(horizontal, run * step)
    columns, rows = _profiles(long_v, long_h, step)
    xs, gap_x = _lines(columns, step)
    ys, gap_y = _lines(rows, step)
    upright = presence(vertical, xs, ys[:-1], step, gap_x)
    level = presence(horizontal, ys, xs[:-1], step, gap_y).T
    return Sides(xs, ys, upright, level, long_v, long_h)


def _lines(profile: Floats, step: float) -> tuple[Floats, float]:
    """Where all lines are that may be in a picture, and half the width of one."""
    origin, gap = origin_of(profile, step)
    lines = np.arange(origin - step, len(profile) + 0.45 * step, step, dtype=np.float32)
    return lines[lines > -0.45 * step], gap


def presence(edges: Edges, lines: Floats, cells: Floats, step: float, half_gap: float) -> Floats:
    """How much of each side can be seen: (len(cells), len(lines)) float32 of 0..1, NaN outside the picture.

    `lines`: positions across; `cells`: where each cell begins along the line.
    """
    across = np.asarray(cv2.transpose(edges.either), np.uint8)
    width, height = across.shape
    reach = max(2, int(half_gap + 1.5))
    beside = np.rint(lines).astype(np.intp)[:, None] + np.arange(-reach, reach + 1)
    seen = across.take(beside, axis=0, mode="clip").max(axis=1)
    ends = np.rint(cells + step * np.array((AT_ENDS, 1 - AT_ENDS), np.float32)[:, None]).astype(np.intp)
    np.minimum(np.maximum(ends, 0, out=ends), height, out=ends)
    length = ends[1] - ends[0]
    # The sums of all lines before each one, between the ends of each side.
    sums = cv2.integral(seen).take(ends, axis=1)
    sums = sums[:, 1] - sums[:, 0]
    part = (sums[1:] - sums[:-1]) / np.where(length < (0.5 - AT_ENDS) * step, np.nan, 255 * length)
    part[(lines < reach) | (lines > width - 1 - reach)] = np.nan
    return np.asarray(part.T, np.float32)


def window(sides: Sides) -> Lattice | None:
    """The square window of cells with the most sides present, in pixels of the edges; None where it is no board."""
    total_v, total_h = (integral(np.nan_to_num(side - SIDE_PRESENT)) for side in (sides.upright, sides.level))
    sizes = [size for size in SIZES if size <= min(sides.upright.shape[0], sides.level.shape[1])]
    # By how much the sides of each window are more present than not.
    scores = {size: box(total_v, size, size + 1) + box(total_h, size + 1, size) for size in sizes}
    size = max(sizes, key=lambda size: float(scores[size].max()), default=0)
    if not size or scores[size].max() <= 0:
        return None
    return _window(sides, size, *divmod(int(scores[size].argmax()), scores[size].shape[1]))


def _window(sides: Sides, size: int, row: int, column: int) -> Lattice | None:
    """The lattice of a window, its lines where the edges are."""
    height, width = sides.long_v.shape
    part_v = sides.upright[row : row + size, column : column + size + 1]
    part_h = sides.level[row : row + size + 1, column : column + size]
    some = np.concatenate([part_v.ravel(), part_h.ravel()])
    known = some[some == some]  # those that are not NaN
    seen = float(known.sum()) / len(known) if len(known) else 0.0
    if seen < LEAST_PRESENCE:
        return None
    xs, ys = sides.xs[column : column + size + 1], sides.ys[row : row + size + 1]
    x, step_x, _ = fitted(sides.long_v, xs, ys[0], ys[-1])
    y, step_y, _ = fitted(sides.long_h, ys, xs[0], xs[-1])
    over = max(-x, -y, x + size * step_x - width, y + size * step_y - height)
    # More than a crop takes away does not lie outside of the picture.
    return Lattice(x, y, step_x, step_y, size, size, seen) if over <= 0.5 * step_x else None


def _repeats(mask: Grey, step: float) -> Grey:
    """The edges that have another one a step to their left or right."""
    wide = np.asarray(cv2.dilate(mask, np.ones((1, 3), np.uint8)), np.uint8)
    by = round(step)
    out: Grey = np.zeros(mask.shape, np.uint8)
    np.bitwise_and(mask[:, by:], wide[:, :-by], out=out[:, by:])
    out[:, :-by] |= mask[:, :-by] & wide[:, by:]
    return out


def _profiles(vertical: Grey, horizontal: Grey, step: float) -> tuple[Floats, Floats]:
    """Repeating edges per column and per row of the picture, where both kinds are close together: on the board.

    `vertical`, `horizontal`: masks as `long_edges` gives them.
    """
    height, width = vertical.shape
    block = max(4, round(step / 2))
    down, across = height // block, width // block
    repeats_v, repeats_h = _repeats(vertical[_SAMPLED], step), _repeats(horizontal[_SAMPLED], step)
    density_v = _density(repeats_v, block, (across, down))
    density_h = cv2.transpose(_density(repeats_h, block, (down, across)))
    both = np.minimum(cv2.blur(density_v, (3, 3)), cv2.blur(density_h, (3, 3)))
    count, parts, stats, _ = cv2.connectedComponentsWithStats((both > 0.4 * both.max()).astype(np.uint8))
    columns, rows = np.zeros(width, np.float32), np.zeros(height, np.float32)
    if count > 1:
        mass = np.bincount(parts.ravel(), weights=both.ravel(), minlength=count)
        mass[0] = 0
        x, y, w, h = (value * block for value in stats[mass.argmax()][:4].tolist())
        columns[x : x + w] = per_line(repeats_v[_of_sampled(y, y + h), x : x + w])
        rows[y : y + h] = per_line(repeats_h[_of_sampled(x, x + w), y : y + h])
    return columns, rows


def _of_sampled(begin: int, end: int) -> slice:
    """Which of the `_SAMPLED` rows are among others."""
    first, last = (-((_SAMPLED.start - row) // EDGE_RUN) for row in (begin, end))
    return slice(max(0, first), last)


def _density(repeats: Grey, block: int, size: tuple[int, int]) -> Floats:
    """How many repeating vertical edges each square block holds, roughly: (size[1], size[0]) float32.

    `repeats`: the `_SAMPLED` rows of them.
    """
    # One pixel of 255 shows in the mean of a block's row, of at most half as many pixels as the longest step has.
    inked = cv2.resize(repeats[:, : size[0] * block], (size[0], len(repeats)), interpolation=cv2.INTER_AREA) > 0
    return np.asarray(cv2.resize(inked.astype(np.float32), size, interpolation=cv2.INTER_AREA), np.float32)


def integral(values: Floats) -> Sums:
    """The sums of all values above and to the left of each corner."""
    return np.asarray(cv2.integral(values, sdepth=cv2.CV_64F), np.float64)


def best_squares(values: Floats, sizes: Iterable[int]) -> Iterator[tuple[float, int, int, int]]:
    """Of each of these sizes the square of values with the largest sum: that, the size, its first row and column."""
    total = integral(values)
    for size in sizes:
        if size <= min(values.shape):
            sums = box(total, size, size)
            yield float(sums.max()), size, *divmod(int(sums.argmax()), sums.shape[1])


def box(total: Sums, rows: int, columns: int) -> Sums:
    """The sums over all boxes of so many rows and columns, from the integral."""
    down = total[rows:] - total[:-rows]
    return np.asarray(down[:, columns:] - down[:, :-columns], np.float64)
