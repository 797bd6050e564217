"""Why: the next domino of Pips and the reason for it, the whole way to the solution, and how hard it is.

Nothing here guesses. The rules are tried from simple to hard, and the simplest that has something to say is the next
step: it lays a domino, or strikes places where a domino could lie.

    only fit         one domino, one way round, is left for a cell
    one home         a domino has one place left
    one neighbour    a cell with one bare neighbour shares its domino with it
    tag              the numbers a tag leaves for its cells, as the one cell of a sum
    no fit           the same as one neighbour, where no domino fits on a cell and its other neighbours
    equal cells      what one cell of an equals region cannot be, none can; on two of them lies a double
    unequal cells    what one cell of an unequal region is, no other can be; on two of them lies no double
    only domino      one domino fits on a cell, this way or that: it lies nowhere else
    bounds           the least and the most that the rest of a region can have, from what is in hand
    enough pips      equals want a number that enough halves in hand have
    pips used up     cells that must have a number take all halves with it, or it takes all halves for those that can
    cut off          a domino that would leave an island that no dominoes can cover
    overlap          all places of a domino cover a cell: no other domino does
    shared numbers   so many cells of an unequal region have so few numbers among them that no other cell has those
    ways             no way to fill a region has that number there
    left over        bounds, for all cells outside the sums: they get what the sums leave of all pips
    what if          something cannot be, since by the rules above it leads to a contradiction: `chain` tells how
    nested what if   the same, with a what if, or a nested one, in its chain

A puzzle with one solution is always explained to the end; with several, as far as they agree. Since a board shows
dominoes and nothing of what was ruled out, a hint goes on to the next domino; the steps it rests on are in `chain`.

What is known is ONE set of placements that are still possible, as bits of an integer (as in `search`): a rule takes
some away. Beside what it takes away a rule tells what it looked at, so that steps on which nothing rests can be left
out of an explanation.

What is not here: the rules but for the what ifs (`cell_rules`, `number_rules`); what is known of a board, and the form
of what rules say (`knowledge`). And how many solutions there are (`search`): it is asked which of the dominoes on the
board are wrong, what a what if need not try, and whether there is a domino left on which all solutions agree.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf
from time import perf_counter
from typing import TypeAlias

from solver.errors import SearchTimeout
from solver.pips import cell_rules, number_rules, search
from solver.pips.knowledge import EVERYTHING, NUMBERS, Area, Board, Found, Tables, Told, each_bit, needed
from solver.pips.puzzle import Cell, PipsPuzzle, Region
from solver.pips.search import Placed
from solver.pips.words import cell_names, listed, placed_name
from solver.steps import LEVELS, Difficulty, Step
from solver.verdicts import check_time_limit

# -- the verbs ------------------------------------------------------------------------------------------------------


def hint(puzzle: PipsPuzzle, placed: Sequence[Placed] = (), *, time_limit: float | None = None) -> Step | None:
    """The next domino on the board as it stands, with the steps that lead to it in `chain`; None on a full board.

    Where dominoes are `placed` wrongly, the step says which first (`.rule == "wrong entry"`). Where nothing more
    follows, it says so (`"several solutions"`), and where there is no solution, why (`"contradiction"`).

    Raises `BadPlaces` where `placed` are not the puzzle's dominoes lying as dominoes do, `SearchTimeout` when it takes
    longer than `time_limit` seconds.
    """
    deadline = _deadline(time_limit)
    solvable = search.first(puzzle, placed=placed, time_limit=time_limit) is not None
    wrong = None if solvable else _wrong_entry(puzzle, placed, deadline)
    if wrong is not None:
        return wrong
    told: list[Told] = []
    for one in _steps(Board.begun(puzzle, placed), deadline):
        told.append(one)
        if solvable and not one.step.struck:
            break
    if not told:
        return None
    *chain, last = needed(told, told[-1:])
    return replace(last.step, chain=tuple(one.step for one in chain)) if chain else last.step


def explain(puzzle: PipsPuzzle, placed: Sequence[Placed] = (), *, time_limit: float | None = None) -> tuple[Step, ...]:
    """All steps to the full board, from the dominoes that are `placed` already, or as far as all solutions agree.

    If there is no solution the last step is a `"wrong entry"`, or a `"contradiction"` with what it rests on before it;
    if there are several it is `"several solutions"`. Raises as `hint` does; a `SearchTimeout` has the steps so far.
    """
    deadline = _deadline(time_limit)
    solvable = not placed or search.first(puzzle, placed=placed, time_limit=time_limit) is not None
    wrong = None if solvable else _wrong_entry(puzzle, placed, deadline)
    if wrong is not None:
        return (wrong,)
    told: list[Told] = []
    try:
        told.extend(_steps(Board.begun(puzzle, placed), deadline))
    except SearchTimeout as late:
        raise SearchTimeout(str(late), tuple(one.step for one in told)) from None
    is_dead = told and told[-1].step.rule == "contradiction"
    wanted = told[-1:] if is_dead else [one for one in told if not one.step.struck]
    return tuple(one.step for one in needed(told, wanted))


def difficulty(puzzle: PipsPuzzle, placed: Sequence[Placed] = (), *, time_limit: float | None = None) -> Difficulty:
    """The hardest rule it takes to solve the board, and how often. Raises as `hint` does."""
    steps = explain(puzzle, placed, time_limit=time_limit)
    counted = Counter(step.rule for step in steps)
    rules = tuple((name, counted[name]) for name in NAMES if counted[name])
    solved = not steps or steps[-1].rule not in ("wrong entry", "contradiction", "several solutions")
    if not solved or not rules:
        return Difficulty(None, None, 0, rules, solved)
    name, times = rules[-1]
    return Difficulty(LEVEL_OF[name], name, times, rules, True)


def stuck_at(puzzle: PipsPuzzle, level: str) -> set[Cell]:
    """The cells that the rules up to that level leave bare: none, if they solve the puzzle.

    `level` is `"easy"`, `"medium"` or `"hard"`: what ifs are not tried. Cells that break a rule count as bare.
    """
    b = Board(Tables(puzzle))
    hardest = LEVELS.index(level)
    _pursue(b, [rule for _, rule, of in BOARD_RULES if LEVELS.index(of) <= hardest], inf)
    return {puzzle.cells[c] for c in b.bare}


def _deadline(time_limit: float | None) -> float:
    check_time_limit(time_limit)
    return inf if time_limit is None else perf_counter() + time_limit


def _left(deadline: float) -> float | None:
    """The time limit that is left, in seconds."""
    return None if deadline == inf else max(deadline - perf_counter(), 1e-6)


def _wrong_entry(puzzle: PipsPuzzle, placed: Sequence[Placed], deadline: float) -> Step | None:
    """What is wrong with dominoes that no solution has, as a step; None if without them there is no solution either.

    A domino is wrong if no solution has it where it lies. Where each could be right and all together not, those that
    cannot be together are named, as few as are needed.
    """

    def possible(some: Sequence[Placed]) -> bool:
        return search.first(puzzle, placed=some, time_limit=_left(deadline)) is not None

    if not placed or not possible(()):
        return None
    wrong = [one for one in placed if not possible([one])]
    if wrong:
        more = len(wrong) - 1
        others = f"; {more} more {'domino is' if more == 1 else 'dominoes are'} wrong" if more else ""
        (a, b), cells = wrong[0]
        said = f"the {a}-{b} on {cell_names(cells)} is wrong: no solution has it there{others}"
        return Step("wrong entry", said, tuple(cell for _, place in wrong for cell in place))
    needed = list(placed)
    for one in placed:
        fewer = [other for other in needed if other != one]
        if not possible(fewer):
            needed = fewer
    named = listed([f"the {a}-{b} on {cell_names(cells)}" for (a, b), cells in needed])
    said = f"at least one of {named} is wrong: no solution has all of them"
    return Step("wrong entry", said, tuple(cell for _, place in needed for cell in place))


# -- the rules in their order ---------------------------------------------------------------------------------------

_Rule: TypeAlias = Callable[[Board], "Found | None"]

BOARD_RULES: tuple[tuple[str, _Rule, str], ...] = (
    ("only fit", cell_rules.only_fit, "easy"),
    ("one home", cell_rules.one_home, "easy"),
    ("one neighbour", cell_rules.one_neighbour, "easy"),
    ("tag", number_rules.tag, "easy"),
    ("no fit", cell_rules.no_fit, "easy"),
    ("equal cells", number_rules.equal_cells, "easy"),
    ("unequal cells", number_rules.unequal_cells, "easy"),
    ("only domino", cell_rules.only_domino, "medium"),
    ("bounds", number_rules.bounds, "medium"),
    ("enough pips", number_rules.enough_pips, "medium"),
    ("pips used up", number_rules.used_up, "medium"),
    ("cut off", cell_rules.cut_off, "medium"),
    ("overlap", cell_rules.overlap, "hard"),
    ("shared numbers", number_rules.shared_numbers, "hard"),
    ("ways", number_rules.ways, "hard"),
    ("left over", number_rules.left_over, "hard"),
)
"""The rules from simple to hard: name, function, the level of boards that need it."""

RULES = (*((name, level) for name, _, level in BOARD_RULES), ("what if", "expert"), ("nested what if", "expert"))
"""All rules from simple to hard, each with the level of boards that need it."""

NAMES = tuple(name for name, _ in RULES)
LEVEL_OF = dict(RULES)


def _by_rule(b: Board) -> tuple[str, Found] | None:
    """What the simplest rule that has something to say says; a contradiction comes before all."""
    found = cell_rules.nothing_fits(b)
    if found:
        return "contradiction", found
    for name, rule, _ in BOARD_RULES:
        found = rule(b)
        if found:
            return ("contradiction" if found.dead else name), found
    return None


def _pursue(b: Board, rules: Sequence[_Rule], deadline: float) -> bool:
    """Make all that these rules say on the board; whether that ends in a contradiction.

    Rules find no less where more is known, so their order makes no difference to the end: each is asked until it has
    nothing more to say, which is much quicker than to begin with the simplest after every step.
    """
    at = quiet = 0
    if b.bare and cell_rules.nothing_fits(b):
        return True
    while b.bare and quiet < len(rules):
        found = rules[at](b)
        if found is None:
            quiet += 1
            at = (at + 1) % len(rules)
            continue
        if found.dead:
            return True
        _check(deadline)
        _make(b, found)
        if b.bare and cell_rules.nothing_fits(b):
            return True
        quiet = 0
    return False


# -- step by step ---------------------------------------------------------------------------------------------------


def _steps(b: Board, deadline: float) -> Iterator[Told]:
    """All steps, made on the board as they are told; the last may be one that says why there are no more."""
    while b.bare:
        _check(deadline)
        named = _by_rule(b)
        if named is None and not _is_open(b, deadline):
            yield Told(_several(b), 0, 0)
            return
        depth = 1
        while named is None:
            named = _what_if(b, depth, deadline)
            depth += 1
        yield _apply(b, *named)
        if named[1].dead:
            return
    for area in b.t.areas:
        pips = [b.allowed[c].bit_length() - 1 for c in area.cells]
        if not Region(area.type, _target(b, area), tuple(b.t.cells[c] for c in area.cells)).allows(pips):
            said = f"{area.name} is not content with {listed([str(v) for v in pips])}"
            yield Told(Step("contradiction", said, tuple(b.t.cells[c] for c in area.cells)), 0, EVERYTHING)
            return


def _target(b: Board, area: Area) -> int | None:
    return b.t.puzzle.region_of[b.t.cells[area.cells[0]]].target


def _check(deadline: float) -> None:
    if perf_counter() > deadline:
        raise SearchTimeout("the time limit passed before the board was explained")


def _apply(b: Board, name: str, found: Found) -> Told:
    """Make a step on the board; the step as it is told."""
    t = b.t
    cells = tuple(t.cells[c] for c in found.because)
    placed: tuple[Placed, ...] = ()
    filled: tuple[tuple[Cell, str], ...] = ()
    if found.lays:
        place = t.placed(found.lays)
        placed = (place,)
        filled = ((place[1][0], str(place[0][0])), (place[1][1], str(place[0][1])))
    struck, laid = _listed(t, found.struck), _listed(t, found.suppositions)
    step = Step(name, found.said, cells, filled, found.supposed, found.chain, placed, struck, laid)
    before = b.live
    _make(b, found)
    return Told(step, before & ~b.live | found.lays, found.reads)


def _make(b: Board, found: Found) -> None:
    for c, numbers in found.gone.items():
        b.allowed[c] = b.values[c] & ~numbers
    if found.lays:
        b.lay(found.lays)
    elif found.struck:
        b.strike(found.struck)


def _listed(t: Tables, placements: int) -> tuple[Placed, ...]:
    return tuple(t.placed(bit) for bit in each_bit(placements))


def _several(b: Board) -> Step:
    cells = b.bare
    where = f"on {b.names(cells)}" if len(cells) <= 8 else f"on the {len(cells)} bare cells"
    said = f"nothing more follows: the dominoes {where} can lie in more than one way"
    return Step("several solutions", said, tuple(b.t.cells[c] for c in cells))


# -- what if --------------------------------------------------------------------------------------------------------


def _laid(b: Board) -> list[Placed]:
    return list(_listed(b.t, b.laid))


def _is_open(b: Board, deadline: float) -> bool:
    """Whether a domino is still to be found that lies in the same place in all solutions, or that there are none.

    Of those that may be such a domino only one is made sure of: the next one when it has been laid.
    """
    if b.solutions is None:
        _ask(b, deadline)
    if not b.solutions or b.unique or b.confirmed & ~b.laid:
        return True
    t, begun, board = b.t, _laid(b), search.Board(b.t.puzzle)
    for bit in each_bit(b.agreed & ~b.laid):
        if not b.agreed & bit:
            continue
        # Does a solution have something else on its first cell?
        for other in each_bit(b.live & t.cover[t.placement(bit)[1]] & ~bit):
            placed = [*begun, t.placed(other)]
            another = search.first(t.puzzle, placed=placed, time_limit=_left(deadline), board=board)
            if another is not None:
                b.solutions |= t.set_of(another)
                b.agreed &= t.set_of(another)
                break
        else:
            b.confirmed |= bit
            return True
    return False


def _ask(b: Board, deadline: float) -> None:
    """Some solutions: what they have need not be tried, and beyond what they all have no domino can be laid."""
    found = search.classify(b.t.puzzle, placed=_laid(b), time_limit=_left(deadline))
    b.solutions, b.agreed, b.unique = 0, EVERYTHING, found.verdict != "multiple"
    for solution in found.witnesses:
        b.solutions |= b.t.set_of(solution)
        b.agreed &= b.t.set_of(solution)


def _complete(b: Board, deadline: float) -> None:
    """Of all that is live, find out what some solution has."""
    assert b.solutions is not None
    if b.unique:
        return
    begun, board = _laid(b), search.Board(b.t.puzzle)
    for bit in each_bit(b.live & ~b.solutions):
        if not b.solutions & bit:
            placed = [*begun, b.t.placed(bit)]
            solution = search.first(b.t.puzzle, placed=placed, time_limit=_left(deadline), board=board)
            if solution is not None:
                b.solutions |= b.t.set_of(solution)


@dataclass(frozen=True, slots=True)
class _Supposition:
    """`one` of these placements is made, which have in common a number on a cell, an edge, or that it is one; `other`
    than these would be struck for it."""

    one: int
    other: int
    cell: int = -1
    number: int = -1
    edge: int = -1

    @property
    def key(self) -> tuple[int, int, int, int]:
        """What tells it from others, also where less is live."""
        return self.cell, self.number, self.edge, 0 if self.cell >= 0 or self.edge >= 0 else self.one


def _suppositions(b: Board) -> Iterator[_Supposition]:
    """What may turn out to be impossible: numbers of cells, then dominoes across edges, then placements.

    Where there are several solutions, first the cells on which all have the same domino.
    """
    t, live, values = b.t, b.live, b.values
    known = b.solutions or 0
    agreed = 0 if b.unique else b.agreed
    for c in sorted(b.bare, key=lambda c: (not agreed & t.cover[c], values[c].bit_count())):
        if not values[c] & (values[c] - 1):
            continue
        cover = t.cover[c]
        for v in NUMBERS:
            one = live & t.put[c][v]
            if one and not one & known:
                yield _Supposition(one, live & cover & ~one, cell=c, number=v)
    for e, (c, d) in enumerate(t.edges):
        one = live & t.on[e] & ~b.laid
        if one and not one & known:
            yield _Supposition(one, live & (t.cover[c] | t.cover[d]) & ~one, edge=e)
    for bit in each_bit(live & ~b.laid & ~known):
        yield _Supposition(bit, 0)


def _supposing(b: Board, what: _Supposition) -> Board:
    supposed = b.copy()
    if what.other:
        supposed.strike(what.other)
        if what.number >= 0:
            supposed.allowed[what.cell] &= 1 << what.number
    elif what.cell < 0 and what.edge < 0:
        supposed.lay(what.one)
    return supposed


def _refutes(b: Board, depth: int, deadline: float) -> bool:
    """Whether the rules, and what-ifs up to a depth, lead to a contradiction; the board is changed."""
    while b.bare:
        if _pursue(b, [rule for _, rule, _ in BOARD_RULES], deadline):
            return True
        named = None
        for shallower in range(1, depth):
            named = named or _what_if(b, shallower, deadline, tell=False)
        if not b.bare:
            break
        if named is None:
            return False
        _make(b, named[1])
    return next(_steps(b, inf), None) is not None


def _retraced(b: Board, depth: int, deadline: float) -> list[Told]:
    """The same step by step, from simple rules to hard ones, each told."""
    told: list[Told] = []
    while b.bare:
        _check(deadline)
        named = _by_rule(b)
        for shallower in range(1, depth):
            named = named or _what_if(b, shallower, deadline)
        assert named is not None  # for it is refuted
        told.append(_apply(b, *named))
        if named[1].dead:
            return told
    return [*told, *_steps(b, inf)]


def _what_if(b: Board, depth: int, deadline: float, tell: bool = True) -> tuple[str, Found] | None:
    """The first supposition that the rules refute; not how, unless to `tell` it.

    To compare two for the shorter chain took hints half as long again, and left 38 what-ifs of 40 on the published
    puzzles.
    """
    if depth > 1 and not b.doomed:
        _complete(b, deadline)
    name = "what if" if depth == 1 else "nested what if"
    candidates = _suppositions(b)
    for what in candidates if depth == 1 else _most_narrowed(b, candidates, deadline):
        if _refutes(_supposing(b, what), depth, deadline) if depth > 1 else _fails(b, what, deadline):
            return name, _refuted(b, what, depth, deadline) if tell else Found("", what.one, gone=_gone(what))
    return None


def _fails(b: Board, what: _Supposition, deadline: float) -> bool:
    """Whether the rules refute a supposition. Where they did not before, they go on from where they had to stop."""
    supposed = b.fruitless.get(what.key)
    if supposed is None:
        supposed = _supposing(b, what)
    else:
        news = supposed.live & ~b.live
        if not news:
            return False
        if news & supposed.laid:
            return True
        supposed.strike(news)
    if _refutes(supposed, 1, deadline):
        return True
    b.fruitless[what.key] = supposed
    return False


def _most_narrowed(b: Board, candidates: Iterator[_Supposition], deadline: float) -> list[_Supposition]:
    """Those first that the rules leave least of."""
    rated: list[tuple[int, int, _Supposition]] = []
    for what in candidates:
        supposed = _supposing(b, what)
        _refutes(supposed, 1, deadline)
        rated.append((supposed.live.bit_count(), len(rated), what))
    return [what for _, _, what in sorted(rated, key=lambda one: one[:2])]


def _gone(what: _Supposition) -> dict[int, int]:
    return {what.cell: 1 << what.number} if what.number >= 0 else {}


def _refuted(b: Board, what: _Supposition, depth: int, deadline: float) -> Found:
    """The deduction from a supposition that is refuted, with its chain."""
    t = b.t
    told = _retraced(_supposing(b, what), depth, deadline)
    told = needed(told, told[-1:])
    reads = 0
    for one in told:
        reads |= one.reads
    chain = tuple(one.step for one in told)
    more = len(chain) - 1
    after = f"after {more} more {'step' if more == 1 else 'steps'} " if more else ""
    if what.number >= 0:
        cell = b.names([what.cell])
        supposition = f"{cell} cannot be {what.number}: were it {what.number}"
    elif what.edge >= 0:
        supposition = f"no domino can lie across {b.names(t.edges[what.edge])}: were one there"
    else:
        place = t.placed(what.one)
        supposition = f"the {placed_name(place)} cannot lie on {cell_names(place[1])}: were it there"
    said = f"{supposition}, then {after}{chain[-1].sentence}"
    return Found(
        said,
        what.one,
        reads,
        tuple(dict.fromkeys(t.number[cell] for step in chain for cell in step.because)),
        gone=_gone(what),
        supposed=(t.cells[what.cell], str(what.number)) if what.number >= 0 else None,
        suppositions=0 if what.number >= 0 else what.one,
        chain=chain,
    )
