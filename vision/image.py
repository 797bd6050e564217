"""Decode: file, bytes, standard input, PIL image or array -> one BGR array.

Everything that can be wrong with a *file* is found out here and said in one sentence (`UnreadableFileError`,
`UnsupportedError`); what the picture *shows* is not asked here. Pillow reads the header first, so that what is too
large or animated is refused before anything is decoded, and decodes all formats but JPEG.
"""

from __future__ import annotations

import importlib
import io
import os
import re
import sys
import threading
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, BinaryIO

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import UnreadableError, UnreadableFileError, UnsupportedError

if TYPE_CHECKING:
    from PIL.Image import Image as PILImage

BGR = NDArray[np.uint8]

MAX_PIXELS = 50_000_000
"""Screens have up to 33 million (7680 x 4320), phone cameras 50; a header that claims more is a mistake or a trap.
What is read takes at most about 0.6 GB."""
MAX_BYTES = 400_000_000
MAX_HEADER_READS, MAX_READS = 2000, 1_000_000
"""How often Pillow may read from one file: one made of nothing but parts would take minutes to look through."""
MAX_SCANS = 64
"""Passes of a progressive JPEG, each of which costs as much as a picture; encoders write 3 to 12."""
MIN_SIDE = 40
"""The smallest board there is, 4x4, in cells of 10 pixels."""
MAX_ASPECT = 50

SUFFIXES = frozenset({".png", ".jpg", ".jpeg", ".jfif", ".webp", ".bmp", ".dib", ".gif", ".tif", ".tiff", ".avif"})
"""What counts as a picture when a whole folder is read."""

_PLUGINS = {
    "Png": rb"\x89PNG\r\n\x1a\n",
    "Jpeg": rb"\xff\xd8\xff",
    "WebP": rb"RIFF....WEBP",
    "Gif": rb"GIF8[79]a",
    "Bmp": rb"BM",
    "Tiff": rb"II\*\x00|MM\x00\*",
    "Avif": rb"....ftyp(avi[fs]|m[is]f1.{4,40}avif)",
}
"""Pillow's plugins for what is read, and how such files begin."""
_OTHERS = {
    "a PDF document": rb"%PDF",
    "a Photoshop document": rb"8BPS",
    "an icon file": rb"\x00\x00\x01\x00",
    "a JPEG XL picture": rb"\xff\x0a|\x00\x00\x00\x0cJXL ",
    "a HEIC photo": rb"....ftyp(he[iv].|m[is]f1|miaf)",
    "a video": rb"....ftyp|\x1aE\xdf\xa3",
    "a ZIP archive or office document": rb"PK\x03\x04",
    "a compressed archive": rb"\x1f\x8b",
    "an SVG drawing": rb"(?i:.{0,1000}<svg)",
}
"""What people hand over instead."""


@dataclass(frozen=True, slots=True, eq=False)
class Image:
    """A decoded picture.

    `bgr`: `(height, width, 3)` uint8, contiguous, blue green red, turned the way a person sees it.
    `name`: what to call it in messages. `milliseconds`: what reading and decoding the bytes took.

    >>> Image(np.zeros((40, 60, 3), np.uint8), "black").size
    (60, 40)
    """

    bgr: BGR
    name: str
    milliseconds: float = 0.0

    @property
    def size(self) -> tuple[int, int]:
        """`(width, height)` in pixels."""
        return self.bgr.shape[1], self.bgr.shape[0]


def load(
    source: Image | str | os.PathLike[str] | bytes | bytearray | memoryview | NDArray[Any] | PILImage,
    name: str | None = None,
) -> Image:
    """A path, `-` (standard input), bytes, a PIL image or an array (BGR, BGRA or grey) -> `Image`.

    Raises a child of `UnreadableError` whose message says what was seen and what to do about it.
    """
    started = time.perf_counter()
    if isinstance(source, Image):
        return source
    if isinstance(source, (bytes, bytearray, memoryview)):
        name = name or "picture"
        bgr = _decode(bytes(source), name)
    elif isinstance(source, np.ndarray):
        name = name or "array"
        bgr = _from_array(source, name)
    elif isinstance(source, (str, os.PathLike)):
        path = os.fspath(source)
        name = name or path
        bgr = _decode(_read_stdin() if path == "-" else read_bytes(path, name), name)
    elif hasattr(source, "getbands"):  # a PIL image, recognised without importing PIL
        name = name or getattr(source, "filename", "") or "picture"
        bgr = _decode(source, name)
    else:
        raise TypeError(f"a picture is a path, bytes, a PIL image or a BGR array, not {type(source).__name__}")
    _check_size(bgr.shape[1], bgr.shape[0], name)
    return Image(bgr, name, (time.perf_counter() - started) * 1000)


def read_bytes(path: str, name: str) -> bytes:
    """All bytes of a file. Raises `UnreadableFileError`, with `name` in its message, as `load` does."""
    try:
        with open(path, "rb") as file:
            if os.path.isdir(path):  # Windows raises in open, Linux in read
                raise IsADirectoryError(path)
            return _read_limited(file, name)
    except (OSError, ValueError) as error:
        if isinstance(error, UnreadableError):
            raise
        raise UnreadableFileError(_why_not_opened(path, name, error)) from error


def _why_not_opened(path: str, name: str, error: Exception) -> str:
    if isinstance(error, FileNotFoundError):
        return f"{name} does not exist; check the name and the folder."
    if os.path.isdir(path):
        what = "name one of the pictures in it" if pictures_in(path) else "there is no picture in it, so name another"
        return f"{name} is a folder, not a picture; {what}."
    if isinstance(error, PermissionError):
        return f"{name} may not be read by this user; change its permissions or copy it."
    if isinstance(error, ValueError):
        return f"{name!r} cannot be the name of a file; check the name."
    return f"{name} could not be opened ({getattr(error, 'strerror', None) or error}); check the name."


def pictures_in(folder: str | os.PathLike[str]) -> list[str]:
    """The paths of the files of a folder (not of folders in it) that are named like pictures, sorted by name."""
    try:
        names = sorted(os.listdir(folder))
    except OSError as error:
        raise UnreadableFileError(f"{folder} could not be listed ({error.strerror}); check its name.") from error
    found = [name for name in names if name.lower().endswith(tuple(SUFFIXES)) and not name.startswith(".")]
    return [os.path.join(folder, name) for name in found]


def _read_limited(file: BinaryIO, name: str) -> bytes:
    """All bytes, or an error as soon as they are more than any screenshot has (`/dev/zero` never ends)."""
    data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise UnreadableFileError(f"{name} is larger than {MAX_BYTES // 1_000_000} MB; give a screenshot.")
    return data


def _read_stdin() -> bytes:
    if sys.stdin is None or sys.stdin.closed or sys.stdin.isatty():
        what = "closed" if sys.stdin is None or sys.stdin.closed else "the keyboard"
        raise UnreadableFileError(f"standard input is {what}; pipe a picture into the command or name a file.")
    try:
        return _read_limited(sys.stdin.buffer, "standard input")
    except OSError as error:
        what = f"standard input could not be read ({error.strerror}); pipe a picture into the command."
        raise UnreadableFileError(what) from error


def _check_size(width: int, height: int, name: str) -> None:
    size = f"{width} x {height} pixels"
    if width * height > MAX_PIXELS:
        raise UnreadableFileError(f"{name} is {size}, more than any screen has; give a screenshot or a smaller copy.")
    if min(width, height) < MIN_SIDE:
        raise UnreadableFileError(f"{name} is only {size}; give a picture in which the board can be seen.")
    if max(width, height) > MAX_ASPECT * min(width, height):
        raise UnreadableFileError(f"{name} is a strip of {size}; give a picture of the whole board.")


def _decode(source: bytes | PILImage, name: str) -> BGR:
    """A file, or a picture of which Pillow may have read no more than the header."""
    import PIL.Image

    said: list[bytes] = []
    try:
        with stderr_caught(said), warnings.catch_warnings(action="ignore"):
            picture = _open(source, name) if isinstance(source, bytes) else source
            _check_size(*picture.size, name)
            if picture.format in ("PNG", "GIF", "WEBP", "AVIF") and getattr(picture, "is_animated", False):
                raise UnsupportedError(f"{name} is an animated {picture.format}; give a picture that stands still.")
            if isinstance(source, bytes) and picture.format == "JPEG":
                pixels = _jpeg_pixels(source)
            else:
                pixels = _pixels(picture)
        if re.search(rb"Corrupt JPEG data: (premature end|bad Huffman code)", b"".join(said)):
            raise ValueError("not whole")
        return _from_array(pixels, name)
    except UnreadableError:
        raise
    except PIL.Image.DecompressionBombError as error:
        what = f"{name} has far more pixels than any screen; give a screenshot or a smaller copy."
        raise UnreadableFileError(what) from error
    except Exception as error:  # of a damaged file Pillow's parsers raise whatever they trip over
        what = f"{name} is damaged or ends too early; copy it again, or take the screenshot again."
        raise UnreadableFileError(what) from error


def _open(data: bytes, name: str) -> PILImage:
    """The picture in a file, of which only the header was read."""
    if not data:
        raise UnreadableFileError(f"{name} is empty; give a screenshot.")
    for plugin, start in _PLUGINS.items():
        if re.match(start, data, re.DOTALL):
            if plugin == "Png":  # decoding looks neither at checksums nor for the end of the file
                _opened(plugin, data).verify()
            return _opened(plugin, data)
    for other, start in _OTHERS.items():
        if re.match(start, data, re.DOTALL):
            raise UnsupportedError(f"{name} is {other}, which is not read here; give a screenshot as PNG or JPEG.")
    text = re.search(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]", data[:2000]) is None
    what = "a text file" if text else "not a picture of any known format"
    raise UnreadableFileError(f"{name} is {what}; give a screenshot as PNG or JPEG.")


def _opened(plugin: str, data: bytes) -> PILImage:
    file = _Bounded(data)
    module = importlib.import_module(f"PIL.{plugin}ImagePlugin")  # `PIL.Image.open` would import dozens
    picture: PILImage = getattr(module, f"{plugin}ImageFile")(file)
    file.reads = MAX_READS
    return picture


class _Bounded(io.BytesIO):
    """A file for Pillow, whose parsers follow parts without end."""

    reads = MAX_HEADER_READS

    def read(self, size: int | None = -1) -> bytes:
        self.reads -= 1
        if self.reads < 0:
            raise OSError("made of more parts than any picture")
        return super().read(size)


def _pixels(picture: PILImage) -> NDArray[Any]:
    """BGR, BGRA, or grey of more than 8 bits."""
    if picture.getexif().get(0x112, 1) != 1:  # how it is to be turned
        from PIL import ImageOps

        picture = ImageOps.exif_transpose(picture)
    if picture.mode.startswith(("I", "F")):
        return np.asarray(picture)
    mode, code = ("RGBA", cv2.COLOR_RGBA2BGRA) if picture.has_transparency_data else ("RGB", cv2.COLOR_RGB2BGR)
    return cv2.cvtColor(np.asarray(picture if picture.mode == mode else picture.convert(mode)), code)


def _jpeg_pixels(data: bytes) -> NDArray[Any]:
    """By OpenCV: a JPEG with a hole in its data still decodes, the rest grey. Pillow keeps libjpeg from saying so."""
    if len(re.findall(rb"\xff\xda\x00[\x08\x0a\x0c\x0e]", data)) > MAX_SCANS:
        raise ValueError("made of more passes than any picture")
    # With one end more, a file that ends too early has a hole there.
    pixels: NDArray[Any] | None = cv2.imdecode(np.frombuffer(data + b"\xff\xd9", np.uint8), cv2.IMREAD_COLOR)
    if pixels is None:
        raise ValueError("not decoded")
    return pixels


_stderr_lock = threading.Lock()


@contextmanager
def stderr_caught(lines: list[bytes]) -> Iterator[None]:
    """Collect what is written to file descriptor 2 during a decode: words of C libraries, Pillow's log."""
    with _stderr_lock:
        try:
            saved = os.dup(2)
        except OSError:  # the process has no standard error: nothing can be printed there anyway
            yield
            return
        sink = _scratch_file()
        try:
            os.dup2(sink, 2)
            yield
        finally:
            os.dup2(saved, 2)
            os.close(saved)
            os.lseek(sink, 0, os.SEEK_SET)
            lines.append(os.read(sink, 100_000))
            os.close(sink)


def _scratch_file() -> int:
    if hasattr(os, "memfd_create"):
        return os.memfd_create("decoder")
    import tempfile

    with tempfile.TemporaryFile() as file:
        return os.dup(file.fileno())


def _from_array(pixels: NDArray[Any], name: str) -> BGR:
    """Grey, BGR or BGRA of 8 or 16 bits, or booleans -> contiguous 8-bit BGR."""
    if pixels.ndim == 3 and pixels.shape[2] == 1:
        pixels = pixels[:, :, 0]
    if pixels.ndim not in (2, 3) or pixels.size == 0 or (pixels.ndim == 3 and pixels.shape[2] not in (3, 4)):
        raise UnreadableFileError(f"{name} has the shape {pixels.shape}; give an array of (height, width, 3) in BGR.")
    if pixels.dtype in ("<u2", ">u2"):
        pixels = np.right_shift(pixels, 8, out=np.empty(pixels.shape, np.uint8), casting="unsafe")
    elif pixels.dtype == np.bool_:
        pixels = pixels.astype(np.uint8) * np.uint8(255)
    elif pixels.dtype != np.uint8:
        raise UnreadableFileError(f"{name} has values of type {pixels.dtype}; give 8 bits per channel (uint8).")
    bgr: Any = np.ascontiguousarray(pixels)
    if bgr.ndim == 2:
        bgr = cv2.cvtColor(bgr, cv2.COLOR_GRAY2BGR)
    elif bgr.shape[2] == 4:
        bgr = _over_page(bgr)
    return bgr  # type: ignore[no-any-return]


def _over_page(bgra: NDArray[Any]) -> BGR:
    """Lay a see-through picture on a page: white, or dark where a sparse light foreground would vanish on white."""
    alpha = cv2.extractChannel(bgra, 3)
    bgr: Any = cv2.cvtColor(bgra, cv2.COLOR_BGRA2BGR)
    if cv2.minMaxLoc(alpha)[0] == 255:
        return bgr  # type: ignore[no-any-return]
    weight = float(alpha.mean()) / 255
    if weight == 0:
        return np.full_like(bgr, 255)
    grey = cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY)
    foreground = cv2.norm(cv2.multiply(grey, alpha, dtype=cv2.CV_16U), cv2.NORM_L1) / cv2.norm(alpha, cv2.NORM_L1)
    page = 24 if weight < 0.5 and foreground > 200 else 255
    for part, opacity in zip(np.array_split(bgr, 16), np.array_split(alpha, 16), strict=True):  # needs little memory
        weights = opacity[..., None].astype(np.float32) / 255
        part[:] = part * weights + page * (1 - weights) + 0.5
    return bgr  # type: ignore[no-any-return]
