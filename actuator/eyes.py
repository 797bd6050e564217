"""Eyes: how one comes by a sight of the board (`sight.py`), again and again while it is played.

`ScreenEyes` looks at the real screen, and compares with what it remembers of the board (`memory.py`,
`domino_memory.py`) before it reads anew; tests bring eyes of their own. What is not here: what to do about what is seen
(`player.py`).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

import vision
from actuator.games import BoardMemory, memory_for
from actuator.moves import Cell, Rect
from actuator.screen import Screen, Shot
from actuator.sight import Sight, sight
from actuator.table import Batch
from vision.errors import NoBoardError, OccludedError, UnreadableError

if TYPE_CHECKING:
    from actuator.domino_memory import DominoMemory
    from vision.learnt import Look


class Eyes(Protocol):
    """Where sights come from."""

    def look(self, near: Rect | None = None, anew: bool = False) -> Sight:
        """The board, looked for around `near` first. `anew`: it is read, whatever is known of it. Raises vision's
        `UnreadableError` where none can be read."""

    def glimpse(self) -> Sight | None:
        """The board that is being played, by comparing it with how it looked; None where that does not tell."""

    def guess(self, touched: frozenset[Cell], surely: bool = False) -> Sight | None:
        """The board that is being played, where it cannot be read, if what is strange lies in these cells only.
        `surely`: and is what it was expected to be, or is not rather like what is known."""

    def shows(self, wanted: Mapping[Cell, str]) -> bool:
        """Whether these cells clearly show this, whatever the others show, without reading these."""

    def frame(self, rect: Rect) -> NDArray[np.uint8]:
        """The pixels there, to see whether anything changes."""

    def remember(self, sight: Sight) -> None:
        """This board is being played and was at rest; later looks may compare with it."""

    def expect(self, batch: Batch) -> None:
        """These gestures are made: where a look does not tell, they have done what they are to do."""


class ScreenEyes:
    """Looks at the real screen."""

    def __init__(
        self, screen: Screen, areas: tuple[Rect, ...], game: str | None = None, looks: Sequence[Look] = ()
    ) -> None:
        """`areas`: where a board may be, in points, looked at one by one. `game`: no other is taken. `looks`: learnt
        ones, to read by."""
        self.screen = screen
        self.areas = areas
        self.game = game
        self.looks = looks
        self._memory: BoardMemory | None = None
        self._before: Shot | None = None  # the screen before a gesture on dominoes was tried out

    def remember(self, sight: Sight) -> None:
        """Later looks compare the board with how it looks now, and looked before."""
        if self._memory is not None and self._memory.learn(sight):
            return
        read = sight.shot is not None and sight.reading is not None
        self._memory = memory_for(sight) if read else None

    def expect(self, batch: Batch) -> None:
        """What the gestures that were just planned are to do on the board."""
        if self._memory is not None:
            self._memory.expect(batch)
        self._before = self.screen.grab(self.screen.desktop) if batch.trial and self._of_dominoes is not None else None

    def glimpse(self) -> Sight | None:
        """The board that is being played, where comparing with how it looked tells."""
        if self._memory is None:
            return None
        if self._before is not None and self._of_dominoes is not None:
            self._of_dominoes.notice(self._before, self.screen.grab(self.screen.desktop))
        return self._memory.look(self.screen.grab(self._memory.place.within(self.screen.desktop)))

    def guess(self, touched: frozenset[Cell], surely: bool = False) -> Sight | None:
        """The board that is being played, with what is unlike anything seen before in cells that were clicked."""
        from actuator.memory import Memory

        if not isinstance(self._memory, Memory):
            return None
        shot = self.screen.grab(self._memory.place.within(self.screen.desktop))
        return self._memory.look(shot, touched, surely)

    def shows(self, wanted: Mapping[Cell, str]) -> bool:
        """Whether these cells of the board that is being played clearly show this."""
        if self._memory is None:
            return False
        return self._memory.shows(self.screen.grab(self._memory.place.within(self.screen.desktop)), wanted)

    def look(self, near: Rect | None = None, anew: bool = False) -> Sight:
        """The board on the screen now."""
        known = self.glimpse() if near is not None and not anew else None
        if known is not None:
            return known
        if near is not None:
            for area in self.areas:
                part = near.within(area)
                if part.width > 0 and part.height > 0:
                    shot = self.screen.grab(part)
                    try:
                        return self._not_a_part(self._read(shot))
                    except UnreadableError:
                        if known := self._read_where_it_was(shot):
                            return known
                        break
        errors = []
        for area in self.areas:
            try:
                return self._not_a_part(self._read(self.screen.grab(area)), near is not None)
            except UnreadableError as error:
                errors.append(error)
        told = [error for error in errors if not isinstance(error, NoBoardError)]
        raise (told or errors)[0]

    def frame(self, rect: Rect) -> NDArray[np.uint8]:
        """The pixels there now."""
        return self.screen.grab(rect.within(self.screen.desktop)).bgr

    @property
    def _of_dominoes(self) -> DominoMemory | None:
        from actuator.domino_memory import DominoMemory

        return self._memory if isinstance(self._memory, DominoMemory) else None

    def _not_a_part(self, seen: Sight, playing: bool = True) -> Sight:
        """What was read, by the names of before, unless it is only some of the cells of the board that is being played,
        or that is still there and was read as another."""
        from actuator.domino_layout import as_it_lay
        from actuator.memory import Memory

        memory, dominoes, shot = (self._memory, self._of_dominoes, seen.shot) if playing else (None, None, seen.shot)
        known = memory.cells if memory is not None else {}
        near = [any(math.dist(at, other) < 0.2 * seen.step for other in known.values()) for at in seen.cells.values()]
        if all(near) and len(near) < len(known):
            raise OccludedError("A part of the board is covered.")
        if isinstance(memory, Memory) and memory.is_of(seen):
            return memory.named(seen) or seen
        if dominoes is not None and dominoes.is_of(seen):
            return replace(seen, lying=tuple(as_it_lay(one, dominoes.rests) for one in seen.lying))
        if memory is None or shot is None or memory.is_of(seen) or not all(at in shot.rect for at in known.values()):
            return seen
        # Or all dominoes lie there, and some are others than those that were laid.
        full = dominoes is not None and seen.game == "pips" and not seen.tray and all(near)
        if full or memory.in_place(shot):
            raise OccludedError("The board is there, but something on it hides what it is.")
        return seen

    def _read_where_it_was(self, shot: Shot) -> Sight | None:
        """The board that is being played, by what is known of it; Queens alone."""
        from actuator.queens_memory import QueensMemory

        return self._memory.read(shot) if isinstance(self._memory, QueensMemory) else None

    def _read(self, shot: Shot) -> Sight:
        reading = vision.read(shot.bgr, looks=self.looks)
        if self.game is not None and reading.game != self.game:
            raise NoBoardError(f"The board on the screen is of {reading.game}, not of {self.game}.")
        return sight(reading, shot)
