"""Pairs of symbols: which two a board has, and how each is drawn. Cells under them are not drawn here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import pi
from random import Random

import cv2
import numpy as np

from samples.drawn import pictures, suns
from samples.drawn.colours import Colour, mix, shifted
from samples.drawn.glyphs import centred, emoji, random_font, text_mask
from samples.drawn.paint import Layer, disc, glow, layer, mask, over, polygon, rounded, slope, stroke, turned
from samples.drawn.types import MOON, ONE, OTHER, SUN, UNKNOWN, ZERO

Draw = Callable[[int, float, Colour], Layer]
"""Side of the layer in pixels, size of the symbol in cells, its colour."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two symbols. `coloured`: they bring their own colours; `alike`: nothing but their colour tells them apart."""

    look: str
    names: tuple[int, int]
    draw: tuple[Draw, Draw]
    coloured: bool = False
    alike: bool = False
    hues: tuple[float, float] | None = None


def _glyph(text: str, font: str, bold: float, cap: str) -> Draw:
    def draw(side: int, size: float, colour: Colour) -> Layer:
        shape = centred(text_mask(text, font, max(3, round(size * side)), cap), side)
        if bold > 0:
            width = max(1, round(bold * side)) | 1
            shape = np.asarray(cv2.dilate(shape, np.ones((width, width), np.uint8)), np.uint8)
        return over(layer(side), shape, colour)

    return draw


def _digits(rng: Random) -> Pair:
    font = random_font(rng)
    bold = rng.choice((0, 0, 0, rng.uniform(0.01, 0.05)))
    return Pair("digit", (ZERO, ONE), (_glyph("0", font, bold, "0"), _glyph("1", font, bold, "1")), alike=False)


LETTERS = (
    ("A", "B"), ("O", "X"), ("X", "O"), ("S", "M"), ("o", "x"), ("W", "B"), ("T", "F"), ("Y", "N"), ("+", "−"), ("a", "b"), ("H", "T"),
    ("♠", "♥"), ("★", "●"), ("▲", "■"), ("♀", "♂"), ("♦", "♣"), ("●", "○"), ("■", "□"), ("#", "@"), ("△", "○"), ("✓", "✗"), ("♪", "♫"),
    ("1", "2"), ("α", "β"), ("P", "Q"), ("I", "O"), ("⚀", "⚅"), ("☺", "☻"), ("Я", "Д"), ("♔", "♚"), ("✿", "❄"), ("☂", "☃"), ("L", "R"),
)  # fmt: skip


def _letters(rng: Random) -> Pair:
    pair = rng.choice(LETTERS)
    font = random_font(rng, "".join(pair))
    if font.startswith("hershey") and not "".join(pair).isascii():
        pair = ("A", "B")
    names = (UNKNOWN, UNKNOWN) if pair in (("S", "M"), ("O", "X"), ("X", "O"), ("o", "x"), ("1", "2"), ("I", "O")) else (OTHER, OTHER)
    bold = rng.choice((0, 0, rng.uniform(0.01, 0.04)))
    return Pair("letter", names, (_glyph(pair[0], font, bold, pair[0]), _glyph(pair[1], font, bold, pair[1])))


EMOJI = (
    "🐱🐶", "🍓🍋", "🎃👻", "⚽🏀", "🍕🍔", "🌊🔥", "🌸🍀", "🐢🦊", "🍎🍌", "🐸🐵", "🚗🚲", "🎄🎁", "🦁🐯", "🍩🍪", "🌵🌻", "🦄🐴", "🍇🍊", "🐼🐨", "🌍💜",
    "🎈🎉", "🐝🦋", "🍉🥝", "🏠🏢", "👑💎", "🚀🛸", "🌈🌧", "🐔🥚", "🧀🍞", "🐳🐙", "🎸🥁", "🔑🔒", "💡🔋", "🍒🍑", "🦆🐧", "🍄🌲", "⛄🎅", "🐰🥕", "☕🍵", "🌞🌚",
    "🔴🔵", "🟠🟣", "🟢🟡", "⚫⚪", "🟥🟦", "🟧🟪", "🟩🟨", "⬛⬜", "❤💙", "💚🧡", "⭐🔶", "🦴🐕", "🐟🐠", "🎯🎲", "🍭🍫", "🥑🌽", "🐞🐜", "🌹🌼", "🦉🦇",
)  # fmt: skip
EMOJI_SUNS, EMOJI_MOONS = "☀🌞🔆", "🌙🌛🌜🌕🌝🌚🌘🌒"
SAME_SHAPE = "🔴🟠🟢⚫🟥🟧🟩⬛❤💚"


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
    if rng.random() < 0.3:
        first, second = rng.choice(EMOJI_SUNS), rng.choice(EMOJI_MOONS)
        return Pair("emoji", (SUN, MOON), (_emoji(first, False), _emoji(second, False)), coloured=True)
    pair = rng.choice(EMOJI)
    if emoji(pair[0]) is None or emoji(pair[1]) is None:
        return _letters(rng)
    draws = (_emoji(pair[0], False), _emoji(pair[1], False))
    return Pair("emoji", (OTHER, OTHER), draws, coloured=True, alike=pair[0] in SAME_SHAPE)


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

    return Pair("square", (OTHER, OTHER), (draw, draw), alike=True)


def _stone(rng: Random) -> Draw:
    x, y = rng.uniform(-0.16, 0.0), rng.uniform(-0.18, -0.05)

    def draw(side: int, size: float, colour: Colour) -> Layer:
        answer = layer(side)
        shadow = cv2.GaussianBlur(disc(mask(side), 0.02, 0.03, size / 2), (0, 0), max(0.6, side / 40))
        over(answer, np.asarray(shadow, np.uint8), (0, 0, 0), 0.4)
        bright = mix(colour, (255, 255, 255), 0.45 if sum(colour) < 300 else 0.8)
        return over(answer, disc(mask(side), 0, 0, size / 2), glow(side, bright, shifted(colour, -22), x, y, 0.8 * size))

    return draw


def _stones(rng: Random) -> Pair:
    draw = _stone(rng)
    return Pair("stone", (OTHER, OTHER), (draw, draw), alike=True)


def _strokes(rng: Random) -> Pair:
    """Written by hand: 0 and 1, or O and X."""
    first, second = pictures.handwriting(rng)
    crossed = rng.random() < 0.35
    names = (UNKNOWN, UNKNOWN) if crossed else (ZERO, ONE)
    return Pair("hand", names, (first, pictures.hand_cross(rng) if crossed else second))


def _pictures(rng: Random) -> Pair:
    first, second = pictures.random_pair(rng)
    return Pair("picture", (OTHER, OTHER), (first, second), coloured=rng.random() < 0.75)


def _suns(rng: Random) -> Pair:
    return Pair("sunmoon", (SUN, MOON), (suns.random_sun(rng), suns.random_moon(rng)))


KINDS: dict[str, tuple[Callable[[Random], Pair], float]] = {
    "sunmoon": (_suns, 30),
    "digit": (_digits, 14),
    "disc": (_discs, 8),
    "emoji": (_emojis, 9),
    "letter": (_letters, 7),
    "picture": (_pictures, 9),
    "ring": (_rings, 4),
    "square": (_squares, 3),
    "stone": (_stones, 3),
    "hand": (_strokes, 3),
}


def random_pair(rng: Random) -> Pair:
    make, _ = rng.choices(list(KINDS.values()), [weight for _, weight in KINDS.values()])[0]
    return make(rng)
