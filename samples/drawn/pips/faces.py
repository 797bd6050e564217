"""What a half of a domino shows, painted: dots in some arrangement, other marks, strokes to count, a digit."""

from __future__ import annotations

from math import cos, pi, sin

from samples.drawn.colours import Colour
from samples.drawn.glyphs import text_mask
from samples.drawn.margin import stamp
from samples.drawn.pips.strokes import box, disc, line, ring, shape
from samples.drawn.pips.tile_look import TileLook
from samples.drawn.types import Pixels
from solver.pips.dots import DOTS

Dots = list[tuple[float, float]]


def _around(number: int) -> Dots:
    """So many on a circle, the first one at the top."""
    return [(1.1 * sin(2 * pi * k / number), -1.1 * cos(2 * pi * k / number)) for k in range(number)]


ARRANGED: dict[str, dict[int, Dots]] = {
    "dice": {},
    "triangle": {2: [(-0.9, 0), (0.9, 0)], 3: [(0, -0.9), (-1, 0.8), (1, 0.8)]},
    "rows": {
        2: [(-0.8, 0), (0.8, 0)],
        3: [(-1, 0), (0, 0), (1, 0)],
        5: [(-1, -0.6), (0, -0.6), (1, -0.6), (-0.5, 0.6), (0.5, 0.6)],
        6: [(x, y) for y in (-0.6, 0.6) for x in (-1, 0, 1)],
    },
    "columns": {2: [(0, -0.9), (0, 0.9)], 3: [(0, -1), (0, 0), (0, 1)]},
    "circle": {n: _around(n) for n in range(2, 7)},
    "middle": {4: _around(4), 5: [*_around(4), (0, 0)], 6: [*_around(5), (0, 0)]},
}
"""Where the dots of a number are that are not where a die has them, for each way to arrange them."""


def dots_of(value: int, upright: bool, look: TileLook) -> Dots:
    dots = [*look.places[value]] if look.places else ARRANGED[look.arranged].get(value, [*DOTS[value]])
    if value == 6 and look.six == "columns":
        dots = [(y, x) for x, y in dots]
    if look.flipped:
        dots = [(-x, y) for x, y in dots]
    if upright and look.turns:
        dots = [(-y, x) for x, y in dots]
    return dots


def _places(upright: bool, look: TileLook) -> Dots:
    """Where pips can be."""
    if look.nine:
        return [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)]
    return [*dots_of(6, upright, look), (0, 0)]


def draw_half(picture: Pixels, look: TileLook, x: float, y: float, value: int, upright: bool, side: float) -> None:
    """What says the number of a half whose middle is there. `side`: of the half, in pixels."""
    ink = look.inks[value] if look.inks else look.ink
    if look.mark == "digit":
        height = max(4, round((0.2 + 3.9 * look.pip) * side))
        stamp(picture, text_mask(str(value), look.font, height, "0"), x, y, ink)
        return
    if look.mark == "strokes":
        high, apart = (0.12 + 2 * look.pip) * side, 0.5 * look.spread * side
        for k in range(value):
            at = x + (k - (value - 1) / 2) * apart
            line(picture, (at, y - high), (at, y + high), ink, max(1.0, 0.6 * look.pip * side))
        return
    if look.lamp:
        for dx, dy in _places(upright, look):
            _pip(picture, look, x + dx * look.spread * side, y + dy * look.spread * side, side, look.lamp)
    for dx, dy in dots_of(value, upright, look):
        _pip(picture, look, x + dx * look.spread * side, y + dy * look.spread * side, side, ink)


def _pip(picture: Pixels, look: TileLook, x: float, y: float, side: float, ink: Colour) -> None:
    radius = max(0.9, look.pip * side)
    if look.mark == "dot":
        if look.edged:
            disc(picture, x, y, 1.3 * radius, look.edged)
        disc(picture, x, y, radius, ink)
        for k in range(look.holes):
            off = 0.4 * radius if look.holes > 1 else 0.0
            turn = 2 * pi * (k + 0.5 * (look.holes > 2)) / look.holes
            disc(picture, x + off * cos(turn), y + off * sin(turn), 0.22 * radius, look.fill)
    elif look.mark == "ring":
        ring(picture, x, y, radius * 0.8, ink, max(1.0, radius * 0.5))
    elif look.mark == "square":
        box(picture, x - radius * 0.9, y - radius * 0.9, x + radius * 0.9, y + radius * 0.9, ink)
    elif look.mark == "plus":
        far, thick = 1.25 * radius, 0.4 * radius
        box(picture, x - far, y - thick, x + far, y + thick, ink)
        box(picture, x - thick, y - far, x + thick, y + far, ink)
    elif look.mark == "heart":
        for by in (-0.5, 0.5):
            disc(picture, x + by * radius, y - 0.35 * radius, 0.62 * radius, ink)
        shape(
            picture,
            ((x - 1.05 * radius, y - 0.1 * radius), (x, y + 1.2 * radius), (x + 1.05 * radius, y - 0.1 * radius)),
            ink,
        )
    else:
        shape(
            picture,
            [(x + radius * far * cos(turn), y + radius * far * sin(turn)) for far, turn in OUTLINES[look.mark]],
            ink,
        )


def _star(points: int, inner: float, outer: float) -> Dots:
    return [((outer, inner)[k % 2], pi * (k / points - 0.5)) for k in range(2 * points)]


def _polygon(corners: int, first: float) -> Dots:
    return [(1.25, 2 * pi * (k / corners + first)) for k in range(corners)]


OUTLINES: dict[str, Dots] = {
    "star": _star(5, 0.65, 1.5),
    "flower": _star(8, 0.8, 1.35),
    "diamond": _polygon(4, 0.25),
    "triangle": _polygon(3, -0.25),
    "hexagon": _polygon(6, 0.0),
}
"""Distances (in radii of a pip) and angles of the corners of pips that are polygons."""
