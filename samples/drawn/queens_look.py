"""A random look of a board of Queens: colours, patterns, lines, crowns and crosses. `queens_paint.py` draws it."""

from __future__ import annotations

from dataclasses import dataclass
from math import pi, sin
from random import Random

import cv2
import numpy as np

from samples.drawn.colours import BLACK, WHITE, Colour, away, distance, grey, hsl, lightness, mix
from samples.drawn.glyphs import emoji
from samples.drawn.gridlook import GridLook, random_gridlook
from samples.drawn.paint import Layer, disc, layer, mask, over, polygon, reduced, rounded, stroke
from samples.drawn.pictures import PICTURES, picture
from samples.drawn.regions import Regions
from samples.drawn.symbols import Draw, characters, emoji_symbols
from samples.drawn.types import Labels
from samples.drawn.variants import hollow, lined

KNOWN = 0.3
"""Share of boards whose lines and colours are nearly LinkedIn's."""
LINKEDIN = tuple(
    (float(b), float(g), float(r))
    for r, g, b in (
        (187, 163, 226), (255, 201, 146), (150, 190, 255), (179, 223, 160), (223, 223, 223), (255, 123, 96),
        (230, 243, 136), (185, 178, 158), (223, 160, 191), (163, 210, 216), (98, 239, 234),
    )
)  # fmt: skip
"""The colours of its regions, in order."""
NEARLY_ALIKE = 0.3
"""How often two neighbouring regions have nearly the same colour where lines tell where they end."""
TOLD_APART = 15.0
"""Least distance in CIE L*a*b* between neighbouring regions that nothing but their colours tells apart."""
JOINED = 0.55
"""Of boards with gaps the share that has them between regions alone."""
LINED = 0.08
"""How often crowns, or crosses, have a line of another colour around them."""
HOLLOW = 0.25
"""How often a crown is drawn as its outline alone."""
SIGNS = "✈⚓✿❀★☀☂♥♣♠♞♘⚑☘✦✻♨⚛☎✂✎"
"""What a page may have for a crown."""
SMALL_SIGNS = "~≈∗*•°✧⋆♦❄☁∅⊘○△◇≋"
"""What a page may have for a cross."""
PATTERNS = (
    "", "stripes", "back", "rows", "columns", "dots", "checks", "hatch", "rings", "zigzag", "bricks", "ticks",
    "crosses", "waves",
)  # fmt: skip


@dataclass(slots=True)
class QueensLook:
    """Lengths are in cells. `inner`, `outer`: the lines within regions and between them, None where there are none;
    `tells`: whether lines alone tell where regions end."""

    page: GridLook
    fills: list[Colour]
    patterns: list[str]
    inner: Colour | None
    inner_width: float
    outer: Colour | None
    outer_width: float
    frame: Colour | None
    frame_width: float
    frame_radius: float
    tells: bool
    gap: float
    radius: float
    under: Colour
    crown: Draw
    crown_size: float
    crown_ink: Colour
    crown_low: float
    cross: Draw
    cross_size: float
    cross_ink: Colour | None
    cross_opacity: float
    wrong_ink: Colour
    wrong_sign: str
    badge: str = ""
    pattern_strength: float = 0.3
    uneven: float = 0.0
    """By so much the widths of lines differ from one to the next, in cells."""
    checker: float = 0.0
    """By so much every other cell is darker, 0..1."""
    rim: Colour | None = None
    """A line around each tile."""
    ticked: bool = False
    """Crowns have a small sign in a corner of their cell."""
    rim_width: float = 0.03
    joined: bool = False
    """The cells of a region are one patch, with gaps between regions alone."""
    dash: float = 0.0
    """The length of the dashes of lines within regions, in cells; 0: they have no gaps."""


def _crown_shape(rng: Random) -> Draw:
    """A crown of three or five points, with or without balls and a band."""
    points, low = rng.choice((3, 3, 5)), rng.uniform(-0.08, 0.12)
    balls, band = rng.random() < 0.5, rng.random() < 0.5
    rim = rng.random() < 0.2
    hollow = rng.uniform(0.04, 0.09) if rng.random() < HOLLOW else 0.0
    narrow, tall = rng.uniform(0.0, 0.12), rng.uniform(0.34, 0.48)
    tips = [-0.5 + k / (points - 1) for k in range(points)]
    outline: list[tuple[float, float]] = [(-0.5 + narrow, tall)]
    for k, x in enumerate(tips):
        outline.append((x, -0.45 if abs(x) < 0.1 or points == 5 else rng.choice((-0.3, -0.4))))
        if k < points - 1:
            outline.append(((x + tips[k + 1]) / 2, low))
    outline.append((0.5 - narrow, tall))

    def draw(side: int, size: float, colour: Colour) -> Layer:
        points = [(x * size, y * size) for x, y in outline]
        shape = stroke(mask(side), points, hollow * size, closed=True) if hollow else polygon(mask(side), points)
        if balls:
            for x, y in [p for p in outline if p[1] < -0.2]:
                disc(shape, x * size, y * size, 0.07 * size)
        if band:
            stroke(shape, [(-0.45 * size, (tall + 0.08) * size), (0.45 * size, (tall + 0.08) * size)], 0.07 * size)
        on = over(layer(side), shape, colour)
        if rim:
            around = cv2.morphologyEx(shape, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
            over(on, np.asarray(around, np.uint8), mix(colour, BLACK, 0.7))
        return on

    return draw


def _simple(kind: str) -> Draw:
    def draw(side: int, size: float, colour: Colour) -> Layer:
        shape = disc(mask(side), 0, 0, size / 2)
        if kind == "ring":
            disc(shape, 0, 0, size * 0.34, 0)
        return over(layer(side), shape, colour)

    return draw


def _crown(rng: Random) -> Draw:
    kind = rng.choices(
        ("crown", "sign", "letter", "emoji", "star", "disc", "ring", "picture", "any"),
        (36, 16, 11, 13, 8, 3, 2, 10, 12),
    )[0]
    if kind == "any":
        return emoji_symbols(rng, 1)[0]
    if kind == "crown":
        return _crown_shape(rng)
    if kind == "sign":
        return characters(rng, rng.choice("♛♕♚♔♛♛" if rng.random() < 0.8 else SIGNS))[0]
    if kind in ("picture", "star"):
        return _perhaps_hollow(rng, picture(rng.choice(PICTURES) if kind == "picture" else "star", rng))
    if kind == "letter":
        return characters(rng, "Q")[0]
    if kind == "emoji":
        return _emoji_crown(rng)
    return _simple(kind)


def _perhaps_hollow(rng: Random, draw: Draw) -> Draw:
    return hollow(draw, rng.uniform(0.02, 0.04), rng.choice((0.0, 0.3))) if rng.random() < HOLLOW else draw


def _emoji_crown(rng: Random) -> Draw:
    found = emoji(rng.choice("👑👑👸" if rng.random() < 0.6 else "🐱🐶🐝🌸🌻🦋🐞🐼🦊🐸⭐🌟💎🍓🍄🎃👻🐧🌹🏰🐈😺"))
    if found is None:
        return _crown_shape(rng)

    def draw(side: int, size: float, colour: Colour) -> Layer:
        canvas = layer(side)
        small = reduced(found, max(4, round(size * side)))
        first = (side - len(small)) // 2
        low, high = max(0, -first), min(len(small), side - first)
        canvas[first + low : first + high, first + low : first + high] = small[low:high, low:high]
        return canvas

    return draw


def _cross(rng: Random) -> Draw:
    kinds = {"saltire": 42, "sign": 18, "dot": 21, "plus": 3, "dash": 4, "slash": 4, "ring": 5, "square": 2}
    kinds |= {"picture": 7, "waves": 4, "any": 14}
    kind = rng.choices(list(kinds), list(kinds.values()))[0]
    if kind == "any":
        return emoji_symbols(rng, 1)[0]
    if kind == "sign":
        return characters(rng, rng.choice("×xX✕✗✖×x" if rng.random() < 0.75 else SMALL_SIGNS))[0]
    if kind == "picture":
        return _perhaps_hollow(rng, picture(rng.choice(PICTURES), rng))
    if kind == "waves":
        return _waves(rng)
    if kind in ("dot", "ring"):
        return _simple("disc" if kind == "dot" else "ring")
    width, half = rng.choice((0.08, 0.12, 0.18, 0.28)), 0.5

    def draw(side: int, size: float, colour: Colour) -> Layer:
        shape, reach, thick = mask(side), half * size, width * size
        if kind == "saltire":
            stroke(shape, [(-reach, -reach), (reach, reach)], thick)
            stroke(shape, [(-reach, reach), (reach, -reach)], thick)
        elif kind == "slash":
            stroke(shape, [(-reach, reach), (reach, -reach)], thick)
        elif kind == "square":
            polygon(shape, rounded(-reach, -reach, reach, reach, 0.1 * size))
        else:
            stroke(shape, [(-reach, 0), (reach, 0)], thick)
            if kind == "plus":
                stroke(shape, [(0, -reach), (0, reach)], thick)
        return over(layer(side), shape, colour)

    return draw


def _waves(rng: Random) -> Draw:
    """One to three wavy lines, one below the other."""
    count, rises = rng.randint(1, 3), rng.choice((1, 1.5, 2))
    high, width = rng.uniform(0.06, 0.14), rng.uniform(0.06, 0.14)
    xs = [k / 24 - 0.5 for k in range(25)]

    def draw(side: int, size: float, colour: Colour) -> Layer:
        shape = mask(side)
        for line in range(count):
            y = 0.3 * (line - (count - 1) / 2)
            points = [(x * size, (y + high * sin(2 * pi * rises * x)) * size) for x in xs]
            stroke(shape, points, width * size)
        return over(layer(side), shape, colour)

    return draw


def _perhaps_lined(rng: Random, draw: Draw) -> Draw:
    line = rng.choice((WHITE, WHITE, BLACK, grey(rng.uniform(0, 255))))
    return lined(draw, rng.uniform(0.015, 0.05), line) if rng.random() < LINED else draw


def _palette(rng: Random, size: int, known: bool) -> list[Colour]:
    """A colour for each region."""
    if known:
        by = rng.choice((0.0, 0.0, 6.0, 14.0))
        some = [(*(min(255.0, max(0.0, v + rng.uniform(-by, by))) for v in colour),) for colour in LINKEDIN]
        more = [hsl(rng.uniform(0, 360), 50, 75) for _ in range(max(0, size - len(some)))]
        return [(c[0], c[1], c[2]) for c in some[:size]] + more
    kind = rng.choices(("hues", "random", "primary", "greys", "one"), (41, 26, 12, 3, 18))[0]
    if kind == "primary":
        colours = [hsl(60 * k, 100, 50) for k in range(6)]
        colours += [hsl(60 * k, 100, 25) for k in range(6)] + [hsl(30, 100, 50), hsl(270, 100, 50)]
        colours += [WHITE, grey(128), grey(192), hsl(120, 100, 75), hsl(0, 60, 80), grey(60)]
        return [*rng.sample(colours, min(size, len(colours))), *colours][:size]
    if kind == "one":
        level = rng.choice((100, 97, rng.uniform(0, 20), rng.uniform(3, 97)))
        colour = hsl(rng.uniform(0, 360), rng.choice((0, 0, 30)), level)
        return [colour] * size
    if kind == "greys":
        levels = [grey(60 + 190 * k / max(1, size - 1)) for k in range(size)]
        rng.shuffle(levels)
        return levels
    first, level, full = rng.uniform(0, 360), rng.uniform(28, 86), rng.uniform(25, 100)
    colours = []
    for k in range(size):
        hue = first + 360 * k / size if kind == "hues" else rng.uniform(0, 360)
        wide = 6 if kind == "hues" else 18
        colours.append(hsl(hue + rng.uniform(-8, 8), full + rng.uniform(-15, 15), level + rng.uniform(-wide, wide)))
    if kind == "random" and rng.random() < 0.4:
        colours[rng.randrange(size)] = rng.choice((WHITE, grey(200), grey(120), grey(40)))
    rng.shuffle(colours)
    return colours


def _neighbours(regions: Labels) -> set[tuple[int, int]]:
    pairs = np.concatenate(
        (
            np.stack((regions[:, 1:].ravel(), regions[:, :-1].ravel()), axis=1),
            np.stack((regions[1:].ravel(), regions[:-1].ravel()), axis=1),
        )
    )
    return {(int(a), int(b)) for a, b in pairs.tolist() if a != b}


def random_look(rng: Random, board: Regions, cell: int, shown: float) -> QueensLook:
    """A look in which regions, crowns and crosses can be told."""
    size, known = board.size, rng.random() < KNOWN
    page = random_gridlook(rng, cell)
    uneven = rng.uniform(0.02, 0.09) if rng.random() < 0.09 else 0.0
    fills = _palette(rng, size, known)
    near = _neighbours(board.regions)
    # At least a pixel and a half more in the finished picture, or nothing within regions, tells where they end.
    pixel = 1.5 / shown
    style = "linkedin" if known else rng.choices(("thick", "alike", "none", "between", "gaps"), (30, 28, 8, 12, 26))[0]
    line = BLACK if rng.random() < 0.55 else rng.choice((WHITE, grey(rng.uniform(0, 255)), hsl(page.hue, 30, 20)))
    if len(set(fills)) == 1:  # lines, or gaps, tell all
        style = rng.choices(("thick", "between", "gaps"), (70, 15, 15))[0]
        line = away(rng, [fills[0]], rng.uniform(0, 360), rng.choice((0, 0, 0, 80)), 70, 35)
    inner: Colour | None = line
    outer: Colour | None = line
    inner_width, outer_width, gap = rng.choice((0.015, 0.02, 0.03, 0.04)), 0.0, 0.0
    if style == "linkedin":
        line = BLACK if rng.random() < 0.85 else grey(30)
        inner = line if rng.random() < 0.8 else mix(line, grey(128), 0.3)
        inner_width, outer_width = rng.uniform(0.012, 0.028), rng.uniform(0.05, 0.085)
        outer = line
    elif style == "thick":
        outer_width = max(inner_width + pixel, rng.uniform(0.05, 0.14))
        if rng.random() < 0.5:
            inner = mix(line, fills[0], rng.uniform(0.2, 0.9)) if rng.random() < 0.6 else grey(rng.uniform(0, 255))
    elif style == "alike":
        inner_width = outer_width = rng.choice((0.015, 0.02, 0.03, 0.05, 0.08, 0.11, 0.15))
    elif style == "between":
        inner, outer_width = None, max(pixel, rng.uniform(0.02, 0.12))
    elif style == "none":
        inner = outer = None
    else:
        gap = rng.choice((0.03, 0.05, 0.08, 0.12, 0.2))
        inner = outer = None
        if rng.random() < 0.3:
            outer, outer_width = line, max(pixel, gap * rng.uniform(0.6, 1.2))
    joined = bool(gap) and rng.random() < JOINED
    if joined:
        gap, outer = max(gap, pixel), None
        inner = mix(line, fills[0], rng.uniform(0.0, 0.7)) if rng.random() < 0.75 else None
    contrast = min((distance(outer, fill) for fill in fills), default=0.0) if outer else 0.0
    tells = outer is not None and contrast > 18 and outer_width >= inner_width * (inner is not None) + pixel * 0.6
    tells = tells or joined
    if uneven or (known and outer_width - inner_width < 1.0 / shown):
        tells = False
    if not tells:
        tries = 0
        while min((distance(fills[a], fills[b]) for a, b in near), default=99.0) < TOLD_APART and tries < 40:
            tries += 1
            close = [a for a, b in near if distance(fills[a], fills[b]) < TOLD_APART]
            fills[rng.choice(close)] = hsl(rng.uniform(0, 360), rng.uniform(20, 100), rng.uniform(25, 90))
    elif rng.random() < NEARLY_ALIKE:
        for _ in range(rng.choice((1, 1, 2))):
            one, other = rng.choice(sorted(near))
            by = rng.uniform(0.02, 0.2)
            fills[one] = mix(fills[other], rng.choice((BLACK, WHITE, hsl(rng.uniform(0, 360), 80, 50))), by)
    patterns = [""] * size
    if rng.random() < 0.22:
        patterns = [rng.choice(PATTERNS) for _ in range(size)]
    mean = sum(lightness(fill) for fill in fills) / size
    ink = BLACK if mean > 45 else WHITE
    kinds = [ink, ink, ink, mix(ink, grey(128), 0.3)]
    if all(distance(hsl(45, 95, 50), fill) > 30 for fill in fills) or rng.random() < 0.06:
        kinds.append(hsl(45, 95, 50))
    strong = hsl(rng.uniform(0, 360), 80, 20 if mean > 45 else 85)
    crown_ink = rng.choice((*kinds, strong if rng.random() < 0.5 else ink))
    if board.state == "solved" and rng.random() < 0.5:
        crown_ink = hsl(rng.uniform(34, 48), 90, rng.uniform(42, 56))
    cross_size = 0.16 if known and rng.random() < 0.6 else rng.choice((rng.uniform(0.14, 0.62), rng.uniform(0.09, 0.2)))
    cross_size = max(cross_size, 4.2 / shown)
    framed = rng.random() < (0.92 if style in ("linkedin", "thick", "alike") else 0.3)
    return QueensLook(
        page,
        fills,
        patterns,
        inner,
        inner_width,
        outer,
        outer_width,
        (line if rng.random() < 0.8 else mix(line, page.page, 0.4)) if framed else None,
        rng.uniform(0.09, 0.15) if style == "linkedin" else rng.choice((outer_width, 0.02, 0.04, 0.1)),
        rng.choice((0.0, 0.0, 0.1, 0.2, 0.3)),
        tells,
        gap,
        rng.choice((0.0, 0.2, 0.3, 0.4) if joined else (0.0, 0.0, 0.1, 0.2, 0.5)) if gap else 0.0,
        page.page if rng.random() < 0.5 else rng.choice((BLACK, WHITE, grey(rng.uniform(0, 255)))),
        _perhaps_lined(rng, _crown(rng)),
        max(
            rng.uniform(0.4, 0.66) if known else rng.choice((rng.uniform(0.2, 0.4), rng.uniform(0.28, 0.85))),
            7.0 / shown,
        ),
        crown_ink,
        rng.uniform(-0.03, 0.08),
        _perhaps_lined(rng, _cross(rng)),
        cross_size,
        rng.choice((None, None, BLACK if mean > 45 else WHITE, hsl(0, 80, 45) if mean > 60 else None)),
        rng.choice((1.0, 0.75, 0.75, rng.uniform(0.22, 1.0))),
        hsl(rng.uniform(-12, 8), rng.uniform(70, 100), rng.uniform(35, 70)),
        rng.choices(("stripes", "framed stripes", "tint", "frame", "ink", "crowns"), (3, 4, 1, 1, 1, 1))[0],
        rng.choices(("", "disc", "light", "dark", "frame"), (82, 6, 5, 3, 4))[0],
        rng.uniform(0.12, 0.6),
        uneven,
        rng.uniform(0.08, 0.35) if rng.random() < (0.4 if gap else 0.12) else 0.0,
        (line if rng.random() < 0.6 else grey(rng.uniform(0, 255))) if gap and rng.random() < 0.4 else None,
        rng.random() < 0.04,
        rng.choice((0.03, 0.05, 0.08, rng.uniform(0.02, 0.12))),
        joined,
        rng.uniform(0.03, 0.2) if rng.random() < (0.6 if joined else 0.12) else 0.0,
    )
