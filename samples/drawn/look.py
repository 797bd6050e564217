"""A random look of what is on a board: symbols, their colours, and how cells in different states differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

import numpy as np

from samples.drawn.colours import (
    APART,
    Colour,
    away,
    distance,
    grey,
    hsl,
    lightness,
    mix,
    shifted,
)
from samples.drawn.gridlook import GridLook, random_gridlook
from samples.drawn.symbols import Draw, Pair, hand_digits, random_pair
from samples.drawn.types import SUN
from samples.drawn.variants import hollow

MARKED = {
    "sunmoon": 0.85,
    "emoji": 0.75,
    "picture": 0.75,
    "ring": 0.35,
    "disc": 0.2,
    "letter": 0.3,
    "digit": 0.14,
    "outlined": 0.3,
    "hollow": 0.3,
    "hand": 0.3,
    "shapes": 0.6,
}
"""Share of boards with markers, by kind of symbols; `RARELY` for all others."""
RARELY = 0.12
OTHER_TYPEFACE = 0.2
"""How often characters are in another typeface, or written by hand, where an entry is."""
OUTLINED_ENTRIES, OUTLINED = 0.12, ("sunmoon", "picture", "digit", "turned")
"""How often entries are the outlines of what clues are, of these kinds of symbols and of letters in two typefaces."""
STATES_DIFFER = 0.3
"""How often tiles with a border have another one where an entry is, and mostly the clues' ground."""
LEAST_PIXELS = {
    "picture": 12.0,
    "emoji": 11.0,
    "letter": 10.0,
    "digit": 9.0,
    "hand": 10.0,
    "turned": 14.0,
    "shapes": 11.0,
}
"""Of a symbol in the finished picture; 8 for all others."""


@dataclass(slots=True)
class Look:
    """Lengths are in cells. Tuples have one item per kind of symbol. `bare`: filled tiles without a symbol on them.

    `badge_at`: the corner, right and down positive; `badge_strong`: in its own colour on filled tiles, too;
    `filled`: the ground under entries, where it is not the empty cells'; `tone`: of cells that a page lights;
    `raised`: how filled tiles are shaded, one of `bare.RAISED`.
    """

    grid: GridLook
    pair: Pair
    inks: tuple[Colour, ...]
    size: float
    marked: bool
    selected: Colour
    clue: Colour
    clue_inks: tuple[Colour, ...] = ()
    fills: tuple[Colour, ...] = ()
    clue_fills: tuple[Colour, ...] = ()
    fill_size: float = 1.0
    fill_round: float = 0.0
    bare: bool = False
    clue_size: float = 0.0
    ratio: float = 1.0
    shift: tuple[float, float] = (0.0, 0.0)
    stretch: float = 1.0
    checker: Colour | None = None
    checker_kind: str = "cells"
    clue_pattern: str = ""
    clue_border: Colour | None = None
    entry_border: Colour | None = None
    filled: Colour | None = None
    tone: Colour = (0.0, 0.0, 0.0)
    badge: str = ""
    badge_ink: Colour = (0.0, 0.0, 0.0)
    badge_on_entries: bool = False
    badge_at: tuple[int, int] = (1, -1)
    badge_size: float = 1.0
    badge_strong: bool = False
    raised: str = ""
    entry_opacity: float = 1.0
    entry_draw: tuple[Draw, ...] = ()
    invert_clue: bool = False
    halo: float = 0.0
    halo_ink: Colour | None = None
    halo_drop: float = 0.0
    blank: str = ""
    blank_ink: Colour = (0.0, 0.0, 0.0)
    tints: tuple[Colour, ...] = field(default=())
    style: int = 0
    """Seeds what all cells of a board have in common: how its stripes and frames are drawn."""

    @property
    def shows_given(self) -> bool:
        """Whether it can be told which are clues and which entries, not only that there are two sorts."""
        by_ground = distance(self.clue, self.grid.cell) > 4 and (not self.fills or self.fill_size < 0.9)
        by_border = self.clue_border is not None and self.grid.kind == "tiles"
        by_badge = self.badge and not self.badge_on_entries
        others = self.invert_clue or self.entry_opacity < 0.9 or self.entry_draw or self.clue_pattern
        return bool(by_ground or by_border or by_badge or others)

    @property
    def shows_given_alone(self) -> bool:
        """Whether a clue is known for one where there is no entry to compare it with, and an entry without a clue."""
        by_ground = distance(self.clue, self.grid.cell) > 4 and (not self.fills or self.fill_size < 0.9)
        return bool(by_ground or (self.badge and not self.badge_on_entries) or self.clue_pattern)

    @property
    def contrast(self) -> float:
        """How far symbols are from what they stand on, in CIE L*a*b*; at most 60."""
        if self.bare or self.pair.coloured:
            return 40.0
        if self.fills:
            return min(distance(ink, fill) for ink, fill in zip(self.inks, self.fills, strict=True))
        grounds = [self.grid.cell, self.clue] + ([self.checker] if self.checker else [])
        nearest = min(distance(ink, ground) for ink in (*self.inks, *self.clue_inks) for ground in grounds)
        return min(60.0, nearest * min(1.0, self.entry_opacity))

    @property
    def grey_tells(self) -> bool:
        """Whether kinds and empty cells can be told apart without colours."""
        if not (self.pair.alike or self.bare):
            return True
        levels = [lightness(colour) for colour in ((*self.fills, self.grid.cell) if self.fills else self.inks)]
        return not self.pair.coloured and min(abs(a - b) for k, a in enumerate(levels) for b in levels[:k]) > 14

    @property
    def name(self) -> str:
        return f"{self.grid.kind}/{'flat' if self.bare else self.pair.look}"


def _sun_inks(rng: Random, grounds: list[Colour]) -> tuple[Colour, Colour]:
    """The colours most people give a sun and a moon."""
    sun = hsl(rng.uniform(25, 52), rng.uniform(80, 100), rng.uniform(42, 64))
    moons = (
        hsl(rng.uniform(188, 268), rng.uniform(30, 90), rng.uniform(38, 80)),
        hsl(215, rng.uniform(0, 25), rng.uniform(45, 92)),
        hsl(48, rng.uniform(50, 90), rng.uniform(70, 88)),
    )
    moon = rng.choices(moons, (5, 3, 2))[0]
    if min(distance(sun, ground) for ground in grounds) < 28:
        sun = away(rng, grounds, 40, 90)
    if min(distance(moon, ground) for ground in grounds) < 28:
        moon = away(rng, grounds, 225, 70)
    return sun, moon


def symbol_inks(rng: Random, pair: Pair, grounds: list[Colour]) -> tuple[Colour, Colour]:
    """Colours in which two symbols can be read on all grounds, and be told apart."""
    if rng.random() < {"sunmoon": 0.75, "shapes": 0.4}.get(pair.look, 0.0):
        return _sun_inks(rng, grounds)
    if pair.alike and rng.random() < 0.35:
        white, black = grey(rng.uniform(225, 255)), grey(rng.uniform(0, 40))
        if min(distance(c, g) for c in (white, black) for g in grounds) > 14:
            return white, black
    mono = rng.random() < (0.0 if pair.alike else 0.45)
    first = rng.uniform(0, 360)
    saturation = rng.choice((0.0, 20.0, 60.0, 90.0)) if mono else rng.uniform(45, 100)
    a = away(rng, grounds, first, saturation)
    if mono:
        return a, a
    for _ in range(8):
        b = away(rng, grounds, first + rng.uniform(70, 290), rng.uniform(45, 100))
        if not pair.alike or distance(a, b) > APART:
            return a, b
    return a, away(rng, [*grounds, a], first + 180, saturation)


def tile_colours(rng: Random, cell: Colour) -> tuple[Colour, Colour]:
    """Two colours of whole tiles, apart from each other and from the empty one."""
    for _ in range(30):
        kind = rng.random()
        if kind < 0.22:
            first, second = grey(rng.uniform(210, 255)), grey(rng.uniform(0, 70))
        elif kind < 0.3:  # shades of one hue
            hue, saturation = rng.uniform(0, 360), rng.uniform(20, 90)
            first, second = hsl(hue, saturation, rng.uniform(60, 90)), hsl(hue, saturation, rng.uniform(10, 45))
        else:
            hue = rng.uniform(0, 360)
            first = hsl(hue, rng.uniform(35, 95), rng.uniform(30, 70))
            second = hsl(hue + rng.uniform(60, 300), rng.uniform(35, 95), rng.uniform(30, 70))
        if min(distance(first, second), distance(first, cell), distance(second, cell)) > APART * 0.8:
            return first, second
    return (60.0, 60.0, 220.0), (220.0, 140.0, 40.0)


def visible(draw: Draw, grounds: Sequence[Colour]) -> bool:
    """Whether enough of a picture with colours of its own is seen on all of these grounds."""
    small = draw(24, 0.9, (0.0, 0.0, 0.0))
    solid = small[..., 3] > 0.7
    if solid.sum() < 30:
        return False
    colours = (small[solid][:, :3] / small[solid][:, 3:]).astype(np.float32)
    for ground in grounds:
        far = np.abs(colours - np.asarray(ground, np.float32)).sum(axis=1) > 110
        if far.mean() < 0.4:
            return False
    return True


def _clues(rng: Random, look: Look) -> None:
    """How a clue differs from an entry: ground, pattern, frame, badge, ink, size, opacity, inversion, or not at all."""
    grid = look.grid
    ink = 45 if look.pair.look in ("ring", "hollow") else 9  # solid or not, each in both colours
    by = rng.choices(("ground", "both", "badge", "ink", "hand", "none"), (45, 12, 13, ink, 6, 15))[0]
    if by in ("ground", "both"):
        level = lightness(grid.cell) + (grid.step if rng.random() < 0.85 else -grid.step) * rng.uniform(4, 18)
        look.clue = hsl(grid.hue + rng.choice((0, 0, 40, 180)), rng.choice((0, 5, 30, 60)), level)
        if distance(look.clue, grid.cell) < 4.5:
            look.clue = shifted(grid.cell, grid.step * 18)
        if rng.random() < 0.12:
            look.clue_pattern = rng.choice(("hatch", "dots", "cross"))
    if by in ("badge", "both"):
        look.badge = rng.choice(("dot", "dot", "corner", "corner", "lock", "centre", "ring", "bar", "frame", "square"))
        look.badge_on_entries = rng.random() < 0.15
    if grid.kind == "tiles" and look.clue != grid.cell and rng.random() < 0.15:
        look.clue_border = away(rng, [look.clue], rng.uniform(0, 360), 60, 20)
    if look.pair.again and (by == "hand" or rng.random() < OTHER_TYPEFACE):
        by_hand = look.pair.look == "digit" and rng.random() < 0.4
        look.entry_draw = hand_digits(rng) if by_hand else look.pair.again
    solid = look.pair.look in OUTLINED or (look.pair.look == "letter" and look.pair.again)
    if solid and not (look.entry_draw or look.pair.coloured) and rng.random() < OUTLINED_ENTRIES:
        width, share = rng.uniform(0.025, 0.06), rng.choice((0.0, rng.uniform(0.05, 0.4)))
        look.entry_draw = tuple(hollow(draw, width, share) for draw in look.pair.draw)
    if by in ("none", "ink") and rng.random() < 0.2:
        look.entry_opacity = rng.uniform(0.55, 0.8)
    if by == "ink":
        look.invert_clue = rng.random() < 0.35
        look.clue_inks = (away(rng, [grid.cell, look.clue], rng.uniform(0, 360), rng.choice((0, 80))),) * 2
    if look.clue == grid.cell and rng.random() < (0.5 if grid.kind == "none" else 0.13):
        look.checker = shifted(grid.cell, grid.step * rng.uniform(4, 22))
        look.checker_kind = rng.choice(("cells", "cells", "cells", "rows", "columns", "blocks"))


def _plates(rng: Random, look: Look) -> None:
    """Pictures, emoji or suns and moons on tiles of two colours, strong or pale."""
    cell, pair = look.grid.cell, look.pair
    fills = tile_colours(rng, cell)
    if rng.random() < 0.5:
        hues = (45.0, 225.0) if pair.names[0] == SUN else (rng.uniform(0, 360), rng.uniform(0, 360))
        first, second = (hsl(hue, rng.uniform(40, 100), rng.uniform(25, 85)) for hue in hues)
        share = rng.choice((1.0, rng.uniform(0.12, 0.4)))
        fills = mix(cell, first, share), mix(cell, second, share)
    if pair.coloured:
        if not all(visible(draw, [fill]) for draw, fill in zip(pair.draw, fills, strict=True)):
            return
    else:
        hue = rng.uniform(0, 360)
        look.inks = (
            away(rng, [fills[0]], hue, rng.choice((0, 90))),
            away(rng, [fills[1]], hue + 180, rng.choice((0, 90))),
        )
        if pair.alike and distance(*look.inks) < APART and distance(*fills) < APART:
            look.inks = ()
            return
    look.fills = look.clue_fills = fills
    if rng.random() < 0.25:
        look.fill_size, look.fill_round = rng.uniform(0.7, 0.95), rng.choice((0.0, 0.1, 0.2, 0.5))


def _filled(rng: Random, look: Look) -> None:
    """Tiles, discs or plates of the kinds' colours, bare or under the symbols."""
    look.fills = tile_colours(rng, look.grid.cell)
    look.bare = rng.random() < 0.75
    if rng.random() < 0.3:
        look.fill_size = rng.uniform(0.55, 0.95)
        look.fill_round = rng.choice((0.0, 0.1, 0.2, 0.5))
        look.fills = tile_colours(rng, look.grid.cell)
    hue = look.grid.hue
    a, b = (away(rng, [fill], hue, rng.choice((0, 20)), 40) for fill in look.fills)
    look.inks = (a, b)
    look.clue_fills = look.fills
    if rng.random() < 0.25:
        by = rng.choice((-34.0, -24.0, 24.0, 34.0))
        first, second = look.fills
        shades = shifted(first, by), shifted(second, by)
        own = max(distance(shades[0], first), distance(shades[1], second))
        if min(distance(shades[0], second), distance(shades[1], first), distance(*shades)) > own + 14:
            look.clue_fills = shades
    if not look.bare and rng.random() < 0.2:
        look.raised = rng.choice(("bevel", "foot", "sheen", "rim"))


def _pair(rng: Random, grounds: list[Colour]) -> Pair:
    """Symbols that can be seen on these grounds."""
    for _ in range(5):
        pair = random_pair(rng)
        if not pair.coloured or all(visible(draw, grounds) for draw in pair.draw):
            return pair
    return random_pair(rng, "digit")


def _blank(rng: Random, look: Look) -> None:
    """What stands in empty cells: mostly nothing."""
    shapes = look.pair.alike and look.pair.look in ("disc", "stone", "square")
    bare = look.grid.kind == "none" or look.grid.line_style == "characters"
    letters = look.pair.look == "letter"
    if rng.random() > (0.26 if shapes else 0.4 if bare else 0.0 if letters else 0.09):
        return
    cell = look.grid.cell
    signs: tuple[str, ...] = ("dot", "dot", "dash", "ring", "disc", "glyph", "corner dot", "hook")
    if look.pair.look == "digit":
        signs = signs[:-1]  # a hook looks like a 1
    look.blank = "dot" if letters else rng.choice(signs)
    if shapes and rng.random() < 0.75:
        look.blank = "same"
        for _ in range(12):
            look.blank_ink = hsl(rng.uniform(0, 360), rng.choice((0, 0, 0, 30)), rng.uniform(15, 85))
            if min(distance(look.blank_ink, ink) for ink in look.inks) > 24 and distance(look.blank_ink, cell) > 6:
                return
        look.blank = ""
        return
    look.blank_ink = mix(cell, away(rng, [cell], rng.uniform(0, 360), 10, 25), rng.uniform(0.4, 1.0))


def random_look(rng: Random, pixels: int, shown: float) -> Look:
    """`pixels`: of a cell in the picture as drawn; `shown`: in the finished picture, which symbols must stand."""
    grid = random_gridlook(rng, pixels)
    cell = grid.cell
    selected = mix(cell, hsl(rng.uniform(0, 360), 80, 55), rng.uniform(0.12, 0.45))
    look = Look(grid, _pair(rng, [cell]), (), 0.5, False, selected, cell)
    _clues(rng, look)
    grounds = [cell, look.clue, selected] + ([look.checker] if look.checker else [])
    if look.pair.coloured and look.clue != cell and not all(visible(draw, grounds) for draw in look.pair.draw):
        look.clue = cell
    if not look.pair.coloured and rng.random() < 0.28:
        _filled(rng, look)
    elif rng.random() < 0.1:
        _plates(rng, look)
    if look.fills:
        look.inks = look.clue_inks = look.inks or ((0.0, 0.0, 0.0),) * 2
    else:
        look.inks = symbol_inks(rng, look.pair, grounds)
        if not look.clue_inks or look.pair.alike or look.pair.coloured:
            look.clue_inks = look.inks
    look.invert_clue = look.invert_clue and not (look.pair.coloured or look.fills or look.pair.alike)
    if look.fills:
        look.entry_draw = ()
    space = (1 - max(grid.gap_x, grid.gap_y)) * (look.fill_size * 0.85 if look.fills else 1)
    look.size = space * rng.choice((rng.uniform(0.38, 0.6), rng.uniform(0.45, 0.75), rng.uniform(0.3, 0.98)))
    touching = look.pair.look in ("ring", "disc", "outlined") and rng.random() < 0.2
    if touching:
        look.size = space * rng.uniform(0.92, 0.98)
    look.size = min(space * 0.98, max(look.size, LEAST_PIXELS.get(look.pair.look, 8.0) * look.pair.fine / shown))
    look.clue_size = min(space * 0.98, look.size * (rng.uniform(1.08, 1.2) if rng.random() < 0.08 else 1))
    look.ratio = rng.uniform(0.78, 1.0) if rng.random() < 0.4 else 1.0
    look.shift = (
        (rng.uniform(-0.05, 0.05), rng.uniform(-0.06, 0.06)) if rng.random() < 0.25 and look.size < 0.75 else (0.0, 0.0)
    )
    look.stretch = rng.uniform(0.75, 1.3) if rng.random() < 0.08 else 1.0
    look.badge_ink = away(rng, [cell, look.clue], rng.uniform(0, 360), rng.choice((0, 60, 80)), rng.choice((22, 33)), 9)
    look.badge_at = rng.choice(((1, -1), (1, -1), (-1, -1), (1, 1), (-1, 1)))
    look.badge_size = rng.uniform(0.6, 1.3)
    look.marked = rng.random() < (RARELY if look.bare else 0.7 if touching else MARKED.get(look.pair.look, RARELY))
    if rng.random() < 0.07:
        look.halo, look.halo_drop = rng.uniform(0.02, 0.08), rng.choice((0.0, rng.uniform(0.01, 0.05)))
        look.halo_ink = (0.0, 0.0, 0.0) if look.halo_drop else None
    look.tone = hsl(rng.uniform(0, 360), rng.uniform(60, 100), rng.uniform(40, 65))
    if grid.border and rng.random() < STATES_DIFFER:
        look.entry_border = away(rng, [cell, grid.under], rng.uniform(0, 360), 70, 14, 6)
        look.filled = look.clue if not (look.bare or look.fills) and rng.random() < 0.5 else None
    _blank(rng, look)
    look.style = rng.getrandbits(32)
    return look
