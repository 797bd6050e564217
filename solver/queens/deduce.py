"""Why: the next step in a Queens and its reason, the whole way to the solution, and how hard it is.

Nothing here guesses. A cell is left where nothing says yet that it holds no crown: no cross, and no crown in its row,
in its column, in its region or beside it. The rules are tried from simple to hard, and the simplest that has something
to say is the next step:

    last cell       a row, a column or a region has a single cell left: the crown is there
    crown excludes  the rest of a crown's row, column and region, and the cells it touches
    one line        a region has cells left in one row only: no other cell of the row can hold a crown. Also of
                    columns, and the reverse: a row has cells left in one region only
    no place left   a crown on this cell would leave a row, a column or a region without a cell; in other words,
                    wherever the crown of that line or region is, this cell is excluded
    two lines       two regions have cells left in the same two rows only; also of columns, and the reverse
    more lines      the same of three or more
    all cases       wherever the crown of a line or a region is, `last cell` leads from there to what excludes this cell
    what if         a crown on this cell leads by the rules above to a line or region without a cell: `chain` tells how
    nested what if  the same, with a what if, or a nested one, in its chain

A board with one solution is always explained to the end. Cells are named `r3 c4` in sentences, from 1; a region by its
first cell in reading order.

What is not here: whether there are other solutions (`search`). A cell that may be either is filled by no rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from time import perf_counter

from solver.errors import BadOption, SearchTimeout, shown
from solver.queens import search
from solver.queens.puzzle import CROSS, CROWN, Cell, QueensPuzzle
from solver.steps import Difficulty, Step
from solver.verdicts import deadline_of, time_left

LEVEL_OF = {
    "last cell": "easy",
    "crown excludes": "easy",
    "one line": "easy",
    "no place left": "medium",
    "two lines": "hard",
    "more lines": "hard",
    "all cases": "expert",
    "what if": "expert",
    "nested what if": "expert",
}
NAMES = tuple(LEVEL_OF)
"""The rules, from simple to hard."""

WRONG, SEVERAL, CONTRADICTION = "wrong entry", "several solutions", "contradiction"
"""Rules of steps that fill nothing."""

MOST_CASES = 4
"""Of a line or region with more cells left nobody goes through all cases."""
MOST_LINES = 4
"""So many lines taken together are looked for on any board; on boards up to `SMALL` all that there may be."""
SMALL = 12
"""Up to this size all suppositions are compared, for the shortest chain; on larger boards the first will do."""

# -- the verbs ------------------------------------------------------------------------------------------------------


def hint(
    puzzle: QueensPuzzle, clues: Collection[Cell] | None = None, *, time_limit: float | None = None
) -> Step | None:
    """The next step on the board as it stands; None on a solved one.

    What crowns on the board exclude is taken as known, crossed out or not. `clues` are the cells whose symbols the
    puzzle gave, None if it gave none; all others are entries. Where entries are wrong the step says so first; where
    nothing follows any more its rule is `"several solutions"`, where there is no solution `"contradiction"`. Raises
    `BadCoordinate` for a clue that is none, `SearchTimeout` when it takes longer than `time_limit` seconds.
    """
    deadline = deadline_of(time_limit)
    wrong = _wrong_entry(puzzle, clues or (), deadline)
    if wrong is not None:
        return wrong
    steps = _steps(_Board(puzzle), len(NAMES), deadline)
    return next((step for step in steps if step.rule != "crown excludes"), None)


def explain(
    puzzle: QueensPuzzle, *, hardest: str = "nested what if", time_limit: float | None = None
) -> tuple[Step, ...]:
    """All steps, by the rules up to the `hardest`, to the full board or as far as they lead.

    On a board that has no solution the last step is a `"contradiction"`, on one that has several it is
    `"several solutions"`. Raises `BadOption` for an unknown rule, `SearchTimeout` after `time_limit` seconds, with the
    steps found so far.
    """
    if hardest not in NAMES:
        raise BadOption(f"hardest is {shown(hardest)}; the rules are {', '.join(NAMES)}")
    steps: list[Step] = []
    try:
        steps.extend(_steps(_Board(puzzle), NAMES.index(hardest) + 1, deadline_of(time_limit)))
    except SearchTimeout as late:
        raise SearchTimeout(str(late), tuple(steps)) from None
    return tuple(steps)


def difficulty(puzzle: QueensPuzzle, *, time_limit: float | None = None) -> Difficulty:
    """The hardest rule the board needs, and how often. Raises `SearchTimeout` after `time_limit` seconds."""
    steps = explain(puzzle, time_limit=time_limit)
    counted = Counter(step.rule for step in steps)
    rules = tuple((name, counted[name]) for name in NAMES if counted[name])
    solved = not counted.keys() & {SEVERAL, CONTRADICTION}
    if not solved or not rules:
        return Difficulty(None, None, 0, rules, solved)
    rule, times = rules[-1]
    return Difficulty(LEVEL_OF[rule], rule, times, rules, True)


def _wrong_entry(puzzle: QueensPuzzle, clues: Collection[Cell], deadline: float) -> Step | None:
    """What is wrong with the entries, as a step, or with the clues, where these alone have no solution; None if
    nothing is."""
    found = search.wrong_entries(puzzle, clues, time_limit=time_left(deadline))
    if found.clues == "none":
        return Step(CONTRADICTION, "the puzzle has no solution, whatever is put into it")
    if found.wrong:
        cell = found.wrong[0]
        solutions = "the solution" if found.clues == "unique" else "every solution"
        if puzzle.symbols[cell] == CROSS:
            said = f"{_name(cell)} is wrong: {solutions} has a crown there"
        else:
            said = f"{_name(cell)} is wrong: no solution has a crown there"
        conflict = next((one for one in puzzle.conflicts() if cell in (one.one, one.other)), None)
        said += f", and {conflict}" if conflict else ""
        more = len(found.wrong) - 1
        said += f"; {more} more {'entry is' if more == 1 else 'entries are'} wrong" if more else ""
        return Step(WRONG, said, found.wrong)
    if found.conflict:
        said = f"at least one of {_names(found.conflict)} is wrong: no solution has all of them"
        return Step(WRONG, said, found.conflict)
    return None


# -- the board of a deduction ---------------------------------------------------------------------------------------


class _Tables:
    """What all boards of a puzzle share. Sets of cells are integers, as in `search`.

    rows, columns, regions   the units, each a set
    units                    all of them: regions first, for they are what people look at first
    strikes                  cell -> what a crown there excludes
    """

    def __init__(self, puzzle: QueensPuzzle) -> None:
        n = puzzle.size
        self.n = n
        started = search.begin(puzzle.only())
        assert started is not None  # without crowns nothing is at odds
        _, units, self.strikes = started
        self.rows, self.columns, self.regions = units[:n], units[n : 2 * n], units[2 * n :]
        self.units = [*self.regions, *self.rows, *self.columns]
        names = [f"row {i + 1}" for i in range(n)], [f"column {i + 1}" for i in range(n)]
        self.unit_names = dict(zip(self.rows + self.columns, names[0] + names[1], strict=True))
        self.unit_names |= {region: f"the region of {self.names(region & -region)}" for region in self.regions}

    def cells(self, cells: int) -> tuple[Cell, ...]:
        return tuple([divmod(bit.bit_length() - 1, self.n) for bit in bits(cells)])

    def names(self, cells: int) -> str:
        return _names(self.cells(cells))


@dataclass(frozen=True, slots=True)
class _Found:
    """What a rule says.

    rule      its name
    sentence  for people
    because   the cells that justify it, as a set
    reads     the cells that must be excluded for it to hold
    crown     the cell it puts a crown on, as a set, or 0
    strikes   the cells it excludes; of a crown, all that this excludes
    dead      a contradiction: the unit has no cell left
    weight    how much a person has to look at
    """

    rule: str
    sentence: str
    because: int
    reads: int
    crown: int = 0
    strikes: int = 0
    dead: bool = False
    weight: int = 0
    supposed: int = 0
    chain: tuple[Step, ...] = ()


class _Board:
    """What is left of a board, as sets of cells.

    live      the cells left, among them those with crowns
    crowns    the cells with crowns
    uncrossed the cells without a cross on the board as it came
    unsaid    crowns of which nobody has said yet what they exclude, each a set
    possible  the cells that hold a crown in some solution, once that was asked; none under a supposition
    """

    def __init__(self, puzzle: QueensPuzzle) -> None:
        self.puzzle = puzzle
        self.t = _Tables(puzzle)
        n = puzzle.size
        self.live = (1 << n * n) - 1
        self.crowns = 0
        self.unsaid: list[int] = []
        for i, symbol in enumerate("".join(puzzle.cells)):
            if symbol == CROWN:
                self.unsaid.append(1 << i)
            elif symbol == CROSS:
                self.live &= ~(1 << i)
        self.uncrossed = self.live
        for crown in self.unsaid:
            self.put(crown)
        self.possible: int | None = None

    def put(self, crown: int) -> None:
        self.crowns |= crown
        self.live &= ~self.t.strikes[crown]

    def supposing(self, crown: int) -> _Board:
        new: _Board = object.__new__(_Board)
        new.puzzle, new.t = self.puzzle, self.t
        new.live, new.crowns, new.unsaid = self.live, self.crowns, []
        new.possible, new.uncrossed = 0, 0
        new.put(crown)
        return new

    def apply(self, found: _Found) -> None:
        if found.crown:
            self.put(found.crown)
        self.live &= ~found.strikes


def bits(cells: int) -> Iterator[int]:
    """The cells of a set one by one, each as a set."""
    while cells:
        bit = cells & -cells
        yield bit
        cells ^= bit


# -- the rules ------------------------------------------------------------------------------------------------------


def _dead(b: _Board) -> list[_Found]:
    """All lines and regions without a cell."""
    t = b.t
    return [
        _Found(CONTRADICTION, f"{t.unit_names[unit]} has no cell left for a crown", unit, unit, dead=True)
        for unit in t.units
        if not b.live & unit
    ]


def _last_cell(b: _Board) -> _Found | None:
    t = b.t
    for unit in t.units:
        here = b.live & unit
        if here and not here & (here - 1) and not here & b.crowns:
            where = "its region" if unit in t.regions else t.unit_names[unit]
            said = f"{t.names(here)} holds a crown: it is the only cell left in {where}"
            return _Found("last cell", said, unit & ~here, unit & ~here, here, t.strikes[here])
    return None


def _one_line(b: _Board) -> _Found | None:
    """A region with cells left in one line only, or a line with cells left in one region only."""
    t = b.t
    for lines in (t.rows, t.columns):
        for inner, outer in ((t.regions, lines), (lines, t.regions)):
            for unit in inner:
                here = b.live & unit
                if here & b.crowns:
                    continue
                for other in outer:
                    if here & other:
                        gone = b.live & other & ~unit
                        if gone and not here & ~other:
                            return _taken(b, [unit], [other], gone, "one line")
                        break
    return None


def _taken(b: _Board, inner: Sequence[int], outer: Sequence[int], gone: int, rule: str) -> _Found:
    """So many units have cells left only within as many others, and take these: `gone` are the cells of the others."""
    inside, around = _union(inner), _union(outer)
    who, where = _unit_names(b, inner), _unit_names(b, outer)
    has = "has" if len(inner) == 1 else "have"
    said = f"no other cell of {where} holds a crown: {who} {has} cells left only there"
    return _Found(rule, said, b.live & inside, inside & ~around, strikes=gone)


def _unit_names(b: _Board, units: Sequence[int]) -> str:
    """`rows 1 and 2`, `the regions of r1 c1 and r3 c2`."""
    t = b.t
    names = [t.unit_names[unit] for unit in units]
    if len(names) == 1:
        return names[0]
    if units[0] in t.regions:
        return "the regions of " + _listed([t.names(unit & -unit) for unit in units])
    kind = names[0].split()[0]
    return f"{kind}s {_listed([name.split()[1] for name in names])}"


def _no_place_left(b: _Board) -> _Found | None:
    """Cells that all cells left of a line or region exclude; of the unit with the fewest cells left."""
    t = b.t
    best: _Found | None = None
    for unit in t.units:
        here = b.live & unit
        if here & b.crowns or not here:
            continue
        weight = here.bit_count()
        if best is not None and weight >= best.weight:
            continue
        common = b.live & ~unit
        for cell in bits(here):
            common &= t.strikes[cell]
            if not common:
                break
        if common:
            several = bool(common & (common - 1))
            subject = f"none of {t.names(common)} holds a" if several else f"{t.names(common)} holds no"
            said = f"{subject} crown: one there would leave {t.unit_names[unit]} no cell"
            reads = 0
            for cell in bits(common):
                reads |= unit & ~t.strikes[cell]
            best = _Found("no place left", said, here, reads, strikes=common, weight=weight)
    return best


def _lines(b: _Board, least: int, most: int) -> _Found | None:
    """From `least` to `most` units, and no fewer, that have cells left only within as many others."""
    t = b.t
    unfinished = [region for region in t.regions if not b.live & region & b.crowns]
    for k in range(least, most + 1):
        for lines in (t.rows, t.columns):
            for inner, outer in ((unfinished, lines), (lines, unfinished)):
                within = []
                for unit in inner:
                    here = b.live & unit
                    if here and not here & b.crowns:
                        spread = sum([1 << i for i, other in enumerate(outer) if here & other])
                        if spread.bit_count() <= k:
                            within.append((unit, spread))
                for chosen in combinations(within, k):
                    spread = 0
                    for _, each in chosen:
                        spread |= each
                    if spread.bit_count() == k:
                        taken = [other for i, other in enumerate(outer) if spread >> i & 1]
                        units = [unit for unit, _ in chosen]
                        gone = b.live & _union(taken) & ~_union(units)
                        if gone:
                            return _taken(b, units, taken, gone, "two lines" if k == 2 else "more lines")
    return None


def _two_lines(b: _Board) -> _Found | None:
    return _lines(b, 2, 2)


def _more_lines(b: _Board) -> _Found | None:
    n = b.t.n
    return _lines(b, 3, n // 2 if n <= SMALL else MOST_LINES)


def _all_cases(b: _Board) -> _Found | None:
    """Cells excluded wherever the crown of a unit is, by the `last cell` of others that follow from there."""
    t = b.t
    best: _Found | None = None
    for unit in t.units:
        here = b.live & unit
        if not 2 <= here.bit_count() <= MOST_CASES:
            continue
        cases = []
        common = b.live & ~b.crowns & ~unit
        for cell in bits(here):
            case, told = _followed(b, cell)
            impossible = [[*_needed(told, one.reads, t.strikes[cell] | ~b.live), one] for one in _dead(case)]
            if not impossible:  # such a case excludes everything
                common &= ~case.live
            cases.append((cell, case, told, impossible))
            if not common:
                break
        if not common:
            continue
        for gone in bits(common):
            reads = unit & ~here
            chain = []
            for cell, case, told, impossible in cases:
                ends = list(impossible)
                if not gone & case.live:
                    ends.append(_needed(told, gone, t.strikes[cell] | ~b.live))
                needed = min(ends, key=len)
                reads |= _union([one.reads for one in needed])
                after = f", after {_steps_said(len(needed))}," if needed else ""
                said = f"with the crown of {t.unit_names[unit]} on {t.names(cell)}{after} {t.names(gone)} is excluded"
                chain.append(Step("case", said, t.cells(cell), chain=tuple([_step(b, one) for one in needed])))
            weight = sum([1 + len(step.chain) for step in chain])
            if best is None or weight < best.weight:
                said = f"{t.names(gone)} holds no crown: wherever that of {t.unit_names[unit]} is, it is excluded"
                best = _Found("all cases", said, here, reads & ~b.live, 0, gone, weight=weight, chain=tuple(chain))
    return best


def _followed(b: _Board, cell: int) -> tuple[_Board, list[_Found]]:
    """The board with a crown on a cell, and with the last cells that follow from there."""
    case = b.supposing(cell)
    told: list[_Found] = []
    while not _dead(case):
        found = _last_cell(case)
        if found is None:
            break
        told.append(found)
        case.apply(found)
    return case, told


RULES = (_last_cell, _one_line, _no_place_left, _two_lines, _more_lines, _all_cases)
"""Those that need no supposition, from simple to hard; what crowns exclude they take as known."""
RULE_NAMES = ("last cell", "one line", "no place left", "two lines", "more lines", "all cases")


# -- steps ----------------------------------------------------------------------------------------------------------


def _steps(b: _Board, allowed: int, deadline: float) -> Iterator[Step]:
    """Step after step by the first `allowed` rules, to the solution, a contradiction, or as far as they lead."""
    t = b.t
    said_live = b.uncrossed
    while True:
        for crown in b.unsaid:
            gone = said_live & t.strikes[crown] & ~b.crowns
            if gone and allowed > NAMES.index("crown excludes"):
                yield _excluding(b, crown, gone)
            said_live &= ~gone
        b.unsaid = []
        dead = _dead(b)
        if dead:
            yield _step(b, dead[0])
            return
        if b.live == b.crowns:
            return
        found = _by_rule(b, allowed, deadline)
        if found is None:
            if allowed == len(NAMES):
                left = b.live & ~b.crowns
                some = t.cells(left)
                names = _names(some[:6]) if len(some) <= 6 else ", ".join(map(_name, some[:6])) + ", ..."
                said = f"nothing more follows: {names} hold a crown or none, in one solution or another"
                yield Step(SEVERAL, said, some)
            return
        yield _step(b, found)
        b.apply(found)
        said_live &= ~(found.strikes if not found.crown else 0)
        if found.crown:
            b.unsaid = [found.crown]
        if perf_counter() > deadline:
            raise SearchTimeout("the time limit passed before the board was explained")


def _excluding(b: _Board, crown: int, gone: int) -> Step:
    t = b.t
    (r, c) = t.cells(crown)[0]
    said = (
        f"the crown on {_name((r, c))} excludes the rest of row {r + 1}, of column {c + 1} and of its region, "
        "and what it touches"
    )
    return Step("crown excludes", said, t.cells(crown), tuple([(cell, CROSS) for cell in t.cells(gone)]))


def _by_rule(b: _Board, allowed: int, deadline: float) -> _Found | None:
    """What the simplest rule says; a what if, where no other says anything."""
    for name, rule in zip(RULE_NAMES, RULES, strict=True):
        if NAMES.index(name) < allowed:
            found = rule(b)
            if found is not None:
                return found
    if NAMES.index("what if") < allowed:
        _ask(b, deadline)
        for depth in range(1, b.t.n + 1 if allowed == len(NAMES) else 2):
            found = _what_if(b, depth, deadline)
            if found is not None:
                return found
    return None


def _ask(b: _Board, deadline: float) -> None:
    """Which cells hold a crown in some solution: it saves trying to refute what cannot be refuted."""
    if b.possible is not None:
        return
    judged = search.classify(b.puzzle, time_limit=time_left(deadline))
    b.possible = 0
    for witness in judged.witnesses:
        b.possible |= _set(b, witness.crowns)
    if judged.verdict == "multiple":
        for cell in bits(b.live & ~b.possible):
            if not cell & b.possible:
                r, c = b.t.cells(cell)[0]
                solution = search.first(b.puzzle.with_cell(r, c, CROWN), time_limit=time_left(deadline))
                if solution is not None:
                    b.possible |= _set(b, solution.crowns)


def _set(b: _Board, cells: Sequence[Cell]) -> int:
    return sum([1 << b.t.n * r + c for r, c in cells])


def _what_if(b: _Board, depth: int, deadline: float, any_will_do: bool = False) -> _Found | None:
    """A cell on which a crown leads to a contradiction: that with the shortest chain, or any."""
    t = b.t
    best: _Found | None = None
    for cell in bits(b.live & ~b.crowns & ~(b.possible or 0)):
        if perf_counter() > deadline:
            raise SearchTimeout("the time limit passed before the board was explained")
        chain = _refutation(b, cell, depth, deadline)
        if not chain:
            continue
        weight = sum([1 + one.weight * bool(one.chain) for one in chain])
        if best is None or weight < best.weight:
            after = f"after {_steps_said(len(chain) - 1)} " if len(chain) > 1 else ""
            end = chain[-1].sentence.replace(" has no", " would have no")
            said = f"{t.names(cell)} holds no crown: were there one, {after}{end}"
            reads, because = (_union([getattr(one, name) for one in chain]) for name in ("reads", "because"))
            name = "what if" if depth == 1 else "nested what if"
            because &= b.live & ~cell
            steps = tuple([_step(b, one) for one in chain])
            best = _Found(name, said, because, reads & ~b.live, 0, cell, weight=weight, supposed=cell, chain=steps)
            if any_will_do or t.n > SMALL:
                break
    return best


def _refutation(b: _Board, cell: int, depth: int, deadline: float) -> list[_Found]:
    """The steps that a contradiction needs, which is the last; none where the rules do not lead to one from a crown on
    the cell."""
    case = b.supposing(cell)
    told: list[_Found] = []
    while not (dead := _dead(case)):
        found = next((found for rule in RULES[:-1] if (found := rule(case)) is not None), None)
        if found is None and case.live != case.crowns:
            for shallower in range(1, depth):
                found = found or _what_if(case, shallower, deadline, any_will_do=True)
        if found is None:
            return []
        told.append(found)
        case.apply(found)
    gone = b.t.strikes[cell] | ~b.live
    return min([[*_needed(told, one.reads, gone), one] for one in dead], key=len)


def _needed(told: Sequence[_Found], wanted: int, gone: int) -> list[_Found]:
    """Of steps that follow one another, those without each of which the `wanted` cells would not be excluded. `gone`
    are the cells that were excluded before."""
    kept = list(told)
    for i in reversed(range(len(told))):
        rest = kept[:i] + kept[i + 1 :]
        if _excluded(rest, wanted, gone):
            kept = rest
    return kept


def _excluded(told: Sequence[_Found], wanted: int, gone: int) -> bool:
    """Whether these steps, those of them that hold, exclude the wanted cells."""
    for one in told:
        if not one.reads & ~gone:
            gone |= one.strikes
    return not wanted & ~gone


def _step(b: _Board, found: _Found) -> Step:
    t = b.t
    if found.crown:
        filled: tuple[tuple[Cell, str], ...] = ((t.cells(found.crown)[0], CROWN),)
    else:
        filled = tuple([(cell, CROSS) for cell in t.cells(found.strikes)])
    return Step(
        found.rule,
        found.sentence,
        t.cells(found.because),
        filled,
        supposed=(t.cells(found.supposed)[0], CROWN) if found.supposed else None,
        chain=found.chain,
    )


# -- words ----------------------------------------------------------------------------------------------------------


def _union(sets: Sequence[int]) -> int:
    union = 0
    for one in sets:
        union |= one
    return union


def _name(cell: Cell) -> str:
    return f"r{cell[0] + 1} c{cell[1] + 1}"


def _names(cells: Sequence[Cell]) -> str:
    return _listed([_name(cell) for cell in cells])


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _steps_said(number: int) -> str:
    return f"{number} {'step' if number == 1 else 'steps'}"
