"""An `Answer` as text for a terminal: the board and its solution side by side, with or without colour.

What is not here: the pictures (`output`) and the JSON (`Answer.to_json`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from solve_screenshot import games
from solve_screenshot.result import Answer, Cell
from solve_screenshot.style import BOLD as BOLD
from solve_screenshot.style import UNSURE, plain
from solve_screenshot.style import Style as Style
from solve_screenshot.style import style_of as style_of

if TYPE_CHECKING:
    from solver import Puzzle

WORDS = {"unique": "one solution", "multiple": "several solutions", "none": "no solution"}




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
    return games.of(puzzle).boards(answer, puzzle, style)


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
    elif answer.witnesses and games.of(puzzle).is_full(answer, puzzle):
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
    about = games.of(puzzle).size_said(puzzle)
    return f"{puzzle.game} {about}: {words}, {total}"


def _cells(cells: Collection[Cell]) -> str:
    """`3 cells (r1 c2, …)`, row and column from 1, of many only the first few."""
    places = [f"r{r + 1} c{c + 1}" for r, c in sorted(cells)]
    more = ", ..." if len(places) > 6 else ""
    return f"{len(places)} cell{'s' if len(places) != 1 else ''} ({', '.join(places[:6])}{more})"
