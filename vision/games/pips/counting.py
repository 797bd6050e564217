"""As many cells as halves of dominoes: what of all that was seen is the board's and the tray's."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.errors import OccludedError, UnsupportedError
from vision.games.pips.interpret import fill_of
from vision.games.pips.network import Colours
from vision.games.pips.seen import Cell, InTray, Parts, Seen

# A domino beside the board is one with at least this probability; far from the board and from others, with this.
LEAST_DOMINO, LEAST_ALONE = 0.5, 0.95
# Places less sure than this may be taken otherwise where the count does not come out.
DOUBTFUL_PLACE = 0.97
# Dominoes of one tray are of one colour, in levels, and not farther from each other than this, in halves; that some are
# none because they are unlike the others costs so much, and more where they lie in a row or a column with them, to
# this part of a half. So many things may be taken otherwise, in so many ways.
ONE_COLOUR, APART, UNLIKE, IN_LINE, ASKEW = 16.0, 5.0, 2.0, 1.5, 0.15
# Logarithm of the sizes of two dominoes of a tray, one of which may be selected; one domino says so much at most of how
# large they are, as log odds.
ONE_SIZE, MOST_SAID = 0.28, 6.0
# Dominoes not farther from the board, in cells, may be in the air; others lie by one another.
NEAR = 3.0
MOST_FLIPS, MOST_COUNTS = 11, 2


@dataclass(frozen=True, slots=True, eq=False)
class Count:
    """As many cells as halves, and what it costs that these are the cells and dominoes, as log odds."""

    cost: float
    cells: set[Cell]
    tray: list[InTray]


def counted(bgr: Colours, seen: Seen, parts: Parts) -> list[Count]:
    """As many cells as halves: where that does not come out, the least sure places and dominoes are taken otherwise,
    and dominoes unlike others are taken for none. The most probable ways to do so.

    Raises `OccludedError` or `UnsupportedError` where it does not come out so either."""
    of_one = _of_one_size(seen, parts.tray)
    likely = [one for one in of_one if one.sure >= LEAST_DOMINO]
    beside = [one for one in of_one if one.sure >= LEAST_ALONE or _is_beside(seen, parts.cells, one, likely)]
    tray = [one for one in beside if one.sure >= LEAST_DOMINO]
    needed = 2 * (len(parts.pairs) + len(tray)) - len(parts.cells)
    if not needed:
        return [Count(0.0, set(parts.cells), tray)]
    place = seen.window.place
    used = {tag.cell for tag in parts.tags} | {cell for pair in parts.pairs for cell in pair.cells}
    flips: list[tuple[float, int, set[Cell], list[InTray]]] = []
    for r, c in np.ndindex(*place.shape[:2]):
        outside = float(place[r, c, 0])
        if (r, c) not in used and max(outside, 1 - outside) < DOUBTFUL_PLACE and place[r, c, 2] < 0.3:
            flips.append((_odds(outside), -1 if (r, c) in parts.cells else 1, {(r, c)}, []))
    groups = _alike(bgr, tray)
    alone = [one for group in groups for one in group if len(group) == 1]
    for one in beside:
        if max(one.sure, 1 - one.sure) < DOUBTFUL_PLACE and not any(one is other for other in alone):
            flips.append((_odds(one.sure), 2 if any(one is other for other in tray) else -2, set(), [one]))
    if len(groups) > 1 or 2 * len(parts.pairs) == len(parts.cells):
        for group in groups:
            rest = [one for one in tray if not any(one is mine for mine in group)]
            unlike = UNLIKE + (IN_LINE if any(_in_line(one, rest) for one in group) else 0.0)
            flips.append((min(unlike, sum(_odds(one.sure) for one in group)), 2 * len(group), set(), group))
    flips = sorted(flips, key=lambda flip: flip[0])[:MOST_FLIPS]
    subsets = [[flips[k] for k in range(len(flips)) if mask >> k & 1] for mask in range(1, 1 << len(flips))]
    fitting = [
        some
        for some in subsets
        if sum(flip[1] for flip in some) == needed and _once([id(one) for flip in some for one in flip[3]])
    ]
    if not fitting:
        raise _miscounted(len(parts.cells), len(parts.pairs), len(tray))
    found = []
    for some in sorted(fitting, key=lambda some: sum(flip[0] for flip in some))[:MOST_COUNTS]:
        cells, dominoes = set(parts.cells), list(tray)
        for _, _, places, others in some:
            cells ^= places
            for one in others:
                there = any(one is other for other in dominoes)
                dominoes = [other for other in dominoes if other is not one] if there else [*dominoes, one]
        found.append(Count(sum(flip[0] for flip in some), cells, dominoes))
    return found


def _of_one_size(seen: Seen, tray: list[InTray]) -> list[InTray]:
    """Those as large as most of what is surely a domino, or as those on the board."""
    logs = np.log([one.domino.side for one in tray])
    odds = np.array([min(MOST_SAID, _odds(one.sure)) if one.sure > LEAST_DOMINO else 0.0 for one in tray])
    if not odds.any():
        return tray
    votes = (np.abs(logs[:, None] - logs[None]) < ONE_SIZE / 2) @ odds
    off = np.minimum(np.abs(logs - logs[votes.argmax()]), np.abs(logs - np.log(seen.step)))
    return [one for one, far in zip(tray, off, strict=True) if far < ONE_SIZE]


def _is_beside(seen: Seen, cells: set[Cell], one: InTray, others: list[InTray]) -> bool:
    """Whether a domino lies by another one, or by the board."""
    x, y, far = one.domino.x, one.domino.y, APART * one.domino.side
    near = [(other.domino.x, other.domino.y, far) for other in others if other is not one]
    near += [(*seen.middle(*cell), NEAR * seen.step) for cell in cells]
    return any(abs(x - x2) < most and abs(y - y2) < most for x2, y2, most in near)


def _once(some: list[int]) -> bool:
    """Whether none is there twice."""
    return len(some) == len(set(some))


def _in_line(one: InTray, others: list[InTray]) -> bool:
    """Whether a domino lies in a row or a column with others."""
    d = one.domino
    return any(
        min(abs(other.domino.x - d.x), abs(other.domino.y - d.y)) < ASKEW * d.side
        and max(abs(other.domino.x - d.x), abs(other.domino.y - d.y)) < APART * d.side
        for other in others
    )


def _alike(bgr: Colours, tray: list[InTray]) -> list[list[InTray]]:
    """Dominoes in groups of one colour, side by side; those without pips, of which empty places of a tray are taken
    for, by themselves."""
    looks = []
    for one in tray:
        d = one.domino
        blank = all(half[0].value == "0" for half in one.halves)
        looks.append((d.x, d.y, d.side, blank, np.array(fill_of(bgr, d.x, d.y, d.side), float)))
    groups: list[list[int]] = []
    for k, (x, y, side, blank, fill) in enumerate(looks):
        mine = [k]
        rest = []
        for group in groups:
            near = any(
                blank == looks[j][3]
                and float(np.abs(fill - looks[j][4]).max()) < ONE_COLOUR
                and max(abs(x - looks[j][0]), abs(y - looks[j][1])) < APART * side
                for j in group
            )
            if near:
                mine += group
            else:
                rest.append(group)
        groups = [*rest, mine]
    return [[tray[k] for k in group] for group in groups]


def _odds(probability: float) -> float:
    """How far from even, as log odds."""
    return abs(float(np.log(probability + 1e-6) - np.log(1 - probability + 1e-6)))


def _miscounted(cells: int, laid: int, beside: int) -> OccludedError | UnsupportedError:
    if not beside and 2 * laid < cells:
        return UnsupportedError(
            "A board of Pips is there, but the dominoes to lay on it are not in the picture. "
            "Take a picture that shows the board and the dominoes below it."
        )
    return OccludedError(
        f"A board of Pips is there, but {cells} cells and {laid + beside} dominoes do not go together: a part of the "
        "board or of the tray is covered, cut off or moving. Take a picture of all of it, at rest."
    )
