"""Takuzu boards in a real terminal: xterm on a virtual screen, with its own font drawing.

    python samples/terminals.py                  every picture of the list, into samples/takuzu
    python samples/terminals.py --only '*-dark'  some of them

Needs `xterm` and `Xvfb` (packages of those names). The boards are seeded; the pixels depend on the machine's fonts and
its version of xterm. Where the board is, is asked of the terminal (its own report of the size of its text area).
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import termios
import time
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from random import Random

HERE = Path(__file__).resolve().parent
if str(HERE.parent) not in sys.path:  # run as a script, the packages are not installed
    sys.path.insert(0, str(HERE.parent))

from PIL import Image, ImageGrab  # noqa: E402  (the path comes first)

from samples.takuzu_boards import Board, Grid, make_board  # noqa: E402  (the path comes first)
from solver import BinaryPuzzle  # noqa: E402  (the path comes first)

BORDER = 10
"""Pixels that xterm leaves around its text."""
PATIENCE = 20.0
"""Seconds to wait for a terminal to come up."""
BOLD, RESET = "\x1b[1m", "\x1b[0m"


@dataclass(frozen=True)
class TerminalShot:
    """One picture. `colours` are background and text; `entries` the colour code of what the player put in."""

    name: str
    drawing: str
    size: int
    seed: int
    colours: tuple[str, str] = ("#101010", "#e0e0e0")
    font: str = "DejaVu Sans Mono"
    points: int = 12
    entries: str | None = None
    played: float = 0.3
    """The share of the empty cells that has been filled in."""


SHOTS = (
    TerminalShot("terminal-box-6x6", "box", 6, 201, entries="36"),
    TerminalShot(
        "terminal-box-10x10-light", "box", 10, 202, ("#ffffff", "#202020"), "Liberation Mono", 13, entries="34"
    ),
    TerminalShot("terminal-heavy-8x8", "heavy", 8, 203, ("#300a24", "#eeeeec"), "Noto Sans Mono", 14, entries="33"),
    TerminalShot("terminal-ascii-8x8", "ascii", 8, 204, ("#000000", "#33ff33"), "Nimbus Mono PS", 14),
    TerminalShot("terminal-text-12x12", "text", 12, 205, ("#fdf6e3", "#586e75"), "DejaVu Sans Mono", 15),
    TerminalShot("terminal-text-8x8-dark", "text", 8, 206, ("#002b36", "#93a1a1"), "Liberation Mono", 20, played=0.0),
    TerminalShot("terminal-tiles-10x10", "tiles", 10, 207, ("#1e1e1e", "#d4d4d4")),
    TerminalShot("terminal-letters-8x8-light", "letters", 8, 208, ("#ffffff", "#000000"), "DejaVu Sans Mono", 13),
)


@dataclass(frozen=True)
class Text:
    """What is printed; the board's first cell begins at (column, row) and cells are `step` characters apart."""

    lines: tuple[str, ...]
    at: tuple[int, int]
    step: tuple[int, int]
    clue: str
    symbols: str
    swap_ok: bool = False


# ---------------------------------------------------------------- boards as text


def drawn(shot: TerminalShot, board: Board, cells: Grid) -> Text:
    """The board as the shot's kind of text, under a prompt."""
    prompt = "$ takuzu show today"

    def symbol(r: int, c: int, empty: str) -> str:
        text = cells[r][c].replace(".", empty)
        if text == empty:
            return text
        if board.clues[r][c] != ".":
            return f"{BOLD}{text}{RESET}"
        return f"\x1b[{shot.entries}m{text}{RESET}" if shot.entries else text

    size = board.size
    span = range(size)
    if shot.drawing in ("box", "heavy", "ascii"):
        across, down, joins = {
            "box": ("─", "│", "┌┬┐├┼┤└┴┘"),
            "heavy": ("━", "┃", "┏┳┓┣╋┫┗┻┛"),
            "ascii": ("-", "|", "+++++++++"),
        }[shot.drawing]
        rules = [joins[k] + joins[k + 1].join([across * 3] * size) + joins[k + 2] for k in (0, 3, 6)]
        rows = [down + down.join(f" {symbol(r, c, ' ')} " for c in span) + down for r in span]
        lines = [rules[0]]
        for r, row in enumerate(rows):
            lines += [row, rules[2] if r == size - 1 else rules[1]]
        told = "colour" if shot.entries else "weight"
        return Text((prompt, "", *("  " + line for line in lines), "", "$ "), (2, 2), (4, 2), told, "digits")
    if shot.drawing == "text":  # what `print(puzzle)` shows
        picture = str(BinaryPuzzle.from_json(board.with_cells(cells)))
        lines = picture.splitlines()
        head = next(k for k, line in enumerate(lines) if line[:1] in ("0", "1", "."))
        return Text((prompt, *lines, "", "$ "), (0, 1 + head), (2, 1), "none", "digits")
    if shot.drawing == "tiles":
        paint = {"0": "41", "1": "44", ".": "100"}
        rows = ["".join(f"\x1b[{paint[s]}m   {RESET} " for s in row) for row in cells]
        lines = [line for row in rows for line in (row, "")]
        return Text((prompt, "", *("  " + line for line in lines), "$ "), (2, 2), (4, 2), "none", "tiles", True)
    rows = [f"{r + 1:>2} | " + " ".join("·OX"[".01".index(s)] for s in cells[r]) + " |" for r in span]
    letters = "     " + " ".join("abcdefghijklmnopqrst"[:size])
    rule = "   +-" + "--" * size + "+"
    return Text((prompt, letters, rule, *rows, rule, "$ "), (5, 3), (2, 1), "none", "O and X", True)


def box_of(text: Text, size: int, cell: tuple[float, float]) -> list[int]:
    """The board in pixels, when a character takes `cell`: with the lines around it, where it has some."""
    x, y = text.at
    width, height = size * text.step[0], size * text.step[1]
    if text.symbols == "tiles":
        width, height = width - 1, height - 1
    elif text.step == (4, 2):  # from the middle of the first line to the middle of the last
        return [
            round(BORDER + (a + 0.5) * b)
            for a, b in ((x, cell[0]), (y, cell[1]), (x + width, cell[0]), (y + height, cell[1]))
        ]
    else:  # half a space on both sides of every letter
        return [
            round(BORDER + a * b)
            for a, b in ((x - 0.5, cell[0]), (y, cell[1]), (x - 0.5 + width, cell[0]), (y + height, cell[1]))
        ]
    return [round(BORDER + a * b) for a, b in ((x, cell[0]), (y, cell[1]), (x + width, cell[0]), (y + height, cell[1]))]


# ---------------------------------------------------------------- the terminal


def inside(text: Path, answer: Path) -> None:
    """What runs in the terminal: prints the text, writes down the terminal's size, and waits to be ended."""
    before = termios.tcgetattr(0)
    tty.setcbreak(0)
    sys.stdout.write("\x1b[14t\x1b[18t")
    sys.stdout.flush()
    said = ""
    while said.count("t") < 2:
        said += os.read(0, 100).decode("ascii")
    termios.tcsetattr(0, termios.TCSANOW, before)
    sys.stdout.write(text.read_text("utf-8"))
    sys.stdout.flush()
    answer.write_text(json.dumps([list(map(int, found)) for found in re.findall(r"\[\d;(\d+);(\d+)t", said)]))
    time.sleep(10 * PATIENCE)


@contextmanager
def screen() -> Iterator[str]:
    """The name of a virtual X screen."""
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1600x1200x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        os.close(write)
        try:
            with os.fdopen(read) as pipe:
                yield f":{pipe.readline().strip()}"
        finally:
            server.terminate()


def take(shot: TerminalShot, display: str) -> tuple[Image.Image, dict[str, object]]:
    """The picture of a terminal's window, and its label."""
    rng = Random(shot.seed)
    board = make_board(shot.size, rng)
    empty = [(r, c) for r in range(shot.size) for c in range(shot.size) if board.clues[r][c] == "."]
    rows = [list(row) for row in board.clues]
    for r, c in rng.sample(empty, round(shot.played * len(empty))):
        rows[r][c] = board.solution[r][c]
    cells = tuple("".join(row) for row in rows)
    text = drawn(shot, board, cells)
    plain = [re.sub(r"\x1b\[[\d;]*m", "", line) for line in text.lines]
    geometry = f"{max(map(len, plain)) + rng.randint(6, 24)}x{len(plain) + rng.randint(1, 6)}+0+0"
    with tempfile.TemporaryDirectory() as folder:
        page, answer = Path(folder, "text"), Path(folder, "answer")
        page.write_text("\n".join(text.lines), "utf-8")
        command = [
            "xterm",
            "-u8",
            "-fa",
            shot.font,
            "-fs",
            str(shot.points),
            "-bg",
            shot.colours[0],
            "-fg",
            shot.colours[1],
        ]
        command += [
            "-xrm",
            "*allowWindowOps: true",
            "-geometry",
            geometry,
            "-b",
            str(BORDER),
            "-bw",
            "0",
            "+sb",
            "+bc",
            "-e",
        ]
        command += [sys.executable, str(HERE / "terminals.py"), "--inside", str(page), str(answer)]
        with subprocess.Popen(command, env=os.environ | {"DISPLAY": display, "LANG": "C.UTF-8"}) as terminal:
            try:
                began = time.monotonic()
                while not answer.exists() or not answer.read_text():
                    if time.monotonic() - began > PATIENCE:
                        raise TimeoutError(f"{shot.name}: the terminal did not come up")
                    time.sleep(0.05)
                time.sleep(0.5)
                (height, width), (lines, columns) = json.loads(answer.read_text())
                picture = ImageGrab.grab(xdisplay=display, bbox=(0, 0, width + 2 * BORDER, height + 2 * BORDER))
            finally:
                terminal.terminate()
    from samples.takuzu_shots import counted

    puzzle = board.with_cells(cells)
    theme = "light" if int(shot.colours[0][1:3], 16) > 127 else "dark"
    state = "partial" if shot.played else "fresh"
    label: dict[str, object] = {
        "game": "takuzu",
        "puzzle": puzzle,
        "board_bbox": box_of(text, shot.size, (width / columns, height / lines)),
        "look": {
            "kind": "terminal",
            "name": f"terminal-{shot.drawing}",
            "theme": theme,
            "grid": "lines" if text.step == (4, 2) and not text.swap_ok else "none",
            "symbols": text.symbols,
            "clue": text.clue,
            "beside": ["letters"] if shot.drawing == "letters" else [],
            "density": 1,
            "state": state,
        },
        "swap_ok": text.swap_ok,
        "clues": board.clue_cells(),
        **counted(puzzle),
        "notes": f"xterm, {shot.font}",
    }
    return picture.convert("RGB"), label


def main(arguments: list[str] | None = None) -> int:
    """The command line; see the top of this file."""
    parser = argparse.ArgumentParser(description="Take the pictures of boards in a terminal.")
    parser.add_argument("--only", default="*", metavar="PATTERN", help="names of the list to take")
    parser.add_argument("--out", type=Path, default=HERE / "takuzu", help="folder to write to (samples/takuzu)")
    parser.add_argument("--inside", nargs=2, type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.inside:
        inside(*options.inside)
        return 0
    options.out.mkdir(parents=True, exist_ok=True)
    with screen() as display:
        for shot in SHOTS:
            if fnmatch(shot.name, options.only):
                picture, label = take(shot, display)
                picture.save(options.out / f"{shot.name}.png", optimize=True)
                written = json.dumps({"image": f"{shot.name}.png"} | label, indent=1, ensure_ascii=False)
                (options.out / f"{shot.name}.json").write_text(written + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
