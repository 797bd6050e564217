"""The symbols on a board without knowing them: which cells are empty, and which hold which of two kinds.

A symbol is a class of patches that look alike; no template is needed to see that two cells hold the same one. What
the classes are called is `glyphs.py`'s business, what they mean for the puzzle `binary.py`'s.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.order import middle_picture
from vision.patches import CellPatches

Floats = NDArray[np.float32]

# Relief (root mean square, 0..255) of at most this is an empty cell: real ones have 0 to 2, the faintest real
# symbols (a dimmed or fading moon) 20.
EMPTY_RELIEF = 6.0
# Unlikeness (see `_unlike`) up to which two cells show the same symbol.
SAME_SYMBOL = 0.42
# ... and up to which two groups of cells do: a group's median has less noise, so variants show more plainly.
SAME_VARIANT = 0.55
# Colour differences beyond this count no further: a pointer over a symbol is as far off as anything else.
CAP = 60.0
# Cosine of two reliefs from which one is a paler drawing of the other.
SAME_SHADED = 0.95
# Cells less like an empty one and the classes than this are looked at through what spoils their ground, and belong to
# a class whose ink differs by less than so much from theirs (0..1).
SPOILT, SEEN_THROUGH = 0.42, 0.25
# Correlation of two symbols' strokes, whatever their colours, from which they are one shape, and below which two.
SAME_SHAPE, OTHER_SHAPE = 0.8, 0.65
# Of more groups than this, variants of one symbol are not looked for, and the cells left are not told apart.
MOST_GROUPS = 16
# So many groups, those of most cells, are likely to be the board's symbols.
LIKELY_GROUPS = 3
# A class's own picture is the median of at most this many of its cells.
EXEMPLARS = 7


@dataclass(frozen=True, eq=False)
class SymbolClass:
    """Cells that show the same symbol.

    `members`: cell indices; `both`: (2, 3, P), their median patch, `relief` and `colours` as in `CellPatches`.
    `strength`: how much the symbol stands out of its cell, as `strength_of` says it. `variants`: other ways in which
    the board draws the same symbol (paler, with a badge), each a class of its own cells. `off`: (N,) how far each cell
    of the board is from that picture, as `_off` says it, where that is known.
    """

    members: NDArray[np.intp]
    both: Floats
    strength: float
    variants: tuple[SymbolClass, ...] = ()
    off: Floats | None = None

    @property
    def relief(self) -> Floats:
        return np.asarray(self.both[0])

    @property
    def colours(self) -> Floats:
        return np.asarray(self.both[1])

    @cached_property
    def ink(self) -> Floats:
        """How much each pixel stands out of the cell, (P,) 0..255."""
        off = np.abs(self.relief)
        return np.asarray(np.maximum(np.maximum(off[0], off[1]), off[2]), np.float32)

    @cached_property
    def bold(self) -> NDArray[np.bool_]:
        """Which pixels have more than half of the strongest ink, (P,)."""
        return np.asarray(self.ink > 0.5 * self.ink.max(), np.bool_)

    @cached_property
    def off_line(self) -> float:
        """How far the colours of its strokes are from mixtures of one colour and the ground (root mean square)."""
        colours = self.relief[:, self.bold]
        spread = np.linalg.svd(colours, compute_uv=False) / np.sqrt(max(1, colours.shape[1]))
        return float(spread[1]) if len(spread) > 1 else 0.0


def strength_of(relief: NDArray[Any]) -> float:
    """How much a symbol stands out of its cell, 1..`CAP`; `relief`: (3, P)."""
    off = np.abs(relief)
    ink = np.minimum(np.maximum(np.maximum(off[0], off[1]), off[2]), off.dtype.type(CAP))
    return max(1.0, float(ink.sum()) / len(ink))


class Classified(NamedTuple):
    """What each cell holds.

    `labels`: (N,) int, 0 empty, 1 and 2 the classes; `distances`: (N, 1 + classes), 0 alike .. 1 nothing alike, to
    empty and to each class. `strays`: groups of cells that are neither empty nor of the two classes.
    """

    labels: NDArray[np.intp]
    distances: Floats
    classes: tuple[SymbolClass, ...]
    strays: tuple[SymbolClass, ...]


def classify_cells(patches: CellPatches) -> Classified:
    """Sort cells into empty ones and up to two classes of symbols; the larger class comes first."""
    return with_classes(patches, groups_of(patches))


def groups_of(patches: CellPatches) -> list[SymbolClass]:
    """The groups of cells that hold the same symbol, those first that are likeliest to be the board's two."""
    size = np.sqrt(_mean(np.square(patches.relief).reshape(len(patches.relief), -1)))
    filled = np.flatnonzero(size > EMPTY_RELIEF)
    groups = _groups(patches, filled)
    rest = groups[MOST_GROUPS:]
    groups = groups[:MOST_GROUPS]
    # How surely groups are symbols matters only between groups of one size, and where there are more than two.
    sizes = [len(group.members) for group in groups]
    if len(set(sizes)) == len(groups) or len(groups) < 3:
        groups.sort(key=lambda group: -len(group.members))
    else:
        beliefs = _beliefs(patches, groups).tolist()
        order = sorted(range(len(groups)), key=lambda k: (-beliefs[k], groups[k].members[0]))
        groups = [groups[k] for k in order]
    return [*groups, *rest]


def with_classes(patches: CellPatches, groups: list[SymbolClass]) -> Classified:
    """Cells sorted into the classes that the first two groups are; the others are strays."""
    return _classified(patches, tuple(groups[:2]), tuple(groups[2:]))


def two_shapes(groups: list[SymbolClass]) -> list[list[SymbolClass]] | None:
    """Groups drawn in several colours, sorted by the two shapes they have; None if they have not plainly two."""
    strokes = np.stack([group.ink for group in groups])
    strokes -= strokes.mean(axis=1, keepdims=True)
    strokes /= np.maximum(np.linalg.norm(strokes, axis=1, keepdims=True), 1e-6)
    alike = strokes @ strokes.T
    first = alike[0] > SAME_SHAPE
    if first.all() or not first.any() or alike[np.ix_(first, ~first)].max() > OTHER_SHAPE:
        return None
    if min(float(alike[np.ix_(side, side)].min()) for side in (first, ~first)) < SAME_SHAPE:
        return None
    return [[group for group, mine in zip(groups, side, strict=True) if mine] for side in (first, ~first)]


def fold(patches: CellPatches, kinds: list[list[SymbolClass]], rest: list[SymbolClass]) -> Classified:
    """Cells sorted into classes of which each is drawn in several ways; `rest`: what belongs to none of them."""
    classes = []
    for first, *others in kinds:
        one = first
        for other in others:
            one = _joined(one, other)
        classes.append(one)
    return _classified(patches, tuple(classes), tuple(rest))


def _classified(patches: CellPatches, classes: tuple[SymbolClass, ...], strays: tuple[SymbolClass, ...]) -> Classified:
    distances = _distances(patches, classes)
    _see_through(patches, classes, distances)
    return Classified(distances.argmin(axis=1), distances, classes, strays)


def without_second(classified: Classified) -> Classified:
    """The same cells with one class only: those of the second one are something else, and stay doubtful."""
    distances = classified.distances[:, :2].copy()
    second = classified.classes[1]
    members = second.members
    # Neither empty nor the symbol: whichever it is called, nobody should rely on it.
    distances[members] = distances[members].mean(axis=1, keepdims=True) + np.array([[0.0, 0.05]], np.float32)
    strays = (*classified.strays, second)
    return Classified(distances.argmin(axis=1), distances, classified.classes[:1], strays)


def _groups(patches: CellPatches, filled: NDArray[np.intp]) -> list[SymbolClass]:
    """Groups of cells that look alike: around the cell with the most likenesses first, then among those left.

    Of boards with more than `MOST_GROUPS` the last group is of all cells that are left, alike or not.
    """
    if not len(filled):
        return []
    flat = patches.relief[filled].reshape(len(filled), -1)
    product = flat @ flat.T
    norms = product.diagonal()
    alike = (2 * product / np.maximum(norms[:, None] + norms[None, :], 1e-6) > 0.9).astype(np.float32)
    # All are whole numbers, of which twice as many are compared at once.
    whole = patches.both.astype(np.int16)
    groups: list[SymbolClass] = []
    left: Floats = np.ones(len(filled), np.float32)
    while left.any():
        if len(groups) == MOST_GROUPS:
            # Boards have few kinds of symbols; a picture with many is told so by their number, whichever are variants.
            rest = filled[left > 0]
            return [*groups, class_of(patches, rest[:1], rest)]
        # Of the cells that are left, the one with the most likenesses among them; itself is one, or else it has none.
        seed = int(((alike @ left + 1) * left).argmax())
        near = filled[alike[seed] * left > 0][:EXEMPLARS]
        own = middle_picture(list(whole[near if len(near) else filled[seed : seed + 1]]))
        strength = strength_of(own[0])
        near_enough = SAME_SYMBOL * strength
        off: Floats | None = None
        if len(groups) < LIKELY_GROUPS:
            # What is likely to be a symbol of the board's is compared with all cells, which is asked for later.
            off = _off(whole, own)
            near_it = off.take(filled) < np.float32(near_enough)
        else:
            near_it = left > 0
            near_it[near_it] = _off(whole[filled[near_it]], own) < near_enough
        member = near_it & (left > 0)
        member[seed] = True
        groups.append(SymbolClass(filled[member], own.astype(np.float32), strength, off=off))
        left[member] = 0
    return _merged(groups)


def _merged(groups: list[SymbolClass]) -> list[SymbolClass]:
    """Join groups that are variants of one symbol: on another ground, paler, with a badge."""
    groups = sorted(groups, key=lambda group: -len(group.members))
    both = np.array([group.both for group in groups])
    strengths = np.array([group.strength for group in groups], np.float32)
    merged: list[SymbolClass] = []
    own: list[int] = []  # the numbers of the groups whose pictures those have
    for number, group in enumerate(groups):
        if own:
            # How unlike the groups' own pictures are, on the scale of `_unlike`.
            apart = _off(both[own], both[number]) / np.minimum(strengths[own], strengths[number])
            k = int(apart.argmin())
            if apart[k] < SAME_VARIANT:
                merged[k] = _joined(merged[k], group)
                continue
        merged.append(group)
        own.append(number)
    if len(merged) < 3:
        return merged  # two groups alone are two symbols
    # Entries may be drawn paler than clues: the same picture with less of everything, whatever its strength.
    relief = both[own, 0].reshape(len(own), -1)
    relief /= np.maximum(np.linalg.norm(relief, axis=1, keepdims=True), 1e-6)
    alike = np.tril(relief @ relief.T, -1) + np.triu(np.full((len(own), len(own)), -2, np.float32))
    while len(merged) > 2:
        k, i = divmod(int(alike.argmax()), len(merged))
        if alike[k, i] < SAME_SHADED:
            break
        merged[i] = _joined(merged[i], merged.pop(k))
        alike = np.delete(np.delete(alike, k, axis=0), k, axis=1)
    return merged


def _joined(one: SymbolClass, other: SymbolClass) -> SymbolClass:
    # No cell is in two groups; `np.union1d` would import masked arrays, which takes longer than reading a board.
    members = np.sort(np.concatenate([one.members, other.members]))
    return SymbolClass(members, one.both, one.strength, (*one.variants, other, *other.variants), one.off)


def class_of(patches: CellPatches, some: NDArray[np.intp], members: NDArray[np.intp] | None = None) -> SymbolClass:
    """The class that some cells make, by their median; `members`: all of its cells, where those are others."""
    both = patches.both[some]
    both.sort(axis=0)
    middle = both[len(some) // 2]
    return SymbolClass(some if members is None else members, middle, strength_of(middle[0]))


def _beliefs(patches: CellPatches, groups: list[SymbolClass]) -> Floats:
    """How surely each group is one of the board's symbols: many cells, and each in the middle of its cell.

    A mouse pointer, alone on an empty cell, is neither.
    """
    cells = np.concatenate([group.members for group in groups])
    counts = np.array([len(group.members) for group in groups])
    begins = np.cumsum(counts) - counts
    ink = np.add.reduceat(_largest(patches.relief[cells]), begins, axis=0) / counts[:, None]
    x, y = patches.offsets()
    total = np.maximum(ink.sum(axis=1), 1e-6)
    off_centre = np.hypot(ink @ x, ink @ y) / total
    return np.asarray(counts - np.where(off_centre > 0.12, 0.9, 0.0) + np.minimum(total, 1e5) / 1e8)


def _unlike(patches: CellPatches, one: SymbolClass) -> Floats:
    """How unlike all cells are to a class: (N,) float32, 0 the same, about 1 an empty cell or another symbol.

    A pixel agrees when its colour is that of the class, or stands out from its cell's ground as the class's does: the
    symbol keeps its colour on another ground, the ground around it does not. Differences are capped, so that a
    pointer or stripes over a part of the cell weigh no more than that part.
    """
    unlike = (_off(patches.both, one.both) if one.off is None else one.off) / np.float32(one.strength)
    for variant in one.variants:
        unlike = np.minimum(unlike, _unlike(patches, variant))
    return unlike


def _distances(patches: CellPatches, classes: tuple[SymbolClass, ...]) -> Floats:
    """(N, 1 + classes) float32: how unlike each cell is to an empty one and to each class."""
    weakest = min([one.strength for one in classes], default=CAP)
    empty = _mean(np.minimum(_largest(patches.relief), np.float32(CAP))) / np.float32(weakest)
    return np.array([empty, *(_unlike(patches, one) for one in classes)]).T.copy()


def _see_through(patches: CellPatches, classes: tuple[SymbolClass, ...], distances: Floats) -> None:
    """Tell the symbols of cells whose ground is spoilt (stripes over wrong entries, a glow, a badge); in place.

    Only the pixels where a symbol of the class has ink are looked at, and only at their colours: what is around the
    symbol may be anything. That is asked of cells that are like nothing else only, for it sees less.
    """
    lost = np.flatnonzero(distances.min(axis=1) > SPOILT)
    if not len(lost) or not classes:
        return
    through = np.stack([_ink_unlike(patches, one, lost) for one in classes], axis=1)
    order = np.sort(through, axis=1)
    clear = order[:, 0] < SEEN_THROUGH
    if through.shape[1] > 1:
        clear &= order[:, 1] > 2 * order[:, 0] + 0.2
    for cell, likeness in zip(lost[clear], through[clear], strict=True):
        best = int(likeness.argmin())
        distances[cell, 1 + best] = np.float32(0.3) + likeness[best]


def _ink_unlike(patches: CellPatches, one: SymbolClass, cells: NDArray[np.intp]) -> Floats:
    """How unlike cells are to a class where it has ink: (N,) float32, 0 the same .. 1 another colour."""
    off = _largest(patches.colours[cells][:, :, one.bold] - one.colours[:, one.bold])
    unlike = np.asarray(np.minimum(off, np.float32(CAP)).mean(axis=1) / np.float32(CAP), np.float32)
    for variant in one.variants:
        unlike = np.minimum(unlike, _ink_unlike(patches, variant, cells))
    return unlike


def _off(several: NDArray[Any], one: NDArray[Any]) -> Floats:
    """How far patches (N, 2, 3, P) are from one (2, 3, P), by relief or by colour, pixel by pixel: (N,), 0..`CAP`.

    Both int16, or both float32.
    """
    off = several - one
    np.abs(off, out=off)
    largest = np.maximum(np.maximum(off[:, :, 0], off[:, :, 1]), off[:, :, 2])
    nearer = np.minimum(largest[:, 0], largest[:, 1])
    return _mean(np.minimum(nearer, nearer.dtype.type(CAP), out=nearer))


def _mean(rows: NDArray[Any]) -> Floats:
    """The mean of each row: (N, P) -> (N,)."""
    # A product takes a third of the time of numpy's `mean`, and half as long of floats as of whole numbers.
    return np.asarray(rows.astype(np.float32, copy=False) @ np.full(rows.shape[1], 1 / rows.shape[1], np.float32))


def _largest(differences: Floats) -> Floats:
    """The largest of the three colours' differences: (N, 3, P) -> (N, P)."""
    off = np.abs(differences)
    return np.maximum(np.maximum(off[:, 0], off[:, 1]), off[:, 2])
