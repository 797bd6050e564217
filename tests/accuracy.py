"""Is the reader as good as tests/accuracy.toml asks? `python tests/accuracy.py FOLDER`, FOLDER holding its sections.

Runs `solve-screenshot evaluate --json` on each and ends with code 1 if one falls short.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any


def evaluated(folder: Path) -> dict[str, Any]:
    """What the command says of a folder; its exit code only repeats part of that."""
    command = [sys.executable, "-m", "solve_screenshot", "evaluate", "--json", str(folder)]
    run = subprocess.run(command, stdout=subprocess.PIPE, check=False)
    if run.returncode not in (0, 1) or not run.stdout:
        raise SystemExit(f"{' '.join(command)} ended with code {run.returncode}")
    summary: dict[str, Any] = json.loads(run.stdout)
    return summary


def main(root: Path) -> int:
    """Print one line per section; 1 if one falls short."""
    asked = tomllib.loads((Path(__file__).parent / "accuracy.toml").read_text(encoding="utf-8"))
    short = 0
    for name, limits in asked.items():
        found = evaluated(root / name)
        counted = [one for one in found["results"] if Path(one["image"]).name not in limits.get("leave_out", ())]
        exact = sum(one["outcome"] == "exact" for one in counted) / len(counted)
        silent = sum(one["outcome"] == "silently_wrong" for one in counted)
        good = exact >= limits["exact"] and silent <= limits.get("silently_wrong", len(counted))
        short += not good
        asked_of = ", ".join(f"{key} {value}" for key, value in limits.items())
        print(
            f"{name:12} {len(counted):4} pictures: exact {exact:.4f}, refused {found['refused']}, "
            f"flagged {found['flagged']}, silently wrong {silent}, "
            f"read/decode {found['read_per_decode']:.2f} (asked: {asked_of}){'' if good else '  FALLS SHORT'}"
        )
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
