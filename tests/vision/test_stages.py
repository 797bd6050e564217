"""The program that shows the way of a picture: ARCHITECTURE.md quotes what it prints."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_each_stage_is_told_in_its_order() -> None:
    command = [sys.executable, "-m", "tests.vision.stages", "samples/tango/classic-crop.png"]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    stages = ["decoded", "proposed", "judged", "checked", "read"]
    assert [line.split()[0] for line in said if line.split()[0] in stages] == stages
    assert said[-1] == "S .x.=. . M"
    quoted = [line for line in (ROOT / "ARCHITECTURE.md").read_text().splitlines() if line.startswith("proposed")]
    assert quoted == [line for line in said if line.startswith("proposed")]
