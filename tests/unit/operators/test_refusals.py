"""What does not fit the graph is refused with a message that a model can act on."""

import pytest

from engine.errors import ModelMustAct
from engine.operators.graph_data import graph_operators
from tests.support.asking import ask
from tests.support.desk_asked import CATEGORY, RAISED, count, is_, measure, out, ref

REFUSED = [
    ("aggregate", {"label": "Case"}, "unknown_name", "'Case'", "Did you mean 'case'?"),
    ("aggregate", {"label": "incident"}, "unknown_name", "'incident'", "There are: "),
    ("aggregate", count(is_("statsu", "eq", "Open")), "unknown_name", "'statsu'", "'status'"),
    (
        "aggregate",
        count(is_("name", "eq", "x", [out("hascategory")])),
        "unknown_name",
        "hascategory",
        "'hasCategory'",
    ),
    (
        "aggregate",
        count(is_("name", "eq", "x", [out("hasCategory", direction="in")])),
        "unknown_name",
        "hasCategory does not lead in of case",
        "from case to category",
    ),
    ("aggregate", count(is_("name", "eq", "x", [out("raisedBy", to="team")])), "unknown_name", "'team'", "person"),
    (
        "aggregate",
        count(is_("name", "eq", "x", [RAISED, CATEGORY])),
        "unknown_name",
        "person",
        "from case to category",
    ),
    ("aggregate", count(is_("priority", "gt", "high")), "wrong_value", "numbers", "number"),
    ("aggregate", count(is_("active", "eq", "maybe", [RAISED])), "wrong_value", "true or false", "true or false"),
    ("aggregate", count(is_("createdAt", "gt", "soon")), "not_a_time", "'soon'", "ISO 8601"),
    ("aggregate", count(is_("createdAt", "gt", "2025-13-01")), "not_a_time", "2025-13-01", "ISO 8601"),
    ("aggregate", count(is_("priority", "between", 1)), "wrong_value", "between", "high"),
    ("aggregate", count(is_("status", "within", [])), "wrong_value", "at least one", "list"),
    ("aggregate", count(is_("status", "eq", ["Open", "Closed"])), "wrong_value", "one value", "within"),
    ("aggregate", count(is_("priority", "containing", "1")), "wrong_value", "text", "eq"),
    ("aggregate", measure("avg"), "wrong_measure", "needs 'of'", "property"),
    ("aggregate", measure("sum", ref("status")), "wrong_measure", "numbers", "count_distinct"),
    ("aggregate", measure("count", ref("status")), "wrong_measure", "count", "count_distinct"),
    (
        "aggregate",
        measure("avg", {"start": ref("status"), "end": ref("resolvedAt")}),
        "not_a_duration",
        "status holds no times",
        "datetime",
    ),
    (
        "aggregate",
        count(group_by=[{"ref": ref("status"), "bucket": "month"}]),
        "not_a_duration",
        "no times",
        "without a bucket",
    ),
    (
        "aggregate",
        count(group_by=[{"ref": ref("day"), "bucket": "hour_of_day"}]),
        "not_a_duration",
        "without a time of day",
        "days",
    ),
    (
        "aggregate",
        count({"path": [CATEGORY], "op": "gte", "value": 2}),
        "wrong_value",
        "needs a property",
        "degree",
    ),
    ("aggregate", count({"filters": [is_("status", "eq", "Open")]}), "invalid_arguments", "filters.0", "schema"),
    ("aggregate", count({"kind": "some", "filters": []}), "invalid_arguments", "'some'", "schema"),
    ("aggregate", {"label": "case", "filter": []}, "invalid_arguments", "filter", "schema"),
    ("aggregate", {"label": "case", "limit": 0}, "invalid_arguments", "limit", "schema"),
    ("aggregate", {}, "invalid_arguments", "label", "schema"),
    ("find", "not json", "invalid_arguments", "JSON", "schema"),
    ("k_hop", {"label": "case", "edges": ["hasCat"]}, "unknown_name", "hasCat", "hasCategory"),
    ("taxonomy_lookup", {"topic": "vpn"}, "no_taxonomy", "no taxonomy", "topic_search"),
    ("topic_search", {"topic": "vpn"}, "no_free_text", "free-text", "find"),
    ("sample_vertices", {"label": "cases"}, "unknown_name", "'cases'", "'case'"),
    ("run_gremlin", {"gremlin": "g.V().hasLabel('case').drop()"}, "mutation", "drop()", "Remove"),
    ("run_gremlin", {"gremlin": "g.V().hasLabel('case'"}, "", "", ""),
    ("run_gremlin", {"gremlin": "g.V()"}, "full_scan", "", ""),
]


@pytest.mark.parametrize(
    ("operator", "arguments", "code", "said", "hint"), REFUSED, ids=lambda value: str(value)[:60]
)
def test_refusal_says_what_to_do(operator, arguments, code, said, hint, make_context):
    context = make_context()
    with pytest.raises(ModelMustAct) as refused:
        ask(context, operator, arguments)
    error = refused.value
    assert error.code == (code or error.code)
    assert said in error.message
    assert hint in error.hint
    assert error.hint
    assert context.queries == []  # nothing reached the graph


def test_an_unknown_operator_names_the_nearest():
    with pytest.raises(ModelMustAct, match="agregate") as refused:
        graph_operators().get("agregate")
    assert "aggregate" in refused.value.hint


def test_private_properties_cannot_be_asked_for(make_context):
    context = make_context(private_properties=("note",))
    for arguments in (
        count(is_("note", "containing", "vpn")),
        count(group_by=[{"ref": ref("note")}]),
        measure("max", ref("note")),
    ):
        with pytest.raises(ModelMustAct, match="note"):
            ask(context, "aggregate", arguments)
    with pytest.raises(ModelMustAct, match="note"):
        ask(context, "find", {"label": "case", "select": [ref("note")]})


def test_a_neighbourhood_starts_from_few(make_context, monkeypatch):
    monkeypatch.setattr("engine.operators.walk._MOST_STARTS", 5)
    with pytest.raises(ModelMustAct, match="8 vertices") as refused:
        ask(make_context(), "k_hop", {"label": "case"})
    assert refused.value.code == "too_many"
