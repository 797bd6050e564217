"""As many cells as halves of dominoes: what of all that was seen is the board's and the tray's."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.errors import OccludedError, UnsupportedError
from vision.games.pips.parts import RATHER, Cell
from vision.games.pips.seen import InTray, Parts, Seen

# So many things may be taken otherwise.
MOST_FLIPS = 11


@dataclass(frozen=True, slots=True, eq=False)
class Count:
    """As many cells as halves, and what it costs that these are the cells and dominoes, as log odds."""

    cost: float
    cells: set[Cell]
    tray: list[InTray]


def counted(seen: Seen, parts: Parts) -> Count:
    """As many cells as halves: where that does not come out, the least sure places and dominoes are taken otherwise, in
    the most probable way.

    Raises `OccludedError` or `UnsupportedError` where it does not come out so either."""
    tray = _likely(parts)
    needed = 2 * (len(parts.pairs) + len(tray)) - len(parts.cells)
    if not needed:
        return Count(0.0, set(parts.cells), tray)
    place = seen.window.place
    used = {tag.cell for tag in parts.tags} | {cell for pair in parts.pairs for cell in pair.cells}
    flips: list[tuple[float, int, Cell | InTray]] = []
    for r, c in np.ndindex(*place.shape[:2]):
        if (r, c) not in used:
            flips.append((_odds(float(place[r, c, 0])), -1 if (r, c) in parts.cells else 1, (r, c)))
    flips += [(_odds(one.sure), 2 if one.sure >= RATHER else -2, one) for one in parts.tray]
    flips = sorted(flips, key=lambda flip: flip[0])[:MOST_FLIPS]
    subsets = ([flip for k, flip in enumerate(flips) if mask >> k & 1] for mask in range(1, 1 << len(flips)))
    fitting = [some for some in subsets if sum(flip[1] for flip in some) == needed]
    if not fitting:
        raise miscounted(parts)
    cost, some = min(((sum(flip[0] for flip in some), some) for some in fitting), key=lambda one: one[0])
    others = [flip[2] for flip in some]
    cells = parts.cells ^ {one for one in others if isinstance(one, tuple)}
    return Count(cost, cells, [one for one in parts.tray if (one.sure >= RATHER) != (one in others)])


def _odds(probability: float) -> float:
    """How far from even, as log odds."""
    return abs(float(np.log(probability + 1e-6) - np.log(1 - probability + 1e-6)))


def miscounted(parts: Parts) -> OccludedError | UnsupportedError:
    """What to say where the count does not come out."""
    cells, dominoes = len(parts.cells), len(parts.pairs) + len(_likely(parts))
    if dominoes == len(parts.pairs) and 2 * dominoes < cells:
        return UnsupportedError(
            "A board of Pips is there, but the dominoes to lay on it are not in the picture. "
            "Take a picture that shows the board and the dominoes below it."
        )
    return OccludedError(
        f"A board of Pips is there, but {cells} cells and {dominoes} domino{'es' * (dominoes != 1)} do not go together"
        ": a part of the board or of the tray is covered, cut off or moving. Take a picture of all of it, at rest."
    )


def _likely(parts: Parts) -> list[InTray]:
    return [one for one in parts.tray if one.sure >= RATHER]
