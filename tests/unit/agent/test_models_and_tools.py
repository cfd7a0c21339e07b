"""Prices of the models, the compact schemas of the tools, the questions offered next."""

import datetime as dt
import json
from dataclasses import replace

import pytest

from engine.agent.backbone import ToolCall
from engine.agent.follow_ups import follow_ups
from engine.agent.models import model_of
from engine.agent.tool_schema import compact
from engine.catalog.catalog import Catalog
from engine.errors import OperatorMustAct
from engine.graph.profile import Profile
from engine.graph.schema import EdgeEnds, EdgeLabel, PropertySchema, Schema, VertexLabel
from engine.operators.graph_data import graph_operators


def test_prices_are_those_documented():
    # facts: Sonnet 5.5 $2 in / $10 out, Opus 5.5 $4 / $20, Haiku 5.5 $0.10 / $0.50 per million
    assert model_of("medium").dollars(1_000_000, 100_000, 0, 0) == pytest.approx(3.0)
    assert model_of("large").dollars(0, 1_000_000, 0, 0) == pytest.approx(20.0)
    assert model_of("small").dollars(1_000_000, 1_000_000, 0, 0) == pytest.approx(0.6)
    assert model_of("medium").dollars(0, 0, 1_000_000, 1_000_000) == pytest.approx(0.2 + 2.5)


def test_a_file_of_ones_own_replaces_the_shipped_models(tmp_path):
    own = tmp_path / "models.toml"
    own.write_text('[medium]\nid = "own"\ninput = 1\noutput = 2\ncache_read = 0\ncache_write = 0\n')
    assert model_of("medium", own).id == "own"
    with pytest.raises(OperatorMustAct, match="no model tier 'large'"):
        model_of("large", own)


@pytest.mark.parametrize(
    "text",
    [
        "[medium]\nid = 'x'\n",
        "not toml [",
        "[medium]\nid='x'\ninput=-1\noutput=1\ncache_read=1\ncache_write=1",
        "\xff",
    ],
)
def test_a_wrong_file_of_models_is_said(tmp_path, text):
    own = tmp_path / "models.toml"
    own.write_bytes(text.encode("latin-1"))
    with pytest.raises(OperatorMustAct, match="file of models"):
        model_of("medium", own)
    with pytest.raises(OperatorMustAct, match="cannot be read"):
        model_of("medium", tmp_path / "none.toml")


@pytest.mark.parametrize("operator", list(graph_operators()), ids=lambda operator: operator.name)
def test_a_compact_schema_names_every_property_in_no_more_characters(operator):
    full = operator.input_schema()
    small = compact(full)
    assert set(small["properties"]) == set(full["properties"])
    assert set(small.get("$defs", {})) - {"Filter"} == set(full.get("$defs", {}))
    for name, definition in full.get("$defs", {}).items():
        assert set(small["$defs"][name].get("properties", {})) == set(definition.get("properties", {}))
    assert len(json.dumps(small)) <= len(json.dumps(full))


def test_what_tells_filters_apart_must_be_sent():
    find = next(operator for operator in graph_operators() if operator.name == "find")
    definitions = compact(find.input_schema())["$defs"]
    for option in definitions["Filter"]["oneOf"]:
        definition = definitions[option["$ref"].rpartition("/")[2]]
        assert "kind" in definition["required"]
        assert definition["properties"]["kind"].keys() == {"const"}


def _catalog():
    now = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
    status = PropertySchema("status", "string", 42, 2, (("open", 30), ("closed", 12)))
    channel = PropertySchema("contactChannel", "string", 42, 2, (("mail", 30), ("phone", 12)))
    opened = PropertySchema("openedAt", "datetime", 42)
    case = VertexLabel("case", 42, {"status": status, "contactChannel": channel, "openedAt": opened})
    team = VertexLabel("team", 3, {})
    edge = EdgeLabel("handledBy", 42, (EdgeEnds("case", "team", 42),))
    return Catalog.build(Schema({"case": case, "team": team}, {"handledBy": edge}, now), Profile())


def test_what_can_be_asked_next_is_about_the_same_label_cut_another_way():
    asked = ToolCall("1", "aggregate", {"label": "case", "filters": [{"property": "status", "value": "open"}]})
    assert follow_ups([asked], _catalog()) == [
        "How many cases are there per contact channel?",
        "Which team has the most cases?",
        "How many cases were opened per month?",
    ]
    assert follow_ups([ToolCall("1", "run_gremlin", {"gremlin": "g.V()"})], _catalog()) == []
    assert follow_ups([], _catalog()) == []


def test_what_is_private_or_unclear_is_not_asked_next():
    catalog = _catalog()
    agents = VertexLabel("agent", 9, {})
    edges = {
        name: EdgeLabel(name, 42, (EdgeEnds("case", "agent", 42),)) for name in ("openedBy", "closedBy")
    } | catalog.schema.edges
    schema = replace(catalog.schema, vertices=catalog.schema.vertices | {"agent": agents}, edges=edges)
    private = Catalog.build(schema, Profile(private_properties=("contactChannel",)))
    assert follow_ups([ToolCall("1", "find", {"label": "case"})], private) == [
        "How many cases are there per status?",
        "Which team has the most cases?",
        "How many cases were opened per month?",
    ]
