"""Looks at a board while it is played, quick ones or by `vision`; waited for where it cannot be read.

When to look, and what to do about it, is the player's business (`player.py`).
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from actuator.events import Ended
from actuator.eyes import Eyes
from actuator.motion import POLL_SECONDS, Motion
from actuator.moves import Cell, Click, Drag, Gesture, Rect
from actuator.pace import GROUP, Pace
from actuator.scene import Group, Scene, has_changed, unmoved
from actuator.sight import Sight, in_play
from actuator.table import Batch, Table
from vision.errors import UnreadableError

# Where nothing can be read and nothing moves, nothing more is waited for after so long.
STILL_SECONDS = 2.2
# A board that appears changes so many rows and columns of pixels: the smallest has 4 cells of 20. A clock and a cursor
# that blinks change fewer rows.
LEAST_CHANGE = 80
# A board that is gone for this long after the last move is taken to have been won.
GONE_SECONDS = 0.6


class Watch:
    """Where the player's sights come from. `deadline`: when the game's time is up. `touched`: the cells that were
    clicked last. `escapes`: what takes away, on many pages, what they have opened or lifted, one after the other; none
    where what hides the board may say that it is solved."""

    def __init__(
        self,
        eyes: Eyes,
        motion: Motion,
        pace: Pace,
        desktop: Rect,
        most: float,
        tell: Callable[..., None],
        now: Callable[[], float],
        sleep: Callable[[float], None],
    ) -> None:
        """`most`: seconds that a board is waited for while something moves. `tell`: takes an event."""
        self._eyes, self._motion, self._pace, self._desktop = eyes, motion, pace, desktop
        self._most, self._tell, self._now, self._sleep = most, tell, now, sleep
        self.deadline = 0.0
        self.touched: frozenset[Cell] = frozenset()
        self.escapes: Sequence[Callable[[], None]] = ()
        self.hidden = False  # whether what was touched could not be seen for a while

    def expect(
        self, batch: Batch, scene: Scene, press_escape: Callable[[], None], send: Callable[[Gesture], None]
    ) -> None:
        """These gestures come next. A domino that is taken and not laid may be shown over the board, wherever the
        pointer was last; on many pages a click where it was taken puts it back. Not where that is hidden, too."""
        self.touched = frozenset(one.cell for one in batch.gestures if isinstance(one, Click) and one.cell)
        end = batch.gestures[-1]

        def put_back() -> None:
            by_clicks = isinstance(end, Drag) and end.manner == "clicks"
            if by_clicks and unmoved(scene, self._eyes.frame(scene.reach), end.points[0]):
                send(Click(end.points[0], why="put it back"))

        self.escapes, self.hidden = () if batch.last else (press_escape, put_back), False

    def see(self, last: Scene | None) -> Sight:
        """The board on the screen; waited for, within bounds, while there is none that can be read but things move."""
        end = min(self.deadline, self._now() + self._most)
        where, least = (last.reach, 1) if last else (self._desktop, LEAST_CHANGE)  # not a clock beside it
        told, escapes = "", self.escapes if last else ()
        while True:
            # Refusing takes a while: what covered the board may go meanwhile, and nothing more would change after it.
            before = self._eyes.frame(where)
            try:
                sight = self._eyes.look(last.surroundings if last else None)
            except UnreadableError as error:
                self.hidden = True
                if (message := in_play(error.message)) != told:
                    told = message
                    self._tell("waiting", kind=error.kind, message=told)
                still = max(min(end, self._motion.moved_at + STILL_SECONDS), self._now() + POLL_SECONDS)
                if self._motion.changes(where, still, before, least) and self._now() < end:
                    continue
                if not any(self._changes(where, escape) for escape in escapes):
                    raise Ended("no_board", told) from None
                escapes = ()
                continue
            self._tell("look", board=numbers(sight.board))
            return sight

    def _changes(self, where: Rect, act: Callable[[], None]) -> bool:
        """Whether something changes there when that is done."""
        before = self._eyes.frame(where)
        act()
        return self._motion.changes(where, self._now() + self._pace.patience, before)

    def see_or_gone(self, last: Scene, before: NDArray[np.uint8] | None = None) -> Sight | None:
        """The board, or None if it is gone for a while. `before`: its place when it was last looked for in vain."""
        end = self._now() + GONE_SECONDS
        while before is None or self._motion.changes(last.reach, end, before):
            before = self._eyes.frame(last.reach)
            with contextlib.suppress(UnreadableError):
                return self._eyes.look(last.surroundings)
        return None

    def glimpse_or_look(self, scene: Scene, frame: NDArray[np.uint8]) -> Sight | None:
        """The board by a quick look, or, where that does not tell and nothing moves, by `vision`; else None."""
        seen = self._eyes.glimpse()
        if seen is None and not self._motion.changes(scene.reach, self._now() + self._pace.rest, frame):
            seen = self._eyes.guess(self.touched, surely=True)  # `vision` would have to tell a symbol from a stain
            if seen is None:
                with contextlib.suppress(UnreadableError):
                    seen = self._eyes.look(scene.surroundings)
                doubtful = self._doubtful(scene.sight, seen)
                if doubtful:
                    seen = self._eyes.guess(doubtful) or seen
        if seen is not None:
            self._tell("look", board=numbers(seen.board))
        return seen

    def _doubtful(self, before: Sight, seen: Sight | None) -> frozenset[Cell]:
        """Clicked cells in which something may be that is no symbol: it is read as nothing, or not as this board."""
        if before.game == "pips":
            return frozenset()
        if seen is None or (seen.game, seen.cells.keys()) != (before.game, before.cells.keys()):
            return self.touched
        return frozenset((r, c) for r, c in self.touched if seen.puzzle.cells[r][c] == ".")

    def anew(self, table: Table, scene: Scene, sight: Sight, surely: bool = False) -> Sight:
        """The board as `vision` reads it, where it can: compared with what is known, something may have been taken for
        something else. What only clicks have told, such as pencil marks, it does not know. Not where it is hard to read
        and was not before (dominoes may be, while one is held), nor, if this is to be known `surely`, where it is hard
        to read at all."""
        if sight.strange:
            return sight
        with contextlib.suppress(UnreadableError):
            read = self._eyes.look(scene.surroundings, anew=True)
            doubtful = read.unsure and (surely or not (sight.unsure or sight.game == "pips"))
            if table.same_board(read) and not doubtful:
                self._eyes.remember(read)
                return read
        return sight

    def caught_up(self, groups: list[Group], scene: Scene) -> NDArray[np.uint8] | None:
        """The board, when so much is seen of the clicks that were sent in groups that the page can take another one.

        It is waited for while the page goes on changing. None where it does nothing for too long.
        """
        frame = self._eyes.frame(scene.reach)
        patience = self._pace.patience + self._pace.busy(GROUP * len(groups))
        sent, waited = self._now(), False
        end = sent + patience
        while True:
            while groups and has_changed(scene, groups[0], frame):
                groups.pop(0)
                if waited:
                    self._pace.group_took(self._now() - sent)
            if len(groups) < self._pace.groups:
                return frame
            if self._now() >= end:
                return None
            self._sleep(POLL_SECONDS)
            waited, before, frame = True, frame, self._eyes.frame(scene.reach)
            if not np.array_equal(before, frame):
                end = self._now() + patience


def numbers(rect: Rect) -> list[float]:
    """A rectangle, for the events."""
    return [round(v, 1) for v in (rect.left, rect.top, rect.right, rect.bottom)]
