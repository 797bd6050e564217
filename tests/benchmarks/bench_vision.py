"""How long pictures take to decode and to read, and where the time of reading goes.

    python -m tests.benchmarks.bench_vision               the developers' pictures, where they are, and the samples
    python -m tests.benchmarks.bench_vision FOLDER...     all pictures of these folders
    python -m tests.benchmarks.bench_vision --rounds 9 --slowest 10

Each picture is decoded and read by turns, some rounds; its quickest decode and its quickest read count, refused ones
as well. `read/decode` is the ratio of the two sums of one run. Stages are parts of `read`, from a round of their own,
since taking them costs a little too. Nothing asserts a time.
"""

from __future__ import annotations

import argparse
import importlib
import inspect
import os
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import wraps
from math import inf
from pathlib import Path
from time import perf_counter
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))  # so that the file can be run by its path as well
for threads in ("OPENBLAS_NUM_THREADS", "OPENCV_FOR_THREADS_NUM"):
    os.environ.setdefault(threads, "1")  # as the command line does

from tests.benchmarks.unit import unit  # noqa: E402  (the path comes first)
from vision import UnreadableError, read  # noqa: E402  (the path comes first)
from vision.image import Image, load, pictures_in  # noqa: E402  (the path comes first)

REAL = ROOT.parent / "shared" / "real"
SAMPLES = ROOT / "samples" / "tango"

STAGES = {
    "locate": ("vision.finding.proposals",),
    "straighten": ("vision.judging.straight",),
    "network": ("vision.judging.classify", "vision.judging.classify_twice"),
    "interpret": ("vision.games.binary.interpretations",),
    "checksum": ("vision.games.binary.check",),
}
"""The functions, by the names under which they are called, whose time is a stage's. Missing ones are left out."""


@dataclass(frozen=True, slots=True)
class Timed:
    """One picture, in milliseconds."""

    path: Path
    megapixels: float
    decode: float
    read: float
    stages: dict[str, float]


def milliseconds(work: Callable[[], object]) -> float:
    start = perf_counter()
    with suppress(UnreadableError):
        work()
    return (perf_counter() - start) * 1000


@contextmanager
def watched(spent: dict[str, float]) -> Iterator[None]:
    """Within, the time spent in each stage is added up in `spent`, in milliseconds."""

    def watch(stage: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def step(iterator: Iterator[Any]) -> Iterator[Any]:
            while True:
                start = perf_counter()
                try:
                    item = next(iterator)
                except StopIteration:
                    return
                finally:
                    spent[stage] += (perf_counter() - start) * 1000
                yield item

        @wraps(function)
        def timed(*arguments: Any, **options: Any) -> Any:
            start = perf_counter()
            try:
                result = function(*arguments, **options)
            finally:
                spent[stage] += (perf_counter() - start) * 1000
            return step(result) if inspect.isgenerator(result) else result

        return timed

    changed: list[tuple[Any, str, Any]] = []
    for stage, names in STAGES.items():
        for name in names:
            module_name, _, attribute = name.rpartition(".")
            module = importlib.import_module(module_name)
            if hasattr(module, attribute):
                changed.append((module, attribute, getattr(module, attribute)))
                setattr(module, attribute, watch(stage, getattr(module, attribute)))
    try:
        yield
    finally:
        for module, attribute, function in reversed(changed):
            setattr(module, attribute, function)


def timed(path: Path, rounds: int) -> Timed | None:
    """The quickest decode and read of a picture; None if it cannot be decoded."""
    decode = reading = inf
    picture: Image | None = None
    for _ in range(rounds):
        try:
            picture = load(path)
        except UnreadableError:
            return None
        decode = min(decode, picture.milliseconds)
        shown = picture
        reading = min(reading, milliseconds(lambda: read(shown)))  # noqa: B023
    assert picture is not None
    stages: dict[str, float] = dict.fromkeys(STAGES, inf)
    for _ in range(min(rounds, 3)):
        spent: dict[str, float] = defaultdict(float)
        with watched(spent):
            milliseconds(lambda: read(shown))
        stages = {stage: min(least, spent[stage]) for stage, least in stages.items()}
    return Timed(path, picture.bgr.shape[0] * picture.bgr.shape[1] / 1e6, decode, reading, stages)


def line(name: str, some: list[Timed]) -> str:
    n = len(some)
    decode, reading = sum(one.decode for one in some), sum(one.read for one in some)
    parts = [sum(one.stages[stage] for one in some) / n for stage in STAGES]
    return (
        f"{name:<22}{n:>5}{sum(one.megapixels for one in some) / n:>7.2f}{decode / n:>9.2f}{reading / n:>9.2f}"
        f"{reading / decode:>13.2f}" + "".join(f"{part:>12.2f}" for part in parts)
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--slowest", type=int, default=0, help="print so many pictures that take longest to read")
    options = parser.parse_args()
    real = [REAL / name for name in ("tango", "tango-bulk", "takuzu", "none", "pips")]
    folders = options.folders or [folder for folder in (*real, SAMPLES) if folder.is_dir()]
    read(SAMPLES / "classic-crop.png")  # imports, templates and tables of the solver are loaded once
    print(f"u = {min(unit() for _ in range(3)) * 1000:.1f} ms; milliseconds per picture")
    print(
        f"{'pictures':<27}{'MP':>7}{'decode':>9}{'read':>9}{'read/decode':>13}"
        + "".join(f"{stage:>12}" for stage in STAGES)
    )
    everything: list[Timed] = []
    theirs: list[Timed] = []
    for folder in folders:
        some = [one for path in pictures_in(folder) if (one := timed(Path(path), options.rounds))]
        if some:
            print(line(f"{folder.parent.name}/{folder.name}", some), flush=True)
        everything += some
        theirs += some if folder in real else []
    if theirs and len(theirs) < len(everything):
        print(line("all of real", theirs))
    if everything:
        print(line("all", everything))
    for one in sorted(everything, key=lambda one: -one.read)[: options.slowest]:
        parts = ", ".join(f"{stage} {spent:.1f}" for stage, spent in one.stages.items())
        print(f"  {one.path.parent.name}/{one.path.name}: decode {one.decode:.1f}, read {one.read:.1f} ({parts})")


if __name__ == "__main__":
    main()
