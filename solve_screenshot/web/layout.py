"""A reading -> where its cells, markers, tags and dominoes are in the picture, as JSON for the page to draw over it.

All places are `[x, y]` in pixels of the picture. What is drawn there is the page's business.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from solve_screenshot.answer import Answer
    from vision.lattice import Lattice
    from vision.readings import GridReading, Patch, PipsReading

DOUBTFUL = 0.5
"""Places and tags read with less confidence than this are shown as doubtful."""


def layout(answer: Answer) -> dict[str, Any] | None:
    """Where the board is, or, of a refused picture, what looked like one; None where there is no picture."""
    if answer.picture is None:
        return None
    from vision.readings import GridReading, PipsReading

    size = {"width": answer.picture.size[0], "height": answer.picture.size[1]}
    reading = answer.reading
    if isinstance(reading, GridReading):
        return size | _grid(reading)
    if isinstance(reading, PipsReading):
        return size | _pips(reading)
    seen = [{"corners": _corners(one), "rows": one.rows, "columns": one.columns} for one in answer.unread[:3]]
    return size | {"kind": "none", "seen": seen}


def _grid(reading: GridReading) -> dict[str, Any]:
    """`crossings[r][c]` is the upper left corner of cell (r, c); there is one row and one column more than of cells."""
    at, size = reading.lattice, reading.puzzle.size
    return {
        "kind": "grid",
        "crossings": [[_place(at.center(r - 0.5, c - 0.5)) for c in range(size + 1)] for r in range(size + 1)],
        "corners": _corners(at),
        "clues": None if reading.clues is None else [list(cell) for cell in sorted(reading.clues)],
        "doubtful": {
            "cells": _doubtful(reading.cell_patches),
            "h": _doubtful(reading.h_patches),
            "v": _doubtful(reading.v_patches),
        },
    }


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
