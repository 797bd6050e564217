"""What a board of Pips looked like: a later look at it finds the dominoes again without reading the board anew.

Cells, regions and tags stay what they are while a board is played; what changes is which dominoes lie in the tray and
which on the board. A cell is covered when it no longer looks as it did bare. Which dominoes lie on the covered cells is
found by reading the halves of every pair of them and laying out those that have left the tray; where that does not work
out, each domino is looked for as it looked at rest (`domino_looks.py`), and else `vision` is asked to read everything.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from actuator.domino_aside import Area, area_of, large_in, shown_aside, with_shown
from actuator.domino_badge import Badge
from actuator.domino_halves import Half, halves_at, seen_in
from actuator.domino_layout import (
    ASTRAY,
    Pair,
    agreement,
    as_it_lay,
    exchanged,
    kind_of,
    laid_at,
    laid_out,
    likeness,
    turned_as,
    values_of,
)
from actuator.domino_looks import DominoLooks, Found, box, under_tags
from actuator.domino_places import following_pointer, lap_of, neighbours, pair_of, tray_reach
from actuator.domino_rest import STAYS, UNCHANGED, AtRest, alike
from actuator.memory import Patch, difference, patches
from actuator.moves import Cell, Click, Point, Rect
from actuator.screen import Shot
from actuator.sight import Lying, Sight, TrayTile
from actuator.table import Batch
from vision.types import PipsReading

# Mean difference per pixel and channel, of 255, from which on a cell is covered: a bare cell again: 0 to 3, a domino's
# half of any tint: 15 and more, but a white one on a white cell 7.8 with one pip, 0.2 to 3.7 with none. Of two cells on
# which a domino is known, or expected, to lie it is enough that one looks so far otherwise.
COVERED, BARELY = 8.0, 4.0
# So many looks of a bare cell are kept.
BARE_LOOKS = 4
# The board is at its place when so many of the cells look as they did.
STILL_SHARE = 0.7
# Of a domino on the board so much is left out along its sides, in cells: its outline, the board's lines.
INSET = 0.11
# Tiles in the tray stay about as long as they were, but some trays make them larger when there are fewer.
LIKELY = 0.7, 1.6
# The middle of a domino on the board is no farther from that of a cell, in cells.
NEAR_CELL = 0.55

# What has changed in the tray is looked for so far around, in lengths. On the board dominoes are so many cells long.
SEARCH, ON_BOARD = 0.45, 1.85
# One that is lifted reaches so far beyond its cells, in cells; its glow so far around it. In the tray, away from its
# place, none lies over another so far, in lengths.
LIFTED, GLOWS, LAPS = 0.8, 0.3, 0.15
# What is found with so much correlation is looked for nowhere else: the right one at its place 0.92 and more. Below the
# other figure what lies on the board is rather read: one that is lifted has 0.9 and more, another one up to 0.78.
SURE, CLEAR = 0.9, 0.85


@dataclass(frozen=True, slots=True)
class _Found:
    """A domino that was found again: how surely, 0..1, how it lies now, and what it covers."""

    score: float
    lies: TrayTile | Lying
    box: Rect


class DominoMemory:
    """The cells of one board as they look bare, and its dominoes."""

    def __init__(self, sight: Sight) -> None:
        """`sight`: a look that `vision` has read, with the grab it was read from."""
        self._sight = sight
        self._bare: dict[Cell, list[Patch]] = {}  # the latest first: pages mark those on which the selected one may lie
        self._latest: dict[Cell, Patch] = {}  # how all cells looked when all worked out
        self._laid: dict[Pair, Lying] = {}  # what lay on them then
        self._expected: dict[Pair, Lying] = {}  # what was dragged there since
        self.rests: dict[Pair, Lying] = {}  # what lay on them, and was not touched since
        self._clicked: list[Point] | None = None  # where, if nothing but clicks was made, and they lay nothing
        self._ghosts: set[Cell] = set()  # under what was shown there and lay in the tray, at the last look
        self._taken: dict[Cell, Patch] = {}  # how cells looked that lay under dominoes, of those never seen bare
        self._tray = tray_reach(sight)
        self._aside: list[Area] = []  # where one was shown that is not in the tray, but in the hand
        self._buttons: tuple[Point, ...] = ()  # what has changed beside that, or, where it is not, elsewhere
        self._length = max((tile.length for tile in sight.tray), default=1.8 * sight.step)
        self._looks = DominoLooks()
        self._rest = AtRest()
        self._badge = Badge()
        self._seen: tuple[Sight, Shot]  # the last look at which all worked out
        self.learn(sight)

    def learn(self, sight: Sight) -> bool:
        """Remember a sight that `vision` has read; False where it is of a board of other cells, or other dominoes."""
        shot, reading = sight.shot, sight.reading
        if shot is None or not isinstance(reading, PipsReading) or not self.is_of(sight):
            return False
        if all(at in shot.rect for at in self.cells.values()) and self.in_place(shot):
            # Two readings differ by a few pixels: what is known of bare cells is compared at the same places.
            sight = replace(sight, cells=self._sight.cells, step=self._sight.step)
        away = [*following_pointer(self._tray, sight.tray), *(large := large_in(sight.tray))]
        held = [one for one in sight.tray if one.at not in self._tray or one in large]
        self._aside = [area_of(one.at, one.length) for one in held] or self._aside
        in_tray = replace(sight, tray=tuple(tile for tile in sight.tray if tile not in away))
        moved = any(abs(at[k] - self._sight.cells[cell][k]) > 1 for cell, at in sight.cells.items() for k in (0, 1))
        if not in_tray.tray:
            by = sight.board.left - self._sight.board.left, sight.board.top - self._sight.board.top
            self._tray = replace(self._tray, left=self._tray.left + by[0], top=self._tray.top + by[1])
        else:
            self._tray = tray_reach(in_tray) if moved else self._tray.union(tray_reach(in_tray))
        self._sight = sight
        self._tags = [shot.point(*tag.center) for tag in reading.tags.values()]
        self._dominoes = Counter(kind_of(domino) for domino in sight.puzzle.dominoes)
        there = {cell for lying in sight.lying for cell in lying.cells}
        self._latest = self._cells_in(shot)
        for cell, look in self._latest.items():
            if cell in there:
                self._taken[cell] = look
            else:
                self._bare[cell] = [look, *self._bare.get(cell, [])][:BARE_LOOKS]
        self._laid = {pair_of(one): one for one in sight.lying}
        self._looks.learn(shot, sight.tray)
        self._rest.learn(sight, shot)
        self._seen = sight, shot
        return True

    def expect(self, batch: Batch) -> None:
        """What this lays is dragged to its place, and lies there, unless it is seen that it does not. What only clicks
        on others bring up may hide dominoes in the tray."""
        self._expected = {pair_of(one): one for one in batch.lays}
        clicks = [one.at for one in batch.gestures if isinstance(one, Click)]
        points = [at for one in batch.gestures for at in one.points]
        self.rests = {on: one for on, one in self._laid.items() if not any(at in self._around(on) for at in points)}
        self._clicked = clicks if len(clicks) == len(batch.gestures) and not batch.lays else None

    def notice(self, before: Shot, now: Shot) -> None:
        """Of two grabs, before and after a click on a domino: where that is shown once more, or what may turn it."""
        if (clicked := self._clicked_of(tray := self._seen[0].tray)) and not self._aside:
            but = [self._sight.board, *(self._parts(tile)[0].grown(self._length / 2) for tile in tray)]
            self._aside, buttons = shown_aside(before, now, clicked[-1].values, self._length, but)
            self._buttons = () if self._badge.is_known else buttons or self._buttons

    def _clicked_of(self, tray: Sequence[TrayTile]) -> list[TrayTile]:
        return [tile for tile in tray if any(at in self._parts(tile)[0] for at in self._clicked or ())]

    def is_of(self, sight: Sight) -> bool:
        """Whether a sight is of this board: of the same cells, and the same dominoes."""
        if sight.game != self._sight.game or sight.cells.keys() != self._sight.cells.keys():
            return False
        now, before = (Counter(map(kind_of, one.puzzle.dominoes)) for one in (sight, self._sight))
        return now == before

    def in_place(self, shot: Shot, but: Sequence[Cell] = ()) -> bool:
        """Whether most cells, some left out, look as they did at the last look at which all worked out."""
        looks = self._cells_in(shot)
        same = [difference(looks[cell], look) <= COVERED for cell, look in self._latest.items() if cell not in but]
        return sum(same) >= STILL_SHARE * len(same)

    @property
    def cells(self) -> Mapping[Cell, Point]:
        """The middle of each cell, in points."""
        return self._sight.cells

    @property
    def place(self) -> Rect:
        """What has to be grabbed for a look: board and tray, and where one that is lifted reaches beyond the board."""
        board = self._sight.board.grown(LIFTED * self._sight.step)
        return functools.reduce(Rect.union, (one.around for one in self._aside), board.union(self._tray))

    def look(self, shot: Shot) -> Sight | None:
        """The board in a new grab of its place; None where what lies there doesn't work out."""
        ways = (way(shot) for way in (self._read, self._tracked))
        before = [one for pair, one in self._laid.items() if pair not in self._expected]
        found = next((one for one in ways if one is not None and not exchanged(before, one.lying)), None)
        if found is not None:
            in_hand, find = self._buttons if self._aside else (), self._badge.find
            found = replace(found, badges=in_hand or find(found, self._sight, self._tray, shot) or self._buttons)
            self._seen = found, shot
            self._latest = self._cells_in(shot)
            self._laid = {pair_of(one): one for one in found.lying}
            return replace(found, tray=with_shown(found.tray, shot, self._aside))
        return None

    def _cells_in(self, shot: Shot) -> dict[Cell, Patch]:
        """How the cells look in a grab."""
        cells = self._sight.cells
        return dict(zip(cells, patches(shot, list(cells.values()), self._sight.step), strict=True))

    def _tracked(self, shot: Shot) -> Sight | None:
        """The board as it was last, each domino that changed found again, the surest first; None where one is not."""
        last, before = self._seen
        all_lie: list[TrayTile | Lying] = [*last.tray, *last.lying]
        bare = self._bare_in(shot)
        now = {k: one for k, one in enumerate(all_lie) if self._stays(one, shot, before, bare)}
        taken = {cell for one in now.values() if isinstance(one, Lying) for cell in one.cells}
        # Nothing on the board is as it was: this is none, or not here.
        if (not now or (len(last.lying) > 1 and not taken)) and not self.in_place(shot):
            return None
        free = self._sight.cells.keys() - taken - bare
        fresh = sorted(c for c in free if c in self._ghosts or not alike(shot, before, self._around((c, c))))
        boxes = [part for one in now.values() for part in self._parts(one)]
        still = len(boxes)
        found = {k: self._search(shot, one, fresh, boxes) for k, one in enumerate(all_lie) if k not in now}
        for least in (CLEAR, 0.0):
            # One that is hidden may look a little like something else.
            sought = [k for k in found if least or not self._may_be_hidden(all_lie[k], last.tray, now)]
            while likely := {k: it for k in sought if (it := found.get(k)) is not None and it.score >= least}:
                number, best = max(likely.items(), key=lambda item: item[1].score)
                if any(best.box.middle in other for other in boxes):
                    again = self._search(shot, all_lie[number], fresh, boxes)
                    apart = again is not None and not any(again.box.middle in other for other in boxes)
                    found[number] = again if apart else None  # at the very edge of another it would be found for ever
                else:
                    now[number] = best.lies
                    boxes.append(best.box)
                    del found[number]
            taken = {cell for one in now.values() if isinstance(one, Lying) for cell in one.cells}
            fresh = [cell for cell in fresh if cell not in taken]
            if least and len(fresh) == 2 * len(found):
                halves, left = self._halves(shot, neighbours(fresh)), {k: all_lie[k] for k in found}
                for seen in laid_out(fresh, halves, Counter(kind_of(other.values) for other in left.values())) or ():
                    if (one := self._turned(seen, halves[seen.cells], shot)) is None:
                        continue
                    number = next(k for k, other in left.items() if kind_of(other.values) == kind_of(one.values))
                    now[number] = one
                    boxes.append(self._around(one.cells))
                    del left[number], found[number]
        for number in found:
            parts = self._parts(all_lie[number])
            laid = isinstance(all_lie[number], Lying)
            lit = [part.grown(GLOWS * self._sight.step) for part in parts if laid]
            laps = itertools.chain(itertools.product(parts, boxes), itertools.product(lit, boxes[still:]))
            over = any(lap_of(part, other) > 1 for part, other in laps)
            if not over and not self._may_be_hidden(all_lie[number], last.tray, now):
                return None
            now[number] = all_lie[number]  # it lies under another, or in its glow, or under what has come up
        tray = tuple(one for _, one in sorted(now.items()) if isinstance(one, TrayTile))
        lying = tuple(one for _, one in sorted(now.items()) if isinstance(one, Lying))
        cells = [cell for one in lying for cell in one.cells]
        if len(set(cells)) < len(cells):
            return None
        self._ghosts = set()
        return replace(self._sight, tray=tray, lying=lying, shot=shot, reading=None)

    def _may_be_hidden(
        self, one: TrayTile | Lying, tray: Sequence[TrayTile], now: Mapping[int, TrayTile | Lying]
    ) -> bool:
        """Whether what a click on another domino has brought up may lie over this one: all that is found in the tray is
        where it was."""
        on = self._clicked_of(tray)
        there = [(tray[k], tile) for k, tile in now.items() if k < len(tray)]
        stay = (isinstance(new, TrayTile) and math.dist(old.at, new.at) < SEARCH * old.length for old, new in there)
        return isinstance(one, TrayTile) and bool(on and there) and one not in on and all(stay)

    def _bare_in(self, shot: Shot) -> set[Cell]:
        """The cells that look just as they did bare: two of these, with a line between, look like an empty domino."""
        looks = self._cells_in(shot)
        return {cell for cell in self._bare if self._from_bare(cell, looks[cell]) <= UNCHANGED}

    def _from_bare(self, cell: Cell, look: Patch) -> float:
        """How far a cell looks otherwise than it ever did bare."""
        return min(difference(look, bare) for bare in self._bare[cell])

    def _stays(self, one: TrayTile | Lying, shot: Shot, before: Shot, bare: set[Cell]) -> bool:
        """Whether a domino looks as it did, or, on the board, half of it does: something floats over the other half, or
        lights it up, if that is known not to look bare."""
        same = [alike(shot, before, part) for part in self._parts(one)]
        half = isinstance(one, Lying) and self._bare.keys() >= set(one.cells) and bare.isdisjoint(one.cells)
        return all(same) or (half and any(same))

    def _parts(self, one: TrayTile | Lying) -> list[Rect]:
        """What a domino covers: on the board by cells, without what is between."""
        if isinstance(one, TrayTile):
            return [box(one.at, one.length, one.upright)]
        return [self._around((cell, cell)) for cell in one.cells]

    def _search(self, shot: Shot, one: TrayTile | Lying, fresh: list[Cell], others: list[Rect]) -> _Found | None:
        """Where a domino that has changed is: about its place in the tray, elsewhere there, or on changed cells."""
        places = [*self._aside, Area(self._tray, one.length if isinstance(one, TrayTile) else self._length)]
        if isinstance(one, TrayTile):
            places = [Area(Rect(*one.at, 0, 0).grown(SEARCH * one.length), one.length), *places]
        found: list[_Found] = []
        beside = [*others, *self._near_cells()]  # a tray may lie around the board
        for around, length in places:
            seen = self._looks.find(shot, one.values, around, length, beside)
            elsewhere = around is self._tray and seen is not None and seen.score < SURE
            if seen is not None and not (elsewhere and any(lap_of(seen.box, box) > LAPS * length for box in others)):
                tile, lit, stays = TrayTile(seen.values, seen.at, seen.upright, length), False, False
                if isinstance(one, TrayTile) and (tile.values, tile.upright) == (one.values, one.upright):
                    stays = math.dist(tile.at, one.at) < STAYS * one.length
                    lit = self._rest.is_lit(tile, shot, *self._seen) if stays else tile.at in places[0].around
                found.append(_Found(seen.score, replace(tile, lit=lit), seen.box))
                if seen.score >= (CLEAR if stays else SURE):
                    return found[-1]
        if pairs := neighbours(fresh):
            middles = [self._around(pair).middle for pair in pairs]
            across, down = [x for x, _ in middles], [y for _, y in middles]
            around = Rect(min(across), min(down), max(across) - min(across), max(down) - min(down))
            around = around.grown(ASTRAY * self._sight.step)
            length, tags = ON_BOARD * self._sight.step, under_tags(shot, self._tags, self._sight.step)
            seen = self._looks.find_on_board(shot, one.values, around, length, others, tags)
            laid = laid_at(seen, self._sight.cells, self._sight.step) if seen is not None else None
            if seen is not None and laid is not None and self._bare_in(shot).isdisjoint(laid.cells):
                found.append(_Found(seen.score, laid, seen.box))
        return max(found, key=lambda one: one.score, default=None)

    def _read(self, shot: Shot) -> Sight | None:
        """The board at rest."""
        sight, looks, tray = self._sight, self._cells_in(shot), self._in_tray(shot)
        if tray is None:
            return None
        if any(difference(looks[cell], self._taken[cell]) > COVERED for cell in looks.keys() - self._bare.keys()):
            return None
        whole = tuple(tile for tile in tray if not self._rest.is_pale(tile, shot))
        for some in (whole, tray):  # others are copies of what lies there
            gone = self._dominoes - Counter(kind_of(tile.values) for tile in some)
            covered = self._covered(looks, gone)
            if len(covered) == 2 * sum(gone.values()):
                break
        # Of one that is in the tray it may only be shown where it would lie.
        ghosts = {pair for pair, one in self._expected.items() if not gone[kind_of(one.values)]} - self._laid.keys()
        covered = [cell for cell in covered if all(cell not in pair for pair in ghosts)]
        lying = self._lying(shot, covered, looks, gone)
        if lying is None:
            return None
        tray = tuple(replace(tile, lit=self._rest.is_lit(tile, shot, *self._seen)) for tile in some)
        self._ghosts = {cell for pair in ghosts for cell in pair}
        return replace(sight, tray=tray, lying=tuple(lying), shot=shot, reading=None)

    def _covered(self, looks: Mapping[Cell, Patch], gone: Counter[str]) -> list[Cell]:
        """The cells on which something lies, those among them that were never seen bare. `gone`: what is not in the
        tray."""
        differ = {cell: self._from_bare(cell, look) for cell, look in looks.items() if cell in self._bare}
        likely = [pair for pair, one in (self._laid | self._expected).items() if gone[kind_of(one.values)]]
        there = {cell for pair in likely if max(differ.get(cell, 0.0) for cell in pair) > BARELY for cell in pair}
        return [cell for cell in looks if differ.get(cell, math.inf) > COVERED or cell in there]

    def shows(self, shot: Shot, wanted: Mapping[Cell, str]) -> bool:
        """Whether a domino with these pips lies on these two cells, and the others are as they were last."""
        pair, looks = (min(wanted), max(wanted)), self._cells_in(shot)
        known = self._bare.keys() >= set(pair) and self.in_place(shot, pair)
        if not known or any(self._from_bare(cell, looks[cell]) <= COVERED for cell in pair):
            return False
        values = int(wanted[pair[0]]), int(wanted[pair[1]])
        return agreement(values, self._halves(shot, [pair])[pair]) > 0

    def _lying(
        self, shot: Shot, covered: list[Cell], looks: Mapping[Cell, Patch], dominoes: Counter[str]
    ) -> list[Lying] | None:
        """These dominoes on the covered cells. What looks as it did is still there; only the others are read.

        Where those are not what they should be, one is just sliding to its place: what was known is not given up.
        """
        same = {
            pair: one
            for pair, one in self._laid.items()
            if all(difference(looks[cell], self._latest[cell]) <= UNCHANGED for cell in pair)
        }
        halves = self._halves(shot, neighbours(covered) if set(covered).difference(*same) else [])
        agree = same | {pair: one for pair, one in self._laid.items() if self._may_lie(one, halves.get(pair), shot)}
        there = {cell for pair in agree for cell in pair}
        come = {
            pair: turned
            for pair, one in self._expected.items()
            if there.isdisjoint(pair)
            and self._may_lie(one, halves.get(pair), shot)
            and (turned := self._turned(one, halves[pair], shot))
        }
        # What is not the same may be lit, or lie in the glow of one that is.
        for known in (agree | come, agree, same, {}):
            fresh = sorted(set(covered).difference(*known))
            others = dominoes - Counter(kind_of(one.values) for one in known.values())
            lit = [one for pair, one in known.items() if pair not in same]
            if fresh and not others and self._reach_over(lit, fresh, shot):
                return list(known.values())
            if len(fresh) != 2 * sum(others.values()) or len(fresh) != len(covered) - 2 * len(known):
                continue
            found = laid_out(fresh, halves, others)
            if found is None:  # misread, but those that were dragged there have left the tray, and no others
                dragged = (one for pair, one in self._expected.items() if {*pair} <= {*fresh})
                laid = [one for one in dragged if self._is_like(one, halves[one.cells], shot)]
                found = laid if Counter(kind_of(one.values) for one in laid) == others else None
            if found is not None:
                told = [one for each in found if (one := self._turned(each, halves[each.cells], shot))]
                return [*known.values(), *told] if len(told) == len(found) else None
            if known == same:
                break
        return None

    def _may_lie(self, one: Lying, read: tuple[Half, Half] | None, shot: Shot) -> bool:
        """Whether what is to be seen of a place, None where some of it is bare, agrees with this domino. The halves of
        one that is lifted are not where they are read."""
        if read is None or agreement(one.values, read) > 0:
            return read is not None
        seen = self._seen_at(one, shot)
        return seen is not None and seen.values == one.values and seen.score >= CLEAR

    def _is_like(self, one: Lying, read: tuple[Half, Half], shot: Shot) -> bool:
        """Whether what is to be seen of a place rather looks like this domino, whichever way round."""
        either = max(likeness(one.values, read), likeness(one.values[::-1], read))
        return either > 0 or self._seen_at(one, shot) is not None

    def _reach_over(self, dominoes: list[Lying], cells: list[Cell], shot: Shot) -> bool:
        """Whether these dominoes lie at their places and, being lifted or lit, may well hide cells beside them."""
        beside = all(any(max(abs(r - a), abs(c - b)) <= 1 for one in dominoes for a, b in one.cells) for r, c in cells)
        return beside and all(
            (seen := self._seen_at(one, shot)) is not None and seen.values == one.values for one in dominoes
        )

    def _seen_at(self, one: Lying, shot: Shot) -> Found | None:
        """A domino about its place on the board, as it looks, whichever way round; None where it is not seen there."""
        at, step = Rect(*self._around(one.cells).middle, 0, 0).grown(ASTRAY * self._sight.step), self._sight.step
        tags = under_tags(shot, self._tags, step)
        seen = self._looks.find_on_board(shot, one.values, at, ON_BOARD * step, (), tags)
        return seen if seen is not None and seen.upright == (one.cells[0][1] == one.cells[1][1]) else None

    def _turned(self, one: Lying, read: tuple[Half, Half], shot: Shot) -> Lying | None:
        """A domino on the board as it lay, if nothing has touched it; as it looks; and else as it lay last.
        None where what can be seen of it through something that lies over both halves rather tells one way."""
        turned = one.values[::-1]
        if (lay := as_it_lay(one, self.rests)) is not one:
            return lay
        if agreement(one.values, read) > agreement(turned, read) or one.values == turned:
            return one
        if (seen := self._seen_at(one, shot)) is not None:
            return replace(one, values=seen.values)
        if likeness(one.values, read) != likeness(turned, read):
            if agreement(one.values, read):
                return None
            return one if likeness(one.values, read) > likeness(turned, read) else replace(one, values=turned)
        before = [tile.values for tile in self._seen[0].tray if tile.upright == (one.cells[0][1] == one.cells[1][1])]
        return replace(one, values=turned) if turned in before and one.values not in before else one

    def _in_tray(self, shot: Shot) -> tuple[TrayTile, ...] | None:
        """The dominoes in the tray in a grab of it, or None where there are others than the puzzle's."""
        across = shot.scale[0]
        usual = self._length * across
        seen = seen_in(shot.bgr, shot.box(self._tray), usual)
        seen = [one for one in seen if LIKELY[0] * usual < 2 * one.domino.side < LIKELY[1] * usual]
        cells = self._near_cells()
        middles = {one: shot.point(one.domino.x, one.domino.y) for one in seen}
        seen = [one for one in seen if not any(middles[one] in cell for cell in cells)]
        values, copied = values_of([half for one in seen for half in one.halves], self._dominoes), None
        if values is None:  # the one that is selected may be shown once more, where none lay
            before = [one.at for one in self._seen[0].tray]
            away = {one: min((math.dist(middles[one], at) for at in before), default=0.0) for one in seen}
            known = [one for one in seen if away[one] < 0.5 * self._length]
            if len(known) != len(seen) - 1:
                return None
            copied = max(seen, key=away.__getitem__)
            seen, values = known, values_of([half for one in known for half in one.halves], self._dominoes)
        if values is None:
            return None
        tray = tuple(
            TrayTile(both, middles[one], one.domino.upright, 2 * one.domino.side / across)
            for one, both in zip(seen, values, strict=True)
        )
        return tray if copied is None else turned_as(tray, copied)

    def _halves(self, shot: Shot, pairs: list[Pair]) -> dict[Pair, tuple[Half, Half]]:
        """What would lie on each of these pairs of cells, if one domino did."""
        (across, down), step = shot.scale, self._sight.step
        places = []
        for pair in pairs:
            x, y = self._around(pair).middle
            middle = (x - shot.rect.left) * across, (y - shot.rect.top) * down
            places.append((*middle, step * across, pair[0][1] == pair[1][1]))
        return dict(zip(pairs, halves_at(shot.bgr, places), strict=True))

    def _around(self, pair: Pair) -> Rect:
        (ax, ay), (bx, by) = (self._sight.cells[cell] for cell in pair)
        half = (0.5 - INSET) * self._sight.step
        return Rect(min(ax, bx) - half, min(ay, by) - half, abs(bx - ax) + 2 * half, abs(by - ay) + 2 * half)

    def _near_cells(self) -> list[Rect]:
        """Where the middle of no domino in the tray is."""
        return [Rect(x, y, 0, 0).grown(NEAR_CELL * self._sight.step) for x, y in self._sight.cells.values()]
