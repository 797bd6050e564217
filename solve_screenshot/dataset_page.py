"""Records -> one HTML page that stands alone: figures, how far confidence can be trusted, and every picture that failed
with what was read where, drawn over it. Nothing is fetched from anywhere, and scripts only filter what is there.

What the figures are is `dataset_figures.py`'s.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from solve_screenshot.dataset_figures import (
    AXES,
    PARTS,
    Bin,
    Record,
    Tally,
    by,
    calibration_error,
    reliability,
    tally,
    times,
)
from solve_screenshot.evaluate import OUTCOMES
from solve_screenshot.labelled import Difference

WORDS = {"exact": "exact", "refused": "refused", "flagged": "flagged", "silently_wrong": "silently wrong"}
WORST_FIRST = ("silently_wrong", "flagged", "refused")
SIDE = 1000
"""Pixels of the longer side of a picture in the page; larger ones are reduced."""
QUALITY = 82
MOST_SHOWN = 60
"""Failing pictures in a page, if no other number is asked for."""
SYMBOLS = {"S": "S", "M": "M", "0": "0", "1": "1", ".": "empty", "-": "nothing", "=": "=", "x": "×"}

STYLE = Path(__file__).with_name("dataset_page.css")
SCRIPT = Path(__file__).with_name("dataset_page.js")


def page_of(records: Sequence[Record], title: str, most_shown: int = MOST_SHOWN) -> str:
    """The report. `most_shown`: how many failing pictures it has, the worst kinds first."""
    failed = sorted((r for r in records if r.outcome != "exact"), key=lambda r: WORST_FIRST.index(r.outcome))
    body = [
        f"<h1>{escape(title)}</h1><p class='soft'>{len(records)} labelled pictures, read and compared.</p>",
        _tiles(tally(records)),
        *(_table(axis, by(records, axis)) for axis in AXES if len(by(records, axis)) > 1 or axis == "game"),
        "<h2>Confidence and time</h2><div class='row'>",
        _calibration(reliability(records)),
        _times(records),
        "</div>",
        *_failures(failed, most_shown),
    ]
    return (
        f"<!doctype html>\n<html lang='en'><head><meta charset='utf-8'><title>{escape(title)}</title>"
        "<meta name='viewport' content='width=device-width, initial-scale=1'><link rel='icon' href='data:,'>"
        f"<style>{STYLE.read_text('utf-8')}</style></head>\n<body><main>\n"
        + "\n".join(body)
        + f"\n</main><script>{SCRIPT.read_text('utf-8')}</script></body></html>\n"
    )


# --- figures ---------------------------------------------------------------------------------------------------------


def _tiles(one: Tally) -> str:
    tiles = [
        f"<div class='tile {outcome}'><span class='soft'>{WORDS[outcome]}</span><b>{one.outcomes[outcome]}</b>"
        f"<span class='soft'>{_percent(one.outcomes[outcome], one.pictures)}</span></div>"
        for outcome in OUTCOMES
    ]
    for part in PARTS:
        share = one.parts.get(part)
        if share and share.total:
            right = _percent(share.right, share.total, 2)
            more = f"of {share.total}; {share.wrong} wrong, {share.extra} too many"
            tiles.append(
                f"<div class='tile'><span class='soft'>{part} right</span><b>{right}</b>"
                f"<span class='soft'>{more}</span></div>"
            )
    return f"<div class='tiles'>{''.join(tiles)}</div>"


def _table(axis: str, groups: dict[str, Tally]) -> str:
    head = "".join(f"<th class='number'>{word}</th>" for word in ("pictures", *WORDS.values(), *PARTS))
    rows = []
    for name, one in groups.items():
        bar = "".join(
            f"<i class='{outcome}' style='width:{100 * one.outcomes[outcome] / max(1, one.pictures):.2f}%'></i>"
            for outcome in OUTCOMES
        )
        counts = "".join(f"<td class='number'>{one.outcomes[outcome] or '–'}</td>" for outcome in OUTCOMES)
        shares = "".join(f"<td class='number'>{_share(one, part)}</td>" for part in PARTS)
        rows.append(
            f"<tr><td>{escape(name)}</td><td><div class='bar' title='{one.exact:.1%} exact'>{bar}</div></td>"
            f"<td class='number'>{one.pictures}</td>{counts}{shares}</tr>"
        )
    table = f"<table><thead><tr><th>{axis}</th><th></th>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
    return f"<h2>By {axis}</h2><div class='table' id='by-{axis}'>{table}</div>"


def _share(one: Tally, part: str) -> str:
    share = one.parts.get(part)
    return _percent(share.right, share.total, 2) if share and share.total else ""


def _percent(count: int, of: int, digits: int = 1) -> str:
    return f"{count / of:.{digits}%}" if of else "–"


def _calibration(bins: list[Bin]) -> str:
    if not bins:
        return "<div class='table pad soft'>No board was read.</div>"
    side, low = 300, 40

    def at(x: float, y: float) -> tuple[float, float]:
        return low + x * side, 10 + (1 - y) * side

    most = max(one.boards for one in bins)
    dots = "".join(
        f"<circle cx='{at(b.confidence, b.exact)[0]:.1f}' cy='{at(b.confidence, b.exact)[1]:.1f}' "
        f"r='{4 + 10 * (b.boards / most) ** 0.5:.1f}' fill='var(--read)' fill-opacity='.75'>"
        f"<title>{b.boards} boards: sure {b.confidence:.3f}, exact {b.exact:.3f}</title></circle>"
        for b in bins
    )
    grid = "".join(
        f"<path class='axis' d='M{low} {at(0, k / 4)[1]}h{side}M{at(k / 4, 0)[0]} 10v{side}'/>"
        f"<text x='{low - 6}' y='{at(0, k / 4)[1] + 4}' text-anchor='end'>{k / 4:.2f}</text>"
        f"<text x='{at(k / 4, 0)[0]}' y='{side + 28}' text-anchor='middle'>{k / 4:.2f}</text>"
        for k in range(5)
    )
    (x0, y0), (x1, y1) = at(0, 0), at(1, 1)
    line = f"<path d='M{x0} {y0}L{x1} {y1}' stroke='var(--soft)' stroke-dasharray='4 4' fill='none'/>"
    words = f"<text x='{low + side / 2}' y='{side + 46}' text-anchor='middle'>confidence of the reader</text>"
    words += (
        f"<text transform='translate(8 {10 + side / 2}) rotate(-90)' text-anchor='middle'>share of exact boards</text>"
    )
    rows = "".join(
        f"<tr><td>{b.low:.2f} to {b.high:.2f}</td><td class='number'>{b.boards}</td>"
        f"<td class='number'>{b.confidence:.3f}</td><td class='number'>{b.exact:.3f}</td></tr>"
        for b in bins
    )
    return (
        f"<div class='table pad' id='reliability'><svg class='plot' viewBox='0 0 {side + 60} {side + 54}' role='img' "
        f"aria-label='Reliability'>{grid}{line}{dots}{words}</svg><table><thead><tr><th>confidence</th>"
        "<th class='number'>boards</th><th class='number'>mean</th><th class='number'>exact</th></tr></thead>"
        f"<tbody>{rows}</tbody></table><p class='soft'>Boards that were read. On the dashed line confidence is worth "
        f"what it says; it is off by {calibration_error(bins):.3f} on average.</p></div>"
    )


def _times(records: Sequence[Record]) -> str:
    rows = "".join(
        f"<tr><td>{stage}</td>"
        + "".join(f"<td class='number'>{v:.1f}</td>" for v in (one.mean, one.median, one.p95, one.most))
        + "</tr>"
        for stage, one in times(records).items()
    )
    head = "".join(f"<th class='number'>{word}</th>" for word in ("mean", "median", "95 %", "most"))
    return (
        f"<div class='table pad' id='times'><table><thead><tr><th>milliseconds</th>{head}</tr></thead>"
        f"<tbody>{rows}</tbody></table></div>"
    )


# --- pictures that failed --------------------------------------------------------------------------------------------


def _failures(failed: list[Record], most: int) -> Iterator[str]:
    yield f"<h2>Not exact: {len(failed)}</h2>"
    if not failed:
        yield "<p>Every picture was read as its label says.</p>"
        return
    shown = failed[:most]
    if len(shown) < len(failed):
        yield f"<p class='soft'>The first {len(shown)} are shown, the worst kinds first.</p>"
    buttons = [f"<button data-show='all' aria-pressed='true'>all {len(shown)}</button>"]
    for outcome in WORST_FIRST:
        count = sum(record.outcome == outcome for record in shown)
        if count:
            buttons.append(f"<button data-show='{outcome}' aria-pressed='false'>{WORDS[outcome]} {count}</button>")
    yield f"<div class='filters'>{''.join(buttons)}</div>"
    yield (
        "<p class='legend soft'><span><i style='border-color:var(--exact);border-top-style:dashed'></i>the labelled "
        "board</span><span><i style='border-color:var(--read)'></i>the board as found</span>"
        "<span><i style='border-color:var(--silently_wrong)'></i>read wrong: what was read</span></p>"
    )
    yield from map(_card, shown)


def _card(record: Record) -> str:
    facts = [escape(f"{axis}: {name}") for axis, name in record.groups.items() if name != "not said"]
    if record.confidence is not None:
        facts.append(f"confidence {record.confidence:.3f}")
    if record.solutions:
        facts.append(f"solutions: {record.solutions}")
    items = [f"<li>{escape(_said(d))}</li>" for d in record.differences[:12] if d.what != "kind"]
    if len(record.differences) > 12:
        items.append(f"<li class='soft'>and {len(record.differences) - 12} more</li>")
    words = []
    if record.error:
        words.append(f"<p><b>{escape(record.error[0])}</b>: {escape(record.error[1])}</p>")
    if items:
        words.append(f"<p class='soft'>Label, and what was read:</p><ul>{''.join(items)}</ul>")
    if record.warnings:
        words.append(
            f"<p class='soft'>Warnings:</p><ul>{''.join(f'<li>{escape(w)}</li>' for w in record.warnings)}</ul>"
        )
    words.append(_boards(record))
    return (
        f"<article class='card' data-outcome='{record.outcome}'><header><span class='badge {record.outcome}'>"
        f"{WORDS[record.outcome]}</span><h3>{escape(str(record.picture))}</h3></header>"
        f"<div class='sides'>{_picture(record)}<div><p class='soft'>{' · '.join(facts)}</p>{''.join(words)}</div></div>"
        "</article>"
    )


def _said(d: Difference) -> str:
    label, read = SYMBOLS.get(d.label, d.label), SYMBOLS.get(d.read, d.read)
    where = f" at {d.where}" if d.where else ""
    return f"{d.what}{where}: {label}, read {read}"


def _boards(record: Record) -> str:
    """Label and reading of a grid beside one another, as text."""
    truth, read = record.label.puzzle, record.read
    if truth is None or "cells" not in truth:
        return ""
    rows = list(truth["cells"])
    if read and "cells" in read and len(read["cells"]) == len(rows):
        pairs = zip(rows, read["cells"], strict=True)
        rows = [f"{' '.join(a)}    {' '.join(b)}  {'<' if a != b else ''}" for a, b in pairs]
    return f"<details><summary>the cells</summary><pre>{escape(chr(10).join(rows))}</pre></details>"


def _picture(record: Record) -> str:
    """The picture with the boards and what was read wrong, in the picture's own pixels."""
    from vision.image import load

    try:
        bgr = load(record.picture).bgr
    except (ValueError, OSError) as error:
        return f"<p class='soft'>The picture cannot be decoded: {escape(str(error))}</p>"
    height, width = bgr.shape[:2]
    line = max(1.0, max(width, height) / 400)
    marks = []
    if record.label.bbox:
        marks.append(_box("truth", record.label.bbox, line))
    if record.bbox:
        marks.append(_box("board", record.bbox, line))
    places = _Places(record)
    for d in record.differences:
        for x, y, size in places.of(d):
            text = "" if d.what == "placed" else "∅" if d.read in (".", "-") else escape(SYMBOLS.get(d.read, d.read))
            half = size / 2
            marks.append(
                f"<g class='difference' data-what='{d.what}'><rect class='wrong' x='{x - half:.1f}' y='{y - half:.1f}' "
                f"width='{size:.1f}' height='{size:.1f}' stroke-width='{line:.1f}' rx='{size * 0.12:.1f}'/>"
                f"<text transform='translate({x:.1f} {y:.1f}) scale({size * (0.5 if len(text) < 3 else 0.26):.2f})' "
                f"stroke-width='.22'>{text}</text></g>"
            )
    return (
        f"<svg class='shot' viewBox='0 0 {width} {height}' role='img' aria-label='{escape(record.picture.name)}'>"
        f"<image width='{width}' height='{height}' href='{_embedded(bgr)}'/>{''.join(marks)}</svg>"
    )


def _box(name: str, box: Sequence[float], line: float) -> str:
    x0, y0, x1, y1 = box
    return (
        f"<rect class='{name}' x='{x0:.1f}' y='{y0:.1f}' width='{x1 - x0:.1f}' height='{y1 - y0:.1f}' "
        f"stroke-width='{1.5 * line:.1f}'/>"
    )


def _embedded(bgr: np.ndarray[Any, np.dtype[np.uint8]]) -> str:
    """A `data:` address of the picture, reduced to `SIDE`."""
    factor = SIDE / max(bgr.shape[:2])
    if factor < 1:
        bgr = np.asarray(cv2.resize(bgr, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8)
    good, data = cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    assert good
    return f"data:image/jpeg;base64,{b64encode(data.tobytes()).decode()}"


class _Places:
    """Where in the picture the places are that differences speak of, by the label's geometry or else the reading's."""

    def __init__(self, record: Record) -> None:
        self._top, self._left, self._at = 0, 0, None
        puzzle = record.label.puzzle or record.read
        if puzzle is None:
            return
        cells = [(r, c) for region in puzzle.get("regions", ()) for r, c in region["indices"]]
        rows = 1 + max(r for r, _ in cells) if cells else len(puzzle["cells"])
        columns = 1 + max(c for _, c in cells) if cells else rows
        if cells:  # differences of Pips count from the board's own corner
            self._top, self._left = min(r for r, _ in cells), min(c for _, c in cells)
        lattice, box = record.label.said.get("lattice"), record.label.bbox or record.bbox
        if isinstance(lattice, dict):
            self._at = lattice["x0"], lattice["y0"], lattice["pitch"], lattice["pitch"]
        elif box is not None:
            down, right = rows - self._top, columns - self._left
            step = (box[2] - box[0]) / right, (box[3] - box[1]) / down
            self._at = box[0] - self._left * step[0], box[1] - self._top * step[1], *step

    def of(self, d: Difference) -> list[tuple[float, float, float]]:
        """`(x, y, size)` of each place a difference is about; none for those of the whole board."""
        if self._at is None or not d.where:
            return []
        if d.what in ("cell", "tag"):
            return [self._place(*_numbers(d.where))]
        if d.what == "marker":
            kind, (r, c) = d.where[0], _numbers(d.where[1:])
            x, y, size = self._place(r + (kind == "v") / 2, c + (kind == "h") / 2)
            return [(x, y, size * 0.5)]
        if d.what in ("region", "placed"):
            return [self._place(*_numbers(part.split(":")[0])) for part in d.where.split()]
        return []

    def _place(self, r: float, c: float) -> tuple[float, float, float]:
        assert self._at is not None
        x0, y0, across, down = self._at
        x, y = x0 + (c + self._left + 0.5) * across, y0 + (r + self._top + 0.5) * down
        return x, y, min(across, down) * 0.9


def _numbers(text: str) -> tuple[int, int]:
    r, c = text.split(",")
    return int(r), int(c)
