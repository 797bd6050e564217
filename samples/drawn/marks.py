"""The markers `=` and `x` on the edges between cells: what they look like, and their laying on a board."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import numpy as np

from samples.drawn.colours import Colour, away, distance, hsl
from samples.drawn.glyphs import centred, random_font, text_mask
from samples.drawn.grids import Grid
from samples.drawn.paint import Layer, Mask, blend, disc, layer, mask, over, polygon, reduced, rounded, stroke
from samples.drawn.types import Pixels

LEAST = 6.0
"""Pixels of a marker in the finished picture: of less, nobody tells `=` from `x`."""
SHARP = 6
"""How many times larger markers are drawn than they are shown."""


@dataclass(frozen=True, slots=True)
class MarkerLook:
    """Sizes in cells. `plate`: what the marker stands on; `turned`: `=` lies along the line of vertical neighbours."""

    size: float
    weight: float
    drawn: str
    font: str
    equal: Colour
    cross: Colour
    plate: str
    ground: Colour
    plate_size: float
    rim: Colour | None
    turned: bool
    offset: tuple[float, float]


def random_marker(rng: Random, cell: Colour, grounds: list[Colour], lined: bool, pixels: float) -> MarkerLook:
    """`grounds`: colours that show where there is no plate; `pixels`: of a cell in the finished picture."""
    least = min(0.35, LEAST / pixels)
    size = max(least, rng.choice((rng.uniform(0.1, 0.2), rng.uniform(0.1, 0.2), rng.uniform(0.08, 0.35))))
    plate = rng.choices(("gap", "disc", "square", "none"), (38, 26, 12, 24) if lined else (12, 38, 18, 32))[0]
    hue, saturation = rng.uniform(0, 360), rng.choice((0, 15, 40, 80))
    strength = rng.choice((26.0, 35.0, 50.0, 60.0))
    if plate == "none":
        tried = away(rng, grounds, hue, saturation, strength)
        if min(distance(tried, ground) for ground in grounds) < 24:  # it would be lost on one of them
            plate = rng.choice(("disc", "square"))
    ground = cell
    if plate in ("disc", "square"):
        ground = rng.choice(
            (
                cell,
                (255.0, 255.0, 255.0),
                grounds[-1],
                hsl(rng.uniform(0, 360), rng.choice((0, 50)), rng.uniform(10, 95)),
            )
        )
    behind = grounds if plate == "none" else [ground]
    equal = away(rng, behind, hue, saturation, strength)
    cross = equal
    if rng.random() < 0.25:
        equal, cross = away(rng, behind, 140, 70, strength), away(rng, behind, 0, 75, strength)
    elif rng.random() < 0.1:
        cross = away(rng, behind, rng.uniform(0, 360), 70, strength)
    rim = None
    if plate in ("disc", "square") and (distance(ground, cell) < 8 or rng.random() < 0.35):
        rim = away(rng, [ground, cell], hue, 10, 18)
    return MarkerLook(
        size=size,
        weight=max(0.9 / pixels, size * rng.uniform(0.1, 0.28)),
        drawn=rng.choices(("stroke", "glyph", "bolt", "heavy"), (56, 34, 4, 6))[0],
        font=random_font(rng, "=×"),
        equal=equal,
        cross=cross,
        plate=plate,
        ground=ground,
        plate_size=min(0.5, size * rng.uniform(1.35, 2.2)) + 0.02,
        rim=rim,
        turned=rng.random() < 0.25,
        offset=(rng.uniform(-0.03, 0.03), rng.uniform(-0.03, 0.03)) if rng.random() < 0.2 else (0.0, 0.0),
    )


def _sign(look: MarkerLook, side: int, scale: float, kind: int, upright: bool, text: str) -> Mask:
    """The marker itself; `scale`: pixels of a cell there."""
    shape = mask(side)
    half, width = look.size / 2 * scale / side, look.weight * scale / side
    if look.drawn == "glyph":
        sign = "=" if kind == 1 else text
        height = look.size * scale * (0.6 if kind == 1 else 0.95)
        drawn = text_mask(sign, look.font, max(3, round(height)))
        if kind == 1 and upright and look.turned:
            drawn = np.ascontiguousarray(drawn.T)
        return centred(drawn, side)
    if kind == 1:
        apart = max(half * 0.5, width * 0.95)
        bars = [[(-half, -apart), (half, -apart)], [(-half, apart), (half, apart)]]
        if upright and look.turned:
            bars = [[(y, x) for x, y in bar] for bar in bars]
        for bar in bars:
            stroke(shape, bar, width)
        return shape
    if look.drawn == "bolt":
        points = [(0.16, -1.0), (-0.56, 0.16), (-0.08, 0.16), (-0.2, 1.0), (0.56, -0.2), (0.08, -0.2)]
        return polygon(shape, [(x * half * 1.1, y * half * 1.1) for x, y in points])
    reach = half * (0.95 if look.drawn == "heavy" else 0.8)
    stroke(shape, [(-reach, -reach), (reach, reach)], width * (1.5 if look.drawn == "heavy" else 1.0))
    return stroke(shape, [(-reach, reach), (reach, -reach)], width * (1.5 if look.drawn == "heavy" else 1.0))


def _sprite(look: MarkerLook, cell: int, kind: int, upright: bool, text: str) -> Layer:
    """A marker on its plate, as it is laid on the picture."""
    extent = max(look.size * 1.25, look.plate_size if look.plate != "none" else 0) + 4 / cell
    shown = max(3, round(extent * cell))
    sharp = SHARP if cell < 40 else 3
    side, scale = shown * sharp, float(cell * sharp)
    answer = layer(side)
    reach = look.plate_size / 2 * scale / side
    if look.plate == "disc":
        if look.rim:
            over(answer, disc(mask(side), 0, 0, reach), look.rim)
        over(answer, disc(mask(side), 0, 0, reach - (1.2 * sharp / side if look.rim else 0)), look.ground)
    elif look.plate in ("square", "gap"):
        radius = reach * 0.4 if look.plate == "square" and look.turned else 0
        if look.rim:
            over(answer, polygon(mask(side), rounded(-reach, -reach, reach, reach, radius)), look.rim)
        inner = reach - (1.2 * sharp / side if look.rim else 0)
        over(answer, polygon(mask(side), rounded(-inner, -inner, inner, inner, radius)), look.ground)
    over(answer, _sign(look, side, scale, kind, upright, text), look.equal if kind == 1 else look.cross)
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
