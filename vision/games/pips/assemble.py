"""All parts of a board of Pips, as the networks see them -> the most probable puzzle, and what is doubtful of it."""

from __future__ import annotations

import numpy as np

from vision.errors import AmbiguousError, OccludedError
from vision.games.pips.counting import NEAR, Count, counted
from vision.games.pips.draft import MOST_OTHERS, SURE, PipsDraft
from vision.games.pips.fills import Fills, with_rims
from vision.games.pips.interpret import Option, ReadTag, borders_of, fill_of, regions_of
from vision.games.pips.locate import Domino
from vision.games.pips.network import Colours
from vision.games.pips.parts import Placed, Tag, Tile
from vision.games.pips.seen import Cell, InTray, Parts, Seen
from vision.games.pips.verify import MOST_COST, PLAIN, Checked, Evidence, Options, checked

_TINY = 1e-6
# Where anything is there with less probability, all is doubtful: what lies over a tag may make it so.
UNSURE = 0.8
# A tag may be hidden where something lies over the board with more than this probability.
MAYBE_COVERED = 0.15
# The confidence where there is no solution.
NO_SOLUTION = 0.02
# Where cells lie no farther from the picture's edge, in cells, others and tags may lie beyond it; a domino that reaches
# over it by more of a half is cut.
LEAST_MARGIN = 0.1
# The log odds that all of a board is right: at first, and how they grow with the logarithm of the probability that all
# things are there, with the log odds of this board among all that were found (to this most), with what it costs more
# than what was read, where cells or dominoes were taken otherwise for the count's sake, where a tag is hard to read,
# with the part of the cells on which dominoes lie, with the log odds of borders against it (to this most); where it
# was not found out whether there is a solution. Fitted to 924 readings of 470 pictures: random looks, samples, others'
# pages; the last one is a guess, since none of these was of that kind.
AT_FIRST, THERE, ODDS, COST = 3.2, 0.61, 0.71, -0.32
COUNTED, TORN, LAID, AGAINST, UNKNOWN = -1.2, -1.7, -1.8, 0.32, -1.4
MOST_ODDS, MOST_AGAINST = 4.0, 4.0
# Where the logarithm of the probability that all things are there is less than this, nothing is read.
LEAST_THERE = -4.3
# A reading of less confidence is none.
LEAST = 0.5
LITTLE_DOUBTFUL = "hard to tell what is a cell, a tag or a domino: many things on the board are a little doubtful"


def assembled(bgr: Colours, seen: Seen, parts: Parts) -> PipsDraft:
    """The puzzle of all parts, checked.

    Raises `OccludedError` or `UnsupportedError` where the parts are of no whole board, or what is there is doubtful."""
    if parts.single:
        raise OccludedError(
            "A board of Pips is there, but something lies over the domino on "
            f"{_named(min(parts.single), parts.cells)}. Move the pointer away and take the picture again."
        )
    tags = _owned(parts.tags)
    counts = [count for count in counted(bgr, seen, parts) if _there(seen, count, parts) >= LEAST_THERE]
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
    say = _to_say(seen, board, parts, tags)
    if _held(seen, some, tray):
        say.append("a domino beside the board was taken for one of the puzzle's, held in the air")
    if _is_cut(bgr, seen, some):
        say.append("hard to tell whether more of the board is beyond the edge of the picture")
    if any(_reaches_out(bgr, one.domino) for one in tray):
        say.append("hard to tell what is on a domino that the edge of the picture cuts")
    is_sure = confidence >= SURE and min(_presence(seen, board.count, parts)) >= UNSURE
    doubts = [] if is_sure else [LITTLE_DOUBTFUL]
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


class _Board:
    """The most probable puzzle of these cells and dominoes. `cost`: of it and of them; `against`: the log odds of the
    borders that it has otherwise than they look."""

    def __init__(self, bgr: Colours, seen: Seen, count: Count, parts: Parts, tags: list[ReadTag]) -> None:
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
        self.against = sum(
            abs(odds) for a, b, odds in borders if (self.result.labels[a] == self.result.labels[b]) != (odds > 0)
        )
        self.cost = count.cost + (MOST_COST if self.result.solvable is False else self.result.cost)


def _costs(options: tuple[Option, ...]) -> Options:
    """What something may say, and how much less probable that is than the first, as log odds."""
    most = options[0].probability
    return tuple((one.value, float(np.log(most / one.probability))) for one in options)


def _to_say(seen: Seen, board: _Board, parts: Parts, tags: list[ReadTag]) -> list[str]:
    """What is to be said of a board however sure it is: what had to be read anew, and what else it may be."""
    said, evidence, result = [], board.evidence, board.result
    if result.solvable is False:
        said.append("the board as read has no solution: a tag or a domino was misread, or is covered")
    if result.solvable is None:
        said.append("whether the board has a solution was not found out in time")
    if result.share < 1 - MOST_OTHERS and result.solvable is not False:
        said.append("hard to tell where one region ends and the next begins, or what a tag or a domino says")
    if result.labels != evidence.start:
        said.append("where regions end was settled by what has a solution")
    if hidden := _maybe_hidden(seen, board, parts):
        named = ", ".join(_named(cell, set(board.cells)) for cell in hidden[:4])
        said.append(f"hard to tell whether the tags of {named} are hidden or the cells there are without constraint")
    if torn := [text for tag, text in zip(tags, result.texts, strict=True) if not tag.clear]:
        said.append(f"hard to read: the tag {', '.join(torn)}")
    if odd := _of_one_cell(result):
        said.append(f"hard to read: the tag {', '.join(odd)} of one cell alone")
    if board.count.cost:
        said.append("hard to tell which places are cells of the board, or where its tags and dominoes are")
    texts = len(evidence.texts)
    for number, (options, value) in enumerate(
        zip((*evidence.texts, *evidence.halves), (*result.texts, *map(str, result.pips)), strict=True)
    ):
        first = options[0][0]
        if value != first:
            what = f"the tag {first} (or {value})" if number < texts else _half(number - texts, len(board.tray))
            said.append(f"{what} looked like {first} and was read as {value}: otherwise there is no solution")
    return said


def _maybe_hidden(seen: Seen, board: _Board, parts: Parts) -> list[Cell]:
    """The cells without constraint whose tag may be hidden: something lies over them, or dominoes lie over tags."""
    laid = {cell for pair in parts.pairs for cell in pair.cells}
    halves = [(round(2 * tag.y), round(2 * tag.x)) for tag in parts.tags]
    over = any((r, c) in laid for y, x in halves for r in ((y - 1) // 2, y // 2) for c in ((x - 1) // 2, x // 2))
    covered = seen.window.covered
    return [
        (r, c)
        for (r, c), label in zip(board.cells, board.result.labels, strict=True)
        if label == PLAIN
        and (covered[2 * r : 2 * r + 3, 2 * c : 2 * c + 3].max() > MAYBE_COVERED or ((r, c) in laid and not over))
    ]


def _of_one_cell(result: Checked) -> list[str]:
    """The tags of regions of one cell that need two."""
    return [region.tag for region in result.puzzle.regions if region.tag in ("=", "≠") and len(region.cells) == 1]


def _half(half: int, in_tray: int) -> str:
    """A half, for people."""
    where, half = ("in the tray", half) if half < 2 * in_tray else ("on the board", half - 2 * in_tray)
    return f"half {half % 2 + 1} of domino {half // 2 + 1} {where}"


def _presence(seen: Seen, count: Count, parts: Parts) -> list[float]:
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


def _there(seen: Seen, count: Count, parts: Parts) -> float:
    """The logarithm of the probability that all things are there."""
    return float(np.log(np.clip(_presence(seen, count, parts), 1e-4, 1)).sum())


def _confidence(seen: Seen, board: _Board, parts: Parts, tags: list[ReadTag]) -> float:
    """The probability that all of a board is right."""
    result = board.result
    if result.solvable is False:
        return NO_SOLUTION
    torn = not all(tag.clear for tag in tags) or bool(_of_one_cell(result))
    odds = AT_FIRST + THERE * _there(seen, board.count, parts)
    odds += ODDS * min(MOST_ODDS, float(np.log(result.share + _TINY) - np.log(1 - result.share + _TINY)))
    odds += COST * result.cost + COUNTED * bool(board.count.cost) + TORN * torn
    odds += LAID * 2 * len(parts.pairs) / len(board.cells) - AGAINST * min(MOST_AGAINST, board.against)
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
    return bool(min(margins) < LEAST_MARGIN * seen.step)


def _reaches_out(bgr: Colours, domino: Domino) -> bool:
    """Whether more than a little of a domino lies beyond the picture."""
    far_x, far_y = domino.width / 2 - LEAST_MARGIN * domino.side, domino.height / 2 - LEAST_MARGIN * domino.side
    inside_x, inside_y = far_x <= domino.x <= bgr.shape[1] - far_x, far_y <= domino.y <= bgr.shape[0] - far_y
    return not (inside_x and inside_y)


def _named(cell: Cell, cells: set[Cell]) -> str:
    """A cell as people count it, from the upper left of the board."""
    top, left = min(r for r, _ in cells), min(c for _, c in cells)
    return f"r{cell[0] - top + 1} c{cell[1] - left + 1}"
