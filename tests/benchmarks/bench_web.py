"""Where the time goes from the drop of a screenshot on the page to the solution drawn over it, and of a mended cell.

    python -m tests.benchmarks.bench_web [--times N] [PICTURE]

A server and a Chromium on this machine; PICTURE is a Tango board of 1920x1080, if none is named. Printed are medians in
milliseconds. `drop to overlay` ends with the first frame that has the solution in it; the parts of it are

* `page, before`: until the request leaves;
* `server, other`: what the request takes but for the next three: the upload, parsing, the way to the process and back;
* `decode`, `read`, `solve`: as in the Result;
* `page, after`: the answer is parsed, the drawing made, a frame shown.

`mended cell` is from the click to the frame with the new answer. Measures only; asserts nothing.
"""

from __future__ import annotations

import argparse
import base64
import statistics
import tempfile
from pathlib import Path
from typing import Any

from samples.browser import browsing
from tests.web.conftest import serving

ROOT = Path(__file__).resolve().parents[2]
PARTS = ("page, before", "server, other", "decode", "read", "solve", "page, after")

DROP = """async ([name, text]) => {
    const bytes = Uint8Array.from(atob(text), one => one.charCodeAt(0));
    const data = new DataTransfer();
    data.items.add(new File([bytes], name, {type: 'image/png'}));
    performance.clearResourceTimings();
    const frame = () => new Promise(requestAnimationFrame);
    const answered = new Promise(done => {
        const fetched = window.fetch;
        window.fetch = async (...all) => {
            const response = await fetched(...all);
            if (String(all[0]).endsWith('read')) response.clone().json().then(done);
            return response;
        };
    });
    const begun = performance.now();
    document.body.dispatchEvent(new DragEvent('drop', {bubbles: true, cancelable: true, dataTransfer: data}));
    while (!document.querySelector('.overlay .added .symbol')) await frame();
    await frame();
    const ended = performance.now();
    const asked = performance.getEntriesByType('resource').find(one => one.name.endsWith('api/read'));
    return {begun, ended, started: asked.startTime, answered: asked.responseEnd, spent: (await answered).milliseconds};
}"""
MEND = """async key => {
    const frame = () => new Promise(requestAnimationFrame);
    const begun = performance.now();
    document.querySelector(`[data-key="${key}"]`).dispatchEvent(new MouseEvent('click', {bubbles: true}));
    while (!document.querySelector('#reset')) await frame();
    await frame();
    return performance.now() - begun;
}"""


def dropped(page: Any, address: str, picture: Path) -> tuple[dict[str, float], float]:
    """Milliseconds of each part of a drop, and of a mended cell after it."""
    page.goto(address)
    found = page.evaluate(DROP, [picture.name, base64.b64encode(picture.read_bytes()).decode()])
    spent = found["spent"]
    server = found["answered"] - found["started"]
    parts = {
        "page, before": found["started"] - found["begun"],
        "server, other": server - sum(spent.values()),
        **spent,
        "page, after": found["ended"] - found["answered"],
    }
    return parts, page.evaluate(MEND, "cell 0 0")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("picture", nargs="?", type=Path, default=ROOT / "samples/tango/classic-wide.png")
    parser.add_argument("--times", type=int, default=15)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as served, browsing() as browser:
        page = browser.new_page(viewport={"width": 1280, "height": 860})
        dropped(page, served.address, wanted.picture)  # all is loaded then
        trials = [dropped(page, served.address, wanted.picture) for _ in range(wanted.times)]
    print(f"{wanted.picture.name}, {wanted.times} times, medians in ms")
    for part in PARTS:
        print(f"  {part:<16}{statistics.median(parts[part] for parts, _ in trials):8.1f}")
    totals = [sum(parts.values()) for parts, _ in trials]
    print(f"drop to overlay   {statistics.median(totals):8.1f}   (least {min(totals):.1f}, most {max(totals):.1f})")
    mended = [one for _, one in trials]
    print(f"mended cell       {statistics.median(mended):8.1f}   (least {min(mended):.1f}, most {max(mended):.1f})")


if __name__ == "__main__":
    main()
