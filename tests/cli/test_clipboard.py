"""The picture on the clipboard: a picture, the path of one in the ways it is copied, or one sentence. No display."""

from __future__ import annotations

import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from solve_screenshot.clipboard import from_clipboard
from vision.errors import UnreadableFileError

SCENE = np.random.default_rng(1).integers(0, 256, (80, 120, 3), np.uint8)


def picture_bytes() -> bytes:
    return cv2.imencode(".png", SCENE)[1].tobytes()


def fake_clipboard(folder: Path, monkeypatch: pytest.MonkeyPatch, kind: str, content: bytes) -> None:
    """A `wl-paste` that offers one kind of content: to who asks for it, for its family, or for any text."""
    (folder / "content").write_bytes(content)
    program = folder / "wl-paste"
    program.write_text(f"""#!/bin/sh
wanted=text
while [ $# -gt 0 ]; do
  case "$1" in -t|--type) wanted="$2"; shift;; esac
  shift
done
case "{kind}" in
  "$wanted"|"$wanted"/*) exec /bin/cat "{folder}/content";;
  *) echo "No suitable type of content copied" >&2; exit 1;;
esac
""")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    monkeypatch.setattr(sys, "platform", "linux")


def test_a_picture_on_the_clipboard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake_clipboard(tmp_path, monkeypatch, "image/png", picture_bytes())
    image = from_clipboard()
    assert (image.bgr == SCENE).all()
    assert image.name == "clipboard"


@pytest.mark.parametrize("kind", ["text/plain", "text/uri-list"])
@pytest.mark.parametrize("form", ["{path}", '"{path}"', "# copied\nfile://{path}\n", "  {path}\n"])
def test_a_path_on_the_clipboard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str, kind: str) -> None:
    picture = tmp_path / "board.png"
    picture.write_bytes(picture_bytes())
    fake_clipboard(tmp_path, monkeypatch, kind, form.format(path=picture).encode())
    assert from_clipboard().name == str(picture)
    assert (from_clipboard().bgr == SCENE).all()


@pytest.mark.parametrize(("kind", "content"), [("text/plain", b"hello"), ("text/plain", b""), ("audio/ogg", b"x")])
def test_a_clipboard_without_a_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, content: bytes
) -> None:
    fake_clipboard(tmp_path, monkeypatch, kind, content)
    with pytest.raises(UnreadableFileError, match="clipboard holds"):
        from_clipboard()


def test_no_clipboard_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.delenv("DISPLAY", raising=False)
    with pytest.raises(UnreadableFileError, match="wl-clipboard"):
        from_clipboard()
