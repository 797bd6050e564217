"""Whatever is sent: an answer that says what is wrong, never a mistake of the program, and a server that goes on."""

from __future__ import annotations

import json
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, given, settings

from tests.web.conftest import SAMPLES

pytestmark = pytest.mark.slow

PATHS = ("solve", "hint", "explain", "text", "generate")
PICTURE_PATHS = ("read", "picture", "remember", "sample")
SMALL = (SAMPLES / "tango/classic-crop-tiny.png").read_bytes()
QUICK = settings(
    max_examples=60, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture]
)

leaves = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
anything = st.recursive(
    leaves, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner), max_leaves=8
)
notations = st.sampled_from(
    ["tango 4/4/4/4", "takuzu 0.0./4/2.1/.11.", "pips 15,03 AB/AB A6 B<4", "queens AABB/AACB/DCCB/DDDB .Qx./4/4/2x."]
)
places = st.lists(st.floats() | st.integers(-9, 500), min_size=2, max_size=2)
puzzles = st.fixed_dictionaries(
    {},
    optional={
        "game": st.sampled_from(["tango", "takuzu", "pips", "queens"]) | anything,
        "size": st.integers(-1, 20) | anything,
        "cells": st.lists(st.text("SM01.Qx", max_size=6), max_size=6) | anything,
        "h": st.lists(st.text("=x.", max_size=6), max_size=6) | anything,
        "dominoes": st.lists(st.lists(st.integers(0, 6), min_size=2, max_size=2), max_size=3) | anything,
        "regions": st.lists(st.text("ABCD", min_size=4, max_size=4), min_size=4, max_size=4) | anything,
    },
)
asked = st.fixed_dictionaries(
    {},
    optional={
        "puzzle": puzzles | notations | anything,
        "clues": anything,
        "placed": anything,
        "hint": anything,
        "explain": anything,
        "corners": st.lists(places, min_size=4, max_size=4) | anything,
        "size": st.integers(0, 22) | st.lists(st.integers(-1, 9), min_size=2, max_size=2) | anything,
        "what": anything,
        "look": anything,
        "game": anything,
        "difficulty": anything,
    },
)


def is_an_answer(answer: Any) -> None:
    assert answer.status_code in (200, 400, 413, 415), (answer.status_code, answer.text)
    if answer.status_code == 200:
        return
    error = answer.json()["error"]
    assert error["kind"]
    assert error["message"]


def as_json(said: Any) -> bytes:
    return json.dumps(said).encode("utf-8", "surrogatepass")


@QUICK
@given(path=st.sampled_from(PATHS), said=asked | anything)
def test_json(api: Any, path: str, said: Any) -> None:
    if path == "generate" and isinstance(said, dict):
        said = {**said, "size": 6, "difficulty": said.get("difficulty", "easy")}
    is_an_answer(api.post(f"/api/{path}", content=as_json(said), headers={"Content-Type": "application/json"}))


@QUICK
@given(path=st.sampled_from(PICTURE_PATHS), said=asked, data=st.just(SMALL) | st.binary(max_size=300))
def test_forms(api: Any, path: str, said: Any, data: bytes) -> None:
    is_an_answer(api.post(f"/api/{path}", files={"image": ("x.png", data)}, data={"ask": as_json(said)}))


@QUICK
@given(
    path=st.sampled_from(PATHS + PICTURE_PATHS),
    body=st.binary(max_size=400) | st.just(b"--x\r\nContent-Disposition: form-data; name=image\r\n"),
    kind=st.sampled_from(["application/json", "multipart/form-data; boundary=x", "multipart/form-data", "", "text/x"]),
)
def test_bytes(api: Any, path: str, body: bytes, kind: str) -> None:
    is_an_answer(api.post(f"/api/{path}", content=body, headers={"Content-Type": kind}))


def test_it_still_answers(api: Any) -> None:
    assert api.post("/api/read", files={"image": ("x.png", SMALL)}).json()["game"] == "tango"
