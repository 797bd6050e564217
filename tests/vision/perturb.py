"""Pictures worn, moved, cut and with a mouse pointer on them; counts what is then read wrong without a word.

    python -m tests.vision.perturb --count 2000 --seed 1 --source samples
    python -m tests.vision.perturb --count 2000 --seed 1 --source real --save DIR
    python -m tests.vision.perturb --count 500 --seed 1 --source real-pips
    python -m tests.vision.perturb --source samples --seed 1 --only 1234 --save DIR      one case again

`samples` are our own pictures, `real` the developers' (where they are there), `pips` and `real-pips` the same of Pips;
any other word is a folder with labels.
Case number N of a seed is always the same. Silent cases go to DIR as a picture and what was read where.
The kinds of wear are `samples/wear.py`'s.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import Random

import cv2

from samples import wear
from samples.wear import Perturbation, View
from tests.vision import labelled_pips
from tests.vision.labelled import OUTCOMES, REAL, SAMPLES, Colours, Labelled, labelled, outcome
from tests.vision.labelled_pips import REAL_PIPS, SAMPLES_PIPS, LabelledPips

Labels = tuple[Labelled, ...] | tuple[LabelledPips, ...]


def view_of(label: Labelled | LabelledPips) -> View:
    if isinstance(label, LabelledPips):
        return _view_of_pips(label)
    assert label.puzzle is not None
    assert label.bbox is not None
    places = {"h": (0.5, 1.0), "v": (1.0, 0.5)}
    markers = tuple(
        (r + down, c + right)
        for name, (down, right) in places.items()
        for r, row in enumerate(label.puzzle.get(name) or ())
        for c, symbol in enumerate(row)
        if symbol != "."
    )
    return View(label.pixels(), label.bbox, label.size, label.size, markers)


def _view_of_pips(label: LabelledPips) -> View:
    """The tags are its markers; they mostly lie at the lower right corner of their region's last cell."""
    where = label.where()
    assert where is not None
    cells = [[(r, c) for r, c in region["indices"]] for region in label.puzzle["regions"]]
    top, left = min(r for part in cells for r, _ in part), min(c for part in cells for _, c in part)
    tags = tuple((max(part)[0] - top + 1.0, max(part)[1] - left + 1.0) for part in cells)
    return View(label.pixels(), where[0], *label.size, tags, where[1])


def _around_all(crop: Perturbation) -> Perturbation:
    """A crop that leaves all that belongs to the board in the picture, the tray of Pips too."""

    def around(random: Random, view: View) -> tuple[View, str]:
        if view.keep is None:
            return crop(random, view)
        worn, done = crop(random, replace(view, bbox=view.keep, keep=view.bbox))
        assert worn.keep is not None
        return replace(worn, bbox=worn.keep, keep=worn.bbox), done

    return around


SINGLE: dict[str, Perturbation] = {
    "scale": wear.scaled,
    "JPEG": wear.jpeg,
    "blur": wear.blurred,
    "noise": wear.noisy,
    "light": wear.relit,
    "crop": _around_all(wear.cropped),
    "crop to board": _around_all(wear.to_the_board),
    "pad": wear.padded,
    "pointer": wear.pointer_anywhere,
    "pointer on line": wear.pointer_on_line,
    "pointer on edge": wear.pointer_on_edge,
    "pointer on marker": wear.pointer_on_marker,
}
# In the order in which things happen to a picture.
CHAIN = (
    ("pointer", "pointer on line", "pointer on edge", "pointer on marker"),
    ("crop", "pad", "crop to board"),
    ("scale",),
    ("blur",),
    ("light",),
    ("noise",),
    ("JPEG",),
)


def combined(random: Random, view: View) -> tuple[View, str]:
    """Two to four things at once."""
    links = sorted(random.sample(range(len(CHAIN)), random.randint(2, 4)))
    done = []
    for link in links:
        view, said = SINGLE[random.choice(CHAIN[link])](random, view)
        done.append(said)
    return view, ", ".join(done)


PERTURBATIONS: dict[str, Perturbation] = {**SINGLE, "combined": combined, "cut": wear.cut}
WEIGHTS = {"combined": 4, "cut": 1}
"""How often each is taken, where not once."""
LOST = frozenset({"cut"})
"""What cannot be read any more."""


# --- cases -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Case:
    """What became of one worn picture. `done`: what was done to it; `word`: one of `OUTCOMES`."""

    number: int
    picture: str
    perturbation: str
    done: str
    word: str
    differences: tuple[str, ...]
    warnings: tuple[str, ...]
    milliseconds: float

    def __str__(self) -> str:
        said = "; ".join(self.differences[:6])
        warned = f" [{'; '.join(self.warnings)}]" if self.warnings else ""
        return f"#{self.number} {self.picture} {self.perturbation}: {self.done} -> {self.word}: {said}{warned}"


@cache
def source_of(name: str) -> Labels:
    """The labelled boards of a source; none where the developers' pictures are not there."""
    folder = {"pips": SAMPLES_PIPS, "real-pips": REAL_PIPS}.get(name) or Path(name)
    if pips := tuple(label for label in labelled_pips.labelled_pips(folder) if label.where()):
        return pips
    folders = {"samples": (SAMPLES,), "real": (REAL / "tango", REAL / "tango-bulk")}.get(name) or (Path(name),)
    return tuple(label for label in labelled(*folders) if label.puzzle and label.bbox)


def perturbed(labels: Labels, seed: int, number: int) -> tuple[Labelled | LabelledPips, str, View, str]:
    """Case `number` of a seed: whose picture, which perturbation, the picture, and what was done."""
    order = list(range(len(labels)))
    Random(f"{seed} order {number // len(labels)}").shuffle(order)
    label = labels[order[number % len(labels)]]  # each picture as often as every other
    random = Random(f"{seed} {number}")
    names = list(PERTURBATIONS)
    name = random.choices(names, [WEIGHTS.get(name, 1) for name in names])[0]
    view, done = PERTURBATIONS[name](random, view_of(label))
    return label, name, view, done


def tried(labels: Labels, seed: int, number: int, save: Path | None = None) -> Case:
    """Make a case, read it, and keep it in the folder `save` if it is wrong and nothing says so."""
    label, name, view, done = perturbed(labels, seed, number)
    started = time.perf_counter()
    where = None if name in LOST else view.bbox
    if isinstance(label, LabelledPips):
        word, wrong, warnings, puzzle = labelled_pips.outcome(label, view.bgr, where)
    else:
        found = outcome(label, view.bgr, where)
        word, wrong, warnings = found.word, found.differences, found.warnings
        puzzle = found.reading.puzzle.to_json() if found.reading else None
    spent = (time.perf_counter() - started) * 1000
    case = Case(number, label.name, name, done, word, wrong, warnings, spent)
    if save is not None and word in ("silent", "exchange only"):
        _keep(save / f"{seed}-{number}-{label.name}", view.bgr, case, label, puzzle)
    return case


def _keep(stem: Path, bgr: Colours, case: Case, label: Labelled | LabelledPips, found: object) -> None:
    stem.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(f"{stem}.png", bgr)
    said = {
        "image": f"{stem.name}.png",
        "of": str(label.picture),
        "perturbation": case.perturbation,
        "done": case.done,
        "differences": case.differences,
        "warnings": case.warnings,
        "read": found,
        "puzzle": label.puzzle,
    }
    Path(f"{stem}.json").write_text(json.dumps(said, indent=1), "utf-8")


# --- many ------------------------------------------------------------------------------------------------------------


def table(cases: Iterable[Case]) -> str:
    """One line per perturbation: how many were read exactly, and what became of the others."""
    cases = list(cases)
    width = max(map(len, PERTURBATIONS))
    lines = [f"{'':{width}} {'cases':>7}{'exact':>8}" + "".join(f"{word:>15}" for word in OUTCOMES)]
    whole = [case for case in cases if case.perturbation not in LOST]
    for name in [*PERTURBATIONS, "all but cut"]:
        if those := [case for case in cases if case.perturbation == name] if name in PERTURBATIONS else whole:
            words = Counter(case.word for case in those)
            lines.append(
                f"{name:{width}} {len(those):>7}{words['exact'] / len(those):>8.1%}"
                + "".join(f"{words[word]:>15}" for word in OUTCOMES)
            )
    return "\n".join(lines)


def _tried(job: tuple[str, int, int, Path | None]) -> Case:
    source, seed, number, save = job
    cv2.setNumThreads(1)
    return tried(source_of(source), seed, number, save)


def run(source: str, seed: int, numbers: Iterable[int], save: Path | None, jobs: int) -> Iterator[Case]:
    """All cases in their order, several at a time."""
    work = [(source, seed, number, save) for number in numbers]
    if jobs == 1:
        yield from map(_tried, work)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(_tried, work, chunksize=8)


KEPT = Path(tempfile.gettempdir()) / "perturbed"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--source", default="samples", help="samples, real, pips, real-pips, or a folder")
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, help="the number of one case")
    parser.add_argument("--save", type=Path, default=KEPT, help="folder for silent cases")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--flagged", action="store_true", help="print the flagged and refused ones too")
    options = parser.parse_args()
    if not source_of(options.source):
        print(f"no labelled boards in {options.source}", file=sys.stderr)
        return 2
    one = options.only is not None
    numbers = [options.only] if one else range(options.count)
    words = {"silent", "exchange only", *(OUTCOMES if one else ("flagged", "refused") if options.flagged else ())}
    cases = []
    for case in run(options.source, options.seed, numbers, options.save, 1 if one else options.jobs):
        cases.append(case)
        if case.word in words:
            print(case, flush=True)
    print(table(cases))
    print(f"{sum(case.milliseconds for case in cases) / len(cases):.0f} ms per picture; silent cases in {options.save}")
    return int(any(case.word == "silent" for case in cases))


if __name__ == "__main__":
    sys.exit(main())
