"""What the cells of a grid game looked like: a look at a known board compares pixels instead of reading it anew.

`vision` reads a board from nothing, and may refuse where only a few cells differ from all others in an unusual look.
While a board is played its place and its cells are known: a cell that looks as it did is what it was, and one that has
changed looks like one of the kinds seen before. Where it does not clearly, `vision` is asked after all.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from actuator.moves import Cell, Point, Rect
from actuator.pixels import largest
from actuator.screen import Shot
from actuator.sight import Sight
from actuator.table import Batch

Patch: TypeAlias = NDArray[np.float32]

# The part of a cell that is compared, and the size it is brought to.
PART, SIZE = 0.74, 20
# The middle of it, where pencil marks are and no frame reaches.
MIDDLE = slice(SIZE // 5, SIZE - SIZE // 5)
# The part of it that shows whether it is selected: frames may lie on its edges.
WHOLE = 1.04
# Mean differences per pixel and channel, of 255. The same cell in two grabs: 0 (a grab is exact), 2 to 3 where the page
# drew it anew at another place between pixels. A symbol against an empty cell: 12 and more for the thinnest.
SAME, EMPTY_AGAIN = 1.5, 3.0
# The nearest kind must be this much nearer than the next.
CLEARLY = 0.62
# Two shapes are alike from this correlation on, and one must be so much more alike than the next. Below this mean sum
# of channels there is no shape: tiles told by colour alone.
ALIKE, MORE_ALIKE, LEAST_INK = 0.6, 0.15, 8.0
# Where only one kind of symbol has been seen, a cell shows it when it is so much alike, or differs from it by this part
# of what the empty cell does. The same one: 0.97 and more, whatever the ground; a moon and a sun: 0.62, and 0.78.
ALONE_ALIKE, ALONE_NEAR = 0.85, 0.4
# A cell without a shape is empty where symbols have one, and it has less ink than this part of the palest symbol.
BARE = 0.35
# The board is at its place when so many of its cells' corners differ by at most so much, or, since errors tint whole
# cells, when its lines run as they did: pixels across them, from so far in cells on either side, correlate like this
# at most of them. Under a tint of a third: 0.98 and more; 4 pixels aside: below 0.8.
STILL_SHARE, STILL = 0.7, 24
ACROSS, SAMPLES, LEAST_LINE, LINES_ALIKE = 0.1, 9, 6.0, 0.9
KEPT = 8
# Names of what is no symbol of the puzzle, such as pencil marks: pages have two of them at most.
STRANGE = "abc"
# A kind never seen is a symbol and no pencil mark when it differs from the empty cell by this part of what a symbol
# does, or from its own ground, since clues may have another one. Marks of 14 % of a cell: 0.1 and less; a ring against
# a cross, digits against each other: 0.6 and more.
FULL = 0.4
# The middle of a cell that was empty has a small mark in it when so many of its pixels differ from the ground by so
# much more than they did, of 3 x 255: a pencil mark of 8 % of a cell has 4, of 12 % has 10 and more.
MARK_PIXELS, MARK_INK = 4, 90.0
# A symbol is there still when so much of it is as it was: rings and signs of a page lie about it.
UNCHANGED = 0.9


class Memory:
    """The kinds of cells seen on one board, and how each cell looked last."""

    def __init__(self, sight: Sight) -> None:
        """`sight`: a look that `vision` has read, with the grab it was read from."""
        self._sight = sight
        self._kinds: dict[str, list[Patch]] = {}
        self._last: dict[Cell, tuple[str, Patch]] = {}
        self._first: dict[Cell, Patch] = {}
        self._under: dict[Cell, Patch] = {}  # what is under all that was seen in a cell, rims and patterns
        self._shown: dict[Cell, tuple[str, Patch]] = {}  # how each looked when it was last known what all show
        self._told: Mapping[Cell, str] = {}
        self._believed = False  # whether what clicks were to put was believed, though it looked like nothing known
        self._corners: Patch
        self._lines: Patch
        known = self.learn(sight)
        assert known

    def learn(self, sight: Sight) -> bool:
        """Remember how the cells look in a sight that `vision` has read; False where it is of a board of other cells.

        The board may have moved; how its cells looked at its old place is kept.
        """
        shot = sight.shot
        if shot is None or not self.is_of(sight):
            return False
        if self._last:
            named = self.named(sight)
            if named is None:  # what was seen before may go by the other name
                self._kinds = {}
            sight = named or sight
        self._believed &= sight.unsure
        self._corners, self._lines = _corners(shot, sight), _lines(shot, sight)
        self._sight, self._shown = sight, {}
        looks = patches(shot, list(sight.cells.values()), sight.step)
        for (r, c), look in zip(sight.cells, looks, strict=True):
            symbol = sight.puzzle.cells[r][c]
            if symbol == ".":
                self._under.setdefault((r, c), look)
            patch = self._plain((r, c), look)
            self._last[r, c] = symbol, patch
            if symbol == ".":
                self._first.setdefault((r, c), patch)
            kind = self._kinds.setdefault(symbol, [])
            if len(kind) < KEPT and all(difference(patch, known) > SAME for known in kind):
                kind.append(patch)
        return True

    def is_of(self, sight: Sight) -> bool:
        """Whether a sight is of this board: of the same game, and the same cells."""
        return sight.game == self._sight.game and sight.cells.keys() == self._sight.cells.keys()

    def named(self, sight: Sight) -> Sight | None:
        """The same with the symbols called what this board calls them: where nothing tells which is which, a reading
        may exchange them. None where both have been seen, both are there, and it does not show which is which. What
        looks as a symbol did in its cell is that, whatever it was read as."""
        if sight.shot is None:
            return sight
        symbols, same = sight.puzzle.symbols, dict[Cell, str]()
        drawn = {name: kind for name, kind in self._kinds.items() if name in symbols}
        called: dict[str, list[str]] = {name: [] for name in symbols}
        known = self._sight if self.in_place(sight.shot) else sight  # two readings have cells a little aside
        for (r, c), patch in self._looks(sight.shot, known).items():
            before, last = self._last[r, c]
            if before != "." and difference(patch, last) <= SAME:
                same[r, c] = before
            symbol = same.get((r, c)) or _by_colour(patch, drawn) or _by_shape(patch, drawn)
            if symbol is not None and sight.puzzle.cells[r][c] in symbols:
                called[sight.puzzle.cells[r][c]].append(symbol)
        names = [max(set(before), key=before.count, default="") for before in called.values()]
        names = [name or symbols.replace("".join(names), "") for name in names]  # one that is new is the other one
        renamed, rows = str.maketrans(symbols, "".join(names)) if len(set(names)) == 2 else {}, sight.puzzle.cells
        if not renamed and set("".join(rows)).issuperset(symbols) and self._kinds.keys() >= set(symbols):
            return None
        called_now = [row.translate(renamed) for row in rows]
        rows = ["".join(same.get((r, c), symbol) for c, symbol in enumerate(row)) for r, row in enumerate(called_now)]
        return replace(sight, puzzle=sight.puzzle.with_cells(rows))

    def expect(self, batch: Batch) -> None:
        """What cells are to show after these clicks: what is like nothing seen before, or only a little, is that. Where
        something was taken for it, the board is read with doubt from then on."""
        self._told = batch.told

    def look(self, shot: Shot, touched: frozenset[Cell] | None = None, surely: bool = False) -> Sight | None:
        """The board in a new grab; None where it is not at its place, or a cell is like nothing seen before.

        `touched`: it is at rest, and these cells were just clicked: what is strange in them is remembered, as what was
        expected there or as a mark, and what lies about a symbol elsewhere is a mark of the page. `surely`: nothing is
        a mark but what may be the symbol that was not seen yet, and is not rather like one that is known, on another
        ground or with a mark beside it.
        """
        if not self.in_place(shot):
            return None
        looks = self._looks(shot, self._sight)
        found = self._found(looks, touched, surely)
        if found is None:
            return None
        self._shown = {cell: (symbol, looks[cell]) for cell, symbol in found.items()}
        strange = {cell: name for cell, name in found.items() if name in STRANGE}
        size = self._sight.puzzle.size
        rows = ["".join("." if (r, c) in strange else found[r, c] for c in range(size)) for r in range(size)]
        puzzle = self._sight.puzzle.with_cells(rows)
        unsure = self._sight.unsure or self._believed
        return replace(self._sight, puzzle=puzzle, strange=strange, shot=shot, reading=None, unsure=unsure)

    def shows(self, shot: Shot, wanted: Mapping[Cell, str]) -> bool:
        """Whether these cells show these symbols, in a grab of a board that is at its place."""
        looks = self._looks(shot, self._sight, list(wanted))
        return self.in_place(shot) and all(self._symbol(cell, look) == wanted[cell] for cell, look in looks.items())

    @property
    def cells(self) -> Mapping[Cell, Point]:
        """The middle of each cell, in points."""
        return self._sight.cells

    @property
    def place(self) -> Rect:
        """What has to be grabbed for a look."""
        return self._sight.board.grown(1)

    def in_place(self, shot: Shot) -> bool:
        """Whether its corners, or its lines, are to be seen where they were."""
        return self.has_its_colours(shot) or _alike(self._lines, _lines(shot, self._sight)) >= LINES_ALIKE

    def has_its_colours(self, shot: Shot) -> bool:
        """Whether the corners of its cells look as they did."""
        now = _corners(shot, self._sight)
        return bool(np.mean(np.abs(now - self._corners).max(axis=1) <= STILL) >= STILL_SHARE)

    def _looks(self, shot: Shot, sight: Sight, cells: Sequence[Cell] | None = None) -> dict[Cell, Patch]:
        """How some of the cells look, or all, without what is under it."""
        wanted = list(sight.cells) if cells is None else cells
        looks = patches(shot, [sight.cells[cell] for cell in wanted], sight.step)
        return {cell: self._plain(cell, look) for cell, look in zip(wanted, looks, strict=True)}

    def _plain(self, cell: Cell, look: Patch) -> Patch:
        """A look of a cell without what is under it but for its colour, where that was seen."""
        under = self._under.get(cell)
        return look if under is None else np.asarray(look - under + _ground(under), np.float32)

    def _found(
        self, looks: Mapping[Cell, Patch], touched: frozenset[Cell] | None, surely: bool
    ) -> dict[Cell, str] | None:
        """What is in each cell."""
        found = {cell: self._as_told(cell, patch, self._symbol(cell, patch)) for cell, patch in looks.items()}
        unknown = [cell for cell, symbol in found.items() if symbol is None]
        if unknown and touched is None:
            return None
        found |= {cell: self._at_rest(cell, looks[cell], cell in (touched or ())) for cell in unknown}
        unknown = [cell for cell in unknown if found[cell] is None]
        if unknown and not (touched or frozenset()).issuperset(unknown):
            return None
        if unknown and surely and (not self.lacks_symbol or any(self._rather_known(looks[cell]) for cell in unknown)):
            return None
        for cell in unknown:
            symbol, name = self._symbol(cell, looks[cell]), self._new_name(cell, looks[cell])
            if symbol is None and name is None:
                return None
            if symbol is None and name is not None:
                self._kinds[name] = [looks[cell]]
            found[cell] = symbol or name
        return {cell: symbol for cell, symbol in found.items() if symbol is not None}

    def _as_told(self, cell: Cell, patch: Patch, symbol: str | None) -> str | None:
        """What a cell shows, or None where it was told to show another symbol, and is only a little like this one."""
        told = self._told.get(cell, "")
        if symbol is None or symbol in told + "." + STRANGE or not told:
            return symbol
        kind, empty = self._kinds[symbol], self._first.get(cell)
        bare = min(difference(empty, one) for one in kind) if empty is not None else 0.0
        shown = [look for other, look in self._shown.values() if other == symbol]  # entries may have another ground
        near = min(difference(patch, one) for one in (*kind, *shown)) <= max(EMPTY_AGAIN, ALONE_NEAR * bare)
        return symbol if near or _by_shape(patch, {symbol: kind}) else None

    def _at_rest(self, cell: Cell, patch: Patch, touched: bool) -> str | None:
        """What a cell shows that looks like nothing known: what it was told to where it was clicked, if something is
        drawn there, which is remembered; what it showed where it was not clicked, and that is all there still."""
        if not touched:
            symbol, before = self._shown.get(cell, self._last[cell])
            return symbol if symbol not in "." + STRANGE and _is_within(before, patch) else None
        told, ink = self._told.get(cell), _ink(patch)[MIDDLE, MIDDLE].mean()
        if not told or ink < max(LEAST_INK, FULL * self._palest()):
            return None
        self._last[cell], self._believed = (told, patch), True
        kind = self._kinds.setdefault(told, [])
        kind[:] = [patch, *kind][:KEPT]
        return told

    @property
    def lacks_symbol(self) -> bool:
        """Whether one of the puzzle's symbols has never been seen on this board."""
        return any(symbol not in self._kinds for symbol in self._sight.puzzle.symbols)

    def _new_name(self, cell: Cell, patch: Patch) -> str | None:
        """The name of a kind never seen: the symbol that was missing until now, if it is as large as the other one."""
        missing = [symbol for symbol in self._sight.puzzle.symbols if symbol not in self._kinds]
        empty = self._first.get(cell)
        if missing and empty is not None:
            usual = min((difference(one, empty) for one in self._drawn()), default=0.0)
            if difference(patch, empty) >= FULL * usual or _ink(patch).mean() >= max(LEAST_INK, FULL * self._palest()):
                return str(missing[0])
        return next((name for name in STRANGE if name not in self._kinds), None)

    def _symbol(self, cell: Cell, patch: Patch) -> str | None:
        for name in STRANGE:
            if any(difference(patch, known) <= SAME for known in self._kinds.get(name, ())):
                return name
        symbol = self._usual(cell, patch)
        under = self._under.get(cell)
        if symbol == "." and under is not None and _has_mark(patch + under - _ground(under), under):
            return None
        return symbol

    def _usual(self, cell: Cell, patch: Patch) -> str | None:
        """Which of the puzzle's symbols a cell shows, or that it is empty."""
        symbol, last = self._last[cell]
        if difference(patch, last) <= SAME:
            return symbol
        is_bare = self._is_bare(patch)
        if (cell in self._first and _is_again(patch, self._first[cell])) or (is_bare and not self._ground_tells):
            return "."
        kinds = {name: kind for name, kind in self._kinds.items() if name not in STRANGE}
        if cell in self._first:  # it does not look as it did when it was empty
            kinds.pop(".", None)
        found = _by_colour(patch, kinds)
        if found is not None and self._on_like_ground(patch, found, kinds):
            found = None
        elif found is None and len(kinds) == 1 and cell in self._first:
            name, kind = next(iter(kinds.items()))
            away, bare = min((difference(patch, one), difference(self._first[cell], one)) for one in kind)
            found = name if away < ALONE_NEAR * bare else None
        if found is not None and cell in self._first:  # what is nearer to the empty cell may be that, tinted
            nearest = min(difference(patch, one) for one in kinds[found])
            found = found if nearest < difference(patch, self._first[cell]) else None
        return found or _by_shape(patch, kinds) or ("." if is_bare else None)

    def _on_like_ground(self, patch: Patch, found: str, kinds: Mapping[str, Sequence[Patch]]) -> bool:
        """Whether a cell is like a kind for its ground alone: that of others which are selected, or in their line."""
        if _nearest_in_ink(patch, kinds) not in (None, found):
            return True
        drawn = found != "." and self._palest() > LEAST_INK and not self._ground_tells
        return drawn and _likeness(patch, kinds[found]) < ALIKE

    def _rather_known(self, patch: Patch) -> bool:
        """Whether a cell shows something rather like the shape of a symbol that was seen."""
        return _likeness(patch, self._drawn()) >= ALIKE

    def _drawn(self) -> list[Patch]:
        """How symbols look."""
        return [one for name, kind in self._kinds.items() if name not in "." + STRANGE for one in kind]

    def _palest(self) -> float:
        """The least ink of a symbol."""
        return min((float(_ink(one).mean()) for one in self._drawn()), default=0.0)

    @property
    def _ground_tells(self) -> bool:
        """Whether no two kinds, empty cells among them, were seen on one ground: their tiles may tell symbols."""
        kinds = [[_ground(one) for one in kind] for name, kind in self._kinds.items() if name not in STRANGE]
        pairs = (pair for two in itertools.combinations(kinds, 2) for pair in itertools.product(*two))
        return all(np.abs(one - other).max() > EMPTY_AGAIN for one, other in pairs)

    def _is_bare(self, patch: Patch) -> bool:
        """Whether a cell has no symbol on it, on a board where symbols are drawn and not told by the cell's colour."""
        palest = self._palest()
        bare = max((_ink(one).mean() for one in self._kinds.get(".", ())), default=LEAST_INK)
        return bool(palest > LEAST_INK and max(_ink(patch).mean(), bare) < min(LEAST_INK, BARE * palest))


def _is_again(patch: Patch, empty: Patch) -> bool:
    """Whether a cell looks as it did when it was empty, but for a line along a side of it: frames may reach so far."""
    off = np.abs(patch - empty).mean(axis=2)
    framed = any(np.median(side) > EMPTY_AGAIN for side in (off[0], off[-1], off[:, 0], off[:, -1]))
    return bool(off.mean() <= EMPTY_AGAIN or (framed and off[MIDDLE, MIDDLE].mean() <= SAME))


def _is_within(before: Patch, patch: Patch) -> bool:
    """Whether all that was drawn in a cell is there as it was, whatever has come to it."""
    drawn = _ink(before) > MARK_INK
    off = largest(np.abs(patch - before))[drawn]
    return bool(drawn.any() and np.mean(off <= STILL) >= UNCHANGED)


def _has_mark(patch: Patch, empty: Patch) -> bool:
    """Whether something small lies in the middle of a cell."""
    one, other = (part - np.median(part, axis=(0, 1)) for part in (patch[MIDDLE, MIDDLE], empty[MIDDLE, MIDDLE]))
    more = np.abs(one).sum(axis=2) - np.abs(other).sum(axis=2)
    return int((more > MARK_INK).sum()) >= MARK_PIXELS


def _by_colour(patch: Patch, kinds: Mapping[str, Sequence[Patch]]) -> str | None:
    """The kind that looks most like it as it is, if it is clearly nearer than the next."""
    distances = sorted((min(difference(patch, one) for one in kind), name) for name, kind in kinds.items())
    if len(distances) < 2 or distances[0][0] > CLEARLY * distances[1][0]:
        return None
    return distances[0][1]


def _nearest_in_ink(patch: Patch, kinds: Mapping[str, Sequence[Patch]]) -> str | None:
    """The kind that looks most like it in what is drawn; None of tiles, also where clues have the same mark on both."""
    drawn = _drawn_on(patch)
    if drawn is None:
        return None
    known = {name: [one for one in map(_drawn_on, kind) if one is not None] for name, kind in kinds.items()}
    away = {name: min(difference(drawn, one) for one in kind) for name, kind in known.items() if kind}
    nearest = min(away, key=lambda name: away[name], default="")
    shapes = {name: [np.abs(one) for one in kind] for name, kind in known.items()}
    own, others = shapes.get(nearest, []), [one for name in shapes.keys() - {nearest} for one in shapes[name]]
    apart = min((difference(one, other) for one in own for other in others), default=np.inf)
    return nearest if any(difference(np.abs(drawn), one) < apart for one in own) else None


def _drawn_on(patch: Patch) -> Patch | None:
    """How much it differs from its ground, 1 being the most; None of a bare cell."""
    if _ink(patch).mean() < LEAST_INK:
        return None
    off = patch - _ground(patch)
    return np.asarray(off / np.abs(off).max(), np.float32)


def _by_shape(patch: Patch, kinds: Mapping[str, Sequence[Patch]]) -> str | None:
    """The kind with most alike a shape on whatever ground, if it is clearly more alike than the next, and what is drawn
    has not rather the colours of another."""
    found = sorted(((_likeness(patch, kind), name) for name, kind in kinds.items()), reverse=True)
    if len(found) == 1:
        return found[0][1] if found[0][0] >= ALONE_ALIKE else None
    if not found or found[0][0] < ALIKE or found[0][0] < found[1][0] + MORE_ALIKE:
        return None
    return found[0][1] if _nearest_in_ink(patch, kinds) in (None, found[0][1]) else None


def _likeness(patch: Patch, kind: Sequence[Patch]) -> float:
    """How much the shape in a cell is like that of a kind, -1..1."""
    shape, shapes = _shape(patch), [other for one in kind if (other := _shape(one)) is not None]
    return max((float((shape * other).sum()) for other in shapes), default=-1.0) if shape is not None else -1.0


def _shape(patch: Patch) -> NDArray[np.float32] | None:
    """How much each pixel differs from the ground, `(SIZE, SIZE)`, of mean 0 and length 1; None of a bare cell."""
    ink = _ink(patch)
    if ink.mean() < LEAST_INK:
        return None
    ink -= ink.mean()
    return np.asarray(ink / np.linalg.norm(ink), np.float32)


def _ink(patch: Patch) -> Patch:
    """How much each pixel differs from the ground, `(SIZE, SIZE)`, summed over the channels."""
    return np.asarray(np.abs(patch - _ground(patch)).sum(axis=2), np.float32)


def _ground(patch: Patch) -> Patch:
    """The colour of its edges, `(3,)`."""
    ring = np.concatenate([patch[0], patch[-1], patch[:, 0], patch[:, -1]])
    return np.asarray(np.median(ring, axis=0), np.float32)


def patches(shot: Shot, points: Sequence[Point], step: float) -> list[Patch]:
    """The middle part of each cell, `(SIZE, SIZE, 3)` float32."""
    half, found = PART * step / 2, []
    for x, y in points:
        x0, y0, x1, y1 = shot.box(Rect(x, y, 0, 0).grown(half))
        part = shot.bgr[y0 : max(1, y1), x0 : max(1, x1)]
        found.append(cv2.resize(part, (SIZE, SIZE), interpolation=cv2.INTER_AREA).astype(np.float32))
    return found


def looks_otherwise(before: Sight, now: Sight, cell: Cell) -> bool:
    """Whether a cell, with its frame, looks otherwise in another sight of the board; no where there is no grab."""
    if before.shot is None or now.shot is None:
        return False
    (one,) = patches(before.shot, [before.cells[cell]], before.step * WHOLE / PART)
    (other,) = patches(now.shot, [now.cells[cell]], now.step * WHOLE / PART)
    return difference(one, other) > SAME


def _corners(shot: Shot, sight: Sight) -> Patch:
    """`(N, 3)` float32: the pixels at the corners of the cells, which no entry changes."""
    (across, down), half = shot.scale, sight.step / 2
    height, width = shot.bgr.shape[:2]
    points = np.array([(x + d * half, y + d * half) for x, y in sight.cells.values() for d in (-1, 1)])
    x = np.clip(((points[:, 0] - shot.rect.left) * across).astype(int), 0, width - 1)
    y = np.clip(((points[:, 1] - shot.rect.top) * down).astype(int), 0, height - 1)
    return np.asarray(shot.bgr[y, x], np.float32)


def _lines(shot: Shot, sight: Sight) -> Patch:
    """`(N, SAMPLES)` float32: grey pixels across the right and lower sides of the cells, each row of mean 0.

    Each is added to its mirror image: a line is the same from both sides; where a tint ends is not, and goes out.
    """
    (across, down), step = shot.scale, sight.step
    height, width = shot.bgr.shape[:2]
    offsets = np.linspace(-ACROSS, ACROSS, SAMPLES) * step
    middles = np.array(list(sight.cells.values()))
    found = []
    for along in (-0.3 * step, 0.3 * step):
        for dx, dy in (
            (0.5 * step + offsets, np.full(SAMPLES, along)),
            (np.full(SAMPLES, along), 0.5 * step + offsets),
        ):
            x = np.clip(((middles[:, :1] + dx - shot.rect.left) * across).astype(int), 0, width - 1)
            y = np.clip(((middles[:, 1:] + dy - shot.rect.top) * down).astype(int), 0, height - 1)
            found.append(shot.bgr[y, x].mean(axis=2))
    rows = np.concatenate(found).astype(np.float32)
    rows = rows + rows[:, ::-1]
    return np.asarray(rows - rows.mean(axis=1, keepdims=True), np.float32)


def _alike(lines: Patch, others: Patch) -> float:
    """The median correlation of the rows that show a line at all, -1..1."""
    lengths = np.linalg.norm(lines, axis=1)
    there = lengths > LEAST_LINE
    if there.mean() < 0.5:
        return -1.0
    products = (lines * others).sum(axis=1) / np.maximum(lengths * np.linalg.norm(others, axis=1), 1e-6)
    return float(np.median(products[there]))


def difference(one: Patch, other: Patch) -> float:
    """Mean difference per pixel and channel, 0..255."""
    return float(np.abs(one - other).mean())
