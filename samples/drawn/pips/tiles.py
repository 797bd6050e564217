"""Dominoes, painted: with dots, squares or digits, lying or upright, anywhere on a page."""

from __future__ import annotations

from itertools import pairwise
from math import pi, sin
from random import Random

import cv2

from samples.drawn.colours import Colour, mix
from samples.drawn.pips.faces import draw_half
from samples.drawn.pips.light import Light, grain, relief, shade, sketch
from samples.drawn.pips.strokes import box, dashes, disc, line, ring, sides, veil
from samples.drawn.pips.tile_look import Pin, TileLook
from samples.drawn.types import Pixels


def draw_tile(
    picture: Pixels,
    look: TileLook,
    first: tuple[float, float],
    second: tuple[float, float],
    values: tuple[int, int],
    side: float,
    inset: float = 0.0,
    tints: tuple[Colour, Colour] | None = None,
    frame: Colour | None = None,
) -> None:
    """A domino whose halves have their middles there. `side`: of a half, in pixels; `inset`: pixels that it is smaller
    all around; `tints`: colours of the halves; `frame`: of a thick outline of a domino that is selected."""
    x0, y0 = min(first[0], second[0]) - side / 2 + inset, min(first[1], second[1]) - side / 2 + inset
    x1, y1 = max(first[0], second[0]) + side / 2 - inset, max(first[1], second[1]) + side / 2 - inset
    upright = abs(first[1] - second[1]) > abs(first[0] - second[0])
    middle = (x0 + x1) / 2, (y0 + y1) / 2
    radius = look.radius * side
    rim = max(1.0, look.rim_width * side) if look.rim else 0.0
    before = picture.copy() if look.clear else None
    if look.shadow and not look.waist:
        by = look.shadow * side
        veil(picture, x0 + by / 2, y0 + by, x1 + by / 2, y1 + by, (0, 0, 0), 0.25)
    if look.soft:
        blur, drop, share = look.soft
        thin = 0.2 * side if look.waist else 0.0
        shade(
            picture,
            (x0 + thin, y0 + thin + drop * side, x1 - thin, y1 - thin + drop * side),
            radius,
            blur * side,
            share,
        )
    if frame and not look.waist:
        grow = max(1.5, 0.07 * side)
        box(picture, x0 - grow, y0 - grow, x1 + grow, y1 + grow, frame, radius + grow)
    if look.ends and not look.waist:
        _plugs(picture, look, (x0, y0, x1, y1), upright, side)
    if look.scallops and not look.waist:
        _scallops(picture, look, (x0, y0, x1, y1), side)
    fills = tints or (look.fill, look.fill)
    if look.by_value and not tints:
        fills = look.by_value[values[0]], look.by_value[values[1]]
    halves = (
        [(x0, y0, x1, middle[1]), (x0, middle[1], x1, y1)]
        if upright
        else [(x0, y0, middle[0], y1), (middle[0], y0, x1, y1)]
    )
    ordered = sorted(
        ((first, values[0], fills[0]), (second, values[1], fills[1])), key=lambda one: one[0][1 if upright else 0]
    )
    if look.waist:
        _dumbbell(picture, look, ordered, side - 2 * inset, rim)
    elif look.parted:
        cut = look.parted * side / 2
        for (hx0, hy0, hx1, hy1), (_, _, fill) in zip(halves, ordered, strict=True):
            part = (hx0, hy0, hx1, hy1)
            part = (
                (hx0, hy0 + (cut if hy0 > y0 else 0), hx1, hy1 - (cut if hy1 < y1 else 0))
                if upright
                else (hx0 + (cut if hx0 > x0 else 0), hy0, hx1 - (cut if hx1 < x1 else 0), hy1)
            )
            _face(picture, look, part, fill, radius, rim)
    else:
        if look.bevel and look.rim:
            box(picture, x0, y0, x1, y1 + look.bevel * side, look.rim, radius)
            box(picture, x0 + rim, y0 + rim, x1 - rim, y1 + look.bevel * side - rim, look.bevel_colour, radius)
        _face(picture, look, (x0, y0, x1, y1), ordered[0][2], radius, rim)
        if ordered[0][2] != ordered[1][2]:
            hx0, hy0, hx1, hy1 = halves[1]
            edge = rim
            box(
                picture,
                hx0 + (0 if not upright else edge),
                hy0 + (edge if not upright else 0),
                hx1 - edge,
                hy1 - edge,
                ordered[1][2],
                max(0.0, radius - edge) * 0.7,
            )
            keep = max(2.0, radius * 0.9)
            if upright:
                box(picture, hx0 + edge, hy0, hx1 - edge, hy0 + keep, ordered[1][2])
            else:
                box(picture, hx0, hy0 + edge, hx0 + keep, hy1 - edge, ordered[1][2])
        if look.plate:
            for hx0, hy0, hx1, hy1 in halves:
                by = 0.1 * side + rim
                round_off = side if look.coins else 0.7 * radius
                box(picture, hx0 + by, hy0 + by, hx1 - by, hy1 - by, look.plate, round_off)
        if look.gloss:
            by = rim + 0.5 * radius
            veil(picture, x0 + by, y0 + rim, x1 - by, y0 + 0.45 * side, (255, 255, 255), look.gloss)
        if look.divider and not look.sway:
            _divide(picture, look, look.divider, middle, look.divider_share * (side - 2 * inset) / 2, upright, side)
    _worked(picture, look, (x0, y0, x1, y1), middle, upright, side)
    if before is not None:
        cv2.addWeighted(before, look.clear, picture, 1 - look.clear, 0.0, dst=picture)
    inner = side - 1.2 * inset
    for (x, y), value, _ in ordered:
        draw_half(picture, look, x, y, value, upright, inner)
    if look.pin:
        _pin(picture, look.pin, middle, side)


def _pin(picture: Pixels, pin: Pin, middle: tuple[float, float], side: float) -> None:
    radius = max(1.2, pin.radius * side)
    thin = max(0.8, 0.18 * radius)
    disc(picture, *middle, radius, pin.edge)
    disc(picture, *middle, radius - thin, pin.fill)
    (x, y), by = middle, 0.5 * radius
    if pin.sign == "spot":
        disc(picture, x, y, 0.35 * radius, pin.edge)
    elif pin.sign == "slit":
        line(picture, (x - by, y - by), (x + by, y + by), pin.edge, thin)
    elif pin.sign == "open ring":
        ring(picture, x, y, by, pin.edge, thin)
        line(picture, (x + by, y), (x + by, y - by), pin.fill, 2 * thin)


def _worked(
    picture: Pixels,
    look: TileLook,
    whole: tuple[float, float, float, float],
    middle: tuple[float, float],
    upright: bool,
    side: float,
) -> None:
    """What a domino's face has besides its colour: a slope of light, grain, lines drawn by hand."""
    x0, y0, x1, y1 = whole
    rng = Random(f"{x0:.2f}/{y0:.2f}")
    if look.stitch and not look.waist:
        by = 0.09 * side
        for one, other in sides(x0 + by, y0 + by, x1 - by, y1 - by):
            dashes(picture, one, other, look.stitch, max(1.0, 0.025 * side), 0.08 * side, 0.06 * side)
    if (look.slope or look.grained) and not look.waist:
        by = max(1.0, 0.3 * look.radius * side)
        face = x0 + by, y0 + by, x1 - by, y1 - by
        relief(picture, face, Light(slope=look.slope), side)
        part = picture[max(0, round(face[1])) : max(0, round(face[3])), max(0, round(face[0])) : max(0, round(face[2]))]
        if look.grained and min(part.shape[:2]) > 3:
            grain(rng, part, "wood", side)
    if look.sway:
        light, colour, width = Light(sway=look.sway, strokes=rng.choice((1, 2))), look.rim or look.ink, 0.04 * side
        lines = sides(x0, y0, x1, y1)
        if look.divider:
            lines.append(((x0, middle[1]), (x1, middle[1])) if upright else ((middle[0], y0), (middle[0], y1)))
        for ends in lines:
            sketch(rng, picture, ends, colour, width, light, side)


def _plugs(
    picture: Pixels, look: TileLook, whole: tuple[float, float, float, float], upright: bool, side: float
) -> None:
    """Something narrower at both ends of a domino, half under it."""
    x0, y0, x1, y1 = whole
    x, y, out, half = (x0 + x1) / 2, (y0 + y1) / 2, 0.06 * side, look.ends * side / 2
    across, down = (half, out) if upright else (out, half)
    for mx, my in ((x, y0), (x, y1)) if upright else ((x0, y), (x1, y)):
        box(picture, mx - across, my - down, mx + across, my + down, look.rim or look.bevel_colour, 0.3 * out)


def _divide(
    picture: Pixels, look: TileLook, ink: Colour, middle: tuple[float, float], half: float, upright: bool, side: float
) -> None:
    """What parts the halves: half as long as this, across the domino's middle."""
    width = max(1.0, 0.03 * side)

    def at(along: float, off: float) -> tuple[float, float]:
        return (middle[0] + along, middle[1] + off) if upright else (middle[0] + off, middle[1] + along)

    if look.drawn in ("dashed", "dotted"):
        dash = 0.1 * side if look.drawn == "dashed" else width
        dashes(picture, at(-half, 0), at(half, 0), ink, width, dash, 0.08 * side)
    elif look.drawn == "wavy":
        points = [at(half * (k / 8 - 1), 0.04 * side * sin(k * pi / 4)) for k in range(17)]
        for one, other in pairwise(points):
            line(picture, one, other, ink, width)
    elif look.drawn == "crosses":
        by = 0.05 * side
        for along in (-0.6 * half, 0.0, 0.6 * half):
            line(picture, at(along - by, -by), at(along + by, by), ink, width)
            line(picture, at(along - by, by), at(along + by, -by), ink, width)
    else:
        for off in (-0.03 * side, 0.03 * side) if look.drawn == "double" else (0.0,):
            line(picture, at(-half, off), at(half, off), ink, width)


def _scallops(picture: Pixels, look: TileLook, whole: tuple[float, float, float, float], side: float) -> None:
    """Small discs around a domino that show half."""
    x0, y0, x1, y1 = whole
    radius = side / look.scallops / 2
    wide, high = (max(2, round((b - a) / (2 * radius))) for a, b in ((x0, x1), (y0, y1)))
    around = [(x0 + (x1 - x0) * k / wide, y) for k in range(wide + 1) for y in (y0, y1)]
    around += [(x, y0 + (y1 - y0) * k / high) for k in range(high + 1) for x in (x0, x1)]
    for x, y in around:
        if look.pins:
            box(picture, x - radius, y - radius / 2, x + radius, y + radius / 2, look.rim or look.fill)
        else:
            disc(picture, x, y, radius, look.rim or look.fill)


def _dumbbell(
    picture: Pixels,
    look: TileLook,
    halves: list[tuple[tuple[float, float], int, Colour]],
    side: float,
    rim: float,
) -> None:
    """Two discs, or boxes with round corners, and a bar from one to the other."""
    (first, _, fill), (second, _, _) = halves
    for by, colour in ((0.0, look.rim), (rim, None)) if look.rim else ((0.0, None),):
        line(picture, first, second, colour or fill, max(1.0, look.waist * side - 2 * by))
        for (x, y), _, own in halves:
            half = 0.46 * side - by
            box(picture, x - half, y - half, x + half, y + half, colour or own, (0.3 + 2 * look.waist) * side)


def _face(
    picture: Pixels, look: TileLook, part: tuple[float, float, float, float], fill: Colour, radius: float, rim: float
) -> None:
    if look.rim:
        box(picture, *part, look.rim, radius)
        box(picture, part[0] + rim, part[1] + rim, part[2] - rim, part[3] - rim, fill, max(0.0, radius - rim))
    else:
        box(picture, *part, fill, radius)


def blank_slot(
    picture: Pixels, page: Colour, x0: float, y0: float, x1: float, y1: float, radius: float, dashed: bool, tone: float
) -> None:
    """Where a domino was taken from the tray."""
    grey = (128.0, 128.0, 128.0)
    if dashed:
        for a, b in (((x0, y0), (x1, y0)), ((x1, y0), (x1, y1)), ((x0, y1), (x1, y1)), ((x0, y0), (x0, y1))):
            dashes(picture, a, b, mix(page, grey, 0.2 + 2 * tone), 1.0, (y1 - y0) * 0.12, (y1 - y0) * 0.1)
        return
    box(picture, x0, y0, x1, y1, mix(page, grey, tone), radius)
    box(picture, x0, y0, x1, y1, mix(page, grey, 0.1 + 1.5 * tone), radius, rim=1.0)
