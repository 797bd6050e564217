"""Boards of square cells on the web page: where their cells are in a picture, and mending them.

What is not here: what only one game has (`binary_page`, `queens_page`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from solve_screenshot.options import EXCHANGED
from solve_screenshot.result import Told
from solve_screenshot.web.asked import BadRequestError, is_pair
from solve_screenshot.web.layout import corners_of, place

if TYPE_CHECKING:
    from solve_screenshot.result import Answer
    from vision.image import Image
    from vision.types import Patch, SquareReading

DOUBTFUL = 0.5
"""Places read with less confidence than this are shown as doubtful."""


def grid(reading: SquareReading) -> dict[str, Any]:
    """`crossings[r][c]` is the upper left corner of cell (r, c); there is one row and one column more than of cells."""
    at = reading.lattice
    return {
        "kind": "grid",
        "crossings": [[place(at.center(r - 0.5, c - 0.5)) for c in range(at.columns + 1)] for r in range(at.rows + 1)],
        "corners": corners_of(at),
        "exchangeable": any(EXCHANGED in warning for warning in reading.warnings),
        "clues": None if reading.clues is None else [list(cell) for cell in sorted(reading.clues)],
        "doubtful": {
            "cells": _doubtful(reading.cell_patches),
            "h": _doubtful(reading.h_patches),
            "v": _doubtful(reading.v_patches),
        },
    }


def _doubtful(patches: Any) -> list[list[Any]]:
    """The places that are doubtful, each with what it may be instead."""
    found: dict[tuple[int, int], Patch] = dict(patches)
    return [[r, c, patch.runner_up] for (r, c), patch in found.items() if patch.confidence < DOUBTFUL]


def rgb(bgr: Any) -> str:
    """A colour for a style sheet."""
    return "rgb({2:.0f}, {1:.0f}, {0:.0f})".format(*bgr)


def told(puzzle: Any, asked: Mapping[str, Any]) -> Told:
    """The cells that were given, where the request says so."""
    clues = asked.get("clues")
    if clues is None:
        return Told()
    if not isinstance(clues, list) or not all(map(is_pair, clues)):
        raise BadRequestError("clues is [r, c] for each cell that the puzzle gave")
    return Told(clues=frozenset((r, c) for r, c in clues) & puzzle.filled())


def read_there(picture: Image, corners: Sequence[tuple[float, float]], asked: Mapping[str, Any]) -> SquareReading:
    """What is read where a board was marked by hand."""
    from vision.by_hand import read_by_hand

    size = asked.get("size")
    if isinstance(size, bool) or not isinstance(size, int):
        raise BadRequestError("size is the number of cells on a side of the board that was marked")
    try:
        return read_by_hand(picture, corners, size)
    except ValueError as error:
        raise BadRequestError(str(error)) from error


def check_size(reading: Any, puzzle: Any) -> None:
    """Raise `BadRequestError` where the puzzle has another size than the board in the picture."""
    if puzzle.size != reading.puzzle.size:
        raise BadRequestError("the puzzle is of another size than the board in the picture")


def patched(patches: Mapping[tuple[int, int], Any], rows: Sequence[str]) -> dict[tuple[int, int], Any]:
    """What a person says is certain."""
    return {
        (r, c): patch if patch.value == rows[r][c] else replace(patch, value=rows[r][c], confidence=1.0)
        for (r, c), patch in patches.items()
    }


def label(answer: Answer) -> dict[str, Any]:
    """What a label of such a board has beside its puzzle and place."""
    puzzle: Any = answer.puzzle
    return {} if answer.clues is None else {"clues": [list(cell) for cell in sorted(answer.clues & puzzle.filled())]}
