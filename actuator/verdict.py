"""Whether the page says that a full board is solved, where it goes on taking gestures and the reading leaves doubts.

A page that has been won says so somewhere beside its board, or in other words than for any full board. Words are not
read: with a board that breaks the rules for certain (`Table.spoil`), laid for a moment, it is seen whether the page
shows there what it shows of a board that is not full, and of the other something else, each time the same. It may say
of that, too, what it thinks of it: where the board was hard to read that is believed when of a second one, with more
or fewer errors, it says the same. What is not here: laying these boards (`player.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from actuator.domino_places import box_of
from actuator.events import Ended
from actuator.moves import Rect
from actuator.pixels import largest
from actuator.sight import Sight
from actuator.table import LIKELIEST

if TYPE_CHECKING:
    from actuator.motion import Motion
    from actuator.table import Table

Frame = NDArray[np.uint8]

# What a page says of a full board is there after so many seconds.
SAYS_SECONDS = 0.5
# A pixel is the same at a difference of so many levels of 255.
SAME_LEVEL = 12
# What a page says is so wide and high, in cells: a number that counts something is not. Words are so far apart.
WIDE, HIGH, GAP = 1.2, 0.12, 0.3
# Of what changes there more than this part is otherwise with each other board.
OTHERWISE = 0.2
# What stands so near to the board, in cells, may be said of a part of it, unless it is so wide, or reaches farther: a
# row or a column has a number or a tick beside it.
BESIDE, SAID_OF_ALL = 0.5, 2.0
# What is beside a domino in the tray, such as a button, reaches so far beyond it, in lengths of it; what comes up
# beside a selected one so far from its own middle.
ASIDE, BADGE = 0.45, 0.8

COVERED_PART = "Something covers a part of the board; close it and start again."
LOOK = "Look whether the page has taken it."
DOUBTED = f"The board is solved as it was read, but it was hard to read. {LOOK}"
SEVERAL_COVERED = f"The board has several solutions; one was played, and something covers it now. {LOOK}"
DOUBTED_COVERED = f"The board was hard to read; it was played as it was read, and something covers it now. {LOOK}"
WRONG_COVERED = (
    "To see what the page says of it a wrong board was laid, and something covers it now. Close it and start again."
)
WRONG = "the page goes on as if the board were not solved; looking at what it says of a wrong one"
OPENED = "the page goes on as if the board were not solved; looking at what it says of one that is not full"
RIGHT = "the page goes on as if the board were not solved; putting it right again"
BACK = "putting the board right again"


class Verdict:
    """What was seen of one board. `spoiled`: whether a wrong board is being laid, or one that is not full; `again`:
    whether it is being put right after the page went on; `hopeful`: whether one more wrong board may tell."""

    def __init__(self, frame: Callable[[Rect], Frame], motion: Motion, desktop: Rect) -> None:
        self._frame, self._motion, self._desktop = frame, motion, desktop
        self._full: list[Frame] = []  # the screen with a full board, as it is to be
        self._others: list[Frame] = []  # with full boards that are not
        self._earlier: list[Frame] = []  # the same before the solution ever lay
        self._open: list[Frame] = []  # with the board shortly before it is full
        self._played: list[Rect] = []  # what gestures changed of it
        self._compared = False  # whether a wrong board has been asked for
        self._emptied = False  # whether what is being laid is not full
        self._stays = False  # whether what the page has said since the board was full stays when it no longer is
        self._begun = False  # whether what is being laid is wrong, before the solution ever lay
        self.spoiled = self.again = self.hopeful = False

    def begins_wrong(self, table: Table, sight: Sight) -> bool:
        """Before the last move on a board that was hard to read: whether another board is laid first, one that is wrong
        for certain. What covers the right one then, and did not cover that one, says that it is solved."""
        if self._full or self._others or self.spoiled:
            return False
        self.spoiled = self._begun = table.spoil(sight)
        return self._begun

    def takes(self, table: Table, sight: Sight, doubted: bool) -> bool:
        """Whether the page says that this full board is solved. `doubted`: it was hard to read, and the page may say
        what is wrong with it, as it may not say of one that is not full: it has to say something else of a wrong one.
        """
        self._motion.changes(self._desktop, self._motion.now() + SAYS_SECONDS)
        if self._emptied or (self._stays and table.likely):
            self._look_for_what_stays(table, sight)
            return self._stays and not self.spoiled
        (self._others if self.spoiled else self._full).append(look := self._look())
        self._earlier += [look] * self._begun
        if self.spoiled or len(self._others + self._open) < 2:
            return False
        if len(self._full) < 2:
            self._motion.changes(self._desktop, self._motion.now() + SAYS_SECONDS)
            self._full.append(self._look())
        if (self._others or not doubted) and self._says([self._others + self._open], sight.board, sight.step):
            return True
        asked, self.hopeful = self.hopeful, False
        if not self._others or not self._says([self._others, self._open], sight.board, sight.step):
            return False
        self.hopeful = doubted and not asked
        return not self.hopeful

    def _says(self, others: Sequence[Sequence[Frame]], board: Rect, cell: float) -> bool:
        return says(self._full, others, [board], self._desktop, cell)

    def _look_for_what_stays(self, table: Table, sight: Sight) -> None:
        """Whether the page shows now, when the board is full no more, what it did not show before it was full.

        Many pages say that it is solved and let people play on: what they have said stays. So may the place in the tray
        from which the last domino came.
        """
        where = [*self._played, *_played(table, sight)]
        others = [self._open, self._earlier] if self._earlier else [self._open]
        self._stays |= says([*self._full, self._look()], others, where, self._desktop, sight.step)

    def goes_on(self, table: Table, sight: Sight) -> str:
        """The page took a gesture on the full board. What is done now; news, for the events."""
        if not self._compared and self._open:
            if table.is_open(sight):
                self._look_for_what_stays(table, sight)
                if self._stays and table.likely:
                    return self.put_right()
            elif not self._emptied and table.empty(sight):
                self._emptied = self.spoiled = True
                return OPENED
        if (not self._compared or self.hopeful) and table.spoil(sight):
            self._compared = self.spoiled = True
            return WRONG
        return self.reject(table, sight) if table.several else self.put_right()

    def put_right(self) -> str:
        """The solution is laid again; news."""
        self.again = True
        return RIGHT

    def open(self, table: Table, sight: Sight) -> None:
        """The board is not solved: so the screen looks then, before it was full, or after it."""
        if not self._full and not self._others:
            self._open, self._played = [self._frame(self._desktop)], _played(table, sight)
        elif self.spoiled and table.is_open(sight):
            self._look_for_what_stays(table, sight)

    def mend(self, table: Table, sight: Sight) -> str:
        """The board that is not the solution was seen; news."""
        table.mend()
        self.spoiled, emptied, self._emptied = False, self._emptied, False
        if self._begun:
            self._begun = False
            return BACK
        if emptied and not (self._stays and table.likely):
            return self.goes_on(table, sight)
        self.again = True
        return BACK

    def reject(self, table: Table, sight: Sight) -> str:
        """The page does not take this solution, and another one is laid; news. Raises what `give_up_solution` does.

        What it has said since the first one was full, with that and with all others, may yet be that it has taken it.
        """
        self._others += self._full
        self._full, news = [], table.give_up_solution()
        self.again = news == LIKELIEST
        if self.again:
            where = [*self._played, *_played(table, sight)]
            self._stays = self._stays and says(self._others, [self._open], where, self._desktop, sight.step)
        return news

    def covered(self, table: Table, doubted: bool) -> Ended:
        """Something covers a full board of which the page has not said whether it has taken it. `doubted`: it was hard
        to read."""
        if self.spoiled:
            return Ended("covered", WRONG_COVERED)
        if self._others and not self._full:
            return Ended("won", "The board is full, and something covers it that did not cover a wrong one: it is won.")
        if table.likely and not doubted:
            return Ended("won", "The board is full, and something covers it: taken to be won.")
        return Ended("covered", SEVERAL_COVERED if table.several else DOUBTED_COVERED)

    def _look(self) -> Frame:
        self._motion.rest(self._desktop)
        return self._frame(self._desktop)


def _played(table: Table, sight: Sight) -> list[Rect]:
    """Where gestures change the screen: the board and its palette, or the board, each domino in its tray, and what is
    beside that."""
    if sight.game != "pips":
        return [table.reach(sight)]
    length = max((tile.length for tile in sight.tray), default=0.0)
    badges = (Rect(*at, 0, 0).grown(BADGE * length) for at in sight.badges)
    return [sight.board, *badges, *(box_of(tile, tile.upright).grown(ASIDE * length) for tile in sight.tray)]


def says(
    full: Sequence[Frame], others: Sequence[Sequence[Frame]], played: Sequence[Rect], desktop: Rect, cell: float
) -> bool:
    """Whether the screen shows something each time the board is full that it shows with none of the others.

    `full`: frames, (H, W, 3) uint8, of the whole `desktop`; `others`: more of them, in groups in which it shows the
    same at that place. No where there are none of either. `played`: where gestures change the screen, which says
    nothing; these and `cell` in points.
    """
    every = [frame for group in others for frame in group]
    if not full or not every or len({frame.shape for frame in (*full, *every)}) > 1:
        return False
    scale = full[0].shape[1] / desktop.width
    side = cell * scale
    unsteady = np.logical_or.reduce([_differ(group) for group in others if group])
    new = ~_differ(full) & ~unsteady & _differ([full[0], every[0]])
    beside = np.zeros_like(new)
    for rect in played:
        new[_part(rect, desktop, scale)] = False
        beside[_part(rect.grown(BESIDE * cell), desktop, scale)] = True
    near = np.ones((max(1, round(GAP * side)),) * 2, np.uint8)
    whole = cv2.morphologyEx(new.astype(np.uint8), cv2.MORPH_CLOSE, near)
    for x, y, width, height, _ in cv2.connectedComponentsWithStats(whole)[2][1:].tolist():
        part = np.s_[y : y + height, x : x + width]
        far, high = cv2.boundingRect((new[part] & ~beside[part]).astype(np.uint8))[2:]
        if max(width / SAID_OF_ALL, (far / WIDE) * (high >= HIGH * side)) < side or height < HIGH * side:
            continue
        if all(_differ([full[0][part], frame[part]])[new[part]].mean() > OTHERWISE for frame in every):
            return True
    return False


def _part(rect: Rect, desktop: Rect, scale: float) -> tuple[slice, slice]:
    """The pixels of a rectangle in a frame of the desktop."""
    left, right = (max(0, round((x - desktop.left) * scale)) for x in (rect.left, rect.right))
    top, bottom = (max(0, round((y - desktop.top) * scale)) for y in (rect.top, rect.bottom))
    return slice(top, bottom), slice(left, right)


def _differ(frames: Sequence[Frame]) -> NDArray[np.bool_]:
    """(H, W): where these frames are not all the same."""
    spread = cv2.subtract(np.maximum.reduce(frames), np.minimum.reduce(frames))
    return np.asarray(largest(spread) > SAME_LEVEL, np.bool_)
