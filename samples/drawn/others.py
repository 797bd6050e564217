"""What is no whole board of Tango or Takuzu: cut and covered boards, lattices that do not fit, other games, pages."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import cv2
import numpy as np

from samples.drawn.board import draw_scene, page_ground
from samples.drawn.colours import Colour, away, hsl, ink_on, mix
from samples.drawn.games import GAMES
from samples.drawn.glyphs import random_font, text_mask
from samples.drawn.gridlook import random_gridlook
from samples.drawn.grids import Grid, random_grid
from samples.drawn.inside import Box, Lattice, beyond_only, seen, shares, uncovered, untold
from samples.drawn.look import random_look
from samples.drawn.margin import hide, stamp
from samples.drawn.types import Labels, Pixels

KINDS = {"cut": 25, "part": 17, "beyond": 27, "shift": 11, "step": 5, "dialog": 6, "game": 26, "page": 6}
LEAST_BOARD = 4
"""Cells across the smallest board."""
BESIDE = 0.82
"""How often something lies in the board's step beside it where the lattice goes beyond it."""
SYLLABLES = ("ta", "ri", "mo", "len", "ska", "no", "per", "vi", "du", "ing", "el", "ort", "ba", "kes", "um", "fi")


@dataclass(slots=True)
class Other:
    """A picture, the lattice somebody may lay over it, and `inside` as in `DrawnBoard`."""

    picture: Pixels
    lattice: Lattice
    look: str
    inside: Labels


def _board(rng: Random, noise: np.random.Generator, size: int, cell: int, shown: float) -> tuple[Pixels, int]:
    """A board of Tango or Takuzu whose cells can be seen, and where it begins."""
    look = random_look(rng, cell, shown)
    while look.grid.kind == "none":
        look = random_look(rng, cell, shown)
    scene = draw_scene(rng, look, random_grid(rng, noise, size, look.marked), cell, shown)
    return scene.picture, scene.origin


def trimmed(grid: Grid, size: int) -> Grid:
    """The first rows and columns of a grid."""
    part = slice(0, size)
    return Grid(
        grid.kinds[part, part].copy(),
        grid.given[part, part].copy(),
        grid.h[part, : size - 1].copy(),
        grid.v[: size - 1, part].copy(),
        grid.wrong[part, part].copy(),
        grid.state,
    )


def beyond(rng: Random, noise: np.random.Generator, size: int, cell: int, shown: float) -> Other:
    """A lattice that is larger than the board by 1 to 4 cells, or as large and 1 or 2 cells beside it."""
    board = size - rng.choices((0, 1, 2, 3, 4), (16, 34, 34, 7, 9))[0]
    if board < LEAST_BOARD:
        board = size
    more = size - board
    corner = [rng.randint(0, more), rng.randint(0, more)]  # the board's first cell in the lattice
    if more == 2 and rng.random() < 0.4:
        corner = [1, 1]
    elif not more:
        corner[rng.randrange(2)] = rng.choice((-2, -1, -1, 1, 1, 2))
        if rng.random() < 0.3:
            corner[rng.randrange(2)] = rng.choice((-1, 1))
    look = random_look(rng, cell, shown)
    while look.grid.kind == "none":
        look = random_look(rng, cell, shown)
    grid = trimmed(random_grid(rng, noise, board + board % 2, look.marked), board)
    margin = max(*(max(c, size - board - c) for c in corner), 1) + 0.6
    scene = draw_scene(rng, look, grid, cell, shown, margin=margin, crowded=BESIDE)
    x, y = (float(scene.origin - c * cell) for c in corner)
    lattice, end = (x, y, float(cell), float(cell)), float(scene.origin + board * cell)
    return Other(scene.picture, lattice, "beyond", seen(shares(lattice, size, (scene.origin, scene.origin, end, end))))


def cut(rng: Random, noise: np.random.Generator, size: int, cell: int, shown: float) -> Other:
    """A board of which 0.5 to 3 lines are lost; the lattice is the whole board's, or what is left of a larger one."""
    side = rng.randrange(4)
    if rng.random() < 0.5:
        picture, origin = _board(rng, noise, size, cell, shown)
        length = size * cell
        lost = rng.uniform(0.5, min(3.0, size / 2)) * cell
        at = round(origin + lost if side % 2 == 0 else origin + size * cell - lost)
        first = [float(origin), float(origin)]
    else:
        more = rng.randint(1, 3) + (size % 2 == 0 and rng.random() < 0.6)
        picture, origin = _board(rng, noise, size + more, cell, shown)
        length = (size + more) * cell
        first = [origin + rng.choice((0, more)) * cell, origin + rng.choice((0, more)) * cell]
        along = 1 if side < 2 else 0
        first[along] = origin + (more * cell if side % 2 == 0 else 0)
        beyond = rng.uniform(0.15, 0.9) * cell
        at = round(first[along] - beyond if side % 2 == 0 else first[along] + size * cell + beyond)
    left: list[float] = [float(origin), float(origin), float(origin + length), float(origin + length)]
    left[(1, 3, 0, 2)[side]] = float(at)
    inside = seen(shares((first[0], first[1], float(cell), float(cell)), size, (left[0], left[1], left[2], left[3])))
    before = picture.shape
    picture = hide(rng, picture, side, at)
    if side == 0 and picture.shape != before:
        first[1] -= at
    if side == 2 and picture.shape != before:
        first[0] -= at
    return Other(picture, (first[0], first[1], float(cell), float(cell)), "cut", inside)


def part(rng: Random, noise: np.random.Generator, size: int, cell: int, shown: float) -> Other:
    """A lattice that covers only a part of a larger board."""
    more = rng.randint(1, 4)
    picture, origin = _board(rng, noise, size + more, cell, shown)
    x, y = origin + rng.randint(0, more) * cell, origin + rng.randint(0, more) * cell
    return Other(picture, (float(x), float(y), float(cell), float(cell)), "part", np.ones((size, size), np.int8))


def misfit(rng: Random, noise: np.random.Generator, size: int, cell: int, shown: float, kind: str) -> Other:
    """A lattice half a cell off, or of another step."""
    more = rng.choice((0, 0, 2))
    picture, origin = _board(rng, noise, size + more, cell, shown)
    end = float(origin + (size + more) * cell)
    board: Box = (float(origin), float(origin), end, end)
    if kind == "shift":
        dx, dy = 0.0, 0.0
        while dx == dy == 0:
            dx, dy = (rng.choice((0.0, 0.5, -0.5, 0.5, -0.5, 1.0, -1.0)) for _ in range(2))
        lattice = origin + dx * cell, origin + dy * cell, float(cell), float(cell)
        share = shares(lattice, size, board)
        fits = dx == round(dx) and dy == round(dy)  # cell upon cell, if not the right one
        return Other(picture, lattice, kind, seen(share) if fits else beyond_only(share))
    across = cell * rng.choice((0.5, 2.0, 1.5, 2 / 3, 1.25, 0.8))
    down = across if rng.random() < 0.7 else float(cell)
    lattice = float(origin), float(origin), across, down
    return Other(picture, lattice, kind, beyond_only(shares(lattice, size, board)))


def lines_of_text(rng: Random, picture: Pixels, box: tuple[int, int, int, int], height: int, ink: Colour) -> None:
    """Text in `box`: x0, y0, x1, y1."""
    font = random_font(rng, "a0e")
    x0, y0, x1, y1 = box
    y = y0 + height
    while y < y1:
        x, end = x0, x1 - rng.uniform(0, 0.5) * (x1 - x0)
        while x < end:
            word = "".join(rng.choices(SYLLABLES, k=rng.randint(1, 3)))
            shape = text_mask(word, font, max(4, round(height * 0.75)), "e")
            shape = shape[: 3 * height]
            if x + shape.shape[1] > x1:
                break
            stamp(picture, shape, x + shape.shape[1] / 2, y, ink)
            x += shape.shape[1] + height
        y += round(height * rng.choice((2.6, 2.6, 4.0)))


def dialog(rng: Random, noise: np.random.Generator, size: int, cell: int, shown: float) -> Other:
    """A board with something over a good part of it."""
    picture, origin = _board(rng, noise, size, cell, shown)
    if rng.random() < 0.5:
        share = rng.uniform(0.2, 0.6)
        picture = (picture * np.float32(1 - share)).astype(np.uint8)
    wide, high = (round(rng.uniform(low, 0.95) * size * cell) for low in (0.45, 0.3))
    x = origin + round(rng.uniform(0, 1) * (size * cell - wide))
    y = origin + round(rng.uniform(0, 1) * (size * cell - high))
    ground = hsl(rng.uniform(0, 360), rng.choice((0, 0, 20)), rng.choice((100, 97, 18, rng.uniform(0, 100))))
    cv2.rectangle(picture, (x, y), (x + wide, y + high), ground, -1)
    if rng.random() < 0.6:
        cv2.rectangle(picture, (x, y), (x + wide, y + high), mix(ground, ink_on(ground), 0.4), rng.choice((1, 2)))
    lines_of_text(
        rng,
        picture,
        (x + cell // 3, y + cell // 3, x + wide - cell // 3, y + high - cell),
        max(5, cell // 4),
        ink_on(ground),
    )
    if rng.random() < 0.7:
        button = hsl(rng.uniform(0, 360), rng.choice((0, 70)), rng.uniform(25, 75))
        cv2.rectangle(picture, (x + wide // 3, y + high - cell), (x + 2 * wide // 3, y + high - cell // 3), button, -1)
    lattice = float(origin), float(origin), float(cell), float(cell)
    return Other(picture, lattice, "dialog", uncovered(shares(lattice, size, (x, y, x + wide, y + high))))


def game(rng: Random, noise: np.random.Generator, size: int, cell: int, shown: float) -> Other:
    """Another game's board or a table; the lattice fits it or lies on a part of it."""
    name = rng.choices(list(GAMES), [weight for _, weight in GAMES.values()])[0]
    more = 0 if rng.random() < 0.6 else rng.randint(1, 3)
    look = random_look(rng, cell, shown)
    board = GAMES[name][0](rng, noise, look, size + more)
    scene = draw_scene(rng, look, board.grid(), cell, shown, board.tints)
    x, y = (scene.origin + rng.randint(0, more) * cell for _ in range(2))
    return Other(scene.picture, (float(x), float(y), float(cell), float(cell)), f"other/{name}", untold(size))


def _keyboard(rng: Random, picture: Pixels, ground: Colour, cell: int) -> None:
    key, font = away(rng, [ground], rng.uniform(0, 360), rng.choice((0, 20)), 12, 5), random_font(rng, "QW")
    ink = ink_on(key)
    for row, line in enumerate(("1234567890+=[]", "QWERTYUIOPAS", "ASDFGHJKLKJH", "ZXCVBNM,.-QW", "QWERTYUIOPAS") * 3):
        for column, letter in enumerate(line + line):
            x, y = round((column + 0.3 * (row % 3)) * cell), row * cell
            cv2.rectangle(
                picture, (x + cell // 12, y + cell // 12), (x + cell - cell // 12, y + cell - cell // 12), key, -1
            )
            stamp(picture, text_mask(letter, font, max(4, round(cell * 0.35)), "Q"), x + cell / 2, y + cell / 2, ink)


def _photo(rng: Random, noise: np.random.Generator, side: int) -> Pixels:
    """Blurred colours with some shapes."""
    small = noise.integers(0, 256, (rng.randint(3, 20), rng.randint(3, 20), 3)).astype(np.uint8)
    picture = np.asarray(cv2.resize(small, (side, side), interpolation=cv2.INTER_CUBIC), np.uint8)
    for _ in range(rng.randint(0, 14)):
        centre = rng.randrange(side), rng.randrange(side)
        axes = rng.randint(4, side // 4), rng.randint(4, side // 4)
        cv2.ellipse(
            picture, centre, axes, rng.uniform(0, 180), 0, 360, [rng.randrange(256) for _ in "bgr"], -1, cv2.LINE_AA
        )
    return picture


def page(rng: Random, noise: np.random.Generator, size: int, cell: int, shown: float) -> Other:
    """Text, keys, icons with names, a photo, nothing."""
    kind = rng.choice(("text", "text", "keys", "photo", "plain", "cards"))
    side = (size + 2) * cell
    look = random_gridlook(rng, cell)
    picture = page_ground(rng, look, side)
    if kind == "text":
        height = max(4, round(cell * rng.uniform(0.12, 0.5)))
        lines_of_text(rng, picture, (cell // 4, 0, side - cell // 4, side), height, look.text)
    elif kind == "keys":
        _keyboard(rng, picture, look.page, cell)
    elif kind == "photo":
        picture = _photo(rng, noise, side)
    elif kind == "cards":
        for _ in range(rng.randint(2, 9)):
            x, y = rng.randrange(side), rng.randrange(side)
            colour = hsl(rng.uniform(0, 360), rng.uniform(0, 80), rng.uniform(10, 95))
            wide, high = rng.randint(cell, 4 * cell), rng.randint(cell // 2, 3 * cell)
            cv2.rectangle(picture, (x, y), (x + wide, y + high), colour, -1)
            lines_of_text(
                rng,
                picture,
                (x + 4, y + 4, min(side, x + wide - 4), min(side, y + high - 4)),
                max(4, cell // 5),
                ink_on(colour),
            )
    corner = rng.uniform(0.4, 1.4) * cell, rng.uniform(0.4, 1.4) * cell
    return Other(picture, (*corner, float(cell), float(cell)), f"other/{kind}", untold(size))


def random_other(rng: Random, noise: np.random.Generator, size: int, cell: int, shown: float) -> Other:
    """Any picture without a whole board."""
    kind = rng.choices(list(KINDS), list(KINDS.values()))[0]
    if kind in ("shift", "step"):
        return misfit(rng, noise, size, cell, shown, kind)
    draw = {"cut": cut, "part": part, "beyond": beyond, "dialog": dialog, "game": game, "page": page}[kind]
    return draw(rng, noise, size, cell, shown)
