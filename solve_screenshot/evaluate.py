"""Labelled pictures -> how many were read rightly, and what was taken for what.

The outcomes are defined where a user reads them: in the help of `solve-screenshot evaluate`.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from solve_screenshot.answer import Answer, of_source

OUTCOMES = ("exact", "refused", "flagged", "silently_wrong")

OTHER = {"S": "M", "M": "S", "0": "1", "1": "0", ".": "."}


@dataclass(frozen=True, slots=True, eq=False)
class Label:
    """What a picture shows. `puzzle`: None where it shows nothing that can be read, and `expect` says why.
    `swap_ok`: the look does not tell which symbol is which, so the two may be exchanged throughout."""

    picture: Path
    game: str | None
    puzzle: dict[str, Any] | None
    expect: str
    swap_ok: bool
    bbox: tuple[float, ...] | None


@dataclass(frozen=True, slots=True)
class Difference:
    """One place read wrong. `what`: `cell`, `marker`, `size`, `game` or `kind` (of a refusal)."""

    what: str
    label: str
    read: str
    where: str


@dataclass(frozen=True, slots=True, eq=False)
class Trial:
    """One picture, what came out, and where that differs from the label."""

    label: Label
    answer: Answer
    outcome: str
    differences: tuple[Difference, ...]
    overlap: float | None

    def to_json(self) -> dict[str, Any]:
        answer = self.answer
        return {
            "image": str(self.label.picture),
            "game": self.label.game,
            "expect": self.label.expect,
            "outcome": self.outcome,
            "solutions": answer.solutions,
            "confidence": round(answer.reading.confidence, 4) if answer.reading else None,
            "warnings": list(answer.warnings),
            "error": {"kind": answer.error.kind, "message": answer.error.message} if answer.error else None,
            "milliseconds": {stage: round(value, 3) for stage, value in answer.milliseconds.items()},
            "bbox_overlap": None if self.overlap is None else round(self.overlap, 4),
            "differences": [[d.what, d.label, d.read, d.where] for d in self.differences],
        }


# --- labels ----------------------------------------------------------------------------------------------------------


def find_labels(folders: Sequence[Path], game: str | None = None) -> list[Label]:
    """Every labelled picture in the folders and the folders in them, sorted by path."""
    labels = []
    for folder in folders:
        for path in sorted(folder.rglob("*.json")):
            label = _label(path)
            if label is not None and (game is None or label.game == game):
                labels.append(label)
    return labels


def _label(path: Path) -> Label | None:
    """The label in a JSON file, or None for any other JSON file and where the picture is missing."""
    try:
        data = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return None
    if not isinstance(data, dict) or not isinstance(data.get("image"), str):
        return None
    picture = path.parent / data["image"]
    if not picture.is_file():
        return None
    puzzle, expect = data.get("puzzle"), data.get("expect")
    if expect is None:
        expect = "puzzle" if puzzle else "no_board"
    bbox = data.get("board_bbox")
    return Label(
        picture,
        data.get("game"),
        puzzle if expect == "puzzle" else None,
        expect,
        bool(data.get("swap_ok")),
        tuple(bbox) if bbox else None,
    )


# --- comparing -------------------------------------------------------------------------------------------------------


def tried(label: Label) -> Trial:
    """Read the picture and compare."""
    answer = of_source(str(label.picture))
    differences = tuple(_differences(label, answer))
    return Trial(label, answer, _outcome(label, answer, differences), differences, _overlap(label, answer))


def _outcome(label: Label, answer: Answer, differences: tuple[Difference, ...]) -> str:
    if answer.error is not None:
        return "refused" if label.puzzle else "exact"
    if label.puzzle and not differences:
        return "exact"
    certain = answer.solutions == "unique" and not answer.warnings
    return "silently_wrong" if certain else "flagged"


def _differences(label: Label, answer: Answer) -> Iterator[Difference]:
    if answer.error is not None:
        if answer.error.kind != label.expect:
            yield Difference("kind", label.expect, answer.error.kind, "")
        return
    assert answer.puzzle is not None
    read = answer.puzzle.to_json()
    if label.puzzle is None:
        yield Difference("kind", label.expect, "puzzle", "")
        return
    truth = label.puzzle
    if truth.get("game") != read["game"]:
        yield Difference("game", str(truth.get("game")), read["game"], "")
        return
    if truth.get("size") != read["size"]:
        yield Difference("size", str(truth.get("size")), str(read["size"]), "")
        return
    cells = _compared("cell", "", truth["cells"], read["cells"])
    if label.swap_ok and cells:
        swapped = ["".join(OTHER.get(symbol, symbol) for symbol in row) for row in truth["cells"]]
        cells = min(cells, _compared("cell", "", swapped, read["cells"]), key=len)
    yield from cells
    for name in ("h", "v"):
        none = ["." * len(row) for row in read[name]]
        yield from _compared("marker", name, truth.get(name) or none, read[name])


def _compared(what: str, name: str, truth: Sequence[str], read: Sequence[str]) -> list[Difference]:
    """Place by place; `?` in a label is a place that nobody can see."""
    return [
        Difference(what, a, b, f"{name}{r},{c}")
        for r, (row, other) in enumerate(zip(truth, read, strict=True))
        for c, (a, b) in enumerate(zip(row, other, strict=True))
        if a not in (b, "?")
    ]


def _overlap(label: Label, answer: Answer) -> float | None:
    """Intersection over union of the board as labelled and as found; None where one of them is not known."""
    if label.bbox is None or answer.reading is None:
        return None
    a, b = label.bbox, answer.reading.bbox
    width = min(a[2], b[2]) - max(a[0], b[0])
    height = min(a[3], b[3]) - max(a[1], b[1])
    if width <= 0 or height <= 0:
        return 0.0
    areas = [(box[2] - box[0]) * (box[3] - box[1]) for box in (a, b)]
    return width * height / (sum(areas) - width * height)


# --- summing up ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Summary:
    """All trials of a run."""

    trials: tuple[Trial, ...]

    def count(self, outcome: str) -> int:
        return sum(trial.outcome == outcome for trial in self.trials)

    def spent(self, stage: str) -> float:
        return sum(trial.answer.milliseconds[stage] for trial in self.trials)

    @property
    def ratio(self) -> float:
        """Time spent reading in units of the time spent decoding."""
        return self.spent("read") / max(self.spent("decode"), 1e-9)

    def folders(self) -> dict[Path, Summary]:
        """The trials by the folder their picture is in."""
        groups: defaultdict[Path, list[Trial]] = defaultdict(list)
        for trial in self.trials:
            groups[trial.label.picture.parent].append(trial)
        return {folder: Summary(tuple(trials)) for folder, trials in groups.items()}

    def confusions(self) -> list[tuple[str, str, str, list[str]]]:
        """`(what, label, read, where)`, the most frequent first. Only wrong boards and needless or missing refusals
        count; a refusal of another kind than expected is no confusion."""
        places: defaultdict[tuple[str, str, str], list[str]] = defaultdict(list)
        for trial in self.trials:
            if trial.outcome != "exact":
                for d in trial.differences:
                    places[d.what, d.label, d.read].append(f"{trial.label.picture.name} {d.where}".strip())
        return sorted(((*key, where) for key, where in places.items()), key=lambda item: -len(item[3]))

    def to_json(self) -> dict[str, Any]:
        counts = {outcome: self.count(outcome) for outcome in OUTCOMES}
        return {
            "pictures": len(self.trials),
            **counts,
            "exact_share": round(counts["exact"] / len(self.trials), 4),
            "milliseconds": {stage: round(self.spent(stage), 3) for stage in ("decode", "read", "solve")},
            "read_per_decode": round(self.ratio, 4),
            "confusions": [
                {"what": what, "label": label, "read": read, "count": len(where), "where": where}
                for what, label, read, where in self.confusions()
            ],
            "results": [trial.to_json() for trial in self.trials],
        }


def report(summary: Summary) -> str:
    """The table by folder, the pictures that were not exact, the confusions, the times."""
    groups = {str(folder): group for folder, group in summary.folders().items()}
    if len(groups) > 1:
        groups["together"] = summary
    width = max(map(len, groups))
    lines = [f"{'':{width}}  pictures         exact  refused  flagged  silently wrong"]
    for name, group in groups.items():
        exact, refused, flagged, silent = (group.count(outcome) for outcome in OUTCOMES)
        share = exact / len(group.trials)
        lines.append(f"{name:{width}}{len(group.trials):10}{exact:7}{share:7.1%}{refused:9}{flagged:9}{silent:16}")
    failed = [trial for trial in summary.trials if trial.outcome != "exact"]
    if failed:
        lines += ["", "not exact:"]
        lines += [
            f"  {trial.outcome.replace('_', ' '):14} {trial.label.picture.name}: {_why(trial)}" for trial in failed
        ]
    confusions = summary.confusions()
    if confusions:
        lines += ["", "confusions (label -> read):"]
        for what, label, read, where in confusions:
            more = ", ..." if len(where) > 4 else ""
            lines.append(f"  {len(where):4} {what} {label} -> {read}: {', '.join(where[:4])}{more}")
    kinds = Counter(
        (d.label, d.read) for t in summary.trials if t.outcome == "exact" for d in t.differences if d.what == "kind"
    )
    if kinds:
        lines += ["", "rightly refused, but in other words than the label's (label -> error):"]
        lines += [f"  {number:4} {label} -> {read}" for (label, read), number in kinds.most_common()]
    overlaps = [trial for trial in summary.trials if trial.overlap is not None and trial.overlap < 0.9]
    if overlaps:
        lines += ["", "board found elsewhere than the label says (overlap below 0.9):"]
        lines += [f"  {trial.label.picture.name} {trial.overlap:.2f}" for trial in overlaps]
    times = ", ".join(f"{stage} {summary.spent(stage):.0f}" for stage in ("decode", "read", "solve"))
    lines += ["", f"milliseconds: {times}; read / decode = {summary.ratio:.2f}"]
    return "\n".join(lines)


def _why(trial: Trial) -> str:
    answer = trial.answer
    if answer.error is not None:
        return f"{answer.error.kind}: {answer.error.message}"
    counts = Counter(d.what for d in trial.differences)
    wrong = ", ".join(f"{number} {what}{'s' if number > 1 else ''}" for what, number in counts.items())
    words = f"{wrong} wrong; solutions: {answer.solutions}"
    return words + (f"; {answer.warnings[0]}" if answer.warnings else "")
