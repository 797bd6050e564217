"""What an image shows: `read(image)` finds the board, picks the game and returns a `Reading`.

This module only leads: decoding is `image.py`'s business, boards of two symbols are found by `finding.py` and read by
`grid.py`, Pips by `pips.py`; the words for what is missing are theirs.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.checksum import Draft
from vision.errors import (
    CutError,
    IslandError,
    NoBoardError,
    UnreadableError,
    UnsupportedError,
)
from vision.finding import find_board, is_whole
from vision.games.queens import QueensFound
from vision.image import Image, load
from vision.locate.edges import Page
from vision.pips_lattice import LEAST_TAGS, find_diamonds
from vision.readings import PipsReading, Reading

if TYPE_CHECKING:
    import os

    from PIL.Image import Image as PILImage

    from vision.learnt import Look
    from vision.pips import PipsDraft
    from vision.pips_glance import Tiles

__all__ = ["read"]

# Boards of nameless symbols read with less confidence, or whose edges cannot be read, may be a part of a board of Pips,
# where dominoes lie beside it; not those with so many markers that are clear.
DOUBTED, CLEAR, MARKED = 0.7, 0.4, 3
# Lattices of at least this presence are of cells that are there.
PLAIN = 0.7


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
        return _pips_reading(pips, _spent(picture, started))
    if refused is not None and refused.certain:
        raise refused
    try:
        found, others = find_board(picture.bgr, sight.page, looks)
    except UnreadableError as error:
        if refused is not None:
            raise refused from None
        # Where all of a square grid is seen, the game is that grid's, not Pips, and nothing lies over it.
        plain = any(map(is_whole, error.lattices))
        pips = _pips_by_look(picture.bgr, looks) or (None if plain else _search_for_pips(sight, error))
        if pips is not None:
            return _pips_reading(pips, _spent(picture, started))
        if isinstance(error, NoBoardError) and not plain:
            if sight.tiles.some:
                _say_of_dominoes(sight.page, error)
            _say_of_panels(sight.page, error)
        raise
    others_said = (f"{len(others) + 1} boards are in the picture; the largest was read",) if others else ()
    if isinstance(found, QueensFound):
        return found.reading(found.lattice, (*found.checked.warnings, *others_said), _spent(picture, started))
    draft, checked = found.draft, found.checked
    if refused is not None and checked.confidence < DOUBTED:
        raise refused  # a board of Pips, and not one whose symbols are diamonds
    if not draft.look and checked.confidence < DOUBTED and (pips := _pips_by_look(picture.bgr, looks)) is not None:
        return _pips_reading(pips, _spent(picture, started))
    # One without a solution, or with several, says itself that it is none.
    doubted = draft.swap and checked.verdict == "unique" and checked.confidence < DOUBTED
    marks = [patch for patch in (*checked.h.values(), *checked.v.values()) if patch.value != "."]
    plainly_marked = sum(patch.confidence > CLEAR for patch in marks) >= MARKED
    if doubted and not plainly_marked and (pips := _pips_instead(sight)) is not None:
        return _pips_reading(pips, _spent(picture, started))
    warnings = list(checked.warnings)
    if draft.swap:
        warnings = [_swap_warning(draft), *warnings, *_other_game(draft, bool(marks))]
    return found.reading(draft.lattice, (*warnings, *others_said), _spent(picture, started))


def _spent(picture: Image, started: float) -> dict[str, float]:
    """Milliseconds spent on a picture."""
    return {"decode": picture.milliseconds, "read": (time.perf_counter() - started) * 1000}


class _Sight:
    """A picture, and what several of the steps below ask of it, found out once at most."""

    def __init__(self, bgr: NDArray[np.uint8]) -> None:
        self.bgr = bgr

    @cached_property
    def page(self) -> Page:
        """The picture in grey."""
        return Page(np.asarray(cv2.cvtColor(self.bgr, cv2.COLOR_BGR2GRAY), np.uint8))

    @property
    def dominoes(self) -> float:
        """How wide tiles with pips in it are across, in whatever look, in pixels; 0 where none lie in it."""
        return self.tiles.width

    @cached_property
    def tiles(self) -> Tiles:
        """What a coarse scan for dominoes sees."""
        from vision.pips_glance import glance_at_tiles

        return glance_at_tiles(self.page.grey, self.page.reduced(self.page.work_factor))


def _pips_instead(sight: _Sight) -> PipsDraft | None:
    """The board of Pips in a picture with dominoes, of which a part was taken for a board of nameless symbols; None
    where no dominoes lie in it. Raises why it cannot be read, rather than let such a part pass for the board."""
    if not sight.dominoes:
        return None
    from vision.pips import search_pips

    pips = search_pips(sight.bgr, sight.dominoes)
    if pips is None:
        _say_of_dominoes(sight.page, NoBoardError(""))
        raise NoBoardError(
            "Dominoes are there, but no board of Pips that can be read: tags or cells are covered, or of a look that "
            "is not known. Take a picture that shows all of it, or teach the look with solve-screenshot learn."
        )
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

    # An accident does not tell where all of the cells were.
    found = [lattice.bbox for lattice in error.lattices if lattice.presence > PLAIN]
    if (occluded := covering(page, found, goes_on=isinstance(error, CutError))) is not None:
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
    if not isinstance(refused, UnsupportedError) or sight.dominoes:
        with contextlib.suppress(UnreadableError):
            pips = search_pips(sight.bgr, sight.dominoes)
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
    if not sight.dominoes:
        return None
    from vision.pips import search_pips

    try:
        return search_pips(sight.bgr, sight.dominoes)
    except UnreadableError:
        if isinstance(error, NoBoardError):
            raise
        return None


def _pips_reading(pips: PipsDraft, milliseconds: dict[str, float]) -> PipsReading:
    return PipsReading(
        game="pips",
        puzzle=pips.puzzle,
        confidence=round(pips.confidence, 3),
        warnings=pips.warnings,
        milliseconds=milliseconds,
        step=pips.step,
        origin=pips.origin,
        placed=pips.placed,
        tray=pips.tray,
        tags=pips.tags,
        fills=pips.fills,
        look=pips.look,
    )


def _swap_warning(draft: Draft) -> str:
    """What nothing but a convention says of symbols we do not know."""
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
    return (
        f"nothing says which symbol is 0 and which is 1; {value} stands for the one at "
        f"r{row + 1} c{column + 1}, and the two may be exchanged throughout"
    )


def _other_game(draft: Draft, marked: bool) -> tuple[str, ...]:
    """Which other game a board of symbols we do not know may be; `marked`: whether there are markers on it."""
    if not marked:
        without = "these symbols without markers may be Takuzu as well: the rules are the same"
        return (without,) if draft.game == "tango" else ()
    other = "Tango" if draft.game == "takuzu" else "Takuzu"
    return (f"these symbols with markers may be {other} as well: the rules are the same",)
