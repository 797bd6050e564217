"""How the tests are shared out to the processes of pytest-xdist; made-up examples are the same in every run of CI."""

from __future__ import annotations

import os
from typing import Any

import pytest
from hypothesis import settings

# A change is not refused for an example that nobody met before; at home new ones are tried every time.
settings.register_profile("ci", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("ci")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """A file goes to one process; those that need a screen all go to the same, which begins with them."""
    if config.getoption("dist") != "loadfile":
        return None
    from xdist.scheduler.loadfile import LoadFileScheduling

    scheduler: Any = LoadFileScheduling(config, log)
    scheduler._split_scope = lambda nodeid: "screen" if nodeid.startswith("tests/e2e/") else nodeid.split("::")[0]
    return scheduler
