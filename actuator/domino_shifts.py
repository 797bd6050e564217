"""How far beyond its place a domino is aimed, so that it comes to lie there: learnt for each way in which it is turned.

Some pages reckon from where a domino would lie if it had not been turned, or lay its first half where the click is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from actuator.domino_grips import ASIDE, CLICKED, FIRST, half_held
from actuator.domino_places import Place, Values, pips_of, turns_to
from actuator.sight import TrayTile

Shift = tuple[int, int]


class Shifts:
    """Rows and columns, by the quarter turns since the first look. `first`: the dominoes as they lay then."""

    def __init__(self, first: Mapping[Values, TrayTile]) -> None:
        self._first = first
        self._by: dict[int, Shift] = {}
        self._tried: dict[int, int] = {}  # how many of `ASIDE`
        self._landed: set[int] = set()  # how those were turned that came to where they were to

    def none_turned(self, meant: Sequence[Place], lying: Sequence[Place]) -> bool:
        """Whether all dominoes that came, up to now, lie as at the first look, and one of those that were to come to
        these places otherwise did not, nor did another way round."""
        there = {place.cells for place in lying}
        turned = {place.cells in there for place in meant if self.turned_by(place)}
        return turned == {False} and not any(self._landed)

    def turned_by(self, place: Place) -> int:
        """By how many quarter turns a domino lies otherwise in this place than at the first look."""
        first = self._first.get(pips_of(place))
        return turns_to(first, place) if first is not None else 0

    def click(self, place: Place, grip: int) -> int:
        """By which half one is clicked that is to lie there, of `GRIPS`: by the one that `grip` meant at first,
        wherever that is now, and so is its cell. Some pages mean that half by the cell, others the one clicked."""
        turns = self.turned_by(place)
        return CLICKED[1 - half_held(grip)] if FIRST[place.upright != turns % 2][turns] else grip

    def of(self, place: Place, aside: Shift | None) -> Shift:
        """How far to aim beyond a place. `aside`: where that is not known; None: as far as was learnt last."""
        last = next(reversed(self._by.values()), (0, 0))
        return self._by.get(self.turned_by(place), last if aside is None else aside)

    def came(self, landed: Mapping[Place, Shift]) -> None:
        """These dominoes came to where they were to, aimed so far beyond."""
        self._by |= {self.turned_by(place): shift for place, shift in landed.items()}
        self._landed.update(map(self.turned_by, landed))

    def went_astray(self, where: Mapping[Place, tuple[Place, Shift]], landed: Sequence[Place]) -> list[str]:
        """What it tells of dominoes, by their places, that they lie elsewhere, aimed so far beyond; nothing of those
        turned as one that came, or otherwise than they were to be."""
        came, news = set(map(self.turned_by, landed)), []
        for place, (found, (down, right)) in where.items():
            rows, columns = (place.cells[0][k] - found.cells[0][k] for k in (0, 1))
            as_meant = (place.values, place.upright) == (found.values, found.upright)
            one_off = as_meant and max(abs(rows), abs(columns)) == 1
            if one_off and (turns := self.turned_by(place)) not in came:
                self._by[turns] = down + rows, right + columns
                news.append(f"a domino comes to lie {-rows} rows and {-columns} columns from where it was let go")
        return news[:1]

    def other_cells(self, places: Mapping[Place, int]) -> bool:
        """Aim at the other cells of places that were clicked in vain, by these of `GRIPS`, once for each way in which
        dominoes are turned of which none has come; not elsewhere: a click on another domino may take that back."""
        known = self._landed | {*self._tried}
        turned = {turns: place for place in places if (turns := self.turned_by(place)) not in known}
        backs = {turns: -1 if half_held(places[place]) else 1 for turns, place in turned.items()}
        self._by |= {turns: (back, 0) if turned[turns].upright else (0, back) for turns, back in backs.items()}
        self._tried |= dict.fromkeys(turned, 1)
        return bool(turned)

    def beside(self, place: Place, now: Shift) -> bool:
        """Aim beside a place, where there is a place left to try, and none came that was turned so. `now`: as it was
        aimed at last."""
        turns = self.turned_by(place)
        tried = self._tried.get(turns, int(now == (0, 0)))
        if not turns or turns in self._landed or tried == len(ASIDE):
            return False
        self._tried[turns], self._by[turns] = tried + 1, ASIDE[tried]
        return True

    def forget(self) -> None:
        """What was only tried is as if it had not been."""
        self._by = {turns: by for turns, by in self._by.items() if turns in self._landed}

    def to_json(self) -> dict[str, list[int]]:
        """What was learnt, by the quarter turns."""
        return {str(turns): list(by) for turns, by in sorted(self._by.items())}
