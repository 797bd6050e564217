"""A board laid out on its page: cells, lines, frame, markers. Single cells are `cells.py`'s."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

import cv2
import numpy as np

from samples.drawn.beside import Place, lay_beside
from samples.drawn.cells import State, draw_cell
from samples.drawn.colours import Colour, distance, mix, shifted
from samples.drawn.decoys import lay_decoys
from samples.drawn.gridlook import GridLook
from samples.drawn.grids import Grid, breaking
from samples.drawn.look import Look
from samples.drawn.margin import surround
from samples.drawn.marks import lay_markers, like_lines, random_marker
from samples.drawn.paint import FINE_BITS, rounded, slope
from samples.drawn.types import Labels, Pixels

MARGIN = 0.85
"""Cells of page around a board."""
BUSY = 0.15
"""Share of boards of tiles, on no ground of their own, that lie on a picture."""
ALL_WRONG = 0.15
"""Share of boards with errors on which all entries of one kind are marked as such."""
CROWDED = 0.2
"""Share of boards beside which counters, keys or other cells lie in the board's own step."""


@dataclass(slots=True)
class Scene:
    """A picture of a board: its lattice begins at `(origin, origin)` and has `cell` pixels a cell."""

    picture: Pixels
    origin: int
    cell: int


SELECTED = ("selected", "selected", "hover", "hover", "frame", "frame", "arrows", "brackets", "ring")
WRONG_SIGNS = (
    "wrong stripes",
    "wrong stripes",
    "wrong stripes",
    "wrong stripes",
    "wrong under",
    "wrong under",
    "wrong under",
    "wrong under",
    "wrong under",
    "wrong frame",
    "wrong ink",
    "wrong badge",
    "wrong fill",
    "wrong line",
    "wrong strike",
    "wrong strike",
    "wrong ring",
    "wrong ring",
    "wrong ring",
    "wrong hatch",
    "wrong hatch",
)


def _specials(rng: Random, grid: Grid) -> dict[tuple[int, int], str]:
    """Cells that are selected, under the mouse, hinted at, wrong, or just filled in."""
    size = grid.size
    special: dict[tuple[int, int], str] = {}
    if rng.random() < 0.3:
        at = rng.randrange(size), rng.randrange(size)
        if rng.random() < 0.35:  # its row or its column, too, or both
            shade, ways = rng.choice(("hover", "hover", "hint")), rng.choice(("row", "column", "both", "both"))
            special.update({(at[0], k): shade for k in range(size) if ways != "column"})
            special.update({(k, at[1]): shade for k in range(size) if ways != "row"})
        special[at] = rng.choice(SELECTED)
    if grid.wrong.any() and rng.random() < 0.75:
        sign = rng.choice(WRONG_SIGNS)
        alike = (grid.kinds == rng.choice((1, 2))) & (grid.given != 1)
        marked = alike if rng.random() < ALL_WRONG else breaking(grid.kinds)  # with clues, as most pages do
        if marked.any() and rng.random() < 0.65:
            special.update(dict.fromkeys(zip(*(at.tolist() for at in marked.nonzero()), strict=True), sign))
            return special
        for row, column in np.argwhere(grid.wrong).tolist():
            cells = [(row, column)]
            if rng.random() < 0.4:
                first, length = rng.randrange(size), rng.randint(3, size)
                along = range(size) if rng.random() < 0.5 else range(first, min(size, first + length))
                cells = [(row, k) for k in along] if rng.random() < 0.5 else [(k, column) for k in along]
            special.update(dict.fromkeys(cells, sign))
    elif rng.random() < 0.08:
        line, sign = rng.randrange(size), rng.choice(("hint", "hint", "hover", "frame", "wrong stripes", "wrong fill"))
        down = rng.random() < 0.5
        special.update({(k, line) if down else (line, k): sign for k in range(size)})
    if rng.random() < 0.1:
        line, down = rng.randrange(size), rng.random() < 0.5
        for k in range(rng.randint(0, size - 1), min(size, rng.randint(1, size))):
            special.setdefault((k, line) if down else (line, k), "toned")
    if rng.random() < 0.06:
        sign = rng.choice(("fade", "fade", "pop"))
        for _ in range(rng.randint(1, 3)):
            special.setdefault((rng.randrange(size), rng.randrange(size)), sign)
    return special


def _states(rng: Random, look: Look, grid: Grid, tints: Labels | None) -> list[State]:
    """How every cell is shown, row by row."""
    size = grid.size
    variants = 5 if look.pair.look == "hand" or look.entry_draw else 1
    special = _specials(rng, grid)
    pencil = rng.uniform(0.1, 0.9) if rng.random() < 0.05 and len(look.pair.draw) == 2 else 0.0
    states = []
    for row in range(size):
        for column in range(size):
            kind = int(grid.kinds[row, column])
            here = special.get((row, column), "")
            if not here and not kind and rng.random() < pencil:
                here = "pencil"
            odd = {"rows": row, "columns": column, "blocks": row // 2 + column // 2}.get(
                look.checker_kind, row + column
            ) % 2
            given = bool(grid.given[row, column] == 1)
            tint = int(tints[row, column]) if tints is not None else 0
            arms = (True, True, True, True)
            if look.grid.line_style == "crossings":
                arms = (column > 0, column < size - 1, row > 0, row < size - 1)
            states.append(State(kind, given, odd == 1, here, rng.randrange(variants), tint, arms))
    return states


def shows_page_between(look: GridLook) -> bool:
    """Whether the page is seen between tiles, which are told from it."""
    return look.kind == "tiles" and look.under == look.page and distance(look.cell, look.page) > 6


def _character_lines(rng: Random, picture: Pixels, look: GridLook, size: int, cell: int, origin: int) -> None:
    """Lines of characters, as in a terminal: dashes between rows, a bar beside each cell, and crosses or nothing where
    they meet; all around the board, or inside only."""
    first, last = (0, size) if rng.random() < 0.75 else (1, size - 1)
    width = max(1, round(cell * rng.uniform(0.03, 0.07)))
    dashes, share = rng.choice((2, 3, 4, 5)), rng.uniform(0.45, 0.85)
    bar, crossed = rng.uniform(0.25, 0.9), rng.random() < 0.8
    arm = max(2, round(cell * rng.uniform(0.05, 0.12)))
    half = width // 2

    def box(x0: float, y0: float, x1: float, y1: float) -> None:
        cv2.rectangle(picture, (round(x0), round(y0)), (round(x1), round(y1)), look.line, -1)

    for line in range(first, last + 1):
        at = origin + line * cell
        for k in range(first, last):
            begin = origin + k * cell
            for dash in range(dashes):
                middle = begin + (dash + 0.5) * cell / dashes
                reach = share * cell / dashes / 2
                box(middle - reach, at - half, middle + reach, at - half + width - 1)
            box(at - half, begin + (1 - bar) / 2 * cell, at - half + width - 1, begin + (1 + bar) / 2 * cell)
        if crossed:
            for k in range(first, last + 1):
                x = origin + k * cell
                box(x - arm, at - half, x + arm, at - half + width - 1)
                box(x - half, at - arm, x - half + width - 1, at + arm)


def _lines(rng: Random, picture: Pixels, look: GridLook, size: int, cell: int, origin: int) -> None:
    """The lines between cells."""
    if look.kind != "lines" or look.line_style == "crossings":
        return
    if look.line_style == "characters":
        _character_lines(rng, picture, look, size, cell, origin)
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
    line = np.asarray(look.line, np.uint8)
    for number in range(1, size):
        width = max(1, round(look.line_width))
        if look.thick_every and number % look.thick_every == 0:
            width += 1 + cell // 20
        first = number * cell - width // 2
        strokes = [(first, line)]
        if look.line_style == "double":
            strokes = [(first - width, line), (first + width, line)]
        elif look.line_style == "etched":
            strokes = [(first, line), (first + width, np.asarray(shifted(look.cell, 30), np.uint8))]
        for start, colour in strokes:
            for way, part in (
                ("columns", body[:, start : start + width]),
                ("rows", body[start : start + width].swapaxes(0, 1)),
            ):
                if look.line_ways not in ("both", way):
                    continue
                if shown is None:
                    part[:] = colour
                else:
                    part[shown] = colour


def _framed(picture: Pixels, look: GridLook, size: int, cell: int, origin: int, page: Pixels) -> None:
    """The outer frame and the rounded corners of the board."""
    width = max(1, round(look.frame_width)) if look.frame else 0
    pad = round(look.frame_pad * cell)
    first, last = origin - pad, origin + size * cell + pad
    radius = look.frame_radius * cell if look.kind == "lines" or pad else 0
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


def _busy_page(rng: Random, colour: Colour, side: int) -> Pixels:
    """A picture as the ground of a page: blotches, rays or shapes near its colour."""
    picture = plain_page(side, colour)
    reach = rng.uniform(12, 70)
    if rng.random() < 0.5:
        noise = np.random.default_rng(rng.getrandbits(32))
        count = rng.randint(5, 40)
        small = noise.uniform(-reach, reach, (count, count, 1 if rng.random() < 0.6 else 3))
        small = np.clip(np.asarray(colour) + small, 0, 255).astype(np.uint8)
        return np.asarray(cv2.resize(small, (side, side), interpolation=cv2.INTER_CUBIC), np.uint8)
    for _ in range(rng.randint(10, 60)):
        near = shifted(colour, rng.uniform(-reach, reach))
        x, y, far = rng.uniform(0, side), rng.uniform(0, side), side * rng.uniform(0.02, 0.12)
        if rng.random() < 0.6:
            points = [(x + rng.uniform(-far, far), y + rng.uniform(-far, far)) for _ in range(3)]
            cv2.fillPoly(picture, [np.rint(np.array(points)).astype(np.int32)], near, cv2.LINE_AA)
        else:
            cv2.line(picture, (side // 2, side // 2), (round(x), round(y)), near, rng.randint(1, 9), cv2.LINE_AA)
    return picture


def page_ground(rng: Random, look: GridLook, side: int) -> Pixels:
    """The page under the board, plain or with a gradient, stripes or a picture."""
    if rng.random() < BUSY and shows_page_between(look):
        return _busy_page(rng, look.page, side)
    picture = plain_page(side, look.page)
    kind = rng.random()
    near: Colour = mix(
        look.page, (rng.uniform(0, 255), rng.uniform(0, 255), rng.uniform(0, 255)), rng.uniform(0.05, 0.35)
    )
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


def _textured(rng: Random, picture: Pixels, kind: str) -> None:
    """Paper, wood, noise or blotches over the whole picture."""
    side = len(picture)
    noise = np.random.default_rng(rng.getrandbits(32))
    shape = {"paper": (side // 2, side // 2), "wood": (6, side // 3), "noise": (side, side)}.get(kind, (7, 7))
    small = noise.standard_normal((max(2, shape[0]), max(2, shape[1])), np.float32)
    field = cv2.resize(small, (side, side), interpolation=cv2.INTER_CUBIC if kind != "noise" else cv2.INTER_LINEAR)
    strength = {"blotches": 10.0, "wood": 9.0}.get(kind, 6.0) * rng.uniform(0.5, 1.2)
    field3 = cv2.merge([np.asarray(field, np.float32) * np.float32(strength)] * 3)
    picture[...] = cv2.add(picture, field3, dtype=cv2.CV_8U)


def _under(rng: Random, picture: Pixels, look: GridLook, size: int, cell: int, origin: int) -> None:
    """What lies under the cells: a card's shadow, the ground between tiles."""
    pad = round(look.frame_pad * cell)
    first, last = origin - pad, origin + size * cell + pad
    if look.frame_shadow:
        reach = max(2, round(cell * rng.uniform(0.1, 0.3)))
        shade = np.ones(picture.shape[:2], np.float32)
        shade[first + reach // 2 : last + reach // 2, first:last] = rng.uniform(0.55, 0.8)
        shade = np.asarray(cv2.blur(shade, (2 * reach + 1, 2 * reach + 1)), np.float32)
        picture[...] = cv2.multiply(picture, cv2.merge([shade] * 3), dtype=cv2.CV_8U)
    if look.kind == "tiles" and pad:
        cv2.rectangle(picture, (first, first), (last - 1, last - 1), look.under, -1)


def _reach(look: GridLook, cell: int) -> float:
    """How far a board's frame and ground go beyond its cells, in cells."""
    return look.frame_pad + (look.frame_width / cell / 2 if look.frame else 0.0)


def furnish_around(page: Pixels, origin: int, size: int, cell: int, furnish: Callable[[Pixels], None]) -> None:
    """Puts things on a page, but not where its board will be, nor within 0.9 cells of it."""
    free = slice(max(0, origin - round(0.9 * cell)), origin + round((size + 0.9) * cell))
    clear = page[free, free].copy()
    furnish(page)
    page[free, free] = clear


def draw_scene(
    rng: Random,
    look: Look,
    grid: Grid,
    cell: int,
    shown: float,
    tints: Labels | None = None,
    margin: float = MARGIN,
    furnish: Callable[[Pixels], None] | None = None,
    crowded: float = CROWDED,
) -> Scene:
    """A board on its page.

    `shown`: pixels of a cell in the finished picture; `tints`: `State.tint` of each cell; `margin`: cells of page
    around the board; `furnish` puts things on that page before anything else is drawn; `crowded`: how often cells and
    counters lie beside the board in its own step.
    """
    size, ways = grid.size, look.grid
    origin = int(np.ceil(margin * cell))
    page = page_ground(rng, ways, size * cell + 2 * origin)
    if furnish:
        furnish_around(page, origin, size, cell, furnish)
    if rng.random() < crowded:
        lay_beside(rng, page, look, Place(size, cell, origin, _reach(ways, cell)))
    else:
        surround(rng, page, ways, size, cell, origin)
    picture = page.copy()
    _under(rng, picture, ways, size, cell, origin)
    faces: dict[State, Pixels] = {}
    for k, state in enumerate(_states(rng, look, grid, tints)):
        if state not in faces:
            faces[state] = draw_cell(look, state, cell)
        row, column = divmod(k, size)
        y, x = origin + row * cell, origin + column * cell
        picture[y : y + cell, x : x + cell] = faces[state]
    if shows_page_between(ways):
        body = slice(origin, origin + size * cell)
        between = (picture[body, body] == np.asarray(plain_page(1, ways.page))[0, 0]).all(axis=2)
        picture[body, body][between] = page[body, body][between]
    _lines(rng, picture, ways, size, cell, origin)
    _framed(picture, ways, size, cell, origin, page)
    lay_decoys(rng, picture, [ways.cell, look.clue, ways.line], grid, cell, origin)
    if grid.h.any() or grid.v.any():
        grounds = [ways.cell, look.clue, ways.under if ways.kind == "tiles" else ways.line, *look.fills]
        marker = random_marker(rng, ways.cell, grounds, ways.kind != "tiles", shown)
        if ways.kind != "tiles":
            marker = like_lines(rng, marker, ways.line, ways.line_width / cell, [ways.cell, look.clue])
        lay_markers(rng, picture, marker, grid, cell, origin)
    if ways.texture:
        _textured(rng, picture, ways.texture)
    return Scene(picture, origin, cell)
