"""The suite itself: enough questions of every kind, each with one expected value, and a fair judge."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from typing import Any

import pytest

from engine.answer import Answer, Query, Table
from tests.questions.fourth.generate import generate
from tests.questions.judge_answer import judge
from tests.questions.suite import FOLDER, GRAPHS, questions, wanted

ALL = [question for graph in GRAPHS for question in questions("all", graph)]


def test_enough_questions():
    refused = [q for q in ALL if "answered" not in q["expect"]["status"]]
    assert len(ALL) >= 260
    assert len(refused) >= 50
    assert min(Counter(q["graph"] for q in ALL).values()) >= 65
    assert len({q["id"] for q in ALL}) == len({(q["graph"], q["question"]) for q in ALL}) == len(ALL)


def test_fourth_graph_is_what_its_script_writes(tmp_path):
    generate(tmp_path)
    for file in sorted(tmp_path.iterdir()):
        assert file.read_bytes() == (FOLDER / "fourth" / file.name).read_bytes(), file.name


@pytest.mark.parametrize("graph", GRAPHS)
def test_every_expected_value_can_be_computed(graph: str):
    for question in questions("all", graph):
        for value in wanted(question):
            assert value is not None, question["id"]
            if question["expect"]["kind"] == "value":
                assert len(value) == 1, question["id"]


def table(columns: list[str], rows: list[list[Any]], total: int | None = None) -> Answer:
    shown = Table("", columns, rows, len(rows) if total is None else total)
    return Answer(status="answered", text="", tables=[shown])


def expecting(kind: str, **fields: Any) -> dict[str, Any]:
    return {"status": ["answered"], "kind": kind, "function": fields.pop("function", "number"), **fields}


NOON = dt.datetime(2016, 3, 1, 12, tzinfo=dt.UTC)
RIGHT = [
    (expecting("number"), 42, table(["count"], [[42]])),
    (expecting("number", unit="hours", tolerance=0.006), 36.0, table(["average (days)"], [[1.5]])),
    (expecting("number"), NOON, table(["opened_at"], [["2016-03-01T12:00:00Z"]])),
    (expecting("share", function="share"), 0.25, table(["share"], [[25.0]])),
    (expecting("share", function="share"), 0.25, table(["matching", "of", "share"], [[1, 4, 0.25]])),
    (expecting("value"), ["Email"], table(["number", "channel"], [["CS-1", "EMAIL"]])),
    (expecting("names"), ["a", "b"], table(["name", "n"], [["B", 1], ["A", 2]])),
    (expecting("names"), [], table(["name"], [])),
    (
        expecting("rows"),
        [["2016-03", 2], ["2016-04", 1]],
        table(["m", "n"], [["Apr 2016", 1], ["2016-03", 2]]),
    ),
    (expecting("rows"), [["2016-Q1", 2]], table(["quarter", "n"], [["Q1 2016", 2], ["Q2 2016", 0]])),
    (expecting("ranked", args={"limit": 1}), [["204", 5], ["9", 5]], table(["l", "n"], [["location 9", 5]])),
    (expecting("best"), [["204", 5]], table(["location", "count"], [["204", 5], ["9", 3]])),
    (expecting("sides"), [["204", 5], ["9", 3]], table(["side", "n"], [["location 9", 3], ["location 204", 5]])),
]
WRONG = [
    (expecting("number"), 42, table(["count"], [[43]])),
    (expecting("number"), 42, table(["a", "n"], [["x", 42], ["y", 1]])),
    (expecting("number", unit="hours", tolerance=0.006), 36.0, table(["average (hours)"], [[1.5]])),
    (expecting("share", function="share"), 0.25, table(["share"], [[0.26]])),
    (expecting("value"), ["Email"], table(["channel"], [["PHONE"]])),
    (expecting("names"), ["a", "b"], table(["name"], [["a"]])),
    (expecting("names"), ["a"], table(["name"], [["a"], ["b"]])),
    (expecting("names"), [], table(["name"], [["a"]])),
    (expecting("rows"), [["a", 2], ["b", 1]], table(["k", "n"], [["a", 2], ["b", 2]])),
    (expecting("rows"), [["a", 2], ["b", 1]], table(["k", "n"], [["a", 2]])),
    (expecting("ranked", args={"limit": 2}), [["a", 5], ["b", 3]], table(["k", "n"], [["b", 3], ["a", 5]])),
    (expecting("best"), [["a", 5]], table(["k", "n"], [["b", 5]])),
    (expecting("best"), [["a", 5]], table(["k", "n"], [["a", 4]])),
    (expecting("sides"), [["a", 5], ["b", 3]], table(["k", "n"], [["a", 5]])),
]


@pytest.mark.parametrize(("expect", "value", "answer"), RIGHT)
def test_judge_accepts(expect: dict[str, Any], value: Any, answer: Answer):
    assert judge(expect, [value], answer) == "right"


@pytest.mark.parametrize(("expect", "value", "answer"), WRONG)
def test_judge_refuses(expect: dict[str, Any], value: Any, answer: Answer):
    assert judge(expect, [value], answer) == "wrong"


def test_judge_reads_rows_where_there_is_no_table():
    query = Query("g.V().count()", "", [42], 1, "", 1.0, {})
    assert judge(expecting("number"), [42], Answer(status="answered", text="", queries=[query])) == "right"


@pytest.mark.parametrize(
    ("accepted", "status", "verdict"),
    [
        (["declined", "clarify"], "clarify", "right"),
        (["declined", "clarify"], "answered", "answered though it should not"),
        (["answered"], "declined", "declined wrongly"),
        (["answered"], "failed", "failed"),
    ],
)
def test_judge_of_status(accepted: list[str], status: Any, verdict: str):
    assert judge({**expecting("number"), "status": accepted}, [1], Answer(status=status, text="")) == verdict
