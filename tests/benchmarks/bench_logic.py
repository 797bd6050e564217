"""How long hints and new boards take, in u (see `unit`).

    python -m tests.benchmarks.bench_logic              # everything; some minutes
    python -m tests.benchmarks.bench_logic hints        # or: pips, queens, steps, generate

`hints`: grid boards without a clue to spare, from the first to the last step; the boards of
`nested_boards.txt`, which need a what-if in a what-if; and the first steps of the 20x20 of `minimal_boards.txt`.
`pips`: every one of the newspaper's puzzles (`../shared/pips_daily`), bare and half full. `queens`: the real boards
(`../shared/boards/queens.json`), from the first to the last step. `steps`: on how many steps the first hint of each
newspaper's puzzle rests, how many lead to the first domino where the simplest rule is taken each time, as explanations
do. `generate`: new boards of all games. A hint is wanted in at most 1 u, a new Tango of 6x6, 10x10 and 14x14 in 0.1, 1
and 5 u, a Pips of 14 dominoes in 15 u, a Queens of 8x8 in 2 u (medians). Nothing asserts a time.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from math import inf
from pathlib import Path
from statistics import mean, median
from time import process_time

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))  # so that the file can be run by its path as well

import solver  # noqa: E402  (the path comes first)
from solver.binary import deduce  # noqa: E402  (the path comes first)
from solver.binary.puzzle import BinaryPuzzle  # noqa: E402  (the path comes first)
from solver.errors import NotGenerated  # noqa: E402  (the path comes first)
from solver.pips import deduce as pips_deduce  # noqa: E402  (the path comes first)
from solver.pips.knowledge import Board, needed  # noqa: E402  (the path comes first)
from solver.steps import LEVELS, Placed  # noqa: E402  (the path comes first)
from tests.benchmarks.bench_solver import made_up, minimal_boards  # noqa: E402  (the path comes first)
from tests.benchmarks.unit import unit  # noqa: E402  (the path comes first)

SHARED = ROOT.parent / "shared"
SEEDS = 9
KINDS = (("tango", 6), ("tango", 10), ("tango", 14), ("takuzu", 10), ("pips", 7), ("pips", 14), ("queens", 8))
FIRST_STEPS = 40
"""So many steps are measured of each 20x20."""


def main(arguments: list[str]) -> None:
    every = (
        ("hints", hints),
        ("pips", pips_hints),
        ("queens", queens_hints),
        ("steps", reasons),
        ("generate", generation),
    )
    for name, work in every:
        if not arguments or name in arguments:
            work()


def in_units(work: Callable[[], object], rounds: int = 1) -> float:
    """How long `work` takes in u; the quickest of some rounds."""
    return min(_once(work) / unit(50_000) for _ in range(rounds))


def _once(work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return process_time() - start


def hints() -> None:
    """The next step on grid boards, step by step to the end."""
    for size, seeds in ((6, 12), (10, 8), (14, 4)):
        _report(f"{size}x{size}, none to spare", [made_up("takuzu", size, seed) for seed in range(seeds)])
    _report("that need nested what-ifs", nested_boards())
    _report(f"20x20, {FIRST_STEPS} steps", minimal_boards(), FIRST_STEPS)


def _report(name: str, puzzles: list[BinaryPuzzle], steps: int = 1 << 30) -> None:
    times: dict[bool, list[float]] = {False: [], True: []}
    for puzzle in puzzles:
        for _ in range(steps):
            step = deduce.hint(puzzle)
            if step is None:
                break
            times[step.rule == "nested what if"].append(in_units(partial(deduce.hint, puzzle), 2))
            for (r, c), symbol in step.filled:
                puzzle = puzzle.with_cell(r, c, symbol)
    others, nested = times[False], times[True]
    more = f"; {len(nested)} nested what-ifs, {max(nested):.2f} u at most" if nested else ""
    print(
        f"hints, {name}: {len(others)} steps, {mean(others):.3f} u mean, {max(others):.2f} u at most{more}", flush=True
    )


def nested_boards() -> list[BinaryPuzzle]:
    """The boards of `nested_boards.txt`, which has more about them."""
    lines = (Path(__file__).parent / "nested_boards.txt").read_text().splitlines()
    return [BinaryPuzzle.from_notation(line) for line in lines if not line.startswith("#")]


def pips_hints() -> None:
    """The next domino of each published puzzle, at the start and with half of the dominoes laid."""
    counts = json.loads((SHARED / "pips_daily" / "counts.json").read_text())
    for level in ("easy", "medium", "hard"):
        times = []
        for date in counts:
            data = json.loads((SHARED / "pips_daily" / f"{date}.json").read_text())[level]
            puzzle = solver.PipsPuzzle.from_json(data)
            laid: list[Placed] = [
                ((a, b), ((here[0], here[1]), (there[0], there[1])))
                for (a, b), (here, there) in zip(puzzle.dominoes, data["solution"], strict=True)
            ]
            for placed in ([], laid[: len(laid) // 2]):
                times.append((in_units(partial(solver.hint, puzzle, placed=placed), 3), date))
        (worst, date), spent = max(times), [time for time, _ in times]
        over = sum(time > 1 for time in spent)
        print(
            f"hints, Pips {level}: {len(spent)}, {mean(spent):.3f} u mean, {worst:.2f} u at most ({date}), "
            f"{over} over 1 u",
            flush=True,
        )


def reasons() -> None:
    """How many steps lead to the first domino of each published puzzle: as explained, and as its hint says."""
    for level in ("easy", "medium", "hard"):
        told: dict[str, list[int]] = {"explained": [], "hint": [], "hint without a what if": []}
        for puzzle in published(level):
            board = Board.begun(puzzle, ())
            steps = []
            for one in pips_deduce._steps(board, inf):
                steps.append(one)
                if one.found.lays:
                    break
            told["explained"].append(len(needed(steps, steps[-1:])) - 1)
            step = solver.hint(puzzle)
            assert step is not None
            told["hint"].append(len(step.chain))
            if not any("what if" in link.rule for link in step.chain):
                told["hint without a what if"].append(len(step.chain))
        for name, lengths in told.items():
            counted = ", ".join(f"{steps}: {times}" for steps, times in sorted(Counter(lengths).items()))
            print(f"steps, Pips {level}, {name}: {len(lengths)}, median {median(lengths):g}, {max(lengths)} at most")
            print(f"    {counted}", flush=True)


def published(level: str) -> Iterator[solver.PipsPuzzle]:
    """The newspaper's puzzles of a level."""
    for date in json.loads((SHARED / "pips_daily" / "counts.json").read_text()):
        yield solver.PipsPuzzle.from_json(json.loads((SHARED / "pips_daily" / f"{date}.json").read_text())[level])


def queens_hints() -> None:
    """The next step on each real board, step by step to the end; and how long the whole explanation takes."""
    times, whole = [], []
    for data in json.loads((SHARED / "boards" / "queens.json").read_text()):
        puzzle = solver.QueensPuzzle.from_json(data)
        whole.append(in_units(partial(solver.explain, puzzle)))
        while (step := solver.hint(puzzle)) is not None:
            times.append(in_units(partial(solver.hint, puzzle)))
            for (r, c), symbol in step.filled:
                puzzle = puzzle.with_cell(r, c, symbol)
    print(
        f"hints, Queens: {len(times)} steps, {mean(times):.3f} u mean, {max(times):.2f} u at most; "
        f"all steps of a board {median(whole):.3f} u median, {max(whole):.2f} u at most",
        flush=True,
    )


def generation() -> None:
    """New boards of each level."""
    for level in LEVELS:
        for game, size in KINDS:
            times, failed = [], 0
            for seed in range(SEEDS):
                work = partial(solver.generate, game, size, seed, difficulty=level)
                try:
                    times.append(in_units(work))
                except NotGenerated:
                    failed += 1
            fewer = f", {failed} not found" if failed else ""
            print(
                f"generate {game} {size} {level}: {median(times):.2f} u median, {max(times):.2f} u at most{fewer}",
                flush=True,
            )


if __name__ == "__main__":
    main(sys.argv[1:])
