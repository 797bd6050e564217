"""Decode: file, bytes, clipboard, standard input, PIL image or array -> one BGR array.

Everything that can be wrong with a *file* is found out here and said in one sentence (`UnreadableFileError`,
`UnsupportedError`); what the picture *shows* is not asked here. The header is read before anything is decoded
(`headers.py`). OpenCV decodes every format; PIL is imported only when the caller hands over a PIL image, or for the
rare picture OpenCV would turn the wrong way.
"""

from __future__ import annotations

import os
import re
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, BinaryIO

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import UnreadableError, UnreadableFileError, UnsupportedError
from vision.headers import Header, sniff

if TYPE_CHECKING:
    from PIL.Image import Image as PILImage

BGR = NDArray[np.uint8]

MAX_PIXELS = 50_000_000
"""Screens have up to 33 million (7680 x 4320), phone cameras 50; a header that claims more is a mistake or a trap.
What is read takes at most about 1 GB (16 bits and transparency, of which OpenCV decodes 8 bytes a pixel)."""
MAX_BYTES = 400_000_000
MIN_SIDE = 40
"""The smallest board there is, 4x4, in cells of 10 pixels."""
MAX_ASPECT = 50
BAND = 4_000_000
"""Pixels that are laid on a page at a time: what that needs of memory does not grow with the picture."""

SUFFIXES = frozenset({".png", ".jpg", ".jpeg", ".jfif", ".webp", ".bmp", ".dib", ".gif", ".tif", ".tiff", ".avif"})
"""What counts as a picture when a whole folder is read."""


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
        bgr = _decode(_read_stdin(name) if path == "-" else read_bytes(path, name), name)
    elif hasattr(source, "getbands"):  # a PIL image, recognised without importing PIL
        name = name or getattr(source, "filename", "") or "picture"
        bgr = _from_pil(source, name)
    else:
        raise TypeError(f"a picture is a path, bytes, a PIL image or a BGR array, not {type(source).__name__}")
    _check_size(bgr.shape[1], bgr.shape[0], name)
    return Image(bgr, name, (time.perf_counter() - started) * 1000)


# --- where the bytes come from ---------------------------------------------------------------------------------------


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
        return f"{name} is a folder, not a picture; {_of_folder(path)}"
    if isinstance(error, PermissionError):
        return f"{name} may not be read by this user; change its permissions or copy it."
    if isinstance(error, ValueError):
        return f"{name!r} cannot be the name of a file; check the name."
    return f"{name} could not be opened ({getattr(error, 'strerror', None) or error}); check the name."


def _read_limited(file: BinaryIO, name: str) -> bytes:
    """All bytes, or an error as soon as they are more than any screenshot has (`/dev/zero` never ends)."""
    data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise UnreadableFileError(f"{name} is larger than {MAX_BYTES // 1_000_000} MB; give a screenshot.")
    return data


def _read_stdin(name: str) -> bytes:
    name = "standard input" if name == "-" else name
    if sys.stdin is None or sys.stdin.closed:
        raise UnreadableFileError("standard input is closed; pipe a picture into the command or name a file.")
    if sys.stdin.isatty():
        raise UnreadableFileError("standard input is the keyboard; pipe a picture into the command or name a file.")
    try:
        return _read_limited(sys.stdin.buffer, name)
    except OSError as error:
        raise UnreadableFileError(
            f"standard input could not be read ({error.strerror}); pipe a picture into the command."
        ) from error


def from_clipboard() -> Image:
    """The picture on the clipboard, or the picture whose path (or file) was copied there."""
    started = time.perf_counter()
    found = _linux_clipboard() if sys.platform.startswith("linux") else _other_clipboard()
    if isinstance(found, bytes):
        bgr, name = _decode(found, "clipboard"), "clipboard"
    elif isinstance(found, str):
        name = _clipboard_path(found)
        bgr = _decode(read_bytes(name, name), name)
    else:
        bgr, name = _from_pil(found, "clipboard"), "clipboard"
    _check_size(bgr.shape[1], bgr.shape[0], name)
    return Image(bgr, name, (time.perf_counter() - started) * 1000)


def _clipboard_path(text: str) -> str:
    """The path in copied text: as file managers (`file:///…`), Explorer (in quotes) and people write it."""
    line = next((line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")), "")
    line = line.strip("\"'")
    if line.startswith("file:"):
        from urllib.parse import urlsplit
        from urllib.request import url2pathname

        line = url2pathname(urlsplit(line).path)
    path = os.path.expanduser(line)
    if not line or len(line) > 4096 or not os.path.exists(path):
        raise UnreadableFileError("the clipboard holds text, not a picture; copy a picture or the path of one.")
    return path


def _linux_clipboard() -> bytes | str:
    """Ask the clipboard program of the running desktop: a picture first, then a path."""
    import shutil

    if os.environ.get("WAYLAND_DISPLAY") and shutil.which("wl-paste"):
        listing, paste = ["wl-paste", "--list-types"], ["wl-paste", "--no-newline", "--type"]
    elif os.environ.get("DISPLAY") and shutil.which("xclip"):
        listing = ["xclip", "-selection", "clipboard", "-o", "-t", "TARGETS"]
        paste = ["xclip", "-selection", "clipboard", "-o", "-t"]
    else:
        raise UnreadableFileError(
            "no clipboard can be reached; install wl-clipboard (Wayland) or xclip (X11), or save the picture to a file."
        )
    kinds = _output(listing).decode(errors="replace").split()
    for kind in ("image/png", "image/jpeg", "image/webp", "image/bmp", "image/tiff"):
        if kind in kinds:
            return _output([*paste, kind])
    for kind in ("text/uri-list", "text/plain;charset=utf-8", "UTF8_STRING", "text/plain", "STRING"):
        if kind in kinds:
            return _output([*paste, kind]).decode(errors="replace")
    raise UnreadableFileError("the clipboard holds no picture; copy one, or save it to a file.")


def _output(command: list[str]) -> bytes:
    import subprocess

    try:
        run = subprocess.run(command, capture_output=True, timeout=10, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise UnreadableFileError(f"{command[0]} did not answer; save the picture to a file.") from error
    return run.stdout if run.returncode == 0 else b""


def _other_clipboard() -> PILImage | str:
    """macOS and Windows: PIL knows both; text (a copied path) comes from the system's own command."""
    try:
        from PIL import ImageGrab

        found = ImageGrab.grabclipboard()
    except (ImportError, NotImplementedError, OSError) as error:
        raise UnreadableFileError("the clipboard could not be read; save the picture to a file.") from error
    if isinstance(found, list):
        return str(found[0]) if found else ""
    if found is not None:
        return found
    command = ["pbpaste"] if sys.platform == "darwin" else ["powershell", "-NoProfile", "-Command", "Get-Clipboard"]
    return _output(command).decode(errors="replace")


def _check_size(width: int, height: int, name: str) -> None:
    if width * height > MAX_PIXELS:
        raise UnreadableFileError(
            f"{name} is {width} x {height} pixels, more than any screen has; give a screenshot or a smaller copy."
        )
    if min(width, height) < MIN_SIDE:
        raise UnreadableFileError(
            f"{name} is only {width} x {height} pixels; give a picture in which the board can be seen."
        )
    if max(width, height) > MAX_ASPECT * min(width, height):
        raise UnreadableFileError(f"{name} is a strip of {width} x {height} pixels; give a picture of the whole board.")


# --- decoding --------------------------------------------------------------------------------------------------------


def _decode(data: bytes, name: str) -> BGR:
    header = _inspect(data, name)
    broken = UnreadableFileError(f"{name} is a damaged {header.kind} file; take the screenshot again.")
    if not header.complete:
        raise UnreadableFileError(f"{name} is a {header.kind} file that ends too early; copy or download it again.")
    if not header.sound:
        raise broken
    if header.alpha and header.turned:  # OpenCV applies the rotation only where it drops the transparency
        return _decode_with_pil(data, name)
    flags = cv2.IMREAD_UNCHANGED if header.alpha else cv2.IMREAD_COLOR
    noise: list[bytes] = []
    try:
        with stderr_caught(noise):
            pixels: NDArray[Any] | None = cv2.imdecode(np.frombuffer(data, np.uint8), flags)
    except (cv2.error, MemoryError) as error:
        raise broken from error
    if pixels is None and header.kind == "AVIF":
        raise UnsupportedError(f"{name} is an AVIF picture, which is not read here; save it as PNG.")
    # A JPEG with a hole in its data still decodes, the rest of it grey: libjpeg only mentions it.
    if pixels is None or (header.kind == "JPEG" and b"Corrupt JPEG data: premature end" in b"".join(noise)):
        raise broken
    return _from_array(pixels, name)


def _inspect(data: bytes, name: str) -> Header:
    """The header, or the error that makes decoding needless."""
    if not data:
        raise UnreadableFileError(f"{name} is empty; give a screenshot.")
    header = sniff(data)
    if isinstance(header, str):
        if header:
            raise UnsupportedError(f"{name} is {header}, which is not read here; give a screenshot as PNG or JPEG.")
        what = "a text file" if _looks_like_text(data) else "not a picture of any known format"
        raise UnreadableFileError(f"{name} is {what}; give a screenshot as PNG or JPEG.")
    if header.animated:
        raise UnsupportedError(f"{name} is an animated {header.kind}; give a picture that stands still.")
    if header.size is not None:
        _check_size(*header.size, name)
    return header


def _looks_like_text(data: bytes) -> bool:
    return re.search(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]", data[:2000]) is None


_stderr_lock = threading.Lock()


@contextmanager
def stderr_caught(lines: list[bytes]) -> Iterator[None]:
    """Collect what C libraries write to file descriptor 2 while they decode.

    libpng and libjpeg print there about harmless things (colour profiles) and give no other sign of some harmful ones
    (missing data). Nothing of Python's is redirected: only the descriptor, for the milliseconds of one decode.
    """
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
    if pixels.dtype == np.uint16:
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
    rows = max(1, BAND // bgr.shape[1])
    for top in range(0, len(bgr), rows):
        band = slice(top, top + rows)
        opacity = cv2.cvtColor(alpha[band], cv2.COLOR_GRAY2BGR).astype(np.float32) / 255
        bgr[band] = bgr[band] * opacity + page * (1 - opacity) + 0.5
    return bgr  # type: ignore[no-any-return]


def _decode_with_pil(data: bytes, name: str) -> BGR:
    import io

    import PIL.Image

    try:
        with PIL.Image.open(io.BytesIO(data)) as picture:
            return _from_pil(picture, name)
    except UnreadableError:
        raise
    except Exception as error:  # of a damaged file PIL's parsers raise whatever they trip over
        raise UnreadableFileError(f"{name} is damaged; take the screenshot again.") from error


def _from_pil(picture: Any, name: str) -> BGR:
    from PIL import ImageOps

    if getattr(picture, "n_frames", 1) > 1 and picture.format != "TIFF":
        raise UnsupportedError(f"{name} is an animated {picture.format}; give a picture that stands still.")
    width, height = picture.size
    _check_size(width, height, name)
    try:
        picture = ImageOps.exif_transpose(picture)
        if picture.mode.startswith("I;16"):
            return _from_array(np.asarray(picture).astype(np.uint16), name)
        see_through = "A" in picture.getbands() or "transparency" in picture.info
        rgb = np.asarray(picture.convert("RGBA" if see_through else "RGB"))
    except UnreadableError:
        raise
    except Exception as error:  # a file that is only decoded now: see `_decode_with_pil`
        raise UnreadableFileError(f"{name} is damaged; take the screenshot again.") from error
    swapped: Any = cv2.cvtColor(rgb, cv2.COLOR_RGBA2BGRA if see_through else cv2.COLOR_RGB2BGR)
    return _from_array(swapped, name)


def _of_folder(path: str) -> str:
    """What to name instead of a folder."""
    try:
        some = pictures_in(path)
    except UnreadableFileError:
        some = []
    return "name one of the pictures in it." if some else "there is no picture in it, so name another."


def pictures_in(folder: str | os.PathLike[str]) -> list[str]:
    """The paths of the files of a folder (not of folders in it) that are named like pictures, sorted by name."""
    try:
        names = sorted(os.listdir(folder))
    except OSError as error:
        raise UnreadableFileError(f"{folder} could not be listed ({error.strerror}); check its name.") from error
    endings = tuple(SUFFIXES)
    found = [name for name in names if name.lower().endswith(endings) and not name.startswith(".")]
    return [os.path.join(folder, name) for name in found]
