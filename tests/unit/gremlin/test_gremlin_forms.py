"""What models and people send: each form is accepted and normalised, or refused so that the sender can act."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.gremlin import ParseError, parse, text

ROWS: list[dict[str, Any]] = [
    json.loads(line) for line in (Path(__file__).parent / "data" / "forms.jsonl").read_text("utf-8").splitlines()
]
ACCEPTED = [row for row in ROWS if "text" in row]
REFUSED = [row for row in ROWS if "code" in row]


@pytest.mark.parametrize("row", ACCEPTED, ids=lambda row: row["form"])
def test_accepted_and_normalised(row: dict[str, Any]) -> None:
    traversal = parse(row["given"])
    assert text(traversal) == row["text"]
    assert parse(row["text"]) == traversal


@pytest.mark.parametrize("row", REFUSED, ids=lambda row: row["form"])
def test_refused_with_a_hint(row: dict[str, Any]) -> None:
    with pytest.raises(ParseError) as caught:
        parse(row["given"])
    error = caught.value
    assert error.code == row["code"], error.message
    assert row["hint"] in error.hint
    assert error.message
    assert error.position is not None
    assert 0 <= error.position.start < error.position.end


@pytest.mark.parametrize(
    ("given", "line", "column", "marked"),
    [
        ("g.V().hasLabell('a')", 1, 7, "hasLabell('a')"),
        ("g.V()\n  .out()\n  .foo()", 3, 4, "foo()"),
        ("```gremlin\ng.V().foo()\n```", 2, 7, "foo()"),
        ("// first\ng.V() /* second */ .foo()", 2, 21, "foo()"),
        ("Answer: g.V().has('a', datetime('x'))", 1, 24, "datetime('x')"),
        ("g.V()\u200b\u200b.foo()", 1, 9, "foo()"),
        ("g.V().has(“a”, foo())", 1, 16, "foo()"),
    ],
)
def test_positions_are_those_of_the_text_as_given(given: str, line: int, column: int, marked: str) -> None:
    with pytest.raises(ParseError) as caught:
        parse(given)
    position = caught.value.position
    assert position is not None
    assert (position.line, position.column) == (line, column)
    assert given[position.start : position.end] == marked
    shown, carets = caught.value.excerpt.split("\n")
    start = carets.index("^")
    assert shown[start : start + carets.count("^")].strip() == marked


def test_a_binding_gives_a_name_its_value() -> None:
    given = parse("g.V(x).has('age', P.within(ages))", {"x": "v1", "ages": [29, 30]})
    assert text(given) == "g.V('v1').has('age', P.within([29, 30]))"
    assert text(parse("g.V(x)")) == "g.V(x)"


def test_a_binding_stays_a_value() -> None:
    given = parse("g.V().has('name', n)", {"n": "x').drop().V('"})
    assert text(given) == "g.V().has('name', 'x\\').drop().V(\\'')"
    assert [step.name for step in given.steps] == ["V", "has"]
