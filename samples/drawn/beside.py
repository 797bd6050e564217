"""What lies beside a board in its own step: counters, number cells, key rows, another board, lines, a header.

Such things are beside whole boards, half seen in the margin, and under lattices that are larger than the board.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

import cv2
import numpy as np

from samples.drawn.cells import State, draw_cell
from samples.drawn.colours import Colour, away, distance, hsl, ink_on, mix, shifted
from samples.drawn.glyphs import centred, random_font, text_mask
from samples.drawn.look import Look
from samples.drawn.margin import WORDS, stamp
from samples.drawn.types import Pixels

LEAST_GAP = 0.22
"""Cells between a board without a frame and other cells of the same look, by which a person tells them apart."""
SIDES = ("top", "left", "bottom", "right")


@dataclass(frozen=True, slots=True)
class Place:
    """A board's place on the page, in pixels. `reach`: how far its frame goes beyond its cells, in cells."""

    size: int
    cell: int
    origin: int
    reach: float


Beside = Callable[[Random, Pixels, Look, Place, str], None]


def _turned(picture: Pixels, side: str) -> Pixels:
    """A view of the page in which what lies on that side lies above the board."""
    if side in ("left", "right"):
        picture = picture.swapaxes(0, 1)
    return picture[::-1] if side in ("bottom", "right") else picture


def _texts(rng: Random, count: int) -> list[str]:
    """What counters and rulers say."""
    kind = rng.choice(("number", "letter", "count", "count", "pair", "zero"))
    split = rng.choice("|/·- :")
    most = max(2, count // 2 + 1)
    if kind == "number":
        return [str(k + 1) for k in range(count)]
    if kind == "letter":
        return [chr(65 + k % 26) for k in range(count)]
    if kind == "pair":
        return [f"{rng.randrange(most)}{split}{rng.randrange(most)}" for _ in range(count)]
    return ["0" if kind == "zero" else str(rng.randrange(most)) for _ in range(count)]


def _middle(place: Place, side: str, near: float, number: int) -> tuple[float, float]:
    """The middle of a cell-wide place `near` cells off the board's side, beside line `number`."""
    along = place.origin + (number + 0.5) * place.cell
    end = place.origin + place.size * place.cell
    far = near * place.cell
    across = place.origin - far if side in ("top", "left") else end + far
    return (along, across) if side in ("top", "bottom") else (across, along)


def _written(
    picture: Pixels, texts: list[str], font: str, height: int, places: list[tuple[float, float, Colour]]
) -> None:
    for text, (x, y, ink) in zip(texts, places, strict=True):
        shape = text_mask(text, font, height, "0")
        width = max(6, height * 3)
        stamp(picture, centred(shape, width) if max(shape.shape) > width else shape, x, y, ink)


def counters(rng: Random, picture: Pixels, look: Look, place: Place, side: str) -> None:
    """Numbers on the page, one or two rows of them."""
    font = random_font(rng, "01AB|")
    height = max(5, round(place.cell * rng.uniform(0.2, 0.5)))
    ink = away(rng, [look.grid.page], rng.uniform(0, 360), rng.choice((0, 0, 70)), 28)
    near = place.reach + rng.choice((0.5, rng.uniform(0.3, 0.6)))
    for row in range(rng.choice((1, 1, 1, 2))):
        middles = [(*_middle(place, side, near + row, k), ink) for k in range(place.size)]
        _written(picture, _texts(rng, place.size), font, height, middles)


def number_cells(rng: Random, picture: Pixels, look: Look, place: Place, side: str) -> None:
    """Cells with numbers in the board's step, like its own or not; one ground, two in turn, or a row of each kind's
    colour."""
    step = place.cell
    ground = rng.choice(
        (look.grid.page, mix(look.grid.cell, look.grid.page, 0.5), (255.0, 255.0, 255.0), (0.0, 0.0, 0.0))
    )
    if rng.random() < 0.4:
        ground = hsl(rng.uniform(0, 360), rng.choice((0, 40, 80)), rng.uniform(5, 95))
    if distance(ground, look.grid.cell) < 9:
        ground = shifted(ground, -40 if look.grid.step < 0 else 40)
    second = ground if rng.random() < 0.7 else shifted(ground, rng.choice((-30, 30)))
    rows, in_turn = rng.choice((1, 1, 2, 2)), True
    if rows == 2 and rng.random() < 0.6:
        colours, in_turn = look.fills or look.inks, False
        ground, second = (colours[0], colours[-1]) if rng.random() < 0.5 else (colours[-1], colours[0])
    rim = away(rng, [ground], look.grid.hue, 20, 15, 8) if rng.random() < 0.4 else None
    font, height = random_font(rng, "01AB|"), max(5, round(step * rng.uniform(0.25, 0.55)))
    inset = round(step * rng.choice((look.grid.gap_x / 2, 0.0, 0.04, 0.1)))
    near = place.reach + 0.5 + rng.choice((0.0, 0.0, rng.uniform(0.05, 0.3)))
    hue, saturation = rng.uniform(0, 360), rng.choice((0, 0, 80))
    for row in range(rows):
        middles = []
        for k in range(place.size):
            x, y = _middle(place, side, near + row, k)
            first = round(x - step / 2) + inset, round(y - step / 2) + inset
            last = round(x + step / 2) - inset - 1, round(y + step / 2) - inset - 1
            here = second if (k * in_turn + row) % 2 else ground
            cv2.rectangle(picture, first, last, here, -1)
            if rim:
                cv2.rectangle(picture, first, last, rim, 1)
            middles.append((x, y, away(rng, [ground, second] if in_turn else [here], hue, saturation, 25)))
        _written(picture, _texts(rng, place.size), font, height, middles)


def _tiles(rng: Random, picture: Pixels, look: Look, place: Place, side: str, rows: int, kinds: list[int]) -> None:
    """Cells of the board's own look in `rows` rows, beginning beside a random line; `kinds` are repeated."""
    framed = look.grid.frame is not None and look.grid.kind != "tiles"
    near = place.reach + rng.uniform(LEAST_GAP * (0.6 if framed else 1.0), 0.7)
    slide = rng.choice((0.0, 0.0, rng.uniform(-0.5, 0.5)))
    count = min(len(kinds), place.size + 2)
    first = rng.randint(-1, max(-1, place.size - count + 1))
    faces: dict[int, Pixels] = {}
    for row in range(rows):
        for k in range(count):
            kind = min(kinds[(row * 3 + k * (row + 1)) % len(kinds)], len(look.inks))
            if kind not in faces:
                faces[kind] = draw_cell(look, State(kind, False), place.cell)
            x, y = _middle(place, side, near + row + 0.5, 0)
            by = (first + k + slide) * place.cell
            x, y = (x + by, y) if side in ("top", "bottom") else (x, y + by)
            left, top = round(x - place.cell / 2), round(y - place.cell / 2)
            _paste(picture, faces[kind], left, top)


def _paste(picture: Pixels, face: Pixels, left: int, top: int) -> None:
    """Lays a cell onto the page; what lies outside is cut."""
    y0, x0 = max(0, top), max(0, left)
    y1, x1 = min(picture.shape[0], top + len(face)), min(picture.shape[1], left + len(face))
    if y1 > y0 and x1 > x0:
        picture[y0:y1, x0:x1] = face[y0 - top : y1 - top, x0 - left : x1 - left]


def key_row(rng: Random, picture: Pixels, look: Look, place: Place, side: str) -> None:
    """Tiles of both kinds to choose from, and now and then an empty one."""
    _tiles(rng, picture, look, place, side, 1, rng.choice(([1, 2], [1, 2, 0], [0, 1, 2], [1, 2, 1, 2])))


def another_board(rng: Random, picture: Pixels, look: Look, place: Place, side: str) -> None:
    """Lines of a second board of the same look."""
    kinds = rng.choices((0, 1, 2), k=place.size + 2)
    _tiles(rng, picture, look, place, side, 3, kinds)


def lines_go_on(rng: Random, picture: Pixels, look: Look, place: Place, side: str) -> None:
    """The lines between columns go on beyond the board."""
    view = _turned(picture, side)
    far = round(rng.choice((rng.uniform(0.1, 0.6), rng.uniform(0.3, 2.5))) * place.cell)
    end = place.origin - round(place.reach * place.cell)
    colour = look.grid.line if look.grid.kind == "lines" else away(rng, [look.grid.page], look.grid.hue, 10, 15, 6)
    width = max(1, round(look.grid.line_width))
    for k in range(rng.choice((0, 1)), place.size + rng.choice((0, 1))):
        at = place.origin + k * place.cell
        view[max(0, end - far) : end, max(0, at - width // 2) : at - width // 2 + width] = np.asarray(colour, np.uint8)


def header(rng: Random, picture: Pixels, look: Look, place: Place, side: str) -> None:
    """A band of another colour with a word on it."""
    view = _turned(picture, side)
    end = place.origin - round((place.reach + rng.uniform(0.0, 0.5)) * place.cell)
    ground = hsl(rng.uniform(0, 360), rng.choice((0, 30, 80)), rng.uniform(5, 95))
    view[: max(1, end)] = np.asarray(ground, np.uint8)
    shape = text_mask(
        rng.choice(WORDS), random_font(rng, "N0%"), max(5, round(place.cell * rng.uniform(0.25, 0.5))), "N0"
    )
    x, y = _middle(place, side, place.reach + rng.uniform(0.6, 1.2), rng.randrange(place.size))
    stamp(picture, shape, x, y, ink_on(ground))


THINGS: dict[str, tuple[Beside, float]] = {
    "counters": (counters, 26),
    "number cells": (number_cells, 34),
    "key row": (key_row, 14),
    "another board": (another_board, 14),
    "lines": (lines_go_on, 10),
    "header": (header, 10),
}
"""What may lie beside a board, and how often."""


def lay_beside(rng: Random, picture: Pixels, look: Look, place: Place) -> None:
    """One sort of things on one, two or all sides; now and then another sort on another side."""
    count = rng.choices((1, 2, 3, 4), (40, 38, 4, 18))[0]
    sides = list(SIDES)
    start = rng.randrange(4)
    sides = (sides[start:] + sides[:start])[:count]
    names, weights = list(THINGS), [weight for _, weight in THINGS.values()]
    name = rng.choices(names, weights)[0]
    style = rng.getrandbits(32)
    for side in sides:
        mixed = rng.random() < 0.15
        here = rng.choices(names, weights)[0] if mixed else name
        THINGS[here][0](Random(style) if not mixed else rng, picture, look, place, side)
