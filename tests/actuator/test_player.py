"""The closed loop against pages that exist only in memory, with a clock that goes as fast as the test likes.

The real screen, browser and pointer are in tests/e2e.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

import solver
from actuator.clicks import Clicks
from actuator.events import Event, Outcome, Patience
from actuator.grid import GridTable
from actuator.grid_goal import UNSAID
from actuator.moves import Click, Gesture, Point, Rect
from actuator.player import LEAST_IN_VAIN, Player
from actuator.sight import Sight
from actuator.solutions import MOST_PLAYED
from actuator.table import Batch
from solver.binary.puzzle import BinaryPuzzle
from tests.actuator.shown import DESKTOP, ShownPage
from vision.errors import OccludedError

TANGO = {
    "game": "tango",
    "size": 6,
    "cells": ["MM....", "SS....", "......", "..S...", "......", ".S...."],
    "h": [".....", "...x.", ".....", ".....", "...x.", "x.=x."],
    "v": ["......", "=.....", "....x.", "..xx..", "....=."],
}
STEP = 40.0
LEFT, TOP = 100.0, 60.0
WORDS = 500.0, 30.0  # where a page says something, beside the board


class Clock:
    """Time that passes only by sleeping, and a little with every look and gesture."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def now(self) -> float:
        return self.seconds

    def sleep(self, seconds: float) -> None:
        self.seconds += max(0.0, seconds)


# What the halves of a cell are called.
STACKED, ABREAST = ("upper half", "lower half"), ("left half", "right half")


@dataclass
class Page(ShownPage):
    """A grid game in memory. `buttons`: what each button makes of each symbol. `lost`: which presses do nothing."""

    puzzle: BinaryPuzzle
    clock: Clock
    buttons: Mapping[str, Mapping[str, str]]
    lost: Callable[[], bool] = lambda: False
    delay: float = 0.02
    covered: Callable[[float], bool] = lambda seconds: False
    tells_clues: bool = True
    origin: Callable[[float], Point] = lambda seconds: (LEFT, TOP)
    gone_when_solved: bool = False
    under: tuple[tuple[int, int], ...] = ()  # cells under a dialog, as plain as an empty cell, once it is solved
    over_lines: bool = False  # whether what is between these cells cannot be seen then, either
    says: Callable[[Page], int] = lambda page: 0  # how bright the words beside the board are
    firm: float = 0.0  # seconds a button must be down at least
    work: float = 0.0  # seconds that each click takes, one after the other; nothing is drawn in the meantime
    selects: str = ""  # "plain": a click on another cell than the last only selects it; "outlined": this is to be seen
    selected: tuple[int, int] | None = None
    pending: list[tuple[float, tuple[int, int], str]] = field(default_factory=list)
    presses: list[tuple[Point, bool]] = field(default_factory=list)
    drawn: tuple[object, dict[Rect, NDArray[np.uint8]]] = (None, {})  # what it looked like, and how that was drawn

    def __post_init__(self) -> None:
        self.solution = solver.solve(self.puzzle)
        self.given = frozenset(self.puzzle.filled())
        self.rows = [list(row) for row in self.puzzle.cells]

    # -- what a player needs: eyes and a hand -------------------------------------------------------------------------

    def look(self, near: Rect | None = None, anew: bool = False) -> Sight:
        self.clock.sleep(0.03)
        self._settle()
        if self.covered(self.clock.now()) or (self.gone_when_solved and self.solved):
            raise OccludedError("Something lies over the board.")
        left, top = self.origin(self.clock.now())
        size = self.puzzle.size
        cells = {(r, c): (left + (c + 0.5) * STEP, top + (r + 0.5) * STEP) for r in range(size) for c in range(size)}
        hidden = self.under if self.under and self.solved else ()
        rows = tuple("".join("." if (r, c) in hidden else self.rows[r][c] for c in range(size)) for r in range(size))
        clues = self.given if self.tells_clues else None
        strange = {}
        if self.selects == "outlined" and self.selected and rows[self.selected[0]][self.selected[1]] == ".":
            strange[self.selected] = "a"
        return Sight(self.puzzle.game, self.puzzle.with_cells(rows), cells, STEP, clues=clues, strange=strange)

    def frame(self, rect: Rect) -> NDArray[np.uint8]:
        self._settle()
        cover = self.covered(self.clock.now()) or (self.gone_when_solved and self.solved)
        hidden = self.under if self.under and self.solved else ()
        state = cover, self.origin(self.clock.now()), self.says(self), hidden, self.selected, str(self.rows)
        if self.drawn[0] != state:
            self.drawn = state, {}
        if rect not in self.drawn[1]:
            self.drawn[1][rect] = self.draw(rect, cover, hidden)
        return self.drawn[1][rect].copy()

    def draw(self, rect: Rect, cover: bool, hidden: tuple[tuple[int, int], ...]) -> NDArray[np.uint8]:
        left, top = self.origin(self.clock.now())
        picture = np.full((int(rect.height), int(rect.width), 3), 200 if cover else int(left + top) % 97, np.uint8)
        x, y = int(WORDS[0] - rect.left), int(WORDS[1] - rect.top)
        picture[max(0, y) : max(0, y + 30), max(0, x) : max(0, x + 150)] += np.uint8(self.says(self))
        for r, row in enumerate(self.rows if not cover else ()):
            for c, symbol in enumerate(row):
                x, y = int(left + c * STEP - rect.left), int(top + r * STEP - rect.top)
                symbol = "." if (r, c) in hidden else symbol
                shade = 40 * ".SM01".index(symbol) + 20 * (self.selects == "outlined" and self.selected == (r, c))
                by = -5 if self.over_lines and (r, c) in hidden else 4
                picture[max(0, y + by) : max(0, y + 40 - by), max(0, x + by) : max(0, x + 40 - by)] = shade
        return picture

    def send(self, gesture: Gesture) -> None:
        self.clock.sleep(0.005)
        self._settle()
        assert isinstance(gesture, Click)
        left, top = self.origin(self.clock.now())
        c, r = int((gesture.at[0] - left) // STEP), int((gesture.at[1] - top) // STEP)
        inside = 0 <= r < self.puzzle.size and 0 <= c < self.puzzle.size
        covered = self.covered(self.clock.now()) or ((r, c) in self.under and self.solved)
        meant = (r, c) not in self.given or gesture.why == "take away the selection"
        self.presses.append((gesture.at, inside and meant and not covered))
        if self.selects and inside and not self.lost():
            before, self.selected = self.selected, (r, c)
            if before != (r, c) and gesture.count == 1:
                return
        button = "long" if gesture.hold > 0.5 and "long" in self.buttons else gesture.button
        middle = 0.5 + (0.01 if (r + c) % 2 else -0.01)  # what a click there does differs from cell to cell
        for halves, part in ((STACKED, (gesture.at[1] - top) / STEP - r), (ABREAST, (gesture.at[0] - left) / STEP - c)):
            if button == "left" and self.buttons.keys() >= {*halves}:
                button = halves[part >= middle]
        if inside and not covered and (r, c) not in self.given and gesture.hold >= self.firm and not self.lost():
            began = max([self.clock.now(), *(due for due, _, _ in self.pending if self.work)])
            self.pending.append((began + self.work + self.delay * (not self.work), (r, c), button))

    def position(self) -> Point:
        return LEFT + STEP, TOP + STEP

    # -- inside -------------------------------------------------------------------------------------------------------

    def _settle(self) -> None:
        if self.work and self.pending and self.pending[-1][0] > self.clock.now():
            return
        due = [entry for entry in self.pending if entry[0] <= self.clock.now()]
        self.pending = [entry for entry in self.pending if entry[0] > self.clock.now()]
        for _, (r, c), button in due:
            now = self.rows[r][c]
            self.rows[r][c] = self.buttons.get(button, {}).get(now, now)

    @property
    def solved(self) -> bool:
        assert self.solution is not None
        return ["".join(row) for row in self.rows] == list(self.solution.cells)


def cycle(order: str) -> dict[str, str]:
    return {symbol: order[(k + 1) % len(order)] for k, symbol in enumerate(order)}


LEFT_CYCLE = {"left": cycle(".SM"), "right": cycle(".MS")}
ONLY_LEFT = {"left": cycle(".MS")}
TOGGLES = {"left": {".": "S", "S": ".", "M": "S"}, "right": {".": "M", "M": ".", "S": "M"}}
NO_CLEARING = {"left": {".": "S", "S": "M", "M": "S"}}
LONG = {"left": TOGGLES["left"], "long": TOGGLES["right"]}
PAGES = {
    "cycle": LEFT_CYCLE,
    "other order": ONLY_LEFT,
    "two buttons": TOGGLES,
    "never empty again": NO_CLEARING,
    "long press": LONG,
    "halves of a cell": dict(zip(STACKED, (TOGGLES["left"], TOGGLES["right"]), strict=True)),
    "halves side by side": dict(zip(ABREAST, (TOGGLES["right"], TOGGLES["left"]), strict=True)),
    "halves of an empty cell": dict(
        zip(ABREAST, ({".": "S", "S": ".", "M": "."}, {".": "M", "S": ".", "M": "."}), strict=True)
    ),
}


def play(page: Page, patience: Patience | None = None) -> tuple[Outcome, list[Event]]:
    events: list[Event] = []
    player = Player(
        page, page, [DESKTOP], GridTable, patience=patience, report=events.append,
        now=page.clock.now, sleep=page.clock.sleep,
    )  # fmt: skip
    return player.play(), events


def page(**changes: Any) -> Page:
    puzzle = changes.pop("puzzle", None) or solver.load(TANGO)
    assert isinstance(puzzle, BinaryPuzzle)
    return Page(puzzle, Clock(), changes.pop("buttons", LEFT_CYCLE), **changes)


@pytest.mark.parametrize("name", PAGES)
def test_whatever_clicks_do_it_is_learnt(name: str) -> None:
    played = page(buttons=PAGES[name])
    outcome, _ = play(played)
    assert (outcome.kind, played.solved) == ("won", True)
    assert all(on_a_cell for _, on_a_cell in played.presses)


@pytest.mark.parametrize("name", ["cycle", "two buttons"])
def test_a_button_is_held_down_where_a_short_click_does_nothing(name: str) -> None:
    played = page(buttons=PAGES[name], firm=0.03)
    assert (play(played)[0].kind, played.solved) == ("won", True)
    assert played.clock.now() < 15


@pytest.mark.parametrize(
    ("size", "rules"), [(6, {}), (6, {"delay": 0.5}), (6, {"work": 0.07}), (14, {"work": 0.02})], ids=str
)
def test_no_more_clicks_than_needed_also_where_the_page_is_slower(size: int, rules: dict[str, float]) -> None:
    puzzle = solver.load(TANGO) if size == 6 else solver.generate("takuzu", size=size, seed=1)
    assert isinstance(puzzle, BinaryPuzzle)
    played = page(puzzle=puzzle, buttons={"left": cycle("." + puzzle.symbols)}, **rules)
    assert (play(played)[0].kind, played.solved) == ("won", True)
    solution = solver.solve(played.puzzle)
    assert solution is not None
    needed = sum(
        (" " + puzzle.symbols).index(symbol)
        for r, row in enumerate(solution.cells)
        for c, symbol in enumerate(row)
        if (r, c) not in played.given
    )
    assert len(played.presses) == needed


def test_the_clicks_of_one_cell_are_apart() -> None:
    quick: dict[tuple[int, int], float] = {}
    played = page()
    send = played.send

    def send_unless_quick(gesture: Gesture) -> None:
        assert isinstance(gesture, Click)
        assert gesture.cell is not None
        gap = played.clock.now() - quick.get(gesture.cell, -9.0)
        quick[gesture.cell] = played.clock.now()
        assert gap > 0.06
        send(gesture)

    played.send = send_unless_quick  # type: ignore[method-assign]
    assert play(played)[0].won


def now_and_then(seed: int, share: float) -> Callable[[], bool]:
    """Whether the next click is lost: such a share of them, but fewer in a row than a page is given up for."""
    rng, row = Random(seed), 0

    def lost() -> bool:
        nonlocal row
        row = row + 1 if rng.random() < share and row < LEAST_IN_VAIN - 1 else 0
        return row > 0

    return lost


@example(seed=562274, share=0.15, delay=0.2, name="long press", tells=False)
@example(seed=307059, share=0.14, delay=0.4, name="long press", tells=True)
@settings(max_examples=20, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    share=st.floats(0, 0.2),
    delay=st.floats(0, 0.5),
    name=st.sampled_from(sorted(PAGES)),
    tells=st.booleans(),
)
def test_lost_clicks_and_slow_pages_only_cost_time(
    seed: int, share: float, delay: float, name: str, tells: bool
) -> None:
    played = page(buttons=PAGES[name], lost=now_and_then(seed, share), delay=delay, tells_clues=tells)
    outcome, _ = play(played, Patience(timeout=600))
    assert (outcome.kind, played.solved) == ("won", True)


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 10**6), name=st.sampled_from(sorted(PAGES)), tells=st.booleans())
def test_a_page_that_falls_behind_teaches_nothing_false(seed: int, name: str, tells: bool) -> None:
    """A browser on a busy machine takes its clicks in order, but in bursts with long waits between."""
    rng = Random(seed)
    played = page(buttons=PAGES[name], tells_clues=tells)
    free_at = 0.0
    send = played.send

    def send_later(gesture: Gesture) -> None:
        nonlocal free_at
        pending = len(played.pending)
        send(gesture)
        if len(played.pending) > pending:
            free_at = max(free_at, played.clock.now()) + rng.choice([0.0, 0.0, 0.0, 0.05, 0.4])
            _, cell, button = played.pending.pop()
            played.pending.append((free_at, cell, button))

    played.send = send_later  # type: ignore[method-assign]
    outcome, _ = play(played, Patience(timeout=600))
    assert (outcome.kind, played.solved) == ("won", True)


@pytest.mark.parametrize("name", PAGES)
def test_what_was_learnt_falsely_is_forgotten(name: str) -> None:
    """The first clicks are seen to do something they do not."""
    played = page(buttons=PAGES[name])
    look, wrong = played.look, {".": "M", "S": ".", "M": "S"}

    def look_wrongly(near: Rect | None = None, anew: bool = False) -> Sight:
        sight = look(near)
        rows = [
            "".join(
                wrong[symbol] if (r, c) not in played.given and symbol != "." and len(played.presses) <= 3 else symbol
                for c, symbol in enumerate(row)
            )
            for r, row in enumerate(sight.puzzle.cells)
        ]
        return replace(sight, puzzle=sight.puzzle.with_cells(rows))

    played.look = look_wrongly  # type: ignore[method-assign]
    outcome, _ = play(played, Patience(timeout=600))
    assert (outcome.kind, played.solved) == ("won", True)


@pytest.mark.parametrize("deaf", [0.06, 0.15, 0.3])
def test_a_page_that_is_deaf_after_each_click_is_clicked_more_slowly(deaf: float) -> None:
    played = page()
    heard = -9.0
    send = played.send

    def send_unless_deaf(gesture: Gesture) -> None:
        nonlocal heard
        if played.clock.now() - heard < deaf:
            played.clock.sleep(0.005)
            return
        heard = played.clock.now()
        send(gesture)

    played.send = send_unless_deaf  # type: ignore[method-assign]
    outcome, _ = play(played)
    assert (outcome.kind, played.solved) == ("won", True)


def test_wrong_entries_are_mended_and_right_ones_left() -> None:
    played = page()
    solution = solver.solve(played.puzzle)
    assert solution is not None
    played.rows[2] = list(solution.cells[2])
    played.rows[4] = ["SM"[s == "S"] for s in solution.cells[4]]
    assert play(played)[0].kind == "won"
    assert not [at for at, _ in played.presses if TOP + 2 * STEP < at[1] < TOP + 3 * STEP]


def test_a_solved_board_is_left_alone() -> None:
    played = page()
    solution = solver.solve(played.puzzle)
    assert solution is not None
    played.rows = [list(row) for row in solution.cells]
    outcome, _ = play(played)
    assert (outcome.kind, outcome.won, played.presses) == ("already_solved", True, [])


def test_a_cover_is_waited_for_and_not_clicked_on() -> None:
    played = page(covered=lambda seconds: 0.25 < seconds < 2.3)
    outcome, events = play(played)
    assert outcome.kind == "won"
    assert any(event.name == "waiting" for event in events)
    assert sum(not on_a_cell for _, on_a_cell in played.presses) <= 8


def test_a_cover_that_takes_clicks_does_not_make_the_next_ones_slower() -> None:
    """The page would be held to lose clicks that come soon after each other."""
    played = page(covered=lambda seconds: 0.3 < seconds < 2.3)
    outcome, events = play(played)
    assert outcome.kind == "won"
    later = [event.seconds for event in events if event.name == "gesture" and event.seconds > 2.3]
    assert np.median(np.diff(later)) < 0.06


def test_a_cover_that_stays_ends_it() -> None:
    played = page(covered=lambda seconds: seconds > 0.25)
    outcome, _ = play(played, Patience(timeout=30, board=5))
    assert (outcome.kind, outcome.won) == ("no_board", False)
    assert "over the board" in outcome.message
    assert played.clock.now() < 10


def test_where_nothing_moves_a_refusal_is_not_waited_for() -> None:
    played = page(covered=lambda seconds: True)
    assert play(played)[0].kind == "no_board"
    assert played.clock.now() < 3


def test_a_clock_that_ticks_does_not_make_a_refusal_wait() -> None:
    """Nothing as large as a board changes; what the page says, `WORDS`, does each second."""
    played = page(covered=lambda seconds: True, says=lambda shown: int(shown.clock.now()))
    assert play(played)[0].kind == "no_board"
    assert played.clock.now() < 3


def test_a_cover_that_goes_while_the_look_is_refused_does_not_end_it() -> None:
    """To find that nothing can be read takes a second; nothing changes any more after it."""
    played = page(covered=lambda seconds: 0.25 < seconds < 1.3)
    look = played.look

    def look_for_long(near: Rect | None = None, anew: bool = False) -> Sight:
        try:
            return look(near)
        except OccludedError:
            played.clock.sleep(1.5)
            raise

    played.look = look_for_long  # type: ignore[method-assign]
    assert play(played)[0].kind == "won"


def test_a_menu_of_the_page_is_closed_after_every_right_click_once_it_was_seen() -> None:
    """It covers the board, and what is clicked under it would choose from it."""
    played, clicked_on_menu = page(buttons=TOGGLES), []
    send, opened = played.send, False

    def send_and_open(gesture: Gesture) -> None:
        nonlocal opened
        if opened:
            clicked_on_menu.append(gesture)
        else:
            send(gesture)
        opened |= isinstance(gesture, Click) and gesture.button == "right"

    def close_menu() -> None:
        nonlocal opened
        opened = False

    played.covered = lambda seconds: opened
    played.send, played.close_menu = send_and_open, close_menu  # type: ignore[method-assign]
    assert play(played)[0].kind == "won"
    assert clicked_on_menu == []


@pytest.mark.parametrize("helps", [True, False])
def test_what_covers_the_board_for_long_after_a_click_is_escaped_from_once(helps: bool) -> None:
    """A page may open or lift something that hides the board until Escape is pressed."""
    played, escapes = page(), 0
    send, opened = played.send, False

    def send_and_open(gesture: Gesture) -> None:
        nonlocal opened
        if not opened:
            send(gesture)
        opened = opened or (escapes == 0 and len(played.presses) == 3)

    def close_menu() -> None:
        nonlocal opened, escapes
        opened, escapes = opened and not helps, escapes + 1

    played.covered = lambda seconds: opened
    played.send, played.close_menu = send_and_open, close_menu  # type: ignore[method-assign]
    outcome, _ = play(played)
    assert outcome.kind == ("won" if helps else "no_board")
    assert escapes == 1


def test_what_comes_over_a_full_board_is_not_escaped_from() -> None:
    """It may be the page's or the browser's word that the board is solved."""
    played, escapes = page(puzzle=solver.load(LOOSE), buttons={"left": cycle(".01")}), 0

    def close_menu() -> None:
        nonlocal escapes
        escapes += 1

    played.covered = lambda seconds: "." not in "".join("".join(row) for row in played.rows)
    played.close_menu = close_menu  # type: ignore[method-assign]
    outcome, _ = play(played)
    assert outcome.kind == "covered"
    assert escapes == 0


def test_what_leads_nowhere_is_read_anew() -> None:
    """A cell is taken for something else when the board is compared with how it looked; reading it shows what it is."""
    played = page()
    look, (row, column), read_anew = played.look, (2, 0), False

    def look_wrongly(near: Rect | None = None, anew: bool = False) -> Sight:
        nonlocal read_anew
        sight, read_anew = look(near), read_anew or anew
        cells = [list(line) for line in sight.puzzle.cells]
        if len(played.presses) > 20 and not read_anew:
            cells[row][column] = "M"
        return replace(sight, puzzle=sight.puzzle.with_cells(["".join(line) for line in cells]))

    solution = solver.solve(played.puzzle)
    assert solution is not None
    assert solution.cells[row][column] == "S"
    played.look = look_wrongly  # type: ignore[method-assign]
    assert play(played)[0].kind == "won"
    assert played.solved


def test_a_board_that_moves_is_followed() -> None:
    played = page(origin=lambda seconds: (LEFT, TOP) if seconds < 0.25 else (LEFT + 333, TOP + 222))
    assert play(played)[0].kind == "won"
    assert sum(not on_a_cell for _, on_a_cell in played.presses) <= 8


def test_a_board_that_takes_no_clicks_is_given_up() -> None:
    played = page(buttons={})
    outcome, _ = play(played)
    assert outcome.kind in ("no_progress", "cannot_play")
    assert "r1 c3" in outcome.message
    assert len(played.presses) < 40


def seconds_in_vain(played: Page) -> tuple[Outcome, float]:
    """How it ends, and how long after the board last changed."""
    changed, before, settle = 0.0, played.rows, played._settle

    def watch() -> None:
        nonlocal changed, before
        settle()
        if played.rows != before:
            changed, before = played.clock.now(), [list(row) for row in played.rows]

    before = [list(row) for row in played.rows]
    played._settle = watch  # type: ignore[method-assign]
    outcome, _ = play(played)
    return outcome, played.clock.now() - changed


@pytest.mark.parametrize("heard", [1, 2, 5, 12, 25])
@pytest.mark.parametrize("name", ["cycle", "two buttons"])
def test_a_page_that_takes_no_more_clicks_is_soon_given_up(heard: int, name: str) -> None:
    numbers = itertools.count()
    played = page(buttons=PAGES[name], lost=lambda: next(numbers) >= heard)
    outcome, seconds = seconds_in_vain(played)
    assert outcome.kind in ("no_progress", "cannot_play")
    assert seconds < 3.5


@pytest.mark.parametrize("cell", [(0, 2), (2, 3), (5, 5)])
def test_a_cell_that_takes_no_clicks_is_soon_given_up(cell: tuple[int, int]) -> None:
    """A clue that was read as an empty cell, say."""
    played = page()
    send = played.send

    def send_elsewhere(gesture: Gesture) -> None:
        assert isinstance(gesture, Click)
        if gesture.cell != cell:
            send(gesture)

    played.send = send_elsewhere  # type: ignore[method-assign]
    outcome, seconds = seconds_in_vain(played)
    assert outcome.kind == "no_progress"
    assert f"r{cell[0] + 1} c{cell[1] + 1} is an empty cell" in outcome.message
    assert seconds < 3.5


def test_a_note_that_stays_over_clues_ends_it_soon() -> None:
    played = page()
    look = played.look

    def look_under_a_note(near: Rect | None = None, anew: bool = False) -> Sight:
        seen = look(near)
        rows = ["......" if played.presses and r == 0 else row for r, row in enumerate(seen.puzzle.cells)]
        return replace(seen, puzzle=seen.puzzle.with_cells(rows))

    played.look = look_under_a_note  # type: ignore[method-assign]
    assert play(played)[0].kind == "covered"
    assert played.clock.now() < 3.5


def test_what_covers_clues_after_the_last_move_says_that_it_is_won() -> None:
    """A browser's own dialog keeps the page from drawing the last symbol, and lies over clues."""
    played = page()
    look, last = played.look, {}

    def look_under_a_dialog(near: Rect | None = None, anew: bool = False) -> Sight:
        seen = look(near)
        if not played.solved:
            last["sight"] = seen
            return seen
        rows = ["......" if r == 0 else row for r, row in enumerate(last["sight"].puzzle.cells)]
        return replace(seen, puzzle=seen.puzzle.with_cells(rows))

    def frame_with_a_dialog(rect: Rect) -> NDArray[np.uint8]:
        drawn = frame(rect)
        drawn[: int(TOP + STEP - rect.top) if played.solved else 0] = 230
        return drawn

    played.look, frame = look_under_a_dialog, played.frame  # type: ignore[method-assign]
    played.frame, played.shows = frame_with_a_dialog, lambda wanted: False  # type: ignore[method-assign]
    outcome, _ = play(played)
    assert (outcome.kind, outcome.won) == ("won", True)
    assert "covers the board" in outcome.message
    assert played.clock.now() < 3


def test_a_page_whose_clicks_only_select_is_given_up_soon() -> None:
    """The frame of the selected cell goes from one to the next: that is not what clicks do."""
    played = page(selects="outlined", buttons={})
    outcome, _ = play(played)
    assert outcome.kind == "cannot_play"
    assert "by hand" in outcome.message
    assert played.clock.now() < 5


def test_the_time_is_kept() -> None:
    played = page(lost=lambda: True)
    outcome, _ = play(played, Patience(timeout=0.5))
    assert outcome.kind in ("timeout", "no_progress")
    assert played.clock.now() < 5


def test_a_board_that_goes_with_the_last_move_was_won() -> None:
    played = page(gone_when_solved=True)
    outcome, _ = play(played)
    assert (outcome.kind, played.solved) == ("won", True)


def test_a_dialog_as_plain_as_empty_cells_is_not_played_on() -> None:
    """Of the row under it no clue is hidden, which would tell."""
    played = page(under=tuple((2, column) for column in range(6)))
    outcome, _ = play(played)
    assert (outcome.kind, played.solved) == ("won", True)
    assert "something covers the board" in outcome.message
    assert all(on_a_cell for _, on_a_cell in played.presses)


def test_a_board_that_cannot_be_played() -> None:
    outcome, _ = play(page(puzzle=solver.load("tango SSS./4/4/4")))
    assert outcome.kind == "cannot_play"
    assert "no solution" in outcome.message


LOOSE = "takuzu 0.1./..../.1../...0"


@pytest.mark.parametrize("number", [0, 1, 2])
def test_of_several_solutions_the_one_that_the_page_takes_is_found(number: int) -> None:
    """The page takes no more clicks when it is solved as it wants, and says nothing of any other full board."""
    puzzle = solver.load(LOOSE)
    assert isinstance(puzzle, BinaryPuzzle)
    solutions = list(solver.solutions(puzzle.variant(unique_lines=False)))
    assert len(solutions) > 2
    played = page(puzzle=puzzle, buttons={"left": cycle(".01")})
    played.lost = lambda: tuple("".join(row) for row in played.rows) == tuple(solutions[number].cells)
    outcome, events = play(played)
    assert (outcome.kind, played.lost()) == ("won", True)
    assert [event for event in events if event.name == "several"]


def test_where_the_page_takes_none_of_several_solutions_it_is_given_up() -> None:
    played = page(puzzle=solver.load(LOOSE), buttons={"left": cycle(".01")})
    outcome, _ = play(played)
    assert (outcome.kind, outcome.won) == ("cannot_play", False)
    assert "several solutions" in outcome.message


def test_several_solutions_of_a_board_that_is_hard_to_read_are_not_played() -> None:
    played = page(puzzle=solver.load(LOOSE), buttons={"left": cycle(".01")})
    look = played.look

    def look_with_doubts(near: Rect | None = None, anew: bool = False) -> Sight:
        return replace(look(near), doubtful=True)

    played.look = look_with_doubts  # type: ignore[method-assign]
    outcome, _ = play(played)
    assert (outcome.kind, played.presses) == ("cannot_play", [])
    assert "hard to read" in outcome.message


def hard_to_read(played: Page, until: Callable[[], bool] = lambda: False) -> Page:
    """The same page, whose readings say that they may be wrong until then."""
    look = played.look

    def look_with_doubts(near: Rect | None = None, anew: bool = False) -> Sight:
        return replace(look(near), unsure=not until())

    played.look = look_with_doubts  # type: ignore[method-assign]
    return played


def test_a_board_that_was_hard_to_read_is_won_when_the_page_takes_no_more_clicks() -> None:
    played = hard_to_read(page())
    played.lost = lambda: played.solved
    assert (play(played)[0].kind, played.solved) == ("won", True)


@pytest.mark.parametrize("solved", [False, True])
def test_a_board_that_was_hard_to_read_is_not_said_to_be_won_while_the_page_goes_on(solved: bool) -> None:
    """A clue or a marker that was misread makes a solution that the page does not take."""
    played = hard_to_read(page())
    if solved:
        found = solver.solve(played.puzzle)
        assert found is not None
        played.rows = [list(row) for row in found.cells]
    outcome, _ = play(played)
    assert (outcome.kind, outcome.won, played.solved) == ("doubtful", False, True)
    assert "hard to read" in outcome.message
    assert bool(played.presses) != solved


def full(played: Page) -> bool:
    return all("." not in row for row in played.rows)


def wrong(played: Page) -> int:
    """How many cells are not as in the solution."""
    found = solver.solve(played.puzzle)
    assert found is not None
    pairs = zip("".join(map("".join, played.rows)), "".join(found.cells), strict=True)
    return sum(shown != wanted for shown, wanted in pairs)


@pytest.mark.parametrize(
    ("says", "kind"),
    [
        (lambda page: 100 * page.solved, "won"),
        (lambda page: 100 * full(page), "doubtful"),
        (lambda page: 3 * len(page.presses), "doubtful"),
        (lambda page: 100 * page.solved + 50 * full(page), "won"),
        (lambda page: (50 + 40 * wrong(page)) * full(page), "doubtful"),
    ],
    ids=["solved", "full", "counts clicks", "solved or wrong", "counts errors"],
)
def test_a_page_that_goes_on_is_asked_by_a_wrong_board_what_it_says(says: Callable[[Page], int], kind: str) -> None:
    """What it says of one that is full, whatever is on it, is no sign that it is solved. What it counts is none: what
    was read may be wrong, and the page count that as well."""
    played = hard_to_read(page())
    played.says = says
    outcome, events = play(played)
    assert (outcome.kind, played.solved) == (kind, True)
    assert any("a wrong one" in event.data.get("message", "") for event in events)


def only_with_unlike_lines() -> BinaryPuzzle:
    """Takuzu with several solutions, of which one has no two lines alike."""
    for seed in range(50):
        puzzle = solver.generate("takuzu", size=6, seed=seed)
        assert isinstance(puzzle, BinaryPuzzle)
        for r, c in puzzle.filled():
            rows = [row[:c] + "." + row[c + 1 :] if k == r else row for k, row in enumerate(puzzle.cells)]
            fewer = puzzle.with_cells(rows).variant(unique_lines=True)
            if solver.count(fewer, limit=2) == 1 and solver.count(fewer.variant(unique_lines=False), limit=9) < 9:
                puzzle = fewer
        if solver.count(puzzle.variant(unique_lines=False), limit=2) == 2:
            return puzzle.variant(unique_lines=True)
    raise AssertionError


@pytest.mark.parametrize("order", [".01", "01."])
@pytest.mark.parametrize("reading", ["several", "hard"])
def test_what_a_page_has_said_since_the_board_was_full_may_stay(reading: str, order: str) -> None:
    """Many pages say that a board is solved and let people play on. It is left as it was solved."""
    if reading == "hard":
        played = hard_to_read(page(buttons={"left": cycle(order.replace("0", "S").replace("1", "M"))}))
    else:
        played = page(puzzle=only_with_unlike_lines(), buttons={"left": cycle(order)})
    said = False

    def says(page: Page) -> int:
        nonlocal said
        said |= page.solved
        return 100 * said

    played.says = says
    outcome, events = play(played)
    assert (outcome.kind, played.solved) == ("won", True)
    assert not any("another one" in event.data.get("message", "") for event in events)


def test_where_no_solution_is_taken_the_likeliest_stays() -> None:
    played = page(puzzle=solver.load(LOOSE), buttons={"left": cycle(".01")})
    solutions = [list(map(list, one.cells)) for one in solver.solutions(played.puzzle.variant(unique_lines=False))]
    full: list[list[list[str]]] = []

    def says(page: Page) -> int:
        full.extend([[list(row) for row in page.rows]] * (page.rows in solutions))
        return 0

    played.says = says
    assert (play(played)[0].kind, played.rows) == ("cannot_play", full[0])
    assert len({str(rows) for rows in full}) == len(solutions)


def test_where_the_page_says_nothing_of_any_the_one_of_unlike_lines_is_won() -> None:
    """All others were laid before: a page that wants one of these takes no more clicks then, or says so."""
    played = page(puzzle=only_with_unlike_lines(), buttons={"left": cycle(".01")})
    outcome, events = play(played)
    assert (outcome.kind, outcome.message, played.solved) == ("won", UNSAID, True)
    assert any("another one" in event.data.get("message", "") for event in events)


@pytest.mark.parametrize("stays", [False, True])
def test_the_first_of_several_solutions_is_won_if_the_page_says_so(stays: bool) -> None:
    """What it says may stay, whatever is laid then."""
    played = page(puzzle=solver.load(LOOSE), buttons={"left": cycle(".01")})
    solutions = [list(map(list, one.cells)) for one in solver.solutions(played.puzzle.variant(unique_lines=False))]
    assert 2 < len(solutions) < MOST_PLAYED
    seen: list[list[list[str]]] = []

    def says(page: Page) -> int:
        if page.rows in solutions and page.rows not in seen:
            seen.append([list(row) for row in page.rows])
        return 100 * (bool(seen) if stays else page.rows in seen[:1])

    played.says = says
    outcome, events = play(played)
    assert (outcome.kind, played.rows) == ("won", seen[0])
    assert any("a wrong one" in event.data.get("message", "") for event in events)
    assert any("none of the solutions" in event.data.get("message", "") for event in events) == stays


@pytest.mark.parametrize("reading", ["several", "hard"])
def test_a_board_that_was_full_after_one_click_is_compared_with_none_before(reading: str) -> None:
    """What the page says may have stood there all the time."""
    several = reading == "several"
    puzzle = solver.load(LOOSE) if several else solver.generate("takuzu", size=6, seed=1)
    played = page(puzzle=puzzle, buttons={"left": cycle(".01")})
    played = played if several else hard_to_read(played)
    solution = next(solver.solutions(played.puzzle.variant(unique_lines=True)))
    played.rows = [list(row) for row in solution.cells]
    r, c = next((r, c) for r, row in enumerate(played.puzzle.cells) for c, symbol in enumerate(row) if symbol == ".")
    played.rows[r][c] = "."
    played.says = lambda page: 100
    outcome, _ = play(played)
    assert outcome.kind == ("cannot_play" if several else "doubtful")


def test_what_stays_says_nothing_where_there_are_more_solutions_than_are_played() -> None:
    """The page says of the first full board that it is not the one, and goes on saying so."""
    played = page(puzzle=solver.load("takuzu 0.1./..../..../...0"), buttons={"left": cycle(".01")})
    said = False

    def says(page: Page) -> int:
        nonlocal said
        said |= full(page)
        return 100 * said

    played.says = says
    outcome, _ = play(played, Patience(timeout=300))
    assert outcome.kind == "cannot_play"
    assert "several solutions" in outcome.message


@pytest.mark.parametrize("seed", range(4))
def test_a_wrong_board_is_not_made_of_cells_that_may_be_clues(seed: int) -> None:
    """To see what the page says of it only cells are changed that were empty: a clue may look like an entry."""
    puzzle = solver.generate("takuzu", size=6, seed=seed)
    played = hard_to_read(page(puzzle=puzzle, buttons={"left": cycle(".01")}))
    look = played.look
    played.look = lambda *given, **how: replace(look(*given, **how), clues=frozenset())  # type: ignore[method-assign]
    played.says = lambda page: 100 * page.solved
    outcome, events = play(played)
    assert (outcome.kind, played.solved) == ("won", True)
    assert any("a wrong one" in event.data.get("message", "") for event in events)
    assert all(on_a_cell for _, on_a_cell in played.presses)


def test_a_wrong_board_that_is_laid_to_ask_the_page_is_not_won() -> None:
    """Also where that one is read without doubt."""
    was_solved = False

    def is_wrong() -> bool:
        nonlocal was_solved
        was_solved |= played.solved
        return was_solved and not played.solved

    played = page()
    outcome, _ = play(hard_to_read(played, until=is_wrong))
    assert (outcome.kind, played.solved) == ("doubtful", True)


def test_a_board_that_is_read_without_doubt_in_the_end_is_won() -> None:
    played = page()
    hard_to_read(played, lambda: played.solved)
    assert (play(played)[0].kind, played.solved) == ("won", True)


@pytest.mark.parametrize("clear", [False, True])
def test_a_board_that_goes_with_the_last_move_is_won_if_all_else_was_read_without_doubt(clear: bool) -> None:
    played = page(gone_when_solved=True)
    hard_to_read(played, lambda: clear and sum(row.count(".") for row in played.rows) == 1)
    assert (play(played)[0].kind, played.solved) == ("won" if clear else "covered", True)


def test_what_covers_the_one_solution_of_unlike_lines_says_that_it_is_won() -> None:
    """All pages take it: those that want unlike lines, and those that do not."""
    played = page(puzzle=only_with_unlike_lines(), buttons={"left": cycle(".01")}, gone_when_solved=True)
    assert (play(played)[0].kind, played.solved) == ("won", True)


@pytest.mark.parametrize("over_lines", [True, False])
def test_a_plain_dialog_over_the_one_solution_of_unlike_lines_says_that_it_is_won(over_lines: bool) -> None:
    """Where the lines between cells stay, the page may have emptied them."""
    puzzle, under = only_with_unlike_lines(), ((2, 2), (2, 3), (3, 2), (3, 3))
    played = page(puzzle=puzzle, buttons={"left": cycle(".01")}, under=under, over_lines=over_lines)
    outcome, _ = play(played)
    assert (outcome.won, played.solved) == (over_lines, True)
    assert all(on_a_cell for _, on_a_cell in played.presses) == over_lines


def test_a_won_board_seen_otherwise_through_what_covers_it_is_not_played_on() -> None:
    """A page takes no more clicks, and half a second later something half transparent comes up over some cells."""
    played = page(puzzle=only_with_unlike_lines(), buttons={"left": cycle(".01")})
    look, frame, send = played.look, played.frame, played.send
    full_at: list[float] = []

    def comes_up() -> bool:
        full_at.extend([played.clock.now()] * (played.solved and not full_at))
        return bool(full_at) and played.clock.now() > full_at[0] + 0.9

    def looked(near: Rect | None = None, anew: bool = False) -> Sight:
        sight = look(near, anew)
        cells = [list(row) for row in sight.puzzle.cells]
        for r, c in itertools.product(range(4, 6) if comes_up() else (), range(6)):
            cells[r][c] = cells[r][c] if (r, c) in played.given else "1" if cells[r][c] == "0" else "0"
        return replace(sight, puzzle=played.puzzle.with_cells(["".join(row) for row in cells]))

    played.look = looked  # type: ignore[method-assign]
    played.frame = lambda rect: frame(rect) + np.uint8(9 * comes_up())  # type: ignore[method-assign]
    played.send = lambda gesture: None if full_at else send(gesture)  # type: ignore[method-assign]
    assert (play(played)[0].kind, played.solved) == ("won", True)


def test_of_several_solutions_what_covers_a_full_board_says_nothing() -> None:
    played = page(puzzle=solver.load(LOOSE), buttons={"left": cycle(".01")})
    played.covered = lambda seconds: full(played)
    assert play(played)[0].kind == "covered"


def test_entries_that_contradict_where_clues_are_not_told() -> None:
    played = page(tells_clues=False)
    played.rows[0][2:5] = list("MMM")
    outcome, _ = play(played)
    assert outcome.kind == "cannot_play"
    assert "clear the board" in outcome.message


def test_a_failing_hand_is_not_hidden() -> None:
    class PushedError(Exception):
        pass

    played = page()

    def refuse(gesture: Gesture) -> None:
        raise PushedError

    played.send = refuse  # type: ignore[method-assign]
    with pytest.raises(PushedError):
        play(played)


@given(st.permutations(".SM"))
def test_the_way_by_a_cycle_is_the_shortest(order: list[str]) -> None:
    clicks = Clicks(".SM")
    for before, after in cycle("".join(order)).items():
        clicks.saw("left", before, after)
    for start, goal in itertools.product(".SM", repeat=2):
        way = clicks.way(start, goal)
        assert way is not None
        assert len(way) == (order.index(goal) - order.index(start)) % 3


def test_clues_that_a_note_hides_do_not_make_another_board() -> None:
    """Read as empty cells, they would be filled in, and what was entered be taken for clues: a false win."""
    played, looks = page(), 0
    look = played.look

    def look_under_a_note(near: Rect | None = None, anew: bool = False) -> Sight:
        nonlocal looks
        seen = look(near)
        hidden = bool(played.presses) and looks < 12
        looks += hidden
        rows = ["......" if hidden and r == 0 else row for r, row in enumerate(seen.puzzle.cells)]
        return replace(seen, puzzle=seen.puzzle.with_cells(rows), clues=seen.clues)

    played.look = look_under_a_note  # type: ignore[method-assign]
    outcome, events = play(played)
    assert (outcome.kind, played.solved) == ("won", True)
    assert "changed" not in [event.name for event in events]
    assert all(meant for _, meant in played.presses)


def test_a_board_that_is_hard_to_read_in_the_middle_of_a_game_is_not_won_unasked() -> None:
    """What its cells show may have been misread since; the page goes on taking clicks, and shows nothing."""
    played = page()
    look = played.look

    def look_in_doubt(near: Rect | None = None, anew: bool = False) -> Sight:
        return replace(look(near), unsure=bool(played.presses))

    played.look = look_in_doubt  # type: ignore[method-assign]
    assert play(played)[0].kind == "doubtful"


@pytest.mark.parametrize("selects", ["plain", "outlined"])
@pytest.mark.parametrize("several", [False, True])
def test_a_first_click_may_only_select(selects: str, several: bool) -> None:
    """One that selects where the page is asked whether it has taken a solution must not be taken for a yes."""
    puzzle = solver.load({**TANGO, "h": ["....."] * 6, "v": ["......"] * 5} if several else TANGO)
    assert isinstance(puzzle, BinaryPuzzle)
    played = page(selects=selects, buttons=ONLY_LEFT, puzzle=puzzle)
    outcome, events = play(played)
    if several:
        assert outcome.kind == "cannot_play"
    else:
        assert (outcome.kind, played.solved) == ("won", True)
        assert len(played.presses) < 50
    assert any("only selects a cell" in event.data["message"] for event in events if event.name == "learnt")


def test_what_is_planned_outside_of_the_board_is_not_clicked() -> None:
    """As where what hangs on the pointer was taken for a part of it: the board is looked at once more."""
    played, plans = page(), itertools.count()

    class Astray(GridTable):
        def plan(self, sight: Sight) -> Batch:
            batch = super().plan(sight)
            return replace(batch, gestures=(Click((990.0, 890.0)),)) if next(plans) == 1 else batch

    events: list[Event] = []
    player = Player(
        played, played, [DESKTOP], Astray, report=events.append, now=played.clock.now, sleep=played.clock.sleep
    )
    assert player.play().won
    assert all(inside for _, inside in played.presses)
    assert [event.data["message"] for event in events if event.name == "interrupted"]
