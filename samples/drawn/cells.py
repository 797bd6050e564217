"""How one cell is drawn: its ground, its symbol, and what tells its state. Where it lies is not known here."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import cv2
import numpy as np

from samples.drawn.colours import WHITE, Colour, away, ink_on, mix, shifted
from samples.drawn.look import Look
from samples.drawn.paint import Layer, disc, mask, over, plain, polygon, reduced, rounded, stack, stroke
from samples.drawn.types import Pixels

SHARP = 72
"""Cells are drawn at about this many pixels, then reduced."""


@dataclass(frozen=True, slots=True)
class State:
    """What decides how a cell looks. `special`: selected, hover, wrong, hint, pencil, or nothing."""

    kind: int
    given: bool
    odd: bool
    special: str
    variant: int


def _ground(look: Look, state: State) -> Colour:
    """The colour of the cell under its symbol."""
    ground = look.checker if look.checker and state.odd else look.cell
    if state.kind and look.fills:
        return look.fills[state.kind - 1]
    if state.kind and state.given:
        ground = look.clue
    if state.special in ("selected", "hint"):
        ground = look.selected
    elif state.special == "hover":
        ground = mix(ground, look.selected, 0.5)
    elif state.special == "wrong fill":
        ground = mix(ground, (60.0, 60.0, 235.0), 0.35)
    return ground


def _base(look: Look, state: State, side: int, ground: Colour) -> Layer:
    """The cell without its symbol, and what shows of the board around it."""
    half = (1 - look.gap) / 2
    if look.grid == "tiles":
        canvas = plain(side, look.under)
        shape = polygon(mask(side), rounded(-half, -half, half, half, look.radius))
        if look.shadow:
            drop = np.roll(cv2.GaussianBlur(shape, (0, 0), max(0.5, look.shadow * side / 2)), round(look.shadow * side * 0.6), 0)
            over(canvas, np.asarray(drop, np.uint8), (0.0, 0.0, 0.0), 0.4)
        border = look.clue_border if state.given and state.kind else look.border
        if border:
            over(canvas, shape, border)
            half -= max(1.2 / side, 0.03)
            shape = polygon(mask(side), rounded(-half, -half, half, half, look.radius))
        over(canvas, shape, ground)
    else:
        canvas = plain(side, ground)
    inner = half - look.bevel
    if look.bevel and look.radius < 0.1:
        lit = [(-half, -half), (half, -half), (inner, -inner), (-inner, -inner), (-inner, inner), (-half, half)]
        over(canvas, polygon(mask(side), lit), shifted(ground, 38))
        over(canvas, polygon(mask(side), [(-x, -y) for x, y in lit]), shifted(ground, -38))
    return canvas


def _badge(look: Look, canvas: Layer, ground: Colour, rng: Random) -> None:
    """What marks a clue."""
    side, half = len(canvas), (1 - look.gap) / 2
    ink = look.badge_ink if not look.fills else mix(ink_on(ground), ground, 0.3)
    at = half - 0.13
    if look.badge == "dot":
        over(canvas, disc(mask(side), at, -at, 0.05), ink)
    elif look.badge == "corner":
        over(canvas, polygon(mask(side), [(half, half), (half - 0.2, half), (half, half - 0.2)]), ink)
    elif look.badge == "lock":
        over(canvas, polygon(mask(side), rounded(at - 0.07, at - 0.03, at + 0.07, at + 0.08, 0.02)), ink)
        over(canvas, stroke(mask(side), [(at - 0.04, at - 0.03), (at - 0.04, at - 0.09), (at + 0.04, at - 0.09), (at + 0.04, at - 0.03)], 0.025), ink)
    elif look.badge == "centre":
        over(canvas, disc(mask(side), 0, 0, 0.045), mix(ground, ink_on(ground), 0.6) if not look.bare else ink)
    elif look.badge == "ring":
        inner = half - 0.1
        over(canvas, stroke(mask(side), rounded(-inner, -inner, inner, inner, 0.04), 0.025, True), ink)
    elif look.badge == "bar":
        over(canvas, stroke(mask(side), [(-half + 0.15, half - 0.08), (half - 0.15, half - 0.08)], 0.04), ink)


def _special(look: Look, canvas: Layer, special: str, rng: Random) -> None:
    """Frames, stripes and signs over a cell."""
    side, half = len(canvas), (1 - look.gap) / 2
    if special == "wrong stripes":
        width, step = rng.uniform(0.03, 0.07), rng.uniform(0.13, 0.22)
        lines = mask(side)
        for k in range(-8, 9):
            stroke(lines, [(k * step - 0.6, 0.6), (k * step + 0.6, -0.6)], width)
        inside = polygon(mask(side), rounded(-half, -half, half, half, look.radius))
        over(canvas, np.asarray(np.minimum(lines, inside), np.uint8), (70.0, 70.0, 220.0), rng.uniform(0.4, 0.85))
    elif special in ("selected", "wrong frame", "frame"):
        inner = half - 0.03
        colour = (50.0, 50.0, 225.0) if special == "wrong frame" else away(rng, [look.cell], rng.uniform(0, 360), 70)
        over(canvas, stroke(mask(side), rounded(-inner, -inner, inner, inner, look.radius), rng.uniform(0.03, 0.07), True), colour)
    elif special == "wrong badge":
        at = half - 0.14
        over(canvas, disc(mask(side), at, -at, 0.12), (50.0, 50.0, 225.0))
        over(canvas, stroke(mask(side), [(at, -at - 0.06), (at, -at + 0.01)], 0.03), WHITE)
        over(canvas, disc(mask(side), at, -at + 0.06, 0.018), WHITE)


def _pencil(look: Look, canvas: Layer) -> None:
    """Both candidates, small, in a corner each."""
    side = len(canvas)
    small = max(8, side // 3)
    for kind, left in ((0, round(side * 0.12)), (1, side - round(side * 0.12) - small)):
        ink = look.inks[kind] if not look.fills else look.fills[kind]
        sprite = look.pair.draw[kind](small, 0.7, mix(ink, look.cell, 0.35))
        top = round(side * 0.14)
        here = canvas[top : top + small, left : left + small]
        here[...] = here * (1 - sprite[..., 3:]) + sprite


def draw_cell(look: Look, state: State, pixels: int, rng: Random) -> Pixels:
    """One cell, `(pixels, pixels, 3)`."""
    side = pixels * max(1, round(SHARP / pixels))
    ground = _ground(look, state)
    inks = look.clue_inks if state.given else look.inks
    ink = inks[state.kind - 1] if state.kind else look.text
    if state.kind and state.given and look.invert_clue:
        ground, ink = ink, away(rng, [ink], 0, 0, 45)
    canvas = _base(look, state, side, ground)
    if state.kind and not look.bare:
        if state.special == "wrong ink" and not look.pair.coloured and not look.pair.alike:
            ink = away(rng, [ground], 0, 85)
        symbol = look.pair.draw[state.kind - 1](side, look.clue_size if state.given else look.size, ink)
        if look.stretch != 1:
            across, down = (min(1.0, look.stretch), min(1.0, 1 / look.stretch))
            move = np.array([[across, 0, side * (1 - across) / 2], [0, down, side * (1 - down) / 2]], np.float32)
            symbol = np.asarray(cv2.warpAffine(symbol, move, (side, side)), np.float32)
        if not state.given and look.entry_opacity < 1:
            symbol *= np.float32(look.entry_opacity)
        canvas = stack(canvas, symbol)
    elif state.special == "pencil" and not state.kind:
        _pencil(look, canvas)
    if state.kind and state.given and look.badge:
        _badge(look, canvas, ground, rng)
    if state.special:
        _special(look, canvas, state.special, rng)
    return np.asarray(cv2.cvtColor(cv2.convertScaleAbs(reduced(canvas, pixels)), cv2.COLOR_BGRA2BGR), np.uint8)
