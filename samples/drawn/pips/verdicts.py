"""How tags say that their regions are right or wrong: another colour, a ring, paleness, a sign after the words, a badge
on a corner."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random

from samples.drawn.colours import BLACK, WHITE, Colour, hsl, ink_on
from samples.drawn.pips.boards import Board
from samples.drawn.pips.strokes import disc, line
from samples.drawn.pips.tag_look import TagLook, Verdict
from samples.drawn.types import Pixels
from vision.games.pips.verify import region_of

SAID = 0.3
"""How often tags say it."""


def random_verdicts(rng: Random) -> tuple[Verdict | None, Verdict | None]:
    """Of wrong and of right regions; None where nothing is said."""
    if rng.random() > SAID:
        return None, None
    wrong, right = _verdict(rng, "×!", rng.choice((0, 350, 20))), _verdict(rng, "✓", rng.choice((130, 150, 100, 200)))
    if rng.random() < 0.5:  # of one design
        sign = wrong.sign if right.sign else ""
        other = replace(right, sign=sign, fill=right.fill and wrong.colour, ring=right.ring and wrong.colour)
        wrong = replace(other, colour=wrong.colour, ink=ink_on(wrong.colour))
    return (wrong if rng.random() < 0.6 else None), (right if rng.random() < 0.9 else None)


def _verdict(rng: Random, signs: str, hue: float) -> Verdict:
    colour = hsl(hue, rng.uniform(40, 95), rng.uniform(28, 60))
    if rng.random() < 0.15:
        colour = rng.choice((WHITE, BLACK))
    what = rng.choice(("fill", "fill", "ring", "pale", "after", "corner", "dot"))
    also = rng.choice(("", "", "", "after", "corner"))
    return Verdict(
        colour=colour,
        ink=WHITE if colour not in (WHITE, BLACK) and rng.random() < 0.5 else ink_on(colour),
        fill=colour if what == "fill" else None,
        ring=colour if what == "ring" else None,
        pale=rng.uniform(0.25, 0.6) if what == "pale" else 0.0,
        sign=rng.choice(signs) if {"after", "corner"} & {what, also} else "",
        after="after" in (what, also),
        badge=rng.uniform(0.12, 0.24) if what in ("corner", "dot") or also == "corner" else 0.0,
        at=rng.choices(((1, -1), (-1, -1), (1, 1), (1, 0)), (6, 1, 1, 1))[0],
        coloured=rng.random() < 0.5,
    )


def judged(board: Board, verdicts: tuple[Verdict | None, Verdict | None]) -> dict[int, Verdict | None]:
    """What is said of each region that dominoes cover, by whether it holds. Of a sheet, without dominoes:
    any of both, by number."""
    if not any(verdicts):
        return {}
    if not board.dominoes:
        return {number: verdicts[number % 3 == 1] for number in range(len(board.tags)) if number % 3}
    pips = {at: n for k in board.laid for a, b, x, y in [board.dominoes[k]] for at, n in ((a, x), (b, y))}
    found = {}
    for number, text in enumerate(board.tags):
        cells = tuple(cell for cell, other in board.region.items() if other == number)
        if text and pips.keys() >= set(cells):
            found[number] = verdicts[region_of(text, cells).allows(pips[cell] for cell in cells)]
    return found


def showing(tag: TagLook, verdict: Verdict | None) -> TagLook:
    """A tag's look where it says that."""
    if verdict is None:
        return tag
    tag = replace(tag, verdict=verdict)
    if verdict.fill and tag.shape != "text":
        tag = replace(tag, own=False, hollow=False, fill=verdict.fill, ink=verdict.ink)
    elif verdict.fill or (verdict.ring and tag.shape == "text"):
        tag = replace(tag, ink=verdict.colour)
    if verdict.ring:
        tag = replace(tag, rim=verdict.ring, rim_width=max(tag.rim_width, 0.035))
    return tag


def badge(picture: Pixels, verdict: Verdict, at: tuple[float, float], side: float, ground: Colour) -> None:
    """A small disc on a corner of a tag, with its sign or without. `side`: of the tag, in pixels."""
    radius = max(1.5, verdict.badge * side)
    disc(picture, *at, radius + max(0.5, 0.04 * side), ground)
    disc(picture, *at, radius, verdict.colour)
    if verdict.sign and not verdict.after:
        sign(picture, verdict.sign, at, 1.3 * radius, verdict.ink)


def sign(picture: Pixels, what: str, at: tuple[float, float], height: float, ink: Colour) -> None:
    """A drawn check mark, cross or exclamation mark, so high, in pixels."""
    strokes = {
        "✓": ((-0.45, 0.02), (-0.12, 0.35), (0.45, -0.38)),
        "×": ((-0.36, -0.36), (0.36, 0.36), (0.0, 0.0), (-0.36, 0.36), (0.36, -0.36)),
        "!": ((0.0, -0.45), (0.0, 0.12)),
    }[what]
    points = [(at[0] + x * height, at[1] + y * height) for x, y in strokes]
    for a, b in pairwise(points):
        line(picture, a, b, ink, max(1.0, 0.16 * height))
    if what == "!":
        disc(picture, at[0], at[1] + 0.38 * height, max(0.6, 0.1 * height), ink)
