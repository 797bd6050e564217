"""Why: the next step in a Tango or Takuzu and its reason, the whole way to the solution, and how hard it is.

Nothing here guesses. A rule looks at one line of the board as it stands and says which cells it forces; the rules are
tried from simple to hard, and the simplest that has something to say is the next step:

    pair           two of a kind side by side want the other kind at both ends (or as many as `max_run` says)
    gap            a cell that would join like cells to too long a run
    full count     a line has all its suns; the rest are moons
    marker         `=` or `x` beside a known cell
    equal pair     two empty cells with `=` between them that would be too many together, or too long a run
    crossed pair   two empty cells with `x` between them are one of each in the count
    last one       a line lacks only one more sun, and in some cells it would leave a run of moons or break a marker
    line           all ways left to fill a line agree on a cell; this holds all the rules above
    unlike lines   the same, without the ways that would repeat a full line, where no two may be alike
    what if        a cell cannot be a sun, since by the rules above that leads to a contradiction: `chain` tells how
    nested what if the same, with a what if, or a nested one, in its chain

A board with one solution is always explained to the end. Cells are named `r3 c4` in sentences, from 1.

What is not here: whether there are other solutions (`search`). A cell that may be either is filled by no rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from math import inf
from time import perf_counter
from typing import NamedTuple, TypeAlias

from solver.binary import search
from solver.binary.puzzle import EMPTY, BinaryPuzzle, Cell
from solver.binary.search import Tables
from solver.errors import BadOption, SearchTimeout, shown
from solver.steps import LEVELS as LEVELS  # also for those who ask this module
from solver.steps import Difficulty as Difficulty
from solver.steps import Step as Step
from solver.verdicts import check_time_limit

# -- the verbs ------------------------------------------------------------------------------------------------------


def hint(
    puzzle: BinaryPuzzle, clues: Collection[Cell] | None = None, *, time_limit: float | None = None
) -> Step | None:
    """The next step on the board as it stands; None where nothing follows any more: it is full, or the cells left
    can be either, in one solution or another.

    `clues` are the cells whose symbols the puzzle gave, all other symbols are entries; None if all are given. Where
    entries are wrong the step says so first. Raises `BadCoordinate` for a clue that is none, `SearchTimeout` when it
    takes longer than `time_limit` seconds.
    """
    deadline = _deadline(time_limit)
    if clues is not None:
        wrong = _wrong_entry(puzzle, clues, time_limit)
        if wrong is not None:
            return wrong
    return next(_steps(_Board(puzzle), len(RULES), deadline), None)


def explain(
    puzzle: BinaryPuzzle, *, hardest: str = "nested what if", time_limit: float | None = None
) -> tuple[Step, ...]:
    """All steps, by the rules up to the `hardest`, to the full board or as far as they lead.

    On a board that has no solution the last step is a `"contradiction"`. Raises `BadOption` for an unknown rule,
    `SearchTimeout` after `time_limit` seconds, with the steps found so far.
    """
    if hardest not in NAMES:
        raise BadOption(f"hardest is {shown(hardest)}; the rules are {', '.join(NAMES)}")
    steps: list[Step] = []
    try:
        steps.extend(_steps(_Board(puzzle), NAMES.index(hardest) + 1, _deadline(time_limit)))
    except SearchTimeout as late:
        raise SearchTimeout(str(late), tuple(steps)) from None
    return tuple(steps)


def difficulty(puzzle: BinaryPuzzle, *, time_limit: float | None = None) -> Difficulty:
    """The hardest rule the board needs, and how often. Raises `SearchTimeout` after `time_limit` seconds."""
    steps = explain(puzzle, time_limit=time_limit)
    counted = Counter(step.rule for step in steps)
    rules = tuple((name, counted[name]) for name in NAMES if counted[name])
    solved = len(puzzle.filled()) + sum(len(step.filled) for step in steps) == puzzle.size**2
    if not solved or "contradiction" in counted or not rules:
        return Difficulty(None, None, 0, rules, solved and "contradiction" not in counted)
    rule, times = rules[-1]
    return Difficulty(LEVEL_OF[rule], rule, times, rules, True)


def _deadline(time_limit: float | None) -> float:
    check_time_limit(time_limit)
    return inf if time_limit is None else perf_counter() + time_limit


def _left(deadline: float) -> float | None:
    """The time limit that is left, in seconds."""
    return None if deadline == inf else max(deadline - perf_counter(), 1e-6)


def _wrong_entry(puzzle: BinaryPuzzle, clues: Collection[Cell], time_limit: float | None) -> Step | None:
    """What is wrong with the entries, as a step; None if nothing is, or if the clues alone have no solution."""
    found = search.wrong_entries(puzzle, clues, time_limit=time_limit)
    if found.wrong:
        r, c = found.wrong[0]
        more = len(found.wrong) - 1
        others = f"; {more} more {'entry is' if more == 1 else 'entries are'} wrong" if more else ""
        return Step(
            "wrong entry",
            f"{_name(r, c)} is wrong: no solution of the clues has {_a(puzzle.cells[r][c])} there{others}",
            found.wrong,
        )
    if found.conflict:
        named = _list([_name(r, c) for r, c in found.conflict])
        return Step("wrong entry", f"at least one of {named} is wrong: no solution has all of them", found.conflict)
    return None


# -- the board of a deduction ---------------------------------------------------------------------------------------


@dataclass(slots=True, eq=False, repr=False)
class _Line:
    """A row or a column as the rules see it.

    name      `"row 3"`
    cells     its cells, in order
    text      their symbols, `.` for an empty one
    marks     the markers between them
    ways      the set of patterns that fit text and markers, as in `search`
    full      the full lines beside it, each with its name, if no two may be alike
    """

    name: str
    cells: list[Cell]
    text: str
    marks: str
    ways: int
    full: dict[str, int]
    max_run: int
    symbols: str
    tables: Tables

    def other(self, symbol: str) -> str:
        return self.symbols[symbol == self.symbols[0]]

    def lacks(self, symbol: str) -> int:
        """How many more of the symbol the line takes."""
        return len(self.text) // 2 - self.text.count(symbol)

    def names(self, places: Collection[int]) -> str:
        return _list([_name(*self.cells[i]) for i in sorted(places)])

    def known(self) -> list[int]:
        return [i for i, s in enumerate(self.text) if s != EMPTY]


class _Found(NamedTuple):
    """What a rule says of a line: places to fill, places that justify it, and the reason in words.

    `beside` are cells of other lines that justify it.
    """

    fills: dict[int, str]
    because: Collection[int]
    reason: str
    beside: tuple[Cell, ...] = ()


class _Board:
    """The lines of a board, and for each rule the lines it has still to look at."""

    def __init__(self, puzzle: BinaryPuzzle) -> None:
        t = search.tables(puzzle)
        n = puzzle.size
        self.puzzle = puzzle
        self.n = n
        self.tables = t
        rows = [[(r, c) for c in range(n)] for r in range(n)]
        columns = [list(column) for column in zip(*rows, strict=True)]
        marks = [*puzzle.h, *["".join(gap[c] for gap in puzzle.v) for c in range(n)]]
        self.lines = []
        for i, (cells, mark) in enumerate(zip(rows + columns, marks, strict=True)):
            name = f"row {i + 1}" if i < n else f"column {i - n + 1}"
            text = "".join(puzzle.cells[r][c] for r, c in cells)
            ways = t.add_clues(text)[0] & t.add_markers(mark)
            self.lines.append(_Line(name, cells, text, mark, ways, {}, puzzle.max_run, puzzle.symbols, t))
        if puzzle.unique_lines:
            for line in range(2 * n):
                self._note_if_full(line)
        self.todo = [set(range(2 * n)) for _ in LINE_RULES]
        self.unchecked = set(range(2 * n))
        self.witnesses: list[tuple[str, ...]] | None = None
        self.unique = True

    def copy(self) -> _Board:
        new: _Board = object.__new__(_Board)
        new.puzzle, new.n, new.tables = self.puzzle, self.n, self.tables
        new.lines = [
            _Line(x.name, x.cells, x.text, x.marks, x.ways, dict(x.full), x.max_run, x.symbols, x.tables)
            for x in self.lines
        ]
        new.todo = [set(todo) for todo in self.todo]
        new.unchecked = set(self.unchecked)
        new.witnesses, new.unique = [], True
        return new

    def fill(self, cell: Cell, symbol: str) -> None:
        r, c = cell
        for line, i in ((r, c), (self.n + c, r)):
            x = self.lines[line]
            x.text = x.text[:i] + symbol + x.text[i + 1 :]
            x.ways &= self.tables.has[i][symbol == x.symbols[1]]
            changed = {line}
            if self.puzzle.unique_lines:
                changed |= self._note_if_full(line)
            for todo in self.todo:
                todo |= changed
            self.unchecked |= changed

    def _note_if_full(self, line: int) -> set[int]:
        """Tell the lines beside a full one of it; those told."""
        x = self.lines[line]
        if EMPTY in x.text or not x.ways:
            return set()
        side = 0 if line < self.n else self.n
        told = {other for other in range(side, side + self.n) if other != line}
        for other in told:
            self.lines[other].full[x.name] = x.ways
        return told

    def state(self) -> tuple[list[int], list[int]]:
        """The board as the search sees it: the sets and the known cells of the lines."""
        bits = self.tables.bits
        known = [sum([b for b, s in zip(bits, x.text, strict=True) if s != EMPTY]) for x in self.lines]
        return [x.ways for x in self.lines], known

    def may_be(self, cell: Cell, symbol: str, deadline: float) -> bool:
        """Whether some solution has this there; on a board made by a supposition none has anything anywhere.

        It saves trying to refute what cannot be refuted, where trying takes longer than to look for a solution.
        """
        if self.witnesses is None:
            self.witnesses = [w.cells for w in search.classify(self.puzzle, time_limit=_left(deadline)).witnesses]
            self.unique = len(self.witnesses) < 2
        r, c = cell
        if any(cells[r][c] == symbol for cells in self.witnesses):
            return True
        if not self.unique:
            found = search.first(self.puzzle.with_cell(r, c, symbol), time_limit=_left(deadline))
            if found is not None:
                self.witnesses.append(found.cells)
                return True
        return False

    def is_full(self) -> bool:
        return not any(EMPTY in x.text for x in self.lines[: self.n])


# -- rules of one line ----------------------------------------------------------------------------------------------


def _pair(x: _Line) -> Iterator[_Found]:
    return _too_long(x, between=False)


def _gap(x: _Line) -> Iterator[_Found]:
    return _too_long(x, between=True)


def _too_long(x: _Line, between: bool) -> Iterator[_Found]:
    """An empty cell that with one symbol would make too long a run: at one end of like cells, or between some."""
    if not any(sign in x.text for sign in _signs(x.symbols, x.max_run, between)):
        return
    for i, here in enumerate(x.text):
        if here != EMPTY:
            continue
        for s in x.symbols:
            before = len(x.text[:i]) - len(x.text[:i].rstrip(s))
            after = len(x.text[i + 1 :]) - len(x.text[i + 1 :].lstrip(s))
            if before + after >= x.max_run and (before > 0 < after) == between:
                places = [*range(i - before, i), *range(i + 1, i + 1 + after)]
                if between:
                    too_many = _number(before + after + 1)
                    reason = f"{x.names(places)} are {_suns(s)}, and {_a(s)} between would make {too_many} in a row"
                else:
                    reason = f"{x.names(places)} are {_suns(s)}, and no more than {_number(x.max_run)} may be in a row"
                yield _Found({i: x.other(s)}, places, reason)


@cache
def _signs(symbols: str, max_run: int, between: bool) -> tuple[str, ...]:
    """What a line holds where, and only where, `_too_long` has something to say: most of the time none of it."""
    ends = range(1, max_run) if between else (0, max_run)
    return tuple(s * before + EMPTY + s * (max_run - before) for s in symbols for before in ends)


def _full_count(x: _Line) -> Iterator[_Found]:
    for s in x.symbols:
        if x.lacks(s) == 0 and EMPTY in x.text:
            places = [i for i, here in enumerate(x.text) if here == s]
            fills = {i: x.other(s) for i, here in enumerate(x.text) if here == EMPTY}
            yield _Found(fills, places, f"{x.name} already has {_number(len(places))} {_suns(s)}")


def _marker(x: _Line) -> Iterator[_Found]:
    for i, mark in enumerate(x.marks):
        if mark != EMPTY:
            for a, b in ((i, i + 1), (i + 1, i)):
                if x.text[a] != EMPTY and x.text[b] == EMPTY:
                    s = x.text[a]
                    kind = "the same as" if mark == "=" else "different from"
                    reason = f"{'=' if mark == '=' else '×'} says it is {kind} {x.names([a])}, {_a(s)}"
                    yield _Found({b: s if mark == "=" else x.other(s)}, [a], reason)


def _equal_pair(x: _Line) -> Iterator[_Found]:
    """Both cells of an empty equal pair, where one symbol would be too long a run with those beside, or too many."""
    for i, mark in enumerate(x.marks):
        if mark == "=" and x.text[i] == x.text[i + 1] == EMPTY:
            for s in x.symbols:
                fills = {i: x.other(s), i + 1: x.other(s)}
                before = i - len(x.text[:i].rstrip(s))
                after = len(x.text[i + 2 :]) - len(x.text[i + 2 :].lstrip(s))
                if before + after + 2 > x.max_run and before + after:
                    places = [*range(i - before, i), *range(i + 2, i + 2 + after)]
                    reason = f"they are equal, and with {x.names(places)} there would be too many {_suns(s)} in a row"
                    yield _Found(fills, places, reason)
                if x.lacks(s) == 1:
                    places = [j for j, here in enumerate(x.text) if here == s]
                    yield _Found(fills, places, f"they are equal, and {x.name} has room for only one more {_sun(s)}")


def _crossed_pair(x: _Line) -> Iterator[_Found]:
    """Each crossed pair of empty cells takes one of either kind; what that leaves of one kind may be none."""
    pairs: list[int] = []
    for i, mark in enumerate(x.marks):
        if mark == "x" and x.text[i] == x.text[i + 1] == EMPTY and i - 1 not in pairs:
            pairs.append(i)
    if not pairs:
        return
    taken = {i + j for i in pairs for j in (0, 1)}
    rest = [i for i, here in enumerate(x.text) if here == EMPTY and i not in taken]
    for s in x.symbols:
        if rest and x.lacks(s) == len(pairs):
            places = [j for j, here in enumerate(x.text) if here == s]
            lacked = f"{_number(len(pairs))} more {_suns(s) if len(pairs) > 1 else _sun(s)}"
            crossed = " and ".join(x.names([i, i + 1]) for i in pairs)
            reason = f"{x.name} takes {lacked}, and × says that of {crossed} one of each two is {_a(s)}"
            yield _Found(dict.fromkeys(rest, x.other(s)), places, reason)


def _last_one(x: _Line) -> Iterator[_Found]:
    """Where a line lacks one of a kind, that one cannot be where all others of the other kind break a rule."""
    for s in x.symbols:
        if x.lacks(s) != 1 or x.text.count(EMPTY) < 2:
            continue
        o = x.other(s)
        for i, here in enumerate(x.text):
            if here != EMPTY:
                continue
            text = (x.text[:i] + s + x.text[i + 1 :]).replace(EMPTY, o)
            broken = _broken(x, text)
            if broken:
                reason = f"{x.name} has room for only one more {_sun(s)}, and with it there, {broken[1]}"
                yield _Found({i: o}, x.known(), reason)


def _broken(x: _Line, text: str) -> tuple[list[int], str] | None:
    """What is wrong with the known cells of a line as such: the places, and in words; None if nothing is."""
    i = 0
    for s, run in groupby(text):
        length = len(list(run))
        if s != EMPTY and length > x.max_run:
            places = list(range(i, i + length))
            return places, f"{x.names(places)} are {_number(length)} {_suns(s)} in a row"
        i += length
    for i, mark in enumerate(x.marks):
        a, b = text[i], text[i + 1]
        if mark != EMPTY and EMPTY not in (a, b) and (a == b) != (mark == "="):
            return [i, i + 1], f"{x.names([i, i + 1])} break the {'=' if mark == '=' else '×'} between them"
    for s in x.symbols:
        if text.count(s) > len(text) // 2:
            places = [i for i, here in enumerate(text) if here == s]
            return places, f"{x.name} has {_number(len(places))} {_suns(s)}"
    return None


def _agreement(x: _Line, ways: int) -> dict[int, str]:
    """The empty cells on which all these ways to fill the line agree."""
    fills = {}
    for i, here in enumerate(x.text):
        if here == EMPTY:
            zero, one = x.tables.has[i]
            if not ways & one:
                fills[i] = x.symbols[0]
            elif not ways & zero:
                fills[i] = x.symbols[1]
    return fills


def _line(x: _Line) -> Iterator[_Found]:
    fills = _agreement(x, x.ways) if EMPTY in x.text and x.ways else {}
    if fills:
        ways = x.ways.bit_count()
        many = "only one way" if ways == 1 else f"{_number(ways)} ways, and all agree on that"
        yield _Found(fills, x.known(), f"{x.name} can be filled in {many}")


def _unlike_lines(x: _Line) -> Iterator[_Found]:
    repeated = {name: ways for name, ways in x.full.items() if ways & x.ways}
    if EMPTY in x.text and repeated:
        ways = x.ways
        for those in repeated.values():
            ways &= ~those
        fills = _agreement(x, ways) if ways else {}
        if fills:
            reason = f"{x.name} would else be the same as {_list(list(repeated))}"
            yield _Found(fills, x.known(), reason, _cells_of(x, repeated))


def _cells_of(x: _Line, names: Collection[str]) -> tuple[Cell, ...]:
    """The cells of full lines beside this one."""
    at = [int(name.split()[1]) - 1 for name in names]
    n = len(x.text)
    is_row = x.name.startswith("row")
    return tuple((i, j) if is_row else (j, i) for i in at for j in range(n))


_Rule: TypeAlias = Callable[[_Line], Iterator[_Found]]

LINE_RULES: tuple[tuple[str, _Rule, str], ...] = (
    ("pair", _pair, "easy"),
    ("gap", _gap, "easy"),
    ("full count", _full_count, "easy"),
    ("marker", _marker, "easy"),
    ("equal pair", _equal_pair, "medium"),
    ("crossed pair", _crossed_pair, "medium"),
    ("last one", _last_one, "medium"),
    ("line", _line, "hard"),
    ("unlike lines", _unlike_lines, "hard"),
)
"""The rules of one line from simple to hard: name, function, the level of boards that need it."""

RULES = (*((name, level) for name, _, level in LINE_RULES), ("what if", "expert"), ("nested what if", "expert"))
"""All rules from simple to hard, each with the level of boards that need it."""

NAMES = tuple(name for name, _ in RULES)
LEVEL_OF = dict(RULES)


# -- step by step ---------------------------------------------------------------------------------------------------


def _steps(board: _Board, rules: int, deadline: float) -> Iterator[Step]:
    """All steps by the first so many rules; filled in on the board as they are made."""
    while True:
        if perf_counter() > deadline:
            raise SearchTimeout("the time limit passed before the board was explained")
        step = _contradiction(board) or _line_step(board, rules)
        if step is None and rules > len(LINE_RULES) and not board.is_full():
            step = _what_if(board, 1, deadline)
            depth = 2
            while step is None and rules == len(RULES) and depth <= DEEPEST:
                step = _what_if(board, depth, deadline)
                depth += 1
        if step is None:
            return
        yield step
        if step.rule == "contradiction":
            return
        for cell, symbol in step.filled:
            board.fill(cell, symbol)


DEEPEST = 4
"""So deep are what-ifs nested at most. Every board measured for docs/uniqueness.md was filled within that."""


def _line_step(board: _Board, rules: int) -> Step | None:
    """The step by the simplest rule of one line that has one."""
    for (name, rule, _), todo in zip(LINE_RULES[:rules], board.todo, strict=False):
        for number in sorted(todo):
            line = board.lines[number]
            found = next(rule(line), None)
            if found is not None:
                return _said(name, line, found)
            todo.discard(number)
    return None


def _said(rule: str, line: _Line, found: _Found) -> Step:
    filled = tuple((line.cells[i], s) for i, s in sorted(found.fills.items()))
    because = tuple(dict.fromkeys([*(line.cells[i] for i in sorted(found.because)), *found.beside]))
    return Step(rule, f"{_must_be(filled)}: {found.reason}", because, filled)


def _contradiction(board: _Board) -> Step | None:
    """What of the board breaks a rule, or leaves a line no way to be filled; None if nothing does."""
    for number in sorted(board.unchecked):
        x = board.lines[number]
        ways = x.ways
        repeated = [name for name, those in x.full.items() if those & ways]
        if not ways or repeated:
            broken = _broken(x, x.text)
            if broken:
                places, said = broken
                return Step("contradiction", said, tuple(x.cells[i] for i in places))
            known = tuple(x.cells[i] for i in x.known())
            if not ways:
                return Step("contradiction", f"{x.name} cannot be filled any more", known)
            for name in repeated:
                ways &= ~x.full[name]
            if not ways:
                said = "is the same as" if EMPTY not in x.text else "cannot be filled without repeating"
                because = tuple(dict.fromkeys(known + _cells_of(x, repeated)))
                return Step("contradiction", f"{x.name} {said} {_list(repeated)}", because)
        board.unchecked.discard(number)
    return None


# -- what if --------------------------------------------------------------------------------------------------------

COMPARED = 4
"""So many cells that can be refuted are compared, for the shortest chain."""


BLIND = 4
"""So many cells a nested what-if tries before it has the search say what cannot be refuted: on hard boards of 20x20
the search alone takes longer, and mostly one of the first cells will do."""


def _what_if(board: _Board, depth: int, deadline: float) -> Step | None:
    """A cell that cannot hold one of the symbols, and how that is seen; of some, the one told most shortly."""
    t, n, unlike = board.tables, board.n, board.puzzle.unique_lines
    lines, known = board.state()
    steps: list[Step] = []
    for number, (row, column) in enumerate(_promising(lines, known, t)):
        for value in (0, 1):
            asks = depth > 2 or (depth == 2 and number >= BLIND)
            if asks and board.may_be((row, column), board.puzzle.symbols[value], deadline):
                continue
            part = _supposing(lines, known, row, column, value, t)
            if _refutes(part, depth, unlike, t, deadline):
                steps.append(_what_if_step(board, (row, column), value, depth, deadline))
        if len(steps) >= (COMPARED if depth == 1 and n <= 14 else 1):
            break
    best = min(steps, key=lambda step: len(step.chain), default=None)
    return None if best is None else _shortened(board, best)


def _what_if_step(board: _Board, cell: Cell, value: int, depth: int, deadline: float) -> Step:
    symbol = board.puzzle.symbols[value]
    supposed = board.copy()
    supposed.fill(cell, symbol)
    chain: list[Step] = []
    while not chain or chain[-1].rule != "contradiction":
        step = _contradiction(supposed) or _line_step(supposed, len(LINE_RULES))
        for shallower in range(1, depth):
            step = step or _what_if(supposed, shallower, deadline)
        assert step is not None  # `_refutes` found that these rules lead to a contradiction
        chain.append(step)
        for filled, by in step.filled:
            supposed.fill(filled, by)
    return _refutation(board, cell, symbol, _rested_on(chain))


def _refutation(board: _Board, cell: Cell, symbol: str, chain: list[Step]) -> Step:
    """The step from a symbol that leads to a contradiction, the last of the chain."""
    because = dict.fromkeys(c for step in chain for c in step.because)
    made = {c for step in chain for c, _ in step.filled} | {cell}
    other = next(s for s in board.puzzle.symbols if s != symbol)
    name = "nested what if" if any(step.chain for step in chain) else "what if"
    said = (
        f"{_must_be(((cell, other),))}: were it {_a(symbol)}, then after {_number(len(chain) - 1)} more "
        f"{'step' if len(chain) == 2 else 'steps'} {chain[-1].sentence}"
    )
    if len(chain) == 1:
        said = f"{_must_be(((cell, other),))}: were it {_a(symbol)}, then {chain[-1].sentence}"
    return Step(
        name, said, tuple(sorted(c for c in because if c not in made)), ((cell, other),), (cell, symbol), tuple(chain)
    )


def _rested_on(chain: list[Step]) -> list[Step]:
    """The steps of a chain without those of which nothing that justifies its last one was filled."""
    wanted = set(chain[-1].because)
    kept = [chain[-1]]
    for step in chain[-2::-1]:
        if any(cell in wanted for cell, _ in step.filled):
            wanted.update(step.because)
            kept.append(step)
    return kept[::-1]


def _shortened(board: _Board, what_if: Step) -> Step:
    """The same with only those steps in its chain that the contradiction needs: none can be left out."""
    assert what_if.supposed is not None
    cell, symbol = what_if.supposed
    chain = list(what_if.chain)
    length = 0
    while len(chain) != length:
        length = len(chain)
        before = [board.copy()]
        before[0].fill(cell, symbol)
        for step in chain[:-1]:
            before.append(before[-1].copy())
            _fill(before[-1], step)
        for at in range(len(chain) - 2, -1, -1):
            fewer = _remade(before[at].copy(), chain[at + 1 :])
            if fewer is not None:
                chain = [*chain[:at], *fewer]
    return _refutation(board, cell, symbol, chain)


def _fill(board: _Board, step: Step) -> None:
    for cell, symbol in step.filled:
        board.fill(cell, symbol)


def _remade(board: _Board, chain: list[Step]) -> list[Step] | None:
    """The same steps on a board with less on it, without those that say nothing there; None where all is well then."""
    made: list[Step] = []
    for step in chain:
        contradiction = _contradiction(board)
        if contradiction is not None:
            return [*made, contradiction]
        again = _again(board, step) if step.filled else None
        if again is not None:
            made.append(again)
            _fill(board, again)
    return None


def _again(board: _Board, step: Step) -> Step | None:
    """What the rule of a step says on this board of its cells: of several things the one that fills most of them."""
    if step.supposed is not None:
        cell, symbol = step.supposed
        supposed = board.copy()
        supposed.fill(cell, symbol)
        chain = _remade(supposed, list(step.chain))
        return None if chain is None else _refutation(board, cell, symbol, chain)
    best, most = None, 0
    rule = next(rule for name, rule, _ in LINE_RULES if name == step.rule)
    r, c = step.filled[0][0]
    for line in (board.lines[r], board.lines[board.n + c]):
        for found in rule(line):
            fills = sum((line.cells[i], s) in step.filled for i, s in found.fills.items())
            if fills > most:
                best, most = _said(step.rule, line, found), fills
    return best


def _promising(lines: list[int], known: list[int], t: Tables) -> list[Cell]:
    """The open cells, those first in which either symbol would take most ways from the lines through them."""
    n = t.n
    leanings = [t.leanings.get(s) or t.add_leaning(s) for s in lines]
    cells = []
    for row, (ones, zeros) in enumerate(leanings[:n]):
        for column, bit in enumerate(t.bits):
            if not known[row] & bit:
                more_ones, more_zeros = leanings[n + column]
                cells.append((-(ones[column] + more_ones[row]) * (zeros[column] + more_zeros[row]), row, column))
    return [(row, column) for _, row, column in sorted(cells)]


def _supposing(lines: list[int], known: list[int], row: int, column: int, value: int, t: Tables) -> search._Part:
    lines, known = lines[:], known[:]
    lines[row] &= t.has[column][value]
    lines[t.n + column] &= t.has[row][value]
    return lines, known, {row, t.n + column}


def _refutes(part: search._Part, depth: int, unlike: bool, t: Tables, deadline: float) -> bool:
    """Whether a state is a dead end by the rules of lines and, if deeper than 1, by what-ifs."""
    lines, known, _ = part
    if not all(lines) or not search._close(*part, unlike, t):
        return True
    if depth == 1:
        return _repeats(lines, unlike, t)
    again = True
    while again:
        again = False
        for row, column in _promising(lines, known, t):
            if perf_counter() > deadline:
                raise SearchTimeout("the time limit passed before the board was explained")
            if known[row] & t.bits[column]:
                continue
            for value in (0, 1):
                if _refutes(_supposing(lines, known, row, column, value, t), depth - 1, unlike, t, deadline):
                    lines[row] &= t.has[column][1 - value]
                    lines[t.n + column] &= t.has[row][1 - value]
                    if not all(lines) or not search._close(lines, known, {row, t.n + column}, unlike, t):
                        return True
                    again = True
                    break
    return _repeats(lines, unlike, t)


def _repeats(lines: list[int], unlike: bool, t: Tables) -> bool:
    """Whether a full board has two equal lines where it may not."""
    if not unlike or any(s & (s - 1) for s in lines):
        return False
    return len(set(lines[: t.n])) < t.n or len(set(lines[t.n :])) < t.n


# -- words ----------------------------------------------------------------------------------------------------------

_WORDS = {"S": ("sun", "a sun", "suns"), "M": ("moon", "a moon", "moons"), "0": ("0", "0", "0s"), "1": ("1", "1", "1s")}
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def _sun(symbol: str) -> str:
    return _WORDS[symbol][0]


def _a(symbol: str) -> str:
    return _WORDS[symbol][1]


def _suns(symbol: str) -> str:
    return _WORDS[symbol][2]


def _number(number: int) -> str:
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def _name(row: int, column: int) -> str:
    return f"r{row + 1} c{column + 1}"


def _list(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _must_be(filled: tuple[tuple[Cell, str], ...]) -> str:
    """`r3 c4 must be a moon`; `r3 c4 and r3 c6 must be moons`; `r3 c4 must be a moon and r3 c6 a sun`."""
    by_symbol: dict[str, list[str]] = {}
    for (r, c), symbol in filled:
        by_symbol.setdefault(symbol, []).append(_name(r, c))
    parts = [
        f"{_list(names)} {'must be ' if i == 0 else ''}{_a(symbol) if len(names) == 1 else _suns(symbol)}"
        for i, (symbol, names) in enumerate(by_symbol.items())
    ]
    return " and ".join(parts)
