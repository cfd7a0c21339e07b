"""GraphSON 3: the forms that are written, the types, and what is refused with its line."""

import datetime as dt
import io
import json

import pytest

from engine.graph.load.elements import EdgeRecord, VertexRecord
from engine.graph.load.graphson_read import read_graphson
from engine.graph.load.graphson_types import untyped
from engine.graph.load.graphson_write import typed, write_lines
from engine.graph.load.problems import LoadRefused
from tests.shared import shared

A = {"id": "a", "label": "case", "outE": {"has": [{"id": 1, "inV": "b"}]}, "properties": {"n": [{"value": 5}]}}
B = {"id": "b", "label": "reason", "inE": {"has": [{"id": 1, "outV": "a"}]}}


def write(tmp_path, text):
    path = tmp_path / "g.jsonl"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def problems(path):
    with pytest.raises(LoadRefused) as refused:
        read_graphson(path)
    return [(p.line, p.code) for p in refused.value.problems.kept]


@pytest.mark.parametrize(
    "text",
    [
        f"{json.dumps(A)}\n{json.dumps(B)}\n",
        json.dumps({"vertices": [A, B]}),
        json.dumps({"vertices": [A, B]}, indent=2),
        json.dumps([A, B]),
        json.dumps([A, B], indent=1),
        "\ufeff" + f"{json.dumps(A)}\n\n{json.dumps(B)}",
        f"{json.dumps({**A, 'outE': {}})}\n{json.dumps(B)}\n",  # the edge at its in-vertex only
    ],
    ids=["lines", "wrapped", "wrapped-indented", "array", "array-indented", "bom", "in-edges"],
)
def test_every_form_gives_the_same_graph(tmp_path, text):
    found, notes = read_graphson(write(tmp_path, text))
    assert {v.id: (v.label, dict(v.properties)) for v in found.vertices.values()} == {
        "a": ("case", {"n": 5}),
        "b": ("reason", {}),
    }
    assert [(e.label, e.out_id, e.in_id) for e in found.edges] == [("has", "a", "b")]
    assert notes == []


@pytest.mark.parametrize(
    ("name", "vertices", "edges"), [("modern", 6, 6), ("sink", 3, 3), ("grateful", 808, 8049)]
)
def test_tinkerpop_s_own_graphs(name, vertices, edges):
    found, notes = read_graphson(shared("data/tinkerpop") / f"tinkerpop-{name}.json")
    assert (len(found.vertices), len(found.edges), notes) == (vertices, edges, [])


def test_several_values_become_a_list_and_their_own_properties_are_said(tmp_path):
    places = [
        {"value": "bremen", "properties": {"since": {"@type": "g:Int32", "@value": 1990}}},
        {"value": "paris"},
    ]
    found, notes = read_graphson(write(tmp_path, json.dumps({**B, "inE": {}, "properties": {"at": places}})))
    assert found.vertices["b"].properties == {"at": ["bremen", "paris"]}
    assert notes == ["1 properties had properties of their own, left out"]


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ({"@type": "g:Int32", "@value": 5}, 5),
        ({"@type": "gx:BigDecimal", "@value": 1.5}, 1.5),
        ({"@type": "g:Date", "@value": 1456708560000}, dt.datetime(2016, 2, 29, 1, 16, tzinfo=dt.UTC)),
        (
            {"@type": "gx:ZonedDateTime", "@value": "2016-02-29T02:16:00+01:00[Europe/Berlin]"},
            dt.datetime(2016, 2, 29, 1, 16, tzinfo=dt.UTC),
        ),
        ({"@type": "gx:Duration", "@value": "PT1H0.5S"}, dt.timedelta(hours=1, seconds=0.5)),
        (
            {"@type": "g:UUID", "@value": "41d2e28a-20a4-4ab0-b379-d810dede3786"},
            "41d2e28a-20a4-4ab0-b379-d810dede3786",
        ),
        ({"@type": "g:Set", "@value": ["x", {"@type": "g:Int64", "@value": 2}]}, ["x", 2]),
        (True, True),
    ],
)
def test_types(raw, expected):
    assert untyped(raw) == expected


@pytest.mark.parametrize(
    "raw",
    [
        {"@type": "g:Map", "@value": ["a", 1]},
        {"@type": "g:Double", "@value": "NaN"},
        {"@type": "g:Int64", "@value": 2**70},
        {"@type": "g:Date", "@value": "monday"},
        {"plain": "map"},
        [["nested"]],
    ],
)
def test_what_no_property_can_hold_is_refused(raw):
    with pytest.raises(ValueError):
        untyped(raw)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"{json.dumps(A)}\n{json.dumps(B)}\n{json.dumps(B)}", [(3, "duplicate")]),
        (json.dumps(A), [(1, "dangling")]),
        (f"{json.dumps(B)[:-5]}\n{json.dumps(A)}", [(1, "broken")]),
        (
            f"{json.dumps({**B, 'inE': {}})}\nnonsense\n42\n" + '{"id":"c"',
            [(2, "broken"), (3, "broken"), (4, "broken")],
        ),
        (json.dumps({"vertices": [A, B]}, indent=2)[:-30], [(30, "broken")]),
        (json.dumps(B).replace('"reason"', '"r\xe9"').encode("latin-1"), [(1, "encoding")]),
        ('{"id":"a","label":"x","properties":{"m":[{"value":{"@type":"g:Map","@value":[]}}]}}', [(1, "type")]),
        ('{"id":"a","label":"x","outE":[1]}', [(1, "broken")]),
        ("", [(0, "empty")]),
    ],
)
def test_problems_have_their_lines(tmp_path, text, expected):
    found = problems(write(tmp_path, text))
    if expected == [(30, "broken")]:  # cut in the middle of the document: the line is the parser's
        assert [code for _, code in found] == ["broken"]
        assert found[0][0] > 1
    else:
        assert [pair for pair in found if pair[1] != "dangling" or expected == [(1, "dangling")]] == expected


def test_a_missing_file(tmp_path):
    assert problems(tmp_path / "none.json") == [(0, "unreadable")]


def test_what_is_written_is_read_back(tmp_path):
    properties = {
        "text": 'it\'s "q"\n\u2028é',
        "whole": -(2**40),
        "real": 0.1,
        "yes": True,
        "at": dt.datetime(2024, 2, 29, 23, 59, 59, 999000, tzinfo=dt.UTC),
        "day": dt.date(2024, 2, 29),
        "took": dt.timedelta(seconds=90.5),
        "list": ["a", 1, 2.5],
    }
    edge = EdgeRecord("e", "1", "2", {"score": 0.675})
    out = io.StringIO()
    assert write_lines([VertexRecord("1", "a", properties, (edge,)), VertexRecord("2", "b")], out) == (2, 1)
    found, _ = read_graphson(write(tmp_path, out.getvalue()))
    assert found.vertices["1"].properties == properties
    assert dict(found.edges[0].properties) == {"score": 0.675}
    assert typed(0.0) == {"@type": "g:Double", "@value": 0.0}
