"""Pips on pages where the place of a click says how a domino comes to lie: what is different of them.

A click selects a domino, and a click on a cell lays it there, across the side of the cell that is nearest to the click;
nothing turns it. That is tried where clicks lay dominoes: with one that fits there only if it is turned, so that on
other pages nothing comes of it, or where nothing is left that may turn them. The half that is first in the tray, or was
clicked there, comes to the cell.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from actuator.domino_grips import CLICKED, grip_point, half_held
from actuator.domino_in_hand import InHand
from actuator.domino_on_board import OnBoardTable
from actuator.domino_places import Place, cells_in_words, lying_on, name_of, same_domino, turns_to
from actuator.domino_shown import ShownTable
from actuator.moves import Cell, Click, Drag, Point
from actuator.sight import Sight, TrayTile
from actuator.table import Batch

# So far from the middle of a cell towards that of the other, in cells, one is clicked: its side is at half a cell.
TOWARDS = 0.36


class PointedTable(ShownTable):
    """A board of Pips being played; an ordinary one until it is seen that the place of a click turns dominoes."""

    def __init__(self, sight: Sight) -> None:
        """Raises `CannotPlayError` where the board has no solution."""
        super().__init__(sight)
        self._points: bool | None = None  # whether that is so; None while it was not tried
        self._pointed: tuple[TrayTile, Place] | None = None  # with which domino the last batch tries it, and where
        self._lie: set[int] = set()  # by how many quarter turns those are turned that came so

    def fulfilled(self, sight: Sight) -> float:
        """As of others; whether the one lies there with which it is tried."""
        if self._pointed is not None:
            return float(self._pointed[1] in lying_on(sight))
        return super().fulfilled(sight)

    def plan(self, sight: Sight) -> Batch:
        """Try it where it is time to, else what others do."""
        self._pointed = self._to_point(sight) if self._points is None else None
        if self._pointed is None:
            return super().plan(sight)
        tile, place = self._pointed
        lay = self._across(tile, place, sight.cells, CLICKED[0])
        others = [one for one in sight.tray if one is not tile]  # after a click on another this one is not selected
        clicks = [Click(one.at, why=lay.why, alone=True) for one in others[:1]]
        self._planned, self._dragged, self._meant = sight, [place], {lay: place}
        trial = "a click near the side across which a domino is to lie"
        return Batch((*clicks, lay), self._last(place, sight), trial, lays=(place.lying,))

    def _to_point(self, sight: Sight) -> tuple[TrayTile, Place] | None:
        """With which domino that is tried now, if it is: one that would have to be turned by a quarter, then one that
        lies otherwise, since one direction may hold for all."""
        known = bool(self._turning.way) or self._turning.exchanges or self._in_hand.known
        known |= self._shows or self._directed or self._on_board
        wanted = self._wanted(sight) if not known and not self._wrong(sight) else []
        if self._lie:
            others = [one for one in wanted if turns_to(*one) not in self._lie]
            return min(others, key=lambda one: turns_to(*one) % 2, default=None)
        clicks = self._by_clicks if self._came else self._turning.selects and self._turning.gives_up
        free = set(sight.cells) - {cell for one in lying_on(sight) for cell in one.cells}

        def unturned(tile: TrayTile, place: Place) -> int:
            """In how many ways it would fit on the cell that is clicked as it lies in the tray."""
            (r, c), down, across = place.cells[_first(tile, place)], int(tile.upright), int(not tile.upright)
            return ((r + down, c + across) in free) + ((r - down, c - across) in free)

        options = [one for one in wanted if turns_to(*one) % 2] if clicks else []
        best = min(options, key=lambda one: unturned(*one), default=None)
        return best if best is not None and (self._turning.gives_up or not unturned(*best)) else None

    def _drag(self, tile: TrayTile, place: Place, cells: Mapping[Cell, Point], step: float) -> Drag | Click:
        """As others do, or by a click near the side of its cell."""
        if not self._points:
            return super()._drag(tile, place, cells, step)
        lay = self._across(tile, place, cells, self._grip)
        cell = place.cells[_first(tile, place, half_held(self._grip))]
        return Click(lay.to, cell=cell, why=lay.why) if self._turning.has_selected(tile) else lay

    def _across(self, tile: TrayTile, place: Place, cells: Mapping[Cell, Point], grip: int) -> Drag:
        """A click on a half of a domino, and one on that half's cell, near the other."""
        first = _first(tile, place, half_held(grip))
        (ax, ay), (bx, by) = cells[place.cells[first]], cells[place.cells[1 - first]]
        to = ax + TOWARDS * (bx - ax), ay + TOWARDS * (by - ay)
        why = f"{name_of(tile.values)} to {cells_in_words(place)}"
        return Drag(grip_point(tile, grip), to, why, "clicks")

    def _learn_drags(self, sight: Sight) -> list[str]:
        """Whether the place of a click says how a domino comes to lie; where that is known nothing else turns them."""
        lying, now, self._pointed = lying_on(sight), self._pointed, None
        there = [one for one in lying for two in self._dragged if same_domino(one, two)]
        if now is not None:
            return self._learn_pointed(*now, there)
        if not self._points:
            return super()._learn_drags(sight)
        turned_about = any(a.cells == b.cells and a not in self._goal.places for a in there for b in self._dragged)
        news = OnBoardTable._learn_drags(self, sight)
        if turned_about or self._grips_tried:
            self._points = self._turning.needless = False
            self._hopeful = True
            return [*news, "the side that is clicked does not say how a domino comes to lie"]
        return news

    def _learn_pointed(self, tile: TrayTile, place: Place, there: Sequence[Place]) -> list[str]:
        """What the domino says with which that was tried."""
        self._hopeful, laid = True, self._came and self._by_clicks
        if place in there:
            self._lie.add(turns_to(tile, place))
            self._grip, self._grips_tried, self._grip_failures, self._came = CLICKED[0], 0, 0, True
            if len(self._lie) < 2 and not laid:
                return []
            self._points, self._turning.needless, self._in_hand = True, True, InHand()
            self._turning.selected = None
            return ["a domino comes to lie across the side that is clicked"]
        self._points = False
        if self._lie and not there:
            self._begin(min(self._lie), None, 0)
            return ["one direction holds for all dominoes, whatever the tray shows"]
        return ["a click near a side does not say how a domino comes to lie"]


def _first(tile: TrayTile, place: Place, half: int = 0) -> int:
    """Which cell of its place that half of a tile comes to, 0 or 1."""
    return half if place.values == tile.values else 1 - half
