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
    classify_cells,
    fold,
    two_shapes,
    without_second,
)
from vision.clues import marked_sets
from vision.errors import NoBoardError, OccludedError, RivalsError, UnreadableError
from vision.lattice import Lattice
from vision.likeness import outsiders
from vision.markers import BARE, PLAIN, Mark, read_markers
from vision.naming import DIGITS, Drawn, Naming, by_convention, is_picture, is_thing, name_classes, sign, written
from vision.patches import (
    CELL_UNIT,
    EDGE_UNIT,
    UNIT,
    CellPatches,
    Colours,
    cell_patches,
    edge_patches,
    shrunk,
    straighten,
    whole_patches,
)

if TYPE_CHECKING:
    from vision.tiles import Tiles

Floats = NDArray[np.float32]
Cell = tuple[int, int]

# A cell less like an empty one and the two classes than this shows something else. Measured on the real boards: under
# a pointer 0.3 to 0.5, striped 0.5, under a dialog or with a number in it 0.8 and more.
STRANGE = 0.62
# A cell whose two best likenesses are nearer to each other than this ratio could be either.
DOUBTFUL = 0.75
# Cells less like what they were taken for than this are spoilt: striped, or under a pointer.
SPOILT_CELL = 0.3
# Two grounds (0..255, the colour that differs most) up to this apart are one: video and JPEG vary by 3, the grounds of
# clues and of empty cells differ by 17 and more.
SAME_GROUND = 8.0
# Where the least clear cells are nearer than this to being something else (0..1), cells are looked at as a whole.
UNCLEAR = 0.25
# So much of what is on the board must be zeros and ones. How unlike a digit (0..1) a cell is whose shape says that it
# is one, and one whose shape says nothing.
KNOWN_SIGNS = 0.9
# Of about so many cells, at least this part is zeros and ones, or the others are not looked at.
GLIMPSE, LIKELY_SIGNS = 12, 0.7
BY_SIGN, UNCLEAR_SIGN = 0.2, 0.55
# Where nothing differs more than this (0..255) from its ground, nothing is written.
BARE_RELIEF = 14.0
# Large symbols have this part of their ink, on a third of what lies beyond this distance from the middle, in cells.
# Where fewer cells than this share have, of those that hold anything, no symbols are large. Measured: boards of large
# symbols 0.45 and more, seasonal ones mostly 0.
OUTER, HALF, LARGE_SHARE = 0.34, 0.3, 0.3
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
# The player's wrong entries break no more rules than this by themselves (boards seen: 0 to 2).
MOST_BROKEN = 4
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
    """A board as it looks, before the puzzle had its say.

    `swap`: whether nothing tells which class is which, so that the two symbols may be exchanged throughout.
    `clues`: the cells on a clue's ground, None where the look does not tell. `first`: what the symbol taken for 0 is
    beside the other, as in `Naming`. `may_be_clues`: sets of cells that the look sets apart, of which one may be the
    clues, if it makes a puzzle. `marked`: sets that something small parts, too slight to say more of one than that the
    board is a puzzle's. `said`: a sentence about what could not be seen, or "".
    `pictures`: whether the symbols are pictures of several colours.
    `look`: that of `looks.py` by which the board was read, "" where it was none.
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
    marked: tuple[frozenset[Cell], ...] = ()
    said: str = ""
    pictures: bool = False
    look: str = ""


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
    seen = _seen(look, lambda: any(one.value != "." for one in all_marks()), are_beside)
    classified, naming = seen.classified, seen.naming
    _check_whole(lattice, naming.sure and naming.game == "tango")
    marks = all_marks()
    if not naming.sure and _game(seen, patches.ground, marks, size) == "takuzu":
        _check_rules(classified.labels, size)
    marks, said = _judged(marks, board, classified, size, naming.sure and naming.game == "tango")
    game = naming.game or _game(seen, patches.ground, marks, size)
    if game == "takuzu" and are_beside():
        raise NoBoardError(_beside(size))
    if game == "takuzu" and not naming.sure and seen.tiles is None:
        naming = by_convention(seen.drawn, classified.classes)
    by_ground = None if seen.tiles else _clues(classified, patches.ground, board, size, game == "takuzu")
    clues, may_be = by_ground, seen.tiles.clues if seen.tiles else ()
    by_mark: tuple[frozenset[int], ...] = ()
    if game == "takuzu":
        # Grounds have more meanings there: a disc's own colour, a line that is being looked at.
        clues = None
        if by_ground is not None:
            may_be = (frozenset(row * size + column for row, column in by_ground),)
        if (classified.labels == 0).any():
            by_mark = marked_sets(coarse, patches.ground, classified.labels, size)
    columns = size - 1
    h = {divmod(i, columns): _marker_patch(mark) for i, mark in enumerate(marks[: size * columns])}
    v = {divmod(i, size): _marker_patch(mark) for i, mark in enumerate(marks[size * columns :])}
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
        _cell_sets(by_mark, size),
        said,
        pictures,
    )


def in_takuzu(draft: Draft) -> Draft:
    """A draft of symbols that may be either game's, as one of Takuzu."""
    digits = {"S": "0", "M": "1", ".": "."}
    cells = {
        cell: replace(patch, value=digits[patch.value], runner_up=digits[patch.runner_up])
        for cell, patch in draft.cells.items()
    }
    return draft._replace(game="takuzu", cells=cells)


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
        raise refused or NoBoardError(_going_on(size))
    pictures = seen is not None and any(is_thing(seen.drawn, one) for one in seen.classified.classes)
    if not pictures and are_beside() and (size > TANGO_SIZE or not markers()):
        raise refused or NoBoardError(_beside(size))
    if seen is not None and _overlooks(look.patches, seen.classified):
        seen = None
        refused = NoBoardError(
            f"A grid of {size}x{size} cells of very different colours is there, which make no board of two symbols. "
            "Is it another game?"
        )
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
    strengths = [np.abs(one.relief).max(axis=0) for one in classified.classes]
    return any(float(np.quantile(ink[outer], 0.7)) > HALF * float(ink.max()) for ink in strengths)


def _overlooks(patches: CellPatches, classified: Classified) -> bool:
    """Whether cells in which no symbol was seen have colours so different that they cannot all be empty."""
    grounds = _grounds(patches.ground[classified.labels == 0])
    return any(
        float(np.abs(one - other).max()) > OTHER_GROUND for k, one in enumerate(grounds) for other in grounds[:k]
    )


def _clarity(classified: Classified) -> float:
    """How far the least clear cells are from being something else: 0..1."""
    order = np.sort(classified.distances, axis=1)
    return float(np.quantile(order[:, 1] - order[:, 0], 0.05))


def _by_symbols(look: _Look, markers: Callable[[], bool]) -> _Seen:
    """The cells as symbols on a common ground; `markers` as for `_seen`; raises as `read_draft` does."""
    size = look.lattice.rows
    classified, digits = _folded(look, classify_cells(look.patches))
    _check_cells(classified, look.patches.ground, look.lattice)
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
        raise NoBoardError(
            f"A grid of {size}x{size} cells is there, but it holds only one kind of symbol and no markers: "
            "no puzzle of two symbols starts like that. Is it another game?"
        )
    return _Seen(look.drawn, classified, naming)


def _few(cells: int) -> float:
    """How many of so many cells may be something else: under a pointer, striped."""
    return max(2, 0.06 * cells)


def _folded(look: _Look, classified: Classified) -> tuple[Classified, bool]:
    """Zeros and ones in several colours, on several grounds or in somebody's hand, and two shapes in several colours,
    as two classes; and whether they are zeros and ones, in this order."""
    groups = [*classified.classes, *classified.strays]
    strays = sum(len(group.members) for group in classified.strays)
    if strays <= _few(len(classified.labels)):
        return classified, False
    by_sign = _by_sign(look, groups) if look.drawn.ground is None else None
    if by_sign is not None:
        return by_sign, True
    several = [group for group in groups if len(group.members) > 1]
    shapes = two_shapes(several) if len(several) > 2 and len(groups) <= MOST_GROUPS else None
    if shapes is None:
        return classified, False
    return fold(look.patches, shapes, [group for group in groups if len(group.members) == 1]), False


def _by_sign(look: _Look, groups: list[SymbolClass]) -> Classified | None:
    """Each cell by its own shape, where those of nearly all are a zero or a one; None where they are not."""
    if len(groups) <= MOST_GROUPS:
        # A group's picture has less noise than a cell's.
        kinds: list[list[SymbolClass]] = [[], []]
        rest: list[SymbolClass] = []
        most = (1 - KNOWN_SIGNS) * sum(len(one.members) for one in groups)
        for group in sorted(groups, key=lambda one: -len(one.members)):
            one = sign(look.drawn, group.members)
            (kinds[int(DIGITS[one.name])] if one and one.name in DIGITS else rest).append(group)
            if len(rest[0].members if rest else ()) > 1 and sum(len(other.members) for other in rest) > most:
                return None
        if all(kinds) and all(len(group.members) == 1 for group in rest):
            return fold(look.patches, kinds, rest)
        if sum(len(group.members) for group in rest) > most:
            return None
    filled = np.flatnonzero(np.abs(look.patches.relief).max(axis=(1, 2)) > BARE_RELIEF)
    some = filled[:: max(1, len(filled) // GLIMPSE)]
    misses = 0
    for cell in some:
        misses += written(look.drawn, int(cell))[0] not in "01"
        if len(some) - misses < LIKELY_SIGNS * len(some):
            return None
    by_hand = [written(look.drawn, int(cell)) for cell in filled]
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
    marks: list[Mark], board: Colours, classified: Classified, size: int, known: bool
) -> tuple[list[Mark], str]:
    """The markers of a board, looked at anew where its edges are uneven, and what is to be said of them.

    `known`: whether the symbols are sun and moon, beside which what is faintly a marker is one.
    """
    odd = [mark for mark in marks if mark is not BARE]
    plain = any(mark.match.score > PLAIN for mark in odd)
    many = sum(mark.value == "." for mark in odd) > MOST_UNEVEN * len(marks)
    if not odd or known or (plain and not many):
        return marks, ""
    from vision.uneven import read_uneven  # most boards have plain edges

    edges = read_uneven(board, classified.labels, size)
    pictures = any(is_picture(one) for one in classified.classes)
    if not edges.judged and not plain:
        return [BARE] * len(marks), TOO_UNEVEN
    anew: list[Mark] = []
    for mark, own in zip(marks, edges.marks if edges.judged else marks, strict=True):
        if mark is BARE or (plain and mark.value != "."):
            anew.append(mark)
        elif plain:
            # What markers look like here is known: others must be as plain.
            sure = own is BARE or (own.value != "." and own.match.score > PLAIN)
            # Pictures reach up to the edges; beside plain symbols what stands out there is at least doubtful.
            doubted = own.confidence < mark.confidence and not pictures
            anew.append(own if sure or doubted else mark)
        elif own.value != "." or many or mark.value != ".":
            # Of many circles and rounded tiles, the gap between two is a little like bars.
            anew.append(own)
        else:
            anew.append(mark)
    if sum(mark.value != "." for mark in anew) > MOST_MARKED * len(anew):
        return [BARE] * len(marks), TOO_UNEVEN
    return anew, ""


def _game(seen: _Seen, ground: Floats, marks: list[Mark], size: int) -> str:
    """Which game symbols belong to that are neither sun and moon nor digits.

    Pictures of things are Tango's; Takuzu has letters, discs and tiles. Markers are Tango's on boards of its size, on
    larger ones Binairo has them too: there Tango has day and night at least in the colours of its tiles.
    """
    classes = seen.classified.classes
    marked = any(mark.value != "." for mark in marks)
    # Discs with a rim have several colours as well.
    if any(is_thing(seen.drawn, one) for one in classes) or (marked and all(map(is_picture, classes))):
        return "tango"
    if not marked:
        return "takuzu"
    warm = sorted(float(_middle(ground[one.members]) @ np.array([-1.0, 0.0, 1.0])) for one in classes)
    day_and_night = warm[0] < -DAY and warm[-1] > DAY
    return "tango" if size <= TANGO_SIZE or day_and_night else "takuzu"


def _check_cells(classified: Classified, ground: Floats, lattice: Lattice) -> None:
    """Refuse what is no board of empty cells and two symbols; raises as `read_draft` does."""
    size = lattice.rows
    nearest = np.sort(classified.distances, axis=1)
    strange = nearest[:, 0] > STRANGE
    count = int(strange.sum())
    if count > _few(size * size):
        covered = strange.reshape(size, size).copy()
        for cell in lattice.hidden:
            covered[cell] = True
        block = _covered_block(covered)
        if block is not None and _clear_around(block, nearest[:, 0].reshape(size, size), classified):
            raise OccludedError(_covered(size, block))
        kinds = 2 + len(classified.strays)
        raise NoBoardError(
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
    grounds = _grounds(ground[empty])
    if len(grounds) > 3:
        raise NoBoardError(
            f"A grid of {size}x{size} cells is there, but its cells have {len(grounds)} different colours, as in "
            "Queens. Tango and Takuzu boards can be read."
        )


def _check_whole(lattice: Lattice, known: bool) -> None:
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
        raise NoBoardError(_going_on(size))
    if lattice.goes_on:
        raise OccludedError(
            f"Cells go on beyond the square of {size}x{size} that is whole: a part of the board is cut off or covered. "
            "Take a picture of the whole board."
        )


def _going_on(size: int) -> str:
    return (
        f"A grid is there that goes on beyond {size}x{size} cells and is not a square of 4 to 20 cells a side: "
        "another game's, or a board of which a part is cut off."
    )


def _beside(size: int) -> str:
    return (
        f"A grid of {size}x{size} cells is there, but a row or a column at its side holds other things than the "
        "others, as counters beside a board do. Take a picture of the board alone."
    )


def _check_rules(labels: NDArray[np.intp], size: int) -> None:
    """Refuse cells of symbols that say nothing which break more rules than wrong entries do."""
    if broken_rules(labels, size) > MOST_BROKEN:
        raise NoBoardError(
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


def _grounds(ground: Floats) -> list[Floats]:
    """The distinct grounds of cells, those of a single cell left out."""
    found: list[Floats] = []
    left = ground
    while len(left):
        near = np.abs(left - left[0]).max(axis=1) <= 2 * SAME_GROUND
        if near.sum() > 1:
            found.append(left[0])
        left = left[~near]
    return found


def _cell_patches(classified: Classified, letters: tuple[str, ...], size: int) -> dict[Cell, Patch]:
    values = (".", *letters)
    patches: dict[Cell, Patch] = {}
    for i, distances in enumerate(classified.distances.tolist()):
        near = min(distances)
        best = distances.index(near)
        value, second, runner_up = values[best], 1.0, "."
        if len(distances) > 1:
            distances[best] = inf
            second = min(distances)
            runner_up = values[distances.index(second)]
        confidence = min(1.0, max(0.0, (second - near) / 0.5)) * min(1.0, max(0.0, (1.1 - near) / 0.5))
        patches[divmod(i, size)] = Patch(value, runner_up, confidence)
    return patches


_BARE = Patch(BARE.value, BARE.runner_up, BARE.confidence)


def _marker_patch(mark: Mark) -> Patch:
    return _BARE if mark is BARE else Patch(mark.value, mark.runner_up, mark.confidence)


def _clues(
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
        plain = _middle(ground[empty])
        shaded = filled[np.abs(ground[filled] - plain).max(axis=1) > SAME_GROUND]
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
        medians = [_middle(grounds) for grounds in by_class]
        if np.abs(medians[0] - medians[1]).max() > 3 * SAME_GROUND:
            return None
    # Highlights shade single cells in their own way; clues are those most of the shaded ones are like.
    shades = ground[shaded]
    alike = np.abs(shades[:, None] - shades).max(axis=2) <= SAME_GROUND
    usual = shades[int(alike.sum(axis=1).argmax())]
    sure = shaded if len(empty) else all_shaded
    clues = sure[np.abs(ground[sure] - usual).max(axis=1) <= 1.5 * SAME_GROUND].tolist()
    if len(empty):
        to_plain = np.abs(ground[filled] - plain).max(axis=1)
        told: NDArray[np.bool_] = np.zeros(len(ground), np.bool_)
        told[clues] = True
        unclear = filled[~clean[filled] | (to_plain > SAME_GROUND) & ~told[filled]]
        clues += [int(i) for i in unclear if _mostly(_ring(board, divmod(int(i), size)), usual, plain)]
    return frozenset(divmod(int(i), size) for i in clues)


@cache
def _around() -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Where a cell's ground shows around its symbol, at `UNIT` pixels per cell: `(y, x)`."""
    angle = np.linspace(0, 2 * np.pi, 90, endpoint=False)
    radius = UNIT * np.array([[0.34], [0.37], [0.4]])
    y, x = (np.rint(UNIT / 2 - 0.5 + radius * way(angle)).astype(np.intp).ravel() for way in (np.sin, np.cos))
    return y, x


def _ring(board: Colours, cell: Cell) -> Floats:
    """The colours around a cell's symbol on the straightened board, (K, 3): between stripes its ground shows."""
    y, x = _around()
    return board[cell[0] * UNIT + y, cell[1] * UNIT + x].astype(np.float32)


def _mostly(colours: Floats, one: Floats, other: Floats) -> bool:
    """Whether more of some colours are about `one` than about `other`."""
    off = [np.abs(colours - ground).max(axis=1) for ground in (one, other)]
    near = [int((distance <= SAME_GROUND).sum()) for distance in off]
    # None of either: a gradient, of which the colours are still nearer to one end.
    return near[0] > near[1] if any(near) else float(off[0].mean()) < float(off[1].mean())


def _middle(colours: Floats) -> Floats:
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


def refusal(errors: list[UnreadableError]) -> UnreadableError:
    """Of the reasons why several lattices were no boards, the one to tell: a covered board before another game."""
    if not errors:
        return NoBoardError(
            "No board was found: no square grid of 4 to 20 cells a side is in the picture. "
            "Show the whole board, not smaller than 20 pixels a cell."
        )
    return next((error for error in errors if error.kind == "occluded"), errors[0])
