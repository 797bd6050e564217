"""Pairs of symbols: which two a board has, and how each is drawn. Cells under them are not drawn here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import pi
from random import Random

import cv2
import numpy as np

from samples.drawn import pictures, suns, variants
from samples.drawn.characters import DAY_AND_NIGHT, EMOJI, EMOJI_MOONS, EMOJI_SUNS, LETTERS, SAME_SHAPE, UNTOLD
from samples.drawn.colours import Colour, grey, mix, shifted
from samples.drawn.glyphs import centred, emoji, random_font, text_mask
from samples.drawn.paint import (
    Layer,
    Mask,
    Points,
    disc,
    glow,
    layer,
    mask,
    over,
    polygon,
    rounded,
    slope,
    stroke,
    turned,
)
from samples.drawn.types import MOON, ONE, OTHER, PICTURE, SUN, UNKNOWN, ZERO

Draw = Callable[[int, float, Colour], Layer]
"""Side of the layer in pixels, size of the symbol in cells, its colour."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two symbols, or more for other games.

    `coloured`: they bring their own colours; `alike`: nothing but their colour tells them apart; `fine`: how many times
    larger they must be to be read than others of their look; `again`: characters in another typeface.
    """

    look: str
    names: tuple[int, ...]
    draw: tuple[Draw, ...]
    coloured: bool = False
    alike: bool = False
    fine: float = 1.0
    again: tuple[Draw, ...] = ()


def _glyph(text: str, font: str, bold: float, cap: str) -> Draw:
    def draw(side: int, size: float, colour: Colour) -> Layer:
        shape = centred(text_mask(text, font, max(3, round(size * side)), cap), side)
        if bold > 0:
            width = max(1, round(bold * side)) | 1
            shape = np.asarray(cv2.dilate(shape, np.ones((width, width), np.uint8)), np.uint8)
        return over(layer(side), shape, colour)

    return draw


def _digits(rng: Random) -> Pair:
    if rng.random() < 0.1:
        return Pair("digit", (ZERO, ONE), variants.segments(rng), alike=False)
    return Pair("digit", (ZERO, ONE), _in_a_typeface(rng, "01"), again=_in_a_typeface(rng, "01"))


def _in_a_typeface(rng: Random, text: str) -> tuple[Draw, ...]:
    """Each character of a text, all in one typeface that has them, now and then bold."""
    font = random_font(rng, text)
    bold = rng.choice((0, 0, 0, rng.uniform(0.01, 0.05)))
    return tuple(_glyph(c, font, bold, text[0]) for c in text)


DAYS = 0.3
"""How often letters are those that stand for sun and moon, beside their share of all."""


def _letters(rng: Random) -> Pair:
    pair = rng.choice(LETTERS) if rng.random() > DAYS else rng.choice(DAY_AND_NIGHT)
    font = random_font(rng, pair)
    if font.startswith("hershey") and not pair.isascii():
        pair = "AB"
    names = (UNKNOWN, UNKNOWN) if pair in UNTOLD else (SUN, MOON) if pair in DAY_AND_NIGHT else (OTHER, OTHER)
    bold = rng.choice((0, 0, rng.uniform(0.01, 0.04)))
    draws = _glyph(pair[0], font, bold, pair[0]), _glyph(pair[1], font, bold, pair[1])
    return Pair("letter", names, draws, again=_in_a_typeface(rng, pair) if pair.isascii() else ())


def characters(rng: Random, text: str) -> tuple[Draw, ...]:
    """Each character of a text as a symbol, all in one typeface."""
    font = random_font(rng, text)
    return tuple(_glyph(c, font, 0, text[0]) for c in text)


def words(rng: Random, texts: tuple[str, ...]) -> tuple[Draw, ...]:
    """Each text as a symbol, all in one typeface, as high as its digits."""
    font = random_font(rng, "0124589")
    return tuple(_glyph(text, font, 0, "0") for text in texts)


def _emoji(character: str, tint: bool) -> Draw:
    def draw(side: int, size: float, colour: Colour) -> Layer:
        picture = emoji(character)
        inner = max(4, round(size * side))
        answer = layer(side)
        if picture is None:
            return over(answer, disc(mask(side), 0, 0, size / 2), colour)
        small = np.asarray(cv2.resize(picture, (inner, inner), interpolation=cv2.INTER_AREA), np.float32)
        at = (side - inner) // 2
        answer[at : at + inner, at : at + inner] = small
        if tint:  # one colour: the outline filled
            answer[..., :3] = answer[..., 3:] * np.asarray(colour, np.float32)
        return answer

    return draw


def _emojis(rng: Random) -> Pair:
    if rng.random() < 0.45:
        first, second = rng.choice(EMOJI_SUNS), rng.choice(EMOJI_MOONS)
        if emoji(first) is not None and emoji(second) is not None:
            return Pair("emoji", (SUN, MOON), (_emoji(first, False), _emoji(second, False)), coloured=True)
    pair = rng.choice(EMOJI)
    if rng.random() < 0.35:  # any two
        other = rng.choice(EMOJI)[1]
        pair = pair[0] + (other if other != pair[0] else pair[1])
    if emoji(pair[0]) is None or emoji(pair[1]) is None:
        return _letters(rng)
    alike = pair[0] in SAME_SHAPE or pair[1] in SAME_SHAPE
    if rng.random() < 0.07 and not alike:
        return Pair("emoji", (PICTURE, PICTURE), (_emoji(pair[0], True), _emoji(pair[1], True)))
    name = OTHER if alike else PICTURE
    return Pair("emoji", (name, name), (_emoji(pair[0], False), _emoji(pair[1], False)), coloured=True, alike=alike)


def emoji_symbols(rng: Random, count: int) -> tuple[Draw, ...]:
    """Different emoji, or pictures where there are none."""
    every = tuple(dict.fromkeys("".join(EMOJI)))
    if emoji("🐱") is None or rng.random() < 0.3:
        return tuple(pictures.picture(kind, rng) for kind in rng.sample(pictures.PICTURES, count))
    return tuple(_emoji(c, False) for c in rng.sample(every, count))


def _rim(rng: Random) -> tuple[float, float]:
    """Width and shade of an outline."""
    return (rng.uniform(0.015, 0.05), rng.choice((-90.0, -50.0, 60.0))) if rng.random() < 0.4 else (0.0, 0.0)


def _disc(rng: Random) -> Draw:
    width, shade = _rim(rng)
    kind = rng.choices(("flat", "shaded", "glossy", "ridged"), (60, 15, 15, 10))[0]

    def draw(side: int, size: float, colour: Colour) -> Layer:
        answer = layer(side)
        if width:
            over(answer, disc(mask(side), 0, 0, size / 2), shifted(colour, shade))
        shape = disc(mask(side), 0, 0, size / 2 - width)
        if kind == "shaded":
            over(answer, shape, slope(side, shifted(colour, 35), shifted(colour, -35), pi / 2))
        elif kind == "glossy":
            over(answer, shape, glow(side, shifted(colour, 70), colour, -0.14 * size, -0.16 * size, 0.6 * size))
        else:
            over(answer, shape, colour)
        if kind == "ridged":
            over(answer, disc(mask(side), 0, 0, size * 0.3), shifted(colour, 28))
            over(answer, disc(mask(side), 0, 0, size * 0.3 - 0.03), colour)
        return answer

    return draw


def _discs(rng: Random) -> Pair:
    draw = _disc(rng)
    if rng.random() < 0.12:
        draw = variants.nested(draw, rng.uniform(0.4, 0.75), rng.random() < 0.5)
    return Pair("disc", (OTHER, OTHER), (draw, draw), alike=True)


def _ring(width: float) -> Draw:
    def draw(side: int, size: float, colour: Colour) -> Layer:
        shape = disc(mask(side), 0, 0, size / 2)
        disc(shape, 0, 0, max(0.02, size / 2 - width), 0)
        return over(layer(side), shape, colour)

    return draw


def _rings(rng: Random) -> Pair:
    """A ring and a disc, or a ring and a cross: told apart by their shape."""
    ring = _ring(rng.uniform(0.03, 0.12))
    other = rng.choice((_disc(rng), _cross(rng)))
    first, second = (ring, other) if rng.random() < 0.7 else (other, ring)
    return Pair("ring", (OTHER, OTHER), (first, second))


def _cross(rng: Random) -> Draw:
    width = rng.uniform(0.04, 0.13)

    def draw(side: int, size: float, colour: Colour) -> Layer:
        half = size / 2 * 0.9
        shape = stroke(mask(side), [(-half, -half), (half, half)], width)
        return over(layer(side), stroke(shape, [(-half, half), (half, -half)], width), colour)

    return draw


def _squares(rng: Random) -> Pair:
    radius, turn = rng.choice((0.0, 0.05, 0.12)), rng.choice((0, 0, pi / 4))

    def draw(side: int, size: float, colour: Colour) -> Layer:
        half = size / 2 * (0.8 if turn else 0.95)
        points = rounded(-half, -half, half, half, radius)
        return over(layer(side), polygon(mask(side), turned(points, turn)), colour)

    one: Draw = draw
    if rng.random() < 0.25:
        one = variants.nested(draw, rng.uniform(0.4, 0.75), rng.random() < 0.5)
    return Pair("square", (OTHER, OTHER), (one, one), alike=True)


def _stone(rng: Random) -> Draw:
    x, y = rng.uniform(-0.16, 0.0), rng.uniform(-0.18, -0.05)

    def draw(side: int, size: float, colour: Colour) -> Layer:
        answer = layer(side)
        shadow = cv2.GaussianBlur(disc(mask(side), 0.02, 0.03, size / 2), (0, 0), max(0.6, side / 40))
        over(answer, np.asarray(shadow, np.uint8), (0.0, 0.0, 0.0), 0.4)
        bright = mix(colour, (255, 255, 255), 0.45 if sum(colour) < 300 else 0.8)
        return over(
            answer, disc(mask(side), 0, 0, size / 2), glow(side, bright, shifted(colour, -22), x, y, 0.8 * size)
        )

    return draw


def _stones(rng: Random) -> Pair:
    draw = _stone(rng)
    return Pair("stone", (OTHER, OTHER), (draw, draw), alike=True)


def hand_digits(rng: Random) -> tuple[Draw, ...]:
    return pictures.handwriting(rng)


def _strokes(rng: Random) -> Pair:
    """Written by hand: 0 and 1, or O and X."""
    first, second = pictures.handwriting(rng)
    if rng.random() < 0.3:
        return Pair("hand", (UNKNOWN, UNKNOWN), (first, pictures.hand_cross(rng)))
    return Pair("hand", (ZERO, ONE), (first, second))


def _outlined(rng: Random) -> Pair:
    """White with a dark outline and black; or a shape as outline and filled."""
    kind = rng.choices(("disc", "square", "picture"), (60, 15, 25))[0]
    width = rng.uniform(0.02, 0.06)
    light, dark = grey(rng.uniform(235, 255)), grey(rng.uniform(0, 45))
    name = rng.choice(("heart", "star", "drop", "polygon", "diamond", "bolt", "leaf", "plus"))
    shape = pictures.outline(name, rng) if kind == "picture" else None
    tinted = rng.random() < 0.3

    def body(side: int, size: float) -> Mask:
        if shape:
            return polygon(mask(side), [(x * size, y * size) for x, y in shape])
        if kind == "square":
            return polygon(mask(side), rounded(-size / 2, -size / 2, size / 2, size / 2, 0.04))
        return disc(mask(side), 0, 0, size / 2)

    def draw(filled: bool) -> Draw:
        def one(side: int, size: float, colour: Colour) -> Layer:
            answer = over(layer(side), body(side, size), dark)
            if filled:
                return answer if not tinted else over(answer, body(side, size - 2 * width), (60.0, 60.0, 60.0))
            return over(answer, body(side, max(0.05, size * (0.8 if shape else 1) - 2 * width)), light)

        return one

    return Pair("outlined", (OTHER, OTHER), (draw(False), draw(True)), coloured=True)


def _turned(rng: Random) -> Pair:
    """One shape in two directions, or in two sizes, or once and twice: no colour tells them apart."""
    kind = rng.choices(("turned", "sizes", "count", "slash"), (44, 18, 28, 10))[0]
    if kind == "turned":
        name = rng.choice(
            ("drop", "heart", "tree", "fish", "bolt", "leaf", "key", "mouse", "ghost", "triangle", "moon")
        )
        angle = rng.choice((pi / 2, pi, -pi / 2))
        if name == "moon":
            start = rng.uniform(-pi, pi)
            draws = tuple(suns.crescent(start + by, rng.uniform(0.25, 0.45)) for by in (0.0, pi))
            return Pair("turned", (OTHER, OTHER), draws)
        if name == "triangle":
            shapes = [[(0.0, -0.45), (0.45, 0.4), (-0.45, 0.4)]]
        else:
            shapes = [pictures.outline(name, rng)]
        shapes.append(turned(shapes[0], angle))
    elif kind == "slash":
        bar = [(-0.45, 0.35), (0.35, -0.45), (0.45, -0.35), (-0.35, 0.45)]
        shapes = [bar, [(-x, y) for x, y in bar]]
    else:
        small = rng.uniform(0.3, 0.55)
        shapes = [rounded(-small / 2, -small / 2, small / 2, small / 2, small / 2), rounded(-0.5, -0.5, 0.5, 0.5, 0.5)]
    if kind == "count" and rng.random() < 0.5:  # as on dice
        return Pair("turned", (OTHER, OTHER), tuple(_dots(count, rng.uniform(0.1, 0.17)) for count in (1, 2)))
    if kind == "count":
        wide, tall = rng.uniform(0.1, 0.18), rng.uniform(0.2, 0.45)
        twice = [(-0.24, 0.24), (0.0,)]
        draws = tuple(_bars([(x, wide / 2, tall) for x in places]) for places in twice)
        return Pair("turned", (OTHER, OTHER), draws)
    return Pair("turned", (OTHER, OTHER), tuple(_shape(shape) for shape in shapes))


def _shapes(rng: Random) -> Pair:
    """Two plain shapes, neither of which is a moon: no sun and moon, whatever their colours."""
    draws: list[Draw] = []
    for name in rng.sample(("disc", "square", "diamond", "triangle", "star", "heart", "drop", "polygon", "plus"), 2):
        if name == "disc":
            draws.append(_disc(rng))
        elif name in ("square", "diamond"):
            half = 0.45 if name == "square" else 0.38
            points = rounded(-half, -half, half, half, rng.choice((0.0, 0.05, 0.12)))
            draws.append(_shape(turned(points, pi / 4 if name == "diamond" else 0)))
        elif name == "triangle":
            draws.append(_shape(turned([(0.0, -0.45), (0.45, 0.4), (-0.45, 0.4)], rng.choice((0.0, pi)))))
        else:
            draws.append(_shape(pictures.outline(name, rng)))
    return Pair("shapes", (OTHER, OTHER), tuple(draws))


def _hollow(rng: Random) -> Pair:
    """One shape as an outline and filled, in any colours."""
    kind = rng.choice(("picture", "disc", "square", "letter"))
    if kind == "picture":
        name = rng.choice(("heart", "star", "drop", "polygon", "diamond", "leaf", "ghost", "fish", "tree"))
        solid = _shape(pictures.outline(name, rng))
    elif kind == "letter":
        text = rng.choice("★♥♦♣♠●■▲◆☾")
        font = random_font(rng, text)
        solid = _glyph(text, font, 0, text) if not font.startswith("hershey") else _disc(rng)
    else:
        solid = _disc(rng) if kind == "disc" else _shape(rounded(-0.45, -0.45, 0.45, 0.45, rng.choice((0.0, 0.12))))
    empty = variants.hollow(solid, rng.uniform(0.025, 0.06))
    return Pair("hollow", (OTHER, OTHER), (solid, empty) if rng.random() < 0.5 else (empty, solid), fine=1.6)


def _shape(points: Points) -> Draw:
    def draw(side: int, size: float, colour: Colour) -> Layer:
        return over(layer(side), polygon(mask(side), [(x * size, y * size) for x, y in points]), colour)

    return draw


def _dots(count: int, radius: float) -> Draw:
    """One dot, or two across the corners."""
    places = [(0.0, 0.0)] if count == 1 else [(-0.28, -0.28), (0.28, 0.28)]

    def draw(side: int, size: float, colour: Colour) -> Layer:
        shape = mask(side)
        for x, y in places:
            disc(shape, x * size, y * size, radius * size)
        return over(layer(side), shape, colour)

    return draw


def _bars(bars: list[tuple[float, float, float]]) -> Draw:
    """Upright bars: middle, half width, half height each."""

    def draw(side: int, size: float, colour: Colour) -> Layer:
        shape = mask(side)
        for x, wide, tall in bars:
            polygon(shape, rounded((x - wide) * size, -tall * size, (x + wide) * size, tall * size, wide * size))
        return over(layer(side), shape, colour)

    return draw


def _pictures(rng: Random) -> Pair:
    first, second = pictures.random_pair(rng)
    return Pair("picture", (PICTURE, PICTURE), (first, second), coloured=rng.random() < 0.75)


def _suns(rng: Random) -> Pair:
    return Pair("sunmoon", (SUN, MOON), suns.random_pair(rng))


KINDS: dict[str, tuple[Callable[[Random], Pair], float]] = {
    "sunmoon": (_suns, 30),
    "digit": (_digits, 14),
    "disc": (_discs, 7),
    "emoji": (_emojis, 9),
    "letter": (_letters, 7),
    "picture": (_pictures, 9),
    "ring": (_rings, 4),
    "square": (_squares, 5),
    "stone": (_stones, 3),
    "hand": (_strokes, 3),
    "outlined": (_outlined, 5),
    "turned": (_turned, 4),
    "hollow": (_hollow, 4),
    "shapes": (_shapes, 4),
}


VARIED, ON_COINS = 0.11, ("digit", "letter", "sunmoon", "picture", "turned", "emoji")
"""Share of pairs of these looks, without colours of their own, that are on coins or ringed."""


def random_pair(rng: Random, kind: str = "") -> Pair:
    """A pair of some kind, or of any."""
    if kind:
        return KINDS[kind][0](rng)
    pair = KINDS[rng.choices(list(KINDS), [weight for _, weight in KINDS.values()])[0]][0](rng)
    if pair.look in ON_COINS and not pair.coloured and rng.random() < VARIED:
        return replace(pair, draw=variants.varied(rng, pair.draw), fine=1.7, again=())
    return pair
