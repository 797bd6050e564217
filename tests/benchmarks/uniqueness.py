"""Where uniqueness ends and guess-free begins: which rules boards without a clue to spare need. See docs/uniqueness.md.

    python -m tests.benchmarks.uniqueness takuzu 6 --count 1000
    python -m tests.benchmarks.uniqueness queens              # the real boards of ../shared/boards/queens.json

A board of Tango or Takuzu is made from a random full one by taking clues and markers away while there is one solution,
whatever rules it takes; then it is told by the hardest rule of `solver.binary.deduce` it needs. Of Queens the real
boards are told by every rule of `solver.queens.deduce` they need, each once.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from math import inf
from pathlib import Path
from random import Random

import solver
from solver.binary import deduce, search
from solver.binary.generate import _closed, _full, _marked, _reduced
from solver.binary.puzzle import EMPTY, BinaryPuzzle
from solver.queens import deduce as queens_deduce


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


def real_queens() -> None:
    """How many of the real boards of Queens need each rule, and of how many it is the hardest."""
    boards = json.loads((Path(__file__).parents[3] / "shared" / "boards" / "queens.json").read_text())
    needed: Counter[str] = Counter()
    worst: Counter[str] = Counter()
    for data in boards:
        found = solver.difficulty(solver.load(data))
        needed.update([rule for rule, _ in found.rules])
        worst[found.rule or "not solved"] += 1
    print(f"queens: {len(boards)} real boards; so many need a rule, and of so many it is the hardest")
    for name in (*queens_deduce.NAMES, "not solved"):
        share = f"{needed[name] / len(boards):>8.1%}{worst[name]:>6}{worst[name] / len(boards):>8.1%}"
        print(f"  {name:<16}{needed[name]:>6}{share}")


def main() -> None:
    parser = argparse.ArgumentParser(description="Which rules boards without a clue to spare need.")
    parser.add_argument("game", choices=("tango", "takuzu", "queens"))
    parser.add_argument("size", type=int, nargs="?", default=6)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", default="0")
    chosen = parser.parse_args()
    if chosen.game == "queens":
        real_queens()
        return
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
