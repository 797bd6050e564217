"""`solve-screenshot evaluate FOLDER`: what counts as exact, refused, flagged and silently wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from solver import BinaryPuzzle
from vision.errors import NoBoardError, OccludedError

TRUTH = BinaryPuzzle.from_notation("tango S5/.MS3/M3M./2S3/S.S.S./5M")
VAGUE = TRUTH.with_cell(0, 0, ".").with_cell(1, 1, ".").with_cell(1, 2, ".").with_cell(2, 0, ".")
"""One of TRUTH's readings gone wrong: four symbols overlooked, so that it has several solutions."""
MISREAD = TRUTH.with_cell(0, 3, "S")
"""An empty cell taken for a sun, as luck will have it the right one: still one solution."""
SWAPPED = TRUTH.with_cells([row.translate(str.maketrans("SM", "MS")) for row in TRUTH.cells])


def labelled(path: Path, puzzle: BinaryPuzzle | None = TRUTH, **more: Any) -> None:
    """Write the label beside the picture."""
    label = {"image": path.name, "game": puzzle.game if puzzle else None, "board_bbox": [10, 10, 250, 250], **more}
    if puzzle:
        label["puzzle"] = puzzle.to_json()
    path.with_suffix(".json").write_text(json.dumps(label))


def outcomes(run: Any, *arguments: object) -> dict[str, str]:
    done = run("evaluate", "--json", *arguments)
    return {Path(result["image"]).name: result["outcome"] for result in json.loads(done.stdout)["results"]}


def test_outcomes(fake: Any, run: Any, tmp_path: Path) -> None:
    labelled(fake(TRUTH, "exact.png"))
    labelled(fake(SWAPPED, "swapped.png"), swap_ok=True)
    labelled(fake(FULL_SWAP, "not-to-be-swapped.png"), FULL)
    labelled(fake(TRUTH, "refused.bmp", error=NoBoardError("none.")))
    labelled(fake(VAGUE, "vague.png"))
    labelled(fake(MISREAD, "warned.png", warnings=("unsure",)))
    assert outcomes(run, tmp_path) == {
        "exact.png": "exact",
        "swapped.png": "exact",
        "not-to-be-swapped.png": "silently_wrong",
        "refused.bmp": "refused",
        "vague.png": "flagged",
        "warned.png": "flagged",
    }


def test_that_symbols_may_be_exchanged_excuses_nothing_else(fake: Any, run: Any, tmp_path: Path) -> None:
    said = ("no sun and moon we know: the two may be exchanged throughout",)
    labelled(fake(MISREAD, "wrong.png", warnings=said), swap_ok=True)
    labelled(fake(FULL, "wrong-too.png", warnings=said))
    labelled(fake(FULL_SWAP, "exchanged.png", warnings=said), FULL)
    labelled(fake(MISREAD, "doubted.bmp", warnings=(*said, "hard to read: r1 c4")), swap_ok=True)
    labelled(fake(SWAPPED, "right.png", warnings=said), swap_ok=True)
    assert outcomes(run, tmp_path) == {
        "wrong.png": "silently_wrong",
        "wrong-too.png": "silently_wrong",
        "exchanged.png": "flagged",
        "doubted.bmp": "flagged",
        "right.png": "exact",
    }


FULL = TRUTH.with_cells(["SMMSMS", "SMSMSM", "MSMSMS", "MSSMMS", "SMSMSM", "MSMSSM"])
FULL_SWAP = TRUTH.with_cells([row.translate(str.maketrans("SM", "MS")) for row in FULL.cells])


def test_a_silently_wrong_board(fake: Any, run: Any, tmp_path: Path) -> None:
    labelled(fake(MISREAD, "wrong.png"))
    done = run("evaluate", tmp_path)
    assert done.exit_code == 1
    assert "silently wrong" in done.stdout
    assert "cell . -> S: wrong.png 0,3" in done.stdout
    summary = json.loads(run("evaluate", "--json", tmp_path).stdout)
    assert summary["silently_wrong"] == 1
    assert summary["confusions"] == [
        {"what": "cell", "label": ".", "read": "S", "count": 1, "where": ["wrong.png 0,3"]}
    ]


def test_where_nothing_is_to_be_read(fake: Any, run: Any, tmp_path: Path) -> None:
    labelled(fake(TRUTH, "right.png", error=NoBoardError("none.")), None, expect="no_board")
    labelled(fake(SWAPPED, "other-words.png", error=OccludedError("covered.")), None, expect="no_board")
    labelled(fake(FULL, "sold.png"), None, expect="no_board")
    labelled(fake(VAGUE, "unsure.png"), None, expect="occluded")
    labelled(fake(FULL_SWAP, "covered.png", error=OccludedError("covered.")), TRUTH, expect="occluded")
    assert outcomes(run, tmp_path) == {
        "right.png": "exact",
        "other-words.png": "exact",
        "sold.png": "silently_wrong",
        "unsure.png": "flagged",
        "covered.png": "exact",
    }
    assert "no_board -> occluded" in run("evaluate", tmp_path).stdout


def test_markers_sizes_and_games(fake: Any, run: Any, tmp_path: Path) -> None:
    marked = BinaryPuzzle("tango", 6, TRUTH.cells, v=["......", "=.....", "......", "......", "......"])
    labelled(fake(TRUTH, "marker.png"), marked)
    small = BinaryPuzzle.from_notation("tango S3/4/2M./4")
    labelled(fake(small, "size.png"))
    takuzu = BinaryPuzzle("takuzu", 6, [row.translate(str.maketrans("SM", "01")) for row in FULL.cells])
    labelled(fake(FULL, "game.png"), takuzu)
    done = json.loads(run("evaluate", "--json", tmp_path).stdout)
    found = {(c["what"], c["label"], c["read"], *c["where"]) for c in done["confusions"]}
    assert found == {
        ("marker", "=", ".", "marker.png v1,0"),
        ("size", "6", "4", "size.png"),
        ("game", "takuzu", "tango", "game.png"),
    }


def test_times_shares_and_folders(fake: Any, run: Any, tmp_path: Path) -> None:
    labelled(fake(TRUTH, "one/a.png"))
    labelled(fake(FULL, "two/b.png"), FULL, board_bbox=[100, 100, 340, 340])
    (tmp_path / "one" / "unlabelled.png").write_bytes(b"never looked at")
    (tmp_path / "one" / "lost.json").write_text('{"image": "gone.png"}')
    (tmp_path / "one" / "other.json").write_text("[")
    done = run("evaluate", tmp_path)
    assert done.exit_code == 0
    assert "together" in done.stdout
    assert "100.0%" in done.stdout
    assert "b.png 0.2" in done.stdout  # the overlap of the boards
    summary = json.loads(run("evaluate", "--json", tmp_path).stdout)
    assert summary["pictures"] == summary["exact"] == 2
    assert summary["exact_share"] == 1
    times = summary["milliseconds"]
    assert abs(summary["read_per_decode"] - times["read"] / times["decode"]) < 0.01


def test_one_game_only(fake: Any, run: Any, tmp_path: Path) -> None:
    labelled(fake(TRUTH, "a.png"))
    labelled(fake(FULL, "b.png"), FULL, game="pips")
    assert list(outcomes(run, "--game", "tango", tmp_path)) == ["a.png"]
    done = run("evaluate", "--game", "chess", tmp_path)
    assert done.exit_code == 2
    assert "chess" in done.stderr


def test_a_folder_without_labels(run: Any, tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "missing"):
        done = run("evaluate", folder)
        assert done.exit_code == 2
        assert "no labelled picture" in done.stderr
