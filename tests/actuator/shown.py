"""What simulated pages of the tests of playing have in common: they are looked at, and no more is known of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from actuator.moves import Cell, Point, Rect
from actuator.sight import Sight
from actuator.table import Batch
from vision.errors import OccludedError

DESKTOP = Rect(0, 0, 1000, 900)


class ShownPage:
    """A page whose board is read at every look."""

    def look(self, near: Rect | None = None, anew: bool = False) -> Sight:
        """What the board looks like now; raises `OccludedError` while something covers it."""
        raise NotImplementedError

    def glimpse(self) -> Sight | None:
        try:
            return self.look()
        except OccludedError:
            return None

    def guess(self, touched: frozenset[Cell], surely: bool = False) -> Sight | None:
        return None

    def shows(self, wanted: Mapping[Cell, str]) -> bool:
        return False

    def expect(self, batch: Batch) -> None:
        pass

    def remember(self, sight: Sight) -> None:
        assert sight.cells

    def close_menu(self) -> None:
        pass

    def take(self, board: Point) -> None:
        assert board in DESKTOP

    def window_at(self, at: Point) -> int | None:
        return None

    def learnt(self) -> dict[str, Any]:
        return {}

    def park(self, at: Point) -> None:
        assert at in DESKTOP
