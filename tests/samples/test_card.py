"""The data card, `samples/README.md`, says how many pictures there are of what; this counts them.

After pictures were added, `python tests/samples/test_card.py` writes the counts anew.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))

from samples.labels import PICTURES, found  # noqa: E402  (the path comes first)

SAMPLES = ROOT / "samples"
CARD = SAMPLES / "README.md"
BLOCK = re.compile(r"(<!-- counts -->\n).*?(<!-- end -->)", re.DOTALL)
GAMES = ("tango", "takuzu", "pips", "queens")


def counts() -> str:
    """A table by game and state, and a line of looks for each game."""
    labels = {game: [label for _, label in found(SAMPLES / game)] for game in GAMES}
    states = Counter(_state(label) for those in labels.values() for label in those)
    head = [state for state, _ in states.most_common()]
    lines = [f"| | pictures | {' | '.join(head)} |", "|---|" + "---:|" * (len(head) + 1)]
    for game, those in labels.items():
        of_game = Counter(map(_state, those))
        lines.append(f"| {game} | {len(those)} | {' | '.join(str(of_game[state] or '') for state in head)} |")
    total = sum(map(len, labels.values()))
    lines.append(f"| together | {total} | {' | '.join(str(states[state]) for state in head)} |")
    for game, those in labels.items():
        looks = Counter(label["look"]["name"] for label in those)
        said = ", ".join(
            f"{name} {number}" for name, number in sorted(looks.items(), key=lambda one: (-one[1], one[0]))
        )
        lines += ["", f"Looks of {game}: {said}."]
    return "\n".join(lines) + "\n"


def _state(label: dict[str, Any]) -> str:
    """The state of play; `nothing` where there is no board to be read."""
    return str(label["look"]["state"]) if label["puzzle"] else "nothing"


def with_counts(text: str) -> str:
    return BLOCK.sub(lambda match: f"{match[1]}{counts()}{match[2]}", text)


def test_the_card_says_how_many_there_are() -> None:
    text = CARD.read_text("utf-8")
    assert len(BLOCK.findall(text)) == 1
    assert text == with_counts(text), "run: python tests/samples/test_card.py"


def test_every_file_in_the_folder_is_in_the_card() -> None:
    text = CARD.read_text("utf-8")
    for path in [*SAMPLES.glob("*.py"), *SAMPLES.glob("*.json"), *(SAMPLES / "pages").iterdir()]:
        assert path.name == "__init__.py" or path.name in text, path.name


def test_what_rendering_needs_is_installed_and_pictures_are_not() -> None:
    built = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert "samples" in built["packages"]
    left_out = {f"/samples/{path.name}" for path in SAMPLES.iterdir() if path.is_dir() and any(_pictures(path))}
    assert set(built["exclude"]) == left_out


def _pictures(folder: Path) -> list[Path]:
    return [path for path in folder.iterdir() if path.suffix in PICTURES]


if __name__ == "__main__":
    CARD.write_text(with_counts(CARD.read_text("utf-8")), "utf-8")
