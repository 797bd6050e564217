"""Takes the sample screenshots anew: our own pages, in a real browser, with a label for each picture.

    python samples/render.py                          every picture of Tango's list, into samples/tango
    python samples/render.py --only 'classic-*'       some of them
    python samples/render.py --game GAME              the same for another game: its list is in GAME_shots.py
    python samples/render.py --wild 300 --seed 1 --out /tmp/wild
                                                      random pictures, worn: `solve-screenshot dataset render --wear`

The lists are fixed and every random choice is seeded, so a second run gives the same boards and, with the same browser
and fonts, the same pictures. This is the program alone; `camera.py` takes pictures, `dataset.py` takes many.
"""

from __future__ import annotations

import argparse
import sys
from fnmatch import fnmatch
from pathlib import Path

HERE = Path(__file__).resolve().parent
if str(HERE.parent) not in sys.path:  # run as a script, the packages are not installed
    sys.path.insert(0, str(HERE.parent))

from samples.browser import BROWSER_ARGUMENTS, PAGES, browsing, find_browser, serving  # noqa: E402  (the path comes first)
from samples.dataset import Order, render  # noqa: E402  (the path comes first)
from samples.games import GAMES, shots_of  # noqa: E402  (the path comes first)
from samples.labels import write  # noqa: E402  (the path comes first)
from samples.tango_shots import SHOTS  # noqa: E402  (the path comes first)
from samples.tango_shots import TangoCamera as Camera  # noqa: E402  (the path comes first)

__all__ = ["BROWSER_ARGUMENTS", "PAGES", "SHOTS", "Camera", "browsing", "find_browser", "serving"]


def render_list(game: str, only: str, out: Path) -> int:
    """Takes the pictures of a game's list whose names fit the pattern; returns how many did not fit their window."""
    known = shots_of(game)
    shots = [shot for shot in known.SHOTS if fnmatch(shot.name, only)]
    misfits = 0
    out.mkdir(parents=True, exist_ok=True)
    with serving() as address, browsing() as browser:
        camera = known.CAMERA(browser, address)
        for shot in shots:
            taken = camera.take(shot)
            if taken is None:
                misfits += 1
                print(f"{shot.name}: the board does not fit the window", file=sys.stderr)
                continue
            picture, label = taken
            write(picture, label, out / shot.name, shot.wear.jpeg)
    print(f"{len(shots) - misfits} pictures in {out}")
    return misfits


def main(arguments: list[str] | None = None) -> int:
    """The command line; see the top of this file."""
    parser = argparse.ArgumentParser(description="Take the sample screenshots.")
    parser.add_argument("--only", default="*", metavar="PATTERN", help="names of the list to take, e.g. 'season-*'")
    parser.add_argument("--game", choices=list(GAMES), default=next(iter(GAMES)), help="whose list or random looks")
    parser.add_argument("--out", type=Path, help="folder to write to (samples/GAME)")
    parser.add_argument("--wild", type=int, metavar="N", help="N random pictures instead of the list")
    parser.add_argument("--seed", type=int, default=1, help="seed of the random pictures")
    options = parser.parse_args(arguments)
    if options.wild:
        if not options.out:
            parser.error("--wild needs --out: its pictures are not part of the project")
        for _ in render(Order((options.game,), options.wild, options.seed, wear=True), options.out):
            pass
        return 0
    if not any(fnmatch(shot.name, options.only) for shot in shots_of(options.game).SHOTS):
        parser.error(f"no sample is called {options.only}")
    return 1 if render_list(options.game, options.only, options.out or HERE / options.game) else 0


if __name__ == "__main__":
    sys.exit(main())
