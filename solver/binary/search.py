"""Solving Tango and Takuzu by search: the first solution, every one, how many, whether exactly one.

Glossary
    n        the size of the board
    line     a row or a column; lines 0 .. n-1 are the rows, n .. 2n-1 the columns
    pattern  one way to fill a line that keeps the rules within the line; its bits, first cell highest, read as the
             line does with the game's second symbol for 1. A line of 6 has 14 patterns, one of 14 has 518
    set      which patterns a line may still have, as ONE integer: bit p stands for pattern p
    known    which cells of a line are decided, as bits again, first cell highest

The whole state of a search is two lists: the set and the known cells of each of the 2n lines. Every fact becomes an
AND. A clue or a marker strikes the patterns that break it, before the search begins. Then three steps, repeated:

    settle   if all patterns left to a row agree on a cell, the column through that cell loses those that differ, and
             the other way round, until nothing changes. This alone finishes nearly every printed puzzle, and since
             only impossible patterns are ever struck, a board finished this way is proved to have no other solution.
    strike   where no two lines may be alike, what one row is, no other row can be.
    branch   take the line with the fewest patterns: either it is the first of them, or it is not.

Counting the solutions of a nearly empty board by listing them would take hours; `count` then works row by row, and
keeps for each column only how many ones it has and how its last run stands. That cannot tell whether two lines are
alike, so boards with `unique_lines` are always counted by listing: 6x6 is quick, an empty 8x8 takes minutes.

What is not here: reasons a person would give for a step (`deduce`). The search guesses, and does not explain.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import inf
from time import perf_counter
from typing import TypeVar

from solver.binary.puzzle import EMPTY, SYMBOLS, BinaryPuzzle, Solution, no_markers
from solver.errors import BadOption, SearchTimeout, shown

CACHE_LIMIT = 1 << 16
"""A cache is emptied when it holds that many answers, so that no board, however large, fills the memory."""


@dataclass(frozen=True, slots=True)
class Classification:
    """How many solutions there are, and proof: `witnesses` holds none, the only one, or two different ones."""

    verdict: str
    witnesses: tuple[Solution, ...]


# -- the verbs ------------------------------------------------------------------------------------------------------


def first(puzzle: BinaryPuzzle, *, time_limit: float | None = None) -> Solution | None:
    """One solution, or None. Raises `SearchTimeout` after `time_limit` seconds."""
    return next(every(puzzle, time_limit=time_limit), None)


def every(puzzle: BinaryPuzzle, *, time_limit: float | None = None) -> Iterator[Solution]:
    """Every solution once, found as they are asked for. Raises `SearchTimeout` after `time_limit` seconds in all."""
    texts = tables(puzzle).texts[puzzle.game]
    n = puzzle.size
    for lines in _search(puzzle, time_limit):
        yield Solution(tuple([texts[s.bit_length() - 1] for s in lines[:n]]))


def classify(puzzle: BinaryPuzzle, *, time_limit: float | None = None) -> Classification:
    """Whether there is exactly one solution: `"unique"`, `"multiple"` or `"none"`, with the solutions that prove it.

    Raises `SearchTimeout` after `time_limit` seconds, with the solutions found so far.
    """
    witnesses: list[Solution] = []
    try:
        for solution in every(puzzle, time_limit=time_limit):
            witnesses.append(solution)
            if len(witnesses) == 2:
                break
    except SearchTimeout as late:
        raise SearchTimeout(str(late), tuple(witnesses)) from None
    return Classification(VERDICTS[len(witnesses)], tuple(witnesses))


VERDICTS = ("none", "unique", "multiple")


def verdict(puzzle: BinaryPuzzle, *, time_limit: float | None = None) -> str:
    """The verdict of `classify` without its witnesses, for those who ask about many boards."""
    found = 0
    for _ in _search(puzzle, time_limit):
        found += 1
        if found == 2:
            break
    return VERDICTS[found]


# -- the search -----------------------------------------------------------------------------------------------------


def _search(puzzle: BinaryPuzzle, time_limit: float | None) -> Iterator[list[int]]:
    """The sets of the lines of every solution: each holds one pattern."""
    check_time_limit(time_limit)
    deadline = inf if time_limit is None else perf_counter() + time_limit
    t = tables(puzzle)
    n = t.n
    lines, known = _start(puzzle, t)
    if not all(lines):
        return
    stack = [(lines, known, set(range(2 * n)))]
    while stack:
        lines, known, todo = stack.pop()
        while _settle(lines, known, todo, t):
            undecided = [line for line, s in enumerate(lines) if s & (s - 1)]
            if not undecided:
                if not puzzle.unique_lines or len(set(lines[:n])) == n == len(set(lines[n:])):
                    yield lines
                break
            if puzzle.unique_lines:
                todo = _strike(lines, undecided, n)
                if todo:
                    continue
            at = min(undecided, key=lambda line: lines[line].bit_count())
            this = lines[at] & -lines[at]
            other = lines[:]
            other[at] ^= this
            lines[at] = this
            stack.append((other, known[:], {at}))
            todo = {at}
        if perf_counter() > deadline:
            raise SearchTimeout("the time limit passed before the search was over")


def _start(puzzle: BinaryPuzzle, t: Tables) -> tuple[list[int], list[int]]:
    """The sets and the known cells of each line, as clues and markers leave them."""
    n = t.n
    flat = "".join(puzzle.cells)
    texts = [*puzzle.cells, *[flat[c::n] for c in range(n)]]
    clues = t.clues
    start = [clues.get(text) or t.add_clues(text) for text in texts]
    lines = [s for s, _ in start]
    known = [k for _, k in start]
    if (puzzle.h, puzzle.v) != no_markers(n):
        flat = "".join(puzzle.v)
        marks = [*puzzle.h, *[flat[c::n] for c in range(n)]]
        markers = t.markers
        for line, text in enumerate(marks):
            s = markers.get(text)
            lines[line] &= t.add_markers(text) if s is None else s
    return lines, known


def _settle(lines: list[int], known: list[int], todo: set[int], t: Tables) -> bool:
    """Carry what the lines in `todo` force over to the lines that cross them, and so on; False at a dead end."""
    n = t.n
    has = t.has
    cells_of = t.cells_of
    decided = t.decided
    while todo:
        line = todo.pop()
        s = lines[line]
        d = decided.get(s)
        if d is None:
            d = t.add_decided(s, known[line])
        mask, value = d
        new = mask & ~known[line]
        if not new:
            continue
        known[line] = mask
        if line < n:
            base, here = n, line
        else:
            base, here = 0, line - n
        bit_here = 1 << (n - 1 - here)
        zero, one = has[here]
        cells = cells_of.get(new)
        if cells is None:
            cells = t.add_cells(new)
        for c, bit in cells:
            c += base
            known[c] |= bit_here
            old = lines[c]
            s = old & (one if value & bit else zero)
            if s != old:
                if not s:
                    return False
                lines[c] = s
                todo.add(c)
    return True


def _strike(lines: list[int], undecided: list[int], n: int) -> set[int]:
    """Take from the undecided rows what the decided ones are, and columns likewise; the lines that lost something."""
    taken = [0, 0]
    for line, s in enumerate(lines):
        if not s & (s - 1):
            taken[line >= n] |= s
    changed = set()
    for line in undecided:
        s = lines[line] & ~taken[line >= n]
        if s != lines[line]:
            lines[line] = s
            changed.add(line)
    return changed


def check_time_limit(time_limit: object) -> None:
    """Raises `BadOption` unless it is None or a number of seconds above 0."""
    if time_limit is None:
        return
    if isinstance(time_limit, bool) or not isinstance(time_limit, (int, float)) or not time_limit > 0:
        raise BadOption(f"time_limit is {shown(time_limit)}, not a number of seconds above 0")


def check_limit(limit: object) -> None:
    """Raises `BadOption` unless it is None or a whole number above 0."""
    if limit is not None and (isinstance(limit, bool) or not isinstance(limit, int) or limit < 1):
        raise BadOption(f"limit is {shown(limit)}, not a whole number above 0")


# -- what all boards of one size share ------------------------------------------------------------------------------


class Tables:
    """The patterns of a line of `n` cells with runs up to `max_run`, and sets of them, worked out once.

    patterns   the patterns, in the order of their numbers
    texts      the same as strings, for each game
    has        has[i] = (the set of patterns with 0 in cell i, the set with 1)
    clues      string of a line, empty cells and all -> (its set, its known cells)
    markers    string of the markers along a line -> its set
    decided    a set -> (the cells on which all its patterns agree, one of the patterns)
    cells_of   bits of cells -> ((index, bit), ...)

    The last four are caches, filled as boards ask.
    """

    def __init__(self, n: int, max_run: int) -> None:
        self.n = n
        self.patterns = _patterns(n, max_run)
        binary = [format(p, f"0{n}b") for p in self.patterns]
        self.texts = {game: _as_text(binary, pair) for game, pair in SYMBOLS.items()}
        self.every = (1 << len(binary)) - 1
        # Cell i of all patterns, the last pattern first, is a binary number: the set of those with 1 in it.
        ones = [int("".join(cell), 2) for cell in zip(*reversed(binary), strict=True)]
        self.has = [(self.every & ~one, one) for one in ones]
        self.same = [self.every & ~(a ^ b) for a, b in pairwise(ones)]
        self.strike = [{"0": zero, "1": one} for zero, one in self.has]
        for strike in self.strike:
            for pair in SYMBOLS.values():
                strike |= dict(zip(pair, (strike["0"], strike["1"]), strict=True))
        self.clues: dict[str, tuple[int, int]] = {}
        self.markers: dict[str, int] = {}
        self.decided: dict[int, tuple[int, int]] = {}
        self.cells_of: dict[int, tuple[tuple[int, int], ...]] = {}

    def add_clues(self, text: str) -> tuple[int, int]:
        s, known, bit = self.every, 0, 1 << self.n
        for strike, symbol in zip(self.strike, text, strict=True):
            bit >>= 1
            if symbol != EMPTY:
                s &= strike[symbol]
                known |= bit
        return _remember(self.clues, text, (s, known))

    def add_markers(self, text: str) -> int:
        s = self.every
        for same, marker in zip(self.same, text, strict=True):
            if marker != EMPTY:
                s &= same if marker == "=" else ~same
        return _remember(self.markers, text, s)

    def add_decided(self, s: int, known: int) -> tuple[int, int]:
        """On which cells all patterns of `s` agree, when they are known to agree on `known`.

        Not cell by cell: compare two patterns, then look among those that differ from them in the first cell where
        they agree, and so on. Most cells are ruled out by a pattern that was looked at for another cell.
        """
        patterns = self.patterns
        value = patterns[s.bit_length() - 1]
        decided = known
        maybe = ~(value ^ patterns[(s & -s).bit_length() - 1]) & ~known & ((1 << self.n) - 1)
        while maybe:
            length = maybe.bit_length()
            bit = 1 << length - 1
            pair = self.has[self.n - length]
            differing = s & (pair[0] if value & bit else pair[1])
            if differing:
                maybe &= ~(value ^ patterns[differing.bit_length() - 1])
            else:
                decided |= bit
                maybe ^= bit
        return _remember(self.decided, s, (decided, value))

    def add_cells(self, bits: int) -> tuple[tuple[int, int], ...]:
        n = self.n
        pairs = tuple([(i, 1 << (n - 1 - i)) for i in range(n) if bits >> (n - 1 - i) & 1])
        return _remember(self.cells_of, bits, pairs)


_K = TypeVar("_K")
_V = TypeVar("_V")


def _remember(cache: dict[_K, _V], key: _K, answer: _V) -> _V:
    if len(cache) >= CACHE_LIMIT:
        cache.clear()
    cache[key] = answer
    return answer


def _patterns(n: int, max_run: int) -> list[int]:
    """All balanced lines of n cells without a longer run, in rising order."""
    half = n // 2
    # (bits so far, ones so far, the last symbol, the length of its run)
    begun = [(0, 0, 0, 1), (1, 1, 1, 1)]
    for length in range(1, n):
        begun = [
            (bits << 1 | symbol, ones + symbol, symbol, run + 1 if symbol == last else 1)
            for bits, ones, last, run in begun
            for symbol in (0, 1)
            if (run < max_run or symbol != last) and (ones < half if symbol else length - ones < half)
        ]
    return [bits for bits, _, _, _ in begun]


def _as_text(binary: list[str], pair: str) -> list[str]:
    if pair == "01":
        return binary
    table = str.maketrans("01", pair)
    return [text.translate(table) for text in binary]


def tables(puzzle: BinaryPuzzle) -> Tables:
    """The tables for boards of this size and these runs, made when first asked for."""
    key = (puzzle.size, puzzle.max_run)
    if key not in _TABLES:
        _TABLES[key] = Tables(*key)
    return _TABLES[key]


_TABLES: dict[tuple[int, int], Tables] = {}


# -- counting -------------------------------------------------------------------------------------------------------


def count(puzzle: BinaryPuzzle, limit: int | None = None, *, time_limit: float | None = None) -> int:
    """How many solutions there are, or `limit` if there are at least that many."""
    check_limit(limit)
    found = 0
    for _ in _search(puzzle, time_limit):
        found += 1
        if found == limit:
            break
    return found
