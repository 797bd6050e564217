"""Random looks: themes for the sample page that no site has, to measure how a reader does on what it never saw.

A look is plain data laid over the page's default (`LOOK` in `pages/tango.html` lists every field). The only rule is
that a person could read it: a symbol must differ from the cell under it, a marker from its plate, a cell from the page.
"""

from __future__ import annotations

import colorsys
from random import Random
from typing import Any

Look = dict[str, Any]

FONTS = (
    "'Liberation Sans',sans-serif",
    "'Liberation Serif',serif",
    "'DejaVu Sans',sans-serif",
    "'DejaVu Sans Mono',monospace",
    "'Noto Sans Mono',monospace",
    "'URW Gothic',sans-serif",
    "'URW Bookman',serif",
    "'Nimbus Sans Narrow',sans-serif",
)
SUN_AND_MOON = ("classic", "classic", "mirror", "rays", "spikes", "outline", "flat", "faces", "emoji", "emojifaces")
SEASONAL = (
    "halloween",
    "winter",
    "hearts",
    "fruit",
    "newyear",
    "cats",
    "spring",
    "flags",
    "pointers",
    "space",
    "music",
)
SIGNS = ("letters", "xo", "discs", "squares", "shapes", "diamonds", "emojibright")
PAIRS = (
    "emoji:🐱,🐶",
    "emoji:🍓,🍋",
    "emoji:🎃,👻",
    "emoji:⚽,🏀",
    "emoji:🍕,🍔",
    "emoji:🌊,🔥",
    "emoji:❄️,🔥",
    "emoji:🌸,🍀",
    "emoji:🐢,🦊",
    "emoji:☀️,🌛",
    "glyph:A,B",
    "glyph:+,−",
    "glyph:♠,♥",
    "glyph:★,●",
    "glyph:▲,■",
    "glyph:☀,☾",
)
FIXED_COLOURS = frozenset(SEASONAL) | {"emoji", "emojifaces", "emojibright"}
"""Symbol sets that bring their own colours, whatever the palette."""

READABLE = 33.0
"""Least distance in CIE L*a*b* between a symbol and the cell it lies on: about that of mid grey on white over two."""
LIGHTER = 22.0
"""Least difference in lightness alone: dark blue on black is far away in colour and still hard to see."""
VISIBLE = 5.0
"""Least distance of a cell from the page, or of a line from a cell, that a person still sees as an edge."""
SYMBOL_BASE = 0.5
"""What most symbols take of a cell before a look scales them."""


def lab(colour: str) -> tuple[float, float, float]:
    """CIE L*a*b* (D65) of `#rrggbb`."""
    linear = []
    for k in (1, 3, 5):
        value = int(colour[k : k + 2], 16) / 255
        linear.append(value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4)
    r, g, b = linear
    xyz = (
        (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
    )
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in xyz)
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def distance(first: str, second: str) -> float:
    """How different two colours look (CIE 1976)."""
    return float(sum((x - y) ** 2 for x, y in zip(lab(first), lab(second), strict=True)) ** 0.5)


def hsl(hue: float, saturation: float, lightness: float) -> str:
    """`#rrggbb` of a hue in degrees, saturation and lightness in percent."""
    rgb = colorsys.hls_to_rgb(hue % 360 / 360, min(max(lightness, 0), 100) / 100, min(max(saturation, 0), 100) / 100)
    return "#" + "".join(f"{round(x * 255):02x}" for x in rgb)


def _away_from(rng: Random, backgrounds: list[str], hue: float, saturation: float, least: float = READABLE) -> str:
    """A colour of about this hue that can be told from all `backgrounds`; its lightness is what gives way."""
    best, best_distance = "#000000", -1.0
    for _ in range(40):
        colour = hsl(hue + rng.uniform(-12, 12), saturation, rng.uniform(8, 95))
        nearest = min(distance(colour, background) for background in backgrounds)
        contrast = min(abs(lab(colour)[0] - lab(background)[0]) for background in backgrounds)
        nearest = min(nearest, contrast * READABLE / LIGHTER)
        if nearest >= least:
            return colour
        if nearest > best_distance:
            best, best_distance = colour, nearest
    return best


def random_look(rng: Random) -> Look:
    """A theme object for the page's `look` parameter."""
    scheme = rng.choices(("light", "dark", "tinted", "middle"), (45, 30, 17, 8))[0]
    hue = rng.uniform(0, 360)
    tint = rng.choice((0, 0, 8, 20, 45)) if scheme != "tinted" else rng.uniform(35, 85)
    base = {
        "light": rng.uniform(93, 100),
        "dark": rng.uniform(6, 19),
        "tinted": rng.uniform(80, 94),
        "middle": rng.uniform(35, 62),
    }[scheme]
    bright = base > 60
    cell = hsl(hue, tint, base)
    step = -1 if bright and base > 55 else 1
    page_light = base + step * rng.choice((0, 2, 5, 9, 16)) if rng.random() < 0.8 else (8.0 if bright else 88.0)
    page = hsl(hue + rng.choice((0, 0, 30)), tint, page_light)
    bright_page = lab(page)[0] > 55
    text = "#1d1d1f" if bright_page else "#f1f1f1"
    look: Look = {
        "page": _page_background(rng, page),
        "bar": page,
        "card": page,
        "card2": page,
        "text": text,
        "font": rng.choice(FONTS),
        "muted": "#77797d" if bright_page else "#a3a7ad",
        "edge": "#d8d8d8" if bright_page else "#3b3f46",
        "field": "#e6e6e8" if bright_page else "#33373d",
        "accent": hsl(rng.uniform(0, 360), 60, 50),
        "cell": cell,
        "label": text,
        "wrong": "#c62f2f" if bright_page else "#ff8076",
        "cardRadius": f"{rng.choice((0, 8, 16, 24))}px",
        "cardShadow": rng.choice(("none", "0 4px 20px rgba(0,0,0,.2)")),
        "beam": "rgba(150,150,150,.2)" if bright else "rgba(255,255,255,.12)",
        "titleText": rng.choice(("Tango", "Sun & Moon", "Binary day", "Duo", "Two of a kind", "Day / Night")),
    }
    _clues(rng, look, hue, tint, base, step)
    _grid(rng, look, page, hue, tint, base, step)
    _symbols(rng, look)
    _markers(rng, look, page)
    if rng.random() < 0.12:
        look["counters"] = rng.choice(("all", "rb"))
        look["labelSize"] = rng.uniform(0.25, 0.42)
    elif rng.random() < 0.12:
        look["coordinates"] = True
    red, green, blue = rng.randint(200, 245), rng.randint(30, 110), rng.randint(30, 110)
    look["stripes"] = {
        "color": f"rgba({red},{green},{blue},{rng.uniform(0.4, 0.9):.2f})",
        "width": rng.uniform(0.02, 0.07),
        "step": rng.uniform(0.1, 0.22),
        "angle": rng.choice((45, -45, 135)),
        "over": rng.random() < 0.4,
        "tint": rng.choice(("transparent", "transparent", "rgba(230,60,60,.15)")),
    }
    parts = rng.sample(
        (
            "nav",
            "timer",
            "buttons",
            "rules",
            "chat",
            "sidebar",
            "article",
            "cards",
            "thumb",
            "stats",
            "footer",
            "browser",
            "toolbar",
        ),
        rng.randint(1, 6),
    )
    look["parts"] = ",".join(parts)
    look["layout"] = rng.choice(("center", "center", "left", "right"))
    return look


def _page_background(rng: Random, page: str) -> str:
    kind = rng.random()
    lightness = lab(page)[0]
    near = hsl(rng.uniform(0, 360), rng.uniform(10, 70), min(98, max(5, lightness + rng.uniform(-9, 9))))
    if kind < 0.72:
        return page
    if kind < 0.9:
        return f"linear-gradient({rng.randrange(360)}deg,{page},{near})"
    if kind < 0.95:
        return f"radial-gradient(circle at {rng.randrange(100)}% {rng.randrange(100)}%,{page},{near})"
    width = rng.randint(8, 40)
    return f"repeating-linear-gradient({rng.choice((0, 45, 90))}deg,{page} 0 {width}px,{near} {width}px {2 * width}px)"


def _clues(rng: Random, look: Look, hue: float, tint: float, base: float, step: int) -> None:
    """How a clue is told from an entry: by its background, by a mark, or not at all."""
    kind = rng.choices(("background", "both", "mark", "none"), (52, 14, 16, 18))[0]
    if kind in ("background", "both"):
        look["clue"] = hsl(
            hue + rng.choice((0, 0, 40, 180)), max(tint, rng.choice((0, 0, 30, 60))), base + step * rng.uniform(4, 14)
        )
    else:
        look["clue"] = look["cell"]
    if kind in ("mark", "both"):
        look["clueMark"] = rng.choice(("dot", "corner", "lock", "bold", "centre"))
        look["clueMarkColor"] = _away_from(rng, [look["cell"]], rng.uniform(0, 360), 60)
    elif kind == "none" and rng.random() < 0.3:
        look["entryOpacity"] = rng.uniform(0.6, 0.85)
    if kind == "mark" and rng.random() < 0.3:
        look["clueScale"] = rng.uniform(1.08, 1.2)
    if look["clue"] == look["cell"] and rng.random() < 0.12:
        look["checker"] = hsl(hue, tint, base + step * rng.uniform(2, 6))


def _grid(rng: Random, look: Look, page: str, hue: float, tint: float, base: float, step: int) -> None:
    cell = look["cell"]
    framed = rng.random() < 0.75
    frame_width = rng.choice((1, 2, 2, 3, 4, 6, 10))
    frame_colour = hsl(hue, tint, base + step * rng.uniform(12, 75))
    if rng.random() < 0.58:
        width = rng.choice((1, 1, 1.5, 2, 2, 3, 4))
        thin = width < 1.5
        colour = hsl(hue, tint, base + step * rng.uniform(14 if thin else 7, 75))
        look["line"] = {"color": colour, "width": width, "mid": width + 2 if rng.random() < 0.1 else 0}
        look["gap"] = 0
        look["bevel"] = rng.random() < 0.08
        look["frame"] = {
            "width": frame_width if framed else 0,
            "color": frame_colour if rng.random() < 0.5 else colour,
            "radius": rng.choice((0, 0, 4, 8, 14)),
            "pad": 0,
        }
        return
    gap = rng.choice((0.03, 0.05, 0.06, 0.08, 0.1, 0.14, 0.2, 0.26))
    look["gap"] = gap
    look["radius"] = rng.choice((0, 0.06, 0.1, 0.15, 0.25, 0.5)) * (1 - gap)
    padded = rng.random() < 0.5
    under = hsl(hue, tint, base + step * rng.uniform(10, 70)) if padded else page
    look["frame"] = {
        "width": rng.choice((0, 0, 2, 4)) if padded else 0,
        "color": frame_colour,
        "radius": rng.choice((0, 6, 12)),
        "pad": rng.choice((3, 6, 10)) if padded else 0,
        "padColor": under if padded else "transparent",
    }
    seen = distance(under, cell) >= VISIBLE and (padded or not str(look["page"]).startswith(("l", "r")))
    if not seen or rng.random() < 0.3:
        border = _away_from(rng, [cell, under], hue, tint, 14)
        look["border"] = f"{rng.choice((1, 1.5, 2))}px solid {border}"
    if rng.random() < 0.3:
        look["shadow"] = rng.choice(("0 1px 3px rgba(0,0,0,.3)", "0 3px 6px rgba(0,0,0,.25)", "0 0 2px rgba(0,0,0,.5)"))
    look["bevel"] = rng.random() < 0.15
    if rng.random() < 0.2 and look["clue"] != cell:
        look["clueBorder"] = f"2px solid {_away_from(rng, [look['clue']], rng.uniform(0, 360), 60, 20)}"


def _symbols(rng: Random, look: Look) -> None:
    group = rng.choices((SUN_AND_MOON, SEASONAL, SIGNS, PAIRS), (52, 18, 20, 10))[0]
    symbols = rng.choice(group)
    look["symbols"] = symbols
    backgrounds = [look["cell"], look["clue"], *([look["checker"]] if look.get("checker") else [])]
    if rng.random() < 0.7:
        hues = rng.uniform(25, 55), rng.uniform(200, 280)
    else:
        first = rng.uniform(0, 360)
        hues = first, first + rng.uniform(80, 280)
    monochrome = symbols in ("letters", "xo", "outline") or symbols.startswith("glyph")
    saturation = 0.0 if monochrome and rng.random() < 0.3 else rng.uniform(55, 100)
    if symbols in ("flat", "letters", "diamonds", "outline", "xo") and rng.random() < 0.35:
        # the tile itself takes the colour, and the symbol is drawn light or dark on it
        tiles = [hsl(hues[0], 80, rng.uniform(50, 70)), hsl(hues[1], 55, rng.uniform(25, 70))]
        look["filled"] = {"a": tiles[0], "b": tiles[1]}
        ink = [_away_from(rng, [tile], hues[k], 10, 45) for k, tile in enumerate(tiles)]
    elif symbols in SUN_AND_MOON and rng.random() < 0.65:
        ink = _sun_and_moon(rng, backgrounds)
    else:
        ink = [_away_from(rng, backgrounds, hue, saturation) for hue in hues]
        if symbols in ("discs", "squares"):  # the same shape twice: only the colours tell them apart
            ink = ["#f4f4f2", "#1c1c1e"] if rng.random() < 0.4 else ink
            if distance(*ink) < READABLE:
                ink[1] = _away_from(rng, [*backgrounds, ink[0]], hues[1], saturation)
    edges = [
        colour if rng.random() < 0.4 else hsl(hue, 60, rng.uniform(20, 45))
        for colour, hue in zip(ink, hues, strict=True)
    ]
    if symbols in ("discs", "squares"):
        edges = [_away_from(rng, backgrounds, 0, 0, 25) for _ in ink]
    look["palette"] = {"a": ink[0], "ae": edges[0], "b": ink[1], "be": edges[1]}
    room = (1 - look["gap"]) * 0.88 / SYMBOL_BASE
    look["scale"] = min(room * 0.85, rng.choice((0.8, 0.9, 1, 1, 1, 1.1, 1.25, 1.45)))


def _sun_and_moon(rng: Random, backgrounds: list[str]) -> list[str]:
    """The colours most people give them: a yellow or orange sun; a blue, grey, or pale yellow moon."""
    sun = hsl(rng.uniform(30, 52), rng.uniform(85, 100), rng.uniform(46, 62))
    if min(distance(sun, background) for background in backgrounds) < READABLE:
        sun = _away_from(rng, backgrounds, 40, 95)
    moons = [
        hsl(rng.uniform(205, 265), rng.uniform(40, 90), rng.uniform(38, 78)),
        hsl(215, rng.uniform(5, 25), rng.uniform(45, 82)),
        hsl(48, rng.uniform(50, 90), rng.uniform(78, 88)),
    ]
    rng.shuffle(moons)
    for moon in moons:
        contrast = min(abs(lab(moon)[0] - lab(background)[0]) for background in backgrounds)
        if contrast >= LIGHTER and min(distance(moon, background) for background in backgrounds) >= READABLE:
            return [sun, moon]
    return [sun, _away_from(rng, backgrounds, 230, 60)]


def _markers(rng: Random, look: Look, page: str) -> None:
    cell = look["cell"]
    lined = look["gap"] == 0
    on = rng.choices(("gap", "disc", "square", "plate", "plain"), (45 if lined else 12, 28, 10, 5, 12))[0]
    glyph = rng.random() < 0.35
    size = rng.uniform(0.2, 0.34) if glyph else rng.uniform(0.11, 0.2)
    plate = (
        cell
        if on in ("gap", "plate")
        else page
        if on == "plain"
        else rng.choice(("#ffffff", cell, page, hsl(rng.uniform(0, 360), 50, 50), "#202124"))
    )
    backgrounds = [plate] if on != "plain" else [cell, page, look["clue"]]
    hue, saturation = rng.uniform(0, 360), rng.choice((0, 15, 40, 80))
    marker: dict[str, Any] = {
        "on": on,
        "size": size,
        "weight": rng.uniform(0.02, 0.05) if not glyph else 0.03,
        "draw": "glyph" if glyph else "stroke",
        "font": rng.choice(FONTS),
        "fontWeight": rng.choice((400, 700)),
        "color": _away_from(rng, backgrounds, hue, saturation, 38),
        "plate": plate,
        "plateSize": min(0.48, (0.9 if glyph else 1.0) * size * rng.uniform(1.5, 2.2)),
        "bolt": rng.random() < 0.07,
        "turn": rng.random() < 0.22,
        "cap": rng.choice(("butt", "round")),
        "glyphX": rng.choice(("×", "×", "x", "✕", "X")),
    }
    if on in ("disc", "square", "plate") and (distance(plate, cell) < VISIBLE * 2 or rng.random() < 0.3):
        marker["ring"] = f"1px solid {_away_from(rng, [plate, cell], hue, 10, 20)}"
    if rng.random() < 0.25:
        marker["eq"] = _away_from(rng, backgrounds, 140, 70, 35)
        marker["x"] = _away_from(rng, backgrounds, 0, 75, 35)
    look["marker"] = marker
