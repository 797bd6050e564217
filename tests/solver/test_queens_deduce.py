"""Reasons for Queens: every step is true and needed, and a board with one solution is explained to the end."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import solver
from solver import errors
from solver.queens import deduce
from solver.queens.puzzle import Cell, QueensPuzzle
from solver.steps import Step
from tests.solver.queens_boards import all_solutions, needs_shared, puzzles, real

PLACED = "queens AAABBBBB/ACAAABBB/DCCABBBB/DCCBBBBB/DCCCEBBB/FBBBBBGB/FFBBBBHH/FFBBBBHH"
UNIQUE = QueensPuzzle.from_notation(PLACED)
CASES = QueensPuzzle.from_notation("queens AABBBBCC/ABBBBDDC/BBBDDDDC/BBBBBECC/BBBBBEEC/FBBEBEGC/FFHEEEGG/FFHHEGGG")
"""A real need of a proof by cases."""


def after(puzzle: QueensPuzzle, steps: tuple[Step, ...]) -> QueensPuzzle:
    for step in steps:
        for (r, c), symbol in step.filled:
            puzzle = puzzle.with_cell(r, c, symbol)
    return puzzle


def follows(puzzle: QueensPuzzle, step: Step) -> bool:
    """Whether all solutions of the board agree with what a step fills."""
    return all((cell in crowns) == (symbol == "Q") for crowns in all_solutions(puzzle) for cell, symbol in step.filled)


# --- explanations ----------------------------------------------------------------------------------------------------


@given(puzzles(st.integers(4, 7), entries=0.05))
@settings(max_examples=80, deadline=None)
def test_every_step_is_true_and_the_end_is_what_the_rules_allow(puzzle: QueensPuzzle) -> None:
    wanted = list(all_solutions(puzzle))
    steps = solver.explain(puzzle)
    board = puzzle
    for step in steps:
        if wanted:
            assert follows(board, step), step
        if step.rule in ("last cell", "one line", "no place left", "two lines", "more lines", "contradiction"):
            assert says_true(board, step)
        board = after(board, (step,))
    if len(wanted) == 1:
        assert board.crowns == wanted[0]
        assert not any("." in row for row in board.cells)
    elif not wanted:
        assert steps[-1].rule == "contradiction"
    else:
        assert steps[-1].rule == "several solutions"
        for cell in steps[-1].because:
            assert any(cell in crowns for crowns in wanted)


@needs_shared
def test_every_real_board_is_explained_without_a_supposition() -> None:
    for puzzle in real():
        steps = solver.explain(puzzle)
        assert len(after(puzzle, steps).crowns) == puzzle.size
        assert not {step.rule for step in steps} & {"what if", "nested what if"}


@pytest.mark.parametrize("seed", range(3))
def test_new_boards_are_explained(seed: int) -> None:
    puzzle = solver.generate("queens", 7, seed)
    assert isinstance(puzzle, QueensPuzzle)
    solution = solver.solve(puzzle)
    assert solution is not None
    board = after(puzzle, solver.explain(puzzle))
    assert [row.replace("x", ".") for row in board.cells] == solution.to_json()


@pytest.mark.parametrize(("hardest", "level"), [("one line", "easy"), ("no place left", "medium")])
def test_rules_up_to_the_hardest(hardest: str, level: str) -> None:
    puzzle = solver.generate("queens", 6, 1, difficulty=level)
    assert isinstance(puzzle, QueensPuzzle)
    steps = deduce.explain(puzzle, hardest=hardest)
    assert len(after(puzzle, steps).crowns) == 6
    assert {deduce.NAMES.index(step.rule) for step in steps} <= set(range(deduce.NAMES.index(hardest) + 1))
    with pytest.raises(errors.BadOption, match="no place left"):
        deduce.explain(puzzle, hardest="magic")


# --- chains ----------------------------------------------------------------------------------------------------------


WHAT_IFS = [
    "queens AAAABBCC/AAABBBCC/AADBBEFC/DDDEEEFF/DDDDEEFF/GGGDEEEE/HHGGEEEE/HHGGEEEE",
    "queens AABBBBBB/AAABBBBB/CCCCBBBB/CCCDDDBE/FFFDDDEE/FFFDDDDE/FFFDGDDD/FFFFDDHH",
    "queens AABBBBBBB/AACCBDBBB/AACCDDBBB/CCCCDDEEF/CCGEEEEFF/CCGEEEFFF/GGGGEHHHH/IIIIIHHHH/IIIHHHHHH",
    "queens AAAABBB/AACDBBB/CCCDDDD/CCEEEEE/CFFGGEE/FFFGGGE/FFFGGGG",
    "queens AAAABBBBC/AAAABBBBC/DDDDBBCCC/DDDEEFCCC/DDDEEFCCC/DDGEEFCCH/GGGGEFFHH/GGGIEEHHH/IIIIEHHHH",
]
"""Boards of several solutions on which only a supposition leads on."""


@pytest.mark.parametrize("notation", WHAT_IFS)
def test_each_step_of_a_what_if_is_needed(notation: str) -> None:
    """The contradiction follows from the board, the supposition and the steps before; without any of them it does
    not."""
    board = QueensPuzzle.from_notation(notation)
    checked = 0
    for step in solver.explain(board):
        if step.rule == "what if":
            assert step.supposed is not None
            cell, symbol = step.supposed
            assert (symbol, step.filled) == ("Q", ((cell, "x"),))
            assert solver.solve(board.with_cell(*cell, "Q")) is None
            *before, last = step.chain
            assert last.rule == "contradiction"
            assert leads(board.with_cell(*cell, "Q"), before, last)
            for left_out in before:
                others = [one for one in before if one is not left_out]
                assert not leads(board.with_cell(*cell, "Q"), others, last), left_out
            checked += 1
        board = after(board, (step,))
    assert checked


def leads(board: QueensPuzzle, steps: list[Step], last: Step) -> bool:
    """Whether the steps, those of them that follow, leave no cell for a crown in the line or region of the last."""
    for step in steps:
        if says_true(board, step):
            board = after(board, (step,))
    return says_true(board, last)


def says_true(board: QueensPuzzle, step: Step) -> bool:
    """Whether what the sentence of a step says of the board is so."""

    def left(units: str) -> set[Cell]:
        return {cell for cell in cells_of(board, units) if not is_gone(board, cell)}

    if step.rule == "contradiction":
        return not left(step.sentence.removesuffix(" has no cell left for a crown"))
    if step.rule == "last cell":
        ((cell, _),) = step.filled
        unit = step.sentence.split("only cell left in ")[1]
        return left(f"the region of {name(cell)}" if unit == "its region" else unit) <= {cell}
    if step.rule == "no place left":
        unit = step.sentence.split("would leave ")[1].removesuffix(" no cell")
        return all(not left_with(board, cell, left(unit)) for cell, _ in step.filled)
    said = re.fullmatch(r"no other cell of (.*) holds a crown: (.*) ha(?:s|ve) cells left only there", step.sentence)
    assert said is not None
    outer, inner = said[1], said[2]
    assert {cell for cell, _ in step.filled}.isdisjoint(cells_of(board, inner))
    return left(inner) <= cells_of(board, outer)


def left_with(board: QueensPuzzle, crown: Cell, cells: set[Cell]) -> set[Cell]:
    with_crown = board.with_cell(*crown, "Q")
    return {cell for cell in cells if not is_gone(with_crown, cell)}


def cells_of(board: QueensPuzzle, units: str) -> set[Cell]:
    """The cells of `row 3`, `columns 1 and 2`, `the regions of r1 c1, r1 c4 and r2 c2`."""
    named = {(int(r) - 1, int(c) - 1) for r, c in re.findall(r"r(\d+) c(\d+)", units)}
    if named:
        regions = {board.region_of[cell] for cell in named}
        return {cell for cell, region in board.region_of.items() if region in regions}
    axis = 0 if units.startswith("row") else 1
    lines = {int(number) - 1 for number in re.findall(r"\d+", units)}
    return {cell for cell in board.region_of if cell[axis] in lines}


def name(cell: Cell) -> str:
    return f"r{cell[0] + 1} c{cell[1] + 1}"


def is_gone(board: QueensPuzzle, cell: Cell) -> bool:
    return board.symbols[cell] == "x" or is_excluded(board, cell)


def is_excluded(board: QueensPuzzle, cell: Cell) -> bool:
    return any(
        crown != cell
        and (
            crown[0] == cell[0]
            or crown[1] == cell[1]
            or board.region_of[crown] == board.region_of[cell]
            or max(abs(crown[0] - cell[0]), abs(crown[1] - cell[1])) == 1
        )
        for crown in board.crowns
    )


def test_a_proof_by_cases_goes_through_all_of_them() -> None:
    steps = [step for step in solver.explain(CASES) if step.rule == "all cases"]
    assert steps
    for step in steps:
        assert [one.because[0] for one in step.chain] == list(step.because)
        assert {one.rule for one in step.chain} == {"case"}


# --- hints -----------------------------------------------------------------------------------------------------------


def test_hint_after_hint_leads_to_the_solution() -> None:
    puzzle, steps = UNIQUE, 0
    while (step := solver.hint(puzzle)) is not None:
        assert step.rule in deduce.NAMES
        assert step.rule != "crown excludes"
        assert follows(puzzle, step)
        puzzle = after(puzzle, (step,))
        steps += 1
    assert len(puzzle.crowns) == 8
    assert steps < 64
    assert solver.hint(puzzle) is None


def test_what_a_crown_excludes_need_not_be_crossed_out() -> None:
    puzzle = QueensPuzzle.from_notation("queens AAAA/BACC/BACC/DDDC .Q2/4/4/4")
    step = solver.hint(puzzle)
    assert step is not None
    assert (step.rule, step.filled) == ("last cell", (((2, 0), "Q"),))
    assert step.sentence == "r3 c1 holds a crown: it is the only cell left in its region"
    first = solver.explain(puzzle)[0]
    assert first.rule == "crown excludes"
    assert {symbol for _, symbol in first.filled} == {"x"}


def test_wrong_entries_are_named_first() -> None:
    solution = solver.solve(UNIQUE)
    assert solution is not None
    (r, c), (s, d) = solution.crowns[:2]
    crossed = UNIQUE.with_cell(r, c, "x")
    step = solver.hint(crossed)
    assert step is not None
    assert (step.rule, step.because) == ("wrong entry", ((r, c),))
    assert step.sentence == f"r{r + 1} c{c + 1} is wrong: the solution has a crown there"
    both = UNIQUE.with_cell(s, d, "Q").with_cell(s, (d + 3) % 8, "Q")
    step = solver.hint(both)
    assert step is not None
    assert step.because == ((s, (d + 3) % 8),)
    assert f"are both in row {s + 1}" in step.sentence
    given_wrong = solver.hint(crossed, frozenset({(r, c)}))
    assert given_wrong is not None
    assert given_wrong.rule != "wrong entry"


def test_entries_that_do_not_go_together() -> None:
    puzzle = QueensPuzzle.from_notation("queens AABBB/AAACC/AAADC/AADDD/EEEED")
    a, b = list(all_solutions(puzzle))[:2]
    mixed = next(
        (one, other) for one in a for other in b if one not in b and other not in a and not joint(puzzle, one, other)
    )
    step = solver.hint(puzzle.with_cell(*mixed[0], "Q").with_cell(*mixed[1], "Q"))
    assert step is not None
    assert step.rule == "wrong entry"
    assert set(step.because) == set(mixed)
    assert step.sentence.startswith("at least one of ")


def joint(puzzle: QueensPuzzle, one: Cell, other: Cell) -> bool:
    return any(one in crowns and other in crowns for crowns in all_solutions(puzzle))


def test_where_nothing_follows() -> None:
    several = QueensPuzzle.from_notation("queens ABBBC/ACCCC/CCCCC/DECDC/DDDDD")
    board = after(several, solver.explain(several)[:-1])
    step = solver.hint(board)
    assert step is not None
    assert step.rule == "several solutions"
    assert solver.difficulty(several) == replace(solver.difficulty(several), level=None, solved=False)
    none = QueensPuzzle.from_notation("queens AAAB/AACB/DDCB/DDBB")
    step = solver.explain(none)[-1]
    assert step.rule == "contradiction"
    assert not solver.difficulty(none).solved


def test_what_belongs_to_other_games() -> None:
    with pytest.raises(errors.BadOption, match="no dominoes"):
        solver.hint(UNIQUE, placed=[((1, 2), ((0, 0), (0, 1)))])
    with pytest.raises(errors.BadCoordinate):
        solver.hint(UNIQUE, frozenset({(0, 0)}))


# --- difficulty ------------------------------------------------------------------------------------------------------


def test_difficulty_is_the_hardest_rule() -> None:
    found = solver.difficulty(UNIQUE)
    assert (found.level, found.rule, found.solved) == ("easy", "one line", True)
    assert dict(found.rules)["last cell"] == 8
    assert solver.difficulty(CASES).level == "expert"
    full = after(UNIQUE, solver.explain(UNIQUE))
    assert solver.difficulty(full).level is None
    assert solver.difficulty(full).solved


def test_a_time_limit_that_passes() -> None:
    with pytest.raises(errors.SearchTimeout) as late:
        solver.explain(CASES, time_limit=1e-9)
    assert isinstance(late.value.found, tuple)
