"""Queens played in memory: crosses that come and go by themselves, crowns that are wrong, whatever clicks do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

import solver
from actuator.events import Event, Outcome, Patience
from actuator.moves import Cell, Click, Gesture, Point, Rect
from actuator.player import Player
from actuator.queens import QueensTable
from actuator.sight import Sight
from samples.queens_boards import Board, excluded, make_board
from tests.actuator.shown import DESKTOP, ShownPage
from vision.errors import OccludedError

STEP = 40.0
LEFT, TOP = 100.0, 60.0


def cycle(order: str) -> dict[str, str]:
    return {symbol: order[(k + 1) % len(order)] for k, symbol in enumerate(order)}


PAGES: dict[str, Mapping[str, Mapping[str, str]]] = {
    "cycle": {"left": cycle(".xQ"), "right": cycle(".Qx")},
    "other order": {"left": cycle(".Qx")},
    "two buttons": {"left": {".": "Q", "Q": ".", "x": "Q"}, "right": {".": "x", "x": ".", "Q": "x"}},
    "never empty again": {"left": {".": "x", "x": "Q", "Q": "x"}},
    "no crosses": {"left": cycle(".Q") | {"x": "Q"}},
}


@dataclass
class Page(ShownPage):
    """A board of Queens in memory. `buttons`: what each makes of each symbol. `auto`: a crown crosses out what it
    excludes, and takes these crosses with it; `always`: they also come back where they were clicked away."""

    board: Board
    buttons: Mapping[str, Mapping[str, str]]
    auto: bool = False
    always: bool = False
    marks: dict[Cell, str] = field(default_factory=dict)
    lost: Callable[[], bool] = lambda: False
    delay: float = 0.02
    gone_when_solved: bool = False
    seconds: float = 0.0
    pending: list[tuple[float, Cell, str]] = field(default_factory=list)
    pressed: list[Cell] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.puzzle = solver.load(self.board.with_cells(self.board.empty))
        self.by: dict[Cell, set[Cell]] = {}
        for cell, symbol in self.marks.items():
            if symbol == "Q":
                self._cross(cell)

    # -- what a player needs: eyes and a hand -------------------------------------------------------------------------

    def look(self, near: Rect | None = None, anew: bool = False) -> Sight:
        self.sleep(0.03)
        if self.gone_when_solved and self.solved:
            raise OccludedError("Something lies over the board.")
        span = range(self.board.size)
        cells = {(r, c): (LEFT + (c + 0.5) * STEP, TOP + (r + 0.5) * STEP) for r in span for c in span}
        rows = tuple("".join(self.shown((r, c)) for c in span) for r in span)
        assert isinstance(self.puzzle, solver.QueensPuzzle)
        return Sight("queens", self.puzzle.with_cells(rows), cells, STEP)

    def frame(self, rect: Rect) -> NDArray[np.uint8]:
        picture = np.full((int(rect.height), int(rect.width), 3), 9, np.uint8)
        for r in range(0 if self.gone_when_solved and self.solved else self.board.size):
            for c in range(self.board.size):
                x, y = int(LEFT + c * STEP - rect.left), int(TOP + r * STEP - rect.top)
                picture[max(0, y + 4) : max(0, y + 36), max(0, x + 4) : max(0, x + 36)] = 60 * ".xQ".index(
                    self.shown((r, c))
                )
        return picture

    def send(self, gesture: Gesture) -> None:
        self.sleep(0.005)
        assert isinstance(gesture, Click)
        cell = int((gesture.at[1] - TOP) // STEP), int((gesture.at[0] - LEFT) // STEP)
        assert all(0 <= k < self.board.size for k in cell)
        self.pressed.append(cell)
        if not self.lost():
            self.pending.append((self.seconds + self.delay, cell, gesture.button))

    def position(self) -> Point:
        return 5.0, 5.0

    def now(self) -> float:
        return self.seconds

    def sleep(self, seconds: float) -> None:
        self.seconds += max(0.0, seconds)
        while self.pending and self.pending[0][0] <= self.seconds:
            _, cell, button = self.pending.pop(0)
            self._press(cell, button)

    # -- inside -------------------------------------------------------------------------------------------------------

    def shown(self, cell: Cell) -> str:
        return self.marks.get(cell) or ("x" if self.by.get(cell) else ".")

    def _press(self, cell: Cell, button: str) -> None:
        if self.solved:
            return
        before = self.shown(cell)
        after = self.buttons.get(button, {}).get(before, before)
        if before == after:
            return
        self.marks.pop(cell, None)
        if not self.always:
            self.by.pop(cell, None)
        if after != ".":
            self.marks[cell] = after
        if before == "Q":
            for crowns in self.by.values():
                crowns.discard(cell)
        if after == "Q":
            self._cross(cell)

    def _cross(self, crown: Cell) -> None:
        for cell in excluded(self.board.regions, crown) if self.auto or self.always else ():
            self.by.setdefault(cell, set()).add(crown)

    @property
    def crowns(self) -> list[Cell]:
        return sorted(cell for cell, symbol in self.marks.items() if symbol == "Q")

    @property
    def solved(self) -> bool:
        return self.crowns == self.board.crowns


def play(page: Page, patience: Patience | None = None) -> tuple[Outcome, list[Event]]:
    events: list[Event] = []
    player = Player(
        page, page, [DESKTOP], QueensTable, patience=patience, report=events.append, now=page.now, sleep=page.sleep
    )
    return player.play(), events


def board(size: int = 7, seed: int = 3) -> Board:
    return make_board(size, Random(seed))


@pytest.mark.parametrize("auto", [False, True])
@pytest.mark.parametrize("name", PAGES)
def test_whatever_clicks_do_it_is_learnt(name: str, auto: bool) -> None:
    page = Page(board(), PAGES[name], auto=auto)
    outcome, _ = play(page)
    assert (outcome.kind, page.solved) == ("won", True)
    assert set(page.pressed) <= set(page.board.crowns)


@pytest.mark.parametrize("auto", [False, True])
def test_no_more_clicks_than_needed(auto: bool) -> None:
    page = Page(board(9), PAGES["cycle"], auto=auto)
    assert play(page)[0].won
    assert len(page.pressed) == 2 * 9


@pytest.mark.parametrize(("name", "more"), [("other order", 3), ("two buttons", 2), ("never empty again", 0)])
def test_a_first_crown_is_clicked_once_more_where_no_cross_was_seen(name: str, more: int) -> None:
    """What comes then may be the crown, and that a cross. It costs the clicks that bring the crown back."""
    page = Page(board(), PAGES[name])
    outcome, events = play(page)
    assert outcome.won
    assert ("a left click on a crown" in [event.data.get("trial") for event in events]) == bool(more)
    assert len(page.pressed) == (7 + more if more else 2 * 7)


def test_crosses_in_the_way_need_one_click_and_others_none() -> None:
    one = board(8)
    crossed = {(r, c): "x" for r in range(8) for c in range(8) if (r + c) % 2}
    page = Page(one, PAGES["cycle"], marks=dict(crossed))
    assert play(page)[0].won
    assert len(page.pressed) == sum(1 if crown in crossed else 2 for crown in one.crowns)
    assert all(page.marks[cell] == "x" for cell in crossed.keys() - set(one.crowns))


@pytest.mark.parametrize("auto", ["none", "auto", "always"])
@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("seed", [1, 2])
def test_wrong_crowns_go_with_the_crosses_they_made(name: str, auto: str, seed: int) -> None:
    one, rng = board(7, seed), Random(seed)
    others = [(r, c) for r in range(7) for c in range(7) if (r, c) not in one.crowns]
    marks = dict.fromkeys([*rng.sample(others, 3), *one.crowns[:2]], "Q")
    page = Page(one, PAGES[name], auto=auto == "auto", always=auto == "always", marks=marks)
    outcome, _ = play(page)
    assert (outcome.kind, page.solved) == ("won", True)
    kept = [cell for cell in page.pressed if cell in one.crowns[:2]]
    assert kept == []


@settings(max_examples=25, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    share=st.floats(0, 0.2),
    delay=st.floats(0, 0.5),
    name=st.sampled_from(sorted(PAGES)),
    auto=st.booleans(),
)
def test_lost_clicks_and_slow_pages_only_cost_time(
    seed: int, share: float, delay: float, name: str, auto: bool
) -> None:
    rng = Random(seed)
    one = board(6, seed % 20)
    wrong = rng.choice([(r, c) for r in range(6) for c in range(6) if (r, c) not in one.crowns])
    page = Page(one, PAGES[name], auto=auto, marks={wrong: "Q"}, lost=lambda: rng.random() < share, delay=delay)
    outcome, _ = play(page, Patience(timeout=600))
    assert (outcome.kind, page.solved) == ("won", True)


def test_a_solved_board_is_left_alone() -> None:
    one = board()
    page = Page(one, PAGES["cycle"], marks=dict.fromkeys(one.crowns, "Q"))
    outcome, _ = play(page)
    assert (outcome.kind, page.pressed) == ("already_solved", [])


def test_a_board_that_goes_with_the_last_crown_was_won() -> None:
    page = Page(board(), PAGES["cycle"], auto=True, gone_when_solved=True)
    assert (play(page)[0].kind, page.solved) == ("won", True)


def test_a_board_that_takes_no_clicks_is_given_up() -> None:
    page = Page(board(), {})
    outcome, _ = play(page)
    assert outcome.kind in ("no_progress", "cannot_play")
    r, c = page.board.crowns[0]
    assert f"r{r + 1} c{c + 1}" in outcome.message
    assert len(page.pressed) < 40


def test_regions_without_a_solution_are_not_played() -> None:
    page = Page(Board(4, ("ABBB", "CBBB", "DBBB", "BBBB"), ("Q...",) * 4), PAGES["cycle"])
    outcome, _ = play(page)
    assert (outcome.kind, page.pressed) == ("cannot_play", [])
    assert "no solution" in outcome.message


@pytest.mark.parametrize("wanted", [(".Q..", "...Q", "Q...", "..Q."), ("..Q.", "Q...", "...Q", ".Q.."), ("Q...",) * 4])
def test_of_several_solutions_the_one_is_found_that_the_page_takes(wanted: tuple[str, ...]) -> None:
    page = Page(Board(4, ("AAAA", "BBBB", "CCCC", "DDDD"), wanted), PAGES["cycle"], auto=True)
    outcome, events = play(page)
    assert any(event.name == "several" for event in events)
    if wanted == ("Q...",) * 4:
        assert outcome.kind == "cannot_play"
        assert "2 were played" in outcome.message
        first = [event.data["cell"] for event in events if event.name == "gesture"][:4]
        crowns = [[r, c] for r in range(4) for c in range(4) if page.shown((r, c)) == "Q"]
        assert len(crowns) == 4  # and not what was probed or laid to compare
        assert first[0] in crowns  # the likeliest solution, which was laid first
    else:
        assert (outcome.kind, page.solved) == ("won", True)


def test_what_it_would_take_is_told_before() -> None:
    one = board()
    (r, c), *_ = one.crowns
    other = next((r, k) for k in range(7) if k != c)
    page = Page(one, PAGES["cycle"], marks={other: "Q", (r, c): "x"})
    sight = page.look()
    table = QueensTable(sight)
    assert len(table.rehearse(sight)) == 1 + 1 + 2 * 6
    assert table.left(sight) == 8
    assert f"r{r + 1} c{other[1] + 1} is a crown, not an empty cell" in table.differences(sight)
