"""The command as a real process: every bad file, how the process ends, and what comes out on which stream."""

from __future__ import annotations

import io
import json
import os
import signal
import struct
import subprocess
import sys
import time
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import PIL.Image
import pytest

ROOT = Path(__file__).parents[2]


def png(picture: PIL.Image.Image, **options: Any) -> bytes:
    stream = io.BytesIO()
    picture.save(stream, "PNG", **options)
    return stream.getvalue()


def huge() -> bytes:
    header = b"IHDR" + struct.pack(">IIBBBBB", 50_000, 50_000, 8, 2, 0, 0, 0)
    end = b"IEND"
    chunks = [struct.pack(">I", len(c) - 4) + c + struct.pack(">I", zlib.crc32(c)) for c in (header, end)]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


GREY = PIL.Image.fromarray(np.linspace(0, 255, 200 * 200, dtype=np.uint8).reshape(200, 200))
SIXTEEN = PIL.Image.fromarray(np.linspace(0, 65535, 200 * 200, dtype=np.uint16).reshape(200, 200))

BAD_FILES: list[tuple[str, bytes, str]] = [
    ("empty.png", b"", "unreadable_file"),
    ("letter.png", b"Dear reader,\n" * 20, "unreadable_file"),
    ("noise.png", bytes(range(256)) * 4, "unreadable_file"),
    ("short.png", png(GREY)[:-40], "unreadable_file"),
    ("huge.png", huge(), "unreadable_file"),
    ("tiny.png", png(GREY.resize((8, 8))), "unreadable_file"),
    ("moving.png", png(GREY, save_all=True, append_images=[GREY.rotate(90)]), "unsupported"),
    ("document.pdf", b"%PDF-1.4\n", "unsupported"),
    ("blank.png", png(PIL.Image.new("RGB", (300, 300), "white")), "no_board"),
    ("grey.png", png(GREY), "no_board"),
    ("sixteen.png", png(SIXTEEN), "no_board"),
]


def test_bad_files_in_one_run(process: Any, tmp_path: Path) -> None:
    for name, data, _ in BAD_FILES:
        (tmp_path / name).write_bytes(data)
    (tmp_path / "folder").mkdir()
    names = [name for name, _, _ in BAD_FILES] + ["missing.png", "folder"]
    done = process("--json", *names)
    assert done.returncode == 3
    assert done.stderr == b""
    results = [json.loads(line) for line in done.stdout.splitlines()]
    assert [result["image"] for result in results] == names
    kinds = {result["image"]: result["error"]["kind"] for result in results}
    expected = {name: kind for name, _, kind in BAD_FILES} | {
        "missing.png": "unreadable_file",
        "folder": "unreadable_file",
    }
    assert kinds == expected
    for result in results:
        assert "\n" not in result["error"]["message"]


def test_errors_as_text_are_one_line_each(process: Any, tmp_path: Path) -> None:
    (tmp_path / "empty.png").touch()
    done = process("empty.png", "missing.png")
    assert done.returncode == 3
    assert done.stdout == b""
    assert done.stderr.decode().splitlines() == [
        "solve-screenshot: empty.png is empty; give a screenshot.",
        "solve-screenshot: missing.png does not exist; check the name and the folder.",
    ]


def test_standard_input(process: Any) -> None:
    done = process("-", "--json", input=b"no picture at all")
    result = json.loads(done.stdout)
    assert done.returncode == 3
    assert result["image"] == "-"
    assert result["error"]["kind"] == "unreadable_file"
    assert process("-").returncode == 3


def test_no_clipboard(process: Any) -> None:
    done = process("--clipboard", env={"WAYLAND_DISPLAY": "", "DISPLAY": "", "PATH": ""})
    assert done.returncode == 3
    assert done.stderr.startswith(b"solve-screenshot: ")
    assert done.stderr.count(b"\n") == 1


def test_a_name_that_is_no_text(process: Any, tmp_path: Path) -> None:
    if sys.platform != "linux":
        pytest.skip("names are text here")
    name = b"caf\xe9.txt"
    (Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + name))).write_text("tango S.M3/6/6/6/6/6")
    for arguments in ((), ("--json",)):
        done = process(os.fsdecode(name), os.fsdecode(name), *arguments)
        assert done.returncode == 1
        assert b"Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("message", "says"),
    [
        ("libGL.so.1: cannot open shared object file: No such file or directory", "apt install libgl1"),
        ("libgthread-2.0.so.0: cannot open shared object file", "apt install libglib2.0-0"),
        ("libSM.so.6: cannot open shared object file", "libSM.so.6"),
        ("No module named 'cv2'", "not installed"),
    ],
)
@pytest.mark.parametrize("arguments", [["x.png"], ["x.png", "--json"], ["--clipboard"], ["evaluate", "."], ["."]])
def test_without_a_library_opencv_needs(
    process: Any, tmp_path: Path, message: str, says: str, arguments: list[str]
) -> None:
    fake = tmp_path / "fake"
    fake.mkdir()
    (fake / "cv2.py").write_text(f"raise ImportError({message!r})")
    done = process(*arguments, env={"PYTHONPATH": f"{fake}{os.pathsep}{ROOT}"})
    assert done.returncode == 3
    assert done.stdout == b""
    sentence = done.stderr.decode()
    assert sentence.count("\n") == 1
    assert says in sentence
    assert "pip install opencv-python-headless" in sentence


def test_puzzle_files_need_no_opencv(process: Any, tmp_path: Path) -> None:
    (tmp_path / "fake").mkdir()
    (tmp_path / "fake" / "cv2.py").write_text("raise ImportError('libGL.so.1')")
    (tmp_path / "p.txt").write_text("tango S5/.MS3/M3M./2S3/S.S.S./5M")
    done = process("p.txt", env={"PYTHONPATH": f"{tmp_path / 'fake'}{os.pathsep}{ROOT}"})
    assert done.returncode == 0


BROKEN = "import solver; solver.load = lambda *_: 1 / 0"


def test_a_mistake_of_ours_is_one_line(process: Any, tmp_path: Path) -> None:
    (tmp_path / "p.txt").write_text("tango S.M3/6/6/6/6/6")
    (tmp_path / "sitecustomize.py").write_text(BROKEN)
    environment = {"PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}
    done = process("p.txt", env=environment)
    assert done.returncode == 70
    assert done.stderr.count(b"\n") == 1
    assert b"unexpected ZeroDivisionError" in done.stderr
    shown = process("p.txt", env={**environment, "SOLVE_SCREENSHOT_DEBUG": "1"})
    assert b"Traceback" in shown.stderr


def test_a_reader_that_goes_away(tmp_path: Path) -> None:
    (tmp_path / "p.txt").write_text("tango 6/6/6/6/6/6")
    command = f'"{sys.executable}" -m solve_screenshot p.txt --all --limit 9000; echo "code $?" >&2'
    done = subprocess.run(
        ["/bin/sh", "-c", f"({command}) | head -n 1"],
        capture_output=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        timeout=60,
        check=True,
    )
    assert done.stderr == b"code 141\n"


def test_ctrl_c(tmp_path: Path) -> None:
    (tmp_path / "p.txt").write_text("takuzu " + "/".join(["93"] * 12))
    with subprocess.Popen(
        [sys.executable, "-m", "solve_screenshot", "p.txt", "--count", "--limit", "1000000000"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # background jobs ignore it
    ) as running:
        time.sleep(1.0)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=30)
    assert running.returncode == 130
    assert out == b""
    assert err.strip() == b""


def test_starting_is_cheap() -> None:
    """Help, puzzle files and new puzzles load neither OpenCV nor numpy nor PIL, a picture no PIL."""
    program = """
import sys
from solve_screenshot.__main__ import main
try:
    main(sys.argv[1:])
except SystemExit:
    pass
print(*sorted({"cv2", "numpy", "PIL", "rich", "pandas"} & set(sys.modules)), file=sys.stderr)
"""

    def loaded(*arguments: str) -> list[str]:
        run = subprocess.run(
            [sys.executable, "-c", program, *arguments], capture_output=True, text=True, cwd=ROOT, check=True
        )
        return run.stderr.split()

    assert loaded("--help") == []
    assert loaded("--version") == []
    assert loaded("generate", "--help") == []
    assert loaded("generate", "--size", "4", "--difficulty", "easy") == []
    assert loaded("missing.json")[-1:] != ["numpy"]
    assert not {"PIL", "rich", "pandas"} & set(loaded("missing.png"))
