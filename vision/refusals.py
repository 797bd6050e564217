"""What is no board of two symbols, or a board of which a part cannot be seen: the reasons, and the words for them.

All raise children of `UnreadableError`. What cells hold is told before (`classes.py`), what is done about it after
(`binary.py`, `reading.py`).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.classes import Classified
from vision.clues import grounds_of
from vision.errors import CutError, KindsError, NoBoardError, OccludedError, UnreadableError
from vision.lattice import Lattice

Floats = NDArray[np.float32]
Cell = tuple[int, int]

# A cell less like an empty one and the two classes than this shows something else. Measured on the real boards: under
# a pointer 0.3 to 0.5, striped 0.5, under a dialog or with a number in it 0.8 and more.
STRANGE = 0.62
# A cell whose two best likenesses are nearer to each other than this ratio could be either.
DOUBTFUL = 0.75
# Of 43 lattices refused for so many kinds of things, and 22 for so many colours, none was read that lay up to a
# sixteenth of a cell beside one.
MANY_KINDS = 5
# The player's wrong entries break no more rules than this by themselves (boards seen: 0 to 2).
MOST_BROKEN = 4


A_STRIP = (
    "Some rows of cells are there, but no square of 4 to 20 cells a side: if they are a board's, it is cut off or "
    "covered. Take a picture of the whole board."
)


def few(cells: int) -> float:
    """How many of so many cells may be something else: under a pointer, striped."""
    return max(2, 0.06 * cells)


def check_cells(classified: Classified, ground: Floats, lattice: Lattice) -> None:
    """Refuse what is no board of empty cells and two symbols; raises `NoBoardError` or `OccludedError`."""
    size = lattice.rows
    nearest = np.sort(classified.distances, axis=1)
    strange = nearest[:, 0] > STRANGE
    count = int(strange.sum())
    # A part of a larger grid is no board, whatever may be in its cells or lie over them.
    if count > few(size * size) and lattice.goes_on:
        raise CutError(going_on(size))
    if count > few(size * size):
        covered = strange.reshape(size, size).copy()
        for cell in lattice.hidden:
            covered[cell] = True
        block = _covered_block(covered)
        if block is not None and _clear_around(block, nearest[:, 0].reshape(size, size), classified):
            raise OccludedError(_covered(size, block))
        kinds = 2 + len(classified.strays)
        raise (KindsError if kinds >= MANY_KINDS else NoBoardError)(
            f"A grid of {size}x{size} cells is there, but its cells hold about {kinds} kinds of things where Tango and "
            "Takuzu have two. Is it another game?"
        )
    doubtful = int((nearest[:, 0] > DOUBTFUL * nearest[:, 1]).sum()) if nearest.shape[1] > 1 else 0
    if doubtful > max(2, 0.12 * size * size):
        raise NoBoardError(
            f"Something like a grid of {size}x{size} cells is there, but {doubtful} of its cells could not be told to "
            "be empty or one of two symbols. Is it another game, or is the picture too blurred?"
        )
    empty = classified.labels == 0
    grounds = grounds_of(ground[empty])
    if len(grounds) > 3:
        colours = f"its cells have {len(grounds)} different colours, as in Queens"
        if lattice.goes_on:
            raise CutError(
                f"A grid of more than {size}x{size} cells is there, but {colours}. If it is no board of Queens, a part "
                "of it is cut off or covered: take a picture of the whole board."
            )
        raise KindsError(f"A grid of {size}x{size} cells is there, but {colours}. Tango and Takuzu boards can be read.")


def check_whole(lattice: Lattice, known: bool) -> None:
    """Refuse a board of which a part is covered, or beyond the picture; `known`: whether its symbols are.

    Raises `OccludedError`, or `NoBoardError` where it may be another game's board as well, which need not be square.
    """
    size = lattice.rows
    if len(lattice.hidden) >= 4:
        hidden = np.zeros((size, size), np.bool_)
        hidden[tuple(np.array(lattice.hidden).T)] = True
        block = _covered_block(hidden)
        if block is not None:
            raise OccludedError(_covered(size, block))
    if lattice.goes_on and not known:
        raise CutError(going_on(size))
    if lattice.goes_on:
        raise OccludedError(
            f"A board is there of which about {size}x{size} cells are seen: a part of it is cut off or covered. "
            "Take a picture of the whole board."
        )


def going_on(size: int) -> str:
    """Why a square of so many rows is none by itself: its cells go on, or some of them are not whole."""
    return (
        f"A grid of about {size}x{size} cells is there, but no whole square of an even number of cells a side: a part "
        "of the board is cut off or covered, or it is another game's. Take a picture of the whole board."
    )


def beside(size: int) -> str:
    """Why a square of so many rows is not all a board's: what is at a side of it is something else."""
    return (
        f"A grid of {size}x{size} cells is there, but a row or a column at its side holds other things than the "
        "others, as counters beside a board do. Take a picture of the board alone."
    )


def no_puzzle(size: int) -> str:
    """Why cells of symbols that say nothing, which break more rules than wrong entries do, are no board."""
    return (
        f"A grid of {size}x{size} cells with two kinds of things in it is there, but they make no puzzle: there is "
        "no solution. Is it another game?"
    )


def _covered(size: int, block: tuple[Cell, Cell]) -> str:
    (top, left), (bottom, right) = block
    return (
        f"A board of {size}x{size} cells is there, but something covers r{top + 1} c{left + 1} to "
        f"r{bottom + 1} c{right + 1}. Close what lies over it and take the picture again."
    )


def _covered_block(strange: NDArray[np.bool_]) -> tuple[Cell, Cell] | None:
    """The rectangle that strange cells fill, if they keep together and leave most of the board free."""
    rows, columns = np.flatnonzero(strange.any(axis=1)), np.flatnonzero(strange.any(axis=0))
    top, bottom, left, right = int(rows[0]), int(rows[-1]), int(columns[0]), int(columns[-1])
    area = (bottom - top + 1) * (right - left + 1)
    if area > 0.7 * strange.size or int(strange.sum()) < 0.5 * area or min(bottom - top, right - left) < 1:
        return None
    return (top, left), (bottom, right)


def _clear_around(block: tuple[Cell, Cell], nearest: Floats, classified: Classified) -> bool:
    """Whether the cells around a covered block are those of a board: plainly empty or one of two symbols."""
    (top, left), (bottom, right) = block
    around = np.ones(nearest.shape, np.bool_)
    around[top : bottom + 1, left : right + 1] = False
    # Each symbol comes again, and hardly anything else comes at all.
    repeated = all(int(around.ravel()[one.members].sum()) > 1 for one in classified.classes)
    others = sum(int(around.ravel()[one.members].sum()) for one in classified.strays)
    return bool((nearest[around] < STRANGE).all()) and bool(classified.classes) and repeated and others <= 1


def refusal(errors: list[UnreadableError]) -> UnreadableError:
    """Of the reasons why several lattices were no boards, the one to tell: a covered board before one that is cut off,
    that before another game."""
    if not errors:
        return NoBoardError(
            "No board was found: no square grid of 4 to 20 cells a side is in the picture. "
            "Show the whole board, not smaller than 20 pixels a cell."
        )
    return min(errors, key=lambda error: (error.kind != "occluded", not isinstance(error, CutError)))
