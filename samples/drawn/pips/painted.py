"""A board of Pips, painted: cells, regions, tags, and the dominoes that lie on it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from random import Random

import numpy as np

from samples.drawn.colours import BLACK, WHITE, Colour, hsl, mix, shifted
from samples.drawn.pips.boards import Board, Cell
from samples.drawn.pips.cells import draw_cell
from samples.drawn.pips.light import sketch, soft
from samples.drawn.pips.look import Look
from samples.drawn.pips.patterns import KINDS, Pattern, pattern, random_pattern
from samples.drawn.pips.strokes import box, dashes, dots, line
from samples.drawn.pips.tags import draw_tag, place_of
from samples.drawn.pips.tiles import draw_tile
from samples.drawn.pips.verdicts import judged, showing
from samples.drawn.types import Pixels

HOLES = 0.13
"""How often places that are no cells are drawn, too."""
LIT, MARKED = 0.12, 0.1
"""How often some cells are lit, as under a pointer, and some regions are marked as right or wrong."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A tag that can be seen: its middle in cells from the lattice's origin, its cell, its text; `covered`: how much of
    the square about its text something such as a mouse pointer lies over, 0..1."""

    x: float
    y: float
    owner: Cell
    text: str
    covered: float = 0.0


def draw_board(
    rng: Random,
    page: Pixels,
    look: Look,
    board: Board,
    origin: tuple[float, float],
    cell: float,
    tagged: bool = True,
) -> tuple[list[Mark], bool]:
    """Paints a board; its tags, and whether regions can be told under dominoes."""
    (x0, y0), colours = origin, _colouring(rng, board, len(look.fills), look.name == "newspaper")
    if look.frame:
        _frame(page, look.frame, look, board, origin, cell)
    if rng.random() < HOLES and not (look.alone or look.plain_outline):  # these would look like cells
        _holes(rng, page, look, board, origin, cell)
    patterns = [random_pattern(rng, look, bool(tag)) for tag in board.tags]
    some = sorted(board.region)
    lit = set(rng.sample(some, min(rng.randint(1, 3), len(some)))) if rng.random() < LIT else set()
    light = rng.choice((WHITE, WHITE, BLACK, look.text)), rng.uniform(0.1, 0.5)
    marked = {number: _mark(rng) for number in range(len(board.tags)) if rng.random() < 0.4}
    if rng.random() > MARKED:
        marked = {}
    for cell_at, number in board.region.items():
        fill = look.plain if not board.tags[number] else look.fills[colours[number] % len(look.fills)]
        if cell_at in lit:
            fill = mix(fill, *light)
        draw_cell(page, look, board, cell_at, fill, patterns[number], origin, cell)
    if look.divider:
        for r, c in board.region:
            if (r, c + 1) in board.region:
                x = x0 + (c + 1) * cell
                line(page, (x, y0 + r * cell), (x, y0 + (r + 1) * cell), look.divider_colour, look.divider * cell)
            if (r + 1, c) in board.region:
                y = y0 + (r + 1) * cell
                line(page, (x0 + c * cell, y), (x0 + (c + 1) * cell, y), look.divider_colour, look.divider * cell)
    if look.plain_outline:
        _outlines(page, look, board, origin, cell)
    lines_over = rng.random() < 0.3
    if look.border != "none" and not lines_over:
        _borders(page, look, board, colours, marked, origin, cell)
    laid = {at for k in board.laid for at in board.dominoes[k][:2]}
    marks = []
    verdicts = judged(board, look.verdicts)
    for number, text in enumerate(board.tags):
        if text and tagged:
            cells = [cell_at for cell_at, other in board.region.items() if other == number]
            tag = look.tag
            owner, x, y = place_of(tag, cells, text)
            if look.badge and owner in laid:
                tag = look.badge
                owner, x, y = place_of(tag, [owner], text)
            marks.append((Mark(x, y, owner, text), colours[number], showing(tag, verdicts.get(number))))
    for mark, colour, tag in marks:
        if not tag.over:
            draw_tag(page, look, tag, x0 + mark.x * cell, y0 + mark.y * cell, mark.text, colour, cell)
    for k in board.laid:
        (r, c), (r2, c2), a, b = board.dominoes[k]
        tints: tuple[Colour, Colour] | None = None
        if look.tinted:
            pair = []
            for at in ((r, c), (r2, c2)):
                number = board.region[at]
                tint = (
                    look.tints[colours[number] % len(look.tints)]
                    if board.tags[number]
                    else mix(look.tile.fill, look.plain, look.plain_tint)
                )
                pair.append(mix(look.tile.fill, tint, look.tinted))
            tints = pair[0], pair[1]
        first, second = (x0 + (c + 0.5) * cell, y0 + (r + 0.5) * cell), (x0 + (c2 + 0.5) * cell, y0 + (r2 + 0.5) * cell)
        draw_tile(page, look.tile, first, second, (a, b), cell, look.inset * cell, tints)
    if look.border != "none" and lines_over:
        _borders(page, look, board, colours, marked, origin, cell)
    for mark, colour, tag in marks:
        if tag.over:
            draw_tag(page, look, tag, x0 + mark.x * cell, y0 + mark.y * cell, mark.text, colour, cell)
    marks = [one for one in marks if one[2].over or not _covered(laid, one[0])]
    lines = look.border != "none" and (lines_over or look.inset > look.border_width + look.border_inset)
    told = max(look.tinted, look.tile.clear) > 0.25 or lines * look.border_width * cell > 1.2 or look.inset * cell > 1.6
    return [mark for mark, *_ in marks], told


def _frame(page: Pixels, frame: Colour, look: Look, board: Board, origin: tuple[float, float], cell: float) -> None:
    """A frame around all cells of a board."""
    x0, y0 = origin
    by = look.frame_grow * cell
    for r, c in board.region:
        box(
            page,
            x0 + c * cell - by,
            y0 + r * cell - by,
            x0 + (c + 1) * cell + by,
            y0 + (r + 1) * cell + by,
            frame,
            look.frame_radius * cell,
        )
    for r, c in board.region:  # no dents between cells
        box(
            page,
            x0 + c * cell - by,
            y0 + (r + 0.3) * cell,
            x0 + (c + 1) * cell + by,
            y0 + (r + 0.7) * cell,
            frame,
        )
        box(
            page,
            x0 + (c + 0.3) * cell,
            y0 + r * cell - by,
            x0 + (c + 0.7) * cell,
            y0 + (r + 1) * cell + by,
            frame,
        )
        for near in ((r, c + 1), (r + 1, c)):
            if near in board.region:
                mx, my = x0 + (c + near[1] + 1) / 2 * cell, y0 + (r + near[0] + 1) / 2 * cell
                tall = cell / 2 + by
                if near[0] == r:
                    box(page, mx - cell * 0.4, my - tall, mx + cell * 0.4, my + tall, frame)
                else:
                    box(page, mx - tall, my - cell * 0.4, mx + tall, my + cell * 0.4, frame)


def _holes(rng: Random, page: Pixels, look: Look, board: Board, origin: tuple[float, float], cell: float) -> None:
    """Places of a rectangle around the board that are no cells, or those alone that cells lie around, shown by a box or
    its outline, which may be hatched."""
    ground = look.card or look.page
    colour = shifted(ground, rng.choice((-1, 1)) * rng.uniform(4, 40))
    inset, radius = rng.uniform(0.0, 0.12) * cell, rng.choice((0.0, look.radius, 0.15)) * cell
    rim = rng.choice((0.0, max(1.0, 0.02 * cell), max(1.0, 0.04 * cell)))
    shade = rng.choice((-1, 1)) * rng.uniform(10, 50)
    hatched = Pattern(rng.choice(KINDS), rng.uniform(0.08, 0.3), rng.uniform(0.1, 0.5), shade)
    hatches, least = rng.random() < 0.3, rng.choice((0, 0, 3))
    above, below, before, after = (rng.randint(0, 2) if rng.random() < 0.3 else 0 for _ in range(4))
    for r, c in product(range(-above, board.rows + below), range(-before, board.columns + after)):
        around = sum(near in board.region for near in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)))
        if (r, c) not in board.region and around >= least:
            x, y = origin[0] + c * cell, origin[1] + r * cell
            place = x + inset, y + inset, x + cell - inset, y + cell - inset
            box(page, *place, colour, radius, rim=rim)
            if hatches:
                pattern(page, hatched, place, cell)


def _covered(laid: set[Cell], mark: Mark) -> bool:
    """Whether dominoes on these cells lie over a tag that lies under them."""
    around = {(int(np.floor(mark.y + dy)), int(np.floor(mark.x + dx))) for dy in (-0.1, 0.1) for dx in (-0.1, 0.1)}
    return bool(around & laid)


def _colouring(rng: Random, board: Board, count: int, in_turn: bool) -> list[int]:
    """The number of each region's colour; neighbours differ, and those at corners where that can be."""
    near: list[dict[int, set[int]]] = [{number: set() for number in range(len(board.tags))} for _ in range(2)]
    for (r, c), number in board.region.items():
        for k, others in enumerate((((r, c + 1), (r + 1, c)), ((r + 1, c + 1), (r + 1, c - 1)))):
            for other in others:
                if other in board.region and board.region[other] != number:
                    near[k][number].add(board.region[other])
                    near[k][board.region[other]].add(number)
    colours: list[int] = []
    following = 0
    for number in range(len(board.tags)):
        taken = {colours[other] for other in near[0][number] if other < number}
        also = {colours[other] for other in near[1][number] if other < number}
        turn = [k % count for k in range(following, following + count)]
        free = [k for k in turn if k not in taken | also] or [k for k in turn if k not in taken] or turn
        colour = free[0] if in_turn else rng.choice(free)
        if board.tags[number]:
            following = colour + 1
        colours.append(colour)
    return colours


def _mark(rng: Random) -> Colour:
    """Red or green."""
    return hsl(rng.choice((0, 0, 350, 130)), rng.uniform(50, 100), rng.uniform(35, 60))


def _outlines(page: Pixels, look: Look, board: Board, origin: tuple[float, float], cell: float) -> None:
    """Thin outlines of the cells without constraint, each its own."""
    colour, width, inset = mix(look.page, look.text, look.outline_share), max(1.0, 0.02 * cell), look.gap / 2
    for (r, c), number in board.region.items():
        if board.tags[number]:
            continue
        x0, y0 = origin[0] + (c + inset) * cell, origin[1] + (r + inset) * cell
        x1, y1 = origin[0] + (c + 1 - inset) * cell, origin[1] + (r + 1 - inset) * cell
        for first, last in (((x0, y0), (x1, y0)), ((x1, y0), (x1, y1)), ((x0, y1), (x1, y1)), ((x0, y0), (x0, y1))):
            _stroke(page, look, look.plain_outline, (first, last), colour, width, cell)


def _stroke(
    page: Pixels,
    look: Look,
    style: str,
    ends: tuple[tuple[float, float], tuple[float, float]],
    colour: Colour,
    width: float,
    cell: float,
) -> None:
    """A line as regions and cells have around them: solid, dashed or dotted."""
    if style == "solid":
        line(page, *ends, colour, width)
    elif style == "dashed":
        dashes(page, *ends, colour, width, look.dash * cell, look.dash_gap * cell)
    else:
        dots(page, *ends, colour, width, 2.2 * width)


def _borders(
    page: Pixels,
    look: Look,
    board: Board,
    colours: list[int],
    marked: dict[int, Colour],
    origin: tuple[float, float],
    cell: float,
) -> None:
    """Lines between regions. `marked`: those that have a colour of their own."""
    x0, y0 = origin
    width = max(1.0, look.border_width * cell)
    inset = (
        look.border_inset
        + (look.gap / 2 if look.border_inset else 0)
        + (look.border_width / 2 if look.border_inset else 0)
    )
    for (r, c), number in board.region.items():
        if not board.tags[number] and not look.plain_lined:
            continue
        colour = marked.get(number, look.lines[colours[number] % len(look.lines)])

        def same(dr: int, dc: int, r: int = r, c: int = c, number: int = number) -> bool:
            return board.region.get((r + dr, c + dc)) == number

        for dr, dc in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            if same(dr, dc):
                continue
            ends = []
            for along in (-1, 1):
                ar, ac = (0, along) if dr else (along, 0)
                if not same(ar, ac):
                    by = -inset
                elif same(dr + ar, dc + ac):
                    by = inset
                else:
                    by = 0.0
                ends.append(along * (0.5 + by))
            mx, my = c + 0.5, r + 0.5
            if dr:
                y = my + dr * (0.5 - inset)
                a, b = (mx + ends[0], y), (mx + ends[1], y)
            else:
                x = mx + dc * (0.5 - inset)
                a, b = (x, my + ends[0]), (x, my + ends[1])
            first, last = (x0 + a[0] * cell, y0 + a[1] * cell), (x0 + b[0] * cell, y0 + b[1] * cell)
            if look.stitched and look.border != "solid":
                line(page, first, last, look.stitched, 1.8 * width)
            if look.light.glow:
                _glow(page, (first, last), colour, width, look.light.glow * cell)
            if look.light.sway:
                rng = Random(f"{r}/{c}/{dr}/{dc}/{look.light.sway}")
                sketch(rng, page, (first, last), colour, width, look.light, cell)
            else:
                _stroke(page, look, look.border, (first, last), colour, width, cell)


def _glow(
    page: Pixels, ends: tuple[tuple[float, float], tuple[float, float]], colour: Colour, width: float, blur: float
) -> None:
    """Light around a line, in its colour."""
    (ax, ay), (bx, by) = ends
    zone = min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)
    soft(
        page,
        zone,
        blur,
        1.0,
        colour,
        lambda mask, x, y: line(mask, (ax - x, ay - y), (bx - x, by - y), WHITE, 2 * width),
    )
