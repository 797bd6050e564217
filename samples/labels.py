"""Labels as files: how they are written, found, and moved along with what happens to their pictures.

A label is the JSON object of `label.schema.json`, beside its picture: `NAME.png` (or .jpg, .webp) and `NAME.json`.
What makes a label true of its picture is the business of `check.py`, and of the modules that `games.py` names.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import cv2
from PIL import Image

import solver
from samples.wear import Pixels
from solver import Puzzle
from solver.errors import SearchTimeout

SCHEMA = Path(__file__).resolve().parent / "label.schema.json"
PATIENCE = 20.0
"""Seconds for the solutions of one puzzle; what is not known by then is not held against the label."""
PICTURES = (".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp", ".tif", ".tiff")


def text_of(label: dict[str, Any]) -> str:
    """A label as JSON text: one line for each of its keys."""
    lines = (f" {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in label.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


def write(picture: Pixels, label: dict[str, Any], stem: Path, jpeg: int | None = None) -> None:
    """`stem`.png (or .jpg, for pictures that went through it anyway) and `stem`.json, as small as they get."""
    rgb = Image.fromarray(cv2.cvtColor(picture, cv2.COLOR_BGR2RGB))
    path = stem.with_suffix(".jpg" if jpeg else ".png")
    if jpeg:
        rgb.save(path, quality=jpeg)
    else:
        rgb.save(path, optimize=True)
    stem.with_suffix(".json").write_text(text_of(label | {"image": path.name}), "utf-8")


def put(path: Path, data: bytes) -> None:
    """Write a file so that it is there whole or not at all, whatever happens meanwhile."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.write_bytes(data)
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)


def found(folder: Path) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Every label in a folder and the folders in it, sorted by path; other JSON files are passed over."""
    for path in sorted(folder.rglob("*.json")):
        try:
            data = json.loads(path.read_bytes())
        except (OSError, ValueError):
            continue
        if isinstance(data, dict) and isinstance(data.get("image"), str):
            yield path, data


def unlike_counts(label: dict[str, Any], counted: Mapping[str, Puzzle]) -> Iterator[str]:
    """Where a label says another number of solutions, under each key, than the puzzle there has."""
    for key, puzzle in counted.items():
        if key not in label:
            continue
        try:
            number = solver.count(puzzle, limit=2, time_limit=PATIENCE)
        except SearchTimeout:
            continue
        if number != label[key]:
            yield f"{key} is {label[key]}, but there are {number}"
    state = label["look"].get("state") if isinstance(label.get("look"), dict) else None
    if label.get("solutions") == 0 and state not in ("wrong", "unmarked", None):
        yield f"the puzzle has no solution, though the board is {state}"
