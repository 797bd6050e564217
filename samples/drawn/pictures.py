"""Small pictures made of polygons and ovals (hearts, trees, ghosts, ...), and digits written by hand."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin
from random import Random

from samples.drawn.colours import Colour, hsl, shifted
from samples.drawn.paint import Layer, Mask, Points, layer, mask, oval, over, polygons, star, stroke, turned

Draw = Callable[[int, float, Colour], Layer]
Part = tuple[list[list[tuple[float, float]]], Colour | None, float]
"""Polygons in units of the symbol's size, their own colour (None: the symbol's), and how much lighter than that."""


def _heart() -> list[tuple[float, float]]:
    points = []
    for k in range(30):
        t = 2 * pi * k / 30
        x = 16 * sin(t) ** 3
        y = 13 * cos(t) - 5 * cos(2 * t) - 2 * cos(3 * t) - cos(4 * t)
        points.append((x / 34, -(y + 2.5) / 34))
    return points


def _drop() -> list[tuple[float, float]]:
    round_part = [(0.3 * cos(t), 0.18 + 0.3 * sin(t)) for t in [pi * (-0.15 + 1.3 * k / 16) for k in range(17)]]
    return [(0.0, -0.5), *round_part]


def _blob(rng: Random) -> list[tuple[float, float]]:
    a, b, p, q = rng.uniform(0.03, 0.12), rng.uniform(0.02, 0.08), rng.uniform(0, 6), rng.uniform(0, 6)
    angles = [2 * pi * k / 40 for k in range(40)]
    radii = [0.38 + a * cos(2 * t + p) + b * cos(3 * t + q) for t in angles]
    return [(r * cos(t), r * sin(t)) for r, t in zip(radii, angles, strict=True)]


def _ghost() -> list[tuple[float, float]]:
    head = [(0.34 * cos(t), -0.1 + 0.4 * sin(t)) for t in [pi + pi * k / 12 for k in range(13)]]
    hem = [(0.34, 0.5), (0.2, 0.38), (0.1, 0.5), (0.0, 0.38), (-0.1, 0.5), (-0.2, 0.38), (-0.34, 0.5)]
    return head + hem


DARK: Colour = (40, 30, 30)
PALE: Colour = (245, 245, 250)
GREEN: Colour = (70, 150, 60)
BROWN: Colour = (50, 80, 130)


EYES = [oval(-0.13, -0.08, 0.05, 0.06), oval(0.13, -0.08, 0.05, 0.06)]
EARS = [[(-0.4, -0.5), (-0.1, -0.36), (-0.36, -0.12)], [(0.4, -0.5), (0.1, -0.36), (0.36, -0.12)]]
ROUND_EARS = [oval(-0.29, -0.32, 0.16, 0.16), oval(0.29, -0.32, 0.16, 0.16)]
LEAF = [oval(0.1, -0.42, 0.14, 0.05, -0.5)]
TIERS = [
    [(0, y), (x, y + high), (-x, y + high)]
    for y, x, high in ((-0.5, 0.22, 0.32), (-0.34, 0.3, 0.42), (-0.12, 0.38, 0.46))
]
STRIPES = [[(-0.42, y), (0.42, y), (0.42, y + 0.2), (-0.42, y + 0.2)] for y in (-0.3, -0.1, 0.1)]
ARROW = [[(-0.25, -0.45), (-0.25, 0.3), (-0.07, 0.14), (0.05, 0.42), (0.17, 0.36), (0.05, 0.09), (0.28, 0.07)]]


def _any(rng: Random) -> Colour:
    return hsl(rng.uniform(0, 360), 75, 55)


def _petals() -> list[list[tuple[float, float]]]:
    return [oval(0.27 * cos(t), 0.27 * sin(t), 0.19, 0.13, t) for t in [2 * pi * k / 6 for k in range(6)]]


def _regular(rng: Random) -> list[list[tuple[float, float]]]:
    corners = rng.choice((3, 4, 5, 6, 8))
    return [star(0, 0, 0.5, 0.5 * cos(pi / corners), corners, rng.choice((-pi / 2, pi / 2, 0.0)))]


PARTS: dict[str, Callable[[Random], list[Part]]] = {
    "heart": lambda rng: [([_heart()], None, 0)],
    "star": lambda rng: [([star(0, 0, 0.5, rng.uniform(0.1, 0.3), rng.choice((4, 4, 5, 5, 6, 8)))], None, 0)],
    "drop": lambda rng: [([_drop()], None, 0)],
    "blob": lambda rng: [([_blob(rng)], None, 0)],
    "polygon": lambda rng: [(_regular(rng), None, 0)],
    "tree": lambda rng: [([[(-0.06, 0.3), (0.06, 0.3), (0.06, 0.5), (-0.06, 0.5)]], BROWN, 0), (TIERS, None, 0)],
    "ghost": lambda rng: [([_ghost()], None, 0), (EYES, DARK, 0)],
    "pumpkin": lambda rng: [
        ([[(-0.05, -0.3), (0.0, -0.5), (0.09, -0.46), (0.06, -0.3)]], GREEN, 0),
        ([oval(-0.22, 0.06, 0.24, 0.36), oval(0.22, 0.06, 0.24, 0.36)], None, -25),
        ([oval(0, 0.06, 0.2, 0.38)], None, 0),
        ([[(-0.26, 0.0), (-0.15, -0.14), (-0.06, 0.0)], [(0.26, 0.0), (0.15, -0.14), (0.06, 0.0)]], DARK, 0),
        ([[(-0.24, 0.16), (0.24, 0.16), (0.1, 0.3), (-0.1, 0.3)]], DARK, 0),
    ],
    "flower": lambda rng: [(_petals(), None, 0), ([oval(0, 0, 0.15, 0.15)], _any(rng), 0)],
    "cat": lambda rng: [
        (EARS, None, -20),
        ([oval(0, 0.05, 0.42, 0.38)], None, 0),
        (EYES, DARK, 0),
        ([oval(0, 0.12, 0.06, 0.04)], (150, 130, 240), 0),
    ],
    "bear": lambda rng: [
        (ROUND_EARS, None, -20),
        ([oval(0, 0.05, 0.4, 0.38)], None, 0),
        ([oval(0, 0.18, 0.17, 0.13)], None, 60),
        (EYES, DARK, 0),
        ([oval(0, 0.12, 0.06, 0.04)], DARK, 0),
    ],
    "fish": lambda rng: [
        ([[(0.2, 0.0), (0.5, -0.25), (0.5, 0.25)]], None, -30),
        ([oval(-0.08, 0, 0.4, 0.25)], None, 0),
        ([oval(-0.28, -0.06, 0.05, 0.05)], DARK, 0),
    ],
    "bird": lambda rng: [
        ([oval(0, 0.05, 0.34, 0.36)], None, 0),
        ([oval(0, 0.18, 0.2, 0.22)], PALE, 0),
        (EYES, DARK, 0),
        ([[(-0.07, 0.02), (0.07, 0.02), (0, 0.14)]], (30, 150, 250), 0),
    ],
    "apple": lambda rng: [
        ([oval(-0.15, 0.08, 0.27, 0.36), oval(0.15, 0.08, 0.27, 0.36)], None, 0),
        ([[(-0.02, -0.2), (0.02, -0.48), (0.06, -0.2)]], BROWN, 0),
        (LEAF, GREEN, 0),
    ],
    "berry": lambda rng: [
        ([[(-0.4, -0.2), (-0.2, -0.36), (0.2, -0.36), (0.4, -0.2), (0.2, 0.3), (0.0, 0.5), (-0.2, 0.3)]], None, 0),
        ([star(0, -0.34, 0.26, 0.1, 6)], GREEN, 0),
        (
            [oval(x, y, 0.03, 0.05) for x, y in ((-0.15, -0.1), (0.15, -0.1), (0, 0.05), (-0.1, 0.2), (0.1, 0.2))],
            (140, 220, 255),
            0,
        ),
    ],
    "lemon": lambda rng: [
        (
            [oval(0, 0.02, 0.45, 0.3, -0.6), oval(-0.33, 0.24, 0.1, 0.08, -0.6), oval(0.33, -0.2, 0.1, 0.08, -0.6)],
            None,
            0,
        ),
        ([oval(-0.08, -0.04, 0.12, 0.05, -0.6)], None, 60),
    ],
    "cherry": lambda rng: [
        ([oval(-0.22, 0.25, 0.22, 0.22), oval(0.22, 0.2, 0.22, 0.22)], None, 0),
        ([[(-0.22, 0.1), (0.1, -0.5), (-0.16, 0.1)], [(0.2, 0.05), (0.1, -0.5), (0.26, 0.05)]], GREEN, 0),
    ],
    "flag": lambda rng: [([STRIPES[0]], None, 0), ([STRIPES[1]], _any(rng), 0), ([STRIPES[2]], _any(rng), 0)],
    "house": lambda rng: [
        ([[(-0.32, -0.05), (0.32, -0.05), (0.32, 0.45), (-0.32, 0.45)]], None, 20),
        ([[(-0.48, -0.02), (0, -0.48), (0.48, -0.02)]], None, -40),
        ([[(-0.08, 0.15), (0.1, 0.15), (0.1, 0.45), (-0.08, 0.45)]], _any(rng), 0),
    ],
    "snowman": lambda rng: [
        ([oval(0, 0.22, 0.28, 0.28), oval(0, -0.16, 0.2, 0.2)], None, 0),
        (
            [
                [(-0.2, -0.34), (0.2, -0.34), (0.2, -0.3), (-0.2, -0.3)],
                [(-0.12, -0.5), (0.12, -0.5), (0.12, -0.3), (-0.12, -0.3)],
            ],
            DARK,
            0,
        ),
        ([oval(-0.07, -0.18, 0.03, 0.03), oval(0.07, -0.18, 0.03, 0.03)], DARK, 0),
    ],
    "hat": lambda rng: [
        ([[(0, -0.42), (0.34, 0.4), (-0.34, 0.4)]], None, 0),
        ([[(-0.12, -0.12), (0.12, -0.12), (0.17, 0.02), (-0.17, 0.02)]], _any(rng), 0),
        ([oval(0, -0.42, 0.09, 0.09)], _any(rng), 0),
    ],
    "burst": lambda rng: [([star(0, 0, 0.5, 0.28, 12)], None, 0), ([oval(0, 0, 0.14, 0.14)], _any(rng), 0)],
    "planet": lambda rng: [
        ([oval(0, 0, 0.32, 0.32)], None, 0),
        ([oval(0, 0, 0.5, 0.1, -0.4)], None, -60),
        ([turned([(-0.3, -0.07), (0.3, -0.07), (0.3, 0.0), (-0.3, 0.0)], -0.4)], None, 0),
    ],
    "cloud": lambda rng: [
        ([oval(-0.22, 0.08, 0.24, 0.2), oval(0.2, 0.1, 0.26, 0.18), oval(0.0, -0.08, 0.26, 0.24)], None, 0)
    ],
    "bolt": lambda rng: [
        ([[(0.08, -0.5), (-0.28, 0.08), (-0.04, 0.08), (-0.1, 0.5), (0.28, -0.1), (0.04, -0.1)]], None, 0)
    ],
    "leaf": lambda rng: [
        (
            [
                [
                    (0.45 * cos(t) * abs(cos(t)) ** 0.3, 0.26 * sin(t) * abs(sin(t)) ** 0.2)
                    for t in [2 * pi * k / 30 for k in range(30)]
                ]
            ],
            None,
            0,
        ),
        ([[(-0.5, 0.02), (0.4, -0.015), (0.4, 0.015), (-0.5, 0.05)]], None, -60),
    ],
    "diamond": lambda rng: [
        ([[(0, -0.5), (0.38, 0), (0, 0.5), (-0.38, 0)]], None, 0),
        ([[(0, -0.5), (0.38, 0), (0, 0)]], None, 30),
    ],
    "plus": lambda rng: [
        (
            [
                [
                    (-0.15, -0.45),
                    (0.15, -0.45),
                    (0.15, -0.15),
                    (0.45, -0.15),
                    (0.45, 0.15),
                    (0.15, 0.15),
                    (0.15, 0.45),
                    (-0.15, 0.45),
                    (-0.15, 0.15),
                    (-0.45, 0.15),
                    (-0.45, -0.15),
                    (-0.15, -0.15),
                ]
            ],
            None,
            0,
        )
    ],
    "coin": lambda rng: [
        ([oval(0, 0, 0.46, 0.46)], None, -40),
        ([oval(0, 0, 0.38, 0.38)], None, 0),
        ([star(0, 0, 0.22, 0.1, 5)], None, -50),
    ],
    "gift": lambda rng: [
        ([[(-0.4, -0.2), (0.4, -0.2), (0.4, 0.45), (-0.4, 0.45)]], None, 0),
        (
            [
                [(-0.08, -0.2), (0.08, -0.2), (0.08, 0.45), (-0.08, 0.45)],
                oval(-0.15, -0.33, 0.15, 0.09, 0.5),
                oval(0.15, -0.33, 0.15, 0.09, -0.5),
            ],
            _any(rng),
            0,
        ),
    ],
    "aeroplane": lambda rng: [
        (
            [
                oval(0, 0, 0.06, 0.5),
                [(0, -0.12), (0.48, 0.14), (0.48, 0.24), (0, 0.12), (-0.48, 0.24), (-0.48, 0.14)],
                [(0, 0.3), (0.18, 0.42), (0.18, 0.49), (0, 0.44), (-0.18, 0.49), (-0.18, 0.42)],
            ],
            None,
            0,
        )
    ],
    "anchor": lambda rng: [
        (
            [
                oval(0, -0.4, 0.1, 0.1),
                [(-0.05, -0.34), (0.05, -0.34), (0.05, 0.45), (-0.05, 0.45)],
                [(-0.22, -0.2), (0.22, -0.2), (0.22, -0.12), (-0.22, -0.12)],
                [(-0.42, 0.1), (-0.3, 0.3), (0, 0.4), (0.3, 0.3), (0.42, 0.1), (0.36, 0.36), (0, 0.5), (-0.36, 0.36)],
            ],
            None,
            0,
        )
    ],
    "key": lambda rng: [
        (
            [
                oval(0, -0.25, 0.2, 0.2),
                [(-0.06, -0.1), (0.06, -0.1), (0.06, 0.5), (-0.06, 0.5)],
                [(0.0, 0.2), (0.24, 0.2), (0.24, 0.3), (0.0, 0.3)],
                [(0.0, 0.38), (0.2, 0.38), (0.2, 0.48), (0.0, 0.48)],
            ],
            None,
            0,
        )
    ],
    "mouse": lambda rng: [([[(x * 1.12, y * 1.08) for x, y in ARROW[0]]], None, -70), (ARROW, None, 0)],
}
"""What each picture is made of, from the back to the front."""
PICTURES = tuple(PARTS)


def picture(kind: str, rng: Random, turn: float = 0.0) -> Draw:
    """One picture, as it is drawn in every cell of a board."""
    parts = PARTS[kind](rng)
    rim = rng.choice((0.0, 0.0, 0.0, rng.uniform(0.02, 0.05)))
    mirrored = -1 if rng.random() < 0.3 else 1

    def placed(points: Points, size: float) -> list[tuple[float, float]]:
        return turned([(mirrored * x * size, y * size) for x, y in points], turn)

    def draw(side: int, size: float, colour: Colour) -> Layer:
        answer = layer(side)
        if rim:
            outline = mask(side)
            for shapes, _, _ in parts:
                for points in shapes:
                    stroke(outline, placed(points, size * 0.96), rim * 2, True)
            over(answer, outline, shifted(colour, -90 if sum(colour) > 300 else 90))
        for shapes, own, lighter in parts:
            shape = polygons(mask(side), [placed(points, size) for points in shapes])
            over(answer, shape, own if own else shifted(colour, lighter) if lighter else colour)
        return answer

    return draw


def outline(kind: str, rng: Random) -> list[tuple[float, float]]:
    """The outermost shape of a picture."""
    return PARTS[kind](rng)[0][0][0]


def random_pair(rng: Random) -> tuple[Draw, Draw]:
    """Two different pictures."""
    first, second = rng.sample(PICTURES, 2)
    turn = rng.choice((0.0, 0.0, 0.0, rng.uniform(-0.4, 0.4)))
    return picture(first, rng, turn), picture(second, rng, turn)


def _shaken(points: Points, rng: Random, by: float) -> list[tuple[float, float]]:
    return [(x + rng.gauss(0, by), y + rng.gauss(0, by)) for x, y in points]


def _hand(points: Points, width: float, closed: bool, seed: int, by: float) -> Draw:
    """A line drawn anew, a little differently, each time it is asked for."""
    rng = Random(seed)

    def draw(side: int, size: float, colour: Colour) -> Layer:
        slant = rng.gauss(0, 0.09)
        moved = turned(_shaken([(x * size, y * size) for x, y in points], rng, by * size), slant)
        return over(layer(side), stroke(mask(side), moved, width, closed), colour)

    return draw


def handwriting(rng: Random) -> tuple[Draw, Draw]:
    """A zero and a one."""
    width, by = rng.uniform(0.035, 0.1), rng.uniform(0.01, 0.035)
    wide = rng.uniform(0.26, 0.45)
    zero = oval(0, 0, wide, 0.48, rng.uniform(-0.2, 0.3))[:: rng.choice((1, 2))]
    gap = rng.random() < 0.3
    kind = rng.randrange(3)
    one = ([(0, -0.48), (0.01, 0), (0, 0.48)], [(-0.2, -0.25), (0.04, -0.48), (0.02, 0), (0.03, 0.48)])[min(kind, 1)]
    if kind == 2:
        one = [(-0.18, -0.28), (0.03, -0.48), (0.02, 0.0), (0.02, 0.46), (-0.16, 0.46), (0.2, 0.45)]
    return _hand(zero, width, not gap, rng.randrange(10**9), by), _hand(one, width, False, rng.randrange(10**9), by)


def hand_cross(rng: Random) -> Draw:
    """An x written by hand."""
    width, by, seed = rng.uniform(0.035, 0.1), rng.uniform(0.01, 0.05), rng.randrange(10**9)
    inner = Random(seed)

    def draw(side: int, size: float, colour: Colour) -> Layer:
        half = size * 0.45
        shape: Mask = mask(side)
        for sign in (1, -1):
            stroke(shape, _shaken([(-half, -half * sign), (half, half * sign)], inner, by), width)
        return over(layer(side), shape, colour)

    return draw
