"""A board that is known is looked at again by comparing pixels: pictures of our own, changed as play changes them."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

import vision
from actuator import domino_halves, domino_memory
from actuator.domino_halves import Half, Seen
from actuator.domino_layout import laid_out, turned_as
from actuator.domino_looks import box
from actuator.domino_memory import DominoMemory
from actuator.domino_places import after_turns, neighbours
from actuator.memory import Memory
from actuator.moves import Cell, Click, Drag, Rect
from actuator.screen import Shot
from actuator.sight import Lying, Sight, TrayTile, sight
from actuator.table import Batch
from solver.binary.puzzle import BinaryPuzzle
from vision.games.pips.locate import Domino

SAMPLES = Path(__file__).parents[2] / "samples"


def seen(name: str) -> Sight:
    """A sample as if it were a part of the screen, at (70, 30)."""
    bgr = np.asarray(cv2.imread(str(SAMPLES / name)), np.uint8)
    return sight(vision.read(bgr), Shot(bgr, Rect(70, 30, bgr.shape[1], bgr.shape[0])))


def changed(one: Sight, picture: NDArray[np.uint8]) -> Shot:
    assert one.shot is not None
    return Shot(picture, one.shot.rect)


def part(one: Sight, cell: Cell, share: float = 0.8) -> tuple[slice, slice]:
    """The pixels of a cell, without its lines."""
    x, y = one.cells[cell][0] - 70, one.cells[cell][1] - 30
    half = share * one.step / 2
    return slice(round(y - half), round(y + half)), slice(round(x - half), round(x + half))


def copied(one: Sight, source: Cell, to: Cell) -> NDArray[np.uint8]:
    """The picture with what is in one cell in another as well."""
    assert one.shot is not None
    picture = one.shot.bgr.copy()
    cut = one.shot.bgr[part(one, source)]
    rows, columns = part(one, to)
    picture[rows.start : rows.start + cut.shape[0], columns.start : columns.start + cut.shape[1]] = cut
    return picture


def first_of(one: Sight, symbol: str) -> Cell:
    """The first cell that shows this, row by row."""
    return next(cell for cell in one.cells if one.puzzle.cells[cell[0]][cell[1]] == symbol)


@pytest.mark.parametrize("name", ["tango/classic-crop.png", "tango/classic-8x8-dark.png", "takuzu/xo-6x6.png"])
def test_a_symbol_that_came_and_went(name: str) -> None:
    one = seen(name)
    memory = Memory(one)
    empty = first_of(one, ".")
    for symbol in one.puzzle.symbols:
        source = first_of(one, symbol)
        now = memory.look(changed(one, copied(one, source, empty)))
        assert now is not None
        assert now.puzzle == one.puzzle.with_cell(*empty, symbol)
    assert one.shot is not None
    again = memory.look(one.shot)
    assert again is not None
    assert again.puzzle == one.puzzle


def test_symbols_keep_their_names_where_another_reading_exchanges_them() -> None:
    one = seen("takuzu/xo-6x6.png")
    assert one.shot is not None
    memory = Memory(one)
    exchanged = [row.translate(str.maketrans("01", "10")) for row in one.puzzle.cells]
    assert memory.learn(replace(one, puzzle=one.puzzle.with_cells(exchanged)))
    again = memory.look(one.shot)
    assert again is not None
    assert again.puzzle.cells == one.puzzle.cells


@pytest.mark.parametrize("exchanges", [False, True])
def test_a_symbol_that_comes_to_a_board_of_one_kind_is_the_other_one(exchanges: bool) -> None:
    """Whatever a reading calls the two once both are there."""
    full = seen("takuzu/xo-6x6.png")
    assert full.shot is not None
    alone, rows, empty = full.shot.bgr.copy(), list(full.puzzle.cells), first_of(full, ".")
    for r, c in full.puzzle.filled():
        if rows[r][c] == full.puzzle.symbols[1]:
            alone[part(full, (r, c), 0.9)] = full.shot.bgr[part(full, empty, 0.9)][0, 0]
            rows[r] = rows[r][:c] + "." + rows[r][c + 1 :]
    memory = Memory(replace(full, puzzle=full.puzzle.with_cells(rows), shot=changed(full, alone)))
    called = [row.translate(str.maketrans("01", "10")) if exchanges else row for row in full.puzzle.cells]
    named = memory.named(replace(full, puzzle=full.puzzle.with_cells(called)))
    assert named is not None
    assert named.puzzle == full.puzzle


@pytest.mark.parametrize("name", ["takuzu/xo-6x6.png", "takuzu/circles-8x8.png", "tango/classic-8x8-dark.png"])
def test_symbols_keep_their_names_where_a_reading_with_cells_a_little_aside_exchanges_them(name: str) -> None:
    one = seen(name)
    memory = Memory(one)
    symbols = "".join(one.puzzle.symbols)
    exchanged = [row.translate(str.maketrans(symbols, symbols[::-1])) for row in one.puzzle.cells]
    aside = {cell: (x + 0.04 * one.step, y - 0.03 * one.step) for cell, (x, y) in one.cells.items()}
    other = replace(one, puzzle=one.puzzle.with_cells(exchanged), cells=aside, step=1.02 * one.step)
    again = memory.named(other)
    assert again is not None
    assert again.puzzle == one.puzzle
    assert memory.learn(other)
    empty = first_of(one, ".")
    for symbol in symbols:
        now = memory.look(changed(one, copied(one, first_of(one, symbol), empty)))
        # It may ask for the board to be read anew, but calls nothing by the other name.
        assert now is None or now.puzzle == one.puzzle.with_cell(*empty, symbol)


def test_what_looks_as_a_symbol_did_is_that_though_it_is_read_as_nothing() -> None:
    one = seen("takuzu/xo-6x6.png")
    memory, clue, empty = Memory(one), first_of(one, "0"), first_of(one, ".")
    picture = copied(one, first_of(one, "1"), empty)
    read = replace(one, puzzle=one.puzzle.with_cell(*clue, ".").with_cell(*empty, "1"), shot=changed(one, picture))
    again = memory.named(read)
    assert again is not None
    assert again.puzzle == one.puzzle.with_cell(*empty, "1")


def test_an_entry_drawn_otherwise_is_known_by_its_shape() -> None:
    one = seen("takuzu/xo-6x6.png")
    empty = first_of(one, ".")
    source = first_of(one, "1")
    picture = copied(one, source, empty)
    rows, columns = part(one, empty)
    picture[rows, columns] = picture[rows, columns] // 2 + 110
    now = Memory(one).look(changed(one, picture))
    assert now is not None
    assert now.puzzle == one.puzzle.with_cell(*empty, "1")


def test_a_board_that_is_covered_or_moved_is_not_guessed_at() -> None:
    one = seen("tango/classic-crop.png")
    assert one.shot is not None
    memory = Memory(one)
    assert memory.look(changed(one, np.full_like(one.shot.bgr, 40))) is None
    assert memory.look(changed(one, np.roll(one.shot.bgr, round(one.step / 2), axis=1))) is None


@pytest.mark.parametrize("name", ["tango/classic-8x8-dark.png", "takuzu/circles-8x8.png"])
def test_an_empty_cell_is_empty_though_a_thick_frame_selects_it(name: str) -> None:
    one = seen(name)
    assert one.shot is not None
    empty = first_of(one, ".")
    picture, inner = one.shot.bgr.copy(), part(one, empty, 0.64)
    kept = picture[inner].copy()
    picture[part(one, empty, 1.0)] = (230, 120, 50)
    picture[inner] = kept
    now = Memory(one).look(changed(one, picture), frozenset([empty]))
    assert now is not None
    assert (now.puzzle, now.strange) == (one.puzzle, {})


def test_a_cell_like_nothing_seen_before_is_not_guessed_at() -> None:
    one = seen("tango/classic-crop.png")
    assert one.shot is not None
    empty = first_of(one, ".")
    picture = one.shot.bgr.copy()
    rows, columns = part(one, empty)
    picture[rows, columns] = np.random.default_rng(1).integers(0, 255, picture[rows, columns].shape, np.uint8)
    assert Memory(one).look(changed(one, picture)) is None


@pytest.mark.parametrize("name", ["takuzu/xo-6x6.png", "tango/classic-crop.png"])
def test_a_pencil_mark_is_neither_symbol_nor_nothing(name: str) -> None:
    """Where a cell was just clicked, what is unlike anything else is strange; elsewhere it may be anything."""
    one = seen(name)
    assert one.shot is not None
    size, rows = one.puzzle.size, one.puzzle.cells
    empty = [(r, c) for r in range(size) for c in range(size) if rows[r][c] == "."]
    memory, picture = Memory(one), one.shot.bgr.copy()

    def mark(cell: Cell) -> None:
        middle = tuple(round(v - w) for v, w in zip(one.cells[cell], (70, 30), strict=True))
        cv2.circle(picture, middle, round(0.08 * one.step), (120, 120, 120), -1, cv2.LINE_AA)

    mark(empty[0])
    assert memory.look(changed(one, picture)) is None
    assert memory.look(changed(one, picture), frozenset(empty[1:])) is None
    marked = memory.look(changed(one, picture), frozenset(empty[:2]))
    assert marked is not None
    assert (marked.puzzle, marked.strange) == (one.puzzle, {empty[0]: "a"})
    mark(empty[1])
    again = memory.look(changed(one, picture))  # known by now
    assert again is not None
    assert again.strange == {empty[0]: "a", empty[1]: "a"}


@pytest.mark.parametrize(
    ("name", "darker"),
    [
        ("tango/classic-crop.png", 0),
        ("takuzu/xo-6x6.png", 0),
        ("takuzu/xo-6x6.png", 70),
        ("takuzu/tiles-6x6-desktop.png", 0),
    ],
)
def test_a_symbol_never_seen_is_a_symbol_and_a_pencil_mark_is_none(name: str, darker: int) -> None:
    """The board holds one kind of symbol; what a click makes of a cell is told by how much of it it fills, also where
    clues lie on a darker ground."""
    whole = seen(name)
    assert whole.shot is not None
    size, (known, other) = whole.puzzle.size, whole.puzzle.symbols
    cells = [(r, c) for r in range(size) for c in range(size)]
    there = {cell: whole.puzzle.cells[cell[0]][cell[1]] for cell in cells}
    source = next(cell for cell in cells if there[cell] == other)
    empty = [cell for cell in cells if there[cell] == "."][:3]
    picture = whole.shot.bgr.copy()
    for cell in cells:  # take the other kind away
        if there[cell] == other:
            bare = whole.shot.bgr[part(whole, empty[0])]
            rows, columns = part(whole, cell)
            picture[rows.start : rows.start + bare.shape[0], columns.start : columns.start + bare.shape[1]] = bare
        elif there[cell] == known:
            picture[part(whole, cell)] -= np.minimum(picture[part(whole, cell)], darker).astype(np.uint8)
    rows_left = ["".join(s if s == known else "." for s in row) for row in whole.puzzle.cells]
    one = replace(whole, puzzle=whole.puzzle.with_cells(rows_left), shot=changed(whole, picture.copy()))
    memory = Memory(one)
    assert memory.lacks_symbol
    cut = whole.shot.bgr[part(whole, source)]
    rows, columns = part(whole, empty[0])
    picture[rows.start : rows.start + cut.shape[0], columns.start : columns.start + cut.shape[1]] = cut
    middle = tuple(round(v - w) for v, w in zip(one.cells[empty[1]], (70, 30), strict=True))
    cv2.circle(picture, middle, round(0.08 * one.step), (120, 120, 120), -1, cv2.LINE_AA)
    now = memory.look(changed(one, picture), frozenset(empty[:2]))
    assert now is not None
    assert (now.puzzle, now.strange) == (one.puzzle.with_cell(*empty[0], other), {empty[1]: "a"})
    assert not memory.lacks_symbol


def drawn_in(one: Sight, cell: Cell, colour: tuple[int, int, int]) -> NDArray[np.uint8]:
    """The picture with a hatched sign in a cell that is like nothing on the board."""
    assert one.shot is not None
    picture = one.shot.bgr.copy()
    x, y, half = round(one.cells[cell][0] - 70), round(one.cells[cell][1] - 30), round(0.22 * one.step)
    cv2.rectangle(picture, (x - half, y - half // 2), (x + half, y + half), colour, 3)
    for k in range(-half, half, 6):
        cv2.line(picture, (x + k, y - half // 2), (x + k, y + half), colour, 1)
    return picture


def test_what_is_like_nothing_seen_before_is_what_the_click_was_to_put() -> None:
    """Entries may look otherwise than clues, and alike each other: what was asked for by its name is known."""
    one = seen("takuzu/xo-6x6.png")
    memory, size = Memory(one), one.puzzle.size
    empty = [(r, c) for r in range(size) for c in range(size) if one.puzzle.cells[r][c] == "."]
    picture = drawn_in(one, empty[0], (160, 60, 40))
    memory.expect(Batch((), told={empty[0]: "1"}))
    assert memory.look(changed(one, picture)) is None  # it may be on its way
    assert memory.look(changed(one, picture), frozenset(empty[1:]), surely=True) is None
    now = memory.look(changed(one, picture), frozenset(empty[:1]), surely=True)
    assert now is not None
    assert (now.puzzle, now.strange) == (one.puzzle.with_cell(*empty[0], "1"), {})
    memory.expect(Batch(()))
    again = memory.look(changed(one, drawn_in(replace(one, shot=changed(one, picture)), empty[1], (160, 60, 40))))
    assert again is not None
    assert again.puzzle == one.puzzle.with_cell(*empty[0], "1").with_cell(*empty[1], "1")


def test_what_looks_like_another_symbol_is_that_whatever_the_click_was_to_put() -> None:
    """What was taken for a palette may be an example beside the board, and do nothing."""
    one = seen("takuzu/xo-6x6.png")
    empty = first_of(one, ".")
    for symbol, other in ("01", "10"):
        source = first_of(one, symbol)
        memory = Memory(one)
        memory.expect(Batch((), told={empty: other}))
        now = memory.look(changed(one, copied(one, source, empty)), frozenset([empty]), surely=True)
        assert now is not None
        assert now.puzzle == one.puzzle.with_cell(*empty, symbol)


@pytest.mark.parametrize(("symbol", "scale"), [("0", 0.7), ("1", 0.85), ("1", 1.15)])
@pytest.mark.parametrize("darker", [0, 40])
def test_what_looks_as_an_entry_did_is_that_whatever_it_was_to_be(symbol: str, scale: float, darker: int) -> None:
    """Entries of another size and ground than clues are known by their shape; a legend beside the board puts none."""
    one = seen("takuzu/xo-6x6.png")
    assert one.shot is not None
    first, second = [cell for cell in one.cells if one.puzzle.cells[cell[0]][cell[1]] == "."][:2]
    source = one.shot.bgr[part(one, first_of(one, symbol), 0.9)]
    middle = source.shape[1] / 2, source.shape[0] / 2
    scaled = cv2.getRotationMatrix2D(middle, 0, scale)
    entry = cv2.warpAffine(source, scaled, source.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)
    entry = np.maximum(entry, darker) - np.uint8(darker)
    memory, picture = Memory(one), one.shot.bgr.copy()
    picture[part(one, first, 0.9)] = entry
    assert memory.look(changed(one, picture)) is not None
    memory.expect(Batch((), told={second: "10"[int(symbol)]}))
    picture = picture.copy()
    picture[part(one, second, 0.9)] = entry
    now = memory.look(changed(one, picture), frozenset([second]), surely=True)
    assert now is not None
    assert now.puzzle == one.puzzle.with_cell(*first, symbol).with_cell(*second, symbol)


def test_a_symbol_with_a_mark_of_the_page_about_it_is_that_symbol_where_nobody_clicked() -> None:
    one = seen("takuzu/xo-6x6.png")
    assert one.shot is not None
    empty = first_of(one, ".")
    picture = one.shot.bgr.copy()
    for symbol in "01":
        cell = first_of(one, symbol)
        middle = tuple(round(v - w) for v, w in zip(one.cells[cell], (70, 30), strict=True))
        cv2.circle(picture, middle, round(0.36 * one.step), (20, 20, 220), 4, cv2.LINE_AA)
    now = Memory(one).look(changed(one, picture), frozenset([empty]), surely=True)
    assert now is not None
    assert (now.puzzle, now.strange) == (one.puzzle, {})


def test_a_symbol_on_the_ground_of_the_other_is_not_taken_for_that() -> None:
    """One kind has been seen on a darker ground alone: on the other's ground it is asked of a reading what it is."""
    whole = seen("takuzu/xo-6x6.png")
    assert whole.shot is not None
    size = whole.puzzle.size
    cells = [(r, c) for r in range(size) for c in range(size)]
    empty = first_of(whole, ".")
    source = first_of(whole, "1")
    picture = whole.shot.bgr.copy()
    for r, c in cells:
        if whole.puzzle.cells[r][c] == "1":
            picture[part(whole, (r, c), 0.96)] //= 2
    one = replace(whole, shot=changed(whole, picture))
    now = Memory(one).look(changed(one, np.where(copied(whole, source, empty) != whole.shot.bgr,
                                                 copied(whole, source, empty), picture)))  # fmt: skip
    assert now is None or now.puzzle == whole.puzzle.with_cell(*empty, "1")


def test_a_larger_entry_has_the_colours_of_its_clue_and_not_the_shape_of_the_other() -> None:
    """Clues are small on darker tiles, a flower and a heart; the flower that is entered is pale, and as large as the
    heart."""
    one = seen("takuzu/xo-6x6.png")
    assert one.shot is not None
    empty = first_of(one, ".")
    picture = np.full_like(one.shot.bgr, (215, 235, 245))

    def flower(cell: NDArray[np.uint8], size: float, petal: float) -> None:
        side = len(cell)
        for k in range(10):
            x, y = (round(side * (0.5 + size * f(math.pi * k / 5))) for f in (math.cos, math.sin))
            cv2.line(cell, (side // 2, side // 2), (x, y), (255, 255, 255), round(petal * side), cv2.LINE_AA)
        cv2.circle(cell, (side // 2, side // 2), round(size * side / 3), (40, 180, 240), -1, cv2.LINE_AA)

    for r, c in one.cells:
        cell, symbol = picture[part(one, (r, c), 0.96)], one.puzzle.cells[r][c]
        if symbol != ".":
            cell[:] = (190, 215, 230)
        if symbol == "0":
            flower(cell, 0.26, 0.08)
        elif symbol == "1":
            cv2.circle(cell, (len(cell) // 2, len(cell) // 2), round(0.22 * len(cell)), (50, 30, 170), -1, cv2.LINE_AA)
    memory = Memory(replace(one, shot=changed(one, picture)))
    entered = picture.copy()
    flower(entered[part(one, empty, 0.96)], 0.4, 0.18)
    now = memory.look(changed(one, entered))
    assert now is None or now.puzzle == one.puzzle.with_cell(*empty, "0")


@pytest.mark.parametrize("rim", [0, 60, 120])
def test_another_symbol_is_not_the_one_whose_entry_has_the_same_ground(rim: int) -> None:
    """Of the other symbol only clues were seen, on grey; cells to fill in are white, with a rim in all of them."""
    one = seen("takuzu/xo-6x6.png")
    assert one.shot is not None

    def shown(rows: list[list[str]]) -> Shot:
        picture = np.full_like(one.shot.bgr, 255)  # type: ignore[union-attr]
        for r, c in one.cells:
            cell, symbol = picture[part(one, (r, c), 0.96)], rows[r][c]
            side, clue = len(cell), one.puzzle.cells[r][c] != "."
            cell[:] = 195 if clue else 255
            if not clue:
                at = round(0.14 * side)
                cell[at : at + 3, at:-at] = cell[at:-at, at : at + 3] = rim
            x, y, far = side // 2, side // 2, round(0.16 * side)
            if symbol == "0":
                cv2.circle(cell, (x, y), far, (40, 40, 210), -1, cv2.LINE_AA)
            elif symbol == "1":
                spade = np.array([[x, y - far], [x - far, y + far // 2], [x + far, y + far // 2]], np.int32)
                cv2.fillPoly(cell, [spade], (0, 0, 0), cv2.LINE_AA)
        return changed(one, picture)

    rows = [list(row) for row in one.puzzle.cells]
    first, second = [cell for cell in one.cells if rows[cell[0]][cell[1]] == "."][:2]
    memory = Memory(replace(one, shot=shown(rows)))
    rows[first[0]][first[1]] = "0"
    assert memory.learn(replace(one, puzzle=one.puzzle.with_cell(*first, "0"), shot=shown(rows)))
    rows[second[0]][second[1]] = "1"
    now = memory.look(shown(rows))
    assert now is None or now.puzzle == one.puzzle.with_cell(*first, "0").with_cell(*second, "1")


@pytest.mark.parametrize(("entry", "tint"), [("0", 12), ("1", 20), ("0", 28)])
def test_cells_in_the_line_of_a_selected_one_are_what_they_were(entry: str, tint: int) -> None:
    """The row and column of a selected cell have another ground; an entry was read on it, thinner than clues are."""
    size, step = 6, 60
    rows = ["......", ".0..1.", "......", ".1..0.", "......", "0....1"]

    def shown(rows: list[str], selected: Cell) -> Shot:
        picture = np.full((size * step + 80, size * step + 80, 3), 255, np.uint8)
        for r, c in np.ndindex(size, size):
            x, y, clue = 40 + c * step, 40 + r * step, rows[r][c] != "." and r % 2 == 1
            ground = np.array((230, 232, 233) if clue else (255, 255, 255), int)
            lit = (r, c) == selected
            if r == selected[0] or c == selected[1]:
                ground = ground - np.array((2 * tint, tint // 2, 0)) * (2 if lit else 1)
            cv2.rectangle(picture, (x, y), (x + step, y + step), ground.tolist(), -1)
            cv2.rectangle(picture, (x, y), (x + step, y + step), (120, 120, 120), 1)
            ink, wide = ((20, 20, 20), 7) if clue else ((180, 80, 30), 3)
            if rows[r][c] == "0":
                cv2.ellipse(picture, (x + 30, y + 30), (9, 14), 0, 0, 360, ink, wide, cv2.LINE_AA)
            elif rows[r][c] == "1":
                cv2.line(picture, (x + 30, y + 16), (x + 30, y + 44), ink, wide, cv2.LINE_AA)
                cv2.line(picture, (x + 30, y + 16), (x + 22, y + 22), ink, wide, cv2.LINE_AA)
        return Shot(picture, Rect(0, 0, picture.shape[1], picture.shape[0]))

    def with_(symbols: dict[Cell, str]) -> list[str]:
        return ["".join(symbols.get((r, c), rows[r][c]) for c in range(size)) for r in range(size)]

    cells = {(r, c): (70.0 + c * step, 70.0 + r * step) for r, c in np.ndindex(size, size)}
    first = Sight("takuzu", BinaryPuzzle("takuzu", size, rows), cells, step, shot=shown(rows, (5, 5)))
    memory = Memory(first)
    one = with_({(0, 2): entry})
    assert memory.learn(replace(first, puzzle=first.puzzle.with_cells(one), shot=shown(one, (0, 2))))
    other = "10"[int(entry)]
    two = with_({(0, 2): entry, (2, 3): other})
    for rows_now, selected in ((one, (2, 3)), (one, (4, 2)), (two, (2, 3)), (two, (4, 3))):
        now = memory.look(shown(rows_now, selected))
        assert now is None or list(now.puzzle.cells) == rows_now
        assert now is not None or rows_now == two  # a first entry of the other symbol may have to be read


@pytest.mark.parametrize("symbol", ["0", "1"])
def test_a_tile_without_the_mark_that_clues_have_is_told_by_its_colour(symbol: str) -> None:
    """Clues have a cross on them, dark on light ones and light on dark ones; entries shine, as glazed tiles do."""
    size, step = 6, 60
    colours = {".": (140, 148, 152), "0": (190, 222, 240), "1": (70, 96, 16)}
    crosses = {"0": (60, 70, 80), "1": (200, 210, 190)}
    rows = ["0....1", ".1....", "..0...", "...1..", "....0.", "1....0"]

    def shown(rows: list[str], entry: Cell | None = None) -> Shot:
        picture = np.full((size * step + 80, size * step + 80, 3), 60, np.uint8)
        for r, c in np.ndindex(size, size):
            x, y, what = 40 + c * step, 40 + r * step, rows[r][c]
            half = 24 if (r, c) == entry else 28
            cv2.rectangle(picture, (x + 1, y + 1), (x + step - 2, y + step - 2), colours["."], -1)
            cv2.rectangle(picture, (x + 30 - half, y + 30 - half), (x + 30 + half, y + 30 + half), colours[what], -1)
            if (r, c) == entry:
                cv2.circle(picture, (x + 30, y + 30), 14, np.add(colours[what], 14).tolist(), -1)
                cv2.line(picture, (x + 20, y + 18), (x + 40, y + 18), (235, 245, 250), 3)
            elif what != ".":
                cv2.drawMarker(picture, (x + 30, y + 30), crosses[what], cv2.MARKER_CROSS, 22, 3)
        return Shot(picture, Rect(0, 0, picture.shape[1], picture.shape[0]))

    cells = {(r, c): (70.0 + c * step, 70.0 + r * step) for r, c in np.ndindex(size, size)}
    memory = Memory(Sight("takuzu", BinaryPuzzle("takuzu", size, rows), cells, step, shot=shown(rows)))
    filled = [rows[0][:2] + symbol + rows[0][3:], *rows[1:]]
    now = memory.look(shown(filled, (0, 2)))
    assert now is not None
    assert list(now.puzzle.cells) == filled


@pytest.mark.parametrize("name", ["classic-desktop", "felt-phone"])
def test_dominoes_are_found_again(name: str) -> None:
    """Also dark ones with light pips, in a tray beside the board."""
    one = seen(f"pips/{name}.png")
    assert one.shot is not None
    now = DominoMemory(one).look(one.shot)
    assert now is not None
    assert now.lying == ()
    assert sorted(tile.values for tile in now.tray) == sorted(tile.values for tile in one.tray)


@pytest.mark.parametrize("number", [0, 3])
def test_a_domino_that_is_shown_once_more_beside_the_tray_is_one(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pages show the one in the hand; at rest that is read, and none has to be looked for."""
    monkeypatch.setattr(DominoMemory, "_tracked", lambda self, shot: None)
    one = seen("pips/classic-desktop.png")
    assert one.shot is not None
    memory, picture = DominoMemory(one), one.shot.bgr.copy()
    tile, last = one.tray[number], one.tray[-1]
    cut = picture[_tile(one, tile.at, tile.length)].copy()
    left = min(other.at[0] for other in one.tray) - 1.3 * tile.length
    picture[_tile(one, (left, last.at[1]), tile.length)] = cut
    now = memory.look(changed(one, picture))
    assert now is not None
    assert sorted(tile.values for tile in now.tray) == sorted(tile.values for tile in one.tray)
    assert all(at > left + tile.length / 2 for at, _ in (tile.at for tile in now.tray))


@pytest.mark.parametrize(("turns", "scale"), [(0, 1.0), (1, 1.0), (2, 1.0), (0, 1.8), (3, 1.8)])
def test_a_domino_that_was_seen_in_the_hand_is_looked_for_there(turns: int, scale: float) -> None:
    """Beside board and tray, however it lies, and as large as on the board; its place in the tray is bare."""
    one = seen("pips/classic-desktop.png")
    assert one.shot is not None
    memory, picture, tile = DominoMemory(one), one.shot.bgr.copy(), one.tray[1]
    there = _tile(one, tile.at, tile.length)
    cut = picture[there].copy()
    picture[there] = picture[5, 5]
    at = one.board.left - (0.2 + scale) * tile.length, one.board.top + tile.length
    held = replace(tile, at=at, length=scale * tile.length)
    assert memory.learn(replace(one, tray=tuple(held if each is tile else each for each in one.tray)))
    cut = np.asarray(cv2.resize(np.ascontiguousarray(np.rot90(cut, -turns)), None, fx=scale, fy=scale), np.uint8)
    left, top = round(at[0] - 70 - cut.shape[1] / 2), round(at[1] - 30 - cut.shape[0] / 2)
    picture[top : top + cut.shape[0], left : left + cut.shape[1]] = cut
    now = memory.look(changed(one, picture))
    assert now is not None
    (found,) = [each for each in now.tray if math.dist(each.at, at) < 0.2 * tile.length]
    assert (found.values, found.upright) == after_turns(tile, turns)
    assert found.length == pytest.approx(scale * tile.length)
    assert len(now.tray) == len(one.tray)


def test_a_half_without_pips_may_look_as_bare_as_its_cell(monkeypatch: pytest.MonkeyPatch) -> None:
    """White dominoes on white cells: of one that was to come, and has left the tray, the other half is enough."""
    monkeypatch.setattr(DominoMemory, "_tracked", lambda self, shot: None)
    one = seen("pips/classic-islands.png")
    assert one.shot is not None
    tile = next(tile for tile in one.tray if tile.values[0] == 0 < tile.values[1] and not tile.upright)
    free = sorted(one.cells.keys() - {cell for other in one.lying for cell in other.cells})
    cells = next(((r, c), (r, c + 1)) for r, c in free if (r, c + 1) in free)
    memory, picture = DominoMemory(one), one.shot.bgr.copy()
    x0, y0, x1, y1 = one.shot.box(box(tile.at, tile.length, tile.upright))
    half = picture[y0:y1, (x0 + x1) // 2 : x1].copy()
    picture[y0 - 4 : y1 + 4, x0 - 4 : x1 + 4] = picture[5, 5]
    place = part(one, cells[1], 0.9)
    picture[place] = cv2.resize(half, picture[place].shape[1::-1])
    lying = Lying(tile.values, cells)
    assert memory.look(changed(one, picture)) is None
    memory.expect(Batch((Drag(tile.at, one.cells[cells[0]]),), lays=(lying,)))
    now = memory.look(changed(one, picture))
    assert now is not None
    assert {*now.lying} == {lying, *one.lying}
    assert len(now.tray) == len(one.tray) - 1


def test_dominoes_that_are_measured_otherwise_are_where_they_were() -> None:
    one = seen("pips/classic-desktop.png")
    again = [replace(tile, length=1.1 * tile.length, at=(tile.at[0] + 4, tile.at[1])) for tile in one.tray]
    assert replace(one, tray=tuple(again[::-1])).shows_as(one)
    away = replace(one.tray[0], at=(one.tray[0].at[0] + 0.3 * one.tray[0].length, one.tray[0].at[1]))
    for tile in (away, replace(one.tray[0], lit=True), replace(one.tray[0], upright=not one.tray[0].upright)):
        assert not replace(one, tray=(tile, *one.tray[1:])).shows_as(one)
    assert not replace(one, tray=one.tray[1:]).shows_as(one)


@pytest.mark.parametrize("shown", [False, True])
def test_a_domino_that_is_taken_is_seen_where_the_page_shows_it_once_more(shown: bool) -> None:
    """It stays in the tray; away from there it is larger, and turned, and a button beside it has changed as well."""
    one = seen("pips/classic-desktop.png")
    assert one.shot is not None
    tile, picture = next(tile for tile in one.tray if not tile.upright), one.shot.bgr.copy()
    x0, y0, x1, y1 = one.shot.box(box(tile.at, tile.length, tile.upright))
    copy = np.rot90(cv2.resize(picture[y0:y1, x0:x1], None, fx=1.25, fy=1.25), -1)
    if shown:
        picture[300 : 300 + len(copy), 100 : 100 + copy.shape[1]] = copy
        picture[430:460, 90:160] = (200, 90, 40)
    memory = DominoMemory(one)
    assert memory.look(one.shot) is not None
    memory.expect(Batch((Click(tile.at),)))
    memory.notice(one.shot, changed(one, picture))
    now = memory.look(changed(one, picture))
    assert now is not None
    (found,) = (other for other in now.tray if {*other.values} == {*tile.values})
    assert {other.values for other in now.tray if other is not found} == {*(t.values for t in one.tray)} - {tile.values}
    if not shown:
        assert (found.values, found.upright, now.badges) == (tile.values, tile.upright, ())
        return
    middle = one.shot.point(100 + copy.shape[1] / 2, 300 + len(copy) / 2)
    assert (found.values, found.upright) == (tile.values, True)
    assert found.at == pytest.approx(middle, abs=6)
    assert found.at in memory.place
    assert now.badges[0] == pytest.approx(one.shot.point(125, 445), abs=3)


def _tile(one: Sight, at: tuple[float, float], length: float) -> tuple[slice, slice]:
    """The pixels of a domino that lies there."""
    x, y, half = round(at[0] - 70), round(at[1] - 30), round(0.54 * length)
    return slice(y - half // 2 - 3, y + half // 2 + 3), slice(x - half, x + half)


def test_a_board_read_anew_a_few_pixels_aside_is_still_known() -> None:
    """Where its cells look bare, and its tray, of which that reading has seen nothing."""
    one = seen("pips/classic-desktop.png")
    assert one.shot is not None
    memory = DominoMemory(one)
    at_rest = memory.look(one.shot)
    aside = {cell: (x + 2, y + 3) for cell, (x, y) in one.cells.items()}
    assert memory.learn(replace(one, cells=aside, tray=()))
    again = memory.look(one.shot)
    assert again is not None
    assert at_rest is not None
    assert (again.tray, again.lying, again.cells) == (at_rest.tray, at_rest.lying, one.cells)


def test_dominoes_that_do_not_work_out_are_not_guessed_at() -> None:
    one = seen("pips/classic-desktop.png")
    assert one.shot is not None
    memory = DominoMemory(one)
    assert memory.look(changed(one, np.full_like(one.shot.bgr, 240))) is None
    picture = one.shot.bgr.copy()
    x, y, length = round(one.tray[0].at[0] - 70), round(one.tray[0].at[1] - 30), round(one.tray[0].length)
    picture[y - length : y + length, x - length : x + length] = 240
    assert memory.look(changed(one, picture)) is None


@pytest.mark.parametrize(("scale", "turns"), [(1.0, 0), (1.3, 0), (1.3, 1), (1.25, 3)])
def test_a_selected_domino_is_known_though_it_lies_over_others(scale: float, turns: int) -> None:
    """It grows, glows, rises, turns; what lies under it is still there, and other cells of the board may be lit."""
    one = seen("pips/classic-desktop.png")
    assert one.shot is not None
    memory, picture, tile = DominoMemory(one), one.shot.bgr.copy(), one.tray[1]
    x, y, long, wide = tile.at[0] - 70, tile.at[1] - 30, tile.length / 2, tile.length * 0.265
    cut = one.shot.bgr[round(y - wide) : round(y + wide), round(x - long) : round(x + long)]
    picture[round(y - wide) - 2 : round(y + wide) + 2, round(x - long) - 2 : round(x + long) + 2] = picture[5, 5]
    cut = np.asarray(cv2.resize(np.ascontiguousarray(np.rot90(cut, -turns)), None, fx=scale, fy=scale), np.uint8)
    top, left = round(y - 8 - cut.shape[0] / 2), round(x - cut.shape[1] / 2)
    glow = picture[top - 7 : top + cut.shape[0] + 7, left - 7 : left + cut.shape[1] + 7]
    glow[:] = glow // 2 + np.array([20, 110, 120], np.uint8)
    picture[top : top + cut.shape[0], left : left + cut.shape[1]] = cut
    picture[part(one, next(iter(one.cells)), 1.0)] = 30
    now = memory.look(changed(one, picture))
    assert now is not None
    assert now.lying == ()
    found = next(other for other in now.tray if sorted(other.values) == sorted(tile.values))
    values = tile.values if turns < 2 else tile.values[::-1]
    if turns == 3:
        values = (tile.values[1], tile.values[0])
    assert (found.values, found.upright) == (values, bool(turns % 2))
    assert abs(found.at[0] - tile.at[0]) < 3
    assert abs(found.at[1] - tile.at[1] + 8) < 3
    assert Counter(sorted(other.values)[0] for other in now.tray) == Counter(min(o.values) for o in one.tray)


@pytest.mark.parametrize("scale", [1.0, 1.25])
def test_a_domino_that_was_laid_is_known_though_it_is_selected(scale: float) -> None:
    """On the board dominoes are longer for their width than in the tray, and one that is selected lies beside its
    cells, over its neighbours; what came up beside another one is told."""
    one = seen("pips/classic-desktop.png")
    assert one.shot is not None
    memory, picture, tile = DominoMemory(one), one.shot.bgr.copy(), one.tray[1]
    x, y, long, wide = tile.at[0] - 70, tile.at[1] - 30, tile.length / 2, tile.length * 0.265
    cut = one.shot.bgr[round(y - wide) : round(y + wide), round(x - long) : round(x + long)].copy()
    picture[round(y - wide) - 2 : round(y + wide) + 2, round(x - long) - 2 : round(x + long) + 2] = picture[5, 5]
    pair = next(((r, c), (r, c + 1)) for r, c in sorted(one.cells) if (r, c + 1) in one.cells)
    middle = [sum(one.cells[cell][k] for cell in pair) / 2 for k in (0, 1)]
    larger = scale * 1.9 * one.step / cut.shape[1]
    cut = np.asarray(cv2.resize(cut, None, fx=larger, fy=larger / 1.08), np.uint8)
    top, left = round(middle[1] - 30 - 6 * (scale > 1) - cut.shape[0] / 2), round(middle[0] - 70 - cut.shape[1] / 2)
    picture[top : top + cut.shape[0], left : left + cut.shape[1]] = cut
    other = one.tray[0]
    badge = round(other.at[0] - 70), round(other.at[1] - 30 - 0.4 * other.length)
    cv2.circle(picture, badge, round(0.1 * other.length), (200, 120, 20), -1)
    now = memory.look(changed(one, picture))
    assert now is not None
    assert [(laid.values, laid.cells) for laid in now.lying] == [(tile.values, pair)]
    assert len(now.tray) == len(one.tray) - 1
    ((x, y),) = now.badges
    assert abs(x - badge[0] - 70) + abs(y - badge[1] - 30) < 6


@pytest.mark.parametrize("side", [1.1, 1.15])
def test_the_frame_of_the_slot_of_a_selected_domino_is_no_button(side: float) -> None:
    """A slot is as high as it is wide, so its frame is further above and below it than at its ends."""
    one = seen("pips/classic-app-medium.png")
    assert one.shot is not None
    tile, picture = one.tray[1], one.shot.bgr.copy()
    frame = box(tile.at, side * tile.length, True).union(box(tile.at, side * tile.length, False))
    x0, y0, x1, y1 = one.shot.box(frame)
    cv2.rectangle(picture, (x0, y0), (x1, y1), (20, 130, 240), round(0.1 * tile.length), cv2.LINE_AA)
    now = DominoMemory(one).look(changed(one, picture))
    assert now is not None
    assert now.badges == ()


@pytest.mark.parametrize("ground", [(250, 246, 240), (70, 70, 60)])
def test_of_several_buttons_in_a_row_each_is_told(ground: tuple[int, int, int]) -> None:
    """Also where only they, and not the bar they stand on, are seen; and when the bar has moved on."""
    one = seen("pips/classic-desktop.png")
    assert one.shot is not None
    memory, tile = DominoMemory(one), one.tray[1]
    left, top = (int(side) for side in (one.shot.rect.left, one.shot.rect.top))
    for moved in (0, 12):
        picture = one.shot.bgr.copy()
        x, y = round(tile.at[0]) - left, round(tile.at[1] - 0.6 * tile.length) - top - moved
        cv2.rectangle(picture, (x - 42, y - 13), (x + 42, y + 13), ground, -1)
        for k in (-1, 0, 1):
            cv2.circle(picture, (x + 28 * k, y), 8, (225, 125, 47), 2, cv2.LINE_AA)
        now = memory.look(changed(one, picture))
        assert now is not None
        assert [(round(at[0] - x - left, -1), round(at[1] - y - top, -1)) for at in now.badges] == [
            (-30, 0),
            (0, 0),
            (30, 0),
        ]


def test_dominoes_under_what_a_click_on_another_brings_up_are_where_they_were() -> None:
    """Nothing that is hidden for a moment is given up; what was itself clicked, or dragged, may have gone."""
    one = seen("pips/classic-desktop.png")
    assert one.shot is not None
    clicked, over, others = one.tray[1], one.tray[0], one.tray[2:]
    picture = one.shot.bgr.copy()
    x0, y0, x1, y1 = one.shot.box(box(over.at, 1.2 * over.length, over.upright))
    picture[y0:y1, x0:x1] = (200, 90, 40)
    drag = Drag(clicked.at, next(iter(one.cells.values())))
    for gestures, known in (
        ((Click(clicked.at),), True),
        ((Click(clicked.at), Click(others[0].at)), True),
        ((Click(over.at),), False),
        ((drag,), False),
        ((Click(clicked.at), drag), False),
    ):
        memory = DominoMemory(one)
        assert memory.look(one.shot) is not None
        memory.expect(Batch(gestures))
        now = memory.look(changed(one, picture))
        assert (now is not None) == known, gestures
        if now is not None:
            assert {tile.values for tile in now.tray} == {tile.values for tile in one.tray}
            at = {tile.values: tile.at for tile in one.tray}
            assert all(tile.at == pytest.approx(at[tile.values], abs=4) for tile in now.tray)


def test_what_is_hidden_is_not_looked_for_where_something_is_a_little_like_it(monkeypatch: pytest.MonkeyPatch) -> None:
    one = seen("pips/classic-desktop.png")
    assert one.shot is not None
    clicked, over = one.tray[1], one.tray[0]
    picture = one.shot.bgr.copy()
    x0, y0, x1, y1 = one.shot.box(box(over.at, 1.2 * over.length, over.upright))
    picture[y0:y1, x0:x1] = (200, 90, 40)
    memory = DominoMemory(one)
    assert memory.look(one.shot) is not None
    memory.expect(Batch((Click(clicked.at),)))
    x, y = over.at[0], over.at[1] + 4 * over.length
    elsewhere = domino_memory._Found(0.5, replace(over, at=(x, y)), box((x, y), over.length, over.upright))
    monkeypatch.setattr(DominoMemory, "_search", lambda *_: elsewhere)
    now = memory.look(changed(one, picture))
    assert now is not None
    assert all(tile.at != (x, y) for tile in now.tray)


def test_a_half_that_is_hard_to_read_may_be_what_only_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which dominoes there are is known: what is doubtful may be the next likely, what is clear may not."""
    one = seen("pips/classic-desktop.png")
    assert one.shot is not None
    memory = DominoMemory(one)
    known = memory.look(one.shot)
    assert known is not None
    right = domino_halves.seen_in
    for sure, tray in ((0.1, known.tray), (0.9, None)):

        def misread(bgr: Any, within: Any, length: float, sure: float = sure) -> list[Seen]:
            first, *others = right(bgr, within, length)
            half, other = first.halves
            none_has_it = next(v for v in range(7) if all(v not in tile.values for tile in one.tray[:1]) and v != 0)
            return [first._replace(halves=(Half(none_has_it, half.value, sure), other)), *others]

        monkeypatch.setattr(domino_memory, "seen_in", misread)
        found = memory.look(one.shot)
        assert found is not None  # each is still known by how it looked
        assert tray is None or found.tray == tray
        assert Counter(tile.values for tile in found.tray) == Counter(tile.values for tile in known.tray)


def test_what_lies_still_is_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dominoes on the board that look as they did are believed to be there, and only there."""
    one = seen("pips/classic-desktop-partial.png")
    assert one.shot is not None
    assert one.lying
    memory = DominoMemory(one)
    first = memory.look(one.shot)
    assert first is not None
    read: list[int] = []
    right = DominoMemory._halves

    def counted(self: DominoMemory, shot: Shot, pairs: Any) -> Any:
        read.append(len(pairs))
        return right(self, shot, pairs)

    monkeypatch.setattr(DominoMemory, "_halves", counted)
    again = memory.look(one.shot)
    assert again is not None
    assert Counter(again.lying) == Counter(first.lying) == Counter(one.lying)
    assert read == [0]
    picture = one.shot.bgr.copy()
    other = next(cell for cell in one.cells if all(cell not in lying.cells for lying in one.lying))
    rows, columns = part(one, one.lying[0].cells[0])
    cut = one.shot.bgr[part(one, other)]
    picture[rows.start : rows.start + cut.shape[0], columns.start : columns.start + cut.shape[1]] = cut
    assert memory.look(changed(one, picture)) is None


def test_a_cell_that_the_page_marked_for_a_while_is_bare_again() -> None:
    """Pages mark the cells beside one that was clicked; a board that is learnt so is known without the marks, too."""
    one = seen("pips/classic-desktop-partial.png")
    assert one.shot is not None
    memory = DominoMemory(one)
    free = sorted(set(one.cells) - {cell for lying in one.lying for cell in lying.cells})
    picture = one.shot.bgr.copy()
    for cell in free[:2]:
        rows, columns = part(one, cell)
        picture[rows.start + 9 : rows.stop - 9, columns.start + 9 : columns.stop - 9] = 90
    marked = changed(one, picture)
    assert memory.learn(replace(one, shot=marked))
    for shot in (one.shot, marked):
        found = memory._read(shot)
        assert found is not None
        assert Counter(found.lying) == Counter(one.lying)


def test_a_domino_found_at_the_edge_of_another_is_not_looked_for_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    one = seen("pips/classic-desktop-partial.png")
    assert one.shot is not None
    memory = DominoMemory(one)
    assert memory.look(one.shot) is not None
    picture = one.shot.bgr.copy()
    for cell in one.lying[0].cells:
        picture[part(one, cell)] = 90
    looked: list[object] = []

    def on_another(self: DominoMemory, shot: Shot, domino: Any, fresh: list[Cell], others: list[Rect]) -> Any:
        looked.append(domino)
        assert len(looked) < 100
        return domino_memory._Found(0.95, domino, others[0])

    monkeypatch.setattr(DominoMemory, "_search", on_another)
    monkeypatch.setattr(DominoMemory, "_read", lambda self, shot: None)
    assert memory.look(changed(one, picture)) is None
    assert looked


def test_what_lies_still_is_not_taken_for_what_slides_to_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """A domino on its way looks like another on its cells, and tags may hide those that lie: that is no new order."""
    one = seen("pips/classic-desktop-partial.png")
    assert one.shot is not None
    memory = DominoMemory(one)
    assert memory.look(one.shot) is not None
    there, taken = {cell for lying in one.lying for cell in lying.cells}, one.lying[0].values
    free = set(one.cells) - there
    pair = next((cell, (cell[0], cell[1] + 1)) for cell in sorted(free) if (cell[0], cell[1] + 1) in free)
    clear, hidden = (Half(taken[0], 0, 0.9), Half(taken[1], 0, 0.9)), (Half(0, 1, 0.0), Half(0, 1, 0.0))

    def halves(self: DominoMemory, shot: Shot, pairs: Any) -> Any:
        return {each: clear if each == pair else hidden for each in pairs}

    monkeypatch.setattr(DominoMemory, "_halves", halves)
    picture, tile = one.shot.bgr.copy(), one.tray[0]
    x, y, reach = round(tile.at[0] - 70), round(tile.at[1] - 30), round(0.6 * tile.length)
    picture[y - reach // 2 - 4 : y + reach // 2 + 4, x - reach : x + reach] = one.shot.bgr[5, 5]
    for cell in pair:
        picture[part(one, cell)] = 250
    assert memory.look(changed(one, picture)) is None
    again = memory.look(one.shot)
    assert again is not None
    assert Counter(again.lying) == Counter(one.lying)


@pytest.mark.parametrize("swapped", [False, True])
def test_where_tags_hide_which_is_which_dominoes_lie_where_they_were_dragged(
    swapped: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = seen("pips/classic-desktop-partial.png")
    assert one.shot is not None
    memory = DominoMemory(one)
    assert memory.look(one.shot) is not None
    free = set(one.cells) - {cell for lying in one.lying for cell in lying.cells}
    pairs = [((r, c), (r, c + 1)) for r, c in sorted(free) if (r, c + 1) in free]
    places = pairs[0], next(pair for pair in pairs if not set(pair) & set(pairs[0]))

    def halves(self: DominoMemory, shot: Shot, pairs: Any) -> Any:
        return {each: (Half(0, 1, 0.0), Half(0, 1, 0.0)) for each in pairs}

    monkeypatch.setattr(DominoMemory, "_halves", halves)
    picture, tiles = one.shot.bgr.copy(), one.tray[:2]
    for tile in tiles:
        x, y, reach = round(tile.at[0] - 70), round(tile.at[1] - 30), round(0.6 * tile.length)
        picture[y - reach // 2 - 4 : y + reach // 2 + 4, x - reach : x + reach] = one.shot.bgr[5, 5]
    for cell in (*places[0], *places[1]):
        picture[part(one, cell)] = 250
    dragged = [Lying(tile.values, place) for tile, place in zip(tiles, places[:: -1 if swapped else 1], strict=True)]
    memory.expect(Batch((), lays=tuple(dragged)))
    now = memory.look(changed(one, picture))
    assert now is not None
    assert Counter(now.lying) == Counter([*one.lying, *dragged])


@pytest.mark.parametrize("tracked", [False, True])
def test_a_board_on_which_dominoes_are_others_that_nobody_laid_is_covered(
    tracked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As it may be read through or under what a page says when it is won; one that is another is believed, and two of
    which one was laid."""
    one = seen("pips/classic-desktop-partial.png")
    assert one.shot is not None
    assert len(one.lying) > 2
    values = [lying.values for lying in one.lying]
    two, laid = [values[1], values[0], *values[2:]], Batch((), lays=one.lying[:1])
    for others, batch, known in (
        (values[1:] + values[:1], Batch(()), False),
        (two, Batch(()), False),
        (two, laid, True),
        ([values[1], *values[1:]], Batch(()), True),
    ):
        memory = DominoMemory(one)
        assert memory.look(one.shot) is not None
        memory.expect(batch)
        lying = [replace(one, values=other) for one, other in zip(one.lying, others, strict=True)]
        there = replace(one, lying=tuple(lying))
        monkeypatch.setattr(DominoMemory, "_lying", lambda *_, lying=lying: None if tracked else lying)
        monkeypatch.setattr(DominoMemory, "_tracked", lambda *_, there=there: there if tracked else None)
        assert (memory.look(one.shot) is not None) == known
        monkeypatch.undo()


def free_place(one: Sight) -> tuple[Cell, Cell]:
    """Two bare cells side by side."""
    free = set(one.cells) - {cell for lying in one.lying for cell in lying.cells}
    return next(((r, c), (r, c + 1)) for r, c in sorted(free) if (r, c + 1) in free)


def one_to_lay() -> tuple[Sight, DominoMemory, TrayTile, tuple[Cell, Cell]]:
    """A board half played, its memory, a lying domino of its tray with two numbers, and where it may be laid."""
    one = seen("pips/classic-desktop-partial.png")
    assert one.shot is not None
    memory = DominoMemory(one)
    assert memory.look(one.shot) is not None
    tile = next(tile for tile in one.tray if not tile.upright and tile.values[0] != tile.values[1])
    return one, memory, tile, free_place(one)


@pytest.mark.parametrize("turned", [False, True])
def test_what_was_dragged_lies_there_though_it_is_misread(turned: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """It has left the tray, covers those cells alone, and looks as it did, or so when turned."""
    one, memory, tile, place = one_to_lay()
    assert one.shot is not None
    misread = Half((tile.values[0] + 1) % 7, 0, 0.9), Half((tile.values[1] + 1) % 7, 0, 0.9)
    monkeypatch.setattr(DominoMemory, "_halves", lambda self, shot, pairs: dict.fromkeys(pairs, misread))
    monkeypatch.setattr(DominoMemory, "_tracked", lambda self, shot: None)  # tags may well hide too much for that
    picture = one.shot.bgr.copy()
    around = box(tile.at, tile.length, tile.upright)
    x0, y0, x1, y1 = one.shot.box(around)
    look = picture[y0:y1, x0:x1].copy()
    picture[y0 - 8 : y1 + 8, x0 - 8 : x1 + 8] = one.shot.bgr[5, 5]
    (ax, ay), (bx, _) = (one.cells[cell] for cell in place)
    x0, y0, x1, y1 = one.shot.box(box(((ax + bx) / 2, ay), 1.9 * one.step, False))
    picture[y0:y1, x0:x1] = cv2.resize(look[::-1, ::-1] if turned else look, (x1 - x0, y1 - y0))
    assert memory.look(changed(one, picture)) is None
    memory.expect(Batch((), lays=(Lying(tile.values, place),)))
    now = memory.look(changed(one, picture))
    assert now is not None
    values = tile.values[::-1] if turned else tile.values
    assert Counter(now.lying) == Counter([*one.lying, Lying(values, place)])


def test_what_lies_in_the_tray_and_is_shown_on_the_board_lies_there_once_it_has_left_the_tray(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Also where the board cannot be read at rest then, since something else is lifted."""
    one, memory, tile, place = one_to_lay()
    assert one.shot is not None
    shown, x0, y0, x1, y1 = one.shot.bgr.copy(), *one.shot.box(box(tile.at, tile.length, tile.upright))
    middle = tuple(sum(one.cells[cell][k] for cell in place) / 2 for k in (0, 1))
    u0, v0, u1, v1 = one.shot.box(box((middle[0], middle[1]), 1.9 * one.step, False))
    shown[v0:v1, u0:u1] = cv2.resize(shown[y0:y1, x0:x1], (u1 - u0, v1 - v0))
    memory.expect(Batch((), lays=(Lying(tile.values, place),)))
    before = memory.look(changed(one, shown.copy()))
    assert before is not None
    assert Counter(before.lying) == Counter(one.lying)
    monkeypatch.setattr(DominoMemory, "_read", lambda self, shot: None)
    shown[y0 - 8 : y1 + 8, x0 - 8 : x1 + 8] = one.shot.bgr[5, 5]
    memory.expect(Batch(()))
    now = memory.look(changed(one, shown))
    assert now is not None
    assert Counter(now.lying) == Counter([*one.lying, Lying(tile.values, place)])


@pytest.mark.parametrize("turned", [False, True])
def test_what_was_dragged_lies_as_the_half_that_is_read_says(turned: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other one is misread, but may be what it is to be; it looks like nothing that was seen in the tray."""
    one = seen("pips/classic-desktop-partial.png")
    assert one.shot is not None
    memory = DominoMemory(one)
    assert memory.look(one.shot) is not None
    tile = next(tile for tile in one.tray if tile.values[0] != tile.values[1])
    place = free_place(one)
    a, b = tile.values[::-1] if turned else tile.values
    read = Half(a, b, 0.9), Half((b + 1) % 7, b, 0.6)
    monkeypatch.setattr(DominoMemory, "_halves", lambda self, shot, pairs: dict.fromkeys(pairs, read))
    monkeypatch.setattr(DominoMemory, "_tracked", lambda self, shot: None)
    picture = one.shot.bgr.copy()
    x0, y0, x1, y1 = one.shot.box(box(tile.at, tile.length, tile.upright))
    picture[y0 - 8 : y1 + 8, x0 - 8 : x1 + 8] = one.shot.bgr[5, 5]
    for cell in place:
        picture[part(one, cell)] = 250
    memory.expect(Batch((), lays=(Lying(tile.values, place),)))
    now = memory.look(changed(one, picture))
    assert now is not None
    assert Counter(now.lying) == Counter([*one.lying, Lying((a, b), place)])


def test_how_one_lies_under_something_is_not_told_by_the_little_that_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stamp over a solved board hides both halves of a domino, and what shows through rather looks like the other."""
    one, memory, tile, place = one_to_lay()
    assert one.shot is not None
    a, b = tile.values
    through = Half(b, 0, 0.45), Half((b + 1) % 7, 0, 0.13)
    monkeypatch.setattr(DominoMemory, "_halves", lambda self, shot, pairs: dict.fromkeys(pairs, through))
    picture = one.shot.bgr.copy()
    x0, y0, x1, y1 = one.shot.box(box(tile.at, tile.length, tile.upright))
    picture[y0 - 8 : y1 + 8, x0 - 8 : x1 + 8] = one.shot.bgr[5, 5]
    for cell in place:
        picture[part(one, cell)] = 250
    memory.expect(Batch((), lays=(Lying((a, b), place),)))
    assert memory.look(changed(one, picture)) is None


@pytest.mark.parametrize("touched", [False, True])
def test_what_nothing_has_touched_lies_as_it_lay(touched: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """What shows of it through a stamp is read as the same domino the other way round."""
    one = seen("pips/classic-desktop-partial.png")
    assert one.shot is not None
    memory, lies = DominoMemory(one), next(each for each in one.lying if each.values[0] != each.values[1])
    a, b = lies.values
    through = Half(b, 0, 0.9), Half(a, 0, 0.9)
    monkeypatch.setattr(DominoMemory, "_halves", lambda self, shot, pairs: dict.fromkeys(pairs, through))
    monkeypatch.setattr(DominoMemory, "_seen_at", lambda self, one, shot: None)
    picture = one.shot.bgr.copy()
    for cell in lies.cells:
        picture[part(one, cell)] = 250
    memory.expect(Batch((Click(one.cells[lies.cells[0]]),) if touched else ()))
    now = memory.look(changed(one, picture))
    assert now is not None
    others = [each for each in one.lying if each != lies]
    assert Counter(now.lying) == Counter([*others, replace(lies, values=(b, a)) if touched else lies])


def test_one_cell_can_be_seen_while_others_are_not_known() -> None:
    one = seen("tango/classic-crop.png")
    size = one.puzzle.size
    cells = [(r, c) for r in range(size) for c in range(size)]
    empty, other = [(r, c) for r, c in cells if one.puzzle.cells[r][c] == "."][:2]
    source = first_of(one, "S")
    picture = copied(one, source, empty)
    rows, columns = part(one, other)
    picture[rows, columns] = np.random.default_rng(1).integers(0, 255, picture[rows, columns].shape, np.uint8)
    memory = Memory(one)
    assert memory.look(changed(one, picture)) is None
    assert memory.shows(changed(one, picture), {empty: "S"})
    assert not memory.shows(changed(one, picture), {empty: "M"})
    assert not memory.shows(changed(one, picture), {other: "S"})
    assert not memory.shows(changed(one, np.full_like(picture, 40)), {empty: "S"})


@pytest.mark.parametrize("name", ["tango/classic-crop.png", "takuzu/xo-6x6.png", "takuzu/xo-dark-10x10.png"])
def test_cells_may_be_tinted_as_a_whole(name: str) -> None:
    """Pages lay a colour over what is wrong, lines and all."""
    one = seen(name)
    assert one.shot is not None
    picture = one.shot.bgr.copy()
    for r, c in one.cells:
        if (r + c) % 3:
            rows, columns = part(one, (r, c), 1.0)
            picture[rows, columns] = picture[rows, columns] * 0.7 + np.array([40, 40, 230]) * 0.3
    now = Memory(one).look(changed(one, picture))
    assert now is not None
    assert now.puzzle == one.puzzle


def test_a_tinted_tile_is_not_taken_for_another() -> None:
    """Where tiles are told by colour alone, a tint may make of an empty one something like a symbol."""
    one = seen("takuzu/tiles-6x6-desktop.png")
    assert one.shot is not None
    empty = first_of(one, ".")
    picture = one.shot.bgr.copy()
    rows, columns = part(one, empty, 1.0)
    picture[rows, columns] = picture[rows, columns] * 0.7 + np.array([40, 40, 230]) * 0.3
    assert Memory(one).look(changed(one, picture)) is None


def test_a_domino_of_which_tags_hide_all_that_could_tell_may_lie_there() -> None:
    """Which dominoes have left the tray is known; what is seen may only contradict."""
    hidden, blank, five = Half(0, 1, 0.0), Half(0, 1, 1.0), Half(5, 3, 1.0)
    pair = ((0, 0), (0, 1))
    for read in ((hidden, hidden), (blank, hidden), (hidden, five)):
        found = laid_out(list(pair), {pair: read}, Counter(["0-5"]))
        assert found is not None
        assert [(sorted(one.values), one.cells) for one in found] == [([0, 5], pair)]
    assert laid_out(list(pair), {pair: (five, five)}, Counter(["0-5"])) is None


@pytest.mark.parametrize("shown", [0, 6, 14])
def test_where_most_is_hidden_it_is_soon_known_that_dominoes_may_lie_there(shown: int) -> None:
    """All of those that are left fit on all cells of which a dialog hides what is on them."""
    dominoes = [f"{a}-{b}" for a in range(7) for b in range(a, 7)][:20]
    cells = [(r, c) for r in range(5) for c in range(8)]
    lies = {pair: tuple(map(int, name.split("-"))) for name, pair in zip(dominoes, _side_by_side(cells), strict=True)}
    on = {cell: value for pair, values in lies.items() for cell, value in zip(pair, values, strict=True)}
    seen = {cell for pair in list(lies)[:shown] for cell in pair}
    halves = {
        pair: (Half(on[pair[0]], 6, 0.9 * (pair[0] in seen)), Half(on[pair[1]], 6, 0.9 * (pair[1] in seen)))
        for pair in neighbours(cells)
    }
    found = laid_out(cells, halves, Counter(dominoes))
    assert found is not None
    assert sorted(cell for one in found for cell in one.cells) == cells
    assert Counter(f"{min(one.values)}-{max(one.values)}" for one in found) == Counter(dominoes)
    for one in found:
        assert all(on[cell] == value for cell, value in zip(one.cells, one.values, strict=True) if cell in seen)


def _side_by_side(cells: list[Cell]) -> list[tuple[Cell, Cell]]:
    return [((r, c), (r, c + 1)) for r, c in cells if c % 2 == 0]


@pytest.mark.parametrize("read", [2, 3])
def test_a_domino_that_is_shown_again_elsewhere_lies_as_it_is_shown_there(read: int) -> None:
    """What its halves look like next counts as well, where that is one of the tray's."""
    tray = (TrayTile((4, 2), (10.0, 10.0), True, 40.0), TrayTile((6, 6), (40.0, 10.0), True, 40.0))
    halves = Half(read, 2, 0.2), Half(4, 6, 0.9)
    copy, other = (
        Seen(Domino(100.0, 80.0, 24.0, False, 1.0), both) for both in (halves, (Half(5, 1, 0.9), Half(5, 0, 0.9)))
    )
    turned = replace(tray[0], values=(2, 4), upright=False)
    assert turned_as(tray, copy) == (turned, tray[1])
    assert turned_as(tray, copy, (50.0, 40.0)) == (replace(turned, at=(50.0, 40.0)), tray[1])
    assert turned_as(tray, other) == tray
