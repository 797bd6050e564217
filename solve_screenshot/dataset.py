"""`solve-screenshot dataset`: labelled pictures are rendered, checked, exported, and a reader is measured on them.

The commands alone. Pictures and labels are made and checked in `samples`, readings compared in `evaluate.py`, figures
and the report made in `dataset_figures.py` and `dataset_page.py`.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from solve_screenshot import games
from solve_screenshot.options import SETTINGS, CannotStart, need_vision

if TYPE_CHECKING:
    from samples.dataset import Order
    from solve_screenshot.dataset_figures import Record
    from solve_screenshot.labelled import Label
    from vision.learnt import Look


@click.group("dataset", context_settings=SETTINGS)
def command() -> None:
    """Render, check, export and measure labelled pictures.

    A label is a JSON file beside its picture: NAME.png, NAME.json. What is in one is described by
    samples/label.schema.json.
    """


@contextmanager
def _told() -> Iterator[None]:
    """What cannot be done here is said in a sentence."""
    from samples.browser import NoBrowserError
    from samples.check import NoValidatorError
    from samples.coco import BadLabelError
    from samples.dataset import OtherOrderError, RenderError

    try:
        yield
    except (NoBrowserError, NoValidatorError) as error:
        raise CannotStart(str(error)) from error
    except OtherOrderError as error:
        raise click.UsageError(str(error)) from error
    except BadLabelError as error:
        raise click.ClickException(f"{error}; `solve-screenshot dataset check` says more.") from error
    except RenderError as error:
        raise click.ClickException(str(error)) from error
    except OSError as error:
        raise click.UsageError(
            f"{error.filename or 'a file'} could not be written ({error.strerror or error})."
        ) from error


# --- render ----------------------------------------------------------------------------------------------------------


@command.command("render", context_settings=SETTINGS, no_args_is_help=True)
@click.argument("out", type=click.Path(file_okay=False, path_type=Path), metavar="OUT")
@click.option(
    "--game",
    type=click.Choice([*games.GAMES, "all"]),
    default="all",
    show_default=True,
    help="Of which game; all: by turns.",
)
@click.option(
    "--count", type=click.IntRange(min=1), required=True, metavar="N", help="How many pictures OUT shall hold."
)
@click.option(
    "--seed", type=click.IntRange(min=0), default=1, show_default=True, help="The same seed, the same pictures."
)
@click.option(
    "--wear",
    is_flag=True,
    help="Wear two thirds of the pictures: JPEG or WebP, blur, noise, scaling, other light, cropping, a mouse pointer, "
    "a notification.",
)
@click.option(
    "--jobs", type=click.IntRange(min=1), default=1, show_default=True, metavar="N", help="Browsers at a time."
)
@click.option("--browser", metavar="PATH", help="The Chromium to use, if not the one on the path or in $CHROMIUM.")
def render(out: Path, game: str, count: int, seed: int, wear: bool, jobs: int, browser: str | None) -> None:
    """Render labelled screenshots of our own pages, in a real browser, into the folder OUT.

    The puzzles come from the generator; looks, states of play, windows, densities, zoom, scrolling, typefaces, and
    what stands around the page are random, and follow from the seed. The labels say what the page itself knows: the
    board's state, and where everything is in the picture.

    What is in OUT already is not made again, so that a run that was stopped can be started anew, and a larger N adds
    to what is there. Needs Playwright (pip install '.[dataset]') and any Chromium.

    \b
    Examples:
      solve-screenshot dataset render --game tango --count 500 --seed 3 pictures/
      solve-screenshot dataset render --count 100000 --wear --jobs 8 pictures/
    """
    need_vision()
    from samples.dataset import Order
    from samples.games import GAMES

    order = Order(tuple(GAMES) if game == "all" else (game,), count, seed, wear)
    with _told():
        began = time.monotonic()
        made, found = _rendered(order, out, jobs, browser)
        spent = time.monotonic() - began
    speed = f", {made / spent:.1f} a second" if made else ""
    click.echo(f"{made + found} pictures in {out}: {made} made, {found} were there; {spent:.0f} s{speed}.")


def _rendered(order: Order, out: Path, jobs: int, browser: str | None) -> tuple[int, int]:
    """How many pictures were made, and how many were there before."""
    from samples.dataset import render as rendering

    progress = rendering(order, out, jobs, browser)
    found = next(progress)
    made = 0
    with click.progressbar(
        length=order.count, label="rendering", file=sys.stderr, width=30, hidden=not sys.stderr.isatty()
    ) as bar:
        bar.update(found)
        for _ in progress:
            made += 1
            bar.update(1)
    return made, found


# --- check and export ------------------------------------------------------------------------------------------------


@command.command("check", context_settings=SETTINGS, no_args_is_help=True)
@click.argument("folders", nargs=-1, required=True, type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.pass_context
def check(ctx: click.Context, folders: tuple[Path, ...]) -> None:
    """Check every label in FOLDERS against its picture and the schema.

    \b
    Of each label: is it of the right form; is the picture there, can it be decoded, has it the size
    the label says; do board and cells lie in it, and the cells where the lattice has them; are
    markers, tags and dominoes those of the puzzle; can the puzzle be loaded, and has it the solutions
    it is said to have. And is there a picture without a label?

    One line for each defect. Exit code 0 where there is none, 1 where there are some, 2 where there is nothing to
    check.
    """
    from samples.check import check as checking

    labels = defects = 0
    with _told():
        for folder in folders:
            for path, wrong in checking(folder):
                labels += path.suffix == ".json"
                defects += len(wrong)
                for one in wrong:
                    click.echo(str(one))
    if not labels and not defects:
        raise click.UsageError(f"There is no label in {' '.join(map(str, folders))}.")
    click.echo(f"{labels} labels, {defects or 'no'} defect{'' if defects == 1 else 's'}.", err=bool(defects))
    ctx.exit(1 if defects else 0)


@command.command("coco", context_settings=SETTINGS, no_args_is_help=True)
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path), metavar="FOLDER")
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    required=True,
    metavar="OUT.json",
    help="Where to.",
)
def coco(folder: Path, output: Path) -> None:
    """Write the labels in FOLDER as one COCO file, to train detectors on.

    Boards, cells by what is in them, markers, tags and dominoes become boxes. File names are relative to FOLDER.
    """
    from samples.coco import coco as exported
    from samples.labels import put

    with _told():
        data = exported(folder)
        if not data["images"]:
            raise click.UsageError(f"There is no label in {folder}.")
        put(output, json.dumps(data).encode())
    click.echo(f"{len(data['images'])} pictures, {len(data['annotations'])} boxes in {output}.")


# --- evaluate --------------------------------------------------------------------------------------------------------


@command.command("evaluate", context_settings=SETTINGS, no_args_is_help=True)
@click.argument("folders", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FOLDER...")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object: all figures and every picture's outcome.")
@click.option("--game", metavar="NAME", help="Only pictures whose label is of this game, such as pips.")
@click.option(
    "--report",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="OUT.html",
    help="Write a page as well, with the pictures that failed and what was read where.",
)
@click.option(
    "--most-shown",
    type=click.IntRange(min=0),
    default=60,
    show_default=True,
    metavar="N",
    help="How many of them the page shows, the worst kinds first.",
)
@click.option(
    "--jobs", type=click.IntRange(min=1), default=1, show_default=True, metavar="N", help="Processes that read."
)
@click.pass_context
def evaluate(
    ctx: click.Context,
    folders: tuple[Path, ...],
    as_json: bool,
    game: str | None,
    report: Path | None,
    most_shown: int,
    jobs: int,
) -> None:
    """Measure the reader on labelled pictures: what it reads rightly, and whether it knows.

    Outcomes are those of `solve-screenshot evaluate`: exact, refused, flagged, silently wrong. Beside them the shares
    of cells, markers, tags and dominoes read rightly, of all that are labelled; each by game, look, kind of picture,
    state of play, size of the cells, and wear, as far as the labels tell. Then how often boards are right that the
    reader is sure of to some degree, and the time each stage takes.

    The page of --report is one file that needs nothing else.
    Exit code 0, or 1 where a picture was silently read wrong; 2 where there is nothing to evaluate.
    """
    need_vision()
    from solve_screenshot import dataset_figures as figures
    from solve_screenshot.evaluate import find_labels
    from solve_screenshot.learn import known_looks

    labels = find_labels(list(folders), game)
    names = " ".join(map(str, folders))
    if not labels:
        of_game = f" of {game}" if game else ""
        raise click.UsageError(f"There is no labelled picture{of_game} in {names}.")
    looks = known_looks()
    records = _read(labels, looks, jobs)
    if as_json:
        click.echo(json.dumps(figures.to_json(records), indent=1))
    else:
        click.echo(figures.text_of(records))
    if report is not None:
        from samples.labels import put
        from solve_screenshot.dataset_page import page_of

        with _told():
            put(report, page_of(records, f"Readings of {names}", most_shown).encode())
        click.echo(f"The report is {report}.", err=True)
    ctx.exit(1 if any(record.outcome == "silently_wrong" for record in records) else 0)


def _read(labels: list[Label], looks: tuple[Look, ...], jobs: int) -> list[Record]:
    """Every picture's record, with a bar on a terminal."""
    from concurrent.futures.process import BrokenProcessPool

    from solve_screenshot.dataset_figures import records_of

    with click.progressbar(
        records_of(labels, looks, jobs),
        length=len(labels),
        label="reading",
        file=sys.stderr,
        width=30,
        hidden=not sys.stderr.isatty(),
    ) as bar:
        try:
            return list(bar)
        except BrokenProcessPool as error:
            raise click.ClickException("A reading process was ended from outside; start again.") from error
