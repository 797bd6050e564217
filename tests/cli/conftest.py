"""A picture and a reading of it that need no vision: what the command does with a reading is tested apart from it."""

from __future__ import annotations

import dataclasses
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click.testing
import cv2
import numpy as np
import pytest

import vision
from solve_screenshot.cli import cli
from solver import BinaryPuzzle, PipsPuzzle, Puzzle, QueensPuzzle
from tests.vision.drawn_pips import MARGIN, STEP, pips_picture_of, pips_reading_of
from tests.vision.drawn_queens import queens_picture_of, queens_reading_of
from vision.image import Image
from vision.lattice import Lattice
from vision.learnt import Look
from vision.types import GridReading, Patch, Reading

ROOT = Path(__file__).parents[2]


def reading_of(puzzle: BinaryPuzzle, clues: frozenset[tuple[int, int]] | None = None, **changes: Any) -> GridReading:
    """What a perfect reader would say of `picture_of(puzzle)`."""
    n = puzzle.size
    reading = GridReading(
        game=puzzle.game,
        puzzle=puzzle,
        lattice=Lattice(MARGIN, MARGIN, STEP, STEP, n, n),
        confidence=0.97,
        warnings=(),
        clues=clues,
        cell_patches={(r, c): Patch(s, ".", 0.9) for r, row in enumerate(puzzle.cells) for c, s in enumerate(row)},
        h_patches={(r, c): Patch(s, ".", 0.8) for r, row in enumerate(puzzle.h) for c, s in enumerate(row)},
        v_patches={(r, c): Patch(s, ".", 0.2) for r, row in enumerate(puzzle.v) for c, s in enumerate(row)},
        milliseconds={"decode": 1.0, "read": 2.0},
    )
    return dataclasses.replace(reading, **changes)


def picture_of(puzzle: Puzzle) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """A plain board: squares with a yellow disc for S and a blue one for M; or one of Pips or Queens."""
    if isinstance(puzzle, PipsPuzzle):
        return pips_picture_of(puzzle)
    if isinstance(puzzle, QueensPuzzle):
        return queens_picture_of(puzzle)
    side = puzzle.size * STEP + 2 * MARGIN
    picture = np.full((side, side, 3), 255, np.uint8)
    for r, row in enumerate(puzzle.cells):
        for c, symbol in enumerate(row):
            x, y = MARGIN + c * STEP, MARGIN + r * STEP
            cv2.rectangle(picture, (x, y), (x + STEP, y + STEP), (220, 228, 235), 1)
            if symbol != ".":
                colour = (30, 179, 255) if symbol == "S" else (216, 134, 74)
                cv2.circle(picture, (x + STEP // 2, y + STEP // 2), 9, colour, -1, cv2.LINE_AA)
    return picture


Fake = Callable[..., Path]


@pytest.fixture
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Fake:
    """`fake(puzzle, clues=…, warnings=…, name=…)` writes a picture that vision will read as this puzzle."""
    readings: dict[bytes, Reading | Exception] = {}

    def read(picture: Image, *, looks: Sequence[Look]) -> Reading:
        found = readings[picture.bgr.tobytes()]
        if isinstance(found, Exception):
            raise found
        return found

    monkeypatch.setattr(vision, "read", read)

    def write(puzzle: Puzzle, name: str = "board.png", error: Exception | None = None, **changes: Any) -> Path:
        bgr = picture_of(puzzle)
        bgr[0, 0] = len(readings) % 256  # so that two pictures of one puzzle may be read differently
        if error is not None:
            readings[bgr.tobytes()] = error
        elif isinstance(puzzle, PipsPuzzle):
            readings[bgr.tobytes()] = pips_reading_of(puzzle, **changes)
        elif isinstance(puzzle, QueensPuzzle):
            readings[bgr.tobytes()] = queens_reading_of(puzzle, **changes)
        else:
            assert isinstance(puzzle, BinaryPuzzle)
            readings[bgr.tobytes()] = reading_of(puzzle, **changes)
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(cv2.imencode(path.suffix, bgr)[1].tobytes())
        return path

    return write


@pytest.fixture
def run() -> Callable[..., click.testing.Result]:
    """The command in this process: `run("a.png", "--json")`."""

    def invoke(*arguments: object, **options: Any) -> click.testing.Result:
        result = click.testing.CliRunner().invoke(cli, [str(argument) for argument in arguments], **options)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return invoke


@pytest.fixture
def process(tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[bytes]]:
    """The command as a process of its own, somewhere else: `process("a.png", input=b"…")`."""

    def start(*arguments: object, **options: Any) -> subprocess.CompletedProcess[bytes]:
        environment = {**os.environ, "PYTHONPATH": str(ROOT), **options.pop("env", {})}
        command = [sys.executable, "-m", "solve_screenshot", *map(str, arguments)]
        if "input" not in options:
            options["stdin"] = subprocess.DEVNULL
        return subprocess.run(
            command, capture_output=True, cwd=tmp_path, env=environment, timeout=60, check=False, **options
        )

    return start
