"""`solve-screenshot generate`: options in; new puzzles as text, JSON, links to a page, or sheets of paper out.

The puzzles are made by `solver`; `printable` lays them out. What is not here: either of the two.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from solve_screenshot import games
from solve_screenshot.options import SETTINGS, time_limit

if TYPE_CHECKING:
    from solve_screenshot.result import Graded
    from solve_screenshot.text import Style
    from solver import AnySolution, Puzzle

SHEETS, TEXTS = (".svg", ".png"), (".json", ".txt")
MOST_ALIKE = 30
"""After so many seeds in a row whose puzzles were there before there are no more to be had: small boards are few."""
MOST_IN_VAIN = 5
"""After so many seeds in a row without a puzzle there is no use in going on; after the first, where that has none."""
NOT_FOUND = 1


@dataclass(frozen=True, slots=True)
class Made:
    """A new puzzle, its solution, and the seed it can be made from again. `level`: the difficulty that was asked for;
    `difficulty`: the hardest rule, how often, and all others."""

    puzzle: Puzzle
    solution: AnySolution
    level: str
    difficulty: Graded | None
    seed: int
    link: str | None

    def to_json(self, with_solution: bool) -> dict[str, Any]:
        """The puzzle's own JSON, and more keys."""
        result = self.puzzle.to_json()
        result["difficulty"] = self.difficulty.to_json() if self.difficulty else None
        result["seed"] = self.seed
        if self.link is not None:
            result["link"] = self.link
        if with_solution:
            result["solution"] = self.solution.to_json()
        return result


class NoneFoundError(click.ClickException):
    """Puzzles of this kind may exist, but none was found."""

    exit_code = NOT_FOUND

    def show(self, file: Any = None) -> None:
        click.echo(f"solve-screenshot: {self.message}", err=True)


@click.command("generate", context_settings=SETTINGS)
@click.option(
    "--game",
    type=click.Choice(list(games.GAMES), case_sensitive=False),
    default=next(iter(games.GAMES)),
    show_default=True,
    help="Which game.",
)
@click.option(
    "--size",
    type=int,
    metavar="N",
    help="Cells on a side, even, 4 to 20; of Queens 5 to 12; of Pips the number of dominoes, 1 to 28.  "
    "[default: 6 for Tango, 8 for others]",
)
@click.option(
    "--difficulty",
    type=click.Choice(["easy", "medium", "hard", "expert"], case_sensitive=False),
    default="medium",
    show_default=True,
    help="It is solved by the rules up to this level, and not by those below; expert needs what-ifs.",
)
@click.option(
    "--symmetry",
    type=click.Choice(["none", "rotation", "mirror"], case_sensitive=False),
    default="none",
    show_default=True,
    help="Of the clues; of Pips, of the board; Queens has none.",
)
@click.option("--count", type=click.IntRange(1, 10_000), default=1, show_default=True, metavar="N", help="How many.")
@click.option(
    "--seed",
    type=click.IntRange(0, 2**63),
    metavar="N",
    help="Make the puzzles of the seeds N, N+1, ... again; without it others each time.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False),
    metavar="OUT",
    help="Write sheets of paper to OUT.svg or OUT.png, the puzzles to OUT.json (an object per line) or OUT.txt.",
)
@click.option("--solutions", is_flag=True, help="With the solutions; on paper they have sheets of their own.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per puzzle, on a line each.")
@click.option(
    "--links",
    "pages",
    metavar="PAGES",
    help="Add links that open the puzzles in the pages of this folder, such as samples/pages, or at this address.",
)
@time_limit("Give a puzzle up after this long.")
@click.pass_context
def command(
    ctx: click.Context,
    game: str,
    size: int | None,
    difficulty: str,
    symmetry: str,
    count: int,
    seed: int | None,
    output: str | None,
    solutions: bool,
    as_json: bool,
    pages: str | None,
    time_limit: float,
) -> None:
    """Make new puzzles, each with one solution that can be found without guessing.

    \b
    Examples:
      solve-screenshot generate
      solve-screenshot generate --game pips --size 12 --difficulty hard
      solve-screenshot generate --count 6 --seed 1 -o sheet.svg --solutions
      solve-screenshot generate --game takuzu --size 10 --json | solve-screenshot - --explain
      solve-screenshot generate --links samples/pages

    \b
    Exit codes:
      0  made
      1  no such puzzle was found: few boards of that size are of that level
      2  the command was used wrongly, or there is no such board
    """
    if output is not None and not output.lower().endswith(SHEETS + TEXTS):
        raise click.UsageError(f"{output} must end in one of {' '.join(SHEETS + TEXTS)}.")
    base = None if pages is None else _base(pages, game)
    size = games.GAMES[game].size if size is None else size
    if seed is None:
        from random import SystemRandom

        seed = SystemRandom().randrange(10**9)
    from solver.errors import NotGenerated, PuzzleError

    making = new_puzzles(game, size, difficulty, symmetry, seed, time_limit, base)
    made = []
    try:
        for number, one in enumerate(_with_progress(making, count), 1):
            made.append(one)
            if output is None or as_json:
                _print(one, number if count > 1 else None, as_json, solutions)
    except NotGenerated as error:
        done = f" after {len(made)} of {count}" if made else ""
        hint = "take another --seed, a larger --size or another --difficulty"
        raise NoneFoundError(f"{error}{done}; {hint}.") from None
    except PuzzleError as error:
        raise click.UsageError(f"{error}.") from None
    if output is not None:
        _write(output, made, game, solutions)


def new_puzzles(
    game: str, size: int, difficulty: str, symmetry: str, seed: int, time_limit: float, base: str | None
) -> Iterator[Made]:
    """A puzzle for one seed after the other, none twice; seeds that have none are passed over."""
    from itertools import count

    import solver
    from solver.errors import NotGenerated

    seen: set[str] = set()
    alike = vain = 0
    for number in count(seed):
        try:
            puzzle = solver.generate(
                game, size, number, difficulty=difficulty, symmetry=symmetry, time_limit=time_limit
            )
        except NotGenerated:
            vain += 1
            if not seen or vain == MOST_IN_VAIN:
                raise
            continue
        if puzzle.notation() in seen:
            alike += 1
            if alike == MOST_ALIKE:
                raise NotGenerated(f"no more different {difficulty} boards of size {size} were found")
            continue
        alike = vain = 0
        seen.add(puzzle.notation())
        solution = solver.solve(puzzle)
        assert solution is not None  # a puzzle without one is not made
        link = None if base is None else _link(base, puzzle)
        yield Made(puzzle, solution, difficulty, _graded(puzzle, difficulty), number, link)


def _graded(puzzle: Puzzle, level: str) -> Graded | None:
    """How hard it is; where there is no time to tell exactly, at least the level is known."""
    from solve_screenshot.reasons import DIFFICULTY_SECONDS, grade
    from solve_screenshot.result import Clock

    graded = grade(puzzle, "clues", Clock(DIFFICULTY_SECONDS))
    return graded._replace(level=level) if graded is not None else None


def _with_progress(making: Iterator[Made], count: int) -> Iterator[Made]:
    """So many of them, with a bar on a terminal's standard error where there are several."""
    from itertools import islice

    wanted = islice(making, count)
    if count == 1 or not sys.stderr.isatty():
        yield from wanted
        return
    with click.progressbar(wanted, length=count, label="making", file=sys.stderr, width=30) as bar:
        yield from bar


# --- links -----------------------------------------------------------------------------------------------------------


def _base(pages: str, game: str) -> str:
    """The address of the folder with the pages."""
    if "://" in pages:
        return pages.rstrip("/")
    if not os.path.isfile(os.path.join(pages, f"{game}.html")):
        raise click.UsageError(
            f"There is no {game}.html in {pages}; --links takes the folder samples/pages or its address."
        )
    from pathlib import Path

    return Path(pages).resolve().as_uri()


def _link(base: str, puzzle: Puzzle) -> str:
    """The address of a page with the puzzle in it; behind the #, so that no server need see it."""
    import json
    from urllib.parse import quote

    return f"{base}/{puzzle.game}.html#puzzle={quote(json.dumps(puzzle.to_json(), separators=(',', ':')), safe='')}"


# --- text and JSON ---------------------------------------------------------------------------------------------------


def _print(made: Made, number: int | None, as_json: bool, with_solution: bool) -> None:
    if as_json:
        import json

        click.echo(json.dumps(made.to_json(with_solution)))
        return
    from solve_screenshot.reasons_text import graded
    from solve_screenshot.text import BOLD, style_of

    style = style_of()
    before = "" if number is None else f"{number}. "
    about = made.level if made.difficulty is None else graded(made.difficulty, made.puzzle)
    size = games.of(made.puzzle).size_said(made.puzzle)
    heading = f"{before}{made.puzzle.game} {size}, {about}, seed {made.seed}"
    lines = [style.paint(heading, BOLD), *_drawn(made, with_solution, style)]
    lines.append(made.puzzle.notation())
    if made.link is not None:
        lines.append(made.link)
    click.echo("\n".join(line.rstrip() for line in lines) + ("\n" if number else ""), color=style.colour)


def _drawn(made: Made, with_solution: bool, style: Style) -> list[str]:
    """The board as everywhere on the terminal, and its solution beside it."""
    from solve_screenshot.result import Answer
    from solve_screenshot.text import boards

    witnesses: Any = (made.solution,) if with_solution else ()
    lines = boards(Answer("", puzzle=made.puzzle, witnesses=witnesses), made.puzzle, style)
    return lines if with_solution else [line for line in lines if line != "board"]


# --- files -----------------------------------------------------------------------------------------------------------


def _write(output: str, made: list[Made], game: str, with_solution: bool) -> None:
    """The file or the sheets, and the name of each that was written."""
    try:
        os.makedirs(os.path.dirname(output) or ".", exist_ok=True)
        if output.lower().endswith(SHEETS):
            for name in _write_sheets(output, made, game, with_solution):
                click.echo(f"wrote {name}", err=True)
            return
        with open(output, "w", encoding="utf-8") as file:
            for one in made:
                file.write(_line(one, output, with_solution) + "\n")
        click.echo(f"wrote {output}", err=True)
    except OSError as error:
        raise click.UsageError(f"{error.filename or output} could not be written ({error.strerror}).") from error


def _line(one: Made, output: str, with_solution: bool) -> str:
    if output.lower().endswith(".txt"):
        return one.puzzle.notation()
    import json

    return json.dumps(one.to_json(with_solution))


def _write_sheets(output: str, made: list[Made], game: str, with_solution: bool) -> Iterator[str]:
    """The sheets, those of the solutions behind the others: `OUT.svg`, of several `OUT-1.svg`, `OUT-solutions.svg`."""
    from solve_screenshot.printable import Printed, sheets

    name = f"{game.capitalize()} {games.of(made[0].puzzle).size_said(made[0].puzzle)}, {made[0].level}"
    captions = [f"{number} · seed {one.seed}" for number, one in enumerate(made, 1)]
    parts = [("", name, [Printed(one.puzzle, caption) for one, caption in zip(made, captions, strict=True)])]
    if with_solution:
        solved = [Printed(one.puzzle, caption, one.solution) for one, caption in zip(made, captions, strict=True)]
        parts.append(("-solutions", f"{name}: solutions", solved))
    stem, suffix = os.path.splitext(output)
    for part, heading, printed in parts:
        pages = sheets(heading, printed)
        for number, page in enumerate(pages, 1):
            path = f"{stem}{part}{f'-{number}' if len(pages) > 1 else ''}{suffix}"
            _write_sheet(path, page)
            yield path


def _write_sheet(path: str, page: Any) -> None:
    from solve_screenshot import sheet

    if path.lower().endswith(".svg"):
        with open(path, "w", encoding="utf-8") as file:
            file.write(sheet.svg(page))
    else:
        sheet.image(page).save(path, dpi=(sheet.DPI, sheet.DPI))
