"""An `Answer` as text for a terminal: the board and its solution side by side, with or without colour.

What is not here: the pictures (`output`) and the JSON (`Answer.to_json`).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from solve_screenshot.answer import Answer, Cell
from solver import BinaryPuzzle, Solution

if TYPE_CHECKING:
    from solver import Puzzle

GLYPHS = {"S": "☀", "M": "☾", "=": "=", "x": "×", ".": "·"}
"""How a terminal shows symbols and markers. Piped, and where it has no such characters, they stay letters."""

COLOURS = {"S": "33", "M": "94", "0": "36", "1": "35"}
BOLD, DIM, WRONG, UNSURE, RESET = "1", "2", "97;41", "30;43", "\x1b[0m"

PLAIN_LINES = str.maketrans("┌┐└┘├┤┬┴┼╴╶╵╷─│·", "+++++++++--||-|.")
"""Box drawing for those who have none."""
WORDS = {"unique": "one solution", "multiple": "several solutions", "none": "no solution"}


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


def report(answer: Answer, style: Style, title: bool = False) -> str:
    """Several lines, without a newline at the end; not for answers that are errors."""
    puzzle = answer.puzzle
    assert puzzle is not None
    lines = [style.paint(_title(answer), BOLD)] if title else []
    lines.append(_headline(answer, puzzle))
    lines += boards(answer, puzzle, style)
    wants_hint = answer.reasons is not None and answer.reasons.asked == "hint"
    if wants_hint:
        pass  # no word of the solution
    elif answer.differing:
        lines.append(f"The solutions differ in {_cells(answer.differing)}; one of them is shown.")
    elif answer.solutions == "multiple" and answer.total is None and answer.listed is None:
        lines.append("One of them is shown; --count says how many there are, --all lists them.")
    lines += [style.paint("warning:", UNSURE) + f" {warning}" for warning in answer.warnings]
    if answer.reasons is not None:
        from solve_screenshot import reasons_text

        lines += reasons_text.lines(answer)
    return "\n".join(line.rstrip() for line in lines)


def boards(answer: Answer, puzzle: Puzzle, style: Style) -> list[str]:
    """The board and, beside it, what is asked for: its solution, or the next step."""
    if not isinstance(puzzle, BinaryPuzzle):
        from solve_screenshot import pips_text

        return pips_text.boards(answer, puzzle, style)
    if answer.reasons is not None and answer.reasons.asked == "hint":
        from solve_screenshot.reasons_text import hint_boards

        return hint_boards(answer, puzzle, style)
    return _grids(answer, puzzle, style)


def listing(answer: Answer, style: Style) -> Iterator[str]:
    """Every solution that was asked for, with its number above it; one at a time, since they may be many."""
    for number, solution in enumerate(answer.listed or (), 1):
        yield f"{number}\n{plain(str(solution), style)}\n"


def _title(answer: Answer) -> str:
    return answer.source if answer.level is None else f"{answer.source} {answer.level}"


def _headline(answer: Answer, puzzle: Puzzle) -> str:
    words = WORDS[answer.solutions or "none"]
    if answer.total is not None:
        words = str(answer.total)
    elif answer.witnesses and _is_full(answer, puzzle):
        words = "solved already" + (", in one of several ways" if answer.solutions == "multiple" else "")
    elif answer.undecided:
        words = "at least one solution" if answer.witnesses else "no solution found"
    if answer.late is not None:
        words += f" in {answer.late:g} s"
    spent = {stage: answer.milliseconds.get(stage, 0.0) for stage in ("decode", "read", "solve")}
    total = f"{sum(spent.values()):.0f} ms"
    if answer.reading is not None:
        total += " (" + ", ".join(f"{stage} {value:.1f}" for stage, value in spent.items()) + ")"
        total += f", confidence {answer.reading.confidence:.2f}"
    about = f"{puzzle.size}x{puzzle.size}" if isinstance(puzzle, BinaryPuzzle) else f"{len(puzzle.dominoes)} dominoes"
    return f"{puzzle.game} {about}: {words}, {total}"


def _is_full(answer: Answer, puzzle: Puzzle) -> bool:
    """Whether everything is on the board already; where there is a solution, that is one."""
    if isinstance(puzzle, BinaryPuzzle):
        return len(puzzle.filled()) == puzzle.size**2
    return len(answer.placed) == len(puzzle.dominoes) and not answer.wrong_places


def plain(drawing: str, style: Style) -> str:
    """A drawing in the characters there are; every one stays where it is."""
    return drawing if style.boxes else drawing.replace("≠ ", "!=").replace("≠", "#").translate(PLAIN_LINES)


class Marks(NamedTuple):
    """How cells are shown: those `given` bold, those `marked` by escape codes."""

    given: Collection[Cell]
    marked: Mapping[Cell, str] = {}


def _grids(answer: Answer, puzzle: BinaryPuzzle, style: Style) -> list[str]:
    wrong = dict.fromkeys(answer.wrong_entries, WRONG)
    left = board(puzzle, puzzle.cells, style, Marks(puzzle.filled(), wrong))
    if not isinstance(answer.shown, Solution):
        return ["board", *left]
    given = puzzle.filled() - wrong.keys()
    right = board(puzzle, answer.shown.cells, style, Marks(given, dict.fromkeys(answer.unsure, UNSURE) | wrong))
    return beside(["board", *left], ["solution", *right], 2 * puzzle.size - 1)


def board(puzzle: BinaryPuzzle, cells: Sequence[str], style: Style, marks: Marks) -> list[str]:
    """One line per row and, where there are markers between two rows, one for those; all `2 * size - 1` wide."""
    lines = []
    for r, row in enumerate(cells):
        line = []
        for c, symbol in enumerate(row):
            if c:
                line.append(_marker(puzzle.h[r][c - 1], style))
            line.append(_symbol(symbol, (r, c), style, marks))
        lines.append("".join(line))
        if r + 1 < puzzle.size and puzzle.v[r].strip("."):
            lines.append(" ".join(_marker(marker, style) for marker in puzzle.v[r]))
    return lines


def _symbol(symbol: str, cell: Cell, style: Style, marks: Marks) -> str:
    glyph = style.glyph(symbol)
    if cell in marks.marked:
        return style.paint(glyph, marks.marked[cell])
    if symbol == ".":
        return style.paint(glyph, DIM)
    return style.paint(glyph, *([BOLD] if cell in marks.given else []), COLOURS[symbol])


def _marker(marker: str, style: Style) -> str:
    return " " if marker == "." else style.paint(style.glyph(marker), DIM)


def beside(left: list[str], right: list[str], width: int, gap: int = 6) -> list[str]:
    """`left[0]` and `right[0]` are titles; the other lines are `width` wide on the screen, whatever their length."""
    title = left[0].ljust(width) + " " * gap + right[0]
    return [title, *(a + " " * gap + b for a, b in zip(left[1:], right[1:], strict=True))]


def _cells(cells: Collection[Cell]) -> str:
    """`3 cells (r1 c2, …)`, row and column from 1, of many only the first few."""
    places = [f"r{r + 1} c{c + 1}" for r, c in sorted(cells)]
    more = ", ..." if len(places) > 6 else ""
    return f"{len(places)} cell{'s' if len(places) != 1 else ''} ({', '.join(places[:6])}{more})"
