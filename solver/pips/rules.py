"""The rules of Pips in their order, asked one after the other, and steps made of what they say.

What is not here: the rules themselves (`cell_rules`, `number_rules`), and suppositions (`what_if`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter
from typing import TypeAlias

from solver.errors import SearchTimeout
from solver.pips import cell_rules, number_rules
from solver.pips.knowledge import Board, Found, Tables, Told, dead, each_bit
from solver.pips.puzzle import Region
from solver.pips.words import listed
from solver.steps import LEVELS, Placed, Step

Rule: TypeAlias = Callable[[Board, "int | None"], Iterator[Found]]
"""Asked with a board, and a place or None for all, it yields what follows there."""

BOARD_RULES: tuple[tuple[str, Rule, str], ...] = (
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

ASK = {name: rule for name, rule, _ in BOARD_RULES}
NAMES = tuple(name for name, _ in RULES)
LEVEL_OF = dict(RULES)

CONTRADICTION = "contradiction"
"""The name of a step that says why there is no solution."""


def asked(b: Board, name: str, at: int | None = None) -> Iterator[Found]:
    """What the rule of that name says, at one place or at all."""
    for found in ASK[name](b, at):
        found.rule = name
        yield found


def by_rule(b: Board) -> Found | None:
    """What the simplest rule that has something to say says; a contradiction comes before all."""
    found = cell_rules.nothing_fits(b)
    if found:
        return found
    for name, rule, _ in BOARD_RULES:
        for found in rule(b, None):
            found.rule = name
            return found
    return None


def pursue(b: Board, deadline: float, level: str = "hard") -> bool:
    """Make all that the rules up to a level say on the board; whether that ends in a contradiction.

    Rules find no less where more is known, so their order makes no difference to the end: each is asked until it has
    nothing more to say, which is much quicker than to begin with the simplest after every step.
    """
    rules = _up_to(level)
    at = quiet = 0
    if b.bare and cell_rules.nothing_fits(b):
        return True
    while b.bare and quiet < len(rules):
        found = next(rules[at](b, None), None)
        if found is None:
            quiet += 1
            at = (at + 1) % len(rules)
            continue
        if found.dead:
            return True
        check_time(deadline)
        make(b, found)
        if b.bare and cell_rules.nothing_fits(b):
            return True
        quiet = 0
    return False


def _up_to(level: str) -> list[Rule]:
    hardest = LEVELS.index(level)
    return [rule for _, rule, of in BOARD_RULES if LEVELS.index(of) <= hardest]


def unmet(b: Board) -> Found | None:
    """A contradiction on a full board: a region that is not content with what lies on it."""
    for area in b.t.areas if not b.bare else ():
        pips = [b.allowed[c].bit_length() - 1 for c in area.cells]
        cells = tuple(b.t.cells[c] for c in area.cells)
        if not Region(area.type, b.t.puzzle.region_of[cells[0]].target, cells).allows(pips):
            return dead(f"{area.name} is not content with {listed([str(v) for v in pips])}", area.cells)
    return None


def check_time(deadline: float) -> None:
    if perf_counter() > deadline:
        raise SearchTimeout("the time limit passed before the board was explained")


def told(b: Board, found: Found) -> Told:
    """Make what a rule said on the board, and keep what that was."""
    found.said = found.sentence
    before = b.live
    make(b, found)
    return Told(found, before & ~b.live | found.lays)


def make(b: Board, found: Found) -> None:
    for c, numbers in found.gone.items():
        b.allowed[c] = b.values[c] & ~numbers
    if found.lays:
        b.lay(found.lays)
    elif found.struck:
        b.strike(found.struck)


def step_of(t: Tables, found: Found) -> Step:
    """What a rule said, as a step for others."""
    what = found.what
    placed = placements(t, found.lays)
    return Step(
        CONTRADICTION if found.dead else found.rule,
        found.sentence,
        tuple(t.cells[c] for c in found.because),
        tuple((cell, str(pips)) for domino, place in placed for cell, pips in zip(place, domino, strict=True)),
        (t.cells[what.cell], str(what.number)) if what and what.number >= 0 else None,
        tuple(step_of(t, one.found) for one in found.chain),
        placed,
        placements(t, found.struck),
        placements(t, what.one) if what and what.number < 0 else (),
    )


def placements(t: Tables, bits: int) -> tuple[Placed, ...]:
    return tuple(t.placed(bit) for bit in each_bit(bits))
