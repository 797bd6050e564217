"""Symbols beside the board that put them into its cells: where they are.

Two kinds of pages have such a palette. On one a click on it chooses what later clicks on cells put ("pick"), on the
other it fills the cell that was clicked before ("put"). It is looked for only where clicks on cells do not lead to what
they are to show, and is believed only where both symbols of the game are found in one row or column, in one size, and
drawn as on the board: nothing else beside the board is clicked. Digits must stand alone, as those of words, times and
addresses do not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import dist, hypot

import cv2
import numpy as np
from numpy.typing import NDArray

from actuator.memory import PART, patches
from actuator.moves import Cell, Point, Rect
from actuator.screen import Shot
from actuator.sight import Sight
from solver.binary.puzzle import SYMBOLS

Picture = NDArray[np.uint8]

# What `vision` says of symbols of Takuzu that are no digits.
NO_DIGITS = "may be exchanged throughout"

# So many cells around the board are looked at, for symbols of these sizes, 1 being that of those on the board.
AROUND, SIZES = 4.5, tuple(np.geomspace(0.3, 1.6, 15).tolist())
# So much around it, in cells, may be its frame. Searched is what has an outline as strong as this, and so many cells
# about it.
FRAME, FAINT, MARGIN = 0.15, 30.0, 0.3
# The longer side of the symbols that are compared, in pixels: fewer show no shape, more only take time.
LEAST_SIDE, MOST_SIDE = 12, 22
# The outlines of symbols of a palette, whatever colours they have, or else their colours, correlate so with those on
# the board, and so in the mean. On four pages of other hands: 0.78 and more, 0.86 in the mean; the best of what else is
# there: 0.76. Where the outlines of both correlate more than the third, as of plain tiles, only colours tell.
ALIKE, BOTH_ALIKE, SAME_OUTLINE = 0.7, 0.78, 0.7
# A place is flat, and no symbol's, where outlines are so much weaker; a larger step in brightness counts as this one.
FLAT, STRONGEST = 0.3, 160.0
# They stand in line but for this part of their size, and this many sizes apart; those of two palettes so many cells.
IN_LINE, APART, LEAST_APART = 0.4, (0.9, 7.0), 0.3
# What differs so much from the ground of a cell, of 255, is a symbol's; it covers at least this part of the cell; and
# the same one beside the board differs less from it in colour, where colours are compared.
INK, LEAST_INK, SAME_INK = 40, 0.03, 60
# What reaches beyond the part of a cell in which symbols are is one if it covers so much of that part, and lies on at
# most so much of its edges: of a plain tile one or two sides do.
LARGE, MOST_OUT = 0.2, 0.35
# The part of a cell that shows a tile as large as it; so much of a symbol's size is compared of what is about it.
TILE, ABOUT = 1.0, 0.1
# So many palettes are tried at most: some pages explain the rules by an example.
MOST_PALETTES = 3
# So many places that are most like a symbol are thought of; where digits have to stand alone twice as many. Nothing is
# as near to such a one, in heights of it: between the words of a line are 0.3.
PLACES, GAP = 4, 0.45


def has_digits(sight: Sight) -> bool:
    """Whether the symbols of a board are known to be 0 and 1."""
    return sight.game == "takuzu" and not any(NO_DIGITS in warning for warning in sight.warnings)


def palettes(sight: Sight, first: Sight) -> list[Mapping[str, Point]]:
    """Where each symbol of the game is shown beside the board, in points from its upper left corner: the most probable
    palettes first, none where not both symbols are. `sight`: shows them on the board; `first`: with all that is beside
    it."""
    symbols = SYMBOLS.get(sight.game, "")
    shown = [some for some in (_drawn(sight, symbol) for symbol in symbols) if some]
    digits = has_digits(first)
    if first.shot is None or len(shown) < 2:
        return []
    pairs: list[tuple[float, Point, Point]] = []
    for by_colour in (True,) if _are_outlines_alike(shown[0][0], shown[1][0]) else (False, True):
        for (left, top), picture in () if pairs else _beside(first, first.shot):
            for likeness, (x, y), (u, v) in _pairs(picture, shown, digits, by_colour):
                pairs.append((likeness, (left + x, top + y), (left + u, top + v)))
    apart = LEAST_APART * first.step * first.shot.scale[0]
    kept: list[tuple[Point, Point]] = []
    for _, *both in sorted(pairs, reverse=True):
        if all(dist(at, other) > apart for at in both for pair in kept for other in pair):
            kept.append((both[0], both[1]))
    points = [[first.shot.point(x, y) for x, y in pair] for pair in kept[:MOST_PALETTES]]
    left, top = first.board.left, first.board.top
    return [dict(zip(symbols, [(x - left, y - top) for x, y in pair], strict=True)) for pair in points]


def beside(board: Rect, palette: Mapping[str, Point]) -> dict[str, Point]:
    """Where these symbols are now, in points of the desktop: they move with the board."""
    return {symbol: (board.left + x, board.top + y) for symbol, (x, y) in palette.items()}


def _beside(first: Sight, shot: Shot) -> Iterator[tuple[Point, Picture]]:
    """What is above, below, to the left and to the right of the board, corners each time included, with little of the
    empty space about it: where it begins in the grab, (x, y), and its pixels."""
    x0, y0, x1, y1 = shot.box(first.board.grown(AROUND * first.step))
    bx0, by0, bx1, by1 = shot.box(first.board.grown(FRAME * first.step))
    margin = round(MARGIN * first.step * shot.scale[0])
    for left, top, right, bottom in ((x0, y0, x1, by0), (x0, by1, x1, y1), (x0, y0, bx0, y1), (bx1, y0, x1, y1)):
        if left >= right or top >= bottom:
            continue
        x, y, wide, high = cv2.boundingRect((outlines(shot.bgr[top:bottom, left:right]) > FAINT).astype(np.uint8))
        if wide:
            right, bottom = min(right, left + x + wide + margin), min(bottom, top + y + high + margin)
            left, top = max(left, left + x - margin), max(top, top + y - margin)
            yield (left, top), shot.bgr[top:bottom, left:right]


def _pairs(
    picture: Picture, shown: Sequence[Sequence[Picture]], digits: bool, by_colour: bool
) -> Iterator[tuple[float, Point, Point]]:
    """Both symbols, in one size, in line: how much they are alike, and where they are in the picture, in pixels."""
    sides = [max(one.shape[:2]) for some in shown for one in some]
    for size in SIZES:
        by = min(1.0, MOST_SIDE / (size * min(sides)))
        if min(picture.shape[:2]) * by < LEAST_SIDE:  # too small for any
            continue
        small = np.asarray(cv2.resize(picture, None, fx=by, fy=by, interpolation=cv2.INTER_AREA), np.uint8)
        steep = None if by_colour else outlines(small)
        found = [[at for one in some for at in _places(small, steep, one, size * by, digits)] for some in shown]
        for (one, (x, y)), (other, (u, v)) in product(*found):
            if one + other > 2 * BOTH_ALIKE and _one_palette((x, y), (u, v), size * by * max(sides)):
                yield one + other, (x / by, y / by), (u / by, v / by)


def _drawn(sight: Sight, symbol: str) -> list[Picture]:
    """A symbol as it is drawn on the board: where it first is, and where its cell has the most different colour, as of
    clues and entries one may be dark on a light ground."""
    cells = [cell for cell in sight.cells if sight.puzzle.cells[cell[0]][cell[1]] == symbol]
    if not cells or sight.shot is None:
        return []
    looks = patches(sight.shot, [sight.cells[cell] for cell in cells], sight.step)
    far = [float(np.abs(np.median(look, axis=(0, 1)) - np.median(looks[0], axis=(0, 1))).max()) for look in looks]
    some = dict.fromkeys((cells[0], cells[int(np.argmax(far))]))
    return [one for one in (_symbol(sight, cell) for cell in some) if one is not None]


def _symbol(sight: Sight, cell: Cell) -> Picture | None:
    """The symbol in a cell, (H, W, 3), hardly larger than it is; None where none is to be seen."""
    assert sight.shot is not None
    x, y = sight.cells[cell]
    for half in (PART * sight.step / 2, TILE * sight.step / 2):  # what fills a whole cell has edges about it alone
        x0, y0, x1, y1 = sight.shot.box(Rect(x - half, y - half, 2 * half, 2 * half))
        part = sight.shot.bgr[y0:y1, x0:x1]
        ink = _ink(part)
        _, parts, boxes, _ = cv2.connectedComponentsWithStats(ink.astype(np.uint8))
        left, top, wide, high, area = boxes[1:].T
        frame = (left == 0) | (top == 0) | (left + wide == part.shape[1]) | (top + high == part.shape[0])
        reaches_out = np.concatenate((ink[0], ink[-1], ink[:, 0], ink[:, -1])).mean()
        large = reaches_out <= MOST_OUT and area.max(initial=0) >= LARGE * ink.size
        if area[~frame].sum() >= LEAST_INK * ink.size or large:
            break
    if ink.mean() < LEAST_INK:
        return None
    whole = np.isin(parts, 1 + np.flatnonzero(~frame | (area == area.max())))
    x, y, across, down = cv2.boundingRect(whole.astype(np.uint8))
    by = round(ABOUT * max(across, down))
    return part[max(0, y - by) : y + down + by, max(0, x - by) : x + across + by]


def _ink(part: Picture) -> NDArray[np.bool_]:
    """Where a picture, (H, W, 3), has another colour than at its edges; (H, W)."""
    edges = np.concatenate((part[0], part[-1], part[:, 0], part[:, -1]))
    return np.asarray(np.abs(part - np.median(edges, axis=0)).max(axis=2) > INK)


def outlines(picture: Picture) -> NDArray[np.float32]:
    """How steeply a picture, (H, W, 3), changes: (H, W)."""
    soft = cv2.GaussianBlur(picture, (0, 0), 0.7).astype(np.float32)
    steep = np.hypot(cv2.Sobel(soft, cv2.CV_32F, 1, 0), cv2.Sobel(soft, cv2.CV_32F, 0, 1))
    return np.asarray(np.minimum(steep.max(axis=2), STRONGEST), np.float32)


def _are_outlines_alike(one: Picture, other: Picture) -> bool:
    """Whether two symbols are told by their colours, as plain tiles are."""
    one, other = (np.asarray(cv2.resize(some, (MOST_SIDE, MOST_SIDE)), np.uint8) for some in (one, other))
    return bool(cv2.matchTemplate(outlines(one), outlines(other), cv2.TM_CCOEFF_NORMED)[0, 0] > SAME_OUTLINE)


def _places(
    picture: Picture, steep: NDArray[np.float32] | None, symbol: Picture, size: float, alone: bool
) -> Iterator[tuple[float, Point]]:
    """Where a symbol is, drawn so many times as large: how much that is alike, and its middle in pixels. `alone`: only
    where nothing is right beside it; `steep`: the outlines of the picture, None where colours are compared."""
    high, wide = (round(side * size) for side in symbol.shape[:2])
    if min(high, wide) < 2 or max(high, wide) < LEAST_SIDE or min(picture.shape[:2]) < max(high, wide) + 1:
        return
    part = np.asarray(cv2.resize(symbol, (wide, high), interpolation=cv2.INTER_AREA), np.uint8)
    ink = _ink(part)
    if not ink.any():
        return
    colour = part[ink].mean(axis=0)
    if steep is None:
        alike = cv2.matchTemplate(picture, part, cv2.TM_CCOEFF_NORMED)
    else:
        own = outlines(part)
        alike = cv2.matchTemplate(steep, own, cv2.TM_CCOEFF_NORMED)
        mean, square = (cv2.boxFilter(one, -1, (wide, high), anchor=(0, 0)) for one in (steep, steep**2))
        alike[(square - mean**2)[: len(alike), : alike.shape[1]] < (FLAT * own.std()) ** 2] = -1
    for _ in range(PLACES * (1 + alone)):
        _, most, _, (x, y) = cv2.minMaxLoc(alike)
        if most < ALIKE:
            return
        other = np.abs(picture[y : y + high, x : x + wide][ink].mean(axis=0) - colour).max() if steep is None else 0.0
        if other < SAME_INK and (not alone or _is_alone(picture, x, y, wide, high)):
            yield most, (x + wide / 2, y + high / 2)
        alike[max(0, y - high // 2) : y + high // 2 + 1, max(0, x - wide // 2) : x + wide // 2 + 1] = -1


def _is_alone(picture: Picture, x: int, y: int, wide: int, high: int) -> bool:
    """Whether nothing is on the left and on the right of a box."""
    beside = round(GAP * high)
    if x < beside:
        return False
    left, right = picture[y : y + high, x - beside : x], picture[y : y + high, x + wide : x + wide + beside]
    ground = np.concatenate((left, right), axis=1)
    return bool(np.abs(ground - np.median(ground, axis=(0, 1))).max() < INK)


def _one_palette(one: Point, other: Point, side: float) -> bool:
    """Whether two symbols, this large in pixels, stand side by side or one over the other."""
    across, down = abs(one[0] - other[0]), abs(one[1] - other[1])
    return min(across, down) < IN_LINE * side and APART[0] * side < hypot(across, down) < APART[1] * side
