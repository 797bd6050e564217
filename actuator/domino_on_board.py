"""Pips on pages that turn dominoes on the board alone, and what is brought to its place over the board.

Where nothing turns dominoes in the tray, one is laid where cells about it are free, a click on it turns it about one of
its halves, and once it lies as it is to it is dragged to its place. Those that need no turn are laid last: they take
the free cells.
"""

from __future__ import annotations

from collections import Counter

from actuator.domino_grips import drags_of, drop_point, grip_on_board, not_turned
from actuator.domino_places import (
    Place,
    Values,
    cells_in_words,
    is_double,
    lying_on,
    name_of,
    neighbours,
    pips_of,
    same_domino,
    turns_to,
)
from actuator.dominoes import DominoTable
from actuator.moves import Click, Drag
from actuator.sight import Sight, TrayTile
from actuator.table import Batch, CannotPlayError

# Where a click has turned one, so many in a row that turn none mean that it cannot turn there.
IN_VAIN = 2
# For each domino of the board so often one is laid elsewhere, or taken back, because others leave no cells free that it
# can turn to, or is not taken by the page where it is dragged to.
MOST_MOVED = 2
# One that lies beside its place is brought there over the board; so often in vain: what has just been laid may still be
# selected, and a click on it only ends that.
MOST_BESIDE = 2


class OnBoardTable(DominoTable):
    """A board of Pips being played; an ordinary one until nothing was seen to turn dominoes in the tray."""

    def __init__(self, sight: Sight) -> None:
        """Raises `CannotPlayError` where the board has no solution."""
        super().__init__(sight)
        self._on_board = False  # whether that is so
        self._spun: Place | None = None  # the domino that is turned on the board, where it was laid
        self._clicked: Place | None = None  # where it lay when it was clicked last
        self._click_turns = False  # whether that was seen to turn one
        self._in_vain = 0  # clicks in a row that turned nothing
        self._states: list[Place] = []  # where it lay since it was laid or moved
        self._tried: list[Place] = []  # where it was laid
        self._moved = 0  # how often one was laid elsewhere, or another was taken back for it
        self._taken_back_for: Values | None = None  # for which domino that was done last
        self._taken_back: Counter[Values] = Counter()  # how often each was taken back for it
        self._beside_failures = 0  # how often in a row one that lies beside its place could not be brought there
        self._moving = False  # whether that is being tried

    def plan(self, sight: Sight) -> Batch:
        """Bring one that lies beside its place there, else take back, else turn one on the board, else lay one."""
        if (beside := self._beside(sight)) is not None:
            self._planned, self._moving = sight, True
            return self._move(*beside, sight)
        if not self._on_board:
            try:
                return super().plan(sight)
            except CannotPlayError:
                if self._turning.way or not self._turning.gives_up or self._grips_tried >= self._grips:
                    raise
                self._on_board = True
        if self._wrong(sight):
            return super().plan(sight)
        self._planned, self._dragged, self._clicked = sight, [], None
        if (there := self._there(sight)) is not None:
            return self._with_laid(there, sight)
        turning = [(tile, place) for tile, place in self._wanted(sight) if self._must_turn(tile, place)]
        if turning and self._gives_up:
            raise CannotPlayError(not_turned([tile.values for tile, _ in turning]))
        return self._lay(turning, sight) if turning else super().plan(sight)

    def _beside(self, sight: Sight) -> tuple[Place, Place] | None:
        """A domino that lies as it is to, but elsewhere, and its place, where that is free; None where there is none,
        or it is known that dominoes can be taken back: not every page lets them."""
        if self._went or self._beside_failures >= MOST_BESIDE or self._on_board:
            return None
        taken = {cell: place for place in lying_on(sight) for cell in place.cells}
        ways = [(there, place) for there in self._wrong(sight) for place in self._open(sight)]
        return next(
            (
                (there, place)
                for there, place in ways
                if (there.values, there.upright) == (place.values, place.upright)
                and {taken.get(cell, there) for cell in place.cells} == {there}
            ),
            None,
        )

    @property
    def _gives_up(self) -> bool:
        """Whether that was tried often enough, or nothing brings a domino onto the board."""
        return self._moved >= MOST_MOVED * len(self.puzzle.dominoes) or self._grips_tried >= self._grips

    @staticmethod
    def _must_turn(tile: TrayTile, place: Place) -> bool:
        """Whether a tile lies otherwise than it is to; a double may lie either way."""
        return turns_to(tile, place) % (2 if is_double(tile) else 4) != 0

    def _wrong(self, sight: Sight) -> list[Place]:
        """All but the one that is turned there."""
        spun = self._spun
        return [place for place in super()._wrong(sight) if spun is None or not same_domino(place, spun)]

    def _there(self, sight: Sight) -> Place | None:
        """The domino that is turned on the board, as it lies now."""
        return next((one for one in super()._wrong(sight) if self._spun and same_domino(one, self._spun)), None)

    def _free_places(self, lying: list[Place], sight: Sight, one: TrayTile | Place, place: Place) -> list[Place]:
        """Where a domino can lie beside these, as it lies in the tray or on the board. Until it is known that a click
        turns one, where the most cells about its first half are free first; then only where its second half can come to
        the side of that on which it is in its place, and its place first."""
        free = set(sight.cells) - {cell for other in lying for cell in other.cells}
        ways = {place.values[0] == one.values[0], place.values[1] != one.values[0]}
        found = []
        for first, second in neighbours(sorted(free)):
            (r, c), by = first, 1 if place.upright else 0
            to = {(r + by * way, c + (1 - by) * way) for way in (1 if after else -1 for after in ways)} & free
            if (c == second[1]) == one.upright and (to or not self._click_turns):
                across = [(r, c - 1), (r, c + 1)] if one.upright else [(r - 1, c), (r + 1, c)]
                beside = free.intersection(((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)))
                count = len(beside) if self._click_turns else len(beside) + 2 * len(beside.intersection(across))
                in_place = any(sorted((first, side)) == sorted(place.cells) for side in to)
                found.append((self._click_turns and not in_place, -count, Place((first, second), one.values)))
        return [laid for _, _, laid in sorted(found, key=lambda each: each[:2])]

    def _lay(self, turning: list[tuple[TrayTile, Place]], sight: Sight) -> Batch:
        """Lay one as it lies in the tray where it can be turned, first those that can be in the fewest places."""
        lying = lying_on(sight)
        some = [(places, tile) for tile, place in turning if (places := self._free_places(lying, sight, tile, place))]
        if not some:
            return self._take_another_back(*turning[0], sight)
        (self._spun, *_), tile = min(some, key=lambda one: (pips_of(one[1]) != self._taken_back_for, len(one[0])))
        self._states, self._tried = [], [self._spun]
        drag = self._drag(tile, self._spun, sight.cells, sight.step)
        self._dragged, self._meant = [self._spun], {drag: self._spun}
        return Batch((drag,), lays=(self._spun.lying,))

    def _take_another_back(self, one: TrayTile | Place, place: Place, sight: Sight) -> Batch:
        """Take another one back: one that leaves free places for this, was not taken back before, and needs no turn."""
        others = [other for other in lying_on(sight) if not same_domino(other, one)]
        if not others or self._gives_up:
            raise CannotPlayError(not_turned([one.values]))
        without = [[each for each in others if each is not other] for other in others]
        left = [self._free_places(lying, sight, one, place) for lying in without]
        again = [self._taken_back[pips_of(other)] for other in others]
        turned = [self._shifts.turned_by(other) > 0 for other in others]
        ways = [(not left[k], again[k], turned[k], -len(left[k])) for k in range(len(others))]
        best = ways.index(min(ways))
        self._taken_back[pips_of(others[best])] += 1
        self._states, self._in_vain, self._taken_back_for = [], 0, pips_of(one)
        self._moved, self._returned = self._moved + 1, [others[best]]
        self._back = {(back := self._take_back(others[best], sight)): others[best]}
        return Batch((back,))

    def _with_laid(self, there: Place, sight: Sight) -> Batch:
        """Turn it, or bring it to its place once it lies as it is to; elsewhere where it comes to lie as it did."""
        place = next((one for one in self._open(sight) if same_domino(one, there)), there)
        if (place.values, place.upright) == (there.values, there.upright):
            return self._move(there, place, sight)
        if self._in_vain and not self._click_turns:
            raise CannotPlayError(not_turned([there.values]))
        if self._in_vain >= IN_VAIN or there in self._states[:-1]:
            places = self._free_places([one for one in lying_on(sight) if one is not there], sight, there, place)
            new = [one for one in places if one not in self._tried]
            if not new or self._gives_up:
                return self._take_another_back(there, place, sight)
            self._moved, self._tried = self._moved + 1, [*self._tried, new[0]]
            self._states, self._in_vain = [], 0
            return self._move(there, new[0], sight)
        self._states.append(there)
        self._clicked = there
        trial = "" if self._click_turns else "a click on a domino on the board"
        click = Click(sight.cells[there.cells[0]], cell=there.cells[0], why=f"turn {name_of(there.values)}")
        return Batch((click,), trial=trial)

    def _move(self, there: Place, place: Place, sight: Sight) -> Batch:
        """Drag it to another place on the board."""
        start = grip_on_board(there, sight.cells, self._grip)
        to = drop_point(place, sight.cells, sight.step, self._grip, self._shift(place), self._tray)
        drag = Drag(start, to, f"{name_of(there.values)} to {cells_in_words(place)}", drags_of(self._manner))
        self._dragged, self._meant = [place], {drag: place}
        return Batch((drag,), self._last(place, sight), lays=(place.lying,))

    def learn(self, sight: Sight) -> str:
        """Whether a click has turned one that lies on the board."""
        clicked, self._clicked = self._clicked, None
        if self._moving and self._dragged:
            came = self._dragged[0] in lying_on(sight)
            self._beside_failures = 0 if came else self._beside_failures + 1
            self._dragged = self._dragged if came else []  # where else it lies tells nothing of those from the tray
        self._moving = False
        if self._on_board:
            lying = lying_on(sight)
            self._moved += any(place not in lying for place in self._dragged)
        news = super().learn(sight)
        self._hopeful |= self._on_board
        if clicked is None:
            return news
        there = self._there(sight)
        lies = there is None and any(same_domino(place, clicked) for place in lying_on(sight))
        if lies or (there is not None and there != clicked):
            known, self._click_turns, self._in_vain = self._click_turns, True, 0
            return news if known else "a click on a domino on the board turns it"
        self._in_vain += 1
        return news
