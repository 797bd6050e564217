"""How one cell is drawn: its ground, its symbol, and what tells its state. Where it lies is not known here."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.drawn.colours import READABLE, WHITE, Colour, away, distance, ink_on, lightness, mix, shifted
from samples.drawn.look import Look
from samples.drawn.paint import Layer, Mask, disc, mask, over, plain, polygon, reduced, rounded, slope, stack, stroke
from samples.drawn.types import Pixels

SHARP = 64
"""Cells are drawn at about this many pixels, then reduced."""
RED: Colour = (55.0, 55.0, 225.0)
SHADE: Colour = (0.0, 0.0, 0.0)
BLOCK = 0.4
"""How often an empty cell with arrows or brackets has a colour of its own."""


@dataclass(frozen=True, slots=True)
class State:
    """What decides how a cell looks.

    `special`: selected, hover, frame, hint, fade, pencil, or one of the ways to mark what is wrong. `tint`: which of
    the look's grounds it has, from 1; 0: the usual one. `arms`: of lines that cross in the middles of cells, those to
    the left, the right, above and below.
    """

    kind: int
    given: bool
    odd: bool = False
    special: str = ""
    variant: int = 0
    tint: int = 0
    arms: tuple[bool, bool, bool, bool] = (True, True, True, True)


def _ground(look: Look, state: State) -> Colour:
    """The colour of the cell under its symbol."""
    ground = look.checker if look.checker and state.odd else look.grid.cell
    if state.tint:
        ground = look.tints[state.tint - 1]
    elif state.kind and state.given:
        ground = look.clue
    elif state.kind and look.filled:
        ground = look.filled
    if state.kind and look.fills and look.fill_size >= 1:
        ground = (look.clue_fills if state.given else look.fills)[state.kind - 1]
    elif state.special in ("selected", "hint"):
        ground = look.selected
    elif state.special == "hover":
        ground = mix(ground, look.selected, 0.5)
    elif state.special == "wrong fill":
        ground = mix(ground, RED, 0.35)
    elif state.special == "toned":
        ground = mix(ground, look.tone, 0.22)
    return ground


def _outline(look: Look, inset: float = 0.0) -> list[tuple[float, float]]:
    """The cell's tile, made smaller by `inset`."""
    x, y = (1 - look.grid.gap_x) / 2 - inset, (1 - look.grid.gap_y) / 2 - inset
    return rounded(-x, -y, x, y, look.grid.radius)


def _bevelled(look: Look, canvas: Layer, ground: Colour) -> None:
    x, y = (1 - look.grid.gap_x) / 2, (1 - look.grid.gap_y) / 2
    a, b = x - look.grid.bevel, y - look.grid.bevel
    lit = [(-x, -y), (x, -y), (a, -b), (-a, -b), (-a, b), (-x, y)]
    over(canvas, polygon(mask(len(canvas)), lit), shifted(ground, 38))
    over(canvas, polygon(mask(len(canvas)), [(-px, -py) for px, py in lit]), shifted(ground, -38))


@cache
def _dashes(side: int) -> NDArray[np.bool_]:
    """Where a dashed outline is seen."""
    along = (np.arange(side) * 14 // side) % 2 == 0
    across = np.abs(np.arange(side) - side / 2) > np.abs(np.arange(side) - side / 2)[:, None]
    return np.asarray(np.where(across, along[:, None], along[None]), np.bool_)


def _tile(look: Look, state: State, side: int, ground: Colour) -> Layer:
    """A tile with what shows of the board around it."""
    grid = look.grid
    canvas = plain(side, grid.under)
    shape = polygon(mask(side), _outline(look))
    if grid.shadow:
        soft = cv2.GaussianBlur(shape, (0, 0), max(0.5, grid.shadow * side / 2))
        over(canvas, np.roll(np.asarray(soft, np.uint8), round(grid.shadow * side * 0.6), 0), SHADE, 0.4)
    border = look.clue_border if state.given and state.kind and look.clue_border else grid.border
    if border and state.kind and not state.given:
        border = look.entry_border or border
    if border and state.special == "toned":
        border = look.tone
    if border:
        inner = polygon(mask(side), _outline(look, max(1.2 / side, grid.border_width)))
        if grid.border_dashed:
            over(canvas, shape, ground)
            rim = np.asarray(np.minimum(shape, 255 - inner), np.uint8)
            over(canvas, np.asarray(np.where(_dashes(side), rim, 0), np.uint8), border)
        else:
            over(canvas, shape, border)
            shape = inner
    if grid.border_dashed and border:
        return canvas
    if grid.depth:
        over(canvas, shape, shifted(ground, -45))
        shape = np.asarray(np.minimum(shape, np.roll(shape, -round(grid.depth * side), 0)), np.uint8)
    if grid.sheen:
        return over(canvas, shape, slope(side, shifted(ground, grid.sheen), shifted(ground, -grid.sheen), 1.5708))
    return over(canvas, shape, ground)


def _raised(look: Look, canvas: Layer, colour: Colour) -> None:
    """Shading and marks on a filled tile, by which it is a key, a coin, a tile in a tile."""
    side, whole = len(canvas), look.fill_size >= 1
    x, y = (1 - look.grid.gap_x) / 2, (1 - look.grid.gap_y) / 2
    if not whole:
        x = y = min(x, y) * look.fill_size
    radius = look.grid.radius if whole else look.fill_round
    shape = polygon(mask(side), rounded(-x, -y, x, y, radius))

    def inner(by: float) -> Mask:
        return polygon(mask(side), rounded(by - x, by - y, x - by, y - by, max(0.0, radius - by)))

    by = 0.04 + 0.06 * look.badge_size
    dark, light = shifted(colour, -42), shifted(colour, 42)
    if look.raised == "bevel":
        half = [(-x, -y), (x, -y), (-x, y)]
        over(canvas, shape, dark)
        over(canvas, np.asarray(np.minimum(shape, polygon(mask(side), half)), np.uint8), light)
        over(canvas, inner(by), colour)
    elif look.raised == "foot":
        over(canvas, shape, dark)
        over(canvas, np.asarray(np.minimum(shape, np.roll(shape, -round(by * side), 0)), np.uint8), colour)
    elif look.raised == "sheen":
        over(canvas, shape, slope(side, light, shifted(colour, -25), 1.5708))
    elif look.raised == "rim":
        over(canvas, shape, dark if lightness(colour) > 30 else light)
        over(canvas, inner(by * 0.6), colour)
    elif look.raised in ("inset", "nested"):
        mark = dark if lightness(colour) > 35 else light
        over(canvas, inner(0.18 * 2 * x), mark)
        over(canvas, inner(0.18 * 2 * x + 0.05), colour)
        if look.raised == "nested":
            over(canvas, inner(0.33 * 2 * x), mark)
    elif look.raised == "spot":
        over(canvas, disc(mask(side), 0, 0, x * 0.45), dark if lightness(colour) > 35 else light)


def _pattern(look: Look, canvas: Layer, ground: Colour) -> None:
    """Hatching or dots on a clue's ground."""
    side = len(canvas)
    drawn = mask(side)
    steps = [k * 0.12 - 0.48 for k in range(9)]
    if look.clue_pattern == "dots":
        for x in steps[::2]:
            for y in steps[::2]:
                disc(drawn, x, y, 0.02)
    else:
        for step in (2 * k for k in steps):
            stroke(drawn, [(step - 0.5, 0.5), (step + 0.5, -0.5)], 0.015)
            if look.clue_pattern == "cross":
                stroke(drawn, [(step - 0.5, -0.5), (step + 0.5, 0.5)], 0.015)
    inside = polygon(mask(side), _outline(look))
    over(
        canvas, np.asarray(np.minimum(drawn, inside), np.uint8), shifted(ground, -26 if lightness(ground) > 40 else 26)
    )


def _base(look: Look, state: State, side: int, ground: Colour) -> Layer:
    """The cell without its symbol."""
    canvas = _tile(look, state, side, ground) if look.grid.kind == "tiles" else plain(side, ground)
    if look.grid.bevel and look.grid.radius < 0.1:
        _bevelled(look, canvas, ground)
    if look.clue_pattern and state.given and state.kind:
        _pattern(look, canvas, ground)
    if look.grid.line_style == "crossings":
        ends = ((-0.5, 0.0), (0.5, 0.0), (0.0, -0.5), (0.0, 0.5))
        lines = mask(side)
        for end in (end for end, shown in zip(ends, state.arms, strict=True) if shown):
            stroke(lines, [(0.0, 0.0), end], max(0.02, look.grid.line_width / SHARP))
        over(canvas, lines, look.grid.line)
    if state.kind and look.fills and look.fill_size < 1:
        fill = (look.clue_fills if state.given else look.fills)[state.kind - 1]
        half = (1 - max(look.grid.gap_x, look.grid.gap_y)) / 2 * look.fill_size
        over(canvas, polygon(mask(side), rounded(-half, -half, half, half, look.fill_round)), fill)
    if state.kind and look.fills and look.raised:
        _raised(look, canvas, (look.clue_fills if state.given else look.fills)[state.kind - 1])
    return canvas


def _badge(look: Look, canvas: Layer, ground: Colour) -> None:
    """What marks a clue."""
    side, half = len(canvas), (1 - max(look.grid.gap_x, look.grid.gap_y)) / 2
    ink = look.badge_ink if not look.fills or look.badge_strong else mix(ink_on(ground), ground, 0.3)
    right, down = look.badge_at
    size = look.badge_size
    at = half - 0.08 - 0.05 * size
    x, y = right * at, down * at
    if look.badge == "dot":
        over(canvas, disc(mask(side), x, y, 0.05 * size), ink)
    elif look.badge == "square":
        r = 0.045 * size
        over(canvas, polygon(mask(side), rounded(x - r, y - r, x + r, y + r, 0)), ink)
    elif look.badge == "corner":
        r = 0.2 * size
        points = [(half, half), (half - r, half), (half, half - r)]
        over(canvas, polygon(mask(side), [(right * px, down * py) for px, py in points]), ink)
    elif look.badge == "lock":
        over(canvas, polygon(mask(side), rounded(x - 0.07, y - 0.03, x + 0.07, y + 0.08, 0.02)), ink)
        bow = [(x - 0.04, y - 0.03), (x - 0.04, y - 0.09), (x + 0.04, y - 0.09), (x + 0.04, y - 0.03)]
        over(canvas, stroke(mask(side), bow, 0.025), ink)
    elif look.badge == "centre":
        strong = look.badge_strong or look.bare
        over(canvas, disc(mask(side), 0, 0, 0.045 * size), ink if strong else mix(ground, ink_on(ground), 0.6))
    elif look.badge == "ring":
        over(canvas, stroke(mask(side), _outline(look, 0.1), 0.025, True), ink)
    elif look.badge == "frame":
        over(canvas, stroke(mask(side), _outline(look, 0.03), 0.05, True), ink)
    elif look.badge == "inset":
        dark, light = shifted(ground, -32), shifted(ground, 32)
        by = 0.1 + 0.08 * size
        for edge, colour in ((by, light), (by + 0.035, dark)) if down > 0 else ((by, dark), (by + 0.035, light)):
            over(canvas, stroke(mask(side), _outline(look, edge), 0.035, True), colour)
    elif look.badge == "bar":
        end, y = half - 0.15 - 0.12 * (size - 0.6), half - 0.1
        over(canvas, stroke(mask(side), [(-end, y), (end, y)], 0.04), ink)


def _stripes(look: Look, canvas: Layer, rng: Random, ground: Colour | None = None) -> None:
    """Stripes across a cell, reddish, or shades of its ground."""
    side = len(canvas)
    step, way = rng.uniform(0.12, 0.34), rng.choice((1, 1, -1))
    width = rng.uniform(0.03, max(0.08, 0.5 * step))
    lines = mask(side)
    for k in range(-8, 9):
        stroke(lines, [(k * step - 0.6, 0.6 * way), (k * step + 0.6, -0.6 * way)], width)
    inside = polygon(mask(side), _outline(look))
    colour = _reddish(rng)
    if ground is not None:
        colour = shifted(ground, rng.choice((-70.0, -35.0, 35.0, 70.0)))
    over(canvas, np.asarray(np.minimum(lines, inside), np.uint8), colour, rng.uniform(0.3, 0.85))


def _special(look: Look, canvas: Layer, special: str, rng: Random) -> None:
    """Frames, stripes and signs over a cell."""
    side, half = len(canvas), (1 - max(look.grid.gap_x, look.grid.gap_y)) / 2
    if special == "wrong stripes":
        _stripes(look, canvas, rng)
    elif special in ("selected", "wrong frame", "frame"):
        colour = RED if special == "wrong frame" else away(rng, [look.grid.cell], rng.uniform(0, 360), 70)
        rim = stroke(mask(side), _outline(look, 0.03), rng.uniform(0.03, 0.09), True)
        over(canvas, np.asarray(np.where(_dashes(side), rim, 0), np.uint8) if rng.random() < 0.25 else rim, colour)
    elif special == "wrong badge":
        at = half - 0.14
        over(canvas, disc(mask(side), at, -at, 0.12), RED)
        over(canvas, stroke(mask(side), [(at, -at - 0.06), (at, -at + 0.01)], 0.03), WHITE)
        over(canvas, disc(mask(side), at, -at + 0.06, 0.018), WHITE)
    elif special in ("arrows", "brackets"):
        _pointed_at(look, canvas, special, rng)
    elif special in ("ring", "wrong ring"):
        _ringed(look, canvas, special, rng)
    elif special == "wrong line":
        over(canvas, stroke(mask(side), [(-0.3, 0.38), (0.3, 0.38)], 0.05), RED)
    elif special == "wrong strike":
        x, y = rng.uniform(0.25, 0.45), rng.choice((0.0, 0.0, rng.uniform(-0.4, 0.4)))
        over(canvas, stroke(mask(side), [(-x, y), (x, -y)], rng.uniform(0.03, 0.07)), RED)


def _pointed_at(look: Look, canvas: Layer, special: str, rng: Random) -> None:
    """Two signs that face each other on a cell, or turn their backs."""
    side, half = len(canvas), (1 - max(look.grid.gap_x, look.grid.gap_y)) / 2
    x, wide, high = half - rng.uniform(0.04, 0.16), rng.uniform(0.08, 0.3), rng.uniform(0.08, 0.16)
    ink = away(rng, [look.grid.cell], rng.uniform(0, 360), rng.choice((0, 70)))
    turned = rng.random() < 0.3
    for way in (1, -1):
        near, far = (way * (x - wide), way * x) if not turned else (way * x, way * (x - wide))
        if special == "arrows":
            over(canvas, polygon(mask(side), [(far, -high), (near, 0), (far, high)]), ink)
        else:
            tall, end = 2 * high, way * (x - 0.35 * wide)
            over(canvas, stroke(mask(side), [(end, -tall), (far, -tall), (far, tall), (end, tall)], 0.035), ink)


def _ringed(look: Look, canvas: Layer, special: str, rng: Random) -> None:
    """A ring about what is on a cell, round or as a pen draws it."""
    colour = away(rng, [look.grid.cell], rng.uniform(0, 360), 70) if special == "ring" else _reddish(rng)
    turns, shake = (1.0, 0.0) if rng.random() < 0.5 else (rng.uniform(0.9, 1.25), rng.uniform(0.01, 0.04))
    wide, high = rng.uniform(0.36, 0.5), rng.uniform(0.36, 0.5)
    start, points = rng.uniform(0, 2 * math.pi), []
    for k in range(33):
        angle, by = start + turns * 2 * math.pi * k / 32, 1 + rng.gauss(0, shake) + shake * k / 16
        points.append((wide * by * math.cos(angle), high * by * math.sin(angle)))
    over(canvas, stroke(mask(len(canvas)), points, rng.uniform(0.025, 0.06), turns == 1), colour)


def _reddish(rng: Random) -> Colour:
    """A colour of errors."""
    return (rng.uniform(40, 110), rng.uniform(40, 110), rng.uniform(200, 245))


def _block(look: Look, canvas: Layer, rng: Random) -> None:
    """A rectangle of another colour on a cell that is selected."""
    x, y = (rng.uniform(0.6, 1.0) * (1 - gap) / 2 for gap in (look.grid.gap_x, look.grid.gap_y))
    colour = away(rng, [look.grid.cell], rng.uniform(0, 360), rng.choice((30, 80)))
    over(canvas, polygon(mask(len(canvas)), rounded(-x, -y, x, y, rng.choice((0.0, 0.06)))), colour)


def _pencil(look: Look, canvas: Layer, rng: Random) -> None:
    """One or both candidates, small and weak, in corners."""
    side = len(canvas)
    small = max(8, round(side * rng.uniform(0.24, 0.36)))
    at = round(side * rng.uniform(0.1, 0.16))
    places = [(0, at), (1, side - at - small)]
    for kind, left in places if rng.random() < 0.7 else places[rng.randrange(2) :][:1]:
        ink = look.fills[kind] if look.fills else look.inks[kind]
        sprite = look.pair.draw[kind](small, 0.8, mix(ink, look.grid.cell, 0.35))
        here = canvas[at : at + small, left : left + small]
        here[...] = stack(np.ascontiguousarray(here), sprite)


def _blank(look: Look, canvas: Layer, rng: Random) -> None:
    """What stands in an empty cell."""
    side = len(canvas)
    shape = mask(side)
    half = (1 - max(look.grid.gap_x, look.grid.gap_y)) / 2
    if look.blank == "same":
        canvas[...] = stack(canvas, look.pair.draw[0](side, look.size, look.blank_ink))
        return
    if look.blank == "dot":
        disc(shape, 0, 0, 0.05)
    elif look.blank == "dash":
        stroke(shape, [(-0.12, 0), (0.12, 0)], 0.05)
    elif look.blank == "glyph":
        stroke(shape, [(-0.14, 0.24), (0.14, 0.24)], 0.04)
    elif look.blank == "hook":
        stroke(shape, [(0, -half), (0, -0.1), (0.06, 0.02), (0.02, 0.1), (-0.08, 0.06)], 0.04)
    elif look.blank == "corner dot":
        disc(shape, half - 0.12, half - 0.12, 0.04)
    else:
        disc(shape, 0, 0, look.size / 2)
        if look.blank == "ring":
            disc(shape, 0, 0, look.size / 2 - 0.03, 0)
    over(canvas, shape, look.blank_ink, 0.35 if look.blank == "disc" else 1.0)


def _symbol(look: Look, state: State, side: int, ink: Colour) -> Layer:
    """The symbol on a transparent layer."""
    draws = look.pair.draw if state.given or not look.entry_draw else look.entry_draw
    size = (look.clue_size if state.given else look.size) * (look.ratio if state.kind == 2 else 1)
    if state.special == "pop":
        size *= 0.7
    symbol = draws[state.kind - 1](side, size, ink)
    if look.stretch != 1 or look.shift != (0.0, 0.0):
        across, down = (min(1.0, look.stretch), min(1.0, 1 / look.stretch))
        x, y = look.shift
        move = np.array(
            [[across, 0, side * ((1 - across) / 2 + x)], [0, down, side * ((1 - down) / 2 + y)]], np.float32
        )
        symbol = np.asarray(cv2.warpAffine(symbol, move, (side, side)), np.float32)
    if look.halo:
        glow = np.asarray(cv2.GaussianBlur(symbol, (0, 0), max(0.6, look.halo * side)), np.float32)
        if look.halo_ink is not None:
            glow[..., :3] = glow[..., 3:] * np.asarray(look.halo_ink, np.float32)
        glow = np.roll(glow, round(look.halo_drop * side), 0)
        symbol = stack(glow * np.float32(0.6), symbol)
    if state.special == "fade":
        symbol *= np.float32(0.55)
    elif not state.given and look.entry_opacity < 1:
        symbol *= np.float32(look.entry_opacity)
    return symbol


def draw_cell(look: Look, state: State, pixels: int) -> Pixels:
    """One cell, `(pixels, pixels, 3)`."""
    rng = Random(look.style)
    side = pixels * max(1, round(SHARP / pixels))
    ground = _ground(look, state)
    inks = look.clue_inks if state.given else look.inks
    ink = inks[state.kind - 1] if state.kind else look.grid.text
    if state.kind and state.given and look.invert_clue:
        ground, ink = ink, away(rng, [ink], 0, 0, 45)
    if state.kind and state.tint and distance(ink, ground) < 30:
        ink = ink_on(ground)
    by_shape = not (look.pair.coloured or look.pair.alike)
    if state.special == "toned" and by_shape and distance(look.tone, ground) > READABLE:
        ink = look.tone
    canvas = _base(look, state, side, ground)
    if state.special in ("wrong under", "wrong hatch"):
        _stripes(look, canvas, rng, ground if state.special == "wrong hatch" else None)
    if state.special in ("arrows", "brackets") and not state.kind and rng.random() < BLOCK:
        _block(look, canvas, rng)
    if state.kind and not look.bare:
        if state.special in ("wrong ink", "wrong strike") and not look.pair.coloured and not look.pair.alike:
            ink = away(rng, [ground], 0, 85)
        canvas = stack(canvas, _symbol(look, state, side, ink))
    elif not state.kind and state.special == "pencil":
        _pencil(look, canvas, rng)
    elif not state.kind and look.blank:
        _blank(look, canvas, rng)
    if state.kind and look.badge and state.given != look.badge_on_entries:
        _badge(look, canvas, ground)
    if state.special and (state.kind or state.special not in ("wrong strike", "ring", "wrong ring")):
        _special(look, canvas, state.special, rng)
    return np.asarray(cv2.cvtColor(cv2.convertScaleAbs(reduced(canvas, pixels)), cv2.COLOR_BGRA2BGR), np.uint8)
