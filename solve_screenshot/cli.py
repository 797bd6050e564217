"""The commands and what they take. `solve-screenshot IMAGE` is short for `solve-screenshot solve IMAGE`.

A new command is one function decorated with `@cli.command`. Imports that cost time stand inside the functions.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from solve_screenshot.answer import Answer, Question
    from solve_screenshot.evaluate import Label

DEFAULT = "solve"
SETTINGS: dict[str, Any] = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


class CannotStart(click.ClickException):
    """This installation lacks something without which no picture can be read."""

    exit_code = 3

    def show(self, file: Any = None) -> None:
        click.echo(f"solve-screenshot: {self.message}", err=True)


class Commands(click.Group):
    """A group whose `DEFAULT` command needs no name and whose help is that command's help plus the list of others."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args and args[0] not in self.commands and args[0] not in ("-h", "--help", "--version"):
            args = [DEFAULT, *args]
        return super().parse_args(ctx, args)

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        default = self.commands[DEFAULT]
        inner = click.Context(default, info_name=ctx.info_name, **SETTINGS)
        default.format_usage(inner, formatter)
        formatter.write_usage(ctx.command_path, "COMMAND ...", prefix="       ")
        default.format_help_text(inner, formatter)
        default.format_options(inner, formatter)
        others = [(name, command.get_short_help_str(70)) for name, command in self.commands.items() if name != DEFAULT]
        with formatter.section("Commands"):
            formatter.write_dl(others)
        default.format_epilog(inner, formatter)


class Seconds(click.FloatRange):
    """A time, of which `nan` is none."""

    def __init__(self) -> None:
        super().__init__(min=0, min_open=True, max=1e6)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        seconds = super().convert(value, param, ctx)
        if seconds != seconds:
            self.fail(f"{value} is no number of seconds.", param, ctx)
        return float(seconds)


class SolveCommand(click.Command):
    """A command whose `--all` takes a number where one follows, and needs none: of `--all board.png` the rest is an
    image, of `--all 5` a number (an image of that name is `./5`)."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        end = args.index("--") if "--" in args else len(args)
        for index in range(end):
            follows = args[index + 1] if index + 1 < end else ""
            if args[index] == "--all" and not follows.removeprefix("-").isdecimal():
                args = [*args[:index], "--all=", *args[index + 1 :]]
        return super().parse_args(ctx, args)


class NumberOrAll(click.ParamType[int]):
    """A whole number from 1, or nothing at all, which is 0: as many as are listed by default."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if value == "":
            return 0
        return int(click.IntRange(min=1).convert(value, param, ctx))


def _version(ctx: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if wanted:
        from solve_screenshot import __version__

        click.echo(f"solve-screenshot {__version__}")
        ctx.exit()


version_option = click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Show the version and exit."
)


@click.group(cls=Commands, context_settings=SETTINGS)
@version_option
def cli() -> None:
    """Read screenshots of logic puzzles, and solve them."""


@cli.command(DEFAULT, cls=SolveCommand, context_settings=SETTINGS, no_args_is_help=True)
@click.argument("sources", nargs=-1, metavar="IMAGE...")
@click.option("--clipboard", is_flag=True, help="Read the picture on the clipboard, or the one whose path is there.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per image, errors included.")
@click.option(
    "-o",
    "--output",
    metavar="OUT",
    help="Draw the solution over the screenshot: a file such as OUT.png; for several images, a folder.",
)
@click.option(
    "--debug",
    type=click.Path(file_okay=False),
    metavar="DIR",
    help="Write what each stage saw into this folder.",
)
@click.option(
    "--level",
    type=click.Choice(["easy", "medium", "hard"], case_sensitive=False),
    help="Of a file with a whole day of Pips only this puzzle.",
)
@click.option(
    "--all",
    "most_listed",
    type=NumberOrAll(),
    metavar="[N]",
    help="List every solution, up to N of them (up to 1000 without a number).",
)
@click.option("--count", is_flag=True, help="Count the solutions, all of them.")
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="Count no further than N.")
@click.option(
    "--time-limit",
    type=Seconds(),
    default=60,
    show_default=True,
    metavar="SECONDS",
    help="Stop solving and counting a puzzle after this long, and show what was found so far.",
)
@click.option(
    "--engine",
    type=click.Choice(["backtracking", "cp-sat"]),
    default="backtracking",
    show_default=True,
    help="What solves. cp-sat needs OR-Tools: pip install '.[cpsat]'",
)
@version_option
@click.pass_context
def solve(
    ctx: click.Context,
    sources: tuple[str, ...],
    clipboard: bool,
    as_json: bool,
    output: str | None,
    debug: str | None,
    level: str | None,
    most_listed: int | None,
    count: bool,
    limit: int | None,
    time_limit: float,
    engine: str,
) -> None:
    """Read a screenshot of a puzzle, solve it, and show board and solution side by side.

    IMAGE is a picture of any common format, - for standard input, a folder (all pictures in it), or puzzles as
    text: a .json or .txt file. The board may be anywhere in the picture, at any size; which game it is, is seen.

    \b
    Examples:
      solve-screenshot board.png
      solve-screenshot board.png -o solved.png
      solve-screenshot --json screenshots/ > results.jsonl
      solve-screenshot --clipboard
      grim - | solve-screenshot -
      solve-screenshot 2025-10-14.json --level hard --count

    \b
    Exit codes (of several images, the highest):
      0  solved: there is exactly one solution
      1  read, but there are no or several solutions, or time did not suffice;
         what there is, is shown
      2  the command was used wrongly
      3  an image could not be read; the message says why

    An entry on the board that is wrong is shown in red, with the solution the puzzle has without it. Where there are
    several solutions, as Pips often has, one is shown, and the cells in which they differ are named.
    Colours are left out when the output is piped, or where NO_COLOR is set.
    """
    if not sources and not clipboard:
        raise click.UsageError("Name a picture, a folder, or - for standard input; or use --clipboard.")
    several = len(sources) + clipboard > 1 or any(os.path.isdir(source) for source in sources)
    _check_output(output, several, sources)
    _check_engine(engine)
    _check_level(level, sources)
    from solve_screenshot.answer import MOST_LISTED, Question
    from solve_screenshot.output import Names

    listed = limit or MOST_LISTED if most_listed == 0 else most_listed
    question = Question(engine, level, count, limit, listed, time_limit)
    worst = 0
    names = Names()
    for source, from_clipboard in _expanded(sources, clipboard):
        name = names.name(source)
        for answer in _answers(source, question, from_clipboard):
            whole_day = answer.level is not None and level is None
            worst = max(worst, answer.exit_code)
            _print(answer, as_json, title=several or whole_day)
            _write(answer, f"{name}-{answer.level}" if whole_day else name, output, debug, several or whole_day)
    ctx.exit(worst)


# --- steps of `solve` ------------------------------------------------------------------------------------------------


def _expanded(sources: tuple[str, ...], clipboard: bool) -> Iterator[tuple[str, bool]]:
    """Each source and whether it is the clipboard; a folder becomes its pictures (or itself, if it has none)."""
    for source in sources:
        if not os.path.isdir(source):
            yield source, False
            continue
        _need_vision()
        from vision.image import pictures_in

        try:
            found = pictures_in(source)
        except ValueError:
            found = []
        yield from ((path, False) for path in found or [source])
    if clipboard:
        yield "clipboard", True


def _answers(source: str, question: Question, from_clipboard: bool) -> Iterator[Answer]:
    from solve_screenshot import answer

    if from_clipboard or not answer.is_text(source):
        _need_vision()
    return answer.of_source(source, question, from_clipboard)


def _print(answer: Answer, as_json: bool, title: bool) -> None:
    if as_json:
        import json

        click.echo(json.dumps(answer.to_json()))
    elif answer.error is not None:
        message = answer.error.message
        about = "" if message.startswith((answer.source, "standard input")) else f"{answer.source}: "
        click.echo(f"solve-screenshot: {about}{message}", err=True)
    else:
        from solve_screenshot.text import listing, report, style_of

        style = style_of()
        click.echo(report(answer, style, title) + ("\n" if title or answer.listed else ""), color=style.colour)
        for text in listing(answer, style):
            click.echo(text)


def _write(answer: Answer, name: str, output: str | None, debug: str | None, several: bool) -> None:
    """The pictures that were asked for; `name` is that of this answer among several."""
    try:
        if output is not None:
            _write_solved(answer, os.path.join(output, f"{name}.png") if _is_folder(output, several) else output)
        if debug is not None:
            from solve_screenshot.output import write_stages

            write_stages(answer, os.path.join(debug, name) if several else debug)
    except OSError as error:
        raise click.UsageError(f"{error.filename or output} could not be written ({error.strerror}).") from error


def _write_solved(answer: Answer, path: str) -> None:
    from solve_screenshot.output import solved_picture, write

    if answer.error is not None:
        return
    picture = solved_picture(answer)
    if picture is None:
        why = "there is no solution to draw" if answer.reading else "a puzzle file has no screenshot to draw on"
        click.echo(f"solve-screenshot: {answer.source}: {why}; {path} was not written.", err=True)
        return
    write(path, picture)


# --- what must be right before the work begins -----------------------------------------------------------------------


def _is_folder(output: str, several: bool) -> bool:
    return several or os.path.isdir(output)


def _check_output(output: str | None, several: bool, sources: tuple[str, ...]) -> None:
    from solve_screenshot.output import SUFFIXES

    if output is None:
        return
    if _is_folder(output, several):
        if os.path.exists(output) and not os.path.isdir(output):
            raise click.UsageError(f"With several images {output} must be a folder, and it is a file.")
    elif not output.lower().endswith(SUFFIXES):
        raise click.UsageError(f"{output} must end in one of {' '.join(SUFFIXES)}.")
    elif any(os.path.exists(path) and os.path.exists(output) and os.path.samefile(path, output) for path in sources):
        raise click.UsageError(f"{output} is the screenshot itself; it would be overwritten.")


def _check_level(level: str | None, sources: tuple[str, ...]) -> None:
    from solve_screenshot.answer import PUZZLE_SUFFIXES

    if level is not None and not any(source == "-" or source.lower().endswith(PUZZLE_SUFFIXES) for source in sources):
        raise click.UsageError(f"--level {level} is for a file with a day of Pips, such as 2025-10-14.json.")


def _check_engine(engine: str) -> None:
    if engine != "cp-sat":
        return
    from importlib.util import find_spec

    if find_spec("ortools") is None:
        raise click.UsageError("--engine cp-sat needs OR-Tools: pip install '.[cpsat]'")


def _need_vision() -> None:
    """Import what reads pictures, or say in one sentence what is missing."""
    try:
        import vision.image  # noqa: F401
    except ImportError as error:
        sentence = missing_library(error)
        if sentence is None:
            raise
        raise CannotStart(sentence) from error


HEADLESS = "pip uninstall -y opencv-python; pip install opencv-python-headless"


def missing_library(error: ImportError) -> str | None:
    """The way out where OpenCV cannot be loaded; None for other import errors."""
    import re

    library = re.search(r"\b(lib[\w+.-]+?\.so[.\d]*)", str(error))
    if library:
        name = library[1]
        package = {"libGL": "libgl1", "libgthread-2": "libglib2.0-0"}.get(name.split(".")[0])
        install = f"install it (Debian and Ubuntu: apt install {package})" if package else "install it"
        return f"OpenCV needs {name}, which this system lacks; {install}, or use the OpenCV without windows: {HEADLESS}"
    if error.name == "cv2" or "cv2" in str(error):
        return f"OpenCV is not installed or not whole; install it again: {HEADLESS}"
    return None


# --- evaluate --------------------------------------------------------------------------------------------------------


@cli.command("evaluate", context_settings=SETTINGS)
@click.argument("folders", nargs=-1, required=True, metavar="FOLDER...")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object with every picture's outcome.")
@click.option("--game", metavar="NAME", help="Only pictures whose label is of this game, such as pips.")
@click.pass_context
def evaluate(ctx: click.Context, folders: tuple[str, ...], as_json: bool, game: str | None) -> None:
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
    _need_vision()
    from pathlib import Path

    from solve_screenshot import evaluate as evaluation

    labels = evaluation.find_labels([Path(folder) for folder in folders], game)
    if not labels:
        of_game = f" of {game}" if game else ""
        raise click.UsageError(f"There is no labelled picture{of_game} in {' '.join(folders)}.")
    summary = evaluation.Summary(tuple(evaluation.tried(label) for label in _with_progress(labels)))
    if as_json:
        import json

        click.echo(json.dumps(summary.to_json(), indent=1))
    else:
        click.echo(evaluation.report(summary))
    ctx.exit(1 if summary.count("silently_wrong") else 0)


def _with_progress(labels: list[Label]) -> Iterator[Label]:
    """The labels, with a bar on a terminal's standard error; the report alone is on standard output."""
    if not sys.stderr.isatty():
        yield from labels
        return
    with click.progressbar(labels, label="reading", file=sys.stderr, width=30) as bar:
        yield from bar


# --- play ------------------------------------------------------------------------------------------------------------


@cli.command(context_settings=SETTINGS)
@click.option("--game", type=click.Choice(["tango", "takuzu", "pips"]), help="Play this game only.")
@click.option("--monitor", default="all", metavar="N|all", show_default=True, help="Look at this monitor only.")
@click.option("--region", metavar="X,Y,W,H", help="Look at this part of the desktop only, in points.")
@click.option("--dry-run", is_flag=True, help="Move nothing: print what would be done, and with -o draw it.")
@click.option("-o", "--output", metavar="OUT.png", help="With --dry-run: where to draw the gestures on a screenshot.")
@click.option("--watch", is_flag=True, help="After a game wait for the next board and play it, until Ctrl-C.")
@click.option("--delay", type=click.FloatRange(min=0), default=0.0, metavar="S", help="Wait after each gesture.")
@click.option("--countdown", type=click.FloatRange(min=0), default=0.0, metavar="S", help="Wait before the first look.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per event, gestures included.")
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    default=60.0,
    show_default=True,
    metavar="S",
    help="Give up after this long.",
)
@click.pass_context
def play(ctx: click.Context, /, monitor: str, region: str | None, **options: Any) -> None:
    """Play the board on the screen with the mouse.

    Looks at the screen, solves the board it finds there, plays it, looks again, and ends when the board on the screen
    is solved. Clicks on nothing but the board and its dominoes. To stop it, press Ctrl-C or push the pointer into a
    corner of the screen.

    \b
    Exit codes:
      0  solved
      1  not solved; the message says why not
      2  the command was used wrongly
      3  the screen cannot be seen, or the pointer cannot be moved
    """
    if options["output"] and not options["dry_run"]:
        raise click.UsageError("-o draws what --dry-run would do; use both.")
    _need_vision()
    from solve_screenshot.play import Wanted, run

    ctx.exit(run(Wanted(monitor=_monitor(monitor), region=_region(region), **options)))


def _monitor(text: str) -> int | None:
    if text == "all":
        return None
    if not text.isdecimal() or int(text) < 1:
        raise click.UsageError(f"--monitor takes a number from 1, or all; {text!r} is neither.")
    return int(text)


def _region(text: str | None) -> tuple[float, float, float, float] | None:
    if text is None:
        return None
    try:
        x, y, width, height = (float(part) for part in text.split(","))
    except ValueError:
        raise click.UsageError(f"--region takes four numbers, x,y,width,height, not {text!r}.") from None
    if not (width > 0 and height > 0):
        raise click.UsageError("--region needs a width and a height above 0.")
    return x, y, width, height
