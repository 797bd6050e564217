"""Solving Queens by search: the first solution, every one, how many, whether exactly one.

Glossary
    n        the size of the board
    bit      a cell: bit `row * n + column` of an integer
    set      of cells, as ONE integer
    unit     the cells of a row, a column or a region: a solution has one crown in each
    live     the set of cells that may still hold a crown; those that do are live too
    strikes  cell -> what a crown there leaves no place for: the rest of its row, column and region, and what it touches

The whole state of a search is `live` and the units that still have several live cells. Two steps, repeated:

    settle   a unit without a live cell is a dead end. One with a single live cell has its crown there, which strikes
             others. What ALL live cells of a unit strike cannot hold a crown either. This alone, until nothing changes,
             solves most printed puzzles; since only impossible cells are struck, it proves their solution the only one.
    branch   take the unit with the fewest live cells, and try each. Where that leads to many dead ends, first ask
             how regions, rows and columns can still be paired: two regions with live cells in one row only cannot.

Crowns and crosses on the board are taken as they stand: the solutions are those that have these crowns, and no crown on
a cross. What of them is wrong says `wrong_entries`.

What is not here: reasons a person would give for a step (`deduce`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache
from itertools import islice
from time import perf_counter

from solver.errors import BadCoordinate, SearchTimeout
from solver.queens.puzzle import CROWN, EMPTY, Cell, QueensPuzzle, QueensSolution
from solver.verdicts import VERDICTS, Classification, WrongEntries, check_limit, classified, deadline_of

# -- the verbs ------------------------------------------------------------------------------------------------------


def first(puzzle: QueensPuzzle, *, time_limit: float | None = None) -> QueensSolution | None:
    """One solution, or None. Raises `SearchTimeout` after `time_limit` seconds."""
    return next(every(puzzle, time_limit=time_limit), None)


def every(puzzle: QueensPuzzle, *, time_limit: float | None = None) -> Iterator[QueensSolution]:
    """Every solution once, found as they are asked for. Raises `SearchTimeout` after `time_limit` seconds in all."""
    found = _search(puzzle, deadline_of(time_limit))  # what is wrong is said now, not when the first is asked for
    return (_solution(crowns, puzzle.size) for crowns in found)


def classify(puzzle: QueensPuzzle, *, time_limit: float | None = None) -> Classification[QueensSolution]:
    """Whether there is exactly one solution: `"unique"`, `"multiple"` or `"none"`, with the solutions that prove it.

    Raises `SearchTimeout` after `time_limit` seconds, with the solutions found so far.
    """
    return classified(every(puzzle, time_limit=time_limit))


def verdict(puzzle: QueensPuzzle, *, time_limit: float | None = None, most_steps: int | None = None) -> str:
    """The verdict of `classify` without its witnesses.

    Raises `SearchTimeout` after `time_limit` seconds, or where the search branches more than `most_steps` times: the
    same on any machine.
    """
    found = _search(puzzle, deadline_of(time_limit), most_steps)
    return VERDICTS[len(list(islice(found, 2)))]


def count(puzzle: QueensPuzzle, limit: int | None = None, *, time_limit: float | None = None) -> int:
    """How many solutions there are, or `limit` if there are at least that many.

    Raises `SearchTimeout` after `time_limit` seconds; its `found` is how many there are at least.
    """
    check_limit(limit)
    found = 0
    try:
        for _ in _search(puzzle, deadline_of(time_limit)):
            found += 1
            if found == limit:
                break
    except SearchTimeout as late:
        raise SearchTimeout(str(late), found) from None
    return found


# -- a board somebody has begun -------------------------------------------------------------------------------------


def wrong_entries(
    puzzle: QueensPuzzle, clues: Collection[Cell] = (), *, time_limit: float | None = None
) -> WrongEntries:
    """Which crowns and crosses on the board, other than those in the cells of `clues`, cannot stand.

    A crown is wrong that no solution has, a cross where every solution has a crown. Raises `BadCoordinate` when a clue
    is not a cell of the board or is empty, `SearchTimeout` when one of the searches it takes lasts longer than
    `time_limit` seconds.
    """
    for cell in clues:
        puzzle.check_cell(cell)
        if puzzle.symbols[cell] == EMPTY:
            raise BadCoordinate(f"the clue at {cell} is empty")
    given = frozenset(clues)
    entries = sorted(puzzle.filled() - given)
    judged = classify(puzzle.only(given), time_limit=time_limit)
    if judged.verdict == "none":
        return WrongEntries("none", (), ())

    possible: set[Cell] = set()
    for witness in judged.witnesses:
        possible.update(_agreeing(puzzle, witness, entries))
    wrong = []
    for entry in entries:
        if entry not in possible:
            solution = None
            if judged.verdict == "multiple":
                solution = first(puzzle.only(given | {entry}), time_limit=time_limit)
            if solution is None:
                wrong.append(entry)
            else:
                possible.update(_agreeing(puzzle, solution, entries))

    conflict = [entry for entry in entries if entry in possible]
    if first(puzzle.only(given | {*conflict}), time_limit=time_limit) is not None:
        return WrongEntries(judged.verdict, tuple(wrong), ())
    for entry in tuple(conflict):
        without = [other for other in conflict if other != entry]
        if first(puzzle.only(given | {*without}), time_limit=time_limit) is None:
            conflict = without
    return WrongEntries(judged.verdict, tuple(wrong), tuple(conflict))


def _agreeing(puzzle: QueensPuzzle, solution: QueensSolution, cells: list[Cell]) -> list[Cell]:
    return [(r, c) for r, c in cells if (puzzle.cells[r][c] == CROWN) == (solution.cells[r][c] == CROWN)]


# -- the search -----------------------------------------------------------------------------------------------------


def _search(puzzle: QueensPuzzle, deadline: float, most_steps: int | None = None) -> Iterator[int]:
    """The set of crowns of every solution."""
    start = begin(puzzle)
    return iter(()) if start is None else crowns_of(*start, deadline, most_steps)


def crowns_of(
    live: int, units: list[int], strikes: dict[int, int], deadline: float, most_steps: int | None = None
) -> Iterator[int]:
    """The set of crowns of every solution of a board as `begin` makes it."""
    n = len(units) // 3
    rows, columns, regions = units[:n], units[n : 2 * n], units[2 * n :]
    pairings = ((regions, rows), (regions, columns), (rows, columns))
    stack = [(live, units)]
    steps = found = 0
    while stack:
        live, units = stack.pop()
        settled = _settle(live, units, strikes)
        if settled is None:
            continue
        live, units = settled
        if not units:
            found += 1
            yield live
            continue
        steps += 1
        if most_steps is not None and steps > most_steps:
            raise SearchTimeout(f"the search was not over after {most_steps} steps")
        if steps > PATIENCE * (1 + found):
            fitting = live
            for some, others in pairings:
                fitting = _pair(fitting, some, others)
            if fitting != live:
                stack.append((fitting, units))
                continue
        if perf_counter() > deadline:
            raise SearchTimeout("the time limit passed before the search was over")
        fewest = min(units, key=lambda unit: (live & unit).bit_count())
        choices = live & fewest
        while choices:
            cell = choices & -choices
            choices ^= cell
            stack.append((live & ~strikes[cell], units))


PATIENCE = 20
"""After so many branches for each solution found, and one more, dead ends are looked for more closely."""


def _pair(live: int, units: list[int], others: list[int]) -> int:
    """The live cells on which units can be paired, each with one of the others (regions with rows, say); 0 if they
    cannot.

    A maximum matching by augmenting paths; then a cell outside it is of another matching only if its unit can be
    reached again from the one that has its line now.
    """
    meeting = [[i for i, other in enumerate(others) if live & unit & other] for unit in units]
    taken: dict[int, int] = {}

    def place(unit: int, tried: set[int]) -> bool:
        for i in meeting[unit]:
            if i not in tried:
                tried.add(i)
                if i not in taken or place(taken[i], tried):
                    taken[i] = unit
                    return True
        return False

    if not all(place(unit, set()) for unit in range(len(units))):
        return 0
    reached = [sum([1 << taken[i] for i in lines]) for lines in meeting]
    for middle in range(len(units)):
        for unit, reach in enumerate(reached):
            if reach >> middle & 1:
                reached[unit] = reach | reached[middle]
    for unit, lines in enumerate(meeting):
        for i in lines:
            if not reached[taken[i]] >> unit & 1:
                live &= ~(units[unit] & others[i])
    return live


def begin(puzzle: QueensPuzzle) -> tuple[int, list[int], dict[int, int]] | None:
    """The live cells of the board as it stands, its units, and what a crown on each cell strikes (cells as bits).

    None where the crowns on the board keep one another apart.
    """
    regions: dict[str, int] = {}
    bit = 1
    for letter in "".join(puzzle.regions):
        regions[letter] = regions.get(letter, 0) | bit
        bit <<= 1
    live, units, strikes = empty(puzzle.size, list(regions.values()))
    crowns = 0
    if puzzle.crowns or puzzle.crosses:
        for i, symbol in enumerate("".join(puzzle.cells)):
            if symbol == CROWN:
                crowns |= 1 << i
                live &= ~strikes[1 << i]
            elif symbol != EMPTY:
                live &= ~(1 << i)
    return None if crowns & ~live else (live, units, strikes)


def empty(n: int, regions: list[int]) -> tuple[int, list[int], dict[int, int]]:
    """The same of a board with nothing on it; its regions are sets."""
    rows, columns, reach = geometry(n)
    strikes = {}
    for region in regions:
        cells = region
        while cells:
            cell = cells & -cells
            cells ^= cell
            strikes[cell] = (reach[cell.bit_length() - 1] | region) ^ cell
    return (1 << n * n) - 1, [*rows, *columns, *regions], strikes


def _settle(live: int, units: list[int], strikes: dict[int, int]) -> tuple[int, list[int]] | None:
    """Strike until nothing changes: the live cells, and the units with several of them. None at a dead end."""
    while True:
        before = live
        several = []
        for unit in units:
            here = live & unit
            if not here & (here - 1):
                if not here:
                    return None
                live &= ~strikes[here]
                continue
            several.append(unit)
            common = live
            while here and common:
                cell = here & -here
                here ^= cell
                common &= strikes[cell]
            live ^= common
        if live == before:
            return live, several
        units = several


@cache
def geometry(n: int) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """The rows and the columns of a board as sets, and for each cell its row, its column and what it touches."""
    rows = tuple(((1 << n) - 1) << n * r for r in range(n))
    columns = tuple(sum(1 << n * r + c for r in range(n)) for c in range(n))
    reach = []
    for r in range(n):
        for c in range(n):
            near = sum(1 << n * a + b for a in range(r - 1, r + 2) for b in range(c - 1, c + 2) if 0 <= a < n > b >= 0)
            reach.append(rows[r] | columns[c] | near)
    return rows, columns, tuple(reach)


def _solution(crowns: int, n: int) -> QueensSolution:
    text = f"{crowns:0{n * n}b}"[::-1].replace("0", EMPTY).replace("1", CROWN)
    return QueensSolution(tuple([text[n * r : n * r + n] for r in range(n)]))
