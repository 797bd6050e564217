"""What a reading of Pips is made of: tiles of the tray, dominoes on the board, tags. Values, and nothing that reads."""

from __future__ import annotations

from dataclasses import dataclass

Cell = tuple[int, int]
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Tile:
    """A domino in the tray, as it is drawn.

    `values`: pips of the left half and the right half, or of the upper and the lower one of an upright tile; 0..6.
    `center`: `(x, y)` and `size`: `(width, height)`, in pixels of the image as given.
    """

    values: tuple[int, int]
    center: Point
    size: Point
    upright: bool


@dataclass(frozen=True, slots=True)
class Placed:
    """A domino on the board: `domino[0]` pips lie on `cells[0]`, `domino[1]` on `cells[1]`."""

    domino: tuple[int, int]
    cells: tuple[Cell, Cell]


@dataclass(frozen=True, slots=True)
class Tag:
    """The diamond of a region and what was read in it.

    `text` and `runner_up`: `7`, `>10`, `<3`, `=`, `≠`; the runner-up is empty where nothing else comes near.
    `confidence`: 0..1, how far the two lie apart. `center`: `(x, y)` in pixels of the image as given.
    """

    center: Point
    text: str
    runner_up: str
    confidence: float
