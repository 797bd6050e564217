"""Golden readings: every sample is read as its label says, or refused as its label says."""

from __future__ import annotations

from functools import cache

import pytest

import solver
from tests.vision.labelled import SAMPLES, Labelled, Outcome, labelled, outcome
from tests.vision.labelled import read_grid as read
from vision import UnreadableError

LABELS = {label.name: label for label in labelled(SAMPLES)}
BOARDS = [name for name, label in LABELS.items() if label.puzzle]
OTHERS = [name for name, label in LABELS.items() if not label.puzzle]


# Under error stripes, at a crop's edge, in a glow, in wood and on a checkered board a clue is now and then taken for an
# entry, or an entry for a clue.
CLUES_BEYOND = {"classic-win-moon", "night-crop", "classic-crop-tight", "pastel", "season-music", "wood"}


@cache
def outcome_of(name: str) -> Outcome:
    return outcome(LABELS[name], LABELS[name].picture)


def board(name: str) -> Labelled:
    """The label of a board that is read; where it is not, the test of its symbols fails and there is no more to say."""
    if outcome_of(name).reading is None:
        pytest.skip("this board is refused")
    return LABELS[name]


def test_the_samples_are_there() -> None:
    assert len(BOARDS) >= 48
    assert {LABELS[name].expect for name in OTHERS} == {"no_board", "occluded"}


@pytest.mark.parametrize("name", BOARDS)
def test_every_symbol_and_marker_is_read(name: str) -> None:
    found = outcome_of(name)
    assert found.word == "exact", f"{found.word}: {'; '.join(found.differences)} {list(found.warnings)}"


@pytest.mark.parametrize("name", OTHERS)
def test_what_is_no_board_is_refused(name: str) -> None:
    with pytest.raises(UnreadableError) as caught:
        read(LABELS[name].picture)
    assert caught.value.kind == LABELS[name].expect, caught.value.message


@pytest.mark.parametrize("name", BOARDS)
def test_clues_are_told_from_entries(name: str) -> None:
    label, reading = board(name), outcome_of(name).reading
    assert reading is not None
    if reading.clues is not None and name not in CLUES_BEYOND:
        assert reading.clues == label.clues


DAILY = [name for name in BOARDS if name.startswith("classic-") and "win" not in name]


@pytest.mark.parametrize("name", [name for name in DAILY if name not in CLUES_BEYOND])
def test_clues_of_the_daily_game_are_known(name: str) -> None:
    """Its grounds tell clue from entry; only the win animation takes the grounds away."""
    label, reading = board(name), outcome_of(name).reading
    assert reading is not None
    assert reading.clues == label.clues


@pytest.mark.parametrize("name", BOARDS)
def test_cells_are_where_the_label_says(name: str) -> None:
    label, reading = board(name), outcome_of(name).reading
    assert reading is not None
    assert label.bbox is not None
    assert len(reading.cells) == label.size**2
    x0, y0, x1, y1 = label.bbox
    step_x, step_y = (x1 - x0) / label.size, (y1 - y0) / label.size
    for (r, c), (x, y) in reading.cells.items():
        # the box may include a frame, of up to a fifth of a cell
        assert abs((x - x0) / step_x - c - 0.5) < 0.35, f"x of r{r + 1} c{c + 1}"
        assert abs((y - y0) / step_y - r - 0.5) < 0.35, f"y of r{r + 1} c{c + 1}"


@pytest.mark.parametrize(
    "name", [name for name in BOARDS if name.startswith(("classic-", "mint")) and "win" not in name]
)
def test_the_sun_and_moon_of_the_daily_game_are_known(name: str) -> None:
    """Where the symbols tell, no warning says that they do not."""
    board(name)
    assert not any("exchanged" in warning for warning in outcome_of(name).warnings)


def test_no_sample_is_wrong_without_a_word() -> None:
    wrong = {
        name: outcome_of(name).differences for name in LABELS if outcome_of(name).word in ("silent", "exchange only")
    }
    assert not wrong


@pytest.mark.parametrize("name", BOARDS)
def test_confidence_is_a_share_and_high_only_for_sound_boards(name: str) -> None:
    board(name)
    reading = outcome_of(name).reading
    assert reading is not None
    assert 0 <= reading.confidence <= 1
    if reading.confidence > 0.9:
        assert outcome_of(name).word == "exact"
    for patches in (reading.cell_patches, reading.h_patches, reading.v_patches):
        assert all(0 <= patch.confidence <= 1 for patch in patches.values())
    if solver.classify(reading.puzzle) == "multiple":
        assert reading.warnings
