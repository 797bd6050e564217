"""What a terminal can show, and boards beside one another: colours, suns and moons, lines.

What is not here: what is shown (`text`, `reasons_text`, and the `games`).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Mapping
from typing import NamedTuple

Cell = tuple[int, int]

GLYPHS = {"S": "☀", "M": "☾", "Q": "♛", "=": "=", "x": "×", ".": "·"}
"""How a terminal shows symbols and markers. Piped, and where it has no such characters, they stay letters."""

COLOURS = {"S": "33", "M": "94", "0": "36", "1": "35"}
BOLD, DIM, WRONG, UNSURE, RESET = "1", "2", "97;41", "30;43", "\x1b[0m"

PLAIN_LINES = str.maketrans("┌┐└┘├┤┬┴┼╴╶╵╷─│·", "+++++++++--||-|.")
"""Box drawing for those who have none."""
BECAUSE, FILLED = "97;44", "30;42"
"""The cells that justify a step, and those it fills."""


class Style(NamedTuple):
    """`colour`: write escape sequences. `pretty`: write suns and moons, not letters. `boxes`: draw lines as lines."""

    colour: bool
    pretty: bool
    boxes: bool = True

    def paint(self, text: str, *codes: str) -> str:
        return f"\x1b[{';'.join(codes)}m{text}{RESET}" if self.colour and codes else text

    def glyph(self, symbol: str) -> str:
        return GLYPHS.get(symbol, symbol) if self.pretty else symbol


def style_of(stream: object = None) -> Style:
    """What the stream is good for: colour only on a terminal, and not against the user's NO_COLOR."""
    stream = sys.stdout if stream is None else stream
    terminal = bool(getattr(stream, "isatty", lambda: False)()) and os.environ.get("TERM") != "dumb"
    colour = not os.environ.get("NO_COLOR") and (terminal or bool(os.environ.get("FORCE_COLOR")))
    encoding = getattr(stream, "encoding", None)
    return Style(colour, colour and _can_show("".join(GLYPHS.values()), encoding), _can_show("┌─≠·", encoding))


def _can_show(text: str, encoding: str | None) -> bool:
    try:
        text.encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def plain(drawing: str, style: Style) -> str:
    """A drawing in the characters there are; every one stays where it is."""
    return drawing if style.boxes else drawing.replace("≠ ", "!=").replace("≠", "#").translate(PLAIN_LINES)


class Marks(NamedTuple):
    """How cells are shown: those `given` bold, those `marked` by escape codes."""

    given: Collection[Cell]
    marked: Mapping[Cell, str] = {}


def beside(left: list[str], right: list[str], width: int, gap: int = 6) -> list[str]:
    """`left[0]` and `right[0]` are titles; the other lines are `width` wide on the screen, whatever their length."""
    title = left[0].ljust(width) + " " * gap + right[0]
    return [title, *(a + " " * gap + b for a, b in zip(left[1:], right[1:], strict=True))]
