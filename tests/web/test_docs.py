"""docs/api.md: every example does what it says."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.web.conftest import ROOT, SAMPLES, Served

TEXT = (ROOT / "docs/api.md").read_text(encoding="utf-8")
ADDRESS = "http://127.0.0.1:8765"


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", TEXT, re.DOTALL)


LINES = [line for block in blocks("sh") for line in block.splitlines()]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copy(SAMPLES / "tango/classic-desktop-partial.png", tmp_path / "board.png")
    return tmp_path


@pytest.mark.parametrize("line", LINES, ids=[str(number) for number in range(len(LINES))])
def test_examples_for_curl(served: Served, folder: Path, line: str) -> None:
    if shutil.which("curl") is None:
        pytest.skip("there is no curl on the path")
    command = line.replace(ADDRESS, served.address).replace("curl ", "curl --silent --fail --noproxy '*' ", 1)
    done = subprocess.run(command, shell=True, cwd=folder, capture_output=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    if "-o solved.png" in line:
        assert (folder / "solved.png").read_bytes().startswith(b"\x89PNG")
        return
    said: dict[str, Any] = json.loads(done.stdout)
    assert said.get("error") is None
    assert said.get("solution") is not None


def test_the_example_for_python(
    served: Served, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(folder)
    (example,) = blocks("python")
    exec(compile(example.replace(ADDRESS, served.address), "api.md", "exec"), {})
    said = capsys.readouterr().out
    assert said.startswith("unique ['MSMMSS'")
    assert "must be a moon" in said


def test_every_address_is_described(served: Served) -> None:
    from solve_screenshot.web.app import application

    routes = application("127.0.0.1")._app.routes
    paths = {route.path for route in routes if route.path.startswith("/api/")}
    assert {path for path in paths if f" {path}`" not in TEXT} == set()
