"""Symbols made of symbols: on coins, cut out of them, ringed, hollow; and digits of seven segments."""

from __future__ import annotations

from collections.abc import Callable
from math import pi
from random import Random

import cv2
import numpy as np

from samples.drawn.colours import Colour, ink_on
from samples.drawn.paint import Layer, Mask, disc, layer, mask, over, polygon, rounded, stack, turned

Draw = Callable[[int, float, Colour], Layer]

PLATES = ("disc", "disc", "square", "rounded", "diamond")
INNER = {"disc": 0.62, "square": 0.7, "rounded": 0.68, "diamond": 0.5}
"""Size of the symbol on each plate, of the plate's."""
SEGMENTS = {"0": "abcdef", "1": "bc"}
"""Of a digit, as usually named: `a` at the top, on clockwise, `g` in the middle."""


def _plate(side: int, size: float, kind: str) -> Mask:
    half = size / 2
    if kind == "disc":
        return disc(mask(side), 0, 0, half)
    if kind == "diamond":
        return polygon(mask(side), turned(rounded(-half * 0.72, -half * 0.72, half * 0.72, half * 0.72, 0), pi / 4))
    radius = 0.0 if kind == "square" else size * 0.2
    return polygon(mask(side), rounded(-half, -half, half, half, radius))


def coin(draw: Draw, kind: str, cut_out: bool) -> Draw:
    """The symbol in black or white on a plate of its colour, or cut out of the plate."""

    def one(side: int, size: float, colour: Colour) -> Layer:
        answer = over(layer(side), _plate(side, size, kind), colour)
        inner = draw(side, size * INNER[kind], ink_on(colour))
        return np.asarray(answer * (1 - inner[..., 3:]), np.float32) if cut_out else stack(answer, inner)

    return one


def ringed(draw: Draw, kind: str, width: float) -> Draw:
    """The symbol with a frame of its colour around it."""

    def one(side: int, size: float, colour: Colour) -> Layer:
        rim = np.asarray(cv2.subtract(_plate(side, size, kind), _plate(side, size - 2 * width, kind)), np.uint8)
        return stack(over(layer(side), rim, colour), draw(side, size * INNER[kind], colour))

    return one


def hollow(draw: Draw, width: float, share: float = 0.0) -> Draw:
    """The outline of the symbol, and within it so much of its colour."""

    def one(side: int, size: float, colour: Colour) -> Layer:
        solid = np.rint(draw(side, size, colour)[..., 3] * 255).astype(np.uint8)
        thick = 2 * max(1, round(width * side)) + 1
        inner = cv2.erode(solid, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (thick, thick)))
        outline = over(layer(side), np.asarray(cv2.subtract(solid, inner), np.uint8), colour)
        return stack(over(layer(side), np.asarray(inner, np.uint8), colour, share), outline) if share else outline

    return one


def lined(draw: Draw, width: float, line: Colour) -> Draw:
    """The symbol with a line of another colour around it."""

    def one(side: int, size: float, colour: Colour) -> Layer:
        symbol = draw(side, size, colour)
        thick = 2 * max(1, round(width * side)) + 1
        solid = np.rint(symbol[..., 3] * 255).astype(np.uint8)
        around = cv2.dilate(solid, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (thick, thick)))
        return stack(over(layer(side), np.asarray(around, np.uint8), line), symbol)

    return one


def varied(rng: Random, draws: tuple[Draw, ...]) -> tuple[Draw, ...]:
    """Both symbols on coins or ringed, in the same way or only one of them."""
    plate, width = rng.choice(PLATES), rng.uniform(0.03, 0.06)
    way = rng.choice(("coin", "coin", "cut out", "ringed"))
    changed = tuple(ringed(d, plate, width) if way == "ringed" else coin(d, plate, way == "cut out") for d in draws)
    if rng.random() < 0.15:  # only one of them
        return (draws[0], *changed[1:]) if rng.random() < 0.5 else (changed[0], *draws[1:])
    return changed


def _segment(name: str, wide: float, thick: float) -> list[tuple[float, float]]:
    """A bar of a digit one cell high, with pointed ends."""
    half, gap = thick / 2, thick * 0.12
    ends = {
        "a": ((-wide, -0.5), (wide, -0.5)),
        "b": ((wide, -0.5), (wide, 0.0)),
        "c": ((wide, 0.0), (wide, 0.5)),
        "d": ((-wide, 0.5), (wide, 0.5)),
        "e": ((-wide, 0.0), (-wide, 0.5)),
        "f": ((-wide, -0.5), (-wide, 0.0)),
        "g": ((-wide, 0.0), (wide, 0.0)),
    }[name]
    (x0, y0), (x1, y1) = ends
    shrink = 1 - thick
    y0, y1 = y0 * shrink, y1 * shrink
    if y0 == y1:
        return [
            (x0 + gap, y0), (x0 + half, y0 - half), (x1 - half, y0 - half),
            (x1 - gap, y0), (x1 - half, y0 + half), (x0 + half, y0 + half),
        ]  # fmt: skip
    return [
        (x0, y0 + gap), (x0 + half, y0 + half), (x0 + half, y1 - half),
        (x0, y1 - gap), (x0 - half, y1 - half), (x0 - half, y0 + half),
    ]  # fmt: skip


def segments(rng: Random) -> tuple[Draw, Draw]:
    """0 and 1 as on a pocket calculator; now and then with the dark segments faintly seen."""
    wide, thick, slant = rng.uniform(0.18, 0.27), rng.uniform(0.1, 0.17), rng.choice((0.0, 0.0, 0.12))
    dark = rng.choice((0.0, 0.0, rng.uniform(0.06, 0.16)))

    def digit(text: str) -> Draw:
        def one(side: int, size: float, colour: Colour) -> Layer:
            answer = layer(side)
            for name in "abcdefg":
                lit = name in SEGMENTS[text]
                if lit or dark:
                    points = [((x - slant * y) * size, y * size) for x, y in _segment(name, wide, thick)]
                    over(answer, polygon(mask(side), points), colour, 1.0 if lit else dark)
            return answer

        return one

    return digit("0"), digit("1")


def nested(draw: Draw, share: float, spot: bool) -> Draw:
    """A shape with the same shape in it, lighter or darker, and once more."""

    def one(side: int, size: float, colour: Colour) -> Layer:
        other = tuple(v + (ink - v) * 0.45 for v, ink in zip(colour, ink_on(colour), strict=True))
        answer = stack(draw(side, size, colour), draw(side, size * share, (other[0], other[1], other[2])))
        return stack(answer, draw(side, size * share * 0.6, colour)) if spot else answer

    return one
