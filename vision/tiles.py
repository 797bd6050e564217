"""Cells told apart by their own colour: red, blue and grey tiles, white and black ones, discs as large as their cell.

What is drawn on a tile (a bevel, a lock, a clue's dot) does not matter here. The colours on the board fall into two
or three groups, of which one may have several shades (clue and entry); which group is the empty cells is told by how
neutral it is and by the puzzle's rules: no symbol is in more than half of a line's cells, hardly ever are three alike
in a row. Symbols on a common ground are `classes.py`'s business, the choice between the two `binary.py`'s.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from math import hypot

import numpy as np
from numpy.typing import NDArray

from vision.chance import broken_by_each, broken_rules
from vision.classes import Classified, class_of
from vision.naming import first_by_colour, lab
from vision.order import median, percentile
from vision.patches import CellPatches

Floats = NDArray[np.float32]
Labels = NDArray[np.intp]

# Distances of colours are in CIE L*a*b*. Cells up to this far apart have one shade: a shade is printed, lit or
# compressed a little differently from cell to cell (measured: 0 to 4, on tiles with gradients 5).
SAME_SHADE = 5.0
# Of the pixels of nearly every tile, at least this part has about (0..255) its middle colour. Measured: discs of 0.36
# of a cell 0.8, four tiles taken for one 0.3.
LEAST_PLAIN, SAME_COLOUR = 0.5, 30.0
# More shades than this are no board's: three groups in two shades each, and one cell under a pointer or a light.
MOST_SHADES = 8
# Differences of lightness count half between two colours that are none of black, grey, white: shades of one hue.
CHROMATIC, LIGHTNESS_WEIGHT = 20.0, 0.5
# Groups lie at least this far apart, and shades of one group at most so much of that. Measured: real boards 22 and
# more (dark blue tiles on dark grey), shades of a group 10 at most.
LEAST_APART, MOST_SPREAD = 11.0, 0.5
# Colours of less chroma than NEUTRAL are black, grey or white; those that stand out against them have more than VIVID.
NEUTRAL, VIVID = 14.0, 22.0
# How many broken rules it takes to think that the group which looks empty is not, where the looks are plain or not.
PLAIN_PRIOR, FAINT_PRIOR = 6.0, 0.5
# ... and where cells of the group have marks, while another group has none.
MARKED_PRIOR = 2.0
# Two ways to see the board whose costs, in broken rules, are nearer to each other than this are equally good.
# ... and up to PLAIN_LEAD it is said that the rules alone told.
CLEAR_LEAD, PLAIN_LEAD = 1.0, 4.0
# Of all cells, so many may show something else: under a pointer, in a light.
MOST_COVERED = 0.03
# A mark on tiles (root mean square of its relief, 0..255) is at least this strong.
LEAST_MARK = 3.0


@dataclass(frozen=True, eq=False, slots=True)
class Tiles:
    """Cells sorted by colour.

    `classified`: as from `classes.classify_cells`; class 1 is the one taken for 0. `first`: what makes it so: `warmer`
    or `lighter`. `rivals`: other ways to see the board that are as good, each as labels (N,). `clues`: sets of cells,
    flat indices, that a mark or a shade sets apart, any of which may be the clues. `doubtful`: whether the
    rules alone told which colour the empty cells have, and not by far.
    """

    classified: Classified
    first: str
    rivals: tuple[Labels, ...]
    clues: tuple[frozenset[int], ...]
    doubtful: bool = False


@dataclass(frozen=True, eq=False)
class _Shades:
    """Shades of cells: `colours` (K, 3) L*a*b*, `counts` (K,), `of` (N,) the shade of each cell.

    They are few: what is asked of them is quicker without numpy.
    """

    colours: Floats
    counts: Labels
    of: Labels

    @cached_property
    def apart(self) -> list[list[float]]:
        """How far each is from each."""
        apart: list[list[float]] = _distance(self.colours[:, None], self.colours[None]).tolist()
        return apart


def classify_tiles(patches: CellPatches, size: int, is_puzzle: Callable[[Labels], bool] | None = None) -> Tiles | None:
    """The cells of a square board by colour; None where their colours make no board.

    `is_puzzle`: whether labels are a puzzle with one solution, asked where there are rivals.
    """
    tones = _tones(patches.colours)
    if not _is_plain(patches, tones):
        return None
    colours = lab(tones)
    shades = _shades(colours)
    marks = np.sqrt(np.einsum("ncp,ncp->n", patches.relief, patches.relief) / patches.relief[0].size)
    marked: NDArray[np.bool_] = marks > LEAST_MARK
    found = _roles(shades, size, marked, is_puzzle) if shades else None
    if shades and not found:
        # Something may lie over a cell or two.
        lone = shades.counts == 1
        if 0 < lone.sum() <= max(1, MOST_COVERED * size * size) and (~lone).sum() > 1:
            shades = _without(shades, lone, colours)
            found = _roles(shades, size, marked, is_puzzle)
    if not shades or not found:
        return None
    groups, rivals, doubtful = found
    groups, kind = _ordered(groups, shades)
    labels = _labels(groups, shades)
    # How far each cell is from the nearest shade of each group, in parts of how far the groups are apart.
    apart = _least_apart([group for group in groups if group], shades)
    distances = np.full((len(colours), 3), 2.0, np.float32)
    off = _distance(colours[:, None], shades.colours[None])
    for k, group in enumerate(groups):
        if group:
            distances[:, k] = np.minimum(off[:, group].min(axis=1) / apart, 2.0)
    members = [np.flatnonzero(labels == k) for k in (1, 2)]
    classes = tuple(class_of(patches, some) for some in members)
    return Tiles(
        Classified(labels, distances, classes, ()),
        kind,
        rivals,
        _marked(marks, groups, shades, members),
        doubtful,
    )


def are_of_one_shade(patches: CellPatches, some: NDArray[np.bool_]) -> bool:
    """Whether some cells, (N,) bool, are sorted into one group, whatever the others are."""
    colours = lab(_tones(patches.colours[some]))
    return bool((np.square(colours - colours[0]).sum(axis=1) <= SAME_SHADE**2).all())


def _tones(colours: Floats) -> Floats:
    """The middle colours of some cells, (K, 3, P) -> (K, 3)."""
    # All are whole numbers, which numpy puts in order in a sixth of the time.
    return np.asarray(median(colours.astype(np.int32), axis=2), np.float32)


def _is_plain(patches: CellPatches, tones: Floats) -> bool:
    """Whether most of each cell has one colour."""
    off = np.abs(patches.colours - tones[:, :, None])
    plain = np.maximum(np.maximum(off[:, 0], off[:, 1]), off[:, 2]) < SAME_COLOUR
    return bool(percentile(np.count_nonzero(plain, axis=1), 10) > LEAST_PLAIN * plain.shape[1])


def _shades(colours: Floats) -> _Shades | None:
    """Cells of one shade, each near to another one of it; None if there are too many shades."""
    squares = sum((plane[:, None] - plane[None]) ** 2 for plane in colours.T)
    for reach in (SAME_SHADE, 1.6 * SAME_SHADE):
        of = _connected(np.asarray(squares <= reach**2, np.bool_), MOST_SHADES)
        if of is not None:
            counts = np.bincount(of)
            middles = np.stack([median(colours[of == k], axis=0) for k in range(len(counts))])
            return _Shades(middles.astype(np.float32), counts, of)
    return None


def _connected(near: NDArray[np.bool_], most: int) -> Labels | None:
    """Which group each of N things is in, groups being what is near to each other in any number of steps, in the order
    of their first things; None if there are more than so many groups. `near`: (N, N)."""
    of = np.full(len(near), -1, np.intp)
    for group in range(most + 1):
        rest = np.flatnonzero(of < 0)
        if not len(rest):
            return of
        added = rest[:1]
        while len(added):
            of[added] = group
            added = np.flatnonzero(near[added].any(axis=0) & (of < 0))
    return None


def _without(shades: _Shades, lone: NDArray[np.bool_], colours: Floats) -> _Shades:
    """The shades without some, whose cells go to the nearest of the others."""
    kept = shades.colours[~lone]
    of = (np.cumsum(~lone) - 1)[shades.of]
    lost = lone[shades.of]
    of[lost] = _distance(colours[lost][:, None], kept[None]).argmin(axis=1)
    return _Shades(kept, shades.counts[~lone], of)


def _distance(one: Floats, other: Floats) -> Floats:
    """How far colours are apart, lightness counting less between two that are not grey; broadcasts (..., 3)."""
    off = one - other
    vivid = np.minimum(np.hypot(one[..., 1], one[..., 2]), np.hypot(other[..., 1], other[..., 2])) > CHROMATIC
    lightness = off[..., 0] * np.where(vivid, LIGHTNESS_WEIGHT, 1.0)
    return np.asarray(np.sqrt(lightness**2 + off[..., 1] ** 2 + off[..., 2] ** 2), np.float32)


def _merged(shades: _Shades, count: int) -> list[list[int]] | None:
    """The shades in `count` groups, those nearest together first; None if the groups are not plain."""
    groups = [[k] for k in range(len(shades.counts))]
    if len(groups) < count:
        return None
    apart, spread = shades.apart, 0.0
    while len(groups) > count:
        pairs = [
            (max(apart[one][two] for one in groups[i] for two in groups[k]), i, k)
            for k in range(len(groups))
            for i in range(k)
        ]
        farthest, i, k = min(pairs)
        spread = max(spread, farthest)
        groups[i] += groups.pop(k)
    least = _least_apart(groups, shades)
    if least < LEAST_APART or spread > MOST_SPREAD * least:
        return None
    return groups


def _least_apart(groups: list[list[int]], shades: _Shades) -> float:
    """The distance between the two nearest shades of different groups."""
    return min(
        shades.apart[one][two]
        for k, other in enumerate(groups)
        for group in groups[:k]
        for one in group
        for two in other
    )


def _labels(groups: list[list[int]], shades: _Shades) -> Labels:
    """0, 1 or 2 for each cell, by the group of its shade."""
    role = np.zeros(len(shades.counts), np.intp)
    for k, group in enumerate(groups):
        role[group] = k
    return role[shades.of]


def _roles(
    shades: _Shades, size: int, marked: NDArray[np.bool_], is_puzzle: Callable[[Labels], bool] | None
) -> tuple[list[list[int]], tuple[Labels, ...], bool] | None:
    """Groups of shades as `[empty, one, other]` and rivals as labels, and `doubtful`; None where they are no puzzle.

    `marked`: (N,) the cells with something on their tile, which is drawn on clues or entries but on no empty cell.
    """
    two, three = _merged(shades, 2), _merged(shades, 3)
    full = two is not None and _full([[], *two], shades, size)
    if two is not None and full and (three is None or not _one_kind_placed(three, shades)):
        return [[], *two], (), False
    if three is None:
        return None
    by_shade = np.bincount(shades.of[marked], minlength=len(shades.counts)).tolist()
    marks = [sum(by_shade[k] for k in group) for group in three]
    orders = [[three[empty], *(group for k, group in enumerate(three) if k != empty)] for empty in range(3)]
    broken = broken_by_each(np.stack([_labels(groups, shades) for groups in orders]), size).tolist()
    likely, doubt = _likely_empty(three, shades)
    ways = []
    for empty, groups in enumerate(orders):
        cost = broken[empty] + (0.0 if empty == likely else doubt)
        if min(marks) == 0 and marks[empty] > 1:
            cost += MARKED_PRIOR
        ways.append((cost, empty, groups))
    ways.sort(key=lambda way: way[:2])
    best = ways[0]
    equal = [way for way in ways if way[0] - best[0] < CLEAR_LEAD]
    if len(equal) > 1 and is_puzzle is not None:
        # What printed puzzles have, one solution, hardly any other way to see the cells has.
        puzzles = [way for way in equal if is_puzzle(_labels(way[2], shades))]
        if len(puzzles) == 1:
            return puzzles[0][2], (), True
    doubtful = best[1] != likely and ways[1][0] - best[0] < PLAIN_LEAD
    return best[2], tuple(_labels(groups, shades) for _, _, groups in equal[1:]), doubtful


def _one_kind_placed(groups: list[list[int]], shades: _Shades) -> bool:
    """Whether what could be a full board is one on which all of one kind are placed and the other cells are empty.

    Two of the groups are near to each other then as two shades of one tile are; but where clues and entries have
    shades of their own, the tiles of the other kind have them as well.
    """
    empty, _ = _likely_empty(groups, shades)
    single = all(len(group) == 1 for k, group in enumerate(groups) if k != empty)
    return single and min(int(shades.counts[group].sum()) for group in groups) > 1


def _full(groups: list[list[int]], shades: _Shades, size: int) -> bool:
    """Whether two groups make a board with every cell filled, and no chessboard."""
    board = _labels(groups, shades).reshape(size, size) == 1
    if any((board.sum(axis=axis) != size // 2).any() for axis in (0, 1)):
        return False
    kinds = min(len({line.tobytes() for line in lines}) for lines in (board, board.T))
    return kinds > 2 and broken_rules(board.ravel() + 1, size) == 0


def _likely_empty(groups: list[list[int]], shades: _Shades) -> tuple[int, float]:
    """Which of three groups looks like the empty cells, and how many broken rules it takes to think that it is not.

    Empty cells are grey where the others are coloured; among black, grey and white they are what lies between.
    """
    colours = [shades.colours[group].mean(axis=0).tolist() for group in groups]
    chroma = [hypot(a, b) for _, a, b in colours]
    if max(chroma) < NEUTRAL:
        (dark, _), (middle, likely), (light, _) = sorted((colour[0], k) for k, colour in enumerate(colours))
        return likely, PLAIN_PRIOR if min(middle - dark, light - middle) > 2 * LEAST_APART else FAINT_PRIOR
    least, other, _ = sorted(chroma)
    return chroma.index(least), PLAIN_PRIOR if least < NEUTRAL and other > VIVID else FAINT_PRIOR


def _ordered(groups: list[list[int]], shades: _Shades) -> tuple[list[list[int]], str]:
    """The groups with the one that is taken for 0 before the other, and by what: a convention, nothing tells."""
    one, other = (shades.counts[group] @ shades.colours[group] / shades.counts[group].sum() for group in groups[1:])
    first, kind = first_by_colour(one, other)
    return [groups[0], groups[1 + first], groups[2 - first]], kind


def _marked(
    relief: Floats, groups: list[list[int]], shades: _Shades, members: list[Labels]
) -> tuple[frozenset[int], ...]:
    """Sets of cells that may be the clues: those with a mark, or those in one of each group's two shades.

    `relief`: (N,) how much stands on each tile.
    """
    found: list[frozenset[int]] = []
    sides: list[tuple[Labels, Labels]] = []
    for some in members:
        order = np.sort(relief[some])
        jumps = np.diff(order)
        if not len(jumps) or jumps.max() < LEAST_MARK or order[-1] < LEAST_MARK:
            sides.append((some[relief[some] > LEAST_MARK], some[relief[some] <= LEAST_MARK]))
            continue
        border = order[int(jumps.argmax())] + jumps.max() / 2
        sides.append((some[relief[some] > border], some[relief[some] <= border]))
    found += _both_ways(sides)
    if all(len(group) == 2 for group in groups[1:]):
        by_shade = []
        for group in groups[1:]:
            dark, light = sorted(group, key=lambda k: float(shades.colours[k, 0]))
            by_shade.append((np.flatnonzero(shades.of == dark), np.flatnonzero(shades.of == light)))
        found += _both_ways(by_shade)
    return tuple(found)


def _both_ways(sides: list[tuple[Labels, Labels]]) -> list[frozenset[int]]:
    """Either half of the filled cells, where both halves hold some of each kind."""
    if not all(len(part[k]) for part in sides for k in (0, 1)):
        return []
    return [frozenset(i for part in sides for i in part[k].tolist()) for k in (0, 1)]
