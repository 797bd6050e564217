"""The search: known counts, agreement with trying everything, and what it says of begun boards."""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import islice, pairwise
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import solver
from solver import errors
from solver.binary import search
from solver.binary.puzzle import EMPTY, BinaryPuzzle, Solution
from solver.verdicts import WrongEntries
from tests.benchmarks.bench_solver import minimal_boards
from tests.solver.boards import by_trying, keeps_rules, puzzles

SHARED = Path(__file__).parents[2].parent / "shared"
needs_shared = pytest.mark.skipif(not SHARED.exists(), reason="the developers' boards (../shared) are not here")

FULL = ("SMSMSM", "MSMSMS", "SMMSSM", "MSSMMS", "SSMMSM", "MMSSMS")


def empty(size: int, max_run: int = 2, unique_lines: bool = False) -> BinaryPuzzle:
    return BinaryPuzzle("tango", size, [EMPTY * size] * size, max_run=max_run, unique_lines=unique_lines)


def keeping(cells: tuple[str, ...], kept: set[tuple[int, int]]) -> tuple[str, ...]:
    return tuple("".join(s if (r, c) in kept else EMPTY for c, s in enumerate(row)) for r, row in enumerate(cells))


# -- counts known beforehand ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "max_run", "patterns"),
    [(6, 2, 14), (8, 2, 34), (10, 2, 84), (12, 2, 208), (14, 2, 518), (8, 3, 62), (10, 3, 194), (10, 4, 242)],
)
def test_number_of_line_patterns(size: int, max_run: int, patterns: int) -> None:
    table = search.tables(empty(size, max_run))
    assert len(table.patterns) == patterns
    assert all(b > a for a, b in pairwise(table.patterns))


@pytest.mark.slow
def test_empty_boards() -> None:
    assert solver.count(empty(4)) == 90
    assert solver.count(empty(4, unique_lines=True)) == 72
    assert solver.count(empty(6)) == 11_222
    assert solver.count(empty(6, unique_lines=True)) == 4_140
    assert solver.count(empty(8)) == 12_413_918
    assert solver.count(empty(8, unique_lines=True)) == 4_111_116


def test_the_two_ways_to_count_agree_on_the_empty_board() -> None:
    assert search._count_by_rows(empty(6), float("inf")) == sum(1 for _ in search.every(empty(6))) == 11_222


def test_patterns_are_the_lines_the_rules_allow() -> None:
    for size, max_run in ((4, 2), (6, 2), (6, 3), (8, 4)):
        allowed = [
            bits
            for bits in range(1 << size)
            if bits.bit_count() == size // 2
            and not any(symbol * (max_run + 1) in f"{bits:0{size}b}" for symbol in ("0", "1"))
        ]
        assert search.tables(empty(size, max_run)).patterns == allowed


# -- agreement with trying everything -------------------------------------------------------------------------------


def check_against_trying(puzzle: BinaryPuzzle) -> None:
    expected = set(by_trying(puzzle))
    found = [solution.cells for solution in solver.solutions(puzzle)]
    assert len(found) == len(set(found))
    assert set(found) == expected
    first = solver.solve(puzzle)
    assert (first is None) == (not expected)
    assert first is None or first.cells in expected
    assert solver.count(puzzle) == len(expected)
    assert solver.count(puzzle, limit=2) == min(2, len(expected))
    by_halves = search._count_unlike if puzzle.unique_lines else search._count_by_rows
    assert by_halves(puzzle, float("inf")) == len(expected)
    verdict = ("none", "unique", "multiple")[min(2, len(expected))]
    classified = search.classify(puzzle)
    assert solver.classify(puzzle) == classified.verdict == verdict
    assert len(classified.witnesses) == len({w.cells for w in classified.witnesses}) == min(2, len(expected))
    assert all(witness.cells in expected for witness in classified.witnesses)


@given(puzzles(st.just(4), cells=0.6, markers=0.3))
@settings(max_examples=120, deadline=None)
def test_every_small_board(puzzle: BinaryPuzzle) -> None:
    check_against_trying(puzzle)


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_a_board_of_six_with_some_rows_open(data: st.DataObject) -> None:
    """A full board, some of its cells emptied and at most one changed: with one solution, several, or none."""
    random = data.draw(st.randoms(use_true_random=False))
    start = empty(6, data.draw(st.sampled_from([2, 3, 4])), data.draw(st.booleans()))
    for _ in range(8):
        changed = start.with_cell(random.randrange(6), random.randrange(6), random.choice("SM"))
        start = changed if solver.solve(changed) else start
    full = solver.solve(start)
    assert full is not None

    def some(pairs: Iterable[tuple[str, str]]) -> str:
        return "".join(("=" if a == b else "x") if random.random() < 0.1 else EMPTY for a, b in pairs)

    start = start.variant(
        h=tuple(some(pairwise(row)) for row in full.cells),
        v=tuple(some(zip(above, below, strict=True)) for above, below in pairwise(full.cells)),
    )
    everywhere = [(r, c) for r in range(6) for c in range(6)]
    emptied = data.draw(st.sets(st.sampled_from(everywhere), max_size=16))
    puzzle = start.with_cells(keeping(full.cells, set(everywhere) - emptied))
    r, c = data.draw(st.sampled_from(everywhere))
    if data.draw(st.booleans()):
        puzzle = puzzle.with_cell(r, c, data.draw(st.sampled_from(puzzle.symbols)))
    check_against_trying(puzzle)


@pytest.mark.slow
@given(puzzles(cells=0.12, markers=0.06))
@settings(max_examples=60, deadline=None)
def test_solutions_of_any_size_keep_the_rules_and_differ(puzzle: BinaryPuzzle) -> None:
    found = []
    try:
        for solution in islice(search.every(puzzle, time_limit=1), 20):
            found.append(solution)
            assert keeps_rules(puzzle, solution.cells)
    except errors.SearchTimeout:
        pass
    assert len(set(found)) == len(found)


@given(puzzles(st.sampled_from([4, 6]), cells=0.25, markers=0.1))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
def test_the_two_ways_to_count_agree(puzzle: BinaryPuzzle) -> None:
    listed = sum(1 for _ in islice(search.every(puzzle), 3000))
    assume(listed < 3000)
    by_halves = search._count_unlike if puzzle.unique_lines else search._count_by_rows
    assert by_halves(puzzle, float("inf")) == listed


@pytest.mark.parametrize("unique_lines", [False, True])
def test_the_two_ways_to_count_agree_on_a_begun_board_of_eight(unique_lines: bool) -> None:
    cells = ["S.......", "...M..M.", "........", "S...S...", "........", "..M....S", "........", ".S..M..."]
    v = ["........"] * 3 + ["..x..=.."] + ["........"] * 3
    puzzle = BinaryPuzzle("tango", 8, cells, v=v, unique_lines=unique_lines)
    by_halves = search._count_unlike if unique_lines else search._count_by_rows
    assert by_halves(puzzle, float("inf")) == sum(1 for _ in search.every(puzzle)) > 1000


@pytest.mark.slow
@pytest.mark.parametrize(("size", "max_run"), [(4, 2), (6, 2), (6, 3)])
def test_boards_with_long_runs_are_counted_in_a_third_way(size: int, max_run: int) -> None:
    board = empty(size, max_run)
    assert search._count_long_runs(board, float("inf")) == search._count_by_rows(board, float("inf"))
    rng = Random(size + max_run)
    for _ in range(8):
        for _ in range(3):
            r, c = rng.randrange(size), rng.randrange(size)
            board = board.with_cell(r, c, rng.choice("SM"))
        marks = "".join(rng.choice(".....=x") for _ in range(size - 1))
        marked = board.variant(h=(*board.h[1:], marks))
        for puzzle in (board, marked):
            listed = sum(1 for _ in search.every(puzzle)) if size == 4 or len(puzzle.filled()) > 8 else None
            counted = search._count_long_runs(puzzle, float("inf"))
            assert counted == search._count_by_rows(puzzle, float("inf"))
            assert listed in (None, counted)
        if not counted:
            board = empty(size, max_run)


@pytest.mark.parametrize("max_run", [3, 4])
def test_the_third_way_counts_a_begun_board_of_eight(max_run: int) -> None:
    cells = ["S..MM...", "...M..M.", "..S..M.S", "S...S..M", ".M.SS...", "..M..S.S", "M...M.S.", ".S..M..S"]
    puzzle = BinaryPuzzle("tango", 8, cells, h=["x......"] + ["......."] * 7, max_run=max_run)
    counted = search._count_long_runs(puzzle, float("inf"))
    assert counted == search._count_by_rows(puzzle, float("inf"))
    assert counted is not None
    assert counted > 1000


def test_empty_boards_with_long_runs() -> None:
    """Square matrices of zeros and ones with as many of each in every line are A058527 of the OEIS."""
    assert [solver.count(empty(size, size // 2)) for size in (4, 6, 8)] == [90, 297_200, 116_963_796_250]


def test_undecided_boards_are_decided_by_their_solutions() -> None:
    """Lines may repeat, unless it is the rule that they may not which leaves one solution of several."""
    full = ("0101", "1010", "0110", "1001")
    either = BinaryPuzzle("takuzu", 4, ["0101", "1010", "01..", "1..."], unique_lines=True)
    decided = search.decide(either)
    assert decided.puzzle.unique_lines
    assert decided.needed
    assert decided.verdict == "unique"
    assert search.first(decided.puzzle) == Solution(full)
    assert "no two rows" in decided.said
    without = BinaryPuzzle("takuzu", 4, ["0101", "0101", "1...", "1..."])  # unlike lines would leave no solution
    decided = search.decide(without)
    assert not decided.puzzle.unique_lines
    assert not decided.needed
    assert (decided.verdict, search.verdict(without)) == ("unique", "none")
    several = search.decide(empty(4))
    assert (several.verdict, several.needed, several.puzzle.unique_lines) == ("multiple", False, True)
    assert "several solutions" in several.said
    assert search.decide(empty(4).with_cells(["SSS.", "....", "....", "...."])).verdict == "none"


def test_a_clue_halves_the_empty_board() -> None:
    """By the symmetry of the two symbols; counted by rows, and too many to list."""
    with_clue = empty(8).with_cell(3, 4, "M")
    assert solver.count(with_clue) == 12_413_918 // 2
    same = BinaryPuzzle("tango", 8, with_clue.cells, h=["=......"] + ["......."] * 7)
    differ = BinaryPuzzle("tango", 8, with_clue.cells, h=["x......"] + ["......."] * 7)
    assert solver.count(same) + solver.count(differ) == 12_413_918 // 2
    above = BinaryPuzzle("tango", 8, with_clue.cells, v=["........"] * 3 + ["=......."] + ["........"] * 3)
    below = BinaryPuzzle("tango", 8, with_clue.cells, v=["........"] * 3 + ["x......."] + ["........"] * 3)
    assert solver.count(above) + solver.count(below) == 12_413_918 // 2


def test_equal_lines_are_refused_only_where_they_must_differ() -> None:
    """Two equal rows of a full board, and two equal columns."""
    cells = ["0101", "0101", "1010", "1010"]
    assert solver.classify(BinaryPuzzle("takuzu", 4, cells)) == "none"
    assert solver.classify(BinaryPuzzle("takuzu", 4, cells, unique_lines=False)) == "unique"
    columns = ["0011", "0101", "1100", "1010"]
    assert solver.classify(BinaryPuzzle("takuzu", 4, columns)) == "unique"
    columns = ["0011", "1100", "0011", "1100"]
    assert solver.classify(BinaryPuzzle("takuzu", 4, columns)) == "none"


def test_boards_of_twenty() -> None:
    for unique_lines in (False, True):
        puzzle = BinaryPuzzle("takuzu", 20, [EMPTY * 20] * 20, unique_lines=unique_lines)
        one, two = search.classify(puzzle).witnesses
        assert one != two
        assert keeps_rules(puzzle, one.cells)
        assert keeps_rules(puzzle, two.cells)


@pytest.mark.parametrize("limit", [10, 1 << 16])
def test_caches_do_not_grow_beyond_their_limit(limit: int, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = empty(14)
    table = search.Tables(14, 2)
    table.limit = limit
    monkeypatch.setitem(search._TABLES, (14, 2), table)
    held = 0
    for solution in islice(search.every(puzzle), 400):
        assert keeps_rules(puzzle, solution.cells)
        held = max(held, len(table.decided))
    assert (held < 300) == (limit == 10)  # between two looks at the limit, one step may add as many as there are lines


# -- limits and options ---------------------------------------------------------------------------------------------


def test_solutions_come_as_they_are_asked_for() -> None:
    several = solver.solutions(empty(14))
    assert len({next(several) for _ in range(5)}) == 5


def test_count_stops_at_its_limit() -> None:
    assert solver.count(empty(14), limit=100) == 100
    assert solver.count(empty(8), 1_000_000) == 1_000_000
    assert solver.count(empty(4), limit=1000) == 90


def test_time_limit_says_what_was_found() -> None:
    with pytest.raises(errors.SearchTimeout) as caught:
        solver.count(empty(14, unique_lines=True), time_limit=0.2)
    assert caught.value.found > 0
    with pytest.raises(errors.SearchTimeout) as caught:
        solver.count(empty(10, max_run=3), time_limit=1.0)
    assert caught.value.found == search.LISTED  # it was counting by rows when the time was over


@pytest.mark.parametrize("limit", [0, -1, 1.5, "2", True])
def test_bad_limits(limit: object) -> None:
    with pytest.raises(errors.BadOption):
        solver.count(empty(4), limit)  # type: ignore[arg-type]


@pytest.mark.parametrize("time_limit", [0, -1.0, "1", True, float("nan")])
def test_bad_time_limits(time_limit: float) -> None:
    for verb in (solver.solve, solver.solutions, solver.count, solver.classify):
        with pytest.raises(errors.BadOption):
            verb(empty(4), time_limit=time_limit)


def test_what_is_no_puzzle_or_engine() -> None:
    with pytest.raises(errors.BadType):
        solver.solve("tango 4/4/4/4")  # type: ignore[call-overload]
    with pytest.raises(errors.UnknownEngine):
        solver.solve(empty(4), engine="guess")


@pytest.mark.parametrize("unique_lines", [False, True])
def test_steps_are_counted_alike_whatever_the_clock_says(monkeypatch: pytest.MonkeyPatch, unique_lines: bool) -> None:
    """What reads pictures must come to the same verdict on a machine with nothing else to do and on a busy one."""
    monkeypatch.setattr(search, "perf_counter", lambda: 1e12)
    board = empty(10, unique_lines=unique_lines)
    needed = next(steps for steps in range(1, 1000) if _ends(board, steps))
    assert needed > 1
    assert not _ends(board, needed - 1)
    assert search.verdict(board, most_steps=needed) == "multiple"
    assert search.first(board, most_steps=needed) is not None


def _ends(board: BinaryPuzzle, most_steps: int) -> bool:
    try:
        search.verdict(board, most_steps=most_steps)
    except errors.SearchTimeout:
        return False
    return True


# -- boards somebody has begun --------------------------------------------------------------------------------------

CLUES = {(0, 2), (1, 0), (1, 3), (1, 5), (2, 0), (2, 3), (2, 4), (4, 3), (5, 2), (5, 5)}


def flipped(cells: tuple[str, ...], wrong: set[tuple[int, int]]) -> tuple[str, ...]:
    other = str.maketrans("SM", "MS")
    return tuple(
        "".join(s.translate(other) if (r, c) in wrong else s for c, s in enumerate(row)) for r, row in enumerate(cells)
    )


def test_wrong_entries_of_a_board_with_one_solution() -> None:
    clues = BinaryPuzzle("tango", 6, keeping(FULL, CLUES))
    assert solver.classify(clues) == "unique"
    right = clues.with_cells(keeping(FULL, CLUES | {(0, 1), (1, 4)}))
    assert search.wrong_entries(right, CLUES) == WrongEntries("unique", (), ())
    wrong = right.with_cells(flipped(right.cells, {(1, 4)}))
    assert search.wrong_entries(wrong, CLUES) == WrongEntries("unique", ((1, 4),), ())


@given(
    st.sets(st.sampled_from(sorted(CLUES)), max_size=4),
    st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5))),
    st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=8),
)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
def test_wrong_entries_are_those_no_solution_has(
    left_out_clues: set[tuple[int, int]], entered: set[tuple[int, int]], wrong: set[tuple[int, int]]
) -> None:
    """Against the list of all solutions of the clues."""
    clues = CLUES - left_out_clues
    given_clues = BinaryPuzzle("tango", 6, keeping(FULL, clues))
    assume(solver.count(given_clues, limit=300) < 300)
    board = given_clues.with_cells(keeping(flipped(FULL, wrong - clues), clues | entered | wrong))
    said = search.wrong_entries(board, clues)
    everything = [solution.cells for solution in solver.solutions(given_clues)]
    entries = sorted(board.filled() - clues)

    def had_by(cells: tuple[str, ...], some: list[tuple[int, int]]) -> bool:
        return all(cells[r][c] == board.cells[r][c] for r, c in some)

    assert said.clues == solver.classify(given_clues)
    assert list(said.wrong) == [e for e in entries if not any(had_by(cells, [e]) for cells in everything)]
    others = [e for e in entries if e not in said.wrong]
    if any(had_by(cells, others) for cells in everything):
        assert said.conflict == ()
    else:
        conflict = list(said.conflict)
        assert conflict
        assert set(conflict) <= set(others)
        assert not any(had_by(cells, conflict) for cells in everything)
        for left_out in conflict:
            rest = [e for e in conflict if e != left_out]
            assert any(had_by(cells, rest) for cells in everything)


def test_entries_that_only_together_are_wrong() -> None:
    board = BinaryPuzzle("tango", 6, ["SS...." if r == 0 else "......" for r in range(6)])
    said = search.wrong_entries(board.with_cell(0, 2, "S").with_cell(5, 5, "M"), set())
    assert said == WrongEntries("multiple", (), ((0, 0), (0, 1), (0, 2)))


def test_clues_without_a_solution_blame_no_entry() -> None:
    board = BinaryPuzzle("tango", 6, ["SSS..M"] + ["......"] * 5)
    assert search.wrong_entries(board, {(0, 0), (0, 1), (0, 2)}) == WrongEntries("none", (), ())


def test_clues_must_be_on_the_board() -> None:
    board = BinaryPuzzle("tango", 6, ["S....."] + ["......"] * 5)
    for clues in ({(0, 1)}, {(6, 0)}, {(0,)}):
        with pytest.raises(errors.BadCoordinate):
            search.wrong_entries(board, clues)  # type: ignore[arg-type]


# -- real boards ----------------------------------------------------------------------------------------------------


@needs_shared
def test_printed_takuzu_have_one_solution() -> None:
    boards = [BinaryPuzzle.from_json(data) for data in json.loads((SHARED / "boards" / "takuzu.json").read_text())]
    assert len(boards) >= 200
    for puzzle in boards:
        found = search.classify(puzzle)
        assert found.verdict == "unique"
        assert keeps_rules(puzzle, found.witnesses[0].cells)


@needs_shared
def test_labelled_tango_have_as_many_solutions_as_their_labels_say() -> None:
    seen = 0
    for path in sorted(SHARED.glob("real/tango*/*.json")):
        label = json.loads(path.read_text())
        if label.get("puzzle") and label.get("solutions") is not None:
            puzzle = solver.load(label["puzzle"])
            assert solver.count(puzzle, limit=label["solutions"] + 1) == label["solutions"], path.name
            assert solver.load(str(puzzle)) == puzzle
            seen += 1
    assert seen > 100


def test_large_boards_without_a_clue_to_spare_have_one_solution() -> None:
    """The hardest there are; without careful branching some take half a minute."""
    for puzzle in minimal_boards():
        found = search.classify(puzzle, time_limit=60)
        assert found.verdict == "unique"
        assert keeps_rules(puzzle, found.witnesses[0].cells)


def test_solutions_are_found_once_where_the_search_begins_anew() -> None:
    """Clues are taken from a hard board until it has some solutions; those it is known by must be among them."""
    puzzle = minimal_boards()[1]
    solution = search.first(puzzle)
    for r, c in sorted(puzzle.filled())[:3]:
        puzzle = puzzle.with_cell(r, c, EMPTY)
    found = list(islice(search.every(puzzle), 60))
    assert len(found) == len(set(found)) > 1
    assert all(keeps_rules(puzzle, some.cells) for some in found)
    assert solution in found or len(found) == 60


def test_solution_is_a_value() -> None:
    assert Solution(("SM", "MS")) == Solution(("SM", "MS"))
    assert len({Solution(("SM", "MS")), Solution(("SM", "MS"))}) == 1
