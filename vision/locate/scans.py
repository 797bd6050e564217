"""Scans of a picture for cells in equal steps whose sides are plain to see. What the cells hold is not asked here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from vision.imgproc import Floats, averaged
from vision.lattice import BEYOND_DOUBT, PLAIN, WHOLE, Lattice
from vision.locate.edges import (
    EDGE_RUN,
    SMALLEST_STEP,
    Edges,
    Page,
    both_ways,
    is_multiple,
    long_edges,
    steps_of,
    whole_factor,
)
from vision.locate.fit import fitted
from vision.locate.windows import AT_ENDS, sides_of, window

# The coarse scan is of a picture reduced to this many pixels; it suffices for cells whose sides are plain to see there.
COARSE_PIXELS = 150_000
# Where lines lie is told in a picture of cells of so many pixels, at least, and within this part of a cell.
FINE_STEP, MOST_MOVED = 24, 0.2
# Where this much of all lines runs on for most of another cell, or for what the picture has of it, the board does;
# lines are looked for so near to their places, in cells. Measured: on 319 whole boards 0.52 (in wood), 0.4 and less;
# on 1,314 that an edge cuts 0.53 and more, but for 18.
GOES_ON, NEAR_LINE = 0.525, 0.08
# Part of a cell's side that an edge of lines or tiles runs through at least; edges of symbols are shorter.
LONG_EDGE = 0.5


def scans(page: Page) -> Iterator[list[Lattice]]:
    """Squares of cells whose sides are plain to see, the likeliest first: in a small picture, then in a finer one."""
    grey, factor = page.grey, page.work_factor
    coarse = whole_factor(grey, COARSE_PIXELS)
    if min(grey.shape) < 4 * SMALLEST_STEP * factor:
        return
    if coarse > factor and min(grey.shape) >= 4 * SMALLEST_STEP * coarse:
        found = page.once("coarse", lambda: _plain(page, coarse))
        # Cells at a multiple of a smaller step may be several of those, which a coarse scan does not see well.
        parts = [step * coarse for step in steps_of(*page.repeats(coarse))]
        yield [one for one in found if not any(is_multiple(one.step_x, part) for part in parts)]
    yield _plain(page, factor)


def _plain(page: Page, factor: int) -> list[Lattice]:
    """Squares of cells in the picture reduced by `factor`, the likeliest first."""
    edges = page.edges(factor)
    found = (window(sides_of(edges, step, LONG_EDGE)) for step in steps_of(*page.repeats(factor)))
    plain = [
        in_pixels(one, factor)
        for one in found
        if one is not None and one.presence > (PLAIN if one.rows >= WHOLE else BEYOND_DOUBT)
    ]
    return sorted(plain, key=lambda one: -one.likelihood)


def refined(page: Page, lattice: Lattice) -> Lattice:
    """A lattice with its lines where the edges are in a picture of it of `FINE_STEP` pixels a cell and more."""
    factor = max(1, int(min(lattice.step_x, lattice.step_y) / FINE_STEP))
    x0, y0, x1, y1 = lattice.bbox
    left, top = max(0, int(x0 - lattice.step_x)), max(0, int(y0 - lattice.step_y))
    small = averaged(page.grey[top : round(y1 + lattice.step_y), left : round(x1 + lattice.step_x)], factor)
    if min(small.shape) < 4 * SMALLEST_STEP:
        return lattice
    here = in_pixels(replace(lattice, x=lattice.x - left, y=lattice.y - top), 1 / factor)
    edges = both_ways(small)
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
