"""How fast Pips is solved and counted, in u (see `unit`).

    python -m tests.benchmarks.bench_pips              # the newspaper's puzzles: first solutions, and exact counts
    python -m tests.benchmarks.bench_pips --loose      # and the boards with very many solutions; takes minutes
    python -m tests.benchmarks.bench_pips --cpsat      # and CP-SAT for the first solutions of the hard ones

Each puzzle is made anew and solved cold, in rounds by turns with u, and its quickest round is taken. The puzzles
are the developers' (`../shared/pips_daily`, whose counts are checked, and `../shared/boards/pips_loose.json`).
Nothing asserts a time.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from math import inf
from pathlib import Path
from time import process_time

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))  # so that the file can be run by its path as well

from solver import cpsat  # noqa: E402  (the path comes first)
from solver.errors import SearchTimeout  # noqa: E402  (the path comes first)
from solver.pips import search  # noqa: E402  (the path comes first)
from solver.pips.puzzle import PipsPuzzle  # noqa: E402  (the path comes first)
from tests.benchmarks.unit import unit  # noqa: E402  (the path comes first)

SHARED = ROOT.parent / "shared"
ROUNDS = 7
WANTED = {"hard first": 0.8, "hard count": 5.0}
"""In u, all 88 puzzles together; 1.0 for the other sets. No first solution is to take more than 0.04 u."""

SECONDS = 10.0
"""So long a board of many solutions is counted."""


def main(arguments: list[str]) -> None:
    counts = json.loads((SHARED / "pips_daily" / "counts.json").read_text())
    days = {date: json.loads((SHARED / "pips_daily" / f"{date}.json").read_text()) for date in counts}
    print(f"{'88 puzzles':<14}{'u':>8}{'wanted':>8}{'ms':>8}   {'the three that take longest, in u'}")
    for level in ("easy", "medium", "hard"):
        for name, question in (("first", search.first), ("count", search.count)):
            times = measure({date: day[level] for date, day in days.items()}, question)
            for date, known in counts.items():
                if name == "count" and known[level] is not None:
                    assert times[date][2] == known[level], date
            report(f"{level} {name}", times)
    if "--cpsat" in arguments:
        report("hard CP-SAT", measure({date: day["hard"] for date, day in days.items()}, cpsat.first, 1))
    if "--loose" in arguments:
        loose()


def measure(
    puzzles: dict[str, object], question: Callable[[PipsPuzzle], object], rounds: int = ROUNDS
) -> dict[str, tuple[float, float, object]]:
    """For each puzzle its quickest round in seconds, the quickest u about that time, and the answer."""
    found: dict[str, tuple[float, float, object]] = dict.fromkeys(puzzles, (inf, inf, None))
    for _ in range(rounds):
        for name, data in puzzles.items():
            puzzle = PipsPuzzle.from_json(data)  # type: ignore[arg-type]
            u = unit(20_000)
            started = process_time()
            answer = question(puzzle)
            seconds = process_time() - started
            before, old_u, _ = found[name]
            found[name] = min(before, seconds), min(old_u, u), answer
    return found


def report(name: str, times: dict[str, tuple[float, float, object]]) -> None:
    u = sorted(u for _, u, _ in times.values())[len(times) // 2]
    slowest = sorted(times, key=lambda date: times[date][0])[:-4:-1]
    total = sum(seconds for seconds, _, _ in times.values())
    worst = ", ".join(f"{times[date][0] / u:.3f} ({date})" for date in slowest)
    print(f"{name:<14}{total / u:>8.2f}{WANTED.get(name, 1.0):>8.1f}{total * 1000:>8.1f}   {worst}", flush=True)


def loose() -> None:
    """The boards with very many solutions: how long the first takes, and how many are counted to the end."""
    boards = json.loads((SHARED / "boards" / "pips_loose.json").read_text())
    print(f"\n{'board':<7}{'dominoes':>9}{'first, ms':>11}{'count, s':>10}   solutions")
    exact, slowest = 0, 0.0
    for number, data in enumerate(boards):
        puzzle = PipsPuzzle.from_json(data)
        started = process_time()
        try:
            search.first(puzzle, time_limit=SECONDS)
        except SearchTimeout:
            print("no solution found in time")
        first = process_time() - started
        slowest = max(slowest, first)
        started = process_time()
        try:
            solutions = f"{search.count(puzzle, time_limit=SECONDS):,}"
            exact += 1
        except SearchTimeout as late:
            solutions = f"at least {late.found:,}"
        seconds = process_time() - started
        print(f"{number:<7}{len(puzzle.dominoes):>9}{first * 1000:>11.1f}{seconds:>10.2f}   {solutions}", flush=True)
    print(f"first solutions: {slowest:.3f} s at most; counted exactly within {SECONDS:.0f} s: {exact} of {len(boards)}")


if __name__ == "__main__":
    main(sys.argv[1:])
