"""How dominoes look, made up at random. Lengths are parts of a cell."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import hypot
from random import Random

from samples.drawn.colours import BLACK, WHITE, Colour, away, distance, grey, hsl, lightness, mix, shifted
from samples.drawn.glyphs import some_font

BY_VALUE = 0.06
"""How often each half of a domino has the colour of its number."""
PLATES, PLATES_OF_DIGITS, SCALLOPS, GLOSS = 0.09, 0.25, 0.06, 0.12
"""How often the halves of dominoes have smaller boxes in them, also under digits, their sides are of arcs or pins, and
they shine."""
LAMPS, GRAINED_TILES = 0.1, 0.05
"""How often the places of pips that a half has not are shown, as lamps that are out, and dominoes are of wood."""
STITCHES, PLUGS, EDGED, HOLED = 0.08, 0.05, 0.1, 0.07
"""How often dominoes have seams, plugs at their ends, rings around their pips, and holes in them."""
DIVIDERS = {"solid": 72, "dashed": 8, "dotted": 5, "wavy": 6, "double": 5, "crosses": 4}
"""How often dividers are drawn so."""
MARKS = {
    "dot": 66, "digit": 15, "square": 4, "ring": 3, "diamond": 2, "star": 2, "plus": 2, "heart": 2, "flower": 1,
    "triangle": 1, "hexagon": 1, "strokes": 1,
}  # fmt: skip
"""How often pips are that."""
ARRANGED = {"dice": 76, "triangle": 7, "rows": 5, "columns": 4, "circle": 5, "middle": 3}
"""How often pips are arranged so."""
ANYWHERE, BY_CHANCE = 0.04, 0.5
"""How often the pips of each number are where no die has them, and how often, of these, in no rows: they have to be
counted."""
FLIPPED, COINS, PARTED = 0.15, 0.5, 0.12
"""How often pips are as in a mirror, plates under digits round, and the halves tiles of their own."""
FAINT = 0.12
"""How often the rims of dominoes are hardly darker, or lighter, than they are."""
WAISTS = 0.09
"""How often dominoes are narrow between their halves: two discs or boxes with a bar from one to the other."""


PINNED, CLEAR = 0.12, 0.08
"""How often dominoes have a pin in the middle, and what is under them shows through."""


@dataclass(frozen=True, slots=True)
class Pin:
    """What holds the halves together, or is a handle to turn a domino by: a disc with an edge, and a sign on it: none,
    a spot, a slit, an open ring. `radius`: in sides of a half."""

    radius: float
    fill: Colour
    edge: Colour
    sign: str


@dataclass(frozen=True, slots=True)
class TileLook:
    """`six`: in two rows or columns; `turns`: whether pips turn with the domino; `pip`: their radius, `spread`: their
    distance from the middle; `mark`: what a pip is, one of `MARKS`."""

    fill: Colour
    ink: Colour
    rim: Colour | None
    rim_width: float
    radius: float
    divider: Colour | None
    divider_share: float
    bevel: float
    bevel_colour: Colour
    pip: float
    spread: float
    six: str
    turns: bool
    mark: str
    font: str
    inks: tuple[Colour, ...]
    shadow: float
    parted: float
    """Between the halves, where each is a tile of its own."""
    by_value: tuple[Colour, ...] = ()
    """Of halves by their pips, where they have no tint."""
    plate: Colour | None = None
    """A smaller box in each half, of that colour."""
    scallops: int = 0
    """Along the side of a half: round ones, or, with `pins`, square ones apart from each other."""
    pins: bool = False
    waist: float = 0.0
    """How wide the bar between the halves is, where these are apart; 0 where they are not."""
    gloss: float = 0.0
    """How much lighter the upper part is."""
    soft: tuple[float, float, float] | None = None
    """Blur, drop and share of a soft shadow."""
    slope: float = 0.0
    """How much lighter (L*) the upper end is than the lower one."""
    sway: float = 0.0
    """How far outlines drawn by hand deviate; 0 where they are drawn with a ruler."""
    grained: bool = False
    drawn: str = "solid"
    """How the divider is drawn: solid, dashed, dotted, wavy, double, crosses."""
    stitch: Colour | None = None
    """Of dashes along the inside of the rim."""
    ends: float = 0.0
    """How wide the plugs at both ends are, which may show."""
    edged: Colour | None = None
    """Of a ring around each pip."""
    holes: int = 0
    """In each pip, as in buttons."""
    lamp: Colour | None = None
    """Of the places of pips that a half has not."""
    nine: bool = False
    """Whether there are nine such places, or the seven on which pips can be."""
    arranged: str = "dice"
    """How pips are arranged, one of `ARRANGED`."""
    places: tuple[tuple[tuple[float, float], ...], ...] = ()
    """Where those of each number are instead, from the middle of a half, about -1 to 1."""
    flipped: bool = False
    """Whether the pips are as in a mirror: the other diagonal."""
    coins: bool = False
    """Whether plates are round."""
    pin: Pin | None = None
    clear: float = 0.0
    """How much of what is under it shows through, but for the pips."""


def random_tile(rng: Random, ground: Colour) -> TileLook:
    kind = rng.choices(("white", "dark", "colour", "page"), (54, 18, 16, 12))[0]
    fill = {
        "white": hsl(rng.uniform(0, 360), rng.choice((0, 0, 30, 60)), rng.uniform(88, 100)),
        "dark": hsl(rng.uniform(0, 360), rng.choice((0, 0, 30)), rng.uniform(3, 25)),
        "colour": hsl(rng.uniform(0, 360), rng.uniform(20, 80), rng.uniform(25, 80)),
        "page": ground,
    }[kind]
    ink = away(rng, [fill], rng.uniform(0, 360), rng.choice((0, 0, 0, 90)), 45, 30)
    rim: Colour | None = away(rng, [fill], rng.uniform(0, 360), rng.choice((0, 0, 40)), 20, 12)
    if distance(fill, ground) > 14 and rng.random() < 0.35:
        rim = None
    elif rng.random() < FAINT:
        rim = shifted(fill, rng.uniform(4, 12) * (1 if lightness(fill) < 50 else -1))
    inks: tuple[Colour, ...] = ()
    mark = rng.choices(list(MARKS), list(MARKS.values()))[0]
    if rng.random() < (0.3 if mark == "digit" else 0.08):
        inks = tuple(away(rng, [fill], k * 51, 80, 38, 20) for k in range(7))
    waist = rng.uniform(0.12, 0.5) if rng.random() < WAISTS else 0.0
    if waist and rng.random() < 0.3:
        mark = "digit"
    plate: Colour | None = None
    if rng.random() < (PLATES_OF_DIGITS if mark == "digit" else PLATES):
        plate = mix(fill, rng.choice((WHITE, BLACK)), rng.uniform(0.05, 0.2))
        if rng.random() < 0.6:  # the pips stand out from the plate alone
            plate = away(rng, [fill], rng.uniform(0, 360), rng.choice((0, 0, 30)), 35, 20)
            ink, inks = away(rng, [plate], rng.uniform(0, 360), rng.choice((0, 0, 90)), 45, 30), ()
    return TileLook(
        fill=fill,
        ink=ink,
        rim=rim,
        rim_width=rng.uniform(0.02, 0.08),
        radius=rng.choice((0.0, rng.uniform(0.04, 0.2), rng.uniform(0.1, 0.45))),
        divider=rng.choice((mix(fill, ink, 0.2), rim or ink, None)) if rng.random() < 0.92 else None,
        divider_share=rng.choice((0.6, 0.75, 1.0)),
        bevel=rng.choice((0.0, 0.0, rng.uniform(0.04, 0.1))),
        bevel_colour=mix(fill, BLACK, rng.uniform(0.2, 0.6)),
        pip=rng.uniform(0.065, 0.13),
        spread=rng.uniform(0.2, 0.3),
        six=rng.choice(("rows", "rows", "columns")),
        turns=rng.random() < 0.8,
        mark=mark,
        font=some_font(rng),
        inks=inks,
        shadow=rng.choice((0.0, 0.0, rng.uniform(0.02, 0.08))),
        parted=rng.choice((rng.uniform(0.02, 0.07), rng.uniform(0.04, 0.14))) if rng.random() < PARTED else 0.0,
        by_value=_by_value(rng, ink) if rng.random() < BY_VALUE else (),
        plate=plate,
        scallops=rng.randint(4, 9) if rng.random() < SCALLOPS else 0,
        pins=rng.random() < 0.4,
        waist=waist,
        gloss=rng.uniform(0.06, 0.3) if rng.random() < GLOSS else 0.0,
        grained=rng.random() < GRAINED_TILES,
        drawn=rng.choices(list(DIVIDERS), list(DIVIDERS.values()))[0],
        stitch=mix(fill, rng.choice((ink, WHITE, BLACK)), rng.uniform(0.25, 0.9)) if rng.random() < STITCHES else None,
        ends=rng.uniform(0.15, 0.5) if rng.random() < PLUGS else 0.0,
        edged=mix(ink, rng.choice((fill, fill, WHITE, BLACK)), rng.uniform(0.3, 0.8)) if rng.random() < EDGED else None,
        holes=rng.choice((1, 2, 2, 4)) if rng.random() < HOLED else 0,
        lamp=mix(fill, rng.choice((ink, WHITE, BLACK)), rng.uniform(0.08, 0.3)) if rng.random() < LAMPS else None,
        nine=rng.random() < 0.6,
        arranged=rng.choices(list(ARRANGED), list(ARRANGED.values()))[0],
        places=_anywhere(rng) if rng.random() < ANYWHERE else (),
        flipped=rng.random() < FLIPPED,
        coins=mark == "digit" and rng.random() < COINS,
    )


def _anywhere(rng: Random) -> tuple[tuple[tuple[float, float], ...], ...]:
    """Places for the pips of each number, apart from each other."""
    if rng.random() > BY_CHANCE:
        nine = [(float(x), float(y)) for x in (-1, 0, 1) for y in (-1, 0, 1)]
        return tuple(tuple(rng.sample(nine, number)) for number in range(7))
    return tuple(_scattered(rng, number) for number in range(7))


def _scattered(rng: Random, number: int) -> tuple[tuple[float, float], ...]:
    """So many places, none near another."""
    while True:
        places = [(rng.uniform(-1.15, 1.15), rng.uniform(-1.15, 1.15)) for _ in range(number)]
        if all(hypot(x - a, y - b) > 0.9 for (x, y), (a, b) in combinations(places, 2)):
            return tuple(places)


def random_pin(rng: Random, tile: TileLook) -> Pin | None:
    """Of brass, steel, or the colours of the domino; at most as large as the space between the pips."""
    if rng.random() > PINNED:
        return None
    metal = hsl(rng.uniform(32, 48), rng.uniform(35, 80), rng.uniform(40, 70)), grey(rng.uniform(120, 210))
    fill = rng.choice((*metal, tile.ink, tile.fill, mix(tile.fill, tile.ink, 0.4)))
    edge = rng.choice((mix(fill, BLACK, 0.35), mix(fill, WHITE, 0.5), tile.ink))
    return Pin(rng.uniform(0.05, 0.2), fill, edge, rng.choice(("", "", "spot", "slit", "open ring")))


def random_clear(rng: Random, tile: TileLook, under: tuple[Colour, ...]) -> float:
    """How much of these colours shows through; nothing where pips would be hard to see then."""
    share = rng.uniform(0.25, 0.75)
    legible = all(distance(ink, mix(tile.fill, one, share)) > 30 for one in under for ink in tile.inks or (tile.ink,))
    return share if rng.random() < CLEAR and legible and not tile.plate else 0.0


def _by_value(rng: Random, ink: Colour) -> tuple[Colour, ...]:
    """Seven colours on which pips of this one can be seen."""
    start, saturation = rng.uniform(0, 360), rng.uniform(30, 90)
    level = rng.uniform(15, 40) if lightness(ink) > 50 else rng.uniform(60, 90)
    return tuple(hsl(start + 51 * k, saturation, level + rng.uniform(-6, 6)) for k in range(7))
