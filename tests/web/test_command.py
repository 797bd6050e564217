"""`serve` as a command: where it listens, what it prints, how it ends."""

from __future__ import annotations

import builtins
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import click.testing
import pytest

from solve_screenshot.cli import cli
from solve_screenshot.web import command as serve
from tests.web.conftest import ROOT, SAMPLES

for name in ("starlette", "uvicorn", "joblib", "segno"):
    pytest.importorskip(name, reason=f"{name} is not installed: pip install '.[test]'")

FILES = 4096
"""Bytes that a file may have: a lock has 32."""


def run(*arguments: str) -> click.testing.Result:
    return click.testing.CliRunner().invoke(cli, ["serve", *arguments])


def test_a_port_in_use_is_said_in_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = run("--port", port, "--no-open")
    assert done.exit_code == 1
    assert done.stderr == f"solve-screenshot: Port {port} of 127.0.0.1 is in use; choose another one with --port.\n"


def test_an_address_that_is_not_here_is_said_in_one_line() -> None:
    done = run("--host", "no.such.host.invalid", "--no-open")
    assert (done.exit_code, done.stderr.count("\n")) == (1, 1)
    assert "no address no.such.host.invalid" in done.stderr


def test_a_missing_library_is_said_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *more: Any, **others: Any) -> Any:
        if name == "uvicorn":
            raise ModuleNotFoundError("No module named 'uvicorn'", name="uvicorn")
        return real(name, *more, **others)

    monkeypatch.setattr(builtins, "__import__", without)
    done = run("--no-open")
    assert done.exit_code == 3
    assert done.stderr == ("solve-screenshot: The page needs uvicorn, which is not installed: pip install '.[web]'\n")


def test_others_are_told_an_address_and_shown_a_code(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(serve, "_own_address", lambda: "192.168.1.20")
    addresses = serve._addresses("0.0.0.0", 8765)
    assert addresses == ["http://127.0.0.1:8765/", "http://192.168.1.20:8765/"]
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    serve._tell(addresses, "0.0.0.0")
    said = capsys.readouterr().out
    assert "http://192.168.1.20:8765/" in said
    assert said.count("\n") > 12
    assert "█" in said or "▀" in said
    serve._tell(serve._addresses("127.0.0.1", 8765), "127.0.0.1")
    assert capsys.readouterr().out == "solve-screenshot is at http://127.0.0.1:8765/ (Ctrl-C stops it)\n"


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is sent as a signal")
def test_it_writes_no_file_and_ctrl_c_stops_it_cleanly(tmp_path: Path) -> None:
    """It may write no more to a file than the locks of its processes take, and reads a picture of 2 MB all the same."""
    import resource

    import cv2
    import httpx

    command = [sys.executable, "-m", "solve_screenshot", "serve", "--port", "0", "--no-open", "--workers", "1"]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(
        command,
        cwd=tmp_path,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (FILES, FILES)),
    )
    assert process.stdout is not None
    address = process.stdout.readline().split()[3]
    picture = cv2.imread(str(SAMPLES / "tango/classic-desktop-partial.png"))
    assert picture is not None
    bmp = cv2.imencode(".bmp", picture)[1].tobytes()
    assert len(bmp) > 2_000_000
    answer = httpx.post(f"{address}api/read", files={"image": ("board.bmp", bmp)}, timeout=60)
    assert answer.json()["solutions"] == "unique", answer.text
    process.send_signal(signal.SIGINT)
    out, errors = process.communicate(timeout=30)
    assert (process.returncode, out, errors) == (0, "Stopped.\n", "")
    assert list(tmp_path.iterdir()) == []
