"""What a board of Pips looked like: a later look at it finds the dominoes again without reading the board anew.

Cells, regions and tags stay what they are while a board is played; what changes is which dominoes lie in the tray and
which on the board. A cell is covered when it no longer looks as it did bare. Which dominoes lie on the covered cells is
found by reading the halves of every pair of them and laying out those that have left the tray; where that does not work
out, each domino is looked for as it looked at rest (`domino_looks.py`), and else `vision` is asked to read everything.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from actuator.domino_looks import DominoLooks, Found, box, key
from actuator.memory import Patch, difference, patches
from actuator.moves import Cell, Point, Rect
from actuator.screen import Shot
from actuator.sight import Lying, Sight, TrayTile
from vision.pips_tiles import LIGHT, Half, cut_halves, find_tiles, read_halves
from vision.pips_tray import LIGHTS
from vision.readings import PipsReading

# Mean difference per pixel and channel, of 255, from which on a cell is covered: a bare cell again: 0 to 3, a domino's
# half of any tint: 15 and more.
COVERED = 8.0
# The board is at its place when so many of the cells look as they did.
STILL_SHARE = 0.7
# Of a domino on the board so much is left out along its sides, in cells: its outline, the board's lines.
INSET = 0.11
# Tags reach so far from their middle, in cells: diamonds measure 0.38.
TAG_REACH = 0.42
# A domino of which tags hide all that could tell agrees as much as this, which is less than any half that is seen.
LEAST_AGREEMENT = 0.01
# Halves in the tray read with less confidence may also be what they look like next, in so many of them at most, if then
# only the dominoes of the puzzle are there; on the board, where tags hide them, they say nothing.
LEAST_CONFIDENCE, MOST_EXCHANGED, HIDDEN = 0.35, 2, 0.5
# Tiles in the tray stay about as long as they were, but some trays make them larger when there are fewer.
LIKELY = 0.7, 1.6
# The tray may grow so far beyond where it was first seen, in lengths of a domino; and downwards by so much more for
# each row, when dominoes in it are turned upright.
TRAY_MARGIN, ROW_GROWS = 1.2, 0.6
# A cell with a domino looks as it did: mean difference per pixel and channel, of 255. One pip more or less: 3 and more.
UNCHANGED = 1.0

# What has changed in the tray is looked for so far around, in lengths. On the board dominoes are so many cells long,
# and lie so far aside from their cells at most, in cells, when they are lifted.
SEARCH, ON_BOARD, ASTRAY = 0.45, 1.85, 0.4

# Ways to find tiles, the commonest first: dark or light ones, lighter than which part of the lightest, halves apart.
WAYS = (
    (False, LIGHT, False),
    *((dark, light, True) for dark in (False, True) for light in LIGHTS),
)

Pair = tuple[Cell, Cell]


@dataclass(frozen=True, slots=True)
class _Tiles:
    """How tiles of this tray are found. `dark`: with light pips, seen in the negative; others: see `find_tiles`."""

    dark: bool
    light: float
    apart: bool

    def lit(self, shot: Shot) -> NDArray[np.uint8]:
        """The grab such that dominoes are light."""
        return np.asarray(~shot.bgr if self.dark else shot.bgr, np.uint8)

    def found(self, shot: Shot, within: Rect) -> list[tuple[int, int, int, int]]:
        """The boxes of tiles there, in pixels of the grab."""
        bgr = self.lit(shot)
        level = float(np.percentile(bgr[::8, ::8, 1], 99))
        return find_tiles(bgr, _pixels(within, shot), level, self.light, self.apart)


class DominoMemory:
    """The cells of one board as they look bare, and its dominoes."""

    def __init__(self, sight: Sight) -> None:
        """`sight`: a look that `vision` has read, with the grab it was read from."""
        self._sight = sight
        self._bare: dict[Cell, Patch] = {}
        self._latest: dict[Cell, Patch] = {}  # how all cells looked when all worked out
        self._laid: dict[Pair, Lying] = {}  # what lay on them then
        self._taken: dict[Cell, Patch] = {}  # how cells looked that lay under dominoes, of those never seen bare
        self._tray = _tray(sight)
        self._tiles = _Tiles(*WAYS[0])
        self._length = max((tile.length for tile in sight.tray), default=1.8 * sight.step)
        self._looks = DominoLooks()
        self._seen: tuple[Sight, Shot]  # the last look at which all worked out
        known = self.learn(sight)
        assert known

    def learn(self, sight: Sight) -> bool:
        """Remember a sight that `vision` has read; False where it is of a board of other cells, or other dominoes."""
        if sight.shot is None or not isinstance(sight.reading, PipsReading):
            return False
        if sight.cells.keys() != self._sight.cells.keys() or sight.puzzle.dominoes != self._sight.puzzle.dominoes:
            return False
        moved = any(abs(at[k] - self._sight.cells[cell][k]) > 1 for cell, at in sight.cells.items() for k in (0, 1))
        if moved:
            self._tray = _tray(sight)
        elif sight.tray:
            self._tray = self._tray.union(_tray(sight))
        self._sight = sight
        if sight.tray:
            ways = [_Tiles(dark, light, apart) for dark, light, apart in WAYS]
            fitting = (way for way in ways if len(way.found(sight.shot, self._tray)) == len(sight.tray))
            self._tiles = next(fitting, ways[0])
        self._tags = [sight.shot.point(*tag.center) for tag in sight.reading.tags.values()]
        self._dominoes = Counter(_name(domino) for domino in sight.puzzle.dominoes)
        there = {cell for lying in sight.lying for cell in lying.cells}
        self._latest = dict(zip(sight.cells, patches(sight.shot, list(sight.cells.values()), sight.step), strict=True))
        for cell, look in self._latest.items():
            (self._taken if cell in there else self._bare)[cell] = look
        self._looks.learn(sight.shot, sight.tray)
        self._seen = sight, sight.shot
        return True

    @property
    def cells(self) -> Mapping[Cell, Point]:
        """The middle of each cell, in points."""
        return self._sight.cells

    @property
    def place(self) -> Rect:
        """What has to be grabbed for a look: board and tray."""
        return self._sight.board.union(self._tray)

    def look(self, shot: Shot) -> Sight | None:
        """The board in a new grab of its place; None where what lies there doesn't work out.

        At rest dominoes are read. Where one is larger, lit, or over others, each is looked for as it is known.
        """
        found = self._read(shot) or self._tracked(shot)
        if found is not None:
            self._seen = found, shot
        return found

    def _tracked(self, shot: Shot) -> Sight | None:
        """The board as it was last, with each domino that changed found again; None where one is not."""
        sight, (last, before) = self._sight, self._seen
        tray: list[TrayTile] = []
        lying: list[Lying] = []
        lost: list[TrayTile] = []
        boxes: list[Rect] = []
        for tile in last.tray:
            if _same(shot, before, box(tile.at, tile.length, tile.upright)):
                tray.append(tile)
                continue
            around = Rect(*tile.at, 0, 0).grown(SEARCH * tile.length)
            found = self._looks.find(shot, tile.values, around, tile.length)
            if found is None:
                lost.append(tile)
            else:
                here = found.upright == tile.upright and found.values == tile.values
                tray.append(TrayTile(found.values, found.at, found.upright, tile.length, lit=here))
                boxes.append(found.box)
        gone: list[Lying] = []
        for one in last.lying:
            if all(_same(shot, before, self._around((cell, cell))) for cell in one.cells):
                lying.append(one)
                continue
            found = self._looks.find(shot, one.values, self._around(one.cells), ON_BOARD * sight.step, boxes)
            if found is not None and (laid := self._laid_at(found)) is not None:
                lying.append(laid)
                boxes.append(found.box)
            else:
                gone.append(one)
        missing: list[TrayTile] = []
        for tile in lost:  # the tray may have closed up
            there = [box(one.at, one.length, one.upright) for one in tray] + boxes
            found = self._looks.find(shot, tile.values, self._tray, tile.length, there)
            if found is None:
                missing.append(tile)
            else:
                tray.append(TrayTile(found.values, found.at, found.upright, tile.length))
                boxes.append(found.box)
        laid_now = self._laid_anew(shot, missing, {cell for one in lying for cell in one.cells}, before)
        for tile in missing:
            if (now := laid_now.get(key(tile.values))) is not None:
                lying.append(now)
                boxes.append(self._around(now.cells).grown(INSET * sight.step))
            elif _laps(box(tile.at, tile.length, tile.upright), boxes):
                tray.append(tile)  # it lies under another
            else:
                return None
        for one in gone:
            found = self._looks.find(shot, one.values, self._tray, self._length)
            if found is not None:
                tray.append(TrayTile(found.values, found.at, found.upright, self._length))
            elif _laps(self._around(one.cells), boxes):
                lying.append(one)
            else:
                return None
        taken = [cell for one in lying for cell in one.cells]
        if len(set(taken)) < len(taken) or not set(taken) <= sight.cells.keys():
            return None
        return replace(sight, tray=tuple(tray), lying=tuple(lying), shot=shot, reading=None)

    def _laid_anew(
        self, shot: Shot, missing: list[TrayTile], taken: set[Cell], before: Shot
    ) -> dict[tuple[int, int], Lying]:
        """How those dominoes that have left the tray lie on cells that look otherwise than before."""
        sight = self._sight
        fresh = [
            cell for cell in sorted(sight.cells.keys() - taken) if not _same(shot, before, self._around((cell, cell)))
        ]
        if len(fresh) == 2 * len(missing):
            names = Counter(_name(tile.values) for tile in missing)
            if (laid := _laid_out(fresh, self._halves(shot, _pairs(fresh)), names)) is not None:
                return {key(one.values): one for one in laid}
        found: dict[tuple[int, int], Lying] = {}
        for tile in missing:  # where one is lifted, it reaches over others
            best: tuple[float, Lying] | None = None
            for pair in _pairs(fresh):
                (ax, ay), (bx, by) = (sight.cells[cell] for cell in pair)
                around = Rect((ax + bx) / 2, (ay + by) / 2, 0, 0).grown(ASTRAY * sight.step)
                one = self._looks.find(shot, tile.values, around, ON_BOARD * sight.step)
                laid_at = self._laid_at(one) if one is not None else None
                if one is not None and laid_at is not None and (best is None or one.score > best[0]):
                    best = one.score, laid_at
            if best is not None:
                found[key(tile.values)] = best[1]
                fresh = [cell for cell in fresh if cell not in best[1].cells]
        return found

    def _laid_at(self, found: Found) -> Lying | None:
        """The cells on which a domino lies."""
        half = (0.0, self._sight.step / 2) if found.upright else (self._sight.step / 2, 0.0)
        ends = [(found.at[0] + sign * half[0], found.at[1] + sign * half[1]) for sign in (-1, 1)]
        nearest = [min(self._sight.cells.items(), key=lambda item: math.dist(item[1], end)) for end in ends]
        if any(math.dist(at, end) > ASTRAY * self._sight.step for (_, at), end in zip(nearest, ends, strict=True)):
            return None
        return Lying(found.values, (nearest[0][0], nearest[1][0]))

    def _read(self, shot: Shot) -> Sight | None:
        """The board at rest."""
        sight = self._sight
        covered = []
        looks = dict(zip(sight.cells, patches(shot, list(sight.cells.values()), sight.step), strict=True))
        for cell, look in looks.items():
            if cell in self._bare:
                if difference(look, self._bare[cell]) > COVERED:
                    covered.append(cell)
            elif difference(look, self._taken[cell]) > COVERED:
                return None  # never seen bare, and it is not as it was
            else:
                covered.append(cell)
        tray = self._in_tray(shot)
        if tray is None:
            return None
        gone = self._dominoes - Counter(_name(tile.values) for tile in tray)
        if sum(gone.values()) + len(tray) != sum(self._dominoes.values()) or 2 * sum(gone.values()) != len(covered):
            return None
        lying = self._lying(shot, covered, looks, gone)
        if lying is None:
            return None
        tray = tuple(replace(tile, lit=self._is_lit(tile, shot)) for tile in tray)
        self._latest, self._laid = looks, {(min(one.cells), max(one.cells)): one for one in lying}
        return replace(sight, tray=tray, lying=tuple(lying), shot=shot, reading=None)

    def _is_lit(self, tile: TrayTile, shot: Shot) -> bool:
        """Whether a domino lies in the tray as it did, and something about it has changed."""
        last, before = self._seen
        there = any(
            (one.values, one.upright) == (tile.values, tile.upright) and math.dist(one.at, tile.at) < 0.1 * tile.length
            for one in last.tray
        )
        return there and not _same(shot, before, box(tile.at, 1.1 * tile.length, tile.upright))

    def shows(self, shot: Shot, wanted: Mapping[Cell, str]) -> bool:
        """Whether a domino with these pips lies on these two cells, and the others are as they were last."""
        pair = min(wanted), max(wanted)
        sight = self._sight
        looks = dict(zip(sight.cells, patches(shot, list(sight.cells.values()), sight.step), strict=True))
        others = [difference(looks[cell], look) <= COVERED for cell, look in self._latest.items() if cell not in pair]
        if len(others) != len(looks) - 2 or sum(others) < STILL_SHARE * len(others):
            return False
        if any(cell not in self._bare or difference(looks[cell], self._bare[cell]) <= COVERED for cell in pair):
            return False
        values = int(wanted[pair[0]]), int(wanted[pair[1]])
        return _agreement(values, self._halves(shot, [pair])[pair]) > 0

    def _lying(
        self, shot: Shot, covered: list[Cell], looks: Mapping[Cell, Patch], dominoes: Counter[str]
    ) -> list[Lying] | None:
        """These dominoes on the covered cells. What looks as it did is still there; only the others are read.

        Where those are not what they should be, one is just sliding to its place: what was known is not given up for
        it, else a domino that tags half hide might be taken for another from then on.
        """
        same = {
            pair: one
            for pair, one in self._laid.items()
            if all(difference(looks[cell], self._latest[cell]) <= UNCHANGED for cell in pair)
        }
        known = list(same.values())
        others = dominoes - Counter(_name(one.values) for one in known)
        fresh = sorted(set(covered).difference(*same))
        if len(fresh) == 2 * sum(others.values()) and len(fresh) == len(covered) - 2 * len(known):
            found = _laid_out(fresh, self._halves(shot, _pairs(fresh)), others)
            return None if found is None else known + found
        return _laid_out(covered, self._halves(shot, _pairs(covered)), dominoes)

    def _in_tray(self, shot: Shot) -> tuple[TrayTile, ...] | None:
        """The dominoes in the tray in a grab of it, or None where there are others than the puzzle's."""
        # An empty tray may look like one large tile.
        likely = LIKELY[0] * self._length * shot.scale[0], LIKELY[1] * self._length * shot.scale[0]
        found_boxes = self._tiles.found(shot, self._tray)
        boxes = [one for one in found_boxes if likely[0] < max(one[2] - one[0], one[3] - one[1]) < likely[1]]
        halves, upright = cut_halves(self._tiles.lit(shot), boxes)
        values = self._as_there_are(read_halves(halves))
        if values is None:
            return None
        across = shot.scale[0]
        found = []
        for k, (x0, y0, x1, y1) in enumerate(boxes):
            length = max(x1 - x0, y1 - y0) / across
            found.append(TrayTile(values[k], shot.point((x0 + x1) / 2, (y0 + y1) / 2), upright[k], length))
        return tuple(found)

    def _as_there_are(self, halves: list[Half]) -> list[tuple[int, int]] | None:
        """The values of tiles such that they are dominoes of the puzzle, as few doubtful ones exchanged as possible."""
        weak = [k for k, half in enumerate(halves) if half.confidence < LEAST_CONFIDENCE]
        for count in range(min(len(weak), MOST_EXCHANGED) + 1):
            for other in itertools.combinations(weak, count):
                pips = [half.runner_up if k in other else half.value for k, half in enumerate(halves)]
                values = list(zip(pips[::2], pips[1::2], strict=True))
                if Counter(map(_name, values)) <= self._dominoes:
                    return values
        return None

    def _halves(self, shot: Shot, pairs: list[Pair]) -> dict[Pair, tuple[Half, Half]]:
        """What would lie on each of these pairs of cells, if one domino did."""
        boxes = [_pixels(self._around(pair), shot) for pair in pairs]
        halves, _ = cut_halves(self._tiles.lit(shot), boxes)
        hidden, _ = cut_halves(np.repeat(self._under_tags(shot)[:, :, None], 3, axis=2), boxes)
        read = read_halves(halves, hidden > 60)
        return {pair: (read[2 * k], read[2 * k + 1]) for k, pair in enumerate(pairs)}

    def _around(self, pair: Pair) -> Rect:
        (ax, ay), (bx, by) = (self._sight.cells[cell] for cell in pair)
        half = (0.5 - INSET) * self._sight.step
        return Rect(min(ax, bx) - half, min(ay, by) - half, abs(bx - ax) + 2 * half, abs(by - ay) + 2 * half)

    def _under_tags(self, shot: Shot) -> NDArray[np.uint8]:
        """`(height, width)` uint8: 255 where tags lie over the board."""
        mask = np.zeros(shot.bgr.shape[:2], np.uint8)
        across, down = shot.scale
        reach = TAG_REACH * self._sight.step
        for x, y in self._tags:
            px, py = (x - shot.rect.left) * across, (y - shot.rect.top) * down
            corners = [(px - reach * across, py), (px, py - reach * down), (px + reach * across, py)]
            corners.append((px, py + reach * down))
            cv2.fillConvexPoly(mask, np.round(np.array(corners)).astype(np.int32), 255)
        return mask


def _same(shot: Shot, before: Shot, rect: Rect) -> bool:
    """Whether a part of the screen looks as it did in an earlier grab."""
    (x0, y0, x1, y1), (u0, v0, u1, v1) = _pixels(rect, shot), _pixels(rect, before)
    now, then = shot.bgr[y0:y1, x0:x1], before.bgr[v0:v1, u0:u1]
    return now.shape == then.shape and now.size > 0 and float(cv2.absdiff(now, then).mean()) <= UNCHANGED


def _laps(one: Rect, others: list[Rect]) -> bool:
    """Whether others reach over it, so that it need not be seen."""
    return any(min(common.width, common.height) > 1 for common in (one.within(other) for other in others))


def _pairs(cells: list[Cell]) -> list[Pair]:
    """All neighbours among these cells, the left or upper one first."""
    there = set(cells)
    return [((r, c), other) for r, c in cells for other in ((r, c + 1), (r + 1, c)) if other in there]


def _laid_out(covered: list[Cell], halves: dict[Pair, tuple[Half, Half]], dominoes: Counter[str]) -> list[Lying] | None:
    """These dominoes on these cells as they look, the surest way of all; None where there is none."""
    best: tuple[float, list[Lying]] | None = None
    fitting: dict[Cell, list[tuple[Pair, Lying, float]]] = {}
    for pair, read in halves.items():
        for name in dominoes:
            a, b = map(int, name.split("-"))
            for values in {(a, b), (b, a)}:
                sure = _agreement(values, read)
                for cell in pair if sure else ():
                    fitting.setdefault(cell, []).append((pair, Lying(values, pair), sure))

    def lay(left: frozenset[Cell], hand: Counter[str], laid: list[Lying], sure: float) -> None:
        nonlocal best
        if not left:
            if best is None or sure > best[0]:
                best = sure, laid
            return
        cell = min(left, key=lambda cell: (len(fitting.get(cell, ())), cell))
        for pair, lying, confidence in fitting.get(cell, ()):
            name = _name(lying.values)
            if left.issuperset(pair) and hand[name]:
                lay(left - set(pair), hand - Counter([name]), [*laid, lying], sure + confidence)

    lay(frozenset(covered), dominoes, [], 0.0)
    return None if best is None else best[1]


def _agreement(values: tuple[int, int], read: tuple[Half, Half]) -> float:
    """How well a domino agrees with what is to be seen, above 0, or 0 where it can't be this one.

    A half that tags hide so far that it says nothing may be any; which dominoes have left the tray is known.
    """
    total = LEAST_AGREEMENT
    for value, half in zip(values, read, strict=True):
        if half.confidence >= HIDDEN:
            if half.value != value:
                return 0.0
            total += half.confidence
    return total


def _tray(sight: Sight) -> Rect:
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


def _pixels(rect: Rect, shot: Shot) -> tuple[int, int, int, int]:
    """A part of the grab, `(x_min, y_min, x_max, y_max)` in pixels, the maxima excluded."""
    (across, down), (height, width) = shot.scale, shot.bgr.shape[:2]
    left, top = (rect.left - shot.rect.left) * across, (rect.top - shot.rect.top) * down
    right, bottom = left + rect.width * across, top + rect.height * down
    return max(0, round(left)), max(0, round(top)), min(width, round(right)), min(height, round(bottom))


def _name(values: tuple[int, int]) -> str:
    return f"{min(values)}-{max(values)}"
