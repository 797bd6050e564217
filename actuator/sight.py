"""A look at the screen: what `vision` reads there, in the pointer's points.

`Sight` is what everything that decides works with. How one comes by it is in `eyes.py`; what to do about what is seen
is `player.py`'s business.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from actuator.moves import Cell, Point, Rect
from actuator.screen import Shot
from vision.confidence import COMPARE, MAY_BE_CUT
from vision.types import GridReading, PipsReading, QueensReading, Reading

# How much around the board is looked at once it is known where it is, in cells: enough for the lattice's surroundings.
MARGIN = 1.5
# A cell or marker read with less confidence was hard to read.
DOUBTFUL = 0.6
# A board of Pips of which something is hard to read, and that is right with this confidence, is played as if nothing
# were: of 342 pictures of 35 pages by others that were read with it, 142 with a warning, all were right; of 151 that
# were read with less, 0.98 and more, 5 were wrong, all with a warning.
SURE_ENOUGH = 0.992
# A domino has moved in its tray that lies so far from where it lay, in lengths of it: two looks at one that
# had not moved differ by 0.06.
MOVED = 0.25


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
    `doubtful`: whether a cell or marker was hard to read, or a part of the board may be cut off. `unsure`: whether
    the reading is rather not to be relied on.
    `tray` and `lying`: of Pips; `badges`: the middles of what has come up beside its dominoes, such as the buttons at
    the selected one. `reading` and `shot`: what it was made from, None in tests that need neither.
    """

    game: str
    puzzle: Any
    cells: Mapping[Cell, Point]
    step: float
    clues: frozenset[Cell] | None = None
    strange: Mapping[Cell, str] = field(default_factory=dict)
    tray: tuple[TrayTile, ...] = ()
    lying: tuple[Lying, ...] = ()
    badges: tuple[Point, ...] = ()
    warnings: tuple[str, ...] = ()
    doubtful: bool = False
    unsure: bool = False
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

    def shows_as(self, other: Sight) -> bool:
        """Whether the board shows the same as at another look. Dominoes in the tray that lie a quarter of their length
        aside do not; a pixel is nothing where something on the page is always moving."""
        if (self._symbols, self.strange, self.lying) != (other._symbols, other.strange, other.lying):
            return False
        left = list(self.tray)
        for tile in other.tray:
            near = (one for one in left if math.dist(one.at, tile.at) < MOVED * tile.length)
            drawn = tile.values, tile.upright, tile.lit
            same = next((one for one in near if (one.values, one.upright, one.lit) == drawn), None)
            if same is None:
                return False
            left.remove(same)
        return not left

    @property
    def _symbols(self) -> Any:
        return getattr(self.puzzle, "cells", None)


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
            unsure=bool(reading.warnings) and reading.confidence < SURE_ENOUGH,
            step=reading.step / across,
            tray=tuple(
                TrayTile(tile.values, shot.point(*tile.center), tile.upright, max(tile.size) / across)
                for tile in reading.tray
            ),
            lying=tuple(Lying(one.domino, one.cells) for one in reading.placed),
        )
    assert isinstance(reading, (GridReading, QueensReading))
    places = (reading.cell_patches, reading.h_patches, reading.v_patches)
    doubtful = MAY_BE_CUT in reading.warnings
    doubtful |= any(patch.confidence < DOUBTFUL for place in places for patch in place.values())
    clues = reading.clues if isinstance(reading, GridReading) else None
    unsure = not {MAY_BE_CUT, COMPARE}.isdisjoint(reading.warnings)
    return Sight(**common, step=reading.lattice.step_x / across, clues=clues, doubtful=doubtful, unsure=unsure)


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
