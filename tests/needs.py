"""What tests need and a machine may lack: they skip and name it, but fail where REQUIRE_BROWSER is set."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any

import pytest

from samples.browser import browsing, find_browser


def need(there: bool, name: str) -> None:
    """Skip, or fail where the browser is required, if a thing of this name is not there."""
    if there:
        return
    if os.environ.get("REQUIRE_BROWSER") == "1":
        pytest.fail(f"REQUIRE_BROWSER is set, but there is no {name}")
    pytest.skip(f"there is no {name}", allow_module_level=True)


def need_browser() -> str:
    """The path of Chromium, with what drives it."""
    need(find_spec("playwright") is not None, "playwright")
    found = find_browser()
    need(found is not None, "Chromium on the path; set CHROMIUM to one")
    assert found is not None
    return found


@contextmanager
def browser() -> Iterator[Any]:
    """A Chromium without a window, while the context lasts."""
    need_browser()
    with browsing() as opened:
        yield opened
