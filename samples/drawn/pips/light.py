"""Light and shade as web pages have them, painted: soft shadows, glows, slopes, raised and sunk edges, grain, lines
drawn by hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, hypot
from random import Random

import cv2
import numpy as np

from samples.drawn.colours import BLACK, Colour, shifted
from samples.drawn.pips.strokes import BITS, box, fixed
from samples.drawn.types import Pixels

Zone = tuple[float, float, float, float]

SHADED, SLOPED, EDGED, GLOWING, SKETCHED, GRAINED = 0.25, 0.15, 0.12, 0.06, 0.1, 0.15
"""How often dominoes have soft shadows, cells slope from light to dark, cells have raised or sunk edges, borders glow,
borders are drawn by hand, and pages have grain."""
GRAINS = ("wood", "noise", "ruled", "squared", "cloth")


@dataclass(frozen=True, slots=True)
class Light:
    """Lengths are parts of a cell. `shadow`: blur, drop and share of soft shadows of dominoes; `slope`: how much
    lighter (L*) the upper end of a cell is than its lower one; `edge`: the same of the upper edge, below 0 for sunk
    cells; `glow`: blur of borders; `sway`: how far lines drawn by hand deviate, 0 where they are drawn with a ruler;
    `strokes`: how many there are beside each other; `grain`: of the page."""

    shadow: tuple[float, float, float] | None = None
    slope: float = 0.0
    edge: float = 0.0
    glow: float = 0.0
    sway: float = 0.0
    strokes: int = 1
    grain: str = ""


RULED = Light()
"""None of all that."""


def random_light(rng: Random) -> Light:
    shadow = rng.uniform(0.03, 0.18), rng.uniform(0.0, 0.14), rng.uniform(0.15, 0.6)
    return Light(
        shadow=shadow if rng.random() < SHADED else None,
        slope=rng.choice((-1, 1)) * rng.uniform(3, 18) if rng.random() < SLOPED else 0.0,
        edge=rng.choice((-1, 1)) * rng.uniform(6, 40) if rng.random() < EDGED else 0.0,
        glow=rng.uniform(0.05, 0.25) if rng.random() < GLOWING else 0.0,
        sway=rng.uniform(0.008, 0.045) if rng.random() < SKETCHED else 0.0,
        strokes=rng.choice((1, 2, 2, 3)),
        grain=rng.choice(GRAINS) if rng.random() < GRAINED else "",
    )


def shade(page: Pixels, zone: Zone, radius: float, blur: float, share: float, colour: Colour = BLACK) -> None:
    """A soft shadow of a box, (x_min, y_min, x_max, y_max) in pixels, or a glow around it."""
    soft(page, zone, blur, share, colour, lambda mask, x, y: _plain_box(mask, zone, x, y, radius))


def _plain_box(mask: Pixels, zone: Zone, x: int, y: int, radius: float) -> None:
    box(mask, zone[0] - x, zone[1] - y, zone[2] - x, zone[3] - y, (255, 255, 255), radius)


def soft(
    page: Pixels,
    zone: Zone,
    blur: float,
    share: float,
    colour: Colour,
    draw: Callable[[Pixels, int, int], None],
) -> None:
    """Lays a colour over what `draw` paints white on a mask whose corner has that place on the page, blurred."""
    by = ceil(2.5 * blur) + 2
    x0, y0 = max(0, int(zone[0]) - by), max(0, int(zone[1]) - by)
    x1, y1 = min(page.shape[1], ceil(zone[2]) + by), min(page.shape[0], ceil(zone[3]) + by)
    if x1 - x0 < 2 or y1 - y0 < 2:
        return
    mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
    draw(mask, x0, y0)
    laid = cv2.GaussianBlur(mask, (0, 0), max(0.3, blur)).astype(np.float32)[..., None] * np.float32(share / 255)
    part = page[y0:y1, x0:x1]
    part[...] = np.rint(part + (np.asarray(colour, np.float32) - part) * laid).astype(np.uint8)


def relief(page: Pixels, zone: Zone, light: Light, cell: float) -> None:
    """The slope of a cell, and its raised or sunk edges."""
    x0, y0, x1, y1 = (max(0, round(value)) for value in zone)
    part = page[y0:y1, x0:x1]
    if min(part.shape[:2]) < 4:
        return
    if light.slope:
        down = np.linspace(1.28 * light.slope, -1.28 * light.slope, len(part), dtype=np.float32)
        part[...] = np.clip(part + down[:, None, None], 0, 255).astype(np.uint8)
    if light.edge:
        width = max(1, round(0.05 * cell))
        for edge, by in ((part[:width], 1), (part[-width:], -1), (part[:, :width], 0.6), (part[:, -width:], -0.6)):
            edge[...] = np.clip(edge + 1.6 * by * light.edge, 0, 255).astype(np.uint8)


def grain(rng: Random, page: Pixels, kind: str, cell: float) -> None:
    """Covers a page with wood, noise, lines of writing paper, squared paper, or cloth."""
    high, wide = page.shape[:2]
    noise = np.random.default_rng(rng.getrandbits(32))
    if kind in ("ruled", "squared"):
        period = cell * rng.choice((0.25, 0.5, rng.uniform(0.2, 1.3)))
        b, g, r = (float(value) for value in page[high // 2, wide // 2])
        ink = [round(value) for value in shifted((b, g, r), rng.choice((-1, 1)) * rng.uniform(4, 16))]
        start = rng.uniform(0, period)
        for at in np.arange(start, high, max(4.0, period)):
            page[int(at)] = ink
        if kind == "squared":
            for at in np.arange(start, wide, max(4.0, period)):
                page[:, int(at)] = ink
        return
    if kind == "wood":
        fine = noise.normal(0, 1, (max(2, high // 3), max(2, wide // 60)))
        wave = np.sin(np.arange(high) / cell * rng.uniform(2, 9) + rng.uniform(0, 6))
        laid = cv2.resize(fine, (wide, high), interpolation=cv2.INTER_CUBIC) + wave[:, None]
        if rng.random() < 0.3:
            laid = cv2.resize(np.ascontiguousarray(laid.T), (wide, high), interpolation=cv2.INTER_LINEAR)
    elif kind == "cloth":
        laid = noise.normal(0, 1, (high, 1)) + noise.normal(0, 1, (1, wide))
    else:
        step = rng.choice((1, 1, 2, 4))
        laid = cv2.resize(noise.normal(0, 1, (-(-high // step), -(-wide // step))), (wide, high))
    much = np.float32(rng.uniform(1.5, 9))
    page[...] = np.clip(page + laid.astype(np.float32)[..., None] * much, 0, 255).astype(np.uint8)


def sketch(
    rng: Random,
    page: Pixels,
    ends: tuple[tuple[float, float], tuple[float, float]],
    colour: Colour,
    width: float,
    light: Light,
    cell: float,
) -> None:
    """A line drawn by hand: it deviates from a straight one, and may be drawn more than once."""
    (ax, ay), (bx, by) = ends
    length = hypot(bx - ax, by - ay) or 1.0
    ux, uy = (bx - ax) / length, (by - ay) / length
    for _ in range(light.strokes):
        before, after = (rng.uniform(-0.03, 0.07) * cell for _ in range(2))
        points = []
        for k in range(5):
            along = -before + (length + before + after) * k / 4
            off = rng.gauss(0, light.sway) * cell
            points.append((ax + ux * along - uy * off, ay + uy * along + ux * off))
        thick = max(1, round(width * rng.uniform(0.6, 1.1) / light.strokes**0.5))
        cv2.polylines(page, [fixed(np.array(points))], False, colour, thick, cv2.LINE_AA, BITS)
