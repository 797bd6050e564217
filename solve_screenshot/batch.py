"""`solve-screenshot batch`: a million pictures into one file of results, whatever happens on the way.

The command, and how the modules work together: items (`batch_inputs`) go to a pool (`batch_workers`), whose rows go
into the journal (`batch_journal`). None knows another's business.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import click

from solve_screenshot.options import SETTINGS, need_vision, time_limit

if TYPE_CHECKING:
    from solve_screenshot.batch_inputs import Item
    from solve_screenshot.batch_workers import Row, Work

SUFFIXES = (".jsonl", ".ndjson", ".parquet")


@click.command("batch", context_settings=SETTINGS, no_args_is_help=True)
@click.argument("inputs", nargs=-1, required=True, metavar="INPUT...")
@click.option("-o", "--output", required=True, metavar="OUT", help="The file of results: .jsonl or .parquet.")
@click.option(
    "--workers", type=click.IntRange(min=1), metavar="N", help="Processes that read; one for each core if not given."
)
@click.option(
    "--dask", metavar="ADDRESS", help="Read on a Dask cluster: the address of its scheduler, tcp://HOST:8786."
)
@click.option("--fresh", is_flag=True, help="Begin anew: what is in OUT is thrown away.")
@time_limit("Stop solving a puzzle after this long.")
@click.pass_context
def command(
    ctx: click.Context,
    inputs: tuple[str, ...],
    output: str,
    workers: int | None,
    dask: str | None,
    fresh: bool,
    time_limit: float,
) -> None:
    """Read and solve many pictures, and keep the results in one file.

    INPUT is a picture, a folder (all pictures in it and in the folders in it), a pattern such as 'shots/**/*.png', or
    a tar archive (.tar, .tar.gz, .tar.bz2, .tar.xz), whose members are read without being unpacked.

    Every picture has one result, of the same form as with --json, in the order in which they are done. A picture that
    cannot be read has a result that says why; none stops the others. Whatever ends a run, the same command goes on
    from there, and reads no picture twice. Pictures are known by their names as you give them.

    \b
    Examples:
      solve-screenshot batch shots/ -o results.jsonl
      solve-screenshot batch 'shots/**/*.png' archive.tar.gz -o results.parquet
      solve-screenshot batch shots/ -o results.jsonl --dask tcp://10.0.0.5:8786

    \b
    Exit codes:
      0  every picture has a result, be it an error
      1  there is nobody left to read, or the results could not be written
      2  the command was used wrongly
    """
    need_vision()
    _check_libraries(output, dask)
    from solve_screenshot.batch_inputs import missing
    from solve_screenshot.batch_journal import JournalError
    from solve_screenshot.batch_workers import PoolError

    lacking = missing(inputs)
    if lacking:
        raise click.UsageError(f"There is no {lacking[0]}: neither a file or folder nor a pattern that fits one.")
    try:
        summary = run(Wanted(inputs, Path(output), workers, dask, fresh, time_limit))
    except JournalError as error:
        raise click.UsageError(str(error)) from error
    except PoolError as error:
        raise click.ClickException(str(error)) from error
    except OSError as error:
        raise click.ClickException(
            f"{error.filename or output} could not be written ({error.strerror}); what was done before is kept."
        ) from error
    if not summary.outcomes and not summary.before:
        raise click.UsageError(f"There is no picture in {', '.join(inputs)}.")
    click.echo(summary.sentence())
    ctx.exit(0)


def _check_libraries(output: str, dask: str | None) -> None:
    from importlib.util import find_spec

    if not output.lower().endswith(SUFFIXES):
        raise click.UsageError(f"{output} must end in one of {' '.join(SUFFIXES)}.")
    needed = {"distributed": "dask"} if dask else {"joblib": "batch"}
    if output.lower().endswith(".parquet"):
        needed["pyarrow"] = "batch"
    for library, extra in needed.items():
        if find_spec(library) is None:
            raise click.UsageError(f"This needs {library}: pip install 'solve-screenshot[{extra}]'")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the user asked for."""

    inputs: tuple[str, ...]
    output: Path
    workers: int | None = None
    dask: str | None = None
    fresh: bool = False
    time_limit: float = 60.0


@dataclass(frozen=True, slots=True)
class Summary:
    """What a run did. `before`: pictures that had results already. `outcomes`: of the others. `seconds`: it took."""

    output: Path
    before: int
    seconds: float
    outcomes: Counter[str] = field(default_factory=Counter)

    def sentence(self) -> str:
        number = self.outcomes.total()
        solved = self.outcomes["unique"]
        other = sum(self.outcomes[one] for one in ("multiple", "none", "undecided"))
        kinds = Counter({kind: n for kind, n in self.outcomes.items() if kind not in _READ})
        why = ", ".join(f"{kind} {n}" for kind, n in kinds.most_common())
        return (
            f"{number} picture{'' if number == 1 else 's'} in {self.seconds:.1f} s"
            + (f" ({number / self.seconds:.1f} a second)" if self.seconds > 1 else "")
            + f": {solved} solved, {other} with none or several solutions, {kinds.total()} not read"
            + (f" ({why})" if why else "")
            + (f"; {self.before} were done before" if self.before else "")
            + f". Results: {self.output}"
        )


_READ = ("unique", "multiple", "none", "undecided")


def run(wanted: Wanted) -> Summary:
    """Read what has no result yet. Raises JournalError, PoolError and OSError."""
    from solve_screenshot.batch_inputs import items
    from solve_screenshot.batch_journal import Journal, from_parquet, write_parquet
    from solve_screenshot.batch_workers import on_cluster, on_this_machine

    table = wanted.output if wanted.output.suffix.lower() == ".parquet" else None
    lines = wanted.output.with_name(wanted.output.name + ".journal.jsonl") if table else wanted.output
    if wanted.fresh:
        for path in {lines, wanted.output}:
            path.unlink(missing_ok=True)
    if table and table.exists() and not lines.exists():
        from_parquet(table, lines)
    began = time.monotonic()
    outcomes: Counter[str] = Counter()
    with Journal(lines) as journal:
        before = len(journal.done)
        length = _counted(wanted.inputs, journal.done) if sys.stderr.isatty() else None
        todo = _undone(items(wanted.inputs), journal.done)
        reader = _reader()
        if wanted.dask:
            rows = on_cluster(todo, wanted.dask, wanted.time_limit, reader)
        else:
            rows = on_this_machine(todo, wanted.workers or _cores(), wanted.time_limit, reader)
        for row in _with_progress(rows, length):
            journal.add(row.line)
            outcomes[row.outcome] += 1
        journal.sync()
        if table:
            write_parquet(lines, table)
    if table:
        lines.unlink()
    return Summary(wanted.output, before, time.monotonic() - began, outcomes)


def _reader() -> Work:
    """What workers do, with the looks that were learnt here: a worker elsewhere has not these files."""
    from functools import partial

    from solve_screenshot.batch_workers import work
    from solve_screenshot.learn import known_looks

    looks = known_looks()
    if not looks:
        return work
    from vision.learnt import to_zip

    return partial(work, looks=tuple(map(to_zip, looks)))


def _cores() -> int:
    """The cores this process may use: in a container they are fewer than the machine's."""
    from joblib import cpu_count

    return int(cpu_count())


def _undone(items: Iterable[Item], done: set[str]) -> Iterator[Item]:
    """The items without a result, each once; their names join `done` as they are taken."""
    for item in items:
        if item.name not in done:
            done.add(item.name)
            yield item


def _counted(inputs: tuple[str, ...], done: set[str]) -> int:
    from solve_screenshot.batch_inputs import items

    return sum(1 for _ in _undone(items(inputs), set(done)))


def _with_progress(rows: Iterator[Row], length: int | None) -> Iterator[Row]:
    """The rows, with a bar on a terminal's standard error."""
    if length is None:
        yield from rows
        return
    with click.progressbar(rows, length=length, label="reading", show_pos=True, file=sys.stderr, width=30) as bar:
        yield from bar
