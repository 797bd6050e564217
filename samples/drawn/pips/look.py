"""Looks of Pips made up at random; a good fifth are near to the newspaper's. Lengths are parts of a cell."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from samples.drawn.colours import (
    BLACK, WHITE, Colour, away, distance, grey, hsl, hue_of, ink_on, lightness, mix, of_hex, shifted, slid, vivid,
)  # fmt: skip
from samples.drawn.glyphs import some_font
from samples.drawn.pips.light import RULED, Light, random_light
from samples.drawn.pips.tag_look import TagLook, random_badge, random_tag
from samples.drawn.pips.tile_look import TileLook, random_tile

NEWSPAPER = 0.3
RIMS = 0.25
"""How often dominoes leave no more than the borders of regions to be seen, where there are any."""
PATTERNED, SIGNED, STITCHED = 0.18, 0.2, 0.25
"""How often regions have patterns, bare cells a small sign, and dashes a line of another colour under them."""
SIGNS = ("ring", "ring", "dot", "dot", "cross", "corners", "frame", "star")
OUTLINED = 0.18
"""How often cells without constraint have thin outlines of their own."""
OVERSIZED = 0.06
"""How often dominoes reach to the sides of their cells, or over them."""
ROUND = 0.05
"""How often cells are discs, or nearly so."""
COMPARTMENTS = 0.08
"""How often regions are told by the gaps between them alone."""
PLANS = 0.07
"""How often regions are told by lines alone, all of one colour, as walls are on a plan, with tags as small text."""
PLAIN_PATTERNS = 0.35
"""How often, of looks with patterns, cells without constraint alone have one; of plans, how often they are hatched."""
BADGES = 0.15
"""How often tags are something small in a corner where a domino lies on their cell."""


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
    plain_patterns: bool = False
    """Whether cells without constraint alone have patterns."""


def newspaper(rng: Random) -> Look:
    dark = rng.random() < 0.35
    names = ("#bfa4be", "#e0a5af", "#b1bfc1", "#e3bf9c", "#a5a1ad", "#b7b194")
    tags = ["#8954c4", "#c93079", "#388091", "#c25e27", "#203f72", "#5b7521"]
    if rng.random() < 0.25:
        tags[4] = "#464fb1"
    tints = ("#d0c2df", "#eec0d1", "#b6dce2", "#f4ddb4", "#b4bfce", "#c7cfb0")
    fills = [of_hex(name) for name in names]
    tag_fills = [of_hex(name) for name in tags]
    page = grey(rng.choice((255, 255, 255, 252, rng.uniform(240, 255))))
    plain, frame = of_hex("#e1cbc5"), of_hex("#d7c3bb")
    if dark:
        page = grey(rng.choice((18, 18, 0, rng.uniform(10, 45))))
        fall = rng.uniform(0.78, 0.9)
        fills = [mix(BLACK, fill, fall) for fill in fills]
        tag_fills = [mix(BLACK, fill, rng.uniform(0.85, 1.0)) for fill in tag_fills]
        plain, frame = mix(BLACK, plain, fall), mix(BLACK, frame, fall)
    if rng.random() < 0.25:
        plain = mix(plain, page, rng.uniform(0.1, 0.6))
    more = rng.uniform(1.0, 1.5) if rng.random() < 0.4 else 1.0
    if more > 1:
        fills = [vivid(fill, more) for fill in fills]
        tag_fills = [vivid(fill, more) for fill in tag_fills]
    slide = rng.uniform(-8, 8)
    fills = [slid(rng, shifted(fill, slide), 4) for fill in fills]
    tile = TileLook(
        fill=grey(rng.uniform(243, 255)),
        ink=grey(rng.uniform(40, 75)),
        rim=grey(rng.uniform(0, 40)),
        rim_width=rng.uniform(0.03, 0.06),
        radius=rng.uniform(0.12, 0.22),
        divider=grey(rng.uniform(190, 235)),
        divider_share=rng.choice((0.8, 1.0, 0.7)),
        bevel=rng.choice((0.0, 0.06, 0.08)),
        bevel_colour=grey(rng.uniform(150, 210)),
        pip=rng.uniform(0.08, 0.105),
        spread=rng.uniform(0.22, 0.27),
        six="rows",
        turns=True,
        mark="dot",
        font="hershey/2",
        inks=(),
        shadow=0.0,
        parted=0.0,
    )
    tag = TagLook(
        shape="diamond",
        size=rng.uniform(0.72, 0.8),
        anchor="last corner",
        dx=rng.uniform(-0.02, 0.02),
        dy=rng.uniform(-0.02, 0.02),
        font=some_font(rng),
        text=rng.uniform(0.2, 0.26),
        small=rng.uniform(0.78, 0.92),
        drawn=rng.random() < 0.6,
        radius=rng.choice((0.0, 0.05, 0.08)),
        rim=None,
        rim_width=0.0,
        bite=rng.choice((0.0, 0.0, 0.06)),
        over=True,
        own=True,
        fill=BLACK,
        ink=WHITE,
        hollow=False,
        side=0,
        cell="last",
        pad=0.0,
        backed=False,
        sum_sign="",
        lean=rng.uniform(0.12, 0.3),
        slash=rng.uniform(0.95, 1.3),
        cut=rng.random() < 0.7,
        notch=rng.choice((0.0, rng.uniform(0.08, 0.15), 0.12)),
    )
    return Look(
        name="newspaper",
        page=page,
        text=ink_on(page),
        fills=tuple(fills),
        tag_fills=tuple(tag_fills),
        tints=tuple(slid(rng, of_hex(t), 4) for t in tints),
        lines=tuple(tag_fills),
        plain=plain,
        plain_lined=False,
        plain_outline="",
        gap=rng.choice((0.0, 0.02)),
        joined=True,
        radius=0.0,
        round_regions=rng.random() < 0.6,
        inner=WHITE if not dark else rng.choice((WHITE, BLACK)),
        inner_share=rng.uniform(0.03, 0.13),
        inner_inset=rng.uniform(0.05, 0.09),
        inner_rim=rng.random() < 0.3,
        divider=0.0,
        divider_colour=BLACK,
        frame=frame if rng.random() < 0.75 else None,
        frame_grow=rng.uniform(0.05, 0.1),
        frame_radius=rng.uniform(0.08, 0.2),
        border=rng.choice(("dashed", "dashed", "dashed", "none")),
        border_width=rng.uniform(0.025, 0.05),
        border_inset=rng.uniform(0.01, 0.05),
        stitched=None,
        patterned=0.0,
        sign="",
        sign_size=1.0,
        dash=rng.uniform(0.07, 0.13),
        dash_gap=rng.uniform(0.05, 0.09),
        tag=tag,
        badge=None,
        tile=tile,
        inset=rng.uniform(0.02, 0.07),
        tinted=rng.choice((1.0, 0.0)),
        plain_tint=rng.choice((0.0, 0.0, rng.uniform(0.1, 0.5))),
        card=None,
        tray_card=None,
        dark=dark,
        light=RULED,
    )


def random_look(rng: Random) -> Look:
    if rng.random() < NEWSPAPER:
        look = newspaper(rng)
        if rng.random() < 0.2:  # the newspaper's, otherwise somewhere
            other = _any_look(rng)
            part = rng.choice(("tile", "tag", "page"))
            if part == "tile":
                look = replace(look, tile=other.tile, inset=max(other.inset, 0.05))
            elif part == "tag":
                look = replace(look, tag=replace(other.tag, over=True))
            else:
                look = replace(look, page=other.page, text=other.text, frame=None)
        return look
    return _plan(rng) if rng.random() < PLANS else _any_look(rng)


def _plan(rng: Random) -> Look:
    """Cells of one colour, hardly another than the page's, or none of their own; regions have lines of one colour."""
    look = _any_look(rng)
    ground = look.card or look.page
    fill = rng.choice((ground, shifted(ground, rng.choice((-1, 1)) * rng.uniform(2, 14)), WHITE, look.fills[0]))
    ink = away(rng, [fill, ground], rng.uniform(0, 360), rng.choice((0, 0, 40, 70)), 45, 35)
    many = len(look.fills)
    hatched = rng.random() < PLAIN_PATTERNS
    tag = replace(
        look.tag,
        shape="text",
        anchor="corner text",
        text=rng.uniform(0.16, 0.3),
        ink=ink if rng.random() < 0.7 else look.tag.ink or ink,
        pad=rng.uniform(0.03, 0.12),
        backed=rng.random() < 0.3,
        backing=None,
        hollow=False,
        tilt=0.0,
    )
    return replace(
        look,
        name="plan",
        fills=(fill,) * many,
        plain=fill if rng.random() < 0.75 else shifted(fill, rng.choice((-1, 1)) * rng.uniform(4, 25)),
        lines=(ink,) * many,
        plain_lined=True,
        plain_outline="",
        border="solid",
        border_width=rng.uniform(0.03, 0.09),
        border_inset=0.0 if rng.random() < 0.8 else look.border_inset,
        gap=0.0,
        radius=0.0,
        round_regions=False,
        divider=rng.choice((0.0, rng.uniform(0.012, 0.025))),
        divider_colour=mix(fill, ink, rng.uniform(0.1, 0.5)),
        frame=None,
        patterned=rng.choice((-1, 1)) * rng.uniform(6, 40) if hatched else 0.0,
        plain_patterns=True,
        tag=tag,
    )


def _any_look(rng: Random) -> Look:
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
    divider = 0.0 if gap > 0.02 and rng.random() < 0.8 else rng.choice((0.0, rng.uniform(0.015, 0.03), 0.02))
    if divider == 0.0 and gap == 0.0 and inner is None and rng.random() < 0.85:
        divider = rng.uniform(0.015, 0.03)
    if apart:
        divider = 0.0
    frame = _frame(rng, ground, plain, hue) if rng.random() < 0.5 else None
    outlined = rng.random() < OUTLINED
    if outlined and rng.random() < 0.7:
        plain = mix(ground, plain, rng.choice((0.0, rng.uniform(0.0, 0.3))))
    tinted = rng.choice((0.0, 0.0, 0.0, 1.0, 1.0, rng.uniform(0.3, 1.0)))
    inset = rng.choice((rng.uniform(0.03, 0.14), rng.uniform(0.03, 0.14), rng.uniform(0.1, 0.22)))
    border_width = rng.uniform(0.02, 0.09) if border == "solid" else rng.uniform(0.02, 0.06)
    border_inset = rng.choice((0.0, 0.0, rng.uniform(0.0, 0.12)))
    if tag.anchor == "outline":
        tag = replace(tag, pad=border_inset + (border_width / 2 if border_inset else 0.0))
    if not tinted and border == "none":
        inset = max(inset, 0.06)
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
        plain_lined=not outlined and (rng.random() < 0.35 or scheme in ("one", "two")),
        plain_outline=rng.choice(("dashed", "dotted", "solid")) if outlined else "",
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


def _tray_card(rng: Random, page: Colour, tile: Colour) -> Colour | None:
    """What lies under dominoes beside the board, if anything; now and then hardly more than pips tells them from it."""
    kind = rng.choices(("none", "page", "tile"), (66, 24, 10))[0]
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
