"""Which edges carry a marker, and which: `=`, `x` or none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.glyphs import NOTHING, STROKE, Match, bank, cut_glyphs, two_bars
from vision.order import middle_picture
from vision.patches import CORE, LEAST_RELIEF, REACH, EdgePatches, circle
from vision.plates import inks_on_plates

Floats = NDArray[np.float32]

# What the bank's shapes mean. A bolt stands for `x` in one phone app; `=` may be turned between vertical neighbours.
MEANING = {"equal": "=", "turned": "=", "cross": "x", "bolt": "x"}
# Correlation from which a shape is taken for a template's. Measured: markers of all real looks 0.8 and more (blurred
# video 0.7), pointers, stripes and corners of icons below 0.5.
ALIKE = 0.65
# A pointer beside the middle of an edge is as much like a bolt as this.
ALIKE_BOLT = 0.75
# Radii of the circles in which markers on plates are looked for, in pixels of the straightened board; the correlation
# wanted there, where less is seen; and the relief of a plate, 0..255.
CLOSE_RADII = (5.0, 6.5, 8.0)
ALIKE_CLOSE = 0.72
# ... and on plates that are plain to see. Measured: marks on plates 0.82 to 0.95, the gap between two bars, which takes
# the bars for a plate, up to 0.8.
ALIKE_PLATE = 0.82
PLATE_RELIEF = 15.0
# Where more edges than this stand out unread, it is no markers they carry.
MOST_PLATES = 50
# Of so many edges that stand out, what may well be needed is looked at beforehand.
FEW = 24
# Correlation from which there is no need to look at a patch in another way.
PLAIN = 0.8
# ... and from which nothing else can look like this.
BEYOND_DOUBT = 0.9
# Shapes of two bars, and the axis of a glyph along which these run. A glyph less like a cross than BLURRED may be bars.
# Measured: of 48 real crosses that are no more like one, none is more like bars, by 0.15 at least.
BARS = {"equal": 1, "turned": 0}
BLURRED = 0.85
# Of the ways in which `EdgePatches` gives the ink, the one with the line left in.
WHOLE = 2
# Differences of ink (0..255) beyond this count no further.
CAP = 90
# A marker is taken to be there, under a pointer, when this much more of its strokes is seen than missed.
LEAST_SEEN = 0.3
# The middle of an edge patch, where a marker's strokes are.
_CORE = slice(REACH - CORE - 1, REACH + CORE + 1)
# The strongest ink of what is louder or paler than the board's markers, as a part of theirs: a pointer is black and
# white where markers are grey.
PALE, LOUD = 0.5, 1.3
# Confidence of what should be looked at by a person: the reading is said to be doubtful.
DOUBT = 0.45
# What stands out less than this part of the usual marker is none.
FAINT = 0.35
# ... but what is as strong as the markers and this part of the usual one may be what a pointer leaves of one. Measured:
# an x under a bar of the ground's colour 0.3; bare edges, where anything is as strong, up to 0.21.
REMAINS = 0.25
# All strokes of a marker come at least this near to the middle of its edge, in pixels of the straightened board.
MARKER_CORE = 7.0


class Mark(NamedTuple):
    """What one edge carries. `value`, `runner_up`: `=`, `x` or `.`; `confidence`: 0..1; `match`: the likest shape."""

    value: str
    runner_up: str
    confidence: float
    match: Match = NOTHING


BARE = Mark(".", "=", 1.0)


# Something stands there, as on most edges of the board.
UNEVEN = Mark(".", "=", 0.6)


def read_markers(edges: EdgePatches) -> list[Mark]:
    """One `Mark` per edge, in the order of the patches."""
    relief = edges.relief.tolist()
    marks = [BARE if one <= LEAST_RELIEF else UNEVEN for one in relief]
    best: dict[int, Match] = dict.fromkeys(edges.standing.tolist(), NOTHING)
    # The first way reads most markers, and many of those that lie need the whole ink besides (an `=` may be a cross
    # that was cut): both at once cost little more.
    places = range(len(best))
    lying = [place for place, edge in enumerate(best) if edge >= edges.upright] if len(best) <= FEW else []
    seen = _seen(edges, [(0, place) for place in places] + [(WHOLE, place) for place in lying])
    _read_ways(edges, relief, best, (0,), seen)
    others = range(1, len(edges.inks))
    if len(best) > FEW and not _is_any_alike(best):
        # Where so many are like none, as in photos and between bevels, those that stand out most tell for all.
        loudest = sorted(best, key=relief.__getitem__)[-FEW:]
        _read_ways(edges, relief, best, others, seen, frozenset(loudest))
    if len(best) <= FEW or _is_any_alike(best):
        _read_ways(edges, relief, best, others, seen)
    _look_closer(edges, relief, best)
    usual = _usual_relief(relief, best)
    # A pointer is as strong as a marker, a glow or a stripe much fainter.
    strongest = np.maximum(edges.inks[0], edges.inks[1])[:, _CORE, _CORE]
    peaks = strongest.max(axis=(1, 2), initial=0)
    plain = [k for k, match in enumerate(best.values()) if match.score > PLAIN]
    strong = float(np.sort(peaks[plain])[len(plain) // 2]) if plain else 0.0
    for (edge, match), peak in zip(best.items(), peaks.tolist(), strict=True):
        marks[edge] = _mark(match, relief[edge], usual, peak / strong if strong else 1.0)
    for edge, mark in _by_likeness(edges, best, marks).items():
        marks[edge] = mark
    return marks


Seen = dict[tuple[int, int], Match]


def _seen(edges: EdgePatches, asked: list[tuple[int, int]]) -> Seen:
    """The likest shape that each of some ways of seeing the ink shows at a place; `NOTHING` where it shows no glyph."""
    if not asked:
        return {}
    ways, standing, *square = edges.inks.shape
    inks = edges.inks.reshape(ways * standing, *square).take([way * standing + place for way, place in asked], axis=0)
    cut, glyphs = cut_glyphs(inks, MARKER_CORE)
    shown = [asked[k] for k in cut]
    matches = _likest(glyphs, [bool(edges.standing[place] >= edges.upright) for _, place in shown])
    return dict.fromkeys(asked, NOTHING) | dict(zip(shown, matches, strict=True))


def _likest(glyphs: Floats, lying: list[bool]) -> list[Match]:
    """The likest shape of each glyph; `lying`: whether it stands between vertical neighbours, where alone `=` may be
    turned. Elsewhere two upright bars are what is left of a cross, or of the lines themselves."""
    if not lying:
        return []
    matches = bank("markers").match(glyphs, {"turned": np.array(lying)})
    return [_as_bars(*one) for one in zip(matches, glyphs, lying, strict=True)]


def _as_bars(match: Match, glyph: Floats, lying: bool) -> Match:
    """A shape, or two bars where it was taken for a cross and is more like those: blurred bars are like a cross."""
    if match.name != "cross" or not ALIKE <= match.score < BLURRED:
        return match
    score, name = max((two_bars(glyph, along), name) for name, along in BARS.items() if lying or name != "turned")
    return Match(name, score, match.name, match.score) if score > match.score else match


def _read_ways(
    edges: EdgePatches,
    relief: list[float],
    best: dict[int, Match],
    ways: Sequence[int],
    seen: Seen,
    only: frozenset[int] | None = None,
) -> None:
    """Take the likest shapes that some ways of seeing the ink show, one way after the other, where one is wanted.

    `relief`: that of `edges`; `seen`: what was looked at already; what is looked at now is added. `only`: which edges
    are looked at, where not all are.
    """
    edge_of = list(best)

    def wanted(way: int) -> list[tuple[int, int]]:
        usual = _usual_relief(relief, best)
        return [
            (place, edge)
            for place, edge in enumerate(edge_of)
            if (only is None or edge in only)
            and (best[edge].score < PLAIN or (way == WHOLE and _may_be_cut(best[edge], edge >= edges.upright)))
            and relief[edge] > FAINT * usual
        ]

    # Looked at all at once, which costs little more than one; what an earlier way makes plain is left as it is.
    seen |= _seen(edges, [(way, place) for way in ways for place, _ in wanted(way) if (way, place) not in seen])
    for way in ways:
        for place, edge in wanted(way):
            shown = seen.get((way, place), NOTHING)
            if shown.score > best[edge].score:
                best[edge] = shown


def _is_any_alike(best: dict[int, Match]) -> bool:
    """Whether any edge shows what is like a marker."""
    return any(match.score >= ALIKE for match in best.values())


def _may_be_cut(match: Match, lying: bool) -> bool:
    """Whether a glyph may be what is left of a cross when its line, as thick as its middle, is taken out: two bars."""
    return lying and match.name == "equal"


def _is_strange(match: Match, familiar: set[str], lying: bool) -> bool:
    """Whether a glyph should be looked for on a plate: where no shape that is plain elsewhere on the board was seen."""
    if _may_be_cut(match, lying) and match.score < BEYOND_DOUBT:
        return True
    return match.score < ALIKE or (match.score < PLAIN and match.name not in familiar)


def _value(match: Match) -> str:
    return MEANING.get(match.name, ".")


def _look_closer(edges: EdgePatches, relief: list[float], best: dict[int, Match]) -> None:
    """Look for markers on small plates, where the plate itself is taken for ink: within circles that leave its rim out.

    All markers of a board are drawn alike: kinds that were plain to see at first are not looked for again, but where a
    plate says that there is a marker.
    """
    usual = _usual_relief(relief, best)
    seen = {MEANING[match.name] for match in best.values() if match.score > PLAIN}
    least = max(0.6 * usual, PLATE_RELIEF)
    unread = [(place, edge) for place, edge in enumerate(best) if best[edge].score < ALIKE and relief[edge] > least]
    if len(unread) > MOST_PLATES:
        return
    familiar = {match.name for match in best.values() if match.score > PLAIN}
    on_plates = {
        edge: inks
        for place, edge in enumerate(best)
        if _is_strange(best[edge], familiar, edge >= edges.upright)
        and relief[edge] > least
        and (inks := inks_on_plates(edges.windows[:, place]))
    }
    looks = [(edge, 0.0, ink) for edge, inks in on_plates.items() for ink in inks]
    if len(seen) < 2:
        bare = [(place, edge) for place, edge in unread if edge not in on_plates]
        for radius in CLOSE_RADII if bare else ():
            close = edges.close_inks([place for place, _ in bare], radius)
            looks += [(edge, radius, ink) for (_, edge), ink in zip(bare, close, strict=True)]
    if not looks:
        return
    cut, glyphs = cut_glyphs(np.stack([ink for _, _, ink in looks]), MARKER_CORE)
    for number, closer in zip(cut, _likest(glyphs, [looks[number][0] >= edges.upright for number in cut]), strict=True):
        edge, radius, ink = looks[number]
        if edge not in on_plates:
            rim = ink[circle(2 * REACH, radius) & ~circle(2 * REACH, radius - 1.5)]
            # Bars that run out of the circle are lines; a cross may fill its plate.
            runs_out = closer.name != "cross" and rim.max() > STROKE * ink.max()
            if runs_out or MEANING[closer.name] in seen:
                continue
        elif closer.name == "bolt":
            continue  # bolts on discs are plain; what is left of other marks without their rims looks like one
        if closer.score > max(ALIKE_PLATE if edge in on_plates else ALIKE_CLOSE, best[edge].score):
            best[edge] = closer


def _usual_relief(relief: list[float], best: dict[int, Match]) -> float:
    """How much the board's markers stand out, by those that are plain to see; 0 if none is."""
    plain = sorted([relief[edge] for edge, match in best.items() if match.score > PLAIN])
    return plain[len(plain) // 2] if plain else 0.0


def _mark(match: Match, relief: float, usual: float, loudness: float) -> Mark:
    """Read one edge by its likest shape; `loudness`: its strongest ink, 1 for that of the board's plain markers."""
    value, other = MEANING.get(match.name, "."), MEANING.get(match.runner_up, ".")
    # The next best shape of the other meaning matters; `=` turned is no rival of `=`.
    lead = match.score - match.runner_up_score if other != value else 0.3
    # A board's markers are drawn alike: what is much louder or paler, larger or smaller than they are is none of them.
    pale = loudness < PALE
    odd = usual > 0 and (not FAINT < relief / usual < 2.8 or pale or loudness > LOUD)
    alike = ALIKE_BOLT if match.name == "bolt" else ALIKE
    if match.score >= (PLAIN if odd else alike):
        sure = min(1.0, max(0.0, (match.score - 0.6) / 0.25)) * min(1.0, max(0.0, lead / 0.2))
        rival = other if other != value and lead < 0.1 else "."
        doubtful = odd or (usual > 0 and match.score < PLAIN)
        return Mark(value, rival, min(sure, DOUBT) if doubtful else sure, match)
    # Something stands on the edge that is no marker we know: the fainter, the surer that there is none.
    faint = 0.85 if pale else min(1.0, max(0.0, 1.2 - 2 * relief / max(usual, 12.0)))
    if usual > 0 and not pale and loudness <= LOUD and relief > REMAINS * usual:
        faint = 0.0
    return Mark(".", value if value != "." else "=", max(DOUBT, faint), match)


def _by_likeness(edges: EdgePatches, best: dict[int, Match], marks: list[Mark]) -> dict[int, Mark]:
    """Read unclear edges by their likeness to the board's own plain markers.

    A pointer beside or over a marker spoils its shape, but leaves most of its pixels as they are on other edges.
    """
    if all(match.score >= PLAIN for match in best.values()):
        return {}
    ink = edges.inks[0][:, _CORE, _CORE].reshape(len(best), -1).astype(np.int16)
    read: dict[int, Mark] = {}
    for lying in (False, True):
        here = [(k, edge) for k, edge in enumerate(best) if (edge >= edges.upright) == lying]
        unclear = [(k, edge) for k, edge in here if best[edge].score < PLAIN]
        own: dict[str, NDArray[np.int16]] = {}
        for value in "=x":
            plain = [k for k, edge in here if best[edge].score > PLAIN and marks[edge].value == value]
            if plain:
                own[value] = middle_picture(list(ink[plain]))
        if not own or not unclear:
            continue
        # What of a marker's strokes is there, less what is missing of them, as parts of all its strokes.
        here_ink = ink[[k for k, _ in unclear]]
        bare = np.minimum(here_ink, CAP).sum(axis=1)
        of_strokes = [
            (bare - np.minimum(np.abs(here_ink - picture), CAP).sum(axis=1)) / np.minimum(picture, CAP).sum()
            for picture in own.values()
        ]
        for (_, edge), parts in zip(unclear, np.array(of_strokes).T.tolist(), strict=True):
            there, value = max(zip(parts, own, strict=True))
            lead = there - (max(0.0, min(parts)) if len(parts) > 1 else 0.0)
            seen = there > LEAST_SEEN and lead > LEAST_SEEN / 2
            by_shape = marks[edge].value
            if seen and by_shape in (".", value):
                # If its shape does not agree, something lies over it.
                agrees = by_shape == value or (best[edge].score > ALIKE and _value(best[edge]) == value)
                read[edge] = Mark(value, ".", min(0.8, lead) if agrees else DOUBT, best[edge])
            elif by_shape == ".":
                read[edge] = Mark(".", value, marks[edge].confidence, best[edge])
    return read
