"""What the tests of the page share: one server, as a process of its own, and one browser."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "samples"
SECONDS_TO_START = 60.0


@dataclass(frozen=True)
class Served:
    """A running server: its address without the last slash, its process, and where it saves samples and looks."""

    address: str
    process: subprocess.Popen[str]
    samples: Path
    looks: Path

    @property
    def workers(self) -> list[int]:
        """The processes that read."""
        found = []
        for children in Path(f"/proc/{self.process.pid}/task").glob("*/children"):
            for pid in children.read_text().split():
                with contextlib.suppress(OSError):  # it is gone
                    if b"popen_loky_posix" in Path(f"/proc/{pid}/cmdline").read_bytes():
                        found.append(int(pid))
        return sorted(found)


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[Served]:
    """A server of two processes on some free port."""
    samples, looks = folder / "samples", folder / "looks"
    command = [sys.executable, "-m", "solve_screenshot", "serve", "--port", "0", "--no-open", "--workers", "2"]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "SOLVE_SCREENSHOT_LOOKS": str(looks), "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(
        [*command, "--samples", str(samples), *options],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        assert process.stdout is not None
        said = process.stdout.readline()
        found = re.search(r"(http://\S+)/ ", said)
        assert found is not None, said + process.stdout.read()
        served = Served(found[1], process, samples, looks)
        _await(served)
        yield served
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.communicate(timeout=20)
        except subprocess.TimeoutExpired:
            process.kill()
            raise


def _await(served: Served) -> None:
    """Return when the server answers, so that no test pays for its start."""
    import httpx

    end = time.monotonic() + SECONDS_TO_START
    while True:
        try:
            asked = {"puzzle": "tango 4/4/4/4"}
            if httpx.post(f"{served.address}/api/solve", json=asked, timeout=30).status_code == 200:
                return
        except httpx.TransportError:
            pass
        assert time.monotonic() < end, "the server did not answer"
        time.sleep(0.1)


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    for name in ("httpx", "starlette", "uvicorn", "joblib"):
        pytest.importorskip(name, reason=f"{name} is not installed: pip install '.[test]'")
    with serving(tmp_path_factory.mktemp("serve")) as running:
        yield running


@pytest.fixture(scope="session")
def api(served: Served) -> Iterator[Any]:
    """A client of the server."""
    import httpx

    with httpx.Client(base_url=served.address, timeout=60) as client:
        yield client


def sent(client: Any, path: str | Path, what: str = "read", data: bytes | None = None, **asked: Any) -> Any:
    """What the server answers to a picture."""
    import json

    picture = Path(path)
    files = {"image": (picture.name, picture.read_bytes() if data is None else data)}
    return client.post(f"/api/{what}", files=files, data={"ask": json.dumps(asked)})


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    from tests import needs

    needs.need(find_spec("axe_playwright_python") is not None, "axe-playwright-python")  # the tests of the page need it
    with needs.browser() as opened:
        yield opened
