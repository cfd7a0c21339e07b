"""One question gives the same values on every engine: dates, durations, buckets, numbers, text, schema."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from engine.graph.backend import GraphBackend, Limits, Property
from engine.graph.connection import Pool
from engine.graph.embedded import EmbeddedGraph
from engine.graph.remote import RemoteGraph
from engine.graph.schema import EdgeEnds, EdgeLabel, PropertySchema, PropertyType, Schema, VertexLabel
from engine.gremlin import parse
from tests.support.worlds import Filler

LIMITS = Limits(timeout=30)
EPOCH = "datetime('1970-01-01T00:00:00Z')"
CASES = {  # id -> created, resolved, priority, score, note
    "k-1": ("2024-03-15T10:30:00Z", "2024-03-17T12:31:01Z", "high", 0.5, 'it\'s a "quoted" $note'),
    "k-2": ("2024-02-29T23:59:59Z", "2024-03-01T00:00:00Z", "low", 2.25, "ordinary"),
    "k-3": ("2023-12-31T23:00:00Z", None, "low", -1.0, "日本語 ✓"),
    "k-4": ("1969-07-20T20:17:40Z", "1969-07-21T02:56:15Z", "high", 3.0, "before the epoch"),
}
TAGS = {"k-1": ("vpn", "mail"), "k-2": ("vpn",)}  # a property that holds one value here and several there


def moment(text: str) -> dt.datetime:
    return dt.datetime.fromisoformat(text)


@pytest.fixture
def cases(engine: str, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[GraphBackend]:
    if engine == "embedded":
        path = tmp_path / "cases.json"
        path.write_text("".join(json.dumps(_graphson(key)) + "\n" for key in CASES))
        yield EmbeddedGraph.open(path)
        return
    running = request.getfixturevalue({"gremlin": "gremlin_server"}.get(engine, engine))
    with running.writing("galike"), Filler(running.url, "galike") as filler:
        filler.write("g.V().drop()")
        for key in CASES:
            filler.write(_insert(key))
        dialect = {"gremlin": "tinkerpop"}.get(engine, engine)
        with closing(RemoteGraph(Pool(running.url), source="galike", dialect=dialect)) as graph:
            yield graph


def _insert(key: str) -> str:
    created, resolved, priority, score, note = CASES[key]
    late = f".property('resolvedAt', datetime('{resolved}'))" if resolved else ""
    note = note.replace("'", "\\'")
    tags = "".join(f".property(list, 'tags', '{tag}')" for tag in TAGS.get(key, ()))
    return (
        f"g.addV('case').property(T.id, '{key}').property('createdAt', datetime('{created}')){late}"
        f".property('priority', '{priority}').property('score', {score}d).property('note', '{note}'){tags}"
    )


def _graphson(key: str) -> dict:
    created, resolved, priority, score, note = CASES[key]
    values: dict[str, object] = {
        "createdAt": {"@type": "g:Date", "@value": int(moment(created).timestamp() * 1000)},
        "priority": priority,
        "score": {"@type": "g:Double", "@value": score},
        "note": note,
    }
    if resolved:
        values["resolvedAt"] = {"@type": "g:Date", "@value": int(moment(resolved).timestamp() * 1000)}
    properties = {
        name: [
            {"id": {"@type": "g:Int64", "@value": hash((key, name, repr(one))) % 10**9}, "value": one}
            for one in several
        ]
        for name, several in {**{k: (v,) for k, v in values.items()}, "tags": TAGS.get(key, ())}.items()
        if several
    }
    return {"id": key, "label": "case", "properties": properties}


def rows(backend: GraphBackend, gremlin: str) -> list:
    return backend.run(parse(gremlin), LIMITS).rows


def test_dates_are_aware_and_in_utc(cases: GraphBackend) -> None:
    found = rows(cases, "g.V().hasLabel('case').values('createdAt')")
    assert sorted(found) == sorted(moment(case[0]) for case in CASES.values())
    assert all(value.tzinfo is dt.UTC for value in found)


def test_dates_inside_maps(cases: GraphBackend) -> None:
    (row,) = rows(cases, "g.V('k-2').project('id', 'at').by(T.id).by('createdAt')")
    assert row == {"id": "k-2", "at": moment(CASES["k-2"][0])}


def test_date_ranges(cases: GraphBackend) -> None:
    window = "P.between(datetime('2024-02-29T00:00:00Z'), datetime('2024-03-15T10:30:00Z'))"
    assert rows(cases, f"g.V().hasLabel('case').has('createdAt', {window}).id()") == ["k-2"]


def test_date_diff_is_in_milliseconds(cases: GraphBackend) -> None:
    assert rows(cases, "g.V('k-1').values('createdAt').dateDiff(datetime('2024-03-14T10:30:00Z'))") == [86_400_000]
    assert rows(cases, f"g.V('k-4').values('createdAt').dateDiff({EPOCH})") == [
        moment(CASES["k-4"][0]).timestamp() * 1000
    ]


def test_durations(cases: GraphBackend) -> None:
    ends = f"by(__.values('createdAt').dateDiff({EPOCH})).by(__.values('resolvedAt').dateDiff({EPOCH}))"
    duration = f"__.project('s', 'e').{ends}.math('e - s')"
    wanted = {
        key: (moment(case[1]) - moment(case[0])).total_seconds() * 1000 for key, case in CASES.items() if case[1]
    }
    resolved = "g.V().hasLabel('case').has('resolvedAt')"
    found = rows(cases, f"{resolved}.project('id', 'ms').by(T.id).by({duration})")
    assert {row["id"]: row["ms"] for row in found} == wanted
    assert rows(cases, f"{resolved}.where({duration}.is(P.gt(86400000))).id()") == ["k-1"]
    assert rows(cases, f"{resolved}.order().by({duration}, Order.desc).id()") == sorted(
        wanted, key=lambda key: -wanted[key]
    )
    (mean,) = rows(cases, f"{resolved}.map({duration}).mean()")
    assert mean == pytest.approx(sum(wanted.values()) / len(wanted))


@pytest.mark.parametrize(
    ("cut", "form"),
    [("0, 4", "%Y"), ("0, 7", "%Y-%m"), ("0, 10", "%Y-%m-%d"), ("11, 13", "%H"), ("0, 16", "%Y-%m-%dT%H:%M")],
)
def test_date_buckets(cases: GraphBackend, cut: str, form: str) -> None:
    key = f"__.values('createdAt').asString().substring({cut})"
    (found,) = rows(cases, f"g.V().hasLabel('case').groupCount().by({key})")
    wanted: dict[str, int] = {}
    for case in CASES.values():
        bucket = moment(case[0]).strftime(form)
        wanted[bucket] = wanted.get(bucket, 0) + 1
    assert found == wanted


def test_weekdays(cases: GraphBackend) -> None:
    day = f"values('createdAt').dateDiff({EPOCH}).math('(floor(_ / 86400000) + 3) % 7')"
    found = rows(
        cases, f"g.V().hasLabel('case').has('createdAt', P.gt({EPOCH})).project('id', 'day').by(T.id).by(__.{day})"
    )
    assert {row["id"]: row["day"] for row in found} == {
        key: moment(case[0]).weekday() for key, case in CASES.items() if key != "k-4"
    }


def test_buckets_by_bounds(cases: GraphBackend) -> None:
    bounds = [("2024-01-01", "2023"), ("2024-03-01", "early"), ("2025-01-01", "late")]
    branches = ", ".join(f"__.is(P.lt(datetime('{end}T00:00:00Z'))).constant('{label}')" for end, label in bounds)
    (found,) = rows(cases, f"g.V().hasLabel('case').groupCount().by(__.values('createdAt').coalesce({branches}))")
    assert found == {"2023": 2, "early": 1, "late": 1}


@pytest.mark.parametrize("number", ["2.25", "2.25d", "P.eq(2.25)", "P.between(2, 2.5)", "P.gt(2).and(P.lt(3))"])
def test_numbers(cases: GraphBackend, number: str) -> None:
    assert rows(cases, f"g.V().hasLabel('case').has('score', {number}).id()") == ["k-2"]


def test_whole_numbers_find_doubles(cases: GraphBackend) -> None:
    assert rows(cases, "g.V().hasLabel('case').has('score', 3).id()") == ["k-4"]


@pytest.mark.parametrize("key", CASES)
def test_text_comes_and_goes_unchanged(cases: GraphBackend, key: str) -> None:
    note = CASES[key][4]
    quoted = note.replace("\\", "\\\\").replace("'", "\\'")
    assert rows(cases, f"g.V().hasLabel('case').has('note', '{quoted}').values('note')") == [note]


def test_groups(cases: GraphBackend) -> None:
    (found,) = rows(cases, "g.V().hasLabel('case').group().by('priority').by(__.values('score').sum())")
    assert found == {"high": 3.5, "low": 1.25}
    (counts,) = rows(cases, "g.V().hasLabel('case').groupCount().by('score')")
    assert counts == {0.5: 1, 2.25: 1, -1.0: 1, 3.0: 1}


def test_columns_keep_their_order(cases: GraphBackend) -> None:
    (row,) = rows(cases, "g.V('k-1').project('z', 'a', 'm').by('priority').by('score').by('note')")
    assert list(row) == ["z", "a", "m"]


def test_schema(cases: GraphBackend) -> None:
    found = cases.schema(refresh=True)
    label = found.vertices["case"]
    assert label.count == len(CASES)
    assert {name: p.type for name, p in label.properties.items()} == {
        "createdAt": "datetime",
        "resolvedAt": "datetime",
        "priority": "string",
        "score": "number",
        "note": "string",
        "tags": "list",
    }
    tags = label.properties["tags"]
    assert (tags.count, tags.distinct, tags.values) == (2, 2, ())
    assert {tuple(sorted(sample)) for sample in tags.samples} == {("mail", "vpn"), ("vpn",)}
    assert label.properties["resolvedAt"].count == 3
    assert dict(label.properties["priority"].values) == {"high": 2, "low": 2}
    assert label.properties["createdAt"].low == moment(CASES["k-4"][0])
    assert label.properties["createdAt"].high == moment(CASES["k-1"][0])
    assert label.properties["score"].low == -1.0
    assert label.properties["score"].high == 3.0
    assert found.sampled is None


@pytest.mark.parametrize(
    ("gremlin", "wanted"),
    [
        ("values('tags')", ["mail", "vpn", "vpn"]),
        ("values('tags', 'priority').count()", [7]),
        ("has('tags', 'vpn').id()", ["k-1", "k-2"]),
        ("has('tags', P.neq('vpn')).id()", ["k-1"]),
        ("has('tags').values().count()", [13]),
        ("has('tags').properties().count()", [13]),
        ("properties('tags').key()", ["tags"] * 3),
        ("properties('tags').value()", ["mail", "vpn", "vpn"]),
        ("properties('tags').value().dedup()", ["mail", "vpn"]),
        ("properties('tags')", [Property("tags", tag) for tag in ("mail", "vpn", "vpn")]),
        ("has('tags').valueMap('tags')", [{"tags": ["mail", "vpn"]}, {"tags": ["vpn"]}]),
    ],
)
def test_several_values_of_one_property(cases: GraphBackend, gremlin: str, wanted: list) -> None:
    found = rows(cases, f"g.V().hasLabel('case').{gremlin}")
    for row in found:
        if isinstance(row, dict):
            row["tags"] = sorted(row["tags"])
    assert sorted(found, key=repr) == sorted(wanted, key=repr)


@pytest.mark.parametrize(
    ("gremlin", "wanted"),
    [
        ("count().is(P.gt(1))", [4]),
        ("count().as('n').is(P.gte(2)).math('_ * 2')", [8]),
        ("local(__.values('priority', 'score').count().is(P.gte(1)))", [2, 2, 2, 2]),
        ("groupCount().by('priority').select('none')", []),
        ("groupCount().by('priority').select('low')", [2]),
        ("group().by('priority').by(__.values('score').max()).select('high')", [3.0]),
        ("count().count()", [1]),
        ("order().by(T.id).aggregate(local, 'x').by('priority').cap('x').unfold().dedup().count()", [2]),
        ("store('x').cap('x').count(local)", [4]),
        ("label().max()", ["case"]),
        ("id().min()", ["k-1"]),
    ],
)
def test_counts_and_ends(cases: GraphBackend, gremlin: str, wanted: list) -> None:
    assert rows(cases, f"g.V().hasLabel('case').{gremlin}") == wanted


def test_the_values_of_edges_are_no_lists(modern: GraphBackend) -> None:
    around = "g.V().has('name', 'josh').inE('knows')"
    for walk in (".local(__.valueMap('weight'))", ".as('e').inV().select('e').valueMap('weight')", ".valueMap()"):
        assert rows(modern, around + walk) == [{"weight": 1.0}]
    assert rows(modern, "g.V().has('name', 'vadas').local(__.inE('knows').inV().valueMap('name'))") == [
        {"name": ["vadas"]}
    ]


def test_schema_of_edges(modern: GraphBackend) -> None:
    found = modern.schema()
    assert {label: vertex.count for label, vertex in found.vertices.items()} == {"person": 4, "software": 2}
    created = found.edges["created"]
    assert [(end.out_label, end.in_label, end.count) for end in created.ends] == [("person", "software", 4)]
    assert (created.count, created.max_out, created.max_in) == (4, 2, 3)
    assert (found.edges["knows"].max_out, found.edges["knows"].max_in) == (2, 1)
    assert created.properties["weight"].low == 0.2
    assert created.properties["weight"].high == 1.0


def test_fingerprints_are_the_same_on_every_engine(modern: GraphBackend) -> None:
    def typed(**types: PropertyType) -> dict[str, PropertySchema]:
        return {name: PropertySchema(name, kind, 0) for name, kind in types.items()}

    wanted = Schema(
        {
            "person": VertexLabel("person", 0, typed(age="integer", name="string")),
            "software": VertexLabel("software", 0, typed(lang="string", name="string")),
        },
        {
            "created": EdgeLabel("created", 0, (EdgeEnds("person", "software", 0),), typed(weight="number")),
            "knows": EdgeLabel("knows", 0, (EdgeEnds("person", "person", 0),), typed(weight="number")),
        },
        dt.datetime.now(dt.UTC),
    )
    assert modern.schema().fingerprint == wanted.fingerprint
