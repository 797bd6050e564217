"""What an image shows: `read(image)` finds the board, picks the game and returns a `Reading`.

This module only leads: decoding is `image.py`'s business, boards of square cells are found by `finding.py` and read by
the modules of `games/`, Pips by `pips.py`; the words for what is missing are theirs.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import CutError, IslandError, NoBoardError, UnreadableError, UnsupportedError
from vision.finding import find_board, is_whole
from vision.games.pips.rules.lattice import LEAST_TAGS, find_diamonds
from vision.image import Image, load
from vision.locate.edges import Page
from vision.types import PipsReading, Reading

if TYPE_CHECKING:
    import os

    from PIL.Image import Image as PILImage

    from vision.games.pips.parts import PipsDraft
    from vision.games.pips.rules.detect import Tiles
    from vision.learnt import Look

__all__ = ["read"]

# Boards read with less confidence may be a part of a board of Pips.
DOUBTED = 0.7
# Lattices of at least this presence are of cells that are there.
PLAIN = 0.7
# What the networks read of Pips with more confidence than the first is believed where the rules have less than the
# second: of six boards of 180 random looks for which that was so, five were read rightly by the networks, one by the
# rules; of five boards for which they had less or the rules more, the rules read all rightly.
BELIEVED, DISBELIEVED = 0.8, 0.5
# Tags that the rules read with less confidence are asked of the networks.
SURE_OF_TAG = 0.7
READ_TWICE = "the board was read in two ways, which differ: compare what was read with the picture"


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
    pips, refused = _pips_by_tags(sight)
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
        pips = _pips_by_look(picture.bgr, looks) or _believed_pips(sight, plain)
        if pips is not None:
            return _pips_reading(pips, _spent(picture, started))
        if isinstance(error, NoBoardError) and not plain:
            if sight.tiles.some:
                _say_of_dominoes(sight.page, error)
            _say_of_panels(sight.page, error)
        raise
    if refused is not None and found.checked.confidence < DOUBTED:
        raise refused  # a board of Pips, and not one whose symbols are diamonds
    doubted = found.checked.confidence < DOUBTED and not found.seen.look
    if doubted and (pips := _pips_by_look(picture.bgr, looks)) is not None:
        return _pips_reading(pips, _spent(picture, started))
    if found.may_be_part and (pips := _pips_instead(sight)) is not None:
        return _pips_reading(pips, _spent(picture, started))
    others_said = (f"{len(others) + 1} boards are in the picture; the largest was read",) if others else ()
    return found.reading(found.lattice, (*found.warnings, *others_said), _spent(picture, started))


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

    @cached_property
    def learnt_pips(self) -> PipsDraft | None:
        """The board of Pips in it as the networks read it, where that is likely to be right; else None."""
        from vision.games.pips.read import second_opinion

        return second_opinion(self.bgr)

    @property
    def dominoes(self) -> float:
        """How wide tiles with pips in it are across, in whatever look, in pixels; 0 where none lie in it."""
        return self.tiles.width

    @cached_property
    def tiles(self) -> Tiles:
        """What a coarse scan for dominoes sees."""
        from vision.games.pips.rules.detect import detect_tiles

        return detect_tiles(self.page.grey, self.page.reduced(self.page.work_factor))


def _pips_instead(sight: _Sight) -> PipsDraft | None:
    """The board of Pips in a picture with dominoes, of which a part was taken for a board of nameless symbols; None
    where no dominoes lie in it. Raises why it cannot be read, rather than let such a part pass for the board."""
    if not sight.dominoes:
        return None
    pips = sight.learnt_pips
    if pips is None:
        _say_of_dominoes(sight.page, NoBoardError(""))
        raise NoBoardError(
            "Dominoes are there, but no board of Pips that can be read: tags or cells are covered, or of a look that "
            "is not known. Take a picture that shows all of it, or teach the look with solve-screenshot learn."
        )
    return pips


def _of_two(by_rules: PipsDraft | None, learnt: PipsDraft | None) -> PipsDraft | None:
    """What the rules read and what the networks read, which say how likely they are right: one of the two, with a
    warning where they differ in what is there. Where regions end, rules that have no doubt know better."""
    if by_rules is None or learnt is None:
        return by_rules or learnt
    if len(learnt.puzzle.dominoes) < len(by_rules.puzzle.dominoes):
        return by_rules if by_rules.warnings else replace(by_rules, warnings=(READ_TWICE,))
    if not learnt.warnings:
        return learnt
    if by_rules.warnings:
        return learnt if learnt.confidence > BELIEVED and by_rules.confidence < DISBELIEVED else by_rules
    return by_rules if by_rules.says_as(learnt) else replace(by_rules, warnings=(READ_TWICE,))


def _say_of_dominoes(page: Page, error: NoBoardError) -> None:
    """Raise a better error than that no board was found where dominoes are there without one."""
    from vision.games.pips.rules.read import dominoes_without_board

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


def _pips_by_tags(sight: _Sight) -> tuple[PipsDraft | None, UnreadableError | None]:
    """The board of Pips whose tags a coarse scan shows, or why it cannot be read; neither where there is none."""
    diamonds = find_diamonds(sight.bgr)
    if len(diamonds) < LEAST_TAGS:
        return None, None
    # Most pictures are of other games: what reads Pips is not even loaded for them.
    from vision.games.pips.rules.read import read_pips

    try:
        pips = read_pips(sight.bgr, diamonds)
        if pips is None or not pips.warnings:
            return (None if pips is None else _with_tags_asked(sight.bgr, pips)), None
        return _of_two(pips, sight.learnt_pips), None
    except UnreadableError as error:
        refused = error
    if not isinstance(refused, UnsupportedError) or sight.dominoes:
        pips = sight.learnt_pips
        # A board with fewer tags than were seen is but a part of it.
        if pips is not None and not (isinstance(refused, IslandError) and len(pips.tags) < refused.tags):
            return pips, None
    return None, refused


def _with_tags_asked(bgr: NDArray[np.uint8], pips: PipsDraft) -> PipsDraft:
    """With a warning where the rules are not sure of a tag and the networks read it otherwise."""
    if all(tag.confidence > SURE_OF_TAG for tag in pips.tags.values()):
        return pips
    from vision.games.pips.read import doubted_tags

    doubted = doubted_tags(bgr, pips, SURE_OF_TAG)
    return replace(pips, warnings=(f"hard to read: {', '.join(doubted)}",)) if doubted else pips


def _pips_by_look(bgr: NDArray[np.uint8], looks: Sequence[Look]) -> PipsDraft | None:
    """The board of Pips that some learnt look reads, the surest of several; None where none does."""
    learnt = [look for look in looks if look.game == "pips"]
    if not learnt:
        return None
    from vision.games.pips.rules.looks import PipsLook
    from vision.games.pips.rules.read import read_pips_by

    found = [draft for look in learnt if isinstance(look, PipsLook) and (draft := read_pips_by(bgr, look)) is not None]
    return max(found, key=lambda draft: (not draft.warnings, draft.confidence), default=None)


def _believed_pips(sight: _Sight, plain: bool) -> PipsDraft | None:
    """The board of Pips as the networks read it; `plain`: there is a grid that is no Pips, unless they are sure."""
    learnt = sight.learnt_pips
    return None if plain and learnt is not None and learnt.confidence <= BELIEVED else learnt


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
