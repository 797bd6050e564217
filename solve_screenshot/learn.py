"""`learn`, `looks`, and what the other commands know of looks: where they are kept, and the offer to remember one.

What a look is, and how it is learnt, is `vision.looks`' business.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

import click

from solve_screenshot import games
from solve_screenshot.options import EXCHANGED, SETTINGS, need_vision

if TYPE_CHECKING:
    from solve_screenshot.result import Answer
    from solver import Puzzle
    from vision.image import Image
    from vision.learnt import Look


FOLDER_VARIABLE = "SOLVE_SCREENSHOT_LOOKS"
"""In the environment: the folder of looks, if it is not the usual one."""
LEAST_CONFIDENCE = 0.5
"""Of every place on a board whose look is remembered without a label; the reading warns of those with less."""


def looks_folder() -> Path:
    """Where this user's looks are kept; it need not exist."""
    named = os.environ.get(FOLDER_VARIABLE)
    if named:
        return Path(named)
    import platformdirs

    return platformdirs.user_data_path("solve-screenshot", appauthor=False) / "looks"


def known_looks() -> tuple[Look, ...]:
    """All looks that were learnt; of broken ones standard error tells."""
    folder = looks_folder()
    if not folder.is_dir():
        return ()
    from vision.learnt import load_all

    looks, broken = load_all(folder)
    for sentence in broken:
        click.echo(f"solve-screenshot: {sentence}", err=True)
    return looks


class LearntLooks(Sequence["Look"]):
    """The looks that were learnt; they are looked for when a reading asks for them, which few do."""

    @cached_property
    def _known(self) -> tuple[Look, ...]:
        return known_looks()

    @overload
    def __getitem__(self, index: int) -> Look: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Look]: ...
    def __getitem__(self, index: int | slice) -> Look | Sequence[Look]:
        return self._known[index]

    def __len__(self) -> int:
        return len(self._known)


# --- learn ------------------------------------------------------------------------------------------------------------


@click.command("learn", context_settings=SETTINGS, no_args_is_help=True)
@click.argument("image", metavar="IMAGE")
@click.argument("label", metavar="LABEL")
@click.option("--look", "name", required=True, metavar="NAME", help="What to call the look.")
@click.pass_context
def command(ctx: click.Context, image: str, label: str, name: str) -> None:
    """Learn how a site draws its boards, from one screenshot of it and what that shows.

    LABEL is a file with all that is on the board in IMAGE: the puzzle as JSON or text, or a label as of the samples.
    If the board is not found, its place can be told in JSON: "board_bbox": [x_min, y_min, x_max, y_max], in pixels.

    The board and its label are kept with your user's data. From then on boards that look the same are compared with
    it, where they would else be refused or be doubtful; all others are read as before, but for what their symbols are
    called. A look's dark theme is another look.

    Looks of Tango and Takuzu are learnt; boards of the other games are read in any look.

    \b
    Exit codes:
      0  learnt
      1  nothing could be learnt; the message says why
      2  the command was used wrongly
      3  the image could not be read
    """
    need_vision()
    from vision.errors import UnreadableError
    from vision.image import load
    from vision.learnt import LookError

    check_new(name)
    puzzle, bbox = _label(label)
    try:
        said = taught(load(image), puzzle, name, bbox)
    except UnreadableError as error:
        click.echo(f"solve-screenshot: {error.message}", err=True)
        ctx.exit(3)
    except LookError as error:
        click.echo(f"solve-screenshot: nothing was learnt: {error}", err=True)
        ctx.exit(1)
    click.echo(said)


def taught(picture: Image, puzzle: Puzzle, name: str, bbox: list[float] | None) -> str:
    """Learn the look of a picture of this puzzle under a name, and say so. Raises `LookError`."""
    return _learnt(_kept(games.of(puzzle).learnt(picture, puzzle, name, bbox)))


def _label(path: str) -> tuple[Puzzle, list[float] | None]:
    """The puzzle of a label, and where its board is if it says so."""
    import solver

    try:
        data = Path(path).read_bytes()[: solver.TEXT_LIMIT + 1]
    except OSError as error:
        raise click.UsageError(f"{path} could not be opened ({error.strerror}).") from error
    try:
        puzzle = solver.load(data)
    except solver.PuzzleError as error:
        raise click.UsageError(f"{path} is no label: {error}.") from error
    try:
        bbox = json.loads(data).get("board_bbox")
    except (ValueError, AttributeError):  # a notation, which has no place for it
        return puzzle, None
    if bbox is not None:
        if not isinstance(bbox, list) or len(bbox) != 4 or not all(isinstance(value, (int, float)) for value in bbox):
            raise click.UsageError(f"board_bbox in {path} must be [x_min, y_min, x_max, y_max].")
        bbox = [float(value) for value in bbox]
    return puzzle, bbox


def check_new(name: str) -> None:
    """Raises UsageError where this is no name for a look, or one of this name is known."""
    from vision.learnt import LookError, check_name

    try:
        check_name(name)
    except LookError as error:
        raise click.UsageError(str(error)) from error
    if (looks_folder() / name).exists():
        raise click.UsageError(
            f"A look {name} is known already: 'solve-screenshot looks remove {name}' forgets it, or use another name."
        )


def _kept(look: Look) -> Look:
    """The look, now that it is kept. Raises `LookError`."""
    from vision.learnt import LookError, save

    folder = looks_folder()
    try:
        save(look, folder)
    except OSError as error:
        raise LookError(f"{folder} could not be written ({error.strerror})") from error
    return look


def _learnt(look: Look) -> str:
    return f"The look {look.name} is known now, by {look.learnt}."


# --- learning without a label -----------------------------------------------------------------------------------------


def can_be_remembered(answer: Answer) -> bool:
    """Whether a board was plainly read, has one solution, and only lacks names for its two symbols."""
    exchanged = any(EXCHANGED in warning for warning in answer.warnings)
    return exchanged and answer.solutions == "unique" and _was_plain(answer)


def _was_plain(answer: Answer) -> bool:
    """Whether no place on a board of Tango or Takuzu was hard to read: it would be learnt as what it was taken for."""
    reading: Any = answer.reading
    if not hasattr(reading, "cell_patches"):
        return False
    parts = (reading.cell_patches, reading.h_patches, reading.v_patches)
    return all(patch.confidence >= LEAST_CONFIDENCE for patches in parts for patch in patches.values())


def remember(answer: Answer, name: str) -> bool:
    """Learn the look of a board that was read without it, as it was read; says on standard error what came of it."""
    from vision.learnt import LookError

    failed = "solve-screenshot: the look was not remembered: "
    if answer.picture is None or answer.reading is None or not hasattr(answer.reading, "cell_patches"):
        click.echo(f"{failed}there is no board of Tango or Takuzu to learn it from.", err=True)
        return False
    if answer.solutions != "unique":
        click.echo(f"{failed}only a board with one solution is sure to have been read rightly.", err=True)
        return False
    if not _was_plain(answer):
        click.echo(
            f"{failed}some of it was hard to read, and could be learnt wrongly; write down what it shows, "
            "and use 'solve-screenshot learn'.",
            err=True,
        )
        return False
    puzzle: Any = answer.reading.puzzle
    try:
        look = _kept(games.of(puzzle).learnt(answer.picture, puzzle, name, list(answer.reading.bbox)))
    except LookError as error:
        click.echo(f"{failed}{error}", err=True)
        return False
    click.echo(f"solve-screenshot: {_learnt(look)}", err=True)
    return True


def offer(answer: Answer) -> None:
    """One line on standard error where a look could be remembered."""
    if can_be_remembered(answer):
        click.echo(
            "solve-screenshot: this look is not known, and was read by the puzzle alone; "
            "with --remember NAME its boards are known from now on, with the symbols named as here.",
            err=True,
        )


# --- looks ------------------------------------------------------------------------------------------------------------


@click.group("looks", context_settings=SETTINGS)
def looks() -> None:
    """List, remove, export and import the looks that were learnt."""


@looks.command("list", context_settings=SETTINGS)
def list_looks() -> None:
    """List the looks that were learnt, and where they are kept."""
    need_vision()
    known = known_looks()
    for look in known:
        click.echo(f"{look.name}  ({look.game}, {look.learnt})")
    click.echo(f"{len(known)} look{'' if len(known) == 1 else 's'} in {looks_folder()}", err=True)


@looks.command("remove", context_settings=SETTINGS, no_args_is_help=True)
@click.argument("name", metavar="NAME")
def remove_look(name: str) -> None:
    """Forget a look."""
    import shutil

    place = _place(name)
    try:
        shutil.rmtree(place)
    except OSError as error:
        raise click.ClickException(f"{place} could not be removed ({error.strerror}).") from error
    click.echo(f"The look {name} is forgotten.")


@looks.command("export", context_settings=SETTINGS, no_args_is_help=True)
@click.argument("name", metavar="NAME")
@click.option("-o", "--output", metavar="FILE", help="The file to write; NAME.zip if not given.")
def export_look(name: str, output: str | None) -> None:
    """Write a look into one file, which others can import."""
    need_vision()
    from vision.learnt import LookError, load, to_zip

    target = output or f"{name}.zip"
    try:
        data = to_zip(load(_place(name)))
        Path(target).write_bytes(data)
    except LookError as error:
        raise click.ClickException(f"the look {name} is broken: {error}") from error
    except OSError as error:
        raise click.UsageError(f"{target} could not be written ({error.strerror}).") from error
    click.echo(f"The look {name} is in {target}.")


@looks.command("import", context_settings=SETTINGS, no_args_is_help=True)
@click.argument("file", metavar="FILE")
@click.option("--look", "name", metavar="NAME", help="What to call it, if not by its own name.")
def import_look(file: str, name: str | None) -> None:
    """Take over a look that was exported; the file is data and is checked as such."""
    need_vision()
    from dataclasses import replace

    from vision.learnt import MOST_BYTES, LookError, check_name, from_zip, save

    try:
        with open(file, "rb") as stream:
            data = stream.read(4 * MOST_BYTES)
    except OSError as error:
        raise click.UsageError(f"{file} could not be opened ({error.strerror}).") from error
    try:
        look = from_zip(data)
        look = replace(look, name=check_name(name)) if name else look
        check_new(look.name)
        save(look, looks_folder())
    except LookError as error:
        raise click.UsageError(f"{file} cannot be imported: {error}") from error
    except OSError as error:
        raise click.ClickException(f"{looks_folder()} could not be written ({error.strerror}).") from error
    click.echo(f"The look {look.name} is known now.")


def _place(name: str) -> Path:
    """The folder of a look that is known."""
    need_vision()
    from vision.learnt import NAME

    place = looks_folder() / name
    if not NAME.fullmatch(name) or not place.is_dir():
        raise click.UsageError(f"There is no look {name}; 'solve-screenshot looks list' lists those there are.")
    return place
