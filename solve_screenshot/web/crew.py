"""The processes that work for the server: each task has a time limit, and may end its process without harm to others.

No more tasks are taken than can be done soon; who comes then is told that the server is busy. What the tasks are is not
decided here (`tasks.py`).
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import CancelledError
from typing import Any

AHEAD = 8
"""Tasks that wait for each process at most. A picture takes some hundredths of a second."""
LEAST, MOST = 2, 8
"""Processes: at least two, so that one dear picture does not hold up all others."""
TRIES = 2
"""A task whose process died is done once more: another one may have died with it, or somebody ended it."""


class BusyError(Exception):
    """As many tasks are waiting as will be done soon."""


class LateError(Exception):
    """The task did not come to an end in its time; its process was ended."""


class LostError(Exception):
    """The task ended its process, each time it was tried."""


class Crew:
    """Processes that work; to be used on one event loop."""

    def __init__(self, workers: int | None = None) -> None:
        """`workers`: how many processes; one for each core if not given."""
        self.workers = workers or max(LEAST, min(MOST, os.cpu_count() or 1))
        self.most = self.workers * AHEAD
        self._pool: Any = None
        self._taken = 0

    def start(self) -> None:
        """Start the processes, which load what they need."""
        from multiprocessing import get_context

        from pebble import ProcessPool

        self._pool = ProcessPool(
            max_workers=self.workers,
            initializer=_begin,
            initargs=(os.getpid(),),
            context=get_context("spawn"),
        )
        for _ in range(self.workers):
            self._pool.schedule(_nothing)

    def stop(self) -> None:
        """End all processes, whatever they are at."""
        if self._pool is not None:
            self._pool.stop()
            self._pool.join()
            self._pool = None

    def take(self) -> Place:
        """A place for one task, to be held while its request is read and answered. Raises `BusyError`."""
        if self._taken >= self.most:
            raise BusyError
        return Place(self)

    def enter(self) -> None:
        """One more task is there."""
        self._taken += 1

    def leave(self) -> None:
        """One task is done."""
        self._taken -= 1

    async def run(self, seconds: float, work: Callable[..., Any], *arguments: Any) -> Any:
        """What the work gives, done in one of the processes. Raises what it raises, `LateError` and `LostError`."""
        from pebble import ProcessExpired

        for _ in range(TRIES):
            try:
                return await asyncio.wrap_future(self._pool.schedule(work, args=arguments, timeout=seconds))
            except TimeoutError as late:
                raise LateError from late
            except (ProcessExpired, CancelledError):
                continue
        raise LostError


class Place:
    """A place in the queue, held within a `with` block."""

    def __init__(self, crew: Crew) -> None:
        self._crew = crew

    def __enter__(self) -> None:
        self._crew.enter()

    def __exit__(self, *_: object) -> None:
        self._crew.leave()


def _begin(parent: int) -> None:
    """In a process, before its first task."""
    import sys

    import cv2

    from solve_screenshot.batch_workers import begin
    from solve_screenshot.web.tasks import ready

    begin(parent)
    cv2.setNumThreads(1)
    sys.tracebacklimit = 0  # what fails is said by who asked
    ready()


def _nothing() -> None:
    """The first task of a process: it is started for it."""
