"""The operators that a model looks around with (SEGRA §3.1): schema, taxonomy, samples, topics, raw Gremlin."""

import dataclasses
import json

import pytest

from tests.support import deskgraph
from tests.support.asking import ask
from tests.support.desk_asked import is_

TAXONOMY = {"taxonomy_labels": ("category",), "case_label": "case"}


def rows(outcome):
    return [dict(zip([column.name for column in outcome.columns], row, strict=True)) for row in outcome.rows]


def test_schema_overview_names_everything_but_private(make_context):
    data = json.loads(ask(make_context(private_properties=("note",)), "describe_schema", {}).content)["data"]
    assert set(data["vertices"]) == {"case", "category", "person", "team"}
    assert data["vertices"]["case"]["count"] == len(deskgraph.CASES)
    assert data["vertices"]["case"]["properties"]["createdAt"] == "datetime"
    assert "note" not in data["vertices"]["case"]["properties"]
    assert data["edges"]["memberOf"] == ["person -> team (3)"]


def test_schema_of_a_label_has_its_values_and_edges(make_context):
    data = json.loads(ask(make_context(), "describe_schema", {"label": "person"}).content)["data"]
    assert set(data["properties"]["name"]["values"]) == {"agent-001", "agent-002", "agent-003"}
    assert set(data["edges"]) == {"raisedBy", "assignedTo", "memberOf"}


def test_taxonomy_strong_is_in_the_name_weak_only_in_the_description(make_context):
    outcome = ask(make_context(**TAXONOMY), "taxonomy_lookup", {"topic": "vpn"})
    found = [(row["match"], row["name"], row["id"]) for row in rows(outcome)]
    assert found == [("strong", "VPN", "k1"), ("strong", "VPN", "k2"), ("weak", "E-mail (Outlook)", "k3")]
    assert "only when its description confirms" in outcome.notes[0]


@pytest.mark.parametrize(
    ("topic", "expected"),
    [
        ("outlook", [("strong", "k3")]),
        ("Printers", [("weak", "k4")]),
        ("printer", [("weak", "k4")]),
        ("remote access", [("weak", "k1")]),
        ("mail vpn", [("weak", "k3")]),
        ("v", []),  # part of a word is no token
        ("coffee", []),
    ],
)
def test_taxonomy_matches_whole_words_in_any_form(topic, expected, make_context):
    outcome = ask(make_context(**TAXONOMY), "taxonomy_lookup", {"topic": topic})
    assert [(row["match"], row["id"]) for row in rows(outcome)] == expected


def test_taxonomy_offers_partial_matches_and_says_so(make_context):
    outcome = ask(make_context(**TAXONOMY), "taxonomy_lookup", {"topic": "vpn trouble"})
    assert {row["id"] for row in rows(outcome)} == {"k1", "k2", "k3"}
    assert any("some" in note for note in outcome.notes)


def test_samples_show_real_vertices_without_private_properties(make_context):
    outcome = ask(make_context(private_properties=("note", "tags")), "sample_vertices", {"label": "case"})
    assert len(outcome.rows) == 3
    for row in rows(outcome):
        record = deskgraph.CASES[row["id"]]
        assert row["createdAt"] == record["createdAt"]
        assert not {"note", "tags"} & set(row)


def test_topics_count_vertices_and_cases_in_any_case_of_letters(make_context):
    free_text = {"case": ("note",), "category": ("description", "name"), "gone": ("text",)}
    outcome = ask(make_context(free_text=free_text, case_label="case"), "topic_search", {"topic": "VPN"})
    with_vpn = {key for key, record in deskgraph.CATEGORIES.items() if "vpn" in str(record).lower()}
    cases = [case for case in deskgraph.CASES.values() if with_vpn & set(case["categories"])]
    noted = [case for case in deskgraph.CASES.values() if "vpn" in str(case["note"]).lower()]
    found = {row["label"]: row for row in rows(outcome)}
    assert (found["category"]["vertices"], found["category"]["cases"]) == (len(with_vpn), len(cases))
    assert (found["case"]["vertices"], found["case"]["cases"]) == (len(noted), len(noted))
    assert found["case"]["samples"] == ["plain note about vpn access"]
    assert len(found["category"]["samples"]) <= 3


def test_a_topic_is_text_and_no_expression(make_context):
    context = make_context(free_text={"case": ("note",)}, case_label="case")
    assert [row["vertices"] for row in rows(ask(context, "topic_search", {"topic": "(a+b)"}))] == [1]
    assert [row["vertices"] for row in rows(ask(context, "topic_search", {"topic": ".*"}))] == [0]


GREMLIN = [
    ("g.V().hasLabel('team').count()", ["value"], [[2]]),
    (
        "```groovy\ng.V().hasLabel('team').values('name').order().toList()\n```",
        ["value"],
        [["Desktop"], ["Network"]],
    ),
    (
        "g.V().hasLabel('case').groupCount().by('status').order(local).by(values, desc).limit(local, 1)",
        ["key", "value"],
        [["Closed", 4]],
    ),
    (
        "g.V().hasLabel('team').project('n', 'i').by('name').by(id).order().by(select('n'))",
        ["n", "i"],
        [["Desktop", "t2"], ["Network", "t1"]],
    ),
    ("g.V('p1').out('memberOf')", ["id", "label"], [["t1", "team"]]),
    ("g.V().hasLabel('case').has('status', 'Lost')", ["value"], []),
]


@pytest.mark.parametrize(("gremlin", "columns", "expected"), GREMLIN, ids=[g for g, _, _ in GREMLIN])
def test_raw_gremlin_comes_back_as_a_table(gremlin, columns, expected, make_context):
    context = make_context()
    outcome = ask(context, "run_gremlin", {"gremlin": gremlin})
    assert ([column.name for column in outcome.columns], outcome.rows) == (columns, expected)
    assert outcome.queries == (0,)


def test_raw_gremlin_is_limited_and_the_limit_is_said(make_context, monkeypatch):
    monkeypatch.setattr("engine.operators.gremlin_query._ROWS", 3)
    context = make_context()
    outcome = ask(context, "run_gremlin", {"gremlin": "g.V().hasLabel('case').values('status')"})
    assert len(outcome.rows) == 3
    assert context.queries[0].gremlin.endswith(".limit(3)")
    assert any("limit of 3" in note for note in outcome.notes)


def test_an_empty_result_is_said_to_be_empty(make_context):
    outcome = ask(make_context(), "run_gremlin", {"gremlin": "g.V().hasLabel('case').has('status', 'Lost')"})
    assert any("No rows" in note for note in outcome.notes)


def test_a_value_in_another_case_is_read_as_the_one_that_is_there_and_said(make_context):
    context = make_context()
    outcome = ask(context, "aggregate", {"label": "case", "filters": [is_("status", "eq", "CLOSED")]})
    assert outcome.rows == [[4]]
    assert outcome.notes == ("'CLOSED' was read as status 'Closed'.",)
    ambiguous = ask(context, "aggregate", {"label": "case", "filters": [is_("status", "eq", "OPEN")]})
    assert ambiguous.rows == [[0]]  # Open and open are both there: not for us to choose
    assert "'OPEN' is not among the values of status" in ambiguous.notes[0]


def test_a_sampled_value_list_changes_no_value(make_context):
    known = make_context()
    sampled = dataclasses.replace(known, schema=dataclasses.replace(known.schema, sampled=3))
    outcome = ask(sampled, "aggregate", {"label": "case", "filters": [is_("status", "eq", "CLOSED")]})
    assert outcome.rows == [[0]]
    assert "'CLOSED' is not among the values seen of status" in outcome.notes[0]
