"""Whole pages with a drawn board somewhere on them, and their labels: to measure a reader from the picture on."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

import cv2
import numpy as np

from samples.drawn.board import draw_scene
from samples.drawn.colours import hsl, ink_on, mix
from samples.drawn.glyphs import emoji, random_font, text_mask
from samples.drawn.gridlook import GridLook
from samples.drawn.inside import Lattice
from samples.drawn.make import SIZES, aged, cell_sizes, choose, labels_of
from samples.drawn.margin import stamp
from samples.drawn.others import lines_of_text
from samples.drawn.paint import blend, reduced
from samples.drawn.types import MOON, ONE, SUN, ZERO, Labels, Pixels

PLAIN = ("digit", "flat", "disc", "outlined", "hollow", "ring", "square", "stone", "hand")
"""Looks that are Takuzu's where there are no markers."""
ICONS = "⚙❓🏠🔍🔔👤📅🏆💡🔥⏰📊"


@dataclass(frozen=True, slots=True, eq=False)
class DrawnPage:
    """A page and its board. `lattice`: x and y of the board's corner, steps across and down, in pixels.

    Labels as in `DrawnBoard`."""

    picture: Pixels
    lattice: Lattice
    kinds: Labels
    names: Labels
    given: Labels
    h: Labels
    v: Labels
    look: str

    def label(self) -> dict[str, Any]:
        """As in `label.schema.json`, without the picture's name; `game_told`: whether the look tells the game."""
        size = len(self.kinds)
        named = set(np.unique(self.names).tolist())
        marked = bool(self.h.any() or self.v.any())
        takuzu = not ({SUN, MOON} & named) and not marked
        signs = ".01" if takuzu else ".SM"
        x, y, across, down = self.lattice
        rows = {
            "cells": [[signs[kind] for kind in row] for row in self.kinds],
            "h": [[".=x"[kind] for kind in row] for row in self.h],
            "v": [[".=x"[kind] for kind in row] for row in self.v],
        }
        game = "takuzu" if takuzu else "tango"
        puzzle = {"game": game, "size": size} | {key: ["".join(row) for row in each] for key, each in rows.items()}
        return {
            "game": game,
            "puzzle": puzzle,
            "board_bbox": [round(x), round(y), round(x + across * size), round(y + down * size)],
            "look": self.look,
            "game_told": bool({SUN, MOON} & named) or (not marked and self.look.split("/")[1] in PLAIN),
            "swap_ok": not {SUN, MOON, ZERO, ONE} & named,
        }


def _row_of_icons(rng: Random, page: Pixels, look: GridLook, cell: int) -> None:
    """Icons or buttons beside each other."""
    side = len(page)
    size, y, x = round(cell * rng.uniform(0.4, 0.9)), rng.randrange(side), rng.randrange(side)
    step = round(size * rng.uniform(1.2, 2.5))
    for number in range(rng.randint(2, 6)):
        picture = emoji(rng.choice(ICONS))
        if picture is not None and rng.random() < 0.7:
            blend(page, reduced(picture, size), x + number * step, y)
        else:
            cv2.circle(page, (x + number * step, y), size // 2, mix(look.page, look.text, 0.3), -1, cv2.LINE_AA)


def furnish(rng: Random, page: Pixels, look: GridLook, cell: int) -> None:
    """Headlines, text, buttons, cards, bars and icons all over a page."""
    side = len(page)
    for _ in range(rng.randint(0, 8)):
        kind = rng.choice(("text", "text", "headline", "button", "card", "bar", "icons"))
        x, y = rng.randrange(side), rng.randrange(side)
        wide, high = rng.randint(2 * cell, 6 * cell), rng.randint(cell // 2, 4 * cell)
        colour = mix(look.page, hsl(rng.uniform(0, 360), rng.choice((0, 70)), rng.uniform(10, 95)), rng.uniform(0.1, 1))
        if kind == "text":
            lines_of_text(rng, page, (x, y, min(side, x + wide), min(side, y + high)), max(5, cell // 4), look.text)
        elif kind == "headline":
            words = text_mask(
                rng.choice(("Tango", "Daily puzzle", "Takuzu", "Level 7")), random_font(rng), cell // 2, "a"
            )
            stamp(page, words, x, y, look.text)
        elif kind == "button":
            cv2.rectangle(page, (x, y), (x + 2 * cell, y + cell * 2 // 3), colour, -1)
            stamp(page, text_mask("Hint", random_font(rng), cell // 3, "H"), x + cell, y + cell // 3, ink_on(colour))
        elif kind == "card":
            cv2.rectangle(page, (x, y), (x + wide, y + high), colour, rng.choice((-1, 1, 2)))
        elif kind == "bar":
            part = page if rng.random() < 0.7 else page.swapaxes(0, 1)
            part[: max(1, cell * rng.randint(1, 3) // 2)] = np.asarray(colour, np.uint8)
        else:
            _row_of_icons(rng, page, look, cell)


def draw_page(seed: int, index: int, size: int | None = None) -> DrawnPage:
    """Page `index` of a seed; the board is whole and can be read."""
    rng = Random(f"page/{seed}/{index}/{size}")
    noise = np.random.default_rng(rng.getrandbits(48))
    size = size or rng.choices([n for n in SIZES if n % 2 == 0], [w for n, w in SIZES.items() if n % 2 == 0])[0]
    cell, final = cell_sizes(rng, size)
    look, grid = choose(rng, noise, size, cell, min(final, cell))
    margin = rng.choice((1.0, rng.uniform(1, 3), rng.uniform(2, 6)))
    scene = draw_scene(
        rng,
        look,
        grid,
        cell,
        min(final, cell),
        margin=margin,
        furnish=lambda page: furnish(rng, page, look.grid, cell),
    )
    left, top, right, bottom = (round(max(0.0, rng.uniform(-0.3, 0.97)) * scene.origin) for _ in range(4))
    picture = scene.picture[top : len(scene.picture) - bottom, left : len(scene.picture) - right]
    lattice = (float(scene.origin - left), float(scene.origin - top), float(cell), float(cell))
    h, v = grid.h.copy(), grid.v.copy()  # what is on the page; `aged` says which of it cannot be told
    picture, lattice = aged(rng, np.ascontiguousarray(picture), lattice, size, final / cell, look, grid)
    names, given = labels_of(look, grid)
    return DrawnPage(picture, lattice, grid.kinds, names, given, h, v, look.name)
