"""All parts of a board of Pips, as the networks see them -> the most probable puzzle, and what is doubtful of it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.errors import AmbiguousError, OccludedError, UnsupportedError
from vision.games.pips.draft import MOST_OTHERS, SURE, PipsDraft
from vision.games.pips.fills import Fills, with_rims
from vision.games.pips.interpret import Laid, Option, ReadTag, borders_of, fill_of, regions_of
from vision.games.pips.locate import Domino
from vision.games.pips.network import Colours, Point, Window
from vision.games.pips.parts import Placed, Tag, Tile
from vision.games.pips.verify import MOST_COST, Checked, Evidence, Options, checked

Cell = tuple[int, int]

# A domino beside the board is one with at least this probability; far from the board and from others, with this.
LEAST_DOMINO, LEAST_ALONE = 0.5, 0.95
_TINY = 1e-6
# What is less sure than this is warned of.
UNSURE = 0.8
# Places less sure than this may be taken otherwise where the count does not come out.
DOUBTFUL_PLACE = 0.97
# The confidence where there is no solution.
NO_SOLUTION = 0.02
# Dominoes of one tray are of one colour, in levels, and not farther from each other than this, in halves; that some are
# none because they are unlike the others costs so much, and more where they lie in a row or a column with them, to
# this part of a half. So many things may be taken otherwise, in so many ways.
ONE_COLOUR, APART, UNLIKE, IN_LINE, ASKEW = 16.0, 5.0, 2.0, 1.5, 0.15
# Logarithm of the sizes of two dominoes of a tray, one of which may be selected; one domino says so much at most of how
# large they are, as log odds.
ONE_SIZE, MOST_SAID = 0.28, 6.0
# Dominoes not farther from the board, in cells, may be in the air; others lie by one another.
NEAR = 3.0
MOST_FLIPS, MOST_COUNTS = 11, 2
# A cell this far beyond the picture's edge, in cells, is cut.
CUT_CELL = 0.12
# The log odds that all of a board is right: at first, and how they grow with the logarithm of the probability that all
# things are there, with the log odds of this board among all that were found (to this most), with what it costs more
# than what was read, where cells or dominoes were taken otherwise for the count's sake, where a tag is hard to read,
# with the part of the cells on which dominoes lie, with the log odds of borders against it (to this least); where it
# was not found out whether there is a solution. Fitted to 924 readings of 470 pictures: random looks, samples, others'
# pages; the last one is a guess, since none of these was of that kind.
AT_FIRST, THERE, ODDS, COST, COUNTED, TORN, LAID, AGAINST, UNKNOWN = (
    3.2,
    0.61,
    0.71,
    -0.32,
    -1.2,
    -1.7,
    -1.8,
    0.32,
    -1.4,
)
MOST_ODDS, MOST_AGAINST = 4.0, 6.0
# Where the logarithm of the probability that all things are there is less than this, nothing is read.
LEAST_THERE = -4.3
# A reading of less confidence is none.
LEAST = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """A window of places on the picture; places outside of the board lie all around it. `x`, `y`: of its corner."""

    x: float
    y: float
    step: float
    window: Window

    def middle(self, row: float, column: float) -> Point:
        return self.x + (column + 0.5) * self.step, self.y + (row + 0.5) * self.step


@dataclass(frozen=True, slots=True)
class InTray:
    """A domino beside the board, with the probability that it is one, and what its halves may be."""

    domino: Domino
    sure: float
    halves: tuple[tuple[Option, ...], tuple[Option, ...]]


@dataclass(frozen=True, slots=True, eq=False)
class Parts:
    """What is on a board and beside it. `pairs`: the dominoes on it, `on_board`: what their halves may be, the upper or
    left one first; `single`: halves without another; `tray`: all that may be dominoes."""

    cells: set[Cell]
    tags: list[ReadTag]
    pairs: list[Laid]
    single: set[Cell]
    on_board: list[tuple[tuple[Option, ...], tuple[Option, ...]]]
    tray: list[InTray]


def assembled(bgr: Colours, seen: Seen, parts: Parts) -> PipsDraft:
    """The puzzle of all parts, checked.

    Raises `OccludedError` or `UnsupportedError` where the parts are of no whole board, or what is there is doubtful."""
    if parts.single:
        raise OccludedError(
            "A board of Pips is there, but something lies over the domino on "
            f"{_named(min(parts.single), parts.cells)}. Move the pointer away and take the picture again."
        )
    tags = _owned(parts.tags)
    counts = [count for count in _counted(bgr, seen, parts) if _there(seen, count, parts) >= LEAST_THERE]
    if not counts:
        raise OccludedError(
            "A board of Pips is there, but which places are its cells, or where its tags and dominoes are, cannot be "
            "told. Take a sharper picture of all of it, with nothing over it."
        )
    boards = [_Board(bgr, seen, count, parts, tags) for count in counts]
    board = min(boards, key=lambda one: one.cost)
    cells, tray, result = board.cells, board.tray, board.result
    some = set(cells)
    if result.solvable is False and (cell := board.fills.untagged(result.labels)) is not None:
        raise OccludedError(
            f"A board of Pips is there, but no tag is to be seen for the region of {_named(cells[cell], some)}: "
            "it is covered or cut off. Take a picture of the whole board."
        )
    confidence = _confidence(seen, board, parts, tags)
    say = _to_say(board, len(tray))
    if _held(seen, some, tray):
        say.append("a domino beside the board was taken for one of the puzzle's, held in the air")
    if _is_cut(bgr, seen, some):
        say.append("hard to tell whether more of the board is beyond the edge of the picture")
    doubts = _doubts(seen, board, parts, tags) if confidence < SURE else []
    if confidence < LEAST:
        raise AmbiguousError(
            f"A board of Pips is there, but it cannot be read: {(*say, *doubts)[0]}. "
            "Take a sharper picture of all of it, with nothing over it."
        )
    return _draft(seen, tags, board, confidence, say, doubts)


def _owned(tags: list[ReadTag]) -> list[ReadTag]:
    """Tags, each with a cell of its own, in reading order of the cells. Raises `OccludedError`."""
    cells = {tag.cell for tag in tags}
    if len(cells) < len(tags):
        raise OccludedError(
            "A board of Pips is there, but which of its tags belongs to which region cannot be told: something lies "
            "over it, or it is cut off. Take a picture of the whole board, with nothing over it."
        )
    return sorted(tags, key=lambda tag: tag.cell)


@dataclass(frozen=True, slots=True, eq=False)
class _Count:
    """As many cells as halves, and what it costs that these are the cells and dominoes, as log odds."""

    cost: float
    cells: set[Cell]
    tray: list[InTray]


class _Board:
    """The most probable puzzle of these cells and dominoes. `cost`: of it and of them."""

    def __init__(self, bgr: Colours, seen: Seen, count: _Count, parts: Parts, tags: list[ReadTag]) -> None:
        self.count, self.cells, self.tray = count, sorted(count.cells), _reading_order(count.tray)
        colours = [fill_of(bgr, *seen.middle(*cell), seen.step) for cell in self.cells]
        partner = {one: other for pair in parts.pairs for one, other in (pair.cells, pair.cells[::-1])}
        self.fills = Fills(colours, [cell not in partner for cell in self.cells])
        number = {cell: k for k, cell in enumerate(self.cells)}
        middles = {cell: seen.middle(*cell) for cell in self.cells}
        borders = with_rims(bgr, middles, seen.step, partner, borders_of(seen.window, self.cells))
        owners = [number[tag.cell] for tag in tags]
        every = [half for one in self.tray for half in one.halves] + [half for both in parts.on_board for half in both]
        top, left = min(r for r, _ in self.cells), min(c for _, c in self.cells)
        self.evidence = Evidence(
            cells=tuple((r - top, c - left) for r, c in self.cells),
            edges=borders,
            start=regions_of(len(self.cells), borders, owners),
            owners=tuple(owners),
            texts=tuple(_costs(tag.texts) for tag in tags),
            halves=tuple(map(_costs, every)),
            laid=tuple(
                (2 * (len(self.tray) + k), number[min(pair.cells)], number[max(pair.cells)])
                for k, pair in enumerate(parts.pairs)
            ),
            plausible=lambda labels: self.fills.untagged(labels) is None,
        )
        self.result = checked(self.evidence)
        self.cost = count.cost + (MOST_COST if self.result.solvable is False else self.result.cost)


def _costs(options: tuple[Option, ...]) -> Options:
    """What something may say, and how much less probable that is than the first, as log odds."""
    most = options[0].probability
    return tuple((one.value, float(np.log(most / one.probability))) for one in options)


def _to_say(board: _Board, in_tray: int) -> list[str]:
    """What is to be said of a board however sure it is: what had to be read anew, and what else it may be."""
    said, evidence, result = [], board.evidence, board.result
    if result.solvable is False:
        said.append("the board as read has no solution: a tag or a domino was misread, or is covered")
    if result.solvable is None:
        said.append("whether the board has a solution was not found out in time")
    if result.share < 1 - MOST_OTHERS and result.solvable is not False:
        said.append("hard to tell where one region ends and the next begins, or what a tag or a domino says")
    if board.count.cost:
        said.append("hard to tell which places are cells of the board, or where its tags and dominoes are")
    texts = len(evidence.texts)
    for number, (options, value) in enumerate(
        zip((*evidence.texts, *evidence.halves), (*result.texts, *map(str, result.pips)), strict=True)
    ):
        first = options[0][0]
        if value != first:
            what = f"the tag {first} (or {value})" if number < texts else _half(number - texts, in_tray)
            said.append(f"{what} looked like {first} and was read as {value}: otherwise there is no solution")
    return said


def _doubts(seen: Seen, board: _Board, parts: Parts, tags: list[ReadTag]) -> list[str]:
    """What is doubtful of a board that is not sure."""
    said, result, some = [], board.result, set(board.cells)
    if result.labels != board.evidence.start:
        said.append("where regions end was settled by what has a solution")
    if torn := [text for tag, text in zip(tags, result.texts, strict=True) if not tag.clear]:
        said.append(f"hard to read: the tag {', '.join(torn)}")
    if odd := _of_one_cell(result):
        said.append(f"hard to read: the tag {', '.join(odd)} of one cell alone")
    if min(_presence(seen, board.count, parts)) < UNSURE:
        said.append("hard to tell what is a cell, a tag or a domino")
    if free := board.fills.maybe_hidden(result.labels):
        named = ", ".join(_named(board.cells[cell], some) for cell in free[:4])
        said.append(f"hard to tell whether the tags of {named} are hidden or the cells there are without constraint")
    return said or ["hard to read: many things on the board are a little doubtful"]


def _of_one_cell(result: Checked) -> list[str]:
    """The tags of regions of one cell that need two."""
    return [region.tag for region in result.puzzle.regions if region.tag in ("=", "≠") and len(region.cells) == 1]


def _half(half: int, in_tray: int) -> str:
    """A half, for people."""
    where, half = ("in the tray", half) if half < 2 * in_tray else ("on the board", half - 2 * in_tray)
    return f"half {half % 2 + 1} of domino {half // 2 + 1} {where}"


def _presence(seen: Seen, count: _Count, parts: Parts) -> list[float]:
    """How sure it is that each thing is there, and none where nothing is."""
    place = seen.window.place
    return [
        *(float(place[cell][1:].sum()) for cell in count.cells),
        *(float(p) for p in place[..., 0].ravel() if p >= 0.5),
        *(tag.present for tag in parts.tags),
        *(tag.owner for tag in parts.tags),
        *(one.sure for one in count.tray),
        *(pair.sure for pair in parts.pairs),
    ]


def _there(seen: Seen, count: _Count, parts: Parts) -> float:
    """The logarithm of the probability that all things are there."""
    return float(np.log(np.clip(_presence(seen, count, parts), 1e-4, 1)).sum())


def _confidence(seen: Seen, board: _Board, parts: Parts, tags: list[ReadTag]) -> float:
    """The probability that all of a board is right."""
    result, evidence = board.result, board.evidence
    if result.solvable is False:
        return NO_SOLUTION
    against = sum(abs(odds) for a, b, odds in evidence.edges if (result.labels[a] == result.labels[b]) != (odds > 0))
    torn = not all(tag.clear for tag in tags) or bool(_of_one_cell(result))
    odds = AT_FIRST + THERE * _there(seen, board.count, parts)
    odds += ODDS * min(MOST_ODDS, float(np.log(result.share + _TINY) - np.log(1 - result.share + _TINY)))
    odds += COST * result.cost + COUNTED * bool(board.count.cost) + TORN * torn
    odds += LAID * 2 * len(parts.pairs) / len(board.cells) - AGAINST * min(MOST_AGAINST, against)
    odds += UNKNOWN * (result.solvable is None)
    return float(1 / (1 + np.exp(-odds)))


def _draft(
    seen: Seen, tags: list[ReadTag], board: _Board, confidence: float, say: list[str], doubts: list[str]
) -> PipsDraft:
    cells, tray, evidence, result = board.cells, board.tray, board.evidence, board.result
    pips, places = result.pips, evidence.cells
    tiles = []
    for k, one in enumerate(tray):
        d = one.domino
        size = (d.side, 2 * d.side) if d.upright else (2 * d.side, d.side)
        tiles.append(Tile((pips[2 * k], pips[2 * k + 1]), (d.x, d.y), size, d.upright))
    read_tags = {}
    for number, (tag, text) in enumerate(zip(tags, result.texts, strict=True)):
        middle = seen.x + tag.x * seen.step, seen.y + tag.y * seen.step
        others = [one for one in tag.texts if one.value != text]
        mine = next(one.probability for one in tag.texts if one.value == text)
        most = max((one.probability for one in others), default=0.0)
        read_tags[number] = Tag(middle, text, others[0].value if others else "", max(0.0, mine - most))
    top, left = cells[0][0] - places[0][0], cells[0][1] - places[0][1]
    return PipsDraft(
        puzzle=result.puzzle,
        confidence=confidence,
        say=tuple(say),
        doubts=tuple(doubts),
        step=seen.step,
        origin=(seen.x + left * seen.step, seen.y + top * seen.step),
        placed=tuple(Placed((pips[k], pips[k + 1]), (places[a], places[b])) for k, a, b in evidence.laid),
        tray=tuple(tiles),
        tags=read_tags,
        fills={
            number: board.fills.of([places.index(cell) for cell in region.cells])
            for number, region in enumerate(result.puzzle.regions)
        },
    )


def _counted(bgr: Colours, seen: Seen, parts: Parts) -> list[_Count]:
    """As many cells as halves: where that does not come out, the least sure places and dominoes are taken otherwise,
    and dominoes unlike others are taken for none. The most probable ways to do so.

    Raises `OccludedError` or `UnsupportedError` where it does not come out so either."""
    of_one = _of_one_size(seen, parts.tray)
    likely = [one for one in of_one if one.sure >= LEAST_DOMINO]
    beside = [one for one in of_one if one.sure >= LEAST_ALONE or _is_beside(seen, parts.cells, one, likely)]
    tray = [one for one in beside if one.sure >= LEAST_DOMINO]
    needed = 2 * (len(parts.pairs) + len(tray)) - len(parts.cells)
    if not needed:
        return [_Count(0.0, set(parts.cells), tray)]
    place = seen.window.place
    used = {tag.cell for tag in parts.tags} | {cell for pair in parts.pairs for cell in pair.cells}
    flips: list[tuple[float, int, set[Cell], list[InTray]]] = []
    for r, c in np.ndindex(*place.shape[:2]):
        outside = float(place[r, c, 0])
        if (r, c) not in used and max(outside, 1 - outside) < DOUBTFUL_PLACE and place[r, c, 2] < 0.3:
            flips.append((_odds(outside), -1 if (r, c) in parts.cells else 1, {(r, c)}, []))
    groups = _alike(bgr, tray)
    alone = [one for group in groups for one in group if len(group) == 1]
    for one in beside:
        if max(one.sure, 1 - one.sure) < DOUBTFUL_PLACE and not any(one is other for other in alone):
            flips.append((_odds(one.sure), 2 if any(one is other for other in tray) else -2, set(), [one]))
    if len(groups) > 1 or 2 * len(parts.pairs) == len(parts.cells):
        for group in groups:
            rest = [one for one in tray if not any(one is mine for mine in group)]
            unlike = UNLIKE + (IN_LINE if any(_in_line(one, rest) for one in group) else 0.0)
            flips.append((min(unlike, sum(_odds(one.sure) for one in group)), 2 * len(group), set(), group))
    flips = sorted(flips, key=lambda flip: flip[0])[:MOST_FLIPS]
    subsets = [[flips[k] for k in range(len(flips)) if mask >> k & 1] for mask in range(1, 1 << len(flips))]
    fitting = [
        some
        for some in subsets
        if sum(flip[1] for flip in some) == needed and _once([id(one) for flip in some for one in flip[3]])
    ]
    if not fitting:
        raise _miscounted(len(parts.cells), len(parts.pairs), len(tray))
    found = []
    for some in sorted(fitting, key=lambda some: sum(flip[0] for flip in some))[:MOST_COUNTS]:
        cells, dominoes = set(parts.cells), list(tray)
        for _, _, places, others in some:
            cells ^= places
            for one in others:
                there = any(one is other for other in dominoes)
                dominoes = [other for other in dominoes if other is not one] if there else [*dominoes, one]
        found.append(_Count(sum(flip[0] for flip in some), cells, dominoes))
    return found


def _of_one_size(seen: Seen, tray: list[InTray]) -> list[InTray]:
    """Those as large as most of what is surely a domino, or as those on the board."""
    logs = np.log([one.domino.side for one in tray])
    odds = np.array([min(MOST_SAID, _odds(one.sure)) if one.sure > LEAST_DOMINO else 0.0 for one in tray])
    if not odds.any():
        return tray
    votes = (np.abs(logs[:, None] - logs[None]) < ONE_SIZE / 2) @ odds
    off = np.minimum(np.abs(logs - logs[votes.argmax()]), np.abs(logs - np.log(seen.step)))
    return [one for one, far in zip(tray, off, strict=True) if far < ONE_SIZE]


def _is_beside(seen: Seen, cells: set[Cell], one: InTray, others: list[InTray]) -> bool:
    """Whether a domino lies by another one, or by the board."""
    x, y, far = one.domino.x, one.domino.y, APART * one.domino.side
    near = [(other.domino.x, other.domino.y, far) for other in others if other is not one]
    near += [(*seen.middle(*cell), NEAR * seen.step) for cell in cells]
    return any(abs(x - x2) < most and abs(y - y2) < most for x2, y2, most in near)


def _once(some: list[int]) -> bool:
    """Whether none is there twice."""
    return len(some) == len(set(some))


def _in_line(one: InTray, others: list[InTray]) -> bool:
    """Whether a domino lies in a row or a column with others."""
    d = one.domino
    return any(
        min(abs(other.domino.x - d.x), abs(other.domino.y - d.y)) < ASKEW * d.side
        and max(abs(other.domino.x - d.x), abs(other.domino.y - d.y)) < APART * d.side
        for other in others
    )


def _alike(bgr: Colours, tray: list[InTray]) -> list[list[InTray]]:
    """Dominoes in groups of one colour, side by side; those without pips, of which empty places of a tray are taken
    for, by themselves."""
    looks = []
    for one in tray:
        d = one.domino
        blank = all(half[0].value == "0" for half in one.halves)
        looks.append((d.x, d.y, d.side, blank, np.array(fill_of(bgr, d.x, d.y, d.side), float)))
    groups: list[list[int]] = []
    for k, (x, y, side, blank, fill) in enumerate(looks):
        mine = [k]
        rest = []
        for group in groups:
            near = any(
                blank == looks[j][3]
                and float(np.abs(fill - looks[j][4]).max()) < ONE_COLOUR
                and max(abs(x - looks[j][0]), abs(y - looks[j][1])) < APART * side
                for j in group
            )
            if near:
                mine += group
            else:
                rest.append(group)
        groups = [*rest, mine]
    return [[tray[k] for k in group] for group in groups]


def _odds(probability: float) -> float:
    """How far from even, as log odds."""
    return abs(float(np.log(probability + 1e-6) - np.log(1 - probability + 1e-6)))


def _miscounted(cells: int, laid: int, beside: int) -> OccludedError | UnsupportedError:
    if not beside and 2 * laid < cells:
        return UnsupportedError(
            "A board of Pips is there, but the dominoes to lay on it are not in the picture. "
            "Take a picture that shows the board and the dominoes below it."
        )
    return OccludedError(
        f"A board of Pips is there, but {cells} cells and {laid + beside} dominoes do not go together: a part of the "
        "board or of the tray is covered, cut off or moving. Take a picture of all of it, at rest."
    )


def _reading_order(tray: list[InTray]) -> list[InTray]:
    """Rows from the top, each from the left."""
    rows: list[list[InTray]] = []
    for one in sorted(tray, key=lambda one: one.domino.y):
        if rows and abs(one.domino.y - np.mean([o.domino.y for o in rows[-1]])) < 0.6 * one.domino.side:
            rows[-1].append(one)
        else:
            rows.append([one])
    return [one for row in rows for one in sorted(row, key=lambda o: o.domino.x)]


def _held(seen: Seen, cells: set[Cell], tray: list[InTray]) -> bool:
    """Whether a domino is being moved: as large as those on the board, unlike the others, or near it and away from all
    others."""
    for one in tray:
        d = one.domino
        others = [other.domino for other in tray if other is not one]
        if not others or abs(d.side / seen.step - 1) > 0.2:
            continue
        if all(abs(np.log(d.side / other.side)) > 0.1 for other in others):
            return True
        alone = all(abs(other.x - d.x) + abs(other.y - d.y) > 3.5 * d.side for other in others)
        if alone and any(
            max(abs(x - d.x), abs(y - d.y)) < NEAR * seen.step for x, y in (seen.middle(*cell) for cell in cells)
        ):
            return True
    return False


def _is_cut(bgr: Colours, seen: Seen, cells: set[Cell]) -> bool:
    height, width = bgr.shape[:2]
    rows, columns = [r for r, _ in cells], [c for _, c in cells]
    margins = (
        seen.x + min(columns) * seen.step,
        seen.y + min(rows) * seen.step,
        width - seen.x - (max(columns) + 1) * seen.step,
        height - seen.y - (max(rows) + 1) * seen.step,
    )
    return bool(min(margins) < -CUT_CELL * seen.step)


def _named(cell: Cell, cells: set[Cell]) -> str:
    """A cell as people count it, from the upper left of the board."""
    top, left = min(r for r, _ in cells), min(c for _, c in cells)
    return f"r{cell[0] - top + 1} c{cell[1] - left + 1}"
