"""Scans of a picture for cells in equal steps, at scale after scale: each gives windows of cells, the likeliest first.

They are: a coarse one of a much reduced picture, straight sides at the working scale, round cells, small cells, cells
that are not square. What the cells hold is not asked here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import NamedTuple

import numpy as np

from vision.imgproc import averaged
from vision.lattice import BEYOND_DOUBT, Lattice
from vision.locate.edges import (
    EDGE_RUN,
    MOST_STEPS,
    SMALLEST_STEP,
    Edges,
    Floats,
    Page,
    both_ways,
    is_multiple,
    long_edges,
    steps_of,
    whole_factor,
)
from vision.locate.fit import fitted
from vision.locate.windows import AT_ENDS, sides_of, windows

# The coarse scan is of a picture reduced to this many pixels; it suffices for cells whose sides are plain to see there.
COARSE_PIXELS = 150_000
# The step at which round cells are looked for, and how far their sides must run straight there.
ROUND_STEP, ROUND_RUN = 22, 5
# Small cells of large pictures are looked for in pictures reduced by no more than this: those of 20 px have 10 then.
CLOSE_FACTOR = 2
# Cells that are no squares have sides of at least this ratio.
LEAST_OBLONG = 1.06
# Where lines lie is told in a picture of cells of so many pixels, at least, and within this part of a cell.
FINE_STEP, MOST_MOVED = 24, 0.2
# Where this much of all lines runs on for most of another cell, or for what the picture has of it, the board does;
# lines are looked for so near to their places, in cells. Measured: on 319 whole boards 0.52 (in wood), 0.4 and less;
# on 1,314 that an edge cuts 0.53 and more, but for 18.
GOES_ON, NEAR_LINE = 0.525, 0.08
# Part of a cell's side that an edge of lines or tiles runs through at least; edges of symbols are shorter.
LONG_EDGE = 0.5


class Scan(NamedTuple):
    """Windows of one step, the likeliest `first`, and the others of it in their order."""

    how: str
    first: Lattice
    others: Iterator[Lattice]


def scans(page: Page) -> Iterator[list[Scan]]:
    """What each scan of a picture finds, the cheapest scan first, and in it the likeliest lattice."""
    grey, factor = page.grey, page.work_factor
    coarse = whole_factor(grey, COARSE_PIXELS)
    if min(grey.shape) < 4 * SMALLEST_STEP * factor:
        return
    unsure: list[Scan] = []
    if coarse > factor and min(grey.shape) >= 4 * SMALLEST_STEP * coarse:
        found = page.once("coarse", lambda: _squares("coarse", page, coarse))
        # Cells at a multiple of a smaller step may be several of those, which a coarse scan does not see well.
        parts = [step * coarse for step in steps_of(*page.repeats(coarse))]
        whole = [one for one in found if not any(is_multiple(one.first.step_x, part) for part in parts)]
        plain = [one for one in whole if one.first.presence > BEYOND_DOUBT]
        yield plain
        unsure = [one for one in found if one not in plain]
    yield sorted(_squares("straight", page, factor) + unsure, key=_by_likelihood)
    for step in steps_of(*page.repeats(factor))[:1]:
        yield _round(page, step * factor)
    close = min(factor, CLOSE_FACTOR)
    if close < factor:
        yield _squares("small", page, close, most=1.3 * SMALLEST_STEP * factor / close)


def _squares(
    how: str,
    page: Page,
    factor: int,
    least: float = SMALLEST_STEP,
    most: float = np.inf,
    run: int = EDGE_RUN,
    long: float = LONG_EDGE,
) -> list[Scan]:
    """Boards of square cells in the picture reduced by `factor`, at steps between two, the likeliest first.

    `run`: pixels for which their sides are straight at least; `long`: the part of a side that is.
    """
    steps = [step for step in steps_of(*page.repeats(factor, run)) if least <= step <= most]
    edges = page.edges(factor, run)
    found = (_scanned(how, edges, factor, step, step, long) for step in steps)
    return sorted((one for some in found for one in some), key=_by_likelihood)


def _scanned(
    how: str, edges: tuple[Edges, Edges], factor: int, step_x: float, step_y: float, long: float = LONG_EDGE
) -> list[Scan]:
    """The scan at these steps, in pixels of the picture reduced by `factor`; none where no window is a board."""
    every = (in_pixels(one, factor) for one in windows(sides_of(edges, step_x, step_y, long)))
    first = next(every, None)
    return [] if first is None else [Scan(how, first, every)]


def _by_likelihood(scan: Scan) -> float:
    return -scan.first.likelihood


def _round(page: Page, step: float) -> list[Scan]:
    """Boards of round cells with about this step, in pixels of the picture.

    The sides of a circle run straight for a few pixels only, for a larger part of the circle the smaller it is. So
    the picture is brought to the scale where that part is largest and still long enough to be told from noise.
    """
    factor = max(1, round(step / ROUND_STEP))
    if factor > 2 * page.work_factor:
        factor -= factor % page.work_factor  # of large pictures, what is reduced already is reduced further
    if min(page.grey.shape) < 4 * SMALLEST_STEP * factor or step / factor < SMALLEST_STEP:
        return []
    return _squares("round", page, factor, 0.94 * step / factor, 1.06 * step / factor, ROUND_RUN, 0)


def stretched(page: Page) -> Iterator[Scan]:
    """Boards of cells that are higher than wide, or wider than high, as terminals and tables have."""
    factor = page.work_factor
    across, down = (steps_of(way, way) for way in page.repeats(factor))
    # No multiples: two cells of a board of squares, one above the other, are oblong as well.
    across, down = ([a for a in some if not any(is_multiple(a, b) for b in some)] for some in (across, down))
    pairs = product(enumerate(across), enumerate(down))
    ranked = sorted((i + j, x, y) for (i, x), (j, y) in pairs if max(x / y, y / x) > LEAST_OBLONG)
    for _, step_x, step_y in ranked[:MOST_STEPS]:
        yield from _scanned("oblong", page.edges(factor), factor, step_x, step_y)


def refined(page: Page, lattice: Lattice) -> Lattice:
    """A lattice with its lines where the edges are in a picture of it of `FINE_STEP` pixels a cell and more."""
    factor = max(1, int(min(lattice.step_x, lattice.step_y) / FINE_STEP))
    x0, y0, x1, y1 = lattice.bbox
    left, top = max(0, int(x0 - lattice.step_x)), max(0, int(y0 - lattice.step_y))
    small = averaged(page.grey[top : round(y1 + lattice.step_y), left : round(x1 + lattice.step_x)], factor)
    if min(small.shape) < 4 * SMALLEST_STEP:
        return lattice
    here = in_pixels(replace(lattice, x=lattice.x - left, y=lattice.y - top), 1 / factor)
    edges = both_ways(small, EDGE_RUN)
    xs = (here.x + here.step_x * np.arange(here.columns + 1)).astype(np.float32)
    ys = (here.y + here.step_y * np.arange(here.rows + 1)).astype(np.float32)
    long_v, long_h = (
        long_edges(way, LONG_EDGE * step) for way, step in zip(edges, (here.step_y, here.step_x), strict=True)
    )
    across, down = fitted(long_v, xs, ys[0], ys[-1]), fitted(long_h, ys, xs[0], xs[-1])
    lattice = replace(lattice, goes_on=max(_beyond(edges[0], xs, ys), _beyond(edges[1], ys, xs)) > GOES_ON)
    if not across.seen or not down.seen:
        return lattice
    fine = in_pixels(replace(here, x=across.origin, y=down.origin, step_x=across.step, step_y=down.step), factor)
    fine = replace(fine, x=fine.x + left, y=fine.y + top, goes_on=lattice.goes_on)
    off = max(abs(a - b) for a, b in zip(fine.bbox, lattice.bbox, strict=True))
    return fine if off < MOST_MOVED * lattice.step_x else lattice


def _beyond(edges: Edges, lines: Floats, cells: Floats) -> float:
    """How much of the inner lines is there beyond the board as well, before its first cells or after its last: 0..1.

    `lines`: positions across the edges' lines; `cells`: where the cells begin along them, and the last one ends.
    """
    height, width = edges.either.shape
    step = float(cells[1] - cells[0])
    reach = max(2, round(NEAR_LINE * step))
    inner = np.rint(lines[1:-1]).astype(np.intp)
    inner = inner[(inner >= reach) & (inner < width - reach)]
    seen = 0.0
    for side, way in ((float(cells[0]), -1), (float(cells[-1]), 1)):
        first, last = sorted(side + way * part * step for part in (AT_ENDS, 1 - AT_ENDS))
        band = edges.either[max(0, round(first)) : max(0, min(height, round(last)))]
        if 2 * len(band) >= EDGE_RUN and len(inner):
            near = band[:, inner[:, None] + np.arange(-reach, reach + 1)].max(axis=2)
            seen = max(seen, float(np.count_nonzero(near)) / near.size)
    return seen


def in_pixels(lattice: Lattice, factor: float) -> Lattice:
    """A lattice of a reduced picture in pixels of the whole one; pixel i of the former begins at i * factor."""
    x, y = (at * factor + (factor - 1) / 2 for at in (lattice.x, lattice.y))
    return replace(lattice, x=x, y=y, step_x=lattice.step_x * factor, step_y=lattice.step_y * factor)
