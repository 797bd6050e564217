"""A lattice -> Tango or Takuzu: what its cells and edges hold, and whether that is such a board at all.

Patches are cut (`patches.py`), cells sorted into empty and two classes (`classes.py`; where the colour of a cell is
its symbol, `tiles.py`), the classes named (`naming.py`), edges read (`markers.py`). What comes out is a `Draft`: every
place with its value, its runner-up and how far the two are apart. The puzzle as a checksum of the draft is
`checksum.py`'s business.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from math import inf
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.binary.puzzle import BinaryPuzzle
from solver.binary.search import decide
from solver.errors import SearchTimeout
from vision.chance import broken_rules
from vision.classes import (
    MOST_GROUPS,
    Classified,
    SymbolClass,
    class_of,
    fold,
    groups_of,
    two_shapes,
    with_classes,
    without_second,
)
from vision.clues import clues_by_ground, grounds_of, marked_sets, middle_colour
from vision.errors import CutError, KindsError, NoBoardError, RivalsError, UnreadableError
from vision.lattice import Lattice
from vision.likeness import outsiders
from vision.markers import BARE, PLAIN, Mark, read_markers
from vision.naming import (
    DIGITS,
    Drawn,
    Naming,
    are_small_pictures,
    by_convention,
    is_picture,
    is_thing,
    name_classes,
    sign,
    signs,
    written,
)
from vision.order import median, percentile
from vision.patches import (
    CELL_UNIT,
    EDGE_UNIT,
    UNIT,
    CellPatches,
    Colours,
    Likely,
    cell_patches,
    edge_patches,
    shrunk,
    straighten,
    whole_patches,
)
from vision.refusals import MOST_BROKEN, beside, check_cells, check_whole, few, going_on, no_puzzle

if TYPE_CHECKING:
    from vision.tiles import Tiles

Floats = NDArray[np.float32]
Cell = tuple[int, int]

# Where the least clear cells are nearer than this to being something else (0..1), cells are looked at as a whole.
UNCLEAR = 0.25
# So much of what is on the board must be zeros and ones. How unlike a digit (0..1) a cell is whose shape says that it
# is one, and one whose shape says nothing.
KNOWN_SIGNS = 0.9
# Of about so many cells, at least this part is zeros and ones, and that plainly, or the others are not looked at.
# Measured on 240 lattices of many kinds of things: zeros and ones 0.45 and more plainly, of others half below 0.1.
GLIMPSE, LIKELY_SIGNS, PLAIN_SIGNS = 12, 0.7, 0.3
# Where more than this part is none in groups that were seen so far, it is no board of zeros and ones (those: 0.2).
MOST_LOST = 0.5
BY_SIGN, UNCLEAR_SIGN = 0.2, 0.55
# Where nothing differs more than this (0..255) from its ground, nothing is written.
BARE_RELIEF = 14.0
# Large symbols have this part of their ink, on a third of what lies beyond this distance from the middle, in cells.
# Where fewer cells than this share have, of those that hold anything, no symbols are large. Measured: boards of large
# symbols 0.45 and more, seasonal ones mostly 0.
OUTER, HALF, LARGE_SHARE = 0.34, 0.3, 0.3
# No edge carries anything where none has more of its own than this (`uneven.own_of_edges`); nor where none has more
# than LITTLE_OWN and none looks like a marker. Measured on 380 boards of other symbols than suns and moons: the
# strongest edge of those with markers 4.3 and more, of a third of the others 0 to 0.2, of one in fifteen 1 to 3.
NOTHING_OWN, LITTLE_OWN = 1.0, 3.0
# A board's markers are drawn alike: each has this part at least of what the strongest has.
ALIKE_OWN = 0.5
# Where more than FEW edges stand out, as where all do, those without anything of their own are not looked at. Where
# fewer do, they are: faint marks on dark lines have nothing of their own either. Measured on 50 boards with markers of
# which more stand out: the markers have 2.1 and more of their own.
FEW = 24
# Where no more than this part of what looks like markers is plain, none is. Measured: of markers 0.16 and more, of gaps
# between rounded tiles or stones one in 18 to 30.
PLAIN_PART = 0.1
# Where none is plain and more than this part of all edges is not bare, it is no markers that stand there.
MOST_UNEVEN = 0.1
# No board has markers on more than this part of its edges (real ones have up to a third).
MOST_MARKED = 0.4
UNSURE_EMPTY = "which colour the empty cells have was told by the rules of the puzzle alone"
# Steps of the search that tells it.
MOST_STEPS = 1000
TOO_UNEVEN = "the lines between the cells are too uneven to tell whether there are markers on them"
# Boards of Tango have at most so many cells a side, where nothing but markers says that they are Tango's.
TANGO_SIZE = 6
# ... and tiles of larger ones have more red than blue, and more blue than red, by at least so much (0..255).
DAY = 15.0
# Empty cells do not differ in colour (0..255) by as much as this; symbols as large as their cells do.
OTHER_GROUND = 80.0
# One way to see the cells is a puzzle, and another none, if it breaks so many rules less.
FEWER_BROKEN = 4


@dataclass(frozen=True, slots=True)
class Patch:
    """One small place of the board and what it was taken for.

    `value` and `runner_up`: `S`/`M`/`.` (Takuzu: `0`/`1`/`.`) for a cell, `=`/`x`/`.` for a marker. `confidence`:
    0..1, how far the two lie apart (0: could be either).
    """

    value: str
    runner_up: str
    confidence: float


class Draft(NamedTuple):
    """A board as it looks, before the puzzle had its say; cells and edges are kept row by row.

    `swap`: whether nothing tells which class is which, so that the two symbols may be exchanged throughout.
    `clues`: the cells on a clue's ground, None where the look does not tell. `first`: what the symbol taken for 0 is
    beside the other, as in `Naming`. `may_be_clues`: sets of cells that the look sets apart, of which one may be the
    clues, if it makes a puzzle. `marked`: finds sets that something small parts, too slight to say more of one than
    that the board is a puzzle's; asked only where the puzzle itself does not say so. `said`: a sentence about what
    could not be seen, or "". `pictures`: whether the symbols are pictures of several colours.
    `look`: that of `looks.py` by which the board was read, "" where it was none. `kept`: answers of `checksum.py` that
    are dear and asked for more than once, by their names; None where they are not kept.
    """

    game: str
    lattice: Lattice
    cells: Mapping[Cell, Patch]
    h: Mapping[Cell, Patch]
    v: Mapping[Cell, Patch]
    clues: frozenset[Cell] | None
    swap: bool
    kinds: int
    first: str = ""
    may_be_clues: tuple[frozenset[Cell], ...] = ()
    marked: Callable[[], tuple[frozenset[Cell], ...]] = tuple
    said: str = ""
    pictures: bool = False
    look: str = ""
    kept: dict[str, bool] | None = None


def read_draft(bgr: Colours, lattice: Lattice) -> Draft:
    """What the cells and edges of a lattice hold.

    `bgr`: (H, W, 3) uint8. Raises `NoBoardError` if that is no board of two symbols, `OccludedError` if it is one
    with a part covered, `AmbiguousError` if it can be seen in two ways.
    """
    size = lattice.rows
    board = straighten(bgr, lattice)
    small = shrunk(board, UNIT // EDGE_UNIT)
    coarse = shrunk(small, EDGE_UNIT // CELL_UNIT)
    patches = cell_patches(coarse, size, size)

    @cache
    def all_marks() -> list[Mark]:
        return read_markers(edge_patches(board, small, size, size))

    @cache
    def are_beside() -> bool:
        return outsiders(coarse, size)

    # Most of what is no board is refused for its cells, and its edges need not be looked at.
    look = _Look(Drawn(board, small, signs={}), patches, lattice)
    seen = _seen(look, lambda: _any(all_marks()), are_beside)
    classified, naming = seen.classified, seen.naming
    known = naming.sure and naming.game == "tango"
    check_whole(lattice, known)
    breaks_rules = not naming.sure and broken_rules(classified.labels, size) > MOST_BROKEN
    # What would be Takuzu with markers is that without: there is no need to look for them.
    if breaks_rules and (naming.game or _game(seen, patches.ground, True, size)) == "takuzu":
        raise NoBoardError(no_puzzle(size))
    own = None if naming.sure else _own_of_edges(small, classified, size)
    strongest = inf if own is None else float(own.max())
    if strongest <= NOTHING_OWN:
        marks = [BARE] * (2 * size * (size - 1))
    elif own is None or all_marks.cache_info().currsize:
        marks = all_marks()
    else:  # it is enough to look where a marker would be
        hardly_any = strongest <= LITTLE_OWN
        least = max(NOTHING_OWN, ALIKE_OWN * strongest) if hardly_any else NOTHING_OWN
        likely = Likely(own > least, 0 if hardly_any else FEW)
        marks = read_markers(edge_patches(board, small, size, size, likely))
    if breaks_rules and (naming.game or _game(seen, patches.ground, _any(marks), size)) == "takuzu":
        raise NoBoardError(no_puzzle(size))
    said = ""
    if strongest > LITTLE_OWN or _any(marks):
        marks, said = (marks, "") if known else _judged(marks, own, look.drawn, classified, size)
    else:
        marks = [BARE] * len(marks)
    game = naming.game or _game(seen, patches.ground, _any(marks), size)
    if game == "takuzu" and are_beside():
        raise NoBoardError(beside(size))
    if game == "takuzu" and not naming.sure and seen.tiles is None:
        naming = by_convention(seen.drawn, classified.classes)
    by_ground = None if seen.tiles else clues_by_ground(classified, patches.ground, board, size, game == "takuzu")
    clues, may_be = by_ground, seen.tiles.clues if seen.tiles else ()
    if game == "takuzu":
        # Grounds have more meanings there: a disc's own colour, a line that is being looked at.
        clues = None
        if by_ground is not None:
            may_be = (frozenset(row * size + column for row, column in by_ground),)

    def by_mark() -> tuple[frozenset[Cell], ...]:
        if game != "takuzu" or (classified.labels > 0).all():
            return ()
        return _cell_sets(marked_sets(coarse, patches.ground, classified.labels, size), size)

    edges = [_BARE if mark is BARE else Patch(mark.value, mark.runner_up, mark.confidence) for mark in marks]
    upright = size * (size - 1)
    h = dict(zip(_places(size, size - 1), edges[:upright], strict=True))
    v = dict(zip(_places(size - 1, size), edges[upright:], strict=True))
    if not said and seen.tiles is not None and seen.tiles.doubtful:
        said = UNSURE_EMPTY
    pictures = not naming.sure and game == "tango" and all(is_picture(one) for one in classified.classes)
    return Draft(
        game,
        lattice,
        _cell_patches(classified, naming.letters, size),
        h,
        v,
        clues,
        not naming.sure,
        len(classified.classes),
        naming.first,
        _cell_sets(may_be, size),
        by_mark,
        said,
        pictures,
        kept={},
    )


def _own_of_edges(small: Colours, classified: Classified, size: int) -> Floats:
    """How much stands on each edge, and not on all, of a board of symbols we do not know: mostly one of Takuzu."""
    from vision.uneven import own_of_edges  # boards of suns and moons do not need it

    return own_of_edges(small, classified.labels, size)


def in_takuzu(draft: Draft) -> Draft:
    """A draft of symbols that may be either game's, as one of Takuzu."""
    digits = {"S": "0", "M": "1", ".": "."}
    cells = {
        cell: replace(patch, value=digits[patch.value], runner_up=digits[patch.runner_up])
        for cell, patch in draft.cells.items()
    }
    return draft._replace(game="takuzu", cells=cells, kept={})


def _cell_sets(sets: tuple[frozenset[int], ...], size: int) -> tuple[frozenset[Cell], ...]:
    return tuple(frozenset(divmod(i, size) for i in some) for some in sets)


class _Look(NamedTuple):
    """What of a board is looked at: its picture, its cells, and where it is."""

    drawn: Drawn
    patches: CellPatches
    lattice: Lattice


class _Seen(NamedTuple):
    """What the cells hold and what that is called; `drawn`: as in `_Look`; `tiles`: where their own colours told."""

    drawn: Drawn
    classified: Classified
    naming: Naming
    tiles: Tiles | None = None


def _seen(look: _Look, markers: Callable[[], bool], are_beside: Callable[[], bool]) -> _Seen:
    """The cells as symbols, small or large, or as tiles, whichever is clearest.

    `markers`: whether edges carry any; `are_beside`: whether cells at the sides are none of the board's. Raises as
    `read_draft` does.
    """
    size = look.lattice.rows
    refused: NoBoardError | None = None
    seen: _Seen | None = None
    try:
        seen = _by_symbols(look, markers)
    except NoBoardError as error:
        refused = error
    if seen is not None and seen.naming.sure:
        return seen
    # Whatever its cells may be, such a lattice is no board.
    if look.lattice.goes_on:
        raise refused if isinstance(refused, CutError) else CutError(going_on(size))
    pictures = seen is not None and any(is_thing(seen.drawn, one) for one in seen.classified.classes)
    if not pictures and are_beside() and (size > TANGO_SIZE or not markers()):
        raise refused or NoBoardError(beside(size))
    if seen is not None and _overlooks(look.patches, seen.classified):
        seen = None
        refused = NoBoardError(
            f"A grid of {size}x{size} cells of very different colours is there, which make no board of two symbols. "
            "Is it another game?"
        )
    if seen is not None and _clarity(seen.classified) >= UNCLEAR and _tell_enough(look.patches, seen.classified, size):
        return seen
    from vision.tiles import classify_tiles  # boards of suns and moons do not need it

    tiles = classify_tiles(look.patches, size, lambda labels: _is_puzzle(labels, size))
    if tiles is not None and (seen is None or _tell_more(tiles, seen.classified, size)):
        if tiles.rivals:
            raise RivalsError(
                f"A board of {size}x{size} tiles in three colours is there, but it cannot be told which colour the "
                "empty ones have. Take the picture of another state of the board."
            )
        seen = _Seen(look.drawn, tiles.classified, Naming(("0", "1"), False, "takuzu", tiles.first), tiles=tiles)
    if tiles is None and (seen is None or _clarity(seen.classified) < UNCLEAR):
        whole = whole_patches(shrunk(look.drawn.coarse, EDGE_UNIT // CELL_UNIT), size, size)
        if _may_be_large(whole):
            with contextlib.suppress(UnreadableError):
                large = _by_symbols(
                    _Look(look.drawn._replace(ground=whole.ground[0], signs={}), whole, look.lattice), markers
                )
                clearer = seen is None or _clarity(seen.classified) < _clarity(large.classified)
                if clearer and _are_large(whole, large.classified):
                    seen = large
    if seen is None:
        assert refused is not None
        raise refused
    return seen


def _may_be_large(whole: CellPatches) -> bool:
    """Whether what is in the cells, one by one, reaches far out of their middles, so that symbols may be large."""
    x, y = whole.offsets()
    ink = np.abs(whole.relief).max(axis=1)
    outer = np.sort(ink[:, np.hypot(x, y) > OUTER], axis=1)
    peaks = ink.max(axis=1)
    far = outer[peaks > BARE_RELIEF, int(0.7 * (outer.shape[1] - 1))] > HALF * peaks[peaks > BARE_RELIEF]
    return int(far.sum()) > LARGE_SHARE * len(far)


def _is_puzzle(labels: NDArray[np.intp], size: int) -> bool:
    """Whether a board of zeros and ones, as labels, has one solution."""
    rows = ["".join(".01"[label] for label in row) for row in labels.reshape(size, size).tolist()]
    try:
        return decide(BinaryPuzzle("takuzu", size, rows), most_steps=MOST_STEPS).verdict == "unique"
    except SearchTimeout:
        return False


def _are_large(whole: CellPatches, classified: Classified) -> bool:
    """Whether symbols reach far out of the middle of their cells; others are seen better without what is around."""
    x, y = whole.offsets()
    outer = np.hypot(x, y) > OUTER
    strengths = [one.ink for one in classified.classes]
    return any(float(np.quantile(ink[outer], 0.7)) > HALF * float(ink.max()) for ink in strengths)


def _overlooks(patches: CellPatches, classified: Classified) -> bool:
    """Whether cells in which no symbol was seen have colours so different that they cannot all be empty."""
    grounds = grounds_of(patches.ground[classified.labels == 0])
    return any(
        float(np.abs(one - other).max()) > OTHER_GROUND for k, one in enumerate(grounds) for other in grounds[:k]
    )


def _clarity(classified: Classified) -> float:
    """How far the least clear cells are from being something else: 0..1."""
    order = np.sort(classified.distances, axis=1)
    return percentile(order[:, 1] - order[:, 0], 5)


def _by_symbols(look: _Look, markers: Callable[[], bool]) -> _Seen:
    """The cells as symbols on a common ground; `markers` as for `_seen`; raises as `read_draft` does."""
    size = look.lattice.rows
    classified, digits = _folded(look, groups_of(look.patches))
    check_cells(classified, look.patches.ground, look.lattice)
    if not classified.classes:
        raise NoBoardError(
            f"A grid of {size}x{size} cells is there, but no symbols are in it. "
            "Take the picture when the puzzle is shown."
        )
    naming = Naming(("0", "1"), True, "takuzu") if digits else name_classes(look.drawn, classified.classes)
    if not naming.sure and len(classified.classes) == 2 and len(classified.classes[1].members) == 1:
        # A sun or a moon that we know, and one thing that is neither: rather a pointer than a symbol.
        alone = name_classes(look.drawn, classified.classes[:1])
        if alone.sure:
            classified, naming = without_second(classified), alone
    if len(classified.classes) == 1 and not markers():
        raise KindsError(
            f"A grid of {size}x{size} cells is there, but it holds only one kind of symbol and no markers: "
            "no puzzle of two symbols starts like that. Is it another game?"
        )
    return _Seen(look.drawn, classified, naming)


def _folded(look: _Look, groups: list[SymbolClass]) -> tuple[Classified, bool]:
    """Groups of cells as two classes, also zeros and ones in several colours, on several grounds or in somebody's hand,
    and two shapes in several colours; and whether they are zeros and ones, in this order."""
    strays = sum(len(group.members) for group in groups[2:])
    if strays <= few(len(look.patches.ground)):
        return with_classes(look.patches, groups), False
    by_sign = _by_sign(look, groups) if look.drawn.ground is None else None
    if by_sign is not None:
        return by_sign, True
    several = [group for group in groups if len(group.members) > 1]
    shapes = two_shapes(several) if len(several) > 2 and len(groups) <= MOST_GROUPS else None
    if shapes is None:
        return with_classes(look.patches, groups), False
    return fold(look.patches, shapes, [group for group in groups if len(group.members) == 1]), False


def _by_sign(look: _Look, groups: list[SymbolClass]) -> Classified | None:
    """Each cell by its own shape, where those of nearly all are a zero or a one; None where they are not."""
    if len(groups) <= MOST_GROUPS:
        # A group's picture has less noise than a cell's.
        kinds: list[list[SymbolClass]] = [[], []]
        rest: list[SymbolClass] = []
        every = sum(len(one.members) for one in groups)
        most = (1 - KNOWN_SIGNS) * every
        groups = sorted(groups, key=lambda one: -len(one.members))
        for number, group in enumerate(groups):
            if number == 1:  # most boards of other symbols are done with the first
                signs(look.drawn, [one.members for one in groups[1:]])
            one = sign(look.drawn, group.members)
            (kinds[int(DIGITS[one.name])] if one and one.name in DIGITS else rest).append(group)
            lost = sum(len(other.members) for other in rest)
            if lost > (most if rest and len(rest[0].members) > 1 else MOST_LOST * every):
                return None
        if all(kinds) and all(len(group.members) == 1 for group in rest):
            return fold(look.patches, kinds, rest)
        if sum(len(group.members) for group in rest) > most:
            return None
    filled = np.flatnonzero(np.abs(look.patches.relief).max(axis=(1, 2)) > BARE_RELIEF)
    some = filled[:: max(1, len(filled) // GLIMPSE)]
    # Those by hand are asked for where others are plain.
    shapes = signs(look.drawn, list(some[:, None]))
    if sum(one is not None and one.name in DIGITS for one in shapes) < PLAIN_SIGNS * len(some):
        return None
    if sum(value in "01" for value, _ in written(look.drawn, some)) < LIKELY_SIGNS * len(some):
        return None
    by_hand = written(look.drawn, filled)
    seen = np.array([value for value, _ in by_hand])
    unsure = filled[[not plain for _, plain in by_hand]]
    zeros, ones, others = (filled[seen == value] for value in "01?")
    if min(len(zeros), len(ones)) == 0 or len(others) > (1 - KNOWN_SIGNS) * len(filled):
        return None
    distances = np.ones((len(look.patches.ground), 3), np.float32)
    distances[:, 0] = 0
    distances[zeros] = (1, BY_SIGN, 1)
    distances[ones] = (1, 1, BY_SIGN)
    distances[unsure, 1:] = 0.3 * distances[unsure, 1:] + 0.7 * UNCLEAR_SIGN
    distances[others] = (UNCLEAR_SIGN + 0.1, UNCLEAR_SIGN, UNCLEAR_SIGN)
    classes = (class_of(look.patches, zeros), class_of(look.patches, ones))
    return Classified(distances.argmin(axis=1), distances, classes, ())


def _tell_enough(patches: CellPatches, symbols: Classified, size: int) -> bool:
    """Whether `_tell_more` says no of the tiles, whatever their colours: so it does where no cell is without a symbol,
    or all of those have one colour and are too many of a line for one of two kinds."""
    bare = symbols.labels == 0
    if broken_rules(symbols.labels, size) > FEWER_BROKEN:
        return False
    if not bare.any():
        return True
    board = bare.reshape(size, size)
    if max(int(board.sum(axis=axis).max()) for axis in (0, 1)) <= size // 2:
        return False
    from vision.tiles import are_of_one_shade

    return are_of_one_shade(patches, bare)


def _tell_more(tiles: Tiles, symbols: Classified, size: int) -> bool:
    """Whether the colours of the tiles say more than the symbols: some have no symbol, and no two symbols one colour.

    Where clues, entries and highlights have grounds of their own, both symbols lie on each of them. Where even empty
    cells hold something, the rules of the puzzle tell.
    """
    labels = tiles.classified.labels
    if broken_rules(symbols.labels, size) > broken_rules(labels, size) + FEWER_BROKEN:
        return True
    seen = [{int(k) for k in symbols.labels[labels == label]} - {0} for label in (1, 2)]
    bare = int((symbols.labels[labels > 0] == 0).sum())
    on_empty = int((symbols.labels[labels == 0] > 0).sum())
    return bare > 0 and on_empty == 0 and all(len(kinds) <= 1 for kinds in seen)


def _judged(
    marks: list[Mark], own: Floats | None, drawn: Drawn, classified: Classified, size: int
) -> tuple[list[Mark], str]:
    """The markers of a board, looked at anew where its edges are uneven, and what is to be said of them.

    Not of suns and moons, beside which what is faintly a marker is one. `own`: as from `_own_of_edges`, where known.
    """
    odd = [mark for mark in marks if mark is not BARE]
    valued = sum(mark.value != "." for mark in odd)
    plain = sum(mark.match.score > PLAIN for mark in odd) > PLAIN_PART * valued
    many = len(odd) - valued > MOST_UNEVEN * len(marks)
    if not odd or (plain and not many):
        return marks, ""
    if own is None:
        own = _own_of_edges(drawn.coarse, classified, size)
    read = np.array([mark.match.score > PLAIN for mark in marks])
    if plain and read[own > NOTHING_OWN].all() and all(mark.value == "." or mark.match.score > PLAIN for mark in odd):
        # All that has anything of its own was read.
        return [BARE if mark.value == "." else mark for mark in marks], ""
    from vision.uneven import read_uneven  # most boards have plain edges

    edges = read_uneven(drawn.fine, classified.labels, size, float(median(own)))
    pictures = any(is_picture(one) for one in classified.classes)
    if not edges.judged and not plain:
        return [BARE] * len(marks), TOO_UNEVEN
    anew: list[Mark] = []
    for mark, other in zip(marks, edges.marks if edges.judged else marks, strict=True):
        if mark is BARE or (plain and mark.match.score > PLAIN):
            anew.append(mark)
        elif plain:
            # What markers look like here is known: others must be as plain.
            sure = other is BARE or (other.value != "." and other.match.score > PLAIN)
            # Pictures reach up to the edges; beside plain symbols what stands out there is at least doubtful.
            doubted = mark.value == "." and other.confidence < mark.confidence and not pictures
            anew.append(other if sure or doubted else mark)
        elif other.value != "." or many or mark.value != ".":
            # Of many circles and rounded tiles, the gap between two is a little like bars.
            anew.append(other)
        else:
            anew.append(mark)
    if sum(mark.value != "." for mark in anew) > MOST_MARKED * len(anew):
        return [BARE] * len(marks), TOO_UNEVEN
    return anew, ""


def _any(marks: list[Mark]) -> bool:
    """Whether there is a marker on any edge."""
    return any(mark.value != "." for mark in marks)


def _game(seen: _Seen, ground: Floats, marked: bool, size: int) -> str:
    """Which game symbols belong to that are neither sun and moon nor digits; `marked`: whether there are markers.

    Pictures of things are Tango's; Takuzu has letters, discs and tiles. Markers are Tango's on boards of its size, on
    larger ones Binairo has them too: there Tango has day and night at least in the colours of its tiles.
    """
    classes = seen.classified.classes
    # Discs with a rim have several colours as well.
    if any(is_thing(seen.drawn, one) for one in classes):
        return "tango"
    if marked and (all(map(is_picture, classes)) or are_small_pictures(seen.drawn, classes)):
        return "tango"
    if not marked:
        return "takuzu"
    warm = sorted(float(middle_colour(ground[one.members]) @ np.array([-1.0, 0.0, 1.0])) for one in classes)
    day_and_night = warm[0] < -DAY and warm[-1] > DAY
    return "tango" if size <= TANGO_SIZE or day_and_night else "takuzu"


def _cell_patches(classified: Classified, letters: tuple[str, ...], size: int) -> dict[Cell, Patch]:
    values = (".", *letters)
    distances = classified.distances.astype(np.float64)
    cells = np.arange(len(distances))
    order = distances.argsort(axis=1, kind="stable")
    near, second = distances[cells, order[:, 0]], np.ones(len(distances))
    runners_up = np.zeros(len(distances), np.intp)
    if order.shape[1] > 1:
        runners_up = order[:, 1]
        second = distances[cells, runners_up]
    sure = ((second - near) / 0.5).clip(0, 1) * ((1.1 - near) / 0.5).clip(0, 1)
    seen = list(zip(order[:, 0].tolist(), runners_up.tolist(), sure.tolist(), strict=True))
    # Most cells are as sure as can be, and one patch does for all of those with one symbol.
    kinds = {one: Patch(values[one[0]], values[one[1]], one[2]) for one in set(seen)}
    return dict(zip(_places(size, size), map(kinds.__getitem__, seen), strict=True))


@cache
def _places(rows: int, columns: int) -> list[Cell]:
    """All places of a board, row by row."""
    return [(row, column) for row in range(rows) for column in range(columns)]


_BARE = Patch(BARE.value, BARE.runner_up, BARE.confidence)
