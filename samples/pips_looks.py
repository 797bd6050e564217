"""Random looks for the Pips page: boards, tags and dominoes as no site draws them, to measure a reader on.

A look is plain data laid over the page's default (`LOOK` in `pages/pips.html` lists every field). What stays is what
makes it Pips: connected cells of one colour under one tag, cells that touch no page, dominoes with pips. And a person
can read it: two colours of cells differ, as do a tag and its text, a pip and its domino, a domino and what is under it.
"""

from __future__ import annotations

from colorsys import rgb_to_hls
from random import Random
from typing import Any

from samples.looks import FONTS, Look, distance, hsl, lab

TELL_APART = 12.0
"""Least distance in CIE L*a*b* between two colours of cells; the nearest two of the daily game's have 11."""
INK = 45.0
"""Least distance of text and pips from what they stand on."""
SHAPES = ("diamond", "circle", "square", "pill", "hexagon")
COLOURS_LEAST = 5


def random_pips_look(rng: Random) -> Look:
    """A theme object for the page's `look` parameter."""
    dark = rng.random() < 0.35
    hue, tint = rng.uniform(0, 360), rng.choice((0, 0, 6, 15, 40))
    page = hsl(hue, tint, rng.uniform(5, 20) if dark else rng.uniform(86, 100))
    text = "#f4f4f4" if dark else "#161616"
    fills, empty = _fills(rng, page, dark)
    look: Look = {
        "page": page,
        "text": text,
        "bar": rng.choice((page, hsl(hue, tint + 15, 30))),
        "edge": hsl(hue, tint, 35 if dark else 80),
        "font": rng.choice(FONTS),
        "order": rng.choice(("cycle", "shuffle")),
        "prompt": rng.random() < 0.5,
        "pill": rng.random() < 0.15,
        "pitch": rng.choice((44, 50, 56, 60, 60, 66, 74, 84)),
    }
    look["cell"], inner = _cells(rng, dark)
    look["tile"], look["placed"] = _tiles(rng, page)
    look["palette"] = _palette(rng, fills, look["tile"]["fill"], inner)
    look["empty"] = {"fill": empty, "rim": _nudged(rng, empty) if inner else empty, "half": look["tile"]["fill"]}
    look["frame"] = _frame(rng, page, empty)
    look["region"] = _region(rng)
    if not look["placed"]["tint"] and look["region"]["line"] == "none":
        look["placed"]["inset"] = max(look["placed"]["inset"], 0.09)  # else nothing tells what lies under a domino
    look["tag"] = _tag(rng)
    look["tray"] = _tray(rng, page, dark)
    return look


def _fills(rng: Random, page: str, dark: bool) -> tuple[list[str], str]:
    """Colours of regions, and that of cells without a rule."""
    while True:
        saturation, lightness = rng.uniform(12, 80), rng.uniform(32, 58) if dark else rng.uniform(62, 84)
        empty = hsl(rng.uniform(0, 360), rng.uniform(0, 22), lightness + rng.uniform(-8, 12))
        if distance(empty, page) < TELL_APART:
            continue
        fills: list[str] = []
        start = rng.uniform(0, 360)
        for k in range(24):
            fill = hsl(start + k * 137.5, saturation * rng.uniform(0.7, 1.2), lightness + rng.uniform(-7, 7))
            if min(distance(fill, other) for other in (page, empty, *fills)) >= TELL_APART:
                fills.append(fill)
            if len(fills) == 8:
                break
        if len(fills) >= COLOURS_LEAST:
            return fills[: rng.randint(COLOURS_LEAST, len(fills))], empty


def _nudged(rng: Random, colour: str, most: float = 6.0) -> str:
    """The same colour, a little lighter or darker."""
    change = rng.uniform(2, most) * rng.choice((-1, 1)) * 2.55
    return "#" + "".join(f"{min(255, max(0, round(int(colour[k : k + 2], 16) + change))):02x}" for k in (1, 3, 5))


def _hue_of(colour: str) -> float:
    return rgb_to_hls(*(int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)))[0] * 360


def _palette(rng: Random, fills: list[str], tile: str, inner: bool) -> list[dict[str, str]]:
    common = hsl(rng.uniform(0, 360), rng.uniform(0, 60), rng.uniform(12, 30)) if rng.random() < 0.15 else None
    pale = lab(tile)[0] > 60
    palette = []
    for fill in fills:
        hue = _hue_of(fill)
        tag = common or hsl(hue, rng.uniform(45, 95), rng.uniform(22, 40))
        half = hsl(hue, rng.uniform(30, 75), rng.uniform(84, 93)) if pale else hsl(hue, rng.uniform(20, 50), 18)
        dash = common or hsl(hue, rng.uniform(50, 90), rng.uniform(20, 45))
        palette.append(
            {"fill": fill, "rim": _nudged(rng, fill) if inner else fill, "dash": dash, "tag": tag, "half": half}
        )
    return palette


def _cells(rng: Random, dark: bool) -> tuple[dict[str, Any], bool]:
    if rng.random() < 0.6:
        inset = rng.uniform(0.04, 0.15)
        shade = rng.choice((None, None, "#0002", "#fff3"))
        return {"inner": True, "inset": inset, "radius": rng.uniform(0, 0.3), "shade": shade, "divider": None}, True
    divider = rng.choice((None, "#0003", "#fff5", "#000a" if not dark else "#fffa"))
    return {"inner": False, "inset": 0, "radius": 0, "shade": None, "divider": divider}, False


def _frame(rng: Random, page: str, empty: str) -> dict[str, Any]:
    kind = rng.random()
    if kind < 0.25:
        return {"color": None}
    colour = (
        _nudged(rng, empty, 12) if kind < 0.7 else hsl(rng.uniform(0, 360), rng.uniform(0, 50), rng.uniform(15, 45))
    )
    return {"color": colour, "grow": rng.uniform(0, 0.12), "radius": rng.uniform(0, 0.2)}


def _region(rng: Random) -> dict[str, Any]:
    line = rng.choices(("dashed", "solid", "dotted", "none"), (45, 25, 12, 18))[0]
    width = rng.uniform(0.018, 0.055)
    dash = [0.001, 2.2 * width] if line == "dotted" else [rng.uniform(0.06, 0.2), rng.uniform(0.05, 0.14)]
    return {
        "line": line,
        "width": width,
        "dash": dash,
        "cap": "round" if line == "dotted" else rng.choice(("butt", "round")),
        "inset": rng.uniform(0, 0.04),
        "radius": rng.uniform(0.02, 0.2),
        "at": rng.uniform(0, 0.05),
    }


def _tag(rng: Random) -> dict[str, Any]:
    shape = rng.choices(SHAPES, (52, 16, 14, 9, 9))[0]
    size = {"diamond": 0.72, "circle": 0.56, "square": 0.48, "pill": 0.52, "hexagon": 0.58}[shape] * rng.uniform(
        0.9, 1.15
    )
    tag: dict[str, Any] = {
        "shape": shape,
        "size": size,
        "radius": rng.uniform(0.02, 0.1),
        "bite": shape == "diamond" and rng.random() < 0.4,
        "ring": rng.choice((None, None, "#ffffff", "#000000")),
        "shadow": rng.choice((None, None, "#0003")),
        "font": rng.choice(FONTS),
        "weight": rng.choice((600, 700, 800)),
        "text": 0.36 * size * rng.uniform(0.95, 1.15),
        "small": 0.31 * size * rng.uniform(0.9, 1.05),
        "signs": rng.choice(("drawn", "text")),
        "ink": "#ffffff",
    }
    place = rng.random()
    if place < 0.7:
        tag |= {"dx": rng.uniform(-0.06, 0.04), "dy": rng.uniform(-0.06, 0.04)}
    elif place < 0.88:
        tag |= {"dx": rng.uniform(-0.16, -0.06), "dy": rng.uniform(-0.16, -0.06), "bite": False}
    else:
        tag |= {"anchor": "first", "dx": rng.uniform(-0.05, 0.05), "dy": rng.uniform(-0.05, 0.05), "bite": False}
    return tag


def _tiles(rng: Random, page: str) -> tuple[dict[str, Any], dict[str, Any]]:
    while True:
        black = rng.random() < 0.15
        fill = hsl(rng.uniform(0, 360), rng.choice((0, 0, 30)), rng.uniform(8, 22) if black else rng.uniform(90, 100))
        ink = hsl(rng.uniform(0, 360), rng.uniform(0, 90), rng.uniform(80, 100) if black else rng.uniform(5, 42))
        outline = hsl(rng.uniform(0, 360), rng.uniform(0, 40), rng.uniform(5, 45))
        if distance(ink, fill) >= INK and max(distance(fill, page), distance(outline, page)) >= TELL_APART:
            break
    bevel = rng.choice((0, 0, rng.uniform(0.04, 0.1)))
    tile: dict[str, Any] = {
        "length": rng.choice((60, 68, 76, 76, 84, 94)),
        "aspect": rng.uniform(1.8, 2.08),
        "fill": fill,
        "ink": ink,
        "outline": outline,
        "line": rng.uniform(0.02, 0.06),
        "radius": rng.uniform(0.04, 0.32),
        "bevel": bevel,
        "bevelColor": hsl(0, 0, rng.uniform(55, 75)),
        "divider": rng.choice((_nudged(rng, fill, 16), outline)),
        "share": rng.choice((0.6, 0.75, 1.0)),
        "pip": rng.uniform(0.075, 0.11),
        "spread": rng.uniform(0.22, 0.28),
        "pips": rng.choices(("round", "square", "diamond"), (84, 9, 7))[0],
        "six": rng.choice(("rows", "columns")),
        "turn": rng.random() < 0.85,
    }
    if rng.random() < 0.1 and not black:
        tile["colours"] = [hsl(k * 51 + rng.uniform(0, 30), 80, rng.uniform(22, 38)) for k in range(7)]
    placed = {"inset": rng.uniform(0.04, 0.09), "tint": rng.random() < 0.5, "bevel": rng.choice((0, bevel / 2))}
    return tile, placed


def _tray(rng: Random, page: str, dark: bool) -> dict[str, Any]:
    return {
        "rule": rng.choice((None, hsl(0, 0, 30 if dark else 85), hsl(0, 0, 60))),
        "perRow": rng.choice((3, 4, 4, 5, 5, 6, 9)),
        "gapX": rng.uniform(0.15, 0.4),
        "gapY": rng.uniform(0.15, 0.6),
        "slots": rng.choice((None, None, None, _nudged(rng, page))),
        "ground": rng.choice((None, None, "#ffffff26", "#00000018")),
        "side": rng.choice(("below", "below", "below", "right")),
        "lastRow": rng.choice(("center", "center", "left")),
    }
