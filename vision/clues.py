"""Which cells the puzzle gave: by their ground, or by a small mark that sets them apart from others with the same
symbol, a dot, a corner, a line below, a bolder stroke.

Which of the marked sets are the clues, if any, is told by the puzzle (`checksum.py`).
"""

from __future__ import annotations

from collections import Counter
from functools import cache

import numpy as np
from numpy.typing import NDArray

from vision.classes import Classified
from vision.order import middle_picture
from vision.patches import CELL_UNIT, UNIT, Colours

Labels = NDArray[np.intp]
Floats = NDArray[np.float32]
Cell = tuple[int, int]

# Cells less like what they were taken for than this are spoilt: striped, or under a pointer.
SPOILT_CELL = 0.3
# Two grounds (0..255, the colour that differs most) up to this apart are one: video and JPEG vary by 3, the grounds of
# clues and of empty cells differ by 17 and more.
SAME_GROUND = 8.0
# A pixel is another one where it differs by more than this (0..255) from the usual cell with the same symbol, each less
# its own ground. Measured: soft edges that fall a little differently in each cell up to 18.
OTHER = 22
# Pixels of a cell's rim that are left out, and the fewest pixels of a mark.
RIM, LEAST = 1, 2
# So many ways in which pixels part the cells are looked at.
MOST_WAYS = 3
# Cells of which the usual one is the middle: it may have the mark or not.
EXEMPLARS = 5

Halves = tuple[bytes, bytes]


def marked_sets(small: Colours, ground: NDArray[np.float32], labels: Labels, size: int) -> tuple[frozenset[int], ...]:
    """Sets of filled cells (flat indices) of which one may be the clues; () where nothing parts them.

    `small`: the straightened board at `CELL_UNIT` pixels per cell; `ground`: (N, 3); `labels`: (N,) 0, 1, 2.
    """
    members = [np.flatnonzero(labels == k) for k in (1, 2)]
    if min(map(len, members)) < 2:
        return ()
    cells = small.reshape(size, CELL_UNIT, size, CELL_UNIT, 3).swapaxes(1, 2)[:, :, RIM:-RIM, RIM:-RIM]
    others = [_others(cells[np.divmod(some, size)].reshape(len(some), -1, 3), ground[some]) for some in members]
    parting = np.flatnonzero(others[0].any(axis=0) | others[1].any(axis=0))
    if not len(parting):
        return ()
    halves = [[column.tobytes() for column in other.T[parting]] for other in others]
    ways = Counter(zip(*halves, strict=True))
    bare = (bytes(len(members[0])), bytes(len(members[1])))
    ways.pop(bare, None)
    found: list[frozenset[int]] = []
    both = [way for way, count in ways.most_common() if count >= LEAST and way[0] != bare[0] and way[1] != bare[1]]
    for way in both[:MOST_WAYS] or _apart(halves, bare):
        found += _sets(way, members)
    return tuple(dict.fromkeys(found))


def _others(cells: Colours, ground: NDArray[np.float32]) -> NDArray[np.bool_]:
    """For each pixel, which cells differ there from the usual one: (K, P, 3) -> (K, P).

    None where all differ but for what the usual one was made of.
    """
    pixels = cells.astype(np.int16) - ground.astype(np.int16)[:, None]
    some = pixels[np.linspace(0, len(pixels) - 1, min(len(pixels), EXEMPLARS)).astype(np.intp)]
    off = np.abs(pixels - middle_picture(list(some)))
    other = np.maximum(np.maximum(off[..., 0], off[..., 1]), off[..., 2]) > OTHER
    return np.asarray(other ^ other[0], np.bool_)


def _apart(halves: list[list[bytes]], bare: Halves) -> list[Halves]:
    """The commonest way of each kind by itself, where no pixel parts both: strokes that are bolder."""
    best = []
    for some, none in zip(halves, bare, strict=True):
        counts = Counter(half for half in some if half != none)
        top = counts.most_common(1)
        best.append(top[0][0] if top and top[0][1] >= LEAST else none)
    return [] if tuple(best) == bare else [(best[0], best[1])]


def _sets(way: Halves, members: list[Labels]) -> list[frozenset[int]]:
    sides = [np.frombuffer(half, np.bool_) for half in way]
    total = sum(map(len, members))
    sets = [
        frozenset(
            i for some, side, keep in zip(members, sides, (a, b), strict=True) for i in some[side == keep].tolist()
        )
        for a in (True, False)
        for b in (True, False)
    ]
    kinds = {frozenset(some.tolist()) for some in members}
    return [some for some in sets if 0 < len(some) < total and some not in kinds]


def clues_by_ground(
    classified: Classified, ground: Floats, board: Colours, size: int, two_kinds: bool
) -> frozenset[Cell] | None:
    """The cells the puzzle gave, by their ground; None where the look does not tell them from entries.

    `two_kinds`: whether clues of one kind alone are none: of discs the ground is their own colour.
    """
    filled = np.flatnonzero(classified.labels > 0)
    empty = np.flatnonzero(classified.labels == 0)
    if not len(filled):
        return frozenset()
    if len(empty):
        plain = middle_colour(ground[empty])
        to_plain = np.abs(ground - plain).max(axis=1)
        shaded = filled[to_plain[filled] > SAME_GROUND]
    else:
        shaded = _greyer(ground)
    # Stripes over wrong entries shade cells too; what a clue's ground is, cells without them tell.
    clean = classified.distances.min(axis=1) < SPOILT_CELL
    all_shaded, shaded = shaded, shaded[clean[shaded]]
    if not len(shaded):
        return None
    # Where each class has a ground of its own (coloured tiles), the ground says which symbol it is, not who put it.
    by_class = [ground[shaded[classified.labels[shaded] == label]] for label in (1, 2)]
    if two_kinds and not all(map(len, by_class)):
        return None
    if all(map(len, by_class)):
        medians = [middle_colour(grounds) for grounds in by_class]
        if np.abs(medians[0] - medians[1]).max() > 3 * SAME_GROUND:
            return None
    # Highlights shade single cells in their own way; clues are those most of the shaded ones are like.
    shades = ground[shaded]
    alike = np.abs(shades[:, None] - shades).max(axis=2) <= SAME_GROUND
    usual = shades[int(alike.sum(axis=1).argmax())]
    sure = shaded if len(empty) else all_shaded
    clues = sure[np.abs(ground[sure] - usual).max(axis=1) <= 1.5 * SAME_GROUND].tolist()
    if len(empty):
        told: NDArray[np.bool_] = np.zeros(len(ground), np.bool_)
        told[clues] = True
        unclear = filled[(~clean | (to_plain > SAME_GROUND) & ~told)[filled]]
        if len(unclear):
            clues += unclear[_mostly(_rings(board, unclear, size), usual, plain)].tolist()
    return frozenset(divmod(i, size) for i in clues)


@cache
def _around() -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Where a cell's ground shows around its symbol, at `UNIT` pixels per cell: `(y, x)`."""
    angle = np.linspace(0, 2 * np.pi, 90, endpoint=False)
    radius = UNIT * np.array([[0.34], [0.37], [0.4]])
    y, x = (np.rint(UNIT / 2 - 0.5 + radius * way(angle)).astype(np.intp).ravel() for way in (np.sin, np.cos))
    return y, x


def _rings(board: Colours, cells: Labels, size: int) -> NDArray[np.int16]:
    """The colours around the symbols of some cells on the straightened board, (N, K, 3): between stripes their ground
    shows."""
    y, x = _around()
    row, column = np.divmod(cells[:, None], size)
    return board[row * UNIT + y, column * UNIT + x].astype(np.int16)


def _mostly(colours: NDArray[np.int16], one: Floats, other: Floats) -> NDArray[np.bool_]:
    """Of which of some cells (N, K, 3) more colours are about `one` than about `other`: (N,)."""
    apart = [np.abs(colours - ground.astype(np.int16)) for ground in (one, other)]
    first, second = (np.maximum(np.maximum(off[..., 0], off[..., 1]), off[..., 2]) for off in apart)
    near = [np.count_nonzero(off <= SAME_GROUND, axis=1) for off in (first, second)]
    # None of either: a gradient, of which the colours are still nearer to one end.
    gradient = (near[0] == 0) & (near[1] == 0) & (first.sum(axis=1) < second.sum(axis=1))
    return np.asarray((near[0] > near[1]) | gradient, np.bool_)


def middle_colour(colours: Floats) -> Floats:
    """The middle one of some colours, by each channel: (N, 3) -> (3,)."""
    return np.asarray(np.sort(colours, axis=0)[len(colours) // 2], np.float32)


def _greyer(ground: Floats) -> NDArray[np.intp]:
    """Of a full board with two grounds, the cells on the one nearer to grey: clues are shaded, light theme or dark."""
    light = ground.mean(axis=1)
    order = np.sort(light)
    jumps = np.diff(order)
    at = int(jumps.argmax()) if len(jumps) else 0
    if not len(jumps) or jumps[at] < SAME_GROUND:
        return np.zeros(0, np.intp)
    border = (order[at] + order[at + 1]) / 2
    upper, lower = light > border, light < border
    if abs(float(light[upper].mean()) - 128) < abs(float(light[lower].mean()) - 128):
        return np.flatnonzero(upper)
    return np.flatnonzero(lower)


def grounds_of(ground: Floats) -> list[Floats]:
    """The distinct grounds of cells, those of a single cell left out."""
    found: list[Floats] = []
    left = ground
    while len(left):
        near = np.abs(left - left[0]).max(axis=1) <= 2 * SAME_GROUND
        if near.sum() > 1:
            found.append(left[0])
        left = left[~near]
    return found
