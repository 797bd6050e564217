"""What an image shows: `read(image)` finds the board, picks the game and returns a `Reading`.

This module only leads: decoding is done by `image.py`; boards of square cells are found by `finding.py`, all others by
the games in `games.OTHERS`; the words for what is missing are theirs.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.confidence import SURE
from vision.errors import CutError, NoBoardError, OccludedError, UnreadableError
from vision.finding import find_board, is_larger_beside, is_plain, is_whole
from vision.games import OTHERS
from vision.games.board import OtherBoard
from vision.image import Image, load
from vision.lattice import PLAIN, Lattice
from vision.locate.edges import Page
from vision.types import Reading

if TYPE_CHECKING:
    import os

    from PIL.Image import Image as PILImage

    from vision.learnt import Look


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

    def spent() -> dict[str, float]:
        return {"decode": picture.milliseconds, "read": (time.perf_counter() - started) * 1000}

    others = _Others(picture.bgr)
    page = Page(np.asarray(cv2.cvtColor(picture.bgr, cv2.COLOR_BGR2GRAY), np.uint8))
    if not is_plain(page):
        others.begin()
    if (first := others.found) is not None:
        return first.reading(spent())
    if others.refused is not None and others.refused.certain:
        raise _uncovered(page, others.refused)
    try:
        found, more = find_board(picture.bgr, page, looks)
    except UnreadableError as error:
        others.finish()
        if others.found is not None:
            return others.found.reading(spent())
        # Where all of a square grid is seen, the game is that grid's, and nothing lies over it.
        if any(map(is_whole, error.lattices)):
            raise
        raise _uncovered(page, others.refused or error) from None
    sure = found.checked.confidence
    if sure < SURE and not found.seen.look:
        others.finish()
    if others.found is not None and (others.found.confidence > sure or found.may_be_part):
        return others.found.reading(spent())
    if found.may_be_part and others.refused is not None and _lies_beside(others.refused, found.lattice):
        raise others.refused
    more_said = (f"{len(more) + 1} boards are in the picture; the largest was read",) if more else ()
    if is_larger_beside(picture.bgr, found.lattice):
        more_said = ("a larger board is in the picture that could not be read: crop the picture to it",)
    return found.reading(found.lattice, (*found.warnings, *more_said), spent())


def _lies_beside(other: UnreadableError, board: Lattice) -> bool:
    """Whether what was seen of another game lies beside a board: its cells may be dice."""
    x0, y0, x1, y1 = board.bbox
    middles = [((a + c) / 2, (b + d) / 2) for a, b, c, d in (lattice.bbox for lattice in other.lattices)]
    return not other.lattices or any(not (x0 < x < x1 and y0 < y < y1) for x, y in middles)


class _Others:
    """What is read of games whose boards are no squares, in one attempt after another: `found`, or else `refused`."""

    def __init__(self, bgr: NDArray[np.uint8]) -> None:
        self._attempts = [attempts(bgr) for attempts in OTHERS]
        self.found: OtherBoard | None = None
        self.refused: UnreadableError | None = None

    def begin(self) -> None:
        """Make the first attempt of each game, which is quick; all attempts where there certainly is a board."""
        for attempts in self._attempts:
            self._note(next(attempts, None))
        if self.found is not None or (self.refused is not None and self.refused.certain):
            self.finish()

    def finish(self) -> None:
        """Make all attempts, until a board is read without any doubt."""
        for attempts in self._attempts:
            while self.found is None or self.found.warnings:
                try:
                    self._note(next(attempts))
                except StopIteration:
                    break

    def _note(self, attempt: OtherBoard | UnreadableError | None) -> None:
        if isinstance(attempt, UnreadableError):
            self.refused = self.refused or attempt
        elif attempt is not None:
            self.found = max(filter(None, (self.found, attempt)), key=lambda one: (not one.warnings, one.confidence))


def _uncovered(page: Page, error: UnreadableError) -> UnreadableError:
    """Why a picture cannot be read: the same, or that a dialog lies over the page, or over what was found."""
    if not isinstance(error, (NoBoardError, OccludedError)):
        return error
    from vision.covered import covering

    # An accident does not tell where all of the cells were.
    found = [lattice.bbox for lattice in error.lattices if lattice.presence > PLAIN]
    return covering(page, found, goes_on=isinstance(error, CutError)) or error
