"""Damaged files and made-up bombs: read or refused in one sentence, at a bounded price. `tests/fuzz.py` is the long
form of the first part."""

from __future__ import annotations

import io
import struct
import subprocess
import sys
import tracemalloc
import zlib
from pathlib import Path

import numpy as np
import PIL.Image
import pytest

import vision.image
from tests import fuzz
from vision.errors import UnreadableError
from vision.image import load


@pytest.mark.slow
@pytest.mark.parametrize(("cases", "seed"), [(30, 12), pytest.param(60, 11, marks=pytest.mark.thorough)])
def test_whatever_the_bytes_they_are_read_or_refused(cases: int, seed: int) -> None:
    done = fuzz.run(cases, seed=seed)
    assert done.failures == []
    assert done.outcomes["read"] > 0
    assert done.outcomes["unreadable_file"] > 0


def test_a_failure_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """The judge itself: what it must find, it finds."""

    def failing(_data: bytes) -> None:
        raise KeyError("trap")

    assert fuzz.outcome(b"\x89PNG\r\n\x1a\n")[0] == "unreadable_file"
    monkeypatch.setattr("vision.read", failing)
    assert fuzz.outcome(b"x")[0].startswith("Raised KeyError")
    monkeypatch.setattr("vision.read", lambda _: None)
    monkeypatch.setattr(fuzz, "LONGEST", 0.0)
    assert fuzz.outcome(b"x")[0].startswith("Slow")


def a_worker(folder: Path, monkeypatch: pytest.MonkeyPatch, then: str) -> None:
    """Let the cases be read by a process that says which one it begins, and then runs this line of the shell."""
    worker = folder / "python"
    worker.write_text(f"""#!/bin/sh\necho '{{"number": '$4', "made": "so"}}'; {then}\n""")
    worker.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(worker))


def test_a_case_that_kills_the_process_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    a_worker(tmp_path, monkeypatch, "kill -SEGV $$")
    done = fuzz.run(2, seed=1, first=5)
    assert done.failures == [(5, "so", "Died of -11"), (6, "so", "Died of -11")]
    assert done.outcomes == {"Died": 2}


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="the system does not say what processes took")
def test_a_case_without_end_is_told_by_the_time_it_takes_of_the_processor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fuzz, "ENDLESS", 0.2)
    monkeypatch.setattr(fuzz, "GLANCE", 0.05)
    a_worker(tmp_path, monkeypatch, "while :; do :; done")
    ((number, made, what),) = fuzz.run(1, seed=1, first=5).failures
    assert (number, made) == (5, "so")
    assert what.startswith("Hung: 0 s of processor time")


def test_a_case_that_waits_for_ever_is_told_by_the_clock_on_the_wall(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fuzz, "STUCK", 0.3)
    monkeypatch.setattr(fuzz, "GLANCE", 0.05)
    a_worker(tmp_path, monkeypatch, "exec sleep 60")
    done = fuzz.run(2, seed=1, first=5)
    assert [number for number, _, what in done.failures if what.startswith("Hung")] == [5, 6]
    assert done.outcomes == {"Hung": 2}


def test_a_case_that_comes_near_is_told_and_is_no_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    a_worker(tmp_path, monkeypatch, """echo '{"outcome": "read", "seconds": 3.5, "peak": 200}'; exec cat > /dev/null""")
    done = fuzz.run(1, seed=1, first=5)
    assert done.failures == []
    assert done.near == [(5, "so", 3.5)]
    assert (done.longest, done.peak) == (3.5, 200)


def test_a_case_is_always_the_same() -> None:
    assert fuzz.case(3, 5) == fuzz.case(3, 5)
    assert fuzz.case(3, 5) != fuzz.case(3, 6)


def png(width: int, height: int, *chunks: tuple[bytes, bytes]) -> bytes:
    header = b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
        for name, body in (header, *chunks, (b"IEND", b""))
    )


def tiff(*entries: tuple[int, int]) -> bytes:
    body = b"".join(struct.pack("<HHII", tag, 4, 1, value) for tag, value in entries)
    return b"II*\0" + struct.pack("<IH", 8, len(entries)) + body + struct.pack("<I", 0)


def avif(width: int, height: int) -> bytes:
    """A small picture that says it is larger."""
    stream = io.BytesIO()
    PIL.Image.new("RGB", (64, 64)).save(stream, "AVIF")
    size = b"ispe\0\0\0\0"
    return stream.getvalue().replace(size + struct.pack(">II", 64, 64), size + struct.pack(">II", width, height))


BOMBS = {
    "PNG": png(30_000, 30_000, (b"IDAT", zlib.compress(bytes(1_000_000)))),
    "PNG just too large": png(7072, 7072, (b"IDAT", zlib.compress(b""))),
    "JPEG": b"\xff\xd8\xff\xc0\0\x11\x08"
    + struct.pack(">HH", 65_500, 65_500)
    + b"\3" * 10
    + b"\xff\xda\0\x08\1\1\0\0\0\0\xff\xd9",
    "WebP": b"RIFF\x24\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0" + b"\xff\xff\x0f" * 2 + bytes(12),
    "GIF": b"GIF89a" + struct.pack("<HHBBB", 65_000, 65_000, 0, 0, 0) + b"\x2c" + bytes(9) + b"\2\0;",
    "BMP": b"BM" + bytes(12) + struct.pack("<IiiHHI", 40, 50_000, -50_000, 1, 24, 1) + bytes(24),
    "TIFF": tiff((256, 40_000), (257, 40_000), (273, 8)),
    "AVIF": avif(16_000, 16_000),
}


@pytest.mark.parametrize("name", BOMBS)
def test_bombs_are_refused_by_their_header(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    nothing_is_decoded(monkeypatch)
    with pytest.raises(UnreadableError, match="than any screen"):
        load(BOMBS[name])


def nothing_is_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    for decoder in ("cv2.imdecode", "PIL.ImageFile.ImageFile.load", "PIL.WebPImagePlugin.WebPImageFile.load"):
        monkeypatch.setattr(decoder, lambda *_: pytest.fail("it was decoded"))


def test_without_a_size_nothing_is_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    nothing_is_decoded(monkeypatch)
    for data in (tiff((256, 600)), tiff((258, 8)), b"\0\0\0\x18ftypavif\0\0\0\0avifmiaf" + bytes(200)):
        with pytest.raises(UnreadableError, match=r"damaged|too early"):
            load(data)


def test_a_jpeg_of_many_passes_is_refused() -> None:
    """Each costs as much as a picture, and takes a few bytes."""
    stream = io.BytesIO()
    PIL.Image.new("RGB", (400, 300), "red").save(stream, "JPEG", progressive=True)
    data = stream.getvalue()
    assert load(data).size == (400, 300)
    last = data.rindex(b"\xff\xda")
    with pytest.raises(UnreadableError, match="damaged"):
        load(data[:last] + data[last:-2] * 100 + b"\xff\xd9")


ENDLESS = {
    "padding": b"\xff\xd8" + b"\xff" * 200_000,
    "blocks": b"GIF89a" + struct.pack("<HHBBB", 600, 600, 0, 0, 0) + b"\x21\xfe\0" * 60_000,
    "parts of a block": b"GIF89a" + struct.pack("<HHBBB", 600, 600, 0, 0, 0) + b"\x21\xfe" + b"\1\1" * 60_000,
    "chunks": png(600, 600, *[(b"teXt", b"")] * 60_000),
    "chunks after the picture": png(600, 600, (b"IDAT", zlib.compress(bytes(1801 * 600))), *[(b"teXt", b"")] * 60_000),
    "segments": b"\xff\xd8" + b"\xff\xe5\0\2" * 60_000,
}


@pytest.mark.parametrize("name", ENDLESS)
def test_files_of_nothing_but_parts_are_not_walked_to_the_end(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vision.image, "MAX_READS", 1000)
    steps = 0

    def counted(_frame: object, event: str, _argument: object) -> object:
        nonlocal steps
        steps += event == "line"
        return counted

    sys.settrace(counted)  # type: ignore[arg-type]
    try:
        with pytest.raises(UnreadableError):
            load(ENDLESS[name])
    finally:
        sys.settrace(None)
    assert steps < 30 * 2000


def test_tags_that_each_hold_the_whole_file_do_not_fill_memory() -> None:
    tags = b"".join(struct.pack("<HHII", tag, 7, 500_000, 0) for tag in range(1, 20_001))
    data = b"II*\0\x08\0\0\0" + struct.pack("<H", 20_000) + tags + bytes(300_000)
    tracemalloc.start()
    try:
        with pytest.raises(UnreadableError):
            load(data)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 10 * len(data)


@pytest.mark.slow
def test_memory_does_not_grow_with_transparency() -> None:
    """The largest file there may be took 6 GB once, and is half a megabyte."""
    program = """
import resource, sys, cv2, numpy as np
import vision.image
pixels = np.zeros((4000, 4000, 4), np.uint16)
pixels[::7] = 40000
data = cv2.imencode(".png", pixels)[1].tobytes()
del pixels
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
vision.image.load(data)
print(len(data), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""
    pytest.importorskip("resource")
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=fuzz.ROOT)
    size, kilobytes = map(int, run.stdout.split())
    assert size < 1_000_000
    assert kilobytes < 500_000  # the picture itself has 128 MB, as 16 bits and transparency; 880 MB were taken once


def test_heic_is_refused_kindly_whatever_brand_comes_first() -> None:
    for brand in (b"heic", b"heix", b"mif1", b"msf1"):
        with pytest.raises(UnreadableError, match=r"HEIC photo.*PNG or JPEG") as caught:
            load(b"\0\0\0\x1cftyp" + brand + b"\0\0\0\0mif1heicmiaf" + bytes(300))
        assert caught.value.kind == "unsupported"


def test_an_avif_of_either_brand_is_read() -> None:
    import cv2

    pixels = np.full((64, 80, 3), 200, np.uint8)
    good, encoded = cv2.imencode(".avif", pixels)
    if not good:
        pytest.skip("this OpenCV writes no AVIF")
    data = encoded.tobytes()
    assert load(data).size == (80, 64)
    assert load(data.replace(b"ftypavif", b"ftypmif1", 1)).size == (80, 64)


def test_templates_are_read_as_pictures_alone() -> None:
    """Nothing that could carry code is loaded from disk, anywhere."""
    for path in Path(vision.__file__).parent.rglob("*.py"):
        text = path.read_text()
        assert "pickle" not in text, path
        assert "np.load" not in text or "allow_pickle=False" in text, path
