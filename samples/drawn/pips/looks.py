"""Which look a board of Pips gets: the newspaper's, nearly, a plan's, or any. Lengths are parts of a cell."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from samples.drawn.colours import BLACK, WHITE, away, grey, ink_on, mix, of_hex, shifted, slid, vivid
from samples.drawn.glyphs import some_font
from samples.drawn.pips.light import RULED
from samples.drawn.pips.look import PLAIN_PATTERNS, Look, any_look
from samples.drawn.pips.tag_look import TagLook
from samples.drawn.pips.tile_look import TileLook, random_clear, random_pin
from samples.drawn.pips.verdicts import random_verdicts

NEWSPAPER = 0.3
PLANS = 0.12
"""How often regions are told by lines alone, all of one colour, as walls are on a plan, with tags as small text."""


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
            other = any_look(rng)
            part = rng.choice(("tile", "tag", "page"))
            if part == "tile":
                look = replace(look, tile=other.tile, inset=max(other.inset, 0.05))
            elif part == "tag":
                look = replace(look, tag=replace(other.tag, over=True))
            else:
                look = replace(look, page=other.page, text=other.text, frame=None)
        return look
    return _plan(rng) if rng.random() < PLANS else any_look(rng)


def _plan(rng: Random) -> Look:
    """Cells of one colour, hardly another than the page's, or none of their own; regions have lines of one colour."""
    look = any_look(rng)
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
        tag=tag if rng.random() < 0.65 else look.tag,
    )


def embellished(rng: Random, look: Look) -> Look:
    """The same with what pages have besides now and then: what tags say of their regions, pins in dominoes, dominoes
    through which is seen what is under them."""
    tile = replace(look.tile, pin=random_pin(rng, look.tile))
    if look.tag.over and (clear := random_clear(rng, tile, (*look.fills, look.plain, look.tray_card or look.page))):
        return replace(look, verdicts=random_verdicts(rng), tile=replace(tile, clear=clear), tinted=0.0)
    return replace(look, verdicts=random_verdicts(rng), tile=tile)
