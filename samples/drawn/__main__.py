"""`python -m samples.drawn --seed 1 --count 100 --out sheet.png`: a contact sheet; without `--out`, the speed."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random

import click
import cv2

from samples.drawn.any_board import draw
from samples.drawn.pages import draw_page
from samples.drawn.proposed import draw_proposed
from samples.drawn.sheet import contact_sheet
from samples.labels import write


@click.command()
@click.option("--seed", default=1, show_default=True)
@click.option("--count", default=100, show_default=True)
@click.option("--first", default=0, show_default=True, help="Number of the first board.")
@click.option("--labels/--no-labels", default=True, show_default=True, help="Write under each what it is.")
@click.option("--out", type=click.Path(path_type=Path), help="Where the sheet goes; without it, the speed is measured.")
@click.option("--pages", type=click.Path(path_type=Path), help="A folder for whole pages with their labels instead.")
def main(seed: int, count: int, first: int, labels: bool, out: Path | None, pages: Path | None) -> None:
    """Draws boards onto a contact sheet, or measures how many a second; or draws whole pages."""
    if pages:
        pages.mkdir(parents=True, exist_ok=True)
        for index in range(first, first + count):
            page = draw_page(seed, index)
            write(page.picture, page.label(), pages / f"drawn-{seed}-{index:05d}")
        return
    if out:
        cv2.imwrite(str(out), contact_sheet(seed, count, first, labels))
        return
    cv2.setNumThreads(1)
    draw_proposed(Random(seed), 6)  # what is loaded once is not measured
    started, busy = time.perf_counter(), time.process_time()
    for index in range(first, first + count):
        draw(seed, index)
    seconds, busy = time.perf_counter() - started, time.process_time() - busy
    click.echo(
        f"{count} boards in {seconds:.2f} s: {count / seconds:.0f} a second, "
        f"{count / busy:.0f} a second of processor time"
    )


if __name__ == "__main__":
    main()
