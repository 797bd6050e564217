"""`solve-screenshot play`: options in, events out. The playing itself is `actuator`'s."""

from __future__ import annotations

import json
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from actuator.games import GAMES, table_for
from solve_screenshot.options import SETTINGS, need_vision

if TYPE_CHECKING:
    from actuator.events import Event, Outcome
    from actuator.eyes import ScreenEyes
    from actuator.screen import Screen

COULD_NOT_START = 3
# How long a solved board stays on the screen before --watch looks for the next one, and then between two looks.
WATCH_SECONDS = 0.5


@dataclass(frozen=True)
class Wanted:
    """What the command line asked for."""

    game: str | None
    monitor: int | None
    region: tuple[float, float, float, float] | None
    dry_run: bool
    output: str | None
    watch: bool
    delay: float
    countdown: float
    as_json: bool
    timeout: float


def run(wanted: Wanted) -> int:
    """Play what is on the screen; the exit code. Ctrl-C is left to the caller."""
    from actuator.errors import ActuatorError, PointerStoppedError

    tell = _teller(wanted.as_json)
    interrupted: list[int] = []

    def interrupt(number: int, _: object) -> None:
        interrupted.append(number)
        raise KeyboardInterrupt

    def told(name: str, data: dict[str, Any]) -> None:
        if interrupted:  # an interrupt is lost that comes while a library calls back or an object goes
            raise KeyboardInterrupt
        tell(name, data)

    before = signal.signal(signal.SIGINT, interrupt)
    try:
        return _run(wanted, told)
    except KeyboardInterrupt:
        tell("stopped", {"kind": "interrupted", "message": "Stopped by Ctrl-C."})
        raise
    except PointerStoppedError as error:
        tell("stopped", {"kind": error.kind, "message": error.message})
        return 1
    except ActuatorError as error:
        tell("error", {"kind": error.kind, "message": error.message})
        return COULD_NOT_START
    finally:
        signal.signal(signal.SIGINT, before)


def _run(wanted: Wanted, tell: Callable[[str, dict[str, Any]], None]) -> int:
    from actuator.eyes import ScreenEyes
    from actuator.moves import Rect
    from actuator.pointer import Pointer
    from actuator.screen import Screen
    from solve_screenshot.learn import known_looks

    screen = Screen()
    areas = screen.areas(wanted.monitor, Rect(*wanted.region) if wanted.region else None)
    eyes = ScreenEyes(screen, areas, wanted.game, known_looks())
    _count_down(wanted.countdown, tell)
    if wanted.dry_run:
        return _dry_run(eyes, wanted, tell)
    pointer = Pointer()
    return _play(screen, eyes, pointer, wanted, tell)


def _play(screen: Screen, eyes: ScreenEyes, pointer: Any, wanted: Wanted, tell: Callable[..., None]) -> int:
    from actuator.events import Patience
    from actuator.player import Player

    def report(event: Event) -> None:
        data = event.to_json()
        tell(str(data.pop("event")), data)

    patience = Patience(timeout=wanted.timeout, delay=wanted.delay)
    player = Player(eyes, pointer, [one.rect for one in screen.monitors], table_for, patience=patience, report=report)
    while True:
        outcome: Outcome = player.play()
        if not wanted.watch:
            return 0 if outcome.won else 1
        _wait_for_another(eyes)


def _wait_for_another(eyes: ScreenEyes) -> None:
    """Return when a board that can be read and is not solved is on the screen."""
    from actuator.table import CannotPlayError
    from vision.errors import UnreadableError

    while True:
        time.sleep(WATCH_SECONDS)
        try:
            sight = eyes.look()
            if table_for(sight).left(sight):
                return
        except (UnreadableError, CannotPlayError):
            continue


def _dry_run(eyes: ScreenEyes, wanted: Wanted, tell: Callable[..., None]) -> int:
    """Print, and draw, the gestures it would take, without moving anything."""
    from actuator.sight import in_play
    from actuator.table import CannotPlayError, could_not_play
    from vision.errors import UnreadableError

    try:
        sight = eyes.look()
        gestures = table_for(sight).rehearse(sight)
        first = table_for(sight).plan(sight).trial if gestures else ""
    except UnreadableError as error:
        tell("stopped", {"kind": error.kind, "message": in_play(error.message)})
        return 1
    except CannotPlayError as error:
        tell("stopped", {"kind": "cannot_play", "message": could_not_play(error)})
        return 1
    if first:
        tell("trial", {"message": f"to be learnt first: what {first} does"})
    for gesture in gestures:
        data = gesture.to_json()
        tell("gesture", data | {"message": _in_words(data)})
    tell("rehearsed", {"gestures": len(gestures), "message": f"{len(gestures)} gestures; nothing was moved."})
    if wanted.output is not None:
        from actuator.sketch import sketch
        from solve_screenshot.output import write

        assert sight.shot is not None
        try:
            write(wanted.output, sketch(sight.shot, gestures))
        except OSError as error:
            raise click.UsageError(f"{wanted.output} could not be written ({error.strerror}).") from error
    return 0


def _in_words(gesture: dict[str, Any]) -> str:
    at = f"{gesture['x']:.0f},{gesture['y']:.0f}"
    if gesture["kind"] == "drag":
        to = gesture["to"]
        return f"drag from {at} to {to[0]:.0f},{to[1]:.0f}"
    cell = gesture.get("cell")
    where = f" (r{cell[0] + 1} c{cell[1] + 1})" if cell else ""
    double = "double " if gesture.get("count", 1) > 1 else ""
    return f"{double}{gesture['button']} click at {at}{where}"


def _count_down(seconds: float, tell: Callable[..., None]) -> None:
    while seconds > 0:
        tell("countdown", {"left": seconds, "message": f"starting in {seconds:g}"})
        time.sleep(min(1.0, seconds))
        seconds -= 1


def _teller(as_json: bool) -> Callable[[str, dict[str, Any]], None]:
    """Prints events: one JSON object a line, or those that a person wants to know of as sentences."""

    def tell_json(name: str, data: dict[str, Any]) -> None:
        click.echo(json.dumps({"event": name, **data}))

    def tell_text(name: str, data: dict[str, Any]) -> None:
        if name == "error":
            click.echo(f"solve-screenshot: {data['message']}", err=True)
        elif "message" in data:
            click.echo(data["message"])

    return tell_json if as_json else tell_text


# --- the command -----------------------------------------------------------------------------------------------------


@click.command("play", context_settings=SETTINGS)
@click.option("--game", type=click.Choice(list(GAMES)), help="Play this game only.")
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
def command(ctx: click.Context, /, monitor: str, region: str | None, **options: Any) -> None:
    """Play the board on the screen with the mouse.

    Looks at the screen, solves the board it finds there, plays it, looks again, and ends when the board on the screen
    is solved. Clicks on nothing but the board and its dominoes. To stop it, move the mouse, bring another window to
    the front, or press Ctrl-C.

    \b
    Exit codes:
      0  solved
      1  not solved, or not known to be; the message says why
      2  the command was used wrongly
      3  the screen cannot be seen, or the pointer cannot be moved
    """
    if options["output"] and not options["dry_run"]:
        raise click.UsageError("-o draws what --dry-run would do; use both.")
    need_vision()
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
