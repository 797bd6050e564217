"""Pips explained: no rule says what not every solution has, none is wanting, and hints lead to the end."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import median
from typing import NamedTuple

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import solver
from solver import errors
from solver.pips import deduce, rules, search, what_if
from solver.pips.cell_rules import nothing_fits
from solver.pips.knowledge import Board, Found
from solver.pips.puzzle import PipsPuzzle, PipsSolution, Region
from solver.steps import Placed, Step
from tests.solver.pips_boards import by_trying, made_up, puzzles

SHARED = Path(__file__).parents[2].parent / "shared"
needs_shared = pytest.mark.skipif(not SHARED.exists(), reason="the developers' puzzles (../shared) are not here")

ENDS = {"contradiction", "several solutions", "wrong entry"}


def pips(text: str) -> PipsPuzzle:
    return PipsPuzzle.from_notation(f"pips {text}")


def upright(placed: Placed) -> Placed:
    """A placement so that equal ones compare equal: the lower number first, a double in reading order."""
    (a, b), (here, there) = placed
    return ((b, a), (there, here)) if (a, here) > (b, there) else placed


def placements(solution: PipsSolution) -> set[Placed]:
    return {upright(placed) for placed in zip(solution.puzzle.dominoes, solution.places, strict=True)}


def check_step(step: Step, solutions: list[set[Placed]]) -> None:
    """What it lays is in every solution, what it strikes in none, and what it supposes in none."""
    for placed in step.placed:
        assert all(upright(placed) in solution for solution in solutions), str(step)
    struck = set(map(upright, step.struck + step.laid))
    for solution in solutions:
        assert not struck & solution, str(step)
        if step.supposed:
            cell, number = step.supposed
            on_it = [pips for domino, place in solution for pips, c in zip(domino, place, strict=True) if c == cell]
            assert on_it != [int(number)], str(step)
    both = [pair for (domino, place) in step.placed for pair in zip(place, map(str, domino), strict=True)]
    assert step.filled == tuple(both)
    assert step.rule in rules.NAMES or step.rule in ENDS
    assert step.sentence
    if "what if" in step.rule:
        assert step.chain[-1].rule == "contradiction"
        assert all(link.rule != "contradiction" for link in step.chain[:-1])
        assert (step.rule == "nested what if") == any("what if" in link.rule for link in step.chain)


def check_explanation(puzzle: PipsPuzzle, solutions: list[set[Placed]], begun: tuple[Placed, ...] = ()) -> None:
    steps = deduce.explain(puzzle, begun)
    for step in steps:
        check_step(step, solutions)
    laid = {upright(placed) for step in steps for placed in step.placed}
    last = steps[-1].rule if steps else ""
    if solutions:
        assert laid == set.intersection(*solutions) - set(map(upright, begun))
        assert (last == "several solutions") == (len(solutions) > 1)
        assert last not in ("contradiction", "wrong entry")
    else:
        assert last == "contradiction"
    assert all(step.rule not in ENDS for step in steps[:-1])


def supposing(board: Board, step: Step) -> Board:
    """The board with what a what if supposes."""
    supposed, t = board.copy(), board.t
    if step.supposed:
        c = t.number[step.supposed[0]]
        supposed.strike(t.cover[c] & ~t.put[c][int(step.supposed[1])])
        supposed.allowed[c] &= 1 << int(step.supposed[1])
    elif not step.sentence.startswith("no domino can lie across"):
        supposed.lay(t.bit_of(*step.laid[0]))
    else:
        c, d = (t.number[cell] for cell in step.laid[0][1])
        edge = next(e for e in range(len(t.edges)) if set(t.edges[e]) == {c, d})
        supposed.strike((t.cover[c] | t.cover[d]) & ~t.on[edge])
    return supposed


def check_replay(board: Board, steps: tuple[Step, ...]) -> None:
    """Each step follows from those before it by the rule it names: none that it rests on has been left out."""
    t = board.t
    for step in steps:
        struck = sum(t.bit_of(*placed) for placed in step.struck)
        lays = sum(t.bit_of(*placed) for placed in step.placed)
        if step.rule in rules.ASK:
            again = board.copy()
            while all(again.values):
                found = next(rules.asked(again, step.rule), None)
                if found is None or found.dead:
                    break
                rules.make(again, found)
            assert not again.live & struck or not all(again.values), str(step)
            assert not lays & ~again.laid, str(step)
        elif "what if" in step.rule:
            check_replay(supposing(board, step), step.chain)
        if step.rule == "contradiction":
            assert what_if.refutes(board.copy(), 0, float("inf")), str(step)
        board.strike(struck & ~lays)
        if lays & ~board.laid:
            board.lay(lays)


# -- the shortest reason --------------------------------------------------------------------------------------------


class Link(NamedTuple):
    """A step, what its rule says (None for a what if, and where nothing fits any more), and the steps of its chain."""

    step: Step
    found: Found | None
    chain: list[Link]


def linked(board: Board, steps: Sequence[Step]) -> list[Link]:
    """The steps with their places; each is made on the board, and must follow there by the rule it names."""
    links = []
    for step in steps:
        names = [step.rule] if step.rule in rules.ASK else []
        if step.rule == "contradiction" and not nothing_fits(board):
            names = list(rules.ASK)
        asked = (one for name in names for one in rules.asked(board, name))
        found = next((one for one in asked if one.sentence == step.sentence), None)
        if step.rule in rules.ASK:
            assert found is not None, str(step)
            assert rules.placements(board.t, found.struck) == step.struck
            assert rules.placements(board.t, found.lays) == step.placed
        chain = linked(supposing(board, step), step.chain) if "what if" in step.rule else []
        links.append(Link(step, found, chain))
        make(board, step, found)
    return links


def make(board: Board, step: Step, found: Found | None) -> None:
    if found is not None:
        rules.make(board, found)
        return
    if step.supposed:
        c = board.t.number[step.supposed[0]]
        board.allowed[c] = board.values[c] & ~(1 << int(step.supposed[1]))
    board.strike(sum(board.t.bit_of(*placed) for placed in step.struck))


def concludes(board: Board, links: Sequence[Link]) -> bool:
    """Whether the last step still follows where each of the others says what its rule says now at its place."""
    t = board.t
    *others, last = links
    for link in others:
        if not last.step.placed and board.bare and nothing_fits(board):
            return True
        if link.found is None:
            if concludes(supposing(board, link.step), link.chain):
                make(board, link.step, None)
            continue
        struck = sum(t.bit_of(*placed) for placed in link.step.struck)
        lays = sum(t.bit_of(*placed) for placed in link.step.placed)
        found = [one for one in again(board, link.found) if one.struck & struck or one.lays & lays]
        if found:
            rules.make(board, max(found, key=lambda one: (one.struck & struck).bit_count()))
    if last.step.placed:
        bit = t.bit_of(*last.step.placed[0])
        return any(one.lays == bit for name in ("only fit", "one home") for one in rules.asked(board, name))
    if not board.bare:
        return rules.unmet(board) is not None
    return nothing_fits(board) is not None or (
        last.found is not None and any(one.dead for one in again(board, last.found))
    )


def again(board: Board, found: Found) -> list[Found]:
    return list(rules.asked(board, found.rule, found.at))


def check_needed(board: Board, links: Sequence[Link]) -> None:
    """The last step follows from the others, and from no fewer of them; so it is in the chains of what ifs."""
    assert concludes(board.copy(), links)
    for i, link in enumerate(links[:-1]):
        assert not concludes(board.copy(), [*links[:i], *links[i + 1 :]]), f"{link.step} is not needed"
    for link in links:
        if link.chain:
            check_needed(supposing(board, link.step), link.chain)
        make(board, link.step, link.found)


def check_hint(puzzle: PipsPuzzle, placed: tuple[Placed, ...] = ()) -> Step | None:
    """The next step, all of whose reasons are needed."""
    step = solver.hint(puzzle, placed=placed)
    if step is not None and step.rule not in ("several solutions", "wrong entry"):
        board = Board.begun(puzzle, placed)
        check_needed(board.copy(), linked(board, [*step.chain, replace(step, chain=())]))
    return step


@pytest.mark.parametrize("level", ["easy", "medium", "hard", "expert"])
def test_hints_of_new_boards_are_without_a_step_to_spare(level: str) -> None:
    for seed in range(6):
        puzzle = solver.generate("pips", 8, seed, difficulty=level)
        assert isinstance(puzzle, PipsPuzzle)
        solution = search.first(puzzle)
        assert solution is not None
        lying = tuple(zip(puzzle.dominoes, solution.places, strict=True))
        for placed in ((), lying[:4]):
            step = check_hint(puzzle, placed)
            assert step is not None
            check_step(step, [placements(solution)])


@given(st.integers(0, 10**9))
@settings(max_examples=25, deadline=None)
def test_hints_are_without_a_step_to_spare(seed: int) -> None:
    """Of boards with one solution, several, and none."""
    rng = Random(seed)
    step = check_hint(made_up(rng, rng.randint(2, 7), rng.uniform(0.5, 1.0)))
    assert step is not None


@pytest.mark.slow
@needs_shared
def test_published_hints_are_short() -> None:
    chains = {level: [check_hint(puzzle) for puzzle, _ in published(level)] for level in ("easy", "medium", "hard")}
    for level, steps in chains.items():
        assert median(len(step.chain) for step in steps if step) <= 3, level
    without_what_ifs = [
        len(step.chain)
        for steps in chains.values()
        for step in steps
        if step and not any("what if" in link.rule for link in step.chain)
    ]
    assert len(without_what_ifs) > 200
    assert max(without_what_ifs) <= 12


# -- against trying everything --------------------------------------------------------------------------------------


@given(puzzles(st.integers(1, 4)))
@settings(max_examples=150, deadline=None)
def test_small_boards(puzzle: PipsPuzzle) -> None:
    check_explanation(puzzle, [placements(solution) for solution in by_trying(puzzle)])


@given(st.integers(0, 10**9))
@settings(max_examples=40, deadline=None)
def test_begun_boards(seed: int) -> None:
    """Some dominoes of a solution on the board, or of no solution."""
    rng = Random(seed)
    puzzle = made_up(rng, rng.randint(2, 7), 1.0)
    solutions = [placements(solution) for _, solution in zip(range(300), search.every(puzzle), strict=False)]
    if len(solutions) == 300:
        return
    begun = tuple(rng.sample(sorted(rng.choice(solutions)), rng.randint(1, len(puzzle.dominoes) - 1)))
    check_explanation(puzzle, [one for one in solutions if set(begun) <= one], begun)
    (a, b), place = begun[0]
    turned = (upright(((b, a), place)), *begun[1:])
    step = deduce.hint(puzzle, turned)
    if any(set(turned) <= one for one in solutions):
        assert step is None or step.rule != "wrong entry"
    else:
        assert step is not None
        assert step.rule == "wrong entry"
        named = {one for one in turned if set(one[1]) <= set(step.because)}
        assert named
        assert not any(named <= one for one in solutions)
        assert deduce.explain(puzzle, turned) == (step,)


@given(st.integers(0, 10**9))
@example(108)  # twins, one of which is laid within a what if
@settings(max_examples=25, deadline=None)
def test_explanations_leave_out_nothing(seed: int) -> None:
    puzzle = made_up(Random(seed), 8, 0.9)
    steps = deduce.explain(puzzle)
    check_replay(Board.begun(puzzle, ()), steps)


# -- the newspaper's ------------------------------------------------------------------------------------------------


def published(level: str) -> list[tuple[PipsPuzzle, int | None]]:
    counts = json.loads((SHARED / "pips_daily" / "counts.json").read_text())
    days = {date: json.loads((SHARED / "pips_daily" / f"{date}.json").read_text()) for date in counts}
    return [(PipsPuzzle.from_json(days[date][level]), known[level]) for date, known in counts.items()]


@needs_shared
@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_published_puzzles_with_one_solution_are_explained_to_the_end(level: str) -> None:
    explained = 0
    for puzzle, count in published(level):
        if count == 1:
            solution = search.first(puzzle)
            assert solution is not None
            check_explanation(puzzle, [placements(solution)])
            found = solver.difficulty(puzzle)
            assert found.solved
            assert found.rule != "nested what if"
            explained += 1
    assert explained >= 50


@needs_shared
def test_published_puzzles_with_several_solutions_are_explained_as_far_as_these_agree() -> None:
    checked = 0
    for puzzle, count in published("hard"):
        if count is not None and 1 < count <= 100:
            check_explanation(puzzle, [placements(solution) for solution in search.every(puzzle)])
            checked += 1
    assert checked > 20


@needs_shared
def test_published_explanations_leave_out_nothing() -> None:
    for puzzle, count in published("hard")[::4]:
        if count == 1:
            check_replay(Board.begun(puzzle, ()), deduce.explain(puzzle))


@needs_shared
def test_hints_lead_to_the_end() -> None:
    for puzzle, count in published("hard")[:20]:
        if count != 1:
            continue
        placed: list[Placed] = []
        for _ in puzzle.dominoes:
            step = solver.hint(puzzle, placed=placed)
            assert step is not None
            assert len(step.placed) == 1
            placed += step.placed
        assert solver.hint(puzzle, placed=placed) is None
        assert search.first(puzzle, placed=placed) is not None


# -- what is said ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "text", "sentence"),
    [
        ("tag", "15,03 AB/CD A5 B1 C* D*", "r1 c1 must be 5: the tag says 5"),
        (
            "tag",
            "56,13 AA/BC A11 B* C*",
            "r1 c1 and r1 c2 must be 5 or 6: the 11 region at r1 c1 wants 11, and no cell",
        ),
        ("only fit", "15,03 AB/CD A5 B1 C* D*", "r1 c1 and r1 c2 must be the 5-1: no other domino in hand has a 1"),
        (
            "one neighbour",
            "15,03 ABC/.D A* B* C* D*",
            "the domino on r1 c1 must also cover r1 c2: it has no other bare",
        ),
        ("equal cells", "11,23 AA/BC A= B* C*", "inside the = region at r1 c1 only a double can lie"),
        ("unequal cells", "11,23 AA/BC A≠ B* C*", "inside the ≠ region at r1 c1 no double can lie"),
        ("enough pips", "10,12,13,45 AAAB/CDEF A= B* C* D* E* F*", "and in hand only 1 is on so many"),
        ("cut off", "01,12,23,34,45 AABBCC/AA2CC A* B* C*", "r1 c1, r2 c1 and r2 c2 (3 cells) would be cut off"),
        ("several solutions", "12,34 AB/CD A* B* C* D*", "nothing more follows: the dominoes on r1 c1, r1 c2, r2 c1"),
    ],
)
def test_what_a_rule_says(rule: str, text: str, sentence: str) -> None:
    said = [step.sentence for step in deduce.explain(pips(text)) if step.rule == rule]
    if not said:  # left out, since no domino rests on it
        board = Board.begun(pips(text), ())
        said = [one.found.sentence for one in deduce._steps(board, float("inf")) if one.found.rule == rule]
    assert any(sentence in one for one in said), said


def test_a_hint_lays_a_domino_and_tells_what_leads_to_it() -> None:
    step = solver.hint(pips("15,03,24 AB/CD/EF A5 B1 C* D* E2 F4"))
    assert step is not None
    assert step.placed == (((5, 1), ((0, 0), (0, 1))),)
    assert step.filled == (((0, 0), "5"), ((0, 1), "1"))
    assert [str(link) for link in step.chain] == [
        "r1 c2 must be 1: the tag says 1 (tag)",
        "r2 c1 and r2 c2 cannot be 4 or 5: the board outside the sums gets what the sums leave of all pips, which is 3 "
        "(left over)",
    ]
    assert str(step) == "r1 c1 and r1 c2 must be the 5-1: no other domino in hand has a 1, which r1 c2 needs (only fit)"


def test_wrong_dominoes_come_first() -> None:
    puzzle = pips("15,03,24 AB/CD/EF A5 B1 C0 D3 E2 F4")
    right: Placed = ((5, 1), ((0, 0), (0, 1)))
    wrong: Placed = ((3, 0), ((1, 0), (1, 1)))
    step = solver.hint(puzzle, placed=[right, wrong])
    assert step is not None
    assert step.rule == "wrong entry"
    assert step.because == ((1, 0), (1, 1))
    assert step.sentence == "the 3-0 on r2 c1 and r2 c2 is wrong: no solution has it there"
    assert not solver.difficulty(puzzle, placed=[right, wrong]).solved


def test_dominoes_wrong_only_together() -> None:
    puzzle = pips("12,34 AB/CD A≠ B* C* D*")
    assert search.count(puzzle) > 1
    puzzle = pips("11,11,23,23 AABB/CCDD A2 B* C* D*")
    one: Placed = ((2, 3), ((0, 2), (0, 3)))
    other: Placed = ((2, 3), ((1, 0), (1, 1)))
    assert solver.hint(puzzle, placed=[one, other]) is not None
    third = pips("12,13,45 AB/AB/CC A4 B* C*")
    apart: list[Placed] = [((1, 2), ((0, 0), (0, 1))), ((1, 3), ((1, 0), (1, 1)))]
    step = solver.hint(third, placed=apart)
    assert step is not None
    assert step.rule == "wrong entry"
    if "at least one" in step.sentence:
        assert set(step.because) == {(0, 0), (0, 1), (1, 0), (1, 1)}


def test_a_board_without_a_solution() -> None:
    step = solver.hint(pips("15 A/B A1 B4"))
    assert step is not None
    assert step.rule == "contradiction"
    found = solver.difficulty(pips("15 A/B A1 B4"))
    assert not found.solved
    assert found.level is None


def test_a_full_board_has_no_hint() -> None:
    puzzle = pips("15 A/B A1 B5")
    assert solver.hint(puzzle, placed=[((1, 5), ((0, 0), (1, 0)))]) is None
    assert solver.explain(puzzle, placed=[((1, 5), ((0, 0), (1, 0)))]) == ()


def test_difficulty() -> None:
    found = solver.difficulty(pips("15 A/B A1 B5"))
    assert (found.level, found.solved) == ("easy", True)
    assert str(found).startswith("easy: ")


def without_tags(puzzle: PipsPuzzle, rng: Random) -> PipsPuzzle:
    """The same with as few tags as one solution needs."""
    for i in rng.sample(range(len(puzzle.regions)), len(puzzle.regions)):
        regions = list(puzzle.regions)
        regions[i] = Region("empty", None, regions[i].cells)
        fewer = PipsPuzzle(puzzle.dominoes, regions)
        if search.verdict(fewer) == "unique":
            puzzle = fewer
    return puzzle


@needs_shared
def test_boards_without_a_tag_to_spare() -> None:
    """They are harder than any that is published, and fall as well."""
    for puzzle, count in published("hard")[36:60]:
        if count == 1:
            bare = without_tags(puzzle, Random(0))
            solution = search.first(bare)
            assert solution is not None
            check_explanation(bare, [placements(solution)])


def test_nested_what_ifs_replace_all_other_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the last two rules and a few of the simplest, boards are still explained to the end, and rightly."""
    monkeypatch.setattr(rules, "BOARD_RULES", rules.BOARD_RULES[:4])
    named = set()
    for seed in range(60):
        puzzle = made_up(Random(seed), 4, 1.0)
        solutions = [placements(solution) for solution in by_trying(puzzle)]
        check_explanation(puzzle, solutions)
        named |= {step.rule for step in deduce.explain(puzzle)}
    assert named >= {"only fit", "what if", "nested what if"}


def test_errors() -> None:
    puzzle = pips("15,03 AB/CD A5 B1 C* D*")
    with pytest.raises(errors.BadPlaces):
        solver.hint(puzzle, placed=[((6, 6), ((0, 0), (0, 1)))])
    with pytest.raises(errors.BadPlaces):
        solver.explain(puzzle, placed=[((1, 5), ((0, 0), (1, 1)))])
    with pytest.raises(errors.BadOption):
        solver.hint(puzzle, clues=[(0, 0)])
    with pytest.raises(errors.BadOption):
        solver.hint(solver.load("tango S2./4/2M./4"), placed=[((1, 5), ((0, 0), (0, 1)))])
    with pytest.raises(errors.BadType):
        solver.explain("pips")  # type: ignore[arg-type]


def test_time_runs_out() -> None:
    puzzle = made_up(Random(3), 14, 0.4)
    with pytest.raises(errors.SearchTimeout) as late:
        solver.explain(puzzle, time_limit=1e-9)
    assert isinstance(late.value.found, tuple)
