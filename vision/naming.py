"""Which of two classes of symbols is the sun and which the moon, or which is the zero and which the one.

By shape: the class's picture against the template bank, or what all zeros and ones have in common (`signs.py`). Where
the shapes are neither (seasonal boards, letters, stones), nothing in the picture tells; then a convention names them,
and the caller says so in a warning.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.classes import SymbolClass
from vision.glyphs import bank, cut_glyphs
from vision.order import median, middle_picture
from vision.patches import EDGE_UNIT as UNIT
from vision.patches import UNIT as FINE_UNIT
from vision.patches import Colours, colour_distance, middle_of

if TYPE_CHECKING:
    from vision.signs import Sign

Floats = NDArray[np.float32]
Ink = NDArray[np.uint8]

# What is left out on each side where a symbol is looked for, in cells: large emoji fill the rest. Where symbols may be
# as large as their cells, only the lines are left out.
MARGIN, RIM = 0.08, 0.035
# ... and where digits were written by hand, which also may lie farther off the middle.
CLOSE_RIM, WRITTEN_CORE = 0.055, 0.34
# A one by hand is no wider than this part of its height; half a zero is. Digits in print are lower than this, in cells.
ONE_STROKE, PRINTED = 0.62, 0.52
# Ink (0..255) of less is no writing but the paper.
FAINT = 22.0
# What a shape stands for where digits are read.
DIGITS = {"zero": "0", "ring": "0", "narrow": "1"}
# Every stroke of a symbol comes at least this near to the middle of its cell, in cells.
SYMBOL_CORE, LARGE_CORE = 0.24, 0.44
# What is smaller than this in the middle of a cell may be the dot in a larger symbol, in cells.
DOT = 0.2
# Correlation from which a shape is taken for a template's. Measured on the real looks: suns and moons 0.8 and more,
# seasonal symbols mostly below 0.7.
ALIKE = 0.78
# ... and of a symbol that is on the board only once: real ones 0.88 and more, pointers less.
ALIKE_ONCE = 0.84
# A sun and a moon, both as like the bank's as this, are not looked at as a zero and a one. Measured: zeros and ones are
# never sure to be sun and moon, and of the two the one less like them has up to 0.81.
PLAINLY = 0.86
# How much more a class must be like a sun (or moon) than the other class for the shapes alone to decide.
LEAD = 0.25
# How much a full difference in warmth counts against a difference in shape.
COLOUR_WEIGHT = 0.15
# How far the colours of a symbol's pixels are from mixtures of one colour and the ground (root mean square, 0..255) for
# it to be a picture. Plain shapes have 0 to 8, seasonal symbols 25 and more.
SEVERAL_COLOURS = 16.0
# ... emoji of one main colour have 8 to 12.
SOME_COLOURS = 9.0
# A crescent is as like the bank's moons as this, and more so than like its suns by so much. Measured where suns and
# moons were not sure, on 350 pictures of both games: crescents 0.88 and more, by 0.43 and more; all else to 0.8.
CRESCENT, CRESCENT_LEAD = 0.86, 0.25
# Colours of less chroma (CIE L*a*b*) are black, grey or white; of two colours one is warmer by at least so much.
GREY, WARMER = 14.0, 11.0


_ANGLES = np.linspace(0, 2 * np.pi, 48, endpoint=False)


@cache
def _around(unit: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Where the ground of a cell of so many pixels shows as `patches.cell_patches` sees it: around the symbol, inside
    of frames; `(y, x)`."""
    middle, radius = unit / 2 - 0.5, 0.34 * unit
    y, x = (np.rint(middle + radius * way).astype(np.intp) for way in (np.sin(_ANGLES), np.cos(_ANGLES)))
    return y, x


class Naming(NamedTuple):
    """What the classes are called.

    `letters[k]`: `S` or `M` (in Takuzu `0` or `1`) for class k. `sure`: whether shapes and colours tell; else they may
    be swapped. `game`: `tango` or `takuzu`, None where the symbols are of neither alone. `first`: what the symbol named
    `S` or `0` is beside the other: `lighter`, `warmer`, `hollow`, `round`, or "" where that is not said.
    """

    letters: tuple[str, ...]
    sure: bool
    game: str | None = None
    first: str = ""


class Drawn(NamedTuple):
    """A straightened board as symbols are cut out of it.

    `fine`: at `patches.UNIT` pixels per cell; `coarse`: at `EDGE_UNIT`. `ground`: (3,) that of all cells where symbols
    may be as large as their cells; else None, and it is looked for around each symbol. `signs`: what `sign` found for
    classes it was asked of, by their members; None where that is not kept.
    """

    fine: Colours
    coarse: Colours
    ground: Floats | None = None
    signs: dict[bytes, Sign | None] | None = None


def symbol_inks(drawn: Drawn, groups: Sequence[NDArray[np.intp]]) -> Ink:
    """The ink of the symbols that groups of cells share, as `glyphs.cut_glyphs` takes it."""
    return _inks(drawn.coarse, UNIT, groups, drawn.ground)


def sign(drawn: Drawn, members: NDArray[np.intp]) -> Sign | None:
    """What the symbol that some cells share is by its shape."""
    return signs(drawn, [members])[0]


def signs(drawn: Drawn, groups: Sequence[NDArray[np.intp]]) -> list[Sign | None]:
    """The same for several groups of cells, which costs little more than for one."""
    known: dict[bytes, Sign | None] = {} if drawn.signs is None else drawn.signs
    keys = [members.tobytes() for members in groups]
    new = {key: members for key, members in zip(keys, groups, strict=True) if key not in known}
    known |= zip(new, _signs(drawn, list(new.values())), strict=True)
    return [known[key] for key in keys]


def _signs(drawn: Drawn, groups: list[NDArray[np.intp]]) -> list[Sign | None]:
    if not groups:
        return []
    from vision.signs import signs_of  # boards of suns and moons do not need it

    inks = _inks(drawn.fine, FINE_UNIT, groups, drawn.ground)
    found = signs_of(inks, SYMBOL_CORE * FINE_UNIT)
    # A dot in a ring, or nothing, is in the middle of what is drawn around it.
    dots = [k for k, one in enumerate(found) if one is None or max(one.width, one.height) < DOT * FINE_UNIT]
    # Segments of a display, of which some lie apart.
    parts = [k for k, one in enumerate(found) if one is not None and not one.name and k not in dots]
    if dots:
        for k, outer in zip(dots, signs_of(inks[dots], LARGE_CORE * FINE_UNIT), strict=True):
            found[k] = outer or found[k]
    if parts:
        for k, outer in zip(parts, signs_of(inks[parts], WRITTEN_CORE * FINE_UNIT), strict=True):
            found[k] = outer if outer is not None and outer.name in DIGITS else found[k]
    return found


def written(drawn: Drawn, cells: NDArray[np.intp]) -> list[tuple[str, bool]]:
    """What somebody's hand may have put into each of some cells, and whether that is plain.

    `0`, `1`, `.` for nothing, `?` where it cannot be told.
    """
    from vision.signs import signs_of

    single = list(cells[:, None])
    plain = [DIGITS[one.name] if one and _is_digit(one) else "?" for one in signs(drawn, single)]
    found = [(value, True) for value in plain]
    left = [k for k, value in enumerate(plain) if value == "?"]
    # Large and careless digits come near the lines.
    inks = _inks(drawn.fine, FINE_UNIT, [single[k] for k in left], None, CLOSE_RIM)
    for core in (SYMBOL_CORE, WRITTEN_CORE):
        by_hand = signs_of(inks, core * FINE_UNIT, may_touch=True)
        for k, one in zip(left, by_hand, strict=True):
            if one is not None and _is_digit(one):
                found[k] = DIGITS[one.name], False
        kept = [number for number, k in enumerate(left) if found[k][0] == "?"]
        left, inks = [left[number] for number in kept], inks[kept]
    faint = _inks(drawn.fine, FINE_UNIT, [single[k] for k in left], None).max(axis=(1, 2), initial=0) < FAINT
    for k in np.array(left, np.intp)[faint].tolist():
        found[k] = ".", True
    return found


def _is_digit(one: Sign) -> bool:
    """Whether a sign is a zero or a one, not half of a zero that was written large."""
    narrow = one.name != "narrow" or one.width < ONE_STROKE * one.height or one.height < PRINTED * FINE_UNIT
    return one.name in DIGITS and narrow


def _inks(
    board: Colours, unit: int, groups: Sequence[NDArray[np.intp]], common: Floats | None, rim: float | None = None
) -> Ink:
    """How much each pixel of the middle of some cells stands out from their ground, by groups: (G, E, E) 0..255.

    Of each group that of the middle one of the first, the last, and one between.
    """
    rows, columns = board.shape[0] // unit, board.shape[1] // unit
    margin = round((rim or (MARGIN if common is None else RIM)) * unit)
    side = unit - 2 * margin
    if not len(groups):
        return np.zeros((0, side, side), np.uint8)
    some = [members[[0, (len(members) - 1) // 2, -1]] if len(members) > 2 else members for members in groups]
    row, column = np.divmod(np.concatenate(some), columns)
    cells = board.reshape(rows, unit, columns, unit, 3)
    if common is None:
        y, x = _around(unit)
        around = cells[row[:, None], y, column[:, None], x]
        ground = middle_of(around.swapaxes(1, 2))
    else:
        ground = np.rint(common).astype(np.uint8)[None]
    middle = cells[:, margin:-margin, :, margin:-margin].transpose(4, 0, 2, 1, 3)[:, row, column]
    # Each colour by itself, else the distances take five times as long.
    ink = colour_distance(np.ascontiguousarray(middle), ground.T[:, :, None, None])
    if len(ink) == len(groups):
        return ink
    inks = np.empty((len(groups), side, side), np.uint8)
    first = 0
    for own, members in zip(inks, some, strict=True):
        own[:] = middle_picture(list(ink[first : first + len(members)]))
        first += len(members)
    return inks


def warmth(one: SymbolClass) -> float:
    """How much more red than blue the symbol is, -255..255: suns are warm, moons cool, whatever the theme."""
    blue, _, red = (one.colours @ one.bold.astype(np.float32)).tolist()
    return float(red - blue) / max(1, int(np.count_nonzero(one.bold)))


def is_picture(one: SymbolClass, least: float = SEVERAL_COLOURS) -> bool:
    """Whether a symbol is a picture of several colours, not a plain shape; `least`: how several, 0..255.

    The soft edges of a plain shape are mixtures of its colour and the ground's: all on one line from the ground.
    """
    return one.off_line > least


def is_thing(drawn: Drawn, one: SymbolClass) -> bool:
    """Whether a symbol is a picture of a thing, a heart or a bear: of several colours, and no disc, ring or cross."""
    if not is_picture(one):
        return False
    shape = sign(drawn, one.members)
    return shape is not None and shape.name not in ("disc", "ring", "cross")


def are_small_pictures(drawn: Drawn, classes: Sequence[SymbolClass]) -> bool:
    """Whether symbols are no shapes known here, and one at least is not of one colour: emoji of some kind."""
    shapes = signs(drawn, [one.members for one in classes])
    unknown = all(shape is not None and not shape.name for shape in shapes)
    return unknown and any(is_picture(one, SOME_COLOURS) for one in classes)


def name_classes(drawn: Drawn, classes: tuple[SymbolClass, ...]) -> Naming:
    """Name one or two classes of symbols."""
    likeness = _likeness(symbol_inks(drawn, [one.members for one in classes]))
    naming, least = _sun_and_moon(likeness, classes)
    if naming.sure and len(classes) == 1 and _is_grey(symbol_colour(classes[0])):
        # A black disc alone is as much a stone as a sun.
        naming = naming._replace(sure=_is_not_round(drawn, classes[0]))
    if naming.sure and least > PLAINLY:
        return naming._replace(game="tango")
    from vision.signs import are_zero_and_one

    shapes = signs(drawn, [one.members for one in classes])
    if not naming.sure and len(classes) == 2 and (moon := _crescent(likeness, classes, shapes)) is not None:
        return Naming(("M", "S") if moon == 0 else ("S", "M"), True, "tango")
    if len(classes) == 2:
        if are_zero_and_one(shapes[0], shapes[1]):
            return Naming(("0", "1"), True, "takuzu")
        if are_zero_and_one(shapes[1], shapes[0]):
            return Naming(("1", "0"), True, "takuzu")
    if naming.sure:
        return naming._replace(game="tango")
    colours = [symbol_colour(one) for one in classes]
    names = sorted(one.name if one else "" for one in shapes)
    stones = set(names) <= {"ring", "disc"} and all(map(_is_grey, colours))
    if stones or names in (["cross", "ring"], ["cross", "zero"]):
        return naming._replace(game="takuzu")
    return naming


def _crescent(
    likeness: list[tuple[float, float]], classes: tuple[SymbolClass, ...], shapes: list[Sign | None]
) -> int | None:
    """Which of two classes is a plain crescent beside something round, which then is a sun, whatever its colour and
    rays; None where that is not so. `likeness`: to a sun and to a moon, of each."""
    for moon, (sun, other) in ((0, (1, shapes[1])), (1, (0, shapes[0]))):
        like_sun, like_moon = likeness[moon]
        is_crescent = like_moon > CRESCENT and like_moon - like_sun > CRESCENT_LEAD
        is_round = other is not None and other.name in ("disc", "ring")
        # A round thing that is there once only may be a hand that points.
        several = len(classes[sun].members) > 1
        if is_crescent and several and (is_round or likeness[sun][0] > likeness[sun][1] > 0):
            return moon
    return None


def _is_not_round(drawn: Drawn, one: SymbolClass) -> bool:
    shape = sign(drawn, one.members)
    return shape is None or shape.name not in ("disc", "ring")


def by_convention(drawn: Drawn, classes: tuple[SymbolClass, ...]) -> Naming:
    """Name the classes of a Takuzu board of which nothing tells which is which.

    A ring or an O is 0 beside what is neither; else the colours decide as in `first_by_colour`.
    """
    if len(classes) == 1:
        return Naming(("0",), False, "takuzu")
    shapes = signs(drawn, [one.members for one in classes])
    rounds = [one is not None and one.name in ("ring", "zero") for one in shapes]
    if rounds[0] != rounds[1]:
        crossed = any(one is not None and one.name == "cross" for one in shapes)
        first, kind = rounds.index(True), "round" if crossed else "hollow"
    else:
        first, kind = first_by_colour(symbol_colour(classes[0]), symbol_colour(classes[1]))
    return Naming(("0", "1") if first == 0 else ("1", "0"), False, "takuzu", kind)


def first_by_colour(one: Floats, other: Floats) -> tuple[int, str]:
    """Which of two colours stands for 0, by convention: the warmer of two hues, the lighter of two greys.

    `one`, `other`: (3,) CIE L*a*b*. Returns 0 or 1, and `warmer` or `lighter`.
    """
    vivid = min(float(np.hypot(*one[1:])), float(np.hypot(*other[1:]))) > GREY
    # Along the line from blue to orange colours look cool or warm.
    warmer = float((one - other) @ np.array([0.0, 0.5, 0.87]))
    if vivid and abs(warmer) > WARMER:
        return (0 if warmer > 0 else 1), "warmer"
    return (0 if one[0] > other[0] else 1), "lighter"


def symbol_colour(one: SymbolClass) -> Floats:
    """The colour of a symbol's strokes, (3,) CIE L*a*b*."""
    colour = median(one.colours[:, one.bold], axis=1)
    return np.asarray(lab(np.asarray(colour[None], np.float32))[0], np.float32)


# From red, green and blue to X, Y and Z as parts of white's; from their roots to L*, a* and b*.
_XYZ = (
    np.array([[0.412453, 0.357580, 0.180423], [0.212671, 0.715160, 0.072169], [0.019334, 0.119193, 0.950227]])
    / np.array([[0.950456], [1.0], [1.088754]])
).T.astype(np.float32)
_LAB = np.array([[0, 500, 0], [116, -500, 200], [0, 0, -200]], np.float32)


def lab(colours: Floats) -> Floats:
    """Colours (N, 3), blue, green and red of 0..255, in CIE L*a*b*, of white D65 (IEC 61966-2-1, ISO 11664-4).

    OpenCV's conversion fills tables at its first call, which takes longer than reading ten boards, and is 0.4 off.
    """
    parts = np.asarray(colours, np.float32)[:, ::-1] / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    xyz = linear @ _XYZ
    roots = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.asarray(roots @ _LAB - (16, 0, 0), np.float32)


def _is_grey(colour: Floats) -> bool:
    return float(np.hypot(colour[1], colour[2])) < GREY


def _sun_and_moon(likeness: list[tuple[float, float]], classes: tuple[SymbolClass, ...]) -> tuple[Naming, float]:
    """Name classes by their likeness to the bank's suns and moons; and that of the class which is less like its own."""
    warm = [warmth(one) for one in classes]
    if len(classes) == 1:
        sun, moon = likeness[0]
        letter = "S" if sun > moon else "M"
        # One kind alone: the shape must be plain, and its colour must not speak for the other.
        agrees = warm[0] > -20 if letter == "S" else warm[0] < 60
        sure = max(sun, moon) > ALIKE and abs(sun - moon) > 0.1 and agrees
        if not sure and abs(warm[0]) > 60:
            letter = "S" if warm[0] > 0 else "M"
        return Naming((letter,), sure), max(sun, moon)
    straight = likeness[0][0] + likeness[1][1]
    crossed = likeness[0][1] + likeness[1][0]
    by_shape = (straight - crossed) / 2
    by_colour = max(-1.0, min(1.0, (warm[0] - warm[1]) / 150))
    known = min(max(likeness[0]), max(likeness[1])) > ALIKE
    both = by_shape + COLOUR_WEIGHT * by_colour
    order = ("S", "M") if both >= 0 else ("M", "S")
    if abs(both) < 0.05:
        order = ("S", "M") if classes[0].members[0] < classes[1].members[0] else ("M", "S")
    # A disc beside a crescent is plain whatever the colours; shapes less apart need colours that say the same.
    # A disc is a sun beside what looks more like a moon than like anything, if only roughly, and has the other colour.
    beside = likeness[1 if order[0] == "S" else 0]
    plain = (
        max(max(pair) for pair in likeness) > 0.93
        and beside[1] > max(0.6, beside[0])
        and by_shape * by_colour > 0
        and abs(by_colour) > 0.9
    )
    clear = min(abs(one[0] - one[1]) for one in likeness) > 0.1
    own = [pair[letter == "M"] for pair, letter in zip(likeness, order, strict=True)]
    agreed = all(mine >= max(pair) for mine, pair in zip(own, likeness, strict=True))
    # What stands on the board once only may be a pointer: it must be like a template beyond doubt.
    agreed &= all(mine > ALIKE_ONCE or len(one.members) > 1 for mine, one in zip(own, classes, strict=True))
    agreed = agreed and not _is_colourless_once(classes)
    sure = agreed and (
        plain or (known and clear and (abs(by_shape) > LEAD or (by_shape * by_colour > 0 and abs(by_shape) > 0.08)))
    )
    return Naming(order, sure), min(own)


def _is_colourless_once(classes: tuple[SymbolClass, ...]) -> bool:
    """Whether one of two classes is there once only and without colour, as a pointer is, beside one with a colour."""
    if all(len(one.members) > 1 for one in classes):
        return False
    grey = [_is_grey(symbol_colour(one)) for one in classes]
    return grey[0] != grey[1] and len(classes[grey.index(True)].members) == 1


def _likeness(inks: NDArray[np.uint8]) -> list[tuple[float, float]]:
    """How alike the glyphs in some squares of ink are to a sun and to a moon."""
    cut, glyphs = cut_glyphs(inks, SYMBOL_CORE * UNIT)
    likeness = [(0.0, 0.0)] * len(inks)
    for number, match in zip(cut, bank("symbols").match(glyphs) if cut else [], strict=True):
        scores = {match.name: match.score, match.runner_up: match.runner_up_score}
        likeness[number] = scores.get("sun", 0.0), scores.get("moon", 0.0)
    return likeness
