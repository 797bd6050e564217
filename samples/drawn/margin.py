"""What stands beside a board on its page: rulers, counters, text, buttons, other boards."""

from __future__ import annotations

from random import Random

import cv2
import numpy as np

from samples.drawn.colours import Colour, away, hsl, ink_on, mix
from samples.drawn.glyphs import centred, random_font, text_mask
from samples.drawn.gridlook import GridLook
from samples.drawn.paint import Mask
from samples.drawn.types import Pixels

LEAST_BAR = 8
"""Pixels of height below which a window's frame has nothing on it."""
WORDS = (
    "Undo",
    "Hint",
    "New game",
    "Level 12",
    "0:42",
    "Tango",
    "Clear",
    "How to play",
    "Takuzu 6x6",
    "Annuler",
    "Tipp",
    "100%",
    "Reset",
    "Score 18",
)


def stamp(picture: Pixels, shape: Mask, x: float, y: float, colour: Colour) -> None:
    """Paints a shape with its middle at `(x, y)`; what lies outside is cut."""
    height, width = shape.shape
    left, top = round(x - width / 2), round(y - height / 2)
    y0, x0 = max(0, -top), max(0, -left)
    y1, x1 = min(height, picture.shape[0] - top), min(width, picture.shape[1] - left)
    if y1 <= y0 or x1 <= x0:
        return
    share = shape[y0:y1, x0:x1, None].astype(np.float32) / 255
    here = picture[top + y0 : top + y1, left + x0 : left + x1]
    here[...] = here + share * (np.asarray(colour, np.float32) - here)


def _ruler(rng: Random, picture: Pixels, look: GridLook, size: int, cell: int, origin: int) -> None:
    """A number, a letter, a counter or a cell with one beside each row or column, on one to four sides."""
    side = cell
    kind = rng.choice(("number", "letter", "count", "pair", "cells"))
    font = random_font(rng, "01AB|")
    height = max(5, round(cell * rng.uniform(0.18, 0.42)))
    ground = rng.choice((look.cell, look.page, (255.0, 255.0, 255.0)))
    ink = away(rng, [ground if kind == "cells" else look.page], rng.uniform(0, 360), rng.choice((0, 0, 70)))
    near = rng.uniform(0.3, 0.55)
    sides = rng.sample(range(4), rng.choice((1, 2, 2, 4)))
    for number in range(size):
        text = {
            "number": str(number + 1),
            "letter": chr(65 + number),
            "pair": f"{rng.randrange(4)}|{rng.randrange(4)}",
        }.get(kind, str(rng.randrange(size)))
        shape = text_mask(text, font, height)
        if shape.shape[1] > side:
            shape = centred(shape, side)
        for where in sides:
            along = origin + (number + 0.5) * cell
            across = origin - near * cell if where < 2 else origin + (size + near) * cell
            x, y = (across, along) if where % 2 == 0 else (along, across)
            if kind == "cells":
                half = round(cell * rng.choice((0.46, 0.44)))
                x, y = (origin - 0.5 * cell if where < 2 else origin + (size + 0.5) * cell, along)[
                    :: 1 if where % 2 == 0 else -1
                ]
                cv2.rectangle(
                    picture, (round(x) - half, round(y) - half), (round(x) + half, round(y) + half), ground, -1
                )
            stamp(picture, shape, x, y, ink)


def _words(rng: Random, picture: Pixels, look: GridLook, cell: int, origin: int) -> None:
    """Text and buttons above and under the board."""
    font = random_font(rng, "N0%")
    side = len(picture)
    for _ in range(rng.randint(1, 4)):
        text = rng.choice(WORDS)
        shape = text_mask(text, font, max(5, round(cell * rng.uniform(0.18, 0.4))), "N0")
        x = rng.uniform(0.1, 0.9) * side
        y = rng.choice((rng.uniform(0, 0.55), rng.uniform(0.3, 0.75))) * origin
        y = y if rng.random() < 0.4 else side - y
        if rng.random() < 0.4:
            ground = hsl(rng.uniform(0, 360), rng.choice((0, 60)), rng.uniform(20, 95))
            half = shape.shape[1] / 2 + cell * 0.3, shape.shape[0] / 2 + cell * 0.15
            cv2.rectangle(
                picture, (round(x - half[0]), round(y - half[1])), (round(x + half[0]), round(y + half[1])), ground, -1
            )
            stamp(picture, shape, x, y, ink_on(ground))
        else:
            stamp(picture, shape, x, y, mix(look.text, look.page, rng.choice((0, 0.4))))


def _edges(rng: Random, picture: Pixels, look: GridLook, cell: int, origin: int) -> None:
    """A card's rim, a sidebar, a line: something with long edges beside the board."""
    side = len(picture)
    colour = (
        mix(look.page, look.text, rng.uniform(0.04, 0.6))
        if rng.random() < 0.7
        else hsl(rng.uniform(0, 360), 50, rng.uniform(10, 90))
    )
    if rng.random() < 0.5:
        near = round(origin * rng.uniform(0.15, 0.85))
        cv2.rectangle(picture, (near, near), (side - near, side - near), colour, rng.choice((1, 1, 2, 3)))
        return
    for _ in range(rng.randint(1, 2)):
        depth = round(origin * rng.uniform(0.2, 0.9))
        band = picture if rng.random() < 0.5 else picture.swapaxes(0, 1)
        (band[:depth] if rng.random() < 0.5 else band[side - depth :])[...] = colour


def _neighbour(rng: Random, picture: Pixels, look: GridLook, cell: int, origin: int) -> None:
    """The edge of another board or a row of tiles beside this one, in a lattice of its own."""
    side = len(picture)
    step = cell * rng.choice((1.0, 1.0, rng.uniform(0.5, 1.4)))
    depth = round(origin * rng.uniform(0.15, 0.75))
    band = picture if rng.random() < 0.5 else picture.swapaxes(0, 1)
    band = band[:depth] if rng.random() < 0.5 else band[side - depth :]
    band[:] = np.asarray(look.cell, np.uint8)
    gap = max(1, round(look.gap_x * cell))
    ground = look.line if look.kind == "lines" else look.under
    start = rng.uniform(0, step)
    while start < side:
        band[:, round(start) : round(start) + gap] = np.asarray(ground, np.uint8)
        start += step


def surround(rng: Random, picture: Pixels, look: GridLook, size: int, cell: int, origin: int) -> None:
    """Puts something beside the board, or nothing."""
    if rng.random() < 0.22:
        _edges(rng, picture, look, cell, origin)
    if rng.random() < 0.04:
        _neighbour(rng, picture, look, cell, origin)
    if rng.random() < 0.2:
        _ruler(rng, picture, look, size, cell, origin)
    elif rng.random() < 0.35:
        _words(rng, picture, look, cell, origin)


def _bar(rng: Random, strip: Pixels, ground: Colour) -> None:
    """Buttons, fields and words along a strip, as on a window's frame or a header. The strip is wider than high."""
    tall, wide = strip.shape[:2]
    y, half = tall * rng.uniform(0.35, 0.8), max(2, round(tall * rng.uniform(0.12, 0.32)))
    ink = mix(ground, ink_on(ground), rng.uniform(0.4, 1.0))
    x, end = rng.uniform(0, 0.4) * wide, rng.uniform(0.3, 1.0) * wide
    step = half * rng.uniform(2.5, 7)
    kind, font = rng.choice(("ring", "ring", "disc", "square", "words", "lights")), random_font(rng, "N0%")
    while x < end:
        at = round(x), round(y)
        if kind == "words":
            shape = text_mask(rng.choice(WORDS), font, max(5, half), "N0")
            stamp(strip, shape, x + shape.shape[1] / 2, y, ink)
            x += shape.shape[1]
        elif kind == "square":
            cv2.rectangle(strip, (at[0] - half, at[1] - half), (at[0] + half, at[1] + half), ink, rng.choice((-1, 1)))
        else:
            colour = hsl(rng.uniform(0, 360), 80, 55) if kind == "lights" else ink
            cv2.circle(strip, at, half, colour, max(1, half // 3) if kind == "ring" else -1, cv2.LINE_AA)
        x += step
    if rng.random() < 0.5:  # a field
        field = away(rng, [ground], 0, 0, 8, 4)
        first = rng.randint(0, wide // 2)
        corner = first + rng.randint(wide // 6, wide // 2), round(y) + half
        cv2.rectangle(strip, (first, round(y) - half), corner, field, rng.choice((-1, -1, 1)))


def hide(rng: Random, picture: Pixels, side: int, at: int) -> Pixels:
    """What lies beyond `at` on a side is page, a header, or not in the picture. Sides: top, bottom, left, right."""
    across = picture if side < 2 else picture.swapaxes(0, 1)
    if rng.random() < 0.5:  # the picture ends there
        kept = across[at:] if side % 2 == 0 else across[:at]
        return np.ascontiguousarray(kept if side < 2 else kept.swapaxes(0, 1))
    hidden = across[:at] if side % 2 == 0 else across[at:]
    ground = hsl(rng.uniform(0, 360), rng.choice((0, 0, 30)), rng.choice((100, 96, 8, rng.uniform(0, 100))))
    hidden[:] = np.asarray(ground, np.uint8)
    if rng.random() < 0.5 and len(hidden) >= LEAST_BAR:
        # OpenCV draws into no view that is turned; the bar's top is away from the board.
        strip = np.ascontiguousarray(hidden if side % 2 == 0 else hidden[::-1])
        _bar(rng, strip, ground)
        hidden[:] = strip if side % 2 == 0 else strip[::-1]
    if rng.random() < 0.4 and len(hidden):
        line = hidden[-1:] if side % 2 == 0 else hidden[:1]
        line[:] = np.asarray(ink_on(ground), np.uint8)
    return picture
