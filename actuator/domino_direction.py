"""Pips on pages that keep one direction for all dominoes: what is different of them.

A click takes a domino from the tray, right clicks or the wheel say on which side of its first half the second comes to
lie, and a click on a cell lays the first half there; the tray shows nothing of that. Such a page is known by a domino
that was laid by clicks, lies where it was to, and is turned though nobody has turned it; or, at last, by others that do
not come though it seemed to be known what turns them. The next one comes to lie as the last one did.
"""

from __future__ import annotations

from math import dist

from actuator.domino_grips import NOT_LAID
from actuator.domino_in_hand import WORDS
from actuator.domino_on_board import OnBoardTable
from actuator.domino_places import (
    Place,
    cells_in_words,
    is_double,
    lying_on,
    name_of,
    pips_of,
    same_domino,
    turns_to,
)
from actuator.moves import Click, Drag, Gesture
from actuator.sight import Sight, TrayTile
from actuator.table import Batch, CannotPlayError

# Which cell of its place the half is on that is the first, left or upper one in the tray, the left or upper cell being
# 0: by quarter turns clockwise, of one that lies in the tray, and of one that stands there.
FIRST = {False: (0, 0, 1, 1), True: (0, 1, 1, 0)}
# What is tried to turn the direction: with what, and by how many quarter turns clockwise it does.
TRIALS = (("right", 1), ("right", -1), ("wheel", 1), ("wheel", -1))
# It is given up when so many dominoes in a row did not come: two for each direction.
MOST_MISSED = 8
# Of `BACKS` what takes one back: a click on it. A second one, in the tray, might take another.
BACK_BY_CLICK = 1


class DirectedTable(OnBoardTable):
    """A board of Pips being played; an ordinary one until it is seen that one direction holds for all dominoes."""

    def __init__(self, sight: Sight) -> None:
        """Raises `CannotPlayError` where the board has no solution."""
        super().__init__(sight)
        self._direction: int | None = None  # quarter turns from the tray to how the next one comes to lie, where known
        self._before = 0  # what it was before the last batch
        self._made = 0  # how often it was turned in the last batch
        self._turned_by_known = False
        self._trial = 0  # index into `TRIALS`
        self._by_second = False  # whether the half that was second comes to the cell that is clicked
        self._refused_tile: TrayTile | None = None
        self._missed_in_a_row = 0  # dominoes that did not come
        self._alone = False  # whether nothing was done in the last batch that may turn one
        self._seen: int | None = None  # how the last one that clicks have laid was turned, before that was known
        self._since = 0  # and by how much what is held was turned since

    def plan(self, sight: Sight) -> Batch:
        """Take back, else lay one as it is to lie."""
        wanted = self._wanted(sight)
        if self._direction is None or self._wrong(sight) or not wanted:
            batch = super().plan(sight)
            self._alone = len(batch.gestures) == 1 and not self._in_hand.way
            return batch
        if self._missed_in_a_row >= MOST_MISSED:
            raise CannotPlayError(self._sent_back or NOT_LAID)
        others = [pair for pair in wanted if pair[0] != self._refused_tile] or wanted
        tile, place = min(others, key=lambda pair: self._turns(*pair))
        by, way = TRIALS[self._trial]
        self._before, self._made = self._direction, (made := self._turns(tile, place))
        self._direction = (self._before + made * way) % 4
        cell = place.cells[self._index(tile, self._direction)]
        why = f"{name_of(tile.values)} to {cells_in_words(place)}"
        drag = Drag(tile.at, sight.cells[cell], why, "clicks", *((0, made) if by == "right" else (made, 0)))
        self._tiles, self._dragged, self._meant = sight.tray, [place], {drag: place}
        trial = f"{WORDS[by]} on a domino that is held" if made and not self._turned_by_known else ""
        return Batch((drag,), self._last(place, sight), trial, lays=(place.lying,))

    def _turns(self, tile: TrayTile, place: Place) -> int:
        """How often the direction is to be turned so that this tile comes to lie so."""
        turns = turns_to(tile, place)
        options = (turns, turns + 2) if is_double(tile) else (turns,)
        return min((one - (self._direction or 0)) * TRIALS[self._trial][1] % 4 for one in options)

    def _index(self, tile: TrayTile, turns: int) -> int:
        """Which cell of its place is clicked for a tile that comes to lie turned so."""
        return FIRST[tile.upright][turns % 4] ^ self._by_second

    def _learn_drags(self, sight: Sight) -> list[str]:
        gesture = next(iter(self._meant), None)
        by_clicks = isinstance(gesture, Click) or (isinstance(gesture, Drag) and gesture.manner == "clicks")
        if gesture is None or not self._dragged or not by_clicks:
            return super()._learn_drags(sight)
        place = self._meant[gesture]
        tile = next((one for one in self._tiles if pips_of(one) == pips_of(place)), None)
        found = self._found(tile, gesture, sight) if tile is not None else None
        if self._direction is None:
            return self._learn_whether(gesture, tile, found, sight)
        news = self._saw(tile, *found) if tile is not None and found is not None else self._saw_nothing()
        self._refused_tile = tile if found is None else None
        self._missed_in_a_row += 1
        if found is not None and found[0] in self._dragged:
            self._came, self._refusals, self._missed_in_a_row = True, 0, 0
        self._hopeful = True  # until too many did not come
        return news

    def _learn_whether(
        self, gesture: Gesture, tile: TrayTile | None, found: tuple[Place, int] | None, sight: Sight
    ) -> list[str]:
        """What an ordinary table learns, and whether there is one direction."""
        drag = gesture if isinstance(gesture, Drag) else None
        made = drag.notches + drag.right_clicks if drag is not None else 0
        quarters, known, grip = made * self._in_hand.way, self._in_hand.known, self._grip
        news = super()._learn_drags(sight)
        if tile is not None and found is not None:
            turned, seen = self._turned(tile, *found), self._seen
            follows = seen is not None and turned == (seen + quarters) % 4 != quarters % 4
            as_the_last = follows and known and not self._in_hand.stays  # what stays in the hand is turned as well
            self._seen, self._since = turned, 0
            if as_the_last or (self._alone and turns_to(tile, found[0])):
                self._trial = 2 if drag is not None and drag.notches else 0
                self._begin(tile, *found)
                return ["one direction holds for all dominoes, whatever the tray shows"]
        elif self._seen is not None:
            self._since += made
            if self._in_hand.known and self._grip != grip:
                self._trial, self._grip = 2 if drag is not None and drag.notches else 0, grip
                self._before, self._made, self._back_failures = self._seen, self._since, BACK_BY_CLICK
                self._direction, self._hopeful = (self._before + self._made) % 4, True
                return ["a domino did not come; one direction may hold for all"]
        return news

    @staticmethod
    def _found(tile: TrayTile, gesture: Gesture, sight: Sight) -> tuple[Place, int] | None:
        """Where the tile lies now, if on the cell that was clicked; and which of its cells that is."""
        clicked = min(sight.cells, key=lambda cell: dist(sight.cells[cell], gesture.points[-1]))
        places = [place for place in lying_on(sight) if same_domino(place, tile) and clicked in place.cells]
        return (places[0], places[0].cells.index(clicked)) if len(places) == 1 else None

    def _begin(self, tile: TrayTile, found: Place, index: int) -> None:
        """A tile lies so that was not turned."""
        if not is_double(tile):
            self._by_second = FIRST[tile.upright][turns_to(tile, found)] != index
        self._direction, self._back_failures = self._turned(tile, found, index), BACK_BY_CLICK
        self._hopeful = True

    def _turned(self, tile: TrayTile, found: Place, index: int) -> int:
        """How a tile lies, in quarter turns clockwise from the tray."""
        turns = turns_to(tile, found)
        same = [one for one in (turns, turns + 2) if self._index(tile, one) == index]
        return (same[0] if is_double(tile) and same else turns) % 4

    def _saw(self, tile: TrayTile, found: Place, index: int) -> list[str]:
        """The tile that was laid last lies so."""
        by, way = TRIALS[self._trial]
        self._direction = self._turned(tile, found, index)
        changed = (self._direction - self._before) % 4
        if self._turned_by_known or not self._made % 2:
            return []
        if changed == 0:
            self._trial = min(self._trial // 2 * 2 + 2, len(TRIALS) - 1)
            return [f"{WORDS[by]} does not turn the direction"]
        if changed != self._made * way % 4:
            self._trial ^= 1
        self._turned_by_known = True
        return [f"{WORDS[by]} turns the direction"]

    def _saw_nothing(self) -> list[str]:
        """The page did not take what was to be laid: it may lie the other way, what was tried may turn nothing, or how
        it lies is not known."""
        if self._turned_by_known or not self._made:
            self._direction = ((self._direction or 0) + 1) % 4
            return ["a domino did not come; the direction may be another one"]
        self._trial = min(self._trial + 1, len(TRIALS) - 1)
        by, way = TRIALS[self._trial]
        self._direction = (self._before + (self._made * way if way < 0 else 0)) % 4
        return [f"a domino did not come; {WORDS[by]} may turn the direction the other way"]
