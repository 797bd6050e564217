"""Pictures drawn here: empty boards of lines or tiles at any step and offset, and things that are no boards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.vision.labelled import Colours

Colour = tuple[int, int, int]
Floats = NDArray[np.floating[Any]]


@dataclass(frozen=True, slots=True)
class Grid:
    """An empty board. `x`, `y`: the outer corner of its first cell, in pixels from the picture's corner, fractions
    allowed; `step`: of a cell; `line`: width of the lines, or of the gaps where `tiles`. Colours are blue, green, red.
    """

    size: int
    step: float
    x: float = 20.0
    y: float = 20.0
    line: float = 2.0
    tiles: bool = False
    ground: Colour = (255, 255, 255)
    ink: Colour = (200, 210, 215)
    page: Colour = (242, 244, 246)
    margin: float = 20.0


def _covered(length: int, begin: Floats, end: Floats) -> Floats:
    """How much of each pixel lies within the stretches from `begin` to `end`."""
    pixel = np.arange(length)[:, None]
    return np.asarray(np.clip(np.minimum(pixel + 1, end) - np.maximum(pixel, begin), 0, 1).sum(axis=1))


def drawn(grid: Grid) -> Colours:
    """The board, with soft edges where they fall between pixels."""
    width, height = (int(np.ceil(start + grid.size * grid.step + grid.margin)) for start in (grid.x, grid.y))
    half = grid.line / 2
    starts = np.arange(grid.size) * grid.step
    lines = np.arange(grid.size + 1) * grid.step

    def layer(across: Floats, down: Floats, colour: Colour) -> None:
        part = (down[:, None] * across)[..., None]
        picture[:] = picture * (1 - part) + np.array(colour) * part

    def stretch(length: int, start: float, end: float) -> Floats:
        return _covered(length, np.array([start]), np.array([end]))

    picture = np.empty((height, width, 3))
    picture[:] = grid.page
    if grid.tiles:
        across = _covered(width, grid.x + starts + half, grid.x + starts + grid.step - half)
        down = _covered(height, grid.y + starts + half, grid.y + starts + grid.step - half)
        layer(across, down, grid.ground)
    else:
        ends = grid.size * grid.step + half
        whole_x, whole_y = stretch(width, grid.x - half, grid.x + ends), stretch(height, grid.y - half, grid.y + ends)
        layer(whole_x, whole_y, grid.ground)
        layer(_covered(width, grid.x + lines - half, grid.x + lines + half), whole_y, grid.ink)
        layer(whole_x, _covered(height, grid.y + lines - half, grid.y + lines + half), grid.ink)
    return np.clip(np.rint(picture), 0, 255).astype(np.uint8)


# --- what is no board ------------------------------------------------------------------------------------------------

FONT = cv2.FONT_HERSHEY_SIMPLEX
WORDS = ("the", "sun", "rose", "over", "grids", "of", "quiet", "streets", "and", "every", "window", "held", "light")
BRIGHT: tuple[Colour, ...] = (
    (226, 163, 187), (146, 201, 255), (255, 190, 150), (160, 223, 179), (223, 223, 223), (96, 123, 255),
    (136, 243, 230), (158, 178, 185), (191, 160, 223), (216, 210, 163),
)  # fmt: skip


def _page(random: Random, width: int = 640, height: int = 560, dark: bool | None = None) -> Colours:
    dark = random.random() < 0.4 if dark is None else dark
    return np.full((height, width, 3), (33, 29, 27) if dark else (255, 255, 255), np.uint8)


def _ink(page: Colours) -> Colour:
    return (225, 225, 225) if page[0, 0, 0] < 128 else (40, 40, 40)


def _text(picture: Colours, text: str, x: float, y: float, height: float, colour: Colour) -> None:
    """Text whose middle is at `(x, y)`, with capitals of this height."""
    scale = height / 21
    (width, tall), _ = cv2.getTextSize(text, FONT, scale, max(1, round(height / 9)))
    cv2.putText(
        picture,
        text,
        (round(x - width / 2), round(y + tall / 2)),
        FONT,
        scale,
        colour,
        max(1, round(height / 9)),
        cv2.LINE_AA,
    )


def _board(random: Random, size: int, step: int) -> tuple[Colours, int, int]:
    """A page with lines for a grid, and where the grid's corner is."""
    page = _page(random, size * step + 130, size * step + 110)
    x, y = random.randint(10, 110), random.randint(10, 90)
    for k in range(size + 1):
        cv2.line(page, (x + k * step, y), (x + k * step, y + size * step), (150, 150, 150), 1)
        cv2.line(page, (x, y + k * step), (x + size * step, y + k * step), (150, 150, 150), 1)
    return page, x, y


def noise(random: Random) -> Colours:
    return np.random.default_rng(random.getrandbits(32)).integers(0, 256, (420, 510, 3), np.uint8)


def soft_noise(random: Random) -> Colours:
    """Blotches, as a photograph out of focus."""
    small = np.random.default_rng(random.getrandbits(32)).integers(0, 256, (14, 17, 3), np.uint8)
    return np.asarray(cv2.resize(small, (680, 560), interpolation=cv2.INTER_CUBIC), np.uint8)


def gradient(random: Random) -> Colours:
    corners = np.array([[[random.randrange(256) for _ in range(3)] for _ in range(2)] for _ in range(2)], np.uint8)
    return np.asarray(cv2.resize(corners, (600, 480), interpolation=cv2.INTER_LINEAR), np.uint8)


def one_colour(random: Random) -> Colours:
    return np.full((300, 400, 3), [random.randrange(256) for _ in range(3)], np.uint8)


def text_page(random: Random) -> Colours:
    page = _page(random)
    for y in range(40, 540, random.randint(22, 40)):
        line = " ".join(random.choice(WORDS) for _ in range(9))
        cv2.putText(page, line, (30, y), FONT, 0.5, _ink(page), 1, cv2.LINE_AA)
    return page


def chessboard(random: Random) -> Colours:
    """Two colours of squares and no lines; sometimes with men on the outer rows."""
    step = random.randint(30, 60)
    page = _page(random, 8 * step + 100, 8 * step + 80)
    men = random.random() < 0.6
    for r in range(8):
        for c in range(8):
            x, y = 40 + c * step, 30 + r * step
            colour = (181, 217, 240) if (r + c) % 2 == 0 else (99, 136, 181)
            cv2.rectangle(page, (x, y), (x + step - 1, y + step - 1), colour, -1)
            if men and r in (0, 1, 6, 7):
                name = "p" if r in (1, 6) else "rnbqkbnr"[c]
                _text(
                    page,
                    name.upper(),
                    x + step / 2,
                    y + step / 2,
                    0.5 * step,
                    (250, 250, 250) if r > 1 else (20, 20, 20),
                )
    return page


def digits(random: Random) -> Colours:
    """A grid of numbers, as Sudoku has."""
    size = random.choice((4, 6, 8, 9))
    step = random.randint(30, 64)
    page, x, y = _board(random, size, step)
    for r in range(size):
        for c in range(size):
            if random.random() < 0.55:
                _text(
                    page, str(random.randint(1, 9)), x + (c + 0.5) * step, y + (r + 0.5) * step, 0.45 * step, _ink(page)
                )
    return page


def calendar(random: Random) -> Colours:
    step, rows = random.randint(40, 80), 6
    page = _page(random, 7 * step + 60, rows * step + 90)
    first = random.randrange(7)
    for day in range(1, 32):
        r, c = divmod(day - 1 + first, 7)
        cv2.rectangle(
            page, (30 + c * step, 60 + r * step), (30 + (c + 1) * step, 60 + (r + 1) * step), (170, 170, 170), 1
        )
        _text(page, str(day), 30 + (c + 0.25) * step, 60 + (r + 0.25) * step, 0.2 * step, _ink(page))
    return page


def spreadsheet(random: Random) -> Colours:
    page = _page(random, 760, 560)
    width, height = random.randint(60, 110), random.randint(18, 28)
    for r in range(560 // height):
        for c in range(760 // width):
            x, y = c * width, r * height
            cv2.rectangle(page, (x, y), (x + width, y + height), (205, 205, 205), 1)
            if random.random() < 0.6:
                _text(page, f"{random.uniform(0, 999):.1f}", x + width / 2, y + height / 2, 0.4 * height, _ink(page))
    return page


def regions(random: Random) -> Colours:
    """Cells in many colours, some with a crown or a cross, as Queens has."""
    size = random.choice((6, 8, 10))
    step = random.randint(28, 60)
    page = _page(random, size * step + 90, size * step + 90)
    seeds = [(random.uniform(0, size), random.uniform(0, size)) for _ in range(size)]
    for r in range(size):
        for c in range(size):
            x, y = 40 + c * step, 40 + r * step
            nearest = min(range(size), key=lambda k: (seeds[k][0] - r) ** 2 + (seeds[k][1] - c) ** 2)
            cv2.rectangle(page, (x, y), (x + step, y + step), BRIGHT[nearest], -1)
            cv2.rectangle(page, (x, y), (x + step, y + step), (50, 50, 50), 1)
            pick = random.random()
            if pick < 0.12:
                crown = [(0.25, 0.7), (0.2, 0.35), (0.38, 0.5), (0.5, 0.28), (0.62, 0.5), (0.8, 0.35), (0.75, 0.7)]
                points = [(round(x + a * step), round(y + b * step)) for a, b in crown]
                cv2.fillPoly(page, [np.array(points, np.int32)], (20, 20, 20), cv2.LINE_AA)
            elif pick < 0.35:
                _text(page, "x", x + step / 2, y + step / 2, 0.2 * step, (30, 30, 30))
    return page


def path_of_numbers(random: Random) -> Colours:
    """Numbers in discs and a thick way between them, as Zip has."""
    size = random.choice((6, 8))
    step = random.randint(36, 64)
    page, x, y = _board(random, size, step)
    cells = [(r, c if r % 2 == 0 else size - 1 - c) for r in range(size) for c in range(size)]
    middles = [(round(x + (c + 0.5) * step), round(y + (r + 0.5) * step)) for r, c in cells]
    way = np.array(middles[: random.randint(0, len(middles))], np.int32)
    if len(way) > 1:
        cv2.polylines(page, [way], False, (214, 91, 142), round(0.5 * step), cv2.LINE_AA)
    stops = sorted({0, len(middles) - 1, *random.sample(range(len(middles)), 7)})
    for number, stop in enumerate(stops, 1):
        cv2.circle(page, middles[stop], round(0.28 * step), (20, 20, 20), -1, cv2.LINE_AA)
        _text(page, str(number), *middles[stop], 0.25 * step, (255, 255, 255))
    return page


def mines(random: Random) -> Colours:
    """Bevelled tiles, some open with coloured numbers."""
    size, step = random.choice((8, 10)), random.randint(24, 44)
    page = _page(random, size * step + 60, size * step + 60)
    page[:] = 189
    inks = ((255, 0, 0), (0, 128, 0), (0, 0, 255), (128, 0, 0))
    for r in range(size):
        for c in range(size):
            x, y = 30 + c * step, 30 + r * step
            if random.random() < 0.5:
                cv2.rectangle(page, (x, y), (x + step, y + step), (123, 123, 123), 1)
                if random.random() < 0.7:
                    number = random.choice((1, 1, 1, 2, 2, 3, 4))
                    _text(page, str(number), x + step / 2, y + step / 2, 0.45 * step, inks[number - 1])
            else:
                cv2.rectangle(page, (x + 1, y + 1), (x + step - 1, y + step - 1), (123, 123, 123), 3)
                cv2.line(page, (x + 1, y + 1), (x + step - 2, y + 1), (255, 255, 255), 3)
                cv2.line(page, (x + 1, y + 1), (x + 1, y + step - 2), (255, 255, 255), 3)
    return page


def letters(random: Random) -> Colours:
    """A square of letters, as a word search or a crossword has."""
    size, step = random.choice((6, 8, 10)), random.randint(26, 50)
    page, x, y = _board(random, size, step)
    for r in range(size):
        for c in range(size):
            if random.random() < 0.85:
                _text(
                    page,
                    random.choice("ABCDEFGHIKLMNOPRSTU"),
                    x + (c + 0.5) * step,
                    y + (r + 0.5) * step,
                    0.5 * step,
                    _ink(page),
                )
    return page


def icons(random: Random) -> Colours:
    """A telephone's first screen: rounded squares in many colours in equal steps."""
    page = soft_noise(random)
    step = random.randint(84, 120)
    for r in range(4):
        for c in range(4):
            x, y = 40 + c * step, 30 + r * step
            cv2.rectangle(page, (x, y), (x + 64, y + 64), random.choice(BRIGHT), -1)
            _text(page, random.choice("ABCDEFGHIKLMNOPRSTU"), x + 32, y + 32, 30, (255, 255, 255))
            _text(page, random.choice(WORDS), x + 32, y + 76, 9, (250, 250, 250))
    return page


def dots(random: Random) -> Colours:
    """Squares of two colours at random, as a QR code."""
    size, step = random.randint(21, 33), random.randint(7, 14)
    cells = np.random.default_rng(random.getrandbits(32)).integers(0, 2, (size, size)) * 255
    code = np.repeat(np.repeat(cells, step, axis=0), step, axis=1).astype(np.uint8)
    return np.asarray(cv2.cvtColor(np.pad(code, 40, constant_values=255), cv2.COLOR_GRAY2BGR), np.uint8)


def squared_paper(random: Random) -> Colours:
    """Lines over the whole page and nothing in them."""
    step = random.randint(20, 60)
    page = _page(random, 14 * step, 11 * step)
    page[::step] = page[:, ::step] = (200, 180, 160)
    return page


def chart(random: Random) -> Colours:
    page, x, y = _board(random, 8, 50)
    values = [random.uniform(0, 8) for _ in range(17)]
    points = [(round(x + k * 25), round(y + 400 - value * 50)) for k, value in enumerate(values)]
    cv2.polylines(page, [np.array(points, np.int32)], False, (180, 90, 30), 3, cv2.LINE_AA)
    for k in range(9):
        _text(page, str(k * 10), x - 12, y + 400 - k * 50, 10, _ink(page))
    return page


NO_BOARDS: dict[str, Callable[[Random], Colours]] = {
    "noise": noise,
    "soft noise": soft_noise,
    "gradient": gradient,
    "one colour": one_colour,
    "text": text_page,
    "chessboard": chessboard,
    "digits": digits,
    "calendar": calendar,
    "spreadsheet": spreadsheet,
    "path of numbers": path_of_numbers,
    "mines": mines,
    "letters": letters,
    "icons": icons,
    "dots": dots,
    "squared paper": squared_paper,
    "chart": chart,
}
