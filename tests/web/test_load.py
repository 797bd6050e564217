"""Many pictures at once, broken ones among them: every answer is right, none is lost, and memory comes back."""

from __future__ import annotations

import json
import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.web.conftest import SAMPLES, Served, sent

pytestmark = pytest.mark.slow

CLIENTS, PICTURES, BROKEN = 8, 400, 40
MEGABYTES = 60
"""What a process may hold more after them than before: the allocator keeps some."""
SMALL = ("tango/classic-crop", "tango/classic-crop-small", "tango/classic-crop-dark", "takuzu/terminal-box-6x6",
         "queens/classic-5x5", "pips/classic-desktop")  # fmt: skip
"""Pictures that are read quickly."""


def resident(pid: int) -> float:
    """Megabytes of memory that a process takes."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))


def broken(data: bytes, chance: random.Random) -> bytes:
    """A file that is cut off, or holds something else."""
    kind = chance.randrange(3)
    if kind == 0:
        return data[: chance.randrange(len(data) // 2)]
    return chance.randbytes(4000) if kind == 1 else data[:8] + chance.randbytes(2000)


def wanted(path: Path) -> Any:
    return json.loads(path.with_suffix(".json").read_bytes())["puzzle"]


def is_right(result: Any, puzzle: Any) -> bool:
    if puzzle["game"] == "pips":
        mine, other = result["puzzle"], puzzle
        return sorted(mine["dominoes"]) == sorted(other["dominoes"]) and len(mine["regions"]) == len(other["regions"])
    return all(result["puzzle"][key] == puzzle[key] for key in ("game", "cells", "regions") if key in puzzle)


def test_load(api: Any, served: Served) -> None:
    if not Path("/proc").is_dir():
        pytest.skip("memory is looked up in /proc")
    chance = random.Random(3)
    paths = [SAMPLES / f"{name}.png" for name in SMALL]
    data = {path: path.read_bytes() for path in paths}
    puzzles = {path: wanted(path) for path in paths}
    jobs = [(chance.choice(paths), index < BROKEN) for index in range(PICTURES)]
    chance.shuffle(jobs)
    bodies = [broken(data[path], chance) if bad else data[path] for path, bad in jobs]

    def ask(index: int) -> Any:
        while (answer := sent(api, jobs[index][0], data=bodies[index], difficulty=False)).status_code == 503:
            assert answer.json()["error"]["kind"] == "busy"
        return answer

    with ThreadPoolExecutor(CLIENTS) as clients:
        list(clients.map(ask, range(40)))  # what is loaded once, and what the allocator takes
        pids = [served.process.pid, *served.workers]
        before = [resident(pid) for pid in pids]
        answers = list(clients.map(ask, range(PICTURES)))
    assert [answer.status_code for answer in answers] == PICTURES * [200]
    for (path, bad), answer in zip(jobs, answers, strict=True):
        result = answer.json()
        if bad:
            assert result["error"]["kind"] in ("unreadable_file", "no_board", "unsupported")
        else:
            assert result["error"] is None
            assert is_right(result, puzzles[path]), path
    assert [served.process.pid, *served.workers] == pids
    grown = [resident(pid) - old for pid, old in zip(pids, before, strict=True)]
    assert max(grown) < MEGABYTES, grown
