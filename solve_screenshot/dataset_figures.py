"""Trials -> figures: how much was read rightly, of what, at what size, how sure the reader was, and how long it took.

A `Record` is what is kept of a trial when its picture is no longer needed. What counts as exact, refused, flagged or
silently wrong is `evaluate.py`'s; how figures look on a page is `dataset_page.py`'s.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any

from solve_screenshot.evaluate import OUTCOMES, Trial, tried
from solve_screenshot.labelled import Difference, Label

if TYPE_CHECKING:
    from vision.learnt import Look

STAGES = ("decode", "read", "solve")
PARTS = ("cells", "markers", "tags", "dominoes")
SCALES = (0.0, 20.0, 30.0, 45.0, 70.0, 110.0)
"""Where groups of boards by the size of a cell begin, in pixels."""
SURE = (0.0, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 1.0)
"""The ends of the groups by confidence."""
WHOLE = frozenset({"kind", "game", "size"})
"""Differences after which no place of the board can be compared."""


@dataclass(frozen=True, slots=True)
class Share:
    """Of `total` labelled things so many were read `right` and `wrong`; the others were not read. `extra`: were read,
    and are not there."""

    total: int = 0
    right: int = 0
    wrong: int = 0
    extra: int = 0

    def __add__(self, other: Share) -> Share:
        return Share(
            self.total + other.total, self.right + other.right, self.wrong + other.wrong, self.extra + other.extra
        )

    def to_json(self) -> dict[str, Any]:
        share = round(self.right / self.total, 5) if self.total else None
        counts = {"total": self.total, "right": self.right, "wrong": self.wrong}
        return counts | {"unread": self.total - self.right - self.wrong, "extra": self.extra, "share": share}


@dataclass(frozen=True, slots=True, eq=False)
class Record:
    """What is known of one picture after it was read. `groups`: of each axis the group it is in. `parts`: a `Share` of
    each of `PARTS` that the game has. `read`: the puzzle that was read, as JSON, and `found`: its cells `(x, y)`."""

    label: Label
    outcome: str
    groups: dict[str, str]
    parts: dict[str, Share]
    confidence: float | None
    solutions: str | None
    warnings: tuple[str, ...]
    error: tuple[str, str] | None
    milliseconds: dict[str, float]
    differences: tuple[Difference, ...]
    overlap: float | None
    read: dict[str, Any] | None
    bbox: tuple[float, ...] | None

    @property
    def picture(self) -> Path:
        return self.label.picture

    def to_json(self) -> dict[str, Any]:
        return {
            "image": str(self.picture),
            "outcome": self.outcome,
            "groups": self.groups,
            "confidence": self.confidence,
            "solutions": self.solutions,
            "parts": {part: share.to_json() for part, share in self.parts.items()},
            "warnings": list(self.warnings),
            "error": None if self.error is None else {"kind": self.error[0], "message": self.error[1]},
            "milliseconds": {stage: round(value, 3) for stage, value in self.milliseconds.items()},
            "bbox_overlap": None if self.overlap is None else round(self.overlap, 4),
            "differences": [[d.what, d.label, d.read, d.where] for d in self.differences],
            "read": self.read,
        }


def record_of(trial: Trial) -> Record:
    """What is kept of a trial; its picture is let go."""
    answer = trial.answer
    return Record(
        trial.label,
        trial.outcome,
        groups_of(trial.label),
        parts_of(trial.label, trial.differences, answer.error is not None),
        round(float(answer.reading.confidence), 4) if answer.reading else None,
        answer.solutions,
        tuple(answer.warnings),
        None if answer.error is None else (answer.error.kind, answer.error.message),
        dict(answer.milliseconds),
        trial.differences,
        trial.overlap,
        answer.puzzle.to_json() if answer.puzzle else None,
        tuple(float(v) for v in answer.reading.bbox) if answer.reading else None,
    )


def records_of(labels: Sequence[Label], looks: tuple[Look, ...] = (), jobs: int = 1) -> Iterator[Record]:
    """Reads every labelled picture, with looks that were learnt, in the order of the labels; in `jobs` processes."""
    read = partial(_tried, looks=looks)
    if jobs == 1:
        yield from map(read, labels)
        return
    with ProcessPoolExecutor(min(jobs, len(labels)), get_context("spawn"), _alone) as pool:
        yield from pool.map(read, labels, chunksize=4)


def _tried(label: Label, looks: tuple[Look, ...]) -> Record:
    return record_of(tried(label, looks))


def _alone() -> None:
    """One thread a process: there are as many processes as are wanted."""
    import cv2

    cv2.setNumThreads(1)


# --- one picture -----------------------------------------------------------------------------------------------------


def groups_of(label: Label) -> dict[str, str]:
    """The group of a picture on each axis; `not said` where its label is silent."""
    look = label.said.get("look")
    look = look if isinstance(look, dict) else {"name": look} if look else {}
    wear = label.said.get("made", {}).get("wear") if isinstance(label.said.get("made"), dict) else None
    step = cell_of(label)
    return {
        "game": label.game or "none",
        "look": str(look.get("name", "not said")),
        "kind": str(look.get("kind", "not said")),
        "state": str(look.get("state", "not said")),
        "scale": "not said" if step is None else scale_of(step),
        "wear": "not said" if wear is None else "worn" if wear else "as taken",
    }


def cell_of(label: Label) -> float | None:
    """The size of a cell in pixels, as far as the label tells."""
    lattice = label.said.get("lattice")
    if isinstance(lattice, dict) and "pitch" in lattice:
        return float(lattice["pitch"])
    if label.bbox is None or label.puzzle is None:
        return None
    return (label.bbox[2] - label.bbox[0]) / _columns(label.puzzle)


def _columns(puzzle: dict[str, Any]) -> int:
    if "regions" not in puzzle:
        return len(puzzle["cells"])
    columns: list[int] = [c for region in puzzle["regions"] for _, c in region["indices"]]
    return 1 + max(columns) - min(columns)


def scale_of(step: float) -> str:
    """The name of the group by size, such as `30 to 45 px`."""
    low = max(bound for bound in SCALES if bound <= step)
    above = [bound for bound in SCALES if bound > step]
    if not above:
        return f"from {low:.0f} px"
    return f"{low:.0f} to {above[0]:.0f} px" if low else f"below {above[0]:.0f} px"


def parts_of(label: Label, differences: Sequence[Difference], refused: bool) -> dict[str, Share]:
    """How many cells, markers, tags and dominoes of the label were read rightly."""
    if label.puzzle is None:
        return {}
    totals = _totals(label.puzzle)
    if refused or any(d.what in WHOLE for d in differences):
        return {part: Share(total) for part, total in totals.items()}
    wrong = dict.fromkeys(totals, 0)
    unread = dict.fromkeys(totals, 0)
    extra = dict.fromkeys(totals, 0)
    for d in differences:
        part = {"cell": "cells", "marker": "markers", "tag": "tags", "region": "tags", "domino": "dominoes"}.get(d.what)
        if part is None:
            continue
        nothing = ("-",) if part != "markers" else (".",)
        if d.label in nothing:
            extra[part] += d.read not in nothing
        elif d.what == "region" or d.read in nothing:
            unread[part] += 1
        else:
            wrong[part] += 1
    return {
        part: Share(total, total - wrong[part] - unread[part], wrong[part], extra[part])
        for part, total in totals.items()
    }


def _totals(puzzle: dict[str, Any]) -> dict[str, int]:
    if "regions" in puzzle:
        cells = sum(len(region["indices"]) for region in puzzle["regions"])
        tags = sum(region["type"] != "empty" for region in puzzle["regions"])
        return {"cells": cells, "tags": tags, "dominoes": len(puzzle["dominoes"])}
    signs = sum(sign in "=x" for key in ("h", "v") for row in puzzle.get(key) or () for sign in row)
    return {"cells": sum(symbol != "?" for row in puzzle["cells"] for symbol in row), "markers": signs}


# --- many ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Tally:
    """The outcomes of some pictures, and their parts."""

    pictures: int
    outcomes: dict[str, int]
    parts: dict[str, Share]

    @property
    def exact(self) -> float:
        return self.outcomes["exact"] / max(1, self.pictures)

    def to_json(self) -> dict[str, Any]:
        parts = {part: share.to_json() for part, share in self.parts.items()}
        return {"pictures": self.pictures, **self.outcomes, "exact_share": round(self.exact, 4), "parts": parts}


def tally(records: Iterable[Record]) -> Tally:
    """Counts of some pictures."""
    records = list(records)
    parts: defaultdict[str, Share] = defaultdict(Share)
    for record in records:
        for part, share in record.parts.items():
            parts[part] += share
    outcomes = {outcome: sum(record.outcome == outcome for record in records) for outcome in OUTCOMES}
    return Tally(len(records), outcomes, {part: parts[part] for part in PARTS if part in parts})


def by(records: Iterable[Record], axis: str) -> dict[str, Tally]:
    """A tally for each group of an axis: scales in their order, others from the most pictures to the fewest."""
    groups: defaultdict[str, list[Record]] = defaultdict(list)
    for record in records:
        groups[record.groups[axis]].append(record)
    key: Callable[[str], Any] = lambda name: (-len(groups[name]), name)  # noqa: E731  (one of two keys)
    if axis == "scale":
        order = [scale_of(bound) for bound in SCALES]
        key = lambda name: (order.index(name) if name in order else len(order), name)  # noqa: E731  (one of two keys)
    return {name: tally(groups[name]) for name in sorted(groups, key=key)}


@dataclass(frozen=True, slots=True)
class Bin:
    """The boards read with a confidence above `low` and up to `high`: how sure on average, and how often right."""

    low: float
    high: float
    boards: int
    confidence: float
    exact: float

    def to_json(self) -> dict[str, Any]:
        values = {"confidence": round(self.confidence, 4), "exact": round(self.exact, 4)}
        return {"low": self.low, "high": self.high, "boards": self.boards, **values}


def reliability(records: Iterable[Record]) -> list[Bin]:
    """Of the boards that were read, by how sure the reader was; groups without a board are left out."""
    read = [(record.confidence, record.outcome == "exact") for record in records if record.confidence is not None]
    bins = []
    for low, high in pairwise(SURE):
        inside = [(sure, right) for sure, right in read if low < sure <= high or (low == 0 == sure)]
        if inside:
            count = len(inside)
            sure = sum(one for one, _ in inside) / count
            bins.append(Bin(low, high, count, sure, sum(right for _, right in inside) / count))
    return bins


def calibration_error(bins: Sequence[Bin]) -> float | None:
    """How far confidence is from the share of right boards, on average over the boards; None without any."""
    boards = sum(one.boards for one in bins)
    return sum(one.boards * abs(one.confidence - one.exact) for one in bins) / boards if boards else None


@dataclass(frozen=True, slots=True)
class Times:
    """Milliseconds of one stage over all pictures."""

    total: float
    mean: float
    median: float
    p95: float
    most: float

    def to_json(self) -> dict[str, float]:
        return {key: round(getattr(self, key), 3) for key in ("total", "mean", "median", "p95", "most")}


def times(records: Iterable[Record]) -> dict[str, Times]:
    """Of each stage."""
    records = list(records)
    table = {}
    for stage in STAGES:
        spent = sorted(record.milliseconds.get(stage, 0.0) for record in records) or [0.0]
        last = len(spent) - 1
        middle, late = spent[round(last / 2)], spent[round(0.95 * last)]
        table[stage] = Times(sum(spent), sum(spent) / len(spent), middle, late, spent[-1])
    return table


AXES = ("game", "look", "kind", "state", "scale", "wear")


def to_json(records: Sequence[Record]) -> dict[str, Any]:
    """All figures and every picture's record."""
    bins = reliability(records)
    error = calibration_error(bins)
    return {
        **tally(records).to_json(),
        "by": {axis: {name: one.to_json() for name, one in by(records, axis).items()} for axis in AXES},
        "reliability": [one.to_json() for one in bins],
        "calibration_error": None if error is None else round(error, 4),
        "milliseconds": {stage: one.to_json() for stage, one in times(records).items()},
        "results": [record.to_json() for record in records],
    }


def text_of(records: Sequence[Record]) -> str:
    """The figures as tables for a terminal."""
    lines = [_row("", "pictures", "exact", "", "refused", "flagged", "silent", *PARTS)]
    lines.append(_tally_row("all", tally(records)))
    for axis in AXES:
        groups = by(records, axis)
        if len(groups) > 1:
            lines += ["", f"by {axis}", *(_tally_row(f"  {name}", one) for name, one in groups.items())]
    bins = reliability(records)
    if bins:
        lines += ["", "confidence     boards   mean   exact"]
        lines += [f"{b.low:.2f} to {b.high:.2f}{b.boards:9}{b.confidence:7.3f}{b.exact:8.3f}" for b in bins]
        lines.append(f"calibration error {calibration_error(bins):.3f}")
    lines += ["", "milliseconds     mean   median      p95     most"]
    for stage, one in times(records).items():
        lines.append(f"{stage:12}{one.mean:9.1f}{one.median:9.1f}{one.p95:9.1f}{one.most:9.1f}")
    return "\n".join(lines)


def _tally_row(name: str, one: Tally) -> str:
    shares = [
        f"{one.parts[p].right / one.parts[p].total:.2%}" if p in one.parts and one.parts[p].total else "" for p in PARTS
    ]
    exact, refused, flagged, silent = (str(one.outcomes[outcome]) for outcome in OUTCOMES)
    return _row(name, str(one.pictures), exact, f"{one.exact:.1%}", refused, flagged, silent, *shares)


def _row(name: str, *values: str) -> str:
    return f"{name:22.22}" + "".join(f"{value:>9}" for value in values)
