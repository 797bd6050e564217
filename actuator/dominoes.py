"""Pips on the screen: which dominoes to turn, where to drag them, and what clicks and drags turned out to do.

First all dominoes in the tray that lie the wrong way are turned, then dragged to their places, those furthest on in the
tray first, since most trays close up behind what is taken from them: between two looks only such are taken as those
before them have not moved. What lies wrongly on the board goes back to the tray. Learnt, not assumed: how
clicks turn dominoes (`turning.py`), by which part a domino is held, and how far from where it was let go it comes to
lie. The last domino is left for a batch of its own.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from actuator.domino_goal import DominoGoal
from actuator.domino_grips import (
    BACKS,
    BY_CELLS,
    GRIPS,
    NOT_LAID,
    TRACED,
    Manner,
    drags_of,
    drop_point,
    grip_on_board,
    grip_point,
    half_held,
    in_order,
    not_turned,
)
from actuator.domino_in_hand import InHand
from actuator.domino_places import (
    LITTLE,
    NEAR,
    Place,
    Values,
    apart_when_turned,
    cells_in_words,
    following_pointer,
    free_beside,
    is_double,
    lying_on,
    name_of,
    pips_of,
    places_for,
    same_domino,
    taken_together,
    tray_of,
    tray_stayed,
    tray_with,
    turns_to,
    widest_place,
)
from actuator.domino_rest import changed
from actuator.domino_shifts import Shift, Shifts
from actuator.moves import Cell, Click, Drag, Gesture, Point, Rect
from actuator.sight import Sight, TrayTile
from actuator.table import Batch, CannotPlayError, Table
from actuator.turning import Turning
from solver.pips.puzzle import PipsPuzzle

# A grip is given up when so many drags in a row moved no domino, or, where it has moved others, so many; the others are
# tried once each. Fewer than a player makes in vain before it ends the game.
GRIP_TRIES, PROVED_TRIES = 2, 3
# A tray in which nothing has closed up at so many looks in a row stays as it is. Where so many batches of several
# drags had some that did nothing, dominoes are dragged one by one.
STAYED, MOST_MISSED = 2, 2


class DominoTable(Table):
    """A board of Pips being played."""

    def __init__(self, sight: Sight) -> None:
        """Raises `CannotPlayError` where the board has no solution."""
        self.puzzle: PipsPuzzle = sight.puzzle
        self._goal = DominoGoal(sight)
        self._tray = tray_of(sight)
        self._turning = Turning(sight)
        self._planned = sight  # as it was when the last batch was planned
        self._grip = self._grip_failures = 0
        self._grips_tried = 0  # since one came
        self._hopeful = self._came = False  # the second: whether any domino has come to where it was to
        self._answers = False  # whether clicks that lay no domino change the board
        self._first = {pips_of(tile): tile for tile in sight.tray}
        self._shifts = Shifts(self._first)
        self._refused: Place | None = None  # what was dragged last, alone, and did not come
        self._held: TrayTile | None = None  # what lay selected when the cell of its place was clicked
        self._refusals = 0  # how often in a row
        self._guessed: bool | None = None  # whether a click before a drag, to turn what was dragged, tells which way
        self._in_hand = InHand()
        self._dragged, self._returned = list[Place](), list[Place]()
        self._back, self._meant = dict[Gesture, Place](), dict[Gesture, Place]()
        self._went = False  # whether a domino has gone back to the tray
        self._back_failures = 0  # batches after which dominoes lay where they were to be taken from
        self._stayed = 0  # looks in a row at a tray in which nothing had closed up
        self._missed = 0  # batches of several drags, some of which did nothing
        self._doubted, self._probes = sight.unsure, -1
        self._about: dict[Values | None, bool] = {None: False}  # whether its second half is laid first; None: others

    # -- what a player asks -------------------------------------------------------------------------------------------

    @property
    def trying(self) -> bool:
        """Whether a click was made of which it is not known which way it turns, or what comes up."""
        return self._turning.trying

    @property
    def hopeful(self) -> bool:
        """Whether what is tried is new, or was seen to work."""
        return self._hopeful or self._turning.hopeful

    def reach(self, sight: Sight) -> Rect:
        """Board and tray, where the tray was when it held more, and what has come up beside it."""
        beside = (Rect(*at, 0, 0).grown(1) for at in self._turning.beside(sight))
        return functools.reduce(Rect.union, beside, sight.board.union(self._tray))

    def same_board(self, sight: Sight) -> bool:
        """Whether the cells are the same ones."""
        return sight.game == "pips" and sight.cells.keys() == self.puzzle.region_of.keys()

    def left(self, sight: Sight) -> int:
        """Two for each domino that is not in its place, one for each in another's, one for each turn to be made."""
        turns = sum(self._turning.clicks(tile, place) for tile, place in self._wanted(sight))
        return 2 * len(self._open(sight)) + len(self._wrong(sight)) + turns

    def learn(self, sight: Sight) -> str:
        """Which way clicks turn, whether they do, and how drags ended."""
        self._tray = tray_with(self._tray, sight.tray, known=bool(self._first))
        self._hopeful, knew = False, self._turning.selects
        self._answers |= self._by_clicks and changed(sight, self._planned)
        news = [*self._turning.learn(sight), *self._learn_drags(sight)]
        self._goal.adopt(sight)
        if self._turning.selects and not (knew or self._came):
            self._grip, self._grips_tried, self._grip_failures = self._order()[0], 0, 0
        there = [one for one in self._returned if any(map(one.is_at, lying_on(sight)))]
        if self._returned and not there and not self._went:
            self._went = self._hopeful = True
            news.append("a domino can be taken back")
        if there and not self._went:
            self._back_failures, self._hopeful = self._back_failures + 1, self._back_failures + 1 < len(BACKS)
            news.append("a domino did not go back to the tray")
        asked = self._by_clicks or self._turning.way or self._grips_tried  # what else lays them is known, or tried
        if self.hung + bool(self._grip_failures) > 1 and not asked:
            self._grip, self.hung = in_order(self._grips, clicks_first=True)[0], 0
            news.append("dominoes hang on the pointer; now by clicks, which may take them")
        self._turning.turned, self._dragged, self._returned = [], [], []
        return "; ".join(news)

    def fulfilled(self, sight: Sight) -> float:
        """The part of the dominoes that turned as they were to, lie where they were dropped, or are back."""
        lying, done = set(lying_on(sight)), self._turning.fulfilled(sight)
        done += sum(place in lying for place in self._dragged) + sum(place not in lying for place in self._returned)
        asked = len(self._turning.turned) + len(self._dragged) + len(self._returned)
        return done / asked if asked else 1.0

    def skip(self, gestures: Sequence[Gesture]) -> None:
        """Those that were not dragged are not expected to have moved, and of clicks nothing is expected any more."""
        for gesture in gestures:
            if gesture in self._meant:
                self._dragged.remove(self._meant[gesture])
            elif gesture in self._back:
                self._returned.remove(self._back[gesture])
            else:
                self._turning.turned = []

    @property
    def several(self) -> bool:
        """No: pages check the tags, and take every solution."""
        return False

    def probe(self, sight: Sight) -> Batch | None:
        """Take a domino back, another one each time, in the way in which one went."""
        if not self._went:
            return None
        lying, self._probes = lying_on(sight), self._probes + 1
        self._planned, self._returned = sight, [lying[self._probes % len(lying)]]
        return Batch((self._take_back(self._returned[0], sight),), trial="whether the page takes this solution")

    def is_open(self, sight: Sight) -> bool:
        """Whether a domino is missing."""
        return bool(self._open(sight))

    def spoil(self, sight: Sight) -> bool:
        """Two dominoes are exchanged, one of them the one that was taken back."""
        return self._went and self._goal.spoil(self._open(sight), lying_on(sight))

    def mend(self) -> None:
        """Every domino goes to its place again."""
        self._goal.mend()

    def plan(self, sight: Sight) -> Batch:
        """Take back, else turn, else drag."""
        wrong, trial = self._wrong(sight), ""
        if not wrong and self._asks_back(sight):
            wrong, trial = lying_on(sight)[:1], "whether a domino can be taken back"
        self._planned, turning = sight, self._turning
        if turning.begin(sight, self._grips_tried) and not self._came:
            self._grip, self._grips_tried = self._order()[0], 0
        if wrong:
            wrong = self._returned = wrong if self._went else wrong[:1]
            self._back = {self._take_back(place, sight): place for place in wrong}
            return Batch((*self._in_hand.taken_back(wrong, sight.tray), *self._back), trial=trial)
        if (held := self._with_held(sight)) is not None:
            return held
        wanted = self._wanted(sight)
        if not wanted:
            raise CannotPlayError("the dominoes that are missing on it are not in the tray")
        if self._manner in BY_CELLS:
            return self._by_cells(wanted, sight)
        to_turn = [(tile, turns) for tile, place in wanted if (turns := turning.clicks(tile, place))]
        ready = [(tile, place) for tile, place in wanted if not turning.clicks(tile, place)]
        if to_turn and not turning.gives_up:
            # Where rows make no room for what stands upright, only such are turned as then lie on no other.
            roomy = [one for one in turning.now(to_turn, ready) if turning.slides or turning.has_room(one, sight.tray)]
            if not roomy and not turning.way:
                # Many trays make room when a domino turns. Whether this one does is tried where it harms least: in the
                # last row, and where others would still be seen, until it is known that plain clicks turn none.
                lowest = max(tile.at[1] for tile in sight.tray)
                below = [pair for pair in to_turn if pair[0].at[1] > lowest - NEAR * pair[0].length]
                roomy = [pair for pair in below if turning.tried or turning.has_room(pair, sight.tray, LITTLE)]
            if roomy:
                return turning.plan(apart_when_turned(roomy) if turning.way and not turning.slides else roomy)
            if not ready:
                # Where it is not known which way clicks turn, one is best that comes out the same either way.
                tell = [(turning.clicks(*pair) % 2 and not is_double(pair[0]), pair[1].cells) for pair in wanted]
                return self._turned_and_dragged(*wanted[tell.index(min(tell))], sight)
        if not (ready or turning.selects or self._by_clicks or self._came or self._in_hand.begin(False, needed=True)):
            self._grip, self._in_hand = in_order(self._grips, clicks_first=True)[0], InHand()  # that may pick one up
        if self._in_hand.begin(self._by_clicks, not ready):
            trial = self._in_hand.trial
            free = [cell for _, place in wanted for cell in place.cells]
            ready += self._in_hand.best_first([pair for pair in wanted if pair not in ready], free)
        to_place, wanted = wanted, ready
        if not wanted:
            if not turning.selects or (self._came and not self._by_clicks) or self._grips_tried >= TRACED:
                raise CannotPlayError(not_turned([tile.values for tile, _ in to_turn]))
            self._grip = self._grips_tried = TRACED
            return self._by_cells(to_place, sight)
        if self._grips_tried >= self._grips:
            raise CannotPlayError(self._sent_back or NOT_LAID)
        taken = self._taken(wanted, sight)
        self._dragged = list(taken.values())
        back = self._in_hand.put_back()
        # Only the first may be in the hand still, and lies in the tray once another was taken.
        tiles = [replace(tile, lit=tile.lit and not (k or back)) for k, tile in enumerate(taken)]
        drags = [self._drag(tiles[k], place, sight.cells, sight.step) for k, place in enumerate(self._dragged)]
        laying = [self._in_hand.laying(drag, tile.lit) for drag, tile in zip(drags, tiles, strict=True)]
        self._meant = {some[-1]: place for some, place in zip(laying, self._dragged, strict=True)}
        self._held = turning.selected if isinstance(drags[0], Click) else None
        turning.selected = None if self._by_clicks else turning.selected
        last, lays = self._last(wanted[0][1], sight), tuple(place.lying for place in self._dragged)
        return Batch((*back, *itertools.chain(*laying)), last, trial, lays=lays)

    def rehearse(self, sight: Sight) -> tuple[Gesture, ...]:
        """Clicks that turn clockwise, drags by the middle, from a tray that does not close up."""
        gestures: list[Gesture] = [self._take_back(place, sight) for place in self._wrong(sight)]
        for tile, place in self._wanted(sight):
            gestures += [Click(tile.at, why=f"turn {name_of(tile.values)}")] * turns_to(tile, place)
            gestures.append(self._drag(tile, place, sight.cells, sight.step))
        return tuple(gestures)

    def differences(self, sight: Sight) -> str:
        """The dominoes that are not in their places, or what the page does with one again and again."""
        if self._sent_back and self._refusals >= GRIP_TRIES:
            return self._sent_back
        missing = sorted(name_of(place.values) for place in self._open(sight))
        shown = ", ".join(missing[:6]) + (", ..." if len(missing) > 6 else "")
        return f"{len(missing)} {'domino is' if len(missing) == 1 else 'dominoes are'} not in place ({shown})"

    def to_json(self) -> dict[str, Any]:
        """What was learnt about the page."""
        return {**self._turning.to_json(), "grip": GRIPS[self._grip][0], "shifts": self._shifts.to_json()}

    @property
    def _sent_back(self) -> str:
        """That the page does not take a domino to its place, where it took others to theirs."""
        if not self._came or self._refused is None:
            return ""
        place = cells_in_words(self._refused)
        return f"the page sends {name_of(self._refused.values)} back from {place}; one of them may have been misread"

    # -- deciding -----------------------------------------------------------------------------------------------------

    def _taken(self, wanted: Sequence[tuple[TrayTile, Place]], sight: Sight) -> dict[TrayTile, Place]:
        """Which are laid now, and where; one that is selected alone. A first one by clicks is to fit in whatever
        direction it comes to lie, wherever that is where it did not come to its place."""
        held = [one for one in wanted if self._by_clicks and self._turning.has_selected(one[0])]
        if held or (self._in_hand.way and not self._in_hand.known):
            return dict((held or wanted)[:1])
        places, unturned = dict(wanted), [one for one in wanted if not self._shifts.turned_by(one[1])] or list(wanted)
        if self._came or not self._by_clicks:
            some, alone = (places, self._missed >= MOST_MISSED) if self._came else (dict(unturned), True)
            return {tile: places[tile] for tile in taken_together(list(some), alone, self._stayed >= STAYED)}
        free, half = [cell for place in self._open(sight) for cell in place.cells], half_held(self._grip)
        tile, place = max(unturned, key=lambda one: free_beside(one[1].cells[half], free) - is_double(one[0]))
        return {tile: widest_place(tile, free, half) or place if self._grip_failures else place}

    def _last(self, place: Place, sight: Sight) -> Mapping[Cell, str] | None:
        """What the cells of a place are to show, if it is the only one that is still open."""
        return None if len(self._open(sight)) > 1 else dict(zip(place.cells, map(str, place.values), strict=True))

    def _turned_and_dragged(self, tile: TrayTile, place: Place, sight: Sight) -> Batch:
        """Turn a domino and drag it at once: turned, it lies over others, and no look would tell them apart."""
        turning, turns = self._turning, self._turning.clicks(tile, place)
        clicks = [*turning.select_clicks(tile, 0), *[turning.click(tile, 0)] * turns]
        turning.selected = tile
        drag = self._drag(replace(tile, values=place.values, upright=place.upright), place, sight.cells, sight.step)
        self._dragged, self._meant = [place], {drag: place}
        self._guessed = None if turning.way else turns % 2 == 1 and not is_double(tile)
        return Batch((*clicks, drag), self._last(place, sight), lays=tuple(place.lying for place in self._dragged))

    def _with_held(self, sight: Sight) -> Batch | None:
        """What is done with a domino that follows the pointer; None where there is none."""
        if self._in_hand.left is not None:  # it is turned once more, and laid
            gesture, place = self._in_hand.left
            clicks, self._dragged = self._in_hand.once_more(gesture), [place]
            self._meant = {clicks[-1]: place}
            return Batch(clicks, self._last(place, sight), self._in_hand.trial, lays=(place.lying,))
        away = [self._first.get(pips_of(tile)) for tile in following_pointer(self._tray, sight.tray)]
        return self._turning.put_back(away[0]) if away and away[0] is not None else None

    def _by_cells(self, wanted: Sequence[tuple[TrayTile, Place]], sight: Sight) -> Batch:
        """Select a domino, and go from the cell of its first half to that of its second; while that is tried, select
        another before, so that the page forgets clicked cells."""
        places, gestures, self._meant, self._held = dict(wanted), list[Gesture](), {}, None
        alone, stays, proved = self._missed >= MOST_MISSED, self._stayed >= STAYED, self._came and not self._grips_tried
        taken = taken_together(list(places), alone, stays) if proved else list(places)[:1]
        for tile in taken:
            place, about = places[tile], self._about.get(pips_of(tile), self._about[None])
            first, second = place.cells if (place.values == tile.values) != about else place.cells[::-1]
            why = f"{name_of(place.values)} to {cells_in_words(place)}"
            drag = Drag(sight.cells[first], sight.cells[second], why, drags_of(self._manner))
            selected = not proved or pips_of(tile) in map(pips_of, self._back.values())  # one that came back may be
            others = [one for one in sight.tray if selected and one is not tile]
            clicks = [Click(grip_point(one, self._grip), why=why, alone=bool(others)) for one in (*others[:1], tile)]
            self._meant[drag], gestures = place, [*gestures, *clicks, drag]
        self._dragged = [places[tile] for tile in taken]
        last, lays = self._last(self._dragged[0], sight), tuple(place.lying for place in self._dragged)
        return Batch(tuple(gestures), last, lays=lays)

    def _asks_back(self, sight: Sight) -> bool:
        """Whether it is time to see that a domino can be taken back: of a board that was hard to read this is how the
        page is asked whether it has taken the last one."""
        return self._doubted and not self._went and self._back_failures < len(BACKS) and len(self._open(sight)) == 1

    def _open(self, sight: Sight) -> list[Place]:
        """The places of the solution that are not taken as they are to be."""
        there = set(lying_on(sight))
        return [place for place in self._goal.places if place not in there]

    def _wrong(self, sight: Sight) -> list[Place]:
        """What lies where the solution has something else."""
        return [place for place in lying_on(sight) if place not in self._goal.places]

    def _wanted(self, sight: Sight) -> list[tuple[TrayTile, Place]]:
        """For each tile of the tray that has one: its place."""
        return places_for(sight.tray, self._open(sight))

    def _drag(self, tile: TrayTile, place: Place, cells: Mapping[Cell, Point], step: float) -> Drag | Click:
        """From the tray to its place, held as the page turned out to like it."""
        grip = self._grip_of(place)
        to = drop_point(place, cells, step, grip, self._shift(place), self._tray)
        turns, why = turns_to(tile, place), f"{name_of(tile.values)} to {cells_in_words(place)}"
        if self._in_hand.known or (turns and self._in_hand.way):
            drag = Drag(grip_point(tile, self._grip, turns), to, why, drags_of(self._manner))
            return self._in_hand.turned(drag, tile, place)
        if self._by_clicks and self._turning.has_selected(tile):
            return Click(to, cell=place.cells[0], why=why)
        return Drag(grip_point(tile, grip), to, why, drags_of(self._manner))

    def _grip_of(self, place: Place) -> int:
        """By which of `GRIPS` one is taken that is to lie there."""
        clicked = self._by_clicks and not (self._in_hand.known or self._in_hand.way)
        return self._shifts.click(place, self._grip) if clicked else self._grip

    def _shift(self, place: Place) -> Shift:
        """Rows and columns to aim beyond a place; where that is not known, as much as for the last that was learnt, but
        for clicks, whose other cell is below for one, and to the right for another."""
        aside = self._in_hand.aside(place, self._shifts.turned_by(place)) if self._by_clicks else None
        return self._shifts.of(place, aside)

    @property
    def _by_clicks(self) -> bool:
        """Whether dominoes are laid by clicks, not drags."""
        return self._manner == "clicks"

    @property
    def _grips(self) -> int:
        """How many can be tried."""
        return len(GRIPS) if self._turning.selects or self._in_hand.stays or self._answers else TRACED

    @property
    def _manner(self) -> Manner:
        return GRIPS[self._grip][1]

    def _order(self) -> list[int]:
        """In which order all grips are tried."""
        return in_order(self._grips, self._turning.selects and not self._came, cells_first=self._turning.gives_up)

    def _take_back(self, place: Place, sight: Sight) -> Drag | Click:
        """From the board into the middle of the tray, or to where it was, where a tray lies around the board; on some
        pages by a click on it."""
        held = grip_on_board(place, sight.cells, self._grip)
        why = f"{name_of(place.values)} back from {cells_in_words(place)}"
        if how := BACKS[self._back_failures % len(BACKS)]:
            return Click(held, how[0], place.cells[0], why, how[1])
        middle, first = self._tray.middle, self._first.get(pips_of(place))
        if first is not None and middle in sight.board.grown(0.5 * sight.step):
            middle = first.at
        return Drag(held, middle, why, drags_of(self._manner))

    # -- learning -----------------------------------------------------------------------------------------------------

    def _not_as_turned(self, astray: Sequence[tuple[Place, Place]], kept: bool) -> str:
        """What it means that a domino was turned in the hand and did not come; nothing where it lies elsewhere so."""
        told, self._hopeful = bool(astray) and self._in_hand.lies(astray[0][1]), True
        if told or self._in_hand.known:
            as_meant = any((one.values, one.upright) == (two.values, two.upright) for one, two in astray)
            return "" if as_meant else "a domino that is held turns the other way"
        return self._in_hand.stays_held(*next(iter(self._meant.items()))) if kept else self._in_hand.failed()

    def _learn_drags(self, sight: Sight) -> list[str]:
        if not self._dragged:
            return []
        lying = lying_on(sight)
        landed = [place for place in self._dragged if place in lying]
        astray = [(place, found) for place in self._dragged for found in lying if same_domino(place, found)]
        astray = [(place, found) for place, found in astray if found not in self._goal.places]
        aimed = {place: (found, self._shift(place)) for place, found in reversed(astray)}
        if self._guessed is not None:
            one, told, self._guessed = self._dragged[0], self._guessed, None
            self._turning.guessed(told, bool(landed), Place(one.cells, one.values[::-1]) in lying)
        self._missed += len(landed) < len(self._dragged) > 1
        if self._manner in BY_CELLS and (landed or self._came) and self._shifts.none_turned(self._dragged, lying):
            self._grip, self._came, self._hopeful = in_order(self._grips, clicks_first=True)[0], False, True
            return ["two cells do not say how a domino comes to lie; now by clicks on it and its place"]
        turned_in_hand = self._in_hand.was_turned(self._dragged)
        for place in (*landed, *(found for _, found in astray)):
            self._in_hand.saw(place)
        if landed:
            if turned_in_hand:
                self._in_hand.lies(landed[0])
            self._grip_failures = self._grips_tried = self._refusals = 0
            self._came = True
            self._shifts.came({place: self._shift(place) for place in landed})
            if (stayed := tray_stayed(self._planned.tray, sight.tray, landed)) is not None:
                self._stayed = self._stayed + 1 if stayed else 0
            return self._shifts.went_astray(aimed, landed)
        held = [one for one in sight.tray if one.lit and pips_of(one) == pips_of(self._dragged[0])]
        self._in_hand.stays |= (kept := self._by_clicks and len(held) == 1)
        if turned_in_hand and (astray or not self._in_hand.known) and (news := self._not_as_turned(astray, kept)):
            return [news]
        if self._manner in BY_CELLS and any(found.cells == place.cells for place, found in astray):
            about = not self._about.get(pips := pips_of(astray[0][0]), self._about[None])
            self._about, self._hopeful = {**self._about, pips: about, None: about}, True
            return ["a domino comes to lie the other way round"]
        if lies := self._shifts.went_astray(aimed, ()):
            self._hopeful = True
            return lies
        self._turning.pressed(held)
        alone, grips = len(self._dragged) == 1, {one: self._grip_of(one) for one in self._dragged}
        if self._came and self._by_clicks and self._shifts.other_cells(grips):
            self._hopeful, self._turning.selected = True, self._turning.selected or self._held  # a click might turn it
            return ["a turned domino was sent back; clicking on the other cell of its place"]
        if kept and self._in_hand.known:
            self._hopeful = True
            return [self._in_hand.stays_held(*next(iter(self._meant.items())))]
        again = alone and self._refused == self._dragged[0]
        self._refusals = self._refusals + 1 if again else 1
        self._refused = self._dragged[0] if alone else None
        one = self._dragged[0]
        if self._came and again and not self._by_clicks and self._shifts.beside(one, self._shift(one)):
            self._hopeful = True
            return ["a turned domino was sent back; trying the place beside it"]
        self._grip_failures, self._hopeful = self._grip_failures + len(self._dragged), not self._came
        if self._grip_failures >= (PROVED_TRIES if self._came else GRIP_TRIES) or self._grips_tried:
            order, self._grip_failures = self._order(), 0
            self._grip = order[(order.index(self._grip) + 1) % len(order)]
            self._shifts.forget()
            self._grips_tried, self._hopeful = self._grips_tried + 1, self._hopeful or self._manner in BY_CELLS
            part, manner = GRIPS[self._grip]
            return [f"a domino did not come; now by its {'first' if part < 0 else 'second'} half, {manner}"]
        return []
