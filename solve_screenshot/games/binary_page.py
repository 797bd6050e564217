"""Tango and Takuzu on the web page; a module of the form of `games.Page`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from solve_screenshot.games.square_page import check_size, grid, patched, read_there, rgb
from solve_screenshot.games.square_page import label as label
from solve_screenshot.games.square_page import told as told

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from solve_screenshot.result import Told
    from solver import BinaryPuzzle
    from vision.image import Image
    from vision.types import GridReading

LEAST_APART = 60.0
"""How much (0..255) the colours of two symbols differ at least where it is these that tell them apart."""
OF_ONE_COLOUR, FLAT = 30.0, 0.75
"""This part of such a symbol, at least, is no farther (0..255) from its colour."""


def layout(picture: Image, reading: GridReading) -> dict[str, Any]:
    """As `square_page.grid`; `tints`: the colours of the symbols, `shown`: a cell for each of them."""
    return grid(reading) | {"tints": _tints(picture.bgr, reading), "shown": _shown(reading)}


def _shown(reading: GridReading) -> dict[str, list[int]]:
    """Of each symbol a cell that plainly shows it."""
    patches = sorted(reading.cell_patches.items(), key=lambda one: one[1].confidence)
    return {patch.value: list(cell) for cell, patch in patches if patch.value != "."}


def _tints(bgr: NDArray[np.uint8], reading: GridReading) -> dict[str, str] | None:
    """The colours that Takuzu's symbols have in the picture (H, W, 3), where it is these that tell them apart."""
    import numpy as np

    found: dict[str, Any] = {}
    for symbol in reading.puzzle.symbols:
        cells = [cell for cell, patch in reading.cell_patches.items() if patch.value == symbol]
        middles = [_middle(bgr, reading, cell) for cell in cells]
        if reading.game != "takuzu" or not any(len(one) for one in middles):
            return None
        pixels = np.concatenate(middles)
        found[symbol] = np.median(pixels, axis=0)
        if float((np.abs(pixels - found[symbol]).max(axis=1) < OF_ONE_COLOUR).mean()) < FLAT:
            return None  # it has a shape
    zero, one = found.values()
    if float(np.abs(zero - one).max()) < LEAST_APART:
        return None
    return {symbol: rgb(colour) for symbol, colour in found.items()}


def _middle(bgr: NDArray[np.uint8], reading: GridReading, cell: tuple[int, int]) -> NDArray[np.uint8]:
    """The pixels around the middle of a cell: (N, 3)."""
    (x, y), reach = reading.cells[cell], max(1, round(0.28 * reading.lattice.step_x))
    left, top = max(0, round(x) - reach), max(0, round(y) - reach)
    return bgr[top : round(y) + reach, left : round(x) + reach].reshape(-1, 3)


def marked(
    picture: Image, corners: Sequence[tuple[float, float]], asked: Mapping[str, Any], puzzle: BinaryPuzzle, told: Told
) -> GridReading:
    """The reading of a board whose corners were marked, with this puzzle on it."""
    reading: Any = read_there(picture, corners, asked)
    return mended(reading, puzzle, told)


def mended(reading: GridReading, puzzle: BinaryPuzzle, told: Told) -> GridReading:
    """The reading with another puzzle, on the same cells."""
    check_size(reading, puzzle)
    return replace(
        reading,
        game=puzzle.game,
        puzzle=puzzle,
        clues=told.clues,
        cell_patches=patched(reading.cell_patches, puzzle.cells),
        h_patches=patched(reading.h_patches, puzzle.h),
        v_patches=patched(reading.v_patches, puzzle.v),
    )
