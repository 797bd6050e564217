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
dominoes and nothing of what was ruled out, a hint goes on to the next domino: to the one for which the fewest steps are
needed, which are in `chain`. An explanation takes the simplest rule each time and leaves out what nothing rests on.

What is known is ONE set of placements that are still possible, as bits of an integer (as in `search`): a rule takes
some away. Beside what it takes away a rule tells what it looked at, so that it can be found on which steps it rests.

What is not here: the rules but for the what ifs (`cell_rules`, `number_rules`), their order (`rules`), what ifs
(`what_if`); what is known of a board, and the form of what rules say (`knowledge`); the shortest reason (`shortest`,
`proof`). And how many solutions there are (`search`): it is asked which of the dominoes on the board are wrong, what a
what if need not try, and whether there is a domino left on which all solutions agree.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import inf
from time import perf_counter

from solver.errors import SearchTimeout
from solver.pips import rules, search
from solver.pips.knowledge import Board, Found, Tables, Told, needed
from solver.pips.proof import shortened
from solver.pips.puzzle import Cell, PipsPuzzle
from solver.pips.rules import LEVEL_OF, NAMES
from solver.pips.shortest import shortest
from solver.pips.what_if import is_open, time_left, what_if
from solver.pips.words import cell_names, listed
from solver.steps import Difficulty, Placed, Step
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
    b = Board.begun(puzzle, placed)
    if not b.bare and solvable:
        return None
    if solvable:
        steps = shortest(b, deadline)
    else:
        steps = shortened(b.copy(), list(_steps(b, deadline)))
    if steps is None:
        return rules.step_of(b.t, _several(b))
    *chain, last = [rules.step_of(b.t, one.found) for one in steps]
    return replace(last, chain=tuple(chain)) if chain else last


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
    b = Board.begun(puzzle, placed)
    steps: list[Told] = []
    try:
        steps.extend(_steps(b, deadline))
    except SearchTimeout as late:
        raise SearchTimeout(str(late), tuple(rules.step_of(b.t, one.found) for one in steps)) from None
    is_dead = steps and steps[-1].found.dead
    wanted = steps[-1:] if is_dead else [one for one in steps if not one.found.struck]
    return tuple(rules.step_of(b.t, one.found) for one in needed(steps, wanted))


def difficulty(puzzle: PipsPuzzle, placed: Sequence[Placed] = (), *, time_limit: float | None = None) -> Difficulty:
    """The hardest rule it takes to solve the board, and how often. Raises as `hint` does."""
    steps = explain(puzzle, placed, time_limit=time_limit)
    counted = Counter(step.rule for step in steps)
    needed_rules = tuple((name, counted[name]) for name in NAMES if counted[name])
    solved = not steps or steps[-1].rule not in ("wrong entry", "contradiction", "several solutions")
    if not solved or not needed_rules:
        return Difficulty(None, None, 0, needed_rules, solved)
    name, times = needed_rules[-1]
    return Difficulty(LEVEL_OF[name], name, times, needed_rules, True)


def stuck_at(puzzle: PipsPuzzle, level: str) -> set[Cell]:
    """The cells that the rules up to that level leave bare: none, if they solve the puzzle.

    `level` is `"easy"`, `"medium"` or `"hard"`: what ifs are not tried. Cells that break a rule count as bare.
    """
    b = Board(Tables(puzzle))
    rules.pursue(b, inf, level)
    return {puzzle.cells[c] for c in b.bare}


def _deadline(time_limit: float | None) -> float:
    check_time_limit(time_limit)
    return inf if time_limit is None else perf_counter() + time_limit


def _wrong_entry(puzzle: PipsPuzzle, placed: Sequence[Placed], deadline: float) -> Step | None:
    """What is wrong with dominoes that no solution has, as a step; None if without them there is no solution either.

    A domino is wrong if no solution has it where it lies. Where each could be right and all together not, those that
    cannot be together are named, as few as are needed.
    """

    def possible(some: Sequence[Placed]) -> bool:
        return search.first(puzzle, placed=some, time_limit=time_left(deadline)) is not None

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


# -- step by step ---------------------------------------------------------------------------------------------------


def _steps(b: Board, deadline: float) -> Iterator[Told]:
    """All steps, made on the board as they are told; the last may be one that says why there are no more."""
    while b.bare:
        rules.check_time(deadline)
        found = rules.by_rule(b)
        if found is None and not is_open(b, deadline):
            yield Told(_several(b), 0)
            return
        depth = 1
        while found is None:
            found = what_if(b, depth, deadline)
            depth += 1
        yield rules.told(b, found)
        if found.dead:
            return
    found = rules.unmet(b)
    if found is not None:
        yield rules.told(b, found)


def _several(b: Board) -> Found:
    where = f"on {b.names(b.bare)}" if len(b.bare) <= 8 else f"on the {len(b.bare)} bare cells"
    said = f"nothing more follows: the dominoes {where} can lie in more than one way"
    return Found(said, reads=0, because=tuple(b.bare), rule="several solutions")
