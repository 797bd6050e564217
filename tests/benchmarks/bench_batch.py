"""How fast `batch` is beside one process that does the same work, and what a million pictures cost.

    python -m tests.benchmarks.bench_batch [--workers N] [--times N] [FOLDER]

Each picture of the folder (samples/tango, if none is named) is read some times over: once by one process alone, and
once by `batch` with a worker for each core, its start and its file of results included. What is compared is

* by the clock: pictures a second, of the batch, as a part of what as many processes would do that work alone. Only a
  machine with nothing else to do tells that rightly;
* by the processor: the time a picture takes alone, as a part of what it takes in the batch, the work of the one that
  hands out and writes down included. That holds beside others as well.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from solve_screenshot.batch import Wanted, run
from solve_screenshot.batch_inputs import items
from solve_screenshot.batch_workers import task_of, work

ROOT = Path(__file__).resolve().parents[2]


def copies(folder: Path, times: int, out: Path) -> int:
    """So many copies of each picture of a folder, each in a folder of its own; their number."""
    for number in range(times):
        place = out / f"{number:04}"
        place.mkdir(parents=True)
        for item in items([str(folder)]):
            shutil.copy(item.path, place)
    return sum(1 for _ in items([str(out)]))


def timed(task: Callable[[], object]) -> tuple[float, float]:
    """Seconds by the clock, and of the processor: of this process and of those it started and ended."""
    began, spent = time.monotonic(), _processor()
    task()
    return time.monotonic() - began, _processor() - spent


def _processor() -> float:
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def main() -> int:
    """The command line; see the top of this file."""
    parser = argparse.ArgumentParser(description="Measure the throughput of batch.")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "samples" / "tango")
    parser.add_argument("--times", type=int, default=4, help="copies of each picture")
    parser.add_argument("--workers", type=int, default=len(os.sched_getaffinity(0)))
    options = parser.parse_args()
    cores = options.workers
    with tempfile.TemporaryDirectory() as scratch:
        shots, few = Path(scratch) / "shots", Path(scratch) / "few"
        number = copies(options.folder, options.times, shots)
        tasks = [task_of(item, 60) for item in items([str(shots)])]
        few.mkdir()
        for index in range(cores):
            shutil.copy(tasks[0][1], few / f"{index}{Path(tasks[0][1]).suffix}")

        def batch(folder: Path) -> object:
            return run(Wanted((str(folder),), Path(scratch) / f"{folder.name}.jsonl", workers=cores))

        work(tasks[0])  # what is imported once
        alone = timed(lambda: [work(task) for task in tasks])
        start = timed(lambda: batch(few))
        whole = timed(lambda: batch(shots))
    print(f"{number} pictures, {cores} workers; load of the machine {os.getloadavg()[0]:.1f}")
    for name, (clock, spent) in (("alone", alone), ("batch", whole)):
        print(
            f"{name}: pictures a second by the clock {number / clock:.2f}, a second of processor {number / spent:.2f}"
        )
    print(f"start: {start[1]:.2f} s of processor for {cores} workers and a picture each")
    going = whole[1] - start[1]
    print(f"batch as part of {cores} x alone, by the clock: {alone[0] / whole[0] / cores:.1%}")
    print(
        f"by the processor: {alone[1] / whole[1]:.1%}, without the start {alone[1] * (1 - cores / number) / going:.1%}"
    )
    hours = going / (number - cores) * 1e6 / 3600
    print(f"a million pictures: {hours:.1f} hours of one core, {hours / cores:.1f} hours of {cores}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
