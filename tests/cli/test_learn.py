"""`learn`, `looks` and `--remember`: one picture of a look is enough for the next board of it, and harms no other."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import Result
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

import solver
import vision
from solver import BinaryPuzzle, PipsPuzzle
from tests.vision.drawn_pips_look import pips_site
from tests.vision.labelled import SAMPLES, labelled, outcome
from vision.image import load
from vision.learnt import LookError, from_files, from_zip, load_all, save, to_zip
from vision.looks import GridLook, learn, read_by

Colours = NDArray[np.uint8]
Run = Callable[..., Result]
STEP, EDGE = 44, 30


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Looks are kept here, whatever the user who runs the tests has learnt."""
    place = tmp_path / "kept"
    monkeypatch.setenv("SOLVE_SCREENSHOT_LOOKS", str(place))
    return place


def drawn(puzzle: BinaryPuzzle, scale: float = 1.0) -> Colours:
    """A site of nobody's: a bow tie and an hourglass in one colour, and for markers a ring and a bar in a disc."""
    n = puzzle.size
    board = np.full((n * STEP + 2 * EDGE, n * STEP + 2 * EDGE, 3), (246, 250, 240), np.uint8)
    for k in range(n + 1):
        at = EDGE + k * STEP
        cv2.line(board, (EDGE, at), (EDGE + n * STEP, at), (180, 190, 170), 2)
        cv2.line(board, (at, EDGE), (at, EDGE + n * STEP), (180, 190, 170), 2)
    tie = np.array([[-12, -9], [12, 9], [12, -9], [-12, 9]])
    for r, row in enumerate(puzzle.cells):
        for c, value in enumerate(row):
            if value != ".":
                shape = tie if value in "S0" else tie[:, ::-1]
                middle = np.array([EDGE + c * STEP + STEP // 2, EDGE + r * STEP + STEP // 2])
                cv2.fillPoly(board, [(shape + middle).astype(np.int32)], (120, 60, 130), cv2.LINE_AA)
    places = [(r + 0.5, c + 1.0, value) for r, row in enumerate(puzzle.h) for c, value in enumerate(row)]
    places += [(r + 1.0, c + 0.5, value) for r, row in enumerate(puzzle.v) for c, value in enumerate(row)]
    for down, across, value in places:
        if value != ".":
            x, y = round(EDGE + across * STEP), round(EDGE + down * STEP)
            cv2.circle(board, (x, y), 7, (240, 240, 255), -1, cv2.LINE_AA)
            if value == "=":
                cv2.circle(board, (x, y), 4, (20, 20, 20), 2, cv2.LINE_AA)
            else:
                cv2.line(board, (x, y - 5), (x, y + 5), (20, 20, 20), 3)
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return board if scale == 1 else np.asarray(cv2.resize(board, None, fx=scale, fy=scale, interpolation=way), np.uint8)


def puzzle(seed: int, markers: bool = True) -> BinaryPuzzle:
    """A board with clues and both kinds of markers."""
    for number in range(seed * 100, seed * 100 + 100):
        made = solver.generate("tango", size=6, seed=number)
        assert isinstance(made, BinaryPuzzle)
        said = "".join(made.h) + "".join(made.v)
        values = "".join(made.cells)
        if "=" in said and "x" in said and min(values.count("S"), values.count("M")) > 1:
            return made
    raise AssertionError("no such board")


def written(folder: Path, made: BinaryPuzzle, name: str, **label: Any) -> tuple[Path, Path]:
    """A picture and its label."""
    picture, text = folder / f"{name}.png", folder / f"{name}.json"
    cv2.imwrite(str(picture), drawn(made))
    text.write_text(json.dumps({"image": picture.name, "game": made.game, "puzzle": made.to_json()} | label))
    return picture, text


def of_look(seed: int = 1, name: str = "ties") -> GridLook:
    made = puzzle(seed)
    return learn(load(drawn(made)), made, name)


# --- one picture is enough --------------------------------------------------------------------------------------------


def test_one_picture_teaches_the_boards_of_its_look(run: Run, tmp_path: Path) -> None:
    image, label = written(tmp_path, puzzle(1), "first")
    others = [puzzle(seed) for seed in (2, 3, 4)]
    pictures = [written(tmp_path, made, f"other-{k}")[0] for k, made in enumerate(others)]
    before = [json.loads(line) for line in run("--json", *pictures).stdout.splitlines()]
    assert all(result["puzzle"] != made.to_json() for result, made in zip(before, others, strict=True))
    done = run("learn", image, label, "--look", "ties")
    assert done.exit_code == 0
    assert "The look ties is known now" in done.stdout
    after = [json.loads(line) for line in run("--json", *pictures).stdout.splitlines()]
    for result, made in zip(after, others, strict=True):
        assert result["puzzle"] == made.to_json()
        assert result["solutions"] == "unique"
        assert result["look"] == "ties"
        assert result["confidence"] > 0.5
        assert not any("exchanged" in warning for warning in result["warnings"])
    # Evaluated as well: the same pictures, before and after.
    assert json.loads(run("evaluate", tmp_path, "--json").stdout)["exact"] == 4
    run("looks", "remove", "ties")
    assert json.loads(run("evaluate", tmp_path, "--json").stdout)["exact"] < 2


@pytest.mark.parametrize("scale", [0.7, 1.2])
def test_it_holds_at_other_sizes(scale: float) -> None:
    made = puzzle(5)
    reading = vision.read(drawn(made, scale), looks=[of_look()])
    assert reading.puzzle == made


def test_it_says_what_symbols_are_called() -> None:
    """Also where the board is read without doubt: what the label says counts."""
    letters = str.maketrans("SM", "MS")
    boards = [made.with_cells([row.translate(letters) for row in made.cells]) for made in (puzzle(1), puzzle(6))]
    looks = [of_look(), learn(load(drawn(puzzle(1))), boards[0], "exchanged")]
    picture = drawn(puzzle(6))
    assert vision.read(picture, looks=looks[:1]).puzzle == puzzle(6)
    assert vision.read(picture, looks=looks[1:]).puzzle == boards[1]


def test_it_knows_where_the_board_was() -> None:
    """A board whose lattice is not found is looked for where the learnt one was, at any scale of the picture."""
    first, other = puzzle(1), puzzle(6)
    box = [EDGE, EDGE, EDGE + 6 * STEP, EDGE + 6 * STEP]
    look = learn(load(drawn(first)), first, "ties", box)
    for scale in (1.0, 1.2):
        picture = drawn(other, scale)
        place = look.proposal(picture)
        assert place is not None
        assert np.allclose(place.bbox, scale * np.array(box), atol=2)
        known = read_by(picture, [], [look], propose=True)
        assert known is not None
        assert known.checked.puzzle == other
    assert look.proposal(drawn(other)[:-20]) is None
    assert read_by(drawn(other)[:-20], [], [look], propose=True) is None


def test_a_batch_knows_the_looks(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("joblib")
    image, label = written(tmp_path, puzzle(1), "first")
    run("learn", image, label, "--look", "ties")
    other, _ = written(tmp_path, puzzle(2), "other")
    run("batch", other, "-o", tmp_path / "r.jsonl", "--workers", 1)
    assert json.loads((tmp_path / "r.jsonl").read_text())["puzzle"] == puzzle(2).to_json()


def test_a_board_that_is_not_found_can_be_told(run: Run, tmp_path: Path) -> None:
    made = puzzle(1)
    image, label = written(tmp_path, made, "first", board_bbox=[EDGE, EDGE, EDGE + 6 * STEP, EDGE + 6 * STEP])
    assert run("learn", image, label, "--look", "ties").exit_code == 0
    _, label = written(tmp_path, made, "first", board_bbox=[0, 0, 5, 5])
    done = run("learn", image, label, "--look", "other")
    assert done.exit_code == 1
    assert "too small" in done.stderr
    _, label = written(tmp_path, made, "first", board_bbox="here")
    assert run("learn", image, label, "--look", "other").exit_code == 2


def test_a_name_is_given_once(run: Run, tmp_path: Path) -> None:
    image, label = written(tmp_path, puzzle(1), "first")
    assert run("learn", image, label, "--look", "ties").exit_code == 0
    done = run("learn", image, label, "--look", "ties")
    assert done.exit_code == 2
    assert "known already" in done.stderr


# --- and harms no other -----------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_samples_are_read_as_before() -> None:
    """With the look of every fifteenth sample learnt, and one of nobody's: no board is read worse than without."""
    labels = labelled(SAMPLES)
    looks = [of_look()]
    for label in labels[::15]:
        if label.puzzle is not None:
            made = solver.load(label.puzzle)
            assert isinstance(made, BinaryPuzzle)
            try:
                looks.append(learn(load(label.picture), made, label.name.replace(".", " "), label.bbox))
            except LookError:
                continue
    assert len(looks) > 3
    ranks = ("exact", "flagged", "refused", "exchange only", "silent")
    for label in labels[::7]:
        before, after = outcome(label, label.picture), outcome(label, label.picture, looks=looks)
        assert ranks.index(after.word) <= ranks.index(before.word), label.name
        if before.word == "exact" and not before.warnings and before.reading and after.reading:
            assert after.reading.puzzle == before.reading.puzzle
            assert after.reading.confidence == before.reading.confidence
            assert after.reading.look == ""


def test_other_boards_are_not_taken_for_the_look(folder: Path) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (6, 6, 3)).astype(np.uint8)
    queens = np.repeat(np.repeat(noise, 50, axis=0), 50, axis=1)
    queens[::50] = queens[:, ::50] = 0
    try:
        found = vision.read(queens, looks=[of_look()])
    except vision.UnreadableError:
        return
    assert found.game == "queens", "36 colours may be taken for regions"
    assert found.warnings


# --- what cannot be learnt --------------------------------------------------------------------------------------------


def test_a_label_of_another_picture_teaches_nothing(run: Run, tmp_path: Path, folder: Path) -> None:
    image, _ = written(tmp_path, puzzle(1), "first")
    _, label = written(tmp_path, puzzle(2), "other")
    done = run("learn", image, label, "--look", "ties")
    assert done.exit_code == 1
    assert "nothing was learnt" in done.stderr
    assert not folder.exists()


@pytest.mark.parametrize("name", ["", "..", "../up", "a/b", ".hidden", "x" * 70, "a\nb", "a\\b"])
def test_names_that_lead_elsewhere(name: str, run: Run, tmp_path: Path, folder: Path) -> None:
    image, label = written(tmp_path, puzzle(1), "first")
    for arguments in (["learn", image, label, "--look", name], ["looks", "remove", name], ["looks", "export", name]):
        assert run(*arguments).exit_code == 2
    assert not folder.exists()


def test_what_is_no_label_or_no_picture(run: Run, tmp_path: Path) -> None:
    image, label = written(tmp_path, puzzle(1), "first")
    pips = tmp_path / "pips.json"
    made = solver.generate("pips", seed=1)
    pips.write_text(json.dumps({"puzzle": made.to_json()}))
    bad = tmp_path / "bad.png"
    bad.write_bytes(b"no picture")
    for arguments, code, says in (
        ([image, tmp_path / "none.json"], 2, "could not be opened"),
        ([image, bad], 2, "no label"),
        ([image, pips], 1, "looks of pips are not learnt"),
        ([bad, label], 3, "text file"),
    ):
        done = run("learn", *arguments, "--look", "ties")
        assert done.exit_code == code
        assert says in done.stderr
        assert "Traceback" not in done.output


# --- without a label --------------------------------------------------------------------------------------------------


def unnamed(made: BinaryPuzzle) -> Colours:
    """Discs in two colours, which say nothing, on a board without markers."""
    board = drawn(made.with_cells(["." * made.size] * made.size))
    for r, row in enumerate(made.cells):
        for c, value in enumerate(row):
            if value != ".":
                middle = (EDGE + c * STEP + STEP // 2, EDGE + r * STEP + STEP // 2)
                cv2.circle(board, middle, 13, (200, 80, 40) if value == "1" else (60, 60, 210), -1, cv2.LINE_AA)
    return board


def takuzu(seed: int) -> BinaryPuzzle:
    made = solver.generate("takuzu", size=6, seed=seed)
    assert isinstance(made, BinaryPuzzle)
    return made


def test_a_look_is_remembered_without_a_label(run: Run, tmp_path: Path) -> None:
    boards = [takuzu(seed) for seed in (1, 2, 3, 4)]
    pictures = []
    for k, made in enumerate(boards):
        pictures.append(tmp_path / f"{k}.png")
        cv2.imwrite(str(pictures[-1]), unnamed(made))
    done = run(pictures[0])
    assert done.stderr.count("\n") == 1
    assert "--remember NAME" in done.stderr
    assert run("--json", pictures[0]).stderr == ""
    shown = json.loads(run("--json", pictures[0]).stdout)
    done = run(pictures[0], "--remember", "plain")
    assert done.exit_code == 0
    assert "The look plain is known now" in done.stderr
    swapped = shown["puzzle"]["cells"] != boards[0].to_json()["cells"]
    for picture, made in zip(pictures, boards, strict=True):
        result = json.loads(run("--json", picture).stdout)
        cells = made.to_json()["cells"]
        named_as_then = [row.translate(str.maketrans("01", "10")) for row in cells] if swapped else cells
        assert result["puzzle"]["cells"] == named_as_then
        assert result["warnings"] == []
        assert run(picture).stderr == ""


def test_what_was_not_read_is_not_remembered(run: Run, tmp_path: Path, folder: Path) -> None:
    blank = tmp_path / "blank.png"
    cv2.imwrite(str(blank), np.full((300, 300, 3), 255, np.uint8))
    done = run(blank, "--remember", "none")
    assert done.exit_code == 3
    assert "not remembered" in done.stderr
    several = tmp_path / "several.png"
    made = takuzu(1)
    emptied = made.with_cells([made.cells[0], made.cells[1], *["." * 6] * 4])
    cv2.imwrite(str(several), unnamed(emptied))
    done = run(several, "--remember", "none")
    assert done.exit_code in (1, 3)
    assert "not remembered" in done.stderr
    assert run(blank, several, "--remember", "none").exit_code == 2
    assert run(blank, "--remember", "../x").exit_code == 2
    assert not folder.exists()


# --- on disk ----------------------------------------------------------------------------------------------------------


def test_looks_are_listed_exported_imported_and_removed(run: Run, tmp_path: Path, folder: Path) -> None:
    assert run("looks", "list").stdout == ""
    save(of_look(), folder)
    assert run("looks", "list").stdout.startswith("ties  (tango, ")
    exported = tmp_path / "ties.zip"
    assert run("looks", "export", "ties", "-o", exported).exit_code == 0
    assert run("looks", "import", exported).exit_code == 2
    assert run("looks", "import", exported, "--look", "other").exit_code == 0
    assert [look.name for look in load_all(folder)[0]] == ["other", "ties"]
    assert run("looks", "remove", "ties").exit_code == 0
    assert run("looks", "remove", "ties").exit_code == 2
    assert run("looks", "import", exported).exit_code == 0
    made = puzzle(9)
    assert vision.read(drawn(made), looks=load_all(folder)[0]).puzzle == made


def test_a_look_comes_back_as_it_was() -> None:
    look = of_look()
    for again in (from_files(look.to_files()), from_zip(to_zip(look))):
        assert isinstance(again, GridLook)
        assert (again.name, again.game, again.puzzle) == (look.name, look.game, look.puzzle)
        assert again.to_files() == look.to_files()
        made = puzzle(7)
        assert vision.read(drawn(made), looks=[again]).puzzle == made


def test_a_look_of_an_earlier_version_says_what_to_do(run: Run, tmp_path: Path, folder: Path) -> None:
    (folder / "old").mkdir(parents=True)
    (folder / "old" / "look.json").write_text(json.dumps({"format": 1, "name": "old", "game": "tango"}))
    done = run("looks", "list")
    assert "the look old is passed over" in done.stderr
    assert "learn it again" in done.stderr


def test_a_broken_look_is_passed_over_and_said(run: Run, tmp_path: Path, folder: Path) -> None:
    save(of_look(), folder)
    save(of_look(2, "broken"), folder)
    (folder / "broken" / "board.png").write_bytes(b"nonsense")
    (folder / "stray.txt").write_text("no look")
    made = puzzle(2)
    image, _ = written(tmp_path, made, "board")
    done = run("--json", image)
    assert json.loads(done.stdout)["look"] == "ties"
    assert "the look broken is passed over" in done.stderr


@given(st.data())
@settings(max_examples=40, deadline=None)
def test_whatever_is_in_a_file_it_is_a_look_or_refused(data: st.DataObject) -> None:
    files = _KEPT.to_files()
    part = data.draw(st.sampled_from(sorted(files)))
    way = data.draw(st.sampled_from(["cut", "bend", "value", "gone"]))
    if way == "cut":
        files[part] = files[part][: data.draw(st.integers(0, len(files[part])))]
    elif way == "bend":
        bent = bytearray(files[part])
        bent[data.draw(st.integers(0, len(bent) - 1))] = data.draw(st.integers(0, 255))
        files[part] = bytes(bent)
    elif way == "gone":
        del files[part]
    else:
        said = json.loads(files["look.json"])
        said[data.draw(st.sampled_from(sorted(said)))] = data.draw(
            st.none() | st.integers() | st.text(max_size=4) | st.lists(st.integers(), max_size=2) | st.just({})
        )
        files["look.json"] = json.dumps(said).encode()
    try:
        look = from_files(files)
    except LookError:
        return
    vision.read(drawn(_BOARD), looks=[look])


_BOARD = puzzle(1)
_KEPT = of_look()


def zipped(**files: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name.replace("_", "."), data)
    return stream.getvalue()


def test_imports_are_data_that_is_checked(run: Run, tmp_path: Path, folder: Path) -> None:
    good = {name.replace(".", "_"): data for name, data in _KEPT.to_files().items()}
    said = json.loads(good["look_json"])
    elsewhere = json.dumps(said | {"name": "../../elsewhere"}).encode()
    bomb = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + (60_000).to_bytes(4, "big") * 2 + bytes(100)
    for name, data in {
        "elsewhere": zipped(**good | {"look_json": elsewhere}),
        "bomb": zipped(**good | {"board_png": bomb}),
        "endless": zipped(**good | {"look_json": b" " * 50_000_000}),
        "partial": zipped(look_json=good["look_json"]),
        "nonsense": b"PK\x03\x04 nonsense",
        "empty": b"",
        "deep": zipped(**good | {"look_json": b"[" * 100_000}),
    }.items():
        file = tmp_path / f"{name}.zip"
        file.write_bytes(data)
        done = run("looks", "import", file)
        assert done.exit_code == 2, name
        assert "cannot be imported" in done.stderr
    assert not folder.exists()


# --- Pips -------------------------------------------------------------------------------------------------------------


def test_looks_of_pips_are_not_learnt(run: Run, tmp_path: Path) -> None:
    made = solver.generate("pips", size=9, seed=1)
    assert isinstance(made, PipsPuzzle)
    image, label = tmp_path / "first.png", tmp_path / "first.json"
    cv2.imwrite(str(image), pips_site(made))
    label.write_text(json.dumps({"image": image.name, "game": "pips", "puzzle": made.to_json()}))
    done = run("learn", image, label, "--look", "site")
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr.count("\n") == 1
    assert "looks of pips are not learnt" in done.stderr
    done = run(image, "--remember", "site")
    assert done.exit_code == 1
    assert "not remembered" in done.stderr


def test_a_look_of_pips_of_an_earlier_version_can_be_removed(run: Run, tmp_path: Path, folder: Path) -> None:
    kept = {"look.json": json.dumps({"format": 1, "name": "site", "game": "pips"}).encode(), "glyphs.png": b"picture"}
    (folder / "site").mkdir(parents=True)
    for name, data in kept.items():
        (folder / "site" / name).write_bytes(data)
    picture = tmp_path / "other.png"
    cv2.imwrite(str(picture), np.full((300, 300, 3), 255, np.uint8))
    said = "the look site is passed over: looks of pips are not learnt any more"
    for done in (run("looks", "list"), run(picture)):
        assert said in done.stderr
        assert "Traceback" not in done.output
    archive = tmp_path / "site.zip"
    archive.write_bytes(zipped(**kept))
    done = run("looks", "import", archive, "--look", "again")
    assert done.exit_code == 2
    assert "looks of pips are not learnt any more" in done.stderr
    assert run("looks", "remove", "site").exit_code == 0
    assert said not in run("looks", "list").stderr
