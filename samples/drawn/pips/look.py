"""Looks of Pips made up at random. Lengths are parts of a cell."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from samples.drawn.colours import (
    BLACK,
    WHITE,
    Colour,
    away,
    distance,
    grey,
    hsl,
    hue_of,
    ink_on,
    lightness,
    mix,
    shifted,
)
from samples.drawn.pips.light import Light, random_light
from samples.drawn.pips.tag_look import TagLook, Verdict, random_badge, random_tag
from samples.drawn.pips.tile_look import TileLook, random_tile

RIMS = 0.25
"""How often dominoes leave no more than the borders of regions to be seen, where there are any."""
NARROW = 0.4
"""How often no more than a narrow rim of a region's colour is seen around dominoes, where nothing else tells it."""
PATTERNED, SIGNED, STITCHED = 0.18, 0.28, 0.25
"""How often regions have patterns, bare cells a small sign, and dashes a line of another colour under them."""
SIGNS = ("ring", "ring", "dot", "dot", "dot", "cross", "corners", "frame", "star")
OUTLINED, BARE = 0.18, 0.4
"""How often cells without constraint have thin outlines of their own; how often, of those with borders as regions have,
nothing else tells them from the page."""
OVERSIZED = 0.06
"""How often dominoes reach to the sides of their cells, or over them."""
ROUND = 0.05
"""How often cells are discs, or nearly so."""
COMPARTMENTS = 0.08
"""How often regions are told by the gaps between them alone."""
PLAIN_PATTERNS = 0.35
"""How often, of looks with patterns, cells without constraint alone have one; of plans, how often they are hatched."""
ALONE = 0.25
"""How often cells without constraint have a box of their own, drawn otherwise than other cells."""
BADGES = 0.15
"""How often tags are something small in a corner where a domino lies on their cell."""


@dataclass(frozen=True, slots=True)
class Alone:
    """The box of a cell without constraint that is drawn otherwise than others. `rim`: the colour of its outline."""

    inset: float
    radius: float
    rim: Colour | None
    rim_width: float


@dataclass(frozen=True, slots=True)
class Look:
    """`fills`, `tag_fills`, `tints`, `lines`: of the colours of regions, in order; `plain`: of cells without
    constraint. `border`: solid, dashed, dotted or none."""

    name: str
    page: Colour
    text: Colour
    fills: tuple[Colour, ...]
    tag_fills: tuple[Colour, ...]
    tints: tuple[Colour, ...]
    lines: tuple[Colour, ...]
    plain: Colour
    plain_lined: bool
    plain_outline: str
    """Around each cell without constraint, thin: dashed, dotted, solid, or nothing."""
    gap: float
    """Between cells; `joined`: not between those of one region."""
    joined: bool
    radius: float
    round_regions: bool
    inner: Colour | None
    """A veil over the inner part of each cell; `inner_inset`: from the cell's side."""
    inner_share: float
    inner_inset: float
    inner_rim: bool
    divider: float
    """Width of lines between cells of a region."""
    divider_colour: Colour
    frame: Colour | None
    frame_grow: float
    frame_radius: float
    border: str
    border_width: float
    border_inset: float
    stitched: Colour | None
    """Of a wider line under dashes."""
    patterned: float
    """How much the patterns of regions differ from their colours, in lightness; 0 where they have none."""
    sign: str
    """What stands in bare cells, one of `SIGNS`, or nothing."""
    sign_size: float
    """How many times as large as a small one."""
    dash: float
    dash_gap: float
    tag: TagLook
    badge: TagLook | None
    """Of tags whose cell a domino lies on, where they look otherwise there."""
    tile: TileLook
    inset: float
    """Of dominoes on the board."""
    tinted: float
    """0: dominoes on the board as in the tray; 1: halves in their region's tint."""
    plain_tint: float
    """The same of halves on cells without constraint."""
    card: Colour | None
    tray_card: Colour | None
    dark: bool
    light: Light
    outline_share: float = 0.5
    """How much of the colour of words the outlines of cells without constraint have."""
    plain_patterns: bool = False
    """Whether cells without constraint alone have patterns."""
    alone: Alone | None = None
    verdicts: tuple[Verdict | None, Verdict | None] = (None, None)
    """How tags say that their regions are wrong, and right."""


def any_look(rng: Random) -> Look:
    dark = rng.random() < 0.38
    hue, tint = rng.uniform(0, 360), rng.choice((0, 0, 8, 15, 40))
    page = hsl(hue, tint, rng.uniform(2, 26) if dark else rng.uniform(84, 100))
    if rng.random() < 0.08:
        page = hsl(hue, rng.uniform(20, 60), rng.uniform(25, 60))
    card = shifted(page, rng.choice((-1, 1)) * rng.uniform(8, 50)) if rng.random() < 0.2 else None
    if card and rng.random() < 0.3:
        card = rng.choice((WHITE, hsl(hue, 40, 30), hsl(hue + 100, 30, 80)))
    ground = card or page
    border = rng.choices(("solid", "dashed", "dotted", "none"), (38, 22, 8, 32))[0]
    scheme = rng.choices(("colours", "pale", "one", "two"), (60, 14, 22, 4))[0]
    apart = rng.random() < COMPARTMENTS
    if apart:
        scheme, border = rng.choice(("one", "one", "two")), "none"
    elif scheme == "one" and border == "none":
        scheme = "colours"
    fills, plain = _fills(rng, ground, dark, scheme)
    saturated = rng.uniform(35, 95)
    common = hsl(rng.uniform(0, 360), rng.choice((0, 0, 50, 80)), rng.uniform(8, 35)) if rng.random() < 0.35 else None
    if dark and common and rng.random() < 0.6:
        common = hsl(rng.uniform(0, 360), rng.choice((0, 0, 60)), rng.uniform(70, 98))
    deep = [mix(fill, away(rng, [fill], hue_of(fill), saturated, 28, 14), rng.uniform(0.8, 1.0)) for fill in fills]
    if scheme == "one":
        low = 50 if lightness(fills[0]) < 50 else 28
        deep = [hsl(137.5 * k + hue, saturated, rng.uniform(low, low + 25)) for k in range(len(fills))]
    lines = tuple([common or colour for colour in deep])
    if border != "none" and (scheme in ("one", "two") or rng.random() < 0.3):
        one = away(rng, list(fills[:3]), hue, rng.choice((0, 60)), 30, 18)
        if scheme == "one" and rng.random() < 0.4:
            lines = tuple(deep)
        else:
            lines = (one,) * len(fills)
    tag = random_tag(rng, ground, fills)
    same = tag.own and scheme != "one" and rng.random() < 0.15
    tag_fills = tuple(shifted(fill, 14 if dark else -14) for fill in fills) if same else tuple(deep)
    light = random_light(rng)
    tile = replace(random_tile(rng, ground), soft=light.shadow, slope=light.slope if rng.random() < 0.5 else 0.0)
    if light.sway and rng.random() < 0.7:
        tile = replace(tile, sway=light.sway, rim=None if tile.rim_width > 0.05 else tile.rim, radius=0.0)
    pale = lightness(tile.fill) > 50
    tints = tuple([mix(tile.fill, fill, rng.uniform(0.35, 0.75)) for fill in (fills if pale else deep)])
    gap = rng.choices((0.0, rng.uniform(0.02, 0.06), rng.uniform(0.06, 0.16)), (40, 30, 30))[0]
    if apart:
        gap = rng.uniform(0.05, 0.16)
    inner = None
    if rng.random() < 0.45:
        inner = rng.choice((WHITE, BLACK))
    divider = 0.0 if apart or (gap > 0.02 and rng.random() < 0.8) else rng.choice((0.0, rng.uniform(0.015, 0.03), 0.02))
    if divider == 0.0 and gap == 0.0 and inner is None and rng.random() < 0.85:
        divider = rng.uniform(0.015, 0.03)
    frame = _frame(rng, ground, plain, hue) if rng.random() < 0.5 else None
    outlined = rng.random() < OUTLINED
    plain_lined = not outlined and (rng.random() < 0.35 or scheme in ("one", "two"))
    if rng.random() < (0.7 if outlined else BARE * plain_lined * (border != "none")):
        plain = mix(ground, plain, rng.choice((0.0, rng.uniform(0.0, 0.3))) if outlined else 0.0)
    alone, plain = _alone(rng, ground, plain) if rng.random() < ALONE else (None, plain)
    tinted = rng.choice((0.0, 0.0, 0.0, 1.0, 1.0, rng.uniform(0.3, 1.0)))
    inset = rng.choice((rng.uniform(0.03, 0.14), rng.uniform(0.03, 0.14), rng.uniform(0.1, 0.22)))
    border_width = rng.uniform(0.02, 0.09) if border == "solid" else rng.uniform(0.02, 0.06)
    border_inset = rng.choice((0.0, 0.0, rng.uniform(0.0, 0.12)))
    if tag.anchor == "outline":
        tag = replace(tag, pad=border_inset + (border_width / 2 if border_inset else 0.0))
    if not tinted and border == "none":
        inset = rng.uniform(0.015, 0.06) if rng.random() < NARROW else max(inset, 0.06)
    elif border != "none" and rng.random() < RIMS:
        tinted, inset = 0.0, border_inset + border_width + rng.uniform(0.0, 0.04)
    if rng.random() < OVERSIZED:
        tinted, inset = 0.0, rng.uniform(-0.06, 0.03)
    return Look(
        name="any",
        page=page,
        text=ink_on(page),
        fills=fills,
        tag_fills=tag_fills,
        tints=tints,
        lines=lines,
        plain=plain,
        plain_lined=plain_lined,
        plain_outline=rng.choice(("dashed", "dotted", "solid")) if outlined else "",
        outline_share=rng.uniform(0.1, 0.7),
        gap=gap,
        joined=apart or (gap < 0.1 and rng.random() < 0.45),
        radius=rng.uniform(0.3, 0.5) if rng.random() < ROUND else rng.choice((0.0, 0.0, rng.uniform(0.03, 0.3))),
        round_regions=rng.random() < 0.4,
        inner=inner,
        inner_share=rng.uniform(0.04, 0.3),
        inner_inset=rng.choice((rng.uniform(0.04, 0.16), rng.uniform(0.04, 0.16), rng.uniform(0.16, 0.28))),
        inner_rim=rng.random() < 0.35,
        divider=divider,
        divider_colour=_divider(rng, fills, dark),
        frame=frame,
        frame_grow=rng.uniform(0.02, 0.16),
        frame_radius=rng.choice((0.0, rng.uniform(0.05, 0.3))),
        border=border,
        border_width=border_width,
        border_inset=border_inset,
        stitched=away(rng, [lines[0]], hue, rng.choice((0, 60)), 25) if rng.random() < STITCHED else None,
        patterned=rng.choice((-1, 1)) * rng.uniform(5, 40) if rng.random() < PATTERNED else 0.0,
        plain_patterns=rng.random() < PLAIN_PATTERNS,
        alone=alone,
        sign=rng.choice(SIGNS) if rng.random() < SIGNED else "",
        sign_size=rng.uniform(0.7, 2.2),
        dash=rng.uniform(0.05, 0.2),
        dash_gap=rng.uniform(0.04, 0.14),
        tag=tag,
        badge=random_badge(rng, tag, ground, fills) if rng.random() < BADGES else None,
        tile=tile,
        inset=inset,
        tinted=tinted,
        plain_tint=rng.choice((0.0, 0.0, rng.uniform(0.1, 0.5))),
        card=card,
        tray_card=_tray_card(rng, page, tile.fill),
        dark=dark,
        light=light,
    )


def _alone(rng: Random, ground: Colour, plain: Colour) -> tuple[Alone, Colour]:
    """A box for cells without constraint, and what fills it: their colour, one near the ground's, or the ground's own,
    in an outline then."""
    fill = rng.choice((plain, ground, shifted(ground, rng.choice((-1, 1)) * rng.uniform(4, 16))))
    rim = shifted(fill, rng.choice((-1, 1)) * rng.uniform(6, 40)) if fill == ground or rng.random() < 0.6 else None
    radius = rng.choice((0.0, rng.uniform(0.04, 0.3)))
    return Alone(rng.choice((0.0, rng.uniform(0.01, 0.1))), radius, rim, rng.uniform(0.01, 0.04)), fill


def _tray_card(rng: Random, page: Colour, tile: Colour) -> Colour | None:
    """What lies under dominoes beside the board, if anything; now and then hardly more than pips tells them from it."""
    kind = rng.choices(("none", "page", "tile"), (64, 22, 14))[0]
    if kind == "tile":
        return shifted(tile, rng.choice((-1, 1)) * rng.uniform(3, 14))
    return shifted(page, rng.choice((-1, 1)) * rng.uniform(6, 40)) if kind == "page" else None


def _frame(rng: Random, ground: Colour, plain: Colour, hue: float) -> Colour:
    return rng.choice(
        (
            mix(ground, plain, rng.uniform(0.3, 0.8)),
            hsl(hue, rng.uniform(0, 50), rng.uniform(10, 45)),
            shifted(plain, -14),
            ink_on(ground),
        )
    )


def _divider(rng: Random, fills: tuple[Colour, ...], dark: bool) -> Colour:
    return rng.choice((mix(fills[0], BLACK, 0.25), mix(fills[0], WHITE, 0.4), shifted(fills[0], -18), grey(128)))


def _fills(rng: Random, ground: Colour, dark: bool, scheme: str) -> tuple[tuple[Colour, ...], Colour]:
    """Colours of regions that can be told apart, and of cells without constraint."""
    saturation = rng.uniform(14, 85)
    light = rng.uniform(18, 58) if dark else rng.uniform(45, 86)
    if scheme == "pale":
        saturation, light = rng.uniform(20, 60), rng.uniform(10, 25) if dark else rng.uniform(84, 94)
    least = 9.0 if scheme == "pale" else 13.0
    if scheme in ("one", "two"):
        base = rng.choice(
            (shifted(ground, rng.choice((-1, 1)) * rng.uniform(6, 60)), hsl(rng.uniform(0, 360), 20, light), ground)
        )
        other = shifted(base, rng.choice((-1, 1)) * rng.uniform(10, 40)) if scheme == "two" else base
        plain = base if rng.random() < 0.6 else shifted(base, rng.choice((-1, 1)) * rng.uniform(8, 40))
        return tuple(base if k % 2 else other for k in range(8)), plain
    plain = hsl(rng.uniform(0, 360), rng.uniform(0, 25), light + rng.uniform(-10, 12))
    if rng.random() < 0.35:
        plain = mix(ground, plain, rng.uniform(0.2, 0.6))
    elif rng.random() < 0.25:
        plain = shifted(ground, rng.uniform(5, 30) if dark else -rng.uniform(5, 30))
    fills: list[Colour] = []
    start = rng.uniform(0, 360)
    wanted = rng.randint(5, 11)
    for k in range(60):
        fill = hsl(start + k * 137.5, saturation * rng.uniform(0.7, 1.2), light + rng.uniform(-9, 9))
        floor = least if k < 30 else 5.0
        if min(distance(fill, other) for other in (ground, plain, *fills)) >= floor:
            fills.append(fill)
        if len(fills) == wanted:
            break
    while len(fills) < 5:
        fills.append(hsl(start + len(fills) * 75, 70, 35 + 10 * (len(fills) % 3)))
    return tuple(fills), plain
