"""What is to be read, one picture after another: files, folders, patterns and the members of tar archives.

Nothing is held but the picture at hand, and nothing is ever written: members of archives are read in memory, so that
neither their paths nor links in them lead anywhere. What cannot be read is an item as well, with the reason.
What a picture shows, and that a name comes twice, is no business of this module.
"""

from __future__ import annotations

import glob
import os
import stat
import tarfile
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import IO, Any

from vision.image import MAX_BYTES, SUFFIXES

ARCHIVES = (".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz")
MOST_HEADER = 1_000_000
"""Bytes that may be read of an archive from one member to the next: a long name and a few notes. More is a trap."""


@dataclass(frozen=True, slots=True)
class Item:
    """One picture. `name`: in the results. `path`: of its file, "" for a member of an archive.
    `data`: the bytes of such a member. `error`: why there are none, a sentence."""

    name: str
    path: str = ""
    data: bytes | None = None
    error: str = ""


def missing(inputs: Iterable[str]) -> list[str]:
    """Those of the inputs that are no file, no folder and no pattern that fits one."""
    return [one for one in inputs if not os.path.lexists(one) and next(glob.iglob(one, recursive=True), None) is None]


def items(inputs: Iterable[str]) -> Iterator[Item]:
    """Every picture of some inputs, folders and the folders in them by name."""
    for one in inputs:
        for path in [one] if os.path.lexists(one) else sorted(glob.iglob(one, recursive=True)):
            if os.path.isdir(path):
                yield from _of_folder(path)
            elif path.lower().endswith(ARCHIVES):
                yield from _of_archive(path)
            else:
                yield Item(_shown(path), path)


def _shown(name: str) -> str:
    """A name that any file of results can hold: names of files need not be text."""
    return name.encode("utf-8", "backslashreplace").decode()


def _of_folder(folder: str) -> Iterator[Item]:
    """The pictures in a folder; links to folders are not followed, for they may lead around in a circle."""
    failed: list[OSError] = []
    for place, folders, files in os.walk(folder, onerror=failed.append):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            if not name.startswith(".") and name.lower().endswith(tuple(SUFFIXES)):
                path = os.path.join(place, name)
                yield Item(_shown(path), path)
        while failed:
            yield _unlisted(failed.pop())
    while failed:
        yield _unlisted(failed.pop())


def _unlisted(error: OSError) -> Item:
    return Item(_shown(str(error.filename)), error=f"{error.filename} could not be listed ({error.strerror}).")


class _Guarded:
    """A file of which no more is read than was allowed, so that headers and members made to fill memory cannot."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self.allowed = MOST_HEADER

    def read(self, size: int) -> bytes:
        data = self._file.read(size)
        self.allowed -= len(data)
        if self.allowed < 0:
            raise tarfile.ReadError("a header in it is too large")
        return data


def _opened(path: str) -> Any:
    """The archive, unpacked as it is read."""
    import bz2
    import gzip
    import lzma

    file: Any = open(path, "rb")  # noqa: SIM115  (the caller closes it)
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        return file
    head = file.read(6)
    file.seek(0)
    if head.startswith(b"\x1f\x8b"):
        return gzip.GzipFile(fileobj=file)
    if head.startswith(b"BZh"):
        return bz2.BZ2File(file)
    if head == b"\xfd7zXZ\0":
        return lzma.LZMAFile(file)
    return file


def _of_archive(path: str) -> Iterator[Item]:
    """The members of a tar archive that are named like pictures."""
    try:
        with _opened(path) as file:
            guard = _Guarded(file)
            # As a stream: forwards alone, whatever it says about itself.
            with tarfile.open(fileobj=guard, mode="r|", bufsize=tarfile.RECORDSIZE) as archive:  # type: ignore[call-overload]
                yield from _members(archive, guard, _shown(path))
    except (OSError, EOFError, ValueError, zlib.error, tarfile.TarError) as error:
        why = getattr(error, "strerror", None) or " ".join(str(error).split()) or type(error).__name__
        yield Item(_shown(path), error=f"{path} could not be read to its end as a tar archive ({why}).")
    except ImportError as error:
        yield Item(_shown(path), error=f"{path} is packed in a way this Python cannot unpack ({error}).")


def _members(archive: tarfile.TarFile, guard: _Guarded, path: str) -> Iterator[Item]:
    names: Counter[str] = Counter()
    while True:
        member = archive.next()
        if member is None:
            return
        archive.members = []  # type: ignore[attr-defined]  # it would keep them all
        # What is left of this member is passed over with the next header.
        guard.allowed = max(0, member.size) + MOST_HEADER
        if not member.name.lower().endswith(tuple(SUFFIXES)) or os.path.basename(member.name).startswith("."):
            continue
        if member.isdir():
            continue
        names[member.name] += 1
        again = names[member.name]
        name = _shown(f"{path}:{member.name}" + (f" ({again})" if again > 1 else ""))
        if not member.isreg() or member.issparse():
            yield Item(name, error=f"{name} is no plain file but a link or a device; only files in archives are read.")
        elif member.size > MAX_BYTES:
            yield Item(name, error=f"{name} is larger than {MAX_BYTES // 1_000_000} MB; give a screenshot.")
        else:
            stream = archive.extractfile(member)
            data = stream.read() if stream else b""
            if len(data) < member.size:
                yield Item(name, error=f"{name} ends too early: {path} is cut short; copy or download it again.")
                return
            guard.allowed = MOST_HEADER
            yield Item(name, data=data)
