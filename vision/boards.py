"""One lattice -> the board of Tango or Takuzu on it, and whether that is a puzzle or an accident.

What cells and edges hold comes from `binary.py`, or from a learnt look; the checksum from `checksum.py`. Which lattice
of a picture is the board's is `finding.py`'s business.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from vision.binary import Cell, Draft, Patch, in_takuzu, read_draft
from vision.chance import broken_rules, chance
from vision.checksum import Checked, check, is_supported
from vision.errors import AmbiguousError, NoBoardError, UnreadableError
from vision.lattice import Lattice
from vision.refusals import MOST_BROKEN

if TYPE_CHECKING:
    from vision.learnt import Look

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

Found = tuple[Draft, Checked]


def read_board(bgr: NDArray[np.uint8], lattice: Lattice, looks: Sequence[Look]) -> Found:
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


def is_proved(draft: Draft, checked: Checked) -> bool:
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
    if are_clear(checked.cells) and is_supported(draft):
        return True
    if checked.verdict == "multiple":
        return chance(labels, size) < MAY_BE_CHANCE
    return chance(labels, size) < BY_CHANCE and are_clear(checked.cells)


def _is_accident(draft: Draft) -> bool:
    """Whether the cells break rules as no puzzle's do, so that `_is_puzzle` would say no, and none need be sought."""
    labels, size = _labels(draft.cells), draft.lattice.rows
    broken = broken_rules(labels, size)
    if broken == 0:
        return False
    if broken > MOST_BROKEN or not are_clear(draft.cells):
        return True
    return chance(labels, size) >= BY_CHANCE and not is_supported(draft)


def _labels(cells: Mapping[Cell, Patch]) -> NDArray[np.intp]:
    return np.array([".01".index(patch.value) for patch in cells.values()], np.intp)


def are_clear(cells: Mapping[Cell, Patch]) -> bool:
    return min(patch.confidence for patch in cells.values()) > LEAST_CLEAR
