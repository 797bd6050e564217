"""The API: the same Results as the command's, and what it says where it has none."""

from __future__ import annotations

import json
import os
import signal
import socket
import threading
import time
from pathlib import Path
from typing import Any

import click.testing
import PIL.Image
import pytest

import solver
from solve_screenshot.cli import cli
from solve_screenshot.web.pool import AHEAD
from tests.web.conftest import SAMPLES, Served, sent

pytestmark = pytest.mark.slow

BOARD = SAMPLES / "tango/classic-desktop-partial.png"
PIPS = SAMPLES / "pips/classic-desktop.png"
QUEENS = SAMPLES / "queens/classic-desktop.png"
PARTS = ("game", "puzzle", "solutions", "solution", "board", "confidence", "warnings", "error", "difficulty")


def label(path: Path) -> Any:
    return json.loads(path.with_suffix(".json").read_bytes())


@pytest.mark.parametrize(
    ("name", "option"),
    [
        ("tango/classic-desktop-partial.png", "explain"),
        ("takuzu/circles-wrong.png", "hint"),
        ("pips/classic-desktop.png", "hint"),
        ("queens/classic-desktop.png", "hint"),
        ("tango/none-prose.png", None),
    ],
)
def test_a_result_is_that_of_the_command(api: Any, name: str, option: str | None) -> None:
    path = SAMPLES / name
    done = click.testing.CliRunner().invoke(cli, [str(path), "--json", *([f"--{option}"] if option else [])])
    expected = json.loads(done.stdout)
    asked: dict[str, Any] = {option: True} if option else {}
    answer = sent(api, path, **asked)
    assert answer.status_code == 200
    got = answer.json()
    assert got.keys() == expected.keys()
    assert {key: got[key] for key in got if key not in ("image", "milliseconds")} == {
        key: expected[key] for key in got if key not in ("image", "milliseconds")
    }
    assert got["image"] == path.name


def test_a_puzzle_is_solved_hinted_at_and_explained(api: Any) -> None:
    puzzle = label(BOARD)["puzzle"]
    solved = api.post("/api/solve", json={"puzzle": puzzle}).json()
    assert solved["solution"] == solver.solve(solver.load(puzzle)).to_json()  # type: ignore[union-attr]
    hint = api.post("/api/hint", json={"puzzle": puzzle}).json()["hint"]
    assert hint["sentence"] == solver.hint(solver.load(puzzle)).sentence  # type: ignore[union-attr]
    steps = api.post("/api/explain", json={"puzzle": puzzle}).json()["steps"]
    filled = [list(row) for row in puzzle["cells"]]
    for step in steps:
        for r, c, symbol in step["fills"]:
            filled[r][c] = symbol
    assert ["".join(row) for row in filled] == solved["solution"]


def test_wrong_entries_are_named_where_the_clues_are_told(api: Any) -> None:
    puzzle = solver.load("takuzu 0.0./4/2.1/.11.")
    clues = [list(cell) for cell in sorted(puzzle.filled())]  # type: ignore[union-attr]
    wrong = puzzle.to_json() | {"cells": ["010.", "0...", "...1", ".11."]}
    result = api.post("/api/solve", json={"puzzle": wrong, "clues": clues}).json()
    assert (result["solutions"], result["wrong_entries"]) == ("none", [[1, 0]])
    assert result["clues_solution"] == ["0101", "1010", "1001", "0110"]


def test_wrong_entries_of_queens_are_crowns_and_crosses(api: Any) -> None:
    puzzle = solver.load("queens ABBBC/AAABC/DDAAA/DDAAE/DDAEE .x3/5/Q4/5/5").to_json()
    result = api.post("/api/solve", json={"puzzle": puzzle, "clues": []}).json()
    assert (result["solutions"], result["wrong_entries"]) == ("none", [[0, 1], [2, 0]])
    assert result["clues_solution"] == [".Q...", "....Q", "..Q..", "Q....", "...Q."]
    given = api.post("/api/solve", json={"puzzle": puzzle, "clues": [[0, 1]]}).json()
    assert given["solutions"] == "none"
    assert "wrong_entries" not in given, "no entry is at fault where what is given has no solution"
    apart = puzzle | {"regions": ["ABBBC", "AAABC", "DDAAA", "DDAAE", "DDABE"]}
    answer = api.post("/api/solve", json={"puzzle": apart})
    assert answer.status_code == 400
    assert "region B is in parts" in answer.json()["error"]["message"]


def test_dominoes_on_the_board_stay_where_they_are(api: Any) -> None:
    puzzle = label(PIPS)["puzzle"]
    (a, b), domino = label(PIPS)["solution"][0], puzzle["dominoes"][0]
    result = api.post("/api/solve", json={"puzzle": puzzle, "placed": [[a, b, domino]]}).json()
    assert result["placed"] == [[a, b, domino]]
    assert sorted([a, b]) in [sorted(place) for place in result["solution"]]
    for bad in ([[a, a, domino]], [[a, b, [6, 0, 1]]], [[[90, 0], [90, 1], domino]], "x"):
        assert api.post("/api/solve", json={"puzzle": puzzle, "placed": bad}).status_code == 400


def test_new_puzzles_are_as_asked_for(api: Any) -> None:
    asked = {"game": "takuzu", "size": 6, "difficulty": "easy", "seed": 4}
    made = api.post("/api/generate", json=asked).json()
    assert made == api.post("/api/generate", json=asked).json()
    assert solver.solve(solver.load(made)).to_json() == made["solution"]  # type: ignore[union-attr]
    assert made["difficulty"]["level"] == "easy"
    queens = api.post("/api/generate", json={"game": "queens", "size": 7, "difficulty": "easy", "seed": 2}).json()
    assert (queens["game"], queens["size"]) == ("queens", 7)
    assert [one.to_json() for one in solver.solutions(solver.load(queens))] == [queens["solution"]]
    strange: list[dict[str, Any]] = [{"game": "chess"}, {"size": 7}, {"game": "queens", "size": 40}, {"size": 400}]
    for bad in [*strange, {"difficulty": "brutal"}, {"seed": "x"}, {"size": True}]:
        answer = api.post("/api/generate", json=bad)
        assert (answer.status_code, answer.json()["error"]["kind"]) == (400, "bad_request")


def test_a_picture_comes_back_with_its_solution(api: Any) -> None:
    import cv2
    import numpy as np

    before = cv2.imread(str(BOARD))
    assert before is not None
    answer = sent(api, BOARD, "picture")
    assert answer.headers["content-type"] == "image/png"
    drawn = cv2.imdecode(np.frombuffer(answer.content, np.uint8), cv2.IMREAD_COLOR)
    assert drawn is not None
    assert drawn.shape == before.shape
    changed = np.argwhere(np.abs(drawn.astype(int) - before).max(axis=2) > 8)
    x0, y0, x1, y1 = label(BOARD)["board_bbox"]
    assert len(changed) > 500
    assert (changed.min(axis=0) >= (y0 - 2, x0 - 2)).all()
    assert (changed.max(axis=0) <= (y1 + 2, x1 + 2)).all()
    assert sent(api, SAMPLES / "tango/none-prose.png", "picture").status_code == 400


def test_layout_says_where_things_are(api: Any) -> None:
    layout = sent(api, BOARD, layout=True).json()["layout"]
    x0, y0, x1, y1 = label(BOARD)["board_bbox"]
    (left, top), (right, bottom) = layout["crossings"][0][0], layout["crossings"][6][6]
    assert [left, top, right, bottom] == pytest.approx([x0, y0, x1, y1], abs=4)
    assert (layout["width"], layout["height"]) == PIL.Image.open(BOARD).size
    assert layout["clues"] == label(BOARD)["clues"]


def test_layout_says_where_regions_are_and_in_which_colour(api: Any) -> None:
    layout = sent(api, QUEENS, layout=True).json()["layout"]
    puzzle, (x0, y0, x1, y1) = label(QUEENS)["puzzle"], label(QUEENS)["grid"]
    n = puzzle["size"]
    (left, top), (right, bottom) = layout["crossings"][0][0], layout["crossings"][n][n]
    assert [left, top, right, bottom] == pytest.approx([x0, y0, x1, y1], abs=4)
    assert sorted(layout["fills"]) == sorted(set("".join(puzzle["regions"])))
    picture: Any = PIL.Image.open(QUEENS).convert("RGB")
    for (r, c), letter in solver.QueensPuzzle.from_json(puzzle).region_of.items():
        x, y = x0 + (c + 0.2) * (x1 - x0) / n, y0 + (r + 0.2) * (y1 - y0) / n
        red, green, blue = picture.getpixel((round(x), round(y)))
        assert layout["fills"][letter] == f"rgb({red}, {green}, {blue})"


def test_queens_are_read_where_the_corners_of_an_odd_board_were_marked(api: Any) -> None:
    path = SAMPLES / "queens/classic-5x5.png"
    x0, y0, x1, y1 = label(path)["grid"]
    corners = [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]
    result = sent(api, path, corners=corners, size=5).json()
    assert result["puzzle"] == label(path)["puzzle"]
    assert sent(api, path, corners=corners, size=3).status_code == 400


def test_a_mended_board_of_queens_is_drawn_and_saved(api: Any, served: Served) -> None:
    """A cell that is another region's, and a crown that was not seen."""
    import cv2
    import jsonschema
    import numpy as np

    said = label(QUEENS)["puzzle"]
    regions, cells = [*said["regions"]], [*said["cells"]]
    assert regions[4] == "EEEFFGFB"
    regions[4], cells[0] = "EEEFGGFB", "..Q....."
    mended = said | {"regions": regions, "cells": cells}
    before = cv2.imread(str(QUEENS))
    assert before is not None
    answer = sent(api, QUEENS, "picture", puzzle=mended)
    assert answer.status_code == 200, answer.text
    drawn = cv2.imdecode(np.frombuffer(answer.content, np.uint8), cv2.IMREAD_COLOR)
    solution = solver.solve(solver.load(mended))
    assert solution is not None
    (x0, y0, x1, y1), n = label(QUEENS)["grid"], said["size"]
    for r, row in enumerate(solution.cells):  # type: ignore[union-attr]
        for c, symbol in enumerate(row):
            top, left = round(y0 + (r + 0.2) * (y1 - y0) / n), round(x0 + (c + 0.2) * (x1 - x0) / n)
            bottom, right = round(y0 + (r + 0.8) * (y1 - y0) / n), round(x0 + (c + 0.8) * (x1 - x0) / n)
            changed = (drawn[top:bottom, left:right] != before[top:bottom, left:right]).any()  # type: ignore[index]
            assert changed == (symbol == "Q" and (r, c) != (0, 2)), (r, c)
    answer = sent(api, QUEENS, "sample", puzzle=mended)
    written = json.loads((served.samples / f"{answer.json()['name']}.json").read_bytes())
    schema: Any = json.loads((SAMPLES / "label.schema.json").read_bytes())
    assert not list(jsonschema.Draft202012Validator(schema).iter_errors(written))
    assert written["puzzle"] == mended
    for path in served.samples.glob("queens-*"):
        path.unlink()
    other = "queens ABBBC/AAABC/DDAAA/DDAAE/DDAEE"
    assert sent(api, QUEENS, "picture", puzzle=other).status_code == 400
    assert "looks of queens are not learnt" in sent(api, QUEENS, "remember", look="q").json()["error"]["message"]


def test_a_board_of_pips_is_drawn_where_it_was_marked(api: Any) -> None:
    """What somebody says the picture shows is all that is known of it: nothing is looked for."""

    import cv2
    import numpy as np

    said, step = label(PIPS), label(PIPS)["lattice"]["pitch"]
    x0, y0 = said["lattice"]["x0"], said["lattice"]["y0"]
    corners = [[x0, y0], [x0 + 6 * step, y0], [x0 + 6 * step, y0 + 6 * step], [x0, y0 + 6 * step]]
    marked = {"puzzle": said["puzzle"], "corners": corners, "size": [6, 6]}
    before = cv2.imread(str(PIPS))
    assert before is not None
    answer = sent(api, PIPS, "picture", **marked)
    assert answer.status_code == 200, answer.text
    drawn = cv2.imdecode(np.frombuffer(answer.content, np.uint8), cv2.IMREAD_COLOR)
    assert drawn is not None
    changed = np.abs(drawn.astype(int) - before).max(axis=2) > 8
    for r in range(6):
        for c in range(6):
            top, left = round(y0 + (r + 0.2) * step), round(x0 + (c + 0.2) * step)
            is_cell = any([r, c] in region["indices"] for region in said["puzzle"]["regions"])
            assert changed[top : top + 36, left : left + 36].any() == is_cell, (r, c)
    answer = sent(api, PIPS, "remember", look="marked", **marked)
    assert "looks of pips are not learnt" in answer.json()["error"]["message"]
    for bad in ({"size": 6}, {"size": [3, 6]}, {"size": [0, 6]}, {"corners": corners[:3]}, {"corners": corners[::-1]}):
        assert sent(api, PIPS, "picture", **marked | bad).status_code == 400, bad


def test_a_mended_board_is_saved_with_its_label(api: Any, served: Served) -> None:
    import jsonschema

    puzzle = label(BOARD)["puzzle"]
    mended = puzzle | {"cells": ["M" + puzzle["cells"][0][1:], *puzzle["cells"][1:]]}
    clues = label(BOARD)["clues"]
    answer = sent(api, BOARD, "sample", puzzle=mended, clues=clues)
    assert answer.status_code == 200, answer.text
    saved = served.samples / f"{answer.json()['name']}.json"
    written = json.loads(saved.read_bytes())
    schema: Any = json.loads((SAMPLES / "label.schema.json").read_bytes())
    assert not list(jsonschema.Draft202012Validator(schema).iter_errors(written))
    assert (written["puzzle"], written["clues"]) == (mended, clues)
    assert (served.samples / written["image"]).is_file()
    assert sorted(path.suffix for path in served.samples.glob(f"{saved.stem}.*")) == [".json", ".png"]


def test_a_look_is_remembered_under_its_name_once(api: Any, served: Served) -> None:
    path = SAMPLES / "tango/classic-crop.png"
    answer = sent(api, path, "remember", look="crop")
    assert answer.status_code == 200, answer.text
    assert "crop" in answer.json()["message"]
    known = sorted(served.looks.iterdir())
    assert served.looks / "crop" in known
    for name in ("crop", "../crop", "", 7):
        assert sent(api, path, "remember", look=name).status_code == 400
    assert sorted(served.looks.iterdir()) == known
    api.get("/api/about")
    import shutil

    shutil.rmtree(served.looks / "crop")


# --- what is refused -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("headers", "allowed"),
    [
        ({}, True),
        ({"Host": "localhost:1"}, True),
        ({"Host": "[::1]:8765"}, True),
        ({"Host": "evil.example"}, False),
        ({"Host": "127.0.0.1.evil.example"}, False),
        ({"Host": "192.168.1.9"}, False),
        ({"Host": "localhost@evil.example"}, False),
        ({"Origin": "http://evil.example"}, False),
        ({"Origin": "null"}, False),
        ({"Origin": "http://127.0.0.1:1"}, False),
        ({"Sec-Fetch-Site": "cross-site"}, False),
        ({"Sec-Fetch-Site": "same-site"}, False),
        ({"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}, True),
        ({"Sec-Fetch-Site": "same-origin"}, True),
    ],
)
def test_only_who_belongs_here_is_answered(api: Any, headers: dict[str, str], allowed: bool) -> None:
    answer = api.get("/api/about", headers=headers)
    assert (answer.status_code == 200) is allowed
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    if not allowed:
        assert answer.json()["error"]["kind"] == "refused"


def test_the_page_of_this_server_may_post(api: Any, served: Served) -> None:
    asked = {"puzzle": "tango 4/4/4/4"}
    assert api.post("/api/solve", json=asked, headers={"Origin": served.address}).status_code == 200
    assert api.post("/api/solve", json=asked, headers={"Origin": "http://evil.example"}).status_code == 403


def test_too_large_a_request_is_refused_before_it_is_sent(served: Served) -> None:
    host, port = served.address.removeprefix("http://").split(":")
    head = f"POST /api/read HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Type: multipart/form-data; boundary=x\r\n"
    with socket.create_connection((host, int(port)), timeout=20) as connection:
        connection.sendall(f"{head}Content-Length: 999999999999\r\n\r\n".encode())
        assert b" 413 " in connection.recv(4096)
    with socket.create_connection((host, int(port)), timeout=20) as connection:
        connection.sendall(f"{head}Transfer-Encoding: chunked\r\n\r\n".encode())
        answer = b""
        connection.settimeout(0.05)
        for _ in range(80):  # it says when it has enough
            try:
                connection.sendall(b"100000\r\n" + b"x" * 0x100000 + b"\r\n")
                answer += connection.recv(4096)
            except TimeoutError:
                continue
            except OSError:
                break
            if answer:
                break
        assert b" 413 " in answer or b" 400 " in answer


def test_requests_that_say_nothing_are_told_what_to_say(api: Any) -> None:
    picture = {"image": BOARD.read_bytes()}
    cases: list[tuple[str, dict[str, Any], int]] = [
        ("/api/solve", {"content": b"{}", "headers": {"Content-Type": "text/plain"}}, 415),
        ("/api/solve", {"content": b"{", "headers": {"Content-Type": "application/json"}}, 400),
        ("/api/solve", {"json": []}, 400),
        ("/api/solve", {"json": {}}, 400),
        ("/api/solve", {"json": {"puzzle": "chess"}}, 400),
        ("/api/solve", {"json": {"puzzle": "tango 4/4/4/4", "clues": [[1]]}}, 400),
        ("/api/read", {"json": {}}, 415),
        ("/api/read", {"files": {"other": b""}}, 400),
        ("/api/read", {"files": {"image": b"x"}, "data": {"ask": "["}}, 400),
        ("/api/read", {"files": picture, "data": {"ask": '{"corners": [[1, 2]], "size": 6}'}}, 400),
        ("/api/read", {"files": picture, "data": {"ask": '{"corners": 7, "size": 6}'}}, 400),
        ("/api/nothing", {"json": {}}, 405),
    ]
    for path, body, status in cases:
        answer = api.post(path, **body)
        assert answer.status_code == status, (path, body, answer.text)
        assert answer.json()["error"]["message"].endswith((".", "png"))
    assert api.get("/nothing").status_code == 404


def test_busy_is_said_while_all_places_are_taken(api: Any, served: Served) -> None:
    """Places are taken by requests that have begun, and are free again when those are gone."""
    host, port = served.address.removeprefix("http://").split(":")
    head = f"POST /api/read HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Type: multipart/form-data; boundary=x\r\n"
    waiting: list[socket.socket] = []
    asked = {"puzzle": "tango 4/4/4/4"}
    try:
        for _ in range(16 * AHEAD):  # some begin later than others that came after them
            waiting.append(socket.create_connection((host, int(port)), timeout=20))
            waiting[-1].sendall(f"{head}Content-Length: 100\r\n\r\n".encode())
            busy = api.post("/api/solve", json=asked)
            if busy.status_code != 200:
                break
        assert (busy.status_code, busy.headers["retry-after"]) == (503, "1")
        assert busy.json()["error"]["kind"] == "busy"
    finally:
        for connection in waiting:
            connection.close()
    assert len(waiting) >= 2 * AHEAD
    answers = (api.post("/api/solve", json=asked) for _ in range(500))
    assert next(answer.status_code for answer in answers if answer.status_code != 503) == 200


# --- processes -------------------------------------------------------------------------------------------------------


def test_a_picture_whose_process_is_killed_is_read_again(api: Any, served: Served) -> None:
    """Processes are killed until it hits one that reads; every picture has its right answer all the same."""
    expected = label(PIPS)["puzzle"]["dominoes"]
    answers: list[Any] = []

    def ask() -> None:
        answers.extend(sent(api, PIPS).json() for _ in range(6))

    asking = [threading.Thread(target=ask) for _ in range(2)]
    before = served.workers
    assert len(before) == 2
    for one in asking:
        one.start()
    time.sleep(0.05)
    for pid in before:
        os.kill(pid, signal.SIGKILL)
    for one in asking:
        one.join(60)
    assert len(answers) == 12
    for result in answers:
        ended = result["error"] is not None and "ended the process" in result["error"]["message"]
        assert ended or sorted(result["puzzle"]["dominoes"]) == sorted(expected)
    assert sent(api, PIPS).json()["error"] is None
    assert len(served.workers) == 2
    assert not set(before) & set(served.workers)
