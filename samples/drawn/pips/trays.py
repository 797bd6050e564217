"""The dominoes beside a board, painted: in rows and columns of a tray, or lying about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

import cv2

from samples.drawn.colours import hsl, mix
from samples.drawn.pips.furniture import Zone
from samples.drawn.pips.light import relief
from samples.drawn.pips.look import Look
from samples.drawn.pips.strokes import ring
from samples.drawn.pips.tiles import blank_slot, draw_tile
from samples.drawn.types import Pixels

CRADLED, SQUARE, ROUND, COLOURED = 0.3, 0.6, 0.4, 0.3
"""How often every domino lies in a slot or on a plate that is larger than it is, how often such a one is square where
there is room, such a square one round, and one of a colour of its own."""
COPIES = 0.3
"""How often slots of dominoes that were taken show pale copies of them."""
TRIES = 40
"""How often a place is looked for that is free for one more domino that lies about."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A domino beside the board: the middles of its halves in pixels, their side, and pips."""

    first: tuple[float, float]
    second: tuple[float, float]
    side: float
    values: tuple[int, int]

    def moved(self, x: float, y: float) -> Tile:
        (ax, ay), (bx, by) = self.first, self.second
        return replace(self, first=(ax + x, ay + y), second=(bx + x, by + y))

    def scaled(self, factor: float) -> Tile:
        (ax, ay), (bx, by) = self.first, self.second
        first, second = (ax * factor, ay * factor), (bx * factor, by * factor)
        return replace(self, first=first, second=second, side=self.side * factor)


def meets(zone: Zone, tile: Tile) -> bool:
    """Whether something reaches over a domino."""
    (ax, ay), (bx, by), far = tile.first, tile.second, tile.side / 2
    across = zone[0] < max(ax, bx) + far and zone[2] > min(ax, bx) - far
    return across and zone[1] < max(ay, by) + far and zone[3] > min(ay, by) - far


def empty_slots(rng: Random, left: int, laid: int) -> set[int]:
    """Which slots of the tray are empty: those of dominoes that were taken, or none where the tray moves up."""
    if not laid or rng.random() < 0.6:
        return set()
    return set(rng.sample(range(left + laid), laid))


def lay(
    rng: Random,
    page: Pixels,
    look: Look,
    tray: list[tuple[int, int]],
    side: float,
    zone: Zone,
    holes: set[int],
    per_row: int = 4,
    apart: tuple[float, float] = (0.3, 0.5),
    upright: bool = False,
    square_slots: bool = False,
) -> tuple[list[Tile], list[Zone]]:
    """Lays dominoes in rows; one is now and then selected or turned. And the empty slots. `square_slots`:
    whether all slots are square."""
    tiles: list[Tile] = []
    empty: list[Zone] = []
    wide, high = (1, 2) if upright else (2, 1)
    step_x, step_y = side * (wide + apart[0]), side * (high + apart[1])
    slots = len(tray) + len(holes)
    centred = rng.random() < 0.75
    show, dashed, tone = rng.random() < 0.7, rng.random() < 0.25, rng.uniform(0.04, 0.2)
    signed, cradled = rng.random() < 0.2, rng.random() < CRADLED or square_slots
    pale = rng.uniform(0.06, 0.3) if holes and rng.random() < COPIES else 0.0
    wider, taller = (rng.uniform(0.0, 0.9) * by if cradled else 0.0 for by in apart)
    span = max(wide + wider, high + taller)
    if square := cradled and span < min(wide + apart[0], high + apart[1]) and (square_slots or rng.random() < SQUARE):
        wider, taller = span - wide, span - high
    corner = 0.5 * span if square and rng.random() < ROUND else look.tile.radius
    ground = look.tray_card or look.page
    if cradled and rng.random() < COLOURED:
        ground = hsl(rng.uniform(0, 360), rng.uniform(0, 70), rng.uniform(15, 90))
    chosen = rng.randrange(len(tray)) if tray and rng.random() < 0.15 else -1
    turned = rng.random() < (0.5 if square else 0.1)
    frame = hsl(rng.uniform(0, 360), 80, 50)
    number = 0
    rows = -(-slots // per_row)
    for slot in range(slots):
        row, column = divmod(slot, per_row)
        here = per_row if row < rows - 1 else slots - per_row * (rows - 1)
        start = zone[0] + ((zone[2] - zone[0]) - here * step_x) / 2 if centred else zone[0]
        x, y = start + (column + 0.5) * step_x, zone[1] + (row + 0.5) * step_y
        half_x, half_y = (wide + wider) * side / 2, (high + taller) * side / 2
        box_at = x - half_x, y - half_y, x + half_x, y + half_y
        if (slot in holes and show) or cradled:
            blank_slot(page, ground, *box_at, corner * side, dashed, tone)
            relief(page, box_at, look.light, side)
        if slot in holes:
            if show or cradled or pale:
                empty.append(box_at)
            if pale:
                before, half = page.copy(), (0.0, side / 2) if upright else (side / 2, 0.0)
                values = rng.randint(0, 6), rng.randint(0, 6)
                draw_tile(page, look.tile, (x - half[0], y - half[1]), (x + half[0], y + half[1]), values, side)
                cv2.addWeighted(before, 1 - pale, page, pale, 0.0, dst=page)
            elif signed:
                ring(page, x, y, 0.2 * side, mix(look.tray_card or look.page, look.text, 0.35), 1.0)
            continue
        tall = upright
        if turned and rng.random() < 0.3 and apart[1] > 0.4:
            tall = not tall
        big = side
        selected = number == chosen
        if selected and rng.random() < 0.4:
            big = side * rng.uniform(1.03, 1.1)
        dx, dy = (0.0, big / 2) if tall else (big / 2, 0.0)
        values = tray[number]
        draw_tile(
            page, look.tile, (x - dx, y - dy), (x + dx, y + dy), values, big, 0.0, None, frame if selected else None
        )
        tiles.append(Tile((x - dx, y - dy), (x + dx, y + dy), big, values))
        number += 1
    return tiles, empty


def scatter(
    rng: Random, page: Pixels, look: Look, tray: Sequence[tuple[int, int]], side: float, zones: Sequence[Zone]
) -> list[Tile]:
    """Lays dominoes anywhere in these zones, lying or upright; those for which there is no place are left out."""
    tiles: list[Tile] = []
    both_ways, upright = rng.random() < 0.6, rng.random() < 0.3
    for values in tray:
        for _ in range(TRIES):
            tall = rng.random() < 0.5 if both_ways else upright
            dx, dy = (0.0, side / 2) if tall else (side / 2, 0.0)
            x0, y0, x1, y1 = rng.choice(zones)
            far_x, far_y = dx + 0.6 * side, dy + 0.6 * side
            if x1 - x0 < 2 * far_x or y1 - y0 < 2 * far_y:
                continue
            x, y = rng.uniform(x0 + far_x, x1 - far_x), rng.uniform(y0 + far_y, y1 - far_y)
            if not any(meets((x - far_x, y - far_y, x + far_x, y + far_y), other) for other in tiles):
                draw_tile(page, look.tile, (x - dx, y - dy), (x + dx, y + dy), values, side)
                tiles.append(Tile((x - dx, y - dy), (x + dx, y + dy), side, values))
                break
    return tiles
