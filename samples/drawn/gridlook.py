"""A random look of a board's grid and page: lines, tiles, frame, colours. What is in cells is `look.py`'s."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from samples.drawn.colours import BLACK, WHITE, Colour, away, distance, hsl, lightness, mix, shifted

MIDDLE = 55.0
"""Lightness of a ground above which things on it are rather darker than lighter."""


@dataclass(slots=True)
class GridLook:
    """Lengths are in cells, line and frame widths in pixels of the drawn picture.

    `step`: 1 where things stand out lighter, -1 where darker. `line_style` is `crossings` where lines cross in the
    middles of cells, as on a board for stones, `characters` where they are dashes and bars as in a terminal.
    """

    kind: str
    page: Colour
    cell: Colour
    under: Colour
    text: Colour
    hue: float
    step: int
    line: Colour
    line_width: float = 0.0
    line_style: str = "solid"
    line_ways: str = "both"
    thick_every: int = 0
    frame: Colour | None = None
    frame_width: float = 0.0
    frame_radius: float = 0.0
    frame_pad: float = 0.0
    frame_shadow: bool = False
    gap_x: float = 0.0
    gap_y: float = 0.0
    radius: float = 0.0
    border: Colour | None = None
    border_width: float = 0.03
    border_dashed: bool = False
    shadow: float = 0.0
    bevel: float = 0.0
    depth: float = 0.0
    sheen: float = 0.0
    texture: str = ""


def _colours(rng: Random) -> tuple[Colour, Colour, float, int]:
    """Page, cell, the hue, and which way things stand out."""
    scheme = rng.choices(("light", "dark", "tinted", "middle", "strong"), (42, 28, 12, 10, 8))[0]
    hue = rng.uniform(0, 360)
    tint = {"tinted": rng.uniform(35, 85), "strong": rng.uniform(50, 100)}.get(
        scheme, rng.choice((0.0, 0.0, 8.0, 20.0, 45.0))
    )
    ranges = {"light": (93, 100), "dark": (1, 20), "tinted": (70, 94), "middle": (28, 66), "strong": (22, 66)}
    base = rng.uniform(*ranges[scheme])
    if scheme == "light" and rng.random() < 0.4:
        base = 100.0
    step = -1 if base > MIDDLE else 1
    cell = hsl(hue, tint, base)
    level = base + step * rng.choice((0, 0, 2, 5, 9, 16)) if rng.random() < 0.8 else rng.choice((5.0, 40.0, 75.0, 96.0))
    if scheme == "strong" and rng.random() < 0.7:  # coloured cells on a page of no colour, or of another one
        page = hsl(rng.uniform(0, 360), rng.choice((0, 0, 20, 60)), rng.choice((100, 93, 12, rng.uniform(0, 100))))
        return page, cell, hue, step
    page_hue = hue + rng.choice((0, 0, 0, 30, 180))
    return hsl(page_hue, tint if rng.random() < 0.8 else 30, level), cell, hue, step


def _lined(rng: Random, look: GridLook, pixels: int) -> None:
    tint, base = rng.choice((0.0, 15.0, 40.0, 80.0)), lightness(look.cell)
    way = look.step if rng.random() < 0.8 or not 12 < base < 88 else -look.step
    look.line = hsl(look.hue, tint, base + way * rng.choice((rng.uniform(4, 20), rng.uniform(15, 80))))
    if distance(look.line, look.cell) < 4:
        look.line = shifted(look.cell, look.step * 16)
    look.line_width = rng.choice((1, 1, 1, 1, 2, 2, 3, rng.uniform(0.02, 0.1) * pixels))
    look.line_style = rng.choices(
        ("solid", "dashed", "dotted", "double", "corners", "etched", "crossings", "characters"),
        (80, 6, 3, 2, 2, 3, 2, 3),
    )[0]
    look.line_ways = rng.choices(("both", "rows", "columns"), (93, 5, 2))[0]
    if rng.random() < 0.1:
        look.thick_every = rng.choice((2, 2, 3, 4))
    if rng.random() < 0.06:
        look.bevel = rng.uniform(0.03, 0.1)


def _tiled(rng: Random, look: GridLook) -> None:
    tint, base = rng.choice((0.0, 15.0, 40.0)), lightness(look.cell)
    look.gap_x = rng.choice((0.02, 0.03, 0.05, 0.06, 0.08, 0.1, 0.14, 0.2, 0.26))
    look.gap_y = look.gap_x if rng.random() < 0.92 else rng.uniform(0.02, 0.26)
    look.radius = rng.choice((0, 0, 0.05, 0.1, 0.15, 0.25, 0.5, 0.5))
    padded = rng.random() < 0.5
    way = look.step if rng.random() < 0.75 or not 12 < base < 88 else -look.step
    look.under = hsl(look.hue, tint, base + way * rng.uniform(5, 75)) if padded else look.page
    near = distance(look.under, look.cell)
    if near < 2 or (near < 6 and rng.random() < 0.6) or rng.random() < 0.28:
        look.border = away(rng, [look.cell, look.under], look.hue, tint, 10, 5)
        look.border_width = rng.choice((0.015, 0.03, 0.03, 0.05, 0.08))
        look.border_dashed = rng.random() < 0.1
    look.frame_pad = rng.choice((0.0, rng.uniform(0, 0.12), rng.uniform(0, 0.3))) if padded else 0.0
    look.shadow = rng.choice((0.0, 0.0, rng.uniform(0.02, 0.08)))
    style = rng.choices(("flat", "bevel", "depth", "sheen"), (66, 13, 11, 10))[0]
    if style == "bevel":
        look.bevel = rng.uniform(0.03, 0.12)
    elif style == "depth":
        look.depth = rng.uniform(0.04, 0.12)
    elif style == "sheen":
        look.sheen = rng.choice((-25.0, 20.0, 35.0))
    if not padded:
        look.frame = None


def random_gridlook(rng: Random, pixels: int) -> GridLook:
    """`pixels`: of a cell in the picture as drawn."""
    page, cell, hue, step = _colours(rng)
    kind = rng.choices(("lines", "tiles", "none"), (53, 39, 8))[0]
    text = BLACK if lightness(page) > 50 else WHITE
    look = GridLook(kind, page, cell, page, mix(text, page, rng.choice((0.0, 0.1, 0.3))), hue, step, text)
    if rng.random() < (0.75 if kind != "none" else 0.9):
        look.frame = hsl(hue, rng.choice((0.0, 15.0, 60.0)), lightness(cell) + step * rng.uniform(8, 80))
        look.frame_width = rng.choice((1, 1, 2, 2, 3, 4, 0.1 * pixels))
    if kind == "lines":
        _lined(rng, look, pixels)
        if look.frame and rng.random() < 0.5:
            look.frame = look.line
    elif kind == "tiles":
        _tiled(rng, look)
    look.frame_radius = rng.choice((0, 0, 0.1, 0.2, 0.35, 0.5))
    look.frame_shadow = rng.random() < 0.08
    look.texture = rng.choices(("", "paper", "wood", "noise", "blotches"), (91, 4, 1.5, 2, 1.5))[0]
    return look
