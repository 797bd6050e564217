"""Boards of Queens that are known are looked at again by comparing pixels: pictures drawn here, and our samples."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from actuator.moves import Cell, Rect
from actuator.queens_memory import QueensMemory
from actuator.screen import Shot
from actuator.sight import Sight
from solver.queens.puzzle import QueensPuzzle
from tests.vision.drawn_queens import queens_reading_of
from vision.errors import OccludedError
from vision.types import Patch

PUZZLE = QueensPuzzle(("AABBB", "CCBBB", "CCCCB", "DCCEE", "EEEEE"))
GROUNDS = {"A": (226, 163, 187), "B": (146, 201, 255), "C": (136, 243, 230), "D": (96, 123, 255), "E": (223, 223, 223)}
STEP = 46
AT = (70, 30)


def drawn(rows: tuple[str, ...], ink: int = 0, patterns: bool = False, striped: frozenset[Cell] = frozenset()) -> Shot:
    """The board with crowns and crosses in one shade of grey, on the screen at `AT`."""
    picture = np.full((5 * STEP, 5 * STEP, 3), 255, np.uint8)
    for (r, c), letter in PUZZLE.region_of.items():
        part: NDArray[np.uint8] = picture[r * STEP : (r + 1) * STEP, c * STEP : (c + 1) * STEP]
        part[:] = GROUNDS[letter]
        if patterns:
            part[:: 5 + ord(letter) % 3] = np.array(GROUNDS[letter]) * 0.75
        if (r, c) in striped:
            for k in range(-STEP, STEP, 12):
                cv2.line(part, (k, STEP), (k + STEP, 0), (30, 30, 220), 2, cv2.LINE_AA)
        cv2.rectangle(part, (0, 0), (STEP - 1, STEP - 1), (0, 0, 0), 1)
        if rows[r][c] == "x":
            cv2.line(part, (19, 19), (26, 26), (ink, ink, ink), 1, cv2.LINE_AA)
            cv2.line(part, (26, 19), (19, 26), (ink, ink, ink), 1, cv2.LINE_AA)
        if rows[r][c] == "Q":
            crown = np.array([[12, 34], [10, 16], [17, 25], [23, 12], [29, 25], [36, 16], [34, 34]], np.int32)
            cv2.fillPoly(part, [crown], (ink, ink, ink), cv2.LINE_AA)
    return Shot(picture, Rect(*AT, 5 * STEP, 5 * STEP))


def seen(rows: tuple[str, ...], shot: Shot) -> Sight:
    """What `vision` would have read."""
    cells = {(r, c): (AT[0] + (c + 0.5) * STEP, AT[1] + (r + 0.5) * STEP) for r in range(5) for c in range(5)}
    return Sight("queens", PUZZLE.with_cells(rows), cells, STEP, shot=shot)


FRESH = (".....",) * 5
CROSSED = ("x....", *FRESH[1:])
CROWNED = ("Q....", *FRESH[1:])
PLAYED = ("Qxxxx", "xx..Q", "x.Q..", "xx...", "x..Q.")


def rows_of(sight: Sight | None) -> tuple[str, ...] | None:
    return None if sight is None else sight.puzzle.cells


def test_a_mark_is_what_it_looks_like_though_a_crown_belongs_there() -> None:
    """Clicks go only where crowns belong: a page on which they put crosses would be won by crosses."""
    unsure = {(0, 0): Patch("Q", "x", 0.0), (1, 4): Patch(".", "Q", 0.0)}  # the second one is covered, say
    read = queens_reading_of(PUZZLE.with_cells(CROWNED), cell_patches=unsure)
    memory = QueensMemory(seen(FRESH, drawn(FRESH)))
    put = replace(seen(CROWNED, drawn(CROSSED)), reading=read)
    assert rows_of(memory.named(put)) == CROSSED
    assert memory.learn(put)
    assert rows_of(memory.look(drawn(("x...x", *FRESH[1:])))) == ("x...x", *FRESH[1:])


def test_what_was_held_to_be_a_crown_is_a_cross_where_a_much_larger_mark_comes() -> None:
    """Nothing but its look told the first one; both are read as crowns."""
    memory = QueensMemory(seen(FRESH, drawn(FRESH)))
    assert memory.learn(seen(CROWNED, drawn(CROSSED)))
    named = memory.named(seen(CROWNED, drawn(CROWNED)))
    assert (rows_of(named), named.unsure) == (CROWNED, True)
    assert memory.learn(named)
    assert rows_of(memory.look(drawn(PLAYED))) == PLAYED


def test_a_crown_that_is_read_as_one_stays_one_where_a_small_mark_comes() -> None:
    memory = QueensMemory(seen(FRESH, drawn(FRESH)))
    assert memory.learn(seen(CROWNED, drawn(CROWNED)))
    named = memory.named(seen(CROWNED, drawn(CROSSED)))
    assert named.unsure  # read as a crown, and unlike the one that was seen
    assert rows_of(memory.look(drawn(CROWNED))) == CROWNED


def test_a_crown_that_fills_its_cell_is_not_doubted() -> None:
    """Nothing is known of its shape."""
    memory = QueensMemory(seen(FRESH, drawn(FRESH)))
    shot = drawn(FRESH)
    shot.bgr[4 : STEP - 4, 4 : STEP - 4] = 0
    assert memory.learn(seen(CROWNED, shot))
    named = memory.named(seen(CROWNED, shot))
    assert (rows_of(named), named.unsure) == (CROWNED, False)


def test_a_selected_cell_is_of_the_region_that_it_was_of() -> None:
    """A reading may hold it for a region of its own, and join two others for it; not where all looks otherwise."""
    memory = QueensMemory(seen(FRESH, drawn(FRESH)))
    read = QueensPuzzle(("AABBB", "CCDBB", "CCCCB", "ECCEE", "EEEEE"), CROWNED)
    shot = drawn(CROWNED)
    shot.bgr[STEP : 2 * STEP, 2 * STEP : 3 * STEP] = (90, 230, 255)
    assert memory.named(replace(seen(CROWNED, shot), puzzle=read)).puzzle == PUZZLE.with_cells(CROWNED)
    another = QueensPuzzle(("ABBBB", "ABCCC", "DDDDC", "DEEEC", "EEECC"), CROWNED)
    assert memory.named(replace(seen(CROWNED, shot), puzzle=another)).puzzle == another
    shot.bgr[:] = 255 - shot.bgr
    assert memory.named(replace(seen(CROWNED, shot), puzzle=read)).puzzle == read


def test_a_board_of_known_regions_is_read_whatever_colours_a_selected_cell_has() -> None:
    """And its row and its column; but not where it is not, nor where it is dimmed."""
    memory = QueensMemory(seen(FRESH, drawn(FRESH)))
    shot = drawn(PLAYED)
    for part in (shot.bgr[STEP : 2 * STEP], shot.bgr[:, 4 * STEP :]):
        part[:] = cv2.addWeighted(part, 0.8, np.full_like(part, 255), 0.2, 0)
    ground = (shot.bgr == GROUNDS["B"]).all(axis=2)
    ground[: STEP + 2], ground[2 * STEP - 2 :], ground[:, : 2 * STEP + 2], ground[:, 3 * STEP - 2 :] = [False] * 4
    shot.bgr[ground] = (90, 230, 255)
    assert rows_of(memory.read(shot)) == PLAYED
    dimmed = drawn(PLAYED)
    dimmed.bgr[:] = dimmed.bgr // 3
    assert memory.read(dimmed) is None
    for aside in (17, 0), (0, 21), (STEP, 0), (0, STEP):
        at = AT[0] + aside[0], AT[1] + aside[1]
        assert memory.read(replace(drawn(PLAYED), rect=Rect(*at, 5 * STEP, 5 * STEP))) is None


def test_a_mark_that_is_hard_to_tell_is_what_those_beside_it_are() -> None:
    """Where none was seen before, and where it was one before."""
    rows = ("Q....", "....Q", *FRESH[2:])
    unsure = {(1, 4): Patch("Q", "x", 0.0)}
    read = queens_reading_of(PUZZLE.with_cells(rows), cell_patches=unsure)
    memory = QueensMemory(seen(FRESH, drawn(FRESH)))
    named = memory.named(replace(seen(rows, drawn(rows)), reading=read))
    assert (rows_of(named), named.unsure) == (rows, False)
    alone = (FRESH[0], "....Q", *FRESH[2:])
    put = replace(seen(alone, drawn(CROSSED)), reading=queens_reading_of(PUZZLE.with_cells(alone), cell_patches=unsure))
    assert rows_of(memory.named(put)) == (FRESH[0], "....x", *FRESH[2:])
    assert memory.learn(seen(alone, drawn(CROSSED)))
    assert rows_of(memory.named(put)) == alone


def test_what_was_known_as_a_cross_stays_one_though_it_is_read_as_a_crown_and_none_was_seen() -> None:
    memory = QueensMemory(seen(FRESH, drawn(FRESH)))
    assert rows_of(memory.look(drawn(CROSSED), frozenset({(0, 0)}))) == CROSSED
    for _ in range(2):
        named = memory.named(seen(CROWNED, drawn(CROSSED)))
        assert (rows_of(named), named.unsure) == (CROSSED, True)


def test_nothing_that_is_hard_to_tell_is_taken_from_a_dimmed_board() -> None:
    memory = QueensMemory(seen(FRESH, drawn(FRESH)))
    shot = drawn(CROWNED)
    shot.bgr[:] = shot.bgr // 3
    unsure = {(0, 0): Patch("Q", "x", 0.0)}
    put = replace(seen(CROWNED, shot), reading=queens_reading_of(PUZZLE.with_cells(CROWNED), cell_patches=unsure))
    with pytest.raises(OccludedError, match="something lies over it"):
        memory.named(put)
    sure = replace(put, reading=queens_reading_of(PUZZLE.with_cells(CROWNED)))
    assert rows_of(memory.named(sure)) == CROWNED


def test_regions_that_were_once_read_surely_stay_sure() -> None:
    memory = QueensMemory(replace(seen(FRESH, drawn(FRESH)), unsure=True))
    doubtful = replace(seen(CROWNED, drawn(CROWNED)), unsure=True)
    assert memory.named(doubtful).unsure
    assert not memory.named(seen(FRESH, drawn(FRESH))).unsure
    assert not memory.named(doubtful).unsure


def test_what_looks_like_a_cross_is_no_crown_whatever_is_read() -> None:
    memory = QueensMemory(seen(FRESH, drawn(FRESH)))
    for rows in (CROSSED, CROWNED):
        assert memory.learn(seen(rows, drawn(rows)))
    named = memory.named(seen(("Q..Q.", *FRESH[1:]), drawn(("Q..x.", *FRESH[1:]))))
    assert (rows_of(named), named.unsure) == (("Q..x.", *FRESH[1:]), True)


@pytest.mark.parametrize("patterns", [False, True])
@pytest.mark.parametrize("ink", [0, 255])
def test_crosses_and_crowns_are_known_on_every_ground(ink: int, patterns: bool) -> None:
    memory = QueensMemory(seen(FRESH, drawn(FRESH, ink, patterns)))
    for rows in (CROSSED, CROWNED):
        assert memory.learn(seen(rows, drawn(rows, ink, patterns)))
    assert rows_of(memory.look(drawn(PLAYED, ink, patterns))) == PLAYED
    assert rows_of(memory.look(drawn(FRESH, ink, patterns))) == FRESH


def test_what_was_never_seen_is_told_in_clicked_cells_alone_by_its_size() -> None:
    memory = QueensMemory(seen(FRESH, drawn(FRESH)))
    assert memory.look(drawn(CROSSED)) is None
    assert memory.look(drawn(CROSSED), frozenset({(1, 1)})) is None
    assert rows_of(memory.look(drawn(CROSSED), frozenset({(0, 0)}))) == CROSSED
    assert rows_of(memory.look(drawn(CROWNED), frozenset({(0, 0)}))) == CROWNED
    assert rows_of(memory.look(drawn(PLAYED))) == PLAYED  # both are known by now
    assert memory.shows(drawn(PLAYED), {(0, 0): "Q", (0, 1): "x", (1, 2): "."})
    assert not memory.shows(drawn(PLAYED), {(0, 0): "x"})


def test_stripes_are_left_to_vision_and_leave_no_trace() -> None:
    wrong, striped = ("Q...Q", *FRESH[1:]), frozenset((0, c) for c in range(5))
    memory = QueensMemory(seen(FRESH, drawn(FRESH)))
    assert memory.learn(seen(CROWNED, drawn(CROWNED)))
    assert memory.learn(seen(CROSSED, drawn(CROSSED)))
    assert memory.look(drawn(wrong, striped=striped)) is None
    assert memory.learn(seen(wrong, drawn(wrong, striped=striped)))
    assert memory.look(drawn(CROWNED)) is None
    assert memory.learn(seen(CROWNED, drawn(CROWNED)))
    assert rows_of(memory.look(drawn(PLAYED))) == PLAYED


def test_something_else_on_a_cell_is_no_crown() -> None:
    memory = QueensMemory(seen(FRESH, drawn(FRESH)))
    for rows in (CROSSED, CROWNED):
        memory.learn(seen(rows, drawn(rows)))
    shot = drawn(CROWNED)
    covered = shot.bgr.copy()
    covered[STEP + 6 : 2 * STEP - 6, STEP + 6 : 2 * STEP - 6] = 200
    assert memory.look(replace(shot, bgr=covered)) is None
    arrow = shot.bgr.copy()
    cv2.fillPoly(arrow, [np.array([[60, 60], [60, 84], [66, 78], [76, 78]], np.int32)], (250, 250, 250))
    assert memory.look(replace(shot, bgr=arrow)) is None


def marked(shot: Shot, cell: Cell) -> Shot:
    """With the crown in a cell red, and a badge in the corner of that."""
    picture = shot.bgr.copy()
    part = picture[cell[0] * STEP : (cell[0] + 1) * STEP, cell[1] * STEP : (cell[1] + 1) * STEP]
    part[(part == 0).all(axis=2)] = (30, 30, 200)
    cv2.circle(part, (37, 36), 8, (30, 30, 200), -1, cv2.LINE_AA)
    return Shot(picture, shot.rect)


def test_a_crown_that_the_page_marks_is_one_still_where_nobody_clicked() -> None:
    memory = QueensMemory(seen(PLAYED, drawn(PLAYED)))
    shot = marked(drawn(PLAYED), (2, 2))
    assert memory.look(shot) is None
    assert rows_of(memory.look(shot, frozenset({(3, 2)}), surely=True)) == PLAYED
    assert memory.look(shot, frozenset({(2, 2)}), surely=True) is None


def test_stripes_are_no_crown_though_one_was_there() -> None:
    memory = QueensMemory(seen(PLAYED, drawn(PLAYED)))
    gone = (*PLAYED[:2], "x....", *PLAYED[3:])
    striped = drawn(gone, striped=frozenset({(2, 2)}))
    assert rows_of(memory.look(striped, frozenset(), surely=True)) != PLAYED
