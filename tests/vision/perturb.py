"""Pictures worn, moved, cut and with a mouse pointer on them; counts what is then read wrong without a word.

    python -m tests.vision.perturb --count 2000 --seed 1 --source samples
    python -m tests.vision.perturb --count 2000 --seed 1 --source real --save DIR
    python -m tests.vision.perturb --source samples --seed 1 --only 1234 --save DIR      one case again

`samples` are our own pictures, `real` the developers' (where they are there); any other word is a folder with labels.
Case number N of a seed is always the same. Silent cases go to DIR as a picture and what was read where.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import Random

import cv2
import numpy as np

from tests.vision.labelled import OUTCOMES, REAL, SAMPLES, Box, Colours, Labelled, labelled, outcome

SMALLEST_CELL = 20.0
"""Pixels; boards of smaller cells need not be read, so nothing is scaled below."""


@dataclass(frozen=True, eq=False, slots=True)
class View:
    """A picture and where its board is. `markers`: `(row, column)` in cells, of the middles of the marked edges."""

    bgr: Colours
    bbox: Box
    size: int
    markers: tuple[tuple[float, float], ...]

    @property
    def step(self) -> float:
        return (self.bbox[2] - self.bbox[0]) / self.size

    def at(self, row: float, column: float) -> tuple[float, float]:
        """`(x, y)` in pixels of a place given in cells from the board's corner."""
        return self.bbox[0] + column * self.step, self.bbox[1] + row * (self.bbox[3] - self.bbox[1]) / self.size


def view_of(label: Labelled) -> View:
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
    return View(label.pixels(), label.bbox, label.size, markers)


# --- perturbations: each takes a view and says what it did -----------------------------------------------------------

Perturbation = Callable[[Random, View], tuple[View, str]]


def scaled(random: Random, view: View) -> tuple[View, str]:
    """Half to twice the size, by any of the usual ways."""
    least = max(0.5, min(1.0, SMALLEST_CELL / view.step))
    factor = random.uniform(least, 1) if random.random() < 0.5 else random.uniform(1, 2)
    ways = {"linear": cv2.INTER_LINEAR, "cubic": cv2.INTER_CUBIC, "nearest": cv2.INTER_NEAREST}
    if factor < 1:
        ways = {"area": cv2.INTER_AREA, "linear": cv2.INTER_LINEAR, "cubic": cv2.INTER_CUBIC}
    way = random.choice(sorted(ways))
    height, width = view.bgr.shape[:2]
    size = (round(width * factor), round(height * factor))
    bgr = np.asarray(cv2.resize(view.bgr, size, interpolation=ways[way]), np.uint8)
    x, y = size[0] / width, size[1] / height
    left, top, right, bottom = view.bbox
    return replace(view, bgr=bgr, bbox=(left * x, top * y, right * x, bottom * y)), f"scaled {factor:.3f} {way}"


def jpeg(random: Random, view: View) -> tuple[View, str]:
    quality = random.randint(50, 95)
    good, data = cv2.imencode(".jpg", view.bgr, [cv2.IMWRITE_JPEG_QUALITY, quality])
    assert good
    return replace(view, bgr=np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)), f"JPEG {quality}"


def blurred(random: Random, view: View) -> tuple[View, str]:
    """Gaussian, up to a fiftieth of a cell, so that a marker's strokes can still be told apart."""
    sigma = random.uniform(0.3, max(0.4, min(2.0, 0.02 * view.step)))
    return replace(view, bgr=np.asarray(cv2.GaussianBlur(view.bgr, (0, 0), sigma), np.uint8)), f"blur {sigma:.2f}"


def noisy(random: Random, view: View) -> tuple[View, str]:
    deviation = random.uniform(1, 9)
    noise = np.random.default_rng(random.getrandbits(32)).standard_normal(view.bgr.shape, np.float32)
    bgr = np.clip(view.bgr + noise * np.float32(deviation), 0, 255).astype(np.uint8)
    return replace(view, bgr=bgr), f"noise {deviation:.1f}"


def relit(random: Random, view: View) -> tuple[View, str]:
    """Brightness, contrast, gamma, and a little warmer or cooler; not so bright that light lines turn white."""
    black, white, gamma = random.uniform(-12, 50), random.uniform(165, 262), random.uniform(0.8, 1.25)
    tint = [random.uniform(0.93, 1.0) for _ in range(3)]
    levels = np.arange(256) / 255
    curves = np.stack([black + (white - black) * part * levels**gamma for part in tint], axis=1)
    bgr = np.asarray(cv2.LUT(view.bgr, np.clip(np.rint(curves), 0, 255).astype(np.uint8)[None]), np.uint8)
    return replace(view, bgr=bgr), f"black {black:.0f} white {white:.0f} gamma {gamma:.2f}"


def _cropped(view: View, left: int, top: int, right: int, bottom: int) -> View:
    height, width = view.bgr.shape[:2]
    bgr = np.ascontiguousarray(view.bgr[top : height - bottom, left : width - right])
    x0, y0, x1, y1 = view.bbox
    return replace(view, bgr=bgr, bbox=(x0 - left, y0 - top, x1 - left, y1 - top))


def cropped(random: Random, view: View) -> tuple[View, str]:
    """1 to 30 pixels off some sides; where that goes into the board, no symbol loses more than an edge."""
    height, width = view.bgr.shape[:2]
    margins = (view.bbox[0], view.bbox[1], width - view.bbox[2], height - view.bbox[3])
    sides = random.sample(range(4), random.randint(1, 4))
    most = [int(margin + 0.3 * view.step) if k in sides else 0 for k, margin in enumerate(margins)]
    cuts = [min(random.randint(1, 30), limit) for limit in most]
    return _cropped(view, *cuts), f"cropped {cuts}"


def to_the_board(random: Random, view: View) -> tuple[View, str]:
    """Cropped to the board, by hand: up to a third of a cell too much or too little on each side."""
    height, width = view.bgr.shape[:2]
    margins = (view.bbox[0], view.bbox[1], width - view.bbox[2], height - view.bbox[3])
    cuts = [max(0, int(margin - random.uniform(-0.15, 0.35) * view.step)) for margin in margins]
    return _cropped(view, *cuts), f"cropped to the board {cuts}"


def cut(random: Random, view: View) -> tuple[View, str]:
    """Through the board, with one to three lines of it lost: this cannot be read, and must not seem to."""
    height, width = view.bgr.shape[:2]
    margins = (view.bbox[0], view.bbox[1], width - view.bbox[2], height - view.bbox[3])
    side = random.randrange(4)
    cells = random.uniform(0.8, 2.6)
    cuts = [int(margin + cells * view.step) if k == side else 0 for k, margin in enumerate(margins)]
    return _cropped(view, *cuts), f"cut {cells:.2f} cells off the {('left', 'top', 'right', 'bottom')[side]}"


def padded(random: Random, view: View) -> tuple[View, str]:
    """A border of one colour on some sides, as when a picture lies in another."""
    widths = [random.choice((0, random.randint(1, 30), random.randint(30, 200))) for _ in range(4)]
    colour = random.choice([(255.0,) * 3, (0.0,) * 3, (128.0,) * 3, tuple(float(random.randrange(256)) for _ in "bgr")])
    left, top, right, bottom = widths
    bgr = cv2.copyMakeBorder(view.bgr, top, bottom, left, right, cv2.BORDER_CONSTANT, value=colour)
    x0, y0, x1, y1 = view.bbox
    return replace(
        view, bgr=np.asarray(bgr, np.uint8), bbox=(x0 + left, y0 + top, x1 + left, y1 + top)
    ), f"padded {widths} with {colour}"


# Outlines in units of the pointer's height, from its hot spot. Drawn by us.
ARROW = ((0, 0), (0, 0.83), (0.19, 0.66), (0.31, 0.95), (0.44, 0.89), (0.32, 0.61), (0.57, 0.59))
HAND = (
    (0.0, 0.0), (0.09, 0.02), (0.12, 0.1), (0.13, 0.4), (0.3, 0.42), (0.34, 0.47), (0.5, 0.5), (0.52, 0.78),
    (0.42, 1.0), (0.02, 1.0), (-0.06, 0.86), (-0.24, 0.64), (-0.22, 0.55), (-0.1, 0.6), (-0.07, 0.66), (-0.05, 0.1),
)  # fmt: skip
BEAM = (
    (-0.14, -0.5), (0.14, -0.5), (0.14, -0.44), (0.03, -0.42), (0.03, 0.42), (0.14, 0.44), (0.14, 0.5), (-0.14, 0.5),
    (-0.14, 0.44), (-0.03, 0.42), (-0.03, -0.42), (-0.14, -0.44),
)  # fmt: skip
POINTERS = {"arrow": ARROW, "hand": HAND, "beam": BEAM}


def draw_pointer(bgr: Colours, x: float, y: float, height: float, kind: str = "arrow", dark: bool = False) -> Colours:
    """A copy of the picture with a mouse pointer, its hot spot at `(x, y)`, white with a dark rim or the reverse."""
    fine = 4  # bits of a fraction of a pixel
    points = np.rint((np.array(POINTERS[kind]) * height + (x, y)) * (1 << fine)).astype(np.int32)
    fill, rim = ((20, 20, 20), (250, 250, 250)) if dark else ((250, 250, 250), (20, 20, 20))
    picture = bgr.copy()
    thick = max(1, round(height / 14))
    cv2.fillPoly(picture, [points], fill, cv2.LINE_AA, fine)
    cv2.polylines(picture, [points], True, rim, thick, cv2.LINE_AA, fine)
    return picture


def _pointer(random: Random, view: View, row: float, column: float, where: str) -> tuple[View, str]:
    x, y = view.at(row, column)
    height = max(12.0, random.uniform(0.22, 0.5) * view.step)
    kind, dark = random.choice(("arrow", "arrow", "hand", "beam")), random.random() < 0.4
    done = f"{'dark' if dark else 'light'} {kind} of {height:.0f} px {where} at cells ({row:.2f}, {column:.2f})"
    return replace(view, bgr=draw_pointer(view.bgr, x, y, height, kind, dark)), done


def pointer_anywhere(random: Random, view: View) -> tuple[View, str]:
    return _pointer(random, view, random.uniform(-0.3, view.size), random.uniform(-0.3, view.size), "anywhere")


def pointer_on_line(random: Random, view: View) -> tuple[View, str]:
    along, line = random.uniform(0, view.size), random.randint(0, view.size) + random.uniform(-0.25, 0.05)
    row, column = (along, line) if random.random() < 0.5 else (line, along)
    return _pointer(random, view, row, column, "on a line")


def pointer_on_edge(random: Random, view: View) -> tuple[View, str]:
    """Over the middle of an edge, where a marker would be."""
    first, second = random.randrange(view.size) + 0.5, random.randrange(1, view.size)
    row, column = (first, second) if random.random() < 0.5 else (second, first)
    return _pointer(random, view, row - random.uniform(0, 0.35), column - random.uniform(0, 0.2), "on an edge's middle")


def pointer_on_marker(random: Random, view: View) -> tuple[View, str]:
    if not view.markers:
        return pointer_on_edge(random, view)
    row, column = random.choice(view.markers)
    return _pointer(random, view, row - random.uniform(-0.1, 0.3), column + random.uniform(-0.2, 0.1), "on a marker")


SINGLE: dict[str, Perturbation] = {
    "scale": scaled,
    "JPEG": jpeg,
    "blur": blurred,
    "noise": noisy,
    "light": relit,
    "crop": cropped,
    "crop to board": to_the_board,
    "pad": padded,
    "pointer": pointer_anywhere,
    "pointer on line": pointer_on_line,
    "pointer on edge": pointer_on_edge,
    "pointer on marker": pointer_on_marker,
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


PERTURBATIONS: dict[str, Perturbation] = {**SINGLE, "combined": combined, "cut": cut}
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
def source_of(name: str) -> tuple[Labelled, ...]:
    """The labelled boards of a source; none where the developers' pictures are not there."""
    folders = {"samples": (SAMPLES,), "real": (REAL / "tango", REAL / "tango-bulk")}.get(name) or (Path(name),)
    return tuple(label for label in labelled(*folders) if label.puzzle and label.bbox)


def perturbed(labels: tuple[Labelled, ...], seed: int, number: int) -> tuple[Labelled, str, View, str]:
    """Case `number` of a seed: whose picture, which perturbation, the picture, and what was done."""
    order = list(range(len(labels)))
    Random(f"{seed} order {number // len(labels)}").shuffle(order)
    label = labels[order[number % len(labels)]]  # each picture as often as every other
    random = Random(f"{seed} {number}")
    names = list(PERTURBATIONS)
    name = random.choices(names, [WEIGHTS.get(name, 1) for name in names])[0]
    view, done = PERTURBATIONS[name](random, view_of(label))
    return label, name, view, done


def tried(labels: tuple[Labelled, ...], seed: int, number: int, save: Path | None = None) -> Case:
    """Make a case, read it, and keep it in the folder `save` if it is wrong and nothing says so."""
    label, name, view, done = perturbed(labels, seed, number)
    started = time.perf_counter()
    found = outcome(label, view.bgr, None if name in LOST else view.bbox)
    spent = (time.perf_counter() - started) * 1000
    case = Case(number, label.name, name, done, found.word, found.differences, found.warnings, spent)
    if save is not None and found.word in ("silent", "exchange only"):
        assert found.reading is not None
        _keep(save / f"{seed}-{number}-{label.name}", view.bgr, case, label, found.reading.puzzle.to_json())
    return case


def _keep(stem: Path, bgr: Colours, case: Case, label: Labelled, found: object) -> None:
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
    parser.add_argument("--source", default="samples", help="samples, real, or a folder")
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
