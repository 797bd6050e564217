"""Labels as one COCO file, for people who train detectors: boards, cells, markers, tags and dominoes as boxes.

https://cocodataset.org/#format-data: `images`, `annotations` and `categories`; `bbox` is `[x, y, width, height]` in
pixels. The file names are relative to the folder. What lies outside a picture is cut off; what lies wholly outside, and
photos, whose cells are no upright boxes, have the board alone. What is written of is not looked at: `check.py` does.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from PIL import Image

from samples.labels import found

JSON = dict[str, Any]
Box = tuple[float, float, float, float]

CATEGORIES = (
    ("board", "board"),
    ("empty", "cell"),
    ("sun", "cell"),
    ("moon", "cell"),
    ("zero", "cell"),
    ("one", "cell"),
    ("equal", "marker"),
    ("cross", "marker"),
    ("region-cell", "cell"),
    ("bare-cell", "cell"),
    ("tag", "tag"),
    ("domino", "domino"),
    ("placed-domino", "domino"),
    ("crown", "cell"),
    ("crossed", "cell"),
)
"""Name and super-category, numbered from 1. `region-cell`: of Pips, under a rule; `bare-cell`: under none.
`crown` and `crossed`: of Queens."""
NUMBERS = {name: number for number, (name, _) in enumerate(CATEGORIES, 1)}
SYMBOLS = {".": "empty", "S": "sun", "M": "moon", "0": "zero", "1": "one", "Q": "crown", "x": "crossed"}
MARKERS = {"=": "equal", "x": "cross"}


class BadLabelError(ValueError):
    """A label that no boxes can be made of; the message says which."""


def coco(folder: Path) -> JSON:
    """Everything labelled in the folder and the folders in it. Raises `BadLabelError`."""
    images: list[JSON] = []
    annotations: list[JSON] = []
    for number, (path, label) in enumerate(found(folder), 1):
        picture = path.parent / label["image"]
        try:
            width, height = _size(label, picture)
            name = picture.relative_to(folder).as_posix()
            boxes = list(_boxes(label))
        except (OSError, ValueError, TypeError, LookupError) as error:
            raise BadLabelError(f"{path} is no sound label, or its picture is missing") from error
        image = {"id": number, "file_name": name, "width": width, "height": height, "game": label.get("game")}
        images.append(image | ({"look": label["look"]} if isinstance(label.get("look"), dict) else {}))
        for category, (x0, y0, x1, y1), more in boxes:
            x0, x1 = (min(max(x, 0), width) for x in (x0, x1))
            y0, y1 = (min(max(y, 0), height) for y in (y0, y1))
            if x1 <= x0 or y1 <= y0:
                continue
            one: JSON = {"id": len(annotations) + 1, "image_id": number, "category_id": NUMBERS[category], "iscrowd": 0}
            one["bbox"] = [round(v, 2) for v in (x0, y0, x1 - x0, y1 - y0)]
            one["area"] = round((x1 - x0) * (y1 - y0), 2)
            annotations.append(one | more)
    return {
        "info": {"description": "Boards of Tango, Takuzu, Pips and Queens", "version": "1"},
        "images": images,
        "annotations": annotations,
        "categories": [
            {"id": NUMBERS[name], "name": name, "supercategory": supercategory} for name, supercategory in CATEGORIES
        ],
    }


def _size(label: JSON, picture: Path) -> tuple[int, int]:
    if "width" in label and "height" in label:
        return label["width"], label["height"]
    with Image.open(picture) as image:
        return image.size


def _corners(given: list[float]) -> Box:
    x0, y0, x1, y1 = map(float, given)
    return x0, y0, x1, y1


def _boxes(label: JSON) -> Iterator[tuple[str, Box, JSON]]:
    """Category, box `(x0, y0, x1, y1)`, and what else is known of it."""
    puzzle = label.get("puzzle")
    if puzzle is None:
        return
    if "board_bbox" in label:
        yield "board", _corners(label["board_bbox"]), {}
    if "lattice" not in label:
        return
    x0, y0, pitch = (label["lattice"][key] for key in ("x0", "y0", "pitch"))

    def square(r: int, c: int, down: int = 1, right: int = 1) -> Box:
        return x0 + c * pitch, y0 + r * pitch, x0 + (c + right) * pitch, y0 + (r + down) * pitch

    if "dominoes" in puzzle:
        for number, region in enumerate(puzzle["regions"]):
            kind = "bare-cell" if region["type"] == "empty" else "region-cell"
            for r, c in region["indices"]:
                yield kind, square(r, c), {"cell": [r, c], "region": number, "type": region["type"]}
    else:
        for r, row in enumerate(puzzle["cells"]):
            for c, symbol in enumerate(row):
                if symbol in SYMBOLS:
                    region = {"region": ord(puzzle["regions"][r][c]) - ord("A")} if "regions" in puzzle else {}
                    yield SYMBOLS[symbol], square(r, c), {"cell": [r, c]} | region
    for marker in label.get("markers", ()):
        yield MARKERS[marker["text"]], _corners(marker["box"]), {"at": marker["at"]}
    for tag in label.get("tags", ()):
        yield "tag", _corners(tag["box"]), {"text": tag["text"]}
    for box, pips in zip(label.get("tiles", ()), label.get("tray", ()), strict=False):
        yield "domino", _corners(box), {"pips": pips}
    for a, b, pips in label.get("placed", ()):
        (r, c), (s, e) = min(a, b), max(a, b)
        yield "placed-domino", square(r, c, s - r + 1, e - c + 1), {"pips": pips, "cells": [a, b]}
