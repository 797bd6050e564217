"""The template bank: every template knows its own shape at any size, weight and in noise, and nothing else."""

from __future__ import annotations

from functools import cache
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from vision.glyphs import SIDE, bank, cut_glyph, two_bars
from vision.markers import ALIKE as MARKER_ALIKE
from vision.markers import MEANING
from vision.naming import ALIKE as SYMBOL_ALIKE

Floats = NDArray[np.float32]
KINDS = ("markers", "symbols")
NAMES = {"markers": {"equal", "turned", "cross"}, "symbols": {"sun", "moon"}}
WINDOW = 56


@cache
def templates(kind: str) -> tuple[tuple[str, Floats], ...]:
    """`(name, picture)` of every variant in the bank, ink 0..1."""
    shapes, names = bank(kind).shapes, bank(kind).names
    pictures = []
    for name, shape in zip(names, shapes, strict=True):
        low, high = float(shape.min()), float(shape.max())
        pictures.append((name, np.asarray((shape.reshape(SIDE, SIDE) - low) / (high - low), np.float32)))
    return tuple(pictures)


def window(glyph: Floats, side: int, ink: float = 160.0, x: int = 0, y: int = 0) -> Floats:
    """A square of ink with the glyph, brought to `side` pixels, in its middle or a little off."""
    square = np.zeros((WINDOW, WINDOW), np.float32)
    small = np.clip(cv2.resize(glyph, (side, side), interpolation=cv2.INTER_CUBIC), 0, 1) * ink
    top, left = (WINDOW - side) // 2 + y, (WINDOW - side) // 2 + x
    square[top : top + side, left : left + side] = small
    return square


def same(kind: str, one: str, other: str) -> bool:
    return one == other or (kind == "markers" and MEANING.get(one) == MEANING.get(other))


def test_the_bank_is_whole() -> None:
    for kind in KINDS:
        found = bank(kind)
        assert set(found.names) >= NAMES[kind]
        assert found.shapes.shape == (len(found.names), SIDE * SIDE)
        assert found.shapes.dtype == np.float32
        assert np.allclose(found.shapes.mean(axis=1), 0, atol=1e-5)
        assert np.allclose(np.linalg.norm(found.shapes, axis=1), 1, atol=1e-4)
        assert bank(kind) is found
    assert set(bank("markers").names) <= set(MEANING)


@pytest.mark.parametrize("kind", KINDS)
def test_every_template_is_most_like_itself(kind: str) -> None:
    pictures = templates(kind)
    matches = bank(kind).match(np.stack([picture for _, picture in pictures]))
    for (name, _), match in zip(pictures, matches, strict=True):
        assert match.name == name
        assert match.score == pytest.approx(1, abs=1e-3)
        assert match.runner_up != name
        assert match.runner_up_score < 0.97


@pytest.mark.parametrize("kind", KINDS)
@settings(derandomize=True, deadline=None, max_examples=60)
@given(data=st.data())
def test_templates_are_known_when_resized_moved_faint_and_noisy(kind: str, data: st.DataObject) -> None:
    name, picture = data.draw(st.sampled_from(templates(kind)))
    side = data.draw(st.integers(12, 34))
    ink = data.draw(st.floats(40, 255))
    x, y = data.draw(st.integers(-3, 3)), data.draw(st.integers(-3, 3))
    noise = np.random.default_rng(data.draw(st.integers(0, 99))).normal(0, 0.05 * ink, (WINDOW, WINDOW))
    square = np.clip(window(picture, side, ink, x, y) + np.abs(noise), 0, 255).astype(np.float32)
    glyph = cut_glyph(square, 14.0)
    assert glyph is not None
    assert glyph.shape == (SIDE, SIDE)
    assert glyph.dtype == np.float32
    assert 0 <= float(glyph.min()) <= float(glyph.max()) <= 1
    match = bank(kind).match(glyph[None])[0]
    assert same(kind, match.name, name), (name, match)
    assert match.score > {"markers": MARKER_ALIKE, "symbols": SYMBOL_ALIKE}[kind]


@pytest.mark.parametrize("kind", KINDS)
def test_colour_and_contrast_do_not_matter(kind: str) -> None:
    for name, picture in templates(kind):
        for gain, offset in ((0.2, 0.0), (0.9, 0.05)):
            match = bank(kind).match(np.asarray(picture * gain + offset, np.float32)[None])[0]
            assert match.name == name
            assert match.score > 0.99


@pytest.mark.parametrize("kind", KINDS)
def test_noise_is_like_nothing(kind: str) -> None:
    noise = np.random.default_rng(5).random((400, SIDE, SIDE)).astype(np.float32)
    assert max(match.score for match in bank(kind).match(noise)) < 0.5
    blotches = np.stack([cv2.GaussianBlur(one, (0, 0), 1.2) for one in noise]).astype(np.float32)
    scores = [match.score for match in bank(kind).match(blotches)]
    assert np.mean(np.array(scores) > {"markers": MARKER_ALIKE, "symbols": SYMBOL_ALIKE}[kind]) < 0.02


def ink_of(draw: Any) -> Floats:
    """Ink of what `draw(canvas)` draws on a large square, brought to the window's size."""
    canvas = np.zeros((4 * WINDOW, 4 * WINDOW), np.uint8)
    draw(canvas)
    return np.asarray(cv2.resize(canvas, (WINDOW, WINDOW), interpolation=cv2.INTER_AREA), np.float32)


MIDDLE = (2 * WINDOW, 2 * WINDOW)
ARROW = np.array([(90, 70), (90, 165), (112, 146), (126, 178), (140, 172), (126, 140), (155, 138)], np.int32)
NOT_MARKERS = {
    "disc": lambda canvas: cv2.circle(canvas, MIDDLE, 40, 200, -1),
    "ring": lambda canvas: cv2.circle(canvas, MIDDLE, 40, 200, 6),
    "square": lambda canvas: cv2.rectangle(canvas, (80, 80), (144, 144), 200, 6),
    "pointer": lambda canvas: cv2.fillPoly(canvas, [ARROW], 220),
    "one line": lambda canvas: cv2.line(canvas, (70, 112), (154, 112), 200, 8),
    "letter T": lambda canvas: cv2.putText(canvas, "T", (80, 145), cv2.FONT_HERSHEY_SIMPLEX, 3, 200, 8),
    "digit 7": lambda canvas: cv2.putText(canvas, "7", (80, 145), cv2.FONT_HERSHEY_SIMPLEX, 3, 200, 8),
}


@pytest.mark.parametrize("name", NOT_MARKERS)
def test_other_shapes_are_no_markers(name: str) -> None:
    glyph = cut_glyph(ink_of(NOT_MARKERS[name]), 14.0)
    if glyph is not None:
        assert bank("markers").match(glyph[None])[0].score < 0.8


def cross(thick: int, reach: int) -> Any:
    def draw(canvas: NDArray[np.uint8]) -> None:
        a, b = MIDDLE[0] - reach, MIDDLE[0] + reach
        cv2.line(canvas, (a, a), (b, b), 200, thick, cv2.LINE_AA)
        cv2.line(canvas, (a, b), (b, a), 200, thick, cv2.LINE_AA)

    return draw


def equal(thick: int, reach: int, turned: bool = False) -> Any:
    def draw(canvas: NDArray[np.uint8]) -> None:
        for off in (-reach // 2, reach // 2):
            ends = ((MIDDLE[0] - reach, MIDDLE[1] + off), (MIDDLE[0] + reach, MIDDLE[1] + off))
            if turned:
                ends = (ends[0][::-1], ends[1][::-1])
            cv2.line(canvas, ends[0], ends[1], 200, thick, cv2.LINE_AA)

    return draw


@pytest.mark.parametrize("weight", [0.27, 0.3, 0.36])
@pytest.mark.parametrize("reach", [30, 44, 60])
def test_plain_strokes_are_read_by_their_meaning(weight: float, reach: int) -> None:
    """Not cut from any look: two crossing strokes, two strokes beside each other, lying or upright."""
    thick = round(weight * reach)
    shapes = {"cross": cross(thick, reach), "equal": equal(thick, reach), "turned": equal(thick, reach, turned=True)}
    for name, draw in shapes.items():
        glyph = cut_glyph(ink_of(draw), 14.0)
        assert glyph is not None, name
        match = bank("markers").match(glyph[None])[0]
        assert MEANING[match.name] == MEANING[name], (name, match)
        assert match.score > MARKER_ALIKE


@pytest.mark.parametrize("reach", [30, 44])
@pytest.mark.parametrize("blur", [0.0, 5.0, 8.0])
def test_blurred_bars_are_told_from_crosses(reach: int, blur: float) -> None:
    """As in small pictures, where the gap between the bars is hardly darker than they are."""

    def cut(draw: Any) -> Floats:
        ink = ink_of(draw)
        if blur:
            ink = np.asarray(cv2.GaussianBlur(ink, (0, 0), blur * reach / 160), np.float32)
        glyph = cut_glyph(ink, 14.0)
        assert glyph is not None
        return glyph

    lying, standing = cut(equal(reach // 3, reach)), cut(equal(reach // 3, reach, turned=True))
    crossed = cut(cross(reach // 3, reach))
    assert two_bars(lying, 1) > 0.75 > two_bars(lying, 0)
    assert two_bars(standing, 0) > 0.75 > two_bars(standing, 1)
    assert max(two_bars(crossed, 0), two_bars(crossed, 1)) < MARKER_ALIKE
    disc = cut(NOT_MARKERS["disc"])
    assert two_bars(disc, 0) == two_bars(disc, 1) == 0


@pytest.mark.parametrize("turned", [False, True])
def test_two_bars_are_cut_though_one_alone_comes_near_the_middle(turned: bool) -> None:
    """As where a board's lines are known to a tenth of a cell only."""
    bars = np.zeros((26, 26), np.float32)
    bars[14:17, 6:17] = bars[20:23, 6:17] = 200
    glyph = cut_glyph(bars.T if turned else bars, 7.0)
    assert glyph is not None
    match = bank("markers").match(glyph[None])[0]
    assert match.name == ("turned" if turned else "equal")
    assert match.score > 0.9
    bars[20:23, 6:17] = 0
    bars[20:23, 2:25] = 200  # a longer one is something else
    other = cut_glyph(bars.T if turned else bars, 7.0)
    assert other is None or bank("markers").match(other[None])[0].score < match.score - 0.2


def test_some_names_are_for_some_glyphs_only() -> None:
    standing = cut_glyph(ink_of(equal(14, 44, turned=True)), 14.0)
    assert standing is not None
    both = bank("markers").match(np.stack([standing, standing]), {"turned": np.array([True, False])})
    assert [match.name == "turned" for match in both] == [True, False]


def test_nothing_is_cut_where_nothing_is() -> None:
    assert cut_glyph(np.zeros((26, 26), np.float32), 7.0) is None
    assert cut_glyph(np.full((26, 26), 3.0, np.float32), 7.0) is None
    faint = np.random.default_rng(1).random((26, 26)).astype(np.float32) * 8
    assert cut_glyph(faint, 7.0) is None


def test_what_goes_on_outside_is_not_cut() -> None:
    through = np.zeros((26, 26), np.float32)
    through[12:14] = 200
    assert cut_glyph(through, 7.0) is None
    assert cut_glyph(np.full((26, 26), 200.0, np.float32), 7.0) is None


def test_what_stays_outside_the_core_does_not_belong_to_it() -> None:
    """A ring around a cross, as some looks draw it, is left out."""
    bare = ink_of(cross(10, 24))
    ringed = np.maximum(bare, ink_of(lambda canvas: cv2.circle(canvas, MIDDLE, 84, 200, 8, cv2.LINE_AA)))
    one, other = cut_glyph(bare, 14.0), cut_glyph(ringed, 14.0)
    assert one is not None
    assert other is not None
    assert np.abs(one - other).max() < 0.05
