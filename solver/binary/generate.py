"""New Tango and Takuzu boards: a full board at random, markers, then fewer clues while the rules still finish it.

A board of a level is solved by the rules up to that level (see `deduce`) and not by those of the level below; it has
one solution, since rules that do not guess find it; and no clue and no marker can be taken away (with a symmetry: no
set of cells that belong together) without the rules failing. The same arguments and seed give the same board.

Whether a clue can go is asked the cheap way. The rules find no less where more is known, so it can go exactly if they
find it again from the others; for the hardest level, exactly if the other symbol in its place has no solution.

What is not here: how a board looks on paper or on a page.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import inf
from random import Random
from time import perf_counter
from typing import TypeAlias

from solver.binary import deduce, search
from solver.binary.puzzle import EMPTY, BinaryPuzzle, Cell
from solver.errors import NotGenerated
from solver.verdicts import check_time_limit
from solver.wishes import check_wishes

MARKED = {"tango": 0.15, "takuzu": 0.0}
"""The part of the edges that gets a marker before those to spare are taken away; a printed 6x6 Tango has 4 to 12 of 60
in the end."""

TRIES = 60
"""So many boards are begun before it is said that none of that level was found."""


def generate(
    game: str,
    size: int = 6,
    seed: int | str | None = None,
    *,
    difficulty: str = "medium",
    symmetry: str = "none",
    max_run: int = 2,
    unique_lines: bool | None = None,
    time_limit: float | None = None,
) -> BinaryPuzzle:
    """A new board. Without a `seed`, another one each time.

    Raises `NotGenerated` when no board of that level was found (few with runs of 3 are hard) or `time_limit` seconds
    have passed, `BadOption` for an unknown difficulty or symmetry, and whatever making a `BinaryPuzzle` raises.
    """
    empty = BinaryPuzzle(
        game, size, [EMPTY * size] * size if size in range(4, 21) else [], None, None, max_run, unique_lines
    )
    check_wishes(difficulty, symmetry, seed)
    check_time_limit(time_limit)
    deadline = inf if time_limit is None else perf_counter() + time_limit
    words = (empty.notation(), difficulty, symmetry, seed)
    rng = Random() if seed is None else Random(" ".join(str(word) for word in words))
    ways: _Fills = {}
    for _ in range(TRIES):
        puzzle = _reduced(_marked(_full(empty, rng), rng), difficulty, symmetry, rng, deadline, ways)
        if _needs(puzzle, difficulty):
            return puzzle
    raise NotGenerated(f"no {difficulty} board of size {size} was found in {TRIES} tries")


def _full(empty: BinaryPuzzle, rng: Random) -> BinaryPuzzle:
    """A full board: cell after cell at random, what follows from them, and back to the start at a dead end."""
    t = search.tables(empty)
    n = empty.size
    unlike = empty.unique_lines
    text = t.text(empty.game)
    while True:
        lines, known = search._start(empty, t)
        cells = [(r, c) for r in range(n) for c in range(n)]
        rng.shuffle(cells)
        for r, c in cells:
            if known[r] & t.bits[c]:
                continue
            first = rng.randrange(2)
            for value in (first, 1 - first):
                part = deduce._supposing(lines, known, r, c, value, t)
                if all(part[0]) and search._close(*part, unlike, t):
                    lines, known, _ = part
                    break
            else:
                break
        else:
            if not deduce._repeats(lines, unlike, t):
                return empty.with_cells([text[s.bit_length() - 1] for s in lines[:n]])


def _marked(full: BinaryPuzzle, rng: Random) -> BinaryPuzzle:
    """The full board with some of its edges marked, as its symbols are."""
    share = MARKED[full.game]
    if not share:
        return full

    def marker(a: str, b: str) -> str:
        return ("=" if a == b else "x") if rng.random() < share else EMPTY

    h = ["".join(marker(a, b) for a, b in pairwise(row)) for row in full.cells]
    v = ["".join(marker(a, b) for a, b in zip(above, below, strict=True)) for above, below in pairwise(full.cells)]
    return full.variant(h=tuple(h), v=tuple(v))


def _reduced(
    full: BinaryPuzzle, difficulty: str, symmetry: str, rng: Random, deadline: float, ways: _Fills
) -> BinaryPuzzle:
    """The board without the clues that are to spare, and then without the markers that are."""
    puzzle = full
    groups = list(_groups(full.size, symmetry))
    rng.shuffle(groups)
    for group in groups:
        _check(deadline)
        without = puzzle
        for r, c in group:
            without = without.with_cell(r, c, EMPTY)
        if _still(without, full, group, difficulty, ways):
            puzzle = without
    marks = [("h", r, c) for r, row in enumerate(puzzle.h) for c, m in enumerate(row) if m != EMPTY]
    marks += [("v", r, c) for r, row in enumerate(puzzle.v) for c, m in enumerate(row) if m != EMPTY]
    rng.shuffle(marks)
    for side, r, c in marks:
        _check(deadline)
        rows = list(puzzle.h if side == "h" else puzzle.v)
        rows[r] = rows[r][:c] + EMPTY + rows[r][c + 1 :]
        without = puzzle.variant(h=tuple(rows)) if side == "h" else puzzle.variant(v=tuple(rows))
        if _solved(without, difficulty, ways):
            puzzle = without
    return puzzle


def _check(deadline: float) -> None:
    if perf_counter() > deadline:
        raise NotGenerated("the time limit passed before a board was found")


def _groups(size: int, symmetry: str) -> Iterator[tuple[Cell, ...]]:
    """The cells that are clues together."""
    for r in range(size):
        for c in range(size):
            twin = (r, c)
            if symmetry == "rotation":
                twin = (size - 1 - r, size - 1 - c)
            elif symmetry == "mirror":
                twin = (r, size - 1 - c)
            if twin == (r, c):
                yield ((r, c),)
            elif twin > (r, c):
                yield ((r, c), twin)


def _still(without: BinaryPuzzle, full: BinaryPuzzle, group: tuple[Cell, ...], difficulty: str, ways: _Fills) -> bool:
    """Whether the cells that were just emptied follow from the others, by the rules of that difficulty."""
    if difficulty == "expert":
        for r, c in group:  # one after the other: with some of them known the others have to follow
            other = without.symbols[full.cells[r][c] == without.symbols[0]]
            if search.first(without.with_cell(r, c, other)) is not None:
                return False
        return True
    _, known, ok = _closed(without)
    bits = search.tables(without).bits
    if not ok or not all(known[r] & bits[c] for r, c in group):
        return False  # all rules of lines together do not find them
    if difficulty == "hard":
        return True
    return _follow(without, set(group), RULES_OF[difficulty], ways)


def _solved(puzzle: BinaryPuzzle, difficulty: str, ways: _Fills) -> bool:
    """Whether the rules of that difficulty fill the board."""
    if difficulty == "expert":
        return search.verdict(puzzle) == "unique"
    _, known, ok = _closed(puzzle)
    if not ok or known[: puzzle.size] != search.tables(puzzle).all_known:
        return False
    if difficulty == "hard":
        return True
    everywhere = {(r, c) for r in range(puzzle.size) for c in range(puzzle.size)}
    return _follow(puzzle, everywhere - puzzle.filled(), RULES_OF[difficulty], ways)


_Fills: TypeAlias = dict[tuple[str, str], tuple[tuple[int, str], ...]]
"""What the rules fill in a line, by its symbols and markers: most lines come again and again."""


def _follow(puzzle: BinaryPuzzle, wanted: set[Cell], rules: int, cache: _Fills) -> bool:
    """Whether the first so many rules fill the wanted cells; they must be rules that look at one line alone."""
    n = puzzle.size
    lines = [*puzzle.cells, *["".join(column) for column in zip(*puzzle.cells, strict=True)]]
    marks = [*puzzle.h, *["".join(gap[c] for gap in puzzle.v) for c in range(n)]]
    todo = set(range(2 * n))
    while todo and wanted:
        line = todo.pop()
        key = (lines[line], marks[line])
        fills = cache.get(key)
        if fills is None:
            fills = cache[key] = _line_fills(puzzle, *key, rules)
        for i, symbol in fills:
            cell, cross, at = ((line, i), n + i, line) if line < n else ((i, line - n), i, line - n)
            lines[line] = lines[line][:i] + symbol + lines[line][i + 1 :]
            lines[cross] = lines[cross][:at] + symbol + lines[cross][at + 1 :]
            todo.add(cross)
            wanted.discard(cell)
    return not wanted


def _line_fills(puzzle: BinaryPuzzle, text: str, marks: str, rules: int) -> tuple[tuple[int, str], ...]:
    if EMPTY not in text or text.count(EMPTY) == len(text):
        return ()  # markers alone fill nothing before there is one symbol, by any of these rules
    cells = [(0, i) for i in range(puzzle.size)]
    line = deduce._Line("row 1", cells, text, marks, 0, {}, puzzle.max_run, puzzle.symbols, search.tables(puzzle))
    again = True
    while again:
        again = False
        for _, rule, _ in deduce.LINE_RULES[:rules]:
            found = next(rule(line), None)
            if found is not None:
                for i, symbol in found.fills.items():
                    line.text = line.text[:i] + symbol + line.text[i + 1 :]
                again = True
                break
    return tuple((i, s) for i, s in enumerate(line.text) if text[i] == EMPTY != s)


def _needs(puzzle: BinaryPuzzle, difficulty: str) -> bool:
    """Whether the rules of the level below do not fill the board."""
    level = deduce.LEVELS.index(difficulty)
    return level == 0 or not _solved(puzzle, deduce.LEVELS[level - 1], {})


def _closed(puzzle: BinaryPuzzle) -> tuple[list[int], list[int], bool]:
    """The board as far as all rules of lines take it, and whether they find no contradiction."""
    t = search.tables(puzzle)
    lines, known = search._start(puzzle, t)
    ok = all(lines) and search._close(lines, known, set(range(2 * t.n)), puzzle.unique_lines, t)
    return lines, known, ok


RULES_OF = {
    level: sum(deduce.LEVELS.index(other) <= i for _, other in deduce.RULES) for i, level in enumerate(deduce.LEVELS)
}
"""How many of `deduce.RULES` boards of a level may need."""
