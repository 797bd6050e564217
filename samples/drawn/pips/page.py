"""A whole page of Pips, painted, and what is where on it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.drawn.colours import BLACK, WHITE, Colour, hsl, ink_on, mix
from samples.drawn.glyphs import random_font, text_mask
from samples.drawn.margin import stamp
from samples.drawn.pages import draw_page as draw_grid_page
from samples.drawn.pips.boards import Board, Cell, random_board, random_extent
from samples.drawn.pips.examples import draw_example, draw_logo, with_example
from samples.drawn.pips.furniture import TOASTS, Zone, background, desktop, furnish, squares, toast
from samples.drawn.pips.layout import Layout, random_layout
from samples.drawn.pips.light import grain, shade
from samples.drawn.pips.look import Look
from samples.drawn.pips.looks import embellished, random_look
from samples.drawn.pips.painted import Mark, draw_board
from samples.drawn.pips.strokes import box, dashes, line, outline, shape, sides
from samples.drawn.pips.tiles import draw_tile
from samples.drawn.pips.trays import Tile, empty_slots, lay, meets, scatter
from samples.drawn.pointers import _pointer
from samples.drawn.types import Pixels
from samples.drawn.wear import worn

Outline = NDArray[np.float32]

NONE = 0.14
"""The share of pages without a board of Pips."""
POINTER, CARD, BANNER = 0.2, 0.15, 0.05
"""How often a pointer, something of any shape and colour, and a message lie over a board or near it."""
CONFETTI = 0.04
"""How often there is confetti on a page."""
SQUARED = 0.4
"""How often a plan is drawn on squared paper, in step with it."""
FRAMED = 0.12
"""How often a line surrounds the rectangle in which a board lies."""
POINTED = 0.5
"""How often there are pointers on a sheet of tags; on a page, how often one that is on the board is by a tag."""
HIDDEN = 0.5
"""A tag of whose text so much is covered cannot be seen."""
_FINE = 24
"""Places a side at which that is looked at."""


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
    return _pips_page(rng, Random(f"example/{seed}/{index}"), honest)


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
        tiles, _ = lay(
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
    look, rows, columns = embellished(rng, random_look(rng)), 4, 6
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


def _uncovered(outline: Outline, marks: list[Mark], look: Look, origin: tuple[float, float], cell: float) -> list[Mark]:
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


def _pips_page(rng: Random, besides: Random, honest: bool) -> Page:
    """`besides`: for what was added later: examples, logos, and what `embellished` adds."""
    look = random_look(rng)
    board = random_board(rng, *random_extent(rng, besides), honest)
    tray = [board.dominoes[k][2:] for k in range(len(board.dominoes)) if k not in board.laid]
    rng.shuffle(tray)
    tray = [(a, b) if rng.random() < 0.5 else (b, a) for a, b in tray]
    holes = empty_slots(rng, len(tray), len(board.laid))
    layout, example = with_example(besides, random_layout(rng, besides, board, len(tray) + len(holes)))
    cell, (x0, y0, x1, y1) = layout.cell, layout.board
    below = layout.trays[0][1] if layout.trays and layout.place == "below" else None
    page = np.empty((layout.height, layout.width, 3), np.uint8)
    background(rng, page, look.page)
    if look.name == "plan" and rng.random() < SQUARED:
        squares(rng, page, look.page, (x0, y0), cell / rng.choice((1, 2, 3, 4, 5)))
    if look.light.grain and not (look.card and rng.random() < 0.5):
        grain(rng, page, look.light.grain, cell)
    buttons: list[Zone] = []
    if rng.random() < 0.85:
        buttons = furnish(rng, page, look.page, look.text, cell * rng.uniform(0.7, 1.4), list(layout.free))
    _under_board(rng, page, look, (x0, y0, x1, y1), cell)
    if look.tray_card:
        by = cell * rng.uniform(0.1, 0.5)
        for zone in layout.trays:
            buttons += _tray_card(rng, page, look, look.tray_card, zone, by, cell)
    if below is not None and rng.random() < 0.5:
        ground = mix(look.page, look.text, rng.uniform(0.1, 0.35))
        at = rng.uniform(y1 + 0.35 * cell, max(y1 + 0.4 * cell, below - 0.2 * cell))
        line(page, (0, at), (page.shape[1], at), ground, rng.choice((1.0, 1.0, 2.0)))
    look = embellished(besides, look)
    draw_logo(besides, page, look, layout)
    if example is not None:
        draw_example(besides, page, look, example)
    marks, told = draw_board(rng, page, look, board, (x0, y0), cell)
    tiles, others = _dominoes(rng, page, look, tray, holes, layout)
    under = (x0 - 0.6 * cell, y0 - 0.6 * cell, x1 + 0.6 * cell, y1 + 0.6 * cell), *layout.trays
    others += [one for one in buttons if not any(_meet(one, zone) for zone in under)]
    hidden: set[Cell] = set()
    if rng.random() < (0.5 if not tray else 0.05):
        others += _message(rng, page, (x0 + x1) / 2, y1, cell, tiles, below)
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


def _dominoes(
    rng: Random, page: Pixels, look: Look, tray: list[tuple[int, int]], holes: set[int], layout: Layout
) -> tuple[list[Tile], list[Zone]]:
    """Lays the dominoes beside the board; where they are, and the empty slots."""
    if layout.place == "around":
        return scatter(rng, page, look, tray, layout.side, layout.around), []
    tiles: list[Tile] = []
    others: list[Zone] = []
    slots, first = len(tray) + len(holes), 0
    for number, zone in enumerate(layout.trays):
        before, row = number * layout.in_one, (layout.per_row, layout.apart, layout.upright, layout.square)
        here = {slot - before for slot in holes if before <= slot < before + layout.in_one}
        last = first + min(layout.in_one, slots - before) - len(here)
        some = tray[first:last]
        laid, empty = lay(rng, page, look, some, layout.side, zone, here, *row)
        tiles, others, first = tiles + laid, others + empty, last
    return tiles, others


def _message(
    rng: Random, page: Pixels, x: float, y: float, cell: float, tiles: list[Tile], tray: float | None
) -> list[Zone]:
    """A short message somewhere below a board, which ends at `y`; its box where no domino lies under it. `tray`: where
    there are dominoes, it stands above this."""
    at = rng.uniform(y + 0.7 * cell, max(y + cell, page.shape[0] - 0.4 * cell))
    if tiles and tray is not None:
        at = min(at, max(y + 0.5 * cell, tray - 0.6 * cell))
    said = toast(rng, page, x, at, cell)
    return [] if any(meets(said, tile) for tile in tiles) else [said]


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
    if rng.random() < CONFETTI:
        _confetti(rng, page, cell)
    for draw, often in ((_pointed, POINTER), (_card, CARD), (_banner, BANNER)):
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


def _banner(rng: Random, page: Pixels, look: Look, x: float, y: float, cell: float) -> Outline:
    """A message on a plate that hangs a little askew, as over boards that are won."""
    wide, high, turn = cell * rng.uniform(1.2, 3), cell * rng.uniform(0.3, 0.8), rng.uniform(-0.16, 0.16)
    across, down = np.array((np.cos(turn), np.sin(turn))) * wide, np.array((-np.sin(turn), np.cos(turn))) * high
    corners = np.array((x, y)) + np.array((-across - down, across - down, across + down, down - across))
    fill = hsl(rng.uniform(0, 360), rng.choice((0, 70)), rng.choice((10, 50, 95)))
    shape(page, corners, fill)
    if rng.random() < 0.5:
        outline(page, corners, rng.choice((look.text, ink_on(fill))), cell * rng.uniform(0.02, 0.1))
    words = text_mask(rng.choice(TOASTS), random_font(rng, "Solved!"), max(6, round(high * rng.uniform(0.4, 0.9))), "A")
    stamp(page, words[:, : round(1.9 * wide)], x, y, ink_on(fill))
    return np.asarray(corners, np.float32)


def _confetti(rng: Random, page: Pixels, cell: float) -> None:
    """Scraps of paper all over a page."""
    for _ in range(rng.randint(20, 120)):
        x, y, turn = rng.uniform(0, page.shape[1]), rng.uniform(0, page.shape[0]), rng.uniform(0, 3)
        side = cell * rng.uniform(0.04, 0.12)
        long = side * np.array((np.cos(turn), np.sin(turn)))
        short = rng.uniform(0.3, 1.0) * np.array((-long[1], long[0]))
        corners = np.array((-long - short, long - short, long + short, short - long))
        shape(page, np.array((x, y)) + corners, _bright(rng))


def _bright(rng: Random) -> tuple[float, float, float]:
    return hsl(rng.uniform(0, 360), 80, rng.uniform(45, 65))


def _meet(one: Zone, other: Zone) -> bool:
    return min(one[2], other[2]) > max(one[0], other[0]) and min(one[3], other[3]) > max(one[1], other[1])


def _under_board(rng: Random, page: Pixels, look: Look, zone: Zone, cell: float) -> None:
    """What lies under a board: a card, a frame, both or nothing. They may end where its outermost cells do."""
    x0, y0, x1, y1 = zone
    by = cell * rng.choice((0.0, rng.uniform(0.0, 0.1), rng.uniform(0.05, 0.3), rng.uniform(0.3, 1.2)))
    radius = cell * rng.choice((0.0, 0.2, 0.5))
    place = x0 - by, y0 - by, x1 + by, y1 + by
    if look.card:
        if look.light.shadow:
            shade(page, (*place[:3], place[3] + 0.1 * cell), 0.2 * cell, 0.2 * cell, look.light.shadow[2])
        box(page, *place, look.card, radius)
    if rng.random() < FRAMED:
        ground = look.card or look.page
        colour = rng.choice((mix(ground, look.text, rng.uniform(0.15, 1.0)), hsl(rng.uniform(0, 360), 60, 45)))
        width = max(1.0, cell * rng.choice((0.0, rng.uniform(0.02, 0.06), rng.uniform(0.05, 0.14))))
        out = rng.choice((0.0, width))
        around = place[0] - out, place[1] - out, place[2] + out, place[3] + out
        box(page, *around, colour, radius, rim=width)


def _tray_card(rng: Random, page: Pixels, look: Look, colour: Colour, zone: Zone, by: float, cell: float) -> list[Zone]:
    """What lies under a tray: a card or a frame, which may have buttons and words below the dominoes as well; the
    buttons."""
    buttons: list[Zone] = []
    x0, y0, x1, y1 = zone[0] - by, zone[1] - by, zone[2] + by, zone[3] + by
    below = cell * rng.uniform(0.8, 2.5) if rng.random() < 0.3 else 0.0
    radius = cell * rng.choice((0.2, rng.uniform(0.0, 0.6)))
    box(page, x0, y0, x1, y1 + below, colour, radius)
    if below:
        free = [(x0, y1, x1, min(y1 + below, len(page)))]
        buttons = furnish(rng, page, colour, look.text, cell * rng.uniform(0.7, 1.4), free)
    kind = rng.choices(("none", "solid", "dashed"), (60, 25, 15))[0]
    rim, width = rng.choice((look.text, mix(colour, look.text, 0.4), _bright(rng))), max(1.0, 0.04 * cell)
    if kind == "solid":
        box(page, x0, y0, x1, y1 + below, rim, radius, rim=width)
    elif kind == "dashed":
        for one, other in sides(x0, y0, x1, y1 + below):
            dashes(page, one, other, rim, width, 0.2 * cell, 0.15 * cell)
    return buttons


def _around(zone: Zone) -> Outline:
    x0, y0, x1, y1 = zone
    return np.array(((x0, y0), (x1, y0), (x1, y1), (x0, y1)), np.float32)
