"""Which of a picture's lattices is the board's: the plain ones first, then those that are hidden, tilted or without
lines.

In: the picture and its `Page`. Out: the largest board, and the smaller ones. The lattices come from `lattice.py`, what
is on one from `boards.py`.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.boards import Found, are_clear, is_proved, read_board
from vision.checksum import is_supported
from vision.cropped import cropped_part
from vision.errors import CutError, KindsError, OccludedError, RivalsError, UnreadableError
from vision.lattice import Lattice, find_beside, find_lattices, find_strip
from vision.locate.edges import Page
from vision.refusals import A_STRIP, refusal

if TYPE_CHECKING:
    from vision.learnt import Look
    from vision.locate.perspective import Flat

# Of the lattices a picture seems to have, so many are looked at: the board, a second one, an accident.
MOST_LATTICES = 3
# Lattices of at least this presence may have a board among their cells; so many of them are looked at.
LEAST_PLAIN, MOST_CLOSELY = 0.7, 2
# Cells of less than so many pixels are looked at only where they are so plain: things not much larger than the gaps
# between them look like cells. Measured: boards that were read in pictures reduced to cells of 12 to 18 px have 0.63
# and more, but for one of 160 without a single solution; accidents 0.43 to 0.6.
SMALL_CELL, LEAST_OF_SMALL = 20, 0.6
# A lattice whose corners lie within this part of a step of another's is read as that one was. Measured: what was
# refused and then read lay 0.017 off; what was refused for the many kinds of things in its cells was never read, up to
# the latter part.
AGAIN, AGAIN_MANY = 0.012, 0.06
# Square cells of this presence are a board's, this one's or another's. Boards on a page that was laid flat have at
# least LEAST_FLAT (measured: 1.0, accidents mostly 0.4 to 0.6).
BEYOND_DOUBT, LEAST_FLAT = 0.95, 0.7
# A board of whose outermost row less than this is cut away may be read, if its symbols are known: they are mostly seen.
SLIGHT = 0.34
# Cells like a board's own that go on beyond it are counters, or the rest of a board that an edge cuts: of 250 labelled
# boards two have such beside them. So much such a reading is worth at most.
OF_A_PART = 0.7
MAY_BE_CUT = "cells like the board's own go on beyond it: see whether a part of it is cut off"
# Steps that differ by less than this part are those of the same cells.
SAME_STEP = 0.1
# A square of so many cells a side and of BEYOND_DOUBT is some game's board: of 455 pictures of Pips, which has no such
# board, none shows one even of a presence of 0.9. Many things look like four cells by four.
WHOLE = 6
# The quarters of a board's quarters differ by so much in brightness (0..255) where the light on it does.
SHADED = 12.0


def find_board(bgr: NDArray[np.uint8], page: Page, looks: Sequence[Look]) -> tuple[Found, list[Found]]:
    """The largest board in the picture, and the smaller ones.

    `bgr`: (H, W, 3) uint8; `page`: the same in grey. Raises a child of `UnreadableError` where there is none, with
    what was taken for cells in `lattices`.
    """
    errors: list[UnreadableError] = []
    seen: list[Lattice] = []
    hopeless: list[Lattice] = []
    for look, lattices in enumerate(find_lattices(page)):
        found: list[Found] = []
        for lattice in lattices[:MOST_LATTICES]:
            if found and (_overlap(found[0][0].lattice, lattice) or lattice.presence < 0.8):
                continue
            if lattice.step_x < SMALL_CELL and lattice.presence < LEAST_OF_SMALL:
                continue
            if _was_refused(lattice, seen) or _was_refused(lattice, hopeless, AGAIN_MANY):
                continue
            # Of a board that an edge cuts, a row or a column is not whole, or it is longer one way than the other.
            missing = 0.0 if lattice.goes_on else cropped_part(page.grey, lattice)
            one = replace(lattice, goes_on=True) if missing else lattice
            seen.append(one)
            try:
                slight = _read_known(bgr, lattice, looks) if 0 < missing < SLIGHT else None
                found.append(slight or read_board(bgr, one, looks))
            except UnreadableError as error:
                error.lattices = (one,)
                errors.append(error)
                hopeless += error.lattices if isinstance(error, KindsError) else ()
        if not found and any(isinstance(error, OccludedError) for error in errors):
            break  # a part of a board must not be taken for a board by a look that sees less
        if look > 0 and not found and any(_is_plain(lattice, page.grey) for lattice in lattices):
            break  # another game's board fills the picture: there is no need to search on
        if found and found[0][0].game == "takuzu" and not is_proved(*found[0]):
            # What has no solution, or many, may be a puzzle with more cells about it.
            whole = found[0][0].lattice
            part = _find_hidden(bgr, page, [whole], looks, [], whole.rows - 2)
            if part is not None and part[1].verdict == "unique":
                found[0] = part
        if found:
            for lattice in find_beside(page, found[0][0].lattice):
                if not any(_overlap(draft.lattice, lattice) for draft, _ in found):
                    with contextlib.suppress(UnreadableError):
                        found.append(read_board(bgr, lattice, looks))
            found.sort(key=lambda one: -one[0].lattice.step_x * one[0].lattice.columns)
            return found[0], found[1:]
    if not errors and (strip := find_strip(page)) is not None:
        errors.append(CutError(A_STRIP))
        errors[0].lattices = (strip,)
    if not _must_not_be_cut(errors):
        hidden = _find_hidden(bgr, page, seen, looks, errors)
        unusual = hidden if hidden is not None and hidden[1].verdict == "unique" else None
        if unusual is None and not _must_not_be_cut(errors):
            unusual = _find_tilted(bgr, page, seen, looks) or _find_signs(bgr, page, looks)
            if unusual is not None and _is_of(unusual[0].lattice, errors):
                unusual = None
        unusual = unusual or hidden
        if unusual is not None:
            return _doubted_part(unusual, errors), []
    raise refusal(errors)


def _doubted_part(found: Found, errors: list[UnreadableError]) -> Found:
    """The board among counters that was found; with a warning where cells like its own were seen to go on beyond it."""
    draft, checked = found
    if not _is_of(draft.lattice, errors):
        return found
    confidence = min(checked.confidence, OF_A_PART)
    return draft, checked._replace(confidence=confidence, warnings=(MAY_BE_CUT, *checked.warnings))


def _is_of(board: Lattice, errors: list[UnreadableError]) -> bool:
    """Whether a board has cells of one that was seen to be cut off, so that it is but a part of that."""
    return any(
        isinstance(error, CutError)
        and board.plane is None
        and one.presence > LEAST_PLAIN
        and min(abs(board.step_x / one.step_x - 1), abs(board.step_y / one.step_y - 1)) < SAME_STEP
        and _overlap(board, one)
        for error in errors
        for one in error.lattices
    )


def is_whole(lattice: Lattice) -> bool:
    """Whether a lattice is a square of many cells all of whose sides are seen, which no accident is."""
    return lattice.rows >= WHOLE and lattice.presence > BEYOND_DOUBT


def _must_not_be_cut(errors: list[UnreadableError]) -> bool:
    """Whether a board was seen that cannot be read: a part of it must not be taken for a board."""
    return any(
        isinstance(error, OccludedError)
        or (isinstance(error, RivalsError) and any(one.presence > BEYOND_DOUBT for one in error.lattices))
        for error in errors
    )


def _find_tilted(bgr: NDArray[np.uint8], page: Page, seen: list[Lattice], looks: Sequence[Look]) -> Found | None:
    """A board on a page that was photographed at an angle; `seen`: lattices of the picture as it is."""
    from vision.locate.perspective import flattened  # seldom wanted, as what follows here

    # A glance at each frame first: all of six photos that were read showed their board at a glance, in four of them
    # in the last frame, and of none a dearer look found it.
    views: list[Iterator[Found | None]] = []
    for flat in flattened(page, [one for one in seen if one.presence > BEYOND_DOUBT]):
        view = _looks_at(bgr, flat, looks)
        if (found := next(view, None)) is not None:
            return found
        views.append(view)
    return next((found for view in views for found in view if found is not None), None)


def _looks_at(bgr: NDArray[np.uint8], flat: Flat, looks: Sequence[Look]) -> Iterator[Found | None]:
    """What each look at a page that was laid flat finds, None where that is nothing."""
    from vision.locate.perspective import evened

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
                    draft, checked = read_board(evened(colours) if light else colours, lattice, looks)
                    yield draft._replace(lattice=flat.in_picture(lattice)), checked
        yield None
        if look > 0 and any(lattice.presence > BEYOND_DOUBT for lattice in tried):
            return  # another game's


def _find_signs(bgr: NDArray[np.uint8], page: Page, looks: Sequence[Look]) -> Found | None:
    """A board without lines, as in a terminal or a text; it must be a puzzle beyond doubt."""
    from vision.rows import boards_of_signs

    for lattice, clean in boards_of_signs(bgr, page):
        found = [one for picture in (clean, bgr) if (one := _read_surely(picture, lattice, looks)) is not None]
        if found:
            # Markers are painted over with all else that stands between the cells.
            return max(
                found, key=lambda one: any(patch.value != "." for patch in (*one[0].h.values(), *one[0].v.values()))
            )
    return None


def _read_surely(bgr: NDArray[np.uint8], lattice: Lattice, looks: Sequence[Look]) -> Found | None:
    """The board on a lattice, None unless its cells are clear and it is a puzzle, or its symbols are known."""
    with contextlib.suppress(UnreadableError):
        draft, checked = read_board(bgr, lattice, looks)
        if are_clear(checked.cells) and (checked.verdict == "unique" or not draft.swap):
            return draft, checked
    return None


def _read_known(bgr: NDArray[np.uint8], lattice: Lattice, looks: Sequence[Look]) -> Found | None:
    """The board on a lattice, None unless its symbols are known and it is a puzzle."""
    with contextlib.suppress(UnreadableError):
        draft, checked = read_board(bgr, lattice, looks)
        if not draft.swap and checked.verdict == "unique":
            return draft, checked
    return None


def _is_shaded(bgr: NDArray[np.uint8], lattice: Lattice) -> bool:
    """Whether the light on a board changes gradually, as on no screen."""
    x0, y0, x1, y1 = (max(0, round(value)) for value in lattice.bbox)
    small = cv2.resize(bgr[y0:y1, x0:x1], (4, 4), interpolation=cv2.INTER_AREA).astype(np.float32).mean(axis=2)
    return float(small.max() - small.min()) > SHADED


def _find_hidden(
    bgr: NDArray[np.uint8],
    page: Page,
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
    for lattice in plain[:MOST_CLOSELY]:
        for part in boards_within(bgr, page.grey, lattice, most, lambda one: _was_refused(one, lattices)):
            try:
                draft, checked = read_board(bgr, part, looks)
            except OccludedError as error:
                if second is not None:
                    continue
                # A part of this one must not be taken for a board.
                error.lattices = (part,)
                errors.append(error)
                return None
            except UnreadableError:
                continue
            clear = are_clear(checked.cells)
            if (clear or not draft.swap) and (checked.verdict == "unique" or (clear and is_supported(draft))):
                return draft, checked
            if not draft.swap and second is None:
                second = draft, checked  # digits, and an entry is wrong
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


def _is_plain(lattice: Lattice, grey: NDArray[np.uint8]) -> bool:
    """Whether a lattice is a board beyond doubt, and a large part of the picture."""
    return lattice.presence > 0.75 and lattice.step_y * lattice.rows > 0.3 * min(grey.shape)


def _overlap(one: Lattice, other: Lattice) -> bool:
    a, b = one.bbox, other.bbox
    return min(a[2], b[2]) > max(a[0], b[0]) and min(a[3], b[3]) > max(a[1], b[1])
