"""Pips played on pages that exist only in memory: turning, dragging, taking back, and pages with ways of their own."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

import solver
from actuator.domino_grips import FIRST
from actuator.domino_in_hand import TRIALS, InHand
from actuator.domino_places import Place, following_pointer, tray_with
from actuator.domino_pointed import PointedTable
from actuator.domino_shown import ShownTable
from actuator.events import Event, Outcome
from actuator.moves import Cell, Click, Drag, Gesture, Point, Rect
from actuator.player import Player
from actuator.sight import Lying, Sight, TrayTile
from actuator.turning import Turning
from solver.pips.puzzle import PipsPuzzle
from tests.actuator.shown import DESKTOP, ShownPage
from tests.actuator.test_player import Clock
from vision.errors import OccludedError

STEP, LEFT, TOP = 40.0, 300.0, 60.0
TRAY_TOP, LENGTH, PER_ROW = 400.0, 70.0, 4
PUZZLE = {
    "game": "pips",
    "dominoes": [[0, 1], [2, 2], [3, 5], [6, 4], [1, 5], [2, 2]],
    "regions": [
        {"type": "sum", "target": 1, "indices": [[0, 0]]},
        {"type": "sum", "target": 0, "indices": [[0, 1]]},
        {"type": "equals", "indices": [[1, 0], [2, 0], [1, 1], [2, 1]]},
        {"type": "sum", "target": 5, "indices": [[0, 2]]},
        {"type": "sum", "target": 3, "indices": [[1, 2]]},
        {"type": "greater", "target": 5, "indices": [[0, 3]]},
        {"type": "sum", "target": 4, "indices": [[1, 3]]},
        {"type": "empty", "indices": [[2, 2], [2, 3]]},
    ],
}
# Solved by dominoes as they lie in the tray; in another order they would have to be turned.
AS_THEY_LIE = {
    "game": "pips",
    "dominoes": [[0, 1], [2, 2], [3, 5], [6, 4], [1, 5], [2, 2]],
    "regions": [
        {"type": "sum", "target": 1, "indices": [[0, 0], [0, 1]]},
        {"type": "equals", "indices": [[1, 0], [2, 0], [1, 1], [2, 1]]},
        {"type": "sum", "target": 8, "indices": [[0, 2], [0, 3]]},
        {"type": "greater", "target": 5, "indices": [[1, 2]]},
        {"type": "sum", "target": 4, "indices": [[1, 3]]},
        {"type": "empty", "indices": [[2, 2], [2, 3]]},
    ],
}


# By how many rows and columns the second half is beside the first, after so many quarter turns clockwise.
ONWARDS = ((0, 1), (1, 0), (0, -1), (-1, 0))
Box = tuple[int, int, int, int, int]  # left, top, right, bottom, in pixels, and how light


@dataclass
class Tile:
    """A domino of the page: what it shows, which way, and where it lies (None: in the tray)."""

    values: tuple[int, int]
    upright: bool = False
    cells: tuple[tuple[int, int], tuple[int, int]] | None = None
    turned: int = 0

    def turn(self, way: int) -> None:
        self.turned += way
        for _ in range(way % 4):
            a, b = self.values
            self.values, self.upright = ((b, a), False) if self.upright else ((a, b), True)


@dataclass
class Page(ShownPage):
    """A Pips page in memory."""

    clock: Clock
    puzzle: PipsPuzzle
    spin: int = 1
    selects: bool = False
    deselects: bool = False  # a click on another domino than the selected one only deselects that
    turned_by: str = "left"  # or by "wheel", by "key" when selected, by the "badge" on the selected one, by "edge"
    aside: bool = False  # turned dominoes are laid one row lower than they were let go
    pivots: bool = False  # those turned so that their first half is the second are laid one place before
    closes_up: bool = True
    per_row: int = PER_ROW
    in_row: tuple[float, float] = (330.0, 90.0)  # where a row of the tray begins, and how far apart dominoes are in it
    grows: bool = False
    narrow: bool = False  # rows that grow touch each other before
    tight: bool = False  # rows make no room for what stands upright, and what lies far over another cannot be seen
    upwards: bool = False
    deaf: float = 0.0
    shift: tuple[int, int] = (0, 0)
    held_by_middle: bool = True
    hole: tuple[int, int] | None = None  # what was read as a cell, and is none
    freezes: bool = False  # takes no gestures once it is solved
    back: str = "drag"  # how dominoes go back to the tray: "drag", "click" or "never"
    cheers: bool = False  # says beside the board that it is solved
    cheered: bool = False  # has said so between board and tray, where it stays
    lost: Callable[[], bool] = lambda: False
    tiles: list[Tile] = field(default_factory=list)
    selected: Tile | None = None
    dropped_at: float = -1e9
    sent: list[Gesture] = field(default_factory=list)
    drawn: tuple[list[Box], NDArray[np.uint8]] = field(default_factory=lambda: ([], np.zeros((900, 1000, 3), np.uint8)))

    def __post_init__(self) -> None:
        self.tiles = self.tiles or [Tile(domino) for domino in self.puzzle.dominoes]

    def slots(self) -> list[tuple[Tile, Point]]:
        tray = [tile for tile in self.tiles if tile.cells is None] if self.closes_up else self.tiles
        places, top = [], TRAY_TOP - 40
        short = len(tray) % self.per_row if self.upwards else 0  # the first row has fewer, not the last
        starts = [0, *range(short, len(tray), self.per_row)] if short else range(0, len(tray), self.per_row)
        for row in starts:
            tiles = tray[row : short if row < short else row + self.per_row]
            upright = any(tile.upright for tile in tiles)
            height = 32.0 if self.tight else 80.0 if not self.grows or upright else 28.0 if self.narrow else 45.0
            places += [(tile, (self.in_row[0] + k * self.in_row[1], top + height / 2)) for k, tile in enumerate(tiles)]
            top += height + 10
        return [(tile, at) for tile, at in places if tile.cells is None]

    def center(self, cell: tuple[int, int]) -> Point:
        return LEFT + (cell[1] + 0.5) * STEP, TOP + (cell[0] + 0.5) * STEP

    def look(self, near: Rect | None = None, anew: bool = False) -> Sight:
        self.clock.sleep(0.03)
        boxes = [(x, y, *((18, 34) if tile.upright else (34, 18))) for tile, (x, y) in self.slots()]
        for (x, y, across, down), (x2, y2, across2, down2) in itertools.combinations(boxes, 2):
            if min(across + across2 - abs(x - x2), down + down2 - abs(y - y2)) > 0.12 * LENGTH:
                raise OccludedError("A part of the tray is covered.")
        return Sight(
            "pips",
            self.puzzle,
            {cell: self.center(cell) for cell in self.puzzle.cells},
            STEP,
            tray=tuple(
                TrayTile(tile.values, at, tile.upright, LENGTH, lit=self.selects and tile is self.selected)
                for tile, at in self.slots()
            ),
            lying=tuple(Lying(tile.values, tile.cells) for tile in self.tiles if tile.cells is not None),
            badges=() if self.badge is None else (self.badge,),
        )

    @property
    def badge(self) -> Point | None:
        """Above the selected domino."""
        shown = [at for tile, at in self.slots() if self.turned_by == "badge" and tile is self.selected]
        return (shown[0][0], shown[0][1] - 38) if shown else None

    def boxes(self) -> list[Box]:
        """All that is drawn, in this order."""
        boxes: list[Box] = []
        if self.cheers and self.solved:
            boxes.append((400, 850, 600, 880, 200))
        if self.cheered:
            boxes.append((350, 250, 550, 280, 200))
        for tile, (x, y) in self.slots():
            across, down = (18, 34) if tile.upright else (34, 18)
            left, top = int(x - across), int(y - down)
            boxes.append((left, top, left + 2 * across, top + 2 * down, 250))
            for k, pips in enumerate(tile.values):
                (dx, dy), (wide, high) = ((0, 34 * k), (36, 34)) if tile.upright else ((34 * k, 0), (34, 36))
                boxes.append((left + dx + 4, top + dy + 4, left + dx + wide - 4, top + dy + high - 4, 30 * pips))
        if self.badge is not None:
            x, y = self.badge
            boxes.append((int(x - 3), int(y - 3), int(x + 3), int(y + 3), 90))
        for tile in self.tiles:
            for cell, pips in zip(tile.cells or (), tile.values, strict=False):
                x, y = self.center(cell)
                boxes.append((int(x - 15), int(y - 15), int(x + 15), int(y + 15), 20 + 30 * pips))
        return boxes

    def frame(self, rect: Rect) -> NDArray[np.uint8]:
        boxes = self.boxes()
        if boxes != self.drawn[0]:
            picture = np.zeros((900, 1000, 3), np.uint8)
            for left, top, right, bottom, grey in boxes:
                picture[top:bottom, left:right] = grey
            self.drawn = boxes, picture
        return self.drawn[1][int(rect.top) : int(rect.bottom), int(rect.left) : int(rect.right)]

    def position(self) -> Point:
        return 5.0, 5.0

    def send(self, gesture: Gesture) -> None:
        self.clock.sleep(0.01)
        self.sent.append(gesture)
        if isinstance(gesture, Click) and self.selected is not None and gesture.at == self.badge:
            self.selected.turn(self.spin)
            return
        found = self.at(gesture.at)
        heard = self.clock.now() >= self.dropped_at + self.deaf
        if found is None or self.lost() or not heard or (self.freezes and self.solved):
            return
        tile, where = found
        if isinstance(gesture, Click):
            if self.deselects and self.selected not in (None, tile):
                self.selected = None
                return
            there = not self.selects or self.selected is tile
            if tile.cells is None and gesture.button.split()[0] == self.turned_by and there:
                tile.turn(self.spin)
            if tile.cells is not None and self.back == "click":
                tile.cells = None
            if gesture.button == "left":
                self.selected = tile
        elif isinstance(gesture, Drag):
            self.drop(tile, where, gesture)

    def at(self, point: Point) -> tuple[Tile, Point] | None:
        for tile, (x, y) in self.slots():
            across, down = (18, 34) if tile.upright else (34, 18)
            if abs(point[0] - x) <= across and abs(point[1] - y) <= down:
                return tile, (x, y)
        for tile in self.tiles:
            for cell in tile.cells or ():
                x, y = self.center(cell)
                if abs(point[0] - x) <= STEP / 2 and abs(point[1] - y) <= STEP / 2:
                    ends = [self.center(one) for one in tile.cells or ()]
                    return tile, ((ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2)
        return None

    def pointed_to(self, tile: Tile, at: Point, pushes: bool = False) -> tuple[Cell, Cell] | None:
        """The cells of a domino whose half that was first before any turn is laid there, if both are free, or it
        `pushes` others away."""
        first = int((at[1] - TOP) // STEP), int((at[0] - LEFT) // STEP)
        down, across = ONWARDS[tile.turned % 4]
        second = first[0] + down, first[1] + across
        taken = {cell for other in self.tiles for cell in other.cells or () if not pushes}
        free = {first, second} <= set(self.puzzle.cells) - taken
        return (min(first, second), max(first, second)) if free else None

    def drop(self, tile: Tile, middle: Point, drag: Drag) -> None:
        off = drag.at[0] - middle[0], drag.at[1] - middle[1]
        if not self.held_by_middle and max(map(abs, off)) < 8:
            return
        (x, y), length = drag.to, STEP / (LENGTH / 2)
        x, y = x - off[0] * length, y - off[1] * length
        x, y = x - self.shift[1] * STEP, y - self.shift[0] * STEP
        y += STEP * (self.aside and tile.upright)
        if self.pivots and tile.turned % 4 > 1:
            x, y = x - STEP * (tile.turned % 4 == 2), y - STEP * (tile.turned % 4 == 3)
        dx, dy = (0.0, STEP / 2) if tile.upright else (STEP / 2, 0.0)
        first = round((y - dy - TOP) / STEP - 0.5), round((x - dx - LEFT) / STEP - 0.5)
        second = (first[0] + 1, first[1]) if tile.upright else (first[0], first[1] + 1)
        taken = {cell for other in self.tiles if other is not tile for cell in other.cells or ()}
        if {first, second} <= set(self.puzzle.cells) - taken - {self.hole}:
            tile.cells = first, second
            self.dropped_at = self.clock.now()
        elif tile.cells is None or self.back == "drag":
            tile.cells = None
            beside = TOP + 3 * STEP < drag.to[1] < TRAY_TOP - 40
            tile.turn(self.spin if self.turned_by == "edge" and beside else 0)

    @property
    def solved(self) -> bool:
        pips = {cell: n for tile in self.tiles for cell, n in zip(tile.cells or (), tile.values, strict=False)}
        return len(pips) == len(self.puzzle.cells) and all(
            region.allows(pips[cell] for cell in region.cells) for region in self.puzzle.regions
        )


def puzzle_of(given: Any) -> PipsPuzzle:
    puzzle = solver.load(given)
    assert isinstance(puzzle, PipsPuzzle)
    return puzzle


def page(given: Any = PUZZLE, **changes: Any) -> Page:
    return Page(Clock(), puzzle_of(given), **changes)


@functools.cache
def large(seed: int) -> dict[str, Any]:
    """A puzzle of twelve dominoes: three rows of them in the tray."""
    given: dict[str, Any] = solver.generate("pips", size=12, seed=seed, difficulty="easy").to_json()
    return given


def play(played: Page, report: Callable[[Event], None] = lambda event: None) -> Outcome:
    clock = played.clock
    return Player(played, played, [DESKTOP], PointedTable, now=clock.now, sleep=clock.sleep, report=report).play()


def test_what_has_come_up_and_is_gone_is_not_clicked() -> None:
    """It is turned and dragged at once then, where it would lie over others: the domino is clicked."""
    sight = page().look()
    turning = Turning(sight)
    turning.way, turning.how = 1, "second badge"
    turning.begin(sight)
    assert turning.click(sight.tray[0], 0).at == sight.tray[0].at


@pytest.mark.parametrize(
    "rules",
    [
        {},
        {"spin": -1},
        {"closes_up": False},
        {"grows": True},
        {"upwards": True},
        {"deaf": 0.1},
        {"grows": True, "spin": -1, "closes_up": False},
        {"selects": True},
        {"selects": True, "grows": True},
        {"held_by_middle": False},
        {"shift": (1, 0)},
        {"selects": True, "deselects": True},
        {"turned_by": "wheel"},
        {"turned_by": "key", "selects": True},
        {"turned_by": "badge"},
        {"turned_by": "badge", "selects": True, "spin": -1},
        {"turned_by": "edge"},
        {"aside": True},
    ],
    ids=lambda rules: ",".join(rules) or "plain",
)
def test_whatever_the_page_does_it_is_learnt(rules: dict[str, Any]) -> None:
    played = page(**rules)
    outcome = play(played)
    assert (outcome.kind, played.solved) == ("won", True), outcome


@pytest.mark.parametrize("rules", [{"shift": (0, -1)}, {"aside": True}, {"pivots": True}], ids=str)
@pytest.mark.parametrize("seed", [4, 6])
def test_what_lies_beside_its_place_is_brought_there_where_nothing_goes_back(rules: dict[str, Any], seed: int) -> None:
    played = page(solver.generate("pips", size=6, seed=seed, difficulty="easy").to_json(), back="never", **rules)
    outcome = play(played)
    assert (outcome.kind, played.solved) == ("won", True), outcome


def test_one_domino_is_enough_to_see_that_a_click_on_another_only_deselects() -> None:
    """It is the only one left to turn, and another is still selected: one click too few is not taken for a lost one."""
    given = solver.generate("pips", size=5, seed=38, difficulty="easy").to_json()
    news: list[Event] = []
    assert play(page(given, selects=True, deselects=True), news.append).won
    learnt = [event.data["message"] for event in news if event.name == "learnt"]
    assert "a click on another domino only deselects the one that is selected" in learnt
    assert "what turned a domino does not; trying again" not in learnt


def test_what_was_taken_for_what_turns_dominoes_is_learnt_anew() -> None:
    """The page turns a domino so late after the wheel that the trial after it seems to have done it."""
    played = page(turned_by="wheel")
    send, look, glimpse, late = played.send, played.look, played.glimpse, [0.9]
    coming: list[tuple[float, Gesture]] = []

    def send_late(gesture: Gesture) -> None:
        settle()
        if isinstance(gesture, Click) and gesture.button == "wheel" and late:
            coming.append((played.clock.now() + late.pop(), gesture))
        else:
            send(gesture)

    def settle() -> None:
        while coming and coming[0][0] <= played.clock.now():
            send(coming.pop(0)[1])
            played.sent.pop()

    def look_late(near: Rect | None = None, anew: bool = False) -> Sight:
        settle()
        return look(near)

    def glimpse_late() -> Sight | None:
        settle()
        return glimpse()

    played.send, played.look, played.glimpse = send_late, look_late, glimpse_late  # type: ignore[method-assign]
    outcome = play(played)
    assert (outcome.kind, played.solved) == ("won", True), outcome


def hard_to_read(played: Page, until: Callable[[], bool] = lambda: False) -> Page:
    """The same page, whose readings say that they may be wrong until then."""
    look = played.look

    def look_with_doubts(near: Rect | None = None, anew: bool = False) -> Sight:
        return replace(look(near), unsure=not until())

    played.look = look_with_doubts  # type: ignore[method-assign]
    return played


@pytest.mark.parametrize("back", ["drag", "click"])
def test_a_board_that_was_hard_to_read_is_won_when_the_page_takes_no_more_gestures(back: str) -> None:
    played = hard_to_read(page(freezes=True, back=back))
    outcome = play(played)
    assert (outcome.kind, played.solved) == ("won", True)


@pytest.mark.parametrize("closes_up", [True, False])
@pytest.mark.parametrize("back", ["drag", "click", "never"])
def test_a_board_that_was_hard_to_read_is_not_said_to_be_won_while_the_page_goes_on(back: str, closes_up: bool) -> None:
    """A tag or a region that was misread makes a solution that the page does not take. Nor does the place in the tray
    say so that the last domino has left."""
    played = hard_to_read(page(back=back, closes_up=closes_up))
    look = played.look

    def look_in_another_order(near: Rect | None = None, anew: bool = False) -> Sight:
        seen = look(near)  # another one is taken back than came last
        return seen if seen.tray else replace(seen, lying=seen.lying[::-1])

    played.look = look_in_another_order  # type: ignore[method-assign]
    outcome = play(played)
    assert (outcome.kind, outcome.won) == ("doubtful", False)
    assert "hard to read" in outcome.message
    assert all(tile.cells for tile in played.tiles)


@pytest.mark.parametrize("back", ["drag", "click"])
def test_a_page_that_goes_on_and_says_that_it_is_solved_is_asked_with_a_wrong_board(back: str) -> None:
    played = hard_to_read(page(back=back, cheers=True))
    outcome = play(played)
    assert (outcome.kind, outcome.won, played.solved) == ("won", True, True)


def test_what_a_page_says_between_board_and_tray_since_it_was_solved_may_stay() -> None:
    played = hard_to_read(page())
    send = played.send

    def send_and_cheer(gesture: Gesture) -> None:
        send(gesture)
        played.cheered |= played.solved

    played.send = send_and_cheer  # type: ignore[method-assign]
    outcome = play(played)
    assert (outcome.kind, outcome.won, played.solved) == ("won", True, True)


def test_what_follows_the_pointer_is_not_in_the_tray() -> None:
    tiles = [TrayTile((1, 2), (100.0, 400.0), False, 70.0), TrayTile((3, 4), (200.0, 400.0), False, 70.0)]
    tray = tray_with(Rect(65, 365, 170, 70), tiles, known=True)
    away = TrayTile((3, 4), (600.0, 100.0), False, 70.0)
    assert following_pointer(tray, [tiles[0], away]) == [away]
    assert tray_with(tray, [tiles[0], away], known=True) == tray
    assert away.at in tray_with(tray, [away], known=False)


def test_turning_in_the_hand_is_tried_both_ways_with_either_half_on_the_cell_that_is_clicked() -> None:
    in_hand, upright = InHand(), Place(((0, 4), (1, 4)), (4, 0))
    assert in_hand.begin(by_clicks=True, needed=True)
    tile, drag = TrayTile((0, 4), (100.0, 400.0), False, 70.0), Drag((100, 400), (0, 0), manner="clicks")
    tried = []
    for _ in range(2 * TRIALS):
        turned = in_hand.turned(drag, tile, upright)
        tried.append((turned.notches, turned.right_clicks, in_hand.aside(upright, turns=3)))
        in_hand.failed()
        in_hand.begin(by_clicks=True, needed=True)
    ways = {(3, (0, 0)), (3, (1, 0)), (1, (0, 0)), (1, (1, 0))}
    assert {(notches, at) for notches, _, at in tried[::2]} == ways == {(clicks, at) for _, clicks, at in tried[1::2]}


def test_a_board_that_is_read_without_doubt_in_the_end_is_won() -> None:
    played = page()
    hard_to_read(played, lambda: not played.slots())
    assert (play(played).kind, played.solved) == ("won", True)


@pytest.mark.parametrize(("over_all", "kind"), [(False, "won"), (True, "covered")])
def test_a_dialog_over_a_board_that_was_hard_to_read_counts_if_none_covers_a_wrong_one(
    over_all: bool, kind: str
) -> None:
    """The page says so of a solved board, or of any that is full."""
    played = page()
    look = hard_to_read(played).look

    def look_under_a_dialog(near: Rect | None = None, anew: bool = False) -> Sight:
        if played.solved or (over_all and not played.slots()):
            raise OccludedError("Something lies over the board.")
        return look(near)

    played.look = look_under_a_dialog  # type: ignore[method-assign]
    outcome = play(played)
    assert (outcome.kind, played.solved) == (kind, not over_all), outcome


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize(
    ("rules", "most"),
    [
        ({}, 8),
        ({"closes_up": False}, 5),
        ({"upwards": True}, 12),
        ({"per_row": 12, "in_row": (60.0, 76.0)}, 5),
        ({"per_row": 12, "in_row": (60.0, 76.0), "closes_up": False}, 5),
    ],
)
def test_dominoes_that_do_not_move_each_other_are_dragged_together(rules: dict[str, Any], most: int, seed: int) -> None:
    """Each is dragged once. Three rows of four that close up: 1, then 3, 2, 2, 1, 1, 1 and the last."""
    played, batches = page(large(seed), **rules), []

    def count(event: Event) -> None:
        if event.name == "plan":
            batches.append(len(played.sent))

    assert (play(played, count).kind, played.solved) == ("won", True)
    drags = [number for number, gesture in enumerate(played.sent) if isinstance(gesture, Drag)]
    assert len(drags) == len(played.tiles) == 12
    assert len([number for number in batches if number >= drags[0]]) <= most


def test_pages_deaf_after_a_drop_are_played_one_by_one() -> None:
    played = page(large(1), deaf=0.1)
    assert (play(played).kind, played.solved) == ("won", True)
    assert sum(isinstance(gesture, Drag) for gesture in played.sent) <= 12 + 6


@pytest.mark.parametrize(("seed", "spin"), [(1, 1), (2, -1), (3, 1)])
def test_dominoes_are_turned_where_there_is_room_and_else_dragged_at_once(seed: int, spin: int) -> None:
    played = page(large(seed), tight=True, spin=spin)
    assert (play(played).kind, played.solved) == ("won", True)
    assert sum(isinstance(gesture, Drag) for gesture in played.sent) == 12


@pytest.mark.parametrize("by", ["wheel", "right"])
def test_in_a_narrow_tray_that_makes_room_more_is_tried_than_plain_clicks(by: str) -> None:
    played = page(large(1), turned_by=by, grows=True, narrow=True)
    assert (play(played).kind, played.solved) == ("won", True)


def test_dominoes_in_a_tray_that_grows_are_turned_in_few_clicks() -> None:
    """Rows make room for what is turned upright, so that a click where another domino was may meet none, or a third."""
    for selects in (False, True):
        played, plain = page(grows=True, selects=selects), page(selects=selects)
        assert play(played).kind == play(plain).kind == "won"
        clicks = [sum(isinstance(gesture, Click) for gesture in one.sent) for one in (played, plain)]
        assert clicks[0] <= clicks[1] + (6 if selects else 1)


def test_what_lies_right_stays_and_what_lies_wrong_goes_back() -> None:
    played = page(AS_THEY_LIE)
    played.tiles[0].cells = (0, 0), (0, 1)
    played.tiles[2].cells = (2, 2), (2, 3)
    assert play(played).kind == "won"
    first = played.center((0, 0))
    assert not [g for g in played.sent if abs(g.at[0] - first[0]) < STEP and abs(g.at[1] - first[1]) < STEP / 2]


@pytest.mark.parametrize("selects", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_where_clicks_exchange_halves_the_place_tells_the_rest(selects: bool, seed: int) -> None:
    """On a page that lays a domino on the two cells whose edge is clicked, or on which it is dropped."""
    played = page(large(seed), selects=selects, spin=2)

    def lay(tile: Tile, middle: Point, drag: Drag) -> None:
        taken = {cell for other in played.tiles for cell in other.cells or ()}
        free = set(played.puzzle.cells) - taken
        pairs = [((r, c), two) for r, c in free for two in ((r + 1, c), (r, c + 1)) if two in free]
        at = {pair: [sum(xs) / 2 for xs in zip(*map(played.center, pair), strict=True)] for pair in pairs}
        near = [pair for pair in pairs if math.dist(at[pair], drag.to) < STEP / 3]
        for pair in near[:1]:
            tile.cells, tile.upright = pair, pair[0][1] == pair[1][1]

    def send(gesture: Gesture) -> None:
        Page.send(played, gesture)
        selected = played.selected if isinstance(gesture, Click) and played.at(gesture.points[0]) is None else None
        if selected is not None and selected.cells is None and selects:
            lay(selected, (0.0, 0.0), Drag(gesture.points[0], gesture.points[0]))

    played.drop, played.send = lay, send  # type: ignore[method-assign]
    assert (play(played).kind, played.solved) == ("won", True)


def test_what_need_not_be_turned_is_not() -> None:
    """Halves within one region may lie either way: as they do in the tray."""
    played = page(AS_THEY_LIE, turned_by="nothing")
    assert (play(played).kind, played.solved) == ("won", True)
    assert all(isinstance(gesture, Drag) for gesture in played.sent)


def test_what_comes_to_lie_as_in_another_solution_stays() -> None:
    played = page(AS_THEY_LIE)
    drop = played.drop

    def drop_turned(tile: Tile, middle: Point, drag: Drag) -> None:
        drop(tile, middle, drag)
        if set(tile.values) == {1, 5}:
            tile.values = tile.values[::-1]

    played.drop = drop_turned  # type: ignore[method-assign]
    assert (play(played).kind, played.solved) == ("won", True)
    assert sum(isinstance(gesture, Drag) for gesture in played.sent) == len(played.tiles)


def test_a_solved_board_is_left_alone() -> None:
    played = page()
    solution = solver.solve(played.puzzle)
    assert solution is not None
    for tile, places in zip(played.tiles, solution.places, strict=True):
        tile.cells = places
        if places[1] < places[0]:
            tile.cells, tile.values = (places[1], places[0]), tile.values[::-1]
        tile.upright = tile.cells[0][1] == tile.cells[1][1]
    assert (play(played).kind, played.sent) == ("already_solved", [])


def test_no_solution_no_gesture() -> None:
    puzzle = solver.load({**PUZZLE, "dominoes": [[0, 0]] * 6})
    assert isinstance(puzzle, PipsPuzzle)
    played = Page(Clock(), puzzle)
    assert (play(played).kind, played.sent) == ("cannot_play", [])


def test_what_turns_dominoes_on_few_pages_is_tried_at_once() -> None:
    """Where nothing turns them, it is said soon; every way was tried."""
    played = page(turned_by="nothing")
    outcome = play(played)
    assert outcome.kind == "cannot_play"
    assert "turn" in outcome.message
    clicks = [gesture for gesture in played.sent if isinstance(gesture, Click)]
    assert {"left", "right", "wheel"} <= {click.button for click in clicks}
    assert any(click.count == 2 for click in clicks)
    assert any(click.hold > 0.5 for click in clicks)
    assert played.clock.now() < 5.0


def test_a_place_that_the_page_does_not_have_is_soon_given_up() -> None:
    played = page(AS_THEY_LIE, hole=(1, 3))
    outcome = play(played)
    assert outcome.kind == "no_progress"
    assert "the page sends 6-4 back from r2 c3 r2 c4" in outcome.message
    assert played.clock.now() < 4.0


def test_a_page_that_takes_no_more_drags_is_soon_given_up() -> None:
    played = page(AS_THEY_LIE)
    drop, drops = played.drop, itertools.count()
    ended = [0.0]

    def drop_three(tile: Tile, middle: Point, drag: Drag) -> None:
        if next(drops) < 3:
            drop(tile, middle, drag)
            ended[0] = played.clock.now()

    played.drop = drop_three  # type: ignore[method-assign]
    assert play(played).kind == "no_progress"
    assert played.clock.now() - ended[0] < 3.5


def test_a_quick_drag_that_comes_by_chance_is_no_proof() -> None:
    """A page that looks at the pointer seldom takes the first drag, and after it slow ones only."""
    played = page()
    drop, drops = played.drop, itertools.count()

    def drop_slow(tile: Tile, middle: Point, drag: Drag) -> None:
        played.clock.sleep(0.2)  # as drags take; a page may be given up once time has passed
        if next(drops) == 0 or drag.manner == "slow":
            drop(tile, middle, drag)

    played.drop = drop_slow  # type: ignore[method-assign]
    assert (play(played).kind, played.solved) == ("won", True)


@pytest.mark.parametrize("pushes", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_the_first_half_of_a_turned_domino_is_laid_where_it_points_to(seed: int, pushes: bool) -> None:
    """On a page of clicks, the half that was first before any turn comes to lie on the cell that is clicked. `pushes`:
    also where another lies, which goes back to the tray."""
    played = page(large(seed), turned_by="right", back="click")

    def lay(tile: Tile, middle: Point, drag: Drag) -> None:
        tile.cells = played.pointed_to(tile, drag.to, pushes) if drag.manner == "clicks" else None
        for other in played.tiles:
            if other is not tile and not set(other.cells or ()).isdisjoint(tile.cells or ()):
                other.cells = None

    played.drop = lay  # type: ignore[method-assign]
    assert (play(played).kind, played.solved) == ("won", True)


@pytest.mark.parametrize("seed", [1, 20, 27, 30, 37])
def test_how_far_aside_some_lie_says_nothing_for_good_of_others(seed: int) -> None:
    """Those turned once lie where they are let go, those turned twice a column aside, those turned thrice a row."""
    played = page(large(seed), pivots=True)
    outcome = play(played)
    assert (outcome.kind, played.solved) == ("won", True), outcome


class Anchored(Page):
    """A click selects a domino, another one turns it, and one on a cell lays that half there that was first before any
    turn. Nothing goes back."""

    def send(self, gesture: Gesture) -> None:
        self.clock.sleep(0.01)
        self.sent.append(gesture)
        if isinstance(gesture, Drag) and gesture.manner != "clicks":
            return
        for at in dict.fromkeys(gesture.points):
            found = self.at(at)
            if found is not None and found[0].cells is None:
                found[0].turn(self.selected is found[0])
                self.selected = found[0]
            elif found is None and self.selected is not None and (there := self.pointed_to(self.selected, at)):
                self.selected.cells, self.selected = there, None


@pytest.mark.parametrize("seed", range(4))
def test_a_turned_domino_is_clicked_by_the_half_that_was_first(seed: int) -> None:
    """Where the other half came to the cell that is clicked some would lie elsewhere for good."""
    puzzle = puzzle_of(solver.generate("pips", size=7, seed=seed, difficulty="easy").to_json())
    played = Anchored(Clock(), puzzle, selects=True, closes_up=False)
    outcome = play(played)
    assert (outcome.kind, played.solved) == ("won", True), outcome


class Fickle(Page):
    """A page of clicks: the first selects a domino, more turn it, one on a cell lays its left or upper half there. One
    that is not selected any more turns back."""

    def send(self, gesture: Gesture) -> None:
        if isinstance(gesture, Drag):
            for at in (gesture.at, gesture.to) if gesture.manner == "clicks" else ():
                self.send(Click(at))
            self.clock.sleep(0.01)
            return
        held, found = self.selected, self.at(gesture.at)
        first = int((gesture.at[1] - TOP) // STEP), int((gesture.at[0] - LEFT) // STEP)
        if held is not None and held.cells is None and found is None and gesture.button == "left":
            second = (first[0] + 1, first[1]) if held.upright else (first[0], first[1] + 1)
            taken = {cell for other in self.tiles for cell in other.cells or ()}
            if {first, second} <= set(self.puzzle.cells) - taken:
                held.cells, self.selected = (first, second), None
            self.sent.append(gesture)
            return
        if held is not None and found is not None and found[0] is not held and held.cells is None:
            held.turn(-held.turned)
        super().send(gesture)


@pytest.mark.parametrize("seed", range(4))
def test_a_domino_that_turns_back_is_laid_at_once(seed: int) -> None:
    puzzle = solver.load(large(seed))
    assert isinstance(puzzle, PipsPuzzle)
    played = Fickle(Clock(), puzzle, selects=True, back="click")
    assert (play(played).kind, played.solved) == ("won", True)


class Carried(Page):
    """A page of clicks: one picks a domino up, which hangs on the pointer then; one on a cell lays its first half
    there, where it fits; one on where it was, or Escape, puts it back."""

    pointer: Point = (5.0, 5.0)
    held: Tile | None = None

    def park(self, at: Point) -> None:
        self.pointer = at

    def close_menu(self) -> None:
        self.held = None

    def frame(self, rect: Rect) -> NDArray[np.uint8]:
        whole = super().frame(DESKTOP).copy()
        if self.held is not None:
            x, y = (max(20, round(v)) for v in self.pointer)
            whole[y - 9 : y + 9, x - 16 : x + 16] = 120
        return whole[int(rect.top) : int(rect.bottom), int(rect.left) : int(rect.right)]

    def send(self, gesture: Gesture) -> None:
        if isinstance(gesture, Drag):
            for at in (gesture.at, gesture.to) if gesture.manner == "clicks" else ():
                self.send(Click(at))
            return
        self.clock.sleep(0.01)
        self.sent.append(gesture)
        self.pointer = gesture.at
        self.click(gesture)

    def click(self, gesture: Click) -> None:
        found = self.at(gesture.at)
        if gesture.button == "right" and found is not None and found[0].cells is None:
            found[0].turn(1)
        elif found is not None and gesture.button == "left":
            found[0].cells = None
            self.held = None if self.held is found[0] else found[0]
        elif self.held is not None and gesture.button == "left":
            self.held.cells = self.pointed_to(self.held, gesture.at)
            self.held = None if self.held.cells else self.held


class Pressed(Carried):
    """Like it, but where a drag begins a domino is picked up, too; where it ends nothing is laid."""

    def send(self, gesture: Gesture) -> None:
        if isinstance(gesture, Drag) and gesture.manner != "clicks":
            self.send(Click(gesture.at))
            self.sent[-1], self.pointer = gesture, gesture.to
        else:
            super().send(gesture)


class Held(Carried):
    """A page of clicks that turns a domino only while it is held, by `by`; one that does not fit where it is laid goes
    back to the tray, unturned, or, where it `stays`, remains in the hand as it is, lit in the tray. Where the page
    `forgets`, one that was put back is unturned when it is taken again, and a click on one that lies takes it back only
    where none is held."""

    by: str = "right"
    stays: bool = False
    forgets: bool = False

    def look(self, near: Rect | None = None, anew: bool = False) -> Sight:
        seen = super().look(near, anew)
        here = self.held.values if self.held is not None else None
        return replace(seen, tray=tuple(replace(one, lit=self.stays and one.values == here) for one in seen.tray))

    def frame(self, rect: Rect) -> NDArray[np.uint8]:
        return Page.frame(self, rect)

    def send(self, gesture: Gesture) -> None:
        if isinstance(gesture, Drag):
            if gesture.manner == "clicks":
                self.send(Click(gesture.at))
                for button, count in (("wheel", gesture.notches), ("right", gesture.right_clicks)):
                    self.send(Click(gesture.to, button, count=count))
                self.send(Click(gesture.to))
            return
        self.clock.sleep(0.01)
        self.sent.append(gesture)
        self.click(gesture)

    def click(self, gesture: Click) -> None:
        if gesture.button != "left":
            if self.held is not None and gesture.button == self.by:
                self.held.turned += self.spin * gesture.count
            return
        found, held = self.at(gesture.at), self.held
        if found is not None and found[0].cells is not None and held is not None and self.forgets:
            return
        if found is not None:
            tile = found[0]
            self.held = None if tile is held else tile
            tile.cells, tile.upright, tile.values = None, False, self.puzzle.dominoes[self.tiles.index(tile)]
            tile.turned = tile.turned if self.stays and not self.forgets else 0
        elif held is not None:
            held.cells = self.pointed_to(held, gesture.at)
            if held.cells is not None:
                held.values, held.upright = (
                    held.values if held.turned % 4 < 2 else held.values[::-1],
                    held.turned % 2 == 1,
                )
            held.turned = held.turned if held.cells or self.stays else 0
            self.held = held if self.stays and not held.cells else None


class Standing(Held):
    """The same where dominoes stand in their tray, and a press on a cell lays one, as a click does. What is refused
    stays in the hand as it is, what is taken anew is unturned."""

    stays: bool = True
    forgets: bool = True

    def __post_init__(self) -> None:
        super().__post_init__()
        for tile in self.tiles:
            tile.upright = True

    def send(self, gesture: Gesture) -> None:
        pressed = isinstance(gesture, Drag) and gesture.manner != "clicks" and gesture.at[1] < TRAY_TOP - 40
        super().send(Click(gesture.points[0]) if pressed else gesture)

    def click(self, gesture: Click) -> None:
        before = self.held
        if before is not None:
            before.turned += 1
        super().click(gesture)
        if before is not None:
            before.turned -= 1
        for tile in self.tiles:
            tile.upright = tile.upright or tile.cells is None


class Shown(Carried):
    """A page of clicks that shows the domino in the hand beside the tray: on the pointer, or in a field. `by` turns it
    there; a click on a cell lays its first half, one beside the board puts it back."""

    in_field: bool = False
    by: str = "wheel"

    def frame(self, rect: Rect) -> NDArray[np.uint8]:
        return Page.frame(self, rect)

    def slots(self) -> list[tuple[Tile, Point]]:
        at = (LEFT - 90, TOP + 60) if self.in_field else self.pointer
        return [(tile, at if tile is self.held else there) for tile, there in super().slots()]

    def click(self, gesture: Click) -> None:
        if gesture.button == self.by and self.held is not None:
            self.held.turn(self.spin)
        cell = int((gesture.at[1] - TOP) // STEP), int((gesture.at[0] - LEFT) // STEP)
        if gesture.button != "left" or self.lost():
            return
        if self.held is None:
            found = self.at(gesture.at)
            self.held = found[0] if found is not None else None
            if self.held is not None:
                self.held.cells = None
        elif cell in self.puzzle.cells:
            self.held.cells = self.pointed_to(self.held, gesture.at)
            self.held = None if self.held.cells else self.held
        else:
            self.held = None


class ShownByHalves(Shown):
    """The same where the half that was clicked in the tray is laid on the cell; nobody knows which that is of one that
    was clicked in the middle."""

    second: bool = False  # whether that is the one that is second before any turn

    def click(self, gesture: Click) -> None:
        found = self.at(gesture.at) if self.held is None else None
        if found is not None and gesture.button == "left":
            tile, (x, y) = found
            off = gesture.at[1] - y if tile.upright else gesture.at[0] - x
            first = FIRST[False][tile.turned % 4]
            self.second = (off > 0) == (first == 0) if abs(off) > 3 else not self.second
        super().click(gesture)

    def pointed_to(self, tile: Tile, at: Point, pushes: bool = False) -> tuple[Cell, Cell] | None:
        down, across = ONWARDS[tile.turned % 4] if self.second else (0, 0)
        return super().pointed_to(tile, (at[0] - across * STEP, at[1] - down * STEP), pushes)


class Left(Pressed, Shown):
    """The same where a drag picks up, too, and the pointer rests where the page is not told of it: what is in the hand
    stays where the pointer was last, over the board as if it lay there."""

    def frame(self, rect: Rect) -> NDArray[np.uint8]:
        return Carried.frame(self, rect)

    def park(self, at: Point) -> None:
        if at in Rect(LEFT - STEP, 0, 700, 480):
            self.pointer = at

    def click(self, gesture: Click) -> None:
        held = self.held
        super().click(gesture)
        if held is not None and self.held is None and held.cells is None:
            held.turn(-held.turned)
            found = self.at(gesture.at)
            self.held = found[0] if found is not None and found[0] is not held else None

    def look(self, near: Rect | None = None, anew: bool = False) -> Sight:
        if self.held is None or self.held.cells is not None:
            return super().look(near, anew)
        self.held.cells = self.pointed_to(self.held, (self.pointer[0] - 0.4 * STEP, self.pointer[1]))
        seen = super().look(near, anew)
        self.held.cells = None
        return seen if seen.tray else super().look(near, anew)


class Paired(Held):
    """A page of clicks: one selects a domino, which is lit then, or exchanges the halves of the selected one; one on
    each of two neighbouring cells lays its first half on the first and its second on the second."""

    stays: bool = True
    cell: tuple[int, int] | None = None

    def click(self, gesture: Click) -> None:
        found, held = self.at(gesture.at), self.held
        cell = int((gesture.at[1] - TOP) // STEP), int((gesture.at[0] - LEFT) // STEP)
        if gesture.button != "left":
            return
        if found is not None:
            tile, self.cell = found[0], None
            tile.values = tile.values[::-1] if tile is held else self.puzzle.dominoes[self.tiles.index(tile)]
            self.held, tile.cells, tile.upright = None if tile.cells else tile, None, False
        elif held is not None and cell in self.puzzle.cells:
            (r, c), before = cell, self.cell
            self.cell = cell
            if before is not None and abs(r - before[0]) + abs(c - before[1]) == 1:
                ends = (before, cell) if before < cell else (cell, before)
                held.values, held.upright = held.values if before < cell else held.values[::-1], r != before[0]
                held.cells, self.held, self.cell = ends, None, None


class ByHalves(Paired):
    """The same, but the half of a domino that is clicked is laid on the first cell; nothing exchanges them."""

    second: bool = False  # whether that is the second one

    def click(self, gesture: Click) -> None:
        found, held = self.at(gesture.at), self.held
        if found is not None and found[0].cells is None and gesture.button == "left":
            self.held, self.cell, self.second = found[0], None, gesture.at[0] > found[1][0]
            return
        super().click(gesture)
        if held is not None and held.cells and self.second:
            held.values = held.values[::-1]


class Pointed(Paired):
    """A page of clicks: one selects a domino, which is lit then; one on a cell lays it across the side of the cell that
    is nearest, with the half that was clicked, or, where it is not `by_halves`, its first one on the cell."""

    by_halves: bool = False
    second: bool = False

    def click(self, gesture: Click) -> None:
        found, held, (x, y) = self.at(gesture.at), self.held, gesture.at
        (r, down), (c, across) = divmod((y - TOP) / STEP, 1), divmod((x - LEFT) / STEP, 1)
        if gesture.button != "left":
            return
        if found is not None:
            tile = found[0]
            self.held, tile.cells, tile.upright = None if tile.cells or tile is held else tile, None, False
            tile.values, self.second = self.puzzle.dominoes[self.tiles.index(tile)], self.by_halves and x > found[1][0]
        elif held is not None:
            sides = {(0, -1): across, (0, 1): 1 - across, (-1, 0): down, (1, 0): 1 - down}
            dr, dc = min(sides, key=lambda side: sides[side])
            cell, other = (int(r), int(c)), (int(r) + dr, int(c) + dc)
            taken = {one for tile in self.tiles for one in tile.cells or ()}
            if {cell, other} <= set(self.puzzle.cells) - taken:
                self.held, held.upright = None, dr != 0
                held.values = held.values[::-1] if self.second != (other < cell) else held.values
                held.cells = (cell, other) if cell < other else (other, cell)


class Lifted(Paired):
    """The same, but one that is taken from the board is selected then, which is not seen; the board is hard to read."""

    lifted: Tile | None = None

    def look(self, near: Rect | None = None, anew: bool = False) -> Sight:
        seen, lifted = super().look(near, anew), self.lifted
        tray = [replace(one, lit=one.lit and not (lifted and one.values == lifted.values)) for one in seen.tray]
        return replace(seen, tray=tuple(tray), unsure=True)

    def click(self, gesture: Click) -> None:
        found = self.at(gesture.at)
        if gesture.button == "left" and found is not None:
            self.lifted = found[0] if found[0].cells else None
        super().click(gesture)
        self.held = self.lifted or self.held


@pytest.mark.parametrize("seed", range(1, 5))
def test_what_was_taken_from_the_board_may_be_selected(seed: int) -> None:
    """A click on it would exchange its halves."""
    puzzle = solver.load(large(seed))
    assert isinstance(puzzle, PipsPuzzle)
    played, news = Lifted(Clock(), puzzle), list[Event]()
    outcome = play(played, news.append)
    assert played.solved, outcome
    learnt = [event.data["message"] for event in news if event.name == "learnt"]
    assert "a domino can be taken back" in learnt
    assert learnt[learnt.index("a domino can be taken back") :].count("a domino comes to lie the other way round") < 2


@pytest.mark.parametrize("seed", range(1, 5))
@pytest.mark.parametrize("by_halves", [False, True])
def test_a_click_near_a_side_lays_a_domino_across_it(seed: int, by_halves: bool) -> None:
    played = Pointed(Clock(), puzzle_of(large(seed)))
    played.by_halves = by_halves
    outcome = play(played)
    assert played.solved, outcome
    assert played.clock.now() < 9


@pytest.mark.parametrize("seed", range(1, 9))
@pytest.mark.parametrize("kind", [Paired, ByHalves])
def test_clicks_on_two_cells_lay_a_domino(kind: type[Paired], seed: int) -> None:
    puzzle = solver.load(large(seed))
    assert isinstance(puzzle, PipsPuzzle)
    played = kind(Clock(), puzzle)
    outcome = play(played)
    assert (outcome.kind, played.solved) == ("won", True), outcome
    assert played.clock.now() < 20


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize(
    ("by", "spin", "stays"), [("right", 1, False), ("right", -1, False), ("wheel", 1, False), ("wheel", -1, True)]
)
def test_what_is_turned_in_the_hand_alone_is_turned_there(by: str, spin: int, stays: bool, seed: int) -> None:
    puzzle = solver.load(large(seed))
    assert isinstance(puzzle, PipsPuzzle)
    played = Held(Clock(), puzzle, spin=spin)
    played.by, played.stays = by, stays
    outcome = play(played)
    assert (outcome.kind, played.solved) == ("won", True), outcome


def test_a_domino_that_stays_turned_in_the_tray_is_turned_by_so_much_less() -> None:
    """Sent back once, it comes to lie as turned twice: the tray does not show that it was turned before."""
    held, tile = InHand(), TrayTile((2, 5), (0.0, 0.0), False, LENGTH)
    upright, drag = Place(((0, 0), (1, 0)), (2, 5)), Drag((0.0, 0.0), (9.0, 9.0))
    assert held.begin(by_clicks=False, needed=True)
    assert held.turned(drag, tile, upright).notches == 1
    assert held.lies(upright)
    for _ in range(2):
        assert held.turned(drag, tile, upright).notches == 1
    held.saw(Place(((0, 0), (1, 0)), (5, 2)))  # three quarter turns
    assert held.keeps
    assert held.turned(drag, tile, upright).notches == 2
    held.saw(Place(((0, 0), (0, 1)), (5, 2)))  # two of them
    assert not held.keeps


def test_what_is_in_the_hand_is_put_back_before_another_is_taken_from_the_board() -> None:
    held, tile = InHand(), TrayTile((2, 5), (70.0, 40.0), False, LENGTH)
    tray = [replace(tile, lit=True), TrayTile((1, 1), (170.0, 40.0), False, LENGTH)]
    one, other = Place(((0, 0), (0, 1)), (2, 5)), Place(((1, 0), (1, 1)), (1, 1))
    assert held.taken_back([other], tray) == ()
    held.stays = True
    assert [click.at for click in held.taken_back([one], tray)] == [tile.at]
    assert held.taken_back([other], tray[1:]) == ()


def test_what_was_taken_from_the_board_may_be_in_the_hand_where_the_next_one_does_not_go() -> None:
    """The look of one that has just come to the tray does not tell."""
    held, tile = InHand(), TrayTile((2, 5), (70.0, 40.0), False, LENGTH)
    one, other = Place(((0, 0), (0, 1)), (2, 5)), Place(((1, 0), (1, 1)), (1, 1))
    assert held.taken_back([one, other], []) == ()
    assert [click.at for click in held.taken_back([other], [tile])] == [tile.at]


@pytest.mark.parametrize("seed", range(1, 7))
def test_what_is_put_back_may_be_unturned_though_what_is_refused_stays_turned(seed: int) -> None:
    puzzle = solver.load(large(seed))
    assert isinstance(puzzle, PipsPuzzle)
    played = Held(Clock(), puzzle)
    played.stays = played.forgets = True
    outcome = play(played)
    assert (outcome.kind, played.solved) == ("won", True), outcome


@pytest.mark.parametrize("by", ["right", "wheel"])
@pytest.mark.parametrize("seed", range(1, 7))
def test_dominoes_that_stand_in_the_tray_are_turned_in_the_hand(seed: int, by: str) -> None:
    """Laid by their first half, on two cells as well where they need no turn."""
    puzzle = solver.load(large(seed))
    assert isinstance(puzzle, PipsPuzzle)
    played = Standing(Clock(), puzzle)
    played.by = by
    outcome = play(played)
    assert (outcome.kind, played.solved) == ("won", True), outcome


@pytest.mark.parametrize("by", ["right", "wheel"])
def test_a_click_may_pick_one_up_where_all_have_to_be_turned(by: str) -> None:
    """Columns of two cells each: none can be laid as it lies in the tray, where nothing turns them."""
    pips = [[2, 1], [4, 3], [6, 5]]
    regions = [
        {"type": "sum", "target": pips[k][r], "indices": [[r, 2 * k]]} for k, r in itertools.product(range(3), range(2))
    ]
    puzzle = solver.load({"game": "pips", "dominoes": pips, "regions": regions})
    assert isinstance(puzzle, PipsPuzzle)
    played = Held(Clock(), puzzle)
    played.by = by
    outcome = play(played)
    assert (outcome.kind, played.solved) == ("won", True), outcome


@dataclass
class Directed(Held):
    """A page of clicks that has one direction for all dominoes, turned by `by` whether one is held or not; the tray
    does not show it. What does not fit remains in the hand, lit in the tray, and a click takes back what lies."""

    direction: int = 0

    def click(self, gesture: Click) -> None:
        found, held = self.at(gesture.at), self.held
        if gesture.button != "left":
            self.direction += self.spin * gesture.count * (gesture.button == self.by)
        elif found is not None:
            tile = found[0]
            self.held = self.held if tile.cells else None if tile is held else tile
            tile.cells, tile.upright, tile.values = None, False, self.puzzle.dominoes[self.tiles.index(tile)]
        elif held is not None:
            held.turned = self.direction
            held.cells = self.pointed_to(held, gesture.at)
            if held.cells is not None:
                held.values = held.values if held.turned % 4 < 2 else held.values[::-1]
                held.upright, self.held = held.turned % 2 == 1, None


class Own(Directed):
    """The same, but each domino keeps a direction of its own; `start` is that of all at first."""

    start: int = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        self.start, self.own = self.direction, dict[tuple[int, int], int]()

    def send(self, gesture: Gesture) -> None:
        if not isinstance(gesture, Drag) and self.held is not None:
            whose = min(self.held.values), max(self.held.values)
            self.direction = self.own.get(whose, self.start)
            super().send(gesture)
            self.own[whose] = self.direction
        else:
            super().send(gesture)


@pytest.mark.parametrize(
    ("kind", "seed", "least"),
    [
        (Directed, 3, 10),
        pytest.param(Directed, 1, 7, marks=pytest.mark.thorough),
        pytest.param(Own, 3, 10, marks=pytest.mark.thorough),
        pytest.param(Own, 1, 7, marks=pytest.mark.thorough),
    ],
)
def test_directions_that_the_tray_does_not_show_are_found(kind: type[Directed], seed: int, least: int) -> None:
    """In most of the games: where the first dominoes that are clicked fit in no way, nothing shows them."""
    won = 0
    ways = [("right", 1), ("right", -1), ("wheel", 1)]
    for (by, spin), direction in itertools.product(ways, range(4)):
        puzzle = solver.load(large(seed))
        assert isinstance(puzzle, PipsPuzzle)
        played = kind(Clock(), puzzle, spin=spin, direction=direction)
        played.by, played.stays = by, True
        outcome = play(played)
        assert (outcome.kind == "won") == played.solved, outcome
        won += played.solved
    assert won >= least, f"{won} of 12"


@dataclass
class OnBoard(Page):
    """Nothing turns dominoes in the tray; a click on one on the board turns it about the half that was first when it
    was laid, or the one that is clicked, to the next side that is free, or, where it is `shy`, only if the first is."""

    turned_by: str = "none"
    about: str = "first"
    shy: bool = False
    firsts: dict[int, int] = field(default_factory=dict)  # of each domino which of its cells has that half

    def send(self, gesture: Gesture) -> None:
        found = self.at(gesture.at)
        tile = found[0] if found is not None else None
        if tile is None or tile.cells is None or not isinstance(gesture, Click) or gesture.button != "left":
            super().send(gesture)
            if tile is not None and isinstance(gesture, Drag):
                self.firsts.pop(id(tile), None)
            return
        self.clock.sleep(0.01)
        self.sent.append(gesture)
        away = [math.dist(self.center(cell), gesture.at) for cell in tile.cells]
        k = away.index(min(away)) if self.about == "clicked" else self.firsts.get(id(tile), 0)
        (r, c), (r2, c2), pips = tile.cells[k], tile.cells[1 - k], (tile.values[k], tile.values[1 - k])
        sides = [(0, 1), (1, 0), (0, -1), (-1, 0)]
        taken = {cell for other in self.tiles if other is not tile for cell in other.cells or ()}
        for by in (1,) if self.shy else (1, 2, 3):
            down, right = sides[(sides.index((r2 - r, c2 - c)) + by * self.spin) % 4]
            second = r + down, c + right
            if second in set(self.puzzle.cells) - taken:
                (first, last), after = sorted(((r, c), second)), (r, c) < second
                tile.cells, tile.values = (first, last), pips if after else pips[::-1]
                tile.upright, self.firsts[id(tile)] = down != 0, 0 if after else 1
                return


@pytest.mark.parametrize("seed", [0, pytest.param(3, marks=pytest.mark.thorough)])
def test_what_is_turned_on_the_board_alone_is_turned_there(seed: int) -> None:
    """Before the others take the free cells, which are taken back if they have."""
    won = 0
    for about, shy, spin in itertools.product(("first", "clicked"), (False, True), (1, -1)):
        puzzle = solver.load(large(seed))
        assert isinstance(puzzle, PipsPuzzle)
        played = OnBoard(Clock(), puzzle, about=about, shy=shy, spin=spin)
        outcome = play(played)
        assert played.solved or not outcome.won
        won += outcome.won
    assert won >= 7


def test_a_domino_that_goes_on_moved_on_the_pointer_is_put_back() -> None:
    """All have to be turned twice, so their first halves fit on none of the cells that are clicked first."""
    pips = [[2, 1], [4, 3], [6, 5]]
    regions = [{"type": "sum", "target": pips[r][c], "indices": [[r, c]]} for r in range(3) for c in range(2)]
    puzzle = solver.load({"game": "pips", "dominoes": [[a, b] for b, a in pips], "regions": regions})
    assert isinstance(puzzle, PipsPuzzle)
    played = Carried(Clock(), puzzle, turned_by="right")
    assert (play(played).kind, played.solved) == ("won", True)


def test_where_dominoes_hang_on_the_pointer_after_drags_they_are_laid_by_clicks() -> None:
    """One press picks up and the next lays: what is dragged is laid by the click that is to let it go."""
    pips = [[1, 2], [3, 4], [5, 6], [0, 2], [1, 5]]
    regions = [{"type": "sum", "target": pips[r][c], "indices": [[r, c]]} for r in range(5) for c in range(2)]
    puzzle = solver.load({"game": "pips", "dominoes": pips, "regions": regions})
    assert isinstance(puzzle, PipsPuzzle)
    played = Pressed(Clock(), puzzle, turned_by="right")
    assert (play(played).kind, played.solved) == ("won", True)
    assert sum(isinstance(gesture, Drag) for gesture in played.sent) <= 3


@pytest.mark.parametrize("in_field", [False, True])
@pytest.mark.parametrize(
    ("by", "rules"),
    [("wheel", {}), ("wheel", {"spin": -1}), ("wheel", {"closes_up": False}), ("right", {}), ("key r", {})],
)
def test_what_is_shown_in_the_hand_is_turned_and_laid_as_it_lies_there(
    in_field: bool, by: str, rules: dict[str, Any]
) -> None:
    played = Shown(Clock(), puzzle_of(large(3)), **rules)
    played.in_field, played.by = in_field, by
    news: list[str] = []
    outcome = play(played, lambda event: news.append(event.data.get("message", "")))
    assert (outcome.kind, played.solved) == ("won", True), outcome
    assert "a domino that is taken is shown beside the tray" in news


@pytest.mark.parametrize("seed", [1, 3, 5])
def test_what_is_shown_in_the_hand_is_held_by_the_half_that_was_clicked(seed: int) -> None:
    played = ShownByHalves(Clock(), puzzle_of(large(seed)))
    outcome = play(played)
    assert (outcome.kind, played.solved) == ("won", True), outcome
    assert played.clock.now() < 20


def test_what_the_press_of_a_drag_took_is_seen_where_the_pointer_rests() -> None:
    pips = [[1, 2], [4, 3], [5, 6], [0, 2], [5, 1]]
    regions = [{"type": "sum", "target": pips[r][c], "indices": [[r, c]]} for r in range(5) for c in range(2)]
    played = Left(Clock(), puzzle_of({"game": "pips", "dominoes": pips, "regions": regions}))
    news: list[str] = []
    outcome = play(played, lambda event: news.append(event.data.get("message", "")))
    assert (outcome.kind, played.solved) == ("won", True), outcome
    assert sum(isinstance(gesture, Drag) and gesture.manner != "clicks" for gesture in played.sent) <= 2
    assert "a domino hung on the pointer; letting it go" in news


def test_where_nothing_turns_what_is_shown_in_the_hand_that_is_said() -> None:
    played = Shown(Clock(), puzzle_of(large(3)))
    played.by = "nothing"
    outcome = play(played)
    assert outcome.kind in ("cannot_play", "no_progress")
    assert played.clock.now() < 30


def test_what_is_shown_in_the_hand_goes_back_where_its_place_is_taken() -> None:
    """Before the last domino of a board that was hard to read a wrong one is laid, while that one is in the hand."""
    played = Shown(Clock(), puzzle_of(large(3)))
    hard_to_read(played)
    assert (play(played).kind, played.solved) == ("doubtful", True)
    assert any(gesture.why.endswith("back") for gesture in played.sent)


@pytest.mark.parametrize("shows", [True, False])
def test_what_may_be_in_the_hand_is_put_back_only_where_that_is_not_seen(shows: bool) -> None:
    """Of two that were taken from the board before one has come to the tray, and one lies on it."""
    played = page()
    played.tiles[0].cells = (2, 2), (2, 3)
    table, gone = ShownTable(played.look()), Place(((0, 2), (1, 2)), (5, 3))
    table._shows, table._went = shows, True
    table._in_hand.taken_back([gone, Place(((2, 2), (2, 3)), (0, 1))], ())
    whys = [gesture.why for gesture in table.plan(played.look()).gestures]
    assert whys == (["put it back"] if not shows else []) + ["0-1 back from r3 c3 r3 c4"]


def test_a_page_that_takes_no_drags_is_given_up() -> None:
    played = page(lost=lambda: True)
    outcome = play(played)
    assert outcome.kind == "cannot_play"
    assert "nothing that was tried" in outcome.message
    assert played.clock.now() < 10.0


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10**6), share=st.floats(0, 0.2), closes_up=st.booleans(), spin=st.sampled_from([1, -1]))
def test_lost_presses_only_cost_time(seed: int, share: float, closes_up: bool, spin: int) -> None:
    rng = Random(seed)
    played = page(closes_up=closes_up, spin=spin, lost=lambda: rng.random() < share)
    assert (play(played).kind, played.solved) == ("won", True)


def test_a_domino_that_hangs_over_its_place_is_no_win() -> None:
    """The last drop is refused at first, but the page draws the domino there for a while before it goes back."""
    played = page(closes_up=False)
    drop = played.drop
    refused: list[tuple[Tile, float]] = []

    def refuse_once(tile: Tile, middle: Point, drag: Drag) -> None:
        drop(tile, middle, drag)
        if all(one.cells for one in played.tiles) and not refused:
            refused.append((tile, played.clock.now() + 0.05))

    look = played.look

    def look_later(near: Rect | None = None, anew: bool = False) -> Sight:
        for tile, until in refused:
            if played.clock.now() > until and until:
                tile.cells = None
                refused[0] = (tile, 0.0)
        return look(near)

    played.drop, played.look = refuse_once, look_later  # type: ignore[method-assign]
    assert play(played).kind == "won"
    played.clock.sleep(1)
    look_later()
    assert played.solved


@dataclass
class Refusing(Page):
    """A page that refuses the last domino, and whose board cannot be read from then on, though it is there."""

    refused: bool = False

    def drop(self, tile: Tile, middle: Point, drag: Drag) -> None:
        self.refused |= sum(one.cells is None for one in self.tiles) == 1
        if not self.refused:
            super().drop(tile, middle, drag)

    def look(self, near: Rect | None = None, anew: bool = False) -> Sight:
        if self.refused:
            self.clock.sleep(0.1)
            raise OccludedError("What is on the board and beside it does not go together.")
        return super().look(near, anew)


def test_a_board_that_cannot_be_read_after_the_last_move_is_no_win_where_it_looks_as_before() -> None:
    puzzle = solver.load(PUZZLE)
    assert isinstance(puzzle, PipsPuzzle)
    played = Refusing(Clock(), puzzle)
    outcome = play(played)
    assert (outcome.kind, played.solved) == ("no_board", False), outcome


def test_what_is_taken_for_another_board_for_a_moment_is_looked_at_again() -> None:
    """A tray in motion may be read as anything, also after the last drop: that is no win, and nothing to click on."""
    played, names = page(closes_up=False), []
    grid = solver.load({"game": "takuzu", "size": 4, "cells": ["0...", "..1.", "....", ".0.1"]})
    other = Sight("takuzu", grid, {(r, c): (330 + 40 * c, 370 + 40 * r) for r in range(4) for c in range(4)}, STEP)
    look, looks = played.look, [0, 0]  # and after how many gestures

    def look_at_times(near: Rect | None = None, anew: bool = False) -> Sight:
        looks[:] = [looks[0] + 1 if looks[1] == len(played.sent) else 0, len(played.sent)]
        return other if played.sent and looks[0] < 2 else look(near)

    def drop(tile: Tile, middle: Point, drag: Drag) -> None:
        """The last one is refused at first."""
        drop_it(tile, middle, drag)
        if all(one.cells for one in played.tiles) and not refused:
            refused.append(tile)
            tile.cells = None

    drop_it, refused = played.drop, list[Tile]()
    played.look, played.drop = look_at_times, drop  # type: ignore[method-assign]
    outcome = play(played, lambda event: names.append(event.name))
    assert (outcome.kind, played.solved, bool(refused)) == ("won", True, True)
    assert "changed" not in names
