"""An `Answer` as text for a terminal: the board and its solution side by side, with or without colour.

What is not here: the pictures (`output`) and the JSON (`Answer.to_json`).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Sequence
from typing import NamedTuple

from solve_screenshot.answer import Answer, Cell
from solver import BinaryPuzzle

GLYPHS = {"S": "☀", "M": "☾", "=": "=", "x": "×", ".": "·"}
"""How a terminal shows symbols and markers. Piped, and where it has no such characters, they stay letters."""

COLOURS = {"S": "33", "M": "94", "0": "36", "1": "35"}
BOLD, DIM, WRONG, UNSURE, RESET = "1", "2", "97;41", "30;43", "\x1b[0m"

WORDS = {"unique": "one solution", "multiple": "several solutions", "none": "no solution"}


class Style(NamedTuple):
    """`colour`: write escape sequences. `pretty`: write suns and moons, not letters."""

    colour: bool
    pretty: bool

    def paint(self, text: str, *codes: str) -> str:
        return f"\x1b[{';'.join(codes)}m{text}{RESET}" if self.colour and codes else text

    def glyph(self, symbol: str) -> str:
        return GLYPHS.get(symbol, symbol) if self.pretty else symbol


def style_of(stream: object = None) -> Style:
    """What the stream is good for: colour only on a terminal, and not against the user's NO_COLOR."""
    stream = sys.stdout if stream is None else stream
    terminal = bool(getattr(stream, "isatty", lambda: False)()) and os.environ.get("TERM") != "dumb"
    colour = not os.environ.get("NO_COLOR") and (terminal or bool(os.environ.get("FORCE_COLOR")))
    return Style(colour, colour and _can_show("".join(GLYPHS.values()), getattr(stream, "encoding", None)))


def _can_show(text: str, encoding: str | None) -> bool:
    try:
        text.encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def report(answer: Answer, style: Style, title: bool = False) -> str:
    """Several lines, without a newline at the end; not for answers that are errors."""
    puzzle = answer.puzzle
    assert puzzle is not None
    lines = [style.paint(answer.source, BOLD)] if title else []
    lines.append(_headline(answer, puzzle))
    left = _board(puzzle, puzzle.cells, style, puzzle.filled(), answer.wrong_entries, ())
    if answer.shown is None:
        lines += _titled("board", left)
    else:
        wrong, unsure = answer.wrong_entries, answer.unsure
        right = _board(puzzle, answer.shown.cells, style, puzzle.filled() - set(wrong), wrong, unsure)
        width = 2 * puzzle.size - 1
        lines += _beside(_titled("board", left), _titled("solution", right), width)
    if answer.differing:
        lines.append(f"The solutions differ in {_cells(answer.differing)}; one of them is shown.")
    lines += [style.paint("warning:", UNSURE) + f" {warning}" for warning in answer.warnings]
    return "\n".join(line.rstrip() for line in lines)


def _headline(answer: Answer, puzzle: BinaryPuzzle) -> str:
    words = WORDS[answer.solutions or "none"]
    if answer.solutions == "unique" and len(puzzle.filled()) == puzzle.size**2:
        words = "solved already"
    if answer.total is not None:
        words = f"{answer.total} solution" + ("s" if answer.total != 1 else "")
    spent = {stage: answer.milliseconds.get(stage, 0.0) for stage in ("decode", "read", "solve")}
    total = f"{sum(spent.values()):.0f} ms"
    if answer.reading is not None:
        total += " (" + ", ".join(f"{stage} {value:.1f}" for stage, value in spent.items()) + ")"
        total += f", confidence {answer.reading.confidence:.2f}"
    return f"{puzzle.game} {puzzle.size}x{puzzle.size}: {words}, {total}"


def _board(
    puzzle: BinaryPuzzle,
    cells: Sequence[str],
    style: Style,
    given: Collection[Cell],
    wrong: Collection[Cell],
    unsure: Collection[Cell],
) -> list[str]:
    """One line per row and, where there are markers between two rows, one for those; all `2 * size - 1` wide."""
    lines = []
    for r, row in enumerate(cells):
        line = []
        for c, symbol in enumerate(row):
            if c:
                line.append(_marker(puzzle.h[r][c - 1], style))
            line.append(_symbol(symbol, (r, c), style, given, wrong, unsure))
        lines.append("".join(line))
        if r + 1 < puzzle.size and puzzle.v[r].strip("."):
            lines.append(" ".join(_marker(marker, style) for marker in puzzle.v[r]))
    return lines


def _symbol(
    symbol: str, cell: Cell, style: Style, given: Collection[Cell], wrong: Collection[Cell], unsure: Collection[Cell]
) -> str:
    glyph = style.glyph(symbol)
    if symbol == ".":
        return style.paint(glyph, DIM)
    if cell in wrong:
        return style.paint(glyph, WRONG)
    if cell in unsure:
        return style.paint(glyph, UNSURE)
    return style.paint(glyph, *([BOLD] if cell in given else []), COLOURS[symbol])


def _marker(marker: str, style: Style) -> str:
    return " " if marker == "." else style.paint(style.glyph(marker), DIM)


def _titled(title: str, lines: list[str]) -> list[str]:
    return [title, *lines]


def _beside(left: list[str], right: list[str], width: int, gap: int = 6) -> list[str]:
    """`left[0]` and `right[0]` are titles; the other lines are `width` wide on the screen, whatever their length."""
    title = left[0].ljust(width) + " " * gap + right[0]
    return [title, *(a + " " * gap + b for a, b in zip(left[1:], right[1:], strict=True))]


def _cells(cells: Collection[Cell]) -> str:
    """`3 cells (r1 c2, …)`, row and column from 1, of many only the first few."""
    places = [f"r{r + 1} c{c + 1}" for r, c in sorted(cells)]
    more = ", ..." if len(places) > 6 else ""
    return f"{len(places)} cell{'s' if len(places) != 1 else ''} ({', '.join(places[:6])}{more})"
