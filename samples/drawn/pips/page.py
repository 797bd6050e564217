"""A whole page of Pips, painted, and what is where on it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.drawn.colours import BLACK, WHITE, hsl, mix
from samples.drawn.glyphs import random_font, text_mask
from samples.drawn.margin import stamp
from samples.drawn.pages import draw_page as draw_grid_page
from samples.drawn.pips.boards import Board, Cell, random_board
from samples.drawn.pips.furniture import Zone, background, desktop, furnish, toast
from samples.drawn.pips.look import Look, random_look
from samples.drawn.pips.painted import Mark, draw_board
from samples.drawn.pips.strokes import box, line
from samples.drawn.pips.tiles import blank_slot, draw_tile
from samples.drawn.pointers import _pointer
from samples.drawn.types import Pixels
from samples.drawn.wear import worn

Outline = NDArray[np.float32]

PAGE_MOST = 1_000_000
"""Pixels of a page."""
NONE = 0.14
"""The share of pages without a board of Pips."""
POINTER, CARD = 0.2, 0.15
"""How often a pointer, and how often something of any shape and colour, lies over a board or near it."""
POINTED = 0.5
"""How often there are pointers on a sheet of tags; on a page, how often one that is on the board is by a tag."""
HIDDEN = 0.5
"""A tag of whose text so much is covered cannot be seen."""
_FINE = 24
"""Places a side at which that is looked at."""


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


@dataclass(slots=True, eq=False)
class Page:
    """`origin`: of cell (0, 0), and `step`, in pixels. `board`: None where there is none. `hidden`: cells under
    something that lies over the board. `told`: whether regions can be seen under dominoes."""

    picture: Pixels
    board: Board | None
    origin: tuple[float, float]
    step: float
    tiles: list[Tile]
    marks: list[Mark]
    hidden: set[Cell]
    told: bool
    look: str
    others: list[Zone] = field(default_factory=list)
    """Where things are that might be taken for dominoes, and are none: empty slots, words."""
    over: list[Outline] = field(default_factory=list)
    """What lies over the board: pointers, cards, a domino in the hand. Each an outline, (N, 2), in pixels."""


def draw_page(seed: int, index: int, honest: bool = False) -> Page:
    """Page `index` of a seed. `honest`: with a board that can be solved."""
    rng = Random(f"pips/{seed}/{index}")
    if rng.random() < NONE:
        return _other_page(rng, seed, index)
    return _pips_page(rng, honest)


def _other_page(rng: Random, seed: int, index: int) -> Page:
    """A page of another game, or of none; sometimes with dominoes."""
    if rng.random() < 0.6:
        drawn = draw_grid_page(seed + 77, index)
        picture = drawn.picture
        x, y, step, _ = drawn.lattice
        if len(picture) > 900:
            factor = 900 / len(picture)
            picture = np.asarray(
                cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8
            )
            x, y, step = x * factor, y * factor, step * factor
        return Page(picture, None, (x, y), step, [], [], set(), True, "none/grid")
    look = random_look(rng)
    if rng.random() < 0.4:
        return _coloured_grid(rng, look)
    cell = rng.uniform(20, 44)
    page = np.empty((rng.randint(400, 800), rng.randint(360, 800), 3), np.uint8)
    background(rng, page, look.page)
    height, width = page.shape[:2]
    for _ in range(rng.randint(1, 4)):
        furnish(rng, page, look.page, look.text, cell * rng.uniform(0.7, 1.6), [(0, 0, width, height)])
    tiles: list[Tile] = []
    if rng.random() < 0.4:
        tiles, _ = _tray(
            rng,
            page,
            look,
            [(rng.randint(0, 6), rng.randint(0, 6)) for _ in range(rng.randint(1, 9))],
            cell,
            (0.1 * width, 0.5 * height, width, height),
            set(),
        )
    return Page(worn(rng, page, cell), None, (width * 0.3, height * 0.3), cell, tiles, [], set(), True, "none/page")


def _coloured_grid(rng: Random, look: Look) -> Page:
    """A square of coloured regions without tags, as of Queens, with signs in some cells."""
    size, cell = rng.randint(5, 11), rng.uniform(16, 44)
    region = {(r, c): 0 for r in range(size) for c in range(size)}
    seeds = rng.sample(sorted(region), size)
    for r, c in region:
        region[r, c] = min(range(size), key=lambda k: abs(seeds[k][0] - r) + abs(seeds[k][1] - c) + 0.01 * k)
    board = Board(size, size, region, tuple("1" for _ in seeds), (), ())
    left, top = rng.uniform(0.5, 4), rng.uniform(0.5, 4)
    page = np.empty(
        (round((size + top + rng.uniform(0.5, 4)) * cell), round((size + left + rng.uniform(0.5, 4)) * cell), 3),
        np.uint8,
    )
    background(rng, page, look.page)
    origin = left * cell, top * cell
    draw_board(rng, page, look, board, origin, cell, tagged=False)
    signs = rng.choice(("×", "♛×", "01", "123456789", "●○", ""))
    font = random_font(rng, "×♛●○" if signs and ord(signs[0]) > 127 else "01")
    for r, c in region:
        if signs and rng.random() < 0.5:
            stamp(
                page,
                text_mask(rng.choice(signs), font, max(5, round(cell * 0.45))),
                origin[0] + (c + 0.5) * cell,
                origin[1] + (r + 0.5) * cell,
                rng.choice((BLACK, look.text)),
            )
    furnish(rng, page, look.page, look.text, cell, [(0, 0, page.shape[1], origin[1] - 0.5 * cell)])
    return Page(worn(rng, page, cell), None, origin, cell, [], [], set(), True, "none/regions")


def tag_sheet(rng: Random) -> Page:
    """Nothing but cells with tags that say anything: to learn what tags say."""
    look, rows, columns = random_look(rng), 4, 6
    cell = 20 * (80 / 20) ** rng.random()
    region = {(r, c): r * columns + c for r in range(rows) for c in range(columns)}
    tags = []
    for _ in region:
        sign = rng.choices(("", "<", ">", "=", "≠"), (50, 16, 16, 9, 9))[0]
        number = rng.randint(0, 9) if rng.random() < 0.42 else rng.randint(10, 99)
        tags.append(sign if sign in ("=", "≠") and sign else f"{sign}{number}")
    board = Board(rows, columns, region, tuple(tags), (), ())
    page = np.empty((round((rows + 1.4) * cell), round((columns + 1.4) * cell), 3), np.uint8)
    background(rng, page, look.page)
    origin = 0.7 * cell, 0.7 * cell
    marks, _ = draw_board(rng, page, look, board, origin, cell)
    if rng.random() < POINTED:
        for mark in rng.sample(marks, len(marks) // 2):
            x, y = _by_a_tag(rng, mark, origin, cell)
            marks = _uncovered(_pointer(rng, page, x, y, cell, True), marks, look, origin, cell)
    return Page(worn(rng, page, cell, least=0.6), board, origin, cell, [], marks, set(), True, "tags")


def _by_a_tag(rng: Random, mark: Mark, origin: tuple[float, float], cell: float) -> tuple[float, float]:
    """Where a pointer begins that may lie over a tag, in pixels."""
    return (
        origin[0] + (mark.x + rng.uniform(-0.4, 0.2)) * cell,
        origin[1] + (mark.y + rng.uniform(-0.4, 0.2)) * cell,
    )


def _uncovered(
    outline: Outline, marks: list[Mark], look: Look, origin: tuple[float, float], cell: float
) -> list[Mark]:
    """The tags that can still be seen when something with this outline, in pixels, lies over the board."""
    side = max(0.12, 0.9 * look.tag.text)
    seen = []
    for mark in marks:
        area = np.zeros((_FINE, _FINE), np.uint8)
        corner = np.array((mark.x, mark.y), np.float32) - side / 2
        cv2.fillPoly(area, [np.rint(((outline - origin) / cell - corner) / side * _FINE).astype(np.int32)], 1)
        covered = mark.covered + float(area.mean())
        if covered < HIDDEN:
            seen.append(replace(mark, covered=covered))
    return seen


def _pips_page(rng: Random, honest: bool) -> Page:
    look = random_look(rng)
    board = random_board(rng, rng.randint(3, 10), rng.randint(3, 10), honest)
    cell = 18 * (58 / 18) ** rng.random()
    tray = [board.dominoes[k][2:] for k in range(len(board.dominoes)) if k not in board.laid]
    rng.shuffle(tray)
    tray = [(a, b) if rng.random() < 0.5 else (b, a) for a, b in tray]
    side = cell * rng.choice((1.0, rng.uniform(0.62, 1.15), rng.uniform(0.45, 1.5)))
    holes = _slots(rng, len(tray), len(board.laid))
    where = rng.choices(("below", "right", "above", "left"), (74, 16, 5, 5))[0]
    left, top = rng.uniform(0.3, 2.5), rng.uniform(0.4, 3.0)
    right, bottom = rng.uniform(0.3, 2.5), rng.uniform(0.4, 2.5)
    if rng.random() < 0.3:  # a wide page
        left, right = rng.uniform(0.5, 9), rng.uniform(0.5, 9)
    per_row = rng.choice((3, 4, 4, 5, 5, 6, 9))
    slots = len(tray) + len(holes)
    if where in ("left", "right"):
        per_row = rng.choice((1, 2, 2, 3))
    per_row = max(1, min(per_row, slots))
    rows = -(-slots // per_row) if slots else 0
    apart = rng.uniform(0.15, 0.5), rng.uniform(0.2, 0.9)
    upright = rng.random() < 0.15
    wide_tile, high_tile = (1, 2) if upright else (2, 1)
    tray_w = side / cell * per_row * (wide_tile + apart[0])
    tray_h = side / cell * rows * (high_tile + apart[1])
    gap = rng.uniform(0.5, 2.5) if slots else 0.0
    if where in ("below", "above"):
        inner_w = max(board.columns, tray_w)
        width, height = left + inner_w + right, top + board.rows + gap + tray_h + bottom
        board_x = left + (inner_w - board.columns) * rng.choice((0.5, 0.5, 0.5, rng.random()))
        board_y = top + (tray_h + gap if where == "above" else 0)
        tray_zone = (left, top if where == "above" else top + board.rows + gap, left + inner_w, 0.0)
    else:
        inner_h = max(board.rows, tray_h)
        width, height = left + board.columns + gap + tray_w + right, top + inner_h + bottom
        board_x = left + (tray_w + gap if where == "left" else 0)
        board_y = top + (inner_h - board.rows) * rng.random()
        tray_zone = (left if where == "left" else left + board.columns + gap, top, 0.0, 0.0)
        tray_zone = (tray_zone[0], top, tray_zone[0] + tray_w, 0.0)
    if width * height * cell * cell > PAGE_MOST:
        factor = (PAGE_MOST / (width * height)) ** 0.5 / cell
        cell, side = cell * factor, side * factor
    if rng.random() < 0.7:
        cell_whole = max(8, round(cell))
        side *= cell_whole / cell
        cell = float(cell_whole)
    page = np.empty((round(height * cell), round(width * cell), 3), np.uint8)
    background(rng, page, look.page)
    x0, y0 = board_x * cell, board_y * cell
    if rng.random() < 0.7:
        x0, y0 = float(round(x0)), float(round(y0))
    x1, y1 = x0 + board.columns * cell, y0 + board.rows * cell
    tray_box = (tray_zone[0] * cell, tray_zone[1] * cell, tray_zone[2] * cell, tray_zone[1] * cell + tray_h * cell)
    pad = 0.6 * cell
    free: list[Zone] = [
        (0, 0, page.shape[1], min(y0, tray_box[1]) - pad),
        (0, 0, x0 - pad, y1),
        (x1 + pad, y0, page.shape[1], y1),
        (0, max(y1, tray_box[3]) + pad, page.shape[1], page.shape[0]),
    ]
    if where == "below" and slots:
        free.append((0, y1 + pad, page.shape[1], tray_box[1] - 0.2 * cell))
        free = [zone for zone in free if zone[1] >= 0]
    if where in ("right", "left") and slots:
        side_box = (tray_box[0] - pad, tray_box[2] + pad)
        free = [
            z for z in free if z[2] <= side_box[0] or z[0] >= side_box[1] or z[3] <= y0 or z[1] >= max(y1, tray_box[3])
        ]
    if rng.random() < 0.85:
        furnish(rng, page, look.page, look.text, cell * rng.uniform(0.7, 1.4), free)
    if look.card:
        by = cell * rng.uniform(0.3, 1.2)
        box(page, x0 - by, y0 - by, x1 + by, y1 + by, look.card, cell * rng.choice((0.0, 0.2, 0.5)))
    if look.tray_card and slots:
        by = cell * rng.uniform(0.1, 0.5)
        box(page, tray_box[0] - by, tray_box[1] - by, tray_box[2] + by, tray_box[3] + by, look.tray_card, cell * 0.2)
    if where == "below" and slots and rng.random() < 0.5:
        ground = mix(look.page, look.text, rng.uniform(0.1, 0.35))
        at = rng.uniform(y1 + 0.35 * cell, max(y1 + 0.4 * cell, tray_box[1] - 0.2 * cell))
        line(page, (0, at), (page.shape[1], at), ground, rng.choice((1.0, 1.0, 2.0)))
    marks, told = draw_board(rng, page, look, board, (x0, y0), cell)
    tiles, others = _tray(rng, page, look, tray, side, tray_box, holes, per_row, apart, upright)
    hidden: set[Cell] = set()
    if rng.random() < (0.5 if not tray else 0.05):
        others += _message(rng, page, (x0 + x1) / 2, y1, cell, tiles, tray_box[1] if where == "below" else None)
    over: list[Outline] = []
    if rng.random() < 0.14:
        tiles, marks, over = _held(rng, page, look, tiles, marks, hidden, (x0, y0), cell, board)
    marks, outlines = _over(rng, page, (x0, y0), cell, board, look, marks, hidden)
    over += outlines
    if rng.random() < 0.2 and page.size < 2_000_000:
        page, right_by, down_by, texts = desktop(rng, page)
        x0, y0 = x0 + right_by, y0 + down_by
        others = [(a + right_by, b + down_by, c + right_by, d + down_by) for a, b, c, d in others] + texts
        tiles = [tile.moved(right_by, down_by) for tile in tiles]
        over = [outline + np.array((right_by, down_by), np.float32) for outline in over]
    factor = 1.0
    if rng.random() < 0.3:
        factor = max(12 / cell, rng.uniform(0.4, 1.0)) if cell > 14 else 1.0
        if factor < 1:
            page = np.asarray(
                cv2.resize(
                    page,
                    None,
                    fx=factor,
                    fy=factor,
                    interpolation=rng.choice((cv2.INTER_AREA, cv2.INTER_AREA, cv2.INTER_LINEAR)),
                ),
                np.uint8,
            )
        else:
            factor = 1.0
    page = worn(rng, page, cell * factor, least=0.6, grey_tells=look.border != "none")
    return Page(
        page,
        board,
        (x0 * factor, y0 * factor),
        cell * factor,
        [tile.scaled(factor) for tile in tiles],
        marks,
        hidden,
        told,
        f"{look.name}/{look.border}/{look.tag.shape}",
        [(a * factor, b * factor, c * factor, d * factor) for a, b, c, d in others],
        [outline * np.float32(factor) for outline in over],
    )


def _message(
    rng: Random, page: Pixels, x: float, y: float, cell: float, tiles: list[Tile], tray: float | None
) -> list[Zone]:
    """A short message somewhere below a board, which ends at `y`; its box where no domino lies under it. `tray`: where
    there are dominoes, it stands above this."""
    at = rng.uniform(y + 0.7 * cell, max(y + cell, page.shape[0] - 0.4 * cell))
    if tiles and tray is not None:
        at = min(at, max(y + 0.5 * cell, tray - 0.6 * cell))
    said = toast(rng, page, x, at, cell)
    return [] if any(_meets(said, tile) for tile in tiles) else [said]


def _meets(zone: Zone, tile: Tile) -> bool:
    """Whether something reaches over a domino."""
    (ax, ay), (bx, by), far = tile.first, tile.second, tile.side / 2
    across = zone[0] < max(ax, bx) + far and zone[2] > min(ax, bx) - far
    return across and zone[1] < max(ay, by) + far and zone[3] > min(ay, by) - far


def _slots(rng: Random, left: int, laid: int) -> set[int]:
    """Which slots of the tray are empty: those of dominoes that were taken, or none where the tray moves up."""
    if not laid or rng.random() < 0.6:
        return set()
    return set(rng.sample(range(left + laid), laid))


def _tray(
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
) -> tuple[list[Tile], list[Zone]]:
    """Lays dominoes in rows; one is now and then selected or turned. And the empty slots."""
    tiles: list[Tile] = []
    empty: list[Zone] = []
    wide, high = (1, 2) if upright else (2, 1)
    step_x, step_y = side * (wide + apart[0]), side * (high + apart[1])
    slots = len(tray) + len(holes)
    centred = rng.random() < 0.75
    show, dashed, tone = rng.random() < 0.7, rng.random() < 0.25, rng.uniform(0.04, 0.2)
    chosen = rng.randrange(len(tray)) if tray and rng.random() < 0.15 else -1
    turned = rng.random() < 0.1
    frame = hsl(rng.uniform(0, 360), 80, 50)
    number = 0
    rows = -(-slots // per_row)
    for slot in range(slots):
        row, column = divmod(slot, per_row)
        here = per_row if row < rows - 1 else slots - per_row * (rows - 1)
        start = zone[0] + ((zone[2] - zone[0]) - here * step_x) / 2 if centred else zone[0]
        x, y = start + (column + 0.5) * step_x, zone[1] + (row + 0.5) * step_y
        if slot in holes:
            if show:
                box_at = x - wide * side / 2, y - high * side / 2, x + wide * side / 2, y + high * side / 2
                blank_slot(page, look.tray_card or look.page, *box_at, look.tile.radius * side, dashed, tone)
                empty.append(box_at)
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


def _held(
    rng: Random,
    page: Pixels,
    look: Look,
    tiles: list[Tile],
    marks: list[Mark],
    hidden: set[Cell],
    origin: tuple[float, float],
    cell: float,
    board: Board,
) -> tuple[list[Tile], list[Mark], list[Outline]]:
    """One domino more, in the hand, over the board or beside it; its outline."""
    side = cell * rng.uniform(0.9, 1.1)
    far = rng.choice((0.5, 0.5, 2.5))
    x = min(max(origin[0] + rng.uniform(-far, board.columns + far) * cell, 1.1 * side), page.shape[1] - 1.1 * side)
    y = min(max(origin[1] + rng.uniform(-far, board.rows + far) * cell, 1.1 * side), page.shape[0] - 1.1 * side)
    dx, dy = (0.0, side / 2) if rng.random() < 0.4 else (side / 2, 0.0)
    if any(abs(x - t.first[0]) + abs(y - t.first[1]) < 2.5 * side for t in tiles):
        return tiles, marks, []
    values = rng.randint(0, 6), rng.randint(0, 6)
    tile = replace(look.tile, shadow=rng.uniform(0.05, 0.14)) if rng.random() < 0.6 else look.tile
    draw_tile(page, tile, (x - dx, y - dy), (x + dx, y + dy), values, side)
    cover = (x - dx - side / 2 - origin[0]) / cell, (y - dy - side / 2 - origin[1]) / cell
    reach = (x + dx + side / 2 - origin[0]) / cell, (y + dy + side / 2 - origin[1]) / cell
    for r, c in board.region:
        if c + 1 > cover[0] + 0.1 and c < reach[0] - 0.1 and r + 1 > cover[1] + 0.1 and r < reach[1] - 0.1:
            hidden.add((r, c))
    outline = _around((x - dx - side / 2, y - dy - side / 2, x + dx + side / 2, y + dy + side / 2))
    marks = _uncovered(outline, marks, look, origin, cell)
    return [*tiles, Tile((x - dx, y - dy), (x + dx, y + dy), side, values)], marks, [outline]


def _over(
    rng: Random,
    page: Pixels,
    origin: tuple[float, float],
    cell: float,
    board: Board,
    look: Look,
    marks: list[Mark],
    hidden: set[Cell],
) -> tuple[list[Mark], list[Outline]]:
    """A pointer, a card, a veil over the page: the tags that can still be seen, and what lies over the board."""
    outlines: list[Outline] = []
    for draw, often in ((_pointed, POINTER), (_card, CARD)):
        if rng.random() > often:
            continue
        x, y = origin[0] + rng.uniform(-1, board.columns + 1) * cell, origin[1] + rng.uniform(-1, board.rows + 2) * cell
        if marks and rng.random() < POINTED:
            x, y = _by_a_tag(rng, rng.choice(marks), origin, cell)
        outline = draw(rng, page, look, x, y, cell)
        low = (outline.min(axis=0) - origin) / cell
        high = (outline.max(axis=0) - origin) / cell
        marks = _uncovered(outline, marks, look, origin, cell)
        for r, c in board.region:
            if low[0] < c + 0.7 and high[0] > c + 0.3 and low[1] < r + 0.7 and high[1] > r + 0.3:
                hidden.add((r, c))
        outlines.append(outline)
    if rng.random() < 0.04:  # the page is dimmed
        share = rng.uniform(0.1, 0.45)
        tone = rng.choice((BLACK, BLACK, WHITE))
        page[...] = np.rint(page * (1 - share) + np.asarray(tone) * share).astype(np.uint8)
    return marks, outlines


def _pointed(rng: Random, page: Pixels, look: Look, x: float, y: float, cell: float) -> Outline:
    """A mouse pointer; its outline."""
    del look
    return _pointer(rng, page, x, y, cell, True)


def _card(rng: Random, page: Pixels, look: Look, x: float, y: float, cell: float) -> Outline:
    """Something without words: a box or a disc of any colour, now and then of one that is on the page."""
    wide, high = cell * rng.uniform(0.25, 1.1), cell * rng.uniform(0.25, 1.1)
    if rng.random() < 0.5:
        high = wide
    x, y = x + 0.1 * cell, y + 0.1 * cell
    colour = rng.choice((look.page, WHITE, rng.choice(look.fills), hsl(rng.uniform(0, 360), rng.choice((0, 60)), 60)))
    corners = x - wide / 2, y - high / 2, x + wide / 2, y + high / 2
    box(page, *corners, colour, rng.choice((0.0, 0.15, 0.5)) * min(wide, high))
    return _around(corners)


def _around(zone: Zone) -> Outline:
    x0, y0, x1, y1 = zone
    return np.array(((x0, y0), (x1, y0), (x1, y1), (x0, y1)), np.float32)
