"""Results on disk, a line of JSON each, so that whatever ends a run loses nothing that was written.

A journal is only ever added to, a whole line at a time. Of a run that was killed in the middle of a line, the next one
takes that line away, for its picture was not done. The names in it say what need not be done again.
Parquet is written from a journal when everything is done. What the results mean is `answer.py`'s business.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pyarrow

SYNC = 2.0
"""Seconds after which what was written is forced to the disk, should the machine lose power."""
ROWS = 5000
"""Results of one group of rows in a Parquet file."""


class JournalError(Exception):
    """The file cannot be used; the message says why and what to do."""


class Journal:
    """The results of a run, and of those before it that it goes on from.

    `done`: the names of the pictures in it.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "results.jsonl"
    >>> with Journal(path) as journal:
    ...     journal.add('{"image": "a.png"}')
    >>> with Journal(path) as journal:
    ...     journal.done
    {'a.png'}
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._synced = time.monotonic()
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o666)
        except OSError as error:
            raise JournalError(f"{path} could not be written ({error.strerror}).") from error
        try:
            self._lock()
            self.done = self._recovered()
        except BaseException:
            os.close(self._file)
            raise

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._file)

    def _lock(self) -> None:
        try:
            import fcntl
        except ImportError:  # Windows
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise JournalError(f"another run is writing to {self.path}; wait for it, or name another file.") from error

    def _recovered(self) -> set[str]:
        """The names in the file, after a line that was never finished is taken away."""
        done: set[str] = set()
        whole = 0
        for number, line in enumerate(_lines(self.path), 1):
            name = _name(line)
            if name is None and line.endswith(b"\n"):
                raise JournalError(
                    f"line {number} of {self.path} is no result of batch; name another file, or take this one away."
                )
            if name is None or not line.endswith(b"\n"):
                break
            done.add(name)
            whole += len(line)
        if whole < os.fstat(self._file).st_size:
            if whole == 0 and not _begins_like_a_result(self.path):
                raise JournalError(f"{self.path} holds something else; name another file.")
            os.ftruncate(self._file, whole)
        return done

    def add(self, line: str) -> None:
        """Append a result, a line of JSON without its end; raises OSError where the disk is full."""
        data = memoryview(f"{line}\n".encode())
        while data:
            data = data[os.write(self._file, data) :]
        if time.monotonic() - self._synced > SYNC:
            self.sync()

    def sync(self) -> None:
        """Have everything that was added on the disk itself."""
        self._synced = time.monotonic()
        os.fsync(self._file)


def _lines(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        yield from file


def _name(line: bytes) -> str | None:
    """The picture of a result; None where the line is none."""
    try:
        result = json.loads(line)
    except ValueError:
        return None
    name = result.get("image") if isinstance(result, dict) else None
    return name if isinstance(name, str) else None


def _begins_like_a_result(path: Path) -> bool:
    beginning = b'{"image": "'
    with path.open("rb") as file:
        return file.read(len(beginning)) == beginning[: path.stat().st_size]


def results(path: Path) -> Iterator[dict[str, Any]]:
    """The results in a journal, one after another."""
    for line in _lines(path):
        yield json.loads(line)


# --- Parquet ----------------------------------------------------------------------------------------------------------

_PLAIN = ("image", "game", "solutions", "confidence", "warnings")
_AS_JSON = ("puzzle", "solution", "board", "difficulty")
_STAGES = ("decode", "read", "solve")
_NESTED = ("milliseconds", "error")


def schema() -> pyarrow.Schema:
    """The columns. What has a shape of its own in every game (`puzzle`, `solution`, `board`, `difficulty`) is JSON as
    text, and so is what only some results have (`more`)."""
    import pyarrow as pa

    text = pa.string()
    return pa.schema(
        [
            pa.field("image", text, nullable=False),
            ("game", text),
            ("solutions", text),
            ("confidence", pa.float64()),
            ("warnings", pa.list_(text)),
            *((name, text) for name in _AS_JSON),
            *((f"{stage}_ms", pa.float64()) for stage in _STAGES),
            ("error_kind", text),
            ("error_message", text),
            ("more", text),
        ]
    )


def to_row(result: dict[str, Any]) -> dict[str, Any]:
    """A Result object as a row of the table."""
    row = {name: result.get(name) for name in _PLAIN}
    row |= {name: None if result.get(name) is None else json.dumps(result[name]) for name in _AS_JSON}
    row |= {f"{stage}_ms": result["milliseconds"][stage] for stage in _STAGES}
    error = result.get("error") or {"kind": None, "message": None}
    more = {name: value for name, value in result.items() if name not in (*_PLAIN, *_AS_JSON, *_NESTED)}
    return row | {
        "error_kind": error["kind"],
        "error_message": error["message"],
        "more": json.dumps(more) if more else None,
    }


def from_row(row: dict[str, Any]) -> dict[str, Any]:
    """The Result object a row was made from."""
    result = {name: row[name] for name in ("image", "game")}
    result["puzzle"] = row["puzzle"] and json.loads(row["puzzle"])
    result["solutions"] = row["solutions"]
    result |= {name: row[name] and json.loads(row[name]) for name in _AS_JSON[1:]}
    result["confidence"] = row["confidence"]
    result["milliseconds"] = {stage: row[f"{stage}_ms"] for stage in _STAGES}
    result["warnings"] = row["warnings"]
    kind = row["error_kind"]
    result["error"] = None if kind is None else {"kind": kind, "message": row["error_message"]}
    return result | (json.loads(row["more"]) if row["more"] else {})


def write_parquet(journal: Path, path: Path) -> None:
    """The results of a journal as a Parquet file, which is there all at once or not at all."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    unfinished = path.with_name(path.name + ".part")
    columns = schema()
    with pq.ParquetWriter(unfinished, columns, compression="zstd") as writer:
        rows: list[dict[str, Any]] = []
        for result in results(journal):
            rows.append(to_row(result))
            if len(rows) == ROWS:
                writer.write_table(pa.Table.from_pylist(rows, columns))
                rows = []
        writer.write_table(pa.Table.from_pylist(rows, columns))
    os.replace(unfinished, path)


def from_parquet(path: Path, journal: Path) -> None:
    """The results of a Parquet file as the journal they came from, so that a run can go on from them."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    unfinished = journal.with_name(journal.name + ".part")
    try:
        file = pq.ParquetFile(path)
        if file.schema_arrow.names != schema().names:
            raise JournalError(f"{path} is a table of something else; name another file, or take this one away.")
        with unfinished.open("w", encoding="utf-8") as out:
            for batch in file.iter_batches():
                out.writelines(json.dumps(from_row(row)) + "\n" for row in batch.to_pylist())
    except (pa.ArrowException, OSError) as error:
        raise JournalError(f"{path} is no Parquet file; name another file, or take this one away.") from error
    os.replace(unfinished, journal)
