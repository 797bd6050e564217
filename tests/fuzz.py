"""Damaged and malicious pictures by the thousand: whatever the bytes, `vision.read` reads them or refuses them kindly.

    python -m tests.fuzz --count 10000 --seed 1
    python -m tests.fuzz --seed 1 --only 1234 --save DIR      one case again, its file written to DIR

Files are made from our own samples in every format, then bent: bytes flipped, parts cut, doubled or moved, headers that
lie (with checksums that fit), pixels in disorder. Case number N of a seed is always the same. Every case must end
within `LONGEST` seconds of processor time and `MOST_MEMORY`, with a reading or a child of `UnreadableError` whose
message is one sentence.
The cases run in a process of their own, so that one that kills it, or never ends, is found, reported and passed over.
Its clock is that process' own time on the processor, so that a busy machine makes nobody late; one that waits for
something, and so takes no time at all, is found by the wall's clock.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import select
import struct
import subprocess
import sys
import time
import zlib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
import PIL.Image
from numpy.typing import NDArray

Colours = NDArray[np.uint8]

ROOT = Path(__file__).resolve().parent.parent
LONGEST = 5.0
"""Seconds of processor time for one picture."""
NEAR = 2.5
"""Cases that take more are told, though nothing is wrong with them."""
ENDLESS = 4 * LONGEST
"""Seconds of processor time without a word, after which a process is ended: it would not end itself."""
STUCK = 300.0
"""Seconds by the wall's clock without a word, after which it is ended whatever it took: it waits for something. They
are many, for the machine may have others to serve."""
GLANCE = 1.0
"""Seconds by the wall's clock between looks at what a silent process took."""
MOST_MEMORY = 1_500_000_000
"""Bytes that reading may take on top of what the program itself takes."""
SIDE = 320
"""The samples are brought to this size, so that ten thousand of them take an hour, not ten."""


@dataclass(frozen=True, slots=True)
class Case:
    """A file to read. `made`: how, in words."""

    data: bytes
    made: str


# --- pictures ---------------------------------------------------------------------------------------------------------


@cache
def _samples() -> tuple[Path, ...]:
    """Every fifth sample: all games, and most looks."""
    return tuple(sorted(path for path in (ROOT / "samples").glob("*/*") if path.suffix in (".png", ".jpg")))[::5]


@cache
def _picture(number: int) -> Colours:
    bgr = np.asarray(cv2.imread(str(_samples()[number])), np.uint8)
    scale = SIDE / max(bgr.shape[:2])
    return np.asarray(cv2.resize(bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)


def _as_is(_random: Random, bgr: Colours) -> Colours:
    return bgr


def _shuffled(random: Random, bgr: Colours) -> Colours:
    """Strips in another order, across or down."""
    parts = np.array_split(bgr, random.randint(2, 9), axis=random.choice((0, 1)))
    axis = 0 if len({part.shape[1] for part in parts}) == 1 else 1
    random.shuffle(parts)
    return np.concatenate(parts, axis=axis)


def _tiled(random: Random, bgr: Colours) -> Colours:
    small = cv2.resize(bgr, None, fx=0.4, fy=0.4, interpolation=cv2.INTER_AREA)
    return np.asarray(np.tile(small, (random.randint(1, 3), random.randint(1, 3), 1)), np.uint8)


def _cropped(random: Random, bgr: Colours) -> Colours:
    height, width = bgr.shape[:2]
    y, x = random.randrange(height - 40), random.randrange(width - 40)
    return bgr[y : random.randint(y + 40, height), x : random.randint(x + 40, width)]


def _stretched(random: Random, bgr: Colours) -> Colours:
    size = random.randint(30, 900), random.randint(30, 900)
    return np.asarray(cv2.resize(bgr, size, interpolation=random.choice((cv2.INTER_NEAREST, cv2.INTER_LINEAR))), "u1")


def _scrawled(random: Random, bgr: Colours) -> Colours:
    """Lines, boxes, discs and words over it."""
    drawn = bgr.copy()
    height, width = drawn.shape[:2]
    for _ in range(random.randint(1, 12)):
        one, other = ((random.randrange(width), random.randrange(height)) for _ in range(2))
        colour = [random.randrange(256) for _ in range(3)]
        thickness = random.choice((1, 2, 5, -1))
        way = random.randrange(4)
        if way == 0:
            cv2.line(drawn, one, other, colour, abs(thickness))
        elif way == 1:
            cv2.rectangle(drawn, one, other, colour, thickness)
        elif way == 2:
            cv2.circle(drawn, one, random.randint(1, 90), colour, thickness)
        else:
            cv2.putText(drawn, "0123=x", one, cv2.FONT_HERSHEY_SIMPLEX, random.uniform(0.3, 3), colour, 2)
    return drawn


def _noisy(random: Random, bgr: Colours) -> Colours:
    noise = np.random.default_rng(random.getrandbits(32)).normal(0, random.uniform(2, 80), bgr.shape)
    return np.clip(bgr + noise, 0, 255).astype(np.uint8)


def _grid(random: Random, bgr: Colours) -> Colours:
    """Squares of random colours: a board of nothing."""
    shape = random.randint(2, 22), random.randint(2, 22), 3
    levels = np.random.default_rng(random.getrandbits(32)).integers(0, random.choice((2, 3, 256)), shape)
    colours = (levels * (255 // max(1, int(levels.max())))).astype(np.uint8)
    step = random.randint(8, 40)
    picture = np.repeat(np.repeat(colours, step, axis=0), step, axis=1)
    if random.random() < 0.7:
        picture[::step] = picture[:, ::step] = random.randrange(256)
    return picture


def _two_colours(random: Random, bgr: Colours) -> Colours:
    return np.where(bgr > random.randrange(30, 225), np.uint8(255), np.uint8(0))


def _turned(random: Random, bgr: Colours) -> Colours:
    height, width = bgr.shape[:2]
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), random.uniform(-50, 50), random.uniform(0.5, 1.5))
    return np.asarray(cv2.warpAffine(bgr, matrix, (width, height)), np.uint8)


PIXELS: tuple[Callable[[Random, Colours], Colours], ...] = (
    _as_is,
    _shuffled,
    _tiled,
    _cropped,
    _stretched,
    _scrawled,
    _noisy,
    _grid,
    _two_colours,
    _turned,
)


# --- files ------------------------------------------------------------------------------------------------------------


def _exif(random: Random) -> PIL.Image.Exif:
    exif = PIL.Image.Exif()
    exif[0x112] = random.choice((1, 2, 3, 4, 5, 6, 7, 8, 0, 9, 65535))
    return exif


def _saved(picture: PIL.Image.Image, kind: str, **options: Any) -> bytes:
    stream = io.BytesIO()
    picture.save(stream, kind, **options)
    return stream.getvalue()


def _with_alpha(bgr: Colours) -> PIL.Image.Image:
    alpha = np.tile(np.linspace(0, 255, bgr.shape[1]).astype(np.uint8), (len(bgr), 1))
    return PIL.Image.fromarray(np.dstack([bgr[..., ::-1], alpha]))


def _of_16_bits(bgr: Colours, ending: str, alpha: bool) -> bytes:
    deep = bgr.astype(np.uint16) * 257
    pixels = np.dstack([deep, deep[..., 0]]) if alpha else deep
    return bytes(cv2.imencode(ending, pixels)[1])


FORMATS: dict[str, Callable[[Random, Colours, PIL.Image.Image], bytes]] = {
    "PNG": lambda random, bgr, rgb: _saved(rgb, "PNG", compress_level=1),
    "PNG grey": lambda random, bgr, rgb: _saved(rgb.convert("L"), "PNG", compress_level=1),
    "PNG palette": lambda random, bgr, rgb: _saved(rgb.quantize(32), "PNG", transparency=random.randrange(32)),
    "PNG bits": lambda random, bgr, rgb: _saved(rgb.convert("1"), "PNG"),
    "PNG alpha": lambda random, bgr, rgb: _saved(_with_alpha(bgr), "PNG", compress_level=1),
    "PNG turned": lambda random, bgr, rgb: _saved(_with_alpha(bgr), "PNG", compress_level=1, exif=_exif(random)),
    "PNG 16": lambda random, bgr, rgb: _of_16_bits(bgr, ".png", alpha=False),
    "PNG 16 alpha": lambda random, bgr, rgb: _of_16_bits(bgr, ".png", alpha=True),
    "PNG animated": lambda random, bgr, rgb: _saved(rgb, "PNG", save_all=True, append_images=[rgb.convert("L")]),
    "JPEG": lambda random, bgr, rgb: _saved(rgb, "JPEG", quality=random.randint(5, 95)),
    "JPEG progressive": lambda random, bgr, rgb: _saved(rgb, "JPEG", progressive=True),
    "JPEG grey": lambda random, bgr, rgb: _saved(rgb.convert("L"), "JPEG"),
    "JPEG CMYK": lambda random, bgr, rgb: _saved(rgb.convert("CMYK"), "JPEG"),
    "JPEG turned": lambda random, bgr, rgb: _saved(rgb, "JPEG", exif=_exif(random)),
    "WebP": lambda random, bgr, rgb: _saved(rgb, "WEBP", method=0),
    "WebP lossless": lambda random, bgr, rgb: _saved(rgb, "WEBP", lossless=True, method=0),
    "WebP alpha": lambda random, bgr, rgb: _saved(_with_alpha(bgr), "WEBP", method=0),
    "WebP turned": lambda random, bgr, rgb: _saved(_with_alpha(bgr), "WEBP", method=0, exif=_exif(random)),
    "WebP animated": lambda random, bgr, rgb: _saved(rgb, "WEBP", save_all=True, append_images=[rgb.convert("L")]),
    "GIF": lambda random, bgr, rgb: _saved(rgb.quantize(64), "GIF"),
    "GIF animated": lambda random, bgr, rgb: _saved(rgb, "GIF", save_all=True, append_images=[rgb.rotate(180)]),
    "BMP": lambda random, bgr, rgb: _saved(rgb, "BMP"),
    "BMP palette": lambda random, bgr, rgb: _saved(rgb.quantize(16), "BMP"),
    "TIFF": lambda random, bgr, rgb: _saved(rgb, "TIFF"),
    "TIFF deflate": lambda random, bgr, rgb: _saved(rgb, "TIFF", compression="tiff_adobe_deflate"),
    "TIFF LZW": lambda random, bgr, rgb: _saved(_with_alpha(bgr), "TIFF", compression="tiff_lzw"),
    "TIFF CMYK": lambda random, bgr, rgb: _saved(rgb.convert("CMYK"), "TIFF"),
    "TIFF floats": lambda random, bgr, rgb: _saved(rgb.convert("F"), "TIFF"),
    "TIFF 16": lambda random, bgr, rgb: _of_16_bits(bgr, ".tif", alpha=False),
    "TIFF pages": lambda random, bgr, rgb: _saved(rgb, "TIFF", save_all=True, append_images=[rgb.convert("L")]),
    "AVIF": lambda random, bgr, rgb: bytes(cv2.imencode(".avif", bgr, [cv2.IMWRITE_AVIF_SPEED, 10])[1]),
    "HEIC": lambda random, bgr, rgb: b"\0\0\0\x18ftyp" + random.choice((b"heic", b"mif1")) + random.randbytes(400),
}


@cache
def _file(kind: str, number: int) -> bytes:
    """A sound file of this kind, made once."""
    bgr = _picture(number)
    return FORMATS[kind](Random(kind), bgr, PIL.Image.fromarray(np.ascontiguousarray(bgr[..., ::-1])))


# --- damage -----------------------------------------------------------------------------------------------------------

NUMBERS = (
    0,
    1,
    2,
    7,
    40,
    127,
    128,
    255,
    256,
    4096,
    7000,
    32767,
    32768,
    65535,
    65536,
    2**24,
    2**31 - 1,
    2**31,
    2**32 - 1,
)
HEAD = 200


def _flipped(random: Random, data: bytearray) -> None:
    for _ in range(random.choice((1, 1, 2, 8, 60))):
        data[random.randrange(len(data))] ^= 1 << random.randrange(8)


def _flipped_head(random: Random, data: bytearray) -> None:
    for _ in range(random.randint(1, 6)):
        data[random.randrange(min(HEAD, len(data)))] = random.randrange(256)


def _numbered(random: Random, data: bytearray) -> None:
    """A telling number somewhere in the header, in one order of bytes or the other."""
    for _ in range(random.randint(1, 3)):
        at, number = random.randrange(min(HEAD, len(data))), random.choice(NUMBERS)
        form = random.choice((">H", "<H", ">I", "<I"))
        data[at : at + struct.calcsize(form)] = struct.pack(form, number & (2 ** (8 * struct.calcsize(form)) - 1))


def _cut(random: Random, data: bytearray) -> None:
    del data[random.randrange(len(data)) :]


def _holed(random: Random, data: bytearray) -> None:
    at = random.randrange(len(data))
    del data[at : at + random.choice((1, 3, 50, 2000))]


def _zeroed(random: Random, data: bytearray) -> None:
    at = random.randrange(len(data))
    length = min(random.choice((4, 100, 3000)), len(data) - at)
    data[at : at + length] = bytes([random.choice((0, 255))]) * length


def _doubled(random: Random, data: bytearray) -> None:
    at = random.randrange(len(data))
    part = data[at : at + random.choice((8, 200, 5000))]
    data[at:at] = part * random.choice((1, 1, 3, 40))


def _moved(random: Random, data: bytearray) -> None:
    one, other, length = random.randrange(len(data)), random.randrange(len(data)), random.choice((4, 64, 1000))
    data[one : one + length], data[other : other + length] = data[other : other + length], data[one : one + length]


def _spliced(random: Random, data: bytearray) -> None:
    """The end of another file."""
    other = _file(random.choice(sorted(FORMATS)), random.randrange(len(_samples())))
    data[random.randrange(len(data)) :] = other[random.randrange(len(other)) :]


def _grown(random: Random, data: bytearray) -> None:
    data += random.randbytes(random.choice((1, 100, 10_000)))


def _bent_chunks(random: Random, data: bytearray) -> None:
    """PNG: chunks changed, their checksums made to fit, so that what is in them is believed."""
    chunks, at = [], 8
    while at + 12 <= len(data):
        length, name = struct.unpack(">I4s", data[at : at + 8])
        chunks.append((name, bytes(data[at + 8 : at + 8 + length])))
        at += 12 + length
    for _ in range(random.randint(1, 2)):
        k = random.randrange(len(chunks))
        name, body = chunks[k]
        way = random.randrange(5)
        if way == 0 and body:
            bent = bytearray(body)
            random.choice((_flipped, _numbered, _flipped_head))(random, bent)
            chunks[k] = name, bytes(bent)
        elif way == 1:
            chunks.insert(k, (random.choice((b"tRNS", b"PLTE", b"gAMA", b"acTL", b"eXIf", name)), body[:768]))
        elif way == 2:
            chunks[0] = b"IHDR", struct.pack(">II", *random.choices(NUMBERS, k=2)) + chunks[0][1][8:]
        elif way == 3:
            chunks[0] = b"IHDR", chunks[0][1][:8] + bytes(random.choice((0, 1, 2, 3, 4, 6, 8, 16)) for _ in range(5))
        else:
            chunks[k] = name, zlib.compress(bytes(random.choice((10, 100_000, 5_000_000))), 1)
    data[8:] = b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body)) for name, body in chunks
    )


DAMAGE: tuple[Callable[[Random, bytearray], None], ...] = (
    _flipped,
    _flipped_head,
    _flipped_head,
    _numbered,
    _numbered,
    _cut,
    _holed,
    _zeroed,
    _doubled,
    _moved,
    _spliced,
    _grown,
)


def case(seed: int, number: int) -> Case:
    """Case `number` of a seed."""
    random = Random(f"{seed}/{number}")
    sample = random.randrange(len(_samples()))
    if random.random() < 0.3:  # sound files of bent pictures
        bgr = _picture(sample)
        ways = random.choices(PIXELS, k=random.randint(1, 3))
        for way in ways:
            bgr = np.ascontiguousarray(way(random, bgr))
            if min(bgr.shape[:2]) <= 41:
                break
        return Case(bytes(cv2.imencode(".bmp", bgr)[1]), "BMP of a picture " + ", ".join(w.__name__[1:] for w in ways))
    kind = random.choice(sorted(FORMATS))
    data = bytearray(_file(kind, sample))
    damages = random.choices(DAMAGE, k=random.choice((1, 1, 1, 2, 3)))
    if kind.startswith("PNG") and random.random() < 0.6:
        damages = [_bent_chunks]
    for damage in damages:
        if data:
            damage(random, data)
    return Case(bytes(data), f"{kind} " + ", ".join(damage.__name__[1:] for damage in damages))


# --- reading ----------------------------------------------------------------------------------------------------------


def outcome(data: bytes) -> tuple[str, float]:
    """`read`, or the kind of the refusal, and the seconds of processor time it took; what must not be begins with a
    capital letter."""
    import vision

    began = time.process_time()
    try:
        vision.read(data)
        what = "read"
    except vision.UnreadableError as error:
        good = error.message.endswith((".", "?")) and "\n" not in error.message and len(error.message) < 300
        what = error.kind if good else f"Message {error.message!r}"
    except BaseException as error:
        what = f"Raised {type(error).__name__}: {error}"
    spent = time.process_time() - began
    return (what if spent < LONGEST else f"Slow {spent:.1f} s, then: {what}"), spent


def _work(seed: int, first: int, end: int) -> None:
    """Read some cases; a line to standard output before each and one after it."""
    import vision.reading  # noqa: F401  (what the program itself takes)

    cv2.setNumThreads(1)
    _bound_memory()
    for number in range(first, end):
        one = case(seed, number)
        print(json.dumps({"number": number, "made": one.made}), flush=True)
        what, spent = outcome(one.data)
        print(json.dumps({"outcome": what, "seconds": spent, "peak": _peak()}), flush=True)


def _bound_memory() -> None:
    """Let what asks for more memory than it may have fail."""
    try:
        import resource
    except ImportError:  # Windows
        return
    taken = int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    resource.setrlimit(resource.RLIMIT_AS, (taken + MOST_MEMORY, taken + MOST_MEMORY))


def _peak() -> int:
    """The most memory this process ever held, in MB."""
    try:
        import resource
    except ImportError:
        return 0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


@dataclass(slots=True)
class Run:
    """What came of a run.

    `failures`: case number, how it was made, what happened. `near`: those that took over `NEAR` seconds of processor
    time: case number, how it was made, how many. `longest`: the most that one took. `peak`: MB.
    """

    outcomes: Counter[str] = field(default_factory=Counter)
    failures: list[tuple[int, str, str]] = field(default_factory=list)
    near: list[tuple[int, str, float]] = field(default_factory=list)
    longest: float = 0.0
    peak: int = 0


def _spent(process: int) -> float:
    """Seconds of processor time that a process took; 0 where the system does not say."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _next_line(worker: subprocess.Popen[bytes]) -> tuple[bytes, str]:
    """What a worker says next, `b""` where it has ended; and why it is taken to hang, "" where it does not."""
    assert worker.stdout is not None
    began, before = time.monotonic(), _spent(worker.pid)
    while not select.select([worker.stdout], [], [], GLANCE)[0]:
        spent = _spent(worker.pid) - before
        waited = time.monotonic() - began
        if spent > ENDLESS or waited > STUCK:
            return b"", f"Hung: {spent:.0f} s of processor time, {waited:.0f} s by the clock, and no end"
    return worker.stdout.readline(), ""


def run(count: int, seed: int, first: int = 0, progress: bool = False) -> Run:
    """Read `count` cases in a process of their own, and in another one after each that kills it."""
    done = Run()
    number, end = first, first + count
    while number < end:
        command = [sys.executable, "-m", "tests.fuzz", "--work", str(number), "--seed", str(seed), "--count"]
        worker = subprocess.Popen(
            [*command, str(end - number)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=ROOT
        )
        made, hung = "starting", ""
        try:
            while True:
                line, hung = _next_line(worker)
                if not line:
                    break
                said = json.loads(line)
                if "made" in said:
                    number, made = said["number"], said["made"]
                    continue
                _note(done, number, made, said, progress)
                number += 1
                if progress and number % 500 == 0:
                    print(f"{number - first} of {count}, {len(done.failures)} failures", file=sys.stderr, flush=True)
        finally:
            if hung or number >= end:
                worker.kill()  # one that has ended its sentence in the middle ends by itself
            code = worker.wait()
            assert worker.stdout is not None
            worker.stdout.close()
        if number < end:
            _note(done, number, made, {"outcome": hung or f"Died of {code}"}, progress)
            number += 1
    return done


def _note(done: Run, number: int, made: str, said: dict[str, Any], progress: bool) -> None:
    """One case more. With `progress`, what is wrong is told at once, so that a run that is stopped has said it."""
    what, spent = said["outcome"], said.get("seconds", 0.0)
    done.peak = max(done.peak, said.get("peak", 0))
    done.longest = max(done.longest, spent)
    done.outcomes[what.partition(" ")[0].rstrip(":")] += 1
    if what[0].isupper():
        done.failures.append((number, made, what))
        if progress:
            print(f"case {number}: {made}: {what}", file=sys.stderr, flush=True)
    elif spent > NEAR:
        done.near.append((number, made, spent))


def main(arguments: list[str] | None = None) -> int:
    """The command line; see the top of this file."""
    parser = argparse.ArgumentParser(description="Read damaged pictures by the thousand.")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, metavar="N", help="this case again")
    parser.add_argument("--save", type=Path, metavar="DIR", help="where to write the files of failures")
    parser.add_argument("--work", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.work is not None:
        _work(options.seed, options.work, options.work + options.count)
        return 0
    began = time.monotonic()
    if options.only is not None:
        done = run(1, options.seed, options.only)
    else:
        done = run(options.count, options.seed, progress=True)
    for number, made, what in done.failures:
        print(f"case {number}: {made}: {what}")
    for number, made, spent in done.near:
        print(f"near: case {number}: {made}: {spent:.1f} s")
    if options.save:
        options.save.mkdir(parents=True, exist_ok=True)
        for number in [options.only] if options.only is not None else [number for number, _, _ in done.failures]:
            (options.save / f"{options.seed}-{number}").write_bytes(case(options.seed, number).data)
    print(", ".join(f"{what} {number}" for what, number in done.outcomes.most_common()))
    print(f"{len(done.failures)} failures, {len(done.near)} near; {time.monotonic() - began:.0f} s")
    print(f"for one case at most {done.longest:.1f} s of processor time, and {done.peak} MB")
    return 1 if done.failures else 0


if __name__ == "__main__":
    sys.exit(main())
