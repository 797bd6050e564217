"""A short animation of the real command playing a board in a real browser, for the README.

python -m tests.e2e.film docs/playing.gif
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlencode

import numpy as np
from PIL import Image

from samples import render
from samples.boards import make_board
from tests.e2e import playing

SCREEN = (760, 860)
WIDTH = 300
FRAME_MS, LAST_MS = 90, 2500


def film(to: Path, seed: int = 4) -> int:
    """Write the animation; the number of its frames."""
    import mss

    board = make_board(6, Random(seed))
    query = urlencode({"puzzle": json.dumps(board.with_cells(board.clues)), "parts": "timer,buttons"})
    frames: list[Image.Image] = []
    with (
        playing.desk(*SCREEN) as screen,
        render.serving() as address,
        playing.playwright() as driver,
        playing.window(driver, screen, f"{address}/tango.html?{query}") as page,
        mss.MSS(display=screen.display) as grabber,
    ):
        box = _around(page)
        with playing.start(screen, "--delay", "0.06") as process:
            while process.poll() is None:
                frames.append(_frame(grabber, box))
                page.wait_for_timeout(FRAME_MS)
            page.wait_for_timeout(700)
            frames.append(_frame(grabber, box))
    _write(frames, to)
    return len(frames)


def _around(page: Any) -> dict[str, int]:
    """The board and the buttons under it, as a part of the screen."""
    left, top, right, bottom = page.evaluate(
        """() => {
          const [x0, y0, x1, y1] = game.geometry().bbox, top = outerHeight - innerHeight;
          return [x0 - 14 + screenX, y0 - 14 + screenY + top, x1 + 14 + screenX, y1 + 74 + screenY + top];
        }"""
    )
    return {"left": int(left), "top": int(top), "width": int(right - left), "height": int(bottom - top)}


def _frame(grabber: Any, box: dict[str, int]) -> Image.Image:
    taken = grabber.grab(box)
    pixels = np.frombuffer(taken.raw, np.uint8).reshape(taken.height, taken.width, 4)[:, :, 2::-1]
    picture = Image.fromarray(np.ascontiguousarray(pixels))
    return picture.resize((WIDTH, round(picture.height * WIDTH / picture.width)), Image.Resampling.LANCZOS)


def _write(frames: list[Image.Image], to: Path) -> None:
    """Equal frames become one that is shown for longer."""
    kept: list[Image.Image] = []
    durations: list[int] = []
    for frame in frames:
        if kept and np.array_equal(np.asarray(frame), np.asarray(kept[-1])):
            durations[-1] += FRAME_MS
        else:
            kept.append(frame)
            durations.append(FRAME_MS)
    durations[-1] = LAST_MS
    palette = kept[-1].quantize(160)
    small = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in kept]
    to.parent.mkdir(parents=True, exist_ok=True)
    small[0].save(to, save_all=True, append_images=small[1:], duration=durations, loop=0, optimize=True)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("to", type=Path)
    print(film(parser.parse_args().to), "frames")


if __name__ == "__main__":
    main()
