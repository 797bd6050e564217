"""Where the tags of a board of Pips are in unknown looks: those that were seen, and others in like places.

Tags stand alike in their cells. Where one would be, and something is of one colour, not that of what is under it, and
has text on it, there may be one; it is beyond doubt if the text says something. What tags say is the business of
`pips_tags`, which cells they are of that of `pips_open`.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from vision.imgproc import median
from vision.pips_lattice import LEAST_TAGS, Colours, Diamond, usual_width, widest
from vision.pips_open_cells import Cells, Spot
from vision.pips_open_window import Window
from vision.pips_shape import TagShape
from vision.pips_spots import TagSpot
from vision.pips_tags import read_tags

# A thing where tags are is one beyond doubt if it says something with this confidence.
SAID = 0.15


def find_tags(bgr: Colours, window: Window, cells: Cells, diamonds: list[Diamond], shape: TagShape) -> list[Spot]:
    """The tags of a board: those that were seen, and others where tags are that differ from what is around them."""
    grid, width = window.grid, usual_width(diamonds)
    places = np.array([((d.x - grid.x) / grid.step, (d.y - grid.y) / grid.step) for d in diamonds])
    # Where in a cell tags stand: around the circle, since 0.98 and 0.02 are near to each other.
    turn = np.exp(2j * np.pi * places)
    off = np.angle(np.median(turn.real, axis=0) + 1j * np.median(turn.imag, axis=0)) / (2 * np.pi)
    here = np.abs((places - off) - np.rint(places - off)).max(axis=1) < 0.1
    kept = {
        tuple(np.rint(place - off).astype(int)): d for place, d, ok in zip(places, diamonds, here, strict=True) if ok
    }
    spots = [
        TagSpot((d.x, d.y), width, (float(d.colour[0]), float(d.colour[1]), float(d.colour[2])), shape)
        for d in kept.values()
    ]
    taken = np.array(list(kept), np.intp).reshape(-1, 2)
    others = [
        TagSpot(center, width, own, shape) for center, own in _spots(bgr, window, cells, off, width, shape, taken)
    ]
    usual = _usual([_text(bgr, spot) for spot in spots])
    others = [spot for spot in others if _text(bgr, spot) in usual]
    read = [text.confidence > SAID for text in read_tags(bgr, others)] if others else []
    found = [Spot(spot, True) for spot in spots]
    found += [Spot(spot, sure) for spot, sure in zip(others, read, strict=True)]
    if sum(one.sure for one in found) >= LEAST_TAGS:
        return sorted(found, key=lambda one: (one.spot.center[1], one.spot.center[0]))
    return []


# On a tag its own colour is on so much of where there is nothing else, and this far (0..255) from what is under it.
LEAST_OWN, OFF_GROUND, OWN = 0.7, 18.0, 26.0
# So many of the places where it has its own colour must be in the picture, and on something of another colour.
LEAST_THERE, LEAST_OFF = 3, 2


def _spots(
    bgr: Colours,
    window: Window,
    cells: Cells,
    off: NDArray[np.float64],
    width: float,
    shape: TagShape,
    taken: NDArray[np.intp],
) -> list[tuple[tuple[float, float], tuple[float, float, float]]]:
    """Where, `off` so much in their cells, something is of one colour that is not the one of the cells, or the page,
    under it: the middle and the colour. `taken`: `(column, row)` where tags are known already."""
    rows, columns = window.size
    grid = window.grid
    height, across = bgr.shape[:2]
    row, column = (part.ravel() for part in np.mgrid[-1 : rows + 1, -1 : columns + 1])
    free = np.ones((rows + 2, columns + 2), np.bool_)
    inside = ((taken >= -1) & (taken < (columns + 1, rows + 1))).all(axis=1)
    free[taken[inside, 1] + 1, taken[inside, 0] + 1] = False
    row, column = row[free.ravel()], column[free.ravel()]
    x, y = grid.x + (column + off[0]) * grid.step, grid.y + (row + off[1]) * grid.step
    places = np.array(shape.inside) * width
    px, py = x[:, None] + places[:, 0], y[:, None] + places[:, 1]
    r = np.clip(np.floor((py - grid.y) / grid.step).astype(np.intp) + 1, 0, rows + 1)
    c = np.clip(np.floor((px - grid.x) / grid.step).astype(np.intp) + 1, 0, columns + 1)
    there = np.pad(cells.there, 1)[r, c]
    near = there.any(axis=1)
    x, y, px, py, r, c, there = (part[near] for part in (x, y, px, py, r, c, there))
    ix, iy = np.rint(px).astype(np.intp), np.rint(py).astype(np.intp)
    seen = (ix >= 0) & (ix < across) & (iy >= 0) & (iy < height)
    colours = bgr[np.clip(iy, 0, height - 1), np.clip(ix, 0, across - 1)].astype(np.float32)
    colours = np.where(seen[:, :, None], colours, np.float32(np.nan))
    grounds = np.where(there[:, :, None], np.pad(cells.colour, ((1, 1), (1, 1), (0, 0)))[r, c], cells.page)
    found = []
    for k in np.flatnonzero(seen.sum(axis=1) >= LEAST_THERE):
        some = colours[k][seen[k]]
        own = np.asarray(median(some, axis=0), np.float32)
        same = widest(some - own) < OWN
        if float(same.mean()) < LEAST_OWN:
            continue
        if (same & (widest(grounds[k][seen[k]] - own) > OFF_GROUND)).sum() >= LEAST_OFF:
            found.append(((float(x[k]), float(y[k])), (float(own[0]), float(own[1]), float(own[2]))))
    return found


# Text takes at least this part of the middle of a tag, and is this far off its colour (0..255).
LEAST_TEXT, OFF_TAG = 0.04, 45.0
# Where so many of the tags that were seen have text lighter than they are, or darker, all have.
ALL_ALIKE = 0.8


def _text(bgr: Colours, spot: TagSpot) -> Literal["", "lighter", "darker"]:
    """Whether what stands on a tag is lighter or darker than it; "" where nothing does: then it is a part of a frame,
    or a shadow."""
    places = _MIDDLE * spot.width + spot.center
    px = np.clip(np.rint(places[:, 0]), 0, bgr.shape[1] - 1).astype(np.intp)
    py = np.clip(np.rint(places[:, 1]), 0, bgr.shape[0] - 1).astype(np.intp)
    off = bgr[py, px].astype(np.float32) - np.array(spot.colour, np.float32)
    text = off[widest(off) > OFF_TAG]
    if len(text) < LEAST_TEXT * len(off):
        return ""
    return "lighter" if float(text.sum()) > 0 else "darker"


def _usual(texts: list[Literal["", "lighter", "darker"]]) -> tuple[str, ...]:
    """What the text on tags is, by that on those that were seen: dominoes in the tray have dark pips on white."""
    lighter, darker = texts.count("lighter"), texts.count("darker")
    if max(lighter, darker) < ALL_ALIKE * (lighter + darker):
        return "lighter", "darker"
    return ("lighter",) if lighter > darker else ("darker",)


_MIDDLE = np.array([(x / 40, y / 40) for y in range(-7, 8) for x in range(-9, 10)])
