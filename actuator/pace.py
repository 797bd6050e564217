"""How fast a page is, learnt while it is played, and what follows for the player: how long to wait, how far apart
gestures have to be, how many clicks may be on their way at once.

Knows times, not screens: what was seen, and when, it is told by `player.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from math import dist
from typing import Any

from actuator.moves import Click, Drag, Gesture
from actuator.table import Batch

# Between two clicks on one cell: pages that take two quick ones for one, or for a double click, lose the second within
# 60 ms. It grows, up to the second figure, where second clicks get lost all the same.
LEAST_GAP, MOST_GAP = 0.09, 0.6
# A double click so soon after another on the same cell is taken for the third and fourth click of one.
DOUBLE_GAP = 0.55
# A click no farther than this from where something was just dragged from, or to, in points, may be the second of one.
ONE_PLACE = 8.0
# After a gesture the page is waited for this long before it is held to have done nothing: at first, and, when it is
# known how long it takes, that many times as long, but never shorter or longer than this.
FIRST_PATIENCE, PATIENCE_FACTOR, LEAST_PATIENCE, MOST_PATIENCE = 0.8, 3.0, 0.3, 2.5
# For each gesture of which nothing is seen yet the page is waited for so much longer, but not for longer than a gesture
# took at most.
BUSY_SECONDS = 0.08
# What was waited for once in vain, on a page of which nothing is known, is waited for so long from then on.
NEXT_PATIENCE = 0.5
# A board is at rest when two frames this far apart are the same: at first, and, when it is known how long the page
# takes, that part of it, but not longer than the third.
REST_SECONDS, REST_PART, REST_MOST = 0.03, 0.5, 0.25
# Where fewer than this part of at least so many gestures did what they were to do, the page is held to lose those that
# come too soon after the one before, and they are sent further apart: so many seconds, more each time.
MOST_LOST, LEAST_SENT, PACES = 0.5, 3, (0.0, 0.08, 0.2, 0.42)
# Clicks are sent in groups of so many. So many groups may be on their way, of which nothing is seen yet; more, so many
# times as many, when a group is seen as soon as a single click: such a page works at several at once.
GROUP, LEAST_GROUPS, MORE_GROUPS, AS_SOON = 8, 3, 4, 1.5


class Pace:
    """What is known of the speed of the page that is being played."""

    def __init__(self, now: Callable[[], float], sleep: Callable[[float], None]) -> None:
        self._now, self._sleep = now, sleep
        self.latency: float | None = None  # seconds from a gesture to what it does, the longest seen
        self._answer: float | None = None  # seconds from a trial to the first that is seen of it, the longest
        self._nothing = False
        self.groups = LEAST_GROUPS
        self._quickest: float | None = None  # the same, the shortest seen
        self._gap = LEAST_GAP
        self._apart = 0  # index into PACES
        self.sent_at = -1e9  # when the last gesture was made
        self._dragged, self._lost = 0, 0.0  # drags since it was last thought over, and how many did nothing
        self._came = False  # whether any drag did what it was to do
        self._clicked_at: dict[Any, float] = {}
        self._last: Gesture | None = None

    def took(self, seconds: float) -> None:
        """The page took so long to show what it was to show."""
        self.latency = max(seconds, self.latency or 0.0)
        self._quickest = min(seconds, self._quickest or seconds)

    def answered(self, seconds: float) -> None:
        """So long after a trial the first was seen of what it does."""
        self.took(seconds)
        self._answer = max(seconds, self._answer or 0.0)

    def nothing(self) -> None:
        """A gesture was waited for as long as it may take, and nothing at all was seen of it."""
        self._nothing = True

    def group_took(self, seconds: float) -> None:
        """The last of a group of clicks was seen to have done something so long after it was sent."""
        if self._quickest is not None and seconds <= AS_SOON * self._quickest + REST_SECONDS:
            self.groups *= MORE_GROUPS
        self.took(seconds)

    @property
    def patience(self) -> float:
        """How long a page is waited for."""
        if self.latency is None:
            return NEXT_PATIENCE if self._nothing else FIRST_PATIENCE
        return min(MOST_PATIENCE, max(LEAST_PATIENCE, PATIENCE_FACTOR * self.latency))

    def wait(self, trial: bool, gestures: float = 0.0) -> float:
        """How long is waited for something to happen, where the page may have so many `gestures` to work at: after a
        `trial`, of which on many pages nothing comes, no longer than for what may begin of it, which may take longer.
        """
        begins = min(self.patience, max(FIRST_PATIENCE, PATIENCE_FACTOR * (self._answer or MOST_PATIENCE)))
        return (begins if trial else self.patience) + self.busy(gestures)

    def busy(self, gestures: float) -> float:
        """How much longer it is waited for that may have so many gestures to work at: it draws nothing meanwhile."""
        return min(BUSY_SECONDS, self.latency or BUSY_SECONDS) * min(gestures, LEAST_GROUPS * GROUP)

    @property
    def rest(self) -> float:
        """Between two frames that tell whether a board is at rest."""
        return min(REST_MOST, max(REST_SECONDS, REST_PART * (self.latency or 0.0)))

    def keep_apart(self, gesture: Gesture) -> None:
        """Wait until this will not be taken for a part of the last gesture on the same cell, nor lost after any."""
        wait = self.sent_at + PACES[self._apart] - self._now()
        if isinstance(gesture, Click):
            once = gesture.count == 1 and not (gesture.alone and gesture.button == "left")  # others make no double one
            gap = self._gap if once else max(self._gap, DOUBLE_GAP)
            wait = max(wait, self._clicked_at.get(gesture.cell, -1e9) + gap - self._now())
            if isinstance(self._last, Drag) and any(dist(gesture.at, at) < ONE_PLACE for at in self._last.points):
                wait = max(wait, self.sent_at + DOUBLE_GAP - self._now())
        if wait > 0:
            self._sleep(wait)

    def sent(self, gesture: Gesture, at: float) -> None:
        """This was made then."""
        self.sent_at, self._last = at, gesture
        if isinstance(gesture, Click):
            self._clicked_at[gesture.cell] = self.sent_at

    def slow_down(self, batch: Batch, fulfilled: float) -> None:
        """Go more slowly where a page seems to lose gestures."""
        sent, drags = len(batch.gestures), sum(isinstance(one, Drag) for one in batch.gestures)
        if drags:  # often one alone: several batches are taken together
            self._dragged, self._lost = self._dragged + drags, self._lost + drags * (1 - fulfilled)
            sent, fulfilled = self._dragged, 1 - self._lost / self._dragged
            if sent >= LEAST_SENT:
                self._dragged, self._lost = 0, 0.0
            much = fulfilled <= MOST_LOST and self._came
            self._came |= fulfilled > 0
        elif fulfilled == 1:
            return
        else:
            self._gap = min(MOST_GAP, self._gap * 1.5)
            much = fulfilled < MOST_LOST
        if much and sent >= LEAST_SENT:
            self._apart = min(self._apart + 1, len(PACES) - 1)
