"""`batch`: every picture has one result, whatever is in the way: bad files, dying workers, a run that is killed."""

from __future__ import annotations

import contextlib
import io
import json
import os
import signal
import subprocess
import sys
import tarfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import cv2
import numpy as np
import pytest
from click.testing import Result
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("joblib")
pytest.importorskip("pyarrow")

from solve_screenshot import batch_inputs, batch_journal
from solve_screenshot.batch_inputs import Item, items, missing
from solve_screenshot.batch_journal import Journal, JournalError, from_row, to_row
from solve_screenshot.batch_workers import PoolError, Row, Task, on_cluster, on_this_machine

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
BOARD = ROOT / "samples" / "tango" / "blocks.png"
Run = Callable[..., Result]
Function = TypeVar("Function", bound=Callable[..., Any])


def blank(value: int = 255) -> bytes:
    return bytes(cv2.imencode(".png", np.full((60, 60, 3), value, np.uint8))[1])


@pytest.fixture
def shots(tmp_path: Path) -> Path:
    """A folder with a board, three pictures of nothing, and a file that is none."""
    folder = tmp_path / "shots"
    (folder / "deep" / "er").mkdir(parents=True)
    (folder / "board.png").write_bytes(BOARD.read_bytes())
    for k, name in enumerate(["a.png", "deep/b.PNG", "deep/er/c.png"]):
        (folder / name).write_bytes(blank(200 + k))
    (folder / "broken.jpg").write_bytes(b"\xff\xd8\xff\xe0 no more")
    (folder / "notes.txt").write_text("no picture")
    (folder / ".hidden.png").write_bytes(blank())
    return folder


def results(path: Path) -> dict[str, dict[str, Any]]:
    """The results by picture; none is there twice."""
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    found = {line["image"]: line for line in lines}
    assert len(found) == len(lines)
    return found


# --- the command ------------------------------------------------------------------------------------------------------


def test_every_picture_of_a_folder_has_a_result(shots: Path, run: Run, tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    done = run("batch", shots, "-o", out, "--workers", 2)
    assert done.exit_code == 0
    assert "5 pictures" in done.stdout
    assert "1 solved" in done.stdout
    assert "4 not read (no_board 3, unreadable_file 1)" in done.stdout
    found = results(out)
    assert set(found) == {
        str(shots / name) for name in ("board.png", "a.png", "deep/b.PNG", "deep/er/c.png", "broken.jpg")
    }
    alone = json.loads(run("--json", shots / "board.png").stdout)
    assert found[str(shots / "board.png")] | {"milliseconds": 0} == alone | {"milliseconds": 0}
    assert "too early" in found[str(shots / "broken.jpg")]["error"]["message"]
    # Once more: there is nothing left to do, and nothing is done.
    before = out.read_bytes()
    again = run("batch", shots, "-o", out)
    assert "0 pictures" in again.stdout
    assert "5 were done before" in again.stdout
    assert out.read_bytes() == before
    (shots / "later.png").write_bytes(blank(9))
    assert "1 picture in" in run("batch", shots, "-o", out, "--workers", 1).stdout
    assert out.read_bytes().startswith(before)
    assert len(results(out)) == 6
    assert "6 pictures" in run("batch", shots, "-o", out, "--workers", 1, "--fresh").stdout


def test_parquet_holds_the_same(shots: Path, run: Run, tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    lines, table = tmp_path / "results.jsonl", tmp_path / "results.parquet"
    run("batch", shots, "-o", lines, "--workers", 1)
    assert run("batch", shots, "-o", table, "--workers", 2).exit_code == 0
    rows = pq.read_table(table).to_pylist()
    untimed = {"milliseconds": 0}
    assert {row["image"]: from_row(row) | untimed for row in rows} == {
        name: result | untimed for name, result in results(lines).items()
    }
    (solved,) = [row for row in rows if row["solutions"] == "unique"]
    assert json.loads(solved["solution"]) == results(lines)[solved["image"]]["solution"]
    # It can be gone on from, without the journal it came from.
    assert sorted(path.name for path in tmp_path.iterdir()) == ["results.jsonl", "results.parquet", "shots"]
    (shots / "later.png").write_bytes(blank(9))
    again = run("batch", shots, "-o", table, "--workers", 1)
    assert "1 picture in" in again.stdout
    assert "5 were done before" in again.stdout
    assert pq.read_table(table).num_rows == 6


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["nowhere/", "-o", "x.jsonl"], "no nowhere/"),
        (["nothing*.png", "-o", "x.jsonl"], "pattern"),
        ([".", "-o", "x.csv"], "must end in"),
        (["."], "--output"),
        ([".", "-o", "nowhere/x.jsonl"], "could not be written"),
        ([".", "-o", "x.jsonl", "--dask", "tcp://127.0.0.1:9"], "no Dask scheduler answers"),
    ],
)
def test_usage(arguments: list[str], says: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("solve_screenshot.batch_workers.CONNECT", 0.5)
    done = run("batch", *arguments)
    assert done.exit_code in (1, 2)
    assert says in done.stderr
    assert "Traceback" not in done.stderr


def test_what_is_no_file_of_results_is_left_alone(shots: Path, run: Run, tmp_path: Path) -> None:
    for name, data in (
        ("a.jsonl", b"my notes\n"),
        ("b.jsonl", b"my notes"),
        ("c.parquet", b"PAR0"),
        ("d.jsonl", b"7\n"),
    ):
        out = tmp_path / name
        out.write_bytes(data)
        done = run("batch", shots, "-o", out)
        assert done.exit_code == 2
        assert name in done.stderr
        assert out.read_bytes() == data
        assert not list(tmp_path.glob("*.journal*"))


def test_two_runs_do_not_write_to_one_file(shots: Path, run: Run, tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    out = tmp_path / "results.jsonl"
    with Journal(out):
        done = run("batch", shots, "-o", out)
    assert done.exit_code == 2
    assert "another run" in done.stderr


def test_a_full_disk_is_said(shots: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.write", full)
    monkeypatch.setattr("solve_screenshot.batch_workers.on_this_machine", lambda *_: iter([Row("{}", "none")]))
    done = run("batch", shots, "-o", tmp_path / "results.jsonl")
    assert done.exit_code == 1
    assert "No space left" in done.stderr


# --- killed and gone on with ------------------------------------------------------------------------------------------


@pytest.mark.skipif(not Path("/proc").exists(), reason="looks for what is left of the processes")
@pytest.mark.parametrize("ending", [pytest.param("jsonl", marks=pytest.mark.thorough), "parquet"])
def test_a_run_that_is_killed_is_gone_on_with(ending: str, tmp_path: Path) -> None:
    folder = tmp_path / "shots"
    folder.mkdir()
    small = cv2.resize(np.asarray(cv2.imread(str(BOARD))), None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    for k in range(24):
        cv2.imwrite(str(folder / f"{k:02}.png"), small)
    out = tmp_path / f"results.{ending}"
    journal = out if ending == "jsonl" else tmp_path / "results.parquet.journal.jsonl"
    command = [sys.executable, "-m", "solve_screenshot", "batch", str(folder), "-o", str(out), "--workers", "2"]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    killed = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    until = time.monotonic() + 120
    while killed.poll() is None and time.monotonic() < until:
        if journal.exists() and journal.read_bytes().count(b"\n") >= 5:
            break
        time.sleep(0.02)
    workers = children(killed.pid)
    assert workers
    killed.kill()
    killed.communicate()
    # As if the last line had not been written whole.
    with journal.open("ab") as file:
        file.write(b'{"image": "' + str(folder / "23.png").encode() + b'", "game": "tan')
    kept = journal.read_bytes()
    whole = kept[: kept.rindex(b"\n") + 1]
    assert 5 <= whole.count(b"\n") < 24
    while any(Path(f"/proc/{worker}").exists() for worker in workers):
        assert time.monotonic() < until, "workers outlived the run"
        time.sleep(0.1)
    again = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    before = whole.count(b"\n")
    assert f"{24 - before} pictures" in again.stdout
    assert f"{before} were done before" in again.stdout
    if ending == "jsonl":
        assert out.read_bytes().startswith(whole)
        found = results(out)
    else:
        import pyarrow.parquet as pq

        assert not journal.exists()
        rows = pq.read_table(out).to_pylist()
        found = {row["image"]: row for row in rows}
        assert len(rows) == 24
    assert sorted(found) == [str(folder / f"{k:02}.png") for k in range(24)]
    assert {result["solutions"] for result in found.values()} == {"unique"}


def children(parent: int) -> list[int]:
    """The processes that a process started, as the system lists them."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == parent:
            found.append(int(stat.parent.name))
    return found


def deadly(task: Task) -> Row:
    """Ends its process at some names, and takes its time."""
    name = task[0]
    if "kill" in name:
        os.kill(os.getpid(), signal.SIGKILL)
    if "fault" in name:
        os.kill(os.getpid(), signal.SIGSEGV)
    return Row(json.dumps({"image": name}), "unique")


def by_value(function: Function) -> Function:
    """The function as one that workers get whole, for they cannot import this file."""
    import cloudpickle

    cloudpickle.register_pickle_by_value(sys.modules[function.__module__])
    return function


def test_a_worker_that_dies_costs_its_picture_alone() -> None:
    pytest.importorskip("cloudpickle")
    names = [f"{k:02}{'-kill' if k in (3, 4, 20) else '-fault' if k == 11 else ''}" for k in range(30)]
    rows = list(on_this_machine(iter([Item(name) for name in names]), 2, 60, by_value(deadly)))
    found = {json.loads(row.line)["image"]: json.loads(row.line) for row in rows}
    assert len(rows) == 30
    assert sorted(found) == names
    lost = {name for name, result in found.items() if result.get("error")}
    assert lost == {"03-kill", "04-kill", "11-fault", "20-kill"}
    assert "SIGKILL" in found["03-kill"]["error"]["message"]
    assert "SIGSEGV" in found["11-fault"]["error"]["message"]


@pytest.mark.thorough
def test_where_every_worker_dies_the_run_ends() -> None:
    pytest.importorskip("cloudpickle")
    rows = on_this_machine(iter([Item(f"{k}-kill") for k in range(1000)]), 2, 60, by_value(deadly))
    with pytest.raises(PoolError, match="every process"):
        list(rows)


def test_pictures_are_taken_as_they_are_wanted() -> None:
    """A million pictures do not wait in memory."""
    taken = 0

    def endless() -> Iterator[Item]:
        nonlocal taken
        while True:
            taken += 1
            yield Item(f"{taken}", error="none")

    rows = on_this_machine(endless(), 2, 60)
    for _ in range(5):
        next(rows)
    rows.close()
    assert taken < 20


# --- a cluster --------------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def cluster(nanny: bool, allowed_failures: int = 3) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A scheduler and two workers, each a process of its own; the address, and the workers.

    `nanny`: whether those that die are started again. `allowed_failures`: how many more workers than one may die at a
    task before the scheduler gives it up.
    """
    pytest.importorskip("distributed")
    failures = {"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": str(allowed_failures)}
    environment = os.environ | {"PYTHONPATH": str(ROOT)} | failures
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    port = free_port()
    address = f"tcp://127.0.0.1:{port}"
    scheduler = "from distributed.cli.dask_scheduler import main; main()"
    worker = "from distributed.cli.dask_worker import main; main()"
    python = [sys.executable, "-c"]
    processes: list[subprocess.Popen[bytes]] = []

    def start(program: str, *arguments: str) -> None:
        processes.append(subprocess.Popen([*python, program, *arguments], env=environment, **quiet))  # type: ignore[call-overload]

    try:
        start(scheduler, "--host", "127.0.0.1", "--port", str(port), "--no-dashboard", "--no-show")
        for _ in range(2):
            start(worker, address, "--nthreads", "1", "--nanny" if nanny else "--no-nanny", "--no-dashboard")
        from distributed import Client

        with Client(address, timeout=60, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=60)
        yield address, processes[1:]
    finally:
        for process in reversed(processes):
            process.terminate()  # a nanny takes its worker with it
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def free_port() -> int:
    import socket

    with socket.socket() as some:
        some.bind(("127.0.0.1", 0))
        return int(some.getsockname()[1])


@pytest.mark.thorough
def test_a_cluster_that_loses_a_worker_in_the_middle(shots: Path, run: Run, tmp_path: Path) -> None:
    for k in range(20):
        (shots / f"more-{k:02}.png").write_bytes(BOARD.read_bytes())
    (shots / "gone.png").symlink_to(tmp_path / "nowhere.png")
    alone, out = tmp_path / "alone.jsonl", tmp_path / "results.jsonl"
    with cluster(nanny=False) as (address, workers):
        command = [sys.executable, "-m", "solve_screenshot", "batch", str(shots), "-o", str(out), "--dask", address]
        running = subprocess.Popen(
            command, env=os.environ | {"PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE, text=True
        )
        until = time.monotonic() + 120
        while not (out.exists() and out.read_bytes().count(b"\n") >= 4):
            assert time.monotonic() < until
            assert running.poll() is None
            time.sleep(0.02)
        workers[0].kill()
        assert out.read_bytes().count(b"\n") < 26, "it was all done before the worker was killed"
        stdout, _ = running.communicate(timeout=180)
    assert running.returncode == 0
    assert "26 pictures" in stdout
    run("batch", shots, "-o", alone, "--workers", 2)
    untimed = {"milliseconds": 0}
    assert {name: result | untimed for name, result in results(out).items()} == {
        name: result | untimed for name, result in results(alone).items()
    }


@pytest.mark.thorough
def test_what_kills_the_workers_of_a_cluster_is_a_result() -> None:
    pytest.importorskip("cloudpickle")
    with cluster(nanny=True, allowed_failures=0) as (address, _):  # with dask's own 3 it would take a minute
        some = [Item("a", data=b"1"), Item("b-kill", data=b"2"), Item("c", data=b"3"), Item("d", error="gone.")]
        rows = list(on_cluster(iter(some), address, 60, by_value(deadly)))
        found = {result["image"]: result.get("error") for result in (json.loads(row.line) for row in rows)}
        assert len(rows) == 4
        assert "ended the process" in found["b-kill"]["message"]
        assert found["a"] is None
        assert found["c"] is None
        assert found["d"]["message"] == "gone."


# --- what is to be read -----------------------------------------------------------------------------------------------


def test_a_folder_without_pictures_is_a_mistake(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "empty"
    folder.mkdir()
    (folder / "notes.txt").write_text("no picture")
    result = run("batch", str(folder), "-o", str(tmp_path / "results.jsonl"))
    assert result.exit_code == 2
    assert "There is no picture in" in result.stderr


def test_folders_patterns_and_files(shots: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert [item.name for item in items(["shots"])] == [
        f"shots/{name}" for name in ("a.png", "board.png", "broken.jpg", "deep/b.PNG", "deep/er/c.png")
    ]
    assert [item.name for item in items(["shots/**/*.png"])] == [
        f"shots/{name}" for name in ("a.png", "board.png", "deep/er/c.png")
    ]
    assert [item.path for item in items(["shots/notes.txt"])] == ["shots/notes.txt"]
    assert missing(["shots", "shots/*.png", "shots/none*", "other"]) == ["shots/none*", "other"]
    (shots / "round").symlink_to(shots)
    assert len(list(items(["shots"]))) == 5
    odd = b"shots/\xff.png"
    try:
        with open(odd, "wb") as file:
            file.write(blank())
    except OSError:
        return  # a file system of names that are text
    named = [item for item in items(["shots"]) if "xff" in item.name or "udcff" in item.name]
    assert len(named) == 1
    assert os.path.exists(named[0].path)


def archive(path: Path, *members: tuple[str, bytes | tarfile.TarInfo], mode: str = "w") -> Path:
    with tarfile.open(path, mode) as tar:  # type: ignore[call-overload]
        for name, what in members:
            info = what if isinstance(what, tarfile.TarInfo) else tarfile.TarInfo(name)
            info.name = name
            data = b"" if isinstance(what, tarfile.TarInfo) else what
            info.size = info.size if isinstance(what, tarfile.TarInfo) else len(data)
            tar.addfile(info, io.BytesIO(data) if data else None)
    return path


def link(kind: bytes, target: str) -> tarfile.TarInfo:
    info = tarfile.TarInfo()
    info.type, info.linkname = kind, target
    return info


@pytest.mark.parametrize(("ending", "mode"), [("tar", "w"), ("tar.gz", "w:gz"), ("tbz2", "w:bz2"), ("txz", "w:xz")])
def test_archives_are_read_in_memory(ending: str, mode: str, tmp_path: Path) -> None:
    path = archive(
        tmp_path / f"x.{ending}",
        ("a.png", blank(1)),
        ("d/b.jpg", blank(2)),
        ("n.txt", b"3"),
        ("a.png", b"4"),
        mode=mode,
    )
    found = {item.name: item.data for item in items([str(path)])}
    assert found == {f"{path}:a.png": blank(1), f"{path}:d/b.jpg": blank(2), f"{path}:a.png (2)": b"4"}


def test_no_trick_of_an_archive_leads_anywhere(tmp_path: Path) -> None:
    secret = tmp_path / "secret.png"
    secret.write_bytes(blank(7))
    path = archive(
        tmp_path / "x.tar",
        ("../../escape.png", blank(1)),
        ("/etc/passwd.png", blank(2)),
        ("link.png", link(tarfile.SYMTYPE, str(secret))),
        ("hard.png", link(tarfile.LNKTYPE, "../secret.png")),
        ("pipe.png", link(tarfile.FIFOTYPE, "")),
        ("device.png", link(tarfile.CHRTYPE, "")),
        ("folder.png", link(tarfile.DIRTYPE, "")),
        ("last.png", blank(3)),
    )
    before = sorted(tmp_path.parent.rglob("*"))
    found = {item.name.partition(":")[2]: item for item in items([str(path)])}
    assert found["../../escape.png"].data == blank(1)
    assert found["/etc/passwd.png"].data == blank(2)
    assert found["last.png"].data == blank(3)
    for name in ("link.png", "hard.png", "pipe.png", "device.png"):
        assert found[name].data is None
        assert "link or a device" in found[name].error
    assert "folder.png" not in found
    assert sorted(tmp_path.parent.rglob("*")) == before


def test_archives_that_are_too_large_or_broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import gzip

    monkeypatch.setattr(batch_inputs, "MAX_BYTES", 100_000)
    monkeypatch.setattr(batch_inputs, "MOST_HEADER", 20_000)
    large = archive(tmp_path / "large.tar.gz", ("big.png", bytes(300_000)), ("a.png", blank()), mode="w:gz")
    first, second = items([str(large)])
    assert "larger than" in first.error
    assert second.data == blank()
    # Half a name of many megabytes, packed to nothing.
    header = tarfile.TarInfo("././@LongLink")
    header.type, header.size = tarfile.GNUTYPE_LONGNAME, 500_000_000
    bomb = tmp_path / "bomb.tar.gz"
    bomb.write_bytes(gzip.compress(header.tobuf(tarfile.GNU_FORMAT) + bytes(2_000_000)))
    (only,) = items([str(bomb)])
    assert "too large" in only.error
    good = archive(tmp_path / "good.tar", ("a.png", blank()), ("b.png", bytes(50_000))).read_bytes()
    cut = tmp_path / "cut.tar"
    cut.write_bytes(good[:30_000])
    a, b = items([str(cut)])
    assert a.data == blank()
    assert b.error
    for name, data in (("no.tar", b"text " * 500), ("no.tgz", b"\x1f\x8b nonsense" * 99), ("empty.tar", b"")):
        (tmp_path / name).write_bytes(data)
        assert all(item.error for item in items([str(tmp_path / name)]))


def test_an_archive_in_a_batch(run: Run, tmp_path: Path) -> None:
    path = archive(
        tmp_path / "x.tgz", ("d/board.png", BOARD.read_bytes()), ("l.png", link(tarfile.SYMTYPE, "/")), mode="w:gz"
    )
    done = run("batch", path, "-o", tmp_path / "r.jsonl", "--workers", 1)
    assert "1 solved" in done.stdout
    found = results(tmp_path / "r.jsonl")
    assert found[f"{path}:d/board.png"]["solutions"] == "unique"
    assert found[f"{path}:l.png"]["error"]["kind"] == "unreadable_file"


# --- the journal ------------------------------------------------------------------------------------------------------


@settings(deadline=None)
@given(st.lists(st.text(min_size=1, max_size=8), unique=True, min_size=1, max_size=6), st.data())
def test_whatever_is_cut_off_a_journal_only_the_last_line_is_lost(names: list[str], data: st.DataObject) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "r.jsonl"
        with Journal(path) as journal:
            for name in names:
                journal.add(json.dumps({"image": name, "error": None}))
        whole = path.read_bytes()
        length = data.draw(st.integers(0, len(whole)))
        path.write_bytes(whole[:length])
        with Journal(path) as journal:
            assert journal.done == set(names[: whole[:length].count(b"\n")])
            for name in names:
                if name not in journal.done:
                    journal.add(json.dumps({"image": name, "error": None}))
        assert path.read_bytes() == whole


def test_a_line_spoilt_in_the_middle_is_said(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    path.write_bytes(b'{"image": "a"}\n{"image": \0\0\n{"image": "c"}\n')
    with pytest.raises(JournalError, match="line 2"):
        Journal(path)


def test_a_row_is_a_result_in_another_form() -> None:
    result = {
        "image": "a.png",
        "game": "pips",
        "puzzle": {"game": "pips", "dominoes": [[1, 2]]},
        "solutions": "multiple",
        "solution": [[[0, 0], [0, 1]]],
        "board": {"bbox": [1, 2, 3, 4], "cells": {}},
        "difficulty": {"level": "easy"},
        "confidence": 0.5,
        "milliseconds": {"decode": 1.0, "read": 2.0, "solve": 3.0},
        "warnings": ["ä", "b"],
        "error": None,
        "placed": [[[0, 0], [0, 1], [1, 2]]],
    }
    assert from_row(to_row(result)) == result
    assert set(to_row(result)) == set(batch_journal.schema().names)
