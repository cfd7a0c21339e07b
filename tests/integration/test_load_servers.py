"""Loading into real servers: the same graph as in the file, once, twice, and after a kill."""

import contextlib
import datetime as dt
import os
import signal
import subprocess
import sys
from collections import Counter

import pytest

from engine.errors import OperatorMustAct
from engine.graph.backend import GraphUnavailable
from engine.graph.load.elements import EdgeRecord, Elements, VertexRecord
from engine.graph.load.graphson_read import read_graphson
from engine.graph.load.graphson_write import write_lines
from engine.graph.load.problems import LoadRefused
from engine.graph.load.remote import load_remote
from engine.graph.remote import RemoteGraph
from engine.gremlin.parse import parse
from engine.samples.raw import raw
from engine.samples.support import vertices
from engine.settings import Settings
from tests.support.servers import gremlin_server, janusgraph  # noqa: F401 - fixtures

pytestmark = pytest.mark.server
ANCHOR = dt.datetime(2026, 11, 30, tzinfo=dt.UTC)


@pytest.fixture(params=["gremlin_server", "janusgraph"])
def server(request, tmp_path):
    """The settings of an empty graph on a server, and what reads it."""
    running = request.getfixturevalue(request.param)
    dialect = "janusgraph" if request.param == "janusgraph" else "tinkerpop"
    settings = Settings(
        GREMLIN_URL=running.url, GREMLIN_SOURCE="gload", GREMLIN_DIALECT=dialect, GRAPHDESK_HOME=tmp_path
    )
    with running.writing("gload"):
        graph = RemoteGraph.open(settings)
        graph.run(parse("g.V().drop()"))
        yield settings, graph
        graph.run(parse("g.V().drop()"))
        graph.close()


def rows(graph, text):
    return graph.run(parse(text)).rows


def counts(graph):
    return [rows(graph, f"g.{kind}().groupCount().by(T.label)")[0] for kind in ("V", "E")]


def expected(elements):
    return [dict(Counter(e.label for e in group)) for group in (elements.vertices.values(), elements.edges)]


@pytest.fixture(scope="module")
def sample(tmp_path_factory):
    path = tmp_path_factory.mktemp("sample") / "s.jsonl"
    with path.open("w", encoding="utf-8") as out:
        write_lines(vertices(raw(60, 1, ANCHOR)), out)
    return path, read_graphson(path)[0]


def test_a_load_and_the_same_again(server, sample):
    settings, graph = server
    elements = sample[1]
    for _ in range(2):
        load_remote(elements, settings.gremlin_url, settings)
        assert counts(graph) == expected(elements)
    case = next(v for v in elements.vertices.values() if v.label == "case")
    found = rows(graph, f"g.V('{case.id}').elementMap()")[0]
    assert {key: value for key, value in found.items() if key not in ("id", "label")} == dict(case.properties)
    edge = next(e for e in elements.edges if e.label == "similarReason")
    ends = f"g.V('{edge.out_id}').outE('similarReason').where(__.inV().hasId('{edge.in_id}'))"
    assert rows(graph, f"{ends}.values('similarityScore')") == [edge.properties["similarityScore"]]
    assert not list((settings.home / "loads").iterdir())


def test_a_killed_load_goes_on(server, sample):
    settings, graph = server
    path, elements = sample
    env = {**os.environ, "GREMLIN_SOURCE": "gload", "GRAPHDESK_HOME": str(settings.home)}
    command = [sys.executable, "-c", "from deploy.cli import main; main()", "load", str(path)]
    process = subprocess.Popen([*command, "--to", settings.gremlin_url], env=env, stdout=subprocess.PIPE)
    loads = settings.home / "loads"
    while process.poll() is None and not any(file.read_bytes().count(b"\n") > 1 for file in loads.glob("*")):
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(0.01)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    written = rows(graph, "g.V().count()")[0]
    assert 0 < written < len(elements.vertices) + 1
    load_remote(elements, settings.gremlin_url, settings)
    assert counts(graph) == expected(elements)
    assert not list(loads.iterdir())


def vertex(identity, label="thing", **properties):
    return VertexRecord(identity, label, properties)


def graph_of(*found, edges=()):
    return Elements({v.id: v for v in found}, list(edges))


def test_values_arrive_as_they_are(server):
    settings, graph = server
    values = {
        "text": 'it\'s ${1+1} "q" \\ \n\t\u2028 é 🙂 $x',
        "whole": 2**40,
        "real": 0.675,
        "yes": True,
        "at": dt.datetime(2024, 2, 29, 23, 59, 59, 123000, tzinfo=dt.UTC),
    }
    load_remote(graph_of(vertex("a:1'x", **values, items=["p", "q"])), settings.gremlin_url, settings)
    found = rows(graph, "g.V().hasLabel('thing').valueMap('text', 'whole', 'real', 'yes', 'at')")[0]
    assert {key: value[0] for key, value in found.items()} == values
    assert rows(graph, "g.V().hasLabel('thing').values('items')") == ["p", "q"]


def test_new_values_take_the_place_of_earlier_ones(server):
    settings, graph = server
    edge = [EdgeRecord("near", "a", "b", {"score": 0.1})]
    load_remote(graph_of(vertex("a", n=1, l=["x", "y"]), vertex("b"), edges=edge), settings.gremlin_url, settings)
    edge = [EdgeRecord("near", "a", "b", {"score": 0.9})]
    again = graph_of(vertex("a", n=2, l=["z"]), vertex("b"), vertex("c"), edges=edge)
    load_remote(again, settings.gremlin_url, settings)
    assert rows(graph, "g.V('a').valueMap('n', 'l')") == [{"n": [2], "l": ["z"]}]
    assert rows(graph, "g.E().values('score')") == [0.9]
    assert rows(graph, "g.V().count()") == [3]


def test_what_does_not_fit_is_refused_before_anything_is_written(server):
    settings, graph = server
    load_remote(graph_of(vertex("a", "person")), settings.gremlin_url, settings)
    with pytest.raises(OperatorMustAct, match="'a' is a person, here it is a city"):
        load_remote(graph_of(vertex("z"), vertex("a", "city")), settings.gremlin_url, settings)
    with pytest.raises(LoadRefused, match="durations cannot be sent"):
        load_remote(graph_of(vertex("z", took=dt.timedelta(1))), settings.gremlin_url, settings)
    twice = [EdgeRecord("e", "y", "z"), EdgeRecord("e", "y", "z")]
    with pytest.raises(LoadRefused, match="the same edge 'e' twice"):
        load_remote(graph_of(vertex("y"), vertex("z"), edges=twice), settings.gremlin_url, settings)
    assert rows(graph, "g.V().count()") == [1]


def test_a_server_that_is_not_there(tmp_path):
    with pytest.raises(GraphUnavailable, match="cannot be reached"):
        load_remote(graph_of(vertex("a")), "ws://127.0.0.1:9/gremlin", Settings(GRAPHDESK_HOME=tmp_path))
