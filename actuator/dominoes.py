"""Pips on the screen: which dominoes to turn, where to drag them, and what clicks and drags turned out to do.

First all dominoes in the tray that lie the wrong way are turned, then dragged to their places, those furthest on in the
tray first, since most trays close up behind what is taken from them: between two looks only such are taken as those
before them have not moved. What lies wrongly on the board goes back to the tray. Learnt, not assumed: which way a click
turns, whether a first click only selects, by which part a domino is held, and how far from where it was let go it comes
to lie. The last domino is left for a batch of its own.
"""

from __future__ import annotations

import itertools
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal

import solver
from actuator.moves import FIRM, LONG, Cell, Click, Drag, Gesture, Point, Rect, in_passes
from actuator.sight import Lying, Sight, TrayTile
from actuator.table import Batch, CannotPlayError
from solver.pips.puzzle import PipsPuzzle

SOLVE_SECONDS = 10.0
# Of several solutions the one that keeps most of what lies on the board is taken; so many, and so long, are looked at.
MOST_SOLUTIONS, CHOOSE_SECONDS = 3000, 1.0
# Where a domino is taken hold of, and let go, from its middle towards its second half, in lengths of the domino. A
# little before the middle suits most pages: the first half is under the pointer where that counts, and the middle is
# near enough where that does. Some pages take a drag for one only if it is slow, or if the domino was held for a while
# before, some take none, but a click on the domino and one on its place. All are tried in turn, and once more where one
# of them has worked.
Manner = Literal["quick", "slow", "held", "clicks"]
GRIPS: tuple[tuple[float, Manner], ...] = (
    (-0.1, "quick"), (-0.1, "slow"), (-0.25, "slow"), (0.25, "slow"), (-0.1, "held"), (-0.25, "clicks"),
    (0.25, "clicks"),
)  # fmt: skip
# A grip that did not move a domino so often in a row is given up for the next.
GRIP_TRIES = 2
# Tiles whose middles lie so far apart in height, in lengths of a domino, lie in one row.
SAME_ROW = 0.35
# A tray in which nothing has closed up at so many looks in a row stays as it is. Where so many batches of several
# drags had some that did nothing, dominoes are dragged one by one.
STAYED, MOST_MISSED = 2, 2
# A tray slides when dominoes in it move by so much when another is turned, in lengths of a domino; those that move
# further were taken for others.
LEAST_SLIDE, MOST_SLIDE = 0.08, 0.8
# What is tried to turn a domino, one after the other: the second click is for pages where the first only selects, or
# that want the button held down a little. When all were tried so often, dominoes are held not to turn.
TURNS, TURNS_TRIED = ("left", "firm", "double", "right", "long"), 2
HOLDS = {"firm": FIRM, "long": LONG}

Values = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Place:
    """Two neighbouring cells, the left or upper one first, and the pips on them."""

    cells: tuple[Cell, Cell]
    values: Values

    @property
    def upright(self) -> bool:
        """Whether one cell is above the other."""
        return self.cells[0][1] == self.cells[1][1]


@dataclass(frozen=True, slots=True)
class _Slides:
    """What a tray does when a domino in it is turned upright: how far its row moves, and whether the rows above do."""

    row: Point
    others_above: bool


class DominoTable:
    """A board of Pips being played."""

    def __init__(self, sight: Sight) -> None:
        """Raises `CannotPlayError` where the board has no solution."""
        self.puzzle: PipsPuzzle = sight.puzzle
        self.goal = _goal(self.puzzle, sight.lying)
        self._tray = _tray(sight)
        self._turn = 0  # quarter turns clockwise per click: 1, on some pages -1, and 0 while it is not known
        self._tiles = sight.tray  # as it was when the last batch was planned
        self._slides: _Slides | None = None  # how the tray moves when a domino in it turns, if it does
        self._first_selects = False
        self._selected: Values | None = None
        self._in_vain = 0  # trials of turning a domino, none of which did
        self._how = "left"  # the click that does
        self._grip = 0
        self._grip_failures = 0
        self._grips_tried = 0
        self._came = False  # whether any domino has come to where it was to
        self._shift = (0, 0)  # rows and columns to aim beyond the place itself
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

    # -- what a player asks -------------------------------------------------------------------------------------------

    @property
    def trying(self) -> bool:
        """Whether a click was made of which it is not known which way it turns."""
        return bool(self._turned) and not self._turn

    def reach(self, sight: Sight) -> Rect:
        """Board and tray, and where the tray was when it held more."""
        return sight.board.union(self._tray)

    def same_board(self, sight: Sight) -> bool:
        """Whether the cells are the same ones."""
        return sight.game == "pips" and sight.cells.keys() == self.puzzle.region_of.keys()

    def left(self, sight: Sight) -> int:
        """Two for each domino that is not in its place, one for each in another's, one for each still to be turned."""
        to_turn = sum(_turns(tile, place) > 0 for tile, place in self._wanted(sight))
        return 2 * len(self._open(sight)) + len(self._wrong(sight)) + to_turn

    def late(self, sight: Sight) -> bool:
        """Not told: the tray may change as a whole with every domino."""
        return False

    def learn(self, sight: Sight) -> str:
        """Which way clicks turn, whether they do, and how drags ended."""
        self._tray = self._tray.union(_tray(sight)) if sight.tray else self._tray
        news = [*self._learn_turns(sight), *self._learn_drags(sight)]
        there = set(self._returned).intersection(_lying(sight))
        self._went |= bool(self._returned) and not there
        if there:
            self._back_failures += 1
            if self._back_failures == 1:
                news.append("a domino did not go back to the tray; clicking on it")
        self._turned, self._dragged, self._returned = [], [], []
        return "; ".join(news)

    def fulfilled(self, sight: Sight) -> float:
        """The part of the dominoes that turned as they were to, lie where they were dropped, or are back."""
        tray = Counter(_drawn(tile) for tile in sight.tray)
        if not self._turn:
            done = sum(tray[_drawn(tile)] == 0 for tile, _ in self._turned)
        else:
            done = sum((Counter(_after(tile, turns) for tile, turns in self._turned) & tray).values())
        lying = set(_lying(sight))
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
        """Not told: pages check the tags, and take every solution."""
        return False

    def probe(self, sight: Sight) -> Batch:
        """Never asked."""
        raise NotImplementedError

    def give_up_solution(self) -> str:
        """Never asked."""
        raise NotImplementedError

    def plan(self, sight: Sight) -> Batch:
        """Take back, else turn, else drag."""
        wrong = self._wrong(sight)
        self._tiles = sight.tray
        if wrong:
            wrong = self._returned = wrong if self._went else wrong[:1]
            self._back = {self._take_back(place, sight): place for place in wrong}
            return Batch(tuple(self._back))
        wanted = self._wanted(sight)
        if not wanted:
            raise CannotPlayError("the dominoes that are missing on it are not in the tray")
        turning = [(tile, turns) for tile, place in wanted if (turns := self._clicks(tile, place))]
        ready = [(tile, place) for tile, place in wanted if not self._clicks(tile, place)]
        if turning and self._in_vain < TURNS_TRIED * len(TURNS):
            # Where rows make no room for what stands upright, only such are turned as then lie on no other.
            roomy = [pair for pair in turning if self._slides or self._has_room(pair, sight.tray)]
            if not roomy and not self._turn:
                # Many trays make room when a domino turns. Whether this one does is tried where it harms least: in the
                # last row, and where others would still be seen.
                lowest = max(tile.at[1] for tile in sight.tray)
                below = [pair for pair in turning if pair[0].at[1] > lowest - NEAR * pair[0].length]
                roomy = [pair for pair in below if self._has_room(pair, sight.tray, LITTLE)]
            if roomy:
                return self._turning(self._one_by_one(roomy) if self._turn and not self._slides else roomy)
            if not ready:
                # Where it is not known which way clicks turn, one is best that comes out the same either way.
                tell = [(self._clicks(*pair) % 2 and not _is_double(pair[0]), pair[1].cells) for pair in wanted]
                return self._turned_and_dragged(*wanted[tell.index(min(tell))], sight)
        wanted = ready
        if not wanted:
            names = ", ".join(_name(tile.values) for tile, _ in turning[:6])
            raise CannotPlayError(
                f"clicks on its dominoes (left, double, right, long) do not turn them; {names} would have to lie "
                "otherwise, so they have to be turned by hand, as the page wants it"
            )
        last = self._last(wanted[0][1], sight)
        places = dict(wanted)
        taken = self._apart(list(places))
        self._dragged = [places[tile] for tile in taken]
        drags = [self._drag(tile, places[tile], sight.cells, sight.step) for tile in taken]
        self._meant = dict(zip(drags, self._dragged, strict=True))
        return Batch(tuple(drags), last)

    def rehearse(self, sight: Sight) -> tuple[Gesture, ...]:
        """Clicks that turn clockwise, drags by the middle, from a tray that does not close up."""
        gestures: list[Gesture] = [self._take_back(place, sight) for place in self._wrong(sight)]
        for tile, place in self._wanted(sight):
            gestures += [Click(tile.at, why=f"turn {_name(tile.values)}")] * _turns(tile, place)
            gestures.append(self._drag(tile, place, sight.cells, sight.step))
        return tuple(gestures)

    def differences(self, sight: Sight) -> str:
        """The dominoes that are not in their places."""
        missing = sorted(_name(place.values) for place in self._open(sight))
        shown = ", ".join(missing[:6]) + (", ..." if len(missing) > 6 else "")
        return f"{len(missing)} {'domino is' if len(missing) == 1 else 'dominoes are'} not in place ({shown})"

    def to_json(self) -> dict[str, Any]:
        """What was learnt about the page."""
        return {
            "turn": {1: "clockwise", -1: "anticlockwise", 0: "unknown"}[self._turn],
            "first_click_selects": self._first_selects,
            "turned_by": self._how,
            "grip": GRIPS[self._grip][0],
            "shift": list(self._shift),
        }

    # -- deciding -----------------------------------------------------------------------------------------------------

    def _apart(self, tiles: list[TrayTile]) -> list[TrayTile]:
        """Those that can be dragged one after the other without a look in between; never the very last one.

        A tray that closes up moves what comes after the domino that was taken, and centres its row; the rows above
        stay. So one is taken of each row, its last, from the lowest row to the highest. Where nothing moves all are
        taken, and where it is not known yet that drags work, or some went wrong in company, one alone.
        """
        rows = [list(reversed(row)) for row in reversed(_rows(tiles))]
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
        box = _box(tile, _after(tile, clicks)[1])
        return all(_lap(box, _box(other, other.upright)) <= most * tile.length for other in tray if other is not tile)

    def _one_by_one(self, turning: list[tuple[TrayTile, int]]) -> list[tuple[TrayTile, int]]:
        """Those of some tiles that can be turned together without one coming to lie on another."""
        taken: list[tuple[TrayTile, int]] = []
        for tile, clicks in turning:
            box = _box(tile, _after(tile, clicks)[1])
            if not any(_lap(box, _box(other, _after(other, turns)[1])) for other, turns in taken):
                taken.append((tile, clicks))
        return taken

    def _turned_and_dragged(self, tile: TrayTile, place: Place, sight: Sight) -> Batch:
        """Turn a domino and drag it at once: turned, it lies over others, and no look would tell them apart."""
        values, upright = place.values, place.upright
        clicks = [self._turn_click(tile, 0)] * (self._clicks(tile, place) + self._must_select(tile))
        self._selected = _pips(tile)
        drag = self._drag(replace(tile, values=values, upright=upright), place, sight.cells, sight.step)
        self._dragged, self._meant = [place], {drag: place}
        self._at_once = not self._turn and self._clicks(tile, place) % 2 == 1 and not _is_double(tile)
        return Batch((*clicks, drag), self._last(place, sight))

    def _open(self, sight: Sight) -> list[Place]:
        """The places of the solution that are not taken as they are to be."""
        there = set(_lying(sight))
        return [place for place in self.goal if place not in there]

    def _wrong(self, sight: Sight) -> list[Place]:
        """What lies where the solution has something else."""
        return [place for place in _lying(sight) if place not in self.goal]

    def _wanted(self, sight: Sight) -> list[tuple[TrayTile, Place]]:
        """For each tile of the tray that has one: its place, the one that takes fewest turns."""
        free = self._open(sight)
        wanted = []
        for tile in sight.tray:
            fitting = [place for place in free if sorted(place.values) == sorted(tile.values)]
            if fitting:
                place = min(fitting, key=lambda place: (_turns(tile, place), place.cells))
                free.remove(place)
                wanted.append((tile, place))
        return wanted

    def _clicks(self, tile: TrayTile, place: Place) -> int:
        """How many effective clicks bring the tile into the position of that place."""
        turns = _turns(tile, place)
        return -turns % (2 if _is_double(tile) else 4) if self._turn < 0 else turns

    def _turning(self, turning: list[tuple[TrayTile, int]]) -> Batch:
        """Turn them all; but one only, by one click, until it is known what that does."""
        if not self._turn:
            tile, _ = min(turning, key=lambda pair: (_pips(pair[0]) != self._selected, _is_double(pair[0])))
            self._turned = [(tile, 0)]
            self._how = TURNS[self._in_vain % len(TURNS)]
            return Batch((self._turn_click(tile, 0),), trial=f"a {self._how} click on a domino")
        if self._slides is not None:
            return self._turning_once(turning, self._slides)
        sequences = []
        for number, (tile, clicks) in enumerate(turning):
            self._turned.append((tile, clicks * self._turn))
            needed = clicks + self._must_select(tile)
            sequences.append([self._turn_click(tile, number)] * needed)
        if self._first_selects:  # a click elsewhere in between would unselect
            self._selected = _pips(turning[-1][0])
            return Batch(tuple(itertools.chain(*sequences)))
        return Batch(in_passes(sequences))

    def _must_select(self, tile: TrayTile) -> bool:
        """Whether a first click on it will only select it."""
        return self._first_selects and _pips(tile) != self._selected

    def _turn_click(self, tile: TrayTile, number: int) -> Click:
        button, count = ("right" if self._how == "right" else "left"), 2 if self._how == "double" else 1
        hold = HOLDS.get(self._how, 0.0)
        return Click(tile.at, button, _mark(number), f"turn {_name(tile.values)}", count, hold)

    def _turning_once(self, turning: list[tuple[TrayTile, int]], slides: _Slides) -> Batch:
        """Turn each once, first those that move no other row, where each is met before and after its own row moves."""
        turning = sorted(turning, key=lambda pair: pair[0].at[1], reverse=not slides.others_above)
        dx, dy = slides.row[0] / 2, slides.row[1] / 2
        self._turned = [(tile, self._turn) for tile, _ in turning]
        clicks: list[Click] = []
        for number, (tile, _) in enumerate(turning):
            click = self._turn_click(replace(tile, at=(tile.at[0] + dx, tile.at[1] + dy)), number)
            clicks += [click] * (1 + self._must_select(tile))
        self._selected = _pips(turning[-1][0])
        return Batch(tuple(clicks))

    def _drag(self, tile: TrayTile, place: Place, cells: Mapping[Cell, Point], step: float) -> Drag:
        """From the tray to its place, held as the page turned out to like it."""
        (ax, ay), (bx, by) = (cells[cell] for cell in place.cells)
        part, manner = GRIPS[self._grip]
        rows, columns = self._shift
        held = (tile.at[0], tile.at[1] + part * tile.length) if tile.upright else (
            tile.at[0] + part * tile.length, tile.at[1]
        )  # fmt: skip
        along = 2 * part  # the domino on the board is two cells long
        to = (
            (ax + bx) / 2 + along * (bx - ax) + columns * step,
            (ay + by) / 2 + along * (by - ay) + rows * step,
        )
        return Drag(held, to, f"{_name(tile.values)} to {_cells(place)}", manner)

    def _take_back(self, place: Place, sight: Sight) -> Drag | Click:
        """From the board into the middle of the tray; on some pages by a click on it."""
        (ax, ay), (bx, by) = (sight.cells[cell] for cell in place.cells)
        part, manner = 2 * GRIPS[self._grip][0], GRIPS[self._grip][1]
        held = (ax + bx) / 2 + part * (bx - ax), (ay + by) / 2 + part * (by - ay)
        if self._back_failures % 2:
            return Click(held, cell=place.cells[0], why=f"{_name(place.values)} back from {_cells(place)}")
        tray = self._tray
        to = tray.left + tray.width / 2, tray.top + tray.height / 2
        return Drag(held, to, f"{_name(place.values)} back from {_cells(place)}", manner)

    # -- learning -----------------------------------------------------------------------------------------------------

    def _learn_turns(self, sight: Sight) -> list[str]:
        if not self._turned:
            return []
        self._slides = self._slides or _slides(self._tiles, sight.tray, [tile for tile, _ in self._turned])
        tray = [_drawn(tile) for tile in sight.tray]
        if self._turn:
            came = sum(_after(tile, turns) in tray for tile, turns in self._turned)
            if self._first_selects and came < len(self._turned):
                over = sum(_after(tile, turns + self._turn) in tray for tile, turns in self._turned)
                if over > came:  # the first click was lost once, when it seemed to select
                    self._first_selects, self._selected = False, None
                    return ["the first click on a domino turns it as well"]
            if came == 0 and len(self._turned) > 1 and not self._first_selects and self._how in ("left", "firm"):
                self._first_selects = True
                return ["a first click only selects"]
            return []
        tile = self._turned[0][0]
        now = [one for one in sight.tray if sorted(one.values) == sorted(tile.values)]
        clockwise = any(_drawn(one) == _after(tile, 1) for one in now)
        anticlockwise = any(_drawn(one) == _after(tile, -1) for one in now)
        if _drawn(tile) in map(_drawn, now) or clockwise == anticlockwise is False:
            self._in_vain += 1
            self._selected = _pips(tile)
            return [f"a {self._how} click does not turn a domino"] if 1 < self._in_vain <= len(TURNS) else []
        selected_first = self._in_vain % len(TURNS) == 1 and self._selected == _pips(tile)
        self._first_selects = selected_first
        self._turn = 1 if clockwise else -1
        which = "clockwise" if clockwise else "anticlockwise"
        return [
            f"a {self._how} click turns a domino {which}" + (", the first only selects it" if selected_first else "")
        ]

    def _learn_drags(self, sight: Sight) -> list[str]:
        if not self._dragged:
            return []
        lying = _lying(sight)
        landed = [place for place in self._dragged if place in lying]
        if self._at_once:
            self._at_once, turned = False, [Place(one.cells, (one.values[1], one.values[0])) for one in self._dragged]
            self._turn = 1 if landed else -1 if turned[0] in lying else 0
        self._missed += len(landed) < len(self._dragged) > 1
        if landed:
            self._grip_failures, self._came = 0, True
            self._learn_tray(sight, landed)
            return []
        astray = [(place, found) for place in self._dragged for found in lying if _same_domino(place, found)]
        astray = [(place, found) for place, found in astray if found not in self.goal]
        if astray:
            place, found = astray[0]
            rows, columns = (place.cells[0][k] - found.cells[0][k] for k in (0, 1))
            if place.upright == found.upright and max(abs(rows), abs(columns)) <= 1:
                self._shift = self._shift[0] + rows, self._shift[1] + columns
                return [f"a domino comes to lie {-rows} rows and {-columns} columns from where it was let go"]
        self._grip_failures += 1
        rounds = 2 if self._came else 1
        if self._grip_failures >= GRIP_TRIES and self._grips_tried < rounds * len(GRIPS) - 1:
            self._grip, self._grip_failures, self._shift = (self._grip + 1) % len(GRIPS), 0, (0, 0)
            self._grips_tried += 1
            part, manner = GRIPS[self._grip]
            return [f"a domino did not come; now by its {'first' if part < 0 else 'second'} half, {manner}"]
        return []

    def _learn_tray(self, sight: Sight, landed: Sequence[Place]) -> None:
        """Whether what came after a domino that was taken has stayed where it was."""
        ordered = list(itertools.chain(*_rows(self._tiles)))
        counted, now = Counter(map(_pips, ordered)), {_pips(tile): tile for tile in sight.tray}
        first = min((k for k, tile in enumerate(ordered) if any(map(partial(_same_domino, tile), landed))), default=0)
        after = [tile for tile in ordered[first:] if counted[_pips(tile)] == 1 and _pips(tile) in now]
        if after:
            moved = any(
                abs(now[_pips(tile)].at[k] - tile.at[k]) > LEAST_SLIDE * tile.length for tile in after for k in (0, 1)
            )
            self._stayed = 0 if moved else self._stayed + 1


def _goal(puzzle: PipsPuzzle, lying: Sequence[Lying]) -> frozenset[Place]:
    """The solution that keeps most of what lies on the board, of those that are quickly found."""
    there = {_place(one) for one in lying}
    best: frozenset[Place] | None = None
    end = time.perf_counter() + CHOOSE_SECONDS
    for found in itertools.islice(solver.solutions(puzzle, time_limit=SOLVE_SECONDS), MOST_SOLUTIONS):
        places = frozenset(
            _place(Lying(domino, cells)) for domino, cells in zip(puzzle.dominoes, found.places, strict=True)
        )
        if best is None or len(places & there) > len(best & there):
            best = places
        if len(best & there) == len(there) or time.perf_counter() > end:
            break
    if best is None:
        raise CannotPlayError("the board has no solution; is a tag or a domino hidden?")
    return best


def _place(lying: Lying) -> Place:
    (a, b), (first, second) = lying.values, lying.cells
    return Place((first, second), (a, b)) if first < second else Place((second, first), (b, a))


def _lying(sight: Sight) -> list[Place]:
    return [_place(one) for one in sight.lying]


def _same_domino(one: Place | TrayTile, other: Place | TrayTile) -> bool:
    return _pips(one) == _pips(other)


def _pips(one: Place | TrayTile) -> Values:
    return min(one.values), max(one.values)


def _is_double(tile: TrayTile) -> bool:
    return tile.values[0] == tile.values[1]


def _drawn(tile: TrayTile) -> tuple[Values, bool]:
    return tile.values, tile.upright


def _after(tile: TrayTile, turns: int) -> tuple[Values, bool]:
    """The tile after so many quarter turns clockwise.

    >>> _after(TrayTile((2, 5), (0, 0), False, 80), 1), _after(TrayTile((2, 5), (0, 0), True, 80), 1)
    (((2, 5), True), ((5, 2), False))
    """
    (a, b), upright = tile.values, tile.upright
    for _ in range(turns % 4):
        (a, b), upright = ((b, a), False) if upright else ((a, b), True)
    return (a, b), upright


def _turns(tile: TrayTile, place: Place) -> int:
    """Quarter turns clockwise until the tile lies as it is to lie there."""
    return next(turns for turns in range(4) if _after(tile, turns) == (place.values, place.upright))


def _slides(before: Sequence[TrayTile], after: Sequence[TrayTile], turned: Sequence[TrayTile]) -> _Slides | None:
    """How dominoes that were not touched have moved, or None where they have not.

    Only dominoes of which there is one are compared.
    """
    touched = {tile.at for tile in turned}
    rows = {tile.at[1] for tile in turned}
    now = {_drawn(tile): tile.at for tile in after}
    counted = Counter(map(_drawn, before)) | Counter(map(_drawn, after))
    moved: list[tuple[TrayTile, Point]] = []
    for tile in before:
        if tile.at not in touched and counted[_drawn(tile)] == 1 and _drawn(tile) in now:
            by = now[_drawn(tile)][0] - tile.at[0], now[_drawn(tile)][1] - tile.at[1]
            if LEAST_SLIDE * tile.length < max(map(abs, by)) < MOST_SLIDE * tile.length:
                moved.append((tile, by))
    if not moved:
        return None
    near = 0.5 * moved[0][0].length
    beside = [by for tile, by in moved if any(abs(tile.at[1] - y) < near for y in rows)]
    above = any(tile.at[1] < min(rows) - near for tile, _ in moved)
    return _Slides(beside[0] if beside else (0.0, 0.0), above)


# A domino is about so wide, in lengths of it; tiles this near to each other are hard to tell apart.
WIDTH, NEAR = 0.53, 0.03
# One that reaches so far over another, these margins included, leaves its pips to be seen: at a quarter of its width.
LITTLE = 0.18


def _box(tile: TrayTile, upright: bool) -> Rect:
    """What a tile covers, lying so about its middle."""
    long, wide = tile.length * (1 + 2 * NEAR), tile.length * (WIDTH + 2 * NEAR)
    across, down = (wide, long) if upright else (long, wide)
    return Rect(tile.at[0] - across / 2, tile.at[1] - down / 2, across, down)


def _lap(one: Rect, other: Rect) -> float:
    """How far one reaches over the other, in pixels."""
    common = one.within(other)
    return max(0.0, min(common.width, common.height))


def _rows(tiles: Sequence[TrayTile]) -> list[list[TrayTile]]:
    """The rows of a tray from the top, each from the left. Some trays have tall tiles in a row hang lower.

    >>> tray = [TrayTile((0, n), (x, y), False, 80) for n, (x, y) in enumerate([(90, 52), (0, 31), (0, 90)])]
    >>> [[tile.values[1] for tile in row] for row in _rows(tray)]
    [[1, 0], [2]]
    """
    rows: list[list[TrayTile]] = []
    for tile in sorted(tiles, key=lambda tile: tile.at[1]):
        if rows and tile.at[1] - rows[-1][-1].at[1] < SAME_ROW * tile.length:
            rows[-1].append(tile)
        else:
            rows.append([tile])
    return [sorted(row, key=lambda tile: tile.at[0]) for row in rows]


def _tray(sight: Sight) -> Rect:
    """Where the dominoes are that are not on the board; where there are none, a strip right under it."""
    board = sight.board
    area: Rect | None = None
    for tile in sight.tray:
        one = Rect(tile.at[0], tile.at[1], 0, 0).grown(tile.length / 2)
        area = one if area is None else area.union(one)
    return area or Rect(board.left, board.bottom + 0.8 * sight.step, board.width, 1.2 * sight.step)


def _mark(number: int) -> Cell:
    """A name for a tile where gestures want that of a cell."""
    return -1, number


def _name(values: Values) -> str:
    return f"{values[0]}-{values[1]}"


def _cells(place: Place) -> str:
    return " ".join(f"r{r + 1} c{c + 1}" for r, c in place.cells)
