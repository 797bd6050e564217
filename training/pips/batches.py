"""Drawn pages of Pips as batches, made in a process of their own and changed in colour for training."""

from __future__ import annotations

import multiprocessing
import os
import queue
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from samples.drawn.pips.cuts import Part, Patch, Window, part, patches, window
from training.batches import _recolouring

# Parts in a batch, windows (by their places), patches of each page, sheets of tags.
# WAITING, KEPT: batches that wait, and that are kept to be trained on again.
PARTS, PLACES, PER_PAGE, SHEETS = 12, 520, 7, 3
WAITING, KEPT = 6, 120
RECOLOURED = 0.2
# Windows have one of these numbers of rows and columns.
SIDES = (5, 6, 7, 8, 9, 10, 11, 12)


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """Pages' parts, lists of windows of one size each, and patches. `next_index`: the first page not drawn yet.

    Where patches alone are trained there are no parts and no windows.
    """

    parts: list[Part]
    windows: list[list[Window]]
    patches: list[Patch]
    next_index: int


def drawn(seed: int, index: int) -> Iterator[Batch]:
    from samples.drawn.pips.page import draw_page, tag_sheet

    bins: dict[tuple[int, int], list[Window]] = {}
    parts: list[Part] = []
    some: list[Patch] = []
    full: list[list[Window]] = []
    while True:
        rng = Random(f"cut/{seed}/{index}")
        try:
            page = draw_page(seed, index)
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
            some += patches(rng, page, PER_PAGE)
        except Exception as error:  # hours of training do not end because of one page; the message is seen
            print(f"\npage {index} of seed {seed}: {error!r}", file=sys.stderr, flush=True)
        index += 1
        if len(parts) >= PARTS and full:
            for _ in range(SHEETS):
                some += patches(rng, tag_sheet(rng), 24)
            yield Batch(parts, full, some, index)
            parts, some, full = [], [], []


def drawn_patches(seed: int, index: int) -> Iterator[Batch]:
    """Patches alone: of a page, and of as many sheets of tags as come with `PARTS` pages."""
    from samples.drawn.pips.page import draw_page, tag_sheet

    while True:
        rng = Random(f"patches/{seed}/{index}")
        some = patches(rng, draw_page(seed, index), 4 * PER_PAGE)
        for _ in range(SHEETS):
            some += patches(rng, tag_sheet(rng), 24)
        index += 1
        yield Batch([], [], some, index)


def _work(seed: int, index: int, patches_alone: bool, waiting: multiprocessing.Queue[Batch]) -> None:
    import cv2

    cv2.setNumThreads(1)
    os.nice(max(0, 15 - os.nice(0)))
    for batch in drawn_patches(seed, index) if patches_alone else drawn(seed, index):
        waiting.put(batch)


class Drawing:
    """The process that draws. Where it is slower than training, batches of before come again, changed otherwise."""

    def __init__(self, seed: int, index: int, patches_alone: bool = False) -> None:
        context = multiprocessing.get_context("spawn")
        self._waiting: multiprocessing.Queue[Batch] = context.Queue(WAITING)
        self._process = context.Process(target=_work, args=(seed, index, patches_alone, self._waiting), daemon=True)
        self._process.start()
        self._kept: list[Batch] = []
        self._random = np.random.default_rng(seed + index)
        self.index, self.fresh, self.taken = index, 0, 0

    def take(self) -> tuple[Batch, np.random.Generator]:
        try:
            batch = self._waiting.get(block=len(self._kept) < KEPT // 4, timeout=120)
            self.index = batch.next_index
            self.fresh += 1
            if len(self._kept) < KEPT:
                self._kept.append(batch)
            else:
                self._kept[int(self._random.integers(KEPT))] = batch
        except queue.Empty:
            if not self._process.is_alive():
                raise RuntimeError("The process that draws pages has ended; see its message above.") from None
            if not self._kept:
                return self.take()
            batch = self._kept[int(self._random.integers(len(self._kept)))]
        self.taken += 1
        return batch, self._random

    def close(self) -> None:
        self._process.terminate()


def images(pictures: list[NDArray[np.uint8]], chance: np.random.Generator | None) -> NDArray[np.uint8]:
    """Pictures in one array, some recoloured: (N, H, W, 3)."""
    array = np.stack(pictures)
    if chance is not None:
        for k in range(len(array)):
            if chance.random() < RECOLOURED:
                array[k] = _recolouring(chance)(array[k])
    return array
