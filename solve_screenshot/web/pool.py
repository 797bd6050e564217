"""The processes that work for the server: each task has a time limit, and may end its process without harm to others.

No more tasks are taken than can be done soon; who comes then is told that the server is busy. What the tasks are is not
decided here (`tasks.py`).
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
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


class Pool:
    """Processes that work, each with an executor of its own, so that none can take another with it; for one event loop.
    """

    def __init__(self, workers: int | None = None) -> None:
        """`workers`: how many processes; one for each core if not given."""
        self.workers = workers or max(LEAST, min(MOST, os.cpu_count() or 1))
        self.most = self.workers * AHEAD
        self._free: asyncio.Queue[_Process] = asyncio.Queue()
        self._processes: list[_Process] = []
        self._taken = 0

    async def start(self) -> None:
        """Start the processes, which load what they need."""
        self._processes = [_Process() for _ in range(self.workers)]
        for process in self._processes:
            await asyncio.to_thread(process.start)
            self._free.put_nowait(process)

    async def stop(self) -> None:
        """End all processes, whatever they are at."""
        await asyncio.gather(*(asyncio.to_thread(process.stop) for process in self._processes))

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
        for _ in range(TRIES):
            process = await self._free.get()
            try:
                return await process.work(seconds, work, *arguments)
            except _DiedError:
                continue
            finally:
                self._free.put_nowait(process)
        raise LostError


class _DiedError(Exception):
    """The process ended before its task did."""


class _Process:
    """One process, and another one in its place when it is gone."""

    def __init__(self) -> None:
        self._executor: Any = None

    def start(self) -> None:
        """Start the process."""
        from joblib.externals.loky import ProcessPoolExecutor

        from solve_screenshot.batch_workers import ONE_THREAD

        self._executor = ProcessPoolExecutor(
            max_workers=1, initializer=_begin, initargs=(os.getpid(),), env=ONE_THREAD
        )
        self._executor.submit(_nothing)

    def stop(self) -> None:
        """End the process at once."""
        if self._executor is not None:
            self._executor.shutdown(wait=True, kill_workers=True)
            self._executor = None

    def replace(self) -> None:
        """Another process in the place of this one."""
        self.stop()
        self.start()

    async def work(self, seconds: float, work: Callable[..., Any], *arguments: Any) -> Any:
        """What the work gives. Raises what it raises, `LateError` and `_DiedError`."""
        from joblib.externals.loky.process_executor import BrokenProcessPool, ShutdownExecutorError

        try:
            future = asyncio.wrap_future(self._executor.submit(work, *arguments))
            done, _ = await asyncio.wait((future,), timeout=seconds)
            if done:
                return future.result()
            future.cancel()
        except (BrokenProcessPool, ShutdownExecutorError) as death:
            await asyncio.to_thread(self.replace)
            raise _DiedError from death
        await asyncio.to_thread(self.replace)
        raise LateError


class Place:
    """A place in the queue, held within a `with` block."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    def __enter__(self) -> None:
        self._pool.enter()

    def __exit__(self, *_: object) -> None:
        self._pool.leave()


def _begin(parent: int) -> None:
    """In a process, before its first task."""
    import cv2

    from solve_screenshot.batch_workers import begin
    from solve_screenshot.web.tasks import ready

    begin(parent)
    cv2.setNumThreads(1)
    ready()


def _nothing() -> None:
    """The first task of a process: it is started for it."""
