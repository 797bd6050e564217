"""Drawn pages of Pips as batches, changed in colour for training."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from samples.drawn.pips.cuts import DominoPatch, Edge, Part, TagPatch, Window, dominoes, edges, part, tags, window
from training.batches import recolouring

# Pages of a batch, windows (by their places), tags and dominoes of each page, sheets of tags.
PAGES, PLACES, TAGS, DOMINOES, SHEETS = 12, 520, 4, 4, 3
# Edges of each page: under dominoes or beside them, and between bare places.
EDGES_LAID, EDGES_BARE = 14, 3
# Parts of a page where the finder alone is trained.
PARTS = 3
RECOLOURED = 0.2
# Windows have one of these numbers of rows and columns.
SIDES = (5, 6, 7, 8, 9, 10, 11, 12)


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """Pages' parts, lists of windows of one size each, tags, dominoes, edges. `next_index`: the first page to be drawn.

    Where one network alone is trained there is nothing for the others.
    """

    parts: list[Part]
    windows: list[list[Window]]
    tags: list[TagPatch]
    dominoes: list[DominoPatch]
    edges: list[Edge]
    next_index: int


def drawn(seed: int, index: int) -> Iterator[Batch]:
    return _drawn(seed, index, True)


def drawn_windows(seed: int, index: int) -> Iterator[Batch]:
    """Windows alone."""
    return _drawn(seed, index, False)


def _drawn(seed: int, index: int, with_others: bool) -> Iterator[Batch]:
    from samples.drawn.pips.page import draw_page, tag_sheet

    bins: dict[tuple[int, int], list[Window]] = {}
    parts: list[Part] = []
    some: list[TagPatch] = []
    tiles: list[DominoPatch] = []
    between: list[Edge] = []
    full: list[list[Window]] = []
    first = index
    while True:
        rng = Random(f"cut/{seed}/{index}")
        try:
            page = draw_page(seed, index)
            if with_others:
                parts.append(part(rng, page))
            rows, columns = (
                (page.board.rows, page.board.columns) if page.board else (rng.randint(3, 8), rng.randint(3, 8))
            )
            margin = rng.choice((2, 2, 2, 3))
            size = tuple(next(side for side in SIDES if side >= min(n + margin, SIDES[-1])) for n in (rows, columns))
            place = bins.setdefault((size[0], size[1]), [])
            place.append(window(rng, page, *size))
            if len(place) >= max(3, PLACES // (size[0] * size[1])):
                full.append(place)
                del bins[size[0], size[1]]
            if with_others:
                some += tags(rng, page, TAGS)
                tiles += dominoes(rng, page, DOMINOES)
                between += edges(rng, page, EDGES_LAID, EDGES_BARE)
        except Exception as error:  # hours of training do not end because of one page; the message is seen
            print(f"\npage {index} of seed {seed}: {error!r}", file=sys.stderr, flush=True)
        index += 1
        if index - first >= PAGES and full:
            for _ in range(SHEETS if with_others else 0):
                some += tags(rng, tag_sheet(rng), 24)
            yield Batch(parts, full, some, tiles, between, index)
            first, parts, some, tiles, between, full = index, [], [], [], [], []


def drawn_parts(seed: int, index: int) -> Iterator[Batch]:
    """Parts of pages for the finder alone, several of each page."""
    from samples.drawn.pips.page import draw_page

    while True:
        parts = []
        for _ in range(PAGES):
            rng = Random(f"parts/{seed}/{index}")
            page = draw_page(seed, index)
            parts += [part(rng, page) for _ in range(PARTS)]
            index += 1
        yield Batch(parts, [], [], [], [], index)


def drawn_edges(seed: int, index: int) -> Iterator[Batch]:
    """Edges alone."""
    from samples.drawn.pips.page import draw_page

    while True:
        some: list[Edge] = []
        for _ in range(PAGES):
            some += edges(Random(f"edges/{seed}/{index}"), draw_page(seed, index), EDGES_LAID, EDGES_BARE)
            index += 1
        yield Batch([], [], [], [], some, index)


def drawn_squares(seed: int, index: int) -> Iterator[Batch]:
    """Parts of pages for the finder of square boards."""
    from samples.drawn.finding import draw_part

    while True:
        parts = []
        for _ in range(PAGES):
            parts += draw_part(seed, index, PARTS)
            index += 1
        yield Batch(parts, [], [], [], [], index)


def drawn_tags(seed: int, index: int) -> Iterator[Batch]:
    """Tags alone: of a page, and of as many sheets of them as come with `PAGES` pages."""
    from samples.drawn.pips.page import draw_page, tag_sheet

    while True:
        rng = Random(f"patches/{seed}/{index}")
        some = tags(rng, draw_page(seed, index), 6 * TAGS)
        for _ in range(SHEETS):
            some += tags(rng, tag_sheet(rng), 24)
        index += 1
        yield Batch([], [], some, [], [], index)


def drawn_dominoes(seed: int, index: int) -> Iterator[Batch]:
    """Dominoes alone."""
    from samples.drawn.pips.page import draw_page

    while True:
        some: list[DominoPatch] = []
        for _ in range(PAGES // 3):
            some += dominoes(Random(f"dominoes/{seed}/{index}"), draw_page(seed, index), 6 * DOMINOES)
            index += 1
        yield Batch([], [], [], some, [], index)


SQUARES = "squares"
SOURCES = {
    "all": drawn, "finder": drawn_parts, "windows": drawn_windows, "tags": drawn_tags,
    "dominoes": drawn_dominoes, "edges": drawn_edges, SQUARES: drawn_squares,
}  # fmt: skip
"""What can be trained: all networks together, or one that sees nothing else; `SQUARES`: the finder of square boards."""


def images(pictures: list[NDArray[np.uint8]], chance: np.random.Generator | None) -> NDArray[np.uint8]:
    """Pictures in one array, some recoloured: (N, H, W, 3)."""
    array = np.stack(pictures)
    if chance is not None:
        for k in range(len(array)):
            if chance.random() < RECOLOURED:
                array[k] = recolouring(chance)(array[k])
    return array
