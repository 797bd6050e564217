"""A reading -> where its cells, markers, tags and dominoes are in the picture, as JSON for the page to draw over it.

All places are `[x, y]` in pixels of the picture. What is drawn there is the page's business.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from solve_screenshot.options import EXCHANGED

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from solve_screenshot.result import Answer
    from vision.lattice import Lattice
    from vision.readings import GridReading, Patch, PipsReading, QueensReading, SquareReading

DOUBTFUL = 0.5
"""Places and tags read with less confidence than this are shown as doubtful."""
LEAST_APART = 60.0
"""How much (0..255) the colours of two symbols differ at least where it is these that tell them apart."""
OF_ONE_COLOUR, FLAT = 30.0, 0.75
"""This part of such a symbol, at least, is no farther (0..255) from its colour."""
CORNER = 0.3
"""So far from the middle of a cell, in cells, its ground is seen beside a crown."""


def layout(answer: Answer) -> dict[str, Any] | None:
    """Where the board is, or, of a refused picture, what looked like one; None where there is no picture."""
    if answer.picture is None:
        return None
    from vision.readings import GridReading, PipsReading, QueensReading

    size = {"width": answer.picture.size[0], "height": answer.picture.size[1]}
    reading = answer.reading
    if isinstance(reading, GridReading):
        return size | _grid(reading) | {"tints": _tints(answer.picture.bgr, reading), "shown": _shown(reading)}
    if isinstance(reading, QueensReading):
        return size | _grid(reading) | {"fills": _fills(answer.picture.bgr, reading)}
    if isinstance(reading, PipsReading):
        return size | _pips(reading)
    seen = [{"corners": _corners(one), "rows": one.rows, "columns": one.columns} for one in answer.unread[:3]]
    return size | {"kind": "none", "seen": seen}


def _grid(reading: SquareReading) -> dict[str, Any]:
    """`crossings[r][c]` is the upper left corner of cell (r, c); there is one row and one column more than of cells."""
    at = reading.lattice
    return {
        "kind": "grid",
        "crossings": [
            [_place(at.center(r - 0.5, c - 0.5)) for c in range(at.columns + 1)] for r in range(at.rows + 1)
        ],
        "corners": _corners(at),
        "exchangeable": any(EXCHANGED in warning for warning in reading.warnings),
        "clues": None if reading.clues is None else [list(cell) for cell in sorted(reading.clues)],
        "doubtful": {
            "cells": _doubtful(reading.cell_patches),
            "h": _doubtful(reading.h_patches),
            "v": _doubtful(reading.v_patches),
        },
    }


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
    return {symbol: _rgb(colour) for symbol, colour in found.items()}


def _fills(bgr: NDArray[np.uint8], reading: QueensReading) -> dict[str, str]:
    """The colour that each region has in the picture (H, W, 3), by its letter: what is around crowns and crosses."""
    import numpy as np

    reach = max(1, round(0.05 * reading.lattice.step_x))
    beside: dict[str, list[Any]] = {}
    for (r, c), letter in reading.puzzle.region_of.items():
        for dr, dc in ((-CORNER, -CORNER), (-CORNER, CORNER), (CORNER, -CORNER), (CORNER, CORNER)):
            x, y = map(round, reading.lattice.center(r + dr, c + dc))
            part = bgr[max(0, y - reach) : max(0, y + reach), max(0, x - reach) : max(0, x + reach)]
            beside.setdefault(letter, []).append(part.reshape(-1, 3))
    pixels = {letter: np.concatenate(parts) for letter, parts in beside.items()}
    return {letter: _rgb(np.median(some, axis=0)) for letter, some in pixels.items() if len(some)}


def _rgb(bgr: Any) -> str:
    return "rgb({2:.0f}, {1:.0f}, {0:.0f})".format(*bgr)


def _middle(bgr: NDArray[np.uint8], reading: GridReading, cell: tuple[int, int]) -> NDArray[np.uint8]:
    """The pixels around the middle of a cell: (N, 3)."""
    (x, y), reach = reading.cells[cell], max(1, round(0.28 * reading.lattice.step_x))
    left, top = max(0, round(x) - reach), max(0, round(y) - reach)
    return bgr[top : round(y) + reach, left : round(x) + reach].reshape(-1, 3)


def _pips(reading: PipsReading) -> dict[str, Any]:
    """`tags` and `fills` by the index of their region; `tray`: where each domino that is not on the board lies."""
    return {
        "kind": "pips",
        "origin": _place(reading.origin),
        "step": round(reading.step, 2),
        "tags": {
            str(index): {"at": _place(tag.center), "text": tag.text, "doubtful": tag.confidence < DOUBTFUL}
            for index, tag in reading.tags.items()
        },
        "fills": {str(i): f"rgb({red}, {green}, {blue})" for i, (blue, green, red) in reading.fills.items()},
        "tray": [
            {"values": list(one.values), "at": _place(one.center), "size": _place(one.size), "upright": one.upright}
            for one in reading.tray
        ],
    }


def _corners(lattice: Lattice) -> list[list[float]]:
    """Of the board, clockwise from its top left."""
    top, left, bottom, right = -0.5, -0.5, lattice.rows - 0.5, lattice.columns - 0.5
    return [_place(lattice.center(r, c)) for r, c in ((top, left), (top, right), (bottom, right), (bottom, left))]


def _doubtful(patches: Any) -> list[list[Any]]:
    """The places that are doubtful, each with what it may be instead."""
    found: dict[tuple[int, int], Patch] = dict(patches)
    return [[r, c, patch.runner_up] for (r, c), patch in found.items() if patch.confidence < DOUBTFUL]


def _place(point: tuple[float, float]) -> list[float]:
    return [round(float(point[0]), 2), round(float(point[1]), 2)]
