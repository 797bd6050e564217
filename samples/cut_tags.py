"""Cut the signs of Pips tags for `vision/games/pips/rules/templates` from our own renderings.

    python samples/cut_tags.py

A page sets the fourteen signs in every bold typeface of this machine that has them, large and small, as they come and
with a heavier stroke; each sign joins the bank where nothing there is much like it. The bank is one picture: a row for
each sign of `vision.games.pips.rules.tags.SIGNS`, its templates side by side.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from samples.render import BROWSER_ARGUMENTS, find_browser  # noqa: E402  (the path comes first)
from vision.games.pips.rules import tags  # noqa: E402  (the path comes first)
from vision.games.pips.rules.tags import MARGIN, SIDE, SIGNS, normal  # noqa: E402  (the path comes first)

SHEET = Path(tags.__file__).parent / "templates" / "tags.png"

FAMILIES = (
    "Liberation Sans", "DejaVu Sans", "DejaVu Sans Condensed", "Nimbus Sans", "Nimbus Sans Narrow",
    "Liberation Sans Narrow", "Noto Sans Mono", "DejaVu Sans Mono", "Liberation Mono", "DejaVu Serif",
    "Liberation Serif", "C059",
)  # fmt: skip
# Weight, and width of a stroke around every sign, in parts of its size.
WEIGHTS = ((700, 0.0), (700, 0.03), (700, 0.06), (400, 0.0), (400, 0.04))
# Pixels of the type: that of the largest tags, and of the smallest.
SIZES = (80, 20, 11)
# A template this much like one in the bank (correlation) teaches nothing new.
KNOWN = 0.955
MOST = 40

PAGE = """<!doctype html><meta charset=utf-8><body style="margin:0;background:#000;color:#fff">
<div style="position:absolute;left:0;top:0;display:grid;grid-template-columns:repeat({columns},{cell}px);
  grid-auto-rows:{cell}px;font:{weight} {size}px '{family}';-webkit-text-stroke:{stroke}px #fff;line-height:{cell}px;
  text-align:center">{signs}</div>"""


def drawn_signs(page: Any, family: str, weight: int, stroke: float, size: int) -> list[NDArray[np.float32]]:
    """The signs as a browser sets them, each cut out: 0..1."""
    cell = 2 * size
    signs = "".join(f"<span>{sign.replace('<', '&lt;')}</span>" for sign in SIGNS)
    page.set_viewport_size({"width": cell * len(SIGNS), "height": cell})
    page.set_content(
        PAGE.format(
            columns=len(SIGNS), cell=cell, weight=weight, size=size, family=family, stroke=stroke * size, signs=signs
        )
    )
    data = np.frombuffer(page.screenshot(), np.uint8)
    row = np.asarray(cv2.imdecode(data, cv2.IMREAD_GRAYSCALE), np.float32) / np.float32(255)
    found = []
    for number in range(len(SIGNS)):
        ink = row[:, number * cell : (number + 1) * cell]
        y, x = np.nonzero(ink > 0.5)
        found.append(ink[y.min() : y.max() + 1, x.min() : x.max() + 1])
    return found


def template(ink: NDArray[np.float32]) -> NDArray[np.uint8]:
    """At the size of the bank, before it is blurred and normalised: (SIDE, SIDE)."""
    height, width = ink.shape
    scale = (SIDE - 2 * MARGIN) / max(height, width)
    h, w = max(2, round(height * scale)), max(2, round(width * scale))
    out = np.zeros((SIDE, SIDE), np.float32)
    y, x = (SIDE - h) // 2, (SIDE - w) // 2
    out[y : y + h, x : x + w] = cv2.resize(ink, (w, h), interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    return np.asarray(np.rint(out * 255), np.uint8)


def main() -> None:
    from playwright.sync_api import sync_playwright

    bank: list[list[NDArray[np.uint8]]] = [[] for _ in SIGNS]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=list(BROWSER_ARGUMENTS))
        page = browser.new_page()
        for weight, stroke in WEIGHTS:
            for family in FAMILIES:
                for size in SIZES:
                    for kept, ink in zip(bank, drawn_signs(page, family, weight, stroke, size), strict=True):
                        new = template(ink)
                        vector = normal(new[None].astype(np.float32))[0]
                        known = float(np.max(normal(np.array(kept, np.float32)) @ vector)) if kept else -1.0
                        if known < KNOWN and len(kept) < MOST:
                            kept.append(new)
        browser.close()
    sheet = np.zeros((SIDE * len(SIGNS), SIDE * max(map(len, bank))), np.uint8)
    for row, kept in enumerate(bank):
        for column, glyph in enumerate(kept):
            sheet[row * SIDE : (row + 1) * SIDE, column * SIDE : (column + 1) * SIDE] = glyph
    SHEET.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(SHEET), sheet)
    print(f"{SHEET.relative_to(ROOT)}: {', '.join(f'{s} {len(k)}' for s, k in zip(SIGNS, bank, strict=True))}")


if __name__ == "__main__":
    main()
