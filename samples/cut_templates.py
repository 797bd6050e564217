"""Cut the template bank of `vision/templates/` from the labelled samples.

    python samples/cut_templates.py

Every marker and every sun and moon of our own samples is cut out, where its label says it is; a glyph joins the bank
when nothing in the bank is much like it. So the bank holds each shape once for every way our pages draw it, and no
picture of anybody else's. Seasonal symbols stay out: which of two is the sun cannot be learnt from a picture.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from vision.glyphs import SIDE, cut_glyph  # noqa: E402  (the path comes first)
from vision.lattice import Lattice  # noqa: E402  (the path comes first)
from vision.markers import MARKER_CORE  # noqa: E402  (the path comes first)
from vision.naming import SYMBOL_CORE, Drawn, symbol_inks  # noqa: E402  (the path comes first)
from vision.patches import EDGE_UNIT, UNIT, edge_patches, shrunk, straighten  # noqa: E402  (the path comes first)

Glyph = NDArray[np.float32]

# A glyph this much like one in the bank (correlation) teaches nothing new.
KNOWN = 0.9
# Templates per name: enough for all weights and typefaces of our pages, few enough to compare in no time.
MOST = 24
# What a shape is called when it is turned by a quarter, as some sites draw it between vertical neighbours.
TURNED = {"equal": "turned", "turned": "equal"}


def labelled(folder: Path) -> list[dict[str, Any]]:
    """The labels in a folder that hold a puzzle, with their path."""
    labels = [json.loads(path.read_text()) | {"path": path} for path in sorted(folder.glob("*.json"))]
    return [label for label in labels if label.get("puzzle") and label.get("board_bbox")]


def lattice_of(label: dict[str, Any]) -> Lattice:
    """The lattice the label tells of."""
    x0, y0, x1, y1 = label["board_bbox"]
    size = label["puzzle"]["size"]
    return Lattice(x0, y0, (x1 - x0) / size, (y1 - y0) / size, size, size)


def marker_glyphs(board: NDArray[np.uint8], label: dict[str, Any]) -> list[tuple[str, Glyph]]:
    """All markers of one sample, named by shape."""
    puzzle = label["puzzle"]
    size = puzzle["size"]
    said = "".join(puzzle["h"]) + "".join(puzzle["v"])
    edges = edge_patches(board, shrunk(board, UNIT // EDGE_UNIT), size, size)
    bolt = label["look"].get("name") == "bolt"
    found = []
    for edge, inks in zip(edges.standing, edges.inks.swapaxes(0, 1), strict=True):
        if said[edge] == ".":
            continue
        for ink in inks:
            glyph = cut_glyph(ink, MARKER_CORE)
            name = shape_of(glyph, said[edge], bolt) if glyph is not None else ""
            if glyph is not None and name:
                found.append((name, glyph))
                break
    return found


def shape_of(glyph: Glyph, marker: str, bolt: bool) -> str:
    """The name of a marker's shape, or "" where the glyph was not cut out cleanly."""
    if marker == "x":
        drawn = np.zeros((SIDE, SIDE), np.uint8)
        cv2.line(drawn, (1, 1), (SIDE - 2, SIDE - 2), 255, 3)
        cv2.line(drawn, (1, SIDE - 2), (SIDE - 2, 1), 255, 3)
        if float(np.corrcoef(drawn.ravel(), glyph.ravel())[0, 1]) > 0.6:
            return "cross"
        # The two halves of a bolt are each other's image, turned by half a turn.
        turned = float(np.corrcoef(glyph.ravel(), glyph[::-1, ::-1].ravel())[0, 1])
        return "bolt" if bolt and turned > 0.8 else ""
    rows, columns = glyph.mean(axis=1), glyph.mean(axis=0)
    name, profile, along = max(
        (("equal", rows, columns), ("turned", columns, rows)), key=lambda bar: float(np.std(bar[1]))
    )
    middle = SIDE // 2
    bars = min(profile[:middle].max(), profile[middle:].max())
    hollow = profile[middle - 1 : middle + 1].max() < 0.4 * bars and bars > 0.6
    even = along[2:-2].min() > 0.5 * along.max()
    return name if hollow and even else ""


def add(bank: dict[str, list[Glyph]], name: str, glyph: Glyph) -> None:
    """Put a glyph into the bank unless one like it is there."""
    shapes = bank.setdefault(name, [])
    flat = glyph.ravel() - glyph.mean()
    for known in shapes:
        other = known.ravel() - known.mean()
        if float(flat @ other) > KNOWN * float(np.linalg.norm(flat) * np.linalg.norm(other)):
            return
    if len(shapes) < MOST:
        shapes.append(glyph)


def write(bank: dict[str, list[Glyph]], folder: Path) -> None:
    """One strip of templates per name."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.png"):
        old.unlink()
    for name, shapes in sorted(bank.items()):
        strip = np.concatenate(shapes, axis=1)
        cv2.imwrite(str(folder / f"{name}.png"), np.clip(np.rint(strip * 255), 0, 255).astype(np.uint8))
        print(f"{folder.name}/{name}.png: {len(shapes)} templates")


def main() -> None:
    markers: dict[str, list[Glyph]] = {}
    symbols: dict[str, list[Glyph]] = {}
    # The game's own look first: what other looks draw the same way teaches nothing new.
    labels = sorted(labelled(ROOT / "samples" / "tango"), key=lambda label: label["look"].get("name") != "classic")
    for label in labels:
        bgr = cv2.imread(str(label["path"].with_name(label["image"])))
        if bgr is None:
            sys.exit(f"{label['image']} is missing")
        board = straighten(np.asarray(bgr, np.uint8), lattice_of(label))
        for name, glyph in marker_glyphs(board, label):
            add(markers, name, glyph)
            if name in TURNED:
                add(markers, TURNED[name], glyph.T)
        look = label["look"]
        if (
            label.get("swap_ok")
            or look.get("symbols", "") == "S and M"
            or look.get("state") in ("fade", "win", "wrong")
        ):
            continue
        cells = "".join(label["puzzle"]["cells"])
        for name, letter in (("sun", "S"), ("moon", "M")):
            members = np.array([i for i, cell in enumerate(cells) if cell == letter])
            if len(members):
                ink = symbol_inks(Drawn(board, shrunk(board, UNIT // EDGE_UNIT)), [members])[0]
                cut = cut_glyph(ink, SYMBOL_CORE * EDGE_UNIT)
                # A filled corner is a frame or a badge that was cut out with the symbol.
                if cut is not None and cut[[0, 0, -1, -1], [0, -1, 0, -1]].max() < 0.4:
                    add(symbols, name, cut)
    write(markers, ROOT / "vision" / "templates" / "markers")
    write(symbols, ROOT / "vision" / "templates" / "symbols")


if __name__ == "__main__":
    main()
