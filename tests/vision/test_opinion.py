"""The network's second opinion where the rules refuse or doubt; it is not even loaded where they do not."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import cv2
import numpy as np
import pytest

import vision
from tests.vision.drawn_set import Labelled, load_set
from tests.vision.labelled import SAMPLES
from vision import reading
from vision.classify import opinion
from vision.errors import NoBoardError, UnreadableError
from vision.finding import find_board
from vision.grid import COMPARE, Colours, Judged, judge
from vision.image import load
from vision.lattice import Lattice
from vision.locate.edges import Page

# Boards of the fixed set that the rules refuse, or read wrong, and the network reads.
REFUSED, DOUBTED = 24, 34


@pytest.fixture(scope="module")
def boards() -> list[Labelled]:
    return load_set()


def shown(one: Labelled) -> tuple[list[list[int]], list[str]]:
    """What a board holds, 0 empty, 1 the kind that comes first, 2 the other; and its markers."""
    return first_kinds(one.kinds.tolist()), ["".join(".=x"[mark] for mark in row) for row in (*one.h, *one.v)]


def first_kinds(kinds: list[list[int]]) -> list[list[int]]:
    first = next((kind for row in kinds for kind in row if kind), 1)
    return [[0 if kind == 0 else 1 + (kind != first) for kind in row] for row in kinds]


def read(one: Labelled) -> tuple[vision.GridReading, tuple[list[list[int]], list[str]]]:
    found = vision.read(one.board.image)
    assert isinstance(found, vision.GridReading)
    letters = {".": 0, "S": 1, "0": 1, "M": 2, "1": 2}
    kinds = [[letters[symbol] for symbol in row] for row in found.puzzle.cells]
    return found, (first_kinds(kinds), [*found.puzzle.h, *found.puzzle.v])


def test_reads_what_the_rules_refuse(boards: list[Labelled], monkeypatch: pytest.MonkeyPatch) -> None:
    found, seen = read(boards[REFUSED])
    assert seen == shown(boards[REFUSED])
    assert COMPARE in found.warnings
    monkeypatch.setattr(reading, "_opinion_of_refused", lambda sight, error: None)
    with pytest.raises(UnreadableError):
        vision.read(boards[REFUSED].board.image)


def test_reads_what_the_rules_misread(boards: list[Labelled], monkeypatch: pytest.MonkeyPatch) -> None:
    found, seen = read(boards[DOUBTED])
    assert seen == shown(boards[DOUBTED])
    assert COMPARE in found.warnings
    monkeypatch.setattr(reading, "_opinion_of_doubtful", lambda sight, found: found)
    assert read(boards[DOUBTED])[1] != shown(boards[DOUBTED])


def test_a_taken_opinion_is_always_said(boards: list[Labelled], monkeypatch: pytest.MonkeyPatch) -> None:
    """No reading is without a warning that the rules alone would not give."""
    for one in boards:
        try:
            found = vision.read(one.board.image)
        except UnreadableError:
            continue
        if COMPARE in found.warnings:
            continue
        with monkeypatch.context() as alone:
            alone.setattr(reading, "_opinion_of_refused", lambda sight, error: None)
            alone.setattr(reading, "_opinion_of_doubtful", lambda sight, found: found)
            same = vision.read(one.board.image)
        assert same.puzzle == found.puzzle
        assert same.warnings == found.warnings


def test_nameless_symbols_that_are_no_puzzle_need_a_whole_board(monkeypatch: pytest.MonkeyPatch) -> None:
    """Queens and crosses are two kinds of symbols, too, and the network says that they are no board."""
    bgr = load(SAMPLES / "season-music.png").bgr
    page = Page(np.asarray(cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY), np.uint8))
    found, _ = find_board(bgr, page, ())
    assert (found[0].swap, found[1].verdict) == (True, "none")
    assert opinion.opinion_of_doubtful(bgr, page, found)[1].verdict == "none"

    def of_another_game(bgr: Colours, lattice: Lattice) -> Judged:
        said = judge(bgr, lattice)
        return replace(said, probabilities=replace(said.probabilities, whole=0.1))

    monkeypatch.setattr(opinion, "judge", of_another_game)
    with pytest.raises(NoBoardError, match="no puzzle"):
        opinion.opinion_of_doubtful(bgr, page, found)


def test_noise_stays_refused() -> None:
    """Cells of any colour are no board, whatever their number."""
    random = np.random.default_rng(3)
    for size in (4, 6, 8):
        picture = np.full((40 * size + 41, 40 * size + 41, 3), 250, np.uint8)
        for r, c in np.ndindex(size, size):
            picture[40 * r + 22 : 40 * r + 58, 40 * c + 22 : 40 * c + 58] = random.integers(0, 256, 3)
        with pytest.raises(UnreadableError):
            vision.read(picture)


def test_plain_readings_do_not_load_the_network() -> None:
    picture = SAMPLES / "classic-10x10.png"
    asked = (
        f"import sys, vision; vision.read({str(picture)!r}); "
        "sys.exit(any(name.startswith('vision.classify') for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", asked], check=False).returncode == 0
