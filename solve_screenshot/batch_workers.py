"""Who reads the pictures of a batch: processes on this machine, or the workers of a Dask cluster.

Either pool takes items and gives rows, in the order in which they are done. A picture that ends the process that reads
it (a mistake in a C library, memory that runs out) costs itself and nothing else. Where items come from and rows go is
not decided here.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from solve_screenshot.batch_inputs import Item

if TYPE_CHECKING:
    from concurrent.futures import Future

    from vision.learnt import Look

AHEAD = 3
"""Pictures a worker has before it at most, so that it never waits for the next."""
STUCK = 120.0
"""Seconds beyond the time limit for solving after which the process of one picture is ended."""
HOPELESS = 10
"""When so many pictures ended their process, and none did not, it is not for the pictures."""
CONNECT = 10.0
"""Seconds in which the scheduler of a Dask cluster must answer."""
ONE_THREAD = dict.fromkeys(
    ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS", "NUMEXPR_NUM_THREADS"), "1"
)
"""There is a process for every core; more threads would only be in one another's way."""


class PoolError(Exception):
    """Nobody is there to read; the message says why and what to do."""


class Row(NamedTuple):
    """A result. `line`: JSON, without its end. `outcome`: `unique`, `multiple`, `none` or `undecided`; or the kind of
    the error."""

    line: str
    outcome: str


Task = tuple[str, str, "bytes | None", float]
Work = Callable[[Task], Row]


def task_of(item: Item, time_limit: float) -> Task:
    """What a worker is given: plain values alone."""
    return item.name, item.path, item.data, time_limit


def work(task: Task, looks: tuple[bytes, ...] = ()) -> Row:
    """Read and solve one picture, by learnt looks where it takes them: each as a file that `looks export` writes.

    Runs in a worker; never raises.
    """
    name, path, data, time_limit = task
    try:
        import cv2

        from solve_screenshot.answer import of_picture
        from solve_screenshot.result import Question

        cv2.setNumThreads(1)
        answer = of_picture(
            path or name, Question(time_limit=time_limit, difficulty=True, looks=_looks(looks)), data=data
        )
        result = answer.to_json()
        outcome = answer.error.kind if answer.error else answer.solutions or "undecided"
    except Exception as error:
        what = " ".join(f"{type(error).__name__}: {error}".split())
        return failed(
            name, "unsupported", f"Reading it failed by a mistake of this program ({what}). Please report it."
        )
    return Row(json.dumps(result | {"image": name}), outcome)


@lru_cache(maxsize=4)
def _looks(files: tuple[bytes, ...]) -> tuple[Look, ...]:
    """Learnt looks from their files, for all pictures of a worker."""
    from vision.learnt import from_zip

    return tuple(map(from_zip, files))


def failed(name: str, kind: str, message: str) -> Row:
    """The row of a picture that was not read."""
    from solve_screenshot.result import Answer, Failure

    return Row(json.dumps(Answer(name, error=Failure(kind, message)).to_json()), kind)


def _lost(name: str, how: str) -> Row:
    return failed(
        name, "unsupported", f"Reading it ended the process ({how}), as where memory runs out. Please report it."
    )


# --- this machine -----------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Process:
    """One worker process and what lies before it: items and their futures, the one it is at first.

    `since`: when it came to that one. `lone`: nothing may be laid behind it. `executor`: None until there is work, and
    after the process died.
    """

    executor: Any = None
    tasks: deque[tuple[Item, Future[Row]]] = field(default_factory=deque)
    since: float = 0.0
    lone: bool = False


def on_this_machine(
    items: Iterator[Item], workers: int, time_limit: float, work: Work = work
) -> Generator[Row, None, None]:
    """The rows of all items, read by so many processes. Raises `PoolError` where none of them lives.

    Each process has an executor of its own. What lay before one that died is read again, each with nothing behind it:
    so it is known which picture it was. Items that are errors come back as rows.
    """
    pool = _Pool([_Process() for _ in range(workers)], items, time_limit, work)
    try:
        yield from pool.rows()
    finally:
        for process in pool.processes:
            _stop(process)


@dataclass(slots=True)
class _Pool:
    """The processes, what is still to be read, and the `suspects`: items that lay before a process when it died."""

    processes: list[_Process]
    items: Iterator[Item]
    time_limit: float
    work: Work
    suspects: deque[Item] = field(default_factory=deque)
    read: int = 0
    lost: int = 0

    def rows(self) -> Iterator[Row]:
        import warnings
        from concurrent.futures import FIRST_COMPLETED, wait

        # A process that dies is nothing to warn of here: it is dealt with.
        warnings.filterwarnings("ignore", category=UserWarning, module="joblib.externals.loky")
        while True:
            yield from self._handed_out()
            busy = {process.tasks[0][1]: process for process in self.processes if process.tasks}
            if not busy:
                return
            ready, _ = wait(busy, timeout=1.0, return_when=FIRST_COMPLETED)
            for future in ready:
                yield from self._done(busy[future])
            for process in self.processes:
                if process.tasks and time.monotonic() - process.since > self.time_limit + STUCK:
                    (item, _), *others = process.tasks
                    self.suspects.extend(other for other, _ in others)
                    _stop(process)
                    yield failed(item.name, "unsupported", "Reading it did not come to an end. Please report it.")

    def _handed_out(self) -> Iterator[Row]:
        """Give every process enough to do; the rows are those of items that nobody can read."""
        for _ in range(AHEAD):
            for process in self.processes:
                if process.lone or len(process.tasks) >= AHEAD:
                    continue
                lone = not process.tasks and bool(self.suspects)
                item = self.suspects.popleft() if lone else next(self.items, None)
                while item is not None and item.error:
                    yield failed(item.name, "unreadable_file", item.error)
                    item = next(self.items, None)
                if item is not None:
                    self._given(process, item, lone)

    def _given(self, process: _Process, item: Item, lone: bool) -> None:
        from joblib.externals.loky.process_executor import BrokenProcessPool, ShutdownExecutorError

        process.executor = process.executor or _started()
        try:
            future = process.executor.submit(self.work, task_of(item, self.time_limit))
        except (BrokenProcessPool, ShutdownExecutorError):  # it died a moment ago
            self.suspects.append(item)
            if not process.tasks:
                _stop(process)
            return
        if not process.tasks:
            process.since = time.monotonic()
        process.lone = lone
        process.tasks.append((item, future))

    def _done(self, process: _Process) -> Iterator[Row]:
        """What a process is through with, or what remains of it."""
        from joblib.externals.loky.process_executor import BrokenProcessPool

        while process.tasks and process.tasks[0][1].done():
            item, future = process.tasks.popleft()
            process.since = time.monotonic()
            try:
                row = future.result()
            except BrokenProcessPool as death:
                others = [other for other, _ in process.tasks]
                lone = process.lone
                _stop(process)
                self.suspects.extend(others)
                if not lone:
                    self.suspects.append(item)
                    continue
                self.lost += 1
                if self.lost >= HOPELESS and not self.read:
                    raise PoolError(
                        f"every process that should read pictures ends at once ({_exit_code(death)})."
                    ) from death
                yield _lost(item.name, _exit_code(death))
            else:
                process.lone = False
                self.read += 1
                yield row


def _started() -> Any:
    from joblib.externals.loky import ProcessPoolExecutor

    return ProcessPoolExecutor(max_workers=1, initializer=begin, initargs=(os.getpid(),), env=ONE_THREAD)


def _stop(process: _Process) -> None:
    process.tasks.clear()
    process.lone = False
    if process.executor is not None:
        process.executor.shutdown(wait=True, kill_workers=True)
        process.executor = None


def begin(parent: int) -> None:
    """In a worker, before its first picture: end with the process that started it, however that ends."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one that keeps the results

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(0.5)
        os._exit(1)

    if hasattr(os, "getppid") and os.name == "posix":
        threading.Thread(target=watch, daemon=True).start()


def _exit_code(death: BaseException) -> str:
    """`SIGKILL(-9)`, as the executor's message has it."""
    found = re.search(r"\{([^{}]*)\}", str(death))
    return found[1] if found else "for no reason that is known"


# --- a cluster --------------------------------------------------------------------------------------------------------


def on_cluster(items: Iterator[Item], address: str, time_limit: float, work: Work = work) -> Generator[Row, None, None]:
    """The rows of all items, read by the workers of a Dask cluster; the files are read here, and sent.

    What a worker was at when it died is given to another one by the scheduler, several times; then, at the end, once
    more with nothing beside it. Raises `PoolError` where there is no cluster, or no longer.
    """
    import warnings
    from concurrent.futures import CancelledError

    from distributed import Client, as_completed
    from distributed.scheduler import KilledWorker

    warnings.filterwarnings("ignore", message="Sending large graph")
    lost = (
        f"the connection to the Dask scheduler at {address} was lost; start again when it is back, to go on from here."
    )
    with _quiet(), _connected(Client, address) as client:
        _check_workers(client)
        before: dict[Any, Item] = {}
        suspects: deque[Item] = deque()
        done: Any = as_completed(loop=client.loop)
        lone = False
        while True:
            most = AHEAD * max(4, sum(client.ncores().values()))
            while len(before) < most and (item := _loaded(next(items, None))) is not None:
                if item.error:
                    yield failed(item.name, "unreadable_file", item.error)
                    continue
                _submitted(client, work, item, time_limit, before, done)
            if not before and suspects:
                lone = True
                _submitted(client, work, suspects.popleft(), time_limit, before, done)
            if not before:
                return
            try:
                future = next(done)
                read = before.pop(future)
                yield future.result()
            except KilledWorker:
                if lone:
                    yield _lost(read.name, "several workers died at it")
                else:
                    suspects.append(read)
            except (CancelledError, OSError, TimeoutError) as error:
                raise PoolError(lost) from error


def _submitted(client: Any, work: Work, item: Item, time_limit: float, before: dict[Any, Item], done: Any) -> None:
    future = client.submit(work, task_of(item, time_limit), pure=False)
    before[future] = item
    done.add(future)


def _loaded(item: Item | None) -> Item | None:
    """The item with its bytes, or with the reason why there are none: a worker elsewhere has not these files."""
    from vision.errors import UnreadableError
    from vision.image import read_bytes

    if item is None or item.data is not None or item.error:
        return item
    try:
        return replace(item, data=read_bytes(item.path, item.name))
    except UnreadableError as error:
        return replace(item, error=error.message)


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Dask tells at length of connections that break; what matters is said in one sentence by who catches it."""
    import logging

    logger = logging.getLogger("distributed")
    level = logger.level
    logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        logger.setLevel(level)


def _connected(client: Any, address: str) -> Any:
    try:
        return client(address, timeout=CONNECT, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise PoolError(f"no Dask scheduler answers at {address}; start one, or check the address.") from error


def _check_workers(client: Any) -> None:
    """Raises `PoolError` where workers lack this program, or have another version of it."""
    from solve_screenshot import __version__

    try:
        versions = set(client.run(_version).values())
    except ImportError as error:
        raise PoolError(f"the Dask workers lack solve-screenshot ({error}); install it where they run.") from error
    if versions - {__version__}:
        raise PoolError(
            f"the Dask workers have solve-screenshot {', '.join(sorted(versions))}, and this is {__version__}; "
            "install the same where they run."
        )


def _version() -> str:
    from solve_screenshot import __version__

    return __version__
