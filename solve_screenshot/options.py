"""What the commands share: their settings, types of options, and the check that pictures can be read at all.

Nothing large is imported here, for every command imports this module.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])

EXCHANGED = "may be exchanged"
"""In a warning: the names of the two symbols are by convention."""

SETTINGS: dict[str, Any] = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


class CannotStart(click.ClickException):
    """This installation lacks something without which no picture can be read."""

    exit_code = 3

    def show(self, file: Any = None) -> None:
        click.echo(f"solve-screenshot: {self.message}", err=True)


class Seconds(click.FloatRange):
    """A time, of which `nan` is none."""

    def __init__(self) -> None:
        super().__init__(min=0, min_open=True, max=1e6)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        seconds = super().convert(value, param, ctx)
        if seconds != seconds:
            self.fail(f"{value} is no number of seconds.", param, ctx)
        return float(seconds)


def time_limit(help: str) -> Callable[[Command], Command]:
    """The option `--time-limit SECONDS`; `help`: what happens then."""
    kind = Seconds()
    return click.option("--time-limit", type=kind, default=60, show_default=True, metavar="SECONDS", help=help)


def need_vision() -> None:
    """Import what reads pictures, or say in one sentence what is missing."""
    try:
        import vision.image  # noqa: F401  (asked only whether it loads)
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
