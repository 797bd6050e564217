"""What the tests of playing share: our pages, served on this machine, and what drives the browser."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from samples import render
from tests.e2e import playing


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with render.serving() as served:
        yield served


@pytest.fixture(scope="module")
def driver() -> Iterator[Any]:
    with playing.playwright() as opened:
        yield opened
