"""From start to printed solution, beside the bare import of what it cannot do without.

`python tests/benchmarks/bench_startup.py [PICTURE]` runs, by turns, `solve-screenshot PICTURE` and
`python -c "import cv2, numpy"`, and prints the ratios of the medians and of the least
times (which hardly mind what else the machine does). Without PICTURE it takes a sample, scaled to 600 x 600.
Measures only; asserts nothing.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROUNDS = 21


def sample(folder: str) -> Path:
    """The first sample picture, 600 x 600."""
    import cv2
    import numpy as np

    path = next(iter(sorted((ROOT / "samples" / "tango").glob("*.png"))))
    picture = cv2.imdecode(np.fromfile(path, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    height, width = picture.shape[:2]
    scale = 600 / max(height, width)
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    page = np.full((600, 600, 3), picture[0, 0], np.uint8)
    page[: small.shape[0], : small.shape[1]] = small
    out = Path(folder) / "sample.png"
    cv2.imwrite(str(out), page)
    return out


def spent(command: list[str], environment: dict[str, str]) -> float:
    """Milliseconds, the process's start and end included."""
    started = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, cwd=ROOT, env=environment, check=False)
    return (time.perf_counter() - started) * 1000


def main() -> None:
    """Print the table."""
    script = Path(sys.executable).with_name("solve-screenshot")
    start = [str(script)] if script.exists() else [sys.executable, "-m", "solve_screenshot"]
    with tempfile.TemporaryDirectory() as folder:
        picture = sys.argv[1] if len(sys.argv) > 1 else str(sample(folder))
        commands = {
            "import cv2, numpy": [sys.executable, "-c", "import cv2, numpy"],
            "solve-screenshot": [*start, picture],
            "--help": [*start, "--help"],
        }
        # An installed program has its modules compiled; one run from its folder may not be allowed to keep them there.
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": folder}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        times: dict[str, list[float]] = {name: [] for name in commands}
        for turn in range(ROUNDS + 2):
            for name, command in commands.items():
                value = spent(command, environment)
                if turn >= 2:  # the first ones fill the file cache
                    times[name].append(value)
    base = times["import cv2, numpy"]
    for name, values in times.items():
        print(
            f"{name:20} median {statistics.median(values):7.1f} ms, ratio {_ratio(statistics.median, values, base)}"
            f"   least {min(values):7.1f} ms, ratio {_ratio(min, values, base)}"
        )


def _ratio(of: Callable[[list[float]], float], values: list[float], base: list[float]) -> str:
    return f"{of(values) / of(base):.2f}"


if __name__ == "__main__":
    main()
