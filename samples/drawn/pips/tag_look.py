"""How tags of Pips look, made up at random: their shape, size, place and text. Lengths are parts of a cell."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

from samples.drawn.colours import BLACK, WHITE, Colour, away, grey, hsl
from samples.drawn.glyphs import STYLED, some_font

TAG_SHAPES = {"diamond": 36, "disc": 17, "pill": 12, "square": 14, "hexagon": 6, "star": 5, "flag": 7, "text": 15}
TAG_SHAPES |= {"octagon": 6, "ribbon": 5, "label": 14}
"""How often each; `text`: no more than the words, `flag`: beside a pole on a corner, `ribbon`: with a cut in both
ends, `label`: as wide as what it says, from a corner on."""
_SIZES = {"diamond": 0.72, "disc": 0.54, "pill": 0.5, "square": 0.46, "hexagon": 0.58, "star": 0.62, "flag": 0.4}
_HEIGHTS = {"diamond": 0.33, "disc": 0.5, "pill": 0.55, "square": 0.58, "hexagon": 0.46, "star": 0.42, "flag": 0.62}
_SIZES |= {"text": 0.46, "octagon": 0.44, "ribbon": 0.42, "label": 0.36}
_HEIGHTS |= {"text": 0.72, "octagon": 0.55, "ribbon": 0.58, "label": 0.62}
SUMS = ("Σ", "Σ", "=", "Σ=", "Σ=", "Σ = ", "+", "sum ", "sum ", "sum: ", "sum=", "sum of ", "total ", "total ")
EQUALS = (
    ("same", "diff"), ("equal", "differ"), ("all =", "all ≠"), ("EQ", "NE"), ("==", "!="), ("alike", "unlike"),
    ("equal", "unique"), ("same", "different"), ("equal", "unequal"), ("all same", "all different"), ("same", "differ"),
    ("match", "mixed"), ("equals", "distinct"), ("all alike", "all different"), ("all alike", "none alike"),
    ("all equal", "all unequal"), ("alike", "different"), ("all the same", "no two alike"), ("identical", "no repeats"),
)  # fmt: skip
COMPARED = (
    ("under ", "over "), ("under ", "over "), ("below ", "above "), ("less ", "more "),
    ("lt ", "gt "), ("< ", "> "), ("< ", "> "), ("Σ<", "Σ>"), ("Σ < ", "Σ > "), ("sum<", "sum>"), ("sum < ", "sum > "),
    ("less than ", "more than "), ("fewer than ", "more than "), ("total < ", "total > "), ("< ", "> "),
)  # fmt: skip
"""What may stand before a sum, instead of `=` and `≠`, and instead of `<` and `>`; in small letters or others."""
SIGNED, WORDED, LABELLED = 0.18, 0.24, 0.6
"""How often it does; words only where tags are wide enough; on labels, and where there are other words."""
SPACED, SLANTED = 0.25, 0.15
"""How often the letters of words stand apart, and lean."""
WIDENING = ("pill", "flag", "octagon", "ribbon", "label")
"""Shapes that are wider where more is said."""
WIDEST = 1.2
"""How high letters are on labels, as many times as there are letters on the longest: more is not seen at once."""
TILTED = 0.06
"""How often tags are turned a little."""
HOLLOW = 0.16
"""How often tags have the colour of their region in rim and words alone."""
ANCHORS = {
    "last corner": 30,
    "first corner": 13,
    "low corner": 13,
    "high corner": 13,
    "corner inside": 13,
    "side inside": 6,
    "corner text": 16,
    "side text": 9,
    "last middle": 9,
    "first middle": 9,
    "edge": 10,
    "outline": 9,
}
"""Where tags sit: on the outer corner of a region's last or first cell, or of its lowest one at the left or highest one
at the right, within a corner or at the middle of a side of one of these four, there as plain small text, in the middle
of a cell, on the middle of a side, as text that interrupts the border above the first cell."""
TEXTS = ("corner text", "side text", "outline")
"""Where there is no more than text."""
CELLS = ("first", "high", "last", "low")
"""Of a region, as the corners of a cell from the upper left on."""
USUAL = 0.6
"""How often a tag within a cell is on the corner or side of it that the cell is of the region."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a tag says that its region is right, or wrong. `fill`, `ring`: colours of its body and rim, None: as they
    are; `pale`: how much of the ground shows through it, 0..1; `sign`: "✓", "×", "!" or none, `after` the words or in
    a badge; `badge`: the radius of a disc on the corner `at` of it, in sides of the tag, 0 for none; `coloured`:
    whether a sign after the words is."""

    colour: Colour
    ink: Colour
    fill: Colour | None
    ring: Colour | None
    pale: float
    sign: str
    after: bool
    badge: float
    at: tuple[int, int]
    coloured: bool


@dataclass(frozen=True, slots=True)
class TagLook:
    """How tags look, and where on their regions they sit."""

    shape: str
    size: float
    anchor: str
    dx: float
    dy: float
    font: str
    text: float
    """Height of a digit."""
    small: float
    """The same by which longer texts are smaller."""
    drawn: bool
    """`=` and `≠` as bars."""
    radius: float
    rim: Colour | None
    rim_width: float
    bite: float
    """A gap around tags in the colour of the page."""
    over: bool
    """Whether tags lie over dominoes."""
    own: bool
    """Whether each has its region's colour."""
    fill: Colour
    ink: Colour | None
    hollow: bool
    """Whether rim and words have the region's colour, and `fill` lies between them."""
    side: int
    """Of the four corners, or sides, from the upper left on, clockwise, or the left on, the other way round."""
    cell: str
    """One of `CELLS`: which tags are in or on, where the place does not say that."""
    pad: float
    """Between text in a corner and the sides of the cell."""
    backed: bool
    """Whether plain text has its own ground, over borders."""
    sum_sign: str
    lean: float
    """How far the stroke of a drawn `≠` leans, in heights; `slash`: how long it is; `cut`: with a gap beside it."""
    slash: float
    cut: bool
    notch: float
    """The radius of the cell's corner that lies over the tag."""
    backing: Colour | None = None
    """The ground of plain text; None for the cell's colour."""
    tilt: float = 0.0
    """How far the tag is turned, in degrees."""
    verdict: Verdict | None = None
    equals: tuple[str, str] = ("=", "≠")
    """What stands there for `=` and `≠`."""
    compared: tuple[str, str] = ("<", ">")
    """What stands there for `<` and `>`."""


def random_tag(rng: Random, ground: Colour, fills: tuple[Colour, ...]) -> TagLook:
    backing = rng.choice((ground, ground, WHITE, BLACK)) if rng.random() < 0.5 else None
    shape = rng.choices(list(TAG_SHAPES), list(TAG_SHAPES.values()))[0]
    anchor = rng.choices(list(ANCHORS), list(ANCHORS.values()))[0]
    if anchor in TEXTS:
        shape = "text"
    elif shape == "flag":
        anchor = rng.choice(("first corner", "high corner"))
    size = _SIZES[shape] * rng.uniform(0.75, 1.2)
    if anchor in ("corner inside", "side inside"):
        size = min(size, 0.46)
    if anchor in ("last middle", "first middle"):
        size *= rng.uniform(1.0, 1.35)
    height = size * _HEIGHTS[shape]
    if anchor in TEXTS:
        height = rng.uniform(0.17, 0.32)
    own = rng.random() < 0.6
    fill = rng.choice((WHITE, BLACK, grey(40), hsl(rng.uniform(0, 360), 70, 35), hsl(rng.uniform(0, 360), 60, 85)))
    ink: Colour | None = None
    if shape == "text" and not (own and rng.random() < 0.4):
        ink = away(rng, [backing] if backing else list(fills[:6]), rng.uniform(0, 360), rng.choice((0, 0, 70)), 45, 35)
    off = rng.choice((0.0, rng.uniform(-0.1, 0.1)))
    side = rng.randrange(4)
    worded = shape in ("text", *WIDENING) and rng.random() < (LABELLED if shape == "label" else WORDED)
    case = rng.choice((str, str.title, str.upper, str.upper))
    sum_sign = case(rng.choice(SUMS)) if rng.random() < (LABELLED if worded else SIGNED) else ""
    equals = _both(case, rng.choice(EQUALS)) if worded else ("=", "≠")
    compared = _both(case, rng.choice(COMPARED)) if worded and rng.random() < 0.7 else ("<", ">")
    text = height * rng.uniform(0.75, 1.15)
    font = some_font(rng)
    if worded and STYLED not in font:
        spaced = rng.randint(4, 22) if rng.random() < SPACED else 0
        font += f"{STYLED}{rng.choice((0, 0, 3))},{spaced},{rng.randint(12, 28) if rng.random() < SLANTED else 0}"
    if shape == "label":
        longest = max(map(len, (*equals, *(one + "12" for one in (*compared, sum_sign)))))
        text = min(text, WIDEST / longest) * rng.uniform(0.55, 1.0)
        size = text * rng.uniform(1.25, 2.0)
    return TagLook(
        shape=shape,
        size=size,
        anchor=anchor,
        dx=off,
        dy=off if rng.random() < 0.8 else rng.uniform(-0.08, 0.08),
        font=font,
        text=text,
        small=rng.uniform(0.7, 1.0),
        drawn=rng.random() < 0.55,
        radius=rng.choice((0.0, rng.uniform(0.02, 0.12))),
        rim=rng.choice((None, None, WHITE, BLACK, grey(110))),
        rim_width=rng.uniform(0.02, 0.05),
        bite=rng.choice((0.0, 0.0, rng.uniform(0.03, 0.08))),
        over=rng.random() < 0.8,
        own=own,
        fill=fill,
        ink=ink,
        hollow=shape != "text" and rng.random() < HOLLOW,
        side=side,
        cell=rng.choice(CELLS) if rng.random() > USUAL else (CELLS[side] if anchor != "edge" else CELLS[side // 2 * 2]),
        pad=rng.uniform(0.02, 0.12) if backing is None else rng.uniform(-0.14, 0.1),
        backed=backing is not None or rng.random() < (0.9 if anchor == "outline" else 0.4),
        backing=backing,
        sum_sign=sum_sign,
        equals=equals,
        compared=compared,
        lean=rng.uniform(0.1, 0.35),
        slash=rng.uniform(0.8, 1.4),
        cut=rng.random() < 0.25,
        tilt=rng.uniform(-14, 14) if rng.random() < TILTED else 0.0,
        notch=rng.choice((0.0,) * 9 + (0.1,)),
    )


def _both(case: Callable[[str], str], words: tuple[str, str]) -> tuple[str, str]:
    return case(words[0]), case(words[1])


def random_badge(rng: Random, tag: TagLook, ground: Colour, fills: tuple[Colour, ...]) -> TagLook:
    """Something small in a corner of the tag's cell, over the domino there."""
    other = random_tag(rng, ground, fills)
    shape = rng.choice(("disc", "pill", "pill", "square"))
    size = rng.uniform(0.28, 0.42)
    where = rng.choice(("first ", "last ")) if "middle" not in tag.anchor else tag.anchor.partition("middle")[0]
    return replace(
        other,
        shape=shape,
        size=size,
        anchor=where + "corner inside",
        text=size * rng.uniform(0.48, 0.66),
        ink=None,
        hollow=False,
        pad=rng.uniform(-0.1, 0.08),
        over=True,
    )
