"""A look at the screen: what `vision` reads there, in the pointer's points.

`Sight` is what everything that decides works with; `Eyes` is how one comes by it. `ScreenEyes` looks at the real
screen; tests bring eyes of their own. What to do about what is seen is `player.py`'s business.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

import vision
from actuator.games import BoardMemory, memory_for
from actuator.moves import Cell, Point, Rect
from actuator.screen import Screen, Shot
from vision.errors import NoBoardError, OccludedError, UnreadableError
from vision.readings import GridReading, PipsReading, QueensReading, Reading

if TYPE_CHECKING:
    from vision.learnt import Look

# How much around the board is looked at once it is known where it is, in cells: enough for the lattice's surroundings.
MARGIN = 1.5
# A cell or marker read with less confidence was hard to read.
DOUBTFUL = 0.6


@dataclass(frozen=True, slots=True)
class TrayTile:
    """A domino that is not on the board: its values as drawn, left to right or top to bottom, its middle and length.

    `lit`: it lies where it lay at the last look, and looks otherwise: selected, say.
    """

    values: tuple[int, int]
    at: Point
    upright: bool
    length: float
    lit: bool = False


@dataclass(frozen=True, slots=True)
class Lying:
    """A domino on the board: its values and the cells they lie on, in the same order."""

    values: tuple[int, int]
    cells: tuple[Cell, Cell]


@dataclass(frozen=True, eq=False)
class Sight:
    """What was seen. `cells`: the middle of each cell, in points; `step`: the size of one, in points.

    `clues`: the cells given by the puzzle, None where the look does not tell. `strange`: cells with something in them
    that is neither symbol, such as a pencil mark, each kind with a letter of its own; in `puzzle` they are empty.
    `doubtful`: whether a cell or marker was hard to read.
    `tray` and `lying`: of Pips. `reading` and `shot`: what it was made from, None in tests that need neither.
    """

    game: str
    puzzle: Any
    cells: Mapping[Cell, Point]
    step: float
    clues: frozenset[Cell] | None = None
    strange: Mapping[Cell, str] = field(default_factory=dict)
    tray: tuple[TrayTile, ...] = ()
    lying: tuple[Lying, ...] = ()
    warnings: tuple[str, ...] = ()
    doubtful: bool = False
    reading: Reading | None = field(default=None, repr=False)
    shot: Shot | None = field(default=None, repr=False)

    @cached_property
    def board(self) -> Rect:
        """The board: from the first cell to the last, edges included."""
        across, down = [x for x, _ in self.cells.values()], [y for _, y in self.cells.values()]
        half = self.step / 2
        return Rect(
            min(across) - half, min(down) - half, max(across) - min(across) + 2 * half, max(down) - min(down) + 2 * half
        )


class Eyes(Protocol):
    """Where sights come from."""

    def look(self, near: Rect | None = None) -> Sight:
        """The board, looked for around `near` first. Raises vision's `UnreadableError` where none can be read."""

    def glimpse(self) -> Sight | None:
        """The board that is being played, by comparing it with how it looked; None where that does not tell."""

    def guess(self, touched: frozenset[Cell]) -> Sight | None:
        """The board that is being played, where it cannot be read, if what is strange lies in these cells only."""

    @property
    def lacks_symbol(self) -> bool:
        """Whether a symbol of the board that is being played has never been seen on it."""

    def shows(self, wanted: Mapping[Cell, str]) -> bool:
        """Whether these cells clearly show this, at a glance, whatever the others show."""

    def frame(self, rect: Rect) -> NDArray[np.uint8]:
        """The pixels there, to see whether anything changes."""

    def remember(self, sight: Sight) -> None:
        """This board is being played and was at rest; later looks may compare with it."""


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

    def remember(self, sight: Sight) -> None:
        """Later looks compare the board with how it looks now, and looked before."""
        if self._memory is not None and self._memory.learn(sight):
            return
        read = sight.shot is not None and sight.reading is not None
        self._memory = memory_for(sight) if read else None

    def glimpse(self) -> Sight | None:
        """The board that is being played, where comparing with how it looked tells."""
        if self._memory is None:
            return None
        return self._memory.look(self.screen.grab(self._memory.place.within(self.screen.desktop)))

    def guess(self, touched: frozenset[Cell]) -> Sight | None:
        """The board that is being played, with what is unlike anything seen before in cells that were clicked."""
        from actuator.memory import Memory

        if not isinstance(self._memory, Memory):
            return None
        return self._memory.look(self.screen.grab(self._memory.place.within(self.screen.desktop)), touched)

    @property
    def lacks_symbol(self) -> bool:
        """Whether `vision` has seen only one of the two symbols, and no click has made the other yet."""
        from actuator.memory import Memory

        return isinstance(self._memory, Memory) and self._memory.lacks_symbol

    def shows(self, wanted: Mapping[Cell, str]) -> bool:
        """Whether these cells of the board that is being played clearly show this."""
        if self._memory is None:
            return False
        return self._memory.shows(self.screen.grab(self._memory.place.within(self.screen.desktop)), wanted)

    def look(self, near: Rect | None = None) -> Sight:
        """The board on the screen now."""
        known = self.glimpse() if near is not None else None
        if known is not None:
            return known
        if near is not None:
            for area in self.areas:
                part = near.within(area)
                if part.width > 0 and part.height > 0:
                    try:
                        return self._not_a_part(self._read(self.screen.grab(part)))
                    except UnreadableError:
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

    def _not_a_part(self, seen: Sight, playing: bool = True) -> Sight:
        """What was read, unless it is only some of the cells of the board that is being played."""
        known = self._memory.cells if playing and self._memory is not None else {}
        near = [any(math.dist(at, other) < 0.2 * seen.step for other in known.values()) for at in seen.cells.values()]
        if all(near) and len(near) < len(known):
            raise OccludedError("A part of the board is covered.")
        return seen

    def _read(self, shot: Shot) -> Sight:
        reading = vision.read(shot.bgr, looks=self.looks)
        if self.game is not None and reading.game != self.game:
            raise NoBoardError(f"The board on the screen is of {reading.game}, not of {self.game}.")
        return sight(reading, shot)


def sight(reading: Reading, shot: Shot) -> Sight:
    """A reading of a grab, in points."""
    across = shot.scale[0]
    cells = {cell: shot.point(x, y) for cell, (x, y) in reading.cells.items()}
    common: dict[str, Any] = {
        "game": reading.game,
        "puzzle": reading.puzzle,
        "cells": cells,
        "warnings": reading.warnings,
        "reading": reading,
        "shot": shot,
    }
    if isinstance(reading, PipsReading):
        return Sight(
            **common,
            step=reading.step / across,
            tray=tuple(
                TrayTile(tile.values, shot.point(*tile.center), tile.upright, max(tile.size) / across)
                for tile in reading.tray
            ),
            lying=tuple(Lying(one.domino, one.cells) for one in reading.placed),
        )
    assert isinstance(reading, (GridReading, QueensReading))
    places = (reading.cell_patches, reading.h_patches, reading.v_patches)
    doubtful = any(patch.confidence < DOUBTFUL for place in places for patch in place.values())
    clues = reading.clues if isinstance(reading, GridReading) else None
    return Sight(**common, step=reading.lattice.step_x / across, clues=clues, doubtful=doubtful)


def in_play(message: str) -> str:
    """What `vision` says of a picture, for who is being played for.

    >>> in_play("A board is there, but something covers r1 c2. Close what lies over it and take the picture again.")
    'A board is there, but something covers r1 c2. Close what lies over it and start again.'
    >>> in_play("A part of the board is cut off. Take a picture of the whole board.")
    'A part of the board is cut off. Bring the whole board onto the screen and start again.'
    >>> in_play("There is no board in the picture.")
    'There is no board on the screen.'
    """

    def instead(advice: re.Match[str]) -> str:
        larger = re.search("sharper|larger", advice[0])
        what = "make the page larger" if larger else "bring the whole board onto the screen"
        return (what if advice[0][0] == "t" else what.capitalize()) + " and start again"

    message = message.replace("take the picture again", "start again")
    message = re.sub(r"[Tt]ake (a|the) [^.;]*picture[^.;]*", instead, message)
    return re.sub(r"\b(in|of) (the|this) picture", "on the screen", message)
