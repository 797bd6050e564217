"""Random looks for the Queens page: boards as no site draws them, to measure a reader on what it never saw.

A look is plain data laid over the page's default (`LOOK` in `pages/queens.html` lists every field). What stays is what
makes it Queens: each region has a colour of its own, or thick lines around it, or both. And a person can read it: two
colours of regions differ, and a crown and a cross differ from all of them.
"""

from __future__ import annotations

from random import Random
from typing import Any

from samples.looks import FONTS, LIGHTER, READABLE, Look, distance, hsl, lab

TELL_APART = 14.0
"""Least distance in CIE L*a*b* between two colours of regions; the nearest two of the daily game's have 18."""
COLOURS = 12
"""Of a palette: the most regions that a board has."""
DAILY = (
    "#bba3e2",
    "#ffc992",
    "#96beff",
    "#b3dfa0",
    "#dfdfdf",
    "#ff7b60",
    "#e6f388",
    "#b9b29e",
    "#dfa0bf",
    "#a3d2d8",
    "#62efea",
    "#8d7f6e",
)
CROWNS = ("crown", "crown", "crown3", "crown3", "crown5", "crown5", "crownline", "jewel", "queen", "letter")
OTHER_SIGNS = ("star", "disc", "ringed", "gem", "emoji", "princess", "cat", "bee", "tree")
CROSSES = ("saltire", "saltire", "saltire", "thick", "glyph", "letter", "dot", "dot", "ring", "dash", "slash", "plus")
TRIES = 200


def random_queens_look(rng: Random) -> Look:
    """A theme object for the page's `look` parameter."""
    dark = rng.random() < 0.35
    hue, tint = rng.uniform(0, 360), rng.choice((0, 0, 6, 15, 40))
    page = hsl(hue, tint, rng.uniform(4, 18) if dark else rng.uniform(86, 100))
    card = rng.choice((page, "transparent", hsl(hue, tint, 12 if dark else 97)))
    look: Look = {
        "page": page,
        "bar": rng.choice((page, hsl(hue, tint + 15, 25 if dark else 92))),
        "card": card,
        "card2": hsl(hue, tint, 14 if dark else 98),
        "edge": hsl(hue, tint, 30 if dark else 82),
        "field": hsl(hue, tint, 24 if dark else 90),
        "text": "#f0f0f0" if dark else "#1a1a1a",
        "muted": "#a0a0a0" if dark else "#666666",
        "label": "#a0a0a0" if dark else "#666666",
        "font": rng.choice(FONTS),
        "hover": rng.uniform(0.06, 0.3),
        "layout": rng.choice(("center", "center", "left", "right")),
        "width": rng.choice((300, 340, 390, 390, 430, 500, 560)),
        "titleText": rng.choice(("Queens", "Crowns", "Court", "Star field", "Daily grid")),
        "coordinates": rng.random() < 0.12,
    }
    furniture = ("nav", "timer", "buttons", "toolbar", "rules", "chat", "sidebar", "cards", "thumb", "stats", "message")
    look["parts"] = ",".join(rng.sample(furniture, rng.randint(1, 5)))
    palette = _palette(rng, dark)
    look["palette"] = palette
    lines = _lines(rng, look, palette, page)
    if lines != "tiles" and rng.random() < 0.08:
        look["shades"] = rng.uniform(0.04, 0.09)
    over = "255,255,255" if _mean_lightness(palette) < 45 else "0,0,0"
    look["patternColor"] = f"rgba({over},{rng.uniform(0.15, 0.35):.2f})"
    _symbols(rng, look, palette)
    red = hsl(rng.uniform(-12, 12), rng.uniform(70, 95), rng.uniform(42, 60))
    look["stripes"] = {
        "color": rng.choice((red, red + "b0")),
        "width": rng.uniform(0.025, 0.08),
        "lines": rng.choice((3, 4, 4, 5, 6)),
        "tint": rng.choice(("transparent", "transparent", red + "30")),
        "frame": rng.choice(("none", "none", f"2px solid {red}")),
        "over": rng.random() < 0.2,
    }
    return look


def _mean_lightness(palette: list[str]) -> float:
    return sum(lab(colour)[0] for colour in palette) / len(palette)


def _palette(rng: Random, dark: bool) -> list[str]:
    """Twelve colours that a person tells apart, or a single one where lines alone part the regions."""
    kind = rng.choices(("daily", "wheel", "any", "pale", "deep", "one"), (18, 24, 26, 12, 14, 6))[0]
    if kind == "one":
        return [hsl(rng.uniform(0, 360), rng.choice((0, 0, 20)), rng.uniform(92, 100))]
    if kind == "daily":
        return [_near(rng, colour) for colour in DAILY]
    if dark and rng.random() < 0.4:
        kind = "deep"
    lightness, saturation = {
        "wheel": ((42, 80), (45, 90)),
        "any": ((30, 85), (5, 95)),
        "pale": ((72, 94), (25, 90)),
        "deep": ((16, 52), (25, 85)),
    }[kind]
    colours: list[str] = []
    least, start = TELL_APART + 6, rng.uniform(0, 360)
    for attempt in range(TRIES * COLOURS):
        hue = start + 30 * len(colours) + rng.uniform(-12, 12) if kind == "wheel" else rng.uniform(0, 360)
        colour = hsl(hue, rng.uniform(*saturation), rng.uniform(*lightness))
        if all(distance(colour, other) >= least for other in colours):
            colours.append(colour)
            if len(colours) == COLOURS:
                return colours
        elif attempt % 60 == 59:
            least = max(TELL_APART, least - 1)
    return [_near(rng, colour) for colour in DAILY]


def _near(rng: Random, colour: str) -> str:
    """The colour as another screen shows it."""
    channels = [int(colour[k : k + 2], 16) + rng.randint(-6, 6) for k in (1, 3, 5)]
    return "#" + "".join(f"{min(max(value, 0), 255):02x}" for value in channels)


def _lines(rng: Random, look: Look, palette: list[str], page: str) -> str:
    """Lines, gaps and the frame. Where all regions have one colour, lines between them are thicker and stand out."""
    one = len(palette) == 1
    kind = "two" if one else rng.choices(("two", "alike", "none", "tiles", "bold"), (46, 18, 6, 22, 8))[0]
    dark_line = hsl(rng.uniform(0, 360), rng.choice((0, 0, 0, 30)), rng.uniform(0, 18))
    line = rng.choice((dark_line, dark_line, dark_line, "#ffffff", page)) if not one else dark_line
    thin = rng.uniform(0.012, 0.04)
    soft = hsl(0, 0, rng.uniform(45, 80)) if rng.random() < 0.25 and kind in ("two", "alike") else line
    look["gap"] = rng.uniform(0.04, 0.2) if kind == "tiles" else 0
    if kind == "tiles":
        look["radius"] = rng.choice((0, 0.06, 0.12, 0.2, 0.35))
        look["bevel"] = rng.random() < 0.15
        look["shadow"] = rng.choice(("none", "none", "0 1px 3px rgba(0,0,0,.4)"))
        look["border"] = rng.choice(("none", "none", "none", f"1px solid {dark_line}"))
    dashed = kind == "two" and rng.random() < 0.08
    look["thin"] = {"color": soft, "width": 0 if kind == "none" else thin, "dash": dashed}
    thick = {"two": rng.uniform(0.045, 0.1), "alike": thin, "none": 0, "tiles": 0}.get(kind, rng.uniform(0.09, 0.14))
    if kind == "bold":
        look["thin"] |= {"width": thick, "color": line}
    look["thick"] = {"color": line if kind != "alike" else soft, "width": thick}
    framed = one or rng.random() < (0.35 if kind == "tiles" else 0.8)
    look["frame"] = {
        "width": rng.uniform(0.03, 0.16) if framed and kind != "tiles" else 0,
        "color": line if rng.random() < 0.8 or one else dark_line,
        "radius": rng.choice((0, 0, 0.08, 0.15, 0.25)),
        "pad": rng.choice((2, 4, 8)) if kind == "tiles" and framed else 0,
        "padColor": rng.choice((dark_line, hsl(0, 0, 90))),
        "shadow": rng.choice(("none", "none", "0 2px 12px rgba(0,0,0,.3)")),
    }
    return kind


def _symbols(rng: Random, look: Look, palette: list[str]) -> None:
    """Crowns and crosses in colours that can be told from every region's."""
    name = rng.choice(CROWNS) if rng.random() < 0.75 else rng.choice(OTHER_SIGNS)
    fill = _told_from(rng, palette)
    contour = rng.random() < 0.2 and name not in ("queen", "queenline", "letter", "crownline")
    edge = ("#ffffff" if lab(fill)[0] < 50 else "#000000") if contour else fill
    gold = hsl(rng.uniform(38, 52), rng.uniform(75, 100), rng.uniform(45, 62))
    look["crown"] = {
        "name": name,
        "size": rng.uniform(0.38, 0.74) * (1 - look["gap"]),
        "down": rng.choice((0, 0, 0.03, 0.05)),
        "color": fill,
        "edge": edge,
        "wrong": rng.choice(("#dc143c", "#ff2020", fill)),
        "wrongEdge": rng.choice(("#dc143c", "#7a0a1c")),
        "gold": rng.choice((gold, gold, fill)),
        "goldEdge": rng.choice(("#6b4700", "#2a1c00", gold)),
    }
    cross = rng.choice(CROSSES)
    size = rng.uniform(0.08, 0.22) if cross in ("dot", "ring") else rng.uniform(0.14, 0.42)
    colour = fill if rng.random() < 0.8 else _told_from(rng, palette)
    look["cross"] = {"name": cross, "size": size, "color": colour, "opacity": rng.choice((1, 0.85, 0.75, 0.6))}


def _told_from(rng: Random, palette: list[str]) -> str:
    """A colour, black or white for the most part, that lies far from every one of the palette in lightness, too."""

    def stands_out(colour: str) -> float:
        light = lab(colour)[0]
        return min(min(distance(colour, o) / READABLE, abs(light - lab(o)[0]) / LIGHTER) for o in palette)

    tried: list[str] = ["#000000", "#000000", "#1c1c1c", "#ffffff", "#ffffff"]
    tried += [hsl(rng.uniform(0, 360), rng.uniform(30, 90), rng.choice((12, 18, 85, 92))) for _ in range(5)]
    rng.shuffle(tried)
    good = [colour for colour in tried if stands_out(colour) >= 1]
    return good[0] if good else max(tried, key=stands_out)


def describe(look: Look) -> dict[str, Any]:
    """What a label says of how the board is drawn, to group results by."""
    alike = look["thin"]["width"] == look["thick"]["width"] and look["thin"]["color"] == look["thick"]["color"]
    lines = "none" if not look["thick"]["width"] else "alike" if alike else "two"
    return {
        "grid": "tiles" if look["gap"] else "lines",
        "lines": "none" if look["gap"] else lines,
        "colours": "one" if len(look["palette"]) == 1 else "each",
        "crown": look["crown"]["name"],
        "cross": look["cross"]["name"],
    }
