"""Colours that go together and can be told apart. All are BGR, 0..255."""

from __future__ import annotations

import colorsys
from random import Random

Colour = tuple[float, float, float]

READABLE = 33.0
"""Least distance in CIE L*a*b* between a symbol and what it lies on."""
LIGHTER = 16.0
"""Least difference in lightness alone."""
APART = 30.0
"""Least distance between the two kinds, where nothing but their colour tells them apart."""

WHITE: Colour = (255, 255, 255)
BLACK: Colour = (0, 0, 0)


def hsl(hue: float, saturation: float, lightness: float) -> Colour:
    """Hue in degrees, saturation and lightness in percent; out of range is cut."""
    r, g, b = colorsys.hls_to_rgb(
        hue % 360 / 360, min(max(lightness, 0), 100) / 100, min(max(saturation, 0), 100) / 100
    )
    return b * 255, g * 255, r * 255


def grey(level: float) -> Colour:
    return level, level, level


def mix(first: Colour, second: Colour, share: float) -> Colour:
    """`share` of the second."""
    b, g, r = (x + (y - x) * share for x, y in zip(first, second, strict=True))
    return b, g, r


def _root(t: float) -> float:
    return t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116


def lab(colour: Colour) -> tuple[float, float, float]:
    """CIE L*a*b* (D65)."""
    b, g, r = ((max(v, 0.0) / 255) ** 2.2 for v in colour)
    fx = _root((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505)
    fy = _root(0.2126 * r + 0.7152 * g + 0.0722 * b)
    fz = _root((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089)
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def distance(first: Colour, second: Colour) -> float:
    """How different two colours look (CIE 1976)."""
    a, b = lab(first), lab(second)
    return float(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2) ** 0.5)


def lightness(colour: Colour) -> float:
    return lab(colour)[0]


def away(
    rng: Random, grounds: list[Colour], hue: float, saturation: float, least: float = READABLE, lighter: float = LIGHTER
) -> Colour:
    """A colour of about this hue that can be told from all `grounds`; its lightness gives way."""
    labs = [lab(ground) for ground in grounds]
    best, best_score = BLACK, -1.0
    for _ in range(24):
        colour = hsl(hue + rng.uniform(-12, 12), saturation, rng.uniform(4, 97))
        here = lab(colour)
        score = 1e9
        for there in labs:
            far = ((here[0] - there[0]) ** 2 + (here[1] - there[1]) ** 2 + (here[2] - there[2]) ** 2) ** 0.5
            score = min(score, far, abs(here[0] - there[0]) * least / max(lighter, 1e-6))
        if score >= least:
            return colour
        if score > best_score:
            best, best_score = colour, score
    return best


def ink_on(ground: Colour) -> Colour:
    """Black or white, whichever is read more easily."""
    return BLACK if lightness(ground) > 55 else WHITE


def shifted(colour: Colour, by: float) -> Colour:
    """Lighter or darker by so many levels, 0..255."""
    b, g, r = (min(max(v + by, 0.0), 255.0) for v in colour)
    return b, g, r


def hue_of(colour: Colour) -> float:
    """In degrees."""
    b, g, r = colour
    return colorsys.rgb_to_hls(r / 255, g / 255, b / 255)[0] * 360


def of_hex(name: str) -> Colour:
    """From "#rrggbb"."""
    return float(int(name[5:7], 16)), float(int(name[3:5], 16)), float(int(name[1:3], 16))


def vivid(colour: Colour, by: float) -> Colour:
    """So many times as colourful."""
    middle = sum(colour) / 3
    b, g, r = (min(255.0, max(0.0, middle + (v - middle) * by)) for v in colour)
    return b, g, r


def slid(rng: Random, colour: Colour, by: float) -> Colour:
    """Each channel another by at most so many levels."""
    b, g, r = (min(255.0, max(0.0, v + rng.uniform(-by, by))) for v in colour)
    return b, g, r
