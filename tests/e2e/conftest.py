"""What the tests of playing share: our pages, served on this machine, and what drives the browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

# What they need is imported where it is used: the tests say in one line what is missing, a conftest cannot.


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All that is here plays on a screen, and takes its time."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker("screen")
            item.add_marker("slow")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    from samples import render

    with render.serving() as served:
        yield served


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    from tests import needs

    with needs.browser() as opened:
        yield opened


@pytest.fixture(scope="module")
def driver() -> Iterator[Any]:
    from tests.e2e import playing

    with playing.playwright() as opened:
        yield opened
