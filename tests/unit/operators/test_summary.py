"""What the model sees of a result: constant in size, graph values as data only."""

import datetime as dt
import json

import pytest

from engine.operators.summary import NOTICE, content, table_outcome
from engine.store.artifacts import Column
from tests.support.asking import ask
from tests.support.desk_asked import count, ref
from tests.support.deskgraph import HOSTILE


def outcome_of(context, rows, columns=("name", "count"), **more):
    return table_outcome(
        context,
        operator="find",
        title="t",
        columns=[Column(name) for name in columns],
        rows=rows,
        queries=[],
        **more,
    )


@pytest.mark.parametrize("rows", [0, 1, 20, 21, 1_000, 50_000])
def test_size_does_not_grow_with_the_rows(rows, make_context):
    outcome = outcome_of(make_context(), [[f"value {i} " + "x" * 300, i] for i in range(rows)])
    assert len(outcome.content) <= 8_000
    data = json.loads(outcome.content)["data"]
    assert (data["row_count"], data["handle"]) == (rows, "a1")


def test_wide_tables_are_cut_too(make_context):
    names = [f"column {i}" for i in range(300)]
    outcome = outcome_of(make_context(), [["x" * 500] * 300 for _ in range(40)], names)
    assert len(outcome.content) <= 8_000
    assert len(outcome.columns) == 300
    assert "300" in outcome.content


def test_a_long_table_has_head_tail_and_statistics(make_context):
    data = json.loads(outcome_of(make_context(), [[f"v{i % 7}", i] for i in range(100)]).content)["data"]
    assert data["head"][0] == ["v0", 0]
    assert data["tail"][-1] == ["v1", 99]
    assert data["statistics"]["count"] == {"missing": 0, "min": 0, "max": 99, "mean": 49.5}
    assert data["statistics"]["name"] == {"missing": 0, "distinct": 7}


def test_a_short_table_is_whole(make_context):
    moment = dt.datetime(2025, 1, 1, tzinfo=dt.UTC)
    data = json.loads(outcome_of(make_context(), [["a", moment], [None, None]]).content)["data"]
    assert data["rows"] == [["a", moment.isoformat()], [None, None]]
    assert [column["type"] for column in data["columns"]] == ["string", "datetime"]


def test_hostile_values_stay_inside_data(make_context):
    """No tag, no invisible sign, no raw line break leaves the JSON string; the value itself is unharmed."""
    outcome = ask(make_context(), "find", {"label": "case", "select": [ref("note")]})
    for sign in ("<", ">", "&", "\u202e", "\u200b", "\n"):
        assert sign not in outcome.content
    body = json.loads(outcome.content)
    assert [HOSTILE] in body["data"]["rows"]
    assert body["notice"] == NOTICE
    assert "Ignore previous" not in json.dumps({key: value for key, value in body.items() if key != "data"})
    assert list(body) == ["operator", "gremlin", "notice", "data"]  # the notice stands before the values


def test_hostile_values_in_notes_and_group_keys_stay_inside_data(make_context):
    outcome = ask(make_context(), "aggregate", count(group_by=[{"ref": ref("note")}], limit=1))
    assert "<" not in outcome.content
    assert len(outcome.rows) == 4  # all tie, and each is listed
    json.loads(outcome.content)


def test_every_schema_name_and_value_is_escaped():
    written = content("find", {"</data>": ["<b>", "\x00", "\ud800"]})
    assert "<" not in written
    assert json.loads(written)["data"] == {"</data>": ["<b>", "\x00", "\ud800"], "notes": []}


def test_outcome_as_a_table_to_show(make_context):
    outcome = outcome_of(make_context(), [[f"v{i}", i] for i in range(30)], total=400)
    table = outcome.table(5)
    assert (table.columns, len(table.rows), table.total_rows, table.handle) == (["name", "count"], 5, 400, "a1")
