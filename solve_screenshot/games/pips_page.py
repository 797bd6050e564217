"""Pips on the web page; a module of the form of `games.Page`."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from solve_screenshot.result import Told
from solve_screenshot.web.asked import BadRequestError, is_pair
from solve_screenshot.web.layout import place

if TYPE_CHECKING:
    from solve_screenshot.result import Answer
    from solver import PipsPuzzle
    from vision.image import Image
    from vision.types import PipsReading

DOUBTFUL = 0.5
"""Tags read with less confidence than this are shown as doubtful."""
MOST_PLACED = 200
SHAPE = "placed is [[r, c], [r, c], [pips, pips]] for each domino on the board"
LEAST_STEP = 5.0
"""Pixels of a cell that was marked by hand, at least."""


def layout(picture: Image, reading: PipsReading) -> dict[str, Any]:
    """`tags` and `fills` by the index of their region; `tray`: where each domino that is not on the board lies."""
    return {
        "kind": "pips",
        "origin": place(reading.origin),
        "step": round(reading.step, 2),
        "tags": {
            str(index): {
                "at": place(tag.center),
                "text": tag.text,
                "doubtful": tag.confidence < DOUBTFUL,
                "cell": _nearest(reading, index),
            }
            for index, tag in reading.tags.items()
        },
        "fills": {str(i): f"rgb({red}, {green}, {blue})" for i, (blue, green, red) in reading.fills.items()},
        "tray": [
            {"values": list(one.values), "at": place(one.center), "size": place(one.size), "upright": one.upright}
            for one in reading.tray
        ],
    }


def _nearest(reading: PipsReading, index: int) -> list[int]:
    """The cell of a region that is nearest to its tag."""
    at, cells = reading.tags[index].center, reading.puzzle.regions[index].cells
    row, column = min(cells, key=lambda cell: math.dist(reading.cells[cell], at))
    return [row, column]


def told(puzzle: PipsPuzzle, asked: Mapping[str, Any]) -> Told:
    """The dominoes on the board, where the request says so."""
    placed = asked.get("placed") or []
    if not isinstance(placed, list) or len(placed) > MOST_PLACED:
        raise BadRequestError(SHAPE)
    return Told(placed=tuple(_placed(one, puzzle) for one in placed))


def _placed(one: object, puzzle: PipsPuzzle) -> Any:
    from vision.games.pips.parts import Placed

    if not isinstance(one, list) or len(one) != 3 or not all(map(is_pair, one)):
        raise BadRequestError(SHAPE)
    a, b, (low, high) = one
    cells = ((a[0], a[1]), (b[0], b[1]))
    if not set(cells) <= set(puzzle.cells) or abs(a[0] - b[0]) + abs(a[1] - b[1]) != 1:
        raise BadRequestError("a domino lies on two neighbouring cells of the board")
    if not any(sorted((low, high)) == sorted(domino) for domino in puzzle.dominoes):
        raise BadRequestError(f"the puzzle has no domino {low}-{high}")
    return Placed((low, high), cells)


def marked(
    picture: Image, corners: Sequence[tuple[float, float]], asked: Mapping[str, Any], puzzle: PipsPuzzle, told: Told
) -> PipsReading:
    """A board that was marked and written down by hand: the corners are those of all its `size`, rows and columns."""
    from vision.types import PipsReading

    size = asked.get("size")
    if not is_pair(size) or min(size) < 1 or len(corners) != 4:  # type: ignore[arg-type]
        raise BadRequestError("size is [rows, columns] of the board that was marked by its four corners")
    rows, columns = size  # type: ignore[misc]
    if any(r >= rows or c >= columns for r, c in puzzle.cells):
        raise BadRequestError(f"the puzzle has cells beyond the {rows} rows and {columns} columns that were marked")
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = corners
    left, top, right, bottom = (x0 + x3) / 2, (y0 + y1) / 2, (x1 + x2) / 2, (y2 + y3) / 2
    step = ((right - left) / columns + (bottom - top) / rows) / 2
    if not LEAST_STEP <= step <= max(picture.size):
        raise BadRequestError("these are no corners of a board: mark it again, clockwise from the top left")
    return PipsReading(
        game=puzzle.game,
        puzzle=puzzle,
        confidence=1.0,
        warnings=(),
        milliseconds={"decode": picture.milliseconds, "read": 0.0},
        step=step,
        origin=(left, top),
        placed=told.placed,
        tray=(),
        tags={},
        fills={},
    )


def mended(reading: PipsReading, puzzle: PipsPuzzle, told: Told) -> PipsReading:
    """The reading with another puzzle. Regions keep the tag and the colour of the region of most of their cells."""
    was = {cell: index for index, region in enumerate(reading.puzzle.regions) for cell in region.cells}
    old = [next((was[cell] for cell in region.cells if cell in was), None) for region in puzzle.regions]
    return replace(
        reading,
        puzzle=puzzle,
        placed=told.placed,
        tags={i: reading.tags[index] for i, index in enumerate(old) if index is not None and index in reading.tags},
        fills={i: reading.fills[index] for i, index in enumerate(old) if index is not None and index in reading.fills},
    )


def label(answer: Answer) -> dict[str, Any]:
    """What a label of Pips has beside its puzzle and place."""
    puzzle: Any = answer.puzzle
    return {
        "placed": [[*map(list, one.cells), list(one.domino)] for one in answer.placed],
        "tray": [list(one) for one in _in_tray(puzzle, answer)],
    }


def _in_tray(puzzle: PipsPuzzle, answer: Answer) -> list[tuple[int, int]]:
    """The dominoes that are not on the board."""
    left = list(puzzle.dominoes)
    for one in answer.placed:
        same = next((domino for domino in left if sorted(domino) == sorted(one.domino)), None)
        if same is not None:
            left.remove(same)
    return left
