"""A board laid out on its page: cells, lines, frame, markers. Single cells are `cells.py`'s; pointers and wear come later."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import cv2
import numpy as np

from samples.drawn.cells import State, draw_cell
from samples.drawn.colours import Colour, mix
from samples.drawn.grids import Grid
from samples.drawn.look import Look
from samples.drawn.marks import lay_markers, random_marker
from samples.drawn.margin import surround
from samples.drawn.paint import FINE_BITS, rounded, slope
from samples.drawn.types import Pixels

MARGIN = 0.85
"""Cells of page around a board."""


@dataclass(slots=True)
class Scene:
    """A picture of a board: its lattice begins at `(origin, origin)` and has `cell` pixels a cell."""

    picture: Pixels
    origin: int
    cell: int


def _states(rng: Random, look: Look, grid: Grid) -> list[State]:
    """How every cell is shown, row by row."""
    size = grid.size
    variants = 5 if look.pair.look == "hand" else 1
    special: dict[tuple[int, int], str] = {}
    if rng.random() < 0.3:
        at = rng.randrange(size), rng.randrange(size)
        special[at] = rng.choice(("selected", "hover", "frame"))
        if rng.random() < 0.25:  # its row and column, too
            special.update({(at[0], k): "hover" for k in range(size) if k != at[1]})
            special.update({(k, at[1]): "hover" for k in range(size) if k != at[0]})
    if grid.wrong.any() and rng.random() < 0.5:
        sign = rng.choice(("wrong stripes", "wrong stripes", "wrong frame", "wrong ink", "wrong badge", "wrong fill"))
        for row, column in np.argwhere(grid.wrong):
            cells = [(int(row), int(column))]
            if rng.random() < 0.4:
                cells = [(int(row), k) for k in range(size)] if rng.random() < 0.5 else [(k, int(column)) for k in range(size)]
            special.update({cell: sign for cell in cells})
    elif rng.random() < 0.05:
        line = rng.randrange(size)
        special.update({(line, k): "hint" for k in range(size)})
    pencil = rng.uniform(0.1, 0.8) if rng.random() < 0.05 and not look.bare else 0.0
    states = []
    for row in range(size):
        for column in range(size):
            kind = int(grid.kinds[row, column])
            here = special.get((row, column), "")
            if not here and not kind and rng.random() < pencil:
                here = "pencil"
            states.append(State(kind, grid.given[row, column] == 1, (row + column) % 2 == 1, here, rng.randrange(variants)))
    return states


def _lines(rng: Random, picture: Pixels, look: Look, size: int, cell: int, origin: int) -> None:
    """The lines between cells."""
    if look.grid != "lines":
        return
    length = size * cell
    dash = max(2, round(cell * rng.uniform(0.06, 0.25)))
    along = np.arange(length)
    shown = {
        "dashed": along % (2 * dash) < dash,
        "dotted": along % 4 < 2,
        "corners": np.abs((along + cell // 2) % cell - cell // 2) < max(2, cell // 8),
    }.get(look.line_style)
    body = picture[origin : origin + length, origin : origin + length]
    for number in range(1, size):
        width = max(1, round(look.line_width))
        if look.thick_every and number % look.thick_every == 0:
            width += 1 + cell // 20
        starts = [number * cell - width // 2]
        if look.line_style == "double":
            starts = [starts[0] - width, starts[0] + width]
        for start in starts:
            for part in (body[:, start : start + width], body[start : start + width].swapaxes(0, 1)):
                if shown is None:
                    part[:] = look.line
                else:
                    part[shown] = look.line


def _framed(picture: Pixels, look: Look, size: int, cell: int, origin: int, page: Pixels) -> None:
    """The outer frame and the rounded corners of the board."""
    width = max(1, round(look.frame_width)) if look.frame else 0
    pad = round(look.frame_pad * cell)
    first, last = origin - pad, origin + size * cell + pad
    radius = look.frame_radius * cell if look.grid == "lines" or pad else 0
    if radius >= 1:
        reach = int(radius) + 1
        corner = np.zeros((reach, reach), np.uint8)
        cv2.circle(corner, (reach - 1, reach - 1), int(radius), 255, -1, cv2.LINE_AA)
        outside = 1 - corner.astype(np.float32)[..., None] / 255
        for flip_y, y in ((False, first), (True, last - reach)):
            for flip_x, x in ((False, first), (True, last - reach)):
                share = outside[::-1] if flip_y else outside
                share = share[:, ::-1] if flip_x else share
                here = picture[y : y + reach, x : x + reach]
                here[...] = here + share * (page[y : y + reach, x : x + reach].astype(np.float32) - here)
    if look.frame and width:
        half = width / 2
        points = np.array(rounded(first - half, first - half, last + half, last + half, radius))
        where = np.rint((points - 0.5) * (1 << FINE_BITS)).astype(np.int32)
        cv2.polylines(picture, [where], True, look.frame, width, cv2.LINE_AA, FINE_BITS)


def plain_page(side: int, colour: Colour) -> Pixels:
    """One colour everywhere."""
    picture = np.empty((side, side, 3), np.uint8)
    cv2.rectangle(picture, (0, 0), (side, side), colour, -1)
    return picture


def page_ground(rng: Random, look: Look, side: int) -> Pixels:
    """The page under the board, plain or with a gradient or stripes."""
    picture = plain_page(side, look.page)
    kind = rng.random()
    near: Colour = mix(look.page, (rng.uniform(0, 255), rng.uniform(0, 255), rng.uniform(0, 255)), rng.uniform(0.05, 0.35))
    if kind < 0.78:
        return picture
    if kind < 0.94:
        small = slope(16, look.page, near, rng.uniform(0, 6.28)).astype(np.uint8)
        return np.asarray(cv2.resize(small, (side, side), interpolation=cv2.INTER_LINEAR), np.uint8)
    width = rng.randint(4, 40)
    lines = np.arange(side) // width % 2
    stripes = (lines[None] + (lines[:, None] if rng.random() < 0.5 else 0)) % 2
    picture[:] = np.asarray([look.page, near], np.uint8)[np.broadcast_to(stripes, (side, side))]
    return picture


def draw_scene(rng: Random, look: Look, grid: Grid, cell: int, pixels: float) -> Scene:
    """A board on its page; `pixels`: of a cell in the finished picture."""
    size = grid.size
    origin = int(np.ceil(MARGIN * cell))
    page = page_ground(rng, look, size * cell + 2 * origin)
    surround(rng, page, look, grid, cell, origin)
    picture = page.copy()
    last = origin + size * cell
    if look.grid == "tiles" and look.frame_pad:
        pad = round(look.frame_pad * cell)
        picture[origin - pad : last + pad, origin - pad : last + pad] = look.under
    faces: dict[State, Pixels] = {}
    for k, state in enumerate(_states(rng, look, grid)):
        if state not in faces:
            faces[state] = draw_cell(look, state, cell, rng)
        row, column = divmod(k, size)
        y, x = origin + row * cell, origin + column * cell
        picture[y : y + cell, x : x + cell] = faces[state]
    _lines(rng, picture, look, size, cell, origin)
    _framed(picture, look, size, cell, origin, page)
    if grid.h.any() or grid.v.any():
        grounds = [look.cell, look.clue, *([look.under] if look.grid == "tiles" else [look.line])]
        grounds += list(look.fills) if look.fills else []
        lay_markers(rng, picture, random_marker(rng, look.cell, grounds, look.grid != "tiles", pixels), grid, cell, origin)
    return Scene(picture, origin, cell)
