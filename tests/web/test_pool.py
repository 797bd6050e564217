"""The processes that work: time limits, deaths, and a queue that does not grow."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from solve_screenshot.web.pool import BusyError, LateError, LostError, Pool

pytestmark = pytest.mark.slow

pytest.importorskip("joblib", reason="joblib is not installed: pip install '.[test]'")


def die_once(marker: str) -> str:
    """A task that ends its process the first time."""
    if not Path(marker).exists():
        Path(marker).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return "done"


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_time_death_and_room(tmp_path: Path) -> None:
    async def tried() -> None:
        pool = Pool(2)
        await pool.start()
        try:
            slow = asyncio.create_task(pool.run(0.3, time.sleep, 60))
            assert await pool.run(30, die_once, str(tmp_path / "once")) == "done"
            with pytest.raises(LostError):
                await pool.run(30, die)
            with pytest.raises(LateError):
                await slow
            with pytest.raises(ZeroDivisionError):
                await pool.run(30, divmod, 1, 0)
            assert await pool.run(30, divmod, 7, 2) == (3, 1)
        finally:
            await pool.stop()

    # In a thread of its own: a browser that other tests share has a loop in this one.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, tried()).result()


def test_who_comes_when_all_places_are_taken_is_told_so() -> None:
    pool = Pool(2)
    places = [pool.take() for _ in range(pool.most)]
    for place in places:
        place.__enter__()
    with pytest.raises(BusyError):
        pool.take()
    places[0].__exit__()
    with pool.take():
        pass
