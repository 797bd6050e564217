"""What `vision.read` does: with every form of a picture, wherever the board lies, and with what is no board."""

from __future__ import annotations

import io
import json
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from random import Random
from typing import Any

import cv2
import numpy as np
import PIL.Image
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

import solver
from tests.vision.drawn import NO_BOARDS, Grid, drawn, regions
from tests.vision.labelled import EXCHANGED, SAMPLES, Colours, Labelled, encoded, labelled, outcome
from tests.vision.labelled import read_grid as read
from vision import GridReading, UnreadableError
from vision import read as read_any

LABELS = {label.name: label for label in labelled(SAMPLES)}
CROP = LABELS["classic-crop"]
"""The daily game, 6×6, cells of 66 pixels, light, nothing around it."""
DARK = LABELS["classic-crop-dark"]
LARGE = LABELS["classic-crop-large"]
SMALL = LABELS["classic-crop-small"]
PLAIN = [CROP, DARK, LARGE, SMALL, LABELS["classic-desktop-dark"]]
STATES = {path.stem: json.loads(path.read_text("utf-8"))["look"]["state"] for path in SAMPLES.glob("*.json")}


def same(one: GridReading, other: GridReading) -> bool:
    """Whether two readings say the same of the same pixels."""
    return (
        one.puzzle == other.puzzle
        and one.lattice == other.lattice
        and (one.clues, one.warnings, one.confidence) == (other.clues, other.warnings, other.confidence)
        and (one.cell_patches, one.h_patches, one.v_patches) == (other.cell_patches, other.h_patches, other.v_patches)
    )


def assert_exact(label: Labelled, image: Colours, left: float = 0, top: float = 0, scale: float = 1) -> GridReading:
    """The picture, in which the label's board lies moved and scaled, is read as the label says."""
    assert label.bbox is not None
    x0, y0, x1, y1 = label.bbox
    bbox = (x0 * scale + left, y0 * scale + top, x1 * scale + left, y1 * scale + top)
    found = outcome(label, image, bbox)
    assert found.word == "exact", f"{found.word}: {'; '.join(found.differences)} {list(found.warnings)}"
    assert found.reading is not None
    return found.reading


def refused(image: Colours) -> UnreadableError:
    """The error a picture is refused with; its message is one line for a person."""
    with pytest.raises(UnreadableError) as caught:
        read(image)
    message = caught.value.message
    assert str(caught.value) == message
    assert "\n" not in message
    assert message[0].isupper()
    assert message.endswith((".", "?"))
    assert 30 < len(message) < 300
    return caught.value


# --- forms of one picture --------------------------------------------------------------------------------------------


def test_path_bytes_pil_and_array_give_the_same_answer() -> None:
    path, bgr = CROP.picture, CROP.pixels()
    with PIL.Image.open(path) as opened:
        rgb = opened.convert("RGB")
    forms: list[Any] = [path, str(path), path.read_bytes(), bytearray(path.read_bytes()), rgb, bgr]
    first, *others = (read(form) for form in forms)
    for other in others:
        assert same(first, other)


def test_an_array_is_left_as_it_was() -> None:
    bgr = CROP.pixels().copy()
    before = bgr.copy()
    bgr.setflags(write=False)
    read(bgr)
    assert np.array_equal(bgr, before)


def test_opencv_is_left_with_its_threads() -> None:
    threads = cv2.getNumThreads()
    read(CROP.picture)
    with pytest.raises(UnreadableError):
        read(np.zeros((300, 300, 3), np.uint8))
    assert cv2.getNumThreads() == threads


def test_a_part_of_a_larger_array_will_do() -> None:
    frame = np.zeros((600, 900, 3), np.uint8)
    view = frame[50:474, 100:524]
    view[:] = CROP.pixels()
    assert same(read(view), read(CROP.pixels()))
    assert same(read(np.asfortranarray(CROP.pixels())), read(CROP.pixels()))


@pytest.mark.parametrize("label", PLAIN, ids=lambda label: label.name)
def test_without_colours_the_shapes_tell(label: Labelled) -> None:
    grey = np.asarray(cv2.cvtColor(label.pixels(), cv2.COLOR_BGR2GRAY), np.uint8)
    assert_exact(label, grey)


def test_sixteen_bits() -> None:
    deep: NDArray[np.uint16] = CROP.pixels().astype(np.uint16) * 257
    assert same(read(encoded(deep)), read(CROP.pixels()))


def test_opaque_alpha_changes_nothing() -> None:
    bgra = cv2.cvtColor(CROP.pixels(), cv2.COLOR_BGR2BGRA)
    assert same(read(encoded(bgra)), read(CROP.pixels()))


def test_a_window_with_see_through_corners_and_shadow() -> None:
    bgr = CROP.pixels()
    height, width = bgr.shape[:2]
    canvas = np.zeros((height + 60, width + 60, 4), np.uint8)
    canvas[30 : 30 + height, 30 : 30 + width, :3] = bgr
    alpha = np.zeros(canvas.shape[:2], np.uint8)
    alpha[30 : 30 + height, 30 : 30 + width] = 255
    soft = cv2.GaussianBlur(alpha, (0, 0), 8) // 2
    canvas[..., 3] = np.maximum(alpha, soft)
    reading = read(encoded(canvas))
    assert reading.puzzle == read(bgr).puzzle


@pytest.mark.parametrize("orientation", [3, 6, 8])
def test_a_turned_photograph_is_turned_back(orientation: int) -> None:
    turn = {3: cv2.ROTATE_180, 6: cv2.ROTATE_90_COUNTERCLOCKWISE, 8: cv2.ROTATE_90_CLOCKWISE}[orientation]
    rgb = cv2.cvtColor(cv2.rotate(CROP.pixels(), turn), cv2.COLOR_BGR2RGB)
    picture = PIL.Image.fromarray(rgb)
    exif = picture.getexif()
    exif[0x112] = orientation
    stream = io.BytesIO()
    picture.save(stream, "JPEG", quality=95, exif=exif)
    assert read(stream.getvalue()).puzzle == read(CROP.pixels()).puzzle


@pytest.mark.parametrize("suffix", [".png", ".jpg", ".webp", ".bmp", ".tiff"])
def test_every_usual_format(suffix: str) -> None:
    assert read(encoded(CROP.pixels(), suffix)).puzzle == read(CROP.pixels()).puzzle


def test_what_a_reading_holds() -> None:
    reading = read(CROP.picture)
    size = reading.puzzle.size
    assert reading.game == reading.puzzle.game == "tango"
    assert (reading.lattice.rows, reading.lattice.columns) == (size, size)
    everywhere = {(r, c) for r in range(size) for c in range(size)}
    assert set(reading.cells) == set(reading.cell_patches) == everywhere
    assert set(reading.h_patches) == {(r, c) for r, c in everywhere if c < size - 1}
    assert set(reading.v_patches) == {(r, c) for r, c in everywhere if r < size - 1}
    assert all(reading.puzzle.cells[r][c] == patch.value for (r, c), patch in reading.cell_patches.items())
    assert all(patch.value != patch.runner_up for patch in reading.cell_patches.values())
    assert {"decode", "read"} <= set(reading.milliseconds)
    assert reading.confidence > 0.5
    assert reading.warnings == ()


def test_the_same_picture_is_always_read_the_same() -> None:
    first = [read(label.pixels()) for label in PLAIN]
    again = [read(label.pixels()) for label in reversed(PLAIN)][::-1]
    assert all(map(same, first, again))


def test_several_threads_do_not_disturb_each_other() -> None:
    pictures = [label.pixels() for label in PLAIN] * 3
    alone = [read(picture) for picture in pictures]
    with ThreadPoolExecutor(4) as pool:
        assert all(map(same, alone, pool.map(read, pictures)))


# --- wherever the board lies -----------------------------------------------------------------------------------------

COLOURS = [(255, 255, 255), (0, 0, 0), (128, 128, 128), (60, 60, 200), (200, 120, 30), (228, 235, 238), (38, 34, 29)]


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("label", [CROP, DARK], ids=lambda label: label.name)
def test_a_border_of_any_colour(label: Labelled, colour: tuple[int, int, int]) -> None:
    for left, top, right, bottom in ((40, 40, 40, 40), (3, 90, 0, 1), (300, 0, 7, 200)):
        value = tuple(map(float, colour))
        wide = cv2.copyMakeBorder(label.pixels(), top, bottom, left, right, cv2.BORDER_CONSTANT, value=value)
        assert_exact(label, np.asarray(wide, np.uint8), left, top)


@settings(derandomize=True, deadline=None, max_examples=30)
@given(
    x=st.integers(0, 900), y=st.integers(0, 700), page=st.integers(0, 255), label=st.sampled_from([CROP, DARK, SMALL])
)
@example(x=0, y=0, page=255, label=CROP)
@example(x=900, y=700, page=0, label=CROP)
def test_anywhere_on_a_canvas(x: int, y: int, page: int, label: Labelled) -> None:
    bgr = label.pixels()
    height, width = bgr.shape[:2]
    canvas = np.full((1140, 1340, 3), page, np.uint8)
    x, y = min(x, 1340 - width), min(y, 1140 - height)
    canvas[y : y + height, x : x + width] = bgr
    moved = assert_exact(label, canvas, x, y)
    assert moved.lattice.x - x == pytest.approx(read(bgr).lattice.x, abs=2.0)
    assert moved.lattice.y - y == pytest.approx(read(bgr).lattice.y, abs=2.0)


@pytest.mark.parametrize("scale", [2, 3, 4])
# Not SMALL: its crosses are 4 px, and magnified without smoothing they are four blocks and one in the middle.
@pytest.mark.parametrize("label", [CROP, DARK, LARGE], ids=lambda label: label.name)
def test_every_pixel_made_a_square(label: Labelled, scale: int) -> None:
    bgr = np.repeat(np.repeat(label.pixels(), scale, axis=0), scale, axis=1)
    reading = assert_exact(label, bgr, scale=scale)
    assert reading.lattice.step_x == pytest.approx(scale * read(label.pixels()).lattice.step_x, rel=0.01)


def desktop(random: Random, width: int = 1600, height: int = 1000) -> Colours:
    """A dark desktop: a soft picture, a bar of icons, and two windows of text."""
    small = np.random.default_rng(random.getrandbits(32)).integers(0, 90, (5, 8, 3), np.uint8)
    screen = np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC), np.uint8)
    cv2.rectangle(screen, (0, height - 44), (width, height), (25, 25, 25), -1)
    for k in range(14):
        colour = [random.randrange(60, 256) for _ in range(3)]
        cv2.rectangle(screen, (20 + 52 * k, height - 38), (52 + 52 * k, height - 6), colour, -1)
    for x, y, w, h in ((30, 40, 460, 520), (1120, 500, 440, 400)):
        cv2.rectangle(screen, (x, y), (x + w, y + h), (45, 42, 40), -1)
        cv2.rectangle(screen, (x, y), (x + w, y + 28), (70, 66, 62), -1)
        for line in range(y + 54, y + h - 14, 22):
            text = "".join(random.choice("abcdefgh (){};=") for _ in range(w // 11))
            cv2.putText(screen, text, (x + 12, line), cv2.FONT_HERSHEY_SIMPLEX, 0.45, (190, 200, 190), 1, cv2.LINE_AA)
    return screen


@pytest.mark.parametrize("label", [CROP, DARK], ids=lambda label: label.name)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_on_a_dark_desktop(label: Labelled, seed: int) -> None:
    screen = desktop(Random(seed))
    bgr = label.pixels()
    screen[30 : 30 + bgr.shape[0], 560 : 560 + bgr.shape[1]] = bgr[:900, :900]
    assert_exact(label, screen, 560, 30)


@pytest.mark.parametrize("swapped", [False, True], ids=["large first", "small first"])
@pytest.mark.parametrize(("large", "small"), [(LARGE, CROP), (CROP, SMALL), (DARK, CROP)], ids=lambda label: label.name)
def test_of_two_boards_the_larger_is_read_and_it_is_said(large: Labelled, small: Labelled, swapped: bool) -> None:
    a, b = large.pixels(), small.pixels()
    canvas = np.full((max(len(a), len(b)) + 80, a.shape[1] + b.shape[1] + 120, 3), 250, np.uint8)
    at_a, at_b = (40, b.shape[1] + 80)[swapped], (a.shape[1] + 80, 40)[swapped]
    canvas[40 : 40 + len(a), at_a : at_a + a.shape[1]] = a
    canvas[50 : 50 + len(b), at_b : at_b + b.shape[1]] = b[: len(canvas) - 50]
    reading = assert_exact(large, canvas, at_a, 40)
    assert any("board" in warning and "2" in warning for warning in reading.warnings), reading.warnings


# --- something lies over it ------------------------------------------------------------------------------------------


def dialog(label: Labelled, random: Random, cells: tuple[int, int], colour: int, rim: int) -> Colours:
    """A box with a line or two of text and a button over about `(rows, columns)` cells of the board."""
    assert label.bbox is not None
    bgr = label.pixels().copy()
    step = (label.bbox[2] - label.bbox[0]) / label.size
    height, width = cells[0] * step, cells[1] * step
    x0 = round(random.uniform(label.bbox[0], label.bbox[2] - width))
    y0 = round(random.uniform(label.bbox[1], label.bbox[3] - height))
    x1, y1 = round(x0 + width), round(y0 + height)
    ink = (20, 20, 20) if colour > 127 else (235, 235, 235)
    cv2.rectangle(bgr, (x0, y0), (x1, y1), (colour,) * 3, -1)
    cv2.rectangle(bgr, (x0, y0), (x1, y1), (rim,) * 3, max(1, round(step / 40)))
    for k, text in enumerate(("Play again?", "You were quick.")):
        at = (round(x0 + 0.1 * step), round(y0 + (0.4 + 0.4 * k) * step))
        if at[1] < y1 - 0.2 * step:
            cv2.putText(
                bgr, text, at, cv2.FONT_HERSHEY_SIMPLEX, width / 260, ink, max(1, round(step / 60)), cv2.LINE_AA
            )
    corner, end = (round(x1 - 0.9 * step), round(y1 - 0.45 * step)), (round(x1 - 0.1 * step), round(y1 - 0.1 * step))
    cv2.rectangle(bgr, corner, end, (190, 110, 30), -1)
    return bgr


@pytest.mark.parametrize(
    ("label", "colour"),
    [
        (LABELS[name], colour)
        if (name, colour) in (("classic-crop", 255), ("classic-crop-dark", 40))
        else pytest.param(LABELS[name], colour, marks=pytest.mark.thorough)
        for name in ("classic-crop", "classic-crop-dark", "classic-8x8", "mint-fresh-4x4")
        for colour in (255, 40)
    ],
    ids=lambda value: getattr(value, "name", str(value)),
)
def test_a_dialog_is_never_read_as_cells(label: Labelled, colour: int) -> None:
    quiet = []
    for number in range(14):
        random = Random(f"{label.name} {colour} {number}")
        cells = random.randint(2, label.size - 1), random.randint(2, label.size)
        found = outcome(label, dialog(label, random, cells, colour, rim=255 - colour))
        if found.word not in ("refused", "flagged"):
            quiet.append((number, cells, found.word, found.differences[:4]))
    assert not quiet


@pytest.mark.parametrize("label", [CROP, DARK], ids=lambda label: label.name)
def test_a_dialog_over_a_part_of_the_board_is_named(label: Labelled) -> None:
    """In most places of a dialog the message can say that something covers the board."""
    kinds = []
    for number in range(10):
        random = Random(f"{label.name} {number}")
        try:
            read(dialog(label, random, (3, 4), 255 if label is CROP else 30, rim=120))
        except UnreadableError as error:
            kinds.append(error.kind)
    assert kinds.count("occluded") >= 6, kinds


@pytest.mark.parametrize("scrim", [0.6, pytest.param(0.35, marks=pytest.mark.thorough)])
@pytest.mark.parametrize(
    "label",
    [
        *(LABELS[name] for name in ("classic-desktop-dark", "classic-8x8")),
        *(pytest.param(LABELS[name], marks=pytest.mark.thorough) for name in ("classic-desktop-125", "classic-phone")),
    ],
    ids=lambda label: label.name,
)
def test_a_dialog_over_a_dimmed_page_is_named(label: Labelled, scrim: float) -> None:
    """Even where it covers most of the board, so that no lattice is left."""
    for number in range(4):
        random = Random(f"{label.name} {scrim} {number}")
        covered = dialog(label, random, (label.size - 1, label.size - random.randint(0, 1)), 250, rim=250)
        box = np.all(covered == 250, axis=2) | np.any(covered != label.pixels(), axis=2)
        assert refused(np.where(box[:, :, None], covered, (covered * scrim).astype(np.uint8))).kind == "occluded"


def test_a_black_pointer_beside_moons_is_no_sun() -> None:
    """Where no sun is on the board, a small round thing that is there once may be a hand."""
    assert CROP.bbox is not None
    assert CROP.puzzle is not None
    bgr, step = CROP.pixels().copy(), (CROP.bbox[2] - CROP.bbox[0]) / CROP.size
    patch = round(0.8 * step)
    corners = {
        (r, c): (round(CROP.bbox[1] + (r + 0.1) * step), round(CROP.bbox[0] + (c + 0.1) * step))
        for r, c in product(range(CROP.size), repeat=2)
    }
    cells = CROP.puzzle["cells"]
    bare = next((r, c) for r, c in corners if cells[r][c] == ".")
    empty = corners[bare]
    blank = bgr[empty[0] : empty[0] + patch, empty[1] : empty[1] + patch].copy()
    for (r, c), (y, x) in corners.items():
        if cells[r][c] == "S":
            bgr[y : y + patch, x : x + patch] = blank
    at = (empty[1] + patch // 2 + 3, empty[0] + patch // 2 + 4)
    cv2.circle(bgr, at, round(0.1 * step), (20, 20, 20), -1, cv2.LINE_AA)
    reading = read(bgr)
    said = any(f"r{bare[0] + 1} c{bare[1] + 1}" in warning for warning in reading.warnings)
    assert said or reading.cell_patches[bare].value == "."


def test_a_board_whose_lines_are_lost_keeps_its_markers() -> None:
    """As in a dark picture full of noise: what is paler than the symbols and the markers is not there."""
    bgr = CROP.pixels().copy()
    bgr[(255 - bgr).max(axis=2) < 70] = 255
    assert outcome(CROP, bgr).word == "exact"


def test_what_a_bar_leaves_of_a_marker_is_not_passed_over() -> None:
    """An upright bar of the ground's colour, as a pointer for text is, right over the middle of a marker."""
    assert LARGE.bbox is not None
    assert LARGE.puzzle is not None
    step = (LARGE.bbox[2] - LARGE.bbox[0]) / LARGE.size
    reach, height, away = round(0.06 * step), round(0.22 * step), round(0.3 * step)
    tried = 0
    for kind, right, down in (("h", 1.0, 0.5), ("v", 0.5, 1.0)):
        for r, c in product(range(LARGE.size), repeat=2):
            row = LARGE.puzzle[kind][r] if r < len(LARGE.puzzle[kind]) else ""
            if row[c : c + 1] not in ("=", "x"):
                continue
            x, y = round(LARGE.bbox[0] + (c + right) * step), round(LARGE.bbox[1] + (r + down) * step)
            bgr = LARGE.pixels().copy()
            bgr[y - height : y + height + 1, x - reach : x + reach + 1] = bgr[y - away, x - away]
            assert outcome(LARGE, bgr).word != "silent", (kind, r, c)
            tried += 1
    assert tried > 5


def test_a_card_over_nothing_is_no_dialog() -> None:
    """Neither on a bright page with text, nor on a dark ground with nothing on it."""
    for ground, text in ((245, 30), (40, 40)):
        page = np.full((700, 900, 3), ground, np.uint8)
        for line in range(30, 700, 40):
            cv2.putText(page, "nothing to be seen here, and more", (20, line), 0, 0.8, (text,) * 3, 1, cv2.LINE_AA)
        cv2.rectangle(page, (250, 200), (650, 500), (255, 255, 255), -1)
        cv2.putText(page, "a card", (300, 300), 0, 1.0, (20, 20, 20), 2, cv2.LINE_AA)
        assert refused(page).kind == "no_board"


def test_a_bar_of_a_dark_page_is_no_dialog() -> None:
    """It is as bright as the page, or nearly, however bright its text: nothing is dimmed."""
    page = np.full((700, 900, 3), 30, np.uint8)
    cv2.rectangle(page, (0, 80), (899, 160), (33, 33, 33), -1)
    cv2.rectangle(page, (0, 80), (899, 160), (58, 58, 58), 2)
    cv2.putText(page, "a title", (40, 130), 0, 1.0, (255, 255, 255), 2, cv2.LINE_AA)
    cv2.rectangle(page, (500, 20), (800, 60), (60, 60, 60), -1)
    assert refused(page).kind == "no_board"


# --- no board --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.thorough) for seed in (2, 3, 4, 5))])
@pytest.mark.parametrize("name", NO_BOARDS)
def test_what_is_no_board_is_refused(name: str, seed: int) -> None:
    """Whatever the reason given, it is not that something covers a board: there is none."""
    picture = NO_BOARDS[name](Random(f"{name} {seed}"))
    assert refused(picture).kind in ("no_board", "unsupported", "ambiguous")


@pytest.mark.parametrize("seed", range(6))
def test_regions_are_no_board_of_two_symbols(seed: int) -> None:
    """They are refused, or read as Queens: crowns and crosses are no sun and moon."""
    try:
        reading = read_any(regions(Random(f"regions {seed}")))
    except UnreadableError:
        return
    assert reading.game == "queens"


@pytest.mark.parametrize("tiles", [False, True])
@pytest.mark.parametrize("size", [4, 6, 10])
def test_an_empty_grid_holds_nothing_to_solve(size: int, tiles: bool) -> None:
    error = refused(drawn(Grid(size, 40.0, tiles=tiles, page=(150, 150, 150))))
    assert error.kind == "no_board"


@pytest.mark.parametrize(
    "rows", ["..0.0./0...../0..0../..00../0.0.../......", "..0.0./0...../0..0../..0.../0.0.../......"]
)
def test_one_kind_of_symbol_is_a_board_where_it_makes_a_puzzle(rows: str) -> None:
    """With several solutions it is as likely a board of mines."""
    picture = drawn(Grid(6, 50.0))
    for r, row in enumerate(rows.split("/")):
        for c, symbol in enumerate(row):
            if symbol == "0":
                cv2.circle(picture, (45 + 50 * c, 45 + 50 * r), 14, (30, 30, 30), 3, cv2.LINE_AA)
    if solver.classify(solver.load(f"takuzu {rows}")) == "unique":
        assert list(read(picture).puzzle.cells) == rows.split("/")
    else:
        assert "only one kind" in refused(picture).message


@pytest.mark.parametrize("shape", [(45, 45), (40, 300), (60, 50)])
def test_too_small_for_a_board(shape: tuple[int, int]) -> None:
    picture = np.random.default_rng(1).integers(0, 256, (*shape, 3), np.uint8)
    assert refused(picture).kind == "no_board"


@pytest.mark.parametrize("shape", [(1, 1, 3), (39, 400, 3), (400, 10, 3)])
def test_too_small_for_a_picture(shape: tuple[int, int, int]) -> None:
    with pytest.raises(UnreadableError) as caught:
        read(np.zeros(shape, np.uint8))
    assert caught.value.kind == "unreadable_file"


@settings(derandomize=True, deadline=None, max_examples=80)
@given(data=st.data())
def test_whatever_is_drawn_there_is_an_answer(data: st.DataObject) -> None:
    """Rectangles, lines, discs and words in equal or unequal steps: a reading or a refusal, nothing else."""
    width, height = data.draw(st.integers(40, 420)), data.draw(st.integers(40, 420))
    picture = np.full((height, width, 3), data.draw(st.integers(0, 255)), np.uint8)
    shade = st.tuples(*[st.floats(0, 255)] * 3)
    for _ in range(data.draw(st.integers(0, 5))):
        kind = data.draw(st.sampled_from(["grid", "disc", "box", "word", "row"]))
        x, y, step = (
            data.draw(st.integers(-20, width)),
            data.draw(st.integers(-20, height)),
            data.draw(st.integers(5, 90)),
        )
        colour, number = data.draw(shade), data.draw(st.integers(1, 14))
        if kind == "grid":
            for k in range(number + 1):
                cv2.line(picture, (x + k * step, y), (x + k * step, y + number * step), colour, 1 + number % 3)
                cv2.line(picture, (x, y + k * step), (x + number * step, y + k * step), colour, 1 + number % 3)
        elif kind == "disc":
            cv2.circle(picture, (x, y), step, colour, -1, cv2.LINE_AA)
        elif kind == "box":
            cv2.rectangle(picture, (x, y), (x + step * number, y + step), colour, -1)
        elif kind == "word":
            cv2.putText(picture, "= x 0 O", (x, y), cv2.FONT_HERSHEY_SIMPLEX, step / 25, colour, 1 + number % 4)
        else:
            for k in range(number):
                cv2.circle(picture, (x + k * step, y), max(1, step // 4), colour, -1, cv2.LINE_AA)
    error: UnreadableError | None = None
    try:
        reading = read(picture)
    except UnreadableError as caught:
        error = caught
    if error is None:
        assert 0 <= reading.confidence <= 1
        assert len(reading.cells) == reading.puzzle.size**2
    else:
        assert error.kind in ("no_board", "occluded", "ambiguous", "unsupported")
        assert "\n" not in error.message


# --- what the puzzle says of the reading -----------------------------------------------------------------------------


# Yellow diamonds, and blue rings with a crescent of light in them, are near enough to suns and moons to be named.
NEAR_SUNS_AND_MOONS = {"bolt-10x10", "bolt-phone"}


@pytest.mark.parametrize("name", [name for name, label in LABELS.items() if label.swap_ok])
def test_other_symbols_may_be_exchanged_and_it_is_said(name: str) -> None:
    reading = read(LABELS[name].picture)
    if name in NEAR_SUNS_AND_MOONS:
        assert LABELS[name].puzzle == reading.puzzle.to_json()
    else:
        assert any(EXCHANGED in warning for warning in reading.warnings)


@pytest.mark.parametrize(
    ("name", "may_be"), [("xo-6x6", True), ("tiles-6x6-desktop", False), ("circles-8x8", False)]
)
def test_a_board_of_6x6_cells_without_markers_may_be_another_game_and_it_is_said(name: str, may_be: bool) -> None:
    """Not where the rule of unlike lines, which Tango does not have, is what leaves one solution."""
    reading = read_any(SAMPLES.parent / "takuzu" / f"{name}.png")
    assert reading.game == "takuzu"
    assert any("may be Tango as well" in warning for warning in reading.warnings) == may_be


def test_suns_and_moons_without_markers_may_be_another_game_and_it_is_said() -> None:
    """The markers of a board are painted over with edges that have none. With them nothing is said."""
    picture = np.asarray(cv2.imread(str(LABELS["classic-8x8-dark"].picture)), np.uint8)
    first = read(picture)
    assert not any("as well: the rules are the same" in warning for warning in first.warnings)
    lattice, half = first.lattice, round(0.2 * first.lattice.step_x)
    for marks, across, down in ((first.puzzle.h, 1.0, 0.5), (first.puzzle.v, 0.5, 1.0)):
        edges = {
            (r, c): (round(lattice.x + (c + across) * lattice.step_x), round(lattice.y + (r + down) * lattice.step_y))
            for r, row in enumerate(marks)
            for c, _ in enumerate(row)
        }
        x, y = next(at for (r, c), at in edges.items() if marks[r][c] == ".")
        bare = picture[y - half : y + half, x - half : x + half].copy()
        for (r, c), (x, y) in edges.items():
            if marks[r][c] != ".":
                picture[y - half : y + half, x - half : x + half] = bare
    reading = read(picture)
    assert (reading.game, reading.puzzle.cells) == ("tango", first.puzzle.cells)
    assert any("without markers may be Takuzu as well" in warning for warning in reading.warnings)


@pytest.mark.parametrize("name", [name for name, state in STATES.items() if state == "wrong"])
def test_wrong_entries_are_read_as_they_stand(name: str) -> None:
    """A board played wrongly has no solution; its clues, where they can be told, still have one."""
    label = LABELS[name]
    reading = assert_exact(label, label.pixels())
    assert solver.classify(reading.puzzle) == "none"
    if reading.clues is None:
        assert reading.warnings
        return
    # Of one, a clue under stripes is taken for an entry; the others are a puzzle without it.
    assert label.clues is not None
    assert reading.clues <= label.clues if name == "season-music" else reading.clues == label.clues
    cells = [
        "".join(s if (r, c) in reading.clues else "." for c, s in enumerate(row))
        for r, row in enumerate(reading.puzzle.cells)
    ]
    assert solver.classify(reading.puzzle.with_cells(cells)) == "unique"


def erased(label: Labelled, name: str, row: int, column: int) -> Colours:
    """The picture without one of its markers: the line and the grounds beside it go on where the marker was."""
    bgr = label.pixels().copy()
    lattice = read(bgr).lattice
    step = lattice.step_x
    down, right = (0.5, 1.0) if name == "h" else (1.0, 0.5)
    x, y = round(lattice.x + (column + right) * step), round(lattice.y + (row + down) * step)
    reach, along = round(0.16 * step), round(0.3 * step)
    xs, ys = slice(x - reach, x + reach + 1), slice(y - reach, y + reach + 1)
    bgr[ys, xs] = bgr[y + along : y + along + 1, xs] if name == "h" else bgr[ys, x + along : x + along + 1]
    return bgr


FRESH = [name for name, state in STATES.items() if state == "fresh" and name.startswith("classic-crop")]


@pytest.mark.parametrize("name", [*FRESH, "classic-desktop-dark", "classic-8x8-dark"])
def test_a_missing_marker_is_noticed_where_the_puzzle_needs_it(name: str) -> None:
    label = LABELS[name]
    assert label.puzzle is not None
    truth = solver.load(label.puzzle)
    noticed = 0
    for kind in ("h", "v"):
        for r, row in enumerate(label.puzzle[kind]):
            for c, symbol in enumerate(row):
                if symbol == ".":
                    continue
                rest = [list(line) for line in label.puzzle[kind]]
                rest[r][c] = "."
                less = solver.load({**label.puzzle, kind: ["".join(line) for line in rest]})
                reading = read(erased(label, kind, r, c))
                if solver.classify(less) == "unique":
                    assert reading.puzzle in (less, truth)  # nobody could know
                else:
                    noticed += 1
                    assert reading.warnings, f"{kind} ({r},{c})"
                    assert reading.confidence < 0.9
    assert noticed


# --- several boards, and boards without lines ------------------------------------------------------------------------


def test_a_larger_board_beside_the_one_that_is_read_is_told() -> None:
    """What is read may be an example in the rules."""
    picture = np.full((1300, 1100, 3), 250, np.uint8)
    for name, side, left, top in (("bolt-phone", 800, 150, 60), ("blocks", 230, 420, 950)):
        label = LABELS[name]
        assert label.bbox is not None
        x0, y0, x1, y1 = (round(at + by) for at, by in zip(label.bbox, (-6, -6, 6, 6), strict=True))
        board = cv2.resize(label.pixels()[y0:y1, x0:x1], (side, side), interpolation=cv2.INTER_AREA)
        picture[top : top + side, left : left + side] = board
    whole = read(picture)
    assert whole.lattice.step_x > 100
    picture[330:600, 400:700] = 235  # a note
    part = read(picture)
    assert part.lattice.step_x < 40
    assert "a larger board is in the picture that could not be read: crop the picture to it" in part.warnings


def test_symbols_above_the_middles_of_cells_without_lines() -> None:
    """Only crosses where lines would meet; what stands out most, the symbols, is not in the middles of the cells."""
    rows, step, left, top = ("0.1.1.", ".1..0.", "..10.1", "0..1..", "..0.1.", "1..0.."), 96, 200, 150
    picture = np.full((2 * top + 6 * step, 2 * left + 6 * step, 3), (23, 17, 13), np.uint8)
    for r, c in product(range(7), range(7)):
        cv2.drawMarker(picture, (left + c * step, top + r * step), (120, 115, 110), cv2.MARKER_CROSS, 13)
    for r, c in product(range(6), range(6)):
        x, y, clue = left + c * step, top + r * step, (r * 6 + c) % 2 == 0
        if rows[r][c] != ".":
            colour = (240, 240, 240) if clue else (250, 160, 90)
            if clue:
                cv2.rectangle(picture, (x + 8, y + 8), (x + step - 8, y + step - 8), (42, 36, 33), -1)
            (w, h), _ = cv2.getTextSize(rows[r][c], cv2.FONT_HERSHEY_SIMPLEX, step / 60, 3)
            at = x + (step - w) // 2, y + (step + h) // 2 - round(0.2 * step)
            cv2.putText(picture, rows[r][c], at, cv2.FONT_HERSHEY_SIMPLEX, step / 60, colour, 3 if clue else 2, 16)
    assert read(picture).puzzle.cells == rows
