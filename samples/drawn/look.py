"""A random look of a board: its grid, colours, symbols, and how cells in different states differ. Nothing is drawn here."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from samples.drawn.colours import (
    APART,
    BLACK,
    WHITE,
    Colour,
    away,
    distance,
    grey,
    hsl,
    lightness,
    mix,
    shifted,
)
from samples.drawn.symbols import Pair, random_pair

MARKED = {"sunmoon": 0.85, "emoji": 0.75, "picture": 0.75, "ring": 0.35, "disc": 0.2, "letter": 0.3, "digit": 0.12}
"""Share of boards with markers, by kind of symbols; 0.12 for all others."""


@dataclass(slots=True)
class Look:
    """Lengths are in cells, line widths in pixels of the drawn picture."""

    page: Colour
    under: Colour
    cell: Colour
    clue: Colour
    checker: Colour | None
    grid: str
    line: Colour
    line_width: float
    line_style: str
    thick_every: int
    frame: Colour | None
    frame_width: float
    frame_radius: float
    frame_pad: float
    gap: float
    radius: float
    border: Colour | None
    clue_border: Colour | None
    shadow: float
    bevel: float
    pair: Pair
    fills: tuple[Colour, Colour] | None
    bare: bool
    inks: tuple[Colour, Colour]
    clue_inks: tuple[Colour, Colour]
    size: float
    clue_size: float
    stretch: float
    entry_opacity: float
    badge: str
    badge_ink: Colour
    invert_clue: bool
    marked: bool
    selected: Colour
    text: Colour

    @property
    def shows_given(self) -> bool:
        """Whether a clue can be told from an entry."""
        by_ground = distance(self.clue, self.cell) > 4 and not (self.fills and self.bare)
        by_ink = self.clue_inks != self.inks and not self.pair.coloured
        return bool(
            by_ground or by_ink or self.badge or self.invert_clue or self.entry_opacity < 0.9
            or (self.clue_border is not None and self.clue_border != self.border)
        )  # fmt: skip

    @property
    def name(self) -> str:
        return f"{self.grid}/{'flat' if self.bare else self.pair.look}"


def _grounds(rng: Random) -> tuple[Colour, Colour, float, int]:
    """Page, cell, the hue, and which way (1 lighter, -1 darker) things stand out."""
    scheme = rng.choices(("light", "dark", "tinted", "middle"), (45, 30, 15, 10))[0]
    hue = rng.uniform(0, 360)
    tint = rng.choice((0.0, 0.0, 8.0, 20.0, 45.0)) if scheme != "tinted" else rng.uniform(35, 85)
    base = {"light": rng.uniform(93, 100), "dark": rng.uniform(3, 20), "tinted": rng.uniform(75, 94), "middle": rng.uniform(30, 65)}[scheme]
    step = -1 if base > 55 else 1
    cell = hsl(hue, tint, base)
    page_level = base + step * rng.choice((0, 0, 2, 5, 9, 16)) if rng.random() < 0.8 else rng.choice((6.0, 50.0, 94.0))
    return hsl(hue + rng.choice((0, 0, 30)), tint, page_level), cell, hue, step


def _symbol_inks(rng: Random, pair: Pair, grounds: list[Colour]) -> tuple[Colour, Colour]:
    """Colours in which two symbols can be read on all grounds, and be told apart."""
    if pair.look == "sunmoon" and rng.random() < 0.75:
        sun = hsl(rng.uniform(25, 52), rng.uniform(80, 100), rng.uniform(42, 64))
        moon = rng.choice(
            (hsl(rng.uniform(200, 265), rng.uniform(35, 90), rng.uniform(38, 78)), hsl(215, rng.uniform(0, 25), rng.uniform(45, 92)),
             hsl(48, rng.uniform(50, 90), rng.uniform(70, 88)))
        )  # fmt: skip
        inks = [ink if min(distance(ink, g) for g in grounds) > 28 else away(rng, grounds, hue, 80) for ink, hue in ((sun, 40), (moon, 225))]
        return inks[0], inks[1]
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


def _fills(rng: Random, cell: Colour) -> tuple[Colour, Colour]:
    """Two colours of whole tiles, apart from each other and from the empty one."""
    for _ in range(30):
        if rng.random() < 0.25:
            first, second = grey(rng.uniform(215, 255)), grey(rng.uniform(0, 60))
        else:
            hue = rng.uniform(0, 360)
            first = hsl(hue, rng.uniform(35, 95), rng.uniform(30, 70))
            second = hsl(hue + rng.uniform(60, 300), rng.uniform(35, 95), rng.uniform(30, 70))
        if min(distance(first, second), distance(first, cell), distance(second, cell)) > APART * 0.8:
            return first, second
    return (60, 60, 220), (220, 140, 40)


def _grid(rng: Random, look: dict[str, object], page: Colour, cell: Colour, hue: float, step: int, pixels: int) -> None:
    """Lines or tiles, frame, corners."""
    kind = rng.choices(("lines", "tiles", "none"), (56, 40, 4))[0]
    tint = rng.choice((0.0, 15.0, 40.0))
    base = lightness(cell)
    line = hsl(hue, tint, base + step * rng.choice((rng.uniform(6, 20), rng.uniform(15, 80))))
    if kind != "tiles" and distance(line, cell) < 5:
        line = away(rng, [cell], hue, tint, 12)
    width = rng.choice((1, 1, 1, 1, 2, 2, 3, rng.uniform(0.02, 0.08) * pixels))
    look.update(grid=kind, line=line, line_width=width if kind == "lines" else 0, thick_every=0)
    look["line_style"] = rng.choices(("solid", "dashed", "dotted", "double", "corners"), (86, 6, 3, 3, 2))[0]
    if kind == "lines" and rng.random() < 0.1:
        look["thick_every"] = rng.choice((2, 3, 4))
    framed = rng.random() < (0.75 if kind != "none" else 0.9)
    frame = hsl(hue, tint, base + step * rng.uniform(10, 80))
    look.update(frame=rng.choice((line, frame)) if framed else None)
    look.update(frame_width=rng.choice((1, 2, 2, 3, 4, 0.1 * pixels)) if framed else 0)
    look.update(frame_radius=rng.choice((0, 0, 0.1, 0.2, 0.35)), frame_pad=0.0)
    look.update(gap=0.0, radius=0.0, border=None, shadow=0.0, under=page)
    look["bevel"] = rng.choice((0.0, 0.0, 0.0, 0.0, 0.0, 0.0, rng.uniform(0.03, 0.1)))
    if kind == "tiles":
        look["gap"] = rng.choice((0.02, 0.03, 0.05, 0.06, 0.08, 0.1, 0.14, 0.2, 0.26))
        look["radius"] = rng.choice((0, 0, 0.05, 0.1, 0.15, 0.25, 0.5))
        padded = rng.random() < 0.5
        under = hsl(hue, tint, base + step * rng.uniform(8, 70)) if padded else page
        if distance(under, cell) < 7 or rng.random() < 0.3:
            look["border"] = away(rng, [cell, under], hue, tint, 14)
        look.update(under=under, frame_pad=rng.uniform(0, 0.2) if padded else 0.0)
        look["shadow"] = rng.choice((0.0, 0.0, rng.uniform(0.02, 0.08)))
        look["bevel"] = rng.choice((0.0, 0.0, 0.0, rng.uniform(0.03, 0.12)))
        if not padded:
            look.update(frame=None)


def random_look(rng: Random, pixels: int) -> Look:
    """`pixels`: of a cell in the picture as drawn."""
    page, cell, hue, step = _grounds(rng)
    look: dict[str, object] = {}
    _grid(rng, look, page, cell, hue, step, pixels)
    by = rng.choices(("ground", "both", "badge", "ink", "none"), (45, 12, 14, 9, 20))[0]
    clue = cell
    if by in ("ground", "both"):
        clue = hsl(hue + rng.choice((0, 0, 40, 180)), rng.choice((0, 5, 30, 60)), lightness(cell) + step * rng.uniform(5, 18))
        if distance(clue, cell) < 4.5:
            clue = shifted(cell, step * 18)
    pair = random_pair(rng)
    checker = shifted(cell, step * rng.uniform(5, 16)) if clue == cell and rng.random() < 0.1 else None
    selected = mix(cell, hsl(rng.uniform(0, 360), 80, 55), rng.uniform(0.12, 0.45))
    grounds = [cell, clue, selected] + ([checker] if checker else [])
    fills = _fills(rng, cell) if not pair.coloured and rng.random() < 0.2 else None
    bare = fills is not None and rng.random() < 0.65
    if fills:
        inks = away(rng, [fills[0]], hue, rng.choice((0, 20)), 40), away(rng, [fills[1]], hue, rng.choice((0, 20)), 40)
    else:
        inks = _symbol_inks(rng, pair, grounds)
    clue_inks = inks
    if by == "ink" and not pair.coloured:
        if not pair.alike:
            ink = away(rng, grounds, rng.uniform(0, 360), rng.choice((0, 80)))
            clue_inks = (ink, ink)
    room = 1 - float(look["gap"])  # type: ignore[arg-type]
    size = room * rng.choice((rng.uniform(0.38, 0.6), rng.uniform(0.45, 0.75), rng.uniform(0.3, 0.98)))
    opacity = rng.uniform(0.55, 0.8) if by in ("none", "ink") and rng.random() < 0.2 else 1.0
    border = look["border"]
    return Look(
        page=page, cell=cell, clue=clue, checker=checker, pair=pair, fills=fills, bare=bare, inks=inks, clue_inks=clue_inks, size=size,
        clue_size=size * (rng.uniform(1.08, 1.2) if rng.random() < 0.08 else 1), stretch=rng.uniform(0.8, 1.25) if rng.random() < 0.08 else 1.0,
        entry_opacity=opacity, badge=rng.choice(("dot", "corner", "lock", "centre", "ring", "bar")) if by in ("badge", "both") else "",
        badge_ink=away(rng, [cell, clue], rng.uniform(0, 360), 60), invert_clue=by == "ink" and not pair.coloured and not fills and rng.random() < 0.4,
        clue_border=away(rng, [clue], rng.uniform(0, 360), 60, 20) if clue != cell and rng.random() < 0.12 else border,  # type: ignore[arg-type]
        marked=rng.random() < (0.12 if bare else MARKED.get(pair.look, 0.12)), selected=selected,
        text=BLACK if lightness(page) > 50 else WHITE, **look,  # type: ignore[arg-type]
    )  # fmt: skip
