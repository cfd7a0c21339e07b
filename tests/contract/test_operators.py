"""One question, one answer: the operator questions over the desk graph on the embedded engine and on servers."""

from contextlib import closing

import pytest

from engine.graph.backend import Limits
from engine.graph.connection import Pool
from engine.graph.embedded import EmbeddedGraph
from engine.graph.profile import Profile
from engine.graph.remote import RemoteGraph
from engine.gremlin.parse import parse
from engine.gremlin.printer import literal_text
from engine.gremlin.values import value_of
from engine.operators.operator import Context
from engine.store.artifacts import ArtifactStore
from tests.shared import shared
from tests.support import deskgraph
from tests.support.asking import ask, check
from tests.support.desk_questions import QUESTIONS
from tests.support.worlds import Filler, toy_file

PATIENT = Limits(timeout=60)  # a cold server on a busy machine
SERVERS = {"gremlin": ("gremlin_server", "tinkerpop"), "janusgraph": ("janusgraph", "janusgraph")}


@pytest.fixture(
    scope="module", params=["embedded", *(pytest.param(name, marks=pytest.mark.server) for name in SERVERS)]
)
def backend(request, tmp_path_factory):
    """The desk graph on one engine; on a server nobody else writes meanwhile."""
    if request.param == "embedded":
        yield EmbeddedGraph.open(deskgraph.write_graphson(tmp_path_factory.mktemp("desk") / "desk.json"))
        return
    fixture, dialect = SERVERS[request.param]
    running = request.getfixturevalue(fixture)
    with running.writing("goperators"):
        with Filler(running.url, "goperators") as filler:
            filler.refill(())
            for statement in statements():
                filler.write(statement)
        with closing(RemoteGraph(Pool(running.url), source="goperators", dialect=dialect)) as graph:
            yield graph


def statements():
    """The desk graph as Gremlin text."""
    for key, (label, properties) in deskgraph.vertices().items():
        steps = [f"g.addV('{label}').property(id, '{key}')"]
        for name, value in properties.items():
            for one in value if isinstance(value, list) else [value]:
                kind = "list, " if isinstance(value, list) else ""
                steps.append(f"property({kind}'{name}', {literal_text(value_of(one))})")
        yield ".".join(steps)
    for label, out, to in deskgraph.edges():
        yield f"g.V('{out}').as('o').V('{to}').addE('{label}').from('o')"


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.id)
def test_rows_are_those_of_the_raw_records(question, backend, tmp_path):
    check(question, Context(backend, deskgraph.schema(), question.to_profile(), ArtifactStore(tmp_path), PATIENT))


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.id)
def test_rows_are_the_same_with_the_schema_that_was_discovered(question, backend, tmp_path):
    schema = backend.schema()
    assert schema.vertices["case"].properties["tags"].type != "string"  # one case holds several
    check(question, Context(backend, schema, question.to_profile(), ArtifactStore(tmp_path), PATIENT))


@pytest.fixture(params=["embedded", *(pytest.param(name, marks=pytest.mark.server) for name in SERVERS)])
def modern(request):
    """TinkerPop's modern graph: its ids are numbers on servers, text on the embedded engine."""
    if request.param == "embedded":
        yield EmbeddedGraph.open(toy_file(shared("data/tinkerpop"), "modern"))
        return
    fixture, dialect = SERVERS[request.param]
    pool = Pool(request.getfixturevalue(fixture).url)
    with closing(RemoteGraph(pool, source="gmodern", dialect=dialect)) as graph:
        yield graph


def test_an_id_is_found_as_number_and_as_text(modern, tmp_path):
    context = Context(modern, modern.schema(), Profile(), ArtifactStore(tmp_path), PATIENT)
    marko = modern.run(parse("g.V().has('person', 'name', 'marko').id()")).rows[0]
    for form in (marko, str(marko)):
        for op, expected in (("eq", 1), ("within", 1), ("neq", 3), ("without", 3)):
            value = [form] if op in ("within", "without") else form
            condition = {"property": "id", "op": op, "value": value}
            assert ask(context, "aggregate", {"label": "person", "filters": [condition]}).rows == [[expected]]
