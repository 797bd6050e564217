"""Suns and moons, each drawn in many ways."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin
from random import Random

import numpy as np

from samples.drawn.colours import Colour, mix, shifted
from samples.drawn.paint import (
    Layer,
    Mask,
    disc,
    glow,
    layer,
    mask,
    over,
    polygon,
    slope,
    star,
    stroke,
    turned,
)

Draw = Callable[[int, float, Colour], Layer]

SUNS = {"disc": 34, "line": 26, "triangle": 14, "uneven": 6, "dot": 4, "wave": 4, "star": 8, "cog": 4}
MOONS = {"crescent": 70, "outline": 9, "full": 9, "half": 4, "night": 5, "ringed": 3}


def _rays(on: Mask, kind: str, count: int, inner: float, outer: float, width: float, turn: float) -> Mask:
    for k in range(count):
        t = turn + 2 * pi * k / count
        far = outer * (0.8 if kind == "uneven" and k % 2 else 1)
        c, s = cos(t), sin(t)
        if kind == "triangle" or kind == "uneven":
            half = min(width * 1.4, pi * inner / count)
            left, right = (inner * c - half * s, inner * s + half * c), (inner * c + half * s, inner * s - half * c)
            polygon(on, [left, (far * c, far * s), right])
        elif kind == "dot":
            disc(on, (inner + far) / 2 * c, (inner + far) / 2 * s, width * 0.75)
        elif kind == "wave":
            bend = [(r * cos(t + d), r * sin(t + d)) for r, d in ((inner, 0.0), ((inner + far) / 2, 0.25), (far, 0.0))]
            stroke(on, bend, width)
        else:
            stroke(on, [(inner * c, inner * s), (far * c, far * s)], width)
    return on


def _face(on: Layer, r: float, colour: Colour, rng_seed: int) -> None:
    rng = Random(rng_seed)
    side = len(on)
    eyes, y = r * rng.uniform(0.25, 0.45), -r * rng.uniform(0.05, 0.25)
    for x in (-eyes, eyes):
        over(on, disc(mask(side), x, y, r * 0.12), colour)
    smile = [(r * 0.5 * cos(t), r * 0.1 + r * 0.35 * sin(t)) for t in (0.3, 0.8, pi / 2, pi - 0.8, pi - 0.3)]
    over(on, stroke(mask(side), smile, r * 0.14), colour)


def random_pair(rng: Random) -> tuple[Draw, Draw]:
    """A sun and a moon; where the moon is round, the sun has rays."""
    moon = rng.choices(list(MOONS), list(MOONS.values()))[0]
    sun = rng.choices(list(SUNS), list(SUNS.values()))[0]
    while sun == "disc" and moon in ("full", "ringed"):
        sun = rng.choice(list(SUNS))
    return random_sun(rng, sun), random_moon(rng, moon)


def random_sun(rng: Random, kind: str) -> Draw:
    """A plain disc, or a disc with rays; filled, outlined, shaded, with a face."""
    count, turn = rng.choice((6, 7, 8, 8, 8, 9, 10, 12, 12, 16)), rng.choice((0.0, rng.uniform(0, pi)))
    core, start, width = rng.uniform(0.42, 0.68), rng.uniform(1.1, 1.4), rng.uniform(0.05, 0.14)
    outline = rng.random() < 0.13
    rim = rng.uniform(0.03, 0.1) if rng.random() < 0.4 and not outline else 0.0
    shade, shading = rng.choice((-70.0, -45.0, -30.0, 40.0)), rng.choice(("flat", "flat", "slope", "glow"))
    face = rng.randrange(1, 10**6) if rng.random() < 0.08 and not outline else 0
    other_rays = rng.random() < 0.25
    points = rng.choice((8, 10, 12, 16))

    def draw(side: int, size: float, colour: Colour) -> Layer:
        r = size / 2
        answer = layer(side)
        body = r if kind == "disc" else r * core
        ray = shifted(colour, shade) if other_rays else colour
        if kind == "star":
            over(answer, polygon(mask(side), star(0, 0, r, r * (core + 0.15), points, turn)), ray)
            body = r * core
        elif kind == "cog":
            teeth = _rays(mask(side), "line", count, 0, r * 0.95, width * 2.2 * r, turn)
            over(answer, disc(teeth, 0, 0, r * 0.78), ray)
            body = r * 0.6
        elif kind != "disc":
            inner = body * start if kind != "triangle" else body * max(1.08, start - 0.1)
            over(answer, _rays(mask(side), kind, count, min(inner, r * 0.8), r, width * 2 * r, turn), ray)
        shape = disc(mask(side), 0, 0, body)
        if outline:
            hole = max(0.02, body - max(0.025, width * r * 1.3))
            if kind in ("star", "cog"):
                middle = shifted(colour, -80 if sum(colour) > 380 else 90)
                return over(answer, disc(mask(side), 0, 0, body * 0.8), middle)
            return over(answer, disc(shape, 0, 0, hole, 0), colour)
        fill: Colour | np.ndarray[tuple[int, ...], np.dtype[np.float32]] = colour
        if shading == "slope":
            fill = slope(side, shifted(colour, 25), shifted(colour, -25), pi / 2)
        elif shading == "glow":
            fill = glow(side, shifted(colour, 45), colour, 0, 0, r)
        if rim:
            over(answer, shape, shifted(colour, shade))
            shape = disc(mask(side), 0, 0, body - max(0.02, rim * r * 2))
        over(answer, shape, fill)
        if face:
            _face(answer, body, shifted(colour, -110 if sum(colour) > 300 else 120), face)
        return answer

    return draw


def _crescent(side: int, r: float, thick: float, inner: float, angle: float) -> Mask:
    """A disc without a shifted disc; `thick` 0..1 of its width is left in the middle."""
    shape = disc(mask(side), 0, 0, r)
    shift = 2 * r * thick + (inner - 1) * r
    bite = disc(mask(side), shift * cos(angle), shift * sin(angle), r * inner)
    return np.asarray(np.minimum(shape, 255 - bite), np.uint8)


def crescent(angle: float, thick: float) -> Draw:
    """A plain crescent open to a side."""

    def draw(side: int, size: float, colour: Colour) -> Layer:
        return over(layer(side), _crescent(side, size / 2, thick, 0.9, angle), colour)

    return draw


def random_moon(rng: Random, kind: str) -> Draw:
    """A crescent of any turn and thickness, a half moon, or a full moon with craters."""
    angle = rng.choice((-pi / 4, -pi / 4, 0.0, pi, pi + pi / 4, -pi / 6, rng.uniform(-pi, pi)))
    thick, inner = rng.uniform(0.22, 0.5), rng.uniform(0.75, 1.05)
    shading = rng.choice(("flat", "flat", "slope", "two"))
    stars = rng.randint(1, 3) if rng.random() < 0.15 else 0
    spots = [(rng.uniform(-0.5, 0.5), rng.uniform(-0.5, 0.5), rng.uniform(0.1, 0.24)) for _ in range(rng.randint(3, 5))]
    rim = rng.random() < 0.3
    width = rng.uniform(0.035, 0.06)

    def draw(side: int, size: float, colour: Colour) -> Layer:
        r = size / 2
        answer = layer(side)
        dark = shifted(colour, -45 if sum(colour) > 250 else 55)
        if kind in ("full", "ringed"):
            over(answer, disc(mask(side), 0, 0, r), dark if rim else colour)
            over(answer, disc(mask(side), 0, 0, r - 0.025), colour)
            if kind == "ringed":
                other = shifted(colour, 110 if sum(colour) < 380 else -110)
                return over(answer, _crescent(side, r * 0.7, thick, inner, angle), other)
            for x, y, size_ in spots:
                over(answer, disc(mask(side), x * r, y * r, size_ * r), dark)
            return answer
        if kind == "half":
            shape = disc(mask(side), 0, 0, r)
            cut = polygon(mask(side), turned([(0, -1), (1, -1), (1, 1), (0, 1)], angle))
            return over(answer, np.asarray(np.minimum(shape, 255 - cut), np.uint8), colour)
        if kind == "night":
            over(answer, disc(mask(side), 0, 0, r), colour)
            other = mix(colour, (255, 255, 255) if sum(colour) < 400 else (60, 30, 20), 0.8)
            return over(answer, _crescent(side, r * 0.72, thick, inner, angle), other)
        shape = _crescent(side, r, thick, inner, angle)
        if kind == "outline":
            smaller = _crescent(side, r - width, max(0.1, thick - width / (2 * r)), inner, angle)
            shape = np.asarray(np.maximum(shape, 0) - np.minimum(shape, smaller), np.uint8)
            return over(answer, shape, colour)
        if shading == "slope":
            over(answer, shape, slope(side, shifted(colour, 30), shifted(colour, -30), angle))
        else:
            over(answer, shape, colour)
        if shading == "two":
            over(answer, _crescent(side, r, thick * 0.55, inner, angle), dark)
        for k in range(stars):
            t = angle + (k - 1) * 0.5
            points = star(r * 0.62 * cos(t), r * 0.62 * sin(t), r * 0.2, r * 0.08, rng_points)
            over(answer, polygon(mask(side), points), colour)
        return answer

    rng_points = rng.choice((4, 5))
    return draw
