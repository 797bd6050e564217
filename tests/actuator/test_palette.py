"""Symbols beside the board: found where both are, of one size, in line; nothing else is taken for them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

import vision
from actuator.moves import Rect
from actuator.palette import beside, palettes
from actuator.screen import Shot
from actuator.sight import Sight, sight
from vision.types import GridReading

SAMPLES = Path(__file__).resolve().parents[2] / "samples"
LOOKS = ["tango/blocks", "tango/bolt-10x10", "takuzu/arrows-8x8", "takuzu/rings", "takuzu/tiles-6x6-desktop"]
DIGITS = "takuzu/bits-12x12"


def with_symbols(look: str, *shown: tuple[int, float, float, float], narrow: bool = False) -> Sight:
    """A sample with a bar below its board, and symbols of the board on it. Each: its number, how large it is, of those
    on the board, and its middle in cells, across from the board's left edge and down from its lower one. `narrow`:
    with little of the cell beside it."""
    bgr = np.asarray(cv2.imread(str(SAMPLES / f"{look}.png")), np.uint8)
    reading = vision.read(bgr)
    assert isinstance(reading, GridReading)
    step, (left, _, _, bottom) = reading.lattice.step_x, reading.lattice.bbox
    cells: dict[str, NDArray[np.uint8]] = {}
    for (r, c), (x, y) in reading.cells.items():
        half = (0.5 if "tiles" in look else 0.37) * step  # tiles are as large as their cells
        across = 0.2 * step if narrow else half
        part = bgr[round(y - half) : round(y + half), round(x - across) : round(x + across)]
        cells.setdefault(reading.puzzle.cells[r][c], part)
    ground = np.median(cells["."], axis=(0, 1)).astype(np.uint8)
    below = np.full((round(4 * step), bgr.shape[1], 3), ground, np.uint8)
    bgr = np.concatenate((bgr[: round(bottom) + 8], below))
    for number, size, across, down in shown:
        symbol = cells[reading.puzzle.symbols[number]]
        part = np.asarray(cv2.resize(symbol, None, fx=size, fy=size, interpolation=cv2.INTER_AREA), np.uint8)
        y, x = round(bottom + step * down - len(part) / 2), round(left + step * across - part.shape[1] / 2)
        bgr[y : y + len(part), x : x + part.shape[1]] = part
    return sight(reading, Shot(bgr, Rect(0, 0, bgr.shape[1], bgr.shape[0])))


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("size", [0.8, 1.0, 1.4])
def test_both_are_found_where_they_are(look: str, size: float) -> None:
    """Also once the board has moved."""
    seen = with_symbols(look, (0, size, 1.5, 1.5), (1, size, 4.0, 1.5))
    (found,) = palettes(seen, seen)
    symbols, board = seen.puzzle.symbols, Rect(300, 200, seen.board.width, seen.board.height)
    assert set(found) == set(symbols)
    for symbol, across in zip(symbols, (1.5, 4.0), strict=True):
        expected = board.left + across * seen.step, board.top + board.height + 1.5 * seen.step
        assert beside(board, found)[symbol] == pytest.approx(expected, abs=0.25 * seen.step)


@pytest.mark.parametrize("pixels", [1, 2, 5])
@pytest.mark.parametrize("look", LOOKS)
def test_a_board_at_the_edge_of_the_screen_has_nothing_beside_it(look: str, pixels: int) -> None:
    """So many pixels on each side, with a line in them, are too few for any symbol, in whatever size."""
    seen = with_symbols(look)
    assert seen.shot is not None
    box = seen.board.grown(0.15 * seen.step + pixels)
    part = Rect(round(box.left), round(box.top), round(box.width), round(box.height))
    x0, y0, x1, y1 = seen.shot.box(part)
    picture = cv2.rectangle(seen.shot.bgr[y0:y1, x0:x1].copy(), (0, 0), (x1 - x0 - 1, y1 - y0 - 1), (0, 0, 255), 1)
    seen = replace(seen, shot=Shot(np.asarray(picture, np.uint8), part))
    assert palettes(seen, seen) == []


@pytest.mark.parametrize(("aside", "found"), [(0, 1), (8, 0)])
def test_above_the_board_nothing_on_one_side_of_it_is_one(aside: int, found: int) -> None:
    """There are a window's own buttons: a line and a square are like 1 and 0. `aside`: so many cells to the right."""
    seen = with_symbols("tango/blocks", (0, 1.0, 1.5, 1.5), (1, 1.0, 4.0, 1.5))
    assert seen.shot is not None
    bottom, by = round(seen.board.bottom) + 8, round(aside * seen.step)
    wider = cv2.copyMakeBorder(seen.shot.bgr, 0, 0, 0, by, cv2.BORDER_REPLICATE)
    above = np.roll(wider[bottom:], by, axis=1)
    picture = np.asarray(np.concatenate((above, wider[:bottom])), np.uint8)
    shown = replace(seen, shot=Shot(picture, Rect(0, -len(above), picture.shape[1], len(picture))))
    assert len(palettes(seen, shown)) == found


def test_buttons_come_before_an_example_of_the_rules() -> None:
    seen = with_symbols(
        "takuzu/arrows-8x8", *[(k % 2, 0.6, 1.0 + k, 1.0) for k in range(2)], (0, 1, 2, 2.5), (1, 1, 4, 2.5)
    )
    found = [{symbol: (x / seen.step, y / seen.step) for symbol, (x, y) in one.items()} for one in palettes(seen, seen)]
    places = [tuple(round(2 * value) / 2 for value in one["0"]) for one in found]
    size = seen.puzzle.size
    assert places[0] == (2.0, size + 2.5)


@pytest.mark.parametrize("look", [*LOOKS[:2], *(pytest.param(look, marks=pytest.mark.thorough) for look in LOOKS[2:])])
@pytest.mark.parametrize(
    "shown",
    [(), ((0, 1.0, 1.5, 1.5),), ((0, 1.0, 1.0, 1.0), (1, 1.0, 4.0, 2.6)), ((0, 0.5, 1.5, 1.5), (1, 1.5, 4.0, 1.5))],
    ids=["none", "one", "not in line", "of two sizes"],
)
def test_what_is_no_pair_is_none(look: str, shown: tuple[tuple[int, float, float, float], ...]) -> None:
    seen = with_symbols(look, *shown)
    assert palettes(seen, seen) == []


@pytest.mark.parametrize("look", [*LOOKS[:2], DIGITS])
def test_the_chosen_one_may_be_moved_aside(look: str) -> None:
    seen = with_symbols(look, (0, 0.5, 1.3, 1.0), (1, 0.5, 1.0, 2.5))
    (found,) = palettes(seen, seen)
    assert [round(x / seen.step, 1) for x, _ in found.values()] == [1.3, 1.0]


def test_digits_that_stand_alone_are_found() -> None:
    seen = with_symbols(DIGITS, (0, 1.0, 1.5, 1.5), (1, 1.0, 4.0, 1.5))
    (found,) = palettes(seen, seen)
    assert {digit: round(x / seen.step, 1) for digit, (x, _) in found.items()} == {"0": 1.5, "1": 4.0}


def test_digits_of_times_and_addresses_are_none() -> None:
    """As in 10 and 01: each has another one right beside it."""
    pairs = (0, 1.0, 1.5, 1.5), (1, 1.0, 1.9, 1.5), (1, 1.0, 4.0, 1.5), (0, 1.0, 4.4, 1.5)
    seen = with_symbols(DIGITS, *pairs, narrow=True)
    assert palettes(seen, seen) == []


@pytest.mark.parametrize("look", ["tango/blocks", "tango/bolt-10x10", "takuzu/tiles-6x6-desktop"])
def test_a_symbol_may_have_a_word_beside_it_where_colours_tell(look: str) -> None:
    seen = with_symbols(look, (0, 0.5, 1.0, 1.5), (1, 0.5, 4.0, 1.5))
    assert seen.shot is not None
    bgr, step, bottom = seen.shot.bgr.copy(), seen.step, seen.board.top + seen.board.height
    for across, word in ((1.0, "BUY"), (4.0, "SELL")):
        at = round(seen.board.left + (across + 0.45) * step), round(bottom + 1.6 * step)
        cv2.putText(bgr, word, at, cv2.FONT_HERSHEY_SIMPLEX, 0.012 * step, (128, 128, 128), 2)
    seen = replace(seen, shot=Shot(bgr, seen.shot.rect))
    found = palettes(seen, seen)
    assert found, "no palette"
    symbols, (across, down) = seen.puzzle.symbols, found[0][seen.puzzle.symbols[0]]
    assert (across, down) == pytest.approx((1.0 * step, seen.board.height + 1.5 * step), abs=0.25 * step)
    assert found[0][symbols[1]][0] == pytest.approx(4.0 * step, abs=0.25 * step)


def test_a_table_is_none() -> None:
    """Symbols one below the other, some more than once, as where a site shows what has risen and fallen."""
    seen = with_symbols("takuzu/arrows-8x8", *[(k % 2, 0.6, 1.0, 0.7 + 0.8 * k) for k in range(4)])
    assert palettes(seen, seen) == []


@pytest.mark.parametrize("look", ["takuzu/arrows-8x8", "takuzu/xo-6x6"])
def test_a_pencil_has_a_colour_of_its_own(look: str) -> None:
    """Clues are black, what is entered is blue, as beside the board; of one symbol there is no entry yet. The tool that
    is chosen has a thick frame, whose outline and the symbol's are one."""
    seen = with_symbols(look, (0, 0.8, 1.0, 1.5), (1, 0.8, 4.0, 1.5))
    assert seen.shot is not None
    bgr, step = cv2.cvtColor(cv2.cvtColor(seen.shot.bgr, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR), seen.step
    half, bottom = round(0.3 * step), round(seen.board.top + seen.board.height + 1.5 * step)
    middles = [(round(seen.board.left + across * step), bottom) for across in (1.0, 4.0)]
    for x, y in middles:
        part = bgr[y - half : y + half, x - half : x + half]
        part[..., 0] = np.maximum(part[..., 0], 200)
        cv2.rectangle(bgr, (x - half, y - half), (x + half, y + half), (40, 40, 40), 3)
    rows = seen.puzzle.cells
    (r, c) = next((r, c) for r, c in seen.cells if rows[r][c] == ".")
    x, y = (round(at) for at in seen.cells[r, c])
    entry = bgr[bottom - half + 2 : bottom + half - 1, middles[0][0] - half + 2 : middles[0][0] + half - 1]
    bgr[y - half + 2 : y + half - 1, x - half + 2 : x + half - 1] = entry
    entered = rows[r][:c] + seen.puzzle.symbols[0] + rows[r][c + 1 :]
    puzzle = replace(seen.puzzle, cells=(*rows[:r], entered, *rows[r + 1 :]))
    seen = replace(seen, shot=Shot(np.asarray(bgr, np.uint8), seen.shot.rect), puzzle=puzzle)
    (found, *_) = palettes(seen, seen)
    across = [found[symbol][0] / step for symbol in seen.puzzle.symbols]
    assert across == pytest.approx([1.0, 4.0], abs=0.2)


def test_buttons_are_tiles_of_the_board_whatever_colour_is_on_them() -> None:
    """Dark symbols on the board, and white ones on buttons; dark ones further down, as words may have."""
    rows, step = ("0..1", ".1.0", "0..1", "1.0."), 60
    tiles, dark, white = {"0": (118, 132, 255), "1": (193, 211, 53), ".": (110, 46, 58)}, (60, 20, 26), (255, 255, 255)
    bgr = np.full((560, 480, 3), dark, np.uint8)

    def symbol(one: str, x: int, y: int, ink: tuple[int, int, int]) -> None:
        if one == "0":
            cv2.circle(bgr, (x, y), 12, ink, 6, cv2.LINE_AA)
        elif one == "1":
            cv2.rectangle(bgr, (x - 3, y - 14), (x + 3, y + 14), ink, -1)

    for r, row in enumerate(rows):
        for c, one in enumerate(row):
            x, y = 150 + step * c, 90 + step * r
            cv2.rectangle(bgr, (x - 27, y - 27), (x + 27, y + 27), tiles[one], -1)
            symbol(one, x, y, dark)
    bgr[460:] = 230
    for one, x in (("0", 180), ("1", 300)):
        cv2.rectangle(bgr, (x - 45, 360), (x + 45, 420), tiles[one], -1)
        symbol(one, x, 390, white)
        symbol(one, x - 60, 510, dark)
    reading = vision.read(bgr)
    assert isinstance(reading, GridReading)
    seen = sight(reading, Shot(bgr, Rect(0, 0, 480, 560)))
    found = palettes(seen, seen)[0]
    places = {one: (x + seen.board.left, y + seen.board.top) for one, (x, y) in found.items()}
    assert places == {"0": pytest.approx((180, 390), abs=3), "1": pytest.approx((300, 390), abs=3)}
