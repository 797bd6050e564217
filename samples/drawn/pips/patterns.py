"""What covers the cells of a region but for its colour: stripes, dots, checks, and small signs in bare cells."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin
from random import Random

import numpy as np
from numpy.typing import NDArray

from samples.drawn.colours import Colour, lightness, shifted
from samples.drawn.glyphs import some_font, text_mask
from samples.drawn.pips.look import Look
from samples.drawn.pips.strokes import box, disc, line, ring, shape
from samples.drawn.types import Pixels

KINDS = ("level", "upright", "falling", "rising", "dots", "checks", "net", "signs")
SIGNS = "^v~+xo*.:/|-=w&%#uncsVAMYT"
WRONG = 0.04
"""How often a region is hatched in red, as one whose rule is broken."""
PLAIN = 0.25
"""How often a region has no pattern where others have one, and one without constraint has one."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """`period`: in cells; `share`: of it that is drawn on; `shade`: how much lighter that is (L*), or its colour."""

    kind: str
    period: float
    share: float
    shade: float
    colour: Colour | None = None


def random_pattern(rng: Random, look: Look, tagged: bool) -> Pattern | None:
    """The pattern of a region; None for none. `tagged`: whether it has a constraint."""
    if tagged and rng.random() < WRONG:
        red = rng.uniform(30, 110), rng.uniform(30, 110), rng.uniform(190, 250)
        return Pattern(rng.choice(("falling", "rising")), rng.uniform(0.12, 0.3), rng.uniform(0.2, 0.5), 0.0, red)
    if not look.patterned or (tagged if look.plain_patterns else (rng.random() < PLAIN) == tagged):
        return None
    return Pattern(rng.choice(KINDS), rng.uniform(0.08, 0.35), rng.uniform(0.2, 0.5), look.patterned)


def pattern(page: Pixels, what: Pattern, zone: tuple[float, float, float, float], cell: float) -> None:
    """Draws it over a part of a page, (x_min, y_min, x_max, y_max), in step with what is beside it."""
    x0, y0, x1, y1 = (max(0, round(value)) for value in zone)
    part = page[y0:y1, x0:x1]
    if not part.size:
        return
    period = max(3.0, what.period * cell)
    across = np.arange(x0, x0 + part.shape[1])[None]
    down = np.arange(y0, y0 + part.shape[0])[:, None]
    right, low = across % period < what.share * period, down % period < what.share * period
    if what.kind == "signs":
        part[_strewn(what, part.shape[:2], (y0, x0), cell)] = _ink(what, part)
        return
    mask = {
        "level": low,
        "upright": right,
        "falling": (across - down) % period < what.share * period,
        "rising": (across + down) % period < what.share * period,
        "checks": (across // (period / 2) + down // (period / 2)) % 2 < 1,
        "net": right | low,
    }.get(what.kind)
    if mask is None:
        middle = period / 2
        mask = np.hypot(across % period - middle, down % period - middle) < what.share * period
    mask = np.broadcast_to(mask, part.shape[:2])
    part[mask] = _ink(what, part)


def _ink(what: Pattern, part: Pixels) -> Pixels:
    """What a pattern is drawn with over a part that is still plain."""
    b, g, r = part[part.shape[0] // 4, part.shape[1] // 4].tolist()
    return np.rint(what.colour or shifted((b, g, r), what.shade)).astype(np.uint8)


def _strewn(what: Pattern, shape: tuple[int, int], corner: tuple[int, int], cell: float) -> NDArray[np.bool_]:
    """Where one small sign is drawn again and again, in every second row between those of the others."""
    rng = Random(f"{what.period}/{what.share}")
    name = rng.choice(SIGNS)
    drawn = text_mask(name, some_font(rng), max(2, round(0.6 * what.period * cell))) > 110
    drawn = drawn[: int(cell) + 1, : int(cell) + 1]
    high, wide = (round(length * (1.1 + what.share * 3)) + 1 for length in drawn.shape)
    tile = np.zeros((2 * high, 2 * (wide // 2 + 1)), np.bool_)
    tile[: len(drawn), : drawn.shape[1]] = drawn
    tile |= np.roll(tile, (high, tile.shape[1] // 2), (0, 1))
    rows, columns = (np.arange(first, first + length) for first, length in zip(corner, shape, strict=True))
    return np.take(np.take(tile, rows, 0, mode="wrap"), columns, 1, mode="wrap")


def sign(page: Pixels, kind: str, x: float, y: float, cell: float, times: float, ground: Colour) -> None:
    """A sign about the middle of a bare cell. `cell`: its side in pixels; `times`: how large rings, dots, crosses and
    stars are, beside small ones."""
    small = times * cell
    ink = shifted(ground, -22 if lightness(ground) > 45 else 22)
    if kind == "ring":
        ring(page, x, y, 0.15 * small, ink, max(1.0, 0.02 * small))
    elif kind == "dot":
        disc(page, x, y, max(1.0, 0.07 * small), ink)
    elif kind == "corners":
        half, by, width = 0.3 * cell, 0.12 * cell, max(1.0, 0.025 * cell)
        for right, down in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
            corner = x + right * half, y + down * half
            line(page, corner, (corner[0] - right * by, corner[1]), ink, width)
            line(page, corner, (corner[0], corner[1] - down * by), ink, width)
    elif kind == "frame":
        box(page, x - 0.3 * cell, y - 0.3 * cell, x + 0.3 * cell, y + 0.3 * cell, ink, 0.1 * cell, max(1, 0.02 * cell))
    elif kind == "star":
        turns = [((0.2, 0.07)[k % 2] * small, pi * k / 4) for k in range(8)]
        shape(page, [(x + far * cos(turn), y + far * sin(turn)) for far, turn in turns], ink)
    else:
        by, width = 0.09 * small, max(1.0, 0.025 * small)
        line(page, (x - by, y), (x + by, y), ink, width)
        line(page, (x, y - by), (x, y + by), ink, width)
