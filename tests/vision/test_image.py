"""Every file a person may hand over: decoded rightly, or refused in one sentence. All files are made here."""

from __future__ import annotations

import io
import os
import struct
import subprocess
import sys
import zlib
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import PIL.Image
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

import vision.image
from vision.errors import UnreadableError, UnreadableFileError, UnsupportedError
from vision.image import Image, load, pictures_in

ORIENTATION = 0x112


def scene(width: int = 120, height: int = 80) -> NDArray[np.uint8]:
    """Smooth colours, a different one in each corner: shows swapped channels, turns and cuts."""
    corners = np.array([[[250, 20, 10], [20, 240, 30]], [[30, 40, 250], [240, 240, 20]]], np.uint8)
    return np.asarray(cv2.resize(corners, (width, height), interpolation=cv2.INTER_LINEAR), np.uint8)


def pil(bgr: NDArray[np.uint8] | None = None) -> PIL.Image.Image:
    return PIL.Image.fromarray(np.ascontiguousarray((scene() if bgr is None else bgr)[..., ::-1]))


def encoded(picture: PIL.Image.Image, kind: str, **options: Any) -> bytes:
    stream = io.BytesIO()
    picture.save(stream, kind, **options)
    return stream.getvalue()


def close(a: NDArray[Any], b: NDArray[Any], tolerance: float) -> bool:
    return a.shape == b.shape and bool(np.abs(a.astype(int) - b.astype(int)).mean() <= tolerance)


def chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def png_header_only(width: int, height: int) -> bytes:
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
        + chunk(b"IDAT", zlib.compress(b"\0" * 100))
        + chunk(b"IEND", b"")
    )


# --- read rightly ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "options", "tolerance"),
    [
        ("PNG", {}, 0),
        ("BMP", {}, 0),
        ("TIFF", {}, 0),
        ("TIFF", {"compression": "tiff_lzw"}, 0),
        ("WEBP", {"lossless": True}, 0),
        ("WEBP", {"quality": 90}, 6),
        ("JPEG", {"quality": 90}, 4),
        ("JPEG", {"quality": 90, "progressive": True}, 4),
        ("GIF", {}, 30),
        ("AVIF", {"quality": 90}, 6),
    ],
)
def test_every_format_gives_the_same_picture(kind: str, options: dict[str, Any], tolerance: float) -> None:
    image = load(encoded(pil(), kind, **options))
    assert close(image.bgr, scene(), tolerance)
    assert image.bgr.dtype == np.uint8
    assert image.bgr.flags.c_contiguous
    assert image.size == (120, 80)
    assert image.milliseconds > 0


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGBA"])
def test_every_mode_of_png(mode: str) -> None:
    picture = pil().convert(mode)
    assert close(load(encoded(picture, "PNG")).bgr, np.asarray(picture.convert("RGB"))[..., ::-1], 1)


@pytest.mark.parametrize("mode", ["L", "LA", "P", "RGBA", "CMYK"])
def test_every_mode_of_tiff(mode: str) -> None:
    picture = pil().convert(mode)
    assert close(load(encoded(picture, "TIFF")).bgr, np.asarray(picture.convert("RGB"))[..., ::-1], 1)


def test_grey_and_cmyk_jpeg() -> None:
    for mode in ("L", "CMYK"):
        picture = pil().convert(mode)
        assert close(load(encoded(picture, "JPEG", quality=95)).bgr, np.asarray(picture.convert("RGB"))[..., ::-1], 4)


@pytest.mark.parametrize("kind", ["PNG", "TIFF", "WEBP"])
def test_half_see_through_is_mixed_in_every_format(kind: str) -> None:
    options = {"lossless": True} if kind == "WEBP" else {}
    data = encoded(PIL.Image.new("RGBA", (60, 60), (200, 100, 0, 128)), kind, **options)
    assert close(load(data).bgr, np.full((60, 60, 3), (127, 177, 227), np.uint8), 1)


@pytest.mark.parametrize("ending", [".png", ".tiff"])
@pytest.mark.parametrize("channels", [1, 3, 4])
def test_16_bits_become_8(ending: str, channels: int) -> None:
    grey = np.asarray(cv2.cvtColor(scene(), cv2.COLOR_BGR2GRAY), np.uint8)
    eight: NDArray[Any] = grey if channels == 1 else scene()
    if channels == 4:
        eight = np.dstack([eight, np.full((80, 120), 255, np.uint8)])
    data = cv2.imencode(ending, eight.astype(np.uint16) * 257)[1].tobytes()
    expected = np.dstack([grey] * 3) if channels == 1 else scene()
    assert close(load(data).bgr, expected, 1)


def test_see_through_parts_lie_on_white() -> None:
    bgra = np.zeros((60, 60, 4), np.uint8)
    bgra[20:40, 20:40] = (10, 20, 30, 255)
    bgr = load(cv2.imencode(".png", bgra)[1].tobytes()).bgr
    assert bgr[0, 0].tolist() == [255, 255, 255]
    assert bgr[30, 30].tolist() == [10, 20, 30]
    bgra[..., 3] = 0
    assert (load(bgra).bgr == 255).all()


def test_sparse_light_ink_lies_on_a_dark_page() -> None:
    bgra = np.zeros((60, 60, 4), np.uint8)
    bgra[20:30, 20:40] = (250, 250, 250, 255)
    bgr = load(bgra).bgr
    assert bgr[0, 0].max() < 60
    assert bgr[25, 30].tolist() == [250, 250, 250]


def test_half_see_through_is_mixed() -> None:
    bgra = np.full((60, 60, 4), (0, 0, 0, 128), np.uint8)
    assert abs(int(load(bgra).bgr[5, 5, 0]) - 127) <= 1


def test_palette_with_a_see_through_colour() -> None:
    picture = PIL.Image.new("P", (50, 50), 0)
    picture.putpalette([0, 0, 0, 200, 0, 0])
    picture.paste(1, (10, 10, 40, 40))
    bgr = load(encoded(picture, "PNG", transparency=0)).bgr
    assert bgr[0, 0].tolist() == [255, 255, 255]
    assert bgr[25, 25].tolist() == [0, 0, 200]


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "TIFF", "AVIF"])
@pytest.mark.parametrize("orientation", [1, 3, 6, 8])
def test_a_turned_photo_is_turned_back(kind: str, orientation: int) -> None:
    turns = {1: 0, 3: 2, 6: 1, 8: 3}[orientation]  # quarter turns that undo what the camera did
    stored = np.ascontiguousarray(np.rot90(scene(), turns))
    exif = PIL.Image.Exif()
    exif[ORIENTATION] = orientation
    data = encoded(pil(stored), kind, exif=exif.tobytes(), **({"quality": 95} if kind != "TIFF" else {}))
    assert close(load(data).bgr, scene(), 6)


def test_a_turned_picture_with_transparency() -> None:
    exif = PIL.Image.Exif()
    exif[ORIENTATION] = 6
    stored = np.ascontiguousarray(np.rot90(scene(), 1))
    picture = pil(stored).convert("RGBA")
    assert close(load(encoded(picture, "PNG", exif=exif.tobytes())).bgr, scene(), 1)


def test_sources() -> None:
    bgr = scene()
    assert (load(bgr).bgr == bgr).all()
    assert (load(pil()).bgr == bgr).all()
    assert (load(pil().convert("RGBA")).bgr == bgr).all()
    assert (load(bytearray(encoded(pil(), "PNG"))).bgr == bgr).all()
    image = load(bgr, "a name")
    assert image.name == "a name"
    assert load(image) is image
    assert load(bgr[:, ::-1]).bgr.flags.c_contiguous
    assert load(np.zeros((50, 50), np.bool_)).bgr.shape == (50, 50, 3)
    assert load(np.zeros((50, 50, 1), np.uint8)).bgr.shape == (50, 50, 3)
    with pytest.raises(TypeError, match="int"):
        load(3)  # type: ignore[arg-type]


def test_a_path_is_read_and_named(tmp_path: Path) -> None:
    path = tmp_path / "ünï cödé.png"
    path.write_bytes(encoded(pil(), "PNG"))
    assert load(path).name == str(path)
    assert (load(str(path)).bgr == scene()).all()


def test_a_named_pipe_is_a_file_too(tmp_path: Path) -> None:
    if not hasattr(os, "mkfifo"):
        pytest.skip("this system has no named pipes")
    path = tmp_path / "pipe"
    os.mkfifo(path)
    source = tmp_path / "x.png"
    source.write_bytes(encoded(pil(), "PNG"))
    with subprocess.Popen(["cp", str(source), str(path)]):
        assert (load(path).bgr == scene()).all()


# --- refused in one sentence -----------------------------------------------------------------------------------------


def refusal(source: Any) -> UnreadableError:
    with pytest.raises(UnreadableError) as caught:
        load(source)
    message = caught.value.message
    assert message.endswith(".")
    assert "\n" not in message
    assert len(message) < 250
    return caught.value


GOOD_PNG = encoded(pil(), "PNG")


@pytest.mark.parametrize(
    ("data", "error", "says"),
    [
        (b"", UnreadableFileError, "empty"),
        (b"hello, this is a letter\n" * 9, UnreadableFileError, "text file"),
        (b"\x00\x01\x02\x03 nothing known \xfe" * 9, UnreadableFileError, "not a picture"),
        (b"%PDF-1.7 ...", UnsupportedError, "PDF"),
        (b"<?xml version='1.0'?>\n<svg xmlns='http://www.w3.org/2000/svg'/>", UnsupportedError, "SVG"),
        (b"\0\0\0\x18ftypheic\0\0\0\0", UnsupportedError, "HEIC"),
        (b"\0\0\0\x18ftypisom\0\0\0\0", UnsupportedError, "video"),
        (b"PK\x03\x04 a document", UnsupportedError, "ZIP"),
        (png_header_only(60_000, 60_000), UnreadableFileError, "60000 x 60000"),
        (png_header_only(10, 10), UnreadableFileError, "10 x 10"),
        (png_header_only(6000, 60), UnreadableFileError, "strip"),
        (png_header_only(300, 300), UnreadableFileError, "damaged"),
        (png_header_only(0, 0), UnreadableFileError, "damaged"),
        (GOOD_PNG[:20], UnreadableFileError, "too early"),
        (b"\xff\xd8\xff\xe0", UnreadableFileError, "too early"),
        (b"RIFF\x10\0\0\0WEBP", UnreadableFileError, "too early"),
        (b"GIF89a", UnreadableFileError, "too early"),
        (b"II*\0\xff\xff\xff\xff", UnreadableFileError, "too early"),
        (b"BM" + bytes(60), UnreadableFileError, "damaged"),
    ],
)
def test_refusals(data: bytes, error: type[UnreadableError], says: str) -> None:
    caught = refusal(data)
    assert type(caught) is error
    assert says in caught.message


def test_a_photo_with_a_film_behind_it() -> None:
    """As phones write them: bytes after the end that look like the beginning of passes."""
    assert load(encoded(pil(), "JPEG") + b"\xff\xda\x12\x34" * 100).size == (120, 80)


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "GIF", "BMP", "TIFF", "AVIF"])
@pytest.mark.parametrize("share", [0.2, 0.5, 0.9, 0.99])
def test_a_file_cut_short_is_never_half_a_picture(kind: str, share: float) -> None:
    data = encoded(pil(scene(400, 300)), kind)
    assert refusal(data[: int(len(data) * share)]).kind == "unreadable_file"


def test_a_png_with_wrong_bytes_inside() -> None:
    data = bytearray(encoded(pil(scene(400, 300)), "PNG"))
    data[len(data) // 2] ^= 0xFF
    assert "damaged" in refusal(bytes(data)).message


def test_a_jpeg_with_a_hole_inside() -> None:
    data = bytearray(encoded(pil(scene(400, 300)), "JPEG"))
    middle = len(data) * 2 // 3
    data[middle : middle + 4] = b"\xff\xd0\xff\xd3"
    assert "damaged" in refusal(bytes(data)).message


@pytest.mark.parametrize("kind", ["GIF", "PNG", "WEBP", "AVIF"])
def test_animations_are_refused_single_frames_are_not(kind: str) -> None:
    frames = [pil(), pil(np.ascontiguousarray(scene()[::-1])), pil(255 - scene())]
    caught = refusal(encoded(frames[0], kind, save_all=True, append_images=frames[1:], duration=100))
    assert caught.kind == "unsupported"
    assert "animated" in caught.message
    assert load(encoded(frames[0], kind, save_all=True)).size == (120, 80)
    stream = io.BytesIO(encoded(frames[0], kind, save_all=True, append_images=frames[1:], duration=100))
    assert "animated" in refusal(PIL.Image.open(stream)).message


def test_paths_that_are_no_pictures(tmp_path: Path) -> None:
    assert "does not exist" in refusal(tmp_path / "missing.png").message
    assert "folder" in refusal(tmp_path).message
    assert "name" in refusal("a\0b").message
    with pytest.raises(UnreadableFileError, match="opened"):
        load("x" * 5000)
    empty = tmp_path / "empty.png"
    empty.touch()
    assert "empty" in refusal(empty).message


def test_a_file_one_may_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "secret.png"
    path.write_bytes(GOOD_PNG)

    def forbidden(*_: Any, **__: Any) -> Any:  # root may read everything, so the system's answer is played
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr("builtins.open", forbidden)
    assert "may not be read" in refusal(path).message


def test_an_endless_file(monkeypatch: pytest.MonkeyPatch) -> None:
    if not Path("/dev/zero").exists():
        pytest.skip("this system has no /dev/zero")
    monkeypatch.setattr(vision.image, "MAX_BYTES", 1_000_000)
    assert "larger than" in refusal("/dev/zero").message


@pytest.mark.parametrize(
    "array", [np.zeros((50, 50, 2), np.uint8), np.zeros(50, np.uint8), np.zeros((50, 50, 3)), np.zeros((0, 9, 3), "u1")]
)
def test_arrays_of_another_shape(array: NDArray[Any]) -> None:
    assert refusal(array).kind == "unreadable_file"


VALID = [encoded(pil(scene(64, 48)), kind) for kind in ("PNG", "JPEG", "WEBP", "GIF", "BMP", "TIFF")]


@given(st.sampled_from(VALID), st.lists(st.tuples(st.integers(0, 10_000), st.integers(0, 255)), max_size=6))
def test_damage_is_a_picture_or_a_refusal(data: bytes, damage: list[tuple[int, int]]) -> None:
    damaged = bytearray(data)
    for place, value in damage:
        damaged[min(place % len(data), place)] = value
    try:
        image = load(bytes(damaged))
    except UnreadableError:
        return
    assert image.bgr.dtype == np.uint8


@given(st.sampled_from([data[:n] for data in VALID for n in (2, 4, 8, 12, 16, 26)]), st.binary(max_size=80))
def test_a_known_beginning_and_nonsense_after_it(start: bytes, rest: bytes) -> None:
    with pytest.raises(UnreadableError):
        load(start + rest)


def test_nothing_reaches_standard_error() -> None:
    program = """
import sys, vision.image
for line in sys.stdin.buffer.read().split(b"SEPARATOR"):
    try:
        vision.image.load(line)
    except vision.image.UnreadableError:
        pass
"""
    jpeg = bytearray(encoded(pil(scene(400, 300)), "JPEG"))
    jpeg[len(jpeg) // 2 : len(jpeg) // 2 + 4] = b"\xff\xd0\xff\xd3"
    tiff = encoded(pil(), "TIFF", compression="tiff_lzw")
    turned = PIL.Image.Exif()
    turned[ORIENTATION] = 6
    data = [
        encoded(pil(), "PNG", exif=turned.tobytes()[:12]),
        encoded(pil().quantize(4), "PNG", transparency=bytes((0, 9, 99, 255))),
        png_header_only(12_000, 12_000),
        encoded(pil(), "TIFF").replace(b"\x15\x01\x03\0\1\0\0\0\3\0", b"\x15\x01\x03\0\1\0\0\0\x99\0"),
        encoded(pil(), "PNG", icc_profile=b"no colour profile" * 9),
        png_header_only(300, 300),
        bytes(jpeg),
        tiff[: len(tiff) // 2] + bytes(100) + tiff[len(tiff) // 2 :],
        b"GIF89a" + encoded(pil(), "GIF")[6:200] + bytes(300) + b";",
    ]
    run = subprocess.run(
        [sys.executable, "-c", program], input=b"SEPARATOR".join(data), capture_output=True, check=True
    )
    assert run.stderr == b""


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_it_works_without_standard_error(kind: str) -> None:
    program = "import sys, vision.image; assert vision.image.load('-').size == (120, 80)"
    command = ["/bin/sh", "-c", f'"{sys.executable}" -c "{program}" 2>&-']
    subprocess.run(command, input=encoded(pil(), kind), check=True)


# --- standard input --------------------------------------------------------------------------------------------------


def stdin_of(data: bytes) -> subprocess.CompletedProcess[bytes]:
    program = """
import vision.image
try:
    print(vision.image.load("-").size)
except vision.image.UnreadableError as error:
    print(error.message)
"""
    return subprocess.run([sys.executable, "-c", program], input=data, capture_output=True, check=True)


def test_standard_input() -> None:
    assert stdin_of(GOOD_PNG).stdout.strip() == b"(120, 80)"
    assert stdin_of(b"").stdout.strip() == b"- is empty; give a screenshot."


def test_pictures_in_a_folder(tmp_path: Path) -> None:
    for name in ("b.PNG", "a.jpeg", "notes.txt", "c.json", ".hidden.png"):
        (tmp_path / name).touch()
    assert pictures_in(tmp_path) == [str(tmp_path / "a.jpeg"), str(tmp_path / "b.PNG")]
    with pytest.raises(UnreadableFileError):
        pictures_in(tmp_path / "missing")


def test_an_image_is_frozen() -> None:
    image = Image(scene(), "x")
    with pytest.raises(AttributeError):
        image.name = "y"  # type: ignore[misc]
