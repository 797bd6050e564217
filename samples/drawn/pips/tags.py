"""Tags, painted: a shape and its text; where they sit on a region."""

from __future__ import annotations

from dataclasses import replace
from math import cos, pi, sin

import cv2
import numpy as np

from samples.drawn.colours import BLACK, WHITE, Colour, ink_on, mix, shifted
from samples.drawn.glyphs import has, text_mask
from samples.drawn.margin import stamp
from samples.drawn.pips.look import Look
from samples.drawn.pips.strokes import box, disc, line, outline, ring, round_corners, shape
from samples.drawn.pips.tag_look import CELLS, WIDENING, TagLook
from samples.drawn.pips.verdicts import badge, sign
from samples.drawn.types import Pixels

Cell = tuple[int, int]

TYPICAL = 0.72
"""How wide a character is, in heights of digits."""


def place_of(look: TagLook, cells: list[Cell], text: str) -> tuple[Cell, float, float]:
    """The cell that a region's tag belongs to, and the tag's middle, `(x, y)` in cells from the lattice's origin."""
    words, text = look.anchor.split(), spelled(look, text)
    name = "first" if look.anchor == "outline" else words[0] if words[0] in CELLS else look.cell
    across, down = (1, -1)[name in ("high", "last")], (1, -1)[name in ("last", "low")]
    r, c = min(cells, key=lambda cell: (down * cell[0], across * cell[1]))
    x, y = c + 0.5, r + 0.5
    right, down = (-1, 1)[look.side in (1, 2)], (-1, 1)[look.side in (2, 3)]
    if words[0] == "side":
        right, down = ((0, -1), (-1, 0), (0, 1), (1, 0))[look.side]
    if words[-1] == "inside":
        away = 0.5 - look.size * 0.55
        x, y = x + right * away, y + down * away
    elif words[-1] == "corner":
        x, y = c + float(name in ("high", "last")), r + float(name in ("last", "low"))
        if look.shape == "flag":  # beside its pole
            x += (1, -1)[name == "high"] * _width(look, text)
        elif look.shape == "label":  # from the corner on, into the cell
            x += (1, -1)[name in ("high", "last")] * (_width(look, text) - 0.5 * look.text)
    elif words[-1] == "text":
        wide, high = (0.6 if text in ("=", "≠") else TYPICAL * len(text)) * look.text, look.text
        x, y = c + 0.5 + right * (0.5 - look.pad - wide / 2), r + 0.5 + down * (0.5 - look.pad - high / 2)
        return (r, c), x, y
    elif look.anchor == "outline":
        return (r, c), c + 0.12 + look.pad + TYPICAL * len(text) * look.text / 2, r + look.pad
    elif look.anchor == "edge":
        x, y = {0: (c + 0.5, r), 1: (c, r + 0.5), 2: (c + 0.5, r + 1), 3: (c + 1, r + 0.5)}[look.side]
    return (r, c), x + look.dx, y + look.dy


def draw_tag(
    picture: Pixels, look: Look, tag: TagLook, x: float, y: float, text: str, number: int, cell: float
) -> None:
    """A tag with its middle at a place in pixels; `number`: of its region's colour."""
    verdict = tag.verdict
    if tag.tilt or (verdict and verdict.pale):
        _changed(picture, look, tag, (x, y), text, number, cell)
        return
    own = look.tag_fills[number % len(look.tag_fills)]
    fill = own if tag.own else tag.fill
    if tag.hollow:
        fill = BLACK if not _dark(own) else WHITE if tag.cut else mix(WHITE, own, 0.15)
    side = tag.size * cell
    height = tag.text * cell
    text = spelled(tag, text)
    if len(text) > 1 and tag.shape != "label":
        height *= tag.small if len(text) == 2 else tag.small**1.7
    half = side / 2
    after = verdict.sign if verdict and verdict.after else ""
    wide = _width(tag, text + after) * cell
    if tag.bite and tag.shape != "text":
        _body(picture, tag, x, y, half + tag.bite * cell, wide + tag.bite * cell, look.page, cell)
    ink: Colour
    if tag.shape == "text":
        ink = tag.ink or fill
        if tag.backed:
            wide, high = (0.6 * len(text) + 0.2 + 2 * tag.rim_width) * height / 2, (0.55 + 2 * tag.rim_width) * height
            corners, radius = (x - wide, y - high, x + wide, y + high), tag.radius * cell
            box(picture, *corners, tag.backing or look.fills[number % len(look.fills)], radius)
            if tag.backing and tag.rim:
                box(picture, *corners, tag.rim if tag.cut else mix(own, tag.backing, 0.5), radius, rim=1.0)
    else:
        _body(picture, tag, x, y, half, wide, fill, cell)
        if tag.rim or tag.hollow:
            _rim(picture, tag, x, y, half, wide, own if tag.hollow or not tag.rim else tag.rim, cell)
        ink = own if tag.hollow else tag.ink or (WHITE if _dark(fill) else ink_on(fill))
    if tag.notch and tag.shape == "diamond":  # the cell's round corner lies over the tag
        under = look.fills[number % len(look.fills)]
        disc(picture, x - 0.27 * cell, y - 0.27 * cell, tag.notch * cell, under)
    most = 1.75 * (half if tag.shape == "diamond" else wide)
    height = max(4.0, height)
    on = None if tag.shape == "text" else fill
    if after:
        height *= 0.8 if tag.shape not in ("text", *WIDENING) else 1.0
        x, most = x - 0.5 * height, most - height
    end = words(picture, tag, x, y, text, height, ink, most, on)
    if verdict and after:
        sign(picture, after, (end + 0.55 * height, y), 0.75 * height, verdict.colour if verdict.coloured else ink)
    if verdict and verdict.badge:
        far = 0.55 if tag.shape == "diamond" else 0.95
        out = (far * wide, far * half) if on else (end - x + 0.15 * height, 0.5 * height)
        badge(picture, verdict, (x + verdict.at[0] * out[0], y + verdict.at[1] * out[1]), 2 * half, on or look.page)


def _changed(
    picture: Pixels, look: Look, tag: TagLook, at: tuple[float, float], text: str, number: int, cell: float
) -> None:
    """A tag, turned about its middle, or pale."""
    far = round(1.5 * cell)
    x0, y0 = max(0, int(at[0]) - far), max(0, int(at[1]) - far)
    part = picture[y0 : int(at[1]) + far, x0 : int(at[0]) + far]
    if min(part.shape[:2]) < 2:
        return
    x, y = at[0] - x0, at[1] - y0
    drawn = part.copy()
    shown = 1 - tag.verdict.pale if tag.verdict else 1.0
    plain = replace(tag, tilt=0.0, verdict=tag.verdict and replace(tag.verdict, pale=0.0))
    draw_tag(drawn, look, plain, x, y, text, number, cell)
    laid = (drawn != part).any(axis=2).astype(np.float32)
    turn, size = cv2.getRotationMatrix2D((x, y), tag.tilt, 1.0), (part.shape[1], part.shape[0])
    turned = cv2.warpAffine(drawn, turn, size, borderMode=cv2.BORDER_REPLICATE)
    share = cv2.warpAffine(laid, turn, size)[..., None]
    part[...] = np.rint(part + shown * share * (turned.astype(np.float32) - part)).astype(np.uint8)


def spelled(tag: TagLook, text: str) -> str:
    """What a tag shows that says this."""
    if text in ("=", "≠"):
        return tag.equals[text == "≠"]
    if text[0] in "<>":
        return tag.compared[text[0] == ">"] + text[1:]
    return tag.sum_sign + text if text[0].isdigit() else text


def _width(tag: TagLook, text: str) -> float:
    """Half of a body's."""
    if tag.shape == "label":
        return (0.8 * len(text) * tag.text + tag.size - tag.text) / 2
    longer = 1 + 0.35 * (len(text) - 1) if tag.shape in WIDENING else 1.0
    return tag.size / 2 * longer


def _dark(colour: Colour) -> bool:
    return 0.114 * colour[0] + 0.587 * colour[1] + 0.299 * colour[2] < 150


def _points(tag: TagLook, x: float, y: float, half: float, wide: float) -> list[tuple[float, float]] | None:
    if tag.shape == "octagon":
        high = 0.8 * half
        by = high * (0.3 + 3 * tag.pad)
        ends = ((wide, high - by), (wide - by, high), (by - wide, high), (-wide, high - by))
        return [(x + a, y + b) for a, b in (*ends, *((-a, -b) for a, b in ends))]
    if tag.shape == "ribbon":
        high, out = 0.75 * half, wide + (0.3 + tag.pad) * half
        cut = out - half * (0.15 + 2 * tag.pad)
        right = ((out, -high), (cut, 0), (out, high))
        return [(x + a, y + b) for a, b in (*right, *((-a, -b) for a, b in right))]
    if tag.shape == "diamond":
        return [(x - half, y), (x, y - half), (x + half, y), (x, y + half)]
    if tag.shape == "hexagon":
        return [
            (x + half * cx, y + half * cy)
            for cx, cy in ((1, 0), (0.5, 0.87), (-0.5, 0.87), (-1, 0), (-0.5, -0.87), (0.5, -0.87))
        ]
    if tag.shape == "star":
        points = 8 + round(40 * tag.pad)  # a number of its own for each look
        reach = [(half if k % 2 else 0.84 * half, pi * k / points) for k in range(2 * points)]
        return [(x + far * cos(turn), y + far * sin(turn)) for far, turn in reach]
    return None


def _body(
    picture: Pixels, tag: TagLook, x: float, y: float, half: float, wide: float, fill: Colour, cell: float
) -> None:
    if (points := _points(tag, x, y, half, wide)) is not None:
        if tag.shape == "diamond" and tag.radius:
            r = tag.radius * cell
            turn = np.array(((0.7071, 0.7071), (-0.7071, 0.7071)))
            shape(
                picture,
                round_corners(
                    -half * 0.7071 - r * 0.2,
                    -half * 0.7071 - r * 0.2,
                    half * 0.7071 + r * 0.2,
                    half * 0.7071 + r * 0.2,
                    r,
                )
                @ turn
                + (x, y),
                fill,
            )
        else:
            shape(picture, points, fill)
    elif tag.shape == "disc":
        disc(picture, x, y, half, fill)
    elif tag.shape == "pill":
        box(picture, x - wide, y - half * 0.8, x + wide, y + half * 0.8, fill, half * 0.8)
    elif tag.shape == "flag":
        to, high = (1, -1)[tag.anchor == "high corner"], half * 0.75  # from the pole
        pole, foot = x - to * wide, y + high + tag.slash * 0.4 * cell
        tail = 0.5 * high if tag.cut else -0.02 * cell
        ends = [(pole, y - high), (x + to * wide, y - high), (x + to * (wide - tail), y), (x + to * wide, y + high)]
        line(picture, (pole, y - high), (pole, foot), shifted(fill, -30), max(1.0, tag.rim_width * cell))
        shape(picture, [*ends, (pole, y + high)], fill)
    else:
        box(picture, x - wide, y - half, x + wide, y + half, fill, tag.radius * cell)


def _rim(
    picture: Pixels, tag: TagLook, x: float, y: float, half: float, wide: float, colour: Colour, cell: float
) -> None:
    width = tag.rim_width * cell
    if (points := _points(tag, x, y, half, wide)) is not None:
        outline(picture, points, colour, width)
    elif tag.shape == "disc":
        ring(picture, x, y, half, colour, width)
    elif tag.shape == "flag":
        return
    else:
        high = half * 0.8 if tag.shape == "pill" else half
        radius = high if tag.shape == "pill" else tag.radius * cell
        box(picture, x - wide, y - high, x + wide, y + high, colour, radius, rim=max(1.0, width))


def words(
    picture: Pixels,
    tag: TagLook,
    x: float,
    y: float,
    text: str,
    height: float,
    ink: Colour,
    most: float,
    fill: Colour | None,
) -> float:
    """A tag's text; `height`: of a digit, in pixels; `most`: how wide it may be. Where it ends, in pixels."""
    if text in ("=", "≠") and (tag.drawn or not has_sign(tag.font, text)):
        length, apart, width = height * 1.05, height * 0.4, max(1.0, height * 0.18)
        for by in (-apart / 2, apart / 2):
            _bar(picture, (x - length / 2, y + by), (x + length / 2, y + by), ink, width)
        if text == "≠":
            lean, reach = tag.lean * height, 0.5 * height * tag.slash
            first, last = (x - lean, y + reach), (x + lean, y - reach)
            if tag.cut and fill is not None:
                _bar(picture, first, last, fill, 1.5 * width + 0.8)
            _bar(picture, first, last, ink, width)
        return x + length / 2
    if not all(c == " " or has_sign(tag.font, c) for c in text):
        text = "".join(c for c in text if c == " " or has_sign(tag.font, c)).strip() or text
    mask = text_mask(
        text,
        tag.font,
        max(4, round(height * (1.0 if len(text) > 1 or text.isdigit() else 0.75))),
        "0" if len(text) > 1 or text.isdigit() else "",
    )
    if text == "=":  # as high as wide
        mask = text_mask(text, tag.font, max(3, round(height * 0.5)))
    if mask.shape[1] > most:
        factor = most / mask.shape[1]
        mask = text_mask(text, tag.font, max(4, round(height * factor)), "0" if text.isdigit() else "")
    stamp(picture, mask, x, y, ink)
    return x + float(mask.shape[1]) / 2


def _bar(picture: Pixels, a: tuple[float, float], b: tuple[float, float], ink: Colour, width: float) -> None:
    """A line of any width, anti-aliased."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    by = max(0.25, width - 0.8) / 2 / max(1e-6, (dx * dx + dy * dy) ** 0.5)
    px, py = -dy * by, dx * by
    shape(
        picture, ((a[0] + px, a[1] + py), (b[0] + px, b[1] + py), (b[0] - px, b[1] - py), (a[0] - px, a[1] - py)), ink
    )


def has_sign(font: str, text: str) -> bool:
    if font.startswith("hershey/"):
        return text.isascii()
    if not has(font, text):
        return False
    height, width = text_mask(text, font, 40).shape
    return text != "≠" or width > 0.65 * height
