"""How fast grid puzzles are solved with uniqueness proved, in boards per u (see `unit`), and against CP-SAT.

    python -m tests.benchmarks.bench_solver            # everything; CP-SAT takes most of a minute
    python -m tests.benchmarks.bench_solver --no-cpsat
    python -m tests.benchmarks.bench_solver queens     # only these; wanted: 0.02 u at the median, 0.2 u at most

`cold` begins each round with empty caches, as a program does that has just been started; `warm` keeps what earlier
boards left in them. The boards are the developers' 200 Takuzu (`../shared/boards/takuzu.json`) and the labelled Tango
of `../shared/real`, and 300 real Queens (`../shared/boards/queens.json`); where these are missing, boards are made up
here. Nothing asserts a time. Hints and
new boards are in `bench_logic`.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable, Iterable
from functools import partial
from itertools import pairwise
from pathlib import Path
from statistics import mean, median
from time import process_time
from types import ModuleType

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))  # so that the file can be run by its path as well

import solver  # noqa: E402  (the path comes first)
from solver import cpsat  # noqa: E402  (the path comes first)
from solver.binary import search  # noqa: E402  (the path comes first)
from solver.binary.puzzle import EMPTY, BinaryPuzzle  # noqa: E402  (the path comes first)
from solver.errors import MissingEngine  # noqa: E402  (the path comes first)
from solver.queens import search as queens_search  # noqa: E402  (the path comes first)
from solver.queens.puzzle import QueensPuzzle  # noqa: E402  (the path comes first)
from tests.benchmarks.unit import per_unit, unit  # noqa: E402  (the path comes first)
from tests.solver.queens_boards import made_up as made_up_queens  # noqa: E402  (the path comes first)

WANTED = {"takuzu 6": 1200, "takuzu 10": 280, "takuzu 14": 140, "tango 6": 1300}
"""Boards per u that the search is meant to reach; beside CP-SAT it is meant to be 50 times as fast."""

CPSAT_BOARDS = 12


def main(arguments: list[str]) -> None:
    if "queens" in arguments:
        queens()
        return
    print(f"u = {min(unit() for _ in range(5)) * 1000:.1f} ms\n")
    print(
        f"{'boards':<12}{'number':>7}{'cold/u':>9}{'warm/u':>9}{'wanted':>9}"
        f"{'ms cold':>9}{'ms warm':>9}{'x CP-SAT':>10}"
    )
    for name, puzzles in boards().items():
        work = partial(classify_all, puzzles)
        cold = per_unit(work, prepare=partial(forget, puzzles))
        warm = per_unit(work)
        ratio = "" if "--no-cpsat" in arguments else ratio_to_cpsat(puzzles)
        n = len(puzzles)
        print(
            f"{name:<12}{n:>7}{cold.per_unit * n:>9.0f}{warm.per_unit * n:>9.0f}{WANTED.get(name, ''):>9}"
            f"{cold.seconds * 1000 / n:>9.3f}{warm.seconds * 1000 / n:>9.3f}{ratio:>10}",
            flush=True,
        )
    print()
    for size, max_run, unique_lines, wanted in (
        (6, 2, False, 11_222),
        (6, 2, True, 4_140),
        (8, 2, False, 12_413_918),
        (8, 2, True, 4_111_116),
        (8, 3, False, 19_185_023_514),
        (8, 4, False, 116_963_796_250),
    ):
        start = process_time()
        empty = BinaryPuzzle("tango", size, [EMPTY * size] * size, max_run=max_run, unique_lines=unique_lines)
        found = search.count(empty)
        seconds = process_time() - start
        assert found == wanted, found
        rule = f", runs of {max_run}" + (", unlike lines" if unique_lines else "")
        print(f"empty {size}x{size}{rule}: {found:,} solutions counted in {seconds / unit():.1f} u ({seconds:.2f} s)")
    print()
    without_spare("14x14, none to spare", [made_up("takuzu", 14, seed) for seed in range(30)])
    without_spare("20x20, none to spare", minimal_boards())
    queens()


def queens() -> None:
    """Real boards of Queens, each its quickest of some rounds; and large ones, made up."""
    path = ROOT.parent / "shared" / "boards" / "queens.json"
    if path.exists():
        name, puzzles = "real", [QueensPuzzle.from_json(data) for data in json.loads(path.read_text())]
    else:
        name, made = "made up", [solver.generate("queens", 8, seed) for seed in range(50)]
        puzzles = [puzzle for puzzle in made if isinstance(puzzle, QueensPuzzle)]
    times = [1 / per_unit(partial(queens_search.classify, puzzle), rounds=5).per_unit for puzzle in puzzles]
    print(f"queens, {name}: {len(times)} boards, {median(times):.4f} u median, {max(times):.3f} u at most")
    large = [made_up_queens(random.Random(seed), 20) for seed in range(30)]
    times = [in_units(partial(queens_search.classify, puzzle)) for puzzle in large]
    print(f"queens, 20x20 at random: {len(times)} boards, {median(times):.3f} u median, {max(times):.2f} u at most")


def in_units(work: Callable[[], object]) -> float:
    """How long `work` takes, once, in u."""
    u = min(unit(100_000) for _ in range(3))
    start = process_time()
    work()
    return (process_time() - start) / u


def without_spare(name: str, puzzles: list[BinaryPuzzle]) -> None:
    """How long boards without a clue to spare take, each once and with empty caches."""
    times = []
    for puzzle in puzzles:
        forget([puzzle])
        times.append(in_units(partial(classify_all, [puzzle])))
    print(f"{name}: {len(times)} boards, {mean(times):.3f} u mean, {max(times):.2f} u worst")


def minimal_boards() -> list[BinaryPuzzle]:
    """The boards of `minimal_boards.txt`, which has more about them."""
    lines = (Path(__file__).parent / "minimal_boards.txt").read_text().splitlines()
    return [BinaryPuzzle.from_notation(line) for line in lines if not line.startswith("#")]


def classify_all(puzzles: Iterable[BinaryPuzzle], engine: ModuleType = search) -> None:
    for puzzle in puzzles:
        found = engine.classify(puzzle)
        assert found.verdict == "unique", puzzle


def forget(puzzles: list[BinaryPuzzle]) -> None:
    """Empty the caches, and keep the patterns: they are made once per size, whatever is asked."""
    search._TABLES.clear()
    search.tables(puzzles[0])


def ratio_to_cpsat(puzzles: list[BinaryPuzzle]) -> str:
    """How many times as long CP-SAT takes for the first boards, each engine its quickest of some rounds."""
    sample = puzzles[:CPSAT_BOARDS]
    try:
        theirs = per_unit(partial(classify_all, sample, cpsat), rounds=3)
    except MissingEngine as missing:
        return str(missing)
    return f"{theirs.seconds / per_unit(partial(classify_all, sample)).seconds:.0f}"


def boards() -> dict[str, list[BinaryPuzzle]]:
    """Puzzles with one solution each, by game and size."""
    found: dict[str, list[BinaryPuzzle]] = {}
    shared = ROOT.parent / "shared"
    takuzu = shared / "boards" / "takuzu.json"
    if takuzu.exists():
        for data in json.loads(takuzu.read_text()):
            puzzle = BinaryPuzzle.from_json(data)
            found.setdefault(f"takuzu {puzzle.size}", []).append(puzzle)
    for label in sorted(shared.glob("real/tango*/*.json")):
        data = json.loads(label.read_text()).get("puzzle")
        if data and data["size"] == 6:
            puzzle = BinaryPuzzle.from_json(data)
            if search.verdict(puzzle) == "unique":
                found.setdefault("tango 6", []).append(puzzle)
    if not found:
        print("../shared is not there: the boards are made up")
        for size in (6, 8, 10, 14):
            found[f"takuzu {size}"] = [made_up("takuzu", size, seed) for seed in range(20)]
        found["tango 6"] = [made_up("tango", 6, seed) for seed in range(60)]
    return dict(sorted(found.items(), key=lambda item: (item[0][:5], int(item[0].split()[1]))))


def made_up(game: str, size: int, seed: int) -> BinaryPuzzle:
    """A board with one solution that no clue can be taken from; a Tango with some markers first."""
    rng = random.Random(seed)
    puzzle = BinaryPuzzle(game, size, [EMPTY * size] * size)
    cells = [(r, c) for r in range(size) for c in range(size)]
    for r, c in rng.sample(cells, size * size // 4):
        with_one = puzzle.with_cell(r, c, rng.choice(puzzle.symbols))
        if search.first(with_one) is not None:
            puzzle = with_one
    solution = search.first(puzzle)
    assert solution is not None
    full = puzzle.with_cells(solution.cells)
    if game == "tango":
        full = full.variant(
            h=tuple(_some(rng, pairwise(row)) for row in full.cells),
            v=tuple(_some(rng, zip(a, b, strict=True)) for a, b in pairwise(full.cells)),
        )
    rng.shuffle(cells)
    for r, c in cells:
        without = full.with_cell(r, c, EMPTY)
        if search.verdict(without) == "unique":
            full = without
    return full


def _some(rng: random.Random, pairs: Iterable[tuple[str, str]]) -> str:
    """Markers, true of a full board, on some of the pairs of neighbours."""
    return "".join(("=" if a == b else "x") if rng.random() < 0.12 else EMPTY for a, b in pairs)


if __name__ == "__main__":
    main(sys.argv[1:])
