"""How dominoes in the tray looked at rest, and what it means that they look otherwise: lit, or pale.

One that is selected is lit, by a frame or a glow. Some trays keep a pale copy of each domino that lies on the board.
"""

from __future__ import annotations

import math

import cv2

from actuator.domino_looks import box
from actuator.domino_places import Values, as_drawn
from actuator.moves import Rect
from actuator.screen import Shot
from actuator.sight import Sight, TrayTile

# What looks as it did: mean difference per pixel and channel, of 255. One pip more or less: 3 and more.
UNCHANGED = 1.0
# One that lies as it did, so near to its place, in lengths, and only looks otherwise, is lit, by another maybe.
STAYS = 0.2
# The glow of another reaches so far beyond it, in lengths.
GLOW = 0.25
# A copy has at most so much of the contrast that the domino had: on two pages 0.16 to 0.31. What is selected has 0.71
# and more.
PALE = 0.5


class AtRest:
    """Where each domino that lies so was last seen not to be lit."""

    def __init__(self) -> None:
        self._unlit: dict[tuple[Values, bool], tuple[TrayTile, Shot]] = {}

    def learn(self, sight: Sight, shot: Shot) -> None:
        """Remember those that were not seen before."""
        self._unlit |= {as_drawn(tile): (tile, shot) for tile in sight.tray if as_drawn(tile) not in self._unlit}

    def is_lit(self, tile: TrayTile, shot: Shot, last: Sight, before: Shot) -> bool:
        """Whether a domino lies in the tray as it did, and looks otherwise than when it was last not lit. `last`,
        `before`: the last look, and its grab."""
        near = (one for one in last.tray if math.dist(one.at, tile.at) < STAYS * tile.length)
        there = next((one for one in near if as_drawn(one) == as_drawn(tile)), None)
        if there is None:
            return False  # and it is not remembered: what has just come may be in the hand
        lit = there.lit or not (alike(shot, before, _around(tile)) or self._neighbour_changed(tile, shot, last, before))
        if lit and (unlit := self._unlit.get(as_drawn(tile))) is not None:
            if math.dist(unlit[0].at, tile.at) < STAYS * tile.length:
                lit = not alike(shot, unlit[1], _around(tile))
            else:  # of two looks at one place, that which is less as elsewhere
                lit = _unlike((tile, shot), unlit) > _unlike((tile, before), unlit) - UNCHANGED * there.lit
        if not (lit or self.is_pale(tile, shot)):
            self._unlit[as_drawn(tile)] = tile, shot
        return lit

    @staticmethod
    def _neighbour_changed(tile: TrayTile, shot: Shot, last: Sight, before: Shot) -> bool:
        """Whether a domino looks otherwise only where another one, which is gone or lit now, has had its glow."""
        part = _around(tile)
        for other in last.tray:
            own = box(other.at, other.length, other.upright)
            if math.dist(other.at, tile.at) > STAYS * tile.length and not alike(shot, before, own):
                part = _beside(part, own.grown(GLOW * other.length))
        return part != _around(tile) and alike(shot, before, part)

    def is_pale(self, tile: TrayTile, shot: Shot) -> bool:
        """Whether a domino lies in the tray as it did, and is much paler than at rest."""
        one, before = self._unlit.get(as_drawn(tile), (tile, shot))
        stays = math.dist(one.at, tile.at) < STAYS * tile.length
        return stays and _contrast(tile, shot) < PALE * _contrast(one, before)


def alike(shot: Shot, before: Shot, rect: Rect) -> bool:
    """Whether a part of the screen looks as it did in an earlier grab."""
    now, then = shot.part(rect), before.part(rect)
    return now.shape == then.shape and now.size > 0 and float(cv2.absdiff(now, then).mean()) <= UNCHANGED


def _around(tile: TrayTile) -> Rect:
    return box(tile.at, 1.1 * tile.length, tile.upright)


def _beside(part: Rect, other: Rect) -> Rect:
    """What of a part does not lie in another, or above, below or beside it: of that which is the most; all of it where
    it does not lie there."""
    lap = part.within(other)
    if min(lap.width, lap.height) <= 0:
        return part
    above, left = other.top - part.top, other.left - part.left
    below, right = part.bottom - other.bottom, part.right - other.right
    most = max(above, left, below, right)
    if most <= 0:
        return Rect(*part.middle, 0, 0)
    if most in (above, below):
        return Rect(part.left, part.top if most == above else other.bottom, part.width, most)
    return Rect(part.left if most == left else other.right, part.top, most, part.height)


def _unlike(one: tuple[TrayTile, Shot], other: tuple[TrayTile, Shot]) -> float:
    """How much a tile in a grab looks otherwise than one in another grab, 0..255."""
    now, then = (shot.part(_around(tile)) for tile, shot in (one, other))
    return float(cv2.absdiff(now, cv2.resize(then, now.shape[1::-1])).mean()) if now.size and then.size else 255.0


def changed(now: Sight, before: Sight) -> bool:
    """Whether the board looks otherwise than before; not where one of them has no grab."""
    return now.shot is not None and before.shot is not None and not alike(now.shot, before.shot, now.board)


def _contrast(tile: TrayTile, shot: Shot) -> float:
    """The standard deviation of how a tile looks, of 255; 0 where it is not in the grab."""
    part = shot.part(box(tile.at, tile.length, tile.upright))
    return float(part.std(axis=(0, 1)).max()) if part.size else 0.0
