"""What the networks of Pips are shown of a drawn page, and what they are to say.

The finder gets a part of a page at some scale, the reader of boards a window of places at 32 pixels a place, the reader
of tags one at 61 to 110 pixels a place, the one of dominoes one at 26 pixels a half, the reader of edges two neighbours
at 56 pixels a place. What lies outside of a page is grey.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.drawn.pips.page import Page
from samples.drawn.pointers import LEAST_COVERED
from samples.drawn.types import Pixels
from vision.games.pips.network import PLACE, SIGNS, WAYS, domino_patch, edge_patch, tag_patch
from vision.locate.votes import STRIDE, cut

Floats = NDArray[np.float32]
Labels = NDArray[np.int8]

FINDER = 192
"""The side of a finder's part, in pixels."""
COVERED, ASKED = 0.04, 0.25
"""A tag of which more than the first is covered is covered; what is under more than the second is not asked."""
SEEN_STEP = 0.83, 1.5
"""How large a place is held to be where a tag is shown, 1 being right: tags are of many sizes."""
BARE, LAID = 1, 2
PRESENT = 0.82
"""At most so large a part of the tags or dominoes that are asked for are there; the rest are places of none."""


@dataclass(frozen=True, slots=True, eq=False)
class Window:
    """R x C places. `image`: (32R, 32C, 3). `place`: (R, C) 0 no cell, 1 bare, 2 half a domino, -1 not told; `pips`,
    `way`: (R, C), -1 where there is none; `right`: (R, C-1) and `down`: (R-1, C), 1 same region, 0 border, -1 none;
    `tag`: (2R, 2C), 1 where the half place nearest to a tag's middle is; `tag_at`: (2R, 2C, 2), x and y from there, in
    places; `owner`: (2R, 2C), 0..8: where from there the tag's cell is, row by row; `covered`: (2R, 2C), 1 where
    something lies over the board around that half place, -1 not told; `whole`: a board of Pips."""

    image: Pixels
    place: Labels
    pips: Labels
    way: Labels
    right: Labels
    down: Labels
    tag: Labels
    tag_at: Floats
    owner: Labels
    covered: Labels
    whole: int


@dataclass(frozen=True, slots=True, eq=False)
class TagPatch:
    """`image`: (64, 96, 3). `sign`: index into `SIGNS`, `tens`: 0..9, 10 for none, and `ones`: -1 where there is no
    number; `covered`: whether something lies over the tag; -1 where it is not asked."""

    image: Pixels
    sign: int
    tens: int
    ones: int
    covered: int


@dataclass(frozen=True, slots=True, eq=False)
class DominoPatch:
    """`image`: (64, 64, 3). `domino`: whether it is one; `first`, `second`: pips, left and right; -1 where there are
    none, or it is not asked."""

    image: Pixels
    domino: int
    first: int
    second: int


@dataclass(frozen=True, slots=True, eq=False)
class Edge:
    """`image`: (80, 128, 3), two neighbours side by side; `same`: whether they are of one region; `laid`: 0 both bare,
    1 under dominoes or beside one, 2 both under the same domino."""

    image: Pixels
    same: int
    laid: int


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """`image`: (192, 192, 3). At each fourth pixel: `kind`: (48, 48) 0 nothing, 1 board, 2 a domino beside it;
    `values`: (48, 48, 5) to the middle of the place or half, x and y in steps; log2 of the step in 16 pixels; to the
    middle of the domino, x and y in halves; or else log2 of how many times as high as wide the place is, and 0."""

    image: Pixels
    kind: Labels
    values: Floats


def window(rng: Random, page: Page, rows: int, columns: int) -> Window:
    """A window with the whole board in it; one place at least around it where that can be."""
    step = page.step * rng.uniform(0.985, 1.015)
    board = page.board
    high, wide = (board.rows, board.columns) if board else (rng.randint(2, rows), rng.randint(2, columns))
    row0, column0 = -_before(rng, rows - high), -_before(rng, columns - wide)
    middle = page.origin[0] + wide * page.step / 2, page.origin[1] + high * page.step / 2
    off = [rng.gauss(0, 0.03) for _ in range(2)]
    x = middle[0] + (column0 - wide / 2 + off[0]) * step
    y = middle[1] + (row0 - high / 2 + off[1]) * step
    image = cut(page.picture, x, y, PLACE / step, columns * PLACE, rows * PLACE)
    place, pips, way = (np.full((rows, columns), value, np.int8) for value in (0, -1, -1))
    right, down = np.full((rows, columns - 1), -1, np.int8), np.full((rows - 1, columns), -1, np.int8)
    tag = np.zeros((2 * rows, 2 * columns), np.int8)
    tag_at = np.zeros((2 * rows, 2 * columns, 2), np.float32)
    owner = np.full((2 * rows, 2 * columns), -1, np.int8)
    if board is None:
        return Window(image, place, pips, way, right, down, tag, tag_at, owner, owner, 0)

    def at(cell: tuple[int, int]) -> tuple[int, int]:
        return cell[0] - row0, cell[1] - column0

    for cell in board.region:
        place[at(cell)] = -1 if cell in page.hidden else BARE
    for k in board.laid:
        a, b, first, second = board.dominoes[k]
        for one, other, value in ((a, b, first), (b, a, second)):
            if one in page.hidden:
                continue
            place[at(one)], pips[at(one)] = LAID, value
            way[at(one)] = WAYS.index((other[0] - one[0], other[1] - one[1]))
    for (r, c), number in board.region.items():
        for other, labels in (((r, c + 1), right), ((r + 1, c), down)):
            if other in board.region:
                both = place[at((r, c))] == LAID and place[at(other)] == LAID
                inside = (r, c) in page.hidden or other in page.hidden or (both and not page.told)
                labels[at((r, c))] = -1 if inside else int(board.region[other] == number)
    x_off, y_off = (page.origin[0] - x) / step, (page.origin[1] - y) / step
    for mark in page.marks:
        px, py = mark.x * page.step / step + x_off, mark.y * page.step / step + y_off
        kx, ky = round(2 * px), round(2 * py)
        if not (0 <= kx < 2 * columns and 0 <= ky < 2 * rows):
            continue
        r, c = at(mark.owner)
        dy, dx = max(-1, min(1, 2 * r + 1 - ky)), max(-1, min(1, 2 * c + 1 - kx))
        tag[ky, kx], tag_at[ky, kx], owner[ky, kx] = 1, (px - kx / 2, py - ky / 2), 3 * (dy + 1) + dx + 1
    near = np.zeros((2 * rows, 2 * columns), np.bool_)
    for cell in board.region:
        r, c = at(cell)
        near[2 * r : 2 * r + 3, 2 * c : 2 * c + 3] = True
    covered = np.where(near, _covered([(outline - (x, y)) / step for outline in page.over], rows, columns), -1)
    return Window(image, place, pips, way, right, down, tag, tag_at, owner, covered.astype(np.int8), 1)


def _covered(outlines: list[Floats], rows: int, columns: int) -> Labels:
    """Which half places something lies over: (2R, 2C), -1 where it is but little. `outlines`: in places."""
    fine = 20
    area = np.zeros((rows * fine, columns * fine), np.uint8)
    for outline in outlines:
        cv2.fillPoly(area, [np.rint(outline * fine).astype(np.int32)], 255)
    share = cv2.blur(area, (fine // 2, fine // 2))[:: fine // 2, :: fine // 2] / 255
    return np.where(share >= LEAST_COVERED, 1, np.where(share > 0, -1, 0)).astype(np.int8)


def _before(rng: Random, free: int) -> int:
    """How many of the free places of a window come before the board."""
    least = min(1, free)
    return rng.randint(least, max(least, free - 1))


def tags(rng: Random, page: Page, most: int) -> list[TagPatch]:
    """Tags, and places where none is."""
    found = []
    for mark in page.marks:
        x = page.origin[0] + (mark.x + rng.gauss(0, 0.03)) * page.step
        y = page.origin[1] + (mark.y + rng.gauss(0, 0.03)) * page.step
        sign, tens, ones = said(mark.text) if mark.covered < ASKED else (-1, -1, -1)
        covered = 0 if not mark.covered else 1 if mark.covered > COVERED else -1
        image = tag_patch(page.picture, x, y, page.step * rng.uniform(*SEEN_STEP))
        found.append(TagPatch(image, sign, tens, ones, covered))
    rng.shuffle(found)
    found = found[: max(1, round(most * PRESENT))]
    while len(found) < most and rng.random() < 0.75:
        x, y = _anywhere(rng, page)
        near = any(
            abs(page.origin[0] + m.x * page.step - x) + abs(page.origin[1] + m.y * page.step - y) < 0.9 * page.step
            for m in page.marks
        )
        image = tag_patch(page.picture, x, y, _other_step(rng, page))
        found.append(TagPatch(image, -1 if near else 0, -1, -1, -1))
    return found


def dominoes(rng: Random, page: Page, most: int) -> list[DominoPatch]:
    """Dominoes beside the board and on it, and what is none; whether it is one is not asked near one."""
    halves = [(t.first, t.second, t.side, t.values) for t in page.tiles]
    for k in page.board.laid if page.board else ():
        a, b, first, second = page.board.dominoes[k] if page.board else ((0, 0), (0, 0), 0, 0)
        one, other = (
            (page.origin[0] + (c + 0.5) * page.step, page.origin[1] + (r + 0.5) * page.step) for r, c in (a, b)
        )
        hidden = a in page.hidden or b in page.hidden
        halves.append((one, other, page.step, (-1, -1) if hidden else (first, second)))
    found = []
    for one, other, side, pair in halves:
        if pair[0] < 0:
            continue
        dx, dy = rng.gauss(0, 0.05) * side, rng.gauss(0, 0.05) * side
        ends = (one[0] + dx, one[1] + dy), (other[0] + dx, other[1] + dy)
        image, turned = drawn_domino(page.picture, *ends, side * rng.uniform(0.93, 1.07))
        found.append(DominoPatch(image, 1, *(pair[::-1] if turned else pair)))
    rng.shuffle(found)
    found = found[: max(1, round(most * PRESENT))]
    middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b, *_ in halves]
    while len(found) < most and rng.random() < 0.75:
        step, upright = _other_step(rng, page), False
        if page.others and rng.random() < 0.7:
            x0, y0, x1, y1 = rng.choice(page.others)
            upright = y1 - y0 > x1 - x0
            step = max(3.0, min(y1 - y0, x1 - x0) * rng.uniform(0.8, 1.2))
            x, y = (
                rng.uniform(min(a + step, (a + b) / 2), max(b - step, (a + b) / 2)) for a, b in ((x0, x1), (y0, y1))
            )
        else:
            x, y = _anywhere(rng, page)
        near = any(abs(mx - x) + abs(my - y) < 1.2 * max(step, page.step) for mx, my in middles)
        found.append(DominoPatch(domino_patch(page.picture, x, y, step, upright), -1 if near else 0, -1, -1))
    return found


def _other_step(rng: Random, page: Page) -> float:
    return page.step * (rng.uniform(0.9, 1.1) if rng.random() < 0.5 else rng.uniform(0.25, 1.2))


def _anywhere(rng: Random, page: Page) -> tuple[float, float]:
    """A place of the page, rather on the board, and rather where tags and dominoes are."""
    height, width = page.picture.shape[:2]
    if not page.board or rng.random() < 0.4:
        return rng.uniform(0, width), rng.uniform(0, height)
    x, y = rng.uniform(-0.5, page.board.columns + 0.5), rng.uniform(-0.5, page.board.rows + 0.5)
    if rng.random() < 0.6:
        x, y = round(2 * x) / 2, round(2 * y) / 2
    return page.origin[0] + x * page.step, page.origin[1] + y * page.step


def edges(rng: Random, page: Page, laid: int, bare: int) -> list[Edge]:
    """Some neighbours, so many at most of which dominoes hide one at least, and so many of bare ones."""
    if page.board is None:
        return []
    partner: dict[tuple[int, int], tuple[int, int]] = {}
    for k in page.board.laid:
        a, b = page.board.dominoes[k][:2]
        partner |= {a: b, b: a}
    found: list[tuple[tuple[int, int], tuple[int, int], int]] = []
    for one, (down, right) in product(page.board.region, WAYS[:2]):
        other = one[0] + down, one[1] + right
        if other not in page.board.region or one in page.hidden or other in page.hidden:
            continue
        if one in partner and other in partner and not page.told:
            continue
        found.append((one, other, 2 if partner.get(one) == other else int(one in partner or other in partner)))
    rng.shuffle(found)
    some = [one for one in found if one[2]][:laid] + [one for one in found if not one[2]][:bare]
    step = page.step * rng.uniform(0.985, 1.015)
    x, y = (at + rng.gauss(0, 0.025) * page.step for at in page.origin)
    made = []
    for (r, c), (r2, c2), kind in some:
        at = x + (c + c2 + 1) / 2 * page.step, y + (r + r2 + 1) / 2 * page.step
        same = page.board.region[r, c] == page.board.region[r2, c2]
        made.append(Edge(edge_patch(page.picture, *at, step, r2 > r), int(same), kind))
    return made


def said(text: str) -> tuple[int, int, int]:
    """A tag's text as labels: sign, tens, ones."""
    if text in ("=", "≠"):
        return SIGNS.index(text), -1, -1
    sign = SIGNS.index(text[0]) if text[0] in "<>" else SIGNS.index("number")
    number = int(text.lstrip("<>"))
    if number > 99:
        return -1, -1, -1
    return sign, number // 10 if number > 9 else 10, number % 10


def drawn_domino(
    picture: Pixels, one: tuple[float, float], other: tuple[float, float], side: float
) -> tuple[Pixels, bool]:
    """The patch of a domino with these middles of halves; and whether `other` is on the left of it."""
    upright = abs(other[1] - one[1]) > abs(other[0] - one[0])
    image = domino_patch(picture, (one[0] + other[0]) / 2, (one[1] + other[1]) / 2, side, upright)
    return image, other[upright] < one[upright]


def from_edge(at: float, side: float) -> float:
    """Where a finder's part begins that is to begin at a pixel of a page's side: hardly beyond that."""
    return at if side <= FINDER else min(max(at, -8.0), side - FINDER + 8)


def part(rng: Random, page: Page) -> Part:
    """A part of the page in which cells, or halves of smaller dominoes, have 6 to 58 pixels."""
    height, width = page.picture.shape[:2]
    wanted = 6.5 * (58 / 6.5) ** rng.random() if rng.random() < 0.6 else rng.uniform(10, 20)
    size = page.step if not page.tiles or rng.random() < 0.5 else min(page.step, page.tiles[0].side)
    scale = min(wanted / size, 1.6, 64 / page.step)
    wide, high = width * scale, height * scale
    x, y = (rng.uniform(min(0.0, side - FINDER), max(0.0, side - FINDER)) for side in (wide, high))
    if rng.random() < 0.75:  # with something in it
        near = [(t.first[0] * scale, t.first[1] * scale) for t in (*page.tiles[:2], *page.tiles[-1:])]
        near += [((a + c) / 2 * scale, (b + d) / 2 * scale) for a, b, c, d in page.others[:2]]
        if page.board:
            cells = rng.sample(sorted(page.board.region), min(3, len(page.board.region)))
            near += [
                (
                    page.origin[0] * scale + (c + 0.5) * page.step * scale,
                    page.origin[1] * scale + (r + 0.5) * page.step * scale,
                )
                for r, c in cells
            ]
        if near:
            middle = rng.choice(near)
            x, y = (at - rng.uniform(0.15, 0.85) * FINDER for at in middle)
            x, y = from_edge(x, wide), from_edge(y, high)
    image = cut(page.picture, x / scale, y / scale, scale, FINDER, FINDER)
    side = FINDER // STRIDE
    kind = np.zeros((side, side), np.int8)
    values = np.zeros((side, side, 5), np.float32)
    # The middle of feature k is at pixel 4k + 2 of the part.
    across = (np.arange(side) * STRIDE + STRIDE / 2).astype(np.float32)
    ox, oy, step = page.origin[0] * scale - x, page.origin[1] * scale - y, page.step * scale
    if page.board:
        mask = np.zeros((page.board.rows, page.board.columns), bool)
        for cell in page.board.region:
            mask[cell] = True
        columns, rows = np.floor((across - ox) / step).astype(int), np.floor((across - oy) / step).astype(int)
        inside_x = (columns >= 0) & (columns < page.board.columns)
        inside_y = (rows >= 0) & (rows < page.board.rows)
        on = mask[rows.clip(0, page.board.rows - 1)[:, None], columns.clip(0, page.board.columns - 1)[None]]
        on = on & inside_y[:, None] & inside_x[None]
        kind[on] = 1
        dx, dy = ox + (columns + 0.5) * step - across, oy + (rows + 0.5) * step - across
        values[..., 0] = np.where(on, dx[None] / step, 0)
        values[..., 1] = np.where(on, dy[:, None] / step, 0)
        values[..., 2] = np.where(on, np.log2(step / 16), 0)
    for tile in page.tiles:
        big = tile.side * scale
        middle = (tile.first[0] + tile.second[0]) / 2 * scale - x, (tile.first[1] + tile.second[1]) / 2 * scale - y
        for half in (tile.first, tile.second):
            hx, hy = half[0] * scale - x, half[1] * scale - y
            xs = np.nonzero(np.abs(across - hx) <= big / 2)[0]
            ys = np.nonzero(np.abs(across - hy) <= big / 2)[0]
            if not len(xs) or not len(ys):
                continue
            here = slice(ys[0], ys[-1] + 1), slice(xs[0], xs[-1] + 1)
            kind[here] = 2
            values[(*here, 0)] = (hx - across[xs])[None] / big
            values[(*here, 1)] = (hy - across[ys])[:, None] / big
            values[(*here, 2)] = np.log2(big / 16)
            values[(*here, 3)] = (middle[0] - across[xs])[None] / big
            values[(*here, 4)] = (middle[1] - across[ys])[:, None] / big
    return Part(image, kind, values)
