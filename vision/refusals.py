"""Why what is on a lattice is no board that can be read, and the words for it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.errors import AmbiguousError, CutError, NoBoardError, OccludedError, UnreadableError
from vision.games import GAMES
from vision.games.board import SquareBoard
from vision.lattice import PLAIN
from vision.locate.votes import RATHER
from vision.seen import Seen

# What covers cells within a board is a panel, two cells a side at least: so much of its box is not the board's.
LEAST_COVERED = 0.75


def why_not(board: SquareBoard) -> UnreadableError | None:
    """Why what is on a lattice is no board, or None where it is one."""
    size = f"{board.lattice.rows}x{board.lattice.columns}"
    if not board.is_board:
        return _not_whole(board.seen, size)
    if board.lattice.goes_on and not board.seen.among:
        return CutError(
            f"A grid of more than {size} cells is there, but no whole square of an even number of cells a side: a part "
            "of the board is cut off or covered, or it is another game's. Take a picture of the whole board."
        )
    return board.why_not()


def _not_whole(seen: Seen, size: str) -> UnreadableError:
    outside = seen.probabilities.inside < RATHER
    if outside.any() and not outside.all():
        (top, left), (bottom, right) = np.argwhere(outside).min(axis=0), np.argwhere(outside).max(axis=0)
        box = outside[top : bottom + 1, left : right + 1]
        among = min(top, left) > 0 and max(bottom, right) < len(outside) - 1
        place = f"covers r{top + 1} c{left + 1} to r{bottom + 1} c{right + 1}"
        plain = seen.lattice.presence > PLAIN
        if among and plain and min(box.shape) > 1 and box.mean() >= LEAST_COVERED:
            return OccludedError(
                f"A board of {size} cells is there, but something {place}. Close what lies over it and take the "
                "picture again."
            )
        return CutError(
            f"A grid of about {size} cells is there, but no whole square of an even number of cells a side: a part "
            f"of the board is cut off, or something {'covers it' if box.size == outside.size else place}, or it "
            "is another game's. Take a picture of the whole board."
        )
    *titles, last = [title for game in GAMES for title in game.TITLES]
    return NoBoardError(
        f"A grid of {size} cells is there, but it is no whole board of {', '.join(titles)} or {last}. Is it another "
        "game, or is a part of it cut off or covered?"
    )


def refusal(tried: Sequence[SquareBoard]) -> UnreadableError:
    """Why there is no board in a picture of which these lattices were seen."""
    if not tried:
        return NoBoardError(
            "No board was found: no whole square grid of 4 to 20 cells a side is in the picture. If one is cut off, "
            "show all of it; cells must not be smaller than 20 pixels."
        )
    likeliest = max(tried, key=lambda one: (one.is_board, one.lattice.plane is None, one.lattice.likelihood))
    error = why_not(likeliest)
    if error is None:
        error = AmbiguousError(
            f"Something like a board of {likeliest.lattice.rows}x{likeliest.lattice.columns} cells is there, but "
            "neither what is on it nor the puzzle that would make is clear, or a part of it is cut off. Take a sharper "
            "picture of the whole board."
        )
    error.lattices = tuple(one.lattice for one in tried)
    return error
