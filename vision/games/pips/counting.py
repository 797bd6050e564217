"""As many cells as halves of dominoes: what of all that was seen is the board's and the tray's."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from vision.errors import OccludedError, UnsupportedError
from vision.games.pips.interpret import odds_of
from vision.games.pips.parts import RATHER, Cell
from vision.games.pips.seen import InTray, Parts, Seen

# So many things may be taken otherwise.
MOST_FLIPS = 11


def counted(seen: Seen, parts: Parts) -> tuple[float, Parts]:
    """As many cells as halves, and none that no domino can cover: where that is not so, the least sure places and
    dominoes are taken otherwise, in the most probable way. And what that costs, as log odds.

    Raises `OccludedError` or `UnsupportedError` where it does not come out so either."""
    laid = {cell for pair in parts.pairs for cell in pair.cells}
    needed, place = parts.needed, seen.window.place[..., 0]
    if not needed and _coverable(parts.cells - laid, place.shape):
        return 0.0, replace(parts, tray=parts.likely)
    free = sorted({(int(r), int(c)) for r, c in np.ndindex(*place.shape)} - laid - {tag.cell for tag in parts.tags})
    flips: list[tuple[float, int, Cell | InTray]] = [
        (abs(odds_of(float(place[cell]))), -1 if cell in parts.cells else 1, cell) for cell in free
    ]
    flips += [(abs(odds_of(one.sure)), 2 if one.sure >= RATHER else -2, one) for one in parts.tray]
    flips = sorted(flips, key=lambda flip: flip[0])[: MOST_FLIPS if parts.pairs or parts.likely else 0]
    subsets = ([flip for k, flip in enumerate(flips) if mask >> k & 1] for mask in range(1, 1 << len(flips)))
    fitting = [(sum(flip[0] for flip in some), some) for some in subsets if sum(flip[1] for flip in some) == needed]
    for cost, some in sorted(fitting, key=lambda one: one[0]):
        others = [flip[2] for flip in some]
        cells = parts.cells ^ {one for one in others if isinstance(one, tuple)}
        if _coverable(cells - laid, place.shape):
            tray = [one for one in parts.tray if (one.sure >= RATHER) != (one in others)]
            return cost, replace(parts, cells=cells, tray=tray)
    raise miscounted(parts)


def _coverable(cells: set[Cell], shape: tuple[int, ...]) -> bool:
    """Whether groups of neighbours have as many light as dark places of a chessboard: dominoes cover one of each."""
    there, dark = np.zeros(shape, np.uint8), np.indices(shape).sum(axis=0) % 2
    for cell in cells:
        there[cell] = 1
    _, groups = cv2.connectedComponents(there, connectivity=4)
    return not np.bincount(groups.ravel(), (there * (dark - 0.5)).ravel()).any()


def miscounted(parts: Parts) -> OccludedError | UnsupportedError:
    """What to say where the count does not come out."""
    cells, dominoes = len(parts.cells), len(parts.pairs) + len(parts.likely)
    if dominoes == len(parts.pairs) and 2 * dominoes < cells:
        return UnsupportedError(
            "A board of Pips is there, but the dominoes to lay on it are not in the picture. "
            "Take a picture that shows the board and the dominoes below it."
        )
    return OccludedError(
        f"A board of Pips is there, but {cells} cells and {dominoes} domino{'es' * (dominoes != 1)} do not go together"
        ": a part of the board or of the tray is covered, cut off or moving. Take a picture of all of it, at rest."
    )
