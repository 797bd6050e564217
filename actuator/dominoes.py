"""Pips on the screen: which dominoes to turn, where to drag them, and what clicks and drags turned out to do.

First all dominoes in the tray that lie the wrong way are turned, then dragged to their places, those furthest on in the
tray first, since most trays close up behind what is taken from them: between two looks only such are taken as those
before them have not moved. What lies wrongly on the board goes back to the tray. Learnt, not assumed: which way a click
turns, whether a first click only selects, by which part a domino is held, and how far from where it was let go it comes
to lie. The last domino is left for a batch of its own.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from actuator.domino_grips import GRIPS, HOLDS, RARE, RARE_WORDS, TURNS, WORDS, drop_point, grip_on_board, grip_point
from actuator.domino_places import (
    LITTLE,
    NEAR,
    Place,
    Slides,
    after_turns,
    apart_when_turned,
    as_drawn,
    between,
    box_of,
    cells_in_words,
    is_double,
    lap_of,
    lying_on,
    mark_for,
    name_of,
    pips_of,
    rows_of,
    same_domino,
    slides_of,
    tray_of,
    tray_stayed,
    turns_to,
)
from actuator.moves import Cell, Click, Drag, Gesture, Point, Rect, in_passes
from actuator.sight import Sight, TrayTile
from actuator.solutions import pips_solution
from actuator.table import Batch, CannotPlayError
from solver.pips.puzzle import PipsPuzzle

# Where a turned domino is sent back, though others came: so many rows and columns beside its place it is let go next.
ASIDE = ((-1, 0), (0, -1), (0, 1), (1, 0))
# A grip that did not move a domino so often in a row is given up for the next.
GRIP_TRIES = 2
# Where others came, and one is sent back from its place by every grip, the page has no such place.
MOST_REFUSED = GRIP_TRIES * len(GRIPS)
# A tray in which nothing has closed up at so many looks in a row stays as it is. Where so many batches of several
# drags had some that did nothing, dominoes are dragged one by one.
STAYED, MOST_MISSED = 2, 2
# What turns dominoes is learnt anew where it turned none of them, so often at most.
MOST_FORGOTTEN = 3


class DominoTable:
    """A board of Pips being played."""

    def __init__(self, sight: Sight) -> None:
        """Raises `CannotPlayError` where the board has no solution."""
        self.puzzle: PipsPuzzle = sight.puzzle
        self.goal = pips_solution(self.puzzle, sight.lying)
        self._tray = tray_of(sight)
        self._turn = 0  # quarter turns clockwise per click: 1, on some pages -1, and 0 while it is not known
        self._tiles = sight.tray  # as it was when the last batch was planned
        self._slides: Slides | None = None  # how the tray moves when a domino in it turns, if it does
        self._first_selects = False
        self._lit = False  # whether a click was seen to select a domino
        self._deselects = False  # whether a click on another domino than the selected one only deselects that
        self._selected: TrayTile | None = None
        self._in_vain = 0  # trials of turning a domino, none of which did
        self._how = "left"  # the click that does
        self._rare_tried = self._rare = False  # whether `RARE` were made at once, ever, and now
        self._begin = 0  # index into TURNS of what is tried first
        self._forgotten = 0  # how often what turns them was learnt anew
        self._badge: Point | None = None  # what has come up beside a domino
        self._off: Point | None = None  # a place between board and tray
        self._picked = False  # whether a domino was just selected to see what comes up
        self._grip = 0
        self._grip_failures = 0
        self._grips_tried = 0
        self._landed: set[int] = set()  # by how many quarter turns those were turned that came to where they were to
        self._came = False  # whether any domino has come to where it was to
        self._first = {pips_of(tile): tile for tile in sight.tray}
        # Rows and columns to aim beyond the place itself, by the quarter turns since the first look: some pages reckon
        # from where a domino would lie if it had not been turned. And how many of `ASIDE` were tried.
        self._shifts: dict[int, tuple[int, int]] = {}
        self._asides: dict[int, int] = {}
        self._refused: Place | None = None  # what was dragged last, alone, and did not come
        self._refusals = 0  # how often in a row
        self._turned: list[tuple[TrayTile, int]] = []
        self._dragged: list[Place] = []
        self._at_once = False  # whether what was dragged had been turned, and it was not known which way
        self._returned: list[Place] = []
        self._back: dict[Gesture, Place] = {}
        self._went = False  # whether a domino has gone back to the tray
        self._back_failures = 0  # batches after which dominoes lay where they were to be taken from
        self._meant: dict[Gesture, Place] = {}
        self._stayed = 0  # looks in a row at a tray in which nothing had closed up
        self._missed = 0  # batches of several drags, some of which did nothing
        self._doubted = sight.unsure
        self._probes = 0

    # -- what a player asks -------------------------------------------------------------------------------------------

    @property
    def trying(self) -> bool:
        """Whether a click was made of which it is not known which way it turns, or what comes up."""
        return (bool(self._turned) and not self._turn) or self._picked

    def reach(self, sight: Sight) -> Rect:
        """Board and tray, where the tray was when it held more, and what has come up beside it."""
        whole = sight.board.union(self._tray)
        return whole if sight.badge is None else whole.union(Rect(*sight.badge, 0, 0).grown(1))

    def same_board(self, sight: Sight) -> bool:
        """Whether the cells are the same ones."""
        return sight.game == "pips" and sight.cells.keys() == self.puzzle.region_of.keys()

    def left(self, sight: Sight) -> int:
        """Two for each domino that is not in its place, one for each in another's, one for each still to be turned."""
        to_turn = sum(turns_to(tile, place) > 0 for tile, place in self._wanted(sight))
        return 2 * len(self._open(sight)) + len(self._wrong(sight)) + to_turn

    def covered(self, sight: Sight) -> bool:
        """Not told: a board of which something is hidden is not read."""
        return False

    def late(self, sight: Sight) -> bool:
        """Not told: the tray may change as a whole with every domino."""
        return False

    def learn(self, sight: Sight) -> str:
        """Which way clicks turn, whether they do, and how drags ended."""
        self._tray = self._tray.union(tray_of(sight)) if sight.tray else self._tray
        news = [*self._learn_turns(sight), *self._learn_drags(sight)]
        there = set(self._returned).intersection(lying_on(sight))
        if self._returned and not there and not self._went:
            self._went = True
            news.append("a domino can be taken back")
        if there and not self._went:
            self._back_failures += 1
            if self._back_failures == 1:
                news.append("a domino did not go back to the tray; clicking on it")
        self._turned, self._dragged, self._returned = [], [], []
        return "; ".join(news)

    def fulfilled(self, sight: Sight) -> float:
        """The part of the dominoes that turned as they were to, lie where they were dropped, or are back."""
        tray = Counter(map(as_drawn, sight.tray))
        otherwise = sum(tray[as_drawn(tile)] == 0 for tile, _ in self._turned)
        done = self._turned_as_meant(sight) if self._turn else otherwise
        lying = set(lying_on(sight))
        done += sum(place in lying for place in self._dragged) + sum(place not in lying for place in self._returned)
        asked = len(self._turned) + len(self._dragged) + len(self._returned)
        return done / asked if asked else 1.0

    def skip(self, gestures: Sequence[Gesture]) -> None:
        """Those that were not dragged are not expected to have moved, and of clicks nothing is expected any more."""
        for gesture in gestures:
            if gesture in self._meant:
                self._dragged.remove(self._meant[gesture])
            elif gesture in self._back:
                self._returned.remove(self._back[gesture])
            else:
                self._turned = []

    @property
    def several(self) -> bool:
        """No: pages check the tags, and take every solution."""
        return False

    def probe(self, sight: Sight) -> Batch | None:
        """Take a domino back, another one each time, in the way in which one went."""
        if not self._went:
            return None
        lying = lying_on(sight)
        self._tiles, self._returned = sight.tray, [lying[self._probes % len(lying)]]
        self._probes += 1
        return Batch((self._take_back(self._returned[0], sight),), trial="whether the page takes this solution")

    def give_up_solution(self) -> str:
        """Never asked."""
        raise NotImplementedError

    def plan(self, sight: Sight) -> Batch:
        """Take back, else turn, else drag."""
        wrong = self._wrong(sight)
        trial = ""
        if not wrong and self._asks_back(sight):
            wrong, trial = lying_on(sight)[:1], "whether a domino can be taken back"
        self._tiles, self._badge, self._picked = sight.tray, sight.badge, False
        self._off = between(sight)
        if wrong:
            wrong = self._returned = wrong if self._went else wrong[:1]
            self._back = {self._take_back(place, sight): place for place in wrong}
            return Batch(tuple(self._back), trial=trial)
        wanted = self._wanted(sight)
        if not wanted:
            raise CannotPlayError("the dominoes that are missing on it are not in the tray")
        turning = [(tile, turns) for tile, place in wanted if (turns := self._clicks(tile, place))]
        ready = [(tile, place) for tile, place in wanted if not self._clicks(tile, place)]
        if turning and self._in_vain < len(TURNS):
            # Where rows make no room for what stands upright, only such are turned as then lie on no other.
            roomy = [pair for pair in turning if self._slides or self._has_room(pair, sight.tray)]
            if not roomy and not self._turn:
                # Many trays make room when a domino turns. Whether this one does is tried where it harms least: in the
                # last row, and where others would still be seen.
                lowest = max(tile.at[1] for tile in sight.tray)
                below = [pair for pair in turning if pair[0].at[1] > lowest - NEAR * pair[0].length]
                roomy = [pair for pair in below if self._has_room(pair, sight.tray, LITTLE)]
            if roomy:
                return self._turning(apart_when_turned(roomy) if self._turn and not self._slides else roomy)
            if not ready:
                # Where it is not known which way clicks turn, one is best that comes out the same either way.
                tell = [(self._clicks(*pair) % 2 and not is_double(pair[0]), pair[1].cells) for pair in wanted]
                return self._turned_and_dragged(*wanted[tell.index(min(tell))], sight)
        wanted = ready
        if not wanted:
            names = ", ".join(name_of(tile.values) for tile, _ in turning[:6])
            raise CannotPlayError(
                f"nothing that was tried on its dominoes (clicks, the wheel, a key, drags) turns them; {names} would "
                "have to lie otherwise, so they have to be turned by hand, as the page wants it"
            )
        if self._came and self._refused is not None and self._refusals >= MOST_REFUSED:
            raise CannotPlayError(
                f"the page sends {name_of(self._refused.values)} back from {cells_in_words(self._refused)}; "
                "is that another cell, or another domino?"
            )
        last = self._last(wanted[0][1], sight)
        places = dict(wanted)
        unturned = [tile for tile, place in wanted if not self._turned_by(place)]
        taken = self._apart(unturned if unturned and not self._came else list(places))
        self._dragged = [places[tile] for tile in taken]
        drags = [self._drag(tile, places[tile], sight.cells, sight.step) for tile in taken]
        self._meant = dict(zip(drags, self._dragged, strict=True))
        return Batch(tuple(drags), last, lays=tuple(place.lying for place in self._dragged))

    def rehearse(self, sight: Sight) -> tuple[Gesture, ...]:
        """Clicks that turn clockwise, drags by the middle, from a tray that does not close up."""
        gestures: list[Gesture] = [self._take_back(place, sight) for place in self._wrong(sight)]
        for tile, place in self._wanted(sight):
            gestures += [Click(tile.at, why=f"turn {name_of(tile.values)}")] * turns_to(tile, place)
            gestures.append(self._drag(tile, place, sight.cells, sight.step))
        return tuple(gestures)

    def differences(self, sight: Sight) -> str:
        """The dominoes that are not in their places."""
        missing = sorted(name_of(place.values) for place in self._open(sight))
        shown = ", ".join(missing[:6]) + (", ..." if len(missing) > 6 else "")
        return f"{len(missing)} {'domino is' if len(missing) == 1 else 'dominoes are'} not in place ({shown})"

    def to_json(self) -> dict[str, Any]:
        """What was learnt about the page."""
        return {
            "turn": {1: "clockwise", -1: "anticlockwise", 0: "unknown"}[self._turn],
            "first_click_selects": self._first_selects,
            "turned_by": self._how,
            "grip": GRIPS[self._grip][0],
            "shifts": {str(turns): list(by) for turns, by in sorted(self._shifts.items())},
        }

    # -- deciding -----------------------------------------------------------------------------------------------------

    def _apart(self, tiles: list[TrayTile]) -> list[TrayTile]:
        """Those that can be dragged one after the other without a look in between; never the very last one.

        A tray that closes up moves what comes after the domino that was taken, and centres its row; the rows above
        stay. So one is taken of each row, its last, from the lowest row to the highest. Where nothing moves all are
        taken, and where it is not known yet that drags work, or some went wrong in company, one alone.
        """
        rows = [list(reversed(row)) for row in reversed(rows_of(tiles))]
        if not self._came or self._missed >= MOST_MISSED:
            return rows[0][:1]
        taken = [tile for row in rows for tile in (row if self._stayed >= STAYED else row[:1])]
        return taken[: max(1, len(tiles) - 1)]

    def _last(self, place: Place, sight: Sight) -> Mapping[Cell, str] | None:
        """What the cells of a place are to show, if it is the only one that is still open."""
        if len(self._open(sight)) > 1:
            return None
        return dict(zip(place.cells, map(str, place.values), strict=True))

    def _has_room(self, turned: tuple[TrayTile, int], tray: Sequence[TrayTile], most: float = 0.0) -> bool:
        """Whether a tile after so many clicks touches no other; after one, where it is not known what that does.
        `most`: how far it may reach over others, in lengths of it."""
        tile, clicks = turned[0], turned[1] if self._turn else 1
        box = box_of(tile, after_turns(tile, clicks)[1])
        others = [box_of(other, other.upright) for other in tray if other is not tile]
        return all(lap_of(box, other) <= most * tile.length for other in others)

    def _turned_and_dragged(self, tile: TrayTile, place: Place, sight: Sight) -> Batch:
        """Turn a domino and drag it at once: turned, it lies over others, and no look would tell them apart."""
        values, upright = place.values, place.upright
        clicks = [*self._select_clicks(tile, 0), *[self._turn_click(tile, 0)] * self._clicks(tile, place)]
        self._selected = tile
        drag = self._drag(replace(tile, values=values, upright=upright), place, sight.cells, sight.step)
        self._dragged, self._meant = [place], {drag: place}
        self._at_once = not self._turn and self._clicks(tile, place) % 2 == 1 and not is_double(tile)
        return Batch((*clicks, drag), self._last(place, sight), lays=tuple(place.lying for place in self._dragged))

    def _asks_back(self, sight: Sight) -> bool:
        """Whether it is time to see that a domino can be taken back: of a board that was hard to read this is how the
        page is asked whether it has taken the last one."""
        return self._doubted and not self._went and self._back_failures < 2 and len(self._open(sight)) == 1

    def _open(self, sight: Sight) -> list[Place]:
        """The places of the solution that are not taken as they are to be."""
        there = set(lying_on(sight))
        return [place for place in self.goal if place not in there]

    def _wrong(self, sight: Sight) -> list[Place]:
        """What lies where the solution has something else."""
        return [place for place in lying_on(sight) if place not in self.goal]

    def _wanted(self, sight: Sight) -> list[tuple[TrayTile, Place]]:
        """For each tile of the tray that has one: its place, the one that takes fewest turns."""
        free = self._open(sight)
        wanted = []
        for tile in sight.tray:
            fitting = [place for place in free if sorted(place.values) == sorted(tile.values)]
            if fitting:
                place = min(fitting, key=lambda place: (turns_to(tile, place), place.cells))
                free.remove(place)
                wanted.append((tile, place))
        return wanted

    def _clicks(self, tile: TrayTile, place: Place) -> int:
        """How many effective clicks bring the tile into the position of that place."""
        turns = turns_to(tile, place)
        return -turns % (2 if is_double(tile) else 4) if self._turn < 0 else turns

    def _turning(self, turning: list[tuple[TrayTile, int]]) -> Batch:
        """Turn them all; but one only, by one click, until it is known what that does."""
        if not self._turn:
            tile, _ = min(turning, key=lambda pair: (not self._is_selected(pair[0]), is_double(pair[0])))
            self._turned = [(tile, 0)]
            needs = {"key": self._lit, "badge": self._badge is not None, "edge": self._off is not None}
            while not needs.get(how := TURNS[(self._begin + self._in_vain) % len(TURNS)], True):
                self._in_vain += 1
            self._how = how
            trial = WORDS.get(how, f"a {how} click on a domino")
            if how == "edge":
                return Batch((self._turn_drag(tile),), trial=trial)
            if how == RARE[0] and not self._rare_tried:
                self._rare_tried = self._rare = True
                clicks = tuple(self._turn_click(tile, 0, one) for one in RARE)
                return Batch(clicks, trial=f"{RARE_WORDS} on a domino")
            return Batch((*self._select_clicks(tile, 0, how == "key"), self._turn_click(tile, 0)), trial=trial)
        if self._how == "badge":
            return self._turning_by_badge([tile for tile, _ in turning])
        if self._how == "edge":
            self._turned = [(turning[0][0], self._turn)]
            return Batch((self._turn_drag(turning[0][0]),))
        if self._slides is not None:
            return self._turning_once(turning, self._slides)
        sequences = []
        for number, (tile, turns) in enumerate(turning):
            self._turned.append((tile, turns * self._turn))
            sequences.append([*self._select_clicks(tile, number), *[self._turn_click(tile, number)] * turns])
            if self._first_selects:
                self._selected = tile
        if self._first_selects:  # a click elsewhere in between would unselect
            return Batch(tuple(itertools.chain(*sequences)))
        return Batch(in_passes(sequences))

    def _turning_by_badge(self, tiles: list[TrayTile]) -> Batch:
        """Turn the selected one once; or, where it need not be turned, select another and see what comes up."""
        tile = next((tile for tile in tiles if self._is_selected(tile)), None)
        if tile is not None and self._badge is not None:
            self._turned = [(tile, self._turn)]
            return Batch((self._turn_click(tile, 0),))
        tile = tile or tiles[0]
        self._selected, self._picked = tile, True
        return Batch((self._turn_click(tile, 0, "left"),), trial="what comes up beside a domino")

    def _is_selected(self, tile: TrayTile) -> bool:
        """Whether it is the one clicked last; of two of a kind it is the one that lies there."""
        last = self._selected
        if last is None or pips_of(tile) != pips_of(last):
            return False
        alone = sum(pips_of(one) == pips_of(tile) for one in self._tiles) == 1
        return alone or math.dist(tile.at, last.at) < 0.5 * tile.length

    def _must_select(self, tile: TrayTile) -> int:
        """How many first clicks on it will not turn it: one selects it, one before that the other that is selected."""
        if not self._first_selects or self._is_selected(tile):
            return 0
        return 2 if self._deselects and self._selected is not None else 1

    def _select_clicks(self, tile: TrayTile, number: int, once: bool = False) -> list[Click]:
        """The clicks that only select it. `once`: one, whatever is known."""
        how = "left" if self._how in ("key", "badge") else self._how
        return [self._turn_click(tile, number, how)] * (1 if once else self._must_select(tile))

    def _turn_click(self, tile: TrayTile, number: int, how: str = "") -> Click:
        how = how or self._how
        button = how if how in ("right", "wheel", "key") else "left"
        hold, count = HOLDS.get(how, 0.0), 2 if how == "double" else 1
        at = self._badge if how == "badge" and self._badge is not None else tile.at
        return Click(at, button, mark_for(number), f"turn {name_of(tile.values)}", count, hold)

    def _turn_drag(self, tile: TrayTile) -> Drag:
        assert self._off is not None
        return Drag(tile.at, self._off, f"turn {name_of(tile.values)}")

    def _turning_once(self, turning: list[tuple[TrayTile, int]], slides: Slides) -> Batch:
        """Turn each once, first those that move no other row, where each is met before and after its own row moves."""
        turning = sorted(turning, key=lambda pair: pair[0].at[1], reverse=not slides.others_above)
        dx, dy = slides.row[0] / 2, slides.row[1] / 2
        self._turned = [(tile, self._turn) for tile, _ in turning]
        clicks: list[Click] = []
        for number, (tile, _) in enumerate(turning):
            click = self._turn_click(replace(tile, at=(tile.at[0] + dx, tile.at[1] + dy)), number)
            clicks += [*self._select_clicks(replace(tile, at=click.at), number), click]
            self._selected = tile
        return Batch(tuple(clicks))

    def _drag(self, tile: TrayTile, place: Place, cells: Mapping[Cell, Point], step: float) -> Drag:
        """From the tray to its place, held as the page turned out to like it."""
        to = drop_point(place, cells, step, self._grip, self._shift(place), self._tray)
        why = f"{name_of(tile.values)} to {cells_in_words(place)}"
        return Drag(grip_point(tile, self._grip), to, why, GRIPS[self._grip][1])

    def _shift(self, place: Place) -> tuple[int, int]:
        """Rows and columns to aim beyond a place; where that is not known, as much as for the last that was learnt."""
        return self._shifts.get(self._turned_by(place), next(reversed(self._shifts.values()), (0, 0)))

    def _turned_by(self, place: Place) -> int:
        """By how many quarter turns a domino lies otherwise in this place than at the first look."""
        first = self._first.get(pips_of(place))
        return turns_to(first, place) if first is not None else 0

    def _take_back(self, place: Place, sight: Sight) -> Drag | Click:
        """From the board into the middle of the tray; on some pages by a click on it."""
        held = grip_on_board(place, sight.cells, self._grip)
        if self._back_failures % 2:
            return Click(held, cell=place.cells[0], why=f"{name_of(place.values)} back from {cells_in_words(place)}")
        why = f"{name_of(place.values)} back from {cells_in_words(place)}"
        return Drag(held, self._tray.middle, why, GRIPS[self._grip][1])

    # -- learning -----------------------------------------------------------------------------------------------------

    def _turned_as_meant(self, sight: Sight) -> int:
        """How many of those that were to be turned lie as they are to; there may be two of a kind."""
        others = Counter(map(as_drawn, self._tiles)) - Counter(as_drawn(tile) for tile, _ in self._turned)
        meant = Counter(after_turns(tile, turns) for tile, turns in self._turned)
        return sum((meant & (Counter(map(as_drawn, sight.tray)) - others)).values())

    def _learn_turns(self, sight: Sight) -> list[str]:
        if not self._turned:
            return []
        self._lit |= any(tile.lit for tile in sight.tray)
        self._slides = self._slides or slides_of(self._tiles, sight.tray, [tile for tile, _ in self._turned])
        tray = [as_drawn(tile) for tile in sight.tray]
        if self._turn:
            came = self._turned_as_meant(sight)
            if self._first_selects and came < len(self._turned):
                once_more = [(after_turns(tile, turns + self._turn), as_drawn(tile)) for tile, turns in self._turned]
                over = sum(now in tray and now != before for now, before in once_more)  # of doubles that tells nothing
                if over > came:  # the first click was lost once, when it seemed to select
                    self._first_selects, self._selected = False, None
                    return ["the first click on a domino turns it as well"]
            if self._first_selects and not self._deselects and came < len(self._turned):
                # Each had one click too few but, on some pages, every second one: that found none selected.
                short = sum(after_turns(tile, turns - self._turn) in tray for tile, turns in self._turned[1:])
                if short and came + short >= len(self._turned) - 1:
                    self._deselects = True
                    return ["a click on another domino only deselects the one that is selected"]
            if came == 0 and len(self._turned) > 1 and not self._first_selects and self._how in ("left", "firm"):
                self._first_selects = True
                return ["a first click only selects"]
            if came == 0 and self._forgotten < MOST_FORGOTTEN:  # what was tried before it may only have been slow
                self._turn, self._in_vain, self._begin = 0, 0, TURNS.index(self._how)
                self._forgotten += 1
                return ["what turned a domino does not; trying again"]
            return []
        rare, self._rare = self._rare, False
        if rare and Counter(tray) == Counter(map(as_drawn, self._tiles)):
            self._in_vain += len(RARE)
            return [f"{RARE_WORDS} do not turn a domino"]
        if rare:
            return ["one of them turns a domino"]
        tile = self._turned[0][0]
        more = Counter(tray) - Counter(as_drawn(one) for one in self._tiles)  # there may be two of a kind
        clockwise, anticlockwise = after_turns(tile, 1) in more, after_turns(tile, -1) in more
        if clockwise == anticlockwise is False:
            self._in_vain += 1
            self._selected = tile
            how = WORDS.get(self._how, f"a {self._how} click")
            return [f"{how} does not turn a domino"] if self._in_vain > 1 else []
        if self._how in ("key", "badge"):
            self._first_selects = True
            self._turn, self._selected = 1 if clockwise else -1, tile
            return [f"{WORDS[self._how]} turns a selected domino {'clockwise' if clockwise else 'anticlockwise'}"]
        selected_first = self._how == "firm" and self._in_vain == 1 and self._is_selected(tile)
        self._first_selects |= selected_first
        self._turn = 1 if clockwise else -1
        which = "clockwise" if clockwise else "anticlockwise"
        how = WORDS.get(self._how, f"a {self._how} click")
        return [f"{how} turns a domino {which}" + (", the first only selects it" if selected_first else "")]

    def _learn_drags(self, sight: Sight) -> list[str]:
        if not self._dragged:
            return []
        lying = lying_on(sight)
        landed = [place for place in self._dragged if place in lying]
        if self._at_once:
            self._at_once, turned = False, [Place(one.cells, (one.values[1], one.values[0])) for one in self._dragged]
            self._turn = 1 if landed else -1 if turned[0] in lying else 0
        self._missed += len(landed) < len(self._dragged) > 1
        if landed:
            self._grip_failures, self._refusals, self._came = 0, 0, True
            self._shifts |= {self._turned_by(place): self._shift(place) for place in landed}
            self._landed.update(map(self._turned_by, landed))
            if (stayed := tray_stayed(self._tiles, sight.tray, landed)) is not None:
                self._stayed = self._stayed + 1 if stayed else 0
            return []
        astray = [(place, found) for place in self._dragged for found in lying if same_domino(place, found)]
        astray = [(place, found) for place, found in astray if found not in self.goal]
        if astray:
            place, found = astray[0]
            rows, columns = (place.cells[0][k] - found.cells[0][k] for k in (0, 1))
            if place.upright == found.upright and max(abs(rows), abs(columns)) <= 1:
                turns = self._turned_by(place)
                before = self._shift(place)
                self._shifts[turns] = before[0] + rows, before[1] + columns
                return [f"a domino comes to lie {-rows} rows and {-columns} columns from where it was let go"]
        turns = self._turned_by(self._dragged[0])
        tried, alone = self._asides.get(turns, 0), len(self._dragged) == 1
        again = alone and self._refused == self._dragged[0]
        self._refusals = self._refusals + 1 if again else 1
        self._refused = self._dragged[0] if alone else None
        if self._came and turns and again and tried < len(ASIDE) and turns not in self._landed:
            self._asides[turns], self._shifts[turns] = tried + 1, ASIDE[tried]
            return ["a turned domino was sent back; trying the place beside it"]
        self._grip_failures += 1
        rounds = 2 if self._came else 1
        if self._grip_failures >= GRIP_TRIES and self._grips_tried < rounds * len(GRIPS) - 1:
            self._grip, self._grip_failures, self._shifts = (self._grip + 1) % len(GRIPS), 0, {}
            self._grips_tried += 1
            part, manner = GRIPS[self._grip]
            return [f"a domino did not come; now by its {'first' if part < 0 else 'second'} half, {manner}"]
        return []
