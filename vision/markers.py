"""Which edges carry a marker, and which: `=`, `x` or none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.glyphs import NOTHING, Match, bank, cut_glyph
from vision.patches import LEAST_RELIEF, EdgePatches

# What the bank's shapes mean. A bolt stands for `x` in one phone app; `=` may be turned between vertical neighbours.
MEANING = {"equal": "=", "turned": "=", "cross": "x", "bolt": "x"}
# Correlation from which a shape is taken for a template's. Measured: markers of all real looks 0.8 and more (blurred
# video 0.7), pointers, stripes and corners of icons below 0.5.
ALIKE = 0.6
# All strokes of a marker come at least this near to the middle of its edge, in pixels of the straightened board.
MARKER_CORE = 7.0


@dataclass(frozen=True, slots=True)
class Mark:
    """What one edge carries. `value`, `runner_up`: `=`, `x` or `.`; `confidence`: 0..1; `match`: the likest shape."""

    value: str
    runner_up: str
    confidence: float
    match: Match = NOTHING


BARE = Mark(".", "=", 1.0)


def read_markers(edges: EdgePatches) -> list[Mark]:
    """One `Mark` per edge, in the order of the patches."""
    marks = [BARE] * len(edges.relief)
    cut = [(int(edge), cut_glyph(ink, MARKER_CORE)) for edge, inks in zip(edges.standing, edges.inks, strict=True) for ink in inks]
    glyphs = [(edge, glyph) for edge, glyph in cut if glyph is not None]
    best: dict[int, Match] = {int(edge): NOTHING for edge in edges.standing}
    if glyphs:
        matches = bank("markers").match(np.stack([glyph for _, glyph in glyphs]))
        for (edge, _), match in zip(glyphs, matches, strict=True):
            best[edge] = max(best[edge], match, key=lambda match: match.score)
    usual = _usual_relief(edges, best)
    for edge, match in best.items():
        marks[edge] = _mark(match, float(edges.relief[edge]), usual)
    return marks


def _usual_relief(edges: EdgePatches, best: dict[int, Match]) -> float:
    """How much the board's markers stand out, by those that are plain to see."""
    plain: Sequence[float] = [float(edges.relief[edge]) for edge, match in best.items() if match.score > 0.75]
    return float(np.median(plain)) if plain else 0.0


def _mark(match: Match, relief: float, usual: float) -> Mark:
    value, other = MEANING.get(match.name, "."), MEANING.get(match.runner_up, ".")
    # The next best shape of the other meaning matters; `=` turned is no rival of `=`.
    lead = match.score - match.runner_up_score if other != value else 0.3
    odd = usual > 0 and not 0.35 < relief / usual < 2.8
    if match.score >= ALIKE and not (odd and match.score < 0.8):
        sure = min(1.0, max(0.0, (match.score - 0.5) / 0.25)) * min(1.0, max(0.0, lead / 0.15))
        rival = other if other != value and lead < 0.1 else "."
        return Mark(value, rival, sure * (0.5 if odd else 1.0), match)
    # Something stands on the edge that is no marker we know: the fainter and the less alike, the surer.
    unlike = min(1.0, max(0.0, (ALIKE - match.score) / 0.3))
    faint = min(1.0, max(0.0, 1 - (relief - LEAST_RELIEF) / max(usual or 15.0, 10.0)))
    return Mark(".", value if value != "." else "=", max(unlike * 0.9, faint), match)
