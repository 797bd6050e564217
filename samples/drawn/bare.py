"""Boards of bare tiles made harder: which colour is empty is told by balance, rules and layout, not by its paleness."""

from __future__ import annotations

from random import Random

from samples.drawn.colours import WHITE, Colour, away, distance, hsl, mix, shifted
from samples.drawn.look import Look

APART_EMPTY = 22.0
"""Least distance in CIE L*a*b* of the empty colour from the two kinds, where it has nothing to do with them."""
NEAR_EMPTY = 15.0
"""Least distance where it is near one of the kinds, and of the second empty colour of a checkered board."""
RAISED = ("bevel", "foot", "sheen", "rim", "inset", "nested", "spot")
"""How filled tiles alone may be shaded or marked."""


def _empty_colour(rng: Random, look: Look) -> Colour:
    """A strong colour, any colour, one between the kinds, or one near a kind."""
    way = rng.random()
    if way < 0.4:
        return hsl(rng.uniform(0, 360), rng.uniform(50, 100), rng.uniform(14, 70))
    if way < 0.62:
        return hsl(rng.uniform(0, 360), rng.choice((0, 0, 40, 80)), rng.uniform(4, 97))
    first, second = look.fills
    if way < 0.82:
        return mix(first, second, rng.uniform(0.35, 0.65))
    near = rng.choice((first, second))
    return mix(shifted(near, rng.choice((-60, -45, 45, 60))), hsl(rng.uniform(0, 360), 30, 50), rng.uniform(0, 0.3))


def recolour_empty(rng: Random, look: Look) -> None:
    """Gives empty tiles any colour that the two kinds do not have; now and then two in turn."""
    fills = (*look.fills, *look.clue_fills)
    least = NEAR_EMPTY if rng.random() < 0.4 else APART_EMPTY
    for _ in range(14):
        colour = _empty_colour(rng, look)
        if min(distance(colour, fill) for fill in fills) < least:
            continue
        look.grid.cell = look.clue = colour
        look.checker = None
        if rng.random() < 0.15:
            other = shifted(colour, rng.choice((-26, -16, 16, 26)))
            if min(distance(other, fill) for fill in fills) > NEAR_EMPTY:
                look.checker = other
        return


def shade_clues(rng: Random, look: Look) -> None:
    """Clues of clearly another lightness than entries of their kind, yet nearer to them than to the other kind."""
    for _ in range(6):
        by = rng.choice((-75.0, -50.0, -34.0, 34.0, 50.0, 75.0))
        first, second = look.fills
        shades = shifted(first, by), shifted(second, by)
        if rng.random() < 0.3:
            share = rng.uniform(0.25, 0.55)
            shades = mix(first, WHITE, share), mix(second, WHITE, share)
        own = max(distance(shades[0], first), distance(shades[1], second))
        others = min(distance(shades[0], second), distance(shades[1], first), distance(*shades))
        if own > 6 and others > own + 10 and min(distance(shade, look.grid.cell) for shade in shades) > APART_EMPTY:
            look.clue_fills = shades
            return


def shape_tiles(rng: Random, look: Look) -> None:
    """Shading and marks of filled tiles, and badges of clues in any colour and corner."""
    if rng.random() < 0.4:
        look.raised = rng.choice(RAISED)
    if rng.random() < 0.35:
        look.badge = rng.choice(
            ("dot", "corner", "corner", "bar", "square", "lock", "centre", "inset", "inset", "ring")
        )
        look.badge_ink = away(rng, list(look.clue_fills), rng.uniform(0, 360), rng.choice((0, 70, 70, 90)), 22, 8)
        look.badge_strong = True


def harden(rng: Random, look: Look) -> None:
    """Everything this module does, to a look of bare tiles."""
    if rng.random() < 0.55:
        recolour_empty(rng, look)
    if rng.random() < 0.3:
        shade_clues(rng, look)
    shape_tiles(rng, look)
