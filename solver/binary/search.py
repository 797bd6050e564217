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
    branch   take the line with the fewest patterns: either it has this part of them, or the other. Where that leads
             to many dead ends, begin anew and choose with care: the cell of which both values tell most.

Counting the solutions of a nearly empty board by listing them would take hours; `count` then counts the upper and the
lower halves of boards, and in how many ways they fit together: see `_count_by_rows`, `_count_unlike` for boards with
`unique_lines`, and `_count_long_runs` for those with runs of half a line.

What is not here: reasons a person would give for a step (`deduce`). The search guesses, and does not explain.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import inf, log
from time import perf_counter
from typing import TypeAlias

from solver.binary.puzzle import EMPTY, SYMBOLS, BinaryPuzzle, Cell, Solution, no_markers
from solver.errors import BadCoordinate, SearchTimeout
from solver.verdicts import VERDICTS, Classification, WrongEntries, check_limit, check_time_limit, classified

CACHE_BITS = 1 << 28
"""The caches for boards of one size may hold sets of so many bits together, 32 megabytes."""

SECOND = "".join(pair[1] for pair in SYMBOLS.values())
"""The symbols that a pattern has a 1 for."""


# -- the verbs ------------------------------------------------------------------------------------------------------


def first(puzzle: BinaryPuzzle, *, time_limit: float | None = None, most_steps: int | None = None) -> Solution | None:
    """One solution, or None. Raises `SearchTimeout` after `time_limit` seconds, or `most_steps` as of `verdict`."""
    check_time_limit(time_limit)
    return next((_solution(puzzle, lines) for lines in _search(puzzle, time_limit, most_steps)), None)


def every(puzzle: BinaryPuzzle, *, time_limit: float | None = None) -> Iterator[Solution]:
    """Every solution once, found as they are asked for. Raises `SearchTimeout` after `time_limit` seconds in all."""
    check_time_limit(time_limit)  # now, not when the first solution is asked for
    return (_solution(puzzle, lines) for lines in _search(puzzle, time_limit))


def classify(puzzle: BinaryPuzzle, *, time_limit: float | None = None) -> Classification[Solution]:
    """Whether there is exactly one solution: `"unique"`, `"multiple"` or `"none"`, with the solutions that prove it.

    Raises `SearchTimeout` after `time_limit` seconds, with the solutions found so far.
    """
    return classified(_solution(puzzle, lines) for lines in _search(puzzle, time_limit))


def verdict(puzzle: BinaryPuzzle, *, time_limit: float | None = None, most_steps: int | None = None) -> str:
    """The verdict of `classify` without its witnesses, for those who ask about many boards.

    Raises `SearchTimeout` after `time_limit` seconds, or where the search branches more than `most_steps` times: the
    same boards on any machine, however busy. Printed puzzles take less than ten steps.
    """
    found = 0
    for _ in _search(puzzle, time_limit, most_steps):
        found += 1
        if found == 2:
            break
    return VERDICTS[found]


@dataclass(frozen=True, slots=True)
class Decided:
    """A board of which nobody said whether its lines may repeat, with that decided.

    puzzle    the board, its `unique_lines` as decided
    verdict   `"unique"`, `"multiple"` or `"none"`, of that puzzle
    needed    whether it was the rule that no two lines are alike that left one solution of several
    """

    puzzle: BinaryPuzzle
    verdict: str
    needed: bool

    @property
    def said(self) -> str:
        """Which rule was used, in a sentence for people."""
        if self.needed:
            return "solved with the rule that no two rows and no two columns are equal; without it there are several"
        if self.puzzle.unique_lines:
            return "there are several solutions, also where no two rows and no two columns may be equal"
        return "solved without the rule that no two rows and no two columns are equal"


def decide(puzzle: BinaryPuzzle, *, time_limit: float | None = None, most_steps: int | None = None) -> Decided:
    """Whether lines may repeat, where neither the look nor the maker says; what the puzzle itself says is not asked.

    They may, unless the puzzle then has several solutions and at least one in which no two lines are alike. Raises
    `SearchTimeout` when one of the two searches that takes lasts longer than `time_limit` seconds, or takes more than
    `most_steps`, as of `verdict`.
    """
    repeating = puzzle.variant(unique_lines=False)
    answer = verdict(repeating, time_limit=time_limit, most_steps=most_steps)
    if answer == "multiple":
        stricter = puzzle.variant(unique_lines=True)
        strictly = verdict(stricter, time_limit=time_limit, most_steps=most_steps)
        if strictly != "none":
            return Decided(stricter, strictly, strictly == "unique")
    return Decided(repeating, answer, False)


# -- a board somebody has begun -------------------------------------------------------------------------------------


def wrong_entries(puzzle: BinaryPuzzle, clues: Collection[Cell], *, time_limit: float | None = None) -> WrongEntries:
    """Which symbols on the board, other than those in the cells of `clues`, cannot stand.

    Raises `BadCoordinate` when a clue is not a cell of the board or is empty, `SearchTimeout` when one of the searches
    it takes lasts longer than `time_limit` seconds.
    """
    for cell in clues:
        puzzle.check_cell(cell)
        if puzzle.cells[cell[0]][cell[1]] == EMPTY:
            raise BadCoordinate(f"the clue at {cell} is empty")
    entries = sorted(puzzle.filled() - set(clues))
    given = _keeping(puzzle, set(clues))
    judged = classify(given, time_limit=time_limit)
    if judged.verdict == "none":
        return WrongEntries("none", (), ())

    possible: set[Cell] = set()
    wrong = []
    for witness in judged.witnesses:
        possible.update(_agreeing(puzzle, witness, entries))
    for entry in entries:
        if entry not in possible:
            solution = None
            if judged.verdict == "multiple":
                solution = first(_keeping(puzzle, {*clues, entry}), time_limit=time_limit)
            if solution is None:
                wrong.append(entry)
            else:
                possible.update(_agreeing(puzzle, solution, entries))

    conflict = [entry for entry in entries if entry in possible]
    if first(_keeping(puzzle, {*clues, *conflict}), time_limit=time_limit) is not None:
        return WrongEntries(judged.verdict, tuple(wrong), ())
    for entry in tuple(conflict):
        without = [other for other in conflict if other != entry]
        if first(_keeping(puzzle, {*clues, *without}), time_limit=time_limit) is None:
            conflict = without
    return WrongEntries(judged.verdict, tuple(wrong), tuple(conflict))


def _keeping(puzzle: BinaryPuzzle, kept: set[Cell]) -> BinaryPuzzle:
    """The board with only these cells filled."""
    rows = ["".join(s if (r, c) in kept else EMPTY for c, s in enumerate(row)) for r, row in enumerate(puzzle.cells)]
    return puzzle.variant(cells=tuple(rows))


def _agreeing(puzzle: BinaryPuzzle, solution: Solution, cells: list[Cell]) -> list[Cell]:
    return [(r, c) for r, c in cells if puzzle.cells[r][c] == solution.cells[r][c]]


# -- the search -----------------------------------------------------------------------------------------------------


def _search(puzzle: BinaryPuzzle, time_limit: float | None, most_steps: int | None = None) -> Iterator[list[int]]:
    """The sets of the lines of every solution: each holds one pattern."""
    deadline = inf
    if time_limit is not None:
        check_time_limit(time_limit)
        deadline = perf_counter() + time_limit
    t = tables(puzzle)
    n = t.n
    if len(t.decided) > t.limit or len(t.clues) > t.limit:
        t.forget()
    lines, known = _start(puzzle, t)
    unlike = puzzle.unique_lines
    if not all(lines) or not _close(lines, known, set(range(2 * n)), unlike, t):
        return
    start = (lines, known)
    stack = [start]
    careful = False
    dead = steps = 0
    found: set[tuple[int, ...]] = set()
    while stack:
        lines, known = stack.pop()
        if known[:n] == t.all_known:
            if not unlike or len(set(lines[:n])) == n == len(set(lines[n:])):
                if careful and tuple(lines[:n]) in found:
                    continue
                if not careful and len(found) <= MOST_FOUND:
                    found.add(tuple(lines[:n]))
                yield lines
            continue
        # What tries the most promising cells first takes as long as so many other steps.
        steps += 2 * TRIED if careful else 1
        if most_steps is not None and steps > most_steps:
            raise SearchTimeout("the search took more steps than it was given")
        if careful:
            parts = _branch_carefully(lines, known, unlike, t)
        else:
            parts = [part for part in _branch(lines, known, t) if _close(*part, unlike, t)]
            dead += 2 - len(parts)
            if dead > PATIENCE * (1 + len(found)) and len(found) <= MOST_FOUND:
                careful = True
                stack = [start]
                continue
        stack += [(lines, known) for lines, known, _ in parts]
        t.forget()
        if perf_counter() > deadline:
            raise SearchTimeout("the time limit passed before the search was over")


PATIENCE = 8
"""So many dead ends, and as many more for every solution found, and the search begins anew, more carefully. Easy boards
have fewer; on hard ones, what careful branching saves grows with every dead end, up to the factor of 100."""

MOST_FOUND = 1_000
"""After so many solutions it goes on as it began: finding that many, it cannot be in trouble."""

_Part: TypeAlias = tuple[list[int], list[int], set[int]]
"""A state of the search: the sets of the lines, their known cells, and the lines that lost something just now."""


def _close(lines: list[int], known: list[int], todo: set[int], unlike: bool, t: Tables) -> bool:
    """Settle, strike where lines must be unlike, settle again, until nothing changes; False at a dead end."""
    while _settle(lines, known, todo, t):
        struck = _strike(lines, known, t) if unlike and known[: t.n] != t.all_known else set()
        if struck is None:
            return False
        if not struck:
            return True
        todo = struck
    return False


def _solution(puzzle: BinaryPuzzle, lines: list[int]) -> Solution:
    text = tables(puzzle).text(puzzle.game)
    return Solution(tuple([text[s.bit_length() - 1] for s in lines[: puzzle.size]]))


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
    place = t.place
    decided = t.decided
    while todo:
        line = todo.pop()
        s = lines[line]
        d = decided.get(s)
        if d is None:
            d = t.add_decided(s, known[line])
        agreed, value = d
        new = agreed ^ known[line]  # what is known is agreed on, so this takes it away
        if not new:
            continue
        known[line] = agreed
        bit_here, zero, one, crossing = place[line]
        for cross, bit in crossing.get(new) or t.add_crossing(line, new):
            known[cross] |= bit_here
            old = lines[cross]
            s = old & (one if value & bit else zero)
            if s != old:
                if not s:
                    return False
                lines[cross] = s
                todo.add(cross)
    return True


def _strike(lines: list[int], known: list[int], t: Tables) -> set[int] | None:
    """Take from the undecided rows what the decided ones are, and columns likewise; the lines that lost something.

    None at a dead end: a line has nothing left, or two decided ones are alike. The lines have been settled: what is
    known tells which are decided, at less cost than their sets, which have 100,000 bits where lines are long.
    """
    struck = set()
    n = t.n
    everywhere = t.all_known[0]
    for side in (0, n):
        taken = 0
        undecided = []
        for line in range(side, side + n):
            if known[line] == everywhere:
                s = lines[line]
                if s & taken:
                    return None
                taken |= s
            else:
                undecided.append(line)
        if not taken:
            continue
        for line in undecided:
            s = lines[line]
            if s & taken:
                s &= ~taken
                if not s:
                    return None
                lines[line] = s
                struck.add(line)
    return struck


def _branch(lines: list[int], known: list[int], t: Tables) -> tuple[_Part, _Part]:
    """The line with the fewest patterns, some of them and the others; those to try first come last.

    These are one pattern where there are few; else those with the likelier value in the cell that is the surest, if
    all patterns of a line were as likely, in the line and in the one that crosses it. On a large and nearly empty
    board the sure cells first is the difference between a hundred steps and millions.
    """
    n = t.n
    everywhere = t.all_known[0]
    at = min([line for line in range(2 * n) if known[line] != everywhere], key=lambda line: lines[line].bit_count())
    s = lines[at]
    total = s.bit_count()
    half = s & -s
    if total > FEW:
        _, _, one_there, _ = t.place[at]
        first_crossing = n if at < n else 0
        surest = 0.0
        for i, bit in enumerate(t.bits):
            if not known[at] & bit:
                with_one = s & t.has[i][1]
                here = with_one.bit_count() / total
                crossing = lines[first_crossing + i]
                there = (crossing & one_there).bit_count() / crossing.bit_count()
                one, zero = here * there, (1 - here) * (1 - there)
                sure = max(one, zero) / (one + zero)
                if sure > surest:
                    surest, half = sure, with_one if one >= zero else s & ~with_one
    other = lines[:]
    other[at] ^= half
    mine = lines[:]
    mine[at] = half
    return (other, known[:], {at}), (mine, known[:], {at})


FEW = 4
"""A line with so few patterns is tried pattern by pattern, one with more cell by cell."""


def _branch_carefully(lines: list[int], known: list[int], unlike: bool, t: Tables) -> list[_Part]:
    """Both values of the cell with which most follows, settled; one part or none where a cell cannot have both.

    Either value of a promising cell, if all patterns of a line were as likely, would be a surprise in its row and in
    its column, and so take most of their patterns away. The most promising are tried. (Among the lines with the
    fewest patterns are few such cells: boards of 20x20 without a clue to spare took 20 times as long with them.)
    """
    n = t.n
    cached = t.leanings
    leanings = [cached.get(s) or t.add_leaning(s) for s in lines]
    across_ones = zip(*[ones for ones, _ in leanings[n:]], strict=True)
    across_zeros = zip(*[zeros for _, zeros in leanings[n:]], strict=True)
    promising = [
        ((a + b) * (c + d), row, column)
        for row, ((ones, zeros), more_ones, more_zeros) in enumerate(
            zip(leanings, across_ones, across_zeros, strict=False)
        )
        for column, (a, b, c, d) in enumerate(zip(ones, more_ones, zeros, more_zeros, strict=True))
    ]
    promising.sort(reverse=True)
    before = sum([k.bit_count() for k in known])
    most = -1
    best: list[_Part] = []
    for promise, row, column in promising[:TRIED]:
        if not promise:  # a cell that is known
            break
        parts = []
        for value in (0, 1):
            part = (lines[:], known[:], {row, n + column})
            part[0][row] &= t.has[column][value]
            part[0][n + column] &= t.has[row][value]
            if _close(*part, unlike, t):
                parts.append(part)
        if len(parts) < 2:
            return parts
        zero, one = [sum([k.bit_count() for k in part[1]]) - before for part in parts]
        if zero * one > most:
            most, best = zero * one, parts
    return best


TRIED = 24
"""Of 1, 4, 8, 16, 24, 32, 64 and all cells, trying 16 to 32 was quickest on the hardest boards of 20x20."""


# -- counting -------------------------------------------------------------------------------------------------------

LISTED = 5_000
"""Up to so many solutions are counted by listing them, which costs least."""

EFFORT = 10_000_000
"""Counting by halves is given up beyond that: a row tried costs 1, a state kept 10. Seconds, and some 100 megabytes."""


def count(puzzle: BinaryPuzzle, limit: int | None = None, *, time_limit: float | None = None) -> int:
    """How many solutions there are, or `limit` if there are at least that many.

    Boards with very many solutions are counted by halves (see `_count_by_halves`): an empty 8x8 in
    a second or two. Where that takes too much, as on an empty 10x10, they are listed, however long it takes. Raises
    `SearchTimeout` after `time_limit` seconds, with the number found so far.
    """
    check_limit(limit)
    check_time_limit(time_limit)
    deadline = inf if time_limit is None else perf_counter() + time_limit
    found = 0
    try:
        for _ in _search(puzzle, time_limit):
            found += 1
            if found == limit:
                break
            if found == LISTED:
                everything = _count_by_halves(puzzle, deadline)
                if everything is not None:
                    return everything if limit is None else min(limit, everything)
    except SearchTimeout as late:
        raise SearchTimeout(str(late), found) from None
    return found


def _count_by_halves(puzzle: BinaryPuzzle, deadline: float) -> int | None:
    """The number of solutions, the way that suits the board, or None if that takes too much `EFFORT`."""
    if puzzle.unique_lines:
        return _count_unlike(puzzle, deadline)
    long = puzzle.max_run >= puzzle.size // 2 - 1 and puzzle.v == no_markers(puzzle.size)[1]
    everything = None
    if not long or puzzle.filled():
        everything = _count_by_rows(puzzle, deadline)
    if everything is None and long:
        everything = _count_long_runs(puzzle, deadline)
    return everything


def _count_long_runs(puzzle: BinaryPuzzle, deadline: float) -> int | None:
    """The same for boards without markers between rows on which a line may have all of its ones side by side, or all
    but one of them; lines may repeat. None if that takes too much `EFFORT`.

    Then a column is wrong only where all its ones, or all its zeros, are one run. So of the upper half no more matters
    than, for each column, how many ones it has, and its type: 1 where these end it, 2 where its zeros do, else 0. The
    lower half, read from below, must have the ones that are missing, and nowhere the same type 1 or 2.

    There are far too many halves to list them all at once, but the ones of all rows but the last tell, with those of
    the half, what the last row is. So it goes by the ones of the half, of which an empty 8x8 has 1,107, and an empty
    board that is turned over or has its symbols exchanged is one again: 300 are enough.
    """
    t = tables(puzzle)
    n, half = t.n, t.n // 2
    lines, known = _start(puzzle, t)
    if not all(lines) or not _settle(lines, known, set(range(2 * n)), t):
        return 0
    rows = [[p for i, p in enumerate(t.patterns) if s >> i & 1] for s in lines[:n]]
    any_run = puzzle.max_run >= half
    top = _begun(rows[:half], n, any_run, deadline)
    bottom = top if rows[: half - 1 : -1] == rows[:half] else _begun(rows[: half - 1 : -1], n, any_run, deadline)
    if top is None or bottom is None:
        return None
    spread = [sum(1 << 5 * c for c in range(n) if p >> c & 1) for p in range(1 << n)]
    triple = [sum(3**c for c in range(n) if p >> c & 1) for p in range(1 << n)]
    full = half * spread[-1]
    symmetric = not puzzle.filled() and puzzle.h == no_markers(n)[0]
    all_ones = {ones + spread[p] for ones in top for p in rows[half - 1]}
    total = 0
    for ones in sorted(all_ones):
        if perf_counter() > deadline:
            raise SearchTimeout("the time limit passed before the solutions were counted")
        alike = 1
        if symmetric:
            mirrored = sum((ones >> 5 * c & 31) << 5 * (n - 1 - c) for c in range(n))
            orbit = {ones, mirrored, full - ones, full - mirrored}
            if ones != min(orbit):
                continue
            alike = len(orbit)
        counts = [ones >> 5 * c & 31 for c in range(n)]
        if not any_run and not all(0 < count < half for count in counts):
            continue
        upper = _typed(top, rows[half - 1], ones, spread, triple, any_run)
        if symmetric:  # then the lower half is an upper one with the symbols exchanged, and so are the types
            lower = upper
        else:
            lower = _typed(bottom, rows[half], full - ones, spread, triple, any_run)
        if not any_run:
            lower = _fitting(lower, n, symmetric)
        total += alike * sum([a * b for a, b in zip(upper, lower, strict=True) if a])
    return total


def _fitting(typed: list[int], n: int, exchanged: bool) -> list[int]:
    """For each type how many of these halves go with it: in no column both are 1, or both 2. Where the symbols of the
    halves are to be `exchanged`, their 1 is 2."""
    for _ in range(n):  # each time the lowest digit is done, and becomes the highest
        none, first, second = typed[::3], typed[1::3], typed[2::3]
        if exchanged:
            first, second = second, first
        not_second = [a + b for a, b in zip(none, first, strict=True)]
        not_first = [a + b for a, b in zip(none, second, strict=True)]
        typed = [a + b for a, b in zip(not_second, second, strict=True)]
        typed += not_first
        typed += not_second
    return typed


_Begun: TypeAlias = dict[int, dict[tuple[int, int], int]]


def _begun(rows: list[list[int]], n: int, any_run: bool, deadline: float) -> _Begun | None:
    """All ways to fill these rows but the last: ones -> {(columns that only rise so far, that only fall): ways}.

    A column that rises has zeros and then ones. With `any_run`, nothing is said of columns.
    """
    everywhere = (1 << n) - 1
    spread = {p: sum(1 << 5 * c for c in range(n) if p >> c & 1) for row in rows for p in row}
    states = {(spread[p], 0, 0, 0) if any_run else (spread[p], everywhere, everywhere, p): 1 for p in rows[0]}
    for row in rows[1:-1]:
        longer: dict[tuple[int, int, int, int], int] = {}
        if len(states) * len(row) > EFFORT:
            return None
        with_ones = [(p, spread[p]) for p in row]
        for (ones, rising, falling, last), ways in states.items():
            if perf_counter() > deadline:
                raise SearchTimeout("the time limit passed before the solutions were counted")
            for p, more in with_ones:
                if any_run:
                    key = (ones + more, 0, 0, 0)
                else:
                    key = (ones + more, rising & (p | ~last), falling & (last | ~p), p)
                longer[key] = longer.get(key, 0) + ways
        states = longer
    table: _Begun = {}
    for (ones, rising, falling, _), ways in states.items():
        types = table.setdefault(ones, {})
        types[rising, falling] = types.get((rising, falling), 0) + ways
    return table


def _typed(
    begun: _Begun, last_row: list[int], ones: int, spread: list[int], triple: list[int], any_run: bool
) -> list[int]:
    """How many of the halves with these ones have each type: a number of base 3, a digit for each column."""
    found = [0] * (1 if any_run else 2 * triple[-1] + 1)
    twice = [2 * number for number in triple]
    for p in last_row:
        types = begun.get(ones - spread[p])
        if types is None:
            continue
        zeros = ~p
        for (rising, falling), ways in types.items():
            found[triple[rising & p] + twice[falling & zeros]] += ways
    return found


def _count_unlike(puzzle: BinaryPuzzle, deadline: float) -> int | None:
    """The number of solutions of a board without two equal lines, or None if that takes too much `EFFORT`.

    All upper halves of boards are listed, and all lower halves. What matters about one for the other, apart from the
    ones of each column, is a set of facts, bits of one integer: it has such a row; such two columns are alike in it;
    a run of such a length begins where the halves meet. Of the lower halves with the same ones, one integer for each
    fact says for which of them it is true, and those that an upper half does not fit are struck with a few ORs.
    """
    t = tables(puzzle)
    n = t.n
    max_run = min(puzzle.max_run, n // 2)
    lines, known = _start(puzzle, t)
    if not all(lines) or not _settle(lines, known, set(range(2 * n)), t):
        return 0
    rows = [[p for i, p in enumerate(t.patterns) if s >> i & 1] for s in lines[:n]]
    gaps = [tuple(int("".join("1" if m == mark else "0" for m in gap), 2) for mark in "=x") for gap in puzzle.v]
    twice = not puzzle.filled()  # then every solution has a twin, with the symbols exchanged
    if twice:
        rows[0] = [p for p in rows[0] if not p & t.bits[0]]
    top = _unlike_halves(rows[: n // 2], gaps, t, max_run, deadline)
    bottom = _unlike_halves(rows[: n // 2 - 1 : -1], gaps[::-1], t, max_run, deadline)
    if top is None or bottom is None:
        return None

    same, differ = gaps[n // 2 - 1]
    everywhere = t.all_known[0]

    def begun(edge: tuple[int, ...], order: int) -> int:
        """The runs of an edge as facts, the short ones first; or, in reverse order, the runs that may not meet it."""
        last, *runs = edge
        facts = 0
        for run in (everywhere, *runs)[::order]:
            facts = (facts << n | run & last) << n | run & ~last
        return facts

    shortest = 2 * n * (max_run - 1)
    full = sum(n // 2 << 5 * c for c in range(n))
    total = 0
    for ones, uppers in top.items():
        if perf_counter() > deadline:
            raise SearchTimeout("the time limit passed before the solutions were counted")
        lowers = bottom.get(full - ones)
        if lowers is None:
            continue
        true_of: dict[int, int] = {}
        for i, (facts, edge) in enumerate(lowers):
            facts = facts << shortest + 2 * n | begun(edge, 1)
            while facts:
                fact = facts & -facts
                true_of[fact] = true_of.get(fact, 0) | 1 << i
                facts ^= fact
        for facts, edge in uppers:
            last = edge[0]
            unfit = facts << shortest + 2 * n | begun(edge, -1)
            unfit |= ((last & differ | ~last & same) << n | ~last & differ | last & same) << shortest
            struck = 0
            while unfit:
                fact = unfit & -unfit
                struck |= true_of.get(fact, 0)
                unfit ^= fact
            total += len(lowers) - struck.bit_count()
    return 2 * total if twice else total


_Unlike: TypeAlias = dict[int, list[tuple[int, tuple[int, ...]]]]


def _unlike_halves(
    rows: list[list[int]], gaps: list[tuple[int, ...]], t: Tables, max_run: int, deadline: float
) -> _Unlike | None:
    """All ways to fill these rows, no two alike: ones -> [(its rows and the columns alike, as facts; edge)].

    ones and edge as in `_count_by_rows`.
    """
    n = t.n
    everywhere = t.all_known[0]
    couples = list(combinations(range(n), 2))
    spread, alike, number = {}, {}, {}
    for i, p in enumerate(t.patterns):
        spread[p] = sum(1 << 5 * c for c in range(n) if p >> c & 1)
        alike[p] = sum(1 << i for i, (a, b) in enumerate(couples) if p >> a & 1 == p >> b & 1)
        number[p] = 1 << i
    half = [(number[p], (p,) + (0,) * (max_run - 1), spread[p], alike[p]) for p in rows[0]]
    effort = 0
    for row, (same, differ) in zip(rows[1:], gaps, strict=False):
        longer: list[tuple[int, tuple[int, ...], int, int]] = []
        for used, (last, *runs), ones, pairs in half:
            effort += len(row)
            if effort + 10 * len(longer) > EFFORT:
                return None
            if perf_counter() > deadline:
                raise SearchTimeout("the time limit passed before the solutions were counted")
            for p in row:
                equal = everywhere & ~(last ^ p)
                if runs[-1] & equal or same & ~equal or differ & equal or number[p] & used:
                    continue
                edge = (p, equal, *[run & equal for run in runs[:-1]])
                longer.append((used | number[p], edge, ones + spread[p], pairs & alike[p]))
        half = longer
    table: _Unlike = {}
    for used, edge, ones, pairs in half:
        table.setdefault(ones, []).append((used << len(couples) | pairs, edge))
    return table


_Half: TypeAlias = dict[tuple[int, ...], dict[int, int]]


def _count_by_rows(puzzle: BinaryPuzzle, deadline: float) -> int | None:
    """The number of solutions of a board whose lines may repeat, or None if that takes too much `EFFORT`.

    What the rows above mean for those below is, for each column, how many ones it has and how its last run stands;
    all ways to the same state are counted together. The upper half of the board is done from the top, the lower half
    from the bottom, and where they meet, the ones of each column must add up and no run may become too long.

    ones   the number of ones of each column, five bits for each
    edge   (the last row, the columns where its run has two cells or more, three or more, ... `max_run` or more)
    half   edge -> {ones: ways}
    """
    t = tables(puzzle)
    n = t.n
    max_run = min(puzzle.max_run, n // 2)
    lines, known = _start(puzzle, t)
    if not all(lines) or not _settle(lines, known, set(range(2 * n)), t):
        return 0
    rows = [[p for i, p in enumerate(t.patterns) if s >> i & 1] for s in lines[:n]]
    gaps = [tuple(int("".join("1" if m == mark else "0" for m in gap), 2) for mark in "=x") for gap in puzzle.v]
    top = _half(rows[: n // 2], gaps, n, max_run, deadline)
    bottom = _half(rows[: n // 2 - 1 : -1], gaps[::-1], n, max_run, deadline)
    if top is None or bottom is None:
        return None

    full = sum(n // 2 << 5 * c for c in range(n))
    same, differ = gaps[n // 2 - 1]
    everywhere = t.all_known[0]
    total = 0
    lower = _by_last_row(bottom)
    for above, upper_halves in _by_last_row(top).items():
        merged: dict[tuple[int, ...], dict[int, int]] = {}
        for below, lower_halves in lower.items():
            if perf_counter() > deadline:
                raise SearchTimeout("the time limit passed before the solutions were counted")
            equal = everywhere & ~(above ^ below)
            if same & ~equal or differ & equal:
                continue
            for runs, table in upper_halves:
                # A run of i cells above (of one at least: everywhere) may meet one of max_run - i at most below.
                touching = (equal, *[run & equal for run in runs])
                if touching[-1]:
                    continue
                key = (below, *touching)
                if key not in merged:
                    merged[key] = _completions(touching, lower_halves, full)
                fitting = merged[key]
                if fitting:
                    total += sum([ways * fitting[ones] for ones, ways in table.items() if ones in fitting])
    return total


def _by_last_row(half: _Half) -> dict[int, list[tuple[list[int], dict[int, int]]]]:
    grouped: dict[int, list[tuple[list[int], dict[int, int]]]] = {}
    for (last, *runs), table in half.items():
        grouped.setdefault(last, []).append((runs, table))
    return grouped


def _completions(
    touching: tuple[int, ...], halves: list[tuple[list[int], dict[int, int]]], full: int
) -> dict[int, int]:
    """In how many ways lower halves can follow an upper one that has these ones and, where they meet, these runs."""
    fitting: dict[int, int] = {}
    for runs, table in halves:
        if not any(a & b for a, b in zip(touching, reversed(runs), strict=False)):
            for ones, ways in table.items():
                fitting[full - ones] = fitting.get(full - ones, 0) + ways
    return fitting


def _half(rows: list[list[int]], gaps: list[tuple[int, ...]], n: int, max_run: int, deadline: float) -> _Half | None:
    """The states after these rows; `gaps[r]` has the columns with `=` and with `x` below row r."""
    everywhere = (1 << n) - 1
    spread = {p: sum(1 << 5 * c for c in range(n) if p >> c & 1) for row in rows for p in row}
    half: _Half = {(p,) + (0,) * (max_run - 1): {spread[p]: 1} for p in rows[0]}
    effort = 0
    for row, (same, differ) in zip(rows[1:], gaps, strict=False):
        longer: _Half = {}
        for (last, *runs), table in half.items():
            if perf_counter() > deadline:
                raise SearchTimeout("the time limit passed before the solutions were counted")
            effort += len(row)
            for p in row:
                equal = everywhere & ~(last ^ p)
                if runs[-1] & equal or same & ~equal or differ & equal:
                    continue
                into = longer.setdefault((p, equal, *[run & equal for run in runs[:-1]]), {})
                before = len(into)
                more = spread[p]
                for ones, ways in table.items():
                    into[ones + more] = into.get(ones + more, 0) + ways
                effort += 10 * (len(into) - before)
            if effort > EFFORT:
                return None
        half = longer
    return half


# -- what all boards of one size share ------------------------------------------------------------------------------


class Tables:
    """The patterns of a line of `n` cells with runs up to `max_run`, and sets of them, worked out once.

    patterns   the patterns, in the order of their numbers
    has        has[i] = (the set of patterns with 0 in cell i, the set with 1)
    clues      string of a line, empty cells and all -> (its set, its known cells)
    markers    string of the markers along a line -> its set
    decided    a set -> (the cells on which all its patterns agree, one of the patterns)
    place      line -> (its bit in the lines that cross it, the patterns those have with 0 there, with 1,
               bits of cells -> ((the line that crosses there, bit), ...) for each of them)

    `clues`, `markers`, `decided` and the last part of `place` are caches, filled as boards ask.
    """

    def __init__(self, n: int, max_run: int) -> None:
        self.n = n
        self.patterns = _patterns(n, max_run)
        binary = [format(p, f"0{n}b") for p in self.patterns]
        self.every = (1 << len(binary)) - 1
        # Cell i of all patterns, the last pattern first, is a binary number: the set of those with 1 in it.
        ones = [int("".join(cell), 2) for cell in zip(*reversed(binary), strict=True)]
        self.has = [(self.every & ~one, one) for one in ones]
        self.same = [self.every & ~(a ^ b) for a, b in pairwise(ones)]
        self.texts: dict[str, list[str]] = {}
        self.clues: dict[str, tuple[int, int]] = {}
        self.markers: dict[str, int] = {}
        self.decided: dict[int, tuple[int, int]] = {}
        self.leanings: dict[int, tuple[list[float], list[float]]] = {}
        columns: dict[int, list[tuple[int, int]]] = {}
        rows: dict[int, list[tuple[int, int]]] = {}
        self.limit = min(CACHE_BITS // len(binary), 1 << 16)
        self.all_known = [(1 << n) - 1] * n
        self.bits = [1 << (n - 1 - i) for i in range(n)]
        here = list(zip(self.bits, self.has, strict=True))
        self.place = [(bit, *pair, columns) for bit, pair in here] + [(bit, *pair, rows) for bit, pair in here]

    def text(self, game: str) -> list[str]:
        """The patterns as strings of the symbols of that game."""
        if game not in self.texts:
            table = str.maketrans("01", SYMBOLS[game])
            self.texts[game] = [format(p, f"0{self.n}b").translate(table) for p in self.patterns]
        return self.texts[game]

    def add_clues(self, text: str) -> tuple[int, int]:
        s, known = self.every, 0
        for symbol, bit, (zero, one) in zip(text, self.bits, self.has, strict=True):
            if symbol != EMPTY:
                s &= one if symbol in SECOND else zero
                known |= bit
        self.clues[text] = s, known
        return s, known

    def add_markers(self, text: str) -> int:
        s = self.every
        for same, marker in zip(self.same, text, strict=True):
            if marker != EMPTY:
                s &= same if marker == "=" else ~same
        self.markers[text] = s
        return s

    def add_decided(self, s: int, known: int) -> tuple[int, int]:
        """On which cells all patterns of `s` agree, when they are known to agree on `known`.

        Not cell by cell: compare two patterns, then look among those that differ from them in the first cell where
        they agree, and so on. Most cells are ruled out by a pattern that was looked at for another cell.
        """
        patterns = self.patterns
        last = s.bit_length()
        lowest = (s & -s).bit_length()
        value = patterns[last - 1]
        agreed = self.all_known[0]
        if last != lowest:
            maybe = agreed & ~(value ^ patterns[lowest - 1])
            agreed = known
            maybe &= ~known
            while maybe:
                length = maybe.bit_length()
                bit = 1 << length - 1
                pair = self.has[-length]
                differing = s & (pair[0] if value & bit else pair[1])
                if differing:
                    maybe &= ~(value ^ patterns[differing.bit_length() - 1])
                else:
                    agreed |= bit
                    maybe ^= bit
        self.decided[s] = agreed, value
        return agreed, value

    def add_leaning(self, s: int) -> tuple[list[float], list[float]]:
        total = s.bit_count()
        ones, zeros = [], []
        for _, one in self.has:
            with_one = (s & one).bit_count()
            if 0 < with_one < total:
                ones.append(log(total / with_one))
                zeros.append(log(total / (total - with_one)))
            else:
                ones.append(0.0)
                zeros.append(0.0)
        self.leanings[s] = ones, zeros
        return ones, zeros

    def add_crossing(self, line: int, bits: int) -> list[tuple[int, int]]:
        end = (line < self.n) * self.n + self.n
        pairs = self.place[line][3][bits] = []
        while bits:
            bit = bits & -bits
            pairs.append((end - bit.bit_length(), bit))
            bits ^= bit
        return pairs

    def forget(self) -> None:
        """Empty the caches if they are large, so that no board and no number of boards fills the memory."""
        if len(self.decided) > self.limit:
            self.decided.clear()
        if len(self.leanings) > self.limit // 8:
            self.leanings.clear()
        if len(self.clues) + len(self.markers) > self.limit:
            self.clues.clear()
            self.markers.clear()
        for *_, crossing in self.place[:: self.n]:
            if len(crossing) > self.limit:
                crossing.clear()


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


def tables(puzzle: BinaryPuzzle) -> Tables:
    """The tables for boards of this size and these runs, made when first asked for."""
    key = (puzzle.size, puzzle.max_run)
    if key not in _TABLES:
        _TABLES[key] = Tables(*key)
    return _TABLES[key]


_TABLES: dict[tuple[int, int], Tables] = {}
