"""The way of one picture of a square board, stage by stage: what goes from each to the next.

    python -m tests.vision.stages samples/tango/classic-crop.png

ARCHITECTURE.md shows what it prints.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import vision
from vision import finding, image
from vision.errors import UnreadableError
from vision.games import binary
from vision.games.board import SquareBoard
from vision.lattice import Lattice
from vision.locate import Proposal


def placed(lattice: Lattice) -> str:
    """A lattice in a few words."""
    where = f"at {lattice.x:.0f}, {lattice.y:.0f}"
    return f"{lattice.rows}x{lattice.columns} cells of {lattice.step_x:.1f}x{lattice.step_y:.1f} px {where}"


def telling(module: Any, name: str, tell: Callable[..., str]) -> None:
    """Have a function of a module say what it gives."""
    asked = getattr(module, name)

    @wraps(asked)
    def told(*arguments: Any) -> Any:
        given = asked(*arguments)
        if name != "proposals":
            print(tell(given))
            return given
        groups = map(list, given)
        return (print(tell(some)) or some for some in groups)

    setattr(module, name, told)


def proposed(some: list[Proposal]) -> str:
    """A group of proposals, a line for each."""
    return "\n".join(f"proposed   {placed(one.lattice)}, {one.how}" for one in some)


def judged(one: SquareBoard) -> str:
    """What the network says."""
    said = one.seen.probabilities
    return f"  judged   {placed(one.lattice)}: of two symbols {said.whole:.2f}, of Queens {said.queens:.2f}"


def main(path: str) -> None:
    """Print the stages."""
    telling(finding, "proposals", proposed)
    telling(finding, "judge", judged)
    telling(binary, "check", lambda one: f"  checked  {one.verdict}, confidence {one.confidence:.2f}, {one.warnings}")
    picture = image.load(Path(path))
    print(f"decoded    {picture.bgr.shape} {picture.bgr.dtype}, {picture.milliseconds:.0f} ms")
    try:
        reading = vision.read(picture)
    except UnreadableError as error:
        print(f"refused    {error.kind}: {error.message}")
        return
    print(f"read       {reading.game}, confidence {reading.confidence:.2f}, {list(reading.warnings)}")
    print(reading.puzzle)


if __name__ == "__main__":
    main(sys.argv[1])
