"""Boards of other games and tables with square cells, drawn by the same means: nothing here is Tango or Takuzu."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

import numpy as np

from samples.drawn.colours import BLACK, WHITE, Colour, away, grey, hsl, mix, shifted
from samples.drawn.grids import Grid
from samples.drawn.look import Look, symbol_inks
from samples.drawn.paint import Layer, disc, layer, mask, over
from samples.drawn.symbols import Draw, Pair, characters, emoji_symbols, random_pair, words
from samples.drawn.types import UNKNOWN, Labels


@dataclass(slots=True)
class Board:
    """What is on another game's board: `kinds` 0 empty, 1 ... of the look's symbols; `tints` as `State.tint`."""

    kinds: Labels
    tints: Labels | None = None
    h: Labels | None = None
    v: Labels | None = None

    def grid(self) -> Grid:
        size = len(self.kinds)
        given = np.where(self.kinds > 0, 0, -1).astype(np.int8)
        h = self.h if self.h is not None else np.zeros((size, size - 1), np.int8)
        v = self.v if self.v is not None else np.zeros((size - 1, size), np.int8)
        return Grid(self.kinds, given, h, v, np.zeros((size, size), np.bool_), "other")


Game = Callable[[Random, np.random.Generator, Look, int], Board]


def _use(look: Look, draws: tuple[Draw, ...], inks: tuple[Colour, ...] | Colour, coloured: bool = False) -> None:
    """Gives a look other symbols; clues and entries no longer differ."""
    many = inks if isinstance(inks[0], tuple) else (inks,) * len(draws)
    look.pair = Pair("other", (UNKNOWN,) * len(draws), draws, coloured=coloured)
    look.inks = look.clue_inks = many
    look.fills = look.clue_fills = ()
    look.bare = look.invert_clue = False
    look.badge, look.clue_pattern, look.blank, look.entry_draw = "", "", "", ()
    look.clue, look.checker, look.entry_opacity = look.grid.cell, None, 1.0


def _random(noise: np.random.Generator, size: int, count: int, share: float) -> Labels:
    kinds = noise.integers(1, count + 1, (size, size))
    return np.where(noise.random((size, size)) < share, kinds, 0).astype(np.int8)


def _regions(noise: np.random.Generator, size: int, count: int) -> Labels:
    """Connected regions, 1 to `count`: each cell belongs to the nearest of some random places, roughly."""
    places = noise.random((count, 2)) * size
    rows, columns = np.mgrid[0:size, 0:size]
    far = np.abs(rows[..., None] - places[:, 0]) + np.abs(columns[..., None] - places[:, 1])
    return np.asarray((far + noise.random((size, size, count)) * 0.8).argmin(axis=2) + 1, np.int8)


def sudoku(rng: Random, noise: np.random.Generator, look: Look, size: int) -> Board:
    _use(
        look, characters(rng, "123456789"), away(rng, [look.grid.cell], rng.uniform(0, 360), rng.choice((0, 0, 70)), 45)
    )
    if look.grid.kind == "lines":
        look.grid.thick_every = rng.choice((2, 3, 3, 3))
        look.grid.line_style = "solid"
    return Board(_random(noise, size, min(9, max(4, size)), rng.choice((rng.uniform(0.25, 0.6), 1.0))))


def crossword(rng: Random, noise: np.random.Generator, look: Look, size: int) -> Board:
    _use(look, characters(rng, "AEIORSTLNDCMP"), BLACK)
    look.tints = (grey(rng.choice((0, 20, 60))), WHITE)
    black = noise.random((size, size)) < rng.uniform(0.12, 0.4)
    kinds = _random(noise, size, 13, rng.choice((0.0, rng.uniform(0.2, 1.0), 1.0)))
    return Board(np.where(black, 0, kinds).astype(np.int8), np.where(black, 1, 2).astype(np.int8))


def letters(rng: Random, noise: np.random.Generator, look: Look, size: int) -> Board:
    _use(look, characters(rng, "ABCDEFGHIKLMNOPRSTUVW"), away(rng, [look.grid.cell], rng.uniform(0, 360), 40, 45))
    return Board(_random(noise, size, 21, 1.0))


def chess(rng: Random, noise: np.random.Generator, look: Look, size: int) -> Board:
    """A chessboard, empty, at the start, or in play."""
    dark = hsl(rng.choice((25, 30, 120, 210, rng.uniform(0, 360))), rng.uniform(0, 50), rng.uniform(25, 60))
    light = mix(shifted(dark, 70), WHITE, rng.uniform(0.2, 0.7))
    pieces = characters(rng, rng.choice(("♔♕♖♗♘♙♚♛♜♝♞♟", "KQRBNP", "♚♛♜♝♞♟")))
    _use(look, pieces, BLACK)
    look.tints = (light, dark)
    look.grid.kind, look.grid.line_width = rng.choice(("none", "none", "lines")), 1
    look.size, look.clue_size = 0.75, 0.75
    rows, columns = np.mgrid[0:size, 0:size]
    kinds = _random(noise, size, len(pieces), rng.choice((0.0, rng.uniform(0.08, 0.4), 1.0)))
    if kinds.all():
        kinds[2:-2] = 0
    return Board(kinds, ((rows + columns) % 2 + 1).astype(np.int8))


def mines(rng: Random, noise: np.random.Generator, look: Look, size: int) -> Board:
    usual = ((240, 45), (120, 30), (0, 45), (240, 25), (0, 25), (180, 30), (0, 0), (0, 40))
    colours = tuple(hsl(hue, 90, level) for hue, level in usual)
    _use(look, characters(rng, "12345678"), colours)
    base = grey(rng.choice((rng.uniform(150, 215), rng.uniform(25, 110))))
    look.tints = (base, shifted(base, rng.choice((-90, -25, -15, 15, 28, 90))))
    look.grid.bevel = rng.choice((0.0, 0.08))
    opened = _regions(noise, size, 4) % 2 == 0
    if rng.random() < 0.4:
        opened = noise.random((size, size)) < rng.uniform(0.4, 0.9)
    numbers = np.minimum(noise.geometric(0.5, (size, size)), 6)
    kinds = np.where(opened & (noise.random((size, size)) < rng.choice((0.6, 1.0))), numbers, 0).astype(np.int8)
    return Board(kinds, np.where(opened, 2, 1).astype(np.int8))


def doubling(rng: Random, noise: np.random.Generator, look: Look, size: int) -> Board:
    """2048."""
    texts = ("2", "4", "8", "16", "32", "64", "128", "256", "512")
    _use(look, words(rng, texts), BLACK)
    first = rng.uniform(0, 360)
    look.tints = (look.grid.cell, *(hsl(first + 12 * k, 30 + 7 * k, 88 - 5 * k) for k in range(9)))
    look.size = look.clue_size = 0.4
    values = np.minimum(noise.geometric(0.35, (size, size)), 9)
    kinds = np.where(noise.random((size, size)) < rng.uniform(0.4, 1.0), values, 0)
    return Board(kinds.astype(np.int8), (kinds + 1).astype(np.int8))


def wordle(rng: Random, noise: np.random.Generator, look: Look, size: int) -> Board:
    _use(look, characters(rng, "ABCDEFGHIKLMNOPRSTUVW"), BLACK)
    look.tints = (hsl(115, 30, 50), hsl(48, 50, 55), grey(rng.choice((120, 60))), look.grid.cell)
    rows = rng.randint(1, size)
    kinds, tints = _random(noise, size, 21, 1.0), noise.integers(1, 4, (size, size)).astype(np.int8)
    kinds[rows:], tints[rows:] = 0, 4
    return Board(kinds, tints)


def calendar(rng: Random, noise: np.random.Generator, look: Look, size: int) -> Board:
    start, last = rng.randrange(size), rng.choice((28, 30, 31))
    _use(look, words(rng, tuple(str(k + 1) for k in range(last))), away(rng, [look.grid.cell], 0, 0, 45))
    look.size = look.clue_size = rng.uniform(0.25, 0.42)
    numbers = np.arange(size * size).reshape(size, size) - start - (size if rng.random() < 0.5 else 0) + 1
    return Board(np.where((numbers >= 1) & (numbers <= last), numbers, 0).astype(np.int8))


def table(rng: Random, noise: np.random.Generator, look: Look, size: int) -> Board:
    """Numbers of several digits, words, or both, as in a spreadsheet."""
    numbers = [rng.choice((rng.randrange(100), rng.randrange(10000), round(rng.uniform(0, 99), 1))) for _ in range(24)]
    texts = tuple(f"{rng.choice(('', '', '-', '$'))}{number}" for number in numbers)
    _use(look, words(rng, texts), away(rng, [look.grid.cell], 0, 0, 45))
    look.size = look.clue_size = rng.uniform(0.2, 0.34)
    return Board(_random(noise, size, 24, rng.uniform(0.5, 1.0)))


def gems(rng: Random, noise: np.random.Generator, look: Look, size: int) -> Board:
    """Three in a row, memory, a sheet of icons: many pictures."""
    count = rng.randint(3, 8)
    draws = emoji_symbols(rng, count)
    _use(look, draws, tuple(hsl(360 * k / count, 80, 50) for k in range(count)), coloured=True)
    return Board(_random(noise, size, count, rng.choice((1.0, 1.0, rng.uniform(0.3, 0.9)))))


def dots(rng: Random, noise: np.random.Generator, look: Look, size: int) -> Board:
    """Discs or tiles of four and more colours."""

    def spot(side: int, size: float, colour: Colour) -> Layer:
        return over(layer(side), disc(mask(side), 0, 0, size / 2), colour)

    count = rng.randint(4, 7)
    first = rng.uniform(0, 360)
    colours = tuple(hsl(first + 360 * k / count, 85, rng.uniform(38, 62)) for k in range(count))
    _use(look, (spot,) * count, colours)
    kinds = _random(noise, size, count, rng.choice((1.0, rng.uniform(0.2, 0.9))))
    if rng.random() < 0.4:
        look.tints = (look.grid.cell, *colours)
        return Board(np.zeros_like(kinds), (kinds + 1).astype(np.int8))
    return Board(kinds)


def tiles(rng: Random, noise: np.random.Generator, look: Look, size: int) -> Board:
    """Nothing but colours, in no regions of a puzzle; now and then in the order of a palette."""
    _use(look, characters(rng, "×"), away(rng, [look.grid.cell], rng.uniform(0, 360), 40))
    count = rng.choice((size, size, 2 * size, 100, rng.randint(4, 9)))
    strong, low, high = rng.choice((100, 70, 30)), *rng.choice(((0, 100), (30, 70), (60, 95)))
    look.tints = tuple(hsl(rng.uniform(0, 360), rng.uniform(0, strong), rng.uniform(low, high)) for _ in range(count))
    tints = noise.integers(1, count + 1, (size, size))
    if rng.random() < 0.25:  # a palette: neighbours differ little
        tints = (np.add.outer(np.arange(size) * rng.choice((1, size)), np.arange(size)) % count) + 1
    return Board(np.zeros((size, size), np.int8), tints.astype(np.int8))


def blank(rng: Random, noise: np.random.Generator, look: Look, size: int) -> Board:
    """Nothing but cells."""
    return Board(np.zeros((size, size), np.int8))


def stones(rng: Random, noise: np.random.Generator, look: Look, size: int) -> Board:
    """Reversi, four in a row, draughts, go: two kinds of pieces as Takuzu may have, in an order that it never has."""
    look.pair = random_pair(rng, rng.choice(("disc", "stone", "stone", "outlined", "ring", "square", "letter")))
    look.inks = look.clue_inks = symbol_inks(rng, look.pair, [look.grid.cell, look.clue])
    look.fills = look.clue_fills = ()
    look.bare = look.invert_clue = False
    look.badge, look.clue_pattern, look.blank, look.entry_draw, look.clue = "", "", "", (), look.grid.cell
    rows, columns = np.mgrid[0:size, 0:size]
    for _ in range(12):
        way = rng.choice(("reversi", "drop", "drop", "draughts", "groups", "random"))
        kinds = _random(noise, size, 2, 1.0)
        if way in ("reversi", "groups"):
            kinds = ((_regions(noise, size, rng.randint(2, 6)) % 2) + 1).astype(np.int8)
            kinds[noise.random((size, size)) < 0.15] = rng.randint(1, 2)
        if way == "reversi":
            reach = rng.uniform(0.25, 0.8) * size
            middle = (size - 1) / 2
            kinds[np.hypot(rows - middle, columns - middle) + noise.random((size, size)) > reach] = 0
        elif way == "drop":
            kinds[size - 1 - rows >= noise.integers(0, size + 1, size)[None]] = 0
        elif way == "draughts":
            lines = rng.randint(2, max(2, size // 2 - 1))
            kinds[:] = np.where(rows < lines, 1, np.where(rows >= size - lines, 2, 0))
            kinds[(rows + columns) % 2 == rng.randint(0, 1)] = 0
            kinds[noise.random((size, size)) < rng.choice((0.0, 0.2))] = 0
        else:
            kinds[noise.random((size, size)) < rng.uniform(0.2, 0.7)] = 0
        if way == "draughts" or broken(kinds) > 4 + 0.3 * int((kinds > 0).sum()):
            return Board(kinds)
    return Board(np.where(rows < size // 2, 1, 0).astype(np.int8))


def broken(kinds: Labels) -> int:
    """How often the rules of Takuzu are broken: three alike in a row, too many of a kind in a line."""
    count = 0
    for kind in (1, 2):
        for board in (kinds == kind, (kinds == kind).T):
            count += int((board[:, :-2] & board[:, 1:-1] & board[:, 2:]).sum())
            count += int(np.maximum(board.sum(axis=1) - (len(kinds) + 1) // 2, 0).sum())
    return count


def ships(rng: Random, noise: np.random.Generator, look: Look, size: int) -> Board:
    _use(look, characters(rng, "×•○"), away(rng, [look.grid.cell], 0, 70))
    sea = hsl(rng.uniform(190, 225), 60, rng.uniform(35, 80))
    look.tints = (sea, grey(rng.uniform(60, 150)), hsl(5, 70, 55))
    tints = np.ones((size, size), np.int8)
    for _ in range(rng.randint(2, 6)):
        row, column, length = rng.randrange(size), rng.randrange(size), rng.randint(1, 4)
        part = tints[row, column : column + length] if rng.random() < 0.5 else tints[row : row + length, column]
        part[:] = 2
    return Board(_random(noise, size, 3, rng.uniform(0.05, 0.4)), tints)


def unequal(rng: Random, noise: np.random.Generator, look: Look, size: int) -> Board:
    """Futoshiki: numbers with `<` and `>` between them. The signs lie where markers do."""
    board = sudoku(rng, noise, look, size)
    look.grid.thick_every = 0
    board.kinds[noise.random((size, size)) < 0.5] = 0
    board.h = _random(noise, size, 2, 0.2)[:, 1:].copy()
    board.v = _random(noise, size, 2, 0.2)[1:].copy()
    return board


def picture_logic(rng: Random, noise: np.random.Generator, look: Look, size: int) -> Board:
    """Nonograms and pictures of pixels: runs of filled cells."""
    _use(look, characters(rng, "×"), away(rng, [look.grid.cell], 0, 0))
    count = rng.choice((1, 1, 3, 5))
    colours = [away(rng, [look.grid.cell], rng.uniform(0, 360), rng.choice((0, 70)), 40) for _ in range(count)]
    look.tints = (look.grid.cell, *colours)
    tints = _regions(noise, size, max(4, size)) % (count + 1) + 1
    crossed = (tints == 1) & (noise.random((size, size)) < rng.choice((0.0, 0.4)))
    return Board(crossed.astype(np.int8), tints.astype(np.int8))


def dominoes(rng: Random, noise: np.random.Generator, look: Look, size: int) -> Board:
    """Coloured regions with pips, and holes that show the page."""

    def pips(number: int) -> Draw:
        places = [(x, y) for x in (-0.26, 0.0, 0.26) for y in (-0.26, 0.0, 0.26)]
        chosen = {1: (4,), 2: (0, 8), 3: (0, 4, 8), 4: (0, 2, 6, 8), 5: (0, 2, 4, 6, 8), 6: (0, 1, 2, 6, 7, 8)}[number]

        def draw(side: int, size: float, colour: Colour) -> Layer:
            shape = mask(side)
            for k in chosen:
                disc(shape, *places[k], 0.07)
            return over(layer(side), shape, colour)

        return draw

    _use(look, tuple(pips(k + 1) for k in range(6)), grey(50))
    colours = [hsl(rng.uniform(0, 360), rng.uniform(20, 60), rng.uniform(65, 85)) for _ in range(6)]
    look.tints = (look.grid.page, *colours)
    tints = _regions(noise, size, size) % 6 + 2
    tints[noise.random((size, size)) < 0.3] = 1
    kinds = np.where(tints > 1, _random(noise, size, 6, rng.choice((0.0, 0.5))), 0)
    return Board(kinds.astype(np.int8), tints.astype(np.int8))


def numbered(rng: Random, noise: np.random.Generator, look: Look, size: int) -> Board:
    """A path through numbered discs, as in Zip."""
    _use(look, characters(rng, "123456789"), WHITE)
    look.fills = look.clue_fills = (grey(rng.choice((0, 30))),) * 9
    look.fill_size, look.fill_round, look.size, look.clue_size = 0.7, 0.5, 0.38, 0.38
    kinds = np.zeros(size * size, np.int8)
    count = min(9, size)
    kinds[noise.permutation(size * size)[:count]] = np.arange(1, count + 1)
    return Board(kinds.reshape(size, size))


GAMES: dict[str, tuple[Game, float]] = {
    "sudoku": (sudoku, 12),
    "crossword": (crossword, 7),
    "letters": (letters, 3),
    "chess": (chess, 10),
    "mines": (mines, 15),
    "2048": (doubling, 4),
    "wordle": (wordle, 4),
    "calendar": (calendar, 6),
    "table": (table, 7),
    "gems": (gems, 10),
    "dots": (dots, 6),
    "stones": (stones, 16),
    "blank": (blank, 6),
    "tiles": (tiles, 10),
    "ships": (ships, 4),
    "unequal": (unequal, 3),
    "pixels": (picture_logic, 6),
    "dominoes": (dominoes, 6),
    "numbered": (numbered, 4),
}
