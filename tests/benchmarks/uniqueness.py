"""Where uniqueness ends and guess-free begins: which rules boards without a clue to spare need. See docs/uniqueness.md.

    python -m tests.benchmarks.uniqueness takuzu 6 --count 1000

A board is made from a random full one by taking clues and markers away while there is one solution, whatever rules it
takes; then it is told by the hardest rule of `solver.binary.deduce` it needs.
"""

from __future__ import annotations

import argparse
from collections import Counter
from math import inf
from random import Random

from solver.binary import deduce, search
from solver.binary.generate import _closed, _full, _marked, _reduced
from solver.binary.puzzle import EMPTY, BinaryPuzzle


def hardest(puzzle: BinaryPuzzle) -> str:
    """The hardest rule a board with one solution needs.

    A single what-if is asked for as the generator asks, without telling: on large boards that takes a hundredth of the
    time. Which of the other rules it is, or whether what-ifs have to be nested, the steps themselves say.
    """
    lines, known, _ = _closed(puzzle)
    t = search.tables(puzzle)
    if known[: t.n] != t.all_known:
        deduce._refutes((lines, known, set()), 2, puzzle.unique_lines, t, inf)
        if known[: t.n] == t.all_known:
            return "what if"
    return deduce.difficulty(puzzle).rule or "not solved"


def main() -> None:
    parser = argparse.ArgumentParser(description="Which rules boards without a clue to spare need.")
    parser.add_argument("game", choices=("tango", "takuzu"))
    parser.add_argument("size", type=int)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", default="0")
    chosen = parser.parse_args()
    empty = BinaryPuzzle(chosen.game, chosen.size, [EMPTY * chosen.size] * chosen.size)
    counted: Counter[str] = Counter()
    clues = 0
    for number in range(chosen.count):
        rng = Random(f"{chosen.seed} {number}")
        puzzle = _reduced(_marked(_full(empty, rng), rng), "expert", "none", rng, inf, {})
        clues += len(puzzle.filled())
        counted[hardest(puzzle)] += 1
    print(
        f"{chosen.game} {chosen.size}x{chosen.size}: {chosen.count} boards, {clues / chosen.count:.1f} clues on average"
    )
    for name in (*deduce.NAMES, "not solved"):
        if counted[name]:
            print(f"  {name:<15}{counted[name]:>6}{counted[name] / chosen.count:>8.1%}")


if __name__ == "__main__":
    main()
