"""The rules of people: each fills only what every solution has; together they fill every board with one solution."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from itertools import islice, pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import solver
from solver import errors
from solver.binary import deduce, search
from solver.binary.deduce import NAMES, Step
from solver.binary.puzzle import EMPTY, BinaryPuzzle, Cell
from tests.benchmarks.bench_logic import nested_boards
from tests.benchmarks.bench_solver import made_up
from tests.solver.boards import by_trying, keeps_rules, puzzles

SHARED = Path(__file__).parents[2].parent / "shared"


def filled(puzzle: BinaryPuzzle, steps: tuple[Step, ...]) -> BinaryPuzzle:
    for step in steps:
        for (r, c), symbol in step.filled:
            assert puzzle.cells[r][c] == EMPTY, "a step fills empty cells"
            puzzle = puzzle.with_cell(r, c, symbol)
    return puzzle


def check_step(puzzle: BinaryPuzzle, step: Step) -> None:
    """What any step promises, given the board it was made on."""
    assert step.rule in NAMES
    assert step.filled
    assert all(puzzle.cells[r][c] != EMPTY for r, c in step.because)
    assert all(f"r{r + 1} c{c + 1}" in step.sentence for (r, c), _ in step.filled)
    assert "\n" not in step.sentence
    if step.supposed is None:
        assert step.chain == ()
        return
    (r, c), symbol = step.supposed
    assert step.chain[-1].rule == "contradiction"
    supposed = puzzle.with_cell(r, c, symbol)
    for link in step.chain[:-1]:
        if link.supposed is None:  # each link rests on the board and the links before it, and nothing else
            assert all(supposed.cells[a][b] != EMPTY for a, b in link.because)
        supposed = filled(supposed, (link,))
    assert all(supposed.cells[a][b] != EMPTY for a, b in step.chain[-1].because)
    assert search.first(supposed) is None
    assert {f for f, _ in step.filled} == {(r, c)}
    assert step.filled[0][1] != symbol


def check_explanation(puzzle: BinaryPuzzle, solutions: list[tuple[str, ...]]) -> None:
    board = puzzle
    for step in deduce.explain(puzzle):
        if step.rule == "contradiction":
            assert not solutions
            return
        check_step(board, step)
        board = filled(board, (step,))
        for cells in solutions:
            assert all(cells[r][c] == symbol for (r, c), symbol in step.filled), step
    if len(solutions) == 1:
        assert board.cells == solutions[0]
    assert solutions, "a board without a solution ends in a contradiction"


@given(puzzles(st.just(4), cells=0.5, markers=0.3))
@settings(max_examples=60, deadline=None)
def test_small_boards_against_trying_everything(puzzle: BinaryPuzzle) -> None:
    check_explanation(puzzle, list(by_trying(puzzle)))


@given(puzzles(st.sampled_from([6, 8]), cells=0.25, markers=0.15))
@settings(max_examples=60, deadline=None)
def test_boards_against_the_search(puzzle: BinaryPuzzle) -> None:
    check_explanation(puzzle, [solution.cells for solution in islice(search.every(puzzle), 200)])


@given(st.randoms(use_true_random=False), st.sampled_from(["tango", "takuzu"]), st.sampled_from([2, 3]), st.booleans())
@settings(max_examples=25, deadline=None)
def test_each_rule_only_fills_what_every_solution_has(
    random: random.Random, game: str, max_run: int, unique_lines: bool
) -> None:
    """Every rule by itself, on the lines of boards that have solutions, with and without markers."""
    puzzle = BinaryPuzzle(game, 6, [EMPTY * 6] * 6, max_run=max_run, unique_lines=unique_lines)
    for _ in range(12):
        changed = puzzle.with_cell(random.randrange(6), random.randrange(6), random.choice(puzzle.symbols))
        puzzle = changed if search.first(changed) else puzzle
    full = search.first(puzzle)
    assert full is not None

    def some(pairs: list[tuple[str, str]]) -> str:
        return "".join(("=" if a == b else "x") if random.random() < 0.2 else EMPTY for a, b in pairs)

    puzzle = puzzle.variant(
        h=tuple(some(list(pairwise(row))) for row in full.cells),
        v=tuple(some(list(zip(a, b, strict=True))) for a, b in pairwise(full.cells)),
    )
    for line in deduce._Board(puzzle).lines:
        for name, rule, _ in deduce.LINE_RULES:
            for i, symbol in (fill for found in rule(line) for fill in found.fills.items()):
                r, c = line.cells[i]
                assert puzzle.cells[r][c] == EMPTY
                assert search.first(puzzle.with_cell(r, c, line.other(symbol))) is None, name


# -- each rule, and what it says ------------------------------------------------------------------------------------


def tango(rows: dict[int, str], h: dict[int, str] | None = None, size: int = 6) -> BinaryPuzzle:
    """A board with these rows, from 1, and these markers in rows."""
    none = {} if h is None else h
    cells = [rows.get(r + 1, EMPTY * size) for r in range(size)]
    return BinaryPuzzle("tango", size, cells, [none.get(r + 1, EMPTY * (size - 1)) for r in range(size)])


EXAMPLES: list[tuple[BinaryPuzzle, str, str, set[Cell]]] = [
    (
        tango({3: ".SS..."}),
        "pair",
        "r3 c1 must be a moon: r3 c2 and r3 c3 are suns, and no more than two may be in a row",
        {(2, 1), (2, 2)},
    ),
    (
        tango({2: "M.M..."}),
        "gap",
        "r2 c2 must be a sun: r2 c1 and r2 c3 are moons, and a moon between would make three in a row",
        {(1, 0), (1, 2)},
    ),
    (
        tango({3: "SMSMS."}),
        "full count",
        "r3 c6 must be a moon: row 3 already has three suns",
        {(2, 0), (2, 2), (2, 4)},
    ),
    (
        tango({1: "S....."}, {1: "x...."}),
        "marker",
        "r1 c2 must be a moon: × says it is different from r1 c1, a sun",
        {(0, 0)},
    ),
    (
        tango({1: "S....."}, {1: ".=..."}),
        "equal pair",
        "r1 c2 and r1 c3 must be moons: they are equal, and with r1 c1 there would be too many suns in a row",
        {(0, 0)},
    ),
    (
        tango({1: "S...S."}, {1: "..x.."}),
        "crossed pair",
        "r1 c2 and r1 c6 must be moons: row 1 takes one more sun, and × says that of r1 c3 and r1 c4 one of each two "
        "is a sun",
        {(0, 0), (0, 4)},
    ),
    (
        tango({1: "SM..S."}),
        "last one",
        "r1 c6 must be a moon: row 1 has room for only one more sun, and with it there, r1 c2, r1 c3 and r1 c4 are "
        "three moons in a row",
        {(0, 0), (0, 1), (0, 4)},
    ),
    (
        tango({1: ".....M"}, {1: "x=..."}),
        "line",
        "r1 c5 must be a sun: row 1 can be filled in two ways, and all agree on that",
        {(0, 5)},
    ),
]


@pytest.mark.parametrize(("puzzle", "rule", "sentence", "because"), EXAMPLES, ids=[e[1] for e in EXAMPLES])
def test_what_a_rule_says(puzzle: BinaryPuzzle, rule: str, sentence: str, because: set[Cell]) -> None:
    step = solver.hint(puzzle)
    assert step is not None
    assert step.rule == rule
    assert step.sentence.startswith(sentence)
    assert set(step.because) == because


def test_unlike_lines() -> None:
    cells = ["010011", "01..1.", "......", "......", "......", "......"]
    puzzle = BinaryPuzzle("takuzu", 6, cells)
    steps = deduce.explain(puzzle, hardest="unlike lines")
    assert any(
        step.rule == "unlike lines" and "row 2 would else be the same as row 1" in step.sentence for step in steps
    )
    repeating = deduce.explain(puzzle.variant(unique_lines=False))
    assert all(step.rule != "unlike lines" for step in repeating)


def test_what_if_comes_last_and_tells_its_chain() -> None:
    seen = set()
    for seed in range(12):
        puzzle = made_up("takuzu", 10, seed)
        board = puzzle
        for step in deduce.explain(puzzle):
            check_step(board, step)
            if step.supposed:
                assert next(deduce._steps(deduce._Board(board), len(deduce.LINE_RULES), float("inf")), None) is None
                assert "were it" in step.sentence
            seen.add(step.rule)
            board = filled(board, (step,))
        assert keeps_rules(puzzle, board.cells)
    assert "what if" in seen


def contradicts(board: deduce._Board, chain: Sequence[Step]) -> bool:
    """Whether these steps, each as far as its rule still says so of its cells, lead to a contradiction."""
    rules = {name: rule for name, rule, _ in deduce.LINE_RULES}
    for step in chain[:-1]:
        if deduce._contradiction(board):
            return True
        if step.supposed:
            fills = step.filled if contradicts(supposing(board, step), step.chain) else ()
        else:
            said: list[list[tuple[Cell, str]]] = [
                [(line.cells[i], s) for i, s in found.fills.items() if (line.cells[i], s) in step.filled]
                for line in board.lines
                for found in rules[step.rule](line)
            ]
            fills = tuple(sorted(said, key=len)[-1]) if said else ()
        for cell, symbol in fills:
            board.fill(cell, symbol)
    return deduce._contradiction(board) is not None


def supposing(board: deduce._Board, step: Step) -> deduce._Board:
    assert step.supposed is not None
    supposed = board.copy()
    supposed.fill(*step.supposed)
    return supposed


def check_needed(board: deduce._Board, step: Step) -> None:
    """The chain of a what if leads to its contradiction, and with any of its steps taken away it does not."""
    supposed = supposing(board, step)
    assert contradicts(supposed.copy(), step.chain)
    for i, link in enumerate(step.chain[:-1]):
        assert not contradicts(supposed.copy(), [*step.chain[:i], *step.chain[i + 1 :]]), f"{link} is not needed"
        if link.supposed:
            check_needed(supposed, link)
        for cell, symbol in link.filled:
            supposed.fill(cell, symbol)


def test_what_ifs_are_without_a_step_to_spare() -> None:
    boards = [made_up(game, size, seed) for game in ("tango", "takuzu") for size in (6, 8, 10) for seed in range(6)]
    checked = 0
    for puzzle in [*boards, *nested_boards()[:1]]:
        board = puzzle
        for step in deduce.explain(puzzle):
            if step.supposed:
                check_needed(deduce._Board(board), step)
                checked += 1
            board = filled(board, (step,))
    assert checked > 20


@pytest.mark.slow
@pytest.mark.parametrize(("game", "size", "seeds"), [("tango", 6, 20), ("takuzu", 8, 10), ("takuzu", 14, 4)])
def test_boards_with_one_solution_are_explained_to_the_end(game: str, size: int, seeds: int) -> None:
    for seed in range(seeds):
        puzzle = made_up(game, size, seed)
        judged = solver.difficulty(puzzle)
        assert judged.solved
        assert judged.rule in NAMES
        assert judged.level in deduce.LEVELS
        assert dict(judged.rules)[judged.rule] == judged.times
        first = solver.hint(puzzle)
        assert first == solver.explain(puzzle)[0]


def test_boards_that_need_a_what_if_in_a_what_if_fall_as_well() -> None:
    for puzzle in nested_boards():
        assert search.verdict(puzzle) == "unique"
        single = filled(puzzle, deduce.explain(puzzle, hardest="what if"))
        assert not keeps_rules(puzzle, single.cells), "it would do without"
        board = filled(puzzle, deduce.explain(puzzle))
        assert keeps_rules(puzzle, board.cells)
        assert solver.difficulty(puzzle).rule == "nested what if"


@pytest.mark.skipif(not SHARED.exists(), reason="the developers' boards (../shared) are not here")
def test_printed_takuzu_fall_to_lines_and_unlike_lines() -> None:
    boards = [solver.load(data) for data in json.loads((SHARED / "boards" / "takuzu.json").read_text())]
    assert len(boards) >= 200
    for puzzle in boards:
        assert isinstance(puzzle, BinaryPuzzle)
        board = filled(puzzle, deduce.explain(puzzle, hardest="unlike lines"))
        assert keeps_rules(puzzle, board.cells)


# -- entries, ends and errors ---------------------------------------------------------------------------------------


def test_wrong_entries_come_first() -> None:
    puzzle = made_up("tango", 6, 3)
    solution = search.first(puzzle)
    assert solution is not None
    clues = puzzle.filled()
    r, c = next((r, c) for r in range(6) for c in range(6) if (r, c) not in clues)
    wrong = "S" if solution.cells[r][c] == "M" else "M"
    step = solver.hint(puzzle.with_cell(r, c, wrong), clues)
    assert step is not None
    assert (step.rule, step.because, step.filled) == ("wrong entry", ((r, c),), ())
    assert step.sentence.startswith(
        f"r{r + 1} c{c + 1} is wrong: no solution of the clues has a {'sun' if wrong == 'S' else 'moon'} there"
    )
    right = solver.hint(puzzle.with_cell(r, c, solution.cells[r][c]), clues)
    assert right is not None
    assert right.rule in NAMES


def test_entries_wrong_together() -> None:
    step = solver.hint(tango({1: "SSS..."}), clues=set())
    assert step is not None
    assert step.rule == "wrong entry"
    assert step.sentence.startswith("at least one of r1 c1, r1 c2 and r1 c3 is wrong")


def test_a_board_without_a_solution_is_a_contradiction() -> None:
    step = solver.hint(tango({4: "..MMM."}))
    assert step is not None
    assert (step.rule, step.filled) == ("contradiction", ())
    assert step.sentence == "r4 c3, r4 c4 and r4 c5 are three moons in a row"
    assert not solver.difficulty(tango({4: "..MMM."})).solved
    twice = BinaryPuzzle("takuzu", 4, ["0101", "0101", "....", "...."])
    step = solver.hint(twice)
    assert step is not None
    assert "is the same as" in step.sentence


def test_nothing_follows_on_full_and_on_open_boards() -> None:
    assert solver.hint(tango({})) is None
    assert solver.explain(tango({})) == ()
    judged = solver.difficulty(tango({}))
    assert (judged.level, judged.solved) == (None, False)
    full = search.first(made_up("tango", 6, 1))
    assert full is not None
    assert solver.hint(BinaryPuzzle("tango", 6, full.cells)) is None
    assert solver.difficulty(BinaryPuzzle("tango", 6, full.cells)).solved


def test_errors() -> None:
    with pytest.raises(errors.BadOption):
        deduce.explain(tango({}), hardest="guess")
    with pytest.raises(errors.BadCoordinate):
        solver.hint(tango({}), clues={(0, 0)})
    with pytest.raises(errors.BadOption):
        solver.hint(tango({}), time_limit=0)
    with pytest.raises(errors.SearchTimeout) as caught:
        solver.explain(made_up("takuzu", 14, 0), time_limit=1e-9)
    assert isinstance(caught.value.found, tuple)
    for verb in (solver.hint, solver.explain, solver.difficulty):
        with pytest.raises(errors.BadType):
            verb("tango")  # type: ignore[arg-type]
