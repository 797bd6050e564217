"""All parts of a board of Pips, as the networks see them -> the most probable puzzle, and what is doubtful of it."""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise, takewhile
from math import inf, prod

import numpy as np

from vision.classify.interpret import TINY
from vision.errors import AmbiguousError, OccludedError
from vision.games.board import CERTAIN
from vision.games.pips.counting import counted, groups, miscounted
from vision.games.pips.draft import LITTLE_DOUBTFUL, MOST_OTHERS, PipsDraft
from vision.games.pips.fills import unlike
from vision.games.pips.interpret import Laid, Option, ReadTag, borders_of, odds_of, regions_of
from vision.games.pips.network import edge_patch, edges
from vision.games.pips.parts import Cell, Placed, Tag, Tile
from vision.games.pips.seen import InTray, Parts, Seen
from vision.games.pips.verify import PLAIN, SAYS_NOTHING, Borders, Checked, Evidence, Options, checked, says_nothing
from vision.imgproc import Colours, margin, median, parts_at_edges
from vision.locate.votes import RATHER
from vision.types import PipsReading

# A tag may be hidden where something lies over the board with more than this probability.
MAYBE_COVERED = 0.25
# Where cells lie no farther from the picture's edge, in cells, others and tags may lie beyond it, and where no domino
# is left to count by, no farther than one; a domino that reaches over it by more of a half is cut.
LEAST_MARGIN = 0.1
# The log odds that all of a board is right, where all that is there surely is: so much, and this part of those of this
# board among all that were found, to this most; less by this part of the log odds of borders, and of parts taken
# otherwise than they look, against it, to the same most, or that of such parts alone. Fitted to 877 readings of 456
# pictures: random looks, samples, others' pages, plain and worn.
AT_FIRST, ODDS, MOST_ODDS, AGAINST = 2.0, 0.75, 4.0, 0.5
# Neighbours are looked at closely where the log odds that they are of one region are nearer to 0 than that most. Then
# these are so much of what they were, and so much of what is seen so, and so much more. Fitted to 4,668 such pairs, on
# others' pages and ours: 0.902 are said rightly, 0.860 without that look.
FAR, CLOSE, MORE = 0.745, 0.615, -0.4


def assembled(bgr: Colours, seen: Seen, parts: Parts) -> PipsDraft:
    """The puzzle of all parts, checked.

    Raises `OccludedError` or `UnsupportedError` where the parts are of no whole board, or what is there is doubtful."""
    if parts.single:
        raise OccludedError(
            "A board of Pips is there, but something lies over the domino on "
            f"{_named(min(parts.single), parts.cells)}. Move the pointer away and take the picture again."
        )
    # In this order: without dominoes it need be no board.
    board = _counted(bgr, seen, parts)
    confidence = _confidence(seen, board)
    say = _to_say(seen, board)
    cells, dominoes = board.cells, [one.domino for one in board.tray]
    if len(groups(board.tray, inf)) > 1:
        say.append("a domino of another size beside the board was taken for one of the puzzle's, held in the air")
    end = seen.corner(max(r for r, _ in cells) + 1, max(c for _, c in cells) + 1)
    box = *seen.corner(board.top, board.left), *end
    near = margin(bgr, *box) < (LEAST_MARGIN if board.tray else 1) * seen.step
    if near or parts_at_edges(bgr, box, seen.step):
        say.append("hard to tell whether more of the board is beyond the edge of the picture")
    if any(margin(bgr, *one.box) < -LEAST_MARGIN * one.side for one in dominoes):
        say.append("hard to tell what is on a domino that the edge of the picture cuts")
    if confidence < RATHER:
        raise miscounted(parts) if board.parts.cost else AmbiguousError(
            f"A board of Pips is there, but it cannot be read: {(*say, LITTLE_DOUBTFUL)[0]}. "
            "Take a sharper picture of all of it, with nothing over it."
        )
    cost = board.parts.cost
    return PipsDraft(_read(seen, board, confidence, say), confidence >= CERTAIN and not cost, cost)


def _counted(bgr: Colours, seen: Seen, parts: Parts) -> _Board:
    """The most probable board with as many cells as halves of dominoes, whatever is read otherwise of it; or a later
    one that is a puzzle as it is read, where that costs less in all."""
    close: dict[tuple[Cell, Cell], float] = {}
    ways = counted(seen, parts)
    first = _Board(bgr, seen, next(ways), close)
    most = first.parts.cost + first.result.cost
    others = (_Board(bgr, seen, some, close) for some in takewhile(lambda some: some.cost < most, ways))
    return next((one for one in others if checked(one.evidence, 0.0).solvable), first)


class _Board:
    """The puzzle of all this."""

    def __init__(self, bgr: Colours, seen: Seen, parts: Parts, close: dict[tuple[Cell, Cell], float]) -> None:
        """`close`: what closer looks at neighbours have said; more are added. Raises `OccludedError`."""
        self.parts, self.cells, self.tray = parts, sorted(parts.cells), _reading_order(parts.tray)
        self.tags = tags = sorted(parts.tags, key=lambda tag: tag.cell)
        if len({tag.cell for tag in tags}) < len(tags):
            raise OccludedError(
                "A board of Pips is there, but which of its tags belongs to which region cannot be told: something "
                "lies over it, or it is cut off. Take a picture of the whole board, with nothing over it."
            )
        partner = {one: other for pair in parts.pairs for one, other in (pair.cells, pair.cells[::-1])}
        number = {cell: k for k, cell in enumerate(self.cells)}
        borders = _looked_at_closely(bgr, seen, self.cells, borders_of(seen.window, self.cells), close)
        self.fills = seen.fills[tuple(np.transpose(self.cells))]
        owners = [number[tag.cell] for tag in tags]
        dominoes: list[InTray | Laid] = [*self.tray, *parts.pairs]
        self.top, self.left = min(r for r, _ in self.cells), min(c for _, c in self.cells)
        self.evidence = Evidence(
            cells=tuple((r - self.top, c - self.left) for r, c in self.cells),
            edges=borders,
            start=regions_of(len(self.cells), borders, owners),
            owners=tuple(owners),
            texts=tuple(_costs(tag.texts) for tag in tags),
            halves=tuple(_costs(half) for one in dominoes for half in one.halves),
            laid=tuple(
                (2 * (len(self.tray) + k), number[min(pair.cells)], number[max(pair.cells)])
                for k, pair in enumerate(parts.pairs)
            ),
            unlike=unlike(self.fills, [one in partner for one in self.cells]),
        )

    @cached_property
    def result(self) -> Checked:
        """The puzzle."""
        return checked(self.evidence)

    def plain(self) -> list[Cell]:
        """The cells without constraint."""
        return [cell for cell, label in zip(self.cells, self.result.labels, strict=True) if label == PLAIN]


def _looked_at_closely(
    bgr: Colours, seen: Seen, cells: list[Cell], borders: Borders, close: dict[tuple[Cell, Cell], float]
) -> Borders:
    """The log odds that neighbours are of one region, where they are not sure after a closer look at both. `close`:
    what such looks have said; new ones are added."""
    unsure = {(cells[one], cells[other]) for one, other, odds in borders if abs(odds) < MOST_ODDS}
    new = sorted(unsure - close.keys())
    middles = [(*seen.middle((r + r2) / 2, (c + c2) / 2), r2 > r) for (r, c), (r2, c2) in new]
    close.update(zip(new, edges([edge_patch(bgr, x, y, seen.step, down) for x, y, down in middles]), strict=True))
    return tuple(
        (one, other, FAR * odds + CLOSE * close[cells[one], cells[other]] + MORE if abs(odds) < MOST_ODDS else odds)
        for one, other, odds in borders
    )


def _costs(options: tuple[Option, ...]) -> Options:
    """What something may say, and how much less probable that is than the first, as log odds."""
    most = options[0].probability
    return tuple((one.value, float(np.log(most / one.probability))) for one in options)


def _to_say(seen: Seen, board: _Board) -> list[str]:
    """What is to be said of a board however sure it is: what had to be read anew, and what else it may be."""
    said, evidence, result = [], board.evidence, board.result
    if not result.solvable:
        said.append("the board as read has no solution: a tag or a domino was misread, or is covered")
    elif result.share < 1 - MOST_OTHERS:
        said.append("hard to tell where one region ends and the next begins, or what a tag or a domino says")
    if result.labels != evidence.start:
        said.append("where regions end was settled by what has a solution")
    if hidden := _maybe_hidden(seen, board):
        named = ", ".join(_named(cell, set(board.cells)) for cell in hidden[:4])
        said.append(f"hard to tell whether the tags of {named} are hidden or the cells there are without constraint")
    if torn := [text for tag, text in zip(board.tags, result.texts, strict=True) if not tag.clear]:
        said.append(f"hard to read: the tag {', '.join(torn)}")
    if odd := _saying_nothing(result):
        said.append(f"hard to read: the tag {', '.join(odd)}, which is true of whatever lies there")
    texts = len(evidence.texts)
    for number, (options, value) in enumerate(
        zip((*evidence.texts, *evidence.halves), (*result.texts, *map(str, result.pips)), strict=True)
    ):
        first = options[0][0]
        if value != first:
            what = f"the tag {first} (or {value})" if number < texts else _half(number - texts, len(board.tray))
            said.append(f"{what} looked like {first} and was read as {value}: otherwise there is no solution")
    return said


def _maybe_hidden(seen: Seen, board: _Board) -> list[Cell]:
    """The cells without constraint whose tag may be hidden: something lies over them, or dominoes lie over tags; or
    not seen: they have another colour than others."""
    laid = {cell for pair in board.parts.pairs for cell in pair.cells}
    halves = [(round(2 * tag.y), round(2 * tag.x)) for tag in board.parts.tags]
    over = any((r, c) in laid for y, x in halves for r in ((y - 1) // 2, y // 2) for c in ((x - 1) // 2, x // 2))
    hidden = {board.cells[k] for k in board.evidence.odd(board.result.labels)} | (set() if over else laid)
    return [cell for cell in board.plain() if cell in hidden or _covered(seen, cell) > MAYBE_COVERED]


def _covered(seen: Seen, cell: Cell) -> float:
    """The probability that something lies over a cell."""
    row, column = 2 * cell[0], 2 * cell[1]
    return float(seen.window.covered[row : row + 3, column : column + 3].max())


def _saying_nothing(result: Checked) -> list[str]:
    """The tags that allow whatever may lie on their regions."""
    return [one.tag for one in result.puzzle.regions if one.tag and says_nothing(one.tag, len(one.cells))]


def _half(half: int, in_tray: int) -> str:
    """A half, for people."""
    where, half = ("in the tray", half) if half < 2 * in_tray else ("on the board", half - 2 * in_tray)
    return f"half {half % 2 + 1} of domino {half // 2 + 1} {where}"


def _confidence(seen: Seen, board: _Board) -> float:
    """The probability that all of a board is right."""
    result = board.result
    if not result.solvable:
        return 0.0
    labels, share = result.labels, min(MOST_ODDS, odds_of(result.share))
    against = sum(abs(odds) for a, b, odds in board.evidence.edges if (labels[a] == labels[b]) != (odds > 0))
    doubtful = not all(tag.clear for tag in board.tags)
    # Each thing is there, none where nothing is, and no tag is hidden.
    there = board.parts.there * prod(tag.present * tag.owner for tag in board.tags)
    there *= prod(1 - _covered(seen, cell) for cell in board.plain())
    odds = AT_FIRST + float(np.log(max(TINY, there))) + ODDS * share - SAYS_NOTHING * len(_saying_nothing(result))
    odds -= AGAINST * max(board.parts.cost, min(MOST_ODDS, against + doubtful + board.parts.cost))
    return float(1 / (1 + np.exp(-odds)))


def _read(seen: Seen, board: _Board, confidence: float, say: list[str]) -> PipsReading:
    result, places, tray = board.result, board.evidence.cells, [one.domino for one in board.tray]
    dominoes = list(zip(result.pips[::2], result.pips[1::2], strict=True))
    covered = {places[k] for _, *two in board.evidence.laid for k in two}

    def fill(cells: tuple[Cell, ...]) -> tuple[int, int, int]:
        bare = [cell for cell in cells if cell not in covered] or cells
        colours = board.fills[[places.index(cell) for cell in bare]]
        blue, green, red = median(colours, axis=0).round().astype(int).tolist()
        return blue, green, red

    return PipsReading(
        game="pips",
        puzzle=result.puzzle,
        confidence=confidence,
        warnings=tuple(say),
        milliseconds={},
        step=seen.step,
        origin=seen.corner(board.top, board.left),
        placed=tuple(Placed(dominoes[k // 2], (places[a], places[b])) for k, a, b in board.evidence.laid),
        tray=tuple(Tile(values, (d.x, d.y), d.size, d.upright) for values, d in zip(dominoes, tray, strict=False)),
        tags={number: _tag(seen, *both) for number, both in enumerate(zip(board.tags, result.texts, strict=True))},
        fills={number: fill(region.cells) for number, region in enumerate(result.puzzle.regions)},
    )


def _tag(seen: Seen, tag: ReadTag, text: str) -> Tag:
    mine = next(one.probability for one in tag.texts if one.value == text)
    other = next((one for one in tag.texts if one.value != text), Option("", 0.0))
    return Tag(seen.corner(tag.y, tag.x), text, other.value, max(0.0, mine - other.probability))


def _reading_order(tray: list[InTray]) -> list[InTray]:
    """Rows from the top, each from the left."""
    down = sorted(tray, key=lambda one: one.domino.y)
    rows = np.cumsum([0, *(b.domino.y - a.domino.y > 0.6 * b.domino.side for a, b in pairwise(down))]).tolist()
    return [one for _, one in sorted(zip(rows, down, strict=False), key=lambda both: (both[0], both[1].domino.x))]


def _named(cell: Cell, cells: set[Cell]) -> str:
    """A cell as people count it, from the upper left of the board."""
    top, left = min(r for r, _ in cells), min(c for _, c in cells)
    return f"r{cell[0] - top + 1} c{cell[1] - left + 1}"
