"""What one labelled picture of a look is worth: boards of looks that no site has, read before and after learning one.

    python -m tests.vision.learning --looks 60 --boards 3 --seed 1 --folder DIR
    python -m tests.vision.learning --folder DIR        the same pictures again

Each random look (`samples/looks.py`) is photographed once to be learnt from, as a clean picture of a board half played,
and then with other boards of other states, some of them worn. They are read without looks, with their own look learnt,
and with the looks of all: the last must not be worse than the first for any board.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import solver
from solver import BinaryPuzzle
from tests.vision.labelled import OUTCOMES, Labelled, labelled, outcome
from vision.image import load
from vision.learnt import Look, LookError
from vision.looks import learn

FIRST = "partial"
"""The state of the board that is learnt from: the one in which there is most to learn."""
# From the best to the worst.
RANKS = ("exact", "flagged", "refused", "exchange only", "silent")


def render(looks: int, boards: int, seed: int, folder: Path) -> None:
    """`NNN-0.png` to learn from, `NNN-1.png` and on to read; the last of each is smaller and went through JPEG."""
    from samples.browser import browsing, serving
    from samples.camera import Wear
    from samples.games import shots_of
    from samples.labels import write

    folder.mkdir(parents=True)
    shots = shots_of("tango")
    with serving() as address, browsing() as browser:
        camera = shots.CAMERA(browser, address)
        for index in range(looks):
            shot = shots.wild_shot(index, Random(f"{seed}/{index}"))
            random = Random(f"boards/{seed}/{index}")
            extra = {name: value for name, value in shot.extra.items() if name != "pointer"}
            for board in range(boards + 1):
                state = FIRST if board == 0 else ("fresh", "partial", "solved")[board % 3]
                wear = Wear(0.8, 75) if board == boards else Wear()
                one = replace(shot, seed=random.randrange(10**6), state=state, extra=extra, wear=wear)
                taken = camera.take(one)
                if taken is not None:
                    picture, label = taken
                    write(picture, label, folder / f"{index:03}-{board}", wear.jpeg)


def learnt(label: Labelled, name: str) -> Look:
    """Raises LookError."""
    puzzle = solver.load(label.puzzle or {})
    assert isinstance(puzzle, BinaryPuzzle)
    return learn(load(label.picture), puzzle, name, label.bbox)


def result(label: Labelled, looks: Sequence[Look]) -> str:
    """What becomes of a board; which symbol is which must be told, whether the look says so or not."""
    return outcome(replace(label, swap_ok=False), label.picture, looks=looks).word


def main() -> int:
    """The command line; see the top of this file."""
    parser = argparse.ArgumentParser(description="Measure what learning a look is worth.")
    parser.add_argument("--looks", type=int, default=60)
    parser.add_argument("--boards", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, required=True)
    options = parser.parse_args()
    if not options.folder.exists():
        render(options.looks, options.boards, options.seed, options.folder)
    labels = {label.name: label for label in labelled(options.folder)}
    looks: dict[str, Look] = {}
    for name, label in labels.items():
        look, board = name.split("-")
        if board == "0":
            try:
                looks[look] = learnt(label, look)
            except LookError as error:
                print(f"{name}: {error}")
    before, after, together = Counter[str](), Counter[str](), Counter[str]()
    worse = 0
    for name, label in labels.items():
        look, board = name.split("-")
        if board == "0" or look not in looks:
            continue
        was, now, among = (result(label, some) for some in ([], [looks[look]], list(looks.values())))
        before[was] += 1
        after[now] += 1
        together[among] += 1
        if now != was or among != now:
            print(f"{name}: {was} -> {now}, among all looks {among}", flush=True)
        worse += any(RANKS.index(one) > RANKS.index(was) for one in (now, among))
    print(f"{len(looks)} looks learnt from one picture each; {before.total()} other boards of them")
    print(f"{'':22}" + "".join(f"{one:>15}" for one in OUTCOMES))
    for words, counts in (("without looks", before), ("its look learnt", after), ("all looks learnt", together)):
        print(f"{words:22}" + "".join(f"{counts[one]:15}" for one in OUTCOMES))
    print(f"{worse} boards read worse than without looks")
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())
