"""Dominoes and where they lie: how they turn, what they cover, in which rows a tray has them, and how it slides.

Plain geometry of what was seen; what to do about it is `dominoes.py`'s business.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from actuator.moves import Cell, Point, Rect
from actuator.sight import Lying, Sight, TrayTile

# Tiles whose middles lie so far apart in height, in lengths of a domino, lie in one row.
SAME_ROW = 0.35
# A tray slides when dominoes in it move by so much when another is turned, in lengths of a domino; those that move
# further were taken for others.
LEAST_SLIDE, MOST_SLIDE = 0.08, 0.8
# A domino is about so wide, in lengths of it; tiles this near to each other are hard to tell apart.
WIDTH, NEAR = 0.53, 0.03
# So many places across and down are compared with each other.
PLACES = 24
# It reaches no farther from its middle, in lengths, however it is turned.
AROUND = 0.75
# One that reaches so far over another, these margins included, leaves its pips to be seen: at a quarter of its width.
LITTLE = 0.18
# One so far from the tray, in lengths of it, lies in none: trays move up and grow by less.
OFF_TRAY = 1.5
# The tray may grow so far beyond where it was first seen, in lengths of a domino; and downwards by so much more for
# each row, when dominoes in it are turned upright.
TRAY_MARGIN, ROW_GROWS = 1.2, 0.6

# What is let go between board and tray is in neither where the gap is so wide, in cells.
LEAST_GAP = 0.3

Values = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Place:
    """Two neighbouring cells, the left or upper one first, and the pips on them."""

    cells: tuple[Cell, Cell]
    values: Values

    @property
    def upright(self) -> bool:
        """Whether one cell is above the other."""
        return self.cells[0][1] == self.cells[1][1]

    @property
    def lying(self) -> Lying:
        """The domino on it."""
        return Lying(self.values, self.cells)

    def is_at(self, other: Place) -> bool:
        """Whether this domino lies on one of those cells, turned perhaps."""
        return same_domino(self, other) and not set(self.cells).isdisjoint(other.cells)


@dataclass(frozen=True, slots=True)
class Slides:
    """What a tray does when a domino in it is turned upright: how far its row moves, and whether the rows above do."""

    row: Point
    others_above: bool


def place_of(lying: Lying) -> Place:
    (a, b), (first, second) = lying.values, lying.cells
    return Place((first, second), (a, b)) if first < second else Place((second, first), (b, a))


def lying_on(sight: Sight) -> list[Place]:
    """Where dominoes lie; those with a blank half last, which cells that were never seen bare look like."""
    return sorted(map(place_of, sight.lying), key=lambda place: 0 in place.values)


def same_domino(one: Place | TrayTile, other: Place | TrayTile) -> bool:
    return pips_of(one) == pips_of(other)


def pips_of(one: Place | TrayTile) -> Values:
    return min(one.values), max(one.values)


def is_double(tile: TrayTile) -> bool:
    return tile.values[0] == tile.values[1]


def as_drawn(tile: TrayTile) -> tuple[Values, bool]:
    return tile.values, tile.upright


def after_turns(tile: TrayTile, turns: int) -> tuple[Values, bool]:
    """The tile after so many quarter turns clockwise.

    >>> after_turns(TrayTile((2, 5), (0, 0), False, 80), 1), after_turns(TrayTile((2, 5), (0, 0), True, 80), 1)
    (((2, 5), True), ((5, 2), False))
    """
    (a, b), upright = tile.values, tile.upright
    for _ in range(turns % 4):
        (a, b), upright = ((b, a), False) if upright else ((a, b), True)
    return (a, b), upright


def turns_to(tile: TrayTile, place: Place) -> int:
    """Quarter turns clockwise until the tile lies as it is to lie there."""
    return next(turns for turns in range(4) if after_turns(tile, turns) == (place.values, place.upright))


def places_for(tray: Sequence[TrayTile], free: Sequence[Place]) -> list[tuple[TrayTile, Place]]:
    """For each tile that has one: its place, the one that takes fewest turns."""
    left, wanted = list(free), []
    for tile in tray:
        if fitting := [place for place in left if same_domino(place, tile)]:
            place = min(fitting, key=lambda place: (turns_to(tile, place), place.cells))
            left.remove(place)
            wanted.append((tile, place))
    return wanted


def slides_of(before: Sequence[TrayTile], after: Sequence[TrayTile], turned: Sequence[TrayTile]) -> Slides | None:
    """How dominoes that were not touched have moved, or None where they have not.

    Only dominoes of which there is one are compared.
    """
    touched = {tile.at for tile in turned}
    rows = {tile.at[1] for tile in turned}
    now = {as_drawn(tile): tile.at for tile in after}
    counted = Counter(map(as_drawn, before)) | Counter(map(as_drawn, after))
    moved: list[tuple[TrayTile, Point]] = []
    for tile in before:
        if tile.at not in touched and counted[as_drawn(tile)] == 1 and as_drawn(tile) in now:
            by = now[as_drawn(tile)][0] - tile.at[0], now[as_drawn(tile)][1] - tile.at[1]
            if LEAST_SLIDE * tile.length < max(map(abs, by)) < MOST_SLIDE * tile.length:
                moved.append((tile, by))
    if not moved:
        return None
    near = 0.5 * moved[0][0].length
    beside = [by for tile, by in moved if any(abs(tile.at[1] - y) < near for y in rows)]
    above = any(tile.at[1] < min(rows) - near for tile, _ in moved)
    farthest = max(beside, key=lambda by: max(map(abs, by)), default=(0.0, 0.0))
    return Slides(farthest, above)


def box_of(tile: TrayTile, upright: bool) -> Rect:
    """What a tile covers, lying so about its middle."""
    long, wide = tile.length * (1 + 2 * NEAR), tile.length * (WIDTH + 2 * NEAR)
    across, down = (wide, long) if upright else (long, wide)
    return Rect(tile.at[0] - across / 2, tile.at[1] - down / 2, across, down)


def lap_of(one: Rect, other: Rect) -> float:
    """How far one reaches over the other, in pixels."""
    common = one.within(other)
    return max(0.0, min(common.width, common.height))


def apart_when_turned(turning: Sequence[tuple[TrayTile, int]]) -> list[tuple[TrayTile, int]]:
    """Those of some tiles, each with its quarter turns, that can be turned together without lying on each other."""
    taken: list[tuple[TrayTile, int]] = []
    for tile, clicks in turning:
        box = box_of(tile, after_turns(tile, clicks)[1])
        if not any(lap_of(box, box_of(other, after_turns(other, turns)[1])) for other, turns in taken):
            taken.append((tile, clicks))
    return taken


def rows_of(tiles: Sequence[TrayTile]) -> list[list[TrayTile]]:
    """The rows of a tray from the top, each from the left. Some trays have tall tiles in a row hang lower.

    >>> tray = [TrayTile((0, n), (x, y), False, 80) for n, (x, y) in enumerate([(90, 52), (0, 31), (0, 90)])]
    >>> [[tile.values[1] for tile in row] for row in rows_of(tray)]
    [[1, 0], [2]]
    """
    rows: list[list[TrayTile]] = []
    for tile in sorted(tiles, key=lambda tile: tile.at[1]):
        if rows and tile.at[1] - rows[-1][-1].at[1] < SAME_ROW * tile.length:
            rows[-1].append(tile)
        else:
            rows.append([tile])
    return [sorted(row, key=lambda tile: tile.at[0]) for row in rows]


def taken_together(tiles: Sequence[TrayTile], alone: bool, stays: bool) -> list[TrayTile]:
    """Those that can be dragged one after the other without a look in between; never the very last one.

    A tray that closes up moves what comes after the domino that was taken, and centres its row; the rows above stay. So
    one is taken of each row, its last, from the lowest row to the highest. Where the tray `stays` where it is when its
    last is taken all are, and where it is not known yet that drags work, or some went wrong in company, one `alone`.
    """
    rows = [list(reversed(row)) for row in reversed(rows_of(tiles))]
    if alone:
        return rows[0][:1]
    taken = [tile for row in rows for tile in (row if stays else row[:1])]
    return taken[: max(1, len(tiles) - 1)]


def tray_of(sight: Sight) -> Rect:
    """Where the dominoes are that are not on the board; where there are none, a strip right under it."""
    board = sight.board
    area: Rect | None = None
    for tile in sight.tray:
        one = Rect(tile.at[0], tile.at[1], 0, 0).grown(tile.length / 2)
        area = one if area is None else area.union(one)
    return area or Rect(board.left, board.bottom + 0.8 * sight.step, board.width, 1.2 * sight.step)


def tray_reach(sight: Sight) -> Rect:
    """Where the tray may reach, without the board."""
    board, area = sight.board, None
    for tile in sight.tray:
        one = Rect(*tile.at, 0, 0).grown((0.5 + TRAY_MARGIN) * tile.length)
        area = one if area is None else area.union(one)
    if area is not None:
        rows = len({round(tile.at[1] / (0.5 * tile.length)) for tile in sight.tray if not tile.upright})
        grows = ROW_GROWS * rows * max(tile.length for tile in sight.tray)
        area = Rect(area.left, area.top, area.width, area.height + grows)
    if area is None:
        area = Rect(board.left, board.bottom, board.width, 3 * sight.step)
    if all(tile.at[1] > board.bottom for tile in sight.tray):
        top = max(area.top, board.bottom + 0.1 * sight.step)
        return Rect(area.left, top, area.width, area.bottom - top)
    return area


def tray_with(tray: Rect, tiles: Sequence[TrayTile], known: bool) -> Rect:
    """The tray with these dominoes in it, but for those that follow the pointer where it is `known`."""
    away = following_pointer(tray, tiles) if known else []
    there = (Rect(*tile.at, 0, 0).grown(tile.length / 2) for tile in tiles if tile not in away)
    return functools.reduce(Rect.union, there, tray)


def following_pointer(tray: Rect, tiles: Sequence[TrayTile]) -> list[TrayTile]:
    """The dominoes that lie so far from their tray that they are not in it: they follow the pointer."""
    return [tile for tile in tiles if tile.at not in tray.grown(OFF_TRAY * tile.length)]


def tray_stayed(before: Sequence[TrayTile], now: Sequence[TrayTile], taken: Sequence[Place]) -> bool | None:
    """Whether what stood in a row with dominoes that were taken, or after them, has stayed where it was; None where
    nothing did. A tray that only closes up stays, too, where dominoes are taken from its end."""
    lying, counted = {pips_of(tile): tile for tile in now}, Counter(map(pips_of, before))
    rows = rows_of(before)
    first = next((k for k, row in enumerate(rows) for tile in row if any(same_domino(tile, one) for one in taken)), 0)
    others = [tile for tile in itertools.chain(*rows[first:]) if counted[pips_of(tile)] == 1 and pips_of(tile) in lying]
    if not others:
        return None
    return not any(
        abs(lying[pips_of(tile)].at[k] - tile.at[k]) > LEAST_SLIDE * tile.length for tile in others for k in (0, 1)
    )


def between(sight: Sight) -> Point | None:
    """The middle of the gap between the board and the dominoes in the tray; None where there is none."""
    if not sight.tray:
        return None
    board, boxes = sight.board, [box_of(tile, tile.upright) for tile in sight.tray]
    tray = functools.reduce(Rect.union, boxes)
    x, y = tray.middle
    gaps = [
        (tray.top - board.bottom, (x, (tray.top + board.bottom) / 2)),
        (board.top - tray.bottom, (x, (tray.bottom + board.top) / 2)),
        (tray.left - board.right, ((tray.left + board.right) / 2, y)),
        (board.left - tray.right, ((tray.right + board.left) / 2, y)),
    ]
    gap, at = max(gaps)
    return at if gap > LEAST_GAP * sight.step else None


def clear_place(sight: Sight) -> Point | None:
    """The place between board and tray, or about them, that is farthest from all cells, all dominoes and the edge of it
    all; None without a tray."""
    if not sight.tray:
        return None
    around = sight.board.union(tray_of(sight))
    there = [(at, 0.5 * sight.step) for at in sight.cells.values()]
    there += [(tile.at, 0.5 * tile.length) for tile in sight.tray]
    shares = [(k + 0.5) / PLACES for k in range(PLACES)]
    places = [(around.left + x * around.width, around.top + y * around.height) for x in shares for y in shares]

    def clearance(place: Point) -> float:
        x, y = place
        edge = min(x - around.left, around.right - x, y - around.top, around.bottom - y)
        return min(edge, *(math.dist(place, at) - half for at, half in there))

    return max(places, key=clearance)


def neighbours(cells: Sequence[Cell]) -> list[tuple[Cell, Cell]]:
    """All pairs of neighbours among these cells, the left or upper one first."""
    there = set(cells)
    return [((r, c), other) for r, c in cells for other in ((r, c + 1), (r + 1, c)) if other in there]


def free_beside(cell: Cell, free: Sequence[Cell]) -> int:
    """How many cells beside this one are free."""
    return sum((cell[0] + down, cell[1] + across) in free for down, across in ((0, 1), (1, 0), (0, -1), (-1, 0)))


def widest_place(tile: TrayTile, free: Sequence[Cell], half: int) -> Place | None:
    """Where a tile can lie as it is drawn and most cells beside its first half, 0, or its second, 1, are free."""
    places = (Place(pair, tile.values) for pair in neighbours(free))
    fitting = (one for one in places if one.upright == tile.upright)
    return max(fitting, key=lambda one: free_beside(one.cells[half], free), default=None)


def pair_of(one: Lying) -> tuple[Cell, Cell]:
    """The cells on which a domino lies, the left or upper one first."""
    return min(one.cells), max(one.cells)


def mark_for(number: int) -> Cell:
    """A name for a tile where gestures want that of a cell."""
    return -1, number


def name_of(values: Values) -> str:
    return f"{values[0]}-{values[1]}"


def cells_in_words(place: Place) -> str:
    return " ".join(f"r{r + 1} c{c + 1}" for r, c in place.cells)
