"""Inputs of an attacker and of a careless model: what changes, escapes or floods is refused by its kind."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from engine.gremlin import AssessConfig, PolicyConfig, assess
from engine.gremlin.steps import FORBIDDEN, MUTATING, SOURCE

CHARACTERS = {"\\n": "\n", "\\u0000": "\0", "\\u2028": "\u2028"}
ROWS = [
    tuple(line.split("\t"))
    for name in ("attacks.tsv", "hostile.tsv")
    for line in (Path(__file__).parent / "data" / name).read_text("utf-8").split("\n")
    if line and not line.startswith("#")
]
CONFIG = AssessConfig(
    policy=PolicyConfig(
        similarity_edges=frozenset({"similarReason", "similarSymptoms", "similarRootCause"}),
        private_properties=frozenset({"email"}),
    )
)


def given(written: str) -> str:
    for name, character in CHARACTERS.items():
        written = written.replace(name, character)
    return written


@pytest.mark.parametrize(("code", "written"), ROWS, ids=[row[1] for row in ROWS])
def test_verdict(code: str, written: str) -> None:
    found = assess(given(written), CONFIG)
    if code == "ok":
        assert found.error is None
        assert found.traversal is not None
        assert not {step.name for step in found.traversal.walk()} & (MUTATING | SOURCE | set(FORBIDDEN))
        return
    assert found.error is not None, found.text
    assert found.error.code == code, found.error.message
    assert found.traversal is None
    assert found.error.message
    assert found.error.hint
    assert found.error.position is not None
    assert found.error.excerpt or not given(written).strip()


def test_no_refusal_suggests_a_step_that_would_be_refused() -> None:
    for name in ("dropp", "setProperty", "addVertex", "mergeVertex", "propertie", "writeTo", "calls"):
        error = assess(f"g.V('a').{name}('x')", CONFIG).error
        assert error is not None
        assert not any(f"{step}()" in error.hint for step in MUTATING | SOURCE | set(FORBIDDEN)), error.hint


@pytest.mark.parametrize(
    "query",
    [
        "g.V(" + "[" * 3_000 + "]" * 3_000 + ")", "g.V('a').where(" + "__.where(" * 900 + "__.out()" + ")" * 901,
        "g.V('a')" + ".not(__.out())" * 700, "g.V('a').has('x', P.eq(1)" + ".and(P.eq(2))" * 700 + ")",
        "g.V('a').has('x', " + "9" * 9_000 + ")", "g.V('a').has('x', '" + "\\u0041" * 1_500 + "')",
        "g.V('a').has('x', 1e999999999)", "g.V(0..2000000000)", "g.V('a')" + " " * 9_000, "```" * 3_000,
        "/*" * 5_000, "<think>" * 1_400, "\"g.V('a" * 1_200, "g.V('a')." * 1_100, "(" * 9_000, "\\" * 9_000,
        "g.V('a').has('x', TextP.regex('" + "[" * 9_000 + "'))",
    ],
    ids=lambda query: query[:24],
)  # fmt: skip
def test_no_text_of_ten_kilobytes_takes_long(query: str) -> None:
    assess("g.V('a')")  # what is loaded once
    started = time.process_time()
    assess(query, CONFIG)
    assert time.process_time() - started < 0.5
