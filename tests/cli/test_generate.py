"""`solve-screenshot generate`: what it prints is what was asked for, can be read back, comes again from its seed."""

from __future__ import annotations

import json
import os
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import PIL.Image
import pytest

import solver
import vision
from solver import BinaryPuzzle, PipsPuzzle
from solver.errors import NotGenerated

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "samples" / "pages"
GAMES = ("tango", "takuzu", "pips")
KINDS = [("tango", 6), ("takuzu", 6), ("pips", 6), ("queens", 6)]


def objects(done: Any) -> list[dict[str, Any]]:
    return [json.loads(line) for line in done.stdout.splitlines()]


# --- what is made ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "size"), KINDS)
def test_json_is_a_puzzle_of_that_kind(run: Any, game: str, size: int) -> None:
    done = run("generate", "--game", game, "--size", size, "--count", 3, "--seed", 5, "--json", "--solutions")
    assert done.exit_code == 0
    made = objects(done)
    assert [one["seed"] for one in made] == [5, 6, 7]
    for one in made:
        puzzle = solver.load(one)
        assert puzzle.game == game
        assert (len(puzzle.dominoes) if isinstance(puzzle, PipsPuzzle) else puzzle.size) == size
        assert solver.classify(puzzle) == "unique"
        solution = solver.solve(puzzle)
        assert solution is not None
        assert one["solution"] == solution.to_json()
        difficulty = solver.difficulty(puzzle)
        assert one["difficulty"]["level"] == difficulty.level == "medium"
        assert (one["difficulty"]["rule"], one["difficulty"]["times"]) == (difficulty.rule, difficulty.times)


@pytest.mark.parametrize(("game", "size"), KINDS)
def test_every_puzzle_comes_again_from_its_seed(run: Any, game: str, size: int) -> None:
    asked = ("generate", "--game", game, "--size", size, "--json")
    first, second = objects(run(*asked, "--count", 2, "--seed", 11))
    assert objects(run(*asked, "--count", 2, "--seed", 11)) == [first, second]
    assert objects(run(*asked, "--seed", 12)) == [second]
    free = objects(run(*asked))[0]
    assert objects(run(*asked, "--seed", free["seed"])) == [free]


@pytest.mark.parametrize("game", GAMES)
def test_text_has_a_notation_that_can_be_solved(run: Any, game: str) -> None:
    done = run("generate", "--game", game, "--count", 2, "--seed", 1, "--solutions")
    notations = [line for line in done.stdout.splitlines() if line.startswith(f"{game} ")]
    puzzles = [solver.load(line) for line in notations]
    assert len(puzzles) == 2
    for puzzle, heading in zip(puzzles, ("1. ", "2. "), strict=True):
        assert f"{heading}{game} " in done.stdout
        assert solver.classify(puzzle) == "unique"
    assert "solution" in done.stdout
    assert "solution" not in run("generate", "--game", game, "--seed", 1).stdout


def test_defaults(run: Any) -> None:
    for game, size in (("tango", 6), ("takuzu", 8)):
        assert objects(run("generate", "--game", game, "--json"))[0]["size"] == size
    assert len(objects(run("generate", "--game", "pips", "--json"))[0]["dominoes"]) == 8
    assert objects(run("generate", "--json"))[0]["game"] == "tango"


@pytest.mark.parametrize("symmetry", ["rotation", "mirror"])
def test_symmetry(run: Any, symmetry: str) -> None:
    for one in objects(run("generate", "--symmetry", symmetry, "--count", 2, "--json", "--game", "takuzu")):
        rows = one["cells"]
        turned = [row[::-1] for row in (rows[::-1] if symmetry == "rotation" else rows)]
        assert [[s == "." for s in row] for row in rows] == [[s == "." for s in row] for row in turned]


def test_no_puzzle_twice(run: Any) -> None:
    made = objects(run("generate", "--size", 4, "--count", 60, "--seed", 1, "--json", "--difficulty", "easy"))
    assert len({json.dumps([one["cells"], one["h"], one["v"]]) for one in made}) == 60
    seeds = [one["seed"] for one in made]
    assert seeds == sorted(seeds)


def test_json_goes_on_into_the_solver(process: Any) -> None:
    made = process("generate", "--game", "pips", "--seed", "4", "--json").stdout
    solved = process("-", "--json", input=made)
    assert solved.returncode == 0
    said = json.loads(solved.stdout)
    assert said["solutions"] == "unique"
    assert said["difficulty"] == json.loads(made)["difficulty"]


# --- files -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "size", "seed"),
    [*((*kind, 3) for kind in KINDS[:3]), ("takuzu", 8, 2), ("takuzu", 8, 3), ("pips", 9, 1), ("pips", 9, 18)],
)
def test_a_sheet_can_be_read_back(run: Any, tmp_path: Path, game: str, size: int, seed: int) -> None:
    """Vision, which knows nothing of how sheets are made, finds the very puzzle on it."""
    asked = ("generate", "--game", game, "--size", size, "--seed", seed)
    assert run(*asked, "-o", tmp_path / "sheet.png").exit_code == 0
    puzzle = solver.load(objects(run(*asked, "--json"))[0])
    read = vision.read(tmp_path / "sheet.png").puzzle
    assert read.game == game
    if isinstance(puzzle, PipsPuzzle) and isinstance(read, PipsPuzzle):
        assert sorted(map(sorted, read.dominoes)) == sorted(map(sorted, puzzle.dominoes))
        assert {(r.type, r.target, r.cells) for r in read.regions} == {
            (r.type, r.target, r.cells) for r in puzzle.regions
        }
    else:
        assert isinstance(puzzle, BinaryPuzzle)
        assert isinstance(read, BinaryPuzzle)
        assert (read.cells, read.h, read.v) == (puzzle.cells, puzzle.h, puzzle.v)


@pytest.mark.parametrize(("game", "size"), KINDS[:3])
def test_solutions_have_a_sheet_of_their_own(run: Any, tmp_path: Path, game: str, size: int) -> None:
    asked = ("generate", "--game", game, "--size", size, "--seed", 3, "--solutions")
    done = run(*asked, "-o", tmp_path / "a.png")
    assert sorted(os.listdir(tmp_path)) == ["a-solutions.png", "a.png"]
    assert done.stderr.splitlines() == [f"wrote {tmp_path / 'a.png'}", f"wrote {tmp_path / 'a-solutions.png'}"]
    if game != "pips":
        solution = objects(run(*asked, "--json"))[0]["solution"]
        read = vision.read(tmp_path / "a-solutions.png").puzzle
        assert isinstance(read, BinaryPuzzle)
        assert list(read.cells) == solution


def test_many_puzzles_fill_many_sheets(run: Any, tmp_path: Path) -> None:
    run("generate", "--size", 4, "--difficulty", "easy", "--count", 8, "--seed", 1, "-o", tmp_path / "s.svg")
    assert sorted(os.listdir(tmp_path)) == ["s-1.svg", "s-2.svg"]
    captions = []
    for name in ("s-1.svg", "s-2.svg"):
        root = ET.parse(tmp_path / name).getroot()
        assert (root.get("width"), root.get("height")) == ("210mm", "297mm")
        captions += [text.text for text in root.iter("{http://www.w3.org/2000/svg}text") if "seed" in (text.text or "")]
        for shape in root.iter("{http://www.w3.org/2000/svg}rect"):
            assert float(shape.get("x", 0)) >= 0
            assert float(shape.get("x", 0)) + float(shape.get("width", 0)) <= 210
            assert float(shape.get("y", 0)) + float(shape.get("height", 0)) <= 297
    assert [str(caption).split(" · ")[0] for caption in captions] == [str(number) for number in range(1, 9)]


def test_large_boards_have_cells_that_can_be_written_in(run: Any, tmp_path: Path) -> None:
    run("generate", "--game", "takuzu", "--size", 16, "--count", 2, "--seed", 1, "-o", tmp_path / "s.png")
    with PIL.Image.open(tmp_path / "s-1.png") as picture:
        assert picture.size == (1240, 1754)
    assert sorted(os.listdir(tmp_path)) == ["s-1.png", "s-2.png"]
    lattice = vision.read(tmp_path / "s-1.png")
    assert lattice.puzzle.to_json()["size"] == 16
    x0, _, x1, _ = lattice.bbox
    assert (x1 - x0) / 16 / 150 * 25.4 >= 7, "millimetres"


@pytest.mark.parametrize("game", GAMES)
def test_files_can_be_solved(run: Any, tmp_path: Path, game: str) -> None:
    for name in ("one.json", "one.txt"):
        assert run("generate", "--game", game, "--seed", 2, "-o", tmp_path / name).exit_code == 0
        assert run(tmp_path / name).exit_code == 0
    run("generate", "--game", game, "--seed", 2, "--count", 3, "-o", tmp_path / "more.json", "--solutions")
    lines = (tmp_path / "more.json").read_text().splitlines()
    assert [solver.classify(solver.load(json.loads(line))) for line in lines] == ["unique"] * 3
    assert "solution" in json.loads(lines[0])


# --- links -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_links_hold_the_puzzle(run: Any, game: str) -> None:
    for pages in (PAGES, "http://127.0.0.1:8000/pages/"):
        done = run("generate", "--game", game, "--seed", 9, "--json", "--links", pages)
        one = objects(done)[0]
        parts = urlsplit(one["link"])
        assert parts.path.endswith(f"/{game}.html")
        assert solver.load(unquote(parts.fragment.removeprefix("puzzle="))) == solver.load(one)
    assert one["link"].startswith("http://127.0.0.1:8000/pages/" + game)
    assert PAGES.as_uri() in run("generate", "--game", game, "--seed", 9, "--links", PAGES).stdout


# --- mistakes --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--size", "7"), "size is 7"),
        (("--size", "0"), "size is 0"),
        (("--size", "22"), "from 4 to 20"),
        (("--game", "pips", "--size", "29"), "1 to 28 dominoes"),
        (("--game", "pips", "--size", "-1"), "1 to 28 dominoes"),
        (("--game", "chess"), "chess"),
        (("--difficulty", "impossible"), "impossible"),
        (("--symmetry", "round"), "round"),
        (("--count", "0"), "--count"),
        (("--seed", "x"), "--seed"),
        (("-o", "sheet.pdf"), "must end in one of .svg .png .json .txt"),
        (("--links", "nowhere"), "There is no tango.html in nowhere"),
        (("--time-limit", "0"), "--time-limit"),
        (("board.png",), "board.png"),
    ],
)
def test_what_cannot_be_is_said(run: Any, arguments: tuple[str, ...], says: str) -> None:
    done = run("generate", *arguments)
    assert done.exit_code == 2
    assert done.stdout == ""
    assert says in done.stderr
    assert "Traceback" not in done.stderr


def test_a_file_that_cannot_be_written(run: Any, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = run("generate", "-o", tmp_path / "file" / "sheet.svg")
    assert done.exit_code == 2
    assert "could not be written" in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("--time-limit", "0.000001"),
        ("--game", "pips", "--size", "1", "--difficulty", "expert"),
        ("--game", "takuzu", "--size", "4", "--difficulty", "medium", "--count", "3"),
    ],
)
def test_nothing_found(run: Any, arguments: tuple[str, ...]) -> None:
    """No mistake of the user: exit code 1, one sentence that says what else to try."""
    done = run("generate", "--json", *arguments)
    assert done.exit_code == 1
    assert done.stderr.startswith("solve-screenshot: ")
    assert done.stderr.count("\n") == 1
    assert "--seed" in done.stderr


def test_no_more_different_ones(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was made until then is shown, and that there is no more is said."""
    puzzle = solver.generate("tango", 6, seed=1)
    monkeypatch.setattr(solver, "generate", lambda *_, **__: puzzle)
    done = run("generate", "--count", 3, "--json")
    assert done.exit_code == 1
    assert [solver.load(one) for one in objects(done)] == [puzzle]
    assert "no more different medium boards of size 6 were found after 1 of 3" in done.stderr


def test_a_seed_without_a_puzzle_is_passed_over(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    real = solver.generate

    def generate(game: str, size: int, seed: int, **options: Any) -> Any:
        if seed in (3, 4):
            raise NotGenerated("no such board")
        return real(game, size, seed, **options)

    monkeypatch.setattr(solver, "generate", generate)
    assert [one["seed"] for one in objects(run("generate", "--count", 3, "--seed", 2, "--json"))] == [2, 5, 6]
    assert run("generate", "--count", 3, "--seed", 3, "--json").exit_code == 1
