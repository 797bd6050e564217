"""What else is on a page of Pips: bars, words, buttons, icons, timers, keypads, lists; things that are no dominoes."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import cv2
import numpy as np

from samples.drawn.colours import BLACK, WHITE, Colour, grey, hsl, ink_on, lightness, mix, shifted
from samples.drawn.glyphs import emoji, some_font, text_mask
from samples.drawn.margin import stamp
from samples.drawn.paint import blend, reduced
from samples.drawn.pips.patterns import KINDS, Pattern, pattern
from samples.drawn.pips.strokes import box, disc, line, ring, shape
from samples.drawn.types import Pixels

WORDS = (
    "Pips",
    "Clear",
    "Easy",
    "Medium",
    "Hard",
    "View Results",
    "New game",
    "Hint",
    "Undo",
    "Reset",
    "0:42",
    "12:07",
    "Place all the dominoes within the board to satisfy the conditions.",
    "Solved in 01:23",
    "Share",
    "Subscribe",
    "Next puzzle",
    "Tap to rotate, drag to place",
    "Level 12",
    "How to play",
    "Dominoes",
    "Score 180",
    "Settings",
    "nytimes.com",
    "Neu",
    "Difficile",
    "Congratulations!",
    "Today",
    "19:42",
    "Friday, October 3, 2025",
    "7",
    "=",
    "<5",
    "18",
)
ICONS = "⚙❓🏠🔍🔔👤📅🏆💡🔥⏰📊"
COINS = "❤⭐🔥💎🏆💡⏰🍬"
ARROWS = "←→↑↓↺↻↶↷×+?!=≡♥★●○"
THINGS = {
    "words": 40, "button": 16, "icons": 14, "bar": 8, "keys": 5, "list": 6, "line": 10, "table": 3, "tiles": 5,
    "sentences": 8, "counter": 4, "pill": 8, "rounds": 8,
    "address": 6,
}  # fmt: skip
"""What is drawn beside boards, and how often."""
TOASTS = (
    "All rules kept!",
    "Solved!",
    "You solved it",
    "Well done",
    "Not quite: one rule is broken",
    "All dominoes are placed",
    "Perfect!",
    "Copied",
    "Geschafft!",
    "Complete in 2:31",
    "View Results",
)
Zone = tuple[float, float, float, float]


def _write(rng: Random, page: Pixels, x: float, y: float, height: float, ink: Colour, text: str | None = None) -> None:
    stamp(page, text_mask(text or rng.choice(WORDS), some_font(rng, 60), max(5, round(height)), "A"), x, y, ink)


def furnish(rng: Random, page: Pixels, ground: Colour, text: Colour, cell: float, free: list[Zone]) -> list[Zone]:
    """Draws things into the free parts of a page, each (x0, y0, x1, y1) in pixels; the boxes of buttons, lines of words
    and counters."""
    buttons: list[Zone] = []
    for x0, y0, x1, y1 in free:
        wide, high = x1 - x0, y1 - y0
        if min(wide, high) < 0.6 * cell:
            continue
        count = rng.randint(0, 2 + min(5, int(wide * high / (cell * cell * 8))))
        for _ in range(count):
            buttons += _thing(rng, page, ground, text, cell, (x0, y0, x1, y1))
    return buttons


def _thing(rng: Random, page: Pixels, ground: Colour, text: Colour, cell: float, zone: Zone) -> list[Zone]:
    """Draws one; the boxes of what may be taken for a domino."""
    x0, y0, x1, y1 = zone
    x, y = rng.uniform(x0, x1), rng.uniform(y0, y1)
    kind = rng.choices(list(THINGS), list(THINGS.values()))[0]
    size = cell * rng.uniform(0.15, 0.5)
    colour = mix(ground, hsl(rng.uniform(0, 360), rng.choice((0, 0, 70)), rng.uniform(10, 90)), rng.uniform(0.2, 1))
    soft = mix(ground, text, rng.uniform(0.3, 1))
    if kind == "words":
        _write(rng, page, (x0 + x1) / 2 if rng.random() < 0.5 else x, y, size * 0.7, soft)
    elif kind == "button":
        w, h = cell * rng.uniform(0.6, 2.5), cell * rng.uniform(0.4, 0.8)
        y = min(max(y, y0 + h / 2), y1 - h / 2)
        rim = 1.0 + cell * 0.02 if rng.random() < 0.5 else 0.0
        box(page, x - w, y - h / 2, x + w, y + h / 2, colour, rng.choice((0, h * 0.2, h / 2)), rim=rim)
        _write(rng, page, x, y, h * 0.4, text if rim else ink_on(colour), rng.choice(WORDS[:10]))
        return [(x - w, y - h / 2, x + w, y + h / 2)]
    elif kind == "icons":
        side = max(6, round(cell * rng.uniform(0.3, 0.7)))
        step = side * rng.uniform(1.2, 2.5)
        for k in range(rng.randint(1, 5)):
            picture = emoji(rng.choice(ICONS)) if rng.random() < 0.4 else None
            if picture is not None:
                blend(page, reduced(picture, side), round(x + k * step), round(y - side / 2))
            elif rng.random() < 0.5:
                ring(page, x + k * step, y, side / 2, soft, max(1.0, side / 12))
            else:
                disc(page, x + k * step, y, side / 2, colour)
                _write(rng, page, x + k * step, y, side * 0.5, ink_on(colour), rng.choice("?i!+×0123456789"))
    elif kind == "bar":
        if rng.random() < 0.7:
            h = min(y1 - y0, cell * rng.uniform(0.5, 1.5))
            top = y0 if y0 < 2 else y1 - h
            box(page, 0, top, page.shape[1], top + h, colour)
            _write(rng, page, x, top + h / 2, h * 0.35, ink_on(colour))
        else:
            box(page, x0, y0, x1, y1, mix(ground, colour, 0.3), cell * 0.2)
    elif kind == "keys":
        step, columns = cell * rng.uniform(0.5, 1.0), rng.randint(3, 5)
        for k in range(rng.randint(4, 12)):
            kx, ky = x + (k % columns) * step, y + (k // columns) * step
            box(page, kx, ky, kx + step * 0.9, ky + step * 0.9, colour, step * rng.choice((0.0, 0.15)))
            _write(rng, page, kx + step * 0.45, ky + step * 0.45, step * 0.4, ink_on(colour), str(k))
    elif kind == "list":
        for k in range(rng.randint(2, 7)):
            _write(rng, page, x, y + k * size * 1.5, size * 0.6, soft)
    elif kind == "sentences":
        lines = _sentences(rng, page, (x0, y, x1, min(y1, y + 6 * size)), size, soft)
        return rng.sample(lines, min(len(lines), 2))
    elif kind == "counter":
        digits = text_mask(str(rng.randrange(1000, 10**7)), some_font(rng, 60), max(6, round(size * 0.8)), "0")
        w, h = digits.shape[1] / 2 + 0.3 * size, digits.shape[0] / 2 + 0.3 * size
        box(page, x - w, y - h, x + w, y + h, shifted(colour, -60))
        stamp(page, digits, x, y, hsl(rng.uniform(0, 360), 80, 70))
        return [(x - w, y - h, x + w, y + h)]
    elif kind == "pill":
        return [_pill(rng, page, x, y, cell * rng.uniform(0.3, 0.9), colour)]
    elif kind == "address":
        high = cell * rng.uniform(0.25, 0.8)
        y = y0 + rng.uniform(0.6, 2.5) * high if rng.random() < 0.7 else y
        return _address(rng, page, (x0, y - high / 2, x1, y + high / 2), ground)
    elif kind == "rounds":
        return _rounds(rng, page, x, y, cell * rng.uniform(0.3, 1.0), colour)
    elif kind == "line":
        if rng.random() < 0.7:
            line(page, (x0, y), (x1, y), mix(ground, text, rng.uniform(0.1, 0.5)), rng.choice((1.0, 1.0, 2.0)))
        else:
            line(page, (x, y0), (x, y1), mix(ground, text, rng.uniform(0.1, 0.5)), 1.0)
    elif kind == "table":
        step = cell * rng.uniform(0.4, 1.1)
        for row in range(rng.randint(2, 5)):
            for column in range(rng.randint(2, 7)):
                bx, by = x + column * step, y + row * step
                box(page, bx, by, bx + step, by + step, mix(ground, text, 0.4), rim=1.0)
                if rng.random() < 0.6:
                    _write(rng, page, bx + step / 2, by + step / 2, step * 0.4, soft, str(rng.randint(1, 31)))
    else:  # small tiles in a row, as other games have
        step = cell * rng.uniform(0.4, 1.0)
        for k in range(rng.randint(2, 7)):
            fill = hsl(rng.uniform(0, 360), rng.choice((0, 60)), rng.uniform(20, 90))
            box(page, x + k * step * 1.1, y, x + k * step * 1.1 + step, y + step, fill, step * rng.choice((0, 0.2)))
            if rng.random() < 0.5:
                disc(page, x + k * step * 1.1 + step / 2, y + step / 2, step * 0.25, ink_on(fill))
    return []


def _pill(rng: Random, page: Pixels, x: float, y: float, high: float, colour: Colour) -> Zone:
    """A plate of what a player has (a coin and a number), of pages (dots in a row), or a switch; its box."""
    wide = high * rng.uniform(1.6, 2.8)
    x0, y0, x1, y1 = x - wide / 2, y - high / 2, x + wide / 2, y + high / 2
    ink = ink_on(colour)
    box(page, x0, y0, x1, y1, colour, high * rng.choice((0.0, 0.2, 0.5, 0.5)))
    if rng.random() < 0.4:
        box(page, x0, y0, x1, y1, mix(colour, ink, rng.uniform(0.2, 1)), high * 0.5, rim=1.0 + high * 0.04)
    kind = rng.choices(("coin", "dots", "switch", "halves"), (5, 2, 1, 2))[0]
    lively = hsl(rng.uniform(0, 360), 85, rng.uniform(35, 65))
    if kind == "coin":
        picture = emoji(rng.choice(COINS)) if rng.random() < 0.4 else None
        side = max(4, round(high * rng.uniform(0.4, 0.75)))
        if picture is not None:
            blend(page, reduced(picture, side), round(x0 + high / 2 - side / 2), round(y - side / 2))
        else:
            disc(page, x0 + high / 2, y, side / 2, lively)
        size = high * rng.uniform(0.35, 0.55)
        _write(rng, page, x0 + 0.65 * wide, y, size, ink, str(rng.randrange(10 ** rng.randint(1, 4))))
    elif kind == "dots":
        count = rng.randint(2, 6)
        for k in range(count):
            full = rng.random() < 0.5
            at = x0 + (k + 1) * wide / (count + 1)
            disc(page, at, y, high * rng.uniform(0.08, 0.14), ink if full else mix(colour, ink, 0.4))
    elif kind == "switch":
        disc(page, x0 + high / 2 if rng.random() < 0.5 else x1 - high / 2, y, high * 0.4, mix(colour, lively, 0.8))
    else:  # two words or signs beside each other
        if rng.random() < 0.7:
            line(page, (x, y0 + high * 0.1), (x, y1 - high * 0.1), mix(colour, ink, 0.4), 1.0)
        for part in (-0.25, 0.25):
            text = rng.choice(ARROWS) if rng.random() < 0.6 else rng.choice(WORDS[:12])[:4]
            _write(rng, page, x + part * wide, y, high * rng.uniform(0.3, 0.6), ink, text)
    return x0, y0, x1, y1


def _address(rng: Random, page: Pixels, zone: Zone, ground: Colour) -> list[Zone]:
    """A browser's bar with an address, chosen or not; the boxes of what is before that, a sign and often a word."""
    x0, y0, x1, y1 = zone
    high, y = y1 - y0, (y0 + y1) / 2
    left, right = x0 + rng.uniform(0, 0.3) * (x1 - x0), x1 - rng.uniform(0, 0.3) * (x1 - x0)
    fill = rng.choice((WHITE, mix(ground, WHITE, 0.7), mix(ground, BLACK, 0.5), grey(235), grey(45)))
    ink, chosen = ink_on(fill), rng.random() < 0.6
    corner = high * rng.choice((0.5, 0.5, 0.2, 0.0))
    box(page, left, y0, right, y1, fill, corner)
    if chosen or rng.random() < 0.3:
        box(page, left, y0, right, y1, hsl(215, 80, 42) if chosen else mix(fill, ink, 0.4), corner, rim=1 + high * 0.05)
    ring(page, left + 0.55 * high, y, 0.2 * high, ink, max(1.0, 0.04 * high))
    before = left + high * rng.uniform(0.9, 1.2)
    if rng.random() < 0.7:
        said, small = rng.choice(("File", "Not secure", "https", "i")), max(5, round(0.35 * high))
        word = text_mask(said, some_font(rng, 60), small)
        stamp(page, word, before + word.shape[1] / 2, y, ink)
        before += word.shape[1] + high * rng.uniform(0.2, 0.6)
    text = "/" + "".join(rng.choices("abcdefghijklmnopqrstuvwxyz0123456789%/#", k=rng.randint(8, 80)))
    drawn = text_mask(text, some_font(rng, 60), max(5, round(0.5 * high)), "A")
    drawn = drawn[:, : max(2, round(right - before - high))]
    if chosen:
        box(page, before, y - 0.33 * high, before + drawn.shape[1], y + 0.33 * high, hsl(215, 80, 42))
    stamp(page, drawn, before + drawn.shape[1] / 2, y, WHITE if chosen else ink)
    return [(left, y0, before, y1)]


def _rounds(rng: Random, page: Pixels, x: float, y: float, side: float, colour: Colour) -> list[Zone]:
    """Round or square buttons with signs, side by side or one above the other; the boxes of neighbours."""
    step, upright = side * rng.uniform(1.0, 1.4), rng.random() < 0.3
    ink = ink_on(colour) if rng.random() < 0.6 else hsl(rng.uniform(0, 360), 80, rng.uniform(20, 80))
    corner, rim = side * rng.choice((0.5, 0.5, 0.2, 0.0)), rng.random() < 0.3
    far = [k * step for k in range(rng.randint(2, 4))]
    middles = [(x, y + by) if upright else (x + by, y) for by in far]
    for a, b in middles:
        fill = colour if rng.random() < 0.8 else hsl(rng.uniform(0, 360), 80, rng.uniform(30, 70))
        box(page, a - side / 2, b - side / 2, a + side / 2, b + side / 2, fill, corner)
        if rim:
            box(page, a - side / 2, b - side / 2, a + side / 2, b + side / 2, ink, corner, rim=1.0 + side * 0.03)
        _write(rng, page, a, b, side * rng.uniform(0.35, 0.6), ink, rng.choice(ARROWS))
    half = step / 2
    return [(a - half, b - half, c + half, d + half) for (a, b), (c, d) in pairwise(middles)]


def toast(rng: Random, page: Pixels, x: float, y: float, cell: float) -> Zone:
    """A short message on a plate, as pages show when a board is full; its box."""
    high = cell * rng.uniform(0.45, 1.0)
    fill = hsl(rng.uniform(0, 360), rng.choice((0, 0, 0, 60)), rng.choice((4, 10, 20, 50, 92, 100)))
    drawn = text_mask(rng.choice(TOASTS), some_font(rng, 60), max(5, round(high * rng.uniform(0.28, 0.42))), "A")
    wide = min(drawn.shape[1] + high * rng.uniform(0.6, 1.6), page.shape[1] - 2.0)
    place = x - wide / 2, y - high / 2, x + wide / 2, y + high / 2
    box(page, *place, fill, high * rng.choice((0.0, 0.15, 0.3, 0.5)))
    stamp(page, drawn, x, y, ink_on(fill))
    return place


def _sentences(rng: Random, page: Pixels, zone: Zone, size: float, ink: Colour) -> list[Zone]:
    """Lines of words, as other windows have them; the boxes of some of them."""
    x0, y0, x1, y1 = zone
    lines: list[Zone] = []
    font, words = some_font(rng, 60), " ".join(WORDS).split()
    y = y0 + size
    while y < y1 - 0.5 * size and len(lines) < 24:
        text = " ".join(rng.choice(words) for _ in range(rng.randint(1, 11)))
        drawn = text_mask(text, font, max(5, round(size * 0.6)), "A")[:, : max(4, int(x1 - x0))]
        stamp(page, drawn, x0 + drawn.shape[1] / 2, y, ink)
        lines.append((x0, y - 0.45 * size, x0 + drawn.shape[1], y + 0.45 * size))
        y += size * rng.choice((1.2, 1.5, 1.5, 2.4))
    return lines


def background(rng: Random, page: Pixels, ground: Colour) -> None:
    """A plain page, seldom a gradient, or stripes, dots or checks."""
    cv2.rectangle(page, (0, 0), (page.shape[1], page.shape[0]), ground, -1)
    if rng.random() < 0.1:
        other = mix(ground, hsl(rng.uniform(0, 360), 40, rng.uniform(5, 95)), rng.uniform(0.1, 0.4))
        small = page[:2, :2].copy()
        small[0, 0], small[1, 1] = [round(v) for v in ground], [round(v) for v in other]
        small[0, 1] = small[1, 0] = [round((a + b) / 2) for a, b in zip(ground, other, strict=True)]
        page[...] = cv2.resize(small, (page.shape[1], page.shape[0]), interpolation=cv2.INTER_LINEAR)
    elif rng.random() < 0.09:
        shade = rng.choice((-1, 1)) * rng.choice((rng.uniform(2, 8), rng.uniform(2, 8), rng.uniform(8, 25)))
        what = Pattern(rng.choice(KINDS), rng.uniform(8, 90), rng.uniform(0.1, 0.6), shade)
        pattern(page, what, (0, 0, page.shape[1], page.shape[0]), 1.0)


def squares(rng: Random, page: Pixels, ground: Colour, origin: tuple[float, float], period: float) -> None:
    """Thin lines in both directions, as on squared paper; every fourth or fifth may be stronger. In pixels."""
    strong, width = rng.choice((1, 4, 5)), rng.choice((1, 1, 2))
    colour = shifted(ground, (1 if lightness(ground) < 50 else -1) * rng.uniform(3, 20))
    weak = mix(ground, colour, rng.uniform(0.3, 0.7))
    for axis, first in ((1, origin[0] % period), (0, origin[1] % period)):
        for k in range(int((page.shape[axis] - first) / period) + 1):
            at = round(first + k * period)
            lines = page[:, at : at + width] if axis else page[at : at + width]
            lines[...] = np.rint(colour if k % strong == 0 else weak)


def desktop(rng: Random, page: Pixels) -> tuple[Pixels, int, int, list[Zone]]:
    """The page on a desktop, with stripes or slopes behind it and other windows; where it lies there, and where words
    are beside it."""
    height, width = page.shape[:2]
    left, top, right, bottom = (round(rng.uniform(0, 0.35) * side) for side in (width, height, width, height))
    whole = np.empty((height + top + bottom, width + left + right, 3), np.uint8)
    ground = hsl(rng.uniform(0, 360), rng.uniform(0, 80), rng.uniform(5, 80))
    background(rng, whole, ground)
    size = max(12.0, min(height, width) / 12)
    kind = rng.choice(("stripes", "plain", "circles", "boxes"))
    other = mix(ground, hsl(rng.uniform(0, 360), 70, 50), rng.uniform(0.2, 0.9))
    if kind == "stripes":
        slope = rng.choice((0.0, 1.0, -1.0, 0.5)) * whole.shape[0]
        step = size * rng.uniform(0.3, 1.5)
        for k in range(-int(whole.shape[0] / step) - 1, int(whole.shape[1] / step) + 1, 2):
            points = (
                (k * step, 0),
                ((k + 1) * step, 0),
                ((k + 1) * step + slope, whole.shape[0]),
                (k * step + slope, whole.shape[0]),
            )
            shape(whole, points, other)
    elif kind == "circles":
        for _ in range(rng.randint(2, 12)):
            disc(
                whole,
                rng.uniform(0, whole.shape[1]),
                rng.uniform(0, whole.shape[0]),
                size * rng.uniform(0.3, 3),
                mix(ground, other, rng.random()),
            )
    elif kind == "boxes":
        for _ in range(rng.randint(2, 12)):
            x, y, side = rng.uniform(0, whole.shape[1]), rng.uniform(0, whole.shape[0]), size * rng.uniform(0.3, 1.5)
            box(whole, x, y, x + side, y + side, hsl(rng.uniform(0, 360), 70, 50), side * 0.15)
    texts: list[Zone] = []
    for _ in range(rng.choice((0, 1, 1, 2, 3))):
        x, y = rng.uniform(-0.2, 0.9) * whole.shape[1], rng.uniform(-0.2, 0.9) * whole.shape[0]
        wide, high = rng.uniform(0.2, 0.6) * whole.shape[1], rng.uniform(0.2, 0.6) * whole.shape[0]
        fill = hsl(rng.uniform(0, 360), rng.choice((0, 0, 20)), rng.choice((8, 15, 95, 100)))
        box(whole, x, y, x + wide, y + high, fill)
        line = size * rng.uniform(0.25, 0.8)
        zone = x + 0.3 * line, y + line, x + wide - 0.3 * line, y + high
        texts += _sentences(rng, whole, zone, line, mix(fill, ink_on(fill), rng.uniform(0.6, 1.0)))
    whole[top : top + height, left : left + width] = page
    texts = [
        one
        for one in texts
        if one[0] > left + width or one[2] < left or one[1] > top + height or one[3] < top  # not under the page
    ]
    return whole, left, top, rng.sample(texts, min(len(texts), 6))
