"""Labelled pictures -> how many were read rightly, and what was taken for what.

The outcomes are defined where a user reads them: in the help of `solve-screenshot evaluate`.
"""

from __future__ import annotations

import dataclasses
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import solver
from solve_screenshot import games
from solve_screenshot.answer import of_picture
from solve_screenshot.labelled import Difference, Label
from solve_screenshot.options import EXCHANGED, SETTINGS, need_vision
from solve_screenshot.result import Answer, Question

if TYPE_CHECKING:
    from vision.learnt import Look

Place = tuple[int, int]

OUTCOMES = ("exact", "refused", "flagged", "silently_wrong")

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


class BadLabelError(ValueError):
    """A label that nothing can be compared with; the message says what is wrong with it."""


def find_labels(folders: Sequence[Path], game: str | None = None) -> list[Label]:
    """Every labelled picture in the folders and the folders in them, sorted by path.

    What is no sound label, or has no picture, is left out, which a line on standard error says."""
    labels: list[Label] = []
    left_out: list[str] = []
    for folder in folders:
        for path in sorted(folder.rglob("*.json")):
            try:
                label = _label(path)
            except BadLabelError as error:
                left_out.append(f"{path}: {error}")
                continue
            if label is not None and (game is None or label.game == game):
                labels.append(label)
    if left_out:
        others = f", and {len(left_out) - 1} more" if len(left_out) > 1 else ""
        click.echo(f"Left out: {left_out[0]}{others}. `solve-screenshot dataset check` lists what is wrong.", err=True)
    return labels


def _label(path: Path) -> Label | None:
    """The label in a JSON file, or None for any other JSON file. Raises `BadLabelError`."""
    try:
        data = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError) as error:
        raise BadLabelError("it cannot be read as JSON") from error
    if not isinstance(data, dict) or not isinstance(data.get("image"), str):
        return None
    picture = path.parent / data["image"]
    if "\0" in data["image"] or not picture.is_file():
        raise BadLabelError(f"its picture {data['image']!r} is not there")
    _need_sound(data)
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
        data.get("placed"),
        data,
    )


def _need_sound(data: dict[str, Any]) -> None:
    """Raises `BadLabelError` unless a reading can be compared with the label."""
    for key in ("game", "expect"):
        if not isinstance(data.get(key), str | None):
            raise BadLabelError(f"its {key} is no text")
    if data.get("puzzle") and data.get("expect") in (None, "puzzle"):
        try:
            solver.load(data["puzzle"])
        except solver.PuzzleError as error:
            raise BadLabelError(f"its puzzle cannot be loaded ({error})") from error
    bbox = data.get("board_bbox")
    if bbox and not (isinstance(bbox, list) and len(bbox) == 4 and all(isinstance(v, int | float) for v in bbox)):
        raise BadLabelError("its board_bbox is not four numbers")
    if not isinstance(data.get("placed"), list | None):
        raise BadLabelError("its placed dominoes are no list")


# --- comparing -------------------------------------------------------------------------------------------------------


def tried(label: Label, looks: tuple[Look, ...] = ()) -> Trial:
    """Read the picture, with looks that were learnt, and compare."""
    answer = of_picture(str(label.picture), Question(looks=looks))
    differences = tuple(_differences(label, answer))
    return Trial(label, answer, _outcome(label, answer, differences), differences, _overlap(label, answer))


def _outcome(label: Label, answer: Answer, differences: tuple[Difference, ...]) -> str:
    if answer.error is not None:
        return "refused" if label.puzzle else "exact"
    if label.puzzle and not differences:
        return "exact"
    sound = games.of(answer.puzzle).compared().SOUND if answer.puzzle is not None else ()
    warnings = list(answer.warnings)
    if next(_differences(dataclasses.replace(label, swap_ok=True), answer), None) is not None:
        # That two symbols may be exchanged is said of every board where nothing names them: no doubt of the rest.
        warnings = [warning for warning in warnings if EXCHANGED not in warning]
    return "silently_wrong" if answer.solutions in sound and not warnings else "flagged"


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
    yield from games.of(answer.puzzle).compared().differences(label, truth, answer, read)


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

    def games(self) -> dict[str, Summary]:
        """The trials by the game of the label, which is "" where a picture shows none."""
        groups: defaultdict[str, list[Trial]] = defaultdict(list)
        for trial in self.trials:
            groups[trial.label.game or ""].append(trial)
        return {game: Summary(tuple(trials)) for game, trials in sorted(groups.items())}

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
            "games": {
                game or "none": {"pictures": len(group.trials)} | {one: group.count(one) for one in OUTCOMES}
                for game, group in self.games().items()
            },
            "milliseconds": {stage: round(self.spent(stage), 3) for stage in ("decode", "read", "solve")},
            "read_per_decode": round(self.ratio, 4),
            "confusions": [
                {"what": what, "label": label, "read": read, "count": len(where), "where": where}
                for what, label, read, where in self.confusions()
            ],
            "results": [trial.to_json() for trial in self.trials],
        }


def report(summary: Summary) -> str:
    """The table by folder and game, the pictures that were not exact, the confusions, the times."""
    groups = {str(folder): group for folder, group in summary.folders().items()}
    games = summary.games()
    if len(games) > 1 and len(groups) > 1:
        groups |= {f"all {game}" if game else "no game": group for game, group in games.items()}
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
    several = {"domino": "dominoes", "placed": "placed"}
    wrong = ", ".join(
        f"{number} {several.get(what, f'{what}s') if number > 1 else what}" for what, number in counts.items()
    )
    words = f"{wrong} wrong; solutions: {answer.solutions}"
    telling = sorted(answer.warnings, key=lambda warning: EXCHANGED in warning)
    return words + (f"; {telling[0]}" if telling else "")


# --- the command -----------------------------------------------------------------------------------------------------


@click.command("evaluate", context_settings=SETTINGS)
@click.argument("folders", nargs=-1, required=True, metavar="FOLDER...")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object with every picture's outcome.")
@click.option("--game", metavar="NAME", help="Only pictures whose label is of this game, such as pips.")
@click.pass_context
def command(ctx: click.Context, folders: tuple[str, ...], as_json: bool, game: str | None) -> None:
    """Read labelled pictures and count what was read rightly.

    FOLDER, or a folder in it, holds pictures, each with a label of the same name beside it: NAME.png, NAME.json.
    Pictures without a label are passed over.

    \b
    Every picture has one outcome:
      exact    read as the label says: every cell and marker, every region, tag and domino; or
               refused, where the label says there is nothing to read
      refused  an error, where the label has a puzzle
      flagged  a wrong board, but not sold as right: there is a warning (of more than that the two
               symbols may be exchanged), or it has no solution, or several where the game's
               puzzles have one
      silently wrong
               a wrong board (or one where the label has none), and neither warning nor such a sign

    The time spent reading is compared with the time spent decoding the files.
    Exit code 0, or 1 where a picture was silently read wrong; 2 where there is nothing to evaluate.
    """
    need_vision()
    from solve_screenshot.learn import known_looks

    labels = find_labels([Path(folder) for folder in folders], game)
    looks = known_looks()
    if not labels:
        of_game = f" of {game}" if game else ""
        raise click.UsageError(f"There is no labelled picture{of_game} in {' '.join(folders)}.")
    summary = Summary(tuple(tried(label, looks) for label in with_progress(labels)))
    if as_json:
        click.echo(json.dumps(summary.to_json(), indent=1))
    else:
        click.echo(report(summary))
    ctx.exit(1 if summary.count("silently_wrong") else 0)


def with_progress(labels: list[Label]) -> Iterator[Label]:
    """The labels, with a bar on a terminal's standard error; the report alone is on standard output."""
    if not sys.stderr.isatty():
        yield from labels
        return
    with click.progressbar(labels, label="reading", file=sys.stderr, width=30) as bar:
        yield from bar
