"""Takuzu in its looks: golden readings of the samples, boards drawn here, and games that look a little like it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random

import cv2
import numpy as np
import pytest

import solver
from tests.vision.labelled import ROOT, Colours, Labelled, Outcome, labelled, outcome, read_grid
from vision import UnreadableError, read

SAMPLES = ROOT / "samples" / "takuzu"
LABELS = {label.name: label for label in labelled(SAMPLES)}
# The least share of the samples that is read exactly; the others are refused or flagged.
EXACT = 0.88

SOLVED = ("001101", "110010", "010110", "101001", "011010", "100101")
BOARD = ("0.1..1", ".1..1.", "0..1.0", "..10.1", ".1.01.", "1..1.1")
Colour = tuple[int, int, int]


@cache
def outcome_of(name: str) -> Outcome:
    return outcome(LABELS[name], LABELS[name].picture)


@pytest.mark.slow
def test_most_samples_are_read_exactly() -> None:
    wrong = {name: outcome_of(name).differences[:2] for name in LABELS if outcome_of(name).word != "exact"}
    assert len(wrong) <= (1 - EXACT) * len(LABELS), wrong


def test_no_sample_is_wrong_without_a_word() -> None:
    words = {name: outcome_of(name).word for name in LABELS}
    assert not [name for name, word in words.items() if word in ("silent", "exchange only")]


# Entries that hardly differ from clues: the network takes all for clues, or one in faint pencil, or the darker ones.
CLUES_BEYOND = {"photo-workbook-12x12", "keypad-10x10", "dice-6x6-huge", "stones-10x10"}


@pytest.mark.parametrize("label", [one for one in LABELS.values() if one.clues is not None], ids=lambda one: one.name)
def test_clues_where_they_are_told_are_the_right_ones(label: Labelled) -> None:
    found = outcome_of(label.name)
    if found.word == "exact" and found.reading is not None and found.reading.clues is not None:
        assert found.reading.clues == label.clues or label.name in CLUES_BEYOND


# --- drawn boards ----------------------------------------------------------------------------------------------------


def page(cells: int, step: int, colour: Colour) -> Colours:
    return np.full((cells * step + 90, cells * step + 120, 3), colour, np.uint8)


def corner(row: int, column: int, step: int) -> tuple[int, int]:
    return 50 + column * step, 40 + row * step


def tiles(rows: tuple[str, ...], colours: dict[str, Colour], gap: int = 6, step: int = 44) -> Colours:
    picture = page(len(rows), step, (245, 245, 245))
    for r, row in enumerate(rows):
        for c, value in enumerate(row):
            x, y = corner(r, c, step)
            cv2.rectangle(picture, (x + gap // 2, y + gap // 2), (x + step - gap, y + step - gap), colours[value], -1)
    return picture


def lines(rows: tuple[str, ...], draw: Callable[[Colours, str, int, int], None], step: int = 44) -> Colours:
    picture = page(len(rows), step, (255, 255, 255))
    n = len(rows)
    for k in range(n + 1):
        cv2.line(picture, corner(k, 0, step), corner(k, n, step), (170, 170, 170), 1)
        cv2.line(picture, corner(0, k, step), corner(n, k, step), (170, 170, 170), 1)
    for r, row in enumerate(rows):
        for c, value in enumerate(row):
            if value != ".":
                x, y = corner(r, c, step)
                draw(picture, value, x + step // 2, y + step // 2)
    return picture


def digit(picture: Colours, value: str, x: int, y: int) -> None:
    (width, height), _ = cv2.getTextSize(value, cv2.FONT_HERSHEY_SIMPLEX, 0.8, 2)
    cv2.putText(
        picture, value, (x - width // 2, y + height // 2), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (30, 30, 30), 2, cv2.LINE_AA
    )


def circle(picture: Colours, value: str, x: int, y: int) -> None:
    cv2.circle(picture, (x, y), 17, (0, 0, 0), -1 if value == "1" else 2, cv2.LINE_AA)


COLOURS: dict[str, dict[str, Colour]] = {
    "red and blue on grey": {"0": (60, 60, 210), "1": (200, 120, 30), ".": (150, 150, 150)},
    "orange and blue on light": {"0": (60, 150, 235), "1": (205, 140, 80), ".": (228, 228, 228)},
    "white and black on grey": {"0": (250, 250, 250), "1": (20, 20, 20), ".": (128, 128, 128)},
    "green and purple on dark": {"0": (90, 190, 90), "1": (160, 60, 130), ".": (42, 42, 42)},
}


def same(rows: tuple[str, ...], found: tuple[str, ...]) -> bool:
    swapped = tuple(row.translate(str.maketrans("01", "10")) for row in found)
    return rows in (found, swapped)


@pytest.mark.parametrize("name", COLOURS)
def test_tiles_are_told_by_their_colour_alone(name: str) -> None:
    reading = read_grid(tiles(BOARD, COLOURS[name]))
    assert reading.game == "takuzu"
    assert same(BOARD, reading.puzzle.cells), reading.puzzle.cells
    assert any("exchanged" in warning for warning in reading.warnings)


def test_a_full_board_has_no_empty_colour() -> None:
    reading = read_grid(tiles(SOLVED, COLOURS["red and blue on grey"]))
    assert same(SOLVED, reading.puzzle.cells)


def test_of_two_symbols_that_nothing_names_the_first_one_is_0() -> None:
    for name in COLOURS:
        assert read_grid(tiles(BOARD, COLOURS[name])).puzzle.cells == BOARD


def test_digits_are_read_as_digits() -> None:
    reading = read_grid(lines(BOARD, digit))
    assert reading.puzzle.cells == BOARD
    assert not any("exchanged" in warning for warning in reading.warnings)


def test_a_ring_and_a_disc_are_two_symbols() -> None:
    assert read_grid(lines(BOARD, circle)).puzzle.cells == BOARD


def test_a_page_seen_at_an_angle_is_laid_flat() -> None:
    flat = lines(BOARD, digit, 60)
    flat = np.pad(flat, ((60, 60), (60, 60), (0, 0)), constant_values=255)
    height, width = flat.shape[:2]
    ends = np.array([[40, 60], [width - 70, 20], [width - 20, height - 40], [10, height - 10]], np.float32)
    begins = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    matrix = cv2.getPerspectiveTransform(begins, ends)
    photo = np.asarray(cv2.warpPerspective(flat, matrix, (width, height), borderValue=(90, 90, 90)), np.uint8)
    reading = read_grid(photo)
    assert reading.puzzle.cells == BOARD
    for (row, column), (x, y) in reading.cells.items():
        left, top = corner(row, column, 60)
        (there,) = cv2.perspectiveTransform(np.array([[[left + 90.0, top + 90.0]]]), matrix)[0]
        assert np.hypot(x - there[0], y - there[1]) < 9


# --- what is no Takuzu -----------------------------------------------------------------------------------------------


def chessboard(_: Random) -> Colours:
    return tiles(("01" * 4, "10" * 4) * 4, {"0": (180, 220, 240), "1": (90, 130, 170)}, gap=0)


def swatches(random: Random) -> Colours:
    names = [str(k) for k in range(36)]
    picture = page(6, 44, (250, 250, 250))
    for k, _ in enumerate(names):
        x, y = corner(k // 6, k % 6, 44)
        colour = tuple(random.randint(0, 255) for _ in range(3))
        cv2.rectangle(picture, (x + 3, y + 3), (x + 38, y + 38), colour, -1)
    return picture


def connect_four(random: Random) -> Colours:
    heights = [random.randint(0, 6) for _ in range(7)]
    picture = np.full((6 * 44 + 90, 7 * 44 + 120, 3), (180, 90, 30), np.uint8)
    for c, height in enumerate(heights):
        for r in range(6):
            x, y = corner(r, c, 44)
            colour = random.choice(((40, 40, 220), (40, 210, 240))) if 6 - r <= height else (240, 240, 240)
            cv2.circle(picture, (x + 22, y + 22), 18, colour, -1, cv2.LINE_AA)
    return picture


def wordle(random: Random) -> Colours:
    picture = np.full((6 * 60 + 90, 5 * 60 + 120, 3), 255, np.uint8)
    for r in range(6):
        for c in range(5):
            x, y = corner(r, c, 60)
            colour = random.choice(((100, 170, 106), (88, 180, 201), (126, 124, 120)))
            cv2.rectangle(picture, (x + 3, y + 3), (x + 56, y + 56), colour, -1)
    return picture


def reversi(random: Random) -> Colours:
    """Blots of black and white in the middle, as the game grows."""
    rows = [["."] * 8 for _ in range(8)]
    for r in range(2, 6):
        for c in range(1, 7):
            rows[r][c] = "0" if (c + random.randint(0, 1)) < 4 else "1"
    return tiles(tuple("".join(row) for row in rows), {"0": (250, 250, 250), "1": (10, 10, 10), ".": (60, 130, 40)}, 2)


def nonogram(random: Random) -> Colours:
    rows = tuple(
        "".join("1" if abs(r - 5) + abs(c - 5) < random.randint(3, 6) else "0" for c in range(10)) for r in range(10)
    )
    return tiles(rows, {"0": (255, 255, 255), "1": (30, 30, 30)}, 2, 30)


OTHER_GAMES = {
    "chessboard": chessboard,
    "swatches": swatches,
    "connect four": connect_four,
    "wordle": wordle,
    "reversi": reversi,
    "nonogram": nonogram,
}


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", OTHER_GAMES)
def test_other_games_are_refused(name: str, seed: int) -> None:
    with pytest.raises(UnreadableError):
        read(OTHER_GAMES[name](Random(f"{name} {seed}")))


def go_board(cells: tuple[str, ...], step: int) -> Colours:
    """Black and white stones where lines cross, which end with the outermost stones."""
    x0, y0, side = 130, 110, (len(cells) - 1) * step
    page = np.full((side + 260, side + 300, 3), (120, 184, 222), np.uint8)
    for k in range(0, side + 1, step):
        cv2.line(page, (x0 + k, y0), (x0 + k, y0 + side), (40, 60, 80), 2)
        cv2.line(page, (x0, y0 + k), (x0 + side, y0 + k), (40, 60, 80), 2)
    for (r, c), symbol in np.ndenumerate([list(row) for row in cells]):
        if symbol != ".":
            at, ink = (x0 + c * step, y0 + r * step), (245, 245, 245) if symbol == "1" else (25, 25, 25)
            cv2.circle(page, at, int(0.42 * step), ink, -1, cv2.LINE_AA)
            cv2.circle(page, at, int(0.42 * step), (90, 90, 90), 1, cv2.LINE_AA)
    return page


@pytest.mark.parametrize(("size", "step", "seed"), [(6, 70, 0), (8, 56, 1), (10, 44, 2), (6, 90, 3), (8, 70, 4)])
def test_stones_on_the_crossings_of_lines_are_a_board(size: int, step: int, seed: int) -> None:
    """The lines make one row and one column less than there are."""
    puzzle = solver.generate("takuzu", size=size, seed=seed)
    assert isinstance(puzzle, solver.BinaryPuzzle)
    cells = puzzle.cells
    found = read_grid(go_board(cells, step)).puzzle.cells
    assert found in (cells, tuple(row.translate(str.maketrans("01", "10")) for row in cells))


def squared_paper(cells: tuple[str, ...], step: int, square: int, dark: bool) -> Colours:
    """A board drawn by hand on paper with faint squares of another size."""
    size = len(cells)
    page = np.full((size * step + 5 * square, size * step + 5 * square, 3), 250, np.uint8)
    for at in range(square // 3, len(page), square):
        page[at : at + 2] = page[:, at : at + 2] = 215, 190, 165
    x0 = y0 = round(2.3 * square)
    for k in range(size + 1):
        cv2.line(page, (x0 + k * step, y0), (x0 + k * step, y0 + size * step), (90, 85, 85), 1)
        cv2.line(page, (x0, y0 + k * step), (x0 + size * step, y0 + k * step), (90, 85, 85), 1)
    for (r, c), symbol in np.ndenumerate([list(row) for row in cells]):
        if symbol != ".":
            where = x0 + round((c + 0.3) * step), y0 + round((r + 0.75) * step)
            cv2.putText(page, str(symbol), where, cv2.FONT_HERSHEY_SIMPLEX, step / 42, (60, 50, 50), 2, cv2.LINE_AA)
    return 255 - page if dark else page


@pytest.mark.parametrize(
    ("size", "step", "square", "dark"),
    [(6, 82, 28, True), (6, 137, 47, False), (8, 63, 27, False), (8, 82, 28, True), (10, 60, 22, False)],
)
def test_a_board_on_squared_paper_is_read(size: int, step: int, square: int, dark: bool) -> None:
    """The paper's lines are more than the board's."""
    puzzle = solver.generate("takuzu", size=size, seed=step)
    assert isinstance(puzzle, solver.BinaryPuzzle)
    assert read_grid(squared_paper(puzzle.cells, step, square, dark)).puzzle.cells == puzzle.cells
