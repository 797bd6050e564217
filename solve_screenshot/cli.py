"""The first command, `solve`, and where the others are. `solve-screenshot IMAGE` is `solve-screenshot solve IMAGE`.

A new command is a function decorated with `@click.command(NAME, context_settings=SETTINGS)` (or `@click.group`) in a
module of its own, and a line in `COMMANDS`. Imports that cost time stand inside the functions.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from solve_screenshot.options import EXCHANGED, SETTINGS, need_vision, time_limit

if TYPE_CHECKING:
    from solve_screenshot.result import Answer, Question

DEFAULT = "solve"

COMMANDS = {
    "learn": (
        "solve_screenshot.learn:command",
        "Learn how a site draws its boards, from one screenshot of it and what that shows.",
    ),
    "looks": ("solve_screenshot.learn:looks", "List, remove, export and import the looks that were learnt."),
    "batch": ("solve_screenshot.batch:command", "Read and solve many pictures, and keep the results in one file."),
    "dataset": ("solve_screenshot.dataset:command", "Render, check, export and measure labelled pictures."),
    "evaluate": ("solve_screenshot.evaluate:command", "Read labelled pictures and count what was read rightly."),
    "generate": (
        "solve_screenshot.generate:command",
        "Make new puzzles, each with one solution that can be found without guessing.",
    ),
    "play": ("solve_screenshot.play:command", "Play the board on the screen with the mouse."),
    "serve": (
        "solve_screenshot.web.command:command",
        "Start a page on this machine that solves screenshots in any browser.",
    ),
}
"""The other commands: the module and the function in it, imported when the command is called; and what the help of all
says of it, which is the first sentence of its own."""


class Commands(click.Group):
    """A group whose `DEFAULT` command needs no name and whose help is that command's help plus the list of others,
    of which each is imported when it is needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*super().list_commands(ctx), *COMMANDS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return super().get_command(ctx, cmd_name)
        from importlib import import_module

        module, function = COMMANDS[cmd_name][0].split(":")
        command: click.Command = getattr(import_module(module), function)
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args and args[0] not in {*self.commands, *COMMANDS, "-h", "--help", "--version"}:
            args = [DEFAULT, *args]
        return super().parse_args(ctx, args)

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        default = self.commands[DEFAULT]
        inner = click.Context(default, info_name=ctx.info_name, **SETTINGS)
        default.format_usage(inner, formatter)
        formatter.write_usage(ctx.command_path, "COMMAND ...", prefix="       ")
        default.format_help_text(inner, formatter)
        default.format_options(inner, formatter)
        with formatter.section("Commands"):
            formatter.write_dl([(name, summary) for name, (_, summary) in COMMANDS.items()])
        default.format_epilog(inner, formatter)


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
@click.option("--screen", is_flag=True, help="Read what is on the screen now.")
@click.option("--monitor", type=click.IntRange(min=1), metavar="N", help="With --screen: look at this monitor only.")
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
@click.option("--hint", is_flag=True, help="Say the next step only, and why; with -o, draw that.")
@click.option("--explain", is_flag=True, help="Say all steps to the solution, and why.")
@click.option("--remember", metavar="NAME", help="Learn the look of the board, as it was read, under this name.")
@time_limit("Stop solving and counting a puzzle after this long, and show what was found so far.")
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
    screen: bool,
    monitor: int | None,
    as_json: bool,
    output: str | None,
    debug: str | None,
    level: str | None,
    most_listed: int | None,
    count: bool,
    limit: int | None,
    hint: bool,
    explain: bool,
    remember: str | None,
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
      solve-screenshot board.png --hint
      solve-screenshot --json screenshots/ > results.jsonl
      solve-screenshot --clipboard
      solve-screenshot --screen --hint
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
    if not sources and not clipboard and not screen:
        raise click.UsageError("Name a picture, a folder, or - for standard input; or use --clipboard or --screen.")
    if monitor is not None and not screen:
        raise click.UsageError("--monitor says which one --screen looks at; use both.")
    several = len(sources) + clipboard + screen > 1 or any(os.path.isdir(source) for source in sources)
    if hint and explain:
        raise click.UsageError("--hint is the first of the steps that --explain lists; use one of them.")
    _check_output(output, several, sources)
    _check_engine(engine)
    _check_level(level, sources)
    _check_remember(remember, several)
    from solve_screenshot.answer import MOST_LISTED
    from solve_screenshot.learn import LearntLooks
    from solve_screenshot.output import Names
    from solve_screenshot.result import Question

    listed = limit or MOST_LISTED if most_listed == 0 else most_listed
    question = Question(engine, level, count, limit, listed, time_limit, True, hint, explain, LearntLooks())
    worst = 0
    names = Names()
    for source in _expanded(sources, clipboard, screen):
        name = names.name(source.name)
        for answer in _answers(source, question, monitor):
            whole_day = answer.level is not None and level is None
            worst = max(worst, answer.exit_code)
            _print(answer, as_json, title=several or whole_day)
            _write(answer, f"{name}-{answer.level}" if whole_day else name, output, debug, several or whole_day)
            worst = max(worst, _learnt(answer, remember, quiet=as_json or several))
    ctx.exit(worst)


# --- steps of `solve` ------------------------------------------------------------------------------------------------


class _Source(NamedTuple):
    """What is to be read: a file of this `name`, or, where `what` says so, what is on the `clipboard` or `screen`."""

    name: str
    what: str = "file"


def _expanded(sources: tuple[str, ...], clipboard: bool, screen: bool) -> Iterator[_Source]:
    """Each source; a folder becomes its pictures (or itself, if it has none)."""
    for source in sources:
        if not os.path.isdir(source):
            yield _Source(source)
            continue
        need_vision()
        from vision.image import pictures_in

        try:
            found = pictures_in(source)
        except ValueError:
            found = []
        yield from (_Source(path) for path in found or [source])
    yield from (_Source(name, name) for name, wanted in (("clipboard", clipboard), ("screen", screen)) if wanted)


def _answers(source: _Source, question: Question, monitor: int | None) -> Iterator[Answer]:
    from solve_screenshot import answer

    if source.what != "file" or not answer.is_text(source.name):
        need_vision()
    if source.what == "screen":
        from solve_screenshot.screen import of_screen

        return iter((of_screen(question, monitor),))
    return answer.of_source(source.name, question, source.what == "clipboard")


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


def _learnt(answer: Answer, remember: str | None, quiet: bool) -> int:
    """Remember the look of a board, or offer to; returns 1 where that was wanted and failed."""
    if remember is not None:
        from solve_screenshot import learn

        return 0 if learn.remember(answer, remember) else 1
    if not quiet and any(EXCHANGED in warning for warning in answer.warnings):
        from solve_screenshot import learn

        learn.offer(answer)
    return 0


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
    from solve_screenshot.output import hint_picture, solved_picture, write

    if answer.error is not None:
        return
    wants_hint = answer.reasons is not None and answer.reasons.asked == "hint"
    picture = hint_picture(answer) if wants_hint else solved_picture(answer)
    if picture is None:
        what = "next step" if wants_hint else "solution"
        why = f"there is no {what} to draw" if answer.reading else "a puzzle file has no screenshot to draw on"
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


def _check_remember(name: str | None, several: bool) -> None:
    if name is None:
        return
    if several:
        raise click.UsageError("--remember takes one picture.")
    need_vision()
    from solve_screenshot.learn import check_new

    check_new(name)


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
