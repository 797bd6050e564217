"""What looks that were learnt have in common, whatever the game: a name, and how they are kept.

On disk a look is a folder, and to give it away a zip, of a PNG and JSON: data alone, checked when it is loaded. What a
look is stands in `looks.py`, which is not loaded before there is one.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shutil
import struct
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

import solver.games
from vision.image import stderr_caught

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 _-]{0,59}")
MOST_BYTES = 8_000_000
"""Of one file of a look; a board of 6x6 has about 50 000, one of 20x20 cells of noise 5 500 000."""


PICTURE = "board.png"
"""The name of the file beside `look.json`."""
FORMATS = {"tango": 2, "takuzu": 2}
"""The format of `look.json`, by game."""


class LookError(ValueError):
    """A look that cannot be learnt, named or loaded so; the message says why and what to do."""


@dataclass(frozen=True, eq=False)
class Look:
    """How one site draws a game."""

    name: str
    game: str

    @property
    def learnt(self) -> str:
        """What it was learnt by, for people."""
        raise NotImplementedError

    def to_files(self) -> dict[str, bytes]:
        """Its files, `look.json` and pictures."""
        raise NotImplementedError


def check_name(name: str) -> str:
    """The name of a look, which is also that of its folder. Raises `LookError`."""
    if not NAME.fullmatch(name):
        raise LookError(f"{name!r} cannot be the name of a look: letters, digits, spaces, - and _, up to 60.")
    return name


def picture_in(files: dict[str, bytes], side: int) -> NDArray[np.uint8]:
    """The picture of a look, (side, side, 3). Raises `LookError`."""
    data = files.get(PICTURE, b"")
    # The header comes first: what it claims is what decoding would take.
    if data[:8] != b"\x89PNG\r\n\x1a\n" or data[16:24] != struct.pack(">II", side, side):
        raise LookError(f"its {PICTURE} is missing or has another size.")
    picture: Any = None
    with contextlib.suppress(cv2.error), stderr_caught([]):
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if picture is None or picture.shape[:2] != (side, side):
        raise LookError(f"its {PICTURE} is damaged.")
    return np.asarray(picture, np.uint8)


def _said(files: dict[str, bytes]) -> dict[str, Any]:
    """What `look.json` says. Raises `LookError`."""
    try:
        said: Any = json.loads(files["look.json"])
    except (KeyError, ValueError, RecursionError) as error:
        raise LookError("it has no look.json that can be read.") from error
    game = said.get("game") if isinstance(said, dict) else None
    known = FORMATS.get(game) if isinstance(game, str) else None
    if known is None and game in solver.games.NAMES:
        raise LookError(f"looks of {game} are not learnt any more, its boards are read without; remove it.")
    if known is None or type(said.get("format")) is not int or said["format"] > known:
        raise LookError("its look.json is not of this program, or of a later version of it.")
    if said["format"] < known:
        raise LookError("it was learnt by an earlier version; remove it, and learn it again from its picture.")
    return dict(said)


def from_files(files: dict[str, bytes]) -> Look:
    """The look in some files, as `Look.to_files` gives them. Raises `LookError` for anything else."""
    said = _said(files)
    from vision import looks

    return looks.look_in(said, files)


def _read_by(read: Callable[[str], bytes]) -> Look:
    """The look whose files are read so; its picture only where `look.json` is sound. Raises `LookError`."""
    files = {"look.json": read("look.json")}
    _said(files)
    return from_files(files | {PICTURE: read(PICTURE)})


def save(look: Look, folder: Path) -> Path:
    """Write a look into the folder of all looks, in place of one of its name; it is there whole or not at all."""
    place, unfinished = folder / look.name, folder / f".{look.name}.part"
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir(parents=True)
    for name, data in look.to_files().items():
        (unfinished / name).write_bytes(data)
    if place.exists():
        shutil.rmtree(place)
    os.replace(unfinished, place)
    return place


def load(place: Path) -> Look:
    """The look in a folder. Raises `LookError`."""

    def read(name: str) -> bytes:
        try:
            with (place / name).open("rb") as file:
                return file.read(MOST_BYTES)
        except OSError as error:
            raise LookError(f"its {name} could not be read ({error.strerror}).") from error

    return _read_by(read)


def load_all(folder: Path) -> tuple[tuple[Look, ...], tuple[str, ...]]:
    """All looks in a folder by name, and a sentence for each that is broken."""
    looks, broken = [], []
    with contextlib.suppress(FileNotFoundError, NotADirectoryError):
        for place in sorted(folder.iterdir()):
            if not place.is_dir() or place.name.startswith("."):
                continue
            try:
                looks.append(load(place))
            except LookError as error:
                broken.append(f"the look {place.name} is passed over: {error}")
    return tuple(looks), tuple(broken)


def to_zip(look: Look) -> bytes:
    """A look as one file, to give away."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in look.to_files().items():
            archive.writestr(zipfile.ZipInfo(name), data)
    return stream.getvalue()


def from_zip(data: bytes) -> Look:
    """The look in such a file, whoever made it. Raises `LookError`.

    Nothing is unpacked to disk, and no more is read than a look has.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:

            def read(name: str) -> bytes:
                with archive.open(name) as file:
                    return file.read(MOST_BYTES)

            return _read_by(read)
    except LookError:
        raise
    except (KeyError, OSError, EOFError, ValueError, RuntimeError, NotImplementedError, zipfile.BadZipFile) as error:
        raise LookError("it is no look that was exported.") from error
    except Exception as error:  # zlib's and others' own, of damaged data
        raise LookError("it is damaged.") from error
