"""The markers `=` and `x` on the edges between cells: what they look like, and their laying on a board."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import cos, pi, sin
from random import Random

import cv2
import numpy as np

from samples.drawn.colours import BLACK, WHITE, Colour, away, distance, hsl, ink_on, lightness
from samples.drawn.glyphs import centred, random_font, text_mask
from samples.drawn.grids import Grid
from samples.drawn.paint import Layer, Mask, blend, disc, layer, mask, over, polygon, reduced, rounded, stroke
from samples.drawn.types import Pixels

LEAST = 6.0
"""Pixels of a marker in the finished picture: of less, nobody tells `=` from `x`."""
LEAST_SHARE = 0.11
"""Of a cell: of less, too little is left in the patches of edges, at 64 pixels a cell."""
LEAST_BARS = 0.085, 5.0
"""Height of `=` as a character, in cells and in pixels of the finished picture, of which neither may be less."""
LEAST_BETWEEN = 0.022, 1.1
"""Between the bars of `=`, likewise."""
ANGLES = tuple(2 * pi * k / 24 for k in range(25))
"""Of the points of a ring, and of a wave: two turns of it."""
HEART = tuple((sin(t) ** 3, (2 * cos(2 * t) + cos(3 * t) + 0.5 * cos(4 * t)) / 6 - 0.95 * cos(t)) for t in ANGLES[:-1])
"""Of its outline: x and y from its middle, at most about 1."""
SHARP = 6
"""How many times larger markers are drawn than they are shown."""


WEAK = 0.4
"""Of the distance in colour that a marker keeps from its ground, the least that must be in lightness."""
DIM, WEAK_ON_DARK = 15.0, 0.9
"""Lightness of a ground on which less is seen than such distances tell, and `WEAK` there."""
CROSSED, CROSSED_APART, CROSSED_WIDTH = 0.2, 30.0, 0.25
"""How often markers have the colour of lines, how far that is from what is beside them, and how wide lines may be then,
in parts of a marker: of wider ones too little of it is left."""


@dataclass(frozen=True, slots=True)
class MarkerLook:
    """Sizes in cells.

    `spread`: from the middle of `=` to each of its bars; `slim`: how much narrower `=` is than the size; `bars`: height
    of `=` as a character; `bold`: by how much a glyph is made thicker; `alike`, `drawn`: the form of `=`, and of the
    other one, with which `=` may be a glyph too; `plate`: what the marker stands on; `rim`: of the plate; `outline`:
    around the sign; `turned`: `=` lies along the line of vertical neighbours.
    """

    size: float
    weight: float
    spread: float
    slim: float
    bars: float
    bold: float
    alike: str
    drawn: str
    font: str
    equal: Colour
    cross: Colour
    plate: str
    ground: Colour
    plate_size: float
    rim: Colour | None
    outline: Colour | None
    turned: bool
    offset: tuple[float, float]


def _size(rng: Random, least: float) -> float:
    """Mostly small, often near the least, now and then large."""
    return max(
        least,
        rng.choice(
            (
                rng.uniform(least, least * 1.5),
                rng.uniform(0.1, 0.2),
                rng.uniform(0.1, 0.2),
                rng.uniform(0.08, 0.35),
                rng.uniform(0.2, 0.42),
            )
        ),
    )


def _inks(rng: Random, behind: list[Colour], hue: float, saturation: float, strength: float) -> tuple[Colour, Colour]:
    """Colours of `=` and of the other one: the same, green and red, or any two."""
    lighter = strength * (WEAK if min(map(lightness, behind)) > DIM else WEAK_ON_DARK)
    if rng.random() < 0.3:
        plain = [c for c in (WHITE, BLACK) if min(distance(c, ground) for ground in behind) >= max(20.0, strength)]
        if plain:
            equal = rng.choice(plain)
            return equal, equal
    equal = away(rng, behind, hue, saturation, strength, lighter)
    way = rng.random()
    if way < 0.25:
        hues = rng.choice(((140, 0), (140, 0), (210, 0), (120, 300), (45, 280)))
        first, second = (away(rng, behind, h, rng.uniform(60, 95), strength, lighter) for h in hues)
        return first, second
    if way < 0.35:
        return equal, away(rng, behind, rng.uniform(0, 360), 70, strength, lighter)
    return equal, equal


def like_lines(rng: Random, marker: MarkerLook, line: Colour, width: float, grounds: list[Colour]) -> MarkerLook:
    """Now and then the marker as a page has it that draws it in the colour of its lines, `width` cells wide, and leaves
    these as they are: they cross it."""
    apart = min(distance(line, ground) for ground in grounds)
    if rng.random() > CROSSED or apart < CROSSED_APART or width > CROSSED_WIDTH * marker.size:
        return marker
    return replace(marker, equal=line, cross=line, plate="none", rim=None, outline=None, offset=(0.0, 0.0))


def random_marker(rng: Random, cell: Colour, grounds: list[Colour], lined: bool, pixels: float) -> MarkerLook:
    """`grounds`: colours that show where there is no plate; `pixels`: of a cell in the finished picture."""
    least = min(0.35, max(LEAST_SHARE, LEAST / pixels))
    size = _size(rng, least)
    plate = rng.choices(("gap", "disc", "square", "none"), (36, 22, 10, 32) if lined else (10, 30, 14, 46))[0]
    if plate == "square" and rng.random() < 0.4:
        plate = "diamond"
    hue, saturation = rng.uniform(0, 360), rng.choice((0, 0, 15, 40, 80, 95))
    strength = rng.choice((13.0, 20.0, 26.0, 35.0, 50.0, 60.0))
    if plate == "none":
        tried = away(rng, grounds, hue, saturation, strength, strength * WEAK)
        if min(distance(tried, ground) for ground in grounds) < min(24, strength):  # it would be lost on one of them
            plate = rng.choice(("gap", "disc", "square", "diamond")[not lined :])
    ground = cell
    if plate in ("disc", "square", "diamond"):
        ground = rng.choice(
            (
                cell,
                (255.0, 255.0, 255.0),
                grounds[-1],
                hsl(rng.uniform(0, 360), rng.choice((0, 50)), rng.uniform(10, 95)),
            )
        )
    equal, cross = _inks(rng, grounds if plate == "none" else [ground], hue, saturation, strength)
    rim = None
    if plate in ("disc", "square", "diamond") and (distance(ground, cell) < 8 or rng.random() < 0.35):
        rim = away(rng, [ground, cell], hue, 10, 18)
    weight = max(0.9 / pixels, size * rng.uniform(0.07, 0.3))
    return MarkerLook(
        size=size,
        weight=weight,
        spread=max(size * rng.uniform(0.11, 0.3), (weight + max(LEAST_BETWEEN[0], LEAST_BETWEEN[1] / pixels)) / 2),
        slim=rng.choice((1.0, rng.uniform(0.65, 1.0))) if size > 1.3 * least else 1.0,
        bars=max(size * 0.6, LEAST_BARS[0], LEAST_BARS[1] / pixels),
        bold=rng.choice((0.0, 0.0, rng.uniform(0.01, 0.03))),
        alike=rng.choices(("bars", "rings", "waves", "three", "heart"), (76, 8, 6, 5, 5))[0],
        drawn=rng.choices(("stroke", "glyph", "bolt", "crack", "heavy", "unequal", "plus"), (42, 34, 8, 6, 5, 3, 2))[0],
        font=random_font(rng, "=×"),
        equal=equal,
        cross=cross,
        plate=plate,
        ground=ground,
        plate_size=min(0.5, size * rng.uniform(1.2, 2.2)) + 0.02,
        rim=rim,
        outline=ink_on(equal) if plate == "none" and cross == equal and rng.random() < 0.2 else None,
        turned=rng.random() < 0.35,
        offset=(rng.uniform(-0.06, 0.06), rng.uniform(-0.06, 0.06)) if rng.random() < 0.3 else (0.0, 0.0),
    )


def _equals(look: MarkerLook, shape: Mask, scale: float, upright: bool) -> Mask:
    """Two bars, or what stands for them: three, two waves, two rings that touch or cross, a heart."""
    side = len(shape)
    half, apart = look.size / 2 * look.slim * scale / side, look.spread * scale / side
    width = look.weight * scale / side
    if look.alike == "heart":
        return polygon(shape, [(half * x, half * y) for x, y in HEART])
    if look.alike == "rings":
        radius = half * 0.62
        width = min(width, 0.5 * radius)
        lines = [[(radius * cos(t) + x, radius * sin(t)) for t in ANGLES] for x in (radius - half, half - radius)]
    elif look.alike == "waves":
        apart, reach = 1.3 * apart, min(apart * 0.6, half * 0.3)
        width = min(width, 0.7 * apart)
        lines = [[(half * (t / pi - 1), y - reach * sin(2 * t)) for t in ANGLES] for y in (-apart, apart)]
    else:
        heights = (-apart, apart) if look.alike == "bars" else (-1.4 * apart, 0.0, 1.4 * apart)
        lines = [[(-half, y), (half, y)] for y in heights]
        width = width if look.alike == "bars" else min(width, 0.8 * apart)
    for line in lines:
        stroke(shape, [(y, x) for x, y in line] if upright and look.turned else line, width)
    return shape


def _glyph(look: MarkerLook, side: int, scale: float, kind: int, upright: bool, text: str) -> Mask:
    """The marker as a character."""
    height = scale * (look.bars if kind == 1 else look.size * 0.95)
    drawn = text_mask("=" if kind == 1 else text, look.font, max(3, round(height)))
    if kind == 1 and upright and look.turned:
        drawn = np.ascontiguousarray(drawn.T)
    shape = centred(drawn, side)
    if look.bold and kind == 2:
        width = max(1, round(look.bold * scale)) | 1
        shape = np.asarray(cv2.dilate(shape, np.ones((width, width), np.uint8)), np.uint8)
    return shape


def _sign(look: MarkerLook, side: int, scale: float, kind: int, upright: bool, text: str) -> Mask:
    """The marker itself; `scale`: pixels of a cell there."""
    if look.drawn == "glyph" and (kind == 2 or look.alike == "bars"):
        return _glyph(look, side, scale, kind, upright, text)
    shape = mask(side)
    half, width = look.size / 2 * scale / side, look.weight * scale / side
    if kind == 1:
        return _equals(look, shape, scale, upright)
    if look.drawn == "bolt":
        points = [(0.16, -1.0), (-0.56, 0.16), (-0.08, 0.16), (-0.2, 1.0), (0.56, -0.2), (0.08, -0.2)]
        return polygon(shape, [(x * half * 1.1, y * half * 1.1) for x, y in points])
    if look.drawn == "crack":
        points = [(0.25, -1.0), (-0.3, -0.4), (0.3, 0.05), (-0.25, 0.5), (0.1, 1.0)]
        return stroke(shape, [(x * half, y * half) for x, y in points], width)
    if look.drawn == "unequal":
        _equals(replace(look, alike="bars"), shape, scale, False)
        return stroke(shape, [(-half * 0.6, half), (half * 0.6, -half)], width)
    if look.drawn == "plus":
        stroke(shape, [(-half * 0.9, 0), (half * 0.9, 0)], width)
        return stroke(shape, [(0, -half * 0.9), (0, half * 0.9)], width)
    reach = half * (0.95 if look.drawn == "heavy" else 0.8)
    stroke(shape, [(-reach, -reach), (reach, reach)], width * (1.5 if look.drawn == "heavy" else 1.0))
    return stroke(shape, [(-reach, reach), (reach, -reach)], width * (1.5 if look.drawn == "heavy" else 1.0))


def _sprite(look: MarkerLook, cell: int, kind: int, upright: bool, text: str) -> Layer:
    """A marker on its plate, as it is laid on the picture."""
    plate = {"none": 0.0, "diamond": 1.25 * look.plate_size}.get(look.plate, look.plate_size)
    extent = max(look.size * 1.25, plate) + 4 / cell
    shown = max(3, round(extent * cell))
    sharp = SHARP if cell < 40 else 3
    side, scale = shown * sharp, float(cell * sharp)
    answer = layer(side)
    reach = look.plate_size / 2 * scale / side
    if look.plate == "disc":
        if look.rim:
            over(answer, disc(mask(side), 0, 0, reach), look.rim)
        over(answer, disc(mask(side), 0, 0, reach - (1.2 * sharp / side if look.rim else 0)), look.ground)
    elif look.plate == "diamond":
        for further, colour in ((1.2 * sharp / side, look.rim), (0.0, look.ground)):
            far = 1.25 * reach + further
            if colour:
                over(answer, polygon(mask(side), [(0, -far), (far, 0), (0, far), (-far, 0)]), colour)
    elif look.plate in ("square", "gap"):
        radius = reach * 0.4 if look.plate == "square" and look.turned else 0
        if look.rim:
            over(answer, polygon(mask(side), rounded(-reach, -reach, reach, reach, radius)), look.rim)
        inner = reach - (1.2 * sharp / side if look.rim else 0)
        over(answer, polygon(mask(side), rounded(-inner, -inner, inner, inner, radius)), look.ground)
    sign = _sign(look, side, scale, kind, upright, text)
    if look.outline:
        width = max(1, round(1.6 * sharp)) | 1
        around = cv2.dilate(sign, np.ones((width, width), np.uint8))
        over(answer, np.asarray(around, np.uint8), look.outline, 0.7)
    over(answer, sign, look.equal if kind == 1 else look.cross)
    return reduced(answer, shown)


def lay_markers(rng: Random, picture: Pixels, look: MarkerLook, grid: Grid, cell: int, origin: int) -> None:
    """All markers of a board whose lattice begins at `origin`, with `cell` pixels a cell."""
    sprites: dict[tuple[int, bool], Layer] = {}
    text = rng.choice(("×", "×", "x", "X")) if look.font.startswith("/") or ":" in look.font else "x"
    for edges, upright in ((grid.h, False), (grid.v, True)):
        for row, column in np.argwhere(edges):
            key = int(edges[row, column]), upright
            if key not in sprites:
                sprites[key] = _sprite(look, cell, *key, text)
            sprite = sprites[key]
            x = column + (0.5 if upright else 1.0) + look.offset[0]
            y = row + (1.0 if upright else 0.5) + look.offset[1]
            half = len(sprite) / 2
            blend(picture, sprite, round(origin + x * cell - half), round(origin + y * cell - half))
