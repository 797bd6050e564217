"""What an image shows: `read(image)` finds the board, picks the game and returns a `Reading`.

This room only leads: the lattices come from `lattice.py`, what is on them from `binary.py`, the checksum from
`checksum.py`, decoding from `image.py`.
"""

from __future__ import annotations

import contextlib
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
from numpy.typing import NDArray

from solver.binary.puzzle import BinaryPuzzle
from vision.binary import Cell, Draft, Patch, in_takuzu, read_draft
from vision.chance import broken_rules, chance
from vision.checksum import Checked, check, is_supported
from vision.edges import Page
from vision.errors import (
    AmbiguousError,
    IslandError,
    KindsError,
    NoBoardError,
    OccludedError,
    RivalsError,
    UnreadableError,
    UnsupportedError,
)
from vision.image import Image, load
from vision.lattice import Lattice, find_beside, find_lattices, find_stretched, halved
from vision.pips_lattice import LEAST_TAGS, find_diamonds
from vision.refusals import MOST_BROKEN, refusal

if TYPE_CHECKING:
    import os

    from PIL.Image import Image as PILImage

    from solver import Puzzle
    from solver.pips.puzzle import PipsPuzzle
    from vision.learnt import Look
    from vision.pips import PipsDraft
    from vision.pips_parts import Placed, Tag, Tile

__all__ = ["Cell", "GridReading", "Patch", "PipsReading", "Reading", "read"]

# Of the lattices a picture seems to have, so many are looked at: the board, a second one, an accident.
MOST_LATTICES = 3
# Symbols we do not know make a board only if they are read with this confidence. Measured: accidents in pictures of
# other games 0.2 to 0.3, seasonal boards 0.39 and more even where the player's entries have no solution.
LEAST_CONFIDENCE = 0.28
# A board of symbols that say nothing, without a solution or with several, is one only if fewer of its like that are
# thrown together break as few rules than this. Measured: boards with wrong entries 0 to 0.1, with several solutions 0
# to 0.1; pieces, tiles and colours of other games 0.3 to 1.
BY_CHANCE, MAY_BE_CHANCE = 0.13, 0.5
# Wrong entries break no more rules than `MOST_BROKEN`; those in digits, which are hardly anything else, than so many to
# a digit.
MOST_BROKEN_PART = 0.3
# ... and each of its cells is read with this confidence.
LEAST_CLEAR = 0.4
# Boards of nameless symbols read with less confidence may be a part of a board of Pips, where dominoes lie beside it;
# not those with so many markers that are clear.
DOUBTED, MARKED = 0.7, 3
# Lattices of at least this presence may have a board among their cells; so many of them are looked at.
LEAST_PLAIN, MOST_CLOSELY = 0.7, 2
# A lattice whose corners lie within this part of a step of another's is read as that one was. Measured: what was
# refused and then read lay 0.017 off; what was refused for the many kinds of things in its cells was never read, up to
# the latter part.
AGAIN, AGAIN_MANY = 0.012, 0.06
# Square cells of this presence are no halves of cells that are not square. Boards on a page that was laid flat have at
# least LEAST_FLAT (measured: 1.0, accidents mostly 0.4 to 0.6).
BEYOND_DOUBT, LEAST_FLAT = 0.95, 0.7
MANY = 8
# The quarters of a board's quarters differ by so much in brightness (0..255) where the light on it does.
SHADED = 12.0


Found = tuple[Draft, Checked]


@dataclass(frozen=True, eq=False, kw_only=True)
class Reading(ABC):
    """What vision says an image shows, whatever the game; a `GridReading` or a `PipsReading`.

    `puzzle`: all that is on the board, whoever put it there. `confidence`: 0..1, of the whole reading. `warnings`: a
    sentence each. `milliseconds`: time spent per stage, `decode` and `read`.
    """

    game: str
    puzzle: Puzzle
    confidence: float
    warnings: tuple[str, ...]
    milliseconds: Mapping[str, float]

    @property
    @abstractmethod
    def cells(self) -> Mapping[Cell, tuple[float, float]]:
        """Centre `(x, y)` of every cell, in pixels of the image as given."""

    @property
    @abstractmethod
    def bbox(self) -> tuple[float, float, float, float]:
        """`(x_min, y_min, x_max, y_max)` of the cells, in pixels of the image as given."""


@dataclass(frozen=True, eq=False, kw_only=True)
class GridReading(Reading):
    """A board of Tango or Takuzu.

    `puzzle`: every symbol on the board, clues and entries alike. `clues`: the cells the puzzle gave, where the look
    tells them apart by their background; None where it does not.
    `cell_patches[(r, c)]`, `h_patches[(r, c)]` (between (r, c) and (r, c+1)), `v_patches[(r, c)]` (between (r, c) and
    (r+1, c)): how each place was read. `look`: the name of the learnt look that read it; "" where none was needed.
    """

    look: str = ""
    puzzle: BinaryPuzzle
    lattice: Lattice
    clues: frozenset[Cell] | None
    cell_patches: Mapping[Cell, Patch]
    h_patches: Mapping[Cell, Patch]
    v_patches: Mapping[Cell, Patch]

    @cached_property
    def cells(self) -> dict[Cell, tuple[float, float]]:
        """Centre `(x, y)` of every cell, row by row."""
        grid = self.lattice
        return {(r, c): grid.center(r, c) for r in range(grid.rows) for c in range(grid.columns)}

    @property
    def bbox(self) -> tuple[float, float, float, float]:
        return self.lattice.bbox


@dataclass(frozen=True, eq=False, kw_only=True)
class PipsReading(Reading):
    """A board of Pips and its tray.

    `puzzle.dominoes`: those in the tray, then those on the board. `step`: pixels per cell; `origin`: `(x, y)` of the
    upper left corner of cell (0, 0), which need not be on the board. `placed`: the dominoes on the board, `tray`: the
    others, in reading order as drawn. `tags`: by the index of the region in `puzzle.regions`; regions of type `empty`
    have none. `fills`: the colour `(blue, green, red)` of each region's bare cells, or of the halves on it where it is
    all covered. `look`: the name of the learnt look that read it; "" where none was needed.
    """

    puzzle: PipsPuzzle
    step: float
    origin: tuple[float, float]
    placed: tuple[Placed, ...]
    tray: tuple[Tile, ...]
    tags: Mapping[int, Tag]
    fills: Mapping[int, tuple[int, int, int]]
    look: str = ""

    @cached_property
    def cells(self) -> dict[Cell, tuple[float, float]]:
        """Centre `(x, y)` of every cell of the board, region by region."""
        (x, y), step = self.origin, self.step
        return {
            (r, c): (x + (c + 0.5) * step, y + (r + 0.5) * step)
            for region in self.puzzle.regions
            for r, c in region.cells
        }

    @cached_property
    def bbox(self) -> tuple[float, float, float, float]:
        centers, half = list(self.cells.values()), self.step / 2
        across, down = [x for x, _ in centers], [y for _, y in centers]
        return min(across) - half, min(down) - half, max(across) + half, max(down) + half


def read(
    image: Image | str | os.PathLike[str] | bytes | bytearray | memoryview | NDArray[Any] | PILImage,
    *,
    looks: Sequence[Look] = (),
) -> Reading:
    """Read the board in a picture: a path, the bytes of a file, a PIL image or a BGR uint8 array (H, W, 3).

    `looks`: learnt ones (`vision.looks`): they read boards of theirs that would else be refused or be doubtful.
    Raises a child of `vision.errors.UnreadableError`, with `kind` and `message`, where there is no board to read.
    """
    with _one_thread():
        return _read(load(image), looks)


@contextlib.contextmanager
def _one_thread() -> Iterator[None]:
    """Within, OpenCV works in the thread that calls it: the pictures are too small to be parted among several.

    Measured: its threads, waiting for the next part, took a fifth of the processor time of reading and saved none.
    """
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        yield
    finally:
        cv2.setNumThreads(threads)


def _read(picture: Image, looks: Sequence[Look]) -> Reading:
    started = time.perf_counter()
    sight = _Sight(picture.bgr)
    pips, refused = _glance_at_pips(sight)
    if refused is not None or (pips is not None and pips.warnings):
        pips = _pips_by_look(picture.bgr, looks) or pips
    if pips is not None:
        return _pips_reading(pips, picture.milliseconds, started)
    if refused is not None and refused.certain:
        raise refused
    try:
        (draft, checked), others = _find(picture.bgr, sight.page, looks)
    except UnreadableError as error:
        if refused is not None:
            raise refused from None
        pips = _pips_by_look(picture.bgr, looks) or _search_for_pips(sight, error)
        if pips is not None:
            return _pips_reading(pips, picture.milliseconds, started)
        if isinstance(error, NoBoardError):
            _say_of_dominoes(sight.page, error)
            _say_of_panels(sight.page, error)
        raise
    if refused is not None and not (checked.verdict == "unique" and _are_clear(checked.cells)):
        raise refused  # a board of Pips, and not one whose symbols are diamonds
    # One without a solution, or with several, says itself that it is none.
    doubted = draft.swap and checked.verdict == "unique" and checked.confidence < DOUBTED
    marks = [patch for patch in (*checked.h.values(), *checked.v.values()) if patch.value != "."]
    plainly_marked = sum(patch.confidence > LEAST_CLEAR for patch in marks) >= MARKED
    if doubted and not plainly_marked and (pips := _pips_instead(sight)) is not None:
        return _pips_reading(pips, picture.milliseconds, started)
    warnings = list(checked.warnings)
    if draft.swap:
        warnings.insert(0, _swap_warning(draft))
        if draft.game == "tango" and not marks:
            warnings.append("these symbols without markers may be Takuzu as well: the rules are the same")
        if marks:
            if draft.first == "round":
                warnings.append("an X and an O with markers are drawn in Tango as well: the rules are the same")
            else:
                other = "Tango" if draft.game == "takuzu" else "Takuzu"
                warnings.append(f"these symbols with markers may be {other} as well: the rules are the same")
    if others:
        warnings.append(f"{len(others) + 1} boards are in the picture; the largest was read")
    return GridReading(
        game=draft.game,
        puzzle=checked.puzzle,
        look=draft.look,
        lattice=draft.lattice,
        confidence=round(checked.confidence, 3),
        warnings=tuple(warnings),
        clues=checked.clues,
        cell_patches=checked.cells,
        h_patches=checked.h,
        v_patches=checked.v,
        milliseconds={"decode": picture.milliseconds, "read": (time.perf_counter() - started) * 1000},
    )


class _Sight:
    """A picture, and what several of the steps below ask of it, found out once at most."""

    def __init__(self, bgr: NDArray[np.uint8]) -> None:
        self.bgr = bgr

    @cached_property
    def page(self) -> Page:
        """The picture in grey."""
        return Page(np.asarray(cv2.cvtColor(self.bgr, cv2.COLOR_BGR2GRAY), np.uint8))

    @cached_property
    def shows_dominoes(self) -> bool:
        """Whether tiles with pips lie in it, in whatever look."""
        from vision.pips_glance import shows_dominoes

        return shows_dominoes(self.page.grey, self.page.reduced(self.page.work_factor))


def _pips_instead(sight: _Sight) -> PipsDraft | None:
    """The board of Pips in a picture with dominoes, of which a part was taken for a board of nameless symbols; None
    where no dominoes lie in it. Raises why it cannot be read, rather than let such a part pass for the board."""
    if not sight.shows_dominoes:
        return None
    from vision.pips import search_pips

    pips = search_pips(sight.bgr)
    if pips is None:
        _say_of_dominoes(sight.page, NoBoardError(""))
    return pips


def _say_of_dominoes(page: Page, error: NoBoardError) -> None:
    """Raise a better error than that no board was found where dominoes are there without one."""
    from vision.pips import dominoes_without_board

    if dominoes := dominoes_without_board(page.reduced(page.work_factor)):
        lone = NoBoardError(
            f"{dominoes} dominoes are there, but no board of Pips with tags was found to lay them on. "
            "Take a picture that shows the whole board and the dominoes below it."
        )
        lone.lattices = error.lattices
        raise lone from None


def _say_of_panels(page: Page, error: NoBoardError) -> None:
    """Raise a better error than that no board was found where a dialog lies over the page, or over what was found."""
    from vision.covered import covering

    if (occluded := covering(page, [lattice.bbox for lattice in error.lattices])) is not None:
        raise occluded from None


def _glance_at_pips(sight: _Sight) -> tuple[PipsDraft | None, UnreadableError | None]:
    """The board of Pips whose tags show at a glance, or why it cannot be read; neither where there is none."""
    diamonds = find_diamonds(sight.bgr)
    if len(diamonds) < LEAST_TAGS:
        return None, None
    # Most pictures are of other games: what reads Pips is not even loaded for them.
    from vision.pips import read_pips, search_pips

    try:
        return read_pips(sight.bgr, diamonds), None
    except UnreadableError as error:
        refused = error
    if not isinstance(refused, UnsupportedError) or sight.shows_dominoes:
        with contextlib.suppress(UnreadableError):
            pips = search_pips(sight.bgr)
            # A board with fewer tags than were seen is but a part of it.
            if pips is not None and not (isinstance(refused, IslandError) and len(pips.tags) < refused.tags):
                return pips, None
    return None, refused


def _pips_by_look(bgr: NDArray[np.uint8], looks: Sequence[Look]) -> PipsDraft | None:
    """The board of Pips that some learnt look reads, the surest of several; None where none does."""
    learnt = [look for look in looks if look.game == "pips"]
    if not learnt:
        return None
    from vision.pips import read_pips_by
    from vision.pips_looks import PipsLook

    found = [draft for look in learnt if isinstance(look, PipsLook) and (draft := read_pips_by(bgr, look)) is not None]
    return max(found, key=lambda draft: (not draft.warnings, draft.confidence), default=None)


def _search_for_pips(sight: _Sight, error: UnreadableError) -> PipsDraft | None:
    """A board of Pips whose tags a glance does not find; None where there is none. `error`: why no other was read.

    Raises why it cannot be read where it is one beyond doubt, and nothing else is in the picture.
    """
    if not sight.shows_dominoes:
        return None
    from vision.pips import search_pips

    try:
        return search_pips(sight.bgr)
    except UnreadableError:
        if isinstance(error, NoBoardError):
            raise
        return None


def _pips_reading(pips: PipsDraft, decode: float, started: float) -> PipsReading:
    return PipsReading(
        game="pips",
        puzzle=pips.puzzle,
        confidence=round(pips.confidence, 3),
        warnings=pips.warnings,
        milliseconds={"decode": decode, "read": (time.perf_counter() - started) * 1000},
        step=pips.step,
        origin=pips.origin,
        placed=pips.placed,
        tray=pips.tray,
        tags=pips.tags,
        fills=pips.fills,
        look=pips.look,
    )


def _find(bgr: NDArray[np.uint8], page: Page, looks: Sequence[Look]) -> tuple[Found, list[Found]]:
    """The largest board in the picture, and the smaller ones."""
    errors: list[UnreadableError] = []
    seen: list[Lattice] = []
    hopeless: list[Lattice] = []
    for look, lattices in enumerate(find_lattices(page)):
        found: list[Found] = []
        for lattice in lattices[:MOST_LATTICES]:
            if found and (_overlap(found[0][0].lattice, lattice) or lattice.presence < 0.8):
                continue
            if _was_refused(lattice, seen) or _was_refused(lattice, hopeless, AGAIN_MANY):
                continue
            seen.append(lattice)
            try:
                found.append(_read_board(bgr, lattice, looks))
            except UnreadableError as error:
                error.lattices = (lattice,)
                errors.append(error)
                hopeless += error.lattices if isinstance(error, KindsError) else ()
        if not found and any(isinstance(error, OccludedError) for error in errors):
            break  # a part of a board must not be taken for a board by a look that sees less
        if look > 0 and not found and any(_is_plain(lattice, page.grey) for lattice in lattices):
            break  # another game's board fills the picture: there is no need to search on
        if found and found[0][0].game == "takuzu" and not _is_proved(*found[0]):
            # What has no solution, or many, may be a puzzle with more cells about it.
            whole = found[0][0].lattice
            part = _find_hidden(bgr, [whole], looks, [], whole.rows - 2)
            if part is not None and part[1].verdict == "unique":
                found[0] = part
        if found:
            for lattice in find_beside(page, found[0][0].lattice):
                if not any(_overlap(draft.lattice, lattice) for draft, _ in found):
                    with contextlib.suppress(UnreadableError):
                        found.append(_read_board(bgr, lattice, looks))
            found.sort(key=lambda one: -one[0].lattice.step_x * one[0].lattice.columns)
            return found[0], found[1:]
    if not _must_not_be_cut(errors):
        # Where square cells fill the picture, they are not taken for halves of others; a few that go on may be such.
        square = any(
            (one.rows >= MANY or not one.goes_on) and one.presence > BEYOND_DOUBT and _is_plain(one, page.grey)
            for one in seen
        )
        hidden = _find_hidden(bgr, seen, looks, errors)
        unusual = hidden if hidden is not None and hidden[1].verdict == "unique" else None
        if unusual is None and not _must_not_be_cut(errors):
            unusual = (None if square else _find_stretched(bgr, page, looks)) or _find_tilted(bgr, page, seen, looks)
            unusual = unusual or _find_in_shade(bgr, seen, looks) or _find_finer(bgr, page, seen, looks)
            unusual = unusual or _find_signs(bgr, looks)
        unusual = unusual or hidden
        if unusual is not None:
            return unusual, []
    raise refusal(errors)


def _must_not_be_cut(errors: list[UnreadableError]) -> bool:
    """Whether a board was seen that cannot be read: a part of it must not be taken for a board."""
    return any(
        isinstance(error, OccludedError)
        or (isinstance(error, RivalsError) and any(one.presence > BEYOND_DOUBT for one in error.lattices))
        for error in errors
    )


def _find_finer(bgr: NDArray[np.uint8], page: Page, seen: list[Lattice], looks: Sequence[Look]) -> Found | None:
    """A board of which two cells were taken for one; it must be a puzzle beyond doubt."""
    for one in seen:
        if one.presence < LEAST_PLAIN or not 4 < one.rows <= 10 or (half := halved(page, one)) is None:
            continue
        with contextlib.suppress(UnreadableError):
            draft, checked = _read_board(bgr, half, looks)
            if _are_clear(checked.cells) and (checked.verdict == "unique" or is_supported(draft)):
                return draft, checked
    return None


def _find_stretched(bgr: NDArray[np.uint8], page: Page, looks: Sequence[Look]) -> Found | None:
    """A board of cells that are no squares."""
    for lattice in find_stretched(page)[:MOST_LATTICES]:
        if lattice.goes_on and not looks:
            continue  # it would be refused, whatever its cells hold
        with contextlib.suppress(UnreadableError):
            return _read_board(bgr, lattice, looks)
    return None


def _find_tilted(bgr: NDArray[np.uint8], page: Page, seen: list[Lattice], looks: Sequence[Look]) -> Found | None:
    """A board on a page that was photographed at an angle; `seen`: lattices of the picture as it is."""
    from vision.perspective import evened, flattened  # seldom wanted, as what follows here

    for flat in flattened(page, [one for one in seen if one.presence > BEYOND_DOUBT]):
        tried: list[Lattice] = []
        colours: NDArray[np.uint8] | None = None
        for look, lattices in enumerate(find_lattices(Page(flat.grey))):
            for lattice in lattices[:1]:
                if lattice.presence < LEAST_FLAT or _was_refused(lattice, tried):
                    continue
                tried.append(lattice)
                if lattice.goes_on and not looks:
                    continue  # it would be refused, whatever its cells hold
                if colours is None:
                    colours = flat.colours(bgr)
                for light in (False, True):
                    if light and not _is_shaded(colours, lattice):
                        break
                    with contextlib.suppress(UnreadableError):
                        draft, checked = _read_board(evened(colours) if light else colours, lattice, looks)
                        return draft._replace(lattice=flat.in_picture(lattice)), checked
            if look > 0 and any(lattice.presence > BEYOND_DOUBT for lattice in tried):
                break  # another game's
    return None


def _find_signs(bgr: NDArray[np.uint8], looks: Sequence[Look]) -> Found | None:
    """A board without lines, as in a terminal or a text; it must be a puzzle beyond doubt."""
    from vision.rows import boards_of_signs

    for lattice, clean in boards_of_signs(bgr):
        for picture in (clean, bgr):
            with contextlib.suppress(UnreadableError):
                draft, checked = _read_board(picture, lattice, looks)
                if _are_clear(checked.cells) and (checked.verdict == "unique" or not draft.swap):
                    return draft, checked
    return None


def _find_in_shade(bgr: NDArray[np.uint8], seen: list[Lattice], looks: Sequence[Look]) -> Found | None:
    """A board that is plain to see, on a page with more light on one side than on the other."""
    plain = [lattice for lattice in seen if lattice.presence > BEYOND_DOUBT and not lattice.goes_on]
    if not plain or not _is_shaded(bgr, plain[0]):
        return None
    from vision.perspective import evened

    with contextlib.suppress(UnreadableError):
        return _read_board(evened(bgr), plain[0], looks)
    return None


def _is_shaded(bgr: NDArray[np.uint8], lattice: Lattice) -> bool:
    """Whether the light on a board changes gradually, as on no screen."""
    x0, y0, x1, y1 = (max(0, round(value)) for value in lattice.bbox)
    small = cv2.resize(bgr[y0:y1, x0:x1], (4, 4), interpolation=cv2.INTER_AREA).astype(np.float32).mean(axis=2)
    return float(small.max() - small.min()) > SHADED


def _find_hidden(
    bgr: NDArray[np.uint8],
    lattices: list[Lattice],
    looks: Sequence[Look],
    errors: list[UnreadableError],
    most: int | None = None,
) -> Found | None:
    """A board among other cells, of at most so many rows; it must be a puzzle beyond doubt.

    `errors`: where a part of one is covered, that is added.
    """
    from vision.trim import boards_within

    plain: list[Lattice] = []
    for lattice in lattices:
        if lattice.presence > LEAST_PLAIN and not any(_same(lattice, other) for other in plain):
            plain.append(lattice)
    # Two or three cells may have been taken for one.
    plain.sort(key=lambda lattice: lattice.step_x)
    second: Found | None = None
    covered: list[UnreadableError] = []
    for lattice in plain[:MOST_CLOSELY]:
        for part in boards_within(bgr, lattice, most):
            if _was_refused(part, lattices):
                continue
            try:
                draft, checked = _read_board(bgr, part, looks)
            except UnreadableError as error:
                if isinstance(error, OccludedError):
                    error.lattices = (part,)
                    covered.append(error)
                continue
            clear = _are_clear(checked.cells)
            if (clear or not draft.swap) and (checked.verdict == "unique" or (clear and is_supported(draft))):
                return draft, checked
            if not draft.swap and second is None:
                second = draft, checked  # digits, and an entry is wrong
    if second is None:
        errors += covered[:1]
    return second


def _was_refused(lattice: Lattice, refused: list[Lattice], near: float = AGAIN) -> bool:
    """Whether a lattice is one of those that were refused, as another look finds it again, so `near` to it."""
    return any(
        one.rows == lattice.rows
        and max(abs(a - b) for a, b in zip(one.bbox, lattice.bbox, strict=True)) < near * one.step_x
        for one in refused
    )


def _same(one: Lattice, other: Lattice) -> bool:
    """Whether two lattices have the same cells, so that one need not be looked at after the other."""
    off = max(abs(a - b) for a, b in zip(one.bbox, other.bbox, strict=True))
    return one.rows == other.rows and off < 0.3 * one.step_x


def _read_board(bgr: NDArray[np.uint8], lattice: Lattice, looks: Sequence[Look]) -> Found:
    """The board on a lattice, by a learnt look where that knows it better; raises as `_read_unaided` does."""
    try:
        unaided = _read_unaided(bgr, lattice)
    except UnreadableError:
        aided = _by_look(bgr, lattice, looks)
        if aided is None:
            raise
        return aided
    draft, checked = unaided
    if checked.verdict == "unique" and not draft.swap and not checked.warnings:
        return unaided  # nobody needs to know better: `looks` are not even counted, since they may have to be loaded
    aided = _by_look(bgr, lattice, looks)
    return aided if aided is not None and (aided[1].verdict == "unique" or checked.verdict != "unique") else unaided


def _by_look(bgr: NDArray[np.uint8], lattice: Lattice, looks: Sequence[Look]) -> Found | None:
    """The board on a lattice as the learnt look says that fits it best; None where none does, or it makes no puzzle."""
    if not looks:
        return None
    from vision.looks import readings

    found = []
    for draft in readings(bgr, lattice, looks):
        labels = np.array([0 if one.value == "." else 1 + (one.value in "M1") for one in draft.cells.values()], np.intp)
        if broken_rules(labels, lattice.rows) <= MOST_BROKEN:
            found.append((draft, check(draft)))
    return max(found, key=lambda one: (one[1].verdict == "unique", one[1].confidence), default=None)


def _read_unaided(bgr: NDArray[np.uint8], lattice: Lattice) -> Found:
    """The board on a lattice and what the puzzle says of it.

    Raises `UnreadableError`'s children as `read_draft` does, and where only the puzzle could tell what symbols mean
    that we do not know, and they make none.
    """
    draft = read_draft(bgr, lattice)
    size = f"{lattice.rows}x{lattice.columns}"
    no_puzzle = (
        f"A grid of {size} cells with two kinds of things in it is there, but they make no puzzle: there {{}}. "
        "Is it another game?"
    )
    if draft.game == "takuzu" and draft.swap and _is_accident(draft):
        raise NoBoardError(no_puzzle.format("is no solution"))
    checked = check(draft)
    if draft.swap and draft.game == "tango" and not draft.pictures and checked.verdict == "multiple":
        # Symbols of no game that are a puzzle only where no two lines may be equal, which is a rule of Takuzu alone.
        as_takuzu = in_takuzu(draft)
        anew = check(as_takuzu)
        if anew.verdict == "unique":
            draft, checked = as_takuzu, anew
    # Nothing but the puzzle itself says that circles, letters or tiles on a grid are Takuzu.
    if draft.game == "takuzu" and not _is_puzzle(draft, checked):
        raise NoBoardError(no_puzzle.format("is no solution" if checked.verdict == "none" else "are many solutions"))
    lone = draft.kinds == 1 and checked.verdict != "unique"
    if draft.swap and (lone or checked.confidence < LEAST_CONFIDENCE):
        raise AmbiguousError(
            f"Something like a board of {size} cells is there, but neither its symbols nor the puzzle they would make "
            "are clear. Take a sharper picture, or one of the whole board."
        )
    return draft, checked


def _is_proved(draft: Draft, checked: Checked) -> bool:
    """Whether a board is a puzzle, or the clues on it are, whatever was played."""
    return checked.verdict == "unique" or checked.clues is not None or is_supported(draft)


def _is_puzzle(draft: Draft, checked: Checked) -> bool:
    """Whether the cells of a Takuzu board make a puzzle; people play wrong entries, which leave no solution."""
    if draft.swap and any(checked.cells[cell].value != patch.value for cell, patch in draft.cells.items()):
        return False  # what it takes to make a puzzle of an accident
    if checked.verdict == "unique":
        return True
    labels, size = _labels(checked.cells), draft.lattice.rows
    broken = broken_rules(labels, size)
    if not draft.swap:
        return broken <= max(MOST_BROKEN, MOST_BROKEN_PART * int((labels > 0).sum()))
    if broken > MOST_BROKEN:
        return False
    if _are_clear(checked.cells) and is_supported(draft):
        return True
    if checked.verdict == "multiple":
        return chance(labels, size) < MAY_BE_CHANCE
    return chance(labels, size) < BY_CHANCE and _are_clear(checked.cells)


def _is_accident(draft: Draft) -> bool:
    """Whether the cells break rules as no puzzle's do, so that `_is_puzzle` would say no, and none need be sought."""
    labels, size = _labels(draft.cells), draft.lattice.rows
    broken = broken_rules(labels, size)
    if broken == 0:
        return False
    if broken > MOST_BROKEN or not _are_clear(draft.cells):
        return True
    return chance(labels, size) >= BY_CHANCE and not is_supported(draft)


def _labels(cells: Mapping[Cell, Patch]) -> NDArray[np.intp]:
    return np.array([".01".index(patch.value) for patch in cells.values()], np.intp)


def _are_clear(cells: Mapping[Cell, Patch]) -> bool:
    return min(patch.confidence for patch in cells.values()) > LEAST_CLEAR


def _is_plain(lattice: Lattice, grey: NDArray[np.uint8]) -> bool:
    """Whether a lattice is a board beyond doubt, and a large part of the picture."""
    return lattice.presence > 0.75 and lattice.step_y * lattice.rows > 0.3 * min(grey.shape)


def _overlap(one: Lattice, other: Lattice) -> bool:
    a, b = one.bbox, other.bbox
    return min(a[2], b[2]) > max(a[0], b[0]) and min(a[3], b[3]) > max(a[1], b[1])


def _swap_warning(draft: Draft) -> str:
    first = next(((cell, patch.value) for cell, patch in draft.cells.items() if patch.value != "."), None)
    if first is None:
        return "the two symbols may be exchanged"
    (row, column), value = first
    if draft.game == "tango":
        names = {"S": "S (sun)", "M": "M (moon)"}
        return (
            f"the symbols are no sun and moon we know: {names.get(value, value)} stands for the one at "
            f"r{row + 1} c{column + 1}, and the two may be exchanged throughout"
        )
    convention = f"by convention the {draft.first} one is 0: " if draft.first else ""
    return (
        f"nothing says which symbol is 0 and which is 1; {convention}{value} stands for the one at "
        f"r{row + 1} c{column + 1}, and the two may be exchanged throughout"
    )
