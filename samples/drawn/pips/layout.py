"""Where board and dominoes are on a page of Pips, and what is free for other things."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from samples.drawn.pips.boards import Board
from samples.drawn.pips.furniture import Zone

PAGE_MOST = 1_000_000
"""Pixels of a page."""
PLACES = {"below": 56, "right": 15, "above": 5, "left": 7, "sides": 8, "around": 9}
"""Where dominoes lie: in one tray, in one on either side of the board, or anywhere around it; and how often."""
SQUARE_SLOTS = 0.1
"""How often each slot of a tray is square, so large that a domino may be turned in it."""
AIRY = 0.15
"""How often there is much of the page above board and tray, between them and below."""


@dataclass(frozen=True, slots=True)
class Layout:
    """In pixels. `side`: of half a domino beside the board; `trays`: none where dominoes lie `around` the board;
    `free`: for other things; `per_row`: slots in a row of a tray, `in_one`: in a whole one; `apart`: slots,
    in halves; `square`: whether slots are square."""

    width: int
    height: int
    board: Zone
    cell: float
    side: float
    place: str
    trays: tuple[Zone, ...]
    free: tuple[Zone, ...]
    per_row: int
    in_one: int
    apart: tuple[float, float]
    upright: bool
    square: bool

    @property
    def around(self) -> tuple[Zone, ...]:
        """The four parts of the page beside the board."""
        x0, y0, x1, y1 = self.board
        wide, high = float(self.width), float(self.height)
        return (0.0, 0.0, x0, high), (x1, 0.0, wide, high), (x0, 0.0, x1, y0), (x0, y1, x1, high)


def random_layout(rng: Random, besides: Random, board: Board, slots: int) -> Layout:
    """A page for this board and so many slots of dominoes. `besides`: for what was added later."""
    cell = 18 * (58 / 18) ** rng.random()
    side = rng.choice((1.0, *(rng.uniform(*some) for some in ((0.62, 1.15), (0.3, 0.8), (0.3, 0.5), (0.45, 1.5)))))
    place = rng.choices(list(PLACES), list(PLACES.values()))[0]
    left, top = rng.uniform(0.3, 2.5), rng.uniform(0.4, 3.0)
    right, bottom = rng.uniform(0.3, 2.5), rng.uniform(0.4, 2.5)
    if rng.random() < 0.3:  # a wide page
        left, right = rng.uniform(0.5, 9), rng.uniform(0.5, 9)
    beside = place in ("left", "right", "sides")
    in_one = -(-slots // 2) if place == "sides" else slots
    per_row = max(1, min(rng.choice((1, 1, 2, 2, 3) if beside else (3, 4, 4, 5, 5, 6, 9)), in_one))
    beside_each = rng.choice((rng.uniform(0.15, 0.5), rng.uniform(0.15, 0.5), rng.uniform(0.4, 1.6)))
    apart = beside_each, rng.choice((rng.uniform(0.2, 0.9), rng.uniform(0.2, 0.9), rng.uniform(0.6, 1.8)))
    upright = rng.random() < (0.35 if beside else 0.15)
    wide, high = (1, 2) if upright else (2, 1)
    if square := besides.random() < SQUARE_SLOTS:
        between = besides.uniform(0.15, 1.0)
        apart = 2 - wide + between, 2 - high + between
    tray_w, tray_h = side * per_row * (wide + apart[0]), side * -(-in_one // per_row) * (high + apart[1])
    gap = rng.uniform(0.5, 2.5) if slots else 0.0
    if besides.random() < AIRY:
        top, bottom, gap = top + besides.uniform(0, 4), bottom + besides.uniform(0, 4), gap + besides.uniform(0, 4)
    if beside:
        before, after = (tray_w + gap if place in (one, "sides") else 0.0 for one in ("left", "right"))
        inner = max(board.rows, tray_h)
        width, height = left + before + board.columns + after + right, top + inner + bottom
        x, y = left + before, top + (inner - board.rows) * rng.choice((0.0, 0.5, rng.random()))
        tray_x, tray_y = x + board.columns + gap if place == "right" else left, top
    elif place == "around":
        x, y = (side * rng.uniform(3.4, 6) for _ in range(2))
        width, height = 2 * x + board.columns, 2 * y + board.rows
        tray_x = tray_y = tray_w = tray_h = 0.0
    else:
        inner = max(board.columns, tray_w)
        width, height = left + inner + right, top + board.rows + gap + tray_h + bottom
        x = left + (inner - board.columns) * rng.choice((0.5, 0.5, 0.5, rng.random()))
        y = top + (tray_h + gap if place == "above" else 0)
        tray_x, tray_y, tray_w = left, top if place == "above" else top + board.rows + gap, inner
    cell = min(cell, (PAGE_MOST / (width * height)) ** 0.5)
    if rng.random() < 0.7:
        cell = float(max(8, round(cell)))
    x, y = x * cell, y * cell
    if rng.random() < 0.7:
        x, y = float(round(x)), float(round(y))
    zone = x, y, x + board.columns * cell, y + board.rows * cell
    trays = [(tray_x * cell, tray_y * cell, (tray_x + tray_w) * cell, (tray_y + tray_h) * cell)]
    if place == "sides":
        by = zone[2] + gap * cell - trays[0][0]
        trays.append((trays[0][0] + by, trays[0][1], trays[0][2] + by, trays[0][3]))
    if not slots or place == "around":
        trays = []
    page = round(width * cell), round(height * cell)
    free = _free(zone, trays, page, 0.6 * cell, place) if place != "around" else ()
    return Layout(*page, zone, cell, side * cell, place, tuple(trays), free, per_row, in_one, apart, upright, square)


def _free(board: Zone, trays: list[Zone], page: tuple[int, int], pad: float, place: str) -> tuple[Zone, ...]:
    """What is left of a page, so far from its board and the dominoes."""
    x0, y0, x1, y1 = board
    first, last = min([y0, *(tray[1] for tray in trays)]), max([y1, *(tray[3] for tray in trays)])
    zones: list[Zone] = [(0, 0, page[0], first - pad), (0, 0, x0 - pad, y1), (x1 + pad, y0, page[0], y1)]
    zones.append((0, last + pad, *page))
    if place == "below" and trays:
        zones.append((0, y1 + pad, page[0], trays[0][1] - pad / 3))
    if place in ("below", "above"):
        return tuple(zones)
    for a, _, b, _ in trays:
        zones = [z for z in zones if z[2] <= a - pad or z[0] >= b + pad or z[3] <= first or z[1] >= last]
    return tuple(zones)
