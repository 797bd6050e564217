"""The process that draws: its batches are trained on as they come, and again, changed otherwise, where it is slower."""

from __future__ import annotations

import multiprocessing
import queue
from collections.abc import Callable, Iterator
from typing import Generic, Protocol, TypeVar

import numpy as np

# Batches that wait for the trainer, and batches that are kept to be trained on again where none waits.
WAITING, KEPT = 8, 160


class Drawn(Protocol):
    """A batch. `next_index`: the first index of its generator that has not been drawn yet."""

    @property
    def next_index(self) -> int: ...


Some = TypeVar("Some", bound=Drawn)
Generator = Callable[[int, int], Iterator[Some]]
"""Batches without end, by a seed and the index from which on; a function at the top level of a module."""


def _work(generator: Generator[Some], seed: int, index: int, waiting: multiprocessing.Queue[Some]) -> None:
    import cv2

    cv2.setNumThreads(1)
    for batch in generator(seed, index):
        waiting.put(batch)


class Drawing(Generic[Some]):
    """The process and what came from it. `fresh` of the batches `taken` were new."""

    def __init__(self, generator: Generator[Some], seed: int, index: int) -> None:
        context = multiprocessing.get_context("spawn")
        self._waiting: multiprocessing.Queue[Some] = context.Queue(WAITING)
        self._process = context.Process(target=_work, args=(generator, seed, index, self._waiting), daemon=True)
        self._process.start()
        self._kept: list[Some] = []
        self._random = np.random.default_rng(seed + index)
        self.index, self.fresh, self.taken = index, 0, 0

    def take(self) -> tuple[Some, np.random.Generator]:
        """The next batch, and the chance by which it is to be changed."""
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
                raise RuntimeError("The process that draws has ended; see its message above.") from None
            if not self._kept:
                return self.take()
            batch = self._kept[int(self._random.integers(len(self._kept)))]
        self.taken += 1
        return batch, self._random

    def close(self) -> None:
        """End the process."""
        self._process.terminate()
