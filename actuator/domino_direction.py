"""Pips on pages whose tray does not show how dominoes are turned: what is different of them.

A click takes a domino from the tray, right clicks or the wheel say on which side of its first half the second comes to
lie, and a click on a cell lays the first half there; the tray shows nothing of that. Such a page is known by a domino
that was laid by clicks, lies where it was to, and is turned though nobody has turned it; or, at last, by others that do
not come though it seemed to be known what turns them. Mostly one direction holds for all: the next one comes to lie as
the last one did. On other pages each domino keeps its own, and all begin with the same.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from math import dist

from actuator.domino_grips import FIRST, NOT_LAID, PAIRED, half_held
from actuator.domino_in_hand import WORDS
from actuator.domino_on_board import OnBoardTable
from actuator.domino_places import (
    Place,
    Values,
    cells_in_words,
    is_double,
    lying_on,
    name_of,
    pips_of,
    same_domino,
    turns_to,
)
from actuator.moves import Cell, Click, Drag, Gesture
from actuator.sight import Sight, TrayTile
from actuator.table import Batch, CannotPlayError

# What is tried to turn the direction: with what, and by how many quarter turns clockwise it does.
TRIALS = (("right", 1), ("right", -1), ("wheel", 1), ("wheel", -1))
# It is given up when so many dominoes in a row did not come: two for each direction.
MOST_MISSED = 8
# Of `BACKS` what takes one back: a click on it. A second one, in the tray, might take another.
BACK_BY_CLICK = 1


class DirectedTable(OnBoardTable):
    """A board of Pips being played; an ordinary one until it is seen that the tray does not show how dominoes lie."""

    def __init__(self, sight: Sight) -> None:
        """Raises `CannotPlayError` where the board has no solution."""
        super().__init__(sight)
        self._directed = False
        # Quarter turns from the tray to how dominoes come to lie: of those that nobody has turned; as the last one was
        # seen (None), and as each was; how often they were turned since, by what.
        self._start = 0
        self._lies: dict[Values | None, int] = {}
        self._turned_since: defaultdict[Values | None, Counter[str]] = defaultdict(Counter)
        self._touched: set[Values] = set()  # those that may have been turned before, and were not seen to lie since
        # How often it was wrong that one direction holds for all, and that each has its own.
        self._mistakes = {False: 0, True: 0}
        self._made = 0  # how often one was turned in the last batch
        self._turned_by_known = False
        self._trial = 0  # index into `TRIALS`
        self._by_second = False  # whether the half that was second comes to the cell that is clicked
        self._avoided: Values | None = None  # which was refused, or taken back: not the next one, if there are others
        self._missed_in_a_row = 0  # dominoes that did not come
        self._alone = False  # whether nothing was done in the last batch that may turn one
        self._seen: int | None = None  # how the last one that clicks have laid was turned, before that was known
        self._since = 0  # and by how much what is held was turned since
        self._refusing: tuple[Cell, int] | None = None  # where the last one was not laid by a click, and by which half

    def plan(self, sight: Sight) -> Batch:
        """Take back, else lay one as it is to lie."""
        wanted = self._wanted(sight)
        if not self._directed or self._wrong(sight) or not wanted:
            batch = super().plan(sight)
            self._alone = len(batch.gestures) == 1 and not self._in_hand.way
            self._made = sum(isinstance(one, Click) and one.button in WORDS for one in batch.gestures)
            if not self._directed:
                self._touched |= _perhaps_turned(batch.gestures, sight.tray)
            for place in self._returned:
                self._avoided = pips_of(place)  # a click that takes it back may leave it in the hand
            return batch
        if self._missed_in_a_row >= MOST_MISSED:
            raise CannotPlayError(self._sent_back or NOT_LAID)
        others = [pair for pair in wanted if pips_of(pair[0]) != self._avoided] or wanted
        tile, place = min(others, key=lambda pair: (pips_of(pair[0]) in self._touched, self._turns(*pair)))
        by = TRIALS[self._trial][0]
        self._made = made = self._turns(tile, place)
        for whose in (None, pips_of(tile)):
            self._turned_since[whose][by] += made
        cell = place.cells[self._index(tile, self._direction(tile))]
        why = f"{name_of(tile.values)} to {cells_in_words(place)}"
        at, gestures = sight.cells[cell], list[Gesture]()
        if tile.lit and pips_of(tile) == self._avoided:  # held still: a click on it might let go of it, or turn it
            gestures = [*made * [Click(at, by, why=why, alone=True)], Click(at, cell=cell, why=why)]
        else:
            gestures = [Drag(tile.at, at, why, "clicks", *((0, made) if by == "right" else (made, 0)))]
        self._planned, self._dragged, self._meant = sight, [place], {gestures[-1]: place}
        trial = f"{WORDS[by]} on a domino that is held" if made and not self._turned_by_known else ""
        return Batch(tuple(gestures), self._last(place, sight), trial, lays=(place.lying,))

    @property
    def _each_has_its_own(self) -> bool:
        return self._mistakes[True] < self._mistakes[False]

    def _direction(self, tile: TrayTile, own: bool | None = None) -> int:
        """How a tile comes to lie if it is not turned any more. `own`: if it has a direction of its own, or not."""
        by, way = TRIALS[self._trial]
        whose = pips_of(tile) if (self._each_has_its_own if own is None else own) else None
        return (self._lies.get(whose, self._start) + self._turned_since[whose][by] * way) % 4

    def _turns(self, tile: TrayTile, place: Place) -> int:
        """How often a tile is to be turned so that it comes to lie so."""
        turns = turns_to(tile, place)
        options = (turns, turns + 2) if is_double(tile) else (turns,)
        return min((one - self._direction(tile)) * TRIALS[self._trial][1] % 4 for one in options)

    def _index(self, tile: TrayTile, turns: int) -> int:
        """Which cell of its place is clicked for a tile that comes to lie turned so."""
        return FIRST[tile.upright][turns % 4] ^ self._by_second

    def _learn_drags(self, sight: Sight) -> list[str]:
        gesture = next(iter(self._meant), None)
        by_clicks = isinstance(gesture, Click) or (isinstance(gesture, Drag) and gesture.manner == "clicks")
        if gesture is None or not self._dragged or not by_clicks:
            return super()._learn_drags(sight)
        place = self._meant[gesture]
        tile = next((one for one in self._planned.tray if pips_of(one) == pips_of(place)), None)
        found = self._found(tile, gesture, sight) if tile is not None else None
        if not self._directed:
            return self._learn_whether(gesture, tile, found, sight)
        if tile is None:
            return []
        news = self._saw(tile, *found) if found is not None else self._saw_nothing(tile)
        self._avoided = pips_of(place) if found is None else None
        self._missed_in_a_row += 1
        if found is not None and found[0] in self._dragged:
            self._came, self._refusals, self._missed_in_a_row = True, 0, 0
        self._hopeful = True  # until too many did not come
        return news

    def _learn_whether(
        self, gesture: Gesture, tile: TrayTile | None, found: tuple[Place, int] | None, sight: Sight
    ) -> list[str]:
        """What an ordinary table learns, and whether the tray does not show how dominoes lie."""
        drag = gesture if isinstance(gesture, Drag) else None
        clicked, before = self._aimed_at(gesture, sight), self._refusing
        self._refusing = (clicked, half_held(self._grip)) if found is None else None
        made = drag.notches + drag.right_clicks if drag is not None else self._made
        quarters, known, grip = made * self._in_hand.way, self._in_hand.known, self._grip
        news = super()._learn_drags(sight)
        if tile is not None and found is not None:
            if drag is None and _by_two(tile, found[0], before, clicked):
                self._grip, self._grips_tried = PAIRED, 0
                return ["clicks on two cells lay a domino"]
            turned, seen = self._turned(tile, *found), self._seen
            follows = seen is not None and turned == (seen + quarters) % 4 != quarters % 4
            as_the_last = follows and known and not self._in_hand.stays  # what stays in the hand is turned as well
            self._seen, self._since = turned, 0
            if as_the_last or (self._alone and turns_to(tile, found[0])):
                if not is_double(tile):
                    self._by_second = FIRST[tile.upright][turns_to(tile, found[0])] != found[1]
                self._begin(self._turned(tile, *found), drag, 0)
                return ["one direction holds for all dominoes, whatever the tray shows"]
        elif self._seen is not None:
            self._since += made
            if self._in_hand.known and self._grip != grip:
                self._grip = grip
                self._begin(self._seen, drag, self._since)
                return ["a domino did not come; one direction may hold for all"]
        return news

    def _begin(self, direction: int, drag: Drag | None, since: int) -> None:
        """Dominoes that nobody has turned come to lie so; what is held was turned so often `since`."""
        self._directed, self._trial = True, 2 if drag is not None and drag.notches else 0
        self._start, self._back_failures, self._hopeful = direction, BACK_BY_CLICK, True
        self._turned_since[None][TRIALS[self._trial][0]] = since

    @staticmethod
    def _aimed_at(gesture: Gesture, sight: Sight) -> Cell:
        """The cell on which a gesture has ended."""
        return min(sight.cells, key=lambda cell: dist(sight.cells[cell], gesture.points[-1]))

    def _found(self, tile: TrayTile, gesture: Gesture, sight: Sight) -> tuple[Place, int] | None:
        """Where the tile lies now, if on the cell that was clicked; and which of its cells that is."""
        clicked = self._aimed_at(gesture, sight)
        places = [place for place in lying_on(sight) if same_domino(place, tile) and clicked in place.cells]
        return (places[0], places[0].cells.index(clicked)) if len(places) == 1 else None

    def _turned(self, tile: TrayTile, found: Place, index: int) -> int:
        """How a tile lies, in quarter turns clockwise from the tray."""
        turns = turns_to(tile, found)
        same = [one for one in (turns, turns + 2) if self._index(tile, one) == index]
        return (same[0] if is_double(tile) and same else turns) % 4

    def _saw(self, tile: TrayTile, found: Place, index: int) -> list[str]:
        """The tile that was laid last lies so."""
        by = TRIALS[self._trial][0]
        seen = self._turned(tile, found, index)
        right = {own: self._direction(tile, own) == seen for own in (False, True)}
        odd = {own: self._turned_since[pips_of(tile) if own else None][by] % 2 for own in (False, True)}
        before = {self._lies.get(whose, self._start) for whose in (None, pips_of(tile))}
        for whose in (None, pips_of(tile)):
            self._lies[whose] = seen
            self._turned_since[whose].clear()
        touched = pips_of(tile) in self._touched
        self._touched.discard(pips_of(tile))
        if self._turned_by_known:
            return self._was_wrong({own for own in right if not right[own] and not (own and touched)})
        if touched or not any(odd.values()):
            return []
        if before == {seen}:
            self._trial = min(self._trial // 2 * 2 + 2, len(TRIALS) - 1)
            return [f"{WORDS[by]} does not turn the direction"]
        self._turned_by_known = True
        self._trial ^= not any(right[own] for own in right if odd[own])
        return [f"{WORDS[by]} turns the direction"]

    def _was_wrong(self, mistaken: set[bool]) -> list[str]:
        """That each has a direction of its own, or that one holds for all, does not go with what was seen."""
        before = self._each_has_its_own
        for own in mistaken:
            self._mistakes[own] += 1
        if before == self._each_has_its_own:
            return []
        return ["each domino has a direction of its own" if not before else "one direction holds for all dominoes"]

    def _saw_nothing(self, tile: TrayTile) -> list[str]:
        """The page did not take what was to be laid: it may lie the other way, what was tried may turn nothing, or how
        it lies is not known."""
        if self._turned_by_known or not any(map(Counter.total, self._turned_since.values())):
            differ, one = self._direction(tile, True) != self._direction(tile, False), pips_of(tile)
            news = self._was_wrong({self._each_has_its_own} if differ and one not in self._touched else set())
            for whose in (one,) if differ else (None, one):
                self._lies[whose] = (self._lies.get(whose, self._start) + 1) % 4
            return news or ["a domino did not come; the direction may be another one"]
        self._trial = min(self._trial + 1, len(TRIALS) - 1)
        return [f"a domino did not come; {WORDS[TRIALS[self._trial][0]]} may turn the direction the other way"]


def _by_two(tile: TrayTile, found: Place, before: tuple[Cell, int] | None, second: Cell) -> bool:
    """Whether a tile lies on two cells that were clicked, on the first its first half or the one that it was taken hold
    of by, as far as its pips tell. `before`: the first cell, and that half."""
    if before is None or is_double(tile) or {before[0], second} != {*found.cells}:
        return False
    return found.values[found.cells.index(before[0])] in (tile.values[0], tile.values[before[1]])


def _perhaps_turned(gestures: Sequence[Gesture], tray: Sequence[TrayTile]) -> set[Values]:
    """The dominoes in a tray that some gestures may turn."""
    turning = [one for one in gestures if isinstance(one, Click) or one.notches or one.right_clicks]
    return {pips_of(tile) for tile in tray for one in turning if dist(tile.at, one.points[0]) < tile.length / 2}
