"""Look, decide, act, look again, until the board on the screen is solved or it can be said why not.

The player knows time and patience; what is on the screen comes from `Eyes` (`sight.py`), what to do about it from a
`Table` (`grid.py`, `dominoes.py`), and gestures go to a `Hand` (`pointer.py`). Nothing is believed to have worked
before it was seen. Every step is told to `report` as an `Event`.
"""

from __future__ import annotations

import contextlib
import functools
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

from actuator.events import Ended, Event, Outcome, Patience
from actuator.eyes import Eyes
from actuator.menu import Menus
from actuator.motion import Motion
from actuator.moves import LONG, Cell, Click, Drag, Gesture, Hand, Rect
from actuator.pace import GROUP, LEAST_PATIENCE, LEAST_SENT, MOST_PATIENCE, Pace
from actuator.parking import Parking
from actuator.scene import Group, Scene, corners, hides, still_there, unmoved
from actuator.sight import Sight
from actuator.table import Batch, CannotPlayError, Table, could_not_play
from actuator.verdict import COVERED_PART, DOUBTED, Verdict
from actuator.watch import GONE_SECONDS, STILL_SECONDS, Watch, numbers

# A page that goes on doing something is waited for until it has done nothing for a while, but not longer than this.
DOING_SECONDS = 8.0
# What is lit up under the pointer has begun to go out so long after the pointer went; and what was looked at in vain is
# looked at once more after so long.
LIT_SECONDS, RETRY_SECONDS = 0.08, 0.15
# A domino that was let go is taken, or sent back, within this time, or what the page took at most until now.
HELD_SECONDS = 0.06
# Where nothing leads on for `STILL_SECONDS` it ends, but not before so many rounds, and gestures in them: of a page
# that loses one click in five four are lost in a row in one game of a thousand, and in that time six can be made.
LEAST_ROUNDS, LEAST_IN_VAIN = 3, 4
# A full board with several solutions, or one that was hard to read, is taken to be solved when so many gestures change
# nothing, two of them on one cell, each in so many seconds.
PROBES, PROBE_SECONDS = 3, 0.5

_SHOWN: Literal["shown"] = "shown"


class Player:
    """Plays one board after the other with the same eyes and hand."""

    def __init__(
        self,
        eyes: Eyes,
        hand: Hand,
        monitors: Sequence[Rect],
        make_table: Callable[[Sight], Table],
        *,
        patience: Patience | None = None,
        report: Callable[[Event], None] = lambda event: None,
        now: Callable[[], float] = time.perf_counter,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """`monitors`: where the pointer can be, in points. `make_table`: the table for what was seen first."""
        self.eyes, self.hand, self.make_table = eyes, hand, make_table
        self.desktop = functools.reduce(Rect.union, monitors)
        self._parking = Parking(eyes, hand, monitors)
        self.patience = patience or Patience()
        self._report, self._now, self._sleep = report, now, sleep
        self._began = now()
        self._pace = Pace(now, sleep)
        self._motion = Motion(eyes, self._pace, now, sleep)
        self._watch = Watch(eyes, self._motion, self._pace, self.desktop, self.patience.board, self._tell, now, sleep)
        self._doubted = False  # whether the board was hard to read
        self._menu = Menus(eyes, hand, self._motion, self.desktop)
        self._verdict = Verdict(eyes.frame, self._motion, self.desktop)
        self._sure = True  # whether every batch so far did what it was to do
        self._idle = self._in_vain = 0  # rounds without progress, one after the other, and the gestures in them
        self._changed_at = self._progress_at = 0.0  # when the board showed something new, and when that was progress
        self._read_anew = False  # whether `vision` has read the board since it was nearer to being solved than before
        self._least = self._left = 0  # what was left to do at best, and after the last round
        self._dragged: Drag | None = None  # the last gesture, if it was one and nobody has looked at what became of it
        self._menus = False  # whether right clicks were seen to open a menu of the page's own
        self._mouse_seconds = 0.0

    def play(self) -> Outcome:
        """Play the board on the screen. Raises only what the hand raises (`ActuatorError`, Ctrl-C)."""
        self._began = self._now()
        self._watch.deadline = self._began + self.patience.timeout
        self._mouse_seconds, self._motion.moved_at = 0.0, self._began
        try:
            outcome = self._play()
        except Ended as ended:
            outcome = ended.outcome
        except CannotPlayError as error:
            outcome = Outcome("cannot_play", could_not_play(error))
        self._tell("pointer", **self.hand.learnt())
        self._tell("won" if outcome.won else "stopped", kind=outcome.kind, message=outcome.message,
                   mouse_seconds=round(self._mouse_seconds, 3))  # fmt: skip
        return outcome

    # -- the loop -----------------------------------------------------------------------------------------------------

    def _first_look(self) -> tuple[Sight, Table]:
        sight, table = self._table(self._watch.see(None))
        self.hand.take(next(iter(sight.cells.values())))
        if self.hand.position() in table.reach(sight):  # what is under the pointer may be lit up
            scene = self._scene(sight, table)
            self._park(scene)
            if self._motion.changes(scene.reach, self._now() + LIT_SECONDS, scene.frame):
                self._motion.rest(scene.reach)
                return self._table(self._watch.see(None))
        return sight, table

    def _play(self) -> Outcome:
        sight, table = self._first_look()
        if not table.left(sight):
            if self._doubted:
                raise Ended("doubtful", DOUBTED)
            return Outcome("already_solved", "The board on the screen is solved already.")
        if table.several:
            self._tell("several", message="The board has several solutions; playing one.")
        self._changed_at = self._now()
        self._progressed(0)
        while True:
            if self._now() > self._watch.deadline:
                raise Ended("timeout", f"The time is up; {table.differences(sight)}.")
            batch, scene, sent = self._carry_out(table, sight)
            full = sent == len(batch.gestures) and batch.last is not None
            asks = table.several or self._doubted  # whether it is asked of a full board if the page has taken it
            last = batch.last if full and not asks else None
            right = any(isinstance(gesture, Click) and gesture.button == "right" for gesture in batch.gestures)
            try:
                after = self._look_after(table, scene, last, right and last is None, sent)
            except Ended as ended:
                if full and asks and ended.outcome.kind == "no_board":
                    raise self._verdict.covered(table, self._doubted) from None
                raise
            if after is None:
                return Outcome("won", "The last move was made, and the board can no longer be seen: taken to be won.")
            if after == _SHOWN:
                return Outcome("won", "The board on the screen is solved.")
            last = last if self._is_made(last, scene) else None
            after = self._uncovered(table, after, scene, whole=full and asks, last=bool(last))
            if not table.same_board(after):  # what moves may be taken for another board, and is looked at once more
                later = self._later(scene)
                if later is None and last:
                    return Outcome("won", "The last move was made, and the board has gone: taken to be won.")
                after = later or self._watch.see(scene)
                if last and after.game == sight.game and not table.same_board(after):
                    return Outcome("won", "The last move was made, and the board has changed: taken to be won.")
            if table.same_board(after):
                learnt = self._learn(table, batch, scene, after, sent)
                if learnt is None:
                    return Outcome("won", "The board on the screen is solved.")
                sight = learnt
            else:
                self._tell("changed", message="another board is on the screen")
                sight, table = self._table(after)
                if self._progressed(sent, by=False):
                    raise Ended("no_progress", "Other boards come again and again.")

    def _learn(self, table: Table, batch: Batch, scene: Scene, after: Sight, sent: int) -> Sight | None:
        """What the board is after a batch, and what that teaches; None where it is solved. Raises where nothing that is
        done leads on."""
        if table.late(after):
            self._pace.took(min(MOST_PATIENCE, 2 * max(self._pace.latency or 0.0, LEAST_PATIENCE)))
        trying = table.trying or bool(batch.trial)
        only_trial = trying and (len(batch.gestures) < LEAST_SENT or not batch.known)
        done, late = table.fulfilled(after), table.late(after)
        self._doubted |= after.unsure and after.game != "pips"  # what cells look like was learnt of a doubtful reading
        if not (only_trial or late or self._watch.hidden):  # what lay over the board may have taken the gestures
            self._pace.slow_down(batch, done)
        self._sure &= (table.trying or done == 1) and not late
        if news := table.learn(after):
            self._tell("learnt", message=news)
        left = table.left(after)
        nearer, closer, self._left = left < self._least, left < self._left, left
        leads_on = nearer or table.hopeful  # a round that only makes good what one before has undone is not in vain
        stuck = (leads_on or not closer) and self._progressed(sent, by=leads_on)
        # A click that is tried out on a page that has done nothing yet, or on a domino, may just do nothing.
        unknown = bool(batch.trial) and (self._pace.latency is None or after.game == "pips")
        self._read_anew &= not nearer
        if (stuck or not (nearer or done == 1 or unknown)) and not self._read_anew:
            self._read_anew, after = True, self._watch.anew(table, scene, after)
        if stuck and table.left(after) >= left:
            raise Ended("no_progress", f"Nothing changes any more; {table.differences(after)}.")
        left = table.left(after)
        if not left and not (self._sure and after.game != "pips"):
            later = self._later(scene)
            if later is not None and table.same_board(later) and (table.several or self._doubted):  # covered since?
                later = self._uncovered(table, later, scene, whole=True)
            left = table.left(later) if later is not None and table.same_board(later) else 0
            after = later or after
        if not left:
            taken = self._not_yet_taken(table, after, scene) if table.several or self._doubted else None
            if taken is None:
                return None
            after = taken
            self._progressed(0)
        self._least = table.left(after) if table.hopeful or not left else min(self._least, left)
        if left and (table.several or self._doubted):
            self._verdict.open(table, after)
        if after.reading is not None:
            self.eyes.remember(after)
        return after

    def _progressed(self, sent: int, by: bool = True) -> bool:
        """A round of so many gestures, one at least, is over, which led on, or not; whether none has for long."""
        self._idle, self._in_vain = (0, 0) if by else (self._idle + 1, self._in_vain + max(1, sent))
        self._progress_at = self._changed_at if by else self._progress_at
        vain = self._idle >= LEAST_ROUNDS and self._in_vain >= LEAST_IN_VAIN
        return vain and self._now() - self._progress_at >= STILL_SECONDS

    def _not_yet_taken(self, table: Table, sight: Sight, scene: Scene) -> Sight | None:
        """A full board that the page goes on playing, when something is to be done about that; None where it is solved.

        It is where the page takes no more gestures, or says so (`verdict.py`), or, if it was only hard to read, where
        it is read anew without doubt, and is right.
        """
        verdict, self._idle = self._verdict, 0
        if verdict.takes(table, sight, self._doubted):
            return None
        if verdict.spoiled or (verdict.again and table.several and not verdict.hopeful):
            news = verdict.mend(table, sight) if verdict.spoiled else verdict.reject(table, sight)
            self._tell("learnt", message=news)
            if table.left(sight):
                return sight
        if verdict.again and not verdict.hopeful:
            raise Ended("doubtful", DOUBTED)
        if not table.several:
            read = self._watch.anew(table, scene, sight, surely=True)
            with contextlib.suppress(CannotPlayError):
                if read is not sight and not self.make_table(read).left(read):
                    return None
        for _ in range(PROBES):
            scene = self._scene(sight, table)
            if self._watch.see_or_gone(scene) is None:
                raise self._verdict.covered(table, self._doubted)
            if (probe := table.probe(sight)) is None:
                raise Ended("doubtful", DOUBTED)
            self._watch.escapes = (self.hand.close_menu,)  # it may have opened something
            self._act(probe.gestures, scene, table)
            self._park(scene)
            after = sight
            if self._motion.changes(scene.reach, self._now() + max(PROBE_SECONDS, self._pace.patience), scene.frame):
                try:
                    seen = self._look_after(table, scene, None, False, 1)
                except Ended:
                    raise self._verdict.covered(table, self._doubted) from None
                assert isinstance(seen, Sight)
                after = self._uncovered(table, seen, scene, whole=True)
            if table.late(after):  # it is seen through what lies over it
                raise self._verdict.covered(table, self._doubted)
            table.learn(after)
            if table.left(after):
                self._tell("learnt", message=verdict.goes_on(table, after))
                return after
        return None

    def _later(self, scene: Scene) -> Sight | None:
        """The board a little later: a lost click may still come, a domino go back to the tray; None: it has gone."""
        sure = self._sure or scene.sight.game == "pips"  # a click that comes late changes no domino on the board
        seconds = max(HELD_SECONDS, self._pace.latency or 0.0) if sure else self._pace.patience
        self._motion.changes(scene.reach, self._now() + seconds)
        self._motion.rest(scene.reach)
        return self._watch.see_or_gone(scene)

    def _uncovered(self, table: Table, sight: Sight, scene: Scene, whole: bool, last: bool = False) -> Sight:
        """The board without what lies over a part of it, such as a note of the page; waited for.

        `whole`: another board will not do: it may be this one, misread. `last`: what stays then says that it is solved.
        """
        seconds = GONE_SECONDS if last else STILL_SECONDS
        end, still = min(self._watch.deadline, self._now() + self.patience.board), self._now() + seconds
        while (whole and not table.same_board(sight)) or table.covered(
            sight, last or (whole and hides(scene, self.eyes.frame(scene.reach), table.emptied(sight)))
        ):
            if self._now() > min(end, still):
                if last:
                    raise Ended("won", "The last move was made, and something covers the board: taken to be won.")
                raise self._verdict.covered(table, self._doubted) if whole else Ended("covered", COVERED_PART)
            if self._motion.changes(scene.reach, self._now() + RETRY_SECONDS):
                still = self._now() + seconds
            sight = self._watch.see(scene)
        return sight

    def _scene(self, sight: Sight, table: Table) -> Scene:
        reach = table.reach(sight).within(self.desktop)
        return Scene(sight, reach, self.eyes.frame(reach))

    def _table(self, sight: Sight) -> tuple[Sight, Table]:
        """The table for a board. One that cannot be played is looked at again: it may just have been fading in."""
        for last in (False, False, True):
            try:
                table = self.make_table(sight)
            except CannotPlayError:
                if last:
                    raise
                self._sleep(RETRY_SECONDS)
                sight = self._watch.see(None)
            else:
                self.eyes.remember(sight)
                self._doubted, self._menu.asked = sight.unsure, sight.game == "pips"
                self._verdict = Verdict(self.eyes.frame, self._motion, self.desktop)
                self._least = table.left(sight)
                self._tell("board", game=sight.game, puzzle=sight.puzzle.to_json(), left=table.left(sight),
                           bbox=numbers(sight.board), warnings=list(sight.warnings))  # fmt: skip
                return sight, table
        raise AssertionError("unreachable")

    # -- acting -------------------------------------------------------------------------------------------------------

    def _carry_out(self, table: Table, sight: Sight) -> tuple[Batch, Scene, int]:
        """Plan the next gestures and make them: the batch, how the board looked before, and how many were made."""
        try:
            batch = table.plan(sight)
        except CannotPlayError:  # it may not be as it was held to be
            sight = self._watch.anew(table, self._scene(sight, table), sight)
            if not table.left(sight):
                raise
            batch = table.plan(sight)
        doubted = self._doubted and not self._verdict.spoiled  # a wrong board is laid to ask the page
        if batch.last is not None and doubted and sight.game != "pips":  # the doubt may have gone
            read = self._watch.anew(table, self._scene(sight, table), sight, surely=True)
            self._doubted = read is sight or table.left(read) != table.left(sight)
        elif batch.last is not None and doubted and self._verdict.begins_wrong(table, sight):
            batch = table.plan(sight)
        trial = {"trial": batch.trial} if batch.trial else {}
        self._tell("plan", gestures=len(batch.gestures), left=table.left(sight), **trial)
        scene = self._scene(sight, table)
        self._watch.expect(batch, scene, self.hand.close_menu, self._send)
        self.eyes.expect(batch)
        self._parking.ask(batch.rest)
        return batch, scene, self._act(batch.gestures, scene, table)

    def _act(self, gestures: tuple[Gesture, ...], scene: Scene, table: Table) -> int:
        """Send the gestures; how many were sent. Stops early where the board, or a domino, is not where it was."""
        untouched = corners(scene)
        groups: list[Group] = []
        for number, gesture in enumerate(gestures):
            as_planned = True
            if isinstance(gesture, Drag) and number and isinstance(gestures[number - 1], Click):
                self._motion.settle(Rect(*gesture.at, 0, 0).grown(scene.sight.step))  # it was just turned
            elif isinstance(gesture, Drag):
                as_planned = not number or unmoved(scene, self.eyes.frame(scene.reach), gesture.at)
            elif number % GROUP == 0:
                frame = self._watch.caught_up(groups, scene)
                as_planned = frame is not None and (not number or still_there(scene, frame, untouched))
                if frame is not None:
                    points = [one.at for one in gestures[number : number + GROUP] if isinstance(one, Click)]
                    groups.append(Group(frame, points))
            # What hangs on the pointer may be taken for a domino that lies beside the tray.
            if not as_planned or any(point not in scene.reach for point in gesture.points):
                self._motion.moved_at = self._now()
                self._tell("interrupted", message="the board is not as it was; looking again")
                table.skip(gestures[number:])
                return number
            if table.hung and isinstance(gesture, Drag) and gesture.manner == "quick":  # such pages want slow ones
                gesture = replace(gesture, manner="slow")
            if not isinstance(gesture, Click) or gesture.cell is None or self._menu.asked or not table.trying:
                self._send(gesture)
            elif items := self._menu.opens(gesture, scene, self._send):
                table.opened(gesture.cell, items)
                return number + 1
        return len(gestures)

    def _send(self, gesture: Gesture) -> None:
        """Make a gesture, not too soon after the last."""
        self._pace.keep_apart(gesture)
        began = self._now()
        self.hand.send(gesture)
        right = isinstance(gesture, Click) and gesture.button == "right"
        if self._menus and right:
            self.hand.close_menu()  # the next click would choose from it
        self._mouse_seconds += self._now() - began
        self._tell("gesture", **gesture.to_json())
        self._dragged = gesture if isinstance(gesture, Drag) else None
        self._sleep(self.patience.delay)
        if isinstance(gesture, Click) and gesture.choice is not None:
            self._menu.choose(gesture, gesture.choice, self._send)
        self._pace.sent(gesture, began if right else self._now())  # the hand has waited for a menu, and the page worked

    def _hangs(self) -> bool:
        """Whether what was dragged last may hang on the pointer: something is where that rests."""
        return self._dragged is not None and not self._parking.is_free()

    def _let_go(self, scene: Scene, table: Table) -> None:
        """Click where a domino was to be laid that hangs on the pointer, since the page has missed the release. Where
        it does not fit there it hangs still, and Escape is pressed."""
        assert self._dragged is not None
        drag = self._dragged
        table.hung += 1
        self._tell("learnt", message="a domino hung on the pointer; letting it go")
        self._send(Click(drag.to, why=drag.why, hold=LONG))
        self._park(scene)
        self._sleep(max(HELD_SECONDS, self._pace.latency or 0.0))
        if not self._parking.is_free():
            self.hand.close_menu()

    def _park(self, scene: Scene) -> None:
        """Take the pointer off the board, or to where it is to rest."""
        self.hand.park(self._parking.place(scene.reach, scene.sight.step))

    # -- looking ------------------------------------------------------------------------------------------------------

    def _look_after(
        self, table: Table, scene: Scene, last: Mapping[Cell, str] | None, menu: bool, sent: int
    ) -> Sight | Literal["shown"] | None:
        """What is to be seen after a batch, when the page had time for it. After the `last` one it is enough that its
        cells show what they are to ("shown"): all others did. None where the board is gone then. `menu`: it may have
        opened one. `sent`: gestures that may keep the page busy.

        What is as expected is taken though something may still be moving. Else it is waited for until nothing has
        changed for as long as it may take. What an unknown gesture does is looked at when it is at rest.
        """
        acted = self._changed_at = self._pace.sent_at
        self._motion.moved_at = max(acted, self._motion.moved_at)
        self._park(scene)
        moves = table.trying and self._motion.changes(scene.reach, acted + self._pace.wait(trial=True), scene.frame)
        answered, shown = self._now() - acted, None  # if it was the board, and no clock beside it
        slides = scene.sight.game == "pips" and not last
        while True:
            if slides:
                self._motion.settle(scene.reach)
            frame = self.eyes.frame(scene.reach)
            if last and self._sure and self._shows(last, scene):
                return _SHOWN
            seen = self._watch.glimpse_or_look(scene, frame)
            waiting = sent * (1 - table.fulfilled(seen)) if seen is not None and table.same_board(seen) else sent
            if seen is None and menu and not self._motion.changes(scene.reach, self._now() + self._pace.rest, frame):
                self.hand.close_menu()
                menu = False
                self._menus |= self._motion.changes(scene.reach, self._now() + self._pace.patience, frame)
                continue
            hangs = bool(waiting) and self._hangs() and self._now() < acted + DOING_SECONDS
            if hangs and not self._motion.changes(scene.reach, self._now() + self._pace.rest, frame):
                self._let_go(scene, table)
                self._changed_at = self._now()
                continue
            if seen is not None:
                new = shown is None or not seen.shows_as(shown)
                if moves and not seen.shows_as(scene.sight):
                    self._pace.answered(answered)
                if new and shown is not None:
                    self._pace.took(self._now() - self._changed_at)  # so long it may do nothing, and still be at it
                    self._changed_at = self._now()
                shown = seen
                if table.same_board(seen) and table.fulfilled(seen) == 1:
                    if not table.trying:
                        self._pace.took(self._now() - acted)
                    if slides or not (table.trying and new):
                        return seen
                    self._motion.rest(scene.reach)  # and once more
                    continue
            limit = min(self._changed_at + self._pace.wait(table.trying, waiting), acted + DOING_SECONDS)
            if self._now() >= limit or not self._motion.changes(scene.reach, limit, frame):
                break
        self._pace.nothing()
        if menu:  # it may lie beside the board
            self.hand.close_menu()
        same = seen is not None and table.same_board(seen)
        if same and not self._motion.changes(scene.reach, self._now() + self._pace.rest, frame):
            return seen
        if self._is_made(last, scene):
            return self._watch.see_or_gone(scene, frame if seen is None else None)
        self._park(scene)
        self._motion.rest(scene.reach)
        return self._watch.see(scene)

    def _is_made(self, last: Mapping[Cell, str] | None, scene: Scene) -> bool:
        """Whether the last move has come, as far as pixels tell, though the board may not be read any more: something
        covers it, or has taken its place, or the cells of the last move alone look otherwise, and as they are to."""
        frame = self.eyes.frame(scene.reach)
        changed = {cell for cell, point in scene.sight.cells.items() if not unmoved(scene, frame, point)}
        return bool(last and changed and (not changed <= last.keys() or self.eyes.shows(last)))

    def _shows(self, wanted: Mapping[Cell, str], scene: Scene) -> bool:
        """Whether these cells show what they are to; a domino still held over its place looks as if it lay there."""
        if not self.eyes.shows(wanted):
            return False
        if scene.sight.game == "pips":
            self._sleep(max(HELD_SECONDS, self._pace.latency or 0.0))
            return self.eyes.shows(wanted)
        return True

    def _tell(self, name: str, **data: Any) -> None:
        self._report(Event(name, self._now() - self._began, data))
