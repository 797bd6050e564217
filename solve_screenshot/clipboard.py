"""The picture on the clipboard, or the one whose path or file was copied there. What it shows is not asked here."""

from __future__ import annotations

import os
import sys

from vision.errors import UnreadableError, UnreadableFileError
from vision.image import Image, load


def from_clipboard() -> Image:
    """The picture on the clipboard, or the picture whose path (or file) was copied there."""
    from PIL import ImageGrab

    try:
        found = ImageGrab.grabclipboard() or [_clipboard_path()]
    except UnreadableError:
        raise
    except Exception as error:
        tools = " install wl-clipboard (Wayland) or xclip (X11), or" if sys.platform.startswith("linux") else ""
        raise UnreadableFileError(f"the clipboard cannot be read;{tools} save the picture to a file.") from error
    return load(found[0]) if isinstance(found, list) else load(found, "clipboard")


def _clipboard_path() -> str:
    """The path in copied text: as file managers (`file:///…`), Explorer (in quotes) and people write it."""
    import subprocess

    if sys.platform == "darwin":
        commands = [["pbpaste"]]
    elif sys.platform == "win32":
        commands = [["powershell", "-NoProfile", "-Command", "Get-Clipboard"]]
    else:
        wayland = os.environ.get("WAYLAND_DISPLAY")
        paste = ["wl-paste", "--no-newline"] if wayland else ["xclip", "-selection", "clipboard", "-o"]
        commands = [[*paste, "-t", "text/uri-list"], paste]
    runs = (subprocess.run(command, capture_output=True, timeout=10, check=False) for command in commands)
    text = next((run.stdout.decode(errors="replace") for run in runs if run.returncode == 0), "")
    line = next((line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")), "")
    line = line.strip("\"'")
    if line.startswith("file:"):
        from urllib.parse import urlsplit
        from urllib.request import url2pathname

        line = url2pathname(urlsplit(line).path)
    path = os.path.expanduser(line)
    if not line or len(line) > 4096 or not os.path.exists(path):
        raise UnreadableFileError("the clipboard holds no picture; copy a picture or the path of one.")
    return path
