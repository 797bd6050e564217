"""Attempts to read a board of Pips, one after the other, until two networks agree and no surer one differs."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.labelled import ROOT
from vision import read
from vision.games.pips import read as reader
from vision.games.pips.draft import PipsDraft
from vision.games.pips.locate import Found
from vision.types import PipsReading


@pytest.fixture(scope="module")
def readings() -> tuple[PipsReading, PipsReading]:
    one, other = (read(ROOT / f"samples/pips/{name}.png") for name in ("classic-desktop", "classic-app-easy"))
    assert isinstance(one, PipsReading)
    assert isinstance(other, PipsReading)
    return one, other


def last_of(monkeypatch: pytest.MonkeyPatch, *drafts: tuple[PipsReading, float]) -> PipsDraft:
    """What is read at last, where the attempts read that, each with a probability."""
    made = iter([PipsDraft(replace(one, confidence=sure), False) for one, sure in drafts])
    monkeypatch.setattr(reader, "located", lambda bgr, pixels: Found(0.0, 0.0, 40.0, 4, 4, ()))
    monkeypatch.setattr(reader, "_attempt", lambda *of: next(made))
    last = list(reader.attempts(np.zeros((1000, 1000, 3), np.uint8)))[-1]
    assert isinstance(last, PipsDraft)
    return last


def test_two_networks_that_agree_are_certain(
    monkeypatch: pytest.MonkeyPatch, readings: tuple[PipsReading, PipsReading]
) -> None:
    one, other = readings
    last = last_of(monkeypatch, (one, 0.97), (other, 0.95), (one, 0.96))
    assert (last.read.puzzle, last.certain) == (one.puzzle, True)


def test_two_that_agree_are_not_believed_where_a_surer_one_differs(
    monkeypatch: pytest.MonkeyPatch, readings: tuple[PipsReading, PipsReading]
) -> None:
    """As where both took a part of the browser's address bar for a domino, and the third saw that in the tray."""
    one, other = readings
    last = last_of(monkeypatch, (one, 0.97), (other, 0.98), (one, 0.97), (other, 0.98))
    assert (last.read.puzzle, last.certain) == (other.puzzle, True)
