"""Is every label true of its picture, as far as that can be told without reading it? One `Defect` for each that is not.

The form is that of `label.schema.json`. Beyond it: the picture is there and can be decoded, it has the size the label
says, everything said to be in it lies in it, cells stand where the lattice has them, markers and tags are those of the
puzzle, and the puzzle can be loaded and has the solutions it is said to have.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from PIL import Image

import solver
from samples.games import labels_of
from samples.labels import PICTURES, SCHEMA
from solver.errors import PuzzleError

OFF_MOST = 0.06
"""Parts of a cell that a place may be from where the lattice has it; labels are written to a tenth of a pixel."""
FRAME_MOST = 1.5
"""Parts of a cell that a frame may be wide: a board's box has it, its lattice has not."""
GAP_MOST = 0.2
"""Parts of a cell by which a box without a frame may end before its lattice does: half a gap between tiles."""
FRAME_UNEVEN = 0.15
"""Parts of a cell by which two sides of a frame may differ, and no less than 3 pixels."""

JSON = dict[str, Any]


class NoValidatorError(RuntimeError):
    """The library that checks against a JSON Schema is not installed."""


@dataclass(frozen=True, slots=True)
class Defect:
    """One thing wrong with one file."""

    path: Path
    message: str

    def __str__(self) -> str:
        return f"{self.path}: {self.message}"


@cache
def _validator() -> Any:
    try:
        from jsonschema import Draft202012Validator
    except ModuleNotFoundError as missing:
        message = "Labels are checked with jsonschema, which is not installed: pip install '.[dataset]'"
        raise NoValidatorError(message) from missing
    return Draft202012Validator(json.loads(SCHEMA.read_text("utf-8")))


def files(folder: Path) -> tuple[list[Path], list[Path]]:
    """The JSON files and the pictures in a folder and the folders in it, each sorted by path; no hidden ones."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file() and not path.name.startswith("."))
    pictures = [path for path in paths if path.suffix.lower() in PICTURES]
    return [path for path in paths if path.suffix == ".json"], pictures


def check(folder: Path) -> Iterator[tuple[Path, list[Defect]]]:
    """Every label of a folder with its defects, and every picture that has no label.

    JSON files that are no objects with an `image` are no labels: the schema itself, or the order of a data set.
    Raises `NoValidatorError`.
    """
    _validator()
    candidates, pictures = files(folder)
    spoken_for: dict[Path, Path] = {}
    for path in candidates:
        label, defects = _loaded(path, {picture.stem for picture in pictures if picture.parent == path.parent})
        if label is None and not defects:
            continue
        if label is not None and isinstance(label["image"], str):
            picture = path.parent / label["image"]
            if picture in spoken_for:
                defects.append(Defect(path, f"{picture.name} is already {spoken_for[picture].name}'s"))
            spoken_for[picture] = path
            if not defects:
                defects = [Defect(path, message) for message in _wrong(label, picture)]
        yield path, defects
    for picture in pictures:
        if picture not in spoken_for:
            yield picture, [Defect(picture, "no label speaks of this picture")]


def _loaded(path: Path, stems: set[str]) -> tuple[JSON | None, list[Defect]]:
    """The label in a JSON file; None without defects for what is no label."""
    try:
        data = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError) as error:
        return None, [Defect(path, f"no JSON: {error}")]
    if not isinstance(data, dict) or "image" not in data:
        return None, [Defect(path, "no label, but it lies beside a picture of its name")] if path.stem in stems else []
    errors = sorted(_validator().iter_errors(data), key=lambda error: [str(key) for key in error.absolute_path])
    defects = [Defect(path, f"{_where(error)}{_shortened(error.message)}") for error in errors]
    return data, defects


def _where(error: Any) -> str:
    where = ".".join(str(key) for key in error.absolute_path)
    return f"{where}: " if where else ""


def _shortened(message: str) -> str:
    return message if len(message) <= 120 else f"{message[:80]} ... {message[-36:]}"


def _wrong(label: JSON, picture: Path) -> Iterator[str]:
    """What is wrong with a label of the right form."""
    size = _size(picture)
    if isinstance(size, str):
        yield size
        return
    said = label.get("width", size[0]), label.get("height", size[1])
    if said != size:
        yield f"the picture has {size[0]} x {size[1]} pixels, not {said[0]} x {said[1]}"
    if label["puzzle"] is None:
        if label.get("expect", "puzzle") == "puzzle":
            yield "there is neither a puzzle nor in `expect` the refusal that is right"
        return
    if label["puzzle"].get("game", label["game"]) != label["game"]:
        yield f"the game is {label['game']}, but the puzzle is one of {label['puzzle']['game']}"
        return
    yield from _misplaced(label, size)
    try:
        puzzle = solver.load(_known(label["puzzle"]))
    except PuzzleError as error:
        yield f"the puzzle cannot be loaded: {error}"
        return
    known = labels_of(puzzle.game)
    yield from known.unlike(label, puzzle)
    yield from known.unsolved(label, puzzle)


def _size(picture: Path) -> tuple[int, int] | str:
    """Width and height of a picture as decoded, or why it cannot be."""
    if not picture.is_file():
        return f"the picture {picture.name} is not there"
    try:
        with Image.open(picture) as image:
            image.load()
            return image.size
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        return f"the picture {picture.name} cannot be decoded: {error}"


def _known(puzzle: JSON) -> JSON:
    """The puzzle with `.` for what nobody can see."""
    rows = {key: [row.replace("?", ".") for row in puzzle[key]] for key in ("cells", "h", "v") if key in puzzle}
    return puzzle | rows


# --- places ----------------------------------------------------------------------------------------------------------


def _places(puzzle: JSON) -> set[tuple[int, int]]:
    if "dominoes" in puzzle:
        return {(r, c) for region in puzzle["regions"] for r, c in region["indices"]}
    return {(r, c) for r, row in enumerate(puzzle["cells"]) for c in range(len(row))}


def _misplaced(label: JSON, size: tuple[int, int]) -> Iterator[str]:
    width, height = size
    bbox = label.get("board_bbox")
    if bbox:
        x0, y0, x1, y1 = bbox
        if not (x0 < x1 and y0 < y1):
            yield f"board_bbox {bbox} is no box"
        elif x0 < 0 or y0 < 0 or x1 > width or y1 > height:
            yield f"board_bbox {bbox} is not inside the picture of {width} x {height}"
    cells = {tuple(map(int, key.split(","))): place for key, place in label.get("cells", {}).items()}
    wanted = _places(label["puzzle"])
    if cells and set(cells) != wanted:
        yield f"cells are of other places than the puzzle's, such as {sorted(set(cells) ^ wanted)[0]}"
    outside = [place for place, (x, y) in cells.items() if not (0 <= x <= width and 0 <= y <= height)]
    if outside:
        yield f"the middle of cell {outside[0]} is not inside the picture"
    if bbox and not outside:
        x0, y0, x1, y1 = bbox
        beyond = [place for place, (x, y) in cells.items() if not (x0 <= x <= x1 and y0 <= y <= y1)]
        if beyond:
            yield f"the middle of cell {beyond[0]} is not inside board_bbox"
    if "lattice" in label:
        yield from _off_lattice(label, cells)


def _off_lattice(label: JSON, cells: dict[Any, Any]) -> Iterator[str]:
    x0, y0, pitch = (label["lattice"][key] for key in ("x0", "y0", "pitch"))
    most = max(1.0, OFF_MOST * pitch)
    for (r, c), (x, y) in cells.items():
        if abs(x0 + (c + 0.5) * pitch - x) > most or abs(y0 + (r + 0.5) * pitch - y) > most:
            yield f"the middle of cell {(r, c)} is {[x, y]}, where the lattice has no cell"
            break
    if "board_bbox" in label:
        places = _places(label["puzzle"])
        rows, columns = 1 + max(r for r, _ in places), 1 + max(c for _, c in places)
        box = (x0, y0, x0 + columns * pitch, y0 + rows * pitch)
        a, b, d, e = label["board_bbox"]
        sides = (box[0] - a, box[1] - b, d - box[2], e - box[3])
        uneven = max(sides) - min(sides) > max(3.0, FRAME_UNEVEN * pitch)
        if uneven or min(sides) < -GAP_MOST * pitch or max(sides) > FRAME_MOST * pitch:
            yield f"the lattice's board is at {[round(v, 1) for v in box]}, board_bbox says {label['board_bbox']}"
    if "grid" in label:
        size = len(label["puzzle"]["cells"])
        box = (x0, y0, x0 + size * pitch, y0 + size * pitch)
        if max(abs(a - b) for a, b in zip(box, label["grid"], strict=True)) > most:
            yield f"the lattice's board is at {[round(v, 1) for v in box]}, grid says {label['grid']}"
    for marker in label.get("markers", ()):
        kind, r, c = marker["at"]
        across, down = (1.0, 0.5) if kind == "h" else (0.5, 1.0)
        a, b, d, e = marker["box"]
        if max(abs((a + d) / 2 - x0 - (c + across) * pitch), abs((b + e) / 2 - y0 - (r + down) * pitch)) > 2 * most:
            yield f"the marker at {marker['at']} is not on its edge"
            break
