"""What is no whole board of Tango or Takuzu: cut boards, wrong lattices, other games, tables, keyboards, pages."""

from __future__ import annotations

from random import Random

import numpy as np

from samples.drawn.types import Pixels

Lattice = tuple[float, float, float, float]


def spoilt(rng: Random, picture: Pixels, lattice: Lattice, size: int) -> tuple[Pixels, Lattice, str]:
    """A picture of a larger or a cut board, or a lattice that does not fit."""
    x, y, across, down = lattice
    kind = rng.choice(("shift", "step", "cut"))
    if kind == "shift":
        dx, dy = rng.choice(((0.5, 0.5), (0.5, 0.0), (0.0, 0.5), (-0.5, 0.5), (-0.5, 0), (0, -0.5)))
        return picture, (x + dx * across, y + dy * down, across, down), "shift"
    if kind == "step":
        factor = rng.choice((0.5, 2.0, 1.5, 2 / 3))
        return picture, (x, y, across * factor, down * factor), "step"
    cells = rng.uniform(0.6, min(3.0, size / 2))
    side = rng.randrange(4)
    picture = picture.copy()
    part = (picture if side < 2 else picture.swapaxes(0, 1))
    step = (down if side < 2 else across)
    origin = y if side < 2 else x
    edge = round(origin + cells * step) if side % 2 == 0 else round(origin + (size - cells) * step)
    colour = np.array([rng.uniform(0, 255)] * 3)
    if rng.random() < 0.5:
        (part[:edge] if side % 2 == 0 else part[edge:])[...] = part[edge : edge + 1] if rng.random() < 0.5 else colour
    else:
        (part[:edge] if side % 2 == 0 else part[edge:])[...] = colour
    return picture, lattice, "cut"
