"""How dominoes in the tray are turned: what is tried, what turned out to do it, and the clicks and drags for it.

Learnt, not assumed: which way a click turns, whether a first click only selects, and what else turns dominoes where
clicks do not. Which of them are to be turned is `dominoes.py`'s business.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from actuator.domino_badge import beside_each
from actuator.domino_grips import BADGES, HOLDS, OF_CLICKS, RARE, RARE_WORDS, TURNS, WORDS
from actuator.domino_places import (
    LEAST_SLIDE,
    Place,
    Slides,
    Values,
    after_turns,
    as_drawn,
    between,
    box_of,
    is_double,
    lap_of,
    mark_for,
    name_of,
    pips_of,
    slides_of,
    turns_to,
)
from actuator.moves import KEY, Click, Drag, Point, in_passes
from actuator.sight import Sight, TrayTile
from actuator.table import Batch

# What turns the selected one only.
ON_SELECTED = ("key", *BADGES)
# What turns dominoes is learnt anew where it turned none of them, so often at most.
MOST_FORGOTTEN = 3
# Where dominoes were seen so often to turn back that were not touched, what is turned has to be laid at once.
TURNED_BACK = 2
# So many dominoes are selected one after the other to see what comes up beside them, where nothing does.
MOST_PICKED = 3
# So many of `TURNS` are tried again where one of several made together has turned one, and none of them alone: a page
# has missed a click.
AGAIN = 3
# What has turned so many dominoes does turn them, and a page on which it no longer does takes nothing any more.
PROVED = 2


class Turning:
    """What is known of turning the dominoes of one board.

    `way`: quarter turns clockwise per click: 1, on some pages -1, 0 while it is not known, 2 where a click exchanges
    halves and nothing turns them less: their place says whether they lie upright. `how`: the click that turns them.
    `first_selects`: whether a first click does not turn. `needless`: whether none need to be turned. `slides`: how the
    tray moves when a domino in it turns, if it does. `selected`: the domino clicked last. `turned`: those of the last
    batch, with their quarter turns. `hopeful`: whether what was tried on them is new, or was seen to work.
    """

    def __init__(self, sight: Sight) -> None:
        self.way = 0
        self.how = "left"
        self.first_selects = False
        self.needless = False
        self.slides: Slides | None = None
        self.selected: TrayTile | None = None
        self.turned: list[tuple[TrayTile, int]] = []
        self._tiles = sight.tray  # as it was when the last batch was planned
        self._lit = False  # whether a click was seen to select a domino
        self._deselects = False  # whether a click on another domino than the selected one only deselects that
        self._follows = False  # whether another one was selected when the first of the last batch was clicked
        self._in_vain = 0  # trials of turning a domino, none of which did
        self._rare_tried = self._rare = False  # whether `RARE` were made at once, ever, and now
        self._one_does = False  # whether one of `RARE` did turn one
        self._half: tuple[str, bool] | None = None  # what turned one half round, and whether a first click selects
        self._begin = 0  # index into TURNS of what is tried first
        self.hopeful = False
        self._gave_up = False  # whether all had been tried when the last batch was planned
        self._proved = 0  # how often what was held to turn them did
        self._turned_back = 0  # how often one was seen to turn back when another was selected or turned
        self._forgotten = 0  # how often what turns them was learnt anew
        self._badges: tuple[Point, ...] = ()  # what has come up beside a domino
        self.button: Point | None = None  # what is beside every domino, from its middle
        self._off: Point | None = None  # a place between board and tray
        self._picked = False  # whether a domino was just selected to see what comes up
        self._picks = 0  # how often that was done since something came up

    @property
    def trying(self) -> bool:
        """Whether a click was made of which it is not known which way it turns, or what comes up."""
        return (bool(self.turned) and not self.way) or self._picked

    @property
    def tried(self) -> bool:
        """Whether nothing is known to turn them, and something was seen not to."""
        return not self.way and self._in_vain > 0

    def guessed(self, told: bool, landed: bool, exchanged: bool) -> None:
        """A domino was clicked to turn it and dragged at once, though nothing is known to turn them: it has `landed` as
        it was to, or with its halves `exchanged`. `told`: that tells which way."""
        self.way = int(landed) - int(exchanged and not landed) if told else 0
        self._in_vain += not (landed or self.way)

    @property
    def lasts(self) -> bool:
        """Whether a domino stays as it was turned when another is selected."""
        return self._turned_back < TURNED_BACK

    def beside(self, sight: Sight) -> list[Point]:
        """Where something is, beside dominoes or elsewhere, that turns them, or may."""
        beside = list(sight.badges if not self.way or self.how in BADGES else ())
        if self.button is not None:
            beside += [(tile.at[0] + self.button[0], tile.at[1] + self.button[1]) for tile in sight.tray]
        return beside

    def now(
        self, turning: list[tuple[TrayTile, int]], ready: Sequence[tuple[TrayTile, Place]]
    ) -> list[tuple[TrayTile, int]]:
        """Those that are to be turned, but none where that would turn one back that is `ready` to be laid."""
        alone = self.how in BADGES and not any(self.has_selected(tile) for tile, _ in ready)
        return turning if self.lasts or alone else []

    @property
    def gives_up(self) -> bool:
        """Whether all was tried and nothing turns them; where one of several did, the first ones are tried again."""
        return not self.way and self._in_vain >= len(TURNS) + AGAIN * self._one_does

    @property
    def exchanges(self) -> bool:
        """Whether something was seen to turn a domino half round."""
        return self._half is not None

    @property
    def selects(self) -> bool:
        """Whether a click selects a domino, and does not turn it."""
        return self._lit and (self.first_selects or not self.way or self.how != "left")

    def pressed(self, lit: Sequence[TrayTile]) -> None:
        """A domino was pressed, and these are lit: where it is one, that was seen to select it."""
        if len(lit) == 1:
            self.selected, self._lit = lit[0], True

    def begin(self, sight: Sight, grips_tried: int = 0) -> bool:
        """A batch is to be planned of this sight; whether other `GRIPS` are likely from now on: nothing turns dominoes,
        or one half round alone, which counts where, if clicks select them, none lays them as they are. `grips_tried`:
        how many were tried in vain."""
        self._tiles, self._badges, self._picked = sight.tray, sight.badges, False
        self._off = between(sight)
        new, self._gave_up = self.gives_up and not self._gave_up, self.gives_up
        last = self.gives_up and (grips_tried >= OF_CLICKS or not self.selects)
        if last and self._half is not None:
            new = True
            self.way, self._in_vain, (self.how, self.first_selects), self._half = 2, 0, self._half, None
        if not self.way or self.how == "button":
            self.button = beside_each(sight) or self.button
        return new

    def fulfilled(self, sight: Sight) -> int:
        """How many of those that were to be turned are; while it is not known which way, how many lie otherwise."""
        tray = Counter(map(as_drawn, sight.tray))
        return self.came(sight) if self.way else sum(tray[as_drawn(tile)] == 0 for tile, _ in self.turned)

    def to_json(self) -> dict[str, object]:
        """What was learnt about the page."""
        return {
            "turn": {1: "clockwise", -1: "anticlockwise", 2: "half round", 0: "unknown"}[self.way],
            "first_click_selects": self.first_selects,
            "turned_by": self.how,
        }

    def has_room(self, turned: tuple[TrayTile, int], tray: Sequence[TrayTile], most: float = 0.0) -> bool:
        """Whether a tile after so many clicks touches no other; after one, where it is not known what that does.
        `most`: how far it may reach over others, in lengths of it."""
        tile, turns = turned[0], turned[1] * self.way if self.way else 1
        box = box_of(tile, after_turns(tile, turns)[1])
        others = [box_of(other, other.upright) for other in tray if other is not tile]
        return all(lap_of(box, other) <= most * tile.length for other in others)

    def clicks(self, tile: TrayTile, place: Place) -> int:
        """How many effective clicks bring the tile into the position of that place."""
        turns = 0 if self.needless else turns_to(tile, place)
        if self.way == 2:
            return turns // 2
        return -turns % (2 if is_double(tile) else 4) if self.way < 0 else turns

    def plan(self, turning: list[tuple[TrayTile, int]]) -> Batch:
        """Turn them all; but one only, by one click, until it is known what that does."""
        if not self.way:
            tile, _ = min(turning, key=lambda pair: (not self._is_selected(pair[0]), is_double(pair[0])))
            self.turned = [(tile, 0)]
            needs = {how: number < len(self._badges) for number, how in enumerate(BADGES)}
            needs |= {"key": self._lit, "edge": self._off is not None, "button": self.button is not None}
            while not needs.get(how := TURNS[(self._begin + self._in_vain) % len(TURNS)], True):
                self._in_vain += 1
            self.how = how
            trial = WORDS.get(how, f"a {how} click on a domino")
            if how == "edge":
                return Batch((self._drag(tile),), trial=trial)
            uneven = [one for one in (tile, *self._tiles) if not is_double(one)]  # of these two turns are seen
            if how in RARE and uneven and not self._rare_tried:
                self._rare_tried = self._rare = True
                tile, self.turned = uneven[0], [(uneven[0], 0)]
                clicks = tuple(self.click(tile, 0, one) for one in RARE)
                return Batch(clicks, trial=f"{RARE_WORDS} on a domino")
            selecting = [] if how == "key" and tile.lit else self.select_clicks(tile, 0, how == "key")
            tried = *selecting, self.click(tile, 0)
            # Two clicks that were tried one after the other are no double click.
            return Batch(tuple(replace(one, alone=not one.button.startswith(KEY)) for one in tried), trial=trial)
        if self.how in BADGES:
            return self._by_badge([tile for tile, _ in turning])
        if self.how == "edge":
            self.turned = [(turning[0][0], self.way)]
            return Batch((self._drag(turning[0][0]),))
        if self.slides is not None:
            return self._each_once(turning, self.slides)
        sequences = []
        self._follows = self.selected is not None and not self._is_selected(turning[0][0])
        for number, (tile, turns) in enumerate(turning):
            self.turned.append((tile, turns * self.way))
            sequences.append([*self.select_clicks(tile, number), *[self.click(tile, number)] * turns])
            if self.first_selects or self._lit:
                self.selected = tile
        if self.first_selects:  # a click elsewhere in between would unselect
            return Batch(tuple(itertools.chain(*sequences)))
        return Batch(in_passes(sequences))

    def put_back(self, tile: TrayTile) -> Batch:
        """Click where a domino that follows the pointer was in the tray."""
        back = Click(tile.at, why="put it back")
        self.selected = None
        return Batch((back,), trial="whether a click puts a domino back")

    def _by_badge(self, tiles: list[TrayTile]) -> Batch:
        """Turn the selected one once; or, where it need not be turned, select another and see what comes up."""
        tile = next((tile for tile in tiles if self._is_selected(tile)), None)
        if tile is not None and BADGES.index(self.how) < len(self._badges):
            self.turned, self._picks = [(tile, self.way)], 0
            return Batch((self.click(tile, 0),))
        tile = tile or tiles[0]
        self._picks += 1
        self.selected, self._picked = tile, self._picks <= MOST_PICKED
        return Batch((self.click(tile, 0, "left"),), trial="what comes up beside a domino")

    def _is_selected(self, tile: TrayTile) -> bool:
        """Whether it is the one clicked last; of two of a kind it is the one that lies there."""
        last = self.selected
        if last is None or pips_of(tile) != pips_of(last):
            return False
        alone = sum(pips_of(one) == pips_of(tile) for one in self._tiles) == 1
        return alone or math.dist(tile.at, last.at) < 0.5 * tile.length

    def has_selected(self, tile: TrayTile) -> bool:
        """Whether a click has selected this tile, on a page where clicks are seen to select, or where it is lit."""
        return (self.first_selects or self._lit or tile.lit) and self._is_selected(tile)

    def _must_select(self, tile: TrayTile) -> int:
        """How many first clicks on it will not turn it: one selects it, one before that the other that is selected."""
        if not self.first_selects or self._is_selected(tile):
            return 0
        return 2 if self._deselects and self.selected is not None else 1

    def select_clicks(self, tile: TrayTile, number: int, once: bool = False) -> list[Click]:
        """The clicks that only select it. `once`: one, whatever is known."""
        how = "left" if self.how in ON_SELECTED else self.how
        return [self.click(tile, number, how)] * (1 if once else self._must_select(tile))

    def click(self, tile: TrayTile, number: int, how: str = "") -> Click:
        how = how or self.how
        button = f"{KEY}r" if how == "key" else how if how in ("right", "wheel") else "left"
        hold, count = HOLDS.get(how, 0.0), 2 if how == "double" else 1
        at = next(iter(self._badges[BADGES.index(how) :]), tile.at) if how in BADGES else tile.at
        if how == "button" and self.button is not None:
            at = at[0] + self.button[0], at[1] + self.button[1]
        return Click(at, button, mark_for(number), f"turn {name_of(tile.values)}", count, hold)

    def _drag(self, tile: TrayTile) -> Drag:
        assert self._off is not None
        return Drag(tile.at, self._off, f"turn {name_of(tile.values)}")

    def _each_once(self, turning: list[tuple[TrayTile, int]], slides: Slides) -> Batch:
        """Turn each once, first those that move no other row, where each is met before and after its own row moves."""
        turning = sorted(turning, key=lambda pair: pair[0].at[1], reverse=not slides.others_above)
        dx, dy = slides.row[0] / 2, slides.row[1] / 2
        if abs(dx) > LEAST_SLIDE * turning[0][0].length:  # some to the left, some to the right, or all far away
            turning, dx, dy = turning[:1], 0.0, 0.0
        self.turned = [(tile, self.way) for tile, _ in turning]
        clicks: list[Click] = []
        for number, (tile, _) in enumerate(turning):
            click = self.click(replace(tile, at=(tile.at[0] + dx, tile.at[1] + dy)), number)
            clicks += [*self.select_clicks(replace(tile, at=click.at), number), click]
            self.selected = tile
        return Batch(tuple(clicks))

    def came(self, sight: Sight) -> int:
        """How many of those that were to be turned lie as they are to; there may be two of a kind."""
        others = Counter(map(as_drawn, self._tiles)) - Counter(as_drawn(tile) for tile, _ in self.turned)
        meant = Counter(after_turns(tile, turns) for tile, turns in self.turned)
        return sum((meant & (Counter(map(as_drawn, sight.tray)) - others)).values())

    def _others_turned(self, tray: list[tuple[Values, bool]], most: int = 1) -> bool:
        """Whether one lies otherwise, by so many clicks at most, that was not to be, and of which there is one."""
        counted, touched = Counter(map(pips_of, self._tiles)), {pips_of(tile) for tile, _ in self.turned}
        others = [tile for tile in self._tiles if counted[pips_of(tile)] == 1 and pips_of(tile) not in touched]
        moved, clicks = [tile for tile in others if as_drawn(tile) not in tray], range(1, most + 1)
        return any(after_turns(tile, -turns * self.way) in tray for tile in moved for turns in clicks)

    def _last_alone(self, tray: list[tuple[Values, bool]], came: int) -> bool:
        """Whether only the one that is still selected lies as it is to."""
        return self.first_selects and came == 1 < len(self.turned) and after_turns(*self.turned[-1]) in tray

    def learn(self, sight: Sight) -> list[str]:
        """What the last batch taught, in words."""
        new, before = self.trying and self._proved < PROVED, (self.way, self.first_selects, self._deselects)
        one_did = self._one_does
        news = self._learn(sight)
        new |= self._one_does and not one_did
        self.hopeful = new or (self.way != 0 and before != (self.way, self.first_selects, self._deselects))
        return news

    def _learn(self, sight: Sight) -> list[str]:
        if not self.turned:
            if self._picked and self.way:
                self._turned_back += self._others_turned([as_drawn(tile) for tile in sight.tray], 3)
            return []
        self._lit |= any(tile.lit for tile in sight.tray)
        self.slides = self.slides or slides_of(self._tiles, sight.tray, [tile for tile, _ in self.turned])
        tray = [as_drawn(tile) for tile in sight.tray]
        if self.way:
            came = self.came(sight)
            self._proved += came
            if self.first_selects and came < len(self.turned):
                once_more = [(after_turns(tile, turns + self.way), as_drawn(tile)) for tile, turns in self.turned]
                over = sum(now in tray and now != before for now, before in once_more)  # of doubles that tells nothing
                if over > came:  # the first click was lost once, when it seemed to select
                    self.first_selects, self.selected = False, None
                    return ["the first click on a domino turns it as well"]
            self._turned_back += self._others_turned(tray) + TURNED_BACK * self._last_alone(tray, came)
            if self.first_selects and self.lasts and not self._deselects and came < len(self.turned):
                # Each had one click too few but, on some pages, every second one: that found none selected.
                late = self.turned[not self._follows :]
                short = sum(after_turns(tile, turns - self.way) in tray for tile, turns in late)
                if short and came + short >= len(late):
                    self._deselects = True
                    return ["a click on another domino only deselects the one that is selected"]
            several = len(self.turned) > 1 and self._proved < PROVED
            lit = [one for one in sight.tray if one.lit and pips_of(one) == pips_of(self.turned[0][0])]
            if came == 0 and (several or lit) and not self.first_selects and self.how in ("left", "firm"):
                self.first_selects, self.selected = True, lit[0] if lit else self.selected
                return ["a first click only selects"]
            if came == 0 and self._forgotten < MOST_FORGOTTEN:  # what was tried before it may only have been slow
                self.way, self._in_vain, self._begin = 0, 0, TURNS.index(self.how)
                self._forgotten += 1
                if not self._proved:
                    self.first_selects, self.selected = False, None
                return ["what turned a domino does not; trying again"]
            return []
        return self._learn_trial(sight, tray)

    def _learn_trial(self, sight: Sight, tray: list[tuple[Values, bool]]) -> list[str]:
        """What a trial on one domino has taught, while nothing is known to turn them."""
        rare, self._rare = self._rare, False
        if rare:
            self._one_does = Counter(tray) != Counter(map(as_drawn, self._tiles))
            if self._lit:  # so many clicks may have selected the domino, or not
                self.selected = next((one for one in sight.tray if one.lit), None)
            self._in_vain += 0 if self._one_does else len(RARE)
            return ["one of them turns a domino" if self._one_does else f"{RARE_WORDS} do not turn a domino"]
        tile = self.turned[0][0]
        more = Counter(tray) - Counter(as_drawn(one) for one in self._tiles)  # there may be two of a kind
        clockwise, anticlockwise = after_turns(tile, 1) in more, after_turns(tile, -1) in more
        if clockwise == anticlockwise is False:
            self._note_half(tile, more)
            now, was = (Counter((pips_of(one), one.upright) for one in some) for some in (sight.tray, self._tiles))
            another = now != was  # one whose halves are exchanged is as it was before it was selected
            if another and self._rare_tried and self._forgotten < MOST_FORGOTTEN:
                self._forgotten, self._begin, self._in_vain = self._forgotten + 1, 0, TURNS.index(RARE[0])
                return ["a domino turned that was tried before; trying again"]
            self._in_vain += 1
            self.selected = tile
            how = WORDS.get(self.how, f"a {self.how} click")
            return [f"{how} does not turn a domino"] if self._in_vain > 1 else []
        if self.how in ON_SELECTED:
            self.first_selects = True
            self.way, self.selected = 1 if clockwise else -1, tile
            return [f"{WORDS[self.how]} turns a selected domino {'clockwise' if clockwise else 'anticlockwise'}"]
        selected_first = self._selected_first(tile)
        self.first_selects |= selected_first
        self.selected = tile if self._lit else self.selected  # and is so still
        self.way = 1 if clockwise else -1
        which = "clockwise" if clockwise else "anticlockwise"
        how = WORDS.get(self.how, f"a {self.how} click")
        return [f"{how} turns a domino {which}" + (", the first only selects it" if selected_first else "")]

    def _selected_first(self, tile: TrayTile) -> bool:
        """Whether the click before this one, on the same domino, has only selected it."""
        return self.how == "firm" and self._in_vain == TURNS.index("firm") and self._is_selected(tile)

    def _note_half(self, tile: TrayTile, more: Counter[tuple[Values, bool]]) -> None:
        """What turns a domino half round, if what was tried does; the first that did."""
        if not is_double(tile) and after_turns(tile, 2) in more and self.how != "double":
            self._half = self._half or (self.how, self.how in ON_SELECTED or self._selected_first(tile))
